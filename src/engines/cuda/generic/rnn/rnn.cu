// Recurrent networks: every cell, layout and option. The formulas are those of reference/rnn.
#include "engines/cuda/generic/element.h"
#include "engines/cuda/generic/rnn/params.h"

namespace girih::generic {
namespace {

__device__ double get_acc(const RnnParams& p, const void* data, int64_t i) {
  return p.acc == kF64 ? static_cast<const double*>(data)[i] : static_cast<const float*>(data)[i];
}
__device__ void set_acc(const RnnParams& p, void* data, int64_t i, double v) {
  if (p.acc == kF64)
    static_cast<double*>(data)[i] = v;
  else
    static_cast<float*>(data)[i] = static_cast<float>(v);
}

__device__ double sigmoid(double v) { return 1 / (1 + exp(-v)); }
// Clipping has the derivative 1 inside and on the bounds, 0 beyond them.
__device__ bool passes(const RnnParams& p, double c) { return !p.clip || !(c < p.clip_low || c > p.clip_high); }
__device__ double clipped(const RnnParams& p, double c) {
  if (!p.clip) return c;
  if (c != c) return p.clip_keeps_nan ? c : p.clip_low;
  return fmin(fmax(c, p.clip_low), p.clip_high);
}

// The row whose state a row starts from, by direction; -1: the initial state.
__device__ int64_t source(const RnnParams& p, int64_t row) {
  const int64_t t = p.time[row] + (p.direction == 0 ? -1 : 1), n = p.sequence[row];
  return t < 0 || t >= p.T ? -1 : p.row_of[t * p.N + n];
}

// Where vector (t, n) of x or y begins; `row` counts when it is packed.
__device__ int64_t vector_offset(const RnnParams& p, int64_t t, int64_t n, int64_t row) {
  const View& d = p.tensor;
  return p.packed ? row * d.strides[0] : t * d.strides[0] + n * d.strides[1];
}
__device__ int64_t element_stride(const RnnParams& p) { return p.tensor.strides[p.packed ? 1 : 2]; }

__device__ uint32_t draw(uint32_t* s) {
  const uint32_t t = s[1] ^ (s[1] >> 2);
  s[1] = s[2];
  s[2] = s[3];
  s[3] = s[4];
  s[4] = s[5];
  s[5] = (s[5] ^ (s[5] << 4)) ^ (t ^ (t << 1));
  s[0] += 362437;
  return s[5] + s[0];
}

__device__ void emit(const RnnProduct& q, int64_t i, int64_t j, double sum) {
  const RnnParams& p = q.rnn;
  switch (q.emit) {
    case kEmitBias:
      if (p.bias >= 0) sum += load(p.data, p.weights, p.bias + j);
      set_acc(p, p.out, i * q.out_row + j, sum);
      break;
    case kEmitGradient: {
      const int64_t at = i * p.width + j;
      if (p.mask) sum = p.mask[at] ? sum * p.scale : 0;
      set_acc(p, p.out, at, p.add ? get_acc(p, p.out, at) + sum : sum);
      break;
    }
    case kEmitState:
      set_acc(p, p.out, p.sequence[p.first + i] * p.P + j, sum + (p.keep ? get_acc(p, p.keep, i * p.P + j) : 0));
      break;
    case kEmitWeights: {
      const int64_t at = p.bias + i * q.n + j;
      store(p.data, p.dweights, at, sum + load(p.data, p.dweights, at));
      break;
    }
    default:
      set_acc(p, p.out, (p.first + i) * p.W + p.direction * p.P + j, sum);
      set_acc(p, p.h, p.sequence[p.first + i] * p.P + j, sum);
  }
}

}  // namespace
}  // namespace girih::generic

using namespace girih::generic;

extern "C" __global__ void __launch_bounds__(256) girih_rnn_lengths(const __grid_constant__ RnnLengths p) {
  for (int i = static_cast<int>(threadIdx.x); i < p.count; i += 256) p.to[p.first + i] = p.values[i];
}

