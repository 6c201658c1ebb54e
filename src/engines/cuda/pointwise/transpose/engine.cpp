// Copies between two layouts (NCHW and NHWC) of elements of 2 or 4 bytes: tiles through shared memory, so that both
// tensors are accessed along their contiguous dimension.
#include "engines/cuda/convolution/copied/params.h"
#include "engines/cuda/generic/host.h"

namespace girih::engines {
extern const Engine cuda_pointwise_transpose;
extern const Engine cuda_generic_pointwise;
namespace {

using generic::View;
using graph::Pointwise;
using graph::PointwiseMode;

// y is packed over (outer, pixel, channel); x is contiguous along the pixels.
Verdict plan_copy(const graph::Graph& g, const Pointwise& o, copied::Params& p) {
  static char mark;
  View x = generic::view(g.desc(o.a), &mark), y = generic::view(g.desc(o.y), &mark);
  for (int i = 0; i < x.rank; ++i)
    if (x.dims[i] != y.dims[i]) return no("a broadcast input");
  generic::collapse(y, {&x});
  if (y.rank != 2 && y.rank != 3) return no("{} dims after merging; 2 or 3", y.rank);
  const int c = y.rank - 1, q = y.rank - 2;
  p.channels = p.padded = y.dims[c];
  p.pixels = y.dims[q];
  p.outer = y.rank == 3 ? y.dims[0] : 1;
  p.outer_stride = y.rank == 3 ? x.strides[0] : 0;
  p.channel_stride = x.strides[c];
  p.pixel_stride = x.strides[q];
  p.to_packed = p.along_pixels = 1;
  if (y.strides[c] != 1 || y.strides[q] != y.dims[c] || (y.rank == 3 && y.strides[0] != y.dims[c] * y.dims[q]))
    return no("{}: not packed", g.name(o.y));
  if (x.strides[q] != 1) return no("{}: not contiguous across the output", g.name(o.a));
  return yes();
}

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Pointwise>();
  if (!o) return no("takes a single pointwise operation");
  if (o->mode != PointwiseMode::identity) return no("takes copies");
  const TensorDesc &x = g.desc(o->a), &y = g.desc(o->y);
  if (x.dtype != y.dtype || g.tensor(o->a).by_value) return no("the tensors are of different types");
  if (dtype_bits(x.dtype) != 16 && dtype_bits(x.dtype) != 32) return no("elements of 2 or 4 bytes");
  if (x.vector != 1 || y.vector != 1) return no("a vectorised layout");
  if (y.count() == 0) return no("an empty tensor");
  copied::Params p{};
  return plan_copy(g, *o, p);
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const TensorDesc& y = g.desc(g.only<Pointwise>()->y);
  return {4 + 2 * static_cast<double>(y.count()) * static_cast<double>(dtype_size(y.dtype)) / 2.5e6, 0};
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  copied::Params p{};
  plan_copy(g, *g.only<Pointwise>(), p);
  GIRIH_TRY_ASSIGN(Plan fallback, cuda_generic_pointwise.build(g, d));
  Plan plan{&cuda_pointwise_transpose, 0, {}};
  plan.run = [d, p, fallback = std::move(fallback)](const RunArgs& a) -> Check {
    const auto& o = *a.graph.only<Pointwise>();
    if (a.scalars().alpha != 1 || a.scalars().beta != 0) return fallback.run(a);
    copied::Params q = p;
    q.strided = a.ptr(o.a), q.packed = a.ptr(o.y);
    const auto tiles_of = [](int64_t n) { return (n + copied::kTile - 1) / copied::kTile; };
    return enqueue(a, dtype_bits(a.graph.desc(o.y).dtype) == 16 ? "girih_copied_layout" : "girih_copied_layout_32",
                   {blocks_for(q.outer * tiles_of(q.padded) * tiles_of(q.pixels), 1, d), 256}, q);
  };
  return plan;
}

}  // namespace

const Engine cuda_pointwise_transpose{1021, "cuda.pointwise.transpose", DeviceKind::cuda, Notes{}, supports, estimate,
                                      build};

}  // namespace girih::engines
