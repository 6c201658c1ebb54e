/* cuDNN 9 interface, part adv: recurrent networks, attention and CTC loss. */
/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */

#if !defined(CUDNN_ADV_H_)
#define CUDNN_ADV_H_

#include <stdint.h>

#include "cudnn_version.h"
#include "cudnn_ops.h"

#define CUDNN_ADV_MAJOR 9
#define CUDNN_ADV_MINOR 19
#define CUDNN_ADV_PATCH 0
#define CUDNN_RNN_PADDED_IO_DISABLED 0
#define CUDNN_RNN_PADDED_IO_ENABLED (1U << 0)
#define CUDNN_SEQDATA_DIM_COUNT 4
#define CUDNN_ATTN_QUERYMAP_ALL_TO_ONE 0
#define CUDNN_ATTN_QUERYMAP_ONE_TO_ONE (1U << 0)
#define CUDNN_ATTN_DISABLE_PROJ_BIASES 0
#define CUDNN_ATTN_ENABLE_PROJ_BIASES (1U << 1)
#define CUDNN_ATTN_WKIND_COUNT 8

#if CUDNN_ADV_MAJOR != CUDNN_MAJOR || CUDNN_ADV_MINOR != CUDNN_MINOR || CUDNN_ADV_PATCH != CUDNN_PATCHLEVEL
#error "cudnn_adv.h and cudnn_version.h come from different releases"
#endif

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

#if defined(__cplusplus)
extern "C" {
#endif

/* cudnnRNNDescriptor_t */
typedef struct cudnnRNNStruct *cudnnRNNDescriptor_t;
/* cudnnRNNDataDescriptor_t */
typedef struct cudnnRNNDataStruct *cudnnRNNDataDescriptor_t;
/* cudnnSeqDataDescriptor_t */
CUDNN_DEPRECATED typedef struct cudnnSeqDataStruct *cudnnSeqDataDescriptor_t;
/* cudnnAttnDescriptor_t */
CUDNN_DEPRECATED typedef struct cudnnAttnStruct *cudnnAttnDescriptor_t;

/* cudnnRNNAlgo_t */
typedef enum {
    CUDNN_RNN_ALGO_STANDARD = 0,
    CUDNN_RNN_ALGO_PERSIST_STATIC = 1,
    CUDNN_RNN_ALGO_PERSIST_DYNAMIC = 2,
    CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H = 3,
    CUDNN_RNN_ALGO_COUNT = 4
} cudnnRNNAlgo_t;

/* cudnnForwardMode_t */
typedef enum {
    CUDNN_FWD_MODE_INFERENCE = 0,
    CUDNN_FWD_MODE_TRAINING = 1
} cudnnForwardMode_t;

/* cudnnRNNMode_t */
typedef enum {
    CUDNN_RNN_RELU = 0,
    CUDNN_RNN_TANH = 1,
    CUDNN_LSTM = 2,
    CUDNN_GRU = 3
} cudnnRNNMode_t;

/* cudnnRNNBiasMode_t */
typedef enum {
    CUDNN_RNN_NO_BIAS = 0,
    CUDNN_RNN_SINGLE_INP_BIAS = 1,
    CUDNN_RNN_DOUBLE_BIAS = 2,
    CUDNN_RNN_SINGLE_REC_BIAS = 3
} cudnnRNNBiasMode_t;

/* cudnnDirectionMode_t */
typedef enum {
    CUDNN_UNIDIRECTIONAL = 0,
    CUDNN_BIDIRECTIONAL = 1
} cudnnDirectionMode_t;

/* cudnnRNNInputMode_t */
typedef enum {
    CUDNN_LINEAR_INPUT = 0,
    CUDNN_SKIP_INPUT = 1
} cudnnRNNInputMode_t;

/* cudnnRNNClipMode_t */
typedef enum {
    CUDNN_RNN_CLIP_NONE = 0,
    CUDNN_RNN_CLIP_MINMAX = 1
} cudnnRNNClipMode_t;

/* cudnnRNNDataLayout_t */
typedef enum {
    CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED = 0,
    CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED = 1,
    CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED = 2
} cudnnRNNDataLayout_t;

/* cudnnSeqDataAxis_t */
typedef enum {
    CUDNN_SEQDATA_TIME_DIM = 0,
    CUDNN_SEQDATA_BATCH_DIM = 1,
    CUDNN_SEQDATA_BEAM_DIM = 2,
    CUDNN_SEQDATA_VECT_DIM = 3
} cudnnSeqDataAxis_t;

/* cudnnMultiHeadAttnWeightKind_t */
typedef enum {
    CUDNN_MH_ATTN_Q_WEIGHTS = 0,
    CUDNN_MH_ATTN_K_WEIGHTS = 1,
    CUDNN_MH_ATTN_V_WEIGHTS = 2,
    CUDNN_MH_ATTN_O_WEIGHTS = 3,
    CUDNN_MH_ATTN_Q_BIASES = 4,
    CUDNN_MH_ATTN_K_BIASES = 5,
    CUDNN_MH_ATTN_V_BIASES = 6,
    CUDNN_MH_ATTN_O_BIASES = 7
} cudnnMultiHeadAttnWeightKind_t;

/* cudnnWgradMode_t */
typedef enum {
    CUDNN_WGRAD_MODE_ADD = 0,
    CUDNN_WGRAD_MODE_SET = 1
} cudnnWgradMode_t;

/* cudnnLossNormalizationMode_t */
typedef enum {
    CUDNN_LOSS_NORMALIZATION_NONE = 0,
    CUDNN_LOSS_NORMALIZATION_SOFTMAX = 1
} cudnnLossNormalizationMode_t;

/**
 * cudnnCreateRNNDescriptor
 *   rnnDesc: rnnDesc (host, receives the new object)
 */
cudnnStatus_t CUDNNWINAPI cudnnCreateRNNDescriptor(cudnnRNNDescriptor_t *rnnDesc);

/**
 * cudnnDestroyRNNDescriptor
 *   rnnDesc: rnnDesc (may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnDestroyRNNDescriptor(cudnnRNNDescriptor_t rnnDesc);

/**
 * cudnnSetRNNDescriptor_v8
 *   rnnDesc: rnnDesc
 *   algo: algo
 *   cellMode: cellMode
 *   biasMode: biasMode
 *   dirMode: dirMode
 *   inputMode: inputMode
 *   dataType: dataType
 *   mathPrec: mathPrec
 *   mathType: mathType
 *   inputSize: inputSize
 *   hiddenSize: hiddenSize
 *   projSize: projSize
 *   numLayers: numLayers
 *   dropoutDesc: dropoutDesc (may be NULL)
 *   auxFlags: auxFlags
 */
cudnnStatus_t CUDNNWINAPI cudnnSetRNNDescriptor_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNAlgo_t algo,
                                                   cudnnRNNMode_t cellMode, cudnnRNNBiasMode_t biasMode,
                                                   cudnnDirectionMode_t dirMode,
                                                   cudnnRNNInputMode_t inputMode, cudnnDataType_t dataType,
                                                   cudnnDataType_t mathPrec, cudnnMathType_t mathType,
                                                   int32_t inputSize, int32_t hiddenSize, int32_t projSize,
                                                   int32_t numLayers, cudnnDropoutDescriptor_t dropoutDesc,
                                                   uint32_t auxFlags);

