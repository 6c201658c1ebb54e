// Resampling over windows of the spatial dims, as the graph API has it: pooling and interpolation with fractional
// windows, paddings and strides. Forward: y = alpha * f(x) + beta * y. Backward: dx = alpha * f'(dy) + beta * dx.
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

enum class ResampleMode : uint8_t {  // the numbers of cudnnResampleMode_t
  nearest = 0,
  bilinear = 1,
  average_include_padding = 2,
  max = 3,
  average_exclude_padding = 4,
};
enum class PaddingMode : uint8_t { zero = 0, negative_infinity = 1, edge = 2 };  // the numbers of cudnnPaddingMode_t

struct Resample {
  ResampleMode mode = ResampleMode::max;
  PaddingMode padding = PaddingMode::zero;
  bool backward = false, propagate_nan = false;
  TensorId x = kNone, y = kNone, dy = kNone, dx = kNone;
  TensorId index = kNone;  // max: position of the maximum in its window, row-major, the first one
  int spatial = 2;
  // Numerators; the denominators are beside them (1 for pooling).
  int64_t window[kMaxSpatial] = {}, pad_before[kMaxSpatial] = {}, pad_after[kMaxSpatial] = {}, stride[kMaxSpatial] = {};
  int64_t window_den[kMaxSpatial] = {1, 1, 1, 1, 1, 1}, pad_before_den[kMaxSpatial] = {1, 1, 1, 1, 1, 1};
  int64_t pad_after_den[kMaxSpatial] = {1, 1, 1, 1, 1, 1}, stride_den[kMaxSpatial] = {1, 1, 1, 1, 1, 1};
  DType compute = DType::f32;
};

template <class V>
void visit(V& v, const Resample& o) {
  v("mode", o.mode), v("padding", o.padding), v("backward", o.backward), v("nan", o.propagate_nan);
  v("x", o.x), v("y", o.y), v("dy", o.dy), v("dx", o.dx), v("index", o.index), v("spatial", o.spatial);
  v("window", o.window, o.spatial), v("pad", o.pad_before, o.spatial), v("pad_after", o.pad_after, o.spatial);
  v("stride", o.stride, o.spatial), v("window_den", o.window_den, o.spatial);
  v("pad_den", o.pad_before_den, o.spatial), v("pad_after_den", o.pad_after_den, o.spatial);
  v("stride_den", o.stride_den, o.spatial), v("compute", o.compute);
}
constexpr const char* op_name(const Resample&) { return "resample"; }

Check validate(const Graph& g, const Resample& o);

}  // namespace girih::graph
