#include "engines/cpu/pointwise/rows/kernels.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/cpu/pointwise/rows/kernels.cpp"
#include "engines/cpu/simd/targets.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
//
#include "engines/cpu/simd/convert-inl.h"
#include "hwy/contrib/math/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace girih::pointwise {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;
using graph::PointwiseMode;

struct Values {
  V a, b, t, parameter;
  const BlockScalars& s;
};

HWY_INLINE hn::Mask<D> is_nan(V x) { return hn::Not(hn::Eq(x, x)); }

HWY_INLINE V sigmoid(V x) {
  const D d;
  const V one = hn::Set(d, 1.0f);
  // Both branches divide numbers of size 1: e^-|x| cannot overflow.
  const V e = hn::Exp(d, hn::Neg(hn::Abs(x)));
  const V small = hn::Div(e, hn::Add(one, e)), large = hn::Div(one, hn::Add(one, e));
  return hn::IfThenElse(is_nan(x), x, hn::IfThenElse(hn::Lt(x, hn::Zero(d)), small, large));
}
// exp of any number: Highway's has no answer for NaN, nor far beyond the largest f32 (e^88.72).
HWY_INLINE V exp_any(V x) {
  const D d;
  const V most = hn::Set(d, 89.0f), inf = hn::Set(d, std::numeric_limits<float>::infinity());
  const V y = hn::IfThenElse(hn::Ge(x, most), inf, hn::Exp(d, hn::Min(x, most)));
  return hn::IfThenElse(is_nan(x), x, y);
}
HWY_INLINE V log_any(V x) {
  const D d;
  const V zero = hn::Zero(d), inf = hn::Set(d, std::numeric_limits<float>::infinity());
  const V nan = hn::Set(d, std::numeric_limits<float>::quiet_NaN());
  V y = hn::IfThenElse(hn::Eq(x, inf), inf, hn::Log(d, x));
  y = hn::IfThenElse(hn::Eq(x, zero), hn::Neg(inf), y);
  return hn::IfThenElse(hn::Ge(x, zero), y, nan);
}
HWY_INLINE V tanh_any(V x) { return hn::IfThenElse(is_nan(x), x, hn::Tanh(D(), x)); }
// e^-|x| / (1 + e^-|x|)^2: the slope of sigmoid, without a difference of nearly equal numbers.
HWY_INLINE V sigmoid_slope(V x) {
  const D d;
  const V e = exp_any(hn::Neg(hn::Abs(x))), sum = hn::Add(hn::Set(d, 1.0f), e);
  return hn::Div(e, hn::Mul(sum, sum));
}
// log(1 + e^(p x)) / p
HWY_INLINE V softplus(V x, V p) {
  const D d;
  const V px = hn::Mul(p, x), tail = hn::Div(hn::Log1p(d, hn::Exp(d, hn::Neg(hn::Abs(px)))), p);
  const V y = hn::IfThenElse(hn::Gt(px, hn::Zero(d)), hn::Add(x, tail), tail);
  return hn::IfThenElse(is_nan(px), px, y);
}
// The normal distribution function by Chebyshev's fit of erfc (Press et al., Numerical Recipes, 6.2: relative error
// below 1.2e-7 everywhere).
HWY_INLINE V normal_cdf(V x) {
  const D d;
  const V half = hn::Set(d, 0.5f), one = hn::Set(d, 1.0f);
  // Beyond 20 the tail is below every f32; an infinity would give NaN.
  const V size = hn::Min(hn::Abs(x), hn::Set(d, 20.0f));
  const V t = hn::Div(one, hn::MulAdd(hn::Set(d, 0.35355339f), size, one));
  constexpr float c[] = {-0.82215223f, 1.48851587f, -1.13520398f, 0.27886807f, -0.18628806f,
                         0.09678418f,  0.37409196f, 1.00002368f,  -1.26551223f};
  V s = hn::Set(d, 0.17087277f);
  for (float k : c) s = hn::MulAdd(s, t, hn::Set(d, k));
  // The square in two parts: its rounding would show in the tail.
  const V part = hn::Mul(half, size), square = hn::Mul(part, size), rest = hn::MulSub(part, size, square);
  const V upper = hn::Mul(hn::Mul(half, t), hn::Mul(exp_any(hn::Sub(s, square)), hn::Sub(one, rest)));
  return hn::IfThenElse(is_nan(x), x, hn::IfThenElse(hn::Lt(x, hn::Zero(d)), upper, hn::Sub(one, upper)));
}
HWY_INLINE V gelu_inner(V x) {
  const D d;
  const V cube = hn::Mul(hn::Mul(x, x), x);
  return hn::Mul(hn::Set(d, 0.79788456f), hn::MulAdd(hn::Set(d, 0.044715f), cube, x));
}
HWY_INLINE V truth(hn::Mask<D> m) { return hn::IfThenElseZero(m, hn::Set(D(), 1.0f)); }
HWY_INLINE hn::Mask<D> is_true(V x) { return hn::Not(hn::Eq(x, hn::Zero(D()))); }

