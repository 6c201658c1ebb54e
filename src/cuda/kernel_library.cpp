#include "cuda/kernel_library.h"

#include <algorithm>

namespace girih::cuda {

CUkernel KernelLibrary::find(std::string_view name, int shared_bytes, CUdevice device, std::string* why) {
  const Driver* d = driver();
  if (d == nullptr) return nullptr;
  const std::lock_guard lock(mutex_);
  std::string key(name);
  key += static_cast<char>('0' + device);
  if (const auto known = kernels_.find(key); known != kernels_.end()) return known->second;
  // The part that comes first in the name, and of those the longest, is most likely the right one.
  std::vector<Image*> fitting;
  for (Image& image : images_)
    if (name.find(image.part) != std::string_view::npos) fitting.push_back(&image);
  std::stable_sort(fitting.begin(), fitting.end(), [&](const Image* a, const Image* b) {
    const size_t at_a = name.find(a->part), at_b = name.find(b->part);
    return at_a != at_b ? at_a < at_b : a->part.size() > b->part.size();
  });
  for (Image* one : fitting) {
    Image& image = *one;
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
