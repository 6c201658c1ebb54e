/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */
/* clang-format off */
/* The functions of cudnn_ops.h, each a tail call into libgirih. */
#include <cudnn.h>

cudnnStatus_t girih_cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t *tensorDesc);
cudnnStatus_t cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t *tensorDesc) {
  return girih_cudnnCreateTensorDescriptor(tensorDesc);
}

cudnnStatus_t girih_cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensorDesc, cudnnTensorFormat_t format,
                                               cudnnDataType_t dataType, int n, int c, int h, int w);
cudnnStatus_t cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensorDesc, cudnnTensorFormat_t format,
                                         cudnnDataType_t dataType, int n, int c, int h, int w) {
  return girih_cudnnSetTensor4dDescriptor(tensorDesc, format, dataType, n, c, h, w);
}

cudnnStatus_t girih_cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t tensorDesc, cudnnDataType_t dataType, int n,
                                                 int c, int h, int w, int nStride, int cStride, int hStride,
                                                 int wStride);
cudnnStatus_t cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t tensorDesc, cudnnDataType_t dataType, int n, int c,
                                           int h, int w, int nStride, int cStride, int hStride, int wStride) {
  return girih_cudnnSetTensor4dDescriptorEx(tensorDesc, dataType, n, c, h, w, nStride, cStride, hStride, wStride);
}

cudnnStatus_t girih_cudnnGetTensor4dDescriptor(const cudnnTensorDescriptor_t tensorDesc, cudnnDataType_t *dataType,
                                               int *n, int *c, int *h, int *w, int *nStride, int *cStride, int *hStride,
                                               int *wStride);
cudnnStatus_t cudnnGetTensor4dDescriptor(const cudnnTensorDescriptor_t tensorDesc, cudnnDataType_t *dataType, int *n,
                                         int *c, int *h, int *w, int *nStride, int *cStride, int *hStride,
                                         int *wStride) {
  return girih_cudnnGetTensor4dDescriptor(tensorDesc, dataType, n, c, h, w, nStride, cStride, hStride, wStride);
}

cudnnStatus_t girih_cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t tensorDesc, cudnnDataType_t dataType, int nbDims,
                                               const int dimA[], const int strideA[]);
cudnnStatus_t cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t tensorDesc, cudnnDataType_t dataType, int nbDims,
                                         const int dimA[], const int strideA[]) {
  return girih_cudnnSetTensorNdDescriptor(tensorDesc, dataType, nbDims, dimA, strideA);
}

cudnnStatus_t girih_cudnnSetTensorNdDescriptorEx(cudnnTensorDescriptor_t tensorDesc, cudnnTensorFormat_t format,
                                                 cudnnDataType_t dataType, int nbDims, const int dimA[]);
cudnnStatus_t cudnnSetTensorNdDescriptorEx(cudnnTensorDescriptor_t tensorDesc, cudnnTensorFormat_t format,
                                           cudnnDataType_t dataType, int nbDims, const int dimA[]) {
  return girih_cudnnSetTensorNdDescriptorEx(tensorDesc, format, dataType, nbDims, dimA);
}

cudnnStatus_t girih_cudnnGetTensorNdDescriptor(const cudnnTensorDescriptor_t tensorDesc, int nbDimsRequested,
                                               cudnnDataType_t *dataType, int *nbDims, int dimA[], int strideA[]);
cudnnStatus_t cudnnGetTensorNdDescriptor(const cudnnTensorDescriptor_t tensorDesc, int nbDimsRequested,
                                         cudnnDataType_t *dataType, int *nbDims, int dimA[], int strideA[]) {
  return girih_cudnnGetTensorNdDescriptor(tensorDesc, nbDimsRequested, dataType, nbDims, dimA, strideA);
}

cudnnStatus_t girih_cudnnGetTensorSizeInBytes(const cudnnTensorDescriptor_t tensorDesc, size_t *size);
cudnnStatus_t cudnnGetTensorSizeInBytes(const cudnnTensorDescriptor_t tensorDesc, size_t *size) {
  return girih_cudnnGetTensorSizeInBytes(tensorDesc, size);
}

cudnnStatus_t girih_cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t tensorDesc);
cudnnStatus_t cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t tensorDesc) {
  return girih_cudnnDestroyTensorDescriptor(tensorDesc);
}

cudnnStatus_t girih_cudnnInitTransformDest(const cudnnTensorTransformDescriptor_t transformDesc,
                                           const cudnnTensorDescriptor_t srcDesc, cudnnTensorDescriptor_t destDesc,
                                           size_t *destSizeInBytes);
cudnnStatus_t cudnnInitTransformDest(const cudnnTensorTransformDescriptor_t transformDesc,
                                     const cudnnTensorDescriptor_t srcDesc, cudnnTensorDescriptor_t destDesc,
                                     size_t *destSizeInBytes) {
  return girih_cudnnInitTransformDest(transformDesc, srcDesc, destDesc, destSizeInBytes);
}

cudnnStatus_t girih_cudnnCreateTensorTransformDescriptor(cudnnTensorTransformDescriptor_t *transformDesc);
cudnnStatus_t cudnnCreateTensorTransformDescriptor(cudnnTensorTransformDescriptor_t *transformDesc) {
  return girih_cudnnCreateTensorTransformDescriptor(transformDesc);
}

cudnnStatus_t girih_cudnnSetTensorTransformDescriptor(cudnnTensorTransformDescriptor_t transformDesc,
                                                      const uint32_t nbDims, const cudnnTensorFormat_t destFormat,
                                                      const int32_t padBeforeA[], const int32_t padAfterA[],
                                                      const uint32_t foldA[], const cudnnFoldingDirection_t direction);
cudnnStatus_t cudnnSetTensorTransformDescriptor(cudnnTensorTransformDescriptor_t transformDesc, const uint32_t nbDims,
                                                const cudnnTensorFormat_t destFormat, const int32_t padBeforeA[],
                                                const int32_t padAfterA[], const uint32_t foldA[],
                                                const cudnnFoldingDirection_t direction) {
  return girih_cudnnSetTensorTransformDescriptor(transformDesc, nbDims, destFormat, padBeforeA, padAfterA, foldA,
                                                 direction);
}

cudnnStatus_t girih_cudnnGetTensorTransformDescriptor(cudnnTensorTransformDescriptor_t transformDesc,
                                                      uint32_t nbDimsRequested, cudnnTensorFormat_t *destFormat,
                                                      int32_t padBeforeA[], int32_t padAfterA[], uint32_t foldA[],
                                                      cudnnFoldingDirection_t *direction);
cudnnStatus_t cudnnGetTensorTransformDescriptor(cudnnTensorTransformDescriptor_t transformDesc,
                                                uint32_t nbDimsRequested, cudnnTensorFormat_t *destFormat,
                                                int32_t padBeforeA[], int32_t padAfterA[], uint32_t foldA[],
                                                cudnnFoldingDirection_t *direction) {
  return girih_cudnnGetTensorTransformDescriptor(transformDesc, nbDimsRequested, destFormat, padBeforeA, padAfterA,
                                                 foldA, direction);
}

cudnnStatus_t girih_cudnnDestroyTensorTransformDescriptor(cudnnTensorTransformDescriptor_t transformDesc);
cudnnStatus_t cudnnDestroyTensorTransformDescriptor(cudnnTensorTransformDescriptor_t transformDesc) {
  return girih_cudnnDestroyTensorTransformDescriptor(transformDesc);
}

cudnnStatus_t girih_cudnnTransformTensor(cudnnHandle_t handle, const void *alpha, const cudnnTensorDescriptor_t xDesc,
                                         const void *x, const void *beta, const cudnnTensorDescriptor_t yDesc, void *y);
cudnnStatus_t cudnnTransformTensor(cudnnHandle_t handle, const void *alpha, const cudnnTensorDescriptor_t xDesc,
                                   const void *x, const void *beta, const cudnnTensorDescriptor_t yDesc, void *y) {
  return girih_cudnnTransformTensor(handle, alpha, xDesc, x, beta, yDesc, y);
}

cudnnStatus_t girih_cudnnTransformTensorEx(cudnnHandle_t handle, const cudnnTensorTransformDescriptor_t transDesc,
                                           const void *alpha, const cudnnTensorDescriptor_t srcDesc,
                                           const void *srcData, const void *beta,
                                           const cudnnTensorDescriptor_t destDesc, void *destData);
cudnnStatus_t cudnnTransformTensorEx(cudnnHandle_t handle, const cudnnTensorTransformDescriptor_t transDesc,
                                     const void *alpha, const cudnnTensorDescriptor_t srcDesc, const void *srcData,
                                     const void *beta, const cudnnTensorDescriptor_t destDesc, void *destData) {
  return girih_cudnnTransformTensorEx(handle, transDesc, alpha, srcDesc, srcData, beta, destDesc, destData);
}

cudnnStatus_t girih_cudnnAddTensor(cudnnHandle_t handle, const void *alpha, const cudnnTensorDescriptor_t aDesc,
                                   const void *A, const void *beta, const cudnnTensorDescriptor_t cDesc, void *C);
cudnnStatus_t cudnnAddTensor(cudnnHandle_t handle, const void *alpha, const cudnnTensorDescriptor_t aDesc,
                             const void *A, const void *beta, const cudnnTensorDescriptor_t cDesc, void *C) {
  return girih_cudnnAddTensor(handle, alpha, aDesc, A, beta, cDesc, C);
}

