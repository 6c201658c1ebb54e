/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */
/* clang-format off */
/* The functions of cudnn_adv.h, each a tail call into libgirih. */
#include <cudnn.h>

cudnnStatus_t girih_cudnnCreateRNNDescriptor(cudnnRNNDescriptor_t *rnnDesc);
cudnnStatus_t cudnnCreateRNNDescriptor(cudnnRNNDescriptor_t *rnnDesc) {
  return girih_cudnnCreateRNNDescriptor(rnnDesc);
}

cudnnStatus_t girih_cudnnDestroyRNNDescriptor(cudnnRNNDescriptor_t rnnDesc);
cudnnStatus_t cudnnDestroyRNNDescriptor(cudnnRNNDescriptor_t rnnDesc) {
  return girih_cudnnDestroyRNNDescriptor(rnnDesc);
}

cudnnStatus_t girih_cudnnSetRNNDescriptor_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNAlgo_t algo, cudnnRNNMode_t cellMode,
                                             cudnnRNNBiasMode_t biasMode, cudnnDirectionMode_t dirMode,
                                             cudnnRNNInputMode_t inputMode, cudnnDataType_t dataType,
                                             cudnnDataType_t mathPrec, cudnnMathType_t mathType, int32_t inputSize,
                                             int32_t hiddenSize, int32_t projSize, int32_t numLayers,
                                             cudnnDropoutDescriptor_t dropoutDesc, uint32_t auxFlags);
cudnnStatus_t cudnnSetRNNDescriptor_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNAlgo_t algo, cudnnRNNMode_t cellMode,
                                       cudnnRNNBiasMode_t biasMode, cudnnDirectionMode_t dirMode,
                                       cudnnRNNInputMode_t inputMode, cudnnDataType_t dataType,
                                       cudnnDataType_t mathPrec, cudnnMathType_t mathType, int32_t inputSize,
                                       int32_t hiddenSize, int32_t projSize, int32_t numLayers,
                                       cudnnDropoutDescriptor_t dropoutDesc, uint32_t auxFlags) {
  return girih_cudnnSetRNNDescriptor_v8(rnnDesc, algo, cellMode, biasMode, dirMode, inputMode, dataType, mathPrec,
                                        mathType, inputSize, hiddenSize, projSize, numLayers, dropoutDesc, auxFlags);
}

cudnnStatus_t girih_cudnnGetRNNDescriptor_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNAlgo_t *algo,
                                             cudnnRNNMode_t *cellMode, cudnnRNNBiasMode_t *biasMode,
                                             cudnnDirectionMode_t *dirMode, cudnnRNNInputMode_t *inputMode,
                                             cudnnDataType_t *dataType, cudnnDataType_t *mathPrec,
                                             cudnnMathType_t *mathType, int32_t *inputSize, int32_t *hiddenSize,
                                             int32_t *projSize, int32_t *numLayers,
                                             cudnnDropoutDescriptor_t *dropoutDesc, uint32_t *auxFlags);
cudnnStatus_t cudnnGetRNNDescriptor_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNAlgo_t *algo, cudnnRNNMode_t *cellMode,
                                       cudnnRNNBiasMode_t *biasMode, cudnnDirectionMode_t *dirMode,
                                       cudnnRNNInputMode_t *inputMode, cudnnDataType_t *dataType,
                                       cudnnDataType_t *mathPrec, cudnnMathType_t *mathType, int32_t *inputSize,
                                       int32_t *hiddenSize, int32_t *projSize, int32_t *numLayers,
                                       cudnnDropoutDescriptor_t *dropoutDesc, uint32_t *auxFlags) {
  return girih_cudnnGetRNNDescriptor_v8(rnnDesc, algo, cellMode, biasMode, dirMode, inputMode, dataType, mathPrec,
                                        mathType, inputSize, hiddenSize, projSize, numLayers, dropoutDesc, auxFlags);
}

cudnnStatus_t girih_cudnnRNNSetClip_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t clipMode,
                                       cudnnNanPropagation_t clipNanOpt, double lclip, double rclip);
cudnnStatus_t cudnnRNNSetClip_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t clipMode,
                                 cudnnNanPropagation_t clipNanOpt, double lclip, double rclip) {
  return girih_cudnnRNNSetClip_v8(rnnDesc, clipMode, clipNanOpt, lclip, rclip);
}

cudnnStatus_t girih_cudnnRNNSetClip_v9(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t clipMode, double lclip,
                                       double rclip);
cudnnStatus_t cudnnRNNSetClip_v9(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t clipMode, double lclip,
                                 double rclip) {
  return girih_cudnnRNNSetClip_v9(rnnDesc, clipMode, lclip, rclip);
}

