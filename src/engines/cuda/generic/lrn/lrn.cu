// LRN and divisive normalization, in double; the rules are those of reference/lrn.cpp. x is copied before anything is
// written, so outputs may lie on inputs.
#include "engines/cuda/generic/element.h"
#include "engines/cuda/generic/lrn/params.h"

namespace girih::generic {
namespace {

// f(number of the element in row-major order, index) for the elements from `back` before to `ahead` after in every
// windowed dim, row-major.
template <class F>
__device__ void each_near(const LrnParams& p, const int64_t* at, int64_t back, int64_t ahead, F&& f) {
  int64_t first[kMaxRank], extent[kMaxRank], step[kMaxRank] = {};
#pragma unroll
  for (int i = 0; i < kMaxRank; ++i) {
    if (i >= p.x.rank) continue;
    const bool windowed = p.divisive ? i > 1 : i == 1;
    first[i] = windowed ? max(int64_t{0}, at[i] - back) : at[i];
    extent[i] = windowed ? min(p.x.dims[i] - 1, at[i] + ahead) - first[i] + 1 : 1;
  }
  do {
    int64_t n = 0, index[kMaxRank];
#pragma unroll
    for (int i = 0; i < kMaxRank; ++i)
      if (i < p.x.rank) n = n * p.x.dims[i] + (index[i] = first[i] + step[i]);
    f(n, static_cast<const int64_t*>(index));
  } while (next(p.x.rank, extent, step));
}

__device__ double mean(const LrnParams& p, const int64_t* index) {
  return p.means.data ? load(p.means.type, p.means.data, offset(p.means, index)) : 0;
}

}  // namespace
}  // namespace girih::generic

using namespace girih::generic;

extern "C" __global__ void __launch_bounds__(256) girih_lrn_values(const __grid_constant__ LrnParams p) {
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t index[kMaxRank];
    unravel(e, p.x.rank, p.x.dims, index);
    p.values[e] = load(p.x.type, p.x.data, offset(p.x, index));
  }
}

extern "C" __global__ void __launch_bounds__(256) girih_lrn_sums(const __grid_constant__ LrnParams p) {
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t index[kMaxRank];
    unravel(e, p.x.rank, p.x.dims, index);
    const double m = mean(p, index);
    double sum = 0;
    each_near(p, index, p.before, p.after, [&](int64_t n, const int64_t*) {
      const double d = p.values[n] - m;
      sum += d * d;
    });
    const double s = p.k + p.lrn_alpha / p.area * sum;
    if (!p.backward) {
      blend(p.y, offset(p.y, index), p.alpha, p.values[e] * pow(s, -p.lrn_beta), p.beta);
      continue;
    }
    p.sums[e] = s;
    p.gradients[e] = load(p.dy.type, p.dy.data, offset(p.dy, index)) * p.values[e] * pow(s, -p.lrn_beta - 1);
  }
}

extern "C" __global__ void __launch_bounds__(256) girih_lrn_backward(const __grid_constant__ LrnParams p) {
  const double factor = 2 * p.lrn_alpha * p.lrn_beta / p.area;
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t index[kMaxRank];
    unravel(e, p.x.rank, p.x.dims, index);
    double sum = 0;  // over the elements whose window holds this one
    each_near(p, index, p.after, p.before,
              [&](int64_t n, const int64_t* near) { sum += p.gradients[n] * (p.values[e] - mean(p, near)); });
    const double dy = load(p.dy.type, p.dy.data, offset(p.dy, index));
    const double m = mean(p, index);  // before dmeans is written
    blend(p.dx, offset(p.dx, index), p.alpha, dy * pow(p.sums[e], -p.lrn_beta) - factor * sum, p.beta);
    if (!p.dmeans.data) continue;
    double deviation = 0;
    each_near(p, index, p.before, p.after, [&](int64_t n, const int64_t*) { deviation += p.values[n] - m; });
    blend(p.dmeans, offset(p.dmeans, index), p.alpha, factor * p.gradients[e] * deviation, p.beta);
  }
}
