// Reference norms of the graph API, forward and backward: any types, strides and broadcast. Statistics in two passes
// and in double. A feature is one mean and variance; its samples are the elements that share them.
#include <cmath>
#include <optional>
#include <vector>

#include "engines/reference/rows.h"
#include "engines/reference/views.h"
#include "plan/engine.h"

namespace girih::engines {
extern const Engine reference_normalize;
namespace {

using namespace girih::reference;
using graph::kNone;
using graph::NormBackward;
using graph::NormForward;
using graph::NormMode;
using graph::TensorId;

constexpr int64_t kRun = 256;

// One dim of x, or a part of it: group norm cuts C into groups (factor C / G) and what is in one (factor 1).
struct Axis {
  int dim;
  int64_t n, factor;
  bool shared;  // its elements share their statistics
};

struct Axes {
  TensorDesc x;
  int64_t groups = 0;
  std::vector<Axis> list;

  // How far an operand goes along an axis; dims of 1 are broadcast, and so is a group's one element.
  int64_t stride(const TensorDesc& t, const Axis& a) const {
    const int64_t n = t.dims[a.dim];
    if (t.rank == 0 || n == 1) return 0;
    if (n == x.dims[a.dim]) return t.strides[a.dim] * a.factor;
    return a.factor > 1 ? t.strides[a.dim] : 0;
  }
};

// The statistics of x are laid out like `stats` where they are a tensor, else as the mode and the scale say.
Result<Axes> make_axes(const graph::Graph& g, NormMode mode, TensorId x, TensorId stats, TensorId scale) {
  Axes a{g.desc(x), 0, {}};
  for (int i = 0; i < a.x.rank; ++i) {
    const int64_t n = a.x.dims[i];
    if (mode == NormMode::group && i == 1) {
      if (stats == kNone)
        return not_supported("group norm: the number of groups is dim 1 of the statistics, and there are none");
      a.groups = g.desc(stats).dims[1];
      if (a.groups < 1 || n % a.groups != 0)
        return not_supported("group norm: {} channels cannot be split into {} groups", n, a.groups);
      a.list.push_back({1, a.groups, n / a.groups, false});
      a.list.push_back({1, n / a.groups, 1, true});
      continue;
    }
    bool shared;
    if (stats != kNone)
      shared = g.desc(stats).dims[i] == 1;
    else if (mode == NormMode::instance)
      shared = i >= 2;
    else if (mode == NormMode::batch)
      shared = i != 1;
    else if (scale != kNone)
      shared = g.desc(scale).dims[i] != 1 && !(mode == NormMode::ada_layer && i == 0);
    else
      shared = i > 0;
    a.list.push_back({i, n, 1, shared});
  }
  return a;
}

// The operands of one pass, walked along the axes for which `pick` says yes.
template <int N, class F>
Rows<N> make_rows(const Axes& axes, const TensorDesc* const (&desc)[N], F&& pick) {
  Rows<N> rows;
  for (const Axis& a : axes.list) {
    if (!pick(a)) continue;
    std::array<int64_t, N> s{};
    for (size_t t = 0; t < N; ++t) s[t] = desc[t] ? axes.stride(*desc[t], a) : 0;
    rows.add(a.n, s);
  }
  rows.finish();
  return rows;
}
template <int N>
Rows<N> features(const Axes& axes, const TensorDesc* const (&desc)[N]) {
  return make_rows(axes, desc, [](const Axis& a) { return !a.shared; });
}
template <int N>
Rows<N> samples(const Axes& axes, const TensorDesc* const (&desc)[N]) {
  return make_rows(axes, desc, [](const Axis& a) { return a.shared; });
}

// A tensor read and written in runs; reads as `absent` where there is none.
struct Operand {
  View v;
  LoadRunFn load = nullptr;
  StoreRunFn store = nullptr;
  double absent;

