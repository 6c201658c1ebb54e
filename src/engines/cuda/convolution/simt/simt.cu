// Convolution as a tiled product on the ordinary arithmetic units, f32 accumulation: f32, f16 and bf16 tensors of any
// strides, dilation and groups. Values are gathered from the tensors as they are; no copy is made first.
#include "engines/cuda/convolution/simt/params.h"
#include "engines/cuda/generic/element.h"

namespace girih::simt {
namespace {

using generic::blend;
using generic::divide;
using generic::kBf16;
using generic::kF16;

__device__ float load(int type, const void* p, int64_t i) {
  if (type == generic::kF32) return static_cast<const float*>(p)[i];
  if (type == kF16) return __half2float(static_cast<const __half*>(p)[i]);
  return __uint_as_float(static_cast<uint32_t>(static_cast<const uint16_t*>(p)[i]) << 16);
}

// Element offset of a pixel number in the spatial dims and batch of a tensor, with its coordinates.
struct Pixel {
  int64_t n;
  int at[kMaxSpatial];
};
__device__ Pixel pixel(const Params& p, const View& t, int64_t number) {
  Pixel r;
#pragma unroll
  for (int i = kMaxSpatial - 1; i >= 0; --i) {
    r.at[i] = 0;
    if (i < p.spatial) {
      int64_t rest;
      number = divide(number, t.dims[2 + i], rest);
      r.at[i] = static_cast<int>(rest);
    }
  }
  r.n = number;
  return r;
}
__device__ void tap_of(const Params& p, int number, int* tap) {
#pragma unroll
  for (int i = kMaxSpatial - 1; i >= 0; --i) {
    tap[i] = 0;
    if (i < p.spatial) {
      const int size = static_cast<int>(p.w.dims[2 + i]);
      tap[i] = number % size;
      number /= size;
    }
  }
}
__device__ int64_t tap_offset(const Params& p, const int* tap) {
  int64_t o = 0;
#pragma unroll
  for (int i = 0; i < kMaxSpatial; ++i)
    if (i < p.spatial) o += (p.flip ? p.w.dims[2 + i] - 1 - tap[i] : tap[i]) * p.w.strides[2 + i];
  return o;
}
// Where a pixel of y reads x under a tap; false in the padding.
__device__ bool input_of(const Params& p, const Pixel& y, const int* tap, int64_t& offset) {
  offset = y.n * p.x.strides[0];
  bool inside = true;
#pragma unroll
  for (int i = 0; i < kMaxSpatial; ++i)
    if (i < p.spatial) {
      const int at = y.at[i] * p.stride[i] - p.pad[i] + tap[i] * p.dilation[i];
      inside = inside && at >= 0 && at < p.x.dims[2 + i];
      offset += at * p.x.strides[2 + i];
    }
  return inside;
}
// The pixel of y that reads a pixel of x under a tap; false when there is none.
__device__ bool output_of(const Params& p, const Pixel& x, const int* tap, int64_t& offset) {
  offset = x.n * p.y.strides[0];
  bool inside = true;
#pragma unroll
  for (int i = 0; i < kMaxSpatial; ++i)
    if (i < p.spatial) {
      const int scaled = x.at[i] + p.pad[i] - tap[i] * p.dilation[i], at = scaled / p.stride[i];
      inside = inside && scaled >= 0 && at * p.stride[i] == scaled && at < p.y.dims[2 + i];
      offset += at * p.y.strides[2 + i];
    }
  return inside;
}

enum class Pass { kFprop, kDgrad, kWgrad };

// The next pixel, `step` further on.
__device__ void advance(const Params& p, const View& t, Pixel& q, int step) {
  int carry = step;
#pragma unroll
  for (int i = kMaxSpatial - 1; i >= 0; --i)
    if (i < p.spatial) {
      const int size = static_cast<int>(t.dims[2 + i]);
      q.at[i] += carry;
      carry = 0;
      while (q.at[i] >= size) q.at[i] -= size, ++carry;
    }
  q.n += carry;
}

// A tile of kRows x kColumns results. A thread has pieces of 4 x 4 of them, 64 apart, so that it reads shared memory in
// 16 bytes and neighbours read neighbouring pieces.
template <Pass pass, int kRows, int kColumns>
__device__ void product(const Params& p) {
  constexpr int kOwnRows = kRows / 16, kOwnColumns = kColumns / 16;
  constexpr int kLoadsA = kRows * kDepth / kThreads, kLoadsB = kColumns * kDepth / kThreads;
  __shared__ __align__(16) float a[2][kDepth][kRows];
  __shared__ __align__(16) float b[2][kDepth][kColumns];
  constexpr bool kWgrad = pass == Pass::kWgrad;
  // Where the padded operand (x or dy; a, for wgrad b) has a value. An infinite weight beside padding must add nothing,
  // so tiles that hold one are multiplied with the mask.
  __shared__ uint8_t mask[2][kDepth][kWgrad ? kColumns : kRows];
  const int tid = static_cast<int>(threadIdx.x), tx = tid % 16, ty = tid / 16;

  const int64_t tiles = p.tiles_m * p.tiles_n;
  int64_t rest = blockIdx.x;
  const int64_t split = kWgrad ? rest / (tiles * p.groups) : 0;
  rest -= split * tiles * p.groups;
  const int group = static_cast<int>(rest / tiles);
  rest -= group * tiles;
  // Neighbouring blocks share rows: those of x and dy are the larger operand.
  const int64_t row0 = rest / p.tiles_n * kRows;
  const int column0 = static_cast<int>(rest % p.tiles_n) * kColumns;
  int64_t pixels = p.y.dims[0];
#pragma unroll
  for (int i = 0; i < kMaxSpatial; ++i)
    if (i < p.spatial) pixels *= p.y.dims[2 + i];
  const int64_t first = kWgrad ? split * p.split_depth : 0;
  const int64_t last = kWgrad ? min(first + p.split_depth, pixels) : 0;

  // Fixed parts of this thread's loads: rows and columns. For wgrad the pixels walk along.
  int a_at[kLoadsA], a_k[kLoadsA], b_at[kLoadsB], b_k[kLoadsB];
  Pixel a_pixel[kLoadsA], b_pixel[kWgrad ? kLoadsB : 1];
  int64_t a_fixed[kLoadsA], b_fixed[kLoadsB];
  int column_tap[kWgrad ? kLoadsB : 1][kMaxSpatial];
  bool a_ok[kLoadsA], b_ok[kLoadsB];
#pragma unroll
  for (int i = 0; i < kLoadsA; ++i) {
    const int e = tid + i * kThreads;
    a_at[i] = p.a_along_depth ? e / kDepth : e % kRows;
    a_k[i] = p.a_along_depth ? e % kDepth : e / kRows;
    const int64_t row = row0 + a_at[i];
    a_ok[i] = row < p.m;
    a_fixed[i] = 0;
    if constexpr (kWgrad) {
      a_fixed[i] = (group * p.k_group + row) * p.y.strides[1];
      a_pixel[i] = pixel(p, p.y, first + a_k[i]);
    } else {
      a_pixel[i] = pixel(p, pass == Pass::kFprop ? p.y : p.x, a_ok[i] ? row : 0);
    }
  }
#pragma unroll
  for (int i = 0; i < kLoadsB; ++i) {
    const int e = tid + i * kThreads;
    b_at[i] = p.b_along_depth ? e / kDepth : e % kColumns;
    b_k[i] = p.b_along_depth ? e % kDepth : e / kColumns;
    const int column = column0 + b_at[i];
    b_ok[i] = column < p.n;
    if constexpr (kWgrad) {
      tap_of(p, column / p.c_group, column_tap[i]);
      b_fixed[i] = (group * p.c_group + column % p.c_group) * p.x.strides[1];
      b_pixel[i] = pixel(p, p.y, first + b_k[i]);
    } else {
      b_fixed[i] = pass == Pass::kFprop ? (group * p.k_group + column) * p.w.strides[0] : column * p.w.strides[1];
    }
  }

  const int channels = pass == Pass::kFprop ? p.c_group : p.k_group;  // of the depth of one tap
  const int steps_of_tap = (channels + kDepth - 1) / kDepth;
  const int64_t steps = kWgrad ? (last - first + kDepth - 1) / kDepth : static_cast<int64_t>(p.taps) * steps_of_tap;

  float next_a[kLoadsA], next_b[kLoadsB];
  bool next_ok[kWgrad ? kLoadsB : kLoadsA];
  // What a tap fixes.
  int tap_number = -1;
  int64_t a_tap[kLoadsA], w_tap = 0;
  bool a_inside[kLoadsA];

  const auto fetch = [&](int64_t step) {
    if constexpr (kWgrad) {
#pragma unroll
      for (int i = 0; i < kLoadsA; ++i) {
        next_a[i] = 0;
        if (a_ok[i] && first + step * kDepth + a_k[i] < last) {
          const Pixel& q = a_pixel[i];
          int64_t o = a_fixed[i] + q.n * p.y.strides[0];
#pragma unroll
          for (int d = 0; d < kMaxSpatial; ++d)
            if (d < p.spatial) o += q.at[d] * p.y.strides[2 + d];
          next_a[i] = load(p.y.type, p.y.data, o);
        }
        advance(p, p.y, a_pixel[i], kDepth);
      }
#pragma unroll
      for (int i = 0; i < kLoadsB; ++i) {
        next_b[i] = 0;
        next_ok[i] = false;
        if (b_ok[i] && first + step * kDepth + b_k[i] < last) {
          int64_t o;
          next_ok[i] = input_of(p, b_pixel[i], column_tap[i], o);
          if (next_ok[i]) next_b[i] = load(p.x.type, p.x.data, o + b_fixed[i]);
        }
        advance(p, p.y, b_pixel[i], kDepth);
      }
    } else {
      const int t = static_cast<int>(step / steps_of_tap), c0 = static_cast<int>(step % steps_of_tap) * kDepth;
      if (t != tap_number) {
        tap_number = t;
        int tap[kMaxSpatial];
        tap_of(p, t, tap);
        w_tap = tap_offset(p, tap);
#pragma unroll
        for (int i = 0; i < kLoadsA; ++i) {
          a_inside[i] =
              pass == Pass::kFprop ? input_of(p, a_pixel[i], tap, a_tap[i]) : output_of(p, a_pixel[i], tap, a_tap[i]);
          a_inside[i] = a_inside[i] && a_ok[i];
        }
      }
      const View& from = pass == Pass::kFprop ? p.x : p.y;
#pragma unroll
      for (int i = 0; i < kLoadsA; ++i) {
        const int c = c0 + a_k[i];
        next_ok[i] = a_inside[i] && c < channels;
        next_a[i] = next_ok[i] ? load(from.type, from.data,
                                      a_tap[i] + (static_cast<int64_t>(group) * channels + c) * from.strides[1])
                               : 0;
      }
#pragma unroll
      for (int i = 0; i < kLoadsB; ++i) {
        const int c = c0 + b_k[i];
        const int64_t w = pass == Pass::kFprop
                              ? b_fixed[i] + c * p.w.strides[1]
                              : b_fixed[i] + (static_cast<int64_t>(group) * p.k_group + c) * p.w.strides[0];
        next_b[i] = b_ok[i] && c < channels ? load(p.w.type, p.w.data, w + w_tap) : 0;
      }
    }
  };
  const auto put = [&](int stage) {
    bool special = false;
#pragma unroll
    for (int i = 0; i < kLoadsA; ++i) {
      a[stage][a_k[i]][a_at[i]] = next_a[i];
      if constexpr (kWgrad)
        special = special || !isfinite(next_a[i]);
      else
        mask[stage][a_k[i]][a_at[i]] = next_ok[i];
    }
#pragma unroll
    for (int i = 0; i < kLoadsB; ++i) {
      b[stage][b_k[i]][b_at[i]] = next_b[i];
      if constexpr (kWgrad)
        mask[stage][b_k[i]][b_at[i]] = next_ok[i];
      else
        special = special || !isfinite(next_b[i]);
    }
    return special;
  };
  // Row and column within the tile of result (i, j) of this thread.
  const auto own_row = [&](int i) { return i / 4 * 64 + ty * 4 + i % 4; };
  const auto own_column = [&](int j) { return j / 4 * 64 + tx * 4 + j % 4; };

  float sum[kOwnRows][kOwnColumns] = {};
  if (steps > 0) fetch(0);
  bool special = __syncthreads_or(steps > 0 && put(0));
  for (int64_t step = 0; step < steps; ++step) {
    const int stage = static_cast<int>(step & 1);
    if (step + 1 < steps) fetch(step + 1);
    if (!special) {
#pragma unroll
      for (int k = 0; k < kDepth; ++k) {
        alignas(16) float va[kOwnRows], vb[kOwnColumns];
#pragma unroll
        for (int i = 0; i < kOwnRows; i += 4)
          *reinterpret_cast<float4*>(va + i) = *reinterpret_cast<const float4*>(&a[stage][k][own_row(i)]);
#pragma unroll
        for (int j = 0; j < kOwnColumns; j += 4)
          *reinterpret_cast<float4*>(vb + j) = *reinterpret_cast<const float4*>(&b[stage][k][own_column(j)]);
#pragma unroll
        for (int i = 0; i < kOwnRows; ++i)
#pragma unroll
          for (int j = 0; j < kOwnColumns; ++j) sum[i][j] = fmaf(va[i], vb[j], sum[i][j]);
      }
    } else {
      for (int k = 0; k < kDepth; ++k)
#pragma unroll
        for (int i = 0; i < kOwnRows; ++i)
#pragma unroll
          for (int j = 0; j < kOwnColumns; ++j)
            if (mask[stage][k][kWgrad ? own_column(j) : own_row(i)])
              sum[i][j] = fmaf(a[stage][k][own_row(i)], b[stage][k][own_column(j)], sum[i][j]);
    }
    // The other stage was read before the last barrier, so it may be written now.
    special = __syncthreads_or(step + 1 < steps && put(stage ^ 1));
  }

#pragma unroll
  for (int i = 0; i < kOwnRows; ++i) {
    const int64_t row = row0 + own_row(i);
    if (row >= p.m) continue;
    int64_t base = 0;
    if constexpr (!kWgrad) {
      const View& out = pass == Pass::kFprop ? p.y : p.x;
      const Pixel q = pixel(p, out, row);
      base = q.n * out.strides[0];
#pragma unroll
      for (int d = 0; d < kMaxSpatial; ++d)
        if (d < p.spatial) base += q.at[d] * out.strides[2 + d];
    }
#pragma unroll
    for (int j = 0; j < kOwnColumns; ++j) {
      const int column = column0 + own_column(j);
      if (column >= p.n) continue;
      if constexpr (kWgrad) {
        if (p.partial) {
          p.partial[((split * p.groups + group) * p.m + row) * p.n + column] = sum[i][j];
        } else {
          int tap[kMaxSpatial];
          tap_of(p, column / p.c_group, tap);
          blend(p.w,
                (group * p.k_group + row) * p.w.strides[0] + column % p.c_group * p.w.strides[1] + tap_offset(p, tap),
                p.alpha, sum[i][j], p.beta);
        }
      } else {
        const View& out = pass == Pass::kFprop ? p.y : p.x;
        const int64_t channel = static_cast<int64_t>(group) * p.n + column;
        blend(out, base + channel * out.strides[1], p.alpha, sum[i][j], p.beta);
      }
    }
  }
}

}  // namespace
}  // namespace girih::simt

