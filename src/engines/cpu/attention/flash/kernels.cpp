#include "engines/cpu/attention/flash/kernels.h"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/cpu/attention/flash/kernels.cpp"
#include "engines/cpu/simd/targets.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace girih::flash {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;
using graph::PointwiseMode;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

HWY_INLINE V load(const Arg& a, size_t i) {
  const D d;
  return a.is_scalar ? hn::Set(d, *a.data) : hn::LoadU(d, a.data + i);
}

// e^x within about 1 ulp: x = n ln 2 + r, |r| <= ln 2 / 2; Taylor's polynomial of degree 7 has an error of 5e-9 there.
// n ln 2 in two parts, the first of 10 bits, so that n times it is exact; 2^n in two factors, for denormal results.
HWY_INLINE V exp(V x) {
  const D d;
  const hn::RebindToSigned<D> di;
  const V bounded = hn::Min(hn::Max(x, hn::Set(d, -104.0f)), hn::Set(d, 89.0f));
  const V n = hn::Round(hn::Mul(bounded, hn::Set(d, 1.44269504f)));
  V r = hn::NegMulAdd(n, hn::Set(d, 0.693359375f), bounded);
  r = hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4f), r);
  V p = hn::Set(d, 1.0f / 5040);
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f / 720));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f / 120));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f / 24));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f / 6));
  p = hn::MulAdd(p, r, hn::Set(d, 0.5f));
  p = hn::MulAdd(p, hn::Mul(r, r), r);
  p = hn::Add(p, hn::Set(d, 1.0f));
  const auto whole = hn::ConvertTo(di, n);
  const auto half = hn::ShiftRight<1>(whole);
  const auto bias = hn::Set(di, 127);
  const V a = hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(half, bias)));
  const V b = hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(hn::Sub(whole, half), bias)));
  // Eq, not IsNaN: with Highway 1.0.3 and g++ 12 the latter becomes an ordered comparison on AVX2.
  return hn::IfThenElse(hn::Eq(x, x), hn::Mul(hn::Mul(p, a), b), x);
}

template <class M>
HWY_INLINE V truth(M mask) {
  return hn::IfThenElseZero(mask, hn::Set(D(), 1.0f));
}

template <PointwiseMode mode, bool guard>
HWY_INLINE V apply(V a, V b, V t) {
  using enum PointwiseMode;
  const D d;
  const V zero = hn::Zero(d);
  if constexpr (mode == add) return hn::Add(a, b);
  if constexpr (mode == mul) return hn::Mul(a, b);
  if constexpr (mode == sub) {
    if (!guard) return hn::Sub(a, b);
    const V low = hn::Set(d, -kInfinity);
    return hn::IfThenElse(hn::Eq(b, low), low, hn::Sub(a, b));
  }
  if constexpr (mode == div) {
    if (!guard) return hn::Div(a, b);
    return hn::IfThenElse(hn::Eq(b, zero), zero, hn::Div(a, b));
  }
  if constexpr (mode == identity) return a;
  if constexpr (mode == neg) return hn::Neg(a);
  if constexpr (mode == PointwiseMode::exp) return HWY_NAMESPACE::exp(a);
  if constexpr (mode == cmp_eq) return truth(hn::Eq(a, b));
  if constexpr (mode == cmp_neq) return hn::IfThenElse(hn::Eq(a, b), zero, hn::Set(d, 1.0f));
  if constexpr (mode == cmp_gt) return truth(hn::Gt(a, b));
  if constexpr (mode == cmp_ge) return truth(hn::Ge(a, b));
  if constexpr (mode == cmp_lt) return truth(hn::Lt(a, b));
  if constexpr (mode == cmp_le) return truth(hn::Le(a, b));
  if constexpr (mode == logical_and)
    return hn::IfThenElse(hn::Eq(a, zero), zero, hn::IfThenElse(hn::Eq(b, zero), zero, hn::Set(d, 1.0f)));
  if constexpr (mode == logical_or)
    return hn::IfThenElse(hn::Eq(a, zero), hn::IfThenElse(hn::Eq(b, zero), zero, hn::Set(d, 1.0f)), hn::Set(d, 1.0f));
  if constexpr (mode == logical_not) return truth(hn::Eq(a, zero));
  if constexpr (mode == binary_select) return hn::IfThenElse(hn::Eq(t, zero), b, a);
  return t;
}