  Operand(const RunArgs& args, TensorId id, double absent) : v(view(args, id)), absent(absent) {
    if (!v) return;
    load = run_loader(v.desc.dtype);
    store = run_storer(v.desc.dtype);
  }
  const TensorDesc* desc() const { return v ? &v.desc : nullptr; }
  void read(int64_t first, int64_t stride, int64_t n, double* out) const {
    if (v)
      load(v.data, first, stride, n, out);
    else
      std::fill_n(out, n, absent);
  }
  double get(int64_t at) const { return v ? v.load(v.data, at) : absent; }
  void set(int64_t at, double value) const {
    if (v) v.blend(v.data, at, 1, value, 0);
  }
};

struct Statistics {
  double mean, variance, inverse;
};

// mean and the biased variance of the samples at `base`; RMS: 0 and the mean square.
Statistics measure(const Rows<4>& rows, const Rows<4>::Offsets& base, const Operand& x, bool rms, double epsilon) {
  double buffer[kRun], sum = 0;
  const double n = static_cast<double>(rows.count());
  Statistics s{};
  if (!rms) {
    rows.walk(base, kRun, [&](const auto& at, int64_t count) {
      x.read(at[0], rows.stride(0), count, buffer);
      for (int64_t i = 0; i < count; ++i) sum += buffer[i];
    });
    s.mean = sum / n;
  }
  double squares = 0;
  rows.walk(base, kRun, [&](const auto& at, int64_t count) {
    x.read(at[0], rows.stride(0), count, buffer);
    for (int64_t i = 0; i < count; ++i) squares += (buffer[i] - s.mean) * (buffer[i] - s.mean);
  });
  s.variance = squares / n;
  s.inverse = 1 / std::sqrt(s.variance + epsilon);
  return s;
}

void parallel_features(int64_t count, int64_t samples, const auto& f) {
  parallel_range(count, std::max<int64_t>(1, 2048 / std::max<int64_t>(1, samples)), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) f(i);
  });
}

// Inference with statistics given: nothing is measured.
bool statistics_given(const NormForward& o) {
  return !o.training && o.inv_variance != kNone && (o.mode == NormMode::rms || o.mean != kNone);
}

void run_forward(const NormForward& o, const Axes& axes, const RunArgs& args) {
  const bool rms = o.mode == NormMode::rms, given = statistics_given(o);
  const Operand x(args, o.x, 0), y(args, o.y, 0), scale(args, o.scale, 1), bias(args, o.bias, 0);
  const Operand mean(args, o.mean, 0), inverse(args, o.inv_variance, 0);
  const Operand old_mean(args, o.running_mean, 0), old_var(args, o.running_var, 0);
  const Operand new_mean(args, o.new_running_mean, 0), new_var(args, o.new_running_var, 0);
  const double epsilon = o.epsilon == kNone ? 0 : view(args, o.epsilon).number(0);
  const double factor = o.factor == kNone ? 1 : view(args, o.factor).number(0);
  const auto outer = features<10>(axes, {x.desc(), y.desc(), scale.desc(), bias.desc(), mean.desc(), inverse.desc(),
                                         old_mean.desc(), old_var.desc(), new_mean.desc(), new_var.desc()});
  const auto inner = samples<4>(axes, {x.desc(), y.desc(), scale.desc(), bias.desc()});
  const double count = static_cast<double>(inner.count());
  parallel_features(outer.count(), inner.count(), [&](int64_t feature) {
    const auto at = outer.at(feature);
    const std::array<int64_t, 4> base = {at[0], at[1], at[2], at[3]};
    Statistics s{};
    if (given) {
      s.mean = rms ? 0 : mean.get(at[4]);
      s.inverse = inverse.get(at[5]);
    } else {
      s = measure(inner, base, x, rms, epsilon);
    }
    if (o.training) {
      mean.set(at[4], s.mean);
      inverse.set(at[5], s.inverse);
      // Factor 1 forgets the old values, whatever they are. One sample has no unbiased variance: the biased one.
      const double keep = 1 - factor, unbiased = s.variance * (count > 1 ? count / (count - 1) : 1);
      new_mean.set(at[8], (keep == 0 ? 0 : keep * old_mean.get(at[6])) + factor * s.mean);
      new_var.set(at[9], (keep == 0 ? 0 : keep * old_var.get(at[7])) + factor * unbiased);
    }
    double in[kRun], factor_run[kRun], shift[kRun];
    inner.walk(base, kRun, [&](const auto& run, int64_t n) {
      x.read(run[0], inner.stride(0), n, in);
      scale.read(run[2], inner.stride(2), n, factor_run);
      bias.read(run[3], inner.stride(3), n, shift);
      for (int64_t i = 0; i < n; ++i) in[i] = (in[i] - s.mean) * s.inverse * factor_run[i] + shift[i];
      y.store(y.v.data, run[1], inner.stride(1), n, in);
    });
  });
}

