#include "graph/ops/rng.h"

#include "graph/ops/rules.h"

namespace girih::graph {

Check validate(const Graph& g, const Rng& o) {
  GIRIH_TRY(check_plain(g, o.y));
  for (TensorId id : {o.seed, o.offset}) {
    if (id == kNone) continue;
    const TensorDesc& t = g.desc(id);
    if (t.count() != 1) return bad_param("{} has {} elements; one is needed", g.name(id), t.count());
    if (t.dtype != DType::i32 && t.dtype != DType::i64)
      return bad_param("{}: its type is {}; seeds and offsets are i32 or i64", g.name(id), dtype_name(t.dtype));
  }
  if (o.distribution == RngDistribution::bernoulli && !(o.probability >= 0 && o.probability <= 1))
    return bad_param("the probability is {}; it must lie in 0 .. 1", o.probability);
  return {};
}

}  // namespace girih::graph
