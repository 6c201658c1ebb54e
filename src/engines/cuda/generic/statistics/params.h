// What the kernels of batch norm's statistics are told.
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::generic {

struct SumsParams {
  View x, dy;          // dy: of the parameter gradients alone
  View first, second;  // GenStats: sum and sum of squares; else dscale and dbias
  View mean, invstd, scale, eq_dy_scale, eq_x_scale, eq_bias;
  int64_t channels, samples;
};

struct FinalizeParams {
  View sum, square_sum, scale, bias, running_mean, running_var, new_running_mean, new_running_var;
  View saved_mean, saved_invstd, eq_scale, eq_bias, count, epsilon, factor;
  int64_t channels;
  int32_t training;
};

}  // namespace girih::generic
