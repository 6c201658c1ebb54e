// Runs a program: tasks of a batch, a head (or a group of heads) and some rows, in blocks of rows.
#include <algorithm>
#include <cstring>

#include "base/parallel.h"
#include "base/philox.h"
#include "engines/cpu/attention/flash/kernels.h"
#include "engines/cpu/attention/flash/program.h"
#include "engines/cpu/gemm/gemm.h"
#include "engines/cpu/simd/pack_kernels.h"
#include "engines/cpu/simd/scratch.h"
#include "engines/reference/pointwise_math.h"
#include "engines/reference/views.h"

namespace girih::attention {
namespace {

using graph::kNone;
using graph::PointwiseMode;
using reference::View;
using simd::cache_lines;

constexpr int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }
bool is_gemm_type(DType t) { return t == DType::f32 || t == DType::f16 || t == DType::bf16; }

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
    if (m.page_table == kNone) {
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
  int64_t block = 1, chunk = 1, padded_widest = 16;

  Run(const Program& program, const RunArgs& a) : p(program), args(a) {}
  Check prepare();
  void lay_out();
  void task(int64_t b, int64_t first_head, int64_t last_head, int64_t first_row, int64_t last_row, float* memory) const;
};

// One block of rows of one head.
struct Block {
  const Run& r;
  const Program& p;
  float* memory;
  int64_t b, h, row, rows;

  float* slot(int value) const { return memory + r.slots[p.values[static_cast<size_t>(value)].slot]; }
  static int64_t stride(const Value& v) { return v.varies & kByColumn ? (v.width + 15) / 16 * 16 : 1; }

