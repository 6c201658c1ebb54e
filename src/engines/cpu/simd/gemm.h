// Matrix product on packed panels: result[row][col] = sum over depth of a[row][depth] * b[col][depth], in f32, for one
// or more groups. The factors are packed on demand by their owner, so that a convolution needs no im2col matrix; the
// result is handed out in dense blocks.
//
// Bits of the result depend on the shape only: not on the number of threads, nor on the width of the vectors. Sums are
// chains over kGemmDepth steps of depth, added up in order.
#pragma once
#include <cstddef>
#include <cstdint>

namespace girih::simd {

// 256 steps: a panel of b (16 KB with AVX2, 32 KB with AVX-512) stays in the L1 cache. 256 to 512 measured alike.
constexpr int64_t kGemmDepth = 256;
constexpr int kGemmMaxWidth = 32;  // widest panel: two AVX-512 vectors

// What pack() of a factor may use besides its output.
constexpr size_t kGemmPackScratch = static_cast<size_t>(kGemmDepth) * kGemmMaxWidth + 64;

struct GemmFactor {
  virtual ~GemmFactor() = default;
  // out[d][i] = element (first + i, depth0 + d) for i < count and d < depth <= kGemmDepth; zero for count <= i < width.
  // May overrun `out` by kPackSlack floats. Called from several threads.
  virtual void pack(int64_t group, int64_t first, int count, int width, int64_t depth0, int64_t depth, float* out,
                    float* scratch) const = 0;
};

struct GemmResult {
  virtual ~GemmResult() = default;
  // Rows [row, row + rows) and columns [col, col + cols) of the result are c[r * ld + i]. Called from several threads,
  // once for each element.
  virtual void store(int64_t group, int64_t row, int64_t rows, int64_t col, int cols, const float* c, int ld) const = 0;
};

struct GemmProblem {
  int64_t groups, rows, cols, depth;
  const GemmFactor& a;       // by row
  const GemmFactor& b;       // by column
  const GemmResult& result;  //
  // false: a is packed once and shared (few rows, many columns: a filter against pixels).
  // true: depth is cut into a fixed number of parts that run in parallel and are added in order (pixels as depth).
  bool split_depth = false;
};

void gemm(const GemmProblem& p);

}  // namespace girih::simd
