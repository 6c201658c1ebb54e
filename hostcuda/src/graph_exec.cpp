#include <algorithm>
#include <unordered_map>

#include "capture.h"
#include "graph.h"
#include "handles.h"
#include "status.h"
#include "stream.h"

namespace girih::hostcuda {

namespace {

Handles<CUgraphExec_st>& execs() {
  static Handles<CUgraphExec_st>* const instance = new Handles<CUgraphExec_st>;
  return *instance;
}

// The node of an executable graph that was copied from `original`, in it or in the graphs inside it.
CUgraphNode_st* find_copy(const CUgraph_st& graph, unsigned long long original) {
  for (const auto& node : graph.nodes) {
    if (node->source == original) return node.get();
    if (const auto* child = std::get_if<ChildWork>(&node->work)) {
      if (CUgraphNode_st* inside = find_copy(*child->graph, original)) return inside;
    }
  }
  return nullptr;
}

bool has_cycle(const CUgraph_st& graph) {
  if (!graph.nodes.empty() && topological_order(graph).empty()) return true;
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const auto& node) {
    const auto* child = std::get_if<ChildWork>(&node->work);
    return child && has_cycle(*child->graph);
  });
}

cudaError_t instantiate(cudaGraphExec_t* out, cudaGraph_t graph, unsigned long long flags,
                        cudaGraphInstantiateResult* result) {
  constexpr unsigned long long kKnown = cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
                                        cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUseNodePriority;
  const auto found = find_graph(graph);
  *result = cudaGraphInstantiateError;
  if (!out || !found || (flags & ~kKnown)) return cudaErrorInvalidValue;
  if (flags & cudaGraphInstantiateFlagDeviceLaunch) return cudaErrorNotSupported;  // there is no device to launch from
  const std::lock_guard lock(state_mutex());
  if (has_cycle(*found)) {
    *result = cudaGraphInstantiateInvalidStructure;
    return cudaErrorInvalidValue;
  }
  auto exec = std::make_shared<CUgraphExec_st>();
  exec->graph = clone_graph(*found);
  exec->flags = flags;
  *out = execs().add(std::move(exec));
  *result = cudaGraphInstantiateSuccess;
  return cudaSuccess;
}

// Sets the work of the copy of `node` in an executable graph.
template <class W>
cudaError_t set_exec_work(cudaGraphExec_t handle, cudaGraphNode_t node, W wanted) {
  return call([&] {
    const auto exec = execs().find(handle);
    if (!exec) return cudaErrorInvalidValue;
    if (const cudaError_t status = check(wanted)) return status;
    const std::lock_guard lock(state_mutex());
    if (!is_node(node)) return cudaErrorInvalidValue;
    CUgraphNode_st* copy = find_copy(*exec->graph, node->id);
    W* work = copy ? std::get_if<W>(&copy->work) : nullptr;
    if (!work) return cudaErrorInvalidValue;
    *work = std::move(wanted);
    return cudaSuccess;
  });
}

struct Difference {
  cudaGraphExecUpdateResult result = cudaGraphExecUpdateSuccess;
  cudaGraphNode_t node = nullptr;  // of the new graph
  cudaGraphNode_t from = nullptr;  // the node it should wait for, when an edge differs
};

// Compares two graphs node by node in the order of their making, which is how CUDA pairs them.
Difference compare(const CUgraph_st& current, const CUgraph_st& wanted) {
  if (current.nodes.size() != wanted.nodes.size()) return {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
  std::unordered_map<cudaGraphNode_t, cudaGraphNode_t> pair_of;
  for (size_t i = 0; i < current.nodes.size(); ++i) pair_of[wanted.nodes[i].get()] = current.nodes[i].get();
  for (size_t i = 0; i < current.nodes.size(); ++i) {
    const CUgraphNode_st& old_node = *current.nodes[i];
    CUgraphNode_st& new_node = *wanted.nodes[i];
    if (old_node.type != new_node.type) return {cudaGraphExecUpdateErrorNodeTypeChanged, &new_node, nullptr};
    if (old_node.dependencies.size() != new_node.dependencies.size()) {
      return {cudaGraphExecUpdateErrorTopologyChanged, &new_node, nullptr};
    }
    for (const cudaGraphNode_t dependency : new_node.dependencies) {
      const auto& list = old_node.dependencies;
      if (std::find(list.begin(), list.end(), pair_of[dependency]) == list.end()) {
        return {cudaGraphExecUpdateErrorTopologyChanged, &new_node, dependency};
      }
    }
    if (const auto* child = std::get_if<ChildWork>(&old_node.work)) {
      const Difference inside = compare(*child->graph, *std::get<ChildWork>(new_node.work).graph);
      if (inside.result) return inside;
    }
  }
  return {};
}

// Takes over the work of a graph that compare() found equal in shape.
void take_over(CUgraph_st& current, const CUgraph_st& wanted) {
  current.objects = wanted.objects;
  for (size_t i = 0; i < current.nodes.size(); ++i) {
    if (const auto* child = std::get_if<ChildWork>(&current.nodes[i]->work)) {
      take_over(*child->graph, *std::get<ChildWork>(wanted.nodes[i]->work).graph);
    } else {
      current.nodes[i]->work = wanted.nodes[i]->work;
    }
  }
}

}  // namespace

