// Which device a new handle gets.
#pragma once
#include "plan/engine.h"

namespace girih {

// The GPU when an NVIDIA driver and a device are there, else the CPU; GIRIH_DEVICE=cpu|cuda decides instead.
// Never the CPU in silence on a machine with a GPU: that is an error whose text says how to choose.
Result<Target> open_device();

// Waits for what was enqueued on the target; for measuring, never in a call that computes.
Check synchronize(const Target& t);
// Memory that a kernel of the target can use, every byte set to `fill`; for measuring too.
Result<std::shared_ptr<void>> allocate(const Target& t, size_t bytes, unsigned char fill);

// The part of a build that knows CUDA (engines/cuda/backend.cpp), found like an engine.
struct DeviceBackend {
  Result<Target> (*open)();  // on the calling thread's current device
  Check (*synchronize)(const Target&);
  Result<std::shared_ptr<void>> (*allocate)(const Target&, size_t bytes, unsigned char fill);
};
const DeviceBackend* cuda_backend();  // nullptr in builds without CUDA kernels

}  // namespace girih
