// Moves of elements between any strides, vector layouts and types: padding and folding, im2col, int8 filter order.
#include "engines/cuda/generic/host.h"
#include "engines/cuda/generic/transform/params.h"

namespace girih::engines {
extern const Engine cuda_generic_transform;
namespace {

using namespace girih::generic;
using graph::Im2Col;
using graph::ReorderInt8;
using graph::Transform;

Verdict supports(const graph::Graph& g, const Device&) {
  if (!g.only<Transform>() && !g.only<Im2Col>() && !g.only<ReorderInt8>())
    return no("takes one transform, im2col or filter reordering");
  for (const auto& t : g.tensors)
    if (!has_conversion(t.desc.dtype))
      return no("{}: the element type {} has no conversion", t.name, dtype_name(t.desc.dtype));
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  int64_t n = 0;
  for (const auto& t : g.tensors) n = std::max(n, t.desc.count());
  return {5 + 3e-5 * static_cast<double>(n), 0};
}

Check run_transform(const Transform& o, const RunArgs& a, const Device& d) {
  TransformParams p{};
  p.x = view(a, o.x), p.y = view(a, o.y);
  p.rank = o.rank;
  p.unfold = o.unfold;
  std::copy(o.before, o.before + girih::kMaxRank, p.before);
  std::copy(o.after, o.after + girih::kMaxRank, p.after);
  std::copy(o.fold, o.fold + girih::kMaxRank, p.fold);
  p.alpha = a.scalars().alpha, p.beta = a.scalars().beta;
  p.count = count(p.y);
  if (p.count == 0) return {};
  return enqueue(a, "girih_transform", {blocks_for(p.count, 256, d), 256}, p);
}

Check run_im2col(const Im2Col& o, const RunArgs& a, const Device& d) {
  Im2ColParams p{};
  p.x = view(a, o.x);
  p.y = a.ptr(o.y);
  p.spatial = o.spatial;
  p.flip = o.flip;
  p.element_bytes = static_cast<int32_t>(dtype_size(a.graph.desc(o.x).dtype));
  p.taps = 1;
  p.positions = p.x.dims[0];
  for (int i = 0; i < o.spatial; ++i) {
    p.window[i] = o.window[i], p.pad[i] = o.pad[i], p.stride[i] = o.stride[i], p.dilation[i] = o.dilation[i];
    p.out[i] = graph::conv_output_dim(p.x.dims[i + 2], 2 * o.pad[i], o.window[i], o.stride[i], o.dilation[i]);
    p.positions *= p.out[i];
    p.taps *= o.window[i];
  }
  p.count = p.x.dims[1] * p.taps * p.positions;
  if (p.count <= 0) return {};
  return enqueue(a, "girih_transform_im2col", {blocks_for(p.count, 256, d), 256}, p);
}

Check run_reorder(const ReorderInt8& o, const RunArgs& a, const Device& d) {
  const TensorDesc& x = a.graph.desc(o.x);
  ReorderParams p{};
  p.x = a.ptr(o.x), p.y = a.ptr(o.y);
  p.copy = o.copy || (!o.bias && x.vector != 32);
  p.bias = o.bias;
  p.inverse = o.inverse;
  p.k = x.dims[0];
  p.taps = 1;
  for (int i = 2; i < x.rank; ++i) p.taps *= x.dims[i];
  p.vectors = o.bias ? 1 : x.dims[1] / 32;
  const auto bytes = x.count() * static_cast<int64_t>(dtype_size(x.dtype));
  p.count = p.copy ? bytes : bytes / 4;
  if (p.count == 0 || (p.copy && p.x == p.y)) return {};
  return enqueue(a, "girih_transform_reorder", {blocks_for(p.count, 256, d), 256}, p);
}

Result<Plan> build(const graph::Graph&, const Device& d) {
  return Plan{&cuda_generic_transform, 0, [d](const RunArgs& a) -> Check {
                if (const auto* transform = a.graph.only<Transform>()) return run_transform(*transform, a, d);
                if (const auto* im2col = a.graph.only<Im2Col>()) return run_im2col(*im2col, a, d);
                return run_reorder(*a.graph.only<ReorderInt8>(), a, d);
              }};
}

}  // namespace

const Engine cuda_generic_transform{1109, "cuda.generic.transform", DeviceKind::cuda, Notes{}, supports, estimate,
                                    build};

}  // namespace girih::engines
