// Reference statistics of batch norm: the sums of a tensor, what follows from them, and the gradients of the
// parameters. Any types and strides; sums in double, one channel at a time.
#include <cmath>

#include "engines/reference/access.h"
#include "plan/engine.h"

namespace girih::engines {
extern const Engine reference_bn_statistics;
namespace {

using namespace girih::reference;
using graph::BnBackwardWeights;
using graph::BnFinalize;
using graph::GenStats;
using graph::kNone;
using graph::TensorId;

// A tensor with one element for each channel; reads as `absent` and swallows writes when there is none.
struct Vector {
  void* data = nullptr;
  TensorDesc desc;
  LoadFn load = nullptr;
  BlendFn blend = nullptr;
  double absent;

  Vector(const RunArgs& a, TensorId id, double absent = 0) : data(a.ptr(id)), absent(absent) {
    if (id == kNone) return;
    desc = a.graph.desc(id);
    load = loader(desc.dtype);
    blend = blender(desc.dtype);
  }
  int64_t at(int64_t n) const {
    int64_t o = 0;
    for (int i = desc.rank - 1; i >= 0; --i) {
      o += n % desc.dims[i] * desc.strides[i];
      n /= desc.dims[i];
    }
    return o;
  }
  double get(int64_t n) const { return load ? load(data, at(n)) : absent; }
  void set(int64_t n, double v) const {
    if (blend) blend(data, at(n), 1, v, 0);
  }
};

// A tensor whose dim 1 is the channel.
struct Samples {
  const void* data;
  TensorDesc desc;
  LoadFn load;

