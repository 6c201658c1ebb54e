// Reference matrix product: any types, strides, batches, overrides and ragged operands. Sums in double and in the order
// of k; those of integers exactly, those of complex numbers as such. Tiles are converted once for many products.
#include <type_traits>

#include "engines/reference/views.h"
#include "plan/engine.h"

namespace girih::engines {
extern const Engine reference_matmul;
namespace {

using namespace girih::reference;
using graph::kNone;
using graph::Matmul;
using graph::TensorId;

// Of one tile, in elements: 16 KB of a, 32 KB of b, 8 KB of c in double.
constexpr int64_t kRows = 16, kCols = 64, kDepth = 64;

// Narrow integers: 2^47 products of two of 8 bits fit in 64 bits; wider ones are summed in 128.
bool narrow_integer(DType t) {
  return t == DType::i8 || t == DType::u8 || t == DType::i4 || t == DType::u4 || t == DType::boolean;
}
bool integer(DType t) { return is_integer(t) || t == DType::boolean; }

template <class Acc>
void read_run(const View& v, int64_t first, int64_t stride, int64_t n, Acc* out) {
  if constexpr (std::is_same_v<Acc, double>) {
    run_loader(v.desc.dtype)(v.data, first, stride, n, out);
  } else if constexpr (std::is_same_v<Acc, Complex>) {
    const auto load = complex_loader(v.desc.dtype);
    for (int64_t i = 0; i < n; ++i) out[i] = load(v.data, first + i * stride);
  } else {
    const auto load = integer_loader(v.desc.dtype);
    for (int64_t i = 0; i < n; ++i) out[i] = static_cast<Acc>(load(v.data, first + i * stride));
  }
}

// One matrix of a batch.
struct Slab {
  const View& view;
  int64_t start, row, col;
  int64_t end;  // elements of a ragged batch: what lies behind belongs to the next one

  bool inside(int64_t i) const { return end < 0 || i * row < end; }
  // How many of the columns from `first` on are there.
  int64_t columns(int64_t first, int64_t count) const {
    if (end < 0 || col <= 0) return count;
    return std::clamp<int64_t>((end + col - 1) / col - first, 0, count);
  }
};

struct Problem {
  Matmul o;
  const RunArgs& args;
  View a, b, c;
  int rank;
  int64_t m, n, k, batches = 1;

  Problem(const Matmul& op, const RunArgs& run)
      : o(op), args(run), a(view(run, op.a)), b(view(run, op.b)), c(view(run, op.c)), rank(c.desc.rank) {
    m = c.desc.dims[rank - 2], n = c.desc.dims[rank - 1], k = a.desc.dims[rank - 1];
    for (int i = 0; i < rank - 2; ++i) batches *= c.desc.dims[i];
  }

  Slab slab(const View& v, int64_t batch) const {
    Slab s{v, 0, v.desc.strides[rank - 2], v.desc.strides[rank - 1], -1};
    for (int i = rank - 3; i >= 0; --i) {
      const int64_t size = c.desc.dims[i], own = v.desc.dims[i];
      // Several batches of the result share one of the operand: neighbours in a row.
      const int64_t at = batch % size / (size / own);
      batch /= size;
      if (i == 0 && v.ragged) {
        s.end = v.batch_offset(at + 1) - v.batch_offset(at);
        s.start += v.batch_offset(at);
      } else {
        s.start += at * v.desc.strides[i];
      }
    }
    return s;
  }

