// What a finalized operation graph is: the graph of the core, and the uids under which data will come.
#pragma once
#include <deque>

#include "api/backend/operation.h"
#include "plan/plan.h"

namespace girih::api {

struct GraphInfo {
  graph::Graph graph;
  std::vector<int64_t> uids;                          // of each tensor
  std::vector<char> needs_data;                       // tensors that a variant pack must give
  std::vector<int64_t> alignment;                     // of each tensor, in bytes
  std::vector<std::vector<unsigned char>> constants;  // the value of tensors that are constants, else empty
  std::deque<std::string> names;                      // what graph.tensors[].name points to
  Device device;
  bool dynamic_shape = false, override_shape = false;
};

// Completes a graph whose tensors, nodes and uids are set: names, the order of nodes, the rules.
Check complete_graph(GraphInfo& info);

}  // namespace girih::api
