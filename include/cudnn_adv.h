/* cuDNN 9 interface, part adv: recurrent networks, attention and CTC loss. */
/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */
/* clang-format off */

#if !defined(CUDNN_ADV_H_)
#define CUDNN_ADV_H_

#include <stdint.h>

#include "cudnn_version.h"
#include "cudnn_ops.h"

#define CUDNN_ADV_MAJOR 9
#define CUDNN_ADV_MINOR 19
#define CUDNN_ADV_PATCH 0
/* Flags of cudnnSetRNNDescriptor_v8: whether unpacked layouts may hold sequences of unequal length. */
#define CUDNN_RNN_PADDED_IO_DISABLED 0
#define CUDNN_RNN_PADDED_IO_ENABLED (1U << 0)
/* Number of axes of attention data. */
#define CUDNN_SEQDATA_DIM_COUNT 4
/* Flags of cudnnSetAttnDescriptor: whether all beams of a query share one set of keys. */
#define CUDNN_ATTN_QUERYMAP_ALL_TO_ONE 0
#define CUDNN_ATTN_QUERYMAP_ONE_TO_ONE (1U << 0)
/* Flags of cudnnSetAttnDescriptor: biases in the projections. */
#define CUDNN_ATTN_DISABLE_PROJ_BIASES 0
#define CUDNN_ATTN_ENABLE_PROJ_BIASES (1U << 1)
/* Number of cudnnMultiHeadAttnWeightKind_t. */
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

/* Recurrent network. */
typedef struct cudnnRNNStruct *cudnnRNNDescriptor_t;
/* Batch of sequences of a recurrent network. */
typedef struct cudnnRNNDataStruct *cudnnRNNDataDescriptor_t;
/* Batch of sequences of attention. */
CUDNN_DEPRECATED typedef struct cudnnSeqDataStruct *cudnnSeqDataDescriptor_t;
/* Multi-head attention. */
CUDNN_DEPRECATED typedef struct cudnnAttnStruct *cudnnAttnDescriptor_t;

/* Algorithms of recurrent networks. */
typedef enum {
    CUDNN_RNN_ALGO_STANDARD = 0,
    CUDNN_RNN_ALGO_PERSIST_STATIC = 1,
    CUDNN_RNN_ALGO_PERSIST_DYNAMIC = 2, /* needs cudnnBuildRNNDynamic */
    CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H = 3,
    CUDNN_RNN_ALGO_COUNT = 4
} cudnnRNNAlgo_t;

/* Whether data for a backward pass is kept. */
typedef enum {
    CUDNN_FWD_MODE_INFERENCE = 0,
    CUDNN_FWD_MODE_TRAINING = 1
} cudnnForwardMode_t;

/* Cell of a recurrent network. */
typedef enum {
    CUDNN_RNN_RELU = 0,
    CUDNN_RNN_TANH = 1,
    CUDNN_LSTM = 2,
    CUDNN_GRU = 3
} cudnnRNNMode_t;

/* Which biases a recurrent network has. */
typedef enum {
    CUDNN_RNN_NO_BIAS = 0, /* none */
    CUDNN_RNN_SINGLE_INP_BIAS = 1, /* one set, with the input matrices */
    CUDNN_RNN_DOUBLE_BIAS = 2, /* two sets */
    CUDNN_RNN_SINGLE_REC_BIAS = 3 /* one set, with the recurrent matrices */
} cudnnRNNBiasMode_t;

/* Directions of a recurrent network. */
typedef enum {
    CUDNN_UNIDIRECTIONAL = 0,
    CUDNN_BIDIRECTIONAL = 1
} cudnnDirectionMode_t;

/* Input of the first layer. */
typedef enum {
    CUDNN_LINEAR_INPUT = 0, /* through an input matrix */
    CUDNN_SKIP_INPUT = 1 /* the input vector is added as it is */
} cudnnRNNInputMode_t;

/* Clipping of the LSTM cell state. */
typedef enum {
    CUDNN_RNN_CLIP_NONE = 0,
    CUDNN_RNN_CLIP_MINMAX = 1
} cudnnRNNClipMode_t;

/* Layout of a batch of sequences. */
typedef enum {
    CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED = 0, /* time, batch, vector; padded */
    CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED = 1, /* time, batch, vector; without padding, longest first */
    CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED = 2 /* batch, time, vector; padded */
} cudnnRNNDataLayout_t;

/* Axes of attention data. */
typedef enum {
    CUDNN_SEQDATA_TIME_DIM = 0,
    CUDNN_SEQDATA_BATCH_DIM = 1,
    CUDNN_SEQDATA_BEAM_DIM = 2,
    CUDNN_SEQDATA_VECT_DIM = 3
} cudnnSeqDataAxis_t;

