// Convolution by its definition: one output a thread (a warp for each filter element in wgrad), double accumulation,
// any strides, groups, dilation and types. Taps over padding are skipped, so that an infinite weight there adds
// nothing.
#include "engines/cuda/generic/convolution/params.h"
#include "engines/cuda/generic/element.h"

namespace girih::generic {
namespace {

// Responses of i32: alpha and beta are integers, and the arithmetic wraps as that of i32 does.
__device__ void finish(const ConvolutionParams& p, const View& y, int64_t at, double result) {
  if (y.type != kI32) {
    blend(y, at, p.alpha, result, p.beta);
    return;
  }
  const auto product = [](double scale, double v) {
    return static_cast<uint64_t>(static_cast<int64_t>(scale)) * static_cast<uint64_t>(static_cast<int64_t>(v));
  };
  int32_t& out = static_cast<int32_t*>(y.data)[at];
  uint64_t sum = product(p.alpha, result);
  if (p.beta != 0) sum += product(p.beta, out);
  out = static_cast<int32_t>(static_cast<uint32_t>(sum));
}

// Channel c + n of a tensor whose channel c lies at `base`: vectorised layouts jump between vectors.
__device__ int64_t channel_offset(const View& t, int64_t c) {
  return t.vector == 1 ? c * t.strides[1] : c / t.vector * t.strides[1] * t.vector + c % t.vector;
}

// Sum over n channels of a[ca + i] * b[cb + i * ...], where a walks its dim 1 and b dim `dim`.
__device__ double dot(const View& a, int64_t a0, int64_t ca, const View& b, int64_t b0, int dim, int64_t cb,
                      int64_t n) {
  double sum = 0;
  if (a.vector == 1 && b.vector == 1) {
    int64_t ia = a0 + ca * a.strides[1], ib = b0 + cb * b.strides[dim];
    for (int64_t i = 0; i < n; ++i, ia += a.strides[1], ib += b.strides[dim])
      sum = fma(load(a.type, a.data, ia), load(b.type, b.data, ib), sum);
    return sum;
  }
  for (int64_t i = 0; i < n; ++i) {
    const int64_t ib = dim == 1 ? channel_offset(b, cb + i) : (cb + i) * b.strides[0] * b.vector;
    sum = fma(load(a.type, a.data, a0 + channel_offset(a, ca + i)), load(b.type, b.data, b0 + ib), sum);
  }
  return sum;
}

// The part of an offset that dims other than the channel's make.
__device__ int64_t pixel_offset(const View& t, int64_t n, const int64_t* at, int spatial) {
  int64_t o = n * t.strides[0];
#pragma unroll
  for (int i = 0; i < kMaxSpatial; ++i)
    if (i < spatial) o += at[i] * t.strides[2 + i];
  return o * t.vector;
}

__device__ void tap_of(const ConvolutionParams& p, int64_t n, int64_t* tap) {
#pragma unroll
  for (int i = kMaxSpatial - 1; i >= 0; --i) {
    tap[i] = 0;
    if (i < p.spatial) n = divide(n, p.w.dims[2 + i], tap[i]);
  }
}
__device__ void mirror(const ConvolutionParams& p, int64_t* tap) {
  if (!p.flip) return;
#pragma unroll
  for (int i = 0; i < kMaxSpatial; ++i)
    if (i < p.spatial) tap[i] = p.w.dims[2 + i] - 1 - tap[i];
}

}  // namespace
}  // namespace girih::generic

using namespace girih::generic;

extern "C" __global__ void __launch_bounds__(256) girih_convolution_fprop(const __grid_constant__ ConvolutionParams p) {
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t out[kMaxRank];
    unravel(e, p.y.rank, p.y.dims, out);
    const int64_t group = out[1] / p.k_group;
    double sum = 0;
    for (int64_t t = 0; t < p.taps; ++t) {
      int64_t tap[kMaxSpatial], at[kMaxSpatial];
      tap_of(p, t, tap);
      bool inside = true;
#pragma unroll
      for (int i = 0; i < kMaxSpatial; ++i)
        if (i < p.spatial) {
          at[i] = out[2 + i] * p.stride[i] - p.pad[i] + tap[i] * p.dilation[i];
          inside = inside && at[i] >= 0 && at[i] < p.x.dims[2 + i];
        }
      if (!inside) continue;
      mirror(p, tap);
      sum += dot(p.x, pixel_offset(p.x, out[0], at, p.spatial), group * p.c_group, p.w,
                 pixel_offset(p.w, out[1], tap, p.spatial), 1, 0, p.c_group);
    }
    finish(p, p.y, offset(p.y, out), sum);
  }
}

