// Resampling: every mode but max is a sum of taps, elements with weights, for each output; max looks at the same taps.
// A tap may lie in the padding.
#include <cmath>
#include <vector>

#include "base/int128.h"
#include "engines/reference/views.h"

namespace girih::engines {

extern const Engine reference_resample;

namespace {

using namespace girih::reference;
using graph::kMaxSpatial;
using graph::PaddingMode;
using graph::Resample;
using graph::ResampleMode;

struct Tap {
  int64_t position;
  double weight;
};

struct Axis {
  std::vector<std::vector<Tap>> taps;  // of each output
  double window = 1;
};

int128 floor_div(int128 a, int128 b) { return a / b - (a % b < 0); }

// The window of output o begins at o * stride - pad, counted in elements, and is exact: a fraction over `unit`.
Axis make_axis(const Resample& o, int d, int64_t outputs) {
  const int128 wd = o.window_den[d], sd = o.stride_den[d], pd = o.pad_before_den[d], unit = wd * sd * pd;
  const int128 window = o.window[d] * sd * pd;
  Axis axis;
  axis.window = static_cast<double>(o.window[d]) / static_cast<double>(o.window_den[d]);
  axis.taps.resize(static_cast<size_t>(outputs));
  for (int64_t i = 0; i < outputs; ++i) {
    const int128 start = i * o.stride[d] * wd * pd - o.pad_before[d] * wd * sd;
    auto& taps = axis.taps[static_cast<size_t>(i)];
    // The middle of the window falls on element `start` for a window of one element, and between the elements `start`
    // and `start` + 1 for a window of two.
    if (o.mode == ResampleMode::nearest) {
      taps = {{static_cast<int64_t>(floor_div(2 * start + window - unit, 2 * unit)), 1}};
    } else if (o.mode == ResampleMode::bilinear) {
      const int128 at = 2 * start + window - 2 * unit, low = floor_div(at, 2 * unit);
      const double part = static_cast<double>(at - low * 2 * unit) / static_cast<double>(2 * unit);
      taps = {{static_cast<int64_t>(low), 1 - part}, {static_cast<int64_t>(low) + 1, part}};
    } else {  // every element that the window touches
      const auto first = static_cast<int64_t>(floor_div(start, unit));
      const auto last = static_cast<int64_t>(-floor_div(-(start + window), unit));
      for (int64_t p = first; p < last; ++p) taps.push_back({p, 1});
    }
  }
  return axis;
}

struct Problem {
  const Resample& o;
  TensorDesc x, y;  // of the large and the pooled tensor
  std::vector<Axis> axes;
  double volume = 1;  // of a window

  Problem(const graph::Graph& g, const Resample& op)
      : o(op), x(g.desc(op.backward ? op.dx : op.x)), y(g.desc(op.backward ? op.dy : op.y)) {
    for (int d = 0; d < o.spatial; ++d) {
      axes.push_back(make_axis(o, d, y.dims[d + 2]));
      volume *= axes.back().window;
    }
  }

  // Calls f(position, weight, number, inside) for the taps of one output in row-major order; a position outside x is
  // padding. With edge padding none is.
  template <class F>
  void each_tap(const int64_t* out, F&& f) const {
    int64_t extent[kMaxSpatial] = {}, number = 0;
    for (int d = 0; d < o.spatial; ++d) extent[d] = static_cast<int64_t>(taps(out, d).size());
    each_index(o.spatial, extent, [&](const int64_t* at) {
      int64_t position[kMaxSpatial];
      double weight = 1;
      bool inside = true;
      for (int d = 0; d < o.spatial; ++d) {
        const Tap& t = taps(out, d)[static_cast<size_t>(at[d])];
        position[d] = t.position;
        weight *= t.weight;
        if (o.padding == PaddingMode::edge)
          position[d] = std::min(std::max<int64_t>(position[d], 0), x.dims[d + 2] - 1);
        inside = inside && position[d] >= 0 && position[d] < x.dims[d + 2];
      }
      f(static_cast<const int64_t*>(position), weight, number++, inside);
    });
  }
  const std::vector<Tap>& taps(const int64_t* out, int d) const {
    return axes[static_cast<size_t>(d)].taps[static_cast<size_t>(out[d])];
  }

