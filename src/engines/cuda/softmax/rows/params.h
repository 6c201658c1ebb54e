// What the fast softmax kernels are told.
#pragma once
#include <cstdint>

namespace girih::softmax_rows {

constexpr int kBlock = 256, kElements = 32;  // elements of a row that a thread keeps

struct Params {
  const void *x, *y, *dy;  // forward: x to out; backward: y and dy to out
  void* out;
  int64_t rows;
  int32_t size;  // elements of a row
  int32_t algorithm, backward;
  int64_t plane;  // distance between the elements of a row; 1: rows are contiguous
  float alpha, beta;
};

}  // namespace girih::softmax_rows