cudnnStatus_t girih_cudnnCreateOpTensorDescriptor(cudnnOpTensorDescriptor_t *opTensorDesc);
cudnnStatus_t cudnnCreateOpTensorDescriptor(cudnnOpTensorDescriptor_t *opTensorDesc) {
  return girih_cudnnCreateOpTensorDescriptor(opTensorDesc);
}

cudnnStatus_t girih_cudnnSetOpTensorDescriptor(cudnnOpTensorDescriptor_t opTensorDesc, cudnnOpTensorOp_t opTensorOp,
                                               cudnnDataType_t opTensorCompType, cudnnNanPropagation_t opTensorNanOpt);
cudnnStatus_t cudnnSetOpTensorDescriptor(cudnnOpTensorDescriptor_t opTensorDesc, cudnnOpTensorOp_t opTensorOp,
                                         cudnnDataType_t opTensorCompType, cudnnNanPropagation_t opTensorNanOpt) {
  return girih_cudnnSetOpTensorDescriptor(opTensorDesc, opTensorOp, opTensorCompType, opTensorNanOpt);
}

cudnnStatus_t girih_cudnnGetOpTensorDescriptor(const cudnnOpTensorDescriptor_t opTensorDesc,
                                               cudnnOpTensorOp_t *opTensorOp, cudnnDataType_t *opTensorCompType,
                                               cudnnNanPropagation_t *opTensorNanOpt);
cudnnStatus_t cudnnGetOpTensorDescriptor(const cudnnOpTensorDescriptor_t opTensorDesc, cudnnOpTensorOp_t *opTensorOp,
                                         cudnnDataType_t *opTensorCompType, cudnnNanPropagation_t *opTensorNanOpt) {
  return girih_cudnnGetOpTensorDescriptor(opTensorDesc, opTensorOp, opTensorCompType, opTensorNanOpt);
}

cudnnStatus_t girih_cudnnDestroyOpTensorDescriptor(cudnnOpTensorDescriptor_t opTensorDesc);
cudnnStatus_t cudnnDestroyOpTensorDescriptor(cudnnOpTensorDescriptor_t opTensorDesc) {
  return girih_cudnnDestroyOpTensorDescriptor(opTensorDesc);
}

cudnnStatus_t girih_cudnnOpTensor(cudnnHandle_t handle, const cudnnOpTensorDescriptor_t opTensorDesc,
                                  const void *alpha1, const cudnnTensorDescriptor_t aDesc, const void *A,
                                  const void *alpha2, const cudnnTensorDescriptor_t bDesc, const void *B,
                                  const void *beta, const cudnnTensorDescriptor_t cDesc, void *C);
cudnnStatus_t cudnnOpTensor(cudnnHandle_t handle, const cudnnOpTensorDescriptor_t opTensorDesc, const void *alpha1,
                            const cudnnTensorDescriptor_t aDesc, const void *A, const void *alpha2,
                            const cudnnTensorDescriptor_t bDesc, const void *B, const void *beta,
                            const cudnnTensorDescriptor_t cDesc, void *C) {
  return girih_cudnnOpTensor(handle, opTensorDesc, alpha1, aDesc, A, alpha2, bDesc, B, beta, cDesc, C);
}

cudnnStatus_t girih_cudnnCreateReduceTensorDescriptor(cudnnReduceTensorDescriptor_t *reduceTensorDesc);
cudnnStatus_t cudnnCreateReduceTensorDescriptor(cudnnReduceTensorDescriptor_t *reduceTensorDesc) {
  return girih_cudnnCreateReduceTensorDescriptor(reduceTensorDesc);
}

cudnnStatus_t girih_cudnnSetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                                   cudnnReduceTensorOp_t reduceTensorOp,
                                                   cudnnDataType_t reduceTensorCompType,
                                                   cudnnNanPropagation_t reduceTensorNanOpt,
                                                   cudnnReduceTensorIndices_t reduceTensorIndices,
                                                   cudnnIndicesType_t reduceTensorIndicesType);
cudnnStatus_t cudnnSetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                             cudnnReduceTensorOp_t reduceTensorOp, cudnnDataType_t reduceTensorCompType,
                                             cudnnNanPropagation_t reduceTensorNanOpt,
                                             cudnnReduceTensorIndices_t reduceTensorIndices,
                                             cudnnIndicesType_t reduceTensorIndicesType) {
  return girih_cudnnSetReduceTensorDescriptor(reduceTensorDesc, reduceTensorOp, reduceTensorCompType,
                                              reduceTensorNanOpt, reduceTensorIndices, reduceTensorIndicesType);
}

cudnnStatus_t girih_cudnnGetReduceTensorDescriptor(const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                                   cudnnReduceTensorOp_t *reduceTensorOp,
                                                   cudnnDataType_t *reduceTensorCompType,
                                                   cudnnNanPropagation_t *reduceTensorNanOpt,
                                                   cudnnReduceTensorIndices_t *reduceTensorIndices,
                                                   cudnnIndicesType_t *reduceTensorIndicesType);
cudnnStatus_t cudnnGetReduceTensorDescriptor(const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                             cudnnReduceTensorOp_t *reduceTensorOp,
                                             cudnnDataType_t *reduceTensorCompType,
                                             cudnnNanPropagation_t *reduceTensorNanOpt,
                                             cudnnReduceTensorIndices_t *reduceTensorIndices,
                                             cudnnIndicesType_t *reduceTensorIndicesType) {
  return girih_cudnnGetReduceTensorDescriptor(reduceTensorDesc, reduceTensorOp, reduceTensorCompType,
                                              reduceTensorNanOpt, reduceTensorIndices, reduceTensorIndicesType);
}

cudnnStatus_t girih_cudnnDestroyReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduceTensorDesc);
cudnnStatus_t cudnnDestroyReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduceTensorDesc) {
  return girih_cudnnDestroyReduceTensorDescriptor(reduceTensorDesc);
}

cudnnStatus_t girih_cudnnGetReductionIndicesSize(cudnnHandle_t handle,
                                                 const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                                 const cudnnTensorDescriptor_t aDesc,
                                                 const cudnnTensorDescriptor_t cDesc, size_t *sizeInBytes);
cudnnStatus_t cudnnGetReductionIndicesSize(cudnnHandle_t handle, const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                           const cudnnTensorDescriptor_t aDesc, const cudnnTensorDescriptor_t cDesc,
                                           size_t *sizeInBytes) {
  return girih_cudnnGetReductionIndicesSize(handle, reduceTensorDesc, aDesc, cDesc, sizeInBytes);
}

cudnnStatus_t girih_cudnnGetReductionWorkspaceSize(cudnnHandle_t handle,
                                                   const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                                   const cudnnTensorDescriptor_t aDesc,
                                                   const cudnnTensorDescriptor_t cDesc, size_t *sizeInBytes);
cudnnStatus_t cudnnGetReductionWorkspaceSize(cudnnHandle_t handle, const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                             const cudnnTensorDescriptor_t aDesc, const cudnnTensorDescriptor_t cDesc,
                                             size_t *sizeInBytes) {
  return girih_cudnnGetReductionWorkspaceSize(handle, reduceTensorDesc, aDesc, cDesc, sizeInBytes);
}

cudnnStatus_t girih_cudnnReduceTensor(cudnnHandle_t handle, const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                      void *indices, size_t indicesSizeInBytes, void *workspace,
                                      size_t workspaceSizeInBytes, const void *alpha,
                                      const cudnnTensorDescriptor_t aDesc, const void *A, const void *beta,
                                      const cudnnTensorDescriptor_t cDesc, void *C);
cudnnStatus_t cudnnReduceTensor(cudnnHandle_t handle, const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                void *indices, size_t indicesSizeInBytes, void *workspace, size_t workspaceSizeInBytes,
                                const void *alpha, const cudnnTensorDescriptor_t aDesc, const void *A, const void *beta,
                                const cudnnTensorDescriptor_t cDesc, void *C) {
  return girih_cudnnReduceTensor(handle, reduceTensorDesc, indices, indicesSizeInBytes, workspace, workspaceSizeInBytes,
                                 alpha, aDesc, A, beta, cDesc, C);
}

cudnnStatus_t girih_cudnnSetTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t yDesc, void *y,
                                   const void *valuePtr);
cudnnStatus_t cudnnSetTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t yDesc, void *y, const void *valuePtr) {
  return girih_cudnnSetTensor(handle, yDesc, y, valuePtr);
}

cudnnStatus_t girih_cudnnScaleTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t yDesc, void *y,
                                     const void *alpha);
cudnnStatus_t cudnnScaleTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t yDesc, void *y, const void *alpha) {
  return girih_cudnnScaleTensor(handle, yDesc, y, alpha);
}

cudnnStatus_t girih_cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t *filterDesc);
cudnnStatus_t cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t *filterDesc) {
  return girih_cudnnCreateFilterDescriptor(filterDesc);
}

cudnnStatus_t girih_cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filterDesc, cudnnDataType_t dataType,
                                               cudnnTensorFormat_t format, int k, int c, int h, int w);
cudnnStatus_t cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filterDesc, cudnnDataType_t dataType,
                                         cudnnTensorFormat_t format, int k, int c, int h, int w) {
  return girih_cudnnSetFilter4dDescriptor(filterDesc, dataType, format, k, c, h, w);
}

