// Batch normalization, any rank and strides, two-pass statistics in f64: one feature (a channel, or one position of a
// sample per activation) at a time.
#include <atomic>
#include <cmath>

#include "engines/reference/loops.h"
#include "plan/engine.h"

namespace girih::engines {

extern const Engine reference_norm;

namespace {

using graph::BatchNorm;
using graph::NormActivation;
using graph::NormPhase;
using graph::TensorId;
using reference::offset;

// Features are numbered as the packed parameters are; the elements behind one are those that differ in N (and, when
// spatial, in the spatial dims).
struct Features {
  int rank;
  int64_t own[kMaxRank], shared[kMaxRank];
  int64_t count = 1;
  double samples = 1;

  Features(const TensorDesc& x, bool spatial) : rank(x.rank) {
    for (int i = 0; i < rank; ++i) {
      const bool is_shared = i == 0 || (spatial && i > 1);
      own[i] = is_shared ? 1 : x.dims[i];
      shared[i] = is_shared ? x.dims[i] : 1;
      count *= own[i];
      samples *= static_cast<double>(shared[i]);
    }
  }
  template <class F>
  void each(F&& f) const {  // f(feature, index of its first element)
    parallel_range(count, 1, [&](int64_t begin, int64_t end) {
      for (int64_t n = begin; n < end; ++n) {
        int64_t first[kMaxRank], rest = n;
        for (int i = rank - 1; i >= 0; --i) {
          first[i] = rest % own[i];
          rest /= own[i];
        }
        f(n, static_cast<const int64_t*>(first));
      }
    });
  }
  template <class F>
  void each_sample(const int64_t* first, F&& f) const {  // f(index)
    reference::each_index(rank, shared, [&](const int64_t* at) {
      int64_t index[kMaxRank];
      for (int i = 0; i < rank; ++i) index[i] = first[i] + at[i];
      f(static_cast<const int64_t*>(index));
    });
  }
};

// A tensor of the call, or nothing.
template <class T>
struct View {
  T* data;
  const TensorDesc* desc;
  View(const RunArgs& a, TensorId id) : data(a.ptr<T>(id)), desc(id == graph::kNone ? nullptr : &a.graph.desc(id)) {}
  explicit operator bool() const { return data; }
  T& operator[](const int64_t* index) const { return data[offset(*desc, index)]; }
  double at(const int64_t* index) const { return load<double>(data[offset(*desc, index)]); }
};

// Where the ReLU of the Ex calls keeps its bits. Pixels are counted as NHWC tensors store them.
struct Mask {
  uint32_t* words;
  const TensorDesc& x;
  int64_t rows;
  Mask(const RunArgs& a, const BatchNorm& o) : words(a.ptr<uint32_t>(o.reserve)), x(a.graph.desc(o.x)) {
    rows = x.count() / std::max<int64_t>(1, x.dims[1]);
  }
  graph::MaskBit bit(const int64_t* index) const {
    int64_t row = index[0];
    for (int i = 2; i < x.rank; ++i) row = row * x.dims[i] + index[i];
    return graph::relu_mask_bit(rows, row, index[1]);
  }
  // Channels share words, so threads meet here; clearing bits in any order gives the same word.
  void pass(const int64_t* index) const {
    const graph::MaskBit b = bit(index);
    std::atomic_ref(words[b.word]).fetch_and(~(1u << b.bit), std::memory_order_relaxed);
  }
  bool blocked(const int64_t* index) const {
    const graph::MaskBit b = bit(index);
    return (words[b.word] >> b.bit) & 1;
  }
};

struct Moments {
  double mean = 0, variance = 0;  // biased
};

template <class T>
Moments moments(const Features& f, const int64_t* first, const View<T>& x) {
  Moments m;
  f.each_sample(first, [&](const int64_t* i) { m.mean += x.at(i); });
  m.mean /= f.samples;
  f.each_sample(first, [&](const int64_t* i) {
    const double d = x.at(i) - m.mean;
    m.variance += d * d;
  });
  m.variance /= f.samples;
  return m;
}

// running = (1-factor)*running + factor*value; factor 1 forgets the old value, whatever it is.
template <class P>
void update(P* running, int64_t n, double factor, double value) {
  if (!running) return;
  const double old = factor == 1 ? 0 : (1 - factor) * static_cast<double>(running[n]);
  running[n] = static_cast<P>(old + factor * value);
}

template <class T, class P>
void forward(const BatchNorm& o, const RunArgs& a, const graph::Scalars& k) {
  const View<T> x(a, o.x), y(a, o.y), z(a, o.z);
  const Features f(*x.desc, o.spatial);
  const Mask mask(a, o);
  const P *scale = a.ptr<P>(o.scale), *bias = a.ptr<P>(o.bias);
  P *running_mean = a.ptr<P>(o.running_mean), *running_var = a.ptr<P>(o.running_var);
  P *saved_mean = a.ptr<P>(o.saved_mean), *saved_invstd = a.ptr<P>(o.saved_invstd);
  if (mask.words) std::fill_n(mask.words, graph::relu_mask_bytes(*x.desc) / 4, ~0u);  // beyond the tensor: blocked
  f.each([&](int64_t n, const int64_t* first) {
    Moments m;
    if (o.phase == NormPhase::training) {
      m = moments(f, first, x);
      update(running_mean, n, k.factor, m.mean);
      // m/(m-1) makes the variance unbiased. One sample has none: the biased 0 is kept (NVIDIA's library gives NaN).
      update(running_var, n, k.factor, m.variance * (f.samples > 1 ? f.samples / (f.samples - 1) : 1));
    } else {
      m = {static_cast<double>(running_mean[n]), static_cast<double>(running_var[n])};
    }
    const double invstd = 1 / std::sqrt(m.variance + k.epsilon);
    if (saved_mean) saved_mean[n] = static_cast<P>(m.mean);
    if (saved_invstd) saved_invstd[n] = static_cast<P>(invstd);
    const double factor = static_cast<double>(scale[n]) * invstd, shift = static_cast<double>(bias[n]);
    f.each_sample(first, [&](const int64_t* i) {
      double v = (x.at(i) - m.mean) * factor + shift;
      if (z) v += z.at(i);
      if (mask.words && v > 0) mask.pass(i);
      if (o.activation == NormActivation::relu) v = v > 0 || v != v ? v : 0;
      reference::blend(y[i], k.alpha, v, k.beta);
    });
  });
}

template <class T, class P>
void backward(const BatchNorm& o, const RunArgs& a, const graph::Scalars& k) {
  const View<T> x(a, o.x), y(a, o.y), dy(a, o.dy), dx(a, o.dx), dz(a, o.dz);
  const Features f(*x.desc, o.spatial);
  const Mask mask(a, o);
  const P *scale = a.ptr<P>(o.scale), *bias = a.ptr<P>(o.bias);
  const P *saved_mean = a.ptr<P>(o.saved_mean), *saved_invstd = a.ptr<P>(o.saved_invstd);
  P *dscale = a.ptr<P>(o.dscale), *dbias = a.ptr<P>(o.dbias);
  f.each([&](int64_t n, const int64_t* first) {
    double mean, invstd;
    if (saved_mean) {
      mean = static_cast<double>(saved_mean[n]);
      invstd = static_cast<double>(saved_invstd[n]);
    } else {
      const Moments m = moments(f, first, x);
      mean = m.mean;
      invstd = 1 / std::sqrt(m.variance + k.epsilon);
    }
    const double gamma = static_cast<double>(scale[n]);
    // The gradient behind the activation.
    auto gradient = [&](const int64_t* i) {
      const double g = dy.at(i);
      if (o.activation == NormActivation::none) return g;
      if (mask.words) return mask.blocked(i) ? 0.0 : g;
      const double v = y ? y.at(i) : (x.at(i) - mean) * invstd * gamma + static_cast<double>(bias[n]);
      return v > 0 ? g : 0.0;
    };
    double sum = 0, sum_x = 0;  // of the gradient, and of the gradient times the normalized x
    f.each_sample(first, [&](const int64_t* i) {
      const double g = gradient(i);
      sum += g;
      sum_x += g * (x.at(i) - mean) * invstd;
    });
    reference::blend(dbias[n], k.alpha2, sum, k.beta2);
    reference::blend(dscale[n], k.alpha2, sum_x, k.beta2);
    f.each_sample(first, [&](const int64_t* i) {
      const double g = gradient(i), normalized = (x.at(i) - mean) * invstd;
      if (dz) dz[i] = store<T>(g);  // before dx: dx may be dy's memory
      reference::blend(dx[i], k.alpha, gamma * invstd * (g - (sum + normalized * sum_x) / f.samples), k.beta);
    });
  });
}

Verdict supports(const graph::Graph& g, const Device&) {
  return g.only<BatchNorm>() ? yes() : no("takes a single batch normalization");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {0.05 * static_cast<double>(g.desc(g.only<BatchNorm>()->x).count()), 0};
}

Result<Plan> build(const graph::Graph&, const Device&) {
  return Plan{&reference_norm, 0, [](const RunArgs& a) -> Check {
                const auto& o = *a.graph.only<BatchNorm>();
                const graph::Scalars& k = a.scalars();
                dispatch_float(a.graph.desc(o.x).dtype, [&](auto t) {
                  using T = typename decltype(t)::type;
                  using P = std::conditional_t<std::is_same_v<T, double>, double, float>;
                  o.phase == NormPhase::backward ? backward<T, P>(o, a, k) : forward<T, P>(o, a, k);
                });
                return {};
              }};
}

}  // namespace

const Engine reference_norm{105, "reference.norm", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
