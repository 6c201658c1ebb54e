// Multi-head attention of the classic API, whole: projections of queries, keys and values, softmax(scale * q . k) * v
// for each head, the projection of the output, residuals (Vaswani et al. 2017).
//
// Queries, keys, values, outputs and their gradients are {batch, beam, time, width} with any strides. The lengths of
// sequence n * beams + b, and the window lo[t] <= key < hi[t] of query step t, are i32 in host memory. A query behind
// its length, or with an empty window, sees no key: its attention is zero. Outputs behind the length get `padding`,
// gradients there 0.
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

enum class AttentionPass : uint8_t { inference, training, backward_data, backward_weights };

struct MultiHeadAttention {
  AttentionPass pass = AttentionPass::inference;
  bool one_to_one =
      false;            // beam b of the queries sees beam b of the keys; else all beams see the only one of the keys
  bool biases = false;  // in every projection that there is
  int64_t heads = 1;
  int64_t q_size = 0, k_size = 0, v_size = 0;              // widths of the vectors given
  int64_t q_proj = 0, k_proj = 0, v_proj = 0, o_proj = 0;  // after the projection (q, k, v: of one head); 0: there is
                                                           // none, every head sees the whole vector, outputs of the
                                                           // heads stand side by side
  float attention_dropout = 0;                             // of the softmax, in training
  float post_dropout = 0;                                  // of the output before the residual is added, in training

  TensorId q = kNone, k = kNone, v = kNone, out = kNone, residual = kNone;
  TensorId dout = kNone, dq = kNone, dk = kNone, dv = kNone;
  TensorId weights = kNone, dweights = kNone;  // flat; dweights = gradient + beta * dweights
  TensorId reserve = kNone;                    // u8, attention_reserve().bytes long; all passes but inference
  TensorId attention_states = kNone, post_states = kNone;  // dropout generators; training
  TensorId q_lengths = kNone, kv_lengths = kNone;          // backward_weights has them from the reserve
  TensorId lo = kNone, hi = kNone;                         // forward passes

  // Given at run time, like scalars: no part of the plan.
  double scale = 1;        // smScaler
  double padding = 0;      // what padding of the output is filled with
  int64_t time_step = -1;  // the only query step that is computed and written; -1: all of them. Inference

  int64_t head_q() const { return q_proj ? q_proj : q_size; }  // width of one head's queries and keys
  int64_t head_k() const { return k_proj ? k_proj : k_size; }
  int64_t head_v() const { return v_proj ? v_proj : v_size; }
  int64_t out_size() const { return o_proj ? o_proj : heads * head_v(); }
};

template <class V>
void visit(V& v, const MultiHeadAttention& o) {
  v("pass", o.pass), v("one_to_one", o.one_to_one), v("biases", o.biases), v("heads", o.heads);
  v("q_size", o.q_size), v("k_size", o.k_size), v("v_size", o.v_size);
  v("q_proj", o.q_proj), v("k_proj", o.k_proj), v("v_proj", o.v_proj), v("o_proj", o.o_proj);
  v("p", o.attention_dropout), v("post_p", o.post_dropout);
  v("q", o.q), v("k", o.k), v("v", o.v), v("out", o.out), v("residual", o.residual);
  v("dout", o.dout), v("dq", o.dq), v("dk", o.dk), v("dv", o.dv), v("w", o.weights), v("dw", o.dweights);
  v("reserve", o.reserve), v("states", o.attention_states), v("post_states", o.post_states);
  v("q_lengths", o.q_lengths), v("kv_lengths", o.kv_lengths), v("lo", o.lo), v("hi", o.hi);
}
constexpr const char* op_name(const MultiHeadAttention&) { return "attention"; }

// One part of the weights, by the number of cudnnMultiHeadAttnWeightKind_t: matrices of q, k, v, o, then their biases,
// one behind the other (behaviour.md 15). As {heads, outputs, inputs}; those of q, k and v are one row-major matrix of
// `inputs` rows and heads * outputs columns, that of o one of heads * inputs rows and `outputs` columns.
struct AttentionWeight {
  int64_t offset = -1;  // in elements; -1: there is no such part
  int64_t dims[3] = {}, strides[3] = {};
};
constexpr int kAttentionWeightKinds = 8;
AttentionWeight attention_weight(const MultiHeadAttention& o, int kind);
int64_t attention_weight_count(const MultiHeadAttention& o);

// The sizes of a call.
struct AttentionSizes {
  int64_t batch = 0, q_beams = 1, kv_beams = 1, q_time = 0, kv_time = 0;

  int64_t q_sequences() const { return batch * q_beams; }
  int64_t kv_sequences() const { return batch * kv_beams; }
  int64_t q_rows() const { return q_sequences() * q_time; }
  int64_t kv_rows() const { return kv_sequences() * kv_time; }
};
AttentionSizes attention_sizes(const Graph& g, const MultiHeadAttention& o);
// All buffers fit into 63 bits.
Check attention_check_sizes(const MultiHeadAttention& o, const AttentionSizes& s);

// The buffers between the caller's tensors. Elements are f64 for f64 data and f32 for all others; offsets count
// elements. Rows are dense: sequence by sequence, padding included (as zeros). Inference has them in its workspace, the
// other passes in the reserve and no workspace: programs give none, since NVIDIA's library asks for none there. Larger
// sizes never make smaller buffers.
struct AttentionBuffers {
  int64_t weights;           // as they are given
  int64_t q, k, v, out;      // rows of the caller's tensors; `out` is dout in backward passes
  int64_t q_head, k_head;    // rows x heads * width of a head
  int64_t v_head;            //
  int64_t probability;       // softmax before dropout: {q sequence, head, query, key}; inference: of one sequence
  int64_t context;           // query rows x heads * head_v
  int64_t dq_head, dk_head;  // gradients of the heads, which backward_weights reads; training
  int64_t dv_head;           //
  int64_t dcontext;          //
  int64_t dprobability;      // of one sequence
  int64_t attention_mask;    // BYTE offset: one byte an element of the probabilities, 1 where it is kept
  int64_t post_mask;         // BYTE offset: the same for the output
  int64_t lengths;           // BYTE offset: i32, of the queries, then of the keys; training
  int64_t bytes;
};
AttentionBuffers attention_workspace(const MultiHeadAttention& o, const AttentionSizes& s, DType data);
AttentionBuffers attention_reserve(const MultiHeadAttention& o, const AttentionSizes& s, DType data);

// The rules for the numbers alone, which cudnnSetAttnDescriptor checks.
Check attention_check(const MultiHeadAttention& o);
Check validate(const Graph& g, const MultiHeadAttention& o);

}  // namespace girih::graph
