// Inner loops of the direct convolution: one row of one channel against all taps of its filter.
#pragma once
#include <cstdint>

namespace girih::convolution {

struct DepthwiseKernels {
  // out[i] (+)= sum over taps of w[t] * src[offsets[t] + i * step], i < n.
  void (*accumulate)(const float* src, int64_t step, const int64_t* offsets, const float* w, int64_t taps, int64_t n,
                     float* out, bool add);
  // sums[t] += sum over i of row[i] * src[offsets[t] + i * step], i < n.
  void (*correlate)(const float* src, int64_t step, const int64_t* offsets, const float* row, int64_t taps, int64_t n,
                    double* sums);
};

const DepthwiseKernels& depthwise_kernels();

}  // namespace girih::convolution
