// Graphs of attention as clients of the graph API build them: products, elementwise operations, masks from indices,
// softmax in pieces, dropout; forward and backward, with every option.
#pragma once
#include <deque>

#include "tensor_buffer.h"

namespace girih::test {

struct AttentionOptions {
  int64_t b = 2, h = 4, hk = 2, sq = 9, skv = 13, d = 8, dv = 6;
  DType type = DType::f32;
  bool scale = true, bias = false, bias_per_batch = false, alibi = false, softcap = false, lengths = false;
  bool causal = false, bottom_right = false, window = false, sink = false, max_and_sum = false, generate_stats = true;
  int right = 0;          // of the causal mask
  int dropout = 0;        // 1: random numbers, 2: a mask
  bool one_node = false;  // softmax and masks as single operations
  unsigned seed = 1;

  std::string name() const {
    return fmt::format(
        "b {} h {} {} s {} {} d {} {} {} scale {} bias {} {} alibi {} softcap {} lengths {} causal {} {} corner {} "
        "window "
        "{} sink {} parts {} stats {} dropout {} one {} seed {}",
        b, h, hk, sq, skv, d, dv, dtype_name(type), scale, bias, bias_per_batch, alibi, softcap, lengths, causal, right,
        bottom_right, window, sink, max_and_sum, generate_stats, dropout, one_node, seed);
  }
};

struct AttentionGraph {
  using Id = graph::TensorId;
  using Mode = graph::PointwiseMode;

  AttentionOptions c;
  Call call;
  std::deque<Buffer> buffers;
  std::vector<Buffer*> outputs;
  std::vector<std::string> output_names;
  std::deque<std::vector<int32_t>> integers;
  std::deque<float> floats;
  Normal next;
  Id len_q = graph::kNone, len_kv = graph::kNone, scale = graph::kNone;

  explicit AttentionGraph(const AttentionOptions& o) : c(o), next(o.seed) {}

  Id memory(const char* name, DType type, const Dims& dims, bool fill, Order order = Order::nchw) {
    Buffer& x = buffers.emplace_back(type, dims, order);
    if (fill) x.fill(next);
    if (!fill) outputs.push_back(&x), output_names.emplace_back(name);
    return call.tensor(name, x.desc, x.data());
  }
  Buffer& buffer_of(Id id) {
    for (Buffer& x : buffers)
      if (x.data() == call.data[static_cast<size_t>(id)]) return x;
    return buffers.front();
  }
  Id number(float v) {
    floats.push_back(v);
    return call.tensor("number", make(DType::f32, {1, 1, 1, 1}, Order::nchw), &floats.back());
  }
  Id integer(int32_t v) { return list({v}); }
  Id list(const std::vector<int32_t>& v) {
    integers.push_back(v);
    return call.tensor("integers", make(DType::i32, {static_cast<int64_t>(v.size()), 1, 1, 1}, Order::nchw),
                       integers.back().data());
  }
  Id virt(const Dims& dims, DType type = DType::f32) {
    const Id id = call.tensor("virtual", make(type, dims, Order::nchw), nullptr);
    call.graph.tensors.back().is_virtual = true;
    return id;
  }
  Id scores(DType type = DType::f32) { return virt({c.b, c.h, c.sq, c.skv}, type); }
  Id rows() { return virt({c.b, c.h, c.sq, 1}); }
  Id pw(Mode mode, Id a, Id b, Id y, Id t = graph::kNone, int axis = -1) {
    graph::Pointwise o;
    o.mode = mode, o.a = a, o.b = b, o.t = t, o.y = y, o.axis = axis;
    call.add(o);
    return y;
  }
  Id reduce(graph::ReduceOp op, Id x, Id y) {
    graph::Reduction o;
    o.op = op, o.x = x, o.y = y;
    call.add(o);
    return y;
  }
  Id matmul(Id a, Id b, Id y, Id m, Id n, Id k) {
    graph::Matmul o;
    o.a = a, o.b = b, o.c = y, o.m_override = m, o.n_override = n, o.k_override = k;
    call.add(o);
    return y;
  }
  // The same memory with the last dims exchanged.
  TensorDesc swapped(Id id) {
    TensorDesc t = call.graph.desc(id);
    std::swap(t.dims[2], t.dims[3]), std::swap(t.strides[2], t.strides[3]);
    return t;
  }
  Id view(Id x, DType type) {
    TensorDesc t = swapped(x);
    t.dtype = type;
    const Id y = call.tensor("view", t, nullptr);
    call.graph.tensors.back().is_virtual = true;
    graph::Reshape o;
    o.x = x, o.y = y;
    call.add(o);
    return y;
  }

