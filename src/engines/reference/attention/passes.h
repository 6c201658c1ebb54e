// The passes of multi-head attention, for any way of multiplying matrices: the reference engine sums in double, the
// CPU engine takes its matrix product in f32. Everything between the caller's tensors is held in A, f64 for f64 data
// and f32 for all others, in the buffers that graph/ops/attention.h lays out.
//
// An Arithmetic has
//   template <class A, class Emit> static void product(int64_t batch, int64_t m, int64_t n, int64_t k,
//                                                      Factor<A> a, Factor<A> b, const Emit& emit);
//       emit(g, i, j, sum over d of a[g][i][d] * b[g][d][j]), once for each element, from several threads;
//   template <class A> static void gradient(int64_t m, int64_t n, int64_t k, Factor<A> a, Factor<A> b, void* to,
//                                           DType type, double beta);   row-major {m, n} = a * b + beta * old
//   template <class A> static void softmax(A* row, int64_t count);                     in place
//   template <class A> static void softmax_gradient(const A* y, A* dy, int64_t count); dy becomes the gradient
#pragma once
#include <algorithm>
#include <vector>

#include "base/xorwow.h"
#include "engines/reference/access.h"
#include "plan/engine.h"

namespace girih::reference::attention {

using graph::AttentionPass;
using graph::MultiHeadAttention;

template <class A>
struct Factor {
  const A* data;
  int64_t row, col, batch = 0;
};

// A call: the sizes, and the buffers as pointers.
template <class A>
struct Frame {
  const RunArgs& args;
  const MultiHeadAttention& op;
  graph::AttentionSizes s;
  DType data;
  bool training;        // the buffers are those of the reserve
  int64_t first, time;  // the query steps that are computed
  int64_t rows;         // of queries: sequences * time
  int64_t qk, vv, os;   // widths: of all heads' queries and keys, of all heads' values, of the output
  graph::AttentionBuffers at;
  char* base;

  explicit Frame(const RunArgs& a)
      : args(a),
        op(*a.graph.only<MultiHeadAttention>()),
        s(attention_sizes(a.graph, op)),
        data(a.graph.desc(op.q).dtype),
        training(op.pass != AttentionPass::inference),
        first(op.time_step < 0 ? 0 : op.time_step),
        time(op.time_step < 0 ? s.q_time : 1),
        rows(s.q_sequences() * time),
        qk(op.heads * op.head_q()),
        vv(op.heads * op.head_v()),
        os(op.out_size()),
        at(training ? attention_reserve(op, s, data) : attention_workspace(op, s, data)),
        base(training ? a.ptr<char>(op.reserve) : static_cast<char*>(a.workspace)) {}

  A* piece(int64_t offset) const { return reinterpret_cast<A*>(base) + offset; }
  // The probabilities of one sequence of queries; inference has room for one.
  A* probability(int64_t n) const {
    return piece(at.probability) + (training ? n * op.heads * s.q_time * s.kv_time : 0);
  }
  uint8_t* attention_mask() const { return reinterpret_cast<uint8_t*>(base) + at.attention_mask; }
  uint8_t* post_mask() const { return reinterpret_cast<uint8_t*>(base) + at.post_mask; }
  int32_t* saved_lengths() const { return reinterpret_cast<int32_t*>(base + at.lengths); }
  bool drops_attention() const { return training && op.attention_dropout != 0; }
  bool drops_output() const { return training && op.post_dropout != 0; }
  int64_t kv_sequence(int64_t n) const { return op.one_to_one ? n : n / s.q_beams; }
  // The caller's weights need no copy where they are of type A.
  bool weights_in_place() const { return dtype_size(data) == sizeof(A); }
  const A* weight(int kind) const {
    const int64_t offset = attention_weight(op, kind).offset;
    if (offset < 0) return nullptr;
    return (weights_in_place() ? args.ptr<const A>(op.weights) : piece(at.weights)) + offset;
  }
};

// As f32 for all but f64, as dropout has it.
inline double dropout_scale(DType data, float rate) {
  return data == DType::f64 ? 1 / (1 - static_cast<double>(rate)) : static_cast<double>(1.0f / (1.0f - rate));
}

// Where vector t of sequence n begins, in elements.
inline int64_t vector_offset(const TensorDesc& d, int64_t n, int64_t t) {
  return n / d.dims[1] * d.strides[0] + n % d.dims[1] * d.strides[1] + t * d.strides[2];
}

// Calls f(n, t, row) for every step of every sequence, rows in that order.
template <class F>
void each_row(int64_t sequences, int64_t first, int64_t time, F&& f) {
  parallel_range(sequences * time, 8, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) f(row / time, first + row % time, row);
  });
}

