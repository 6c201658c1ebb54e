// Vector code of the sum engine: rows of elements into f64 sums.
#pragma once
#include <cstdint>

#include "tensor/dtype.h"

namespace girih::reduction {

struct Kernels {
  // The sum of n elements, `stride` apart.
  double (*sum_row)(const void* x, int64_t stride, int64_t n) = nullptr;
  // sum[i * sum_stride] += x[i * stride].
  void (*add_row)(const void* x, int64_t stride, int64_t n, double* sum, int64_t sum_stride) = nullptr;
};

Kernels kernels(DType t);  // null functions for types other than f32, f16, bf16

}  // namespace girih::reduction
