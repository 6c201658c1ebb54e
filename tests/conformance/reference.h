// References in double precision over packed row-major arrays (dims[0] varies slowest). Simple loops, no code of
// the library. Beside each result stands its magnitude, the sum of |a||b| that the error bound needs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace girih::conformance {

struct Sums {
  std::vector<double> value, magnitude;
  double terms = 0;  // most products in one sum
  explicit Sums(size_t count) : value(count), magnitude(count) {}
};

// --- convolution (reference_conv.cpp) ---

struct ConvShape {
  int64_t n = 1, c = 1, k = 1, groups = 1;
  std::vector<int64_t> in, window, pad, stride, dilation;  // one entry for each spatial dimension, 1 to 3
  bool flip = false;                                       // CUDNN_CONVOLUTION: the window is turned around

  std::vector<int64_t> out() const;
  std::vector<int64_t> x_dims() const, w_dims() const, y_dims() const;
};

Sums conv_fprop(const ConvShape& shape, const std::vector<double>& x, const std::vector<double>& w);
Sums conv_dgrad(const ConvShape& shape, const std::vector<double>& w, const std::vector<double>& dy);
Sums conv_wgrad(const ConvShape& shape, const std::vector<double>& x, const std::vector<double>& dy);
Sums conv_bias_gradient(const std::vector<int64_t>& y_dims, const std::vector<double>& dy);

// --- pooling (reference_pool.cpp) ---

enum class Pool { kMax, kAverageInclude, kAverageExclude, kMaxDeterministic };

struct PoolShape {
  Pool mode = Pool::kMax;
  bool propagate_nan = true;
  std::vector<int64_t> dims, window, pad, stride;  // dims with n and c
  double lowest = 0;                               // where a maximum starts: the lowest finite number of the type
  std::vector<int64_t> out_dims() const;
};

Sums pool_forward(const PoolShape& shape, const std::vector<double>& x);
Sums pool_backward(const PoolShape& shape, const std::vector<double>& x, const std::vector<double>& dy);

// --- pointwise and softmax (reference_pointwise.cpp) ---

enum class Activation { kSigmoid, kRelu, kTanh, kClipped, kElu, kIdentity, kSwish };

struct ActivationShape {
  Activation mode = Activation::kRelu;
  bool propagate_nan = true;
  double coef = 0, swish_beta = 1;
};

double activate(const ActivationShape& shape, double x);
double activate_gradient(const ActivationShape& shape, double x, double y, double dy);
// How much larger than one rounding the error of a straightforward evaluation may be, in units of the result.
double activation_magnitude(const ActivationShape& shape, double x);

enum class Softmax { kFast, kAccurate, kLog };
// Softmax over all of c,h,w (instance) or over c (channel); dims are n, c, spatial.
Sums softmax_forward(Softmax algorithm, bool per_channel, const std::vector<int64_t>& dims,
                     const std::vector<double>& x);
Sums softmax_backward(Softmax algorithm, bool per_channel, const std::vector<int64_t>& dims,
                      const std::vector<double>& y, const std::vector<double>& dy);

// --- batch normalization (reference_bnorm.cpp) ---

struct BatchNorm {
  bool per_activation = false;
  std::vector<int64_t> dims;
  double epsilon = 1e-5;
  double unit = 0x1p-24;  // of the library's accumulation: scales the error estimates below

  int64_t features() const;          // number of means
  int64_t samples() const;           // elements behind each mean
  int64_t feature(int64_t i) const;  // of element i
  std::vector<int64_t> param_dims() const;
};

// Statistics with estimates of the error an implementation in precision `unit` may make.
struct BatchStats {
  std::vector<double> mean, variance, inv_std;  // variance is biased
  std::vector<double> mean_error, variance_error, inv_std_error;
};

BatchStats batch_stats(const BatchNorm& bn, const std::vector<double>& x);
// value and magnitude, where magnitude is already an absolute error
Sums bn_normalize(const BatchNorm& bn, const BatchStats& stats, const std::vector<double>& x,
                  const std::vector<double>& scale, const std::vector<double>& bias);
struct BatchGradients {
  Sums dx, dscale, dbias;
};
BatchGradients bn_backward(const BatchNorm& bn, const BatchStats& stats, const std::vector<double>& x,
                           const std::vector<double>& dy, const std::vector<double>& scale);

// --- tensor operations (reference_tensor.cpp) ---

enum class TensorOp { kAdd, kMul, kMin, kMax, kSqrt, kNot };
double tensor_op(TensorOp op, bool propagate_nan, double a, double b);

// Index into `of` (dims of 1 repeat) for each element of `over`, row-major.
std::vector<int64_t> broadcast_index(const std::vector<int64_t>& over, const std::vector<int64_t>& of);

enum class Reduce { kAdd, kMul, kMin, kMax, kAmax, kAvg, kNorm1, kNorm2, kMulNoZeros };
struct Reduced {
  Sums sums;
  std::vector<int64_t> index;  // of the first extreme, row-major among the reduced dims
};
Reduced reduce(Reduce op, bool propagate_nan, const std::vector<int64_t>& a_dims, const std::vector<int64_t>& c_dims,
               const std::vector<double>& a);

// --- dropout (reference_tensor.cpp) ---

// cuRAND's XORWOW generator (Marsaglia, J. Stat. Softw. 8(14), 2003): one 32-bit draw from a 48-byte state.
uint32_t xorwow(uint8_t* state);
// Mask of `count` elements: element e takes the next draw of generator e mod G and is kept when
// draw*2^-32 + 2^-33 > probability. Advances the states.
std::vector<bool> dropout_mask(std::vector<uint8_t>& states, size_t count, float probability);

}  // namespace girih::conformance