cudnnStatus_t girih_cudnnGetFilter4dDescriptor(const cudnnFilterDescriptor_t filterDesc, cudnnDataType_t *dataType,
                                               cudnnTensorFormat_t *format, int *k, int *c, int *h, int *w);
cudnnStatus_t cudnnGetFilter4dDescriptor(const cudnnFilterDescriptor_t filterDesc, cudnnDataType_t *dataType,
                                         cudnnTensorFormat_t *format, int *k, int *c, int *h, int *w) {
  return girih_cudnnGetFilter4dDescriptor(filterDesc, dataType, format, k, c, h, w);
}

cudnnStatus_t girih_cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t filterDesc, cudnnDataType_t dataType,
                                               cudnnTensorFormat_t format, int nbDims, const int filterDimA[]);
cudnnStatus_t cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t filterDesc, cudnnDataType_t dataType,
                                         cudnnTensorFormat_t format, int nbDims, const int filterDimA[]) {
  return girih_cudnnSetFilterNdDescriptor(filterDesc, dataType, format, nbDims, filterDimA);
}

cudnnStatus_t girih_cudnnGetFilterNdDescriptor(const cudnnFilterDescriptor_t filterDesc, int nbDimsRequested,
                                               cudnnDataType_t *dataType, cudnnTensorFormat_t *format, int *nbDims,
                                               int filterDimA[]);
cudnnStatus_t cudnnGetFilterNdDescriptor(const cudnnFilterDescriptor_t filterDesc, int nbDimsRequested,
                                         cudnnDataType_t *dataType, cudnnTensorFormat_t *format, int *nbDims,
                                         int filterDimA[]) {
  return girih_cudnnGetFilterNdDescriptor(filterDesc, nbDimsRequested, dataType, format, nbDims, filterDimA);
}

cudnnStatus_t girih_cudnnGetFilterSizeInBytes(const cudnnFilterDescriptor_t filterDesc, size_t *size);
cudnnStatus_t cudnnGetFilterSizeInBytes(const cudnnFilterDescriptor_t filterDesc, size_t *size) {
  return girih_cudnnGetFilterSizeInBytes(filterDesc, size);
}

cudnnStatus_t girih_cudnnTransformFilter(cudnnHandle_t handle, const cudnnTensorTransformDescriptor_t transDesc,
                                         const void *alpha, const cudnnFilterDescriptor_t srcDesc, const void *srcData,
                                         const void *beta, const cudnnFilterDescriptor_t destDesc, void *destData);
cudnnStatus_t cudnnTransformFilter(cudnnHandle_t handle, const cudnnTensorTransformDescriptor_t transDesc,
                                   const void *alpha, const cudnnFilterDescriptor_t srcDesc, const void *srcData,
                                   const void *beta, const cudnnFilterDescriptor_t destDesc, void *destData) {
  return girih_cudnnTransformFilter(handle, transDesc, alpha, srcDesc, srcData, beta, destDesc, destData);
}

cudnnStatus_t girih_cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t filterDesc);
cudnnStatus_t cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t filterDesc) {
  return girih_cudnnDestroyFilterDescriptor(filterDesc);
}

cudnnStatus_t girih_cudnnSoftmaxForward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo, cudnnSoftmaxMode_t mode,
                                        const void *alpha, const cudnnTensorDescriptor_t xDesc, const void *x,
                                        const void *beta, const cudnnTensorDescriptor_t yDesc, void *y);
cudnnStatus_t cudnnSoftmaxForward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo, cudnnSoftmaxMode_t mode,
                                  const void *alpha, const cudnnTensorDescriptor_t xDesc, const void *x,
                                  const void *beta, const cudnnTensorDescriptor_t yDesc, void *y) {
  return girih_cudnnSoftmaxForward(handle, algo, mode, alpha, xDesc, x, beta, yDesc, y);
}

cudnnStatus_t girih_cudnnCreatePoolingDescriptor(cudnnPoolingDescriptor_t *poolingDesc);
cudnnStatus_t cudnnCreatePoolingDescriptor(cudnnPoolingDescriptor_t *poolingDesc) {
  return girih_cudnnCreatePoolingDescriptor(poolingDesc);
}

cudnnStatus_t girih_cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t poolingDesc, cudnnPoolingMode_t mode,
                                                cudnnNanPropagation_t maxpoolingNanOpt, int windowHeight,
                                                int windowWidth, int verticalPadding, int horizontalPadding,
                                                int verticalStride, int horizontalStride);
cudnnStatus_t cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t poolingDesc, cudnnPoolingMode_t mode,
                                          cudnnNanPropagation_t maxpoolingNanOpt, int windowHeight, int windowWidth,
                                          int verticalPadding, int horizontalPadding, int verticalStride,
                                          int horizontalStride) {
  return girih_cudnnSetPooling2dDescriptor(poolingDesc, mode, maxpoolingNanOpt, windowHeight, windowWidth,
                                           verticalPadding, horizontalPadding, verticalStride, horizontalStride);
}

cudnnStatus_t girih_cudnnGetPooling2dDescriptor(const cudnnPoolingDescriptor_t poolingDesc, cudnnPoolingMode_t *mode,
                                                cudnnNanPropagation_t *maxpoolingNanOpt, int *windowHeight,
                                                int *windowWidth, int *verticalPadding, int *horizontalPadding,
                                                int *verticalStride, int *horizontalStride);
cudnnStatus_t cudnnGetPooling2dDescriptor(const cudnnPoolingDescriptor_t poolingDesc, cudnnPoolingMode_t *mode,
                                          cudnnNanPropagation_t *maxpoolingNanOpt, int *windowHeight, int *windowWidth,
                                          int *verticalPadding, int *horizontalPadding, int *verticalStride,
                                          int *horizontalStride) {
  return girih_cudnnGetPooling2dDescriptor(poolingDesc, mode, maxpoolingNanOpt, windowHeight, windowWidth,
                                           verticalPadding, horizontalPadding, verticalStride, horizontalStride);
}

cudnnStatus_t girih_cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t poolingDesc, const cudnnPoolingMode_t mode,
                                                const cudnnNanPropagation_t maxpoolingNanOpt, int nbDims,
                                                const int windowDimA[], const int paddingA[], const int strideA[]);
cudnnStatus_t cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t poolingDesc, const cudnnPoolingMode_t mode,
                                          const cudnnNanPropagation_t maxpoolingNanOpt, int nbDims,
                                          const int windowDimA[], const int paddingA[], const int strideA[]) {
  return girih_cudnnSetPoolingNdDescriptor(poolingDesc, mode, maxpoolingNanOpt, nbDims, windowDimA, paddingA, strideA);
}

cudnnStatus_t girih_cudnnGetPoolingNdDescriptor(const cudnnPoolingDescriptor_t poolingDesc, int nbDimsRequested,
                                                cudnnPoolingMode_t *mode, cudnnNanPropagation_t *maxpoolingNanOpt,
                                                int *nbDims, int windowDimA[], int paddingA[], int strideA[]);
cudnnStatus_t cudnnGetPoolingNdDescriptor(const cudnnPoolingDescriptor_t poolingDesc, int nbDimsRequested,
                                          cudnnPoolingMode_t *mode, cudnnNanPropagation_t *maxpoolingNanOpt,
                                          int *nbDims, int windowDimA[], int paddingA[], int strideA[]) {
  return girih_cudnnGetPoolingNdDescriptor(poolingDesc, nbDimsRequested, mode, maxpoolingNanOpt, nbDims, windowDimA,
                                           paddingA, strideA);
}

cudnnStatus_t girih_cudnnGetPoolingNdForwardOutputDim(const cudnnPoolingDescriptor_t poolingDesc,
                                                      const cudnnTensorDescriptor_t inputTensorDesc, int nbDims,
                                                      int outputTensorDimA[]);
cudnnStatus_t cudnnGetPoolingNdForwardOutputDim(const cudnnPoolingDescriptor_t poolingDesc,
                                                const cudnnTensorDescriptor_t inputTensorDesc, int nbDims,
                                                int outputTensorDimA[]) {
  return girih_cudnnGetPoolingNdForwardOutputDim(poolingDesc, inputTensorDesc, nbDims, outputTensorDimA);
}

cudnnStatus_t girih_cudnnGetPooling2dForwardOutputDim(const cudnnPoolingDescriptor_t poolingDesc,
                                                      const cudnnTensorDescriptor_t inputTensorDesc, int *n, int *c,
                                                      int *h, int *w);
cudnnStatus_t cudnnGetPooling2dForwardOutputDim(const cudnnPoolingDescriptor_t poolingDesc,
                                                const cudnnTensorDescriptor_t inputTensorDesc, int *n, int *c, int *h,
                                                int *w) {
  return girih_cudnnGetPooling2dForwardOutputDim(poolingDesc, inputTensorDesc, n, c, h, w);
}

cudnnStatus_t girih_cudnnDestroyPoolingDescriptor(cudnnPoolingDescriptor_t poolingDesc);
cudnnStatus_t cudnnDestroyPoolingDescriptor(cudnnPoolingDescriptor_t poolingDesc) {
  return girih_cudnnDestroyPoolingDescriptor(poolingDesc);
}

