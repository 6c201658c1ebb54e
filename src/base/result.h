// Result<T>: a value, or a status with a text that says which argument, which value, which rule, and the way out.
// Every function that can fail on a user's input returns one; GIRIH_TRY passes a failure on.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/format.h"
#include "base/status.gen.h"

namespace girih {

struct Error {
  Status status;
  std::string text;
};

template <class T = void>
class [[nodiscard]] Result;

// One pointer wide: success costs a null test and no allocation.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error e) : error_(std::make_unique<Error>(std::move(e))) {}
  explicit operator bool() const { return !error_; }
  const Error& error() const { return *error_; }
  Error take_error() && { return std::move(*error_); }

 private:
  std::unique_ptr<Error> error_;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error e) : error_(std::make_unique<Error>(std::move(e))) {}
  explicit operator bool() const { return !error_; }
  T& operator*() & { return *value_; }
  const T& operator*() const& { return *value_; }
  T&& operator*() && { return std::move(*value_); }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }
  const Error& error() const { return *error_; }
  Error take_error() && { return std::move(*error_); }

 private:
  std::optional<T> value_;
  std::unique_ptr<Error> error_;
};

using Check = Result<void>;

template <class... A>
Error fail(Status status, fmt::format_string<A...> f, A&&... a) {
  return {status, fmt::format(f, std::forward<A>(a)...)};
}
template <class... A>
Error bad_param(fmt::format_string<A...> f, A&&... a) {
  return fail(Status::kBadParam, f, std::forward<A>(a)...);
}
template <class... A>
Error not_supported(fmt::format_string<A...> f, A&&... a) {
  return fail(Status::kNotSupported, f, std::forward<A>(a)...);
}

}  // namespace girih

// Evaluates a Result expression; leaves the function with its error, or goes on.
#define GIRIH_TRY(expression)                                         \
  do {                                                                \
    if (auto girih_result = (expression); !girih_result) [[unlikely]] \
      return std::move(girih_result).take_error();                    \
  } while (0)

#define GIRIH_JOIN2(a, b) a##b
#define GIRIH_JOIN(a, b) GIRIH_JOIN2(a, b)
// Declares `variable` from a Result expression, or leaves the function with its error.
#define GIRIH_TRY_ASSIGN(variable, expression)                          \
  auto GIRIH_JOIN(girih_result_, __LINE__) = (expression);              \
  if (!GIRIH_JOIN(girih_result_, __LINE__)) [[unlikely]]                \
    return std::move(GIRIH_JOIN(girih_result_, __LINE__)).take_error(); \
  variable = *std::move(GIRIH_JOIN(girih_result_, __LINE__))