// A thread for each step of each sequence. Rows before it: those of earlier steps, and of earlier sequences in its own.
extern "C" __global__ void __launch_bounds__(256) girih_rnn_tables(const __grid_constant__ RnnParams p) {
  for (int64_t e = first_element(); e < p.T * p.N; e += element_step()) {
    int64_t n, row = 0;
    const int64_t t = divide(e, p.N, n);
    for (int64_t m = 0; m < p.N; ++m) {
      const int64_t length = p.lengths[m];
      row += min(length, t) + (m < n && length > t);
    }
    const bool valid = p.lengths[n] > t;
    p.row_of[e] = valid ? row : -1;
    if (!valid) continue;
    p.sequence[row] = static_cast<int32_t>(n);
    p.time[row] = static_cast<int32_t>(t);
  }
}

extern "C" __global__ void __launch_bounds__(256) girih_rnn_read_rows(const __grid_constant__ RnnParams p) {
  for (int64_t e = first_element(); e < p.rows * p.width; e += element_step()) {
    int64_t j;
    const int64_t row = divide(e, p.width, j);
    const int64_t at = vector_offset(p, p.time[row], p.sequence[row], row) + j * element_stride(p);
    set_acc(p, p.buffer, e, load(p.data, p.tensor.data, at));
  }
}

// The padding of unpacked tensors gets a value of its own.
extern "C" __global__ void __launch_bounds__(256) girih_rnn_write_rows(const __grid_constant__ RnnParams p) {
  for (int64_t e = first_element(); e < p.T * p.N * p.width; e += element_step()) {
    int64_t j, n;
    const int64_t t = divide(divide(e, p.width, j), p.N, n), row = p.row_of[t * p.N + n];
    if (row < 0 && p.packed) continue;
    const int64_t at = vector_offset(p, t, n, row) + j * element_stride(p);
    store(p.data, p.tensor.data, at, row < 0 ? p.padding : get_acc(p, p.buffer, row * p.width + j));
  }
}

extern "C" __global__ void __launch_bounds__(256) girih_rnn_read_state(const __grid_constant__ RnnParams p) {
  for (int64_t e = first_element(); e < p.N * p.width; e += element_step()) {
    int64_t j;
    const int64_t n = divide(e, p.width, j);
    const View& d = p.tensor;
    const int64_t at = p.pseudo * d.strides[0] + n * d.strides[1] + j * d.strides[2];
    set_acc(p, p.buffer, e, d.data ? load(p.data, d.data, at) : 0);
  }
}

// Sequences of length 0 get zeros.
extern "C" __global__ void __launch_bounds__(256) girih_rnn_write_state(const __grid_constant__ RnnParams p) {
  for (int64_t e = first_element(); e < p.N * p.width; e += element_step()) {
    int64_t j;
    const int64_t n = divide(e, p.width, j);
    const View& d = p.tensor;
    store(p.data, d.data, p.pseudo * d.strides[0] + n * d.strides[1] + j * d.strides[2],
          p.lengths[n] > 0 ? get_acc(p, p.buffer, e) : 0);
  }
}

// Without an input matrix, x is added to every gate.
extern "C" __global__ void __launch_bounds__(256) girih_rnn_skip_input(const __grid_constant__ RnnParams p) {
  for (int64_t e = first_element(); e < p.rows * p.G; e += element_step()) {
    int64_t g;
    const int64_t row = divide(e, p.G, g);
    double v = get_acc(p, p.in, row * p.H + g % p.H);
    if (p.bias >= 0) v += load(p.data, p.weights, p.bias + g);
    set_acc(p, p.out, e, v);
  }
}
extern "C" __global__ void __launch_bounds__(256) girih_rnn_skip_gradient(const __grid_constant__ RnnParams p) {
  for (int64_t e = first_element(); e < p.rows * p.H; e += element_step()) {
    int64_t j;
    const int64_t row = divide(e, p.H, j);
    double sum = 0;
    for (int g = 0; g < p.gates; ++g) sum += get_acc(p, p.in_gradient, row * p.G + g * p.H + j);
    set_acc(p, p.below, e, p.add ? get_acc(p, p.below, e) + sum : sum);
  }
}

