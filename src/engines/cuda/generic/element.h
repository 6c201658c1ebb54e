// Device side of the generic kernels: elements of any type as double, and offsets of any strides. Conversions round
// once, to nearest even, as those of tensor/dtype.h do.
#pragma once
#include <cuda_fp16.h>

#include "engines/cuda/generic/view.h"

namespace girih::generic {

// An 8-bit float of E exponent and M mantissa bits from a double. `finite`: E4M3, which has no infinities.
template <int E, int M, bool finite>
__device__ inline uint8_t encode_small(double x) {
  constexpr int bias = (1 << (E - 1)) - 1;
  constexpr uint32_t exp_mask = ((1u << E) - 1) << M, man_mask = (1u << M) - 1;
  constexpr uint32_t largest = finite ? (exp_mask | man_mask) - 1 : exp_mask - 1;
  const uint64_t u = static_cast<uint64_t>(__double_as_longlong(x));
  const uint32_t sign = (u >> 63) ? 1u << (E + M) : 0;
  const uint64_t magnitude = u & 0x7fffffffffffffffull;
  if (magnitude > 0x7ff0000000000000ull) return sign | exp_mask | (finite ? man_mask : 1u << (M - 1));
  const int exp = static_cast<int>(magnitude >> 52) - 1023;
  if (exp < 1 - bias - M - 1) return sign;
  const int drop = 52 - M + (exp < 1 - bias ? (1 - bias) - exp : 0);
  uint64_t man = (magnitude & 0xfffffffffffffull) | 0x10000000000000ull;
  const uint64_t half = 1ull << (drop - 1), rest = man & ((half << 1) - 1);
  man >>= drop;
  if (rest > half || (rest == half && (man & 1))) ++man;
  const int64_t code = (static_cast<int64_t>(exp < 1 - bias ? 0 : exp + bias - 1) << M) + static_cast<int64_t>(man);
  if (code > static_cast<int64_t>(largest)) return sign | exp_mask | (finite ? man_mask : 0);
  return sign | static_cast<uint32_t>(code);
}
template <int E, int M, bool finite>
__device__ inline double decode_small(uint8_t b) {
  constexpr int bias = (1 << (E - 1)) - 1;
  const uint32_t man = b & ((1u << M) - 1), exp = (b >> M) & ((1u << E) - 1);
  double v;
  if (exp == (1u << E) - 1 && (!finite || man == (1u << M) - 1))
    v = !finite && man == 0 ? __longlong_as_double(0x7ff0000000000000ll) : __longlong_as_double(0x7ff8000000000000ll);
  else if (exp == 0)
    v = ldexp(static_cast<double>(man), 1 - bias - M);
  else
    v = ldexp(static_cast<double>(man | (1u << M)), static_cast<int>(exp) - bias - M);
  return b >> (E + M) ? -v : v;
}

// Double to f32 towards odd, so that a second rounding to fewer bits is right (Boldo & Melquiond 2008).
__device__ inline float round_to_odd(double x) {
  const float f = __double2float_rz(x);
  return static_cast<double>(f) != x && x == x ? __uint_as_float(__float_as_uint(f) | 1u) : f;
}

__device__ inline uint16_t encode_bf16(double x) {
  if (x != x) return static_cast<uint16_t>((__float_as_uint(static_cast<float>(x)) >> 16) | 0x40);
  // Beyond the largest f32 the cut value stays finite with all bits set, and the addition carries into infinity.
  const uint32_t u = __float_as_uint(round_to_odd(x));
  return static_cast<uint16_t>((u + 0x7fff + ((u >> 16) & 1)) >> 16);
}

template <class T>
__device__ inline T saturate(double v, double low, double high, T least, T largest) {
  if (v != v) return 0;
  v = rint(v);
  return v <= low ? least : v >= high ? largest : static_cast<T>(v);
}

__device__ inline double load(int type, const void* p, int64_t i) {
  switch (type) {
    case kF32:
      return static_cast<const float*>(p)[i];
    case kF64:
      return static_cast<const double*>(p)[i];
    case kF16:
      return __half2float(static_cast<const __half*>(p)[i]);
    case kBf16:
      return __uint_as_float(static_cast<uint32_t>(static_cast<const uint16_t*>(p)[i]) << 16);
    case kI8:
      return static_cast<const int8_t*>(p)[i];
    case kU8:
      return static_cast<const uint8_t*>(p)[i];
    case kI32:
      return static_cast<const int32_t*>(p)[i];
    case kI64:
      return static_cast<double>(static_cast<const int64_t*>(p)[i]);
    case kBoolean:
      return static_cast<const uint8_t*>(p)[i / 8] >> (i % 8) & 1;
    case kE4m3:
      return decode_small<4, 3, true>(static_cast<const uint8_t*>(p)[i]);
    case kE5m2:
      return decode_small<5, 2, false>(static_cast<const uint8_t*>(p)[i]);
    default:
      return 0;
  }
}

__device__ inline void store(int type, void* p, int64_t i, double v) {
  switch (type) {
    case kF32:
      static_cast<float*>(p)[i] = static_cast<float>(v);
      break;
    case kF64:
      static_cast<double*>(p)[i] = v;
      break;
    case kF16:
      static_cast<__half*>(p)[i] = __double2half(v);
      break;
    case kBf16:
      static_cast<uint16_t*>(p)[i] = encode_bf16(v);
      break;
    case kI8:
      static_cast<int8_t*>(p)[i] = saturate<int8_t>(v, -128, 128, -128, 127);
      break;
    case kU8:
      static_cast<uint8_t*>(p)[i] = saturate<uint8_t>(v, 0, 256, 0, 255);
      break;
    case kI32:
      static_cast<int32_t*>(p)[i] = saturate<int32_t>(v, -0x1p31, 0x1p31, INT32_MIN, INT32_MAX);
      break;
    case kI64:
      static_cast<int64_t*>(p)[i] = saturate<int64_t>(v, -0x1p63, 0x1p63, INT64_MIN, INT64_MAX);
      break;
    case kBoolean: {  // one bit: its 31 neighbours may be another thread's
      const uint64_t at = reinterpret_cast<uint64_t>(p) + static_cast<uint64_t>(i / 8);
      auto* word = reinterpret_cast<uint32_t*>(at & ~uint64_t{3});
      const uint32_t bit = 1u << (at % 4 * 8 + i % 8);
      if (v != 0)
        atomicOr(word, bit);
      else
        atomicAnd(word, ~bit);
      break;
    }
    case kE4m3:
      static_cast<uint8_t*>(p)[i] = encode_small<4, 3, true>(v);
      break;
    case kE5m2:
      static_cast<uint8_t*>(p)[i] = encode_small<5, 2, false>(v);
      break;
    default:
      break;
  }
}

__device__ inline double get(const View& t, int64_t at) { return t.by_value ? t.value : load(t.type, t.data, at); }

// y = alpha * result + beta * y; the old value is read only when beta is not 0.
__device__ inline void blend(const View& y, int64_t at, double alpha, double result, double beta) {
  double v = alpha * result;
  if (beta != 0) v = __dadd_rn(v, __dmul_rn(beta, load(y.type, y.data, at)));
  store(y.type, y.data, at, v);
}

__device__ inline int64_t offset(const View& t, const int64_t* index) {
  int64_t o = 0;
#pragma unroll
  for (int i = 0; i < kMaxRank; ++i)
    if (i < t.rank) o += (i == 1 && t.vector > 1 ? index[i] / t.vector : index[i]) * t.strides[i];
  return t.vector > 1 ? o * t.vector + index[1] % t.vector : o;
}
// The same where a dimension of size 1 stands for every coordinate.
__device__ inline int64_t broadcast_offset(const View& t, const int64_t* index) {
  if (t.vector > 1) {
    int64_t own[kMaxRank];
#pragma unroll
    for (int i = 0; i < kMaxRank; ++i) own[i] = i < t.rank && t.dims[i] == 1 ? 0 : index[i];
    return offset(t, own);
  }
  int64_t o = 0;
#pragma unroll
  for (int i = 0; i < kMaxRank; ++i)
    if (i < t.rank && t.dims[i] != 1) o += index[i] * t.strides[i];
  return o;
}

// a / b and a % b; 32-bit division is several times faster, and nearly always enough.
__device__ inline int64_t divide(int64_t a, int64_t b, int64_t& rest) {
  if (((a | b) >> 32) == 0) {
    const uint32_t q = static_cast<uint32_t>(a) / static_cast<uint32_t>(b);
    rest = static_cast<uint32_t>(a) - q * static_cast<uint32_t>(b);
    return q;
  }
  const int64_t q = a / b;
  rest = a - q * b;
  return q;
}

// Coordinates of element e, row-major; those beyond the rank are 0.
__device__ inline void unravel(int64_t e, int rank, const int64_t* dims, int64_t* index) {
#pragma unroll
  for (int i = kMaxRank - 1; i >= 0; --i) {
    index[i] = 0;
    if (i < rank) e = i == 0 ? (index[0] = e, 0) : divide(e, dims[i], index[i]);
  }
}

// Row-major successor; false after the last.
__device__ inline bool next(int rank, const int64_t* dims, int64_t* index) {
#pragma unroll
  for (int i = kMaxRank - 1; i >= 0; --i)
    if (i < rank) {
      if (++index[i] < dims[i]) return true;
      index[i] = 0;
    }
  return false;
}

__device__ inline int64_t first_element() { return blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x; }
__device__ inline int64_t element_step() { return gridDim.x * static_cast<int64_t>(blockDim.x); }

// Sum over the block of powers-of-two size, in a fixed tree; every thread gets it. `room`: one double a thread.
__device__ inline double block_sum(double v, double* room) {
  room[threadIdx.x] = v;
  __syncthreads();
  for (unsigned n = blockDim.x / 2; n > 0; n /= 2) {
    if (threadIdx.x < n) room[threadIdx.x] += room[threadIdx.x + n];
    __syncthreads();
  }
  const double sum = room[0];
  __syncthreads();
  return sum;
}

}  // namespace girih::generic
