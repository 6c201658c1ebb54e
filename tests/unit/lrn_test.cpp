// LRN and divisive normalization against the definition in double: y and, for the gradients, central differences of the
// scalar sum(dy * y), which share nothing with the closed form of the engine.
#include "tensor_buffer.h"

namespace girih::test {
namespace {

using graph::Lrn;

constexpr int kReference = 108;

struct Case {
  Dims dims;
  bool divisive = false;
  int window = 5;
  double alpha = 1, beta = 0.75, k = 1;
  Order order = Order::nchw;
  DType type = DType::f64;
  bool means = false;
  double a = 1, b = 0;  // y = a * result + b * y

  std::string name() const {
    return fmt::format("dims {} divisive {} n {} alpha {} beta {} k {} order {} {} means {} blend {} {}", text(dims),
                       divisive, window, alpha, beta, k, static_cast<int>(order), dtype_name(type), means, a, b);
  }
};

// Whether element j lies in the window of element i (row-major numbers).
bool near(const Case& c, int64_t i, int64_t j) {
  for (size_t d = c.dims.size(); d-- > 0;) {
    const int64_t size = c.dims[d], step = j % size - i % size;
    const bool windowed = c.divisive ? d > 1 : d == 1;
    const int64_t back = windowed ? (c.window - 1) / 2 : 0, ahead = windowed ? c.window - 1 - back : 0;
    if (step < -back || step > ahead) return false;
    i /= size, j /= size;
  }
  return true;
}

std::vector<double> forward(const Case& c, const std::vector<double>& x, const std::vector<double>& m) {
  const double area = c.divisive ? std::pow(c.window, static_cast<double>(c.dims.size() - 2)) : c.window;
  std::vector<double> y(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    double sum = 0;
    for (size_t j = 0; j < x.size(); ++j)
      if (near(c, static_cast<int64_t>(i), static_cast<int64_t>(j))) sum += (x[j] - m[i]) * (x[j] - m[i]);
    y[i] = x[i] / std::pow(c.k + c.alpha * sum / area, c.beta);
  }
  return y;
}

// d sum(dy * y) / d v, where v is x or the means; fourth-order differences, error about 1e-11 here.
std::vector<double> gradient(const Case& c, std::vector<double> x, std::vector<double> m, const std::vector<double>& dy,
                             bool of_means) {
  auto total = [&] {
    const std::vector<double> y = forward(c, x, m);
    double s = 0;
    for (size_t i = 0; i < y.size(); ++i) s += dy[i] * y[i];
    return s;
  };
  std::vector<double> g(x.size());
  constexpr double h = 1e-3;
  for (size_t i = 0; i < x.size(); ++i) {
    double& v = of_means ? m[i] : x[i];
    const double old = v;
    auto at = [&](double step) {
      v = old + step;
      return total();
    };
    const double wide = at(2 * h) - at(-2 * h), narrow = at(h) - at(-h);
    g[i] = (8 * narrow - wide) / (12 * h);
    v = old;
  }
  return g;
}

void blend(const Case& c, std::vector<double>& result, const std::vector<double>& old) {
  for (size_t i = 0; i < result.size(); ++i) result[i] = c.a * result[i] + (c.b == 0 ? 0 : c.b * old[i]);
}

void check(const Case& c) {
  Buffer x(c.type, c.dims, c.order), m(c.type, c.dims), y(c.type, c.dims, c.order), dy(c.type, c.dims, Order::nhwc),
      dx(c.type, c.dims, c.order), dm(c.type, c.dims, c.order);
  Normal next(11), small(12, 0, 0.5);
  x.fill(next), m.fill(small), dy.fill(next);
  if (c.b != 0) y.fill(next), dx.fill(next), dm.fill(next);
  const std::vector<double> means = c.means ? m.values() : std::vector<double>(x.values().size(), 0.0);
  Lrn o;
  o.divisive = c.divisive, o.window = c.window, o.alpha = c.alpha, o.beta = c.beta, o.k = c.k;
  auto add = [&](Call& call) {
    auto& k = call.add(o);
    k.alpha = c.a, k.beta = c.b;
  };
  {
    std::vector<double> want = forward(c, x.values(), means);
    blend(c, want, y.values());
    Call call;
    o.x = call.tensor("x", x.desc, x.data());
    o.means = call.optional("means", &m.desc, c.means ? m.data() : nullptr);
    o.y = call.tensor("y", y.desc, y.data());
    add(call);
    ASSERT_TRUE(engine_takes_call(kReference, call)) << c.name();
    run_on_threads(call, kReference, {&y}, c.name());
    expect_near(y, want, std::vector<double>(want.size(), 1e-13), c.name() + " y");
  }
  std::vector<double> want_x = gradient(c, x.values(), means, dy.values(), false);
  std::vector<double> want_m = gradient(c, x.values(), means, dy.values(), true);
  blend(c, want_x, dx.values());
  blend(c, want_m, dm.values());
  Call call;
  o.backward = true;
  o.y = graph::kNone;
  o.x = call.tensor("x", x.desc, x.data());
  o.means = call.optional("means", &m.desc, c.means ? m.data() : nullptr);
  o.dy = call.tensor("dy", dy.desc, dy.data());
  o.dx = call.tensor("dx", dx.desc, dx.data());
  o.dmeans = call.optional("dMeans", &dm.desc, c.divisive ? dm.data() : nullptr);
  add(call);
  run_on_threads(call, kReference, {&dx, &dm}, c.name());
  const std::vector<double> bound(want_x.size(), 1e-8);
  expect_near(dx, want_x, bound, c.name() + " dx");
  if (c.divisive) expect_near(dm, want_m, bound, c.name() + " dmeans");
}

TEST(Lrn, EveryWindow) {
  for (int window = 1; window <= 16; ++window) check({{2, 7, 2, 2}, false, window, 2.0});
}

TEST(Lrn, ShapesOrdersAndNumbers) {
  for (const Dims& dims : {Dims{1, 1, 1, 1}, Dims{3, 4}, Dims{2, 5, 3}, Dims{1, 3, 2, 2, 2}})
    for (Order order : {Order::nchw, Order::nhwc, Order::gaps})
      for (double b : {0.0, -0.5})
        check({dims, false, 4, 1.5, 0.5, 2, order, DType::f64, false, b == 0 ? 1.0 : 2.5, b});
  check({{1, 6, 2, 1}, false, 5, -0.01, 0.75, 20});
  check({{1, 6, 2, 1}, false, 5, 0, 0.75, 2});
  check({{1, 6, 2, 1}, false, 3, 1e-4, 0.01, 1e-2});
}

TEST(Lrn, DivisiveEveryWindow) {
  for (int window = 1; window <= 6; ++window)
    for (bool means : {false, true}) check({{1, 2, 4, 5}, true, window, 3, 0.75, 1, Order::nchw, DType::f64, means});
  check({{1, 1, 2, 3}, true, 16, 3, 0.75, 1, Order::nchw, DType::f64, true});  // wider than the plane
}

TEST(Lrn, DivisiveShapesAndOrders) {
  for (const Dims& dims : {Dims{2, 2, 5}, Dims{1, 2, 3, 3}, Dims{1, 1, 2, 3, 2}})
    for (Order order : {Order::nhwc, Order::gaps})
      for (double b : {0.0, 0.5}) check({dims, true, 3, 2, 0.5, 1, order, DType::f64, true, b == 0 ? 1.0 : -1.5, b});
}

TEST(Lrn, OtherTypes) {
  for (DType type : {DType::f32, DType::f16, DType::bf16})
    for (bool divisive : {false, true}) check({{2, 5, 3, 2}, divisive, 3, 1, 0.75, 1, Order::nchw, type, divisive});
}

// Blocks are read whole before they are written.
TEST(Lrn, InPlace) {
  for (bool divisive : {false, true}) {
    const Case c{{2, 5, 3, 4}, divisive, 3};
    Buffer x(DType::f64, c.dims);
    Normal next(3);
    x.fill(next);
    const std::vector<double> want = forward(c, x.values(), std::vector<double>(x.values().size(), 0.0));
    Call call;
    Lrn o;
    o.divisive = divisive, o.window = 3, o.alpha = c.alpha, o.beta = c.beta, o.k = c.k;
    o.x = call.tensor("x", x.desc, x.data());
    o.y = call.tensor("y", x.desc, x.data());
    call.add(o);
    ASSERT_TRUE(run(kCpu, call, kReference));
    expect_near(x, want, std::vector<double>(want.size(), 1e-13), "in place");
  }
}

// Many blocks, so that they are shared among chunks; all ones have a known answer.
TEST(Lrn, ManyBlocks) {
  Buffer x(DType::f32, {3, 9, 40, 41}), y(DType::f32, {3, 9, 40, 41});
  x.fill([] { return 1.0; });
  Call call;
  Lrn o;
  o.window = 3, o.alpha = 3, o.beta = 1, o.k = 1;
  o.x = call.tensor("x", x.desc, x.data());
  o.y = call.tensor("y", y.desc, y.data());
  call.add(o);
  run_on_threads(call, kReference, {&y}, "many blocks");
  for (int64_t i = 0; i < x.desc.count(); ++i) {
    const int64_t c = i / (40 * 41) % 9;
    ASSERT_EQ(y.get(i), c == 0 || c == 8 ? rounded(DType::f32, 1.0 / 3) : 0.25) << i;
  }
}

TEST(Lrn, RefusesWhatDoesNotFit) {
  auto status = [](const TensorDesc& x, const TensorDesc& y, bool divisive = false) {
    Call call;
    Lrn o;
    o.divisive = divisive;
    o.x = call.tensor("x", x, &call);
    o.y = call.tensor("y", y, &call);
    call.add(o);
    const Check r = graph::validate(call.graph);
    return r ? 0 : static_cast<int>(r.error().status);
  };
  const TensorDesc x = make(DType::f32, {2, 3, 4, 5}, Order::nchw);
  EXPECT_EQ(status(x, make(DType::f32, {2, 3, 4, 5}, Order::nhwc)), 0);
  EXPECT_EQ(status(x, make(DType::f32, {2, 3, 4, 6}, Order::nchw)), 2000);
  EXPECT_EQ(status(x, make(DType::f16, {2, 3, 4, 5}, Order::nchw)), 2000);
  EXPECT_EQ(status(x, TensorDesc{}), 2000);
  EXPECT_EQ(status(make(DType::i8, {2, 3, 4, 5}, Order::nchw), make(DType::i8, {2, 3, 4, 5}, Order::nchw)), 3000);
  const TensorDesc flat = make(DType::f32, {2, 3}, Order::nchw);
  EXPECT_EQ(status(flat, flat), 0);
  EXPECT_EQ(status(flat, flat, true), 2000);
}

}  // namespace
}  // namespace girih::test