/* Parts of the attention weight buffer. */
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

/* What becomes of the old weight gradient. */
typedef enum {
    CUDNN_WGRAD_MODE_ADD = 0, /* add to it */
    CUDNN_WGRAD_MODE_SET = 1 /* replace it */
} cudnnWgradMode_t;

/* What is applied to the input of the CTC loss. */
typedef enum {
    CUDNN_LOSS_NORMALIZATION_NONE = 0, /* nothing: probabilities */
    CUDNN_LOSS_NORMALIZATION_SOFTMAX = 1 /* softmax: logits */
} cudnnLossNormalizationMode_t;

/**
 * Makes a recurrent network descriptor.
 *   rnnDesc: network (host, receives the new object)
 */
cudnnStatus_t CUDNNWINAPI cudnnCreateRNNDescriptor(cudnnRNNDescriptor_t *rnnDesc);

/**
 * Frees a recurrent network descriptor. NULL is accepted.
 *   rnnDesc: network (may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnDestroyRNNDescriptor(cudnnRNNDescriptor_t rnnDesc);

/**
 * Describes a recurrent network of numLayers layers of RELU, TANH, LSTM or GRU cells. projSize below
 * hiddenSize adds an output projection (LSTM only). Type pairs (data, math): float/float, double/double,
 * half/float, half/half, bfloat16/float; others NOT_SUPPORTED.
 *   rnnDesc: network
 *   algo: algorithm
 *   cellMode: cell
 *   biasMode: which biases exist
 *   dirMode: one direction or two
 *   inputMode: whether the first layer has an input matrix
 *   dataType: element type
 *   mathPrec: computation type
 *   mathType: arithmetic allowed
 *   inputSize: size of the input vectors
 *   hiddenSize: size of the hidden state
 *   projSize: size of the output after projection
 *   numLayers: number of layers
 *   dropoutDesc: dropout descriptor (may be NULL)
 *   auxFlags: sum of CUDNN_RNN_ flags
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
 * Reads a recurrent network descriptor back; outputs that are not wanted may be NULL.
 *   rnnDesc: network
 *   algo: algorithm (host, written, may be NULL)
 *   cellMode: cell (host, written, may be NULL)
 *   biasMode: which biases exist (host, written, may be NULL)
 *   dirMode: one direction or two (host, written, may be NULL)
 *   inputMode: whether the first layer has an input matrix (host, written, may be NULL)
 *   dataType: element type (host, written, may be NULL)
 *   mathPrec: computation type (host, written, may be NULL)
 *   mathType: arithmetic allowed (host, written, may be NULL)
 *   inputSize: size of the input vectors (host, written, may be NULL)
 *   hiddenSize: size of the hidden state (host, written, may be NULL)
 *   projSize: size of the output after projection (host, written, may be NULL)
 *   numLayers: number of layers (host, written, may be NULL)
 *   dropoutDesc: dropout descriptor (host, written, may be NULL)
 *   auxFlags: sum of CUDNN_RNN_ flags (host, written, may be NULL)
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
 * Clips the LSTM cell state to [lclip, rclip] when it is read and when the output is made. BAD_PARAM when
 * lclip > rclip or one is NaN.
 *   rnnDesc: network
 *   clipMode: clip or not
 *   clipNanOpt: whether NaN is clipped or goes through
 *   lclip: lower bound
 *   rclip: upper bound
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnRNNSetClip_v8(cudnnRNNDescriptor_t rnnDesc,
                                                              cudnnRNNClipMode_t clipMode,
                                                              cudnnNanPropagation_t clipNanOpt, double lclip,
                                                              double rclip);

/**
 * Clips the LSTM cell state to [lclip, rclip] when it is read and when the output is made.
 *   rnnDesc: network
 *   clipMode: clip or not
 *   lclip: lower bound
 *   rclip: upper bound
 */
cudnnStatus_t CUDNNWINAPI cudnnRNNSetClip_v9(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t clipMode,
                                             double lclip, double rclip);

