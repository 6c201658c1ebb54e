// The runtime's own account of memory: which ranges it gave out, of which kind, and how much is left.
#pragma once

#include <cstddef>

#include "cuda_runtime.h"

namespace girih::hostcuda {

struct Allocation {
  char* begin = nullptr;
  size_t size = 0;
  cudaMemoryType type = cudaMemoryTypeUnregistered;
  unsigned int flags = 0;
  bool owned = true;  // false: memory of the program that cudaHostRegister announced
};

inline constexpr size_t kAlignment = 512;  // of all memory given out, and of a pitch
inline constexpr size_t kMaxPitch = 0x7fffffff;

struct MemoryInfo {
  size_t free;
  size_t total;
};
MemoryInfo memory_info();

cudaError_t allocate(void** out, size_t size, cudaMemoryType type, unsigned int flags);

// Frees the allocation that begins at `ptr` and has one of the two types.
cudaError_t release(void* ptr, cudaMemoryType type, cudaMemoryType other);

// The allocation that holds `ptr`; one with type Unregistered when there is none.
Allocation find_allocation(const void* ptr);

// True when [ptr, ptr + bytes) lies in one allocation that the device can reach.
bool is_device_range(const void* ptr, size_t bytes);

// True when a host range may start at `ptr`: not null, and not memory of the device alone.
bool is_host_range(const void* ptr, size_t bytes);

void release_everything();

}  // namespace girih::hostcuda
