// Dropout. Seed fills `states`; forward draws one number an element from the generators there and keeps x/(1-p) where
// it exceeds p; the reserve gets one bit an element (1 = kept). Backward: dx = dy/(1-p) where the bit is set.
//
// Elements are counted in the order in which x lies in memory, gaps left out. Element e takes the next draw of
// generator e mod G; bit e%8 of byte e/8 of the reserve is its bit (behaviour.md 12).
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

enum class DropoutPass : uint8_t { seed, forward, backward };

struct Dropout {
  DropoutPass pass = DropoutPass::forward;
  TensorId x = kNone, y = kNone;  // backward: x = dy, y = dx; seed: absent
  TensorId reserve = kNone;       // u8, dropout_reserve_bytes() long
  TensorId states = kNone;        // u8, kXorwowBytes for each generator; seed and forward
  float probability = 0;
  uint64_t seed = 0;  // given at run time, like a scalar: no part of the plan
};

template <class V>
void visit(V& v, const Dropout& o) {
  v("pass", o.pass), v("x", o.x), v("y", o.y), v("reserve", o.reserve), v("states", o.states);
  v("p", o.probability);
}
constexpr const char* op_name(const Dropout&) { return "dropout"; }

int64_t dropout_reserve_bytes(const TensorDesc& x);  // whole 32-bit words
Check validate(const Graph& g, const Dropout& o);

}  // namespace girih::graph
