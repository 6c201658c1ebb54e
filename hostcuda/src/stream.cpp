#include "stream.h"

#include <atomic>

#include "handles.h"
#include "status.h"

namespace girih::hostcuda {

namespace {

Handles<CUstream_st>& streams() {
  static Handles<CUstream_st>* const instance = new Handles<CUstream_st>;
  return *instance;
}

std::atomic<unsigned long long> next_stream_id{3};  // 1 and 2 are the default streams

const std::shared_ptr<CUstream_st>& legacy_stream() {
  static const auto* const instance = [] {
    auto stream = std::make_shared<CUstream_st>();
    stream->legacy = true;
    stream->id = 1;
    return new std::shared_ptr<CUstream_st>(std::move(stream));
  }();
  return *instance;
}

const std::shared_ptr<CUstream_st>& per_thread_stream() {
  thread_local const std::shared_ptr<CUstream_st> instance = [] {
    auto stream = std::make_shared<CUstream_st>();
    stream->id = 2;
    return stream;
  }();
  return instance;
}

cudaError_t create_stream(cudaStream_t* out, unsigned int flags, int priority) {
  if (!out || (flags & ~unsigned{cudaStreamNonBlocking})) return cudaErrorInvalidValue;
  auto stream = std::make_shared<CUstream_st>();
  stream->flags = flags;
  // A priority out of range is clamped, as documented.
  stream->priority = priority < kGreatestPriority ? kGreatestPriority
                     : priority > kLeastPriority  ? kLeastPriority
                                                  : priority;
  stream->id = next_stream_id++;
  *out = streams().add(std::move(stream));
  return cudaSuccess;
}

// For the calls that only ask something about a stream.
template <class Answer>
cudaError_t ask(cudaStream_t handle, const void* out, Answer&& answer) {
  return call([&] {
    if (!out) return cudaErrorInvalidValue;
    const auto stream = find_stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    answer(*stream);
    return cudaSuccess;
  });
}

cudaError_t wait_for(cudaStream_t handle) {
  const auto stream = find_stream(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (in_host_function()) return cudaErrorNotPermitted;
  if (const cudaError_t status = refuse_if_capturing(*stream)) return status;
  // Another thread may be in the middle of work on this stream.
  const std::lock_guard wait(stream->order);
  return cudaSuccess;
}

}  // namespace

std::shared_ptr<CUstream_st> find_stream(cudaStream_t handle) {
  if (handle == nullptr || handle == cudaStreamLegacy) return legacy_stream();
  if (handle == cudaStreamPerThread) return per_thread_stream();
  return streams().find(handle);
}

cudaError_t enqueue(cudaStream_t handle, Work work) {
  const auto stream = find_stream(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (in_host_function()) return cudaErrorNotPermitted;
  if (const cudaError_t status = check(work)) return status;
  if (captures_active()) {
    bool recorded = false;
    const cudaError_t status = record_if_capturing(stream, work, &recorded);
    if (status || recorded) return status;
  }
  const std::lock_guard ordered(stream->order);
  return run(work);
}

void destroy_streams() { streams().take_all(); }

HOSTCUDA_API cudaError_t cudaStreamCreateWithPriority(cudaStream_t* pStream, unsigned int flags, int priority) {
  return call([&] { return create_stream(pStream, flags, priority); });
}

HOSTCUDA_API cudaError_t cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned int flags) {
  return cudaStreamCreateWithPriority(pStream, flags, 0);
}

HOSTCUDA_API cudaError_t cudaStreamCreate(cudaStream_t* pStream) { return cudaStreamCreateWithPriority(pStream, 0, 0); }

HOSTCUDA_API cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  return call([&] {
    if (!handle || handle == cudaStreamLegacy || handle == cudaStreamPerThread) return cudaErrorInvalidResourceHandle;
    const auto stream = streams().take(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    const std::lock_guard lock(state_mutex());
    if (stream->capture) stream->capture->invalidated = true;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  return ask(stream, flags, [&](const CUstream_st& s) { *flags = s.flags; });
}

HOSTCUDA_API cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return ask(stream, priority, [&](const CUstream_st& s) { *priority = s.priority; });
}

HOSTCUDA_API cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return ask(stream, id, [&](const CUstream_st& s) { *id = s.id; });
}

HOSTCUDA_API cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return ask(stream, device, [&](const CUstream_st&) { *device = 0; });
}

HOSTCUDA_API cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return call([&] { return wait_for(stream); });
}

HOSTCUDA_API cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return call([&] { return wait_for(stream); });
}

HOSTCUDA_API cudaError_t cudaDeviceSynchronize() {
  return call([&] {
    if (in_host_function()) return cudaErrorNotPermitted;
    return refuse_any_capture();  // work is done when the call that gave it returns
  });
}

HOSTCUDA_API cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void* userData) {
  return call([&] { return enqueue(stream, HostWork{{fn, userData}}); });
}

HOSTCUDA_API cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* userData,
                                               unsigned int flags) {
  return call([&] {
    if (flags) return cudaErrorInvalidValue;
    return enqueue(stream, CallbackWork{callback, stream, userData});
  });
}

}  // namespace girih::hostcuda
