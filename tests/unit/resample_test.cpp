// Resampling of the graph API against its definition with real coordinates, in one, two and three spatial dims.
#include "packed_buffer.h"

namespace girih::test {
namespace {

using graph::PaddingMode;
using graph::Resample;
using graph::ResampleMode;

constexpr int kReference = 117;
constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();

struct Fraction {
  int64_t num = 0, den = 1;
  double value() const { return static_cast<double>(num) / static_cast<double>(den); }
};

struct Case {
  Dims x;  // all dims
  Dims y;  // spatial ones
  ResampleMode mode = ResampleMode::max;
  PaddingMode padding = PaddingMode::zero;
  Fraction window{2}, pad, stride{2};
  DType type = DType::f64;
  Order order = Order::nchw;
  bool nan = false;
  double alpha = 1, beta = 0;

  std::string name() const {
    return fmt::format(
        "x {} y {} mode {} padding {} window {}/{} pad {}/{} stride {}/{} {} order {} nan {} blend {} {}", text(x),
        text(y), static_cast<int>(mode), static_cast<int>(padding), window.num, window.den, pad.num, pad.den,
        stride.num, stride.den, dtype_name(type), static_cast<int>(order), nan, alpha, beta);
  }
  Dims pooled() const {
    Dims d{x[0], x[1]};
    d.insert(d.end(), y.begin(), y.end());
    return d;
  }
  int spatial() const { return static_cast<int>(y.size()); }
  Resample op() const {
    Resample o;
    o.mode = mode, o.padding = padding, o.propagate_nan = nan, o.spatial = spatial();
    for (int i = 0; i < o.spatial; ++i) {
      o.window[i] = window.num, o.window_den[i] = window.den;
      o.pad_before[i] = o.pad_after[i] = pad.num, o.pad_before_den[i] = o.pad_after_den[i] = pad.den;
      o.stride[i] = stride.num, o.stride_den[i] = stride.den;
    }
    return o;
  }
};

struct Tap {
  int64_t element;  // row-major number within the plane; -1 is padding
  double weight;
};

// The taps of one output along one dimension, in real arithmetic (exact for the fractions used here).
std::vector<std::pair<int64_t, double>> along(const Case& c, int64_t o) {
  const double start = static_cast<double>(o) * c.stride.value() - c.pad.value(), w = c.window.value();
  std::vector<std::pair<int64_t, double>> t;
  if (c.mode == ResampleMode::nearest) {
    t.emplace_back(static_cast<int64_t>(std::floor(start + (w - 1) / 2)), 1);
  } else if (c.mode == ResampleMode::bilinear) {
    const double at = start + (w - 2) / 2, low = std::floor(at);
    t.emplace_back(static_cast<int64_t>(low), 1 - (at - low));
    t.emplace_back(static_cast<int64_t>(low) + 1, at - low);
  } else {
    for (auto p = static_cast<int64_t>(std::floor(start)); static_cast<double>(p) < start + w; ++p)
      t.emplace_back(p, 1);
  }
  return t;
}

std::vector<Tap> taps_of(const Case& c, const Dims& out) {
  std::vector<Tap> all{{0, 1}};
  for (size_t d = 0; d < out.size(); ++d) {
    const int64_t size = c.x[d + 2];
    std::vector<Tap> more;
    for (const Tap& t : all)
      for (auto [p, w] : along(c, out[d])) {
        if (c.padding == PaddingMode::edge) p = std::min(std::max<int64_t>(p, 0), size - 1);
        const bool inside = t.element >= 0 && p >= 0 && p < size;
        more.push_back({inside ? t.element * size + p : -1, t.weight * w});
      }
    all = more;
  }
  return all;
}

double divisor(const Case& c, const std::vector<Tap>& taps) {
  if (c.mode == ResampleMode::average_include_padding) return std::pow(c.window.value(), c.spatial());
  if (c.mode != ResampleMode::average_exclude_padding) return 1;
  double n = 0;
  for (const Tap& t : taps) n += t.element >= 0;
  return n == 0 ? 1 : n;
}

// The tap that has the maximum; taps.size() where there is none.
size_t winner(const Case& c, const std::vector<Tap>& taps, const std::vector<double>& plane) {
  size_t best = taps.size();
  auto value = [&](size_t i) { return taps[i].element < 0 ? 0 : plane[static_cast<size_t>(taps[i].element)]; };
  for (size_t i = 0; i < taps.size(); ++i) {
    if (taps[i].element < 0 && c.padding != PaddingMode::zero) continue;
    if (std::isnan(value(i))) {
      if (c.nan) return i;
      continue;
    }
    if (best == taps.size() || value(i) > value(best)) best = i;
  }
  return best;
}

void check(const Case& c, const std::function<double()>& next, DType index_type = DType::i8, double bound = 1e-13) {
  Buffer x(c.type, c.x, c.order), y(c.type, c.pooled(), c.order == Order::nchw ? Order::gaps : c.order),
      index(index_type, c.pooled(), Order::nhwc);
  x.fill(next);
  if (c.beta != 0) y.fill(next);
  const auto old = y.values(), values = x.values();
  int64_t in = 1, out = 1;
  for (int d = 0; d < c.spatial(); ++d) in *= c.x[static_cast<size_t>(d) + 2], out *= c.y[static_cast<size_t>(d)];
  const int64_t planes = c.x[0] * c.x[1];
  const bool max = c.mode == ResampleMode::max;
  std::vector<double> want, places;
  std::vector<size_t> winners;
  for (int64_t p = 0; p < planes; ++p)
    for (int64_t n = 0; n < out; ++n) {
      const std::vector<double> plane(values.begin() + p * in, values.begin() + (p + 1) * in);
      const auto taps = taps_of(c, coordinates(c.y, n));
      double r = 0;
      if (max) {
        const size_t i = winner(c, taps, plane);
        winners.push_back(i);
        r = i == taps.size() ? -kInf : taps[i].element < 0 ? 0 : plane[static_cast<size_t>(taps[i].element)];
        places.push_back(i == taps.size() ? 0 : static_cast<double>(i));
      } else {
        for (const Tap& t : taps)
          if (t.element >= 0 && t.weight != 0) r += t.weight * plane[static_cast<size_t>(t.element)];
        r /= divisor(c, taps);
      }
      want.push_back(c.alpha * r + (c.beta == 0 ? 0 : c.beta * old[want.size()]));
    }
  Call call;
  Resample o = c.op();
  o.x = call.tensor("x", x.desc, x.data()), o.y = call.tensor("y", y.desc, y.data());
  if (max) o.index = call.tensor("index", index.desc, index.data());
  auto& k = call.add(o);
  k.alpha = c.alpha, k.beta = c.beta;
  ASSERT_TRUE(engine_takes_call(kReference, call)) << c.name();
  run_on_threads(call, kReference, max ? std::vector<Buffer*>{&y, &index} : std::vector<Buffer*>{&y}, c.name());
  if (is_integer(c.type))
    expect_equal(y, want, c.name());
  else
    expect_near(y, want, std::vector<double>(want.size(), bound), c.name());
  if (max) expect_equal(index, places, c.name() + " index");
  if (is_integer(c.type)) return;

  // Backward: from the index tensor, or from x.
  Buffer dy(c.type, c.pooled(), Order::nhwc);
  dy.fill(Normal(5));
  for (bool from_x : {false, true}) {
    if (from_x && !max) break;
    Buffer dx(c.type, c.x, c.order);
    if (c.beta != 0) dx.fill(Normal(6));
    const auto before = dx.values();
    std::vector<double> grad(values.size()), room(values.size());
    for (int64_t n = 0; n < planes * out; ++n) {
      const auto taps = taps_of(c, coordinates(c.y, n % out));
      const double g = dy.get(n), div = divisor(c, taps);
      for (size_t i = 0; i < taps.size(); ++i) {
        if (taps[i].element < 0 || taps[i].weight == 0) continue;
        const auto at = static_cast<size_t>(n / out * in + taps[i].element);
        // An all-NaN window has index 0, but no maximum.
        if (max &&
            i != (from_x ? winners[static_cast<size_t>(n)] : static_cast<size_t>(places[static_cast<size_t>(n)])))
          continue;
        grad[at] += taps[i].weight * g / div;
        room[at] += std::fabs(g) * bound;
      }
    }
    for (size_t i = 0; i < grad.size(); ++i) grad[i] = c.alpha * grad[i] + (c.beta == 0 ? 0 : c.beta * before[i]);
    Call back;
    Resample b = c.op();
    b.backward = true;
    b.dy = back.tensor("dy", dy.desc, dy.data()), b.dx = back.tensor("dx", dx.desc, dx.data());
    if (max && from_x) b.x = back.tensor("x", x.desc, x.data());
    if (max && !from_x) b.index = back.tensor("index", index.desc, index.data());
    auto& scalars = back.add(b);
    scalars.alpha = c.alpha, scalars.beta = c.beta;
    run_on_threads(back, kReference, {&dx}, c.name());
    for (auto& r : room) r += bound;
    expect_near(dx, grad, room, c.name() + (from_x ? " dx from x" : " dx"));
  }
}

constexpr ResampleMode kModes[] = {ResampleMode::nearest, ResampleMode::bilinear, ResampleMode::average_include_padding,
                                   ResampleMode::max, ResampleMode::average_exclude_padding};
constexpr PaddingMode kPaddings[] = {PaddingMode::zero, PaddingMode::negative_infinity, PaddingMode::edge};

TEST(Resample, Pooling) {
  for (ResampleMode mode : kModes)
    for (PaddingMode padding : kPaddings)
      for (Order order : {Order::nchw, Order::nhwc, Order::gaps}) {
        check({{2, 3, 6, 7}, {3, 3}, mode, padding, {2}, {0}, {2}, DType::f64, order}, Normal(1));
        check({{2, 3, 6, 7}, {4, 4}, mode, padding, {3}, {1}, {2}, DType::f64, order, true}, Normal(2));
        check({{1, 2, 5, 5}, {6, 6}, mode, padding, {3}, {2}, {1}, DType::f64, order}, Integers(3, -2, 2));  // ties
      }
}

TEST(Resample, FractionsAndSpatialDims) {
  for (ResampleMode mode : kModes)
    for (PaddingMode padding : kPaddings) {
      // Twice as large: windows of two elements every half element, beginning half an element early.
      check({{1, 2, 5, 4}, {10, 8}, mode, padding, {2}, {1, 2}, {1, 2}}, Normal(4));
      check({{1, 2, 7}, {4}, mode, padding, {5, 2}, {3, 4}, {3, 2}}, Normal(5));
      check({{2, 1, 3, 4, 5}, {2, 3, 4}, mode, padding, {3, 2}, {1, 4}, {5, 4}, DType::f64, Order::nhwc}, Normal(6));
    }
}

TEST(Resample, TypesAndBlend) {
  for (ResampleMode mode : kModes) {
    for (DType type : {DType::f32, DType::f16, DType::bf16})
      check({{1, 3, 6, 6}, {3, 3}, mode, PaddingMode::zero, {3}, {1}, {2}, type, Order::nhwc}, Normal(7), DType::i32);
    check({{1, 3, 6, 6}, {3, 3}, mode, PaddingMode::zero, {3}, {1}, {2}, DType::f64, Order::nchw, false, -1.5, 0.5},
          Normal(8), DType::i64);
  }
  for (ResampleMode mode : {ResampleMode::max, ResampleMode::average_include_padding})
    check({{1, 4, 6, 6}, {3, 3}, mode, PaddingMode::zero, {2}, {0}, {2}, DType::i8, Order::nhwc},
          Integers(9, -128, 127), DType::u8);
}

TEST(Resample, NanWinsOrIsSkipped) {
  Integers pick(10, 0, 3);
  auto next = [&] {
    const double v = pick();
    return v == 0 ? kNan : v - 2;
  };
  for (bool nan : {false, true})
    for (PaddingMode padding : {PaddingMode::zero, PaddingMode::negative_infinity})
      check({{2, 8, 6, 6}, {3, 3}, ResampleMode::max, padding, {2}, {0}, {2}, DType::f64, Order::nchw, nan}, next);
}

}  // namespace
}  // namespace girih::test
