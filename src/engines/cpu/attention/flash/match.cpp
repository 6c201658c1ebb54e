// Walks the nodes in their order and gives each value of the graph its place in the program.
#include <algorithm>
#include <map>
#include <numeric>

#include "engines/cpu/attention/flash/program.h"
#include "engines/reference/access.h"

namespace girih::flash {
namespace {

using graph::Graph;
using graph::kNone;
using graph::Matmul;
using graph::PagedCacheLoad;
using graph::Pointwise;
using graph::PointwiseMode;
using graph::ReduceOp;
using graph::Reduction;
using graph::Reshape;
using graph::ReshapeMode;
using graph::Rng;
using graph::Transpose;

bool is_gemm_type(DType t) { return t == DType::f32 || t == DType::f16 || t == DType::bf16; }

// What a tensor is to the program.
struct Known {
  enum Kind : uint8_t { memory, value, transposed_value, sum } kind = memory;
  Memory place;
  int index = -1;
};

struct Matcher {
  Program& p;
  const Graph& g;
  std::map<TensorId, Known> known;
  int products = 0, users = 0;
  uint32_t common = ~0u;             // masks that every use of the scores respects
  std::vector<size_t> applied = {};  // steps that apply masks

  Matcher(Program& program, const Expansion& e) : p(program), g(program.graph) {
    for (size_t i = 0; i < g.tensors.size(); ++i) {
      const auto id = static_cast<TensorId>(i);
      Memory m;
      m.id = id, m.desc = g.desc(id), m.ragged = g.tensor(id).ragged;
      known[id] = {Known::memory, m, -1};
    }
    for (auto [id, number] : e.constants) {
      Memory& m = known[id].place;
      m.is_constant = true, m.constant = number;
    }
  }

  const TensorDesc& desc(TensorId id) const { return g.desc(id); }
  bool in_memory(TensorId id) const { return !g.tensor(id).is_virtual; }

  // [B, H, rows, width], all of them.
  bool is_full(const TensorDesc& t) const {
    return t.rank == 4 && t.dims[0] == p.batches && t.dims[1] == p.heads && t.dims[2] == p.rows;
  }

  int make_value(TensorId id, uint8_t varies) {
    Value v;
    v.id = id, v.varies = varies, v.width = desc(id).dims[3], v.stored = in_memory(id);
    v.step = v.last_use = p.steps.size();
    p.values.push_back(v);
    p.widest = std::max(p.widest, v.width);
    const int index = static_cast<int>(p.values.size()) - 1;
    known[id] = {Known::value, {}, index};
    return index;
  }

  Operand operand(TensorId id) {
    Operand o;
    if (id == kNone) return o;
    const Known& k = known[id];
    if (k.kind == Known::memory) {
      o.source = Operand::memory, o.place = k.place;
    } else {
      o.source = Operand::value, o.index = k.index;
      p.values[static_cast<size_t>(k.index)].last_use = p.steps.size();
    }
    return o;
  }
  const Value* value_of(const Operand& o) const {
    return o.source == Operand::value ? &p.values[static_cast<size_t>(o.index)] : nullptr;
  }

  // A use that takes what lies in masked columns for `fill`.
  void use(const Operand& o, Value::Fill fill) {
    const Value& v = *value_of(o);
    if (v.scores) common &= v.fill == fill ? v.masks : 0;
  }

  // A matrix that a product reads from memory: [B or 1, a divisor of H, rows, columns].
  Verdict check_matrix(TensorId id) const {
    const Known& k = known.at(id);
    const TensorDesc& d = k.place.desc;
    if (k.kind != Known::memory || k.place.is_constant || !in_memory(k.place.id))
      return no("{} is computed; the second factor of a product lies in memory", g.name(id));
    if (!is_gemm_type(d.dtype)) return no("{} is {}; products take f32, f16 and bf16", g.name(id), dtype_name(d.dtype));
    if (d.rank != 4 || (d.dims[0] != p.batches && d.dims[0] != 1) || d.dims[1] == 0 || p.heads % d.dims[1] != 0)
      return no("{}: its batches and heads do not fit those of the scores", g.name(id));
    return yes();
  }

