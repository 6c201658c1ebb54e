#include "engines/cpu/norm/packed/kernels.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/cpu/norm/packed/kernels.cpp"
#include "engines/cpu/simd/targets.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

// Statistics go by blocks that fit in the first cache: the mean of the block first, then the deviations from it, all in
// f32; blocks are merged in f64. So a large offset costs no digits, and memory is read once.
HWY_BEFORE_NAMESPACE();
namespace girih::norm {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

constexpr int64_t kBlock = 1024;  // numbers of a run in one block
constexpr int64_t kRows = 32;     // rows of columns in one block: 32 KB at most

HWY_INLINE float reduce(V a, V b, V c, V e) {
  const D d;
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(a, b), hn::Add(c, e))));
}

// For blocks whose sums do not fit in f32: infinities and NaN, and numbers beyond 1e18 or so.
Moments wide_moments(const float* x, int64_t stride, int64_t n) {
  Moments m{static_cast<double>(n), 0, 0};
  for (int64_t i = 0; i < n; ++i) m.mean += static_cast<double>(x[i * stride]);
  m.mean /= m.count;
  for (int64_t i = 0; i < n; ++i) {
    const double d = static_cast<double>(x[i * stride]) - m.mean;
    m.squares += d * d;
  }
  return m;
}

// --- planes ---

Moments block_moments(const float* x, int64_t n) {
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  V s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
  int64_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    s0 = hn::Add(s0, hn::LoadU(d, x + i));
    s1 = hn::Add(s1, hn::LoadU(d, x + i + lanes));
    s2 = hn::Add(s2, hn::LoadU(d, x + i + 2 * lanes));
    s3 = hn::Add(s3, hn::LoadU(d, x + i + 3 * lanes));
  }
  for (; i + lanes <= n; i += lanes) s0 = hn::Add(s0, hn::LoadU(d, x + i));
  float sum = reduce(s0, s1, s2, s3);
  for (; i < n; ++i) sum += x[i];
  const float centre = sum / static_cast<float>(n);
  const V middle = hn::Set(d, centre);
  V r0 = hn::Zero(d), r1 = r0, q0 = r0, q1 = r0;  // deviations and their squares
  for (i = 0; i + 2 * lanes <= n; i += 2 * lanes) {
    const V a = hn::Sub(hn::LoadU(d, x + i), middle), b = hn::Sub(hn::LoadU(d, x + i + lanes), middle);
    r0 = hn::Add(r0, a);
    r1 = hn::Add(r1, b);
    q0 = hn::MulAdd(a, a, q0);
    q1 = hn::MulAdd(b, b, q1);
  }
  double rest = static_cast<double>(reduce(r0, r1, hn::Zero(d), hn::Zero(d)));
  double squares = static_cast<double>(reduce(q0, q1, hn::Zero(d), hn::Zero(d)));
  for (; i < n; ++i) {
    const double a = static_cast<double>(x[i] - centre);
    rest += a;
    squares += a * a;
  }
  if (!std::isfinite(rest + squares)) return wide_moments(x, 1, n);
  // The deviations sum to the rounding error of `centre`: put it right.
  const auto count = static_cast<double>(n);
  return {count, static_cast<double>(centre) + rest / count, squares - rest * rest / count};
}

GradientSums block_sums(const float* x, const float* g, int64_t n, float sub) {
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const V middle = hn::Set(d, sub);
  V g0 = hn::Zero(d), g1 = g0, p0 = g0, p1 = g0;
  int64_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    const V a = hn::LoadU(d, g + i), b = hn::LoadU(d, g + i + lanes);
    g0 = hn::Add(g0, a);
    g1 = hn::Add(g1, b);
    p0 = hn::MulAdd(a, hn::Sub(hn::LoadU(d, x + i), middle), p0);
    p1 = hn::MulAdd(b, hn::Sub(hn::LoadU(d, x + i + lanes), middle), p1);
  }
  GradientSums s{static_cast<double>(reduce(g0, g1, hn::Zero(d), hn::Zero(d))),
                 static_cast<double>(reduce(p0, p1, hn::Zero(d), hn::Zero(d)))};
  for (; i < n; ++i) {
    s.g += static_cast<double>(g[i]);
    s.gx += static_cast<double>(g[i]) * static_cast<double>(x[i] - sub);
  }
  return s;
}

// Start of the run of feature c in image n.
HWY_INLINE int64_t run_at(const Shape& s, int64_t n, int64_t c) { return (n * s.features + c) * s.run; }

void forward_run(const float* x, float* y, int64_t n, const Coefficients& k, float beta) {
  if (beta == 0)
    for (int64_t i = 0; i < n; ++i) y[i] = k.mul * (x[i] - k.sub) + k.add;
  else
    for (int64_t i = 0; i < n; ++i) y[i] = k.mul * (x[i] - k.sub) + k.add + beta * y[i];
}
void backward_run(const float* x, const float* dy, float* dx, int64_t n, const Coefficients& k, float beta) {
  if (beta == 0)
    for (int64_t i = 0; i < n; ++i) dx[i] = k.mul * (x[i] - k.sub) + k.with * (dy[i] - k.add);
  else
    for (int64_t i = 0; i < n; ++i) dx[i] = k.mul * (x[i] - k.sub) + k.with * (dy[i] - k.add) + beta * dx[i];
}

// --- columns ---

