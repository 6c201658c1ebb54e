// Batch normalization of packed f32 tensors without activation: spatial in NCHW or NHWC, per activation in NCHW.
#include <algorithm>
#include <cmath>
#include <memory>

#include "base/parallel.h"
#include "engines/cpu/norm/packed/kernels.h"
#include "plan/engine.h"

namespace girih::engines {

extern const Engine cpu_norm_packed;

namespace {

using graph::BatchNorm;
using graph::NormActivation;
using graph::NormPhase;
using norm::Coefficients;
using norm::GradientSums;
using norm::kGroup;
using norm::Moments;
using norm::Shape;
using norm::Slice;

bool all_packed(const graph::Graph& g, const BatchNorm& o, Layout layout) {
  for (graph::TensorId id : {o.x, o.y, o.dy, o.dx})
    if (id != graph::kNone && !is_packed(g.desc(id), layout)) return false;
  return true;
}

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<BatchNorm>();
  if (!o) return no("takes a single batch normalization");
  const TensorDesc& x = g.desc(o->x);
  if (x.dtype != DType::f32) return no("{} is {}; this engine takes f32", g.name(o->x), dtype_name(x.dtype));
  if (o->activation != NormActivation::none) return no("this engine has no activation");
  if (o->phase == NormPhase::backward && o->saved_mean == graph::kNone)
    return no("this engine needs the saved mean and inverse deviation");
  if (!all_packed(g, *o, Layout::nchw) && (!o->spatial || !all_packed(g, *o, Layout::nhwc)))
    return no("the tensors are not all packed NCHW{}", o->spatial ? " or all packed NHWC" : "");
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {1e-3 * static_cast<double>(g.desc(g.only<BatchNorm>()->x).count()), 0};
}

// How the work is cut. It depends on the shape alone, so that the sums have the same order on any number of threads.
struct Cut {
  Shape shape;
  int64_t outer;     // images or rows
  int64_t group;     // features in a group
  int64_t groups;    // of features
  int64_t segments;  // of outer indices
  double samples;    // numbers behind one feature