  Verdict add(const Matmul& o, size_t node) {
    if (o.padding != 0) return no("matrix products with padding {}", o.padding);
    if (!is_gemm_type(desc(o.c).dtype)) return no("{} is {}", g.name(o.c), dtype_name(desc(o.c).dtype));
    Step s;
    s.node = node;
    s.rows_override = o.m_override, s.columns_override = o.n_override, s.depth_override = o.k_override;
    if (Verdict v = check_matrix(o.b); !v) return v;
    const Known a = known[o.a];
    if (a.kind == Known::transposed_value) {
      const Value& tile = p.values[static_cast<size_t>(a.index)];
      const TensorDesc &c = desc(o.c), &b = known[o.b].place.desc;
      if (c.rank != 4 || c.dims[0] != p.batches || c.dims[1] != p.heads || c.dims[2] != tile.width ||
          b.dims[2] != p.rows || !tile.whole())
        return no("{} is no sum over the queries of each head", g.name(o.c));
      s.kind = Kind::keys_product;
      s.a.source = Operand::value, s.a.index = a.index;
      p.values[static_cast<size_t>(a.index)].last_use = p.steps.size();
      use(s.a, Value::zero);
      s.b = operand(o.b);
      s.sum = static_cast<int>(p.sums.size());
      Accumulator sum;
      sum.rows = c.dims[2], sum.width = c.dims[3];
      if (in_memory(o.c)) sum.by_head.id = o.c, sum.by_head.desc = c, sum.by_head.ragged = g.tensor(o.c).ragged;
      p.sums.push_back(sum);
      known[o.c] = {Known::sum, {}, s.sum};
      ++users;
    } else {
      if (!is_full(desc(o.c))) return no("{} has other batches, heads or rows than the scores", g.name(o.c));
      if (a.kind == Known::memory) {
        if (Verdict v = check_matrix(o.a); !v) return v;
        if (!is_full(a.place.desc)) return no("{} has other batches, heads or rows than the scores", g.name(o.a));
        s.kind = Kind::product;
        ++products;
      } else if (a.kind == Known::value && p.values[static_cast<size_t>(a.index)].whole()) {
        s.kind = Kind::rows_product;
        ++users;
      } else {
        return no("{} is no tile of scores", g.name(o.a));
      }
      s.a = operand(o.a), s.b = operand(o.b);
      if (s.kind == Kind::rows_product) use(s.a, Value::zero);
      s.out = make_value(o.c, kByRow | kByColumn);
      p.values.back().scores = s.kind == Kind::product;
      if (s.kind == Kind::product && p.values.back().stored) common = 0;
    }
    p.steps.push_back(s);
    return yes();
  }

