// What the matrix product kernel is told.
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::generic {

struct MatmulParams {
  View a, b, c;  // [.., M, K], [.., K, N], [.., M, N]
  int64_t m, n, k, batches;
  double alpha, beta;
};

}  // namespace girih::generic
