// What the dropout kernels are told.
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::generic {

constexpr int kXorwowBits = 160;
// Jump matrices: step^(2^67 * 2^k) for k below 32, each as its columns.
constexpr int kXorwowJumps = 32;
struct XorwowMatrix {
  uint32_t column[kXorwowBits][5];
};

struct DropoutParams {
  View x, y;  // dims in the order in which x lies in memory
  uint32_t* reserve;
  uint32_t* states;
  XorwowMatrix* jumps;
  int64_t count, generators;
  float probability;
  int32_t forward;
  double scale;
  uint32_t first[6];  // state of sequence 0: counter, then the linear words
};

}  // namespace girih::generic
