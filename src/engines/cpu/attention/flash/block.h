// What a running program knows: its operands in memory, the layout of its scratch, one block of rows.
#pragma once
#include <algorithm>

#include "engines/cpu/attention/flash/program.h"
#include "engines/cpu/gemm/gemm.h"
#include "engines/reference/views.h"

namespace girih::flash {

using reference::View;

constexpr int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }
inline bool is_gemm_type(DType t) { return t == DType::f32 || t == DType::f16 || t == DType::bf16; }

// A memory operand of a running call, for one batch and head.
struct Place {
  View view;
  const Memory* memory = nullptr;
  bool is_number = false;
  float number = 0;

  Place() = default;
  Place(const RunArgs& a, const Memory& m) : memory(&m) {
    if (m.is_constant) {
      is_number = true, number = m.constant;
      return;
    }
    view = reference::view(a, m.id);
    if (m.page_table == graph::kNone) {
      const DType type = view.desc.dtype;
      view.desc = m.desc, view.desc.dtype = type;
      if (view.desc.count() == 1 && !view.ragged) is_number = true, number = static_cast<float>(view.number(0));
    }
  }
  int64_t base(int64_t b, int64_t h, int64_t heads) const {
    const TensorDesc& d = view.desc;
    return (d.dims[0] == 1 && !view.ragged ? 0 : view.batch_offset(b)) + h / (heads / d.dims[1]) * d.strides[1];
  }
  // Coordinates along `dim` that a ragged batch has.
  int64_t length(int64_t b, int dim) const {
    const TensorDesc& d = view.desc;
    if (!view.ragged || d.strides[dim] == 0) return d.dims[dim];
    return std::min(d.dims[dim], (view.batch_offset(b + 1) - view.batch_offset(b)) / d.strides[dim]);
  }
  const void* at(int64_t offset) const {
    return static_cast<const char*>(view.data) + offset * static_cast<int64_t>(dtype_size(view.desc.dtype));
  }
  gemm::Matrix matrix(int64_t offset, int rows, int columns) const {
    return {at(offset), view.desc.strides[rows], view.desc.strides[columns], view.desc.dtype};
  }
};

// Lengths that replace a dim of a product, by batch.
struct Override {
  View view;
  bool by_head(int64_t batches) const { return view && view.desc.count() > batches; }
  int64_t get(int64_t b, int64_t h, int64_t heads, int64_t whole) const {
    if (!view) return whole;
    const int64_t n = view.desc.count();
    const int64_t v = static_cast<int64_t>(view.number(n == 1 ? 0 : n == view.desc.dims[0] ? b : b * heads + h));
    return std::clamp<int64_t>(v, 0, whole);
  }
};

struct StepData {
  Place a, b, t;
  Override rows, columns, depth;
  View table, lengths;  // of pages
  size_t piece = 0;     // floats of kPiece packed values of keys
  size_t packed = 0;    // where the packed second factor begins in the scratch of a task
  const graph::Pointwise* pointwise = nullptr;
  const graph::Rng* random = nullptr;
  float alpha = 1, alpha2 = 1;
  uint64_t seed = 0, block = 0;
};

struct Run {
  const Program& p;
  const RunArgs& args;
  std::vector<StepData> data;
  std::vector<View> outputs;  // of values; empty ones are not stored
  std::vector<Place> by_head, by_group;
  std::vector<size_t> slots, sums, group_sums;
  size_t rows_buffer = 0, gather = 0, floats = 0;
  int64_t block = 1, chunk = 1, padded_widest = 16, keys = 0;

  Run(const Program& program, const RunArgs& a) : p(program), args(a) {}
  Check prepare();
  void lay_out();
  void task(int64_t b, int64_t first_head, int64_t last_head, int64_t first_row, int64_t last_row, float* memory) const;
};

// Keys that some row of a block looks at: whole pieces of kPiece, but for the last one.
struct Window {
  int64_t low = 0, high = 0;
};
constexpr int64_t kPiece = 128;

// One block of rows of one head.
struct Block {
  const Run& r;
  const Program& p;
  float* memory;
  int64_t b, h, row, rows;
  Window keys;

  Window columns(const Value& v) const { return v.scores && v.width == r.keys ? keys : Window{0, v.width}; }
  Window look(const Operand& mask) const;
  void look_at_masks();

  float* slot(int value) const { return memory + r.slots[p.values[static_cast<size_t>(value)].slot]; }
  static int64_t stride(const Value& v) { return v.varies & kByColumn ? (v.width + 15) / 16 * 16 : 1; }

  void product(const Step& s, const StepData& d) const;
  void keys_product(const Step& s, const StepData& d) const;
  void pointwise(const Step& s, const StepData& d) const;
  void reduce(const Step& s) const;
  void random(const Step& s, const StepData& d) const;
  void store(const Value& v, const View& to, const float* from) const;
};

// The second factor of a product that exists: depth x columns.
struct Extent {
  int64_t depth, columns;
};
Extent extent_of(const Run& r, const Step& s, const StepData& d, int64_t b, int64_t h);

}  // namespace girih::flash
