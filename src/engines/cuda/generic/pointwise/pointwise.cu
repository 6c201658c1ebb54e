// Pointwise operations of any types, strides and broadcast, in double: the rules of reference/pointwise_math.h.
#include "engines/cuda/generic/element.h"
#include "engines/cuda/generic/pointwise/params.h"

namespace girih::generic {
namespace {

__device__ double sigmoid(double v) { return 1 / (1 + exp(-v)); }

__device__ double apply(const PointwiseParams& o, double a, double b, double t) {
  const double p = o.parameter;
  const bool nan = a != a || b != b;
  switch (o.mode) {
    case 0:  // add
      return a + b;
    case 1:  // mul
      return a * b;
    case 2:  // min
      return o.propagate_nan && nan ? a + b : fmin(a, b);
    case 3:  // max
      return o.propagate_nan && nan ? a + b : fmax(a, b);
    case 4:  // sqrt
      return sqrt(a);
    case 21:  // identity
      return a;
    case 1300:  // one_minus
      return 1 - a;
    case 100:  // relu
      return a > 0 || (a != a && o.propagate_nan) ? a : 0;
    case 1104:  // clipped_relu
      return a != a ? (o.propagate_nan ? a : (p < 0 ? p : 0)) : fmin(fmax(a, 0.0), p);
    case 101:  // tanh
      return tanh(a);
    case 102:  // sigmoid
      return sigmoid(a);
    case 103:  // elu
      return a > 0 || a != a ? a : p * expm1(a);
    case 106:  // swish
      return a * sigmoid(p * a);
    // Backward: a = x, b = dy, t = y.
    case 1200:  // relu
      return a > 0 ? b : 0;
    case 1204:  // clipped_relu
      return a > 0 && a <= p ? b : 0;
    case 1202:  // sigmoid
      return b * t * (1 - t);
    case 1201:  // tanh
      return b * (1 - t * t);
    case 1203:  // elu
      return t >= 0 ? b : b * (t + p);
    case 1206: {  // swish
      const double s = sigmoid(p * a);
      return b * (s + p * a * s * (1 - s));
    }
    default:
      return 0;
  }
}

}  // namespace
}  // namespace girih::generic

using namespace girih::generic;

extern "C" __global__ void __launch_bounds__(256) girih_pointwise(const __grid_constant__ PointwiseParams p) {
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t index[kMaxRank];
    unravel(e, p.y.rank, p.y.dims, index);
    const auto input = [&](const View& v) {
      if (v.by_value) return v.value;
      return v.data ? load(v.type, v.data, broadcast_offset(v, index)) : 0.0;
    };
    const double a = input(p.a), b = input(p.b), t = input(p.t);
    const double r = p.scales_inputs ? apply(p, p.alpha * a, p.alpha2 * b, t) : apply(p, a, b, t);
    blend(p.y, offset(p.y, index), p.scales_inputs ? 1.0 : p.alpha, r, p.beta);
  }
}
