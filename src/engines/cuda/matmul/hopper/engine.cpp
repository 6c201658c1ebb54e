// Matrix products of 16-bit types on Hopper's tensor cores: the implicit-GEMM core without the gather, either operand
// contiguous along either of its dimensions, batches at one distance.
#include <limits>
#include <optional>

#include "cuda/context.h"
#include "engines/cuda/backend.h"
#include "engines/cuda/igemm/choose.h"
#include "engines/cuda/igemm/prepare.h"

namespace girih::engines {
extern const Engine cuda_matmul_hopper;
extern const Engine cuda_generic_matmul;
namespace {

using graph::Matmul;
using igemm::MatmulProblem;

constexpr int64_t kIntMax = std::numeric_limits<int>::max();

// The distance between the matrices of a batch, 0 for one that serves all.
Verdict batch_stride(const char* name, const TensorDesc& t, const TensorDesc& c, tile::i64& stride) {
  stride = 0;
  int64_t count = 1;
  bool any = false;
  for (int i = t.rank - 3; i >= 0; --i) {
    if (c.dims[i] == 1) continue;
    const int64_t s = t.dims[i] == 1 ? 0 : t.strides[i];
    if (t.dims[i] != 1 && t.dims[i] != c.dims[i]) return no("{}: matrices shared by a part of a batch", name);
    if (any && s != stride * count) return no("{}: batches that are not at one distance", name);
    if (!any) stride = s;
    any = true;
    count *= c.dims[i];
  }
  return yes();
}

Verdict make_problem(const graph::Graph& g, const Matmul& o, MatmulProblem& p) {
  const TensorDesc &a = g.desc(o.a), &b = g.desc(o.b), &c = g.desc(o.c);
  if (a.dtype != DType::f16 && a.dtype != DType::bf16) return no("a: type {}; f16 and bf16", dtype_name(a.dtype));
  if (b.dtype != a.dtype || c.dtype != a.dtype) return no("the tensors are of different types");
  const int r = c.rank;
  int64_t batches = 1;
  for (int i = 0; i < r - 2; ++i) batches *= c.dims[i];
  const int64_t m = c.dims[r - 2], n = c.dims[r - 1], k = a.dims[r - 1];
  if (m * n * k * batches == 0) return no("an empty tensor");
  if (std::max({m, n, k, batches}) > kIntMax) return no("a dimension of 2^31 or more");
  p.type = a.dtype == DType::f16 ? tile::Type::kF16 : tile::Type::kBf16;
  p.m = static_cast<int>(m), p.n = static_cast<int>(n), p.k = static_cast<int>(k), p.batch = static_cast<int>(batches);
  const bool a_k = a.strides[r - 1] == 1, b_k = b.strides[r - 2] == 1 && b.strides[r - 1] != 1;
  p.major_a = a_k ? igemm::Major::kK : igemm::Major::kMn;
  p.major_b = b_k ? igemm::Major::kK : igemm::Major::kMn;
  if (!a_k && a.strides[r - 2] != 1) return no("a: neither dimension is contiguous");
  if (!b_k && b.strides[r - 1] != 1) return no("b: neither dimension is contiguous");
  if (c.strides[r - 1] != 1) return no("c: its rows are not contiguous");
  p.lead_a = a_k ? a.strides[r - 2] : a.strides[r - 1];
  p.lead_b = b_k ? b.strides[r - 1] : b.strides[r - 2];
  p.lead_d = c.strides[r - 2];
  if (Verdict v = batch_stride(g.name(o.a), a, c, p.batch_a); !v) return v;
  if (Verdict v = batch_stride(g.name(o.b), b, c, p.batch_b); !v) return v;
  return batch_stride(g.name(o.c), c, c, p.batch_d);
}

struct Choice {
  std::optional<igemm::Prepared> plain, blend;
  double microseconds = 0;
  size_t workspace = 0;
};

std::string choose(const MatmulProblem& p, const Device& d, Choice& best) {
  igemm::Chip chip;
  chip.multiprocessors = d.multiprocessors;
  std::string why = "no tile fits";
  for (const igemm::Choice& c : igemm::rank(p, chip)) {
    igemm::Fusion blending;
    blending.alpha = 2, blending.beta = 1;
    igemm::Prepared plain, blend;
    why = igemm::prepare(p, {}, *c.tile, c.splits, plain);
    if (why.empty()) why = igemm::prepare(p, blending, *c.tile, c.splits, blend);
    if (!why.empty()) continue;
    best = {plain, blend, c.microseconds, std::max<size_t>(plain.workspace, blend.workspace)};
    return {};
  }
  return why;
}

Verdict supports(const graph::Graph& g, const Device& d) {
  const auto* o = g.only<Matmul>();
  if (!o) return no("takes a single matrix product");
  if (d.capability != 90) return no("compute capability {}; the kernels are for 90", d.capability);
  if (Verdict v = cuda_generic_matmul.supports(g, d); !v) return v;
  MatmulProblem p;
  if (Verdict v = make_problem(g, *o, p); !v) return v;
  Choice c;
  if (std::string why = choose(p, d, c); !why.empty()) return no("{}", why);
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device& d) {
  MatmulProblem p;
  Choice c;
  make_problem(g, *g.only<Matmul>(), p);
  choose(p, d, c);
  return {c.microseconds, c.workspace};
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  MatmulProblem p;
  auto choice = std::make_shared<Choice>();
  make_problem(g, *g.only<Matmul>(), p);
  choose(p, d, *choice);
  GIRIH_TRY_ASSIGN(Plan fallback, cuda_generic_matmul.build(g, d));
  Plan plan{&cuda_matmul_hopper, choice->workspace, {}};
  plan.run = [d, choice, fallback = std::move(fallback)](const RunArgs& a) -> Check {
    const auto& o = *a.graph.only<Matmul>();
    const auto& k = a.scalars();
    igemm::Pointers q;
    q.a = a.ptr(o.a), q.b = a.ptr(o.b), q.out = a.ptr(o.c), q.source = q.out, q.workspace = a.workspace;
    for (const void* pointer : {q.a, q.b, static_cast<const void*>(q.out), static_cast<const void*>(q.workspace)})
      if (reinterpret_cast<uintptr_t>(pointer) % 16 != 0) return fallback.run(a);
    igemm::Prepared prepared = k.alpha == 1 && k.beta == 0 ? *choice->plain : *choice->blend;
    if (k.alpha != 1 || k.beta != 0) {
      prepared.common.epilogue.alpha = static_cast<float>(k.alpha);
      prepared.common.epilogue.beta = static_cast<float>(k.beta);
    }
    const cuda::ContextScope scope(static_cast<CUcontext>(a.native.context));
    return launched(igemm::launch(prepared, q, kernels(), d.ordinal, static_cast<tile::u32>(d.multiprocessors),
                                  static_cast<CUstream>(a.native.stream)),
                    "cuda.matmul.hopper");
  };
  return plan;
}

}  // namespace

const Engine cuda_matmul_hopper{
    1013, "cuda.matmul.hopper", DeviceKind::cuda, Notes{.tensor_core = true}, supports, estimate, build};

}  // namespace girih::engines
