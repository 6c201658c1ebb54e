/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */
/* clang-format off */
/* The functions of cudnn_cnn.h, each a tail call into libgirih. */
#include <cudnn.h>

cudnnStatus_t girih_cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t *convDesc);
cudnnStatus_t cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t *convDesc) {
  return girih_cudnnCreateConvolutionDescriptor(convDesc);
}

cudnnStatus_t girih_cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t convDesc);
cudnnStatus_t cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t convDesc) {
  return girih_cudnnDestroyConvolutionDescriptor(convDesc);
}

cudnnStatus_t girih_cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t convDesc, cudnnMathType_t mathType);
cudnnStatus_t cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t convDesc, cudnnMathType_t mathType) {
  return girih_cudnnSetConvolutionMathType(convDesc, mathType);
}

cudnnStatus_t girih_cudnnGetConvolutionMathType(cudnnConvolutionDescriptor_t convDesc, cudnnMathType_t *mathType);
cudnnStatus_t cudnnGetConvolutionMathType(cudnnConvolutionDescriptor_t convDesc, cudnnMathType_t *mathType) {
  return girih_cudnnGetConvolutionMathType(convDesc, mathType);
}

cudnnStatus_t girih_cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t convDesc, int groupCount);
cudnnStatus_t cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t convDesc, int groupCount) {
  return girih_cudnnSetConvolutionGroupCount(convDesc, groupCount);
}

cudnnStatus_t girih_cudnnGetConvolutionGroupCount(cudnnConvolutionDescriptor_t convDesc, int *groupCount);
cudnnStatus_t cudnnGetConvolutionGroupCount(cudnnConvolutionDescriptor_t convDesc, int *groupCount) {
  return girih_cudnnGetConvolutionGroupCount(convDesc, groupCount);
}

cudnnStatus_t girih_cudnnSetConvolutionReorderType(cudnnConvolutionDescriptor_t convDesc,
                                                   cudnnReorderType_t reorderType);
cudnnStatus_t cudnnSetConvolutionReorderType(cudnnConvolutionDescriptor_t convDesc, cudnnReorderType_t reorderType) {
  return girih_cudnnSetConvolutionReorderType(convDesc, reorderType);
}

cudnnStatus_t girih_cudnnGetConvolutionReorderType(cudnnConvolutionDescriptor_t convDesc,
                                                   cudnnReorderType_t *reorderType);
cudnnStatus_t cudnnGetConvolutionReorderType(cudnnConvolutionDescriptor_t convDesc, cudnnReorderType_t *reorderType) {
  return girih_cudnnGetConvolutionReorderType(convDesc, reorderType);
}

cudnnStatus_t girih_cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t convDesc, int pad_h, int pad_w, int u,
                                                    int v, int dilation_h, int dilation_w, cudnnConvolutionMode_t mode,
                                                    cudnnDataType_t computeType);
cudnnStatus_t cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t convDesc, int pad_h, int pad_w, int u, int v,
                                              int dilation_h, int dilation_w, cudnnConvolutionMode_t mode,
                                              cudnnDataType_t computeType) {
  return girih_cudnnSetConvolution2dDescriptor(convDesc, pad_h, pad_w, u, v, dilation_h, dilation_w, mode, computeType);
}

cudnnStatus_t girih_cudnnGetConvolution2dDescriptor(const cudnnConvolutionDescriptor_t convDesc, int *pad_h, int *pad_w,
                                                    int *u, int *v, int *dilation_h, int *dilation_w,
                                                    cudnnConvolutionMode_t *mode, cudnnDataType_t *computeType);
cudnnStatus_t cudnnGetConvolution2dDescriptor(const cudnnConvolutionDescriptor_t convDesc, int *pad_h, int *pad_w,
                                              int *u, int *v, int *dilation_h, int *dilation_w,
                                              cudnnConvolutionMode_t *mode, cudnnDataType_t *computeType) {
  return girih_cudnnGetConvolution2dDescriptor(convDesc, pad_h, pad_w, u, v, dilation_h, dilation_w, mode, computeType);
}

cudnnStatus_t girih_cudnnSetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t convDesc, int arrayLength,
                                                    const int padA[], const int filterStrideA[], const int dilationA[],
                                                    cudnnConvolutionMode_t mode, cudnnDataType_t computeType);
cudnnStatus_t cudnnSetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t convDesc, int arrayLength, const int padA[],
                                              const int filterStrideA[], const int dilationA[],
                                              cudnnConvolutionMode_t mode, cudnnDataType_t computeType) {
  return girih_cudnnSetConvolutionNdDescriptor(convDesc, arrayLength, padA, filterStrideA, dilationA, mode,
                                               computeType);
}

