// Pointwise operations of any types, strides and broadcast, in double: the rules of reference/pointwise_math.h.
#include "engines/cuda/generic/element.h"
#include "engines/cuda/generic/pointwise/params.h"

namespace girih::generic {
namespace {

__device__ double sigmoid(double v) { return 1 / (1 + exp(-v)); }
// sigmoid * (1 - sigmoid), without a difference of nearly equal numbers.
__device__ double sigmoid_slope(double v) {
  const double e = exp(-fabs(v));
  return e / ((1 + e) * (1 + e));
}
__device__ double normal_cdf(double v) { return erfc(-v * 0.70710678118654752440) / 2; }
// GELU by tanh (Hendrycks & Gimpel 2016) is a * (1 + tanh z) / 2 = a * sigmoid(2 z): this is 2 z; 2 sqrt(2/pi) is its
// slope at 0.
constexpr double kGeluSlope = 1.59576912160573071176;
__device__ double gelu_inner(double v) { return kGeluSlope * (v + 0.044715 * v * v * v); }

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
    case 5:  // add_square
      return a + b * b;
    case 6:  // div
      return a / b;
    case 7:  // mod
      return fmod(a, b);
    case 8:  // pow
      return pow(a, b);
    case 9:  // sub
      return a - b;
    case 10:  // abs
      return fabs(a);
    case 11:  // ceil
      return ceil(a);
    case 12:  // cos
      return cos(a);
    case 13:  // exp
      return exp(a);
    case 14:  // floor
      return floor(a);
    case 15:  // log
      return log(a);
    case 16:  // neg
      return -a;
    case 17:  // rsqrt
      return 1 / sqrt(a);
    case 18:  // sin
      return sin(a);
    case 19:  // tan
      return tan(a);
    case 20:  // erf
      return erf(a);
    case 21:   // identity
    case 501:  // gen_index: a is the coordinate
      return a;
    case 22:  // reciprocal
      return 1 / a;
    case 23:  // atan2
      return atan2(a, b);
    case 1300:  // one_minus
      return 1 - a;
    case 100:  // relu: at the lower clip itself the slope already counts
      if (a != a) return o.propagate_nan ? a : 0;
      if (a > o.lower_clip) return fmin(a, o.upper_clip);
      return o.lower_slope == 0 ? o.lower_clip : o.lower_clip + o.lower_slope * (a - o.lower_clip);
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
    case 104:  // gelu
      return a * normal_cdf(a);
    case 105:  // softplus: log(1 + exp(p a)) / p
      return p * a > 0 ? a + log1p(exp(-p * a)) / p : log1p(exp(p * a)) / p;
    case 107:  // gelu by tanh
      return a * sigmoid(gelu_inner(a));
    // Backward of the graph API: a = x, b = dy. No gradient at the upper clip; a NaN counts as inside.
    case 200:  // relu
      return a <= o.lower_clip ? o.lower_slope * b : a >= o.upper_clip && !isinf(o.upper_clip) ? 0 : b;
    case 201:  // tanh
      return b * 4 * sigmoid_slope(a + a);
    case 202:  // sigmoid
      return b * sigmoid_slope(a);
    case 203:  // elu
      return a > 0 ? b : b * p * exp(a);
    case 204:  // gelu; 1 / sqrt(2 pi) before the density
      return b * (normal_cdf(a) + a * exp(-a * a / 2) * 0.39894228040143267794);
    case 205:  // softplus
      return b * sigmoid(p * a);
    case 207:  // gelu by tanh
      return b * (sigmoid(gelu_inner(a)) + a * sigmoid_slope(gelu_inner(a)) * kGeluSlope * (1 + 3 * 0.044715 * a * a));
    case 300:  // cmp_eq
      return a == b;
    case 301:  // cmp_neq
      return a != b;
    case 302:  // cmp_gt
      return a > b;
    case 303:  // cmp_ge
      return a >= b;
    case 304:  // cmp_lt
      return a < b;
    case 305:  // cmp_le
      return a <= b;
    case 400:  // logical_and
      return a != 0 && b != 0;
    case 401:  // logical_or
      return a != 0 || b != 0;
    case 402:  // logical_not
      return a == 0;
    case 601:  // binary_select
      return t != 0 ? a : b;
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
    case 206:     // swish
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
    double coordinate = 0;
#pragma unroll
    for (int i = 0; i < kMaxRank; ++i)
      if (i == p.axis) coordinate = static_cast<double>(index[i]);
    const double a = p.axis >= 0 ? coordinate : input(p.a), b = input(p.b), t = input(p.t);
    const double r = p.scales_inputs ? apply(p, p.alpha * a, p.alpha2 * b, t) : apply(p, a, b, t);
    blend(p.y, offset(p.y, index), p.scales_inputs ? 1.0 : p.alpha, r, p.beta);
  }
}
