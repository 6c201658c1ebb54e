#include "plan/device.h"

#include <dlfcn.h>

#include <algorithm>

#include "base/env.h"
#include "base/parallel.h"

namespace girih {
namespace {

// Devices that the NVIDIA driver sees; 0 without a driver.
int count_gpus() {
  static const int count = [] {
    void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver) return 0;
    using Init = int (*)(unsigned);
    using GetCount = int (*)(int*);
    auto init = reinterpret_cast<Init>(dlsym(driver, "cuInit"));
    auto get_count = reinterpret_cast<GetCount>(dlsym(driver, "cuDeviceGetCount"));
    int n = 0;
    if (!init || !get_count || init(0) != 0 || get_count(&n) != 0) return 0;
    return n;
  }();
  return count;
}

// Multiprocessors that a CPU handle stands for: those of the CUDA runtime in this process (the program sizes its own
// buffers by it), else 132, an H200's. Dropout masks of large tensors depend on the number.
int multiprocessors() {
  using GetAttribute = int (*)(int*, int, int);
  constexpr int kMultiProcessorCount = 16;  // cudaDevAttrMultiProcessorCount
  int n = 0;
  if (auto get = reinterpret_cast<GetAttribute>(dlsym(RTLD_DEFAULT, "cudaDeviceGetAttribute")))
    if (get(&n, kMultiProcessorCount, 0) == 0 && n > 0) return n;
  return 132;
}

}  // namespace

Result<Target> open_device() {
  const auto wanted = env("GIRIH_DEVICE");
  if (!wanted.empty() && wanted != "cpu" && wanted != "cuda")
    return fail(Status::kNotInitialized, "GIRIH_DEVICE is '{}': it takes cpu or cuda", wanted);
  if (wanted == "cuda" || (wanted.empty() && count_gpus() > 0)) {
    if (count_gpus() == 0)
      return fail(Status::kNotInitialized, "GIRIH_DEVICE=cuda, but there is no NVIDIA driver with a device here");
    if (const DeviceBackend* backend = cuda_backend()) return backend->open();
    return fail(
        Status::kNotInitialized,
        "this build of Girih has no CUDA kernels, and {} GPU(s) are here: set GIRIH_DEVICE=cpu to compute on the "
        "CPU",
        count_gpus());
  }
  Target cpu;
  cpu.multiprocessors = multiprocessors();
  return cpu;
}

Check synchronize(const Target& t) { return t.kind == DeviceKind::cuda ? cuda_backend()->synchronize(t) : Check{}; }

Result<std::shared_ptr<void>> allocate(const Target& t, size_t bytes, unsigned char fill) {
  if (t.kind == DeviceKind::cuda) return cuda_backend()->allocate(t, bytes, fill);
  std::shared_ptr<unsigned char[]> memory(new unsigned char[bytes]);
  std::fill_n(memory.get(), bytes, fill);
  return std::shared_ptr<void>(memory, memory.get());
}

}  // namespace girih
