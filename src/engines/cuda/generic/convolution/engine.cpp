// Convolution of any types, strides, groups and dilation, by its definition.
#include "engines/cuda/generic/convolution/params.h"
#include "engines/cuda/generic/host.h"

namespace girih::engines {
extern const Engine cuda_generic_convolution;
namespace {

using namespace girih::generic;
using graph::Convolution;
using graph::ConvPass;

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Convolution>();
  if (!o) return no("takes a single convolution");
  for (auto id : {o->x, o->w, o->y})
    if (!has_conversion(g.desc(id).dtype))
      return no("{}: the element type {} has no conversion", g.name(id), dtype_name(g.desc(id).dtype));
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Convolution>();
  const TensorDesc &w = g.desc(o.w), &y = g.desc(o.y);
  // About 5e11 multiply-adds a second.
  return {10 + 2e-6 * static_cast<double>(y.count()) * static_cast<double>(w.count()) /
                   static_cast<double>(std::max<int64_t>(1, w.dims[0])),
          0};
}

Check run(const RunArgs& a, const Device& d) {
  const auto& o = *a.graph.only<Convolution>();
  const auto& k = a.scalars();
  ConvolutionParams p{};
  p.x = view(a, o.x), p.w = view(a, o.w), p.y = view(a, o.y);
  p.spatial = o.spatial;
  p.flip = o.flip;
  p.taps = 1;
  for (int i = 0; i < o.spatial; ++i) {
    p.pad[i] = o.pad_before[i], p.stride[i] = o.stride[i], p.dilation[i] = o.dilation[i];
    p.taps *= p.w.dims[2 + i];
  }
  p.c_group = p.w.dims[1];
  p.k_group = p.w.dims[0] / graph::conv_groups(a.graph, o);
  p.alpha = k.alpha, p.beta = k.beta;
  p.count = a.graph.desc(o.output()).count();
  if (p.count == 0) return {};
  if (o.pass == ConvPass::wgrad) return enqueue(a, "girih_convolution_wgrad", {blocks_for(p.count, 8, d), 256}, p);
  return enqueue(a, o.pass == ConvPass::fprop ? "girih_convolution_fprop" : "girih_convolution_dgrad",
                 {blocks_for(p.count, 256, d), 256}, p);
}

Result<Plan> build(const graph::Graph&, const Device& d) {
  return Plan{&cuda_generic_convolution, 0, [d](const RunArgs& a) { return run(a, d); }};
}

}  // namespace

const Engine cuda_generic_convolution{1101, "cuda.generic.convolution", DeviceKind::cuda, Notes{}, supports, estimate,
                                      build};

}  // namespace girih::engines
