// Batch normalization. Parameters (scale, bias, means, variances) have dims 1xCx1x1 (spatial) or 1xCxHxW (per
// activation). Scalars: alpha, beta for y or dx; alpha2, beta2 for dscale and dbias; epsilon; factor (the
// exponential average factor of the running statistics: running = (1-factor)*running + factor*new).
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

enum class NormPhase : uint8_t { training, inference, backward };
enum class NormActivation : uint8_t { none, relu };

struct BatchNorm {
  NormPhase phase = NormPhase::training;
  bool spatial = true;
  TensorId x = kNone, y = kNone, dy = kNone, dx = kNone;
  TensorId scale = kNone, bias = kNone, dscale = kNone, dbias = kNone;
  TensorId running_mean = kNone, running_var = kNone;  // training: updated; inference: read
  TensorId saved_mean = kNone, saved_invstd = kNone;   // training: written; backward: read, or recomputed when absent
  // The Ex calls: y = activation(bn(x) + z); the reserve keeps one bit an element for the backward pass.
  NormActivation activation = NormActivation::none;
  TensorId z = kNone, dz = kNone, reserve = kNone;
};

template <class V>
void visit(V& v, const BatchNorm& o) {
  v("phase", o.phase), v("spatial", o.spatial), v("x", o.x), v("y", o.y), v("dy", o.dy), v("dx", o.dx);
  v("scale", o.scale), v("bias", o.bias), v("dscale", o.dscale), v("dbias", o.dbias);
  v("running_mean", o.running_mean), v("running_var", o.running_var);
  v("saved_mean", o.saved_mean), v("saved_invstd", o.saved_invstd);
  v("activation", o.activation), v("z", o.z), v("dz", o.dz), v("reserve", o.reserve);
}
constexpr const char* op_name(const BatchNorm&) { return "bnorm"; }

Check validate(const Graph& g, const BatchNorm& o);

}  // namespace girih::graph
