// Every call is checked: CUDA(...) and CUDNN(...) print what failed, where and why, and end the program.
#pragma once

#include <cuda_runtime_api.h>
#include <cudnn.h>

#include <cstdio>
#include <cstdlib>

inline void check_cuda(cudaError_t status, const char* call, const char* file, int line) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s\n  %s: %s\n", file, line, call, cudaGetErrorName(status), cudaGetErrorString(status));
  std::exit(1);
}

inline void check_cudnn(cudnnStatus_t status, const char* call, const char* file, int line) {
  if (status == CUDNN_STATUS_SUCCESS) return;
  char reason[1024] = "";
  cudnnGetLastErrorString(reason, sizeof reason);
  std::fprintf(stderr, "%s:%d: %s\n  %s: %s\n", file, line, call, cudnnGetErrorString(status), reason);
  std::exit(1);
}

#define CUDA(call) check_cuda((call), #call, __FILE__, __LINE__)
#define CUDNN(call) check_cudnn((call), #call, __FILE__, __LINE__)
