// Batch normalization of any rank and strides, in double; the rules are those of reference/norm.cpp. Statistics are
// sums around the first sample of a feature, which loses no more than a few bits of double.
#include "engines/cuda/generic/element.h"
#include "engines/cuda/generic/norm/params.h"

namespace girih::generic {
namespace {

__device__ double parameter(const NormParams& p, const void* data, int64_t i) {
  return p.f64 ? static_cast<const double*>(data)[i] : static_cast<const float*>(data)[i];
}
__device__ void set_parameter(const NormParams& p, void* data, int64_t i, double v) {
  if (p.f64)
    static_cast<double*>(data)[i] = v;
  else
    static_cast<float*>(data)[i] = static_cast<float>(v);
}
__device__ void blend_parameter(const NormParams& p, void* data, int64_t i, double v) {
  set_parameter(p, data, i, p.beta2 == 0 ? p.alpha2 * v : p.alpha2 * v + p.beta2 * parameter(p, data, i));
}

struct Position {
  int64_t feature[kMaxRank], sample[kMaxRank];
};
__device__ int64_t at(const NormParams& p, const Split& t, const Position& i) {
  int64_t o = 0;
#pragma unroll
  for (int d = 0; d < kMaxRank; ++d) {
    if (d < p.feature_rank) o += i.feature[d] * t.feature_strides[d];
    if (d < p.sample_rank) o += i.sample[d] * t.sample_strides[d];
  }
  return o;
}
__device__ double read(const NormParams& p, const Split& t, const Position& i) {
  return load(t.type, t.data, at(p, t, i));
}
__device__ void write(const NormParams& p, const Split& t, const Position& i, double v) {
  const int64_t o = at(p, t, i);
  store(t.type, t.data, o, p.beta == 0 ? p.alpha * v : p.alpha * v + p.beta * load(t.type, t.data, o));
}

// Bit of a sample and channel in the reserve (graph/ops/norm.h).
struct MaskBit {
  int64_t word;
  uint32_t bit;
};
__device__ MaskBit mask_bit(const NormParams& p, int64_t row, int64_t c) {
  const int64_t block_words = (p.samples + 31) / 32 * 64;
  return {c / 64 * block_words + row / 2 * 4 + c % 4, 1u << (row % 2 * 16 + c % 64 / 4)};
}

// The gradient behind the activation.
__device__ double gradient(const NormParams& p, const Position& i, int64_t feature, int64_t sample, double mean,
                           double invstd) {
  const double g = read(p, p.dy, i);
  if (!p.relu) return g;
  if (p.mask) {
    const MaskBit b = mask_bit(p, sample, feature);
    return p.mask[b.word] & b.bit ? 0 : g;
  }
  const double v =
      p.y.data ? read(p, p.y, i)
               : (read(p, p.x, i) - mean) * invstd * parameter(p, p.scale, feature) + parameter(p, p.bias, feature);
  return v > 0 ? g : 0;
}

// Sums of f(position, feature, sample) over the samples of a part, for each feature, to p.sums. Blocks take groups of
// features, threads of a block a feature and a lane each.
template <class F>
__device__ void sum_parts(const NormParams& p, F&& f) {
  __shared__ NormSums room[kNormBlock];
  const int own = static_cast<int>(threadIdx.x) % p.features_per_block;
  const int lane = static_cast<int>(threadIdx.x) / p.features_per_block, lanes = kNormBlock / p.features_per_block;
  const int64_t groups = (p.features + p.features_per_block - 1) / p.features_per_block;
  for (int64_t n = blockIdx.x; n < groups * p.parts; n += gridDim.x) {
    const int64_t feature = n % groups * p.features_per_block + own, part = n / groups;
    NormSums sum{0, 0};
    if (feature < p.features) {
      Position i;
      unravel(feature, p.feature_rank, p.feature_dims, i.feature);
      const int64_t end = min((part + 1) * p.part_size, p.samples);
      auto&& term = f(i, feature);
      for (int64_t s = part * p.part_size + lane; s < end; s += lanes) {
        unravel(s, p.sample_rank, p.sample_dims, i.sample);
        const NormSums v = term(i, s);
        sum.first += v.first;
        sum.second += v.second;
      }
    }
    room[threadIdx.x] = sum;
    __syncthreads();
    if (lane == 0 && feature < p.features) {
      for (int j = 1; j < lanes; ++j) {
        const NormSums& v = room[j * p.features_per_block + own];
        sum.first += v.first;
        sum.second += v.second;
      }
      p.sums[part * p.features + feature] = sum;
    }
    __syncthreads();
  }
}

__device__ NormSums joined(const NormParams& p, int64_t feature) {
  NormSums sum{0, 0};
  for (int64_t part = 0; part < p.parts; ++part) {
    sum.first += p.sums[part * p.features + feature].first;
    sum.second += p.sums[part * p.features + feature].second;
  }
  return sum;
}

// What statistics are taken around: the first sample, or 0 where it is no number, so that an infinite sample makes the
// mean infinite and not NaN.
__device__ double shift_of(const NormParams& p, int64_t feature) {
  Position i{};
  unravel(feature, p.feature_rank, p.feature_dims, i.feature);
  const double v = read(p, p.x, i);
  return isfinite(v) ? v : 0;
}

// Mean and biased variance from the sums of girih_norm_statistics.
__device__ void moments(const NormParams& p, int64_t feature, double& mean, double& variance) {
  const NormSums s = joined(p, feature);
  const double m = static_cast<double>(p.samples), off = s.first / m;
  mean = shift_of(p, feature) + off;
  variance = s.second / m - off * off;
  if (variance < 0) variance = 0;
}

// running = (1-factor)*running + factor*value; factor 1 forgets the old value, whatever it is.
__device__ void update(const NormParams& p, void* running, int64_t i, double value) {
  if (!running) return;
  set_parameter(p, running, i, (p.factor == 1 ? 0 : (1 - p.factor) * parameter(p, running, i)) + p.factor * value);
}

// f(position, feature, sample) for every element of this thread, in the order in which x lies in memory: features first
// where neighbours are features.
template <class F>
__device__ void each_element(const NormParams& p, F&& f) {
  for (int64_t e = first_element(); e < p.features * p.samples; e += element_step()) {
    int64_t feature, sample;
    if (p.features_per_block > 1)
      sample = divide(e, p.features, feature);
    else
      feature = divide(e, p.samples, sample);
    Position i;
    unravel(feature, p.feature_rank, p.feature_dims, i.feature);
    unravel(sample, p.sample_rank, p.sample_dims, i.sample);
    f(i, feature, sample);
  }
}

}  // namespace
}  // namespace girih::generic

