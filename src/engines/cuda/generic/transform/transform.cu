// Moves of elements: padding and folding, im2col, the int8 filter order. The rules are those of
// reference/transform.cpp.
#include "engines/cuda/generic/element.h"
#include "engines/cuda/generic/transform/params.h"

namespace girih::generic {
namespace {

// The element of x that belongs at `at` of y, in place; false where y has a zero.
__device__ bool source(const TransformParams& o, int64_t* at) {
  int64_t phase = 0;
  if (o.unfold) {  // padding came last: undo it first
    int64_t phases = 1;
#pragma unroll
    for (int i = 0; i < kMaxRank; ++i) {
      if (i >= o.rank) continue;
      at[i] -= o.before[i];
      phases *= o.fold[i];
      if (at[i] < 0 || (i != 1 && at[i] >= o.x.dims[i] * o.fold[i])) return false;
    }
    if (o.rank > 1 && at[1] >= o.x.dims[1] / phases) return false;
#pragma unroll
    for (int i = 0; i < kMaxRank; ++i)
      if (i < o.rank && o.fold[i] != 1) {
        phase = phase * o.fold[i] + at[i] % o.fold[i];
        at[i] /= o.fold[i];
      }
    if (o.rank > 1) at[1] += phase * (o.x.dims[1] / phases);
  } else {
    if (o.rank > 1) {
      const int64_t channels = o.x.dims[1] + o.before[1] + o.after[1];  // of the padded source
      phase = at[1] / channels;
      at[1] %= channels;
    }
#pragma unroll
    for (int i = kMaxRank - 1; i >= 0; --i)
      if (i < o.rank) {
        at[i] = at[i] * o.fold[i] + phase % o.fold[i] - o.before[i];
        phase /= o.fold[i];
      }
  }
#pragma unroll
  for (int i = 0; i < kMaxRank; ++i)
    if (i < o.rank) {
      if (at[i] < 0 || at[i] >= o.x.dims[i]) return false;
      if (!o.unfold && at[i] >= o.x.dims[i] + o.after[i]) return false;  // cropped, but back within the last fold
    }
  return true;
}

__device__ void copy_element(int bytes, void* y, int64_t to, const void* x, int64_t from, bool zero) {
  switch (bytes) {
    case 1:
      static_cast<uint8_t*>(y)[to] = zero ? 0 : static_cast<const uint8_t*>(x)[from];
      break;
    case 2:
      static_cast<uint16_t*>(y)[to] = zero ? 0 : static_cast<const uint16_t*>(x)[from];
      break;
    case 4:
      static_cast<uint32_t*>(y)[to] = zero ? 0 : static_cast<const uint32_t*>(x)[from];
      break;
    default:
      static_cast<uint64_t*>(y)[to] = zero ? 0 : static_cast<const uint64_t*>(x)[from];
  }
}

}  // namespace
}  // namespace girih::generic

using namespace girih::generic;

extern "C" __global__ void __launch_bounds__(256) girih_transform(const __grid_constant__ TransformParams p) {
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t to[kMaxRank], from[kMaxRank];
    unravel(e, p.y.rank, p.y.dims, to);
#pragma unroll
    for (int i = 0; i < kMaxRank; ++i) from[i] = to[i];
    const double v = source(p, from) ? p.alpha * load(p.x.type, p.x.data, offset(p.x, from)) : 0;
    blend(p.y, offset(p.y, to), 1, v, p.beta);
  }
}

// y is {C, taps, N, positions}, contiguous.
extern "C" __global__ void __launch_bounds__(256) girih_transform_im2col(const __grid_constant__ Im2ColParams p) {
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t position, tap, from[kMaxRank] = {};
    from[1] = divide(divide(e, p.positions, position), p.taps, tap);
    bool inside = true;
#pragma unroll
    for (int i = kMaxSpatial - 1; i >= 0; --i)
      if (i < p.spatial) {
        int64_t t, out;
        tap = divide(tap, p.window[i], t);
        position = divide(position, p.out[i], out);
        if (p.flip) t = p.window[i] - 1 - t;
        from[2 + i] = out * p.stride[i] - p.pad[i] + t * p.dilation[i];
        inside = inside && from[2 + i] >= 0 && from[2 + i] < p.x.dims[2 + i];
      }
    from[0] = position;
    copy_element(p.element_bytes, p.y, e, p.x.data, inside ? offset(p.x, from) : 0, !inside);
  }
}

// The order of graph/ops/transform.h, one piece of 4 bytes a thread.
extern "C" __global__ void __launch_bounds__(256) girih_transform_reorder(const __grid_constant__ ReorderParams p) {
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    if (p.copy) {
      static_cast<uint8_t*>(p.y)[e] = static_cast<const uint8_t*>(p.x)[e];
      continue;
    }
    const auto* x = static_cast<const uint32_t*>(p.x);
    auto* y = static_cast<uint32_t*>(p.y);
    if (p.bias) {  // pieces are h, q, j of a block of 32
      const int64_t block = e / 32 * 32, h = e / 16 % 2, q = e / 4 % 4, j = e % 4;
      const int64_t plain = block + 8 * q + 4 * h + j;
      y[p.inverse ? plain : e] = x[p.inverse ? e : plain];
      continue;
    }
    // 8 pieces for each filter of K; the blocks of 32 filters leave out rows that K does not have, so the place of a
    // piece within its block follows from counting those before it.
    const int64_t row_pieces = p.k * 8, n = e / row_pieces, in_row = e % row_pieces, block = in_row / 256 * 32;
    int64_t place = in_row % 256, piece = place;
    if (p.k - block < 32) {
      for (piece = 0; piece < 256; ++piece)
        if (block + piece / 64 * 8 + piece % 4 * 2 + piece / 32 % 2 < p.k && place-- == 0) break;
    }
    const int64_t k = block + piece / 64 * 8 + piece % 4 * 2 + piece / 32 % 2;
    const int64_t plain = ((k * p.vectors + n / p.taps) * p.taps + n % p.taps) * 8 + piece / 4 % 8;
    y[p.inverse ? plain : e] = x[p.inverse ? e : plain];
  }
}
