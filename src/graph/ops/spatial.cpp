#include "graph/ops/spatial.h"

#include "graph/graph.h"
#include "graph/ops/rules.h"

namespace girih::graph {
namespace {

// grid is {N, spatial dims of the output, d} for an output {N, C, spatial dims}.
Check check_grid(const Graph& g, TensorId output, TensorId grid) {
  const TensorDesc &y = g.desc(output), &t = g.desc(grid);
  GIRIH_TRY(check_plain(g, grid));
  GIRIH_TRY(check_same_type(g, output, grid));
  bool fits = t.rank == y.rank && t.dims[0] == y.dims[0] && t.dims[t.rank - 1] == y.rank - 2;
  for (int i = 2; fits && i < y.rank; ++i) fits = t.dims[i - 1] == y.dims[i];
  if (!fits)
    return bad_param("{} is {}, the output is {}; a grid is {{N, spatial dims of the output, number of them}}",
                     g.name(grid), to_text(t), to_text(y));
  return {};
}

}  // namespace

Check validate(const Graph& g, const SpatialGrid& o) {
  const TensorDesc &theta = g.desc(o.theta), &grid = g.desc(o.grid);
  GIRIH_TRY(check_plain(g, o.theta));
  GIRIH_TRY(check_plain(g, o.grid));
  GIRIH_TRY(check_same_type(g, o.theta, o.grid));
  const int64_t d = grid.rank - 2;
  if (d < 1 || grid.dims[grid.rank - 1] != d)
    return bad_param("{} is {}; a grid is {{N, spatial dims, number of them}}", g.name(o.grid), to_text(grid));
  if (theta.rank != 3 || theta.dims[0] != grid.dims[0] || theta.dims[1] != d || theta.dims[2] != d + 1)
    return bad_param("{} is {}; it must be {{{},{},{}}}", g.name(o.theta), to_text(theta), grid.dims[0], d, d + 1);
  return check_float(g, o.grid);
}

Check validate(const Graph& g, const SpatialSampler& o) {
  GIRIH_TRY(check_plain(g, o.x));
  GIRIH_TRY(check_rank(g, o.x, 3));
  const TensorId output = o.backward ? o.dy : o.y;
  GIRIH_TRY(check_plain(g, output));
  GIRIH_TRY(check_same_type(g, o.x, output));
  const TensorDesc &x = g.desc(o.x), &y = g.desc(output);
  if (x.rank != y.rank || x.dims[0] != y.dims[0] || x.dims[1] != y.dims[1])
    return bad_param("{} is {}, {} is {}; their rank, N and C must be equal", g.name(output), to_text(y), g.name(o.x),
                     to_text(x));
  GIRIH_TRY(check_grid(g, output, o.grid));
  if (o.backward) {
    GIRIH_TRY(check_like(g, o.x, o.dx));
    GIRIH_TRY(check_like(g, o.grid, o.dgrid));
  }
  return check_float(g, o.x);
}

}  // namespace girih::graph