cudnnStatus_t girih_cudnnGetConvolutionNdDescriptor(const cudnnConvolutionDescriptor_t convDesc,
                                                    int arrayLengthRequested, int *arrayLength, int padA[],
                                                    int strideA[], int dilationA[], cudnnConvolutionMode_t *mode,
                                                    cudnnDataType_t *computeType);
cudnnStatus_t cudnnGetConvolutionNdDescriptor(const cudnnConvolutionDescriptor_t convDesc, int arrayLengthRequested,
                                              int *arrayLength, int padA[], int strideA[], int dilationA[],
                                              cudnnConvolutionMode_t *mode, cudnnDataType_t *computeType) {
  return girih_cudnnGetConvolutionNdDescriptor(convDesc, arrayLengthRequested, arrayLength, padA, strideA, dilationA,
                                               mode, computeType);
}

cudnnStatus_t girih_cudnnGetConvolution2dForwardOutputDim(const cudnnConvolutionDescriptor_t convDesc,
                                                          const cudnnTensorDescriptor_t inputTensorDesc,
                                                          const cudnnFilterDescriptor_t filterDesc, int *n, int *c,
                                                          int *h, int *w);
cudnnStatus_t cudnnGetConvolution2dForwardOutputDim(const cudnnConvolutionDescriptor_t convDesc,
                                                    const cudnnTensorDescriptor_t inputTensorDesc,
                                                    const cudnnFilterDescriptor_t filterDesc, int *n, int *c, int *h,
                                                    int *w) {
  return girih_cudnnGetConvolution2dForwardOutputDim(convDesc, inputTensorDesc, filterDesc, n, c, h, w);
}

cudnnStatus_t girih_cudnnGetConvolutionNdForwardOutputDim(const cudnnConvolutionDescriptor_t convDesc,
                                                          const cudnnTensorDescriptor_t inputTensorDesc,
                                                          const cudnnFilterDescriptor_t filterDesc, int nbDims,
                                                          int tensorOuputDimA[]);
cudnnStatus_t cudnnGetConvolutionNdForwardOutputDim(const cudnnConvolutionDescriptor_t convDesc,
                                                    const cudnnTensorDescriptor_t inputTensorDesc,
                                                    const cudnnFilterDescriptor_t filterDesc, int nbDims,
                                                    int tensorOuputDimA[]) {
  return girih_cudnnGetConvolutionNdForwardOutputDim(convDesc, inputTensorDesc, filterDesc, nbDims, tensorOuputDimA);
}

cudnnStatus_t girih_cudnnGetConvolutionForwardAlgorithmMaxCount(cudnnHandle_t handle, int *count);
cudnnStatus_t cudnnGetConvolutionForwardAlgorithmMaxCount(cudnnHandle_t handle, int *count) {
  return girih_cudnnGetConvolutionForwardAlgorithmMaxCount(handle, count);
}

cudnnStatus_t girih_cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle_t handle, const cudnnTensorDescriptor_t srcDesc,
                                                           const cudnnFilterDescriptor_t filterDesc,
                                                           const cudnnConvolutionDescriptor_t convDesc,
                                                           const cudnnTensorDescriptor_t destDesc,
                                                           const int requestedAlgoCount, int *returnedAlgoCount,
                                                           cudnnConvolutionFwdAlgoPerf_t *perfResults);
cudnnStatus_t cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle_t handle, const cudnnTensorDescriptor_t srcDesc,
                                                     const cudnnFilterDescriptor_t filterDesc,
                                                     const cudnnConvolutionDescriptor_t convDesc,
                                                     const cudnnTensorDescriptor_t destDesc,
                                                     const int requestedAlgoCount, int *returnedAlgoCount,
                                                     cudnnConvolutionFwdAlgoPerf_t *perfResults) {
  return girih_cudnnGetConvolutionForwardAlgorithm_v7(handle, srcDesc, filterDesc, convDesc, destDesc,
                                                      requestedAlgoCount, returnedAlgoCount, perfResults);
}

cudnnStatus_t girih_cudnnFindConvolutionForwardAlgorithm(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                         const cudnnFilterDescriptor_t wDesc,
                                                         const cudnnConvolutionDescriptor_t convDesc,
                                                         const cudnnTensorDescriptor_t yDesc,
                                                         const int requestedAlgoCount, int *returnedAlgoCount,
                                                         cudnnConvolutionFwdAlgoPerf_t *perfResults);
