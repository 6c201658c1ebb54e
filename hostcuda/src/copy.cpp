// Copies and fills: each call makes one piece of work and gives it to a stream.
#include "capture.h"
#include "memory.h"
#include "status.h"
#include "stream.h"

namespace girih::hostcuda {

namespace {

// The calls without "Async" wait for their work, which a capture does not allow; that they use the legacy stream is
// found out first.
cudaError_t enqueue_and_wait(Work work) {
  if (const cudaError_t status = refuse_if_capturing(*find_stream(cudaStreamLegacy))) return status;
  if (const cudaError_t status = unsafe_call()) return status;
  return enqueue(cudaStreamLegacy, std::move(work));
}

cudaError_t check_pitches(size_t dpitch, size_t spitch, size_t width, size_t height) {
  if (width == 0 || height == 0) return cudaSuccess;
  const bool fits = width <= dpitch && width <= spitch && dpitch <= kMaxPitch && spitch <= kMaxPitch;
  return fits ? cudaSuccess : cudaErrorInvalidPitchValue;
}

cudaError_t check_peers(int dst, int src) { return dst == 0 && src == 0 ? cudaSuccess : cudaErrorInvalidDevice; }

FillWork fill_2d(void* ptr, size_t pitch, int value, size_t width, size_t height) {
  FillWork work = fill_1d(ptr, value, width);
  work.params.pitch = pitch;
  work.params.height = height;
  return work;
}

FillWork fill_3d(const cudaPitchedPtr& ptr, int value, const cudaExtent& extent) {
  FillWork work = fill_2d(ptr.ptr, ptr.pitch, value, extent.width, extent.height);
  work.slices = extent.depth;
  work.slice_rows = ptr.ysize;
  return work;
}

}  // namespace

HOSTCUDA_API cudaError_t cudaMemcpy(void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  return call([&] { return enqueue_and_wait(copy_1d(dst, src, count, kind)); });
}

HOSTCUDA_API cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count, cudaMemcpyKind kind,
                                         cudaStream_t stream) {
  return call([&] { return enqueue(stream, copy_1d(dst, src, count, kind)); });
}

HOSTCUDA_API cudaError_t cudaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, size_t count) {
  return call([&] {
    const cudaError_t status = check_peers(dstDevice, srcDevice);
    return status ? status : enqueue_and_wait(copy_1d(dst, src, count, cudaMemcpyDeviceToDevice));
  });
}

HOSTCUDA_API cudaError_t cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice, size_t count,
                                             cudaStream_t stream) {
  return call([&] {
    const cudaError_t status = check_peers(dstDevice, srcDevice);
    return status ? status : enqueue(stream, copy_1d(dst, src, count, cudaMemcpyDeviceToDevice));
  });
}

HOSTCUDA_API cudaError_t cudaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                                      size_t height, cudaMemcpyKind kind) {
  return call([&] {
    const cudaError_t status = check_pitches(dpitch, spitch, width, height);
    return status ? status : enqueue_and_wait(copy_2d(dst, dpitch, src, spitch, width, height, kind));
  });
}

HOSTCUDA_API cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                                           size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return call([&] {
    const cudaError_t status = check_pitches(dpitch, spitch, width, height);
    return status ? status : enqueue(stream, copy_2d(dst, dpitch, src, spitch, width, height, kind));
  });
}

HOSTCUDA_API cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  return call([&] { return p ? enqueue_and_wait(CopyWork{*p}) : cudaErrorInvalidValue; });
}

HOSTCUDA_API cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  return call([&] { return p ? enqueue(stream, CopyWork{*p}) : cudaErrorInvalidValue; });
}

HOSTCUDA_API cudaError_t cudaMemset(void* devPtr, int value, size_t count) {
  return call([&] { return enqueue(cudaStreamLegacy, fill_1d(devPtr, value, count)); });
}

HOSTCUDA_API cudaError_t cudaMemsetAsync(void* devPtr, int value, size_t count, cudaStream_t stream) {
  return call([&] { return enqueue(stream, fill_1d(devPtr, value, count)); });
}

HOSTCUDA_API cudaError_t cudaMemset2D(void* devPtr, size_t pitch, int value, size_t width, size_t height) {
  return call([&] { return enqueue(cudaStreamLegacy, fill_2d(devPtr, pitch, value, width, height)); });
}

HOSTCUDA_API cudaError_t cudaMemset2DAsync(void* devPtr, size_t pitch, int value, size_t width, size_t height,
                                           cudaStream_t stream) {
  return call([&] { return enqueue(stream, fill_2d(devPtr, pitch, value, width, height)); });
}

HOSTCUDA_API cudaError_t cudaMemset3D(cudaPitchedPtr ptr, int value, cudaExtent extent) {
  return call([&] { return enqueue(cudaStreamLegacy, fill_3d(ptr, value, extent)); });
}

HOSTCUDA_API cudaError_t cudaMemset3DAsync(cudaPitchedPtr ptr, int value, cudaExtent extent, cudaStream_t stream) {
  return call([&] { return enqueue(stream, fill_3d(ptr, value, extent)); });
}

}  // namespace girih::hostcuda
