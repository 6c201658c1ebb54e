// The function of each pointwise mode. Rules at NaN, infinities and edges: behaviour.md 7 and 10, as recorded from
// NVIDIA's library.
#pragma once
#include <algorithm>
#include <cmath>

#include "graph/ops/pointwise.h"

namespace girih::reference {

template <class T>
T apply(const graph::Pointwise& o, T a, T b, T t) {
  using enum graph::PointwiseMode;
  const T p = static_cast<T>(o.parameter);
  const auto sigmoid = [](T v) { return T(1) / (T(1) + std::exp(-v)); };
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
    case identity:
      return a;
    case one_minus:
      return T(1) - a;
    // max(a, 0) with -0 -> 0; a NaN stays only when it shall propagate.
    case relu_fwd:
      return a > 0 || (a != a && o.propagate_nan) ? a : T(0);
    case clipped_relu_fwd:
      return a != a ? (o.propagate_nan ? a : std::min(T(0), p)) : std::min(std::max(a, T(0)), p);
    case tanh_fwd:
      return std::tanh(a);
    case sigmoid_fwd:
      return sigmoid(a);
    case elu_fwd:
      return a > 0 || a != a ? a : p * std::expm1(a);
    case swish_fwd:
      return a * sigmoid(p * a);
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
    case swish_bwd: {
      const T s = sigmoid(p * a);
      return b * (s + p * a * s * (T(1) - s));
    }
  }
  return T(0);
}

}  // namespace girih::reference
