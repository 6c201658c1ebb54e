#include "base/log.h"

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
  void* user = nullptr;
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

std::string format_record(const LogRecord& r) {
  constexpr char kUpper[] = "FEWI", kLower[] = "fewi";
  const char upper = kUpper[static_cast<int>(r.severity)], lower = kLower[static_cast<int>(r.severity)];
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch()).count() % 1000000;
  std::tm tm{};
  gmtime_r(&seconds, &tm);
  const auto up = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - g_start).count();
  std::string s = fmt::format("{}! CuDNN (v{} girih {}) ", upper, reported_version(), kGirihVersion);
  for (size_t begin = 0; begin <= r.text.size();) {
    const size_t end = std::min(r.text.find('\n', begin), r.text.size());
    if (begin) s += fmt::format("{}!     ", lower);
    s.append(r.text, begin, end - begin);
    s += '\n';
    begin = end + 1;
  }
  s += fmt::format("{}! Time: {:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06} ({}d+{}h+{}m+{}s since start)\n", lower,
                   tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec, us, up / 86400,
                   up / 3600 % 24, up / 60 % 60, up % 60);
  s += fmt::format("{}! Process={}; Thread={}; GPU=NULL; Handle={}; StreamId={}.\n\n", lower, getpid(),
                   syscall(SYS_gettid), r.handle, r.stream);
  return s;
}

}  // namespace

std::atomic<unsigned> detail::log_mask{0};

void log_write(const LogRecord& record) {
  State& s = state();
  const std::string text = format_record(record);
  LogFunction function = nullptr;
  void* user = nullptr;
  {
    std::lock_guard lock(s.mutex);
    if (s.file && (s.file_mask & bit(record.severity))) {
      std::fwrite(text.data(), 1, text.size(), s.file);
      std::fflush(s.file);
    }
    if (s.user_mask & bit(record.severity)) {
      function = s.function;
      user = s.user;
      if (!function) {
        std::fwrite(text.data(), 1, text.size(), stdout);
        std::fflush(stdout);
      }
    }
  }
  if (function) function(record, text, user);  // outside the lock: it may call the library
}

void set_log_function(unsigned mask, LogFunction function, void* user) {
  State& s = state();
  std::lock_guard lock(s.mutex);
  s.user_mask = mask;
  s.function = function;
  s.user = user;
  update_mask();
}

}  // namespace girih
