// The passes of a recurrent network on the CPU's matrix product, in f32. The caller's tensors, the rows and the reserve
// are those of the reference engine (engines/reference/rnn/network.h); weights are read where they lie.
#pragma once
#include "engines/cpu/gemm/gemm.h"
#include "engines/cpu/rnn/gemm/cells.h"
#include "engines/reference/rnn/network.h"

namespace girih::rnn {

using reference::rnn::Carver;
using reference::rnn::Net;
using reference::rnn::Sequences;
using Reserve = reference::rnn::Reserve<float>;

inline CellOptions cell_options(const Net& net) {
  const auto& o = net.op;
  return {o.cell, o.clip, o.clip_keeps_nan, static_cast<float>(o.clip_low), static_cast<float>(o.clip_high)};
}

// A matrix among the weights: element (i, j) lies at offset + i * row + j * col.
inline gemm::Matrix weight_matrix(const Net& net, const void* weights, int64_t offset, int64_t row, int64_t col) {
  const auto* base = static_cast<const char*>(weights);
  return {base + offset * static_cast<int64_t>(dtype_size(net.data)), row, col, net.data};
}

// Hands each element to `emit(row, column, value)`, from several threads.
template <class Emit>
struct Emitter final : simd::GemmResult {
  const Emit& emit;
  explicit Emitter(const Emit& e) : emit(e) {}
  void store(int64_t, int64_t row, int64_t rows, int64_t col, int cols, const float* c, int ld) const override {
    for (int64_t r = 0; r < rows; ++r)
      for (int i = 0; i < cols; ++i) emit(row + r, col + i, c[r * ld + i]);
  }
};

// Rows that lie `ld` floats apart.
struct Rows final : simd::GemmResult {
  float* to;
  int64_t ld;
  Rows(float* rows, int64_t distance) : to(rows), ld(distance) {}
  void store(int64_t, int64_t row, int64_t rows, int64_t col, int cols, const float* c, int c_ld) const override {
    for (int64_t r = 0; r < rows; ++r) std::copy_n(c + r * c_ld, cols, to + (row + r) * ld + col);
  }
};

// With workspace nullptr they only tell how many bytes they need.
size_t forward(const RunArgs* a, const Net& net, void* workspace);
size_t backward_data(const RunArgs* a, const Net& net, void* workspace);
size_t backward_weights(const RunArgs* a, const Net& net, void* workspace);

}  // namespace girih::rnn
