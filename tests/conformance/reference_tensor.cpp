#include <cmath>
#include <cstring>
#include <limits>

#include "conformance/reference.h"

namespace girih::conformance {

double tensor_op(TensorOp op, bool propagate_nan, double a, double b) {
  switch (op) {
    case TensorOp::kAdd:
      return a + b;
    case TensorOp::kMul:
      return a * b;
    case TensorOp::kMin:
    case TensorOp::kMax:
      if (std::isnan(a) || std::isnan(b)) {
        if (propagate_nan) return std::numeric_limits<double>::quiet_NaN();
        return std::isnan(a) ? b : a;
      }
      return op == TensorOp::kMin ? std::fmin(a, b) : std::fmax(a, b);
    case TensorOp::kSqrt:
      return std::sqrt(a);
    case TensorOp::kNot:
      return 1 - a;
  }
  return 0;
}

std::vector<int64_t> broadcast_index(const std::vector<int64_t>& over, const std::vector<int64_t>& of) {
  std::vector<int64_t> index{0};
  for (size_t d = 0; d < over.size(); ++d) {
    std::vector<int64_t> finer;
    finer.reserve(index.size() * over[d]);
    for (int64_t base : index)
      for (int64_t j = 0; j < over[d]; ++j) finer.push_back(base * of[d] + (of[d] == 1 ? 0 : j));
    index.swap(finer);
  }
  return index;
}

Reduced reduce(Reduce op, bool propagate_nan, const std::vector<int64_t>& a_dims, const std::vector<int64_t>& c_dims,
               const std::vector<double>& a) {
  std::vector<int64_t> target = broadcast_index(a_dims, c_dims);
  // position among the reduced dims: row-major over the dims that shrink
  std::vector<int64_t> reduced_dims;
  for (size_t d = 0; d < a_dims.size(); ++d) reduced_dims.push_back(c_dims[d] == 1 ? a_dims[d] : 1);
  std::vector<int64_t> position = broadcast_index(a_dims, reduced_dims);

  size_t count = 1;
  for (int64_t dim : c_dims) count *= dim;
  Reduced result{Sums(count), std::vector<int64_t>(count, -1)};
  std::vector<int64_t> seen(count);
  bool extreme = op == Reduce::kMin || op == Reduce::kMax || op == Reduce::kAmax;
  bool product = op == Reduce::kMul || op == Reduce::kMulNoZeros;
  if (product) result.sums.value.assign(count, 1);
  for (size_t i = 0; i < a.size(); ++i) {
    int64_t t = target[i];
    double& value = result.sums.value[t];
    ++seen[t];
    double term = op == Reduce::kNorm1 || op == Reduce::kAmax ? std::fabs(a[i]) : a[i];
    if (extreme) {
      bool first = result.index[t] < 0;
      bool nan = std::isnan(term), have_nan = !first && std::isnan(value);
      if (nan && !propagate_nan) continue;
      bool better = op == Reduce::kMin ? term < value : term > value;
      if (first || (nan && !have_nan) || (!have_nan && better)) {
        value = term;
        result.index[t] = position[i];
      }
      continue;
    }
    if (product) {
      if (op == Reduce::kMul || term != 0) value *= term;
      continue;
    }
    value += op == Reduce::kNorm2 ? term * term : term;
    result.sums.magnitude[t] += op == Reduce::kNorm2 ? term * term : std::fabs(term);
  }
  for (size_t t = 0; t < count; ++t) {
    double& value = result.sums.value[t];
    result.sums.terms = static_cast<double>(seen[t]);
    if (op == Reduce::kAvg) {
      value /= static_cast<double>(seen[t]);
      result.sums.magnitude[t] /= static_cast<double>(seen[t]);
    }
    if (op == Reduce::kNorm2) result.sums.magnitude[t] = value = std::sqrt(value);
    if (product || extreme) result.sums.magnitude[t] = std::fabs(value);
  }
  return result;
}

uint32_t xorwow(uint8_t* state) {
  uint32_t s[6];  // counter d, then v[0..4]
  std::memcpy(s, state, sizeof s);
  uint32_t t = s[1] ^ (s[1] >> 2);
  for (int i = 1; i < 5; ++i) s[i] = s[i + 1];
  s[5] = (s[5] ^ (s[5] << 4)) ^ (t ^ (t << 1));
  s[0] += 362437;
  std::memcpy(state, s, sizeof s);
  return s[5] + s[0];
}

std::vector<bool> dropout_mask(std::vector<uint8_t>& states, size_t count, float probability) {
  constexpr size_t kState = 48;
  size_t generators = states.size() / kState;
  std::vector<bool> kept(count);
  for (size_t e = 0; e < count; ++e) {
    float u = static_cast<float>(xorwow(&states[e % generators * kState])) * 0x1p-32f + 0x1p-33f;
    kept[e] = u > probability;
  }
  return kept;
}

}  // namespace girih::conformance
