// Events: points in time of a stream, or, inside a capture, places in its graph.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "capture.h"
#include "cuda_runtime.h"

struct CUevent_st {
  unsigned int flags = cudaEventDefault;

  // Guarded by state_mutex().
  bool recorded = false;
  int64_t time_ns = 0;
  bool captured = false;  // last recorded in a captured stream
  std::weak_ptr<girih::hostcuda::Capture> capture;
  std::vector<cudaGraphNode_t> nodes;
};

namespace girih::hostcuda {

cudaError_t stamp_event(cudaEvent_t event);
bool is_event(cudaEvent_t event);
void destroy_events();

}  // namespace girih::hostcuda
