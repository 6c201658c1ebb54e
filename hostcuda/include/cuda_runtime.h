// The CUDA runtime for C++: cuda_runtime_api.h, with calls that take typed pointers, and makers of small structs.
#ifndef GIRIH_HOSTCUDA_CUDA_RUNTIME_H
#define GIRIH_HOSTCUDA_CUDA_RUNTIME_H

#include "cuda_runtime_api.h"
#include "vector_functions.h"

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void* ptr, size_t pitch, size_t xsize, size_t ysize) {
  struct cudaPitchedPtr p;
  p.ptr = ptr;
  p.pitch = pitch;
  p.xsize = xsize;
  p.ysize = ysize;
  return p;
}

static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  struct cudaPos p;
  p.x = x;
  p.y = y;
  p.z = z;
  return p;
}

static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  struct cudaExtent e;
  e.width = width;
  e.height = height;
  e.depth = depth;
  return e;
}

#ifdef __cplusplus

template <class T>
cudaError_t cudaMalloc(T** ptr, size_t size) {
  return ::cudaMalloc(reinterpret_cast<void**>(ptr), size);
}

template <class T>
cudaError_t cudaMallocHost(T** ptr, size_t size, unsigned int flags = 0) {
  return ::cudaHostAlloc(reinterpret_cast<void**>(ptr), size, flags);
}

template <class T>
cudaError_t cudaHostAlloc(T** ptr, size_t size, unsigned int flags) {
  return ::cudaHostAlloc(reinterpret_cast<void**>(ptr), size, flags);
}

template <class T>
cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned int flags) {
  return ::cudaHostGetDevicePointer(reinterpret_cast<void**>(device), host, flags);
}

template <class T>
cudaError_t cudaMallocManaged(T** ptr, size_t size, unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged(reinterpret_cast<void**>(ptr), size, flags);
}

template <class T>
cudaError_t cudaMallocPitch(T** ptr, size_t* pitch, size_t width, size_t height) {
  return ::cudaMallocPitch(reinterpret_cast<void**>(ptr), pitch, width, height);
}

template <class T>
cudaError_t cudaMallocAsync(T** ptr, size_t size, cudaStream_t stream) {
  return ::cudaMallocAsync(reinterpret_cast<void**>(ptr), size, stream);
}

inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}

template <class T>
cudaError_t cudaFuncSetAttribute(T* func, enum cudaFuncAttribute attr, int value) {
  return ::cudaFuncSetAttribute(reinterpret_cast<const void*>(func), attr, value);
}

template <class T>
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attr, T* func) {
  return ::cudaFuncGetAttributes(attr, reinterpret_cast<const void*>(func));
}

// The form of CUDA 11, which nothing reports through any more.
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphNode_t*, char*, size_t) {
  return ::cudaGraphInstantiate(exec, graph, 0ull);
}

template <class T>
cudaError_t cudaLaunchKernel(T* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem = 0,
                             cudaStream_t stream = 0) {
  return ::cudaLaunchKernel(reinterpret_cast<const void*>(func), gridDim, blockDim, args, sharedMem, stream);
}

template <class T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* src, size_t count, size_t offset = 0,
                               enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol(reinterpret_cast<const void*>(&symbol), src, count, offset, kind);
}

template <class T>
cudaError_t cudaMemcpyFromSymbol(void* dst, const T& symbol, size_t count, size_t offset = 0,
                                 enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(dst, reinterpret_cast<const void*>(&symbol), count, offset, kind);
}

#endif
#endif