cudnnStatus_t girih_cudnnPoolingForward(cudnnHandle_t handle, const cudnnPoolingDescriptor_t poolingDesc,
                                        const void *alpha, const cudnnTensorDescriptor_t xDesc, const void *x,
                                        const void *beta, const cudnnTensorDescriptor_t yDesc, void *y);
cudnnStatus_t cudnnPoolingForward(cudnnHandle_t handle, const cudnnPoolingDescriptor_t poolingDesc, const void *alpha,
                                  const cudnnTensorDescriptor_t xDesc, const void *x, const void *beta,
                                  const cudnnTensorDescriptor_t yDesc, void *y) {
  return girih_cudnnPoolingForward(handle, poolingDesc, alpha, xDesc, x, beta, yDesc, y);
}

cudnnStatus_t girih_cudnnCreateActivationDescriptor(cudnnActivationDescriptor_t *activationDesc);
cudnnStatus_t cudnnCreateActivationDescriptor(cudnnActivationDescriptor_t *activationDesc) {
  return girih_cudnnCreateActivationDescriptor(activationDesc);
}

cudnnStatus_t girih_cudnnSetActivationDescriptor(cudnnActivationDescriptor_t activationDesc, cudnnActivationMode_t mode,
                                                 cudnnNanPropagation_t reluNanOpt, double coef);
cudnnStatus_t cudnnSetActivationDescriptor(cudnnActivationDescriptor_t activationDesc, cudnnActivationMode_t mode,
                                           cudnnNanPropagation_t reluNanOpt, double coef) {
  return girih_cudnnSetActivationDescriptor(activationDesc, mode, reluNanOpt, coef);
}

cudnnStatus_t girih_cudnnGetActivationDescriptor(const cudnnActivationDescriptor_t activationDesc,
                                                 cudnnActivationMode_t *mode, cudnnNanPropagation_t *reluNanOpt,
                                                 double *coef);
cudnnStatus_t cudnnGetActivationDescriptor(const cudnnActivationDescriptor_t activationDesc,
                                           cudnnActivationMode_t *mode, cudnnNanPropagation_t *reluNanOpt,
                                           double *coef) {
  return girih_cudnnGetActivationDescriptor(activationDesc, mode, reluNanOpt, coef);
}

cudnnStatus_t girih_cudnnSetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activationDesc,
                                                          double swish_beta);
cudnnStatus_t cudnnSetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activationDesc, double swish_beta) {
  return girih_cudnnSetActivationDescriptorSwishBeta(activationDesc, swish_beta);
}

cudnnStatus_t girih_cudnnGetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activationDesc,
                                                          double *swish_beta);
cudnnStatus_t cudnnGetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activationDesc, double *swish_beta) {
  return girih_cudnnGetActivationDescriptorSwishBeta(activationDesc, swish_beta);
}

cudnnStatus_t girih_cudnnDestroyActivationDescriptor(cudnnActivationDescriptor_t activationDesc);
cudnnStatus_t cudnnDestroyActivationDescriptor(cudnnActivationDescriptor_t activationDesc) {
  return girih_cudnnDestroyActivationDescriptor(activationDesc);
}

cudnnStatus_t girih_cudnnActivationForward(cudnnHandle_t handle, cudnnActivationDescriptor_t activationDesc,
                                           const void *alpha, const cudnnTensorDescriptor_t xDesc, const void *x,
                                           const void *beta, const cudnnTensorDescriptor_t yDesc, void *y);
cudnnStatus_t cudnnActivationForward(cudnnHandle_t handle, cudnnActivationDescriptor_t activationDesc,
                                     const void *alpha, const cudnnTensorDescriptor_t xDesc, const void *x,
                                     const void *beta, const cudnnTensorDescriptor_t yDesc, void *y) {
  return girih_cudnnActivationForward(handle, activationDesc, alpha, xDesc, x, beta, yDesc, y);
}

cudnnStatus_t girih_cudnnCreateLRNDescriptor(cudnnLRNDescriptor_t *normDesc);
cudnnStatus_t cudnnCreateLRNDescriptor(cudnnLRNDescriptor_t *normDesc) {
  return girih_cudnnCreateLRNDescriptor(normDesc);
}

cudnnStatus_t girih_cudnnSetLRNDescriptor(cudnnLRNDescriptor_t normDesc, unsigned lrnN, double lrnAlpha, double lrnBeta,
                                          double lrnK);
cudnnStatus_t cudnnSetLRNDescriptor(cudnnLRNDescriptor_t normDesc, unsigned lrnN, double lrnAlpha, double lrnBeta,
                                    double lrnK) {
  return girih_cudnnSetLRNDescriptor(normDesc, lrnN, lrnAlpha, lrnBeta, lrnK);
}

cudnnStatus_t girih_cudnnGetLRNDescriptor(cudnnLRNDescriptor_t normDesc, unsigned *lrnN, double *lrnAlpha,
                                          double *lrnBeta, double *lrnK);
cudnnStatus_t cudnnGetLRNDescriptor(cudnnLRNDescriptor_t normDesc, unsigned *lrnN, double *lrnAlpha, double *lrnBeta,
                                    double *lrnK) {
  return girih_cudnnGetLRNDescriptor(normDesc, lrnN, lrnAlpha, lrnBeta, lrnK);
}

cudnnStatus_t girih_cudnnDestroyLRNDescriptor(cudnnLRNDescriptor_t lrnDesc);
cudnnStatus_t cudnnDestroyLRNDescriptor(cudnnLRNDescriptor_t lrnDesc) {
  return girih_cudnnDestroyLRNDescriptor(lrnDesc);
}

cudnnStatus_t girih_cudnnLRNCrossChannelForward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                                cudnnLRNMode_t lrnMode, const void *alpha,
                                                const cudnnTensorDescriptor_t xDesc, const void *x, const void *beta,
                                                const cudnnTensorDescriptor_t yDesc, void *y);
cudnnStatus_t cudnnLRNCrossChannelForward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc, cudnnLRNMode_t lrnMode,
                                          const void *alpha, const cudnnTensorDescriptor_t xDesc, const void *x,
                                          const void *beta, const cudnnTensorDescriptor_t yDesc, void *y) {
  return girih_cudnnLRNCrossChannelForward(handle, normDesc, lrnMode, alpha, xDesc, x, beta, yDesc, y);
}

cudnnStatus_t girih_cudnnDivisiveNormalizationForward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                                      cudnnDivNormMode_t mode, const void *alpha,
                                                      const cudnnTensorDescriptor_t xDesc, const void *x,
                                                      const void *means, void *temp, void *temp2, const void *beta,
                                                      const cudnnTensorDescriptor_t yDesc, void *y);
cudnnStatus_t cudnnDivisiveNormalizationForward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                                cudnnDivNormMode_t mode, const void *alpha,
                                                const cudnnTensorDescriptor_t xDesc, const void *x, const void *means,
                                                void *temp, void *temp2, const void *beta,
                                                const cudnnTensorDescriptor_t yDesc, void *y) {
  return girih_cudnnDivisiveNormalizationForward(handle, normDesc, mode, alpha, xDesc, x, means, temp, temp2, beta,
                                                 yDesc, y);
}

cudnnStatus_t girih_cudnnDeriveBNTensorDescriptor(cudnnTensorDescriptor_t derivedBnDesc,
                                                  const cudnnTensorDescriptor_t xDesc, cudnnBatchNormMode_t mode);
cudnnStatus_t cudnnDeriveBNTensorDescriptor(cudnnTensorDescriptor_t derivedBnDesc, const cudnnTensorDescriptor_t xDesc,
                                            cudnnBatchNormMode_t mode) {
  return girih_cudnnDeriveBNTensorDescriptor(derivedBnDesc, xDesc, mode);
}

cudnnStatus_t girih_cudnnBatchNormalizationForwardInference(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                            const void *alpha, const void *beta,
                                                            const cudnnTensorDescriptor_t xDesc, const void *x,
                                                            const cudnnTensorDescriptor_t yDesc, void *y,
                                                            const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc,
                                                            const void *bnScale, const void *bnBias,
                                                            const void *estimatedMean, const void *estimatedVariance,
                                                            double epsilon);
cudnnStatus_t cudnnBatchNormalizationForwardInference(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                      const void *alpha, const void *beta,
                                                      const cudnnTensorDescriptor_t xDesc, const void *x,
                                                      const cudnnTensorDescriptor_t yDesc, void *y,
                                                      const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc,
                                                      const void *bnScale, const void *bnBias,
                                                      const void *estimatedMean, const void *estimatedVariance,
                                                      double epsilon) {
  return girih_cudnnBatchNormalizationForwardInference(handle, mode, alpha, beta, xDesc, x, yDesc, y,
                                                       bnScaleBiasMeanVarDesc, bnScale, bnBias, estimatedMean,
                                                       estimatedVariance, epsilon);
}

cudnnStatus_t girih_cudnnDeriveNormTensorDescriptor(cudnnTensorDescriptor_t derivedNormScaleBiasDesc,
                                                    cudnnTensorDescriptor_t derivedNormMeanVarDesc,
                                                    const cudnnTensorDescriptor_t xDesc, cudnnNormMode_t mode,
                                                    int groupCnt);
cudnnStatus_t cudnnDeriveNormTensorDescriptor(cudnnTensorDescriptor_t derivedNormScaleBiasDesc,
                                              cudnnTensorDescriptor_t derivedNormMeanVarDesc,
                                              const cudnnTensorDescriptor_t xDesc, cudnnNormMode_t mode, int groupCnt) {
  return girih_cudnnDeriveNormTensorDescriptor(derivedNormScaleBiasDesc, derivedNormMeanVarDesc, xDesc, mode, groupCnt);
}

