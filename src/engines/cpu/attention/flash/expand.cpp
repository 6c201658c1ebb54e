#include <limits>

#include "engines/cpu/attention/flash/program.h"

namespace girih::flash {
namespace {

using graph::Graph;
using graph::kNone;
using graph::Matmul;
using graph::Pointwise;
using graph::PointwiseMode;
using graph::ReduceOp;
using graph::Reduction;

struct Expander {
  Expansion e;
  size_t node = 0;

  explicit Expander(const Graph& g) { e.graph.tensors = g.tensors; }

  void add(graph::Op op) {
    e.graph.nodes.push_back({std::move(op), {}});
    e.origin.push_back(kNoNode);
  }
  TensorId tensor(int64_t b, int64_t h, int64_t rows, int64_t width, DType type = DType::f32) {
    const TensorId id = e.graph.add_tensor("", make_packed(type, {b, h, rows, width}));
    e.graph.tensors.back().is_virtual = true;
    return id;
  }
  TensorId like(TensorId id, DType type = DType::f32) {
    const auto* d = e.graph.desc(id).dims;
    return tensor(d[0], d[1], d[2], d[3], type);
  }
  TensorId rows_of(TensorId id) {
    const auto* d = e.graph.desc(id).dims;
    return tensor(d[0], d[1], d[2], 1);
  }
  TensorId number(float v) {
    const TensorId id = e.graph.add_tensor("", make_packed(DType::f32, {1, 1, 1, 1}));
    e.constants.emplace_back(id, v);
    return id;
  }
  TensorId pointwise(PointwiseMode mode, TensorId a, TensorId b, TensorId y, TensorId t = kNone, int axis = -1) {
    Pointwise o;
    o.mode = mode, o.a = a, o.b = b, o.t = t, o.y = y, o.axis = axis;
    add(o);
    return y;
  }
  TensorId reduce(ReduceOp op, TensorId x, TensorId y) {
    Reduction o;
    o.op = op, o.x = x, o.y = y;
    add(o);
    return y;
  }
  TensorId product(TensorId a, TensorId b, TensorId c, TensorId m, TensorId n, TensorId k) {
    Matmul o;
    o.a = a, o.b = b, o.c = c, o.m_override = m, o.n_override = n, o.k_override = k;
    add(o);
    return c;
  }
  // The last two dims exchanged, the memory left alone.
  TensorId transposed(TensorId id) {
    graph::Tensor t = e.graph.tensor(id);
    std::swap(t.desc.dims[2], t.desc.dims[3]);
    std::swap(t.desc.strides[2], t.desc.strides[3]);
    t.name = "", t.is_virtual = true;
    e.graph.tensors.push_back(t);
    graph::Reshape o;
    o.x = id, o.y = static_cast<TensorId>(e.graph.tensors.size() - 1);
    add(o);
    return o.y;
  }
  TensorId paged(TensorId container, TensorId table, TensorId lengths, int64_t batches) {
    if (table == kNone) return container;
    const TensorDesc& c = e.graph.desc(container);
    graph::PagedCacheLoad o;
    o.container = container, o.page_table = table, o.sequence = lengths;
    o.y = tensor(batches, c.dims[1], e.graph.desc(table).dims[2] * c.dims[2], c.dims[3], c.dtype);
    add(o);
    return o.y;
  }

  // scale * q k^T, -inf where the lengths leave nothing.
  TensorId scores(TensorId q, TensorId kt, TensorId scale, TensorId len_q, TensorId len_kv) {
    const TensorDesc &qd = e.graph.desc(q), &kd = e.graph.desc(kt);
    TensorId s = tensor(qd.dims[0], qd.dims[1], qd.dims[2], kd.dims[3]);
    product(q, kt, s, len_q, len_kv, kNone);
    if (scale != kNone) s = pointwise(PointwiseMode::mul, s, scale, like(s));
    TensorId mask = kNone;
    for (int axis : {2, 3}) {
      const TensorId len = axis == 2 ? len_q : len_kv;
      if (len == kNone) continue;
      const TensorId index = pointwise(PointwiseMode::gen_index, s, kNone, like(s, DType::i32), kNone, axis);
      const TensorId inside = pointwise(PointwiseMode::cmp_lt, index, len, like(s, DType::boolean));
      mask = mask == kNone ? inside : pointwise(PointwiseMode::logical_and, mask, inside, like(s, DType::boolean));
    }
    if (mask == kNone) return s;
    const TensorId outside = number(-std::numeric_limits<float>::infinity());
    return pointwise(PointwiseMode::binary_select, s, outside, like(s), mask);
  }

  void softmax(const graph::SoftmaxStats& o) {
    TensorId max = o.max != kNone ? o.max : rows_of(o.x), sum = o.sum_exp != kNone ? o.sum_exp : rows_of(o.x);
    if (o.sink == kNone) {
      reduce(ReduceOp::max, o.x, max);
    } else {
      pointwise(PointwiseMode::max, reduce(ReduceOp::max, o.x, rows_of(o.x)), o.sink, max);
    }
    const TensorId exp =
        pointwise(PointwiseMode::exp, pointwise(PointwiseMode::sub, o.x, max, like(o.x)), kNone, like(o.x));
    if (o.sink == kNone) {
      reduce(ReduceOp::add, exp, sum);
    } else {
      const TensorId own =
          pointwise(PointwiseMode::exp, pointwise(PointwiseMode::sub, o.sink, max, rows_of(o.x)), kNone, rows_of(o.x));
      pointwise(PointwiseMode::add, reduce(ReduceOp::add, exp, rows_of(o.x)), own, sum);
    }
    if (o.stats != kNone)
      pointwise(PointwiseMode::add, max, pointwise(PointwiseMode::log, sum, kNone, rows_of(o.x)), o.stats);
    pointwise(PointwiseMode::div, exp, sum, o.y);
  }

