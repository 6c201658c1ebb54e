// A convolution as matrix products: the gathers and filters of each pass, made once for a plan.
#pragma once
#include <vector>

#include "engines/cpu/convolution/gemm/gather.h"
#include "graph/graph.h"

namespace girih::convolution {

// fprop is one product; dgrad is one for each phase of the stride; wgrad is one with pixels as depth.
struct Product {
  Gather in;      // fprop: x. dgrad: y. wgrad: x
  Filter filter;  // wgrad: the result
  Gather out;     // fprop: y. dgrad: one phase of x. wgrad: y, the other factor
};

struct GemmConvolution {
  graph::Convolution op;
  int64_t groups = 1;
  std::vector<Product> products;
};

// plain: keeps the dimensions and taps as they are, for engines that put their own tiles on them.
GemmConvolution make_gemm_convolution(const graph::Graph& g, const graph::Convolution& o, bool plain = false);

// How many products dgrad makes.
int64_t count_phases(const graph::Graph& g, const graph::Convolution& o);

}  // namespace girih::convolution
