// Dropout of any rank and strides, and the seeding of its generators.
#include "base/xorwow.h"
#include "engines/cuda/generic/dropout/params.h"
#include "engines/cuda/generic/host.h"

namespace girih::engines {
extern const Engine cuda_generic_dropout;
namespace {

using namespace girih::generic;
using graph::Dropout;
using graph::DropoutPass;

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Dropout>();
  if (!o) return no("takes a single dropout");
  if (o->states != graph::kNone && g.desc(o->states).count() / kXorwowBytes % 32 != 0)
    return no("states: {} generators, which is no multiple of 32", g.desc(o->states).count() / kXorwowBytes);
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Dropout>();
  return {o.pass == DropoutPass::seed ? 1e3 : 5 + 3e-5 * static_cast<double>(g.desc(o.x).count()), 0};
}

// The seed is part of the call, not of the plan.
const Dropout& called(const RunArgs& a) { return std::get<Dropout>((a.nodes ? a.nodes : a.graph.nodes.data())->op); }

Check run(const RunArgs& a, const Device& d) {
  const auto& o = *a.graph.only<Dropout>();
  DropoutParams p{};
  p.states = a.ptr<uint32_t>(o.states);
  if (o.pass == DropoutPass::seed) {
    p.generators = a.graph.desc(o.states).count() / kXorwowBytes;
    if (p.generators == 0) return {};
    const Xorwow first = first_xorwow(called(a).seed);
    p.first[0] = first.counter;
    for (int w = 0; w < 5; ++w) p.first[1 + w] = first.x[w];
    p.jumps = static_cast<XorwowMatrix*>(a.scratch);
    GIRIH_TRY(enqueue(a, "girih_dropout_jumps", {1, kXorwowBits}, p));
    return enqueue(a, "girih_dropout_seed", {blocks_for(p.generators, 256, d), 256}, p);
  }
  p.x = view(a, o.x), p.y = view(a, o.y);
  p.count = count(p.x);
  if (p.count == 0) return {};
  // Elements are counted in the order in which x lies in memory, gaps left out.
  int axis[girih::kMaxRank];
  for (int i = 0; i < p.x.rank; ++i) axis[i] = i;
  std::stable_sort(axis, axis + p.x.rank, [&](int l, int r) { return p.x.strides[l] > p.x.strides[r]; });
  const View x = p.x, y = p.y;
  for (int i = 0; i < x.rank; ++i) {
    p.x.dims[i] = p.y.dims[i] = x.dims[axis[i]];
    p.x.strides[i] = x.strides[axis[i]], p.y.strides[i] = y.strides[axis[i]];
  }
  collapse(p.x, {&p.y});
  p.reserve = a.ptr<uint32_t>(o.reserve);
  p.forward = o.pass == DropoutPass::forward;
  p.generators = p.forward ? a.graph.desc(o.states).count() / kXorwowBytes : (p.count + 31) / 32 * 32;
  p.probability = o.probability;
  // In f32 as NVIDIA's library has it: 0.1 gives 1.11111116.
  p.scale = a.graph.desc(o.x).dtype == DType::f64 ? 1 / (1 - static_cast<double>(o.probability))
                                                  : static_cast<double>(1.0f / (1.0f - o.probability));
  return enqueue(a, "girih_dropout", {blocks_for(std::min(p.generators, (p.count + 31) / 32 * 32), 256, d), 256}, p);
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  Plan plan{&cuda_generic_dropout, 0, [d](const RunArgs& a) { return run(a, d); }};
  if (g.only<Dropout>()->pass == DropoutPass::seed) plan.scratch = kXorwowJumps * sizeof(XorwowMatrix);
  return plan;
}

}  // namespace

const Engine cuda_generic_dropout{1106, "cuda.generic.dropout", DeviceKind::cuda, Notes{}, supports, estimate, build};

}  // namespace girih::engines
