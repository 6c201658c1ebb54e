// A loop nest over several tensors of the same (or broadcast) dims: dimensions in the order of the first tensor's
// memory, neighbours merged where every tensor allows it. The last loop is the inner one.
#pragma once
#include <algorithm>
#include <array>

#include "tensor/tensor_desc.h"

namespace girih::simd {

template <int N>
struct Nest {
  int loops = 0;
  std::array<int64_t, kMaxRank> count{};
  std::array<std::array<int64_t, kMaxRank>, N> stride{};  // [tensor][loop]; 0 where broadcast

  int64_t inner() const { return count[static_cast<size_t>(loops - 1)]; }
  int64_t inner_stride(int t) const { return stride[static_cast<size_t>(t)][static_cast<size_t>(loops - 1)]; }
  int64_t rows() const {
    int64_t n = 1;
    for (int i = 0; i + 1 < loops; ++i) n *= count[static_cast<size_t>(i)];
    return n;
  }
  // Offsets of all tensors at the start of a row.
  std::array<int64_t, N> row(int64_t index) const {
    std::array<int64_t, N> offset{};
    for (int i = loops - 2; i >= 0; --i) {
      const auto l = static_cast<size_t>(i);
      const int64_t at = index % count[l];
      index /= count[l];
      for (size_t t = 0; t < N; ++t) offset[t] += at * stride[t][l];
    }
    return offset;
  }
};

// desc[0] gives the dims and the order; the others have the same rank, with a dim of 1 where they are broadcast.
// nullptr: no such tensor (its strides are 0).
template <int N>
Nest<N> make_nest(const std::array<const TensorDesc*, N>& desc) {
  const TensorDesc& y = *desc[0];
  std::array<int, kMaxRank> order{};
  int n = 0;
  for (int i = 0; i < y.rank; ++i) {
    if (y.dims[i] == 1) continue;
    int at = n++;  // insertion by stride, large ones first
    for (; at > 0 && y.strides[order[static_cast<size_t>(at - 1)]] < y.strides[i]; --at)
      order[static_cast<size_t>(at)] = order[static_cast<size_t>(at - 1)];
    order[static_cast<size_t>(at)] = i;
  }
  Nest<N> nest;
  for (int i = 0; i < n; ++i) {
    const int dim = order[static_cast<size_t>(i)];
    std::array<int64_t, N> s{};
    for (size_t t = 0; t < N; ++t) s[t] = desc[t] && desc[t]->dims[dim] != 1 ? desc[t]->strides[dim] : 0;
    bool merge = nest.loops > 0;
    for (size_t t = 0; t < N && merge; ++t)
      merge = nest.stride[t][static_cast<size_t>(nest.loops - 1)] == s[t] * y.dims[dim];
    if (!merge) nest.count[static_cast<size_t>(nest.loops++)] = 1;
    const auto last = static_cast<size_t>(nest.loops - 1);
    nest.count[last] *= y.dims[dim];
    for (size_t t = 0; t < N; ++t) nest.stride[t][last] = s[t];
  }
  if (nest.loops == 0) nest.count[static_cast<size_t>(nest.loops++)] = 1;  // a single element
  return nest;
}

}  // namespace girih::simd
