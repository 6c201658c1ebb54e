// The register-tiled inner kernels of the matrix product, one table for each instruction set.
#pragma once
#include <cstdint>

namespace girih::simd {

constexpr int kPeakChains = 12;  // enough to hide the latency of two multiply-adds a cycle

struct GemmKernels {
  int rows;   // most rows of a tile: 14 with AVX-512 (28 accumulators of 32 registers), 6 with AVX2 (12 of 16)
  int lanes;  // floats in a vector; a full tile has 2 * lanes columns

  // c (+)= a * b for one column panel of `vectors` (1 or 2) vectors and `rows` rows.
  //   a: row panels one after another, each [depth][rows of the panel]; all have panel_rows rows but the last one
  //   b: [depth][vectors * lanes]          c: [rows][vectors * lanes]
  // Every element is a chain of fused multiply-adds over depth from zero; then added to c or stored. So the result
  // depends neither on the tile size nor on the width of the vectors (the baseline rounds products separately).
  void (*panel)(int64_t rows, int panel_rows, int vectors, int64_t depth, const float* a, const float* b, float* c,
                bool add);

  // Registers only: 2 * kPeakChains * lanes * count floating-point operations. The peak that benchmarks compare with.
  double (*fma_peak_loop)(int64_t count);
};

const GemmKernels& gemm_kernels();

}  // namespace girih::simd
