// Several tensors walked together, row by row: the dims in the order of the first tensor's memory, neighbours merged
// where every tensor allows it. The last one is the row.
#pragma once
#include <algorithm>
#include <array>
#include <cstdlib>

#include "engines/reference/loops.h"

namespace girih::reference {

template <int N>
struct Rows {
  using Offsets = std::array<int64_t, N>;
  int rank = 0;
  int64_t dims[kMaxRank + 1] = {};
  Offsets strides[kMaxRank + 1] = {};

  Rows() = default;
  // The dims of the first tensor. nullptr: no such tensor. Dims of 1 of the others are broadcast. Plain layouts only.
  explicit Rows(const TensorDesc* const (&desc)[N]) {
    const TensorDesc& y = *desc[0];
    for (int i = 0; i < y.rank; ++i) {
      Offsets s{};
      for (size_t t = 0; t < N; ++t) s[t] = desc[t] && desc[t]->dims[i] != 1 ? desc[t]->strides[i] : 0;
      add(y.dims[i], s);
    }
    finish();
  }

  void add(int64_t n, const Offsets& s) {
    if (n == 1) return;
    dims[rank] = n;
    strides[rank++] = s;
  }
  // After the last add().
  void finish() {
    int order[kMaxRank + 1], merged = 0;
    for (int i = 0; i < rank; ++i) order[i] = i;
    std::stable_sort(order, order + rank,
                     [&](int a, int b) { return std::abs(strides[a][0]) > std::abs(strides[b][0]); });
    int64_t n[kMaxRank + 1] = {};
    Offsets s[kMaxRank + 1] = {};
    for (int i = 0; i < rank; ++i) {
      const int64_t size = dims[order[i]];
      const Offsets& own = strides[order[i]];
      bool merge = merged > 0;
      for (size_t t = 0; t < N; ++t) merge = merge && s[merged - 1][t] == own[t] * size;
      if (!merge) n[merged++] = 1;
      n[merged - 1] *= size;
      s[merged - 1] = own;
    }
    if (merged == 0) n[merged++] = 1;
    rank = merged;
    std::copy(n, n + rank, dims);
    std::copy(s, s + rank, strides);
  }

  int64_t count() const {
    int64_t n = 1;
    for (int i = 0; i < rank; ++i) n *= dims[i];
    return n;
  }
  int64_t length() const { return dims[rank - 1]; }
  int64_t stride(size_t t) const { return strides[rank - 1][t]; }

  // Where element number `index` of the walk lies; `last` leaves out as many of the last dims.
  Offsets at(int64_t index, int last = 0) const {
    Offsets o{};
    for (int d = rank - 1 - last; d >= 0; --d) {
      for (size_t t = 0; t < N; ++t) o[t] += index % dims[d] * strides[d][t];
      index /= dims[d];
    }
    return o;
  }

  // Calls f(offsets, n) for pieces of rows of at most `most` elements, in order.
  template <class F>
  void walk(const Offsets& base, int64_t most, F&& f) const {
    if (count() == 0) return;
    int64_t index[kMaxRank + 1] = {};
    do {
      Offsets row = base;
      for (int d = 0; d < rank - 1; ++d)
        for (size_t t = 0; t < N; ++t) row[t] += index[d] * strides[d][t];
      for (int64_t i = 0; i < length(); i += most) {
        f(static_cast<const Offsets&>(row), std::min(most, length() - i));
        for (size_t t = 0; t < N; ++t) row[t] += most * stride(t);
      }
    } while (next(rank - 1, dims, index));
  }

  // The same for all, in any order and on several threads.
  template <class F>
  void each(int64_t most, F&& f) const {
    const int64_t piece = std::min(length(), most);
    if (piece == 0) return;
    const int64_t pieces = (length() + piece - 1) / piece, rows = count() / length();
    parallel_range(rows * pieces, std::max<int64_t>(1, 4096 / piece), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t first = i % pieces * piece;
        Offsets o = at(i / pieces, 1);
        for (size_t t = 0; t < N; ++t) o[t] += first * stride(t);
        f(static_cast<const Offsets&>(o), std::min(piece, length() - first));
      }
    });
  }
};

}  // namespace girih::reference
