// What the pooling kernels are told.
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::generic {

struct PoolingParams {
  View x, y;  // backward: y is dy
  View dx;
  int32_t mode;  // of PoolingMode
  int32_t propagate_nan, spatial;
  double lowest;  // where maxima of the forward pass start
  int64_t window[kMaxSpatial], pad[kMaxSpatial], stride[kMaxSpatial];
  double alpha, beta;
  int64_t count;
  int64_t* winners;  // backward of maxima: offset into x for each window
};

}  // namespace girih::generic
