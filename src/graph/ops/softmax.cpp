#include "graph/ops/softmax.h"

#include "graph/graph.h"
#include "graph/ops/rules.h"

namespace girih::graph {

Check validate(const Graph& g, const Softmax& o) {
  const TensorId first = o.backward ? o.y : o.x;
  GIRIH_TRY(check_plain(g, first));
  GIRIH_TRY(check_rank(g, first, 2));
  if (o.backward) {
    GIRIH_TRY(check_like(g, first, o.dy));
    GIRIH_TRY(check_like(g, first, o.dx));
  } else {
    GIRIH_TRY(check_like(g, first, o.y));
  }
  return check_float(g, first);
}

}  // namespace girih::graph
