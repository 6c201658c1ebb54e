// Tensors of a running call: elements by coordinates, ragged batches, numbers in one-element tensors.
#pragma once
#include <limits>

#include "engines/reference/access.h"
#include "plan/engine.h"

namespace girih::reference {

// A tensor whose elements are read or written as double.
struct View {
  TensorDesc desc;
  void* data = nullptr;
  LoadFn load = nullptr;
  BlendFn blend = nullptr;
  const void* ragged = nullptr;  // element offsets of the batches, one more than there are
  int64_t ragged_stride = 1;
  LoadFn ragged_load = nullptr;

  explicit operator bool() const { return data != nullptr; }
  int64_t batch_offset(int64_t b) const {
    return ragged ? static_cast<int64_t>(ragged_load(ragged, b * ragged_stride)) : b * desc.strides[0];
  }
  // Of the element with these coordinates; without the batch where it is ragged.
  int64_t offset_in_batch(const int64_t* index) const {
    int64_t o = 0;
    for (int i = 1; i < desc.rank; ++i) o += index[i] * desc.strides[i];
    return o;
  }
  int64_t at(const int64_t* index) const { return batch_offset(index[0]) + offset_in_batch(index); }
  // Elements of a ragged batch end where the next begins.
  bool inside(const int64_t* index) const {
    return !ragged || offset_in_batch(index) < batch_offset(index[0] + 1) - batch_offset(index[0]);
  }
  double get(const int64_t* index) const { return load(data, at(index)); }
  void set(const int64_t* index, double v) const { blend(data, at(index), 1, v, 0); }
  // A dimension of size 1 stands for every coordinate.
  double broadcast(const int64_t* index) const {
    int64_t own[kMaxRank] = {};
    for (int i = 0; i < desc.rank; ++i) own[i] = desc.dims[i] == 1 ? 0 : index[i];
    return get(own);
  }
  // The element that is number n in row-major order: of vectors stored as 4-D tensors.
  double number(int64_t n) const {
    int64_t own[kMaxRank] = {};
    for (int i = desc.rank - 1; i >= 0; --i) {
      own[i] = n % desc.dims[i];
      n /= desc.dims[i];
    }
    return get(own);
  }
};

inline View view(const RunArgs& a, graph::TensorId id) {
  View v;
  if (id == graph::kNone) return v;
  const graph::Tensor& t = a.graph.tensor(id);
  v.desc = t.desc;
  v.data = a.ptr(id);
  v.load = loader(t.desc.dtype);
  v.blend = blender(t.desc.dtype);
  if (t.ragged != graph::kNone) {
    const TensorDesc& r = a.graph.desc(t.ragged);
    v.ragged = a.ptr(t.ragged);
    v.ragged_load = loader(r.dtype);
    for (int i = 0; i < r.rank; ++i)  // the offsets lie along the one dimension that has them
      if (r.dims[i] > 1) v.ragged_stride = r.strides[i];
  }
  return v;
}

// Which dimension of a tensor loaded from pages numbers the tokens: 2, or 3 where it is transposed. The pages are
// [blocks, heads, tokens of a block, head size].
inline int paged_token_dim(const TensorDesc& pages, const TensorDesc& y) {
  const int64_t size = pages.dims[3];
  if (y.dims[2] == size && y.dims[3] == size) return y.strides[2] == 1 && y.strides[3] != 1 ? 3 : 2;
  return y.dims[3] == size ? 2 : 3;
}

// Every tensor of the operation has elements with a value.
inline Verdict have_values(const graph::Graph& g) {
  for (const auto& t : g.tensors) {
    if (t.desc.vector != 1) return no("{}: vectors of {} elements", t.name, t.desc.vector);
    if (!loader(t.desc.dtype)) return no("{}: the element type {} has no conversion", t.name, dtype_name(t.desc.dtype));
  }
  return yes();
}

}  // namespace girih::reference