cudnnStatus_t girih_cudnnRNNGetClip_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t *clipMode,
                                       cudnnNanPropagation_t *clipNanOpt, double *lclip, double *rclip);
cudnnStatus_t cudnnRNNGetClip_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t *clipMode,
                                 cudnnNanPropagation_t *clipNanOpt, double *lclip, double *rclip) {
  return girih_cudnnRNNGetClip_v8(rnnDesc, clipMode, clipNanOpt, lclip, rclip);
}

cudnnStatus_t girih_cudnnRNNGetClip_v9(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t *clipMode, double *lclip,
                                       double *rclip);
cudnnStatus_t cudnnRNNGetClip_v9(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t *clipMode, double *lclip,
                                 double *rclip) {
  return girih_cudnnRNNGetClip_v9(rnnDesc, clipMode, lclip, rclip);
}

cudnnStatus_t girih_cudnnBuildRNNDynamic(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, int miniBatch);
cudnnStatus_t cudnnBuildRNNDynamic(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, int miniBatch) {
  return girih_cudnnBuildRNNDynamic(handle, rnnDesc, miniBatch);
}

cudnnStatus_t girih_cudnnGetRNNTempSpaceSizes(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                              cudnnForwardMode_t fwdMode, cudnnRNNDataDescriptor_t xDesc,
                                              size_t *workSpaceSize, size_t *reserveSpaceSize);
cudnnStatus_t cudnnGetRNNTempSpaceSizes(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, cudnnForwardMode_t fwdMode,
                                        cudnnRNNDataDescriptor_t xDesc, size_t *workSpaceSize,
                                        size_t *reserveSpaceSize) {
  return girih_cudnnGetRNNTempSpaceSizes(handle, rnnDesc, fwdMode, xDesc, workSpaceSize, reserveSpaceSize);
}

cudnnStatus_t girih_cudnnGetRNNWeightSpaceSize(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                               size_t *weightSpaceSize);
cudnnStatus_t cudnnGetRNNWeightSpaceSize(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, size_t *weightSpaceSize) {
  return girih_cudnnGetRNNWeightSpaceSize(handle, rnnDesc, weightSpaceSize);
}

cudnnStatus_t girih_cudnnGetRNNWeightParams(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, int32_t pseudoLayer,
                                            size_t weightSpaceSize, const void *weightSpace, int32_t linLayerID,
                                            cudnnTensorDescriptor_t mDesc, void **mAddr, cudnnTensorDescriptor_t bDesc,
                                            void **bAddr);
cudnnStatus_t cudnnGetRNNWeightParams(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, int32_t pseudoLayer,
                                      size_t weightSpaceSize, const void *weightSpace, int32_t linLayerID,
                                      cudnnTensorDescriptor_t mDesc, void **mAddr, cudnnTensorDescriptor_t bDesc,
                                      void **bAddr) {
  return girih_cudnnGetRNNWeightParams(handle, rnnDesc, pseudoLayer, weightSpaceSize, weightSpace, linLayerID, mDesc,
                                       mAddr, bDesc, bAddr);
}

cudnnStatus_t girih_cudnnCreateRNNDataDescriptor(cudnnRNNDataDescriptor_t *rnnDataDesc);
cudnnStatus_t cudnnCreateRNNDataDescriptor(cudnnRNNDataDescriptor_t *rnnDataDesc) {
  return girih_cudnnCreateRNNDataDescriptor(rnnDataDesc);
}

cudnnStatus_t girih_cudnnDestroyRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc);
cudnnStatus_t cudnnDestroyRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc) {
  return girih_cudnnDestroyRNNDataDescriptor(rnnDataDesc);
}

cudnnStatus_t girih_cudnnSetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc, cudnnDataType_t dataType,
                                              cudnnRNNDataLayout_t layout, int maxSeqLength, int batchSize,
                                              int vectorSize, const int seqLengthArray[], void *paddingFill);
cudnnStatus_t cudnnSetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc, cudnnDataType_t dataType,
                                        cudnnRNNDataLayout_t layout, int maxSeqLength, int batchSize, int vectorSize,
                                        const int seqLengthArray[], void *paddingFill) {
  return girih_cudnnSetRNNDataDescriptor(rnnDataDesc, dataType, layout, maxSeqLength, batchSize, vectorSize,
                                         seqLengthArray, paddingFill);
}

cudnnStatus_t girih_cudnnGetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc, cudnnDataType_t *dataType,
                                              cudnnRNNDataLayout_t *layout, int *maxSeqLength, int *batchSize,
                                              int *vectorSize, int arrayLengthRequested, int seqLengthArray[],
                                              void *paddingFill);
