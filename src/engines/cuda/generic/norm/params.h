// What the batch normalization kernels are told. A feature is what has a scale of its own: a channel, or one position
// of a sample. Its samples are cut into parts that different blocks sum; sums are joined in the order of the parts.
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::generic {

constexpr int kNormBlock = 256;

// A tensor with the dims of features and samples apart.
struct Split {
  void* data;
  int32_t type, unused;
  int64_t feature_strides[kMaxRank], sample_strides[kMaxRank];
};

struct NormSums {
  double first, second;
};
struct NormCoefficients {
  double mean, invstd;
  double a, b;  // forward: factor and shift; backward: sums of the gradient and of gradient * normalized x
};

struct NormParams {
  Split x, y, dy, dx, z, dz;
  int32_t feature_rank, sample_rank;
  int64_t feature_dims[kMaxRank], sample_dims[kMaxRank];
  int64_t features, samples, part_size;
  int32_t parts, features_per_block;
  int32_t f64, relu, training, unused;
  // f32, f64 when x is.
  void *scale, *bias, *running_mean, *running_var, *saved_mean, *saved_invstd, *dscale, *dbias;
  uint32_t* mask;  // the reserve: ReLU bits
  int64_t mask_words;
  NormSums* sums;  // [parts][features]
  NormCoefficients* coefficients;
  double alpha, beta, alpha2, beta2, epsilon, factor;
};

// The same for packed tensors, whose elements are read 16 bytes at a time.
struct NormPacked {
  NormParams norm;
  int64_t plane;            // elements of a channel side by side (NCHW); 1: channels lie side by side (NHWC)
  int64_t rows, part_rows;  // images (NCHW) or pixels (NHWC); those of a part
  int32_t across;           // NHWC: vectors of channels that a block takes side by side
  int32_t chunks;           // NHWC: blocks that share the rows of such a group
};

}  // namespace girih::generic