  // What an override says about this batch, at most `size`.
  int64_t valid(TensorId id, int64_t batch, int64_t size) const {
    if (id == kNone) return size;
    const View v = view(args, id);
    const int64_t count = v.desc.count(), per_first = batches / std::max<int64_t>(1, c.desc.dims[0]);
    const int64_t at = count == 1 ? 0 : count == batches ? batch : batch / std::max<int64_t>(1, per_first);
    return std::clamp<int64_t>(static_cast<int64_t>(v.number(at)), 0, size);
  }
};

template <class Acc>
void store_run(const Problem& p, const Slab& c, int64_t first, int64_t count, const Acc* values) {
  const auto& s = p.args.scalars();
  if constexpr (std::is_same_v<Acc, Complex>) {
    const auto store = complex_storer(p.c.desc.dtype);
    const auto load = complex_loader(p.c.desc.dtype);
    for (int64_t j = 0; j < count; ++j) {
      Complex v = s.alpha == 1 ? values[j] : s.alpha * values[j];
      if (s.beta != 0) v += s.beta * load(p.c.data, first + j * c.col);
      store(p.c.data, first + j * c.col, v);
    }
  } else if constexpr (std::is_same_v<Acc, double>) {
    for (int64_t j = 0; j < count; ++j) p.c.blend(p.c.data, first + j * c.col, s.alpha, values[j], s.beta);
  } else {
    const auto store = integer_storer(p.c.desc.dtype);
    for (int64_t j = 0; j < count; ++j) {
      Acc v = values[j];
      // Arithmetic of i32 wraps.
      if (p.o.compute == DType::i32) v = static_cast<int32_t>(static_cast<uint32_t>(static_cast<uint64_t>(v)));
      if (store && s.alpha == 1 && s.beta == 0)
        store(p.c.data, first + j * c.col, v);
      else
        p.c.blend(p.c.data, first + j * c.col, s.alpha, static_cast<double>(v), s.beta);
    }
  }
}

template <class Acc>
void run_tile(const Problem& p, int64_t batch, int64_t row0, int64_t col0) {
  const Slab a = p.slab(p.a, batch), b = p.slab(p.b, batch), c = p.slab(p.c, batch);
  const int64_t rows = std::min(kRows, p.m - row0), cols = std::min(kCols, p.n - col0);
  const int64_t m = p.valid(p.o.m_override, batch, p.m), n = p.valid(p.o.n_override, batch, p.n);
  const int64_t k = p.valid(p.o.k_override, batch, p.k);
  // A padding of 0 adds nothing, also where the other operand is infinite.
  const bool pads = p.o.padding != 0;
  const Acc padding = static_cast<Acc>(p.o.padding);
  Acc sum[kRows][kCols] = {}, left[kRows][kDepth], right[kDepth][kCols];
  const int64_t used_rows = pads ? rows : std::clamp<int64_t>(m - row0, 0, rows);
  const int64_t used_cols = pads ? cols : std::clamp<int64_t>(n - col0, 0, cols), depth = pads ? p.k : k;
  for (int64_t k0 = 0; k0 < depth; k0 += kDepth) {
    const int64_t part = std::min(kDepth, depth - k0);
    const int64_t read = std::clamp<int64_t>(k - k0, 0, part);  // the rest is padding
    for (int64_t i = 0; i < used_rows; ++i) {
      const int64_t mine = row0 + i < m && a.inside(row0 + i) ? a.columns(k0, read) : 0;
      read_run(p.a, a.start + (row0 + i) * a.row + k0 * a.col, a.col, mine, left[i]);
      std::fill(left[i] + mine, left[i] + part, padding);
    }
    const int64_t wide = b.columns(col0, std::clamp<int64_t>(n - col0, 0, used_cols));
    for (int64_t d = 0; d < part; ++d) {
      const int64_t mine = d < read && b.inside(k0 + d) ? wide : 0;
      read_run(p.b, b.start + (k0 + d) * b.row + col0 * b.col, b.col, mine, right[d]);
      std::fill(right[d] + mine, right[d] + used_cols, padding);
    }
    for (int64_t i = 0; i < used_rows; ++i)
      for (int64_t d = 0; d < part; ++d) {
        const Acc v = left[i][d];
        for (int64_t j = 0; j < used_cols; ++j) sum[i][j] += v * right[d][j];
      }
  }
  for (int64_t i = 0; i < rows; ++i)
    if (c.inside(row0 + i)) store_run(p, c, c.start + (row0 + i) * c.row + col0 * c.col, c.columns(col0, cols), sum[i]);
}

template <class Acc>
void run_all(const Problem& p) {
  const int64_t down = (p.m + kRows - 1) / kRows, across = (p.n + kCols - 1) / kCols;
  parallel_for(p.batches * down * across, [&](int64_t task) {
    run_tile<Acc>(p, task / (down * across), task / across % down * kRows, task % across * kCols);
  });
}

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Matmul>();
  if (!o) return no("takes a single matrix product");
  const DType a = g.desc(o->a).dtype, b = g.desc(o->b).dtype, c = g.desc(o->c).dtype;
  const bool complex = is_complex(a) || is_complex(b) || is_complex(c);
  for (auto id : {o->a, o->b, o->c})
    if (!(complex ? complex_loader(g.desc(id).dtype) != nullptr : loader(g.desc(id).dtype) != nullptr))
      return no("{}: the element type {} has no conversion", g.name(id), dtype_name(g.desc(id).dtype));
  if (complex && !is_complex(c)) return no("{} is {}, and a complex product does not fit", g.name(o->c), dtype_name(c));
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Matmul>();
  const TensorDesc &a = g.desc(o.a), &c = g.desc(o.c);
  // About 1 ns for one multiply-add.
  return {5 + 1e-3 * static_cast<double>(c.count()) * static_cast<double>(a.dims[a.rank - 1]), 0};
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  const Matmul o = *g.only<Matmul>();
  const DType a = g.desc(o.a).dtype, b = g.desc(o.b).dtype, c = g.desc(o.c).dtype;
  auto run = run_all<double>;
  if (is_complex(a) || is_complex(b) || is_complex(c))
    run = run_all<Complex>;
  else if (narrow_integer(a) && narrow_integer(b))
    run = run_all<int64_t>;
  else if (integer(a) && integer(b))
    run = run_all<int128>;
  return Plan{&reference_matmul, 0, [o, run](const RunArgs& args) -> Check {
                run(Problem(o, args));
                return {};
              }};
}

}  // namespace

const Engine reference_matmul{114, "reference.matmul", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
