#include "engines/cpu/softmax/rows/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/cpu/softmax/rows/kernels.cpp"
#include "engines/cpu/simd/targets.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace girih::softmax {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Up to a vector of elements: the rest of the lanes are `fill`, and are not read or written in memory.
HWY_INLINE V load(const float* p, size_t n, float fill) {
  const D d;
  if (n >= hn::Lanes(d)) return hn::LoadU(d, p);
  HWY_ALIGN float buffer[HWY_MAX_BYTES / sizeof(float)];
  for (size_t i = 0; i < hn::Lanes(d); ++i) buffer[i] = i < n ? p[i] : fill;
  return hn::Load(d, buffer);
}
HWY_INLINE void store(V v, float* p, size_t n) {
  const D d;
  if (n >= hn::Lanes(d)) return hn::StoreU(v, d, p);
  HWY_ALIGN float buffer[HWY_MAX_BYTES / sizeof(float)];
  hn::Store(v, d, buffer);
  for (size_t i = 0; i < n; ++i) p[i] = buffer[i];
}

// e^x within about 1 ulp: x = n ln 2 + r, |r| <= ln 2 / 2; Taylor's polynomial of degree 7 has an error of 5e-9 there.
// n ln 2 in two parts, the first of 10 bits, so that n times it is exact. 2^n in two factors: denormals and overflow to
// infinity come out right.
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
  p = hn::MulAdd(p, hn::Mul(r, r), r);  // r + r^2 (1/2 + ...): the small terms first
  p = hn::Add(p, hn::Set(d, 1.0f));
  const auto whole = hn::ConvertTo(di, n);
  const auto half = hn::ShiftRight<1>(whole);
  const auto bias = hn::Set(di, 127);
  const V a = hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(half, bias)));
  const V b = hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(hn::Sub(whole, half), bias)));
  // Not IsNaN: with Highway 1.0.3 and g++ 12 that becomes an ordered comparison, false for NaN, on AVX2.
  return hn::IfThenElse(hn::Eq(x, x), hn::Mul(hn::Mul(p, a), b), x);
}

// A sum of many f32 numbers: vectors are added up in f32 for a while, then go to f64.
struct Sum {
  double total = 0;
  V part;
  int count = 0;
  HWY_INLINE Sum() : part(hn::Zero(D())) {}  // written out: an implicit one would not get the target's attributes
  HWY_INLINE void add(V v) {
    part = hn::Add(part, v);
    if (++count == 64) fold();
  }
  HWY_INLINE void fold() {
    HWY_ALIGN float lane[HWY_MAX_BYTES / sizeof(float)];
    hn::Store(part, D(), lane);
    for (size_t i = 0; i < hn::Lanes(D()); ++i) total += static_cast<double>(lane[i]);
    part = hn::Zero(D());
    count = 0;
  }
};

// alpha * v + beta * old; old is not read when beta is 0.
HWY_INLINE void blend(V v, float* y, size_t n, float alpha, float beta) {
  const D d;
  v = hn::Mul(v, hn::Set(d, alpha));
  if (beta != 0) v = hn::Add(v, hn::Mul(hn::Set(d, beta), load(y, n, 0)));
  store(v, y, n);
}

void forward_row(SoftmaxAlgorithm algorithm, const float* x, float* y, size_t n, float alpha, float beta) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  V high = hn::Set(d, algorithm == SoftmaxAlgorithm::fast ? 0.0f : -kInfinity);
  if (algorithm != SoftmaxAlgorithm::fast)
    for (size_t i = 0; i < n; i += lanes) high = hn::Max(load(x + i, n - i, -kInfinity), high);
  HWY_ALIGN float lane[HWY_MAX_BYTES / sizeof(float)];
  hn::Store(high, d, lane);
  const float max = *std::max_element(lane, lane + lanes);
  const V shift = hn::Set(d, max);
  // Lanes beyond the row get exp(-inf) = 0. A NaN, +inf or a row of -inf makes the sum NaN, as it must.
  Sum sum;
  for (size_t i = 0; i < n; i += lanes) {
    const size_t left = n - i;
    V e = exp(hn::Sub(load(x + i, left, 0), shift));
    if (left < lanes) e = hn::IfThenElseZero(hn::FirstN(d, left), e);
    sum.add(e);
  }
  sum.fold();
  const auto total = static_cast<float>(sum.total);
  const V divisor = hn::Set(d, total), log_sum = hn::Set(d, static_cast<float>(std::log(sum.total)));
  for (size_t i = 0; i < n; i += lanes) {
    const V v = hn::Sub(load(x + i, n - i, 0), shift);
    const V r = algorithm == SoftmaxAlgorithm::log ? hn::Sub(v, log_sum) : hn::Div(exp(v), divisor);
    blend(r, y + i, n - i, alpha, beta);
  }
}

