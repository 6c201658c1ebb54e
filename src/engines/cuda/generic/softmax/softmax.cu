// Softmax of any rank and strides, in double. A thread, a warp or a block shares a row.
#include "engines/cuda/generic/element.h"
#include "engines/cuda/generic/softmax/params.h"

namespace girih::generic {
namespace {

enum : int32_t { kFast = 0, kLog = 2 };

struct Sum {
  __device__ double operator()(double a, double b) const { return a + b; }
};
struct Max {
  __device__ double operator()(double a, double b) const { return fmax(a, b); }
};

// Over the threads of a row, in a fixed tree; all of them get the result.
template <class F>
__device__ double combine(double v, int threads, double* room, F f) {
  if (threads == 1) return v;
  for (int n = 16; n > 0; n /= 2) v = f(v, __shfl_xor_sync(~0u, v, n));
  if (threads == 32) return v;
  if (threadIdx.x % 32 == 0) room[threadIdx.x / 32] = v;
  __syncthreads();
  v = room[0];
  for (int i = 1; i < kSoftmaxBlock / 32; ++i) v = f(v, room[i]);
  __syncthreads();
  return v;
}

// Calls row(lane, index of the row's first element) for the rows of this group of threads.
template <class F>
__device__ void each_row(const SoftmaxParams& p, F&& row) {
  const int lane = static_cast<int>(threadIdx.x) % p.threads, per_block = kSoftmaxBlock / p.threads;
  const int64_t step = static_cast<int64_t>(gridDim.x) * per_block;
  for (int64_t r = blockIdx.x * static_cast<int64_t>(per_block) + threadIdx.x / p.threads; r < p.rows; r += step) {
    int64_t first[kMaxRank];
    unravel(r, p.rank, p.outer, first);
    row(lane, static_cast<const int64_t*>(first));
  }
}

template <class F>
__device__ void each_of_row(const SoftmaxParams& p, int lane, F&& f) {
  for (int64_t i = lane; i < p.row_size; i += p.threads) {
    int64_t at[kMaxRank];
    unravel(i, p.rank, p.inner, at);
    f(static_cast<const int64_t*>(at));
  }
}

}  // namespace
}  // namespace girih::generic

using namespace girih::generic;

extern "C" __global__ void __launch_bounds__(kSoftmaxBlock)
    girih_softmax_forward(const __grid_constant__ SoftmaxParams p) {
  __shared__ double room[kSoftmaxBlock / 32];
  const bool fast = p.algorithm == kFast, round = p.x.type != kF64;
  each_row(p, [&](int lane, const int64_t* first) {
    const int64_t x0 = offset(p.x, first), y0 = offset(p.y, first);
    double top = 0;
    if (!fast) {
      top = __longlong_as_double(0xfff0000000000000ll);
      // A NaN need not win: it makes the sum, and so the whole row, NaN.
      each_of_row(p, lane, [&](const int64_t* at) { top = fmax(top, load(p.x.type, p.x.data, x0 + offset(p.x, at))); });
      top = combine(top, p.threads, room, Max());
    }
    const auto e = [&](double v) {
      const double r = exp(v - top);
      return fast && round ? static_cast<double>(static_cast<float>(r)) : r;
    };
    double sum = 0;
    each_of_row(p, lane, [&](const int64_t* at) { sum += e(load(p.x.type, p.x.data, x0 + offset(p.x, at))); });
    sum = combine(sum, p.threads, room, Sum());
    if (fast && round) sum = static_cast<double>(static_cast<float>(sum));
    const double log_sum = log(sum);
    each_of_row(p, lane, [&](const int64_t* at) {
      const double v = load(p.x.type, p.x.data, x0 + offset(p.x, at));
      const double r = p.algorithm == kLog ? v - top - log_sum : e(v) / sum;
      blend(p.y, y0 + offset(p.y, at), p.alpha, r, p.beta);
    });
  });
}

extern "C" __global__ void __launch_bounds__(kSoftmaxBlock)
    girih_softmax_backward(const __grid_constant__ SoftmaxParams p) {
  __shared__ double room[kSoftmaxBlock / 32];
  const bool log = p.algorithm == kLog;
  each_row(p, [&](int lane, const int64_t* first) {
    const int64_t y0 = offset(p.y, first), dy0 = offset(p.dy, first), dx0 = offset(p.dx, first);
    double sum = 0;  // of dy * y, or of dy for LOG
    each_of_row(p, lane, [&](const int64_t* at) {
      const double g = load(p.dy.type, p.dy.data, dy0 + offset(p.dy, at));
      sum += log ? g : g * load(p.y.type, p.y.data, y0 + offset(p.y, at));
    });
    sum = combine(sum, p.threads, room, Sum());
    each_of_row(p, lane, [&](const int64_t* at) {
      const double g = load(p.dy.type, p.dy.data, dy0 + offset(p.dy, at));
      const double v = load(p.y.type, p.y.data, y0 + offset(p.y, at));
      blend(p.dx, dx0 + offset(p.dx, at), p.alpha, log ? g - exp(v) * sum : v * (g - sum), p.beta);
    });
  });
}
