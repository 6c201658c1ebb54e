#include "conformance/dtype.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace girih::conformance {
namespace {

struct Info {
  DType type;
  const char* name;
  size_t size;
  cudnnDataType_t cudnn;
  int mantissa;  // stored bits; 0 for integers
  int exponent;  // bits
};

constexpr Info kTypes[] = {
    {DType::kF32, "f32", 4, CUDNN_DATA_FLOAT, 23, 8}, {DType::kF64, "f64", 8, CUDNN_DATA_DOUBLE, 52, 11},
    {DType::kF16, "f16", 2, CUDNN_DATA_HALF, 10, 5},  {DType::kBF16, "bf16", 2, CUDNN_DATA_BFLOAT16, 7, 8},
    {DType::kI8, "i8", 1, CUDNN_DATA_INT8, 0, 0},     {DType::kU8, "u8", 1, CUDNN_DATA_UINT8, 0, 0},
    {DType::kI32, "i32", 4, CUDNN_DATA_INT32, 0, 0},  {DType::kI64, "i64", 8, CUDNN_DATA_INT64, 0, 0},
};

const Info& info(DType type) { return kTypes[static_cast<size_t>(type)]; }

// IEEE 754 layout with 16 bits: sign, `exponent` bits, `mantissa` bits.
double decode16(uint16_t bits, int exponent, int mantissa) {
  int bias = (1 << (exponent - 1)) - 1;
  int stored = (bits >> mantissa) & ((1 << exponent) - 1);
  int fraction = bits & ((1 << mantissa) - 1);
  double sign = (bits & 0x8000) ? -1.0 : 1.0;
  if (stored == (1 << exponent) - 1)
    return fraction ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
  if (stored == 0) return sign * std::ldexp(fraction, 1 - bias - mantissa);
  return sign * std::ldexp((1 << mantissa) + fraction, stored - bias - mantissa);
}

uint16_t encode16(double value, int exponent, int mantissa) {
  int bias = (1 << (exponent - 1)) - 1;
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  uint16_t infinity = static_cast<uint16_t>(((1 << exponent) - 1) << mantissa);
  if (std::isnan(value)) return static_cast<uint16_t>(infinity | (1 << (mantissa - 1)));
  double size = std::fabs(value);
  if (size == 0) return sign;
  if (std::isinf(size)) return sign | infinity;
  int power = std::max(std::ilogb(size), 1 - bias);
  double steps = std::nearbyint(std::ldexp(size, mantissa - power));  // even on ties: the default rounding mode
  if (steps >= std::ldexp(1.0, mantissa + 1)) {
    steps /= 2;
    ++power;
  }
  if (power > bias) return sign | infinity;
  uint32_t whole = static_cast<uint32_t>(steps);
  if (whole < (1u << mantissa)) return static_cast<uint16_t>(sign | whole);  // subnormal
  return static_cast<uint16_t>(sign | ((power + bias) << mantissa) | (whole - (1u << mantissa)));
}

template <typename T>
T load(const void* element) {
  T value;
  std::memcpy(&value, element, sizeof value);
  return value;
}

template <typename T>
void store(T value, void* element) {
  std::memcpy(element, &value, sizeof value);
}

template <typename T>
T saturated(double value) {
  if (std::isnan(value)) return 0;
  double even = std::nearbyint(value);
  if (even <= static_cast<double>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
  if (even >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
  return static_cast<T>(even);
}

}  // namespace

size_t size_of(DType type) { return info(type).size; }
const char* name_of(DType type) { return info(type).name; }
cudnnDataType_t cudnn_type(DType type, int64_t vector) {
  if (vector == 1) return info(type).cudnn;
  return vector == 32 ? CUDNN_DATA_INT8x32 : type == DType::kU8 ? CUDNN_DATA_UINT8x4 : CUDNN_DATA_INT8x4;
}
bool is_float(DType type) { return info(type).mantissa > 0; }

DType dtype_from(const std::string& name) {
  for (const Info& candidate : kTypes)
    if (name == candidate.name) return candidate.type;
  throw std::invalid_argument("unknown element type " + name);
}

double unit_roundoff(DType type) { return is_float(type) ? std::ldexp(1.0, -info(type).mantissa - 1) : 0.0; }

double underflow(DType type) {
  if (!is_float(type)) return 0.0;
  int bias = (1 << (info(type).exponent - 1)) - 1;
  return std::ldexp(1.0, 1 - bias - info(type).mantissa - 1);
}

double decode(DType type, const void* element) {
  switch (type) {
    case DType::kF32:
      return load<float>(element);
    case DType::kF64:
      return load<double>(element);
    case DType::kF16:
      return decode16(load<uint16_t>(element), 5, 10);
    case DType::kBF16:
      return decode16(load<uint16_t>(element), 8, 7);
    case DType::kI8:
      return load<int8_t>(element);
    case DType::kU8:
      return load<uint8_t>(element);
    case DType::kI32:
      return load<int32_t>(element);
    case DType::kI64:
      return static_cast<double>(load<int64_t>(element));
  }
  return 0;
}

void encode(DType type, double value, void* element) {
  switch (type) {
    case DType::kF32:
      return store(static_cast<float>(value), element);
    case DType::kF64:
      return store(value, element);
    case DType::kF16:
      return store(encode16(value, 5, 10), element);
    case DType::kBF16:
      return store(encode16(value, 8, 7), element);
    case DType::kI8:
      return store(saturated<int8_t>(value), element);
    case DType::kU8:
      return store(saturated<uint8_t>(value), element);
    case DType::kI32:
      return store(saturated<int32_t>(value), element);
    case DType::kI64:
      return store(saturated<int64_t>(value), element);
  }
}

double rounded(DType type, double value) {
  unsigned char element[8];
  encode(type, value, element);
  return decode(type, element);
}

}  // namespace girih::conformance
