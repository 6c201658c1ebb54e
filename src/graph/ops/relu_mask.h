// The ReLU mask of fused operations as a tensor of its own: one bit an element, 1 = the gradient is blocked. Which bit
// belongs to which element says relu_mask_bit in graph/ops/norm.h; the mask is packed, i32 or u8, of at least
// relu_mask_bytes(x) bytes.
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

// generate: the bit of an element is 1 where x < 0; 0 where x is 0 or NaN (behaviour.md 16). Bits beyond the tensor
// are 1. apply: y = x where the bit is 0, else 0.
struct ReluMask {
  bool apply = false;
  TensorId x = kNone, mask = kNone, y = kNone;
};

template <class V>
void visit(V& v, const ReluMask& o) {
  v("apply", o.apply), v("x", o.x), v("mask", o.mask), v("y", o.y);
}
constexpr const char* op_name(const ReluMask&) { return "relu_mask"; }

Check validate(const Graph& g, const ReluMask& o);

}  // namespace girih::graph