// The rules are those of engines/reference/pointwise_math.h.
template <PointwiseMode M>
HWY_INLINE V apply(const Values& v) {
  const D d;
  const V zero = hn::Zero(d), one = hn::Set(d, 1.0f), a = v.a, b = v.b, t = v.t, p = v.parameter;
  if constexpr (M == PointwiseMode::add) return hn::Add(a, b);
  if constexpr (M == PointwiseMode::mul) return hn::Mul(a, b);
  if constexpr (M == PointwiseMode::min || M == PointwiseMode::max) {
    const V plain = M == PointwiseMode::min ? hn::IfThenElse(hn::Lt(b, a), b, a) : hn::IfThenElse(hn::Gt(b, a), b, a);
    if (v.s.propagate_nan) return hn::IfThenElse(hn::Or(is_nan(a), is_nan(b)), hn::Add(a, b), plain);
    return hn::IfThenElse(is_nan(a), b, hn::IfThenElse(is_nan(b), a, plain));
  }
  if constexpr (M == PointwiseMode::add_square) return hn::Add(a, hn::Mul(b, b));
  if constexpr (M == PointwiseMode::div) return hn::Div(a, b);
  if constexpr (M == PointwiseMode::sub) return hn::Sub(a, b);
  if constexpr (M == PointwiseMode::abs) return hn::Abs(a);
  if constexpr (M == PointwiseMode::ceil) return hn::Ceil(a);
  if constexpr (M == PointwiseMode::floor) return hn::Floor(a);
  if constexpr (M == PointwiseMode::exp) return exp_any(a);
  if constexpr (M == PointwiseMode::log) return log_any(a);
  if constexpr (M == PointwiseMode::neg) return hn::Neg(a);
  if constexpr (M == PointwiseMode::rsqrt) return hn::Div(one, hn::Sqrt(a));
  if constexpr (M == PointwiseMode::reciprocal) return hn::Div(one, a);
  if constexpr (M == PointwiseMode::sqrt) return hn::Sqrt(a);
  if constexpr (M == PointwiseMode::identity) return a;
  if constexpr (M == PointwiseMode::one_minus) return hn::Sub(one, a);
  if constexpr (M == PointwiseMode::relu_fwd) {
    const V lower = hn::Set(d, v.s.lower_clip), upper = hn::Set(d, v.s.upper_clip);
    V below = lower;
    if (v.s.lower_clip == 0 && v.s.lower_slope == 0 && v.s.upper_clip == std::numeric_limits<float>::infinity()) {
      const V y = hn::IfThenElseZero(hn::Gt(a, zero), a);
      return v.s.propagate_nan ? hn::IfThenElse(is_nan(a), a, y) : y;
    }
    if (v.s.lower_slope != 0) below = hn::MulAdd(hn::Set(d, v.s.lower_slope), hn::Sub(a, lower), lower);
    const V y = hn::IfThenElse(hn::Gt(a, lower), hn::IfThenElse(hn::Lt(upper, a), upper, a), below);
    return hn::IfThenElse(is_nan(a), v.s.propagate_nan ? a : zero, y);
  }
  if constexpr (M == PointwiseMode::clipped_relu_fwd) {
    const V positive = hn::IfThenElseZero(hn::Gt(a, zero), a);
    const V y = hn::IfThenElse(hn::Lt(p, positive), p, positive);
    return v.s.propagate_nan ? hn::IfThenElse(is_nan(a), a, y) : y;
  }
  if constexpr (M == PointwiseMode::tanh_fwd) return tanh_any(a);
  if constexpr (M == PointwiseMode::sigmoid_fwd) return sigmoid(a);
  if constexpr (M == PointwiseMode::elu_fwd)
    return hn::IfThenElse(hn::Or(hn::Gt(a, zero), is_nan(a)), a, hn::Mul(p, hn::Expm1(d, hn::Min(a, zero))));
  if constexpr (M == PointwiseMode::swish_fwd) return hn::Mul(a, sigmoid(hn::Mul(p, a)));
  if constexpr (M == PointwiseMode::gelu_fwd) return hn::Mul(a, normal_cdf(a));
  if constexpr (M == PointwiseMode::softplus_fwd) return softplus(a, p);
  if constexpr (M == PointwiseMode::gelu_tanh_fwd)  // (1 + tanh z) / 2 = sigmoid 2 z, without a difference
    return hn::Mul(a, sigmoid(hn::Add(gelu_inner(a), gelu_inner(a))));
  if constexpr (M == PointwiseMode::graph_relu_bwd) {
    const V upper = hn::Set(d, v.s.upper_clip), inf = hn::Set(d, std::numeric_limits<float>::infinity());
    const V y = hn::IfThenElse(hn::And(hn::Ge(a, upper), hn::Lt(upper, inf)), zero, b);
    return hn::IfThenElse(hn::Le(a, hn::Set(d, v.s.lower_clip)), hn::Mul(hn::Set(d, v.s.lower_slope), b), y);
  }
  if constexpr (M == PointwiseMode::graph_tanh_bwd)  // 1 - tanh^2 x = 4 sigmoid'(2 x)
    return hn::Mul(b, hn::Mul(hn::Set(d, 4.0f), sigmoid_slope(hn::Add(a, a))));
  if constexpr (M == PointwiseMode::graph_sigmoid_bwd) return hn::Mul(b, sigmoid_slope(a));
  if constexpr (M == PointwiseMode::graph_elu_bwd)
    return hn::IfThenElse(hn::Gt(a, zero), b, hn::Mul(hn::Mul(b, p), exp_any(a)));
  if constexpr (M == PointwiseMode::graph_gelu_bwd) {
    const V density = hn::Mul(hn::Set(d, 0.39894228f), exp_any(hn::Mul(hn::Set(d, -0.5f), hn::Mul(a, a))));
    return hn::Mul(b, hn::MulAdd(a, density, normal_cdf(a)));
  }
  if constexpr (M == PointwiseMode::graph_softplus_bwd) return hn::Mul(b, sigmoid(hn::Mul(p, a)));
  if constexpr (M == PointwiseMode::graph_gelu_tanh_bwd) {
    const V z = gelu_inner(a), zz = hn::Add(z, z);
    const V inner = hn::Mul(hn::Set(d, 0.79788456f), hn::MulAdd(hn::Set(d, 0.134145f), hn::Mul(a, a), one));
    // a * slope first: the slope ends long before `inner` overflows.
    return hn::Mul(b, hn::MulAdd(hn::Mul(a, sigmoid_slope(zz)), hn::Add(inner, inner), sigmoid(zz)));
  }
  if constexpr (M == PointwiseMode::cmp_eq) return truth(hn::Eq(a, b));
  if constexpr (M == PointwiseMode::cmp_neq) return truth(hn::Not(hn::Eq(a, b)));
  if constexpr (M == PointwiseMode::cmp_gt) return truth(hn::Gt(a, b));
  if constexpr (M == PointwiseMode::cmp_ge) return truth(hn::Ge(a, b));
  if constexpr (M == PointwiseMode::cmp_lt) return truth(hn::Lt(a, b));
  if constexpr (M == PointwiseMode::cmp_le) return truth(hn::Le(a, b));
  if constexpr (M == PointwiseMode::logical_and) return truth(hn::And(is_true(a), is_true(b)));
  if constexpr (M == PointwiseMode::logical_or) return truth(hn::Or(is_true(a), is_true(b)));
  if constexpr (M == PointwiseMode::logical_not) return truth(hn::Eq(a, zero));
  if constexpr (M == PointwiseMode::binary_select) return hn::IfThenElse(is_true(t), a, b);
  if constexpr (M == PointwiseMode::relu_bwd) return hn::IfThenElseZero(hn::Gt(a, zero), b);
  if constexpr (M == PointwiseMode::clipped_relu_bwd)
    return hn::IfThenElseZero(hn::And(hn::Gt(a, zero), hn::Le(a, p)), b);
  if constexpr (M == PointwiseMode::sigmoid_bwd) return hn::Mul(hn::Mul(b, t), hn::Sub(one, t));
  if constexpr (M == PointwiseMode::tanh_bwd) return hn::Mul(b, hn::Sub(one, hn::Mul(t, t)));
  if constexpr (M == PointwiseMode::elu_bwd) return hn::IfThenElse(hn::Ge(t, zero), b, hn::Mul(b, hn::Add(t, p)));
  if constexpr (M == PointwiseMode::swish_bwd || M == PointwiseMode::graph_swish_bwd) {
    const V pa = hn::Mul(p, a), s = sigmoid(pa);
    return hn::Mul(b, hn::Add(s, hn::Mul(pa, hn::Mul(s, hn::Sub(one, s)))));
  }
}

