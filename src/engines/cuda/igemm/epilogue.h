// From accumulators to memory: out = clamp(alpha * product + beta * source + bias), or the bare product as f32 partial
// sums that the finish kernel adds in order.
#pragma once
#include "../tile/fragment.h"
#include "params.h"

namespace girih::igemm {

using namespace tile;

// Element offset of a row (pixel, or output channel of wgrad) in the output; negative past the last row.
GIRIH_DEV i64 row_offset(const Common& c, const Phase& f, Pass pass, u32 row) {
  if (row >= f.rows) return -1;
  if (pass == Pass::kWgrad || pass == Pass::kMatmul) return row * c.out_w;
  const u32 nw = f.w.quotient(row), w = row - nw * f.w.divisor;
  const u32 nh = f.h.quotient(nw), h = nw - nh * f.h.divisor;
  const u32 n = f.d.quotient(nh), d = nh - n * f.d.divisor;
  return f.out_base + n * c.out_n + d * c.out_d + h * c.out_h + w * c.out_w;
}

// Where column `column` of the padded product lies in an output row, and how many columns from there are valid.
struct ColumnSpan {
  i64 offset;
  int valid;
};

GIRIH_DEV ColumnSpan column_span(const Common& c, Pass pass, u32 column) {
  if (pass != Pass::kWgrad) return {column, static_cast<int>(c.columns) - static_cast<int>(column)};
  const u32 block = column / 64;
  if (block >= c.num_column_blocks) return {0, 0};
  u32 in_tap = block;
  const u32 tap = c.column_blocks.split(in_tap);
  const u32 channel = in_tap * 64 + column % 64;
  return {static_cast<i64>(tap) * c.column_tap + channel, static_cast<int>(c.columns) - static_cast<int>(channel)};
}

// The type of 16-bit data next to a product of this type (tf32 products have f32 outputs only).
GIRIH_HD constexpr Type half_type(Type type) { return type == Type::kF16 ? Type::kF16 : Type::kBf16; }

template <Type kType>
GIRIH_DEV float load_half(const void* p, i64 i) {
  float low, high;
  unpack2<kType>(static_cast<const u16*>(p)[i], low, high);
  return low;
}

template <Type kType>
GIRIH_DEV float load_bias(const Epilogue& e, i64 i) {
  return e.bias_f32 ? static_cast<const float*>(e.bias)[i] : load_half<kType>(e.bias, i);
}

// The biases of this thread's columns among 32: pairs at `at`, at + 8, ...; `valid` counts from `at`.
template <Type kType>
GIRIH_DEV void load_biases(const Epilogue& e, i64 at, int valid, float (&bias)[8]) {
#pragma unroll
  for (int i = 0; i < 8; ++i) bias[i] = 0.0f;
  if (e.bias == nullptr) return;
  if (e.bias_f32) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const int column = i / 2 * 8 + i % 2;
      if (column < valid) bias[i] = static_cast<const float*>(e.bias)[at + column];
    }
  } else {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const int column = i / 2 * 8 + i % 2;
      if (column < valid) bias[i] = load_half<kType>(e.bias, at + column);
    }
  }
}

GIRIH_DEV float clamp(const Epilogue& e, float v) {
  v = v < e.low ? e.low : v;  // comparisons, because fmax would turn NaN into a bound
  return v > e.high ? e.high : v;
}

// Eight values of one accumulator row: in four blocks of 8 columns, this thread's two. `column` is the first of the 32.
template <Config kC>
GIRIH_DEV void gather(const float (&acc)[kC.columns / 2], int q, int half, float (&v)[8]) {
#pragma unroll
  for (int i = 0; i < 8; ++i) v[i] = acc[q * 16 + i / 2 * 4 + 2 * half + i % 2];
}

