// Written by spec/generate.py from the tables in spec/. Edit those, then run it again.
// clang-format off
// The exported functions of cudnn_cnn.h: check the arguments, write the trace, call the implementation.
#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "api/enum_tables.gen.h"

namespace girih::api {

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t* convDesc) noexcept {
  return enter(
      "cudnnCreateConvolutionDescriptor",
      [&](auto& a) {
        a.descriptor_out("convDesc", convDesc);
      },
      [&] { return girih::api::cudnnCreateConvolutionDescriptor(convDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t convDesc) noexcept {
  return enter(
      "cudnnDestroyConvolutionDescriptor",
      [&](auto& a) {
        a.descriptor_optional("convDesc", convDesc);
      },
      [&] { return girih::api::cudnnDestroyConvolutionDescriptor(convDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t convDesc,
                                                             cudnnMathType_t mathType) noexcept {
  return enter(
      "cudnnSetConvolutionMathType",
      [&](auto& a) {
        a.descriptor("convDesc", convDesc);
        a.enumerator("mathType", mathType, kMathTypeTable, Policy::bad_param);
      },
      [&] { return girih::api::cudnnSetConvolutionMathType(convDesc, mathType); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetConvolutionMathType(cudnnConvolutionDescriptor_t convDesc,
                                                             cudnnMathType_t* mathType) noexcept {
  return enter(
      "cudnnGetConvolutionMathType",
      [&](auto& a) {
        a.descriptor("convDesc", convDesc);
        a.host_out("mathType", mathType);
      },
      [&] { return girih::api::cudnnGetConvolutionMathType(convDesc, mathType); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t convDesc,
                                                               int groupCount) noexcept {
  return enter(
      "cudnnSetConvolutionGroupCount",
      [&](auto& a) {
        a.descriptor("convDesc", convDesc);
        a.value("groupCount", groupCount);
      },
      [&] { return girih::api::cudnnSetConvolutionGroupCount(convDesc, groupCount); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetConvolutionGroupCount(cudnnConvolutionDescriptor_t convDesc,
                                                               int* groupCount) noexcept {
  return enter(
      "cudnnGetConvolutionGroupCount",
      [&](auto& a) {
        a.descriptor("convDesc", convDesc);
        a.host_out("groupCount", groupCount);
      },
      [&] { return girih::api::cudnnGetConvolutionGroupCount(convDesc, groupCount); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetConvolutionReorderType(cudnnConvolutionDescriptor_t convDesc,
                                                                cudnnReorderType_t reorderType) noexcept {
  return enter(
      "cudnnSetConvolutionReorderType",
      [&](auto& a) {
        a.descriptor("convDesc", convDesc);
        a.enumerator("reorderType", reorderType, kReorderTypeTable, Policy::bad_param);
      },
      [&] { return girih::api::cudnnSetConvolutionReorderType(convDesc, reorderType); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetConvolutionReorderType(cudnnConvolutionDescriptor_t convDesc,
                                                                cudnnReorderType_t* reorderType) noexcept {
  return enter(
      "cudnnGetConvolutionReorderType",
      [&](auto& a) {
        a.descriptor("convDesc", convDesc);
        a.host_out("reorderType", reorderType);
      },
      [&] { return girih::api::cudnnGetConvolutionReorderType(convDesc, reorderType); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t convDesc, int pad_h,
                                                                 int pad_w, int u, int v, int dilation_h,
                                                                 int dilation_w, cudnnConvolutionMode_t mode,
                                                                 cudnnDataType_t computeType) noexcept {
  return enter(
      "cudnnSetConvolution2dDescriptor",
      [&](auto& a) {
        a.descriptor("convDesc", convDesc);
        a.value("pad_h", pad_h);
        a.value("pad_w", pad_w);
        a.value("u", u);
        a.value("v", v);
        a.value("dilation_h", dilation_h);
        a.value("dilation_w", dilation_w);
        a.enumerator("mode", mode, kConvolutionModeTable, Policy::bad_param);
        a.enumerator("computeType", computeType, kDataTypeTable, Policy::bad_param);
      },
      [&] { return girih::api::cudnnSetConvolution2dDescriptor(convDesc, pad_h, pad_w, u, v, dilation_h, dilation_w,
                                                               mode, computeType); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetConvolution2dDescriptor(const cudnnConvolutionDescriptor_t convDesc,
                                                                 int* pad_h, int* pad_w, int* u, int* v,
                                                                 int* dilation_h, int* dilation_w,
                                                                 cudnnConvolutionMode_t* mode,
                                                                 cudnnDataType_t* computeType) noexcept {
  return enter(
      "cudnnGetConvolution2dDescriptor",
      [&](auto& a) {
        a.descriptor("convDesc", convDesc);
        a.host_out("pad_h", pad_h);
        a.host_out("pad_w", pad_w);
        a.host_out("u", u);
        a.host_out("v", v);
        a.host_out("dilation_h", dilation_h);
        a.host_out("dilation_w", dilation_w);
        a.host_out("mode", mode);
        a.host_out("computeType", computeType);
      },
      [&] { return girih::api::cudnnGetConvolution2dDescriptor(convDesc, pad_h, pad_w, u, v, dilation_h, dilation_w,
                                                               mode, computeType); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t convDesc, int arrayLength,
                                                                 const int padA[], const int filterStrideA[],
                                                                 const int dilationA[], cudnnConvolutionMode_t mode,
                                                                 cudnnDataType_t computeType) noexcept {
  return enter(
      "cudnnSetConvolutionNdDescriptor",
      [&](auto& a) {
        a.descriptor("convDesc", convDesc);
        a.value("arrayLength", arrayLength);
        a.host_in("padA", padA);
        a.host_in("filterStrideA", filterStrideA);
        a.host_in("dilationA", dilationA);
        a.enumerator("mode", mode, kConvolutionModeTable, Policy::bad_param);
        a.enumerator("computeType", computeType, kDataTypeTable, Policy::bad_param);
      },
      [&] { return girih::api::cudnnSetConvolutionNdDescriptor(convDesc, arrayLength, padA, filterStrideA, dilationA,
                                                               mode, computeType); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetConvolutionNdDescriptor(const cudnnConvolutionDescriptor_t convDesc,
                                                                 int arrayLengthRequested, int* arrayLength, int padA[],
                                                                 int strideA[], int dilationA[],
                                                                 cudnnConvolutionMode_t* mode,
                                                                 cudnnDataType_t* computeType) noexcept {
  return enter(
      "cudnnGetConvolutionNdDescriptor",
      [&](auto& a) {
        a.descriptor("convDesc", convDesc);
        a.value("arrayLengthRequested", arrayLengthRequested);
        a.host_out("arrayLength", arrayLength);
        a.host_out("padA", padA);
        a.host_out("strideA", strideA);
        a.host_out("dilationA", dilationA);
        a.host_out("mode", mode);
        a.host_out("computeType", computeType);
      },
      [&] { return girih::api::cudnnGetConvolutionNdDescriptor(convDesc, arrayLengthRequested, arrayLength, padA,
                                                               strideA, dilationA, mode, computeType); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetConvolution2dForwardOutputDim(const cudnnConvolutionDescriptor_t convDesc,
                                                                       const cudnnTensorDescriptor_t inputTensorDesc,
                                                                       const cudnnFilterDescriptor_t filterDesc, int* n,
                                                                       int* c, int* h, int* w) noexcept {
  return enter(
      "cudnnGetConvolution2dForwardOutputDim",
      [&](auto& a) {
        a.descriptor("convDesc", convDesc);
        a.descriptor("inputTensorDesc", inputTensorDesc);
        a.descriptor("filterDesc", filterDesc);
        a.host_out("n", n);
        a.host_out("c", c);
        a.host_out("h", h);
        a.host_out("w", w);
      },
      [&] { return girih::api::cudnnGetConvolution2dForwardOutputDim(convDesc, inputTensorDesc, filterDesc, n, c, h,
                                                                     w); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetConvolutionNdForwardOutputDim(const cudnnConvolutionDescriptor_t convDesc,
                                                                       const cudnnTensorDescriptor_t inputTensorDesc,
                                                                       const cudnnFilterDescriptor_t filterDesc,
                                                                       int nbDims, int tensorOuputDimA[]) noexcept {
  return enter(
      "cudnnGetConvolutionNdForwardOutputDim",
      [&](auto& a) {
        a.descriptor("convDesc", convDesc);
        a.descriptor("inputTensorDesc", inputTensorDesc);
        a.descriptor("filterDesc", filterDesc);
        a.value("nbDims", nbDims);
        a.host_out("tensorOuputDimA", tensorOuputDimA);
      },
      [&] { return girih::api::cudnnGetConvolutionNdForwardOutputDim(convDesc, inputTensorDesc, filterDesc, nbDims,
                                                                     tensorOuputDimA); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetConvolutionForwardAlgorithmMaxCount(cudnnHandle_t handle,
    int* count) noexcept {
  return enter(
      "cudnnGetConvolutionForwardAlgorithmMaxCount",
      [&](auto& a) {
        a.handle("handle", handle);
        a.host_out("count", count);
      },
      [&] { return girih::api::cudnnGetConvolutionForwardAlgorithmMaxCount(handle, count); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle_t handle,
                                                                        const cudnnTensorDescriptor_t srcDesc,
                                                                        const cudnnFilterDescriptor_t filterDesc,
                                                                        const cudnnConvolutionDescriptor_t convDesc,
                                                                        const cudnnTensorDescriptor_t destDesc,
                                                                        const int requestedAlgoCount,
                                                                        int* returnedAlgoCount,
                                                                        cudnnConvolutionFwdAlgoPerf_t* perfResults) noexcept {
  return enter(
      "cudnnGetConvolutionForwardAlgorithm_v7",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("srcDesc", srcDesc);
        a.descriptor("filterDesc", filterDesc);
        a.descriptor("convDesc", convDesc);
        a.descriptor("destDesc", destDesc);
        a.value("requestedAlgoCount", requestedAlgoCount);
        a.host_out_optional("returnedAlgoCount", returnedAlgoCount);
        a.host_out("perfResults", perfResults);
      },
      [&] { return girih::api::cudnnGetConvolutionForwardAlgorithm_v7(handle, srcDesc, filterDesc, convDesc, destDesc,
                                                                      requestedAlgoCount, returnedAlgoCount,
                                                                      perfResults); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnFindConvolutionForwardAlgorithm(cudnnHandle_t handle,
                                                                      const cudnnTensorDescriptor_t xDesc,
                                                                      const cudnnFilterDescriptor_t wDesc,
                                                                      const cudnnConvolutionDescriptor_t convDesc,
                                                                      const cudnnTensorDescriptor_t yDesc,
                                                                      const int requestedAlgoCount,
                                                                      int* returnedAlgoCount,
                                                                      cudnnConvolutionFwdAlgoPerf_t* perfResults) noexcept {
  return enter(
      "cudnnFindConvolutionForwardAlgorithm",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("xDesc", xDesc);
        a.descriptor("wDesc", wDesc);
        a.descriptor("convDesc", convDesc);
        a.descriptor("yDesc", yDesc);
        a.value("requestedAlgoCount", requestedAlgoCount);
        a.host_out("returnedAlgoCount", returnedAlgoCount);
        a.host_out("perfResults", perfResults);
      },
      [&] { return girih::api::cudnnFindConvolutionForwardAlgorithm(handle, xDesc, wDesc, convDesc, yDesc,
                                                                    requestedAlgoCount, returnedAlgoCount,
                                                                    perfResults); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnFindConvolutionForwardAlgorithmEx(cudnnHandle_t handle,
                                                                        const cudnnTensorDescriptor_t xDesc,
                                                                        const void* x,
                                                                        const cudnnFilterDescriptor_t wDesc,
                                                                        const void* w,
                                                                        const cudnnConvolutionDescriptor_t convDesc,
                                                                        const cudnnTensorDescriptor_t yDesc, void* y,
                                                                        const int requestedAlgoCount,
                                                                        int* returnedAlgoCount,
                                                                        cudnnConvolutionFwdAlgoPerf_t* perfResults,
                                                                        void* workSpace,
                                                                        size_t workSpaceSizeInBytes) noexcept {
  return enter(
      "cudnnFindConvolutionForwardAlgorithmEx",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.descriptor("wDesc", wDesc);
        a.device_in("w", w);
        a.descriptor("convDesc", convDesc);
        a.descriptor("yDesc", yDesc);
        a.device_out("y", y);
        a.value("requestedAlgoCount", requestedAlgoCount);
        a.host_out("returnedAlgoCount", returnedAlgoCount);
        a.host_out("perfResults", perfResults);
        a.workspace_optional("workSpace", workSpace);
        a.value("workSpaceSizeInBytes", workSpaceSizeInBytes);
      },
      [&] { return girih::api::cudnnFindConvolutionForwardAlgorithmEx(handle, xDesc, x, wDesc, w, convDesc, yDesc, y,
                                                                      requestedAlgoCount, returnedAlgoCount,
                                                                      perfResults, workSpace, workSpaceSizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnIm2Col(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc, const void* x,
                                             const cudnnFilterDescriptor_t wDesc,
                                             const cudnnConvolutionDescriptor_t convDesc, void* colBuffer) noexcept {
  return enter(
      "cudnnIm2Col",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.descriptor("wDesc", wDesc);
        a.descriptor("convDesc", convDesc);
        a.device_out("colBuffer", colBuffer);
      },
      [&] { return girih::api::cudnnIm2Col(handle, xDesc, x, wDesc, convDesc, colBuffer); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnReorderFilterAndBias(cudnnHandle_t handle,
                                                           const cudnnFilterDescriptor_t filterDesc,
                                                           cudnnReorderType_t reorderType, const void* filterData,
                                                           void* reorderedFilterData, int reorderBias,
                                                           const void* biasData, void* reorderedBiasData) noexcept {
  return enter(
      "cudnnReorderFilterAndBias",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("filterDesc", filterDesc);
        a.enumerator("reorderType", reorderType, kReorderTypeTable, Policy::bad_param);
        a.device_in("filterData", filterData);
        a.device_out("reorderedFilterData", reorderedFilterData);
        a.value("reorderBias", reorderBias);
        a.device_in_optional("biasData", biasData);
        a.device_out_optional("reorderedBiasData", reorderedBiasData);
      },
      [&] { return girih::api::cudnnReorderFilterAndBias(handle, filterDesc, reorderType, filterData,
                                                         reorderedFilterData, reorderBias, biasData,
                                                         reorderedBiasData); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t xDesc, const cudnnFilterDescriptor_t wDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t yDesc, cudnnConvolutionFwdAlgo_t algo,
    size_t* sizeInBytes) noexcept {
  return enter(
      "cudnnGetConvolutionForwardWorkspaceSize",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("xDesc", xDesc);
        a.descriptor("wDesc", wDesc);
        a.descriptor("convDesc", convDesc);
        a.descriptor("yDesc", yDesc);
        a.enumerator("algo", algo, kConvolutionFwdAlgoTable, Policy::not_supported);
        a.host_out("sizeInBytes", sizeInBytes);
      },
      [&] { return girih::api::cudnnGetConvolutionForwardWorkspaceSize(handle, xDesc, wDesc, convDesc, yDesc, algo,
                                                                       sizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnConvolutionForward(cudnnHandle_t handle, const void* alpha,
                                                         const cudnnTensorDescriptor_t xDesc, const void* x,
                                                         const cudnnFilterDescriptor_t wDesc, const void* w,
                                                         const cudnnConvolutionDescriptor_t convDesc,
                                                         cudnnConvolutionFwdAlgo_t algo, void* workSpace,
                                                         size_t workSpaceSizeInBytes, const void* beta,
                                                         const cudnnTensorDescriptor_t yDesc, void* y) noexcept {
  return enter(
      "cudnnConvolutionForward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.scale("alpha", alpha);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.descriptor("wDesc", wDesc);
        a.device_in("w", w);
        a.descriptor("convDesc", convDesc);
        a.enumerator("algo", algo, kConvolutionFwdAlgoTable, Policy::not_supported);
        a.workspace_optional("workSpace", workSpace);
        a.value("workSpaceSizeInBytes", workSpaceSizeInBytes);
        a.scale("beta", beta);
        a.descriptor("yDesc", yDesc);
        a.device_inout("y", y);
      },
      [&] { return girih::api::cudnnConvolutionForward(handle, alpha, xDesc, x, wDesc, w, convDesc, algo, workSpace,
                                                       workSpaceSizeInBytes, beta, yDesc, y); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnConvolutionBiasActivationForward(cudnnHandle_t handle, const void* alpha1,
                                                                       const cudnnTensorDescriptor_t xDesc,
                                                                       const void* x,
                                                                       const cudnnFilterDescriptor_t wDesc,
                                                                       const void* w,
                                                                       const cudnnConvolutionDescriptor_t convDesc,
                                                                       cudnnConvolutionFwdAlgo_t algo, void* workSpace,
                                                                       size_t workSpaceSizeInBytes, const void* alpha2,
                                                                       const cudnnTensorDescriptor_t zDesc,
                                                                       const void* z,
                                                                       const cudnnTensorDescriptor_t biasDesc,
                                                                       const void* bias,
                                                                       const cudnnActivationDescriptor_t activationDesc,
                                                                       const cudnnTensorDescriptor_t yDesc,
                                                                       void* y) noexcept {
  return enter(
      "cudnnConvolutionBiasActivationForward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.scale("alpha1", alpha1);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.descriptor("wDesc", wDesc);
        a.device_in("w", w);
        a.descriptor("convDesc", convDesc);
        a.enumerator("algo", algo, kConvolutionFwdAlgoTable, Policy::not_supported);
        a.workspace_optional("workSpace", workSpace);
        a.value("workSpaceSizeInBytes", workSpaceSizeInBytes);
        a.scale("alpha2", alpha2);
        a.descriptor("zDesc", zDesc);
        a.device_in("z", z);
        a.descriptor("biasDesc", biasDesc);
        a.device_in("bias", bias);
        a.descriptor("activationDesc", activationDesc);
        a.descriptor("yDesc", yDesc);
        a.device_out("y", y);
      },
      [&] { return girih::api::cudnnConvolutionBiasActivationForward(handle, alpha1, xDesc, x, wDesc, w, convDesc, algo,
                                                                     workSpace, workSpaceSizeInBytes, alpha2, zDesc, z,
                                                                     biasDesc, bias, activationDesc, yDesc, y); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetConvolutionBackwardDataAlgorithmMaxCount(cudnnHandle_t handle,
    int* count) noexcept {
  return enter(
      "cudnnGetConvolutionBackwardDataAlgorithmMaxCount",
      [&](auto& a) {
        a.handle("handle", handle);
        a.host_out("count", count);
      },
      [&] { return girih::api::cudnnGetConvolutionBackwardDataAlgorithmMaxCount(handle, count); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnFindConvolutionBackwardDataAlgorithm(cudnnHandle_t handle,
    const cudnnFilterDescriptor_t wDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t dxDesc, const int requestedAlgoCount,
    int* returnedAlgoCount, cudnnConvolutionBwdDataAlgoPerf_t* perfResults) noexcept {
  return enter(
      "cudnnFindConvolutionBackwardDataAlgorithm",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("wDesc", wDesc);
        a.descriptor("dyDesc", dyDesc);
        a.descriptor("convDesc", convDesc);
        a.descriptor("dxDesc", dxDesc);
        a.value("requestedAlgoCount", requestedAlgoCount);
        a.host_out("returnedAlgoCount", returnedAlgoCount);
        a.host_out("perfResults", perfResults);
      },
      [&] { return girih::api::cudnnFindConvolutionBackwardDataAlgorithm(handle, wDesc, dyDesc, convDesc, dxDesc,
    requestedAlgoCount, returnedAlgoCount, perfResults); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnFindConvolutionBackwardDataAlgorithmEx(cudnnHandle_t handle,
    const cudnnFilterDescriptor_t wDesc, const void* w, const cudnnTensorDescriptor_t dyDesc, const void* dy,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t dxDesc, void* dx,
    const int requestedAlgoCount, int* returnedAlgoCount, cudnnConvolutionBwdDataAlgoPerf_t* perfResults,
    void* workSpace, size_t workSpaceSizeInBytes) noexcept {
  return enter(
      "cudnnFindConvolutionBackwardDataAlgorithmEx",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("wDesc", wDesc);
        a.device_in("w", w);
        a.descriptor("dyDesc", dyDesc);
        a.device_in("dy", dy);
        a.descriptor("convDesc", convDesc);
        a.descriptor("dxDesc", dxDesc);
        a.device_out("dx", dx);
        a.value("requestedAlgoCount", requestedAlgoCount);
        a.host_out("returnedAlgoCount", returnedAlgoCount);
        a.host_out("perfResults", perfResults);
        a.workspace_optional("workSpace", workSpace);
        a.value("workSpaceSizeInBytes", workSpaceSizeInBytes);
      },
      [&] { return girih::api::cudnnFindConvolutionBackwardDataAlgorithmEx(handle, wDesc, w, dyDesc, dy, convDesc,
    dxDesc, dx, requestedAlgoCount, returnedAlgoCount, perfResults, workSpace, workSpaceSizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetConvolutionBackwardDataAlgorithm_v7(cudnnHandle_t handle,
    const cudnnFilterDescriptor_t filterDesc, const cudnnTensorDescriptor_t diffDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t gradDesc, const int requestedAlgoCount,
    int* returnedAlgoCount, cudnnConvolutionBwdDataAlgoPerf_t* perfResults) noexcept {
  return enter(
      "cudnnGetConvolutionBackwardDataAlgorithm_v7",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("filterDesc", filterDesc);
        a.descriptor("diffDesc", diffDesc);
        a.descriptor("convDesc", convDesc);
        a.descriptor("gradDesc", gradDesc);
        a.value("requestedAlgoCount", requestedAlgoCount);
        a.host_out_optional("returnedAlgoCount", returnedAlgoCount);
        a.host_out("perfResults", perfResults);
      },
      [&] { return girih::api::cudnnGetConvolutionBackwardDataAlgorithm_v7(handle, filterDesc, diffDesc, convDesc,
    gradDesc, requestedAlgoCount, returnedAlgoCount, perfResults); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetConvolutionBackwardDataWorkspaceSize(cudnnHandle_t handle,
    const cudnnFilterDescriptor_t wDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t dxDesc,
    cudnnConvolutionBwdDataAlgo_t algo, size_t* sizeInBytes) noexcept {
  return enter(
      "cudnnGetConvolutionBackwardDataWorkspaceSize",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("wDesc", wDesc);
        a.descriptor("dyDesc", dyDesc);
        a.descriptor("convDesc", convDesc);
        a.descriptor("dxDesc", dxDesc);
        a.enumerator("algo", algo, kConvolutionBwdDataAlgoTable, Policy::not_supported);
        a.host_out("sizeInBytes", sizeInBytes);
      },
      [&] { return girih::api::cudnnGetConvolutionBackwardDataWorkspaceSize(handle, wDesc, dyDesc, convDesc, dxDesc,
    algo, sizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnConvolutionBackwardData(cudnnHandle_t handle, const void* alpha,
                                                              const cudnnFilterDescriptor_t wDesc, const void* w,
                                                              const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                                              const cudnnConvolutionDescriptor_t convDesc,
                                                              cudnnConvolutionBwdDataAlgo_t algo, void* workSpace,
                                                              size_t workSpaceSizeInBytes, const void* beta,
                                                              const cudnnTensorDescriptor_t dxDesc, void* dx) noexcept {
  return enter(
      "cudnnConvolutionBackwardData",
      [&](auto& a) {
        a.handle("handle", handle);
        a.scale("alpha", alpha);
        a.descriptor("wDesc", wDesc);
        a.device_in("w", w);
        a.descriptor("dyDesc", dyDesc);
        a.device_in("dy", dy);
        a.descriptor("convDesc", convDesc);
        a.enumerator("algo", algo, kConvolutionBwdDataAlgoTable, Policy::not_supported);
        a.workspace_optional("workSpace", workSpace);
        a.value("workSpaceSizeInBytes", workSpaceSizeInBytes);
        a.scale("beta", beta);
        a.descriptor("dxDesc", dxDesc);
        a.device_inout("dx", dx);
      },
      [&] { return girih::api::cudnnConvolutionBackwardData(handle, alpha, wDesc, w, dyDesc, dy, convDesc, algo,
                                                            workSpace, workSpaceSizeInBytes, beta, dxDesc, dx); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetFoldedConvBackwardDataDescriptors(const cudnnHandle_t handle,
    const cudnnFilterDescriptor_t filterDesc, const cudnnTensorDescriptor_t diffDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t gradDesc,
    const cudnnTensorFormat_t transformFormat, cudnnFilterDescriptor_t foldedFilterDesc,
    cudnnTensorDescriptor_t paddedDiffDesc, cudnnConvolutionDescriptor_t foldedConvDesc,
    cudnnTensorDescriptor_t foldedGradDesc, cudnnTensorTransformDescriptor_t filterFoldTransDesc,
    cudnnTensorTransformDescriptor_t diffPadTransDesc, cudnnTensorTransformDescriptor_t gradFoldTransDesc,
    cudnnTensorTransformDescriptor_t gradUnfoldTransDesc) noexcept {
  return enter(
      "cudnnGetFoldedConvBackwardDataDescriptors",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("filterDesc", filterDesc);
        a.descriptor("diffDesc", diffDesc);
        a.descriptor("convDesc", convDesc);
        a.descriptor("gradDesc", gradDesc);
        a.enumerator("transformFormat", transformFormat, kTensorFormatTable, Policy::bad_param);
        a.descriptor("foldedFilterDesc", foldedFilterDesc);
        a.descriptor("paddedDiffDesc", paddedDiffDesc);
        a.descriptor("foldedConvDesc", foldedConvDesc);
        a.descriptor("foldedGradDesc", foldedGradDesc);
        a.descriptor("filterFoldTransDesc", filterFoldTransDesc);
        a.descriptor("diffPadTransDesc", diffPadTransDesc);
        a.descriptor("gradFoldTransDesc", gradFoldTransDesc);
        a.descriptor("gradUnfoldTransDesc", gradUnfoldTransDesc);
      },
      [&] { return girih::api::cudnnGetFoldedConvBackwardDataDescriptors(handle, filterDesc, diffDesc, convDesc,
    gradDesc, transformFormat, foldedFilterDesc, paddedDiffDesc, foldedConvDesc, foldedGradDesc, filterFoldTransDesc,
    diffPadTransDesc, gradFoldTransDesc, gradUnfoldTransDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCnnVersionCheck() noexcept {
  return enter(
      "cudnnCnnVersionCheck", [](auto&) {},
      [&] { return girih::api::cudnnCnnVersionCheck(); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(cudnnHandle_t handle,
    int* count) noexcept {
  return enter(
      "cudnnGetConvolutionBackwardFilterAlgorithmMaxCount",
      [&](auto& a) {
        a.handle("handle", handle);
        a.host_out("count", count);
      },
      [&] { return girih::api::cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(handle, count); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnFindConvolutionBackwardFilterAlgorithm(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnFilterDescriptor_t dwDesc, const int requestedAlgoCount,
    int* returnedAlgoCount, cudnnConvolutionBwdFilterAlgoPerf_t* perfResults) noexcept {
  return enter(
      "cudnnFindConvolutionBackwardFilterAlgorithm",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("xDesc", xDesc);
        a.descriptor("dyDesc", dyDesc);
        a.descriptor("convDesc", convDesc);
        a.descriptor("dwDesc", dwDesc);
        a.value("requestedAlgoCount", requestedAlgoCount);
        a.host_out("returnedAlgoCount", returnedAlgoCount);
        a.host_out("perfResults", perfResults);
      },
      [&] { return girih::api::cudnnFindConvolutionBackwardFilterAlgorithm(handle, xDesc, dyDesc, convDesc, dwDesc,
    requestedAlgoCount, returnedAlgoCount, perfResults); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnFindConvolutionBackwardFilterAlgorithmEx(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t xDesc, const void* x, const cudnnTensorDescriptor_t dyDesc, const void* y,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnFilterDescriptor_t dwDesc, void* dw,
    const int requestedAlgoCount, int* returnedAlgoCount, cudnnConvolutionBwdFilterAlgoPerf_t* perfResults,
    void* workSpace, size_t workSpaceSizeInBytes) noexcept {
  return enter(
      "cudnnFindConvolutionBackwardFilterAlgorithmEx",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.descriptor("dyDesc", dyDesc);
        a.device_in("y", y);
        a.descriptor("convDesc", convDesc);
        a.descriptor("dwDesc", dwDesc);
        a.device_out("dw", dw);
        a.value("requestedAlgoCount", requestedAlgoCount);
        a.host_out("returnedAlgoCount", returnedAlgoCount);
        a.host_out("perfResults", perfResults);
        a.workspace_optional("workSpace", workSpace);
        a.value("workSpaceSizeInBytes", workSpaceSizeInBytes);
      },
      [&] { return girih::api::cudnnFindConvolutionBackwardFilterAlgorithmEx(handle, xDesc, x, dyDesc, y, convDesc,
    dwDesc, dw, requestedAlgoCount, returnedAlgoCount, perfResults, workSpace, workSpaceSizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetConvolutionBackwardFilterAlgorithm_v7(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t srcDesc, const cudnnTensorDescriptor_t diffDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnFilterDescriptor_t gradDesc, const int requestedAlgoCount,
    int* returnedAlgoCount, cudnnConvolutionBwdFilterAlgoPerf_t* perfResults) noexcept {
  return enter(
      "cudnnGetConvolutionBackwardFilterAlgorithm_v7",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("srcDesc", srcDesc);
        a.descriptor("diffDesc", diffDesc);
        a.descriptor("convDesc", convDesc);
        a.descriptor("gradDesc", gradDesc);
        a.value("requestedAlgoCount", requestedAlgoCount);
        a.host_out_optional("returnedAlgoCount", returnedAlgoCount);
        a.host_out("perfResults", perfResults);
      },
      [&] { return girih::api::cudnnGetConvolutionBackwardFilterAlgorithm_v7(handle, srcDesc, diffDesc, convDesc,
    gradDesc, requestedAlgoCount, returnedAlgoCount, perfResults); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetConvolutionBackwardFilterWorkspaceSize(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnFilterDescriptor_t gradDesc,
    cudnnConvolutionBwdFilterAlgo_t algo, size_t* sizeInBytes) noexcept {
  return enter(
      "cudnnGetConvolutionBackwardFilterWorkspaceSize",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("xDesc", xDesc);
        a.descriptor("dyDesc", dyDesc);
        a.descriptor("convDesc", convDesc);
        a.descriptor("gradDesc", gradDesc);
        a.enumerator("algo", algo, kConvolutionBwdFilterAlgoTable, Policy::not_supported);
        a.host_out("sizeInBytes", sizeInBytes);
      },
      [&] { return girih::api::cudnnGetConvolutionBackwardFilterWorkspaceSize(handle, xDesc, dyDesc, convDesc, gradDesc,
    algo, sizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void* alpha,
                                                                const cudnnTensorDescriptor_t xDesc, const void* x,
                                                                const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                                                const cudnnConvolutionDescriptor_t convDesc,
                                                                cudnnConvolutionBwdFilterAlgo_t algo, void* workSpace,
                                                                size_t workSpaceSizeInBytes, const void* beta,
                                                                const cudnnFilterDescriptor_t dwDesc,
                                                                void* dw) noexcept {
  return enter(
      "cudnnConvolutionBackwardFilter",
      [&](auto& a) {
        a.handle("handle", handle);
        a.scale("alpha", alpha);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.descriptor("dyDesc", dyDesc);
        a.device_in("dy", dy);
        a.descriptor("convDesc", convDesc);
        a.enumerator("algo", algo, kConvolutionBwdFilterAlgoTable, Policy::not_supported);
        a.workspace_optional("workSpace", workSpace);
        a.value("workSpaceSizeInBytes", workSpaceSizeInBytes);
        a.scale("beta", beta);
        a.descriptor("dwDesc", dwDesc);
        a.device_inout("dw", dw);
      },
      [&] { return girih::api::cudnnConvolutionBackwardFilter(handle, alpha, xDesc, x, dyDesc, dy, convDesc, algo,
                                                              workSpace, workSpaceSizeInBytes, beta, dwDesc, dw); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnConvolutionBackwardBias(cudnnHandle_t handle, const void* alpha,
                                                              const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                                              const void* beta, const cudnnTensorDescriptor_t dbDesc,
                                                              void* db) noexcept {
  return enter(
      "cudnnConvolutionBackwardBias",
      [&](auto& a) {
        a.handle("handle", handle);
        a.scale("alpha", alpha);
        a.descriptor("dyDesc", dyDesc);
        a.device_in("dy", dy);
        a.scale("beta", beta);
        a.descriptor("dbDesc", dbDesc);
        a.device_inout("db", db);
      },
      [&] { return girih::api::cudnnConvolutionBackwardBias(handle, alpha, dyDesc, dy, beta, dbDesc, db); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateFusedOpsConstParamPack(cudnnFusedOpsConstParamPack_t* constPack,
                                                                   cudnnFusedOps_t ops) noexcept {
  return enter(
      "cudnnCreateFusedOpsConstParamPack",
      [&](auto& a) {
        a.descriptor_out("constPack", constPack);
        a.enumerator("ops", ops, kFusedOpsTable, Policy::bad_param);
      },
      [&] { return girih::api::cudnnCreateFusedOpsConstParamPack(constPack, ops); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroyFusedOpsConstParamPack(cudnnFusedOpsConstParamPack_t constPack) noexcept {
  return enter(
      "cudnnDestroyFusedOpsConstParamPack",
      [&](auto& a) {
        a.descriptor_optional("constPack", constPack);
      },
      [&] { return girih::api::cudnnDestroyFusedOpsConstParamPack(constPack); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetFusedOpsConstParamPackAttribute(cudnnFusedOpsConstParamPack_t constPack,
    cudnnFusedOpsConstParamLabel_t paramLabel, const void* param) noexcept {
  return enter(
      "cudnnSetFusedOpsConstParamPackAttribute",
      [&](auto& a) {
        a.descriptor("constPack", constPack);
        a.enumerator("paramLabel", paramLabel, kFusedOpsConstParamLabelTable, Policy::bad_param);
        a.host_in_optional("param", param);
      },
      [&] { return girih::api::cudnnSetFusedOpsConstParamPackAttribute(constPack, paramLabel, param); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetFusedOpsConstParamPackAttribute(const cudnnFusedOpsConstParamPack_t constPack,
    cudnnFusedOpsConstParamLabel_t paramLabel, void* param, int* isNULL) noexcept {
  return enter(
      "cudnnGetFusedOpsConstParamPackAttribute",
      [&](auto& a) {
        a.descriptor("constPack", constPack);
        a.enumerator("paramLabel", paramLabel, kFusedOpsConstParamLabelTable, Policy::bad_param);
        a.host_out("param", param);
        a.host_out("isNULL", isNULL);
      },
      [&] { return girih::api::cudnnGetFusedOpsConstParamPackAttribute(constPack, paramLabel, param, isNULL); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateFusedOpsVariantParamPack(cudnnFusedOpsVariantParamPack_t* varPack,
                                                                     cudnnFusedOps_t ops) noexcept {
  return enter(
      "cudnnCreateFusedOpsVariantParamPack",
      [&](auto& a) {
        a.descriptor_out("varPack", varPack);
        a.enumerator("ops", ops, kFusedOpsTable, Policy::bad_param);
      },
      [&] { return girih::api::cudnnCreateFusedOpsVariantParamPack(varPack, ops); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroyFusedOpsVariantParamPack(
                                                                      cudnnFusedOpsVariantParamPack_t varPack) noexcept {
  return enter(
      "cudnnDestroyFusedOpsVariantParamPack",
      [&](auto& a) {
        a.descriptor_optional("varPack", varPack);
      },
      [&] { return girih::api::cudnnDestroyFusedOpsVariantParamPack(varPack); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetFusedOpsVariantParamPackAttribute(cudnnFusedOpsVariantParamPack_t varPack,
    cudnnFusedOpsVariantParamLabel_t paramLabel, void* ptr) noexcept {
  return enter(
      "cudnnSetFusedOpsVariantParamPackAttribute",
      [&](auto& a) {
        a.descriptor("varPack", varPack);
        a.enumerator("paramLabel", paramLabel, kFusedOpsVariantParamLabelTable, Policy::bad_param);
        a.value("ptr", ptr);
      },
      [&] { return girih::api::cudnnSetFusedOpsVariantParamPackAttribute(varPack, paramLabel, ptr); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetFusedOpsVariantParamPackAttribute(
    const cudnnFusedOpsVariantParamPack_t varPack, cudnnFusedOpsVariantParamLabel_t paramLabel, void* ptr) noexcept {
  return enter(
      "cudnnGetFusedOpsVariantParamPackAttribute",
      [&](auto& a) {
        a.descriptor("varPack", varPack);
        a.enumerator("paramLabel", paramLabel, kFusedOpsVariantParamLabelTable, Policy::bad_param);
        a.host_out("ptr", ptr);
      },
      [&] { return girih::api::cudnnGetFusedOpsVariantParamPackAttribute(varPack, paramLabel, ptr); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateFusedOpsPlan(cudnnFusedOpsPlan_t* plan, cudnnFusedOps_t ops) noexcept {
  return enter(
      "cudnnCreateFusedOpsPlan",
      [&](auto& a) {
        a.descriptor_out("plan", plan);
        a.enumerator("ops", ops, kFusedOpsTable, Policy::bad_param);
      },
      [&] { return girih::api::cudnnCreateFusedOpsPlan(plan, ops); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroyFusedOpsPlan(cudnnFusedOpsPlan_t plan) noexcept {
  return enter(
      "cudnnDestroyFusedOpsPlan",
      [&](auto& a) {
        a.descriptor_optional("plan", plan);
      },
      [&] { return girih::api::cudnnDestroyFusedOpsPlan(plan); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnMakeFusedOpsPlan(cudnnHandle_t handle, cudnnFusedOpsPlan_t plan,
                                                       const cudnnFusedOpsConstParamPack_t constPack,
                                                       size_t* workspaceSizeInBytes) noexcept {
  return enter(
      "cudnnMakeFusedOpsPlan",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("plan", plan);
        a.descriptor("constPack", constPack);
        a.host_out("workspaceSizeInBytes", workspaceSizeInBytes);
      },
      [&] { return girih::api::cudnnMakeFusedOpsPlan(handle, plan, constPack, workspaceSizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnFusedOpsExecute(cudnnHandle_t handle, const cudnnFusedOpsPlan_t plan,
                                                      cudnnFusedOpsVariantParamPack_t varPack) noexcept {
  return enter(
      "cudnnFusedOpsExecute",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("plan", plan);
        a.descriptor("varPack", varPack);
      },
      [&] { return girih::api::cudnnFusedOpsExecute(handle, plan, varPack); });
}

}  // namespace girih::api
