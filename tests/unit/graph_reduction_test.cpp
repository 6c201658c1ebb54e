// The reference engine of reductions on every element type: exact integers, packed and complex ones, any strides.
#include <complex>

#include "tensor_buffer.h"

namespace girih {
namespace {

using graph::ReduceOp;
using graph::Reduction;
using test::Buffer;
using test::Dims;
using test::kCpu;
using test::make;
using test::Order;

constexpr int kReference = 107;

Check reduce(ReduceOp op, const TensorDesc& x, const void* px, const TensorDesc& y, void* py) {
  Call call;
  Reduction o;
  o.op = op;
  o.x = call.tensor("x", x, px), o.y = call.tensor("y", y, py);
  call.add(o);
  return run(kCpu, call, kReference);
}

constexpr ReduceOp kAll[] = {ReduceOp::add, ReduceOp::mul,   ReduceOp::min,   ReduceOp::max,         ReduceOp::amax,
                             ReduceOp::avg, ReduceOp::norm1, ReduceOp::norm2, ReduceOp::mul_no_zeros};

double expected(ReduceOp op, const std::vector<double>& v) {
  double add = 0, mul = 1, low = v[0], high = v[0], largest = 0, norm1 = 0, squares = 0, product = 1;
  for (double d : v) {
    add += d, mul *= d, low = std::min(low, d), high = std::max(high, d);
    largest = std::max(largest, std::fabs(d)), norm1 += std::fabs(d), squares += d * d;
    if (d != 0) product *= d;
  }
  const double all[] = {add,    mul, low, high, largest, add / static_cast<double>(v.size()), norm1, std::sqrt(squares),
                        product};
  return all[static_cast<int>(op)];
}

TEST(GraphReduction, EveryOperationAndType) {
  const Dims dims = {3, 4, 5, 2};
  const Dims outs[] = {{1, 4, 1, 1}, {3, 1, 5, 2}, {1, 1, 1, 1}, {3, 4, 5, 1}, {3, 4, 5, 2}};
  unsigned seed = 1;
  for (ReduceOp op : kAll)
    for (DType type : {DType::f32, DType::f64, DType::f16, DType::bf16, DType::i8, DType::u8, DType::i32, DType::i64,
                       DType::e4m3, DType::e5m2})
      for (const Dims& out : outs)
        for (Order order : {Order::nchw, Order::nhwc, Order::gaps}) {
          test::Integers small(seed++, type == DType::u8 ? 0 : -2, 2);
          Buffer x(type, dims, order), y(DType::f64, out, order);
          x.fill(std::ref(small));
          ASSERT_TRUE(reduce(op, x.desc, x.data(), y.desc, y.data()));
          std::vector<std::vector<double>> slices(static_cast<size_t>(y.desc.count()));
          for (int64_t n = 0; n < x.desc.count(); ++n) {
            int64_t at = 0, step = 1, rest = n;
            for (int i = 3; i >= 0; --i) {
              const auto d = static_cast<size_t>(i);
              if (out[d] != 1) at += rest % dims[d] * step;
              step *= out[d];
              rest /= dims[d];
            }
            slices[static_cast<size_t>(at)].push_back(x.get(n));
          }
          for (size_t i = 0; i < slices.size(); ++i) {
            const double want = expected(op, slices[i]), got = y.get(static_cast<int64_t>(i));
            if (op == ReduceOp::avg || op == ReduceOp::norm2)
              ASSERT_NEAR(got, want, 1e-12) << dtype_name(type);
            else
              ASSERT_EQ(got, want) << dtype_name(type) << " op " << static_cast<int>(op);
          }
          y.expect_untouched_gaps("reduction");
        }
}

TEST(GraphReduction, IntegersAreExact) {
  const int64_t big = (int64_t(1) << 53) + 1;
  const std::vector<int64_t> x = {big, 1, -3, big};
  const TensorDesc d = make(DType::i64, {4}, Order::nchw), one = make(DType::i64, {1}, Order::nchw);
  const auto result = [&](ReduceOp op, const std::vector<int64_t>& v) {
    int64_t y = -1;
    EXPECT_TRUE(reduce(op, d, v.data(), one, &y));
    return y;
  };
  EXPECT_EQ(result(ReduceOp::add, x), 2 * big - 2);
  EXPECT_EQ(result(ReduceOp::max, x), big);
  EXPECT_EQ(result(ReduceOp::norm1, x), 2 * big + 4);
  EXPECT_EQ(result(ReduceOp::mul, {big, 1, -3, 2}), -6 * big);
  EXPECT_EQ(result(ReduceOp::mul, {big, big, -big, 1}), INT64_MIN);
  EXPECT_EQ(result(ReduceOp::mul, {big, big, big, 0}), 0);
  EXPECT_EQ(result(ReduceOp::mul_no_zeros, {big, 0, 0, 1}), big);
  EXPECT_EQ(result(ReduceOp::add, {INT64_MAX, INT64_MAX, 1, 1}), INT64_MAX);
  EXPECT_EQ(result(ReduceOp::amax, {INT64_MIN + 1, 5, 0, 1}), INT64_MAX);
}

TEST(GraphReduction, BitsAndNibbles) {
  const std::vector<uint8_t> bits = {0b10110010, 0b00000111}, nibbles = {0x8f, 0x71};
  int32_t y = 0;
  const TensorDesc one = make(DType::i32, {1}, Order::nchw);
  ASSERT_TRUE(reduce(ReduceOp::add, make(DType::boolean, {10}, Order::nchw), bits.data(), one, &y));
  EXPECT_EQ(y, 6);
  ASSERT_TRUE(reduce(ReduceOp::min, make(DType::i4, {4}, Order::nchw), nibbles.data(), one, &y));
  EXPECT_EQ(y, -8);
  ASSERT_TRUE(reduce(ReduceOp::add, make(DType::i4, {4}, Order::nchw), nibbles.data(), one, &y));
  EXPECT_EQ(y, -1 - 8 + 1 + 7);
}

TEST(GraphReduction, ComplexNumbers) {
  using C = std::complex<float>;
  const std::vector<C> x = {{1, 2}, {0, -1}, {3, 4}};
  const TensorDesc d = make(DType::c32, {3}, Order::nchw), one = make(DType::c32, {1}, Order::nchw);
  C y;
  ASSERT_TRUE(reduce(ReduceOp::add, d, x.data(), one, &y));
  EXPECT_EQ(y, C(4, 5));
  ASSERT_TRUE(reduce(ReduceOp::mul, d, x.data(), one, &y));
  EXPECT_EQ(y, x[0] * x[1] * x[2]);
  float size = 0;
  const TensorDesc real = make(DType::f32, {1}, Order::nchw);
  ASSERT_TRUE(reduce(ReduceOp::norm2, d, x.data(), real, &size));
  EXPECT_FLOAT_EQ(size, std::sqrt(5.0f + 1 + 25));
  EXPECT_FALSE(reduce(ReduceOp::max, d, x.data(), one, &y));
  EXPECT_FALSE(reduce(ReduceOp::add, d, x.data(), real, &size));
}

TEST(GraphReduction, BackwardsAndRepeatedStrides) {
  const std::vector<float> v = {1, 2, 3, 4};
  TensorDesc back = make(DType::f32, {4}, Order::nchw), same = make(DType::f32, {1000}, Order::nchw);
  back.strides[0] = -1, same.strides[0] = 0;
  float y = 0;
  const TensorDesc one = make(DType::f32, {1}, Order::nchw);
  ASSERT_TRUE(reduce(ReduceOp::add, back, v.data() + 3, one, &y));
  EXPECT_EQ(y, 10);
  ASSERT_TRUE(reduce(ReduceOp::add, same, v.data() + 2, one, &y));
  EXPECT_EQ(y, 3000);
}

}  // namespace
}  // namespace girih
