// The vector engine of pointwise operations against the reference engine, and sums against a plain loop; the reference
// itself is tested by the conformance suite, whose formulas are its own.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "base/parallel.h"
#include "plan/plan.h"

namespace girih {
namespace {

using graph::Pointwise;
using graph::PointwiseMode;

constexpr PointwiseMode kModes[] = {PointwiseMode::add,
                                    PointwiseMode::mul,
                                    PointwiseMode::min,
                                    PointwiseMode::max,
                                    PointwiseMode::sqrt,
                                    PointwiseMode::identity,
                                    PointwiseMode::one_minus,
                                    PointwiseMode::relu_fwd,
                                    PointwiseMode::tanh_fwd,
                                    PointwiseMode::sigmoid_fwd,
                                    PointwiseMode::elu_fwd,
                                    PointwiseMode::swish_fwd,
                                    PointwiseMode::relu_bwd,
                                    PointwiseMode::tanh_bwd,
                                    PointwiseMode::sigmoid_bwd,
                                    PointwiseMode::elu_bwd,
                                    PointwiseMode::swish_bwd,
                                    PointwiseMode::clipped_relu_fwd,
                                    PointwiseMode::clipped_relu_bwd};

// Memory of a tensor, with a margin on both sides that must stay as it was.
struct Buffer {
  TensorDesc desc;
  std::vector<unsigned char> bytes;
  static constexpr size_t kMargin = 64;

  explicit Buffer(const TensorDesc& d) : desc(d), bytes(static_cast<size_t>(*size_in_bytes(d)) + 2 * kMargin, 0xff) {}
  void* data() { return bytes.data() + kMargin; }
  void fill(std::mt19937& random, bool specials) {
    std::uniform_real_distribution<double> real(-8, 8);
    const double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 6.0, 100.0, -100.0, 1e-8, 1e18};
    dispatch_float(desc.dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      const size_t n = (bytes.size() - 2 * kMargin) / sizeof(T);
      for (size_t i = 0; i < n; ++i)
        static_cast<T*>(data())[i] = T(specials && random() % 8 == 0 ? special[random() % 10] : real(random));
    });
  }
  double at(size_t i) {
    double v = 0;
    dispatch_float(desc.dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      v = static_cast<double>(static_cast<T*>(data())[i]);
    });
    return v;
  }
};

struct Shape {
  TensorDesc y, a, b;
};

TensorDesc strided(DType t, std::initializer_list<int64_t> dims, std::initializer_list<int64_t> strides) {
  TensorDesc d = make_packed(t, dims);
  std::copy(strides.begin(), strides.end(), d.strides);
  return d;
}

std::vector<Shape> shapes(DType t) {
  const auto packed = [&](std::initializer_list<int64_t> d, Layout l = Layout::nchw) { return make_packed(t, d, l); };
  return {
      {packed({2, 3, 5, 7}), packed({2, 3, 5, 7}), packed({2, 3, 5, 7})},
      {packed({2, 3, 5, 7}), packed({2, 3, 5, 7}), packed({1, 3, 1, 1})},
      {packed({2, 3, 5, 7}, Layout::nhwc), packed({2, 3, 5, 7}, Layout::nhwc), packed({1, 3, 1, 1})},
      {packed({2, 3, 5, 7}, Layout::nhwc), packed({2, 3, 5, 7}), packed({2, 1, 5, 1})},
      {packed({1, 1, 1, 1}), packed({1, 1, 1, 1}), packed({1, 1, 1, 1})},
      {packed({3, 4, 37, 41}), packed({3, 4, 37, 41}), packed({1, 1, 1, 1})},
      {strided(t, {2, 3, 4, 5}, {140, 45, 11, 2}), packed({2, 3, 4, 5}), strided(t, {2, 3, 4, 5}, {1, 2, 6, 24})},
  };
}

void run_engine(int id, const Pointwise& base, const Shape& s, Buffer& y, Buffer& a, Buffer& b, Buffer& t,
                double beta) {
  Call call;
  Pointwise op = base;
  op.a = call.tensor("a", s.a, a.data());
  op.b = call.tensor("b", s.b, b.data());
  op.t = call.tensor("t", s.a, t.data());
  op.y = call.tensor("y", s.y, y.data());
  call.add(op) = {.alpha = 1.5, .beta = beta, .alpha2 = -0.5};
  Check r = run(Device{}, call, id);
  ASSERT_TRUE(r) << r.error().text;
}

