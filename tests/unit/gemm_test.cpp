// The matrix product of the CPU engines against the definition: bit for bit on integers, the same bits whatever the
// strides, the number of threads and the way of packing.
#include "engines/cpu/gemm/gemm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "base/parallel.h"

namespace {

using namespace girih;
using gemm::Product;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// A matrix with its buffer: NaN in the gaps and in guard zones on both sides.
struct Buffer {
  static constexpr int64_t kGuard = 64;
  int64_t rows, cols, row_stride, col_stride;
  DType type;
  std::vector<unsigned char> bytes, before;

  Buffer(int64_t m, int64_t n, int64_t row, int64_t col, DType t = DType::f32)
      : rows(m), cols(n), row_stride(row), col_stride(col), type(t) {
    const int64_t span = std::max<int64_t>(m - 1, 0) * std::abs(row) + std::max<int64_t>(n - 1, 0) * std::abs(col) + 1;
    bytes.assign(static_cast<size_t>(span + 2 * kGuard) * dtype_size(t), 0xFF);
  }
  int64_t origin() const {
    return kGuard + (row_stride < 0 ? -(rows - 1) * row_stride : 0) + (col_stride < 0 ? -(cols - 1) * col_stride : 0);
  }
  size_t place(int64_t i, int64_t j) const {
    return static_cast<size_t>(origin() + i * row_stride + j * col_stride) * dtype_size(type);
  }
  void* data() { return bytes.data() + static_cast<size_t>(origin()) * dtype_size(type); }
  gemm::Matrix matrix() { return {data(), row_stride, col_stride, type}; }
  gemm::Output output() { return {data(), row_stride, col_stride, type}; }
  double get(int64_t i, int64_t j) const {
    double v = 0;
    dispatch_float(type, [&](auto t) {
      typename decltype(t)::type x;
      std::memcpy(&x, bytes.data() + place(i, j), sizeof x);
      v = load<double>(x);
    });
    return v;
  }
  void set(int64_t i, int64_t j, double v) {
    dispatch_float(type, [&](auto t) {
      const auto x = store<typename decltype(t)::type>(v);
      std::memcpy(bytes.data() + place(i, j), &x, sizeof x);
    });
  }
  template <class F>
  void fill(F&& f) {
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < cols; ++j) set(i, j, f());
    before = bytes;
  }
  // Everything but the elements is as it was after fill().
  bool gaps_intact() const {
    Buffer copy = *this;
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < cols; ++j)
        std::memcpy(copy.bytes.data() + place(i, j), before.data() + place(i, j), dtype_size(type));
    return copy.bytes == before;
  }
};

enum class Order { rows, columns, gaps, reversed };
Buffer make(int64_t m, int64_t n, Order order, DType type = DType::f32) {
  switch (order) {
    case Order::rows:
      return {m, n, n, 1, type};
    case Order::columns:
      return {m, n, 1, m, type};
    case Order::gaps:
      return {m, n, 3 * n + 5, 3, type};
    default:
      return {m, n, -n - 2, 1, type};
  }
}

struct Shape {
  int64_t m, n, k;
};
const Shape kShapes[] = {{1, 1, 1},     {1, 17, 5},    {5, 1, 300},  {13, 7, 33},   {6, 16, 256},
                         {7, 33, 257},  {64, 64, 64},  {300, 40, 9}, {9, 300, 70},  {33, 65, 513},
                         {3, 4, 20000}, {130, 31, 77}, {2, 2, 0},    {70, 15, 4200}};
const Order kOrders[] = {Order::rows, Order::columns, Order::gaps, Order::reversed};

TEST(Gemm, ExactIntegersWhateverTheStrides) {
  std::mt19937 random(7);
  auto small = [&] { return static_cast<double>(static_cast<int>(random() % 7) - 3); };
  auto values = [&](int64_t count) {
    std::vector<double> v(static_cast<size_t>(count));
    for (double& x : v) x = small();
    return v;
  };
  auto next_of = [](const std::vector<double>& v) { return [at = v.data()]() mutable { return *at++; }; };
  for (const Shape& s : kShapes) {
    const auto va = values(s.m * s.k), vb = values(s.k * s.n), vc = values(s.m * s.n);
    std::vector<double> want(vc.size());
    for (int64_t i = 0; i < s.m; ++i)
      for (int64_t j = 0; j < s.n; ++j) {
        double sum = 0;
        for (int64_t k = 0; k < s.k; ++k)
          sum += va[static_cast<size_t>(i * s.k + k)] * vb[static_cast<size_t>(k * s.n + j)];
        const auto at = static_cast<size_t>(i * s.n + j);
        want[at] = 2 * sum - 3 * vc[at];
      }
    for (Order oa : kOrders)
      for (Order ob : kOrders)
        for (Order oc : kOrders) {
          Buffer a = make(s.m, s.k, oa), b = make(s.k, s.n, ob), c = make(s.m, s.n, oc);
          a.fill(next_of(va)), b.fill(next_of(vb)), c.fill(next_of(vc));
          Product p;
          p.m = s.m, p.n = s.n, p.k = s.k;
          p.a = a.matrix(), p.b = b.matrix(), p.c = c.output();
          p.alpha = 2, p.beta = -3;
          gemm::multiply(p);
          for (int64_t i = 0; i < s.m; ++i)
            for (int64_t j = 0; j < s.n; ++j)
              ASSERT_EQ(c.get(i, j), want[static_cast<size_t>(i * s.n + j)])
                  << s.m << 'x' << s.n << 'x' << s.k << " at " << i << ',' << j;
          ASSERT_TRUE(c.gaps_intact());
        }
  }
}

