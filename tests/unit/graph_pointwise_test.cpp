// The reference engine of pointwise operations: every mode against a formula of its own in f64, the rules at NaN and
// at the edges (behaviour.md 17), packed and complex types, exact integers, any strides.
#include <cmath>
#include <complex>
#include <limits>

#include "tensor_buffer.h"

namespace girih {
namespace {

using graph::Pointwise;
using graph::PointwiseMode;
using test::Buffer;
using test::kCpu;
using test::make;
using test::Order;

constexpr int kReference = 102;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();

struct Operation {
  Call call;
  Pointwise op;
  explicit Operation(PointwiseMode mode) { op.mode = mode; }
  Operation& a(const TensorDesc& d, const void* p) {
    op.a = call.tensor("a", d, p);
    return *this;
  }
  Operation& b(const TensorDesc& d, const void* p) {
    op.b = call.tensor("b", d, p);
    return *this;
  }
  Operation& t(const TensorDesc& d, const void* p) {
    op.t = call.tensor("t", d, p);
    return *this;
  }
  Operation& y(const TensorDesc& d, void* p) {
    op.y = call.tensor("y", d, p);
    return *this;
  }
  Check run() {
    call.add(op);
    return girih::run(kCpu, call, kReference);
  }
};

struct Row {
  const char* name;
  PointwiseMode mode;
  double (*want)(double a, double b, double t);
  double parameter = 1;
  double low = -3, high = 3;  // of the inputs
};

double sigmoid(double v) { return v >= 0 ? 1 / (1 + std::exp(-v)) : std::exp(v) / (1 + std::exp(v)); }
double normal(double v) { return 0.5 + 0.5 * std::erf(v * std::sqrt(0.5)); }
double hyperbolic(double v) { return std::tanh(std::sqrt(2 / M_PI) * (v + 0.044715 * v * v * v)); }
// Central difference of a smooth function.
template <class F>
double slope(F f, double x) {
  const double h = 1e-5;
  return (f(x + h) - f(x - h)) / (2 * h);
}

const Row kFormulas[] = {
    {"add", PointwiseMode::add, [](double a, double b, double) { return a + b; }},
    {"mul", PointwiseMode::mul, [](double a, double b, double) { return a * b; }},
    {"min", PointwiseMode::min, [](double a, double b, double) { return a < b ? a : b; }},
    {"max", PointwiseMode::max, [](double a, double b, double) { return a > b ? a : b; }},
    {"sqrt", PointwiseMode::sqrt, [](double a, double, double) { return std::pow(a, 0.5); }, 1, 0.2},
    {"add_square", PointwiseMode::add_square, [](double a, double b, double) { return b * b + a; }},
    {"div", PointwiseMode::div, [](double a, double b, double) { return a / b; }},
    {"mod", PointwiseMode::mod, [](double a, double b, double) { return a - b * std::trunc(a / b); }},
    {"pow", PointwiseMode::pow, [](double a, double b, double) { return std::exp2(b * std::log2(a)); }, 1, 0.2},
    {"sub", PointwiseMode::sub, [](double a, double b, double) { return a - b; }},
    {"abs", PointwiseMode::abs, [](double a, double, double) { return a < 0 ? -a : a; }},
    {"ceil", PointwiseMode::ceil, [](double a, double, double) { return -std::floor(-a); }},
    {"cos", PointwiseMode::cos, [](double a, double, double) { return std::sin(a + M_PI_2); }},
    {"exp", PointwiseMode::exp, [](double a, double, double) { return std::pow(M_E, a); }},
    {"floor", PointwiseMode::floor, [](double a, double, double) { return -std::ceil(-a); }},
    {"log", PointwiseMode::log, [](double a, double, double) { return std::log2(a) * M_LN2; }, 1, 0.2},
    {"neg", PointwiseMode::neg, [](double a, double, double) { return 0 - a; }},
    {"rsqrt", PointwiseMode::rsqrt, [](double a, double, double) { return std::pow(a, -0.5); }, 1, 0.2},
    {"sin", PointwiseMode::sin, [](double a, double, double) { return std::cos(a - M_PI_2); }},
    {"tan", PointwiseMode::tan, [](double a, double, double) { return std::sin(a) / std::cos(a); }},
    {"erf", PointwiseMode::erf, [](double a, double, double) { return 1 - std::erfc(a); }},
    {"identity", PointwiseMode::identity, [](double a, double, double) { return a; }},
    {"reciprocal", PointwiseMode::reciprocal, [](double a, double, double) { return std::pow(a, -1); }},
    {"atan2", PointwiseMode::atan2, [](double a, double b, double) { return std::arg(std::complex<double>(b, a)); }},
    {"relu", PointwiseMode::relu_fwd, [](double a, double, double) { return a > 0 ? a : 0; }},
    {"tanh", PointwiseMode::tanh_fwd, [](double a, double, double) { return 2 * sigmoid(2 * a) - 1; }},
    {"sigmoid", PointwiseMode::sigmoid_fwd, [](double a, double, double) { return sigmoid(a); }},
    {"elu", PointwiseMode::elu_fwd, [](double a, double, double) { return a > 0 ? a : 0.5 * (std::exp(a) - 1); }, 0.5},
    {"gelu", PointwiseMode::gelu_fwd, [](double a, double, double) { return a * normal(a); }},
    {"softplus", PointwiseMode::softplus_fwd,
     [](double a, double, double) { return std::log(1 + std::exp(2 * a)) / 2; }, 2},
    {"swish", PointwiseMode::swish_fwd, [](double a, double, double) { return a * sigmoid(2 * a); }, 2},
    {"gelu_tanh", PointwiseMode::gelu_tanh_fwd, [](double a, double, double) { return a * (1 + hyperbolic(a)) / 2; }},
    {"relu_bwd", PointwiseMode::graph_relu_bwd, [](double a, double b, double) { return a > 0 ? b : 0; }},
    {"tanh_bwd", PointwiseMode::graph_tanh_bwd,
     [](double a, double b, double) { return b / (std::cosh(a) * std::cosh(a)); }},
    {"sigmoid_bwd", PointwiseMode::graph_sigmoid_bwd,
     [](double a, double b, double) { return b * sigmoid(a) * sigmoid(-a); }},
    {"elu_bwd", PointwiseMode::graph_elu_bwd,
     [](double a, double b, double) { return a > 0 ? b : b * 0.5 * std::exp(a); }, 0.5},
    {"gelu_bwd", PointwiseMode::graph_gelu_bwd,
     [](double a, double b, double) { return b * slope([](double v) { return v * normal(v); }, a); }},
    {"softplus_bwd", PointwiseMode::graph_softplus_bwd,
     [](double a, double b, double) {
       return b * slope([](double v) { return std::log(1 + std::exp(2 * v)) / 2; }, a);
     },
     2},
    {"swish_bwd", PointwiseMode::graph_swish_bwd,
     [](double a, double b, double) { return b * slope([](double v) { return v * sigmoid(2 * v); }, a); }, 2},
    {"gelu_tanh_bwd", PointwiseMode::graph_gelu_tanh_bwd,
     [](double a, double b, double) { return b * slope([](double v) { return v * (1 + hyperbolic(v)) / 2; }, a); }},
    {"cmp_eq", PointwiseMode::cmp_eq, [](double a, double b, double) { return a == b ? 1.0 : 0; }},
    {"cmp_neq", PointwiseMode::cmp_neq, [](double a, double b, double) { return a == b ? 0.0 : 1; }},
    {"cmp_gt", PointwiseMode::cmp_gt, [](double a, double b, double) { return a > b ? 1.0 : 0; }},
    {"cmp_ge", PointwiseMode::cmp_ge, [](double a, double b, double) { return a < b ? 0.0 : 1; }},
    {"cmp_lt", PointwiseMode::cmp_lt, [](double a, double b, double) { return a < b ? 1.0 : 0; }},
    {"cmp_le", PointwiseMode::cmp_le, [](double a, double b, double) { return a > b ? 0.0 : 1; }},
    {"and", PointwiseMode::logical_and, [](double a, double b, double) { return a != 0 && b != 0 ? 1.0 : 0; }},
    {"or", PointwiseMode::logical_or, [](double a, double b, double) { return a != 0 || b != 0 ? 1.0 : 0; }},
    {"not", PointwiseMode::logical_not, [](double a, double, double) { return a == 0 ? 1.0 : 0; }},
    {"select", PointwiseMode::binary_select, [](double a, double b, double t) { return t != 0 ? a : b; }},
};

// Elements of an operand for row-major element n of dims, where its own dims of 1 are broadcast.
double broadcast(const Buffer& b, const std::vector<double>& v, const test::Dims& dims, int64_t n) {
  int64_t at = 0, step = 1;
  for (int i = static_cast<int>(dims.size()) - 1; i >= 0; --i) {
    const auto d = static_cast<size_t>(i);
    if (b.desc.dims[i] != 1) at += n % dims[d] * step;
    step *= b.desc.dims[i];
    n /= dims[d];
  }
  return v[static_cast<size_t>(at)];
}

TEST(GraphPointwise, EveryModeFollowsItsFormula) {
  const test::Dims dims = {2, 3, 4, 37};
  unsigned seed = 1;
  for (const Row& row : kFormulas)
    for (DType type : {DType::f64, DType::f32, DType::bf16, DType::i32})
      for (Order order : {Order::nchw, Order::nhwc, Order::gaps}) {
        std::mt19937 random(seed++);
        std::uniform_real_distribution<double> pick(row.low, row.high);
        const auto next = [&] { return std::round(pick(random) * 4) / 4; };  // equal pairs occur
        // No zeros where a quotient is formed.
        const auto divisor = [&] {
          const double v = next();
          return v == 0 ? 0.75 : v;
        };
        const bool divides = row.mode == PointwiseMode::div || row.mode == PointwiseMode::mod ||
                             row.mode == PointwiseMode::reciprocal || row.mode == PointwiseMode::pow;
        Buffer a(type == DType::i32 ? DType::f32 : type, dims, order), b(DType::f32, {1, 3, 1, 37}),
            t(DType::f32, dims), y(type, dims, order);
        if (divides) {
          a.fill(divisor), b.fill(divisor);
        } else {
          a.fill(next), b.fill(next);
        }
        t.fill([&] { return static_cast<double>(random() % 2); });
        Operation o(row.mode);
        o.op.parameter = row.parameter;
        if (type == DType::f64) o.op.compute = DType::f64;
        o.a(a.desc, a.data()).b(b.desc, b.data()).t(t.desc, t.data()).y(y.desc, y.data());
        const Check done = o.run();
        ASSERT_TRUE(done) << row.name << ": " << done.error().text;
        const auto va = a.values(), vb = b.values(), vt = t.values();
        for (int64_t n = 0; n < y.desc.count(); ++n) {
          const double x = va[static_cast<size_t>(n)], z = broadcast(b, vb, dims, n);
          const double want = row.want(x, z, vt[static_cast<size_t>(n)]);
          // Differences of f64 have 1e-10 of error, all other formulas a few units of f64.
          const double exact =
              std::fabs(want) * 1e-14 +
              (row.mode >= PointwiseMode::graph_gelu_bwd && row.mode <= PointwiseMode::graph_gelu_tanh_bwd ? 1e-9
                                                                                                           : 1e-15);
          const double allowed = type == DType::i32 ? 0.5 + exact : exact + y.unit() * (std::fabs(want) + exact);
          ASSERT_LE(std::fabs(y.get(n) - want), allowed)
              << row.name << " of " << x << ", " << z << " in " << dtype_name(type);
        }
        y.expect_untouched_gaps(row.name);
      }
}

// One-element results in f32.
double one(PointwiseMode mode, double a, double b = 0, const std::function<void(Pointwise&)>& set = {}) {
  Buffer x(DType::f32, {1}), z(DType::f32, {1}), y(DType::f32, {1});
  x.set(0, a), z.set(0, b);
  Operation o(mode);
  o.op.parameter = 1;
  if (set) set(o.op);
  o.a(x.desc, x.data()).b(z.desc, z.data()).y(y.desc, y.data());
  EXPECT_TRUE(o.run());
  return y.get(0);
}

TEST(GraphPointwise, EdgesAsRecorded) {
  using enum PointwiseMode;
  const auto number_wins = [](Pointwise& o) { o.propagate_nan = false; };
  EXPECT_EQ(one(min, kNaN, 2, number_wins), 2);
  EXPECT_EQ(one(max, -3, kNaN, number_wins), -3);
  EXPECT_TRUE(std::isnan(one(max, -3, kNaN)));
  EXPECT_TRUE(std::isnan(one(mod, 1, 0)));
  EXPECT_TRUE(std::isnan(one(mod, kInf, 3)));
  EXPECT_EQ(one(mod, -5, 3), -2);
  EXPECT_EQ(one(pow, kNaN, 0), 1);
  EXPECT_EQ(one(pow, -2, 3), -8);
  EXPECT_TRUE(std::isnan(one(pow, -2, 0.5)));
  EXPECT_EQ(one(rsqrt, -0.0), -kInf);
  EXPECT_TRUE(std::isnan(one(relu_fwd, kNaN)));
  EXPECT_TRUE(std::isnan(one(swish_fwd, -kInf)));
  EXPECT_TRUE(std::isnan(one(gelu_fwd, -kInf)));
  EXPECT_EQ(one(gelu_fwd, kInf), kInf);
  EXPECT_EQ(one(softplus_fwd, 1e30), static_cast<double>(1e30f));
  EXPECT_EQ(one(sigmoid_fwd, -1000), 0);
  EXPECT_EQ(one(cmp_eq, kNaN, kNaN), 0);
  EXPECT_EQ(one(cmp_neq, kNaN, kNaN), 1);
  EXPECT_EQ(one(cmp_eq, 0, -0.0), 1);
  // ReLU with clips: at the lower one the slope counts; the gradient is 0 at the upper one, a NaN has one.
  const auto clips = [](Pointwise& o) { o.lower_clip = 1, o.upper_clip = 3, o.lower_slope = 0.5; };
  EXPECT_EQ(one(relu_fwd, 4, 0, clips), 3);
  EXPECT_EQ(one(relu_fwd, 2, 0, clips), 2);
  EXPECT_EQ(one(relu_fwd, -1, 0, clips), 0);
  EXPECT_EQ(one(graph_relu_bwd, 1, 8, clips), 4);
  EXPECT_EQ(one(graph_relu_bwd, 2.5, 8, clips), 8);
  EXPECT_EQ(one(graph_relu_bwd, 3, 8, clips), 0);
  EXPECT_EQ(one(graph_relu_bwd, kNaN, 8, clips), 8);
  EXPECT_EQ(one(graph_relu_bwd, kInf, 8), 8);  // no upper clip
  const auto flat = [](Pointwise& o) { o.lower_clip = 1, o.upper_clip = 3; };
  EXPECT_EQ(one(relu_fwd, -kInf, 0, flat), 1);
}

// Memory of packed elements and its poison.
struct Bytes {
  TensorDesc desc;
  std::vector<uint8_t> bytes;
  Bytes(DType type, const test::Dims& dims, std::vector<uint8_t> start)
      : desc(make(type, dims, Order::nchw)), bytes(std::move(start)) {}
};

TEST(GraphPointwise, BooleansAreBits) {
  const test::Dims dims = {13};
  Buffer a(DType::f32, dims), b(DType::f32, {1});
  for (int64_t i = 0; i < 13; ++i) a.set(i, static_cast<double>(i % 5));
  b.set(0, 2);
  for (uint8_t poison : {0x00, 0xff}) {
    Bytes mask(DType::boolean, dims, {poison, poison, 0x5a});
    ASSERT_TRUE(
        Operation(PointwiseMode::cmp_gt).a(a.desc, a.data()).b(b.desc, b.data()).y(mask.desc, mask.bytes.data()).run());
    // i % 5 > 2 at 3 4 8 9: the bits behind the last element stay.
    EXPECT_EQ(mask.bytes[0], 0b00011000);
    EXPECT_EQ(mask.bytes[1], (poison & 0b11100000) | 0b00000011);
    EXPECT_EQ(mask.bytes[2], 0x5a);
    Buffer y(DType::f32, dims);
    ASSERT_TRUE(Operation(PointwiseMode::binary_select)
                    .a(a.desc, a.data())
                    .b(b.desc, b.data())
                    .t(mask.desc, mask.bytes.data())
                    .y(y.desc, y.data())
                    .run());
    for (int64_t i = 0; i < 13; ++i) EXPECT_EQ(y.get(i), i % 5 > 2 ? static_cast<double>(i % 5) : 2.0);
  }
  // As recorded: AND, OR and NOT of the bytes 0 1 0 1 2 255 and 0 0 1 1 1 2.
  Bytes p(DType::boolean, {48}, {0, 1, 0, 1, 2, 255}), q(DType::boolean, {48}, {0, 0, 1, 1, 1, 2});
  Bytes r(DType::boolean, {48}, std::vector<uint8_t>(6, 0x33));
  const auto result = [&](PointwiseMode mode) {
    EXPECT_TRUE(Operation(mode).a(p.desc, p.bytes.data()).b(q.desc, q.bytes.data()).y(r.desc, r.bytes.data()).run());
    return r.bytes;
  };
  EXPECT_EQ(result(PointwiseMode::logical_and), (std::vector<uint8_t>{0, 0, 0, 1, 0, 2}));
  EXPECT_EQ(result(PointwiseMode::logical_or), (std::vector<uint8_t>{0, 1, 1, 1, 3, 255}));
  EXPECT_EQ(result(PointwiseMode::logical_not), (std::vector<uint8_t>{255, 254, 255, 254, 253, 0}));
}

// Bits that several threads write side by side, through strides that put neighbours far apart.
TEST(GraphPointwise, ThreadsShareBytes) {
  const int64_t rows = 64, cols = 129;
  Buffer a(DType::f32, {rows, cols}), zero(DType::f32, {1, 1});
  std::mt19937 random(5);
  a.fill([&] { return static_cast<double>(random() % 2); });
  zero.set(0, 0);
  Bytes mask(DType::boolean, {rows, cols}, std::vector<uint8_t>(static_cast<size_t>(rows * cols / 8 + 1), 0xff));
  mask.desc.strides[0] = 1, mask.desc.strides[1] = rows;
  for (int round = 0; round < 20; ++round) {
    set_thread_count(4);
    ASSERT_TRUE(Operation(PointwiseMode::cmp_gt)
                    .a(a.desc, a.data())
                    .b(zero.desc, zero.data())
                    .y(mask.desc, mask.bytes.data())
                    .run());
    set_thread_count(0);
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = 0; c < cols; ++c) {
        const int64_t bit = c * rows + r;
        ASSERT_EQ(mask.bytes[static_cast<size_t>(bit / 8)] >> bit % 8 & 1, a.get(r * cols + c) > 0);
      }
  }
}

TEST(GraphPointwise, FourBitTypes) {
  Buffer x(DType::f32, {9}), back(DType::f32, {9});
  struct Case {
    DType type;
    std::vector<double> in, out;
  };
  const Case cases[] = {
      {DType::i4, {-9, -8, -1, 0, 2.5, 3.5, 7, 8, kNaN}, {-8, -8, -1, 0, 2, 4, 7, 7, 0}},
      {DType::u4, {-1, 0, 1, 7.5, 8.5, 14, 15, 16, kInf}, {0, 0, 1, 8, 8, 14, 15, 15, 15}},
      // 0 0.5 1 1.5 2 3 4 6: half to even, saturating.
      {DType::e2m1, {0.25, 0.75, -1.25, 1.75, 2.5, -3.5, 5, 100, -kInf}, {0, 1, -1, 2, 2, -4, 4, 6, -6}},
  };
  for (const Case& c : cases) {
    x.put(c.in);
    Bytes y(c.type, {9}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff});
    ASSERT_TRUE(Operation(PointwiseMode::identity).a(x.desc, x.data()).y(y.desc, y.bytes.data()).run());
    EXPECT_EQ(y.bytes[4] >> 4, 0xf);  // the other half of the last byte
    EXPECT_EQ(y.bytes[5], 0xff);
    ASSERT_TRUE(Operation(PointwiseMode::identity).a(y.desc, y.bytes.data()).y(back.desc, back.data()).run());
    test::expect_equal(back, c.out, dtype_name(c.type));
  }
  // Low nibble first.
  Bytes nibbles(DType::u4, {3}, {0x21, 0x03});
  Buffer three(DType::f32, {3});
  ASSERT_TRUE(
      Operation(PointwiseMode::identity).a(nibbles.desc, nibbles.bytes.data()).y(three.desc, three.data()).run());
  test::expect_equal(three, {1, 2, 3}, "u4");
}