/**
 * Reads the clipping of the LSTM cell state; outputs that are not wanted may be NULL.
 *   rnnDesc: network
 *   clipMode: clip or not (host, written, may be NULL)
 *   clipNanOpt: whether NaN is clipped or goes through (host, written, may be NULL)
 *   lclip: lower bound (host, written, may be NULL)
 *   rclip: upper bound (host, written, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnRNNGetClip_v8(cudnnRNNDescriptor_t rnnDesc,
                                                              cudnnRNNClipMode_t *clipMode,
                                                              cudnnNanPropagation_t *clipNanOpt,
                                                              double *lclip, double *rclip);

/**
 * Reads the clipping of the LSTM cell state; outputs that are not wanted may be NULL.
 *   rnnDesc: network
 *   clipMode: clip or not (host, written, may be NULL)
 *   lclip: lower bound (host, written, may be NULL)
 *   rclip: upper bound (host, written, may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnRNNGetClip_v9(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t *clipMode,
                                             double *lclip, double *rclip);

/**
 * Prepares kernels for one batch size; needed with RNN_ALGO_PERSIST_DYNAMIC only.
 *   handle: library handle
 *   rnnDesc: network
 *   miniBatch: batch size
 */
cudnnStatus_t CUDNNWINAPI cudnnBuildRNNDynamic(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                               int miniBatch);

/**
 * Bytes of workspace and, for training, of the reserve space that carries data from the forward to the
 * backward calls. Either output may be NULL.
 *   handle: library handle
 *   rnnDesc: network
 *   fwdMode: inference or training
 *   xDesc: describes x
 *   workSpaceSize: bytes of workspace (host, written, may be NULL)
 *   reserveSpaceSize: bytes of reserve space (host, written, may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetRNNTempSpaceSizes(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                                    cudnnForwardMode_t fwdMode,
                                                    cudnnRNNDataDescriptor_t xDesc, size_t *workSpaceSize,
                                                    size_t *reserveSpaceSize);

/**
 * Bytes of the buffer that holds all weights and biases of the network.
 *   handle: library handle
 *   rnnDesc: network
 *   weightSpaceSize: bytes of the weight buffer (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetRNNWeightSpaceSize(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                                     size_t *weightSpaceSize);

/**
 * Address and dims of one matrix and one bias inside the weight buffer. linLayerID: LSTM 0..3 input gates i f
 * g o, 4..7 the recurrent ones, 8 projection; GRU 0..2 and 3..5 for r z n; RELU and TANH 0 and 1. A part that
 * does not exist gives address NULL and 0 dims.
 *   handle: library handle
 *   rnnDesc: network
 *   pseudoLayer: layer * directions + direction
 *   weightSpaceSize: bytes of the weight buffer
 *   weightSpace: weight buffer (device, read, may be NULL)
 *   linLayerID: which matrix of the layer
 *   mDesc: set to its dims {1, rows, columns}; NULL with mAddr: not asked for (may be NULL)
 *   mAddr: address of the matrix (host, written, may be NULL)
 *   bDesc: set to its dims {1, rows, 1}; NULL with bAddr: not asked for (may be NULL)
 *   bAddr: address of the bias (host, written, may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetRNNWeightParams(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                                  int32_t pseudoLayer, size_t weightSpaceSize,
                                                  const void *weightSpace, int32_t linLayerID,
                                                  cudnnTensorDescriptor_t mDesc, void **mAddr,
                                                  cudnnTensorDescriptor_t bDesc, void **bAddr);

/**
 * Makes a descriptor of a batch of sequences.
 *   rnnDataDesc: sequence data descriptor (host, receives the new object)
 */
cudnnStatus_t CUDNNWINAPI cudnnCreateRNNDataDescriptor(cudnnRNNDataDescriptor_t *rnnDataDesc);