  Verdict add(const Pointwise& o, size_t node) {
    const TensorDesc& y = desc(o.y);
    if (!is_full(y)) return no("{} has other batches, heads or rows than the scores", g.name(o.y));
    Step s;
    s.node = node;
    uint8_t varies = 0;
    bool integers = true, early = true, scores = false, tile = false;
    for (auto [id, to] : {std::pair{o.a, &s.a}, {o.b, &s.b}, {o.t, &s.t}}) {
      if (id == kNone || (o.mode == PointwiseMode::gen_index)) continue;
      const Known k = known[id];
      if (k.kind != Known::memory && k.kind != Known::value) return no("{} is used elementwise", g.name(id));
      if (k.kind == Known::memory && !in_memory(k.place.id)) return no("{} is made after its use", g.name(id));
      *to = operand(id);
      const TensorDesc& d = k.kind == Known::memory ? k.place.desc : desc(id);
      integers = integers && (is_integer(d.dtype) || d.dtype == DType::boolean);
      if (const Value* v = value_of(*to)) {
        if (v->width != y.dims[3] && v->width != 1) return no("{} is narrower than {}", g.name(id), g.name(o.y));
        varies |= v->varies;
        early = early && v->early, scores = scores || v->scores;
        tile = tile || (v->whole() && !v->scores);
        continue;
      }
      if (!reference::loader(d.dtype) || k.place.page_table != kNone)
        return no("{}: elements that are not read one by one", g.name(id));
      if (d.count() == 1) continue;
      const int64_t full[] = {p.batches, p.heads, p.rows, y.dims[3]};
      for (int i = 0; i < 4; ++i)
        if (d.rank != 4 || (d.dims[i] != 1 && d.dims[i] != full[i]))
          return no("{} is not broadcast to {}", g.name(id), g.name(o.y));
      if (d.dims[2] > 1 || (p.rows == 1 && d.dims[3] > 1)) varies |= kByRow;
      if (d.dims[3] > 1) varies |= kByColumn;
      if (d.dims[2] > 1 || d.dims[3] > 1) early = false;
      if (d.dims[2] == p.rows && d.dims[3] > 1) tile = true;
    }
    if (o.mode == PointwiseMode::gen_index) {
      if (o.axis < 0 || o.axis > 3) return no("the axis of an index is {}", o.axis);
      varies = o.axis == 3 ? kByColumn : kByRow;
    }
    if (varies == 0) varies = kByRow;
    const bool logical = o.mode >= PointwiseMode::cmp_eq && o.mode <= PointwiseMode::logical_not;
    if (is_integer(y.dtype) && !integers && o.mode != PointwiseMode::gen_index)
      return no("{} is rounded to {}", g.name(o.y), dtype_name(y.dtype));
    if (y.dtype == DType::boolean && !logical) return no("{} is rounded to {}", g.name(o.y), dtype_name(y.dtype));
    const Value *a = value_of(s.a), *b = value_of(s.b);
    const TensorDesc& bd = s.b.place.desc;
    if (o.mode == PointwiseMode::sub)
      s.guard = b ? b->is_row_max : s.b.source == Operand::memory && bd.rank == 4 && bd.dims[2] > 1 && bd.dims[3] == 1;
    if (o.mode == PointwiseMode::div) s.guard = b && b->is_row_sum;
    const bool row_max = o.mode == PointwiseMode::max && ((a && a->is_row_max) || (b && b->is_row_max));
    const bool row_sum = o.mode == PointwiseMode::add && ((a && a->is_row_sum) || (b && b->is_row_sum));
    s.out = make_value(o.y, varies);
    Value& out = p.values.back();
    out.is_row_max = row_max && out.width == 1, out.is_row_sum = row_sum && out.width == 1;
    out.early = early && !out.stored && varies != (kByRow | kByColumn);
    out.scores = out.whole() && (scores || !tile);  // indices of both kinds make scores, too
    if (out.scores && out.stored) common = 0;
    find_fill(o, s, out);
    if (out.stored && varies != kByRow && varies != (kByRow | kByColumn)) out.varies = kByRow | kByColumn;
    p.steps.push_back(s);
    return yes();
  }

  // What masked columns hold after an elementwise operation.
  void find_fill(const Pointwise& o, const Step& s, Value& out) {
    using enum PointwiseMode;
    const Value *a = value_of(s.a), *b = value_of(s.b);
    const bool flat = !b || !(b->varies & kByColumn);  // b is the same number in the whole row
    const bool flat_memory =
        s.b.source != Operand::memory || s.b.place.desc.count() == 1 || s.b.place.desc.dims[3] == 1;
    const bool same = a && flat && flat_memory;
    if (o.mode == gen_index)
      out.is_column_index = o.axis == 3;
    else if (o.mode == add || o.mode == sub)
      out.is_column_index = a && a->is_column_index && same && out.varies == kByColumn;
    if (o.mode == binary_select && s.b.source == Operand::memory &&
        (s.b.place.is_constant || s.b.place.desc.count() == 1) && out.scores && applied.size() < 32) {
      out.fill = Value::minus_infinity;
      out.masks = (a && a->fill == Value::minus_infinity ? a->masks : 0) | 1u << applied.size();
      applied.push_back(p.steps.size());
    } else if (o.mode == exp && a && a->fill == Value::minus_infinity) {
      out.fill = Value::zero, out.masks = a->masks;
    } else if (o.mode == mul) {
      for (const Value* v : {a, b})
        if (v && v->fill == Value::zero) out.fill = Value::zero, out.masks |= v->masks;
    } else if (same && ((a->fill == Value::minus_infinity && (o.mode == add || o.mode == sub)) ||
                        (a->fill == Value::zero && o.mode == div) || o.mode == identity)) {
      out.fill = a->fill, out.masks = a->masks;
    }
  }

