// Multi-head attention written down on a tape (tape.h), one query at a time.
#pragma once

#include "conformance/tape.h"

namespace girih::conformance {

struct AttentionShape {
  int64_t heads = 1;
  int64_t q = 1, k = 1, v = 1;                          // widths of the vectors
  int64_t q_proj = 0, k_proj = 0, v_proj = 0, out = 0;  // after the projections; 0: there is none
  bool bias = false, one_to_one = false;
  int64_t batch = 1, beams = 1, q_time = 1, kv_time = 1;
  std::vector<int64_t> q_lengths, kv_lengths;  // of sequence n * beams + b
  std::vector<int64_t> low, high;              // of each query step: it sees the keys [low, high)
  int64_t step = -1;                           // the only query step that is computed; -1: all
  double scale = 1;

  int64_t head_q() const { return q_proj ? q_proj : q; }
  int64_t head_v() const { return v_proj ? v_proj : v; }
  int64_t width() const { return out ? out : heads * head_v(); }
  int64_t kv_beams() const { return one_to_one ? beams : 1; }
  // Of the kinds of cudnnMultiHeadAttnWeightKind_t: {heads, outputs, inputs}, empty where there is none.
  std::vector<int64_t> dims(int kind) const;
};

// Where element {head, output, input} of a kind lies in the flat weights.
struct AttentionPlaces {
  struct Part {
    int64_t offset = -1, strides[3] = {};
    int64_t at(int64_t head, int64_t output, int64_t input) const {
      return offset + head * strides[0] + output * strides[1] + input * strides[2];
    }
  } of[8];
};

struct AttentionInputs {
  std::vector<Var> weights;           // flat
  std::vector<Var> q, k, v;           // [sequence][time][width]
  std::vector<Var> residual;          // like the output; empty: none
  std::vector<bool> kept, post_kept;  // [q sequence][head][query][key], like the output; empty: no dropout
  double dropout_scale = 1, post_dropout_scale = 1;
};

// [sequence][time][width]; not given: padding, or a step that is not computed.
std::vector<Var> attention_forward(Tape& tape, const AttentionShape& shape, const AttentionPlaces& places,
                                   const AttentionInputs& in);

}  // namespace girih::conformance
