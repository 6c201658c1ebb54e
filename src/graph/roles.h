// Which tensors an operation reads and which it writes: for sorting, for lifetimes of virtual tensors, for matching.
#pragma once
#include <vector>

#include "graph/graph.h"

namespace girih::graph {

// Every tensor that the operation names.
std::vector<TensorId> tensors_of(const Op& op);
// Those it writes; the others are read. (An output is read as well when beta is not 0.)
std::vector<TensorId> outputs_of(const Op& op);
std::vector<TensorId> inputs_of(const Op& op);

// Gives every tensor of the operation the id map[old id].
void renumber(Op& op, const std::vector<TensorId>& map);

}  // namespace girih::graph
