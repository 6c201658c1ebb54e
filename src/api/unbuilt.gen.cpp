// Written by spec/generate.py from the tables in spec/. Edit those, then run it again.
// clang-format off
// The functions that no source of src/api defines yet. Writing one there and running spec/generate.py removes it here.
#include "api/entry.h"
#include "api/entry_points.gen.h"

namespace girih::api {

Result<void> cudnnBackendExecute(cudnnHandle_t, cudnnBackendDescriptor_t, cudnnBackendDescriptor_t) {
  return unbuilt("cudnnBackendExecute");
}
Result<void> cudnnBackendPopulateCudaGraph(cudnnHandle_t, cudnnBackendDescriptor_t, cudnnBackendDescriptor_t,
                                           cudaGraph_t) {
  return unbuilt("cudnnBackendPopulateCudaGraph");
}
Result<void> cudnnBackendUpdateCudaGraph(cudnnHandle_t, cudnnBackendDescriptor_t, cudnnBackendDescriptor_t,
                                         cudaGraph_t) {
  return unbuilt("cudnnBackendUpdateCudaGraph");
}

}  // namespace girih::api
