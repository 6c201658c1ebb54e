#include "memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <shared_mutex>

#include "capture.h"
#include "status.h"
#include "stream.h"

namespace girih::hostcuda {

namespace {

constexpr size_t kHugePage = size_t{2} << 20;

struct Account {
  std::shared_mutex mutex;
  std::map<const char*, Allocation> ranges;  // by first byte
  size_t in_use = 0;
};

// Never destroyed: programs free memory in destructors of static objects.
Account& account() {
  static Account* const instance = new Account;
  return *instance;
}

// Call with the account locked.
const Allocation* find_locked(const Account& a, const void* ptr) {
  const char* p = static_cast<const char*>(ptr);
  auto it = a.ranges.upper_bound(p);
  if (it == a.ranges.begin()) return nullptr;
  --it;
  const Allocation& range = it->second;
  return static_cast<size_t>(p - range.begin) < range.size ? &range : nullptr;
}

size_t physical_memory() {
  static const size_t bytes =
      static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<size_t>(sysconf(_SC_PAGE_SIZE));
  return bytes;
}

// What the kernel could give without swapping; 0 when it does not say.
size_t available_memory() {
  FILE* file = std::fopen("/proc/meminfo", "r");
  if (!file) return 0;
  char line[128];
  unsigned long long kib = 0;
  while (std::fgets(line, sizeof line, file)) {
    if (std::sscanf(line, "MemAvailable: %llu kB", &kib) == 1) break;
  }
  std::fclose(file);
  return static_cast<size_t>(kib) * 1024;
}

}  // namespace

MemoryInfo memory_info() {
  const size_t total = physical_memory();
  Account& a = account();
  const std::shared_lock lock(a.mutex);
  const size_t unspent = total > a.in_use ? total - a.in_use : 0;
  const size_t available = available_memory();
  return {available && available < unspent ? available : unspent, total};
}

cudaError_t allocate(void** out, size_t size, cudaMemoryType type, unsigned int flags) {
  if (!out) return cudaErrorInvalidValue;
  *out = nullptr;
  if (size == 0) return cudaSuccess;
  Account& a = account();
  const std::unique_lock lock(a.mutex);
  // malloc would promise more than the machine has; a device does not.
  if (size > physical_memory() || a.in_use > physical_memory() - size) return cudaErrorMemoryAllocation;
  const size_t alignment = size >= 2 * kHugePage ? kHugePage : kAlignment;
  const size_t rounded = (size + alignment - 1) / alignment * alignment;
  void* ptr = std::aligned_alloc(alignment, rounded);
  if (!ptr) return cudaErrorMemoryAllocation;
  // Large tensors are read in long sweeps; huge pages spare the address translation (a hint, so its failure is none).
  if (alignment == kHugePage) madvise(ptr, rounded, MADV_HUGEPAGE);
  try {
    Allocation range{static_cast<char*>(ptr), size, type, flags, true};
    a.ranges.emplace(range.begin, range);
  } catch (...) {
    std::free(ptr);
    throw;
  }
  a.in_use += size;
  *out = ptr;
  return cudaSuccess;
}

cudaError_t release(void* ptr, cudaMemoryType type, cudaMemoryType other) {
  if (!ptr) return cudaSuccess;
  Account& a = account();
  const std::unique_lock lock(a.mutex);
  const auto it = a.ranges.find(static_cast<const char*>(ptr));
  if (it == a.ranges.end() || !it->second.owned) return cudaErrorInvalidValue;
  if (it->second.type != type && it->second.type != other) return cudaErrorInvalidValue;
  a.in_use -= it->second.size;
  a.ranges.erase(it);
  std::free(ptr);
  return cudaSuccess;
}

Allocation find_allocation(const void* ptr) {
  Account& a = account();
  const std::shared_lock lock(a.mutex);
  const Allocation* range = find_locked(a, ptr);
  return range ? *range : Allocation{};
}

bool is_device_range(const void* ptr, size_t bytes) {
  Account& a = account();
  const std::shared_lock lock(a.mutex);
  const Allocation* range = find_locked(a, ptr);
  return range && bytes <= range->size - static_cast<size_t>(static_cast<const char*>(ptr) - range->begin);
}

bool is_host_range(const void* ptr, size_t bytes) {
  if (!ptr) return false;
  Account& a = account();
  const std::shared_lock lock(a.mutex);
  const Allocation* range = find_locked(a, ptr);
  if (!range) return true;
  if (range->type == cudaMemoryTypeDevice) return false;
  if (!range->owned) return true;  // the program may have registered only part of its buffer
  return bytes <= range->size - static_cast<size_t>(static_cast<const char*>(ptr) - range->begin);
}

void release_everything() {
  Account& a = account();
  const std::unique_lock lock(a.mutex);
  for (const auto& [begin, range] : a.ranges) {
    if (range.owned) std::free(range.begin);
  }
  a.ranges.clear();
  a.in_use = 0;
}

namespace {

// A row start for every row of `width` bytes.
size_t pitch_for(size_t width) { return (width + kAlignment - 1) / kAlignment * kAlignment; }

cudaError_t allocate_rows(void** out, size_t* pitch, size_t width, size_t rows) {
  if (!out || !pitch) return cudaErrorInvalidValue;
  if (width > kMaxPitch - kAlignment) return cudaErrorInvalidValue;
  *pitch = pitch_for(width);
  size_t bytes = 0;
  if (__builtin_mul_overflow(*pitch, rows, &bytes)) return cudaErrorMemoryAllocation;
  return allocate(out, bytes, cudaMemoryTypeDevice, 0);
}

}  // namespace

HOSTCUDA_API cudaError_t cudaMalloc(void** devPtr, size_t size) {
  return call([&] {
    const cudaError_t allowed = unsafe_call();
    return allowed ? allowed : allocate(devPtr, size, cudaMemoryTypeDevice, 0);
  });
}

HOSTCUDA_API cudaError_t cudaFree(void* devPtr) {
  return call([&] {
    const cudaError_t allowed = unsafe_call();
    return allowed ? allowed : release(devPtr, cudaMemoryTypeDevice, cudaMemoryTypeManaged);
  });
}

HOSTCUDA_API cudaError_t cudaMallocManaged(void** devPtr, size_t size, unsigned int flags) {
  return call([&] {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return cudaErrorInvalidValue;
    const cudaError_t allowed = unsafe_call();
    return allowed ? allowed : allocate(devPtr, size, cudaMemoryTypeManaged, flags);
  });
}

HOSTCUDA_API cudaError_t cudaHostAlloc(void** ptr, size_t size, unsigned int flags) {
  return call([&] {
    constexpr unsigned int kKnown = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    if (flags & ~kKnown) return cudaErrorInvalidValue;
    const cudaError_t allowed = unsafe_call();
    // Every host allocation is mapped, as under unified addressing.
    return allowed ? allowed : allocate(ptr, size, cudaMemoryTypeHost, flags | cudaHostAllocMapped);
  });
}

HOSTCUDA_API cudaError_t cudaMallocHost(void** ptr, size_t size) { return cudaHostAlloc(ptr, size, 0); }

HOSTCUDA_API cudaError_t cudaFreeHost(void* ptr) {
  return call([&] {
    const cudaError_t allowed = unsafe_call();
    return allowed ? allowed : release(ptr, cudaMemoryTypeHost, cudaMemoryTypeHost);
  });
}

HOSTCUDA_API cudaError_t cudaHostRegister(void* ptr, size_t size, unsigned int flags) {
  return call([&] {
    constexpr unsigned int kKnown =
        cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
    if (!ptr || size == 0 || (flags & ~kKnown)) return cudaErrorInvalidValue;
    Account& a = account();
    const std::unique_lock lock(a.mutex);
    char* begin = static_cast<char*>(ptr);
    const auto next = a.ranges.lower_bound(begin);
    const bool overlaps_next = next != a.ranges.end() && next->second.begin < begin + size;
    if (overlaps_next || find_locked(a, ptr)) return cudaErrorHostMemoryAlreadyRegistered;
    a.ranges.emplace(begin, Allocation{begin, size, cudaMemoryTypeHost, flags | cudaHostRegisterMapped, false});
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaHostUnregister(void* ptr) {
  return call([&] {
    if (!ptr) return cudaErrorInvalidValue;
    Account& a = account();
    const std::unique_lock lock(a.mutex);
    const auto it = a.ranges.find(static_cast<const char*>(ptr));
    if (it == a.ranges.end() || it->second.owned) return cudaErrorHostMemoryNotRegistered;
    a.ranges.erase(it);
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaHostGetDevicePointer(void** pDevice, void* pHost, unsigned int flags) {
  return call([&] {
    if (!pDevice || flags) return cudaErrorInvalidValue;
    *pDevice = nullptr;
    if (find_allocation(pHost).type != cudaMemoryTypeHost) return cudaErrorInvalidValue;
    *pDevice = pHost;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaHostGetFlags(unsigned int* pFlags, void* pHost) {
  return call([&] {
    const Allocation range = find_allocation(pHost);
    if (!pFlags || range.type != cudaMemoryTypeHost) return cudaErrorInvalidValue;
    *pFlags = range.flags;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaMallocPitch(void** devPtr, size_t* pitch, size_t width, size_t height) {
  return call([&] {
    const cudaError_t allowed = unsafe_call();
    return allowed ? allowed : allocate_rows(devPtr, pitch, width, height);
  });
}

HOSTCUDA_API cudaError_t cudaMalloc3D(cudaPitchedPtr* pitchedDevPtr, cudaExtent extent) {
  return call([&] {
    if (!pitchedDevPtr) return cudaErrorInvalidValue;
    const cudaError_t allowed = unsafe_call();
    if (allowed) return allowed;
    size_t rows = 0;
    if (__builtin_mul_overflow(extent.height, extent.depth, &rows)) return cudaErrorMemoryAllocation;
    pitchedDevPtr->xsize = extent.width;
    pitchedDevPtr->ysize = extent.height;
    return allocate_rows(&pitchedDevPtr->ptr, &pitchedDevPtr->pitch, extent.width, rows);
  });
}

HOSTCUDA_API cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return call([&] {
    if (!free || !total) return cudaErrorInvalidValue;
    const MemoryInfo info = memory_info();
    *free = info.free;
    *total = info.total;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* ptr) {
  return call([&] {
    if (!attributes) return cudaErrorInvalidValue;
    const Allocation range = find_allocation(ptr);
    void* address = const_cast<void*>(ptr);
    const bool known = range.type != cudaMemoryTypeUnregistered;
    // The struct grew by its reserved tail in CUDA 13; older programs own no memory for that.
    attributes->type = range.type;
    attributes->device = known ? 0 : cudaInvalidDeviceId;
    attributes->devicePointer = known ? address : nullptr;
    attributes->hostPointer = range.type == cudaMemoryTypeDevice ? nullptr : address;
#if HOSTCUDA_MAJOR >= 13
    std::memset(attributes->reserved, 0, sizeof attributes->reserved);
#endif
    return cudaSuccess;
  });
}

}  // namespace girih::hostcuda
