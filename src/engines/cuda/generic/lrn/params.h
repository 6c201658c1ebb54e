// What the kernels of local response and divisive normalization are told.
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::generic {

struct LrnParams {
  View x, y, dy, dx, means, dmeans;
  int32_t divisive, backward;
  int64_t before, after;  // reach of the window of an element, in every windowed dim
  double area;            // n^d
  double lrn_alpha, lrn_beta, k;
  double alpha, beta;
  int64_t count;
  // In x's logical order: the values of x, s of the header of graph/ops/lrn.h, and g = dy * x * s^(-beta-1).
  double *values, *sums, *gradients;
};

}  // namespace girih::generic
