// Streams. Work given to a stream is done by the calling thread before the call returns, in the order of the calls;
// while the stream is captured it becomes graph nodes instead.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "capture.h"
#include "cuda_runtime.h"
#include "work.h"

struct CUstream_st {
  unsigned int flags = cudaStreamDefault;
  int priority = 0;
  unsigned long long id = 0;
  bool legacy = false;  // the default stream that waits for all blocking streams

  // Held while work runs, so that two threads cannot run work of one stream at the same time. Recursive because a
  // host function may reach the same stream again through a graph.
  std::recursive_mutex order;

  // Guarded by state_mutex().
  std::shared_ptr<girih::hostcuda::Capture> capture;
  std::vector<cudaGraphNode_t> capture_tail;  // the nodes that the next captured node depends on
};

namespace girih::hostcuda {

inline constexpr int kLeastPriority = 0;
inline constexpr int kGreatestPriority = -5;  // as on sm_90

// The stream of a handle; the null handle is the legacy stream. Null for a handle that is not a live stream.
std::shared_ptr<CUstream_st> find_stream(cudaStream_t handle);

// Does the work on the stream, or records it.
cudaError_t enqueue(cudaStream_t stream, Work work);

void destroy_streams();

}  // namespace girih::hostcuda
