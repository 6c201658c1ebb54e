/* The headers are C headers too. */
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <stdio.h>

int main(void) {
  void* p = NULL;
  float in[4] = {1, 2, 3, 4}, out[4] = {0, 0, 0, 0};
  struct cudaExtent extent = make_cudaExtent(16, 1, 1);
  float4 v = make_float4(1, 2, 3, 4);
  cudaStream_t stream = cudaStreamPerThread;
  CUstream same = stream;
  if (cudaMalloc(&p, sizeof in) != cudaSuccess) return 1;
  if (cudaMemcpyAsync(p, in, extent.width, cudaMemcpyHostToDevice, same) != cudaSuccess) return 1;
  if (cudaMemcpy(out, p, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  if (cudaFree(p) != cudaSuccess) return 1;
  if (out[3] != v.w) return 1;
  puts(cudaGetErrorName(cudaGetLastError()));
  return 0;
}
