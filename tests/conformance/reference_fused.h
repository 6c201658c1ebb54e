// References of the fused operations, in double precision, with bounds of what the steps between may round.
#pragma once

#include "conformance/reference.h"

namespace girih::conformance {

// A value and how far an implementation in the given precision may be from it.
struct Estimated {
  std::vector<double> value, error;
};

// Index of the scale or bias of each element: of its channel, or of its position in a sample.
std::vector<int64_t> parameter_index(const std::vector<int64_t>& dims, bool per_activation);

// x * scale + bias, each absent where empty.
Estimated scale_bias(const std::vector<double>& x, const std::vector<int64_t>& index, const std::vector<double>& scale,
                     const std::vector<double>& bias, double unit);
Estimated sum_of(const Estimated& a, const Estimated& b, double unit);
// activation(x): all of them change by at most as much as x does.
Estimated activated(const ActivationShape& shape, const Estimated& x, double unit);
// Rounds to a type: adds its unit roundoff.
Estimated stored(Estimated x, double type_unit, double type_underflow);

// Per-channel sums of a tensor and of its squares.
struct ChannelSums {
  Estimated sum, square;
};
ChannelSums channel_sums(const std::vector<int64_t>& dims, const Estimated& x, double unit);

// Batch norm statistics from sums over `count` elements.
struct Finalized {
  Estimated mean, inv_std, running_mean, running_var, eq_scale, eq_bias;
};
struct FinalizeInput {
  std::vector<double> sum, square, scale, bias, running_mean, running_var;
  double count = 0, epsilon = 0, factor = 0, unit = 0;
};
Finalized finalize_training(const FinalizeInput& in);
Finalized finalize_inference(const FinalizeInput& in);

// The ReLU mask: 32-bit words, two rows (pixels) and 64 channels to four words.
struct MaskShape {
  int64_t rows, channels;
  explicit MaskShape(const std::vector<int64_t>& dims);
  std::vector<int64_t> word_dims() const;  // of the mask's descriptor
  // Word and bit of element i of a row-major tensor of these dims.
  std::pair<int64_t, int> place(const std::vector<int64_t>& dims, int64_t i) const;
};

}  // namespace girih::conformance
