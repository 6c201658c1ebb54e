// Softmax of packed f32, f16 and bf16 tensors of one layout: contiguous rows of up to 8,192 elements, and rows across
// planes. A call with misaligned pointers goes to the generic kernel.
#include <string>

#include "engines/cuda/generic/host.h"
#include "engines/cuda/softmax/rows/params.h"

namespace girih::engines {
extern const Engine cuda_softmax_rows;
extern const Engine cuda_generic_softmax;
namespace {

using graph::Softmax;
using softmax_rows::kBlock;
using softmax_rows::kElements;
using softmax_rows::Params;

Verdict plan_rows(const graph::Graph& g, const Softmax& o, Params& p) {
  const TensorDesc& t = g.desc(o.y);
  if (t.dtype != DType::f32 && t.dtype != DType::f16 && t.dtype != DType::bf16)
    return no("{}: type {}; f32, f16 and bf16", g.name(o.y), dtype_name(t.dtype));
  if (t.count() == 0) return no("an empty tensor");
  bool nchw = true, nhwc = true;
  for (auto id : {o.x, o.y, o.dy, o.dx}) {
    if (id == graph::kNone) continue;
    if (g.desc(id).dtype != t.dtype || g.desc(id).vector != 1) return no("the tensors are of different types");
    nchw = nchw && is_packed(g.desc(id), Layout::nchw);
    nhwc = nhwc && is_packed(g.desc(id), Layout::nhwc);
  }
  if (!nchw && !nhwc) return no("the tensors are not packed in one layout");
  const int64_t n = t.dims[0], c = t.dims[1], plane = t.count() / (n * c);
  p.plane = 1;
  if (!o.channel) {
    p.rows = n, p.size = static_cast<int32_t>(std::min<int64_t>(c * plane, 1 << 30));
  } else {
    p.rows = n * plane, p.size = static_cast<int32_t>(std::min<int64_t>(c, 1 << 30));
    if (!nhwc) p.plane = plane;
  }
  if (p.plane > 1) return p.rows < 4096 ? no("fewer than 4,096 rows across planes") : yes();
  const auto vector = static_cast<int64_t>(16 / dtype_size(t.dtype));
  if (p.size % vector != 0) return no("rows that are not of whole 16-byte vectors");
  if (p.size > kBlock * kElements) return no("rows of {} elements; at most {}", p.size, kBlock * kElements);
  return yes();
}

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Softmax>();
  if (!o) return no("takes a single softmax");
  Params p{};
  return plan_rows(g, *o, p);
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const TensorDesc& t = g.desc(g.only<Softmax>()->y);
  return {4 + 3 * static_cast<double>(t.count()) * static_cast<double>(dtype_size(t.dtype)) / 2.5e6, 0};
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  Params p{};
  plan_rows(g, *g.only<Softmax>(), p);
  GIRIH_TRY_ASSIGN(Plan fallback, cuda_generic_softmax.build(g, d));
  Plan plan{&cuda_softmax_rows, 0, {}};
  plan.run = [d, p, fallback = std::move(fallback)](const RunArgs& a) -> Check {
    const auto& o = *a.graph.only<Softmax>();
    for (auto id : {o.x, o.y, o.dy, o.dx})
      if (reinterpret_cast<uintptr_t>(a.ptr(id)) % 16 != 0) return fallback.run(a);
    Params q = p;
    q.x = a.ptr(o.x), q.y = a.ptr(o.y), q.dy = a.ptr(o.dy);
    q.out = a.ptr(o.backward ? o.dx : o.y);
    q.algorithm = static_cast<int32_t>(o.algorithm);
    q.backward = o.backward;
    q.alpha = static_cast<float>(a.scalars().alpha), q.beta = static_cast<float>(a.scalars().beta);
    const bool warp = q.size <= 32 * kElements;
    const auto name = std::string("girih_softmax_rows_") +
                      (q.plane > 1 ? "across_"
                       : warp      ? "warp_"
                                   : "block_") +
                      dtype_name(a.graph.desc(o.y).dtype);
    const int64_t per_block = q.plane > 1 ? kBlock : warp ? kBlock / 32 : 1;
    return enqueue(a, name.c_str(), {blocks_for(q.rows, per_block, d), kBlock}, q);
  };
  return plan;
}

}  // namespace

const Engine cuda_softmax_rows{1030, "cuda.softmax.rows", DeviceKind::cuda, Notes{}, supports, estimate, build};

}  // namespace girih::engines
