// From tensors of a call to views.
#pragma once
#include <algorithm>
#include <initializer_list>
#include <vector>

#include "engines/cuda/backend.h"
#include "engines/cuda/generic/view.h"

namespace girih::generic {

// The element types that generic kernels convert.
inline bool has_conversion(DType t) {
  return dispatch(t, [](auto) {});
}

// Generic kernels know strides alone.
inline Verdict strided_tensors(const graph::Graph& g) {
  for (const auto& t : g.tensors) {
    if (t.ragged != graph::kNone) return no("{}: ragged", t.name);
    if (t.reordering == graph::Reordering::f16x16 || t.reordering == graph::Reordering::f8_128x4)
      return no("{}: a reordered layout", t.name);
  }
  return yes();
}

inline View view(const TensorDesc& d, void* data) {
  View v{};
  v.data = data;
  v.type = static_cast<int32_t>(d.dtype);
  v.rank = d.rank;
  v.vector = d.vector;
  for (int i = 0; i < d.rank; ++i) v.dims[i] = d.dims[i], v.strides[i] = d.strides[i];
  return v;
}
inline View view(const RunArgs& a, graph::TensorId id) {
  if (id == graph::kNone) return {};
  return view(a.graph.desc(id), a.ptr(id));
}

// The same; a tensor whose pointer is one of the host is read now.
inline View view_or_value(const RunArgs& a, graph::TensorId id) {
  View v = view(a, id);
  if (id != graph::kNone && a.graph.tensor(id).by_value) {
    v.by_value = 1;
    dispatch(a.graph.desc(id).dtype,
             [&](auto t) { v.value = load<double>(*a.ptr<const typename decltype(t)::type>(id)); });
  }
  return v;
}

// Fewer and longer dimensions for an elementwise operation over `over` (the dims of that view; in the others 1 is
// broadcast): the dims in the order of its memory, neighbours merged where every tensor allows it. Dense tensors of one
// layout become one dimension. Does nothing for vectorised layouts.
inline void collapse(View& over, std::initializer_list<View*> others) {
  std::vector<View*> all{&over};
  for (View* v : others)
    if (v->data || v->by_value) all.push_back(v);
  for (View* v : all)
    if (v->vector > 1) return;
  struct Dim {
    int64_t size;
    std::vector<int64_t> strides;
  };
  std::vector<Dim> dims;
  for (int i = 0; i < over.rank; ++i) {
    if (over.dims[i] == 1) continue;
    Dim d{over.dims[i], {}};
    for (View* v : all) d.strides.push_back(v->dims[i] == 1 ? 0 : v->strides[i]);
    dims.push_back(std::move(d));
  }
  std::stable_sort(dims.begin(), dims.end(), [](const Dim& a, const Dim& b) { return a.strides[0] > b.strides[0]; });
  std::vector<Dim> merged;
  for (const Dim& d : dims) {
    bool fits = !merged.empty();
    for (size_t i = 0; fits && i < all.size(); ++i) fits = merged.back().strides[i] == d.strides[i] * d.size;
    if (fits) {
      merged.back().size *= d.size;
      merged.back().strides = d.strides;
    } else {
      merged.push_back(d);
    }
  }
  if (merged.empty()) merged.push_back({1, std::vector<int64_t>(all.size(), 0)});
  for (size_t i = 0; i < all.size(); ++i) {
    all[i]->rank = static_cast<int32_t>(merged.size());
    for (size_t j = 0; j < merged.size(); ++j) {
      all[i]->dims[j] = merged[j].size;
      all[i]->strides[j] = merged[j].strides[i];
    }
  }
}

inline int64_t count(const View& v) {
  int64_t n = 1;
  for (int i = 0; i < v.rank; ++i) n *= v.dims[i];
  return n;
}

// A problem of nothing launches nothing: CUDA refuses empty grids.
inline bool is_empty(const TensorDesc& d) { return d.count() == 0; }

}  // namespace girih::generic
