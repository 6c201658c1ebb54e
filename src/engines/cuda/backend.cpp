#include "engines/cuda/backend.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

#include "base/env.h"
#include "cuda/context.h"
#include "engines/cuda/images.h"
#include "plan/device.h"

namespace girih::engines {

extern const DeviceBackend cuda_backend;

namespace {

Error cuda_failure(CUresult result, const char* what) {
  return fail(Status::kInternalError, "{}: {}", what, cuda::error_text(result));
}

Result<CUdeviceptr> allocate_bytes(size_t bytes) {
  const cuda::RelaxedCapture relaxed;
  CUdeviceptr p = 0;
  const CUresult result = cuda::driver()->cuMemAlloc(&p, bytes);
  if (result != CUDA_SUCCESS)
    return fail(Status::kInternalErrorDeviceAllocationFailed, "the GPU gives no {} bytes of memory: {}", bytes,
                cuda::error_text(result));
  return p;
}

// Memory by stream: calls on one stream run one after another and share it, calls on two streams overlap and must not.
// A capture has memory of its own, since its graph may run beside later calls. Blocks only grow, and a smaller one is
// kept, because enqueued work and captured graphs still use it; all go with the handle.
struct HandleScratch : Scratch {
  struct Block {
    CUdeviceptr memory = 0;
    size_t bytes = 0;
  };
  CUcontext context;
  std::mutex mutex;
  std::map<std::pair<void*, cuuint64_t>, Block> newest;
  std::vector<CUdeviceptr> all;

  explicit HandleScratch(CUcontext c) : context(c) {}
  ~HandleScratch() override {
    const cuda::ContextScope scope(context);
    const cuda::RelaxedCapture relaxed;
    for (CUdeviceptr p : all) cuda::driver()->cuMemFree(p);
  }
  Result<void*> get(size_t bytes, const NativeStream& where) override {
    const cuda::ContextScope scope(context);
    const std::lock_guard lock(mutex);
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    cuuint64_t capture = 0;
    if (cuda::driver()->cuStreamGetCaptureInfo(static_cast<CUstream>(where.stream), &status, &capture, nullptr, nullptr,
                                               nullptr, nullptr) != CUDA_SUCCESS ||
        status != CU_STREAM_CAPTURE_STATUS_ACTIVE)
      capture = 0;
    Block& block = newest[{where.stream, capture}];
    if (block.bytes < bytes) {
      constexpr size_t kLeast = size_t{1} << 20;  // a few hundred KB serve the sums of most calls
      const size_t size = std::max({bytes, 2 * block.bytes, kLeast});
      GIRIH_TRY_ASSIGN(block.memory, allocate_bytes(size));
      block.bytes = size;
      all.push_back(block.memory);
    }
    return reinterpret_cast<void*>(block.memory);
  }
};

int attribute(CUdevice_attribute which, CUdevice device) {
  int value = 0;
  cuda::driver()->cuDeviceGetAttribute(&value, which, device);
  return value;
}

// The context that is current for the calling thread: the CUDA runtime's once cudaSetDevice or anything else has made
// it. Before that the runtime would choose device 0, and its context is the primary one.
Result<Target> open() {
  std::string why;
  const cuda::Driver* d = cuda::driver(&why);
  if (!d) return fail(Status::kNotInitialized, "{}", why);
  CUcontext context = nullptr;
  d->cuCtxGetCurrent(&context);
  CUdevice device = 0;
  if (context) {
    if (const CUresult r = d->cuCtxGetDevice(&device); r != CUDA_SUCCESS)
      return cuda_failure(r, "the current CUDA context does not answer");
  } else {
    d->cuDeviceGet(&device, 0);
    static std::mutex mutex;
    static std::map<CUdevice, CUcontext> primary;  // held until the process ends
    const std::lock_guard lock(mutex);
    CUcontext& own = primary[device];
    if (!own)
      if (const CUresult r = d->cuDevicePrimaryCtxRetain(&own, device); r != CUDA_SUCCESS) {
        own = nullptr;
        return cuda_failure(r, "GPU 0 gives no context");
      }
    context = own;
  }
  Target t;
  t.kind = DeviceKind::cuda;
  t.ordinal = device;
  t.multiprocessors = attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
  t.capability = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) * 10 +
                 attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
  t.l2_bytes = attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, device);
  t.shared_bytes = attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device);
  if (t.capability < 75)
    return fail(Status::kNotSupportedArchMismatch, "GPU {} is of compute capability {}.{}; 7.5 is the least", device,
                t.capability / 10, t.capability % 10);
  t.native.context = context;
  t.scratch = std::make_shared<HandleScratch>(context);
  return t;
}

Check synchronize(const Target& t) {
  const cuda::ContextScope scope(static_cast<CUcontext>(t.native.context));
  const CUresult r = cuda::driver()->cuStreamSynchronize(static_cast<CUstream>(t.native.stream));
  return r == CUDA_SUCCESS ? Check{} : Check{cuda_failure(r, "waiting for the stream")};
}

Result<std::shared_ptr<void>> allocate(const Target& t, size_t bytes, unsigned char fill) {
  const auto context = static_cast<CUcontext>(t.native.context);
  const cuda::ContextScope scope(context);
  GIRIH_TRY_ASSIGN(const CUdeviceptr p, allocate_bytes(std::max<size_t>(bytes, 1)));
  cuda::driver()->cuMemsetD8Async(p, fill, bytes, static_cast<CUstream>(t.native.stream));
  return std::shared_ptr<void>(reinterpret_cast<void*>(p), [context](void* memory) {
    const cuda::ContextScope scope(context);
    cuda::driver()->cuMemFree(reinterpret_cast<CUdeviceptr>(memory));
  });
}

}  // namespace

const DeviceBackend cuda_backend{open, synchronize, allocate};

cuda::KernelLibrary& kernels() {
  static cuda::KernelLibrary& library = *[] {
    auto* l = new cuda::KernelLibrary;  // never destroyed: calls may come during exit
    for (const Image& image : images()) l->add(image.data, image.part);
    return l;
  }();
  return library;
}

Check launched(const std::string& why, const char* kernel) {
  if (why.empty()) return {};
  return fail(Status::kExecutionFailedCudaDriver, "{}: {}", kernel, why);
}

Check enqueue_bytes(const RunArgs& a, const char* kernel, const cuda::Launch& shape, const void* params) {
  const cuda::ContextScope scope(static_cast<CUcontext>(a.native.context));
  CUdevice device = 0;
  cuda::driver()->cuCtxGetDevice(&device);
  std::string why = "the build has no such kernel";
  const CUkernel k = kernels().find(kernel, static_cast<int>(shape.shared_bytes), device, &why);
  if (!k) return fail(Status::kInternalError, "{}: the driver does not load it: {}", kernel, why);
  return launched(cuda::launch(k, shape, params, static_cast<CUstream>(a.native.stream)), kernel);
}

}  // namespace girih::engines
