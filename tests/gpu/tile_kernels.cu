// One small kernel per primitive of the tile library; tile_test.cpp checks what they return.
#include "engines/cuda/tile/cluster.h"
#include "engines/cuda/tile/fastdiv.h"
#include "engines/cuda/tile/fragment.h"
#include "engines/cuda/tile/pipeline.h"
#include "engines/cuda/tile/tma.h"
#include "engines/cuda/tile/wgmma.h"

using namespace girih::tile;

namespace {

extern __shared__ u8 raw[];

GIRIH_DEV u32 aligned_shared() { return (shared_address(raw) + 1023) & ~1023u; }

GIRIH_DEV u32 load_shared(u32 address) {
  u32 v;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(address) : "memory");
  return v;
}
GIRIH_DEV void store_shared(u32 address, u32 v) {
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(address), "r"(v) : "memory");
}

// One barrier at `bar`, used once.
GIRIH_DEV void barrier_ready(u32 bar) {
  if (threadIdx.x == 0) {
    mbarrier_init(bar, 1);
    mbarrier_init_fence();
  }
  __syncthreads();
}

// Copies 128-byte rows that TMA has swizzled at `tile` to global memory in plain order.
GIRIH_DEV void copy_unswizzled(u32 tile, u32 rows, u32* out) {
  for (u32 i = threadIdx.x; i < rows * 32; i += blockDim.x) {
    out[i] = load_shared(tile + swizzled_offset(i / 32, i % 32 / 4) + i % 4 * 4);
  }
}

}  // namespace

// im2col: the box of pixels that one instruction fetches, for each request {c, w, h, d, n, off_w, off_h, off_d}.
extern "C" __global__ void tile_im2col(const __grid_constant__ TensorMap map, const int* requests, u32* out, int rank,
                                       int pixels) {
  const u32 tile = aligned_shared(), bar = tile + 128 * 256;
  const int* r = requests + blockIdx.x * 8;
  barrier_ready(bar);
  if (threadIdx.x == 0) {
    mbarrier_expect(bar, pixels * 128);
    if (rank == 4) tma_load_im2col_4d(tile, &map, bar, r[0], r[1], r[2], r[4], r[5], r[6]);
    if (rank == 5) tma_load_im2col_5d(tile, &map, bar, r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]);
  }
  mbarrier_wait(bar, 0);
  copy_unswizzled(tile, pixels, out + blockIdx.x * pixels * 32);
}

// Tiled loads of rank 2 to 4 from start {x, y, z, w}, boxes of `rows` rows of 128 bytes; then the same box stored again
// by TMA at start {x, y, ...} through `map_out`.
extern "C" __global__ void tile_copy(const __grid_constant__ TensorMap map, const __grid_constant__ TensorMap map_out,
                                     u32* out, int rank, int rows, int x, int y, int z, int w) {
  const u32 tile = aligned_shared(), bar = tile + 128 * 256;
  barrier_ready(bar);
  if (threadIdx.x == 0) {
    mbarrier_expect(bar, rows * 128);
    if (rank == 2) tma_load_2d(tile, &map, bar, x, y);
    if (rank == 3) tma_load_3d(tile, &map, bar, x, y, z);
    if (rank == 4) tma_load_4d(tile, &map, bar, x, y, z, w);
  }
  mbarrier_wait(bar, 0);
  copy_unswizzled(tile, rows, out);
  if (threadIdx.x == 0) {
    if (rank == 2) tma_store_2d(&map_out, tile, x, y);
    if (rank == 4) tma_store_4d(&map_out, tile, x, y, z, w);
    tma_store_commit();
    tma_store_wait_read<0>();
    tma_store_wait<0>();
  }
}

// Two CTAs of a cluster: each loads its half of the rows into both, waits for all of it, and tells the other with a
// remote arrival that it has read it.
extern "C" __global__ void __cluster_dims__(2)
    tile_multicast(const __grid_constant__ TensorMap map, u32* out, int rows) {
  const u32 tile = aligned_shared(), bar = tile + 128 * 256, done = bar + 8, rank = cluster_rank();
  if (threadIdx.x == 0) {
    mbarrier_init(bar, 1);
    mbarrier_init(done, 2);
    mbarrier_init_fence();
  }
  cluster_sync();
  if (threadIdx.x == 0) {
    mbarrier_expect(bar, rows * 128);
    tma_load_2d_multicast(tile + rank * (rows / 2) * 128, &map, bar, 0, rank * (rows / 2), 3);
  }
  mbarrier_wait(bar, 0);
  copy_unswizzled(tile, rows, out + rank * rows * 32);
  __syncthreads();
  if (threadIdx.x < 2) mbarrier_arrive_remote(done, threadIdx.x);
  mbarrier_wait(done, 0);
  cluster_sync();
}

