#include "graph/ops/convolution.h"

#include "graph/graph.h"

namespace girih::graph {

int64_t conv_output_dim(int64_t in, int64_t pads, int64_t filter, int64_t stride, int64_t dilation) {
  const int64_t room = in + pads - ((filter - 1) * dilation + 1);
  return room < 0 ? 0 : room / stride + 1;
}

int64_t conv_groups(const Graph& g, const Convolution& o) { return g.desc(o.x).dims[1] / g.desc(o.w).dims[1]; }

Check validate(const Graph& g, const Convolution& o) {
  const TensorDesc &x = g.desc(o.x), &w = g.desc(o.w), &y = g.desc(o.y);
  const char *xn = g.name(o.x), *wn = g.name(o.w), *yn = g.name(o.y);
  const int rank = o.spatial + 2;
  if (x.rank != rank || w.rank != rank || y.rank != rank)
    return bad_param(
        "{}, {} and {} must have {} dimensions ({} spatial ones in the convolution descriptor), not {}, {} and {}", xn,
        wn, yn, rank, o.spatial, x.rank, w.rank, y.rank);
  if (x.dims[0] != y.dims[0])
    return bad_param("batch: {} has {} images, {} has {}; they must be equal", xn, x.dims[0], yn, y.dims[0]);
  if (w.dims[0] != y.dims[1])
    return bad_param("channels: {} makes {} channels (its first dimension), {} has {}", wn, w.dims[0], yn, y.dims[1]);
  if (w.dims[1] < 1) return bad_param("channels: the filters of {} read {}; at least 1 is needed", wn, w.dims[1]);
  if (x.dims[1] % w.dims[1] != 0)
    return bad_param("channels: {} has {}, no multiple of the {} that a filter of {} reads", xn, x.dims[1], w.dims[1],
                     wn);
  const int64_t groups = conv_groups(g, o);
  if (groups < 1) return bad_param("channels: {} has none", xn);
  if (w.dims[0] % groups != 0)
    return bad_param("groups: the {} filters of {} cannot be shared among {} groups ({} channels of {} over {} of {})",
                     w.dims[0], wn, groups, x.dims[1], xn, w.dims[1], wn);
  for (int i = 0; i < o.spatial; ++i) {
    if (o.stride[i] < 1 || o.dilation[i] < 1)
      return bad_param("spatial dimension {}: stride {} and dilation {} must be positive", i, o.stride[i],
                       o.dilation[i]);
    const int64_t out =
        conv_output_dim(x.dims[i + 2], o.pad_before[i] + o.pad_after[i], w.dims[i + 2], o.stride[i], o.dilation[i]);
    if (out != y.dims[i + 2])
      return bad_param(
          "{}: spatial dimension {} is {}, but {} of size {} with padding {}+{}, filter {}, stride {}, dilation {} "
          "gives {}",
          yn, i, y.dims[i + 2], xn, x.dims[i + 2], o.pad_before[i], o.pad_after[i], w.dims[i + 2], o.stride[i],
          o.dilation[i], out);
  }
  return {};
}

}  // namespace girih::graph
