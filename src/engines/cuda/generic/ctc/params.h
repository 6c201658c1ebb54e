// What the CTC loss kernel is told.
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::generic {

constexpr int kCtcBlock = 256;
constexpr int kCtcInts = 960;  // that travel in one launch: parameters end at 4 KB

struct CtcInts {
  int32_t* to;
  int64_t first;
  int32_t count;
  int32_t values[kCtcInts];
};

struct CtcParams {
  View probs, gradients, costs;  // {T, N, A}; {N}
  const int32_t *labels, *label_lengths, *input_lengths;
  int64_t T, N, A;
  int64_t width;  // states that there is room for
  int32_t softmax, skip_impossible;
  // For each sample: arrival [T][width], normalizers [T], then before, now, departure, later, occupancy of `width`.
  double* room;
  int64_t room_stride;
};

}  // namespace girih::generic
