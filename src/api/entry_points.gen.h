// Written by spec/generate.py from the tables in spec/. Edit those, then run it again.
// clang-format off
// What the exported functions call once their arguments have passed the common checks: one definition each, in
// src/api/<family>.cpp, or in unbuilt.gen.cpp as long as it is not written.
#pragma once
#include <cudnn.h>

#include "base/result.h"

namespace girih::api {

// cudnn_graph.h
size_t cudnnGetVersion();
size_t cudnnGetMaxDeviceVersion();
size_t cudnnGetCudartVersion();
const char* cudnnGetErrorString(cudnnStatus_t status);
void cudnnGetLastErrorString(char* message, size_t max_size);
Result<void> cudnnQueryRuntimeError(cudnnHandle_t handle, cudnnStatus_t* rstatus, cudnnErrQueryMode_t mode,
                                    cudnnRuntimeTag_t* tag);
Result<void> cudnnGetProperty(libraryPropertyType type, int* value);
Result<void> cudnnCreate(cudnnHandle_t* handle);
Result<void> cudnnDestroy(cudnnHandle_t handle);
Result<void> cudnnSetStream(cudnnHandle_t handle, cudaStream_t streamId);
Result<void> cudnnGetStream(cudnnHandle_t handle, cudaStream_t* streamId);
Result<void> cudnnSetCallback(unsigned mask, void* udata, cudnnCallback_t fptr);
Result<void> cudnnGetCallback(unsigned* mask, void** udata, cudnnCallback_t* fptr);
Result<void> cudnnGraphVersionCheck();
Result<void> cudnnBackendCreateDescriptor(cudnnBackendDescriptorType_t descriptorType,
                                          cudnnBackendDescriptor_t* descriptor);
Result<void> cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t descriptor);
Result<void> cudnnBackendInitialize(cudnnBackendDescriptor_t descriptor);
Result<void> cudnnBackendFinalize(cudnnBackendDescriptor_t descriptor);
Result<void> cudnnBackendSetAttribute(cudnnBackendDescriptor_t descriptor, cudnnBackendAttributeName_t attributeName,
                                      cudnnBackendAttributeType_t attributeType, int64_t elementCount,
                                      const void* arrayOfElements);
Result<void> cudnnBackendGetAttribute(cudnnBackendDescriptor_t const descriptor,
                                      cudnnBackendAttributeName_t attributeName,
                                      cudnnBackendAttributeType_t attributeType, int64_t requestedElementCount,
                                      int64_t* elementCount, void* arrayOfElements);
Result<void> cudnnBackendExecute(cudnnHandle_t handle, cudnnBackendDescriptor_t executionPlan,
                                 cudnnBackendDescriptor_t variantPack);
Result<void> cudnnBackendPopulateCudaGraph(cudnnHandle_t handle, cudnnBackendDescriptor_t executionPlan,
                                           cudnnBackendDescriptor_t variantPack, cudaGraph_t graph);
Result<void> cudnnBackendUpdateCudaGraph(cudnnHandle_t handle, cudnnBackendDescriptor_t executionPlan,
                                         cudnnBackendDescriptor_t variantPack, cudaGraph_t graph);

// cudnn_ops.h
Result<void> cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t* tensorDesc);
Result<void> cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensorDesc, cudnnTensorFormat_t format,
                                        cudnnDataType_t dataType, int n, int c, int h, int w);
Result<void> cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t tensorDesc, cudnnDataType_t dataType, int n, int c,
                                          int h, int w, int nStride, int cStride, int hStride, int wStride);
Result<void> cudnnGetTensor4dDescriptor(const cudnnTensorDescriptor_t tensorDesc, cudnnDataType_t* dataType, int* n,
                                        int* c, int* h, int* w, int* nStride, int* cStride, int* hStride, int* wStride);
Result<void> cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t tensorDesc, cudnnDataType_t dataType, int nbDims,
                                        const int dimA[], const int strideA[]);
Result<void> cudnnSetTensorNdDescriptorEx(cudnnTensorDescriptor_t tensorDesc, cudnnTensorFormat_t format,
                                          cudnnDataType_t dataType, int nbDims, const int dimA[]);
Result<void> cudnnGetTensorNdDescriptor(const cudnnTensorDescriptor_t tensorDesc, int nbDimsRequested,
                                        cudnnDataType_t* dataType, int* nbDims, int dimA[], int strideA[]);
Result<void> cudnnGetTensorSizeInBytes(const cudnnTensorDescriptor_t tensorDesc, size_t* size);
Result<void> cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t tensorDesc);
Result<void> cudnnInitTransformDest(const cudnnTensorTransformDescriptor_t transformDesc,
                                    const cudnnTensorDescriptor_t srcDesc, cudnnTensorDescriptor_t destDesc,
                                    size_t* destSizeInBytes);
Result<void> cudnnCreateTensorTransformDescriptor(cudnnTensorTransformDescriptor_t* transformDesc);
Result<void> cudnnSetTensorTransformDescriptor(cudnnTensorTransformDescriptor_t transformDesc, const uint32_t nbDims,
                                               const cudnnTensorFormat_t destFormat, const int32_t padBeforeA[],
                                               const int32_t padAfterA[], const uint32_t foldA[],
                                               const cudnnFoldingDirection_t direction);
Result<void> cudnnGetTensorTransformDescriptor(cudnnTensorTransformDescriptor_t transformDesc, uint32_t nbDimsRequested,
                                               cudnnTensorFormat_t* destFormat, int32_t padBeforeA[],
                                               int32_t padAfterA[], uint32_t foldA[],
                                               cudnnFoldingDirection_t* direction);
Result<void> cudnnDestroyTensorTransformDescriptor(cudnnTensorTransformDescriptor_t transformDesc);
Result<void> cudnnTransformTensor(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t xDesc,
                                  const void* x, const void* beta, const cudnnTensorDescriptor_t yDesc, void* y);
Result<void> cudnnTransformTensorEx(cudnnHandle_t handle, const cudnnTensorTransformDescriptor_t transDesc,
                                    const void* alpha, const cudnnTensorDescriptor_t srcDesc, const void* srcData,
                                    const void* beta, const cudnnTensorDescriptor_t destDesc, void* destData);
Result<void> cudnnAddTensor(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t aDesc, const void* A,
                            const void* beta, const cudnnTensorDescriptor_t cDesc, void* C);
Result<void> cudnnCreateOpTensorDescriptor(cudnnOpTensorDescriptor_t* opTensorDesc);
Result<void> cudnnSetOpTensorDescriptor(cudnnOpTensorDescriptor_t opTensorDesc, cudnnOpTensorOp_t opTensorOp,
                                        cudnnDataType_t opTensorCompType, cudnnNanPropagation_t opTensorNanOpt);
Result<void> cudnnGetOpTensorDescriptor(const cudnnOpTensorDescriptor_t opTensorDesc, cudnnOpTensorOp_t* opTensorOp,
                                        cudnnDataType_t* opTensorCompType, cudnnNanPropagation_t* opTensorNanOpt);
