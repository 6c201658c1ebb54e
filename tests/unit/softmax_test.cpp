// Softmax against the definition in double: three algorithms, both modes, both passes.
#include <limits>

#include "tensor_buffer.h"

namespace girih::test {
namespace {

using graph::Softmax;
using graph::SoftmaxAlgorithm;

constexpr int kReference = 104, kFast = 204;
constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
constexpr SoftmaxAlgorithm kAlgorithms[] = {SoftmaxAlgorithm::fast, SoftmaxAlgorithm::accurate, SoftmaxAlgorithm::log};

struct Case {
  Dims dims;
  SoftmaxAlgorithm algorithm = SoftmaxAlgorithm::accurate;
  bool channel = true;
  Order order = Order::nchw;
  DType type = DType::f32;
  double alpha = 1, beta = 0;

  std::string name() const {
    return fmt::format("dims {} algorithm {} channel {} order {} {} alpha {} beta {}", text(dims),
                       static_cast<int>(algorithm), channel, static_cast<int>(order), dtype_name(type), alpha, beta);
  }
  // The elements (row-major numbers) of each row.
  std::vector<std::vector<size_t>> rows() const {
    size_t spatial = 1;
    for (size_t i = 2; i < dims.size(); ++i) spatial *= static_cast<size_t>(dims[i]);
    const size_t n = static_cast<size_t>(dims[0]), c = static_cast<size_t>(dims[1]);
    std::vector<std::vector<size_t>> r(channel ? n * spatial : n);
    for (size_t i = 0; i < n * c * spatial; ++i) {
      const size_t image = i / (c * spatial);
      r[channel ? image * spatial + i % spatial : image].push_back(i);
    }
    return r;
  }
};

struct Answer {
  std::vector<double> value, bound;
};

// Bounds, in f32 units u: an exponential of v has an error of (2 + |v|) u from rounding v and evaluating, a sum of n
// terms at most n u more; results pass three more operations.
Answer forward(const Case& c, const std::vector<double>& x, const std::vector<double>& old) {
  Answer a{std::vector<double>(x.size()), std::vector<double>(x.size())};
  const double u = 0x1p-24;
  for (const auto& row : c.rows()) {
    double max = -kInf, sum = 0, spread = 0;
    for (size_t i : row) max = x[i] != x[i] || max != max ? kNan : std::max(max, x[i]);
    if (c.algorithm == SoftmaxAlgorithm::fast) max = 0;
    for (size_t i : row) {
      sum += std::exp(x[i] - max);
      if (std::isfinite(x[i])) spread = std::max(spread, std::fabs(x[i] - max));
    }
    const double relative = (8 + 2 * std::min(spread, 100.0) + static_cast<double>(row.size())) * u;
    for (size_t i : row) {
      const double log = x[i] - max - std::log(sum);
      const double v = c.algorithm == SoftmaxAlgorithm::log ? log : std::exp(x[i] - max) / sum;
      const double error = c.algorithm == SoftmaxAlgorithm::log
                               ? relative + 4 * u * (std::fabs(x[i] - max) + std::fabs(log))
                               : std::fabs(v) * relative;
      a.value[i] = c.alpha * v + (c.beta == 0 ? 0 : c.beta * old[i]);
      // Denormal exponentials are rounded to 2^-150, twice.
      a.bound[i] = std::fabs(c.alpha) * (error + 0x1p-149) + (c.beta == 0 ? 0 : 2 * u * std::fabs(c.beta * old[i]));
    }
  }
  return a;
}

Answer backward(const Case& c, const std::vector<double>& y, const std::vector<double>& dy,
                const std::vector<double>& old) {
  Answer a{std::vector<double>(y.size()), std::vector<double>(y.size())};
  const double u = 0x1p-24;
  for (const auto& row : c.rows()) {
    double sum = 0, magnitude = 0;
    for (size_t i : row) {
      const double term = c.algorithm == SoftmaxAlgorithm::log ? dy[i] : dy[i] * y[i];
      sum += term;
      magnitude += std::fabs(term);
    }
    const double n = static_cast<double>(row.size()) + 8;
    for (size_t i : row) {
      const bool log = c.algorithm == SoftmaxAlgorithm::log;
      const double weight = log ? std::exp(y[i]) : y[i], more = log ? 1 : std::fabs(weight);
      const double v = log ? dy[i] - weight * sum : weight * (dy[i] - sum);
      a.value[i] = c.alpha * v + (c.beta == 0 ? 0 : c.beta * old[i]);
      const double steps = log ? n + 2 * std::min(100.0, std::fabs(y[i])) : n;
      a.bound[i] = std::fabs(c.alpha) * u * (4 * more * std::fabs(dy[i]) + std::fabs(weight) * magnitude * steps) +
                   (c.beta == 0 ? 0 : 4 * u * std::fabs(c.beta * old[i]));
    }
  }
  return a;
}

void check(const Case& c, int engine, const std::vector<double>& x_values) {
  const std::string what = fmt::format("engine {} {}", engine, c.name());
  Buffer x(c.type, c.dims, c.order), y(c.type, c.dims, c.order), dy(c.type, c.dims, c.order),
      dx(c.type, c.dims, c.order);
  x.put(x_values);
  Normal next(9);
  dy.fill(next);
  if (c.beta != 0) {
    y.fill(next);
    dx.fill(next);
  }
  Softmax o;
  o.algorithm = c.algorithm;
  o.channel = c.channel;
  {
    const Answer want = forward(c, x.values(), y.values());
    Call call;
    o.x = call.tensor("x", x.desc, x.data());
    o.y = call.tensor("y", y.desc, y.data());
    auto& k = call.add(o);
    k.alpha = c.alpha, k.beta = c.beta;
    ASSERT_TRUE(engine_takes_call(engine, call)) << what;
    run_on_threads(call, engine, {&y}, what);
    expect_near(y, want.value, want.bound, what + " forward");
  }
  {
    o.backward = true;
    o.x = graph::kNone;
    const Answer want = backward(c, y.values(), dy.values(), dx.values());
    Call call;
    o.y = call.tensor("y", y.desc, y.data());
    o.dy = call.tensor("dy", dy.desc, dy.data());
    o.dx = call.tensor("dx", dx.desc, dx.data());
    auto& k = call.add(o);
    k.alpha = c.alpha, k.beta = c.beta;
    run_on_threads(call, engine, {&dx}, what);
    expect_near(dx, want.value, want.bound, what + " backward");
  }
}

std::vector<double> normals(const Dims& d, double deviation = 2) {
  int64_t n = 1;
  for (auto v : d) n *= v;
  std::vector<double> x(static_cast<size_t>(n));
  Normal next(5, 0, deviation);
  for (auto& v : x) v = next();
  return x;
}

const std::vector<Dims> kShapes = {{1, 1, 1, 1}, {2, 10, 1, 1},  {64, 10, 1, 1}, {2, 5, 3, 7},   {1, 3, 40, 41},
                                   {3, 1, 2, 2}, {2, 515, 2, 2}, {2, 3, 4},      {2, 3, 2, 3, 2}};

TEST(Softmax, RealWithinBound) {
  for (int engine : {kReference, kFast})
    for (const Dims& dims : kShapes)
      for (SoftmaxAlgorithm algorithm : kAlgorithms)
        for (bool channel : {false, true})
          for (Order order : {Order::nchw, Order::nhwc, Order::gaps})
            for (double beta : {0.0, 0.5}) {
              if (engine == kFast && order == Order::gaps) continue;
              check({dims, algorithm, channel, order, DType::f32, beta == 0 ? 1.0 : -1.5, beta}, engine, normals(dims));
            }
}

TEST(Softmax, WideRangeNeedsTheMaximum) {
  for (int engine : {kReference, kFast})
    for (bool channel : {false, true})
      for (SoftmaxAlgorithm algorithm : {SoftmaxAlgorithm::accurate, SoftmaxAlgorithm::log}) {
        const Dims dims = {3, 33, 1, 1};
        std::vector<double> x = normals(dims, 40);
        for (auto& v : x) v = std::round(v * 8) / 8 + 3000;  // exact in f32
        check({dims, algorithm, channel}, engine, x);
      }
}

TEST(Softmax, SpecialRows) {
  const Dims dims = {7, 4, 1, 1};
  for (int engine : {kReference, kFast})
    for (SoftmaxAlgorithm algorithm : {SoftmaxAlgorithm::accurate, SoftmaxAlgorithm::log}) {
      Buffer x(DType::f32, dims), y(DType::f32, dims);
      x.put({-kInf, -kInf, -kInf, -kInf, 1, 2, -kInf, 3,    kInf, 1,     2,    3,    kNan, 1,
             2,     3,     0,     0,     0, 0, 1000,  1001, 999,  -1000, -200, -200, -200, -200});
      Call call;
      Softmax o;
      o.algorithm = algorithm;
      o.channel = true;
      o.x = call.tensor("x", x.desc, x.data());
      o.y = call.tensor("y", y.desc, y.data());
      call.add(o);
      run_on_threads(call, engine, {&y}, "special rows");
      const std::vector<double> got = y.values();
      for (size_t row : {0u, 2u, 3u})
        for (size_t i = 0; i < 4; ++i)
          EXPECT_TRUE(std::isnan(got[row * 4 + i])) << engine << " row " << row << " is " << got[row * 4 + i];
      const bool log = algorithm == SoftmaxAlgorithm::log;
      EXPECT_EQ(got[6], log ? -kInf : 0);
      for (size_t row : {4u, 6u})
        for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(got[row * 4 + i], log ? std::log(0.25) : 0.25, 1e-7);
      EXPECT_NEAR(got[21], log ? -0.40760596 : 0.66524096, 2e-7);
    }
}

// FAST takes no maximum off: exponentials overflow as those of f32 do.
TEST(Softmax, FastOverflowsLikeF32) {
  for (int engine : {kReference, kFast}) {
    Buffer x(DType::f32, {3, 3, 1, 1}), y(DType::f32, {3, 3, 1, 1});
    x.put({88, 89, 90, -200, -201, -202, 1, 1, 1});
    Call call;
    Softmax o;
    o.algorithm = SoftmaxAlgorithm::fast;
    o.x = call.tensor("x", x.desc, x.data());
    o.y = call.tensor("y", y.desc, y.data());
    call.add(o);
    run_on_threads(call, engine, {&y}, "fast");
    expect_near(y, {0, kNan, kNan, kNan, kNan, kNan, 1.0 / 3, 1.0 / 3, 1.0 / 3}, std::vector<double>(9, 1e-7), "fast");
  }
}

TEST(Softmax, OtherTypes) {
  for (DType type : {DType::f64, DType::f16, DType::bf16})
    for (SoftmaxAlgorithm algorithm : kAlgorithms)
      for (bool channel : {false, true})
        check({{2, 7, 3, 2}, algorithm, channel, Order::nchw, type}, kReference, normals({2, 7, 3, 2}));
}

TEST(Softmax, InPlace) {
  for (int engine : {kReference, kFast})
    for (bool channel : {false, true}) {
      const Case c{{2, 9, 3, 5}, SoftmaxAlgorithm::accurate, channel};
      Buffer x(DType::f32, c.dims);
      x.put(normals(c.dims));
      const Answer want = forward(c, x.values(), {});
      Call call;
      Softmax o;
      o.channel = channel;
      o.x = call.tensor("x", x.desc, x.data());
      o.y = call.tensor("y", x.desc, x.data());
      call.add(o);
      ASSERT_TRUE(run(kCpu, call, engine));
      expect_near(x, want.value, want.bound, "in place");
    }
}

TEST(Softmax, RefusesWhatDoesNotFit) {
  auto status = [](const TensorDesc& x, const TensorDesc& y) {
    Call call;
    Softmax o;
    o.x = call.tensor("x", x, &call);
    o.y = call.tensor("y", y, &call);
    call.add(o);
    const Check r = graph::validate(call.graph);
    return r ? 0 : static_cast<int>(r.error().status);
  };
  const TensorDesc x = make(DType::f32, {2, 3, 4, 5}, Order::nchw);
  EXPECT_EQ(status(x, make(DType::f32, {2, 3, 4, 5}, Order::nhwc)), 0);
  EXPECT_EQ(status(x, make(DType::f32, {2, 3, 4, 6}, Order::nchw)), 2000);
  EXPECT_EQ(status(x, make(DType::f32, {2, 3, 4, 5, 1}, Order::nchw)), 2000);
  EXPECT_EQ(status(x, make(DType::f16, {2, 3, 4, 5}, Order::nchw)), 2000);
  EXPECT_EQ(status(make(DType::i8, {2, 3, 4, 5}, Order::nchw), make(DType::i8, {2, 3, 4, 5}, Order::nchw)), 3000);
  EXPECT_EQ(status(x, TensorDesc{}), 2000);
}

}  // namespace
}  // namespace girih::test
