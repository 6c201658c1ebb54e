#include "work.h"

#include <cstdint>
#include <cstring>

#include "event.h"
#include "graph.h"
#include "memory.h"

namespace girih::hostcuda {

namespace {

thread_local bool host_function_runs = false;

struct HostFunctionScope {
  bool outer = host_function_runs;
  HostFunctionScope() { host_function_runs = true; }
  ~HostFunctionScope() { host_function_runs = outer; }
};

// Bytes from the first byte of a pitched region to its last; false when the number does not fit.
bool region_bytes(size_t width, size_t height, size_t depth, size_t pitch, size_t slice, size_t* bytes) {
  if (width == 0 || height == 0 || depth == 0) {
    *bytes = 0;
    return true;
  }
  size_t rows = 0;
  size_t slices = 0;
  return !__builtin_mul_overflow(height - 1, pitch, &rows) && !__builtin_mul_overflow(depth - 1, slice, &slices) &&
         !__builtin_add_overflow(rows, slices, &rows) && !__builtin_add_overflow(rows, width, bytes);
}

// One side of a copy.
struct Side {
  char* start;
  size_t pitch;
  size_t slice;
  size_t bytes;
};

cudaError_t side_of(const cudaPitchedPtr& ptr, const cudaPos& pos, const cudaExtent& extent, Side* side) {
  // A single row needs no pitch; programs leave it 0 there.
  const bool rows_follow = extent.height > 1 || extent.depth > 1;
  if (ptr.pitch > kMaxPitch && rows_follow) return cudaErrorInvalidPitchValue;
  if (rows_follow && extent.width > ptr.pitch) return cudaErrorInvalidPitchValue;
  const size_t rows_per_slice = ptr.ysize ? ptr.ysize : extent.height;
  size_t offset = 0;
  size_t slices = 0;
  if (__builtin_mul_overflow(ptr.pitch, rows_per_slice, &side->slice) && extent.depth > 1) return cudaErrorInvalidValue;
  if (__builtin_mul_overflow(pos.z, side->slice, &slices) || __builtin_mul_overflow(pos.y, ptr.pitch, &offset) ||
      __builtin_add_overflow(offset, slices, &offset) || __builtin_add_overflow(offset, pos.x, &offset)) {
    return cudaErrorInvalidValue;
  }
  side->start = static_cast<char*>(ptr.ptr) + offset;
  side->pitch = ptr.pitch;
  if (!region_bytes(extent.width, extent.height, extent.depth, side->pitch, side->slice, &side->bytes)) {
    return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

bool reaches(const Side& side, bool device) {
  return device ? is_device_range(side.start, side.bytes) : is_host_range(side.start, side.bytes);
}

bool reaches_any(const Side& side) { return reaches(side, true) || reaches(side, false); }

cudaError_t check_copy(const cudaMemcpy3DParms& p) {
  if (p.kind < cudaMemcpyHostToHost || p.kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (p.srcArray || p.dstArray) return cudaErrorNotSupported;  // textures have no meaning on the host
  const cudaExtent& e = p.extent;
  if (e.width == 0 || e.height == 0 || e.depth == 0) return cudaSuccess;
  Side src;
  Side dst;
  if (const cudaError_t status = side_of(p.srcPtr, p.srcPos, e, &src)) return status;
  if (const cudaError_t status = side_of(p.dstPtr, p.dstPos, e, &dst)) return status;
  if (p.kind == cudaMemcpyDefault) {
    return reaches_any(src) && reaches_any(dst) ? cudaSuccess : cudaErrorInvalidValue;
  }
  const bool from_device = p.kind == cudaMemcpyDeviceToHost || p.kind == cudaMemcpyDeviceToDevice;
  const bool to_device = p.kind == cudaMemcpyHostToDevice || p.kind == cudaMemcpyDeviceToDevice;
  return reaches(src, from_device) && reaches(dst, to_device) ? cudaSuccess : cudaErrorInvalidValue;
}

void run_copy(const cudaMemcpy3DParms& p) {
  const cudaExtent& e = p.extent;
  if (e.width == 0 || e.height == 0 || e.depth == 0) return;
  Side src;
  Side dst;
  if (side_of(p.srcPtr, p.srcPos, e, &src) || side_of(p.dstPtr, p.dstPos, e, &dst)) return;
  for (size_t z = 0; z < e.depth; ++z) {
    for (size_t y = 0; y < e.height; ++y) {
      std::memmove(dst.start + z * dst.slice + y * dst.pitch, src.start + z * src.slice + y * src.pitch, e.width);
    }
  }
}

cudaError_t check_fill(const FillWork& work) {
  const cudaMemsetParams& p = work.params;
  if (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4) return cudaErrorInvalidValue;
  if (reinterpret_cast<uintptr_t>(p.dst) % p.elementSize != 0) return cudaErrorInvalidValue;
  if (p.width == 0 || p.height == 0 || work.slices == 0) return cudaSuccess;
  size_t row = 0;
  size_t slice = 0;
  size_t bytes = 0;
  if (__builtin_mul_overflow(p.width, size_t{p.elementSize}, &row)) return cudaErrorInvalidValue;
  const bool rows_follow = p.height > 1 || work.slices > 1;
  if (rows_follow && (row > p.pitch || p.pitch > kMaxPitch)) return cudaErrorInvalidValue;
  if (__builtin_mul_overflow(p.pitch, work.slice_rows, &slice) && work.slices > 1) return cudaErrorInvalidValue;
  if (!region_bytes(row, p.height, work.slices, p.pitch, slice, &bytes)) return cudaErrorInvalidValue;
  return is_device_range(p.dst, bytes) ? cudaSuccess : cudaErrorInvalidValue;
}

template <class T>
void fill_row(char* row, unsigned int value, size_t width) {
  T* out = reinterpret_cast<T*>(row);
  for (size_t i = 0; i < width; ++i) out[i] = static_cast<T>(value);
}

void run_fill(const FillWork& work) {
  const cudaMemsetParams& p = work.params;
  if (p.width == 0) return;
  for (size_t z = 0; z < work.slices; ++z) {
    for (size_t y = 0; y < p.height; ++y) {
      char* row = static_cast<char*>(p.dst) + (z * work.slice_rows + y) * p.pitch;
      if (p.elementSize == 1) std::memset(row, static_cast<int>(p.value), p.width);
      if (p.elementSize == 2) fill_row<uint16_t>(row, p.value, p.width);
      if (p.elementSize == 4) fill_row<uint32_t>(row, p.value, p.width);
    }
  }
}

}  // namespace

bool in_host_function() { return host_function_runs; }

CopyWork copy_2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                 cudaMemcpyKind kind) {
  CopyWork work{};
  work.params.srcPtr = {const_cast<void*>(src), spitch, width, height};
  work.params.dstPtr = {dst, dpitch, width, height};
  work.params.extent = {width, height, 1};
  work.params.kind = kind;
  return work;
}

CopyWork copy_1d(void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  return copy_2d(dst, count, src, count, count, 1, kind);
}

FillWork fill_1d(void* dst, int value, size_t count) {
  FillWork work{};
  work.params = {dst, 0, static_cast<unsigned int>(value) & 0xffu, 1, count, 1};
  return work;
}

cudaError_t check(const Work& work) {
  if (const auto* copy = std::get_if<CopyWork>(&work)) return check_copy(copy->params);
  if (const auto* fill = std::get_if<FillWork>(&work)) return check_fill(*fill);
  if (const auto* host = std::get_if<HostWork>(&work)) return host->params.fn ? cudaSuccess : cudaErrorInvalidValue;
  if (const auto* callback = std::get_if<CallbackWork>(&work)) {
    return callback->fn ? cudaSuccess : cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

cudaError_t run(const Work& work) {
  if (const auto* copy = std::get_if<CopyWork>(&work)) {
    run_copy(copy->params);
  } else if (const auto* fill = std::get_if<FillWork>(&work)) {
    run_fill(*fill);
  } else if (const auto* host = std::get_if<HostWork>(&work)) {
    const HostFunctionScope scope;
    host->params.fn(host->params.userData);
  } else if (const auto* callback = std::get_if<CallbackWork>(&work)) {
    const HostFunctionScope scope;
    callback->fn(callback->stream, cudaSuccess, callback->user_data);
  } else if (const auto* record = std::get_if<EventRecordWork>(&work)) {
    return stamp_event(record->event);
  } else if (const auto* child = std::get_if<ChildWork>(&work)) {
    return run_graph(*child->graph);
  }
  return cudaSuccess;  // an empty node, or a wait for what has already happened
}

}  // namespace girih::hostcuda