Result<void> cudnnDestroyOpTensorDescriptor(cudnnOpTensorDescriptor_t opTensorDesc);
Result<void> cudnnOpTensor(cudnnHandle_t handle, const cudnnOpTensorDescriptor_t opTensorDesc, const void* alpha1,
                           const cudnnTensorDescriptor_t aDesc, const void* A, const void* alpha2,
                           const cudnnTensorDescriptor_t bDesc, const void* B, const void* beta,
                           const cudnnTensorDescriptor_t cDesc, void* C);
Result<void> cudnnCreateReduceTensorDescriptor(cudnnReduceTensorDescriptor_t* reduceTensorDesc);
Result<void> cudnnSetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                            cudnnReduceTensorOp_t reduceTensorOp, cudnnDataType_t reduceTensorCompType,
                                            cudnnNanPropagation_t reduceTensorNanOpt,
                                            cudnnReduceTensorIndices_t reduceTensorIndices,
                                            cudnnIndicesType_t reduceTensorIndicesType);
Result<void> cudnnGetReduceTensorDescriptor(const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                            cudnnReduceTensorOp_t* reduceTensorOp,
                                            cudnnDataType_t* reduceTensorCompType,
                                            cudnnNanPropagation_t* reduceTensorNanOpt,
                                            cudnnReduceTensorIndices_t* reduceTensorIndices,
                                            cudnnIndicesType_t* reduceTensorIndicesType);
Result<void> cudnnDestroyReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduceTensorDesc);
Result<void> cudnnGetReductionIndicesSize(cudnnHandle_t handle, const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                          const cudnnTensorDescriptor_t aDesc, const cudnnTensorDescriptor_t cDesc,
                                          size_t* sizeInBytes);
Result<void> cudnnGetReductionWorkspaceSize(cudnnHandle_t handle, const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                            const cudnnTensorDescriptor_t aDesc, const cudnnTensorDescriptor_t cDesc,
                                            size_t* sizeInBytes);
Result<void> cudnnReduceTensor(cudnnHandle_t handle, const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                               void* indices, size_t indicesSizeInBytes, void* workspace, size_t workspaceSizeInBytes,
                               const void* alpha, const cudnnTensorDescriptor_t aDesc, const void* A, const void* beta,
                               const cudnnTensorDescriptor_t cDesc, void* C);
Result<void> cudnnSetTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t yDesc, void* y, const void* valuePtr);
Result<void> cudnnScaleTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t yDesc, void* y, const void* alpha);
Result<void> cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t* filterDesc);
Result<void> cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filterDesc, cudnnDataType_t dataType,
                                        cudnnTensorFormat_t format, int k, int c, int h, int w);
Result<void> cudnnGetFilter4dDescriptor(const cudnnFilterDescriptor_t filterDesc, cudnnDataType_t* dataType,
                                        cudnnTensorFormat_t* format, int* k, int* c, int* h, int* w);
Result<void> cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t filterDesc, cudnnDataType_t dataType,
                                        cudnnTensorFormat_t format, int nbDims, const int filterDimA[]);
Result<void> cudnnGetFilterNdDescriptor(const cudnnFilterDescriptor_t filterDesc, int nbDimsRequested,
                                        cudnnDataType_t* dataType, cudnnTensorFormat_t* format, int* nbDims,
                                        int filterDimA[]);
Result<void> cudnnGetFilterSizeInBytes(const cudnnFilterDescriptor_t filterDesc, size_t* size);
Result<void> cudnnTransformFilter(cudnnHandle_t handle, const cudnnTensorTransformDescriptor_t transDesc,
                                  const void* alpha, const cudnnFilterDescriptor_t srcDesc, const void* srcData,
                                  const void* beta, const cudnnFilterDescriptor_t destDesc, void* destData);
Result<void> cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t filterDesc);
Result<void> cudnnSoftmaxForward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo, cudnnSoftmaxMode_t mode,
                                 const void* alpha, const cudnnTensorDescriptor_t xDesc, const void* x,
                                 const void* beta, const cudnnTensorDescriptor_t yDesc, void* y);
Result<void> cudnnCreatePoolingDescriptor(cudnnPoolingDescriptor_t* poolingDesc);
Result<void> cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t poolingDesc, cudnnPoolingMode_t mode,
                                         cudnnNanPropagation_t maxpoolingNanOpt, int windowHeight, int windowWidth,
                                         int verticalPadding, int horizontalPadding, int verticalStride,
                                         int horizontalStride);
Result<void> cudnnGetPooling2dDescriptor(const cudnnPoolingDescriptor_t poolingDesc, cudnnPoolingMode_t* mode,
                                         cudnnNanPropagation_t* maxpoolingNanOpt, int* windowHeight, int* windowWidth,
                                         int* verticalPadding, int* horizontalPadding, int* verticalStride,
                                         int* horizontalStride);
Result<void> cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t poolingDesc, const cudnnPoolingMode_t mode,
                                         const cudnnNanPropagation_t maxpoolingNanOpt, int nbDims,
                                         const int windowDimA[], const int paddingA[], const int strideA[]);
Result<void> cudnnGetPoolingNdDescriptor(const cudnnPoolingDescriptor_t poolingDesc, int nbDimsRequested,
                                         cudnnPoolingMode_t* mode, cudnnNanPropagation_t* maxpoolingNanOpt, int* nbDims,
                                         int windowDimA[], int paddingA[], int strideA[]);
Result<void> cudnnGetPoolingNdForwardOutputDim(const cudnnPoolingDescriptor_t poolingDesc,
                                               const cudnnTensorDescriptor_t inputTensorDesc, int nbDims,
                                               int outputTensorDimA[]);
Result<void> cudnnGetPooling2dForwardOutputDim(const cudnnPoolingDescriptor_t poolingDesc,
                                               const cudnnTensorDescriptor_t inputTensorDesc, int* n, int* c, int* h,
                                               int* w);
Result<void> cudnnDestroyPoolingDescriptor(cudnnPoolingDescriptor_t poolingDesc);
Result<void> cudnnPoolingForward(cudnnHandle_t handle, const cudnnPoolingDescriptor_t poolingDesc, const void* alpha,
                                 const cudnnTensorDescriptor_t xDesc, const void* x, const void* beta,
                                 const cudnnTensorDescriptor_t yDesc, void* y);
Result<void> cudnnCreateActivationDescriptor(cudnnActivationDescriptor_t* activationDesc);
Result<void> cudnnSetActivationDescriptor(cudnnActivationDescriptor_t activationDesc, cudnnActivationMode_t mode,
                                          cudnnNanPropagation_t reluNanOpt, double coef);
Result<void> cudnnGetActivationDescriptor(const cudnnActivationDescriptor_t activationDesc, cudnnActivationMode_t* mode,
                                          cudnnNanPropagation_t* reluNanOpt, double* coef);
Result<void> cudnnSetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activationDesc, double swish_beta);
Result<void> cudnnGetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activationDesc, double* swish_beta);
Result<void> cudnnDestroyActivationDescriptor(cudnnActivationDescriptor_t activationDesc);
Result<void> cudnnActivationForward(cudnnHandle_t handle, cudnnActivationDescriptor_t activationDesc, const void* alpha,
                                    const cudnnTensorDescriptor_t xDesc, const void* x, const void* beta,
                                    const cudnnTensorDescriptor_t yDesc, void* y);