cudaError_t run_graph(const CUgraph_st& graph) {
  std::vector<Work> sequence;
  {
    const std::lock_guard lock(state_mutex());
    for (const cudaGraphNode_t node : topological_order(graph)) sequence.push_back(node->work);
  }
  for (const Work& work : sequence) {
    // Memory freed since the graph was made is an illegal access on a device too.
    if (check(work)) return cudaErrorIllegalAddress;
    if (const cudaError_t status = run(work)) return status;
  }
  return cudaSuccess;
}

cudaError_t update_exec(cudaGraphExec_t handle, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* info) {
  const auto exec = execs().find(handle);
  const auto wanted = find_graph(graph);
  if (!exec || !wanted || !info) return cudaErrorInvalidValue;
  const std::lock_guard lock(state_mutex());
  const Difference difference = compare(*exec->graph, *wanted);
  *info = {difference.result, difference.node, difference.from};
  if (difference.result) return cudaErrorGraphExecUpdateFailure;
  take_over(*exec->graph, *wanted);
  return cudaSuccess;
}

void destroy_execs() { execs().take_all(); }

HOSTCUDA_API cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                                       unsigned long long flags) {
  return call([&] {
    cudaGraphInstantiateResult result;
    return instantiate(pGraphExec, graph, flags, &result);
  });
}

HOSTCUDA_API cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                                        cudaGraphInstantiateParams* params) {
  return call([&] {
    if (!params) return cudaErrorInvalidValue;
    params->errNode_out = nullptr;
    return instantiate(pGraphExec, graph, params->flags, &params->result_out);
  });
}

HOSTCUDA_API cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t graphExec, unsigned long long* flags) {
  return call([&] {
    const auto exec = execs().find(graphExec);
    if (!exec || !flags) return cudaErrorInvalidValue;
    *flags = exec->flags;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                          const cudaMemcpy3DParms* params) {
  return params ? set_exec_work(exec, node, CopyWork{*params}) : report(cudaErrorInvalidValue);
}

HOSTCUDA_API cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* dst,
                                                            const void* src, size_t count, cudaMemcpyKind kind) {
  return count ? set_exec_work(exec, node, copy_1d(dst, src, count, kind)) : report(cudaErrorInvalidValue);
}

HOSTCUDA_API cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                          const cudaMemsetParams* params) {
  return params ? set_exec_work(exec, node, FillWork{*params}) : report(cudaErrorInvalidValue);
}

HOSTCUDA_API cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                        const cudaHostNodeParams* params) {
  return params ? set_exec_work(exec, node, HostWork{*params}) : report(cudaErrorInvalidValue);
}

HOSTCUDA_API cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t handle, cudaGraphNode_t node,
                                                              cudaGraph_t childGraph) {
  return call([&] {
    const auto exec = execs().find(handle);
    const auto wanted = find_graph(childGraph);
    if (!exec || !wanted) return cudaErrorInvalidValue;
    const std::lock_guard lock(state_mutex());
    if (!is_node(node)) return cudaErrorInvalidValue;
    CUgraphNode_st* copy = find_copy(*exec->graph, node->id);
    const auto* child = copy ? std::get_if<ChildWork>(&copy->work) : nullptr;
    if (!child) return cudaErrorInvalidValue;
    if (compare(*child->graph, *wanted).result) return cudaErrorGraphExecUpdateFailure;
    take_over(*child->graph, *wanted);
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream) {
  return call([&] {
    if (!execs().find(graphExec)) return cudaErrorInvalidValue;
    return find_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

HOSTCUDA_API cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t handle) {
  return call([&] {
    const auto exec = execs().find(graphExec);
    if (!exec) return cudaErrorInvalidValue;
    const auto stream = find_stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (in_host_function()) return cudaErrorNotPermitted;
    // A launch is not recorded as a child graph: CUDA 13 refuses it (measured), so programs cannot rely on it.
    if (const cudaError_t status = refuse_if_capturing(*stream)) return status;
    const std::lock_guard ordered(stream->order);
    return run_graph(*exec->graph);
  });
}

HOSTCUDA_API cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec) {
  return call([&] {
    const auto exec = execs().take(graphExec);
    if (!exec) return cudaErrorInvalidValue;
    const std::lock_guard lock(state_mutex());
    forget_nodes(*exec->graph);
    forget_graph(exec->graph.get());
    return cudaSuccess;
  });
}

}  // namespace girih::hostcuda