cudnnStatus_t cudnnGetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc, cudnnDataType_t *dataType,
                                        cudnnRNNDataLayout_t *layout, int *maxSeqLength, int *batchSize,
                                        int *vectorSize, int arrayLengthRequested, int seqLengthArray[],
                                        void *paddingFill) {
  return girih_cudnnGetRNNDataDescriptor(rnnDataDesc, dataType, layout, maxSeqLength, batchSize, vectorSize,
                                         arrayLengthRequested, seqLengthArray, paddingFill);
}

cudnnStatus_t girih_cudnnRNNForward(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, cudnnForwardMode_t fwdMode,
                                    const int32_t devSeqLengths[], cudnnRNNDataDescriptor_t xDesc, const void *x,
                                    cudnnRNNDataDescriptor_t yDesc, void *y, cudnnTensorDescriptor_t hDesc,
                                    const void *hx, void *hy, cudnnTensorDescriptor_t cDesc, const void *cx, void *cy,
                                    size_t weightSpaceSize, const void *weightSpace, size_t workSpaceSize,
                                    void *workSpace, size_t reserveSpaceSize, void *reserveSpace);
cudnnStatus_t cudnnRNNForward(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, cudnnForwardMode_t fwdMode,
                              const int32_t devSeqLengths[], cudnnRNNDataDescriptor_t xDesc, const void *x,
                              cudnnRNNDataDescriptor_t yDesc, void *y, cudnnTensorDescriptor_t hDesc, const void *hx,
                              void *hy, cudnnTensorDescriptor_t cDesc, const void *cx, void *cy, size_t weightSpaceSize,
                              const void *weightSpace, size_t workSpaceSize, void *workSpace, size_t reserveSpaceSize,
                              void *reserveSpace) {
  return girih_cudnnRNNForward(handle, rnnDesc, fwdMode, devSeqLengths, xDesc, x, yDesc, y, hDesc, hx, hy, cDesc, cx,
                               cy, weightSpaceSize, weightSpace, workSpaceSize, workSpace, reserveSpaceSize,
                               reserveSpace);
}

cudnnStatus_t girih_cudnnCreateSeqDataDescriptor(cudnnSeqDataDescriptor_t *seqDataDesc);
cudnnStatus_t cudnnCreateSeqDataDescriptor(cudnnSeqDataDescriptor_t *seqDataDesc) {
  return girih_cudnnCreateSeqDataDescriptor(seqDataDesc);
}

cudnnStatus_t girih_cudnnDestroySeqDataDescriptor(cudnnSeqDataDescriptor_t seqDataDesc);
cudnnStatus_t cudnnDestroySeqDataDescriptor(cudnnSeqDataDescriptor_t seqDataDesc) {
  return girih_cudnnDestroySeqDataDescriptor(seqDataDesc);
}

cudnnStatus_t girih_cudnnSetSeqDataDescriptor(cudnnSeqDataDescriptor_t seqDataDesc, cudnnDataType_t dataType,
                                              int nbDims, const int dimA[], const cudnnSeqDataAxis_t axes[],
                                              size_t seqLengthArraySize, const int seqLengthArray[], void *paddingFill);
cudnnStatus_t cudnnSetSeqDataDescriptor(cudnnSeqDataDescriptor_t seqDataDesc, cudnnDataType_t dataType, int nbDims,
                                        const int dimA[], const cudnnSeqDataAxis_t axes[], size_t seqLengthArraySize,
                                        const int seqLengthArray[], void *paddingFill) {
  return girih_cudnnSetSeqDataDescriptor(seqDataDesc, dataType, nbDims, dimA, axes, seqLengthArraySize, seqLengthArray,
                                         paddingFill);
}

cudnnStatus_t girih_cudnnGetSeqDataDescriptor(const cudnnSeqDataDescriptor_t seqDataDesc, cudnnDataType_t *dataType,
                                              int *nbDims, int nbDimsRequested, int dimA[], cudnnSeqDataAxis_t axes[],
                                              size_t *seqLengthArraySize, size_t seqLengthSizeRequested,
                                              int seqLengthArray[], void *paddingFill);
cudnnStatus_t cudnnGetSeqDataDescriptor(const cudnnSeqDataDescriptor_t seqDataDesc, cudnnDataType_t *dataType,
                                        int *nbDims, int nbDimsRequested, int dimA[], cudnnSeqDataAxis_t axes[],
                                        size_t *seqLengthArraySize, size_t seqLengthSizeRequested, int seqLengthArray[],
                                        void *paddingFill) {
  return girih_cudnnGetSeqDataDescriptor(seqDataDesc, dataType, nbDims, nbDimsRequested, dimA, axes, seqLengthArraySize,
                                         seqLengthSizeRequested, seqLengthArray, paddingFill);
}

