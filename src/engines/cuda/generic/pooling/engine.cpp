// Pooling of any rank, strides and types.
#include <cmath>

#include "engines/cuda/generic/host.h"
#include "engines/cuda/generic/pooling/params.h"

namespace girih::engines {
extern const Engine cuda_generic_pooling;
namespace {

using namespace girih::generic;
using graph::Pooling;
using graph::PoolingMode;

bool is_max(const Pooling& o) { return o.mode == PoolingMode::max || o.mode == PoolingMode::max_deterministic; }

Verdict supports(const graph::Graph& g, const Device&) {
  return g.only<Pooling>() ? yes() : no("takes a single pooling");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Pooling>();
  double taps = static_cast<double>(g.desc(o.backward ? o.dy : o.y).count());
  for (int i = 0; i < o.spatial; ++i) taps *= static_cast<double>(o.window[i]);
  return {5 + 1e-5 * taps, 0};
}

// Where maxima start: the lowest finite number of the type (behaviour.md 6).
double lowest(DType t) {
  switch (t) {
    case DType::f64:
      return std::numeric_limits<double>::lowest();
    case DType::f16:
      return -65504;
    case DType::bf16:
      return -0x1.fep127;
    case DType::i8:
      return -128;
    default:
      return static_cast<double>(std::numeric_limits<float>::lowest());
  }
}

Check run(const RunArgs& a, const Device& d) {
  const auto& o = *a.graph.only<Pooling>();
  const auto& k = a.scalars();
  PoolingParams p{};
  p.x = view(a, o.x);
  p.y = view(a, o.backward ? o.dy : o.y);
  p.dx = view(a, o.dx);
  p.mode = static_cast<int32_t>(o.mode);
  p.propagate_nan = o.propagate_nan;
  p.spatial = o.spatial;
  p.lowest = lowest(a.graph.desc(o.backward ? o.dx : o.x).dtype);
  std::copy(o.window, o.window + o.spatial, p.window);
  std::copy(o.pad, o.pad + o.spatial, p.pad);
  std::copy(o.stride, o.stride + o.spatial, p.stride);
  p.alpha = k.alpha, p.beta = k.beta;
  p.winners = static_cast<int64_t*>(a.scratch);
  const auto start = [&](const char* kernel, const View& over) -> Check {
    p.count = count(over);
    if (p.count == 0) return {};
    return enqueue(a, kernel, {blocks_for(p.count, 256, d), 256}, p);
  };
  if (!o.backward) return start("girih_pooling_forward", p.y);
  if (is_max(o)) GIRIH_TRY(start("girih_pooling_winners", p.y));
  return start("girih_pooling_backward", p.dx);
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  const auto& o = *g.only<Pooling>();
  Plan plan{&cuda_generic_pooling, 0, [d](const RunArgs& a) { return run(a, d); }};
  if (o.backward && is_max(o)) plan.scratch = static_cast<size_t>(g.desc(o.dy).count()) * sizeof(int64_t);
  return plan;
}

}  // namespace

const Engine cuda_generic_pooling{1103, "cuda.generic.pooling", DeviceKind::cuda, Notes{}, supports, estimate, build};

}  // namespace girih::engines