cudnnStatus_t cudnnFindConvolutionForwardAlgorithm(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                   const cudnnFilterDescriptor_t wDesc,
                                                   const cudnnConvolutionDescriptor_t convDesc,
                                                   const cudnnTensorDescriptor_t yDesc, const int requestedAlgoCount,
                                                   int *returnedAlgoCount, cudnnConvolutionFwdAlgoPerf_t *perfResults) {
  return girih_cudnnFindConvolutionForwardAlgorithm(handle, xDesc, wDesc, convDesc, yDesc, requestedAlgoCount,
                                                    returnedAlgoCount, perfResults);
}

cudnnStatus_t girih_cudnnFindConvolutionForwardAlgorithmEx(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                           const void *x, const cudnnFilterDescriptor_t wDesc,
                                                           const void *w, const cudnnConvolutionDescriptor_t convDesc,
                                                           const cudnnTensorDescriptor_t yDesc, void *y,
                                                           const int requestedAlgoCount, int *returnedAlgoCount,
                                                           cudnnConvolutionFwdAlgoPerf_t *perfResults, void *workSpace,
                                                           size_t workSpaceSizeInBytes);
cudnnStatus_t cudnnFindConvolutionForwardAlgorithmEx(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                     const void *x, const cudnnFilterDescriptor_t wDesc, const void *w,
                                                     const cudnnConvolutionDescriptor_t convDesc,
                                                     const cudnnTensorDescriptor_t yDesc, void *y,
                                                     const int requestedAlgoCount, int *returnedAlgoCount,
                                                     cudnnConvolutionFwdAlgoPerf_t *perfResults, void *workSpace,
                                                     size_t workSpaceSizeInBytes) {
  return girih_cudnnFindConvolutionForwardAlgorithmEx(handle, xDesc, x, wDesc, w, convDesc, yDesc, y,
                                                      requestedAlgoCount, returnedAlgoCount, perfResults, workSpace,
                                                      workSpaceSizeInBytes);
}

cudnnStatus_t girih_cudnnIm2Col(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc, const void *x,
                                const cudnnFilterDescriptor_t wDesc, const cudnnConvolutionDescriptor_t convDesc,
                                void *colBuffer);
cudnnStatus_t cudnnIm2Col(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc, const void *x,
                          const cudnnFilterDescriptor_t wDesc, const cudnnConvolutionDescriptor_t convDesc,
                          void *colBuffer) {
  return girih_cudnnIm2Col(handle, xDesc, x, wDesc, convDesc, colBuffer);
}

cudnnStatus_t girih_cudnnReorderFilterAndBias(cudnnHandle_t handle, const cudnnFilterDescriptor_t filterDesc,
                                              cudnnReorderType_t reorderType, const void *filterData,
                                              void *reorderedFilterData, int reorderBias, const void *biasData,
                                              void *reorderedBiasData);
cudnnStatus_t cudnnReorderFilterAndBias(cudnnHandle_t handle, const cudnnFilterDescriptor_t filterDesc,
                                        cudnnReorderType_t reorderType, const void *filterData,
                                        void *reorderedFilterData, int reorderBias, const void *biasData,
                                        void *reorderedBiasData) {
  return girih_cudnnReorderFilterAndBias(handle, filterDesc, reorderType, filterData, reorderedFilterData, reorderBias,
                                         biasData, reorderedBiasData);
}

cudnnStatus_t girih_cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                            const cudnnFilterDescriptor_t wDesc,
                                                            const cudnnConvolutionDescriptor_t convDesc,
                                                            const cudnnTensorDescriptor_t yDesc,
                                                            cudnnConvolutionFwdAlgo_t algo, size_t *sizeInBytes);
cudnnStatus_t cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                      const cudnnFilterDescriptor_t wDesc,
                                                      const cudnnConvolutionDescriptor_t convDesc,
                                                      const cudnnTensorDescriptor_t yDesc,
                                                      cudnnConvolutionFwdAlgo_t algo, size_t *sizeInBytes) {
  return girih_cudnnGetConvolutionForwardWorkspaceSize(handle, xDesc, wDesc, convDesc, yDesc, algo, sizeInBytes);
}

cudnnStatus_t girih_cudnnConvolutionForward(cudnnHandle_t handle, const void *alpha,
                                            const cudnnTensorDescriptor_t xDesc, const void *x,
                                            const cudnnFilterDescriptor_t wDesc, const void *w,
                                            const cudnnConvolutionDescriptor_t convDesc, cudnnConvolutionFwdAlgo_t algo,
                                            void *workSpace, size_t workSpaceSizeInBytes, const void *beta,
                                            const cudnnTensorDescriptor_t yDesc, void *y);
cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t handle, const void *alpha, const cudnnTensorDescriptor_t xDesc,
                                      const void *x, const cudnnFilterDescriptor_t wDesc, const void *w,
                                      const cudnnConvolutionDescriptor_t convDesc, cudnnConvolutionFwdAlgo_t algo,
                                      void *workSpace, size_t workSpaceSizeInBytes, const void *beta,
                                      const cudnnTensorDescriptor_t yDesc, void *y) {
  return girih_cudnnConvolutionForward(handle, alpha, xDesc, x, wDesc, w, convDesc, algo, workSpace,
                                       workSpaceSizeInBytes, beta, yDesc, y);
}

cudnnStatus_t girih_cudnnConvolutionBiasActivationForward(cudnnHandle_t handle, const void *alpha1,
                                                          const cudnnTensorDescriptor_t xDesc, const void *x,
                                                          const cudnnFilterDescriptor_t wDesc, const void *w,
                                                          const cudnnConvolutionDescriptor_t convDesc,
                                                          cudnnConvolutionFwdAlgo_t algo, void *workSpace,
                                                          size_t workSpaceSizeInBytes, const void *alpha2,
                                                          const cudnnTensorDescriptor_t zDesc, const void *z,
                                                          const cudnnTensorDescriptor_t biasDesc, const void *bias,
                                                          const cudnnActivationDescriptor_t activationDesc,
                                                          const cudnnTensorDescriptor_t yDesc, void *y);
cudnnStatus_t cudnnConvolutionBiasActivationForward(cudnnHandle_t handle, const void *alpha1,
                                                    const cudnnTensorDescriptor_t xDesc, const void *x,
                                                    const cudnnFilterDescriptor_t wDesc, const void *w,
                                                    const cudnnConvolutionDescriptor_t convDesc,
                                                    cudnnConvolutionFwdAlgo_t algo, void *workSpace,
                                                    size_t workSpaceSizeInBytes, const void *alpha2,
                                                    const cudnnTensorDescriptor_t zDesc, const void *z,
                                                    const cudnnTensorDescriptor_t biasDesc, const void *bias,
                                                    const cudnnActivationDescriptor_t activationDesc,
                                                    const cudnnTensorDescriptor_t yDesc, void *y) {
  return girih_cudnnConvolutionBiasActivationForward(handle, alpha1, xDesc, x, wDesc, w, convDesc, algo, workSpace,
                                                     workSpaceSizeInBytes, alpha2, zDesc, z, biasDesc, bias,
                                                     activationDesc, yDesc, y);
}

cudnnStatus_t girih_cudnnGetConvolutionBackwardDataAlgorithmMaxCount(cudnnHandle_t handle, int *count);
cudnnStatus_t cudnnGetConvolutionBackwardDataAlgorithmMaxCount(cudnnHandle_t handle, int *count) {
  return girih_cudnnGetConvolutionBackwardDataAlgorithmMaxCount(handle, count);
}

cudnnStatus_t girih_cudnnFindConvolutionBackwardDataAlgorithm(cudnnHandle_t handle, const cudnnFilterDescriptor_t wDesc,
                                                              const cudnnTensorDescriptor_t dyDesc,
                                                              const cudnnConvolutionDescriptor_t convDesc,
                                                              const cudnnTensorDescriptor_t dxDesc,
                                                              const int requestedAlgoCount, int *returnedAlgoCount,
                                                              cudnnConvolutionBwdDataAlgoPerf_t *perfResults);
cudnnStatus_t cudnnFindConvolutionBackwardDataAlgorithm(cudnnHandle_t handle, const cudnnFilterDescriptor_t wDesc,
                                                        const cudnnTensorDescriptor_t dyDesc,
                                                        const cudnnConvolutionDescriptor_t convDesc,
                                                        const cudnnTensorDescriptor_t dxDesc,
                                                        const int requestedAlgoCount, int *returnedAlgoCount,
                                                        cudnnConvolutionBwdDataAlgoPerf_t *perfResults) {
  return girih_cudnnFindConvolutionBackwardDataAlgorithm(handle, wDesc, dyDesc, convDesc, dxDesc, requestedAlgoCount,
                                                         returnedAlgoCount, perfResults);
}

cudnnStatus_t girih_cudnnFindConvolutionBackwardDataAlgorithmEx(cudnnHandle_t handle,
                                                                const cudnnFilterDescriptor_t wDesc, const void *w,
                                                                const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                                                const cudnnConvolutionDescriptor_t convDesc,
                                                                const cudnnTensorDescriptor_t dxDesc, void *dx,
                                                                const int requestedAlgoCount, int *returnedAlgoCount,
                                                                cudnnConvolutionBwdDataAlgoPerf_t *perfResults,
                                                                void *workSpace, size_t workSpaceSizeInBytes);
