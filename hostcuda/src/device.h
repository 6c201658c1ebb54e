// What the runtime says about its one device.
#pragma once

#include "cuda_runtime.h"

namespace girih::hostcuda {

// The version of the toolkit whose runtime each library stands in for.
#if HOSTCUDA_MAJOR == 11
inline constexpr int kRuntimeVersion = 11080;
#elif HOSTCUDA_MAJOR == 12
inline constexpr int kRuntimeVersion = 12040;
#else
inline constexpr int kRuntimeVersion = 13000;
#endif

cudaDeviceProp device_properties();
inline constexpr int kClockKhz = 1980000;  // the highest of an H200; CUDA 13 no longer has the fields

}  // namespace girih::hostcuda
