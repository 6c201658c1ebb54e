#include "graph/roles.h"

#include <algorithm>

namespace girih::graph {
namespace {

struct Collect {
  std::vector<TensorId>& ids;
  template <class T>
  void operator()(const char*, const T& v) {
    if constexpr (std::is_same_v<T, TensorId>) {
      if (v != kNone) ids.push_back(v);
    } else if constexpr (std::is_same_v<T, std::vector<TensorId>>) {
      ids.insert(ids.end(), v.begin(), v.end());
    }
  }
  void operator()(const char*, const int64_t*, int) {}
};

// The fields of an operation that is not const: visit() hands out const references to them.
struct Renumber {
  const std::vector<TensorId>& map;
  template <class T>
  void operator()(const char*, const T& v) {
    if constexpr (std::is_same_v<T, TensorId>) {
      if (v != kNone) const_cast<TensorId&>(v) = map[static_cast<size_t>(v)];
    } else if constexpr (std::is_same_v<T, std::vector<TensorId>>) {
      for (auto& id : const_cast<std::vector<TensorId>&>(v)) id = map[static_cast<size_t>(id)];
    }
  }
  void operator()(const char*, const int64_t*, int) {}
};

using Ids = std::initializer_list<TensorId>;

struct Outputs {
  std::vector<TensorId> ids;
  void add(Ids list) {
    for (TensorId id : list)
      if (id != kNone) ids.push_back(id);
  }
  void operator()(const Convolution& o) { add({o.output()}); }
  void operator()(const Pointwise& o) { add({o.y}); }
  void operator()(const Reduction& o) { add({o.y, o.indices}); }
  void operator()(const Matmul& o) { add({o.c}); }
  void operator()(const MoeGroupedMatmul& o) { add({o.output}); }
  void operator()(const MoeGroupedMatmulBackward& o) { add({o.dweight}); }
  void operator()(const NormForward& o) {
    add({o.y, o.new_running_mean, o.new_running_var});
    if (o.training) add({o.mean, o.inv_variance});
  }
  void operator()(const NormBackward& o) { add({o.dx, o.dscale, o.dbias}); }
  void operator()(const GenStats& o) { add({o.sum, o.square_sum}); }
  void operator()(const BnFinalize& o) {
    add({o.new_running_mean, o.new_running_var, o.saved_mean, o.saved_invstd, o.eq_scale, o.eq_bias});
  }
  void operator()(const BnBackwardWeights& o) { add({o.dscale, o.dbias, o.eq_dy_scale, o.eq_x_scale, o.eq_bias}); }
  void operator()(const Reshape& o) { add({o.y}); }
  void operator()(const Transpose& o) { add({o.y}); }
  void operator()(const Slice& o) { add({o.y}); }
  void operator()(const Concat& o) { add({o.y}); }
  void operator()(const PagedCacheLoad& o) { add({o.y}); }
  void operator()(const BandMatrix& o) { add({o.y}); }
  void operator()(const Signal& o) {
    add({o.y});
    if (!o.wait) add({o.flag});
  }
  void operator()(const Resample& o) {
    if (o.backward)
      add({o.dx});
    else
      add({o.y, o.index});
  }
  void operator()(const Rng& o) { add({o.y}); }
  void operator()(const SdpaForward& o) { add({o.o, o.stats}); }
  void operator()(const SdpaBackward& o) { add({o.dq, o.dk, o.dv}); }
  void operator()(const SoftmaxStats& o) { add({o.y, o.stats, o.max, o.sum_exp}); }
  void operator()(const DiagonalBandMask& o) { add({o.y}); }
  void operator()(const BlockScaleQuantize& o) { add({o.y, o.scale}); }
  void operator()(const BlockScaleDequantize& o) { add({o.y}); }
  // Operations of the classic API are alone in their graphs, or last: only what follows them could ask.
  template <class T>
  void operator()(const T&) {}
};

}  // namespace

std::vector<TensorId> tensors_of(const Op& op) {
  std::vector<TensorId> ids;
  Collect collect{ids};
  std::visit([&](const auto& o) { visit(collect, o); }, op);
  return ids;
}

std::vector<TensorId> outputs_of(const Op& op) {
  Outputs outputs;
  std::visit(outputs, op);
  return outputs.ids;
}

std::vector<TensorId> inputs_of(const Op& op) {
  std::vector<TensorId> ids = tensors_of(op);
  for (TensorId out : outputs_of(op)) std::erase(ids, out);
  return ids;
}

void renumber(Op& op, const std::vector<TensorId>& map) {
  Renumber r{map};
  std::visit([&](const auto& o) { visit(r, o); }, op);
}

}  // namespace girih::graph
