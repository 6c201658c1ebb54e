#include "graph/ops/normalize.h"

#include "graph/ops/rules.h"

namespace girih::graph {
namespace {

// The operand spans x, with 1 where it is broadcast (group norm: fewer channels than x).
Check check_parameter(const Graph& g, TensorId id, TensorId x, bool grouped) {
  if (id == kNone) return {};
  const TensorDesc &p = g.desc(id), &d = g.desc(x);
  if (p.rank != d.rank)
    return bad_param("{} has {} dimensions, {} has {}; they must be equal", g.name(id), p.rank, g.name(x), d.rank);
  for (int i = 0; i < d.rank; ++i) {
    if (p.dims[i] == 1 || p.dims[i] == d.dims[i]) continue;
    if (grouped && i == 1 && p.dims[i] > 0 && d.dims[i] % p.dims[i] == 0) continue;
    return bad_param("{}: dimension {} is {}; it must be 1 or that of {}, {}", g.name(id), i, p.dims[i], g.name(x),
                     d.dims[i]);
  }
  return {};
}

Check check_one(const Graph& g, TensorId id) {
  if (id == kNone || g.desc(id).count() == 1) return {};
  return bad_param("{} has {} elements; one is needed", g.name(id), g.desc(id).count());
}

}  // namespace

Check validate(const Graph& g, const NormForward& o) {
  GIRIH_TRY(check_plain(g, o.x));
  GIRIH_TRY(check_same_dims(g, o.x, o.y));
  const bool grouped = o.mode == NormMode::group;
  for (TensorId id : {o.scale, o.bias, o.running_mean, o.running_var, o.new_running_mean, o.new_running_var})
    GIRIH_TRY(check_parameter(g, id, o.x, grouped));
  for (TensorId id : {o.mean, o.inv_variance}) GIRIH_TRY(check_parameter(g, id, o.x, grouped));
  for (TensorId id : {o.epsilon, o.factor}) GIRIH_TRY(check_one(g, id));
  if (o.epsilon == kNone && (o.training || o.inv_variance == kNone))
    return bad_param("a norm that computes its statistics needs an epsilon tensor");
  if (!o.training && (o.mode == NormMode::batch) && (o.mean == kNone || o.inv_variance == kNone))
    return bad_param("batch norm in inference needs the mean and the inverse variance");
  if (o.new_running_mean != kNone || o.new_running_var != kNone)
    if (o.running_mean == kNone || o.running_var == kNone || o.factor == kNone)
      return bad_param("new running statistics need the old ones and the averaging factor");
  return {};
}

Check validate(const Graph& g, const NormBackward& o) {
  GIRIH_TRY(check_plain(g, o.x));
  GIRIH_TRY(check_same_dims(g, o.x, o.dy));
  if (o.dx != kNone) GIRIH_TRY(check_same_dims(g, o.x, o.dx));
  const bool grouped = o.mode == NormMode::group;
  for (TensorId id : {o.scale, o.dscale, o.dbias, o.mean, o.inv_variance})
    GIRIH_TRY(check_parameter(g, id, o.x, grouped));
  GIRIH_TRY(check_one(g, o.epsilon));
  if (o.inv_variance == kNone && o.epsilon == kNone)
    return bad_param("the inverse variance, or an epsilon to compute it again, is needed");
  return {};
}

}  // namespace girih::graph
