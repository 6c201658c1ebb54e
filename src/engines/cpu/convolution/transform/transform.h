// Convolution by tiles in a transform domain (Winograd, FFT): stride 1, two spatial dimensions, all passes.
// fprop, dgrad: tiles of data overlap by filter - 1; each gives tile - filter + 1 results in each dimension.
// wgrad: the same tiles of x against tiles of y; sums over all tiles are made in the domain.
#pragma once
#include "engines/cpu/convolution/gemm/problem.h"
#include "engines/cpu/convolution/transform/domain.h"
#include "plan/engine.h"

namespace girih::convolution {

struct TransformConvolution {
  graph::Convolution op;
  const Domain* domain = nullptr;
  int64_t groups = 1;
  int filter_h = 0, filter_w = 0, out_h = 0, out_w = 0;  // of one tile
  Gather data;                                           // tile x tile taps
  Gather out;                                            // out_h x out_w taps: y (fprop, wgrad) or x (dgrad)
  Filter filter;                                         // taps in the order of the data's
  int64_t rows = 0, depth = 0, cols = 0;  // of the products: (filters, channels, tiles) or (filters, tiles, channels)
  int64_t row_block = 0, col_panels = 0, depth_chunk = 0;  // what one pass over the workspace holds

  int64_t tiles() const { return data.pixels(); }
  size_t left_floats() const, right_floats() const, product_floats() const;
  size_t workspace() const;  // bytes
};

// Conditions that both engines share.
Verdict transform_supports(const graph::Graph& g, const graph::Convolution& o);
TransformConvolution make_transform_convolution(const graph::Graph& g, const graph::Convolution& o, const Domain& d);
Check run_transform(const TransformConvolution& t, const RunArgs& args);

}  // namespace girih::convolution
