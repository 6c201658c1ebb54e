// The direct first-layer kernel. In the padded copy the window of output q starts at byte 16 q of a row. Without
// swizzle, wgmma reads an operand as 8-row x 16-byte blocks, each 128 contiguous bytes: 8 neighbouring outputs are
// exactly that, and the next 16 bytes of their windows are the same rows 16 bytes on. So with strides of 16 bytes along
// K and 128 bytes along the outputs, the raw row is the im2col matrix, and every input byte is read from memory once
// per tile.
#pragma once
#include "../igemm/epilogue.h"
#include "../tile/pipeline.h"
#include "../tile/tma.h"
#include "../tile/wgmma.h"
#include "params.h"

namespace girih::stem {

using namespace tile;

// No swizzle (layout type 0): `leading` between 16-byte pieces of K, `stride` between groups of 8 rows.
GIRIH_DEV u64 plain_descriptor(u32 address, u32 leading, u32 stride) {
  return static_cast<u64>((address & 0x3ffff) >> 4) | static_cast<u64>(leading >> 4) << 16 |
         static_cast<u64>(stride >> 4) << 32;
}

template <Config kC>
GIRIH_DEV void direct(const DirectParams& p) {
  extern __shared__ u8 dynamic_shared[];
  const u32 filter = (shared_address(dynamic_shared) + 1023) & ~1023u;
  const u32 panels = filter + p.filter_panels * 64 * 128;  // two for each warpgroup
  const u32 stage_bytes = p.stage_rows * kC.row_bytes();
  const u32 stages = panels + 4 * kC.panel_bytes();
  const u32 barriers = (stages + kStages * stage_bytes + 7) & ~7u;
  const Ring<kStages> ring(barriers);
  const u32 filter_ready = barriers + Ring<kStages>::kBytes;
  if (threadIdx.x == 0) {
    tma_prefetch_map(&p.y);
    ring.init(2);
    mbarrier_init(filter_ready, 1);
    mbarrier_init_fence();
  }
  __syncthreads();
  struct Tile {
    u32 w, h, n;
  };
  const auto find_tile = [&](u32 index) {
    Tile t{};
    u32 w = index, h = p.tiles_w.split(w);
    t.n = p.tiles_h.split(h);
    t.w = w * kC.columns, t.h = h * kTileRows;
    return t;
  };
  const int warpgroup = warpgroup_index();
  if (warpgroup == 2) {
    registers_decrease<40>();
    if (threadIdx.x / 32 == 8 && elect_one()) {
      mbarrier_expect(filter_ready, p.filter_panels * 64 * 128);
      for (u32 i = 0; i < p.filter_panels; ++i) tma_load_2d(filter + i * 64 * 128, &p.w, filter_ready, i * 64, 0);
      RingPosition<kStages> at(1);
      for (u32 index = blockIdx.x; index < p.tiles; index += gridDim.x, at.advance()) {
        const Tile t = find_tile(index);
        const u32 first = t.h * p.stride_h, rows = min(p.stage_rows, p.padded_height - first);
        mbarrier_wait(ring.empty + at.stage * 8, at.parity);
        const u32 bar = ring.full + at.stage * 8, stage = stages + at.stage * stage_bytes;
        mbarrier_expect(bar, rows * kC.row_bytes());
        const char* from =
            reinterpret_cast<const char*>(p.x) + (static_cast<u64>(t.n) * p.padded_height + first) * p.pitch + t.w * 16;
        for (u32 i = 0; i < rows; ++i) bulk_load(stage + i * kC.row_bytes(), from + i * p.pitch, kC.row_bytes(), bar);
      }
    }
    return;
  }
  registers_increase<232>();
  using Mma = Wgmma<kC.type, kC.columns, OperandA::kShared>;
  float acc[kC.columns / 2];
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;
  const bool leader = threadIdx.x % 128 == 0;
  const igemm::Epilogue& e = p.epilogue;
  float bias[2] = {0.0f, 0.0f};  // this thread's two rows are filters
  if (e.bias != nullptr) {
    for (int i = 0; i < 2; ++i) {
      const u32 channel = warp * 16 + lane / 4 + i * 8;
      if (channel < p.filters) bias[i] = igemm::load_bias<kC.type>(e, channel);
    }
  }
  mbarrier_wait(filter_ready, 0);
  const u64 a = tile_descriptor<Major::kK>(filter), b = plain_descriptor(0, 16, 128);
  RingPosition<kStages> at(0);
  u32 buffer = 0;  // of this warpgroup's two panels
  for (u32 index = blockIdx.x; index < p.tiles; index += gridDim.x, at.advance()) {
    const Tile t = find_tile(index);
    mbarrier_wait(ring.full + at.stage * 8, at.parity);
    const u32 rows = min(static_cast<u32>(kTileRows), p.out_height - t.h);
    for (u32 row = warpgroup; row < rows; row += 2) {
      u32 line = stages + at.stage * stage_bytes + row * p.stride_h * kC.row_bytes();
      u32 r = 0;
      do {
        wgmma_fence();
#pragma unroll
        for (int k = 0; k < kC.slices; ++k) {
          const u32 slice = r * kC.slices + k;
          Mma::template mma<Major::kK, Major::kK>(acc, a + slice / 4 * (64 * 128 / 16) + slice % 4 * 2,
                                                  b | ((line + k * 32) & 0x3ffff) >> 4, slice > 0);
        }
        line += p.dilation_h * kC.row_bytes();
      } while (++r < p.filter_h);
      wgmma_commit();
      wgmma_wait<0>();
      const u32 panel = panels + (warpgroup * 2 + buffer) * kC.panel_bytes();
      buffer ^= 1;
      // The panel is free when the store before the last has read it.
      if (leader) tma_store_wait_read<1>();
      if (warpgroup == 0)
        named_barrier<1, 128>();
      else
        named_barrier<2, 128>();
#pragma unroll
      for (int i = 0; i < kC.columns / 2; ++i) acc[i] = igemm::fused(e, acc[i], 0.0f, bias[i / 2 % 2]);
#pragma unroll
      for (int j = 0; j < kC.columns / 16; ++j) {
        const u32 pixel = j * 16 + lane % 8 + lane / 16 * 8, chunk = warp * 2 + lane / 8 % 2;
        stmatrix4_transposed(panel + swizzled_offset(pixel, chunk), pack2<kC.type>(acc[j * 8], acc[j * 8 + 1]),
                             pack2<kC.type>(acc[j * 8 + 2], acc[j * 8 + 3]),
                             pack2<kC.type>(acc[j * 8 + 4], acc[j * 8 + 5]),
                             pack2<kC.type>(acc[j * 8 + 6], acc[j * 8 + 7]));
      }
      fence_async_shared();
      if (warpgroup == 0)
        named_barrier<1, 128>();
      else
        named_barrier<2, 128>();
      if (leader) {
        tma_store_4d(&p.y, panel, 0, t.w, t.h + row, t.n);
        tma_store_commit();
      }
    }
    if (leader) mbarrier_arrive(ring.empty + at.stage * 8);
  }
  if (leader) tma_store_wait<0>();
}

}  // namespace girih::stem