  Samples(const RunArgs& a, TensorId id) : data(a.ptr(id)), desc(a.graph.desc(id)), load(loader(desc.dtype)) {}
  double get(const int64_t* index) const { return load(data, offset(desc, index)); }
  double count() const { return static_cast<double>(desc.count()) / static_cast<double>(desc.dims[1]); }
  template <class F>
  void each(int64_t channel, F&& f) const {  // f(index) for every element of the channel
    int64_t dims[kMaxRank];
    std::copy_n(desc.dims, desc.rank, dims);
    dims[1] = 1;
    each_index(desc.rank, dims, [&](const int64_t* at) {
      int64_t index[kMaxRank];
      std::copy_n(at, desc.rank, index);
      index[1] = channel;
      f(static_cast<const int64_t*>(index));
    });
  }
};

template <class F>
void each_channel(int64_t channels, F&& f) {
  parallel_range(channels, 1, [&](int64_t begin, int64_t end) {
    for (int64_t c = begin; c < end; ++c) f(c);
  });
}

void run(const GenStats& o, const RunArgs& a) {
  const Samples x(a, o.x);
  const Vector sum(a, o.sum), square_sum(a, o.square_sum);
  each_channel(x.desc.dims[1], [&](int64_t c) {
    double s = 0, q = 0;
    x.each(c, [&](const int64_t* i) {
      const double v = x.get(i);
      s += v;
      q += v * v;
    });
    sum.set(c, s);
    square_sum.set(c, q);
  });
}

void run(const BnFinalize& o, const RunArgs& a) {
  const Vector sum(a, o.sum), square_sum(a, o.square_sum), scale(a, o.scale, 1), bias(a, o.bias);
  const Vector running_mean(a, o.running_mean), running_var(a, o.running_var);
  const Vector new_mean(a, o.new_running_mean), new_var(a, o.new_running_var);
  const Vector saved_mean(a, o.saved_mean), saved_invstd(a, o.saved_invstd);
  const Vector eq_scale(a, o.eq_scale), eq_bias(a, o.eq_bias);
  const double count = Vector(a, o.count).get(0), epsilon = Vector(a, o.epsilon).get(0);
  const double factor = Vector(a, o.factor, 1).get(0);
  const TensorId first = o.training ? o.sum : o.running_mean;
  each_channel(a.graph.desc(first).count(), [&](int64_t c) {
    double mean = running_mean.get(c), variance = running_var.get(c);
    if (o.training) {
      // Factor 1 forgets the old value, whatever it is.
      const double old_mean = factor == 1 ? 0 : (1 - factor) * mean,
                   old_var = factor == 1 ? 0 : (1 - factor) * variance;
      mean = sum.get(c) / count;
      // Rounding of the sums can leave a small negative difference.
      variance = square_sum.get(c) / count - mean * mean;
      if (variance < 0) variance = 0;
      // m/(m-1) makes the variance unbiased; one sample has none: the biased one is kept, as batch norm does.
      const double unbiased = variance * (count > 1 ? count / (count - 1) : 1);
      new_mean.set(c, old_mean + factor * mean);
      new_var.set(c, old_var + factor * unbiased);
    }
    const double invstd = 1 / std::sqrt(variance + epsilon), s = scale.get(c) * invstd;
    const double shift = bias.get(c) - mean * s;  // read before anything is written over it
    saved_mean.set(c, mean);
    saved_invstd.set(c, invstd);
    eq_scale.set(c, s);
    eq_bias.set(c, shift);
  });
}

// dx = scale * invstd * (dy - dbias/m - (x - mean) * invstd * dscale/m), sorted by dy, x and 1.
void run(const BnBackwardWeights& o, const RunArgs& a) {
  const Samples x(a, o.x), dy(a, o.dy);
  const Vector mean(a, o.mean), invstd(a, o.invstd, 1), scale(a, o.scale, 1);
  const Vector dscale(a, o.dscale), dbias(a, o.dbias);
  const Vector eq_dy(a, o.eq_dy_scale), eq_x(a, o.eq_x_scale), eq_bias(a, o.eq_bias);
  const double m = x.count();
  each_channel(x.desc.dims[1], [&](int64_t c) {
    const double mu = mean.get(c), r = invstd.get(c);
    double sum = 0, sum_x = 0;
    x.each(c, [&](const int64_t* i) {
      const double g = dy.get(i);
      sum += g;
      sum_x += g * (x.get(i) - mu) * r;
    });
    const double s = scale.get(c) * r, slope = s * r * sum_x / m;
    dscale.set(c, sum_x);
    dbias.set(c, sum);
    eq_dy.set(c, s);
    eq_x.set(c, -slope);
    eq_bias.set(c, slope * mu - s * sum / m);
  });
}

// The first tensor of an operation whose elements cannot be read.
struct FindUnreadable {
  const graph::Graph& g;
  const graph::Tensor* found = nullptr;
  void operator()(const char*, TensorId id) {
    if (id != kNone && !found && !loader(g.desc(id).dtype)) found = &g.tensor(id);
  }
  template <class T>
  void operator()(const char*, const T&) {}
};

Verdict supports(const graph::Graph& g, const Device&) {
  FindUnreadable find{g};
  if (const auto* stats = g.only<GenStats>())
    visit(find, *stats);
  else if (const auto* finalize = g.only<BnFinalize>())
    visit(find, *finalize);
  else if (const auto* weights = g.only<BnBackwardWeights>())
    visit(find, *weights);
  else
    return no("takes a single operation of batch norm's statistics");
  if (!find.found) return yes();
  return no("{}: the element type {} has no conversion", find.found->name, dtype_name(find.found->desc.dtype));
}

Estimate estimate(const graph::Graph& g, const Device&) {
  double elements = 0;
  for (const auto& t : g.tensors) elements += static_cast<double>(t.desc.count());
  return {1e-2 * elements, 0};  // about 10 ns an element
}

Result<Plan> build(const graph::Graph&, const Device&) {
  return Plan{&reference_bn_statistics, 0, [](const RunArgs& a) -> Check {
                if (const auto* stats = a.graph.only<GenStats>()) run(*stats, a);
                if (const auto* finalize = a.graph.only<BnFinalize>()) run(*finalize, a);
                if (const auto* weights = a.graph.only<BnBackwardWeights>()) run(*weights, a);
                return {};
              }};
}

}  // namespace

const Engine reference_bn_statistics{126,  "reference.bn_statistics", DeviceKind::cpu, Notes{}, supports, estimate,
                                     build};

}  // namespace girih::engines
