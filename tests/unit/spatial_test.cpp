// Spatial transformer: the grid by its formula; the sampler against a sum over every pixel with hat weights; gradients
// as the transpose (dx, dtheta) and by central differences (dgrid).
#include "tensor_buffer.h"

namespace girih::test {
namespace {

using graph::SpatialGrid;
using graph::SpatialSampler;

constexpr int kReference = 110;
const double kNan = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();

int64_t count(const Dims& d, size_t from = 0) {
  int64_t n = 1;
  for (size_t i = from; i < d.size(); ++i) n *= d[i];
  return n;
}

// Coordinates of point n of the spatial dims of an output, last dim first, and a 1.
std::vector<double> target(const Dims& out, int64_t n) {
  const size_t d = out.size() - 2;
  std::vector<double> t(d + 1, 1.0);
  for (size_t i = 0; i < d; ++i) {
    const int64_t size = out[out.size() - 1 - i];
    t[i] = size == 1 ? -1 : -1 + 2.0 * static_cast<double>(n % size) / static_cast<double>(size - 1);
    n /= size;
  }
  return t;
}

Dims grid_dims(const Dims& out) {
  Dims g = {out[0]};
  g.insert(g.end(), out.begin() + 2, out.end());
  g.push_back(static_cast<int64_t>(out.size()) - 2);
  return g;
}

TEST(SpatialGrid, ForwardAndBackward) {
  for (DType type : {DType::f64, DType::f32, DType::f16, DType::bf16})
    for (const Dims& out :
         {Dims{2, 1, 3, 4}, Dims{1, 1, 1, 1}, Dims{1, 1, 1, 4}, Dims{3, 2, 5, 1}, Dims{2, 1, 6}, Dims{2, 1, 2, 3, 4}}) {
      const int64_t d = static_cast<int64_t>(out.size()) - 2, points = count(out, 2);
      Buffer theta(type, {out[0], d, d + 1}), grid(type, grid_dims(out)), dtheta(type, {out[0], d, d + 1}),
          dgrid(type, grid_dims(out));
      Normal next(21);
      theta.fill(next), dgrid.fill(next);
      std::vector<double> want, want_theta(static_cast<size_t>(theta.desc.count()), 0.0);
      for (int64_t n = 0; n < out[0]; ++n)
        for (int64_t p = 0; p < points; ++p) {
          const std::vector<double> t = target(out, p);
          for (int64_t i = 0; i < d; ++i) {
            double v = 0;
            for (int64_t j = 0; j <= d; ++j) {
              const int64_t entry = (n * d + i) * (d + 1) + j;
              v += theta.get(entry) * t[static_cast<size_t>(j)];
              want_theta[static_cast<size_t>(entry)] += dgrid.get((n * points + p) * d + i) * t[static_cast<size_t>(j)];
            }
            want.push_back(v);
          }
        }
      for (bool backward : {false, true}) {
        Call call;
        SpatialGrid o;
        o.backward = backward;
        Buffer &t = backward ? dtheta : theta, &g = backward ? dgrid : grid;
        o.theta = call.tensor("theta", t.desc, t.data());
        o.grid = call.tensor("grid", g.desc, g.data());
        call.add(o);
        ASSERT_TRUE(graph::validate(call.graph));
        run_on_threads(call, kReference, {backward ? &dtheta : &grid}, text(out));
      }
      expect_near(grid, want, std::vector<double>(want.size(), 1e-14), "grid of " + text(out));
      expect_near(dtheta, want_theta, std::vector<double>(want_theta.size(), 1e-13), "dtheta of " + text(out));
    }
}

// y[point] as a sum over every pixel with weight product of max(0, 1 - |distance|).
double sample(const std::vector<double>& x, const Dims& dims, int64_t plane, const double* g) {
  const size_t d = dims.size() - 2;
  const int64_t pixels = count(dims, 2);
  double v = 0;
  for (int64_t p = 0; p < pixels; ++p) {
    double w = 1;
    int64_t rest = p;
    for (size_t i = 0; i < d; ++i) {  // last dim first, as the grid
      const int64_t size = dims[dims.size() - 1 - i];
      const double at = (g[i] + 1) * 0.5 * static_cast<double>(size - 1);
      w *= std::max(0.0, 1 - std::fabs(at - static_cast<double>(rest % size)));
      rest /= size;
    }
    v += w * x[static_cast<size_t>(plane * pixels + p)];
  }
  return v;
}

struct Case {
  Dims x, out;  // out: spatial dims of y
  Order order = Order::nchw;
  DType type = DType::f64;
  double alpha = 1, beta = 0, alpha2 = 1, beta2 = 0;
};

void check(const Case& c) {
  Dims y_dims = {c.x[0], c.x[1]};
  y_dims.insert(y_dims.end(), c.out.begin(), c.out.end());
  const size_t d = c.out.size();
  const int64_t points = count(c.out), pixels = count(c.x, 2);
  Buffer x(c.type, c.x, c.order), y(c.type, y_dims, c.order), dy(c.type, y_dims, Order::nhwc), dx(c.type, c.x, c.order),
      grid(c.type, grid_dims(y_dims)), dgrid(c.type, grid_dims(y_dims));
  Normal next(31);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> coordinate(-1.4, 1.4);  // some outside
  x.fill(next), dy.fill(next), grid.fill([&] { return coordinate(random); });
  // Differences need a place that is no pixel, where the slope jumps.
  for (int64_t e = 0; e < grid.desc.count(); ++e) {
    const double scale = 0.5 * static_cast<double>(c.x[c.x.size() - 1 - static_cast<size_t>(e) % d] - 1);
    auto pixel = [&] { return (grid.get(e) + 1) * scale; };
    while (scale > 0 && std::fabs(pixel() - std::round(pixel())) < 1e-3) grid.set(e, grid.get(e) + 0.0625);
  }
  if (c.beta != 0) y.fill(next), dx.fill(next);
  if (c.beta2 != 0) dgrid.fill(next);
  const std::vector<double> g = grid.values(), image = x.values();
  std::vector<double> want(static_cast<size_t>(y.desc.count()));
  for (int64_t plane = 0; plane < c.x[0] * c.x[1]; ++plane)
    for (int64_t p = 0; p < points; ++p) {
      const size_t at = static_cast<size_t>(plane * points + p);
      const size_t point = static_cast<size_t>((plane / c.x[1] * points + p)) * d;
      want[at] =
          c.alpha * sample(image, c.x, plane, &g[point]) + (c.beta == 0 ? 0 : c.beta * y.get(static_cast<int64_t>(at)));
    }
  // dx: the sampler is linear in x, so its transpose is read off with unit images.
  std::vector<double> want_x(static_cast<size_t>(x.desc.count())), want_grid(g.size());
  for (int64_t e = 0; e < x.desc.count(); ++e) {
    std::vector<double> unit(image.size(), 0.0);
    unit[static_cast<size_t>(e)] = 1;
    double v = 0;
    const int64_t plane = e / pixels;
    for (int64_t p = 0; p < points; ++p)
      v += dy.get(plane * points + p) *
           sample(unit, c.x, plane, &g[static_cast<size_t>(plane / c.x[1] * points + p) * d]);
    want_x[static_cast<size_t>(e)] = c.alpha * v + (c.beta == 0 ? 0 : c.beta * dx.get(e));
  }
  for (size_t e = 0; e < g.size(); ++e) {
    const int64_t point = static_cast<int64_t>(e / d), image_number = point / points, p = point % points;
    double v = 0;
    constexpr double h = 1e-6;  // the sampler is linear between pixels: central differences are exact but for rounding
    std::vector<double> low(&g[static_cast<size_t>(point) * d], &g[static_cast<size_t>(point) * d] + d), high = low;
    low[e % d] -= h, high[e % d] += h;
    for (int64_t channel = 0; channel < c.x[1]; ++channel) {
      const int64_t plane = image_number * c.x[1] + channel;
      v += dy.get(plane * points + p) *
           (sample(image, c.x, plane, high.data()) - sample(image, c.x, plane, low.data())) / (2 * h);
    }
    want_grid[e] = c.alpha2 * v + (c.beta2 == 0 ? 0 : c.beta2 * dgrid.get(static_cast<int64_t>(e)));
  }
  SpatialSampler o;
  auto add = [&](Call& call) {
    auto& k = call.add(o);
    k.alpha = c.alpha, k.beta = c.beta, k.alpha2 = c.alpha2, k.beta2 = c.beta2;
  };
  {
    Call call;
    o.x = call.tensor("x", x.desc, x.data());
    o.grid = call.tensor("grid", grid.desc, grid.data());
    o.y = call.tensor("y", y.desc, y.data());
    add(call);
    ASSERT_TRUE(graph::validate(call.graph));
    run_on_threads(call, kReference, {&y}, text(c.x));
    expect_near(y, want, std::vector<double>(want.size(), 1e-12), "y of " + text(c.x));
  }
  Call call;
  o.backward = true, o.y = graph::kNone;
  o.x = call.tensor("x", x.desc, x.data());
  o.grid = call.tensor("grid", grid.desc, grid.data());
  o.dy = call.tensor("dy", dy.desc, dy.data());
  o.dx = call.tensor("dx", dx.desc, dx.data());
  o.dgrid = call.tensor("dgrid", dgrid.desc, dgrid.data());
  add(call);
  run_on_threads(call, kReference, {&dx, &dgrid}, text(c.x));
  expect_near(dx, want_x, std::vector<double>(want_x.size(), 1e-12), "dx of " + text(c.x));
  expect_near(dgrid, want_grid, std::vector<double>(want_grid.size(), 1e-7), "dgrid of " + text(c.x));
}

TEST(SpatialSampler, ShapesAndOrders) {
  for (Order order : {Order::nchw, Order::nhwc, Order::gaps}) {
    check({{2, 3, 5, 4}, {3, 7}, order});
    check({{1, 1, 1, 1}, {2, 2}, order});
    check({{1, 2, 6, 1}, {4, 1}, order});
    check({{2, 2, 7}, {5}, order});
    check({{1, 2, 3, 4, 3}, {2, 3, 4}, order});
  }
}

TEST(SpatialSampler, BlendsEachOutputByItsOwnFactors) {
  check({{2, 2, 4, 5}, {3, 3}, Order::nchw, DType::f64, 2, 0.5, -1.5, 0.25});
  check({{2, 2, 4, 5}, {3, 3}, Order::gaps, DType::f64, -1, 1, 3, 0});
}

TEST(SpatialSampler, OtherTypes) {
  for (DType type : {DType::f32, DType::f16, DType::bf16}) check({{2, 2, 5, 4}, {3, 3}, Order::nchw, type});
}

// Pixels exactly, borders, far outside, infinities: known answers on x = 0..5 in one row.
TEST(SpatialSampler, Corners) {
  Buffer x(DType::f32, {1, 1, 1, 6}), grid(DType::f32, {1, 1, 9, 2}), y(DType::f32, {1, 1, 1, 9}),
      dy(DType::f32, {1, 1, 1, 9}), dx(DType::f32, {1, 1, 1, 6}), dgrid(DType::f32, {1, 1, 9, 2});
  for (int i = 0; i < 6; ++i) x.set(i, i + 1);
  const double g[] = {-1, 1, -0.6, 1.2, -1.2, 5, 1e30, -1e30, kInf};  // pixels 0, 5, 1, 5.5, -0.5, outside
  for (int i = 0; i < 9; ++i) grid.set(2 * i, g[i]), grid.set(2 * i + 1, 0), dy.set(i, 1);
  Call call;
  SpatialSampler o;
  o.x = call.tensor("x", x.desc, x.data());
  o.grid = call.tensor("grid", grid.desc, grid.data());
  o.y = call.tensor("y", y.desc, y.data());
  call.add(o);
  run_on_threads(call, kReference, {&y}, "corners");
  expect_near(y, {1, 6, 2, 3, 0.5, 0, 0, 0, 0}, std::vector<double>(9, 2e-6), "y");
  Call back;
  o.backward = true, o.y = graph::kNone;
  o.x = back.tensor("x", x.desc, x.data());
  o.grid = back.tensor("grid", grid.desc, grid.data());
  o.dy = back.tensor("dy", dy.desc, dy.data());
  o.dx = back.tensor("dx", dx.desc, dx.data());
  o.dgrid = back.tensor("dgrid", dgrid.desc, dgrid.data());
  back.add(o);
  run_on_threads(back, kReference, {&dx, &dgrid}, "corners");
  // At an integer pixel the cell that begins there counts.
  expect_near(dx, {1.5, 1, 0, 0, 0, 1.5}, std::vector<double>(6, 2e-6), "dx");
  const std::vector<double> got = dgrid.values();
  const double slope[] = {2.5, -15, 2.5, -15, 2.5, 0, 0, 0, 0};
  for (size_t i : {0u, 1u, 3u, 4u, 5u, 6u, 7u, 8u})  // -0.6 is no exact pixel in f32
    EXPECT_NEAR(got[2 * i], slope[i], 1e-5) << i;
}

// One point with a NaN coordinate: y is NaN, the gradient of the image in the first cell only.
TEST(SpatialSampler, NanCoordinate) {
  Buffer x(DType::f32, {1, 1, 3, 4}), grid(DType::f32, {1, 1, 2, 2}), y(DType::f32, {1, 1, 1, 2}),
      dy(DType::f32, {1, 1, 1, 2}), dx(DType::f32, {1, 1, 3, 4}), dgrid(DType::f32, {1, 1, 2, 2});
  for (int i = 0; i < 12; ++i) x.set(i, i * i);
  grid.put({kNan, -0.5, kNan, 7});  // the second point lies outside by its other coordinate
  dy.put({2, 1});
  Call call, back;
  SpatialSampler o;
  o.x = call.tensor("x", x.desc, x.data());
  o.grid = call.tensor("grid", grid.desc, grid.data());
  o.y = call.tensor("y", y.desc, y.data());
  call.add(o);
  run_on_threads(call, kReference, {&y}, "NaN");
  expect_equal(y, {kNan, 0}, "y");
  o.backward = true, o.y = graph::kNone;
  o.x = back.tensor("x", x.desc, x.data());
  o.grid = back.tensor("grid", grid.desc, grid.data());
  o.dy = back.tensor("dy", dy.desc, dy.data());
  o.dx = back.tensor("dx", dx.desc, dx.data());
  o.dgrid = back.tensor("dgrid", dgrid.desc, dgrid.data());
  back.add(o);
  run_on_threads(back, kReference, {&dx, &dgrid}, "NaN");
  expect_equal(dx, {kNan, kNan, 0, 0, kNan, kNan, 0, 0, 0, 0, 0, 0}, "dx");
  // y pixel 0.5: the slope of x in the first cell, times 1.5 pixels, times dy.
  expect_equal(dgrid, {((1 - 0) + (25 - 16)) * 0.5 * 1.5 * 2, kNan, 0, 0}, "dgrid");
}

TEST(SpatialSampler, RefusesWhatDoesNotFit) {
  auto status = [](const Dims& x, const Dims& grid, const Dims& y, DType type = DType::f32) {
    Call call;
    SpatialSampler o;
    o.x = call.tensor("x", make(type, x, Order::nchw), &call);
    o.grid = call.tensor("grid", make(type, grid, Order::nchw), &call);
    o.y = call.tensor("y", make(type, y, Order::nchw), &call);
    call.add(o);
    const Check r = graph::validate(call.graph);
    return r ? 0 : static_cast<int>(r.error().status);
  };
  EXPECT_EQ(status({2, 3, 4, 5}, {2, 6, 7, 2}, {2, 3, 6, 7}), 0);
  EXPECT_EQ(status({2, 3, 4, 5}, {2, 6, 7, 3}, {2, 3, 6, 7}), 2000);
  EXPECT_EQ(status({2, 3, 4, 5}, {2, 6, 7, 2}, {2, 2, 6, 7}), 2000);
  EXPECT_EQ(status({2, 3, 4, 5}, {1, 6, 7, 2}, {2, 3, 6, 7}), 2000);
  EXPECT_EQ(status({2, 3, 4}, {2, 6, 7, 2}, {2, 3, 6, 7}), 2000);
  EXPECT_EQ(status({2, 3, 4, 5}, {2, 6, 7, 2}, {2, 3, 6, 7}, DType::i8), 3000);
}

}  // namespace
}  // namespace girih::test
