// Moving data between tensors and the packed f32 panels of a matrix product: copies, conversions, transposes.
#pragma once
#include <cstdint>

#include "tensor/dtype.h"

namespace girih::simd {

// A part of a panel row that comes from memory; the rest of the row is zero.
struct Segment {
  int dst;      // first place in the row
  int len;      // elements
  int64_t src;  // offset in elements from the start of the source row
};

// Where the rows of a gather lie: row r at offsets[r], or at r * stride when there is no table.
struct Rows {
  int64_t count;
  int64_t stride;
  const int64_t* offsets = nullptr;
};

// Elements are f32, f16 or bf16. Strides are in elements.
constexpr int kPackSlack = 16;

struct PackKernels {
  // out[r][segment.dst + i] = src[row r + segment.src + i * stride]; zero elsewhere. Segments are in order of dst. May
  // write up to kPackSlack floats behind the last row.
  void (*gather)(const void* src, DType type, Rows rows, int64_t stride, const Segment* segments, int count, int width,
                 float* out);
  // out[r][c] = src[r * row_stride + c * col_stride]; rows of out are `width` floats apart.
  void (*load)(const void* src, DType type, int64_t row_stride, int64_t col_stride, int64_t rows, int64_t cols,
               int64_t width, float* out);
  // out[d][i] = rows[i][d], d < depth, i < count; out[d][i] = 0 for count <= i < width.
  void (*transpose)(const float* const* rows, int count, int64_t depth, int width, float* out);
  // dst[r * row_stride + c * col_stride] = alpha * src[r * ld + c] + beta * dst[...]; beta = 0 does not read dst.
  void (*store)(const float* src, int64_t ld, int64_t rows, int64_t cols, void* dst, DType type, int64_t row_stride,
                int64_t col_stride, float alpha, float beta);
};

const PackKernels& pack_kernels();

}  // namespace girih::simd
