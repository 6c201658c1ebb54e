#include "engines/cpu/simd/pack_kernels.h"

#include <cstddef>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/cpu/simd/pack_kernels.cpp"
// clang-format off
#include "engines/cpu/simd/targets.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "engines/cpu/simd/convert-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace girih::simd {
namespace HWY_NAMESPACE {
namespace {

// n contiguous floats; may write past out + n up to the next multiple of a vector.
HWY_INLINE void copy_over(const float* HWY_RESTRICT src, int64_t n, float* HWY_RESTRICT out) {
#if HWY_MEM_OPS_MIGHT_FAULT && HWY_TARGET != HWY_AVX2  // on AVX2 that concerns 8 and 16 bits only
  for (int64_t i = 0; i < n; ++i) out[i] = src[i];
#else
  const FloatTag d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(hn::LoadU(d, src + i), d, out + i);
  if (i < n) hn::StoreU(hn::MaskedLoad(hn::FirstN(d, static_cast<size_t>(n - i)), d, src + i), d, out + i);
#endif
}

HWY_INLINE void zero(float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = 0;
}

void gather_f32(const float* HWY_RESTRICT src, int64_t row_stride, int64_t stride, int64_t rows,
                const Segment* HWY_RESTRICT segments, int count, int width, float* HWY_RESTRICT out) {
  const FloatTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  int covered = 0;
  for (int s = 0; s < count; ++s) covered += segments[s].len;
  if (count == 1 && covered == width && stride == 1 && (width == lanes || width == 2 * lanes)) {
    src += segments[0].src;
    for (int64_t r = 0; r < rows; ++r, src += row_stride, out += width) {
      hn::StoreU(hn::LoadU(d, src), d, out);
      if (width != lanes) hn::StoreU(hn::LoadU(d, src + lanes), d, out + lanes);
    }
    return;
  }
  for (int64_t r = 0; r < rows; ++r, src += row_stride, out += width) {
    if (covered != width) zero(out, width);
    for (int s = 0; s < count; ++s) {
      const float* from = src + segments[s].src;
      float* to = out + segments[s].dst;
      if (stride == 1) {
        copy_over(from, segments[s].len, to);
      } else {
        for (int i = 0; i < segments[s].len; ++i) to[i] = from[i * stride];
      }
    }
  }
}

template <class T>
void gather_as(const T* src, int64_t row_stride, int64_t stride, int64_t rows, const Segment* segments, int count,
               int width, float* out) {
  for (int64_t r = 0; r < rows; ++r, src += row_stride, out += width) {
    zero(out, width);
    for (int s = 0; s < count; ++s) load_run(src + segments[s].src, stride, segments[s].len, out + segments[s].dst);
  }
}

void gather(const void* src, DType type, int64_t row_stride, int64_t stride, int64_t rows, const Segment* segments,
            int count, int width, float* out) {
  if (type == DType::f32)
    gather_f32(static_cast<const float*>(src), row_stride, stride, rows, segments, count, width, out);
  else if (type == DType::f16)
    gather_as(static_cast<const f16*>(src), row_stride, stride, rows, segments, count, width, out);
  else
    gather_as(static_cast<const bf16*>(src), row_stride, stride, rows, segments, count, width, out);
}

template <class T>
void load_as(const T* src, int64_t row_stride, int64_t col_stride, int64_t rows, int64_t cols, int64_t width,
             float* out) {
  if (col_stride != 1 && std::is_same_v<T, float>) {
    // Neither side is contiguous: walk along the smaller stride of the source.
    for (int64_t c = 0; c < cols; ++c)
      for (int64_t r = 0; r < rows; ++r) out[r * width + c] = load<float>(src[r * row_stride + c * col_stride]);
    return;
  }
  for (int64_t r = 0; r < rows; ++r) load_run(src + r * row_stride, col_stride, cols, out + r * width);
}

void load(const void* src, DType type, int64_t row_stride, int64_t col_stride, int64_t rows, int64_t cols,
          int64_t width, float* out) {
  if (type == DType::f32)
    load_as(static_cast<const float*>(src), row_stride, col_stride, rows, cols, width, out);
  else if (type == DType::f16)
    load_as(static_cast<const f16*>(src), row_stride, col_stride, rows, cols, width, out);
  else
    load_as(static_cast<const bf16*>(src), row_stride, col_stride, rows, cols, width, out);
}

#if HWY_TARGET != HWY_SCALAR
// Four rows of four floats at a time, in registers of 128 bits whatever the vector width.
HWY_INLINE void transpose4(const float* const* rows, int64_t at, float* out, int width) {
  const hn::FixedTag<float, 4> d;
  const hn::RepartitionToWide<decltype(d)> w;
  const auto a = hn::LoadU(d, rows[0] + at), b = hn::LoadU(d, rows[1] + at);
  const auto c = hn::LoadU(d, rows[2] + at), e = hn::LoadU(d, rows[3] + at);
  const auto ab0 = hn::BitCast(w, hn::InterleaveLower(d, a, b)), ab1 = hn::BitCast(w, hn::InterleaveUpper(d, a, b));
  const auto ce0 = hn::BitCast(w, hn::InterleaveLower(d, c, e)), ce1 = hn::BitCast(w, hn::InterleaveUpper(d, c, e));
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(w, ab0, ce0)), d, out);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(w, ab0, ce0)), d, out + width);
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(w, ab1, ce1)), d, out + 2 * width);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(w, ab1, ce1)), d, out + 3 * width);
}
#endif

