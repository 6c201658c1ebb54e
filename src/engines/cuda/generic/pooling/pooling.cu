// Pooling of any rank and strides; one output of the pass a thread. The rules are those of reference/pooling.cpp.
#include "engines/cuda/generic/element.h"
#include "engines/cuda/generic/pooling/params.h"

namespace girih::generic {
namespace {

constexpr int64_t kNoWinner = INT64_MIN;

__device__ bool is_max(const PoolingParams& p) { return p.mode == 0 || p.mode == 3; }

// The part of one window that lies in the image: [begin, begin + extent) of each spatial dimension.
struct Window {
  int64_t begin[kMaxSpatial], extent[kMaxSpatial];
  int64_t count = 1;  // elements inside
  int64_t size = 1;   // elements with padding
};

__device__ Window window_of(const PoolingParams& p, const View& image, const int64_t* out) {
  Window w;
#pragma unroll
  for (int i = 0; i < kMaxSpatial; ++i) {
    if (i >= p.spatial) continue;
    const int64_t first = out[2 + i] * p.stride[i] - p.pad[i];
    w.begin[i] = max(first, int64_t{0});
    w.extent[i] = max(int64_t{0}, min(first + p.window[i], image.dims[2 + i]) - w.begin[i]);
    w.count *= w.extent[i];
    w.size *= p.window[i];
  }
  return w;
}

// f(offset into the image) for every element of the window inside it, row-major.
template <class F>
__device__ void each_inside(const PoolingParams& p, const View& image, const int64_t* out, const Window& w, F&& f) {
  if (w.count == 0) return;
  int64_t at[kMaxSpatial] = {}, index[kMaxRank] = {out[0], out[1]};
#pragma unroll
  for (int i = 0; i < kMaxSpatial; ++i)
    if (i < p.spatial) index[2 + i] = w.begin[i];
  const int64_t base = offset(image, index);
  for (int64_t n = 0; n < w.count; ++n) {
    int64_t o = 0;
#pragma unroll
    for (int i = 0; i < kMaxSpatial; ++i)
      if (i < p.spatial) o += at[i] * image.strides[2 + i];
    f(base + o * image.vector);
    bool carry = true;
#pragma unroll
    for (int i = kMaxSpatial - 1; i >= 0; --i)
      if (i < p.spatial && carry) {
        carry = ++at[i] == w.extent[i];
        if (carry) at[i] = 0;
      }
  }
}

}  // namespace
}  // namespace girih::generic

using namespace girih::generic;

extern "C" __global__ void __launch_bounds__(256) girih_pooling_forward(const __grid_constant__ PoolingParams p) {
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t out[kMaxRank];
    unravel(e, p.y.rank, p.y.dims, out);
    const Window w = window_of(p, p.x, out);
    double r;
    if (is_max(p)) {
      r = p.lowest;
      each_inside(p, p.x, out, w, [&](int64_t at) {
        const double v = load(p.x.type, p.x.data, at);
        if (v > r || (v != v && p.propagate_nan)) r = v;
      });
    } else {
      r = 0;
      each_inside(p, p.x, out, w, [&](int64_t at) { r += load(p.x.type, p.x.data, at); });
      const int64_t n = p.mode == 1 ? w.size : w.count;
      r = n ? r / static_cast<double>(n) : 0;
    }
    blend(p.y, offset(p.y, out), p.alpha, r, p.beta);
  }
}

// Where the maximum of each window lies. y is dy here; its elements in row-major order.
extern "C" __global__ void __launch_bounds__(256) girih_pooling_winners(const __grid_constant__ PoolingParams p) {
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t out[kMaxRank];
    unravel(e, p.y.rank, p.y.dims, out);
    int64_t first = kNoWinner;
    double best = 0;
    // Only the deterministic mode leaves a window of -inf without a winner.
    const double least = p.mode == 3 ? p.lowest : __longlong_as_double(0xfff0000000000000ll);
    each_inside(p, p.x, out, window_of(p, p.x, out), [&](int64_t at) {
      const double v = load(p.x.type, p.x.data, at);
      const bool better = first == kNoWinner ? v >= least : v > best;
      if (better || (v != v && best == best && p.propagate_nan)) {
        first = at;
        best = v;
      }
    });
    p.winners[e] = first;
  }
}

// An element of dx gathers from the windows that hold it.
extern "C" __global__ void __launch_bounds__(256) girih_pooling_backward(const __grid_constant__ PoolingParams p) {
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t in[kMaxRank];
    unravel(e, p.dx.rank, p.dx.dims, in);
    int64_t low[kMaxSpatial] = {}, extent[kMaxSpatial], at[kMaxSpatial] = {}, windows = 1;
#pragma unroll
    for (int i = 0; i < kMaxSpatial; ++i) {
      if (i >= p.spatial) continue;
      const int64_t last = in[2 + i] + p.pad[i], before = last - p.window[i];
      low[i] = before < 0 ? 0 : before / p.stride[i] + 1;
      const int64_t high = last < 0 ? -1 : min(last / p.stride[i], p.y.dims[2 + i] - 1);
      extent[i] = max(int64_t{0}, high - low[i] + 1);
      windows *= extent[i];
    }
    const int64_t self = is_max(p) ? offset(p.x, in) : 0;
    double sum = 0;
    for (int64_t n = 0; n < windows; ++n) {
      int64_t out[kMaxRank] = {in[0], in[1]}, number = in[0] * p.y.dims[1] + in[1];
#pragma unroll
      for (int i = 0; i < kMaxSpatial; ++i)
        if (i < p.spatial) {
          out[2 + i] = low[i] + at[i];
          number = number * p.y.dims[2 + i] + out[2 + i];
        }
      if (!is_max(p)) {
        const Window w = window_of(p, p.dx, out);
        sum += load(p.y.type, p.y.data, offset(p.y, out)) / static_cast<double>(p.mode == 1 ? w.size : w.count);
      } else if (p.winners[number] == self) {
        sum += load(p.y.type, p.y.data, offset(p.y, out));
      }
      bool carry = true;
#pragma unroll
      for (int i = kMaxSpatial - 1; i >= 0; --i)
        if (i < p.spatial && carry) {
          carry = ++at[i] == extent[i];
          if (carry) at[i] = 0;
        }
    }
    blend(p.dx, offset(p.dx, in), p.alpha, sum, p.beta);
  }
}
