// Reductions over any dims, strides and types, with indices.
#include "engines/cuda/generic/host.h"
#include "engines/cuda/generic/reduction/params.h"

namespace girih::engines {
extern const Engine cuda_generic_reduction;
namespace {

using namespace girih::generic;
using graph::ReduceOp;
using graph::Reduction;

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Reduction>();
  if (!o) return no("takes a single reduction");
  const TensorDesc &x = g.desc(o->x), &y = g.desc(o->y);
  for (int i = 0; i < x.rank; ++i)
    if (y.dims[i] != 1 && y.dims[i] != x.dims[i])
      return no("{}: dimension {} is reduced to {} groups", g.name(o->x), i, y.dims[i]);
  for (auto id : {o->x, o->y})
    if (!has_conversion(g.desc(id).dtype))
      return no("{}: the element type {} has no conversion", g.name(id), dtype_name(g.desc(id).dtype));
  return strided_tensors(g);
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {8 + 2e-5 * static_cast<double>(g.desc(g.only<Reduction>()->x).count()), 0};
}

// What does not depend on pointers.
ReductionParams plan_params(const graph::Graph& g, const Device& d) {
  const auto& o = *g.only<Reduction>();
  const TensorDesc &x = g.desc(o.x), &y = g.desc(o.y);
  ReductionParams p{};
  p.op = static_cast<int32_t>(o.op);
  p.propagate_nan = o.propagate_nan;
  const double largest = x.dtype == DType::f64 ? std::numeric_limits<double>::max()
                                               : static_cast<double>(std::numeric_limits<float>::max());
  p.start = o.op == ReduceOp::amax ? 0 : o.op == ReduceOp::max ? -largest : largest;
  p.slice_size = 1;
  bool contiguous = false;
  for (int i = 0; i < x.rank; ++i) {
    p.slice_size *= p.slice[i] = y.dims[i] == 1 ? x.dims[i] : 1;
    contiguous = contiguous || (p.slice[i] > 1 && x.strides[i] == 1);
  }
  p.count = y.count();
  // Threads run along a slice where it is contiguous, else across outputs, if there are a few.
  const bool across = !contiguous && p.count >= 32;
  p.threads = across ? 1 : p.slice_size <= 64 ? 32 : kReductionBlock;
  // Parts until the chip is full, each with 16 elements a thread at least. They do not depend on the device's load,
  // only on the problem: results do not change.
  const int64_t wanted = std::max<int64_t>(
      1, int64_t{d.multiprocessors} * 8 * kReductionBlock / std::max<int64_t>(1, p.count * p.threads));
  const int64_t most = std::max<int64_t>(1, p.slice_size / (int64_t{p.threads} * 16));
  p.parts = static_cast<int32_t>(std::min<int64_t>({wanted, most, 1024}));
  p.part_size = (p.slice_size + p.parts - 1) / std::max(1, p.parts);
  return p;
}

Check run(const RunArgs& a, const Device& d, ReductionParams p) {
  const auto& o = *a.graph.only<Reduction>();
  const auto& k = a.scalars();
  if (p.count == 0) return {};
  p.x = view(a, o.x), p.y = view(a, o.y);
  p.indices = a.ptr<int32_t>(o.indices);
  p.alpha = k.alpha, p.beta = k.beta;
  p.partial = p.parts > 1 ? static_cast<ReductionPartial*>(a.scratch) : nullptr;
  GIRIH_TRY(enqueue(a, "girih_reduction",
                    {blocks_for(p.count * p.parts, kReductionBlock / p.threads, d), kReductionBlock}, p));
  if (p.parts == 1) return {};
  return enqueue(a, "girih_reduction_finish", {blocks_for(p.count, kReductionBlock, d), kReductionBlock}, p);
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  const ReductionParams p = plan_params(g, d);
  Plan plan{&cuda_generic_reduction, 0, [d, p](const RunArgs& a) { return run(a, d, p); }};
  if (p.parts > 1) plan.scratch = static_cast<size_t>(p.count * p.parts) * sizeof(ReductionPartial);
  return plan;
}

}  // namespace

const Engine cuda_generic_reduction{1107, "cuda.generic.reduction", DeviceKind::cuda, Notes{}, supports, estimate,
                                    build};

}  // namespace girih::engines
