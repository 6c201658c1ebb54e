// Softmax of packed f32, f16 and bf16 tensors in f32. Contiguous rows lie in the registers of a warp or a block; rows
// across planes (NCHW, per channel) are walked by one thread each, neighbours side by side.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "engines/cuda/softmax/rows/params.h"

namespace girih::softmax_rows {
namespace {

enum : int32_t { kFast = 0, kLog = 2 };

__device__ float to_float(float v) { return v; }
__device__ float to_float(__half v) { return __half2float(v); }
__device__ float to_float(__nv_bfloat16 v) { return __bfloat162float(v); }
__device__ void from_float(float& to, float v) { to = v; }
__device__ void from_float(__half& to, float v) { to = __float2half_rn(v); }
__device__ void from_float(__nv_bfloat16& to, float v) { to = __float2bfloat16_rn(v); }

template <class T>
struct alignas(16) Vector {
  static constexpr int kSize = 16 / sizeof(T);
  T v[kSize];
};

struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};
struct Max {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

// Over kThreads threads in a fixed tree; all of them get the result.
template <int kThreads, class F>
__device__ float combine(float v, float* room, F f) {
  for (int n = 16; n > 0; n /= 2) v = f(v, __shfl_xor_sync(~0u, v, n));
  if constexpr (kThreads > 32) {
    __syncthreads();
    if (threadIdx.x % 32 == 0) room[threadIdx.x / 32] = v;
    __syncthreads();
    v = room[0];
    for (int i = 1; i < kThreads / 32; ++i) v = f(v, room[i]);
  }
  return v;
}

template <class T, int kThreads>
__device__ void contiguous(const Params& p) {
  using V = Vector<T>;
  constexpr int kVectors = kElements / V::kSize;
  __shared__ float room[kBlock / 32];
  const int lane = static_cast<int>(threadIdx.x) % kThreads, vectors = p.size / V::kSize;
  const int64_t step = static_cast<int64_t>(gridDim.x) * (kBlock / kThreads);
  for (int64_t r = blockIdx.x * static_cast<int64_t>(kBlock / kThreads) + threadIdx.x / kThreads; r < p.rows;
       r += step) {
    const int64_t base = r * vectors;
    const V* first = reinterpret_cast<const V*>(p.backward ? p.y : p.x) + base;
    float v[kVectors][V::kSize], g[kVectors][V::kSize];
#pragma unroll
    for (int i = 0; i < kVectors; ++i) {
      const int at = lane + i * kThreads;
      if (at < vectors) {
        const V in = first[at];
#pragma unroll
        for (int j = 0; j < V::kSize; ++j) v[i][j] = to_float(in.v[j]);
        if (p.backward) {
          const V dy = (reinterpret_cast<const V*>(p.dy) + base)[at];
#pragma unroll
          for (int j = 0; j < V::kSize; ++j) g[i][j] = to_float(dy.v[j]);
        }
      }
    }
    float top = 0, sum = 0, log_sum = 0;
    if (!p.backward) {
      if (p.algorithm != kFast) {
        top = __int_as_float(0xff800000);
#pragma unroll
        for (int i = 0; i < kVectors; ++i)
#pragma unroll
          for (int j = 0; j < V::kSize; ++j)
            if (lane + i * kThreads < vectors) top = fmaxf(top, v[i][j]);
        top = combine<kThreads>(top, room, Max());
      }
#pragma unroll
      for (int i = 0; i < kVectors; ++i)
#pragma unroll
        for (int j = 0; j < V::kSize; ++j)
          if (lane + i * kThreads < vectors) sum += expf(v[i][j] - top);
      sum = combine<kThreads>(sum, room, Sum());
      log_sum = logf(sum);
    } else {
#pragma unroll
      for (int i = 0; i < kVectors; ++i)
#pragma unroll
        for (int j = 0; j < V::kSize; ++j)
          if (lane + i * kThreads < vectors) sum += p.algorithm == kLog ? g[i][j] : g[i][j] * v[i][j];
      sum = combine<kThreads>(sum, room, Sum());
    }
#pragma unroll
    for (int i = 0; i < kVectors; ++i) {
      const int at = lane + i * kThreads;
      if (at >= vectors) continue;
      V* to = reinterpret_cast<V*>(p.out) + base + at;
      V old, out;
      if (p.beta != 0) old = *to;
#pragma unroll
      for (int j = 0; j < V::kSize; ++j) {
        float x;
        if (p.backward)
          x = p.algorithm == kLog ? g[i][j] - expf(v[i][j]) * sum : v[i][j] * (g[i][j] - sum);
        else
          x = p.algorithm == kLog ? v[i][j] - top - log_sum : expf(v[i][j] - top) / sum;
        x *= p.alpha;
        if (p.beta != 0) x += p.beta * to_float(old.v[j]);
        from_float(out.v[j], x);
      }
      *to = out;
    }
  }
}

template <class T>
__device__ void across(const Params& p) {
  const int64_t step = gridDim.x * static_cast<int64_t>(kBlock);
  for (int64_t r = blockIdx.x * static_cast<int64_t>(kBlock) + threadIdx.x; r < p.rows; r += step) {
    const int64_t base = r / p.plane * p.size * p.plane + r % p.plane;
    const T *x = static_cast<const T*>(p.x) + base, *y = static_cast<const T*>(p.y) + base,
            *dy = static_cast<const T*>(p.dy) + base;
    T* out = static_cast<T*>(p.out) + base;
    float top = 0, sum = 0;
    if (p.backward) {
      for (int i = 0; i < p.size; ++i) {
        const float g = to_float(dy[i * p.plane]);
        sum += p.algorithm == kLog ? g : g * to_float(y[i * p.plane]);
      }
    } else {
      if (p.algorithm != kFast) {
        top = __int_as_float(0xff800000);
        for (int i = 0; i < p.size; ++i) top = fmaxf(top, to_float(x[i * p.plane]));
      }
      for (int i = 0; i < p.size; ++i) sum += expf(to_float(x[i * p.plane]) - top);
    }
    const float log_sum = logf(sum);
    for (int i = 0; i < p.size; ++i) {
      float v;
      if (p.backward) {
        const float g = to_float(dy[i * p.plane]), s = to_float(y[i * p.plane]);
        v = p.algorithm == kLog ? g - expf(s) * sum : s * (g - sum);
      } else {
        const float in = to_float(x[i * p.plane]);
        v = p.algorithm == kLog ? in - top - log_sum : expf(in - top) / sum;
      }
      v *= p.alpha;
      if (p.beta != 0) v += p.beta * to_float(out[i * p.plane]);
      from_float(out[i * p.plane], v);
    }
  }
}

}  // namespace
}  // namespace girih::softmax_rows

using namespace girih::softmax_rows;

#define GIRIH_SOFTMAX_KERNELS(name, T)                                     \
  extern "C" __global__ void __launch_bounds__(kBlock)                     \
      girih_softmax_rows_warp_##name(const __grid_constant__ Params p) {   \
    contiguous<T, 32>(p);                                                  \
  }                                                                        \
  extern "C" __global__ void __launch_bounds__(kBlock)                     \
      girih_softmax_rows_block_##name(const __grid_constant__ Params p) {  \
    contiguous<T, kBlock>(p);                                              \
  }                                                                        \
  extern "C" __global__ void __launch_bounds__(kBlock)                     \
      girih_softmax_rows_across_##name(const __grid_constant__ Params p) { \
    across<T>(p);                                                          \
  }
GIRIH_SOFTMAX_KERNELS(f32, float)
GIRIH_SOFTMAX_KERNELS(f16, __half)
GIRIH_SOFTMAX_KERNELS(bf16, __nv_bfloat16)
