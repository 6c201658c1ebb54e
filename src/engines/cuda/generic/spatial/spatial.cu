// Spatial transformer, any number of spatial dims and any strides, in double; the rules are those of
// reference/spatial.cpp.
#include "engines/cuda/generic/element.h"
#include "engines/cuda/generic/spatial/params.h"

namespace girih::generic {
namespace {

__device__ double coordinate(int64_t j, int64_t size) {
  return size == 1 ? -1 : -1 + 2 * static_cast<double>(j) / static_cast<double>(size - 1);
}
// Coordinate i of a grid point, the last spatial dim first; 1 for i == d. `point`: the index within the grid.
__device__ double target(const View& grid, const int64_t* point, int d, int i) {
  double r = 1;
#pragma unroll
  for (int j = 0; j < kMaxRank; ++j)
    if (i < d && j == d - i) r = coordinate(point[j], grid.dims[j]);
  return r;
}

// The cell of x that holds a grid point: its lower corner and the distance from there, dim by dim as in x.
struct Cell {
  int64_t corner[kMaxSpatial];
  double part[kMaxSpatial], scale[kMaxSpatial];  // scale: pixels for one unit of the coordinate
  bool outside = false;
};

// A NaN counts as the first cell; its part is NaN, and so is all that depends on it. point: n, spatial.
__device__ Cell cell_of(const SamplerParams& p, const int64_t* point) {
  const int d = p.x.rank - 2;
  Cell c;
  int64_t base = 0;
#pragma unroll
  for (int i = 0; i < kMaxSpatial + 1; ++i)
    if (i <= d) base += point[i] * p.grid.strides[i];
  int64_t coordinate_stride = 0;
#pragma unroll
  for (int i = 0; i < kMaxRank; ++i)
    if (i == d + 1) coordinate_stride = p.grid.strides[i];
#pragma unroll
  for (int i = 0; i < kMaxSpatial; ++i) {
    if (i >= d) continue;
    c.scale[i] = 0.5 * static_cast<double>(p.x.dims[i + 2] - 1);
    const double pixel = (load(p.grid.type, p.grid.data, base + (d - 1 - i) * coordinate_stride) + 1) * c.scale[i];
    // No corner of the cell is a pixel. This keeps infinities out of the arithmetic below.
    if (pixel < -1 || pixel >= static_cast<double>(p.x.dims[i + 2])) c.outside = true;
    if (c.outside) continue;
    c.corner[i] = pixel != pixel ? 0 : static_cast<int64_t>(floor(pixel));
    c.part[i] = pixel - floor(pixel);
  }
  return c;
}

// f(spatial index, bits) for the corners that are pixels; bit i says that dim i is at its upper end.
template <class F>
__device__ void each_corner(const View& x, const Cell& c, F&& f) {
  const int d = x.rank - 2;
  for (int bits = 0; bits < 1 << d; ++bits) {
    int64_t at[kMaxSpatial];
    bool inside = true;
#pragma unroll
    for (int i = 0; i < kMaxSpatial; ++i)
      if (i < d) {
        at[i] = c.corner[i] + (bits >> i & 1);
        inside = inside && at[i] >= 0 && at[i] < x.dims[i + 2];
      }
    if (inside) f(static_cast<const int64_t*>(at), bits);
  }
}
__device__ double weights(const Cell& c, int bits, int d, int without) {
  double w = 1;
#pragma unroll
  for (int i = 0; i < kMaxSpatial; ++i)
    if (i < d && i != without) w *= bits >> i & 1 ? c.part[i] : 1 - c.part[i];
  return w;
}

__device__ int64_t at_pixel(const View& t, int64_t n, int64_t c, const int64_t* pixel) {
  int64_t o = n * t.strides[0] + c * t.strides[1];
#pragma unroll
  for (int i = 0; i < kMaxSpatial; ++i)
    if (i + 2 < t.rank) o += pixel[i] * t.strides[i + 2];
  return o;
}

}  // namespace
}  // namespace girih::generic

using namespace girih::generic;

extern "C" __global__ void __launch_bounds__(256) girih_spatial_grid_forward(const __grid_constant__ GridParams p) {
  const int d = p.grid.rank - 2;
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t at[kMaxRank], row = 0;
    unravel(e, p.grid.rank, p.grid.dims, at);
#pragma unroll
    for (int i = 0; i < kMaxRank; ++i)
      if (i == d + 1) row = at[i];
    double v = 0;
    for (int j = 0; j <= d; ++j)
      v += load(p.theta.type, p.theta.data,
                at[0] * p.theta.strides[0] + row * p.theta.strides[1] + j * p.theta.strides[2]) *
           target(p.grid, at, d, j);
    store(p.grid.type, p.grid.data, offset(p.grid, at), v);
  }
}

