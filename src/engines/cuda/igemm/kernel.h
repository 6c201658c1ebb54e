// The implicit-GEMM kernel of Hopper: one producer thread feeds a ring of shared-memory stages with TMA, two consumer
// warpgroups run wgmma on it. The grid is persistent: CTA i takes units i, i + grid, ... of a fixed order, so the
// result does not depend on timing.
#pragma once
#include "../tile/pipeline.h"
#include "../tile/tma.h"
#include "../tile/wgmma.h"
#include "epilogue.h"
#include "params.h"

namespace girih::igemm {

using namespace tile;

template <Config kC>
struct Checked {
  static_assert(kC.columns % 32 == 0 && kC.columns >= 64 && kC.columns <= 256,
                "igemm: the tile has 64 to 256 columns in steps of 32");
  static_assert(kC.blocks * kC.columns <= 384,
                "igemm: more than 192 accumulators per thread do not fit beside the epilogue");
  static_assert(kC.pass != Pass::kWgrad || kC.columns % 64 == 0,
                "igemm wgrad: columns come in blocks of 64 channels at one tap");
  static_assert(size_of(kC.type) == 2 || (kC.order_a() == Major::kK && kC.order_b() == Major::kK),
                "igemm: MN-major operands need a 16-bit type");
  static_assert(kC.slices == 4 || (kC.slices == 2 && (kC.pass == Pass::kFprop || kC.pass == Pass::kDgrad)),
                "igemm: a step has four slices of K, two in narrow fprop and dgrad kernels");
  static_assert(kC.stages() >= 3, "igemm: fewer than three stages fit in the shared memory of a CTA");
  static constexpr bool kOk = true;
};

// A piece of work: tile (tm, tn) of matrix z in a phase, K steps [k0, k1).
struct Unit {
  u32 phase, z, tm, tn, split, k0, k1;
};

template <int kPhases>
GIRIH_DEV Unit find_unit(const Params<kPhases>& p, u32 index) {
  const Common& c = p.common;
  Unit u{};
  u.split = c.split.split(index);
  if constexpr (kPhases > 1) {
    while (u.phase + 1 < c.num_phases && index >= p.phase[u.phase + 1].first_unit) ++u.phase;
  }
  const Phase& f = p.phase[u.phase];
  index -= f.first_unit;
  u.z = f.matrix.split(index);
  const u32 band = c.band_units.split(index);
  const bool last = band * c.band.divisor + f.last_band.divisor == f.tiles_m;
  u.tn = (last ? f.last_band : c.band).split(index);
  u.tm = band * c.band.divisor + index;
  u.k0 = min(u.split * f.steps_per_split, f.steps);
  u.k1 = min(u.k0 + f.steps_per_split, f.steps);
  return u;
}

// The im2col base of a pixel.
struct Pixel {
  int w, h, d, n;
};

GIRIH_DEV Pixel find_pixel(const Common& c, const Phase& f, u32 index) {
  const u32 nw = f.w.quotient(index), w = index - nw * f.w.divisor;
  const u32 nh = f.h.quotient(nw), h = nw - nh * f.h.divisor;
  const u32 n = f.d.quotient(nh), d = nh - n * f.d.divisor;
  return {static_cast<int>(w * c.base_step_w) + f.base_w, static_cast<int>(h * c.base_step_h) + f.base_h,
          static_cast<int>(d * c.base_step_d) + f.base_d, static_cast<int>(n)};
}

GIRIH_DEV void load_im2col(const Common& c, u32 dst, const TensorMap* map, u32 bar, int channel, const Pixel& x,
                           int off_w, int off_h, int off_d) {
  if (c.rank == 4) {
    tma_load_im2col_4d(dst, map, bar, channel, x.w, x.h, x.n, static_cast<u16>(off_w), static_cast<u16>(off_h));
  } else {
    tma_load_im2col_5d(dst, map, bar, channel, x.w, x.h, x.d, x.n, static_cast<u16>(off_w), static_cast<u16>(off_h),
                       static_cast<u16>(off_d));
  }
}

template <Config kC>
struct Producer {
  static constexpr int kStep = 128 / size_of(kC.type);  // elements of K in a step
  using P = Params<kC.max_phases()>;
  using RingType = Ring<kC.stages()>;

