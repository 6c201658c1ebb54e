// What the softmax kernels are told.
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::generic {

struct SoftmaxParams {
  View x, y, dy, dx;
  int32_t rank;
  int32_t algorithm;                         // of SoftmaxAlgorithm
  int32_t threads;                           // that share a row: 1, 32 or 256
  int64_t outer[kMaxRank], inner[kMaxRank];  // dims that number rows; dims within a row
  int64_t rows, row_size;
  double alpha, beta;
};

constexpr int kSoftmaxBlock = 256;

}  // namespace girih::generic
