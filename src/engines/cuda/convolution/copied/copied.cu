// Layout copies of 16-bit elements, in tiles through shared memory: both sides are read and written along their
// contiguous dimension.
#include "engines/cuda/convolution/copied/params.h"

using namespace girih::copied;

namespace {

template <class T>
__device__ void copy(const Params& p) {
  __shared__ T tile[kTile][kTile + 4 / sizeof(T)];  // [channel][pixel]
  auto* strided = static_cast<T*>(p.strided);
  auto* packed = static_cast<T*>(p.packed);
  const int64_t tiles_c = (p.padded + kTile - 1) / kTile, tiles_p = (p.pixels + kTile - 1) / kTile;
  const int64_t tiles = p.outer * tiles_c * tiles_p;
  const int x = static_cast<int>(threadIdx.x) % kTile, y = static_cast<int>(threadIdx.x) / kTile;
  for (int64_t n = blockIdx.x; n < tiles; n += gridDim.x) {
    const int64_t c0 = n % tiles_c * kTile, p0 = n / tiles_c % tiles_p * kTile, outer = n / tiles_c / tiles_p;
    const auto each_strided = [&](auto&& f) {
      for (int i = y; i < kTile; i += 256 / kTile) {
        const int c = p.along_pixels ? i : x, q = p.along_pixels ? x : i;
        if (p0 + q < p.pixels && c0 + c < p.channels)
          f(c, q, outer * p.outer_stride + (c0 + c) * p.channel_stride + (p0 + q) * p.pixel_stride);
      }
    };
    const auto each_packed = [&](auto&& f) {
      for (int q = y; q < kTile; q += 256 / kTile)
        if (p0 + q < p.pixels && c0 + x < p.padded) f(x, q, (outer * p.pixels + p0 + q) * p.padded + c0 + x);
    };
    if (p.to_packed) {
      each_strided([&](int c, int q, int64_t at) { tile[c][q] = strided[at]; });
      __syncthreads();
      each_packed([&](int c, int q, int64_t at) { packed[at] = c0 + c < p.channels ? tile[c][q] : 0; });
    } else {
      each_packed([&](int c, int q, int64_t at) { tile[c][q] = packed[at]; });
      __syncthreads();
      each_strided([&](int c, int q, int64_t at) { strided[at] = tile[c][q]; });
    }
    __syncthreads();
  }
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256) girih_copied_layout(const __grid_constant__ Params p) {
  copy<uint16_t>(p);
}
extern "C" __global__ void __launch_bounds__(256) girih_copied_layout_32(const __grid_constant__ Params p) {
  copy<uint32_t>(p);
}