using namespace girih::generic;

extern "C" __global__ void __launch_bounds__(kNormBlock) girih_norm_statistics(const __grid_constant__ NormParams p) {
  sum_parts(p, [&](const Position&, int64_t feature) {
    return [&p, shift = shift_of(p, feature)](const Position& i, int64_t) {
      const double d = read(p, p.x, i) - shift;
      return NormSums{d, d * d};
    };
  });
}

// The coefficients of the forward pass.
extern "C" __global__ void __launch_bounds__(kNormBlock)
    girih_norm_forward_finish(const __grid_constant__ NormParams p) {
  for (int64_t n = first_element(); n < p.features; n += element_step()) {
    double mean, variance;
    if (p.training) {
      moments(p, n, mean, variance);
      const double m = static_cast<double>(p.samples);
      update(p, p.running_mean, n, mean);
      // m/(m-1) makes the variance unbiased; one sample has none, and the biased 0 is kept.
      update(p, p.running_var, n, variance * (m > 1 ? m / (m - 1) : 1));
    } else {
      mean = parameter(p, p.running_mean, n);
      variance = parameter(p, p.running_var, n);
    }
    const double invstd = 1 / sqrt(variance + p.epsilon);
    if (p.saved_mean) set_parameter(p, p.saved_mean, n, mean);
    if (p.saved_invstd) set_parameter(p, p.saved_invstd, n, invstd);
    p.coefficients[n] = {mean, invstd, parameter(p, p.scale, n) * invstd, parameter(p, p.bias, n)};
  }
}

