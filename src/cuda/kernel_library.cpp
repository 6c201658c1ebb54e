#include "cuda/kernel_library.h"

namespace girih::cuda {

CUkernel KernelLibrary::find(std::string_view name, int shared_bytes, CUdevice device) {
  const Driver* d = driver();
  if (d == nullptr) return nullptr;
  const std::lock_guard lock(mutex_);
  const std::string key(name);
  if (const auto known = kernels_.find(key); known != kernels_.end()) return known->second;
  for (Image& image : images_) {
    if (image.library == nullptr &&
        d->cuLibraryLoadData(&image.library, image.data, nullptr, nullptr, 0, nullptr, nullptr, 0) != CUDA_SUCCESS) {
      image.library = nullptr;
      continue;
    }
    CUkernel kernel = nullptr;
    if (d->cuLibraryGetKernel(&kernel, image.library, key.c_str()) != CUDA_SUCCESS) continue;
    // Beyond 48 KB a kernel must be told once how much dynamic shared memory it may have.
    if (shared_bytes > 0 && d->cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, shared_bytes,
                                                    kernel, device) != CUDA_SUCCESS) {
      continue;
    }
    return kernels_[key] = kernel;
  }
  return nullptr;
}

}  // namespace girih::cuda
