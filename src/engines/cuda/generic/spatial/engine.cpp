// Grid and sampler of the spatial transformer, any number of spatial dims and any strides.
#include "engines/cuda/generic/host.h"
#include "engines/cuda/generic/spatial/params.h"

namespace girih::engines {
extern const Engine cuda_generic_spatial;
namespace {

using namespace girih::generic;
using graph::SpatialGrid;
using graph::SpatialSampler;

Verdict supports(const graph::Graph& g, const Device&) {
  if (g.only<SpatialGrid>() || g.only<SpatialSampler>()) return yes();
  return no("takes one grid or sampler of a spatial transformer");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  int64_t n = 0;
  for (const auto& t : g.tensors) n = std::max(n, t.desc.count());
  return {10 + 1e-4 * static_cast<double>(n), 0};
}

Check run_grid(const SpatialGrid& o, const RunArgs& a, const Device& d) {
  GridParams p{view(a, o.theta), view(a, o.grid), 0};
  p.count = count(o.backward ? p.theta : p.grid);
  if (p.count == 0) return {};
  if (o.backward) return enqueue(a, "girih_spatial_grid_backward", {blocks_for(p.count, 1, d), 256}, p);
  return enqueue(a, "girih_spatial_grid_forward", {blocks_for(p.count, 256, d), 256}, p);
}

Check run_sampler(const SpatialSampler& o, const RunArgs& a, const Device& d) {
  const auto& k = a.scalars();
  SamplerParams p{};
  p.x = view(a, o.x), p.grid = view(a, o.grid), p.y = view(a, o.y);
  p.dy = view(a, o.dy), p.dx = view(a, o.dx), p.dgrid = view(a, o.dgrid);
  p.alpha = k.alpha, p.beta = k.beta, p.alpha2 = k.alpha2, p.beta2 = k.beta2;
  p.sums = static_cast<double*>(a.scratch);
  const auto start = [&](const char* kernel, int64_t n, uint32_t threads) -> Check {
    p.count = n;
    return n == 0 ? Check{} : enqueue(a, kernel, {blocks_for(n, threads, d), threads}, p);
  };
  if (!o.backward) return start("girih_spatial_forward", count(p.y), 256);
  const int64_t coordinates = p.grid.dims[p.grid.rank - 1];
  GIRIH_TRY(start("girih_spatial_backward_grid", count(p.grid) / std::max<int64_t>(1, coordinates), 256));
  GIRIH_TRY(start("girih_spatial_backward_planes", p.x.dims[0] * p.x.dims[1], 64));
  return start("girih_spatial_backward_image", count(p.dx), 256);
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  Plan plan{&cuda_generic_spatial, 0, [d](const RunArgs& a) -> Check {
              if (const auto* grid = a.graph.only<SpatialGrid>()) return run_grid(*grid, a, d);
              return run_sampler(*a.graph.only<SpatialSampler>(), a, d);
            }};
  if (const auto* o = g.only<SpatialSampler>(); o && o->backward)
    plan.scratch = static_cast<size_t>(g.desc(o->x).count()) * sizeof(double);
  return plan;
}

}  // namespace

const Engine cuda_generic_spatial{1110, "cuda.generic.spatial", DeviceKind::cuda, Notes{}, supports, estimate, build};

}  // namespace girih::engines