  void product(const Step& s, const StepData& d) const;
  void keys_product(const Step& s, const StepData& d) const;
  void pointwise(const Step& s, const StepData& d) const;
  void reduce(const Step& s) const;
  void random(const Step& s, const StepData& d) const;
  void store(const Value& v, const View& to, const float* from) const;
};

struct CopyResult final : simd::GemmResult {
  float* to;
  int64_t ld;
  CopyResult(float* out, int64_t stride) : to(out), ld(stride) {}
  void store(int64_t, int64_t row, int64_t rows, int64_t col, int cols, const float* c, int c_ld) const override {
    for (int64_t i = 0; i < rows; ++i) std::copy_n(c + i * c_ld, cols, to + (row + i) * ld + col);
  }
};

// The second factor of a product, packed for this batch and head: depth x columns that exist.
struct Extent {
  int64_t depth, columns;
};
Extent extent_of(const Run& r, const Step& s, const StepData& d, int64_t b, int64_t h) {
  const TensorDesc& m = d.b.memory->desc;
  Extent e{d.depth.get(b, h, r.p.heads, m.dims[2]), d.columns.get(b, h, r.p.heads, m.dims[3])};
  if (s.kind == Kind::product)
    e.columns = std::min(e.columns, d.b.memory->page_table == kNone ? d.b.length(b, 3) : e.columns);
  else
    e.depth = std::min(e.depth, d.b.memory->page_table == kNone ? d.b.length(b, 2) : e.depth);
  return e;
}

// Keys or values out of their pages, token by token: [tokens, head size].
gemm::Matrix gather_pages(const Run& r, const StepData& d, int64_t b, int64_t h, int64_t tokens, float* out,
                          bool transposed) {
  const View& c = d.b.view;
  const int64_t size = c.desc.dims[3], page = c.desc.dims[2], head = h / (r.p.heads / c.desc.dims[1]);
  const int64_t length = d.lengths ? static_cast<int64_t>(d.lengths.number(b)) : tokens;
  for (int64_t first = 0; first < tokens; first += page) {
    const int64_t entry[] = {b, 0, first / page, 0}, n = std::min(page, tokens - first);
    int64_t place = -1;
    if (entry[2] < d.table.desc.dims[2] && d.table.inside(entry)) place = static_cast<int64_t>(d.table.get(entry));
    const int64_t real = place < 0 || place >= c.desc.dims[0] ? 0 : std::clamp<int64_t>(length - first, 0, n);
    if (real > 0)
      simd::pack_kernels().load(d.b.at(place * c.desc.strides[0] + head * c.desc.strides[1]), c.desc.dtype,
                                c.desc.strides[2], c.desc.strides[3], real, size, size, out + first * size);
    std::fill(out + (first + real) * size, out + (first + n) * size, 0.0f);
  }
  return transposed ? gemm::Matrix{out, 1, size, DType::f32} : gemm::Matrix{out, size, 1, DType::f32};
}

void pack_factor(const Run& r, const Step& s, const StepData& d, int64_t b, int64_t h, float* memory) {
  const Extent e = extent_of(r, s, d, b, h);
  if (e.depth == 0 || e.columns == 0) return;
  gemm::Matrix m;
  if (d.b.memory->page_table != kNone) {
    const bool transposed = s.kind == Kind::product;
    m = gather_pages(r, d, b, h, transposed ? e.columns : e.depth, memory + r.gather, transposed);
  } else {
    m = d.b.matrix(d.b.base(b, h, r.p.heads), 2, 3);
  }
  gemm::pack(e.depth, e.columns, m, memory + d.packed);
}

void Block::product(const Step& s, const StepData& d) const {
  const Value& out = p.values[static_cast<size_t>(s.out)];
  float* to = slot(s.out);
  const int64_t ld = stride(out);
  const Extent e = extent_of(r, s, d, b, h);
  int64_t n = d.rows.get(b, h, p.heads, p.rows) - row;
  gemm::Matrix a;
  if (s.kind == Kind::product) {
    n = std::min(n, d.a.length(b, 2) - row);
    a = d.a.matrix(d.a.base(b, h, p.heads) + row * d.a.view.desc.strides[2], 2, 3);
  } else {
    a = {slot(s.a.index), stride(p.values[static_cast<size_t>(s.a.index)]), 1, DType::f32};
  }
  n = std::clamp<int64_t>(n, 0, rows);
  if (e.depth == 0) n = 0;
  if (n > 0 && e.columns > 0) gemm::multiply_packed(n, e.columns, e.depth, a, memory + d.packed, CopyResult(to, ld));
  // What lengths cut off reads as 0.
  for (int64_t i = 0; i < rows; ++i) {
    const int64_t real = i < n ? e.columns : 0;
    std::fill(to + i * ld + real, to + i * ld + out.width, 0.0f);
  }
}

void Block::keys_product(const Step& s, const StepData& d) const {
  const Accumulator& sum = p.sums[static_cast<size_t>(s.sum)];
  gemm::Product g;
  g.m = d.rows.get(b, h, p.heads, sum.rows), g.n = sum.width;
  g.k = std::min(d.depth.get(b, h, p.heads, p.rows), d.b.length(b, 2)) - row;
  g.k = std::clamp<int64_t>(g.k, 0, rows);
  if (g.k == 0 || g.m == 0) return;
  g.a = {slot(s.a.index), 1, stride(p.values[static_cast<size_t>(s.a.index)]), DType::f32};
  g.b = d.b.matrix(d.b.base(b, h, p.heads) + row * d.b.view.desc.strides[2], 2, 3);
  g.c = {memory + r.sums[static_cast<size_t>(s.sum)], sum.width, 1, DType::f32};
  g.beta = 1;
  gemm::multiply(g);
}

void Block::pointwise(const Step& s, const StepData& d) const {
  const auto& k = kernels();
  const graph::Pointwise& o = *d.pointwise;
  const Value& out = p.values[static_cast<size_t>(s.out)];
  float* to = slot(s.out);
  const int64_t ld = stride(out), width = out.varies & kByColumn ? out.width : 1;
  const int64_t count = out.varies & kByRow ? rows : 1;
  if (o.mode == PointwiseMode::gen_index) {
    for (int64_t i = 0; i < count; ++i)
      for (int64_t j = 0; j < width; ++j)
        to[i * ld + j] = static_cast<float>(o.axis == 0 ? b : o.axis == 1 ? h : o.axis == 2 ? row + i : j);
    return;
  }
  const bool plain = d.alpha == 1 && d.alpha2 == 1, inputs = graph::scales_inputs(o.mode);
  struct Source {
    const Operand& operand;
    const Place& place;
    float* buffer;
    int64_t base, length;
    float number;
  };
  float* buffers = memory + r.rows_buffer;
  auto source = [&](const Operand& op, const Place& place, int i) {
    Source src{op, place, buffers + i * r.padded_widest, 0, 0, place.number};
    if (op.source == Operand::memory && !place.is_number)
      src.base = place.base(b, h, p.heads), src.length = place.length(b, 2);
    return src;
  };
  Source sources[] = {source(s.a, d.a, 0), source(s.b, d.b, 1), source(s.t, d.t, 2)};
  // The operand in row i of the block.
  auto arg = [&](Source& src, int64_t i) -> Arg {
    if (src.operand.source == Operand::none) return {};
    if (src.operand.source == Operand::value) {
      const Value& v = p.values[static_cast<size_t>(src.operand.index)];
      const float* x = slot(src.operand.index);
      if (v.varies & kByColumn) return {x + (v.varies & kByRow ? i * stride(v) : 0), v.width == 1};
      return {x + i, true};
    }
    if (src.place.is_number) return {&src.number, true};
    const TensorDesc& t = src.place.view.desc;
    const int64_t line = t.dims[2] == 1 ? 0 : row + i, n = t.dims[3];
    const int64_t offset = src.base + line * t.strides[2];
    if (line >= src.length) {  // behind a ragged batch
      std::fill_n(src.buffer, n, 0.0f);
    } else if (is_gemm_type(t.dtype)) {
      simd::pack_kernels().load(src.place.at(offset), t.dtype, 0, t.strides[3], 1, n, n, src.buffer);
    } else {
      for (int64_t j = 0; j < n; ++j)
        src.buffer[j] = static_cast<float>(src.place.view.load(src.place.view.data, offset + j * t.strides[3]));
    }
    return {src.buffer, n == 1};
  };
  for (int64_t i = 0; i < count; ++i) {
    const Arg x = arg(sources[0], i), y = arg(sources[1], i), t = arg(sources[2], i);
    float* row_out = to + i * ld;
    if (plain && width > 1 && k.pointwise(o.mode, s.guard, row_out, x, y, t, static_cast<size_t>(width))) continue;
    auto at = [](const Arg& v, int64_t j) { return !v.data ? 0.0f : v.data[v.is_scalar ? 0 : j]; };
    for (int64_t j = 0; j < width; ++j) {
      float u = at(x, j), v = at(y, j);
      if (inputs) u *= d.alpha, v *= d.alpha2;
      float result = reference::apply<float>(o, u, v, at(t, j));
      if (s.guard && o.mode == PointwiseMode::sub && v == -std::numeric_limits<float>::infinity()) result = v;
      if (s.guard && o.mode == PointwiseMode::div && v == 0) result = 0;
      row_out[j] = inputs ? result : d.alpha * result;
    }
  }
}

void Block::reduce(const Step& s) const {
  const Value& x = p.values[static_cast<size_t>(s.a.index)];
  const float* from = slot(s.a.index);
  float* to = slot(s.out);
  const auto f = s.kind == Kind::row_max ? kernels().max : kernels().sum;
  for (int64_t i = 0; i < rows; ++i) to[i] = f(from + i * stride(x), static_cast<size_t>(x.width));
}

void Block::random(const Step& s, const StepData& d) const {
  const Value& out = p.values[static_cast<size_t>(s.out)];
  float* to = slot(s.out);
  for (int64_t i = 0; i < rows; ++i) {
    const int64_t first = ((b * p.heads + h) * p.rows + row + i) * out.width;
    PhiloxWords words{};
    for (int64_t j = 0; j < out.width; ++j) {
      const auto n = static_cast<uint64_t>(first + j);
      if (j == 0 || n % 4 == 0) words = philox_block(d.seed, d.block + n / 4);
      to[i * stride(out) + j] = words[n % 4] * 0x1p-32 < d.random->probability ? 1.0f : 0.0f;
    }
  }
}

void Block::store(const Value& v, const View& to, const float* from) const {
  const TensorDesc& t = to.desc;
  int64_t n = rows;
  if (to.ragged && t.strides[2] > 0)
    n = std::clamp<int64_t>((to.batch_offset(b + 1) - to.batch_offset(b)) / t.strides[2] - row, 0, rows);
  const int64_t first = to.batch_offset(b) + h * t.strides[1] + row * t.strides[2];
  if (is_gemm_type(t.dtype) && (v.varies & kByColumn || v.width == 1)) {
    void* out = static_cast<char*>(to.data) + first * static_cast<int64_t>(dtype_size(t.dtype));
    simd::pack_kernels().store(from, stride(v), n, v.width, out, t.dtype, t.strides[2], t.strides[3], 1, 0);
    return;
  }
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < v.width; ++j)
      to.blend(to.data, first + i * t.strides[2] + j * t.strides[3], 1,
               static_cast<double>(from[i * stride(v) + (v.varies & kByColumn ? j : 0)]), 0);
}

