// Attention as a case with options, its expectation in double with whole matrices, and the call: for the tests of every
// engine that takes it.
#pragma once
#include "packed_buffer.h"

namespace girih::test {

constexpr double kMinusInf = -std::numeric_limits<double>::infinity();

struct Attention {
  int64_t b = 2, h = 4, hk = 4, hv = 4, sq = 5, skv = 7, d = 8, dv = 8;
  DType type = DType::f32;
  bool scale = true, stats = true, lengths = false, ragged = false;
  int64_t page = 0;         // tokens of a block; 0: no pages
  bool block_mask = false;  // of 128 x 128 scores
  bool packed_qkv = false;  // batch, sequence, head, size in memory
  unsigned seed = 1;

  std::string name() const {
    return fmt::format(
        "b {} h {} {} {} s {} {} d {} {} {} scale {} stats {} lengths {} ragged {} page {} mask {} bshd {} seed {}", b,
        h, hk, hv, sq, skv, d, dv, dtype_name(type), scale, stats, lengths, ragged, page, block_mask, packed_qkv, seed);
  }
};

// Batch, head, sequence, size, with the sequence before the head in memory.
inline TensorDesc bshd(DType type, int64_t b, int64_t h, int64_t s, int64_t d) {
  TensorDesc t = make(type, {b, h, s, d}, Order::nchw);
  const int64_t strides[] = {s * h * d, d, h * d, 1};
  std::copy(strides, strides + 4, t.strides);
  return t;
}

// Tensors with room for every batch, whole; the ragged ones hold their tokens without gaps, behind the offsets.
struct AttentionData {
  const Attention c;
  std::vector<int32_t> len_q, len_kv, table, off_q, off_k, off_v, off_o, off_stats;
  std::vector<unsigned char> mask;
  Buffer q, k, v, o, stats, d_o, dq, dk, dv;
  float scale = 1;
  double factor = 1;

  static TensorDesc desc(const Attention& c, int64_t h, int64_t s, int64_t d) {
    return c.packed_qkv || c.ragged ? bshd(c.type, c.b, h, s, d) : make(c.type, {c.b, h, s, d}, Order::gaps);
  }
  static TensorDesc stats_desc(const Attention& c) {
    return c.ragged ? bshd(DType::f32, c.b, c.h, c.sq, 1) : make(DType::f32, {c.b, c.h, c.sq, 1}, Order::nchw);
  }
  int64_t pages() const { return c.page ? (c.skv + c.page - 1) / c.page : 0; }
  static int64_t blocks(const Attention& c) { return c.b * ((c.skv + c.page - 1) / c.page) + 3; }

  explicit AttentionData(const Attention& a)
      : c(a),
        q(desc(c, c.h, c.sq, c.d)),
        k(c.page ? make(c.type, {blocks(c), c.hk, c.page, c.d}, Order::nchw) : desc(c, c.hk, c.skv, c.d)),
        v(c.page ? make(c.type, {blocks(c), c.hv, c.page, c.dv}, Order::nchw) : desc(c, c.hv, c.skv, c.dv)),
        o(desc(c, c.h, c.sq, c.dv)),
        stats(stats_desc(c)),
        d_o(o.desc),
        dq(q.desc),
        dk(k.desc),
        dv(v.desc) {
    Normal next(c.seed);
    q.fill(next), k.fill(next), v.fill(next), d_o.fill(next);
    std::mt19937 random(c.seed + 1);
    auto below = [&](int64_t n) { return static_cast<int32_t>(random() % static_cast<uint64_t>(n)); };
    for (int64_t i = 0; i < c.b; ++i) {
      // The first batch has no key at all.
      len_q.push_back(c.lengths || c.ragged ? 1 + below(c.sq) : static_cast<int32_t>(c.sq));
      len_kv.push_back(c.lengths || c.ragged ? (i == 0 && !c.ragged ? 0 : 1 + below(c.skv))
                                             : static_cast<int32_t>(c.skv));
    }
    for (int32_t i = 0; i < c.b * pages(); ++i) table.push_back(i + 2);
    std::shuffle(table.begin(), table.end(), random);
    auto offsets = [&](std::vector<int32_t>& off, const std::vector<int32_t>& len, int64_t per_token) {
      off = {0};
      for (int32_t l : len) off.push_back(off.back() + l * static_cast<int32_t>(per_token));
    };
    offsets(off_q, len_q, c.h * c.d), offsets(off_k, len_kv, c.hk * c.d), offsets(off_v, len_kv, c.hv * c.dv);
    offsets(off_o, len_q, c.h * c.dv), offsets(off_stats, len_q, c.h);
    if (c.scale) factor = scale = 0.375f;
    mask.resize(static_cast<size_t>(c.b * c.h * mask_rows() * mask_bytes()));
    for (auto& m : mask) m = static_cast<unsigned char>(random());
    if (c.block_mask && !mask.empty()) std::fill(mask.begin(), mask.begin() + mask_bytes(), 0);  // rows without keys
  }
  int64_t mask_rows() const { return (c.sq + 127) / 128; }
  int64_t mask_bytes() const { return ((c.skv + 127) / 128 + 7) / 8; }

