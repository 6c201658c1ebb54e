// Random numbers: Philox 4x32-10 (Salmon et al., SC 2011) keyed by the seed. Element i (row-major) takes word i % 4 of
// block offset / 4 + i / 4, so equal seeds and offsets give equal numbers in every pass and on every device.
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

enum class RngDistribution : uint8_t { bernoulli = 0, uniform = 1, normal = 2 };

struct Rng {
  RngDistribution distribution = RngDistribution::bernoulli;
  double probability = 0;          // bernoulli: of a 1
  double low = 0, high = 1;        // uniform
  double mean = 0, deviation = 1;  // normal
  TensorId y = kNone;
  TensorId seed = kNone, offset = kNone;  // one i64 or i32 element; without a seed tensor `fixed_seed`
  int64_t fixed_seed = 0;
};

template <class V>
void visit(V& v, const Rng& o) {
  v("distribution", o.distribution), v("probability", o.probability), v("low", o.low), v("high", o.high);
  v("mean", o.mean), v("deviation", o.deviation), v("y", o.y), v("seed", o.seed), v("offset", o.offset);
  v("fixed_seed", o.fixed_seed);
}
constexpr const char* op_name(const Rng&) { return "rng"; }

Check validate(const Graph& g, const Rng& o);

}  // namespace girih::graph