extern "C" __global__ void __launch_bounds__(256) girih_rnn_draw_mask(const __grid_constant__ RnnParams p) {
  for (int64_t g = first_element(); g < p.generators && g < p.count; g += element_step()) {
    uint32_t s[6];
    for (int w = 0; w < 6; ++w) s[w] = p.states[g * 12 + w];
    for (int64_t e = g; e < p.count; e += p.generators) {
      const float u = __fadd_rn(__fmul_rn(__uint2float_rn(draw(s)), 0x1p-32f), 0x1p-33f);
      p.mask[e] = u > p.probability;
    }
    for (int w = 0; w < 6; ++w) p.states[g * 12 + w] = s[w];
  }
}
extern "C" __global__ void __launch_bounds__(256) girih_rnn_drop(const __grid_constant__ RnnParams p) {
  for (int64_t e = first_element(); e < p.count; e += element_step())
    set_acc(p, p.out, e, p.mask[e] ? get_acc(p, p.in, e) * p.scale : 0);
}

// Tiles of 32 x 32, four sums a thread, both operands through shared memory as double.
extern "C" __global__ void __launch_bounds__(256) girih_rnn_product(const __grid_constant__ RnnProduct q) {
  constexpr int kTile = 32, kDepth = 32;
  __shared__ double sa[kDepth][kTile + 1], sb[kDepth][kTile + 1];
  const int64_t across = (q.n + kTile - 1) / kTile, tiles = (q.m + kTile - 1) / kTile * across;
  const int x = static_cast<int>(threadIdx.x) % 16, y = static_cast<int>(threadIdx.x) / 16;
  for (int64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int64_t i0 = tile / across * kTile, j0 = tile % across * kTile;
    double sum[2][2] = {};
    for (int64_t k0 = 0; k0 < q.depth; k0 += kDepth) {
      for (int e = static_cast<int>(threadIdx.x); e < kTile * kDepth; e += 256) {
        // Threads run along the dimension that is contiguous.
        int i = e / kDepth, k = e % kDepth;
        if (q.a_column != 1) i = e % kTile, k = e / kTile;
        double v = 0;
        if (i0 + i < q.m && k0 + k < q.depth) {
          const int64_t row = q.gather ? q.gather[i0 + i] : i0 + i;
          v = load(q.a_type, q.a, row * q.a_row + (k0 + k) * q.a_column);
        }
        sa[k][i] = v;
        int j = e / kDepth;
        k = e % kDepth;
        if (q.b_row != 1) j = e % kTile, k = e / kTile;
        sb[k][j] =
            j0 + j < q.n && k0 + k < q.depth ? load(q.b_type, q.b, (k0 + k) * q.b_row + (j0 + j) * q.b_column) : 0;
      }
      __syncthreads();
#pragma unroll 8
      for (int k = 0; k < kDepth; ++k)
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
          for (int j = 0; j < 2; ++j) sum[i][j] = fma(sa[k][y + 16 * i], sb[k][x + 16 * j], sum[i][j]);
      __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        if (i0 + y + 16 * i < q.m && j0 + x + 16 * j < q.n) emit(q, i0 + y + 16 * i, j0 + x + 16 * j, sum[i][j]);
  }
}

extern "C" __global__ void __launch_bounds__(256) girih_rnn_cell_forward(const __grid_constant__ RnnParams p) {
  for (int64_t e = first_element(); e < p.active * p.H; e += element_step()) {
    int64_t j;
    const int64_t k = divide(e, p.H, j), row = p.first + k, n = p.sequence[row];
    double in[4] = {}, rec[4] = {}, gate[4] = {}, new_h = 0, new_c = 0;
    for (int g = 0; g < p.gates; ++g) {
      in[g] = get_acc(p, p.in, row * p.G + g * p.H + j);
      rec[g] = get_acc(p, p.recurrent, k * p.G + g * p.H + j);
    }
    if (p.cell == kRelu) {
      const double v = in[0] + rec[0];
      new_h = v <= 0 ? 0 : v;  // NaN stays
    } else if (p.cell == kTanh) {
      new_h = tanh(in[0] + rec[0]);
    } else if (p.cell == kLstm) {
      gate[0] = sigmoid(in[0] + rec[0]);
      gate[1] = sigmoid(in[1] + rec[1]);
      gate[2] = tanh(in[2] + rec[2]);
      gate[3] = sigmoid(in[3] + rec[3]);
      new_c = gate[1] * clipped(p, get_acc(p, p.c, n * p.H + j)) + gate[0] * gate[2];
      new_h = gate[3] * tanh(clipped(p, new_c));
      set_acc(p, p.c, n * p.H + j, new_c);
    } else {
      gate[0] = sigmoid(in[0] + rec[0]);
      gate[1] = sigmoid(in[1] + rec[1]);
      gate[2] = tanh(in[2] + gate[0] * rec[2]);
      gate[3] = rec[2];
      new_h = (1 - gate[1]) * gate[2] + gate[1] * get_acc(p, p.h, n * p.P + j);
    }
    if (p.reserve_gates && p.gates > 1)
      for (int g = 0; g < 4; ++g) set_acc(p, p.reserve_gates, (row * 4 + g) * p.H + j, gate[g]);
    if (p.reserve_cell && p.cell == kLstm) set_acc(p, p.reserve_cell, row * p.H + j, new_c);
    if (p.projects) {
      set_acc(p, p.raw, e, new_h);
    } else {
      set_acc(p, p.out, row * p.W + p.direction * p.P + j, new_h);
      set_acc(p, p.h, n * p.P + j, new_h);
    }
  }
}

// With a projection: the gradient of y and h together, for the product with the projection matrix and for its own.
extern "C" __global__ void __launch_bounds__(256) girih_rnn_total(const __grid_constant__ RnnParams p) {
  for (int64_t e = first_element(); e < p.active * p.P; e += element_step()) {
    int64_t j;
    const int64_t k = divide(e, p.P, j), row = p.first + k;
    const double v =
        get_acc(p, p.gradient, row * p.W + p.direction * p.P + j) + get_acc(p, p.dh, p.sequence[row] * p.P + j);
    set_acc(p, p.output_gradient, row * p.P + j, v);
  }
}

extern "C" __global__ void __launch_bounds__(256) girih_rnn_cell_backward(const __grid_constant__ RnnParams p) {
  for (int64_t e = first_element(); e < p.active * p.H; e += element_step()) {
    int64_t j;
    const int64_t k = divide(e, p.H, j), row = p.first + k, n = p.sequence[row], from = source(p, row);
    double gate[4] = {}, in[4] = {}, rec[4] = {};
    double dh;
    if (p.projects)
      dh = get_acc(p, p.raw, e);
    else
      dh = static_cast<double>(
          p.acc == kF64 ? get_acc(p, p.gradient, row * p.W + p.direction * p.P + j) + get_acc(p, p.dh, n * p.P + j)
                        : static_cast<float>(get_acc(p, p.gradient, row * p.W + p.direction * p.P + j) +
                                             get_acc(p, p.dh, n * p.P + j)));
    if (p.gates > 1)
      for (int g = 0; g < 4; ++g) gate[g] = get_acc(p, p.reserve_gates, (row * 4 + g) * p.H + j);
    double direct = 0;
    if (p.cell == kLstm) {
      const double new_c = get_acc(p, p.reserve_cell, row * p.H + j);
      const double c = from < 0 ? get_acc(p, p.c_first, n * p.H + j) : get_acc(p, p.reserve_cell, from * p.H + j);
      const double i = gate[0], f = gate[1], g = gate[2], o = gate[3], t = tanh(clipped(p, new_c));
      const double dc = get_acc(p, p.dc, n * p.H + j) + (passes(p, new_c) ? dh * o * (1 - t * t) : 0);
      in[0] = dc * g * i * (1 - i);
      in[1] = dc * clipped(p, c) * f * (1 - f);
      in[2] = dc * i * (1 - g * g);
      in[3] = dh * t * o * (1 - o);
      set_acc(p, p.dc, n * p.H + j, passes(p, c) ? dc * f : 0);
    } else {
      const double new_h = get_acc(p, p.out, row * p.W + p.direction * p.P + j);
      if (p.cell == kRelu) {
        in[0] = new_h > 0 || new_h != new_h ? dh : 0;
      } else if (p.cell == kTanh) {
        in[0] = dh * (1 - new_h * new_h);
      } else {
        const double h =
            from < 0 ? get_acc(p, p.h_first, n * p.P + j) : get_acc(p, p.out, from * p.W + p.direction * p.P + j);
        const double r = gate[0], z = gate[1], n_gate = gate[2];
        const double dn = dh * (1 - z) * (1 - n_gate * n_gate);  // of the tanh's argument
        in[0] = rec[0] = dn * gate[3] * r * (1 - r);
        in[1] = rec[1] = dh * (h - n_gate) * z * (1 - z);
        in[2] = dn;
        rec[2] = dn * r;
        direct = dh * z;
      }
    }
    for (int g = 0; g < p.gates; ++g) {
      set_acc(p, p.in_gradient, row * p.G + g * p.H + j, in[g]);
      if (p.cell == kGru) set_acc(p, p.rec_gradient, row * p.G + g * p.H + j, rec[g]);
    }
    if (!p.projects) set_acc(p, p.keep, k * p.P + j, direct);
  }
}

// h before each row, for the gradient of the recurrent matrix.
extern "C" __global__ void __launch_bounds__(256) girih_rnn_before(const __grid_constant__ RnnParams p) {
  for (int64_t e = first_element(); e < p.rows * p.P; e += element_step()) {
    int64_t j;
    const int64_t row = divide(e, p.P, j), from = source(p, row);
    set_acc(p, p.buffer, e,
            from < 0 ? get_acc(p, p.h_first, p.sequence[row] * p.P + j)
                     : get_acc(p, p.out, from * p.W + p.direction * p.P + j));
  }
}

// h before the projection, from what the reserve keeps.
extern "C" __global__ void __launch_bounds__(256) girih_rnn_raw(const __grid_constant__ RnnParams p) {
  for (int64_t e = first_element(); e < p.rows * p.H; e += element_step()) {
    int64_t j;
    const int64_t row = divide(e, p.H, j);
    set_acc(p, p.raw, e,
            get_acc(p, p.reserve_gates, (row * 4 + 3) * p.H + j) * tanh(clipped(p, get_acc(p, p.reserve_cell, e))));
  }
}

// dweights[bias + g] += sum over the rows: 32 gates and 8 lanes a block, lanes joined in order.
extern "C" __global__ void __launch_bounds__(256) girih_rnn_bias_gradient(const __grid_constant__ RnnParams p) {
  __shared__ double room[8][32];
  const int x = static_cast<int>(threadIdx.x) % 32, lane = static_cast<int>(threadIdx.x) / 32;
  for (int64_t g0 = blockIdx.x * int64_t{32}; g0 < p.G; g0 += gridDim.x * int64_t{32}) {
    double sum = 0;
    if (g0 + x < p.G)
      for (int64_t row = lane; row < p.rows; row += 8) sum += get_acc(p, p.in_gradient, row * p.G + g0 + x);
    room[lane][x] = sum;
    __syncthreads();
    if (lane == 0 && g0 + x < p.G) {
      for (int i = 1; i < 8; ++i) sum += room[i][x];
      const int64_t at = p.bias + g0 + x;
      store(p.data, p.dweights, at, sum + load(p.data, p.dweights, at));
    }
    __syncthreads();
  }
}
