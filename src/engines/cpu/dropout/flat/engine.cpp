// Dropout of dense f32 tensors with the same strides: elements lie one after the other, in the order in which they are
// counted. Draws cost most of the time (48 bytes of state each), so there is nothing to gain from vectors.
#include <algorithm>

#include "base/parallel.h"
#include "base/xorwow.h"
#include "plan/engine.h"

namespace girih::engines {

extern const Engine cpu_dropout_flat;

namespace {

using graph::Dropout;
using graph::DropoutPass;

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Dropout>();
  if (!o || o->pass == DropoutPass::seed) return no("takes a single dropout pass");
  const TensorDesc &x = g.desc(o->x), &y = g.desc(o->y);
  if (x.dtype != DType::f32) return no("{} is {}; this engine takes f32", g.name(o->x), dtype_name(x.dtype));
  if (!is_dense(x) || !(x == y)) return no("{} and {} are not dense with the same strides", g.name(o->x), g.name(o->y));
  if (o->pass == DropoutPass::forward && g.desc(o->states).count() / kXorwowBytes % 8 != 0)
    return no("the number of generators is no multiple of 8");
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {3e-3 * static_cast<double>(g.desc(g.only<Dropout>()->x).count()), 0};
}

// Eight elements and their byte of the reserve; fewer at the end of the tensor.
void draw_eight(Xorwow* states, const float* x, float* y, uint8_t* reserve, int64_t n, float p, float scale) {
  unsigned bits = 0;
  for (int64_t i = 0; i < n; ++i) {
    const bool kept = to_uniform(draw(states[i])) > p;
    bits |= static_cast<unsigned>(kept) << i;
    y[i] = kept ? x[i] * scale : 0.0f;
  }
  *reserve = static_cast<uint8_t>(bits);
}

void forward(const Dropout& o, const RunArgs& a) {
  const int64_t n = a.graph.desc(o.x).count(), generators = a.graph.desc(o.states).count() / kXorwowBytes;
  const auto* x = a.ptr<const float>(o.x);
  auto* y = a.ptr<float>(o.y);
  auto* reserve = a.ptr<uint8_t>(o.reserve);
  auto* states = a.ptr<Xorwow>(o.states);
  const float scale = 1.0f / (1.0f - o.probability);
  std::fill(reserve + (n + 7) / 8, reserve + graph::dropout_reserve_bytes(a.graph.desc(o.x)), uint8_t{0});
  parallel_range(std::min(n, generators), 1024, [&](int64_t begin, int64_t end) {
    for (int64_t round = 0; round < n; round += generators)
      for (int64_t g = begin; g < end && round + g < n; g += 8) {
        const int64_t e = round + g;
        draw_eight(states + g, x + e, y + e, reserve + e / 8, std::min({int64_t{8}, n - e, end - g}), o.probability,
                   scale);
      }
  });
}

void backward(const Dropout& o, const RunArgs& a) {
  const auto* dy = a.ptr<const float>(o.x);
  auto* dx = a.ptr<float>(o.y);
  const auto* reserve = a.ptr<const uint8_t>(o.reserve);
  const float scale = 1.0f / (1.0f - o.probability);
  parallel_range(a.graph.desc(o.x).count(), 16384, [&](int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e) dx[e] = (reserve[e / 8] >> (e % 8)) & 1 ? dy[e] * scale : 0.0f;
  });
}

Result<Plan> build(const graph::Graph&, const Device&) {
  return Plan{&cpu_dropout_flat, 0, [](const RunArgs& a) -> Check {
                const auto& o = *a.graph.only<Dropout>();
                o.pass == DropoutPass::forward ? forward(o, a) : backward(o, a);
                return {};
              }};
}

}  // namespace

const Engine cpu_dropout_flat{206, "cpu.dropout.flat", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