  // What the sum of the taps is divided by.
  double divisor(const int64_t* out) const {
    if (o.mode == ResampleMode::average_include_padding) return volume;
    if (o.mode != ResampleMode::average_exclude_padding) return 1;
    double n = 0;
    each_tap(out, [&](const int64_t*, double, int64_t, bool inside) { n += inside; });
    return n == 0 ? 1 : n;
  }
};

// The first maximum of a window: its number and value. NaN wins, or is passed over.
struct Maximum {
  double value = -std::numeric_limits<double>::infinity();
  int64_t number = 0;
  bool found = false;
  void offer(double v, int64_t n, bool propagate_nan) {
    if (found && value != value) return;
    const bool nan = v != v;
    if (nan ? propagate_nan : !found || v > value) value = v, number = n, found = true;
  }
};

template <class Get>
Maximum maximum(const Problem& p, const int64_t* out, Get&& get) {
  Maximum m;
  p.each_tap(out, [&](const int64_t* position, double, int64_t number, bool inside) {
    if (inside)
      m.offer(get(position), number, p.o.propagate_nan);
    else if (p.o.padding == PaddingMode::zero)
      m.offer(0, number, p.o.propagate_nan);
  });
  return m;
}

struct Plane {
  int64_t index[kMaxRank];
  Plane(int64_t image, int64_t channel) : index{image, channel} {}
  const int64_t* operator()(const int64_t* spatial, int n) {
    std::copy(spatial, spatial + n, index + 2);
    return index;
  }
};

void forward(const RunArgs& a, const Resample& o) {
  const Problem p(a.graph, o);
  const View x = view(a, o.x), y = view(a, o.y), places = view(a, o.index);
  const auto& k = a.scalars();
  each_element(p.y, 256, [&](const int64_t* index) {
    const int64_t* out = index + 2;
    Plane plane(index[0], index[1]);
    auto get = [&](const int64_t* position) { return x.get(plane(position, o.spatial)); };
    double r = 0;
    if (o.mode == ResampleMode::max) {
      const Maximum m = maximum(p, out, get);
      r = m.value;
      if (places) places.set(index, static_cast<double>(m.number));
    } else {
      p.each_tap(out, [&](const int64_t* position, double weight, int64_t, bool inside) {
        if (inside && weight != 0) r += weight * get(position);
      });
      r /= p.divisor(out);
    }
    y.blend(y.data, y.at(index), k.alpha, r, k.beta);
  });
}

// One plane (image and channel) after the other: its gradient is collected in double.
void backward(const RunArgs& a, const Resample& o) {
  const Problem p(a.graph, o);
  const View x = view(a, o.x), dy = view(a, o.dy), dx = view(a, o.dx), places = view(a, o.index);
  const auto& k = a.scalars();
  int64_t size = 1;
  for (int d = 0; d < o.spatial; ++d) size *= p.x.dims[d + 2];
  parallel_for(p.x.dims[0] * p.x.dims[1], [&](int64_t n) {
    Plane plane(n / p.x.dims[1], n % p.x.dims[1]);
    std::vector<double> sum(static_cast<size_t>(size));
    auto at = [&](const int64_t* position) -> double& {
      int64_t i = 0;
      for (int d = 0; d < o.spatial; ++d) i = i * p.x.dims[d + 2] + position[d];
      return sum[static_cast<size_t>(i)];
    };
    each_index(o.spatial, p.y.dims + 2, [&](const int64_t* out) {
      const double g = dy.get(plane(out, o.spatial));
      if (o.mode != ResampleMode::max) {
        const double divisor = p.divisor(out);
        p.each_tap(out, [&](const int64_t* position, double weight, int64_t, bool inside) {
          if (inside && weight != 0) at(position) += weight * g / divisor;
        });
        return;
      }
      Maximum m;
      if (places) {
        m.number = static_cast<int64_t>(places.get(plane(out, o.spatial)));
        m.found = true;
      } else {
        m = maximum(p, out, [&](const int64_t* position) { return x.get(plane(position, o.spatial)); });
      }
      p.each_tap(out, [&](const int64_t* position, double, int64_t number, bool inside) {
        if (m.found && inside && number == m.number) at(position) += g;
      });
    });
    each_index(o.spatial, p.x.dims + 2, [&](const int64_t* position) {
      dx.blend(dx.data, dx.at(plane(position, o.spatial)), k.alpha, at(position), k.beta);
    });
  });
}

Check run(const RunArgs& a) {
  const Resample& o = *a.graph.only<Resample>();
  o.backward ? backward(a, o) : forward(a, o);
  return {};
}

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Resample>();
  if (!o) return no("takes a single resampling");
  if (o->index != graph::kNone && !is_integer(g.desc(o->index).dtype))
    return no("{} is {}; positions are integers", g.name(o->index), dtype_name(g.desc(o->index).dtype));
  return have_values(g);
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Resample>();
  double window = 1;
  for (int d = 0; d < o.spatial; ++d) window *= static_cast<double>(o.window[d]) / static_cast<double>(o.window_den[d]);
  return {0.05 * (window + 1) * static_cast<double>(g.desc(o.backward ? o.dy : o.y).count()), 0};
}

Result<Plan> build(const graph::Graph&, const Device&) { return Plan{&reference_resample, 0, run}; }

}  // namespace

const Engine reference_resample{117, "reference.resample", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