template <PointwiseMode M>
HWY_INLINE V result(V a, V b, V t, const BlockScalars& s) {
  const D d;
  Values v{a, b, t, hn::Set(d, s.parameter), s};
  if constexpr (graph::scales_inputs(M)) {
    v.a = hn::Mul(v.a, hn::Set(d, s.alpha));
    v.b = hn::Mul(v.b, hn::Set(d, s.alpha2));
    return apply<M>(v);
  }
  return hn::Mul(apply<M>(v), hn::Set(d, s.alpha));
}

template <PointwiseMode M>
void block(const float* a, const float* b, const float* t, const float* old, float* y, int64_t n,
           const BlockScalars& scalars) {
  const D d;
  const BlockScalars s = scalars;  // a copy: writing y cannot change it, so its vectors stay in registers
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  constexpr int kInputs = graph::pointwise_inputs(M);
  const bool has_b = kInputs > 1 && b, has_t = kInputs > 2 && t, blend = s.beta != 0;
  int64_t i = 0;
  if (!blend && has_b == (kInputs > 1) && has_t == (kInputs > 2)) {
    for (; i + lanes <= n; i += lanes) {
      const V vb = kInputs > 1 ? hn::LoadU(d, b + i) : hn::Zero(d),
              vt = kInputs > 2 ? hn::LoadU(d, t + i) : hn::Zero(d);
      hn::StoreU(result<M>(hn::LoadU(d, a + i), vb, vt, s), d, y + i);
    }
    if (i == n) return;
  }
  // Old values to blend in, inputs that are not there, and the rest, less than a vector, through buffers: nothing
  // beyond the block is read or written.
  constexpr int64_t kLanes = HWY_MAX_BYTES / sizeof(float);
  for (; i < n; i += lanes) {
    const int64_t m = n - i < lanes ? n - i : lanes;
    HWY_ALIGN float part[4][kLanes] = {}, out[kLanes];
    const float* in[4] = {a, has_b ? b : nullptr, has_t ? t : nullptr, blend ? old : nullptr};
    for (int k = 0; k < 4; ++k)
      if (in[k])
        for (int64_t j = 0; j < m; ++j) part[k][j] = in[k][i + j];
    V r = result<M>(hn::Load(d, part[0]), hn::Load(d, part[1]), hn::Load(d, part[2]), s);
    if (blend) r = hn::Add(r, hn::Mul(hn::Set(d, s.beta), hn::Load(d, part[3])));
    hn::Store(r, d, out);
    for (int64_t j = 0; j < m; ++j) y[i + j] = out[j];
  }
}

