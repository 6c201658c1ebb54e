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

// n contiguous floats and nothing else. Masked stores are slow on AMD's AVX2, so the tail goes by powers of two.
HWY_INLINE void copy(const float* HWY_RESTRICT src, int64_t n, float* HWY_RESTRICT out) {
  const FloatTag d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  for (; n >= lanes; n -= lanes, src += lanes, out += lanes) hn::StoreU(hn::LoadU(d, src), d, out);
  for (int64_t part = lanes / 2; part > 0; part /= 2) {
    if (!(n & part)) continue;
    if (part == 8)
      std::memcpy(out, src, 32);
    else if (part == 4)
      std::memcpy(out, src, 16);
    else if (part == 2)
      std::memcpy(out, src, 8);
    else
      *out = *src;
    src += part, out += part;
  }
}

HWY_INLINE void zero(float* out, int64_t n) {
  const FloatTag d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(hn::Zero(d), d, out + i);
  for (; i < n; ++i) out[i] = 0;
}

// The lanes that a segment gives to one vector of a row: loaded from `src` so that lane i is element i of the vector.
// Lanes outside of the mask are not read (Highway's warning that they might be is about 8 and 16 bits on AVX2).
#define GIRIH_MASKED_GATHER (HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3)
#if GIRIH_MASKED_GATHER
// n contiguous floats; writes zeros up to the next multiple of a vector.
HWY_INLINE void copy_over(const float* HWY_RESTRICT src, int64_t n, float* HWY_RESTRICT out) {
  const FloatTag d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(hn::LoadU(d, src + i), d, out + i);
  if (i < n) hn::StoreU(hn::MaskedLoad(hn::FirstN(d, static_cast<size_t>(n - i)), d, src + i), d, out + i);
}

struct Piece {
  hn::Mask<FloatTag> mask;
  int64_t src;
  int vector;
};
constexpr int kMaxPieces = 2 * kPackSlack;

HWY_INLINE int make_pieces(const Segment* segments, int count, int lanes, Piece* pieces) {
  const FloatTag d;
  const auto index = hn::Iota(d, 0);
  int n = 0;
  for (int s = 0; s < count; ++s) {
    const int first = segments[s].dst, last = first + segments[s].len;
    for (int v = first / lanes; v * lanes < last; ++v) {
      const auto low = hn::Set(d, static_cast<float>(first - v * lanes));
      const auto high = hn::Set(d, static_cast<float>(last - v * lanes));
      pieces[n++] = {hn::And(hn::Ge(index, low), hn::Lt(index, high)), segments[s].src - first + v * lanes, v};
    }
  }
  return n;
}

// Rows of one or two vectors, made of n0 and n1 pieces; N0 and N1 are those counts where they are small, else -1.
template <int N, int N0, int N1>
void gather_vectors(const float* HWY_RESTRICT src, const Rows& rows, const Piece* pieces, int n0, int n1,
                    float* HWY_RESTRICT out) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  const int count0 = N0 < 0 ? n0 : N0, count1 = N1 < 0 ? n1 : N1;
  for (int64_t r = 0; r < rows.count; ++r, out += N * lanes) {
    const float* from = src + (rows.offsets ? rows.offsets[r] : r * rows.stride);
    auto v0 = hn::Zero(d), v1 = hn::Zero(d);
    GIRIH_UNROLL for (int i = 0; i < count0; ++i) {
      v0 = hn::Or(v0, hn::MaskedLoad(pieces[i].mask, d, from + pieces[i].src));
    }
    GIRIH_UNROLL for (int i = 0; i < count1; ++i) {
      v1 = hn::Or(v1, hn::MaskedLoad(pieces[n0 + i].mask, d, from + pieces[n0 + i].src));
    }
    hn::StoreU(v0, d, out);
    if (N == 2) hn::StoreU(v1, d, out + lanes);
  }
}

using GatherFn = void (*)(const float*, const Rows&, const Piece*, int, int, float*);
constexpr GatherFn kGather[2][3][3] = {
    {{gather_vectors<1, 0, 0>}, {gather_vectors<1, 1, 0>}, {gather_vectors<1, 2, 0>}},
    {{gather_vectors<2, 0, 0>, gather_vectors<2, 0, 1>, gather_vectors<2, 0, 2>},
     {gather_vectors<2, 1, 0>, gather_vectors<2, 1, 1>, gather_vectors<2, 1, 2>},
     {gather_vectors<2, 2, 0>, gather_vectors<2, 2, 1>, gather_vectors<2, 2, 2>}}};