template <PointwiseMode mode, bool guard = false>
bool loop(float* y, Arg a, Arg b, Arg t, size_t n) {
  const D d;
  const V unused = hn::Zero(d);
  for (size_t i = 0; i < n; i += hn::Lanes(d)) {
    const V va = load(a, i), vb = b.data ? load(b, i) : unused, vt = t.data ? load(t, i) : unused;
    hn::StoreU(HWY_NAMESPACE::apply<mode, guard>(va, vb, vt), d, y + i);
  }
  return true;
}

bool pointwise(PointwiseMode mode, bool guard, float* y, Arg a, Arg b, Arg t, size_t n) {
  using enum PointwiseMode;
  switch (mode) {
    case add:
      return loop<add>(y, a, b, t, n);
    case mul:
      return loop<mul>(y, a, b, t, n);
    case sub:
      return guard ? loop<sub, true>(y, a, b, t, n) : loop<sub>(y, a, b, t, n);
    case div:
      return guard ? loop<div, true>(y, a, b, t, n) : loop<div>(y, a, b, t, n);
    case identity:
      return loop<identity>(y, a, b, t, n);
    case neg:
      return loop<neg>(y, a, b, t, n);
    case PointwiseMode::exp:
      return loop<PointwiseMode::exp>(y, a, b, t, n);
    case cmp_eq:
      return loop<cmp_eq>(y, a, b, t, n);
    case cmp_neq:
      return loop<cmp_neq>(y, a, b, t, n);
    case cmp_gt:
      return loop<cmp_gt>(y, a, b, t, n);
    case cmp_ge:
      return loop<cmp_ge>(y, a, b, t, n);
    case cmp_lt:
      return loop<cmp_lt>(y, a, b, t, n);
    case cmp_le:
      return loop<cmp_le>(y, a, b, t, n);
    case logical_and:
      return loop<logical_and>(y, a, b, t, n);
    case logical_or:
      return loop<logical_or>(y, a, b, t, n);
    case logical_not:
      return loop<logical_not>(y, a, b, t, n);
    case binary_select:
      return loop<binary_select>(y, a, b, t, n);
    default:
      return false;
  }
}

// A NaN need not win: it makes the sum of the exponentials NaN, and with it the row.
float max(const float* x, size_t n) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  float m = -kInfinity;
  size_t i = 0;
  if (n >= lanes) {
    V v = hn::LoadU(d, x);
    for (i = lanes; i + lanes <= n; i += lanes) v = hn::Max(hn::LoadU(d, x + i), v);
    HWY_ALIGN float lane[HWY_MAX_BYTES / sizeof(float)];
    hn::Store(v, d, lane);
    m = *std::max_element(lane, lane + lanes);
  }
  for (; i < n; ++i) m = std::max(m, x[i]);
  return m;
}

// Vectors are added up in f32 for 64 steps, then go to f64.
float sum(const float* x, size_t n) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  double total = 0;
  size_t i = 0;
  while (i + lanes <= n) {
    V v = hn::Zero(d);
    for (size_t end = i + 64 * lanes; i < end && i + lanes <= n; i += lanes) v = hn::Add(v, hn::LoadU(d, x + i));
    HWY_ALIGN float lane[HWY_MAX_BYTES / sizeof(float)];
    hn::Store(v, d, lane);
    for (size_t l = 0; l < lanes; ++l) total += static_cast<double>(lane[l]);
  }
  for (; i < n; ++i) total += static_cast<double>(x[i]);
  return static_cast<float>(total);
}

const Kernels* table() {
  static constexpr Kernels k = {pointwise, max, sum};
  return &k;
}

}  // namespace HWY_NAMESPACE
}  // namespace girih::flash
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace girih::flash {

const Kernels& kernels() { return *GIRIH_PICK_TARGET(table)(); }

}  // namespace girih::flash
#endif
