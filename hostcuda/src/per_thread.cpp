// What a program built with --default-stream per-thread calls: the same functions, for which the null stream is the
// thread's own (names ending in _ptsz), or which use that stream without naming it (_ptds).
#include "status.h"

namespace girih::hostcuda {

namespace {

cudaStream_t own(cudaStream_t stream) { return stream ? stream : cudaStreamPerThread; }

}  // namespace

HOSTCUDA_API cudaError_t cudaMemcpy_ptds(void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  return cudaMemcpyAsync(dst, src, count, kind, cudaStreamPerThread);
}

HOSTCUDA_API cudaError_t cudaMemcpy2D_ptds(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                                           size_t height, cudaMemcpyKind kind) {
  return cudaMemcpy2DAsync(dst, dpitch, src, spitch, width, height, kind, cudaStreamPerThread);
}

HOSTCUDA_API cudaError_t cudaMemcpy3D_ptds(const cudaMemcpy3DParms* p) {
  return cudaMemcpy3DAsync(p, cudaStreamPerThread);
}

HOSTCUDA_API cudaError_t cudaMemset_ptds(void* ptr, int value, size_t count) {
  return cudaMemsetAsync(ptr, value, count, cudaStreamPerThread);
}

HOSTCUDA_API cudaError_t cudaMemset2D_ptds(void* ptr, size_t pitch, int value, size_t width, size_t height) {
  return cudaMemset2DAsync(ptr, pitch, value, width, height, cudaStreamPerThread);
}

HOSTCUDA_API cudaError_t cudaMemset3D_ptds(cudaPitchedPtr ptr, int value, cudaExtent extent) {
  return cudaMemset3DAsync(ptr, value, extent, cudaStreamPerThread);
}

HOSTCUDA_API cudaError_t cudaMemcpyAsync_ptsz(void* dst, const void* src, size_t count, cudaMemcpyKind kind,
                                              cudaStream_t stream) {
  return cudaMemcpyAsync(dst, src, count, kind, own(stream));
}

HOSTCUDA_API cudaError_t cudaMemcpy2DAsync_ptsz(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                                                size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return cudaMemcpy2DAsync(dst, dpitch, src, spitch, width, height, kind, own(stream));
}

HOSTCUDA_API cudaError_t cudaMemcpy3DAsync_ptsz(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  return cudaMemcpy3DAsync(p, own(stream));
}

HOSTCUDA_API cudaError_t cudaMemsetAsync_ptsz(void* ptr, int value, size_t count, cudaStream_t stream) {
  return cudaMemsetAsync(ptr, value, count, own(stream));
}

HOSTCUDA_API cudaError_t cudaMemset2DAsync_ptsz(void* ptr, size_t pitch, int value, size_t width, size_t height,
                                                cudaStream_t stream) {
  return cudaMemset2DAsync(ptr, pitch, value, width, height, own(stream));
}

HOSTCUDA_API cudaError_t cudaMemset3DAsync_ptsz(cudaPitchedPtr ptr, int value, cudaExtent extent, cudaStream_t stream) {
  return cudaMemset3DAsync(ptr, value, extent, own(stream));
}

HOSTCUDA_API cudaError_t cudaMallocAsync_ptsz(void** ptr, size_t size, cudaStream_t stream) {
  return cudaMallocAsync(ptr, size, own(stream));
}

HOSTCUDA_API cudaError_t cudaMallocFromPoolAsync_ptsz(void** ptr, size_t size, cudaMemPool_t pool,
                                                      cudaStream_t stream) {
  return cudaMallocFromPoolAsync(ptr, size, pool, own(stream));
}

HOSTCUDA_API cudaError_t cudaFreeAsync_ptsz(void* ptr, cudaStream_t stream) { return cudaFreeAsync(ptr, own(stream)); }

HOSTCUDA_API cudaError_t cudaStreamGetFlags_ptsz(cudaStream_t stream, unsigned int* flags) {
  return cudaStreamGetFlags(own(stream), flags);
}

HOSTCUDA_API cudaError_t cudaStreamGetPriority_ptsz(cudaStream_t stream, int* priority) {
  return cudaStreamGetPriority(own(stream), priority);
}

HOSTCUDA_API cudaError_t cudaStreamGetId_ptsz(cudaStream_t stream, unsigned long long* id) {
  return cudaStreamGetId(own(stream), id);
}

HOSTCUDA_API cudaError_t cudaStreamGetDevice_ptsz(cudaStream_t stream, int* device) {
  return cudaStreamGetDevice(own(stream), device);
}

HOSTCUDA_API cudaError_t cudaStreamQuery_ptsz(cudaStream_t stream) { return cudaStreamQuery(own(stream)); }

HOSTCUDA_API cudaError_t cudaStreamSynchronize_ptsz(cudaStream_t stream) { return cudaStreamSynchronize(own(stream)); }

HOSTCUDA_API cudaError_t cudaStreamWaitEvent_ptsz(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  return cudaStreamWaitEvent(own(stream), event, flags);
}

HOSTCUDA_API cudaError_t cudaStreamAddCallback_ptsz(cudaStream_t stream, cudaStreamCallback_t callback, void* userData,
                                                    unsigned int flags) {
  return cudaStreamAddCallback(own(stream), callback, userData, flags);
}

HOSTCUDA_API cudaError_t cudaLaunchHostFunc_ptsz(cudaStream_t stream, cudaHostFn_t fn, void* userData) {
  return cudaLaunchHostFunc(own(stream), fn, userData);
}

HOSTCUDA_API cudaError_t cudaEventRecord_ptsz(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecord(event, own(stream));
}

HOSTCUDA_API cudaError_t cudaEventRecordWithFlags_ptsz(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  return cudaEventRecordWithFlags(event, own(stream), flags);
}

HOSTCUDA_API cudaError_t cudaStreamBeginCapture_ptsz(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return cudaStreamBeginCapture(own(stream), mode);
}

HOSTCUDA_API cudaError_t cudaStreamEndCapture_ptsz(cudaStream_t stream, cudaGraph_t* graph) {
  return cudaStreamEndCapture(own(stream), graph);
}

HOSTCUDA_API cudaError_t cudaStreamIsCapturing_ptsz(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return cudaStreamIsCapturing(own(stream), status);
}

HOSTCUDA_API cudaError_t cudaGraphInstantiateWithParams_ptsz(cudaGraphExec_t* exec, cudaGraph_t graph,
                                                             cudaGraphInstantiateParams* params) {
  return cudaGraphInstantiateWithParams(exec, graph, params);
}

HOSTCUDA_API cudaError_t cudaGraphUpload_ptsz(cudaGraphExec_t exec, cudaStream_t stream) {
  return cudaGraphUpload(exec, own(stream));
}

HOSTCUDA_API cudaError_t cudaGraphLaunch_ptsz(cudaGraphExec_t exec, cudaStream_t stream) {
  return cudaGraphLaunch(exec, own(stream));
}

HOSTCUDA_API cudaError_t cudaLaunchKernel_ptsz(const void* func, dim3 grid, dim3 block, void** args, size_t shared,
                                               cudaStream_t stream) {
  return cudaLaunchKernel(func, grid, block, args, shared, own(stream));
}

HOSTCUDA_API cudaError_t cudaLaunchCooperativeKernel_ptsz(const void* func, dim3 grid, dim3 block, void** args,
                                                          size_t shared, cudaStream_t stream) {
  return cudaLaunchCooperativeKernel(func, grid, block, args, shared, own(stream));
}

}  // namespace girih::hostcuda
