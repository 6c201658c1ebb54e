// The function of each pointwise mode. Rules at NaN, infinities and edges: behaviour.md 7, 10 and 17, as recorded from
// NVIDIA's library.
#pragma once
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <optional>

#include "base/int128.h"
#include "graph/ops/pointwise.h"

namespace girih::reference {

template <class T>
T sigmoid(T v) {
  return T(1) / (T(1) + std::exp(-v));
}
// sigmoid * (1 - sigmoid), without a difference of nearly equal numbers.
template <class T>
T sigmoid_slope(T v) {
  const T e = std::exp(-std::fabs(v));
  return e / ((T(1) + e) * (T(1) + e));
}
template <class T>
T normal_cdf(T v) {
  return std::erfc(-v / std::numbers::sqrt2_v<T>) / T(2);
}
// GELU by tanh (Hendrycks & Gimpel 2016) is a * (1 + tanh z) / 2 = a * sigmoid(2 z): this is 2 z.
template <class T>
T gelu_inner(T v) {
  return std::sqrt(T(8) * std::numbers::inv_pi_v<T>) * (v + T(0.044715) * v * v * v);
}

// NaN passes when it shall propagate. At the lower clip itself the slope already counts.
template <class T>
T relu(const graph::Pointwise& o, T a) {
  const T lower = static_cast<T>(o.lower_clip), upper = static_cast<T>(o.upper_clip);
  if (a != a) return o.propagate_nan ? a : T(0);
  if (a > lower) return std::min(a, upper);
  return o.lower_slope == 0 ? lower : lower + static_cast<T>(o.lower_slope) * (a - lower);
}

template <class T>
T gelu_tanh_bwd(T x, T dy) {
  const T slope = std::sqrt(T(8) * std::numbers::inv_pi_v<T>) * (T(1) + T(3 * 0.044715) * x * x);
  return dy * (sigmoid(gelu_inner(x)) + x * sigmoid_slope(gelu_inner(x)) * slope);
}

template <class T>
T apply(const graph::Pointwise& o, T a, T b, T t) {
  using enum graph::PointwiseMode;
  const T p = static_cast<T>(o.parameter);
  switch (o.mode) {
    case add:
      return a + b;
    case mul:
      return a * b;
    // Without propagation the number wins over a NaN; with it, NaN.
    case min:
      return o.propagate_nan && (a != a || b != b) ? a + b : std::fmin(a, b);
    case max:
      return o.propagate_nan && (a != a || b != b) ? a + b : std::fmax(a, b);
    case sqrt:
      return std::sqrt(a);
    case add_square:
      return a + b * b;
    case div:
      return a / b;
    case mod:
      return std::fmod(a, b);
    case pow:
      return std::pow(a, b);
    case sub:
      return a - b;
    case abs:
      return std::fabs(a);
    case ceil:
      return std::ceil(a);
    case cos:
      return std::cos(a);
    case exp:
      return std::exp(a);
    case floor:
      return std::floor(a);
    case log:
      return std::log(a);
    case neg:
      return -a;
    case rsqrt:
      return T(1) / std::sqrt(a);
    case sin:
      return std::sin(a);
    case tan:
      return std::tan(a);
    case erf:
      return std::erf(a);
    case identity:
    case gen_index:  // a: the coordinate
      return a;
    case reciprocal:
      return T(1) / a;
    case atan2:
      return std::atan2(a, b);
    case one_minus:
      return T(1) - a;
    case relu_fwd:
      return relu(o, a);
    case clipped_relu_fwd:
      return a != a ? (o.propagate_nan ? a : std::min(T(0), p)) : std::min(std::max(a, T(0)), p);
    case tanh_fwd:
      return std::tanh(a);
    case sigmoid_fwd:
      return sigmoid(a);
    case elu_fwd:
      return a > 0 || a != a ? a : p * std::expm1(a);
    case gelu_fwd:
      return a * normal_cdf(a);
    case softplus_fwd:  // log(1 + exp(p a)) / p
      return p * a > 0 ? a + std::log1p(std::exp(-p * a)) / p : std::log1p(std::exp(p * a)) / p;
    case swish_fwd:
      return a * sigmoid(p * a);
    case gelu_tanh_fwd:
      return a * sigmoid(gelu_inner(a));
    // Backward of the graph API: a = x, b = dy. No gradient at the upper clip; a NaN counts as inside.
    case graph_relu_bwd:
      return a <= static_cast<T>(o.lower_clip) ? static_cast<T>(o.lower_slope) * b
             : a >= static_cast<T>(o.upper_clip) && !std::isinf(static_cast<T>(o.upper_clip)) ? T(0)
                                                                                              : b;
    case graph_tanh_bwd:
      return b * T(4) * sigmoid_slope(a + a);
    case graph_sigmoid_bwd:
      return b * sigmoid_slope(a);
    case graph_elu_bwd:
      return a > 0 ? b : b * p * std::exp(a);
    case graph_gelu_bwd: {
      const T density = std::exp(-a * a / T(2)) * std::numbers::inv_sqrtpi_v<T> / std::numbers::sqrt2_v<T>;
      return b * (normal_cdf(a) + a * density);
    }
    case graph_softplus_bwd:
      return b * sigmoid(p * a);
    case graph_gelu_tanh_bwd:
      return gelu_tanh_bwd(a, b);
    case cmp_eq:
      return a == b;
    case cmp_neq:
      return a != b;
    case cmp_gt:
      return a > b;
    case cmp_ge:
      return a >= b;
    case cmp_lt:
      return a < b;
    case cmp_le:
      return a <= b;
    case logical_and:
      return a != 0 && b != 0;
    case logical_or:
      return a != 0 || b != 0;
    case logical_not:
      return a == 0;
    case binary_select:
      return t != 0 ? a : b;
    // Backward: a = x, b = dy, t = y.
    case relu_bwd:
      return a > 0 ? b : T(0);
    case clipped_relu_bwd:
      return a > 0 && a <= p ? b : T(0);
    case sigmoid_bwd:
      return b * t * (T(1) - t);
    case tanh_bwd:
      return b * (T(1) - t * t);
    case elu_bwd:
      return t >= 0 ? b : b * (t + p);
    case graph_swish_bwd:
    case swish_bwd: {
      const T s = sigmoid(p * a);
      return b * (s + p * a * s * (T(1) - s));
    }
  }
  return T(0);
}

// Modes whose result on integers is an integer without rounding.
constexpr bool is_exact_on_integers(graph::PointwiseMode m) {
  using enum graph::PointwiseMode;
  return m == add || m == mul || m == min || m == max || m == add_square || m == sub || m == abs || m == ceil ||
         m == floor || m == neg || m == identity || m == one_minus || m == relu_fwd ||
         (m >= cmp_eq && m <= logical_not) || m == binary_select;
}
// Operands of 64 bits: every result fits in 128.
inline int128 apply_integer(const graph::Pointwise& o, int128 a, int128 b, bool t) {
  using enum graph::PointwiseMode;
  switch (o.mode) {
    case add:
      return a + b;
    case mul:
      return a * b;
    case min:
      return std::min(a, b);
    case max:
      return std::max(a, b);
    case add_square:
      return a + b * b;
    case sub:
      return a - b;
    case abs:
      return a < 0 ? -a : a;
    case neg:
      return -a;
    case one_minus:
      return 1 - a;
    case relu_fwd:
      return a > 0 ? a : 0;
    case cmp_eq:
      return a == b;
    case cmp_neq:
      return a != b;
    case cmp_gt:
      return a > b;
    case cmp_ge:
      return a >= b;
    case cmp_lt:
      return a < b;
    case cmp_le:
      return a <= b;
    case logical_and:
      return a != 0 && b != 0;
    case logical_or:
      return a != 0 || b != 0;
    case logical_not:
      return a == 0;
    case binary_select:
      return t ? a : b;
    default:  // identity, ceil, floor
      return a;
  }
}

// Complex operands: what has one meaning there; the rest has none.
constexpr bool is_defined_on_complex(graph::PointwiseMode m) {
  using enum graph::PointwiseMode;
  return m == add || m == mul || m == add_square || m == div || m == sub || m == neg || m == identity ||
         m == reciprocal || m == one_minus || m == sqrt || m == exp || m == abs || m == cmp_eq || m == cmp_neq ||
         m == binary_select;
}
constexpr bool gives_real(graph::PointwiseMode m) {
  using enum graph::PointwiseMode;
  return m == abs || m == cmp_eq || m == cmp_neq;
}
inline std::complex<double> apply_complex(const graph::Pointwise& o, std::complex<double> a, std::complex<double> b,
                                          bool t) {
  using enum graph::PointwiseMode;
  switch (o.mode) {
    case add:
      return a + b;
    case mul:
      return a * b;
    case add_square:
      return a + b * b;
    case div:
      return a / b;
    case sub:
      return a - b;
    case neg:
      return -a;
    case reciprocal:
      return 1.0 / a;
    case one_minus:
      return 1.0 - a;
    case sqrt:
      return std::sqrt(a);
    case exp:
      return std::exp(a);
    case abs:
      return std::abs(a);
    case cmp_eq:
      return a == b;
    case cmp_neq:
      return a != b;
    case binary_select:
      return t ? a : b;
    default:  // identity
      return a;
  }
}

}  // namespace girih::reference
