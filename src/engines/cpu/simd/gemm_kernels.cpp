#include "engines/cpu/simd/gemm_kernels.h"

#include <cstddef>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/cpu/simd/gemm_kernels.cpp"
// clang-format off
#include "engines/cpu/simd/targets.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace girih::simd {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr int kRows = HWY_TARGET == HWY_AVX3 ? 14 : 6;
using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

template <int R, int N>
void tile(int64_t depth, const float* HWY_RESTRICT a, const float* HWY_RESTRICT b, float* HWY_RESTRICT c, bool add) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  V acc[R][N];
  GIRIH_UNROLL for (int r = 0; r < R; ++r) {
    // The tile of c is needed at the end only: 10 % of the time of a large product when it comes late.
    __builtin_prefetch(c + static_cast<size_t>(r * N) * lanes, 1);
    GIRIH_UNROLL for (int n = 0; n < N; ++n) acc[r][n] = hn::Zero(d);
  }
  for (int64_t k = 0; k < depth; ++k) {
    V bv[N];
    GIRIH_UNROLL for (int n = 0; n < N; ++n) bv[n] = hn::LoadU(d, b + static_cast<size_t>(n) * lanes);
    GIRIH_UNROLL for (int r = 0; r < R; ++r) {
      const V av = hn::Set(d, a[r]);
      GIRIH_UNROLL for (int n = 0; n < N; ++n) acc[r][n] = hn::MulAdd(av, bv[n], acc[r][n]);
    }
    a += R;
    b += static_cast<size_t>(N) * lanes;
  }
  GIRIH_UNROLL for (int r = 0; r < R; ++r) {
    GIRIH_UNROLL for (int n = 0; n < N; ++n) {
      float* at = c + static_cast<size_t>(r * N + n) * lanes;
      hn::StoreU(add ? hn::Add(hn::LoadU(d, at), acc[r][n]) : acc[r][n], d, at);
    }
  }
}

using TileFn = void (*)(int64_t, const float*, const float*, float*, bool);
template <int N, int... R>
constexpr void fill(TileFn* table, std::integer_sequence<int, R...>) {
  ((table[R] = tile<R + 1, N>), ...);
}
struct Tiles {
  TileFn of[2][kRows];
  constexpr Tiles() : of() {
    fill<1>(of[0], std::make_integer_sequence<int, kRows>());
    fill<2>(of[1], std::make_integer_sequence<int, kRows>());
  }
};
constexpr Tiles kTiles;

void panel(int64_t rows, int panel_rows, int vectors, int64_t depth, const float* a, const float* b, float* c,
           bool add) {
  const int64_t width = vectors * static_cast<int64_t>(hn::Lanes(D()));
  for (int64_t r = 0; r < rows; r += panel_rows) {
    const int64_t n = rows - r < panel_rows ? rows - r : panel_rows;
    kTiles.of[vectors - 1][n - 1](depth, a, b, c, add);
    a += n * depth;
    c += n * width;
  }
}

double fma_peak_loop(int64_t count) {
  const D d;
  V acc[kPeakChains];
  const V x = hn::Set(d, 0.999f), y = hn::Set(d, 0.001f);
  GIRIH_UNROLL for (int i = 0; i < kPeakChains; ++i) acc[i] = hn::Set(d, static_cast<float>(i));
  for (int64_t k = 0; k < count; ++k) {
    GIRIH_UNROLL for (int i = 0; i < kPeakChains; ++i) acc[i] = hn::MulAdd(acc[i], x, y);
  }
  V sum = acc[0];
  GIRIH_UNROLL for (int i = 1; i < kPeakChains; ++i) sum = hn::Add(sum, acc[i]);
  float out[HWY_MAX_BYTES / 4];
  hn::StoreU(sum, d, out);
  return static_cast<double>(out[0]);
}

}  // namespace

const GemmKernels* gemm_table() {
  static const GemmKernels t = {kRows, static_cast<int>(hn::Lanes(D())), panel, fma_peak_loop};
  return &t;
}

}  // namespace HWY_NAMESPACE
}  // namespace girih::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace girih::simd {
const GemmKernels& gemm_kernels() {
  static const GemmKernels& t = *GIRIH_PICK_TARGET(gemm_table)();
  return t;
}
}  // namespace girih::simd
#endif