Result<void> cudnnCreateLRNDescriptor(cudnnLRNDescriptor_t* normDesc);
Result<void> cudnnSetLRNDescriptor(cudnnLRNDescriptor_t normDesc, unsigned lrnN, double lrnAlpha, double lrnBeta,
                                   double lrnK);
Result<void> cudnnGetLRNDescriptor(cudnnLRNDescriptor_t normDesc, unsigned* lrnN, double* lrnAlpha, double* lrnBeta,
                                   double* lrnK);
Result<void> cudnnDestroyLRNDescriptor(cudnnLRNDescriptor_t lrnDesc);
Result<void> cudnnLRNCrossChannelForward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc, cudnnLRNMode_t lrnMode,
                                         const void* alpha, const cudnnTensorDescriptor_t xDesc, const void* x,
                                         const void* beta, const cudnnTensorDescriptor_t yDesc, void* y);
Result<void> cudnnDivisiveNormalizationForward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                               cudnnDivNormMode_t mode, const void* alpha,
                                               const cudnnTensorDescriptor_t xDesc, const void* x, const void* means,
                                               void* temp, void* temp2, const void* beta,
                                               const cudnnTensorDescriptor_t yDesc, void* y);
Result<void> cudnnDeriveBNTensorDescriptor(cudnnTensorDescriptor_t derivedBnDesc, const cudnnTensorDescriptor_t xDesc,
                                           cudnnBatchNormMode_t mode);
Result<void> cudnnBatchNormalizationForwardInference(cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void* alpha,
                                                     const void* beta, const cudnnTensorDescriptor_t xDesc,
                                                     const void* x, const cudnnTensorDescriptor_t yDesc, void* y,
                                                     const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc,
                                                     const void* bnScale, const void* bnBias, const void* estimatedMean,
                                                     const void* estimatedVariance, double epsilon);
Result<void> cudnnDeriveNormTensorDescriptor(cudnnTensorDescriptor_t derivedNormScaleBiasDesc,
                                             cudnnTensorDescriptor_t derivedNormMeanVarDesc,
                                             const cudnnTensorDescriptor_t xDesc, cudnnNormMode_t mode, int groupCnt);
Result<void> cudnnNormalizationForwardInference(cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t normOps,
                                                cudnnNormAlgo_t algo, const void* alpha, const void* beta,
                                                const cudnnTensorDescriptor_t xDesc, const void* x,
                                                const cudnnTensorDescriptor_t normScaleBiasDesc, const void* normScale,
                                                const void* normBias, const cudnnTensorDescriptor_t normMeanVarDesc,
                                                const void* estimatedMean, const void* estimatedVariance,
                                                const cudnnTensorDescriptor_t zDesc, const void* z,
                                                cudnnActivationDescriptor_t activationDesc,
                                                const cudnnTensorDescriptor_t yDesc, void* y, double epsilon,
                                                int groupCnt);
Result<void> cudnnCreateSpatialTransformerDescriptor(cudnnSpatialTransformerDescriptor_t* stDesc);
Result<void> cudnnSetSpatialTransformerNdDescriptor(cudnnSpatialTransformerDescriptor_t stDesc,
                                                    cudnnSamplerType_t samplerType, cudnnDataType_t dataType,
                                                    const int nbDims, const int dimA[]);
Result<void> cudnnDestroySpatialTransformerDescriptor(cudnnSpatialTransformerDescriptor_t stDesc);
Result<void> cudnnSpatialTfGridGeneratorForward(cudnnHandle_t handle, const cudnnSpatialTransformerDescriptor_t stDesc,
                                                const void* theta, void* grid);
Result<void> cudnnSpatialTfSamplerForward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t stDesc,
                                          const void* alpha, const cudnnTensorDescriptor_t xDesc, const void* x,
                                          const void* grid, const void* beta, cudnnTensorDescriptor_t yDesc, void* y);
Result<void> cudnnCreateDropoutDescriptor(cudnnDropoutDescriptor_t* dropoutDesc);
Result<void> cudnnDestroyDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc);
Result<void> cudnnDropoutGetStatesSize(cudnnHandle_t handle, size_t* sizeInBytes);
Result<void> cudnnDropoutGetReserveSpaceSize(cudnnTensorDescriptor_t xdesc, size_t* sizeInBytes);
Result<void> cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc, cudnnHandle_t handle, float dropout,
                                       void* states, size_t stateSizeInBytes, unsigned long long seed);
Result<void> cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc, cudnnHandle_t handle, float dropout,
                                           void* states, size_t stateSizeInBytes, unsigned long long seed);
Result<void> cudnnGetDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc, cudnnHandle_t handle, float* dropout,
                                       void** states, unsigned long long* seed);
Result<void> cudnnDropoutForward(cudnnHandle_t handle, const cudnnDropoutDescriptor_t dropoutDesc,
                                 const cudnnTensorDescriptor_t xdesc, const void* x,
                                 const cudnnTensorDescriptor_t ydesc, void* y, void* reserveSpace,
                                 size_t reserveSpaceSizeInBytes);
Result<void> cudnnOpsVersionCheck();
Result<void> cudnnSoftmaxBackward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo, cudnnSoftmaxMode_t mode,
                                  const void* alpha, const cudnnTensorDescriptor_t yDesc, const void* y,
                                  const cudnnTensorDescriptor_t dyDesc, const void* dy, const void* beta,
                                  const cudnnTensorDescriptor_t dxDesc, void* dx);
Result<void> cudnnPoolingBackward(cudnnHandle_t handle, const cudnnPoolingDescriptor_t poolingDesc, const void* alpha,
                                  const cudnnTensorDescriptor_t yDesc, const void* y,
                                  const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                  const cudnnTensorDescriptor_t xDesc, const void* x, const void* beta,
                                  const cudnnTensorDescriptor_t dxDesc, void* dx);
Result<void> cudnnActivationBackward(cudnnHandle_t handle, cudnnActivationDescriptor_t activationDesc,
                                     const void* alpha, const cudnnTensorDescriptor_t yDesc, const void* y,
                                     const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                     const cudnnTensorDescriptor_t xDesc, const void* x, const void* beta,
                                     const cudnnTensorDescriptor_t dxDesc, void* dx);
Result<void> cudnnLRNCrossChannelBackward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc, cudnnLRNMode_t lrnMode,
                                          const void* alpha, const cudnnTensorDescriptor_t yDesc, const void* y,
                                          const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                          const cudnnTensorDescriptor_t xDesc, const void* x, const void* beta,
                                          const cudnnTensorDescriptor_t dxDesc, void* dx);
Result<void> cudnnDivisiveNormalizationBackward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                                cudnnDivNormMode_t mode, const void* alpha,
                                                const cudnnTensorDescriptor_t xDesc, const void* x, const void* means,
                                                const void* dy, void* temp, void* temp2, const void* beta,
                                                const cudnnTensorDescriptor_t dXdMeansDesc, void* dx, void* dMeans);
Result<void> cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                                      cudnnBatchNormOps_t bnOps,
                                                                      const cudnnTensorDescriptor_t xDesc,
                                                                      const cudnnTensorDescriptor_t zDesc,
                                                                      const cudnnTensorDescriptor_t yDesc,
                                                                      const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc,
                                                                      const cudnnActivationDescriptor_t activationDesc,
                                                                      size_t* sizeInBytes);
