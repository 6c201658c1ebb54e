// LRN and divisive normalization, any rank and strides. The elements that share windows (the channels at one position,
// or one plane) form a block; a block is read into double, so outputs may lie on inputs.
#include <cmath>
#include <vector>

#include "engines/reference/loops.h"
#include "plan/engine.h"

namespace girih::engines {

extern const Engine reference_lrn;

namespace {

using graph::Lrn;
using graph::TensorId;
using reference::offset;

struct Blocks {
  int rank;
  int64_t outer[kMaxRank], inner[kMaxRank];
  int64_t before, after;  // reach of the window of an element, in every windowed dim
  int64_t count = 1, size = 1;
  double area = 1;  // n^d

  Blocks(const Lrn& o, const TensorDesc& t)
      : rank(t.rank), before((o.window - 1) / 2), after(o.window - 1 - (o.window - 1) / 2) {
    for (int i = 0; i < rank; ++i) {
      const bool windowed = o.divisive ? i > 1 : i == 1;
      outer[i] = windowed ? 1 : t.dims[i];
      inner[i] = windowed ? t.dims[i] : 1;
      count *= outer[i];
      size *= inner[i];
      if (windowed) area *= o.window;
    }
  }
  // f(number in the block, index in the block)
  template <class F>
  void each(F&& f) const {
    int64_t n = 0;
    reference::each_index(rank, inner, [&](const int64_t* at) { f(n++, at); });
  }
  // f(number) for the elements from `back` before to `ahead` after, in every windowed dim.
  template <class F>
  void each_near(const int64_t* at, int64_t back, int64_t ahead, F&& f) const {
    int64_t first[kMaxRank], extent[kMaxRank];
    for (int i = 0; i < rank; ++i) {
      first[i] = std::max<int64_t>(0, at[i] - back);
      extent[i] = std::min(inner[i] - 1, at[i] + ahead) - first[i] + 1;
    }
    reference::each_index(rank, extent, [&](const int64_t* step) {
      int64_t n = 0;
      for (int i = 0; i < rank; ++i) n = n * inner[i] + first[i] + step[i];
      f(n);
    });
  }
};

// A tensor of the call, or nothing; `base` moves to the block.
template <class T>
struct View {
  T* data;
  const TensorDesc* desc;
  View(const RunArgs& a, TensorId id) : data(a.ptr<T>(id)), desc(id == graph::kNone ? nullptr : &a.graph.desc(id)) {}
  explicit operator bool() const { return data; }
  int64_t base(const int64_t* first) const { return data ? offset(*desc, first) : 0; }
  T& operator()(int64_t base, const int64_t* at) const { return data[base + offset(*desc, at)]; }
};

// One block in double: values, means, s of the header, and g = dy * x * s^(-beta-1) of the backward pass.
struct Scratch {
  double *x, *m, *s, *g, *dy;
  static constexpr int64_t kArrays = 5;
  Scratch(double* memory, int64_t size)
      : x(memory), m(memory + size), s(memory + 2 * size), g(memory + 3 * size), dy(memory + 4 * size) {}
};

template <class T>
void run_block(const Lrn& o, const graph::Scalars& k, const Blocks& b, const RunArgs& a, const int64_t* first,
               const Scratch& c) {
  const View<T> x(a, o.x), means(a, o.means);
  const int64_t x0 = x.base(first), m0 = means.base(first);
  b.each([&](int64_t n, const int64_t* at) {
    c.x[n] = load<double>(x(x0, at));
    c.m[n] = means ? load<double>(means(m0, at)) : 0;
  });
  b.each([&](int64_t n, const int64_t* at) {
    double sum = 0;
    b.each_near(at, b.before, b.after, [&](int64_t j) {
      const double d = c.x[j] - c.m[n];
      sum += d * d;
    });
    c.s[n] = o.k + o.alpha / b.area * sum;
  });
  if (!o.backward) {
    const View<T> y(a, o.y);
    const int64_t y0 = y.base(first);
    b.each([&](int64_t n, const int64_t* at) {
      reference::blend(y(y0, at), k.alpha, c.x[n] * std::pow(c.s[n], -o.beta), k.beta);
    });
    return;
  }
  const View<T> dy(a, o.dy), dx(a, o.dx), dmeans(a, o.dmeans);
  const int64_t dy0 = dy.base(first), dx0 = dx.base(first), dm0 = dmeans.base(first);
  b.each([&](int64_t n, const int64_t* at) {
    c.dy[n] = load<double>(dy(dy0, at));
    c.g[n] = c.dy[n] * c.x[n] * std::pow(c.s[n], -o.beta - 1);
  });
  const double factor = 2 * o.alpha * o.beta / b.area;
  b.each([&](int64_t n, const int64_t* at) {
    double sum = 0;  // over the elements whose window holds this one
    b.each_near(at, b.after, b.before, [&](int64_t j) { sum += c.g[j] * (c.x[n] - c.m[j]); });
    reference::blend(dx(dx0, at), k.alpha, c.dy[n] * std::pow(c.s[n], -o.beta) - factor * sum, k.beta);
    if (!dmeans) return;
    double deviation = 0;
    b.each_near(at, b.before, b.after, [&](int64_t j) { deviation += c.x[j] - c.m[n]; });
    reference::blend(dmeans(dm0, at), k.alpha, factor * c.g[n] * deviation, k.beta);
  });
}

template <class T>
void run(const Lrn& o, const RunArgs& a, const graph::Scalars& k) {
  const Blocks b(o, a.graph.desc(o.x));
  // Chunks have scratch of their own, allocated here: a worker must not throw. 4 Mi doubles, or one block.
  const int64_t per_block = Scratch::kArrays * b.size;
  const int64_t chunks = std::clamp<int64_t>((int64_t{4} << 20) / std::max<int64_t>(1, per_block), 1, 64);
  const int64_t grain = (b.count + chunks - 1) / chunks;
  if (b.count == 0 || b.size == 0) return;
  std::vector<double> memory(static_cast<size_t>((b.count + grain - 1) / grain * per_block));
  parallel_range(b.count, grain, [&](int64_t begin, int64_t end) {
    const Scratch scratch(memory.data() + begin / grain * per_block, b.size);
    for (int64_t n = begin; n < end; ++n) {
      int64_t first[kMaxRank], rest = n;
      for (int i = b.rank - 1; i >= 0; --i) {
        first[i] = rest % b.outer[i];
        rest /= b.outer[i];
      }
      run_block<T>(o, k, b, a, first, scratch);
    }
  });
}

Verdict supports(const graph::Graph& g, const Device&) {
  return g.only<Lrn>() ? yes() : no("takes one local response or divisive normalization");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Lrn>();
  return {0.1 * static_cast<double>(g.desc(o.x).count()) * Blocks(o, g.desc(o.x)).area, 0};
}

Result<Plan> build(const graph::Graph&, const Device&) {
  return Plan{&reference_lrn, 0, [](const RunArgs& a) -> Check {
                const auto& o = *a.graph.only<Lrn>();
                dispatch_float(a.graph.desc(o.x).dtype,
                               [&](auto t) { run<typename decltype(t)::type>(o, a, a.scalars()); });
                return {};
              }};
}

}  // namespace

const Engine reference_lrn{108, "reference.lrn", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