  Slice slice(int64_t g, int64_t s) const {
    return {g * group, std::min(group, shape.features - g * group), outer * s / segments, outer * (s + 1) / segments};
  }
};

Cut cut(const graph::Graph& g, const BatchNorm& o) {
  const TensorDesc& x = g.desc(o.x);
  int64_t spatial = 1;
  for (int i = 2; i < x.rank; ++i) spatial *= x.dims[i];
  Cut c;
  if (!o.spatial) {
    c.shape = {x.dims[1] * spatial, 0};
    c.outer = x.dims[0];
  } else if (spatial > 1 && all_packed(g, o, Layout::nchw)) {
    c.shape = {x.dims[1], spatial};
    c.outer = x.dims[0];
  } else {
    c.shape = {x.dims[1], 0};
    c.outer = x.dims[0] * spatial;
  }
  c.group = c.shape.run ? 1 : kGroup;
  c.groups = (c.shape.features + c.group - 1) / c.group;
  c.samples = static_cast<double>(x.count()) / static_cast<double>(c.shape.features);
  // Sixteen tasks feed the threads of a desktop; one segment is enough when the groups alone are as many.
  const int64_t least = c.shape.run ? 1 : 64;  // rows worth a task
  c.segments = std::clamp<int64_t>(16 / std::max<int64_t>(1, c.groups), 1, std::max<int64_t>(1, c.outer / least));
  return c;
}

// Calls partial(group, segment) for all, then total(group), then apply(group, segment). With one segment a group goes
// through all three while its numbers are in the cache.
template <class Partial, class Total, class Apply>
void three_steps(const Cut& c, Partial&& partial, Total&& total, Apply&& apply) {
  if (c.segments == 1)
    return parallel_for(c.groups, [&](int64_t g) {
      partial(g, 0);
      total(g);
      apply(g, 0);
    });
  parallel_for(c.groups * c.segments, [&](int64_t i) { partial(i / c.segments, i % c.segments); });
  for (int64_t g = 0; g < c.groups; ++g) total(g);
  parallel_for(c.groups * c.segments, [&](int64_t i) { apply(i / c.segments, i % c.segments); });
}

template <class T>
std::unique_ptr<T[]> uninitialized(int64_t n) {
  return std::make_unique_for_overwrite<T[]>(static_cast<size_t>(n));
}

// alpha * ((x - mean) * factor + bias): what the mean loses as an f32 goes into the last term.
Coefficients forward_coefficients(double mean, double factor, double bias, double alpha) {
  const auto sub = static_cast<float>(mean);
  const double rest = mean - static_cast<double>(sub);
  return {static_cast<float>(alpha * factor), sub, static_cast<float>(alpha * (bias - rest * factor)), 0};
}

// running = (1-factor)*running + factor*value; factor 1 forgets the old value, whatever it is.
void update(float* running, int64_t n, double factor, double value) {
  if (!running) return;
  const double old = factor == 1 ? 0 : (1 - factor) * static_cast<double>(running[n]);
  running[n] = static_cast<float>(old + factor * value);
}

void training(const Cut& c, const BatchNorm& o, const RunArgs& a) {
  const graph::Scalars& k = a.scalars();
  const auto* x = a.ptr<const float>(o.x);
  auto* y = a.ptr<float>(o.y);
  const auto *scale = a.ptr<const float>(o.scale), *bias = a.ptr<const float>(o.bias);
  auto *running_mean = a.ptr<float>(o.running_mean), *running_var = a.ptr<float>(o.running_var);
  auto *saved_mean = a.ptr<float>(o.saved_mean), *saved_invstd = a.ptr<float>(o.saved_invstd);
  const auto parts = uninitialized<Moments>(c.groups * c.group * c.segments);
  const auto coefficients = uninitialized<Coefficients>(c.groups * c.group);
  const norm::Kernels& kernels = norm::kernels();
  auto part = [&](int64_t g, int64_t s) { return parts.get() + (g * c.segments + s) * c.group; };
  three_steps(
      c, [&](int64_t g, int64_t s) { kernels.moments(c.shape, c.slice(g, s), x, part(g, s)); },
      [&](int64_t g) {
        const Slice t = c.slice(g, 0);
        for (int64_t i = 0; i < t.width; ++i) {
          const int64_t n = t.first + i;
          Moments m = part(g, 0)[i];
          for (int64_t s = 1; s < c.segments; ++s) merge(m, part(g, s)[i]);
          const double variance = m.squares / m.count;
          const double invstd = 1 / std::sqrt(variance + k.epsilon);
          update(running_mean, n, k.factor, m.mean);
          // One sample has no unbiased variance: the biased 0 is kept.
          update(running_var, n, k.factor, m.count > 1 ? m.squares / (m.count - 1) : variance);
          if (saved_mean) saved_mean[n] = static_cast<float>(m.mean);
          if (saved_invstd) saved_invstd[n] = static_cast<float>(invstd);
          coefficients[static_cast<size_t>(n)] = forward_coefficients(m.mean, static_cast<double>(scale[n]) * invstd,
                                                                      static_cast<double>(bias[n]), k.alpha);
        }
      },
      [&](int64_t g, int64_t s) {
        const Slice t = c.slice(g, s);
        kernels.forward(c.shape, t, x, y, coefficients.get() + t.first, static_cast<float>(k.beta));
      });
}

void inference(const Cut& c, const BatchNorm& o, const RunArgs& a) {
  const graph::Scalars& k = a.scalars();
  const auto *scale = a.ptr<const float>(o.scale), *bias = a.ptr<const float>(o.bias);
  const auto *mean = a.ptr<const float>(o.running_mean), *var = a.ptr<const float>(o.running_var);
  const auto coefficients = uninitialized<Coefficients>(c.shape.features);
  for (int64_t n = 0; n < c.shape.features; ++n)
    coefficients[static_cast<size_t>(n)] =
        forward_coefficients(static_cast<double>(mean[n]),
                             static_cast<double>(scale[n]) / std::sqrt(static_cast<double>(var[n]) + k.epsilon),
                             static_cast<double>(bias[n]), k.alpha);
  parallel_for(c.groups * c.segments, [&](int64_t i) {
    const Slice t = c.slice(i / c.segments, i % c.segments);
    norm::kernels().forward(c.shape, t, a.ptr<const float>(o.x), a.ptr<float>(o.y), coefficients.get() + t.first,
                            static_cast<float>(k.beta));
  });
}

// With xh = (x - mean) * invstd and m samples: dbias = sum dy, dscale = sum dy * xh,
// dx = scale * invstd * (dy - dbias/m - xh * dscale/m).
void backward(const Cut& c, const BatchNorm& o, const RunArgs& a) {
  const graph::Scalars& k = a.scalars();
  const auto *x = a.ptr<const float>(o.x), *dy = a.ptr<const float>(o.dy);
  auto* dx = a.ptr<float>(o.dx);
  const auto *scale = a.ptr<const float>(o.scale), *mean = a.ptr<const float>(o.saved_mean),
             *invstd = a.ptr<const float>(o.saved_invstd);
  auto *dscale = a.ptr<float>(o.dscale), *dbias = a.ptr<float>(o.dbias);
  const auto parts = uninitialized<GradientSums>(c.groups * c.group * c.segments);
  const auto coefficients = uninitialized<Coefficients>(c.groups * c.group);
  for (int64_t n = 0; n < c.shape.features; ++n) coefficients[static_cast<size_t>(n)] = {0, mean[n], 0, 0};
  const norm::Kernels& kernels = norm::kernels();
  auto part = [&](int64_t g, int64_t s) { return parts.get() + (g * c.segments + s) * c.group; };
  auto blend = [&](float* p, double value) {
    *p = static_cast<float>(k.beta2 == 0 ? k.alpha2 * value : k.alpha2 * value + k.beta2 * static_cast<double>(*p));
  };
  three_steps(
      c,
      [&](int64_t g, int64_t s) {
        const Slice t = c.slice(g, s);
        kernels.gradient_sums(c.shape, t, x, dy, coefficients.get() + t.first, part(g, s));
      },
      [&](int64_t g) {
        const Slice t = c.slice(g, 0);
        for (int64_t i = 0; i < t.width; ++i) {
          const int64_t n = t.first + i;
          GradientSums sums = part(g, 0)[i];
          for (int64_t s = 1; s < c.segments; ++s) {
            sums.g += part(g, s)[i].g;
            sums.gx += part(g, s)[i].gx;
          }
          const double r = static_cast<double>(invstd[n]);
          const double factor = k.alpha * static_cast<double>(scale[n]) * r;
          blend(dbias + n, sums.g);
          blend(dscale + n, sums.gx * r);
          coefficients[static_cast<size_t>(n)] = {static_cast<float>(-factor * r * r * sums.gx / c.samples), mean[n],
                                                  static_cast<float>(sums.g / c.samples), static_cast<float>(factor)};
        }
      },
      [&](int64_t g, int64_t s) {
        const Slice t = c.slice(g, s);
        kernels.backward(c.shape, t, x, dy, dx, coefficients.get() + t.first, static_cast<float>(k.beta));
      });
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  const BatchNorm& o = *g.only<BatchNorm>();
  return Plan{&cpu_norm_packed, 0, [o, c = cut(g, o)](const RunArgs& a) -> Check {
                if (c.shape.features == 0 || c.outer == 0) return {};
                o.phase == NormPhase::training    ? training(c, o, a)
                : o.phase == NormPhase::inference ? inference(c, o, a)
                                                  : backward(c, o, a);
                return {};
              }};
}

}  // namespace

const Engine cpu_norm_packed{205, "cpu.norm.packed", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
