// References of the operations that move elements: padding and folding, im2col, the order of INT8x32 filters.
#pragma once

#include "conformance/reference.h"

namespace girih::conformance {

struct TransformShape {
  bool unfold = false;                 // folding undone first, then the padding
  std::vector<int64_t> before, after;  // one entry for each dimension; negative ones crop
  std::vector<int64_t> fold;           // one entry for each spatial dimension
};
std::vector<int64_t> transform_dims(const TransformShape& shape, const std::vector<int64_t>& dims);
std::vector<double> transform(const TransformShape& shape, const std::vector<int64_t>& dims,
                              const std::vector<double>& x);

// The matrix of a convolution: rows are channel and tap, columns image and output position; taps in the padding are 0.
std::vector<double> im2col(const ConvShape& shape, const std::vector<double>& x);

// A filter {k, c, taps} in the order of cudnnReorderFilterAndBias, and its bias (behaviour.md 5).
std::vector<double> reordered_filter(int64_t k, int64_t c, int64_t taps, const std::vector<double>& w);
std::vector<double> reordered_bias(const std::vector<double>& bias);

}  // namespace girih::conformance