/**
 * cudnnGetRNNDescriptor_v8
 *   rnnDesc: rnnDesc
 *   algo: algo (host, written)
 *   cellMode: cellMode (host, written)
 *   biasMode: biasMode (host, written)
 *   dirMode: dirMode (host, written)
 *   inputMode: inputMode (host, written)
 *   dataType: dataType (host, written)
 *   mathPrec: mathPrec (host, written)
 *   mathType: mathType (host, written)
 *   inputSize: inputSize (host, written)
 *   hiddenSize: hiddenSize (host, written)
 *   projSize: projSize (host, written)
 *   numLayers: numLayers (host, written)
 *   dropoutDesc: dropoutDesc (host, written)
 *   auxFlags: auxFlags (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetRNNDescriptor_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNAlgo_t *algo,
                                                   cudnnRNNMode_t *cellMode, cudnnRNNBiasMode_t *biasMode,
                                                   cudnnDirectionMode_t *dirMode,
                                                   cudnnRNNInputMode_t *inputMode, cudnnDataType_t *dataType,
                                                   cudnnDataType_t *mathPrec, cudnnMathType_t *mathType,
                                                   int32_t *inputSize, int32_t *hiddenSize, int32_t *projSize,
                                                   int32_t *numLayers, cudnnDropoutDescriptor_t *dropoutDesc,
                                                   uint32_t *auxFlags);

/**
 * cudnnRNNSetClip_v8
 *   rnnDesc: rnnDesc
 *   clipMode: clipMode
 *   clipNanOpt: clipNanOpt
 *   lclip: lclip
 *   rclip: rclip
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnRNNSetClip_v8(cudnnRNNDescriptor_t rnnDesc,
                                                              cudnnRNNClipMode_t clipMode,
                                                              cudnnNanPropagation_t clipNanOpt, double lclip,
                                                              double rclip);

/**
 * cudnnRNNSetClip_v9
 *   rnnDesc: rnnDesc
 *   clipMode: clipMode
 *   lclip: lclip
 *   rclip: rclip
 */
cudnnStatus_t CUDNNWINAPI cudnnRNNSetClip_v9(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t clipMode,
                                             double lclip, double rclip);

