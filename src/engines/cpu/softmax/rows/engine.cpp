// Softmax of packed f32 tensors, NCHW or NHWC, both modes.
#include <algorithm>

#include "base/parallel.h"
#include "engines/cpu/softmax/rows/kernels.h"
#include "plan/engine.h"

namespace girih::engines {

extern const Engine cpu_softmax_rows;

namespace {

using graph::Softmax;
using softmax::Shape;

bool all_packed(const graph::Graph& g, const Softmax& o, Layout layout) {
  for (graph::TensorId id : {o.x, o.y, o.dy, o.dx})
    if (id != graph::kNone && !is_packed(g.desc(id), layout)) return false;
  return true;
}

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Softmax>();
  if (!o) return no("takes a single softmax");
  const TensorDesc& y = g.desc(o->y);
  if (y.dtype != DType::f32) return no("{} is {}; this engine takes f32", g.name(o->y), dtype_name(y.dtype));
  if (!all_packed(g, *o, Layout::nchw) && !all_packed(g, *o, Layout::nhwc))
    return no("the tensors are not all packed NCHW or all packed NHWC");
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {2e-3 * static_cast<double>(g.desc(g.only<Softmax>()->y).count()), 0};
}

// Instance mode normalizes whole images, which are contiguous in either layout.
Shape shape_of(const graph::Graph& g, const Softmax& o) {
  const TensorDesc& t = g.desc(o.y);
  int64_t spatial = 1;
  for (int i = 2; i < t.rank; ++i) spatial *= t.dims[i];
  if (!o.channel) return {o.algorithm, t.dims[0], t.dims[1] * spatial, 1};
  if (all_packed(g, o, Layout::nhwc)) return {o.algorithm, t.dims[0] * spatial, t.dims[1], 1};
  return {o.algorithm, t.dims[0], t.dims[1], spatial};
}

// Calls f(image, begin, end) for chunks of rows of about 8,192 elements: some 5 us of work.
template <class F>
void each_chunk(const Shape& s, F&& f) {
  const int64_t rows = std::max<int64_t>(1, 8192 / std::max<int64_t>(1, s.length));
  if (s.inner == 1) return parallel_range(s.outer, rows, [&](int64_t begin, int64_t end) { f(0, begin, end); });
  // Whole vectors of rows where possible.
  const int64_t grain = std::max<int64_t>(64, rows / 64 * 64), chunks = (s.inner + grain - 1) / grain;
  parallel_range(s.outer * chunks, std::max<int64_t>(1, rows / grain), [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i)
      f(i / chunks, i % chunks * grain, std::min(s.inner, (i % chunks + 1) * grain));
  });
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  const Softmax& o = *g.only<Softmax>();
  auto forward = [s = shape_of(g, o), x = o.x, y = o.y](const RunArgs& a) -> Check {
    const auto& k = a.scalars();
    const auto& kernels = softmax::kernels();
    const auto kernel = s.inner == 1 ? kernels.forward_rows : kernels.forward_columns;
    each_chunk(s, [&](int64_t image, int64_t begin, int64_t end) {
      const int64_t at = image * s.length * s.inner;
      kernel(s, a.ptr<float>(x) + at, a.ptr<float>(y) + at, static_cast<float>(k.alpha), static_cast<float>(k.beta),
             begin, end);
    });
    return {};
  };
  auto backward = [s = shape_of(g, o), y = o.y, dy = o.dy, dx = o.dx](const RunArgs& a) -> Check {
    const auto& k = a.scalars();
    const auto& kernels = softmax::kernels();
    const auto kernel = s.inner == 1 ? kernels.backward_rows : kernels.backward_columns;
    each_chunk(s, [&](int64_t image, int64_t begin, int64_t end) {
      const int64_t at = image * s.length * s.inner;
      kernel(s, a.ptr<float>(y) + at, a.ptr<float>(dy) + at, a.ptr<float>(dx) + at, static_cast<float>(k.alpha),
             static_cast<float>(k.beta), begin, end);
    });
    return {};
  };
  if (o.backward) return Plan{&cpu_softmax_rows, 0, backward};
  return Plan{&cpu_softmax_rows, 0, forward};
}

}  // namespace

const Engine cpu_softmax_rows{204, "cpu.softmax.rows", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
