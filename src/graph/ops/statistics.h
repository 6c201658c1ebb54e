// Batch norm in pieces: the statistics of a convolution's output, what follows from them, and the gradients of the
// parameters. Every tensor but x and dy is 1 x C x 1 x 1 (any rank).
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

// sum = sum of x, square_sum = sum of x * x, for each channel.
struct GenStats {
  TensorId x = kNone, sum = kNone, square_sum = kNone;
  DType compute = DType::f32;
};

template <class V>
void visit(V& v, const GenStats& o) {
  v("x", o.x), v("sum", o.sum), v("square_sum", o.square_sum), v("compute", o.compute);
}
constexpr const char* op_name(const GenStats&) { return "genstats"; }

// From the sums over `count` elements (training) or the running statistics (inference): the mean, 1/sqrt(var + eps),
// the new running statistics, and y = eq_scale * x + eq_bias. count, epsilon, factor have one element each.
struct BnFinalize {
  bool training = true;
  TensorId sum = kNone, square_sum = kNone, scale = kNone, bias = kNone;
  TensorId running_mean = kNone, running_var = kNone, new_running_mean = kNone, new_running_var = kNone;
  TensorId saved_mean = kNone, saved_invstd = kNone, eq_scale = kNone, eq_bias = kNone;
  TensorId count = kNone, epsilon = kNone, factor = kNone;
  DType compute = DType::f32;
};

template <class V>
void visit(V& v, const BnFinalize& o) {
  v("training", o.training), v("sum", o.sum), v("square_sum", o.square_sum), v("scale", o.scale), v("bias", o.bias);
  v("running_mean", o.running_mean), v("running_var", o.running_var);
  v("new_running_mean", o.new_running_mean), v("new_running_var", o.new_running_var);
  v("saved_mean", o.saved_mean), v("saved_invstd", o.saved_invstd), v("eq_scale", o.eq_scale);
  v("eq_bias", o.eq_bias), v("count", o.count), v("epsilon", o.epsilon), v("factor", o.factor);
  v("compute", o.compute);
}
constexpr const char* op_name(const BnFinalize&) { return "bn_finalize"; }

// dscale, dbias, and the three factors with which dx = eq_dy_scale * dy + eq_x_scale * x + eq_bias.
struct BnBackwardWeights {
  TensorId x = kNone, dy = kNone, mean = kNone, invstd = kNone, scale = kNone;
  TensorId dscale = kNone, dbias = kNone, eq_dy_scale = kNone, eq_x_scale = kNone, eq_bias = kNone;
  DType compute = DType::f32;
};

template <class V>
void visit(V& v, const BnBackwardWeights& o) {
  v("x", o.x), v("dy", o.dy), v("mean", o.mean), v("invstd", o.invstd), v("scale", o.scale);
  v("dscale", o.dscale), v("dbias", o.dbias), v("eq_dy_scale", o.eq_dy_scale), v("eq_x_scale", o.eq_x_scale);
  v("eq_bias", o.eq_bias), v("compute", o.compute);
}
constexpr const char* op_name(const BnBackwardWeights&) { return "bn_bwd_weights"; }

Check validate(const Graph& g, const GenStats& o);
Check validate(const Graph& g, const BnFinalize& o);
Check validate(const Graph& g, const BnBackwardWeights& o);

}  // namespace girih::graph
