#include "golden/golden.h"

#include <fnmatch.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace girih::golden {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  size_t start = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] != separator) continue;
    parts.push_back(text.substr(start, i - start));
    start = i + 1;
  }
  return parts;
}

std::vector<int64_t> numbers(const std::string& text) {
  std::vector<int64_t> values;
  if (text.empty()) return values;
  for (const std::string& part : split(text, 'x')) values.push_back(std::strtoll(part.c_str(), nullptr, 10));
  return values;
}

std::vector<std::vector<std::string>> load_table(const std::string& path) {
  std::ifstream stream(path);
  if (!stream) throw std::runtime_error(path + ": cannot be read");
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(stream, line);  // the header
  while (std::getline(stream, line)) rows.push_back(split(line, '\t'));
  return rows;
}

std::vector<Case> load_cases(const std::string& path, const std::string& table) {
  std::vector<Case> cases;
  for (const std::vector<std::string>& f : load_table(path)) {
    if (f.size() != 7) throw std::runtime_error(path + ": a row has " + std::to_string(f.size()) + " fields, not 7");
    if (cases.empty() || cases.back().name != f[0]) cases.push_back({table, f[0], {}});
    Row row{f[1][0], f[2], f[3], f[4], f[5], f[6], {}, {}};
    if (row.kind == 'i' || row.kind == 'o') {
      row.dims = numbers(f[4]);
      row.strides = numbers(f[5]);
    }
    cases.back().rows.push_back(row);
  }
  return cases;
}

std::vector<double> generate(const std::string& rule, size_t count) {
  std::vector<double> values(count);
  std::vector<std::string> parts = split(rule, ';');
  std::vector<std::string> words;
  for (const std::string& word : split(parts[0], ' '))
    if (!word.empty()) words.push_back(word);
  auto number = [&](size_t i) { return std::strtod(words.at(i).c_str(), nullptr); };
  if (words.at(0) == "lcg") {
    uint32_t seed = static_cast<uint32_t>(std::strtoul(words.at(1).c_str(), nullptr, 10));
    double low = number(3), high = number(4);
    for (double& value : values) {
      seed = seed * 1664525u + 1013904223u;
      uint32_t r = seed >> 8;
      value =
          words.at(2) == "int" ? low + r % static_cast<uint32_t>(high - low + 1) : low + (high - low) * (r / 0x1p24);
    }
  } else if (words[0] == "const") {
    values.assign(count, number(1));
  } else if (words[0] == "seq") {
    for (size_t i = 0; i < count; ++i) values[i] = number(1) + number(2) * static_cast<double>(i);
  } else if (words[0] == "list") {
    for (size_t i = 0; i < count; ++i) values[i] = number(1 + i % (words.size() - 1));
  } else {
    throw std::runtime_error("unknown input rule: " + rule);
  }
  for (size_t p = 1; p < parts.size(); ++p) {
    size_t mark = parts[p].find('@'), equals = parts[p].find('=');
    size_t index = std::strtoull(parts[p].c_str() + mark + 1, nullptr, 10);
    if (index < count) values[index] = std::strtod(parts[p].c_str() + equals + 1, nullptr);
  }
  return values;
}

// Rows of the markdown tables: | `table` | `case pattern` | `item pattern` | reason |
void Differences::load(const std::string& path) {
  std::ifstream stream(path);
  if (!stream) throw std::runtime_error(path + ": cannot be read");
  std::string line;
  while (std::getline(stream, line)) {
    std::vector<std::string> cells = split(line, '`');
    if (line.rfind("| `", 0) != 0 || cells.size() < 7) continue;
    entries_.push_back({cells[1], cells[3], cells[5], false});
  }
}

bool Differences::cover(const std::string& table, const std::string& name, const std::string& item) {
  for (Entry& entry : entries_) {
    if (fnmatch(entry.table.c_str(), table.c_str(), 0) || fnmatch(entry.pattern.c_str(), name.c_str(), 0) ||
        fnmatch(entry.item.c_str(), item.c_str(), 0))
      continue;
    entry.used = true;
    return true;
  }
  return false;
}

std::vector<std::string> Differences::unused(const std::vector<std::string>& tables) const {
  std::vector<std::string> stale;
  for (const Entry& entry : entries_)
    for (const std::string& table : tables)
      if (!entry.used && fnmatch(entry.table.c_str(), table.c_str(), 0) == 0)
        stale.push_back(entry.table + " " + entry.pattern + " " + entry.item);
  return stale;
}

namespace {
char current[256] = "none";
}

const char* current_record() { return current; }

void Tally::begin(const std::string& table, const std::string& name) {
  table_ = table;
  name_ = name;
  std::snprintf(current, sizeof current, "%s %s", table.c_str(), name.c_str());
}

void Tally::check(bool ok, const std::string& item, const std::string& message) {
  if (ok) {
    ++count().passed;
  } else if (session_.girih() && differences_.cover(table_, name_, item)) {
    ++count().different;
    if (verbose_)
      std::printf("different on purpose: %s %s %s: %s\n", table_.c_str(), name_.c_str(), item.c_str(), message.c_str());
  } else {
    ++count().failed;
    std::printf("FAILED %s: %s\n       reproduce: girih_golden --filter '%s' (item %s of %s)\n", name_.c_str(),
                message.c_str(), name_.c_str(), item.c_str(), table_.c_str());
  }
}

bool Tally::status(cudnnStatus_t got, const std::string& recorded, const std::string& item) {
  bool number = !recorded.empty() && (std::isdigit(static_cast<unsigned char>(recorded[0])));
  int want = number ? std::atoi(recorded.c_str()) : -1;
  std::string text = got == CUDNN_STATUS_SUCCESS ? "" : conformance::last_error();
  if (session_.girih() && got >= CUDNN_STATUS_NOT_SUPPORTED && text.find("not built") != std::string::npos) {
    unbuilt(item);
    return false;
  }
  if (!number) {  // NVIDIA's library crashed or faulted here: any clean answer is right
    check(true, item, "");
    return false;
  }
  // "runs": the record refuses what this library does, a difference of its own kind
  check(static_cast<int>(got) == want, got == CUDNN_STATUS_SUCCESS ? item + " runs" : item,
        item + " returned " + std::to_string(got) + (text.empty() ? "" : " (" + text + ")") + ", recorded " + recorded);
  return got == CUDNN_STATUS_SUCCESS && want == 0;
}

void Tally::unbuilt(const std::string& function) {
  ++count().unbuilt;
  ++unbuilt_[function];
}

void Tally::skip(const std::string& why) {
  ++count().skipped;
  ++skipped_[why];
}

int Tally::report() const {
  std::printf("\n%-18s %9s %9s %10s %8s %9s\n", "table", "passed", "failed", "different", "unbuilt", "unplayed");
  Count all;
  for (auto& [table, c] : counts_) {
    std::printf("%-18s %9d %9d %10d %8d %9d\n", table.c_str(), c.passed, c.failed, c.different, c.unbuilt, c.skipped);
    all.passed += c.passed;
    all.failed += c.failed;
    all.different += c.different;
    all.unbuilt += c.unbuilt;
    all.skipped += c.skipped;
  }
  for (auto& [function, times] : unbuilt_) std::printf("not built yet: %s (%d records)\n", function.c_str(), times);
  for (auto& [why, times] : skipped_) std::printf("not played: %s (%d records)\n", why.c_str(), times);
  if (all.different) std::printf("%d different on purpose (docs/differences.md)\n", all.different);
  std::printf("%d passed, %d failed\n", all.passed, all.failed);
  return all.failed;
}

}  // namespace girih::golden
