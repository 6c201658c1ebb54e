// The problem language: one line of text describes one problem. docs/problem_language.md is its manual.
// This unit knows nothing of cuDNN, so that tests, benchmarks, trace and replay can share it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace girih::problem {

// What is wrong with a line, in the words of its author.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Problem {
  std::string text;                                         // the line itself, one space between words
  std::string family;                                       // its first word
  std::vector<std::string> words;                           // the bare words after it, in order
  std::vector<std::pair<std::string, std::string>> values;  // key=value, in order
};

// Parses a line without alternatives. Throws Error.
Problem parse(std::string_view line);

// Replaces each {a,b,c} by its alternatives, the left-most varying slowest, as a shell does. Throws Error.
std::vector<std::string> expand(std::string_view line);

// Every problem of a text: one line each, '#' starts a comment, alternatives expanded.
// Throws Error that names `source` and the line number.
std::vector<Problem> parse_all(std::string_view text, const std::string& source);

// Typed access to one problem. Each accessor marks what it read; finish() refuses what nobody read.
class Reader {
 public:
  explicit Reader(const Problem& problem) : problem_(problem) {}

  // The bare word that is one of `choices`; `fallback` if none is there, or an error if that is empty.
  std::string word(const char* what, std::initializer_list<const char*> choices, const char* fallback = "");
  bool flag(const char* key);  // key=0|1, default 0
  bool has(const char* key) const;
  int64_t integer(const char* key, std::optional<int64_t> fallback = std::nullopt, int64_t least = 0);
  double real(const char* key, std::optional<double> fallback = std::nullopt);
  std::string choice(const char* key, std::initializer_list<const char*> choices, const char* fallback = "");
  // `AxBxC`, or one number that stands for `length` equal ones.
  std::vector<int64_t> list(const char* key, size_t length, std::optional<int64_t> fallback = std::nullopt,
                            int64_t least = 0);
  // The whole list, of any length; empty if the key is absent.
  std::vector<int64_t> open_list(const char* key);
  // Spatial sizes from d,h,w letters given as one key (`hw=7x9`, `hw=7`) or as one key each (`h=7 w=9`).
  // The letters present give the rank: w, hw, dhw.
  std::vector<int64_t> spatial(const char* letters);
  void finish() const;

 private:
  const std::string* find(std::string_view key) const;
  [[noreturn]] void fail(const std::string& message) const;
  int64_t number(std::string_view text, const char* key, int64_t least) const;

  const Problem& problem_;
  mutable std::set<std::string, std::less<>> read_;
};

}  // namespace girih::problem
