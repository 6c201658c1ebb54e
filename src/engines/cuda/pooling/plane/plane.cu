// Two-dimensional pooling of packed f32, f16 and bf16 tensors in f32, with 32-bit indices. The rules are those of
// reference/pooling.cpp.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "engines/cuda/pooling/plane/params.h"

namespace girih::plane {
namespace {

__device__ float to_float(float v) { return v; }
__device__ float to_float(__half v) { return __half2float(v); }
__device__ float to_float(__nv_bfloat16 v) { return __bfloat162float(v); }
__device__ void from_float(float& to, float v) { to = v; }
__device__ void from_float(__half& to, float v) { to = __float2half_rn(v); }
__device__ void from_float(__nv_bfloat16& to, float v) { to = __float2bfloat16_rn(v); }

__device__ bool is_max(const Params& p) { return p.mode == 0 || p.mode == 3; }

// outer, row, column, inner of an element of a tensor with rows and columns.
struct Place {
  uint32_t outer, row, column, inner;
};
__device__ Place place(uint32_t e, const tile::FastDiv& inner, const tile::FastDiv& columns,
                       const tile::FastDiv& rows) {
  Place r;
  r.inner = e;
  r.column = inner.split(r.inner);
  r.row = columns.split(r.column);
  r.outer = rows.split(r.row);
  return r;
}

struct Window {
  int row0, row1, column0, column1;
  __device__ int count() const { return max(0, row1 - row0) * max(0, column1 - column0); }
};
__device__ Window window(const Params& p, uint32_t row, uint32_t column) {
  const int r = static_cast<int>(row) * p.stride_h - p.pad_h, c = static_cast<int>(column) * p.stride_w - p.pad_w;
  return {max(r, 0), min(r + p.window_h, static_cast<int>(p.h)), max(c, 0), min(c + p.window_w, static_cast<int>(p.w))};
}
__device__ float divisor(const Params& p, const Window& w) {
  return static_cast<float>(p.mode == 1 ? p.window_h * p.window_w : w.count());
}

template <class T>
__device__ void write(const Params& p, int64_t at, float v) {
  T* out = static_cast<T*>(p.out) + at;
  v *= p.alpha;
  if (p.beta != 0) v += p.beta * to_float(*out);
  from_float(*out, v);
}

template <class T>
__device__ void forward(const Params& p) {
  const auto step = static_cast<int64_t>(gridDim.x) * blockDim.x;
  for (int64_t e = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x; e < p.count; e += step) {
    const Place at = place(static_cast<uint32_t>(e), p.by_inner, p.small_columns, p.small_rows);
    const Window w = window(p, at.row, at.column);
    const T* x = static_cast<const T*>(p.x) + static_cast<int64_t>(at.outer) * p.h * p.w * p.inner + at.inner;
    float r = is_max(p) ? p.lowest : 0;
    for (int i = w.row0; i < w.row1; ++i)
      for (int j = w.column0; j < w.column1; ++j) {
        const float v = to_float(x[(static_cast<uint32_t>(i) * p.w + j) * p.inner]);
        if (!is_max(p))
          r += v;
        else if (v > r || (v != v && p.propagate_nan))
          r = v;
      }
    if (!is_max(p)) r = w.count() > 0 || p.mode == 1 ? r / divisor(p, w) : 0;
    write<T>(p, e, r);
  }
}

template <class T>
__device__ void winners(const Params& p) {
  const auto step = static_cast<int64_t>(gridDim.x) * blockDim.x;
  for (int64_t e = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x; e < p.count; e += step) {
    const Place at = place(static_cast<uint32_t>(e), p.by_inner, p.small_columns, p.small_rows);
    const Window w = window(p, at.row, at.column);
    const T* x = static_cast<const T*>(p.x) + static_cast<int64_t>(at.outer) * p.h * p.w * p.inner + at.inner;
    int first = -1;
    float best = 0;
    // Only the deterministic mode leaves a window of -inf without a winner.
    const float least = p.mode == 3 ? p.lowest : __int_as_float(0xff800000);
    for (int i = w.row0; i < w.row1; ++i)
      for (int j = w.column0; j < w.column1; ++j) {
        const int pixel = i * static_cast<int>(p.w) + j;
        const float v = to_float(x[static_cast<uint32_t>(pixel) * p.inner]);
        const bool better = first < 0 ? v >= least : v > best;
        if (better || (v != v && best == best && p.propagate_nan)) first = pixel, best = v;
      }
    p.winners[e] = first;
  }
}

template <class T>
__device__ void backward(const Params& p) {
  const auto step = static_cast<int64_t>(gridDim.x) * blockDim.x;
  for (int64_t e = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x; e < p.count; e += step) {
    const Place at = place(static_cast<uint32_t>(e), p.by_inner, p.large_columns, p.large_rows);
    const int last_r = static_cast<int>(at.row) + p.pad_h, last_c = static_cast<int>(at.column) + p.pad_w;
    const int r0 = last_r < p.window_h ? 0 : static_cast<int>(p.by_stride_h.quotient(last_r - p.window_h)) + 1;
    const int c0 = last_c < p.window_w ? 0 : static_cast<int>(p.by_stride_w.quotient(last_c - p.window_w)) + 1;
    const int r1 = min(static_cast<int>(p.by_stride_h.quotient(last_r)), static_cast<int>(p.p) - 1);
    const int c1 = min(static_cast<int>(p.by_stride_w.quotient(last_c)), static_cast<int>(p.q) - 1);
    const int pixel = static_cast<int>(at.row * p.w + at.column);
    const int64_t base = static_cast<int64_t>(at.outer) * p.p * p.q * p.inner + at.inner;
    const T* dy = static_cast<const T*>(p.dy) + base;
    const int32_t* won = p.winners + base;
    float sum = 0;
    for (int i = r0; i <= r1; ++i)
      for (int j = c0; j <= c1; ++j) {
        const uint32_t o = (static_cast<uint32_t>(i) * p.q + j) * p.inner;
        if (!is_max(p))
          sum += to_float(dy[o]) / divisor(p, window(p, i, j));
        else if (won[o] == pixel)
          sum += to_float(dy[o]);
      }
    write<T>(p, e, sum);
  }
}

}  // namespace
}  // namespace girih::plane

using namespace girih::plane;

#define GIRIH_PLANE_KERNELS(name, T)                                                                                \
  extern "C" __global__ void __launch_bounds__(256) girih_plane_forward_##name(const __grid_constant__ Params p) {  \
    forward<T>(p);                                                                                                  \
  }                                                                                                                 \
  extern "C" __global__ void __launch_bounds__(256) girih_plane_winners_##name(const __grid_constant__ Params p) {  \
    winners<T>(p);                                                                                                  \
  }                                                                                                                 \
  extern "C" __global__ void __launch_bounds__(256) girih_plane_backward_##name(const __grid_constant__ Params p) { \
    backward<T>(p);                                                                                                 \
  }
GIRIH_PLANE_KERNELS(f32, float)
GIRIH_PLANE_KERNELS(f16, __half)
GIRIH_PLANE_KERNELS(bf16, __nv_bfloat16)
