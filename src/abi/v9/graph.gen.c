/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */
/* clang-format off */
/* The functions of cudnn_graph.h, each a tail call into libgirih. */
#include <cudnn.h>

size_t girih_cudnnGetVersion(void);
size_t cudnnGetVersion(void) {
  return girih_cudnnGetVersion();
}

size_t girih_cudnnGetMaxDeviceVersion(void);
size_t cudnnGetMaxDeviceVersion(void) {
  return girih_cudnnGetMaxDeviceVersion();
}

size_t girih_cudnnGetCudartVersion(void);
size_t cudnnGetCudartVersion(void) {
  return girih_cudnnGetCudartVersion();
}

const char *girih_cudnnGetErrorString(cudnnStatus_t status);
const char *cudnnGetErrorString(cudnnStatus_t status) {
  return girih_cudnnGetErrorString(status);
}

void girih_cudnnGetLastErrorString(char *message, size_t max_size);
void cudnnGetLastErrorString(char *message, size_t max_size) {
  girih_cudnnGetLastErrorString(message, max_size);
}

cudnnStatus_t girih_cudnnQueryRuntimeError(cudnnHandle_t handle, cudnnStatus_t *rstatus, cudnnErrQueryMode_t mode,
                                           cudnnRuntimeTag_t *tag);
cudnnStatus_t cudnnQueryRuntimeError(cudnnHandle_t handle, cudnnStatus_t *rstatus, cudnnErrQueryMode_t mode,
                                     cudnnRuntimeTag_t *tag) {
  return girih_cudnnQueryRuntimeError(handle, rstatus, mode, tag);
}

cudnnStatus_t girih_cudnnGetProperty(libraryPropertyType type, int *value);
cudnnStatus_t cudnnGetProperty(libraryPropertyType type, int *value) {
  return girih_cudnnGetProperty(type, value);
}

cudnnStatus_t girih_cudnnCreate(cudnnHandle_t *handle);
cudnnStatus_t cudnnCreate(cudnnHandle_t *handle) {
  return girih_cudnnCreate(handle);
}

cudnnStatus_t girih_cudnnDestroy(cudnnHandle_t handle);
cudnnStatus_t cudnnDestroy(cudnnHandle_t handle) {
  return girih_cudnnDestroy(handle);
}

cudnnStatus_t girih_cudnnSetStream(cudnnHandle_t handle, cudaStream_t streamId);
cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t streamId) {
  return girih_cudnnSetStream(handle, streamId);
}

cudnnStatus_t girih_cudnnGetStream(cudnnHandle_t handle, cudaStream_t *streamId);
cudnnStatus_t cudnnGetStream(cudnnHandle_t handle, cudaStream_t *streamId) {
  return girih_cudnnGetStream(handle, streamId);
}

cudnnStatus_t girih_cudnnSetCallback(unsigned mask, void *udata, cudnnCallback_t fptr);
cudnnStatus_t cudnnSetCallback(unsigned mask, void *udata, cudnnCallback_t fptr) {
  return girih_cudnnSetCallback(mask, udata, fptr);
}

cudnnStatus_t girih_cudnnGetCallback(unsigned *mask, void **udata, cudnnCallback_t *fptr);
cudnnStatus_t cudnnGetCallback(unsigned *mask, void **udata, cudnnCallback_t *fptr) {
  return girih_cudnnGetCallback(mask, udata, fptr);
}

cudnnStatus_t girih_cudnnGraphVersionCheck(void);
cudnnStatus_t cudnnGraphVersionCheck(void) {
  return girih_cudnnGraphVersionCheck();
}

cudnnStatus_t girih_cudnnBackendCreateDescriptor(cudnnBackendDescriptorType_t descriptorType,
                                                 cudnnBackendDescriptor_t *descriptor);
cudnnStatus_t cudnnBackendCreateDescriptor(cudnnBackendDescriptorType_t descriptorType,
                                           cudnnBackendDescriptor_t *descriptor) {
  return girih_cudnnBackendCreateDescriptor(descriptorType, descriptor);
}