  Verdict add(const Reduction& o, size_t node) {
    const Known k = known[o.x];
    const TensorDesc &x = desc(o.x), &y = desc(o.y);
    if (o.indices != kNone) return no("a reduction with indices");
    if (k.kind == Known::sum) {
      Accumulator& sum = p.sums[static_cast<size_t>(k.index)];
      if (o.op != ReduceOp::add || sum.by_group.id != kNone || !in_memory(o.y) || y.rank != 4 || y.dims[1] < 1 ||
          p.heads % y.dims[1] != 0 || y.dims[0] != x.dims[0] || y.dims[2] != x.dims[2] || y.dims[3] != x.dims[3])
        return no("{} is no sum over groups of heads", g.name(o.y));
      sum.group = p.heads / y.dims[1];
      sum.by_group.id = o.y, sum.by_group.desc = y, sum.by_group.ragged = g.tensor(o.y).ragged;
      return yes();
    }
    if (k.kind != Known::value || (!p.values[static_cast<size_t>(k.index)].whole() && x.dims[3] != 1))
      return no("{} is reduced, and is no tile of scores", g.name(o.x));
    if ((o.op != ReduceOp::max && o.op != ReduceOp::add) || !is_full(y) || y.dims[3] != 1)
      return no("{} is neither maximum nor sum of each row", g.name(o.y));
    Step s;
    s.kind = o.op == ReduceOp::max ? Kind::row_max : Kind::row_sum;
    s.node = node;
    s.a = operand(o.x);
    use(s.a, s.kind == Kind::row_max ? Value::minus_infinity : Value::zero);
    s.out = make_value(o.y, kByRow);
    p.values.back().is_row_max = o.op == ReduceOp::max, p.values.back().is_row_sum = o.op == ReduceOp::add;
    p.steps.push_back(s);
    return yes();
  }

  Verdict add(const Rng& o, size_t node) {
    if (!is_full(desc(o.y)) || o.distribution != graph::RngDistribution::bernoulli)
      return no("{} is no mask of dropout", g.name(o.y));
    Step s;
    s.kind = Kind::random;
    s.node = node;
    s.out = make_value(o.y, kByRow | kByColumn);
    p.values.back().scores = true;
    if (p.values.back().stored) common = 0;
    p.steps.push_back(s);
    return yes();
  }

  Verdict view(TensorId x, TensorId y, const TensorDesc& seen) {
    Known k = known[x];
    if (in_memory(y)) return no("{} is copied", g.name(y));
    if (k.kind == Known::memory) {
      const DType type = k.place.desc.dtype;
      k.place.desc = seen;
      k.place.desc.dtype = type;
      known[y] = k;
      return yes();
    }
    const TensorDesc &from = desc(x), &to = seen;
    const bool swapped = from.rank == 4 && to.rank == 4 && from.dims[2] == to.dims[3] && from.dims[3] == to.dims[2] &&
                         from.dims[1] == to.dims[1] && from.strides[2] == to.strides[3] &&
                         from.strides[3] == to.strides[2];
    if (k.kind != Known::value || !swapped) return no("{} is no transpose of a tile of scores", g.name(y));
    known[y] = {Known::transposed_value, {}, k.index};
    return yes();
  }
  Verdict add(const Reshape& o, size_t) {
    if (o.mode != ReshapeMode::view) return no("{} is reshaped", g.name(o.x));
    return view(o.x, o.y, desc(o.y));
  }
  Verdict add(const Transpose& o, size_t) {
    const Known k = known[o.x];
    const TensorDesc& x = k.kind == Known::memory ? k.place.desc : desc(o.x);
    TensorDesc seen = x;
    for (int i = 0; i < o.rank; ++i)
      seen.dims[i] = x.dims[o.permutation[i]], seen.strides[i] = x.strides[o.permutation[i]];
    return view(o.x, o.y, seen);
  }
  Verdict add(const PagedCacheLoad& o, size_t) {
    Known k = known[o.container];
    if (k.kind != Known::memory || in_memory(o.y) || !is_gemm_type(desc(o.container).dtype))
      return no("{}: pages that are not those of keys or values", g.name(o.container));
    k.place.desc = desc(o.y), k.place.page_table = o.page_table, k.place.lengths = o.sequence;
    known[o.y] = k;
    return yes();
  }
  template <class T>
  Verdict add(const T& o, size_t) {
    return no("takes attention, and this has an operation {}", op_name(o));
  }

