// A chain of pointwise operations evaluated tile by tile: virtual tensors live in registers of a few hundred floats,
// never in memory. The functions are those of cpu.pointwise.rows, and every value is rounded to the type of its tensor,
// so that the bits are those of the operations one by one.
#pragma once
#include <vector>

#include "engines/cpu/pointwise/rows/kernels.h"
#include "plan/engine.h"

namespace girih::fused {

constexpr int64_t kTile = 512;  // elements of a tile: registers of 2 KB, some ten of them stay in the L1 cache
// Floats from one register to the next: a multiple of 4 KB apart, loads would wait for stores to another register.
constexpr int64_t kRegister = kTile + 16;
constexpr int kMostRegisters = 128;

// A tensor in memory that the chain reads or writes; with an axis: no tensor, but the coordinate along it.
struct Operand {
  graph::TensorId id = graph::kNone;
  TensorDesc desc;
  int axis = -1;
};

// Where the elements of a tile lie in one operand: base + row * row_stride + col * col_stride.
struct Place {
  int64_t base = 0, row = 0, col = 0;
};

struct Step {
  struct Load {
    int operand, to;  // register
  };
  size_t node = 0;
  graph::Pointwise op;
  pointwise::BlockFn block = nullptr;  // nullptr: a coordinate, which a load has brought
  std::vector<Load> loads;             // before it
  int in[3] = {-1, -1, -1}, out = -1;  // registers
  int store = -1;                      // operand that the result goes to
  DType type = DType::f32;             // of the result
};

struct Chain {
  std::vector<Operand> operands;
  std::vector<Step> steps;
  int registers = 2;  // 0: old values of an output that is blended. 1: the source, while it is needed
  // What another operation hands in, tile by tile: its tensor's type, and where it goes if it is a real tensor.
  bool has_source = false;
  DType source_type = DType::f32;
  int source_store = -1;

  size_t floats() const { return static_cast<size_t>(registers * kRegister); }
  float* source(float* memory) const { return memory + kRegister; }
};

// The nodes from `first` to before `last` as a chain; all are pointwise operations on the dims of `like`. `source`: the
// tensor that is handed in, or kNone. Refuses what cpu.pointwise.rows would compute differently.
Verdict make_chain(const graph::Graph& g, size_t first, size_t last, graph::TensorId source, graph::TensorId like,
                   Chain& chain);

// Evaluates one tile of rows * cols <= kTile elements. `places` has one entry for each operand; `memory` has
// chain.floats() floats, and the source, dense, in its register. Returns the values of the last result: dense, in a
// register or where it was stored.
const float* run_tile(const Chain& chain, const RunArgs& args, int64_t rows, int64_t cols, const Place* places,
                      float* memory);

// Values as an element of that type holds them.
void round_values(DType type, float* values, int64_t n);
void load_tile(const void* data, DType type, int64_t rows, int64_t cols, const Place& at, float* out);
void store_tile(const float* values, DType type, int64_t rows, int64_t cols, const Place& at, void* data);

}  // namespace girih::fused