TEST(GraphPointwise, PowersOfTwo) {
  Buffer x(DType::f32, {7}), back(DType::f64, {7});
  x.put({1, 1.5, -4, 0x1p-126, 0x1.8p-127, kInf, kNaN});
  Bytes y(DType::e8m0, {7}, std::vector<uint8_t>(7, 0));
  ASSERT_TRUE(Operation(PointwiseMode::identity).a(x.desc, x.data()).y(y.desc, y.bytes.data()).run());
  EXPECT_EQ(y.bytes, (std::vector<uint8_t>{127, 128, 129, 1, 1, 254, 255}));
  ASSERT_TRUE(Operation(PointwiseMode::identity).a(y.desc, y.bytes.data()).y(back.desc, back.data()).run());
  test::expect_equal(back, {1, 2, 4, 0x1p-126, 0x1p-126, 0x1p127, kNaN}, "e8m0");
}

// As recorded: half to even, saturation, NaN 0; f16 overflows to infinity; E4M3 up to 464 to 448, then NaN.
TEST(GraphPointwise, Conversions) {
  Buffer x(DType::f32, {8});
  const auto convert = [&](DType type, const std::vector<double>& in, const std::vector<double>& out) {
    x.put(in);
    Buffer y(type, {8});
    ASSERT_TRUE(Operation(PointwiseMode::identity).a(x.desc, x.data()).y(y.desc, y.data()).run());
    for (size_t i = 0; i < 8; ++i)
      EXPECT_TRUE(test::same(y.get(static_cast<int64_t>(i)), out[i])) << dtype_name(type) << i;
  };
  convert(DType::i8, {2.5, 3.5, -2.5, 127.5, 1000, -1000, kNaN, -kInf}, {2, 4, -2, 127, 127, -128, 0, -128});
  convert(DType::i32, {0.5, 1.5, -0.5, 3e9, -3e9, kInf, kNaN, 7},
          {0, 2, 0, 2147483647, -2147483648.0, 2147483647, 0, 7});
  convert(DType::f16, {65504, 65519, 65520, -1e6, 1e-8, 0x1p-24, kNaN, -0.0},
          {65504, 65504, kInf, -kInf, 0, 0x1p-24, kNaN, 0});
  convert(DType::e4m3, {448, 464, 465, kInf, 17, 19, 0x1p-10, 1e-9}, {448, 448, kNaN, kNaN, 16, 20, 0, 0});
  convert(DType::e5m2, {57344, 61439, 61440, -kInf, 9, 11, 0x1p-16, kNaN},
          {57344, 57344, kInf, -kInf, 8, 12, 0x1p-16, kNaN});
}

