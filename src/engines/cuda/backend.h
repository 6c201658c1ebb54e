// What CUDA engines share: the kernels of this build and the way to enqueue one.
#pragma once
#include "cuda/kernel_library.h"
#include "cuda/launch.h"
#include "plan/engine.h"

namespace girih::engines {

// All kernels linked into the library.
cuda::KernelLibrary& kernels();

// Turns the answer of a launch into a status.
Check launched(const std::string& why, const char* kernel);

// Enqueues a kernel with one parameter struct on the stream of the call, in the handle's context.
Check enqueue_bytes(const RunArgs& a, const char* kernel, const cuda::Launch& shape, const void* params);
template <class P>
Check enqueue(const RunArgs& a, const char* kernel, const cuda::Launch& shape, const P& params) {
  static_assert(sizeof(P) <= 4096, "kernel parameters end at 4 KB before CUDA 12.1's extension");
  return enqueue_bytes(a, kernel, shape, &params);
}

// Blocks for one thread (or `per_block` of something) an element, in a grid-stride loop: at most 16 for each
// multiprocessor, so that a launch does not grow with the problem.
inline uint32_t blocks_for(int64_t count, int64_t per_block, const Device& d) {
  const int64_t blocks = (count + per_block - 1) / per_block, most = int64_t{d.multiprocessors} * 16;
  return static_cast<uint32_t>(blocks < 1 ? 1 : blocks < most ? blocks : most);
}

}  // namespace girih::engines
