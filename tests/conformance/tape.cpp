#include "conformance/tape.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace girih::conformance {

Var Tape::push(double value, double error) {
  nodes_.push_back({value, error, static_cast<int64_t>(edges_.size())});
  return {static_cast<int32_t>(nodes_.size() - 1)};
}

Var Tape::input(double value, double error) { return push(value, error); }

std::vector<Var> Tape::inputs(const std::vector<double>& values) {
  std::vector<Var> vars;
  for (double value : values) vars.push_back(input(value));
  return vars;
}

Var Tape::sum(const std::vector<Var>& terms) { return dot({}, terms); }

Var Tape::combine(const std::vector<std::pair<Var, double>>& terms) {
  double total = 0, error = 0, magnitude = 0;
  for (auto [term, factor] : terms) {
    total += factor * value(term);
    error += std::fabs(factor) * this->error(term);
    magnitude += std::fabs(factor * value(term));
  }
  largest_ = std::max(largest_, magnitude);
  Var result = push(total, error + error_constant(static_cast<double>(terms.size())) * unit_ * magnitude);
  for (auto [term, factor] : terms) edge(term, factor, 0);
  return result;
}

Var Tape::dot(const std::vector<std::pair<Var, Var>>& products, const std::vector<Var>& terms) {
  double total = 0, error = 0, magnitude = 0;
  for (auto [a, b] : products) {
    double va = value(a), vb = value(b), ea = this->error(a), eb = this->error(b);
    total += va * vb;
    error += std::fabs(va) * eb + std::fabs(vb) * ea + ea * eb;
    magnitude += std::fabs(va * vb);
  }
  for (Var term : terms) {
    total += value(term);
    error += this->error(term);
    magnitude += std::fabs(value(term));
  }
  largest_ = std::max(largest_, magnitude);
  double count = static_cast<double>(products.size() + terms.size());
  Var result = push(total, error + error_constant(count) * unit_ * magnitude);
  for (auto [a, b] : products) {
    edge(a, value(b), this->error(b));
    edge(b, value(a), this->error(a));
  }
  for (Var term : terms) edge(term, 1, 0);
  return result;
}

Var Tape::function(Var a, double value, double own_error, double partial, double partial_error) {
  Var result = push(value, std::fabs(partial) * error(a) + own_error);
  edge(a, partial, partial_error);
  return result;
}

Var Tape::scale(Var a, double factor) {
  double scaled = factor * value(a);
  return function(a, scaled, 4 * unit_ * std::fabs(scaled), factor, 4 * unit_ * std::fabs(factor));
}

Var Tape::sigmoid(Var a) {
  double x = value(a), e = error(a);
  if (std::fabs(x) - e > far_) return function(a, x > 0 ? 1 : 0, x > 0 ? 0 : tiny_, 0, tiny_);
  double s = x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
  if (unit_ == 0 && x == 0 && unseen(e)) return function(a, s, 0, 0.25, 0);
  // The exponential's argument is rounded: |x| more units. A second-order term for the curvature, at most 0.1.
  // However wrong the argument, the result is in (0, 1) and the slope below 1/4.
  double slope = s * (1 - s), own = std::min(1.0, (4 + std::fabs(x)) * precision() * s + 0.05 * e * e + tiny_);
  double all = std::min(1.0, slope * e + own);
  return function(a, s, all - slope * e, slope,
                  std::min(0.25, std::fabs(1 - 2 * s) * all + all * all + 4 * precision() * slope));
}

Var Tape::tanh(Var a) {
  double x = value(a), e = error(a);
  if (std::fabs(x) - e > 40) return function(a, x > 0 ? 1 : -1, 0, 0, 0);
  double t = std::tanh(x), slope = 1 - t * t;
  if (unit_ == 0 && x == 0 && unseen(e)) return function(a, 0, 0, 1, 0);
  // An absolute rounding: 2 sigmoid(2x) - 1 is a fair way to compute it.
  double own = precision() * (4 * std::fabs(t) + 1) + 0.4 * e * e, all = std::min(2.0, slope * e + own);
  return function(a, t, all - slope * e, slope,
                  std::min(1.0, 2 * std::fabs(t) * all + all * all + 4 * precision() * slope));
}

Var Tape::relu(Var a) {
  double x = value(a);
  bool doubtful = x != 0 && std::fabs(x) <= error(a);  // may fall on either side
  return function(a, std::max(x, 0.0), doubtful && x < 0 ? error(a) : 0, x > 0, doubtful);
}

Var Tape::clip(Var a, double low, double high) {
  double x = value(a), e = error(a);
  bool inside = x >= low && x <= high;
  bool doubtful = e > 0 && (std::fabs(x - low) <= e || std::fabs(x - high) <= e);
  return function(a, std::clamp(x, low, high), doubtful && !inside ? e : 0, inside, doubtful);
}

