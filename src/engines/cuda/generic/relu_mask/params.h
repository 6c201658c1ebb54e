// What the ReLU mask kernels are told.
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::generic {

struct ReluMaskParams {
  View x, y;
  uint32_t* mask;
  int64_t rows, count;  // count: of elements (apply), of words (generate)
};

}  // namespace girih::generic
