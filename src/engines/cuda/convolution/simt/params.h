// What the SIMT convolution kernels are told. Each pass is a product of m rows and n columns over `depth`:
//   fprop  rows: output pixels, columns: filters, depth: taps x channels of a group
//   dgrad  rows: input pixels, columns: channels, depth: taps x filters of a group
//   wgrad  rows: filters, columns: taps x channels, depth: output pixels (cut into splits)
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::simt {

using generic::View;
constexpr int kMaxSpatial = 3, kDepth = 8, kThreads = 256;

struct Params {
  View x, w, y;
  int32_t spatial, flip;
  int32_t pad[kMaxSpatial], stride[kMaxSpatial], dilation[kMaxSpatial];
  int32_t c_group, k_group, groups, taps;
  int64_t m;
  int32_t n, tiles_n;
  int64_t tiles_m;
  // Which way threads run when they load an operand: along rows (columns), or along the depth.
  int32_t a_along_depth, b_along_depth;
  int32_t splits;       // wgrad
  int64_t split_depth;  // pixels of a split
  float* partial;       // [split][group][m][n]; nullptr: one split, which finishes by itself
  double alpha, beta;
};

}  // namespace girih::simt