Var Tape::power(Var a, double exponent) {
  double x = value(a), e = error(a);
  if (!(x > 0)) throw std::logic_error("a power of a number that is not positive");
  if (unit_ == 0 && x == 1 && e == 0) return function(a, 1, 0, exponent, 0);
  double p = std::pow(x, exponent), slope = exponent * p / x, bend = std::fabs(exponent * (exponent - 1) * p / (x * x));
  // exp(exponent * log(x)): the error of the logarithm grows by the exponent
  double relative = (4 + 2 * std::fabs(exponent) * (1 + std::fabs(std::log(x)))) * precision();
  return function(a, p, relative * std::fabs(p) + 0.5 * bend * e * e, slope, bend * e + relative * std::fabs(slope));
}

Var Tape::exp(Var a) {
  double x = value(a), e = error(a), v = std::exp(x);
  if (unit_ == 0 && x == 0 && e == 0) return function(a, 1, 0, 1, 0);
  // The argument is rounded: |x| more units. What is below the smallest normal number may become 0.
  const double tiny = far_ > 200 ? 0x1p-1022 : 0x1p-126;
  double own = (4 + std::fabs(x)) * precision() * v + 0.5 * v * e * e + tiny;
  return function(a, v, own, v, v * e + own);
}

Var Tape::reciprocal(Var a) {
  double x = value(a), e = error(a), r = 1 / x;
  int exponent;
  if (unit_ == 0 && e == 0 && std::fabs(std::frexp(x, &exponent)) == 0.5) return function(a, r, 0, -r * r, 0);
  double bend = std::fabs(r * r * r);
  return function(a, r, 2 * precision() * std::fabs(r) + bend * e * e, -r * r, 2 * bend * e + 6 * precision() * r * r);
}

Var Tape::stored(Var a, double unit) {
  if (!a.given()) return a;
  return function(a, value(a), unit * std::fabs(value(a)), 1, 0);
}

void Tape::backward(const std::vector<std::pair<Var, double>>& seeds) {
  gradients_.assign(nodes_.size(), {});
  auto give = [&](int32_t to, double amount, double error) {
    Gradient& g = gradients_[to];
    g.value += amount;
    g.error += error;
    g.magnitude += std::fabs(amount);
    ++g.terms;
  };
  for (auto [var, seed] : seeds)
    if (var.given()) give(var.index, seed, 0);
  for (size_t i = nodes_.size(); i-- > 0;) {
    Gradient& g = gradients_[i];
    if (g.terms == 0) continue;
    largest_ = std::max(largest_, g.magnitude);
    g.error += error_constant(static_cast<double>(g.terms)) * unit_ * g.magnitude;
    int64_t end = i + 1 < nodes_.size() ? nodes_[i + 1].edges : static_cast<int64_t>(edges_.size());
    for (int64_t at = nodes_[i].edges; at < end; ++at) {
      const Edge& e = edges_[at];
      give(e.argument, e.partial * g.value, std::fabs(e.partial) * g.error + e.error * (std::fabs(g.value) + g.error));
    }
  }
}

Expected tracked(const Tracked& result, const Tensor& output, double alpha, double beta) {
  DType type = output.shape.type;
  Expected expected{result.value, result.error};
  for (size_t i = 0; i < result.value.size(); ++i) {
    double old = beta == 0 ? 0 : beta * output.values[i], value = alpha * result.value[i] + old;
    if (result.error[i] <= 0x1p-64 * std::fabs(result.value[i])) {
      expected.value[i] = rounded(type, value);
      continue;
    }
    expected.value[i] = value;
    expected.bound[i] = std::fabs(alpha) * result.error[i] +
                        4 * accumulation_unit(type) * (std::fabs(alpha * result.value[i]) + std::fabs(old)) +
                        unit_roundoff(type) * std::fabs(value) + underflow(type);
  }
  return expected;
}

std::vector<std::pair<Var, double>> seeds_of(const std::vector<Var>& vars, const std::vector<double>& seeds) {
  std::vector<std::pair<Var, double>> all;
  for (size_t i = 0; i < vars.size(); ++i) all.emplace_back(vars[i], seeds[i]);
  return all;
}

Tracked values_of(const Tape& tape, const std::vector<Var>& vars) {
  Tracked result;
  for (Var var : vars) {
    result.value.push_back(tape.value(var));
    result.error.push_back(tape.error(var));
  }
  return result;
}

Tracked gradients_of(const Tape& tape, const std::vector<Var>& vars) {
  Tracked result;
  for (Var var : vars) {
    result.value.push_back(tape.gradient(var));
    result.error.push_back(tape.gradient_error(var));
  }
  return result;
}

}  // namespace girih::conformance
