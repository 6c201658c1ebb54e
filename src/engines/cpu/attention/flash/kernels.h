// Loops over rows of f32 numbers. Every row has memory for whole vectors: kernels may read and write up to 16 floats
// beyond its end (max and sum do not look at them).
#pragma once
#include <cstddef>

#include "graph/ops/pointwise.h"

namespace girih::flash {

struct Arg {
  const float* data = nullptr;
  bool is_scalar = false;  // one number for the whole row
};

struct Kernels {
  // y = mode(a, b, t); false where there is no vector code for the mode. guard: Step::guard.
  bool (*pointwise)(graph::PointwiseMode mode, bool guard, float* y, Arg a, Arg b, Arg t, size_t n);
  float (*max)(const float* x, size_t n);
  float (*sum)(const float* x, size_t n);
};

const Kernels& kernels();  // of this CPU

}  // namespace girih::flash
