// Batch normalization against the definition in double: three phases, both modes, layouts, activation and its mask.
#include <limits>

#include "tensor_buffer.h"

namespace girih::test {
namespace {

using graph::BatchNorm;
using graph::NormActivation;
using graph::NormPhase;

constexpr int kReference = 105, kFast = 205;
constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
using Values = std::vector<double>;

struct Case {
  Dims dims;
  bool spatial = true;
  Order order = Order::nchw;
  DType type = DType::f32;
  double alpha = 1, beta = 0, alpha2 = 1, beta2 = 0, epsilon = 1e-5, factor = 0.25;
  double offset = 0;  // of x's values

  std::string name() const {
    return fmt::format("dims {} spatial {} order {} {} alpha {} beta {} factor {} offset {}", text(dims), spatial,
                       static_cast<int>(order), dtype_name(type), alpha, beta, factor, offset);
  }
  size_t channels() const { return static_cast<size_t>(dims[1]); }
  size_t space() const {
    size_t s = 1;
    for (size_t i = 2; i < dims.size(); ++i) s *= static_cast<size_t>(dims[i]);
    return s;
  }
  size_t features() const { return spatial ? channels() : channels() * space(); }
  size_t feature(size_t element) const {
    const size_t in_image = element % (channels() * space());
    return spatial ? in_image / space() : in_image;
  }
  Dims parameters() const {
    Dims p(dims.size(), 1);
    for (size_t i = 1; i < dims.size(); ++i) p[i] = i == 1 || !spatial ? dims[i] : 1;
    return p;
  }
  DType parameter_type() const { return type == DType::f64 ? DType::f64 : DType::f32; }
};

struct Statistics {
  Values mean, var, count;
};
Statistics statistics(const Case& c, const Values& x) {
  Statistics s{Values(c.features()), Values(c.features()), Values(c.features())};
  for (size_t i = 0; i < x.size(); ++i) s.mean[c.feature(i)] += x[i], s.count[c.feature(i)] += 1;
  for (size_t f = 0; f < s.mean.size(); ++f) s.mean[f] /= s.count[f];
  for (size_t i = 0; i < x.size(); ++i)
    s.var[c.feature(i)] += (x[i] - s.mean[c.feature(i)]) * (x[i] - s.mean[c.feature(i)]);
  for (size_t f = 0; f < s.var.size(); ++f) s.var[f] /= s.count[f];
  return s;
}

// Everything a call has, filled with random values.
struct Problem {
  Case c;
  Buffer x, y, dy, dx, scale, bias, dscale, dbias, running_mean, running_var, saved_mean, saved_invstd;

