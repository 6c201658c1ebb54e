// Matrix products of any types and strides, summed in double and in the order of k: tiles of 32 x 32, four sums a
// thread.
#include "engines/cuda/generic/element.h"
#include "engines/cuda/generic/matmul/params.h"

namespace girih::generic {
namespace {

// Where the matrix of a batch begins. Several batches of the result may share one of an operand: neighbours in a row.
__device__ int64_t matrix(const View& v, const View& c, int64_t batch) {
  int64_t o = 0;
#pragma unroll
  for (int i = kMaxRank - 3; i >= 0; --i)
    if (i < c.rank - 2) {
      int64_t at;
      batch = divide(batch, c.dims[i], at);
      o += at / (c.dims[i] / v.dims[i]) * v.strides[i];
    }
  return o;
}

}  // namespace
}  // namespace girih::generic

using namespace girih::generic;

extern "C" __global__ void __launch_bounds__(256) girih_matmul(const __grid_constant__ MatmulParams p) {
  constexpr int kTile = 32, kDepth = 32;
  __shared__ double sa[kDepth][kTile + 1], sb[kDepth][kTile + 1];
  const int r = p.c.rank;
  const int64_t a_row = p.a.strides[r - 2], a_col = p.a.strides[r - 1], b_row = p.b.strides[r - 2],
                b_col = p.b.strides[r - 1], c_row = p.c.strides[r - 2], c_col = p.c.strides[r - 1];
  const int64_t across = (p.n + kTile - 1) / kTile, tiles = (p.m + kTile - 1) / kTile * across;
  const int x = static_cast<int>(threadIdx.x) % 16, y = static_cast<int>(threadIdx.x) / 16;
  for (int64_t n = blockIdx.x; n < tiles * p.batches; n += gridDim.x) {
    int64_t tile;
    const int64_t batch = divide(n, tiles, tile);
    const int64_t a0 = matrix(p.a, p.c, batch), b0 = matrix(p.b, p.c, batch), c0 = matrix(p.c, p.c, batch);
    const int64_t i0 = tile / across * kTile, j0 = tile % across * kTile;
    double sum[2][2] = {};
    for (int64_t k0 = 0; k0 < p.k; k0 += kDepth) {
      for (int e = static_cast<int>(threadIdx.x); e < kTile * kDepth; e += 256) {
        const int i = a_col == 1 ? e / kDepth : e % kTile, ka = a_col == 1 ? e % kDepth : e / kTile;
        sa[ka][i] =
            i0 + i < p.m && k0 + ka < p.k ? load(p.a.type, p.a.data, a0 + (i0 + i) * a_row + (k0 + ka) * a_col) : 0;
        const int j = b_row == 1 ? e / kDepth : e % kTile, kb = b_row == 1 ? e % kDepth : e / kTile;
        sb[kb][j] =
            j0 + j < p.n && k0 + kb < p.k ? load(p.b.type, p.b.data, b0 + (k0 + kb) * b_row + (j0 + j) * b_col) : 0;
      }
      __syncthreads();
      const int depth = static_cast<int>(min(static_cast<int64_t>(kDepth), p.k - k0));
      for (int k = 0; k < depth; ++k)
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
          for (int j = 0; j < 2; ++j) sum[i][j] = fma(sa[k][y + 16 * i], sb[k][x + 16 * j], sum[i][j]);
      __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        const int64_t row = i0 + y + 16 * i, column = j0 + x + 16 * j;
        if (row < p.m && column < p.n) blend(p.c, c0 + row * c_row + column * c_col, p.alpha, sum[i][j], p.beta);
      }
  }
}
