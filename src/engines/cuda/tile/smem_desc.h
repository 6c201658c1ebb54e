// Shared-memory operand tiles of wgmma with the 128-byte swizzle, and the descriptors that name them.
//
// A tile is a list of panels, each rows x 128 bytes, exactly what one TMA box with a 128-byte inner dimension writes.
//   K-major  panel: row = index along M or N, 128 bytes along K. One panel per stage; all M or N rows in it.
//   MN-major panel: row = index along K, 128 bytes along M or N. One panel per 64 (16-bit) elements of M or N.
// The swizzle XORs the 16-byte chunk index with the row modulo 8. TMA and wgmma both apply it to the absolute address,
// so panels start at multiples of 1024 bytes; a descriptor that starts some whole rows later is still right with base
// offset 0.
#pragma once
#include "ptx.h"

namespace girih::tile {

constexpr int kSwizzleBytes = 128;

// Byte offset, in a panel, of the 16-byte chunk `chunk` of row `row`.
GIRIH_HD constexpr u32 swizzled_offset(u32 row, u32 chunk) { return row * 128 + ((chunk ^ (row & 7)) << 4); }

// PTX ISA, "Shared memory matrix layout": addresses and offsets in units of 16 bytes; layout type 1 is the 128-byte
// swizzle. `leading` is the stride between MN-major panels (ignored for K-major), `stride` between groups of 8 rows.
GIRIH_DEV u64 smem_descriptor(u32 address, u32 leading, u32 stride) {
  return static_cast<u64>((address & 0x3ffff) >> 4) | static_cast<u64>(leading >> 4) << 16 |
         static_cast<u64>(stride >> 4) << 32 | u64{1} << 62;
}

// Descriptor steps, in the descriptor's units of 16 bytes.
template <Major kMajor>
struct TileStep {
  // From one wgmma to the next along K (32 bytes of K): 32 bytes in a K-major row, 16 rows in an MN-major panel.
  static constexpr int kAlongK = kMajor == Major::kK ? 32 / 16 : 16 * 128 / 16;
  // From one block of 64 rows of M to the next: 64 rows of a K-major panel, or one MN-major panel of 64 K rows.
  static constexpr int kBlockM = 64 * 128 / 16;
};

template <Major kMajor>
GIRIH_DEV u64 tile_descriptor(u32 address) {
  return smem_descriptor(address, kMajor == Major::kK ? 16 : 64 * 128, 8 * 128);
}

}  // namespace girih::tile
