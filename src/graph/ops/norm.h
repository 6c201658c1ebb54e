// Batch normalization. Parameters (scale, bias, means, variances) have dims 1xCx1x1 (spatial) or 1xCxHxW (per
// activation), packed, in f32 (f64 when x is f64). Scalars: alpha, beta for y or dx; alpha2, beta2 for dscale and
// dbias; epsilon; factor (the exponential average factor of the running statistics:
// running = (1-factor)*running + factor*new, where the new variance is the unbiased one).
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
  // The Ex calls: y = activation(bn(x) + z). Backward lets through the gradient where the activation did: that is
  // where y > 0, or where the reserve says so (present when z was added), or where bn(x) > 0 when neither is there.
  NormActivation activation = NormActivation::none;
  TensorId z = kNone, dz = kNone;
  TensorId reserve = kNone;  // u8, relu_mask_bytes() long
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

// Description of the parameters of a tensor x.
TensorDesc batch_norm_parameters(const TensorDesc& x, bool spatial);

// The ReLU mask of NHWC tensors (behaviour.md 9): one bit an element, 1 = blocked. Pixels in pairs, channels in blocks
// of 64: 32-bit word (row/2)*4 + c%4 of the block, bit (row%2)*16 + (c%64)/4.
int64_t relu_mask_bytes(const TensorDesc& x);
struct MaskBit {
  int64_t word;
  int bit;
};
inline MaskBit relu_mask_bit(int64_t rows, int64_t row, int64_t c) {
  const int64_t block_words = (rows + 31) / 32 * 64;
  return {c / 64 * block_words + row / 2 * 4 + c % 4, static_cast<int>(row % 2 * 16 + c % 64 / 4)};
}

Check validate(const Graph& g, const BatchNorm& o);

}  // namespace girih::graph