cudnnStatus_t girih_cudnnCreateAttnDescriptor(cudnnAttnDescriptor_t *attnDesc);
cudnnStatus_t cudnnCreateAttnDescriptor(cudnnAttnDescriptor_t *attnDesc) {
  return girih_cudnnCreateAttnDescriptor(attnDesc);
}

cudnnStatus_t girih_cudnnDestroyAttnDescriptor(cudnnAttnDescriptor_t attnDesc);
cudnnStatus_t cudnnDestroyAttnDescriptor(cudnnAttnDescriptor_t attnDesc) {
  return girih_cudnnDestroyAttnDescriptor(attnDesc);
}

cudnnStatus_t girih_cudnnSetAttnDescriptor(cudnnAttnDescriptor_t attnDesc, unsigned attnMode, int nHeads,
                                           double smScaler, cudnnDataType_t dataType, cudnnDataType_t computePrec,
                                           cudnnMathType_t mathType, cudnnDropoutDescriptor_t attnDropoutDesc,
                                           cudnnDropoutDescriptor_t postDropoutDesc, int qSize, int kSize, int vSize,
                                           int qProjSize, int kProjSize, int vProjSize, int oProjSize,
                                           int qoMaxSeqLength, int kvMaxSeqLength, int maxBatchSize, int maxBeamSize);
cudnnStatus_t cudnnSetAttnDescriptor(cudnnAttnDescriptor_t attnDesc, unsigned attnMode, int nHeads, double smScaler,
                                     cudnnDataType_t dataType, cudnnDataType_t computePrec, cudnnMathType_t mathType,
                                     cudnnDropoutDescriptor_t attnDropoutDesc, cudnnDropoutDescriptor_t postDropoutDesc,
                                     int qSize, int kSize, int vSize, int qProjSize, int kProjSize, int vProjSize,
                                     int oProjSize, int qoMaxSeqLength, int kvMaxSeqLength, int maxBatchSize,
                                     int maxBeamSize) {
  return girih_cudnnSetAttnDescriptor(attnDesc, attnMode, nHeads, smScaler, dataType, computePrec, mathType,
                                      attnDropoutDesc, postDropoutDesc, qSize, kSize, vSize, qProjSize, kProjSize,
                                      vProjSize, oProjSize, qoMaxSeqLength, kvMaxSeqLength, maxBatchSize, maxBeamSize);
}

cudnnStatus_t girih_cudnnGetAttnDescriptor(cudnnAttnDescriptor_t attnDesc, unsigned *attnMode, int *nHeads,
                                           double *smScaler, cudnnDataType_t *dataType, cudnnDataType_t *computePrec,
                                           cudnnMathType_t *mathType, cudnnDropoutDescriptor_t *attnDropoutDesc,
                                           cudnnDropoutDescriptor_t *postDropoutDesc, int *qSize, int *kSize,
                                           int *vSize, int *qProjSize, int *kProjSize, int *vProjSize, int *oProjSize,
                                           int *qoMaxSeqLength, int *kvMaxSeqLength, int *maxBatchSize,
                                           int *maxBeamSize);
cudnnStatus_t cudnnGetAttnDescriptor(cudnnAttnDescriptor_t attnDesc, unsigned *attnMode, int *nHeads, double *smScaler,
                                     cudnnDataType_t *dataType, cudnnDataType_t *computePrec, cudnnMathType_t *mathType,
                                     cudnnDropoutDescriptor_t *attnDropoutDesc,
                                     cudnnDropoutDescriptor_t *postDropoutDesc, int *qSize, int *kSize, int *vSize,
                                     int *qProjSize, int *kProjSize, int *vProjSize, int *oProjSize,
                                     int *qoMaxSeqLength, int *kvMaxSeqLength, int *maxBatchSize, int *maxBeamSize) {
  return girih_cudnnGetAttnDescriptor(attnDesc, attnMode, nHeads, smScaler, dataType, computePrec, mathType,
                                      attnDropoutDesc, postDropoutDesc, qSize, kSize, vSize, qProjSize, kProjSize,
                                      vProjSize, oProjSize, qoMaxSeqLength, kvMaxSeqLength, maxBatchSize, maxBeamSize);
}

cudnnStatus_t girih_cudnnGetMultiHeadAttnBuffers(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc,
                                                 size_t *weightSizeInBytes, size_t *workSpaceSizeInBytes,
                                                 size_t *reserveSpaceSizeInBytes);
