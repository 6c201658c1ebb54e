// First layers: convolutions of at most 4 input channels (fprop and wgrad). TMA cannot walk pixels of 6 bytes, and a K
// step of one tap would hold 3 values of 64. So the image is copied once into rows of 4 (or 8) channels per pixel with
// its padding in place; then the S taps of a filter row are S pixels in a row, one contiguous window. Two ways from
// there:
//   view    a convolution with R x 1 taps and S * 4 "channels" whose pixels overlap: the implicit-GEMM kernels run it
//   as
//           it is, any stride, fprop and wgrad.
//   direct  rows of the copy go to shared memory as they are and serve wgmma without any duplication (kernel.h); fprop,
//           where windows of neighbouring outputs start 16 bytes apart, at most 64 filters.
#pragma once
#include "../igemm/params.h"
#include "../tile/fastdiv.h"
#include "../tile/types.h"

namespace girih::stem {

using tile::FastDiv;
using tile::i64;
using tile::u16;
using tile::u32;
using tile::u64;

struct PadParams {
  const u16* x = nullptr;
  u16* out = nullptr;
  i64 stride_n = 0, stride_h = 0, stride_w = 0;  // elements of x
  u32 channels = 3, width = 0, in_height = 0;    // of x
  u32 channel_shift = 2;                         // 4 or 8 channels in the copy: 2 or 3
  int pad = 0, pad_top = 0;                      // pixels before the first of x
  u32 pieces = 0;                                // of 16 bytes, in all
  FastDiv row_pieces, height;
};

// Filters [k][r][s][channels] to or from rows of `row` elements per (k, r), s * padded_channels + channel.
struct FilterParams {
  const u16* w = nullptr;  // to pack
  u16* packed = nullptr;
  const float* sum = nullptr;  // to unpack
  u16* dw = nullptr;
  u32 channels = 3, padded_channels = 4, s = 0, row = 0;
  u32 count = 0;  // elements of `packed`, or of dw
  float alpha = 1.0f, beta = 0.0f;
};

constexpr int kStageRows = 40;  // most input rows of a tile

// Compile-time part of the direct kernel.
struct Config {
  tile::Type type = tile::Type::kBf16;
  int columns = 112;  // outputs along w of a tile
  int slices = 2;     // of 16 elements in the window of a filter row

  // A row of the copy under a tile: windows start every 16 bytes.
  GIRIH_HD constexpr int row_bytes() const { return columns * 16 + slices * 32 - 16; }
  GIRIH_HD constexpr int panel_bytes() const { return columns * 128; }
};

constexpr int kTileRows = 8;   // output rows of a tile, four for each warpgroup
constexpr int kMaxFilter = 4;  // panels of 64 elements of the packed filter
constexpr int kStages = 3;

struct DirectParams {
  tile::TensorMap w, y;
  const u16* x = nullptr;  // the padded copy
  u32 tiles = 0;
  FastDiv tiles_w, tiles_h;
  u32 out_height = 0, padded_height = 0;
  u32 pitch = 0;  // bytes of a row of the copy
  u32 stride_h = 1, dilation_h = 1, filter_h = 1;
  u32 stage_rows = 0;  // input rows of a whole tile
  u32 filter_panels = 1;
  u32 filters = 64;
  igemm::Epilogue epilogue;  // alpha, bias and clamp
};

}  // namespace girih::stem
