// What the pointwise kernel is told.
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::generic {

struct PointwiseParams {
  View a, b, t, y;
  int32_t mode;  // of PointwiseMode
  int32_t propagate_nan, scales_inputs;
  double parameter, lower_clip, upper_clip, lower_slope;
  int32_t axis, unused;  // gen_index
  double alpha, alpha2, beta;
  int64_t count;
};

}  // namespace girih::generic
