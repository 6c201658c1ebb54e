// Multi-head attention, step by step; the rules are those of reference/attention/passes.h.
#include "engines/cuda/generic/attention/params.h"
#include "engines/cuda/generic/element.h"

using namespace girih::generic;

namespace {

__device__ double get_acc(int acc, const void* data, int64_t i) {
  return acc == kF64 ? static_cast<const double*>(data)[i] : static_cast<const float*>(data)[i];
}
__device__ void set_acc(int acc, void* data, int64_t i, double v) {
  if (acc == kF64)
    static_cast<double*>(data)[i] = v;
  else
    static_cast<float*>(data)[i] = static_cast<float>(v);
}
__device__ int64_t vector_offset(const View& d, int64_t n, int64_t t) {
  int64_t beam;
  const int64_t batch = divide(n, d.dims[1], beam);
  return batch * d.strides[0] + beam * d.strides[1] + t * d.strides[2];
}
__device__ int64_t keys_of(const AttentionScores& p) { return min(max(int64_t{*p.kv_length}, int64_t{0}), p.keys); }
__device__ double warp_sum(double v) {
  for (int n = 16; n > 0; n /= 2) v += __shfl_xor_sync(~0u, v, n);
  return v;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256) girih_attention_ints(const __grid_constant__ AttentionInts p) {
  for (int i = static_cast<int>(threadIdx.x); i < p.count; i += 256)
    p.to[p.first + i] = p.from ? p.from[p.first + i] : p.values[i];
}

// Tiles of 32 x 32, four sums a thread, both operands through shared memory as double.
extern "C" __global__ void __launch_bounds__(256) girih_attention_product(const __grid_constant__ AttentionProduct q) {
  constexpr int kTile = 32, kDepth = 32;
  __shared__ double sa[kDepth][kTile + 1], sb[kDepth][kTile + 1];
  const int64_t across = (q.n + kTile - 1) / kTile, tiles = (q.m + kTile - 1) / kTile * across;
  const int x = static_cast<int>(threadIdx.x) % 16, y = static_cast<int>(threadIdx.x) / 16;
  for (int64_t n = blockIdx.x; n < tiles * q.batch; n += gridDim.x) {
    int64_t tile;
    const int64_t g = divide(n, tiles, tile), i0 = tile / across * kTile, j0 = tile % across * kTile;
    double sum[2][2] = {};
    for (int64_t k0 = 0; k0 < q.k; k0 += kDepth) {
      for (int e = static_cast<int>(threadIdx.x); e < kTile * kDepth; e += 256) {
        const bool a_along = q.a.column == 1, b_along = q.b.row == 1;  // the depth
        const int i = a_along ? e / kDepth : e % kTile, ka = a_along ? e % kDepth : e / kTile;
        sa[ka][i] = i0 + i < q.m && k0 + ka < q.k
                        ? load(q.a.type, q.a.data, g * q.a.batch + (i0 + i) * q.a.row + (k0 + ka) * q.a.column)
                        : 0;
        const int j = b_along ? e / kDepth : e % kTile, kb = b_along ? e % kDepth : e / kTile;
        sb[kb][j] = j0 + j < q.n && k0 + kb < q.k
                        ? load(q.b.type, q.b.data, g * q.b.batch + (k0 + kb) * q.b.row + (j0 + j) * q.b.column)
                        : 0;
      }
      __syncthreads();
      const int depth = static_cast<int>(min(static_cast<int64_t>(kDepth), q.k - k0));
      for (int k = 0; k < depth; ++k)
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
          for (int j = 0; j < 2; ++j) sum[i][j] = fma(sa[k][y + 16 * i], sb[k][x + 16 * j], sum[i][j]);
      __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        const int64_t row = i0 + y + 16 * i, column = j0 + x + 16 * j;
        if (row >= q.m || column >= q.n) continue;
        const int64_t at = g * q.out.batch + row * q.out.row + column * q.out.column;
        double v = q.scale * sum[i][j];
        if (q.bias) v += load(q.bias_type, q.bias, column);
        if (q.beta != 0) v += q.beta * load(q.out.type, q.out.data, at);
        store(q.out.type, const_cast<void*>(q.out.data), at, v);
      }
  }
}

// Rows behind the length become zero, whatever the tensor holds there.
extern "C" __global__ void __launch_bounds__(256) girih_attention_read(const __grid_constant__ AttentionRows p) {
  for (int64_t e = first_element(); e < p.sequences * p.time * p.width; e += element_step()) {
    int64_t j, t;
    const int64_t n = divide(divide(e, p.width, j), p.time, t);
    t += p.first;
    set_acc(p.acc, p.rows, e,
            t < p.lengths[n]
                ? load(p.tensor.type, p.tensor.data, vector_offset(p.tensor, n, t) + j * p.tensor.strides[3])
                : 0);
  }
}

// The residual is added to the valid rows; the others get `fill`.
extern "C" __global__ void __launch_bounds__(256) girih_attention_write(const __grid_constant__ AttentionRows p) {
  for (int64_t e = first_element(); e < p.sequences * p.time * p.width; e += element_step()) {
    int64_t j, t;
    const int64_t n = divide(divide(e, p.width, j), p.time, t);
    t += p.first;
    double v = p.fill;
    if (t < p.lengths[n]) {
      v = get_acc(p.acc, p.rows, e);
      const View& r = p.residual;
      if (r.data) v += load(r.type, r.data, vector_offset(r, n, t) + j * r.strides[3]);
    }
    store(p.tensor.type, p.tensor.data, vector_offset(p.tensor, n, t) + j * p.tensor.strides[3], v);
  }
}

// Softmax of the keys that a query sees, zeros elsewhere; a warp a row.
extern "C" __global__ void __launch_bounds__(256) girih_attention_softmax(const __grid_constant__ AttentionScores p) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  for (int64_t r = first_element() / 32; r < p.rows; r += element_step() / 32) {
    const int64_t t = p.first + r % p.time, base = r * p.keys, length = keys_of(p);
    const int64_t from = min(max(int64_t{p.lo[t]}, int64_t{0}), length);
    const int64_t to = t < *p.q_length ? min(max(int64_t{p.hi[t]}, from), length) : from;
    double high = __longlong_as_double(0xfff0000000000000ll), sum = 0;
    for (int64_t s = from + lane; s < to; s += 32) high = fmax(high, get_acc(p.acc, p.p, base + s));
    for (int n = 16; n > 0; n /= 2) high = fmax(high, __shfl_xor_sync(~0u, high, n));
    for (int64_t s = from + lane; s < to; s += 32) sum += exp(get_acc(p.acc, p.p, base + s) - high);
    sum = warp_sum(sum);
    for (int64_t s = lane; s < p.keys; s += 32)
      set_acc(p.acc, p.p, base + s, s >= from && s < to ? exp(get_acc(p.acc, p.p, base + s) - high) / sum : 0);
  }
}