template <Type kType>
GIRIH_DEV void store_piece(const float (&v)[8], u16* out, bool valid, int lane) {
  u32 words[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) words[i] = pack2<kType>(v[2 * i], v[2 * i + 1]);
  quad_transpose(words, lane);
  if (valid) *reinterpret_cast<uint4*>(out) = make_uint4(words[0], words[1], words[2], words[3]);
}

// alpha v + beta source + bias, clamped. Without branches: absent terms are zeros, an absent clamp is an infinite one.
GIRIH_DEV float fused(const Epilogue& e, float v, float source, float bias) {
  return clamp(e, e.alpha * v + e.beta * source + bias);
}

// f32 output: a quad's pairs are 32 contiguous bytes already. `valid` columns count from the first of the 32.
GIRIH_DEV void store_floats(const Epilogue& e, const float (&v)[8], const float (&bias)[8], i64 offset, int valid) {
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    if (i * 8 >= valid) continue;
    const i64 at = offset + i * 8;
    float2 s = make_float2(0.0f, 0.0f);
    if (e.source != nullptr) s = *reinterpret_cast<const float2*>(static_cast<const float*>(e.source) + at);
    *reinterpret_cast<float2*>(static_cast<float*>(e.out) + at) =
        make_float2(fused(e, v[2 * i], s.x, bias[2 * i]), fused(e, v[2 * i + 1], s.y, bias[2 * i + 1]));
  }
}

// The plain store of one block of 64 rows in whole lines: two pieces of 32 columns at a time, neighbouring quads (rows)
// trade pieces until a pair of quads has 128 contiguous bytes of one row, then of the other.
template <Config kC>
GIRIH_DEV void store_lines(const Common& c, const Phase& f, u32 row, i64 batch, u32 column0, int lane,
                           const float (&acc)[kC.columns / 2]) {
  constexpr Type kHalf = half_type(kC.type);
  const int quad = lane % 4;
  const bool odd = lane & 4;
  u16* const out = static_cast<u16*>(c.epilogue.out) + batch;
  i64 rows[2][2];
#pragma unroll
  for (int i = 0; i < 4; ++i) rows[i / 2][i % 2] = row_offset(c, f, kC.pass, (row & ~1u) + i / 2 * 8 + i % 2);
#pragma unroll
  for (int q = 0; q < kC.columns / 32; q += 2) {
    const ColumnSpan span = column_span(c, kC.pass, column0 + q * 32);
    const int column = (odd ? 32 : 0) + 8 * quad;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      u32 words[2][4];
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        float v[8];
        gather<kC>(acc, q + j, half, v);
#pragma unroll
        for (int i = 0; i < 4; ++i) words[j][i] = pack2<kHalf>(v[2 * i], v[2 * i + 1]);
        quad_transpose(words[j], lane);
      }
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const u32 x = __shfl_xor_sync(0xffffffffu, odd ? words[0][i] : words[1][i], 4);
        (odd ? words[0][i] : words[1][i]) = x;
      }
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        if (rows[half][j] >= 0 && column < span.valid) {
          *reinterpret_cast<uint4*>(out + rows[half][j] + span.offset + column) =
              make_uint4(words[j][0], words[j][1], words[j][2], words[j][3]);
        }
      }
    }
  }
}