Result<void> cudnnGetBatchNormalizationBackwardExWorkspaceSize(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                               cudnnBatchNormOps_t bnOps,
                                                               const cudnnTensorDescriptor_t xDesc,
                                                               const cudnnTensorDescriptor_t yDesc,
                                                               const cudnnTensorDescriptor_t dyDesc,
                                                               const cudnnTensorDescriptor_t dzDesc,
                                                               const cudnnTensorDescriptor_t dxDesc,
                                                               const cudnnTensorDescriptor_t dBnScaleBiasDesc,
                                                               const cudnnActivationDescriptor_t activationDesc,
                                                               size_t* sizeInBytes);
Result<void> cudnnGetBatchNormalizationTrainingExReserveSpaceSize(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                                  cudnnBatchNormOps_t bnOps,
                                                                  const cudnnActivationDescriptor_t activationDesc,
                                                                  const cudnnTensorDescriptor_t xDesc,
                                                                  size_t* sizeInBytes);
Result<void> cudnnBatchNormalizationForwardTraining(cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void* alpha,
                                                    const void* beta, const cudnnTensorDescriptor_t xDesc,
                                                    const void* x, const cudnnTensorDescriptor_t yDesc, void* y,
                                                    const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc,
                                                    const void* bnScale, const void* bnBias,
                                                    double exponentialAverageFactor, void* resultRunningMean,
                                                    void* resultRunningVariance, double epsilon, void* resultSaveMean,
                                                    void* resultSaveInvVariance);
Result<void> cudnnBatchNormalizationForwardTrainingEx(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                      cudnnBatchNormOps_t bnOps, const void* alpha, const void* beta,
                                                      const cudnnTensorDescriptor_t xDesc, const void* xData,
                                                      const cudnnTensorDescriptor_t zDesc, const void* zData,
                                                      const cudnnTensorDescriptor_t yDesc, void* yData,
                                                      const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc,
                                                      const void* bnScale, const void* bnBias,
                                                      double exponentialAverageFactor, void* resultRunningMean,
                                                      void* resultRunningVariance, double epsilon, void* resultSaveMean,
                                                      void* resultSaveInvVariance,
                                                      cudnnActivationDescriptor_t activationDesc, void* workspace,
                                                      size_t workSpaceSizeInBytes, void* reserveSpace,
                                                      size_t reserveSpaceSizeInBytes);
Result<void> cudnnBatchNormalizationBackward(cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void* alphaDataDiff,
                                             const void* betaDataDiff, const void* alphaParamDiff,
                                             const void* betaParamDiff, const cudnnTensorDescriptor_t xDesc,
                                             const void* x, const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                             const cudnnTensorDescriptor_t dxDesc, void* dx,
                                             const cudnnTensorDescriptor_t dBnScaleBiasDesc, const void* bnScale,
                                             void* dBnScaleResult, void* dBnBiasResult, double epsilon,
                                             const void* savedMean, const void* savedInvVariance);
Result<void> cudnnBatchNormalizationBackwardEx(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                               cudnnBatchNormOps_t bnOps, const void* alphaDataDiff,
                                               const void* betaDataDiff, const void* alphaParamDiff,
                                               const void* betaParamDiff, const cudnnTensorDescriptor_t xDesc,
                                               const void* xData, const cudnnTensorDescriptor_t yDesc,
                                               const void* yData, const cudnnTensorDescriptor_t dyDesc,
                                               const void* dyData, const cudnnTensorDescriptor_t dzDesc, void* dzData,
                                               const cudnnTensorDescriptor_t dxDesc, void* dxData,
                                               const cudnnTensorDescriptor_t dBnScaleBiasDesc, const void* bnScaleData,
                                               const void* bnBiasData, void* dBnScaleData, void* dBnBiasData,
                                               double epsilon, const void* savedMean, const void* savedInvVariance,
                                               cudnnActivationDescriptor_t activationDesc, void* workSpace,
                                               size_t workSpaceSizeInBytes, void* reserveSpace,
                                               size_t reserveSpaceSizeInBytes);
Result<void> cudnnGetNormalizationForwardTrainingWorkspaceSize(cudnnHandle_t handle, cudnnNormMode_t mode,
                                                               cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
                                                               const cudnnTensorDescriptor_t xDesc,
                                                               const cudnnTensorDescriptor_t zDesc,
                                                               const cudnnTensorDescriptor_t yDesc,
                                                               const cudnnTensorDescriptor_t normScaleBiasDesc,
                                                               const cudnnActivationDescriptor_t activationDesc,
                                                               const cudnnTensorDescriptor_t normMeanVarDesc,
                                                               size_t* sizeInBytes, int groupCnt);
Result<void> cudnnGetNormalizationBackwardWorkspaceSize(cudnnHandle_t handle, cudnnNormMode_t mode,
                                                        cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
                                                        const cudnnTensorDescriptor_t xDesc,
                                                        const cudnnTensorDescriptor_t yDesc,
                                                        const cudnnTensorDescriptor_t dyDesc,
                                                        const cudnnTensorDescriptor_t dzDesc,
                                                        const cudnnTensorDescriptor_t dxDesc,
                                                        const cudnnTensorDescriptor_t dNormScaleBiasDesc,
                                                        const cudnnActivationDescriptor_t activationDesc,
                                                        const cudnnTensorDescriptor_t normMeanVarDesc,
                                                        size_t* sizeInBytes, int groupCnt);
Result<void> cudnnGetNormalizationTrainingReserveSpaceSize(cudnnHandle_t handle, cudnnNormMode_t mode,
                                                           cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
                                                           const cudnnActivationDescriptor_t activationDesc,
                                                           const cudnnTensorDescriptor_t xDesc, size_t* sizeInBytes,
                                                           int groupCnt);
Result<void> cudnnNormalizationForwardTraining(cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t normOps,
                                               cudnnNormAlgo_t algo, const void* alpha, const void* beta,
                                               const cudnnTensorDescriptor_t xDesc, const void* xData,
                                               const cudnnTensorDescriptor_t normScaleBiasDesc, const void* normScale,
                                               const void* normBias, double exponentialAverageFactor,
                                               const cudnnTensorDescriptor_t normMeanVarDesc, void* resultRunningMean,
                                               void* resultRunningVariance, double epsilon, void* resultSaveMean,
                                               void* resultSaveInvVariance, cudnnActivationDescriptor_t activationDesc,
                                               const cudnnTensorDescriptor_t zDesc, const void* zData,
                                               const cudnnTensorDescriptor_t yDesc, void* yData, void* workspace,
                                               size_t workSpaceSizeInBytes, void* reserveSpace,
                                               size_t reserveSpaceSizeInBytes, int groupCnt);
Result<void> cudnnNormalizationBackward(cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t normOps,
                                        cudnnNormAlgo_t algo, const void* alphaDataDiff, const void* betaDataDiff,
                                        const void* alphaParamDiff, const void* betaParamDiff,
                                        const cudnnTensorDescriptor_t xDesc, const void* xData,
                                        const cudnnTensorDescriptor_t yDesc, const void* yData,
                                        const cudnnTensorDescriptor_t dyDesc, const void* dyData,
                                        const cudnnTensorDescriptor_t dzDesc, void* dzData,
                                        const cudnnTensorDescriptor_t dxDesc, void* dxData,
                                        const cudnnTensorDescriptor_t dNormScaleBiasDesc, const void* normScaleData,
                                        const void* normBiasData, void* dNormScaleData, void* dNormBiasData,
                                        double epsilon, const cudnnTensorDescriptor_t normMeanVarDesc,
                                        const void* savedMean, const void* savedInvVariance,
                                        cudnnActivationDescriptor_t activationDesc, void* workSpace,
                                        size_t workSpaceSizeInBytes, void* reserveSpace, size_t reserveSpaceSizeInBytes,
                                        int groupCnt);
