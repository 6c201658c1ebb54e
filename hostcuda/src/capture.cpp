#include "capture.h"

#include <algorithm>
#include <atomic>
#include <unordered_set>

#include "graph.h"
#include "status.h"
#include "stream.h"

namespace girih::hostcuda {

namespace {

std::atomic<int> active_captures{0};
thread_local cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

// Guarded by state_mutex().
std::vector<std::shared_ptr<Capture>>& captures() {
  static auto* const instance = new std::vector<std::shared_ptr<Capture>>;
  return *instance;
}

bool is_mode(cudaStreamCaptureMode mode) {
  return mode == cudaStreamCaptureModeGlobal || mode == cudaStreamCaptureModeThreadLocal ||
         mode == cudaStreamCaptureModeRelaxed;
}

// Whether an unsafe call of this thread would disturb the capture; see cudaThreadExchangeStreamCaptureMode.
bool forbids_unsafe_calls(const Capture& capture) {
  if (thread_mode == cudaStreamCaptureModeRelaxed || capture.mode == cudaStreamCaptureModeRelaxed) return false;
  if (capture.thread == std::this_thread::get_id()) return true;
  return thread_mode == cudaStreamCaptureModeGlobal && capture.mode == cudaStreamCaptureModeGlobal;
}

cudaError_t begin(cudaStream_t handle, cudaStreamCaptureMode mode, std::shared_ptr<CUgraph_st> graph,
                  std::vector<cudaGraphNode_t> tail) {
  static unsigned long long next_id = 1;
  if (!is_mode(mode)) return cudaErrorInvalidValue;
  const auto stream = find_stream(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (stream->legacy) return cudaErrorStreamCaptureUnsupported;
  const std::lock_guard lock(state_mutex());
  if (stream->capture) return cudaErrorIllegalState;
  for (const cudaGraphNode_t node : tail) {
    if (!is_node(node) || node->graph != graph.get()) return cudaErrorInvalidValue;
  }
  auto capture = std::make_shared<Capture>();
  capture->id = next_id++;
  capture->mode = mode;
  capture->thread = std::this_thread::get_id();
  capture->origin = stream.get();
  capture->graph = std::move(graph);
  capture->members.push_back(stream);
  captures().push_back(capture);
  stream->capture_tail = std::move(tail);
  stream->capture = std::move(capture);
  ++active_captures;
  return cudaSuccess;
}

// Every node that `tail` waits for, itself included.
std::unordered_set<cudaGraphNode_t> ancestors(const std::vector<cudaGraphNode_t>& tail) {
  std::unordered_set<cudaGraphNode_t> seen;
  std::vector<cudaGraphNode_t> open = tail;
  while (!open.empty()) {
    const cudaGraphNode_t node = open.back();
    open.pop_back();
    if (!seen.insert(node).second) continue;
    open.insert(open.end(), node->dependencies.begin(), node->dependencies.end());
  }
  return seen;
}

// A stream that joined the capture must lead back to the origin, or its work would have no end to wait for.
bool all_joined(const Capture& capture) {
  const auto reached = ancestors(capture.origin->capture_tail);
  for (const auto& member : capture.members) {
    for (const cudaGraphNode_t node : member->capture_tail) {
      if (is_node(node) && !reached.count(node)) return false;
    }
  }
  return true;
}

cudaError_t end(cudaStream_t handle, cudaGraph_t* out) {
  if (!out) return cudaErrorInvalidValue;
  const auto stream = find_stream(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  std::shared_ptr<CUgraph_st> spoiled;  // destroyed after the lock is gone
  const std::lock_guard lock(state_mutex());
  const std::shared_ptr<Capture> capture = stream->capture;
  if (!capture) return cudaErrorIllegalState;
  if (capture->origin != stream.get()) {
    capture->invalidated = true;
    return cudaErrorStreamCaptureUnmatched;
  }
  const bool other_thread = capture->thread != std::this_thread::get_id();
  if (other_thread && capture->mode != cudaStreamCaptureModeRelaxed) return cudaErrorStreamCaptureWrongThread;
  cudaError_t status = cudaSuccess;
  if (capture->invalidated) {
    status = cudaErrorStreamCaptureInvalidated;
  } else if (!all_joined(*capture)) {
    status = cudaErrorStreamCaptureUnjoined;
  }
  for (const auto& member : capture->members) {
    member->capture.reset();
    member->capture_tail.clear();
  }
  auto& all = captures();
  all.erase(std::remove(all.begin(), all.end(), capture), all.end());
  --active_captures;
  *out = status ? nullptr : capture->graph.get();
  if (status) {
    spoiled = std::move(capture->graph);
    forget_graph(spoiled.get());
  }
  return status;
}

}  // namespace

std::mutex& state_mutex() {
  static std::mutex* const instance = new std::mutex;
  return *instance;
}

bool captures_active() { return active_captures.load(std::memory_order_acquire) != 0; }

cudaError_t unsafe_call() {
  if (!captures_active()) return cudaSuccess;
  const std::lock_guard lock(state_mutex());
  cudaError_t status = cudaSuccess;
  for (const auto& capture : captures()) {
    if (!forbids_unsafe_calls(*capture)) continue;
    capture->invalidated = true;
    status = cudaErrorStreamCaptureUnsupported;
  }
  return status;
}

cudaError_t refuse_any_capture() {
  if (!captures_active()) return cudaSuccess;
  const std::lock_guard lock(state_mutex());
  for (const auto& capture : captures()) capture->invalidated = true;
  return captures().empty() ? cudaSuccess : cudaErrorStreamCaptureUnsupported;
}

cudaError_t check_legacy(const CUstream_st& stream) {
  if (!stream.legacy) return cudaSuccess;
  // The legacy stream waits for all blocking streams, so it cannot run while one of them is captured.
  cudaError_t status = cudaSuccess;
  for (const auto& capture : captures()) {
    for (const auto& member : capture->members) {
      if (member->flags & cudaStreamNonBlocking) continue;
      capture->invalidated = true;
      status = cudaErrorStreamCaptureImplicit;
    }
  }
  return status;
}

cudaError_t record_if_capturing(const std::shared_ptr<CUstream_st>& stream, const Work& work, bool* recorded) {
  const std::lock_guard lock(state_mutex());
  Capture* capture = stream->capture.get();
  if (!capture) return check_legacy(*stream);
  if (capture->invalidated) return cudaErrorStreamCaptureInvalidated;
  if (std::holds_alternative<CallbackWork>(work)) {  // a callback names its stream, which a graph has not
    capture->invalidated = true;
    return cudaErrorStreamCaptureUnsupported;
  }
  stream->capture_tail = {add_node(*capture->graph, work, stream->capture_tail)};
  *recorded = true;
  return cudaSuccess;
}

cudaError_t refuse_if_capturing(CUstream_st& stream) {
  if (!captures_active()) return cudaSuccess;
  const std::lock_guard lock(state_mutex());
  if (!stream.capture) return check_legacy(stream);
  if (stream.capture->invalidated) return cudaErrorStreamCaptureInvalidated;
  stream.capture->invalidated = true;
  return cudaErrorStreamCaptureUnsupported;
}

void add_to_tail(CUstream_st& stream, const std::vector<cudaGraphNode_t>& nodes) {
  for (const cudaGraphNode_t node : nodes) {
    auto& tail = stream.capture_tail;
    if (std::find(tail.begin(), tail.end(), node) == tail.end()) tail.push_back(node);
  }
}

HOSTCUDA_API cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return call([&] {
    auto graph = new_graph();
    const CUgraph_st* handle = graph.get();
    const cudaError_t status = begin(stream, mode, std::move(graph), {});
    if (status) forget_graph(handle);
    return status;
  });
}

HOSTCUDA_API cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                                       const cudaGraphNode_t* dependencies, const cudaGraphEdgeData*,
                                                       size_t numDependencies, cudaStreamCaptureMode mode) {
  return call([&] {
    auto found = find_graph(graph);
    if (!found || (numDependencies && !dependencies)) return cudaErrorInvalidValue;
    return begin(stream, mode, std::move(found), {dependencies, dependencies + numDependencies});
  });
}

HOSTCUDA_API cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* pGraph) {
  return call([&] { return end(stream, pGraph); });
}

