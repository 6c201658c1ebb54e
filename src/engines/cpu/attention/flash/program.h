// Attention as a program over blocks of query rows. Every value of a graph of attention is, for one batch and head, a
// tile [rows of the block, width], or something smaller that is broadcast: a row value (one number for each row) or a
// column value (the same for all rows). So a graph of products, elementwise operations and reductions along rows runs
// block by block, and no [queries, keys] matrix is ever in memory.
#pragma once
#include <string>
#include <vector>

#include "plan/engine.h"

namespace girih::flash {

using graph::TensorId;

constexpr size_t kNoNode = static_cast<size_t>(-1);

// A tensor in the caller's memory, possibly seen through a view.
struct Memory {
  TensorId id = graph::kNone;
  TensorDesc desc;
  TensorId ragged = graph::kNone;
  // Keys or values in pages: desc is that of the tensor they would make, `id` the container.
  TensorId page_table = graph::kNone, lengths = graph::kNone;
  bool is_constant = false;  // a number that the matcher put there
  float constant = 0;
};

struct Operand {
  enum Source : uint8_t { none, value, memory } source = none;
  int index = -1;  // of the value
  Memory place;
};

enum class Kind : uint8_t {
  product,       // memory [rows, depth] times memory [depth, width]
  rows_product,  // tile times memory [keys, width]
  keys_product,  // tile transposed times memory [rows, width], added up over all rows of a head
  pointwise,
  row_max,
  row_sum,
  random,
};

// What a value depends on.
enum Varies : uint8_t { kByRow = 1, kByColumn = 2 };

struct Value {
  TensorId id = graph::kNone;
  uint8_t varies = kByRow | kByColumn;
  int64_t width = 1;
  bool stored = false;  // its tensor is in the caller's memory
  size_t last_use = 0;  // step
  size_t slot = 0;
  // Where its numbers come from, for rows that are masked completely.
  bool is_row_max = false, is_row_sum = false;
  // Masks. `early` ones depend on indices and lengths alone. Columns that a mask leaves out hold `fill`: minus infinity
  // where it was applied, 0 behind the exponential; `masks` has a bit for each mask that says so. Such columns need not
  // be computed.
  enum Fill : uint8_t { unknown, minus_infinity, zero } fill = unknown;
  uint32_t masks = 0;
  bool early = false;
  bool is_column_index = false;  // number of the column plus a constant
  bool scores = false;           // [queries, keys]
  size_t step = 0;               // that makes it
  bool whole() const { return varies == (kByRow | kByColumn); }
};

struct Step {
  Kind kind = Kind::pointwise;
  size_t node = 0;
  Operand a, b, t;
  int out = -1;        // value; -1 for keys_product
  int sum = -1;        // keys_product: which accumulator
  bool guard = false;  // sub: x - (-inf) is -inf; div: x / 0 is 0 (rows without keys)
  TensorId rows_override = graph::kNone, columns_override = graph::kNone, depth_override = graph::kNone;
};

// dK and dV: collected over the rows of a head, and over the heads of a group.
struct Accumulator {
  int64_t rows = 0, width = 0;
  int64_t group = 1;         // heads whose sum by_group is
  Memory by_head, by_group;  // outputs; id kNone where there is none
};

// Memory for one value at a time: floats for each row of a block, or for all rows together.
struct Slot {
  int64_t floats = 0;
  bool per_row = true;
  bool operator==(const Slot&) const = default;
};

struct Program {
  graph::Graph graph;          // the nodes, operations of attention replaced by what they consist of
  std::vector<size_t> origin;  // of each node, the one of the whole graph whose scalars it has; kNoNode: none
  int64_t batches = 0, heads = 0, rows = 0;
  std::vector<Value> values;
  std::vector<Step> steps;
  std::vector<Accumulator> sums;
  std::vector<Slot> slots;
  int64_t keys = 0;           // width of the scores
  size_t early = 0;           // the first so many steps make early values
  std::vector<size_t> masks;  // steps that apply a mask, those that every use of the scores respects
  int64_t group = 1;          // heads that one task runs through
  int64_t widest = 0;         // value
};

// The program of a graph, or why there is none.
Verdict compile(const graph::Graph& g, Program& p);

// Operations of attention as products, elementwise operations and reductions. Tensors keep their numbers; new ones
// follow. `constants` lists the new ones that are numbers.
struct Expansion {
  graph::Graph graph;
  std::vector<size_t> origin;  // node of the whole graph, for its scalars; npos: none
  std::vector<std::pair<TensorId, float>> constants;
  std::string refusal;
};
Expansion expand(const graph::Graph& g);

Check run(const Program& p, const RunArgs& args);

}  // namespace girih::flash
