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
  const int inputs = pointwise_inputs(o.mode);
  if (o.a == kNone || o.y == kNone) return bad_param("a pointwise operation needs its first input and its output");
  if (inputs > 1 && o.b == kNone) return bad_param("pointwise mode {} needs a second input", static_cast<int>(o.mode));
  if (o.mode == PointwiseMode::binary_select && o.t == kNone)
    return bad_param("a selection needs the tensor that selects");
  if (o.mode == PointwiseMode::gen_index && (o.axis < 0 || o.axis >= g.desc(o.y).rank))
    return bad_param("the axis is {}; {} has {} dimensions", o.axis, g.name(o.y), g.desc(o.y).rank);
  for (TensorId input : {o.a, o.b, o.t})
    if (input != kNone) GIRIH_TRY(check_broadcast(g, input, o.y));
  return {};
}

}  // namespace girih::graph
