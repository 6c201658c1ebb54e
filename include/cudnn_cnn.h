/* cuDNN 9 interface, part cnn: convolution and its fused forms. */
/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */
/* clang-format off */

#if !defined(CUDNN_CNN_H_)
#define CUDNN_CNN_H_

#include <stdint.h>

#include "cudnn_version.h"
#include "cudnn_ops.h"

#define CUDNN_CNN_MAJOR 9
#define CUDNN_CNN_MINOR 19
#define CUDNN_CNN_PATCH 0

#if CUDNN_CNN_MAJOR != CUDNN_MAJOR || CUDNN_CNN_MINOR != CUDNN_MINOR || CUDNN_CNN_PATCH != CUDNN_PATCHLEVEL
#error "cudnn_cnn.h and cudnn_version.h come from different releases"
#endif

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

#if defined(__cplusplus)
extern "C" {
#endif

/* Convolution: padding, stride, dilation, groups, arithmetic. */
CUDNN_DEPRECATED typedef struct cudnnConvolutionStruct *cudnnConvolutionDescriptor_t;
/* Descriptors and placeholders of a fused operation. */
CUDNN_DEPRECATED typedef struct cudnnFusedOpsConstParamStruct *cudnnFusedOpsConstParamPack_t;
/* Data pointers and scalars of a fused operation. */
CUDNN_DEPRECATED typedef struct cudnnFusedOpsVariantParamStruct *cudnnFusedOpsVariantParamPack_t;
/* A fused operation that is ready to run. */
CUDNN_DEPRECATED typedef struct cudnnFusedOpsPlanStruct *cudnnFusedOpsPlan_t;

/* Fused operations. */
CUDNN_DEPRECATED typedef enum {
    CUDNN_FUSED_SCALE_BIAS_ACTIVATION_CONV_BNSTATS = 0,
    CUDNN_FUSED_SCALE_BIAS_ACTIVATION_WGRAD = 1,
    CUDNN_FUSED_BN_FINALIZE_STATISTICS_TRAINING = 2,
    CUDNN_FUSED_BN_FINALIZE_STATISTICS_INFERENCE = 3,
    CUDNN_FUSED_CONV_SCALE_BIAS_ADD_ACTIVATION = 4,
    CUDNN_FUSED_SCALE_BIAS_ADD_ACTIVATION_GEN_BITMASK = 5,
    CUDNN_FUSED_DACTIVATION_FORK_DBATCHNORM = 6
} cudnnFusedOps_t;

/**
 * Entries of a constant parameter pack: DESC labels take a descriptor, PLACEHOLDER labels a
 * cudnnFusedOpsPointerPlaceHolder_t.
 */
CUDNN_DEPRECATED typedef enum {
    CUDNN_PARAM_XDESC = 0,
    CUDNN_PARAM_XDATA_PLACEHOLDER = 1,
    CUDNN_PARAM_BN_MODE = 2,
    CUDNN_PARAM_BN_EQSCALEBIAS_DESC = 3,
    CUDNN_PARAM_BN_EQSCALE_PLACEHOLDER = 4,
    CUDNN_PARAM_BN_EQBIAS_PLACEHOLDER = 5,
    CUDNN_PARAM_ACTIVATION_DESC = 6,
    CUDNN_PARAM_CONV_DESC = 7,
    CUDNN_PARAM_WDESC = 8,
    CUDNN_PARAM_WDATA_PLACEHOLDER = 9,
    CUDNN_PARAM_DWDESC = 10,
    CUDNN_PARAM_DWDATA_PLACEHOLDER = 11,
    CUDNN_PARAM_YDESC = 12,
    CUDNN_PARAM_YDATA_PLACEHOLDER = 13,
    CUDNN_PARAM_DYDESC = 14,
    CUDNN_PARAM_DYDATA_PLACEHOLDER = 15,
    CUDNN_PARAM_YSTATS_DESC = 16,
    CUDNN_PARAM_YSUM_PLACEHOLDER = 17,
    CUDNN_PARAM_YSQSUM_PLACEHOLDER = 18,
    CUDNN_PARAM_BN_SCALEBIAS_MEANVAR_DESC = 19,
    CUDNN_PARAM_BN_SCALE_PLACEHOLDER = 20,
    CUDNN_PARAM_BN_BIAS_PLACEHOLDER = 21,
    CUDNN_PARAM_BN_SAVED_MEAN_PLACEHOLDER = 22,
    CUDNN_PARAM_BN_SAVED_INVSTD_PLACEHOLDER = 23,
    CUDNN_PARAM_BN_RUNNING_MEAN_PLACEHOLDER = 24,
    CUDNN_PARAM_BN_RUNNING_VAR_PLACEHOLDER = 25,
    CUDNN_PARAM_ZDESC = 26,
    CUDNN_PARAM_ZDATA_PLACEHOLDER = 27,
    CUDNN_PARAM_BN_Z_EQSCALEBIAS_DESC = 28,
    CUDNN_PARAM_BN_Z_EQSCALE_PLACEHOLDER = 29,
    CUDNN_PARAM_BN_Z_EQBIAS_PLACEHOLDER = 30,
    CUDNN_PARAM_ACTIVATION_BITMASK_DESC = 31,
    CUDNN_PARAM_ACTIVATION_BITMASK_PLACEHOLDER = 32,
    CUDNN_PARAM_DXDESC = 33,
    CUDNN_PARAM_DXDATA_PLACEHOLDER = 34,
    CUDNN_PARAM_DZDESC = 35,
    CUDNN_PARAM_DZDATA_PLACEHOLDER = 36,
    CUDNN_PARAM_BN_DSCALE_PLACEHOLDER = 37,
    CUDNN_PARAM_BN_DBIAS_PLACEHOLDER = 38
} cudnnFusedOpsConstParamLabel_t;

/* What is promised about a data pointer that comes later. */
CUDNN_DEPRECATED typedef enum {
    CUDNN_PTR_NULL = 0, /* there will be no data */
    CUDNN_PTR_ELEM_ALIGNED = 1, /* aligned to its element */
    CUDNN_PTR_16B_ALIGNED = 2 /* aligned to 16 bytes */
} cudnnFusedOpsPointerPlaceHolder_t;

/**
 * Entries of a variant parameter pack: PTR labels take a device pointer, SCALAR labels a pointer to the
 * scalar.
 */
CUDNN_DEPRECATED typedef enum {
    CUDNN_PTR_XDATA = 0,
    CUDNN_PTR_BN_EQSCALE = 1,
    CUDNN_PTR_BN_EQBIAS = 2,
    CUDNN_PTR_WDATA = 3,
    CUDNN_PTR_DWDATA = 4,
    CUDNN_PTR_YDATA = 5,
    CUDNN_PTR_DYDATA = 6,
    CUDNN_PTR_YSUM = 7,
    CUDNN_PTR_YSQSUM = 8,
    CUDNN_PTR_WORKSPACE = 9,
    CUDNN_PTR_BN_SCALE = 10,
    CUDNN_PTR_BN_BIAS = 11,
    CUDNN_PTR_BN_SAVED_MEAN = 12,
    CUDNN_PTR_BN_SAVED_INVSTD = 13,
    CUDNN_PTR_BN_RUNNING_MEAN = 14,
    CUDNN_PTR_BN_RUNNING_VAR = 15,
    CUDNN_PTR_ZDATA = 16,
    CUDNN_PTR_BN_Z_EQSCALE = 17,
    CUDNN_PTR_BN_Z_EQBIAS = 18,
    CUDNN_PTR_ACTIVATION_BITMASK = 19,
    CUDNN_PTR_DXDATA = 20,
    CUDNN_PTR_DZDATA = 21,
    CUDNN_PTR_BN_DSCALE = 22,
    CUDNN_PTR_BN_DBIAS = 23,
    CUDNN_SCALAR_SIZE_T_WORKSPACE_SIZE_IN_BYTES = 100,
    CUDNN_SCALAR_INT64_T_BN_ACCUMULATION_COUNT = 101,
    CUDNN_SCALAR_DOUBLE_BN_EXP_AVG_FACTOR = 102,
    CUDNN_SCALAR_DOUBLE_BN_EPSILON = 103
} cudnnFusedOpsVariantParamLabel_t;

/* One result of the forward Get and Find functions. */
CUDNN_DEPRECATED typedef struct cudnnConvolutionFwdAlgoPerfStruct {
    cudnnConvolutionFwdAlgo_t algo; /* algorithm */
    cudnnStatus_t status; /* SUCCESS, or why it cannot run */
    float time; /* milliseconds; -1 when it was not run */
    size_t memory; /* bytes of workspace */
    cudnnDeterminism_t determinism; /* same bits each time or not */
    cudnnMathType_t mathType; /* arithmetic it uses */
    int reserved[3]; /* for later use */
} cudnnConvolutionFwdAlgoPerf_t;

/* One result of the backward-data Get and Find functions. */
CUDNN_DEPRECATED typedef struct cudnnConvolutionBwdDataAlgoPerfStruct {
    cudnnConvolutionBwdDataAlgo_t algo; /* algorithm */
    cudnnStatus_t status; /* SUCCESS, or why it cannot run */
    float time; /* milliseconds; -1 when it was not run */
    size_t memory; /* bytes of workspace */
    cudnnDeterminism_t determinism; /* same bits each time or not */
    cudnnMathType_t mathType; /* arithmetic it uses */
    int reserved[3]; /* for later use */
} cudnnConvolutionBwdDataAlgoPerf_t;

/* One result of the backward-filter Get and Find functions. */
CUDNN_DEPRECATED typedef struct cudnnConvolutionBwdFilterAlgoPerfStruct {
    cudnnConvolutionBwdFilterAlgo_t algo; /* algorithm */
    cudnnStatus_t status; /* SUCCESS, or why it cannot run */
    float time; /* milliseconds; -1 when it was not run */
    size_t memory; /* bytes of workspace */
    cudnnDeterminism_t determinism; /* same bits each time or not */
    cudnnMathType_t mathType; /* arithmetic it uses */
    int reserved[3]; /* for later use */
} cudnnConvolutionBwdFilterAlgoPerf_t;

/**
 * Makes a convolution descriptor with default math, one group and default reordering.
 *   convDesc: convolution descriptor (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateConvolutionDescriptor(
    cudnnConvolutionDescriptor_t *convDesc);

/**
 * Frees a convolution descriptor. NULL is accepted.
 *   convDesc: convolution descriptor (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyConvolutionDescriptor(
    cudnnConvolutionDescriptor_t convDesc);

/**
 * Says which arithmetic is allowed: FMA_MATH keeps float exact, the others allow TF32 or conversion where the
 * device has it.
 *   convDesc: convolution descriptor
 *   mathType: arithmetic allowed
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t convDesc,
                                                                       cudnnMathType_t mathType);

/**
 * Reads the math type.
 *   convDesc: convolution descriptor
 *   mathType: arithmetic allowed (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionMathType(cudnnConvolutionDescriptor_t convDesc,
                                                                       cudnnMathType_t *mathType);

/**
 * Sets the number of groups. Convolution takes it from C of x and of the filter; only the output-dim helpers
 * compare it.
 *   convDesc: convolution descriptor
 *   groupCount: number of groups
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetConvolutionGroupCount(
    cudnnConvolutionDescriptor_t convDesc, int groupCount);

/**
 * Reads the number of groups.
 *   convDesc: convolution descriptor
 *   groupCount: number of groups (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionGroupCount(
    cudnnConvolutionDescriptor_t convDesc, int *groupCount);

/**
 * Says whether an INT8x32 filter is still in plain order (DEFAULT_REORDER) or went through
 * cudnnReorderFilterAndBias (NO_REORDER).
 *   convDesc: convolution descriptor
 *   reorderType: whether the filter is already reordered
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetConvolutionReorderType(
    cudnnConvolutionDescriptor_t convDesc, cudnnReorderType_t reorderType);

/**
 * Reads the reordering type.
 *   convDesc: convolution descriptor
 *   reorderType: whether the filter is already reordered (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionReorderType(
    cudnnConvolutionDescriptor_t convDesc, cudnnReorderType_t *reorderType);

/**
 * Describes a 2-D convolution. Strides and dilations must be above 0, padding at least 0.
 *   convDesc: convolution descriptor
 *   pad_h: zeros above and below
 *   pad_w: zeros on the left and right
 *   u: stride in height
 *   v: stride in width
 *   dilation_h: dilation in height
 *   dilation_w: dilation in width
 *   mode: whether taps are flipped
 *   computeType: type of the accumulator
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetConvolution2dDescriptor(
    cudnnConvolutionDescriptor_t convDesc, int pad_h, int pad_w, int u, int v, int dilation_h, int dilation_w,
    cudnnConvolutionMode_t mode, cudnnDataType_t computeType);

/**
 * Reads a 2-D convolution descriptor back.
 *   convDesc: convolution descriptor
 *   pad_h: zeros above and below (host, written)
 *   pad_w: zeros on the left and right (host, written)
 *   u: stride in height (host, written)
 *   v: stride in width (host, written)
 *   dilation_h: dilation in height (host, written)
 *   dilation_w: dilation in width (host, written)
 *   mode: whether the taps are flipped (host, written)
 *   computeType: type of the accumulator (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolution2dDescriptor(
    const cudnnConvolutionDescriptor_t convDesc, int *pad_h, int *pad_w, int *u, int *v, int *dilation_h,
    int *dilation_w, cudnnConvolutionMode_t *mode, cudnnDataType_t *computeType);

/**
 * Describes a convolution over arrayLength spatial dims (0 to 6; NOT_SUPPORTED above).
 *   convDesc: convolution descriptor
 *   arrayLength: number of spatial dims
 *   padA: zeros on both sides of each spatial dim (host array, read)
 *   filterStrideA: step in each spatial dim (host array, read)
 *   dilationA: dilation of each spatial dim (host array, read)
 *   mode: whether taps are flipped
 *   computeType: type of the accumulator
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetConvolutionNdDescriptor(
    cudnnConvolutionDescriptor_t convDesc, int arrayLength, const int padA[], const int filterStrideA[],
    const int dilationA[], cudnnConvolutionMode_t mode, cudnnDataType_t computeType);

/**
 * Reads a convolution descriptor back. Writes the first arrayLengthRequested entries of each array;
 * *arrayLength receives the true number, 0 when it was never set.
 *   convDesc: convolution descriptor
 *   arrayLengthRequested: room in the arrays
 *   arrayLength: number of spatial dims (host, written)
 *   padA: zeros on both sides of each spatial dim (host, written)
 *   strideA: step in each spatial dim (host, written)
 *   dilationA: dilation of each spatial dim (host, written)
 *   mode: whether the taps are flipped (host, written)
 *   computeType: type of the accumulator (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionNdDescriptor(
    const cudnnConvolutionDescriptor_t convDesc, int arrayLengthRequested, int *arrayLength, int padA[],
    int strideA[], int dilationA[], cudnnConvolutionMode_t *mode, cudnnDataType_t *computeType);

/**
 * Dims of the 2-D convolution output: 1 + (in + 2 * pad - (1 + (taps - 1) * dilation)) / stride, rounded
 * down. BAD_PARAM when the filter is larger than the padded input or the channels do not fit.
 *   convDesc: convolution descriptor
 *   inputTensorDesc: describes the input
 *   filterDesc: filter descriptor
 *   n: images (host, written)
 *   c: channels (host, written)
 *   h: height (host, written)
 *   w: width (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolution2dForwardOutputDim(
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t inputTensorDesc,
    const cudnnFilterDescriptor_t filterDesc, int *n, int *c, int *h, int *w);

/**
 * Dims of the convolution output: 1 + (in + 2 * pad - (1 + (taps - 1) * dilation)) / stride, rounded down.
 *   convDesc: convolution descriptor
 *   inputTensorDesc: describes the input
 *   filterDesc: filter descriptor
 *   nbDims: number of dims
 *   tensorOuputDimA: dims of the output (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionNdForwardOutputDim(
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t inputTensorDesc,
    const cudnnFilterDescriptor_t filterDesc, int nbDims, int tensorOuputDimA[]);

/**
 * Largest number of results that the forward Get and Find functions return.
 *   handle: library handle
 *   count: number of results (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionForwardAlgorithmMaxCount(cudnnHandle_t handle,
    int *count);

/**
 * Lists the forward algorithms, best first by heuristics, without running any: status, workspace, determinism
 * and math type of each; time is -1.
 *   handle: library handle
 *   srcDesc: describes the source
 *   filterDesc: filter descriptor
 *   convDesc: convolution descriptor
 *   destDesc: describes the destination
 *   requestedAlgoCount: length of perfResults
 *   returnedAlgoCount: number of results written (host, written, may be NULL)
 *   perfResults: array of requestedAlgoCount results (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t srcDesc, const cudnnFilterDescriptor_t filterDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t destDesc,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionFwdAlgoPerf_t *perfResults);

/**
 * Runs every forward algorithm on memory of its own and lists them by measured time; those that fail come
 * last.
 *   handle: library handle
 *   xDesc: describes x
 *   wDesc: describes w
 *   convDesc: convolution descriptor
 *   yDesc: describes y
 *   requestedAlgoCount: length of perfResults
 *   returnedAlgoCount: number of results written (host, written)
 *   perfResults: array of requestedAlgoCount results (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnFindConvolutionForwardAlgorithm(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t xDesc, const cudnnFilterDescriptor_t wDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t yDesc,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionFwdAlgoPerf_t *perfResults);

/**
 * Runs every forward algorithm on the given data and workspace and lists them by measured time. Overwrites y.
 * An algorithm that needs more workspace is listed with the size it needs.
 *   handle: library handle
 *   xDesc: describes x
 *   x: input (device, read)
 *   wDesc: describes w
 *   w: filter (device, read)
 *   convDesc: convolution descriptor
 *   yDesc: describes y
 *   y: output (device, written)
 *   requestedAlgoCount: length of perfResults
 *   returnedAlgoCount: number of results written (host, written)
 *   perfResults: array of requestedAlgoCount results (host, written)
 *   workSpace: workspace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: bytes of workspace given
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnFindConvolutionForwardAlgorithmEx(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t xDesc, const void *x, const cudnnFilterDescriptor_t wDesc, const void *w,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t yDesc, void *y,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionFwdAlgoPerf_t *perfResults,
    void *workSpace, size_t workSpaceSizeInBytes);

/**
 * Writes the matrix of a convolution by GEMM: buffer [C][taps][out H][out W] of one image, zeros for padding.
 * Several images stand side by side: [C][taps][N][out H][out W].
 *   handle: library handle
 *   xDesc: describes x
 *   x: input (device, read)
 *   wDesc: describes w
 *   convDesc: convolution descriptor
 *   colBuffer: matrix (device, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnIm2Col(cudnnHandle_t handle,
                                                       const cudnnTensorDescriptor_t xDesc, const void *x,
                                                       const cudnnFilterDescriptor_t wDesc,
                                                       const cudnnConvolutionDescriptor_t convDesc,
                                                       void *colBuffer);

/**
 * Brings an INT8x32 filter, and the bias, into the order that tensor-core kernels read. With a bias, K must
 * be a multiple of 32. CUDNN_NO_REORDER copies.
 *   handle: library handle
 *   filterDesc: filter descriptor
 *   reorderType: whether the filter is already reordered
 *   filterData: filter (device, read)
 *   reorderedFilterData: reordered filter (device, written)
 *   reorderBias: not 0 when the bias is to be reordered too
 *   biasData: bias, when reorderBias is set (device, read, may be NULL)
 *   reorderedBiasData: reordered bias (device, written, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnReorderFilterAndBias(cudnnHandle_t handle,
                                                                     const cudnnFilterDescriptor_t filterDesc,
                                                                     cudnnReorderType_t reorderType,
                                                                     const void *filterData,
                                                                     void *reorderedFilterData,
                                                                     int reorderBias, const void *biasData,
                                                                     void *reorderedBiasData);

/**
 * Bytes of workspace of cudnnConvolutionForward with this algorithm. NOT_SUPPORTED when the algorithm cannot
 * do this problem.
 *   handle: library handle
 *   xDesc: describes x
 *   wDesc: describes w
 *   convDesc: convolution descriptor
 *   yDesc: describes y
 *   algo: algorithm
 *   sizeInBytes: bytes needed (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t xDesc, const cudnnFilterDescriptor_t wDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t yDesc,
    cudnnConvolutionFwdAlgo_t algo, size_t *sizeInBytes);

/**
 * y = alpha * conv(x, w) + beta * y. x is {N, C, ...}, w is {K, C / groups, taps...}, y is {N, K, ...} with
 * exactly the dims that the output-dim helper gives. x, w and y have one type.
 *   handle: library handle
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   xDesc: describes x
 *   x: input (device, read)
 *   wDesc: describes w
 *   w: filter (device, read)
 *   convDesc: convolution descriptor
 *   algo: algorithm
 *   workSpace: workspace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: bytes of workspace given
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   yDesc: describes y
 *   y: output (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnConvolutionForward(cudnnHandle_t handle, const void *alpha,
                                                                   const cudnnTensorDescriptor_t xDesc,
                                                                   const void *x,
                                                                   const cudnnFilterDescriptor_t wDesc,
                                                                   const void *w,
                                                                   const cudnnConvolutionDescriptor_t convDesc,
                                                                   cudnnConvolutionFwdAlgo_t algo,
                                                                   void *workSpace,
                                                                   size_t workSpaceSizeInBytes,
                                                                   const void *beta,
                                                                   const cudnnTensorDescriptor_t yDesc,
                                                                   void *y);

/**
 * y = act(alpha1 * conv(x, w) + alpha2 * z + bias). Activation RELU or IDENTITY; z may be y.
 *   handle: library handle
 *   alpha1: factor of the convolution (host scalar)
 *   xDesc: describes x
 *   x: input (device, read)
 *   wDesc: describes w
 *   w: filter (device, read)
 *   convDesc: convolution descriptor
 *   algo: algorithm
 *   workSpace: workspace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: bytes of workspace given
 *   alpha2: factor of z (host scalar)
 *   zDesc: describes z
 *   z: tensor added before the activation (device, read)
 *   biasDesc: describes the bias
 *   bias: bias {1, K, 1, 1} (device, read)
 *   activationDesc: activation: RELU or IDENTITY
 *   yDesc: describes y
 *   y: output (device, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnConvolutionBiasActivationForward(cudnnHandle_t handle,
    const void *alpha1, const cudnnTensorDescriptor_t xDesc, const void *x,
    const cudnnFilterDescriptor_t wDesc, const void *w, const cudnnConvolutionDescriptor_t convDesc,
    cudnnConvolutionFwdAlgo_t algo, void *workSpace, size_t workSpaceSizeInBytes, const void *alpha2,
    const cudnnTensorDescriptor_t zDesc, const void *z, const cudnnTensorDescriptor_t biasDesc,
    const void *bias, const cudnnActivationDescriptor_t activationDesc, const cudnnTensorDescriptor_t yDesc,
    void *y);

/**
 * Largest number of results that the backward-data Get and Find functions return.
 *   handle: library handle
 *   count: number of results (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionBackwardDataAlgorithmMaxCount(
    cudnnHandle_t handle, int *count);

/**
 * Runs every backward-data algorithm on memory of its own and lists them by measured time.
 *   handle: library handle
 *   wDesc: describes w
 *   dyDesc: describes dy
 *   convDesc: convolution descriptor
 *   dxDesc: describes dx
 *   requestedAlgoCount: length of perfResults
 *   returnedAlgoCount: number of results written (host, written)
 *   perfResults: array of requestedAlgoCount results (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnFindConvolutionBackwardDataAlgorithm(cudnnHandle_t handle,
    const cudnnFilterDescriptor_t wDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t dxDesc,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionBwdDataAlgoPerf_t *perfResults);

/**
 * Runs every backward-data algorithm on the given data and workspace and lists them by measured time.
 * Overwrites dx.
 *   handle: library handle
 *   wDesc: describes w
 *   w: filter (device, read)
 *   dyDesc: describes dy
 *   dy: gradient of the output (device, read)
 *   convDesc: convolution descriptor
 *   dxDesc: describes dx
 *   dx: gradient of the input (device, written)
 *   requestedAlgoCount: length of perfResults
 *   returnedAlgoCount: number of results written (host, written)
 *   perfResults: array of requestedAlgoCount results (host, written)
 *   workSpace: workspace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: bytes of workspace given
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnFindConvolutionBackwardDataAlgorithmEx(cudnnHandle_t handle,
    const cudnnFilterDescriptor_t wDesc, const void *w, const cudnnTensorDescriptor_t dyDesc, const void *dy,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t dxDesc, void *dx,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionBwdDataAlgoPerf_t *perfResults,
    void *workSpace, size_t workSpaceSizeInBytes);

/**
 * Lists the backward-data algorithms, best first by heuristics, without running any.
 *   handle: library handle
 *   filterDesc: filter descriptor
 *   diffDesc: describes dy
 *   convDesc: convolution descriptor
 *   gradDesc: describes dx
 *   requestedAlgoCount: length of perfResults
 *   returnedAlgoCount: number of results written (host, written, may be NULL)
 *   perfResults: array of requestedAlgoCount results (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionBackwardDataAlgorithm_v7(cudnnHandle_t handle,
    const cudnnFilterDescriptor_t filterDesc, const cudnnTensorDescriptor_t diffDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t gradDesc,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionBwdDataAlgoPerf_t *perfResults);

/**
 * Bytes of workspace of cudnnConvolutionBackwardData with this algorithm. NOT_SUPPORTED when the algorithm
 * cannot do this problem.
 *   handle: library handle
 *   wDesc: describes w
 *   dyDesc: describes dy
 *   convDesc: convolution descriptor
 *   dxDesc: describes dx
 *   algo: algorithm
 *   sizeInBytes: bytes needed (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionBackwardDataWorkspaceSize(cudnnHandle_t handle,
    const cudnnFilterDescriptor_t wDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t dxDesc,
    cudnnConvolutionBwdDataAlgo_t algo, size_t *sizeInBytes);

/**
 * dx = alpha * (gradient of the convolution with respect to x) + beta * dx, from w and dy.
 *   handle: library handle
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   wDesc: describes w
 *   w: filter (device, read)
 *   dyDesc: describes dy
 *   dy: gradient of the output (device, read)
 *   convDesc: convolution descriptor
 *   algo: algorithm
 *   workSpace: workspace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: bytes of workspace given
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   dxDesc: describes dx
 *   dx: gradient of the input (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnConvolutionBackwardData(cudnnHandle_t handle,
                                                                        const void *alpha,
                                                                        const cudnnFilterDescriptor_t wDesc,
                                                                        const void *w,
                                                                        const cudnnTensorDescriptor_t dyDesc,
                                                                        const void *dy,
                                                                        const cudnnConvolutionDescriptor_t convDesc,
                                                                        cudnnConvolutionBwdDataAlgo_t algo,
                                                                        void *workSpace,
                                                                        size_t workSpaceSizeInBytes,
                                                                        const void *beta,
                                                                        const cudnnTensorDescriptor_t dxDesc,
                                                                        void *dx);

/**
 * Descriptors that turn a backward-data problem with stride into one with stride 1: fold the filter, pad dy,
 * convolve, unfold dx.
 *   handle: library handle
 *   filterDesc: filter descriptor
 *   diffDesc: describes dy
 *   convDesc: convolution descriptor
 *   gradDesc: describes dx
 *   transformFormat: memory layout of the folded tensors
 *   foldedFilterDesc: set: the folded filter
 *   paddedDiffDesc: set: the padded dy
 *   foldedConvDesc: set: the convolution with stride 1
 *   foldedGradDesc: set: the folded dx
 *   filterFoldTransDesc: set: folding of the filter
 *   diffPadTransDesc: set: padding of dy
 *   gradFoldTransDesc: set: folding of dx
 *   gradUnfoldTransDesc: set: unfolding of dx
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetFoldedConvBackwardDataDescriptors(
    const cudnnHandle_t handle, const cudnnFilterDescriptor_t filterDesc,
    const cudnnTensorDescriptor_t diffDesc, const cudnnConvolutionDescriptor_t convDesc,
    const cudnnTensorDescriptor_t gradDesc, const cudnnTensorFormat_t transformFormat,
    cudnnFilterDescriptor_t foldedFilterDesc, cudnnTensorDescriptor_t paddedDiffDesc,
    cudnnConvolutionDescriptor_t foldedConvDesc, cudnnTensorDescriptor_t foldedGradDesc,
    cudnnTensorTransformDescriptor_t filterFoldTransDesc, cudnnTensorTransformDescriptor_t diffPadTransDesc,
    cudnnTensorTransformDescriptor_t gradFoldTransDesc, cudnnTensorTransformDescriptor_t gradUnfoldTransDesc);

/* SUCCESS when libcudnn_cnn belongs to the same release as the other libraries. */
cudnnStatus_t CUDNNWINAPI cudnnCnnVersionCheck(void);

/**
 * Largest number of results that the backward-filter Get and Find functions return.
 *   handle: library handle
 *   count: number of results (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(
    cudnnHandle_t handle, int *count);

/**
 * Runs every backward-filter algorithm on memory of its own and lists them by measured time.
 *   handle: library handle
 *   xDesc: describes x
 *   dyDesc: describes dy
 *   convDesc: convolution descriptor
 *   dwDesc: describes dw
 *   requestedAlgoCount: length of perfResults
 *   returnedAlgoCount: number of results written (host, written)
 *   perfResults: array of requestedAlgoCount results (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnFindConvolutionBackwardFilterAlgorithm(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnFilterDescriptor_t dwDesc,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionBwdFilterAlgoPerf_t *perfResults);

/**
 * Runs every backward-filter algorithm on the given data and workspace and lists them by measured time.
 * Overwrites dw.
 *   handle: library handle
 *   xDesc: describes x
 *   x: input (device, read)
 *   dyDesc: describes dy
 *   y: gradient of the output (device, read)
 *   convDesc: convolution descriptor
 *   dwDesc: describes dw
 *   dw: gradient of the filter (device, written)
 *   requestedAlgoCount: length of perfResults
 *   returnedAlgoCount: number of results written (host, written)
 *   perfResults: array of requestedAlgoCount results (host, written)
 *   workSpace: workspace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: bytes of workspace given
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnFindConvolutionBackwardFilterAlgorithmEx(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t xDesc, const void *x, const cudnnTensorDescriptor_t dyDesc, const void *y,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnFilterDescriptor_t dwDesc, void *dw,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionBwdFilterAlgoPerf_t *perfResults,
    void *workSpace, size_t workSpaceSizeInBytes);

/**
 * Lists the backward-filter algorithms, best first by heuristics, without running any.
 *   handle: library handle
 *   srcDesc: describes the source
 *   diffDesc: describes dy
 *   convDesc: convolution descriptor
 *   gradDesc: describes dx
 *   requestedAlgoCount: length of perfResults
 *   returnedAlgoCount: number of results written (host, written, may be NULL)
 *   perfResults: array of requestedAlgoCount results (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionBackwardFilterAlgorithm_v7(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t srcDesc, const cudnnTensorDescriptor_t diffDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnFilterDescriptor_t gradDesc,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionBwdFilterAlgoPerf_t *perfResults);

/**
 * Bytes of workspace of cudnnConvolutionBackwardFilter with this algorithm. NOT_SUPPORTED when the algorithm
 * cannot do this problem.
 *   handle: library handle
 *   xDesc: describes x
 *   dyDesc: describes dy
 *   convDesc: convolution descriptor
 *   gradDesc: describes dx
 *   algo: algorithm
 *   sizeInBytes: bytes needed (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionBackwardFilterWorkspaceSize(
    cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnFilterDescriptor_t gradDesc,
    cudnnConvolutionBwdFilterAlgo_t algo, size_t *sizeInBytes);

/**
 * dw = alpha * (gradient of the convolution with respect to w) + beta * dw, from x and dy.
 *   handle: library handle
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   xDesc: describes x
 *   x: input of the forward call (device, read)
 *   dyDesc: describes dy
 *   dy: gradient of the output (device, read)
 *   convDesc: convolution descriptor
 *   algo: algorithm
 *   workSpace: workspace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: bytes of workspace given
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   dwDesc: describes dw
 *   dw: gradient of the filter (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnConvolutionBackwardFilter(cudnnHandle_t handle,
    const void *alpha, const cudnnTensorDescriptor_t xDesc, const void *x,
    const cudnnTensorDescriptor_t dyDesc, const void *dy, const cudnnConvolutionDescriptor_t convDesc,
    cudnnConvolutionBwdFilterAlgo_t algo, void *workSpace, size_t workSpaceSizeInBytes, const void *beta,
    const cudnnFilterDescriptor_t dwDesc, void *dw);

/**
 * db = alpha * (sum of dy over N and all spatial dims) + beta * db; db is {1, K, 1, 1}.
 *   handle: library handle
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   dyDesc: describes dy
 *   dy: gradient of the output (device, read)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   dbDesc: describes db
 *   db: gradient of the bias (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnConvolutionBackwardBias(cudnnHandle_t handle,
                                                                        const void *alpha,
                                                                        const cudnnTensorDescriptor_t dyDesc,
                                                                        const void *dy, const void *beta,
                                                                        const cudnnTensorDescriptor_t dbDesc,
                                                                        void *db);

/**
 * Makes the pack of descriptors and placeholders of one fused operation.
 *   constPack: constant parameter pack (host, receives the new object)
 *   ops: which fused operation
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateFusedOpsConstParamPack(
    cudnnFusedOpsConstParamPack_t *constPack, cudnnFusedOps_t ops);

/**
 * Frees a constant parameter pack. NULL is accepted.
 *   constPack: constant parameter pack (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyFusedOpsConstParamPack(
    cudnnFusedOpsConstParamPack_t constPack);

/**
 * Sets one entry of a constant pack; the pack copies what param points to. BAD_PARAM for a label that this
 * fused operation does not have.
 *   constPack: constant parameter pack
 *   paramLabel: which entry
 *   param: the entry (host array, read, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetFusedOpsConstParamPackAttribute(
    cudnnFusedOpsConstParamPack_t constPack, cudnnFusedOpsConstParamLabel_t paramLabel, const void *param);

/**
 * Reads one entry of a constant pack; *isNULL says that it is unset.
 *   constPack: constant parameter pack
 *   paramLabel: which entry
 *   param: the entry (host, written)
 *   isNULL: 1 when the entry is unset, else 0 (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetFusedOpsConstParamPackAttribute(
    const cudnnFusedOpsConstParamPack_t constPack, cudnnFusedOpsConstParamLabel_t paramLabel, void *param,
    int *isNULL);

/**
 * Makes the pack of data pointers and scalars of one fused operation.
 *   varPack: variant parameter pack (host, receives the new object)
 *   ops: which fused operation
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateFusedOpsVariantParamPack(
    cudnnFusedOpsVariantParamPack_t *varPack, cudnnFusedOps_t ops);

/**
 * Frees a variant parameter pack. NULL is accepted.
 *   varPack: variant parameter pack (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyFusedOpsVariantParamPack(
    cudnnFusedOpsVariantParamPack_t varPack);

/**
 * Sets one data pointer, or one scalar from the memory that ptr points to.
 *   varPack: variant parameter pack
 *   paramLabel: which entry
 *   ptr: the data pointer, or where the scalar is
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetFusedOpsVariantParamPackAttribute(
    cudnnFusedOpsVariantParamPack_t varPack, cudnnFusedOpsVariantParamLabel_t paramLabel, void *ptr);

/**
 * Reads one data pointer or scalar of a variant pack.
 *   varPack: variant parameter pack
 *   paramLabel: which entry
 *   ptr: the data pointer, or where the scalar is (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetFusedOpsVariantParamPackAttribute(
    const cudnnFusedOpsVariantParamPack_t varPack, cudnnFusedOpsVariantParamLabel_t paramLabel, void *ptr);

/**
 * Makes an empty plan of a fused operation.
 *   plan: fused operation plan (host, receives the new object)
 *   ops: which fused operation
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateFusedOpsPlan(cudnnFusedOpsPlan_t *plan,
                                                                   cudnnFusedOps_t ops);

/**
 * Frees a fused operation plan. NULL is accepted.
 *   plan: fused operation plan (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyFusedOpsPlan(cudnnFusedOpsPlan_t plan);

/**
 * Chooses a kernel for the constant pack and tells its workspace. NOT_SUPPORTED when no kernel fits.
 *   handle: library handle
 *   plan: fused operation plan
 *   constPack: constant parameter pack
 *   workspaceSizeInBytes: bytes of workspace needed (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnMakeFusedOpsPlan(cudnnHandle_t handle,
                                                                 cudnnFusedOpsPlan_t plan,
                                                                 const cudnnFusedOpsConstParamPack_t constPack,
                                                                 size_t *workspaceSizeInBytes);

/**
 * Runs a fused operation plan on the data of a variant pack.
 *   handle: library handle
 *   plan: fused operation plan
 *   varPack: variant parameter pack
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnFusedOpsExecute(cudnnHandle_t handle,
                                                                const cudnnFusedOpsPlan_t plan,
                                                                cudnnFusedOpsVariantParamPack_t varPack);

#if defined(__cplusplus)
}
#endif

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif /* CUDNN_CNN_H_ */
