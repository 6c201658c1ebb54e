// Loops of the reference engines: any rank, any strides, the outputs of a call shared among threads in fixed chunks.
#pragma once
#include <algorithm>
#include <cstdint>

#include "base/parallel.h"
#include "tensor/tensor_desc.h"

namespace girih::reference {

// Where the element with these coordinates lies, in elements. Vectorised layouts keep C/v vectors of v elements.
inline int64_t offset(const TensorDesc& t, const int64_t* index) {
  if (t.vector == 1) {
    int64_t o = 0;
    for (int i = 0; i < t.rank; ++i) o += index[i] * t.strides[i];
    return o;
  }
  int64_t o = 0;
  for (int i = 0; i < t.rank; ++i) o += (i == 1 ? index[i] / t.vector : index[i]) * t.strides[i];
  return o * t.vector + index[1] % t.vector;
}

// The same where a dimension of size 1 stands for every coordinate (broadcast).
inline int64_t broadcast_offset(const TensorDesc& t, const int64_t* index) {
  int64_t own[kMaxRank] = {};
  for (int i = 0; i < t.rank; ++i) own[i] = t.dims[i] == 1 ? 0 : index[i];
  return offset(t, own);
}

// Row-major successor; false after the last.
inline bool next(int rank, const int64_t* dims, int64_t* index) {
  for (int i = rank - 1; i >= 0; --i) {
    if (++index[i] < dims[i]) return true;
    index[i] = 0;
  }
  return false;
}

// Calls f(index) for every coordinate of [0, dims): serial, row-major.
template <class F>
void each_index(int rank, const int64_t* dims, F&& f) {
  int64_t index[kMaxRank] = {};
  for (int i = 0; i < rank; ++i)
    if (dims[i] == 0) return;
  do f(static_cast<const int64_t*>(index));
  while (next(rank, dims, index));
}

// The same for all coordinates of a tensor, in chunks of `grain` on several threads.
template <class F>
void each_element(const TensorDesc& t, int64_t grain, F&& f) {
  parallel_range(t.count(), std::max<int64_t>(1, grain), [&](int64_t begin, int64_t end) {
    int64_t index[kMaxRank] = {}, rest = begin;
    for (int i = t.rank - 1; i >= 0; --i) {
      index[i] = rest % t.dims[i];
      rest /= t.dims[i];
    }
    for (int64_t e = begin; e < end; ++e) {
      f(static_cast<const int64_t*>(index));
      next(t.rank, t.dims, index);
    }
  });
}

// old is read only when beta is not 0: a NaN there does not matter then.
template <class T>
void blend(T& y, double alpha, double result, double beta) {
  y = store<T>(beta == 0 ? alpha * result : alpha * result + beta * static_cast<double>(y));
}

}  // namespace girih::reference