TEST(GraphPointwise, IntegersOf64BitsAreExact) {
  const TensorDesc d = make(DType::i64, {4}, Order::nchw);
  const int64_t big = (int64_t(1) << 53) + 1, low = INT64_MIN, high = INT64_MAX;
  const std::vector<int64_t> a = {big, high, low, -big}, b = {2, 1, 1, big};
  std::vector<int64_t> y(4);
  const auto result = [&](PointwiseMode mode) {
    EXPECT_TRUE(Operation(mode).a(d, a.data()).b(d, b.data()).y(d, y.data()).run());
    return y;
  };
  using V = std::vector<int64_t>;
  EXPECT_EQ(result(PointwiseMode::identity), a);
  EXPECT_EQ(result(PointwiseMode::add), (V{big + 2, high, low + 1, 0}));
  EXPECT_EQ(result(PointwiseMode::sub), (V{big - 2, high - 1, low, -2 * big}));
  EXPECT_EQ(result(PointwiseMode::mul), (V{2 * big, high, low, low}));
  EXPECT_EQ(result(PointwiseMode::neg), (V{-big, -high, high, big}));
  EXPECT_EQ(result(PointwiseMode::abs), (V{big, high, high, big}));
  EXPECT_EQ(result(PointwiseMode::max), (V{big, high, 1, big}));
  const std::vector<int64_t> c = {big - 1, high, low + 1, -big};
  EXPECT_TRUE(Operation(PointwiseMode::cmp_eq).a(d, a.data()).b(d, c.data()).y(d, y.data()).run());
  EXPECT_EQ(y, (V{0, 1, 0, 1}));  // equal as doubles: 2^53 + 1 and 2^53
  std::vector<uint8_t> bits = {0b0101};
  EXPECT_TRUE(Operation(PointwiseMode::binary_select)
                  .a(d, a.data())
                  .b(d, c.data())
                  .t(make(DType::boolean, {4}, Order::nchw), bits.data())
                  .y(d, y.data())
                  .run());
  EXPECT_EQ(y, (V{a[0], c[1], a[2], c[3]}));
  std::vector<uint32_t> u = {4294967295u, 1, 0, 5}, v(4);
  const TensorDesc du = make(DType::u32, {4}, Order::nchw);
  EXPECT_TRUE(Operation(PointwiseMode::add).a(du, u.data()).b(du, u.data()).y(du, v.data()).run());
  EXPECT_EQ(v, (std::vector<uint32_t>{4294967295u, 2, 0, 10}));
}