// Rows behind the length become zero, whatever the tensor holds there.
template <class A>
void read_rows(const Frame<A>& f, graph::TensorId from, const int32_t* lengths, int64_t sequences, int64_t first,
               int64_t time, A* to) {
  const TensorDesc& d = f.args.graph.desc(from);
  const int64_t width = d.dims[3], step = d.strides[3];
  dispatch_float(f.data, [&](auto type) {
    using T = typename decltype(type)::type;
    const T* data = f.args.template ptr<const T>(from);
    each_row(sequences, first, time, [&](int64_t n, int64_t t, int64_t row) {
      A* out = to + row * width;
      if (t >= lengths[n]) {
        std::fill_n(out, width, A(0));
        return;
      }
      const T* vector = data + vector_offset(d, n, t);
      for (int64_t j = 0; j < width; ++j) out[j] = load<A>(vector[j * step]);
    });
  });
}

// `residual`, if there is one, is added to the valid rows; the others get `fill`.
template <class A>
void write_rows(const Frame<A>& f, const A* from, const int32_t* lengths, int64_t sequences, int64_t first,
                int64_t time, graph::TensorId to, double fill, graph::TensorId residual = graph::kNone) {
  const TensorDesc& d = f.args.graph.desc(to);
  const TensorDesc& rd = f.args.graph.desc(residual == graph::kNone ? to : residual);
  const int64_t width = d.dims[3], step = d.strides[3], added_step = rd.strides[3];
  dispatch_float(f.data, [&](auto type) {
    using T = typename decltype(type)::type;
    T* data = f.args.template ptr<T>(to);
    const T* residuals = f.args.template ptr<const T>(residual);
    each_row(sequences, first, time, [&](int64_t n, int64_t t, int64_t row) {
      T* out = data + vector_offset(d, n, t);
      const A* v = from + row * width;
      if (t >= lengths[n]) {
        for (int64_t j = 0; j < width; ++j) out[j * step] = store<T>(fill);
      } else if (residuals) {
        const T* added = residuals + vector_offset(rd, n, t);
        for (int64_t j = 0; j < width; ++j)
          out[j * step] = store<T>(static_cast<double>(v[j]) + load<double>(added[j * added_step]));
      } else {
        for (int64_t j = 0; j < width; ++j) out[j * step] = store<T>(v[j]);
      }
    });
  });
}

template <class A>
void read_weights(const Frame<A>& f) {
  const int64_t count = attention_weight_count(f.op);
  if (count == 0 || f.weights_in_place()) return;
  A* to = f.piece(f.at.weights);
  dispatch_float(f.data, [&](auto type) {
    using T = typename decltype(type)::type;
    const T* from = f.args.template ptr<const T>(f.op.weights);
    parallel_range(count, 4096, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) to[i] = load<A>(from[i]);
    });
  });
}

// Element e takes the next draw of generator e mod G: chunks of generators run in parallel, each with all the elements
// that are its own (behaviour.md 12).
inline void draw_mask(const RunArgs& a, graph::TensorId states_id, float rate, int64_t count, uint8_t* mask) {
  const int64_t generators = a.graph.desc(states_id).count() / kXorwowBytes;
  auto* states = a.ptr<Xorwow>(states_id);
  parallel_range(std::min(count, generators), 1024, [&](int64_t begin, int64_t end) {
    for (int64_t round = 0; round < count; round += generators)
      for (int64_t e = round + begin; e < std::min(round + end, count); ++e)
        mask[e] = to_uniform(draw(states[e - round])) > rate;
  });
}

template <class A>
void drop(const A* from, const uint8_t* mask, double scale, int64_t count, A* to) {
  parallel_range(count, 4096, [&](int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e) to[e] = mask[e] ? static_cast<A>(static_cast<double>(from[e]) * scale) : A(0);
  });
}

