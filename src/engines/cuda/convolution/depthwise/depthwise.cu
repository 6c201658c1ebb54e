// Depthwise convolution in f32: one output a thread; wgrad by blocks that each sum one tap over some images. Taps over
// padding are skipped.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "engines/cuda/convolution/depthwise/params.h"

namespace girih::depthwise {
namespace {

__device__ float to_float(float v) { return v; }
__device__ float to_float(__half v) { return __half2float(v); }
__device__ float to_float(__nv_bfloat16 v) { return __bfloat162float(v); }
__device__ void from_float(float& to, float v) { to = v; }
__device__ void from_float(__half& to, float v) { to = __float2half_rn(v); }
__device__ void from_float(__nv_bfloat16& to, float v) { to = __float2bfloat16_rn(v); }

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
__device__ uint32_t channel(const Params& p, const Place& at) {
  return p.inner == 1 ? at.outer % p.channels : at.inner;
}
__device__ int filter_tap(const Params& p, int r, int s) {
  return p.flip ? (p.r - 1 - r) * p.s + p.s - 1 - s : r * p.s + s;
}

template <class T>
__device__ void write(const Params& p, int64_t at, float v) {
  T* out = static_cast<T*>(p.out) + at;
  v *= p.alpha;
  if (p.beta != 0) v += p.beta * to_float(*out);
  from_float(*out, v);
}

template <class T>
__device__ void fprop(const Params& p) {
  const auto step = static_cast<int64_t>(gridDim.x) * blockDim.x;
  for (int64_t e = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x; e < p.count; e += step) {
    const Place at = place(static_cast<uint32_t>(e), p.by_inner, p.small_columns, p.small_rows);
    const T* x = static_cast<const T*>(p.x) + static_cast<int64_t>(at.outer) * p.h * p.width * p.inner + at.inner;
    const T* w = static_cast<const T*>(p.w) + static_cast<int64_t>(channel(p, at)) * p.r * p.s;
    float sum = 0;
    for (int r = 0; r < p.r; ++r) {
      const int i = static_cast<int>(at.row) * p.stride_h - p.pad_h + r * p.dilation_h;
      if (i < 0 || i >= static_cast<int>(p.h)) continue;
      for (int s = 0; s < p.s; ++s) {
        const int j = static_cast<int>(at.column) * p.stride_w - p.pad_w + s * p.dilation_w;
        if (j < 0 || j >= static_cast<int>(p.width)) continue;
        sum = fmaf(to_float(x[(static_cast<uint32_t>(i) * p.width + j) * p.inner]), to_float(w[filter_tap(p, r, s)]),
                   sum);
      }
    }
    write<T>(p, e, sum);
  }
}

template <class T>
__device__ void dgrad(const Params& p) {
  const auto step = static_cast<int64_t>(gridDim.x) * blockDim.x;
  for (int64_t e = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x; e < p.count; e += step) {
    const Place at = place(static_cast<uint32_t>(e), p.by_inner, p.large_columns, p.large_rows);
    const T* y = static_cast<const T*>(p.y) + static_cast<int64_t>(at.outer) * p.p * p.q * p.inner + at.inner;
    const T* w = static_cast<const T*>(p.w) + static_cast<int64_t>(channel(p, at)) * p.r * p.s;
    float sum = 0;
    for (int r = 0; r < p.r; ++r) {
      // The output position whose tap lies here: out * stride = in + pad - tap * dilation.
      const int scaled = static_cast<int>(at.row) + p.pad_h - r * p.dilation_h;
      if (scaled < 0) continue;
      const int i = static_cast<int>(p.by_stride_h.quotient(scaled));
      if (i * p.stride_h != scaled || i >= static_cast<int>(p.p)) continue;
      for (int s = 0; s < p.s; ++s) {
        const int across = static_cast<int>(at.column) + p.pad_w - s * p.dilation_w;
        if (across < 0) continue;
        const int j = static_cast<int>(p.by_stride_w.quotient(across));
        if (j * p.stride_w != across || j >= static_cast<int>(p.q)) continue;
        sum = fmaf(to_float(y[(static_cast<uint32_t>(i) * p.q + j) * p.inner]), to_float(w[filter_tap(p, r, s)]), sum);
      }
    }
    write<T>(p, e, sum);
  }
}

template <class T>
__device__ void wgrad(const Params& p) {
  __shared__ double room[256];
  const int tid = static_cast<int>(threadIdx.x), own = tid % p.across, lane = tid / p.across, lanes = 256 / p.across;
  const uint32_t groups = (p.channels + p.across - 1) / p.across, taps = p.r * p.s;
  const uint32_t work = groups * taps * p.parts, plane = p.p * p.q;
  for (uint32_t n = blockIdx.x; n < work; n += gridDim.x) {
    const uint32_t tap = n % taps, c = n / taps % groups * p.across + own, part = n / taps / groups;
    const int r = static_cast<int>(tap) / p.s, s = static_cast<int>(tap) % p.s;
    double sum = 0;
    if (c < p.channels) {
      const uint32_t last = min((part + 1) * p.part_images, p.images);
      for (uint32_t image = part * p.part_images; image < last; ++image) {
        const int64_t outer = p.inner == 1 ? static_cast<int64_t>(image) * p.channels + c : image;
        const uint32_t inner = p.inner == 1 ? 0 : c;
        const T* x = static_cast<const T*>(p.x) + outer * p.h * p.width * p.inner + inner;
        const T* y = static_cast<const T*>(p.y) + outer * plane * p.inner + inner;
        float some = 0;
        for (uint32_t e = lane; e < plane; e += lanes) {
          uint32_t column = e;
          const uint32_t row = p.small_columns.split(column);
          const int i = static_cast<int>(row) * p.stride_h - p.pad_h + r * p.dilation_h;
          const int j = static_cast<int>(column) * p.stride_w - p.pad_w + s * p.dilation_w;
          if (i < 0 || i >= static_cast<int>(p.h) || j < 0 || j >= static_cast<int>(p.width)) continue;
          some = fmaf(to_float(x[(static_cast<uint32_t>(i) * p.width + j) * p.inner]), to_float(y[e * p.inner]), some);
        }
        sum += some;
      }
    }
    room[tid] = sum;
    __syncthreads();
    if (lane == 0 && c < p.channels) {
      for (int k = 1; k < lanes; ++k) sum += room[k * p.across + own];
      p.partial[(static_cast<int64_t>(part) * p.channels + c) * taps + filter_tap(p, r, s)] = static_cast<float>(sum);
    }
    __syncthreads();
  }
}

// Joins the parts in their order.
template <class T>
__device__ void finish(const Params& p) {
  const auto step = static_cast<int64_t>(gridDim.x) * blockDim.x;
  for (int64_t e = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x; e < p.count; e += step) {
    double sum = 0;
    for (int i = 0; i < p.parts; ++i) sum += p.partial[i * p.count + e];
    write<T>(p, e, static_cast<float>(sum));
  }
}

}  // namespace
}  // namespace girih::depthwise

using namespace girih::depthwise;

#define GIRIH_DEPTHWISE_KERNEL(pass, name, T)                             \
  extern "C" __global__ void __launch_bounds__(256)                       \
      girih_depthwise_##pass##_##name(const __grid_constant__ Params p) { \
    pass<T>(p);                                                           \
  }
#define GIRIH_DEPTHWISE_KERNELS(name, T) \
  GIRIH_DEPTHWISE_KERNEL(fprop, name, T) \
  GIRIH_DEPTHWISE_KERNEL(dgrad, name, T) \
  GIRIH_DEPTHWISE_KERNEL(wgrad, name, T) \
  GIRIH_DEPTHWISE_KERNEL(finish, name, T)
GIRIH_DEPTHWISE_KERNELS(f32, float)
GIRIH_DEPTHWISE_KERNELS(f16, __half)
GIRIH_DEPTHWISE_KERNELS(bf16, __nv_bfloat16)
