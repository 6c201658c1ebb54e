#include "conformance/problem.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace girih::problem {
namespace {

std::string quoted(std::string_view text) { return std::string("'").append(text).append("'"); }

std::string joined(std::initializer_list<const char*> choices) {
  std::string all;
  for (const char* choice : choices) all += (all.empty() ? "" : ", ") + std::string(choice);
  return all;
}

std::vector<std::string> split(std::string_view text, std::string_view separators) {
  std::vector<std::string> parts;
  size_t start = 0;
  while (start <= text.size()) {
    size_t end = std::min(text.find_first_of(separators, start), text.size());
    parts.emplace_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

// Position of the brace that closes the one at `open`.
size_t closing_brace(std::string_view line, size_t open) {
  int depth = 0;
  for (size_t i = open; i < line.size(); ++i) {
    if (line[i] == '{') ++depth;
    if (line[i] == '}' && --depth == 0) return i;
  }
  throw Error("the brace at column " + std::to_string(open + 1) + " is not closed: " + std::string(line));
}

}  // namespace

Problem parse(std::string_view line) {
  Problem problem;
  for (const std::string& token : split(line, " \t\r")) {
    if (token.empty()) continue;
    problem.text += (problem.text.empty() ? "" : " ") + token;
    size_t equals = token.find('=');
    if (equals == std::string::npos) {
      if (problem.family.empty())
        problem.family = token;
      else
        problem.words.push_back(token);
      continue;
    }
    if (problem.family.empty())
      throw Error("the line starts with " + quoted(token) + "; it must start with a family such as conv or pool");
    std::string key = token.substr(0, equals), value = token.substr(equals + 1);
    if (key.empty() || value.empty()) throw Error(quoted(token) + " is not key=value in: " + std::string(line));
    for (auto& [known, _] : problem.values)
      if (known == key) throw Error("the key " + quoted(key) + " is given twice in: " + std::string(line));
    problem.values.emplace_back(key, value);
  }
  if (problem.family.empty()) throw Error("the line is empty; write a family such as conv or pool first");
  return problem;
}

std::vector<std::string> expand(std::string_view line) {
  size_t open = line.find('{');
  if (open == std::string_view::npos) {
    if (line.find('}') != std::string_view::npos)
      throw Error("the line closes a brace that it does not open: " + std::string(line));
    return {std::string(line)};
  }
  size_t close = closing_brace(line, open);
  std::string_view inside = line.substr(open + 1, close - open - 1);
  std::vector<std::string> expanded;
  size_t start = 0;
  int depth = 0;
  for (size_t i = 0; i <= inside.size(); ++i) {
    if (i < inside.size() && inside[i] == '{') ++depth;
    if (i < inside.size() && inside[i] == '}') --depth;
    if (i < inside.size() && (inside[i] != ',' || depth > 0)) continue;
    std::string one(line.substr(0, open));
    one += inside.substr(start, i - start);
    one += line.substr(close + 1);
    for (std::string& full : expand(one)) expanded.push_back(std::move(full));
    start = i + 1;
  }
  return expanded;
}

std::vector<Problem> parse_all(std::string_view text, const std::string& source) {
  std::vector<Problem> problems;
  int number = 0;
  for (const std::string& raw : split(text, "\n")) {
    ++number;
    std::string line = raw.substr(0, raw.find('#'));
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      for (const std::string& one : expand(line)) problems.push_back(parse(one));
    } catch (const Error& error) {
      throw Error(source + ":" + std::to_string(number) + ": " + error.what());
    }
  }
  return problems;
}

void Reader::fail(const std::string& message) const { throw Error(message + " in: " + problem_.text); }

const std::string* Reader::find(std::string_view key) const {
  for (auto& [known, value] : problem_.values) {
    if (known != key) continue;
    read_.insert(known);
    return &value;
  }
  return nullptr;
}

bool Reader::has(const char* key) const {
  return std::any_of(problem_.values.begin(), problem_.values.end(), [&](auto& pair) { return pair.first == key; });
}

int64_t Reader::number(std::string_view text, const char* key, int64_t least) const {
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    fail(std::string(key) + ": " + quoted(text) + " is not a whole number");
  if (value < least) fail(std::string(key) + "=" + std::to_string(value) + " is below " + std::to_string(least));
  return value;
}

std::string Reader::word(const char* what, std::initializer_list<const char*> choices, const char* fallback) {
  for (const std::string& word : problem_.words)
    for (const char* choice : choices)
      if (word == choice) {
        read_.insert(word);
        return word;
      }
  if (*fallback == '\0') fail(std::string("the ") + what + " is missing; write one of " + joined(choices));
  return fallback;
}

bool Reader::flag(const char* key) {
  int64_t value = integer(key, 0);
  if (value > 1) fail(std::string(key) + "=" + std::to_string(value) + " must be 0 or 1");
  return value == 1;
}

int64_t Reader::integer(const char* key, std::optional<int64_t> fallback, int64_t least) {
  if (const std::string* text = find(key)) return number(*text, key, least);
  if (!fallback) fail(std::string("the key ") + quoted(key) + " is missing");
  return *fallback;
}

double Reader::real(const char* key, std::optional<double> fallback) {
  const std::string* text = find(key);
  if (!text) {
    if (!fallback) fail(std::string("the key ") + quoted(key) + " is missing");
    return *fallback;
  }
  char* end = nullptr;
  double value = std::strtod(text->c_str(), &end);
  if (*end != '\0') fail(std::string(key) + ": " + quoted(*text) + " is not a number");
  return value;
}

std::string Reader::choice(const char* key, std::initializer_list<const char*> choices, const char* fallback) {
  const std::string* text = find(key);
  if (!text && *fallback != '\0') return fallback;
  if (!text) fail(std::string("the key ") + quoted(key) + " is missing; write one of " + joined(choices));
  for (const char* choice : choices)
    if (*text == choice) return *text;
  fail(std::string(key) + "=" + *text + " is unknown; write one of " + joined(choices));
}

std::vector<int64_t> Reader::list(const char* key, size_t length, std::optional<int64_t> fallback, int64_t least) {
  const std::string* text = find(key);
  if (!text) {
    if (!fallback) fail(std::string("the key ") + quoted(key) + " is missing");
    return std::vector<int64_t>(length, *fallback);
  }
  std::vector<int64_t> numbers;
  for (const std::string& part : split(*text, "x")) numbers.push_back(number(part, key, least));
  if (numbers.size() == 1) numbers.assign(length, numbers[0]);
  if (numbers.size() != length)
    fail(std::string(key) + "=" + *text + " has " + std::to_string(numbers.size()) + " numbers, not " +
         std::to_string(length) + " (or one for all)");
  return numbers;
}

std::vector<int64_t> Reader::open_list(const char* key) {
  const std::string* text = find(key);
  std::vector<int64_t> numbers;
  if (text)
    for (const std::string& part : split(*text, "x")) numbers.push_back(number(part, key, INT64_MIN));
  return numbers;
}

std::vector<int64_t> Reader::spatial(const char* letters) {
  std::string all = letters;
  for (size_t rank = 1; rank <= all.size(); ++rank) {
    std::string key = all.substr(all.size() - rank);
    if (rank > 1 && has(key.c_str())) return list(key.c_str(), rank, std::nullopt, 1);
  }
  for (size_t rank = all.size(); rank > 0; --rank) {
    std::string first(1, all[all.size() - rank]);
    if (!has(first.c_str())) continue;
    std::vector<int64_t> sizes;
    for (char letter : all.substr(all.size() - rank)) {
      std::string key(1, letter);
      sizes.push_back(integer(key.c_str(), std::nullopt, 1));
    }
    return sizes;
  }
  fail("no spatial size is given; write " + all.substr(all.size() - 1) + "=, " + all.substr(all.size() - 2) + "= or " +
       all + "=");
}

void Reader::finish() const {
  for (const std::string& word : problem_.words)
    if (!read_.contains(word)) fail("the word " + quoted(word) + " means nothing here");
  for (auto& [key, value] : problem_.values)
    if (!read_.contains(key)) fail("the key " + quoted(key) + " means nothing here");
}

}  // namespace girih::problem