TEST(Gemm, BetaZeroDoesNotReadC) {
  for (const Shape& s : kShapes) {
    Buffer a = make(s.m, s.k, Order::rows), b = make(s.k, s.n, Order::rows), c = make(s.m, s.n, Order::gaps);
    a.fill([] { return 1.0; }), b.fill([] { return 1.0; }), c.fill([] { return kNaN; });
    Product p;
    p.m = s.m, p.n = s.n, p.k = s.k;
    p.a = a.matrix(), p.b = b.matrix(), p.c = c.output();
    gemm::multiply(p);
    for (int64_t i = 0; i < s.m; ++i)
      for (int64_t j = 0; j < s.n; ++j) ASSERT_EQ(c.get(i, j), static_cast<double>(s.k));
    ASSERT_TRUE(c.gaps_intact());
  }
}

TEST(Gemm, HalfPrecisionOperands) {
  std::mt19937 random(8);
  auto small = [&] { return static_cast<double>(static_cast<int>(random() % 5) - 2); };
  const DType types[] = {DType::f32, DType::f16, DType::bf16};
  for (DType ta : types)
    for (DType tb : types)
      for (DType tc : types)
        for (Order oa : kOrders)
          for (Order ob : {Order::rows, Order::columns}) {
            const Shape s{19, 21, 30};  // sums up to 120: exact in bf16
            Buffer a = make(s.m, s.k, oa, ta), b = make(s.k, s.n, ob, tb), c = make(s.m, s.n, Order::gaps, tc);
            a.fill(small), b.fill(small), c.fill(small);
            const Buffer old = c;
            Product p;
            p.m = s.m, p.n = s.n, p.k = s.k;
            p.a = a.matrix(), p.b = b.matrix(), p.c = c.output();
            p.beta = 1;
            gemm::multiply(p);
            for (int64_t i = 0; i < s.m; ++i)
              for (int64_t j = 0; j < s.n; ++j) {
                double sum = 0;
                for (int64_t k = 0; k < s.k; ++k) sum += a.get(i, k) * b.get(k, j);
                ASSERT_EQ(c.get(i, j), sum + old.get(i, j));
              }
            ASSERT_TRUE(c.gaps_intact());
          }
}

TEST(Gemm, BatchesByStrideAndByOffset) {
  std::mt19937 random(9);
  constexpr int64_t kBatch = 5, m = 9, n = 18, k = 40;
  std::vector<float> a(kBatch * m * k), b(m * 2000), c(kBatch * m * n, kNaN), by_offset = c;
  for (auto* v : {&a, &b})
    for (float& f : *v) f = static_cast<float>(static_cast<int>(random() % 9) - 4);
  Product p;
  p.m = m, p.n = n, p.k = k, p.batch = kBatch;
  p.a = {a.data(), k, 1}, p.b = {b.data(), n, 1}, p.c = {c.data(), n, 1};
  p.a_batch = m * k, p.c_batch = m * n;  // one b for all
  gemm::multiply(p);
  for (int64_t g = 0; g < kBatch; ++g)
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        float sum = 0;
        for (int64_t d = 0; d < k; ++d)
          sum += a[static_cast<size_t>((g * m + i) * k + d)] * b[static_cast<size_t>(d * n + j)];
        ASSERT_EQ(c[static_cast<size_t>((g * m + i) * n + j)], sum);
      }
  const int64_t offsets[kBatch] = {4 * m * n, 3 * m * n, 2 * m * n, m * n, 0};  // in reverse
  const int64_t a_offsets[kBatch] = {4 * m * k, 3 * m * k, 2 * m * k, m * k, 0}, b_offsets[kBatch] = {};
  p.a_offsets = a_offsets, p.b_offsets = b_offsets, p.c_offsets = offsets;
  p.c.data = by_offset.data();
  gemm::multiply(p);
  EXPECT_EQ(c, by_offset);
}

