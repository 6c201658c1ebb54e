// Reference pointwise operations: any types, strides and broadcast; the arithmetic in double, rounded once at the end.
#include <cmath>

#include "engines/reference/access.h"
#include "engines/reference/pointwise_math.h"
#include "plan/engine.h"

namespace girih::engines {
extern const Engine reference_pointwise;
namespace {

using namespace girih::reference;
using graph::Pointwise;

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Pointwise>();
  if (!o) return no("takes a single pointwise operation");
  for (auto id : {o->a, o->b, o->t, o->y})
    if (id != graph::kNone && !loader(g.desc(id).dtype))
      return no("{}: the element type {} has no conversion", g.name(id), dtype_name(g.desc(id).dtype));
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {1e-2 * static_cast<double>(g.desc(g.only<Pointwise>()->y).count()), 0};  // about 10 ns an element
}

struct Input {
  graph::TensorId id = graph::kNone;
  TensorDesc desc;
  LoadFn load = nullptr;
};

Result<Plan> build(const graph::Graph& g, const Device&) {
  const Pointwise o = *g.only<Pointwise>();
  auto input = [&](graph::TensorId id) {
    return id == graph::kNone ? Input{} : Input{id, g.desc(id), loader(g.desc(id).dtype)};
  };
  auto run = [o, a = input(o.a), b = input(o.b), t = input(o.t), y = g.desc(o.y),
              blend = blender(g.desc(o.y).dtype)](const RunArgs& args) -> Check {
    const auto& s = args.scalars();
    const bool inputs = graph::scales_inputs(o.mode);
    void* out = args.ptr(o.y);
    auto get = [&](const Input& in, const int64_t* index) {
      return in.load ? in.load(args.ptr(in.id), broadcast_offset(in.desc, index)) : 0.0;
    };
    each_element(y, 512, [&](const int64_t* index) {
      const double va = get(a, index), vb = get(b, index), vt = get(t, index);
      const double r = inputs ? apply<double>(o, s.alpha * va, s.alpha2 * vb, vt) : apply<double>(o, va, vb, vt);
      blend(out, offset(y, index), inputs ? 1.0 : s.alpha, r, s.beta);
    });
    return {};
  };
  return Plan{&reference_pointwise, 0, std::move(run)};
}

}  // namespace

const Engine reference_pointwise{102, "reference.pointwise", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
