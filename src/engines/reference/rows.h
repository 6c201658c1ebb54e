// Several tensors of the same (or broadcast) dims walked together, row by row: the dims of the first tensor in the
// order of its memory, neighbours merged where every tensor allows it. The last one is the row.
#pragma once
#include <algorithm>
#include <cstdlib>

#include "engines/reference/loops.h"

namespace girih::reference {

template <int N>
struct Rows {
  int rank = 0;
  int64_t dims[kMaxRank + 1] = {};
  int64_t strides[N][kMaxRank + 1] = {};

  // nullptr: no such tensor. Dims of 1 of the others are broadcast. Plain layouts only (vector 1).
  explicit Rows(const TensorDesc* const (&desc)[N]) {
    const TensorDesc& y = *desc[0];
    int order[kMaxRank];
    for (int i = 0; i < y.rank; ++i) order[i] = i;
    std::stable_sort(order, order + y.rank,
                     [&](int a, int b) { return std::abs(y.strides[a]) > std::abs(y.strides[b]); });
    for (int i = 0; i < y.rank; ++i) {
      const int d = order[i];
      if (y.dims[d] == 1) continue;
      int64_t s[N];
      bool merge = rank > 0;
      for (int t = 0; t < N; ++t) {
        s[t] = desc[t] && desc[t]->dims[d] != 1 ? desc[t]->strides[d] : 0;
        merge = merge && strides[t][rank - 1] == s[t] * y.dims[d];
      }
      if (!merge) dims[rank++] = 1;
      dims[rank - 1] *= y.dims[d];
      for (int t = 0; t < N; ++t) strides[t][rank - 1] = s[t];
    }
    if (rank == 0) dims[rank++] = 1;
  }

  int64_t length() const { return dims[rank - 1]; }
  int64_t stride(int t) const { return strides[t][rank - 1]; }

  // Calls f(offsets, n) for pieces of rows of at most `most` elements, on several threads.
  template <class F>
  void each(int64_t most, F&& f) const {
    int64_t count = 1;
    for (int i = 0; i < rank - 1; ++i) count *= dims[i];
    const int64_t piece = std::min(length(), most), pieces = piece ? (length() + piece - 1) / piece : 0;
    parallel_range(count * pieces, std::max<int64_t>(1, 4096 / std::max<int64_t>(piece, 1)),
                   [&](int64_t begin, int64_t end) {
                     for (int64_t i = begin; i < end; ++i) {
                       const int64_t first = i % pieces * piece;
                       int64_t at[N], rest = i / pieces;
                       for (int t = 0; t < N; ++t) at[t] = first * stride(t);
                       for (int d = rank - 2; d >= 0; --d) {
                         for (int t = 0; t < N; ++t) at[t] += rest % dims[d] * strides[t][d];
                         rest /= dims[d];
                       }
                       f(static_cast<const int64_t*>(at), std::min(piece, length() - first));
                     }
                   });
  }
};

}  // namespace girih::reference
