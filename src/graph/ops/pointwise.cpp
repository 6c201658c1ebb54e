#include "graph/ops/pointwise.h"

#include "graph/graph.h"

namespace girih::graph {
namespace {

Check check_broadcast(const Graph& g, TensorId input, TensorId output) {
  const TensorDesc &a = g.desc(input), &y = g.desc(output);
  if (a.rank != y.rank)
    return bad_param("{} has {} dimensions, {} has {}; they must be equal", g.name(input), a.rank, g.name(output),
                     y.rank);
  for (int i = 0; i < a.rank; ++i)
    if (a.dims[i] != y.dims[i] && a.dims[i] != 1)
      return bad_param("{}: dimension {} is {}; it must be 1 or that of {}, {}", g.name(input), i, a.dims[i],
                       g.name(output), y.dims[i]);
  return {};
}

}  // namespace

Check validate(const Graph& g, const Pointwise& o) {
  for (TensorId input : {o.a, o.b, o.t})
    if (input != kNone) GIRIH_TRY(check_broadcast(g, input, o.y));
  return {};
}

}  // namespace girih::graph
