// What the two-dimensional pooling kernels are told. Tensors are packed, NCHW or NHWC; `inner` is what lies side by
// side at one pixel (1, or the channels), `outer` the planes (images times channels, or images).
#pragma once
#include <cstdint>

#include "engines/cuda/tile/fastdiv.h"

namespace girih::plane {

struct Params {
  const void *x, *dy;
  void* out;         // y or dx
  int32_t* winners;  // pixel of the plane that each window takes, -1: none
  uint32_t inner, h, w, p, q;
  int32_t window_h, window_w, pad_h, pad_w, stride_h, stride_w;
  int32_t mode, propagate_nan;
  float lowest, alpha, beta;
  // The divisors of an element number: inner, columns, rows of the small (y) and the large (x) tensor; strides.
  tile::FastDiv by_inner, small_columns, small_rows, large_columns, large_rows, by_stride_h, by_stride_w;
  int64_t count;
};

}  // namespace girih::plane
