// From a problem to the arguments of the kernels: geometry (pure arithmetic), then tensor maps and the launch.
#pragma once
#include <cmath>
#include <string>
#include <vector>

#include "cuda/kernel_library.h"
#include "cuda/tensor_map.h"
#include "engines/cuda/igemm/problem.h"
#include "engines/cuda/igemm/tiles.h"

namespace girih::igemm {

// Everything about a launch that does not depend on pointers.
struct Prepared {
  Pass pass = Pass::kFprop;
  Type type = Type::kBf16;
  Config config;
  std::string kernel, finish_kernel;
  Common common;
  std::vector<Phase> phases;
  std::vector<cuda::TensorMapPlan> maps_a;  // one per phase
  cuda::TensorMapPlan map_b;
  u64 workspace = 0;  // bytes; 0 when the product is stored directly
};

// What is computed besides the product; see Epilogue in params.h.
struct Fusion {
  float alpha = 1.0f, beta = 0.0f;
  bool has_bias = false, bias_f32 = false, out_f32 = false;
  float low = -INFINITY, high = INFINITY;  // relu is [0, infinity]
};

// Fills `out`; returns the first reason why the kernels cannot run the problem, or an empty string.
std::string prepare(const ConvProblem& problem, const Fusion& fusion, const Tile& tile, u32 splits, Prepared& out);
std::string prepare(const MatmulProblem& problem, const Fusion& fusion, const Tile& tile, u32 splits, Prepared& out);

// fprop: a = x, b = w, out = y. dgrad: a = dy, b = w, out = dx. wgrad: a = dy, b = x, out = dw. source: what beta
// scales.
struct Pointers {
  const void* a = nullptr;
  const void* b = nullptr;
  void* out = nullptr;
  const void* source = nullptr;
  const void* bias = nullptr;
  void* workspace = nullptr;
};

// Enqueues the kernels. Never waits, never allocates device memory.
std::string launch(const Prepared& prepared, const Pointers& pointers, cuda::KernelLibrary& kernels, CUdevice device,
                   u32 multiprocessors, CUstream stream);

// The kernel that adds partial sums and applies the epilogue; `phases` as the product had them.
std::string launch_finish(const std::string& name, const Common& common, const std::vector<Phase>& phases,
                          cuda::KernelLibrary& kernels, CUdevice device, u32 multiprocessors, CUstream stream);

inline CUtensorMapDataType map_type(Type type) {
  return type == Type::kF16 ? CU_TENSOR_MAP_DATA_TYPE_FLOAT16 : CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
}

}  // namespace girih::igemm
