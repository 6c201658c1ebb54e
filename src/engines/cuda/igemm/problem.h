// The problems the implicit-GEMM engine solves, as plain numbers. Channels are contiguous (NHWC, KRSC).
#pragma once
#include <array>

#include "engines/cuda/igemm/params.h"

namespace girih::igemm {

using Extent = std::array<int, 3>;  // depth, height, width; 1 where a dimension does not exist

struct ConvProblem {
  Pass pass = Pass::kFprop;
  Type type = Type::kBf16;
  int n = 1, c = 1, k = 1, groups = 1;
  Extent in{1, 1, 1}, filter{1, 1, 1};
  Extent pad_low{0, 0, 0}, pad_high{0, 0, 0}, stride{1, 1, 1}, dilation{1, 1, 1};
  int filter_c = 0;  // channels of the filter in memory when padded beyond c / groups (fprop and wgrad), else 0
  std::array<i64, 4> x_strides{}, y_strides{};  // elements between n, d, h, w neighbours; pack() fills packed ones

  Extent out() const {
    Extent o;
    for (int i = 0; i < 3; ++i) {
      o[i] = (in[i] + pad_low[i] + pad_high[i] - (filter[i] - 1) * dilation[i] - 1) / stride[i] + 1;
    }
    return o;
  }
  int taps() const { return filter[0] * filter[1] * filter[2]; }
  i64 pixels(const Extent& e) const { return i64{n} * e[0] * e[1] * e[2]; }
  double flops() const { return 2.0 * pixels(out()) * k * (c / groups) * taps(); }

  void pack() {
    const auto packed = [](const Extent& e, i64 channels) {
      return std::array<i64, 4>{channels * e[0] * e[1] * e[2], channels * e[1] * e[2], channels * e[2], channels};
    };
    x_strides = packed(in, c);
    y_strides = packed(out(), k);
  }
};

// D[m x n] = A[m x k] * B[k x n] for every matrix of a batch. An operand's leading dimension is the distance between
// neighbours along its dimension that is not contiguous; a batch stride of 0 repeats the operand.
struct MatmulProblem {
  Type type = Type::kBf16;
  int m = 1, n = 1, k = 1, batch = 1;
  Major major_a = Major::kK, major_b = Major::kK;
  i64 lead_a = 0, lead_b = 0, lead_d = 0;
  i64 batch_a = 0, batch_b = 0, batch_d = 0;

  double flops() const { return 2.0 * batch * m * n * k; }
  void pack() {
    lead_a = major_a == Major::kK ? k : m;
    lead_b = major_b == Major::kK ? k : n;
    lead_d = n;
    batch_a = i64{m} * k, batch_b = i64{n} * k, batch_d = i64{m} * n;
  }
};

}  // namespace girih::igemm
