#include "graph/ops/dropout.h"

#include "base/xorwow.h"
#include "graph/graph.h"
#include "graph/ops/rules.h"

namespace girih::graph {

int64_t dropout_reserve_bytes(const TensorDesc& x) { return (x.count() + 31) / 32 * 4; }

Check validate(const Graph& g, const Dropout& o) {
  if (o.pass != DropoutPass::backward) {
    const int64_t bytes = g.desc(o.states).count();
    if (bytes < kXorwowBytes)
      return bad_param("{} has {} bytes; one generator takes {}", g.name(o.states), bytes, kXorwowBytes);
    if (o.pass == DropoutPass::seed) return {};
  }
  GIRIH_TRY(check_plain(g, o.x));
  if (is_integer(g.desc(o.x).dtype))
    return bad_param("{}: its type is {}; dropout takes f32, f64, f16 and bf16", g.name(o.x),
                     dtype_name(g.desc(o.x).dtype));
  GIRIH_TRY(check_float(g, o.x));
  GIRIH_TRY(check_like(g, o.x, o.y));
  const int64_t need = dropout_reserve_bytes(g.desc(o.x));
  if (g.desc(o.reserve).count() < need)
    return bad_param("{} has {} bytes; {} elements take {} (cudnnDropoutGetReserveSpaceSize)", g.name(o.reserve),
                     g.desc(o.reserve).count(), g.desc(o.x).count(), need);
  return {};
}

}  // namespace girih::graph
