// bfloat16 on the host: the type __nv_bfloat16, its pair, and conversions rounded to nearest even.
#ifndef GIRIH_HOSTCUDA_CUDA_BF16_H
#define GIRIH_HOSTCUDA_CUDA_BF16_H

#include <stdint.h>
#include <string.h>

#include "cuda_fp16.h"

typedef struct {
  unsigned short x;
} __nv_bfloat16_raw;

typedef struct {
  unsigned short x, y;
} __nv_bfloat162_raw;

#ifdef __cplusplus

// The upper half of a float, rounded to nearest even. A NaN becomes 0x7fff, as on the device.
static inline unsigned short girih_float_to_bfloat16_bits(float f) {
  uint32_t u;
  memcpy(&u, &f, 4);
  if ((u & 0x7fffffffu) > 0x7f800000u) return 0x7fffu;
  return (unsigned short)((u + 0x7fffu + ((u >> 16) & 1u)) >> 16);
}

struct __nv_bfloat16 {
  unsigned short __x;

  __nv_bfloat16() = default;
  __nv_bfloat16(float f) : __x(girih_float_to_bfloat16_bits(f)) {}
  __nv_bfloat16(double d) : __x(girih_float_to_bfloat16_bits(girih_round_to_odd(d))) {}
  __nv_bfloat16(int i) : __nv_bfloat16((double)i) {}
  __nv_bfloat16(const __nv_bfloat16_raw& r) : __x(r.x) {}
  operator float() const {
    const uint32_t u = (uint32_t)__x << 16;
    float f;
    memcpy(&f, &u, 4);
    return f;
  }
  operator __nv_bfloat16_raw() const {
    __nv_bfloat16_raw r;
    r.x = __x;
    return r;
  }
};
typedef __nv_bfloat16 nv_bfloat16;

struct __attribute__((aligned(4))) __nv_bfloat162 {
  __nv_bfloat16 x, y;

  __nv_bfloat162() = default;
  __nv_bfloat162(const __nv_bfloat16& a, const __nv_bfloat16& b) : x(a), y(b) {}
};
typedef __nv_bfloat162 nv_bfloat162;

static inline __nv_bfloat16 __float2bfloat16(float f) { return __nv_bfloat16(f); }
static inline __nv_bfloat16 __float2bfloat16_rn(float f) { return __nv_bfloat16(f); }
static inline __nv_bfloat16 __double2bfloat16(double d) { return __nv_bfloat16(d); }
static inline float __bfloat162float(__nv_bfloat16 b) { return b; }
static inline __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(a, b); }
static inline float2 __bfloat1622float2(__nv_bfloat162 v) {
  float2 r = {v.x, v.y};
  return r;
}
static inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 b) { return b.__x; }
static inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) {
  __nv_bfloat16_raw r;
  r.x = x;
  return __nv_bfloat16(r);
}

#endif
#endif