// Rows of a caller's tensor to rows of all heads: times a weight matrix, or one copy for each head.
template <class Arithmetic, class A>
void project(const Frame<A>& f, int kind, int64_t rows, int64_t in, int64_t head, const A* from, A* to) {
  const int64_t out = f.op.heads * head;
  const A *w = f.weight(kind), *bias = f.weight(kind + 4);
  if (w) {
    Arithmetic::template product<A>(
        1, rows, out, in, {from, in, 1}, {w, out, 1},
        [=](int64_t, int64_t i, int64_t j, auto sum) { to[i * out + j] = static_cast<A>(bias ? sum + bias[j] : sum); });
    return;
  }
  parallel_range(rows, 16, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      for (int64_t h = 0; h < f.op.heads; ++h) std::copy_n(from + i * in, in, to + i * out + h * in);
  });
}

// The lengths that the caller gave lie within the tensors: the host knows them on a CPU.
template <class A>
Check check_lengths(const Frame<A>& f) {
  const graph::TensorId ids[] = {f.op.q_lengths, f.op.kv_lengths};
  const int64_t counts[] = {f.s.q_sequences(), f.s.kv_sequences()}, most[] = {f.s.q_time, f.s.kv_time};
  for (int i = 0; i < 2; ++i)
    for (int64_t n = 0; n < counts[i]; ++n)
      if (const int32_t length = f.args.template ptr<int32_t>(ids[i])[n]; length < 0 || length > most[i])
        return bad_param("{}: length {} of sequence {}; it must be between 0 and {}, the time dimension",
                         f.args.graph.name(ids[i]), length, n, most[i]);
  return {};
}

template <class Arithmetic, class A>
Check forward(const RunArgs& args) {
  const Frame<A> f(args);
  const MultiHeadAttention& o = f.op;
  GIRIH_TRY(check_lengths(f));
  const auto *q_lengths = args.ptr<int32_t>(o.q_lengths), *kv_lengths = args.ptr<int32_t>(o.kv_lengths);
  const auto *lo = args.ptr<int32_t>(o.lo), *hi = args.ptr<int32_t>(o.hi);
  const int64_t heads = o.heads, hq = o.head_q(), hv = o.head_v(), keys = f.s.kv_time, time = f.time;
  const int64_t scores = heads * time * keys;

  read_weights(f);
  A *q = f.piece(f.at.q), *k = f.piece(f.at.k), *v = f.piece(f.at.v);
  read_rows(f, o.q, q_lengths, f.s.q_sequences(), f.first, time, q);
  read_rows(f, o.k, kv_lengths, f.s.kv_sequences(), 0, keys, k);
  read_rows(f, o.v, kv_lengths, f.s.kv_sequences(), 0, keys, v);
  A *q_head = f.piece(f.at.q_head), *k_head = f.piece(f.at.k_head), *v_head = f.piece(f.at.v_head);
  project<Arithmetic>(f, 0, f.rows, o.q_size, hq, q, q_head);
  project<Arithmetic>(f, 1, f.s.kv_rows(), o.k_size, hq, k, k_head);
  project<Arithmetic>(f, 2, f.s.kv_rows(), o.v_size, hv, v, v_head);
  if (f.drops_attention())
    draw_mask(args, o.attention_states, o.attention_dropout, f.s.q_sequences() * scores, f.attention_mask());

  A* context = f.piece(f.at.context);
  for (int64_t n = 0; n < f.s.q_sequences(); ++n) {
    const int64_t kv = f.kv_sequence(n), length = kv_lengths[kv];
    A* p = f.probability(n);
    const double scale = o.scale;
    Arithmetic::template product<A>(
        heads, time, length, hq, {q_head + n * time * f.qk, f.qk, 1, hq}, {k_head + kv * keys * f.qk, 1, f.qk, hq},
        [=](int64_t h, int64_t t, int64_t s, auto sum) {
          p[(h * time + t) * keys + s] = static_cast<A>(sum * static_cast<decltype(sum)>(scale));
        });
    parallel_range(heads * time, std::max<int64_t>(1, 2048 / keys), [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        const int64_t t = f.first + r % time;
        const int64_t from = std::clamp<int64_t>(lo[t], 0, length);
        const int64_t to = t < q_lengths[n] ? std::clamp<int64_t>(hi[t], from, length) : from;
        A* row = p + r * keys;
        std::fill(row, row + from, A(0));
        if (from < to) Arithmetic::softmax(row + from, to - from);
        std::fill(row + to, row + keys, A(0));
      }
    });
    const A* seen = p;
    if (f.drops_attention()) {
      A* dropped = f.piece(f.at.dprobability);
      drop(p, f.attention_mask() + n * scores, dropout_scale(f.data, o.attention_dropout), scores, dropped);
      seen = dropped;
    }
    A* to = context + n * time * f.vv;
    const int64_t vv = f.vv;
    Arithmetic::template product<A>(
        heads, time, hv, length, {seen, keys, 1, time * keys}, {v_head + kv * keys * vv, vv, 1, hv},
        [=](int64_t h, int64_t t, int64_t j, auto sum) { to[t * vv + h * hv + j] = static_cast<A>(sum); });
  }

  A* out = f.piece(f.at.out);
  if (const A* w = f.weight(3)) {
    const A* bias = f.weight(7);
    const int64_t os = f.os;
    Arithmetic::template product<A>(
        1, f.rows, os, f.vv, {context, f.vv, 1}, {w, os, 1},
        [=](int64_t, int64_t i, int64_t j, auto sum) { out[i * os + j] = static_cast<A>(bias ? sum + bias[j] : sum); });
  } else {
    std::copy_n(context, f.rows * f.os, out);
  }
  if (f.drops_output()) {
    draw_mask(args, o.post_states, o.post_dropout, f.rows * f.os, f.post_mask());
    drop(out, f.post_mask(), dropout_scale(f.data, o.post_dropout), f.rows * f.os, out);
  }
  write_rows(f, out, q_lengths, f.s.q_sequences(), f.first, time, o.out, o.padding, o.residual);
  if (f.training) {  // backward_weights is not told them again
    std::copy_n(q_lengths, f.s.q_sequences(), f.saved_lengths());
    std::copy_n(kv_lengths, f.s.kv_sequences(), f.saved_lengths() + f.s.q_sequences());
  }
  return {};
}

