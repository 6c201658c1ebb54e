// Graphs of pointwise operations, with one reduction at the end or none: memory is read and written once. Sums in
// double, cut by the shape alone.
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "engines/cpu/fused/chain/nest.h"
#include "engines/cpu/simd/scratch.h"

namespace girih::engines {
extern const Engine cpu_fused_pointwise_chain;
namespace {

using namespace girih::fused;
using graph::kNone;
using graph::Pointwise;
using graph::ReduceOp;
using graph::Reduction;
using graph::TensorId;

constexpr int64_t kTask = 32 << 10;  // elements of one parallel task: about 10 us
constexpr int64_t kMostWidth = 64;   // results that one task sums side by side
constexpr int64_t kTasks = 32;       // a reduction to fewer results is cut into about as many parts

struct Parts {
  Chain chain;
  const Reduction* reduction = nullptr;
  TensorId like = kNone;
};

Verdict take_apart(const graph::Graph& g, Parts& p) {
  if (g.nodes.size() < 2) return no("takes graphs of two operations and more");
  p.reduction = std::get_if<Reduction>(&g.nodes.back().op);
  const size_t last = g.nodes.size() - (p.reduction ? 1 : 0);
  for (size_t n = 0; n < last; ++n)
    if (!std::holds_alternative<Pointwise>(g.nodes[n].op)) return no("takes pointwise operations and one reduction");
  p.like = std::get<Pointwise>(g.nodes[last - 1].op).y;
  if (Verdict v = make_chain(g, 0, last, kNone, p.like, p.chain); !v) return v;
  if (!p.reduction) return yes();
  const Reduction& r = *p.reduction;
  if (r.x != p.like) return no("{}: the reduction reads another tensor than the last result", g.name(r.x));
  if (r.indices != kNone) return no("{}: positions of extremes are not kept", g.name(r.indices));
  if (g.desc(p.like).count() == 0) return no("{} has no elements", g.name(p.like));
  if (r.compute != DType::f32 && r.compute != DType::f64)
    return no("the reduction computes in {}, not f32", dtype_name(r.compute));
  const graph::Tensor& y = g.tensor(r.y);
  for (int i = 0; i < y.desc.rank; ++i)
    if (y.desc.dims[i] != 1 && y.desc.dims[i] != g.desc(p.like).dims[i])
      return no("{}: dimension {} is {}, a group of several elements", y.name, i, y.desc.dims[i]);
  if (y.desc.vector != 1 || y.ragged != kNone) return no("{}: its elements have an order of their own", y.name);
  if (!dispatch(y.desc.dtype, [](auto) {}))
    return no("{}: the element type {} has no conversion", y.name, dtype_name(y.desc.dtype));
  return yes();
}

Verdict supports(const graph::Graph& g, const Device&) {
  Parts p;
  return take_apart(g, p);
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto* o = std::get_if<Pointwise>(&g.nodes.front().op);
  return {1 + 3e-4 * static_cast<double>(g.desc(o->y).count() * static_cast<int64_t>(g.nodes.size())), 0};
}

float* registers(const Chain& chain) {
  static thread_local simd::Scratch memory;
  return memory.floats(chain.floats() + 64);  // some kernels overrun a little
}

// The operand whose memory gives the order of the loops: a result, else the largest input.
const TensorDesc& leader(const Chain& chain, const TensorDesc& like) {
  const TensorDesc* best = nullptr;
  for (const Operand& o : chain.operands)
    if (o.axis < 0 && same_dims(o.desc, like) && !best) best = &o.desc;
  for (const Step& s : chain.steps)
    if (s.store >= 0) best = &chain.operands[static_cast<size_t>(s.store)].desc;
  return best ? *best : like;
}

Result<Plan> build_chain(const graph::Graph& g, Parts& p) {
  const TensorDesc& like = g.desc(p.like);
  std::vector<Loop> loops;
  for (int i : memory_order(leader(p.chain, like)))
    append_loop(loops, like.dims[i], strides_along(p.chain.operands, i));
  Tiles tiles(std::move(loops), p.chain.operands.size());
  auto run = [chain = std::move(p.chain), tiles](const RunArgs& args) -> Check {
    const int64_t grain = std::max<int64_t>(1, kTask / (tiles.rows * tiles.cols));
    parallel_range(tiles.count, grain, [&](int64_t begin, int64_t end) {
      float* memory = registers(chain);
      std::vector<Place> places;
      for (int64_t t = begin; t < end; ++t) {
        places.assign(chain.operands.size(), {});
        tiles.at(t, places, [&](int64_t rows, int64_t cols, int64_t) {
          run_tile(chain, args, rows, cols, places.data(), memory);
        });
      }
    });
    return {};
  };
  return Plan{&cpu_fused_pointwise_chain, 0, std::move(run)};
}

// What has been reduced so far. NaN rules: behaviour.md 10.
struct Sum {
  double value = 0;
  bool seen = false;  // a number, or a NaN that passes
};

struct Reducer {
  ReduceOp op;
  bool propagate;

