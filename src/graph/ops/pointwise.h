// Elementwise operations: y = alpha * f(a, b, t) + beta * y; the operations of cudnnOpTensor scale their inputs
// instead, y = f(alpha * a, alpha2 * b) + beta * y. Dims of 1 in an input are broadcast. Arithmetic in f32, or f64 when
// compute says so.
#pragma once
#include <limits>

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
  add_square = 5,  // a + b * b
  div = 6,
  mod = 7,  // fmod: the sign of a
  pow = 8,
  sub = 9,
  abs = 10,
  ceil = 11,
  cos = 12,
  exp = 13,
  floor = 14,
  log = 15,
  neg = 16,
  rsqrt = 17,
  sin = 18,
  tan = 19,
  erf = 20,
  identity = 21,
  reciprocal = 22,
  atan2 = 23,
  relu_fwd = 100,
  tanh_fwd = 101,
  sigmoid_fwd = 102,
  elu_fwd = 103,
  gelu_fwd = 104,
  softplus_fwd = 105,
  swish_fwd = 106,
  gelu_tanh_fwd = 107,
  // Graph API backward: a = x, b = dy, y = dx.
  graph_relu_bwd = 200,
  graph_tanh_bwd = 201,
  graph_sigmoid_bwd = 202,
  graph_elu_bwd = 203,
  graph_gelu_bwd = 204,
  graph_softplus_bwd = 205,
  graph_swish_bwd = 206,
  graph_gelu_tanh_bwd = 207,
  cmp_eq = 300,
  cmp_neq = 301,
  cmp_gt = 302,
  cmp_ge = 303,
  cmp_lt = 304,
  cmp_le = 305,
  logical_and = 400,
  logical_or = 401,
  logical_not = 402,
  gen_index = 501,      // the coordinate of each element along `axis`
  binary_select = 601,  // t ? a : b
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

// Operations whose scalars multiply the inputs: f(alpha * a, alpha2 * b) + beta * y. The others give alpha * f(a, b,
// t).
constexpr bool scales_inputs(PointwiseMode m) {
  using enum PointwiseMode;
  return m == one_minus || m < identity || m == reciprocal || m == atan2;
}
// Inputs that the operation reads: a, then b, then t.
constexpr int pointwise_inputs(PointwiseMode m) {
  using enum PointwiseMode;
  if (m == binary_select || (m >= relu_bwd && m <= swish_bwd)) return 3;
  if (m == add || m == mul || m == min || m == max || m == add_square || m == div || m == mod || m == pow || m == sub ||
      m == atan2 || (m >= graph_relu_bwd && m <= graph_gelu_tanh_bwd) || (m >= cmp_eq && m <= logical_or))
    return 2;
  return 1;
}

struct Pointwise {
  PointwiseMode mode = PointwiseMode::identity;
  TensorId a = kNone, b = kNone, t = kNone, y = kNone;
  bool propagate_nan = true;
  // Clip (clipped_relu), alpha of ELU, beta of swish and softplus.
  double parameter = 0;
  // ReLU of the graph API: lower + slope * (x - lower) up to lower, then x, at most upper.
  double lower_clip = 0, upper_clip = std::numeric_limits<double>::infinity(), lower_slope = 0;
  int axis = -1;  // gen_index
  DType compute = DType::f32;
};

template <class V>
void visit(V& v, const Pointwise& o) {
  v("mode", o.mode), v("a", o.a), v("b", o.b), v("t", o.t), v("y", o.y);
  v("nan", o.propagate_nan), v("parameter", o.parameter), v("compute", o.compute);
  v("lower_clip", o.lower_clip), v("upper_clip", o.upper_clip), v("lower_slope", o.lower_slope), v("axis", o.axis);
}
constexpr const char* op_name(const Pointwise&) { return "pointwise"; }

Check validate(const Graph& g, const Pointwise& o);

}  // namespace girih::graph
