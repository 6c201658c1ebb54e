// Allocation in stream order. Work is done when its call returns, so the order of the calls is the order of the
// stream, and one pool, the account of memory, serves all.
#include <cstdint>

#include "capture.h"
#include "handles.h"
#include "memory.h"
#include "status.h"
#include "stream.h"

struct CUmemPoolHandle_st {
  uint64_t attributes[9] = {};  // by cudaMemPoolAttr
};

namespace girih::hostcuda {

namespace {

Handles<CUmemPoolHandle_st>& pools() {
  static Handles<CUmemPoolHandle_st>* const instance = new Handles<CUmemPoolHandle_st>;
  return *instance;
}

cudaMemPool_t new_pool() {
  auto pool = std::make_shared<CUmemPoolHandle_st>();
  // Defaults of the documentation: all reuse policies on, nothing kept beyond use.
  pool->attributes[cudaMemPoolReuseFollowEventDependencies] = 1;
  pool->attributes[cudaMemPoolReuseAllowOpportunistic] = 1;
  pool->attributes[cudaMemPoolReuseAllowInternalDependencies] = 1;
  return pools().add(std::move(pool));
}

cudaMemPool_t default_pool() {
  static const cudaMemPool_t pool = new_pool();
  return pool;
}

// A graph would have to own the memory; that kind of node is not supported.
cudaError_t refuse_capture(cudaStream_t handle) {
  const auto stream = find_stream(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (in_host_function()) return cudaErrorNotPermitted;
  const std::lock_guard lock(state_mutex());
  if (!stream->capture) return check_legacy(*stream);
  stream->capture->invalidated = true;
  return cudaErrorNotSupported;
}

// The policies are 32-bit numbers, the byte counts 64-bit.
bool is_wide(cudaMemPoolAttr attr) { return attr >= cudaMemPoolAttrReleaseThreshold; }

bool is_attribute(cudaMemPoolAttr attr) {
  return attr >= cudaMemPoolReuseFollowEventDependencies && attr <= cudaMemPoolAttrUsedMemHigh;
}

}  // namespace

HOSTCUDA_API cudaError_t cudaMallocAsync(void** devPtr, size_t size, cudaStream_t stream) {
  return call([&] {
    const cudaError_t status = refuse_capture(stream);
    return status ? status : allocate(devPtr, size, cudaMemoryTypeDevice, 0);
  });
}

HOSTCUDA_API cudaError_t cudaMallocFromPoolAsync(void** ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) {
  if (!pools().find(memPool)) return report(cudaErrorInvalidValue);
  return cudaMallocAsync(ptr, size, stream);
}

HOSTCUDA_API cudaError_t cudaFreeAsync(void* devPtr, cudaStream_t stream) {
  return call([&] {
    const cudaError_t status = refuse_capture(stream);
    return status ? status : release(devPtr, cudaMemoryTypeDevice, cudaMemoryTypeDevice);
  });
}

HOSTCUDA_API cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* memPool, int device) {
  return call([&] {
    if (!memPool) return cudaErrorInvalidValue;
    if (device != 0) return cudaErrorInvalidDevice;
    *memPool = default_pool();
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* memPool, int device) {
  return cudaDeviceGetDefaultMemPool(memPool, device);
}

HOSTCUDA_API cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool) {
  return call([&] {
    if (device != 0) return cudaErrorInvalidDevice;
    return pools().find(memPool) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

HOSTCUDA_API cudaError_t cudaMemPoolCreate(cudaMemPool_t* memPool, const cudaMemPoolProps* poolProps) {
  return call([&] {
    if (!memPool || !poolProps || poolProps->allocType != cudaMemAllocationTypePinned) return cudaErrorInvalidValue;
    *memPool = new_pool();
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool) {
  return call([&] {
    if (memPool == default_pool()) return cudaErrorInvalidValue;
    return pools().take(memPool) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

HOSTCUDA_API cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  return call([&] {
    const auto pool = pools().find(memPool);
    if (!pool || !value || !is_attribute(attr)) return cudaErrorInvalidValue;
    const std::lock_guard lock(state_mutex());
    pool->attributes[attr] = is_wide(attr) ? *static_cast<uint64_t*>(value) : *static_cast<uint32_t*>(value);
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  return call([&] {
    const auto pool = pools().find(memPool);
    if (!pool || !value || !is_attribute(attr)) return cudaErrorInvalidValue;
    const std::lock_guard lock(state_mutex());
    if (is_wide(attr)) {
      *static_cast<uint64_t*>(value) = pool->attributes[attr];
    } else {
      *static_cast<uint32_t*>(value) = static_cast<uint32_t>(pool->attributes[attr]);
    }
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t) {
  return call([&] { return pools().find(memPool) ? cudaSuccess : cudaErrorInvalidValue; });
}

}  // namespace girih::hostcuda
