#include <cmath>

#include "conformance/reference_tape.h"

namespace girih::conformance {
namespace {

std::vector<int64_t> coordinates(const std::vector<int64_t>& dims, int64_t index) {
  std::vector<int64_t> at(dims.size());
  for (size_t i = dims.size(); i-- > 0; index /= dims[i]) at[i] = index % dims[i];
  return at;
}

int64_t number_of(const std::vector<int64_t>& dims, const std::vector<int64_t>& at) {
  int64_t index = 0;
  for (size_t i = 0; i < dims.size(); ++i) index = index * dims[i] + at[i];
  return index;
}

}  // namespace

std::vector<int64_t> lrn_window(const LrnShape& shape, int64_t element) {
  const int64_t behind = (shape.window - 1) / 2;
  std::vector<int64_t> center = coordinates(shape.dims, element);
  std::vector<std::vector<int64_t>> found{center};
  for (size_t dim = 1; dim < shape.dims.size(); ++dim) {
    if (shape.divisive ? dim == 1 : dim > 1) continue;
    std::vector<std::vector<int64_t>> wider;
    for (const auto& at : found)
      for (int64_t i = center[dim] - behind; i < center[dim] - behind + shape.window; ++i)
        if (i >= 0 && i < shape.dims[dim]) {
          wider.push_back(at);
          wider.back()[dim] = i;
        }
    found = wider;
  }
  std::vector<int64_t> elements;
  for (const auto& at : found) elements.push_back(number_of(shape.dims, at));
  return elements;
}

std::vector<Var> lrn_forward(Tape& tape, const LrnShape& shape, const std::vector<Var>& x,
                             const std::vector<Var>& means) {
  const double area =
      shape.divisive ? std::pow(shape.window, static_cast<double>(shape.dims.size() - 2)) : double(shape.window);
  Var k = tape.input(shape.k);
  std::vector<Var> y;
  for (size_t i = 0; i < x.size(); ++i) {
    std::vector<std::pair<Var, Var>> squares;
    for (int64_t j : lrn_window(shape, static_cast<int64_t>(i))) {
      Var deviation = means.empty() ? x[j] : tape.subtract(x[j], means[i]);
      squares.emplace_back(deviation, deviation);
    }
    Var s = tape.add(k, tape.scale(tape.dot(squares), shape.alpha / area));
    y.push_back(tape.multiply(x[i], tape.power(s, -shape.beta)));
  }
  return y;
}

}  // namespace girih::conformance