cudnnStatus_t cudnnGetMultiHeadAttnBuffers(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc,
                                           size_t *weightSizeInBytes, size_t *workSpaceSizeInBytes,
                                           size_t *reserveSpaceSizeInBytes) {
  return girih_cudnnGetMultiHeadAttnBuffers(handle, attnDesc, weightSizeInBytes, workSpaceSizeInBytes,
                                            reserveSpaceSizeInBytes);
}

cudnnStatus_t girih_cudnnGetMultiHeadAttnWeights(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc,
                                                 cudnnMultiHeadAttnWeightKind_t wKind, size_t weightSizeInBytes,
                                                 const void *weights, cudnnTensorDescriptor_t wDesc, void **wAddr);
cudnnStatus_t cudnnGetMultiHeadAttnWeights(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc,
                                           cudnnMultiHeadAttnWeightKind_t wKind, size_t weightSizeInBytes,
                                           const void *weights, cudnnTensorDescriptor_t wDesc, void **wAddr) {
  return girih_cudnnGetMultiHeadAttnWeights(handle, attnDesc, wKind, weightSizeInBytes, weights, wDesc, wAddr);
}

cudnnStatus_t girih_cudnnMultiHeadAttnForward(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc, int currIdx,
                                              const int loWinIdx[], const int hiWinIdx[], const int devSeqLengthsQO[],
                                              const int devSeqLengthsKV[], const cudnnSeqDataDescriptor_t qDesc,
                                              const void *queries, const void *residuals,
                                              const cudnnSeqDataDescriptor_t kDesc, const void *keys,
                                              const cudnnSeqDataDescriptor_t vDesc, const void *values,
                                              const cudnnSeqDataDescriptor_t oDesc, void *out, size_t weightSizeInBytes,
                                              const void *weights, size_t workSpaceSizeInBytes, void *workSpace,
                                              size_t reserveSpaceSizeInBytes, void *reserveSpace);
cudnnStatus_t cudnnMultiHeadAttnForward(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc, int currIdx,
                                        const int loWinIdx[], const int hiWinIdx[], const int devSeqLengthsQO[],
                                        const int devSeqLengthsKV[], const cudnnSeqDataDescriptor_t qDesc,
                                        const void *queries, const void *residuals,
                                        const cudnnSeqDataDescriptor_t kDesc, const void *keys,
                                        const cudnnSeqDataDescriptor_t vDesc, const void *values,
                                        const cudnnSeqDataDescriptor_t oDesc, void *out, size_t weightSizeInBytes,
                                        const void *weights, size_t workSpaceSizeInBytes, void *workSpace,
                                        size_t reserveSpaceSizeInBytes, void *reserveSpace) {
  return girih_cudnnMultiHeadAttnForward(handle, attnDesc, currIdx, loWinIdx, hiWinIdx, devSeqLengthsQO,
                                         devSeqLengthsKV, qDesc, queries, residuals, kDesc, keys, vDesc, values, oDesc,
                                         out, weightSizeInBytes, weights, workSpaceSizeInBytes, workSpace,
                                         reserveSpaceSizeInBytes, reserveSpace);
}

cudnnStatus_t girih_cudnnAdvVersionCheck(void);
cudnnStatus_t cudnnAdvVersionCheck(void) {
  return girih_cudnnAdvVersionCheck();
}

cudnnStatus_t girih_cudnnRNNBackwardData_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                            const int32_t devSeqLengths[], cudnnRNNDataDescriptor_t yDesc,
                                            const void *y, const void *dy, cudnnRNNDataDescriptor_t xDesc, void *dx,
                                            cudnnTensorDescriptor_t hDesc, const void *hx, const void *dhy, void *dhx,
                                            cudnnTensorDescriptor_t cDesc, const void *cx, const void *dcy, void *dcx,
                                            size_t weightSpaceSize, const void *weightSpace, size_t workSpaceSize,
                                            void *workSpace, size_t reserveSpaceSize, void *reserveSpace);
cudnnStatus_t cudnnRNNBackwardData_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, const int32_t devSeqLengths[],
                                      cudnnRNNDataDescriptor_t yDesc, const void *y, const void *dy,
                                      cudnnRNNDataDescriptor_t xDesc, void *dx, cudnnTensorDescriptor_t hDesc,
                                      const void *hx, const void *dhy, void *dhx, cudnnTensorDescriptor_t cDesc,
                                      const void *cx, const void *dcy, void *dcx, size_t weightSpaceSize,
                                      const void *weightSpace, size_t workSpaceSize, void *workSpace,
                                      size_t reserveSpaceSize, void *reserveSpace) {
  return girih_cudnnRNNBackwardData_v8(handle, rnnDesc, devSeqLengths, yDesc, y, dy, xDesc, dx, hDesc, hx, dhy, dhx,
                                       cDesc, cx, dcy, dcx, weightSpaceSize, weightSpace, workSpaceSize, workSpace,
                                       reserveSpaceSize, reserveSpace);
}