/**
 * cudnnRNNGetClip_v8
 *   rnnDesc: rnnDesc
 *   clipMode: clipMode (host, written)
 *   clipNanOpt: clipNanOpt (host, written)
 *   lclip: lclip (host, written)
 *   rclip: rclip (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnRNNGetClip_v8(cudnnRNNDescriptor_t rnnDesc,
                                                              cudnnRNNClipMode_t *clipMode,
                                                              cudnnNanPropagation_t *clipNanOpt,
                                                              double *lclip, double *rclip);

/**
 * cudnnRNNGetClip_v9
 *   rnnDesc: rnnDesc
 *   clipMode: clipMode (host, written)
 *   lclip: lclip (host, written)
 *   rclip: rclip (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnRNNGetClip_v9(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t *clipMode,
                                             double *lclip, double *rclip);

/**
 * cudnnBuildRNNDynamic
 *   handle: handle
 *   rnnDesc: rnnDesc
 *   miniBatch: miniBatch
 */
cudnnStatus_t CUDNNWINAPI cudnnBuildRNNDynamic(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                               int miniBatch);

/**
 * cudnnGetRNNTempSpaceSizes
 *   handle: handle
 *   rnnDesc: rnnDesc
 *   fwdMode: fwdMode
 *   xDesc: xDesc
 *   workSpaceSize: workSpaceSize (host, written, may be NULL)
 *   reserveSpaceSize: reserveSpaceSize (host, written, may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetRNNTempSpaceSizes(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                                    cudnnForwardMode_t fwdMode,
                                                    cudnnRNNDataDescriptor_t xDesc, size_t *workSpaceSize,
                                                    size_t *reserveSpaceSize);

/**
 * cudnnGetRNNWeightSpaceSize
 *   handle: handle
 *   rnnDesc: rnnDesc
 *   weightSpaceSize: weightSpaceSize (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetRNNWeightSpaceSize(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                                     size_t *weightSpaceSize);

/**
 * cudnnGetRNNWeightParams
 *   handle: handle
 *   rnnDesc: rnnDesc
 *   pseudoLayer: pseudoLayer
 *   weightSpaceSize: weightSpaceSize
 *   weightSpace: weightSpace (device, read, may be NULL)
 *   linLayerID: linLayerID
 *   mDesc: mDesc
 *   mAddr: mAddr (host, written)
 *   bDesc: bDesc
 *   bAddr: bAddr (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetRNNWeightParams(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                                  int32_t pseudoLayer, size_t weightSpaceSize,
                                                  const void *weightSpace, int32_t linLayerID,
                                                  cudnnTensorDescriptor_t mDesc, void **mAddr,
                                                  cudnnTensorDescriptor_t bDesc, void **bAddr);

/**
 * cudnnCreateRNNDataDescriptor
 *   rnnDataDesc: rnnDataDesc (host, receives the new object)
 */
cudnnStatus_t CUDNNWINAPI cudnnCreateRNNDataDescriptor(cudnnRNNDataDescriptor_t *rnnDataDesc);

