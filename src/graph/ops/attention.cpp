#include "graph/ops/attention.h"

#include "base/xorwow.h"
#include "graph/graph.h"
#include "graph/ops/rules.h"

namespace girih::graph {
namespace {

int64_t element_size(DType data) { return data == DType::f64 ? 8 : 4; }

// {batch, beam, time, width}.
Check check_rows(const Graph& g, TensorId id, TensorId first, int64_t batch, int64_t beams, int64_t time,
                 int64_t width) {
  if (id == kNone) return {};
  static const char* const kAxes[] = {"batch", "beams", "time", "vector"};
  GIRIH_TRY(check_plain(g, id));
  GIRIH_TRY(check_float(g, id));
  GIRIH_TRY(check_same_type(g, first, id));
  const TensorDesc& t = g.desc(id);
  if (t.rank != 4) return bad_param("{}: has {} dimensions, not 4", g.name(id), t.rank);
  const int64_t want[] = {batch, beams, time, width};
  for (int i = 0; i < 4; ++i)
    if (t.dims[i] != want[i])
      return bad_param("{}: its {} dimension is {}; it must be {} here", g.name(id), kAxes[i], t.dims[i], want[i]);
  return {};
}

Check check_count(const Graph& g, TensorId id, int64_t least) {
  if (id == kNone || g.desc(id).count() >= least) return {};
  return bad_param("{}: {} elements; {} are needed", g.name(id), g.desc(id).count(), least);
}

// Hands out pieces, counted in elements or, at the end, in bytes.
struct Layout {
  int64_t at = 0;
  int64_t take(int64_t count) {
    const int64_t here = at;
    at += count;
    return here;
  }
};

AttentionBuffers layout(const MultiHeadAttention& o, const AttentionSizes& s, DType data, bool training) {
  const int64_t qk = o.heads * o.head_q(), kk = o.heads * o.head_k(), vv = o.heads * o.head_v();
  const int64_t scores = o.heads * s.q_time * s.kv_time;  // of one sequence of queries
  AttentionBuffers b{};
  Layout l;
  b.weights = l.take(attention_weight_count(o));
  b.q = l.take(s.q_rows() * o.q_size);
  b.k = l.take(s.kv_rows() * o.k_size);
  b.v = l.take(s.kv_rows() * o.v_size);
  b.out = l.take(s.q_rows() * o.out_size());
  b.q_head = l.take(s.q_rows() * qk);
  b.k_head = l.take(s.kv_rows() * kk);
  b.v_head = l.take(s.kv_rows() * vv);
  b.probability = l.take(training ? s.q_sequences() * scores : scores);
  b.context = l.take(s.q_rows() * vv);
  if (training) {
    b.dq_head = l.take(s.q_rows() * qk);
    b.dk_head = l.take(s.kv_rows() * kk);
    b.dv_head = l.take(s.kv_rows() * vv);
    b.dcontext = l.take(s.q_rows() * vv);
    b.dprobability = l.take(scores);
  }
  l.at *= element_size(data);
  if (training) {
    b.lengths = l.take((s.q_sequences() + s.kv_sequences()) * static_cast<int64_t>(sizeof(int32_t)));
    b.attention_mask = l.take(o.attention_dropout != 0 ? s.q_sequences() * scores : 0);
    b.post_mask = l.take(o.post_dropout != 0 ? s.q_rows() * o.out_size() : 0);
  }
  b.bytes = (l.at + 7) / 8 * 8;
  return b;
}

}  // namespace

AttentionWeight attention_weight(const MultiHeadAttention& o, int kind) {
  struct Part {
    int64_t heads, outputs, inputs;
    bool there;
  };
  const Part parts[4] = {{o.heads, o.q_proj, o.q_size, o.q_proj > 0},
                         {o.heads, o.k_proj, o.k_size, o.k_proj > 0},
                         {o.heads, o.v_proj, o.v_size, o.v_proj > 0},
                         {o.heads, o.o_proj, o.head_v(), o.o_proj > 0}};
  int64_t at = 0;
  for (int i = 0; i < kAttentionWeightKinds; ++i) {
    const Part& p = parts[i % 4];
    const bool bias = i >= 4, output = i % 4 == 3, there = p.there && (!bias || o.biases);
    const int64_t heads = bias && output ? 1 : p.heads;
    if (i == kind) {
      if (!there) return {};
      if (bias) return {at, {heads, p.outputs, 1}, {p.outputs, 1, 1}};
      if (output) return {at, {heads, p.outputs, p.inputs}, {p.outputs * p.inputs, 1, p.outputs}};
      return {at, {heads, p.outputs, p.inputs}, {p.outputs, 1, heads * p.outputs}};
    }
    if (there) at += heads * p.outputs * (bias ? 1 : p.inputs);
  }
  return {};
}

int64_t attention_weight_count(const MultiHeadAttention& o) {
  int64_t count = 0;
  for (int kind = 0; kind < kAttentionWeightKinds; ++kind) {
    const AttentionWeight w = attention_weight(o, kind);
    count += w.dims[0] * w.dims[1] * w.dims[2];
  }
  return count;
}

AttentionSizes attention_sizes(const Graph& g, const MultiHeadAttention& o) {
  const TensorDesc &k = g.desc(o.k), &q = g.desc(o.q);
  return {q.dims[0], q.dims[1], k.dims[1], q.dims[2], k.dims[2]};
}

Check attention_check_sizes(const MultiHeadAttention& o, const AttentionSizes& s) {
  const auto d = [](int64_t v) { return static_cast<double>(v); };
  const double widths = d(o.q_size) + d(o.k_size) + d(o.v_size) + d(o.out_size()) +
                        d(o.heads) * (d(o.head_q()) + d(o.head_k()) + d(o.head_v()) + d(o.o_proj));
  const double rows = d(s.batch) * (d(s.q_beams) * d(s.q_time) + d(s.kv_beams) * d(s.kv_time));
  const double scores = d(s.batch) * d(s.q_beams) * d(o.heads) * d(s.q_time) * d(s.kv_time);
  if (widths * (widths + 3 * rows) + 3 * scores < 0x1p58) return {};
  return not_supported("{} heads, {} x {} sequences of {} and {} steps: more than 2^58 numbers", o.heads, s.batch,
                       s.q_beams, s.q_time, s.kv_time);
}

AttentionBuffers attention_workspace(const MultiHeadAttention& o, const AttentionSizes& s, DType data) {
  return layout(o, s, data, false);
}
AttentionBuffers attention_reserve(const MultiHeadAttention& o, const AttentionSizes& s, DType data) {
  return layout(o, s, data, true);
}

Check attention_check(const MultiHeadAttention& o) {
  if (o.head_q() != o.head_k())
    return bad_param(
        "qProjSize, kProjSize: queries have {} elements in each head and keys {} (0 is no projection: the size of the "
        "vector, qSize {}, kSize {}); they must be equal",
        o.head_q(), o.head_k(), o.q_size, o.k_size);
  return {};
}

Check validate(const Graph& g, const MultiHeadAttention& o) {
  GIRIH_TRY(attention_check(o));
  for (TensorId id : {o.q, o.k, o.v}) {
    GIRIH_TRY(check_plain(g, id));
    if (g.desc(id).rank != 4) return bad_param("{}: has {} dimensions, not 4", g.name(id), g.desc(id).rank);
  }
  const AttentionSizes s = attention_sizes(g, o);
  if (s.kv_beams != (o.one_to_one ? s.q_beams : 1))
    return bad_param(
        "{}: {} beams for {} of the queries; {}", g.name(o.k), s.kv_beams, s.q_beams,
        o.one_to_one ? "CUDNN_ATTN_QUERYMAP_ONE_TO_ONE needs as many" : "CUDNN_ATTN_QUERYMAP_ALL_TO_ONE needs one");
  for (TensorId id : {o.q, o.dq}) GIRIH_TRY(check_rows(g, id, o.q, s.batch, s.q_beams, s.q_time, o.q_size));
  for (TensorId id : {o.k, o.dk}) GIRIH_TRY(check_rows(g, id, o.q, s.batch, s.kv_beams, s.kv_time, o.k_size));
  for (TensorId id : {o.v, o.dv}) GIRIH_TRY(check_rows(g, id, o.q, s.batch, s.kv_beams, s.kv_time, o.v_size));
  for (TensorId id : {o.out, o.residual, o.dout})
    GIRIH_TRY(check_rows(g, id, o.q, s.batch, s.q_beams, s.q_time, o.out_size()));
  GIRIH_TRY(attention_check_sizes(o, s));

  for (TensorId id : {o.weights, o.dweights}) {
    if (id == kNone) continue;
    GIRIH_TRY(check_same_type(g, o.q, id));
    GIRIH_TRY(check_count(g, id, attention_weight_count(o)));
  }
  GIRIH_TRY(check_count(g, o.q_lengths, s.q_sequences()));
  GIRIH_TRY(check_count(g, o.kv_lengths, s.kv_sequences()));
  GIRIH_TRY(check_count(g, o.lo, s.q_time));
  GIRIH_TRY(check_count(g, o.hi, s.q_time));
  if (o.pass == AttentionPass::inference) return {};
  GIRIH_TRY(check_count(g, o.reserve, attention_reserve(o, s, g.desc(o.q).dtype).bytes));
  if (o.pass != AttentionPass::training) return {};
  const bool drops[] = {o.attention_dropout != 0, o.post_dropout != 0};
  const TensorId states[] = {o.attention_states, o.post_states};
  const char* const names[] = {"attnDropoutDesc", "postDropoutDesc"};
  for (int i = 0; i < 2; ++i)
    if (drops[i] && (states[i] == kNone || g.desc(states[i]).count() < kXorwowBytes))
      return bad_param("{}: it has no random states (cudnnSetDropoutDescriptor)", names[i]);
  return {};
}

}  // namespace girih::graph
