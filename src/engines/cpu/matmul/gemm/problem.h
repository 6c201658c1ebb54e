// A matrix product of the graph API as one of engines/cpu/gemm: which tensors that takes, and where each batch begins.
#pragma once
#include <vector>

#include "engines/cpu/gemm/gemm.h"
#include "plan/engine.h"

namespace girih::matmul {

struct Problem {
  graph::Matmul op;
  gemm::Product product;         // without pointers
  std::vector<int64_t> a, b, c;  // offsets of the batches

  // The product on the data of one call. The offsets are this object's.
  gemm::Product bind(const RunArgs& args) const;
};

// f32, f16 and bf16 operands with f32 arithmetic; no overrides, no ragged batches. The result may have any type.
Verdict takes_operands(const graph::Graph& g, const graph::Matmul& o);
Problem make_problem(const graph::Graph& g, const graph::Matmul& o);
double microseconds(const graph::Graph& g, const graph::Matmul& o);

// Offsets of a tensor's matrices for every batch of the result: dims of 1 are broadcast, divisors repeat in a row.
std::vector<int64_t> batch_offsets(const TensorDesc& t, const TensorDesc& result);

}  // namespace girih::matmul