/**
 * cudnnDestroyRNNDataDescriptor
 *   rnnDataDesc: rnnDataDesc (may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnDestroyRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc);

/**
 * cudnnSetRNNDataDescriptor
 *   rnnDataDesc: rnnDataDesc
 *   dataType: dataType
 *   layout: layout
 *   maxSeqLength: maxSeqLength
 *   batchSize: batchSize
 *   vectorSize: vectorSize
 *   seqLengthArray: seqLengthArray (host array, read)
 *   paddingFill: paddingFill (host array, read, may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnSetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc,
                                                    cudnnDataType_t dataType, cudnnRNNDataLayout_t layout,
                                                    int maxSeqLength, int batchSize, int vectorSize,
                                                    const int seqLengthArray[], void *paddingFill);

/**
 * cudnnGetRNNDataDescriptor
 *   rnnDataDesc: rnnDataDesc
 *   dataType: dataType (host, written)
 *   layout: layout (host, written)
 *   maxSeqLength: maxSeqLength (host, written)
 *   batchSize: batchSize (host, written)
 *   vectorSize: vectorSize (host, written)
 *   arrayLengthRequested: arrayLengthRequested
 *   seqLengthArray: seqLengthArray (host, written, may be NULL)
 *   paddingFill: paddingFill (host, written, may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc,
                                                    cudnnDataType_t *dataType, cudnnRNNDataLayout_t *layout,
                                                    int *maxSeqLength, int *batchSize, int *vectorSize,
                                                    int arrayLengthRequested, int seqLengthArray[],
                                                    void *paddingFill);

/**
 * cudnnRNNForward
 *   handle: handle
 *   rnnDesc: rnnDesc
 *   fwdMode: fwdMode
 *   devSeqLengths: devSeqLengths (device, read, may be NULL)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   yDesc: yDesc
 *   y: y (device, written)
 *   hDesc: hDesc (may be NULL)
 *   hx: hx (device, read, may be NULL)
 *   hy: hy (device, written, may be NULL)
 *   cDesc: cDesc (may be NULL)
 *   cx: cx (device, read, may be NULL)
 *   cy: cy (device, written, may be NULL)
 *   weightSpaceSize: weightSpaceSize
 *   weightSpace: weightSpace (device, read)
 *   workSpaceSize: workSpaceSize
 *   workSpace: workSpace (device, scratch, may be NULL)
 *   reserveSpaceSize: reserveSpaceSize
 *   reserveSpace: reserveSpace (device, scratch, may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnRNNForward(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                          cudnnForwardMode_t fwdMode, const int32_t devSeqLengths[],
                                          cudnnRNNDataDescriptor_t xDesc, const void *x,
                                          cudnnRNNDataDescriptor_t yDesc, void *y,
                                          cudnnTensorDescriptor_t hDesc, const void *hx, void *hy,
                                          cudnnTensorDescriptor_t cDesc, const void *cx, void *cy,
                                          size_t weightSpaceSize, const void *weightSpace,
                                          size_t workSpaceSize, void *workSpace, size_t reserveSpaceSize,
                                          void *reserveSpace);

/**
 * cudnnCreateSeqDataDescriptor
 *   seqDataDesc: seqDataDesc (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateSeqDataDescriptor(
                                                                        cudnnSeqDataDescriptor_t *seqDataDesc);

/**
 * cudnnDestroySeqDataDescriptor
 *   seqDataDesc: seqDataDesc (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroySeqDataDescriptor(
    cudnnSeqDataDescriptor_t seqDataDesc);

/**
 * cudnnSetSeqDataDescriptor
 *   seqDataDesc: seqDataDesc
 *   dataType: dataType
 *   nbDims: nbDims
 *   dimA: dimA (host array, read)
 *   axes: axes (host array, read)
 *   seqLengthArraySize: seqLengthArraySize
 *   seqLengthArray: seqLengthArray (host array, read)
 *   paddingFill: paddingFill (host array, read, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetSeqDataDescriptor(cudnnSeqDataDescriptor_t seqDataDesc,
                                                                     cudnnDataType_t dataType, int nbDims,
                                                                     const int dimA[],
                                                                     const cudnnSeqDataAxis_t axes[],
                                                                     size_t seqLengthArraySize,
                                                                     const int seqLengthArray[],
                                                                     void *paddingFill);

/**
 * cudnnGetSeqDataDescriptor
 *   seqDataDesc: seqDataDesc
 *   dataType: dataType (host, written)
 *   nbDims: nbDims (host, written)
 *   nbDimsRequested: nbDimsRequested
 *   dimA: dimA (host, written)
 *   axes: axes (host, written)
 *   seqLengthArraySize: seqLengthArraySize (host, written)
 *   seqLengthSizeRequested: seqLengthSizeRequested
 *   seqLengthArray: seqLengthArray (host, written, may be NULL)
 *   paddingFill: paddingFill (host, written, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetSeqDataDescriptor(
                                                                     const cudnnSeqDataDescriptor_t seqDataDesc,
                                                                     cudnnDataType_t *dataType, int *nbDims,
                                                                     int nbDimsRequested, int dimA[],
                                                                     cudnnSeqDataAxis_t axes[],
                                                                     size_t *seqLengthArraySize,
                                                                     size_t seqLengthSizeRequested,
                                                                     int seqLengthArray[], void *paddingFill);

/**
 * cudnnCreateAttnDescriptor
 *   attnDesc: attnDesc (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateAttnDescriptor(cudnnAttnDescriptor_t *attnDesc);

/**
 * cudnnDestroyAttnDescriptor
 *   attnDesc: attnDesc (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyAttnDescriptor(cudnnAttnDescriptor_t attnDesc);

/**
 * cudnnSetAttnDescriptor
 *   attnDesc: attnDesc
 *   attnMode: attnMode
 *   nHeads: nHeads
 *   smScaler: smScaler
 *   dataType: dataType
 *   computePrec: computePrec
 *   mathType: mathType
 *   attnDropoutDesc: attnDropoutDesc (may be NULL)
 *   postDropoutDesc: postDropoutDesc (may be NULL)
 *   qSize: qSize
 *   kSize: kSize
 *   vSize: vSize
 *   qProjSize: qProjSize
 *   kProjSize: kProjSize
 *   vProjSize: vProjSize
 *   oProjSize: oProjSize
 *   qoMaxSeqLength: qoMaxSeqLength
 *   kvMaxSeqLength: kvMaxSeqLength
 *   maxBatchSize: maxBatchSize
 *   maxBeamSize: maxBeamSize
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetAttnDescriptor(cudnnAttnDescriptor_t attnDesc,
                                                                  unsigned attnMode, int nHeads,
                                                                  double smScaler, cudnnDataType_t dataType,
                                                                  cudnnDataType_t computePrec,
                                                                  cudnnMathType_t mathType,
                                                                  cudnnDropoutDescriptor_t attnDropoutDesc,
                                                                  cudnnDropoutDescriptor_t postDropoutDesc,
                                                                  int qSize, int kSize, int vSize,
                                                                  int qProjSize, int kProjSize, int vProjSize,
                                                                  int oProjSize, int qoMaxSeqLength,
                                                                  int kvMaxSeqLength, int maxBatchSize,
                                                                  int maxBeamSize);

/**
 * cudnnGetAttnDescriptor
 *   attnDesc: attnDesc
 *   attnMode: attnMode (host, written)
 *   nHeads: nHeads (host, written)
 *   smScaler: smScaler (host, written)
 *   dataType: dataType (host, written)
 *   computePrec: computePrec (host, written)
 *   mathType: mathType (host, written)
 *   attnDropoutDesc: attnDropoutDesc (host, written)
 *   postDropoutDesc: postDropoutDesc (host, written)
 *   qSize: qSize (host, written)
 *   kSize: kSize (host, written)
 *   vSize: vSize (host, written)
 *   qProjSize: qProjSize (host, written)
 *   kProjSize: kProjSize (host, written)
 *   vProjSize: vProjSize (host, written)
 *   oProjSize: oProjSize (host, written)
 *   qoMaxSeqLength: qoMaxSeqLength (host, written)
 *   kvMaxSeqLength: kvMaxSeqLength (host, written)
 *   maxBatchSize: maxBatchSize (host, written)
 *   maxBeamSize: maxBeamSize (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetAttnDescriptor(cudnnAttnDescriptor_t attnDesc,
                                                                  unsigned *attnMode, int *nHeads,
                                                                  double *smScaler, cudnnDataType_t *dataType,
                                                                  cudnnDataType_t *computePrec,
                                                                  cudnnMathType_t *mathType,
                                                                  cudnnDropoutDescriptor_t *attnDropoutDesc,
                                                                  cudnnDropoutDescriptor_t *postDropoutDesc,
                                                                  int *qSize, int *kSize, int *vSize,
                                                                  int *qProjSize, int *kProjSize,
                                                                  int *vProjSize, int *oProjSize,
                                                                  int *qoMaxSeqLength, int *kvMaxSeqLength,
                                                                  int *maxBatchSize, int *maxBeamSize);

/**
 * cudnnGetMultiHeadAttnBuffers
 *   handle: handle
 *   attnDesc: attnDesc
 *   weightSizeInBytes: weightSizeInBytes (host, written)
 *   workSpaceSizeInBytes: workSpaceSizeInBytes (host, written)
 *   reserveSpaceSizeInBytes: reserveSpaceSizeInBytes (host, written, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetMultiHeadAttnBuffers(cudnnHandle_t handle,
                                                                        const cudnnAttnDescriptor_t attnDesc,
                                                                        size_t *weightSizeInBytes,
                                                                        size_t *workSpaceSizeInBytes,
                                                                        size_t *reserveSpaceSizeInBytes);

/**
 * cudnnGetMultiHeadAttnWeights
 *   handle: handle
 *   attnDesc: attnDesc
 *   wKind: wKind
 *   weightSizeInBytes: weightSizeInBytes
 *   weights: weights (device, read, may be NULL)
 *   wDesc: wDesc
 *   wAddr: wAddr (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetMultiHeadAttnWeights(cudnnHandle_t handle,
                                                                        const cudnnAttnDescriptor_t attnDesc,
                                                                        cudnnMultiHeadAttnWeightKind_t wKind,
                                                                        size_t weightSizeInBytes,
                                                                        const void *weights,
                                                                        cudnnTensorDescriptor_t wDesc,
                                                                        void **wAddr);

/**
 * cudnnMultiHeadAttnForward
 *   handle: handle
 *   attnDesc: attnDesc
 *   currIdx: currIdx
 *   loWinIdx: loWinIdx (host array, read)
 *   hiWinIdx: hiWinIdx (host array, read)
 *   devSeqLengthsQO: devSeqLengthsQO (device, read)
 *   devSeqLengthsKV: devSeqLengthsKV (device, read)
 *   qDesc: qDesc
 *   queries: queries (device, read)
 *   residuals: residuals (device, read, may be NULL)
 *   kDesc: kDesc
 *   keys: keys (device, read)
 *   vDesc: vDesc
 *   values: values (device, read)
 *   oDesc: oDesc
 *   out: out (device, written)
 *   weightSizeInBytes: weightSizeInBytes
 *   weights: weights (device, read, may be NULL)
 *   workSpaceSizeInBytes: workSpaceSizeInBytes
 *   workSpace: workSpace (device, scratch, may be NULL)
 *   reserveSpaceSizeInBytes: reserveSpaceSizeInBytes
 *   reserveSpace: reserveSpace (device, scratch, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnMultiHeadAttnForward(cudnnHandle_t handle,
                                                                     const cudnnAttnDescriptor_t attnDesc,
                                                                     int currIdx, const int loWinIdx[],
                                                                     const int hiWinIdx[],
                                                                     const int devSeqLengthsQO[],
                                                                     const int devSeqLengthsKV[],
                                                                     const cudnnSeqDataDescriptor_t qDesc,
                                                                     const void *queries,
                                                                     const void *residuals,
                                                                     const cudnnSeqDataDescriptor_t kDesc,
                                                                     const void *keys,
                                                                     const cudnnSeqDataDescriptor_t vDesc,
                                                                     const void *values,
                                                                     const cudnnSeqDataDescriptor_t oDesc,
                                                                     void *out, size_t weightSizeInBytes,
                                                                     const void *weights,
                                                                     size_t workSpaceSizeInBytes,
                                                                     void *workSpace,
                                                                     size_t reserveSpaceSizeInBytes,
                                                                     void *reserveSpace);

/* cudnnAdvVersionCheck */
cudnnStatus_t CUDNNWINAPI cudnnAdvVersionCheck(void);

