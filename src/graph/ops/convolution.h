// Convolution, three passes over the same three tensors: x (image, N C spatial), w (filter, K C/groups spatial),
// y (response, N K spatial). fprop writes y, dgrad writes x, wgrad writes w.
// Scalars: result = alpha * pass + beta * old.
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

enum class ConvPass : uint8_t { fprop, dgrad, wgrad };
enum class MathMode : uint8_t { standard = 0, tensor_op = 1, tensor_op_allow_conversion = 2, fma = 3 };

// The family of algorithms asked for. The classic API names one; `any` leaves the choice to the ranking.
enum class ConvMethod : uint8_t { any, direct, winograd, fft };

struct Convolution {
  ConvPass pass = ConvPass::fprop;
  TensorId x = kNone, w = kNone, y = kNone;
  int spatial = 2;
  int64_t pad_before[kMaxSpatial] = {};
  int64_t pad_after[kMaxSpatial] = {};
  int64_t stride[kMaxSpatial] = {1, 1, 1, 1, 1, 1};
  int64_t dilation[kMaxSpatial] = {1, 1, 1, 1, 1, 1};
  bool flip = false;  // true: convolution proper (filter mirrored); false: cross-correlation
  DType compute = DType::f32;
  MathMode math = MathMode::standard;
  ConvMethod method = ConvMethod::any;

  TensorId output() const { return pass == ConvPass::fprop ? y : pass == ConvPass::dgrad ? x : w; }
};

template <class V>
void visit(V& v, const Convolution& o) {
  v("pass", o.pass), v("x", o.x), v("w", o.w), v("y", o.y), v("spatial", o.spatial);
  v("pad", o.pad_before, o.spatial), v("pad_after", o.pad_after, o.spatial);
  v("stride", o.stride, o.spatial), v("dilation", o.dilation, o.spatial);
  v("flip", o.flip), v("compute", o.compute), v("math", o.math), v("method", o.method);
}
constexpr const char* op_name(const Convolution&) { return "conv"; }

// 1 + (in + pads - (dilation*(filter-1)+1)) / stride; zero or less when the filter is larger than the padded input.
int64_t conv_output_dim(int64_t in, int64_t pads, int64_t filter, int64_t stride, int64_t dilation);
// C of x over C of w: the group count follows from the tensors (behaviour.md 5).
int64_t conv_groups(const Graph& g, const Convolution& o);
Check validate(const Graph& g, const Convolution& o);

}  // namespace girih::graph
