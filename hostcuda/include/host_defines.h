// The words nvcc adds to C++. A host compiler has no use for them, so they vanish.
#ifndef GIRIH_HOSTCUDA_HOST_DEFINES_H
#define GIRIH_HOSTCUDA_HOST_DEFINES_H

#define CUDARTAPI
#define CUDART_CB

#ifndef __host__
#define __host__
#define __device__
#define __global__
#define __constant__
#define __managed__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#endif

#endif
