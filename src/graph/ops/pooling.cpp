#include "graph/ops/pooling.h"

#include "graph/graph.h"
#include "graph/ops/rules.h"

namespace girih::graph {
namespace {

Check check_windows(const Graph& g, const Pooling& o, TensorId x) {
  const TensorDesc& t = g.desc(x);
  if (t.rank != o.spatial + 2)
    return bad_param("{} has {} dimensions, but the pooling descriptor has {} spatial ones; {} are needed", g.name(x),
                     t.rank, o.spatial, o.spatial + 2);
  for (int i = 0; i < o.spatial; ++i) {
    if (o.window[i] <= 0) return bad_param("window {} is {}; it must be at least 1", i, o.window[i]);
    if (o.stride[i] <= 0) return bad_param("stride {} is {}; it must be at least 1", i, o.stride[i]);
  }
  return {};
}

// y (or dy) has the rank, type, N and C of x. Its spatial size is free: windows are laid from the first corner, and
// one that lies beyond x counts as padding (behaviour.md 4: NVIDIA's library does not check H and W either).
Check check_output(const Graph& g, TensorId x, TensorId y) {
  GIRIH_TRY(check_plain(g, y));
  GIRIH_TRY(check_same_type(g, x, y));
  const TensorDesc &a = g.desc(x), &b = g.desc(y);
  if (a.rank != b.rank)
    return bad_param("{} has {} dimensions, {} has {}; they must be equal", g.name(y), b.rank, g.name(x), a.rank);
  for (int i = 0; i < 2; ++i)
    if (a.dims[i] != b.dims[i])
      return bad_param("{}: its {} is {}; it must be that of {}, {}", g.name(y), i == 0 ? 'N' : 'C', b.dims[i],
                       g.name(x), a.dims[i]);
  return {};
}

}  // namespace

int64_t pooling_output_dim(int64_t in, int64_t window, int64_t pad, int64_t stride) {
  const int64_t room = in + 2 * pad - window;
  return room < 0 ? 0 : 1 + room / stride;
}

Check validate(const Graph& g, const Pooling& o) {
  const TensorId image = o.backward ? o.dx : o.x, response = o.backward ? o.dy : o.y;
  GIRIH_TRY(check_plain(g, image));
  GIRIH_TRY(check_windows(g, o, image));
  GIRIH_TRY(check_output(g, image, response));
  if (o.backward) {
    if (o.x != kNone) GIRIH_TRY(check_like(g, o.dx, o.x));
    if (o.y != kNone) GIRIH_TRY(check_like(g, o.dy, o.y));
    return check_float(g, image);
  }
  if (g.desc(image).dtype == DType::i8) return {};
  return check_float(g, image);
}

}  // namespace girih::graph