Result<void> cudnnSpatialTfGridGeneratorBackward(cudnnHandle_t handle, const cudnnSpatialTransformerDescriptor_t stDesc,
                                                 const void* dgrid, void* dtheta);
Result<void> cudnnSpatialTfSamplerBackward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t stDesc,
                                           const void* alpha, const cudnnTensorDescriptor_t xDesc, const void* x,
                                           const void* beta, const cudnnTensorDescriptor_t dxDesc, void* dx,
                                           const void* alphaDgrid, const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                           const void* grid, const void* betaDgrid, void* dgrid);
Result<void> cudnnDropoutBackward(cudnnHandle_t handle, const cudnnDropoutDescriptor_t dropoutDesc,
                                  const cudnnTensorDescriptor_t dydesc, const void* dy,
                                  const cudnnTensorDescriptor_t dxdesc, void* dx, void* reserveSpace,
                                  size_t reserveSpaceSizeInBytes);

// cudnn_cnn.h
Result<void> cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t* convDesc);
Result<void> cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t convDesc);
Result<void> cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t convDesc, cudnnMathType_t mathType);
Result<void> cudnnGetConvolutionMathType(cudnnConvolutionDescriptor_t convDesc, cudnnMathType_t* mathType);
Result<void> cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t convDesc, int groupCount);
Result<void> cudnnGetConvolutionGroupCount(cudnnConvolutionDescriptor_t convDesc, int* groupCount);
Result<void> cudnnSetConvolutionReorderType(cudnnConvolutionDescriptor_t convDesc, cudnnReorderType_t reorderType);
Result<void> cudnnGetConvolutionReorderType(cudnnConvolutionDescriptor_t convDesc, cudnnReorderType_t* reorderType);
Result<void> cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t convDesc, int pad_h, int pad_w, int u, int v,
                                             int dilation_h, int dilation_w, cudnnConvolutionMode_t mode,
                                             cudnnDataType_t computeType);
Result<void> cudnnGetConvolution2dDescriptor(const cudnnConvolutionDescriptor_t convDesc, int* pad_h, int* pad_w,
                                             int* u, int* v, int* dilation_h, int* dilation_w,
                                             cudnnConvolutionMode_t* mode, cudnnDataType_t* computeType);
Result<void> cudnnSetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t convDesc, int arrayLength, const int padA[],
                                             const int filterStrideA[], const int dilationA[],
                                             cudnnConvolutionMode_t mode, cudnnDataType_t computeType);
Result<void> cudnnGetConvolutionNdDescriptor(const cudnnConvolutionDescriptor_t convDesc, int arrayLengthRequested,
                                             int* arrayLength, int padA[], int strideA[], int dilationA[],
                                             cudnnConvolutionMode_t* mode, cudnnDataType_t* computeType);
Result<void> cudnnGetConvolution2dForwardOutputDim(const cudnnConvolutionDescriptor_t convDesc,
                                                   const cudnnTensorDescriptor_t inputTensorDesc,
                                                   const cudnnFilterDescriptor_t filterDesc, int* n, int* c, int* h,
                                                   int* w);
Result<void> cudnnGetConvolutionNdForwardOutputDim(const cudnnConvolutionDescriptor_t convDesc,
                                                   const cudnnTensorDescriptor_t inputTensorDesc,
                                                   const cudnnFilterDescriptor_t filterDesc, int nbDims,
                                                   int tensorOuputDimA[]);
Result<void> cudnnGetConvolutionForwardAlgorithmMaxCount(cudnnHandle_t handle, int* count);
Result<void> cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle_t handle, const cudnnTensorDescriptor_t srcDesc,
                                                    const cudnnFilterDescriptor_t filterDesc,
                                                    const cudnnConvolutionDescriptor_t convDesc,
                                                    const cudnnTensorDescriptor_t destDesc,
                                                    const int requestedAlgoCount, int* returnedAlgoCount,
                                                    cudnnConvolutionFwdAlgoPerf_t* perfResults);
Result<void> cudnnFindConvolutionForwardAlgorithm(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                  const cudnnFilterDescriptor_t wDesc,
                                                  const cudnnConvolutionDescriptor_t convDesc,
                                                  const cudnnTensorDescriptor_t yDesc, const int requestedAlgoCount,
                                                  int* returnedAlgoCount, cudnnConvolutionFwdAlgoPerf_t* perfResults);
Result<void> cudnnFindConvolutionForwardAlgorithmEx(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                    const void* x, const cudnnFilterDescriptor_t wDesc, const void* w,
                                                    const cudnnConvolutionDescriptor_t convDesc,
                                                    const cudnnTensorDescriptor_t yDesc, void* y,
                                                    const int requestedAlgoCount, int* returnedAlgoCount,
                                                    cudnnConvolutionFwdAlgoPerf_t* perfResults, void* workSpace,
                                                    size_t workSpaceSizeInBytes);
Result<void> cudnnIm2Col(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc, const void* x,
                         const cudnnFilterDescriptor_t wDesc, const cudnnConvolutionDescriptor_t convDesc,
                         void* colBuffer);
Result<void> cudnnReorderFilterAndBias(cudnnHandle_t handle, const cudnnFilterDescriptor_t filterDesc,
                                       cudnnReorderType_t reorderType, const void* filterData,
                                       void* reorderedFilterData, int reorderBias, const void* biasData,
                                       void* reorderedBiasData);
Result<void> cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                     const cudnnFilterDescriptor_t wDesc,
                                                     const cudnnConvolutionDescriptor_t convDesc,
                                                     const cudnnTensorDescriptor_t yDesc,
                                                     cudnnConvolutionFwdAlgo_t algo, size_t* sizeInBytes);
Result<void> cudnnConvolutionForward(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t xDesc,
                                     const void* x, const cudnnFilterDescriptor_t wDesc, const void* w,
                                     const cudnnConvolutionDescriptor_t convDesc, cudnnConvolutionFwdAlgo_t algo,
                                     void* workSpace, size_t workSpaceSizeInBytes, const void* beta,
                                     const cudnnTensorDescriptor_t yDesc, void* y);
Result<void> cudnnConvolutionBiasActivationForward(cudnnHandle_t handle, const void* alpha1,
                                                   const cudnnTensorDescriptor_t xDesc, const void* x,
                                                   const cudnnFilterDescriptor_t wDesc, const void* w,
                                                   const cudnnConvolutionDescriptor_t convDesc,
                                                   cudnnConvolutionFwdAlgo_t algo, void* workSpace,
                                                   size_t workSpaceSizeInBytes, const void* alpha2,
                                                   const cudnnTensorDescriptor_t zDesc, const void* z,
                                                   const cudnnTensorDescriptor_t biasDesc, const void* bias,
                                                   const cudnnActivationDescriptor_t activationDesc,
                                                   const cudnnTensorDescriptor_t yDesc, void* y);
