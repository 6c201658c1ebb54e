// The halo kernels: 3x3 convolution of stride 1 with at most 64 channels on both sides. im2col would fetch every pixel
// nine times from the L2, which is what bounds 64-channel layers; here a tile of pixels comes once with its border, and
// the nine taps are nine shifted descriptors into it.
#pragma once
#include "../igemm/params.h"

namespace girih::halo {

using namespace igemm;

constexpr int kWidth = 8;           // pixels of a tile along w: one swizzle group of 8 rows
constexpr int kPitch = kWidth + 2;  // with the border
constexpr int kWeightBytes = 9 * 64 * 128;
constexpr int kTaps = 9;

struct Config {
  Pass pass = Pass::kFprop;
  tile::Type type = tile::Type::kBf16;
  int rows = 28;  // pixels of a tile along h

  GIRIH_HD constexpr int x_bytes() const { return (rows + 2) * kPitch * 128; }
  GIRIH_HD constexpr int pixels() const { return rows * kWidth; }
  GIRIH_HD constexpr int x_stage() const { return (x_bytes() + 1023) / 1024 * 1024; }
  GIRIH_HD constexpr int stage_bytes() const {
    return x_stage() + (pass == Pass::kWgrad ? (pixels() * 128 + 1023) / 1024 * 1024 : 0);
  }
  // fprop and dgrad: three, because consecutive uses of a stage must go to different warpgroups (see kernel.h).
  GIRIH_HD constexpr int stages() const { return pass == Pass::kWgrad ? (kSharedLimit - 2048) / stage_bytes() : 3; }
  GIRIH_HD constexpr int shared_bytes() const {
    return 1024 + (pass == Pass::kWgrad ? 0 : kWeightBytes) + stages() * stage_bytes() + (2 * stages() + 1) * 8;
  }
  GIRIH_HD constexpr int threads() const { return pass == Pass::kWgrad ? 512 : 384; }
};

struct HaloParams {
  TensorMap x;  // what is read with a border: x, or dy for dgrad
  TensorMap w;  // the filter; for wgrad dy
  TensorMap y;  // what is written; not used by wgrad
  u32 tiles = 0;
  FastDiv tiles_w, tiles_h;
  int pad_w = 0, pad_h = 0;
  float* partial = nullptr;  // wgrad: [CTA][64 filters][tap][64 channels]
  u32 channels_out = 64;
  Epilogue epilogue;  // alpha, bias and clamp; out and source are not read
};

}  // namespace girih::halo
