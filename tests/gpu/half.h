// Host conversions of the 16-bit types, round to nearest even, written for tests: through double, no shared code with
// the kernels.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

#include "engines/cuda/tile/types.h"

namespace girih::gpu {

// The nearest number with `bits` mantissa bits (implicit one included) and least exponent `least`, ties to even.
inline double round_to(double v, int bits, int least) {
  if (v == 0 || !std::isfinite(v)) return v;
  int exponent;
  std::frexp(v, &exponent);
  const int quantum = std::max(exponent - bits, least);
  return std::ldexp(std::nearbyint(std::ldexp(v, -quantum)), quantum);
}

inline double round_half(tile::Type type, double v) {
  return type == tile::Type::kF16 ? round_to(v, 11, -24) : round_to(v, 8, -133);
}

inline uint16_t to_half(tile::Type type, double v) {
  const double r = round_half(type, v);
  if (type == tile::Type::kBf16) {
    const float f = static_cast<float>(r);
    uint32_t u;
    std::memcpy(&u, &f, 4);
    return static_cast<uint16_t>(u >> 16);
  }
  const uint16_t sign = std::signbit(r) ? 0x8000 : 0;
  const double a = std::fabs(r);
  if (a >= 65536) return sign | 0x7c00;
  if (a < std::ldexp(1.0, -14)) return sign | static_cast<uint16_t>(std::ldexp(a, 24));
  int exponent;
  const double m = std::frexp(a, &exponent);
  return sign | static_cast<uint16_t>((exponent + 14) << 10 | (static_cast<int>(std::ldexp(m, 11)) & 0x3ff));
}

inline double from_half(tile::Type type, uint16_t h) {
  if (type == tile::Type::kBf16) {
    const uint32_t u = static_cast<uint32_t>(h) << 16;
    float f;
    std::memcpy(&f, &u, 4);
    return f;
  }
  const int exponent = h >> 10 & 31, mantissa = h & 0x3ff;
  double v = exponent == 0    ? std::ldexp(mantissa, -24)
             : exponent == 31 ? (mantissa != 0 ? NAN : INFINITY)
                              : std::ldexp(mantissa + 1024, exponent - 25);
  return h & 0x8000 ? -v : v;
}

}  // namespace girih::gpu
