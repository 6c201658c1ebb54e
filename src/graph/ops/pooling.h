// Pooling over windows of the spatial dimensions. Forward: y = alpha * pool(x) + beta * y.
// Backward: dx = alpha * pool'(x, dy) + beta * dx; maxima are found again in x, y is not read (behaviour.md 6).
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

enum class PoolingMode : uint8_t {  // the numbers of cudnnPoolingMode_t
  max = 0,
  average_include_padding = 1,
  average_exclude_padding = 2,
  max_deterministic = 3,
};

struct Pooling {
  PoolingMode mode = PoolingMode::max;
  bool backward = false;
  TensorId x = kNone, y = kNone, dy = kNone, dx = kNone;  // backward: x, y may be absent for averages
  bool propagate_nan = true;
  int spatial = 2;
  int64_t window[kMaxSpatial] = {}, pad[kMaxSpatial] = {}, stride[kMaxSpatial] = {};
};

template <class V>
void visit(V& v, const Pooling& o) {
  v("mode", o.mode), v("backward", o.backward), v("x", o.x), v("y", o.y), v("dy", o.dy), v("dx", o.dx);
  v("nan", o.propagate_nan), v("spatial", o.spatial);
  v("window", o.window, o.spatial), v("pad", o.pad, o.spatial), v("stride", o.stride, o.spatial);
}
constexpr const char* op_name(const Pooling&) { return "pool"; }

int64_t pooling_output_dim(int64_t in, int64_t window, int64_t pad, int64_t stride);
Check validate(const Graph& g, const Pooling& o);

}  // namespace girih::graph