  void band(Id& s, Id q, Id kv, Id left, Id right, int comparison) {
    const Id outside = number(-std::numeric_limits<float>::infinity());
    if (c.one_node) {
      graph::DiagonalBandMask o;
      o.x = s, o.b = outside, o.seq_len_q = q, o.seq_len_kv = kv, o.left_bound = left, o.shift_right_bound = right;
      o.comparison = comparison;
      s = o.y = scores();
      call.add(o);
      return;
    }
    Id row = pw(Mode::gen_index, s, graph::kNone, scores(DType::i32), graph::kNone, 2);
    Id col = pw(Mode::gen_index, s, graph::kNone, scores(DType::i32), graph::kNone, 3);
    Id& moving = left != graph::kNone ? col : row;
    const DType type = left != graph::kNone && call.graph.desc(left).dtype == DType::f32 ? DType::f32 : DType::i32;
    auto move = [&](Mode mode, Id by) {
      if (by != graph::kNone) moving = pw(mode, moving, by, scores(type));
    };
    if (left != graph::kNone) {
      move(Mode::add, left), move(Mode::sub, kv), move(Mode::add, q);
    } else {
      move(Mode::add, kv), move(Mode::sub, q), move(Mode::add, right);
    }
    const Id inside = left != graph::kNone ? pw(static_cast<Mode>(comparison), col, row, scores(DType::boolean))
                                           : pw(static_cast<Mode>(comparison), row, col, scores(DType::boolean));
    s = pw(Mode::binary_select, s, outside, scores(), inside);
  }

  void masks(Id& s) {
    const bool corner = c.bottom_right;
    const Id q = !corner ? graph::kNone : c.lengths ? len_q : integer(static_cast<int32_t>(c.sq));
    const Id kv = !corner ? graph::kNone : c.lengths ? len_kv : integer(static_cast<int32_t>(c.skv));
    if (c.causal) band(s, q, kv, graph::kNone, c.right ? integer(c.right) : graph::kNone, 303);
    if (c.window) band(s, q, kv, corner ? integer(3) : number(3), graph::kNone, 302);
  }
  void padding(Id& s) {
    const Id row = pw(Mode::gen_index, s, graph::kNone, scores(DType::i32), graph::kNone, 2);
    const Id col = pw(Mode::gen_index, s, graph::kNone, scores(DType::i32), graph::kNone, 3);
    const Id in_row = pw(Mode::cmp_lt, row, len_q, scores(DType::boolean));
    const Id in_col = pw(Mode::cmp_lt, col, len_kv, scores(DType::boolean));
    const Id both = pw(Mode::logical_and, in_row, in_col, scores(DType::boolean));
    s = pw(Mode::binary_select, s, number(-std::numeric_limits<float>::infinity()), scores(), both);
  }
  // Everything between the first product and softmax but the masks along the diagonal.
  Id modified(Id s, Id bias, Id slopes, Id cap, Id* before_tanh = nullptr) {
    if (c.scale) s = pw(Mode::mul, s, scale, scores());
    if (c.softcap) {
      s = pw(Mode::div, s, cap, scores());
      if (before_tanh) *before_tanh = s;
      s = pw(Mode::mul, pw(Mode::tanh_fwd, s, graph::kNone, scores()), cap, scores());
    }
    if (c.bias) s = pw(Mode::add, s, bias, scores());
    if (c.alibi) {
      const Id row = pw(Mode::gen_index, s, graph::kNone, scores(DType::i32), graph::kNone, 2);
      const Id col = pw(Mode::gen_index, s, graph::kNone, scores(DType::i32), graph::kNone, 3);
      const Id away = pw(Mode::mul, pw(Mode::sub, col, row, scores(DType::i32)), slopes, scores());
      s = pw(Mode::add, s, away, scores());
    }
    if (c.lengths) padding(s);
    return s;
  }

