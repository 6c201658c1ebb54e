// The reference engine of the graph API's norms: forward by definition, backward against what it must be (differences
// of the forward's loss) and by formula, for every mode, any layout, types and broadcast of scale and bias.
#include "tensor_buffer.h"

namespace girih {
namespace {

using graph::kNone;
using graph::NormBackward;
using graph::NormForward;
using graph::NormMode;
using test::Buffer;
using test::Dims;
using test::kCpu;
using test::Order;

constexpr int kReference = 115;
constexpr double kEpsilon = 1e-3;

struct Case {
  const char* name;
  NormMode mode;
  Dims x, stats, parameter;
};
const Case kCases[] = {
    {"layer", NormMode::layer, {3, 5, 40}, {3, 5, 1}, {1, 1, 40}},
    {"layer of 4-D", NormMode::layer, {6, 48, 1, 1}, {6, 1, 1, 1}, {1, 48, 1, 1}},
    {"layer over two dims", NormMode::layer, {4, 5, 6}, {4, 1, 1}, {1, 5, 6}},
    {"rms", NormMode::rms, {2, 7, 300}, {2, 7, 1}, {1, 1, 300}},
    {"instance", NormMode::instance, {3, 4, 5, 6}, {3, 4, 1, 1}, {1, 4, 1, 1}},
    {"batch", NormMode::batch, {5, 4, 3, 7}, {1, 4, 1, 1}, {1, 4, 1, 1}},
    {"group", NormMode::group, {3, 12, 2, 5}, {3, 4, 1, 1}, {1, 12, 1, 1}},
    {"adaptive", NormMode::ada_layer, {3, 5, 32}, {3, 5, 1}, {3, 1, 32}},
};

// Row-major coordinates of element n, and back with broadcast (and groups in dim 1).
struct Index {
  int64_t at[kMaxRank] = {};
  Index(const Dims& d, int64_t n) {
    for (size_t i = d.size(); i-- > 0;) {
      at[i] = n % d[i];
      n /= d[i];
    }
  }
  size_t of(const Dims& t, const Dims& x) const {
    int64_t n = 0;
    for (size_t i = 0; i < t.size(); ++i) n = n * t[i] + at[i] * t[i] / x[i];
    return static_cast<size_t>(n);
  }
};
int64_t count(const Dims& d) {
  int64_t n = 1;
  for (auto v : d) n *= v;
  return n;
}

struct Statistics {
  std::vector<double> mean, inverse, variance;
};
Statistics statistics(const Case& c, const std::vector<double>& x) {
  const auto features = static_cast<size_t>(count(c.stats));
  Statistics s{std::vector<double>(features), std::vector<double>(features), std::vector<double>(features)};
  const double samples = static_cast<double>(x.size()) / static_cast<double>(features);
  if (c.mode != NormMode::rms)
    for (size_t n = 0; n < x.size(); ++n)
      s.mean[Index(c.x, static_cast<int64_t>(n)).of(c.stats, c.x)] += x[n] / samples;
  for (size_t n = 0; n < x.size(); ++n) {
    const size_t f = Index(c.x, static_cast<int64_t>(n)).of(c.stats, c.x);
    s.variance[f] += (x[n] - s.mean[f]) * (x[n] - s.mean[f]) / samples;
  }
  for (size_t f = 0; f < features; ++f) s.inverse[f] = 1 / std::sqrt(s.variance[f] + kEpsilon);
  return s;
}
std::vector<double> forward(const Case& c, const std::vector<double>& x, const std::vector<double>& scale,
                            const std::vector<double>& bias, const Statistics& s) {
  std::vector<double> y;
  for (size_t n = 0; n < x.size(); ++n) {
    const Index i(c.x, static_cast<int64_t>(n));
    const size_t f = i.of(c.stats, c.x), p = i.of(c.parameter, c.x);
    y.push_back((x[n] - s.mean[f]) * s.inverse[f] * scale[p] + bias[p]);
  }
  return y;
}
std::vector<double> bounds(const std::vector<double>& v, double relative) {
  std::vector<double> b;
  for (double d : v) b.push_back(relative * (1 + std::fabs(d)));
  return b;
}

struct Data {
  Buffer x, scale, bias, epsilon, mean, inverse;
  Data(const Case& c, DType type, Order order, unsigned seed)
      : x(type, c.x, order),
        scale(DType::f32, c.parameter),
        bias(DType::f32, c.parameter),
        epsilon(DType::f64, {1}),
        mean(DType::f32, c.stats),
        inverse(DType::f32, c.stats) {
    test::Normal normal(seed, 0.5, 2), near_one(seed + 1, 1, 0.3);
    x.fill(std::ref(normal)), scale.fill(std::ref(near_one)), bias.fill(std::ref(normal));
    epsilon.set(0, kEpsilon);
  }
};

TEST(GraphNorm, TrainingOfEveryMode) {
  unsigned seed = 1;
  for (const Case& c : kCases)
    for (DType type : {DType::f32, DType::f16, DType::bf16, DType::f64})
      for (Order order : {Order::nchw, Order::nhwc, Order::gaps}) {
        Data d(c, type, order, seed += 2);
        Buffer y(type, c.x, order);
        Call call;
        NormForward o;
        o.mode = c.mode;
        o.x = call.tensor("x", d.x.desc, d.x.data()), o.y = call.tensor("y", y.desc, y.data());
        o.scale = call.tensor("scale", d.scale.desc, d.scale.data());
        const bool biased = c.mode != NormMode::rms;
        if (biased) o.bias = call.tensor("bias", d.bias.desc, d.bias.data());
        if (biased) o.mean = call.tensor("mean", d.mean.desc, d.mean.data());
        o.inv_variance = call.tensor("inv_variance", d.inverse.desc, d.inverse.data());
        o.epsilon = call.tensor("epsilon", d.epsilon.desc, d.epsilon.data());
        call.add(o);
        std::vector<Buffer*> outputs = {&y, &d.inverse};
        if (biased) outputs.push_back(&d.mean);
        test::run_on_threads(call, kReference, outputs, c.name);
        const auto x = d.x.values();
        const Statistics s = statistics(c, x);
        const auto want =
            forward(c, x, d.scale.values(), biased ? d.bias.values() : std::vector<double>(d.bias.values().size()), s);
        test::expect_near(y, want, bounds(want, 1e-12), c.name);
        test::expect_near(d.inverse, s.inverse, bounds(s.inverse, 1e-12), c.name);
        if (biased) test::expect_near(d.mean, s.mean, bounds(s.mean, 1e-12), c.name);
      }
}

TEST(GraphNorm, InferenceMeasuresOrTakesTheStatistics) {
  for (const Case& c : kCases)
    for (bool given : {false, true}) {
      // Batch norm always takes them; group norm knows its groups from them.
      if (!given && (c.mode == NormMode::batch || c.mode == NormMode::group)) continue;
      Data d(c, DType::f32, Order::nhwc, 77);
      Buffer y(DType::f32, c.x);
      const auto x = d.x.values();
      Statistics s = statistics(c, x);
      if (given) {  // not those of x
        for (double& v : s.mean) v = c.mode == NormMode::rms ? 0 : std::round(v) + 0.5;
        for (double& v : s.inverse) v = 0.75;
        d.mean.put(s.mean), d.inverse.put(s.inverse);
      }
      Call call;
      NormForward o;
      o.mode = c.mode, o.training = false;
      o.x = call.tensor("x", d.x.desc, d.x.data()), o.y = call.tensor("y", y.desc, y.data());
      o.scale = call.tensor("scale", d.scale.desc, d.scale.data());
      o.bias = call.tensor("bias", d.bias.desc, d.bias.data());
      if (given) {
        if (c.mode != NormMode::rms) o.mean = call.tensor("mean", d.mean.desc, d.mean.data());
        o.inv_variance = call.tensor("inv_variance", d.inverse.desc, d.inverse.data());
      }
      o.epsilon = call.tensor("epsilon", d.epsilon.desc, d.epsilon.data());
      call.add(o);
      const Check done = run(kCpu, call, kReference);
      ASSERT_TRUE(done) << c.name << done.error().text;
      const auto want = forward(c, x, d.scale.values(), d.bias.values(), s);
      test::expect_near(y, want, bounds(want, 1e-12), c.name);
    }
}

TEST(GraphNorm, RunningStatistics) {
  const Case& c = kCases[5];
  for (double factor : {0.25, 1.0}) {
    Data d(c, DType::f32, Order::nhwc, 5);
    Buffer y(DType::f32, c.x, Order::nhwc), f(DType::f32, {1}), m0(DType::f32, c.stats), v0(DType::f32, c.stats),
        m1(DType::f32, c.stats), v1(DType::f32, c.stats);
    f.set(0, factor);
    test::Normal normal(9);
    m0.fill(std::ref(normal)), v0.fill(std::ref(normal));
    if (factor == 1) m0.set(0, NAN);  // forgotten
    const auto old_mean = m0.values(), old_var = v0.values();
    Call call;
    NormForward o;
    o.mode = NormMode::batch;
    o.x = call.tensor("x", d.x.desc, d.x.data()), o.y = call.tensor("y", y.desc, y.data());
    o.epsilon = call.tensor("epsilon", d.epsilon.desc, d.epsilon.data());
    o.mean = call.tensor("mean", d.mean.desc, d.mean.data());
    o.inv_variance = call.tensor("inv", d.inverse.desc, d.inverse.data());
    o.factor = call.tensor("factor", f.desc, f.data());
    o.running_mean = call.tensor("m0", m0.desc, m0.data()), o.running_var = call.tensor("v0", v0.desc, v0.data());
    o.new_running_mean = call.tensor("m1", m1.desc, m1.data());
    o.new_running_var = call.tensor("v1", v1.desc, v1.data());
    call.add(o);
    ASSERT_TRUE(run(kCpu, call, kReference));
    const Statistics s = statistics(c, d.x.values());
    const double n = 5 * 3 * 7;
    std::vector<double> mean, variance;
    for (size_t i = 0; i < s.mean.size(); ++i) {
      mean.push_back((factor == 1 ? 0 : (1 - factor) * old_mean[i]) + factor * s.mean[i]);
      variance.push_back((factor == 1 ? 0 : (1 - factor) * old_var[i]) + factor * s.variance[i] * n / (n - 1));
    }
    test::expect_near(m1, mean, bounds(mean, 1e-7), "mean");
    test::expect_near(v1, variance, bounds(variance, 1e-7), "variance");
    // No scale, no bias.
    const std::vector<double> ones(4, 1), zeros(4, 0);
    const auto want = forward(c, d.x.values(), ones, zeros, s);
    test::expect_near(y, want, bounds(want, 1e-12), "y");
  }
}

// The gradients are those of sum(dy * y): central differences of the forward formula in f64.
TEST(GraphNorm, BackwardIsTheGradient) {
  for (const Case& c : kCases)
    for (bool saved : {true, false}) {
      if (!saved && c.mode == NormMode::group) continue;
      Data d(c, DType::f64, Order::nhwc, 31);
      Buffer dy(DType::f64, c.x, Order::gaps), dx(DType::f64, c.x), dscale(DType::f64, c.parameter),
          dbias(DType::f64, c.parameter), mean(DType::f64, c.stats), inverse(DType::f64, c.stats);
      test::Normal normal(32);
      dy.fill(std::ref(normal));
      const auto x = d.x.values(), scale = d.scale.values(), bias = d.bias.values(), g = dy.values();
      const Statistics s = statistics(c, x);
      mean.put(s.mean), inverse.put(s.inverse);
      Call call;
      NormBackward o;
      o.mode = c.mode;
      o.x = call.tensor("x", d.x.desc, d.x.data()), o.dy = call.tensor("dy", dy.desc, dy.data());
      o.dx = call.tensor("dx", dx.desc, dx.data()), o.scale = call.tensor("scale", d.scale.desc, d.scale.data());
      o.dscale = call.tensor("dscale", dscale.desc, dscale.data());
      o.dbias = call.tensor("dbias", dbias.desc, dbias.data());
      if (saved) {
        if (c.mode != NormMode::rms) o.mean = call.tensor("mean", mean.desc, mean.data());
        o.inv_variance = call.tensor("inv", inverse.desc, inverse.data());
      }
      o.epsilon = call.tensor("epsilon", d.epsilon.desc, d.epsilon.data());
      call.add(o);
      test::run_on_threads(call, kReference, {&dx, &dscale, &dbias}, c.name);
      const auto loss = [&](const std::vector<double>& px, const std::vector<double>& ps,
                            const std::vector<double>& pb) {
        const auto y = forward(c, px, ps, pb, statistics(c, px));
        double sum = 0;
        for (size_t i = 0; i < y.size(); ++i) sum += y[i] * g[i];
        return sum;
      };
      const auto difference = [&](int which, size_t i) {
        std::vector<double> v[3] = {x, scale, bias};
        const double h = 1e-4;
        v[which][i] += h;
        const double high = loss(v[0], v[1], v[2]);
        v[which][i] -= 2 * h;
        return (high - loss(v[0], v[1], v[2])) / (2 * h);
      };
      for (size_t i = 0; i < x.size(); i += 1 + x.size() / 40)
        ASSERT_NEAR(dx.get(static_cast<int64_t>(i)), difference(0, i), 2e-6) << c.name << " dx " << i;
      for (size_t i = 0; i < scale.size(); i += 1 + scale.size() / 20) {
        ASSERT_NEAR(dscale.get(static_cast<int64_t>(i)), difference(1, i), 1e-6) << c.name << " dscale " << i;
        ASSERT_NEAR(dbias.get(static_cast<int64_t>(i)), difference(2, i), 1e-6) << c.name << " dbias " << i;
      }
      dx.expect_untouched_gaps(c.name);
    }
}

TEST(GraphNorm, GroupsNeedStatistics) {
  const Case& c = kCases[6];
  Data d(c, DType::f32, Order::nchw, 1);
  Buffer y(DType::f32, c.x);
  Call call;
  NormForward o;
  o.mode = NormMode::group, o.training = false;
  o.x = call.tensor("x", d.x.desc, d.x.data()), o.y = call.tensor("y", y.desc, y.data());
  o.epsilon = call.tensor("epsilon", d.epsilon.desc, d.epsilon.data());
  call.add(o);
  const Check done = run(kCpu, call, kReference);
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().text.find("number of groups"), std::string::npos) << done.error().text;
}

}  // namespace
}  // namespace girih