  // K-major operand: one box of 128 bytes of K by all rows. MN-major: one box of 64 columns by a step of K per panel.
  template <Major kOrder>
  static GIRIH_DEV void load_matrix(u32 dst, const TensorMap* map, u32 bar, int k, int middle, int row, int rows) {
    if constexpr (kOrder == Major::kK) {
      tma_load_3d(dst, map, bar, k, middle, row);
    } else {
      for (int i = 0; i < rows; i += 64) tma_load_3d(dst + i * 128, map, bar, row + i, middle, k);
    }
  }

  // Waits for a free stage and announces its bytes.
  static GIRIH_DEV u32 begin_stage(const RingType& ring, const RingPosition<kC.stages()>& at) {
    mbarrier_wait(ring.empty + at.stage * 8, at.parity);
    const u32 bar = ring.full + at.stage * 8;
    mbarrier_expect(bar, kC.stage_bytes());
    return bar;
  }

  static GIRIH_DEV void run(const P& p, u32 stages, const RingType& ring) {
    RingPosition<kC.stages()> at(1);
    for (u32 index = blockIdx.x; index < p.common.units; index += gridDim.x) {
      const Unit u = find_unit(p, index);
      if constexpr (kC.pass == Pass::kMatmul) matmul(p, u, stages, ring, at);
      if constexpr (kC.pass == Pass::kFprop || kC.pass == Pass::kDgrad) convolve(p, u, stages, ring, at);
      if constexpr (kC.pass == Pass::kWgrad) filter(p, u, stages, ring, at);
    }
  }

  static GIRIH_DEV void matmul(const P& p, const Unit& u, u32 stages, const RingType& ring,
                               RingPosition<kC.stages()>& at) {
    const Common& c = p.common;
    for (u32 k = u.k0; k < u.k1; ++k, at.advance()) {
      const u32 bar = begin_stage(ring, at), a = stages + at.stage * kC.stage_bytes();
      load_matrix<kC.order_a()>(a, &p.a[0], bar, k * kStep, u.z * c.batch_a, u.tm * kC.tile_rows(), kC.tile_rows());
      load_matrix<kC.order_b()>(a + kC.bytes_a(), &p.b, bar, k * kStep, u.z * c.batch_b, u.tn * kC.columns, kC.columns);
    }
  }

  // fprop and dgrad: taps outside, blocks of channels inside.
  static GIRIH_DEV void convolve(const P& p, const Unit& u, u32 stages, const RingType& ring,
                                 RingPosition<kC.stages()>& at) {
    const Common& c = p.common;
    const Phase& f = p.phase[u.phase];
    const TensorMap* map_a = &p.a[kC.max_phases() > 1 ? u.phase : 0];
    const Pixel pixel = find_pixel(c, f, u.tm * kC.tile_rows());
    u32 tap = u.k0 / c.k_blocks, block = u.k0 - tap * c.k_blocks;
    u32 tw = tap % f.taps_w, th = tap / f.taps_w % f.taps_h, td = tap / f.taps_w / f.taps_h;
    const int channel_a = u.z * c.group_a_channels;
    for (u32 k = u.k0; k < u.k1; ++k, at.advance()) {
      const u32 bar = begin_stage(ring, at), a = stages + at.stage * kC.stage_bytes();
      load_im2col(c, a, map_a, bar, channel_a + (f.first_block + block) * kStep, pixel,
                  f.offset_w + static_cast<int>(tw) * f.offset_step_w,
                  f.offset_h + static_cast<int>(th) * f.offset_step_h,
                  f.offset_d + static_cast<int>(td) * f.offset_step_d);
      const int filter_tap = f.filter_tap + tw * f.filter_step_w + th * f.filter_step_h + td * f.filter_step_d;
      // fprop reads the filter as [row = output channel][tap][K = input channel], dgrad as [K = output][tap][row =
      // input].
      const int k_start = (f.first_block + block) * kStep + (kC.pass == Pass::kDgrad ? u.z * c.group_a_channels : 0);
      const int row_start = u.tn * kC.columns + (kC.pass == Pass::kFprop ? u.z * c.group_b_rows : 0);
      load_matrix<kC.order_b()>(a + kC.bytes_a(), &p.b, bar, k_start, filter_tap, row_start, kC.columns);
      if (++block == c.k_blocks) {
        block = 0;
        if (++tw == f.taps_w) {
          tw = 0;
          if (++th == f.taps_h) {
            th = 0;
            ++td;
          }
        }
      }
    }
  }

