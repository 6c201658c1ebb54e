// Graphs: nodes of work with dependences, and executable copies of them.
#pragma once

#include <memory>
#include <vector>

#include "cuda_runtime.h"
#include "work.h"

struct CUgraphNode_st {
  unsigned long long id = 0;      // never used twice
  unsigned long long source = 0;  // id of the node that this one is a copy of
  CUgraph_st* graph = nullptr;
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  girih::hostcuda::Work work;
  std::vector<cudaGraphNode_t> dependencies;  // in the order they were added
};

// What a program attaches to graphs: its function runs when nobody refers to the object any more.
struct CUuserObject_st {
  void* data;
  cudaHostFn_t destroy;
  unsigned references;
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;  // in the order they were added
  std::vector<std::shared_ptr<void>> objects;          // one for each user object it retains; copies share them
  bool embedded = false;                               // the copy inside a child-graph node
};

struct CUgraphExec_st {
  std::shared_ptr<CUgraph_st> graph;  // a copy; `source` of its nodes leads back
  unsigned long long flags = 0;
};

namespace girih::hostcuda {

std::shared_ptr<CUgraph_st> find_graph(cudaGraph_t graph);
std::shared_ptr<CUgraph_st> new_graph();     // with a handle of its own
void forget_graph(const CUgraph_st* graph);  // takes the handle away

// Call the rest with state_mutex() held, except update_exec, run_graph and the last two.
bool is_node(cudaGraphNode_t node);
bool are_nodes_of(const CUgraph_st& graph, const cudaGraphNode_t* nodes, size_t count);
void forget_node(cudaGraphNode_t node);      // and the graph inside it
void forget_nodes(const CUgraph_st& graph);  // all of them
cudaGraphNode_t add_node(CUgraph_st& graph, Work work, const std::vector<cudaGraphNode_t>& dependencies);
std::shared_ptr<CUgraph_st> clone_graph(const CUgraph_st& graph);

// The nodes so that each comes after its dependences, earlier added first; empty when there is a cycle.
std::vector<cudaGraphNode_t> topological_order(const CUgraph_st& graph);

// The dependences as pairs, in the order of the nodes that wait.
struct Edge {
  cudaGraphNode_t from;
  cudaGraphNode_t to;
};
std::vector<Edge> edges_of(const CUgraph_st& graph);

// Gives a list to the program the way the graph calls do: with no array, the length alone; with one, as many as fit,
// and the rest filled with null.
cudaError_t give_nodes(const std::vector<cudaGraphNode_t>& list, cudaGraphNode_t* out, size_t* count);

cudaError_t update_exec(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* info);

// Does the work of all nodes in the calling thread.
cudaError_t run_graph(const CUgraph_st& graph);

void destroy_execs();
void destroy_graphs();

}  // namespace girih::hostcuda