  // The number of an element within its buffer: where the batch lies behind an offset, that moves it.
  static int64_t place(const Buffer& x, const std::vector<int32_t>* off, int64_t b, int64_t h, int64_t s, int64_t d) {
    const TensorDesc& t = x.desc;
    if (!off) return ((b * t.dims[1] + h) * t.dims[2] + s) * t.dims[3] + d;
    // Offsets are those of a tensor whose batches lie token by token.
    const int64_t at = (*off)[static_cast<size_t>(b)] + s * t.strides[2] + h * t.strides[1] + d;
    const int64_t batch = at / t.strides[0], rest = at % t.strides[0];
    const int64_t token = rest / t.strides[2], head = rest % t.strides[2] / t.strides[1];
    return ((batch * t.dims[1] + head) * t.dims[2] + token) * t.dims[3] + rest % t.strides[1];
  }
  double get(const Buffer& x, const std::vector<int32_t>& off, int64_t b, int64_t h, int64_t s, int64_t d) const {
    return x.get(place(x, c.ragged ? &off : nullptr, b, h, s, d));
  }
  double kv(const Buffer& x, const std::vector<int32_t>& off, int64_t b, int64_t h, int64_t s, int64_t d) const {
    if (!c.page) return get(x, off, b, h, s, d);
    return x.get(place(x, nullptr, table[static_cast<size_t>(b * pages() + s / c.page)], h, s % c.page, d));
  }

