#include "graph/ops/ctc.h"

#include "graph/graph.h"
#include "graph/ops/rules.h"

namespace girih::graph {

Check validate(const Graph& g, const Ctc& o) {
  GIRIH_TRY(check_plain(g, o.probs));
  const TensorDesc& p = g.desc(o.probs);
  if (p.rank != 3)
    return bad_param("{} has {} dimensions; they must be three: time steps, samples, symbols", g.name(o.probs), p.rank);
  GIRIH_TRY(check_float(g, o.probs));
  if (o.gradients != kNone) GIRIH_TRY(check_like(g, o.probs, o.gradients));
  const DType costs = g.desc(o.costs).dtype;
  if (costs != DType::f32 && costs != DType::f64)
    return not_supported("{}: the computation type is {}; f32 and f64 are supported", g.name(o.costs),
                         dtype_name(costs));
  return {};
}

}  // namespace girih::graph