Result<void> cudnnGetConvolutionBackwardDataAlgorithmMaxCount(cudnnHandle_t handle, int* count);
Result<void> cudnnFindConvolutionBackwardDataAlgorithm(cudnnHandle_t handle, const cudnnFilterDescriptor_t wDesc,
                                                       const cudnnTensorDescriptor_t dyDesc,
                                                       const cudnnConvolutionDescriptor_t convDesc,
                                                       const cudnnTensorDescriptor_t dxDesc,
                                                       const int requestedAlgoCount, int* returnedAlgoCount,
                                                       cudnnConvolutionBwdDataAlgoPerf_t* perfResults);
Result<void> cudnnFindConvolutionBackwardDataAlgorithmEx(cudnnHandle_t handle, const cudnnFilterDescriptor_t wDesc,
                                                         const void* w, const cudnnTensorDescriptor_t dyDesc,
                                                         const void* dy, const cudnnConvolutionDescriptor_t convDesc,
                                                         const cudnnTensorDescriptor_t dxDesc, void* dx,
                                                         const int requestedAlgoCount, int* returnedAlgoCount,
                                                         cudnnConvolutionBwdDataAlgoPerf_t* perfResults,
                                                         void* workSpace, size_t workSpaceSizeInBytes);
Result<void> cudnnGetConvolutionBackwardDataAlgorithm_v7(cudnnHandle_t handle, const cudnnFilterDescriptor_t filterDesc,
                                                         const cudnnTensorDescriptor_t diffDesc,
                                                         const cudnnConvolutionDescriptor_t convDesc,
                                                         const cudnnTensorDescriptor_t gradDesc,
                                                         const int requestedAlgoCount, int* returnedAlgoCount,
                                                         cudnnConvolutionBwdDataAlgoPerf_t* perfResults);
Result<void> cudnnGetConvolutionBackwardDataWorkspaceSize(cudnnHandle_t handle, const cudnnFilterDescriptor_t wDesc,
                                                          const cudnnTensorDescriptor_t dyDesc,
                                                          const cudnnConvolutionDescriptor_t convDesc,
                                                          const cudnnTensorDescriptor_t dxDesc,
                                                          cudnnConvolutionBwdDataAlgo_t algo, size_t* sizeInBytes);
Result<void> cudnnConvolutionBackwardData(cudnnHandle_t handle, const void* alpha, const cudnnFilterDescriptor_t wDesc,
                                          const void* w, const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                          const cudnnConvolutionDescriptor_t convDesc,
                                          cudnnConvolutionBwdDataAlgo_t algo, void* workSpace,
                                          size_t workSpaceSizeInBytes, const void* beta,
                                          const cudnnTensorDescriptor_t dxDesc, void* dx);
Result<void> cudnnGetFoldedConvBackwardDataDescriptors(const cudnnHandle_t handle,
                                                       const cudnnFilterDescriptor_t filterDesc,
                                                       const cudnnTensorDescriptor_t diffDesc,
                                                       const cudnnConvolutionDescriptor_t convDesc,
                                                       const cudnnTensorDescriptor_t gradDesc,
                                                       const cudnnTensorFormat_t transformFormat,
                                                       cudnnFilterDescriptor_t foldedFilterDesc,
                                                       cudnnTensorDescriptor_t paddedDiffDesc,
                                                       cudnnConvolutionDescriptor_t foldedConvDesc,
                                                       cudnnTensorDescriptor_t foldedGradDesc,
                                                       cudnnTensorTransformDescriptor_t filterFoldTransDesc,
                                                       cudnnTensorTransformDescriptor_t diffPadTransDesc,
                                                       cudnnTensorTransformDescriptor_t gradFoldTransDesc,
                                                       cudnnTensorTransformDescriptor_t gradUnfoldTransDesc);
Result<void> cudnnCnnVersionCheck();
Result<void> cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(cudnnHandle_t handle, int* count);
Result<void> cudnnFindConvolutionBackwardFilterAlgorithm(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                         const cudnnTensorDescriptor_t dyDesc,
                                                         const cudnnConvolutionDescriptor_t convDesc,
                                                         const cudnnFilterDescriptor_t dwDesc,
                                                         const int requestedAlgoCount, int* returnedAlgoCount,
                                                         cudnnConvolutionBwdFilterAlgoPerf_t* perfResults);
Result<void> cudnnFindConvolutionBackwardFilterAlgorithmEx(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                           const void* x, const cudnnTensorDescriptor_t dyDesc,
                                                           const void* y, const cudnnConvolutionDescriptor_t convDesc,
                                                           const cudnnFilterDescriptor_t dwDesc, void* dw,
                                                           const int requestedAlgoCount, int* returnedAlgoCount,
                                                           cudnnConvolutionBwdFilterAlgoPerf_t* perfResults,
                                                           void* workSpace, size_t workSpaceSizeInBytes);
Result<void> cudnnGetConvolutionBackwardFilterAlgorithm_v7(cudnnHandle_t handle, const cudnnTensorDescriptor_t srcDesc,
                                                           const cudnnTensorDescriptor_t diffDesc,
                                                           const cudnnConvolutionDescriptor_t convDesc,
                                                           const cudnnFilterDescriptor_t gradDesc,
                                                           const int requestedAlgoCount, int* returnedAlgoCount,
                                                           cudnnConvolutionBwdFilterAlgoPerf_t* perfResults);
Result<void> cudnnGetConvolutionBackwardFilterWorkspaceSize(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                            const cudnnTensorDescriptor_t dyDesc,
                                                            const cudnnConvolutionDescriptor_t convDesc,
                                                            const cudnnFilterDescriptor_t gradDesc,
                                                            cudnnConvolutionBwdFilterAlgo_t algo, size_t* sizeInBytes);
Result<void> cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void* alpha,
                                            const cudnnTensorDescriptor_t xDesc, const void* x,
                                            const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                            const cudnnConvolutionDescriptor_t convDesc,
                                            cudnnConvolutionBwdFilterAlgo_t algo, void* workSpace,
                                            size_t workSpaceSizeInBytes, const void* beta,
                                            const cudnnFilterDescriptor_t dwDesc, void* dw);
Result<void> cudnnConvolutionBackwardBias(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t dyDesc,
                                          const void* dy, const void* beta, const cudnnTensorDescriptor_t dbDesc,
                                          void* db);
Result<void> cudnnCreateFusedOpsConstParamPack(cudnnFusedOpsConstParamPack_t* constPack, cudnnFusedOps_t ops);
Result<void> cudnnDestroyFusedOpsConstParamPack(cudnnFusedOpsConstParamPack_t constPack);
Result<void> cudnnSetFusedOpsConstParamPackAttribute(cudnnFusedOpsConstParamPack_t constPack,
                                                     cudnnFusedOpsConstParamLabel_t paramLabel, const void* param);
Result<void> cudnnGetFusedOpsConstParamPackAttribute(const cudnnFusedOpsConstParamPack_t constPack,
                                                     cudnnFusedOpsConstParamLabel_t paramLabel, void* param,
                                                     int* isNULL);
