// Scaled dot product attention of the graph API, and its parts. q [B, H, Sq, D], k [B, Hk, Skv, D], v [B, Hv, Skv, Dv],
// o [B, H, Sq, Dv]; Hk and Hv divide H. stats [B, H, Sq, 1] = row maximum + log(row sum of exponentials).
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

// o = softmax(scale * q k^T) v, over the keys that seq_len_kv and block_mask leave.
struct SdpaForward {
  TensorId q = kNone, k = kNone, v = kNone, o = kNone, stats = kNone;
  TensorId scale = kNone;                               // one element; absent: 1
  TensorId block_mask = kNone;                          // u8 bits: [B, H, ceil(Sq/128), ceil(Skv/128/8)], 1 = computed
  TensorId page_table_k = kNone, page_table_v = kNone;  // as in PagedCacheLoad
  TensorId seq_len_q = kNone, seq_len_kv = kNone;       // i32 [B, 1, 1, 1]
};
template <class V>
void visit(V& v, const SdpaForward& o) {
  v("q", o.q), v("k", o.k), v("v", o.v), v("o", o.o), v("stats", o.stats), v("scale", o.scale);
  v("block_mask", o.block_mask), v("page_table_k", o.page_table_k), v("page_table_v", o.page_table_v);
  v("seq_len_q", o.seq_len_q), v("seq_len_kv", o.seq_len_kv);
}
constexpr const char* op_name(const SdpaForward&) { return "sdpa"; }

struct SdpaBackward {
  TensorId q = kNone, k = kNone, v = kNone, o = kNone, d_o = kNone, stats = kNone, scale = kNone;
  TensorId dq = kNone, dk = kNone, dv = kNone;
  TensorId seq_len_q = kNone, seq_len_kv = kNone;
};
template <class V>
void visit(V& v, const SdpaBackward& o) {
  v("q", o.q), v("k", o.k), v("v", o.v), v("o", o.o), v("do", o.d_o), v("stats", o.stats), v("scale", o.scale);
  v("dq", o.dq), v("dk", o.dk), v("dv", o.dv), v("seq_len_q", o.seq_len_q), v("seq_len_kv", o.seq_len_kv);
}
constexpr const char* op_name(const SdpaBackward&) { return "sdpa_bwd"; }

// y = softmax of x over its last dim, with what clients want beside it; sink [1, H, 1, 1] is one more term of every
// row's maximum and sum.
struct SoftmaxStats {
  TensorId x = kNone, y = kNone, stats = kNone, max = kNone, sum_exp = kNone, sink = kNone;
};
template <class V>
void visit(V& v, const SoftmaxStats& o) {
  v("x", o.x), v("y", o.y), v("stats", o.stats), v("max", o.max), v("sum_exp", o.sum_exp), v("sink", o.sink);
}
constexpr const char* op_name(const SoftmaxStats&) { return "softmax_stats"; }

// y = x where (row + shift) `comparison` (column) holds in the last two dims, b elsewhere. The shift is
// shift_right_bound, plus seq_len_kv - seq_len_q where these are given, less left_bound where that is given.
struct DiagonalBandMask {
  TensorId x = kNone, b = kNone, y = kNone, seq_len_q = kNone, seq_len_kv = kNone;
  TensorId left_bound = kNone, shift_right_bound = kNone;
  int comparison = 303;  // cudnnPointwiseMode_t: CMP_GT, CMP_GE, CMP_LT, CMP_LE
};
template <class V>
void visit(V& v, const DiagonalBandMask& o) {
  v("x", o.x), v("b", o.b), v("y", o.y), v("seq_len_q", o.seq_len_q), v("seq_len_kv", o.seq_len_kv);
  v("left_bound", o.left_bound), v("shift_right_bound", o.shift_right_bound), v("comparison", o.comparison);
}
constexpr const char* op_name(const DiagonalBandMask&) { return "band_mask"; }

Check validate(const Graph& g, const SdpaForward& o);
Check validate(const Graph& g, const SdpaBackward& o);
Check validate(const Graph& g, const SoftmaxStats& o);
Check validate(const Graph& g, const DiagonalBandMask& o);

}  // namespace girih::graph
