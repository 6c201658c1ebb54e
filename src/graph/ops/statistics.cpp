#include "graph/ops/statistics.h"

#include "graph/ops/rules.h"

namespace girih::graph {
namespace {

// One element for each channel of x.
Check check_channels(const Graph& g, std::initializer_list<TensorId> ids, int64_t channels, TensorId like) {
  for (TensorId id : ids)
    if (id != kNone && g.desc(id).count() != channels)
      return bad_param("{} has {} elements; {} are needed, one for each channel of {}", g.name(id), g.desc(id).count(),
                       channels, g.name(like));
  return {};
}

}  // namespace

Check validate(const Graph& g, const GenStats& o) {
  GIRIH_TRY(check_rank(g, o.x, 2));
  return check_channels(g, {o.sum, o.square_sum}, g.desc(o.x).dims[1], o.x);
}

Check validate(const Graph& g, const BnFinalize& o) {
  const TensorId first = o.sum != kNone ? o.sum : o.running_mean != kNone ? o.running_mean : o.scale;
  if (first == kNone) return bad_param("neither sums, running statistics nor a scale are given");
  if (o.training && (o.sum == kNone || o.square_sum == kNone || o.count == kNone))
    return bad_param("training needs the sum, the sum of squares and the count");
  if (!o.training && (o.running_mean == kNone || o.running_var == kNone))
    return bad_param("inference needs the running mean and variance");
  if (o.epsilon == kNone) return bad_param("an epsilon tensor is needed");
  GIRIH_TRY(check_channels(g,
                           {o.sum, o.square_sum, o.scale, o.bias, o.running_mean, o.running_var, o.new_running_mean,
                            o.new_running_var, o.saved_mean, o.saved_invstd, o.eq_scale, o.eq_bias},
                           g.desc(first).count(), first));
  for (TensorId id : {o.count, o.epsilon, o.factor})
    if (id != kNone && g.desc(id).count() != 1)
      return bad_param("{} has {} elements; one is needed", g.name(id), g.desc(id).count());
  return {};
}

Check validate(const Graph& g, const BnBackwardWeights& o) {
  GIRIH_TRY(check_rank(g, o.x, 2));
  GIRIH_TRY(check_same_dims(g, o.x, o.dy));
  return check_channels(g, {o.mean, o.invstd, o.scale, o.dscale, o.dbias, o.eq_dy_scale, o.eq_x_scale, o.eq_bias},
                        g.desc(o.x).dims[1], o.x);
}

}  // namespace girih::graph
