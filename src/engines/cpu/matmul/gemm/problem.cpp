#include "engines/cpu/matmul/gemm/problem.h"

#include "engines/cpu/convolution/common.h"

namespace girih::matmul {

using graph::Matmul;

namespace {

bool is_small_float(DType t) { return t == DType::f32 || t == DType::f16 || t == DType::bf16; }

}  // namespace

Verdict takes_operands(const graph::Graph& g, const Matmul& o) {
  for (auto id : {o.a, o.b})
    if (!is_small_float(g.desc(id).dtype))
      return no("{}: the element type is {}; this engine takes f32, f16 and bf16", g.name(id),
                dtype_name(g.desc(id).dtype));
  if (!is_small_float(o.compute))
    return no("the compute type is {}; this engine computes in f32", dtype_name(o.compute));
  if (o.m_override != graph::kNone || o.n_override != graph::kNone || o.k_override != graph::kNone)
    return no("sizes are overridden for each batch");
  for (auto id : {o.a, o.b, o.c}) {
    const graph::Tensor& t = g.tensor(id);
    if (t.ragged != graph::kNone) return no("{} is ragged", t.name);
    if (t.reordering != graph::Reordering::none) return no("{}: its elements are reordered", t.name);
    if (t.desc.vector != 1) return no("{}: vectors of {} elements", t.name, t.desc.vector);
  }
  return yes();
}

std::vector<int64_t> batch_offsets(const TensorDesc& t, const TensorDesc& result) {
  int64_t batches = 1;
  for (int i = 0; i < result.rank - 2; ++i) batches *= result.dims[i];
  std::vector<int64_t> offsets(static_cast<size_t>(batches));
  for (int64_t n = 0; n < batches; ++n) {
    int64_t rest = n, at = 0;
    for (int i = result.rank - 3; i >= 0; --i) {
      at += rest % result.dims[i] / (result.dims[i] / t.dims[i]) * t.strides[i];
      rest /= result.dims[i];
    }
    offsets[static_cast<size_t>(n)] = at;
  }
  return offsets;
}

Problem make_problem(const graph::Graph& g, const Matmul& o) {
  const TensorDesc &a = g.desc(o.a), &b = g.desc(o.b), &c = g.desc(o.c);
  const int r = c.rank - 2;
  Problem p{o, {}, batch_offsets(a, c), batch_offsets(b, c), batch_offsets(c, c)};
  p.product.m = c.dims[r], p.product.n = c.dims[r + 1], p.product.k = a.dims[r + 1];
  p.product.a = {nullptr, a.strides[r], a.strides[r + 1], a.dtype};
  p.product.b = {nullptr, b.strides[r], b.strides[r + 1], b.dtype};
  p.product.c = {nullptr, c.strides[r], c.strides[r + 1], c.dtype};
  p.product.batch = static_cast<int64_t>(p.c.size());
  return p;
}

gemm::Product Problem::bind(const RunArgs& args) const {
  gemm::Product p = product;
  p.a.data = args.ptr(op.a), p.b.data = args.ptr(op.b), p.c.data = args.ptr(op.c);
  p.a_offsets = a.data(), p.b_offsets = b.data(), p.c_offsets = c.data();
  return p;
}

// 70 % of the peak, 0.3 ns for each element that is packed or stored.
double microseconds(const graph::Graph& g, const Matmul& o) {
  const TensorDesc &a = g.desc(o.a), &b = g.desc(o.b), &c = g.desc(o.c);
  const double products = static_cast<double>(c.count()) * static_cast<double>(a.dims[a.rank - 1]);
  return 3 + 2 * products / (0.7 * convolution::flops_per_microsecond()) +
         0.3e-3 * static_cast<double>(a.count() + b.count() + c.count());
}

}  // namespace girih::matmul
