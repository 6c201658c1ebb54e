#include "kernel.h"

using girih::igemm::Pass;
using girih::tile::Type;

#define HALO(name, body, ...)                                                                 \
  extern "C" __global__ void __launch_bounds__(girih::halo::Config{__VA_ARGS__}.threads(), 1) \
      name(const __grid_constant__ girih::halo::HaloParams p) {                               \
    girih::halo::body<girih::halo::Config{__VA_ARGS__}>(p);                                   \
  }
#define BOTH_TYPES(pass, kPass, body, rows)                                   \
  HALO(girih_halo_##pass##_bf16_##rows, body, Pass::kPass, Type::kBf16, rows) \
  HALO(girih_halo_##pass##_f16_##rows, body, Pass::kPass, Type::kF16, rows)

BOTH_TYPES(fprop, kFprop, convolve, 28)
BOTH_TYPES(fprop, kFprop, convolve, 32)
BOTH_TYPES(fprop, kFprop, convolve, 16)
BOTH_TYPES(dgrad, kDgrad, convolve, 28)
BOTH_TYPES(dgrad, kDgrad, convolve, 32)
BOTH_TYPES(dgrad, kDgrad, convolve, 16)
BOTH_TYPES(wgrad, kWgrad, filter, 28)
BOTH_TYPES(wgrad, kWgrad, filter, 16)
