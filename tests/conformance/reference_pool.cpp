#include <algorithm>
#include <cmath>

#include "conformance/reference.h"

namespace girih::conformance {
namespace {

int64_t product(const std::vector<int64_t>& dims, size_t first = 0) {
  int64_t all = 1;
  for (size_t i = first; i < dims.size(); ++i) all *= dims[i];
  return all;
}

// The elements of x under one window, in row-major order of the window; taps in the padding are left out.
std::vector<int64_t> window_elements(const PoolShape& shape, int64_t output, int64_t plane,
                                     const std::vector<int64_t>& out) {
  std::vector<int64_t> elements{0};
  size_t rank = shape.window.size();
  std::vector<int64_t> position(rank);
  for (size_t i = rank; i-- > 0;) {
    position[i] = output % out[i + 2];
    output /= out[i + 2];
  }
  for (size_t i = 0; i < rank; ++i) {
    std::vector<int64_t> finer;
    for (int64_t element : elements)
      for (int64_t r = 0; r < shape.window[i]; ++r) {
        int64_t at = position[i] * shape.stride[i] - shape.pad[i] + r;
        if (at >= 0 && at < shape.dims[i + 2]) finer.push_back(element * shape.dims[i + 2] + at);
      }
    elements.swap(finer);
  }
  int64_t size = product(shape.dims, 2);
  for (int64_t& element : elements) element += plane * size;
  return elements;
}

bool is_max(const PoolShape& shape) { return shape.mode == Pool::kMax || shape.mode == Pool::kMaxDeterministic; }

// Index of the first maximum, or the first NaN if NaNs win; -1 if nothing lies above the lowest finite value.
int64_t first_maximum(const PoolShape& shape, const std::vector<double>& x, const std::vector<int64_t>& elements) {
  int64_t best = -1;
  for (int64_t element : elements) {
    if (std::isnan(x[element])) {
      if (shape.propagate_nan) return element;
      continue;
    }
    if (best < 0 ? x[element] >= shape.lowest : x[element] > x[best]) best = element;
  }
  return best;
}

}  // namespace

std::vector<int64_t> PoolShape::out_dims() const {
  std::vector<int64_t> out{dims[0], dims[1]};
  for (size_t i = 0; i < window.size(); ++i) out.push_back(1 + (dims[i + 2] + 2 * pad[i] - window[i]) / stride[i]);
  return out;
}

Sums pool_forward(const PoolShape& shape, const std::vector<double>& x) {
  std::vector<int64_t> out = shape.out_dims();
  int64_t size = product(out, 2);
  Sums y(product(out));
  y.terms = static_cast<double>(product(shape.window));
  for (int64_t i = 0; i < static_cast<int64_t>(y.value.size()); ++i) {
    std::vector<int64_t> elements = window_elements(shape, i % size, i / size, out);
    if (is_max(shape)) {
      int64_t best = first_maximum(shape, x, elements);
      y.value[i] = best < 0 ? shape.lowest : x[best];
      y.magnitude[i] = std::fabs(y.value[i]);
      continue;
    }
    for (int64_t element : elements) {
      y.value[i] += x[element];
      y.magnitude[i] += std::fabs(x[element]);
    }
    double divisor = shape.mode == Pool::kAverageInclude ? y.terms : static_cast<double>(elements.size());
    y.value[i] /= divisor;
    y.magnitude[i] /= divisor;
  }
  return y;
}

Sums pool_backward(const PoolShape& shape, const std::vector<double>& x, const std::vector<double>& dy) {
  std::vector<int64_t> out = shape.out_dims();
  int64_t size = product(out, 2);
  Sums dx(x.size());
  double window = static_cast<double>(product(shape.window));
  dx.terms = window;
  for (int64_t i = 0; i < static_cast<int64_t>(dy.size()); ++i) {
    std::vector<int64_t> elements = window_elements(shape, i % size, i / size, out);
    if (is_max(shape)) {
      int64_t best = first_maximum(shape, x, elements);
      if (best < 0 && shape.mode == Pool::kMax && !elements.empty()) {
        // all -inf: MAX gives the gradient to the first element; NaNs that do not win get nothing
        for (int64_t element : elements)
          if (!std::isnan(x[element])) {
            best = element;
            break;
          }
      }
      if (best >= 0) {
        dx.value[best] += dy[i];
        dx.magnitude[best] += std::fabs(dy[i]);
      }
      continue;
    }
    double divisor = shape.mode == Pool::kAverageInclude ? window : static_cast<double>(elements.size());
    for (int64_t element : elements) {
      dx.value[element] += dy[i] / divisor;
      dx.magnitude[element] += std::fabs(dy[i] / divisor);
    }
  }
  return dx;
}

}  // namespace girih::conformance
