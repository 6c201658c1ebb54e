// What attention does to its scores: masks along the diagonal, and softmax with its statistics.
#include <cmath>
#include <vector>

#include "engines/reference/views.h"

namespace girih::engines {

extern const Engine reference_scores;

namespace {

using namespace girih::reference;
using graph::DiagonalBandMask;
using graph::SoftmaxStats;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void run(const SoftmaxStats& o, const RunArgs& a) {
  const View x = view(a, o.x), y = view(a, o.y), stats = view(a, o.stats), max_out = view(a, o.max),
             sum_out = view(a, o.sum_exp), sink = view(a, o.sink);
  TensorDesc rows = x.desc;
  const int last = rows.rank - 1;
  const int64_t length = rows.dims[last];
  rows.dims[last] = 1;
  each_element(rows, 4, [&](const int64_t* row) {
    int64_t index[kMaxRank];
    std::copy(row, row + rows.rank, index);
    std::vector<double> e(static_cast<size_t>(length));
    double max = sink ? sink.broadcast(row) : -kInfinity, sum = 0;
    for (int64_t j = 0; j < length; ++j) {
      index[last] = j;
      const double v = e[static_cast<size_t>(j)] = x.get(index);
      if (v != v || v > max) max = v;  // once NaN, always NaN: no number is greater
    }
    const bool empty = max == -kInfinity;
    for (double& v : e) sum += v = empty ? 0 : std::exp(v - max);
    if (sink && !empty) sum += std::exp(sink.broadcast(row) - max);
    for (int64_t j = 0; j < length; ++j) {
      index[last] = j;
      y.set(index, empty ? 0 : e[static_cast<size_t>(j)] / sum);
    }
    if (stats) stats.set(row, max + std::log(sum));
    if (max_out) max_out.set(row, max);
    if (sum_out) sum_out.set(row, sum);
  });
}

bool holds(int comparison, double a, double b) {
  switch (comparison) {
    case 302:
      return a > b;
    case 303:
      return a >= b;
    case 304:
      return a < b;
    default:
      return a <= b;
  }
}

// Right bound: row + shift against column. Left bound: column + bound against row. Lengths move the diagonal to the
// lower right corner of what they leave.
void run(const DiagonalBandMask& o, const RunArgs& a) {
  const View x = view(a, o.x), b = view(a, o.b), y = view(a, o.y), lengths_q = view(a, o.seq_len_q),
             lengths_kv = view(a, o.seq_len_kv), left = view(a, o.left_bound), right = view(a, o.shift_right_bound);
  const int rank = x.desc.rank;
  auto value = [&](const View& v, const int64_t* index) {
    if (!v) return 0.0;
    if (v.desc.count() == 1) return v.number(0);
    return v.desc.rank == rank ? v.broadcast(index) : v.number(index[0]);
  };
  each_element(y.desc, 1024, [&](const int64_t* index) {
    const auto row = static_cast<double>(index[rank - 2]), column = static_cast<double>(index[rank - 1]);
    const double corner = value(lengths_kv, index) - value(lengths_q, index);
    const bool inside = left ? holds(o.comparison, column + value(left, index) - corner, row)
                             : holds(o.comparison, row + value(right, index) + corner, column);
    y.set(index, inside ? x.get(index) : value(b, index));
  });
}

Check run(const RunArgs& a) {
  if (const auto* o = a.graph.only<SoftmaxStats>()) run(*o, a);
  if (const auto* o = a.graph.only<DiagonalBandMask>()) run(*o, a);
  return {};
}

Verdict supports(const graph::Graph& g, const Device&) {
  if (const auto* o = g.only<DiagonalBandMask>();
      o && o->left_bound != graph::kNone && o->shift_right_bound != graph::kNone)
    return no("a mask has a left or a right bound, not both");
  if (const auto* o = g.only<SoftmaxStats>(); o && o->sink != graph::kNone && g.desc(o->sink).rank != g.desc(o->x).rank)
    return no("{} has {} dimensions, {} has {}", g.name(o->sink), g.desc(o->sink).rank, g.name(o->x),
              g.desc(o->x).rank);
  return g.only<SoftmaxStats>() || g.only<DiagonalBandMask>() ? have_values(g)
                                                              : no("takes a single softmax or mask of attention");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {2e-2 * static_cast<double>(g.tensors[0].desc.count()), 0};
}

Result<Plan> build(const graph::Graph&, const Device&) {
  return Plan{&reference_scores, 0, [](const RunArgs& a) { return run(a); }};
}

}  // namespace

const Engine reference_scores{120, "reference.scores", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
