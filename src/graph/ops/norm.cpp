#include "graph/ops/norm.h"

#include "graph/graph.h"
#include "graph/ops/rules.h"

namespace girih::graph {
namespace {

Check check_parameter(const Graph& g, const BatchNorm& o, TensorId id) {
  if (id == kNone) return {};
  const TensorDesc want = batch_norm_parameters(g.desc(o.x), o.spatial), &t = g.desc(id);
  GIRIH_TRY(check_plain(g, id));
  if (t.dtype != want.dtype)
    return bad_param("{}: its type is {}; parameters of a {} tensor are {} (cudnnDeriveBNTensorDescriptor)", g.name(id),
                     dtype_name(t.dtype), dtype_name(g.desc(o.x).dtype), dtype_name(want.dtype));
  if (!same_dims(t, want) || !is_packed(t, Layout::nchw))
    return bad_param("{} is {}; it must be {} (cudnnDeriveBNTensorDescriptor)", g.name(id), to_text(t), to_text(want));
  return {};
}

Check check_activation(const Graph& g, const BatchNorm& o) {
  const TensorDesc& x = g.desc(o.x);
  if (!o.spatial) return not_supported("{}: an activation goes with spatial normalization only", g.name(o.x));
  if (x.dtype == DType::f64)
    return not_supported("{}: an activation goes with f32, f16 and bf16, not f64", g.name(o.x));
  for (TensorId id : {o.x, o.y, o.dy, o.dx, o.z, o.dz})
    if (id != kNone && !is_packed(g.desc(id), Layout::nhwc))
      return not_supported("{} is {}; with an activation it must be packed NHWC", g.name(id), to_text(g.desc(id)));
  return {};
}

}  // namespace

TensorDesc batch_norm_parameters(const TensorDesc& x, bool spatial) {
  TensorDesc p;
  p.dtype = x.dtype == DType::f64 ? DType::f64 : DType::f32;
  p.rank = x.rank;
  for (int i = 0; i < x.rank; ++i) p.dims[i] = i == 0 || (spatial && i > 1) ? 1 : x.dims[i];
  set_packed_strides(p, Layout::nchw);
  return p;
}

int64_t relu_mask_bytes(const TensorDesc& x) {
  int64_t rows = x.dims[0];
  for (int i = 2; i < x.rank; ++i) rows *= x.dims[i];
  return 8 * ((rows + 31) / 32 * 32) * ((x.dims[1] + 63) / 64);
}

Check validate(const Graph& g, const BatchNorm& o) {
  GIRIH_TRY(check_plain(g, o.x));
  GIRIH_TRY(check_rank(g, o.x, 3));
  for (TensorId id : {o.y, o.dy, o.dx, o.z, o.dz})
    if (id != kNone) GIRIH_TRY(check_like(g, o.x, id));
  GIRIH_TRY(check_float(g, o.x));
  for (TensorId id : {o.scale, o.bias, o.dscale, o.dbias, o.running_mean, o.running_var, o.saved_mean, o.saved_invstd})
    GIRIH_TRY(check_parameter(g, o, id));
  if (o.activation != NormActivation::none) GIRIH_TRY(check_activation(g, o));
  if (o.reserve != kNone && g.desc(o.reserve).count() < relu_mask_bytes(g.desc(o.x)))
    return bad_param("{} has {} bytes; the mask of {} takes {}", g.name(o.reserve), g.desc(o.reserve).count(),
                     g.name(o.x), relu_mask_bytes(g.desc(o.x)));
  return {};
}

}  // namespace girih::graph