TEST(Pointwise, VectorEngineAgreesWithReference) {
  std::mt19937 random(7);
  for (DType type : {DType::f32, DType::f16, DType::bf16})
    for (const Shape& s : shapes(type))
      for (PointwiseMode mode : kModes)
        for (bool nan : {false, true})
          for (double beta : {0.0, 0.25}) {
            Pointwise op{.mode = mode, .propagate_nan = nan, .parameter = 1.25};
            Buffer a(s.a), b(s.b), t(s.a), y(s.y), expected(s.y);
            a.fill(random, true);
            b.fill(random,
                   graph::scales_inputs(mode));  // a gradient: infinity times a factor that f32 rounds to 0 is NaN
            t.fill(random, false);
            if (beta != 0) y.fill(random, false);
            expected.bytes = y.bytes;
            run_engine(202, op, s, y, a, b, t, beta);
            run_engine(102, op, s, expected, a, b, t, beta);
            const double unit = type == DType::f32 ? 0x1p-24 : type == DType::f16 ? 0x1p-11 : 0x1p-8;
            const size_t n = (y.bytes.size() - 2 * Buffer::kMargin) / dtype_size(type);
            for (size_t i = 0; i < n; ++i) {
              const double v = y.at(i), e = expected.at(i);
              if (std::isnan(v) && std::isnan(e)) continue;
              if (v == e) continue;
              // Vector exp and tanh are within 4 ulp (hwy/contrib/math); the gradients add three products, and a sum
              // whose terms may cancel: inputs are below 8, so terms are below 8 * 8 * 1.5. Both results are rounded to
              // the type: half an ulp each.
              const double bound = 8 * 0x1p-24 * (std::fabs(e) + 100) + 2 * unit * std::fabs(e) + 0x1p-24;
              ASSERT_LE(std::fabs(v - e), bound) << "mode " << static_cast<int>(mode) << " " << to_text(s.y)
                                                 << " element " << i << ": " << v << " for " << e;
            }
            for (size_t i = 0; i < Buffer::kMargin; ++i) {
              ASSERT_EQ(y.bytes[i], 0xff);
              ASSERT_EQ(y.bytes[y.bytes.size() - 1 - i], 0xff);
            }
          }
}

TEST(Pointwise, LongRowsAndThreadsGiveTheSameBits) {
  const Shape s{make_packed(DType::f32, {1, 1, 1, 200001}), make_packed(DType::f32, {1, 1, 1, 200001}),
                make_packed(DType::f32, {1, 1, 1, 1})};
  std::mt19937 random(3);
  Buffer a(s.a), b(s.b), t(s.a), y1(s.y), y2(s.y);
  a.fill(random, false);
  b.fill(random, false);
  t.fill(random, false);
  set_thread_count(1);
  run_engine(202, {.mode = PointwiseMode::swish_bwd, .parameter = 1}, s, y1, a, b, t, 0);
  set_thread_count(3);
  run_engine(202, {.mode = PointwiseMode::swish_bwd, .parameter = 1}, s, y2, a, b, t, 0);
  set_thread_count(0);
  EXPECT_EQ(y1.bytes, y2.bytes);
}

TEST(Pointwise, InPlace) {
  const Shape s{make_packed(DType::f32, {2, 3, 4, 50}), make_packed(DType::f32, {2, 3, 4, 50}),
                make_packed(DType::f32, {1, 3, 1, 1})};
  std::mt19937 random(4);
  Buffer a(s.a), b(s.b), t(s.a), y(s.y);
  a.fill(random, false);
  b.fill(random, false);
  run_engine(202, {.mode = PointwiseMode::add}, s, y, a, b, t, 0);
  run_engine(202, {.mode = PointwiseMode::add}, s, a, a, b, t, 0);
  EXPECT_EQ(y.bytes, a.bytes);
}

// Sums of small integers are exact in any order: equal to a plain loop, bit for bit.
TEST(Reduction, SumsAreExactOnIntegers) {
  std::mt19937 random(5);
  const std::initializer_list<int64_t> dims = {5, 6, 7, 9};
  for (DType type : {DType::f32, DType::f16, DType::bf16})
    for (Layout layout : {Layout::nchw, Layout::nhwc})
      for (int kept = 0; kept < 16; ++kept)
        for (graph::ReduceOp op : {graph::ReduceOp::add, graph::ReduceOp::avg}) {
          const TensorDesc xd = make_packed(type, dims, layout);
          TensorDesc yd = make_packed(DType::f32, dims);
          for (int i = 0; i < 4; ++i)
            if (!(kept >> i & 1)) yd.dims[i] = 1;
          set_packed_strides(yd, Layout::nchw);
          Buffer x(xd), y(yd);
          dispatch_float(type, [&](auto tag) {
            using T = typename decltype(tag)::type;
            for (int64_t i = 0; i < xd.count(); ++i)
              static_cast<T*>(x.data())[i] = T(static_cast<double>(static_cast<int>(random() % 9) - 4));
          });
          std::vector<double> sum(static_cast<size_t>(yd.count()));
          for (int64_t n = 0; n < 5; ++n)
            for (int64_t c = 0; c < 6; ++c)
              for (int64_t h = 0; h < 7; ++h)
                for (int64_t w = 0; w < 9; ++w) {
                  const int64_t at[] = {n, c, h, w};
                  int64_t ix = 0, iy = 0;
                  for (int i = 0; i < 4; ++i)
                    ix += at[i] * xd.strides[i], iy += yd.dims[i] == 1 ? 0 : at[i] * yd.strides[i];
                  sum[static_cast<size_t>(iy)] += x.at(static_cast<size_t>(ix));
                }
          Call call;
          graph::Reduction r{.op = op};
          r.x = call.tensor("x", xd, x.data());
          r.y = call.tensor("y", yd, y.data());
          call.add(r);
          for (int threads : {1, 3}) {
            set_thread_count(threads);
            Check ok = run(Device{}, call, 207);
            ASSERT_TRUE(ok) << ok.error().text;
            const double divisor = op == graph::ReduceOp::avg ? static_cast<double>(xd.count() / yd.count()) : 1;
            for (size_t i = 0; i < sum.size(); ++i)
              ASSERT_EQ(static_cast<float>(y.at(i)), static_cast<float>(sum[i] * (1 / divisor))) << kept << " " << i;
          }
        }
  set_thread_count(0);
}

}  // namespace
}  // namespace girih