cudnnStatus_t cudnnFindConvolutionBackwardDataAlgorithmEx(cudnnHandle_t handle, const cudnnFilterDescriptor_t wDesc,
                                                          const void *w, const cudnnTensorDescriptor_t dyDesc,
                                                          const void *dy, const cudnnConvolutionDescriptor_t convDesc,
                                                          const cudnnTensorDescriptor_t dxDesc, void *dx,
                                                          const int requestedAlgoCount, int *returnedAlgoCount,
                                                          cudnnConvolutionBwdDataAlgoPerf_t *perfResults,
                                                          void *workSpace, size_t workSpaceSizeInBytes) {
  return girih_cudnnFindConvolutionBackwardDataAlgorithmEx(handle, wDesc, w, dyDesc, dy, convDesc, dxDesc, dx,
                                                           requestedAlgoCount, returnedAlgoCount, perfResults,
                                                           workSpace, workSpaceSizeInBytes);
}

cudnnStatus_t girih_cudnnGetConvolutionBackwardDataAlgorithm_v7(cudnnHandle_t handle,
                                                                const cudnnFilterDescriptor_t filterDesc,
                                                                const cudnnTensorDescriptor_t diffDesc,
                                                                const cudnnConvolutionDescriptor_t convDesc,
                                                                const cudnnTensorDescriptor_t gradDesc,
                                                                const int requestedAlgoCount, int *returnedAlgoCount,
                                                                cudnnConvolutionBwdDataAlgoPerf_t *perfResults);
cudnnStatus_t cudnnGetConvolutionBackwardDataAlgorithm_v7(cudnnHandle_t handle,
                                                          const cudnnFilterDescriptor_t filterDesc,
                                                          const cudnnTensorDescriptor_t diffDesc,
                                                          const cudnnConvolutionDescriptor_t convDesc,
                                                          const cudnnTensorDescriptor_t gradDesc,
                                                          const int requestedAlgoCount, int *returnedAlgoCount,
                                                          cudnnConvolutionBwdDataAlgoPerf_t *perfResults) {
  return girih_cudnnGetConvolutionBackwardDataAlgorithm_v7(handle, filterDesc, diffDesc, convDesc, gradDesc,
                                                           requestedAlgoCount, returnedAlgoCount, perfResults);
}

cudnnStatus_t girih_cudnnGetConvolutionBackwardDataWorkspaceSize(cudnnHandle_t handle,
                                                                 const cudnnFilterDescriptor_t wDesc,
                                                                 const cudnnTensorDescriptor_t dyDesc,
                                                                 const cudnnConvolutionDescriptor_t convDesc,
                                                                 const cudnnTensorDescriptor_t dxDesc,
                                                                 cudnnConvolutionBwdDataAlgo_t algo,
                                                                 size_t *sizeInBytes);
cudnnStatus_t cudnnGetConvolutionBackwardDataWorkspaceSize(cudnnHandle_t handle, const cudnnFilterDescriptor_t wDesc,
                                                           const cudnnTensorDescriptor_t dyDesc,
                                                           const cudnnConvolutionDescriptor_t convDesc,
                                                           const cudnnTensorDescriptor_t dxDesc,
                                                           cudnnConvolutionBwdDataAlgo_t algo, size_t *sizeInBytes) {
  return girih_cudnnGetConvolutionBackwardDataWorkspaceSize(handle, wDesc, dyDesc, convDesc, dxDesc, algo, sizeInBytes);
}

cudnnStatus_t girih_cudnnConvolutionBackwardData(cudnnHandle_t handle, const void *alpha,
                                                 const cudnnFilterDescriptor_t wDesc, const void *w,
                                                 const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                                 const cudnnConvolutionDescriptor_t convDesc,
                                                 cudnnConvolutionBwdDataAlgo_t algo, void *workSpace,
                                                 size_t workSpaceSizeInBytes, const void *beta,
                                                 const cudnnTensorDescriptor_t dxDesc, void *dx);
cudnnStatus_t cudnnConvolutionBackwardData(cudnnHandle_t handle, const void *alpha, const cudnnFilterDescriptor_t wDesc,
                                           const void *w, const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                           const cudnnConvolutionDescriptor_t convDesc,
                                           cudnnConvolutionBwdDataAlgo_t algo, void *workSpace,
                                           size_t workSpaceSizeInBytes, const void *beta,
                                           const cudnnTensorDescriptor_t dxDesc, void *dx) {
  return girih_cudnnConvolutionBackwardData(handle, alpha, wDesc, w, dyDesc, dy, convDesc, algo, workSpace,
                                            workSpaceSizeInBytes, beta, dxDesc, dx);
}

