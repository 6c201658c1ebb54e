#include <cmath>
#include <limits>

#include "conformance/reference.h"

namespace girih::conformance {
namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// The rows a softmax runs over: element j of row r is base(r) + j*step.
struct Rows {
  int64_t count, length, inner;
  Rows(bool per_channel, const std::vector<int64_t>& dims) {
    int64_t rest = 1;
    for (size_t i = 2; i < dims.size(); ++i) rest *= dims[i];
    inner = per_channel ? rest : 1;
    length = per_channel ? dims[1] : dims[1] * rest;
    count = dims[0] * inner;
  }
  int64_t at(int64_t row, int64_t j) const { return (row / inner * length + j) * inner + row % inner; }
};

}  // namespace

double activate(const ActivationShape& shape, double x) {
  switch (shape.mode) {
    case Activation::kSigmoid:
      return sigmoid(x);
    case Activation::kRelu:
    case Activation::kClipped:
      if (std::isnan(x)) return shape.propagate_nan ? x : 0;
      if (shape.mode == Activation::kRelu) return x > 0 ? x : 0;
      return std::fmin(x > 0 ? x : 0, shape.coef);
    case Activation::kTanh:
      return std::tanh(x);
    case Activation::kElu:
      return x >= 0 || std::isnan(x) ? x : shape.coef * std::expm1(x);
    case Activation::kIdentity:
      return x;
    case Activation::kSwish:
      return x * sigmoid(shape.swish_beta * x);
  }
  return x;
}

// Sigmoid, tanh and ELU derive from y, the others from x: what the library reads is part of the interface.
double activate_gradient(const ActivationShape& shape, double x, double y, double dy) {
  switch (shape.mode) {
    case Activation::kSigmoid:
      return dy * y * (1 - y);
    case Activation::kRelu:
      return x > 0 ? dy : 0;
    case Activation::kTanh:
      return dy * (1 - y * y);
    case Activation::kClipped:
      return x > 0 && x <= shape.coef ? dy : 0;
    case Activation::kElu:
      return y >= 0 ? dy : dy * (y + shape.coef);
    case Activation::kIdentity:
      return dy;
    case Activation::kSwish: {
      double s = sigmoid(shape.swish_beta * x);
      return dy * (s + shape.swish_beta * x * s * (1 - s));
    }
  }
  return dy;
}

double activation_magnitude(const ActivationShape& shape, double x) {
  double size = 1 + std::fabs(x) * (shape.mode == Activation::kSwish ? std::fabs(shape.swish_beta) : 1.0);
  switch (shape.mode) {
    case Activation::kRelu:
    case Activation::kClipped:
    case Activation::kIdentity:
      return std::fabs(x);
    // exp(x) has a relative error of |x| roundings when its argument is scaled first; 1 - exp(x) loses digits.
    case Activation::kElu:
      return (std::fabs(x) + std::fabs(shape.coef)) * size;
    case Activation::kTanh:
    case Activation::kSigmoid:
      return size;
    case Activation::kSwish:
      return std::fabs(x) * size;
  }
  return size;
}

Sums softmax_forward(Softmax algorithm, bool per_channel, const std::vector<int64_t>& dims,
                     const std::vector<double>& x) {
  Rows rows(per_channel, dims);
  Sums y(x.size());
  y.terms = static_cast<double>(rows.length);
  for (int64_t r = 0; r < rows.count; ++r) {
    double largest = -INFINITY, sum = 0;
    for (int64_t j = 0; j < rows.length; ++j) largest = std::fmax(largest, x[rows.at(r, j)]);
    for (int64_t j = 0; j < rows.length; ++j) sum += std::exp(x[rows.at(r, j)] - largest);
    for (int64_t j = 0; j < rows.length; ++j) {
      int64_t i = rows.at(r, j);
      double shifted = x[i] - largest;
      if (algorithm == Softmax::kLog) {
        y.value[i] = shifted - std::log(sum);
        y.magnitude[i] = std::fabs(x[i]) + std::fabs(largest) + std::fabs(std::log(sum)) + 1;
      } else {
        y.value[i] = std::exp(shifted) / sum;
        // FAST does not subtract the maximum: its arguments are x and largest themselves.
        double argument = algorithm == Softmax::kFast ? std::fabs(x[i]) + std::fabs(largest) : std::fabs(shifted);
        y.magnitude[i] = y.value[i] * (1 + argument);
      }
    }
  }
  return y;
}

Sums softmax_backward(Softmax algorithm, bool per_channel, const std::vector<int64_t>& dims,
                      const std::vector<double>& y, const std::vector<double>& dy) {
  Rows rows(per_channel, dims);
  Sums dx(y.size());
  dx.terms = static_cast<double>(rows.length);
  for (int64_t r = 0; r < rows.count; ++r) {
    double sum = 0, magnitude = 0;
    for (int64_t j = 0; j < rows.length; ++j) {
      int64_t i = rows.at(r, j);
      double term = algorithm == Softmax::kLog ? dy[i] : y[i] * dy[i];
      sum += term;
      magnitude += std::fabs(term);
    }
    for (int64_t j = 0; j < rows.length; ++j) {
      int64_t i = rows.at(r, j);
      if (algorithm == Softmax::kLog) {
        dx.value[i] = dy[i] - std::exp(y[i]) * sum;
        dx.magnitude[i] = std::fabs(dy[i]) + std::exp(y[i]) * (magnitude + std::fabs(y[i] * sum));
      } else {
        dx.value[i] = y[i] * (dy[i] - sum);
        dx.magnitude[i] = std::fabs(y[i]) * (std::fabs(dy[i]) + magnitude);
      }
    }
  }
  return dx;
}

}  // namespace girih::conformance