/**
 * Frees a sequence data descriptor. NULL is accepted.
 *   rnnDataDesc: sequence data descriptor (may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnDestroyRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc);

/**
 * Describes batchSize sequences of vectors. In the packed layout the lengths must not grow. Padding of
 * outputs is filled with *paddingFill, or 0.
 *   rnnDataDesc: sequence data descriptor
 *   dataType: element type
 *   layout: packed or not, time or batch first
 *   maxSeqLength: longest sequence
 *   batchSize: number of sequences
 *   vectorSize: size of the vectors
 *   seqLengthArray: length of each sequence (host array, read)
 *   paddingFill: one element that padding of outputs is filled with (host array, read, may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnSetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc,
                                                    cudnnDataType_t dataType, cudnnRNNDataLayout_t layout,
                                                    int maxSeqLength, int batchSize, int vectorSize,
                                                    const int seqLengthArray[], void *paddingFill);

/**
 * Reads a sequence data descriptor back; at most arrayLengthRequested lengths are written.
 *   rnnDataDesc: sequence data descriptor
 *   dataType: element type (host, written)
 *   layout: packed or not, time or batch first (host, written)
 *   maxSeqLength: longest sequence (host, written)
 *   batchSize: number of sequences (host, written)
 *   vectorSize: size of the vectors (host, written)
 *   arrayLengthRequested: room in the arrays
 *   seqLengthArray: length of each sequence (host, written, may be NULL)
 *   paddingFill: one element that padding of outputs is filled with (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc,
                                                    cudnnDataType_t *dataType, cudnnRNNDataLayout_t *layout,
                                                    int *maxSeqLength, int *batchSize, int *vectorSize,
                                                    int arrayLengthRequested, int seqLengthArray[],
                                                    void *paddingFill);

/**
 * Runs the network over a batch of sequences: y from x and the first states, hy and cy the states after the
 * last valid step. In training the reserve space is filled for the backward calls.
 *   handle: library handle
 *   rnnDesc: network
 *   fwdMode: inference or training
 *   devSeqLengths: lengths on the device; the descriptors hold them too (device, read, may be NULL)
 *   xDesc: describes x
 *   x: input (device, read)
 *   yDesc: describes y
 *   y: output (device, written)
 *   hDesc: describes the hidden states {layers * directions, N, size} (may be NULL)
 *   hx: first hidden states; NULL is zeros (device, read, may be NULL)
 *   hy: last hidden states (device, written, may be NULL)
 *   cDesc: describes the cell states (LSTM) (may be NULL)
 *   cx: first cell states (LSTM); NULL is zeros (device, read, may be NULL)
 *   cy: last cell states (LSTM) (device, written, may be NULL)
 *   weightSpaceSize: bytes of the weight buffer
 *   weightSpace: weight buffer (device, read)
 *   workSpaceSize: bytes of workspace given
 *   workSpace: workspace (device, scratch, may be NULL)
 *   reserveSpaceSize: bytes of reserve space given
 *   reserveSpace: kept between forward and backward calls (device, scratch, may be NULL)
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
 * Makes a descriptor of attention data: time x batch x beam x vector.
 *   seqDataDesc: attention data descriptor (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateSeqDataDescriptor(
                                                                        cudnnSeqDataDescriptor_t *seqDataDesc);

/**
 * Frees an attention data descriptor. NULL is accepted.
 *   seqDataDesc: attention data descriptor (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroySeqDataDescriptor(
    cudnnSeqDataDescriptor_t seqDataDesc);

/**
 * Describes attention data: size of each axis, their order in memory, and the length of every sequence (batch
 * * beam of them).
 *   seqDataDesc: attention data descriptor
 *   dataType: element type
 *   nbDims: number of dims
 *   dimA: size of each axis, indexed by cudnnSeqDataAxis_t (host array, read)
 *   axes: order of the axes in memory, outermost first (host array, read)
 *   seqLengthArraySize: number of sequences: batch * beam
 *   seqLengthArray: length of each sequence (host array, read)
 *   paddingFill: one element that padding of outputs is filled with (host array, read, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetSeqDataDescriptor(cudnnSeqDataDescriptor_t seqDataDesc,
                                                                     cudnnDataType_t dataType, int nbDims,
                                                                     const int dimA[],
                                                                     const cudnnSeqDataAxis_t axes[],
                                                                     size_t seqLengthArraySize,
                                                                     const int seqLengthArray[],
                                                                     void *paddingFill);

/**
 * Reads an attention data descriptor back; outputs that are not wanted may be NULL.
 *   seqDataDesc: attention data descriptor
 *   dataType: element type (host, written, may be NULL)
 *   nbDims: number of dims (host, written, may be NULL)
 *   nbDimsRequested: room in the arrays
 *   dimA: size of each axis, indexed by cudnnSeqDataAxis_t (host, written, may be NULL)
 *   axes: order of the axes in memory, outermost first (host, written, may be NULL)
 *   seqLengthArraySize: number of sequences: batch * beam (host, written, may be NULL)
 *   seqLengthSizeRequested: room in seqLengthArray
 *   seqLengthArray: length of each sequence (host, written, may be NULL)
 *   paddingFill: one element that padding of outputs is filled with (host, written, may be NULL)
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
 * Makes a multi-head attention descriptor.
 *   attnDesc: attention descriptor (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateAttnDescriptor(cudnnAttnDescriptor_t *attnDesc);

/**
 * Frees a multi-head attention descriptor. NULL is accepted.
 *   attnDesc: attention descriptor (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyAttnDescriptor(cudnnAttnDescriptor_t attnDesc);

/**
 * Describes multi-head attention: out = sum over heads of O_h * softmax(smScaler * q_h . k_h) * v_h. A
 * projection size of 0 leaves that projection out; sizes of projected q and k must agree.
 *   attnDesc: attention descriptor
 *   attnMode: sum of CUDNN_ATTN_ flags
 *   nHeads: number of heads
 *   smScaler: factor inside the softmax, at least 0
 *   dataType: element type
 *   computePrec: computation type
 *   mathType: arithmetic allowed
 *   attnDropoutDesc: dropout of the attention weights (may be NULL)
 *   postDropoutDesc: dropout after the output projection (may be NULL)
 *   qSize: size of queries
 *   kSize: size of keys
 *   vSize: size of values
 *   qProjSize: size of queries after projection, 0 for none
 *   kProjSize: size of keys after projection, 0 for none
 *   vProjSize: size of values after projection, 0 for none
 *   oProjSize: size of the output after projection, 0 for none
 *   qoMaxSeqLength: longest sequence of queries
 *   kvMaxSeqLength: longest sequence of keys
 *   maxBatchSize: largest batch
 *   maxBeamSize: largest beam
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
 * Reads a multi-head attention descriptor back; outputs that are not wanted may be NULL.
 *   attnDesc: attention descriptor
 *   attnMode: sum of CUDNN_ATTN_ flags (host, written, may be NULL)
 *   nHeads: number of heads (host, written, may be NULL)
 *   smScaler: factor inside the softmax, at least 0 (host, written, may be NULL)
 *   dataType: element type (host, written, may be NULL)
 *   computePrec: computation type (host, written, may be NULL)
 *   mathType: arithmetic allowed (host, written, may be NULL)
 *   attnDropoutDesc: dropout of the attention weights (host, written, may be NULL)
 *   postDropoutDesc: dropout after the output projection (host, written, may be NULL)
 *   qSize: size of queries (host, written, may be NULL)
 *   kSize: size of keys (host, written, may be NULL)
 *   vSize: size of values (host, written, may be NULL)
 *   qProjSize: size of queries after projection, 0 for none (host, written, may be NULL)
 *   kProjSize: size of keys after projection, 0 for none (host, written, may be NULL)
 *   vProjSize: size of values after projection, 0 for none (host, written, may be NULL)
 *   oProjSize: size of the output after projection, 0 for none (host, written, may be NULL)
 *   qoMaxSeqLength: longest sequence of queries (host, written, may be NULL)
 *   kvMaxSeqLength: longest sequence of keys (host, written, may be NULL)
 *   maxBatchSize: largest batch (host, written, may be NULL)
 *   maxBeamSize: largest beam (host, written, may be NULL)
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
 * Bytes of weights and workspace and, for training when reserveSpaceSizeInBytes is not NULL, of the reserve
 * space.
 *   handle: library handle
 *   attnDesc: attention descriptor
 *   weightSizeInBytes: bytes of the weight buffer (host, written)
 *   workSpaceSizeInBytes: bytes of workspace (host, written)
 *   reserveSpaceSizeInBytes: bytes of reserve space; NULL asks for inference sizes (host, written, may be
 *   NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetMultiHeadAttnBuffers(cudnnHandle_t handle,
                                                                        const cudnnAttnDescriptor_t attnDesc,
                                                                        size_t *weightSizeInBytes,
                                                                        size_t *workSpaceSizeInBytes,
                                                                        size_t *reserveSpaceSizeInBytes);

/**
 * Address and dims of one kind of weights or biases inside the weight buffer.
 *   handle: library handle
 *   attnDesc: attention descriptor
 *   wKind: which weights
 *   weightSizeInBytes: bytes of the weight buffer
 *   weights: weight buffer (device, read, may be NULL)
 *   wDesc: set to their dims
 *   wAddr: address of the weights (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetMultiHeadAttnWeights(cudnnHandle_t handle,
                                                                        const cudnnAttnDescriptor_t attnDesc,
                                                                        cudnnMultiHeadAttnWeightKind_t wKind,
                                                                        size_t weightSizeInBytes,
                                                                        const void *weights,
                                                                        cudnnTensorDescriptor_t wDesc,
                                                                        void **wAddr);

/**
 * Runs multi-head attention. Key s is seen by query t when loWinIdx[t] <= s < hiWinIdx[t]. With currIdx at
 * least 0 only that time step is computed (inference); training needs -1 and a reserve space.
 *   handle: library handle
 *   attnDesc: attention descriptor
 *   currIdx: time step, or -1 for all
 *   loWinIdx: begin of the window of keys for each query step (host array, read)
 *   hiWinIdx: end of the window of keys for each query step (host array, read)
 *   devSeqLengthsQO: lengths of queries and outputs (device, read)
 *   devSeqLengthsKV: lengths of keys and values (device, read)
 *   qDesc: describes the queries
 *   queries: queries (device, read)
 *   residuals: added to the output (device, read, may be NULL)
 *   kDesc: describes the keys
 *   keys: keys (device, read)
 *   vDesc: describes the values
 *   values: values (device, read)
 *   oDesc: describes the output
 *   out: output (device, written)
 *   weightSizeInBytes: bytes of the weight buffer
 *   weights: weight buffer (device, read, may be NULL)
 *   workSpaceSizeInBytes: bytes of workspace given
 *   workSpace: workspace (device, scratch, may be NULL)
 *   reserveSpaceSizeInBytes: bytes of reserve space given
 *   reserveSpace: kept between forward and backward calls (device, scratch, may be NULL)
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

/* SUCCESS when libcudnn_adv belongs to the same release as the other libraries. */
cudnnStatus_t CUDNNWINAPI cudnnAdvVersionCheck(void);

