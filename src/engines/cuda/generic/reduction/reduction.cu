// Reductions over any dims and strides, in double, each sum in a fixed order. The rules are those of
// reference/reduction.cpp.
#include "engines/cuda/generic/element.h"
#include "engines/cuda/generic/reduction/params.h"

namespace girih::generic {
namespace {

enum : int32_t { kMul = 1, kMin = 2, kMax = 3, kAmax = 4, kAvg = 5, kNorm1 = 6, kNorm2 = 7, kMulNoZeros = 8 };
constexpr int64_t kNothing = INT32_MAX;  // the index of no element

__device__ bool is_extreme(const ReductionParams& p) { return p.op == kMin || p.op == kMax || p.op == kAmax; }

__device__ ReductionPartial nothing(const ReductionParams& p) {
  if (is_extreme(p)) return {p.start, kNothing};
  return {p.op == kMul || p.op == kMulNoZeros ? 1.0 : 0.0, 0};
}

__device__ void add(const ReductionParams& p, ReductionPartial& r, double v, int64_t index) {
  switch (p.op) {
    case kMul:
      r.value *= v;
      break;
    case kMulNoZeros:
      r.value *= v == 0 ? 1 : v;
      break;
    case kNorm1:
      r.value += fabs(v);
      break;
    case kNorm2:
      r.value += v * v;
      break;
    case kMin:
    case kMax:
    case kAmax: {
      // The first NaN ends the search when NaNs propagate; else NaNs are passed over.
      if (r.value != r.value || (v != v && !p.propagate_nan)) break;
      if (p.op == kAmax) v = fabs(v);
      const bool better = v != v || (p.op == kMin ? v < r.value : v > r.value);
      if (better || r.index == kNothing) r = {v, index};
      break;
    }
    default:
      r.value += v;
  }
}

// a comes before b where the two are sums; extremes know their places.
__device__ ReductionPartial join(const ReductionParams& p, const ReductionPartial& a, const ReductionPartial& b) {
  if (!is_extreme(p)) {
    const bool product = p.op == kMul || p.op == kMulNoZeros;
    return {product ? a.value * b.value : a.value + b.value, 0};
  }
  if (b.index == kNothing) return a;
  if (a.index == kNothing) return b;
  const bool nan_a = a.value != a.value, nan_b = b.value != b.value;
  if (nan_a || nan_b) return nan_a && (!nan_b || a.index < b.index) ? a : b;
  if (a.value == b.value) return a.index < b.index ? a : b;
  return (p.op == kMin ? a.value < b.value : a.value > b.value) ? a : b;
}

__device__ ReductionPartial join_threads(const ReductionParams& p, ReductionPartial r, ReductionPartial* room) {
  if (p.threads == 1) return r;
  for (int n = 16; n > 0; n /= 2) {
    const ReductionPartial other{__shfl_xor_sync(~0u, r.value, n),
                                 __shfl_xor_sync(~0u, static_cast<long long>(r.index), n)};
    // Both lanes of a pair must add in one order, or a product's bits could differ.
    r = threadIdx.x & n ? join(p, other, r) : join(p, r, other);
  }
  if (p.threads == 32) return r;
  if (threadIdx.x % 32 == 0) room[threadIdx.x / 32] = r;
  __syncthreads();
  r = room[0];
  for (int i = 1; i < kReductionBlock / 32; ++i) r = join(p, r, room[i]);
  __syncthreads();
  return r;
}

__device__ void finish(const ReductionParams& p, int64_t e, const int64_t* out, ReductionPartial r) {
  if (p.op == kAvg) r.value /= static_cast<double>(p.slice_size);
  if (p.op == kNorm2) r.value = sqrt(r.value);
  if (p.indices && is_extreme(p)) p.indices[e] = static_cast<int32_t>(r.index);
  blend(p.y, offset(p.y, out), p.alpha, r.value, p.beta);
}

}  // namespace
}  // namespace girih::generic

using namespace girih::generic;

extern "C" __global__ void __launch_bounds__(kReductionBlock)
    girih_reduction(const __grid_constant__ ReductionParams p) {
  __shared__ ReductionPartial room[kReductionBlock / 32];
  const int lane = static_cast<int>(threadIdx.x) % p.threads, per_block = kReductionBlock / p.threads;
  const int64_t work = p.count * p.parts, step = static_cast<int64_t>(gridDim.x) * per_block;
  for (int64_t n = blockIdx.x * static_cast<int64_t>(per_block) + threadIdx.x / p.threads; n < work; n += step) {
    // Neighbours are outputs, not parts: where slices are not contiguous, outputs are.
    int64_t e;
    const int64_t part = divide(n, p.count, e);
    int64_t out[kMaxRank];
    unravel(e, p.y.rank, p.y.dims, out);
    const int64_t base = offset(p.x, out);
    ReductionPartial r = nothing(p);
    const int64_t end = min((part + 1) * p.part_size, p.slice_size);
    for (int64_t i = part * p.part_size + lane; i < end; i += p.threads) {
      int64_t at[kMaxRank];
      unravel(i, p.x.rank, p.slice, at);
      add(p, r, load(p.x.type, p.x.data, base + offset(p.x, at)), i);
    }
    r = join_threads(p, r, room);
    if (lane != 0) continue;
    if (p.partial)
      p.partial[e * p.parts + part] = r;
    else
      finish(p, e, out, r);
  }
}

extern "C" __global__ void __launch_bounds__(kReductionBlock)
    girih_reduction_finish(const __grid_constant__ ReductionParams p) {
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t out[kMaxRank];
    unravel(e, p.y.rank, p.y.dims, out);
    ReductionPartial r = p.partial[e * p.parts];
    for (int i = 1; i < p.parts; ++i) r = join(p, r, p.partial[e * p.parts + i]);
    finish(p, e, out, r);
  }
}