  void mask(const graph::DiagonalBandMask& o) {
    const bool left = o.left_bound != kNone;
    TensorId index[2];
    for (int i = 0; i < 2; ++i)
      index[i] = pointwise(PointwiseMode::gen_index, o.x, kNone, like(o.x, DType::i32), kNone, 2 + i);
    // The side that moves: rows for a right bound, columns for a left one.
    TensorId moving = index[left];
    auto move = [&](PointwiseMode mode, TensorId by) {
      if (by != kNone) moving = pointwise(mode, moving, by, like(o.x));  // bounds may be f32
    };
    move(PointwiseMode::add, left ? o.left_bound : o.shift_right_bound);
    move(left ? PointwiseMode::sub : PointwiseMode::add, o.seq_len_kv);
    move(left ? PointwiseMode::add : PointwiseMode::sub, o.seq_len_q);
    const TensorId inside =
        pointwise(static_cast<PointwiseMode>(o.comparison), moving, index[!left], like(o.x, DType::boolean));
    pointwise(PointwiseMode::binary_select, o.x, o.b, o.y, inside);
  }

  // Ragged batches end where their lengths say, and only there.
  void check_ragged(std::initializer_list<TensorId> ids, TensorId len_q, TensorId len_kv) {
    for (TensorId id : ids)
      if (e.graph.tensor(id).ragged != kNone && (len_q == kNone || len_kv == kNone))
        e.refusal = fmt::format("{} is ragged, and sequence lengths are missing", e.graph.name(id));
  }

  void forward(const graph::SdpaForward& o) {
    check_ragged({o.q, o.k, o.v, o.o}, o.seq_len_q, o.seq_len_kv);
    if (o.block_mask != kNone) e.refusal = "block masks are for the reference engine";
    const int64_t batches = e.graph.desc(o.q).dims[0];
    const TensorId k = paged(o.k, o.page_table_k, o.seq_len_kv, batches),
                   v = paged(o.v, o.page_table_v, o.seq_len_kv, batches);
    graph::SoftmaxStats s;
    s.x = scores(o.q, transposed(k), o.scale, o.seq_len_q, o.seq_len_kv);
    s.y = like(s.x), s.stats = o.stats;
    softmax(s);
    product(s.y, v, o.o, o.seq_len_q, kNone, o.seq_len_kv);
  }

  // Of keys or values: one product for each query head, and their sum over a group of heads.
  void collect(TensorId tile, TensorId by, TensorId out, TensorId len_q, TensorId len_kv) {
    const TensorId t = transposed(tile);
    const int64_t heads = e.graph.desc(tile).dims[1];
    const TensorDesc d = e.graph.desc(out);
    if (d.dims[1] == heads) {
      product(t, by, out, len_kv, kNone, len_q);
      return;
    }
    reduce(ReduceOp::add, product(t, by, tensor(d.dims[0], heads, d.dims[2], d.dims[3]), len_kv, kNone, len_q), out);
  }

  void backward(const graph::SdpaBackward& o) {
    check_ragged({o.q, o.k, o.v, o.o}, o.seq_len_q, o.seq_len_kv);
    const TensorId delta = reduce(ReduceOp::add, pointwise(PointwiseMode::mul, o.d_o, o.o, like(o.o)), rows_of(o.o));
    const TensorId s = scores(o.q, transposed(o.k), o.scale, o.seq_len_q, o.seq_len_kv);
    const TensorId p =
        pointwise(PointwiseMode::exp, pointwise(PointwiseMode::sub, s, o.stats, like(s)), kNone, like(s));
    collect(p, o.d_o, o.dv, o.seq_len_q, o.seq_len_kv);
    const TensorId dp = product(o.d_o, transposed(o.v), like(s), o.seq_len_q, o.seq_len_kv, kNone);
    TensorId ds = pointwise(PointwiseMode::mul, pointwise(PointwiseMode::sub, dp, delta, like(s)), p, like(s));
    if (o.scale != kNone) ds = pointwise(PointwiseMode::mul, ds, o.scale, like(s));
    collect(ds, o.q, o.dk, o.seq_len_q, o.seq_len_kv);
    product(ds, o.k, o.dq, o.seq_len_q, kNone, o.seq_len_kv);
  }
};

}  // namespace

Expansion expand(const Graph& g) {
  Expander x(g);
  for (size_t i = 0; i < g.nodes.size(); ++i) {
    const graph::Op& op = g.nodes[i].op;
    if (const auto* f = std::get_if<graph::SdpaForward>(&op)) {
      x.forward(*f);
    } else if (const auto* b = std::get_if<graph::SdpaBackward>(&op)) {
      x.backward(*b);
    } else if (const auto* s = std::get_if<graph::SoftmaxStats>(&op)) {
      x.softmax(*s);
    } else if (const auto* m = std::get_if<graph::DiagonalBandMask>(&op)) {
      x.mask(*m);
    } else {
      x.e.graph.nodes.push_back(g.nodes[i]);
      x.e.origin.push_back(i);
    }
  }
  return std::move(x.e);
}

}  // namespace girih::flash
