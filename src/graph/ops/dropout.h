// Dropout. Forward draws one number an element from the generators in `states` and keeps x/(1-p) where it exceeds p;
// the reserve holds one bit an element (1 = kept). Backward: dx = dy/(1-p) where the bit is set.
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

struct Dropout {
  bool backward = false;
  TensorId x = kNone, y = kNone;  // backward: x = dy, y = dx
  TensorId reserve = kNone;       // u8, one bit an element
  TensorId states = kNone;        // u8; forward only
  float probability = 0;
};

template <class V>
void visit(V& v, const Dropout& o) {
  v("backward", o.backward), v("x", o.x), v("y", o.y), v("reserve", o.reserve), v("states", o.states);
  v("p", o.probability);
}
constexpr const char* op_name(const Dropout&) { return "dropout"; }

Check validate(const Graph& g, const Dropout& o);

}  // namespace girih::graph