// wgmma on one stage: A 64 rows, B kN rows, 128 bytes of K; operands come as 128-byte rows in plain order (K-major: a
// row per M or N index; MN-major: panels of 64 columns, a row per K index) and are swizzled here by hand.
template <Type kType, int kN, OperandA kSource, Major kMajorA, Major kMajorB>
__device__ void multiply(const u32* a, const u32* b, typename Wgmma<kType, kN, kSource>::Acc* out) {
  using Mma = Wgmma<kType, kN, kSource>;
  const u32 tile_a = aligned_shared(), tile_b = tile_a + 64 * 128;
  const u32 rows_b = kMajorB == Major::kK ? kN : (kN + 63) / 64 * 64;
  for (u32 i = threadIdx.x; i < (64 + rows_b) * 32; i += 128) {
    const bool first = i < 64 * 32;
    const u32 j = first ? i : i - 64 * 32;
    // Panels are 8 KB, so the swizzle of a row depends on its index modulo 8 alone.
    store_shared((first ? tile_a : tile_b) + swizzled_offset(j / 32, j % 32 / 4) + j % 4 * 4, first ? a[j] : b[j]);
  }
  fence_async_shared();
  __syncthreads();
  typename Mma::Acc acc[kN / 2];
  const u64 da = tile_descriptor<kMajorA>(tile_a), db = tile_descriptor<kMajorB>(tile_b);
  u32 fragment[4][4];
  if constexpr (kSource == OperandA::kRegisters) {
    // A in registers, 32 bytes of K a step: rows lane / 4 and + 8, words lane % 4 and + 4 (PTX ISA, wgmma fragments).
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        const u32 row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + j % 2 * 8;
        fragment[i][j] = a[row * 32 + i * 8 + threadIdx.x % 4 + j / 2 * 4];
      }
    }
  }
  wgmma_fence();
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    if constexpr (kSource == OperandA::kRegisters) {
      Mma::template mma<kMajorA, kMajorB>(acc, fragment[i], db + i * TileStep<kMajorB>::kAlongK, i > 0);
    } else {
      Mma::template mma<kMajorA, kMajorB>(acc, da + i * TileStep<kMajorA>::kAlongK, db + i * TileStep<kMajorB>::kAlongK,
                                          i > 0);
    }
  }
  wgmma_commit();
  wgmma_wait<0>();
  const u32 row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
#pragma unroll
  for (int i = 0; i < kN / 2; ++i) out[(row + i / 2 % 2 * 8) * kN + i / 4 * 8 + column + i % 2] = acc[i];
}

#define MULTIPLY(type, kType, n, source, kSource, a, kA, b, kB)                                     \
  extern "C" __global__ void __launch_bounds__(128, 1) tile_wgmma_##type##_##n##_##source##_##a##b( \
      const u32* x, const u32* y, Wgmma<Type::kType, n, OperandA::kSource>::Acc* out) {             \
    multiply<Type::kType, n, OperandA::kSource, Major::kA, Major::kB>(x, y, out);                   \
  }
// The parameter is not called n, or it would replace the n of the orders.
#define ALL_ORDERS(type, kType, count)                              \
  MULTIPLY(type, kType, count, shared, kShared, k, kK, k, kK)       \
  MULTIPLY(type, kType, count, shared, kShared, k, kK, n, kMn)      \
  MULTIPLY(type, kType, count, shared, kShared, m, kMn, k, kK)      \
  MULTIPLY(type, kType, count, shared, kShared, m, kMn, n, kMn)     \
  MULTIPLY(type, kType, count, registers, kRegisters, k, kK, k, kK) \
  MULTIPLY(type, kType, count, registers, kRegisters, k, kK, n, kMn)
#define K_ORDER(type, kType, count)                           \
  MULTIPLY(type, kType, count, shared, kShared, k, kK, k, kK) \
  MULTIPLY(type, kType, count, registers, kRegisters, k, kK, k, kK)
#define EVERY_N(orders, type, kType)                                                                \
  orders(type, kType, 64) orders(type, kType, 96) orders(type, kType, 112) orders(type, kType, 128) \
      orders(type, kType, 160) orders(type, kType, 192) orders(type, kType, 224) orders(type, kType, 256)
EVERY_N(ALL_ORDERS, bf16, kBf16)
EVERY_N(ALL_ORDERS, f16, kF16)
EVERY_N(K_ORDER, tf32, kTf32)
EVERY_N(K_ORDER, e4m3, kE4m3)
EVERY_N(K_ORDER, s8, kS8)

