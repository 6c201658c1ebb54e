#include "engines/cpu/pooling/direct/kernels.h"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/cpu/pooling/direct/kernels.cpp"
#include "engines/cpu/simd/targets.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

// Plain loops: compilers turn the inner ones into vectors of the target. Comparisons are joined with | and not ||, so
// that there is no branch in them.
HWY_BEFORE_NAMESPACE();
namespace girih::pooling {
namespace HWY_NAMESPACE {

constexpr int64_t kTile = 256;  // outputs of one row at a time, their running results on the stack
constexpr float kLowest = -std::numeric_limits<float>::max();

// Where the taps of an output coordinate lie: [begin, end) of the input, and the first tap inside.
struct Span {
  int64_t begin, end;
};
Span span(const Shape& s, int axis, int64_t out) {
  const int64_t first = out * s.stride[axis] - s.pad[axis];
  return {std::max<int64_t>(0, first), std::min(s.in[axis], first + s.window[axis])};
}
// The outputs [begin, end) of an axis for which a tap lies inside the input.
Span outputs_of_tap(const Shape& s, int axis, int64_t tap) {
  const int64_t shift = tap - s.pad[axis];  // in = out * stride + shift
  const int64_t begin = shift >= 0 ? 0 : (-shift + s.stride[axis] - 1) / s.stride[axis];
  const int64_t last = s.in[axis] - 1 - shift;
  return {begin, last < 0 ? 0 : std::min(s.out[axis], last / s.stride[axis] + 1)};
}
int64_t length(const Span& s) { return std::max<int64_t>(0, s.end - s.begin); }

template <bool Nan>
HWY_INLINE bool better(float v, float best) {
  return Nan ? (v > best) | (v != v) : v > best;
}

// acc[i] takes in row[i * Stride], Stride 0 meaning the run-time one.
template <Kind K, int Stride>
void take_in(float* HWY_RESTRICT acc, const float* HWY_RESTRICT row, int64_t n, int64_t stride) {
  const int64_t s = Stride ? Stride : stride;
  for (int64_t i = 0; i < n; ++i) {
    const float v = row[i * s];
    if (K == Kind::average_include)
      acc[i] += v;
    else
      acc[i] = better<K == Kind::max_nan>(v, acc[i]) ? v : acc[i];
  }
}
template <Kind K>
void take_in(float* acc, const float* row, int64_t n, int64_t stride) {
  if (stride == 1)
    take_in<K, 1>(acc, row, n, 1);
  else if (stride == 2)
    take_in<K, 2>(acc, row, n, 2);
  else
    take_in<K, 0>(acc, row, n, stride);
}
void take_in(Kind k, float* acc, const float* row, int64_t n, int64_t stride) {
  switch (k) {
    case Kind::max:
      return take_in<Kind::max>(acc, row, n, stride);
    case Kind::max_nan:
      return take_in<Kind::max_nan>(acc, row, n, stride);
    default:
      return take_in<Kind::average_include>(acc, row, n, stride);
  }
}

void finish(float* HWY_RESTRICT y, const float* HWY_RESTRICT acc, int64_t n, float alpha, float beta) {
  if (beta == 0)
    for (int64_t i = 0; i < n; ++i) y[i] = alpha * acc[i];
  else
    for (int64_t i = 0; i < n; ++i) y[i] = alpha * acc[i] + beta * y[i];
}

// Elements that the average of an output divides by; 0 for an empty window, whose average is 0.
float divisor(const Shape& s, int64_t d, int64_t h, int64_t w) {
  if (s.kind == Kind::average_include) return static_cast<float>(s.window[0] * s.window[1] * s.window[2]);
  return static_cast<float>(length(span(s, 0, d)) * length(span(s, 1, h)) * length(span(s, 2, w)));
}
float quotient(float sum, float by) { return by == 0 ? 0.0f : sum / by; }

// The commonest case by far, windows of 2x2 side by side: one pass, no running results.
bool is_pairs(const Shape& s) {
  return s.is_max() && s.in[0] == 1 && s.out[0] == 1 && s.window[0] == 1 && s.pad[0] == 0 && s.window[1] == 2 &&
         s.window[2] == 2 && s.stride[1] == 2 && s.stride[2] == 2 && s.pad[1] == 0 && s.pad[2] == 0 &&
         2 * s.out[1] <= s.in[1] && 2 * s.out[2] <= s.in[2];
}

template <bool Nan>
void forward_pairs(const Shape& s, const float* x, float* y, float alpha, float beta) {
  for (int64_t h = 0; h < s.out[1]; ++h) {
    const float* HWY_RESTRICT upper = x + 2 * h * s.in[2];
    const float* HWY_RESTRICT lower = upper + s.in[2];
    float* HWY_RESTRICT out = y + h * s.out[2];
    for (int64_t w = 0; w < s.out[2]; ++w) {
      float m = kLowest;
      m = better<Nan>(upper[2 * w], m) ? upper[2 * w] : m;
      m = better<Nan>(upper[2 * w + 1], m) ? upper[2 * w + 1] : m;
      m = better<Nan>(lower[2 * w], m) ? lower[2 * w] : m;
      m = better<Nan>(lower[2 * w + 1], m) ? lower[2 * w + 1] : m;
      out[w] = beta == 0 ? alpha * m : alpha * m + beta * out[w];
    }
  }
}

void forward_plane(const Shape& s, const float* x, float* y, float alpha, float beta) {
  float acc[kTile];
  for (int64_t d = 0; d < s.out[0]; ++d)
    for (int64_t h = 0; h < s.out[1]; ++h)
      for (int64_t first = 0; first < s.out[2]; first += kTile) {
        const int64_t n = std::min(kTile, s.out[2] - first);
        std::fill_n(acc, n, s.is_max() ? kLowest : 0.0f);
        const Span sd = span(s, 0, d), sh = span(s, 1, h);
        for (int64_t id = sd.begin; id < sd.end; ++id)
          for (int64_t ih = sh.begin; ih < sh.end; ++ih) {
            const float* row = x + (id * s.in[1] + ih) * s.in[2];
            for (int64_t tap = 0; tap < s.window[2]; ++tap) {
              const Span o = outputs_of_tap(s, 2, tap);
              const int64_t begin = std::max(o.begin, first), end = std::min(o.end, first + n);
              if (begin < end)
                take_in(s.kind, acc + (begin - first), row + (begin * s.stride[2] + tap - s.pad[2]), end - begin,
                        s.stride[2]);
            }
          }
        if (!s.is_max())
          for (int64_t i = 0; i < n; ++i) acc[i] = quotient(acc[i], divisor(s, d, h, first + i));
        finish(y + (d * s.out[1] + h) * s.out[2] + first, acc, n, alpha, beta);
      }
}

void forward_planes(const Shape& s, const float* x, float* y, float alpha, float beta, int64_t begin, int64_t end) {
  const bool pairs = is_pairs(s);
  for (int64_t p = begin; p < end; ++p) {
    const float* in = x + p * s.in_plane();
    float* out = y + p * s.out_plane();
    if (pairs && s.kind == Kind::max_nan)
      forward_pairs<true>(s, in, out, alpha, beta);
    else if (pairs)
      forward_pairs<false>(s, in, out, alpha, beta);
    else
      forward_plane(s, in, out, alpha, beta);
  }
}

void forward_rows(const Shape& s, const float* x, float* y, float alpha, float beta, int64_t begin, int64_t end) {
  float acc[kTile];
  const int64_t c = s.c;
  for (int64_t r = begin; r < end; ++r) {
    const int64_t h = r % s.out[1], d = r / s.out[1] % s.out[0], image = r / s.out[1] / s.out[0];
    const Span sd = span(s, 0, d), sh = span(s, 1, h);
    const float* in = x + image * s.in_plane() * c;
    for (int64_t w = 0; w < s.out[2]; ++w) {
      const Span sw = span(s, 2, w);
      const float by = s.is_max() ? 1.0f : divisor(s, d, h, w);
      for (int64_t first = 0; first < c; first += kTile) {
        const int64_t n = std::min(kTile, c - first);
        std::fill_n(acc, n, s.is_max() ? kLowest : 0.0f);
        for (int64_t id = sd.begin; id < sd.end; ++id)
          for (int64_t ih = sh.begin; ih < sh.end; ++ih)
            for (int64_t iw = sw.begin; iw < sw.end; ++iw)
              take_in(s.kind, acc, in + ((id * s.in[1] + ih) * s.in[2] + iw) * c + first, n, 1);
        if (!s.is_max())
          for (int64_t i = 0; i < n; ++i) acc[i] = quotient(acc[i], by);
        finish(y + (r * s.out[2] + w) * c + first, acc, n, alpha, beta);
      }
    }
  }
}

// --- backward ---

// Whether v becomes the winner of a window: the first of the largest, or the first NaN when NaN wins.
// index < 0: no winner yet.
template <bool Nan>
HWY_INLINE bool wins(float v, float best, int32_t index, float least) {
  const bool first = (index < 0) & (v >= least);
  const bool larger = (index >= 0) & (v > best);
  return Nan ? first | larger | ((v != v) & ((best == best) | (index < 0))) : first | larger;
}
float least(const Shape& s) { return s.finite_winner ? kLowest : -std::numeric_limits<float>::infinity(); }

// Whether v is the maximum m, which is NaN when a NaN won.
template <bool Nan>
HWY_INLINE bool is_maximum(float v, float m) {
  return Nan ? (v == m) | ((v != v) & (m != m)) : v == m;
}

// The same loop a vector at a time, for rows of at least one vector. The last vector overlaps the one before it, which
// is right because dx is only written.
namespace hn = hwy::HWY_NAMESPACE;
using Full = hn::ScalableTag<float>;
#if HWY_TARGET == HWY_SCALAR
using Four = Full;
#else
using Four = hn::CappedTag<float, 4>;
#endif
template <bool Nan, class V>
HWY_INLINE V larger(V v, V m) {
  const auto take = Nan ? hn::Or(hn::Gt(v, m), hn::Not(hn::Eq(v, v))) : hn::Gt(v, m);
  return hn::IfThenElse(take, v, m);
}
template <bool Nan, class V>
HWY_INLINE V winner_takes(V v, V m, V& rest) {
  auto first = hn::Eq(v, m);
  if (Nan) first = hn::Or(first, hn::Not(hn::Or(hn::Eq(v, v), hn::Eq(m, m))));
  const V taken = hn::IfThenElseZero(first, rest);
  rest = hn::IfThenZeroElse(first, rest);
  return taken;
}
// Pairs of neighbours as two vectors, and back. Ubuntu 22.04's Highway 0.16 has no instructions for it.
template <class D, class V>
HWY_INLINE void load_pairs(D d, const float* p, V& even, V& odd) {
#if HWY_MAJOR > 0 || HWY_MINOR > 16
  hn::LoadInterleaved2(d, p, even, odd);
#else
  HWY_ALIGN float part[2][HWY_MAX_BYTES / sizeof(float)];
  for (size_t i = 0; i < 2 * hn::Lanes(d); ++i) part[i % 2][i / 2] = p[i];
  even = hn::Load(d, part[0]);
  odd = hn::Load(d, part[1]);
#endif
}
template <class D, class V>
HWY_INLINE void store_pairs(V even, V odd, D d, float* p) {
#if HWY_MAJOR > 0 || HWY_MINOR > 16
  hn::StoreInterleaved2(even, odd, d, p);
#else
  HWY_ALIGN float part[2][HWY_MAX_BYTES / sizeof(float)];
  hn::Store(even, d, part[0]);
  hn::Store(odd, d, part[1]);
  for (size_t i = 0; i < 2 * hn::Lanes(d); ++i) p[i] = part[i % 2][i / 2];
#endif
}
template <bool Nan, class D>
void backward_pair_vectors(D d, const float* upper, const float* lower, const float* g, float* to_upper,
                           float* to_lower, int64_t n, float alpha, float low) {
  using V = hn::Vec<D>;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t i = 0; i < n; i += lanes) {
    const int64_t w = std::min(i, n - lanes);
    V v0, v1, v2, v3;
    load_pairs(d, upper + 2 * w, v0, v1);
    load_pairs(d, lower + 2 * w, v2, v3);
    const V m = larger<Nan>(v3, larger<Nan>(v2, larger<Nan>(v1, larger<Nan>(v0, hn::Set(d, low)))));
    V rest = hn::Mul(hn::Set(d, alpha), hn::LoadU(d, g + w));
    const V t0 = winner_takes<Nan>(v0, m, rest), t1 = winner_takes<Nan>(v1, m, rest);
    const V t2 = winner_takes<Nan>(v2, m, rest), t3 = winner_takes<Nan>(v3, m, rest);
    store_pairs(t0, t1, d, to_upper + 2 * w);
    store_pairs(t2, t3, d, to_lower + 2 * w);
  }
}

// One row of pairs. The pointers differ: dx is no input of this pass.
template <bool Nan, bool Add>
void backward_pair_row(const float* HWY_RESTRICT upper, const float* HWY_RESTRICT lower, const float* HWY_RESTRICT g,
                       float* HWY_RESTRICT to_upper, float* HWY_RESTRICT to_lower, int64_t n, float alpha, float beta,
                       float low) {
  for (int64_t w = 0; w < n; ++w) {
    const float v0 = upper[2 * w], v1 = upper[2 * w + 1], v2 = lower[2 * w], v3 = lower[2 * w + 1];
    float m = low;
    m = better<Nan>(v0, m) ? v0 : m;
    m = better<Nan>(v1, m) ? v1 : m;
    m = better<Nan>(v2, m) ? v2 : m;
    m = better<Nan>(v3, m) ? v3 : m;
    // The first that equals the maximum takes the gradient, and leaves nothing to the others.
    float rest = alpha * g[w];
    const float t0 = is_maximum<Nan>(v0, m) ? rest : 0.0f;
    rest = is_maximum<Nan>(v0, m) ? 0.0f : rest;
    const float t1 = is_maximum<Nan>(v1, m) ? rest : 0.0f;
    rest = is_maximum<Nan>(v1, m) ? 0.0f : rest;
    const float t2 = is_maximum<Nan>(v2, m) ? rest : 0.0f;
    rest = is_maximum<Nan>(v2, m) ? 0.0f : rest;
    const float t3 = is_maximum<Nan>(v3, m) ? rest : 0.0f;
    to_upper[2 * w] = Add ? t0 + beta * to_upper[2 * w] : t0;
    to_upper[2 * w + 1] = Add ? t1 + beta * to_upper[2 * w + 1] : t1;
    to_lower[2 * w] = Add ? t2 + beta * to_lower[2 * w] : t2;
    to_lower[2 * w + 1] = Add ? t3 + beta * to_lower[2 * w + 1] : t3;
  }
}

template <bool Nan>
void backward_pairs(const Shape& s, const float* x, const float* dy, float* dx, float alpha, float beta) {
  const float low = least(s);
  for (int64_t h = 0; h < s.out[1]; ++h) {
    const int64_t at = 2 * h * s.in[2], below = at + s.in[2];
    const float* g = dy + h * s.out[2];
    if (beta == 0 && s.out[2] >= static_cast<int64_t>(hn::Lanes(Full())))
      backward_pair_vectors<Nan>(Full(), x + at, x + below, g, dx + at, dx + below, s.out[2], alpha, low);
    else if (beta == 0 && s.out[2] >= static_cast<int64_t>(hn::Lanes(Four())))
      backward_pair_vectors<Nan>(Four(), x + at, x + below, g, dx + at, dx + below, s.out[2], alpha, low);
    else if (beta == 0)
      backward_pair_row<Nan, false>(x + at, x + below, g, dx + at, dx + below, s.out[2], alpha, beta, low);
    else
      backward_pair_row<Nan, true>(x + at, x + below, g, dx + at, dx + below, s.out[2], alpha, beta, low);
    for (float* row : {dx + at, dx + below})  // what no window holds
      for (int64_t w = 2 * s.out[2]; w < s.in[2]; ++w) row[w] = beta == 0 ? 0.0f : beta * row[w];
  }
  for (int64_t i = 2 * s.out[1] * s.in[2]; i < s.in_plane(); ++i) dx[i] = beta == 0 ? 0.0f : beta * dx[i];
}

void start(float* dx, int64_t n, float beta) {
  if (beta == 0)
    std::fill_n(dx, n, 0.0f);
  else
    for (int64_t i = 0; i < n; ++i) dx[i] *= beta;
}

template <bool Nan>
void compare(float* HWY_RESTRICT best, int32_t* HWY_RESTRICT index, const float* HWY_RESTRICT row, int64_t n,
             int64_t stride, int32_t at, float low) {
  for (int64_t i = 0; i < n; ++i) {
    const float v = row[i * stride];
    const bool take = wins<Nan>(v, best[i], index[i], low);
    best[i] = take ? v : best[i];
    index[i] = take ? at + static_cast<int32_t>(i * stride) : index[i];
  }
}

void backward_plane(const Shape& s, const float* x, const float* dy, float* dx, float alpha, float beta) {
  float best[kTile];
  int32_t index[kTile];
  start(dx, s.in_plane(), beta);
  for (int64_t d = 0; d < s.out[0]; ++d)
    for (int64_t h = 0; h < s.out[1]; ++h)
      for (int64_t first = 0; first < s.out[2]; first += kTile) {
        const int64_t n = std::min(kTile, s.out[2] - first);
        const float* g = dy + (d * s.out[1] + h) * s.out[2] + first;
        std::fill_n(index, n, -1);
        for (int64_t i = 0; i < n; ++i)
          best[i] = s.is_max() ? 0.0f : alpha * quotient(g[i], divisor(s, d, h, first + i));
        const Span sd = span(s, 0, d), sh = span(s, 1, h);
        for (int64_t id = sd.begin; id < sd.end; ++id)
          for (int64_t ih = sh.begin; ih < sh.end; ++ih)
            for (int64_t tap = 0; tap < s.window[2]; ++tap) {
              const Span o = outputs_of_tap(s, 2, tap);
              const int64_t begin = std::max(o.begin, first), end = std::min(o.end, first + n);
              if (begin >= end) continue;
              const int64_t at = (id * s.in[1] + ih) * s.in[2] + begin * s.stride[2] + tap - s.pad[2];
              if (s.kind == Kind::max_nan)
                compare<true>(best + (begin - first), index + (begin - first), x + at, end - begin, s.stride[2],
                              static_cast<int32_t>(at), least(s));
              else if (s.kind == Kind::max)
                compare<false>(best + (begin - first), index + (begin - first), x + at, end - begin, s.stride[2],
                               static_cast<int32_t>(at), least(s));
              else
                for (int64_t i = 0; i < end - begin; ++i) dx[at + i * s.stride[2]] += best[begin - first + i];
            }
        if (s.is_max())
          for (int64_t i = 0; i < n; ++i)
            if (index[i] >= 0) dx[index[i]] += alpha * g[i];
      }
}

void backward_planes(const Shape& s, const float* x, const float* dy, float* dx, float alpha, float beta, int64_t begin,
                     int64_t end) {
  const bool pairs = is_pairs(s);
  for (int64_t p = begin; p < end; ++p) {
    const float* in = s.is_max() ? x + p * s.in_plane() : nullptr;
    const float* g = dy + p * s.out_plane();
    float* to = dx + p * s.in_plane();
    if (pairs && s.kind == Kind::max_nan)
      backward_pairs<true>(s, in, g, to, alpha, beta);
    else if (pairs)
      backward_pairs<false>(s, in, g, to, alpha, beta);
    else
      backward_plane(s, in, g, to, alpha, beta);
  }
}

template <bool Nan>
void compare_pixel(float* HWY_RESTRICT best, int32_t* HWY_RESTRICT index, const float* HWY_RESTRICT pixel, int64_t n,
                   int32_t at, float low) {
  for (int64_t i = 0; i < n; ++i) {
    const bool take = wins<Nan>(pixel[i], best[i], index[i], low);
    best[i] = take ? pixel[i] : best[i];
    index[i] = take ? at : index[i];
  }
}

// Each channel's gradient goes to its winner. Small windows: all taps in turn, without branches.
void scatter_pixel(const int32_t* HWY_RESTRICT index, const float* HWY_RESTRICT g, float* HWY_RESTRICT dx, int64_t n,
                   int32_t at, float alpha) {
  for (int64_t i = 0; i < n; ++i) dx[i] += index[i] == at ? alpha * g[i] : 0.0f;
}

void backward_block(const Shape& s, const float* x, const float* dy, float* dx, int64_t n, float alpha, float beta) {
  float best[kChannels];
  int32_t index[kChannels];  // the pixel
  const int64_t c = s.c;
  for (int64_t i = 0; i < s.in_plane(); ++i) start(dx + i * c, n, beta);
  for (int64_t d = 0; d < s.out[0]; ++d)
    for (int64_t h = 0; h < s.out[1]; ++h)
      for (int64_t w = 0; w < s.out[2]; ++w) {
        const float* g = dy + ((d * s.out[1] + h) * s.out[2] + w) * c;
        const float by = s.is_max() ? 1.0f : divisor(s, d, h, w);
        std::fill_n(index, n, -1);
        for (int64_t i = 0; i < n; ++i) best[i] = s.is_max() ? 0.0f : alpha * quotient(g[i], by);
        const Span sd = span(s, 0, d), sh = span(s, 1, h), sw = span(s, 2, w);
        for (int64_t id = sd.begin; id < sd.end; ++id)
          for (int64_t ih = sh.begin; ih < sh.end; ++ih)
            for (int64_t iw = sw.begin; iw < sw.end; ++iw) {
              const int64_t at = (id * s.in[1] + ih) * s.in[2] + iw;
              if (s.kind == Kind::max_nan)
                compare_pixel<true>(best, index, x + at * c, n, static_cast<int32_t>(at), least(s));
              else if (s.kind == Kind::max)
                compare_pixel<false>(best, index, x + at * c, n, static_cast<int32_t>(at), least(s));
              else
                for (int64_t i = 0; i < n; ++i) dx[at * c + i] += best[i];
            }
        if (s.is_max())
          for (int64_t id = sd.begin; id < sd.end; ++id)
            for (int64_t ih = sh.begin; ih < sh.end; ++ih)
              for (int64_t iw = sw.begin; iw < sw.end; ++iw) {
                const int64_t at = (id * s.in[1] + ih) * s.in[2] + iw;
                scatter_pixel(index, g, dx + at * c, n, static_cast<int32_t>(at), alpha);
              }
      }
}

void backward_blocks(const Shape& s, const float* x, const float* dy, float* dx, float alpha, float beta, int64_t begin,
                     int64_t end) {
  const int64_t blocks = (s.c + kChannels - 1) / kChannels;
  for (int64_t b = begin; b < end; ++b) {
    const int64_t image = b / blocks, first = b % blocks * kChannels;
    const int64_t in = image * s.in_plane() * s.c + first, out = image * s.out_plane() * s.c + first;
    backward_block(s, s.is_max() ? x + in : nullptr, dy + out, dx + in, std::min(kChannels, s.c - first), alpha, beta);
  }
}

const Kernels* table() {
  static constexpr Kernels k = {forward_planes, backward_planes, forward_rows, backward_blocks};
  return &k;
}

}  // namespace HWY_NAMESPACE
}  // namespace girih::pooling
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace girih::pooling {

const Kernels& kernels() { return *GIRIH_PICK_TARGET(table)(); }

}  // namespace girih::pooling
#endif
