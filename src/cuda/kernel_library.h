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
  // Registers an image (a fatbin or cubin, which must outlive the library). The driver loads it when a kernel is asked
  // for whose name holds `part` (any kernel, when it is empty).
  void add(const void* image, std::string_view part = {}) { images_.push_back({image, std::string(part), nullptr}); }

  // The kernel, allowed to use `shared_bytes` of dynamic shared memory; null when no image has it, and `why` then says
  // what the driver answered.
  CUkernel find(std::string_view name, int shared_bytes, CUdevice device, std::string* why = nullptr);

 private:
  struct Image {
    const void* data;
    std::string part;
    CUlibrary library;
  };
  std::mutex mutex_;
  std::vector<Image> images_;
  std::unordered_map<std::string, CUkernel> kernels_;  // by name and device
};

}  // namespace girih::cuda
