// The norms of the graph API. Statistics are taken over the dims where mean and inv_variance (RMS: inv_variance) have 1
// and x has more; in inference, where they are inputs or absent, over the dims where scale has not 1 (layer, RMS) or as
// the mode says. scale and bias are broadcast to x. inv_variance = 1 / sqrt(biased variance + epsilon); RMS: the mean
// square instead of the variance. Group norm: C is split into as many groups as dim 1 of the statistics.
#pragma once
#include <vector>

#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

enum class NormMode : uint8_t { layer = 0, instance = 1, batch = 2, group = 3, rms = 4, ada_layer = 5 };

struct NormForward {
  NormMode mode = NormMode::layer;
  bool training = true;
  TensorId x = kNone, y = kNone, scale = kNone, bias = kNone;
  TensorId mean = kNone, inv_variance = kNone;  // training: outputs; inference: inputs where the mode needs them
  TensorId epsilon = kNone;                     // one element
  // Batch norm: running = (1 - factor) * running + factor * new, the variance unbiased.
  TensorId factor = kNone;
  TensorId running_mean = kNone, running_var = kNone, new_running_mean = kNone, new_running_var = kNone;
  std::vector<TensorId> peer_stats;  // buffers shared with other devices: one device needs none of them
};

template <class V>
void visit(V& v, const NormForward& o) {
  v("mode", o.mode), v("training", o.training), v("x", o.x), v("y", o.y), v("scale", o.scale), v("bias", o.bias);
  v("mean", o.mean), v("inv_variance", o.inv_variance), v("epsilon", o.epsilon), v("factor", o.factor);
  v("running_mean", o.running_mean), v("running_var", o.running_var);
  v("new_running_mean", o.new_running_mean), v("new_running_var", o.new_running_var);
  v("peer_stats", o.peer_stats);
}
constexpr const char* op_name(const NormForward&) { return "norm"; }

struct NormBackward {
  NormMode mode = NormMode::layer;
  TensorId x = kNone, dy = kNone, dx = kNone, scale = kNone, dscale = kNone, dbias = kNone;
  TensorId mean = kNone, inv_variance = kNone;  // absent: computed again from x and epsilon
  TensorId epsilon = kNone;
  std::vector<TensorId> peer_stats;
};

template <class V>
void visit(V& v, const NormBackward& o) {
  v("mode", o.mode), v("x", o.x), v("dy", o.dy), v("dx", o.dx), v("scale", o.scale);
  v("dscale", o.dscale), v("dbias", o.dbias), v("mean", o.mean), v("inv_variance", o.inv_variance);
  v("epsilon", o.epsilon), v("peer_stats", o.peer_stats);
}
constexpr const char* op_name(const NormBackward&) { return "norm_bwd"; }

Check validate(const Graph& g, const NormForward& o);
Check validate(const Graph& g, const NormBackward& o);

}  // namespace girih::graph