// With g = dy * scale and x^ = (x - mean) * inverse: dx = inverse * (g - mean of g - x^ * mean of g x^); RMS norm
// subtracts no mean.
void run_backward(const NormBackward& o, const Axes& axes, const RunArgs& args) {
  const bool rms = o.mode == NormMode::rms;
  const bool given = o.inv_variance != kNone && (rms || o.mean != kNone);
  const Operand x(args, o.x, 0), dy(args, o.dy, 0), dx(args, o.dx, 0), scale(args, o.scale, 1);
  const Operand mean(args, o.mean, 0), inverse(args, o.inv_variance, 0);
  const double epsilon = o.epsilon == kNone ? 0 : view(args, o.epsilon).number(0);
  const auto inner = samples<4>(axes, {x.desc(), dy.desc(), dx.desc(), scale.desc()});
  const double count = static_cast<double>(inner.count());
  // Mean and inverse of each feature, packed in the order of the axes: the seventh operand of `outer`.
  Rows<7> outer;
  std::vector<int64_t> packed(axes.list.size());
  int64_t size = 1;
  for (size_t i = axes.list.size(); i-- > 0;) {
    const Axis& a = axes.list[i];
    if (a.shared) continue;
    packed[i] = size;
    size *= a.n;
    const TensorDesc* desc[6] = {x.desc(), dy.desc(), dx.desc(), scale.desc(), mean.desc(), inverse.desc()};
    std::array<int64_t, 7> s{};
    for (size_t t = 0; t < 6; ++t) s[t] = desc[t] ? axes.stride(*desc[t], a) : 0;
    s[6] = packed[i];
    outer.add(a.n, s);
  }
  outer.finish();
  std::vector<double> means(static_cast<size_t>(size)), inverses(means.size());

  parallel_features(outer.count(), inner.count(), [&](int64_t feature) {
    const auto at = outer.at(feature);
    const std::array<int64_t, 4> base = {at[0], at[1], at[2], at[3]};
    Statistics s{};
    if (given) {
      s.mean = rms ? 0 : mean.get(at[4]);
      s.inverse = inverse.get(at[5]);
    } else {
      s = measure(inner, base, x, rms, epsilon);
    }
    means[static_cast<size_t>(at[6])] = s.mean;
    inverses[static_cast<size_t>(at[6])] = s.inverse;
    if (!dx.v) return;
    double in[kRun], grad[kRun], factor[kRun], sum = 0, sum_x = 0;
    const auto read = [&](const auto& run, int64_t n) {
      x.read(run[0], inner.stride(0), n, in);
      dy.read(run[1], inner.stride(1), n, grad);
      scale.read(run[3], inner.stride(3), n, factor);
      for (int64_t i = 0; i < n; ++i) {
        in[i] = (in[i] - s.mean) * s.inverse;
        grad[i] *= factor[i];
      }
    };
    inner.walk(base, kRun, [&](const auto& run, int64_t n) {
      read(run, n);
      for (int64_t i = 0; i < n; ++i) {
        sum += grad[i];
        sum_x += grad[i] * in[i];
      }
    });
    const double shift = rms ? 0 : sum / count, slope = sum_x / count;
    inner.walk(base, kRun, [&](const auto& run, int64_t n) {
      read(run, n);
      for (int64_t i = 0; i < n; ++i) grad[i] = s.inverse * (grad[i] - shift - in[i] * slope);
      dx.store(dx.v.data, run[2], inner.stride(2), n, grad);
    });
  });

  // Each element of dscale and dbias sums over all elements of x that it belongs to.
  const auto gradient = [&](TensorId id, bool normalized) {
    const Operand out(args, id, 0);
    if (!out.v) return;
    Rows<4> own, rest;  // x, dy, packed statistics, the gradient
    for (size_t i = 0; i < axes.list.size(); ++i) {
      const Axis& a = axes.list[i];
      const std::array<int64_t, 4> s = {axes.stride(x.v.desc, a), axes.stride(dy.v.desc, a), a.shared ? 0 : packed[i],
                                        axes.stride(out.v.desc, a)};
      const int64_t n = out.v.desc.dims[a.dim];
      const bool kept = n != 1 && (n == axes.x.dims[a.dim] || a.factor > 1);
      (kept ? own : rest).add(a.n, s);
    }
    own.finish(), rest.finish();
    parallel_features(own.count(), rest.count(), [&](int64_t element) {
      const auto base = own.at(element);
      double in[kRun], grad[kRun], sum = 0;
      rest.walk(base, kRun, [&](const auto& run, int64_t n) {
        dy.read(run[1], rest.stride(1), n, grad);
        if (normalized) {
          x.read(run[0], rest.stride(0), n, in);
          for (int64_t i = 0; i < n; ++i) {
            const auto f = static_cast<size_t>(run[2] + i * rest.stride(2));
            grad[i] *= (in[i] - means[f]) * inverses[f];
          }
        }
        for (int64_t i = 0; i < n; ++i) sum += grad[i];
      });
      out.set(base[3], sum);
    });
  };
  gradient(o.dscale, true);
  gradient(o.dbias, false);
}