cudnnStatus_t girih_cudnnRNNBackwardWeights_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                               cudnnWgradMode_t addGrad, const int32_t devSeqLengths[],
                                               cudnnRNNDataDescriptor_t xDesc, const void *x,
                                               cudnnTensorDescriptor_t hDesc, const void *hx,
                                               cudnnRNNDataDescriptor_t yDesc, const void *y, size_t weightSpaceSize,
                                               void *dweightSpace, size_t workSpaceSize, void *workSpace,
                                               size_t reserveSpaceSize, void *reserveSpace);
cudnnStatus_t cudnnRNNBackwardWeights_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, cudnnWgradMode_t addGrad,
                                         const int32_t devSeqLengths[], cudnnRNNDataDescriptor_t xDesc, const void *x,
                                         cudnnTensorDescriptor_t hDesc, const void *hx, cudnnRNNDataDescriptor_t yDesc,
                                         const void *y, size_t weightSpaceSize, void *dweightSpace,
                                         size_t workSpaceSize, void *workSpace, size_t reserveSpaceSize,
                                         void *reserveSpace) {
  return girih_cudnnRNNBackwardWeights_v8(handle, rnnDesc, addGrad, devSeqLengths, xDesc, x, hDesc, hx, yDesc, y,
                                          weightSpaceSize, dweightSpace, workSpaceSize, workSpace, reserveSpaceSize,
                                          reserveSpace);
}

cudnnStatus_t girih_cudnnMultiHeadAttnBackwardData(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc,
                                                   const int loWinIdx[], const int hiWinIdx[],
                                                   const int devSeqLengthsDQDO[], const int devSeqLengthsDKDV[],
                                                   const cudnnSeqDataDescriptor_t doDesc, const void *dout,
                                                   const cudnnSeqDataDescriptor_t dqDesc, void *dqueries,
                                                   const void *queries, const cudnnSeqDataDescriptor_t dkDesc,
                                                   void *dkeys, const void *keys, const cudnnSeqDataDescriptor_t dvDesc,
                                                   void *dvalues, const void *values, size_t weightSizeInBytes,
                                                   const void *weights, size_t workSpaceSizeInBytes, void *workSpace,
                                                   size_t reserveSpaceSizeInBytes, void *reserveSpace);
cudnnStatus_t cudnnMultiHeadAttnBackwardData(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc,
                                             const int loWinIdx[], const int hiWinIdx[], const int devSeqLengthsDQDO[],
                                             const int devSeqLengthsDKDV[], const cudnnSeqDataDescriptor_t doDesc,
                                             const void *dout, const cudnnSeqDataDescriptor_t dqDesc, void *dqueries,
                                             const void *queries, const cudnnSeqDataDescriptor_t dkDesc, void *dkeys,
                                             const void *keys, const cudnnSeqDataDescriptor_t dvDesc, void *dvalues,
                                             const void *values, size_t weightSizeInBytes, const void *weights,
                                             size_t workSpaceSizeInBytes, void *workSpace,
                                             size_t reserveSpaceSizeInBytes, void *reserveSpace) {
  return girih_cudnnMultiHeadAttnBackwardData(handle, attnDesc, loWinIdx, hiWinIdx, devSeqLengthsDQDO,
                                              devSeqLengthsDKDV, doDesc, dout, dqDesc, dqueries, queries, dkDesc, dkeys,
                                              keys, dvDesc, dvalues, values, weightSizeInBytes, weights,
                                              workSpaceSizeInBytes, workSpace, reserveSpaceSizeInBytes, reserveSpace);
}

cudnnStatus_t girih_cudnnMultiHeadAttnBackwardWeights(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc,
                                                      cudnnWgradMode_t addGrad, const cudnnSeqDataDescriptor_t qDesc,
                                                      const void *queries, const cudnnSeqDataDescriptor_t kDesc,
                                                      const void *keys, const cudnnSeqDataDescriptor_t vDesc,
                                                      const void *values, const cudnnSeqDataDescriptor_t doDesc,
                                                      const void *dout, size_t weightSizeInBytes, const void *weights,
                                                      void *dweights, size_t workSpaceSizeInBytes, void *workSpace,
                                                      size_t reserveSpaceSizeInBytes, void *reserveSpace);
