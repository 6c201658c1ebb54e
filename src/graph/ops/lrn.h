// Normalization by the sum of squares in a window: cross-channel LRN (Krizhevsky, Sutskever & Hinton 2012, 3.3) with a
// window along C, and divisive normalization with a window over every spatial dim.
//   s_i = k + alpha/n^d * sum over the window of i of (x_j - m_i)^2,  y_i = x_i * s_i^-beta
// with d windowed dims and m = 0 for LRN. The window of i is [i - (n-1)/2, i + n-1 - (n-1)/2], cut at the borders.
// Forward: y = alpha * y + beta * y. Backward: dx the same way, and dmeans = alpha * gradient + beta * dmeans.
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

struct Lrn {
  bool divisive = false;
  bool backward = false;
  int window = 5;  // n
  double alpha = 1e-4, beta = 0.75, k = 2;
  TensorId x = kNone, y = kNone, dy = kNone, dx = kNone;
  TensorId means = kNone, dmeans = kNone;  // divisive only; absent means are 0
};

template <class V>
void visit(V& v, const Lrn& o) {
  v("divisive", o.divisive), v("backward", o.backward), v("window", o.window);
  v("alpha", o.alpha), v("beta", o.beta), v("k", o.k);
  v("x", o.x), v("y", o.y), v("dy", o.dy), v("dx", o.dx), v("means", o.means), v("dmeans", o.dmeans);
}
constexpr const char* op_name(const Lrn& o) { return o.divisive ? "divnorm" : "lrn"; }

Check validate(const Graph& g, const Lrn& o);

}  // namespace girih::graph
