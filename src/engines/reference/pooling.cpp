// Pooling, any rank and strides: one output of the pass at a time.
#include <limits>
#include <vector>

#include "engines/reference/loops.h"
#include "plan/engine.h"

namespace girih::engines {

extern const Engine reference_pooling;

namespace {

using graph::Pooling;
using graph::PoolingMode;
using reference::offset;

// Where maxima start: the lowest finite number of the type (behaviour.md 6).
template <class T>
constexpr double lowest() {
  return static_cast<double>(std::numeric_limits<T>::lowest());
}
template <>
constexpr double lowest<f16>() {
  return -65504;
}
template <>
constexpr double lowest<bf16>() {
  return -0x1.fep127;
}

bool is_max(const Pooling& o) { return o.mode == PoolingMode::max || o.mode == PoolingMode::max_deterministic; }

// The part of one window that lies in the image: [begin, end) of each spatial dimension.
struct Window {
  int64_t begin[graph::kMaxSpatial], extent[graph::kMaxSpatial];
  int64_t count = 1;  // elements inside
  int64_t size = 1;   // elements with padding
};

Window window_of(const Pooling& o, const TensorDesc& x, const int64_t* out) {
  Window w;
  for (int i = 0; i < o.spatial; ++i) {
    const int64_t first = out[2 + i] * o.stride[i] - o.pad[i];
    w.begin[i] = std::max<int64_t>(first, 0);
    w.extent[i] = std::max<int64_t>(0, std::min(first + o.window[i], x.dims[2 + i]) - w.begin[i]);
    w.count *= w.extent[i];
    w.size *= o.window[i];
  }
  return w;
}

// Calls f(offset into x) for every element of the window inside the image, row-major.
template <class F>
void each_inside(const Pooling& o, const TensorDesc& x, const int64_t* out, const Window& w, F&& f) {
  int64_t index[kMaxRank] = {out[0], out[1]};
  reference::each_index(o.spatial, w.extent, [&](const int64_t* at) {
    for (int i = 0; i < o.spatial; ++i) index[2 + i] = w.begin[i] + at[i];
    f(offset(x, index));
  });
}

template <class T>
double pool(const Pooling& o, const TensorDesc& xd, const T* x, const int64_t* out) {
  const Window w = window_of(o, xd, out);
  if (is_max(o)) {
    double best = lowest<T>();
    each_inside(o, xd, out, w, [&](int64_t at) {
      const double v = load<double>(x[at]);
      if (v > best || (v != v && o.propagate_nan)) best = v;
    });
    return best;
  }
  double sum = 0;
  each_inside(o, xd, out, w, [&](int64_t at) { sum += load<double>(x[at]); });
  const int64_t n = o.mode == PoolingMode::average_include_padding ? w.size : w.count;
  return n ? sum / static_cast<double>(n) : 0;  // an average of nothing: 0, where NVIDIA's library may give NaN
}

// Offset of the element that takes the gradient of this maximum.
constexpr int64_t kNoWinner = std::numeric_limits<int64_t>::min();
template <class T>
int64_t winner(const Pooling& o, const TensorDesc& xd, const T* x, const int64_t* out) {
  // Only the deterministic mode leaves a window of -inf without a winner (behaviour.md 6).
  const double least =
      o.mode == PoolingMode::max_deterministic ? lowest<T>() : -std::numeric_limits<double>::infinity();
  int64_t first = kNoWinner;
  double best = 0;
  each_inside(o, xd, out, window_of(o, xd, out), [&](int64_t at) {
    const double v = load<double>(x[at]);
    const bool better = first == kNoWinner ? v >= least : v > best;
    if (better || (v != v && best == best && o.propagate_nan)) {
      first = at;
      best = v;
    }
  });
  return first;
}

template <class T>
void forward(const Pooling& o, const RunArgs& a, const graph::Scalars& k) {
  const TensorDesc &xd = a.graph.desc(o.x), &yd = a.graph.desc(o.y);
  const T* x = a.ptr<T>(o.x);
  T* y = a.ptr<T>(o.y);
  reference::each_element(
      yd, 256, [&](const int64_t* out) { reference::blend(y[offset(yd, out)], k.alpha, pool(o, xd, x, out), k.beta); });
}

// One element of dx gathers from the windows that hold it, so that threads never meet.
template <class T>
void backward(const Pooling& o, const RunArgs& a, const graph::Scalars& k) {
  const TensorDesc &dxd = a.graph.desc(o.dx), &dyd = a.graph.desc(o.dy);
  const T* dy = a.ptr<T>(o.dy);
  T* dx = a.ptr<T>(o.dx);
  std::vector<int64_t> winners;  // of every window, dy's elements in row-major order
  TensorDesc packed = dyd;
  set_packed_strides(packed, Layout::nchw);
  if (is_max(o)) {
    const TensorDesc& xd = a.graph.desc(o.x);
    const T* x = a.ptr<T>(o.x);
    winners.resize(static_cast<size_t>(dyd.count()));
    reference::each_element(dyd, 64, [&](const int64_t* out) {
      winners[static_cast<size_t>(offset(packed, out))] = winner(o, xd, x, out);
    });
  }
  reference::each_element(dxd, 64, [&](const int64_t* in) {
    // Windows out with first <= in < first + window, first = out * stride - pad.
    int64_t low[graph::kMaxSpatial], extent[graph::kMaxSpatial], out[kMaxRank] = {in[0], in[1]};
    for (int i = 0; i < o.spatial; ++i) {
      const int64_t last = in[2 + i] + o.pad[i], before = last - o.window[i];
      low[i] = before < 0 ? 0 : before / o.stride[i] + 1;
      const int64_t high = last < 0 ? -1 : std::min(last / o.stride[i], dyd.dims[2 + i] - 1);
      extent[i] = std::max<int64_t>(0, high - low[i] + 1);
    }
    const int64_t self = is_max(o) ? offset(a.graph.desc(o.x), in) : 0;
    double sum = 0;
    reference::each_index(o.spatial, extent, [&](const int64_t* at) {
      for (int i = 0; i < o.spatial; ++i) out[2 + i] = low[i] + at[i];
      const double g = load<double>(dy[offset(dyd, out)]);
      if (is_max(o)) {
        if (winners[static_cast<size_t>(offset(packed, out))] == self) sum += g;
      } else {
        const Window w = window_of(o, dxd, out);
        sum += g / static_cast<double>(o.mode == PoolingMode::average_include_padding ? w.size : w.count);
      }
    });
    reference::blend(dx[offset(dxd, in)], k.alpha, sum, k.beta);
  });
}

Verdict supports(const graph::Graph& g, const Device&) {
  return g.only<Pooling>() ? yes() : no("takes a single pooling");
}

double work(const graph::Graph& g) {
  const auto& o = *g.only<Pooling>();
  double taps = static_cast<double>(g.desc(o.backward ? o.dy : o.y).count());
  for (int i = 0; i < o.spatial; ++i) taps *= static_cast<double>(o.window[i]);
  return taps;
}

Estimate estimate(const graph::Graph& g, const Device&) { return {.microseconds = 0.02 * work(g)}; }

Result<Plan> build(const graph::Graph&, const Device&) {
  return Plan{&reference_pooling, 0, [](const RunArgs& a) -> Check {
                const auto& o = *a.graph.only<Pooling>();
                const graph::Scalars& k = a.scalars();
                const DType type = a.graph.desc(o.backward ? o.dx : o.x).dtype;
                if (!o.backward && type == DType::i8)
                  forward<int8_t>(o, a, k);
                else
                  dispatch_float(type, [&](auto t) {
                    using T = typename decltype(t)::type;
                    o.backward ? backward<T>(o, a, k) : forward<T>(o, a, k);
                  });
                return {};
              }};
}

}  // namespace

const Engine reference_pooling{103, "reference.pooling", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
