#include "event.h"

#include <chrono>

#include "graph.h"
#include "handles.h"
#include "status.h"
#include "stream.h"

namespace girih::hostcuda {

namespace {

Handles<CUevent_st>& events() {
  static Handles<CUevent_st>* const instance = new Handles<CUevent_st>;
  return *instance;
}

// Strictly increasing, so that time passes between any two records. Call with state_mutex() held.
int64_t next_time_ns() {
  static int64_t last = 0;
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  const int64_t ns = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
  last = ns > last ? ns : last + 1;
  return last;
}

void stamp_locked(CUevent_st& event) {
  event.time_ns = next_time_ns();
  event.recorded = true;
  event.captured = false;
  event.capture.reset();
  event.nodes.clear();
}

cudaError_t record(cudaEvent_t event_handle, cudaStream_t stream_handle, unsigned int flags) {
  if (flags & ~unsigned{cudaEventRecordExternal}) return cudaErrorInvalidValue;
  const auto event = events().find(event_handle);
  const auto stream = find_stream(stream_handle);
  if (!event || !stream) return cudaErrorInvalidResourceHandle;
  if (in_host_function()) return cudaErrorNotPermitted;
  {
    const std::lock_guard lock(state_mutex());
    if (Capture* capture = stream->capture.get()) {
      if (capture->invalidated) return cudaErrorStreamCaptureInvalidated;
      if (flags & cudaEventRecordExternal) {
        stream->capture_tail = {add_node(*capture->graph, EventRecordWork{event_handle}, stream->capture_tail)};
        return cudaSuccess;
      }
      event->captured = true;
      event->capture = stream->capture;
      event->nodes = stream->capture_tail;
      return cudaSuccess;
    }
    if (flags & cudaEventRecordExternal) return cudaErrorIllegalState;  // only a capture has an outside
    if (const cudaError_t status = check_legacy(*stream)) return status;
  }
  const std::lock_guard ordered(stream->order);
  return stamp_event(event_handle);
}

cudaError_t wait(cudaStream_t stream_handle, cudaEvent_t event_handle, unsigned int flags) {
  if (flags & ~unsigned{cudaEventWaitExternal}) return cudaErrorInvalidValue;
  const auto event = events().find(event_handle);
  const auto stream = find_stream(stream_handle);
  if (!event || !stream) return cudaErrorInvalidResourceHandle;
  if (in_host_function()) return cudaErrorNotPermitted;
  const std::lock_guard lock(state_mutex());
  if (stream->capture && stream->capture->invalidated) return cudaErrorStreamCaptureInvalidated;
  if (stream->capture && (flags & cudaEventWaitExternal)) {
    stream->capture_tail = {add_node(*stream->capture->graph, EventWaitWork{event_handle}, stream->capture_tail)};
    return cudaSuccess;
  }
  if (flags & cudaEventWaitExternal) return cudaErrorIllegalState;
  if (event->captured) {
    const auto capture = event->capture.lock();
    if (!capture) return cudaErrorCapturedEvent;  // its capture has ended, so it marks nothing any more
    if (capture->invalidated) return cudaErrorStreamCaptureInvalidated;
    if (stream->legacy) {
      capture->invalidated = true;
      return cudaErrorStreamCaptureImplicit;
    }
    if (stream->capture && stream->capture != capture) {
      stream->capture->invalidated = true;
      capture->invalidated = true;
      return cudaErrorStreamCaptureMerge;
    }
    if (!stream->capture) {
      stream->capture = capture;
      stream->capture_tail.clear();
      capture->members.push_back(stream);
    }
    add_to_tail(*stream, event->nodes);
    return cudaSuccess;
  }
  if (stream->capture && event->recorded) {
    stream->capture->invalidated = true;
    return cudaErrorStreamCaptureIsolation;
  }
  if (stream->capture) return cudaSuccess;
  return check_legacy(*stream);  // what was recorded has happened
}

// For the calls that ask whether an event has happened: it has, unless it is only a place in a capture.
cudaError_t happened(cudaEvent_t handle) {
  const auto event = events().find(handle);
  if (!event) return cudaErrorInvalidResourceHandle;
  const std::lock_guard lock(state_mutex());
  if (!event->captured) return cudaSuccess;
  if (const auto capture = event->capture.lock()) capture->invalidated = true;
  return cudaErrorCapturedEvent;
}

}  // namespace

cudaError_t stamp_event(cudaEvent_t handle) {
  const auto event = events().find(handle);
  if (!event) return cudaErrorInvalidResourceHandle;
  const std::lock_guard lock(state_mutex());
  stamp_locked(*event);
  return cudaSuccess;
}

bool is_event(cudaEvent_t event) { return events().find(event) != nullptr; }

void destroy_events() { events().take_all(); }

HOSTCUDA_API cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  return call([&] {
    constexpr unsigned int kKnown = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (!event || (flags & ~kKnown)) return cudaErrorInvalidValue;
    // An event that other processes see cannot be timed.
    if ((flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming)) return cudaErrorInvalidValue;
    auto created = std::make_shared<CUevent_st>();
    created->flags = flags;
    *event = events().add(std::move(created));
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, 0); }

HOSTCUDA_API cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  return call([&] { return record(event, stream, flags); });
}

HOSTCUDA_API cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, 0);
}

HOSTCUDA_API cudaError_t cudaEventQuery(cudaEvent_t event) {
  return call([&] { return happened(event); });
}

HOSTCUDA_API cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return call([&] { return happened(event); });
}

HOSTCUDA_API cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  return call([&] {
    if (!ms) return cudaErrorInvalidValue;
    const auto first = events().find(start);
    const auto last = events().find(end);
    if (!first || !last) return cudaErrorInvalidResourceHandle;
    const std::lock_guard lock(state_mutex());
    if (first->captured || last->captured) return cudaErrorCapturedEvent;
    const bool timed = !((first->flags | last->flags) & cudaEventDisableTiming);
    if (!timed || !first->recorded || !last->recorded) return cudaErrorInvalidResourceHandle;
    *ms = static_cast<float>(static_cast<double>(last->time_ns - first->time_ns) * 1e-6);
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call([&] { return events().take(event) ? cudaSuccess : cudaErrorInvalidResourceHandle; });
}

HOSTCUDA_API cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  return call([&] { return wait(stream, event, flags); });
}

}  // namespace girih::hostcuda
