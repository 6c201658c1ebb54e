// ReLU masks of any layout of the tensor.
#include "engines/cuda/generic/host.h"
#include "engines/cuda/generic/relu_mask/params.h"

namespace girih::engines {
extern const Engine cuda_generic_relu_mask;
namespace {

using namespace girih::generic;
using graph::ReluMask;

Verdict supports(const graph::Graph& g, const Device&) {
  return g.only<ReluMask>() ? yes() : no("takes a single ReLU mask");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {5 + 3e-5 * static_cast<double>(g.desc(g.only<ReluMask>()->x).count()), 0};
}

Check run(const RunArgs& a, const Device& d) {
  const auto& o = *a.graph.only<ReluMask>();
  const TensorDesc& x = a.graph.desc(o.x);
  ReluMaskParams p{view(a, o.x), view(a, o.y), a.ptr<uint32_t>(o.mask), 0, 0};
  if (is_empty(x)) return {};
  p.rows = x.count() / x.dims[1];
  p.count = o.apply ? x.count() : (x.dims[1] + 63) / 64 * ((p.rows + 31) / 32 * 64);
  return enqueue(a, o.apply ? "girih_relu_mask_apply" : "girih_relu_mask_generate", {blocks_for(p.count, 256, d), 256},
                 p);
}

Result<Plan> build(const graph::Graph&, const Device& d) {
  return Plan{&cuda_generic_relu_mask, 0, [d](const RunArgs& a) { return run(a, d); }};
}

}  // namespace

const Engine cuda_generic_relu_mask{1127, "cuda.generic.relu_mask", DeviceKind::cuda, Notes{}, supports, estimate,
                                    build};

}  // namespace girih::engines
