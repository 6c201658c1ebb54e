// Kernels and the driver. A program with kernels links and starts; a launch fails with a status whose text says why.
#include <cstring>

#include "capture.h"
#include "cuda_profiler_api.h"
#include "status.h"
#include "stream.h"

namespace girih::hostcuda {

namespace {

constexpr cudaError_t kNoKernels = cudaErrorNoKernelImageForDevice;

// Between <<<...>>> and the launch the compiler pushes the configuration and pops it again.
struct LaunchConfiguration {
  dim3 grid;
  dim3 block;
  size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
  bool pushed = false;
};
thread_local LaunchConfiguration configuration;

// A launch, in a captured stream or not, spoils what it should have been part of.
cudaError_t refuse_launch(const void* func, cudaStream_t handle) {
  const auto stream = find_stream(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (!func) return cudaErrorInvalidDeviceFunction;
  const std::lock_guard lock(state_mutex());
  if (stream->capture) stream->capture->invalidated = true;
  return kNoKernels;
}

cudaError_t no_entry_point(const char* symbol, void** funcPtr, cudaDriverEntryPointQueryResult* driverStatus) {
  if (!symbol || !funcPtr) return cudaErrorInvalidValue;
  *funcPtr = nullptr;
  if (driverStatus) *driverStatus = cudaDriverEntryPointSymbolNotFound;
  // With somewhere to put the answer "not found", the question itself succeeded.
  return driverStatus ? cudaSuccess : cudaErrorSymbolNotFound;
}

}  // namespace

HOSTCUDA_API cudaError_t cudaLaunchKernel(const void* func, dim3, dim3, void**, size_t, cudaStream_t stream) {
  return call([&] { return refuse_launch(func, stream); });
}

HOSTCUDA_API cudaError_t cudaLaunchCooperativeKernel(const void* func, dim3, dim3, void**, size_t,
                                                     cudaStream_t stream) {
  return call([&] { return refuse_launch(func, stream); });
}

HOSTCUDA_API cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t, const cudaGraphNode_t*, size_t,
                                                const cudaKernelNodeParams* params) {
  return report(node && params ? kNoKernels : cudaErrorInvalidValue);
}

HOSTCUDA_API cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, const void* func) {
  return report(attr && func ? kNoKernels : cudaErrorInvalidValue);
}

HOSTCUDA_API cudaError_t cudaFuncSetAttribute(const void* func, cudaFuncAttribute, int) {
  return report(func ? kNoKernels : cudaErrorInvalidDeviceFunction);
}

HOSTCUDA_API cudaError_t cudaFuncSetCacheConfig(const void* func, cudaFuncCache) {
  return report(func ? kNoKernels : cudaErrorInvalidDeviceFunction);
}

// Device variables live in device code, of which there is none.
HOSTCUDA_API cudaError_t cudaMemcpyToSymbol(const void*, const void*, size_t, size_t, cudaMemcpyKind) {
  return report(cudaErrorInvalidSymbol);
}

HOSTCUDA_API cudaError_t cudaMemcpyFromSymbol(void*, const void*, size_t, size_t, cudaMemcpyKind) {
  return report(cudaErrorInvalidSymbol);
}

HOSTCUDA_API cudaError_t cudaGetSymbolAddress(void** devPtr, const void*) {
  return report(devPtr ? cudaErrorInvalidSymbol : cudaErrorInvalidValue);
}

HOSTCUDA_API cudaError_t cudaGetSymbolSize(size_t* size, const void*) {
  return report(size ? cudaErrorInvalidSymbol : cudaErrorInvalidValue);
}

HOSTCUDA_API cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** funcPtr, unsigned long long,
                                                 cudaDriverEntryPointQueryResult* driverStatus) {
  return report(no_entry_point(symbol, funcPtr, driverStatus));
}

HOSTCUDA_API cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** funcPtr, unsigned int,
                                                          unsigned long long,
                                                          cudaDriverEntryPointQueryResult* driverStatus) {
  return report(no_entry_point(symbol, funcPtr, driverStatus));
}

HOSTCUDA_API cudaError_t cudaProfilerStart() { return cudaSuccess; }

HOSTCUDA_API cudaError_t cudaProfilerStop() { return cudaSuccess; }

// The calls below are made by code that nvcc writes: registration of device code at start, and launches.

HOSTCUDA_API void** __cudaRegisterFatBinary(void* fat_binary) {
  static void* handle;
  handle = fat_binary;
  return &handle;
}

HOSTCUDA_API void __cudaRegisterFatBinaryEnd(void**) {}

HOSTCUDA_API void __cudaUnregisterFatBinary(void**) {}

HOSTCUDA_API void __cudaRegisterFunction(void**, const char*, char*, const char*, int, void*, void*, void*, void*,
                                         int*) {}

HOSTCUDA_API void __cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int) {}

HOSTCUDA_API void __cudaRegisterManagedVar(void**, void**, char*, const char*, int, size_t, int, int) {}

HOSTCUDA_API void __cudaRegisterHostVar(void**, const char*, char*, size_t) {}

HOSTCUDA_API char __cudaInitModule(void**) { return 1; }

HOSTCUDA_API unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, CUstream_st* stream) {
  configuration = {grid, block, shared_bytes, stream, true};
  return 0;
}

HOSTCUDA_API cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes, void* stream) {
  if (!configuration.pushed) return report(cudaErrorMissingConfiguration);
  if (!grid || !block || !shared_bytes || !stream) return report(cudaErrorInvalidValue);
  *grid = configuration.grid;
  *block = configuration.block;
  *shared_bytes = configuration.shared_bytes;
  std::memcpy(stream, &configuration.stream, sizeof configuration.stream);
  configuration.pushed = false;
  return cudaSuccess;
}

// CUDA 13: a kernel handle behind a host function, and a launch through it.
HOSTCUDA_API cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* func) {
  if (!kernel || !func) return report(cudaErrorInvalidValue);
  *kernel = reinterpret_cast<cudaKernel_t>(const_cast<void*>(func));
  return cudaSuccess;
}

HOSTCUDA_API cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3, dim3, void**, size_t, cudaStream_t stream) {
  return call([&] { return refuse_launch(kernel, stream); });
}

// Code for a GPU: there is none to load it.
HOSTCUDA_API cudaError_t cudaLibraryLoadData(cudaLibrary_t*, const void*, cudaJitOption*, void**, unsigned int,
                                             cudaLibraryOption*, void**, unsigned int) {
  return report(cudaErrorNotSupported);
}
HOSTCUDA_API cudaError_t cudaLibraryGetKernel(cudaKernel_t*, cudaLibrary_t, const char*) {
  return report(cudaErrorNotSupported);
}
HOSTCUDA_API cudaError_t cudaLibraryUnload(cudaLibrary_t) { return report(cudaErrorNotSupported); }
HOSTCUDA_API cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t, cudaFuncAttribute, int, int) {
  return report(cudaErrorNotSupported);
}

}  // namespace girih::hostcuda
