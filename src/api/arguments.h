// The two readers of a function's parameter list: Checker refuses what can never be right, Printer writes the trace.
// Both have one method for each role; `_optional` means that NULL is allowed.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include "api/descriptors.h"
#include "api/enum_tables.gen.h"
#include "base/format.h"

namespace girih::api {

// What an enum value outside its type gives.
enum class Policy { bad_param, not_supported, unchecked };

const char* enumerator_name(const EnumTable& table, int value);  // nullptr when there is none

struct Checker {
  std::optional<Error> error;  // the first broken rule

  template <class P>
  void descriptor(const char* name, const P* p) {
    if (error) return;
    if (!p)
      null(name, "make it with its cudnnCreate function");
    else if (!alive(p)) [[unlikely]]
      dead(name);
  }
  template <class P>
  void descriptor_optional(const char* name, const P* p) {
    if (!error && p && !alive(p)) [[unlikely]]
      dead(name);
  }
  void handle(const char* name, const cudnnContext* p) { descriptor(name, p); }
  void handle_optional(const char* name, const cudnnContext* p) { descriptor_optional(name, p); }
  // Backend descriptors are plain void*.
  void descriptor(const char* name, const void* p) {
    if (!error && !p) error = fail(Status::kBadParamNullPointer, "{}: is NULL", name);
  }
  void descriptor_optional(const char*, const void*) {}

  void pointer(const char* name, const void* p) {
    if (!error && !p) [[unlikely]]
      null(name, "it must point to memory");
  }
  void handle_out(const char* name, const void* p) { pointer(name, p); }
  void descriptor_out(const char* name, const void* p) { pointer(name, p); }
  void host_in(const char* name, const void* p) { pointer(name, p); }
  void host_out(const char* name, const void* p) { pointer(name, p); }
  void device_in(const char* name, const void* p) { pointer(name, p); }
  void device_out(const char* name, const void* p) { pointer(name, p); }
  void device_inout(const char* name, const void* p) { pointer(name, p); }
  void workspace(const char* name, const void* p) { pointer(name, p); }
  void scale(const char* name, const void* p) { pointer(name, p); }
  void string(const char* name, const void* p) { pointer(name, p); }
  void host_in_optional(const char*, const void*) {}
  void host_out_optional(const char*, const void*) {}
  void device_in_optional(const char*, const void*) {}
  void device_out_optional(const char*, const void*) {}
  void device_inout_optional(const char*, const void*) {}
  void workspace_optional(const char*, const void*) {}
  void scale_optional(const char*, const void*) {}
  void string_optional(const char*, const void*) {}
  void handle_out_optional(const char*, const void*) {}
  void descriptor_out_optional(const char*, const void*) {}
  void stream(const char*, cudaStream_t) {}
  template <class T>
  void value(const char*, const T&) {}

  template <class E>
  void enumerator(const char* name, E v, const EnumTable& table, Policy policy) {
    if (error || policy == Policy::unchecked || enumerator_name(table, static_cast<int>(v))) return;
    unknown(name, static_cast<int>(v), table, policy);
  }

 private:
  void null(const char* name, const char* way_out);
  void dead(const char* name);
  void unknown(const char* name, int v, const EnumTable& table, Policy policy);
};

struct Printer {
  std::string text;
  const cudnnContext* context = nullptr;  // the call's handle, when it is a live one

  void line(const char* name, const char* type, const std::string& v) {
    text += fmt::format("\n{}: type={}; val={};", name, type, v);
  }
  void pointer(const char* name, const char* type, const void* p) {
    line(name, type, p ? fmt::format("{}", p) : std::string("NULL"));
  }
  void handle(const char* name, const cudnnContext* p) {
    pointer(name, "cudnnHandle_t", p);
    if (alive(p)) context = p;
  }
  void handle_optional(const char* name, const cudnnContext* p) { handle(name, p); }
  // Descriptors print what they hold, so that the log can be run again.
  void descriptor(const char* name, const cudnnTensorStruct* p);
  void descriptor(const char* name, const cudnnFilterStruct* p);
  void descriptor(const char* name, const cudnnConvolutionStruct* p);
  void descriptor(const char* name, const cudnnPoolingStruct* p);
  void descriptor(const char* name, const cudnnActivationStruct* p);
  void descriptor(const char* name, const void* p) { pointer(name, "descriptor", p); }
  template <class P>
  void descriptor_optional(const char* name, const P* p) {
    descriptor(name, p);
  }
  void handle_out(const char* name, const void* p) { pointer(name, "out", p); }
  void handle_out_optional(const char* name, const void* p) { pointer(name, "out", p); }
  void descriptor_out(const char* name, const void* p) { pointer(name, "out", p); }
  void descriptor_out_optional(const char* name, const void* p) { pointer(name, "out", p); }
  void host_in(const char* name, const void* p) { pointer(name, "host", p); }
  void host_out(const char* name, const void* p) { pointer(name, "host out", p); }
  void device_in(const char* name, const void* p) { pointer(name, "device", p); }
  void device_out(const char* name, const void* p) { pointer(name, "device out", p); }
  void device_inout(const char* name, const void* p) { pointer(name, "device in/out", p); }
  void workspace(const char* name, const void* p) { pointer(name, "workspace", p); }
  void host_in_optional(const char* name, const void* p) { host_in(name, p); }
  void host_out_optional(const char* name, const void* p) { host_out(name, p); }
  void device_in_optional(const char* name, const void* p) { device_in(name, p); }
  void device_out_optional(const char* name, const void* p) { device_out(name, p); }
  void device_inout_optional(const char* name, const void* p) { device_inout(name, p); }
  void workspace_optional(const char* name, const void* p) { workspace(name, p); }
  void scale(const char* name, const void* p);
  void scale_optional(const char* name, const void* p) { scale(name, p); }
  void string(const char* name, const char* p) { line(name, "string", p ? p : "NULL"); }
  void string(const char* name, const void* p) { pointer(name, "string", p); }
  void string_optional(const char* name, const void* p) { pointer(name, "string", p); }
  void stream(const char* name, cudaStream_t s) { pointer(name, "cudaStream_t", s); }
  template <class T>
  void value(const char* name, const T& v) {
    if constexpr (std::is_pointer_v<T>)
      line(name, "pointer", v ? "set" : "NULL");
    else if constexpr (std::is_enum_v<T>)
      line(name, "int", fmt::format("{}", static_cast<int>(v)));
    else
      line(name, std::is_floating_point_v<T> ? "float" : "int", fmt::format("{}", v));
  }
  template <class E>
  void enumerator(const char* name, E v, const EnumTable& table, Policy) {
    const char* known = enumerator_name(table, static_cast<int>(v));
    line(name, table.type,
         known ? fmt::format("{} ({})", known, static_cast<int>(v)) : fmt::format("{}", static_cast<int>(v)));
  }
};

}  // namespace girih::api