extern "C" __global__ void __launch_bounds__(256) girih_convolution_dgrad(const __grid_constant__ ConvolutionParams p) {
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t in[kMaxRank];
    unravel(e, p.x.rank, p.x.dims, in);
    const int64_t group = in[1] / p.c_group;
    double sum = 0;
    for (int64_t t = 0; t < p.taps; ++t) {
      int64_t tap[kMaxSpatial], at[kMaxSpatial];
      tap_of(p, t, tap);
      bool inside = true;
#pragma unroll
      for (int i = 0; i < kMaxSpatial; ++i)
        if (i < p.spatial) {
          // The output position whose tap lies here: out * stride = x + pad - tap * dilation.
          const int64_t scaled = in[2 + i] + p.pad[i] - tap[i] * p.dilation[i];
          inside = inside && scaled >= 0;
          if (!inside) continue;
          int64_t rest;
          at[i] = divide(scaled, p.stride[i], rest);
          inside = rest == 0 && at[i] < p.y.dims[2 + i];
        }
      if (!inside) continue;
      mirror(p, tap);
      const int64_t w0 = pixel_offset(p.w, 0, tap, p.spatial) + channel_offset(p.w, in[1] - group * p.c_group);
      sum += dot(p.y, pixel_offset(p.y, in[0], at, p.spatial), group * p.k_group, p.w, w0, 0, group * p.k_group,
                 p.k_group);
    }
    finish(p, p.x, offset(p.x, in), sum);
  }
}

// A warp for each filter element: lanes take turns over the pixels, and their sums are added in a fixed tree.
extern "C" __global__ void __launch_bounds__(256) girih_convolution_wgrad(const __grid_constant__ ConvolutionParams p) {
  const int lane = threadIdx.x % 32;
  int64_t pixels = p.y.dims[0];
  for (int i = 0; i < p.spatial; ++i) pixels *= p.y.dims[2 + i];
  for (int64_t e = first_element() / 32; e < p.count; e += element_step() / 32) {
    int64_t wi[kMaxRank];
    unravel(e, p.w.rank, p.w.dims, wi);
    int64_t tap[kMaxSpatial];
#pragma unroll
    for (int i = 0; i < kMaxSpatial; ++i) tap[i] = i < p.spatial ? wi[2 + i] : 0;
    mirror(p, tap);
    const int64_t x_channel = channel_offset(p.x, wi[0] / p.k_group * p.c_group + wi[1]);
    const int64_t y_channel = channel_offset(p.y, wi[0]);
    double sum = 0;
    for (int64_t n = lane; n < pixels; n += 32) {
      int64_t rest = n, out[kMaxSpatial], at[kMaxSpatial];
      bool inside = true;
#pragma unroll
      for (int i = kMaxSpatial - 1; i >= 0; --i)
        if (i < p.spatial) {
          rest = divide(rest, p.y.dims[2 + i], out[i]);
          at[i] = out[i] * p.stride[i] - p.pad[i] + tap[i] * p.dilation[i];
          inside = inside && at[i] >= 0 && at[i] < p.x.dims[2 + i];
        }
      if (!inside) continue;
      sum = fma(load(p.x.type, p.x.data, pixel_offset(p.x, rest, at, p.spatial) + x_channel),
                load(p.y.type, p.y.data, pixel_offset(p.y, rest, out, p.spatial) + y_channel), sum);
    }
    for (int n = 16; n > 0; n /= 2) sum += __shfl_xor_sync(~0u, sum, n);
    if (lane == 0) finish(p, p.w, offset(p.w, wi), sum);
  }
}
