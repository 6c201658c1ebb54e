// Pooling against the definition in double: every mode, both passes, layouts with gaps, one to three spatial dims.
#include <limits>

#include "tensor_buffer.h"

namespace girih::test {
namespace {

using graph::Pooling;
using graph::PoolingMode;

constexpr int kReference = 103, kFast = 203;
constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();

struct Case {
  Dims x, window, pad, stride;
  PoolingMode mode = PoolingMode::max;
  bool nan = true;
  Order order = Order::nchw;
  DType type = DType::f32;
  double alpha = 1, beta = 0;
  Dims y = {};  // empty: by the formula

  std::string name() const {
    return fmt::format("x {} window {} pad {} stride {} mode {} nan {} order {} {} alpha {} beta {}", text(x),
                       text(window), text(pad), text(stride), static_cast<int>(mode), nan, static_cast<int>(order),
                       dtype_name(type), alpha, beta);
  }
  Dims output() const {
    if (!y.empty()) return y;
    Dims d = {x[0], x[1]};
    for (size_t i = 0; i < window.size(); ++i) d.push_back((x[i + 2] + 2 * pad[i] - window[i]) / stride[i] + 1);
    return d;
  }
};

double lowest(DType t) {
  return t == DType::f16    ? -65504
         : t == DType::bf16 ? -0x1.fep127
         : t == DType::f32  ? -static_cast<double>(std::numeric_limits<float>::max())
         : t == DType::i8   ? -128
                            : -std::numeric_limits<double>::max();
}

// Calls f(number of the element in x) for each tap of output `out` inside x, row-major; returns the window size.
template <class F>
int64_t taps(const Case& c, const Dims& ydims, int64_t out, F&& f) {
  Dims at(c.x.size());
  for (size_t i = c.x.size(); i-- > 0;) {
    at[i] = out % ydims[i];
    out /= ydims[i];
  }
  int64_t size = 1;
  for (auto w : c.window) size *= w;
  for (int64_t t = 0; t < size; ++t) {
    int64_t rest = t, n = 0, scale = 1;
    bool inside = true;
    for (size_t i = c.window.size(); i-- > 0;) {
      const int64_t tap = rest % c.window[i];
      rest /= c.window[i];
      const int64_t in = at[i + 2] * c.stride[i] - c.pad[i] + tap;
      inside = inside && in >= 0 && in < c.x[i + 2];
      n += in * scale;
      scale *= c.x[i + 2];
    }
    if (inside) f(n + (at[0] * c.x[1] + at[1]) * scale);
  }
  return size;
}

struct Answer {
  std::vector<double> y, y_magnitude, dx, dx_magnitude;
};

Answer answer(const Case& c, const std::vector<double>& x, const std::vector<double>& dy,
              const std::vector<double>& old_y, const std::vector<double>& old_dx) {
  const Dims out = c.output();
  const bool max = c.mode == PoolingMode::max || c.mode == PoolingMode::max_deterministic;
  Answer a{std::vector<double>(dy.size()), std::vector<double>(dy.size()), std::vector<double>(x.size()),
           std::vector<double>(x.size())};
  for (size_t o = 0; o < dy.size(); ++o) {
    double sum = 0, magnitude = 0;
    std::vector<int64_t> inside;
    const int64_t size = taps(c, out, static_cast<int64_t>(o), [&](int64_t n) { inside.push_back(n); });
    auto at = [&](int64_t n) { return x[static_cast<size_t>(n)]; };
    if (max) {
      sum = lowest(c.type);
      int64_t win = -1;
      for (int64_t n : inside)
        if (at(n) != at(n)) {
          if (c.nan && sum == sum) sum = kNan, win = n;
        } else if (sum == sum) {
          const bool none = win < 0 && (c.mode == PoolingMode::max || at(n) >= lowest(c.type));
          if (none || at(n) > at(win < 0 ? n : win)) win = n;
          sum = std::max(sum, at(n));
        }
      if (win >= 0) {
        a.dx[static_cast<size_t>(win)] += dy[o];
        a.dx_magnitude[static_cast<size_t>(win)] += std::fabs(dy[o]);
      }
    } else {
      for (int64_t n : inside) sum += at(n), magnitude += std::fabs(at(n));
      const double by = c.mode == PoolingMode::average_include_padding ? static_cast<double>(size)
                                                                       : static_cast<double>(inside.size());
      sum = inside.empty() ? 0 : sum / by;
      magnitude = inside.empty() ? 0 : magnitude / by;
      for (int64_t n : inside) {
        a.dx[static_cast<size_t>(n)] += dy[o] / by;
        a.dx_magnitude[static_cast<size_t>(n)] += std::fabs(dy[o] / by);
      }
    }
    a.y[o] = c.alpha * sum;
    a.y_magnitude[o] = std::fabs(c.alpha) * magnitude;
    if (c.beta != 0) {
      a.y[o] += c.beta * old_y[o];
      a.y_magnitude[o] += std::fabs(c.beta * old_y[o]) + std::fabs(c.alpha * sum);
    }
  }
  for (size_t i = 0; i < x.size(); ++i) {
    a.dx[i] *= c.alpha;
    a.dx_magnitude[i] *= std::fabs(c.alpha);
    if (c.beta != 0) {
      a.dx[i] += c.beta * old_dx[i];
      a.dx_magnitude[i] += std::fabs(c.beta * old_dx[i]);
    }
  }
  return a;
}

// exact: the sums have no rounding, and every bit is compared.
void check(const Case& c, int engine, const std::vector<double>& x_values, bool exact) {
  const std::string what = fmt::format("engine {} {}", engine, c.name());
  Buffer x(c.type, c.x, c.order), y(c.type, c.output(), c.order), dy(c.type, c.output(), c.order),
      dx(c.type, c.x, c.order);
  x.put(x_values);
  Integers some(3, -4, 4);
  Normal normal(4);
  dy.fill([&] { return exact ? some() : normal(); });
  if (c.beta != 0) {
    y.fill(some);
    dx.fill(some);
  }
  const Answer want = answer(c, x.values(), dy.values(), y.values(), dx.values());

  Pooling o;
  o.mode = c.mode;
  o.propagate_nan = c.nan;
  o.spatial = static_cast<int>(c.window.size());
  std::copy(c.window.begin(), c.window.end(), o.window);
  std::copy(c.pad.begin(), c.pad.end(), o.pad);
  std::copy(c.stride.begin(), c.stride.end(), o.stride);
  for (bool backward : {false, true}) {
    if (backward && c.type == DType::i8) continue;
    Call call;
    o.backward = backward;
    if (backward) {
      o.y = graph::kNone;
      o.dy = call.tensor("dy", dy.desc, dy.data());
      o.x = call.tensor("x", x.desc, x.data());
      o.dx = call.tensor("dx", dx.desc, dx.data());
    } else {
      o.x = call.tensor("x", x.desc, x.data());
      o.y = call.tensor("y", y.desc, y.data());
    }
    auto& k = call.add(o);
    k.alpha = c.alpha;
    k.beta = c.beta;
    ASSERT_TRUE(engine_takes_call(engine, call)) << what;
    Buffer& out = backward ? dx : y;
    run_on_threads(call, engine, {&out}, what);
    auto bound = backward ? want.dx_magnitude : want.y_magnitude;
    double terms = 3;
    for (auto w : c.window) terms *= static_cast<double>(w);
    for (auto& b : bound) b = exact ? 0 : b * terms * 0x1p-24;  // one rounding for each term, and three at the end
    if (exact)
      expect_equal(out, backward ? want.dx : want.y, what + (backward ? " backward" : " forward"));
    else
      expect_near(out, backward ? want.dx : want.y, bound, what + (backward ? " backward" : " forward"));
  }
}

std::vector<double> integers(const Dims& d, int low, int high, unsigned seed = 1) {
  int64_t n = 1;
  for (auto v : d) n *= v;
  std::vector<double> v(static_cast<size_t>(n));
  Integers next(seed, low, high);
  for (auto& e : v) e = next();
  return v;
}
std::vector<double> normals(const Dims& d) {
  std::vector<double> v(integers(d, 0, 0).size());
  Normal next(2);
  for (auto& e : v) e = next();
  return v;
}

constexpr PoolingMode kModes[] = {PoolingMode::max, PoolingMode::average_include_padding,
                                  PoolingMode::average_exclude_padding, PoolingMode::max_deterministic};

// Shapes with their windows: even sizes, tails, padding as wide as the window, one to three dims, negative padding.
std::vector<Case> shapes() {
  return {
      {{2, 3, 8, 8}, {2, 2}, {0, 0}, {2, 2}},
      {{2, 3, 9, 7}, {2, 2}, {0, 0}, {2, 2}},
      {{1, 5, 28, 28}, {2, 2}, {0, 0}, {2, 2}},
      {{2, 70, 6, 5}, {3, 3}, {1, 1}, {2, 2}},
      {{1, 2, 5, 37}, {3, 2}, {1, 0}, {1, 1}},
      {{1, 2, 4, 4}, {2, 2}, {2, 2}, {2, 2}},
      {{1, 2, 4, 4}, {2, 2}, {3, 3}, {1, 1}},
      {{2, 2, 7, 9}, {3, 3}, {-1, -1}, {2, 1}},
      {{2, 3, 7, 7}, {7, 7}, {0, 0}, {1, 1}},
      {{1, 1, 1, 1}, {1, 1}, {0, 0}, {1, 1}},
      {{2, 3, 11}, {3}, {1}, {3}},
      {{1, 3, 4, 5, 6}, {2, 3, 2}, {1, 1, 0}, {2, 1, 2}},
      {{1, 1, 3, 600}, {1, 5}, {0, 2}, {1, 2}},
      {{1, 2, 6, 6}, {2, 2}, {0, 0}, {2, 2}, PoolingMode::max, true, Order::nchw, DType::f32, 1, 0, {1, 2, 5, 2}},
  };
}

TEST(Pooling, IntegersExact) {
  for (int engine : {kReference, kFast})
    for (Case c : shapes())
      for (Order order : {Order::nchw, Order::nhwc, Order::gaps})
        for (PoolingMode mode : {PoolingMode::max, PoolingMode::max_deterministic}) {
          if (engine == kFast && order == Order::gaps) continue;
          c.order = order;
          c.mode = mode;
          check(c, engine, integers(c.x, -9, 9), true);
          c.alpha = 2, c.beta = -3;
          check(c, engine, integers(c.x, 0, 2, 7), true);  // ties everywhere
          c.alpha = 1, c.beta = 0;
        }
}

TEST(Pooling, RealWithinBound) {
  for (int engine : {kReference, kFast})
    for (Case c : shapes())
      for (Order order : {Order::nchw, Order::nhwc})
        for (PoolingMode mode : kModes)
          for (double beta : {0.0, 0.5}) {
            c.order = order;
            c.mode = mode;
            c.alpha = beta == 0 ? 1 : -0.7;
            c.beta = beta;
            check(c, engine, normals(c.x), false);
          }
}

TEST(Pooling, SpecialValues) {
  for (int engine : {kReference, kFast})
    for (Order order : {Order::nchw, Order::nhwc})
      for (PoolingMode mode : kModes)
        for (bool nan : {false, true})
          for (const Case& shape :
               {Case{{1, 1, 6, 6}, {2, 2}, {0, 0}, {2, 2}}, Case{{1, 1, 6, 6}, {3, 3}, {1, 1}, {1, 1}}}) {
            Case c = shape;
            c.order = order;
            c.mode = mode;
            c.nan = nan;
            std::vector<double> x = integers(c.x, -3, 3);
            const bool exact = c.mode == PoolingMode::max || c.mode == PoolingMode::max_deterministic;
            check(c, engine, std::vector<double>(36, -kInf), exact);
            for (size_t i : {0, 7, 8, 20, 35}) x[i] = kNan;
            x[14] = kInf;
            x[21] = -kInf;
            check(c, engine, x, exact);
            check(c, engine, std::vector<double>(36, kNan), exact);
          }
}

TEST(Pooling, OtherTypes) {
  for (DType type : {DType::f64, DType::f16, DType::bf16, DType::i8})
    for (Case c : shapes())
      for (PoolingMode mode : {PoolingMode::max, PoolingMode::max_deterministic}) {
        c.type = type;
        c.mode = mode;
        check(c, kReference, integers(c.x, -9, 9), true);
      }
}

TEST(Pooling, Int8AverageRoundsHalfToEven) {
  Buffer x(DType::i8, {1, 1, 1, 8}), y(DType::i8, {1, 1, 1, 4});
  x.put({0, 1, 1, 2, -1, 0, 127, 126});
  Call call;
  Pooling o;
  o.mode = PoolingMode::average_include_padding;
  o.window[0] = o.stride[0] = 1, o.window[1] = o.stride[1] = 2;
  o.x = call.tensor("x", x.desc, x.data());
  o.y = call.tensor("y", y.desc, y.data());
  call.add(o);
  run_on_threads(call, kReference, {&y}, "int8 average");
  expect_equal(y, {0, 2, 0, 126}, "int8 average");
}

TEST(Pooling, RefusesWhatDoesNotFit) {
  auto status = [](Dims x, Dims y, DType type, bool backward) {
    Call call;
    Pooling o;
    o.backward = backward;
    o.window[0] = o.window[1] = o.stride[0] = o.stride[1] = 2;
    (backward ? o.dx : o.x) = call.tensor("x", make(type, x, Order::nchw), &call);
    (backward ? o.dy : o.y) = call.tensor("y", make(DType::f32, y, Order::nchw), &call);
    call.add(o);
    const Check r = graph::validate(call.graph);
    return r ? 0 : static_cast<int>(r.error().status);
  };
  EXPECT_EQ(status({1, 2, 4, 4}, {1, 2, 2, 2}, DType::f32, false), 0);
  EXPECT_EQ(status({1, 2, 4, 4}, {1, 2, 9, 9}, DType::f32, false), 0);  // H and W are free, as in NVIDIA's library
  EXPECT_EQ(status({1, 2, 4, 4}, {2, 2, 2, 2}, DType::f32, false), 2000);
  EXPECT_EQ(status({1, 2, 4, 4}, {1, 3, 2, 2}, DType::f32, false), 2000);
  EXPECT_EQ(status({1, 2, 4, 4}, {1, 2, 2}, DType::f32, false), 2000);
  EXPECT_EQ(status({1, 2, 4, 4, 4}, {1, 2, 2, 2, 2}, DType::f32, false), 2000);
  EXPECT_EQ(status({1, 2, 4, 4}, {1, 2, 2, 2}, DType::f16, false), 2000);

  Call call;
  Pooling o;
  o.backward = true;
  o.window[0] = o.window[1] = o.stride[0] = o.stride[1] = 2;
  o.dx = call.tensor("dx", make(DType::i8, {1, 2, 4, 4}, Order::nchw), &call);
  o.dy = call.tensor("dy", make(DType::i8, {1, 2, 2, 2}, Order::nchw), &call);
  call.add(o);
  const Check r = graph::validate(call.graph);
  ASSERT_FALSE(r);
  EXPECT_EQ(static_cast<int>(r.error().status), 3000);
  EXPECT_NE(r.error().text.find("i8"), std::string::npos);
}

TEST(Pooling, OutputSize) {
  EXPECT_EQ(graph::pooling_output_dim(28, 2, 0, 2), 14);
  EXPECT_EQ(graph::pooling_output_dim(7, 3, 1, 2), 4);
  EXPECT_EQ(graph::pooling_output_dim(8, 3, 0, 2), 3);
  EXPECT_EQ(graph::pooling_output_dim(2, 5, 1, 1), 0);
  EXPECT_EQ(graph::pooling_output_dim(2, 5, 2, 1), 2);
}

}  // namespace
}  // namespace girih::test
