// Moves of elements: padding, cropping, folding (TransformTensorEx), the matrix of a convolution by GEMM (Im2Col), and
// the order in which int8 tensor-core kernels read filters (ReorderInt8).
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

// y = alpha * transform(x) + beta * y. Fold: x is padded (negative: cropped), then every spatial dim is split by its
// factor f: element h of the padded dim goes to h / f, and h % f becomes part of the channel: c' = (phases, row-major
// over the spatial dims) * C + c. A dim that f does not divide is filled up with zeros. Unfold: the reverse, the
// padding after it.
struct Transform {
  bool unfold = false;
  int rank = 0;
  int64_t before[kMaxRank] = {}, after[kMaxRank] = {};
  int64_t fold[kMaxRank] = {1, 1, 1, 1, 1, 1, 1, 1};  // of each dim; 1 for N and C
  TensorId x = kNone, y = kNone;
};

// x {N, C, spatial} -> y, contiguous {C, taps, N, output positions}; taps that lie in the padding are 0.
struct Im2Col {
  bool flip = false;  // convolution, not cross-correlation
  int spatial = 0;
  int64_t window[kMaxSpatial] = {}, pad[kMaxSpatial] = {}, stride[kMaxSpatial] = {}, dilation[kMaxSpatial] = {};
  TensorId x = kNone, y = kNone;
};

// A filter of vectors of 32 int8, x {K, C, spatial} -> y in the order [C/32][spatial][K/32][a:4][h:2][q:8][b:4][4] with
// k = 8a + 2b + h and c = 4q + the last index; rows that K does not have are left out. Bias: [K/32][h:2][a:4][j:4] with
// k = 8a + 4h + j. (behaviour.md 5)
struct ReorderInt8 {
  bool bias = false;     // x and y are f32 vectors of K elements
  bool copy = false;     // the data is in that order already
  bool inverse = false;  // from that order back to [K][C/32][spatial][32], and to a plain bias
  TensorId x = kNone, y = kNone;
};

template <class V>
void visit(V& v, const Transform& o) {
  v("unfold", o.unfold), v("x", o.x), v("y", o.y);
  v("before", o.before, o.rank), v("after", o.after, o.rank), v("fold", o.fold, o.rank);
}
template <class V>
void visit(V& v, const Im2Col& o) {
  v("flip", o.flip), v("x", o.x), v("y", o.y), v("window", o.window, o.spatial), v("pad", o.pad, o.spatial);
  v("stride", o.stride, o.spatial), v("dilation", o.dilation, o.spatial);
}
template <class V>
void visit(V& v, const ReorderInt8& o) {
  v("bias", o.bias), v("copy", o.copy), v("inverse", o.inverse), v("x", o.x), v("y", o.y);
}
constexpr const char* op_name(const Transform&) { return "transform"; }
constexpr const char* op_name(const Im2Col&) { return "im2col"; }
constexpr const char* op_name(const ReorderInt8&) { return "reorder"; }

// The dims of y; 0 or less where nothing is left.
void transform_dims(const Transform& o, const int64_t* x, int64_t* y);

Check validate(const Graph& g, const Transform& o);
Check validate(const Graph& g, const Im2Col& o);
Check validate(const Graph& g, const ReorderInt8& o);

}  // namespace girih::graph