/**
 * cudnnRNNBackwardData_v8
 *   handle: handle
 *   rnnDesc: rnnDesc
 *   devSeqLengths: devSeqLengths (device, read, may be NULL)
 *   yDesc: yDesc
 *   y: y (device, read)
 *   dy: dy (device, read)
 *   xDesc: xDesc
 *   dx: dx (device, written)
 *   hDesc: hDesc (may be NULL)
 *   hx: hx (device, read, may be NULL)
 *   dhy: dhy (device, read, may be NULL)
 *   dhx: dhx (device, written, may be NULL)
 *   cDesc: cDesc (may be NULL)
 *   cx: cx (device, read, may be NULL)
 *   dcy: dcy (device, read, may be NULL)
 *   dcx: dcx (device, written, may be NULL)
 *   weightSpaceSize: weightSpaceSize
 *   weightSpace: weightSpace (device, read)
 *   workSpaceSize: workSpaceSize
 *   workSpace: workSpace (device, scratch, may be NULL)
 *   reserveSpaceSize: reserveSpaceSize
 *   reserveSpace: reserveSpace (device, scratch, may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnRNNBackwardData_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                                  const int32_t devSeqLengths[],
                                                  cudnnRNNDataDescriptor_t yDesc, const void *y,
                                                  const void *dy, cudnnRNNDataDescriptor_t xDesc, void *dx,
                                                  cudnnTensorDescriptor_t hDesc, const void *hx,
                                                  const void *dhy, void *dhx, cudnnTensorDescriptor_t cDesc,
                                                  const void *cx, const void *dcy, void *dcx,
                                                  size_t weightSpaceSize, const void *weightSpace,
                                                  size_t workSpaceSize, void *workSpace,
                                                  size_t reserveSpaceSize, void *reserveSpace);

/**
 * cudnnRNNBackwardWeights_v8
 *   handle: handle
 *   rnnDesc: rnnDesc
 *   addGrad: addGrad
 *   devSeqLengths: devSeqLengths (device, read, may be NULL)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   hDesc: hDesc (may be NULL)
 *   hx: hx (device, read, may be NULL)
 *   yDesc: yDesc
 *   y: y (device, read)
 *   weightSpaceSize: weightSpaceSize
 *   dweightSpace: dweightSpace (device, read and written)
 *   workSpaceSize: workSpaceSize
 *   workSpace: workSpace (device, scratch, may be NULL)
 *   reserveSpaceSize: reserveSpaceSize
 *   reserveSpace: reserveSpace (device, scratch, may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnRNNBackwardWeights_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                                     cudnnWgradMode_t addGrad, const int32_t devSeqLengths[],
                                                     cudnnRNNDataDescriptor_t xDesc, const void *x,
                                                     cudnnTensorDescriptor_t hDesc, const void *hx,
                                                     cudnnRNNDataDescriptor_t yDesc, const void *y,
                                                     size_t weightSpaceSize, void *dweightSpace,
                                                     size_t workSpaceSize, void *workSpace,
                                                     size_t reserveSpaceSize, void *reserveSpace);

/**
 * cudnnMultiHeadAttnBackwardData
 *   handle: handle
 *   attnDesc: attnDesc
 *   loWinIdx: loWinIdx (host array, read)
 *   hiWinIdx: hiWinIdx (host array, read)
 *   devSeqLengthsDQDO: devSeqLengthsDQDO (device, read)
 *   devSeqLengthsDKDV: devSeqLengthsDKDV (device, read)
 *   doDesc: doDesc
 *   dout: dout (device, read)
 *   dqDesc: dqDesc
 *   dqueries: dqueries (device, written)
 *   queries: queries (device, read)
 *   dkDesc: dkDesc
 *   dkeys: dkeys (device, written)
 *   keys: keys (device, read)
 *   dvDesc: dvDesc
 *   dvalues: dvalues (device, written)
 *   values: values (device, read)
 *   weightSizeInBytes: weightSizeInBytes
 *   weights: weights (device, read, may be NULL)
 *   workSpaceSizeInBytes: workSpaceSizeInBytes
 *   workSpace: workSpace (device, scratch, may be NULL)
 *   reserveSpaceSizeInBytes: reserveSpaceSizeInBytes
 *   reserveSpace: reserveSpace (device, scratch, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnMultiHeadAttnBackwardData(cudnnHandle_t handle,
    const cudnnAttnDescriptor_t attnDesc, const int loWinIdx[], const int hiWinIdx[],
    const int devSeqLengthsDQDO[], const int devSeqLengthsDKDV[], const cudnnSeqDataDescriptor_t doDesc,
    const void *dout, const cudnnSeqDataDescriptor_t dqDesc, void *dqueries, const void *queries,
    const cudnnSeqDataDescriptor_t dkDesc, void *dkeys, const void *keys,
    const cudnnSeqDataDescriptor_t dvDesc, void *dvalues, const void *values, size_t weightSizeInBytes,
    const void *weights, size_t workSpaceSizeInBytes, void *workSpace, size_t reserveSpaceSizeInBytes,
    void *reserveSpace);

/**
 * cudnnMultiHeadAttnBackwardWeights
 *   handle: handle
 *   attnDesc: attnDesc
 *   addGrad: addGrad
 *   qDesc: qDesc
 *   queries: queries (device, read)
 *   kDesc: kDesc
 *   keys: keys (device, read)
 *   vDesc: vDesc
 *   values: values (device, read)
 *   doDesc: doDesc
 *   dout: dout (device, read)
 *   weightSizeInBytes: weightSizeInBytes
 *   weights: weights (device, read, may be NULL)
 *   dweights: dweights (device, read and written, may be NULL)
 *   workSpaceSizeInBytes: workSpaceSizeInBytes
 *   workSpace: workSpace (device, scratch, may be NULL)
 *   reserveSpaceSizeInBytes: reserveSpaceSizeInBytes
 *   reserveSpace: reserveSpace (device, scratch, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnMultiHeadAttnBackwardWeights(cudnnHandle_t handle,
    const cudnnAttnDescriptor_t attnDesc, cudnnWgradMode_t addGrad, const cudnnSeqDataDescriptor_t qDesc,
    const void *queries, const cudnnSeqDataDescriptor_t kDesc, const void *keys,
    const cudnnSeqDataDescriptor_t vDesc, const void *values, const cudnnSeqDataDescriptor_t doDesc,
    const void *dout, size_t weightSizeInBytes, const void *weights, void *dweights,
    size_t workSpaceSizeInBytes, void *workSpace, size_t reserveSpaceSizeInBytes, void *reserveSpace);

/**
 * cudnnCreateCTCLossDescriptor
 *   ctcLossDesc: ctcLossDesc (host, receives the new object)
 */
