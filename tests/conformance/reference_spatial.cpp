#include <cmath>

#include "conformance/reference_tape.h"

namespace girih::conformance {
namespace {

int64_t product(const std::vector<int64_t>& sizes) {
  int64_t all = 1;
  for (int64_t size : sizes) all *= size;
  return all;
}

}  // namespace

std::vector<Var> spatial_grid(Tape& tape, int64_t n, const std::vector<int64_t>& out, const std::vector<Var>& theta,
                              bool exact) {
  const auto d = static_cast<int64_t>(out.size());
  // The coordinates of all positions along each dimension; a single one is -1.
  std::vector<std::vector<Var>> along;
  for (int64_t size : out) {
    along.emplace_back();
    for (int64_t j = 0; j < size; ++j) {
      double at = size == 1
                      ? -1
                      : (2.0 * static_cast<double>(j) - static_cast<double>(size - 1)) / static_cast<double>(size - 1);
      along.back().push_back(tape.input(at, exact ? 0 : 4 * tape.unit()));
    }
  }
  Var one = tape.input(1);
  std::vector<Var> grid;
  for (int64_t image = 0; image < n; ++image)
    for (int64_t point = 0; point < product(out); ++point) {
      std::vector<Var> position(static_cast<size_t>(d) + 1, one);
      int64_t rest = point;
      for (int64_t i = d - 1; i >= 0; rest /= out[i], --i) position[d - 1 - i] = along[i][rest % out[i]];
      for (int64_t row = 0; row < d; ++row) {
        std::vector<std::pair<Var, Var>> terms;
        for (int64_t j = 0; j <= d; ++j) terms.emplace_back(theta[(image * d + row) * (d + 1) + j], position[j]);
        grid.push_back(tape.dot(terms));
      }
    }
  return grid;
}

std::vector<Var> spatial_sample(Tape& tape, int64_t n, int64_t c, const std::vector<int64_t>& in,
                                const std::vector<int64_t>& out, const std::vector<Var>& x,
                                const std::vector<Var>& grid) {
  const auto d = static_cast<int64_t>(in.size());
  const int64_t points = product(out), pixels = product(in);
  Var one = tape.input(1);
  std::vector<Var> y(static_cast<size_t>(n * c * points));
  for (int64_t image = 0; image < n; ++image)
    for (int64_t point = 0; point < points; ++point) {
      // The hat function of each pixel that reaches the point, one dimension after the other.
      std::vector<std::pair<int64_t, Var>> reached{{0, one}};
      for (int64_t i = 0; i < d; ++i) {
        const double half = 0.5 * static_cast<double>(in[i] - 1);
        Var coordinate = grid[(image * points + point) * d + d - 1 - i];
        Var pixel = tape.combine({{coordinate, half}, {one, half}});
        const double lower = std::floor(tape.value(pixel));
        Var upper_part = tape.subtract(pixel, tape.input(lower)), lower_part = tape.subtract(one, upper_part);
        std::vector<std::pair<int64_t, Var>> next;
        for (auto& [at, weight] : reached)
          for (int corner = 0; corner < 2; ++corner) {
            double place = lower + corner;
            if (!(place >= 0 && place < static_cast<double>(in[i]))) continue;
            Var part = corner ? upper_part : lower_part;
            next.emplace_back(at * in[i] + static_cast<int64_t>(place), i == 0 ? part : tape.multiply(weight, part));
          }
        reached = next;
      }
      for (int64_t channel = 0; channel < c; ++channel) {
        std::vector<std::pair<Var, Var>> terms;
        for (auto& [at, weight] : reached) terms.emplace_back(weight, x[(image * c + channel) * pixels + at]);
        y[(image * c + channel) * points + point] = tape.dot(terms);
      }
    }
  return y;
}

}  // namespace girih::conformance