  Id q = 0, k = 0, v = 0, kt = 0, bias = graph::kNone, slopes = graph::kNone, cap = graph::kNone, sink = graph::kNone;
  Id drop_mask = graph::kNone, drop_scale = graph::kNone, drop_inverse = graph::kNone;
  void inputs() {
    q = memory("q", c.type, {c.b, c.h, c.sq, c.d}, true, Order::gaps);
    k = memory("k", c.type, {c.b, c.hk, c.skv, c.d}, true, Order::gaps);
    v = memory("v", c.type, {c.b, c.hk, c.skv, c.dv}, true);
    if (c.bias)
      bias = memory("bias", c.type, {c.bias_per_batch ? c.b : 1, c.bias_per_batch ? 1 : c.h, c.sq, c.skv}, true);
    if (c.alibi) slopes = memory("slopes", DType::f32, {1, c.h, 1, 1}, true);
    if (c.softcap) cap = number(2.5f);
    if (c.sink) sink = memory("sink", DType::f32, {1, c.h, 1, 1}, true);
    if (c.scale) scale = number(0.3f);
    if (c.lengths) {
      std::mt19937 random(c.seed);
      std::vector<int32_t> lq, lk;
      for (int64_t i = 0; i < c.b; ++i)
        lq.push_back(1 + static_cast<int32_t>(random() % static_cast<unsigned>(c.sq))),
            lk.push_back(static_cast<int32_t>(random() % static_cast<unsigned>(c.skv + 1)));
      len_q = list(lq), len_kv = list(lk);
    }
    if (c.dropout == 2) {
      drop_mask = memory("mask", c.type, {c.b, c.h, c.sq, c.skv}, true);
      Integers bit(c.seed, 0, 3);
      buffer_of(drop_mask).fill([&] { return bit() > 0; });
    }
    if (c.dropout) drop_scale = number(1 / 0.75f), drop_inverse = number(0.75f);
  }
  Id dropped() {
    if (c.dropout == 2) return drop_mask;
    graph::Rng o;
    o.probability = 0.75, o.seed = integer(77), o.offset = integer(4);
    o.y = scores();
    call.add(o);
    return o.y;
  }

  void forward() {
    inputs();
    TensorDesc t = swapped(k);
    kt = call.tensor("k transposed", t, call.data[static_cast<size_t>(k)]);
    const Id o = memory("o", c.type, {c.b, c.h, c.sq, c.dv}, false, Order::gaps);
    Id s = modified(matmul(q, kt, scores(), len_q, len_kv, graph::kNone), bias, slopes, cap);
    masks(s);
    auto row_output = [&](const char* name, bool wanted) {
      return wanted ? memory(name, DType::f32, {c.b, c.h, c.sq, 1}, false) : rows();
    };
    Id p = graph::kNone;
    if (c.one_node) {
      graph::SoftmaxStats x;
      x.x = s, x.y = p = scores(), x.sink = sink;
      if (c.max_and_sum) x.max = row_output("max", true), x.sum_exp = row_output("sum", true);
      if (c.generate_stats) x.stats = row_output("stats", true);
      call.add(x);
    } else {
      const Id max = row_output("max", c.max_and_sum);
      if (c.sink)
        pw(Mode::max, reduce(graph::ReduceOp::max, s, rows()), sink, max);
      else
        reduce(graph::ReduceOp::max, s, max);
      const Id e = pw(Mode::exp, pw(Mode::sub, s, max, scores()), graph::kNone, scores());
      const Id sum = row_output("sum", c.max_and_sum);
      if (c.sink) {
        const Id own = pw(Mode::exp, pw(Mode::sub, sink, max, rows()), graph::kNone, rows());
        pw(Mode::add, reduce(graph::ReduceOp::add, e, rows()), own, sum);
      } else {
        reduce(graph::ReduceOp::add, e, sum);
      }
      if (c.generate_stats) pw(Mode::add, max, pw(Mode::log, sum, graph::kNone, rows()), row_output("stats", true));
      p = pw(Mode::div, e, sum, scores());
    }
    if (c.dropout) p = pw(Mode::mul, pw(Mode::mul, p, dropped(), scores()), drop_scale, scores());
    matmul(p, v, o, len_q, graph::kNone, len_kv);
  }

