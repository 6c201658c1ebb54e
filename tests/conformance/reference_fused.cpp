#include "conformance/reference_fused.h"

#include <cmath>

namespace girih::conformance {
namespace {

// Sums of m terms: the constant of Higham and Mary, as in error_constant().
double constant(double terms) { return std::min(terms, 4 * std::sqrt(terms)) + 4; }

int64_t product(const std::vector<int64_t>& dims, size_t from) {
  int64_t all = 1;
  for (size_t i = from; i < dims.size(); ++i) all *= dims[i];
  return all;
}

}  // namespace

std::vector<int64_t> parameter_index(const std::vector<int64_t>& dims, bool per_activation) {
  const int64_t inner = product(dims, 2), all = product(dims, 0);
  std::vector<int64_t> index(static_cast<size_t>(all));
  for (int64_t i = 0; i < all; ++i) index[i] = per_activation ? i % (dims[1] * inner) : i / inner % dims[1];
  return index;
}

Estimated scale_bias(const std::vector<double>& x, const std::vector<int64_t>& index, const std::vector<double>& scale,
                     const std::vector<double>& bias, double unit) {
  Estimated y{x, std::vector<double>(x.size())};
  for (size_t i = 0; i < x.size(); ++i) {
    if (!scale.empty()) {
      y.value[i] *= scale[index[i]];
      y.error[i] += 2 * unit * std::fabs(y.value[i]);
    }
    if (bias.empty()) continue;
    y.value[i] += bias[index[i]];
    y.error[i] += 2 * unit * (std::fabs(y.value[i]) + std::fabs(bias[index[i]]));
  }
  return y;
}

Estimated sum_of(const Estimated& a, const Estimated& b, double unit) {
  Estimated y = a;
  for (size_t i = 0; i < y.value.size(); ++i) {
    y.value[i] += b.value[i];
    y.error[i] += b.error[i] + 2 * unit * std::fabs(y.value[i]);
  }
  return y;
}

Estimated activated(const ActivationShape& shape, const Estimated& x, double unit) {
  Estimated y = x;
  const bool linear = shape.mode == Activation::kRelu || shape.mode == Activation::kIdentity;
  for (size_t i = 0; i < y.value.size(); ++i) {
    y.value[i] = activate(shape, x.value[i]);
    // exp, a sum and a division: 16 roundings, as for the activations alone
    if (!linear) y.error[i] += 16 * unit * activation_magnitude(shape, x.value[i]);
  }
  return y;
}

Estimated stored(Estimated x, double type_unit, double type_underflow) {
  for (size_t i = 0; i < x.value.size(); ++i)
    x.error[i] += type_unit * (std::fabs(x.value[i]) + x.error[i]) + type_underflow;
  return x;
}

ChannelSums channel_sums(const std::vector<int64_t>& dims, const Estimated& x, double unit) {
  const size_t channels = static_cast<size_t>(dims[1]);
  const double c = constant(static_cast<double>(x.value.size()) / static_cast<double>(channels)) * unit;
  const Estimated zero{std::vector<double>(channels), std::vector<double>(channels)};
  ChannelSums s{zero, zero};
  const std::vector<int64_t> index = parameter_index(dims, false);
  for (size_t i = 0; i < x.value.size(); ++i) {
    const double v = x.value[i], e = x.error[i];
    const size_t k = static_cast<size_t>(index[i]);
    s.sum.value[k] += v;
    s.sum.error[k] += e + c * std::fabs(v);
    s.square.value[k] += v * v;
    s.square.error[k] += (2 * std::fabs(v) + e) * e + c * v * v;
  }
  return s;
}

Finalized finalize_training(const FinalizeInput& in) {
  Finalized f;
  const double u = in.unit, unbiased = in.count / (in.count - 1);
  auto push = [](Estimated& to, double value, double error) {
    to.value.push_back(value);
    to.error.push_back(error);
  };
  for (size_t i = 0; i < in.sum.size(); ++i) {
    const double mean = in.sum[i] / in.count, square = in.square[i] / in.count, variance = square - mean * mean;
    const double mean_error = 2 * u * std::fabs(mean), variance_error = 6 * u * (square + mean * mean);
    const double inv = 1 / std::sqrt(variance + in.epsilon);
    const double inv_error = inv * (0.5 * variance_error / (variance + in.epsilon) + 4 * u);
    const double scale = in.scale[i] * inv, scale_error = std::fabs(in.scale[i]) * inv_error + 2 * u * std::fabs(scale);
    push(f.mean, mean, mean_error);
    push(f.inv_std, inv, inv_error);
    push(f.eq_scale, scale, scale_error);
    push(f.eq_bias, in.bias[i] - mean * scale,
         std::fabs(mean) * scale_error + mean_error * std::fabs(scale) +
             4 * u * (std::fabs(in.bias[i]) + std::fabs(mean * scale)));
    if (in.running_mean.empty()) continue;
    const double old_mean = (1 - in.factor) * in.running_mean[i], old_var = (1 - in.factor) * in.running_var[i];
    const double new_mean = in.factor * mean, new_var = in.factor * unbiased * variance;
    push(f.running_mean, old_mean + new_mean,
         in.factor * mean_error + 4 * u * (std::fabs(old_mean) + std::fabs(new_mean)));
    push(f.running_var, old_var + new_var,
         in.factor * unbiased * variance_error + 4 * u * (std::fabs(old_var) + std::fabs(new_var)));
  }
  return f;
}

Finalized finalize_inference(const FinalizeInput& in) {
  Finalized f;
  const double u = in.unit;
  for (size_t i = 0; i < in.scale.size(); ++i) {
    const double inv = 1 / std::sqrt(in.running_var[i] + in.epsilon), scale = in.scale[i] * inv;
    f.eq_scale.value.push_back(scale);
    f.eq_scale.error.push_back(8 * u * std::fabs(scale));
    f.eq_bias.value.push_back(in.bias[i] - in.running_mean[i] * scale);
    f.eq_bias.error.push_back(12 * u * (std::fabs(in.bias[i]) + std::fabs(in.running_mean[i] * scale)));
  }
  return f;
}

MaskShape::MaskShape(const std::vector<int64_t>& dims) : rows(dims[0] * product(dims, 2)), channels(dims[1]) {}

std::vector<int64_t> MaskShape::word_dims() const { return {(rows + 31) / 32 * 32, (channels + 63) / 64 * 2, 1, 1}; }

std::pair<int64_t, int> MaskShape::place(const std::vector<int64_t>& dims, int64_t i) const {
  const int64_t inner = product(dims, 2), n = i / (dims[1] * inner), c = i / inner % dims[1];
  const int64_t row = n * inner + i % inner;
  const int64_t words_of_64_channels = (rows + 31) / 32 * 32 * 2;
  return {c / 64 * words_of_64_channels + row / 2 * 4 + c % 4, static_cast<int>(row % 2 * 16 + c % 64 / 4)};
}

}  // namespace girih::conformance
