// Vector code of the pointwise engine: one block of f32 values at a time.
#pragma once
#include <cstdint>

#include "graph/graph.h"
#include "tensor/dtype.h"

namespace girih::pointwise {

struct BlockScalars {
  float alpha, alpha2, beta, parameter;
  bool propagate_nan;
  float lower_clip, upper_clip, lower_slope;  // of the graph API's ReLU
};

// What a call makes of an operation and its scalars.
inline BlockScalars block_scalars(const graph::Pointwise& o, const graph::Scalars& s) {
  const auto f = [](double v) { return static_cast<float>(v); };
  return {f(s.alpha),      f(s.alpha2),     f(s.beta),       f(o.parameter),
          o.propagate_nan, f(o.lower_clip), f(o.upper_clip), f(o.lower_slope)};
}

// y[i] = f(a[i], b[i], t[i]) scaled and blended with old[i] (not read when beta is 0). Inputs that a mode does not use
// may be null. y may be any of the inputs.
using BlockFn = void (*)(const float* a, const float* b, const float* t, const float* old, float* y, int64_t n,
                         const BlockScalars& s);
BlockFn block_function(graph::PointwiseMode mode);  // nullptr: the mode has none

// A run of n elements, `stride` apart, as f32 and back. For f32, f16 and bf16; nullptr for other types.
using LoadFn = void (*)(const void* source, int64_t stride, int64_t n, float* out);
using StoreFn = void (*)(const float* values, int64_t n, void* target, int64_t stride);
LoadFn load_function(DType t);
StoreFn store_function(DType t);

}  // namespace girih::pointwise
