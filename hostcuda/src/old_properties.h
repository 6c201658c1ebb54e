// The device properties in the layouts of CUDA 11 and 12.
#pragma once

#include <cstddef>
#include <cstring>

#include "device.h"

namespace girih::hostcuda {

// cudaDeviceProp of CUDA 12; the struct of CUDA 11 is its beginning. Names and order are public, offsets are checked
// below.
struct DevicePropOf12 {
  char name[256];
  cudaUUID_t uuid;
  char luid[8];
  unsigned int luidDeviceNodeMask;
  size_t totalGlobalMem;
  size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int clockRate;
  size_t totalConstMem;
  int major;
  int minor;
  size_t textureAlignment;
  size_t texturePitchAlignment;
  int deviceOverlap;
  int multiProcessorCount;
  int kernelExecTimeoutEnabled;
  int integrated;
  int canMapHostMemory;
  int computeMode;
  int textureLimits[40];  // maxTexture1D to maxSurfaceCubemapLayered
  size_t surfaceAlignment;
  int concurrentKernels;
  int ECCEnabled;
  int pciBusID;
  int pciDeviceID;
  int pciDomainID;
  int tccDriver;
  int asyncEngineCount;
  int unifiedAddressing;
  int memoryClockRate;
  int memoryBusWidth;
  int l2CacheSize;
  int persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported;
  int globalL1CacheSupported;
  int localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor;
  int managedMemory;
  int isMultiGpuBoard;
  int multiGpuBoardGroupID;
  int hostNativeAtomicSupported;
  int singleToDoublePrecisionPerfRatio;
  int pageableMemoryAccess;
  int concurrentManagedAccess;
  int computePreemptionSupported;
  int canUseHostPointerForRegisteredMem;
  int cooperativeLaunch;
  int cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables;
  int directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;  // the struct of CUDA 11 ends here
  int hostRegisterSupported;
  int sparseCudaArraySupported;
  int hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported;
  int memoryPoolsSupported;
  int rest[71];
};
static_assert(offsetof(DevicePropOf12, clockRate) == 348);
static_assert(offsetof(DevicePropOf12, multiProcessorCount) == 388);
static_assert(offsetof(DevicePropOf12, surfaceAlignment) == 568);
static_assert(offsetof(DevicePropOf12, memoryClockRate) == 608);
static_assert(offsetof(DevicePropOf12, sharedMemPerMultiprocessor) == 640);
static_assert(offsetof(DevicePropOf12, sharedMemPerBlockOptin) == 696);
static_assert(offsetof(DevicePropOf12, reservedSharedMemPerBlock) == 720);
static_assert(offsetof(DevicePropOf12, memoryPoolsSupported) == 744);
static_assert(sizeof(DevicePropOf12) == 1032);
inline constexpr size_t kSizeOf11 = 728;

inline DevicePropOf12 older_properties() {
  const cudaDeviceProp p = device_properties();
  DevicePropOf12 o;
  std::memset(&o, 0, sizeof o);
  // Up to maxGridSize nothing has changed.
  std::memcpy(&o, &p, offsetof(DevicePropOf12, clockRate));
  o.clockRate = kClockKhz;
  o.totalConstMem = p.totalConstMem;
  o.major = p.major;
  o.minor = p.minor;
  o.textureAlignment = p.textureAlignment;
  o.texturePitchAlignment = p.texturePitchAlignment;
  o.deviceOverlap = 1;
  o.multiProcessorCount = p.multiProcessorCount;
  o.integrated = p.integrated;
  o.canMapHostMemory = p.canMapHostMemory;
  o.surfaceAlignment = p.surfaceAlignment;
  o.concurrentKernels = p.concurrentKernels;
  o.asyncEngineCount = p.asyncEngineCount;
  o.unifiedAddressing = p.unifiedAddressing;
  o.memoryClockRate = kClockKhz;
  o.memoryBusWidth = p.memoryBusWidth;
  o.l2CacheSize = p.l2CacheSize;
  o.maxThreadsPerMultiProcessor = p.maxThreadsPerMultiProcessor;
  o.streamPrioritiesSupported = p.streamPrioritiesSupported;
  o.globalL1CacheSupported = p.globalL1CacheSupported;
  o.localL1CacheSupported = p.localL1CacheSupported;
  o.sharedMemPerMultiprocessor = p.sharedMemPerMultiprocessor;
  o.regsPerMultiprocessor = p.regsPerMultiprocessor;
  o.managedMemory = p.managedMemory;
  o.hostNativeAtomicSupported = p.hostNativeAtomicSupported;
  o.singleToDoublePrecisionPerfRatio = 2;
  o.pageableMemoryAccess = p.pageableMemoryAccess;
  o.concurrentManagedAccess = p.concurrentManagedAccess;
  o.canUseHostPointerForRegisteredMem = p.canUseHostPointerForRegisteredMem;
  o.sharedMemPerBlockOptin = p.sharedMemPerBlockOptin;
  o.pageableMemoryAccessUsesHostPageTables = p.pageableMemoryAccessUsesHostPageTables;
  o.directManagedMemAccessFromHost = p.directManagedMemAccessFromHost;
  o.maxBlocksPerMultiProcessor = p.maxBlocksPerMultiProcessor;
  o.reservedSharedMemPerBlock = p.reservedSharedMemPerBlock;
  o.hostRegisterSupported = p.hostRegisterSupported;
  o.memoryPoolsSupported = p.memoryPoolsSupported;
  return o;
}

inline cudaError_t give_properties(void* prop, size_t size, int device) {
  if (!prop) return cudaErrorInvalidValue;
  if (device != 0) return cudaErrorInvalidDevice;
  const DevicePropOf12 properties = older_properties();
  std::memcpy(prop, &properties, size);
  return cudaSuccess;
}

}  // namespace girih::hostcuda
