// Spatial transformer (Jaderberg et al. 2015): a grid of coordinates from an affine matrix, and bilinear sampling of an
// image at a grid, with d spatial dims. Coordinate 0 of a grid point belongs to the last dim (x), 1 to the one before.
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

// grid[n][point] = theta[n] * (x, y, .., 1): theta {N, d, d+1}, grid {N, spatial, d}, both contiguous. The coordinates
// of a dim of W points are -1 + 2j/(W-1), of one point -1. Backward: dtheta = the transpose applied to dgrid.
struct SpatialGrid {
  bool backward = false;
  TensorId theta = kNone, grid = kNone;  // backward: their gradients
};

// y = alpha * sample(x, grid) + beta * y. A coordinate g means pixel (g+1)*(size-1)/2; pixels outside x are 0. A NaN
// coordinate makes y NaN, and with it the gradients of the first pixels, where NVIDIA's library puts them in f32.
// Backward: dx = alpha * gradient + beta * dx, dgrid = alpha2 * gradient + beta2 * dgrid; at an integer pixel the
// gradient is that of the cell that begins there.
struct SpatialSampler {
  bool backward = false;
  TensorId x = kNone, grid = kNone, y = kNone, dy = kNone, dx = kNone, dgrid = kNone;
};

template <class V>
void visit(V& v, const SpatialGrid& o) {
  v("backward", o.backward), v("theta", o.theta), v("grid", o.grid);
}
template <class V>
void visit(V& v, const SpatialSampler& o) {
  v("backward", o.backward), v("x", o.x), v("grid", o.grid), v("y", o.y);
  v("dy", o.dy), v("dx", o.dx), v("dgrid", o.dgrid);
}
constexpr const char* op_name(const SpatialGrid&) { return "spatial_grid"; }
constexpr const char* op_name(const SpatialSampler&) { return "spatial_sampler"; }

Check validate(const Graph& g, const SpatialGrid& o);
Check validate(const Graph& g, const SpatialSampler& o);

}  // namespace girih::graph