  // wgrad: K steps are blocks of 64 output pixels; every panel of columns is one tap at 64 input channels.
  static GIRIH_DEV void filter(const P& p, const Unit& u, u32 stages, const RingType& ring,
                               RingPosition<kC.stages()>& at) {
    constexpr int kPanels = kC.columns / 64;
    const Common& c = p.common;
    const Phase& f = p.phase[0];
    int channel[kPanels];
    u32 tap_w[kPanels], tap_hd[kPanels];  // h in the low half, d in the high half
#pragma unroll
    for (int i = 0; i < kPanels; ++i) {
      // Panels past the last block load the last one again; nobody stores them.
      const u32 block = min(u.tn * kPanels + i, c.num_column_blocks - 1);
      u32 in_tap = block;
      u32 s = c.column_blocks.split(in_tap);
      channel[i] = in_tap * kStep + u.z * c.group_b_channels;
      u32 r = c.filter_w.split(s);
      const u32 t = c.filter_h.split(r);
      tap_w[i] = s * f.offset_step_w;
      tap_hd[i] = r * f.offset_step_h | (t * f.offset_step_d) << 16;
    }
    for (u32 k = u.k0; k < u.k1; ++k, at.advance()) {
      const Pixel pixel = find_pixel(c, f, k * kStep);
      const u32 bar = begin_stage(ring, at), a = stages + at.stage * kC.stage_bytes(), b = a + kC.bytes_a();
      load_matrix<Major::kMn>(a, &p.a[0], bar, k * kStep, 0, u.z * c.group_a_channels + u.tm * kC.tile_rows(),
                              kC.tile_rows());
#pragma unroll
      for (int i = 0; i < kPanels; ++i) {
        load_im2col(c, b + i * 64 * 128, &p.b, bar, channel[i], pixel, tap_w[i], tap_hd[i] & 0xffff, tap_hd[i] >> 16);
      }
    }
  }
};

template <Config kC>
GIRIH_DEV void consume(const Params<kC.max_phases()>& p, u32 stages, const Ring<kC.stages()>& ring, u32 turn,
                       int warpgroup) {
  constexpr bool kPingPong = kC.schedule == Schedule::kPingPong;
  constexpr Major kA = kC.order_a(), kB = kC.order_b();
  using Mma = Wgmma<kC.type, kC.columns, OperandA::kShared>;
  float acc[kC.blocks][kC.columns / 2];
  RingPosition<kC.stages()> at(0);
  const bool leader = threadIdx.x % 128 == 0;
  const u32 a0 = stages + (kPingPong ? 0 : warpgroup * kC.blocks * 64 * 128), b0 = stages + kC.bytes_a();
  const u64 desc_a = tile_descriptor<kA>(0), desc_b = tile_descriptor<kB>(0);
  // Ping-pong: a warpgroup may consume only in its turn. A parity wait cannot tell that the other is two phases behind,
  // so without turns it would run on stages of the other's tile.
  u32 turn_parity = warpgroup == 0 ? 1 : 0;
  int round = 0;
  for (u32 index = blockIdx.x; index < p.common.units; index += gridDim.x, ++round) {
    const Unit u = find_unit(p, index);
    const u32 steps = u.k1 - u.k0;
    if constexpr (kPingPong) {
      if ((round & 1) != warpgroup) {
        at.advance(steps);
        continue;
      }
      mbarrier_wait(turn + warpgroup * 8, turn_parity);
      turn_parity ^= 1;
    }
    if (steps == 0) {  // a split beyond the steps of a short phase; the finish kernel does not ask for it
      if constexpr (kPingPong) {
        if (leader) mbarrier_arrive(turn + (warpgroup ^ 1) * 8);
      }
      continue;
    }
    u32 release = 0;  // the barrier of the stage whose products may still run
    for (u32 k = 0; k < steps; ++k, at.advance()) {
      mbarrier_wait(ring.full + at.stage * 8, at.parity);
      const u64 a = desc_a | (a0 + at.stage * kC.stage_bytes()) >> 4;
      const u64 b = desc_b | (b0 + at.stage * kC.stage_bytes()) >> 4;
      wgmma_fence();
#pragma unroll
      for (int i = 0; i < kC.slices; ++i) {
#pragma unroll
        for (int m = 0; m < kC.blocks; ++m) {
          Mma::template mma<kA, kB>(acc[m], a + m * TileStep<kA>::kBlockM + i * TileStep<kA>::kAlongK,
                                    b + i * TileStep<kB>::kAlongK, k > 0 || i > 0);
        }
      }
      wgmma_commit();
      // All but the newest group are done: the stage before this one can be overwritten.
      wgmma_wait<1>();
      if (release != 0 && leader) mbarrier_arrive(release);
      release = ring.empty + at.stage * 8;
    }
    if constexpr (kPingPong) {
      if (leader) mbarrier_arrive(turn + (warpgroup ^ 1) * 8);
    }
    wgmma_wait<0>();
    if (release != 0 && leader) mbarrier_arrive(release);
    const u32 row = u.tm * kC.tile_rows() + (kPingPong ? 0 : warpgroup * kC.blocks * 64);
    store_tile<kC>(p.common, p.phase[u.phase], u.z, u.split, row, u.tn, acc);
  }
}

template <Config kC>
GIRIH_DEV void igemm(const Params<kC.max_phases()>& p) {
  static_assert(Checked<kC>::kOk);
  extern __shared__ u8 dynamic_shared[];
  const u32 stages = (shared_address(dynamic_shared) + 1023) & ~1023u;
  const u32 barriers = stages + kC.stages() * kC.stage_bytes();
  const Ring<kC.stages()> ring(barriers);
  const u32 turn = barriers + Ring<kC.stages()>::kBytes;
  if (threadIdx.x == 0) {
    tma_prefetch_map(&p.a[0]);
    tma_prefetch_map(&p.b);
    ring.init(kC.schedule == Schedule::kPingPong ? 1 : 2);
    mbarrier_init(turn, 1);
    mbarrier_init(turn + 8, 1);
    mbarrier_init_fence();
  }
  __syncthreads();
  // The finish kernel may be launched into the SMs that this grid leaves first; it waits for the whole grid itself.
  if (p.common.partial != nullptr) grid_dependents_launch();
  // The compiler must see one if/else by warpgroup for setmaxnreg. 2 * 232 + 40 <= 512 registers per thread column.
  const int warpgroup = warpgroup_index();
  if (warpgroup == 2) {
    registers_decrease<40>();
    if (threadIdx.x / 32 == 8 && elect_one()) Producer<kC>::run(p, stages, ring);
  } else {
    registers_increase<232>();
    consume<kC>(p, stages, ring, turn, warpgroup);
  }
}

}  // namespace girih::igemm
