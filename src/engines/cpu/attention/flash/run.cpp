// Runs a program: tasks of a batch, a head (or a group of heads) and some rows, in blocks of rows.
#include "base/parallel.h"
#include "engines/cpu/attention/flash/block.h"
#include "engines/cpu/simd/pack_kernels.h"
#include "engines/cpu/simd/scratch.h"

namespace girih::flash {

using graph::kNone;
using simd::cache_lines;

namespace {

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
  if (s.kind == Kind::product) return gemm::pack(e.depth, e.columns, m, memory + d.packed);
  // Values in pieces, so that a product can begin and end between them.
  for (int64_t first = 0; first < e.depth; first += kPiece) {
    gemm::Matrix piece = m;
    const int64_t skip = first * m.row_stride * static_cast<int64_t>(dtype_size(m.type));
    piece.data = static_cast<const char*>(m.data) + skip;
    gemm::pack(std::min(kPiece, e.depth - first), e.columns, piece,
               memory + d.packed + static_cast<size_t>(first / kPiece) * d.piece);
  }
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

}  // namespace

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
  keys = p.keys;
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
    if (s.kind == Kind::product) {
      data[i].packed = take(static_cast<int64_t>(gemm::packed_floats(m.dims[2], m.dims[3])));
    } else {
      data[i].piece = cache_lines(gemm::packed_floats(std::min(kPiece, m.dims[2]), m.dims[3]));
      data[i].packed = take(static_cast<int64_t>(data[i].piece) * ceil_div(m.dims[2], kPiece));
    }
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
      const bool by_query_head = data[i].columns.by_head(p.batches) || data[i].depth.by_head(p.batches);
      if (head == packed_head[i] && !by_query_head) continue;
      packed_head[i] = head;
      pack_factor(*this, s, data[i], b, h, memory);
    }
    for (int64_t row = first_row; row < last_row; row += block) {
      Block k{*this, p, memory, b, h, row, std::min(block, last_row - row), {0, keys}};
      for (size_t i = 0; i < p.steps.size(); ++i) {
        if (i == p.early) k.look_at_masks();
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

}  // namespace girih::flash
