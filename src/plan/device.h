// Which device a new handle gets.
#pragma once
#include "plan/engine.h"

namespace girih {

// The GPU when an NVIDIA driver and a device are there, else the CPU; GIRIH_DEVICE=cpu|cuda decides instead.
// Never the CPU in silence on a machine with a GPU: that is an error whose text says how to choose.
Result<Device> open_device();

}  // namespace girih
