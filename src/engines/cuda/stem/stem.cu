#include "../tile/fragment.h"
#include "kernel.h"

using namespace girih::stem;
using namespace girih::tile;

// One thread writes 16 bytes: two pixels of 4 channels or one of 8.
extern "C" __global__ void __launch_bounds__(256) girih_stem_pad(const __grid_constant__ PadParams p) {
  for (u32 piece = blockIdx.x * blockDim.x + threadIdx.x; piece < p.pieces; piece += gridDim.x * blockDim.x) {
    u32 column = piece;
    const u32 line = p.row_pieces.split(column);
    u32 h = line;
    const u32 n = p.height.split(h);
    const int in_h = static_cast<int>(h) - p.pad_top;
    const bool in_image = in_h >= 0 && in_h < static_cast<int>(p.in_height);
    const u16* row = p.x + n * p.stride_n + in_h * p.stride_h;
    const u32 mask = (1u << p.channel_shift) - 1;
    u16 v[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const u32 element = column * 8 + i, channel = element & mask;
      const int w = static_cast<int>(element >> p.channel_shift) - p.pad;
      const bool inside = in_image && channel < p.channels && w >= 0 && w < static_cast<int>(p.width);
      v[i] = inside ? row[w * p.stride_w + channel] : static_cast<u16>(0);
    }
    uint4 word;
    word.x = v[0] | v[1] << 16, word.y = v[2] | v[3] << 16, word.z = v[4] | v[5] << 16, word.w = v[6] | v[7] << 16;
    reinterpret_cast<uint4*>(p.out)[piece] = word;
  }
}

extern "C" __global__ void __launch_bounds__(256) girih_stem_pack_filter(const __grid_constant__ FilterParams p) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= p.count) return;
  const u32 line = i / p.row, element = i - line * p.row;
  const u32 s = element / p.padded_channels, channel = element % p.padded_channels;
  const bool inside = s < p.s && channel < p.channels;
  p.packed[i] = inside ? p.w[(line * p.s + s) * p.channels + channel] : static_cast<u16>(0);
}

namespace {

template <Type kType>
GIRIH_DEV void unpack_filter(const FilterParams& p) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= p.count) return;
  const u32 pixel = i / p.channels, channel = i % p.channels, line = pixel / p.s, s = pixel % p.s;
  float v = p.alpha * p.sum[static_cast<u64>(line) * p.row + s * p.padded_channels + channel], low, high;
  if (p.beta != 0.0f) {
    unpack2<kType>(p.dw[i], low, high);
    v += p.beta * low;
  }
  p.dw[i] = static_cast<u16>(pack2<kType>(v, 0.0f));
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256)
    girih_stem_unpack_filter_bf16(const __grid_constant__ FilterParams p) {
  unpack_filter<Type::kBf16>(p);
}
extern "C" __global__ void __launch_bounds__(256) girih_stem_unpack_filter_f16(const __grid_constant__ FilterParams p) {
  unpack_filter<Type::kF16>(p);
}

#define DIRECT(type, kType, columns, slices)                                                    \
  extern "C" __global__ void __launch_bounds__(384, 1)                                          \
      girih_stem_direct_##type##_##columns##_##slices(const __grid_constant__ DirectParams p) { \
    direct<Config{Type::kType, columns, slices}>(p);                                            \
  }
DIRECT(bf16, kBf16, 112, 1)
DIRECT(bf16, kBf16, 112, 2)
DIRECT(bf16, kBf16, 112, 3)
DIRECT(bf16, kBf16, 128, 1)
DIRECT(bf16, kBf16, 128, 2)
DIRECT(bf16, kBf16, 128, 3)
DIRECT(f16, kF16, 112, 1)
DIRECT(f16, kF16, 112, 2)
DIRECT(f16, kF16, 112, 3)
DIRECT(f16, kF16, 128, 1)
DIRECT(f16, kF16, 128, 2)
DIRECT(f16, kF16, 128, 3)