TEST(GraphPointwise, ComplexNumbers) {
  using C = std::complex<float>;
  const TensorDesc d = make(DType::c32, {2}, Order::nchw), real = make(DType::f32, {2}, Order::nchw);
  const std::vector<C> a = {{1, 2}, {-3, 0.5}}, b = {{0, 1}, {2, -2}};
  std::vector<C> y(2);
  const auto result = [&](PointwiseMode mode) {
    EXPECT_TRUE(Operation(mode).a(d, a.data()).b(d, b.data()).y(d, y.data()).run());
    return y;
  };
  EXPECT_EQ(result(PointwiseMode::add), (std::vector<C>{{1, 3}, {-1, -1.5}}));
  EXPECT_EQ(result(PointwiseMode::mul), (std::vector<C>{{-2, 1}, {-5, 7}}));
  EXPECT_EQ(result(PointwiseMode::div), (std::vector<C>{{2, -1}, {-0.875f, -0.625f}}));
  std::vector<float> size(2);
  EXPECT_TRUE(Operation(PointwiseMode::abs).a(d, a.data()).y(real, size.data()).run());
  EXPECT_FLOAT_EQ(size[0], std::sqrt(5.0f));
  // A real factor.
  const std::vector<float> two = {2, 3};
  EXPECT_TRUE(Operation(PointwiseMode::mul).a(d, a.data()).b(real, two.data()).y(d, y.data()).run());
  EXPECT_EQ(y, (std::vector<C>{{2, 4}, {-9, 1.5}}));
  EXPECT_FALSE(Operation(PointwiseMode::max).a(d, a.data()).b(d, b.data()).y(d, y.data()).run());
  EXPECT_FALSE(Operation(PointwiseMode::add).a(d, a.data()).b(d, b.data()).y(real, size.data()).run());
}

