// Spatial transformer, any number of spatial dims and any strides.
#include <cmath>
#include <vector>

#include "engines/reference/loops.h"
#include "plan/engine.h"

namespace girih::engines {

extern const Engine reference_spatial;

namespace {

using graph::kMaxSpatial;
using graph::SpatialGrid;
using graph::SpatialSampler;
using reference::offset;

double coordinate(int64_t j, int64_t size) {
  return size == 1 ? -1 : -1 + 2 * static_cast<double>(j) / static_cast<double>(size - 1);
}

// grid {N, spatial, d}: its coordinates of one point, the last spatial dim first.
void target(const TensorDesc& grid, const int64_t* point, double* out) {
  const int d = grid.rank - 2;
  for (int i = 0; i < d; ++i) out[i] = coordinate(point[d - i], grid.dims[d - i]);
  out[d] = 1;
}

template <class T>
void run_grid(const SpatialGrid& o, const RunArgs& a) {
  const TensorDesc &td = a.graph.desc(o.theta), &gd = a.graph.desc(o.grid);
  T *theta = a.ptr<T>(o.theta), *grid = a.ptr<T>(o.grid);
  const int d = gd.rank - 2;
  if (!o.backward) {
    reference::each_element(gd, 256, [&](const int64_t* at) {
      double t[kMaxSpatial + 1], v = 0;
      target(gd, at, t);
      for (int64_t j = 0; j <= d; ++j) {
        const int64_t entry[] = {at[0], at[d + 1], j};
        v += load<double>(theta[offset(td, entry)]) * t[j];
      }
      grid[offset(gd, at)] = store<T>(v);
    });
    return;
  }
  reference::each_element(td, 1, [&](const int64_t* entry) {
    int64_t points[kMaxRank] = {};
    for (int i = 0; i < d; ++i) points[i] = gd.dims[i + 1];
    double sum = 0;
    reference::each_index(d, points, [&](const int64_t* p) {
      int64_t at[kMaxRank] = {entry[0]};
      for (int i = 0; i < d; ++i) at[i + 1] = p[i];
      at[d + 1] = entry[1];
      double t[kMaxSpatial + 1];
      target(gd, at, t);
      sum += load<double>(grid[offset(gd, at)]) * t[entry[2]];
    });
    theta[offset(td, entry)] = store<T>(sum);
  });
}

// The cell of x that holds a grid point: its lower corner and the distance from there, dim by dim as in x.
struct Cell {
  int64_t corner[kMaxSpatial];
  double part[kMaxSpatial], scale[kMaxSpatial];  // scale: pixels for one unit of the coordinate
  bool outside = false;
};

// A NaN counts as the first cell; its part is NaN, and so is all that depends on it.
template <class T>
Cell cell_of(const TensorDesc& xd, const TensorDesc& gd, const T* grid, const int64_t* point) {
  const int d = gd.rank - 2;
  Cell c;
  for (int i = 0; i < d; ++i) {
    int64_t at[kMaxRank];
    std::copy(point, point + d + 1, at);
    at[d + 1] = d - 1 - i;
    c.scale[i] = 0.5 * static_cast<double>(xd.dims[i + 2] - 1);
    const double pixel = (load<double>(grid[offset(gd, at)]) + 1) * c.scale[i];
    // No corner of the cell is a pixel. This keeps infinities out of the arithmetic below.
    if (pixel < -1 || pixel >= static_cast<double>(xd.dims[i + 2])) c.outside = true;
    if (c.outside) continue;
    c.corner[i] = pixel != pixel ? 0 : static_cast<int64_t>(std::floor(pixel));
    c.part[i] = pixel - std::floor(pixel);
  }
  return c;
}

// f(spatial index, bits) for the corners that are pixels; bit i says that dim i is at its upper end.
template <class F>
void each_corner(const TensorDesc& xd, const Cell& c, F&& f) {
  const int d = xd.rank - 2;
  for (int bits = 0; bits < 1 << d; ++bits) {
    int64_t at[kMaxSpatial];
    bool inside = true;
    for (int i = 0; i < d; ++i) {
      at[i] = c.corner[i] + (bits >> i & 1);
      inside = inside && at[i] >= 0 && at[i] < xd.dims[i + 2];
    }
    if (inside) f(static_cast<const int64_t*>(at), bits);
  }
}
double weight(const Cell& c, int bits, int i) { return bits >> i & 1 ? c.part[i] : 1 - c.part[i]; }
double weights(const Cell& c, int bits, int d) {
  double w = 1;
  for (int i = 0; i < d; ++i) w *= weight(c, bits, i);
  return w;
}

template <class T>
void forward(const SpatialSampler& o, const RunArgs& a, const graph::Scalars& k) {
  const TensorDesc &xd = a.graph.desc(o.x), &gd = a.graph.desc(o.grid), &yd = a.graph.desc(o.y);
  const T *x = a.ptr<T>(o.x), *grid = a.ptr<T>(o.grid);
  T* y = a.ptr<T>(o.y);
  const int d = xd.rank - 2;
  reference::each_element(yd, 256, [&](const int64_t* at) {
    int64_t point[kMaxRank] = {at[0]};
    for (int i = 0; i < d; ++i) point[i + 1] = at[i + 2];
    const Cell c = cell_of(xd, gd, grid, point);
    double v = 0;
    if (!c.outside)
      each_corner(xd, c, [&](const int64_t* pixel, int bits) {
        int64_t from[kMaxRank] = {at[0], at[1]};
        for (int i = 0; i < d; ++i) from[i + 2] = pixel[i];
        v += weights(c, bits, d) * load<double>(x[offset(xd, from)]);
      });
    reference::blend(y[offset(yd, at)], k.alpha, v, k.beta);
  });
}

// The gradient of the grid: one point at a time, summed over C.
template <class T>
void backward_grid(const SpatialSampler& o, const RunArgs& a, const graph::Scalars& k) {
  const TensorDesc &xd = a.graph.desc(o.x), &gd = a.graph.desc(o.grid), &dyd = a.graph.desc(o.dy),
                   &dgd = a.graph.desc(o.dgrid);
  const T *x = a.ptr<T>(o.x), *grid = a.ptr<T>(o.grid), *dy = a.ptr<T>(o.dy);
  T* dgrid = a.ptr<T>(o.dgrid);
  const int d = xd.rank - 2;
  // A point of the output without C, and its number of coordinates left to the loop below.
  TensorDesc points = gd;
  points.dims[d + 1] = 1;
  reference::each_element(points, 64, [&](const int64_t* point) {
    const Cell c = cell_of(xd, gd, grid, point);
    double sum[kMaxSpatial] = {};
    if (!c.outside)
      for (int64_t channel = 0; channel < xd.dims[1]; ++channel) {
        int64_t to[kMaxRank] = {point[0], channel};
        for (int i = 0; i < d; ++i) to[i + 2] = point[i + 1];
        const double g = load<double>(dy[offset(dyd, to)]);
        each_corner(xd, c, [&](const int64_t* pixel, int bits) {
          int64_t from[kMaxRank] = {point[0], channel};
          for (int i = 0; i < d; ++i) from[i + 2] = pixel[i];
          const double v = g * load<double>(x[offset(xd, from)]);
          for (int i = 0; i < d; ++i) {
            double slope = bits >> i & 1 ? c.scale[i] : -c.scale[i];
            for (int j = 0; j < d; ++j)
              if (j != i) slope *= weight(c, bits, j);
            sum[i] += slope * v;
          }
        });
      }
    for (int i = 0; i < d; ++i) {
      int64_t at[kMaxRank];
      std::copy(point, point + d + 1, at);
      at[d + 1] = d - 1 - i;
      reference::blend(dgrid[offset(dgd, at)], k.alpha2, sum[i], k.beta2);
    }
  });
}

// The gradient of the image: one plane at a time, summed in double.
template <class T>
void backward_image(const SpatialSampler& o, const RunArgs& a, const graph::Scalars& k) {
  const TensorDesc &xd = a.graph.desc(o.x), &gd = a.graph.desc(o.grid), &dyd = a.graph.desc(o.dy),
                   &dxd = a.graph.desc(o.dx);
  const T *grid = a.ptr<T>(o.grid), *dy = a.ptr<T>(o.dy);
  T* dx = a.ptr<T>(o.dx);
  const int d = xd.rank - 2;
  int64_t plane = 1;
  for (int i = 0; i < d; ++i) plane *= xd.dims[i + 2];
  const int64_t planes = xd.dims[0] * xd.dims[1];
  if (planes == 0 || plane == 0) return;
  // Chunks have scratch of their own, allocated here: a worker must not throw. 4 Mi doubles, or one plane.
  const int64_t chunks = std::clamp<int64_t>((int64_t{4} << 20) / plane, 1, 64);
  const int64_t grain = (planes + chunks - 1) / chunks;
  std::vector<double> memory(static_cast<size_t>((planes + grain - 1) / grain * plane));
  parallel_range(planes, grain, [&](int64_t begin, int64_t end) {
    double* sums = memory.data() + begin / grain * plane;
    for (int64_t n = begin; n < end; ++n) {
      std::fill(sums, sums + plane, 0.0);
      const int64_t image = n / xd.dims[1], channel = n % xd.dims[1];
      reference::each_index(d, dyd.dims + 2, [&](const int64_t* p) {
        int64_t to[kMaxRank] = {image, channel}, point[kMaxRank] = {image};
        for (int i = 0; i < d; ++i) to[i + 2] = point[i + 1] = p[i];
        const Cell c = cell_of(xd, gd, grid, point);
        if (c.outside) return;
        const double g = load<double>(dy[offset(dyd, to)]);
        each_corner(xd, c, [&](const int64_t* pixel, int bits) {
          int64_t at = 0;
          for (int i = 0; i < d; ++i) at = at * xd.dims[i + 2] + pixel[i];
          sums[at] += weights(c, bits, d) * g;
        });
      });
      int64_t at = 0;
      reference::each_index(d, xd.dims + 2, [&](const int64_t* pixel) {
        int64_t to[kMaxRank] = {image, channel};
        for (int i = 0; i < d; ++i) to[i + 2] = pixel[i];
        reference::blend(dx[offset(dxd, to)], k.alpha, sums[at++], k.beta);
      });
    }
  });
}

Verdict supports(const graph::Graph& g, const Device&) {
  if (g.only<SpatialGrid>() || g.only<SpatialSampler>()) return yes();
  return no("takes one grid or sampler of a spatial transformer");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  int64_t n = 0;
  for (const auto& t : g.tensors) n = std::max(n, t.desc.count());
  return {0.2 * static_cast<double>(n), 0};
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  const auto* sampler = g.only<SpatialSampler>();
  const TensorDesc& t = sampler ? g.desc(sampler->x) : g.desc(g.only<SpatialGrid>()->grid);
  return Plan{&reference_spatial, 0, [type = t.dtype](const RunArgs& a) -> Check {
                dispatch_float(type, [&](auto tag) {
                  using T = typename decltype(tag)::type;
                  const graph::Scalars& k = a.scalars();
                  if (const auto* grid = a.graph.only<SpatialGrid>())
                    run_grid<T>(*grid, a);
                  else if (const auto& o = *a.graph.only<SpatialSampler>(); !o.backward)
                    forward<T>(o, a, k);
                  else
                    backward_grid<T>(o, a, k), backward_image<T>(o, a, k);
                });
                return {};
              }};
}

}  // namespace

const Engine reference_spatial{110, "reference.spatial", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