/**
 * Gradients of cudnnRNNForward with respect to x, hx and cx. Call it before cudnnRNNBackwardWeights_v8, with
 * the same reserve space.
 *   handle: library handle
 *   rnnDesc: network
 *   devSeqLengths: lengths on the device; the descriptors hold them too (device, read, may be NULL)
 *   yDesc: describes y
 *   y: output of the forward call (device, read)
 *   dy: gradient of the output (device, read)
 *   xDesc: describes x
 *   dx: gradient of the input (device, written)
 *   hDesc: describes the hidden states {layers * directions, N, size} (may be NULL)
 *   hx: first hidden states; NULL is zeros (device, read, may be NULL)
 *   dhy: gradient of hy; NULL is zeros (device, read, may be NULL)
 *   dhx: gradient of hx (device, written, may be NULL)
 *   cDesc: describes the cell states (LSTM) (may be NULL)
 *   cx: first cell states (LSTM); NULL is zeros (device, read, may be NULL)
 *   dcy: gradient of cy; NULL is zeros (device, read, may be NULL)
 *   dcx: gradient of cx (device, written, may be NULL)
 *   weightSpaceSize: bytes of the weight buffer
 *   weightSpace: weight buffer (device, read)
 *   workSpaceSize: bytes of workspace given
 *   workSpace: workspace (device, scratch, may be NULL)
 *   reserveSpaceSize: bytes of reserve space given
 *   reserveSpace: kept between forward and backward calls (device, scratch, may be NULL)
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
 * Adds the gradient of the weights to dweightSpace. CUDNN_WGRAD_MODE_SET is NOT_SUPPORTED.
 *   handle: library handle
 *   rnnDesc: network
 *   addGrad: add to the old gradient or replace it
 *   devSeqLengths: lengths on the device; the descriptors hold them too (device, read, may be NULL)
 *   xDesc: describes x
 *   x: input of the forward call (device, read)
 *   hDesc: describes the hidden states {layers * directions, N, size} (may be NULL)
 *   hx: first hidden states; NULL is zeros (device, read, may be NULL)
 *   yDesc: describes y
 *   y: output of the forward call (device, read)
 *   weightSpaceSize: bytes of the weight buffer
 *   dweightSpace: gradient of the weights (device, read and written)
 *   workSpaceSize: bytes of workspace given
 *   workSpace: workspace (device, scratch, may be NULL)
 *   reserveSpaceSize: bytes of reserve space given
 *   reserveSpace: kept between forward and backward calls (device, scratch, may be NULL)
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
 * Gradients of cudnnMultiHeadAttnForward with respect to queries, keys and values. Call it before
 * cudnnMultiHeadAttnBackwardWeights.
 *   handle: library handle
 *   attnDesc: attention descriptor
 *   loWinIdx: begin of the window of keys for each query step (host array, read)
 *   hiWinIdx: end of the window of keys for each query step (host array, read)
 *   devSeqLengthsDQDO: lengths of queries and outputs (device, read)
 *   devSeqLengthsDKDV: lengths of keys and values (device, read)
 *   doDesc: describes dout
 *   dout: gradient of the attention output (device, read)
 *   dqDesc: describes dqueries
 *   dqueries: gradient of the queries (device, written)
 *   queries: queries (device, read)
 *   dkDesc: describes dkeys
 *   dkeys: gradient of the keys (device, written)
 *   keys: keys (device, read)
 *   dvDesc: describes dvalues
 *   dvalues: gradient of the values (device, written)
 *   values: values (device, read)
 *   weightSizeInBytes: bytes of the weight buffer
 *   weights: weight buffer (device, read, may be NULL)
 *   workSpaceSizeInBytes: bytes of workspace given
 *   workSpace: workspace (device, scratch, may be NULL)
 *   reserveSpaceSizeInBytes: bytes of reserve space given
 *   reserveSpace: kept between forward and backward calls (device, scratch, may be NULL)
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
 * Gradient of the attention weights and biases, added to or stored in dweights.
 *   handle: library handle
 *   attnDesc: attention descriptor
 *   addGrad: add to the old gradient or replace it
 *   qDesc: describes the queries
 *   queries: queries (device, read)
 *   kDesc: describes the keys
 *   keys: keys (device, read)
 *   vDesc: describes the values
 *   values: values (device, read)
 *   doDesc: describes dout
 *   dout: gradient of the attention output (device, read)
 *   weightSizeInBytes: bytes of the weight buffer
 *   weights: weight buffer (device, read, may be NULL)
 *   dweights: gradient of the weights (device, read and written, may be NULL)
 *   workSpaceSizeInBytes: bytes of workspace given
 *   workSpace: workspace (device, scratch, may be NULL)
 *   reserveSpaceSizeInBytes: bytes of reserve space given
 *   reserveSpace: kept between forward and backward calls (device, scratch, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnMultiHeadAttnBackwardWeights(cudnnHandle_t handle,
    const cudnnAttnDescriptor_t attnDesc, cudnnWgradMode_t addGrad, const cudnnSeqDataDescriptor_t qDesc,
    const void *queries, const cudnnSeqDataDescriptor_t kDesc, const void *keys,
    const cudnnSeqDataDescriptor_t vDesc, const void *values, const cudnnSeqDataDescriptor_t doDesc,
    const void *dout, size_t weightSizeInBytes, const void *weights, void *dweights,
    size_t workSpaceSizeInBytes, void *workSpace, size_t reserveSpaceSizeInBytes, void *reserveSpace);

/**
 * Makes a CTC loss descriptor.
 *   ctcLossDesc: CTC loss descriptor (host, receives the new object)
 */