cudnnStatus_t CUDNNWINAPI cudnnCreateCTCLossDescriptor(cudnnCTCLossDescriptor_t *ctcLossDesc);

/**
 * cudnnSetCTCLossDescriptor
 *   ctcLossDesc: ctcLossDesc
 *   compType: compType
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                                     cudnnDataType_t compType);

/**
 * cudnnSetCTCLossDescriptorEx
 *   ctcLossDesc: ctcLossDesc
 *   compType: compType
 *   normMode: normMode
 *   gradMode: gradMode
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                                       cudnnDataType_t compType,
                                                                       cudnnLossNormalizationMode_t normMode,
                                                                       cudnnNanPropagation_t gradMode);

/**
 * cudnnSetCTCLossDescriptor_v8
 *   ctcLossDesc: ctcLossDesc
 *   compType: compType
 *   normMode: normMode
 *   gradMode: gradMode
 *   maxLabelLength: maxLabelLength
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                                        cudnnDataType_t compType,
                                                                        cudnnLossNormalizationMode_t normMode,
                                                                        cudnnNanPropagation_t gradMode,
                                                                        int maxLabelLength);

/**
 * cudnnSetCTCLossDescriptor_v9
 *   ctcLossDesc: ctcLossDesc
 *   compType: compType
 *   normMode: normMode
 *   ctcGradMode: ctcGradMode
 *   maxLabelLength: maxLabelLength
 */