// A sum over the queries goes out: all keys of one head.
void store_sum(const Place& to, const Accumulator& s, int64_t b, int64_t head, const float* from) {
  const TensorDesc& t = to.view.desc;
  const int64_t rows = to.length(b, 2), first = to.view.batch_offset(b) + head * t.strides[1];
  if (is_gemm_type(t.dtype)) {
    simd::pack_kernels().store(from, s.width, rows, s.width, const_cast<void*>(to.at(first)), t.dtype, t.strides[2],
                               t.strides[3], 1, 0);
    return;
  }
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < s.width; ++j)
      to.view.blend(to.view.data, first + i * t.strides[2] + j * t.strides[3], 1,
                    static_cast<double>(from[i * s.width + j]), 0);
}

Check Run::prepare() {
  for (const Step& s : p.steps) {
    StepData d;
    for (auto [operand, place] : {std::pair{&s.a, &d.a}, {&s.b, &d.b}, {&s.t, &d.t}})
      if (operand->source == Operand::memory) *place = Place(args, operand->place);
    d.rows.view = reference::view(args, s.rows_override);
    d.columns.view = reference::view(args, s.columns_override);
    d.depth.view = reference::view(args, s.depth_override);
    if (s.b.source == Operand::memory && s.b.place.page_table != kNone) {
      d.table = reference::view(args, s.b.place.page_table);
      d.lengths = reference::view(args, s.b.place.lengths);
    }
    const graph::Op& op = p.graph.nodes[s.node].op;
    d.pointwise = std::get_if<graph::Pointwise>(&op);
    d.random = std::get_if<graph::Rng>(&op);
    if (d.random) {
      auto integer = [&](TensorId id, int64_t otherwise) {
        if (id == kNone) return otherwise;
        return args.graph.desc(id).dtype == DType::i32 ? *args.ptr<int32_t>(id) : *args.ptr<int64_t>(id);
      };
      d.seed = static_cast<uint64_t>(integer(d.random->seed, d.random->fixed_seed));
      d.block = static_cast<uint64_t>(integer(d.random->offset, 0)) / 4;
    }
    if (const size_t node = p.origin[s.node]; node != kNoNode) {
      const graph::Scalars& k = args.scalars(node);
      if (k.beta != 0 || (!d.pointwise && k.alpha != 1))
        return not_supported(
            "operation {} has alpha {} and beta {}; inside attention alpha must be 1 (beside pointwise "
            "operations) and beta 0; the interpreter takes others",
            node, k.alpha, k.beta);
      d.alpha = static_cast<float>(k.alpha), d.alpha2 = static_cast<float>(k.alpha2);
    }
    data.push_back(std::move(d));
  }
  for (const Value& v : p.values) outputs.push_back(v.stored ? reference::view(args, v.id) : View{});
  for (const Accumulator& s : p.sums) {
    by_head.push_back(s.by_head.id == kNone ? Place{} : Place(args, s.by_head));
    by_group.push_back(s.by_group.id == kNone ? Place{} : Place(args, s.by_group));
  }
  lay_out();
  return {};
}