TEST(GraphPointwise, CoordinatesAndOddStrides) {
  const test::Dims dims = {2, 3, 5};
  for (int axis = 0; axis < 3; ++axis) {
    Buffer a(DType::f32, dims), y(DType::i32, dims, Order::gaps);
    a.fill([] { return 0.5; });
    Operation o(PointwiseMode::gen_index);
    o.op.axis = axis;
    ASSERT_TRUE(o.a(a.desc, a.data()).y(y.desc, y.data()).run());
    for (int64_t n = 0; n < 30; ++n)
      EXPECT_EQ(y.get(n), static_cast<double>(axis == 0 ? n / 15 : axis == 1 ? n / 5 % 3 : n % 5));
    y.expect_untouched_gaps("gen_index");
  }
  // Read backwards, and one element many times.
  const std::vector<float> v = {1, 2, 3, 4, 5, 6};
  TensorDesc back = make(DType::f32, {2, 3}, Order::nchw), same = back;
  back.strides[0] = -3, back.strides[1] = -1;
  same.strides[0] = 0, same.strides[1] = 0;
  Buffer y(DType::f32, {2, 3});
  ASSERT_TRUE(Operation(PointwiseMode::add).a(back, v.data() + 5).b(same, v.data() + 2).y(y.desc, y.data()).run());
  test::expect_equal(y, {9, 8, 7, 6, 5, 4}, "strides");
}