// dout as rows, as it reaches the projection of the output.
template <class A>
A* read_output_gradient(const Frame<A>& f, const int32_t* lengths) {
  A* dout = f.piece(f.at.out);
  read_rows(f, f.op.dout, lengths, f.s.q_sequences(), 0, f.time, dout);
  if (f.drops_output()) drop(dout, f.post_mask(), dropout_scale(f.data, f.op.post_dropout), f.rows * f.os, dout);
  return dout;
}

// The gradient of project()'s input, in `to`.
template <class Arithmetic, class A>
void project_back(const Frame<A>& f, int kind, int64_t rows, int64_t in, int64_t head, const A* from, A* to) {
  const int64_t out = f.op.heads * head;
  if (const A* w = f.weight(kind)) {
    Arithmetic::template product<A>(
        1, rows, in, out, {from, out, 1}, {w, 1, out},
        [=](int64_t, int64_t i, int64_t j, auto sum) { to[i * in + j] = static_cast<A>(sum); });
    return;
  }
  parallel_range(rows, 16, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      for (int64_t j = 0; j < in; ++j) {
        double sum = 0;
        for (int64_t h = 0; h < f.op.heads; ++h) sum += static_cast<double>(from[i * out + h * in + j]);
        to[i * in + j] = static_cast<A>(sum);
      }
  });
}

