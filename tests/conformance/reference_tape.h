// References on a tape (tape.h) of the small families.
#pragma once

#include "conformance/tape.h"

namespace girih::conformance {

// --- local response and divisive normalization (reference_lrn.cpp) ---

struct LrnShape {
  bool divisive = false;
  std::vector<int64_t> dims;
  int64_t window = 5;
  double alpha = 1e-4, beta = 0.75, k = 2;
};
// The elements in the window of one: neighbours in C, or in all spatial dimensions.
std::vector<int64_t> lrn_window(const LrnShape& shape, int64_t element);
// y = x * (k + alpha/area * sum of squares)^-beta; divisive: of deviations from the mean at the center.
std::vector<Var> lrn_forward(Tape& tape, const LrnShape& shape, const std::vector<Var>& x,
                             const std::vector<Var>& means);

// --- spatial transformer (reference_spatial.cpp) ---

// theta {N, d, d+1} to the grid {N, out..., d}: coordinates from -1 to 1, the last spatial dimension first.
std::vector<Var> spatial_grid(Tape& tape, int64_t n, const std::vector<int64_t>& out, const std::vector<Var>& theta,
                              bool exact);
// y {N, C, out...} of x {N, C, in...}: linear interpolation, zero outside.
std::vector<Var> spatial_sample(Tape& tape, int64_t n, int64_t c, const std::vector<int64_t>& in,
                                const std::vector<int64_t>& out, const std::vector<Var>& x,
                                const std::vector<Var>& grid);

}  // namespace girih::conformance
