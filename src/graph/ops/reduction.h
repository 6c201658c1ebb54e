// y = alpha * reduce(x) + beta * y over every dimension where y has 1 and x has more.
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

enum class ReduceOp : uint8_t {  // the numbers of cudnnReduceTensorOp_t
  add = 0,
  mul = 1,
  min = 2,
  max = 3,
  amax = 4,
  avg = 5,
  norm1 = 6,
  norm2 = 7,
  mul_no_zeros = 8,
};

struct Reduction {
  ReduceOp op = ReduceOp::add;
  TensorId x = kNone, y = kNone;
  TensorId indices = kNone;  // i32, dims of y: position of the extreme in the row-major reduced dims
  bool propagate_nan = true;
  DType compute = DType::f32;
};

template <class V>
void visit(V& v, const Reduction& o) {
  v("op", o.op), v("x", o.x), v("y", o.y), v("indices", o.indices), v("nan", o.propagate_nan), v("compute", o.compute);
}
constexpr const char* op_name(const Reduction&) { return "reduce"; }

Check validate(const Graph& g, const Reduction& o);

}  // namespace girih::graph