  // `stats` and `o` are inputs: what a forward pass made.
  void backward(const std::vector<double>& o_values, const std::vector<double>& stats_values) {
    inputs();
    const Id o = memory("o", c.type, {c.b, c.h, c.sq, c.dv}, true),
             d_o = memory("do", c.type, {c.b, c.h, c.sq, c.dv}, true);
    const Id stats = memory("stats", DType::f32, {c.b, c.h, c.sq, 1}, true);
    buffer_of(o).put(o_values), buffer_of(stats).put(stats_values);
    const Id dq = memory("dq", c.type, {c.b, c.h, c.sq, c.d}, false, Order::gaps);
    const Id dk = memory("dk", c.type, {c.b, c.hk, c.skv, c.d}, false);
    const Id dv = memory("dv", c.type, {c.b, c.hk, c.skv, c.dv}, false, Order::gaps);
    const Id delta_memory = memory("delta", DType::f32, {c.b, c.h, c.sq, 1}, false);
    const Id accumulated = memory("dq in f32", DType::f32, {c.b, c.h, c.sq, c.d}, false);
    auto transposed = [&](Id id) {
      TensorDesc t = swapped(id);
      return call.tensor("transposed", t, call.data[static_cast<size_t>(id)]);
    };
    const Id kt_memory = transposed(k), vt = transposed(v);
    const Id drop = c.dropout ? dropped() : graph::kNone;

    const Id both = pw(Mode::mul, d_o, o, virt({c.b, c.h, c.sq, c.dv}));
    const Id delta =
        pw(Mode::mul, reduce(graph::ReduceOp::add, both, rows()), c.dropout ? drop_inverse : number(1), delta_memory);
    Id before_tanh = graph::kNone;
    Id s = modified(matmul(q, kt_memory, scores(), len_q, len_kv, graph::kNone), bias, slopes, cap, &before_tanh);
    s = pw(Mode::sub, s, stats, scores());
    masks(s);
    const Id p = pw(Mode::exp, s, graph::kNone, scores());
    Id kept = p;
    if (c.dropout) kept = pw(Mode::mul, pw(Mode::mul, p, drop, scores()), drop_scale, scores());
    auto collect = [&](Id tile, Id by, Id out, int64_t width) {
      const Id t = view(tile, c.type);
      if (c.h == c.hk) return matmul(t, by, out, len_kv, graph::kNone, len_q);
      const Id whole = matmul(t, by, virt({c.b, c.h, c.skv, width}), len_kv, graph::kNone, len_q);
      return reduce(graph::ReduceOp::add, whole, out);
    };
    collect(kept, d_o, dv, c.dv);
    Id ds = matmul(d_o, vt, scores(), len_q, len_kv, graph::kNone);
    if (c.dropout) ds = pw(Mode::mul, ds, drop, scores());
    ds = pw(Mode::mul, pw(Mode::sub, ds, delta, scores()), p, scores());
    if (c.dropout) ds = pw(Mode::mul, ds, drop_scale, scores());
    if (c.softcap) {
      ds = pw(Mode::mul, ds, cap, scores());
      ds = pw(Mode::div, pw(Mode::graph_tanh_bwd, before_tanh, ds, scores()), cap, scores());
    }
    if (c.scale) ds = pw(Mode::mul, ds, scale, scores());
    collect(ds, q, dk, c.d);
    const Id k_again = view(kt_memory, c.type);
    matmul(ds, k_again, accumulated, len_q, graph::kNone, len_kv);
    pw(Mode::identity, accumulated, graph::kNone, dq);
  }
};

}  // namespace girih::test
