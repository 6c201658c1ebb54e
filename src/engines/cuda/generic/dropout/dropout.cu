// Dropout with the masks of NVIDIA's library: XORWOW generators, element e takes the next draw of generator e mod G
// (base/xorwow.h, reference/dropout.cpp).
#include "engines/cuda/generic/dropout/params.h"
#include "engines/cuda/generic/element.h"

namespace girih::generic {
namespace {

struct State {
  uint32_t counter, x[5];
};

__device__ uint32_t draw(State& s) {
  const uint32_t t = s.x[0] ^ (s.x[0] >> 2);
  s.x[0] = s.x[1];
  s.x[1] = s.x[2];
  s.x[2] = s.x[3];
  s.x[3] = s.x[4];
  s.x[4] = (s.x[4] ^ (s.x[4] << 4)) ^ (t ^ (t << 1));
  s.counter += 362437;
  return s.x[4] + s.counter;
}

__device__ void times(const XorwowMatrix& m, const uint32_t* v, uint32_t* r) {
  for (int w = 0; w < 5; ++w) r[w] = 0;
  for (int word = 0; word < 5; ++word)
    for (uint32_t rest = v[word]; rest; rest &= rest - 1) {
      const uint32_t* column = m.column[word * 32 + __ffs(static_cast<int>(rest)) - 1];
      for (int w = 0; w < 5; ++w) r[w] ^= column[w];
    }
}

// In two roundings, as on the host.
__device__ float to_uniform(uint32_t draw) { return __fadd_rn(__fmul_rn(__uint2float_rn(draw), 0x1p-32f), 0x1p-33f); }

}  // namespace
}  // namespace girih::generic

using namespace girih::generic;

// The jump matrices, by squaring the matrix of one step: one block, a column a thread.
extern "C" __global__ void __launch_bounds__(kXorwowBits) girih_dropout_jumps(const __grid_constant__ DropoutParams p) {
  __shared__ XorwowMatrix m;
  const int j = static_cast<int>(threadIdx.x);
  State s{0, {0, 0, 0, 0, 0}};
  s.x[j / 32] = 1u << (j % 32);
  draw(s);
  for (int w = 0; w < 5; ++w) m.column[j][w] = s.x[w];
  __syncthreads();
  for (int i = 0; i < 67 + kXorwowJumps; ++i) {
    if (i >= 67)
      for (int w = 0; w < 5; ++w) p.jumps[i - 67].column[j][w] = m.column[j][w];
    uint32_t r[5];
    times(m, m.column[j], r);
    __syncthreads();
    for (int w = 0; w < 5; ++w) m.column[j][w] = r[w];
    __syncthreads();
  }
}

// Generator i starts 2^67 * i steps into the stream.
extern "C" __global__ void __launch_bounds__(256) girih_dropout_seed(const __grid_constant__ DropoutParams p) {
  for (int64_t i = first_element(); i < p.generators; i += element_step()) {
    uint32_t v[5], r[5];
    for (int w = 0; w < 5; ++w) v[w] = p.first[1 + w];
    for (int k = 0; k < kXorwowJumps; ++k)
      if (i >> k & 1) {
        times(p.jumps[k], v, r);
        for (int w = 0; w < 5; ++w) v[w] = r[w];
      }
    uint32_t* state = p.states + i * 12;
    state[0] = p.first[0];
    for (int w = 0; w < 5; ++w) state[1 + w] = v[w];
    for (int w = 6; w < 12; ++w) state[w] = 0;
  }
}

// A thread keeps its generator and takes the elements that are its own; the 32 of a warp make a word of the reserve.
extern "C" __global__ void __launch_bounds__(256) girih_dropout(const __grid_constant__ DropoutParams p) {
  for (int64_t g = first_element(); g < p.generators; g += element_step()) {
    State s{};
    uint32_t* state = p.states + g * 12;
    if (p.forward && g < p.count) {
      s.counter = state[0];
      for (int w = 0; w < 5; ++w) s.x[w] = state[1 + w];
    }
    for (int64_t e = g; e - g % 32 < p.count; e += p.generators) {
      bool keep = false;
      if (p.forward) {
        keep = e < p.count && to_uniform(draw(s)) > p.probability;
        const uint32_t word = __ballot_sync(~0u, keep);
        if (g % 32 == 0) p.reserve[e / 32] = word;
      } else if (e < p.count) {
        keep = p.reserve[e / 32] >> (e % 32) & 1;
      }
      if (e >= p.count) continue;
      int64_t index[kMaxRank];
      unravel(e, p.x.rank, p.x.dims, index);
      // A dropped NaN or infinity is 0 too.
      store(p.y.type, p.y.data, offset(p.y, index),
            keep ? load(p.x.type, p.x.data, offset(p.x, index)) * p.scale : 0.0);
    }
    if (p.forward && g < p.count) {
      state[0] = s.counter;
      for (int w = 0; w < 5; ++w) state[1 + w] = s.x[w];
    }
  }
}
