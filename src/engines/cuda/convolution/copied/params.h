// What the layout copies around Hopper convolutions are told: 16-bit elements between a tensor of any strides over
// (outer, channel, pixel) and a packed one with channels last, whose channels are padded with zeros.
#pragma once
#include <cstdint>

namespace girih::copied {

constexpr int kTile = 64;

struct Params {
  void *strided, *packed;
  int64_t outer, channels, padded, pixels;
  int64_t outer_stride, channel_stride, pixel_stride;
  int32_t to_packed, along_pixels;  // along_pixels: neighbouring pixels of the strided tensor lie nearer
};

}  // namespace girih::copied