cudnnStatus_t CUDNNWINAPI cudnnCreateCTCLossDescriptor(cudnnCTCLossDescriptor_t *ctcLossDesc);

/**
 * Sets the computation type; probabilities are used as given, without softmax.
 *   ctcLossDesc: CTC loss descriptor
 *   compType: computation type: float
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                                     cudnnDataType_t compType);

/**
 * Sets the computation type, whether softmax is applied first, and what becomes of the gradients of
 * impossible samples.
 *   ctcLossDesc: CTC loss descriptor
 *   compType: computation type: float
 *   normMode: softmax before the loss, or not
 *   gradMode: whether impossible samples get zero gradients or are skipped
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                                       cudnnDataType_t compType,
                                                                       cudnnLossNormalizationMode_t normMode,
                                                                       cudnnNanPropagation_t gradMode);

/**
 * cudnnSetCTCLossDescriptorEx with an upper bound of the label lengths, for cudnnCTCLoss_v8.
 *   ctcLossDesc: CTC loss descriptor
 *   compType: computation type: float
 *   normMode: softmax before the loss, or not
 *   gradMode: whether impossible samples get zero gradients or are skipped
 *   maxLabelLength: longest label
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                                        cudnnDataType_t compType,
                                                                        cudnnLossNormalizationMode_t normMode,
                                                                        cudnnNanPropagation_t gradMode,
                                                                        int maxLabelLength);

/**
 * cudnnSetCTCLossDescriptor_v8 with its own enum for the gradients of impossible samples.
 *   ctcLossDesc: CTC loss descriptor
 *   compType: computation type: float
 *   normMode: softmax before the loss, or not
 *   ctcGradMode: whether impossible samples get zero gradients or are skipped
 *   maxLabelLength: longest label
 */
