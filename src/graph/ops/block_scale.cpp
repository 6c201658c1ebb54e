#include "graph/ops/block_scale.h"

#include "graph/ops/rules.h"

namespace girih::graph {
namespace {

Check check_blocks(const Graph& g, TensorId x, TensorId y, TensorId scale, const int64_t* block) {
  GIRIH_TRY(check_same_dims(g, x, y));
  const TensorDesc &d = g.desc(x), &s = g.desc(scale);
  if (s.rank != d.rank)
    return bad_param("{} has {} dimensions, {} has {}; they must be equal", g.name(scale), s.rank, g.name(x), d.rank);
  if (block[0] < 1 || block[1] < 1) return bad_param("the block is {} x {}; it cannot be empty", block[0], block[1]);
  return {};
}

}  // namespace

Check validate(const Graph& g, const BlockScaleQuantize& o) { return check_blocks(g, o.x, o.y, o.scale, o.block); }
Check validate(const Graph& g, const BlockScaleDequantize& o) { return check_blocks(g, o.x, o.y, o.scale, o.block); }

}  // namespace girih::graph
