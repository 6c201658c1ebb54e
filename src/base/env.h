// Environment switches. Read where used, once, into a static: changing a variable later has no effect.
#pragma once
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

namespace girih {

inline std::string_view env(const char* name) {
  const char* v = std::getenv(name);
  return v ? std::string_view(v) : std::string_view();
}

// The number in the variable, or nothing when unset or not a whole number.
inline std::optional<long> env_number(const char* name) {
  std::string_view v = env(name);
  long n = 0;
  auto [end, error] = std::from_chars(v.data(), v.data() + v.size(), n);
  if (v.empty() || error != std::errc() || end != v.data() + v.size()) return std::nullopt;
  return n;
}

}  // namespace girih