cudnnStatus_t CUDNNWINAPI cudnnSetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                       cudnnDataType_t compType,
                                                       cudnnLossNormalizationMode_t normMode,
                                                       cudnnCTCGradMode_t ctcGradMode, int maxLabelLength);

/**
 * Reads the computation type back.
 *   ctcLossDesc: CTC loss descriptor
 *   compType: computation type: float (host, written, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                                     cudnnDataType_t *compType);

/**
 * Reads a CTC loss descriptor back; outputs that are not wanted may be NULL.
 *   ctcLossDesc: CTC loss descriptor
 *   compType: computation type: float (host, written, may be NULL)
 *   normMode: softmax before the loss, or not (host, written, may be NULL)
 *   gradMode: whether impossible samples get zero gradients or are skipped (host, written, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                                       cudnnDataType_t *compType,
                                                                       cudnnLossNormalizationMode_t *normMode,
                                                                       cudnnNanPropagation_t *gradMode);

/**
 * Reads a CTC loss descriptor back; outputs that are not wanted may be NULL.
 *   ctcLossDesc: CTC loss descriptor
 *   compType: computation type: float (host, written, may be NULL)
 *   normMode: softmax before the loss, or not (host, written, may be NULL)
 *   gradMode: whether impossible samples get zero gradients or are skipped (host, written, may be NULL)
 *   maxLabelLength: longest label (host, written, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                                        cudnnDataType_t *compType,
                                                                        cudnnLossNormalizationMode_t *normMode,
                                                                        cudnnNanPropagation_t *gradMode,
                                                                        int *maxLabelLength);

/**
 * Reads a CTC loss descriptor back; outputs that are not wanted may be NULL.
 *   ctcLossDesc: CTC loss descriptor
 *   compType: computation type: float (host, written, may be NULL)
 *   normMode: softmax before the loss, or not (host, written, may be NULL)
 *   ctcGradMode: whether impossible samples get zero gradients or are skipped (host, written, may be NULL)
 *   maxLabelLength: longest label (host, written, may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                       cudnnDataType_t *compType,
                                                       cudnnLossNormalizationMode_t *normMode,
                                                       cudnnCTCGradMode_t *ctcGradMode, int *maxLabelLength);

/**
 * Frees a CTC loss descriptor. NULL is accepted.
 *   ctcLossDesc: CTC loss descriptor (may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnDestroyCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc);

/**
 * costs[n] = -log p(labels of n | probs) and, when gradients is not NULL, the gradient with respect to the
 * input. Labels and lengths are on the host. Blank is 0.
 *   handle: library handle
 *   probsDesc: describes probs: {T, N, alphabet}
 *   probs: probabilities, or logits when the descriptor asks for softmax (device, read)
 *   hostLabels: labels, one after the other (host array, read)
 *   hostLabelLengths: length of each label (host array, read)
 *   hostInputLengths: time steps of each sample (host array, read)
 *   costs: loss of each sample (device, written)
 *   gradientsDesc: describes the gradients
 *   gradients: gradient of the loss (device, written, may be NULL)
 *   algo: algorithm
 *   ctcLossDesc: CTC loss descriptor
 *   workspace: workspace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: bytes of workspace given
 */
