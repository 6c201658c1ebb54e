#include "cuda/driver.h"

#include <dlfcn.h>

namespace girih::cuda {
namespace {

struct Opened {
  Driver table;
  bool ok = false;
  std::string why;
};

#define GIRIH_TEXT(name) #name
#define GIRIH_EXPANDED_TEXT(name) GIRIH_TEXT(name)

Opened open_driver() {
  Opened result;
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    result.why = "the CUDA driver cannot be opened: " + std::string(dlerror());
    return result;
  }
#define GIRIH_LOOK_UP(name)                                                                                     \
  result.table.name = reinterpret_cast<decltype(result.table.name)>(dlsym(library, GIRIH_EXPANDED_TEXT(name))); \
  if (result.table.name == nullptr) {                                                                           \
    result.why = "libcuda.so.1 has no " GIRIH_EXPANDED_TEXT(name) ": it is older than CUDA 12.3";               \
    return result;                                                                                              \
  }
  GIRIH_CUDA_DRIVER_FUNCTIONS(GIRIH_LOOK_UP)
#undef GIRIH_LOOK_UP
  const CUresult status = result.table.cuInit(0);
  result.ok = status == CUDA_SUCCESS;
  if (!result.ok) result.why = "cuInit failed with error " + std::to_string(status);
  return result;
}

const Opened& opened() {
  static const Opened instance = open_driver();
  return instance;
}

}  // namespace

const Driver* driver(std::string* why) {
  const Opened& d = opened();
  if (!d.ok && why != nullptr) *why = d.why;
  return d.ok ? &d.table : nullptr;
}

std::string error_text(CUresult result) {
  const char* text = nullptr;
  if (opened().ok) opened().table.cuGetErrorString(result, &text);
  return text != nullptr ? text : "CUDA error " + std::to_string(result);
}

}  // namespace girih::cuda
