// The steps of a program on one block of rows.
#include "engines/cpu/attention/flash/block.h"

#include <cmath>

#include "base/philox.h"
#include "engines/cpu/attention/flash/kernels.h"
#include "engines/cpu/simd/pack_kernels.h"
#include "engines/reference/pointwise_math.h"

namespace girih::flash {
namespace {

struct CopyResult final : simd::GemmResult {
  float* to;
  int64_t ld;
  bool add;  // to what is there
  CopyResult(float* out, int64_t stride, bool to_old) : to(out), ld(stride), add(to_old) {}
  void store(int64_t, int64_t row, int64_t rows, int64_t col, int cols, const float* c, int c_ld) const override {
    for (int64_t i = 0; i < rows; ++i) {
      const float* from = c + i * c_ld;
      float* line = to + (row + i) * ld + col;
      if (add)
        for (int j = 0; j < cols; ++j) line[j] += from[j];
      else
        std::copy_n(from, cols, line);
    }
  }
};

}  // namespace

using graph::PointwiseMode;

Extent extent_of(const Run& r, const Step& s, const StepData& d, int64_t b, int64_t h) {
  const TensorDesc& m = d.b.memory->desc;
  Extent e{d.depth.get(b, h, r.p.heads, m.dims[2]), d.columns.get(b, h, r.p.heads, m.dims[3])};
  if (s.kind == Kind::product)
    e.columns = std::min(e.columns, d.b.memory->page_table == graph::kNone ? d.b.length(b, 3) : e.columns);
  else
    e.depth = std::min(e.depth, d.b.memory->page_table == graph::kNone ? d.b.length(b, 2) : e.depth);
  return e;
}

// The columns where the mask may hold for a row of this block. Row values compare with the number of the column plus a
// constant, so that the columns that hold are one range.
Window Block::look(const Operand& mask) const {
  using enum PointwiseMode;
  const Window all{0, std::numeric_limits<int64_t>::max()}, none{0, 0};
  if (mask.source != Operand::value) return all;
  const size_t step = p.values[static_cast<size_t>(mask.index)].step;
  const Step& s = p.steps[step];
  const StepData& d = r.data[step];
  if (!d.pointwise || d.alpha != 1 || d.alpha2 != 1) return all;
  PointwiseMode mode = d.pointwise->mode;
  if (mode == logical_and) {
    const Window a = look(s.a), b_window = look(s.b);
    return {std::max(a.low, b_window.low), std::min(a.high, b_window.high)};
  }
  if (mode < cmp_gt || mode > cmp_le) return all;
  struct Side {
    bool known = false, column = false;
    float low = 0, high = 0;  // over the rows of the block; of a column index: in column 0
  };
  auto side = [&](const Operand& o, const Place& place) {
    Side x;
    if (o.source == Operand::memory) {
      const bool flat = place.is_number || (place.view.desc.dims[2] == 1 && place.view.desc.dims[3] == 1);
      if (!flat) return x;
      x.low = x.high = place.is_number
                           ? place.number
                           : static_cast<float>(place.view.load(place.view.data, place.base(b, h, p.heads)));
    } else {
      const Value& v = p.values[static_cast<size_t>(o.index)];
      const float* data = slot(o.index);
      if (!v.early || (v.varies & kByColumn && !v.is_column_index)) return x;
      x.column = v.is_column_index;
      x.low = x.high = *data;
      for (int64_t i = 1; i < rows && !x.column; ++i)
        x.low = std::min(x.low, data[i]), x.high = std::max(x.high, data[i]);
    }
    x.known = x.low == x.low && x.high == x.high;
    return x;
  };
  Side x = side(s.a, d.a), y = side(s.b, d.b);
  if (!x.known || !y.known || (x.column && y.column)) return all;
  if (!x.column && !y.column) {
    const bool some = mode == cmp_gt   ? x.high > y.low
                      : mode == cmp_ge ? x.high >= y.low
                      : mode == cmp_lt ? x.low < y.high
                                       : x.low <= y.high;
    return some ? all : none;
  }
  if (x.column) {  // column < y is y > column
    std::swap(x, y);
    mode = mode == cmp_gt ? cmp_lt : mode == cmp_ge ? cmp_le : mode == cmp_lt ? cmp_gt : cmp_ge;
  }
  auto bound = [](double v) { return static_cast<int64_t>(std::clamp(v, -1e15, 1e15)); };
  const double last = static_cast<double>(x.high) - static_cast<double>(y.low);
  const double first = static_cast<double>(x.low) - static_cast<double>(y.low);
  switch (mode) {
    case cmp_gt:
      return {0, bound(std::ceil(last))};
    case cmp_ge:
      return {0, bound(std::floor(last)) + 1};
    case cmp_lt:
      return {bound(std::floor(first)) + 1, all.high};
    default:
      return {bound(std::ceil(first)), all.high};
  }
}

void Block::look_at_masks() {
  for (const size_t i : p.masks) {
    const Place& outside = r.data[i].b;
    if (!outside.is_number || outside.number != -std::numeric_limits<float>::infinity()) continue;
    const Window w = look(p.steps[i].t);
    keys.low = std::max(keys.low, w.low / kPiece * kPiece), keys.high = std::min(keys.high, w.high);
  }
  if (keys.low >= keys.high)
    keys = {0, 0};
  else
    keys.high = std::min(ceil_div(keys.high, kPiece) * kPiece, r.keys);
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
  const Window w = columns(out);
  int64_t real = 0;  // columns that were computed
  if (s.kind == Kind::product) {
    real = std::clamp<int64_t>(e.columns - w.low, 0, w.high - w.low);
    // Whole panels of the packed factor are skipped: kPiece is a multiple of their width.
    if (n > 0 && real > 0)
      gemm::multiply_packed(n, real, e.depth, a, memory + d.packed + w.low * e.depth,
                            CopyResult(to + w.low, ld, false));
  } else {
    const Window in = columns(p.values[static_cast<size_t>(s.a.index)]);
    const int64_t high = std::min(in.high, e.depth);
    for (int64_t k = in.low; k < high && n > 0; k += kPiece) {
      gemm::Matrix part = a;
      part.data = static_cast<const float*>(a.data) + k;
      // A piece is multiplied as deep as it was packed.
      gemm::multiply_packed(n, e.columns, std::min(kPiece, e.depth - k), part,
                            memory + d.packed + static_cast<size_t>(k / kPiece) * d.piece,
                            CopyResult(to, ld, k > in.low));
      real = e.columns;
    }
  }
  // What lengths cut off reads as 0.
  for (int64_t i = 0; i < rows; ++i) std::fill(to + i * ld + w.low + (i < n ? real : 0), to + i * ld + w.high, 0.0f);
}

void Block::keys_product(const Step& s, const StepData& d) const {
  const Accumulator& sum = p.sums[static_cast<size_t>(s.sum)];
  gemm::Product g;
  const Value& tile = p.values[static_cast<size_t>(s.a.index)];
  const Window w = columns(tile);
  g.m = std::min(d.rows.get(b, h, p.heads, sum.rows), w.high) - w.low, g.n = sum.width;
  g.k = std::min(d.depth.get(b, h, p.heads, p.rows), d.b.length(b, 2)) - row;
  g.k = std::clamp<int64_t>(g.k, 0, rows);
  if (g.k == 0 || g.m <= 0) return;
  g.a = {slot(s.a.index) + w.low, 1, stride(tile), DType::f32};
  g.b = d.b.matrix(d.b.base(b, h, p.heads) + row * d.b.view.desc.strides[2], 2, 3);
  g.c = {memory + r.sums[static_cast<size_t>(s.sum)] + w.low * sum.width, sum.width, 1, DType::f32};
  g.beta = 1;
  gemm::multiply(g);
}

void Block::pointwise(const Step& s, const StepData& d) const {
  const auto& k = kernels();
  const graph::Pointwise& o = *d.pointwise;
  const Value& out = p.values[static_cast<size_t>(s.out)];
  float* to = slot(s.out);
  const Window w = out.varies & kByColumn ? columns(out) : Window{0, 1};
  const int64_t ld = stride(out), width = w.high - w.low;
  if (width <= 0) return;
  const int64_t count = out.varies & kByRow ? rows : 1;
  if (o.mode == PointwiseMode::gen_index) {
    for (int64_t i = 0; i < count; ++i)
      for (int64_t j = 0; j < width; ++j)
        to[i * ld + w.low + j] = static_cast<float>(o.axis == 0   ? b
                                                    : o.axis == 1 ? h
                                                    : o.axis == 2 ? row + i
                                                                  : w.low + j);
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
      if (v.varies & kByColumn)
        return {x + (v.varies & kByRow ? i * stride(v) : 0) + (v.width == 1 ? 0 : w.low), v.width == 1};
      return {x + i, true};
    }
    if (src.place.is_number) return {&src.number, true};
    const TensorDesc& t = src.place.view.desc;
    const int64_t line = t.dims[2] == 1 ? 0 : row + i, n = t.dims[3] == 1 ? 1 : width;
    const int64_t offset = src.base + line * t.strides[2] + (t.dims[3] == 1 ? 0 : w.low * t.strides[3]);
    if (line >= src.length) {  // behind a ragged batch
      std::fill_n(src.buffer, n, 0.0f);
    } else if (is_gemm_type(t.dtype)) {
      simd::pack_kernels().load(src.place.at(offset), t.dtype, 0, t.strides[3], 1, n, n, src.buffer);
    } else {
      for (int64_t j = 0; j < n; ++j)
        src.buffer[j] = static_cast<float>(src.place.view.load(src.place.view.data, offset + j * t.strides[3]));
    }
    return {src.buffer, t.dims[3] == 1};
  };
  for (int64_t i = 0; i < count; ++i) {
    const Arg x = arg(sources[0], i), y = arg(sources[1], i), t = arg(sources[2], i);
    float* row_out = to + i * ld + w.low;
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
  const Window w = columns(x);
  for (int64_t i = 0; i < rows; ++i) to[i] = f(from + i * stride(x) + w.low, static_cast<size_t>(w.high - w.low));
}

void Block::random(const Step& s, const StepData& d) const {
  const Value& out = p.values[static_cast<size_t>(s.out)];
  float* to = slot(s.out);
  const Window w = columns(out);
  for (int64_t i = 0; i < rows; ++i) {
    const int64_t first = ((b * p.heads + h) * p.rows + row + i) * out.width;
    PhiloxWords words{};
    for (int64_t j = w.low; j < w.high; ++j) {
      const auto n = static_cast<uint64_t>(first + j);
      if (j == w.low || n % 4 == 0) words = philox_block(d.seed, d.block + n / 4);
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

}  // namespace girih::flash