using namespace girih::simt;

#define GIRIH_SIMT_KERNEL(name, pass, rows, columns)                                                                   \
  extern "C" __global__ void __launch_bounds__(kThreads) name##_##rows##x##columns(const __grid_constant__ Params p) { \
    product<Pass::pass, rows, columns>(p);                                                                             \
  }
GIRIH_SIMT_KERNEL(girih_simt_fprop, kFprop, 128, 128)
GIRIH_SIMT_KERNEL(girih_simt_fprop, kFprop, 128, 64)
GIRIH_SIMT_KERNEL(girih_simt_fprop, kFprop, 64, 64)
GIRIH_SIMT_KERNEL(girih_simt_dgrad, kDgrad, 128, 128)
GIRIH_SIMT_KERNEL(girih_simt_dgrad, kDgrad, 128, 64)
GIRIH_SIMT_KERNEL(girih_simt_dgrad, kDgrad, 64, 64)
GIRIH_SIMT_KERNEL(girih_simt_wgrad, kWgrad, 128, 128)
GIRIH_SIMT_KERNEL(girih_simt_wgrad, kWgrad, 128, 64)
GIRIH_SIMT_KERNEL(girih_simt_wgrad, kWgrad, 64, 64)

// Joins the splits of wgrad in their order.
extern "C" __global__ void __launch_bounds__(256) girih_simt_finish(const __grid_constant__ Params p) {
  const int64_t count = p.groups * p.m * p.n;
  for (int64_t e = girih::generic::first_element(); e < count; e += girih::generic::element_step()) {
    float sum = 0;
    for (int s = 0; s < p.splits; ++s) sum += p.partial[s * count + e];
    int64_t column;
    const int64_t row = girih::generic::divide(e, p.n, column);  // filters of all groups
    int tap[kMaxSpatial];
    tap_of(p, static_cast<int>(column) / p.c_group, tap);
    girih::generic::blend(p.w, row * p.w.strides[0] + column % p.c_group * p.w.strides[1] + tap_offset(p, tap), p.alpha,
                          sum, p.beta);
  }
}
