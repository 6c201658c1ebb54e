// Written by spec/generate.py from the tables in spec/. Edit those, then run it again.
// clang-format off
// The functions that no source of src/api defines yet. Writing one there and running spec/generate.py removes it here.
#include "api/entry.h"
#include "api/entry_points.gen.h"

namespace girih::api {

Result<void> cudnnBackendCreateDescriptor(cudnnBackendDescriptorType_t, cudnnBackendDescriptor_t*) {
  return unbuilt("cudnnBackendCreateDescriptor");
}
Result<void> cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t) {
  return unbuilt("cudnnBackendDestroyDescriptor");
}
Result<void> cudnnBackendInitialize(cudnnBackendDescriptor_t) {
  return unbuilt("cudnnBackendInitialize");
}
Result<void> cudnnBackendFinalize(cudnnBackendDescriptor_t) {
  return unbuilt("cudnnBackendFinalize");
}
Result<void> cudnnBackendSetAttribute(cudnnBackendDescriptor_t, cudnnBackendAttributeName_t,
                                      cudnnBackendAttributeType_t, int64_t, const void*) {
  return unbuilt("cudnnBackendSetAttribute");
}
Result<void> cudnnBackendGetAttribute(cudnnBackendDescriptor_t const, cudnnBackendAttributeName_t,
                                      cudnnBackendAttributeType_t, int64_t, int64_t*, void*) {
  return unbuilt("cudnnBackendGetAttribute");
}
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
Result<void> cudnnCreateSeqDataDescriptor(cudnnSeqDataDescriptor_t*) {
  return unbuilt("cudnnCreateSeqDataDescriptor");
}
Result<void> cudnnDestroySeqDataDescriptor(cudnnSeqDataDescriptor_t) {
  return unbuilt("cudnnDestroySeqDataDescriptor");
}
Result<void> cudnnSetSeqDataDescriptor(cudnnSeqDataDescriptor_t, cudnnDataType_t, int, const int*,
                                       const cudnnSeqDataAxis_t*, size_t, const int*, void*) {
  return unbuilt("cudnnSetSeqDataDescriptor");
}
Result<void> cudnnGetSeqDataDescriptor(const cudnnSeqDataDescriptor_t, cudnnDataType_t*, int*, int, int*,
                                       cudnnSeqDataAxis_t*, size_t*, size_t, int*, void*) {
  return unbuilt("cudnnGetSeqDataDescriptor");
}
Result<void> cudnnCreateAttnDescriptor(cudnnAttnDescriptor_t*) {
  return unbuilt("cudnnCreateAttnDescriptor");
}
Result<void> cudnnDestroyAttnDescriptor(cudnnAttnDescriptor_t) {
  return unbuilt("cudnnDestroyAttnDescriptor");
}
Result<void> cudnnSetAttnDescriptor(cudnnAttnDescriptor_t, unsigned, int, double, cudnnDataType_t, cudnnDataType_t,
                                    cudnnMathType_t, cudnnDropoutDescriptor_t, cudnnDropoutDescriptor_t, int, int, int,
                                    int, int, int, int, int, int, int, int) {
  return unbuilt("cudnnSetAttnDescriptor");
}
Result<void> cudnnGetAttnDescriptor(cudnnAttnDescriptor_t, unsigned*, int*, double*, cudnnDataType_t*, cudnnDataType_t*,
                                    cudnnMathType_t*, cudnnDropoutDescriptor_t*, cudnnDropoutDescriptor_t*, int*, int*,
                                    int*, int*, int*, int*, int*, int*, int*, int*, int*) {
  return unbuilt("cudnnGetAttnDescriptor");
}
Result<void> cudnnGetMultiHeadAttnBuffers(cudnnHandle_t, const cudnnAttnDescriptor_t, size_t*, size_t*, size_t*) {
  return unbuilt("cudnnGetMultiHeadAttnBuffers");
}
Result<void> cudnnGetMultiHeadAttnWeights(cudnnHandle_t, const cudnnAttnDescriptor_t, cudnnMultiHeadAttnWeightKind_t,
                                          size_t, const void*, cudnnTensorDescriptor_t, void**) {
  return unbuilt("cudnnGetMultiHeadAttnWeights");
}
Result<void> cudnnMultiHeadAttnForward(cudnnHandle_t, const cudnnAttnDescriptor_t, int, const int*, const int*,
                                       const int*, const int*, const cudnnSeqDataDescriptor_t, const void*, const void*,
                                       const cudnnSeqDataDescriptor_t, const void*, const cudnnSeqDataDescriptor_t,
                                       const void*, const cudnnSeqDataDescriptor_t, void*, size_t, const void*, size_t,
                                       void*, size_t, void*) {
  return unbuilt("cudnnMultiHeadAttnForward");
}
Result<void> cudnnMultiHeadAttnBackwardData(cudnnHandle_t, const cudnnAttnDescriptor_t, const int*, const int*,
                                            const int*, const int*, const cudnnSeqDataDescriptor_t, const void*,
                                            const cudnnSeqDataDescriptor_t, void*, const void*,
                                            const cudnnSeqDataDescriptor_t, void*, const void*,
                                            const cudnnSeqDataDescriptor_t, void*, const void*, size_t, const void*,
                                            size_t, void*, size_t, void*) {
  return unbuilt("cudnnMultiHeadAttnBackwardData");
}
Result<void> cudnnMultiHeadAttnBackwardWeights(cudnnHandle_t, const cudnnAttnDescriptor_t, cudnnWgradMode_t,
                                               const cudnnSeqDataDescriptor_t, const void*,
                                               const cudnnSeqDataDescriptor_t, const void*,
                                               const cudnnSeqDataDescriptor_t, const void*,
                                               const cudnnSeqDataDescriptor_t, const void*, size_t, const void*, void*,
                                               size_t, void*, size_t, void*) {
  return unbuilt("cudnnMultiHeadAttnBackwardWeights");
}

}  // namespace girih::api
