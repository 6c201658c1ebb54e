#include "graph/ops/sdpa.h"

#include "graph/ops/rules.h"

namespace girih::graph {
namespace {

Check check_attention(const Graph& g, TensorId q, TensorId k, TensorId v, TensorId o, bool paged) {
  const TensorDesc &qd = g.desc(q), &kd = g.desc(k), &vd = g.desc(v), &od = g.desc(o);
  for (TensorId id : {q, k, v, o})
    if (g.desc(id).rank != 4)
      return bad_param("{} has {} dimensions; batch, head, sequence and head size are needed", g.name(id),
                       g.desc(id).rank);
  if (kd.dims[3] != qd.dims[3])
    return bad_param("{} has head size {}, {} has {}; they must be equal", g.name(k), kd.dims[3], g.name(q),
                     qd.dims[3]);
  for (int i = 0; i < 3; ++i)
    if (od.dims[i] != qd.dims[i])
      return bad_param("{}: dimension {} is {}; it must be that of {}, {}", g.name(o), i, od.dims[i], g.name(q),
                       qd.dims[i]);
  if (od.dims[3] != vd.dims[3])
    return bad_param("{} has head size {}, {} has {}; they must be equal", g.name(o), od.dims[3], g.name(v),
                     vd.dims[3]);
  for (TensorId id : {k, v}) {
    const TensorDesc& t = g.desc(id);
    if (t.dims[1] < 1 || qd.dims[1] % t.dims[1] != 0)
      return bad_param("{} has {} heads; it must be a divisor of the {} of {}", g.name(id), t.dims[1], qd.dims[1],
                       g.name(q));
    if (!paged && t.dims[0] != qd.dims[0])
      return bad_param("{} has {} batches, {} has {}; they must be equal", g.name(id), t.dims[0], g.name(q),
                       qd.dims[0]);
  }
  if (!paged && kd.dims[2] != vd.dims[2])
    return bad_param("{} has {} keys, {} has {} values; they must be equal", g.name(k), kd.dims[2], g.name(v),
                     vd.dims[2]);
  return {};
}

// One element for each row of scores.
Check check_stats(const Graph& g, TensorId id, TensorId q) {
  if (id == kNone) return {};
  const TensorDesc &t = g.desc(id), &d = g.desc(q);
  if (t.rank == 4 && t.dims[0] == d.dims[0] && t.dims[1] == d.dims[1] && t.dims[2] == d.dims[2] && t.dims[3] == 1)
    return {};
  return bad_param("{} is {}; one element for each batch, head and row of {} is needed", g.name(id), to_text(t),
                   g.name(q));
}

// Page tables: a row of pages for each batch.
Check check_pages(const Graph& g, TensorId id, TensorId q) {
  if (id == kNone) return {};
  const TensorDesc& t = g.desc(id);
  if (t.rank == 4 && t.dims[0] == g.desc(q).dims[0] && t.dims[1] == 1 && t.dims[3] == 1) return {};
  return bad_param("{} is {}; batch, 1, pages, 1 are needed", g.name(id), to_text(t));
}

Check check_lengths(const Graph& g, TensorId id, int64_t batches) {
  if (id == kNone || g.desc(id).count() == batches) return {};
  return bad_param("{} has {} elements; one for each of {} batches is needed", g.name(id), g.desc(id).count(), batches);
}

}  // namespace

Check validate(const Graph& g, const SdpaForward& o) {
  GIRIH_TRY(check_attention(g, o.q, o.k, o.v, o.o, o.page_table_k != kNone || o.page_table_v != kNone));
  GIRIH_TRY(check_lengths(g, o.seq_len_q, g.desc(o.q).dims[0]));
  GIRIH_TRY(check_lengths(g, o.seq_len_kv, g.desc(o.q).dims[0]));
  GIRIH_TRY(check_stats(g, o.stats, o.q));
  GIRIH_TRY(check_pages(g, o.page_table_k, o.q));
  GIRIH_TRY(check_pages(g, o.page_table_v, o.q));
  if (o.block_mask != kNone && g.desc(o.block_mask).rank != 4)
    return bad_param("{} has {} dimensions; 4 are needed", g.name(o.block_mask), g.desc(o.block_mask).rank);
  if ((o.page_table_k != kNone || o.page_table_v != kNone) && o.seq_len_kv == kNone)
    return bad_param("keys in pages need the sequence lengths of keys");
  if (o.scale != kNone && g.desc(o.scale).count() != 1)
    return bad_param("{} has {} elements; one is needed", g.name(o.scale), g.desc(o.scale).count());
  return {};
}

Check validate(const Graph& g, const SdpaBackward& o) {
  GIRIH_TRY(check_attention(g, o.q, o.k, o.v, o.o, false));
  GIRIH_TRY(check_same_dims(g, o.o, o.d_o));
  GIRIH_TRY(check_same_dims(g, o.q, o.dq));
  GIRIH_TRY(check_same_dims(g, o.k, o.dk));
  GIRIH_TRY(check_same_dims(g, o.v, o.dv));
  if (o.stats == kNone) return bad_param("the statistics of the forward pass are needed");
  GIRIH_TRY(check_stats(g, o.stats, o.q));
  if (o.scale != kNone && g.desc(o.scale).count() != 1)
    return bad_param("{} has {} elements; one is needed", g.name(o.scale), g.desc(o.scale).count());
  GIRIH_TRY(check_lengths(g, o.seq_len_q, g.desc(o.q).dims[0]));
  return check_lengths(g, o.seq_len_kv, g.desc(o.q).dims[0]);
}

Check validate(const Graph& g, const SoftmaxStats& o) {
  GIRIH_TRY(check_same_dims(g, o.x, o.y));
  const TensorDesc& x = g.desc(o.x);
  for (TensorId id : {o.stats, o.max, o.sum_exp}) {
    if (id == kNone) continue;
    const TensorDesc& t = g.desc(id);
    if (t.rank != x.rank || t.dims[t.rank - 1] != 1 || t.count() * x.dims[x.rank - 1] != x.count())
      return bad_param("{} must have one element for each row of {}", g.name(id), g.name(o.x));
  }
  return {};
}

Check validate(const Graph& g, const DiagonalBandMask& o) {
  GIRIH_TRY(check_same_dims(g, o.x, o.y));
  if (g.desc(o.x).rank < 2) return bad_param("{} has less than 2 dimensions", g.name(o.x));
  if (o.comparison < 302 || o.comparison > 305)
    return bad_param("the comparison is {}; GT, GE, LT and LE are defined", o.comparison);
  if (o.b == kNone) return bad_param("the value outside the band is needed");
  return {};
}

}  // namespace girih::graph
