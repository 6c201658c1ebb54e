// Matrix products of any types, strides and batches.
#include "engines/cuda/generic/host.h"
#include "engines/cuda/generic/matmul/params.h"

namespace girih::engines {
extern const Engine cuda_generic_matmul;
namespace {

using namespace girih::generic;
using graph::kNone;
using graph::Matmul;

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Matmul>();
  if (!o) return no("takes a single matrix product");
  if (o->m_override != kNone || o->n_override != kNone || o->k_override != kNone)
    return no("sizes that are overridden for each batch have no CUDA kernel yet");
  for (auto id : {o->a, o->b, o->c}) {
    const DType t = g.desc(id).dtype;
    if (!has_conversion(t)) return no("{}: the element type {} has no conversion", g.name(id), dtype_name(t));
    if (t == DType::i64 || (t == DType::i32 && id != o->c)) return no("{}: integers of {}", g.name(id), dtype_name(t));
    if (g.tensor(id).ragged != kNone) return no("{}: ragged", g.name(id));
  }
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Matmul>();
  const TensorDesc &a = g.desc(o.a), &c = g.desc(o.c);
  return {8 + 2e-6 * static_cast<double>(c.count()) * static_cast<double>(a.dims[a.rank - 1]) / 4, 0};
}

Check run(const RunArgs& args, const Device& d) {
  const auto& o = *args.graph.only<Matmul>();
  MatmulParams p{};
  p.a = view(args, o.a), p.b = view(args, o.b), p.c = view(args, o.c);
  const int r = p.c.rank;
  p.m = p.c.dims[r - 2], p.n = p.c.dims[r - 1], p.k = p.a.dims[r - 1];
  p.batches = 1;
  for (int i = 0; i < r - 2; ++i) p.batches *= p.c.dims[i];
  p.alpha = args.scalars().alpha, p.beta = args.scalars().beta;
  const int64_t tiles = (p.m + 31) / 32 * ((p.n + 31) / 32) * p.batches;
  if (tiles == 0) return {};
  return enqueue(args, "girih_matmul", {blocks_for(tiles, 1, d), 256}, p);
}

Result<Plan> build(const graph::Graph&, const Device& d) {
  return Plan{&cuda_generic_matmul, 0, [d](const RunArgs& a) { return run(a, d); }};
}

}  // namespace

const Engine cuda_generic_matmul{1121, "cuda.generic.matmul", DeviceKind::cuda, Notes{}, supports, estimate, build};

}  // namespace girih::engines
