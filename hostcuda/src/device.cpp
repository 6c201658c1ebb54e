// The one device: the host. It answers as a device of compute capability 9.0, so that programs choose the paths they
// would choose on a current data-centre GPU.
#include "device.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "capture.h"
#include "event.h"
#include "graph.h"
#include "memory.h"
#include "status.h"
#include "stream.h"

namespace girih::hostcuda {

namespace {

constexpr char kName[] = "Girih host CPU (no GPU)";
constexpr char kBusId[] = "0000:00:00.0";

thread_local unsigned int device_flags = 0;

// The limits a program may read and set; what they limit does not exist here.
size_t limits[] = {1024, size_t{1} << 20, size_t{8} << 20, 0, 2048, 128, 0};
cudaFuncCache cache_config = cudaFuncCachePreferNone;

cudaError_t check_device(int device) { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; }

}  // namespace

// Figures of compute capability 9.0 from the tables of technical specifications in the CUDA C++ programming guide; the
// number of multiprocessors is that of an H200 (its data sheet). Memory is the machine's own.
cudaDeviceProp device_properties() {
  cudaDeviceProp p;
  std::memset(&p, 0, sizeof p);
  std::memcpy(p.name, kName, sizeof kName);
  std::memcpy(p.uuid.bytes, "girih host cpu 0", 16);
  p.totalGlobalMem = memory_info().total;
  p.sharedMemPerBlock = 48 << 10;
  p.sharedMemPerBlockOptin = 227 << 10;
  p.sharedMemPerMultiprocessor = 228 << 10;
  p.reservedSharedMemPerBlock = 1 << 10;
  p.regsPerBlock = 65536;
  p.regsPerMultiprocessor = 65536;
  p.warpSize = 32;
  p.memPitch = kMaxPitch;
  p.maxThreadsPerBlock = 1024;
  p.maxThreadsDim[0] = 1024;
  p.maxThreadsDim[1] = 1024;
  p.maxThreadsDim[2] = 64;
  p.maxGridSize[0] = 0x7fffffff;
  p.maxGridSize[1] = 65535;
  p.maxGridSize[2] = 65535;
  p.totalConstMem = 64 << 10;
  p.major = 9;
  p.minor = 0;
  p.textureAlignment = kAlignment;
  p.texturePitchAlignment = 32;
  p.surfaceAlignment = kAlignment;
  p.multiProcessorCount = 132;
  p.maxThreadsPerMultiProcessor = 2048;
  p.maxBlocksPerMultiProcessor = 32;
  p.l2CacheSize = 50 << 20;
  p.memoryBusWidth = 64;
  p.integrated = 1;  // device memory is host memory
  p.canMapHostMemory = 1;
  p.concurrentKernels = 1;
  p.asyncEngineCount = 1;
  p.unifiedAddressing = 1;
  p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = 1;
  p.localL1CacheSupported = 1;
  p.managedMemory = 1;
  p.hostNativeAtomicSupported = 1;
  p.pageableMemoryAccess = 1;
  p.pageableMemoryAccessUsesHostPageTables = 1;
  p.directManagedMemAccessFromHost = 1;
  p.concurrentManagedAccess = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.hostRegisterSupported = 1;
  p.memoryPoolsSupported = 1;
  p.deviceNumaId = -1;
  p.hostNumaId = -1;
  return p;
}

namespace {

// An attribute is mostly a field of the properties under another name.
cudaError_t attribute(int* value, cudaDeviceAttr attr) {
  const cudaDeviceProp p = device_properties();
  switch (attr) {
    case cudaDevAttrMaxThreadsPerBlock:
      *value = p.maxThreadsPerBlock;
      break;
    case cudaDevAttrMaxBlockDimX:
      *value = p.maxThreadsDim[0];
      break;
    case cudaDevAttrMaxBlockDimY:
      *value = p.maxThreadsDim[1];
      break;
    case cudaDevAttrMaxBlockDimZ:
      *value = p.maxThreadsDim[2];
      break;
    case cudaDevAttrMaxGridDimX:
      *value = p.maxGridSize[0];
      break;
    case cudaDevAttrMaxGridDimY:
      *value = p.maxGridSize[1];
      break;
    case cudaDevAttrMaxGridDimZ:
      *value = p.maxGridSize[2];
      break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      *value = static_cast<int>(p.sharedMemPerBlock);
      break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = static_cast<int>(p.sharedMemPerBlockOptin);
      break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      *value = static_cast<int>(p.sharedMemPerMultiprocessor);
      break;
    case cudaDevAttrReservedSharedMemoryPerBlock:
      *value = static_cast<int>(p.reservedSharedMemPerBlock);
      break;
    case cudaDevAttrTotalConstantMemory:
      *value = static_cast<int>(p.totalConstMem);
      break;
    case cudaDevAttrWarpSize:
      *value = p.warpSize;
      break;
    case cudaDevAttrMaxPitch:
      *value = static_cast<int>(p.memPitch);
      break;
    case cudaDevAttrMaxRegistersPerBlock:
      *value = p.regsPerBlock;
      break;
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      *value = p.regsPerMultiprocessor;
      break;
    case cudaDevAttrClockRate:
      *value = kClockKhz;
      break;
    case cudaDevAttrMemoryClockRate:
      *value = kClockKhz;
      break;
    case cudaDevAttrTextureAlignment:
      *value = static_cast<int>(p.textureAlignment);
      break;
    case cudaDevAttrTexturePitchAlignment:
      *value = static_cast<int>(p.texturePitchAlignment);
      break;
    case cudaDevAttrSurfaceAlignment:
      *value = static_cast<int>(p.surfaceAlignment);
      break;
    case cudaDevAttrGpuOverlap:
      *value = 1;
      break;
    case cudaDevAttrMultiProcessorCount:
      *value = p.multiProcessorCount;
      break;
    case cudaDevAttrIntegrated:
      *value = p.integrated;
      break;
    case cudaDevAttrCanMapHostMemory:
      *value = p.canMapHostMemory;
      break;
    case cudaDevAttrComputeMode:
      *value = cudaComputeModeDefault;
      break;
    case cudaDevAttrConcurrentKernels:
      *value = p.concurrentKernels;
      break;
    case cudaDevAttrGlobalMemoryBusWidth:
      *value = p.memoryBusWidth;
      break;
    case cudaDevAttrL2CacheSize:
      *value = p.l2CacheSize;
      break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = p.maxThreadsPerMultiProcessor;
      break;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      *value = p.maxBlocksPerMultiProcessor;
      break;
    case cudaDevAttrAsyncEngineCount:
      *value = p.asyncEngineCount;
      break;
    case cudaDevAttrUnifiedAddressing:
      *value = p.unifiedAddressing;
      break;
    case cudaDevAttrComputeCapabilityMajor:
      *value = p.major;
      break;
    case cudaDevAttrComputeCapabilityMinor:
      *value = p.minor;
      break;
    case cudaDevAttrStreamPrioritiesSupported:
      *value = p.streamPrioritiesSupported;
      break;
    case cudaDevAttrGlobalL1CacheSupported:
      *value = p.globalL1CacheSupported;
      break;
    case cudaDevAttrLocalL1CacheSupported:
      *value = p.localL1CacheSupported;
      break;
    case cudaDevAttrManagedMemory:
      *value = p.managedMemory;
      break;
    case cudaDevAttrHostNativeAtomicSupported:
      *value = p.hostNativeAtomicSupported;
      break;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
      *value = 2;
      break;
    case cudaDevAttrPageableMemoryAccess:
      *value = p.pageableMemoryAccess;
      break;
    case cudaDevAttrPageableMemoryAccessUsesHostPageTables:
      *value = p.pageableMemoryAccessUsesHostPageTables;
      break;
    case cudaDevAttrDirectManagedMemAccessFromHost:
      *value = p.directManagedMemAccessFromHost;
      break;
    case cudaDevAttrConcurrentManagedAccess:
      *value = p.concurrentManagedAccess;
      break;
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
      *value = p.canUseHostPointerForRegisteredMem;
      break;
    case cudaDevAttrHostRegisterSupported:
      *value = p.hostRegisterSupported;
      break;
    case cudaDevAttrMemoryPoolsSupported:
      *value = p.memoryPoolsSupported;
      break;
    case cudaDevAttrNumaId:
      *value = p.deviceNumaId;
      break;
    case cudaDevAttrHostNumaId:
      *value = p.hostNumaId;
      break;
    default:
      // The rest are textures, multi-GPU and driver features: none of them is here.
      if (attr < cudaDevAttrMaxThreadsPerBlock || attr >= cudaDevAttrMax) return cudaErrorInvalidValue;
      *value = 0;
  }
  return cudaSuccess;
}

}  // namespace

HOSTCUDA_API cudaError_t cudaGetDeviceCount(int* count) {
  return call([&] {
    if (!count) return cudaErrorInvalidValue;
    *count = 1;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaGetDevice(int* device) {
  return call([&] {
    if (!device) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaSetDevice(int device) { return report(check_device(device)); }

HOSTCUDA_API cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) { return report(check_device(device)); }

HOSTCUDA_API cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  return call([&] {
    if (flags & ~unsigned{cudaDeviceMask}) return cudaErrorInvalidValue;
    device_flags = flags;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  return call([&] {
    if (!flags) return cudaErrorInvalidValue;
    *flags = device_flags | cudaDeviceMapHost;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaSetValidDevices(int* devices, int count) {
  return call([&] {
    if (count < 0 || (count > 0 && !devices)) return cudaErrorInvalidValue;
    for (int i = 0; i < count; ++i) {
      if (devices[i] != 0) return cudaErrorInvalidDevice;
    }
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* prop) {
  return call([&] {
    if (!device || !prop) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int device) {
  return call([&] {
    if (!value) return cudaErrorInvalidValue;
    if (const cudaError_t status = check_device(device)) return status;
    return attribute(value, attr);
  });
}

HOSTCUDA_API cudaError_t cudaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  return call([&] {
    if (leastPriority) *leastPriority = kLeastPriority;
    if (greatestPriority) *greatestPriority = kGreatestPriority;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaDeviceGetPCIBusId(char* busId, int size, int device) {
  return call([&] {
    if (!busId || size < static_cast<int>(sizeof kBusId)) return cudaErrorInvalidValue;
    if (const cudaError_t status = check_device(device)) return status;
    std::memcpy(busId, kBusId, sizeof kBusId);
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* busId) {
  return call([&] {
    if (!device || !busId || std::strcmp(busId, kBusId) != 0) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  return call([&] {
    if (!value) return cudaErrorInvalidValue;
    if (limit < cudaLimitStackSize || limit > cudaLimitPersistingL2CacheSize) return cudaErrorUnsupportedLimit;
    const std::lock_guard lock(state_mutex());
    *value = limits[limit];
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  return call([&] {
    if (limit < cudaLimitStackSize || limit > cudaLimitPersistingL2CacheSize) return cudaErrorUnsupportedLimit;
    const std::lock_guard lock(state_mutex());
    limits[limit] = value;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return call([&] {
    if (!config) return cudaErrorInvalidValue;
    const std::lock_guard lock(state_mutex());
    *config = cache_config;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  return call([&] {
    if (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual) return cudaErrorInvalidValue;
    const std::lock_guard lock(state_mutex());
    cache_config = config;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaDeviceCanAccessPeer(int* canAccess, int device, int peerDevice) {
  return call([&] {
    if (!canAccess) return cudaErrorInvalidValue;
    if (device != 0 || peerDevice != 0) return cudaErrorInvalidDevice;
    *canAccess = 0;  // a device is not its own peer
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaRuntimeGetVersion(int* version) {
  return call([&] {
    if (!version) return cudaErrorInvalidValue;
    *version = kRuntimeVersion;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }

HOSTCUDA_API cudaError_t cudaDeviceReset() {
  return call([&] {
    if (in_host_function()) return cudaErrorNotPermitted;
    if (const cudaError_t status = refuse_any_capture()) return status;
    destroy_execs();
    destroy_graphs();
    destroy_events();
    destroy_streams();
    release_everything();
    return cudaSuccess;
  });
}

}  // namespace girih::hostcuda
