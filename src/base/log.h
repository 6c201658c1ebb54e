// The log: records of calls and errors. Off by default; switched on by CUDNN_LOGLEVEL_DBG (0 to 3),
// CUDNN_LOG{ERR,WARN,INFO}_DBG and CUDNN_LOGDEST_DBG (stdout, stderr or a file), or by a callback of the program.
#pragma once
#include <atomic>
#include <string>

namespace girih {

enum class Severity : int { fatal = 0, error = 1, warning = 2, info = 3 };  // the numbers of cudnnSeverity_t

namespace detail {
extern std::atomic<unsigned> log_mask;  // bit s: records of severity s are wanted
}
inline bool log_enabled(Severity s) {
  return (detail::log_mask.load(std::memory_order_relaxed) >> static_cast<int>(s)) & 1;
}

// One record: its text may have several lines, "function cudnnCreate() called:\nhandle: ...".
struct LogRecord {
  Severity severity;
  int status = 0;
  const void* handle = nullptr;
  const void* stream = nullptr;
  std::string text;
};

// lines: the record as a program's callback gets it, each line ended by NUL, the last by a second one.
using LogFunction = void (*)(const LogRecord&, const std::string& lines);

// Writes to the destination of the environment, and to the program's function when it wants that severity.
void log_write(const LogRecord& record);
// mask 0 takes the function away. function nullptr with a mask: standard output.
void set_log_function(unsigned mask, LogFunction function);

}  // namespace girih