  explicit Problem(const Case& test)
      : c(test),
        x(c.type, c.dims, c.order),
        y(x.desc),
        dy(x.desc),
        dx(x.desc),
        scale(c.parameter_type(), c.parameters()),
        bias(scale.desc),
        dscale(scale.desc),
        dbias(scale.desc),
        running_mean(scale.desc),
        running_var(scale.desc),
        saved_mean(scale.desc),
        saved_invstd(scale.desc) {
    Normal next(1), values(2, c.offset);
    x.fill(values);
    dy.fill(next);
    scale.fill([&] { return 1 + 0.2 * next(); });
    bias.fill(next);
    running_mean.fill(next);
    running_var.fill([&] { return 1 + std::fabs(next()); });
    if (c.beta != 0) y.fill(next), dx.fill(next);
    if (c.beta2 != 0) dscale.fill(next), dbias.fill(next);
  }
  BatchNorm bind(Call& call, NormPhase phase) {
    BatchNorm o;
    o.phase = phase;
    o.spatial = c.spatial;
    auto add = [&](const char* name, Buffer& b) { return call.tensor(name, b.desc, b.data()); };
    o.x = add("x", x);
    o.scale = add("scale", scale);
    if (phase != NormPhase::inference) {
      o.saved_mean = add("saved_mean", saved_mean);
      o.saved_invstd = add("saved_invstd", saved_invstd);
    }
    if (phase == NormPhase::backward) {
      o.dy = add("dy", dy);
      o.dx = add("dx", dx);
      o.dscale = add("dscale", dscale);
      o.dbias = add("dbias", dbias);
    } else {
      o.y = add("y", y);
      o.bias = add("bias", bias);
      o.running_mean = add("running_mean", running_mean);
      o.running_var = add("running_var", running_var);
    }
    return o;
  }
  void finish(Call& call, const BatchNorm& o) const {
    auto& k = call.add(o);
    k.alpha = c.alpha, k.beta = c.beta, k.alpha2 = c.alpha2, k.beta2 = c.beta2;
    k.epsilon = c.epsilon, k.factor = c.factor;
  }
};

// u of the arithmetic: f32 for all but f64.
double unit(const Case& c) { return c.type == DType::f64 ? 0x1p-53 : 0x1p-24; }

void check_training(const Case& c, int engine) {
  const std::string what = fmt::format("engine {} training {}", engine, c.name());
  Problem p(c);
  const Values x = p.x.values(), old = p.y.values(), rm = p.running_mean.values(), rv = p.running_var.values(),
               scale = p.scale.values(), bias = p.bias.values();
  const Statistics s = statistics(c, x);
  Call call;
  p.finish(call, p.bind(call, NormPhase::training));
  ASSERT_TRUE(engine_takes_call(engine, call)) << what;
  run_on_threads(call, engine, {&p.y, &p.running_mean, &p.running_var, &p.saved_mean, &p.saved_invstd}, what);

  // Means: 40 roundings of deviations (block sums are short), one of the result. Deviations cost relatively as much.
  const double u = unit(c);
  const size_t n = s.mean.size();
  Values mean_bound(n), invstd(n), invstd_bound(n), new_mean(n), new_mean_bound(n), new_var(n), new_var_bound(n);
  for (size_t f = 0; f < n; ++f) {
    const double deviation = std::sqrt(s.var[f]), m = s.count[f];
    mean_bound[f] = 40 * u * deviation;
    invstd[f] = 1 / std::sqrt(s.var[f] + c.epsilon);
    invstd_bound[f] = 40 * u * invstd[f];
    new_mean[f] = (1 - c.factor) * rm[f] + c.factor * s.mean[f];
    new_mean_bound[f] = c.factor * mean_bound[f] + 2 * u * (std::fabs(rm[f]) + std::fabs(s.mean[f]));
    const double unbiased = m > 1 ? s.var[f] * m / (m - 1) : s.var[f];
    new_var[f] = (1 - c.factor) * rv[f] + c.factor * unbiased;
    new_var_bound[f] = 80 * u * unbiased + 2 * u * rv[f];
  }
  expect_near(p.saved_mean, s.mean, mean_bound, what + " mean");
  expect_near(p.saved_invstd, invstd, invstd_bound, what + " invstd");
  expect_near(p.running_mean, new_mean, new_mean_bound, what + " running mean");
  expect_near(p.running_var, new_var, new_var_bound, what + " running variance");
  Values want(x.size()), bound(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    const size_t f = c.feature(i);
    const double normalized = (x[i] - s.mean[f]) * invstd[f], gain = std::fabs(c.alpha * scale[f]);
    want[i] = c.alpha * (normalized * scale[f] + bias[f]) + (c.beta == 0 ? 0 : c.beta * old[i]);
    bound[i] = u * (gain * (50 * std::fabs(normalized) + 50) + 8 * std::fabs(c.alpha * bias[f]) +
                    (c.beta == 0 ? 0 : 4 * std::fabs(c.beta * old[i])));
  }
  expect_near(p.y, want, bound, what + " y");
}

void check_inference(const Case& c, int engine) {
  const std::string what = fmt::format("engine {} inference {}", engine, c.name());
  Problem p(c);
  const Values x = p.x.values(), old = p.y.values(), mean = p.running_mean.values(), var = p.running_var.values(),
               scale = p.scale.values(), bias = p.bias.values();
  Call call;
  p.finish(call, p.bind(call, NormPhase::inference));
  run_on_threads(call, engine, {&p.y}, what);
  Values want(x.size()), bound(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    const size_t f = c.feature(i);
    const double v = (x[i] - mean[f]) / std::sqrt(var[f] + c.epsilon) * scale[f];
    want[i] = c.alpha * (v + bias[f]) + (c.beta == 0 ? 0 : c.beta * old[i]);
    bound[i] =
        8 * unit(c) *
        (std::fabs(c.alpha) * (std::fabs(v) + std::fabs(bias[f])) + (c.beta == 0 ? 0 : std::fabs(c.beta * old[i])));
  }
  expect_near(p.y, want, bound, what);
}

void check_backward(const Case& c, int engine) {
  const std::string what = fmt::format("engine {} backward {}", engine, c.name());
  Problem p(c);
  const Values x = p.x.values(), dy = p.dy.values(), old = p.dx.values(), scale = p.scale.values(),
               old_dscale = p.dscale.values(), old_dbias = p.dbias.values();
  const Statistics s = statistics(c, x);
  const size_t n = s.mean.size();
  Values invstd(n);
  for (size_t f = 0; f < n; ++f) invstd[f] = 1 / std::sqrt(s.var[f] + c.epsilon);
  p.saved_mean.put(s.mean);
  p.saved_invstd.put(invstd);
  // From here on the saved values, rounded, are the truth.
  const Values mean = p.saved_mean.values();
  invstd = p.saved_invstd.values();
  Call call;
  p.finish(call, p.bind(call, NormPhase::backward));
  ASSERT_TRUE(engine_takes_call(engine, call)) << what;
  run_on_threads(call, engine, {&p.dx, &p.dscale, &p.dbias}, what);

  const double u = unit(c);
  Values g(n), gx(n), g_size(n), gx_size(n);
  auto normalized = [&](size_t i) { return (x[i] - mean[c.feature(i)]) * invstd[c.feature(i)]; };
  for (size_t i = 0; i < x.size(); ++i) {
    const size_t f = c.feature(i);
    g[f] += dy[i], g_size[f] += std::fabs(dy[i]);
    gx[f] += dy[i] * normalized(i), gx_size[f] += std::fabs(dy[i] * normalized(i));
  }
  Values dscale(n), dscale_bound(n), dbias(n), dbias_bound(n), want(x.size()), bound(x.size());
  for (size_t f = 0; f < n; ++f) {
    const double old_s = c.beta2 == 0 ? 0 : c.beta2 * old_dscale[f], old_b = c.beta2 == 0 ? 0 : c.beta2 * old_dbias[f];
    dbias[f] = c.alpha2 * g[f] + old_b;
    dscale[f] = c.alpha2 * gx[f] + old_s;
    dbias_bound[f] = u * (40 * std::fabs(c.alpha2) * g_size[f] + 2 * std::fabs(old_b));
    dscale_bound[f] = u * (40 * std::fabs(c.alpha2) * gx_size[f] + 2 * std::fabs(old_s));
  }
  for (size_t i = 0; i < x.size(); ++i) {
    const size_t f = c.feature(i);
    const double m = s.count[f], gain = c.alpha * scale[f] * invstd[f];
    want[i] = gain * (dy[i] - g[f] / m - normalized(i) * gx[f] / m) + (c.beta == 0 ? 0 : c.beta * old[i]);
    bound[i] = u * (std::fabs(gain) * (8 * std::fabs(dy[i]) + 50 * g_size[f] / m +
                                       50 * (std::fabs(normalized(i)) + 1) * gx_size[f] / m) +
                    (c.beta == 0 ? 0 : 4 * std::fabs(c.beta * old[i])));
  }
  expect_near(p.dbias, dbias, dbias_bound, what + " dbias");
  expect_near(p.dscale, dscale, dscale_bound, what + " dscale");
  expect_near(p.dx, want, bound, what + " dx");
}

void check(const Case& c, int engine) {
  check_training(c, engine);
  check_inference(c, engine);
  check_backward(c, engine);
}

const std::vector<Dims> kShapes = {{4, 3, 5, 7},  {2, 70, 3, 3},   {64, 10, 1, 1}, {1, 4, 9, 9},   {3, 1, 40, 41},
                                   {5, 20, 2, 3}, {2, 3, 2, 3, 4}, {3, 4, 6},      {300, 2, 5, 5}, {2, 17, 64, 33}};

TEST(BatchNorm, RealWithinBound) {
  for (int engine : {kReference, kFast})
    for (const Dims& dims : kShapes)
      for (bool spatial : {true, false})
        for (Order order : {Order::nchw, Order::nhwc, Order::gaps})
          for (double beta : {0.0, 0.5}) {
            if (engine == kFast && (order == Order::gaps || (order == Order::nhwc && !spatial))) continue;
            if (!spatial && dims[0] < 2) continue;                                               // one sample: below
            if (engine == kReference && make(DType::f32, dims, order).count() > 5000) continue;  // slow
            Case c{dims, spatial, order};
            if (beta != 0) c.alpha = -1.5, c.beta = beta, c.alpha2 = 2, c.beta2 = -0.5;
            check(c, engine);
          }
}

TEST(BatchNorm, LargeOffsetLosesNothing) {
  for (int engine : {kReference, kFast})
    for (Order order : {Order::nchw, Order::nhwc}) {
      Case c{{8, 4, 16, 16}, true, order};
      c.offset = 10000;
      check_training(c, engine);
      check_backward(c, engine);
    }
}

TEST(BatchNorm, OtherTypes) {
  for (DType type : {DType::f64, DType::f16, DType::bf16})
    for (bool spatial : {true, false}) check({{4, 3, 5, 2}, spatial, Order::nhwc, type}, kReference);
}

// One sample behind each feature: y = bias, dx = 0, and the running variance takes a biased 0.
TEST(BatchNorm, OneSample) {
  for (int engine : {kReference, kFast})
    for (bool spatial : {true, false}) {
      Problem p({{1, 6, 1, 1}, spatial});
      const Values bias = p.bias.values(), rv = p.running_var.values(), zero(6, 0.0);
      Call forward;
      p.finish(forward, p.bind(forward, NormPhase::training));
      run_on_threads(forward, engine, {&p.y, &p.running_mean, &p.running_var, &p.saved_mean, &p.saved_invstd}, "m=1");
      expect_equal(p.y, bias, "m=1 y");
      Values want(6);
      for (size_t i = 0; i < 6; ++i) want[i] = 0.75 * rv[i];
      expect_near(p.running_var, want, zero, "m=1 running variance");
      Call back;
      p.finish(back, p.bind(back, NormPhase::backward));
      run_on_threads(back, engine, {&p.dx, &p.dscale, &p.dbias}, "m=1");
      expect_equal(p.dx, zero, "m=1 dx");
      expect_equal(p.dscale, zero, "m=1 dscale");
      expect_equal(p.dbias, p.dy.values(), "m=1 dbias");
    }
}

TEST(BatchNorm, ConstantChannelsAndFactorOne) {
  for (int engine : {kReference, kFast})
    for (Order order : {Order::nchw, Order::nhwc}) {
      Case c{{4, 3, 5, 5}, true, order};
      c.factor = 1;  // old running values are forgotten, whatever they are
      Problem p(c);
      p.x.fill([] { return 3.25; });
      p.running_mean.fill([] { return kNan; });
      p.running_var.fill([] { return kInf; });
      Call call;
      p.finish(call, p.bind(call, NormPhase::training));
      run_on_threads(call, engine, {&p.y, &p.running_mean, &p.running_var, &p.saved_mean, &p.saved_invstd}, "const");
      expect_equal(p.saved_mean, Values(3, 3.25), "const mean");
      expect_equal(p.running_mean, Values(3, 3.25), "const running mean");
      expect_equal(p.running_var, Values(3, 0.0), "const running variance");
      for (int64_t i = 0; i < 300; ++i) ASSERT_EQ(p.y.get(i), p.bias.get(i / 25 % 3));
    }
}

// Sums that do not fit in f32, and infinities: statistics as in f64.
TEST(BatchNorm, HugeAndInfinite) {
  for (int engine : {kReference, kFast})
    for (Order order : {Order::nchw, Order::nhwc}) {
      Problem p({{4, 2, 5, 5}, true, order});
      for (int64_t i = 0; i < 200; ++i) p.x.set(i, i / 25 % 2 ? (i % 2 ? 3e38 : 1e38) : 1);
      p.x.set(0, kInf);
      const Statistics s = statistics(p.c, p.x.values());
      Call call;
      p.finish(call, p.bind(call, NormPhase::training));
      run_on_threads(call, engine, {&p.y, &p.running_mean, &p.running_var, &p.saved_mean, &p.saved_invstd}, "huge");
      EXPECT_EQ(p.saved_mean.get(0), kInf);
      EXPECT_TRUE(std::isnan(p.saved_invstd.get(0)));
      EXPECT_NEAR(p.saved_mean.get(1), s.mean[1], 1e-6 * s.mean[1]);
      EXPECT_NEAR(p.saved_invstd.get(1), 1 / std::sqrt(s.var[1]), 1e-6 / std::sqrt(s.var[1]));
    }
}

// y = relu(bn(x) + z): the mask in the reserve has a bit for each element, and backward obeys it.
TEST(BatchNorm, AddAndActivation) {
  for (DType type : {DType::f32, DType::f16, DType::bf16})
    for (const Dims& dims : {Dims{2, 8, 3, 3}, Dims{3, 68, 3, 5}}) {
      Case c{dims, true, Order::nhwc, type};
      Problem p(c);
      Buffer z(p.x.desc), dz(p.x.desc), reserve(DType::u8, {graph::relu_mask_bytes(p.x.desc)});
      Normal next(8);
      z.fill(next);
      Call call;
      BatchNorm o = p.bind(call, NormPhase::training);
      o.activation = NormActivation::relu;
      o.z = call.tensor("z", z.desc, z.data());
      o.reserve = call.tensor("reserve", reserve.desc, reserve.data());
      p.finish(call, o);
      run_on_threads(call, kReference,
                     {&p.y, &p.running_mean, &p.running_var, &p.saved_mean, &p.saved_invstd, &reserve},
                     "add+activation");
      const Values x = p.x.values();
      const Statistics s = statistics(c, x);
      Values want(x.size()), bound(x.size()), passed(x.size());
      for (size_t i = 0; i < x.size(); ++i) {
        const auto f = c.feature(i);
        const double v = (x[i] - s.mean[f]) / std::sqrt(s.var[f] + c.epsilon) * p.scale.get(static_cast<int64_t>(f)) +
                         p.bias.get(static_cast<int64_t>(f)) + z.get(static_cast<int64_t>(i));
        want[i] = std::max(0.0, v);
        bound[i] = 1e-6 * (1 + std::fabs(v));
        // The recorded layout: word (row/2)*4 + c%4 of a block of 64 channels, bit (row%2)*16 + (c%64)/4, 1 = blocked.
        const size_t space = c.space(), channel = i / space % c.channels();
        const size_t row = i / (space * c.channels()) * space + i % space, rows = space * static_cast<size_t>(dims[0]);
        const size_t word = channel / 64 * ((rows + 31) / 32 * 64) + row / 2 * 4 + channel % 4;
        const size_t bit = row % 2 * 16 + channel % 64 / 4;
        uint32_t w;
        std::memcpy(&w, static_cast<unsigned char*>(reserve.data()) + 4 * word, 4);
        passed[i] = !((w >> bit) & 1);
        if (std::fabs(v) > 1e-5) {
          ASSERT_EQ(passed[i], v > 0) << i;
        }
      }
      expect_near(p.y, want, bound, "add+activation y");

      // Backward equals the plain one of dy with the blocked elements at 0.
      Call back;
      BatchNorm b = p.bind(back, NormPhase::backward);
      b.activation = NormActivation::relu;
      b.dz = back.tensor("dz", dz.desc, dz.data());
      b.reserve = back.tensor("reserve", reserve.desc, reserve.data());
      p.finish(back, b);
      run_on_threads(back, kReference, {&p.dx, &p.dscale, &p.dbias, &dz}, "add+activation backward");
      Values blocked = p.dy.values();
      for (size_t i = 0; i < blocked.size(); ++i) blocked[i] *= passed[i];
      expect_equal(dz, blocked, "dz");
      const Buffer dx = p.dx, dscale = p.dscale, dbias = p.dbias;
      p.dy.put(blocked);
      Call plain;
      p.finish(plain, p.bind(plain, NormPhase::backward));
      ASSERT_TRUE(run(kCpu, plain, kReference));
      expect_equal(dx, p.dx.values(), "masked dx");
      expect_equal(dscale, p.dscale.values(), "masked dscale");
      expect_equal(dbias, p.dbias.values(), "masked dbias");
    }
}

TEST(BatchNorm, ActivationWithoutSavedMaskReadsYOrComputesIt) {
  Problem p({{2, 8, 3, 3}, true, Order::nhwc});
  Call forward;
  BatchNorm o = p.bind(forward, NormPhase::training);
  o.activation = NormActivation::relu;
  p.finish(forward, o);
  ASSERT_TRUE(run(kCpu, forward, kReference));
  Values first;
  for (bool with_y : {true, false}) {
    Call back;
    BatchNorm b = p.bind(back, NormPhase::backward);
    b.activation = NormActivation::relu;
    if (with_y)
      b.y = back.tensor("y", p.y.desc, p.y.data());
    else
      b.bias = back.tensor("bias", p.bias.desc, p.bias.data());
    p.finish(back, b);
    run_on_threads(back, kReference, {&p.dx, &p.dscale, &p.dbias}, "activation backward");
    if (with_y)
      first = p.dx.values();
    else
      expect_equal(p.dx, first, "mask from y and from x");
  }
}

TEST(BatchNorm, BackwardWithoutSavedStatistics) {
  Problem p({{4, 3, 5, 5}});
  Call forward;
  p.finish(forward, p.bind(forward, NormPhase::training));
  ASSERT_TRUE(run(kCpu, forward, kReference));
  Values dx[2];
  for (bool saved : {true, false}) {
    Call back;
    BatchNorm b = p.bind(back, NormPhase::backward);
    if (!saved) b.saved_mean = b.saved_invstd = graph::kNone;
    p.finish(back, b);
    ASSERT_TRUE(run(kCpu, back));
    dx[saved] = p.dx.values();
  }
  for (size_t i = 0; i < dx[0].size(); ++i) ASSERT_NEAR(dx[0][i], dx[1][i], 2e-6);
}

TEST(BatchNorm, InPlace) {
  for (int engine : {kReference, kFast})
    for (Order order : {Order::nchw, Order::nhwc}) {
      Problem p({{4, 3, 5, 5}, true, order}), q({{4, 3, 5, 5}, true, order});
      Call apart, same;
      p.finish(apart, p.bind(apart, NormPhase::training));
      BatchNorm o = q.bind(same, NormPhase::training);
      same.data[static_cast<size_t>(o.y)] = q.x.data();
      q.finish(same, o);
      ASSERT_TRUE(run(kCpu, apart, engine));
      ASSERT_TRUE(run(kCpu, same, engine));
      expect_equal(q.x, p.y.values(), "in place");
    }
}

TEST(BatchNorm, RefusesWhatDoesNotFit) {
  auto status = [](Case c, const TensorDesc& y, const TensorDesc& parameters, NormActivation activation) {
    Call call;
    BatchNorm o;
    o.spatial = c.spatial;
    o.activation = activation;
    o.x = call.tensor("x", make(c.type, c.dims, c.order), &call);
    o.y = call.tensor("y", y, &call);
    o.scale = call.tensor("scale", parameters, &call);
    o.bias = call.tensor("bias", parameters, &call);
    call.add(o);
    const Check r = graph::validate(call.graph);
    return r ? 0 : static_cast<int>(r.error().status);
  };
  const Dims d = {2, 8, 3, 3};
  const TensorDesc y = make(DType::f32, d, Order::nchw), p = make(DType::f32, {1, 8, 1, 1}, Order::nchw);
  constexpr auto none = NormActivation::none, relu = NormActivation::relu;
  EXPECT_EQ(status({d}, y, p, none), 0);
  EXPECT_EQ(status({d}, make(DType::f32, {2, 8, 3, 4}, Order::nchw), p, none), 2000);
  EXPECT_EQ(status({d}, make(DType::f16, d, Order::nchw), p, none), 2000);
  EXPECT_EQ(status({d}, y, make(DType::f32, {1, 7, 1, 1}, Order::nchw), none), 2000);
  EXPECT_EQ(status({d}, y, make(DType::f64, {1, 8, 1, 1}, Order::nchw), none), 2000);
  EXPECT_EQ(status({d, false}, y, p, none), 2000);
  EXPECT_EQ(status({d, false}, y, make(DType::f32, {1, 8, 3, 3}, Order::nchw), none), 0);
  // Parameters per activation are packed NCHW even beside NHWC data.
  EXPECT_EQ(status({d, false, Order::nhwc}, y, make(DType::f32, {1, 8, 3, 3}, Order::nhwc), none), 2000);
  EXPECT_EQ(status({d}, y, p, relu), 3000);  // NCHW
  EXPECT_EQ(status({d, true, Order::nhwc}, make(DType::f32, d, Order::nhwc), p, relu), 0);
}

TEST(BatchNorm, ReserveSizes) {
  EXPECT_EQ(graph::relu_mask_bytes(make(DType::f16, {4, 8, 3, 3}, Order::nhwc)), 512);
  EXPECT_EQ(graph::relu_mask_bytes(make(DType::f16, {2, 4, 5, 7}, Order::nhwc)), 768);
  EXPECT_EQ(graph::relu_mask_bytes(make(DType::f16, {2, 64, 4, 4}, Order::nhwc)), 256);
}

}  // namespace
}  // namespace girih::test
