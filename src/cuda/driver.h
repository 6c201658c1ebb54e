// The CUDA driver, opened at run time: one binary serves machines with and without it, and nothing links to CUDA.
#pragma once
#include <cuda.h>

#include <string>

namespace girih::cuda {

// cuda.h renames functions to their current version by macro (cuMemAlloc is cuMemAlloc_v2), here and in the lookup
// alike.
#define GIRIH_CUDA_DRIVER_FUNCTIONS(X) \
  X(cuInit)                            \
  X(cuDriverGetVersion)                \
  X(cuDeviceGet)                       \
  X(cuDeviceGetName)                   \
  X(cuDeviceGetAttribute)              \
  X(cuDevicePrimaryCtxRetain)          \
  X(cuCtxGetCurrent)                   \
  X(cuCtxSetCurrent)                   \
  X(cuCtxPushCurrent)                  \
  X(cuCtxPopCurrent)                   \
  X(cuCtxGetDevice)                    \
  X(cuCtxSynchronize)                  \
  X(cuMemAlloc)                        \
  X(cuMemFree)                         \
  X(cuMemcpyHtoD)                      \
  X(cuMemcpyDtoH)                      \
  X(cuMemcpyDtoDAsync)                 \
  X(cuMemsetD8)                        \
  X(cuMemsetD8Async)                   \
  X(cuStreamCreate)                    \
  X(cuStreamGetCaptureInfo)            \
  X(cuThreadExchangeStreamCaptureMode) \
  X(cuStreamSynchronize)               \
  X(cuEventCreate)                     \
  X(cuEventRecord)                     \
  X(cuEventSynchronize)                \
  X(cuEventElapsedTime)                \
  X(cuLibraryLoadData)                 \
  X(cuLibraryGetKernel)                \
  X(cuKernelSetAttribute)              \
  X(cuLaunchKernelEx)                  \
  X(cuTensorMapEncodeTiled)            \
  X(cuTensorMapEncodeIm2col)           \
  X(cuGetErrorString)

struct Driver {
#define GIRIH_DECLARE(name) decltype(&::name) name = nullptr;
  GIRIH_CUDA_DRIVER_FUNCTIONS(GIRIH_DECLARE)
#undef GIRIH_DECLARE
};

// The opened driver, or null with the reason in *why (when why is not null). Opened once.
const Driver* driver(std::string* why = nullptr);

// The driver's text for an error.
std::string error_text(CUresult result);

}  // namespace girih::cuda
