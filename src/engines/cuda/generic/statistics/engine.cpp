// Batch norm in pieces: sums, what follows from them, and the gradients of the parameters.
#include "engines/cuda/generic/host.h"
#include "engines/cuda/generic/statistics/params.h"

namespace girih::engines {
extern const Engine cuda_generic_statistics;
namespace {

using namespace girih::generic;
using graph::BnBackwardWeights;
using graph::BnFinalize;
using graph::GenStats;

Verdict supports(const graph::Graph& g, const Device&) {
  if (!g.only<GenStats>() && !g.only<BnFinalize>() && !g.only<BnBackwardWeights>())
    return no("takes a single operation of batch norm's statistics");
  for (const auto& t : g.tensors)
    if (!has_conversion(t.desc.dtype))
      return no("{}: the element type {} has no conversion", t.name, dtype_name(t.desc.dtype));
  return strided_tensors(g);
}

Estimate estimate(const graph::Graph& g, const Device&) {
  double elements = 0;
  for (const auto& t : g.tensors) elements += static_cast<double>(t.desc.count());
  return {5 + 5e-5 * elements, 0};
}

Check run(const RunArgs& a, const Device& d) {
  const auto see = [&](graph::TensorId id) { return view_or_value(a, id); };
  if (const auto* o = a.graph.only<BnFinalize>()) {
    FinalizeParams p{see(o->sum),
                     see(o->square_sum),
                     see(o->scale),
                     see(o->bias),
                     see(o->running_mean),
                     see(o->running_var),
                     see(o->new_running_mean),
                     see(o->new_running_var),
                     see(o->saved_mean),
                     see(o->saved_invstd),
                     see(o->eq_scale),
                     see(o->eq_bias),
                     see(o->count),
                     see(o->epsilon),
                     see(o->factor),
                     0,
                     o->training};
    p.channels = a.graph.desc(o->training ? o->sum : o->running_mean).count();
    return enqueue(a, "girih_statistics_finalize", {blocks_for(p.channels, 256, d), 256}, p);
  }
  SumsParams p{};
  const char* kernel = "girih_statistics_sums";
  if (const auto* o = a.graph.only<GenStats>()) {
    p.x = see(o->x), p.first = see(o->sum), p.second = see(o->square_sum);
  } else {
    const auto& w = *a.graph.only<BnBackwardWeights>();
    p.x = see(w.x), p.dy = see(w.dy), p.first = see(w.dscale), p.second = see(w.dbias);
    p.mean = see(w.mean), p.invstd = see(w.invstd), p.scale = see(w.scale);
    p.eq_dy_scale = see(w.eq_dy_scale), p.eq_x_scale = see(w.eq_x_scale), p.eq_bias = see(w.eq_bias);
    kernel = "girih_statistics_gradients";
  }
  p.channels = p.x.dims[1];
  if (p.channels == 0) return {};
  p.samples = count(p.x) / p.channels;
  return enqueue(a, kernel, {blocks_for(p.channels, 1, d), 256}, p);
}

Result<Plan> build(const graph::Graph&, const Device& d) {
  return Plan{&cuda_generic_statistics, 0, [d](const RunArgs& a) { return run(a, d); }};
}

}  // namespace

const Engine cuda_generic_statistics{1126, "cuda.generic.statistics", DeviceKind::cuda, Notes{}, supports, estimate,
                                     build};

}  // namespace girih::engines
