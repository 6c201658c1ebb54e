// Runs of f32, f16 and bf16 elements as f32 and back, for the target being compiled. Rounds to nearest even.
#if defined(GIRIH_SIMD_CONVERT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GIRIH_SIMD_CONVERT_INL_H_
#undef GIRIH_SIMD_CONVERT_INL_H_
#else
#define GIRIH_SIMD_CONVERT_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"
#include "tensor/dtype.h"

HWY_BEFORE_NAMESPACE();
namespace girih::simd {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using FloatTag = hn::ScalableTag<float>;
using FloatVec = hn::Vec<FloatTag>;

// x86 with AVX2 has instructions for f16; elsewhere the library's own conversion is exact, if slow.
#define GIRIH_VECTOR_F16 (HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3)

// One vector of elements.
HWY_INLINE FloatVec load_vector(const float* p) { return hn::LoadU(FloatTag(), p); }
HWY_INLINE FloatVec load_vector(const bf16* p) {
  const FloatTag d;
  const hn::RebindToUnsigned<FloatTag> du;
  const hn::Rebind<uint16_t, FloatTag> dh;
  const auto bits = hn::LoadU(dh, reinterpret_cast<const uint16_t*>(p));
  return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(du, bits)));
}
HWY_INLINE FloatVec load_vector(const f16* p) {
  const FloatTag d;
#if GIRIH_VECTOR_F16
  const hn::Rebind<hwy::float16_t, FloatTag> dh;
  return hn::PromoteTo(d, hn::LoadU(dh, reinterpret_cast<const hwy::float16_t*>(p)));
#else
  HWY_ALIGN float v[HWY_MAX_BYTES / 4];
  for (size_t i = 0; i < hn::Lanes(d); ++i) v[i] = static_cast<float>(p[i]);
  return hn::Load(d, v);
#endif
}

HWY_INLINE void store_vector(FloatVec v, float* p) { hn::StoreU(v, FloatTag(), p); }
HWY_INLINE void store_vector(FloatVec v, bf16* p) {
  const hn::RebindToUnsigned<FloatTag> du;
  const hn::RebindToSigned<FloatTag> di;
  const hn::Rebind<uint16_t, FloatTag> dh;
  const auto u = hn::BitCast(du, v);
  const auto high = hn::ShiftRight<16>(u);
  const auto odd = hn::And(high, hn::Set(du, 1u));
  const auto rounded = hn::ShiftRight<16>(hn::Add(u, hn::Add(odd, hn::Set(du, 0x7fffu))));
  const auto quiet = hn::Or(high, hn::Set(du, 0x40u));
  const auto is_nan = hn::RebindMask(du, hn::Not(hn::Eq(v, v)));
  const auto bits = hn::DemoteTo(dh, hn::BitCast(di, hn::IfThenElse(is_nan, quiet, rounded)));
  hn::StoreU(bits, dh, reinterpret_cast<uint16_t*>(p));
}
HWY_INLINE void store_vector(FloatVec v, f16* p) {
#if GIRIH_VECTOR_F16
  const hn::Rebind<hwy::float16_t, FloatTag> dh;
  hn::StoreU(hn::DemoteTo(dh, v), dh, reinterpret_cast<hwy::float16_t*>(p));
#else
  const FloatTag d;
  HWY_ALIGN float a[HWY_MAX_BYTES / 4];
  hn::Store(v, d, a);
  for (size_t i = 0; i < hn::Lanes(d); ++i) p[i] = f16(static_cast<double>(a[i]));
#endif
}

// out[i] = src[i * stride], i < n. Reads and writes nothing else.
template <class T>
HWY_INLINE void load_run(const T* src, int64_t stride, int64_t n, float* out) {
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(FloatTag()));
  int64_t i = 0;
  if (stride == 1)
    for (; i + lanes <= n; i += lanes) hn::StoreU(load_vector(src + i), FloatTag(), out + i);
  if (i == n) return;
  T part[HWY_MAX_BYTES / 4] = {};
  HWY_ALIGN float values[HWY_MAX_BYTES / 4];
  for (; i < n; i += lanes) {
    const int64_t m = n - i < lanes ? n - i : lanes;
    for (int64_t j = 0; j < m; ++j) part[j] = src[(i + j) * stride];
    hn::Store(load_vector(part), FloatTag(), values);
    for (int64_t j = 0; j < m; ++j) out[i + j] = values[j];
  }
}

template <class T>
HWY_INLINE void store_run(const float* src, int64_t n, T* dst, int64_t stride) {
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(FloatTag()));
  int64_t i = 0;
  if (stride == 1)
    for (; i + lanes <= n; i += lanes) store_vector(hn::LoadU(FloatTag(), src + i), dst + i);
  if (i == n) return;
  float values[HWY_MAX_BYTES / 4] = {};
  T part[HWY_MAX_BYTES / 4];
  for (; i < n; i += lanes) {
    const int64_t m = n - i < lanes ? n - i : lanes;
    for (int64_t j = 0; j < m; ++j) values[j] = src[i + j];
    store_vector(load_vector(values), part);
    for (int64_t j = 0; j < m; ++j) dst[(i + j) * stride] = part[j];
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace girih::simd
HWY_AFTER_NAMESPACE();
#endif
