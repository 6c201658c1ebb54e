// Element types as the suite sees them: conversion to and from double, written apart from the library's.
#pragma once

#include <cudnn.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace girih::conformance {

enum class DType { kF32, kF64, kF16, kBF16, kI8, kU8, kI32, kI64 };

size_t size_of(DType type);
const char* name_of(DType type);
cudnnDataType_t cudnn_type(DType type, int64_t vector = 1);  // vectors of 4 or 32 8-bit integers
DType dtype_from(const std::string& name);

bool is_float(DType type);
// Half an ulp of the type relative to the value: 2^-24 for f32. 0 for integers.
double unit_roundoff(DType type);
// Half the distance between the smallest numbers of the type.
double underflow(DType type);

double decode(DType type, const void* element);
// Round to nearest even; integers saturate, NaN becomes 0 there.
void encode(DType type, double value, void* element);
double rounded(DType type, double value);

}  // namespace girih::conformance