  Sum start() const {
    const double inf = std::numeric_limits<double>::infinity();
    if (op == ReduceOp::mul || op == ReduceOp::mul_no_zeros) return {1, false};
    if (op == ReduceOp::min) return {inf, false};
    if (op == ReduceOp::max) return {-inf, false};
    return {};
  }
  void extreme(Sum& s, double v) const {
    if (s.value != s.value) return;
    if (v != v) {
      if (propagate) s = {v, true};
      return;
    }
    if (op == ReduceOp::amax) v = std::fabs(v);
    if (op == ReduceOp::min ? v < s.value : v > s.value) s.value = v;
    s.seen = true;
  }
  void add(Sum& s, double v) const {
    switch (op) {
      case ReduceOp::mul:
        s.value *= v;
        break;
      case ReduceOp::mul_no_zeros:
        s.value *= v == 0 ? 1 : v;
        break;
      case ReduceOp::norm1:
        s.value += std::fabs(v);
        break;
      case ReduceOp::norm2:
        s.value += v * v;
        break;
      case ReduceOp::add:
      case ReduceOp::avg:
        s.value += v;
        break;
      default:
        extreme(s, v);
    }
  }
  bool is_sum() const { return op == ReduceOp::add || op == ReduceOp::avg; }
  // sums[i] takes v[i].
  void add_each(Sum* sums, const float* v, int64_t n) const {
    if (is_sum())
      for (int64_t i = 0; i < n; ++i) sums[i].value += static_cast<double>(v[i]);
    else
      for (int64_t i = 0; i < n; ++i) add(sums[i], static_cast<double>(v[i]));
  }
  // One sum takes all: eight chains hide the latency of the additions.
  void add_all(Sum& s, const float* v, int64_t n) const {
    int64_t i = 0;
    if (is_sum()) {
      double chain[8] = {};
      for (; i + 8 <= n; i += 8)
        for (int64_t j = 0; j < 8; ++j) chain[j] += static_cast<double>(v[i + j]);
      for (double c : chain) s.value += c;
    }
    for (; i < n; ++i) add(s, static_cast<double>(v[i]));
  }
  void merge(Sum& s, const Sum& part) const {
    if (op == ReduceOp::mul || op == ReduceOp::mul_no_zeros)
      s.value *= part.value;
    else if (op == ReduceOp::min || op == ReduceOp::max || op == ReduceOp::amax)
      part.seen ? extreme(s, part.value) : void();
    else
      s.value += part.value;
  }
  double finish(const Sum& s, double count) const {
    constexpr double largest = std::numeric_limits<float>::max();
    if (op == ReduceOp::min && !s.seen) return largest;
    if (op == ReduceOp::max && !s.seen) return -largest;
    if (op == ReduceOp::avg) return s.value / count;
    return op == ReduceOp::norm2 ? std::sqrt(s.value) : s.value;
  }
};

// Results are numbered by `kept`: the loops outside of the reduced ones, and a run of columns where the innermost loop
// is kept too. Each result walks its tiles of `reduced` in order, in `parts` pieces.
struct ReducePlan {
  Chain chain;
  Reduction op;
  TensorDesc y;
  size_t y_index;          // y is the last operand of the nest
  std::vector<Loop> kept;  // outer loops
  int64_t outer = 1;       // their iterations
  Loop col;                // the innermost loop, if it is kept
  bool by_column = false;
  int64_t width = 1, pieces = 1;  // columns of a task, tasks along them
  Tiles reduced;
  int64_t parts = 1;
  double count = 1;

  Check run(const RunArgs& args) const {
    const int64_t tasks = outer * pieces;
    const Reducer reducer{op.op, op.propagate_nan};
    // With one part each task has its result at once; else the parts wait for each other here.
    std::vector<Sum> sums(static_cast<size_t>(parts > 1 ? tasks * parts * width : 0), reducer.start());
    const int64_t grain =
        parts > 1 ? 1 : std::max<int64_t>(1, kTask / (width * std::max<int64_t>(1, static_cast<int64_t>(count))));
    parallel_range(tasks * parts, grain, [&](int64_t begin, int64_t end) {
      for (int64_t job = begin; job < end; ++job) {
        if (parts > 1) {
          add_part(args, reducer, job / parts, job % parts, sums.data() + job * width);
          continue;
        }
        Sum own[kMostWidth];
        std::fill_n(own, width, reducer.start());
        add_part(args, reducer, job, 0, own);
        write(args, reducer, job, own);
      }
    });
    if (parts == 1) return {};
    for (int64_t task = 0; task < tasks; ++task) {
      Sum total[kMostWidth];
      std::fill_n(total, width, reducer.start());
      for (int64_t part = 0; part < parts; ++part)
        for (int64_t c = 0; c < width; ++c)
          reducer.merge(total[c], sums[static_cast<size_t>((task * parts + part) * width + c)]);
      write(args, reducer, task, total);
    }
    return {};
  }

  int64_t columns(int64_t task) const { return std::min(width, col.count - task % pieces * width); }

