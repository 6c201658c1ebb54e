// What the depthwise kernels are told: two dims, one filter for each channel, packed NCHW or NHWC. `inner` is what lies
// side by side at one pixel (1, or the channels), as in pooling/plane.
#pragma once
#include <cstdint>

#include "engines/cuda/tile/fastdiv.h"

namespace girih::depthwise {

struct Params {
  const void *x, *w, *y;  // the output of the pass is `out`
  void* out;
  uint32_t inner, channels, images, h, width, p, q;
  int32_t r, s, pad_h, pad_w, stride_h, stride_w, dilation_h, dilation_w, flip;
  float alpha, beta;
  // The divisors of an element number: inner, columns, rows of the small (y) and the large (x) tensor; strides.
  tile::FastDiv by_inner, small_columns, small_rows, large_columns, large_rows, by_stride_h, by_stride_w;
  int64_t count;
  // wgrad: images of a part; sums [part][channel][tap].
  int32_t parts, part_images, across;
  float* partial;
};

}  // namespace girih::depthwise
