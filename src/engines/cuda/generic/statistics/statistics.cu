// Batch norm's statistics, in double: a block for each channel sums in a fixed order. The rules are those of
// reference/bn_statistics.cpp.
#include "engines/cuda/generic/element.h"
#include "engines/cuda/generic/statistics/params.h"

namespace girih::generic {
namespace {

// A tensor with one element for each channel; reads as `absent` and swallows writes when there is none.
__device__ int64_t element(const View& v, int64_t n) {
  int64_t index[kMaxRank];
  unravel(n, v.rank, v.dims, index);
  // A single element serves every channel.
#pragma unroll
  for (int i = 0; i < kMaxRank; ++i)
    if (i < v.rank && v.dims[i] == 1) index[i] = 0;
  return offset(v, index);
}
__device__ double read(const View& v, int64_t n, double absent) {
  if (v.by_value) return v.value;
  return v.data ? load(v.type, v.data, element(v, n)) : absent;
}
__device__ void write(const View& v, int64_t n, double x) {
  if (v.data) store(v.type, v.data, element(v, n), x);
}

// Element n of a channel.
__device__ double sample(const View& v, int64_t channel, int64_t n) {
  int64_t index[kMaxRank];
#pragma unroll
  for (int i = kMaxRank - 1; i >= 0; --i) {
    index[i] = 0;
    if (i < v.rank && i != 1) n = divide(n, v.dims[i], index[i]);
  }
  index[1] = channel;
  return load(v.type, v.data, offset(v, index));
}

}  // namespace
}  // namespace girih::generic

using namespace girih::generic;

extern "C" __global__ void __launch_bounds__(256) girih_statistics_sums(const __grid_constant__ SumsParams p) {
  __shared__ double room[256];
  for (int64_t c = blockIdx.x; c < p.channels; c += gridDim.x) {
    double s = 0, q = 0;
    for (int64_t n = threadIdx.x; n < p.samples; n += 256) {
      const double v = sample(p.x, c, n);
      s += v;
      q += v * v;
    }
    s = block_sum(s, room);
    q = block_sum(q, room);
    if (threadIdx.x != 0) continue;
    write(p.first, c, s);
    write(p.second, c, q);
  }
}

extern "C" __global__ void __launch_bounds__(256) girih_statistics_gradients(const __grid_constant__ SumsParams p) {
  __shared__ double room[256];
  const double m = static_cast<double>(p.samples);
  for (int64_t c = blockIdx.x; c < p.channels; c += gridDim.x) {
    const double mu = read(p.mean, c, 0), r = read(p.invstd, c, 1);
    double sum = 0, sum_x = 0;
    for (int64_t n = threadIdx.x; n < p.samples; n += 256) {
      const double g = sample(p.dy, c, n);
      sum += g;
      sum_x += g * (sample(p.x, c, n) - mu) * r;
    }
    sum = block_sum(sum, room);
    sum_x = block_sum(sum_x, room);
    if (threadIdx.x != 0) continue;
    const double s = read(p.scale, c, 1) * r, slope = s * r * sum_x / m;
    write(p.first, c, sum_x);
    write(p.second, c, sum);
    write(p.eq_dy_scale, c, s);
    write(p.eq_x_scale, c, -slope);
    write(p.eq_bias, c, slope * mu - s * sum / m);
  }
}

extern "C" __global__ void __launch_bounds__(256) girih_statistics_finalize(const __grid_constant__ FinalizeParams p) {
  for (int64_t c = first_element(); c < p.channels; c += element_step()) {
    const double count = read(p.count, 0, 0), epsilon = read(p.epsilon, 0, 0), factor = read(p.factor, 0, 1);
    double mean = read(p.running_mean, c, 0), variance = read(p.running_var, c, 0);
    const double scale = read(p.scale, c, 1), bias = read(p.bias, c, 0);
    if (p.training) {
      // Factor 1 forgets the old value, whatever it is.
      const double old_mean = factor == 1 ? 0 : (1 - factor) * mean;
      const double old_var = factor == 1 ? 0 : (1 - factor) * variance;
      mean = read(p.sum, c, 0) / count;
      // Rounding of the sums can leave a small negative difference.
      variance = read(p.square_sum, c, 0) / count - mean * mean;
      if (variance < 0) variance = 0;
      const double unbiased = variance * (count > 1 ? count / (count - 1) : 1);
      write(p.new_running_mean, c, old_mean + factor * mean);
      write(p.new_running_var, c, old_var + factor * unbiased);
    }
    const double invstd = 1 / sqrt(variance + epsilon), s = scale * invstd;
    write(p.saved_mean, c, mean);
    write(p.saved_invstd, c, invstd);
    write(p.eq_scale, c, s);
    write(p.eq_bias, c, bias - mean * s);
  }
}
