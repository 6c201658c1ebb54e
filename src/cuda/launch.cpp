#include "cuda/launch.h"

namespace girih::cuda {

std::string launch(CUkernel kernel, const Launch& shape, const void* parameter, CUstream stream) {
  CUlaunchAttribute overlap{};
  overlap.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
  overlap.value.programmaticStreamSerializationAllowed = 1;
  CUlaunchConfig config{};
  config.gridDimX = shape.grid;
  config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
  config.blockDimX = shape.threads;
  config.sharedMemBytes = shape.shared_bytes;
  config.hStream = stream;
  config.attrs = &overlap;
  config.numAttrs = shape.overlaps_previous ? 1 : 0;
  void* arguments[] = {const_cast<void*>(parameter)};  // the driver only reads it
  const CUresult result = driver()->cuLaunchKernelEx(&config, reinterpret_cast<CUfunction>(kernel), arguments, nullptr);
  return result == CUDA_SUCCESS ? std::string() : "the launch failed: " + error_text(result);
}

}  // namespace girih::cuda
