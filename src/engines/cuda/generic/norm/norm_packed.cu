// The passes over memory of batch normalization per channel for packed f32, f16 and bf16 tensors, 16 bytes an access.
// What happens between them is in norm.cu. Sums of one vector are f32, those over vectors double.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "engines/cuda/generic/norm/params.h"

namespace girih::generic {
namespace {

__device__ float to_float(float v) { return v; }
__device__ float to_float(__half v) { return __half2float(v); }
__device__ float to_float(__nv_bfloat16 v) { return __bfloat162float(v); }
__device__ void from_double(float& to, double v) { to = static_cast<float>(v); }
__device__ void from_double(__half& to, double v) { to = __double2half(v); }
// Two roundings: to f32 towards odd, then to bf16 (Boldo & Melquiond 2008).
__device__ void from_double(__nv_bfloat16& to, double v) {
  float f = __double2float_rz(v);
  if (static_cast<double>(f) != v && v == v) f = __uint_as_float(__float_as_uint(f) | 1u);
  to = __float2bfloat16_rn(f);
}

template <class T>
struct alignas(16) Vector {
  static constexpr int kSize = 16 / sizeof(T);
  T v[kSize];
};

// p.plane elements of one channel side by side (NCHW); 1: channels side by side (NHWC).
template <class T>
__device__ Vector<T> read(const Split& t, int64_t vector) {
  return static_cast<const Vector<T>*>(t.data)[vector];
}

// Calls f(feature of the vector's first element, vector) for the vectors of a part of one group of features, and joins
// the sums of the threads. kWide: a vector spans kSize features (NHWC).
template <class T, bool kGradient>
__device__ void sums(const NormPacked& q) {
  constexpr int kSize = Vector<T>::kSize;
  __shared__ NormSums room[kNormBlock];
  const NormParams& p = q.norm;
  const int tid = static_cast<int>(threadIdx.x);
  if (q.plane > 1) {
    const int64_t plane = q.plane / kSize;  // vectors
    for (int64_t n = blockIdx.x; n < p.features * p.parts; n += gridDim.x) {
      const int64_t feature = n % p.features, part = n / p.features;
      const int64_t first = part * q.part_rows, rows = min(q.part_rows, q.rows - first);
      const float shift = kGradient ? static_cast<float>(p.coefficients[feature].mean)
                                    : to_float(static_cast<const T*>(p.x.data)[feature * q.plane]);
      const float around = isfinite(shift) || kGradient ? shift : 0;
      double s0 = 0, s1 = 0;
      for (int64_t i = tid; i < rows * plane; i += kNormBlock) {
        const uint32_t row = static_cast<uint32_t>(i) / static_cast<uint32_t>(plane);
        const int64_t at = ((first + row) * p.features + feature) * plane + (i - row * plane);
        const Vector<T> x = read<T>(p.x, at);
        float a = 0, b = 0;
        if constexpr (kGradient) {
          const Vector<T> dy = read<T>(p.dy, at);
#pragma unroll
          for (int j = 0; j < kSize; ++j) {
            const float g = to_float(dy.v[j]);
            a += g;
            b = fmaf(g, to_float(x.v[j]) - around, b);
          }
        } else {
#pragma unroll
          for (int j = 0; j < kSize; ++j) {
            const float d = to_float(x.v[j]) - around;
            a += d;
            b = fmaf(d, d, b);
          }
        }
        s0 += a;
        s1 += b;
      }
      room[tid] = {s0, s1};
      __syncthreads();
      for (int k = kNormBlock / 2; k > 0; k /= 2) {
        if (tid < k) room[tid].first += room[tid + k].first, room[tid].second += room[tid + k].second;
        __syncthreads();
      }
      if (tid == 0) {
        NormSums r = room[0];
        if constexpr (kGradient) {
          const NormCoefficients& c = p.coefficients[feature];
          r.second = (r.second - (c.mean - around) * r.first) * c.invstd;
        }
        p.sums[part * p.features + feature] = r;
      }
      __syncthreads();
    }
    return;
  }
  const int across = q.across, lanes = kNormBlock / across, x_thread = tid % across, lane = tid / across;
  const int64_t row_vectors = p.features / kSize, groups = row_vectors / across;
  for (int64_t n = blockIdx.x; n < groups * p.parts; n += gridDim.x) {
    const int64_t column = n % groups * across + x_thread, part = n / groups;
    const int64_t first = part * q.part_rows, last = min(first + q.part_rows, q.rows);
    float around[kSize];
    double s0[kSize], s1[kSize];
#pragma unroll
    for (int j = 0; j < kSize; ++j) {
      const int64_t feature = column * kSize + j;
      const float shift = kGradient ? static_cast<float>(p.coefficients[feature].mean)
                                    : to_float(static_cast<const T*>(p.x.data)[feature]);
      around[j] = isfinite(shift) || kGradient ? shift : 0;
      s0[j] = s1[j] = 0;
    }
    // Four rows are summed in f32 before the doubles take them.
    for (int64_t row = first + lane; row < last; row += 4 * lanes) {
      float a[kSize] = {}, b[kSize] = {};
#pragma unroll
      for (int u = 0; u < 4; ++u) {
        const int64_t r = row + u * lanes;
        if (r >= last) break;
        const Vector<T> x = read<T>(p.x, r * row_vectors + column);
        if constexpr (kGradient) {
          const Vector<T> dy = read<T>(p.dy, r * row_vectors + column);
#pragma unroll
          for (int j = 0; j < kSize; ++j) {
            const float g = to_float(dy.v[j]);
            a[j] += g;
            b[j] = fmaf(g, to_float(x.v[j]) - around[j], b[j]);
          }
        } else {
#pragma unroll
          for (int j = 0; j < kSize; ++j) {
            const float d = to_float(x.v[j]) - around[j];
            a[j] += d;
            b[j] = fmaf(d, d, b[j]);
          }
        }
      }
#pragma unroll
      for (int j = 0; j < kSize; ++j) s0[j] += a[j], s1[j] += b[j];
    }
#pragma unroll
    for (int j = 0; j < kSize; ++j) {
      room[tid] = {s0[j], s1[j]};
      __syncthreads();
      if (lane == 0) {
        NormSums r = room[tid];
        for (int k = 1; k < lanes; ++k) {
          r.first += room[k * across + x_thread].first;
          r.second += room[k * across + x_thread].second;
        }
        const int64_t feature = column * kSize + j;
        if constexpr (kGradient) {
          const NormCoefficients& c = p.coefficients[feature];
          r.second = (r.second - (c.mean - around[j]) * r.first) * c.invstd;
        }
        p.sums[part * p.features + feature] = r;
      }
      __syncthreads();
    }
  }
}

// y = (x - mean) * a + b; or dx = scale * invstd * (dy - (a + normalized x * b) / m): k0, k1, k2 of a feature.
struct Factors {
  double k0, k1, k2;
};
template <bool kGradient>
__device__ Factors factors(const NormParams& p, int64_t feature) {
  const NormCoefficients c = p.coefficients[feature];
  if constexpr (!kGradient) return {c.a, c.mean, c.b};
  const double m = 1 / static_cast<double>(p.samples);
  const double k0 = static_cast<const float*>(p.scale)[feature] * c.invstd, k1 = -k0 * c.b * c.invstd * m;
  return {k0, k1, -k0 * c.a * m - k1 * c.mean};
}
template <class T, bool kGradient>
__device__ void apply_one(const NormParams& p, const Factors& k, T x, T dy, T old, T& out) {
  const double v = to_float(x);
  double r = kGradient ? fma(k.k0, static_cast<double>(to_float(dy)), fma(k.k1, v, k.k2)) : fma(v - k.k1, k.k0, k.k2);
  r *= p.alpha;
  if (p.beta != 0) r += p.beta * to_float(old);
  from_double(out, r);
}

template <class T, bool kGradient>
__device__ void apply(const NormPacked& q) {
  constexpr int kSize = Vector<T>::kSize;
  const NormParams& p = q.norm;
  const auto at = [&](int64_t e, auto&& factors_of) {
    const Vector<T> x = read<T>(p.x, e);
    Vector<T> dy{}, old{}, out;
    if constexpr (kGradient) dy = read<T>(p.dy, e);
    Vector<T>* to = static_cast<Vector<T>*>(kGradient ? p.dx.data : p.y.data) + e;
    if (p.beta != 0) old = *to;
#pragma unroll
    for (int j = 0; j < kSize; ++j) apply_one<T, kGradient>(p, factors_of(j), x.v[j], dy.v[j], old.v[j], out.v[j]);
    *to = out;
  };
  if (q.plane > 1) {
    const int64_t vectors = p.features * p.samples / kSize, plane = q.plane / kSize;
    const int64_t step = gridDim.x * static_cast<int64_t>(kNormBlock);
    for (int64_t e = blockIdx.x * static_cast<int64_t>(kNormBlock) + threadIdx.x; e < vectors; e += step) {
      const int64_t feature = vectors >> 32 == 0 ? static_cast<uint32_t>(e) / static_cast<uint32_t>(plane) %
                                                       static_cast<uint32_t>(p.features)
                                                 : e / plane % p.features;
      const Factors k = factors<kGradient>(p, feature);
      at(e, [&](int) { return k; });
    }
    return;
  }
  // A thread keeps its channels, and their factors in registers.
  const int across = q.across, lanes = kNormBlock / across, tid = static_cast<int>(threadIdx.x);
  const int64_t row_vectors = p.features / kSize, groups = row_vectors / across;
  for (int64_t n = blockIdx.x; n < groups * q.chunks; n += gridDim.x) {
    const int64_t column = n % groups * across + tid % across;
    Factors k[kSize];
#pragma unroll
    for (int j = 0; j < kSize; ++j) k[j] = factors<kGradient>(p, column * kSize + j);
    for (int64_t row = n / groups * lanes + tid / across; row < q.rows; row += q.chunks * lanes)
      at(row * row_vectors + column, [&](int j) -> const Factors& { return k[j]; });
  }
}

}  // namespace
}  // namespace girih::generic

using namespace girih::generic;

#define GIRIH_NORM_KERNELS(name, T)                                               \
  extern "C" __global__ void __launch_bounds__(kNormBlock)                        \
      girih_norm_packed_statistics_##name(const __grid_constant__ NormPacked q) { \
    sums<T, false>(q);                                                            \
  }                                                                               \
  extern "C" __global__ void __launch_bounds__(kNormBlock)                        \
      girih_norm_packed_gradients_##name(const __grid_constant__ NormPacked q) {  \
    sums<T, true>(q);                                                             \
  }                                                                               \
  extern "C" __global__ void __launch_bounds__(kNormBlock)                        \
      girih_norm_packed_forward_##name(const __grid_constant__ NormPacked q) {    \
    apply<T, false>(q);                                                           \
  }                                                                               \
  extern "C" __global__ void __launch_bounds__(kNormBlock)                        \
      girih_norm_packed_backward_##name(const __grid_constant__ NormPacked q) {   \
    apply<T, true>(q);                                                            \
  }
GIRIH_NORM_KERNELS(f32, float)
GIRIH_NORM_KERNELS(f16, __half)
GIRIH_NORM_KERNELS(bf16, __nv_bfloat16)
