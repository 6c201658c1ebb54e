// What differs between the runtimes of CUDA 11, 12 and 13: names with a version, changed signatures, older structs.
#include <cstring>

#include "capture.h"
#include "device.h"
#include "graph.h"
#include "graph_query.h"
#include "status.h"
#include "stream.h"
#if HOSTCUDA_MAJOR < 13
#include "old_properties.h"
#endif

// Defines a function under an exported name whose declaration in cuda_runtime_api.h may have another signature.
#define EXPORT_AS(symbol, function, ...)                          \
  HOSTCUDA_API cudaError_t function(__VA_ARGS__) __asm__(symbol); \
  HOSTCUDA_API cudaError_t function(__VA_ARGS__)

// CUDA 12.3 added calls with edge data beside the old ones; in CUDA 13 they took over the plain names.
#if HOSTCUDA_MAJOR >= 13
#define WITH_DATA(name, suffix) name
#else
#define WITH_DATA(name, suffix) name suffix
#endif

namespace girih::hostcuda {

#if HOSTCUDA_MAJOR >= 12

namespace {

// All edges are plain ones.
cudaError_t plain_edges(cudaError_t status, cudaGraphEdgeData* data, const size_t* count) {
  if (!status && data) std::memset(data, 0, *count * sizeof *data);
  return status;
}

}  // namespace

EXPORT_AS(WITH_DATA("cudaGraphGetEdges", "_v2"), get_edges_with_data, cudaGraph_t graph, cudaGraphNode_t* from,
          cudaGraphNode_t* to, cudaGraphEdgeData* data, size_t* count) {
  return call([&] {
    if (data && !from) return cudaErrorInvalidValue;
    return plain_edges(graph_edges(graph, from, to, count), data, count);
  });
}

EXPORT_AS(WITH_DATA("cudaGraphNodeGetDependencies", "_v2"), get_dependencies_with_data, cudaGraphNode_t node,
          cudaGraphNode_t* out, cudaGraphEdgeData* data, size_t* count) {
  return call([&] {
    if (data && !out) return cudaErrorInvalidValue;
    return plain_edges(node_dependencies(node, out, count), data, count);
  });
}

EXPORT_AS(WITH_DATA("cudaGraphNodeGetDependentNodes", "_v2"), get_dependents_with_data, cudaGraphNode_t node,
          cudaGraphNode_t* out, cudaGraphEdgeData* data, size_t* count) {
  return call([&] {
    if (data && !out) return cudaErrorInvalidValue;
    return plain_edges(node_dependents(node, out, count), data, count);
  });
}

EXPORT_AS(WITH_DATA("cudaGraphAddDependencies", "_v2"), add_dependencies_with_data, cudaGraph_t graph,
          const cudaGraphNode_t* from, const cudaGraphNode_t* to, const cudaGraphEdgeData*, size_t count) {
  return call([&] { return add_dependencies(graph, from, to, count); });
}

EXPORT_AS(WITH_DATA("cudaGraphRemoveDependencies", "_v2"), remove_dependencies_with_data, cudaGraph_t graph,
          const cudaGraphNode_t* from, const cudaGraphNode_t* to, const cudaGraphEdgeData*, size_t count) {
  return call([&] { return remove_dependencies(graph, from, to, count); });
}

EXPORT_AS(WITH_DATA("cudaStreamGetCaptureInfo", "_v3"), get_capture_info_with_data, cudaStream_t stream,
          cudaStreamCaptureStatus* status, unsigned long long* id, cudaGraph_t* graph,
          const cudaGraphNode_t** dependencies, const cudaGraphEdgeData** data, size_t* count) {
  return call([&] {
    if (data) *data = nullptr;
    return capture_info(stream, status, id, graph, dependencies, count);
  });
}

EXPORT_AS(WITH_DATA("cudaStreamUpdateCaptureDependencies", "_v2"), update_dependencies_with_data, cudaStream_t stream,
          cudaGraphNode_t* nodes, const cudaGraphEdgeData*, size_t count, unsigned int flags) {
  return call([&] { return update_capture_dependencies(stream, nodes, count, flags); });
}

EXPORT_AS(WITH_DATA("cudaMemPrefetchAsync", "_v2"), prefetch_to_location, const void* ptr, size_t, cudaMemLocation,
          unsigned int, cudaStream_t) {
  return report(ptr ? cudaSuccess : cudaErrorInvalidValue);  // memory is where it is needed already
}

EXPORT_AS(WITH_DATA("cudaMemAdvise", "_v2"), advise_location, const void* ptr, size_t, cudaMemoryAdvise,
          cudaMemLocation) {
  return report(ptr ? cudaSuccess : cudaErrorInvalidValue);
}

HOSTCUDA_API cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
  return cudaGraphInstantiateWithFlags(exec, graph, flags);
}

