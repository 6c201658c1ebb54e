// Capture of streams into graphs: the bookkeeping that decides which calls are recorded, allowed or refused.
#pragma once

#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "cuda_runtime.h"
#include "work.h"

namespace girih::hostcuda {

struct Capture {
  unsigned long long id = 0;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::thread::id thread;
  bool invalidated = false;
  CUstream_st* origin = nullptr;
  std::shared_ptr<CUgraph_st> graph;
  std::vector<std::shared_ptr<CUstream_st>> members;  // every stream whose work is recorded, the origin first
};

// Guards captures, graphs, nodes and the capture fields of streams and events. Never held while work runs.
std::mutex& state_mutex();

// For calls that must not be made during a capture (allocation, synchronization): says whether the call is refused, and
// spoils the capture if so.
cudaError_t unsafe_call();

// What happens to work on a stream while captures are active anywhere. `recorded` tells whether the work became a node.
cudaError_t record_if_capturing(const std::shared_ptr<CUstream_st>& stream, const Work& work, bool* recorded);

// Refuses a call that waits for all streams while any of them is captured, in any mode.
cudaError_t refuse_any_capture();

// Refuses a call that waits for a captured stream, or that would wait for one through the legacy stream.
cudaError_t refuse_if_capturing(CUstream_st& stream);

// Call with state_mutex() held.
cudaError_t check_legacy(const CUstream_st& stream);
void add_to_tail(CUstream_st& stream, const std::vector<cudaGraphNode_t>& nodes);
bool captures_active();

// The answers of cudaStreamGetCaptureInfo and cudaStreamUpdateCaptureDependencies in all their versions. What is null
// is not asked for.
cudaError_t capture_info(cudaStream_t stream, cudaStreamCaptureStatus* status_out, unsigned long long* id_out,
                         cudaGraph_t* graph_out, const cudaGraphNode_t** dependencies_out, size_t* count_out);
cudaError_t update_capture_dependencies(cudaStream_t stream, const cudaGraphNode_t* nodes, size_t count,
                                        unsigned int flags);

}  // namespace girih::hostcuda
