#include "graph/graph.h"

namespace girih::graph {

Check validate(const Graph& g) {
  if (g.nodes.empty()) return bad_param("the graph has no operation");
  for (const auto& n : g.nodes) GIRIH_TRY(std::visit([&](const auto& op) { return validate(g, op); }, n.op));
  return {};
}

}  // namespace girih::graph