cudnnStatus_t CUDNNWINAPI cudnnCTCLoss(cudnnHandle_t handle, const cudnnTensorDescriptor_t probsDesc,
                                       const void *probs, const int hostLabels[],
                                       const int hostLabelLengths[], const int hostInputLengths[],
                                       void *costs, const cudnnTensorDescriptor_t gradientsDesc,
                                       void *gradients, cudnnCTCLossAlgo_t algo,
                                       cudnnCTCLossDescriptor_t ctcLossDesc, void *workspace,
                                       size_t workSpaceSizeInBytes);

/**
 * cudnnCTCLoss with labels and lengths on the device, so that it can be captured into a CUDA graph.
 *   handle: library handle
 *   algo: algorithm
 *   ctcLossDesc: CTC loss descriptor
 *   probsDesc: describes probs: {T, N, alphabet}
 *   probs: probabilities, or logits when the descriptor asks for softmax (device, read)
 *   labels: labels, one after the other (device, read)
 *   labelLengths: length of each label (device, read)
 *   inputLengths: time steps of each sample (device, read)
 *   costs: loss of each sample (device, written)
 *   gradientsDesc: describes the gradients
 *   gradients: gradient of the loss (device, written, may be NULL)
 *   workSpaceSizeInBytes: bytes of workspace given
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
 * Bytes of workspace of cudnnCTCLoss for these lengths.
 *   handle: library handle
 *   probsDesc: describes probs: {T, N, alphabet}
 *   gradientsDesc: describes the gradients (may be NULL)
 *   labels: labels, one after the other (host array, read, may be NULL)
 *   labelLengths: length of each label (host array, read)
 *   inputLengths: time steps of each sample (host array, read)
 *   algo: algorithm
 *   ctcLossDesc: CTC loss descriptor
 *   sizeInBytes: bytes needed (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetCTCLossWorkspaceSize(cudnnHandle_t handle,
                                                       const cudnnTensorDescriptor_t probsDesc,
                                                       const cudnnTensorDescriptor_t gradientsDesc,
                                                       const int *labels, const int *labelLengths,
                                                       const int *inputLengths, cudnnCTCLossAlgo_t algo,
                                                       cudnnCTCLossDescriptor_t ctcLossDesc,
                                                       size_t *sizeInBytes);

/**
 * Bytes of workspace of cudnnCTCLoss_v8 for the longest label allowed by the descriptor.
 *   handle: library handle
 *   algo: algorithm
 *   ctcLossDesc: CTC loss descriptor
 *   probsDesc: describes probs: {T, N, alphabet}
 *   gradientsDesc: describes the gradients (may be NULL)
 *   sizeInBytes: bytes needed (host, written)
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