// The memory of a task, in floats.
void Run::lay_out() {
  // A tile of 64 K floats stays in the L2 cache; fewer than 8 rows make poor products, more than 64 no better ones.
  padded_widest = (p.widest + 15) / 16 * 16;
  block = std::min(std::clamp<int64_t>(65536 / padded_widest, 8, 64), p.rows);
  // The second factors are packed once for a task: for more rows than a block has, where there are tasks enough.
  chunk = p.rows;
  if (p.sums.empty()) {
    chunk = block * 8;
    while (chunk > block && p.batches * p.heads * ceil_div(p.rows, chunk) < 4 * thread_count()) chunk -= block;
  }
  auto take = [&](int64_t n) {
    const size_t at = floats;
    floats += cache_lines(static_cast<size_t>(n) + 16);
    return at;
  };
  for (const Slot& s : p.slots) slots.push_back(take(s.per_row ? s.floats * block : s.floats));
  rows_buffer = take(3 * padded_widest);
  int64_t pages = 0;
  for (size_t i = 0; i < p.steps.size(); ++i) {
    const Step& s = p.steps[i];
    if (s.kind != Kind::product && s.kind != Kind::rows_product) continue;
    const TensorDesc& m = s.b.place.desc;
    data[i].packed = take(static_cast<int64_t>(gemm::packed_floats(m.dims[2], m.dims[3])));
    // Pages are gathered whole.
    if (s.b.place.page_table != kNone) pages = std::max(pages, m.dims[2] * m.dims[3]);
  }
  gather = take(pages);
  for (const Accumulator& s : p.sums) {
    sums.push_back(take(s.rows * s.width));
    group_sums.push_back(s.by_head.id != kNone && s.by_group.id != kNone ? take(s.rows * s.width) : sums.back());
  }
}

