// Multi-head attention: every option, all four passes. The lengths are those in device memory, which the host does not
// know: every key is multiplied, and the softmax leaves out those behind the length.
#include "base/xorwow.h"
#include "engines/cuda/generic/attention/params.h"
#include "engines/cuda/generic/host.h"
#include "engines/cuda/generic/rnn/params.h"

namespace girih::engines {
extern const Engine cuda_generic_attention;
namespace {

using namespace girih::generic;
using graph::AttentionPass;
using graph::kNone;
using graph::MultiHeadAttention;
using graph::TensorId;

// A call under way: enqueues kernels one after the other; the first failure stays and ends the rest.
struct Frame {
  const RunArgs& args;
  const Device& device;
  const MultiHeadAttention& op;      // structure
  const MultiHeadAttention& called;  // with the numbers of this call
  graph::AttentionSizes s;
  DType data;
  int acc;
  int64_t bytes;        // of an element of acc
  bool training;        // the buffers are those of the reserve
  int64_t first, time;  // the query steps that are computed
  int64_t rows;         // of queries
  int64_t qk, vv, os;   // widths: of all heads' queries and keys, of all heads' values, of the output
  graph::AttentionBuffers at;
  char* base;
  const int32_t *q_lengths, *kv_lengths;  // of the caller
  int32_t *lo, *hi;                       // in scratch
  Check status{};

  Frame(const RunArgs& a, const Device& d)
      : args(a),
        device(d),
        op(*a.graph.only<MultiHeadAttention>()),
        called(std::get<MultiHeadAttention>((a.nodes ? a.nodes : a.graph.nodes.data())->op)),
        s(attention_sizes(a.graph, op)),
        data(a.graph.desc(op.q).dtype),
        acc(data == DType::f64 ? kF64 : kF32),
        bytes(data == DType::f64 ? 8 : 4),
        training(op.pass != AttentionPass::inference),
        first(called.time_step < 0 ? 0 : called.time_step),
        time(called.time_step < 0 ? s.q_time : 1),
        rows(s.q_sequences() * time),
        qk(op.heads * op.head_q()),
        vv(op.heads * op.head_v()),
        os(op.out_size()),
        at(training ? attention_reserve(op, s, data) : attention_workspace(op, s, data)),
        base(training ? a.ptr<char>(op.reserve) : static_cast<char*>(a.workspace)),
        q_lengths(a.ptr<const int32_t>(op.q_lengths)),
        kv_lengths(a.ptr<const int32_t>(op.kv_lengths)),
        lo(static_cast<int32_t*>(a.scratch)),
        hi(lo + s.q_time) {}

  char* piece(int64_t offset) const { return base + offset * bytes; }
  int64_t scores() const { return op.heads * time * s.kv_time; }
  char* probability(int64_t n) const { return piece(at.probability) + (training ? n * scores() * bytes : 0); }
  uint8_t* attention_mask() const { return reinterpret_cast<uint8_t*>(base) + at.attention_mask; }
  uint8_t* post_mask() const { return reinterpret_cast<uint8_t*>(base) + at.post_mask; }
  int32_t* saved_lengths() const { return reinterpret_cast<int32_t*>(base + at.lengths); }
  bool drops_attention() const { return training && op.attention_dropout != 0; }
  bool drops_output() const { return training && op.post_dropout != 0; }
  int64_t kv_sequence(int64_t n) const { return op.one_to_one ? n : n / s.q_beams; }
  // As f32 for all but f64, as dropout has it.
  double dropout_scale(float rate) const {
    return data == DType::f64 ? 1 / (1 - static_cast<double>(rate)) : static_cast<double>(1.0f / (1.0f - rate));
  }
  const void* weight(int kind) const {
    const int64_t offset = attention_weight(op, kind).offset;
    if (offset < 0) return nullptr;
    return args.ptr<const char>(op.weights) + offset * static_cast<int64_t>(dtype_size(data));
  }
  AttentionFactor inner(const void* p, int64_t row, int64_t column, int64_t batch = 0) const {
    return {p, row, column, batch, acc, 0};
  }
  AttentionFactor outer(const void* p, int64_t row, int64_t column) const {
    return {p, row, column, 0, static_cast<int32_t>(data), 0};
  }

