// Local response and divisive normalization of any rank and strides.
#include <cmath>

#include "engines/cuda/generic/host.h"
#include "engines/cuda/generic/lrn/params.h"

namespace girih::engines {
extern const Engine cuda_generic_lrn;
namespace {

using namespace girih::generic;
using graph::Lrn;

Verdict supports(const graph::Graph& g, const Device&) {
  return g.only<Lrn>() ? yes() : no("takes one local response or divisive normalization");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Lrn>();
  return {15 + 1e-4 * static_cast<double>(g.desc(o.x).count()) * o.window, 0};
}

Check run(const RunArgs& a, const Device& d) {
  const auto& o = *a.graph.only<Lrn>();
  LrnParams p{};
  p.x = view(a, o.x), p.y = view(a, o.y), p.dy = view(a, o.dy), p.dx = view(a, o.dx);
  p.means = view(a, o.means), p.dmeans = view(a, o.dmeans);
  p.divisive = o.divisive;
  p.backward = o.backward;
  p.before = (o.window - 1) / 2;
  p.after = o.window - 1 - p.before;
  p.area = std::pow(o.window, o.divisive ? p.x.rank - 2 : 1);
  p.lrn_alpha = o.alpha, p.lrn_beta = o.beta, p.k = o.k;
  p.alpha = a.scalars().alpha, p.beta = a.scalars().beta;
  p.count = count(p.x);
  if (p.count == 0) return {};
  p.values = static_cast<double*>(a.scratch);
  p.sums = p.values + p.count;
  p.gradients = p.sums + p.count;
  const cuda::Launch shape{blocks_for(p.count, 256, d), 256};
  GIRIH_TRY(enqueue(a, "girih_lrn_values", shape, p));
  GIRIH_TRY(enqueue(a, "girih_lrn_sums", shape, p));
  return o.backward ? enqueue(a, "girih_lrn_backward", shape, p) : Check{};
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  const auto& o = *g.only<Lrn>();
  Plan plan{&cuda_generic_lrn, 0, [d](const RunArgs& a) { return run(a, d); }};
  plan.scratch = static_cast<size_t>(g.desc(o.x).count()) * sizeof(double) * (o.backward ? 3 : 1);
  return plan;
}

}  // namespace

const Engine cuda_generic_lrn{1108, "cuda.generic.lrn", DeviceKind::cuda, Notes{}, supports, estimate, build};

}  // namespace girih::engines