Result<Axes> forward_axes(const graph::Graph& g, const NormForward& o) {
  return make_axes(g, o.mode, o.x, o.inv_variance != kNone ? o.inv_variance : o.mean, o.scale);
}
Result<Axes> backward_axes(const graph::Graph& g, const NormBackward& o) {
  return make_axes(g, o.mode, o.x, o.inv_variance != kNone ? o.inv_variance : o.mean, o.scale);
}

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* forward = g.only<NormForward>();
  const auto* backward = g.only<NormBackward>();
  if (!forward && !backward) return no("takes a single norm");
  const auto axes = forward ? forward_axes(g, *forward) : backward_axes(g, *backward);
  if (!axes) return no("{}", axes.error().text);
  return have_values(g);
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto* forward = g.only<NormForward>();
  const double n = static_cast<double>(g.desc(forward ? forward->x : g.only<NormBackward>()->x).count());
  return {(forward ? 1e-2 : 2e-2) * n, 0};  // about 10 ns an element, 20 backward
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  if (const auto* o = g.only<NormForward>()) {
    GIRIH_TRY_ASSIGN(Axes axes, forward_axes(g, *o));
    return Plan{&reference_normalize, 0, [o = *o, axes](const RunArgs& args) -> Check {
                  run_forward(o, axes, args);
                  return {};
                }};
  }
  const NormBackward o = *g.only<NormBackward>();
  GIRIH_TRY_ASSIGN(Axes axes, backward_axes(g, o));
  return Plan{&reference_normalize, 0, [o, axes](const RunArgs& args) -> Check {
                run_backward(o, axes, args);
                return {};
              }};
}

}  // namespace

const Engine reference_normalize{115, "reference.normalize", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
