// Kernels by name out of fatbins that are part of the program.
#pragma once
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cuda/driver.h"

namespace girih::cuda {

class KernelLibrary {
 public:
  // Registers an image (a fatbin or cubin, which must outlive the library). The driver loads it when a kernel of it is
  // first asked for.
  void add(const void* image) { images_.push_back({image, nullptr}); }

  // The kernel, allowed to use `shared_bytes` of dynamic shared memory; null when no image has it.
  CUkernel find(std::string_view name, int shared_bytes, CUdevice device);

 private:
  struct Image {
    const void* data;
    CUlibrary library;
  };
  std::mutex mutex_;
  std::vector<Image> images_;
  std::unordered_map<std::string, CUkernel> kernels_;
};

}  // namespace girih::cuda
