// What the vectorised pointwise kernels are told. The innermost dimension is contiguous in the output and of whole
// vectors of 16 bytes; an input there is contiguous too, or one value for all of it.
#pragma once
#include <cstdint>

namespace girih::vector {

constexpr int kOuter = 3;

struct Operand {
  void* data;  // nullptr: absent, or a value
  float value;
  int32_t contiguous;       // along the innermost dimension
  int64_t strides[kOuter];  // elements, outermost first
};

struct Params {
  Operand a, b, t, y;
  int32_t outer_rank;
  uint32_t outer_dims[kOuter];
  uint32_t inner;  // vectors of the innermost dimension
  int64_t count;   // vectors of all
  int32_t mode, propagate_nan, scales_inputs;
  float parameter, alpha, alpha2, beta;
};

}  // namespace girih::vector
