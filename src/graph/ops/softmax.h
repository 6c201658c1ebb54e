// Softmax over C (channel mode) or over C and all spatial dims (instance mode).
// Forward: y = alpha * softmax(x) + beta * y. Backward: dx = alpha * softmax'(y, dy) + beta * dx.
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

enum class SoftmaxAlgorithm : uint8_t { fast = 0, accurate = 1, log = 2 };  // the numbers of cudnnSoftmaxAlgorithm_t

struct Softmax {
  SoftmaxAlgorithm algorithm = SoftmaxAlgorithm::accurate;
  bool channel = false;
  bool backward = false;
  TensorId x = kNone, y = kNone, dy = kNone, dx = kNone;
};

template <class V>
void visit(V& v, const Softmax& o) {
  v("algorithm", o.algorithm), v("channel", o.channel), v("backward", o.backward);
  v("x", o.x), v("y", o.y), v("dy", o.dy), v("dx", o.dx);
}
constexpr const char* op_name(const Softmax&) { return "softmax"; }

Check validate(const Graph& g, const Softmax& o);

}  // namespace girih::graph