Result<void> cudnnCreateFusedOpsVariantParamPack(cudnnFusedOpsVariantParamPack_t* varPack, cudnnFusedOps_t ops);
Result<void> cudnnDestroyFusedOpsVariantParamPack(cudnnFusedOpsVariantParamPack_t varPack);
Result<void> cudnnSetFusedOpsVariantParamPackAttribute(cudnnFusedOpsVariantParamPack_t varPack,
                                                       cudnnFusedOpsVariantParamLabel_t paramLabel, void* ptr);
Result<void> cudnnGetFusedOpsVariantParamPackAttribute(const cudnnFusedOpsVariantParamPack_t varPack,
                                                       cudnnFusedOpsVariantParamLabel_t paramLabel, void* ptr);
Result<void> cudnnCreateFusedOpsPlan(cudnnFusedOpsPlan_t* plan, cudnnFusedOps_t ops);
Result<void> cudnnDestroyFusedOpsPlan(cudnnFusedOpsPlan_t plan);
Result<void> cudnnMakeFusedOpsPlan(cudnnHandle_t handle, cudnnFusedOpsPlan_t plan,
                                   const cudnnFusedOpsConstParamPack_t constPack, size_t* workspaceSizeInBytes);
Result<void> cudnnFusedOpsExecute(cudnnHandle_t handle, const cudnnFusedOpsPlan_t plan,
                                  cudnnFusedOpsVariantParamPack_t varPack);

// cudnn_adv.h
Result<void> cudnnCreateRNNDescriptor(cudnnRNNDescriptor_t* rnnDesc);
Result<void> cudnnDestroyRNNDescriptor(cudnnRNNDescriptor_t rnnDesc);
Result<void> cudnnSetRNNDescriptor_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNAlgo_t algo, cudnnRNNMode_t cellMode,
                                      cudnnRNNBiasMode_t biasMode, cudnnDirectionMode_t dirMode,
                                      cudnnRNNInputMode_t inputMode, cudnnDataType_t dataType, cudnnDataType_t mathPrec,
                                      cudnnMathType_t mathType, int32_t inputSize, int32_t hiddenSize, int32_t projSize,
                                      int32_t numLayers, cudnnDropoutDescriptor_t dropoutDesc, uint32_t auxFlags);
Result<void> cudnnGetRNNDescriptor_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNAlgo_t* algo, cudnnRNNMode_t* cellMode,
                                      cudnnRNNBiasMode_t* biasMode, cudnnDirectionMode_t* dirMode,
                                      cudnnRNNInputMode_t* inputMode, cudnnDataType_t* dataType,
                                      cudnnDataType_t* mathPrec, cudnnMathType_t* mathType, int32_t* inputSize,
                                      int32_t* hiddenSize, int32_t* projSize, int32_t* numLayers,
                                      cudnnDropoutDescriptor_t* dropoutDesc, uint32_t* auxFlags);
Result<void> cudnnRNNSetClip_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t clipMode,
                                cudnnNanPropagation_t clipNanOpt, double lclip, double rclip);
Result<void> cudnnRNNSetClip_v9(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t clipMode, double lclip, double rclip);
Result<void> cudnnRNNGetClip_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t* clipMode,
                                cudnnNanPropagation_t* clipNanOpt, double* lclip, double* rclip);
Result<void> cudnnRNNGetClip_v9(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t* clipMode, double* lclip,
                                double* rclip);
Result<void> cudnnBuildRNNDynamic(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, int miniBatch);
Result<void> cudnnGetRNNTempSpaceSizes(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, cudnnForwardMode_t fwdMode,
                                       cudnnRNNDataDescriptor_t xDesc, size_t* workSpaceSize, size_t* reserveSpaceSize);
Result<void> cudnnGetRNNWeightSpaceSize(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, size_t* weightSpaceSize);
Result<void> cudnnGetRNNWeightParams(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, int32_t pseudoLayer,
                                     size_t weightSpaceSize, const void* weightSpace, int32_t linLayerID,
                                     cudnnTensorDescriptor_t mDesc, void** mAddr, cudnnTensorDescriptor_t bDesc,
                                     void** bAddr);
Result<void> cudnnCreateRNNDataDescriptor(cudnnRNNDataDescriptor_t* rnnDataDesc);
Result<void> cudnnDestroyRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc);
Result<void> cudnnSetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc, cudnnDataType_t dataType,
                                       cudnnRNNDataLayout_t layout, int maxSeqLength, int batchSize, int vectorSize,
                                       const int seqLengthArray[], void* paddingFill);
Result<void> cudnnGetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc, cudnnDataType_t* dataType,
                                       cudnnRNNDataLayout_t* layout, int* maxSeqLength, int* batchSize, int* vectorSize,
                                       int arrayLengthRequested, int seqLengthArray[], void* paddingFill);
Result<void> cudnnRNNForward(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, cudnnForwardMode_t fwdMode,
                             const int32_t devSeqLengths[], cudnnRNNDataDescriptor_t xDesc, const void* x,
                             cudnnRNNDataDescriptor_t yDesc, void* y, cudnnTensorDescriptor_t hDesc, const void* hx,
                             void* hy, cudnnTensorDescriptor_t cDesc, const void* cx, void* cy, size_t weightSpaceSize,
                             const void* weightSpace, size_t workSpaceSize, void* workSpace, size_t reserveSpaceSize,
                             void* reserveSpace);
Result<void> cudnnCreateSeqDataDescriptor(cudnnSeqDataDescriptor_t* seqDataDesc);
Result<void> cudnnDestroySeqDataDescriptor(cudnnSeqDataDescriptor_t seqDataDesc);
Result<void> cudnnSetSeqDataDescriptor(cudnnSeqDataDescriptor_t seqDataDesc, cudnnDataType_t dataType, int nbDims,
                                       const int dimA[], const cudnnSeqDataAxis_t axes[], size_t seqLengthArraySize,
                                       const int seqLengthArray[], void* paddingFill);
Result<void> cudnnGetSeqDataDescriptor(const cudnnSeqDataDescriptor_t seqDataDesc, cudnnDataType_t* dataType,
                                       int* nbDims, int nbDimsRequested, int dimA[], cudnnSeqDataAxis_t axes[],
                                       size_t* seqLengthArraySize, size_t seqLengthSizeRequested, int seqLengthArray[],
                                       void* paddingFill);
Result<void> cudnnCreateAttnDescriptor(cudnnAttnDescriptor_t* attnDesc);
Result<void> cudnnDestroyAttnDescriptor(cudnnAttnDescriptor_t attnDesc);
Result<void> cudnnSetAttnDescriptor(cudnnAttnDescriptor_t attnDesc, unsigned attnMode, int nHeads, double smScaler,
                                    cudnnDataType_t dataType, cudnnDataType_t computePrec, cudnnMathType_t mathType,
                                    cudnnDropoutDescriptor_t attnDropoutDesc, cudnnDropoutDescriptor_t postDropoutDesc,
                                    int qSize, int kSize, int vSize, int qProjSize, int kProjSize, int vProjSize,
                                    int oProjSize, int qoMaxSeqLength, int kvMaxSeqLength, int maxBatchSize,
                                    int maxBeamSize);
