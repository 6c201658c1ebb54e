// f32 softmax: the loops over rows that lie contiguous, and over rows that lie side by side.
#pragma once
#include <cstdint>

#include "graph/ops/softmax.h"

namespace girih::softmax {

using graph::SoftmaxAlgorithm;

struct Shape {
  SoftmaxAlgorithm algorithm;
  int64_t outer;   // images
  int64_t length;  // elements of one row
  int64_t inner;   // rows side by side: element i of row r of an image is at i * inner + r
};

struct Kernels {
  // inner == 1: the rows [begin, end) of `outer`.
  void (*forward_rows)(const Shape&, const float* x, float* y, float alpha, float beta, int64_t begin, int64_t end);
  void (*backward_rows)(const Shape&, const float* y, const float* dy, float* dx, float alpha, float beta,
                        int64_t begin, int64_t end);
  // inner > 1: the rows [begin, end) of one image.
  void (*forward_columns)(const Shape&, const float* x, float* y, float alpha, float beta, int64_t begin, int64_t end);
  void (*backward_columns)(const Shape&, const float* y, const float* dy, float* dx, float alpha, float beta,
                           int64_t begin, int64_t end);
};

const Kernels& kernels();  // of this CPU

}  // namespace girih::softmax
