// Softmax of any rank and strides.
#include "engines/cuda/generic/host.h"
#include "engines/cuda/generic/softmax/params.h"

namespace girih::engines {
extern const Engine cuda_generic_softmax;
namespace {

using namespace girih::generic;
using graph::Softmax;

Verdict supports(const graph::Graph& g, const Device&) {
  return g.only<Softmax>() ? yes() : no("takes a single softmax");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {5 + 5e-5 * static_cast<double>(g.desc(g.only<Softmax>()->y).count()), 0};
}

Check run(const RunArgs& a, const Device& d) {
  const auto& o = *a.graph.only<Softmax>();
  const auto& k = a.scalars();
  SoftmaxParams p{};
  p.x = view(a, o.x), p.y = view(a, o.y), p.dy = view(a, o.dy), p.dx = view(a, o.dx);
  const View& t = o.backward ? p.y : p.x;
  p.rank = t.rank;
  p.algorithm = static_cast<int32_t>(o.algorithm);
  p.rows = p.row_size = 1;
  bool contiguous = false;
  for (int i = 0; i < t.rank; ++i) {
    const bool inside = i == 1 || (i > 1 && !o.channel);
    p.rows *= p.outer[i] = inside ? 1 : t.dims[i];
    p.row_size *= p.inner[i] = inside ? t.dims[i] : 1;
    contiguous = contiguous || (inside && t.dims[i] > 1 && t.strides[i] == 1);
  }
  if (p.rows == 0 || p.row_size == 0) return {};
  // Neighbouring threads read neighbours: along a row where it is contiguous, else across rows, if there are enough.
  const bool across = !contiguous && p.rows >= int64_t{d.multiprocessors} * 32;
  p.threads = across ? 1 : p.row_size <= 1024 ? 32 : kSoftmaxBlock;
  p.alpha = k.alpha, p.beta = k.beta;
  return enqueue(a, o.backward ? "girih_softmax_backward" : "girih_softmax_forward",
                 {blocks_for(p.rows, kSoftmaxBlock / p.threads, d), kSoftmaxBlock}, p);
}

Result<Plan> build(const graph::Graph&, const Device& d) {
  return Plan{&cuda_generic_softmax, 0, [d](const RunArgs& a) { return run(a, d); }};
}

}  // namespace

const Engine cuda_generic_softmax{1104, "cuda.generic.softmax", DeviceKind::cuda, Notes{}, supports, estimate, build};

}  // namespace girih::engines