cudnnStatus_t cudnnMultiHeadAttnBackwardWeights(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc,
                                                cudnnWgradMode_t addGrad, const cudnnSeqDataDescriptor_t qDesc,
                                                const void *queries, const cudnnSeqDataDescriptor_t kDesc,
                                                const void *keys, const cudnnSeqDataDescriptor_t vDesc,
                                                const void *values, const cudnnSeqDataDescriptor_t doDesc,
                                                const void *dout, size_t weightSizeInBytes, const void *weights,
                                                void *dweights, size_t workSpaceSizeInBytes, void *workSpace,
                                                size_t reserveSpaceSizeInBytes, void *reserveSpace) {
  return girih_cudnnMultiHeadAttnBackwardWeights(handle, attnDesc, addGrad, qDesc, queries, kDesc, keys, vDesc, values,
                                                 doDesc, dout, weightSizeInBytes, weights, dweights,
                                                 workSpaceSizeInBytes, workSpace, reserveSpaceSizeInBytes,
                                                 reserveSpace);
}

cudnnStatus_t girih_cudnnCreateCTCLossDescriptor(cudnnCTCLossDescriptor_t *ctcLossDesc);
cudnnStatus_t cudnnCreateCTCLossDescriptor(cudnnCTCLossDescriptor_t *ctcLossDesc) {
  return girih_cudnnCreateCTCLossDescriptor(ctcLossDesc);
}

cudnnStatus_t girih_cudnnSetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t compType);
cudnnStatus_t cudnnSetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t compType) {
  return girih_cudnnSetCTCLossDescriptor(ctcLossDesc, compType);
}

cudnnStatus_t girih_cudnnSetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t compType,
                                                cudnnLossNormalizationMode_t normMode, cudnnNanPropagation_t gradMode);
cudnnStatus_t cudnnSetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t compType,
                                          cudnnLossNormalizationMode_t normMode, cudnnNanPropagation_t gradMode) {
  return girih_cudnnSetCTCLossDescriptorEx(ctcLossDesc, compType, normMode, gradMode);
}

cudnnStatus_t girih_cudnnSetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t compType,
                                                 cudnnLossNormalizationMode_t normMode, cudnnNanPropagation_t gradMode,
                                                 int maxLabelLength);
cudnnStatus_t cudnnSetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t compType,
                                           cudnnLossNormalizationMode_t normMode, cudnnNanPropagation_t gradMode,
                                           int maxLabelLength) {
  return girih_cudnnSetCTCLossDescriptor_v8(ctcLossDesc, compType, normMode, gradMode, maxLabelLength);
}

cudnnStatus_t girih_cudnnSetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t compType,
                                                 cudnnLossNormalizationMode_t normMode, cudnnCTCGradMode_t ctcGradMode,
                                                 int maxLabelLength);
cudnnStatus_t cudnnSetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t compType,
                                           cudnnLossNormalizationMode_t normMode, cudnnCTCGradMode_t ctcGradMode,
                                           int maxLabelLength) {
  return girih_cudnnSetCTCLossDescriptor_v9(ctcLossDesc, compType, normMode, ctcGradMode, maxLabelLength);
}

cudnnStatus_t girih_cudnnGetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t *compType);
cudnnStatus_t cudnnGetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t *compType) {
  return girih_cudnnGetCTCLossDescriptor(ctcLossDesc, compType);
}

cudnnStatus_t girih_cudnnGetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t *compType,
                                                cudnnLossNormalizationMode_t *normMode,
                                                cudnnNanPropagation_t *gradMode);
cudnnStatus_t cudnnGetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t *compType,
                                          cudnnLossNormalizationMode_t *normMode, cudnnNanPropagation_t *gradMode) {
  return girih_cudnnGetCTCLossDescriptorEx(ctcLossDesc, compType, normMode, gradMode);
}

cudnnStatus_t girih_cudnnGetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t *compType,
                                                 cudnnLossNormalizationMode_t *normMode,
                                                 cudnnNanPropagation_t *gradMode, int *maxLabelLength);
cudnnStatus_t cudnnGetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t *compType,
                                           cudnnLossNormalizationMode_t *normMode, cudnnNanPropagation_t *gradMode,
                                           int *maxLabelLength) {
  return girih_cudnnGetCTCLossDescriptor_v8(ctcLossDesc, compType, normMode, gradMode, maxLabelLength);
}

cudnnStatus_t girih_cudnnGetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t *compType,
                                                 cudnnLossNormalizationMode_t *normMode,
                                                 cudnnCTCGradMode_t *ctcGradMode, int *maxLabelLength);
cudnnStatus_t cudnnGetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t *compType,
                                           cudnnLossNormalizationMode_t *normMode, cudnnCTCGradMode_t *ctcGradMode,
                                           int *maxLabelLength) {
  return girih_cudnnGetCTCLossDescriptor_v9(ctcLossDesc, compType, normMode, ctcGradMode, maxLabelLength);
}

