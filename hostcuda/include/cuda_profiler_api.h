// Marks for a profiler; the stand-in runtime has none, so both calls do nothing.
#ifndef GIRIH_HOSTCUDA_CUDA_PROFILER_API_H
#define GIRIH_HOSTCUDA_CUDA_PROFILER_API_H

#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
#ifdef __cplusplus
}
#endif

#endif