HWY_INLINE V gradient(SoftmaxAlgorithm algorithm, V y, V dy, V sum) {
  return algorithm == SoftmaxAlgorithm::log ? hn::Sub(dy, hn::Mul(exp(y), sum)) : hn::Mul(y, hn::Sub(dy, sum));
}

void backward_row(SoftmaxAlgorithm algorithm, const float* y, const float* dy, float* dx, size_t n, float alpha,
                  float beta) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  Sum sum;
  for (size_t i = 0; i < n; i += lanes) {
    const V g = load(dy + i, n - i, 0);
    sum.add(algorithm == SoftmaxAlgorithm::log ? g : hn::Mul(g, load(y + i, n - i, 0)));
  }
  sum.fold();
  const V total = hn::Set(d, static_cast<float>(sum.total));
  for (size_t i = 0; i < n; i += lanes)
    blend(gradient(algorithm, load(y + i, n - i, 0), load(dy + i, n - i, 0), total), dx + i, n - i, alpha, beta);
}

void forward_rows(const Shape& s, const float* x, float* y, float alpha, float beta, int64_t begin, int64_t end) {
  for (int64_t r = begin; r < end; ++r)
    forward_row(s.algorithm, x + r * s.length, y + r * s.length, static_cast<size_t>(s.length), alpha, beta);
}

void backward_rows(const Shape& s, const float* y, const float* dy, float* dx, float alpha, float beta, int64_t begin,
                   int64_t end) {
  for (int64_t r = begin; r < end; ++r)
    backward_row(s.algorithm, y + r * s.length, dy + r * s.length, dx + r * s.length, static_cast<size_t>(s.length),
                 alpha, beta);
}

// Columns: one lane for each row. A running sum starts afresh every kRun elements, to keep its error small.
constexpr int64_t kRun = 256;

void forward_columns(const Shape& s, const float* x, float* y, float alpha, float beta, int64_t begin, int64_t end) {
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t r = begin; r < end; r += lanes) {
    const auto n = static_cast<size_t>(end - r);
    V high = hn::Set(d, s.algorithm == SoftmaxAlgorithm::fast ? 0.0f : -kInfinity);
    if (s.algorithm != SoftmaxAlgorithm::fast)
      for (int64_t i = 0; i < s.length; ++i) high = hn::Max(load(x + i * s.inner + r, n, 0), high);
    V sum = hn::Zero(d);
    for (int64_t first = 0; first < s.length; first += kRun) {
      V part = hn::Zero(d);
      for (int64_t i = first; i < std::min(first + kRun, s.length); ++i)
        part = hn::Add(part, exp(hn::Sub(load(x + i * s.inner + r, n, 0), high)));
      sum = hn::Add(sum, part);
    }
    V log_sum = sum;
    if (s.algorithm == SoftmaxAlgorithm::log) {
      HWY_ALIGN float lane[HWY_MAX_BYTES / sizeof(float)];
      hn::Store(sum, d, lane);
      for (int64_t i = 0; i < lanes; ++i) lane[i] = std::log(lane[i]);
      log_sum = hn::Load(d, lane);
    }
    for (int64_t i = 0; i < s.length; ++i) {
      const V v = hn::Sub(load(x + i * s.inner + r, n, 0), high);
      const V result = s.algorithm == SoftmaxAlgorithm::log ? hn::Sub(v, log_sum) : hn::Div(exp(v), sum);
      blend(result, y + i * s.inner + r, n, alpha, beta);
    }
  }
}

void backward_columns(const Shape& s, const float* y, const float* dy, float* dx, float alpha, float beta,
                      int64_t begin, int64_t end) {
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t r = begin; r < end; r += lanes) {
    const auto n = static_cast<size_t>(end - r);
    V sum = hn::Zero(d);
    for (int64_t first = 0; first < s.length; first += kRun) {
      V part = hn::Zero(d);
      for (int64_t i = first; i < std::min(first + kRun, s.length); ++i) {
        const V g = load(dy + i * s.inner + r, n, 0);
        part = hn::Add(part, s.algorithm == SoftmaxAlgorithm::log ? g : hn::Mul(g, load(y + i * s.inner + r, n, 0)));
      }
      sum = hn::Add(sum, part);
    }
    for (int64_t i = 0; i < s.length; ++i) {
      const int64_t at = i * s.inner + r;
      blend(gradient(s.algorithm, load(y + at, n, 0), load(dy + at, n, 0), sum), dx + at, n, alpha, beta);
    }
  }
}

const Kernels* table() {
  static constexpr Kernels k = {forward_rows, backward_rows, forward_columns, backward_columns};
  return &k;
}

}  // namespace HWY_NAMESPACE
}  // namespace girih::softmax
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace girih::softmax {

const Kernels& kernels() { return *GIRIH_PICK_TARGET(table)(); }

}  // namespace girih::softmax
#endif
