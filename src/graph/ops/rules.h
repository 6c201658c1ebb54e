// Rules that several operations share, each with its text.
#pragma once
#include "base/result.h"
#include "graph/graph.h"

namespace girih::graph {

// The descriptor was set, and its elements are single ones (no NCHW_VECT_C).
inline Check check_plain(const Graph& g, TensorId id) {
  const TensorDesc& t = g.desc(id);
  if (t.rank == 0) return bad_param("{}: its descriptor was never set", g.name(id));
  if (t.vector != 1)
    return not_supported("{}: vectors of {} elements; this operation takes plain layouts", g.name(id), t.vector);
  return {};
}

inline Check check_float(const Graph& g, TensorId id) {
  switch (g.desc(id).dtype) {
    case DType::f32:
    case DType::f64:
    case DType::f16:
    case DType::bf16:
      return {};
    default:
      return not_supported("{}: its type is {}; f32, f64, f16 and bf16 are supported", g.name(id),
                           dtype_name(g.desc(id).dtype));
  }
}

inline Check check_same_type(const Graph& g, TensorId a, TensorId b) {
  if (g.desc(a).dtype == g.desc(b).dtype) return {};
  return bad_param("{} is {}, {} is {}; their types must be equal", g.name(b), dtype_name(g.desc(b).dtype), g.name(a),
                   dtype_name(g.desc(a).dtype));
}

inline Check check_same_dims(const Graph& g, TensorId a, TensorId b) {
  const TensorDesc &x = g.desc(a), &y = g.desc(b);
  if (x.rank != y.rank)
    return bad_param("{} has {} dimensions, {} has {}; they must be equal", g.name(b), y.rank, g.name(a), x.rank);
  for (int i = 0; i < x.rank; ++i)
    if (x.dims[i] != y.dims[i])
      return bad_param("{}: dimension {} is {}; it must be that of {}, {}", g.name(b), i, y.dims[i], g.name(a),
                       x.dims[i]);
  return {};
}

// b is a plain tensor of the type and dims of a; strides are its own.
inline Check check_like(const Graph& g, TensorId a, TensorId b) {
  GIRIH_TRY(check_plain(g, b));
  GIRIH_TRY(check_same_type(g, a, b));
  return check_same_dims(g, a, b);
}

inline Check check_rank(const Graph& g, TensorId id, int least) {
  if (g.desc(id).rank >= least) return {};
  return bad_param("{} has {} dimensions; N, C and at least {} more are needed", g.name(id), g.desc(id).rank,
                   least - 2);
}

}  // namespace girih::graph
