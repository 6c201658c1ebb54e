// What the kernels that move elements are told.
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::generic {

struct TransformParams {
  View x, y;
  int32_t rank, unfold;
  int64_t before[kMaxRank], after[kMaxRank], fold[kMaxRank];
  double alpha, beta;
  int64_t count;
};

struct Im2ColParams {
  View x;
  void* y;
  int32_t spatial, flip, element_bytes;
  int64_t window[kMaxSpatial], pad[kMaxSpatial], stride[kMaxSpatial], dilation[kMaxSpatial];
  int64_t out[kMaxSpatial];  // output positions
  int64_t taps, positions;   // positions: of all images
  int64_t count;
};

struct ReorderParams {
  const void* x;
  void* y;
  int64_t k, vectors, taps;
  int64_t count;  // pieces of 4 bytes (bytes, when copied)
  int32_t bias, copy, inverse, unused;
};

}  // namespace girih::generic
