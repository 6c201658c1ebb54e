// Random tensors. One word w of the generator makes one element; u = w / 2^32 lies in [0, 1).
#include <cmath>
#include <numbers>

#include "base/philox.h"
#include "engines/reference/views.h"

namespace girih::engines {

extern const Engine reference_rng;

namespace {

using namespace girih::reference;
using graph::Rng;
using graph::RngDistribution;

// Element `lane` (0 .. 3) of a block.
double sample(const Rng& o, const PhiloxWords& words, int lane) {
  const double u = words[static_cast<size_t>(lane)] * 0x1p-32;
  switch (o.distribution) {
    case RngDistribution::bernoulli:
      return u < o.probability;
    case RngDistribution::uniform:
      return o.low + (o.high - o.low) * u;
    case RngDistribution::normal:
      break;
  }
  // Box and Muller 1958: a pair of words gives a pair of elements. 1 - u > 0, so that the logarithm is finite.
  const auto pair = static_cast<size_t>(lane & ~1);
  const double radius = std::sqrt(-2 * std::log((words[pair] + 1.0) * 0x1p-32));
  const double angle = 2 * std::numbers::pi * (words[pair + 1] * 0x1p-32);
  return o.mean + o.deviation * radius * (lane & 1 ? std::sin(angle) : std::cos(angle));
}

int64_t integer(const RunArgs& a, graph::TensorId id, int64_t otherwise) {
  if (id == graph::kNone) return otherwise;
  return a.graph.desc(id).dtype == DType::i32 ? *a.ptr<int32_t>(id) : *a.ptr<int64_t>(id);
}

Check run(const RunArgs& a) {
  const Rng& o = *a.graph.only<Rng>();
  const View y = view(a, o.y);
  const auto seed = static_cast<uint64_t>(integer(a, o.seed, o.fixed_seed));
  const uint64_t first = static_cast<uint64_t>(integer(a, o.offset, 0)) / 4;
  parallel_range(y.desc.count(), 4096, [&](int64_t begin, int64_t end) {
    int64_t index[kMaxRank], rest = begin;
    for (int i = y.desc.rank - 1; i >= 0; --i) {
      index[i] = rest % y.desc.dims[i];
      rest /= y.desc.dims[i];
    }
    PhiloxWords words{};
    for (int64_t e = begin; e < end; ++e) {
      if (e % 4 == 0) words = philox_block(seed, first + static_cast<uint64_t>(e / 4));
      y.set(index, sample(o, words, static_cast<int>(e % 4)));
      next(y.desc.rank, y.desc.dims, index);
    }
  });
  return {};
}

Verdict supports(const graph::Graph& g, const Device&) {
  if (!g.only<Rng>()) return no("takes a single random number operation");
  return have_values(g);
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {1e-2 * static_cast<double>(g.desc(g.only<Rng>()->y).count()), 0};
}

Result<Plan> build(const graph::Graph&, const Device&) { return Plan{&reference_rng, 0, run}; }

}  // namespace

const Engine reference_rng{118, "reference.rng", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
