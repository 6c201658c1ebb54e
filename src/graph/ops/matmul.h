// Matrix products of the graph API: c = a * b for every batch. a is [.., M, K], b [.., K, N], c [.., M, N]; batch dims
// of 1 in a or b are broadcast, and a batch dim of b may divide that of a (one key-value head for a group of heads).
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

struct Matmul {
  TensorId a = kNone, b = kNone, c = kNone;
  // i32 or i64, one element for each batch (or one for all): rows of a, columns of b, inner size that are valid there.
  // What lies outside reads as `padding`.
  TensorId m_override = kNone, n_override = kNone, k_override = kNone;
  double padding = 0;
  DType compute = DType::f32;
};

template <class V>
void visit(V& v, const Matmul& o) {
  v("a", o.a), v("b", o.b), v("c", o.c);
  v("m_override", o.m_override), v("n_override", o.n_override), v("k_override", o.k_override);
  v("padding", o.padding), v("compute", o.compute);
}
constexpr const char* op_name(const Matmul&) { return "matmul"; }

enum class MoeMode : uint8_t { none = 0, gather = 1, scatter = 2 };  // the numbers of cudnnMoeGroupedMatmulMode_t

// Mixture of experts: token [1, T, K] times weight [E, K, N], where expert e serves the tokens from
// first_token_offset[e] to first_token_offset[e + 1] (or the end). gather: row i of the product reads token
// token_index[i] / top_k; scatter: row i of the product goes to output row token_index[i].
struct MoeGroupedMatmul {
  MoeMode mode = MoeMode::none;
  TensorId token = kNone, weight = kNone, first_token_offset = kNone, output = kNone;
  TensorId token_index = kNone, token_ks = kNone;
  int top_k = 1;
  DType compute = DType::f32;
};

template <class V>
void visit(V& v, const MoeGroupedMatmul& o) {
  v("mode", o.mode), v("token", o.token), v("weight", o.weight), v("first_token_offset", o.first_token_offset);
  v("output", o.output), v("token_index", o.token_index), v("token_ks", o.token_ks), v("top_k", o.top_k);
  v("compute", o.compute);
}
constexpr const char* op_name(const MoeGroupedMatmul&) { return "moe_matmul"; }

// Gradient of the weights: dweight[e] = token[tokens of e]^T * doutput[tokens of e].
struct MoeGroupedMatmulBackward {
  TensorId token = kNone, doutput = kNone, first_token_offset = kNone, dweight = kNone;
  DType compute = DType::f32;
};

template <class V>
void visit(V& v, const MoeGroupedMatmulBackward& o) {
  v("token", o.token), v("doutput", o.doutput), v("first_token_offset", o.first_token_offset);
  v("dweight", o.dweight), v("compute", o.compute);
}
constexpr const char* op_name(const MoeGroupedMatmulBackward&) { return "moe_matmul_bwd"; }

Check validate(const Graph& g, const Matmul& o);
Check validate(const Graph& g, const MoeGroupedMatmul& o);
Check validate(const Graph& g, const MoeGroupedMatmulBackward& o);

}  // namespace girih::graph