  template <class P>
  void launch(const char* kernel, int64_t threads, const P& p) {
    if (threads > 0 && status) status = enqueue(args, kernel, {blocks_for(threads, 256, device), 256}, p);
  }
  void product(int64_t batch, int64_t m, int64_t n, int64_t k, const AttentionFactor& a, const AttentionFactor& b,
               const AttentionFactor& out, double scale = 1, double beta = 0, const void* bias = nullptr) {
    const AttentionProduct p{batch, m, n, k, a, b, out, bias, static_cast<int32_t>(data), 0, scale, beta};
    launch("girih_attention_product", batch * ((m + 31) / 32) * ((n + 31) / 32) * 256, p);
  }
  void upload(const int32_t* from, int64_t count, int32_t* to) {
    for (int64_t i = 0; i < count; i += kAttentionInts) {
      AttentionInts p{};
      p.to = to;
      p.first = static_cast<int32_t>(i);
      p.count = static_cast<int32_t>(std::min<int64_t>(kAttentionInts, count - i));
      std::copy_n(from + i, p.count, p.values);
      launch("girih_attention_ints", 1, p);
    }
  }
  void copy(const int32_t* from, int64_t count, int32_t* to) {
    AttentionInts p{};
    p.to = to, p.from = from;
    p.count = static_cast<int32_t>(count);
    launch("girih_attention_ints", 1, p);
  }
  AttentionRows rows_of(TensorId id, const int32_t* lengths, int64_t sequences, int64_t from, int64_t steps,
                        char* buffer) const {
    AttentionRows p{};
    p.tensor = view(args, id);
    p.rows = buffer;
    p.lengths = lengths;
    p.acc = acc;
    p.sequences = sequences, p.first = from, p.time = steps;
    p.width = p.tensor.dims[3];
    return p;
  }
  void read(TensorId id, const int32_t* lengths, int64_t sequences, int64_t from, int64_t steps, char* to) {
    const AttentionRows p = rows_of(id, lengths, sequences, from, steps, to);
    launch("girih_attention_read", sequences * steps * p.width, p);
  }
  void write(char* buffer, const int32_t* lengths, int64_t sequences, int64_t from, int64_t steps, TensorId id,
             double fill, TensorId residual = kNone) {
    AttentionRows p = rows_of(id, lengths, sequences, from, steps, buffer);
    p.residual = view(args, residual);
    p.fill = fill;
    launch("girih_attention_write", sequences * steps * p.width, p);
  }
  void draw(TensorId states, float rate, int64_t count, uint8_t* mask) {
    RnnParams p{};
    p.states = args.ptr<uint32_t>(states);
    p.generators = args.graph.desc(states).count() / kXorwowBytes;
    p.probability = rate;
    p.mask = mask;
    p.count = count;
    launch("girih_rnn_draw_mask", std::min(count, p.generators), p);
  }
  void drop(char* from, uint8_t* mask, float rate, int64_t count, char* to) {
    RnnParams p{};
    p.acc = acc;
    p.in = from, p.out = to;
    p.mask = mask;
    p.scale = dropout_scale(rate);
    p.count = count;
    launch("girih_rnn_drop", count, p);
  }
  AttentionScores scores_of(char* p, int64_t n) const {
    AttentionScores q{};
    q.p = p;
    q.lo = lo, q.hi = hi, q.q_length = q_lengths + n, q.kv_length = kv_lengths + kv_sequence(n);
    q.acc = acc;
    q.rows = op.heads * time, q.time = time, q.first = first, q.keys = s.kv_time;
    return q;
  }

