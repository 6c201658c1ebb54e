// One-dimensional kernel launches with a single parameter struct.
#pragma once
#include <cstdint>
#include <string>

#include "cuda/driver.h"

namespace girih::cuda {

struct Launch {
  uint32_t grid = 1, threads = 1, shared_bytes = 0;
  // May start while the kernel before it in the stream still runs: the kernel waits by itself (programmatic launch).
  bool overlaps_previous = false;
};

// Enqueues; returns why not, or an empty string.
std::string launch(CUkernel kernel, const Launch& shape, const void* parameter, CUstream stream);

}  // namespace girih::cuda
