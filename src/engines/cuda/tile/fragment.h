// The accumulator fragment of wgmma in registers, and the way out of it.
//
// Thread `lane` of warp w holds rows 16 w + lane / 4 and + 8; of every block of 8 columns it holds columns 2 (lane % 4)
// and the next: acc[4 j], acc[4 j + 1] for the first row, acc[4 j + 2], acc[4 j + 3] for the second.
#pragma once
#include "ptx.h"

namespace girih::tile {

template <Type kType>
GIRIH_DEV u32 pack2(float low, float high) {
  static_assert(kType == Type::kBf16 || kType == Type::kF16, "two values fit one register only for 16-bit types");
  u32 packed;
  if constexpr (kType == Type::kBf16) {
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(packed) : "f"(high), "f"(low));
  } else {
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(packed) : "f"(high), "f"(low));
  }
  return packed;
}

template <Type kType>
GIRIH_DEV void unpack2(u32 packed, float& low, float& high) {
  static_assert(kType == Type::kBf16 || kType == Type::kF16, "two values fit one register only for 16-bit types");
  if constexpr (kType == Type::kBf16) {
    low = __uint_as_float(packed << 16);
    high = __uint_as_float(packed & 0xffff0000u);
  } else {
    asm("{\n.reg .b16 l, h;\nmov.b32 {l, h}, %2;\ncvt.f32.f16 %0, l;\ncvt.f32.f16 %1, h;\n}"
        : "=f"(low), "=f"(high)
        : "r"(packed));
  }
}

// Transposes the 4 x 4 matrix of words held by the 4 lanes of a quad, lane = row. Its own inverse: it turns four
// column-block words of one fragment row into one 16-byte piece of that row, and back.
GIRIH_DEV void quad_transpose(u32 (&w)[4], int lane) {
  const bool odd = lane & 1, high = lane & 2;
  u32 x = __shfl_xor_sync(0xffffffffu, odd ? w[0] : w[1], 1);
  (odd ? w[0] : w[1]) = x;
  x = __shfl_xor_sync(0xffffffffu, odd ? w[2] : w[3], 1);
  (odd ? w[2] : w[3]) = x;
  x = __shfl_xor_sync(0xffffffffu, high ? w[0] : w[2], 2);
  (high ? w[0] : w[2]) = x;
  x = __shfl_xor_sync(0xffffffffu, high ? w[1] : w[3], 2);
  (high ? w[1] : w[3]) = x;
}

// Four 8x8 matrices of 16-bit values to shared memory; lane l gives the address of row l % 8 of matrix l / 8.
GIRIH_DEV void stmatrix4(u32 address, u32 a, u32 b, u32 c, u32 d) {
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"(a), "r"(b),
               "r"(c), "r"(d)
               : "memory");
}
GIRIH_DEV void stmatrix4_transposed(u32 address, u32 a, u32 b, u32 c, u32 d) {
  asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"(a), "r"(b),
               "r"(c), "r"(d)
               : "memory");
}

}  // namespace girih::tile
