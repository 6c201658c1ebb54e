// A tensor as the generic kernels see it: plain numbers, read by the host and by kernels. No include of the library, so
// that a kernel source stays free of the host's headers.
#pragma once
#include <cstdint>

namespace girih::generic {

constexpr int kMaxRank = 8, kMaxSpatial = 6;

// The numbers of DType.
enum Type : int32_t {
  kF32 = 0,
  kF64 = 1,
  kF16 = 2,
  kI8 = 3,
  kI32 = 4,
  kU8 = 6,
  kBf16 = 9,
  kI64 = 10,
  kBoolean = 11,
  kE4m3 = 12,
  kE5m2 = 13,
};

struct View {
  void* data;  // nullptr: the operation has no such tensor
  int32_t type, rank;
  int32_t vector;  // elements of C in one stored vector
  int32_t by_value;
  double value;  // of every element, when by_value
  int64_t dims[kMaxRank], strides[kMaxRank];
};

}  // namespace girih::generic