cudnnStatus_t girih_cudnnDestroyCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc);
cudnnStatus_t cudnnDestroyCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc) {
  return girih_cudnnDestroyCTCLossDescriptor(ctcLossDesc);
}

cudnnStatus_t girih_cudnnCTCLoss(cudnnHandle_t handle, const cudnnTensorDescriptor_t probsDesc, const void *probs,
                                 const int hostLabels[], const int hostLabelLengths[], const int hostInputLengths[],
                                 void *costs, const cudnnTensorDescriptor_t gradientsDesc, void *gradients,
                                 cudnnCTCLossAlgo_t algo, cudnnCTCLossDescriptor_t ctcLossDesc, void *workspace,
                                 size_t workSpaceSizeInBytes);
cudnnStatus_t cudnnCTCLoss(cudnnHandle_t handle, const cudnnTensorDescriptor_t probsDesc, const void *probs,
                           const int hostLabels[], const int hostLabelLengths[], const int hostInputLengths[],
                           void *costs, const cudnnTensorDescriptor_t gradientsDesc, void *gradients,
                           cudnnCTCLossAlgo_t algo, cudnnCTCLossDescriptor_t ctcLossDesc, void *workspace,
                           size_t workSpaceSizeInBytes) {
  return girih_cudnnCTCLoss(handle, probsDesc, probs, hostLabels, hostLabelLengths, hostInputLengths, costs,
                            gradientsDesc, gradients, algo, ctcLossDesc, workspace, workSpaceSizeInBytes);
}

cudnnStatus_t girih_cudnnCTCLoss_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algo, cudnnCTCLossDescriptor_t ctcLossDesc,
                                    const cudnnTensorDescriptor_t probsDesc, const void *probs, const int labels[],
                                    const int labelLengths[], const int inputLengths[], void *costs,
                                    const cudnnTensorDescriptor_t gradientsDesc, void *gradients,
                                    size_t workSpaceSizeInBytes, void *workspace);
cudnnStatus_t cudnnCTCLoss_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algo, cudnnCTCLossDescriptor_t ctcLossDesc,
                              const cudnnTensorDescriptor_t probsDesc, const void *probs, const int labels[],
                              const int labelLengths[], const int inputLengths[], void *costs,
                              const cudnnTensorDescriptor_t gradientsDesc, void *gradients, size_t workSpaceSizeInBytes,
                              void *workspace) {
  return girih_cudnnCTCLoss_v8(handle, algo, ctcLossDesc, probsDesc, probs, labels, labelLengths, inputLengths, costs,
                               gradientsDesc, gradients, workSpaceSizeInBytes, workspace);
}

cudnnStatus_t girih_cudnnGetCTCLossWorkspaceSize(cudnnHandle_t handle, const cudnnTensorDescriptor_t probsDesc,
                                                 const cudnnTensorDescriptor_t gradientsDesc, const int *labels,
                                                 const int *labelLengths, const int *inputLengths,
                                                 cudnnCTCLossAlgo_t algo, cudnnCTCLossDescriptor_t ctcLossDesc,
                                                 size_t *sizeInBytes);
cudnnStatus_t cudnnGetCTCLossWorkspaceSize(cudnnHandle_t handle, const cudnnTensorDescriptor_t probsDesc,
                                           const cudnnTensorDescriptor_t gradientsDesc, const int *labels,
                                           const int *labelLengths, const int *inputLengths, cudnnCTCLossAlgo_t algo,
                                           cudnnCTCLossDescriptor_t ctcLossDesc, size_t *sizeInBytes) {
  return girih_cudnnGetCTCLossWorkspaceSize(handle, probsDesc, gradientsDesc, labels, labelLengths, inputLengths, algo,
                                            ctcLossDesc, sizeInBytes);
}

cudnnStatus_t girih_cudnnGetCTCLossWorkspaceSize_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algo,
                                                    cudnnCTCLossDescriptor_t ctcLossDesc,
                                                    const cudnnTensorDescriptor_t probsDesc,
                                                    const cudnnTensorDescriptor_t gradientsDesc, size_t *sizeInBytes);
cudnnStatus_t cudnnGetCTCLossWorkspaceSize_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algo,
                                              cudnnCTCLossDescriptor_t ctcLossDesc,
                                              const cudnnTensorDescriptor_t probsDesc,
                                              const cudnnTensorDescriptor_t gradientsDesc, size_t *sizeInBytes) {
  return girih_cudnnGetCTCLossWorkspaceSize_v8(handle, algo, ctcLossDesc, probsDesc, gradientsDesc, sizeInBytes);
}
