// What the kernel that moves elements without arithmetic is told.
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::generic {

struct LayoutParams {
  View x, y;
  int32_t bytes;    // of an element
  int32_t logical;  // element n of x in row-major order is element n of y; else both have one index
  int64_t count;
};

}  // namespace girih::generic
