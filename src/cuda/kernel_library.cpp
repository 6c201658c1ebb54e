#include "cuda/kernel_library.h"

namespace girih::cuda {

CUkernel KernelLibrary::find(std::string_view name, int shared_bytes, CUdevice device, std::string* why) {
  const Driver* d = driver();
  if (d == nullptr) return nullptr;
  const std::lock_guard lock(mutex_);
  std::string key(name);
  key += static_cast<char>('0' + device);
  if (const auto known = kernels_.find(key); known != kernels_.end()) return known->second;
  for (Image& image : images_) {
    if (name.find(image.part) == std::string_view::npos) continue;
    CUresult result = CUDA_SUCCESS;
    if (image.library == nullptr)
      result = d->cuLibraryLoadData(&image.library, image.data, nullptr, nullptr, 0, nullptr, nullptr, 0);
    CUkernel kernel = nullptr;
    if (result == CUDA_SUCCESS) result = d->cuLibraryGetKernel(&kernel, image.library, std::string(name).c_str());
    // Beyond 48 KB a kernel must be told once for each device how much dynamic shared memory it may have.
    if (result == CUDA_SUCCESS && shared_bytes > 0)
      result = d->cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, shared_bytes, kernel, device);
    if (result == CUDA_SUCCESS) return kernels_[key] = kernel;
    if (why != nullptr) *why = error_text(result);
  }
  return nullptr;
}

}  // namespace girih::cuda