  struct Want {
    std::vector<double> o, stats, dq, dk, dv;  // row-major [B, H, S, D]; NaN: not to be written
    std::vector<double> room;                  // of o: sum of weight * |v|
  };
  Want want() const {
    Want w;
    w.o.assign(static_cast<size_t>(c.b * c.h * c.sq * c.dv), 0), w.room = w.o;
    w.stats.assign(static_cast<size_t>(c.b * c.h * c.sq), kMinusInf);
    w.dq.assign(static_cast<size_t>(c.b * c.h * c.sq * c.d), 0);
    w.dk.assign(static_cast<size_t>(c.b * c.hk * c.skv * c.d), 0);
    w.dv.assign(static_cast<size_t>(c.b * c.hv * c.skv * c.dv), 0);
    for (int64_t b = 0; b < c.b; ++b)
      for (int64_t h = 0; h < c.h; ++h)
        for (int64_t i = 0; i < len_q[static_cast<size_t>(b)]; ++i) {
          const int64_t hk = h * c.hk / c.h, hv = h * c.hv / c.h, keys = len_kv[static_cast<size_t>(b)];
          std::vector<double> p(static_cast<size_t>(keys));
          double max = kMinusInf, sum = 0;
          for (int64_t j = 0; j < keys; ++j) {
            double s = 0;
            for (int64_t e = 0; e < c.d; ++e) s += get(q, off_q, b, h, i, e) * kv(k, off_k, b, hk, j, e);
            const auto byte = static_cast<size_t>(((b * c.h + h) * mask_rows() + i / 128) * mask_bytes() + j / 1024);
            const bool seen = !c.block_mask || (mask[byte] >> (j / 128 % 8) & 1);
            p[static_cast<size_t>(j)] = seen ? factor * s : kMinusInf;
            max = std::max(max, p[static_cast<size_t>(j)]);
          }
          if (max == kMinusInf) continue;
          for (double& e : p) sum += e = std::exp(e - max);
          const auto row = static_cast<size_t>((b * c.h + h) * c.sq + i);
          w.stats[row] = max + std::log(sum);
          double delta = 0;
          for (int64_t e = 0; e < c.dv; ++e) {
            double r = 0, room = 0;
            for (int64_t j = 0; j < keys; ++j) {
              const double t = p[static_cast<size_t>(j)] / sum * kv(v, off_v, b, hv, j, e);
              r += t, room += std::fabs(t);
            }
            const size_t at = row * static_cast<size_t>(c.dv) + static_cast<size_t>(e);
            w.o[at] = r, w.room[at] = room;
            delta += r * get(d_o, off_o, b, h, i, e);
          }
          for (int64_t j = 0; j < keys; ++j) {
            const double weight = p[static_cast<size_t>(j)] / sum;
            double dp = 0;
            for (int64_t e = 0; e < c.dv; ++e) {
              const double g = get(d_o, off_o, b, h, i, e);
              dp += g * kv(v, off_v, b, hv, j, e);
              w.dv[static_cast<size_t>(((b * c.hv + hv) * c.skv + j) * c.dv + e)] += weight * g;
            }
            const double ds = weight * (dp - delta) * factor;
            for (int64_t e = 0; e < c.d; ++e) {
              w.dq[row * static_cast<size_t>(c.d) + static_cast<size_t>(e)] += ds * kv(k, off_k, b, hk, j, e);
              w.dk[static_cast<size_t>(((b * c.hk + hk) * c.skv + j) * c.d + e)] += ds * get(q, off_q, b, h, i, e);
            }
          }
        }
    return w;
  }

  // Compares the tokens that exist; the others are 0 (o), -inf (stats), or untouched where batches are ragged.
  void expect(const Buffer& got, const std::vector<double>& want, const std::vector<int32_t>& off,
              const std::vector<int32_t>& len, double bound, const std::string& what) const {
    const TensorDesc& t = got.desc;
    std::vector<bool> written(static_cast<size_t>(t.count()));
    for (int64_t n = 0; n < t.count(); ++n) {
      const Dims i = coordinates(dims_of(t), n);
      if (c.ragged && i[2] >= len[static_cast<size_t>(i[0])]) continue;
      const int64_t at = place(got, c.ragged ? &off : nullptr, i[0], i[1], i[2], i[3]);
      written[static_cast<size_t>(at)] = true;
      const double g = got.get(at), w = want[static_cast<size_t>(n)];
      const double allowed = bound * (1 + std::fabs(w)) + got.unit() * std::fabs(w) + got.underflow();
      if (std::isinf(w) ? g != w : !(std::fabs(g - w) <= allowed)) {
        ADD_FAILURE() << what << ": element " << n << " is " << g << ", not " << w << " within " << allowed;
        return;
      }
    }
    for (int64_t n = 0; n < t.count(); ++n)
      if (!written[static_cast<size_t>(n)] && got.get(n) == got.get(n)) {
        ADD_FAILURE() << what << ": place " << n << " behind the ragged batches was written";
        return;
      }
    got.expect_untouched_gaps(what);
  }

