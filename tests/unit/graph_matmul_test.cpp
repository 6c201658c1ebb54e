// The reference engine of matrix products, against plain loops: exact on integers, an error bound in f64 else.
#include <complex>

#include "tensor_buffer.h"

namespace girih {
namespace {

using graph::Matmul;
using test::Buffer;
using test::Dims;
using test::kCpu;
using test::make;
using test::Order;

constexpr int kReference = 114;

struct Product {
  Call call;
  Matmul o;
  Product& operands(Buffer& a, Buffer& b, Buffer& c) {
    o.a = call.tensor("a", a.desc, a.data()), o.b = call.tensor("b", b.desc, b.data());
    o.c = call.tensor("c", c.desc, c.data());
    return *this;
  }
  const Call& done() {
    call.add(o);
    return call;
  }
};

// The product by definition. Batch dims of an operand: 1, or a divisor.
std::vector<double> expected(const Buffer& a, const Buffer& b, const Buffer& c,
                             std::vector<double>* magnitude = nullptr) {
  const TensorDesc &da = a.desc, &db = b.desc, &dc = c.desc;
  const int r = dc.rank;
  const int64_t k = da.dims[r - 1];
  std::vector<double> out;
  if (magnitude) magnitude->clear();
  const auto at = [](const TensorDesc& t, const int64_t* index) {
    int64_t n = 0;
    for (int i = 0; i < t.rank; ++i) n = n * t.dims[i] + index[i];
    return n;
  };
  for (int64_t n = 0; n < dc.count(); ++n) {
    int64_t index[kMaxRank], ia[kMaxRank], ib[kMaxRank], rest = n;
    for (int i = r - 1; i >= 0; --i) {
      index[i] = rest % dc.dims[i];
      rest /= dc.dims[i];
    }
    for (int i = 0; i < r; ++i) {
      ia[i] = i < r - 2 ? index[i] / (dc.dims[i] / da.dims[i]) : index[i];
      ib[i] = i < r - 2 ? index[i] / (dc.dims[i] / db.dims[i]) : index[i];
    }
    double sum = 0, size = 0;
    for (int64_t j = 0; j < k; ++j) {
      ia[r - 1] = ib[r - 2] = j;
      const double v = a.get(at(da, ia)) * b.get(at(db, ib));
      sum += v;
      size += std::fabs(v);
    }
    out.push_back(sum);
    if (magnitude) magnitude->push_back(size);
  }
  return out;
}

struct Shape {
  Dims a, b, c;
};
const Shape kShapes[] = {
    {{5, 7}, {7, 3}, {5, 3}},
    {{2, 17, 65}, {2, 65, 70}, {2, 17, 70}},
    {{1, 4, 9}, {3, 9, 4}, {3, 4, 4}},
    {{2, 6, 5, 8}, {2, 2, 8, 7}, {2, 6, 5, 7}},  // three heads share one of b
    {{2, 2, 5, 8}, {1, 6, 8, 7}, {2, 6, 5, 7}},
    {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}},
    {{2, 3, 0}, {2, 0, 4}, {2, 3, 4}},
};

TEST(GraphMatmul, IntegersAreExactInEveryType) {
  const DType types[] = {DType::f32, DType::f64, DType::f16, DType::bf16, DType::i8,
                         DType::u8,  DType::i32, DType::i64, DType::e4m3, DType::e5m2};
  unsigned seed = 1;
  for (const Shape& shape : kShapes)
    for (DType ta : types)
      for (DType tb : {ta, DType::bf16, DType::i8})
        for (Order order : {Order::nchw, Order::gaps}) {
          test::Integers small(seed++, 0, 3);
          Buffer a(ta, shape.a, order), b(tb, shape.b, order), c(seed % 2 ? DType::i32 : DType::f32, shape.c, order);
          a.fill(std::ref(small)), b.fill(std::ref(small));
          Product p;
          p.operands(a, b, c).done();
          test::run_on_threads(p.call, kReference, {&c}, dtype_name(ta));
          test::expect_equal(c, expected(a, b, c), std::string(dtype_name(ta)) + " x " + dtype_name(tb));
        }
}

TEST(GraphMatmul, RealNumbersWithinTheirError) {
  unsigned seed = 7;
  for (const Shape& shape : kShapes)
    for (DType type : {DType::f32, DType::f64, DType::f16, DType::bf16}) {
      test::Normal normal(seed++);
      Buffer a(type, shape.a), b(type, shape.b, Order::gaps), c(type, shape.c);
      a.fill(std::ref(normal)), b.fill(std::ref(normal));
      Product p;
      p.operands(a, b, c).done();
      ASSERT_TRUE(run(kCpu, p.call, kReference));
      std::vector<double> size, bound;
      const auto want = expected(a, b, c, &size);
      for (double s : size) bound.push_back(s * 0x1p-53 * static_cast<double>(shape.a.back()) * 2);
      test::expect_near(c, want, bound, dtype_name(type));
    }
}

TEST(GraphMatmul, TransposedOperandsAreStrides) {
  test::Integers small(3, -4, 4);
  Buffer a(DType::f32, {1, 20, 30}), b(DType::f32, {1, 30, 70}), c(DType::f32, {1, 20, 70});
  a.desc.strides[1] = 1, a.desc.strides[2] = 20;
  b.desc.strides[1] = 1, b.desc.strides[2] = 30;
  c.desc.strides[1] = 1, c.desc.strides[2] = 20;
  a.fill(std::ref(small)), b.fill(std::ref(small));
  Product p;
  p.operands(a, b, c).done();
  test::run_on_threads(p.call, kReference, {&c}, "transposed");
  test::expect_equal(c, expected(a, b, c), "transposed");
}

// Sums of i32 wrap; sums of 64-bit integers that a double cannot hold are exact.
TEST(GraphMatmul, WideIntegers) {
  const auto product = [](DType type, auto a, auto b, auto& c, DType compute) {
    const auto k = static_cast<int64_t>(a.size());
    Call call;
    Matmul o;
    o.compute = compute;
    o.a = call.tensor("a", make(type, {1, k}, Order::nchw), a.data());
    o.b = call.tensor("b", make(type, {k, 1}, Order::nchw), b.data());
    o.c = call.tensor("c", make(sizeof(c) == 8 ? DType::i64 : DType::i32, {1, 1}, Order::nchw), &c);
    call.add(o);
    EXPECT_TRUE(run(kCpu, call, kReference));
  };
  int64_t c64 = 0;
  product(DType::i64, std::vector<int64_t>{(int64_t(1) << 60) + 1, 3, -(int64_t(1) << 60)},
          std::vector<int64_t>{4, 1, 4}, c64, DType::f32);
  EXPECT_EQ(c64, 7);
  int32_t c32 = 0;
  product(DType::i32, std::vector<int32_t>{1 << 30, 1 << 30, 5}, std::vector<int32_t>{1, 1, 1}, c32, DType::i32);
  EXPECT_EQ(c32, INT32_MIN + 5);
  product(DType::i32, std::vector<int32_t>{1 << 30, 1 << 30, 5}, std::vector<int32_t>{1, 1, 1}, c32, DType::f32);
  EXPECT_EQ(c32, INT32_MAX);
}

TEST(GraphMatmul, PackedAndComplexTypes) {
  // i4 {1, -2, 3, -4} as a row, times e2m1 {0.5, 6, -1, 2} as a column.
  const std::vector<uint8_t> a = {0xe1, 0xc3}, b = {0x71, 0x4a};
  float y = 0;
  Call call;
  Matmul o;
  o.a = call.tensor("a", make(DType::i4, {1, 4}, Order::nchw), a.data());
  o.b = call.tensor("b", make(DType::e2m1, {4, 1}, Order::nchw), b.data());
  o.c = call.tensor("c", make(DType::f32, {1, 1}, Order::nchw), &y);
  call.add(o);
  ASSERT_TRUE(run(kCpu, call, kReference));
  EXPECT_EQ(y, 0.5f - 12 - 3 - 8);

  using C = std::complex<float>;
  const std::vector<C> p = {{1, 1}, {2, 0}, {0, -1}, {1, 2}}, q = {{0, 1}, {3, -1}};
  std::vector<C> r(2);
  Call complex;
  Matmul m;
  m.a = complex.tensor("a", make(DType::c32, {2, 2}, Order::nchw), p.data());
  m.b = complex.tensor("b", make(DType::c32, {2, 1}, Order::nchw), q.data());
  m.c = complex.tensor("c", make(DType::c32, {2, 1}, Order::nchw), r.data());
  complex.add(m);
  ASSERT_TRUE(run(kCpu, complex, kReference));
  EXPECT_EQ(r, (std::vector<C>{p[0] * q[0] + p[1] * q[1], p[2] * q[0] + p[3] * q[1]}));
}

TEST(GraphMatmul, OverridesReadAsPadding) {
  const int64_t B = 3, M = 20, N = 70, K = 80;
  const std::vector<int32_t> m = {20, 7, 0}, n = {70, 33, 70}, k = {80, 80, 5};
  for (double padding : {0.0, 2.0}) {
    test::Integers small(11, -3, 3);
    Buffer a(DType::f32, {B, M, K}), b(DType::f32, {B, K, N}), c(DType::f32, {B, M, N});
    a.fill(std::ref(small)), b.fill(std::ref(small));
    const auto at = [&](const Buffer& t, int64_t batch, int64_t row, int64_t col, int64_t rows, int64_t cols) {
      const auto i = (batch * t.desc.dims[1] + row) * t.desc.dims[2] + col;
      return row < rows && col < cols ? t.get(i) : padding;
    };
    std::vector<double> want;
    for (int64_t g = 0; g < B; ++g)
      for (int64_t i = 0; i < M; ++i)
        for (int64_t j = 0; j < N; ++j) {
          const auto s = static_cast<size_t>(g);
          double sum = 0;
          for (int64_t d = 0; d < K; ++d) sum += at(a, g, i, d, m[s], k[s]) * at(b, g, d, j, k[s], n[s]);
          want.push_back(sum);
        }
    // An infinity outside is not read.
    if (padding == 0) a.set(1 * M * K + 10 * K, INFINITY), b.set(2 * K * N + 40 * N, INFINITY);
    Product p;
    p.operands(a, b, c);
    const auto size = [&](const std::vector<int32_t>& v) {
      return p.call.tensor("size", make(DType::i32, {B, 1, 1}, Order::nchw), v.data());
    };
    p.o.m_override = size(m), p.o.n_override = size(n), p.o.k_override = size(k), p.o.padding = padding;
    p.done();
    test::run_on_threads(p.call, kReference, {&c}, "overrides");
    test::expect_equal(c, want, "overrides");
  }
}

// Rows of three batches one after the other, a head every 4 elements of a token; the rest of c stays as it is.
TEST(GraphMatmul, RaggedBatches) {
  const int64_t heads = 2, size = 4, most = 6, token = heads * size;
  const std::vector<int32_t> length = {3, 0, 5};
  const std::vector<int64_t> offset = {0, 3 * token, 3 * token, 8 * token};
  test::Integers small(5, -4, 4);
  std::vector<float> a(static_cast<size_t>(8 * token)), c(static_cast<size_t>(9 * token), -77);
  for (float& v : a) v = static_cast<float>(small());
  Buffer b(DType::f32, {1, heads, size, size});
  b.fill(std::ref(small));
  TensorDesc d = make(DType::f32, {3, heads, most, size}, Order::nchw);
  d.strides[1] = size, d.strides[2] = token, d.strides[3] = 1;
  Product p;
  p.o.a = p.call.tensor("a", d, a.data()), p.o.b = p.call.tensor("b", b.desc, b.data());
  p.o.c = p.call.tensor("c", d, c.data());
  const graph::TensorId ragged = p.call.tensor("offsets", make(DType::i64, {4, 1, 1, 1}, Order::nchw), offset.data());
  p.o.m_override = p.call.tensor("lengths", make(DType::i32, {3, 1, 1, 1}, Order::nchw), length.data());
  p.call.graph.tensors[static_cast<size_t>(p.o.a)].ragged = ragged;
  p.call.graph.tensors[static_cast<size_t>(p.o.c)].ragged = ragged;
  p.done();
  ASSERT_TRUE(run(kCpu, p.call, kReference));
  for (int64_t t = 0; t < 8; ++t)
    for (int64_t h = 0; h < heads; ++h)
      for (int64_t j = 0; j < size; ++j) {
        double want = 0;
        for (int64_t i = 0; i < size; ++i)
          want += a[static_cast<size_t>(t * token + h * size + i)] * b.get((h * size + i) * size + j);
        ASSERT_EQ(c[static_cast<size_t>(t * token + h * size + j)], want);
      }
  for (int64_t i = 8 * token; i < 9 * token; ++i) EXPECT_EQ(c[static_cast<size_t>(i)], -77);
}

}  // namespace
}  // namespace girih
