// What the convolution engines of the CPU share: the tensors they take, and the size of the work for estimates.
#pragma once
#include "engines/cpu/simd/isa.h"
#include "graph/graph.h"
#include "plan/engine.h"

namespace girih::convolution {

// f32, f16 or bf16 tensors with f32 arithmetic.
inline Verdict float_tensors(const graph::Graph& g, const graph::Convolution& o) {
  for (auto id : {o.x, o.w, o.y}) {
    const TensorDesc& t = g.desc(id);
    if (t.dtype != DType::f32 && t.dtype != DType::f16 && t.dtype != DType::bf16)
      return no("{}: the element type is {}; this engine takes f32, f16 and bf16", g.name(id), dtype_name(t.dtype));
    if (t.vector != 1) return no("{}: the channels come in vectors of {}", g.name(id), t.vector);
  }
  const TensorDesc& out = g.desc(o.output());
  for (int i = 0; i < out.rank; ++i)
    if (out.dims[i] > 1 && out.strides[i] == 0) return no("{}: stride {} is 0", g.name(o.output()), i);
  if (o.compute != DType::f32 && o.compute != DType::f16 && o.compute != DType::bf16)
    return no("the compute type is {}; this engine computes in f32", dtype_name(o.compute));
  return yes();
}

struct Work {
  double macs;   // multiply-adds of the definition
  double bytes;  // of the three tensors
  double groups;
  int64_t c, k;  // channels of x and y in one group
};

inline Work work_of(const graph::Graph& g, const graph::Convolution& o) {
  const TensorDesc &x = g.desc(o.x), &w = g.desc(o.w), &y = g.desc(o.y);
  const int64_t groups = graph::conv_groups(g, o);
  auto bytes = [](const TensorDesc& t) {
    return static_cast<double>(t.count()) * static_cast<double>(dtype_size(t.dtype));
  };
  return {static_cast<double>(y.count()) * static_cast<double>(w.count()) / static_cast<double>(w.dims[0]),
          bytes(x) + bytes(w) + bytes(y), static_cast<double>(groups), w.dims[1], w.dims[0] / groups};
}

// Peak of one core in operations per microsecond at a nominal 3 GHz: estimates compare engines on one machine.
inline double flops_per_microsecond() {
  switch (simd::isa()) {
    case simd::Isa::avx512:
      return 192e3;
    case simd::Isa::avx2:
      return 96e3;
    default:
      return 6e3;
  }
}

}  // namespace girih::convolution