cudnnStatus_t girih_cudnnGetFoldedConvBackwardDataDescriptors(const cudnnHandle_t handle,
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
cudnnStatus_t cudnnGetFoldedConvBackwardDataDescriptors(const cudnnHandle_t handle,
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
                                                        cudnnTensorTransformDescriptor_t gradUnfoldTransDesc) {
  return girih_cudnnGetFoldedConvBackwardDataDescriptors(handle, filterDesc, diffDesc, convDesc, gradDesc,
                                                         transformFormat, foldedFilterDesc, paddedDiffDesc,
                                                         foldedConvDesc, foldedGradDesc, filterFoldTransDesc,
                                                         diffPadTransDesc, gradFoldTransDesc, gradUnfoldTransDesc);
}

cudnnStatus_t girih_cudnnCnnVersionCheck(void);
cudnnStatus_t cudnnCnnVersionCheck(void) {
  return girih_cudnnCnnVersionCheck();
}

cudnnStatus_t girih_cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(cudnnHandle_t handle, int *count);
cudnnStatus_t cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(cudnnHandle_t handle, int *count) {
  return girih_cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(handle, count);
}

cudnnStatus_t girih_cudnnFindConvolutionBackwardFilterAlgorithm(cudnnHandle_t handle,
                                                                const cudnnTensorDescriptor_t xDesc,
                                                                const cudnnTensorDescriptor_t dyDesc,
                                                                const cudnnConvolutionDescriptor_t convDesc,
                                                                const cudnnFilterDescriptor_t dwDesc,
                                                                const int requestedAlgoCount, int *returnedAlgoCount,
                                                                cudnnConvolutionBwdFilterAlgoPerf_t *perfResults);
cudnnStatus_t cudnnFindConvolutionBackwardFilterAlgorithm(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                          const cudnnTensorDescriptor_t dyDesc,
                                                          const cudnnConvolutionDescriptor_t convDesc,
                                                          const cudnnFilterDescriptor_t dwDesc,
                                                          const int requestedAlgoCount, int *returnedAlgoCount,
                                                          cudnnConvolutionBwdFilterAlgoPerf_t *perfResults) {
  return girih_cudnnFindConvolutionBackwardFilterAlgorithm(handle, xDesc, dyDesc, convDesc, dwDesc, requestedAlgoCount,
                                                           returnedAlgoCount, perfResults);
}

cudnnStatus_t girih_cudnnFindConvolutionBackwardFilterAlgorithmEx(cudnnHandle_t handle,
                                                                  const cudnnTensorDescriptor_t xDesc, const void *x,
                                                                  const cudnnTensorDescriptor_t dyDesc, const void *y,
                                                                  const cudnnConvolutionDescriptor_t convDesc,
                                                                  const cudnnFilterDescriptor_t dwDesc, void *dw,
                                                                  const int requestedAlgoCount, int *returnedAlgoCount,
                                                                  cudnnConvolutionBwdFilterAlgoPerf_t *perfResults,
                                                                  void *workSpace, size_t workSpaceSizeInBytes);
cudnnStatus_t cudnnFindConvolutionBackwardFilterAlgorithmEx(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                            const void *x, const cudnnTensorDescriptor_t dyDesc,
                                                            const void *y, const cudnnConvolutionDescriptor_t convDesc,
                                                            const cudnnFilterDescriptor_t dwDesc, void *dw,
                                                            const int requestedAlgoCount, int *returnedAlgoCount,
                                                            cudnnConvolutionBwdFilterAlgoPerf_t *perfResults,
                                                            void *workSpace, size_t workSpaceSizeInBytes) {
  return girih_cudnnFindConvolutionBackwardFilterAlgorithmEx(handle, xDesc, x, dyDesc, y, convDesc, dwDesc, dw,
                                                             requestedAlgoCount, returnedAlgoCount, perfResults,
                                                             workSpace, workSpaceSizeInBytes);
}

cudnnStatus_t girih_cudnnGetConvolutionBackwardFilterAlgorithm_v7(cudnnHandle_t handle,
                                                                  const cudnnTensorDescriptor_t srcDesc,
                                                                  const cudnnTensorDescriptor_t diffDesc,
                                                                  const cudnnConvolutionDescriptor_t convDesc,
                                                                  const cudnnFilterDescriptor_t gradDesc,
                                                                  const int requestedAlgoCount, int *returnedAlgoCount,
                                                                  cudnnConvolutionBwdFilterAlgoPerf_t *perfResults);
cudnnStatus_t cudnnGetConvolutionBackwardFilterAlgorithm_v7(cudnnHandle_t handle, const cudnnTensorDescriptor_t srcDesc,
                                                            const cudnnTensorDescriptor_t diffDesc,
                                                            const cudnnConvolutionDescriptor_t convDesc,
                                                            const cudnnFilterDescriptor_t gradDesc,
                                                            const int requestedAlgoCount, int *returnedAlgoCount,
                                                            cudnnConvolutionBwdFilterAlgoPerf_t *perfResults) {
  return girih_cudnnGetConvolutionBackwardFilterAlgorithm_v7(handle, srcDesc, diffDesc, convDesc, gradDesc,
                                                             requestedAlgoCount, returnedAlgoCount, perfResults);
}

cudnnStatus_t girih_cudnnGetConvolutionBackwardFilterWorkspaceSize(cudnnHandle_t handle,
                                                                   const cudnnTensorDescriptor_t xDesc,
                                                                   const cudnnTensorDescriptor_t dyDesc,
                                                                   const cudnnConvolutionDescriptor_t convDesc,
                                                                   const cudnnFilterDescriptor_t gradDesc,
                                                                   cudnnConvolutionBwdFilterAlgo_t algo,
                                                                   size_t *sizeInBytes);
cudnnStatus_t cudnnGetConvolutionBackwardFilterWorkspaceSize(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                             const cudnnTensorDescriptor_t dyDesc,
                                                             const cudnnConvolutionDescriptor_t convDesc,
                                                             const cudnnFilterDescriptor_t gradDesc,
                                                             cudnnConvolutionBwdFilterAlgo_t algo,
                                                             size_t *sizeInBytes) {
  return girih_cudnnGetConvolutionBackwardFilterWorkspaceSize(handle, xDesc, dyDesc, convDesc, gradDesc, algo,
                                                              sizeInBytes);
}

cudnnStatus_t girih_cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void *alpha,
                                                   const cudnnTensorDescriptor_t xDesc, const void *x,
                                                   const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                                   const cudnnConvolutionDescriptor_t convDesc,
                                                   cudnnConvolutionBwdFilterAlgo_t algo, void *workSpace,
                                                   size_t workSpaceSizeInBytes, const void *beta,
                                                   const cudnnFilterDescriptor_t dwDesc, void *dw);
