// Turns one line of tiles.def into a kernel. A .cu file names the pass and type and lists the tiles.
#pragma once
#include "finish.h"
#include "kernel.h"
#include "tiles.def"

#define GIRIH_IGEMM_KERNEL(kernel_name, ...)                                                                        \
  extern "C" __global__ void __launch_bounds__(girih::igemm::kThreads, 1)                                           \
      kernel_name(const __grid_constant__ girih::igemm::Params<girih::igemm::Config{__VA_ARGS__}.max_phases()> p) { \
    girih::igemm::igemm<girih::igemm::Config{__VA_ARGS__}>(p);                                                      \
  }

#define GIRIH_IGEMM_FINISH(kernel_name, pass, type)                             \
  extern "C" __global__ void __launch_bounds__(girih::igemm::kFinishThreads)    \
      kernel_name(const __grid_constant__ girih::igemm::FinishParams p) {       \
    girih::igemm::finish<girih::igemm::Pass::pass, girih::tile::Type::type>(p); \
  }
