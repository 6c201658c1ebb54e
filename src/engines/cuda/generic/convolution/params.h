// What the direct convolution kernels are told.
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::generic {

struct ConvolutionParams {
  View x, w, y;
  int32_t spatial, flip;
  int64_t pad[kMaxSpatial], stride[kMaxSpatial], dilation[kMaxSpatial];
  int64_t c_group, k_group;  // channels of a group
  int64_t taps;              // of the filter
  double alpha, beta;
  int64_t count;  // of the outputs
};

}  // namespace girih::generic
