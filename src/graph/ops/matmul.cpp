#include "graph/ops/matmul.h"

#include "graph/ops/rules.h"

namespace girih::graph {
namespace {

// A batch dim of an operand: 1, that of the result, or (b) a divisor of it.
Check check_batches(const Graph& g, TensorId operand, TensorId result, bool may_divide) {
  const TensorDesc &a = g.desc(operand), &c = g.desc(result);
  for (int i = 0; i < c.rank - 2; ++i) {
    if (a.dims[i] == c.dims[i] || a.dims[i] == 1) continue;
    if (may_divide && a.dims[i] > 0 && c.dims[i] % a.dims[i] == 0) continue;
    return bad_param("{}: batch dimension {} is {}; it must be 1, that of {} ({}){}", g.name(operand), i, a.dims[i],
                     g.name(result), c.dims[i], may_divide ? " or a divisor of it" : "");
  }
  return {};
}

}  // namespace

Check validate(const Graph& g, const Matmul& o) {
  const TensorDesc &a = g.desc(o.a), &b = g.desc(o.b), &c = g.desc(o.c);
  const int rank = c.rank;
  for (TensorId id : {o.a, o.b, o.c}) GIRIH_TRY(check_plain(g, id));
  if (rank < 2) return bad_param("{} has {} dimension; a matrix product has 2 and more", g.name(o.c), rank);
  if (a.rank != rank || b.rank != rank)
    return bad_param("{}, {} and {} have {}, {} and {} dimensions; they must be equal", g.name(o.a), g.name(o.b),
                     g.name(o.c), a.rank, b.rank, rank);
  if (a.dims[rank - 1] != b.dims[rank - 2])
    return bad_param("{} has {} columns, {} has {} rows; they must be equal", g.name(o.a), a.dims[rank - 1],
                     g.name(o.b), b.dims[rank - 2]);
  if (c.dims[rank - 2] != a.dims[rank - 2])
    return bad_param("{} has {} rows, {} has {}; they must be equal", g.name(o.c), c.dims[rank - 2], g.name(o.a),
                     a.dims[rank - 2]);
  if (c.dims[rank - 1] != b.dims[rank - 1])
    return bad_param("{} has {} columns, {} has {}; they must be equal", g.name(o.c), c.dims[rank - 1], g.name(o.b),
                     b.dims[rank - 1]);
  GIRIH_TRY(check_batches(g, o.a, o.c, true));
  GIRIH_TRY(check_batches(g, o.b, o.c, true));
  int64_t batches = 1;
  for (int i = 0; i < rank - 2; ++i) batches *= c.dims[i];
  for (TensorId id : {o.m_override, o.n_override, o.k_override}) {
    if (id == kNone) continue;
    const TensorDesc& t = g.desc(id);
    if (t.dtype != DType::i32 && t.dtype != DType::i64)
      return bad_param("{}: its type is {}; sizes are i32 or i64", g.name(id), dtype_name(t.dtype));
    if (t.count() != 1 && t.count() != batches && t.count() != c.dims[0])
      return bad_param("{} has {} elements; it needs one, or one for each of the {} batches", g.name(id), t.count(),
                       batches);
  }
  return {};
}

Check validate(const Graph& g, const MoeGroupedMatmul& o) {
  const TensorDesc &t = g.desc(o.token), &w = g.desc(o.weight), &y = g.desc(o.output);
  if (t.rank != 3 || w.rank != 3 || y.rank != 3)
    return bad_param("{}, {} and {} must have 3 dimensions, not {}, {} and {}", g.name(o.token), g.name(o.weight),
                     g.name(o.output), t.rank, w.rank, y.rank);
  if (t.dims[2] != w.dims[1])
    return bad_param("{} has {} columns, {} has {} rows for each expert; they must be equal", g.name(o.token),
                     t.dims[2], g.name(o.weight), w.dims[1]);
  if (y.dims[2] != w.dims[2])
    return bad_param("{} has {} columns, {} has {}; they must be equal", g.name(o.output), y.dims[2], g.name(o.weight),
                     w.dims[2]);
  if (w.dims[0] < 1 || g.desc(o.first_token_offset).count() % w.dims[0] != 0)
    return bad_param("{} has {} elements; one for each of the {} experts of {}, for each batch, is needed",
                     g.name(o.first_token_offset), g.desc(o.first_token_offset).count(), w.dims[0], g.name(o.weight));
  if (o.mode != MoeMode::none && o.token_index == kNone)
    return bad_param("gather and scatter need a tensor of token indices");
  if (o.top_k < 1) return bad_param("top_k is {}; at least 1 is needed", o.top_k);
  return {};
}

Check validate(const Graph& g, const MoeGroupedMatmulBackward& o) {
  const TensorDesc &t = g.desc(o.token), &dy = g.desc(o.doutput), &dw = g.desc(o.dweight);
  if (t.rank != 3 || dy.rank != 3 || dw.rank != 3)
    return bad_param("{}, {} and {} must have 3 dimensions, not {}, {} and {}", g.name(o.token), g.name(o.doutput),
                     g.name(o.dweight), t.rank, dy.rank, dw.rank);
  if (dw.dims[1] != t.dims[2] || dw.dims[2] != dy.dims[2] || t.dims[1] != dy.dims[1])
    return bad_param("{} {{{},{},{}}} does not fit {} with {} columns and {} with {}", g.name(o.dweight), dw.dims[0],
                     dw.dims[1], dw.dims[2], g.name(o.token), t.dims[2], g.name(o.doutput), dy.dims[2]);
  if (dw.dims[0] < 1 || g.desc(o.first_token_offset).count() % dw.dims[0] != 0)
    return bad_param("{} has {} elements; one for each of the {} experts, for each batch, is needed",
                     g.name(o.first_token_offset), g.desc(o.first_token_offset).count(), dw.dims[0]);
  return {};
}

}  // namespace girih::graph