cudnnStatus_t girih_cudnnNormalizationForwardInference(cudnnHandle_t handle, cudnnNormMode_t mode,
                                                       cudnnNormOps_t normOps, cudnnNormAlgo_t algo, const void *alpha,
                                                       const void *beta, const cudnnTensorDescriptor_t xDesc,
                                                       const void *x, const cudnnTensorDescriptor_t normScaleBiasDesc,
                                                       const void *normScale, const void *normBias,
                                                       const cudnnTensorDescriptor_t normMeanVarDesc,
                                                       const void *estimatedMean, const void *estimatedVariance,
                                                       const cudnnTensorDescriptor_t zDesc, const void *z,
                                                       cudnnActivationDescriptor_t activationDesc,
                                                       const cudnnTensorDescriptor_t yDesc, void *y, double epsilon,
                                                       int groupCnt);
cudnnStatus_t cudnnNormalizationForwardInference(cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t normOps,
                                                 cudnnNormAlgo_t algo, const void *alpha, const void *beta,
                                                 const cudnnTensorDescriptor_t xDesc, const void *x,
                                                 const cudnnTensorDescriptor_t normScaleBiasDesc, const void *normScale,
                                                 const void *normBias, const cudnnTensorDescriptor_t normMeanVarDesc,
                                                 const void *estimatedMean, const void *estimatedVariance,
                                                 const cudnnTensorDescriptor_t zDesc, const void *z,
                                                 cudnnActivationDescriptor_t activationDesc,
                                                 const cudnnTensorDescriptor_t yDesc, void *y, double epsilon,
                                                 int groupCnt) {
  return girih_cudnnNormalizationForwardInference(handle, mode, normOps, algo, alpha, beta, xDesc, x, normScaleBiasDesc,
                                                  normScale, normBias, normMeanVarDesc, estimatedMean,
                                                  estimatedVariance, zDesc, z, activationDesc, yDesc, y, epsilon,
                                                  groupCnt);
}

cudnnStatus_t girih_cudnnCreateSpatialTransformerDescriptor(cudnnSpatialTransformerDescriptor_t *stDesc);
cudnnStatus_t cudnnCreateSpatialTransformerDescriptor(cudnnSpatialTransformerDescriptor_t *stDesc) {
  return girih_cudnnCreateSpatialTransformerDescriptor(stDesc);
}

cudnnStatus_t girih_cudnnSetSpatialTransformerNdDescriptor(cudnnSpatialTransformerDescriptor_t stDesc,
                                                           cudnnSamplerType_t samplerType, cudnnDataType_t dataType,
                                                           const int nbDims, const int dimA[]);
cudnnStatus_t cudnnSetSpatialTransformerNdDescriptor(cudnnSpatialTransformerDescriptor_t stDesc,
                                                     cudnnSamplerType_t samplerType, cudnnDataType_t dataType,
                                                     const int nbDims, const int dimA[]) {
  return girih_cudnnSetSpatialTransformerNdDescriptor(stDesc, samplerType, dataType, nbDims, dimA);
}

cudnnStatus_t girih_cudnnDestroySpatialTransformerDescriptor(cudnnSpatialTransformerDescriptor_t stDesc);
cudnnStatus_t cudnnDestroySpatialTransformerDescriptor(cudnnSpatialTransformerDescriptor_t stDesc) {
  return girih_cudnnDestroySpatialTransformerDescriptor(stDesc);
}

cudnnStatus_t girih_cudnnSpatialTfGridGeneratorForward(cudnnHandle_t handle,
                                                       const cudnnSpatialTransformerDescriptor_t stDesc,
                                                       const void *theta, void *grid);
cudnnStatus_t cudnnSpatialTfGridGeneratorForward(cudnnHandle_t handle, const cudnnSpatialTransformerDescriptor_t stDesc,
                                                 const void *theta, void *grid) {
  return girih_cudnnSpatialTfGridGeneratorForward(handle, stDesc, theta, grid);
}

cudnnStatus_t girih_cudnnSpatialTfSamplerForward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t stDesc,
                                                 const void *alpha, const cudnnTensorDescriptor_t xDesc, const void *x,
                                                 const void *grid, const void *beta, cudnnTensorDescriptor_t yDesc,
                                                 void *y);
cudnnStatus_t cudnnSpatialTfSamplerForward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t stDesc,
                                           const void *alpha, const cudnnTensorDescriptor_t xDesc, const void *x,
                                           const void *grid, const void *beta, cudnnTensorDescriptor_t yDesc, void *y) {
  return girih_cudnnSpatialTfSamplerForward(handle, stDesc, alpha, xDesc, x, grid, beta, yDesc, y);
}

cudnnStatus_t girih_cudnnCreateDropoutDescriptor(cudnnDropoutDescriptor_t *dropoutDesc);
cudnnStatus_t cudnnCreateDropoutDescriptor(cudnnDropoutDescriptor_t *dropoutDesc) {
  return girih_cudnnCreateDropoutDescriptor(dropoutDesc);
}

cudnnStatus_t girih_cudnnDestroyDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc);
cudnnStatus_t cudnnDestroyDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc) {
  return girih_cudnnDestroyDropoutDescriptor(dropoutDesc);
}

cudnnStatus_t girih_cudnnDropoutGetStatesSize(cudnnHandle_t handle, size_t *sizeInBytes);
cudnnStatus_t cudnnDropoutGetStatesSize(cudnnHandle_t handle, size_t *sizeInBytes) {
  return girih_cudnnDropoutGetStatesSize(handle, sizeInBytes);
}

cudnnStatus_t girih_cudnnDropoutGetReserveSpaceSize(cudnnTensorDescriptor_t xdesc, size_t *sizeInBytes);
cudnnStatus_t cudnnDropoutGetReserveSpaceSize(cudnnTensorDescriptor_t xdesc, size_t *sizeInBytes) {
  return girih_cudnnDropoutGetReserveSpaceSize(xdesc, sizeInBytes);
}

cudnnStatus_t girih_cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc, cudnnHandle_t handle, float dropout,
                                              void *states, size_t stateSizeInBytes, unsigned long long seed);
cudnnStatus_t cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc, cudnnHandle_t handle, float dropout,
                                        void *states, size_t stateSizeInBytes, unsigned long long seed) {
  return girih_cudnnSetDropoutDescriptor(dropoutDesc, handle, dropout, states, stateSizeInBytes, seed);
}

cudnnStatus_t girih_cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc, cudnnHandle_t handle,
                                                  float dropout, void *states, size_t stateSizeInBytes,
                                                  unsigned long long seed);
cudnnStatus_t cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc, cudnnHandle_t handle, float dropout,
                                            void *states, size_t stateSizeInBytes, unsigned long long seed) {
  return girih_cudnnRestoreDropoutDescriptor(dropoutDesc, handle, dropout, states, stateSizeInBytes, seed);
}

cudnnStatus_t girih_cudnnGetDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc, cudnnHandle_t handle,
                                              float *dropout, void **states, unsigned long long *seed);
cudnnStatus_t cudnnGetDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc, cudnnHandle_t handle, float *dropout,
                                        void **states, unsigned long long *seed) {
  return girih_cudnnGetDropoutDescriptor(dropoutDesc, handle, dropout, states, seed);
}

cudnnStatus_t girih_cudnnDropoutForward(cudnnHandle_t handle, const cudnnDropoutDescriptor_t dropoutDesc,
                                        const cudnnTensorDescriptor_t xdesc, const void *x,
                                        const cudnnTensorDescriptor_t ydesc, void *y, void *reserveSpace,
                                        size_t reserveSpaceSizeInBytes);
cudnnStatus_t cudnnDropoutForward(cudnnHandle_t handle, const cudnnDropoutDescriptor_t dropoutDesc,
                                  const cudnnTensorDescriptor_t xdesc, const void *x,
                                  const cudnnTensorDescriptor_t ydesc, void *y, void *reserveSpace,
                                  size_t reserveSpaceSizeInBytes) {
  return girih_cudnnDropoutForward(handle, dropoutDesc, xdesc, x, ydesc, y, reserveSpace, reserveSpaceSizeInBytes);
}

cudnnStatus_t girih_cudnnOpsVersionCheck(void);
cudnnStatus_t cudnnOpsVersionCheck(void) {
  return girih_cudnnOpsVersionCheck();
}

cudnnStatus_t girih_cudnnSoftmaxBackward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo, cudnnSoftmaxMode_t mode,
                                         const void *alpha, const cudnnTensorDescriptor_t yDesc, const void *y,
                                         const cudnnTensorDescriptor_t dyDesc, const void *dy, const void *beta,
                                         const cudnnTensorDescriptor_t dxDesc, void *dx);
cudnnStatus_t cudnnSoftmaxBackward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo, cudnnSoftmaxMode_t mode,
                                   const void *alpha, const cudnnTensorDescriptor_t yDesc, const void *y,
                                   const cudnnTensorDescriptor_t dyDesc, const void *dy, const void *beta,
                                   const cudnnTensorDescriptor_t dxDesc, void *dx) {
  return girih_cudnnSoftmaxBackward(handle, algo, mode, alpha, yDesc, y, dyDesc, dy, beta, dxDesc, dx);
}