// A block for each entry of theta.
extern "C" __global__ void __launch_bounds__(256) girih_spatial_grid_backward(const __grid_constant__ GridParams p) {
  __shared__ double room[256];
  const int d = p.grid.rank - 2;
  int64_t points = 1, dims[kMaxRank];
#pragma unroll
  for (int i = 0; i < kMaxRank; ++i) {
    dims[i] = i > 0 && i <= d ? p.grid.dims[i] : 1;
    points *= dims[i];
  }
  for (int64_t e = blockIdx.x; e < p.count; e += gridDim.x) {
    int64_t entry[kMaxRank];
    unravel(e, p.theta.rank, p.theta.dims, entry);
    double sum = 0;
    for (int64_t n = threadIdx.x; n < points; n += blockDim.x) {
      int64_t at[kMaxRank];
      unravel(n, d + 1, dims, at);
      at[0] = entry[0];
      int64_t o = 0;
#pragma unroll
      for (int i = 0; i < kMaxRank; ++i) {
        if (i <= d) o += at[i] * p.grid.strides[i];
        if (i == d + 1) o += entry[1] * p.grid.strides[i];
      }
      sum += load(p.grid.type, p.grid.data, o) * target(p.grid, at, d, static_cast<int>(entry[2]));
    }
    sum = block_sum(sum, room);
    if (threadIdx.x == 0) store(p.theta.type, p.theta.data, offset(p.theta, entry), sum);
  }
}

extern "C" __global__ void __launch_bounds__(256) girih_spatial_forward(const __grid_constant__ SamplerParams p) {
  const int d = p.x.rank - 2;
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t at[kMaxRank], point[kMaxRank] = {};
    unravel(e, p.y.rank, p.y.dims, at);
    point[0] = at[0];
#pragma unroll
    for (int i = 0; i < kMaxSpatial; ++i) point[i + 1] = at[i + 2];
    const Cell c = cell_of(p, point);
    double v = 0;
    if (!c.outside)
      each_corner(p.x, c, [&](const int64_t* pixel, int bits) {
        v += weights(c, bits, d, -1) * load(p.x.type, p.x.data, at_pixel(p.x, at[0], at[1], pixel));
      });
    blend(p.y, offset(p.y, at), p.alpha, v, p.beta);
  }
}

// The gradient of the grid: one point a thread, summed over C.
extern "C" __global__ void __launch_bounds__(256) girih_spatial_backward_grid(const __grid_constant__ SamplerParams p) {
  const int d = p.x.rank - 2;
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t point[kMaxRank];
    unravel(e, d + 1, p.grid.dims, point);
    const Cell c = cell_of(p, point);
    double sum[kMaxSpatial] = {};
    if (!c.outside)
      for (int64_t channel = 0; channel < p.x.dims[1]; ++channel) {
        const double g = load(p.dy.type, p.dy.data, at_pixel(p.dy, point[0], channel, point + 1));
        each_corner(p.x, c, [&](const int64_t* pixel, int bits) {
          const double v = g * load(p.x.type, p.x.data, at_pixel(p.x, point[0], channel, pixel));
#pragma unroll
          for (int i = 0; i < kMaxSpatial; ++i)
            if (i < d) sum[i] += (bits >> i & 1 ? c.scale[i] : -c.scale[i]) * weights(c, bits, d, i) * v;
        });
      }
    int64_t o = 0, coordinate_stride = 0;
#pragma unroll
    for (int i = 0; i < kMaxRank; ++i) {
      if (i <= d) o += point[i] * p.dgrid.strides[i];
      if (i == d + 1) coordinate_stride = p.dgrid.strides[i];
    }
#pragma unroll
    for (int i = 0; i < kMaxSpatial; ++i)
      if (i < d) blend(p.dgrid, o + (d - 1 - i) * coordinate_stride, p.alpha2, sum[i], p.beta2);
  }
}

// The gradient of the image: a thread walks the points of a plane, so that sums have one order.
extern "C" __global__ void __launch_bounds__(64)
    girih_spatial_backward_planes(const __grid_constant__ SamplerParams p) {
  const int d = p.x.rank - 2;
  int64_t plane = 1, points = 1;
  for (int i = 0; i < d; ++i) plane *= p.x.dims[i + 2], points *= p.dy.dims[i + 2];
  for (int64_t n = first_element(); n < p.count; n += element_step()) {
    double* sums = p.sums + n * plane;
    for (int64_t i = 0; i < plane; ++i) sums[i] = 0;
    const int64_t image = n / p.x.dims[1], channel = n % p.x.dims[1];
    int64_t point[kMaxRank] = {image};
    for (int64_t e = 0; e < points; ++e) {
      const Cell c = cell_of(p, point);
      if (!c.outside) {
        const double g = load(p.dy.type, p.dy.data, at_pixel(p.dy, image, channel, point + 1));
        each_corner(p.x, c, [&](const int64_t* pixel, int bits) {
          int64_t at = 0;
#pragma unroll
          for (int i = 0; i < kMaxSpatial; ++i)
            if (i < d) at = at * p.x.dims[i + 2] + pixel[i];
          sums[at] += weights(c, bits, d, -1) * g;
        });
      }
      bool carry = true;
#pragma unroll
      for (int i = kMaxSpatial - 1; i >= 0; --i)
        if (i < d && carry) {
          carry = ++point[i + 1] == p.dy.dims[i + 2];
          if (carry) point[i + 1] = 0;
        }
    }
  }
}

extern "C" __global__ void __launch_bounds__(256)
    girih_spatial_backward_image(const __grid_constant__ SamplerParams p) {
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t at[kMaxRank];
    unravel(e, p.dx.rank, p.dx.dims, at);
    blend(p.dx, offset(p.dx, at), p.alpha, p.sums[e], p.beta);
  }
}
