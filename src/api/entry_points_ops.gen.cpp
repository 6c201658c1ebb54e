// Written by spec/generate.py from the tables in spec/. Edit those, then run it again.
// clang-format off
// The exported functions of cudnn_ops.h: check the arguments, write the trace, call the implementation.
#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "api/enum_tables.gen.h"

namespace girih::api {

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t* tensorDesc) noexcept {
  return enter(
      "cudnnCreateTensorDescriptor",
      [&](auto& a) {
        a.descriptor_out("tensorDesc", tensorDesc);
      },
      [&] { return girih::api::cudnnCreateTensorDescriptor(tensorDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensorDesc,
                                                            cudnnTensorFormat_t format, cudnnDataType_t dataType, int n,
                                                            int c, int h, int w) noexcept {
  return enter(
      "cudnnSetTensor4dDescriptor",
      [&](auto& a) {
        a.descriptor("tensorDesc", tensorDesc);
        a.enumerator("format", format, kTensorFormatTable, Policy::bad_param);
        a.enumerator("dataType", dataType, kDataTypeTable, Policy::bad_param);
        a.value("n", n);
        a.value("c", c);
        a.value("h", h);
        a.value("w", w);
      },
      [&] { return girih::api::cudnnSetTensor4dDescriptor(tensorDesc, format, dataType, n, c, h, w); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t tensorDesc,
                                                              cudnnDataType_t dataType, int n, int c, int h, int w,
                                                              int nStride, int cStride, int hStride,
                                                              int wStride) noexcept {
  return enter(
      "cudnnSetTensor4dDescriptorEx",
      [&](auto& a) {
        a.descriptor("tensorDesc", tensorDesc);
        a.enumerator("dataType", dataType, kDataTypeTable, Policy::bad_param);
        a.value("n", n);
        a.value("c", c);
        a.value("h", h);
        a.value("w", w);
        a.value("nStride", nStride);
        a.value("cStride", cStride);
        a.value("hStride", hStride);
        a.value("wStride", wStride);
      },
      [&] { return girih::api::cudnnSetTensor4dDescriptorEx(tensorDesc, dataType, n, c, h, w, nStride, cStride, hStride,
                                                            wStride); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetTensor4dDescriptor(const cudnnTensorDescriptor_t tensorDesc,
                                                            cudnnDataType_t* dataType, int* n, int* c, int* h, int* w,
                                                            int* nStride, int* cStride, int* hStride,
                                                            int* wStride) noexcept {
  return enter(
      "cudnnGetTensor4dDescriptor",
      [&](auto& a) {
        a.descriptor("tensorDesc", tensorDesc);
        a.host_out("dataType", dataType);
        a.host_out("n", n);
        a.host_out("c", c);
        a.host_out("h", h);
        a.host_out("w", w);
        a.host_out("nStride", nStride);
        a.host_out("cStride", cStride);
        a.host_out("hStride", hStride);
        a.host_out("wStride", wStride);
      },
      [&] { return girih::api::cudnnGetTensor4dDescriptor(tensorDesc, dataType, n, c, h, w, nStride, cStride, hStride,
                                                          wStride); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t tensorDesc,
                                                            cudnnDataType_t dataType, int nbDims, const int dimA[],
                                                            const int strideA[]) noexcept {
  return enter(
      "cudnnSetTensorNdDescriptor",
      [&](auto& a) {
        a.descriptor("tensorDesc", tensorDesc);
        a.enumerator("dataType", dataType, kDataTypeTable, Policy::bad_param);
        a.value("nbDims", nbDims);
        a.host_in("dimA", dimA);
        a.host_in("strideA", strideA);
      },
      [&] { return girih::api::cudnnSetTensorNdDescriptor(tensorDesc, dataType, nbDims, dimA, strideA); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetTensorNdDescriptorEx(cudnnTensorDescriptor_t tensorDesc,
                                                              cudnnTensorFormat_t format, cudnnDataType_t dataType,
                                                              int nbDims, const int dimA[]) noexcept {
  return enter(
      "cudnnSetTensorNdDescriptorEx",
      [&](auto& a) {
        a.descriptor("tensorDesc", tensorDesc);
        a.enumerator("format", format, kTensorFormatTable, Policy::bad_param);
        a.enumerator("dataType", dataType, kDataTypeTable, Policy::bad_param);
        a.value("nbDims", nbDims);
        a.host_in("dimA", dimA);
      },
      [&] { return girih::api::cudnnSetTensorNdDescriptorEx(tensorDesc, format, dataType, nbDims, dimA); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetTensorNdDescriptor(const cudnnTensorDescriptor_t tensorDesc,
                                                            int nbDimsRequested, cudnnDataType_t* dataType, int* nbDims,
                                                            int dimA[], int strideA[]) noexcept {
  return enter(
      "cudnnGetTensorNdDescriptor",
      [&](auto& a) {
        a.descriptor("tensorDesc", tensorDesc);
        a.value("nbDimsRequested", nbDimsRequested);
        a.host_out("dataType", dataType);
        a.host_out("nbDims", nbDims);
        a.host_out("dimA", dimA);
        a.host_out("strideA", strideA);
      },
      [&] { return girih::api::cudnnGetTensorNdDescriptor(tensorDesc, nbDimsRequested, dataType, nbDims, dimA,
                                                          strideA); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetTensorSizeInBytes(const cudnnTensorDescriptor_t tensorDesc,
                                                           size_t* size) noexcept {
  return enter(
      "cudnnGetTensorSizeInBytes",
      [&](auto& a) {
        a.descriptor("tensorDesc", tensorDesc);
        a.host_out("size", size);
      },
      [&] { return girih::api::cudnnGetTensorSizeInBytes(tensorDesc, size); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t tensorDesc) noexcept {
  return enter(
      "cudnnDestroyTensorDescriptor",
      [&](auto& a) {
        a.descriptor_optional("tensorDesc", tensorDesc);
      },
      [&] { return girih::api::cudnnDestroyTensorDescriptor(tensorDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnInitTransformDest(const cudnnTensorTransformDescriptor_t transformDesc,
                                                        const cudnnTensorDescriptor_t srcDesc,
                                                        cudnnTensorDescriptor_t destDesc,
                                                        size_t* destSizeInBytes) noexcept {
  return enter(
      "cudnnInitTransformDest",
      [&](auto& a) {
        a.descriptor("transformDesc", transformDesc);
        a.descriptor("srcDesc", srcDesc);
        a.descriptor("destDesc", destDesc);
        a.host_out_optional("destSizeInBytes", destSizeInBytes);
      },
      [&] { return girih::api::cudnnInitTransformDest(transformDesc, srcDesc, destDesc, destSizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateTensorTransformDescriptor(
                                                                      cudnnTensorTransformDescriptor_t* transformDesc) noexcept {
  return enter(
      "cudnnCreateTensorTransformDescriptor",
      [&](auto& a) {
        a.descriptor_out("transformDesc", transformDesc);
      },
      [&] { return girih::api::cudnnCreateTensorTransformDescriptor(transformDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetTensorTransformDescriptor(cudnnTensorTransformDescriptor_t transformDesc,
                                                                   const uint32_t nbDims,
                                                                   const cudnnTensorFormat_t destFormat,
                                                                   const int32_t padBeforeA[],
                                                                   const int32_t padAfterA[], const uint32_t foldA[],
                                                                   const cudnnFoldingDirection_t direction) noexcept {
  return enter(
      "cudnnSetTensorTransformDescriptor",
      [&](auto& a) {
        a.descriptor("transformDesc", transformDesc);
        a.value("nbDims", nbDims);
        a.enumerator("destFormat", destFormat, kTensorFormatTable, Policy::not_supported);
        a.host_in_optional("padBeforeA", padBeforeA);
        a.host_in_optional("padAfterA", padAfterA);
        a.host_in_optional("foldA", foldA);
        a.enumerator("direction", direction, kFoldingDirectionTable, Policy::unchecked);
      },
      [&] { return girih::api::cudnnSetTensorTransformDescriptor(transformDesc, nbDims, destFormat, padBeforeA,
                                                                 padAfterA, foldA, direction); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetTensorTransformDescriptor(cudnnTensorTransformDescriptor_t transformDesc,
                                                                   uint32_t nbDimsRequested,
                                                                   cudnnTensorFormat_t* destFormat,
                                                                   int32_t padBeforeA[], int32_t padAfterA[],
                                                                   uint32_t foldA[],
                                                                   cudnnFoldingDirection_t* direction) noexcept {
  return enter(
      "cudnnGetTensorTransformDescriptor",
      [&](auto& a) {
        a.descriptor("transformDesc", transformDesc);
        a.value("nbDimsRequested", nbDimsRequested);
        a.host_out_optional("destFormat", destFormat);
        a.host_out_optional("padBeforeA", padBeforeA);
        a.host_out_optional("padAfterA", padAfterA);
        a.host_out_optional("foldA", foldA);
        a.host_out("direction", direction);
      },
      [&] { return girih::api::cudnnGetTensorTransformDescriptor(transformDesc, nbDimsRequested, destFormat, padBeforeA,
                                                                 padAfterA, foldA, direction); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroyTensorTransformDescriptor(
                                                                       cudnnTensorTransformDescriptor_t transformDesc) noexcept {
  return enter(
      "cudnnDestroyTensorTransformDescriptor",
      [&](auto& a) {
        a.descriptor_optional("transformDesc", transformDesc);
      },
      [&] { return girih::api::cudnnDestroyTensorTransformDescriptor(transformDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnTransformTensor(cudnnHandle_t handle, const void* alpha,
                                                      const cudnnTensorDescriptor_t xDesc, const void* x,
                                                      const void* beta, const cudnnTensorDescriptor_t yDesc,
                                                      void* y) noexcept {
  return enter(
      "cudnnTransformTensor",
      [&](auto& a) {
        a.handle("handle", handle);
        a.scale("alpha", alpha);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.scale("beta", beta);
        a.descriptor("yDesc", yDesc);
        a.device_inout("y", y);
      },
      [&] { return girih::api::cudnnTransformTensor(handle, alpha, xDesc, x, beta, yDesc, y); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnTransformTensorEx(cudnnHandle_t handle,
                                                        const cudnnTensorTransformDescriptor_t transDesc,
                                                        const void* alpha, const cudnnTensorDescriptor_t srcDesc,
                                                        const void* srcData, const void* beta,
                                                        const cudnnTensorDescriptor_t destDesc,
                                                        void* destData) noexcept {
  return enter(
      "cudnnTransformTensorEx",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("transDesc", transDesc);
        a.scale("alpha", alpha);
        a.descriptor("srcDesc", srcDesc);
        a.device_in("srcData", srcData);
        a.scale("beta", beta);
        a.descriptor("destDesc", destDesc);
        a.device_inout("destData", destData);
      },
      [&] { return girih::api::cudnnTransformTensorEx(handle, transDesc, alpha, srcDesc, srcData, beta, destDesc,
                                                      destData); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnAddTensor(cudnnHandle_t handle, const void* alpha,
                                                const cudnnTensorDescriptor_t aDesc, const void* A, const void* beta,
                                                const cudnnTensorDescriptor_t cDesc, void* C) noexcept {
  return enter(
      "cudnnAddTensor",
      [&](auto& a) {
        a.handle("handle", handle);
        a.scale("alpha", alpha);
        a.descriptor("aDesc", aDesc);
        a.device_in("A", A);
        a.scale("beta", beta);
        a.descriptor("cDesc", cDesc);
        a.device_inout("C", C);
      },
      [&] { return girih::api::cudnnAddTensor(handle, alpha, aDesc, A, beta, cDesc, C); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateOpTensorDescriptor(cudnnOpTensorDescriptor_t* opTensorDesc) noexcept {
  return enter(
      "cudnnCreateOpTensorDescriptor",
      [&](auto& a) {
        a.descriptor_out("opTensorDesc", opTensorDesc);
      },
      [&] { return girih::api::cudnnCreateOpTensorDescriptor(opTensorDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetOpTensorDescriptor(cudnnOpTensorDescriptor_t opTensorDesc,
                                                            cudnnOpTensorOp_t opTensorOp,
                                                            cudnnDataType_t opTensorCompType,
                                                            cudnnNanPropagation_t opTensorNanOpt) noexcept {
  return enter(
      "cudnnSetOpTensorDescriptor",
      [&](auto& a) {
        a.descriptor("opTensorDesc", opTensorDesc);
        a.enumerator("opTensorOp", opTensorOp, kOpTensorOpTable, Policy::bad_param);
        a.enumerator("opTensorCompType", opTensorCompType, kDataTypeTable, Policy::bad_param);
        a.enumerator("opTensorNanOpt", opTensorNanOpt, kNanPropagationTable, Policy::bad_param);
      },
      [&] { return girih::api::cudnnSetOpTensorDescriptor(opTensorDesc, opTensorOp, opTensorCompType,
                                                          opTensorNanOpt); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetOpTensorDescriptor(const cudnnOpTensorDescriptor_t opTensorDesc,
                                                            cudnnOpTensorOp_t* opTensorOp,
                                                            cudnnDataType_t* opTensorCompType,
                                                            cudnnNanPropagation_t* opTensorNanOpt) noexcept {
  return enter(
      "cudnnGetOpTensorDescriptor",
      [&](auto& a) {
        a.descriptor("opTensorDesc", opTensorDesc);
        a.host_out("opTensorOp", opTensorOp);
        a.host_out("opTensorCompType", opTensorCompType);
        a.host_out("opTensorNanOpt", opTensorNanOpt);
      },
      [&] { return girih::api::cudnnGetOpTensorDescriptor(opTensorDesc, opTensorOp, opTensorCompType,
                                                          opTensorNanOpt); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroyOpTensorDescriptor(cudnnOpTensorDescriptor_t opTensorDesc) noexcept {
  return enter(
      "cudnnDestroyOpTensorDescriptor",
      [&](auto& a) {
        a.descriptor_optional("opTensorDesc", opTensorDesc);
      },
      [&] { return girih::api::cudnnDestroyOpTensorDescriptor(opTensorDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnOpTensor(cudnnHandle_t handle, const cudnnOpTensorDescriptor_t opTensorDesc,
                                               const void* alpha1, const cudnnTensorDescriptor_t aDesc, const void* A,
                                               const void* alpha2, const cudnnTensorDescriptor_t bDesc, const void* B,
                                               const void* beta, const cudnnTensorDescriptor_t cDesc,
                                               void* C) noexcept {
  return enter(
      "cudnnOpTensor",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("opTensorDesc", opTensorDesc);
        a.scale("alpha1", alpha1);
        a.descriptor("aDesc", aDesc);
        a.device_in("A", A);
        a.scale("alpha2", alpha2);
        a.descriptor("bDesc", bDesc);
        a.device_in("B", B);
        a.scale("beta", beta);
        a.descriptor("cDesc", cDesc);
        a.device_inout("C", C);
      },
      [&] { return girih::api::cudnnOpTensor(handle, opTensorDesc, alpha1, aDesc, A, alpha2, bDesc, B, beta, cDesc,
                                             C); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateReduceTensorDescriptor(
                                                                   cudnnReduceTensorDescriptor_t* reduceTensorDesc) noexcept {
  return enter(
      "cudnnCreateReduceTensorDescriptor",
      [&](auto& a) {
        a.descriptor_out("reduceTensorDesc", reduceTensorDesc);
      },
      [&] { return girih::api::cudnnCreateReduceTensorDescriptor(reduceTensorDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                                                cudnnReduceTensorOp_t reduceTensorOp,
                                                                cudnnDataType_t reduceTensorCompType,
                                                                cudnnNanPropagation_t reduceTensorNanOpt,
                                                                cudnnReduceTensorIndices_t reduceTensorIndices,
                                                                cudnnIndicesType_t reduceTensorIndicesType) noexcept {
  return enter(
      "cudnnSetReduceTensorDescriptor",
      [&](auto& a) {
        a.descriptor("reduceTensorDesc", reduceTensorDesc);
        a.enumerator("reduceTensorOp", reduceTensorOp, kReduceTensorOpTable, Policy::bad_param);
        a.enumerator("reduceTensorCompType", reduceTensorCompType, kDataTypeTable, Policy::bad_param);
        a.enumerator("reduceTensorNanOpt", reduceTensorNanOpt, kNanPropagationTable, Policy::bad_param);
        a.enumerator("reduceTensorIndices", reduceTensorIndices, kReduceTensorIndicesTable, Policy::bad_param);
        a.enumerator("reduceTensorIndicesType", reduceTensorIndicesType, kIndicesTypeTable, Policy::bad_param);
      },
      [&] { return girih::api::cudnnSetReduceTensorDescriptor(reduceTensorDesc, reduceTensorOp, reduceTensorCompType,
                                                              reduceTensorNanOpt, reduceTensorIndices,
                                                              reduceTensorIndicesType); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetReduceTensorDescriptor(const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                                                cudnnReduceTensorOp_t* reduceTensorOp,
                                                                cudnnDataType_t* reduceTensorCompType,
                                                                cudnnNanPropagation_t* reduceTensorNanOpt,
                                                                cudnnReduceTensorIndices_t* reduceTensorIndices,
                                                                cudnnIndicesType_t* reduceTensorIndicesType) noexcept {
  return enter(
      "cudnnGetReduceTensorDescriptor",
      [&](auto& a) {
        a.descriptor("reduceTensorDesc", reduceTensorDesc);
        a.host_out("reduceTensorOp", reduceTensorOp);
        a.host_out("reduceTensorCompType", reduceTensorCompType);
        a.host_out("reduceTensorNanOpt", reduceTensorNanOpt);
        a.host_out("reduceTensorIndices", reduceTensorIndices);
        a.host_out("reduceTensorIndicesType", reduceTensorIndicesType);
      },
      [&] { return girih::api::cudnnGetReduceTensorDescriptor(reduceTensorDesc, reduceTensorOp, reduceTensorCompType,
                                                              reduceTensorNanOpt, reduceTensorIndices,
                                                              reduceTensorIndicesType); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroyReduceTensorDescriptor(
                                                                    cudnnReduceTensorDescriptor_t reduceTensorDesc) noexcept {
  return enter(
      "cudnnDestroyReduceTensorDescriptor",
      [&](auto& a) {
        a.descriptor_optional("reduceTensorDesc", reduceTensorDesc);
      },
      [&] { return girih::api::cudnnDestroyReduceTensorDescriptor(reduceTensorDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetReductionIndicesSize(cudnnHandle_t handle,
                                                              const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                                              const cudnnTensorDescriptor_t aDesc,
                                                              const cudnnTensorDescriptor_t cDesc,
                                                              size_t* sizeInBytes) noexcept {
  return enter(
      "cudnnGetReductionIndicesSize",
      [&](auto& a) {
        a.handle_optional("handle", handle);
        a.descriptor("reduceTensorDesc", reduceTensorDesc);
        a.descriptor_optional("aDesc", aDesc);
        a.descriptor("cDesc", cDesc);
        a.host_out("sizeInBytes", sizeInBytes);
      },
      [&] { return girih::api::cudnnGetReductionIndicesSize(handle, reduceTensorDesc, aDesc, cDesc, sizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetReductionWorkspaceSize(cudnnHandle_t handle,
                                                                const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                                                const cudnnTensorDescriptor_t aDesc,
                                                                const cudnnTensorDescriptor_t cDesc,
                                                                size_t* sizeInBytes) noexcept {
  return enter(
      "cudnnGetReductionWorkspaceSize",
      [&](auto& a) {
        a.handle_optional("handle", handle);
        a.descriptor("reduceTensorDesc", reduceTensorDesc);
        a.descriptor("aDesc", aDesc);
        a.descriptor("cDesc", cDesc);
        a.host_out("sizeInBytes", sizeInBytes);
      },
      [&] { return girih::api::cudnnGetReductionWorkspaceSize(handle, reduceTensorDesc, aDesc, cDesc, sizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnReduceTensor(cudnnHandle_t handle,
                                                   const cudnnReduceTensorDescriptor_t reduceTensorDesc, void* indices,
                                                   size_t indicesSizeInBytes, void* workspace,
                                                   size_t workspaceSizeInBytes, const void* alpha,
                                                   const cudnnTensorDescriptor_t aDesc, const void* A, const void* beta,
                                                   const cudnnTensorDescriptor_t cDesc, void* C) noexcept {
  return enter(
      "cudnnReduceTensor",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("reduceTensorDesc", reduceTensorDesc);
        a.device_out_optional("indices", indices);
        a.value("indicesSizeInBytes", indicesSizeInBytes);
        a.workspace_optional("workspace", workspace);
        a.value("workspaceSizeInBytes", workspaceSizeInBytes);
        a.scale("alpha", alpha);
        a.descriptor("aDesc", aDesc);
        a.device_in("A", A);
        a.scale("beta", beta);
        a.descriptor("cDesc", cDesc);
        a.device_inout("C", C);
      },
      [&] { return girih::api::cudnnReduceTensor(handle, reduceTensorDesc, indices, indicesSizeInBytes, workspace,
                                                 workspaceSizeInBytes, alpha, aDesc, A, beta, cDesc, C); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t yDesc, void* y,
                                                const void* valuePtr) noexcept {
  return enter(
      "cudnnSetTensor",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("yDesc", yDesc);
        a.device_out("y", y);
        a.scale("valuePtr", valuePtr);
      },
      [&] { return girih::api::cudnnSetTensor(handle, yDesc, y, valuePtr); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnScaleTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t yDesc, void* y,
                                                  const void* alpha) noexcept {
  return enter(
      "cudnnScaleTensor",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("yDesc", yDesc);
        a.device_inout("y", y);
        a.scale("alpha", alpha);
      },
      [&] { return girih::api::cudnnScaleTensor(handle, yDesc, y, alpha); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t* filterDesc) noexcept {
  return enter(
      "cudnnCreateFilterDescriptor",
      [&](auto& a) {
        a.descriptor_out("filterDesc", filterDesc);
      },
      [&] { return girih::api::cudnnCreateFilterDescriptor(filterDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filterDesc,
                                                            cudnnDataType_t dataType, cudnnTensorFormat_t format, int k,
                                                            int c, int h, int w) noexcept {
  return enter(
      "cudnnSetFilter4dDescriptor",
      [&](auto& a) {
        a.descriptor("filterDesc", filterDesc);
        a.enumerator("dataType", dataType, kDataTypeTable, Policy::bad_param);
        a.enumerator("format", format, kTensorFormatTable, Policy::bad_param);
        a.value("k", k);
        a.value("c", c);
        a.value("h", h);
        a.value("w", w);
      },
      [&] { return girih::api::cudnnSetFilter4dDescriptor(filterDesc, dataType, format, k, c, h, w); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetFilter4dDescriptor(const cudnnFilterDescriptor_t filterDesc,
                                                            cudnnDataType_t* dataType, cudnnTensorFormat_t* format,
                                                            int* k, int* c, int* h, int* w) noexcept {
  return enter(
      "cudnnGetFilter4dDescriptor",
      [&](auto& a) {
        a.descriptor("filterDesc", filterDesc);
        a.host_out("dataType", dataType);
        a.host_out("format", format);
        a.host_out("k", k);
        a.host_out("c", c);
        a.host_out("h", h);
        a.host_out("w", w);
      },
      [&] { return girih::api::cudnnGetFilter4dDescriptor(filterDesc, dataType, format, k, c, h, w); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t filterDesc,
                                                            cudnnDataType_t dataType, cudnnTensorFormat_t format,
                                                            int nbDims, const int filterDimA[]) noexcept {
  return enter(
      "cudnnSetFilterNdDescriptor",
      [&](auto& a) {
        a.descriptor("filterDesc", filterDesc);
        a.enumerator("dataType", dataType, kDataTypeTable, Policy::bad_param);
        a.enumerator("format", format, kTensorFormatTable, Policy::bad_param);
        a.value("nbDims", nbDims);
        a.host_in("filterDimA", filterDimA);
      },
      [&] { return girih::api::cudnnSetFilterNdDescriptor(filterDesc, dataType, format, nbDims, filterDimA); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetFilterNdDescriptor(const cudnnFilterDescriptor_t filterDesc,
                                                            int nbDimsRequested, cudnnDataType_t* dataType,
                                                            cudnnTensorFormat_t* format, int* nbDims,
                                                            int filterDimA[]) noexcept {
  return enter(
      "cudnnGetFilterNdDescriptor",
      [&](auto& a) {
        a.descriptor("filterDesc", filterDesc);
        a.value("nbDimsRequested", nbDimsRequested);
        a.host_out("dataType", dataType);
        a.host_out("format", format);
        a.host_out("nbDims", nbDims);
        a.host_out("filterDimA", filterDimA);
      },
      [&] { return girih::api::cudnnGetFilterNdDescriptor(filterDesc, nbDimsRequested, dataType, format, nbDims,
                                                          filterDimA); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetFilterSizeInBytes(const cudnnFilterDescriptor_t filterDesc,
                                                           size_t* size) noexcept {
  return enter(
      "cudnnGetFilterSizeInBytes",
      [&](auto& a) {
        a.descriptor("filterDesc", filterDesc);
        a.host_out("size", size);
      },
      [&] { return girih::api::cudnnGetFilterSizeInBytes(filterDesc, size); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnTransformFilter(cudnnHandle_t handle,
                                                      const cudnnTensorTransformDescriptor_t transDesc,
                                                      const void* alpha, const cudnnFilterDescriptor_t srcDesc,
                                                      const void* srcData, const void* beta,
                                                      const cudnnFilterDescriptor_t destDesc, void* destData) noexcept {
  return enter(
      "cudnnTransformFilter",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("transDesc", transDesc);
        a.scale("alpha", alpha);
        a.descriptor("srcDesc", srcDesc);
        a.device_in("srcData", srcData);
        a.scale("beta", beta);
        a.descriptor("destDesc", destDesc);
        a.device_inout("destData", destData);
      },
      [&] { return girih::api::cudnnTransformFilter(handle, transDesc, alpha, srcDesc, srcData, beta, destDesc,
                                                    destData); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t filterDesc) noexcept {
  return enter(
      "cudnnDestroyFilterDescriptor",
      [&](auto& a) {
        a.descriptor_optional("filterDesc", filterDesc);
      },
      [&] { return girih::api::cudnnDestroyFilterDescriptor(filterDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSoftmaxForward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo,
                                                     cudnnSoftmaxMode_t mode, const void* alpha,
                                                     const cudnnTensorDescriptor_t xDesc, const void* x,
                                                     const void* beta, const cudnnTensorDescriptor_t yDesc,
                                                     void* y) noexcept {
  return enter(
      "cudnnSoftmaxForward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("algo", algo, kSoftmaxAlgorithmTable, Policy::bad_param);
        a.enumerator("mode", mode, kSoftmaxModeTable, Policy::bad_param);
        a.scale("alpha", alpha);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.scale("beta", beta);
        a.descriptor("yDesc", yDesc);
        a.device_inout("y", y);
      },
      [&] { return girih::api::cudnnSoftmaxForward(handle, algo, mode, alpha, xDesc, x, beta, yDesc, y); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreatePoolingDescriptor(cudnnPoolingDescriptor_t* poolingDesc) noexcept {
  return enter(
      "cudnnCreatePoolingDescriptor",
      [&](auto& a) {
        a.descriptor_out("poolingDesc", poolingDesc);
      },
      [&] { return girih::api::cudnnCreatePoolingDescriptor(poolingDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t poolingDesc,
                                                             cudnnPoolingMode_t mode,
                                                             cudnnNanPropagation_t maxpoolingNanOpt, int windowHeight,
                                                             int windowWidth, int verticalPadding,
                                                             int horizontalPadding, int verticalStride,
                                                             int horizontalStride) noexcept {
  return enter(
      "cudnnSetPooling2dDescriptor",
      [&](auto& a) {
        a.descriptor("poolingDesc", poolingDesc);
        a.enumerator("mode", mode, kPoolingModeTable, Policy::bad_param);
        a.enumerator("maxpoolingNanOpt", maxpoolingNanOpt, kNanPropagationTable, Policy::bad_param);
        a.value("windowHeight", windowHeight);
        a.value("windowWidth", windowWidth);
        a.value("verticalPadding", verticalPadding);
        a.value("horizontalPadding", horizontalPadding);
        a.value("verticalStride", verticalStride);
        a.value("horizontalStride", horizontalStride);
      },
      [&] { return girih::api::cudnnSetPooling2dDescriptor(poolingDesc, mode, maxpoolingNanOpt, windowHeight,
                                                           windowWidth, verticalPadding, horizontalPadding,
                                                           verticalStride, horizontalStride); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetPooling2dDescriptor(const cudnnPoolingDescriptor_t poolingDesc,
                                                             cudnnPoolingMode_t* mode,
                                                             cudnnNanPropagation_t* maxpoolingNanOpt, int* windowHeight,
                                                             int* windowWidth, int* verticalPadding,
                                                             int* horizontalPadding, int* verticalStride,
                                                             int* horizontalStride) noexcept {
  return enter(
      "cudnnGetPooling2dDescriptor",
      [&](auto& a) {
        a.descriptor("poolingDesc", poolingDesc);
        a.host_out("mode", mode);
        a.host_out("maxpoolingNanOpt", maxpoolingNanOpt);
        a.host_out("windowHeight", windowHeight);
        a.host_out("windowWidth", windowWidth);
        a.host_out("verticalPadding", verticalPadding);
        a.host_out("horizontalPadding", horizontalPadding);
        a.host_out("verticalStride", verticalStride);
        a.host_out("horizontalStride", horizontalStride);
      },
      [&] { return girih::api::cudnnGetPooling2dDescriptor(poolingDesc, mode, maxpoolingNanOpt, windowHeight,
                                                           windowWidth, verticalPadding, horizontalPadding,
                                                           verticalStride, horizontalStride); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t poolingDesc,
                                                             const cudnnPoolingMode_t mode,
                                                             const cudnnNanPropagation_t maxpoolingNanOpt, int nbDims,
                                                             const int windowDimA[], const int paddingA[],
                                                             const int strideA[]) noexcept {
  return enter(
      "cudnnSetPoolingNdDescriptor",
      [&](auto& a) {
        a.descriptor("poolingDesc", poolingDesc);
        a.enumerator("mode", mode, kPoolingModeTable, Policy::bad_param);
        a.enumerator("maxpoolingNanOpt", maxpoolingNanOpt, kNanPropagationTable, Policy::bad_param);
        a.value("nbDims", nbDims);
        a.host_in("windowDimA", windowDimA);
        a.host_in("paddingA", paddingA);
        a.host_in("strideA", strideA);
      },
      [&] { return girih::api::cudnnSetPoolingNdDescriptor(poolingDesc, mode, maxpoolingNanOpt, nbDims, windowDimA,
                                                           paddingA, strideA); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetPoolingNdDescriptor(const cudnnPoolingDescriptor_t poolingDesc,
                                                             int nbDimsRequested, cudnnPoolingMode_t* mode,
                                                             cudnnNanPropagation_t* maxpoolingNanOpt, int* nbDims,
                                                             int windowDimA[], int paddingA[], int strideA[]) noexcept {
  return enter(
      "cudnnGetPoolingNdDescriptor",
      [&](auto& a) {
        a.descriptor("poolingDesc", poolingDesc);
        a.value("nbDimsRequested", nbDimsRequested);
        a.host_out("mode", mode);
        a.host_out("maxpoolingNanOpt", maxpoolingNanOpt);
        a.host_out("nbDims", nbDims);
        a.host_out("windowDimA", windowDimA);
        a.host_out("paddingA", paddingA);
        a.host_out("strideA", strideA);
      },
      [&] { return girih::api::cudnnGetPoolingNdDescriptor(poolingDesc, nbDimsRequested, mode, maxpoolingNanOpt, nbDims,
                                                           windowDimA, paddingA, strideA); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetPoolingNdForwardOutputDim(const cudnnPoolingDescriptor_t poolingDesc,
                                                                   const cudnnTensorDescriptor_t inputTensorDesc,
                                                                   int nbDims, int outputTensorDimA[]) noexcept {
  return enter(
      "cudnnGetPoolingNdForwardOutputDim",
      [&](auto& a) {
        a.descriptor("poolingDesc", poolingDesc);
        a.descriptor("inputTensorDesc", inputTensorDesc);
        a.value("nbDims", nbDims);
        a.host_out("outputTensorDimA", outputTensorDimA);
      },
      [&] { return girih::api::cudnnGetPoolingNdForwardOutputDim(poolingDesc, inputTensorDesc, nbDims,
                                                                 outputTensorDimA); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetPooling2dForwardOutputDim(const cudnnPoolingDescriptor_t poolingDesc,
                                                                   const cudnnTensorDescriptor_t inputTensorDesc,
                                                                   int* n, int* c, int* h, int* w) noexcept {
  return enter(
      "cudnnGetPooling2dForwardOutputDim",
      [&](auto& a) {
        a.descriptor("poolingDesc", poolingDesc);
        a.descriptor("inputTensorDesc", inputTensorDesc);
        a.host_out("n", n);
        a.host_out("c", c);
        a.host_out("h", h);
        a.host_out("w", w);
      },
      [&] { return girih::api::cudnnGetPooling2dForwardOutputDim(poolingDesc, inputTensorDesc, n, c, h, w); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroyPoolingDescriptor(cudnnPoolingDescriptor_t poolingDesc) noexcept {
  return enter(
      "cudnnDestroyPoolingDescriptor",
      [&](auto& a) {
        a.descriptor_optional("poolingDesc", poolingDesc);
      },
      [&] { return girih::api::cudnnDestroyPoolingDescriptor(poolingDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnPoolingForward(cudnnHandle_t handle, const cudnnPoolingDescriptor_t poolingDesc,
                                                     const void* alpha, const cudnnTensorDescriptor_t xDesc,
                                                     const void* x, const void* beta,
                                                     const cudnnTensorDescriptor_t yDesc, void* y) noexcept {
  return enter(
      "cudnnPoolingForward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("poolingDesc", poolingDesc);
        a.scale("alpha", alpha);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.scale("beta", beta);
        a.descriptor("yDesc", yDesc);
        a.device_inout("y", y);
      },
      [&] { return girih::api::cudnnPoolingForward(handle, poolingDesc, alpha, xDesc, x, beta, yDesc, y); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateActivationDescriptor(cudnnActivationDescriptor_t* activationDesc) noexcept {
  return enter(
      "cudnnCreateActivationDescriptor",
      [&](auto& a) {
        a.descriptor_out("activationDesc", activationDesc);
      },
      [&] { return girih::api::cudnnCreateActivationDescriptor(activationDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetActivationDescriptor(cudnnActivationDescriptor_t activationDesc,
                                                              cudnnActivationMode_t mode,
                                                              cudnnNanPropagation_t reluNanOpt, double coef) noexcept {
  return enter(
      "cudnnSetActivationDescriptor",
      [&](auto& a) {
        a.descriptor("activationDesc", activationDesc);
        a.enumerator("mode", mode, kActivationModeTable, Policy::bad_param);
        a.enumerator("reluNanOpt", reluNanOpt, kNanPropagationTable, Policy::bad_param);
        a.value("coef", coef);
      },
      [&] { return girih::api::cudnnSetActivationDescriptor(activationDesc, mode, reluNanOpt, coef); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetActivationDescriptor(const cudnnActivationDescriptor_t activationDesc,
                                                              cudnnActivationMode_t* mode,
                                                              cudnnNanPropagation_t* reluNanOpt,
                                                              double* coef) noexcept {
  return enter(
      "cudnnGetActivationDescriptor",
      [&](auto& a) {
        a.descriptor("activationDesc", activationDesc);
        a.host_out("mode", mode);
        a.host_out("reluNanOpt", reluNanOpt);
        a.host_out("coef", coef);
      },
      [&] { return girih::api::cudnnGetActivationDescriptor(activationDesc, mode, reluNanOpt, coef); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activationDesc,
                                                                       double swish_beta) noexcept {
  return enter(
      "cudnnSetActivationDescriptorSwishBeta",
      [&](auto& a) {
        a.descriptor("activationDesc", activationDesc);
        a.value("swish_beta", swish_beta);
      },
      [&] { return girih::api::cudnnSetActivationDescriptorSwishBeta(activationDesc, swish_beta); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activationDesc,
                                                                       double* swish_beta) noexcept {
  return enter(
      "cudnnGetActivationDescriptorSwishBeta",
      [&](auto& a) {
        a.descriptor("activationDesc", activationDesc);
        a.host_out("swish_beta", swish_beta);
      },
      [&] { return girih::api::cudnnGetActivationDescriptorSwishBeta(activationDesc, swish_beta); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroyActivationDescriptor(cudnnActivationDescriptor_t activationDesc) noexcept {
  return enter(
      "cudnnDestroyActivationDescriptor",
      [&](auto& a) {
        a.descriptor_optional("activationDesc", activationDesc);
      },
      [&] { return girih::api::cudnnDestroyActivationDescriptor(activationDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnActivationForward(cudnnHandle_t handle,
                                                        cudnnActivationDescriptor_t activationDesc, const void* alpha,
                                                        const cudnnTensorDescriptor_t xDesc, const void* x,
                                                        const void* beta, const cudnnTensorDescriptor_t yDesc,
                                                        void* y) noexcept {
  return enter(
      "cudnnActivationForward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("activationDesc", activationDesc);
        a.scale("alpha", alpha);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.scale("beta", beta);
        a.descriptor("yDesc", yDesc);
        a.device_inout("y", y);
      },
      [&] { return girih::api::cudnnActivationForward(handle, activationDesc, alpha, xDesc, x, beta, yDesc, y); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateLRNDescriptor(cudnnLRNDescriptor_t* normDesc) noexcept {
  return enter(
      "cudnnCreateLRNDescriptor",
      [&](auto& a) {
        a.descriptor_out("normDesc", normDesc);
      },
      [&] { return girih::api::cudnnCreateLRNDescriptor(normDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetLRNDescriptor(cudnnLRNDescriptor_t normDesc, unsigned lrnN, double lrnAlpha,
                                                       double lrnBeta, double lrnK) noexcept {
  return enter(
      "cudnnSetLRNDescriptor",
      [&](auto& a) {
        a.descriptor("normDesc", normDesc);
        a.value("lrnN", lrnN);
        a.value("lrnAlpha", lrnAlpha);
        a.value("lrnBeta", lrnBeta);
        a.value("lrnK", lrnK);
      },
      [&] { return girih::api::cudnnSetLRNDescriptor(normDesc, lrnN, lrnAlpha, lrnBeta, lrnK); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetLRNDescriptor(cudnnLRNDescriptor_t normDesc, unsigned* lrnN, double* lrnAlpha,
                                                       double* lrnBeta, double* lrnK) noexcept {
  return enter(
      "cudnnGetLRNDescriptor",
      [&](auto& a) {
        a.descriptor("normDesc", normDesc);
        a.host_out_optional("lrnN", lrnN);
        a.host_out_optional("lrnAlpha", lrnAlpha);
        a.host_out_optional("lrnBeta", lrnBeta);
        a.host_out_optional("lrnK", lrnK);
      },
      [&] { return girih::api::cudnnGetLRNDescriptor(normDesc, lrnN, lrnAlpha, lrnBeta, lrnK); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroyLRNDescriptor(cudnnLRNDescriptor_t lrnDesc) noexcept {
  return enter(
      "cudnnDestroyLRNDescriptor",
      [&](auto& a) {
        a.descriptor_optional("lrnDesc", lrnDesc);
      },
      [&] { return girih::api::cudnnDestroyLRNDescriptor(lrnDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnLRNCrossChannelForward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                                             cudnnLRNMode_t lrnMode, const void* alpha,
                                                             const cudnnTensorDescriptor_t xDesc, const void* x,
                                                             const void* beta, const cudnnTensorDescriptor_t yDesc,
                                                             void* y) noexcept {
  return enter(
      "cudnnLRNCrossChannelForward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("normDesc", normDesc);
        a.enumerator("lrnMode", lrnMode, kLRNModeTable, Policy::unchecked);
        a.scale("alpha", alpha);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.scale("beta", beta);
        a.descriptor("yDesc", yDesc);
        a.device_inout("y", y);
      },
      [&] { return girih::api::cudnnLRNCrossChannelForward(handle, normDesc, lrnMode, alpha, xDesc, x, beta, yDesc,
                                                           y); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDivisiveNormalizationForward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                                                   cudnnDivNormMode_t mode, const void* alpha,
                                                                   const cudnnTensorDescriptor_t xDesc, const void* x,
                                                                   const void* means, void* temp, void* temp2,
                                                                   const void* beta,
                                                                   const cudnnTensorDescriptor_t yDesc,
                                                                   void* y) noexcept {
  return enter(
      "cudnnDivisiveNormalizationForward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("normDesc", normDesc);
        a.enumerator("mode", mode, kDivNormModeTable, Policy::unchecked);
        a.scale("alpha", alpha);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.device_in_optional("means", means);
        a.workspace("temp", temp);
        a.workspace("temp2", temp2);
        a.scale("beta", beta);
        a.descriptor("yDesc", yDesc);
        a.device_inout("y", y);
      },
      [&] { return girih::api::cudnnDivisiveNormalizationForward(handle, normDesc, mode, alpha, xDesc, x, means, temp,
                                                                 temp2, beta, yDesc, y); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDeriveBNTensorDescriptor(cudnnTensorDescriptor_t derivedBnDesc,
                                                               const cudnnTensorDescriptor_t xDesc,
                                                               cudnnBatchNormMode_t mode) noexcept {
  return enter(
      "cudnnDeriveBNTensorDescriptor",
      [&](auto& a) {
        a.descriptor("derivedBnDesc", derivedBnDesc);
        a.descriptor("xDesc", xDesc);
        a.enumerator("mode", mode, kBatchNormModeTable, Policy::bad_param);
      },
      [&] { return girih::api::cudnnDeriveBNTensorDescriptor(derivedBnDesc, xDesc, mode); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnBatchNormalizationForwardInference(cudnnHandle_t handle,
    cudnnBatchNormMode_t mode, const void* alpha, const void* beta, const cudnnTensorDescriptor_t xDesc, const void* x,
    const cudnnTensorDescriptor_t yDesc, void* y, const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc,
    const void* bnScale, const void* bnBias, const void* estimatedMean, const void* estimatedVariance,
    double epsilon) noexcept {
  return enter(
      "cudnnBatchNormalizationForwardInference",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("mode", mode, kBatchNormModeTable, Policy::bad_param);
        a.scale("alpha", alpha);
        a.scale("beta", beta);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.descriptor("yDesc", yDesc);
        a.device_inout("y", y);
        a.descriptor("bnScaleBiasMeanVarDesc", bnScaleBiasMeanVarDesc);
        a.device_in("bnScale", bnScale);
        a.device_in("bnBias", bnBias);
        a.device_in("estimatedMean", estimatedMean);
        a.device_in("estimatedVariance", estimatedVariance);
        a.value("epsilon", epsilon);
      },
      [&] { return girih::api::cudnnBatchNormalizationForwardInference(handle, mode, alpha, beta, xDesc, x, yDesc, y,
                                                                       bnScaleBiasMeanVarDesc, bnScale, bnBias,
                                                                       estimatedMean, estimatedVariance, epsilon); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDeriveNormTensorDescriptor(cudnnTensorDescriptor_t derivedNormScaleBiasDesc,
                                                                 cudnnTensorDescriptor_t derivedNormMeanVarDesc,
                                                                 const cudnnTensorDescriptor_t xDesc,
                                                                 cudnnNormMode_t mode, int groupCnt) noexcept {
  return enter(
      "cudnnDeriveNormTensorDescriptor",
      [&](auto& a) {
        a.descriptor("derivedNormScaleBiasDesc", derivedNormScaleBiasDesc);
        a.descriptor("derivedNormMeanVarDesc", derivedNormMeanVarDesc);
        a.descriptor("xDesc", xDesc);
        a.enumerator("mode", mode, kNormModeTable, Policy::bad_param);
        a.value("groupCnt", groupCnt);
      },
      [&] { return girih::api::cudnnDeriveNormTensorDescriptor(derivedNormScaleBiasDesc, derivedNormMeanVarDesc, xDesc,
                                                               mode, groupCnt); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnNormalizationForwardInference(cudnnHandle_t handle, cudnnNormMode_t mode,
                                                                    cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
                                                                    const void* alpha, const void* beta,
                                                                    const cudnnTensorDescriptor_t xDesc, const void* x,
                                                                    const cudnnTensorDescriptor_t normScaleBiasDesc,
                                                                    const void* normScale, const void* normBias,
                                                                    const cudnnTensorDescriptor_t normMeanVarDesc,
                                                                    const void* estimatedMean,
                                                                    const void* estimatedVariance,
                                                                    const cudnnTensorDescriptor_t zDesc, const void* z,
                                                                    cudnnActivationDescriptor_t activationDesc,
                                                                    const cudnnTensorDescriptor_t yDesc, void* y,
                                                                    double epsilon, int groupCnt) noexcept {
  return enter(
      "cudnnNormalizationForwardInference",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("mode", mode, kNormModeTable, Policy::not_supported);
        a.enumerator("normOps", normOps, kNormOpsTable, Policy::not_supported);
        a.enumerator("algo", algo, kNormAlgoTable, Policy::not_supported);
        a.scale("alpha", alpha);
        a.scale("beta", beta);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.descriptor("normScaleBiasDesc", normScaleBiasDesc);
        a.device_in("normScale", normScale);
        a.device_in("normBias", normBias);
        a.descriptor("normMeanVarDesc", normMeanVarDesc);
        a.device_in("estimatedMean", estimatedMean);
        a.device_in("estimatedVariance", estimatedVariance);
        a.descriptor_optional("zDesc", zDesc);
        a.device_in_optional("z", z);
        a.descriptor_optional("activationDesc", activationDesc);
        a.descriptor("yDesc", yDesc);
        a.device_inout("y", y);
        a.value("epsilon", epsilon);
        a.value("groupCnt", groupCnt);
      },
      [&] { return girih::api::cudnnNormalizationForwardInference(handle, mode, normOps, algo, alpha, beta, xDesc, x,
                                                                  normScaleBiasDesc, normScale, normBias,
                                                                  normMeanVarDesc, estimatedMean, estimatedVariance,
                                                                  zDesc, z, activationDesc, yDesc, y, epsilon,
                                                                  groupCnt); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateSpatialTransformerDescriptor(
    cudnnSpatialTransformerDescriptor_t* stDesc) noexcept {
  return enter(
      "cudnnCreateSpatialTransformerDescriptor",
      [&](auto& a) {
        a.descriptor_out("stDesc", stDesc);
      },
      [&] { return girih::api::cudnnCreateSpatialTransformerDescriptor(stDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetSpatialTransformerNdDescriptor(cudnnSpatialTransformerDescriptor_t stDesc,
                                                                        cudnnSamplerType_t samplerType,
                                                                        cudnnDataType_t dataType, const int nbDims,
                                                                        const int dimA[]) noexcept {
  return enter(
      "cudnnSetSpatialTransformerNdDescriptor",
      [&](auto& a) {
        a.descriptor("stDesc", stDesc);
        a.enumerator("samplerType", samplerType, kSamplerTypeTable, Policy::bad_param);
        a.enumerator("dataType", dataType, kDataTypeTable, Policy::bad_param);
        a.value("nbDims", nbDims);
        a.host_in("dimA", dimA);
      },
      [&] { return girih::api::cudnnSetSpatialTransformerNdDescriptor(stDesc, samplerType, dataType, nbDims, dimA); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroySpatialTransformerDescriptor(
    cudnnSpatialTransformerDescriptor_t stDesc) noexcept {
  return enter(
      "cudnnDestroySpatialTransformerDescriptor",
      [&](auto& a) {
        a.descriptor_optional("stDesc", stDesc);
      },
      [&] { return girih::api::cudnnDestroySpatialTransformerDescriptor(stDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSpatialTfGridGeneratorForward(cudnnHandle_t handle,
                                                                    const cudnnSpatialTransformerDescriptor_t stDesc,
                                                                    const void* theta, void* grid) noexcept {
  return enter(
      "cudnnSpatialTfGridGeneratorForward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("stDesc", stDesc);
        a.device_in("theta", theta);
        a.device_out("grid", grid);
      },
      [&] { return girih::api::cudnnSpatialTfGridGeneratorForward(handle, stDesc, theta, grid); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSpatialTfSamplerForward(cudnnHandle_t handle,
                                                              cudnnSpatialTransformerDescriptor_t stDesc,
                                                              const void* alpha, const cudnnTensorDescriptor_t xDesc,
                                                              const void* x, const void* grid, const void* beta,
                                                              cudnnTensorDescriptor_t yDesc, void* y) noexcept {
  return enter(
      "cudnnSpatialTfSamplerForward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("stDesc", stDesc);
        a.scale("alpha", alpha);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.device_in("grid", grid);
        a.scale("beta", beta);
        a.descriptor("yDesc", yDesc);
        a.device_inout("y", y);
      },
      [&] { return girih::api::cudnnSpatialTfSamplerForward(handle, stDesc, alpha, xDesc, x, grid, beta, yDesc, y); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateDropoutDescriptor(cudnnDropoutDescriptor_t* dropoutDesc) noexcept {
  return enter(
      "cudnnCreateDropoutDescriptor",
      [&](auto& a) {
        a.descriptor_out("dropoutDesc", dropoutDesc);
      },
      [&] { return girih::api::cudnnCreateDropoutDescriptor(dropoutDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroyDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc) noexcept {
  return enter(
      "cudnnDestroyDropoutDescriptor",
      [&](auto& a) {
        a.descriptor_optional("dropoutDesc", dropoutDesc);
      },
      [&] { return girih::api::cudnnDestroyDropoutDescriptor(dropoutDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDropoutGetStatesSize(cudnnHandle_t handle, size_t* sizeInBytes) noexcept {
  return enter(
      "cudnnDropoutGetStatesSize",
      [&](auto& a) {
        a.handle("handle", handle);
        a.host_out("sizeInBytes", sizeInBytes);
      },
      [&] { return girih::api::cudnnDropoutGetStatesSize(handle, sizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDropoutGetReserveSpaceSize(cudnnTensorDescriptor_t xdesc,
                                                                 size_t* sizeInBytes) noexcept {
  return enter(
      "cudnnDropoutGetReserveSpaceSize",
      [&](auto& a) {
        a.descriptor("xdesc", xdesc);
        a.host_out("sizeInBytes", sizeInBytes);
      },
      [&] { return girih::api::cudnnDropoutGetReserveSpaceSize(xdesc, sizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc, cudnnHandle_t handle,
                                                           float dropout, void* states, size_t stateSizeInBytes,
                                                           unsigned long long seed) noexcept {
  return enter(
      "cudnnSetDropoutDescriptor",
      [&](auto& a) {
        a.descriptor("dropoutDesc", dropoutDesc);
        a.handle("handle", handle);
        a.value("dropout", dropout);
        a.device_out_optional("states", states);
        a.value("stateSizeInBytes", stateSizeInBytes);
        a.value("seed", seed);
      },
      [&] { return girih::api::cudnnSetDropoutDescriptor(dropoutDesc, handle, dropout, states, stateSizeInBytes,
                                                         seed); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc,
                                                               cudnnHandle_t handle, float dropout, void* states,
                                                               size_t stateSizeInBytes,
                                                               unsigned long long seed) noexcept {
  return enter(
      "cudnnRestoreDropoutDescriptor",
      [&](auto& a) {
        a.descriptor("dropoutDesc", dropoutDesc);
        a.handle("handle", handle);
        a.value("dropout", dropout);
        a.device_inout_optional("states", states);
        a.value("stateSizeInBytes", stateSizeInBytes);
        a.value("seed", seed);
      },
      [&] { return girih::api::cudnnRestoreDropoutDescriptor(dropoutDesc, handle, dropout, states, stateSizeInBytes,
                                                             seed); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc, cudnnHandle_t handle,
                                                           float* dropout, void** states,
                                                           unsigned long long* seed) noexcept {
  return enter(
      "cudnnGetDropoutDescriptor",
      [&](auto& a) {
        a.descriptor("dropoutDesc", dropoutDesc);
        a.handle("handle", handle);
        a.host_out("dropout", dropout);
        a.host_out("states", states);
        a.host_out("seed", seed);
      },
      [&] { return girih::api::cudnnGetDropoutDescriptor(dropoutDesc, handle, dropout, states, seed); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDropoutForward(cudnnHandle_t handle, const cudnnDropoutDescriptor_t dropoutDesc,
                                                     const cudnnTensorDescriptor_t xdesc, const void* x,
                                                     const cudnnTensorDescriptor_t ydesc, void* y, void* reserveSpace,
                                                     size_t reserveSpaceSizeInBytes) noexcept {
  return enter(
      "cudnnDropoutForward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("dropoutDesc", dropoutDesc);
        a.descriptor("xdesc", xdesc);
        a.device_in("x", x);
        a.descriptor("ydesc", ydesc);
        a.device_out("y", y);
        a.workspace("reserveSpace", reserveSpace);
        a.value("reserveSpaceSizeInBytes", reserveSpaceSizeInBytes);
      },
      [&] { return girih::api::cudnnDropoutForward(handle, dropoutDesc, xdesc, x, ydesc, y, reserveSpace,
                                                   reserveSpaceSizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnOpsVersionCheck() noexcept {
  return enter(
      "cudnnOpsVersionCheck", [](auto&) {},
      [&] { return girih::api::cudnnOpsVersionCheck(); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSoftmaxBackward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo,
                                                      cudnnSoftmaxMode_t mode, const void* alpha,
                                                      const cudnnTensorDescriptor_t yDesc, const void* y,
                                                      const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                                      const void* beta, const cudnnTensorDescriptor_t dxDesc,
                                                      void* dx) noexcept {
  return enter(
      "cudnnSoftmaxBackward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("algo", algo, kSoftmaxAlgorithmTable, Policy::bad_param);
        a.enumerator("mode", mode, kSoftmaxModeTable, Policy::bad_param);
        a.scale("alpha", alpha);
        a.descriptor("yDesc", yDesc);
        a.device_in("y", y);
        a.descriptor("dyDesc", dyDesc);
        a.device_in("dy", dy);
        a.scale("beta", beta);
        a.descriptor("dxDesc", dxDesc);
        a.device_inout("dx", dx);
      },
      [&] { return girih::api::cudnnSoftmaxBackward(handle, algo, mode, alpha, yDesc, y, dyDesc, dy, beta, dxDesc,
                                                    dx); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnPoolingBackward(cudnnHandle_t handle, const cudnnPoolingDescriptor_t poolingDesc,
                                                      const void* alpha, const cudnnTensorDescriptor_t yDesc,
                                                      const void* y, const cudnnTensorDescriptor_t dyDesc,
                                                      const void* dy, const cudnnTensorDescriptor_t xDesc,
                                                      const void* x, const void* beta,
                                                      const cudnnTensorDescriptor_t dxDesc, void* dx) noexcept {
  return enter(
      "cudnnPoolingBackward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("poolingDesc", poolingDesc);
        a.scale("alpha", alpha);
        a.descriptor("yDesc", yDesc);
        a.device_in("y", y);
        a.descriptor("dyDesc", dyDesc);
        a.device_in("dy", dy);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.scale("beta", beta);
        a.descriptor("dxDesc", dxDesc);
        a.device_inout("dx", dx);
      },
      [&] { return girih::api::cudnnPoolingBackward(handle, poolingDesc, alpha, yDesc, y, dyDesc, dy, xDesc, x, beta,
                                                    dxDesc, dx); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnActivationBackward(cudnnHandle_t handle,
                                                         cudnnActivationDescriptor_t activationDesc, const void* alpha,
                                                         const cudnnTensorDescriptor_t yDesc, const void* y,
                                                         const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                                         const cudnnTensorDescriptor_t xDesc, const void* x,
                                                         const void* beta, const cudnnTensorDescriptor_t dxDesc,
                                                         void* dx) noexcept {
  return enter(
      "cudnnActivationBackward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("activationDesc", activationDesc);
        a.scale("alpha", alpha);
        a.descriptor_optional("yDesc", yDesc);
        a.device_in_optional("y", y);
        a.descriptor("dyDesc", dyDesc);
        a.device_in("dy", dy);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.scale("beta", beta);
        a.descriptor("dxDesc", dxDesc);
        a.device_inout("dx", dx);
      },
      [&] { return girih::api::cudnnActivationBackward(handle, activationDesc, alpha, yDesc, y, dyDesc, dy, xDesc, x,
                                                       beta, dxDesc, dx); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnLRNCrossChannelBackward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                                              cudnnLRNMode_t lrnMode, const void* alpha,
                                                              const cudnnTensorDescriptor_t yDesc, const void* y,
                                                              const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                                              const cudnnTensorDescriptor_t xDesc, const void* x,
                                                              const void* beta, const cudnnTensorDescriptor_t dxDesc,
                                                              void* dx) noexcept {
  return enter(
      "cudnnLRNCrossChannelBackward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("normDesc", normDesc);
        a.enumerator("lrnMode", lrnMode, kLRNModeTable, Policy::unchecked);
        a.scale("alpha", alpha);
        a.descriptor_optional("yDesc", yDesc);
        a.device_in_optional("y", y);
        a.descriptor("dyDesc", dyDesc);
        a.device_in("dy", dy);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.scale("beta", beta);
        a.descriptor("dxDesc", dxDesc);
        a.device_inout("dx", dx);
      },
      [&] { return girih::api::cudnnLRNCrossChannelBackward(handle, normDesc, lrnMode, alpha, yDesc, y, dyDesc, dy,
                                                            xDesc, x, beta, dxDesc, dx); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDivisiveNormalizationBackward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                                                    cudnnDivNormMode_t mode, const void* alpha,
                                                                    const cudnnTensorDescriptor_t xDesc, const void* x,
                                                                    const void* means, const void* dy, void* temp,
                                                                    void* temp2, const void* beta,
                                                                    const cudnnTensorDescriptor_t dXdMeansDesc,
                                                                    void* dx, void* dMeans) noexcept {
  return enter(
      "cudnnDivisiveNormalizationBackward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("normDesc", normDesc);
        a.enumerator("mode", mode, kDivNormModeTable, Policy::unchecked);
        a.scale("alpha", alpha);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.device_in_optional("means", means);
        a.device_in("dy", dy);
        a.workspace("temp", temp);
        a.workspace("temp2", temp2);
        a.scale("beta", beta);
        a.descriptor("dXdMeansDesc", dXdMeansDesc);
        a.device_inout("dx", dx);
        a.device_inout_optional("dMeans", dMeans);
      },
      [&] { return girih::api::cudnnDivisiveNormalizationBackward(handle, normDesc, mode, alpha, xDesc, x, means, dy,
                                                                  temp, temp2, beta, dXdMeansDesc, dx, dMeans); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(cudnnHandle_t handle,
    cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps, const cudnnTensorDescriptor_t xDesc,
    const cudnnTensorDescriptor_t zDesc, const cudnnTensorDescriptor_t yDesc,
    const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc, const cudnnActivationDescriptor_t activationDesc,
    size_t* sizeInBytes) noexcept {
  return enter(
      "cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("mode", mode, kBatchNormModeTable, Policy::bad_param);
        a.enumerator("bnOps", bnOps, kBatchNormOpsTable, Policy::bad_param);
        a.descriptor("xDesc", xDesc);
        a.descriptor_optional("zDesc", zDesc);
        a.descriptor("yDesc", yDesc);
        a.descriptor("bnScaleBiasMeanVarDesc", bnScaleBiasMeanVarDesc);
        a.descriptor_optional("activationDesc", activationDesc);
        a.host_out("sizeInBytes", sizeInBytes);
      },
      [&] { return girih::api::cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(handle, mode, bnOps, xDesc,
    zDesc, yDesc, bnScaleBiasMeanVarDesc, activationDesc, sizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetBatchNormalizationBackwardExWorkspaceSize(cudnnHandle_t handle,
    cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps, const cudnnTensorDescriptor_t xDesc,
    const cudnnTensorDescriptor_t yDesc, const cudnnTensorDescriptor_t dyDesc, const cudnnTensorDescriptor_t dzDesc,
    const cudnnTensorDescriptor_t dxDesc, const cudnnTensorDescriptor_t dBnScaleBiasDesc,
    const cudnnActivationDescriptor_t activationDesc, size_t* sizeInBytes) noexcept {
  return enter(
      "cudnnGetBatchNormalizationBackwardExWorkspaceSize",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("mode", mode, kBatchNormModeTable, Policy::bad_param);
        a.enumerator("bnOps", bnOps, kBatchNormOpsTable, Policy::bad_param);
        a.descriptor("xDesc", xDesc);
        a.descriptor_optional("yDesc", yDesc);
        a.descriptor("dyDesc", dyDesc);
        a.descriptor_optional("dzDesc", dzDesc);
        a.descriptor("dxDesc", dxDesc);
        a.descriptor("dBnScaleBiasDesc", dBnScaleBiasDesc);
        a.descriptor_optional("activationDesc", activationDesc);
        a.host_out("sizeInBytes", sizeInBytes);
      },
      [&] { return girih::api::cudnnGetBatchNormalizationBackwardExWorkspaceSize(handle, mode, bnOps, xDesc, yDesc,
    dyDesc, dzDesc, dxDesc, dBnScaleBiasDesc, activationDesc, sizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetBatchNormalizationTrainingExReserveSpaceSize(cudnnHandle_t handle,
    cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps, const cudnnActivationDescriptor_t activationDesc,
    const cudnnTensorDescriptor_t xDesc, size_t* sizeInBytes) noexcept {
  return enter(
      "cudnnGetBatchNormalizationTrainingExReserveSpaceSize",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("mode", mode, kBatchNormModeTable, Policy::bad_param);
        a.enumerator("bnOps", bnOps, kBatchNormOpsTable, Policy::bad_param);
        a.descriptor_optional("activationDesc", activationDesc);
        a.descriptor("xDesc", xDesc);
        a.host_out("sizeInBytes", sizeInBytes);
      },
      [&] { return girih::api::cudnnGetBatchNormalizationTrainingExReserveSpaceSize(handle, mode, bnOps, activationDesc,
    xDesc, sizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnBatchNormalizationForwardTraining(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                                        const void* alpha, const void* beta,
                                                                        const cudnnTensorDescriptor_t xDesc,
                                                                        const void* x,
                                                                        const cudnnTensorDescriptor_t yDesc, void* y,
                                                                        const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc,
                                                                        const void* bnScale, const void* bnBias,
                                                                        double exponentialAverageFactor,
                                                                        void* resultRunningMean,
                                                                        void* resultRunningVariance, double epsilon,
                                                                        void* resultSaveMean,
                                                                        void* resultSaveInvVariance) noexcept {
  return enter(
      "cudnnBatchNormalizationForwardTraining",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("mode", mode, kBatchNormModeTable, Policy::bad_param);
        a.scale("alpha", alpha);
        a.scale("beta", beta);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.descriptor("yDesc", yDesc);
        a.device_inout("y", y);
        a.descriptor("bnScaleBiasMeanVarDesc", bnScaleBiasMeanVarDesc);
        a.device_in("bnScale", bnScale);
        a.device_in("bnBias", bnBias);
        a.value("exponentialAverageFactor", exponentialAverageFactor);
        a.device_inout_optional("resultRunningMean", resultRunningMean);
        a.device_inout_optional("resultRunningVariance", resultRunningVariance);
        a.value("epsilon", epsilon);
        a.device_out_optional("resultSaveMean", resultSaveMean);
        a.device_out_optional("resultSaveInvVariance", resultSaveInvVariance);
      },
      [&] { return girih::api::cudnnBatchNormalizationForwardTraining(handle, mode, alpha, beta, xDesc, x, yDesc, y,
                                                                      bnScaleBiasMeanVarDesc, bnScale, bnBias,
                                                                      exponentialAverageFactor, resultRunningMean,
                                                                      resultRunningVariance, epsilon, resultSaveMean,
                                                                      resultSaveInvVariance); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnBatchNormalizationForwardTrainingEx(cudnnHandle_t handle,
    cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps, const void* alpha, const void* beta,
    const cudnnTensorDescriptor_t xDesc, const void* xData, const cudnnTensorDescriptor_t zDesc, const void* zData,
    const cudnnTensorDescriptor_t yDesc, void* yData, const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc,
    const void* bnScale, const void* bnBias, double exponentialAverageFactor, void* resultRunningMean,
    void* resultRunningVariance, double epsilon, void* resultSaveMean, void* resultSaveInvVariance,
    cudnnActivationDescriptor_t activationDesc, void* workspace, size_t workSpaceSizeInBytes, void* reserveSpace,
    size_t reserveSpaceSizeInBytes) noexcept {
  return enter(
      "cudnnBatchNormalizationForwardTrainingEx",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("mode", mode, kBatchNormModeTable, Policy::bad_param);
        a.enumerator("bnOps", bnOps, kBatchNormOpsTable, Policy::bad_param);
        a.scale("alpha", alpha);
        a.scale("beta", beta);
        a.descriptor("xDesc", xDesc);
        a.device_in("xData", xData);
        a.descriptor_optional("zDesc", zDesc);
        a.device_in_optional("zData", zData);
        a.descriptor("yDesc", yDesc);
        a.device_inout("yData", yData);
        a.descriptor("bnScaleBiasMeanVarDesc", bnScaleBiasMeanVarDesc);
        a.device_in("bnScale", bnScale);
        a.device_in("bnBias", bnBias);
        a.value("exponentialAverageFactor", exponentialAverageFactor);
        a.device_inout_optional("resultRunningMean", resultRunningMean);
        a.device_inout_optional("resultRunningVariance", resultRunningVariance);
        a.value("epsilon", epsilon);
        a.device_out_optional("resultSaveMean", resultSaveMean);
        a.device_out_optional("resultSaveInvVariance", resultSaveInvVariance);
        a.descriptor_optional("activationDesc", activationDesc);
        a.workspace_optional("workspace", workspace);
        a.value("workSpaceSizeInBytes", workSpaceSizeInBytes);
        a.workspace_optional("reserveSpace", reserveSpace);
        a.value("reserveSpaceSizeInBytes", reserveSpaceSizeInBytes);
      },
      [&] { return girih::api::cudnnBatchNormalizationForwardTrainingEx(handle, mode, bnOps, alpha, beta, xDesc, xData,
                                                                        zDesc, zData, yDesc, yData,
                                                                        bnScaleBiasMeanVarDesc, bnScale, bnBias,
                                                                        exponentialAverageFactor, resultRunningMean,
                                                                        resultRunningVariance, epsilon, resultSaveMean,
                                                                        resultSaveInvVariance, activationDesc,
                                                                        workspace, workSpaceSizeInBytes, reserveSpace,
                                                                        reserveSpaceSizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnBatchNormalizationBackward(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                                 const void* alphaDataDiff, const void* betaDataDiff,
                                                                 const void* alphaParamDiff, const void* betaParamDiff,
                                                                 const cudnnTensorDescriptor_t xDesc, const void* x,
                                                                 const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                                                 const cudnnTensorDescriptor_t dxDesc, void* dx,
                                                                 const cudnnTensorDescriptor_t dBnScaleBiasDesc,
                                                                 const void* bnScale, void* dBnScaleResult,
                                                                 void* dBnBiasResult, double epsilon,
                                                                 const void* savedMean,
                                                                 const void* savedInvVariance) noexcept {
  return enter(
      "cudnnBatchNormalizationBackward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("mode", mode, kBatchNormModeTable, Policy::bad_param);
        a.scale("alphaDataDiff", alphaDataDiff);
        a.scale("betaDataDiff", betaDataDiff);
        a.scale("alphaParamDiff", alphaParamDiff);
        a.scale("betaParamDiff", betaParamDiff);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.descriptor("dyDesc", dyDesc);
        a.device_in("dy", dy);
        a.descriptor("dxDesc", dxDesc);
        a.device_inout("dx", dx);
        a.descriptor("dBnScaleBiasDesc", dBnScaleBiasDesc);
        a.device_in("bnScale", bnScale);
        a.device_inout("dBnScaleResult", dBnScaleResult);
        a.device_inout("dBnBiasResult", dBnBiasResult);
        a.value("epsilon", epsilon);
        a.device_in_optional("savedMean", savedMean);
        a.device_in_optional("savedInvVariance", savedInvVariance);
      },
      [&] { return girih::api::cudnnBatchNormalizationBackward(handle, mode, alphaDataDiff, betaDataDiff,
                                                               alphaParamDiff, betaParamDiff, xDesc, x, dyDesc, dy,
                                                               dxDesc, dx, dBnScaleBiasDesc, bnScale, dBnScaleResult,
                                                               dBnBiasResult, epsilon, savedMean, savedInvVariance); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnBatchNormalizationBackwardEx(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                                   cudnnBatchNormOps_t bnOps, const void* alphaDataDiff,
                                                                   const void* betaDataDiff, const void* alphaParamDiff,
                                                                   const void* betaParamDiff,
                                                                   const cudnnTensorDescriptor_t xDesc,
                                                                   const void* xData,
                                                                   const cudnnTensorDescriptor_t yDesc,
                                                                   const void* yData,
                                                                   const cudnnTensorDescriptor_t dyDesc,
                                                                   const void* dyData,
                                                                   const cudnnTensorDescriptor_t dzDesc, void* dzData,
                                                                   const cudnnTensorDescriptor_t dxDesc, void* dxData,
                                                                   const cudnnTensorDescriptor_t dBnScaleBiasDesc,
                                                                   const void* bnScaleData, const void* bnBiasData,
                                                                   void* dBnScaleData, void* dBnBiasData,
                                                                   double epsilon, const void* savedMean,
                                                                   const void* savedInvVariance,
                                                                   cudnnActivationDescriptor_t activationDesc,
                                                                   void* workSpace, size_t workSpaceSizeInBytes,
                                                                   void* reserveSpace,
                                                                   size_t reserveSpaceSizeInBytes) noexcept {
  return enter(
      "cudnnBatchNormalizationBackwardEx",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("mode", mode, kBatchNormModeTable, Policy::bad_param);
        a.enumerator("bnOps", bnOps, kBatchNormOpsTable, Policy::bad_param);
        a.scale("alphaDataDiff", alphaDataDiff);
        a.scale("betaDataDiff", betaDataDiff);
        a.scale("alphaParamDiff", alphaParamDiff);
        a.scale("betaParamDiff", betaParamDiff);
        a.descriptor("xDesc", xDesc);
        a.device_in("xData", xData);
        a.descriptor_optional("yDesc", yDesc);
        a.device_in_optional("yData", yData);
        a.descriptor("dyDesc", dyDesc);
        a.device_in("dyData", dyData);
        a.descriptor_optional("dzDesc", dzDesc);
        a.device_inout_optional("dzData", dzData);
        a.descriptor("dxDesc", dxDesc);
        a.device_inout("dxData", dxData);
        a.descriptor("dBnScaleBiasDesc", dBnScaleBiasDesc);
        a.device_in("bnScaleData", bnScaleData);
        a.device_in_optional("bnBiasData", bnBiasData);
        a.device_inout("dBnScaleData", dBnScaleData);
        a.device_inout("dBnBiasData", dBnBiasData);
        a.value("epsilon", epsilon);
        a.device_in_optional("savedMean", savedMean);
        a.device_in_optional("savedInvVariance", savedInvVariance);
        a.descriptor_optional("activationDesc", activationDesc);
        a.workspace_optional("workSpace", workSpace);
        a.value("workSpaceSizeInBytes", workSpaceSizeInBytes);
        a.workspace_optional("reserveSpace", reserveSpace);
        a.value("reserveSpaceSizeInBytes", reserveSpaceSizeInBytes);
      },
      [&] { return girih::api::cudnnBatchNormalizationBackwardEx(handle, mode, bnOps, alphaDataDiff, betaDataDiff,
                                                                 alphaParamDiff, betaParamDiff, xDesc, xData, yDesc,
                                                                 yData, dyDesc, dyData, dzDesc, dzData, dxDesc, dxData,
                                                                 dBnScaleBiasDesc, bnScaleData, bnBiasData,
                                                                 dBnScaleData, dBnBiasData, epsilon, savedMean,
                                                                 savedInvVariance, activationDesc, workSpace,
                                                                 workSpaceSizeInBytes, reserveSpace,
                                                                 reserveSpaceSizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetNormalizationForwardTrainingWorkspaceSize(cudnnHandle_t handle,
    cudnnNormMode_t mode, cudnnNormOps_t normOps, cudnnNormAlgo_t algo, const cudnnTensorDescriptor_t xDesc,
    const cudnnTensorDescriptor_t zDesc, const cudnnTensorDescriptor_t yDesc,
    const cudnnTensorDescriptor_t normScaleBiasDesc, const cudnnActivationDescriptor_t activationDesc,
    const cudnnTensorDescriptor_t normMeanVarDesc, size_t* sizeInBytes, int groupCnt) noexcept {
  return enter(
      "cudnnGetNormalizationForwardTrainingWorkspaceSize",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("mode", mode, kNormModeTable, Policy::not_supported);
        a.enumerator("normOps", normOps, kNormOpsTable, Policy::not_supported);
        a.enumerator("algo", algo, kNormAlgoTable, Policy::not_supported);
        a.descriptor("xDesc", xDesc);
        a.descriptor_optional("zDesc", zDesc);
        a.descriptor("yDesc", yDesc);
        a.descriptor("normScaleBiasDesc", normScaleBiasDesc);
        a.descriptor_optional("activationDesc", activationDesc);
        a.descriptor("normMeanVarDesc", normMeanVarDesc);
        a.host_out("sizeInBytes", sizeInBytes);
        a.value("groupCnt", groupCnt);
      },
      [&] { return girih::api::cudnnGetNormalizationForwardTrainingWorkspaceSize(handle, mode, normOps, algo, xDesc,
    zDesc, yDesc, normScaleBiasDesc, activationDesc, normMeanVarDesc, sizeInBytes, groupCnt); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetNormalizationBackwardWorkspaceSize(cudnnHandle_t handle, cudnnNormMode_t mode,
    cudnnNormOps_t normOps, cudnnNormAlgo_t algo, const cudnnTensorDescriptor_t xDesc,
    const cudnnTensorDescriptor_t yDesc, const cudnnTensorDescriptor_t dyDesc, const cudnnTensorDescriptor_t dzDesc,
    const cudnnTensorDescriptor_t dxDesc, const cudnnTensorDescriptor_t dNormScaleBiasDesc,
    const cudnnActivationDescriptor_t activationDesc, const cudnnTensorDescriptor_t normMeanVarDesc,
    size_t* sizeInBytes, int groupCnt) noexcept {
  return enter(
      "cudnnGetNormalizationBackwardWorkspaceSize",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("mode", mode, kNormModeTable, Policy::not_supported);
        a.enumerator("normOps", normOps, kNormOpsTable, Policy::not_supported);
        a.enumerator("algo", algo, kNormAlgoTable, Policy::not_supported);
        a.descriptor("xDesc", xDesc);
        a.descriptor_optional("yDesc", yDesc);
        a.descriptor("dyDesc", dyDesc);
        a.descriptor_optional("dzDesc", dzDesc);
        a.descriptor("dxDesc", dxDesc);
        a.descriptor("dNormScaleBiasDesc", dNormScaleBiasDesc);
        a.descriptor_optional("activationDesc", activationDesc);
        a.descriptor("normMeanVarDesc", normMeanVarDesc);
        a.host_out("sizeInBytes", sizeInBytes);
        a.value("groupCnt", groupCnt);
      },
      [&] { return girih::api::cudnnGetNormalizationBackwardWorkspaceSize(handle, mode, normOps, algo, xDesc, yDesc,
    dyDesc, dzDesc, dxDesc, dNormScaleBiasDesc, activationDesc, normMeanVarDesc, sizeInBytes, groupCnt); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetNormalizationTrainingReserveSpaceSize(cudnnHandle_t handle,
    cudnnNormMode_t mode, cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
    const cudnnActivationDescriptor_t activationDesc, const cudnnTensorDescriptor_t xDesc, size_t* sizeInBytes,
    int groupCnt) noexcept {
  return enter(
      "cudnnGetNormalizationTrainingReserveSpaceSize",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("mode", mode, kNormModeTable, Policy::not_supported);
        a.enumerator("normOps", normOps, kNormOpsTable, Policy::not_supported);
        a.enumerator("algo", algo, kNormAlgoTable, Policy::not_supported);
        a.descriptor_optional("activationDesc", activationDesc);
        a.descriptor("xDesc", xDesc);
        a.host_out("sizeInBytes", sizeInBytes);
        a.value("groupCnt", groupCnt);
      },
      [&] { return girih::api::cudnnGetNormalizationTrainingReserveSpaceSize(handle, mode, normOps, algo,
    activationDesc, xDesc, sizeInBytes, groupCnt); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnNormalizationForwardTraining(cudnnHandle_t handle, cudnnNormMode_t mode,
                                                                   cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
                                                                   const void* alpha, const void* beta,
                                                                   const cudnnTensorDescriptor_t xDesc,
                                                                   const void* xData,
                                                                   const cudnnTensorDescriptor_t normScaleBiasDesc,
                                                                   const void* normScale, const void* normBias,
                                                                   double exponentialAverageFactor,
                                                                   const cudnnTensorDescriptor_t normMeanVarDesc,
                                                                   void* resultRunningMean, void* resultRunningVariance,
                                                                   double epsilon, void* resultSaveMean,
                                                                   void* resultSaveInvVariance,
                                                                   cudnnActivationDescriptor_t activationDesc,
                                                                   const cudnnTensorDescriptor_t zDesc,
                                                                   const void* zData,
                                                                   const cudnnTensorDescriptor_t yDesc, void* yData,
                                                                   void* workspace, size_t workSpaceSizeInBytes,
                                                                   void* reserveSpace, size_t reserveSpaceSizeInBytes,
                                                                   int groupCnt) noexcept {
  return enter(
      "cudnnNormalizationForwardTraining",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("mode", mode, kNormModeTable, Policy::not_supported);
        a.enumerator("normOps", normOps, kNormOpsTable, Policy::bad_param);
        a.enumerator("algo", algo, kNormAlgoTable, Policy::not_supported);
        a.scale("alpha", alpha);
        a.scale("beta", beta);
        a.descriptor("xDesc", xDesc);
        a.device_in("xData", xData);
        a.descriptor("normScaleBiasDesc", normScaleBiasDesc);
        a.device_in("normScale", normScale);
        a.device_in("normBias", normBias);
        a.value("exponentialAverageFactor", exponentialAverageFactor);
        a.descriptor("normMeanVarDesc", normMeanVarDesc);
        a.device_inout_optional("resultRunningMean", resultRunningMean);
        a.device_inout_optional("resultRunningVariance", resultRunningVariance);
        a.value("epsilon", epsilon);
        a.device_out_optional("resultSaveMean", resultSaveMean);
        a.device_out_optional("resultSaveInvVariance", resultSaveInvVariance);
        a.descriptor_optional("activationDesc", activationDesc);
        a.descriptor_optional("zDesc", zDesc);
        a.device_in_optional("zData", zData);
        a.descriptor("yDesc", yDesc);
        a.device_inout("yData", yData);
        a.workspace_optional("workspace", workspace);
        a.value("workSpaceSizeInBytes", workSpaceSizeInBytes);
        a.workspace_optional("reserveSpace", reserveSpace);
        a.value("reserveSpaceSizeInBytes", reserveSpaceSizeInBytes);
        a.value("groupCnt", groupCnt);
      },
      [&] { return girih::api::cudnnNormalizationForwardTraining(handle, mode, normOps, algo, alpha, beta, xDesc, xData,
                                                                 normScaleBiasDesc, normScale, normBias,
                                                                 exponentialAverageFactor, normMeanVarDesc,
                                                                 resultRunningMean, resultRunningVariance, epsilon,
                                                                 resultSaveMean, resultSaveInvVariance, activationDesc,
                                                                 zDesc, zData, yDesc, yData, workspace,
                                                                 workSpaceSizeInBytes, reserveSpace,
                                                                 reserveSpaceSizeInBytes, groupCnt); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnNormalizationBackward(cudnnHandle_t handle, cudnnNormMode_t mode,
                                                            cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
                                                            const void* alphaDataDiff, const void* betaDataDiff,
                                                            const void* alphaParamDiff, const void* betaParamDiff,
                                                            const cudnnTensorDescriptor_t xDesc, const void* xData,
                                                            const cudnnTensorDescriptor_t yDesc, const void* yData,
                                                            const cudnnTensorDescriptor_t dyDesc, const void* dyData,
                                                            const cudnnTensorDescriptor_t dzDesc, void* dzData,
                                                            const cudnnTensorDescriptor_t dxDesc, void* dxData,
                                                            const cudnnTensorDescriptor_t dNormScaleBiasDesc,
                                                            const void* normScaleData, const void* normBiasData,
                                                            void* dNormScaleData, void* dNormBiasData, double epsilon,
                                                            const cudnnTensorDescriptor_t normMeanVarDesc,
                                                            const void* savedMean, const void* savedInvVariance,
                                                            cudnnActivationDescriptor_t activationDesc, void* workSpace,
                                                            size_t workSpaceSizeInBytes, void* reserveSpace,
                                                            size_t reserveSpaceSizeInBytes, int groupCnt) noexcept {
  return enter(
      "cudnnNormalizationBackward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("mode", mode, kNormModeTable, Policy::not_supported);
        a.enumerator("normOps", normOps, kNormOpsTable, Policy::not_supported);
        a.enumerator("algo", algo, kNormAlgoTable, Policy::not_supported);
        a.scale("alphaDataDiff", alphaDataDiff);
        a.scale("betaDataDiff", betaDataDiff);
        a.scale("alphaParamDiff", alphaParamDiff);
        a.scale("betaParamDiff", betaParamDiff);
        a.descriptor("xDesc", xDesc);
        a.device_in("xData", xData);
        a.descriptor_optional("yDesc", yDesc);
        a.device_in_optional("yData", yData);
        a.descriptor("dyDesc", dyDesc);
        a.device_in("dyData", dyData);
        a.descriptor_optional("dzDesc", dzDesc);
        a.device_inout_optional("dzData", dzData);
        a.descriptor("dxDesc", dxDesc);
        a.device_inout("dxData", dxData);
        a.descriptor("dNormScaleBiasDesc", dNormScaleBiasDesc);
        a.device_in("normScaleData", normScaleData);
        a.device_in_optional("normBiasData", normBiasData);
        a.device_inout("dNormScaleData", dNormScaleData);
        a.device_inout("dNormBiasData", dNormBiasData);
        a.value("epsilon", epsilon);
        a.descriptor("normMeanVarDesc", normMeanVarDesc);
        a.device_in_optional("savedMean", savedMean);
        a.device_in_optional("savedInvVariance", savedInvVariance);
        a.descriptor_optional("activationDesc", activationDesc);
        a.workspace_optional("workSpace", workSpace);
        a.value("workSpaceSizeInBytes", workSpaceSizeInBytes);
        a.workspace_optional("reserveSpace", reserveSpace);
        a.value("reserveSpaceSizeInBytes", reserveSpaceSizeInBytes);
        a.value("groupCnt", groupCnt);
      },
      [&] { return girih::api::cudnnNormalizationBackward(handle, mode, normOps, algo, alphaDataDiff, betaDataDiff,
                                                          alphaParamDiff, betaParamDiff, xDesc, xData, yDesc, yData,
                                                          dyDesc, dyData, dzDesc, dzData, dxDesc, dxData,
                                                          dNormScaleBiasDesc, normScaleData, normBiasData,
                                                          dNormScaleData, dNormBiasData, epsilon, normMeanVarDesc,
                                                          savedMean, savedInvVariance, activationDesc, workSpace,
                                                          workSpaceSizeInBytes, reserveSpace, reserveSpaceSizeInBytes,
                                                          groupCnt); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSpatialTfGridGeneratorBackward(cudnnHandle_t handle,
                                                                     const cudnnSpatialTransformerDescriptor_t stDesc,
                                                                     const void* dgrid, void* dtheta) noexcept {
  return enter(
      "cudnnSpatialTfGridGeneratorBackward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("stDesc", stDesc);
        a.device_in("dgrid", dgrid);
        a.device_out("dtheta", dtheta);
      },
      [&] { return girih::api::cudnnSpatialTfGridGeneratorBackward(handle, stDesc, dgrid, dtheta); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSpatialTfSamplerBackward(cudnnHandle_t handle,
                                                               cudnnSpatialTransformerDescriptor_t stDesc,
                                                               const void* alpha, const cudnnTensorDescriptor_t xDesc,
                                                               const void* x, const void* beta,
                                                               const cudnnTensorDescriptor_t dxDesc, void* dx,
                                                               const void* alphaDgrid,
                                                               const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                                               const void* grid, const void* betaDgrid,
                                                               void* dgrid) noexcept {
  return enter(
      "cudnnSpatialTfSamplerBackward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("stDesc", stDesc);
        a.scale("alpha", alpha);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.scale("beta", beta);
        a.descriptor("dxDesc", dxDesc);
        a.device_inout("dx", dx);
        a.scale("alphaDgrid", alphaDgrid);
        a.descriptor("dyDesc", dyDesc);
        a.device_in("dy", dy);
        a.device_in("grid", grid);
        a.scale("betaDgrid", betaDgrid);
        a.device_inout("dgrid", dgrid);
      },
      [&] { return girih::api::cudnnSpatialTfSamplerBackward(handle, stDesc, alpha, xDesc, x, beta, dxDesc, dx,
                                                             alphaDgrid, dyDesc, dy, grid, betaDgrid, dgrid); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDropoutBackward(cudnnHandle_t handle, const cudnnDropoutDescriptor_t dropoutDesc,
                                                      const cudnnTensorDescriptor_t dydesc, const void* dy,
                                                      const cudnnTensorDescriptor_t dxdesc, void* dx,
                                                      void* reserveSpace, size_t reserveSpaceSizeInBytes) noexcept {
  return enter(
      "cudnnDropoutBackward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("dropoutDesc", dropoutDesc);
        a.descriptor("dydesc", dydesc);
        a.device_in("dy", dy);
        a.descriptor("dxdesc", dxdesc);
        a.device_out("dx", dx);
        a.workspace("reserveSpace", reserveSpace);
        a.value("reserveSpaceSizeInBytes", reserveSpaceSizeInBytes);
      },
      [&] { return girih::api::cudnnDropoutBackward(handle, dropoutDesc, dydesc, dy, dxdesc, dx, reserveSpace,
                                                    reserveSpaceSizeInBytes); });
}

}  // namespace girih::api