void Run::task(int64_t b, int64_t first_head, int64_t last_head, int64_t first_row, int64_t last_row,
               float* memory) const {
  std::vector<int64_t> packed_head(p.steps.size(), -1);
  for (int64_t h = first_head; h < last_head; ++h) {
    for (size_t i = 0; i < p.sums.size(); ++i) {
      const Accumulator& s = p.sums[i];
      const bool own = group_sums[i] != sums[i];
      if (own || s.by_group.id == kNone || h % s.group == 0) std::fill_n(memory + sums[i], s.rows * s.width, 0.0f);
      if (own && h % s.group == 0) std::fill_n(memory + group_sums[i], s.rows * s.width, 0.0f);
    }
    for (size_t i = 0; i < p.steps.size(); ++i) {
      const Step& s = p.steps[i];
      if (s.kind != Kind::product && s.kind != Kind::rows_product) continue;
      const int64_t head = h / (p.heads / data[i].b.memory->desc.dims[1]);
      const bool by_query_head = data[i].columns.view.desc.rank > 0 || data[i].depth.view.desc.rank > 0;
      if (head == packed_head[i] && !by_query_head) continue;
      packed_head[i] = head;
      pack_factor(*this, s, data[i], b, h, memory);
    }
    for (int64_t row = first_row; row < last_row; row += block) {
      const Block k{*this, p, memory, b, h, row, std::min(block, last_row - row)};
      for (size_t i = 0; i < p.steps.size(); ++i) {
        const Step& s = p.steps[i];
        switch (s.kind) {
          case Kind::product:
          case Kind::rows_product:
            k.product(s, data[i]);
            break;
          case Kind::keys_product:
            k.keys_product(s, data[i]);
            break;
          case Kind::pointwise:
            k.pointwise(s, data[i]);
            break;
          case Kind::row_max:
          case Kind::row_sum:
            k.reduce(s);
            break;
          case Kind::random:
            k.random(s, data[i]);
            break;
        }
        if (s.out >= 0)
          if (const auto v = static_cast<size_t>(s.out); outputs[v]) k.store(p.values[v], outputs[v], k.slot(s.out));
      }
    }
    for (size_t i = 0; i < p.sums.size(); ++i) {
      const Accumulator& s = p.sums[i];
      if (s.by_head.id != kNone) store_sum(by_head[i], s, b, h, memory + sums[i]);
      if (s.by_group.id == kNone) continue;
      if (group_sums[i] != sums[i])
        for (int64_t n = 0; n < s.rows * s.width; ++n)
          memory[group_sums[i] + static_cast<size_t>(n)] += memory[sums[i] + static_cast<size_t>(n)];
      if (h % s.group == s.group - 1) store_sum(by_group[i], s, b, h / s.group, memory + group_sums[i]);
    }
  }
}

}  // namespace

Check run(const Program& p, const RunArgs& args) {
  Run r(p, args);
  GIRIH_TRY(r.prepare());
  const int64_t chunks = ceil_div(p.rows, r.chunk), groups = p.heads / p.group;
  parallel_for(p.batches * groups * chunks, [&](int64_t n) {
    static thread_local simd::Scratch scratch;
    const int64_t b = n / (groups * chunks), g = n / chunks % groups, c = n % chunks;
    r.task(b, g * p.group, (g + 1) * p.group, c * r.chunk, std::min(p.rows, (c + 1) * r.chunk),
           scratch.floats(r.floats));
  });
  return {};
}

}  // namespace girih::attention
