// The graph calls whose signature changed with CUDA 13, without the edge data that it added.
#pragma once

#include "cuda_runtime.h"

namespace girih::hostcuda {

cudaError_t graph_edges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, size_t* count);
cudaError_t node_dependencies(cudaGraphNode_t node, cudaGraphNode_t* out, size_t* count);
cudaError_t node_dependents(cudaGraphNode_t node, cudaGraphNode_t* out, size_t* count);
cudaError_t add_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count);
cudaError_t remove_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                size_t count);

}  // namespace girih::hostcuda