cudnnStatus_t cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void *alpha,
                                             const cudnnTensorDescriptor_t xDesc, const void *x,
                                             const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                             const cudnnConvolutionDescriptor_t convDesc,
                                             cudnnConvolutionBwdFilterAlgo_t algo, void *workSpace,
                                             size_t workSpaceSizeInBytes, const void *beta,
                                             const cudnnFilterDescriptor_t dwDesc, void *dw) {
  return girih_cudnnConvolutionBackwardFilter(handle, alpha, xDesc, x, dyDesc, dy, convDesc, algo, workSpace,
                                              workSpaceSizeInBytes, beta, dwDesc, dw);
}

cudnnStatus_t girih_cudnnConvolutionBackwardBias(cudnnHandle_t handle, const void *alpha,
                                                 const cudnnTensorDescriptor_t dyDesc, const void *dy, const void *beta,
                                                 const cudnnTensorDescriptor_t dbDesc, void *db);
cudnnStatus_t cudnnConvolutionBackwardBias(cudnnHandle_t handle, const void *alpha,
                                           const cudnnTensorDescriptor_t dyDesc, const void *dy, const void *beta,
                                           const cudnnTensorDescriptor_t dbDesc, void *db) {
  return girih_cudnnConvolutionBackwardBias(handle, alpha, dyDesc, dy, beta, dbDesc, db);
}

cudnnStatus_t girih_cudnnCreateFusedOpsConstParamPack(cudnnFusedOpsConstParamPack_t *constPack, cudnnFusedOps_t ops);
cudnnStatus_t cudnnCreateFusedOpsConstParamPack(cudnnFusedOpsConstParamPack_t *constPack, cudnnFusedOps_t ops) {
  return girih_cudnnCreateFusedOpsConstParamPack(constPack, ops);
}

cudnnStatus_t girih_cudnnDestroyFusedOpsConstParamPack(cudnnFusedOpsConstParamPack_t constPack);
cudnnStatus_t cudnnDestroyFusedOpsConstParamPack(cudnnFusedOpsConstParamPack_t constPack) {
  return girih_cudnnDestroyFusedOpsConstParamPack(constPack);
}

cudnnStatus_t girih_cudnnSetFusedOpsConstParamPackAttribute(cudnnFusedOpsConstParamPack_t constPack,
                                                            cudnnFusedOpsConstParamLabel_t paramLabel,
                                                            const void *param);
cudnnStatus_t cudnnSetFusedOpsConstParamPackAttribute(cudnnFusedOpsConstParamPack_t constPack,
                                                      cudnnFusedOpsConstParamLabel_t paramLabel, const void *param) {
  return girih_cudnnSetFusedOpsConstParamPackAttribute(constPack, paramLabel, param);
}

