#include "api/entry.h"

#include <algorithm>
#include <cstring>

namespace girih::api {

const char* status_name(int status) {
  const char* name = enumerator_name(kStatusTable, status);
  return name ? name : "CUDNN_UNKNOWN_STATUS";
}

namespace {

thread_local std::string t_last_error;

std::string list_int(const int* v, int n) {
  std::string s = "{";
  for (int i = 0; i < n; ++i) s += fmt::format("{}{}", i ? "," : "", v[i]);
  return s + "}";
}

}  // namespace

cudnnStatus_t record_error(const char* function, const Error& error) noexcept {
  try {
    t_last_error = fmt::format("{}: {}", function, error.text);
    if (log_enabled(Severity::error))
      log_write({Severity::error, static_cast<int>(error.status), nullptr, nullptr,
                 fmt::format("function {}() returned {}:\n{}", function, status_name(static_cast<int>(error.status)),
                             error.text)});
  } catch (...) {
    t_last_error.clear();  // no memory for the text; the status says so
  }
  return static_cast<cudnnStatus_t>(error.status);
}

void take_last_error(char* out, size_t size) {
  if (!out || size == 0) return;
  const size_t n = std::min(size - 1, t_last_error.size());
  std::memcpy(out, t_last_error.data(), n);
  out[n] = '\0';
  t_last_error.clear();
}

Error unbuilt(const char* function) {
  return not_supported(
      "{} is not built yet in this version of Girih (docs/unbuilt.gen.md lists such functions); nothing was done",
      function);
}

void log_call(const char* function, const Printer& arguments) {
  const cudnnContext* c = arguments.context;
  log_write({Severity::info, 0, c, c ? c->stream : nullptr,
             fmt::format("function {}() called:{}", function, arguments.text)});
}

const char* enumerator_name(const EnumTable& table, int value) {
  for (const auto& v : table.values)
    if (v.value == value) return v.name;
  return nullptr;
}

void Checker::null(const char* name, const char* way_out) { error = bad_param("{}: is NULL; {}", name, way_out); }

void Checker::dead(const char* name) {
  error = bad_param("{}: is not a live object of its kind (destroyed, never created, or of another kind)", name);
}

void Checker::unknown(const char* name, int v, const EnumTable& table, Policy policy) {
  error = fail(policy == Policy::not_supported ? Status::kNotSupported : Status::kBadParam, "{}: {} is no value of {}",
               name, v, table.type);
}

void Printer::descriptor(const char* name, const cudnnTensorStruct* p) {
  line(name, "cudnnTensorDescriptor_t", alive(p) ? to_text(p->desc) : "not live");
}
void Printer::descriptor(const char* name, const cudnnFilterStruct* p) {
  line(name, "cudnnFilterDescriptor_t", alive(p) ? to_text(p->desc) : "not live");
}
void Printer::descriptor(const char* name, const cudnnConvolutionStruct* p) {
  if (!alive(p)) return line(name, "cudnnConvolutionDescriptor_t", "not live");
  line(name, "cudnnConvolutionDescriptor_t",
       fmt::format("pad={} stride={} dilation={} groups={} mode={} compute={} math={}", list_int(p->pad, p->spatial),
                   list_int(p->stride, p->spatial), list_int(p->dilation, p->spatial), p->groups,
                   static_cast<int>(p->mode), dtype_name(to_dtype(p->compute)), static_cast<int>(p->math)));
}
void Printer::descriptor(const char* name, const cudnnPoolingStruct* p) {
  if (!alive(p)) return line(name, "cudnnPoolingDescriptor_t", "not live");
  line(name, "cudnnPoolingDescriptor_t",
       fmt::format("mode={} nan={} window={} pad={} stride={}", static_cast<int>(p->mode), static_cast<int>(p->nan),
                   list_int(p->window, p->spatial), list_int(p->pad, p->spatial), list_int(p->stride, p->spatial)));
}
void Printer::descriptor(const char* name, const cudnnActivationStruct* p) {
  if (!alive(p)) return line(name, "cudnnActivationDescriptor_t", "not live");
  line(name, "cudnnActivationDescriptor_t",
       fmt::format("mode={} nan={} coef={}", static_cast<int>(p->mode), static_cast<int>(p->nan), p->coef));
}
void Printer::scale(const char* name, const void* p) {
  // float or double: the type is that of the output; the first four bytes as a float are printed, and the address.
  if (!p) return line(name, "scale", "NULL");
  float f;
  std::memcpy(&f, p, sizeof f);
  line(name, "scale", fmt::format("{} (as float)", f));
}

}  // namespace girih::api
