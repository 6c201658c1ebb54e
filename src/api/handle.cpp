// Handles, versions, errors, callbacks.
#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>

#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "base/version.h"
#include "plan/device.h"

namespace girih::api {
namespace {

// The program's own callback, and how it is reached from the log.
struct Callback {
  unsigned mask = 0;
  void* user = nullptr;
  cudnnCallback_t function = nullptr;
} g_callback;

void call_back(const LogRecord& r, const std::string& lines) {
  cudnnDebug_t d{};
  d.cudnn_version = static_cast<unsigned>(reported_version());
  d.cudnnStatus = static_cast<cudnnStatus_t>(r.status);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  d.time_sec = static_cast<unsigned>(std::chrono::duration_cast<std::chrono::seconds>(now).count());
  d.time_usec = static_cast<unsigned>(std::chrono::duration_cast<std::chrono::microseconds>(now).count() % 1000000);
  d.handle = static_cast<cudnnContext*>(const_cast<void*>(r.handle));
  d.stream = static_cast<cudaStream_t>(const_cast<void*>(r.stream));
  d.pid = static_cast<unsigned long long>(getpid());
  d.tid = static_cast<unsigned long long>(syscall(SYS_gettid));
  d.cudaDeviceId = -1;
  if (g_callback.function)
    g_callback.function(static_cast<cudnnSeverity_t>(r.severity), g_callback.user, &d, lines.c_str());
}

}  // namespace

size_t cudnnGetVersion() { return static_cast<size_t>(reported_version()); }
size_t cudnnGetMaxDeviceVersion() { return CUDNN_MAX_DEVICE_VERSION; }

// That of the CUDA runtime in the process; 13000, which the interface was written against, when there is none.
size_t cudnnGetCudartVersion() {
  using GetVersion = int (*)(int*);
  int version = 13000;
  if (auto f = reinterpret_cast<GetVersion>(dlsym(RTLD_DEFAULT, "cudaRuntimeGetVersion"))) f(&version);
  return static_cast<size_t>(version);
}

const char* cudnnGetErrorString(cudnnStatus_t status) { return status_name(static_cast<int>(status)); }

void cudnnGetLastErrorString(char* message, size_t max_size) { take_last_error(message, max_size); }

Check cudnnGetProperty(libraryPropertyType type, int* value) {
  const long v = reported_version();
  switch (type) {
    case MAJOR_VERSION:
      *value = static_cast<int>(v / 10000);
      return {};
    case MINOR_VERSION:
      *value = static_cast<int>(v / 100 % 100);
      return {};
    case PATCH_LEVEL:
      *value = static_cast<int>(v % 100);
      return {};
  }
  return bad_param("type: {} is no library property; 0 is major, 1 minor, 2 patch level", static_cast<int>(type));
}

Check cudnnGraphVersionCheck() { return {}; }  // one library behind all: the parts cannot differ
Check cudnnOpsVersionCheck() { return {}; }
Check cudnnCnnVersionCheck() { return {}; }
Check cudnnAdvVersionCheck() { return {}; }

Check cudnnCreate(cudnnHandle_t* handle) {
  *handle = nullptr;  // also on failure: clients rely on it
  GIRIH_TRY_ASSIGN(Target device, open_device());
  *handle = pool<cudnnContext>().create();
  (*handle)->device = std::move(device);
  return {};
}

Check cudnnDestroy(cudnnHandle_t handle) { return destroy(handle); }

Check cudnnSetStream(cudnnHandle_t handle, cudaStream_t stream) {
  handle->stream = stream;
  handle->device.native.stream = stream;
  return {};
}

Check cudnnGetStream(cudnnHandle_t handle, cudaStream_t* stream) {
  *stream = handle->stream;
  return {};
}

Check cudnnQueryRuntimeError(cudnnHandle_t, cudnnStatus_t* status, cudnnErrQueryMode_t, cudnnRuntimeTag_t*) {
  *status = CUDNN_STATUS_SUCCESS;  // CPU engines report errors from the call itself
  return {};
}

Check cudnnSetCallback(unsigned mask, void* udata, cudnnCallback_t fptr) {
  g_callback = {mask & 14u, udata, fptr};  // bits 1 to 3: error, warning, info; fatal cannot be asked for
  set_log_function(g_callback.mask, fptr ? call_back : nullptr);
  return {};
}

Check cudnnGetCallback(unsigned* mask, void** udata, cudnnCallback_t* fptr) {
  if (mask) *mask = g_callback.mask;
  if (udata) *udata = g_callback.user;
  if (fptr) *fptr = g_callback.function;
  return {};
}

}  // namespace girih::api