  graph::TensorId add(Call& call, const char* name, Buffer& x, const std::vector<int32_t>& off) const {
    const graph::TensorId id = call.tensor(name, x.desc, x.data());
    if (c.ragged) {
      const auto r = call.tensor("offsets", make(DType::i32, {c.b + 1, 1, 1, 1}, Order::nchw), off.data());
      call.graph.tensors[static_cast<size_t>(id)].ragged = r;
    }
    return id;
  }
  graph::TensorId numbers(Call& call, const char* name, const std::vector<int32_t>& v, const Dims& dims) const {
    return call.tensor(name, make(DType::i32, dims, Order::nchw), v.data());
  }
  Call forward() {
    Call call;
    graph::SdpaForward op;
    op.q = add(call, "q", q, off_q);
    op.k = c.page ? call.tensor("k", k.desc, k.data()) : add(call, "k", k, off_k);
    op.v = c.page ? call.tensor("v", v.desc, v.data()) : add(call, "v", v, off_v);
    op.o = add(call, "o", o, off_o);
    if (c.stats) op.stats = add(call, "stats", stats, off_stats);
    if (c.scale) op.scale = call.tensor("scale", make(DType::f32, {1, 1, 1, 1}, Order::nchw), &scale);
    if (c.lengths || c.ragged || c.page) {
      op.seq_len_q = numbers(call, "lengths of q", len_q, {c.b, 1, 1, 1});
      op.seq_len_kv = numbers(call, "lengths of k", len_kv, {c.b, 1, 1, 1});
    }
    if (c.page) {
      op.page_table_k = numbers(call, "pages of k", table, {c.b, 1, pages(), 1});
      op.page_table_v = numbers(call, "pages of v", table, {c.b, 1, pages(), 1});
    }
    if (c.block_mask)
      op.block_mask =
          call.tensor("mask", make(DType::u8, {c.b, c.h, mask_rows(), mask_bytes()}, Order::nchw), mask.data());
    call.add(op);
    return call;
  }
  Call backward() {
    Call call;
    graph::SdpaBackward op;
    op.q = add(call, "q", q, off_q), op.k = add(call, "k", k, off_k), op.v = add(call, "v", v, off_v);
    op.o = add(call, "o", o, off_o), op.d_o = add(call, "do", d_o, off_o),
    op.stats = add(call, "stats", stats, off_stats);
    op.dq = add(call, "dq", dq, off_q), op.dk = add(call, "dk", dk, off_k), op.dv = add(call, "dv", dv, off_v);
    if (c.scale) op.scale = call.tensor("scale", make(DType::f32, {1, 1, 1, 1}, Order::nchw), &scale);
    if (c.lengths || c.ragged) {
      op.seq_len_q = numbers(call, "lengths of q", len_q, {c.b, 1, 1, 1});
      op.seq_len_kv = numbers(call, "lengths of k", len_kv, {c.b, 1, 1, 1});
    }
    call.add(op);
    return call;
  }
};

// Forward and backward with one engine. `bound` is relative to 1 + |value|, beside half an ulp of the type.
inline void check_attention(const Attention& c, int engine, double bound, bool backward = true) {
  AttentionData a(c);
  const auto want = a.want();
  const std::string what = fmt::format("engine {}: {}", engine, c.name());
  const Call forward = a.forward();
  ASSERT_TRUE(engine_takes_call(engine, forward)) << what << find_engine(engine)->supports(forward.graph, kCpu).refusal;
  std::vector<Buffer*> outputs{&a.o};
  if (c.stats) outputs.push_back(&a.stats);
  run_on_threads(forward, engine, outputs, what);
  a.expect(a.o, want.o, a.off_o, a.len_q, bound, what + " o");
  if (c.stats) a.expect(a.stats, want.stats, a.off_stats, a.len_q, bound, what + " stats");
  if (!backward || c.page || c.block_mask || !c.stats) return;
  const Call back = a.backward();
  ASSERT_TRUE(engine_takes_call(engine, back)) << what << find_engine(engine)->supports(back.graph, kCpu).refusal;
  run_on_threads(back, engine, {&a.dq, &a.dk, &a.dv}, what);
  // o and the statistics come from the forward pass, rounded to their types: that enters every gradient.
  const double loose = bound + 16 * a.o.unit() + 32 * 0x1p-24;
  a.expect(a.dq, want.dq, a.off_q, a.len_q, loose, what + " dq");
  a.expect(a.dk, want.dk, a.off_k, a.len_kv, loose, what + " dk");
  a.expect(a.dv, want.dv, a.off_v, a.len_kv, loose, what + " dv");
}

}  // namespace girih::test