HOSTCUDA_API cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus* pCaptureStatus) {
  return call([&] {
    if (!pCaptureStatus) return cudaErrorInvalidValue;
    const auto stream = find_stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    const std::lock_guard lock(state_mutex());
    if (!stream->capture) {
      *pCaptureStatus = cudaStreamCaptureStatusNone;
      return check_legacy(*stream);
    }
    *pCaptureStatus = stream->capture->invalidated ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
    return cudaSuccess;
  });
}

cudaError_t capture_info(cudaStream_t handle, cudaStreamCaptureStatus* status_out, unsigned long long* id_out,
                         cudaGraph_t* graph_out, const cudaGraphNode_t** dependencies_out, size_t* count_out) {
  if (!status_out) return cudaErrorInvalidValue;
  const auto stream = find_stream(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  const std::lock_guard lock(state_mutex());
  const Capture* capture = stream->capture.get();
  if (!capture) {
    *status_out = cudaStreamCaptureStatusNone;
    return check_legacy(*stream);
  }
  *status_out = capture->invalidated ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
  if (capture->invalidated) return cudaSuccess;
  if (id_out) *id_out = capture->id;
  if (graph_out) *graph_out = capture->graph.get();
  if (dependencies_out) *dependencies_out = stream->capture_tail.data();
  if (count_out) *count_out = stream->capture_tail.size();
  return cudaSuccess;
}

cudaError_t update_capture_dependencies(cudaStream_t handle, const cudaGraphNode_t* nodes, size_t count,
                                        unsigned int flags) {
  if ((count && !nodes) || flags > cudaStreamSetCaptureDependencies) return cudaErrorInvalidValue;
  const auto stream = find_stream(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  const std::lock_guard lock(state_mutex());
  const Capture* capture = stream->capture.get();
  if (!capture) return cudaErrorIllegalState;
  if (capture->invalidated) return cudaErrorStreamCaptureInvalidated;
  const std::vector<cudaGraphNode_t> wanted(nodes, nodes + count);
  for (const cudaGraphNode_t node : wanted) {
    if (!is_node(node) || node->graph != capture->graph.get()) return cudaErrorInvalidValue;
  }
  if (flags == cudaStreamSetCaptureDependencies) stream->capture_tail.clear();
  add_to_tail(*stream, wanted);
  return cudaSuccess;
}

HOSTCUDA_API cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return call([&] {
    if (!mode || !is_mode(*mode)) return cudaErrorInvalidValue;
    std::swap(thread_mode, *mode);
    return cudaSuccess;
  });
}

}  // namespace girih::hostcuda
