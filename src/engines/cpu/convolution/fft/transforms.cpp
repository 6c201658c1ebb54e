// Small two-dimensional Fourier transforms, many at a time: one problem in each vector lane, so that every step is
// plain vector arithmetic without shuffles. Radix 2, decimation in time (Cooley and Tukey 1965). Values are real, so
// only columns 0 to tile / 2 are kept; the others are their conjugates.
#include "engines/cpu/convolution/fft/transforms.h"

#include <cstddef>

#include "engines/cpu/convolution/fft/twiddles.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/cpu/convolution/fft/transforms.cpp"
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

// In place, n numbers in natural order; Sign -1 forward, +1 inverse (not scaled).
template <int N, int Sign>
HWY_INLINE void fft(V* HWY_RESTRICT re, V* HWY_RESTRICT im) {
  const D d;
  const Twiddles<N>& w = twiddles<N>();
  for (int s = 0; s < w.swaps; ++s) {
    const int i = w.swap[s][0], j = w.swap[s][1];
    const V a = re[i], b = im[i];
    re[i] = re[j], im[i] = im[j];
    re[j] = a, im[j] = b;
  }
  for (int half = 1; half < N; half *= 2) {
    const int step = N / (2 * half);
    for (int k = 0; k < half; ++k) {
      const V c = hn::Set(d, w.cosine[k * step]), s = hn::Set(d, Sign * w.sine[k * step]);
      for (int i = k; i < N; i += 2 * half) {
        V tr = re[i + half], ti = im[i + half];
        if (k != 0) {  // (tr + i ti)(c + i s)
          const V r = hn::NegMulAdd(ti, s, hn::Mul(tr, c));
          ti = hn::MulAdd(tr, s, hn::Mul(ti, c));
          tr = r;
        }
        re[i + half] = hn::Sub(re[i], tr);
        im[i + half] = hn::Sub(im[i], ti);
        re[i] = hn::Add(re[i], tr);
        im[i] = hn::Add(im[i], ti);
      }
    }
  }
}

template <int N>
void forward(int h, int w, const float* in, int64_t in_stride, float* out, int64_t out_stride, int64_t n) {
  constexpr int kHalf = N / 2 + 1;
  const D d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  V re[kHalf][N], im[kHalf][N];  // by column
  V a[N], b[N];
  for (int64_t i = 0; i < n; i += lanes, in += lanes, out += lanes) {
    // Two real rows are one complex one: row y as real part, row y + 1 as imaginary part.
    for (int y = 0; y < h; y += 2) {
      const bool two = y + 1 < h;
      for (int x = 0; x < N; ++x) {
        a[x] = x < w ? hn::LoadU(d, in + (y * w + x) * in_stride) : hn::Zero(d);
        b[x] = x < w && two ? hn::LoadU(d, in + ((y + 1) * w + x) * in_stride) : hn::Zero(d);
      }
      fft<N, -1>(a, b);
      const V half = hn::Set(d, 0.5f);
      for (int x = 0; x < kHalf; ++x) {
        const int m = (N - x) % N;
        re[x][y] = hn::Mul(half, hn::Add(a[x], a[m]));
        im[x][y] = hn::Mul(half, hn::Sub(b[x], b[m]));
        if (!two) continue;
        re[x][y + 1] = hn::Mul(half, hn::Add(b[x], b[m]));
        im[x][y + 1] = hn::Mul(half, hn::Sub(a[m], a[x]));
      }
    }
    for (int x = 0; x < kHalf; ++x) {
      for (int y = h; y < N; ++y) re[x][y] = im[x][y] = hn::Zero(d);
      fft<N, -1>(re[x], im[x]);
      for (int y = 0; y < N; ++y) {
        float* to = out + static_cast<int64_t>(y * kHalf + x) * 2 * out_stride;
        hn::StoreU(re[x][y], d, to);
        hn::StoreU(im[x][y], d, to + out_stride);
      }
    }
  }
}

template <int N>
void inverse(int h, int w, const float* in, int64_t in_stride, float* out, int64_t out_stride, int64_t n) {
  constexpr int kHalf = N / 2 + 1;
  const D d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const V scale = hn::Set(d, 1.0f / (N * N));
  V re[kHalf][N], im[kHalf][N];
  V a[N], b[N];
  for (int64_t i = 0; i < n; i += lanes, in += lanes, out += lanes) {
    for (int x = 0; x < kHalf; ++x) {
      for (int y = 0; y < N; ++y) {
        const float* from = in + static_cast<int64_t>(y * kHalf + x) * 2 * in_stride;
        re[x][y] = hn::LoadU(d, from);
        im[x][y] = hn::LoadU(d, from + in_stride);
      }
      fft<N, 1>(re[x], im[x]);
    }
    for (int y = 0; y < h; y += 2) {
      // Rows p and q of conjugate-symmetric numbers, as p + i q: the result is row y + i row (y + 1).
      const bool two = y + 1 < h;
      for (int x = 0; x < N; ++x) {
        const int m = x < kHalf ? x : N - x;
        const V pr = re[m][y], pi = x < kHalf ? im[m][y] : hn::Neg(im[m][y]);
        const V qr = two ? re[m][y + 1] : hn::Zero(d);
        const V qi = two ? (x < kHalf ? im[m][y + 1] : hn::Neg(im[m][y + 1])) : hn::Zero(d);
        a[x] = hn::Sub(pr, qi);
        b[x] = hn::Add(pi, qr);
      }
      fft<N, 1>(a, b);
      for (int x = 0; x < w; ++x) {
        hn::StoreU(hn::Mul(scale, a[x]), d, out + (y * w + x) * out_stride);
        if (two) hn::StoreU(hn::Mul(scale, b[x]), d, out + ((y + 1) * w + x) * out_stride);
      }
    }
  }
}

template <int N>
const Domain* domain() {
  static const Domain t = {N, N * (N / 2 + 1), 2, forward<N>, forward<N>, forward<N>, inverse<N>, inverse<N>};
  return &t;
}

}  // namespace

const Domain* fft16_table() { return domain<16>(); }
const Domain* fft32_table() { return domain<32>(); }

}  // namespace HWY_NAMESPACE
}  // namespace girih::convolution
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace girih::convolution {
const Domain& fft_domain(int tile) {
  static const Domain& d16 = *GIRIH_PICK_TARGET(fft16_table)();
  static const Domain& d32 = *GIRIH_PICK_TARGET(fft32_table)();
  return tile == 16 ? d16 : d32;
}
}  // namespace girih::convolution
#endif
