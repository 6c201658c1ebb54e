// Tensor maps of TMA: what a map says, as plain numbers, and its encoding by the driver.
#pragma once
#include <cstdint>
#include <string>

#include "cuda/driver.h"

namespace girih::cuda {

// Innermost dimension first. An im2col map (filter window over pixels) when pixels > 0, else a tiled one.
struct TensorMapPlan {
  int rank = 3;
  uint64_t dims[5] = {1, 1, 1, 1, 1};
  uint64_t strides[4] = {16, 16, 16, 16};  // bytes between neighbours of dims 1 to 4; legal even where a dim is 1
  uint32_t box[5] = {64, 1, 1, 1, 1};
  int lower[3] = {0, 0, 0}, upper[3] = {0, 0, 0};  // corners of the im2col window, w first
  uint32_t step[5] = {1, 1, 1, 1, 1};              // traversal strides
  uint32_t pixels = 0;
};

// Encodes with the 128-byte swizzle and zero fill. `out` is the 128-byte map. Returns why not, or an empty string.
std::string encode(const TensorMapPlan& plan, CUtensorMapDataType type, const void* data, void* out);

}  // namespace girih::cuda
