// A stand-in for the parts of Catch2 3 that the programs of cudnn-frontend use: Debian 12 and Ubuntu 22.04 package
// version 2, which has neither SKIP nor these header names. One case runs in one process: the runner (run.py) starts it.
#pragma once
#include <chrono>
#include <cstdio>
#include <exception>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace Catch {

struct Skipped {
  std::string reason;
};
struct Failed {
  std::string what;
};

struct Case {
  const char* name;
  const char* tags;
  const char* file;
  void (*run)();
};
inline std::vector<Case>& cases() {
  static std::vector<Case> list;
  return list;
}
struct Register {
  Register(const char* name, const char* tags, const char* file, void (*run)()) { cases().push_back({name, tags, file, run}); }
};

// A case runs again until every value of its generators and every section was seen.
struct State {
  struct Choice {
    size_t at = 0, of = 0;
  };
  std::vector<Choice> choices;  // generators in the order they are reached
  size_t reached = 0;
  std::vector<std::string> sections_done;
  bool in_section = false, section_left = false;
  int checks = 0, failures = 0;
};
inline State& state() {
  static State s;
  return s;
}

inline void check(bool ok, bool fatal, const char* text, const char* file, int line) {
  ++state().checks;
  if (ok) return;
  ++state().failures;
  std::ostringstream s;
  s << file << ":" << line << ": " << text;
  std::cout << "CHECK FAILED " << s.str() << std::endl;
  if (fatal) throw Failed{s.str()};
}

struct Section {
  bool open = false;
  explicit Section(const std::string& name) {
    State& s = state();
    for (const auto& done : s.sections_done)
      if (done == name) return;
    if (s.in_section) {
      s.section_left = true;
      return;
    }
    s.in_section = open = true;
    s.sections_done.push_back(name);
  }
  explicit operator bool() const { return open; }
};

template <class T>
struct Values {
  std::vector<T> list;
};
template <class T>
Values<T> range(T begin, T end) {
  Values<T> v;
  for (T i = begin; i != end; ++i) v.list.push_back(i);
  return v;
}
template <class T>
Values<T> values(std::initializer_list<T> list) {
  return {list};
}
namespace Generators {
using Catch::range;
using Catch::values;
}  // namespace Generators
template <class T>
T choose(const std::vector<T>& list) {
  State& s = state();
  if (s.reached == s.choices.size()) s.choices.push_back({0, list.size()});
  return list[s.choices[s.reached++].at];
}
template <class T>
T generate(Values<T> v) {
  return choose(v.list);
}
template <class T, class... Rest>
T generate(T first, Rest... rest) {
  return choose(std::vector<T>{first, static_cast<T>(rest)...});
}

// Runs one case; 0 passed, 1 failed, 2 skipped. The last line of the output says which, and why.
inline int run_case(const Case& c) {
  State& s = state();
  try {
    for (bool more = true; more;) {
      s.reached = 0, s.in_section = s.section_left = false;
      c.run();
      more = s.section_left;
      if (more) continue;
      s.sections_done.clear();
      while (!s.choices.empty() && ++s.choices.back().at == s.choices.back().of) s.choices.pop_back();
      more = !s.choices.empty();
    }
  } catch (const Skipped& skipped) {
    std::cout << "\nRESULT skipped " << skipped.reason << std::endl;
    return 2;
  } catch (const Failed& failed) {
    std::cout << "\nRESULT failed " << failed.what << std::endl;
    return 1;
  } catch (const std::exception& e) {
    std::cout << "\nRESULT failed exception: " << e.what() << std::endl;
    return 1;
  }
  if (s.failures) {
    std::cout << "\nRESULT failed " << s.failures << " of " << s.checks << " checks" << std::endl;
    return 1;
  }
  std::cout << "\nRESULT passed " << s.checks << " checks" << std::endl;
  return 0;
}

namespace Benchmark {
struct Chronometer {
  std::string name;
  int runs() const { return 1; }
  template <class F>
  void measure(F&& f) const {
    const auto start = std::chrono::steady_clock::now();
    if constexpr (std::is_invocable_v<F, int>)
      f(0);
    else
      f();
    const std::chrono::duration<double, std::micro> us = std::chrono::steady_clock::now() - start;
    std::cout << "BENCHMARK " << name << " " << us.count() << " us" << std::endl;
  }
};
struct Runner {
  std::string name;
  template <class F>
  Runner& operator=(F&& f) {
    if constexpr (std::is_invocable_v<F, Chronometer>)
      f(Chronometer{name});
    else
      Chronometer{name}.measure(f);
    return *this;
  }
};
}  // namespace Benchmark
}  // namespace Catch

#define CATCH_JOIN2(a, b) a##b
#define CATCH_JOIN(a, b) CATCH_JOIN2(a, b)
#define CATCH_TEST(f, name, tags, ...)                                         \
  static void f();                                                             \
  static const Catch::Register CATCH_JOIN(f, _registered)(name, tags, __FILE__, f); \
  static void f()
#define TEST_CASE(...) CATCH_TEST(CATCH_JOIN(catch_case_, __COUNTER__), __VA_ARGS__, "", "")
#define SECTION(name) if (const Catch::Section catch_section{name})
#define REQUIRE(...) Catch::check(static_cast<bool>(__VA_ARGS__), true, #__VA_ARGS__, __FILE__, __LINE__)
#define CHECK(...) Catch::check(static_cast<bool>(__VA_ARGS__), false, #__VA_ARGS__, __FILE__, __LINE__)
#define REQUIRE_FALSE(...) REQUIRE(!(__VA_ARGS__))
#define CHECK_FALSE(...) CHECK(!(__VA_ARGS__))
#define FAIL(...)                      \
  do {                                 \
    std::ostringstream catch_s;        \
    catch_s << __VA_ARGS__;            \
    throw Catch::Failed{catch_s.str()}; \
  } while (0)
#define SKIP(...)                       \
  do {                                  \
    std::ostringstream catch_s;         \
    catch_s << __VA_ARGS__;             \
    throw Catch::Skipped{catch_s.str()}; \
  } while (0)
#define INFO(...) \
  do {            \
  } while (0)
#define GENERATE(...) ([&] { using namespace Catch::Generators; return Catch::generate(__VA_ARGS__); }())
#define BENCHMARK(name) Catch::Benchmark::Runner{name} = [&]
#define BENCHMARK_ADVANCED(name) Catch::Benchmark::Runner{name} = [&]
