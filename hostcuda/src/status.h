// The status a call returns, and the thread's last failure.
#pragma once

#include <new>

#include "cuda_runtime.h"

// Exported from libcudart; everything else in the library stays hidden.
#define HOSTCUDA_API extern "C" __attribute__((visibility("default")))

namespace girih::hostcuda {

// Keeps a failure for cudaGetLastError and returns it.
cudaError_t report(cudaError_t status);

// Runs the body of an API call; a failed allocation of the runtime itself becomes a status too.
template <class Body>
cudaError_t call(Body&& body) {
  try {
    return report(body());
  } catch (const std::bad_alloc&) {
    return report(cudaErrorMemoryAllocation);
  } catch (...) {
    return report(cudaErrorUnknown);
  }
}

}  // namespace girih::hostcuda
