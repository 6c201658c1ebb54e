// C = alpha * A * B + beta * C in f32 arithmetic, for matrices with any strides: a transposed operand is one whose
// strides are exchanged. Elements are f32, f16 or bf16, each matrix its own.
//
//   gemm::Product p;                                   // row-major {m, k} times row-major {k, n}
//   p.m = m, p.n = n, p.k = k;
//   p.a = {a, k, 1}, p.b = {b, n, 1}, p.c = {c, n, 1};
//   gemm::multiply(p);
//
// The operands are packed into panels on the way (engines/cpu/simd/gemm.h): no copy of a whole matrix is made, and the
// memory for it, at most 16 MB and some 600 KB for each thread, belongs to the calling thread and is used again.
// Bits of the result depend on m, n, k and the values alone: not on strides, on the number of threads, nor (with fused
// multiply-adds) on the width of the vectors. Every element is a sum of chains over at most simd::kGemmDepth steps.
// beta = 0 does not read C; k = 0 gives beta * C; m, n or batch = 0 does nothing. May throw bad_alloc.
#pragma once
#include <cstddef>
#include <cstdint>

#include "engines/cpu/simd/gemm.h"
#include "tensor/dtype.h"

namespace girih::gemm {

// Strides count elements and may be 0 or negative.
struct Matrix {
  const void* data = nullptr;
  int64_t row_stride = 0, col_stride = 1;
  DType type = DType::f32;
};
struct Output {
  void* data = nullptr;
  int64_t row_stride = 0, col_stride = 1;
  DType type = DType::f32;
};

struct Product {
  int64_t m = 0, n = 0, k = 0;
  Matrix a, b;  // m x k, k x n
  Output c;     // m x n; neither operand may overlap it
  float alpha = 1, beta = 0;

  // Many products of one shape. Matrix g of an operand begins offsets[g] elements behind `data`, or g * batch where
  // there are no offsets; one matrix for all has batch 0.
  int64_t batch = 1;
  int64_t a_batch = 0, b_batch = 0, c_batch = 0;
  const int64_t *a_offsets = nullptr, *b_offsets = nullptr, *c_offsets = nullptr;
};
void multiply(const Product& p);
// The same sums, handed to `result` in dense blocks, from several threads at once; c, alpha and beta play no part.
void multiply(const Product& p, const simd::GemmResult& result);

// B packed once for many products, each too small to pay for it: the recurrent weights of a network, at every step.
// `packed` has packed_floats(k, n) floats, aligned to 4 bytes at least.
size_t packed_floats(int64_t k, int64_t n);
void pack(int64_t k, int64_t n, const Matrix& b, float* packed);
// The same bits as multiply() for k below 4096; longer sums are cut into parts there.
void multiply_packed(int64_t m, int64_t n, int64_t k, const Matrix& a, const float* packed,
                     const simd::GemmResult& result);

}  // namespace girih::gemm
