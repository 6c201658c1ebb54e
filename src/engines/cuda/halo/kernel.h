// Device side of the halo kernels; params.h says what they are for.
#pragma once
#include "../igemm/epilogue.h"
#include "../tile/pipeline.h"
#include "../tile/tma.h"
#include "../tile/wgmma.h"
#include "params.h"

namespace girih::halo {

using namespace tile;

struct Tile {
  int w, h, n;  // first output pixel
};

GIRIH_DEV Tile find_tile(const HaloParams& p, u32 index, int rows) {
  u32 w = index;
  u32 h = p.tiles_w.split(w);
  const u32 n = p.tiles_h.split(h);
  return {static_cast<int>(w) * kWidth, static_cast<int>(h) * rows, static_cast<int>(n)};
}

// Descriptor of the pixels as wgmma rows: 8 along w, then the next line of the tile.
template <Major kMajor>
GIRIH_DEV u64 pixel_descriptor(u32 address, int pitch) {
  return smem_descriptor(address, kMajor == Major::kK ? 16 : 64 * 128, pitch * 128);
}

// fprop and dgrad. Operand A is the filter (64 output channels), resident; operand B the pixels. The two warpgroups
// take tiles in turn, so one stores while the other multiplies. The result goes out through the stage it came from.
template <Config kC>
GIRIH_DEV void convolve(const HaloParams& p) {
  constexpr int kN = kC.pixels(), kStages = kC.stages();
  static_assert(kStages % 2 == 1,
                "halo: with an even number of stages a warpgroup could be lapped on the other's barrier");
  static_assert(kC.shared_bytes() <= kSharedLimit, "halo: the stages exceed the shared memory of a CTA");
  constexpr bool kForward = kC.pass == Pass::kFprop;
  constexpr Major kA = kForward ? Major::kK : Major::kMn;
  extern __shared__ u8 dynamic_shared[];
  const u32 weights = (shared_address(dynamic_shared) + 1023) & ~1023u;
  const u32 stages = weights + kWeightBytes, barriers = stages + kStages * kC.stage_bytes();
  const Ring<kStages> ring(barriers);
  const u32 weights_ready = barriers + Ring<kStages>::kBytes;
  if (threadIdx.x == 0) {
    tma_prefetch_map(&p.x);
    tma_prefetch_map(&p.y);
    ring.init(1);
    mbarrier_init(weights_ready, 1);
    mbarrier_init_fence();
  }
  __syncthreads();
  const int warpgroup = warpgroup_index();
  if (warpgroup == 2) {
    registers_decrease<40>();
    if (threadIdx.x / 32 == 8 && elect_one()) {
      mbarrier_expect(weights_ready, kWeightBytes);
      for (int tap = 0; tap < kTaps; ++tap) tma_load_3d(weights + tap * 64 * 128, &p.w, weights_ready, 0, tap, 0);
      RingPosition<kStages> at(1);
      for (u32 index = blockIdx.x; index < p.tiles; index += gridDim.x, at.advance()) {
        const Tile t = find_tile(p, index, kC.rows);
        mbarrier_wait(ring.empty + at.stage * 8, at.parity);
        const u32 bar = ring.full + at.stage * 8;
        mbarrier_expect(bar, kC.x_bytes());
        tma_load_4d(stages + at.stage * kC.stage_bytes(), &p.x, bar, 0, t.w - p.pad_w, t.h - p.pad_h, t.n);
      }
    }
    return;
  }
  registers_increase<232>();
  using Mma = Wgmma<kC.type, kN, OperandA::kShared>;
  float acc[kN / 2];
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;
  const bool leader = threadIdx.x % 128 == 0;
  const Epilogue& e = p.epilogue;
  // This thread's two rows are output channels.
  float bias[2] = {0.0f, 0.0f};
  if (e.bias != nullptr) {
    for (int i = 0; i < 2; ++i) {
      const u32 channel = warp * 16 + lane / 4 + i * 8;
      if (channel < p.channels_out) bias[i] = load_bias<kC.type>(e, channel);
    }
  }
  mbarrier_wait(weights_ready, 0);
  const u64 a = tile_descriptor<kA>(weights);
  RingPosition<kStages> at(0);
  int round = 0;
  for (u32 index = blockIdx.x; index < p.tiles; index += gridDim.x, at.advance(), ++round) {
    // Also for the other's tiles: a parity wait that skipped a phase would pass too early.
    mbarrier_wait(ring.full + at.stage * 8, at.parity);
    if ((round & 1) != warpgroup) continue;
    const u32 stage = stages + at.stage * kC.stage_bytes();
    const u64 b = pixel_descriptor<Major::kK>(stage, kPitch);
    wgmma_fence();
#pragma unroll
    for (int tap = 0; tap < kTaps; ++tap) {
      const int filter_tap = kForward ? tap : kTaps - 1 - tap;
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        Mma::template mma<kA, Major::kK>(acc, a + filter_tap * TileStep<kA>::kBlockM + k * TileStep<kA>::kAlongK,
                                         b + (tap / 3 * kPitch + tap % 3) * 8 + k * 2, tap + k > 0);
      }
    }
    wgmma_commit();
    wgmma_wait<0>();
    // All four warps are done reading the stage before any overwrites it.
    if (warpgroup == 0)
      named_barrier<1, 128>();
    else
      named_barrier<2, 128>();
#pragma unroll
    for (int i = 0; i < kN / 2; ++i) acc[i] = fused(e, acc[i], 0.0f, bias[i / 2 % 2]);
#pragma unroll
    for (int j = 0; j < kN / 16; ++j) {
      const u32 pixel = j * 16 + lane % 8 + lane / 16 * 8, chunk = warp * 2 + lane / 8 % 2;
      stmatrix4_transposed(stage + swizzled_offset(pixel, chunk), pack2<kC.type>(acc[j * 8], acc[j * 8 + 1]),
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
      const Tile t = find_tile(p, index, kC.rows);
      tma_store_4d(&p.y, stage, 0, t.w, t.h, t.n);
      tma_store_commit();
      tma_store_wait_read<0>();
      mbarrier_arrive(ring.empty + at.stage * 8);
    }
  }
  if (leader) tma_store_wait<0>();
}

// wgrad: three consumer warpgroups, each one row of the filter: three 64 x 64 products (filters x channels) over the
// pixels of every tile of this CTA. Partial sums of all CTAs are added by igemm's finish kernel in their order.
template <Config kC>
GIRIH_DEV void filter(const HaloParams& p) {
  constexpr int kStages = kC.stages();
  static_assert(kStages >= 2 && kC.shared_bytes() <= kSharedLimit, "halo wgrad: two stages must fit");
  static_assert(kC.rows % 2 == 0, "halo wgrad: a K step is two lines of 8 pixels");
  extern __shared__ u8 dynamic_shared[];
  const u32 stages = (shared_address(dynamic_shared) + 1023) & ~1023u;
  const Ring<kStages> ring(stages + kStages * kC.stage_bytes());
  if (threadIdx.x == 0) {
    tma_prefetch_map(&p.x);
    tma_prefetch_map(&p.w);
    ring.init(3);
    mbarrier_init_fence();
  }
  __syncthreads();
  grid_dependents_launch();
  const int warpgroup = warpgroup_index();
  if (warpgroup == 3) {
    if (threadIdx.x / 32 == 12 && elect_one()) {
      RingPosition<kStages> at(1);
      for (u32 index = blockIdx.x; index < p.tiles; index += gridDim.x, at.advance()) {
        const Tile t = find_tile(p, index, kC.rows);
        mbarrier_wait(ring.empty + at.stage * 8, at.parity);
        const u32 bar = ring.full + at.stage * 8, stage = stages + at.stage * kC.stage_bytes();
        mbarrier_expect(bar, kC.x_bytes() + kC.pixels() * 128);
        tma_load_4d(stage, &p.x, bar, 0, t.w - p.pad_w, t.h - p.pad_h, t.n);
        tma_load_4d(stage + kC.x_stage(), &p.w, bar, 0, t.w, t.h, t.n);
      }
    }
    return;
  }
  using Mma = Wgmma<kC.type, 64, OperandA::kShared>;
  float acc[3][32];
#pragma unroll
  for (int s = 0; s < 3; ++s) {
#pragma unroll
    for (int i = 0; i < 32; ++i) acc[s][i] = 0.0f;
  }
  const bool leader = threadIdx.x % 128 == 0;
  RingPosition<kStages> at(0);
  u32 release = 0;
  for (u32 index = blockIdx.x; index < p.tiles; index += gridDim.x, at.advance()) {
    mbarrier_wait(ring.full + at.stage * 8, at.parity);
    const u32 stage = stages + at.stage * kC.stage_bytes();
    const u64 a = pixel_descriptor<Major::kMn>(stage + kC.x_stage(), kWidth);
    const u64 b = pixel_descriptor<Major::kMn>(stage, kPitch) + warpgroup * kPitch * 8;
    wgmma_fence();
#pragma unroll
    for (int k = 0; k < kC.rows / 2; ++k) {
#pragma unroll
      for (int s = 0; s < 3; ++s) {
        Mma::template mma<Major::kMn, Major::kMn>(acc[s], a + k * 2 * kWidth * 8, b + k * 2 * kPitch * 8 + s * 8, 1);
      }
    }
    wgmma_commit();
    wgmma_wait<1>();
    if (release != 0 && leader) mbarrier_arrive(release);
    release = ring.empty + at.stage * 8;
  }
  wgmma_wait<0>();
  const u32 row = threadIdx.x % 128 / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  float* out = p.partial + (static_cast<u64>(blockIdx.x) * 64 + row) * (kTaps * 64) + warpgroup * 3 * 64 + column;
#pragma unroll
  for (int s = 0; s < 3; ++s) {
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      *reinterpret_cast<float2*>(out + s * 64 + j * 8) = make_float2(acc[s][4 * j], acc[s][4 * j + 1]);
      *reinterpret_cast<float2*>(out + 8 * kTaps * 64 + s * 64 + j * 8) =
          make_float2(acc[s][4 * j + 2], acc[s][4 * j + 3]);
    }
  }
}

}  // namespace girih::halo
