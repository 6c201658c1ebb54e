#include "base/log.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <mutex>

#include "base/env.h"
#include "base/format.h"
#include "base/version.h"
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace girih {
namespace {

struct State {
  std::mutex mutex;
  unsigned file_mask = 0;
  std::FILE* file = nullptr;
  unsigned user_mask = 0;
  LogFunction function = nullptr;
};
State& state() {
  static auto* s = new State;  // never destroyed: calls may come during exit
  return *s;
}

constexpr unsigned bit(Severity s) { return 1u << static_cast<int>(s); }

void update_mask() {
  State& s = state();
  detail::log_mask = s.user_mask | (s.file ? s.file_mask : 0);
}

// Reads the environment once, when the library is loaded.
bool open_log() {
  State& s = state();
  long level = env_number("CUDNN_LOGLEVEL_DBG").value_or(0);
  if (level >= 1 || env("CUDNN_LOGERR_DBG") == "1") s.file_mask |= bit(Severity::error);
  if (level >= 2 || env("CUDNN_LOGWARN_DBG") == "1") s.file_mask |= bit(Severity::warning);
  if (level >= 3 || env("CUDNN_LOGINFO_DBG") == "1") s.file_mask |= bit(Severity::info);
  const std::string destination(env("CUDNN_LOGDEST_DBG"));
  if (s.file_mask && !destination.empty()) {
    if (destination == "stdout")
      s.file = stdout;
    else if (destination == "stderr")
      s.file = stderr;
    else
      s.file = std::fopen(destination.c_str(), "w");
  }
  update_mask();
  return true;
}
[[maybe_unused]] const bool g_opened = open_log();

const auto g_start = std::chrono::steady_clock::now();

// The lines of a record, each ended by NUL, in the form of the original library.
std::string format_lines(const LogRecord& r) {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch()).count() % 1000000;
  std::tm tm{};
  gmtime_r(&seconds, &tm);
  const auto up = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - g_start).count();
  const auto address = [](const void* p) { return p ? fmt::format("{}", p) : std::string("NULL"); };
  std::string s = fmt::format("CuDNN (v{} girih {}) ", reported_version(), kGirihVersion);
  for (size_t begin = 0; begin <= r.text.size();) {
    const size_t end = std::min(r.text.find('\n', begin), r.text.size());
    if (begin) s += "    ";
    s.append(r.text, begin, end - begin);
    s += '\0';
    begin = end + 1;
  }
  s += fmt::format("Time: {:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06} ({}d+{}h+{}m+{}s since start)", tm.tm_year + 1900,
                   tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec, us, up / 86400, up / 3600 % 24,
                   up / 60 % 60, up % 60);
  s += '\0';
  s += fmt::format("Process={}; Thread={}; GPU=NULL; Handle={}; StreamId={}.", getpid(), syscall(SYS_gettid),
                   address(r.handle), address(r.stream));
  s += '\0';
  return s;
}

// The same for a file: "I! " before the first line, "i! " before the others, an empty line after the record.
std::string file_text(Severity severity, const std::string& lines) {
  constexpr char kUpper[] = "FEWI", kLower[] = "fewi";
  std::string s;
  for (size_t begin = 0; begin < lines.size();) {
    const size_t end = lines.find('\0', begin);
    s += begin ? kLower[static_cast<int>(severity)] : kUpper[static_cast<int>(severity)];
    s += "! ";
    s.append(lines, begin, end - begin);
    s += '\n';
    begin = end + 1;
  }
  return s + '\n';
}

}  // namespace

std::atomic<unsigned> detail::log_mask{0};

void log_write(const LogRecord& record) {
  State& s = state();
  const std::string lines = format_lines(record);
  const auto write = [&](std::FILE* file) {
    const std::string text = file_text(record.severity, lines);
    std::fwrite(text.data(), 1, text.size(), file);
    std::fflush(file);
  };
  LogFunction function = nullptr;
  {
    std::lock_guard lock(s.mutex);
    if (s.file && (s.file_mask & bit(record.severity))) write(s.file);
    if (s.user_mask & bit(record.severity)) {
      function = s.function;
      if (!function) write(stdout);
    }
  }
  if (function) function(record, lines);  // outside the lock: it may call the library; c_str() adds the second NUL
}

void set_log_function(unsigned mask, LogFunction function) {
  State& s = state();
  std::lock_guard lock(s.mutex);
  s.user_mask = mask;
  s.function = function;
  update_mask();
}

}  // namespace girih
