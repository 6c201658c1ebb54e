// Pointwise operations of any types, strides and broadcast.
#include "engines/cuda/generic/host.h"
#include "engines/cuda/generic/pointwise/params.h"

namespace girih::engines {
extern const Engine cuda_generic_pointwise;
namespace {

using namespace girih::generic;
using graph::Pointwise;
using graph::PointwiseMode;

bool has_kernel(PointwiseMode m) {
  using enum PointwiseMode;
  for (PointwiseMode known :
       {add, mul, min, max, sqrt, identity, relu_fwd, tanh_fwd, sigmoid_fwd, elu_fwd, swish_fwd, relu_bwd, tanh_bwd,
        sigmoid_bwd, elu_bwd, clipped_relu_bwd, swish_bwd, one_minus, clipped_relu_fwd})
    if (m == known) return true;
  return false;
}

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Pointwise>();
  if (!o) return no("takes a single pointwise operation");
  if (!has_kernel(o->mode)) return no("pointwise mode {} has no CUDA kernel yet", static_cast<int>(o->mode));
  for (auto id : {o->a, o->b, o->t, o->y})
    if (id != graph::kNone && !has_conversion(g.desc(id).dtype))
      return no("{}: the element type {} has no conversion", g.name(id), dtype_name(g.desc(id).dtype));
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {5 + 2e-5 * static_cast<double>(g.desc(g.only<Pointwise>()->y).count()), 0};
}

Check run(const RunArgs& args, const Device& d) {
  const auto& o = *args.graph.only<Pointwise>();
  const auto& s = args.scalars();
  if (is_empty(args.graph.desc(o.y))) return {};
  PointwiseParams p{};
  p.a = view_or_value(args, o.a), p.b = view_or_value(args, o.b), p.t = view_or_value(args, o.t), p.y = view(args, o.y);
  collapse(p.y, {&p.a, &p.b, &p.t});
  p.mode = static_cast<int32_t>(o.mode);
  p.propagate_nan = o.propagate_nan;
  p.scales_inputs = graph::scales_inputs(o.mode);
  p.parameter = o.parameter;
  p.alpha = s.alpha, p.alpha2 = s.alpha2, p.beta = s.beta;
  p.count = count(p.y);
  return enqueue(args, "girih_pointwise", {blocks_for(p.count, 256, d), 256}, p);
}

Result<Plan> build(const graph::Graph&, const Device& d) {
  return Plan{&cuda_generic_pointwise, 0, [d](const RunArgs& a) { return run(a, d); }};
}

}  // namespace

const Engine cuda_generic_pointwise{1102, "cuda.generic.pointwise", DeviceKind::cuda, Notes{}, supports, estimate,
                                    build};

}  // namespace girih::engines
