#include "graph/ops/layout.h"

#include <algorithm>

#include "graph/ops/rules.h"

namespace girih::graph {

Check validate(const Graph& g, const Reshape& o) {
  const TensorDesc &x = g.desc(o.x), &y = g.desc(o.y);
  if (x.count() != y.count())
    return bad_param("{} has {} elements, {} has {}; a reshape keeps their number", g.name(o.x), x.count(), g.name(o.y),
                     y.count());
  return {};
}

Check validate(const Graph& g, const Transpose& o) {
  const TensorDesc &x = g.desc(o.x), &y = g.desc(o.y);
  if (x.rank != y.rank || o.rank != x.rank)
    return bad_param("{} has {} dimensions, {} has {}, the permutation {}; they must be equal", g.name(o.x), x.rank,
                     g.name(o.y), y.rank, o.rank);
  bool seen[kMaxRank] = {};
  for (int i = 0; i < o.rank; ++i) {
    const int64_t p = o.permutation[i];
    if (p < 0 || p >= o.rank || seen[p]) return bad_param("the permutation does not name each dimension once");
    seen[p] = true;
    if (y.dims[i] != x.dims[p])
      return bad_param("{}: dimension {} is {}; it must be dimension {} of {}, {}", g.name(o.y), i, y.dims[i], p,
                       g.name(o.x), x.dims[p]);
  }
  return {};
}

Check validate(const Graph& g, const Slice& o) {
  const TensorDesc &x = g.desc(o.x), &y = g.desc(o.y);
  if (x.rank != y.rank || o.rank != x.rank)
    return bad_param("{} has {} dimensions, {} has {}, the slice {}; they must be equal", g.name(o.x), x.rank,
                     g.name(o.y), y.rank, o.rank);
  for (int i = 0; i < o.rank; ++i) {
    if (o.start[i] < 0 || o.limit[i] > x.dims[i] || o.start[i] > o.limit[i] || o.stride[i] < 1)
      return bad_param("dimension {}: {}..{} by {} is no slice of {} elements", i, o.start[i], o.limit[i], o.stride[i],
                       x.dims[i]);
    const int64_t n = (o.limit[i] - o.start[i] + o.stride[i] - 1) / o.stride[i];
    if (n != y.dims[i]) return bad_param("{}: dimension {} is {}; the slice gives {}", g.name(o.y), i, y.dims[i], n);
  }
  return {};
}

Check validate(const Graph& g, const Concat& o) {
  const TensorDesc& y = g.desc(o.y);
  if (o.inputs.empty()) return bad_param("a concatenation needs at least one input");
  if (o.axis < 0 || o.axis >= y.rank)
    return bad_param("the axis is {}; {} has {} dimensions", o.axis, g.name(o.y), y.rank);
  if (o.in_place >= static_cast<int>(o.inputs.size()))
    return bad_param("in-place input {} of {} inputs", o.in_place, o.inputs.size());
  int64_t total = 0;
  for (TensorId id : o.inputs) {
    const TensorDesc& x = g.desc(id);
    if (x.rank != y.rank)
      return bad_param("{} has {} dimensions, {} has {}; they must be equal", g.name(id), x.rank, g.name(o.y), y.rank);
    for (int i = 0; i < y.rank; ++i)
      if (i != o.axis && x.dims[i] != y.dims[i])
        return bad_param("{}: dimension {} is {}; it must be that of {}, {}", g.name(id), i, x.dims[i], g.name(o.y),
                         y.dims[i]);
    total += x.dims[o.axis];
  }
  if (total != y.dims[o.axis])
    return bad_param("{}: dimension {} is {}; its inputs have {} together", g.name(o.y), o.axis, y.dims[o.axis], total);
  return {};
}

Check validate(const Graph& g, const PagedCacheLoad& o) {
  const TensorDesc &c = g.desc(o.container), &y = g.desc(o.y), &t = g.desc(o.page_table);
  if (c.rank != 4 || y.rank != 4 || t.rank != 4)
    return bad_param("{}, {} and {} must have 4 dimensions, not {}, {} and {}", g.name(o.container), g.name(o.y),
                     g.name(o.page_table), c.rank, y.rank, t.rank);
  if (c.dims[1] != y.dims[1])
    return bad_param("{} has {} heads, {} has {}; they must be equal", g.name(o.container), c.dims[1], g.name(o.y),
                     y.dims[1]);
  if (t.dims[0] != y.dims[0])
    return bad_param("{} has {} sequences, {} has {}; they must be equal", g.name(o.page_table), t.dims[0], g.name(o.y),
                     y.dims[0]);
  if (c.dims[3] != y.dims[2] && c.dims[3] != y.dims[3])
    return bad_param("{} has head size {}; neither of the last dimensions of {}, {} and {}, is that",
                     g.name(o.container), c.dims[3], g.name(o.y), y.dims[2], y.dims[3]);
  return {};
}

Check validate(const Graph& g, const BandMatrix& o) {
  const TensorDesc &x = g.desc(o.x), &y = g.desc(o.y);
  if (x.rank != y.rank)
    return bad_param("{} has {} dimensions, {} has {}; they must be equal", g.name(o.x), x.rank, g.name(o.y), y.rank);
  if (o.axis < 0 || o.axis + 1 >= x.rank)
    return bad_param("the axis is {}; it must leave one dimension behind it among the {} of {}", o.axis, x.rank,
                     g.name(o.x));
  if (o.lower < 0 || o.upper < 0)
    return bad_param("the bandwidths are {} and {}; they cannot be negative", o.lower, o.upper);
  return {};
}

Check validate(const Graph& g, const Signal& o) {
  if (o.flag == kNone) return bad_param("a signal needs a flag tensor");
  if ((o.x == kNone) != (o.y == kNone)) return bad_param("x and y are both given, or both absent");
  return o.x == kNone ? Check{} : check_same_dims(g, o.x, o.y);
}

}  // namespace girih::graph
