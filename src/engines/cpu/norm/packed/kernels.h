// f32 batch normalization of packed tensors: the loops. Two arrangements cover all cases:
//   planes    NCHW, spatial: feature c of image n is a run of `run` numbers at (n * features + c) * run
//   columns   everything else: row r holds one number of each feature, x[r * features + c]
// Work is cut into groups of features and segments of outer indices (images or rows).
#pragma once
#include <cmath>
#include <cstdint>

namespace girih::norm {

// Most features in one group of columns: 1 KB of a row, long enough to be read at full speed. Planes: groups of one.
constexpr int64_t kGroup = 256;

// Mean and sum of squared deviations of `count` numbers.
struct Moments {
  double count = 0, mean = 0, squares = 0;
};

// Two sets become one (Chan, Golub and LeVeque 1983).
inline void merge(Moments& a, const Moments& b) {
  if (b.count == 0) return;
  const double n = a.count + b.count, d = b.mean - a.mean;
  if (!std::isfinite(d)) {  // an infinite mean stays infinite
    a = {n, a.mean + b.mean, d - d};
    return;
  }
  a.mean += d * (b.count / n);
  a.squares += b.squares + d * d * (a.count * b.count / n);
  a.count = n;
}

// Sums for the gradients: of g, and of g * (x - sub), with sub the mean rounded to f32.
struct GradientSums {
  double g = 0, gx = 0;
};

// forward: mul * (x - sub) + add; backward: mul * (x - sub) + with * (dy - add).
struct Coefficients {
  float mul, sub, add, with;
};

struct Slice {  // features [first, first + width) of outer indices [begin, end)
  int64_t first, width, begin, end;
};
struct Shape {
  int64_t features, run;  // run: 0 for columns
};

struct Kernels {
  void (*moments)(const Shape&, const Slice&, const float* x, Moments* out);  // out[width]
  void (*gradient_sums)(const Shape&, const Slice&, const float* x, const float* dy, const Coefficients* k,
                        GradientSums* out);
  void (*forward)(const Shape&, const Slice&, const float* x, float* y, const Coefficients* k, float beta);
  void (*backward)(const Shape&, const Slice&, const float* x, const float* dy, float* dx, const Coefficients* k,
                   float beta);
};

const Kernels& kernels();  // of this CPU

}  // namespace girih::norm