std::vector<float> random_floats(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> v(count);
  for (float& f : v) f = static_cast<float>(static_cast<int>(random() % 2001) - 1000) * 1e-3f;
  return v;
}

// Chains of 256, then of the parts: |error| <= 4 sqrt(n) u sum |a b| (Higham and Mary 2019), and the same bits for any
// number of threads and for the transposed problem.
TEST(Gemm, RandomDataWithinTheBoundAndWithTheSameBits) {
  for (const Shape& s : kShapes) {
    const auto a = random_floats(static_cast<size_t>(s.m * s.k), 1),
               b = random_floats(static_cast<size_t>(s.k * s.n), 2);
    std::vector<float> first;
    for (int threads : {1, 2, 3, 8}) {
      set_thread_count(threads);
      std::vector<float> c(static_cast<size_t>(s.m * s.n), kNaN), t(c);
      Product p;
      p.m = s.m, p.n = s.n, p.k = s.k;
      p.a = {a.data(), s.k, 1}, p.b = {b.data(), s.n, 1}, p.c = {c.data(), s.n, 1};
      gemm::multiply(p);
      if (first.empty()) first = c;
      ASSERT_EQ(std::memcmp(first.data(), c.data(), c.size() * sizeof(float)), 0) << threads << " threads";
      p.c = {t.data(), 1, s.m};
      gemm::multiply(p);
      for (int64_t i = 0; i < s.m; ++i)
        for (int64_t j = 0; j < s.n; ++j)
          ASSERT_EQ(t[static_cast<size_t>(j * s.m + i)], c[static_cast<size_t>(i * s.n + j)]);
    }
    set_thread_count(0);
    for (int64_t i = 0; i < s.m; ++i)
      for (int64_t j = 0; j < s.n; ++j) {
        double sum = 0, size = 0;
        for (int64_t k = 0; k < s.k; ++k) {
          const double v = static_cast<double>(a[static_cast<size_t>(i * s.k + k)]) *
                           static_cast<double>(b[static_cast<size_t>(k * s.n + j)]);
          sum += v;
          size += std::fabs(v);
        }
        const double terms = std::min<double>(static_cast<double>(s.k), 256) + static_cast<double>(s.k) / 256;
        ASSERT_NEAR(static_cast<double>(first[static_cast<size_t>(i * s.n + j)]), sum,
                    (4 * std::sqrt(terms) + 2) * 0x1p-24 * size);
      }
  }
}

struct Gather final : simd::GemmResult {
  std::vector<float>& to;
  int64_t n;
  Gather(std::vector<float>& v, int64_t columns) : to(v), n(columns) {}
  void store(int64_t, int64_t row, int64_t rows, int64_t col, int cols, const float* c, int ld) const override {
    for (int64_t r = 0; r < rows; ++r)
      for (int j = 0; j < cols; ++j) to[static_cast<size_t>((row + r) * n + col + j)] += c[r * ld + j];
  }
};

TEST(Gemm, PackedOnceGivesTheSameBits) {
  for (const Shape& s : kShapes) {
    if (s.k >= 4096) continue;  // multiply() cuts such sums in parts
    const auto a = random_floats(static_cast<size_t>(s.m * s.k), 3),
               b = random_floats(static_cast<size_t>(s.k * s.n), 4);
    std::vector<float> c(static_cast<size_t>(s.m * s.n), kNaN);
    Product p;
    p.m = s.m, p.n = s.n, p.k = s.k;
    p.a = {a.data(), s.k, 1}, p.b = {b.data(), s.n, 1}, p.c = {c.data(), s.n, 1};
    gemm::multiply(p);
    const size_t floats = gemm::packed_floats(s.k, s.n);
    std::vector<float> packed(floats + 16, -12345.0f);
    for (int threads : {1, 3}) {
      set_thread_count(threads);
      gemm::pack(s.k, s.n, p.b, packed.data());
      for (size_t i = floats; i < packed.size(); ++i) ASSERT_EQ(packed[i], -12345.0f);
      std::vector<float> got(c.size(), 0.0f);
      gemm::multiply_packed(s.m, s.n, s.k, p.a, packed.data(), Gather(got, s.n));  // each element once, from 0
      for (size_t i = 0; i < c.size(); ++i) ASSERT_EQ(got[i], c[i]);
    }
    set_thread_count(0);
  }
}

TEST(Gemm, EmptyProductsDoNothing) {
  Product p;
  p.n = 3, p.k = 4;
  gemm::multiply(p);
  p.m = 3, p.n = 0;
  gemm::multiply(p);
  p.n = 3, p.batch = 0;
  gemm::multiply(p);
}

}  // namespace
