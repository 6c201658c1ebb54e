#include "status.h"

namespace girih::hostcuda {

namespace {

thread_local cudaError_t last_error = cudaSuccess;

struct StatusText {
  cudaError_t status;
  const char* name;
  const char* text;
};

constexpr StatusText kStatusTexts[] = {
#define STATUS(enumerator, text) {enumerator, #enumerator, text},
#include "errors.def"
#undef STATUS
};

const StatusText* find_text(cudaError_t status) {
  for (const StatusText& entry : kStatusTexts) {
    if (entry.status == status) return &entry;
  }
  return nullptr;
}

}  // namespace

cudaError_t report(cudaError_t status) {
  // A query that found work unfinished is no failure, and the runtime does not keep it.
  if (status != cudaSuccess && status != cudaErrorNotReady) last_error = status;
  return status;
}

HOSTCUDA_API cudaError_t cudaGetLastError() {
  const cudaError_t status = last_error;
  last_error = cudaSuccess;
  return status;
}

HOSTCUDA_API cudaError_t cudaPeekAtLastError() { return last_error; }

HOSTCUDA_API const char* cudaGetErrorName(cudaError_t error) {
  const StatusText* entry = find_text(error);
  return entry ? entry->name : "unrecognized error code";
}

HOSTCUDA_API const char* cudaGetErrorString(cudaError_t error) {
  const StatusText* entry = find_text(error);
  return entry ? entry->text : "unrecognized error code";
}

}  // namespace girih::hostcuda