  // Early steps first: they say which columns of a block are masked.
  void sort() {
    std::vector<size_t> order(p.steps.size()), place(p.steps.size());
    std::iota(order.begin(), order.end(), size_t(0));
    auto is_early = [&](size_t i) {
      return p.steps[i].out >= 0 && p.values[static_cast<size_t>(p.steps[i].out)].early;
    };
    std::stable_partition(order.begin(), order.end(), is_early);
    std::vector<Step> steps;
    for (size_t i : order) {
      place[i] = steps.size();
      p.early += is_early(i);
      steps.push_back(p.steps[i]);
    }
    p.steps = std::move(steps);
    for (Value& v : p.values) v.step = v.last_use = place[v.step];
    for (size_t i = 0; i < p.steps.size(); ++i)
      for (const Operand* o : {&p.steps[i].a, &p.steps[i].b, &p.steps[i].t})
        if (o->source == Operand::value) p.values[static_cast<size_t>(o->index)].last_use = i;
    // Windows of columns need scores of one width.
    for (const Value& v : p.values) {
      if (!v.scores) continue;
      if (p.keys != 0 && p.keys != v.width) common = 0;
      p.keys = v.width;
    }
    for (size_t i = 0; i < applied.size(); ++i)
      if (common >> i & 1) p.masks.push_back(place[applied[i]]);
    // Masks are looked at before their inputs are given away.
    for (Value& v : p.values)
      if (v.early && !p.masks.empty()) v.last_use = std::max(v.last_use, p.early);
  }

  // Values that are never alive together share memory; what is made element by element may lie where its operand was.
  void place() {
    std::vector<size_t> free;
    auto release = [&](const Step& s, size_t step) {
      for (const Operand* o : {&s.a, &s.b, &s.t})
        if (const Value* v = value_of(*o);
            v && v->last_use == step && std::find(free.begin(), free.end(), v->slot) == free.end())
          free.push_back(v->slot);
    };
    for (size_t i = 0; i < p.steps.size(); ++i) {
      const Step& s = p.steps[i];
      if (s.kind == Kind::pointwise) release(s, i);
      if (s.out >= 0) {
        Value& v = p.values[static_cast<size_t>(s.out)];
        const Slot need{v.varies & kByColumn ? (v.width + 15) / 16 * 16 : 1, (v.varies & kByRow) != 0};
        const auto found = std::find_if(free.begin(), free.end(), [&](size_t slot) { return p.slots[slot] == need; });
        if (found != free.end()) {
          v.slot = *found;
          free.erase(found);
        } else {
          v.slot = p.slots.size();
          p.slots.push_back(need);
        }
        if (v.last_use == i) free.push_back(v.slot);  // nothing reads it: it is only stored
      }
      if (s.kind != Kind::pointwise) release(s, i);
    }
  }
};

}  // namespace

Verdict compile(const Graph& g, Program& p) {
  Expansion e = expand(g);
  if (!e.refusal.empty()) return no("{}", e.refusal);
  p.graph = std::move(e.graph), p.origin = std::move(e.origin);
  const Matmul* first = nullptr;
  for (const auto& node : p.graph.nodes)
    if (!first) first = std::get_if<Matmul>(&node.op);
  if (!first) return no("takes attention, and this has no matrix product");
  for (const auto& t : p.graph.tensors) {
    if (t.desc.vector != 1) return no("{}: vectors of {} elements", t.name, t.desc.vector);
    if (t.desc.dtype == DType::f64 && t.desc.count() > 1) return no("{} is f64; this engine computes in f32", t.name);
    if (t.desc.count() == 0) return no("{} is empty", t.name);
  }
  const TensorDesc& scores = p.graph.desc(first->c);
  if (scores.rank != 4) return no("takes attention, and this has a product of rank {}", scores.rank);
  p.batches = scores.dims[0], p.heads = scores.dims[1], p.rows = scores.dims[2];
  Matcher m(p, e);
  for (size_t i = 0; i < p.graph.nodes.size(); ++i)
    if (Verdict v = std::visit([&](const auto& o) { return m.add(o, i); }, p.graph.nodes[i].op); !v) return v;
  if (m.products == 0 || m.users == 0) return no("takes attention: a product whose result is a factor of another one");
  for (const Accumulator& s : p.sums) {
    if (s.by_head.id == kNone && s.by_group.id == kNone) return no("a sum over the queries is not used");
    p.group = std::lcm(p.group, s.group);
  }
  m.sort();
  m.place();
  return yes();
}

}  // namespace girih::flash
