#include "graph/ops/lrn.h"

#include "graph/graph.h"
#include "graph/ops/rules.h"

namespace girih::graph {

Check validate(const Graph& g, const Lrn& o) {
  GIRIH_TRY(check_plain(g, o.x));
  GIRIH_TRY(check_rank(g, o.x, o.divisive ? 3 : 2));
  for (TensorId id : {o.y, o.dy, o.dx, o.means, o.dmeans})
    if (id != kNone) GIRIH_TRY(check_like(g, o.x, id));
  return check_float(g, o.x);
}

}  // namespace girih::graph
