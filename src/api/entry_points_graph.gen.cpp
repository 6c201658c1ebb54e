// Written by spec/generate.py from the tables in spec/. Edit those, then run it again.
// clang-format off
// The exported functions of cudnn_graph.h: check the arguments, write the trace, call the implementation.
#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "api/enum_tables.gen.h"

namespace girih::api {

GIRIH_EXPORT size_t girih_cudnnGetVersion() noexcept {
  return enter_plain(
      "cudnnGetVersion", [](auto&) {},
      [&] { return girih::api::cudnnGetVersion(); });
}

GIRIH_EXPORT size_t girih_cudnnGetMaxDeviceVersion() noexcept {
  return enter_plain(
      "cudnnGetMaxDeviceVersion", [](auto&) {},
      [&] { return girih::api::cudnnGetMaxDeviceVersion(); });
}

GIRIH_EXPORT size_t girih_cudnnGetCudartVersion() noexcept {
  return enter_plain(
      "cudnnGetCudartVersion", [](auto&) {},
      [&] { return girih::api::cudnnGetCudartVersion(); });
}

GIRIH_EXPORT const char* girih_cudnnGetErrorString(cudnnStatus_t status) noexcept {
  return enter_plain(
      "cudnnGetErrorString",
      [&](auto& a) {
        a.enumerator("status", status, kStatusTable, Policy::unchecked);
      },
      [&] { return girih::api::cudnnGetErrorString(status); });
}

GIRIH_EXPORT void girih_cudnnGetLastErrorString(char* message, size_t max_size) noexcept {
  return enter_plain(
      "cudnnGetLastErrorString",
      [&](auto& a) {
        a.host_out_optional("message", message);
        a.value("max_size", max_size);
      },
      [&] { return girih::api::cudnnGetLastErrorString(message, max_size); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnQueryRuntimeError(cudnnHandle_t handle, cudnnStatus_t* rstatus,
                                                        cudnnErrQueryMode_t mode, cudnnRuntimeTag_t* tag) noexcept {
  return enter(
      "cudnnQueryRuntimeError",
      [&](auto& a) {
        a.handle("handle", handle);
        a.host_out("rstatus", rstatus);
        a.enumerator("mode", mode, kErrQueryModeTable, Policy::bad_param);
        a.value("tag", tag);
      },
      [&] { return girih::api::cudnnQueryRuntimeError(handle, rstatus, mode, tag); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetProperty(libraryPropertyType type, int* value) noexcept {
  return enter(
      "cudnnGetProperty",
      [&](auto& a) {
        a.value("type", type);
        a.host_out("value", value);
      },
      [&] { return girih::api::cudnnGetProperty(type, value); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreate(cudnnHandle_t* handle) noexcept {
  return enter(
      "cudnnCreate",
      [&](auto& a) {
        a.handle_out("handle", handle);
      },
      [&] { return girih::api::cudnnCreate(handle); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroy(cudnnHandle_t handle) noexcept {
  return enter(
      "cudnnDestroy",
      [&](auto& a) {
        a.handle_optional("handle", handle);
      },
      [&] { return girih::api::cudnnDestroy(handle); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetStream(cudnnHandle_t handle, cudaStream_t streamId) noexcept {
  return enter(
      "cudnnSetStream",
      [&](auto& a) {
        a.handle("handle", handle);
        a.stream("streamId", streamId);
      },
      [&] { return girih::api::cudnnSetStream(handle, streamId); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetStream(cudnnHandle_t handle, cudaStream_t* streamId) noexcept {
  return enter(
      "cudnnGetStream",
      [&](auto& a) {
        a.handle("handle", handle);
        a.host_out("streamId", streamId);
      },
      [&] { return girih::api::cudnnGetStream(handle, streamId); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetCallback(unsigned mask, void* udata, cudnnCallback_t fptr) noexcept {
  return enter(
      "cudnnSetCallback",
      [&](auto& a) {
        a.value("mask", mask);
        a.value("udata", udata);
        a.value("fptr", fptr);
      },
      [&] { return girih::api::cudnnSetCallback(mask, udata, fptr); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetCallback(unsigned* mask, void** udata, cudnnCallback_t* fptr) noexcept {
  return enter(
      "cudnnGetCallback",
      [&](auto& a) {
        a.host_out("mask", mask);
        a.host_out("udata", udata);
        a.host_out("fptr", fptr);
      },
      [&] { return girih::api::cudnnGetCallback(mask, udata, fptr); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGraphVersionCheck() noexcept {
  return enter(
      "cudnnGraphVersionCheck", [](auto&) {},
      [&] { return girih::api::cudnnGraphVersionCheck(); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnBackendCreateDescriptor(cudnnBackendDescriptorType_t descriptorType,
                                                              cudnnBackendDescriptor_t* descriptor) noexcept {
  return enter(
      "cudnnBackendCreateDescriptor",
      [&](auto& a) {
        a.enumerator("descriptorType", descriptorType, kBackendDescriptorTypeTable, Policy::unchecked);
        a.descriptor_out("descriptor", descriptor);
      },
      [&] { return girih::api::cudnnBackendCreateDescriptor(descriptorType, descriptor); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t descriptor) noexcept {
  return enter(
      "cudnnBackendDestroyDescriptor",
      [&](auto& a) {
        a.descriptor("descriptor", descriptor);
      },
      [&] { return girih::api::cudnnBackendDestroyDescriptor(descriptor); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnBackendInitialize(cudnnBackendDescriptor_t descriptor) noexcept {
  return enter(
      "cudnnBackendInitialize",
      [&](auto& a) {
        a.descriptor_optional("descriptor", descriptor);
      },
      [&] { return girih::api::cudnnBackendInitialize(descriptor); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnBackendFinalize(cudnnBackendDescriptor_t descriptor) noexcept {
  return enter(
      "cudnnBackendFinalize",
      [&](auto& a) {
        a.descriptor("descriptor", descriptor);
      },
      [&] { return girih::api::cudnnBackendFinalize(descriptor); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnBackendSetAttribute(cudnnBackendDescriptor_t descriptor,
                                                          cudnnBackendAttributeName_t attributeName,
                                                          cudnnBackendAttributeType_t attributeType,
                                                          int64_t elementCount, const void* arrayOfElements) noexcept {
  return enter(
      "cudnnBackendSetAttribute",
      [&](auto& a) {
        a.descriptor("descriptor", descriptor);
        a.enumerator("attributeName", attributeName, kBackendAttributeNameTable, Policy::unchecked);
        a.enumerator("attributeType", attributeType, kBackendAttributeTypeTable, Policy::unchecked);
        a.value("elementCount", elementCount);
        a.host_in("arrayOfElements", arrayOfElements);
      },
      [&] { return girih::api::cudnnBackendSetAttribute(descriptor, attributeName, attributeType, elementCount,
                                                        arrayOfElements); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnBackendGetAttribute(cudnnBackendDescriptor_t const descriptor,
                                                          cudnnBackendAttributeName_t attributeName,
                                                          cudnnBackendAttributeType_t attributeType,
                                                          int64_t requestedElementCount, int64_t* elementCount,
                                                          void* arrayOfElements) noexcept {
  return enter(
      "cudnnBackendGetAttribute",
      [&](auto& a) {
        a.descriptor_optional("descriptor", descriptor);
        a.enumerator("attributeName", attributeName, kBackendAttributeNameTable, Policy::unchecked);
        a.enumerator("attributeType", attributeType, kBackendAttributeTypeTable, Policy::unchecked);
        a.value("requestedElementCount", requestedElementCount);
        a.host_out_optional("elementCount", elementCount);
        a.host_out_optional("arrayOfElements", arrayOfElements);
      },
      [&] { return girih::api::cudnnBackendGetAttribute(descriptor, attributeName, attributeType, requestedElementCount,
                                                        elementCount, arrayOfElements); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnBackendExecute(cudnnHandle_t handle, cudnnBackendDescriptor_t executionPlan,
                                                     cudnnBackendDescriptor_t variantPack) noexcept {
  return enter(
      "cudnnBackendExecute",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor_optional("executionPlan", executionPlan);
        a.descriptor_optional("variantPack", variantPack);
      },
      [&] { return girih::api::cudnnBackendExecute(handle, executionPlan, variantPack); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnBackendPopulateCudaGraph(cudnnHandle_t handle,
                                                               cudnnBackendDescriptor_t executionPlan,
                                                               cudnnBackendDescriptor_t variantPack,
                                                               cudaGraph_t graph) noexcept {
  return enter(
      "cudnnBackendPopulateCudaGraph",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor_optional("executionPlan", executionPlan);
        a.descriptor_optional("variantPack", variantPack);
        a.value("graph", graph);
      },
      [&] { return girih::api::cudnnBackendPopulateCudaGraph(handle, executionPlan, variantPack, graph); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnBackendUpdateCudaGraph(cudnnHandle_t handle,
                                                             cudnnBackendDescriptor_t executionPlan,
                                                             cudnnBackendDescriptor_t variantPack,
                                                             cudaGraph_t graph) noexcept {
  return enter(
      "cudnnBackendUpdateCudaGraph",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor_optional("executionPlan", executionPlan);
        a.descriptor_optional("variantPack", variantPack);
        a.value("graph", graph);
      },
      [&] { return girih::api::cudnnBackendUpdateCudaGraph(handle, executionPlan, variantPack, graph); });
}

// Called by the exported symbols that no header declares (spec/libraries.def).
GIRIH_EXPORT cudnnStatus_t girih_undeclared(const char* function) noexcept {
  return enter(
      function, [](auto&) {},
      [&]() -> Result<void> {
        return not_supported("{} is exported by cuDNN but declared in none of its headers; Girih has no such function", function);
      });
}

}  // namespace girih::api