// Every mode with vector code.
template <PointwiseMode... M>
BlockFn find_block(PointwiseMode m) {
  BlockFn f = nullptr;
  ((m == M ? void(f = block<M>) : void()), ...);
  return f;
}
BlockFn pick_block(PointwiseMode m) {
  using enum PointwiseMode;
  return find_block<add, mul, min, max, sqrt, add_square, div, sub, abs, ceil, floor, exp, log, neg, rsqrt, reciprocal,
                    identity, one_minus, relu_fwd, clipped_relu_fwd, tanh_fwd, sigmoid_fwd, elu_fwd, gelu_fwd,
                    softplus_fwd, swish_fwd, gelu_tanh_fwd, graph_relu_bwd, graph_tanh_bwd, graph_sigmoid_bwd,
                    graph_elu_bwd, graph_gelu_bwd, graph_softplus_bwd, graph_swish_bwd, graph_gelu_tanh_bwd, cmp_eq,
                    cmp_neq, cmp_gt, cmp_ge, cmp_lt, cmp_le, logical_and, logical_or, logical_not, binary_select,
                    relu_bwd, clipped_relu_bwd, tanh_bwd, sigmoid_bwd, elu_bwd, swish_bwd>(m);
}

template <class T>
void load_elements(const void* source, int64_t stride, int64_t n, float* out) {
  const T* p = static_cast<const T*>(source);
  if (stride == 0) {
    float value;
    simd::HWY_NAMESPACE::load_run(p, 1, 1, &value);
    for (int64_t i = 0; i < n; ++i) out[i] = value;
    return;
  }
  simd::HWY_NAMESPACE::load_run(p, stride, n, out);
}
template <class T>
void store_elements(const float* values, int64_t n, void* target, int64_t stride) {
  simd::HWY_NAMESPACE::store_run(values, n, static_cast<T*>(target), stride);
}

LoadFn pick_load(DType t) {
  switch (t) {
    case DType::f32:
      return load_elements<float>;
    case DType::f16:
      return load_elements<f16>;
    case DType::bf16:
      return load_elements<bf16>;
    default:
      return nullptr;
  }
}
StoreFn pick_store(DType t) {
  switch (t) {
    case DType::f32:
      return store_elements<float>;
    case DType::f16:
      return store_elements<f16>;
    case DType::bf16:
      return store_elements<bf16>;
    default:
      return nullptr;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace girih::pointwise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace girih::pointwise {

BlockFn block_function(graph::PointwiseMode mode) { return GIRIH_PICK_TARGET(pick_block)(mode); }
LoadFn load_function(DType t) { return GIRIH_PICK_TARGET(pick_load)(t); }
StoreFn store_function(DType t) { return GIRIH_PICK_TARGET(pick_store)(t); }

}  // namespace girih::pointwise
#endif
