// Pointwise operations on f32, f16 and bf16 in f32, 16 bytes an access.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "engines/cuda/pointwise/vector/params.h"

namespace girih::vector {
namespace {

__device__ float sigmoid(float v) { return 1 / (1 + expf(-v)); }

__device__ float apply(const Params& o, float a, float b, float t) {
  const float p = o.parameter;
  switch (o.mode) {
    case 0:  // add
      return a + b;
    case 1:  // mul
      return a * b;
    case 2:  // min
      return o.propagate_nan && (a != a || b != b) ? a + b : fminf(a, b);
    case 3:  // max
      return o.propagate_nan && (a != a || b != b) ? a + b : fmaxf(a, b);
    case 4:  // sqrt
      return sqrtf(a);
    case 21:  // identity
      return a;
    case 1300:  // one_minus
      return 1 - a;
    case 100:  // relu
      return a > 0 || (a != a && o.propagate_nan) ? a : 0;
    case 1104:  // clipped_relu
      return a != a ? (o.propagate_nan ? a : (p < 0 ? p : 0)) : fminf(fmaxf(a, 0.0f), p);
    case 101:  // tanh
      return tanhf(a);
    case 102:  // sigmoid
      return sigmoid(a);
    case 103:  // elu
      return a > 0 || a != a ? a : p * expm1f(a);
    case 106:  // swish
      return a * sigmoid(p * a);
    // Backward: a = x, b = dy, t = y.
    case 1200:  // relu
      return a > 0 ? b : 0;
    case 1204:  // clipped_relu
      return a > 0 && a <= p ? b : 0;
    case 1202:  // sigmoid
      return b * t * (1 - t);
    case 1201:  // tanh
      return b * (1 - t * t);
    case 1203:  // elu
      return t >= 0 ? b : b * (t + p);
    default: {  // 1206: swish
      const float s = sigmoid(p * a);
      return b * (s + p * a * s * (1 - s));
    }
  }
}

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

template <class T>
__device__ void run(const Params& p) {
  using V = Vector<T>;
  const int64_t step = gridDim.x * static_cast<int64_t>(blockDim.x);
  for (int64_t e = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x; e < p.count; e += step) {
    int64_t inner = e, at[4] = {};
    if (p.outer_rank > 0) {
      uint32_t outer;
      if (p.count >> 32 == 0) {
        outer = static_cast<uint32_t>(e) / p.inner;
        inner = static_cast<uint32_t>(e) - outer * p.inner;
      } else {
        outer = static_cast<uint32_t>(e / p.inner);
        inner = e - static_cast<int64_t>(outer) * p.inner;
      }
#pragma unroll
      for (int i = kOuter - 1; i >= 0; --i)
        if (i < p.outer_rank) {
          const uint32_t q = i == 0 ? 0 : outer / p.outer_dims[i], r = outer - q * p.outer_dims[i];
          outer = q;
          at[0] += r * p.a.strides[i];
          at[1] += r * p.b.strides[i];
          at[2] += r * p.t.strides[i];
          at[3] += r * p.y.strides[i];
        }
    }
    inner *= V::kSize;
    const auto read = [&](const Operand& o, int64_t base, V& v, float& one) {
      one = o.value;
      if (!o.data) return;
      if (o.contiguous)
        v = *reinterpret_cast<const V*>(static_cast<const T*>(o.data) + base + inner);
      else
        one = to_float(static_cast<const T*>(o.data)[base]);
    };
    V va, vb, vt, old, out;
    float sa, sb, st;
    read(p.a, at[0], va, sa);
    read(p.b, at[1], vb, sb);
    read(p.t, at[2], vt, st);
    T* y = static_cast<T*>(p.y.data) + at[3] + inner;
    if (p.beta != 0) old = *reinterpret_cast<const V*>(y);
#pragma unroll
    for (int i = 0; i < V::kSize; ++i) {
      const float a = p.a.contiguous ? to_float(va.v[i]) : sa, b = p.b.contiguous ? to_float(vb.v[i]) : sb;
      const float t = p.t.contiguous ? to_float(vt.v[i]) : st;
      float r = p.scales_inputs ? apply(p, p.alpha * a, p.alpha2 * b, t) : p.alpha * apply(p, a, b, t);
      if (p.beta != 0) r = __fadd_rn(r, __fmul_rn(p.beta, to_float(old.v[i])));
      from_float(out.v[i], r);
    }
    *reinterpret_cast<V*>(y) = out;
  }
}

}  // namespace
}  // namespace girih::vector

using namespace girih::vector;

extern "C" __global__ void __launch_bounds__(256) girih_vector_f32(const __grid_constant__ Params p) { run<float>(p); }
extern "C" __global__ void __launch_bounds__(256) girih_vector_f16(const __grid_constant__ Params p) { run<__half>(p); }
extern "C" __global__ void __launch_bounds__(256) girih_vector_bf16(const __grid_constant__ Params p) {
  run<__nv_bfloat16>(p);
}
