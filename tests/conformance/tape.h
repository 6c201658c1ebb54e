// References by automatic differentiation. A reference writes down its forward formula once, on a tape of scalars; the
// tape walks back for the gradients. Beside every value and every gradient stands a bound of the error that an
// implementation with unit roundoff `unit` makes: rounding of each operation, carried on by the partial derivatives
// (running error analysis, Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.3).
//
// With unit 0 the bounds are 0 wherever the arithmetic is exact, as on small integers; functions that are exact at a
// few arguments only (sigmoid at 0 and, but for the smallest numbers of the type, far out) still report their error
// elsewhere.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "conformance/session.h"

namespace girih::conformance {

struct Var {
  int32_t index = -1;
  bool given() const { return index >= 0; }
};

class Tape {
 public:
  // `type` is what results are computed in: f64, or f32 for all other element types.
  Tape(DType type, double unit)
      : unit_(unit),
        coarse_(accumulation_unit(type)),
        far_(type == DType::kF64 ? 800 : 150),
        tiny_(type == DType::kF64 ? 0x1p-1000 : 0x1p-120) {}

  Var input(double value, double error = 0);
  std::vector<Var> inputs(const std::vector<double>& values);
  Var sum(const std::vector<Var>& terms);
  Var add(Var a, Var b) { return sum({a, b}); }
  Var subtract(Var a, Var b) { return combine({{a, 1}, {b, -1}}); }
  // sum of factor * term, the factors being exact
  Var combine(const std::vector<std::pair<Var, double>>& terms);
  // sum of a*b plus the sum of `terms`, in any order of evaluation
  Var dot(const std::vector<std::pair<Var, Var>>& products, const std::vector<Var>& terms = {});
  Var multiply(Var a, Var b) { return dot({{a, b}}); }
  // a times a constant that the implementation rounds to its precision
  Var scale(Var a, double factor);
  Var sigmoid(Var a);
  Var tanh(Var a);
  Var relu(Var a);
  Var clip(Var a, double low, double high);
  Var power(Var a, double exponent);  // a > 0
  Var exp(Var a);
  Var reciprocal(Var a);  // exact for powers of two
  // rounded to be kept in memory by elements of unit roundoff `unit`
  Var stored(Var a, double unit);

  double value(Var a) const { return a.given() ? nodes_[a.index].value : 0; }
  double error(Var a) const { return a.given() ? nodes_[a.index].error : 0; }

  // Gradients of sum(seed * var). May be called again with other seeds.
  void backward(const std::vector<std::pair<Var, double>>& seeds);
  double gradient(Var a) const { return a.given() ? gradients_[a.index].value : 0; }
  double gradient_error(Var a) const { return a.given() ? gradients_[a.index].error : 0; }

  double unit() const { return unit_; }
  double largest() const { return largest_; }  // magnitude of a sum of absolute values, of values and gradients

 private:
  struct Node {
    double value, error;
    int64_t edges;  // where its edges begin
  };
  struct Edge {  // to an argument: the partial derivative, and its error
    int32_t argument;
    double partial, error;
  };
  struct Gradient {
    double value = 0, error = 0, magnitude = 0;
    int64_t terms = 0;
  };

  Var push(double value, double error);
  void edge(Var argument, double partial, double error) {
    if (argument.given()) edges_.push_back({argument.index, partial, error});
  }
  Var function(Var a, double value, double own_error, double partial, double partial_error);
  bool unseen(double error) const { return error <= 0x1p30 * tiny_; }
  double precision() const { return unit_ == 0 ? coarse_ : unit_; }  // of functions that are never exact

  double unit_, coarse_, far_, largest_ = 0;
  double tiny_;  // where a function tends to 0, as large a result is 0 too: exponentials may end at the smallest number
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Gradient> gradients_;
};

// What an output must be: alpha*value + beta*old, within alpha*error and the roundings of the blend and of the type.
// Where the error is 0, or too small to be seen beside the value, the result must be the rounded value.
struct Tracked {
  std::vector<double> value, error;
};
Expected tracked(const Tracked& result, const Tensor& output, double alpha = 1, double beta = 0);
std::vector<std::pair<Var, double>> seeds_of(const std::vector<Var>& vars, const std::vector<double>& seeds);
Tracked values_of(const Tape& tape, const std::vector<Var>& vars);
Tracked gradients_of(const Tape& tape, const std::vector<Var>& vars);

}  // namespace girih::conformance