// Vector code of every mode, in f32, against the reference: equal at the edges, a few units of f32 elsewhere.
TEST(GraphPointwise, VectorCodeAgreesWithReference) {
  constexpr int kRows = 202;
  const double special[] = {0.0, -0.0, kInf, -kInf, kNaN, 6.0, 100.0, -100.0, 1e-8, -1e10, 1.0, 3.0};
  const int64_t n = 1003;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> pick(-8, 8);
  int modes = 0;
  for (const Row& row : kFormulas)
    for (bool clips : {false, true}) {
      Buffer a(DType::f32, {n}), b(DType::f32, {n}), t(DType::f32, {n}), y(DType::f32, {n}), want(DType::f32, {n});
      const auto next = [&] { return random() % 4 == 0 ? special[random() % 12] : pick(random); };
      // A gradient is finite: infinity times a slope that f32 rounds to 0 is NaN.
      const bool backward = row.mode >= PointwiseMode::graph_relu_bwd && row.mode <= PointwiseMode::graph_gelu_tanh_bwd;
      const auto finite = [&] { return pick(random); };
      a.fill(next), t.fill([&] { return static_cast<double>(random() % 2); });
      if (backward)
        b.fill(finite);
      else
        b.fill(next);
      Operation fast(row.mode);
      fast.op.parameter = row.parameter;
      fast.op.propagate_nan = clips;
      if (clips) fast.op.lower_clip = -1, fast.op.upper_clip = 6, fast.op.lower_slope = 0.125;
      fast.a(a.desc, a.data()).b(b.desc, b.data()).t(t.desc, t.data()).y(y.desc, y.data());
      Operation slow = fast;
      slow.call.data[static_cast<size_t>(slow.op.y)] = want.data();
      fast.call.add(fast.op);
      if (!test::engine_takes_call(kRows, fast.call)) continue;
      ++modes;
      ASSERT_TRUE(run(kCpu, fast.call, kRows)) << row.name;
      ASSERT_TRUE(slow.run());
      // Where terms may cancel, the error is one of the terms.
      const bool cancels = row.mode == PointwiseMode::relu_fwd || row.mode == PointwiseMode::graph_gelu_bwd ||
                           row.mode == PointwiseMode::graph_swish_bwd ||
                           row.mode == PointwiseMode::graph_gelu_tanh_bwd || row.mode == PointwiseMode::add_square;
      for (int64_t i = 0; i < n; ++i) {
        const double got = y.get(i), w = want.get(i), x = a.get(i), z = b.get(i);
        const auto small = [](double v) { return std::isfinite(v) ? std::min(std::fabs(v), 1e4) : 0; };
        const double allowed =
            4e-6 * std::fabs(w) + (cancels ? 4e-6 * (small(x) + small(z) * (1 + small(z))) : 0) + 1e-37;
        ASSERT_TRUE(std::isfinite(w) ? std::fabs(got - w) <= allowed : test::same(got, w))
            << row.name << " of " << x << ", " << z << ": " << got << ", not " << w;
      }
    }
  EXPECT_GE(modes, 80);
}

// alpha, alpha2 and beta on integers leave the exact way; the answer stays right.
TEST(GraphPointwise, ScalarsOnIntegers) {
  Buffer a(DType::i32, {3}), b(DType::i32, {3}), y(DType::i32, {3});
  a.put({1, 2, 3}), b.put({10, 20, 30}), y.put({100, 200, 300});
  Call call;
  Pointwise o;
  o.mode = PointwiseMode::add;
  o.a = call.tensor("a", a.desc, a.data()), o.b = call.tensor("b", b.desc, b.data());
  o.y = call.tensor("y", y.desc, y.data());
  auto& s = call.add(o);
  s.alpha = 2, s.alpha2 = 0.5, s.beta = -1;
  ASSERT_TRUE(run(kCpu, call, kReference));
  test::expect_equal(y, {-93, -186, -279}, "scalars");
}

}  // namespace
}  // namespace girih
