#include <cmath>

#include "conformance/reference.h"

namespace girih::conformance {
namespace {

double constant(double terms) { return std::min(terms, 4 * std::sqrt(terms)) + 4; }

}  // namespace

int64_t BatchNorm::features() const {
  int64_t count = dims[1];
  if (per_activation)
    for (size_t i = 2; i < dims.size(); ++i) count *= dims[i];
  return count;
}

int64_t BatchNorm::samples() const {
  int64_t all = 1;
  for (int64_t dim : dims) all *= dim;
  return all / features();
}

int64_t BatchNorm::feature(int64_t i) const {
  int64_t inner = 1;
  for (size_t d = 2; d < dims.size(); ++d) inner *= dims[d];
  return per_activation ? i % (dims[1] * inner) : i / inner % dims[1];
}

std::vector<int64_t> BatchNorm::param_dims() const {
  std::vector<int64_t> param(dims.size(), 1);
  param[1] = dims[1];
  if (per_activation)
    for (size_t d = 2; d < dims.size(); ++d) param[d] = dims[d];
  return param;
}

BatchStats batch_stats(const BatchNorm& bn, const std::vector<double>& x) {
  size_t features = bn.features();
  double m = static_cast<double>(bn.samples()), c = constant(m) * bn.unit;
  BatchStats stats;
  std::vector<double> absolute(features), square(features);
  stats.mean.resize(features);
  stats.variance.resize(features);
  for (size_t i = 0; i < x.size(); ++i) {
    int64_t f = bn.feature(i);
    stats.mean[f] += x[i] / m;
    absolute[f] += std::fabs(x[i]) / m;
    square[f] += x[i] * x[i] / m;
  }
  for (size_t i = 0; i < x.size(); ++i) {
    double centred = x[i] - stats.mean[bn.feature(i)];
    stats.variance[bn.feature(i)] += centred * centred / m;
  }
  for (size_t f = 0; f < features; ++f) {
    stats.inv_std.push_back(1 / std::sqrt(stats.variance[f] + bn.epsilon));
    stats.mean_error.push_back(c * absolute[f]);
    // allows the one-pass formula E[x^2] - mean^2
    stats.variance_error.push_back(c * (square[f] + stats.mean[f] * stats.mean[f]));
    stats.inv_std_error.push_back(stats.inv_std[f] *
                                  (0.5 * stats.variance_error[f] / (stats.variance[f] + bn.epsilon) + 4 * bn.unit));
  }
  return stats;
}

Sums bn_normalize(const BatchNorm& bn, const BatchStats& stats, const std::vector<double>& x,
                  const std::vector<double>& scale, const std::vector<double>& bias) {
  Sums y(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    int64_t f = bn.feature(i);
    double centred = x[i] - stats.mean[f], normal = centred * stats.inv_std[f];
    y.value[i] = scale[f] * normal + bias[f];
    // 4 roundings for either order of evaluation: ((x-mean)*inv)*scale+bias or x*a+b
    y.magnitude[i] =
        std::fabs(scale[f]) * (stats.inv_std[f] * stats.mean_error[f] + std::fabs(centred) * stats.inv_std_error[f]) +
        4 * bn.unit *
            (std::fabs(scale[f]) * stats.inv_std[f] * (std::fabs(x[i]) + std::fabs(stats.mean[f])) +
             std::fabs(bias[f]));
  }
  return y;
}

BatchGradients bn_backward(const BatchNorm& bn, const BatchStats& stats, const std::vector<double>& x,
                           const std::vector<double>& dy, const std::vector<double>& scale) {
  size_t features = bn.features();
  double m = static_cast<double>(bn.samples()), c = constant(m) * bn.unit;
  BatchGradients g{Sums(x.size()), Sums(features), Sums(features)};
  std::vector<double> normal(x.size()), normal_error(x.size()), absolute(features), absolute_product(features);
  for (size_t i = 0; i < x.size(); ++i) {
    int64_t f = bn.feature(i);
    double centred = x[i] - stats.mean[f];
    normal[i] = centred * stats.inv_std[f];
    normal_error[i] =
        stats.inv_std[f] * (stats.mean_error[f] + 4 * bn.unit * (std::fabs(x[i]) + std::fabs(stats.mean[f]))) +
        std::fabs(centred) * stats.inv_std_error[f];
    g.dbias.value[f] += dy[i];
    g.dscale.value[f] += dy[i] * normal[i];
    absolute[f] += std::fabs(dy[i]);
    absolute_product[f] += std::fabs(dy[i] * normal[i]);
    g.dscale.magnitude[f] += std::fabs(dy[i]) * normal_error[i];
  }
  for (size_t f = 0; f < features; ++f) {
    g.dbias.magnitude[f] = c * absolute[f];
    g.dscale.magnitude[f] += c * absolute_product[f];
  }
  for (size_t i = 0; i < x.size(); ++i) {
    int64_t f = bn.feature(i);
    double factor = std::fabs(scale[f]) * stats.inv_std[f];
    double inside = dy[i] - (g.dbias.value[f] + normal[i] * g.dscale.value[f]) / m;
    g.dx.value[i] = scale[f] * stats.inv_std[f] * inside;
    double inside_error =
        (g.dbias.magnitude[f] + std::fabs(normal[i]) * g.dscale.magnitude[f] +
         normal_error[i] * std::fabs(g.dscale.value[f])) /
            m +
        8 * bn.unit * (std::fabs(dy[i]) + (absolute[f] + std::fabs(normal[i]) * absolute_product[f]) / m);
    g.dx.magnitude[i] = factor * inside_error + std::fabs(scale[f] * inside) * stats.inv_std_error[f];
  }
  return g;
}

}  // namespace girih::conformance