cudnnStatus_t girih_cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t descriptor);
cudnnStatus_t cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t descriptor) {
  return girih_cudnnBackendDestroyDescriptor(descriptor);
}

cudnnStatus_t girih_cudnnBackendInitialize(cudnnBackendDescriptor_t descriptor);
cudnnStatus_t cudnnBackendInitialize(cudnnBackendDescriptor_t descriptor) {
  return girih_cudnnBackendInitialize(descriptor);
}

cudnnStatus_t girih_cudnnBackendFinalize(cudnnBackendDescriptor_t descriptor);
cudnnStatus_t cudnnBackendFinalize(cudnnBackendDescriptor_t descriptor) {
  return girih_cudnnBackendFinalize(descriptor);
}

cudnnStatus_t girih_cudnnBackendSetAttribute(cudnnBackendDescriptor_t descriptor,
                                             cudnnBackendAttributeName_t attributeName,
                                             cudnnBackendAttributeType_t attributeType, int64_t elementCount,
                                             const void *arrayOfElements);
cudnnStatus_t cudnnBackendSetAttribute(cudnnBackendDescriptor_t descriptor, cudnnBackendAttributeName_t attributeName,
                                       cudnnBackendAttributeType_t attributeType, int64_t elementCount,
                                       const void *arrayOfElements) {
  return girih_cudnnBackendSetAttribute(descriptor, attributeName, attributeType, elementCount, arrayOfElements);
}

cudnnStatus_t girih_cudnnBackendGetAttribute(cudnnBackendDescriptor_t const descriptor,
                                             cudnnBackendAttributeName_t attributeName,
                                             cudnnBackendAttributeType_t attributeType, int64_t requestedElementCount,
                                             int64_t *elementCount, void *arrayOfElements);
cudnnStatus_t cudnnBackendGetAttribute(cudnnBackendDescriptor_t const descriptor,
                                       cudnnBackendAttributeName_t attributeName,
                                       cudnnBackendAttributeType_t attributeType, int64_t requestedElementCount,
                                       int64_t *elementCount, void *arrayOfElements) {
  return girih_cudnnBackendGetAttribute(descriptor, attributeName, attributeType, requestedElementCount, elementCount,
                                        arrayOfElements);
}

cudnnStatus_t girih_cudnnBackendExecute(cudnnHandle_t handle, cudnnBackendDescriptor_t executionPlan,
                                        cudnnBackendDescriptor_t variantPack);
cudnnStatus_t cudnnBackendExecute(cudnnHandle_t handle, cudnnBackendDescriptor_t executionPlan,
                                  cudnnBackendDescriptor_t variantPack) {
  return girih_cudnnBackendExecute(handle, executionPlan, variantPack);
}

cudnnStatus_t girih_cudnnBackendPopulateCudaGraph(cudnnHandle_t handle, cudnnBackendDescriptor_t executionPlan,
                                                  cudnnBackendDescriptor_t variantPack, cudaGraph_t graph);
cudnnStatus_t cudnnBackendPopulateCudaGraph(cudnnHandle_t handle, cudnnBackendDescriptor_t executionPlan,
                                            cudnnBackendDescriptor_t variantPack, cudaGraph_t graph) {
  return girih_cudnnBackendPopulateCudaGraph(handle, executionPlan, variantPack, graph);
}

cudnnStatus_t girih_cudnnBackendUpdateCudaGraph(cudnnHandle_t handle, cudnnBackendDescriptor_t executionPlan,
                                                cudnnBackendDescriptor_t variantPack, cudaGraph_t graph);
cudnnStatus_t cudnnBackendUpdateCudaGraph(cudnnHandle_t handle, cudnnBackendDescriptor_t executionPlan,
                                          cudnnBackendDescriptor_t variantPack, cudaGraph_t graph) {
  return girih_cudnnBackendUpdateCudaGraph(handle, executionPlan, variantPack, graph);
}
