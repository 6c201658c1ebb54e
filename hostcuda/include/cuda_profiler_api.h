// cudaProfilerStart and cudaProfilerStop are in the runtime's own header.
#ifndef GIRIH_HOSTCUDA_CUDA_PROFILER_API_H
#define GIRIH_HOSTCUDA_CUDA_PROFILER_API_H

#include "cuda_runtime_api.h"

#endif
