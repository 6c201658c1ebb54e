// IEEE half precision on the host: the type __half, its pair __half2, and conversions rounded to nearest even.
#ifndef GIRIH_HOSTCUDA_CUDA_FP16_H
#define GIRIH_HOSTCUDA_CUDA_FP16_H

#include <stdint.h>
#include <string.h>

#include "vector_types.h"

typedef struct {
  unsigned short x;
} __half_raw;

typedef struct {
  unsigned short x, y;
} __half2_raw;

#ifdef __cplusplus

// The bits of the half nearest to f. Scaling by powers of two makes the float unit round at the place where half
// ends, so overflow, subnormals and ties need no cases of their own.
static inline unsigned short girih_float_to_half_bits(float f) {
  uint32_t u;
  memcpy(&u, &f, 4);
  const uint32_t sign = u & 0x80000000u;
  u ^= sign;
  uint32_t h;
  if (u >= 0x47800000u) {                 // 65536 and more, infinity, NaN
    if (u > 0x7f800000u) return 0x7fffu;  // as on the device, a NaN loses sign and payload
    h = 0x7c00u;
  } else if (u < 0x38800000u) {  // below 2^-14: subnormal half, in units of 2^-24
    float a;
    memcpy(&a, &u, 4);
    a += 0.5f;  // the spacing of floats in [0.5, 1) is 2^-24
    memcpy(&h, &a, 4);
    h -= 0x3f000000u;
  } else {
    const uint32_t odd = (u >> 13) & 1u;
    h = (u - 0x38000000u + 0xfffu + odd) >> 13;  // may carry into infinity, as it should
  }
  return (unsigned short)(h | (sign >> 16));
}

static inline float girih_half_bits_to_float(unsigned short x) {
  const uint32_t sign = (uint32_t)(x & 0x8000u) << 16;
  const uint32_t magnitude = x & 0x7fffu;
  uint32_t u;
  if (magnitude >= 0x7c00u) {
    u = 0x7f800000u | ((magnitude & 0x3ffu) << 13);
  } else if (magnitude >= 0x400u) {
    u = (magnitude << 13) + 0x38000000u;
  } else {
    const float a = (float)magnitude * 5.9604644775390625e-8f;  // 2^-24
    memcpy(&u, &a, 4);
  }
  u |= sign;
  float f;
  memcpy(&f, &u, 4);
  return f;
}

struct __half {
  unsigned short __x;

  __half() = default;
  __half(float f) : __x(girih_float_to_half_bits(f)) {}
  __half(double d);
  __half(int i) : __half((float)i) {}
  __half(const __half_raw& r) : __x(r.x) {}
  operator float() const { return girih_half_bits_to_float(__x); }
  operator __half_raw() const {
    __half_raw r;
    r.x = __x;
    return r;
  }
};
typedef __half half;
typedef __half __nv_half;

struct __attribute__((aligned(4))) __half2 {
  __half x, y;

  __half2() = default;
  __half2(const __half& a, const __half& b) : x(a), y(b) {}
};
typedef __half2 half2;
typedef __half2 __nv_half2;

// A double goes through a float rounded to odd: rounding that once more to half is then exact.
static inline float girih_round_to_odd(double d) {
  float f = (float)d;
  if ((double)f != d && d == d) {
    uint32_t u;
    memcpy(&u, &f, 4);
    if (!(u & 1u)) {
      const double a = d < 0 ? -d : d, b = f < 0 ? -(double)f : (double)f;
      u += a > b ? 1u : -1u;
    }
    memcpy(&f, &u, 4);
  }
  return f;
}
inline __half::__half(double d) : __x(girih_float_to_half_bits(girih_round_to_odd(d))) {}

static inline __half __float2half(float f) { return __half(f); }
static inline __half __float2half_rn(float f) { return __half(f); }
static inline __half __double2half(double d) { return __half(d); }
static inline float __half2float(__half h) { return h; }
static inline __half2 __floats2half2_rn(float a, float b) { return __half2(__half(a), __half(b)); }
static inline __half2 __float2half2_rn(float a) { return __half2(__half(a), __half(a)); }
static inline __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
static inline __half __low2half(__half2 v) { return v.x; }
static inline __half __high2half(__half2 v) { return v.y; }
static inline float2 __half22float2(__half2 v) {
  float2 r = {v.x, v.y};
  return r;
}
static inline bool __hisnan(__half h) { return (h.__x & 0x7fff) > 0x7c00; }
static inline unsigned short __half_as_ushort(__half h) { return h.__x; }
static inline __half __ushort_as_half(unsigned short x) {
  __half_raw r;
  r.x = x;
  return __half(r);
}

#endif
#endif
