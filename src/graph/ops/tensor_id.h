// A tensor of a graph, by position; kNone where an operation has no such tensor.
#pragma once
#include <cstdint>

namespace girih::graph {

struct Graph;
using TensorId = int16_t;
constexpr TensorId kNone = -1;
constexpr int kMaxSpatial = 6;  // rank 8 less N and C

}  // namespace girih::graph
