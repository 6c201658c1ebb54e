// The reference engine of batch norm in pieces: sums, what follows from them, and the factors of the gradient, against
// formulas of their own.
#include "tensor_buffer.h"

namespace girih {
namespace {

using graph::BnBackwardWeights;
using graph::BnFinalize;
using graph::GenStats;
using test::Buffer;
using test::Dims;
using test::kCpu;
using test::Order;

constexpr int kReference = 126;
const Dims kX = {3, 5, 4, 7}, kChannels = {1, 5, 1, 1};
constexpr int64_t kCount = 3 * 4 * 7;

int64_t channel(int64_t n) { return n / 28 % 5; }  // of element n in row-major order

TEST(GraphStatistics, SumsAreExactOnIntegers) {
  for (DType type : {DType::f32, DType::f16, DType::bf16, DType::f64, DType::i8})
    for (Order order : {Order::nchw, Order::nhwc, Order::gaps}) {
      Buffer x(type, kX, order), sum(DType::f32, kChannels), squares(DType::f32, kChannels, Order::gaps);
      test::Integers small(3, -5, 5);
      x.fill(std::ref(small));
      Call call;
      GenStats o;
      o.x = call.tensor("x", x.desc, x.data()), o.sum = call.tensor("sum", sum.desc, sum.data());
      o.square_sum = call.tensor("square_sum", squares.desc, squares.data());
      call.add(o);
      test::run_on_threads(call, kReference, {&sum, &squares}, "genstats");
      std::vector<double> s(5), q(5);
      for (int64_t n = 0; n < x.desc.count(); ++n) {
        const auto c = static_cast<size_t>(channel(n));
        s[c] += x.get(n), q[c] += x.get(n) * x.get(n);
      }
      test::expect_equal(sum, s, "sum");
      test::expect_equal(squares, q, "square_sum");
    }
}

struct Vector : Buffer {
  explicit Vector(unsigned seed, double mean = 0, double deviation = 1) : Buffer(DType::f32, kChannels) {
    test::Normal normal(seed, mean, deviation);
    fill([&] { return std::fabs(mean) > 1 ? std::fabs(normal()) : normal(); });
  }
};

TEST(GraphStatistics, FinalizeInTrainingAndInference) {
  for (bool training : {true, false}) {
    const double count = 40, epsilon = 1e-3, factor = 0.25;
    Vector sum(1), squares(2, 80, 4), scale(3), bias(4), mean0(5), var0(6, 2, 0.2);
    Vector mean1(7), var1(8), saved_mean(9), saved_invstd(10), eq_scale(11), eq_bias(12);
    Buffer n(DType::i64, {1}), e(DType::f32, {1}), f(DType::f64, {1});
    n.set(0, count), e.set(0, epsilon), f.set(0, factor);
    Call call;
    BnFinalize o;
    o.training = training;
    const auto tensor = [&](Buffer& b) { return call.tensor("tensor", b.desc, b.data()); };
    o.scale = tensor(scale), o.bias = tensor(bias), o.running_mean = tensor(mean0), o.running_var = tensor(var0);
    o.epsilon = tensor(e), o.eq_scale = tensor(eq_scale), o.eq_bias = tensor(eq_bias);
    if (training) {
      o.sum = tensor(sum), o.square_sum = tensor(squares), o.count = tensor(n), o.factor = tensor(f);
      o.new_running_mean = tensor(mean1), o.new_running_var = tensor(var1);
      o.saved_mean = tensor(saved_mean), o.saved_invstd = tensor(saved_invstd);
    }
    call.add(o);
    const Check done = run(kCpu, call, kReference);
    ASSERT_TRUE(done) << done.error().text;
    std::vector<double> mean, invstd, running_mean, running_var, slope, shift, bound;
    for (int64_t c = 0; c < 5; ++c) {
      const double m = training ? sum.get(c) / count : mean0.get(c);
      const double v = training ? squares.get(c) / count - m * m : var0.get(c);
      mean.push_back(m), invstd.push_back(1 / std::sqrt(v + e.get(0)));
      running_mean.push_back(0.75 * mean0.get(c) + 0.25 * m);
      running_var.push_back(0.75 * var0.get(c) + 0.25 * v * count / (count - 1));
      slope.push_back(scale.get(c) * invstd.back());
      shift.push_back(bias.get(c) - m * slope.back());
      bound.push_back(1e-13);
    }
    test::expect_near(eq_scale, slope, bound, "eq_scale");
    test::expect_near(eq_bias, shift, bound, "eq_bias");
    if (!training) continue;
    test::expect_near(saved_mean, mean, bound, "mean");
    test::expect_near(saved_invstd, invstd, bound, "invstd");
    test::expect_near(mean1, running_mean, bound, "running mean");
    test::expect_near(var1, running_var, bound, "running variance");
  }
}

// With the three factors dx is the gradient of batch norm: dx = scale * invstd * (dy - mean of dy - x^ * mean of dy
// x^).
TEST(GraphStatistics, FactorsOfTheGradient) {
  for (Order order : {Order::nchw, Order::nhwc}) {
    Buffer x(DType::f32, kX, order), dy(DType::bf16, kX, Order::gaps);
    test::Normal normal(1);
    x.fill(std::ref(normal)), dy.fill(std::ref(normal));
    Buffer mean(DType::f64, kChannels), invstd(DType::f64, kChannels);
    Vector scale(3);
    Buffer dscale(DType::f64, kChannels), dbias(DType::f64, kChannels), eq_dy(DType::f64, kChannels),
        eq_x(DType::f64, kChannels), eq_bias(DType::f64, kChannels);
    std::vector<double> m(5), v(5), g(5), gx(5), ones(5, 1e-11);
    for (int64_t n = 0; n < x.desc.count(); ++n) m[static_cast<size_t>(channel(n))] += x.get(n) / kCount;
    for (int64_t n = 0; n < x.desc.count(); ++n) {
      const auto c = static_cast<size_t>(channel(n));
      v[c] += (x.get(n) - m[c]) * (x.get(n) - m[c]) / kCount;
    }
    for (int64_t c = 0; c < 5; ++c) {
      mean.set(c, m[static_cast<size_t>(c)]);
      invstd.set(c, 1 / std::sqrt(v[static_cast<size_t>(c)] + 1e-3));
    }
    const auto normalized = [&](int64_t n) { return (x.get(n) - mean.get(channel(n))) * invstd.get(channel(n)); };
    for (int64_t n = 0; n < x.desc.count(); ++n) {
      const auto c = static_cast<size_t>(channel(n));
      g[c] += dy.get(n), gx[c] += dy.get(n) * normalized(n);
    }
    Call call;
    BnBackwardWeights o;
    const auto tensor = [&](Buffer& b) { return call.tensor("tensor", b.desc, b.data()); };
    o.x = tensor(x), o.dy = tensor(dy), o.mean = tensor(mean), o.invstd = tensor(invstd), o.scale = tensor(scale);
    o.dscale = tensor(dscale), o.dbias = tensor(dbias), o.eq_dy_scale = tensor(eq_dy), o.eq_x_scale = tensor(eq_x);
    o.eq_bias = tensor(eq_bias);
    call.add(o);
    test::run_on_threads(call, kReference, {&dscale, &dbias, &eq_dy, &eq_x, &eq_bias}, "weights");
    test::expect_near(dscale, gx, ones, "dscale");
    test::expect_near(dbias, g, ones, "dbias");
    for (int64_t n = 0; n < x.desc.count(); ++n) {
      const int64_t c = channel(n);
      const auto i = static_cast<size_t>(c);
      const double want = scale.get(c) * invstd.get(c) * (dy.get(n) - g[i] / kCount - normalized(n) * gx[i] / kCount);
      ASSERT_NEAR(eq_dy.get(c) * dy.get(n) + eq_x.get(c) * x.get(n) + eq_bias.get(c), want, 1e-11);
    }
  }
}

}  // namespace
}  // namespace girih
