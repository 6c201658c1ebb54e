// One GPU for test and bench programs: context, stream, kernels of the images linked in, guarded buffers.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "cuda/driver.h"
#include "cuda/kernel_library.h"

namespace girih::gpu {

inline void check(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS) return;
  std::printf("FATAL %s: %s\n", what, cuda::error_text(result).c_str());
  std::fflush(stdout);
  std::_Exit(2);  // after a fault every further call fails, destructors included
}
#define GIRIH_GPU(call) ::girih::gpu::check((call), #call)

struct Gpu {
  const cuda::Driver* d = nullptr;
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUstream stream = nullptr;
  int multiprocessors = 0;
  std::string name;
  int driver_version = 0;
  cuda::KernelLibrary kernels;

  explicit Gpu(const std::vector<const void*>& images) {
    std::string why;
    d = cuda::driver(&why);
    if (d == nullptr) {
      std::printf("FATAL %s\n", why.c_str());
      std::exit(2);
    }
    GIRIH_GPU(d->cuDeviceGet(&device, 0));
    GIRIH_GPU(d->cuDevicePrimaryCtxRetain(&context, device));
    GIRIH_GPU(d->cuCtxSetCurrent(context));
    GIRIH_GPU(d->cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    GIRIH_GPU(d->cuDeviceGetAttribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
    char text[256];
    GIRIH_GPU(d->cuDeviceGetName(text, sizeof(text), device));
    name = text;
    GIRIH_GPU(d->cuDriverGetVersion(&driver_version));
    for (const void* image : images) kernels.add(image);
  }
  void synchronize() { GIRIH_GPU(d->cuStreamSynchronize(stream)); }
};

// Device memory between two guard zones. Everything starts as 0xff bytes, a NaN in every float type: reads outside show
// as NaN in results, writes outside show in guards_intact().
class Buffer {
 public:
  Buffer(Gpu& gpu, size_t bytes) : gpu_(gpu), bytes_(bytes) {
    GIRIH_GPU(gpu.d->cuMemAlloc(&base_, bytes + 2 * kGuard));
    set(base_, bytes + 2 * kGuard);
  }
  ~Buffer() { gpu_.d->cuMemFree(base_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  void* data() const { return reinterpret_cast<void*>(base_ + kGuard); }
  size_t bytes() const { return bytes_; }
  void poison() { set(base_ + kGuard, bytes_); }
  // The first `bytes` and what was a guard zone behind them.
  void poison(size_t bytes) { set(base_ + kGuard, bytes + kGuard); }
  void write(const void* host, size_t bytes) { GIRIH_GPU(gpu_.d->cuMemcpyHtoD(base_ + kGuard, host, bytes)); }
  void read(void* host, size_t bytes) const { GIRIH_GPU(gpu_.d->cuMemcpyDtoH(host, base_ + kGuard, bytes)); }
  // With `bytes`, for a use of the first bytes only: the guard zone begins right behind them.
  bool guards_intact() const { return guards_intact(bytes_); }
  bool guards_intact(size_t bytes) const {
    std::vector<uint8_t> zone(kGuard);
    for (const CUdeviceptr at : {base_, base_ + kGuard + bytes}) {
      GIRIH_GPU(gpu_.d->cuMemcpyDtoH(zone.data(), at, kGuard));
      for (const uint8_t byte : zone) {
        if (byte != 0xff) return false;
      }
    }
    return true;
  }

 private:
  static constexpr size_t kGuard = 4096;

  // The memset is asynchronous and on another stream than the kernels.
  void set(CUdeviceptr at, size_t bytes) {
    GIRIH_GPU(gpu_.d->cuMemsetD8(at, 0xff, bytes));
    GIRIH_GPU(gpu_.d->cuCtxSynchronize());
  }

  Gpu& gpu_;
  size_t bytes_;
  CUdeviceptr base_ = 0;
};

}  // namespace girih::gpu
