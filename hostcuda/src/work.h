// One piece of work for a stream: done at once, or kept in a graph node and done at each launch.
#pragma once

#include <memory>
#include <variant>

#include "cuda_runtime.h"

namespace girih::hostcuda {

struct CopyWork {
  cudaMemcpy3DParms params;
};

struct FillWork {
  cudaMemsetParams params;
  size_t slices = 1;      // of a 3-D fill
  size_t slice_rows = 0;  // rows from one slice to the next
};

struct HostWork {
  cudaHostNodeParams params;
};

struct CallbackWork {
  cudaStreamCallback_t fn;
  cudaStream_t stream;
  void* user_data;
};

struct EventRecordWork {
  cudaEvent_t event;
};

struct EventWaitWork {
  cudaEvent_t event;
};

struct ChildWork {
  std::shared_ptr<CUgraph_st> graph;
};

struct EmptyWork {};

using Work =
    std::variant<EmptyWork, CopyWork, FillWork, HostWork, CallbackWork, EventRecordWork, EventWaitWork, ChildWork>;

CopyWork copy_1d(void* dst, const void* src, size_t count, cudaMemcpyKind kind);
CopyWork copy_2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                 cudaMemcpyKind kind);
FillWork fill_1d(void* dst, int value, size_t count);

// Whether the work could be done now: arguments in range, pointers to live memory of the right side.
cudaError_t check(const Work& work);

cudaError_t run(const Work& work);

// True inside a function that the program gave to cudaLaunchHostFunc: it may not call the runtime back.
bool in_host_function();

}  // namespace girih::hostcuda
