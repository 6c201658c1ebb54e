// Elementwise operations: y = alpha * f(a, b, t) + beta * y; the operations of cudnnOpTensor scale their inputs
// instead, y = f(alpha * a, alpha2 * b) + beta * y. Dims of 1 in an input are broadcast. Arithmetic in f32, or f64 when
// compute says so.
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

// Numbers below 1000 are those of cudnnPointwiseMode_t; from 1000 on, operations of the classic API whose rules differ.
enum class PointwiseMode : int16_t {
  add = 0,
  mul = 1,
  min = 2,
  max = 3,
  sqrt = 4,
  identity = 21,
  relu_fwd = 100,
  tanh_fwd = 101,
  sigmoid_fwd = 102,
  elu_fwd = 103,
  swish_fwd = 106,
  // Classic backward: a = x, b = dy, t = y; NaN and edges as in behaviour.md 7.
  relu_bwd = 1200,
  tanh_bwd = 1201,
  sigmoid_bwd = 1202,
  elu_bwd = 1203,
  clipped_relu_bwd = 1204,
  swish_bwd = 1206,
  clipped_relu_fwd = 1104,
  one_minus = 1300,  // OP_TENSOR_NOT: 1 - a
};

// The operations of cudnnOpTensor.
constexpr bool scales_inputs(PointwiseMode m) {
  using enum PointwiseMode;
  return m == add || m == mul || m == min || m == max || m == sqrt || m == one_minus;
}

struct Pointwise {
  PointwiseMode mode = PointwiseMode::identity;
  TensorId a = kNone, b = kNone, t = kNone, y = kNone;
  bool propagate_nan = true;
  // Clip (clipped_relu), alpha of ELU, beta of swish.
  double parameter = 0;
  DType compute = DType::f32;
};

template <class V>
void visit(V& v, const Pointwise& o) {
  v("mode", o.mode), v("a", o.a), v("b", o.b), v("t", o.t), v("y", o.y);
  v("nan", o.propagate_nan), v("parameter", o.parameter), v("compute", o.compute);
}
constexpr const char* op_name(const Pointwise&) { return "pointwise"; }

Check validate(const Graph& g, const Pointwise& o);

}  // namespace girih::graph
