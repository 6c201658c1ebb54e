#include "graph_query.h"

#include <algorithm>

#include "capture.h"
#include "graph.h"
#include "status.h"

namespace girih::hostcuda {

namespace {

// The answers are lists of nodes; this finds the object asked about under the lock and gives the list.
template <class Collect>
cudaError_t list_of_graph(cudaGraph_t graph, cudaGraphNode_t* out, size_t* count, Collect&& collect) {
  const auto found = find_graph(graph);
  if (!found) return cudaErrorInvalidValue;
  const std::lock_guard lock(state_mutex());
  return give_nodes(collect(*found), out, count);
}

template <class Collect>
cudaError_t list_of_node(cudaGraphNode_t node, cudaGraphNode_t* out, size_t* count, Collect&& collect) {
  const std::lock_guard lock(state_mutex());
  if (!is_node(node)) return cudaErrorInvalidValue;
  return give_nodes(collect(*node), out, count);
}

}  // namespace

cudaError_t graph_edges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, size_t* count) {
  const auto found = find_graph(graph);
  if (!found || !count || !from != !to) return cudaErrorInvalidValue;
  const std::lock_guard lock(state_mutex());
  std::vector<cudaGraphNode_t> sources;
  std::vector<cudaGraphNode_t> targets;
  for (const Edge& edge : edges_of(*found)) {
    sources.push_back(edge.from);
    targets.push_back(edge.to);
  }
  size_t same = *count;
  give_nodes(sources, from, &same);
  return give_nodes(targets, to, count);
}

cudaError_t node_dependencies(cudaGraphNode_t node, cudaGraphNode_t* out, size_t* count) {
  return list_of_node(node, out, count, [](const CUgraphNode_st& n) { return n.dependencies; });
}

cudaError_t node_dependents(cudaGraphNode_t node, cudaGraphNode_t* out, size_t* count) {
  return list_of_node(node, out, count, [](const CUgraphNode_st& n) {
    std::vector<cudaGraphNode_t> list;
    for (const Edge& edge : edges_of(*n.graph)) {
      if (edge.from == &n) list.push_back(edge.to);
    }
    return list;
  });
}

cudaError_t add_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count) {
  const auto found = find_graph(graph);
  if (!found) return cudaErrorInvalidValue;
  const std::lock_guard lock(state_mutex());
  if (!are_nodes_of(*found, from, count) || !are_nodes_of(*found, to, count)) return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; ++i) {
    const auto& list = to[i]->dependencies;
    if (from[i] == to[i] || std::find(list.begin(), list.end(), from[i]) != list.end()) return cudaErrorInvalidValue;
  }
  for (size_t i = 0; i < count; ++i) to[i]->dependencies.push_back(from[i]);
  return cudaSuccess;
}

cudaError_t remove_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                size_t count) {
  const auto found = find_graph(graph);
  if (!found) return cudaErrorInvalidValue;
  const std::lock_guard lock(state_mutex());
  if (!are_nodes_of(*found, from, count) || !are_nodes_of(*found, to, count)) return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; ++i) {
    const auto& list = to[i]->dependencies;
    if (std::find(list.begin(), list.end(), from[i]) == list.end()) return cudaErrorInvalidValue;
  }
  for (size_t i = 0; i < count; ++i) {
    auto& list = to[i]->dependencies;
    list.erase(std::remove(list.begin(), list.end(), from[i]), list.end());
  }
  return cudaSuccess;
}

HOSTCUDA_API cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* numNodes) {
  return call([&] {
    return list_of_graph(graph, nodes, numNodes, [](const CUgraph_st& g) {
      std::vector<cudaGraphNode_t> list;
      for (const auto& node : g.nodes) list.push_back(node.get());
      return list;
    });
  });
}

HOSTCUDA_API cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* pRootNodes, size_t* pNumRootNodes) {
  return call([&] {
    return list_of_graph(graph, pRootNodes, pNumRootNodes, [](const CUgraph_st& g) {
      std::vector<cudaGraphNode_t> list;
      for (const auto& node : g.nodes) {
        if (node->dependencies.empty()) list.push_back(node.get());
      }
      return list;
    });
  });
}

HOSTCUDA_API cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* pType) {
  return call([&] {
    const std::lock_guard lock(state_mutex());
    if (!pType || !is_node(node)) return cudaErrorInvalidValue;
    *pType = node->type;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* pNode, cudaGraphNode_t originalNode,
                                                  cudaGraph_t clonedGraph) {
  return call([&] {
    const auto clone = find_graph(clonedGraph);
    if (!pNode || !clone) return cudaErrorInvalidValue;
    const std::lock_guard lock(state_mutex());
    if (!is_node(originalNode)) return cudaErrorInvalidValue;
    for (const auto& node : clone->nodes) {
      if (node->source != originalNode->id) continue;
      *pNode = node.get();
      return cudaSuccess;
    }
    return cudaErrorInvalidValue;
  });
}

HOSTCUDA_API cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return call([&] {
    const std::lock_guard lock(state_mutex());
    if (!is_node(node)) return cudaErrorInvalidValue;
    CUgraph_st& graph = *node->graph;
    for (const auto& other : graph.nodes) {
      auto& list = other->dependencies;
      list.erase(std::remove(list.begin(), list.end(), node), list.end());
    }
    forget_node(node);
    const auto is_it = [&](const auto& held) { return held.get() == node; };
    graph.nodes.erase(std::find_if(graph.nodes.begin(), graph.nodes.end(), is_it));
    return cudaSuccess;
  });
}

}  // namespace girih::hostcuda