HOSTCUDA_API cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                             cudaGraphExecUpdateResultInfo* info) {
  return call([&] { return update_exec(exec, graph, info); });
}

#endif

#if HOSTCUDA_MAJOR >= 13

HOSTCUDA_API cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device) {
  return call([&] {
    if (!prop) return cudaErrorInvalidValue;
    if (device != 0) return cudaErrorInvalidDevice;
    *prop = device_properties();
    return cudaSuccess;
  });
}

#else

EXPORT_AS("cudaGetDeviceProperties", get_properties_11, void* prop, int device) {
  return call([&] { return give_properties(prop, kSizeOf11, device); });
}

EXPORT_AS("cudaGraphGetEdges", get_edges, cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
          size_t* count) {
  return call([&] { return graph_edges(graph, from, to, count); });
}

EXPORT_AS("cudaGraphNodeGetDependencies", get_dependencies, cudaGraphNode_t node, cudaGraphNode_t* out, size_t* count) {
  return call([&] { return node_dependencies(node, out, count); });
}

EXPORT_AS("cudaGraphNodeGetDependentNodes", get_dependents, cudaGraphNode_t node, cudaGraphNode_t* out, size_t* count) {
  return call([&] { return node_dependents(node, out, count); });
}

EXPORT_AS("cudaGraphAddDependencies", add_edges, cudaGraph_t graph, const cudaGraphNode_t* from,
          const cudaGraphNode_t* to, size_t count) {
  return call([&] { return add_dependencies(graph, from, to, count); });
}

EXPORT_AS("cudaGraphRemoveDependencies", remove_edges, cudaGraph_t graph, const cudaGraphNode_t* from,
          const cudaGraphNode_t* to, size_t count) {
  return call([&] { return remove_dependencies(graph, from, to, count); });
}

EXPORT_AS("cudaStreamGetCaptureInfo", get_capture_info, cudaStream_t stream, cudaStreamCaptureStatus* status,
          unsigned long long* id) {
  return call([&] { return capture_info(stream, status, id, nullptr, nullptr, nullptr); });
}

EXPORT_AS("cudaStreamGetCaptureInfo_v2", get_capture_info_2, cudaStream_t stream, cudaStreamCaptureStatus* status,
          unsigned long long* id, cudaGraph_t* graph, const cudaGraphNode_t** dependencies, size_t* count) {
  return call([&] { return capture_info(stream, status, id, graph, dependencies, count); });
}

EXPORT_AS("cudaStreamUpdateCaptureDependencies", update_dependencies, cudaStream_t stream, cudaGraphNode_t* nodes,
          size_t count, unsigned int flags) {
  return call([&] { return update_capture_dependencies(stream, nodes, count, flags); });
}

EXPORT_AS("cudaMemPrefetchAsync", prefetch, const void* ptr, size_t, int, cudaStream_t) {
  return report(ptr ? cudaSuccess : cudaErrorInvalidValue);  // memory is where it is needed already
}

EXPORT_AS("cudaMemAdvise", advise, const void* ptr, size_t, cudaMemoryAdvise, int) {
  return report(ptr ? cudaSuccess : cudaErrorInvalidValue);
}

#endif

#if HOSTCUDA_MAJOR == 12

EXPORT_AS("cudaGetDeviceProperties_v2", get_properties_12, void* prop, int device) {
  return call([&] { return give_properties(prop, sizeof(DevicePropOf12), device); });
}

#elif HOSTCUDA_MAJOR == 11

EXPORT_AS("cudaGraphInstantiate", instantiate_11, cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphNode_t* error_node,
          char* log, size_t log_bytes) {
  if (error_node) *error_node = nullptr;
  if (log && log_bytes) *log = '\0';
  return cudaGraphInstantiateWithFlags(exec, graph, 0);
}

EXPORT_AS("cudaGraphExecUpdate", update_exec_11, cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t* error_node,
          cudaGraphExecUpdateResult* result) {
  return call([&] {
    cudaGraphExecUpdateResultInfo info{};
    const cudaError_t status = update_exec(exec, graph, &info);
    if (error_node) *error_node = info.errorNode;
    if (result) *result = info.result;
    return status;
  });
}

#endif

}  // namespace girih::hostcuda
