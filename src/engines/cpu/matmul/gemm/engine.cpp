// Matrix products in f32 arithmetic: f32, f16 and bf16 tensors with any strides and batches.
#include "engines/cpu/matmul/gemm/problem.h"

namespace girih::engines {
extern const Engine cpu_matmul_gemm;
namespace {

using graph::Matmul;

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Matmul>();
  if (!o) return no("takes a single matrix product");
  if (Verdict v = matmul::takes_operands(g, *o); !v) return v;
  const TensorDesc& c = g.desc(o->c);
  if (c.dtype != DType::f32 && c.dtype != DType::f16 && c.dtype != DType::bf16)
    return no("{}: the element type is {}; this engine writes f32, f16 and bf16", g.name(o->c), dtype_name(c.dtype));
  for (int i = 0; i < c.rank; ++i)
    if (c.dims[i] > 1 && c.strides[i] == 0) return no("{}: stride {} is 0", g.name(o->c), i);
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) { return {matmul::microseconds(g, *g.only<Matmul>()), 0}; }

Result<Plan> build(const graph::Graph& g, const Device&) {
  return Plan{&cpu_matmul_gemm, 0, [p = matmul::make_problem(g, *g.only<Matmul>())](const RunArgs& args) -> Check {
                gemm::Product product = p.bind(args);
                const auto& s = args.scalars();
                product.alpha = static_cast<float>(s.alpha), product.beta = static_cast<float>(s.beta);
                gemm::multiply(product);
                return {};
              }};
}

}  // namespace

const Engine cpu_matmul_gemm{223, "cpu.matmul.gemm", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
