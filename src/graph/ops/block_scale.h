// Block scaling (OCP Microscaling, and NVIDIA's 16-element form): blocks of elements share one scale. A block is
// `block[0]` elements long along the last dim (`block[1]` along the one before it, where it is given). The scale tensor
// has one element for each block, and may be in the 128x4 tile order (graph.h, Reordering::f8_128x4).
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

// scale = largest magnitude of the block / largest finite y, rounded up to the type of scale; y = x / scale, half-even.
struct BlockScaleQuantize {
  TensorId x = kNone, y = kNone, scale = kNone;
  int64_t block[2] = {32, 1};
  DType compute = DType::f32;
};
template <class V>
void visit(V& v, const BlockScaleQuantize& o) {
  v("x", o.x), v("y", o.y), v("scale", o.scale), v("block", o.block, 2), v("compute", o.compute);
}
constexpr const char* op_name(const BlockScaleQuantize&) { return "block_quantize"; }

// y = x * scale, or x / scale when negative_scale says that scales are kept as their inverses.
struct BlockScaleDequantize {
  TensorId x = kNone, y = kNone, scale = kNone;
  int64_t block[2] = {32, 1};
  bool negative_scale = false;
  DType compute = DType::f32;
};
template <class V>
void visit(V& v, const BlockScaleDequantize& o) {
  v("x", o.x), v("y", o.y), v("scale", o.scale), v("block", o.block, 2), v("negative_scale", o.negative_scale);
  v("compute", o.compute);
}
constexpr const char* op_name(const BlockScaleDequantize&) { return "block_dequantize"; }

Check validate(const Graph& g, const BlockScaleQuantize& o);
Check validate(const Graph& g, const BlockScaleDequantize& o);

}  // namespace girih::graph
