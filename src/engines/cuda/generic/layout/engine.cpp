// Operations of the graph API that move elements: reshape, transpose, slice, concatenation.
#include "engines/cuda/generic/host.h"
#include "engines/cuda/generic/layout/params.h"

namespace girih::engines {
extern const Engine cuda_generic_layout;
namespace {

using namespace girih::generic;
using graph::Concat;
using graph::Reshape;
using graph::ReshapeMode;
using graph::Slice;
using graph::Transpose;

// Elements of memory that a tensor spans.
int64_t span(const TensorDesc& t) {
  int64_t n = 1;
  for (int i = 0; i < t.rank; ++i) n += (t.dims[i] - 1) * t.strides[i];
  return n;
}

Verdict supports(const graph::Graph& g, const Device&) {
  if (!g.only<Reshape>() && !g.only<Transpose>() && !g.only<Slice>() && !g.only<Concat>())
    return no("takes a reshape, transpose, slice or concatenation");
  for (const auto& t : g.tensors) {
    if (t.desc.dtype != g.tensors[0].desc.dtype) return no("the tensors are of different types");
    if (dtype_bits(t.desc.dtype) % 8 != 0 || dtype_bits(t.desc.dtype) > 64)
      return no("{}: elements of {} bits", t.name, dtype_bits(t.desc.dtype));
    if (t.desc.vector != 1) return no("{}: a vectorised layout", t.name);
    if (t.ragged != graph::kNone || t.by_value) return no("{}: ragged or of the host", t.name);
  }
  if (const auto* o = g.only<Reshape>(); o && o->mode == ReshapeMode::view && span(g.desc(o->y)) > span(g.desc(o->x)))
    return no("the view spans more memory than its tensor");
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  double elements = 0;
  for (const auto& t : g.tensors) elements += static_cast<double>(t.desc.count());
  return {4 + 1e-5 * elements, 0};
}

void* shifted(const View& v, int64_t elements, int bytes) { return static_cast<char*>(v.data) + elements * bytes; }

Check run(const RunArgs& a, const Device& d) {
  const auto bytes = static_cast<int>(dtype_size(a.graph.tensors[0].desc.dtype));
  const auto move = [&](View x, View y, bool logical) -> Check {
    LayoutParams p{x, y, bytes, logical, count(y)};
    if (p.count == 0) return {};
    if (!logical) collapse(p.y, {&p.x});
    return enqueue(a, "girih_layout", {blocks_for(p.count, 256, d), 256}, p);
  };
  if (const auto* o = a.graph.only<Reshape>()) {
    View x = view(a, o->x), y = view(a, o->y);
    if (o->mode == ReshapeMode::logical) return move(x, y, true);
    void* const data = x.data;
    x = y;  // the same memory, read with the dims and strides of y
    x.data = data;
    return x.data == y.data ? Check{} : move(x, y, false);
  }
  if (const auto* o = a.graph.only<Transpose>()) {
    View x = view(a, o->x);
    const View y = view(a, o->y), source = x;
    for (int i = 0; i < o->rank; ++i) {
      x.dims[i] = source.dims[o->permutation[i]];
      x.strides[i] = source.strides[o->permutation[i]];
    }
    return move(x, y, false);
  }
  if (const auto* o = a.graph.only<Slice>()) {
    View x = view(a, o->x);
    const View y = view(a, o->y);
    int64_t start = 0;
    for (int i = 0; i < o->rank; ++i) {
      start += o->start[i] * x.strides[i];
      x.strides[i] *= o->stride[i];
      x.dims[i] = y.dims[i];
    }
    x.data = shifted(x, start, bytes);
    return move(x, y, false);
  }
  const auto& o = *a.graph.only<Concat>();
  int64_t begin = 0;
  for (size_t i = 0; i < o.inputs.size(); ++i) {
    const View x = view(a, o.inputs[i]);
    View y = view(a, o.y);
    y.data = shifted(y, begin * y.strides[o.axis], bytes);
    begin += x.dims[o.axis];
    // The memory of the in-place input is a part of y; a virtual one has memory of its own.
    if (static_cast<int>(i) == o.in_place && x.data == y.data) continue;
    y.dims[o.axis] = x.dims[o.axis];
    GIRIH_TRY(move(x, y, false));
  }
  return {};
}

Result<Plan> build(const graph::Graph&, const Device& d) {
  return Plan{&cuda_generic_layout, 0, [d](const RunArgs& a) { return run(a, d); }};
}

}  // namespace

const Engine cuda_generic_layout{1120, "cuda.generic.layout", DeviceKind::cuda, Notes{}, supports, estimate, build};

}  // namespace girih::engines