cudnnStatus_t girih_cudnnPoolingBackward(cudnnHandle_t handle, const cudnnPoolingDescriptor_t poolingDesc,
                                         const void *alpha, const cudnnTensorDescriptor_t yDesc, const void *y,
                                         const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                         const cudnnTensorDescriptor_t xDesc, const void *x, const void *beta,
                                         const cudnnTensorDescriptor_t dxDesc, void *dx);
cudnnStatus_t cudnnPoolingBackward(cudnnHandle_t handle, const cudnnPoolingDescriptor_t poolingDesc, const void *alpha,
                                   const cudnnTensorDescriptor_t yDesc, const void *y,
                                   const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                   const cudnnTensorDescriptor_t xDesc, const void *x, const void *beta,
                                   const cudnnTensorDescriptor_t dxDesc, void *dx) {
  return girih_cudnnPoolingBackward(handle, poolingDesc, alpha, yDesc, y, dyDesc, dy, xDesc, x, beta, dxDesc, dx);
}

cudnnStatus_t girih_cudnnActivationBackward(cudnnHandle_t handle, cudnnActivationDescriptor_t activationDesc,
                                            const void *alpha, const cudnnTensorDescriptor_t yDesc, const void *y,
                                            const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                            const cudnnTensorDescriptor_t xDesc, const void *x, const void *beta,
                                            const cudnnTensorDescriptor_t dxDesc, void *dx);
cudnnStatus_t cudnnActivationBackward(cudnnHandle_t handle, cudnnActivationDescriptor_t activationDesc,
                                      const void *alpha, const cudnnTensorDescriptor_t yDesc, const void *y,
                                      const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                      const cudnnTensorDescriptor_t xDesc, const void *x, const void *beta,
                                      const cudnnTensorDescriptor_t dxDesc, void *dx) {
  return girih_cudnnActivationBackward(handle, activationDesc, alpha, yDesc, y, dyDesc, dy, xDesc, x, beta, dxDesc, dx);
}

cudnnStatus_t girih_cudnnLRNCrossChannelBackward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                                 cudnnLRNMode_t lrnMode, const void *alpha,
                                                 const cudnnTensorDescriptor_t yDesc, const void *y,
                                                 const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                                 const cudnnTensorDescriptor_t xDesc, const void *x, const void *beta,
                                                 const cudnnTensorDescriptor_t dxDesc, void *dx);
cudnnStatus_t cudnnLRNCrossChannelBackward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc, cudnnLRNMode_t lrnMode,
                                           const void *alpha, const cudnnTensorDescriptor_t yDesc, const void *y,
                                           const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                           const cudnnTensorDescriptor_t xDesc, const void *x, const void *beta,
                                           const cudnnTensorDescriptor_t dxDesc, void *dx) {
  return girih_cudnnLRNCrossChannelBackward(handle, normDesc, lrnMode, alpha, yDesc, y, dyDesc, dy, xDesc, x, beta,
                                            dxDesc, dx);
}

cudnnStatus_t girih_cudnnDivisiveNormalizationBackward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                                       cudnnDivNormMode_t mode, const void *alpha,
                                                       const cudnnTensorDescriptor_t xDesc, const void *x,
                                                       const void *means, const void *dy, void *temp, void *temp2,
                                                       const void *beta, const cudnnTensorDescriptor_t dXdMeansDesc,
                                                       void *dx, void *dMeans);
cudnnStatus_t cudnnDivisiveNormalizationBackward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                                 cudnnDivNormMode_t mode, const void *alpha,
                                                 const cudnnTensorDescriptor_t xDesc, const void *x, const void *means,
                                                 const void *dy, void *temp, void *temp2, const void *beta,
                                                 const cudnnTensorDescriptor_t dXdMeansDesc, void *dx, void *dMeans) {
  return girih_cudnnDivisiveNormalizationBackward(handle, normDesc, mode, alpha, xDesc, x, means, dy, temp, temp2, beta,
                                                  dXdMeansDesc, dx, dMeans);
}

cudnnStatus_t girih_cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(cudnnHandle_t handle,
    cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps, const cudnnTensorDescriptor_t xDesc,
    const cudnnTensorDescriptor_t zDesc, const cudnnTensorDescriptor_t yDesc,
    const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc, const cudnnActivationDescriptor_t activationDesc,
    size_t *sizeInBytes);
cudnnStatus_t cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                                       cudnnBatchNormOps_t bnOps,
                                                                       const cudnnTensorDescriptor_t xDesc,
                                                                       const cudnnTensorDescriptor_t zDesc,
                                                                       const cudnnTensorDescriptor_t yDesc,
                                                                       const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc,
                                                                       const cudnnActivationDescriptor_t activationDesc,
                                                                       size_t *sizeInBytes) {
  return girih_cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(handle, mode, bnOps, xDesc, zDesc, yDesc,
                                                                        bnScaleBiasMeanVarDesc, activationDesc,
                                                                        sizeInBytes);
}

cudnnStatus_t girih_cudnnGetBatchNormalizationBackwardExWorkspaceSize(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                                      cudnnBatchNormOps_t bnOps,
                                                                      const cudnnTensorDescriptor_t xDesc,
                                                                      const cudnnTensorDescriptor_t yDesc,
                                                                      const cudnnTensorDescriptor_t dyDesc,
                                                                      const cudnnTensorDescriptor_t dzDesc,
                                                                      const cudnnTensorDescriptor_t dxDesc,
                                                                      const cudnnTensorDescriptor_t dBnScaleBiasDesc,
                                                                      const cudnnActivationDescriptor_t activationDesc,
                                                                      size_t *sizeInBytes);
cudnnStatus_t cudnnGetBatchNormalizationBackwardExWorkspaceSize(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                                cudnnBatchNormOps_t bnOps,
                                                                const cudnnTensorDescriptor_t xDesc,
                                                                const cudnnTensorDescriptor_t yDesc,
                                                                const cudnnTensorDescriptor_t dyDesc,
                                                                const cudnnTensorDescriptor_t dzDesc,
                                                                const cudnnTensorDescriptor_t dxDesc,
                                                                const cudnnTensorDescriptor_t dBnScaleBiasDesc,
                                                                const cudnnActivationDescriptor_t activationDesc,
                                                                size_t *sizeInBytes) {
  return girih_cudnnGetBatchNormalizationBackwardExWorkspaceSize(handle, mode, bnOps, xDesc, yDesc, dyDesc, dzDesc,
                                                                 dxDesc, dBnScaleBiasDesc, activationDesc, sizeInBytes);
}

cudnnStatus_t girih_cudnnGetBatchNormalizationTrainingExReserveSpaceSize(cudnnHandle_t handle,
    cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps, const cudnnActivationDescriptor_t activationDesc,
    const cudnnTensorDescriptor_t xDesc, size_t *sizeInBytes);
cudnnStatus_t cudnnGetBatchNormalizationTrainingExReserveSpaceSize(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                                   cudnnBatchNormOps_t bnOps,
                                                                   const cudnnActivationDescriptor_t activationDesc,
                                                                   const cudnnTensorDescriptor_t xDesc,
                                                                   size_t *sizeInBytes) {
  return girih_cudnnGetBatchNormalizationTrainingExReserveSpaceSize(handle, mode, bnOps, activationDesc, xDesc,
                                                                    sizeInBytes);
}

cudnnStatus_t girih_cudnnBatchNormalizationForwardTraining(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                           const void *alpha, const void *beta,
                                                           const cudnnTensorDescriptor_t xDesc, const void *x,
                                                           const cudnnTensorDescriptor_t yDesc, void *y,
                                                           const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc,
                                                           const void *bnScale, const void *bnBias,
                                                           double exponentialAverageFactor, void *resultRunningMean,
                                                           void *resultRunningVariance, double epsilon,
                                                           void *resultSaveMean, void *resultSaveInvVariance);
cudnnStatus_t cudnnBatchNormalizationForwardTraining(cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void *alpha,
                                                     const void *beta, const cudnnTensorDescriptor_t xDesc,
                                                     const void *x, const cudnnTensorDescriptor_t yDesc, void *y,
                                                     const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc,
                                                     const void *bnScale, const void *bnBias,
                                                     double exponentialAverageFactor, void *resultRunningMean,
                                                     void *resultRunningVariance, double epsilon, void *resultSaveMean,
                                                     void *resultSaveInvVariance) {
  return girih_cudnnBatchNormalizationForwardTraining(handle, mode, alpha, beta, xDesc, x, yDesc, y,
                                                      bnScaleBiasMeanVarDesc, bnScale, bnBias, exponentialAverageFactor,
                                                      resultRunningMean, resultRunningVariance, epsilon, resultSaveMean,
                                                      resultSaveInvVariance);
}

cudnnStatus_t girih_cudnnBatchNormalizationForwardTrainingEx(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                             cudnnBatchNormOps_t bnOps, const void *alpha,
                                                             const void *beta, const cudnnTensorDescriptor_t xDesc,
                                                             const void *xData, const cudnnTensorDescriptor_t zDesc,
                                                             const void *zData, const cudnnTensorDescriptor_t yDesc,
                                                             void *yData,
                                                             const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc,
                                                             const void *bnScale, const void *bnBias,
                                                             double exponentialAverageFactor, void *resultRunningMean,
                                                             void *resultRunningVariance, double epsilon,
                                                             void *resultSaveMean, void *resultSaveInvVariance,
                                                             cudnnActivationDescriptor_t activationDesc,
                                                             void *workspace, size_t workSpaceSizeInBytes,
                                                             void *reserveSpace, size_t reserveSpaceSizeInBytes);