  void add_part(const RunArgs& args, const Reducer& reducer, int64_t task, int64_t part, Sum* sums) const {
    float* memory = registers(chain);
    std::vector<Place> places;
    const int64_t begin = reduced.count * part / parts, end = reduced.count * (part + 1) / parts;
    for (int64_t t = begin; t < end; ++t) {
      place(task / pieces, task % pieces * width, places);
      reduced.at(t, places, [&](int64_t rows, int64_t cols, int64_t) {
        if (by_column) {
          // A tile of the reduced loop's rows, and columns that are results.
          for (size_t k = 0; k < places.size(); ++k) places[k].row = places[k].col, places[k].col = col.stride[k];
          rows = cols, cols = columns(task);
        }
        const float* v = run_tile(chain, args, rows, cols, places.data(), memory);
        if (by_column)
          for (int64_t r = 0; r < rows; ++r) reducer.add_each(sums, v + r * cols, cols);
        else
          reducer.add_all(*sums, v, rows * cols);
      });
    }
  }

  void write(const RunArgs& args, const Reducer& reducer, int64_t task, const Sum* sums) const {
    const auto& s = args.scalars(args.graph.nodes.size() - 1);
    std::vector<Place> places;
    place(task / pieces, task % pieces * width, places);
    dispatch(y.dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      T* out = args.ptr<T>(op.y) + places[y_index].base;
      for (int64_t c = 0; c < columns(task); ++c) {
        T& e = out[c * (by_column ? col.stride[y_index] : 0)];
        const double r = s.alpha * reducer.finish(sums[c], count);
        e = store<T>(s.beta == 0 ? r : r + s.beta * load<double>(e));
      }
    });
  }

  void place(int64_t index, int64_t c0, std::vector<Place>& places) const {
    places.assign(y_index + 1, {});
    for (size_t i = kept.size(); i-- > 0;) {
      const int64_t n = index % kept[i].count;
      index /= kept[i].count;
      for (size_t k = 0; k < places.size(); ++k) places[k].base += n * kept[i].stride[k];
    }
    if (by_column)
      for (size_t k = 0; k < places.size(); ++k) places[k].base += c0 * col.stride[k];
  }
};

Result<Plan> build_reduction(const graph::Graph& g, Parts& p) {
  const TensorDesc& like = g.desc(p.like);
  ReducePlan plan;
  plan.op = *p.reduction, plan.y = g.desc(p.reduction->y);
  plan.y_index = p.chain.operands.size();
  std::vector<Operand> operands = p.chain.operands;
  operands.push_back({p.reduction->y, plan.y, -1});
  const std::vector<int> order = memory_order(leader(p.chain, like));
  std::vector<Loop> reduced;
  int innermost = -1;
  for (int i : order)
    if (like.dims[i] != 1) innermost = i;
  plan.by_column = innermost >= 0 && plan.y.dims[innermost] != 1;
  for (int i : order) {
    const bool keeps = plan.y.dims[i] != 1;
    auto& loops = keeps ? plan.kept : reduced;
    append_loop(loops, like.dims[i], strides_along(operands, i));
    if (!keeps) plan.count *= static_cast<double>(like.dims[i]);
  }
  if (plan.by_column) {
    plan.col = std::move(plan.kept.back());
    plan.kept.pop_back();
    plan.width = std::min(plan.col.count, kMostWidth);
    plan.pieces = (plan.col.count + plan.width - 1) / plan.width;
  }
  for (const Loop& l : plan.kept) plan.outer *= l.count;
  // By column, a tile of the reduced loops is one of rows alone, and the columns are the results.
  if (plan.by_column) {
    std::vector<Loop> rows = std::move(reduced);
    plan.reduced = Tiles({}, operands.size());
    Loop last = rows.empty() ? Loop{1, std::vector<int64_t>(operands.size())} : rows.back();
    if (!rows.empty()) rows.pop_back();
    rows.push_back({1, std::vector<int64_t>(operands.size())});  // no second loop in a tile
    rows.push_back(std::move(last));
    plan.reduced = Tiles(std::move(rows), operands.size(), kTile / plan.width);
  } else {
    plan.reduced = Tiles(std::move(reduced), operands.size());
  }
  const int64_t tasks = plan.outer * plan.pieces;
  plan.parts = std::clamp<int64_t>((kTasks + tasks - 1) / tasks, 1, std::max<int64_t>(1, plan.reduced.count / 8));
  plan.chain = std::move(p.chain);
  return Plan{&cpu_fused_pointwise_chain, 0, [plan](const RunArgs& args) { return plan.run(args); }};
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  Parts p;
  if (Verdict v = take_apart(g, p); !v) return not_supported("{}", v.refusal);
  return p.reduction ? build_reduction(g, p) : build_chain(g, p);
}

}  // namespace

const Engine cpu_fused_pointwise_chain{231,  "cpu.fused.pointwise_chain", DeviceKind::cpu, Notes{}, supports, estimate,
                                       build};

}  // namespace girih::engines