void transpose(const float* const* rows, int count, int64_t depth, int width, float* out) {
  int i = 0;
#if HWY_TARGET != HWY_SCALAR
  const int64_t whole = depth & ~int64_t(3);
  for (; i + 4 <= count; i += 4) {
    for (int64_t k = 0; k < whole; k += 4) transpose4(rows + i, k, out + k * width + i, width);
    for (int64_t k = whole; k < depth; ++k)
      for (int r = i; r < i + 4; ++r) out[k * width + r] = rows[r][k];
  }
#endif
  for (; i < count; ++i)
    for (int64_t k = 0; k < depth; ++k) out[k * width + i] = rows[i][k];
  for (; i < width; ++i)
    for (int64_t k = 0; k < depth; ++k) out[k * width + i] = 0;
}

// alpha * src + beta * dst without a fused multiply-add: beta = 0 and alpha = 1 then give the plain sum exactly.
void store_f32(const float* HWY_RESTRICT src, int64_t ld, int64_t rows, int64_t cols, float* HWY_RESTRICT dst,
               int64_t row_stride, int64_t col_stride, float alpha, float beta) {
  if (col_stride == 1) {
    for (int64_t r = 0; r < rows; ++r, src += ld, dst += row_stride) {
      if (beta != 0)
        for (int64_t c = 0; c < cols; ++c) dst[c] = alpha * src[c] + beta * dst[c];
      else
        for (int64_t c = 0; c < cols; ++c) dst[c] = alpha * src[c];
    }
  } else {
    for (int64_t c = 0; c < cols; ++c, dst += col_stride, ++src) {
      if (beta != 0)
        for (int64_t r = 0; r < rows; ++r) dst[r * row_stride] = alpha * src[r * ld] + beta * dst[r * row_stride];
      else
        for (int64_t r = 0; r < rows; ++r) dst[r * row_stride] = alpha * src[r * ld];
    }
  }
}

template <class T>
void store_as(const float* src, int64_t ld, int64_t rows, int64_t cols, T* dst, int64_t row_stride, int64_t col_stride,
              float alpha, float beta) {
  const bool by_row = col_stride == 1 || row_stride != 1;
  const int64_t outer = by_row ? rows : cols, inner = by_row ? cols : rows;
  const int64_t src_outer = by_row ? ld : 1, src_inner = by_row ? 1 : ld;
  const int64_t dst_outer = by_row ? row_stride : col_stride, dst_inner = by_row ? col_stride : row_stride;
  constexpr int64_t kPart = 64;
  float values[kPart], old[kPart];
  for (int64_t o = 0; o < outer; ++o) {
    for (int64_t i = 0; i < inner; i += kPart) {
      const int64_t n = inner - i < kPart ? inner - i : kPart;
      const float* from = src + o * src_outer + i * src_inner;
      T* to = dst + o * dst_outer + i * dst_inner;
      for (int64_t j = 0; j < n; ++j) values[j] = alpha * from[j * src_inner];
      if (beta != 0) {
        load_run(to, dst_inner, n, old);
        for (int64_t j = 0; j < n; ++j) values[j] += beta * old[j];
      }
      store_run(values, n, to, dst_inner);
    }
  }
}

void store(const float* src, int64_t ld, int64_t rows, int64_t cols, void* dst, DType type, int64_t row_stride,
           int64_t col_stride, float alpha, float beta) {
  if (type == DType::f32)
    store_f32(src, ld, rows, cols, static_cast<float*>(dst), row_stride, col_stride, alpha, beta);
  else if (type == DType::f16)
    store_as(src, ld, rows, cols, static_cast<f16*>(dst), row_stride, col_stride, alpha, beta);
  else
    store_as(src, ld, rows, cols, static_cast<bf16*>(dst), row_stride, col_stride, alpha, beta);
}

}  // namespace

const PackKernels* pack_table() {
  static const PackKernels t = {gather, load, transpose, store};
  return &t;
}

}  // namespace HWY_NAMESPACE
}  // namespace girih::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace girih::simd {
const PackKernels& pack_kernels() {
  static const PackKernels& t = *GIRIH_PICK_TARGET(pack_table)();
  return t;
}
}  // namespace girih::simd
#endif
