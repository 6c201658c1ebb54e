#include "tensor/dtype.h"

namespace girih {

namespace {
struct Row {
  const char* name;
  int bits;
};
constexpr Row kRows[kDTypeCount] = {
    {"f32", 32},    {"f64", 64},  {"f16", 16}, {"i8", 8},   {"i32", 32}, {"i8x4", 32}, {"u8", 8},   {"u8x4", 32},
    {"i8x32", 256}, {"bf16", 16}, {"i64", 64}, {"bool", 1}, {"e4m3", 8}, {"e5m2", 8},  {"fast", 0}, {"e8m0", 8},
    {"e2m1", 4},    {"i4", 4},    {"u4", 4},   {"u32", 32}, {"c32", 64}, {"c64", 128},
};
}  // namespace

const char* dtype_name(DType t) {
  const auto i = static_cast<unsigned>(t);
  return i < kDTypeCount ? kRows[i].name : "unknown";
}

int dtype_bits(DType t) {
  const auto i = static_cast<unsigned>(t);
  return i < kDTypeCount ? kRows[i].bits : 0;
}

}  // namespace girih
