#include "graph/ops/reduction.h"

#include "graph/graph.h"

namespace girih::graph {

Check validate(const Graph& g, const Reduction& o) {
  const TensorDesc &x = g.desc(o.x), &y = g.desc(o.y);
  const char *xn = g.name(o.x), *yn = g.name(o.y);
  if (x.rank != y.rank) return bad_param("{} has {} dimensions, {} has {}; they must be equal", xn, x.rank, yn, y.rank);
  for (int i = 0; i < x.rank; ++i)
    // A divisor: each element reduces a group of neighbours (the query heads of a key-value head).
    if (y.dims[i] != x.dims[i] && (y.dims[i] < 1 || x.dims[i] % y.dims[i] != 0))
      return bad_param("{}: dimension {} is {}; it must be 1, that of {} ({}) or a divisor of it", yn, i, y.dims[i], xn,
                       x.dims[i]);
  return {};
}

}  // namespace girih::graph