template <class Arithmetic, class A>
Check backward_data(const RunArgs& args) {
  const Frame<A> f(args);
  const MultiHeadAttention& o = f.op;
  GIRIH_TRY(check_lengths(f));
  const auto *q_lengths = args.ptr<int32_t>(o.q_lengths), *kv_lengths = args.ptr<int32_t>(o.kv_lengths);
  const int64_t heads = o.heads, hq = o.head_q(), hv = o.head_v(), keys = f.s.kv_time, time = f.time;
  const int64_t scores = heads * time * keys, qk = f.qk, vv = f.vv;

  read_weights(f);
  const A* dout = read_output_gradient(f, q_lengths);
  A* dcontext = f.piece(f.at.dcontext);
  if (const A* w = f.weight(3))
    Arithmetic::template product<A>(
        1, f.rows, vv, f.os, {dout, f.os, 1}, {w, 1, f.os},
        [=](int64_t, int64_t i, int64_t j, auto sum) { dcontext[i * vv + j] = static_cast<A>(sum); });
  else
    std::copy_n(dout, f.rows * f.os, dcontext);

  const A *q_head = f.piece(f.at.q_head), *k_head = f.piece(f.at.k_head), *v_head = f.piece(f.at.v_head);
  A *dq_head = f.piece(f.at.dq_head), *dk_head = f.piece(f.at.dk_head), *dv_head = f.piece(f.at.dv_head);
  std::fill_n(dk_head, f.s.kv_rows() * qk, A(0));
  std::fill_n(dv_head, f.s.kv_rows() * vv, A(0));
  A* dp = f.piece(f.at.dprobability);
  for (int64_t n = 0; n < f.s.q_sequences(); ++n) {
    const int64_t kv = f.kv_sequence(n), length = kv_lengths[kv];
    const A *p = f.probability(n), *seen = p, *dc = dcontext + n * time * vv;
    const uint8_t* mask = f.drops_attention() ? f.attention_mask() + n * scores : nullptr;
    const double keep = mask ? dropout_scale(f.data, o.attention_dropout) : 1;
    if (mask) {
      drop(p, mask, keep, scores, dp);
      seen = dp;
    }
    // The beams of one query share keys and values: gradients are added up, beam after beam.
    A* dv = dv_head + kv * keys * vv;
    Arithmetic::template product<A>(
        heads, length, hv, time, {seen, 1, keys, time * keys}, {dc, vv, 1, hv},
        [=](int64_t h, int64_t s, int64_t j, auto sum) { dv[s * vv + h * hv + j] += static_cast<A>(sum); });
    Arithmetic::template product<A>(
        heads, time, length, hv, {dc, vv, 1, hv}, {v_head + kv * keys * vv, 1, vv, hv},
        [=](int64_t h, int64_t t, int64_t s, auto sum) { dp[(h * time + t) * keys + s] = static_cast<A>(sum); });
    const A scale = static_cast<A>(o.scale);
    parallel_range(heads * time, std::max<int64_t>(1, 2048 / keys), [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        A* row = dp + r * keys;
        if (mask)
          for (int64_t s = 0; s < length; ++s)
            row[s] = mask[r * keys + s] ? static_cast<A>(static_cast<double>(row[s]) * keep) : A(0);
        Arithmetic::softmax_gradient(p + r * keys, row, length);
        for (int64_t s = 0; s < length; ++s) row[s] *= scale;
      }
    });
    A *dq = dq_head + n * time * qk, *dk = dk_head + kv * keys * qk;
    Arithmetic::template product<A>(
        heads, time, hq, length, {dp, keys, 1, time * keys}, {k_head + kv * keys * qk, qk, 1, hq},
        [=](int64_t h, int64_t t, int64_t j, auto sum) { dq[t * qk + h * hq + j] = static_cast<A>(sum); });
    Arithmetic::template product<A>(
        heads, length, hq, time, {dp, 1, keys, time * keys}, {q_head + n * time * qk, qk, 1, hq},
        [=](int64_t h, int64_t s, int64_t j, auto sum) { dk[s * qk + h * hq + j] += static_cast<A>(sum); });
  }

  A *q = f.piece(f.at.q), *k = f.piece(f.at.k), *v = f.piece(f.at.v);
  project_back<Arithmetic>(f, 0, f.rows, o.q_size, hq, dq_head, q);
  project_back<Arithmetic>(f, 1, f.s.kv_rows(), o.k_size, hq, dk_head, k);
  project_back<Arithmetic>(f, 2, f.s.kv_rows(), o.v_size, hv, dv_head, v);
  write_rows(f, q, q_lengths, f.s.q_sequences(), 0, time, o.dq, 0);
  write_rows(f, k, kv_lengths, f.s.kv_sequences(), 0, keys, o.dk, 0);
  write_rows(f, v, kv_lengths, f.s.kv_sequences(), 0, keys, o.dv, 0);
  return {};
}

