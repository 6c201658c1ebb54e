// Dropout, any rank and strides. The draws must follow in element order for each generator: chunks of generators run
// in parallel, each with all the elements that are its own.
#include <algorithm>

#include "base/xorwow.h"
#include "engines/reference/loops.h"
#include "plan/engine.h"

namespace girih::engines {

extern const Engine reference_dropout;

namespace {

using graph::Dropout;
using graph::DropoutPass;
using reference::offset;

// The dimensions from the one with the largest stride in x to the smallest: the order in which x lies in memory.
struct Order {
  int rank;
  int axis[kMaxRank];
  int64_t dims[kMaxRank];

  explicit Order(const TensorDesc& x) : rank(x.rank) {
    for (int i = 0; i < rank; ++i) axis[i] = i;
    std::stable_sort(axis, axis + rank, [&](int a, int b) { return x.strides[a] > x.strides[b]; });
    for (int i = 0; i < rank; ++i) dims[i] = x.dims[axis[i]];
  }
  void index_of(int64_t element, int64_t* index) const {
    for (int i = rank - 1; i >= 0; --i) {
      index[axis[i]] = element % dims[i];
      element /= dims[i];
    }
  }
};

template <class T>
void apply(const Dropout& o, const RunArgs& a) {
  const TensorDesc &xd = a.graph.desc(o.x), &yd = a.graph.desc(o.y);
  const T* x = a.ptr<T>(o.x);
  T* y = a.ptr<T>(o.y);
  auto* reserve = a.ptr<uint8_t>(o.reserve);
  const Order order(xd);
  const int64_t n = xd.count();
  // In f32 as NVIDIA's library has it: 0.1 gives 1.11111116.
  const double scale = std::is_same_v<T, double> ? 1 / (1 - static_cast<double>(o.probability))
                                                 : static_cast<double>(1.0f / (1.0f - o.probability));
  const bool forward = o.pass == DropoutPass::forward;
  auto* states = forward ? a.ptr<Xorwow>(o.states) : nullptr;
  const int64_t generators = forward ? a.graph.desc(o.states).count() / kXorwowBytes : (n + 7) / 8 * 8;
  if (forward) std::fill(reserve, reserve + graph::dropout_reserve_bytes(xd), uint8_t{0});

  auto element = [&](int64_t e) {
    uint8_t& bits = reserve[e / 8];
    const auto bit = static_cast<uint8_t>(1u << (e % 8));
    if (forward && to_uniform(draw(states[e % generators])) > o.probability) bits |= bit;
    int64_t index[kMaxRank];
    order.index_of(e, index);
    // A dropped NaN or infinity is 0 too.
    y[offset(yd, index)] = store<T>(bits & bit ? load<double>(x[offset(xd, index)]) * scale : 0.0);
  };
  if (generators % 8 != 0) {  // two chunks would share a byte of the reserve
    for (int64_t e = 0; e < n; ++e) element(e);
    return;
  }
  parallel_range(std::min(n, generators), 1024, [&](int64_t begin, int64_t end) {
    for (int64_t first = 0; first < n; first += generators)
      for (int64_t e = first + begin; e < std::min(first + end, n); ++e) element(e);
  });
}

Verdict supports(const graph::Graph& g, const Device&) {
  return g.only<Dropout>() ? yes() : no("takes a single dropout");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Dropout>();
  return {o.pass == DropoutPass::seed ? 1e4 : 0.02 * static_cast<double>(g.desc(o.x).count()), 0};
}

Result<Plan> build(const graph::Graph&, const Device&) {
  return Plan{&reference_dropout, 0, [](const RunArgs& a) -> Check {
                const auto& o = *a.graph.only<Dropout>();
                if (o.pass == DropoutPass::seed)
                  seed_xorwow(a.ptr<Xorwow>(o.states), a.graph.desc(o.states).count() / kXorwowBytes, o.seed);
                else
                  dispatch_float(a.graph.desc(o.x).dtype, [&](auto t) { apply<typename decltype(t)::type>(o, a); });
                return {};
              }};
}

}  // namespace

const Engine reference_dropout{106, "reference.dropout", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
