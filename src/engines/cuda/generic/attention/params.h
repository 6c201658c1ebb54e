// What the kernels of multi-head attention are told. Everything between the caller's tensors is f32, f64 for f64 data
// ("acc"), and every sum is made in double.
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::generic {

constexpr int kAttentionInts = 960;  // that travel in one launch: parameters end at 4 KB
struct AttentionInts {
  int32_t* to;
  const int32_t* from;  // of the device; nullptr: the values below
  int32_t first, count;
  int32_t values[kAttentionInts];
};

// out[g][i][j] = scale * sum over d of a[g][i][d] * b[g][d][j] + bias[j] + beta * out[g][i][j]
struct AttentionFactor {
  const void* data;
  int64_t row, column, batch;
  int32_t type, unused;
};
struct AttentionProduct {
  int64_t batch, m, n, k;
  AttentionFactor a, b, out;
  const void* bias;
  int32_t bias_type, unused;
  double scale, beta;
};

// Rows of one of the caller's tensors {batch, beam, time, width}, the steps [first, first + time) of each sequence.
struct AttentionRows {
  View tensor, residual;
  void* rows;
  const int32_t* lengths;
  int32_t acc, unused;
  int64_t sequences, first, time, width;
  double fill;
};

// Rows of probabilities {heads * time, keys} of one sequence.
struct AttentionScores {
  void *p, *dp;
  const uint8_t* mask;  // of the dropout; nullptr: none
  const int32_t *lo, *hi, *q_length, *kv_length;
  int32_t acc, unused;
  int64_t rows, time, first, keys;
  double keep, scale;
};

// Rows of a tensor beside rows of all heads.
struct AttentionHeads {
  void *one, *all;
  int32_t acc, unused;
  int64_t rows, width, heads;
};

struct AttentionBias {
  const void* gradient;
  void* dweights;
  int32_t acc, type;
  int64_t rows, width, offset;
  double beta;
};

}  // namespace girih::generic
