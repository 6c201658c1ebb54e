// What the reduction kernels are told. An output's slice of x is cut into parts that different blocks reduce; a second
// kernel joins the partial results in the order of the parts.
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::generic {

constexpr int kReductionBlock = 256;

struct ReductionPartial {
  double value;
  int64_t index;  // of an extreme, in the slice
};

struct ReductionParams {
  View x, y;
  int32_t op;  // of ReduceOp
  int32_t propagate_nan;
  int32_t threads;  // that share a part: 1, 32 or 256
  int32_t parts;
  double start;             // what an extreme has to beat
  int64_t slice[kMaxRank];  // dims that one output element sees
  int64_t slice_size, part_size;
  double alpha, beta;
  int64_t count;              // outputs
  ReductionPartial* partial;  // [count][parts]; nullptr: one part, which finishes its output itself
  int32_t* indices;           // packed, in the order of y's dims
};

}  // namespace girih::generic