void column_block(const float* x, int64_t stride, int64_t rows, int64_t width, Moments* out) {
  float centre[kGroup], rest[kGroup], squares[kGroup];
  std::fill_n(centre, width, 0.0f);
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < width; ++c) centre[c] += x[r * stride + c];
  const auto count = static_cast<double>(rows);
  for (int64_t c = 0; c < width; ++c) {
    centre[c] /= static_cast<float>(rows);
    rest[c] = squares[c] = 0;
  }
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < width; ++c) {
      const float a = x[r * stride + c] - centre[c];
      rest[c] += a;
      squares[c] += a * a;
    }
  for (int64_t c = 0; c < width; ++c) {
    const auto e = static_cast<double>(rest[c]), q = static_cast<double>(squares[c]);
    if (std::isfinite(e + q))
      merge(out[c], {count, static_cast<double>(centre[c]) + e / count, q - e * e / count});
    else
      merge(out[c], wide_moments(x + c, stride, rows));
  }
}

void column_sums(const float* x, const float* dy, int64_t stride, int64_t rows, int64_t width, const Coefficients* k,
                 GradientSums* out) {
  float g[kGroup], gx[kGroup], sub[kGroup];
  for (int64_t c = 0; c < width; ++c) {
    g[c] = gx[c] = 0;
    sub[c] = k[c].sub;
  }
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < width; ++c) {
      const float v = dy[r * stride + c];
      g[c] += v;
      gx[c] += v * (x[r * stride + c] - sub[c]);
    }
  for (int64_t c = 0; c < width; ++c) {
    out[c].g += static_cast<double>(g[c]);
    out[c].gx += static_cast<double>(gx[c]);
  }
}

// --- both ---

void moments(const Shape& s, const Slice& t, const float* x, Moments* out) {
  std::fill_n(out, t.width, Moments{});
  if (s.run)
    for (int64_t n = t.begin; n < t.end; ++n)
      for (int64_t i = 0; i < s.run; i += kBlock)
        merge(*out, block_moments(x + run_at(s, n, t.first) + i, std::min(kBlock, s.run - i)));
  else
    for (int64_t r = t.begin; r < t.end; r += kRows)
      column_block(x + r * s.features + t.first, s.features, std::min(kRows, t.end - r), t.width, out);
}

void gradient_sums(const Shape& s, const Slice& t, const float* x, const float* dy, const Coefficients* k,
                   GradientSums* out) {
  std::fill_n(out, t.width, GradientSums{});
  if (s.run)
    for (int64_t n = t.begin; n < t.end; ++n)
      for (int64_t i = 0; i < s.run; i += kBlock) {
        const int64_t at = run_at(s, n, t.first) + i;
        const GradientSums b = block_sums(x + at, dy + at, std::min(kBlock, s.run - i), k->sub);
        out->g += b.g;
        out->gx += b.gx;
      }
  else
    for (int64_t r = t.begin; r < t.end; r += kRows) {
      const int64_t at = r * s.features + t.first;
      column_sums(x + at, dy + at, s.features, std::min(kRows, t.end - r), t.width, k, out);
    }
}

// The coefficients of a group, one array each, for loops over the features of a row.
struct Columns {
  float mul[kGroup], sub[kGroup], add[kGroup], with[kGroup];
};
void spread(const Coefficients* k, int64_t width, Columns& c) {
  for (int64_t i = 0; i < width; ++i) {
    c.mul[i] = k[i].mul;
    c.sub[i] = k[i].sub;
    c.add[i] = k[i].add;
    c.with[i] = k[i].with;
  }
}

void forward(const Shape& s, const Slice& t, const float* x, float* y, const Coefficients* k, float beta) {
  if (s.run) {
    for (int64_t n = t.begin; n < t.end; ++n)
      forward_run(x + run_at(s, n, t.first), y + run_at(s, n, t.first), s.run, *k, beta);
    return;
  }
  Columns c;
  spread(k, t.width, c);
  for (int64_t r = t.begin; r < t.end; ++r) {
    const float* in = x + r * s.features + t.first;
    float* out = y + r * s.features + t.first;
    if (beta == 0)
      for (int64_t i = 0; i < t.width; ++i) out[i] = c.mul[i] * (in[i] - c.sub[i]) + c.add[i];
    else
      for (int64_t i = 0; i < t.width; ++i) out[i] = c.mul[i] * (in[i] - c.sub[i]) + c.add[i] + beta * out[i];
  }
}

void backward(const Shape& s, const Slice& t, const float* x, const float* dy, float* dx, const Coefficients* k,
              float beta) {
  if (s.run) {
    for (int64_t n = t.begin; n < t.end; ++n) {
      const int64_t at = run_at(s, n, t.first);
      backward_run(x + at, dy + at, dx + at, s.run, *k, beta);
    }
    return;
  }
  Columns c;
  spread(k, t.width, c);
  for (int64_t r = t.begin; r < t.end; ++r) {
    const int64_t at = r * s.features + t.first;
    const float *in = x + at, *g = dy + at;
    float* out = dx + at;
    if (beta == 0)
      for (int64_t i = 0; i < t.width; ++i) out[i] = c.mul[i] * (in[i] - c.sub[i]) + c.with[i] * (g[i] - c.add[i]);
    else
      for (int64_t i = 0; i < t.width; ++i)
        out[i] = c.mul[i] * (in[i] - c.sub[i]) + c.with[i] * (g[i] - c.add[i]) + beta * out[i];
  }
}

const Kernels* table() {
  static constexpr Kernels k = {moments, gradient_sums, forward, backward};
  return &k;
}

}  // namespace HWY_NAMESPACE
}  // namespace girih::norm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace girih::norm {

const Kernels& kernels() { return *GIRIH_PICK_TARGET(table)(); }

}  // namespace girih::norm
#endif