// dp, the gradient of the dropped probabilities, becomes that of the scores before they are scaled.
extern "C" __global__ void __launch_bounds__(256)
    girih_attention_softmax_gradient(const __grid_constant__ AttentionScores p) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  for (int64_t r = first_element() / 32; r < p.rows; r += element_step() / 32) {
    const int64_t base = r * p.keys, length = keys_of(p);
    double sum = 0;
    for (int64_t s = lane; s < length; s += 32) {
      double g = get_acc(p.acc, p.dp, base + s);
      if (p.mask) {
        g = p.mask[base + s] ? g * p.keep : 0;
        set_acc(p.acc, p.dp, base + s, g);
        g = get_acc(p.acc, p.dp, base + s);
      }
      sum += get_acc(p.acc, p.p, base + s) * g;
    }
    sum = warp_sum(sum);
    for (int64_t s = lane; s < p.keys; s += 32)
      set_acc(p.acc, p.dp, base + s,
              s < length ? get_acc(p.acc, p.p, base + s) * (get_acc(p.acc, p.dp, base + s) - sum) * p.scale : 0);
  }
}

// Without a projection every head sees the whole vector.
extern "C" __global__ void __launch_bounds__(256) girih_attention_spread(const __grid_constant__ AttentionHeads p) {
  for (int64_t e = first_element(); e < p.rows * p.heads * p.width; e += element_step()) {
    int64_t j, h;
    const int64_t i = divide(divide(e, p.width, j), p.heads, h);
    set_acc(p.acc, p.all, e, get_acc(p.acc, p.one, i * p.width + j));
  }
}
extern "C" __global__ void __launch_bounds__(256) girih_attention_gather(const __grid_constant__ AttentionHeads p) {
  for (int64_t e = first_element(); e < p.rows * p.width; e += element_step()) {
    int64_t j;
    const int64_t i = divide(e, p.width, j);
    double sum = 0;
    for (int64_t h = 0; h < p.heads; ++h) sum += get_acc(p.acc, p.all, (i * p.heads + h) * p.width + j);
    set_acc(p.acc, p.one, e, sum);
  }
}

extern "C" __global__ void __launch_bounds__(256) girih_attention_zero(const __grid_constant__ AttentionHeads p) {
  for (int64_t e = first_element(); e < p.rows * p.heads * p.width; e += element_step()) set_acc(p.acc, p.all, e, 0);
}

extern "C" __global__ void __launch_bounds__(256) girih_attention_bias(const __grid_constant__ AttentionBias p) {
  for (int64_t j = first_element(); j < p.width; j += element_step()) {
    double sum = 0;
    for (int64_t i = 0; i < p.rows; ++i) sum += get_acc(p.acc, p.gradient, i * p.width + j);
    const int64_t at = p.offset + j;
    store(p.type, p.dweights, at, p.beta == 0 ? sum : sum + p.beta * load(p.type, p.dweights, at));
  }
}
