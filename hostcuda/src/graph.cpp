#include "graph.h"

#include <algorithm>
#include <atomic>
#include <unordered_map>
#include <unordered_set>

#include "event.h"
#include "handles.h"
#include "status.h"
#include "stream.h"

namespace girih::hostcuda {

namespace {

// The graph calls have few callers at a time, so one lock serves graphs, nodes and captures alike. Graphs are looked up
// under their own lock; nodes are found through the set of all live nodes, guarded by state_mutex().
Handles<CUgraph_st>& graphs() {
  static Handles<CUgraph_st>* const instance = new Handles<CUgraph_st>;
  return *instance;
}

std::unordered_set<const CUgraphNode_st*>& nodes() {
  static auto* const instance = new std::unordered_set<const CUgraphNode_st*>;
  return *instance;
}

cudaGraphNodeType type_of(const Work& work) {
  if (std::holds_alternative<CopyWork>(work)) return cudaGraphNodeTypeMemcpy;
  if (std::holds_alternative<FillWork>(work)) return cudaGraphNodeTypeMemset;
  if (std::holds_alternative<HostWork>(work)) return cudaGraphNodeTypeHost;
  if (std::holds_alternative<EventRecordWork>(work)) return cudaGraphNodeTypeEventRecord;
  if (std::holds_alternative<EventWaitWork>(work)) return cudaGraphNodeTypeWaitEvent;
  if (std::holds_alternative<ChildWork>(work)) return cudaGraphNodeTypeGraph;
  return cudaGraphNodeTypeEmpty;
}

}  // namespace

std::shared_ptr<CUgraph_st> find_graph(cudaGraph_t graph) { return graphs().find(graph); }

std::shared_ptr<CUgraph_st> new_graph() {
  auto graph = std::make_shared<CUgraph_st>();
  graphs().add(graph);
  return graph;
}

void forget_node(cudaGraphNode_t node) {
  nodes().erase(node);
  if (const auto* child = std::get_if<ChildWork>(&node->work)) {
    forget_nodes(*child->graph);
    graphs().take(child->graph.get());
  }
}

void forget_nodes(const CUgraph_st& graph) {
  for (const auto& node : graph.nodes) forget_node(node.get());
}

void forget_graph(const CUgraph_st* graph) { graphs().take(graph); }

bool is_node(cudaGraphNode_t node) { return nodes().count(node) != 0; }

bool are_nodes_of(const CUgraph_st& graph, const cudaGraphNode_t* list, size_t count) {
  if (count && !list) return false;
  return std::all_of(list, list + count, [&](cudaGraphNode_t node) { return is_node(node) && node->graph == &graph; });
}

cudaGraphNode_t add_node(CUgraph_st& graph, Work work, const std::vector<cudaGraphNode_t>& dependencies) {
  static unsigned long long next_id = 1;
  auto node = std::make_unique<CUgraphNode_st>();
  node->id = next_id++;
  node->graph = &graph;
  node->type = type_of(work);
  node->work = std::move(work);
  node->dependencies = dependencies;
  const cudaGraphNode_t handle = node.get();
  graph.nodes.push_back(std::move(node));
  nodes().insert(handle);
  return handle;
}

std::shared_ptr<CUgraph_st> clone_graph(const CUgraph_st& graph) {
  auto clone = new_graph();
  clone->objects = graph.objects;
  std::unordered_map<cudaGraphNode_t, cudaGraphNode_t> copy_of;
  for (const auto& node : graph.nodes) {
    Work work = node->work;
    if (auto* child = std::get_if<ChildWork>(&work)) {
      child->graph = clone_graph(*child->graph);
      child->graph->embedded = true;
    }
    const cudaGraphNode_t copy = add_node(*clone, std::move(work), {});
    copy->source = node->id;
    copy_of[node.get()] = copy;
  }
  for (const auto& node : graph.nodes) {
    for (const cudaGraphNode_t dependency : node->dependencies) {
      copy_of[node.get()]->dependencies.push_back(copy_of[dependency]);
    }
  }
  return clone;
}

std::vector<cudaGraphNode_t> topological_order(const CUgraph_st& graph) {
  // Nodes are added after their dependences unless edges came later, so few sweeps are needed.
  std::unordered_set<cudaGraphNode_t> done;
  std::vector<cudaGraphNode_t> order;
  for (bool progress = true; progress && order.size() < graph.nodes.size();) {
    progress = false;
    for (const auto& node : graph.nodes) {
      const auto& waits_for = node->dependencies;
      const bool ready = std::all_of(waits_for.begin(), waits_for.end(), [&](auto d) { return done.count(d) != 0; });
      if (!ready || !done.insert(node.get()).second) continue;
      order.push_back(node.get());
      progress = true;
    }
  }
  if (order.size() < graph.nodes.size()) order.clear();
  return order;
}

std::vector<Edge> edges_of(const CUgraph_st& graph) {
  std::vector<Edge> edges;
  for (const auto& node : graph.nodes) {
    for (const cudaGraphNode_t dependency : node->dependencies) edges.push_back({dependency, node.get()});
  }
  return edges;
}

cudaError_t give_nodes(const std::vector<cudaGraphNode_t>& list, cudaGraphNode_t* out, size_t* count) {
  if (!count) return cudaErrorInvalidValue;
  if (out) {
    for (size_t i = 0; i < *count; ++i) out[i] = i < list.size() ? list[i] : nullptr;
    *count = std::min(*count, list.size());
  } else {
    *count = list.size();
  }
  return cudaSuccess;
}

void destroy_graphs() {
  const std::lock_guard lock(state_mutex());
  for (const auto& [handle, graph] : graphs().take_all()) {
    for (const auto& node : graph->nodes) nodes().erase(node.get());
  }
}

namespace {

cudaError_t add(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* dependencies, size_t count, Work work) {
  return call([&] {
    const auto found = find_graph(graph);
    if (!out || !found) return cudaErrorInvalidValue;
    if (const cudaError_t status = check(work)) return status;
    const std::lock_guard lock(state_mutex());
    if (!are_nodes_of(*found, dependencies, count)) return cudaErrorInvalidValue;
    const std::unordered_set<cudaGraphNode_t> distinct(dependencies, dependencies + count);
    if (distinct.size() != count) return cudaErrorInvalidValue;
    *out = add_node(*found, std::move(work), {dependencies, dependencies + count});
    return cudaSuccess;
  });
}

// Runs `body` on a live node whose work is a W.
template <class W, class Body>
cudaError_t with_node(cudaGraphNode_t node, Body&& body) {
  return call([&] {
    const std::lock_guard lock(state_mutex());
    if (!is_node(node)) return cudaErrorInvalidValue;
    W* work = std::get_if<W>(&node->work);
    if (!work) return cudaErrorInvalidValue;
    return body(*work);
  });
}

template <class W>
cudaError_t set_work(cudaGraphNode_t node, W wanted) {
  return with_node<W>(node, [&](W& work) {
    if (const cudaError_t status = check(wanted)) return status;
    work = std::move(wanted);
    return cudaSuccess;
  });
}

template <class W, class P>
cudaError_t get_params(cudaGraphNode_t node, P* params) {
  return with_node<W>(node, [&](const W& work) {
    if (!params) return cudaErrorInvalidValue;
    *params = work.params;
    return cudaSuccess;
  });
}

}  // namespace

HOSTCUDA_API cudaError_t cudaGraphCreate(cudaGraph_t* pGraph, unsigned int flags) {
  return call([&] {
    if (!pGraph || flags) return cudaErrorInvalidValue;
    *pGraph = new_graph().get();
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return call([&] {
    const auto found = find_graph(graph);
    if (!found || found->embedded) return cudaErrorInvalidValue;
    const std::lock_guard lock(state_mutex());
    forget_nodes(*found);
    forget_graph(graph);
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaGraphClone(cudaGraph_t* pGraphClone, cudaGraph_t originalGraph) {
  return call([&] {
    const auto found = find_graph(originalGraph);
    if (!pGraphClone || !found) return cudaErrorInvalidValue;
    const std::lock_guard lock(state_mutex());
    *pGraphClone = clone_graph(*found).get();
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* deps,
                                                size_t count, const cudaMemcpy3DParms* params) {
  if (!params) return report(cudaErrorInvalidValue);
  return add(node, graph, deps, count, CopyWork{*params});
}

HOSTCUDA_API cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* deps,
                                                  size_t depCount, void* dst, const void* src, size_t count,
                                                  cudaMemcpyKind kind) {
  if (count == 0) return report(cudaErrorInvalidValue);
  return add(node, graph, deps, depCount, copy_1d(dst, src, count, kind));
}

HOSTCUDA_API cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* deps,
                                                size_t count, const cudaMemsetParams* params) {
  if (!params) return report(cudaErrorInvalidValue);
  return add(node, graph, deps, count, FillWork{*params});
}

HOSTCUDA_API cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* deps,
                                              size_t count, const cudaHostNodeParams* params) {
  if (!params) return report(cudaErrorInvalidValue);
  return add(node, graph, deps, count, HostWork{*params});
}

HOSTCUDA_API cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* deps,
                                               size_t count) {
  return add(node, graph, deps, count, EmptyWork{});
}

HOSTCUDA_API cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                     const cudaGraphNode_t* deps, size_t count, cudaEvent_t event) {
  if (!is_event(event)) return report(cudaErrorInvalidValue);
  return add(node, graph, deps, count, EventRecordWork{event});
}

HOSTCUDA_API cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                   const cudaGraphNode_t* deps, size_t count, cudaEvent_t event) {
  if (!is_event(event)) return report(cudaErrorInvalidValue);
  return add(node, graph, deps, count, EventWaitWork{event});
}

HOSTCUDA_API cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                    const cudaGraphNode_t* deps, size_t count, cudaGraph_t childGraph) {
  return call([&] {
    const auto child = find_graph(childGraph);
    if (!child || childGraph == graph) return cudaErrorInvalidValue;
    ChildWork work;
    {
      const std::lock_guard lock(state_mutex());
      work.graph = clone_graph(*child);
      work.graph->embedded = true;
    }
    const std::shared_ptr<CUgraph_st> copy = work.graph;
    const cudaError_t status = add(node, graph, deps, count, std::move(work));
    if (status) {
      const std::lock_guard lock(state_mutex());
      forget_nodes(*copy);
      forget_graph(copy.get());
    }
    return status;
  });
}

HOSTCUDA_API cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* params) {
  return get_params<CopyWork>(node, params);
}

HOSTCUDA_API cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* params) {
  return params ? set_work(node, CopyWork{*params}) : report(cudaErrorInvalidValue);
}

HOSTCUDA_API cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, const void* src, size_t count,
                                                        cudaMemcpyKind kind) {
  return count ? set_work(node, copy_1d(dst, src, count, kind)) : report(cudaErrorInvalidValue);
}

HOSTCUDA_API cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* params) {
  return get_params<FillWork>(node, params);
}

HOSTCUDA_API cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* params) {
  return params ? set_work(node, FillWork{*params}) : report(cudaErrorInvalidValue);
}

HOSTCUDA_API cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* params) {
  return get_params<HostWork>(node, params);
}

HOSTCUDA_API cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* params) {
  return params ? set_work(node, HostWork{*params}) : report(cudaErrorInvalidValue);
}

HOSTCUDA_API cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* pGraph) {
  return with_node<ChildWork>(node, [&](const ChildWork& work) {
    if (!pGraph) return cudaErrorInvalidValue;
    *pGraph = work.graph.get();
    return cudaSuccess;
  });
}

}  // namespace girih::hostcuda