cudnnStatus_t CUDNNWINAPI cudnnSetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                       cudnnDataType_t compType,
                                                       cudnnLossNormalizationMode_t normMode,
                                                       cudnnCTCGradMode_t ctcGradMode, int maxLabelLength);

/**
 * cudnnGetCTCLossDescriptor
 *   ctcLossDesc: ctcLossDesc
 *   compType: compType (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                                     cudnnDataType_t *compType);

/**
 * cudnnGetCTCLossDescriptorEx
 *   ctcLossDesc: ctcLossDesc
 *   compType: compType (host, written)
 *   normMode: normMode (host, written)
 *   gradMode: gradMode (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                                       cudnnDataType_t *compType,
                                                                       cudnnLossNormalizationMode_t *normMode,
                                                                       cudnnNanPropagation_t *gradMode);

/**
 * cudnnGetCTCLossDescriptor_v8
 *   ctcLossDesc: ctcLossDesc
 *   compType: compType (host, written)
 *   normMode: normMode (host, written)
 *   gradMode: gradMode (host, written)
 *   maxLabelLength: maxLabelLength (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                                        cudnnDataType_t *compType,
                                                                        cudnnLossNormalizationMode_t *normMode,
                                                                        cudnnNanPropagation_t *gradMode,
                                                                        int *maxLabelLength);

/**
 * cudnnGetCTCLossDescriptor_v9
 *   ctcLossDesc: ctcLossDesc
 *   compType: compType (host, written)
 *   normMode: normMode (host, written)
 *   ctcGradMode: ctcGradMode (host, written)
 *   maxLabelLength: maxLabelLength (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                       cudnnDataType_t *compType,
                                                       cudnnLossNormalizationMode_t *normMode,
                                                       cudnnCTCGradMode_t *ctcGradMode, int *maxLabelLength);

/**
 * cudnnDestroyCTCLossDescriptor
 *   ctcLossDesc: ctcLossDesc (may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnDestroyCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc);

/**
 * cudnnCTCLoss
 *   handle: handle
 *   probsDesc: probsDesc
 *   probs: probs (device, read)
 *   hostLabels: hostLabels (host array, read)
 *   hostLabelLengths: hostLabelLengths (host array, read)
 *   hostInputLengths: hostInputLengths (host array, read)
 *   costs: costs (device, written)
 *   gradientsDesc: gradientsDesc
 *   gradients: gradients (device, written, may be NULL)
 *   algo: algo
 *   ctcLossDesc: ctcLossDesc
 *   workspace: workspace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: workSpaceSizeInBytes
 */
