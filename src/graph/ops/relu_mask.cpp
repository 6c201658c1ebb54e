#include "graph/ops/relu_mask.h"

#include "graph/graph.h"
#include "graph/ops/rules.h"

namespace girih::graph {

Check validate(const Graph& g, const ReluMask& o) {
  GIRIH_TRY(check_plain(g, o.x));
  GIRIH_TRY(check_rank(g, o.x, 2));
  GIRIH_TRY(check_float(g, o.x));
  if (o.apply) GIRIH_TRY(check_like(g, o.x, o.y));
  GIRIH_TRY(check_plain(g, o.mask));
  const TensorDesc& mask = g.desc(o.mask);
  if (mask.dtype != DType::i32 && mask.dtype != DType::u8)
    return bad_param("{}: its type is {}; a bit mask is i32 or u8", g.name(o.mask), dtype_name(mask.dtype));
  if (!is_dense(mask)) return bad_param("{} is {}; a bit mask must be packed", g.name(o.mask), to_text(mask));
  const int64_t bytes = mask.count() * static_cast<int64_t>(dtype_size(mask.dtype)),
                need = relu_mask_bytes(g.desc(o.x));
  if (bytes < need)
    return bad_param("{} has {} bytes; the mask of {} takes {}", g.name(o.mask), bytes, g.name(o.x), need);
  return {};
}

}  // namespace girih::graph
