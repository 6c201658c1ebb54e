// CTC loss by the forward-backward recursion in logarithms and double (reference/ctc.cpp): a block for each sample, a
// thread for each state of a step, and for each symbol of the gradient; sums in the order of the states.
#include "engines/cuda/generic/ctc/params.h"
#include "engines/cuda/generic/element.h"

namespace girih::generic {
namespace {

__device__ double never() { return __longlong_as_double(0xfff0000000000000ll); }  // ln 0

// ln(e^a + e^b + e^c). A NaN stays one, also beside ln 0.
__device__ double add(double a, double b, double c) {
  const double m = fmax(a, fmax(b, c));
  if (m == never()) return a + b + c;
  return m + log(exp(a - m) + exp(b - m) + exp(c - m));
}

struct Sample {
  const CtcParams& p;
  int64_t n;
  const int32_t* label;
  int64_t length, steps;
  const double* normalizers;

  __device__ int64_t states() const { return 2 * length + 1; }
  __device__ int64_t symbol(int64_t s) const { return s % 2 ? label[s / 2] : 0; }
  // A state can follow the one two before it unless that would lose a blank between equal symbols.
  __device__ bool skips(int64_t s) const { return s >= 2 && symbol(s) != 0 && symbol(s) != symbol(s - 2); }
  __device__ double prob(int64_t t, int64_t a) const {
    return load(p.probs.type, p.probs.data, t * p.probs.strides[0] + n * p.probs.strides[1] + a * p.probs.strides[2]);
  }
  __device__ double ln_prob(int64_t t, int64_t a) const {
    return p.softmax ? prob(t, a) - normalizers[t] : log(prob(t, a));
  }
  __device__ void put(int64_t t, int64_t a, double v) const {
    const View& g = p.gradients;
    store(g.type, g.data, t * g.strides[0] + n * g.strides[1] + a * g.strides[2], v);
  }
  // Sets the gradients of steps [first, last).
  __device__ void fill(int64_t first, int64_t last, double v) const {
    if (!p.gradients.data) return;
    for (int64_t e = first * p.A + threadIdx.x; e < last * p.A; e += kCtcBlock) put(e / p.A, e % p.A, v);
  }
};

}  // namespace
}  // namespace girih::generic

using namespace girih::generic;

extern "C" __global__ void __launch_bounds__(kCtcBlock) girih_ctc_ints(const __grid_constant__ CtcInts p) {
  for (int i = static_cast<int>(threadIdx.x); i < p.count; i += kCtcBlock) p.to[p.first + i] = p.values[i];
}

extern "C" __global__ void __launch_bounds__(kCtcBlock) girih_ctc(const __grid_constant__ CtcParams p) {
  const double kNan = __longlong_as_double(0x7ff8000000000000ll);
  for (int64_t n = blockIdx.x; n < p.N; n += gridDim.x) {
    __syncthreads();
    int64_t start = 0;
    for (int64_t m = 0; m < n; ++m) start += max(p.label_lengths[m], 0);
    double* room = p.room + n * p.room_stride;
    double *arrival = room, *normalizers = arrival + p.T * p.width, *before = normalizers + p.T,
           *now = before + p.width, *departure = now + p.width, *later = departure + p.width,
           *occupancy = later + p.width;
    const Sample s{p, n, p.labels + start, p.label_lengths[n], p.input_lengths[n], normalizers};
    const auto put_cost = [&](double v) {
      if (threadIdx.x == 0) store(p.costs.type, p.costs.data, n * p.costs.strides[0], v);
    };
    if (s.length < 0 || s.steps < 0 || s.steps > p.T) {  // a host would have refused it
      put_cost(kNan);
      continue;
    }
    int64_t needed = s.length;
    bool in_alphabet = true;
    for (int64_t i = 0; i < s.length; ++i) {
      needed += i > 0 && s.label[i] == s.label[i - 1];
      in_alphabet = in_alphabet && s.label[i] >= 0 && s.label[i] < p.A;
    }
    if (s.steps == 0 || needed > s.steps) {  // it does not fit
      put_cost(0);
      if (!p.skip_impossible) s.fill(0, p.T, 0);
      continue;
    }
    s.fill(s.steps, p.T, 0);
    if (!in_alphabet || s.states() > p.width) {
      put_cost(kNan);
      s.fill(0, s.steps, kNan);
      continue;
    }
    const int64_t width = s.states();
    if (p.softmax)
      for (int64_t t = threadIdx.x; t < s.steps; t += kCtcBlock) {
        double m = never(), sum = 0;
        for (int64_t a = 0; a < p.A; ++a) m = fmax(m, s.prob(t, a));
        for (int64_t a = 0; a < p.A; ++a) sum += exp(s.prob(t, a) - m);
        normalizers[t] = m + log(sum);
      }
    __syncthreads();
    // arrival[t][s]: ln of the probability of coming to state s in step t, without the symbol of step t itself.
    for (int64_t t = 0; t < s.steps; ++t) {
      double* row = arrival + t * p.width;
      for (int64_t i = threadIdx.x; i < width; i += kCtcBlock) {
        const bool reached = i < 2 * t + 2;
        row[i] = !reached ? never()
                 : t == 0 ? 0
                          : add(before[i], i ? before[i - 1] : never(), s.skips(i) ? before[i - 2] : never());
        now[i] = reached ? row[i] + s.ln_prob(t, s.symbol(i)) : never();
      }
      __syncthreads();
      double* swap = before;
      before = now;
      now = swap;
    }
    const double ln_p = add(before[width - 1], s.length ? before[width - 2] : never(), never());
    put_cost(0 - ln_p);  // not -0 for a certain label
    if (!p.gradients.data) continue;
    for (int64_t t = s.steps - 1; t >= 0; --t) {
      const double* row = arrival + t * p.width;
      const int64_t first = max(int64_t{0}, width - 2 * (s.steps - t));
      for (int64_t i = threadIdx.x; i < width; i += kCtcBlock) {
        double d = never(), share = 0;
        if (i >= first) {
          const double skipped = i + 2 < width && s.skips(i + 2) ? later[i + 2] : never();
          d = t == s.steps - 1 ? 0 : add(later[i], i + 1 < width ? later[i + 1] : never(), skipped);
          if (row[i] != never() && d != never() && ln_p != never())
            share = exp(row[i] + d + (p.softmax ? s.ln_prob(t, s.symbol(i)) : 0) - ln_p);
        }
        departure[i] = d;
        occupancy[i] = share;
      }
      __syncthreads();
      for (int64_t a = threadIdx.x; a < p.A; a += kCtcBlock) {
        double share = 0;
        if (a == 0)
          for (int64_t i = 0; i < width; i += 2) share += occupancy[i];
        for (int64_t i = 1; i < width; i += 2)
          if (s.label[i / 2] == a) share += occupancy[i];
        s.put(t, a, (p.softmax ? exp(s.ln_prob(t, a)) : 0) - share);
      }
      for (int64_t i = threadIdx.x; i < width; i += kCtcBlock) later[i] = departure[i] + s.ln_prob(t, s.symbol(i));
      __syncthreads();
    }
  }
}
