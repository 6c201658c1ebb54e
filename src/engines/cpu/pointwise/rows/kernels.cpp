#include "engines/cpu/pointwise/rows/kernels.h"

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
  bool propagate_nan;
};

HWY_INLINE V sigmoid(V x) {
  const D d;
  const V one = hn::Set(d, 1.0f);
  // Both branches divide numbers of size 1: e^-|x| cannot overflow.
  const V e = hn::Exp(d, hn::Neg(hn::Abs(x)));
  const V small = hn::Div(e, hn::Add(one, e)), large = hn::Div(one, hn::Add(one, e));
  return hn::IfThenElse(hn::Not(hn::Eq(x, x)), x, hn::IfThenElse(hn::Lt(x, hn::Zero(d)), small, large));
}

// The rules are those of engines/reference/pointwise_math.h.
template <PointwiseMode M>
HWY_INLINE V apply(const Values& v) {
  const D d;
  const V zero = hn::Zero(d), one = hn::Set(d, 1.0f), a = v.a, b = v.b, t = v.t, p = v.parameter;
  if constexpr (M == PointwiseMode::add) return hn::Add(a, b);
  if constexpr (M == PointwiseMode::mul) return hn::Mul(a, b);
  if constexpr (M == PointwiseMode::min || M == PointwiseMode::max) {
    const auto nan_a = hn::Not(hn::Eq(a, a)), nan_b = hn::Not(hn::Eq(b, b));
    const V plain = M == PointwiseMode::min ? hn::IfThenElse(hn::Lt(b, a), b, a) : hn::IfThenElse(hn::Gt(b, a), b, a);
    if (v.propagate_nan) return hn::IfThenElse(hn::Or(nan_a, nan_b), hn::Add(a, b), plain);
    return hn::IfThenElse(nan_a, b, hn::IfThenElse(nan_b, a, plain));
  }
  if constexpr (M == PointwiseMode::sqrt) return hn::Sqrt(a);
  if constexpr (M == PointwiseMode::identity) return a;
  if constexpr (M == PointwiseMode::one_minus) return hn::Sub(one, a);
  if constexpr (M == PointwiseMode::relu_fwd) {
    const V y = hn::IfThenElseZero(hn::Gt(a, zero), a);
    return v.propagate_nan ? hn::IfThenElse(hn::Not(hn::Eq(a, a)), a, y) : y;
  }
  if constexpr (M == PointwiseMode::clipped_relu_fwd) {
    const V positive = hn::IfThenElseZero(hn::Gt(a, zero), a);
    const V y = hn::IfThenElse(hn::Lt(p, positive), p, positive);
    return v.propagate_nan ? hn::IfThenElse(hn::Not(hn::Eq(a, a)), a, y) : y;
  }
  if constexpr (M == PointwiseMode::tanh_fwd) return hn::IfThenElse(hn::Not(hn::Eq(a, a)), a, hn::Tanh(d, a));
  if constexpr (M == PointwiseMode::sigmoid_fwd) return sigmoid(a);
  if constexpr (M == PointwiseMode::elu_fwd)
    return hn::IfThenElse(hn::Or(hn::Gt(a, zero), hn::Not(hn::Eq(a, a))), a,
                          hn::Mul(p, hn::Expm1(d, hn::Min(a, zero))));
  if constexpr (M == PointwiseMode::swish_fwd) return hn::Mul(a, sigmoid(hn::Mul(p, a)));
  if constexpr (M == PointwiseMode::relu_bwd) return hn::IfThenElseZero(hn::Gt(a, zero), b);
  if constexpr (M == PointwiseMode::clipped_relu_bwd)
    return hn::IfThenElseZero(hn::And(hn::Gt(a, zero), hn::Le(a, p)), b);
  if constexpr (M == PointwiseMode::sigmoid_bwd) return hn::Mul(hn::Mul(b, t), hn::Sub(one, t));
  if constexpr (M == PointwiseMode::tanh_bwd) return hn::Mul(b, hn::Sub(one, hn::Mul(t, t)));
  if constexpr (M == PointwiseMode::elu_bwd) return hn::IfThenElse(hn::Ge(t, zero), b, hn::Mul(b, hn::Add(t, p)));
  if constexpr (M == PointwiseMode::swish_bwd) {
    const V pa = hn::Mul(p, a), s = sigmoid(pa);
    return hn::Mul(b, hn::Add(s, hn::Mul(pa, hn::Mul(s, hn::Sub(one, s)))));
  }
}

template <PointwiseMode M>
HWY_INLINE V result(const float* a, const float* b, const float* t, const float* old, const BlockScalars& s) {
  const D d;
  Values v{a ? hn::LoadU(d, a) : hn::Zero(d), b ? hn::LoadU(d, b) : hn::Zero(d), t ? hn::LoadU(d, t) : hn::Zero(d),
           hn::Set(d, s.parameter), s.propagate_nan};
  if constexpr (graph::scales_inputs(M)) {
    v.a = hn::Mul(v.a, hn::Set(d, s.alpha));
    v.b = hn::Mul(v.b, hn::Set(d, s.alpha2));
  }
  V r = apply<M>(v);
  if constexpr (!graph::scales_inputs(M)) r = hn::Mul(r, hn::Set(d, s.alpha));
  if (s.beta != 0) r = hn::Add(r, hn::Mul(hn::Set(d, s.beta), hn::LoadU(d, old)));
  return r;
}

template <PointwiseMode M>
void block(const float* a, const float* b, const float* t, const float* old, float* y, int64_t n,
           const BlockScalars& s) {
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes)
    hn::StoreU(result<M>(a ? a + i : a, b ? b + i : b, t ? t + i : t, old ? old + i : old, s), d, y + i);
  if (i == n) return;
  // The rest, less than a vector, through buffers: nothing beyond the block is read or written.
  constexpr int64_t kLanes = HWY_MAX_BYTES / sizeof(float);
  HWY_ALIGN float part[4][kLanes] = {}, out[kLanes];
  const float* in[4] = {a, b, t, s.beta != 0 ? old : nullptr};
  for (int k = 0; k < 4; ++k)
    if (in[k])
      for (int64_t j = i; j < n; ++j) part[k][j - i] = in[k][j];
  hn::Store(result<M>(part[0], part[1], part[2], part[3], s), d, out);
  for (int64_t j = i; j < n; ++j) y[j] = out[j - i];
}

BlockFn pick_block(PointwiseMode m) {
  using enum PointwiseMode;
  switch (m) {
    case add:
      return block<add>;
    case mul:
      return block<mul>;
    case min:
      return block<min>;
    case max:
      return block<max>;
    case sqrt:
      return block<sqrt>;
    case identity:
      return block<identity>;
    case one_minus:
      return block<one_minus>;
    case relu_fwd:
      return block<relu_fwd>;
    case clipped_relu_fwd:
      return block<clipped_relu_fwd>;
    case tanh_fwd:
      return block<tanh_fwd>;
    case sigmoid_fwd:
      return block<sigmoid_fwd>;
    case elu_fwd:
      return block<elu_fwd>;
    case swish_fwd:
      return block<swish_fwd>;
    case relu_bwd:
      return block<relu_bwd>;
    case clipped_relu_bwd:
      return block<clipped_relu_bwd>;
    case sigmoid_bwd:
      return block<sigmoid_bwd>;
    case tanh_bwd:
      return block<tanh_bwd>;
    case elu_bwd:
      return block<elu_bwd>;
    case swish_bwd:
      return block<swish_bwd>;
    default:
      return nullptr;
  }
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