cudnnStatus_t girih_cudnnGetFusedOpsConstParamPackAttribute(const cudnnFusedOpsConstParamPack_t constPack,
                                                            cudnnFusedOpsConstParamLabel_t paramLabel, void *param,
                                                            int *isNULL);
cudnnStatus_t cudnnGetFusedOpsConstParamPackAttribute(const cudnnFusedOpsConstParamPack_t constPack,
                                                      cudnnFusedOpsConstParamLabel_t paramLabel, void *param,
                                                      int *isNULL) {
  return girih_cudnnGetFusedOpsConstParamPackAttribute(constPack, paramLabel, param, isNULL);
}

cudnnStatus_t girih_cudnnCreateFusedOpsVariantParamPack(cudnnFusedOpsVariantParamPack_t *varPack, cudnnFusedOps_t ops);
cudnnStatus_t cudnnCreateFusedOpsVariantParamPack(cudnnFusedOpsVariantParamPack_t *varPack, cudnnFusedOps_t ops) {
  return girih_cudnnCreateFusedOpsVariantParamPack(varPack, ops);
}

cudnnStatus_t girih_cudnnDestroyFusedOpsVariantParamPack(cudnnFusedOpsVariantParamPack_t varPack);
cudnnStatus_t cudnnDestroyFusedOpsVariantParamPack(cudnnFusedOpsVariantParamPack_t varPack) {
  return girih_cudnnDestroyFusedOpsVariantParamPack(varPack);
}

cudnnStatus_t girih_cudnnSetFusedOpsVariantParamPackAttribute(cudnnFusedOpsVariantParamPack_t varPack,
                                                              cudnnFusedOpsVariantParamLabel_t paramLabel, void *ptr);
cudnnStatus_t cudnnSetFusedOpsVariantParamPackAttribute(cudnnFusedOpsVariantParamPack_t varPack,
                                                        cudnnFusedOpsVariantParamLabel_t paramLabel, void *ptr) {
  return girih_cudnnSetFusedOpsVariantParamPackAttribute(varPack, paramLabel, ptr);
}

cudnnStatus_t girih_cudnnGetFusedOpsVariantParamPackAttribute(const cudnnFusedOpsVariantParamPack_t varPack,
                                                              cudnnFusedOpsVariantParamLabel_t paramLabel, void *ptr);
cudnnStatus_t cudnnGetFusedOpsVariantParamPackAttribute(const cudnnFusedOpsVariantParamPack_t varPack,
                                                        cudnnFusedOpsVariantParamLabel_t paramLabel, void *ptr) {
  return girih_cudnnGetFusedOpsVariantParamPackAttribute(varPack, paramLabel, ptr);
}

cudnnStatus_t girih_cudnnCreateFusedOpsPlan(cudnnFusedOpsPlan_t *plan, cudnnFusedOps_t ops);
cudnnStatus_t cudnnCreateFusedOpsPlan(cudnnFusedOpsPlan_t *plan, cudnnFusedOps_t ops) {
  return girih_cudnnCreateFusedOpsPlan(plan, ops);
}

cudnnStatus_t girih_cudnnDestroyFusedOpsPlan(cudnnFusedOpsPlan_t plan);
cudnnStatus_t cudnnDestroyFusedOpsPlan(cudnnFusedOpsPlan_t plan) {
  return girih_cudnnDestroyFusedOpsPlan(plan);
}

cudnnStatus_t girih_cudnnMakeFusedOpsPlan(cudnnHandle_t handle, cudnnFusedOpsPlan_t plan,
                                          const cudnnFusedOpsConstParamPack_t constPack, size_t *workspaceSizeInBytes);
cudnnStatus_t cudnnMakeFusedOpsPlan(cudnnHandle_t handle, cudnnFusedOpsPlan_t plan,
                                    const cudnnFusedOpsConstParamPack_t constPack, size_t *workspaceSizeInBytes) {
  return girih_cudnnMakeFusedOpsPlan(handle, plan, constPack, workspaceSizeInBytes);
}

cudnnStatus_t girih_cudnnFusedOpsExecute(cudnnHandle_t handle, const cudnnFusedOpsPlan_t plan,
                                         cudnnFusedOpsVariantParamPack_t varPack);
cudnnStatus_t cudnnFusedOpsExecute(cudnnHandle_t handle, const cudnnFusedOpsPlan_t plan,
                                   cudnnFusedOpsVariantParamPack_t varPack) {
  return girih_cudnnFusedOpsExecute(handle, plan, varPack);
}
