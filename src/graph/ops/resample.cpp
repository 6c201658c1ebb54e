#include "graph/ops/resample.h"

#include "graph/ops/rules.h"

namespace girih::graph {

Check validate(const Graph& g, const Resample& o) {
  const TensorId in = o.backward ? o.dx : o.x, out = o.backward ? o.dy : o.y;
  const TensorDesc &x = g.desc(in), &y = g.desc(out);
  if (x.rank != o.spatial + 2 || y.rank != o.spatial + 2)
    return bad_param("{} and {} must have {} dimensions ({} spatial ones in the resample descriptor), not {} and {}",
                     g.name(in), g.name(out), o.spatial + 2, o.spatial, x.rank, y.rank);
  for (int i = 0; i < 2; ++i)
    if (x.dims[i] != y.dims[i])
      return bad_param("{}: dimension {} is {}; it must be that of {}, {}", g.name(out), i, y.dims[i], g.name(in),
                       x.dims[i]);
  for (int i = 0; i < o.spatial; ++i)
    if (o.window_den[i] < 1 || o.stride_den[i] < 1 || o.pad_before_den[i] < 1 || o.pad_after_den[i] < 1)
      return bad_param("spatial dimension {}: denominators of fractions must be positive", i);
    else if (o.window[i] < 1 || o.stride[i] < 1)
      return bad_param("spatial dimension {}: window {} and stride {} must be positive", i, o.window[i], o.stride[i]);
  if (o.index != kNone) GIRIH_TRY(check_same_dims(g, out, o.index));
  if (o.backward && o.mode == ResampleMode::max && o.index == kNone && o.x == kNone)
    return bad_param("max pooling backward needs the index tensor, or x");
  return {};
}

}  // namespace girih::graph