// Stores the blocks of 64 rows of one warpgroup that start at `row0` of the phase. Straight from registers: the four
// lanes of a quad exchange words until each has 16 bytes of one row. Staging panels in shared memory for TMA stores
// measured the same speed, needs a stage's worth of memory and two barriers per panel, and cannot scatter rows.
template <Config kC>
GIRIH_DEV void store_tile(const Common& c, const Phase& f, u32 z, u32 split, u32 row0, u32 tn,
                          float (&acc)[kC.blocks][kC.columns / 2]) {
  constexpr Type kHalf = half_type(kC.type);
  const Epilogue& e = c.epilogue;
  const int lane = threadIdx.x % 32, quad = lane % 4;
  const u32 first_row = row0 + threadIdx.x % 128 / 32 * 16 + lane / 4;
  if (c.partial != nullptr) {
#pragma unroll
    for (int m = 0; m < kC.blocks; ++m) {
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        const u32 row = first_row + m * 64 + half * 8;
        if (row >= f.rows) continue;
        float* out = c.partial +
                     ((static_cast<u64>(split) * c.batch + z) * c.total_rows + f.row_base + row) * c.partial_row +
                     tn * kC.columns + 2 * quad;
#pragma unroll
        for (int j = 0; j < kC.columns / 8; ++j) {
          *reinterpret_cast<float2*>(out + j * 8) = make_float2(acc[m][4 * j + 2 * half], acc[m][4 * j + 2 * half + 1]);
        }
      }
    }
    return;
  }
  const i64 batch = z * c.out_batch;
  const u32 column0 = tn * kC.columns;
  if constexpr (kC.wide_store) {
    static_assert(kC.columns % 64 == 0, "igemm: whole lines need tiles of a multiple of 64 columns");
    if (e.plain) {
#pragma unroll
      for (int m = 0; m < kC.blocks; ++m) store_lines<kC>(c, f, first_row + m * 64, batch, column0, lane, acc[m]);
      return;
    }
  }
#pragma unroll
  for (int m = 0; m < kC.blocks; ++m) {
    i64 rows[2];
#pragma unroll
    for (int half = 0; half < 2; ++half) rows[half] = row_offset(c, f, kC.pass, first_row + m * 64 + half * 8);
    if (e.plain) {
      // No branch in the loop but the predicate of the store, so that shuffles of all pieces overlap.
#pragma unroll
      for (int q = 0; q < kC.columns / 32; ++q) {
        const ColumnSpan span = column_span(c, kC.pass, column0 + q * 32);
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          float v[8];
          gather<kC>(acc[m], q, half, v);
          store_piece<kHalf>(v, static_cast<u16*>(e.out) + rows[half] + batch + span.offset + 8 * quad,
                             rows[half] >= 0 && 8 * quad < span.valid, lane);
        }
      }
      continue;
    }
    if (e.out_f32) {
#pragma unroll
      for (int q = 0; q < kC.columns / 32; ++q) {
        const ColumnSpan span = column_span(c, kC.pass, column0 + q * 32);
        float bias[8];
        load_biases<kHalf>(e, z * c.bias_batch + span.offset + 2 * quad, span.valid - 2 * quad, bias);
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          float v[8];
          gather<kC>(acc[m], q, half, v);
          store_floats(e, v, bias, rows[half] + batch + span.offset + 2 * quad, rows[half] >= 0 ? span.valid : 0);
        }
      }
      continue;
    }
#pragma unroll
    for (int q = 0; q < kC.columns / 32; ++q) {
      const ColumnSpan span = column_span(c, kC.pass, column0 + q * 32);
      float bias[8];
      load_biases<kHalf>(e, z * c.bias_batch + span.offset + 2 * quad, span.valid - 2 * quad, bias);
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        const i64 offset = rows[half] + batch + span.offset + 8 * quad;
        const bool valid = rows[half] >= 0 && 8 * quad < span.valid;
        uint4 s = make_uint4(0, 0, 0, 0);
        if (e.source != nullptr && valid)
          s = *reinterpret_cast<const uint4*>(static_cast<const u16*>(e.source) + offset);
        u32 words[4] = {s.x, s.y, s.z, s.w};
        quad_transpose(words, lane);
        float v[8];
        gather<kC>(acc[m], q, half, v);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
          float low, high;
          unpack2<kHalf>(words[i], low, high);
          v[2 * i] = fused(e, v[2 * i], low, bias[2 * i]);
          v[2 * i + 1] = fused(e, v[2 * i + 1], high, bias[2 * i + 1]);
        }
        store_piece<kHalf>(v, static_cast<u16*>(e.out) + offset, valid, lane);
      }
    }
  }
}

}  // namespace girih::igemm