cudnnStatus_t cudnnBatchNormalizationForwardTrainingEx(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                       cudnnBatchNormOps_t bnOps, const void *alpha, const void *beta,
                                                       const cudnnTensorDescriptor_t xDesc, const void *xData,
                                                       const cudnnTensorDescriptor_t zDesc, const void *zData,
                                                       const cudnnTensorDescriptor_t yDesc, void *yData,
                                                       const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc,
                                                       const void *bnScale, const void *bnBias,
                                                       double exponentialAverageFactor, void *resultRunningMean,
                                                       void *resultRunningVariance, double epsilon,
                                                       void *resultSaveMean, void *resultSaveInvVariance,
                                                       cudnnActivationDescriptor_t activationDesc, void *workspace,
                                                       size_t workSpaceSizeInBytes, void *reserveSpace,
                                                       size_t reserveSpaceSizeInBytes) {
  return girih_cudnnBatchNormalizationForwardTrainingEx(handle, mode, bnOps, alpha, beta, xDesc, xData, zDesc, zData,
                                                        yDesc, yData, bnScaleBiasMeanVarDesc, bnScale, bnBias,
                                                        exponentialAverageFactor, resultRunningMean,
                                                        resultRunningVariance, epsilon, resultSaveMean,
                                                        resultSaveInvVariance, activationDesc, workspace,
                                                        workSpaceSizeInBytes, reserveSpace, reserveSpaceSizeInBytes);
}

cudnnStatus_t girih_cudnnBatchNormalizationBackward(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                    const void *alphaDataDiff, const void *betaDataDiff,
                                                    const void *alphaParamDiff, const void *betaParamDiff,
                                                    const cudnnTensorDescriptor_t xDesc, const void *x,
                                                    const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                                    const cudnnTensorDescriptor_t dxDesc, void *dx,
                                                    const cudnnTensorDescriptor_t dBnScaleBiasDesc, const void *bnScale,
                                                    void *dBnScaleResult, void *dBnBiasResult, double epsilon,
                                                    const void *savedMean, const void *savedInvVariance);
cudnnStatus_t cudnnBatchNormalizationBackward(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                              const void *alphaDataDiff, const void *betaDataDiff,
                                              const void *alphaParamDiff, const void *betaParamDiff,
                                              const cudnnTensorDescriptor_t xDesc, const void *x,
                                              const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                              const cudnnTensorDescriptor_t dxDesc, void *dx,
                                              const cudnnTensorDescriptor_t dBnScaleBiasDesc, const void *bnScale,
                                              void *dBnScaleResult, void *dBnBiasResult, double epsilon,
                                              const void *savedMean, const void *savedInvVariance) {
  return girih_cudnnBatchNormalizationBackward(handle, mode, alphaDataDiff, betaDataDiff, alphaParamDiff, betaParamDiff,
                                               xDesc, x, dyDesc, dy, dxDesc, dx, dBnScaleBiasDesc, bnScale,
                                               dBnScaleResult, dBnBiasResult, epsilon, savedMean, savedInvVariance);
}

cudnnStatus_t girih_cudnnBatchNormalizationBackwardEx(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                      cudnnBatchNormOps_t bnOps, const void *alphaDataDiff,
                                                      const void *betaDataDiff, const void *alphaParamDiff,
                                                      const void *betaParamDiff, const cudnnTensorDescriptor_t xDesc,
                                                      const void *xData, const cudnnTensorDescriptor_t yDesc,
                                                      const void *yData, const cudnnTensorDescriptor_t dyDesc,
                                                      const void *dyData, const cudnnTensorDescriptor_t dzDesc,
                                                      void *dzData, const cudnnTensorDescriptor_t dxDesc, void *dxData,
                                                      const cudnnTensorDescriptor_t dBnScaleBiasDesc,
                                                      const void *bnScaleData, const void *bnBiasData,
                                                      void *dBnScaleData, void *dBnBiasData, double epsilon,
                                                      const void *savedMean, const void *savedInvVariance,
                                                      cudnnActivationDescriptor_t activationDesc, void *workSpace,
                                                      size_t workSpaceSizeInBytes, void *reserveSpace,
                                                      size_t reserveSpaceSizeInBytes);
cudnnStatus_t cudnnBatchNormalizationBackwardEx(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                cudnnBatchNormOps_t bnOps, const void *alphaDataDiff,
                                                const void *betaDataDiff, const void *alphaParamDiff,
                                                const void *betaParamDiff, const cudnnTensorDescriptor_t xDesc,
                                                const void *xData, const cudnnTensorDescriptor_t yDesc,
                                                const void *yData, const cudnnTensorDescriptor_t dyDesc,
                                                const void *dyData, const cudnnTensorDescriptor_t dzDesc, void *dzData,
                                                const cudnnTensorDescriptor_t dxDesc, void *dxData,
                                                const cudnnTensorDescriptor_t dBnScaleBiasDesc, const void *bnScaleData,
                                                const void *bnBiasData, void *dBnScaleData, void *dBnBiasData,
                                                double epsilon, const void *savedMean, const void *savedInvVariance,
                                                cudnnActivationDescriptor_t activationDesc, void *workSpace,
                                                size_t workSpaceSizeInBytes, void *reserveSpace,
                                                size_t reserveSpaceSizeInBytes) {
  return girih_cudnnBatchNormalizationBackwardEx(handle, mode, bnOps, alphaDataDiff, betaDataDiff, alphaParamDiff,
                                                 betaParamDiff, xDesc, xData, yDesc, yData, dyDesc, dyData, dzDesc,
                                                 dzData, dxDesc, dxData, dBnScaleBiasDesc, bnScaleData, bnBiasData,
                                                 dBnScaleData, dBnBiasData, epsilon, savedMean, savedInvVariance,
                                                 activationDesc, workSpace, workSpaceSizeInBytes, reserveSpace,
                                                 reserveSpaceSizeInBytes);
}

cudnnStatus_t girih_cudnnGetNormalizationForwardTrainingWorkspaceSize(cudnnHandle_t handle, cudnnNormMode_t mode,
                                                                      cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
                                                                      const cudnnTensorDescriptor_t xDesc,
                                                                      const cudnnTensorDescriptor_t zDesc,
                                                                      const cudnnTensorDescriptor_t yDesc,
                                                                      const cudnnTensorDescriptor_t normScaleBiasDesc,
                                                                      const cudnnActivationDescriptor_t activationDesc,
                                                                      const cudnnTensorDescriptor_t normMeanVarDesc,
                                                                      size_t *sizeInBytes, int groupCnt);
cudnnStatus_t cudnnGetNormalizationForwardTrainingWorkspaceSize(cudnnHandle_t handle, cudnnNormMode_t mode,
                                                                cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
                                                                const cudnnTensorDescriptor_t xDesc,
                                                                const cudnnTensorDescriptor_t zDesc,
                                                                const cudnnTensorDescriptor_t yDesc,
                                                                const cudnnTensorDescriptor_t normScaleBiasDesc,
                                                                const cudnnActivationDescriptor_t activationDesc,
                                                                const cudnnTensorDescriptor_t normMeanVarDesc,
                                                                size_t *sizeInBytes, int groupCnt) {
  return girih_cudnnGetNormalizationForwardTrainingWorkspaceSize(handle, mode, normOps, algo, xDesc, zDesc, yDesc,
                                                                 normScaleBiasDesc, activationDesc, normMeanVarDesc,
                                                                 sizeInBytes, groupCnt);
}

cudnnStatus_t girih_cudnnGetNormalizationBackwardWorkspaceSize(cudnnHandle_t handle, cudnnNormMode_t mode,
                                                               cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
                                                               const cudnnTensorDescriptor_t xDesc,
                                                               const cudnnTensorDescriptor_t yDesc,
                                                               const cudnnTensorDescriptor_t dyDesc,
                                                               const cudnnTensorDescriptor_t dzDesc,
                                                               const cudnnTensorDescriptor_t dxDesc,
                                                               const cudnnTensorDescriptor_t dNormScaleBiasDesc,
                                                               const cudnnActivationDescriptor_t activationDesc,
                                                               const cudnnTensorDescriptor_t normMeanVarDesc,
                                                               size_t *sizeInBytes, int groupCnt);
cudnnStatus_t cudnnGetNormalizationBackwardWorkspaceSize(cudnnHandle_t handle, cudnnNormMode_t mode,
                                                         cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
                                                         const cudnnTensorDescriptor_t xDesc,
                                                         const cudnnTensorDescriptor_t yDesc,
                                                         const cudnnTensorDescriptor_t dyDesc,
                                                         const cudnnTensorDescriptor_t dzDesc,
                                                         const cudnnTensorDescriptor_t dxDesc,
                                                         const cudnnTensorDescriptor_t dNormScaleBiasDesc,
                                                         const cudnnActivationDescriptor_t activationDesc,
                                                         const cudnnTensorDescriptor_t normMeanVarDesc,
                                                         size_t *sizeInBytes, int groupCnt) {
  return girih_cudnnGetNormalizationBackwardWorkspaceSize(handle, mode, normOps, algo, xDesc, yDesc, dyDesc, dzDesc,
                                                          dxDesc, dNormScaleBiasDesc, activationDesc, normMeanVarDesc,
                                                          sizeInBytes, groupCnt);
}