void gather_pieces(const float* src, const Rows& rows, const Piece* pieces, int count, bool two, float* out) {
  int n0 = 0;
  while (n0 < count && pieces[n0].vector == 0) ++n0;
  const int n1 = count - n0;
  const GatherFn f = n0 <= 2 && n1 <= 2 ? kGather[two][n0][n1]
                     : two              ? gather_vectors<2, -1, -1>
                                        : gather_vectors<1, -1, -1>;
  f(src, rows, pieces, n0, n1, out);
}
#endif

void gather_f32(const float* HWY_RESTRICT src, const Rows& rows, int64_t stride, const Segment* HWY_RESTRICT segments,
                int count, int width, float* HWY_RESTRICT out) {
  const FloatTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const bool vectors = stride == 1 && (width == lanes || width == 2 * lanes);
  if (vectors && count == 1 && segments[0].len == width) {
    src += segments[0].src;
    for (int64_t r = 0; r < rows.count; ++r, out += width) {
      const float* from = src + (rows.offsets ? rows.offsets[r] : r * rows.stride);
      hn::StoreU(hn::LoadU(d, from), d, out);
      if (width != lanes) hn::StoreU(hn::LoadU(d, from + lanes), d, out + lanes);
    }
    return;
  }
#if GIRIH_MASKED_GATHER
  if (vectors) {
    Piece pieces[kMaxPieces];
    const int n = make_pieces(segments, count, lanes, pieces);
    gather_pieces(src, rows, pieces, n, width != lanes, out);
    return;
  }
#endif
  int covered = 0;
  for (int s = 0; s < count; ++s) covered += segments[s].len;
  for (int64_t r = 0; r < rows.count; ++r, out += width) {
    const float* row = src + (rows.offsets ? rows.offsets[r] : r * rows.stride);
    if (covered != width) zero(out, width);
    for (int s = 0; s < count; ++s) {
      const float* from = row + segments[s].src;
      float* to = out + segments[s].dst;
      int i = 0;
      if (stride == 1) {
#if GIRIH_MASKED_GATHER
        copy_over(from, segments[s].len, to);
#else
        copy(from, segments[s].len, to);
#endif
        continue;
      }
#if HWY_TARGET != HWY_SCALAR
      if (stride == 2)  // up to the last vector, which could read one element too many
        for (; i + lanes < segments[s].len; i += lanes)
          hn::StoreU(hn::ConcatEven(d, hn::LoadU(d, from + 2 * i + lanes), hn::LoadU(d, from + 2 * i)), d, to + i);
#endif
      for (; i < segments[s].len; ++i) to[i] = from[i * stride];
    }
  }
}

template <class T>
void gather_as(const T* src, const Rows& rows, int64_t stride, const Segment* segments, int count, int width,
               float* out) {
  for (int64_t r = 0; r < rows.count; ++r, out += width) {
    const T* row = src + (rows.offsets ? rows.offsets[r] : r * rows.stride);
    zero(out, width);
    for (int s = 0; s < count; ++s) load_run(row + segments[s].src, stride, segments[s].len, out + segments[s].dst);
  }
}

void gather(const void* src, DType type, Rows rows, int64_t stride, const Segment* segments, int count, int width,
            float* out) {
  if (type == DType::f32)
    gather_f32(static_cast<const float*>(src), rows, stride, segments, count, width, out);
  else if (type == DType::f16)
    gather_as(static_cast<const f16*>(src), rows, stride, segments, count, width, out);
  else
    gather_as(static_cast<const bf16*>(src), rows, stride, segments, count, width, out);
}

template <class T>
void load_as(const T* src, int64_t row_stride, int64_t col_stride, int64_t rows, int64_t cols, int64_t width,
             float* out) {
  if constexpr (std::is_same_v<T, float>) {
    if (col_stride == 1) {
      for (int64_t r = 0; r < rows; ++r) copy(src + r * row_stride, cols, out + r * width);
      return;
    }
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
