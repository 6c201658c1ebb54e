// Reference reduction: each output element walks its slice of x in row-major order; sums in double.
#include <cmath>
#include <limits>

#include "engines/reference/access.h"
#include "plan/engine.h"

namespace girih::engines {
extern const Engine reference_reduction;
namespace {

using namespace girih::reference;
using graph::ReduceOp;
using graph::Reduction;

struct Extreme {
  double value;
  int64_t index;
};

// The first extreme in row-major order. Without propagation NaNs are passed over; a slice of nothing but NaN gives the
// value that lost to every number, and index 2147483647 (behaviour.md 10).
struct Tracker {
  ReduceOp op;
  bool propagate;
  Extreme best;
  bool done = false;

  Tracker(ReduceOp op, bool propagate, DType x) : op(op), propagate(propagate), best{start(op, x), INT32_MAX} {}
  static double start(ReduceOp op, DType x) {
    if (op == ReduceOp::amax) return 0;
    double largest = std::numeric_limits<float>::max();
    if (x == DType::f64) largest = std::numeric_limits<double>::max();
    return op == ReduceOp::max ? -largest : largest;
  }
  void add(double v, int64_t index) {
    if (done) return;
    if (v != v) {
      if (!propagate) return;
      best = {v, index};
      done = true;
      return;
    }
    if (op == ReduceOp::amax) v = std::fabs(v);
    const bool better = op == ReduceOp::min ? v < best.value : v > best.value;
    if (better || best.index == INT32_MAX) best = {v, index};
  }
};

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Reduction>();
  if (!o) return no("takes a single reduction");
  for (auto id : {o->x, o->y})
    if (!loader(g.desc(id).dtype))
      return no("{}: the element type {} has no conversion", g.name(id), dtype_name(g.desc(id).dtype));
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {8e-3 * static_cast<double>(g.desc(g.only<Reduction>()->x).count()), 0};
}

double reduce_sum(const Reduction& o, const TensorDesc& x, const int64_t* slice, const int64_t* base, LoadFn load,
                  const void* data, int64_t count) {
  const bool product = o.op == ReduceOp::mul || o.op == ReduceOp::mul_no_zeros;
  double r = product ? 1 : 0;
  each_index(x.rank, slice, [&](const int64_t* index) {
    int64_t at[kMaxRank] = {};
    for (int i = 0; i < x.rank; ++i) at[i] = base[i] + index[i];
    const double v = load(data, offset(x, at));
    switch (o.op) {
      case ReduceOp::mul:
        r *= v;
        break;
      case ReduceOp::mul_no_zeros:
        r *= v == 0 ? 1 : v;
        break;
      case ReduceOp::norm1:
        r += std::fabs(v);
        break;
      case ReduceOp::norm2:
        r += v * v;
        break;
      default:
        r += v;
    }
  });
  if (o.op == ReduceOp::avg) return r / static_cast<double>(count);
  return o.op == ReduceOp::norm2 ? std::sqrt(r) : r;
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  const Reduction o = *g.only<Reduction>();
  auto run = [o, x = g.desc(o.x), y = g.desc(o.y), load = loader(g.desc(o.x).dtype),
              blend = blender(g.desc(o.y).dtype)](const RunArgs& args) -> Check {
    const auto& s = args.scalars();
    const void* data = args.ptr(o.x);
    auto* indices = args.ptr<int32_t>(o.indices);
    int64_t slice[kMaxRank] = {}, count = 1;  // what one output element sees
    for (int i = 0; i < x.rank; ++i) count *= slice[i] = y.dims[i] == 1 ? x.dims[i] : 1;
    TensorDesc order = y;  // indices lie packed in the order of y's dims
    set_packed_strides(order, Layout::nchw);
    each_element(y, std::max<int64_t>(1, 4096 / count), [&](const int64_t* out) {
      double r;
      if (o.op == ReduceOp::min || o.op == ReduceOp::max || o.op == ReduceOp::amax) {
        Tracker t(o.op, o.propagate_nan, x.dtype);
        int64_t n = 0;
        each_index(x.rank, slice, [&](const int64_t* index) {
          int64_t at[kMaxRank] = {};
          for (int i = 0; i < x.rank; ++i) at[i] = out[i] + index[i];
          t.add(load(data, offset(x, at)), n++);
        });
        r = t.best.value;
        if (indices) indices[offset(order, out)] = static_cast<int32_t>(t.best.index);
      } else {
        r = reduce_sum(o, x, slice, out, load, data, count);
      }
      blend(args.ptr(o.y), offset(y, out), s.alpha, r, s.beta);
    });
    return {};
  };
  return Plan{&reference_reduction, 0, std::move(run)};
}

}  // namespace

const Engine reference_reduction{107, "reference.reduction", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
