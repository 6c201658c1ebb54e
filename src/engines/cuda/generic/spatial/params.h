// What the kernels of the spatial transformer are told.
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::generic {

struct GridParams {
  View theta, grid;
  int64_t count;
};

struct SamplerParams {
  View x, grid, y, dy, dx, dgrid;
  double alpha, beta, alpha2, beta2;
  int64_t count;
  double* sums;  // of the gradient of the image, x's logical order
};

}  // namespace girih::generic
