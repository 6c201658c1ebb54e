// The C boundary. Every exported function is `enter(name, arguments, body)`, generated: `arguments` lists the
// parameters with their roles and is used twice, to check them and, when the log asks, to print them; `body` is the
// implementation. Whatever happens inside, a status comes out and the text is kept for cudnnGetLastErrorString.
#pragma once
#include <cudnn.h>

#include <exception>
#include <new>
#include <string>

#include "api/arguments.h"
#include "base/log.h"
#include "base/result.h"

#define GIRIH_EXPORT extern "C" __attribute__((visibility("default")))

namespace girih::api {

// Keeps the error for this thread and logs it.
cudnnStatus_t record_error(const char* function, const Error& error) noexcept;
// Copies the newest error text of this thread and forgets it.
void take_last_error(char* out, size_t size);

// The enumerator's name; "CUDNN_UNKNOWN_STATUS" for other numbers.
const char* status_name(int status);

// The answer of a function that this version does not have yet.
Error unbuilt(const char* function);

void log_call(const char* function, const Printer& arguments);

template <class Arguments, class Body>
cudnnStatus_t enter(const char* function, Arguments&& arguments, Body&& body) noexcept {
  try {
    if (log_enabled(Severity::info)) [[unlikely]] {
      Printer printer;
      arguments(printer);
      log_call(function, printer);
    }
    Checker checker;
    arguments(checker);
    if (checker.error) [[unlikely]]
      return record_error(function, *checker.error);
    Check result = body();
    if (result) [[likely]]
      return CUDNN_STATUS_SUCCESS;
    return record_error(function, result.error());
  } catch (const std::bad_alloc&) {
    return record_error(function, {Status::kInternalErrorHostAllocationFailed, "the host is out of memory"});
  } catch (const std::exception& e) {
    return record_error(function, {Status::kInternalError, e.what()});
  }
}

// For the few functions that return no status.
template <class Arguments, class Body>
auto enter_plain(const char* function, Arguments&& arguments, Body&& body) noexcept {
  if (log_enabled(Severity::info)) [[unlikely]] {
    Printer printer;
    arguments(printer);
    log_call(function, printer);
  }
  return body();
}

}  // namespace girih::api
