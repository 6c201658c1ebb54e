// Operations of the graph API that move elements without arithmetic.
#pragma once
#include <vector>

#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

enum class ReshapeMode : uint8_t { view = 0, logical = 1 };

// view: y is x's memory read with y's dims and strides (how clients transpose); logical: the elements in row-major
// order of the dims.
struct Reshape {
  ReshapeMode mode = ReshapeMode::view;
  TensorId x = kNone, y = kNone;
};
template <class V>
void visit(V& v, const Reshape& o) {
  v("mode", o.mode), v("x", o.x), v("y", o.y);
}
constexpr const char* op_name(const Reshape&) { return "reshape"; }

// y[i0, i1, ..] = x at the coordinates whose dimension permutation[d] is i_d.
struct Transpose {
  TensorId x = kNone, y = kNone;
  int64_t permutation[kMaxRank] = {};
  int rank = 0;
};
template <class V>
void visit(V& v, const Transpose& o) {
  v("x", o.x), v("y", o.y), v("rank", o.rank), v("permutation", o.permutation, o.rank);
}
constexpr const char* op_name(const Transpose&) { return "transpose"; }

// y = x[start : limit : stride] in every dimension.
struct Slice {
  TensorId x = kNone, y = kNone;
  int64_t start[kMaxRank] = {}, limit[kMaxRank] = {}, stride[kMaxRank] = {};
  int rank = 0;
};
template <class V>
void visit(V& v, const Slice& o) {
  v("x", o.x), v("y", o.y), v("rank", o.rank);
  v("start", o.start, o.rank), v("limit", o.limit, o.rank), v("stride", o.stride, o.rank);
}
constexpr const char* op_name(const Slice&) { return "slice"; }

// The inputs side by side along `axis`. Input `in_place` (if any) is already where it belongs in y.
struct Concat {
  std::vector<TensorId> inputs;
  TensorId y = kNone;
  int axis = 0, in_place = -1;
};
template <class V>
void visit(V& v, const Concat& o) {
  v("inputs", o.inputs), v("y", o.y), v("axis", o.axis), v("in_place", o.in_place);
}
constexpr const char* op_name(const Concat&) { return "concat"; }

// Key or value blocks through a page table: container [blocks, H, block size, D], page_table [B, 1, pages, 1],
// sequence [B, 1, 1, 1] lengths in tokens; y [B, H, S, D] (or [B, H, D, S]: then container and y have the last two
// dims swapped). Elements past a sequence's length are 0.
struct PagedCacheLoad {
  TensorId container = kNone, y = kNone, sequence = kNone, page_table = kNone;
};
template <class V>
void visit(V& v, const PagedCacheLoad& o) {
  v("container", o.container), v("y", o.y), v("sequence", o.sequence), v("page_table", o.page_table);
}
constexpr const char* op_name(const PagedCacheLoad&) { return "paged_load"; }

// Band matrices, stored by diagonals. expand: row i of x holds the entries of columns i - lower .. i + upper of row i
// of y along `axis`; entries of y outside the band are `pad`. contract: the inverse; entries outside the matrix are
// `pad`.
struct BandMatrix {
  bool expand = true;
  TensorId x = kNone, y = kNone, token_offset = kNone, speculative_mask = kNone;
  int64_t lower = 0, upper = 0, pad = 0, max_token = 0;
  int axis = 0;
};
template <class V>
void visit(V& v, const BandMatrix& o) {
  v("expand", o.expand), v("x", o.x), v("y", o.y), v("token_offset", o.token_offset);
  v("speculative_mask", o.speculative_mask), v("lower", o.lower), v("upper", o.upper), v("pad", o.pad);
  v("max_token", o.max_token), v("axis", o.axis);
}
constexpr const char* op_name(const BandMatrix&) { return "band_matrix"; }

// Writes `value` to the flag, or waits until the flag has it, then passes x on as y (both may be absent).
struct Signal {
  bool wait = false;
  TensorId flag = kNone, x = kNone, y = kNone;
  int64_t value = 0;
};
template <class V>
void visit(V& v, const Signal& o) {
  v("wait", o.wait), v("flag", o.flag), v("x", o.x), v("y", o.y), v("value", o.value);
}
constexpr const char* op_name(const Signal&) { return "signal"; }

Check validate(const Graph& g, const Reshape& o);
Check validate(const Graph& g, const Transpose& o);
Check validate(const Graph& g, const Slice& o);
Check validate(const Graph& g, const Concat& o);
Check validate(const Graph& g, const PagedCacheLoad& o);
Check validate(const Graph& g, const BandMatrix& o);
Check validate(const Graph& g, const Signal& o);

}  // namespace girih::graph