Result<void> cudnnGetAttnDescriptor(cudnnAttnDescriptor_t attnDesc, unsigned* attnMode, int* nHeads, double* smScaler,
                                    cudnnDataType_t* dataType, cudnnDataType_t* computePrec, cudnnMathType_t* mathType,
                                    cudnnDropoutDescriptor_t* attnDropoutDesc,
                                    cudnnDropoutDescriptor_t* postDropoutDesc, int* qSize, int* kSize, int* vSize,
                                    int* qProjSize, int* kProjSize, int* vProjSize, int* oProjSize, int* qoMaxSeqLength,
                                    int* kvMaxSeqLength, int* maxBatchSize, int* maxBeamSize);
Result<void> cudnnGetMultiHeadAttnBuffers(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc,
                                          size_t* weightSizeInBytes, size_t* workSpaceSizeInBytes,
                                          size_t* reserveSpaceSizeInBytes);
Result<void> cudnnGetMultiHeadAttnWeights(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc,
                                          cudnnMultiHeadAttnWeightKind_t wKind, size_t weightSizeInBytes,
                                          const void* weights, cudnnTensorDescriptor_t wDesc, void** wAddr);
Result<void> cudnnMultiHeadAttnForward(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc, int currIdx,
                                       const int loWinIdx[], const int hiWinIdx[], const int devSeqLengthsQO[],
                                       const int devSeqLengthsKV[], const cudnnSeqDataDescriptor_t qDesc,
                                       const void* queries, const void* residuals, const cudnnSeqDataDescriptor_t kDesc,
                                       const void* keys, const cudnnSeqDataDescriptor_t vDesc, const void* values,
                                       const cudnnSeqDataDescriptor_t oDesc, void* out, size_t weightSizeInBytes,
                                       const void* weights, size_t workSpaceSizeInBytes, void* workSpace,
                                       size_t reserveSpaceSizeInBytes, void* reserveSpace);
Result<void> cudnnAdvVersionCheck();
Result<void> cudnnRNNBackwardData_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, const int32_t devSeqLengths[],
                                     cudnnRNNDataDescriptor_t yDesc, const void* y, const void* dy,
                                     cudnnRNNDataDescriptor_t xDesc, void* dx, cudnnTensorDescriptor_t hDesc,
                                     const void* hx, const void* dhy, void* dhx, cudnnTensorDescriptor_t cDesc,
                                     const void* cx, const void* dcy, void* dcx, size_t weightSpaceSize,
                                     const void* weightSpace, size_t workSpaceSize, void* workSpace,
                                     size_t reserveSpaceSize, void* reserveSpace);
Result<void> cudnnRNNBackwardWeights_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, cudnnWgradMode_t addGrad,
                                        const int32_t devSeqLengths[], cudnnRNNDataDescriptor_t xDesc, const void* x,
                                        cudnnTensorDescriptor_t hDesc, const void* hx, cudnnRNNDataDescriptor_t yDesc,
                                        const void* y, size_t weightSpaceSize, void* dweightSpace, size_t workSpaceSize,
                                        void* workSpace, size_t reserveSpaceSize, void* reserveSpace);
Result<void> cudnnMultiHeadAttnBackwardData(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc,
                                            const int loWinIdx[], const int hiWinIdx[], const int devSeqLengthsDQDO[],
                                            const int devSeqLengthsDKDV[], const cudnnSeqDataDescriptor_t doDesc,
                                            const void* dout, const cudnnSeqDataDescriptor_t dqDesc, void* dqueries,
                                            const void* queries, const cudnnSeqDataDescriptor_t dkDesc, void* dkeys,
                                            const void* keys, const cudnnSeqDataDescriptor_t dvDesc, void* dvalues,
                                            const void* values, size_t weightSizeInBytes, const void* weights,
                                            size_t workSpaceSizeInBytes, void* workSpace,
                                            size_t reserveSpaceSizeInBytes, void* reserveSpace);
Result<void> cudnnMultiHeadAttnBackwardWeights(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc,
                                               cudnnWgradMode_t addGrad, const cudnnSeqDataDescriptor_t qDesc,
                                               const void* queries, const cudnnSeqDataDescriptor_t kDesc,
                                               const void* keys, const cudnnSeqDataDescriptor_t vDesc,
                                               const void* values, const cudnnSeqDataDescriptor_t doDesc,
                                               const void* dout, size_t weightSizeInBytes, const void* weights,
                                               void* dweights, size_t workSpaceSizeInBytes, void* workSpace,
                                               size_t reserveSpaceSizeInBytes, void* reserveSpace);
Result<void> cudnnCreateCTCLossDescriptor(cudnnCTCLossDescriptor_t* ctcLossDesc);
Result<void> cudnnSetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t compType);
Result<void> cudnnSetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t compType,
                                         cudnnLossNormalizationMode_t normMode, cudnnNanPropagation_t gradMode);
Result<void> cudnnSetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t compType,
                                          cudnnLossNormalizationMode_t normMode, cudnnNanPropagation_t gradMode,
                                          int maxLabelLength);
Result<void> cudnnSetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t compType,
                                          cudnnLossNormalizationMode_t normMode, cudnnCTCGradMode_t ctcGradMode,
                                          int maxLabelLength);
Result<void> cudnnGetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t* compType);
Result<void> cudnnGetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t* compType,
                                         cudnnLossNormalizationMode_t* normMode, cudnnNanPropagation_t* gradMode);
Result<void> cudnnGetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t* compType,
                                          cudnnLossNormalizationMode_t* normMode, cudnnNanPropagation_t* gradMode,
                                          int* maxLabelLength);
Result<void> cudnnGetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t* compType,
                                          cudnnLossNormalizationMode_t* normMode, cudnnCTCGradMode_t* ctcGradMode,
                                          int* maxLabelLength);
Result<void> cudnnDestroyCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc);
Result<void> cudnnCTCLoss(cudnnHandle_t handle, const cudnnTensorDescriptor_t probsDesc, const void* probs,
                          const int hostLabels[], const int hostLabelLengths[], const int hostInputLengths[],
                          void* costs, const cudnnTensorDescriptor_t gradientsDesc, void* gradients,
                          cudnnCTCLossAlgo_t algo, cudnnCTCLossDescriptor_t ctcLossDesc, void* workspace,
                          size_t workSpaceSizeInBytes);
Result<void> cudnnCTCLoss_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algo, cudnnCTCLossDescriptor_t ctcLossDesc,
                             const cudnnTensorDescriptor_t probsDesc, const void* probs, const int labels[],
                             const int labelLengths[], const int inputLengths[], void* costs,
                             const cudnnTensorDescriptor_t gradientsDesc, void* gradients, size_t workSpaceSizeInBytes,
                             void* workspace);
Result<void> cudnnGetCTCLossWorkspaceSize(cudnnHandle_t handle, const cudnnTensorDescriptor_t probsDesc,
                                          const cudnnTensorDescriptor_t gradientsDesc, const int* labels,
                                          const int* labelLengths, const int* inputLengths, cudnnCTCLossAlgo_t algo,
                                          cudnnCTCLossDescriptor_t ctcLossDesc, size_t* sizeInBytes);
Result<void> cudnnGetCTCLossWorkspaceSize_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algo,
                                             cudnnCTCLossDescriptor_t ctcLossDesc,
                                             const cudnnTensorDescriptor_t probsDesc,
                                             const cudnnTensorDescriptor_t gradientsDesc, size_t* sizeInBytes);

}  // namespace girih::api