cudnnStatus_t girih_cudnnGetNormalizationTrainingReserveSpaceSize(cudnnHandle_t handle, cudnnNormMode_t mode,
                                                                  cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
                                                                  const cudnnActivationDescriptor_t activationDesc,
                                                                  const cudnnTensorDescriptor_t xDesc,
                                                                  size_t *sizeInBytes, int groupCnt);
cudnnStatus_t cudnnGetNormalizationTrainingReserveSpaceSize(cudnnHandle_t handle, cudnnNormMode_t mode,
                                                            cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
                                                            const cudnnActivationDescriptor_t activationDesc,
                                                            const cudnnTensorDescriptor_t xDesc, size_t *sizeInBytes,
                                                            int groupCnt) {
  return girih_cudnnGetNormalizationTrainingReserveSpaceSize(handle, mode, normOps, algo, activationDesc, xDesc,
                                                             sizeInBytes, groupCnt);
}

cudnnStatus_t girih_cudnnNormalizationForwardTraining(cudnnHandle_t handle, cudnnNormMode_t mode,
                                                      cudnnNormOps_t normOps, cudnnNormAlgo_t algo, const void *alpha,
                                                      const void *beta, const cudnnTensorDescriptor_t xDesc,
                                                      const void *xData,
                                                      const cudnnTensorDescriptor_t normScaleBiasDesc,
                                                      const void *normScale, const void *normBias,
                                                      double exponentialAverageFactor,
                                                      const cudnnTensorDescriptor_t normMeanVarDesc,
                                                      void *resultRunningMean, void *resultRunningVariance,
                                                      double epsilon, void *resultSaveMean, void *resultSaveInvVariance,
                                                      cudnnActivationDescriptor_t activationDesc,
                                                      const cudnnTensorDescriptor_t zDesc, const void *zData,
                                                      const cudnnTensorDescriptor_t yDesc, void *yData, void *workspace,
                                                      size_t workSpaceSizeInBytes, void *reserveSpace,
                                                      size_t reserveSpaceSizeInBytes, int groupCnt);
cudnnStatus_t cudnnNormalizationForwardTraining(cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t normOps,
                                                cudnnNormAlgo_t algo, const void *alpha, const void *beta,
                                                const cudnnTensorDescriptor_t xDesc, const void *xData,
                                                const cudnnTensorDescriptor_t normScaleBiasDesc, const void *normScale,
                                                const void *normBias, double exponentialAverageFactor,
                                                const cudnnTensorDescriptor_t normMeanVarDesc, void *resultRunningMean,
                                                void *resultRunningVariance, double epsilon, void *resultSaveMean,
                                                void *resultSaveInvVariance, cudnnActivationDescriptor_t activationDesc,
                                                const cudnnTensorDescriptor_t zDesc, const void *zData,
                                                const cudnnTensorDescriptor_t yDesc, void *yData, void *workspace,
                                                size_t workSpaceSizeInBytes, void *reserveSpace,
                                                size_t reserveSpaceSizeInBytes, int groupCnt) {
  return girih_cudnnNormalizationForwardTraining(handle, mode, normOps, algo, alpha, beta, xDesc, xData,
                                                 normScaleBiasDesc, normScale, normBias, exponentialAverageFactor,
                                                 normMeanVarDesc, resultRunningMean, resultRunningVariance, epsilon,
                                                 resultSaveMean, resultSaveInvVariance, activationDesc, zDesc, zData,
                                                 yDesc, yData, workspace, workSpaceSizeInBytes, reserveSpace,
                                                 reserveSpaceSizeInBytes, groupCnt);
}

cudnnStatus_t girih_cudnnNormalizationBackward(cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t normOps,
                                               cudnnNormAlgo_t algo, const void *alphaDataDiff,
                                               const void *betaDataDiff, const void *alphaParamDiff,
                                               const void *betaParamDiff, const cudnnTensorDescriptor_t xDesc,
                                               const void *xData, const cudnnTensorDescriptor_t yDesc,
                                               const void *yData, const cudnnTensorDescriptor_t dyDesc,
                                               const void *dyData, const cudnnTensorDescriptor_t dzDesc, void *dzData,
                                               const cudnnTensorDescriptor_t dxDesc, void *dxData,
                                               const cudnnTensorDescriptor_t dNormScaleBiasDesc,
                                               const void *normScaleData, const void *normBiasData,
                                               void *dNormScaleData, void *dNormBiasData, double epsilon,
                                               const cudnnTensorDescriptor_t normMeanVarDesc, const void *savedMean,
                                               const void *savedInvVariance, cudnnActivationDescriptor_t activationDesc,
                                               void *workSpace, size_t workSpaceSizeInBytes, void *reserveSpace,
                                               size_t reserveSpaceSizeInBytes, int groupCnt);
cudnnStatus_t cudnnNormalizationBackward(cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t normOps,
                                         cudnnNormAlgo_t algo, const void *alphaDataDiff, const void *betaDataDiff,
                                         const void *alphaParamDiff, const void *betaParamDiff,
                                         const cudnnTensorDescriptor_t xDesc, const void *xData,
                                         const cudnnTensorDescriptor_t yDesc, const void *yData,
                                         const cudnnTensorDescriptor_t dyDesc, const void *dyData,
                                         const cudnnTensorDescriptor_t dzDesc, void *dzData,
                                         const cudnnTensorDescriptor_t dxDesc, void *dxData,
                                         const cudnnTensorDescriptor_t dNormScaleBiasDesc, const void *normScaleData,
                                         const void *normBiasData, void *dNormScaleData, void *dNormBiasData,
                                         double epsilon, const cudnnTensorDescriptor_t normMeanVarDesc,
                                         const void *savedMean, const void *savedInvVariance,
                                         cudnnActivationDescriptor_t activationDesc, void *workSpace,
                                         size_t workSpaceSizeInBytes, void *reserveSpace,
                                         size_t reserveSpaceSizeInBytes, int groupCnt) {
  return girih_cudnnNormalizationBackward(handle, mode, normOps, algo, alphaDataDiff, betaDataDiff, alphaParamDiff,
                                          betaParamDiff, xDesc, xData, yDesc, yData, dyDesc, dyData, dzDesc, dzData,
                                          dxDesc, dxData, dNormScaleBiasDesc, normScaleData, normBiasData,
                                          dNormScaleData, dNormBiasData, epsilon, normMeanVarDesc, savedMean,
                                          savedInvVariance, activationDesc, workSpace, workSpaceSizeInBytes,
                                          reserveSpace, reserveSpaceSizeInBytes, groupCnt);
}

cudnnStatus_t girih_cudnnSpatialTfGridGeneratorBackward(cudnnHandle_t handle,
                                                        const cudnnSpatialTransformerDescriptor_t stDesc,
                                                        const void *dgrid, void *dtheta);
cudnnStatus_t cudnnSpatialTfGridGeneratorBackward(cudnnHandle_t handle,
                                                  const cudnnSpatialTransformerDescriptor_t stDesc, const void *dgrid,
                                                  void *dtheta) {
  return girih_cudnnSpatialTfGridGeneratorBackward(handle, stDesc, dgrid, dtheta);
}

cudnnStatus_t girih_cudnnSpatialTfSamplerBackward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t stDesc,
                                                  const void *alpha, const cudnnTensorDescriptor_t xDesc, const void *x,
                                                  const void *beta, const cudnnTensorDescriptor_t dxDesc, void *dx,
                                                  const void *alphaDgrid, const cudnnTensorDescriptor_t dyDesc,
                                                  const void *dy, const void *grid, const void *betaDgrid, void *dgrid);
cudnnStatus_t cudnnSpatialTfSamplerBackward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t stDesc,
                                            const void *alpha, const cudnnTensorDescriptor_t xDesc, const void *x,
                                            const void *beta, const cudnnTensorDescriptor_t dxDesc, void *dx,
                                            const void *alphaDgrid, const cudnnTensorDescriptor_t dyDesc,
                                            const void *dy, const void *grid, const void *betaDgrid, void *dgrid) {
  return girih_cudnnSpatialTfSamplerBackward(handle, stDesc, alpha, xDesc, x, beta, dxDesc, dx, alphaDgrid, dyDesc, dy,
                                             grid, betaDgrid, dgrid);
}

cudnnStatus_t girih_cudnnDropoutBackward(cudnnHandle_t handle, const cudnnDropoutDescriptor_t dropoutDesc,
                                         const cudnnTensorDescriptor_t dydesc, const void *dy,
                                         const cudnnTensorDescriptor_t dxdesc, void *dx, void *reserveSpace,
                                         size_t reserveSpaceSizeInBytes);
cudnnStatus_t cudnnDropoutBackward(cudnnHandle_t handle, const cudnnDropoutDescriptor_t dropoutDesc,
                                   const cudnnTensorDescriptor_t dydesc, const void *dy,
                                   const cudnnTensorDescriptor_t dxdesc, void *dx, void *reserveSpace,
                                   size_t reserveSpaceSizeInBytes) {
  return girih_cudnnDropoutBackward(handle, dropoutDesc, dydesc, dy, dxdesc, dx, reserveSpace, reserveSpaceSizeInBytes);
}
