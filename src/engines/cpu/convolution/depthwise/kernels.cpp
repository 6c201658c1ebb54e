#include "engines/cpu/convolution/depthwise/kernels.h"

#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/cpu/convolution/depthwise/kernels.cpp"
// clang-format off
#include "engines/cpu/simd/targets.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace girih::convolution {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;

// Two vectors of results stay in registers over all taps; the rest of the row goes one by one.
void accumulate(const float* HWY_RESTRICT src, int64_t step, const int64_t* HWY_RESTRICT offsets,
                const float* HWY_RESTRICT w, int64_t taps, int64_t n, float* HWY_RESTRICT out, bool add) {
  const D d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  if (step == 1) {
    for (; i + 2 * lanes <= n; i += 2 * lanes) {
      auto a = hn::Zero(d), b = hn::Zero(d);
      for (int64_t t = 0; t < taps; ++t) {
        const auto f = hn::Set(d, w[t]);
        const float* from = src + offsets[t] + i;
        a = hn::MulAdd(f, hn::LoadU(d, from), a);
        b = hn::MulAdd(f, hn::LoadU(d, from + lanes), b);
      }
      hn::StoreU(add ? hn::Add(hn::LoadU(d, out + i), a) : a, d, out + i);
      hn::StoreU(add ? hn::Add(hn::LoadU(d, out + i + lanes), b) : b, d, out + i + lanes);
    }
    for (; i + lanes <= n; i += lanes) {
      auto a = hn::Zero(d);
      for (int64_t t = 0; t < taps; ++t) a = hn::MulAdd(hn::Set(d, w[t]), hn::LoadU(d, src + offsets[t] + i), a);
      hn::StoreU(add ? hn::Add(hn::LoadU(d, out + i), a) : a, d, out + i);
    }
  }
  // With fused multiply-adds as above, one lane at a time, so that a result does not depend on its place in the row.
  const hn::CappedTag<float, 1> one;
  for (; i < n; ++i) {
    auto a = hn::Zero(one);
    for (int64_t t = 0; t < taps; ++t)
      a = hn::MulAdd(hn::Set(one, w[t]), hn::LoadU(one, src + offsets[t] + i * step), a);
    const float sum = hn::GetLane(a);
    out[i] = add ? out[i] + sum : sum;
  }
}

void correlate(const float* HWY_RESTRICT src, int64_t step, const int64_t* HWY_RESTRICT offsets,
               const float* HWY_RESTRICT row, int64_t taps, int64_t n, double* HWY_RESTRICT sums) {
  const D d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t t = 0; t < taps; ++t) {
    const float* from = src + offsets[t];
    auto a = hn::Zero(d);
    int64_t i = 0;
    if (step == 1)
      for (; i + lanes <= n; i += lanes) a = hn::MulAdd(hn::LoadU(d, row + i), hn::LoadU(d, from + i), a);
    float sum = hn::GetLane(hn::SumOfLanes(d, a));
    for (; i < n; ++i) sum += row[i] * from[i * step];
    sums[t] += static_cast<double>(sum);
  }
}

}  // namespace

const DepthwiseKernels* depthwise_table() {
  static const DepthwiseKernels t = {accumulate, correlate};
  return &t;
}

}  // namespace HWY_NAMESPACE
}  // namespace girih::convolution
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace girih::convolution {
const DepthwiseKernels& depthwise_kernels() {
  static const DepthwiseKernels& t = *GIRIH_PICK_TARGET(depthwise_table)();
  return t;
}
}  // namespace girih::convolution
#endif
