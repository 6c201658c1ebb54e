// Winograd's minimal filtering as applied to convolution by Lavin and Gray 2016 (Fast algorithms for convolutional
// neural networks). Both algorithms use six points, so data have one transform B; the filter side evaluates the
// polynomial of its values at the points, with the factors 1/4, -1/6, -1/6, 1/24, 1/24, 1 of the six points.
#include "engines/cpu/convolution/winograd/transforms.h"

#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/cpu/convolution/winograd/transforms.cpp"
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
using V = hn::Vec<D>;

HWY_INLINE V c(float x) { return hn::Set(D(), x); }

// Rows of B^T for one line of six.
struct Data {
  static constexpr int kIn = 6, kOut = 6;
  HWY_INLINE static void line(const V* x, V* y) {
    y[0] = hn::MulAdd(c(4), x[0], hn::NegMulAdd(c(5), x[2], x[4]));
    const V a = hn::NegMulAdd(c(4), x[2], x[4]), b = hn::NegMulAdd(c(4), x[1], x[3]);
    y[1] = hn::Add(a, b);
    y[2] = hn::Sub(a, b);
    const V e = hn::Sub(x[4], x[2]), f = hn::Mul(c(2), hn::Sub(x[3], x[1]));
    y[3] = hn::Add(e, f);
    y[4] = hn::Sub(e, f);
    y[5] = hn::MulAdd(c(4), x[1], hn::NegMulAdd(c(5), x[3], x[5]));
  }
};

// Three values (a filter).
struct Three {
  static constexpr int kIn = 3, kOut = 6;
  HWY_INLINE static void line(const V* x, V* y) {
    y[0] = hn::Mul(c(0.25f), x[0]);
    const V even = hn::Add(x[0], x[2]);
    y[1] = hn::Mul(c(-1.0f / 6), hn::Add(even, x[1]));
    y[2] = hn::Mul(c(-1.0f / 6), hn::Sub(even, x[1]));
    const V even2 = hn::MulAdd(c(4), x[2], x[0]), odd2 = hn::Mul(c(2), x[1]);
    y[3] = hn::Mul(c(1.0f / 24), hn::Add(even2, odd2));
    y[4] = hn::Mul(c(1.0f / 24), hn::Sub(even2, odd2));
    y[5] = x[2];
  }
};

// Four values (a tile of the output's gradient).
struct Four {
  static constexpr int kIn = 4, kOut = 6;
  HWY_INLINE static void line(const V* x, V* y) {
    y[0] = hn::Mul(c(0.25f), x[0]);
    const V even = hn::Add(x[0], x[2]), odd = hn::Add(x[1], x[3]);
    y[1] = hn::Mul(c(-1.0f / 6), hn::Add(even, odd));
    y[2] = hn::Mul(c(-1.0f / 6), hn::Sub(even, odd));
    const V even2 = hn::MulAdd(c(4), x[2], x[0]), odd2 = hn::MulAdd(c(8), x[3], hn::Mul(c(2), x[1]));
    y[3] = hn::Mul(c(1.0f / 24), hn::Add(even2, odd2));
    y[4] = hn::Mul(c(1.0f / 24), hn::Sub(even2, odd2));
    y[5] = x[3];
  }
};

// Rows of A^T: four results of a 3-value filter, or three of a 4-value one.
template <int N>
struct Result {
  static constexpr int kIn = 6, kOut = N;
  HWY_INLINE static void line(const V* x, V* y) {
    const V s = hn::Add(x[1], x[2]), d = hn::Sub(x[1], x[2]), s2 = hn::Add(x[3], x[4]), d2 = hn::Sub(x[3], x[4]);
    y[0] = hn::Add(hn::Add(x[0], s), s2);
    y[1] = hn::MulAdd(c(2), d2, d);
    y[2] = hn::MulAdd(c(4), s2, s);
    if constexpr (N == 4)
      y[3] = hn::Add(hn::MulAdd(c(8), d2, d), x[5]);
    else
      y[2] = hn::Add(y[2], x[5]);
  }
};

// Columns, then rows.
template <class L>
void transform(int, int, const float* in, int64_t in_stride, float* out, int64_t out_stride, int64_t n) {
  const D d;
  for (int64_t i = 0; i < n; i += static_cast<int64_t>(hn::Lanes(d)), in += hn::Lanes(d), out += hn::Lanes(d)) {
    V mid[L::kOut][L::kIn];
    for (int x = 0; x < L::kIn; ++x) {
      V from[L::kIn], to[L::kOut];
      GIRIH_UNROLL for (int y = 0; y < L::kIn; ++y) from[y] = hn::LoadU(d, in + (y * L::kIn + x) * in_stride);
      L::line(from, to);
      GIRIH_UNROLL for (int y = 0; y < L::kOut; ++y) mid[y][x] = to[y];
    }
    for (int y = 0; y < L::kOut; ++y) {
      V to[L::kOut];
      L::line(mid[y], to);
      GIRIH_UNROLL for (int x = 0; x < L::kOut; ++x) hn::StoreU(to[x], d, out + (y * L::kOut + x) * out_stride);
    }
  }
}

}  // namespace

const Domain* winograd_table() {
  static const Domain t = {
      6, 36, 1, transform<Data>, transform<Three>, transform<Four>, transform<Result<4>>, transform<Result<3>>};
  return &t;
}

}  // namespace HWY_NAMESPACE
}  // namespace girih::convolution
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace girih::convolution {
const Domain& winograd_domain() {
  static const Domain& d = *GIRIH_PICK_TARGET(winograd_table)();
  return d;
}
}  // namespace girih::convolution
#endif
