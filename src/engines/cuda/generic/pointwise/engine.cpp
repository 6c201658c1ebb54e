// Pointwise operations of any types, strides and broadcast.
#include "engines/cuda/generic/host.h"
#include "engines/cuda/generic/pointwise/params.h"

namespace girih::engines {
extern const Engine cuda_generic_pointwise;
namespace {

using namespace girih::generic;
using graph::Pointwise;
using graph::PointwiseMode;

// Booleans are bits; several threads share a byte.
bool has_kernel_type(DType t) { return has_conversion(t) || t == DType::boolean; }

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Pointwise>();
  if (!o) return no("takes a single pointwise operation");
  for (auto id : {o->a, o->b, o->t, o->y})
    if (id != graph::kNone && !has_kernel_type(g.desc(id).dtype))
      return no("{}: the element type {} has no conversion", g.name(id), dtype_name(g.desc(id).dtype));
  return strided_tensors(g);
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
  p.axis = o.mode == PointwiseMode::gen_index ? o.axis : -1;
  if (p.axis < 0) collapse(p.y, {&p.a, &p.b, &p.t});
  p.mode = static_cast<int32_t>(o.mode);
  p.propagate_nan = o.propagate_nan;
  p.scales_inputs = graph::scales_inputs(o.mode);
  p.parameter = o.parameter;
  p.lower_clip = o.lower_clip, p.upper_clip = o.upper_clip, p.lower_slope = o.lower_slope;
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
