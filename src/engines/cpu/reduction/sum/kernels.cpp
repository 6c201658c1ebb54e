#include "engines/cpu/reduction/sum/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/cpu/reduction/sum/kernels.cpp"
#include "engines/cpu/simd/targets.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
//
#include "engines/cpu/simd/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace girih::reduction {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using F = hn::ScalableTag<float>;
using D = hn::ScalableTag<double>;
using Half = hn::Rebind<float, D>;  // as many floats as a vector holds doubles
constexpr int64_t kBlock = 256;

template <class T>
HWY_INLINE const float* block(const T* x, int64_t stride, int64_t n, float* buffer) {
  if constexpr (std::is_same_v<T, float>)
    if (stride == 1) return x;
  simd::HWY_NAMESPACE::load_run(x, stride, n, buffer);
  return buffer;
}

template <class T>
double sum_row(const void* source, int64_t stride, int64_t n) {
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;  // four chains hide the latency of the addition
  double rest = 0;
  float buffer[kBlock];
  for (int64_t begin = 0; begin < n; begin += kBlock) {
    const int64_t m = n - begin < kBlock ? n - begin : kBlock;
    const float* x = block(static_cast<const T*>(source) + begin * stride, stride, m, buffer);
    int64_t i = 0;
    const auto part = [&](int64_t at) HWY_ATTR { return hn::PromoteTo(d, hn::LoadU(Half(), x + at)); };
    for (; i + 4 * lanes <= m; i += 4 * lanes) {
      s0 = hn::Add(s0, part(i));
      s1 = hn::Add(s1, part(i + lanes));
      s2 = hn::Add(s2, part(i + 2 * lanes));
      s3 = hn::Add(s3, part(i + 3 * lanes));
    }
    for (; i + lanes <= m; i += lanes) s0 = hn::Add(s0, part(i));
    for (; i < m; ++i) rest += static_cast<double>(x[i]);
  }
  HWY_ALIGN double lane[HWY_MAX_BYTES / sizeof(double)];
  hn::Store(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)), d, lane);
  for (int64_t i = 0; i < lanes; ++i) rest += lane[i];
  return rest;
}

template <class T>
void add_row(const void* source, int64_t stride, int64_t n, double* sum, int64_t sum_stride) {
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  float buffer[kBlock];
  for (int64_t begin = 0; begin < n; begin += kBlock) {
    const int64_t m = n - begin < kBlock ? n - begin : kBlock;
    const float* x = block(static_cast<const T*>(source) + begin * stride, stride, m, buffer);
    double* target = sum + begin * sum_stride;
    int64_t i = 0;
    if (sum_stride == 1)
      for (; i + lanes <= m; i += lanes)
        hn::StoreU(hn::Add(hn::LoadU(d, target + i), hn::PromoteTo(d, hn::LoadU(Half(), x + i))), d, target + i);
    for (; i < m; ++i) target[i * sum_stride] += static_cast<double>(x[i]);
  }
}

Kernels pick(DType t) {
  switch (t) {
    case DType::f32:
      return {sum_row<float>, add_row<float>};
    case DType::f16:
      return {sum_row<f16>, add_row<f16>};
    case DType::bf16:
      return {sum_row<bf16>, add_row<bf16>};
    default:
      return {};
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace girih::reduction
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace girih::reduction {

Kernels kernels(DType t) { return GIRIH_PICK_TARGET(pick)(t); }

}  // namespace girih::reduction
#endif