// Packing, quad transpose (twice: once for the layout, once back) and stmatrix. in: 64 x 64 floats; out[0]: the rows by
// quad transpose, out[1]: by stmatrix through a swizzled panel, out[2]: transposed stmatrix, all 64 x 64 bf16.
extern "C" __global__ void __launch_bounds__(128, 1) tile_fragment(const float* in, u32* out) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, row = warp * 16 + lane / 4, quad = lane % 4;
  u32 word[8][2];
  for (int j = 0; j < 8; ++j) {
    for (int half = 0; half < 2; ++half) {
      const float* p = in + (row + half * 8) * 64 + j * 8 + quad * 2;
      word[j][half] = pack2<Type::kBf16>(p[0], p[1]);
    }
  }
  for (int half = 0; half < 2; ++half) {
    for (int q = 0; q < 2; ++q) {
      u32 w[4] = {word[4 * q][half], word[4 * q + 1][half], word[4 * q + 2][half], word[4 * q + 3][half]};
      quad_transpose(w, lane);
      for (int i = 0; i < 4; ++i) out[(row + half * 8) * 32 + q * 16 + quad * 4 + i] = w[i];
      quad_transpose(w, lane);
      for (int i = 0; i < 4; ++i) {
        if (w[i] != word[4 * q + i][half]) out[0] = 0xdeadbeef;
      }
    }
  }
  const u32 panel = aligned_shared();
  for (int x = 0; x < 4; ++x) {
    stmatrix4(panel + swizzled_offset(warp * 16 + lane % 16, x * 2 + lane / 16), word[2 * x][0], word[2 * x][1],
              word[2 * x + 1][0], word[2 * x + 1][1]);
  }
  __syncthreads();
  copy_unswizzled(panel, 64, out + 64 * 32);
  __syncthreads();
  for (int x = 0; x < 4; ++x) {
    // Matrix l / 8 of the four is {rows, rows + 8} x {columns, columns + 8}: its transpose has columns as rows.
    const u32 column = x * 16 + lane % 8 + lane / 16 * 8;
    stmatrix4_transposed(panel + swizzled_offset(column, warp * 2 + lane / 8 % 2), word[2 * x][0], word[2 * x][1],
                         word[2 * x + 1][0], word[2 * x + 1][1]);
  }
  __syncthreads();
  copy_unswizzled(panel, 64, out + 2 * 64 * 32);
}

// Every 16-bit pattern through unpack2 and back.
template <Type kType>
__device__ void round_trip(u32* bad) {
  const u32 bits = blockIdx.x * blockDim.x + threadIdx.x;
  float low, high;
  unpack2<kType>(bits | bits << 16, low, high);
  const u32 back = pack2<kType>(low, high);
  const bool nan = low != low;
  if (!nan && back != (bits | bits << 16)) atomicAdd(bad, 1);
  if (nan && (pack2<kType>(low, 0.0f) & 0x7fff) <= (kType == Type::kF16 ? 0x7c00 : 0x7f80)) atomicAdd(bad, 1);
}
extern "C" __global__ void tile_round_trip(u32* bad) {
  round_trip<Type::kBf16>(bad);
  round_trip<Type::kF16>(bad);
}

extern "C" __global__ void tile_fastdiv(const FastDiv* d, int count, const u32* n, int numbers, u32* bad) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count * numbers; i += gridDim.x * blockDim.x) {
    const FastDiv& div = d[i / numbers];
    u32 rest = n[i % numbers];
    const u32 q = div.split(rest);
    if (q != n[i % numbers] / div.divisor || rest != n[i % numbers] % div.divisor) atomicAdd(bad, 1);
  }
}

// A ring of 3 stages: one thread produces numbers, one warp sums them with delays that differ by round.
extern "C" __global__ void __launch_bounds__(64) tile_ring(u64* out, int rounds) {
  const u32 base = aligned_shared();
  const Ring<3> ring(base + 1024);
  if (threadIdx.x == 0) {
    ring.init(32);
    mbarrier_init_fence();
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    if (elect_one()) {
      RingPosition<3> at(1);
      for (int i = 0; i < rounds; ++i, at.advance()) {
        mbarrier_wait(ring.empty + at.stage * 8, at.parity);
        store_shared(base + at.stage * 4, i * 2654435761u);
        mbarrier_arrive(ring.full + at.stage * 8);
        if (i % 7 == 0) __nanosleep(500);
      }
    }
  } else {
    RingPosition<3> at(0);
    u64 sum = 0;
    for (int i = 0; i < rounds; ++i, at.advance()) {
      mbarrier_wait(ring.full + at.stage * 8, at.parity);
      sum = sum * 31 + load_shared(base + at.stage * 4);
      if (i % 5 == 0) __nanosleep(700);
      mbarrier_arrive(ring.empty + at.stage * 8);
    }
    out[threadIdx.x - 32] = sum;
  }
  // advance(n) must equal n times advance().
  if (threadIdx.x == 0) {
    RingPosition<3> one(0), many(0);
    u64 bad = 0;
    for (u32 n = 0; n < 40; ++n) {
      for (u32 i = 0; i < n; ++i) one.advance();
      many.advance(n);
      bad += one.stage != many.stage || one.parity != many.parity;
    }
    out[32] = bad;
  }
}