  // Rows of a caller's tensor to rows of all heads: times a weight matrix, or one copy for each head.
  void project(int kind, int64_t count, int64_t in, int64_t head, char* from, char* to) {
    const int64_t out = op.heads * head;
    if (const void* w = weight(kind))
      product(1, count, out, in, inner(from, in, 1), outer(w, out, 1), inner(to, out, 1), 1, 0, weight(kind + 4));
    else
      launch("girih_attention_spread", count * out, AttentionHeads{from, to, acc, 0, count, in, op.heads});
  }
  // The gradient of project()'s input, in `to`.
  void project_back(int kind, int64_t count, int64_t in, int64_t head, char* from, char* to) {
    const int64_t out = op.heads * head;
    if (const void* w = weight(kind))
      product(1, count, in, out, inner(from, out, 1), outer(w, 1, out), inner(to, in, 1));
    else
      launch("girih_attention_gather", count * in, AttentionHeads{to, from, acc, 0, count, in, op.heads});
  }
};

Check forward(const RunArgs& args, const Device& d) {
  Frame f(args, d);
  const MultiHeadAttention& o = f.op;
  const int64_t heads = o.heads, hq = o.head_q(), hv = o.head_v(), keys = f.s.kv_time, time = f.time;
  f.upload(args.ptr<const int32_t>(o.lo), f.s.q_time, f.lo);
  f.upload(args.ptr<const int32_t>(o.hi), f.s.q_time, f.hi);
  char *q = f.piece(f.at.q), *k = f.piece(f.at.k), *v = f.piece(f.at.v);
  f.read(o.q, f.q_lengths, f.s.q_sequences(), f.first, time, q);
  f.read(o.k, f.kv_lengths, f.s.kv_sequences(), 0, keys, k);
  f.read(o.v, f.kv_lengths, f.s.kv_sequences(), 0, keys, v);
  char *q_head = f.piece(f.at.q_head), *k_head = f.piece(f.at.k_head), *v_head = f.piece(f.at.v_head);
  f.project(0, f.rows, o.q_size, hq, q, q_head);
  f.project(1, f.s.kv_rows(), o.k_size, hq, k, k_head);
  f.project(2, f.s.kv_rows(), o.v_size, hv, v, v_head);
  if (f.drops_attention())
    f.draw(o.attention_states, o.attention_dropout, f.s.q_sequences() * f.scores(), f.attention_mask());

  char* context = f.piece(f.at.context);
  for (int64_t n = 0; n < f.s.q_sequences(); ++n) {
    const int64_t kv = f.kv_sequence(n);
    char *p = f.probability(n), *seen = p;
    const char* own_k = k_head + kv * keys * f.qk * f.bytes;
    f.product(heads, time, keys, hq, f.inner(q_head + n * time * f.qk * f.bytes, f.qk, 1, hq),
              f.inner(own_k, 1, f.qk, hq), f.inner(p, keys, 1, time * keys), f.called.scale);
    f.launch("girih_attention_softmax", heads * time * 32, f.scores_of(p, n));
    if (f.drops_attention()) {
      seen = f.piece(f.at.dprobability);
      f.drop(p, f.attention_mask() + n * f.scores(), o.attention_dropout, f.scores(), seen);
    }
    f.product(heads, time, hv, keys, f.inner(seen, keys, 1, time * keys),
              f.inner(v_head + kv * keys * f.vv * f.bytes, f.vv, 1, hv),
              f.inner(context + n * time * f.vv * f.bytes, f.vv, 1, hv));
  }

  char* out = context;
  if (const void* w = f.weight(3)) {
    out = f.piece(f.at.out);
    f.product(1, f.rows, f.os, f.vv, f.inner(context, f.vv, 1), f.outer(w, f.os, 1), f.inner(out, f.os, 1), 1, 0,
              f.weight(7));
  }
  if (f.drops_output()) {
    f.draw(o.post_states, o.post_dropout, f.rows * f.os, f.post_mask());
    char* to = f.piece(f.at.out);
    f.drop(out, f.post_mask(), o.post_dropout, f.rows * f.os, to);
    out = to;
  }
  f.write(out, f.q_lengths, f.s.q_sequences(), f.first, time, o.out, f.called.padding, o.residual);
  // backward_weights is not told them again.
  if (f.training) {
    f.copy(f.q_lengths, f.s.q_sequences(), f.saved_lengths());
    f.copy(f.kv_lengths, f.s.kv_sequences(), f.saved_lengths() + f.s.q_sequences());
  }
  return std::move(f.status);
}

// dout as rows, as it reaches the projection of the output.
char* read_output_gradient(Frame& f, const int32_t* lengths) {
  char* dout = f.piece(f.at.out);
  f.read(f.op.dout, lengths, f.s.q_sequences(), 0, f.time, dout);
  if (f.drops_output()) f.drop(dout, f.post_mask(), f.op.post_dropout, f.rows * f.os, dout);
  return dout;
}

Check backward_data(const RunArgs& args, const Device& d) {
  Frame f(args, d);
  const MultiHeadAttention& o = f.op;
  const int64_t heads = o.heads, hq = o.head_q(), hv = o.head_v(), keys = f.s.kv_time, time = f.time;
  const int64_t qk = f.qk, vv = f.vv;
  char *dout = read_output_gradient(f, f.q_lengths), *dcontext = dout;
  if (const void* w = f.weight(3)) {
    dcontext = f.piece(f.at.dcontext);
    f.product(1, f.rows, vv, f.os, f.inner(dout, f.os, 1), f.outer(w, 1, f.os), f.inner(dcontext, vv, 1));
  }
  char *q_head = f.piece(f.at.q_head), *k_head = f.piece(f.at.k_head), *v_head = f.piece(f.at.v_head);
  char *dq_head = f.piece(f.at.dq_head), *dk_head = f.piece(f.at.dk_head), *dv_head = f.piece(f.at.dv_head);
  f.launch("girih_attention_zero", f.s.kv_rows() * qk,
           AttentionHeads{nullptr, dk_head, f.acc, 0, f.s.kv_rows(), qk, 1});
  f.launch("girih_attention_zero", f.s.kv_rows() * vv,
           AttentionHeads{nullptr, dv_head, f.acc, 0, f.s.kv_rows(), vv, 1});
  char* dp = f.piece(f.at.dprobability);
  for (int64_t n = 0; n < f.s.q_sequences(); ++n) {
    const int64_t kv = f.kv_sequence(n);
    char *p = f.probability(n), *seen = p, *dc = dcontext + n * time * vv * f.bytes;
    uint8_t* mask = f.drops_attention() ? f.attention_mask() + n * f.scores() : nullptr;
    if (mask) {
      f.drop(p, mask, o.attention_dropout, f.scores(), dp);
      seen = dp;
    }
    char *own_q = q_head + n * time * qk * f.bytes, *own_k = k_head + kv * keys * qk * f.bytes;
    char *own_v = v_head + kv * keys * vv * f.bytes, *dv = dv_head + kv * keys * vv * f.bytes;
    char *dq = dq_head + n * time * qk * f.bytes, *dk = dk_head + kv * keys * qk * f.bytes;
    // The beams of one query share keys and values: gradients are added up, beam after beam.
    f.product(heads, keys, hv, time, f.inner(seen, 1, keys, time * keys), f.inner(dc, vv, 1, hv),
              f.inner(dv, vv, 1, hv), 1, 1);
    f.product(heads, time, keys, hv, f.inner(dc, vv, 1, hv), f.inner(own_v, 1, vv, hv),
              f.inner(dp, keys, 1, time * keys));
    AttentionScores scores = f.scores_of(p, n);
    scores.dp = dp;
    scores.mask = mask;
    scores.keep = mask ? f.dropout_scale(o.attention_dropout) : 1;
    scores.scale = f.called.scale;
    f.launch("girih_attention_softmax_gradient", heads * time * 32, scores);
    f.product(heads, time, hq, keys, f.inner(dp, keys, 1, time * keys), f.inner(own_k, qk, 1, hq),
              f.inner(dq, qk, 1, hq));
    f.product(heads, keys, hq, time, f.inner(dp, 1, keys, time * keys), f.inner(own_q, qk, 1, hq),
              f.inner(dk, qk, 1, hq), 1, 1);
  }
  char *q = f.piece(f.at.q), *k = f.piece(f.at.k), *v = f.piece(f.at.v);
  f.project_back(0, f.rows, o.q_size, hq, dq_head, q);
  f.project_back(1, f.s.kv_rows(), o.k_size, hq, dk_head, k);
  f.project_back(2, f.s.kv_rows(), o.v_size, hv, dv_head, v);
  f.write(q, f.q_lengths, f.s.q_sequences(), 0, time, o.dq, 0);
  f.write(k, f.kv_lengths, f.s.kv_sequences(), 0, keys, o.dk, 0);
  f.write(v, f.kv_lengths, f.s.kv_sequences(), 0, keys, o.dv, 0);
  return std::move(f.status);
}

Check backward_weights(const RunArgs& args, const Device& d) {
  Frame f(args, d);
  const MultiHeadAttention& o = f.op;
  if (attention_weight_count(o) == 0) return {};
  // The forward call left the lengths in the reserve.
  const int32_t *q_lengths = f.saved_lengths(), *kv_lengths = q_lengths + f.s.q_sequences();
  void* dweights = args.ptr(o.dweights);
  const double beta = args.scalars().beta;
  // inputs {rows, in}, gradients {rows, out}: the matrix of `kind` and its bias.
  const auto gradients = [&](int kind, int64_t rows, int64_t in, int64_t out, const char* inputs,
                             const char* gradient) {
    if (const int64_t matrix = attention_weight(o, kind).offset; matrix >= 0)
      f.product(1, in, out, rows, f.inner(inputs, 1, in), f.inner(gradient, out, 1),
                f.outer(static_cast<char*>(dweights) + matrix * static_cast<int64_t>(dtype_size(f.data)), out, 1), 1,
                beta);
    if (const int64_t bias = attention_weight(o, kind + 4).offset; bias >= 0)
      f.launch("girih_attention_bias", out,
               AttentionBias{gradient, dweights, f.acc, static_cast<int32_t>(f.data), rows, out, bias, beta});
  };
  char *q = f.piece(f.at.q), *k = f.piece(f.at.k), *v = f.piece(f.at.v);
  if (o.q_proj) f.read(o.q, q_lengths, f.s.q_sequences(), 0, f.time, q);
  if (o.k_proj) f.read(o.k, kv_lengths, f.s.kv_sequences(), 0, f.s.kv_time, k);
  if (o.v_proj) f.read(o.v, kv_lengths, f.s.kv_sequences(), 0, f.s.kv_time, v);
  gradients(0, f.rows, o.q_size, f.qk, q, f.piece(f.at.dq_head));
  gradients(1, f.s.kv_rows(), o.k_size, f.qk, k, f.piece(f.at.dk_head));
  gradients(2, f.s.kv_rows(), o.v_size, f.vv, v, f.piece(f.at.dv_head));
  if (o.o_proj) gradients(3, f.rows, f.vv, f.os, f.piece(f.at.context), read_output_gradient(f, q_lengths));
  return std::move(f.status);
}

Verdict supports(const graph::Graph& g, const Device&) {
  return g.only<MultiHeadAttention>() ? yes() : no("takes multi-head attention");
}

size_t workspace_of(const graph::Graph& g) {
  const auto& o = *g.only<MultiHeadAttention>();
  if (o.pass != AttentionPass::inference) return 0;
  return static_cast<size_t>(attention_workspace(o, attention_sizes(g, o), g.desc(o.q).dtype).bytes);
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<MultiHeadAttention>();
  return {50 * static_cast<double>(attention_sizes(g, o).q_sequences()), workspace_of(g)};
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  const auto& o = *g.only<MultiHeadAttention>();
  const graph::AttentionSizes s = attention_sizes(g, o);
  Plan plan{&cuda_generic_attention, workspace_of(g), {}};
  plan.scratch = static_cast<size_t>(2 * s.q_time) * sizeof(int32_t);
  plan.run = [d](const RunArgs& a) -> Check {
    switch (a.graph.only<MultiHeadAttention>()->pass) {
      case AttentionPass::backward_data:
        return backward_data(a, d);
      case AttentionPass::backward_weights:
        return backward_weights(a, d);
      default:
        return forward(a, d);
    }
  };
  return plan;
}

}  // namespace

const Engine cuda_generic_attention{1113, "cuda.generic.attention", DeviceKind::cuda, Notes{}, supports, estimate,
                                    build};

}  // namespace girih::engines
