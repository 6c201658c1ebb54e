#include "graph/ops/transform.h"

#include "graph/graph.h"
#include "graph/ops/convolution.h"
#include "graph/ops/rules.h"

namespace girih::graph {
namespace {

Check check_bytes(const Graph& g, TensorId id) {
  const TensorDesc& t = g.desc(id);
  if (t.rank == 0) return bad_param("{}: its descriptor was never set", g.name(id));
  if (!dispatch(t.dtype, [](auto) {}))
    return not_supported("{}: the element type {} has no conversion", g.name(id), dtype_name(t.dtype));
  return {};
}

}  // namespace

void transform_dims(const Transform& o, const int64_t* x, int64_t* y) {
  int64_t phases = 1;
  for (int i = 0; i < o.rank; ++i) {
    phases *= o.fold[i];
    if (o.unfold)
      y[i] = x[i] * o.fold[i] + o.before[i] + o.after[i];
    else
      y[i] = (std::max<int64_t>(0, x[i] + o.before[i] + o.after[i]) + o.fold[i] - 1) / o.fold[i];
  }
  if (o.rank < 2) return;
  if (o.unfold)
    y[1] = x[1] / phases + o.before[1] + o.after[1];
  else
    y[1] *= phases;
}

Check validate(const Graph& g, const Transform& o) {
  GIRIH_TRY(check_bytes(g, o.x));
  GIRIH_TRY(check_bytes(g, o.y));
  const TensorDesc &x = g.desc(o.x), &y = g.desc(o.y);
  if (x.rank != o.rank || y.rank != o.rank)
    return bad_param("the transform has {} dimensions, {} has {} and {} has {}; they must be equal", o.rank,
                     g.name(o.x), x.rank, g.name(o.y), y.rank);
  int64_t phases = 1, want[kMaxRank];
  for (int i = 0; i < o.rank; ++i) {
    if (o.fold[i] < 1) return bad_param("foldA: a factor of {}; at least 1", o.fold[i]);
    phases *= o.fold[i];
  }
  if (o.unfold && o.rank > 1 && x.dims[1] % phases != 0)
    return bad_param("{}: C is {}; unfolding takes multiples of {}, the product of foldA", g.name(o.x), x.dims[1],
                     phases);
  transform_dims(o, x.dims, want);
  for (int i = 0; i < o.rank; ++i) {
    if (want[i] < 1) return bad_param("{}: nothing is left of dimension {} after cropping", g.name(o.x), i);
    if (y.dims[i] != want[i])
      return bad_param("{}: dimension {} is {}; this transform of {} makes it {} (cudnnInitTransformDest)", g.name(o.y),
                       i, y.dims[i], to_text(x), want[i]);
  }
  return {};
}

Check validate(const Graph& g, const Im2Col& o) {
  GIRIH_TRY(check_plain(g, o.x));
  GIRIH_TRY(check_bytes(g, o.x));
  GIRIH_TRY(check_same_type(g, o.x, o.y));
  const TensorDesc& x = g.desc(o.x);
  if (x.rank != o.spatial + 2)
    return bad_param("{} has {} dimensions; the convolution has {} spatial ones, and N and C", g.name(o.x), x.rank,
                     o.spatial);
  int64_t count = x.dims[0] * x.dims[1];
  for (int i = 0; i < o.spatial; ++i) {
    const int64_t size = conv_output_dim(x.dims[i + 2], 2 * o.pad[i], o.window[i], o.stride[i], o.dilation[i]);
    if (size < 1)
      return bad_param("the filter is larger than the padded input in spatial dimension {} of {}", i, g.name(o.x));
    count *= size * o.window[i];
  }
  if (g.desc(o.y).count() != count)
    return bad_param("{} has {} elements; the matrix has {}", g.name(o.y), g.desc(o.y).count(), count);
  return {};
}

Check validate(const Graph& g, const ReorderInt8& o) {
  const TensorDesc &x = g.desc(o.x), &y = g.desc(o.y);
  if (o.bias) {
    if (x.dtype != DType::f32 || !is_dense(x) || !(x == y))
      return bad_param("{} is {}; a bias is a vector of f32", g.name(o.x), to_text(x));
    if (x.count() % 32 != 0 && !o.copy)
      return not_supported("filterDesc: K is {}; a bias is reordered in blocks of 32", x.count());
    return {};
  }
  if (x.rank == 0) return bad_param("{}: its descriptor was never set", g.name(o.x));
  if (x.dtype != DType::i8 || (x.vector != 32 && x.vector != 4))
    return not_supported("{} is {}; INT8x32 and INT8x4 filters (NCHW_VECT_C) are reordered", g.name(o.x), to_text(x));
  if (x.rank < 3 || x.dims[1] % x.vector != 0)
    return bad_param("{}: C is {}; it must be a multiple of {}", g.name(o.x), x.dims[1], x.vector);
  return {};
}

}  // namespace girih::graph
