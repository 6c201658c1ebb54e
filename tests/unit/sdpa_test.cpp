// The reference engines of attention and of its parts.
#include "sdpa_case.h"

namespace girih::test {
namespace {

constexpr int kReference = 119, kScores = 120;
constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();

TEST(SdpaReference, TypesAndLayouts) {
  for (DType type : {DType::f64, DType::f32, DType::f16, DType::bf16})
    for (bool bshd : {false, true}) {
      Attention c;
      c.type = type, c.packed_qkv = bshd;
      check_attention(c, kReference, 1e-12);
      c.d = 5, c.dv = 3, c.sq = 1, c.skv = 9, c.scale = false, c.stats = false;
      check_attention(c, kReference, 1e-12);
    }
}

TEST(SdpaReference, GroupsOfHeads) {
  for (int64_t hk : {1, 2, 6})
    for (int64_t hv : {1, 3, 6}) {
      Attention c;
      c.h = 6, c.hk = hk, c.hv = hv, c.type = DType::f64;
      check_attention(c, kReference, 1e-12);
    }
}

TEST(SdpaReference, LengthsRaggedPagesMasks) {
  for (unsigned seed = 1; seed < 6; ++seed) {
    Attention c;
    c.b = 3, c.hk = c.hv = 2, c.seed = seed, c.sq = 9, c.skv = 13;
    c.lengths = true;
    check_attention(c, kReference, 1e-12);
    c.ragged = true;
    check_attention(c, kReference, 1e-12);
    c.ragged = false, c.page = 4;
    check_attention(c, kReference, 1e-12);
  }
  Attention c;
  c.b = 1, c.h = c.hk = c.hv = 2, c.sq = 140, c.skv = 1100, c.d = c.dv = 4, c.block_mask = true;
  check_attention(c, kReference, 1e-12);
}

TEST(SdpaReference, OddLayoutsAreRefused) {
  Attention c;
  c.page = 4;
  AttentionData a(c);
  Call call = a.forward();
  std::get<graph::SdpaForward>(call.graph.nodes[0].op).page_table_v = graph::kNone;
  EXPECT_FALSE(engine_takes_call(kReference, call));
}

struct Row {
  std::vector<double> y;
  double stats, max, sum;
};
Row softmax(std::vector<double> x, bool has_sink, double sink) {
  double max = has_sink ? sink : -kInf, sum = 0;
  for (double v : x) max = v != v || max != max ? kNan : std::max(max, v);
  if (max == -kInf) return {std::vector<double>(x.size()), -kInf, -kInf, 0};
  for (double& v : x) sum += v = std::exp(v - max);
  if (has_sink) sum += std::exp(sink - max);
  for (double& v : x) v /= sum;
  return {x, max + std::log(sum), max, sum};
}

TEST(SoftmaxStats, RowsAndSinks) {
  for (bool has_sink : {false, true})
    for (DType type : {DType::f64, DType::f32, DType::f16}) {
      Buffer x(type, {2, 3, 5, 9}, Order::gaps), y(type, {2, 3, 5, 9}, Order::nhwc), stats(DType::f64, {2, 3, 5, 1}),
          max(DType::f64, {2, 3, 5, 1}, Order::gaps), sum(DType::f64, {2, 3, 5, 1}), sink(DType::f32, {1, 3, 1, 1});
      x.fill(Normal(1, 0, 4)), sink.fill(Normal(2));
      for (int64_t i = 0; i < 9; ++i) x.set(i, -kInf);  // a row that is masked completely
      for (int64_t i = 9; i < 17; ++i) x.set(i, -kInf);
      x.set(20, kNan);
      Call call;
      graph::SoftmaxStats o;
      o.x = call.tensor("x", x.desc, x.data()), o.y = call.tensor("y", y.desc, y.data());
      o.stats = call.tensor("stats", stats.desc, stats.data()), o.max = call.tensor("max", max.desc, max.data());
      o.sum_exp = call.tensor("sum", sum.desc, sum.data());
      if (has_sink) o.sink = call.tensor("sink", sink.desc, sink.data());
      call.add(o);
      run_on_threads(call, kScores, {&y, &stats, &max, &sum}, "softmax");
      std::vector<double> wy, ws, wm, wl;
      for (int64_t r = 0; r < 30; ++r) {
        std::vector<double> row;
        for (int64_t i = 0; i < 9; ++i) row.push_back(x.get(r * 9 + i));
        const Row w = softmax(row, has_sink, sink.get(r / 5 % 3));
        wy.insert(wy.end(), w.y.begin(), w.y.end());
        ws.push_back(w.stats), wm.push_back(w.max), wl.push_back(w.sum);
      }
      const std::vector<double> bound(wy.size(), 1e-14);
      expect_near(y, wy, bound, "y"), expect_near(stats, ws, bound, "stats");
      expect_near(max, wm, bound, "max"), expect_near(sum, wl, bound, "sum");
    }
}

bool compare(int mode, double a, double b) {
  return mode == 302 ? a > b : mode == 303 ? a >= b : mode == 304 ? a < b : a <= b;
}

TEST(DiagonalBandMask, BoundsAndLengths) {
  const int32_t len_q[] = {3, 5}, len_kv[] = {6, 4}, shift = 2;
  const float left = 3, outside = -1000;
  for (int mode : {302, 303, 304, 305})
    for (bool lengths : {false, true})
      for (int bound : {0, 1, 2}) {  // none, right, left
        Buffer x(DType::f32, {2, 3, 5, 7}), y(DType::f32, {2, 3, 5, 7}, Order::nhwc);
        x.fill(Normal(1));
        Call call;
        graph::DiagonalBandMask o;
        o.comparison = mode;
        o.x = call.tensor("x", x.desc, x.data()), o.y = call.tensor("y", y.desc, y.data());
        const TensorDesc one = make(DType::f32, {1, 1, 1, 1}, Order::nchw), whole = make(DType::i32, {1}, Order::nchw);
        o.b = call.tensor("b", one, &outside);
        if (bound == 1) o.shift_right_bound = call.tensor("right", whole, &shift);
        if (bound == 2) o.left_bound = call.tensor("left", one, &left);
        const TensorDesc per_batch = make(DType::i32, {2, 1, 1, 1}, Order::nchw);
        if (lengths) {
          o.seq_len_q = call.tensor("q", per_batch, len_q);
          o.seq_len_kv = call.tensor("kv", per_batch, len_kv);
        }
        call.add(o);
        run_on_threads(call, kScores, {&y}, "band");
        std::vector<double> want;
        for (int64_t n = 0; n < x.desc.count(); ++n) {
          const Dims i = coordinates({2, 3, 5, 7}, n);
          const double corner = lengths ? len_kv[i[0]] - len_q[i[0]] : 0;
          const auto row = static_cast<double>(i[2]), column = static_cast<double>(i[3]);
          const bool keep = bound == 2 ? compare(mode, column + 3 - corner, row)
                                       : compare(mode, row + (bound == 1 ? 2 : 0) + corner, column);
          want.push_back(keep ? x.get(n) : -1000);
        }
        expect_equal(y, want, fmt::format("mode {} lengths {} bound {}", mode, lengths, bound));
      }
}

}  // namespace
}  // namespace girih::test