template <class Arithmetic, class A>
Check backward_weights(const RunArgs& args) {
  const Frame<A> f(args);
  const MultiHeadAttention& o = f.op;
  if (attention_weight_count(o) == 0) return {};
  // The forward call left the lengths in the reserve; a reserve that is not its own must not lead astray.
  std::vector<int32_t> q_lengths(f.saved_lengths(), f.saved_lengths() + f.s.q_sequences());
  std::vector<int32_t> kv_lengths(f.saved_lengths() + f.s.q_sequences(),
                                  f.saved_lengths() + f.s.q_sequences() + f.s.kv_sequences());
  for (int32_t& n : q_lengths) n = std::clamp(n, 0, static_cast<int32_t>(f.s.q_time));
  for (int32_t& n : kv_lengths) n = std::clamp(n, 0, static_cast<int32_t>(f.s.kv_time));

  void* dweights = args.ptr(o.dweights);
  const BlendFn blend = blender(f.data);
  const double beta = args.graph.nodes[0].scalars.beta;
  // inputs {rows, in}, gradients {rows, out}: the matrix of `kind` and its bias.
  auto gradients = [&](int kind, int64_t rows, int64_t in, int64_t out, const A* inputs, const A* gradient) {
    if (const int64_t matrix = attention_weight(o, kind).offset; matrix >= 0)
      Arithmetic::template gradient<A>(in, out, rows, {inputs, 1, in}, {gradient, out, 1},
                                       static_cast<char*>(dweights) + matrix * static_cast<int64_t>(dtype_size(f.data)),
                                       f.data, beta);
    if (const int64_t bias = attention_weight(o, kind + 4).offset; bias >= 0)
      parallel_range(out, 16, [&](int64_t begin, int64_t end) {
        for (int64_t j = begin; j < end; ++j) {
          double sum = 0;
          for (int64_t i = 0; i < rows; ++i) sum += static_cast<double>(gradient[i * out + j]);
          blend(dweights, bias + j, 1, sum, beta);
        }
      });
  };
  A *q = f.piece(f.at.q), *k = f.piece(f.at.k), *v = f.piece(f.at.v);
  if (o.q_proj) read_rows(f, o.q, q_lengths.data(), f.s.q_sequences(), 0, f.time, q);
  if (o.k_proj) read_rows(f, o.k, kv_lengths.data(), f.s.kv_sequences(), 0, f.s.kv_time, k);
  if (o.v_proj) read_rows(f, o.v, kv_lengths.data(), f.s.kv_sequences(), 0, f.s.kv_time, v);
  gradients(0, f.rows, o.q_size, f.qk, q, f.piece(f.at.dq_head));
  gradients(1, f.s.kv_rows(), o.k_size, f.qk, k, f.piece(f.at.dk_head));
  gradients(2, f.s.kv_rows(), o.v_size, f.vv, v, f.piece(f.at.dv_head));
  if (o.o_proj) gradients(3, f.rows, f.vv, f.os, f.piece(f.at.context), read_output_gradient(f, q_lengths.data()));
  return {};
}

template <class Arithmetic, class A>
Check run_pass(const RunArgs& args) {
  switch (args.graph.only<MultiHeadAttention>()->pass) {
    case AttentionPass::backward_data:
      return backward_data<Arithmetic, A>(args);
    case AttentionPass::backward_weights:
      return backward_weights<Arithmetic, A>(args);
    default:
      return forward<Arithmetic, A>(args);
  }
}

// Bytes of workspace: only inference needs any.
inline size_t workspace_bytes(const graph::Graph& g) {
  const auto& o = *g.only<MultiHeadAttention>();
  if (o.pass != AttentionPass::inference) return 0;
  return static_cast<size_t>(attention_workspace(o, attention_sizes(g, o), g.desc(o.q).dtype).bytes);
}

// Multiply-adds of the call, for estimates.
inline double multiply_adds(const graph::Graph& g) {
  const auto& o = *g.only<MultiHeadAttention>();
  const graph::AttentionSizes s = attention_sizes(g, o);
  const auto d = [](int64_t v) { return static_cast<double>(v); };
  const double projections = d(s.q_rows()) * d(o.heads) * (d(o.q_size) * d(o.q_proj) + d(o.head_v()) * d(o.o_proj)) +
                             d(s.kv_rows()) * d(o.heads) * (d(o.k_size) * d(o.k_proj) + d(o.v_size) * d(o.v_proj));
  const double scores = d(s.q_rows()) * d(o.heads) * d(s.kv_time) * (d(o.head_q()) + d(o.head_v()));
  switch (o.pass) {
    case AttentionPass::backward_data:
      return projections + 2 * scores;
    case AttentionPass::backward_weights:
      return projections;
    default:
      return projections + scores;
  }
}

}  // namespace girih::reference::attention