extern "C" __global__ void __launch_bounds__(kNormBlock) girih_norm_fill_mask(const __grid_constant__ NormParams p) {
  for (int64_t i = first_element(); i < p.mask_words; i += element_step()) p.mask[i] = ~0u;
}

extern "C" __global__ void __launch_bounds__(kNormBlock) girih_norm_forward(const __grid_constant__ NormParams p) {
  each_element(p, [&](const Position& i, int64_t feature, int64_t sample) {
    const NormCoefficients& c = p.coefficients[feature];
    double v = (read(p, p.x, i) - c.mean) * c.a + c.b;
    if (p.z.data) v += read(p, p.z, i);
    if (p.mask && v > 0) {
      // Channels share words; clearing bits in any order gives the same word.
      const MaskBit b = mask_bit(p, sample, feature);
      atomicAnd(p.mask + b.word, ~b.bit);
    }
    if (p.relu) v = v > 0 || v != v ? v : 0;
    write(p, p.y, i, v);
  });
}

// Mean and invstd of the backward pass: as saved, or from the statistics.
extern "C" __global__ void __launch_bounds__(kNormBlock)
    girih_norm_backward_start(const __grid_constant__ NormParams p) {
  for (int64_t n = first_element(); n < p.features; n += element_step()) {
    double mean, variance, invstd;
    if (p.saved_mean) {
      mean = parameter(p, p.saved_mean, n);
      invstd = parameter(p, p.saved_invstd, n);
    } else {
      moments(p, n, mean, variance);
      invstd = 1 / sqrt(variance + p.epsilon);
    }
    p.coefficients[n] = {mean, invstd, 0, 0};
  }
}

extern "C" __global__ void __launch_bounds__(kNormBlock) girih_norm_gradients(const __grid_constant__ NormParams p) {
  sum_parts(p, [&](const Position&, int64_t feature) {
    return [&p, feature, c = p.coefficients[feature]](const Position& i, int64_t sample) {
      const double g = gradient(p, i, feature, sample, c.mean, c.invstd);
      return NormSums{g, g * (read(p, p.x, i) - c.mean) * c.invstd};
    };
  });
}

extern "C" __global__ void __launch_bounds__(kNormBlock)
    girih_norm_backward_finish(const __grid_constant__ NormParams p) {
  for (int64_t n = first_element(); n < p.features; n += element_step()) {
    const NormSums s = joined(p, n);
    blend_parameter(p, p.dbias, n, s.first);
    blend_parameter(p, p.dscale, n, s.second);
    p.coefficients[n].a = s.first;
    p.coefficients[n].b = s.second;
  }
}

extern "C" __global__ void __launch_bounds__(kNormBlock) girih_norm_backward(const __grid_constant__ NormParams p) {
  const double m = static_cast<double>(p.samples);
  each_element(p, [&](const Position& i, int64_t feature, int64_t sample) {
    const NormCoefficients& c = p.coefficients[feature];
    const double g = gradient(p, i, feature, sample, c.mean, c.invstd);
    const double normalized = (read(p, p.x, i) - c.mean) * c.invstd;
    if (p.dz.data) store(p.dz.type, p.dz.data, at(p, p.dz, i), g);  // before dx: dx may be dy's memory
    write(p, p.dx, i, parameter(p, p.scale, feature) * c.invstd * (g - (c.a + normalized * c.b) / m));
  });
}
