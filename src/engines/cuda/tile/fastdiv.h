// Division by a number known when the kernel is launched: one multiply-high and a shift instead of the ~100-clock
// integer division. Exact for dividends below 2^31 (Granlund and Montgomery 1994, round-up method with a 32-bit
// multiplier: l = ceil(log2 d), m = ceil(2^(31+l) / d), n / d = (n * m) >> (31 + l)).
#pragma once
#include "types.h"

namespace girih::tile {

struct FastDiv {
  u32 divisor = 1, multiplier = 0, shift = 0;

  GIRIH_HD u32 quotient(u32 n) const {
    if (divisor == 1) return n;
#if defined(__CUDA_ARCH__)
    return __umulhi(n, multiplier) >> shift;
#else
    return static_cast<u32>((static_cast<u64>(n) * multiplier) >> 32) >> shift;
#endif
  }

  // Replaces n by the remainder and returns the quotient.
  GIRIH_HD u32 split(u32& n) const {
    const u32 q = quotient(n);
    n -= q * divisor;
    return q;
  }
};

inline FastDiv fast_div(u32 divisor) {
  FastDiv d;
  d.divisor = divisor;
  if (divisor <= 1) return d;
  u32 l = 0;
  while ((u64{1} << l) < divisor) ++l;
  d.shift = l - 1;
  d.multiplier = static_cast<u32>(((u64{1} << (31 + l)) + divisor - 1) / divisor);
  return d;
}

}  // namespace girih::tile