cudnnStatus_t CUDNNWINAPI cudnnCTCLoss(cudnnHandle_t handle, const cudnnTensorDescriptor_t probsDesc,
                                       const void *probs, const int hostLabels[],
                                       const int hostLabelLengths[], const int hostInputLengths[],
                                       void *costs, const cudnnTensorDescriptor_t gradientsDesc,
                                       void *gradients, cudnnCTCLossAlgo_t algo,
                                       cudnnCTCLossDescriptor_t ctcLossDesc, void *workspace,
                                       size_t workSpaceSizeInBytes);

/**
 * cudnnCTCLoss_v8
 *   handle: handle
 *   algo: algo
 *   ctcLossDesc: ctcLossDesc
 *   probsDesc: probsDesc
 *   probs: probs (device, read)
 *   labels: labels (device, read)
 *   labelLengths: labelLengths (device, read)
 *   inputLengths: inputLengths (device, read)
 *   costs: costs (device, written)
 *   gradientsDesc: gradientsDesc
 *   gradients: gradients (device, written, may be NULL)
 *   workSpaceSizeInBytes: workSpaceSizeInBytes
 *   workspace: workspace (device, scratch, may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnCTCLoss_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algo,
                                          cudnnCTCLossDescriptor_t ctcLossDesc,
                                          const cudnnTensorDescriptor_t probsDesc, const void *probs,
                                          const int labels[], const int labelLengths[],
                                          const int inputLengths[], void *costs,
                                          const cudnnTensorDescriptor_t gradientsDesc, void *gradients,
                                          size_t workSpaceSizeInBytes, void *workspace);

/**
 * cudnnGetCTCLossWorkspaceSize
 *   handle: handle
 *   probsDesc: probsDesc
 *   gradientsDesc: gradientsDesc (may be NULL)
 *   labels: labels (host array, read, may be NULL)
 *   labelLengths: labelLengths (host array, read)
 *   inputLengths: inputLengths (host array, read)
 *   algo: algo
 *   ctcLossDesc: ctcLossDesc
 *   sizeInBytes: sizeInBytes (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetCTCLossWorkspaceSize(cudnnHandle_t handle,
                                                       const cudnnTensorDescriptor_t probsDesc,
                                                       const cudnnTensorDescriptor_t gradientsDesc,
                                                       const int *labels, const int *labelLengths,
                                                       const int *inputLengths, cudnnCTCLossAlgo_t algo,
                                                       cudnnCTCLossDescriptor_t ctcLossDesc,
                                                       size_t *sizeInBytes);

/**
 * cudnnGetCTCLossWorkspaceSize_v8
 *   handle: handle
 *   algo: algo
 *   ctcLossDesc: ctcLossDesc
 *   probsDesc: probsDesc
 *   gradientsDesc: gradientsDesc (may be NULL)
 *   sizeInBytes: sizeInBytes (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetCTCLossWorkspaceSize_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algo,
                                                          cudnnCTCLossDescriptor_t ctcLossDesc,
                                                          const cudnnTensorDescriptor_t probsDesc,
                                                          const cudnnTensorDescriptor_t gradientsDesc,
                                                          size_t *sizeInBytes);

#if defined(__cplusplus)
}
#endif

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif /* CUDNN_ADV_H_ */
