#include "plan/host_runtime.h"

#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <atomic>
#include <memory>
#include <vector>

namespace girih {
namespace {

// A function of the runtime that the program uses: linked to it, or loaded by it.
void* find(const char* name) {
  if (void* f = dlsym(RTLD_DEFAULT, name)) return f;
  for (const char* library : {"libcudart.so.13", "libcudart.so.12", "libcudart.so.11.0"})
    if (void* loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD)) {
      void* f = dlsym(loaded, name);
      dlclose(loaded);  // only our reference: the program keeps it
      if (f) return f;
    }
  return nullptr;
}

// Looked for again until it is there: a program may load its runtime after us.
template <class F>
F* look_up(std::atomic<F*>& found, const char* name) {
  F* f = found.load(std::memory_order_acquire);
  if (!f) found.store(f = reinterpret_cast<F*>(find(name)), std::memory_order_release);
  return f;
}
#define GIRIH_RUNTIME_AS(type, name)          \
  ([] {                                       \
    static std::atomic<type*> found{nullptr}; \
    return look_up(found, name);              \
  }())
#define GIRIH_RUNTIME(name) GIRIH_RUNTIME_AS(decltype(name), #name)

Check check(cudaError_t e, const char* what) {
  if (e == cudaSuccess) return {};
  return fail(Status::kExecutionFailedCudart, "{} gave CUDA error {}", what, static_cast<int>(e));
}
Error missing(const char* what) {
  return fail(Status::kNotSupportedRuntimePrerequisiteMissing, "the CUDA runtime of this process has no {}", what);
}

void CUDART_CB call(void* work) { (*static_cast<HostWork*>(work))(); }
void CUDART_CB forget(void* work) { delete static_cast<HostWork*>(work); }

// Makes the work live as long as the graph and its copies.
Result<HostWork*> attach(cudaGraph_t graph, HostWork work) {
  auto* create = GIRIH_RUNTIME(cudaUserObjectCreate);
  auto* retain = GIRIH_RUNTIME(cudaGraphRetainUserObject);
  if (!create || !retain) return missing("user objects of graphs");
  auto owned = std::make_unique<HostWork>(std::move(work));
  cudaUserObject_t object = nullptr;
  GIRIH_TRY(check(create(&object, owned.get(), forget, 1, cudaUserObjectNoDestructorSync), "cudaUserObjectCreate"));
  HostWork* kept = owned.release();  // the object's from here on
  if (Check c = check(retain(graph, object, 1, cudaGraphUserObjectMove), "cudaGraphRetainUserObject"); !c) {
    if (auto* release = GIRIH_RUNTIME(cudaUserObjectRelease)) release(object, 1);
    return std::move(c).take_error();
  }
  return kept;
}

}  // namespace

bool is_capturing(void* stream) {
  if (!stream) return false;
  auto* query = GIRIH_RUNTIME(cudaStreamIsCapturing);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return query && query(static_cast<cudaStream_t>(stream), &status) == cudaSuccess &&
         status == cudaStreamCaptureStatusActive;
}

Check record(void* stream, HostWork work) {
  // The second version is in every runtime from 11.3 on, under this name or, in 13, as what the header's name maps to.
  using Info = cudaError_t(cudaStream_t, cudaStreamCaptureStatus*, unsigned long long*, cudaGraph_t*,
                           const cudaGraphNode_t**, size_t*);
  using InfoWithData = cudaError_t(cudaStream_t, cudaStreamCaptureStatus*, unsigned long long*, cudaGraph_t*,
                                   const cudaGraphNode_t**, const void**, size_t*);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  cudaGraph_t graph = nullptr;
  const auto s = static_cast<cudaStream_t>(stream);
  if (auto* info = GIRIH_RUNTIME_AS(Info, "cudaStreamGetCaptureInfo_v2")) {
    GIRIH_TRY(check(info(s, &status, nullptr, &graph, nullptr, nullptr), "cudaStreamGetCaptureInfo_v2"));
  } else if (auto* info3 = GIRIH_RUNTIME_AS(InfoWithData, "cudaStreamGetCaptureInfo")) {
    GIRIH_TRY(check(info3(s, &status, nullptr, &graph, nullptr, nullptr, nullptr), "cudaStreamGetCaptureInfo"));
  } else {
    return missing("cudaStreamGetCaptureInfo");
  }
  auto* launch = GIRIH_RUNTIME(cudaLaunchHostFunc);
  if (!launch) return missing("cudaLaunchHostFunc");
  GIRIH_TRY_ASSIGN(HostWork * kept, attach(graph, std::move(work)));
  return check(launch(s, call, kept), "cudaLaunchHostFunc");
}

Check add_host_node(void* graph, HostWork work) {
  auto* add = GIRIH_RUNTIME(cudaGraphAddHostNode);
  if (!add) return missing("cudaGraphAddHostNode");
  GIRIH_TRY_ASSIGN(HostWork * kept, attach(static_cast<cudaGraph_t>(graph), std::move(work)));
  const cudaHostNodeParams params{call, kept};
  cudaGraphNode_t node = nullptr;
  return check(add(&node, static_cast<cudaGraph_t>(graph), nullptr, 0, &params), "cudaGraphAddHostNode");
}

Check replace_host_node(void* graph, HostWork work) {
  auto* list = GIRIH_RUNTIME(cudaGraphGetNodes);
  auto* type_of = GIRIH_RUNTIME(cudaGraphNodeGetType);
  auto* set = GIRIH_RUNTIME(cudaGraphHostNodeSetParams);
  if (!list || !type_of || !set) return missing("functions that change graphs");
  const auto g = static_cast<cudaGraph_t>(graph);
  size_t count = 0;
  GIRIH_TRY(check(list(g, nullptr, &count), "cudaGraphGetNodes"));
  std::vector<cudaGraphNode_t> nodes(count);
  if (count) GIRIH_TRY(check(list(g, nodes.data(), &count), "cudaGraphGetNodes"));
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  if (count == 1) GIRIH_TRY(check(type_of(nodes[0], &type), "cudaGraphNodeGetType"));
  if (count != 1 || type != cudaGraphNodeTypeHost)
    return fail(Status::kBadParamCudaGraphMismatch,
                "cudaGraph: it has {} nodes; one that cudnnBackendPopulateCudaGraph filled has a single host node",
                count);
  GIRIH_TRY_ASSIGN(HostWork * kept, attach(g, std::move(work)));
  const cudaHostNodeParams params{call, kept};
  return check(set(nodes[0], &params), "cudaGraphHostNodeSetParams");
}

}  // namespace girih
