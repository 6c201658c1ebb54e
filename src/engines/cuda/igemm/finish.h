// Second half of a split product: adds the f32 partial sums of all splits in the order of the splits (the same bits on
// every run) and applies the epilogue. Takes any output alignment and width, one thread per 8 columns of a row.
#pragma once
#include "epilogue.h"

namespace girih::igemm {

constexpr int kFinishThreads = 256;
constexpr int kFinishPieces = 32;  // pieces of a block when its warps share the splits
constexpr int kFinishChunks = kFinishThreads / kFinishPieces;

// The sum of splits [first, last) of one piece. Four loads are in flight, the additions stay in order.
GIRIH_DEV void sum_splits(const float* partial, u64 split_stride, u32 first, u32 last, float (&v)[8]) {
#pragma unroll
  for (int i = 0; i < 8; ++i) v[i] = 0.0f;
  const float* in = partial + first * split_stride;
  for (u32 split = first; split < last; split += 4) {
    float4 x[4][2];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      if (split + j >= last) break;
      x[j][0] = reinterpret_cast<const float4*>(in)[0], x[j][1] = reinterpret_cast<const float4*>(in)[1];
      in += split_stride;
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      if (split + j >= last) break;
      v[0] += x[j][0].x, v[1] += x[j][0].y, v[2] += x[j][0].z, v[3] += x[j][0].w;
      v[4] += x[j][1].x, v[5] += x[j][1].y, v[6] += x[j][1].z, v[7] += x[j][1].w;
    }
  }
}

// Where a piece (8 columns of a row) belongs.
struct Place {
  u32 z, phase;
  i64 row;  // element offset, negative when there is nothing to store
  ColumnSpan span;
};

template <Pass kPass>
GIRIH_DEV Place find_place(const FinishParams& p, u64 piece, u64 pieces_per_row) {
  const Common& c = p.common;
  Place at{};
  const u64 line = piece / pieces_per_row;
  at.span = column_span(c, kPass, static_cast<u32>(piece - line * pieces_per_row) * 8);
  at.z = static_cast<u32>(line / c.total_rows);
  const u32 row = static_cast<u32>(line - static_cast<u64>(at.z) * c.total_rows);
  while (at.phase + 1 < c.num_phases && row >= p.phase[at.phase + 1].row_base) ++at.phase;
  const Phase& f = p.phase[at.phase];
  at.row = at.span.valid > 0 ? row_offset(c, f, kPass, row - f.row_base) : -1;
  return at;
}

template <Pass kPass, Type kType>
GIRIH_DEV void store_place(const Common& c, const Place& at, const float (&v)[8]) {
  constexpr Type kHalf = half_type(kType);
  const Epilogue& e = c.epilogue;
  if (at.row < 0) return;
  const i64 offset = at.row + static_cast<i64>(at.z) * c.out_batch + at.span.offset;
  if (e.vector && e.plain) {
    u32 words[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) words[i] = pack2<kHalf>(v[2 * i], v[2 * i + 1]);
    *reinterpret_cast<uint4*>(static_cast<u16*>(e.out) + offset) = make_uint4(words[0], words[1], words[2], words[3]);
    return;
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    if (i >= at.span.valid) break;
    float source = 0.0f, bias = 0.0f;
    if (e.source != nullptr) {
      source = e.out_f32 ? static_cast<const float*>(e.source)[offset + i] : load_half<kHalf>(e.source, offset + i);
    }
    if (e.bias != nullptr) bias = load_bias<kHalf>(e, at.z * c.bias_batch + at.span.offset + i);
    const float r = fused(e, v[i], source, bias);
    if (e.out_f32) {
      static_cast<float*>(e.out)[offset + i] = r;
    } else {
      static_cast<u16*>(e.out)[offset + i] = static_cast<u16>(pack2<kHalf>(r, 0.0f));
    }
  }
}

// Few splits: one thread per piece. Many (wgrad): the eight warps of a block sum an eighth of the splits each and the
// first adds those eight in order, else the chain of loads would take longer than the product.
template <Pass kPass, Type kType>
GIRIH_DEV void finish(const FinishParams& p) {
  __shared__ float sums[kFinishChunks][kFinishPieces][9];
  grid_dependency_wait();
  const Common& c = p.common;
  const u64 pieces_per_row = c.partial_row / 8;
  const u64 pieces = static_cast<u64>(c.batch) * c.total_rows * pieces_per_row;
  float v[8];
  if (c.splits < 2 * kFinishChunks) {
    for (u64 piece = static_cast<u64>(blockIdx.x) * kFinishThreads + threadIdx.x; piece < pieces;
         piece += static_cast<u64>(gridDim.x) * kFinishThreads) {
      const Place at = find_place<kPass>(p, piece, pieces_per_row);
      sum_splits(c.partial + piece * 8, pieces * 8, 0, p.phase[at.phase].splits, v);
      store_place<kPass, kType>(c, at, v);
    }
    return;
  }
  const u32 chunk = threadIdx.x / kFinishPieces, lane = threadIdx.x % kFinishPieces;
  for (u64 base = static_cast<u64>(blockIdx.x) * kFinishPieces; base < pieces;
       base += static_cast<u64>(gridDim.x) * kFinishPieces) {
    const u64 piece = min(base + lane, pieces - 1);
    const Place at = find_place<kPass>(p, piece, pieces_per_row);
    const u32 splits = p.phase[at.phase].splits, per_chunk = (splits + kFinishChunks - 1) / kFinishChunks;
    const u32 first = min(chunk * per_chunk, splits), last = min(first + per_chunk, splits);
    sum_splits(c.partial + piece * 8, pieces * 8, first, last, v);
    __syncthreads();  // the first warp has read the sums of the round before
#pragma unroll
    for (int i = 0; i < 8; ++i) sums[chunk][lane][i] = v[i];
    __syncthreads();
    if (chunk != 0 || base + lane >= pieces) continue;
    for (int other = 1; other < kFinishChunks; ++other) {
#pragma unroll
      for (int i = 0; i < 8; ++i) v[i] += sums[other][lane][i];
    }
    store_place<kPass, kType>(c, at, v);
  }
}

}  // namespace girih::igemm
