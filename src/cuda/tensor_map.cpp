#include "cuda/tensor_map.h"

#include <cstring>

namespace girih::cuda {

std::string encode(const TensorMapPlan& plan, CUtensorMapDataType type, const void* data, void* out) {
  if (reinterpret_cast<std::uintptr_t>(data) % 16 != 0)
    return "a pointer is not a multiple of 16 bytes, which TMA needs";
  const Driver& d = *driver();
  cuuint64_t dims[5], strides[4];
  for (int i = 0; i < 5; ++i) dims[i] = plan.dims[i];
  for (int i = 0; i < 4; ++i) strides[i] = plan.strides[i];
  CUtensorMap map;
  CUresult result;
  if (plan.pixels > 0) {
    result = d.cuTensorMapEncodeIm2col(&map, type, plan.rank, const_cast<void*>(data), dims, strides, plan.lower,
                                       plan.upper, plan.box[0], plan.pixels, plan.step, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                       CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
                                       CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  } else {
    result = d.cuTensorMapEncodeTiled(&map, type, plan.rank, const_cast<void*>(data), dims, strides, plan.box,
                                      plan.step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                      CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  }
  if (result != CUDA_SUCCESS) return "the driver rejects a tensor map: " + error_text(result);
  std::memcpy(out, &map, sizeof(map));
  return {};
}

}  // namespace girih::cuda
