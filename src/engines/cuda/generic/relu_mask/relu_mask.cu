// ReLU masks of any layout of the tensor (graph/ops/norm.h has the place of each bit).
#include "engines/cuda/generic/element.h"
#include "engines/cuda/generic/relu_mask/params.h"

namespace girih::generic {
namespace {

// Coordinates of a channel of a pixel: pixels are counted as NHWC tensors store them.
__device__ void locate(const View& x, int64_t row, int64_t channel, int64_t* index) {
#pragma unroll
  for (int i = kMaxRank - 1; i >= 2; --i) {
    index[i] = 0;
    if (i < x.rank) row = divide(row, x.dims[i], index[i]);
  }
  index[0] = row;
  index[1] = channel;
}

}  // namespace
}  // namespace girih::generic

using namespace girih::generic;

// One word a thread: 16 channels of two pixels. Bits beyond the tensor are 1.
extern "C" __global__ void __launch_bounds__(256) girih_relu_mask_generate(const __grid_constant__ ReluMaskParams p) {
  const int64_t block_words = (p.rows + 31) / 32 * 64;
  for (int64_t w = first_element(); w < p.count; w += element_step()) {
    const int64_t block = w / block_words, in_block = w % block_words, pair = in_block / 4;
    uint32_t word = ~0u;
    for (int i = 0; i < 32; ++i) {
      const int64_t row = 2 * pair + i / 16, channel = block * 64 + i % 16 * 4 + in_block % 4;
      if (row >= p.rows || channel >= p.x.dims[1]) continue;
      int64_t index[kMaxRank];
      locate(p.x, row, channel, index);
      if (!(load(p.x.type, p.x.data, offset(p.x, index)) < 0)) word &= ~(1u << i);
    }
    p.mask[w] = word;
  }
}

extern "C" __global__ void __launch_bounds__(256) girih_relu_mask_apply(const __grid_constant__ ReluMaskParams p) {
  const int64_t block_words = (p.rows + 31) / 32 * 64;
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t c, index[kMaxRank];
    const int64_t row = divide(e, p.x.dims[1], c);
    locate(p.x, row, c, index);
    const uint32_t word = p.mask[c / 64 * block_words + row / 2 * 4 + c % 4];
    const bool blocked = word >> (row % 2 * 16 + c % 64 / 4) & 1;
    store(p.y.type, p.y.data, offset(p.y, index), blocked ? 0 : load(p.x.type, p.x.data, offset(p.x, index)));
  }
}
