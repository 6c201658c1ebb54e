/* cuDNN 9 interface, part cnn: convolution and its fused forms. */
/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */

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

/* cudnnConvolutionDescriptor_t */
CUDNN_DEPRECATED typedef struct cudnnConvolutionStruct *cudnnConvolutionDescriptor_t;
/* cudnnFusedOpsConstParamPack_t */
CUDNN_DEPRECATED typedef struct cudnnFusedOpsConstParamStruct *cudnnFusedOpsConstParamPack_t;
/* cudnnFusedOpsVariantParamPack_t */
CUDNN_DEPRECATED typedef struct cudnnFusedOpsVariantParamStruct *cudnnFusedOpsVariantParamPack_t;
/* cudnnFusedOpsPlan_t */
CUDNN_DEPRECATED typedef struct cudnnFusedOpsPlanStruct *cudnnFusedOpsPlan_t;

/* cudnnFusedOps_t */
CUDNN_DEPRECATED typedef enum {
    CUDNN_FUSED_SCALE_BIAS_ACTIVATION_CONV_BNSTATS = 0,
    CUDNN_FUSED_SCALE_BIAS_ACTIVATION_WGRAD = 1,
    CUDNN_FUSED_BN_FINALIZE_STATISTICS_TRAINING = 2,
    CUDNN_FUSED_BN_FINALIZE_STATISTICS_INFERENCE = 3,
    CUDNN_FUSED_CONV_SCALE_BIAS_ADD_ACTIVATION = 4,
    CUDNN_FUSED_SCALE_BIAS_ADD_ACTIVATION_GEN_BITMASK = 5,
    CUDNN_FUSED_DACTIVATION_FORK_DBATCHNORM = 6
} cudnnFusedOps_t;

/* cudnnFusedOpsConstParamLabel_t */
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

/* cudnnFusedOpsPointerPlaceHolder_t */
CUDNN_DEPRECATED typedef enum {
    CUDNN_PTR_NULL = 0,
    CUDNN_PTR_ELEM_ALIGNED = 1,
    CUDNN_PTR_16B_ALIGNED = 2
} cudnnFusedOpsPointerPlaceHolder_t;

/* cudnnFusedOpsVariantParamLabel_t */
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

/* cudnnConvolutionFwdAlgoPerf_t */
CUDNN_DEPRECATED typedef struct cudnnConvolutionFwdAlgoPerfStruct {
    cudnnConvolutionFwdAlgo_t algo;
    cudnnStatus_t status;
    float time;
    size_t memory;
    cudnnDeterminism_t determinism;
    cudnnMathType_t mathType;
    int reserved[3];
} cudnnConvolutionFwdAlgoPerf_t;

/* cudnnConvolutionBwdDataAlgoPerf_t */
CUDNN_DEPRECATED typedef struct cudnnConvolutionBwdDataAlgoPerfStruct {
    cudnnConvolutionBwdDataAlgo_t algo;
    cudnnStatus_t status;
    float time;
    size_t memory;
    cudnnDeterminism_t determinism;
    cudnnMathType_t mathType;
    int reserved[3];
} cudnnConvolutionBwdDataAlgoPerf_t;

/* cudnnConvolutionBwdFilterAlgoPerf_t */
CUDNN_DEPRECATED typedef struct cudnnConvolutionBwdFilterAlgoPerfStruct {
    cudnnConvolutionBwdFilterAlgo_t algo;
    cudnnStatus_t status;
    float time;
    size_t memory;
    cudnnDeterminism_t determinism;
    cudnnMathType_t mathType;
    int reserved[3];
} cudnnConvolutionBwdFilterAlgoPerf_t;

/**
 * cudnnCreateConvolutionDescriptor
 *   convDesc: convDesc (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateConvolutionDescriptor(
    cudnnConvolutionDescriptor_t *convDesc);

/**
 * cudnnDestroyConvolutionDescriptor
 *   convDesc: convDesc (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyConvolutionDescriptor(
    cudnnConvolutionDescriptor_t convDesc);

/**
 * cudnnSetConvolutionMathType
 *   convDesc: convDesc
 *   mathType: mathType
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t convDesc,
                                                                       cudnnMathType_t mathType);

/**
 * cudnnGetConvolutionMathType
 *   convDesc: convDesc
 *   mathType: mathType (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionMathType(cudnnConvolutionDescriptor_t convDesc,
                                                                       cudnnMathType_t *mathType);

/**
 * cudnnSetConvolutionGroupCount
 *   convDesc: convDesc
 *   groupCount: groupCount
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetConvolutionGroupCount(
    cudnnConvolutionDescriptor_t convDesc, int groupCount);

/**
 * cudnnGetConvolutionGroupCount
 *   convDesc: convDesc
 *   groupCount: groupCount (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionGroupCount(
    cudnnConvolutionDescriptor_t convDesc, int *groupCount);

/**
 * cudnnSetConvolutionReorderType
 *   convDesc: convDesc
 *   reorderType: reorderType
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetConvolutionReorderType(
    cudnnConvolutionDescriptor_t convDesc, cudnnReorderType_t reorderType);

/**
 * cudnnGetConvolutionReorderType
 *   convDesc: convDesc
 *   reorderType: reorderType (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionReorderType(
    cudnnConvolutionDescriptor_t convDesc, cudnnReorderType_t *reorderType);

/**
 * cudnnSetConvolution2dDescriptor
 *   convDesc: convDesc
 *   pad_h: pad_h
 *   pad_w: pad_w
 *   u: u
 *   v: v
 *   dilation_h: dilation_h
 *   dilation_w: dilation_w
 *   mode: mode
 *   computeType: computeType
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetConvolution2dDescriptor(
    cudnnConvolutionDescriptor_t convDesc, int pad_h, int pad_w, int u, int v, int dilation_h, int dilation_w,
    cudnnConvolutionMode_t mode, cudnnDataType_t computeType);

/**
 * cudnnGetConvolution2dDescriptor
 *   convDesc: convDesc
 *   pad_h: pad_h (host, written)
 *   pad_w: pad_w (host, written)
 *   u: u (host, written)
 *   v: v (host, written)
 *   dilation_h: dilation_h (host, written)
 *   dilation_w: dilation_w (host, written)
 *   mode: mode (host, written)
 *   computeType: computeType (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolution2dDescriptor(
    const cudnnConvolutionDescriptor_t convDesc, int *pad_h, int *pad_w, int *u, int *v, int *dilation_h,
    int *dilation_w, cudnnConvolutionMode_t *mode, cudnnDataType_t *computeType);

/**
 * cudnnSetConvolutionNdDescriptor
 *   convDesc: convDesc
 *   arrayLength: arrayLength
 *   padA: padA (host array, read)
 *   filterStrideA: filterStrideA (host array, read)
 *   dilationA: dilationA (host array, read)
 *   mode: mode
 *   computeType: computeType
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetConvolutionNdDescriptor(
    cudnnConvolutionDescriptor_t convDesc, int arrayLength, const int padA[], const int filterStrideA[],
    const int dilationA[], cudnnConvolutionMode_t mode, cudnnDataType_t computeType);

/**
 * cudnnGetConvolutionNdDescriptor
 *   convDesc: convDesc
 *   arrayLengthRequested: arrayLengthRequested
 *   arrayLength: arrayLength (host, written)
 *   padA: padA (host, written)
 *   strideA: strideA (host, written)
 *   dilationA: dilationA (host, written)
 *   mode: mode (host, written)
 *   computeType: computeType (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionNdDescriptor(
    const cudnnConvolutionDescriptor_t convDesc, int arrayLengthRequested, int *arrayLength, int padA[],
    int strideA[], int dilationA[], cudnnConvolutionMode_t *mode, cudnnDataType_t *computeType);

/**
 * cudnnGetConvolution2dForwardOutputDim
 *   convDesc: convDesc
 *   inputTensorDesc: inputTensorDesc
 *   filterDesc: filterDesc
 *   n: n (host, written)
 *   c: c (host, written)
 *   h: h (host, written)
 *   w: w (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolution2dForwardOutputDim(
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t inputTensorDesc,
    const cudnnFilterDescriptor_t filterDesc, int *n, int *c, int *h, int *w);

/**
 * cudnnGetConvolutionNdForwardOutputDim
 *   convDesc: convDesc
 *   inputTensorDesc: inputTensorDesc
 *   filterDesc: filterDesc
 *   nbDims: nbDims
 *   tensorOuputDimA: tensorOuputDimA (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionNdForwardOutputDim(
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t inputTensorDesc,
    const cudnnFilterDescriptor_t filterDesc, int nbDims, int tensorOuputDimA[]);

/**
 * cudnnGetConvolutionForwardAlgorithmMaxCount
 *   handle: handle
 *   count: count (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionForwardAlgorithmMaxCount(cudnnHandle_t handle,
    int *count);

/**
 * cudnnGetConvolutionForwardAlgorithm_v7
 *   handle: handle
 *   srcDesc: srcDesc
 *   filterDesc: filterDesc
 *   convDesc: convDesc
 *   destDesc: destDesc
 *   requestedAlgoCount: requestedAlgoCount
 *   returnedAlgoCount: returnedAlgoCount (host, written, may be NULL)
 *   perfResults: perfResults (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t srcDesc, const cudnnFilterDescriptor_t filterDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t destDesc,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionFwdAlgoPerf_t *perfResults);

/**
 * cudnnFindConvolutionForwardAlgorithm
 *   handle: handle
 *   xDesc: xDesc
 *   wDesc: wDesc
 *   convDesc: convDesc
 *   yDesc: yDesc
 *   requestedAlgoCount: requestedAlgoCount
 *   returnedAlgoCount: returnedAlgoCount (host, written)
 *   perfResults: perfResults (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnFindConvolutionForwardAlgorithm(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t xDesc, const cudnnFilterDescriptor_t wDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t yDesc,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionFwdAlgoPerf_t *perfResults);

/**
 * cudnnFindConvolutionForwardAlgorithmEx
 *   handle: handle
 *   xDesc: xDesc
 *   x: x (device, read)
 *   wDesc: wDesc
 *   w: w (device, read)
 *   convDesc: convDesc
 *   yDesc: yDesc
 *   y: y (device, written)
 *   requestedAlgoCount: requestedAlgoCount
 *   returnedAlgoCount: returnedAlgoCount (host, written)
 *   perfResults: perfResults (host, written)
 *   workSpace: workSpace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: workSpaceSizeInBytes
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnFindConvolutionForwardAlgorithmEx(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t xDesc, const void *x, const cudnnFilterDescriptor_t wDesc, const void *w,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t yDesc, void *y,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionFwdAlgoPerf_t *perfResults,
    void *workSpace, size_t workSpaceSizeInBytes);

/**
 * cudnnIm2Col
 *   handle: handle
 *   xDesc: xDesc
 *   x: x (device, read)
 *   wDesc: wDesc
 *   convDesc: convDesc
 *   colBuffer: colBuffer (device, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnIm2Col(cudnnHandle_t handle,
                                                       const cudnnTensorDescriptor_t xDesc, const void *x,
                                                       const cudnnFilterDescriptor_t wDesc,
                                                       const cudnnConvolutionDescriptor_t convDesc,
                                                       void *colBuffer);

/**
 * cudnnReorderFilterAndBias
 *   handle: handle
 *   filterDesc: filterDesc
 *   reorderType: reorderType
 *   filterData: filterData (device, read)
 *   reorderedFilterData: reorderedFilterData (device, written)
 *   reorderBias: reorderBias
 *   biasData: biasData (device, read, may be NULL)
 *   reorderedBiasData: reorderedBiasData (device, written, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnReorderFilterAndBias(cudnnHandle_t handle,
                                                                     const cudnnFilterDescriptor_t filterDesc,
                                                                     cudnnReorderType_t reorderType,
                                                                     const void *filterData,
                                                                     void *reorderedFilterData,
                                                                     int reorderBias, const void *biasData,
                                                                     void *reorderedBiasData);

/**
 * cudnnGetConvolutionForwardWorkspaceSize
 *   handle: handle
 *   xDesc: xDesc
 *   wDesc: wDesc
 *   convDesc: convDesc
 *   yDesc: yDesc
 *   algo: algo
 *   sizeInBytes: sizeInBytes (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t xDesc, const cudnnFilterDescriptor_t wDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t yDesc,
    cudnnConvolutionFwdAlgo_t algo, size_t *sizeInBytes);

/**
 * cudnnConvolutionForward
 *   handle: handle
 *   alpha: alpha (host scalar)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   wDesc: wDesc
 *   w: w (device, read)
 *   convDesc: convDesc
 *   algo: algo
 *   workSpace: workSpace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: workSpaceSizeInBytes
 *   beta: beta (host scalar)
 *   yDesc: yDesc
 *   y: y (device, read and written)
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
 * cudnnConvolutionBiasActivationForward
 *   handle: handle
 *   alpha1: alpha1 (host scalar)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   wDesc: wDesc
 *   w: w (device, read)
 *   convDesc: convDesc
 *   algo: algo
 *   workSpace: workSpace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: workSpaceSizeInBytes
 *   alpha2: alpha2 (host scalar)
 *   zDesc: zDesc
 *   z: z (device, read)
 *   biasDesc: biasDesc
 *   bias: bias (device, read)
 *   activationDesc: activationDesc
 *   yDesc: yDesc
 *   y: y (device, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnConvolutionBiasActivationForward(cudnnHandle_t handle,
    const void *alpha1, const cudnnTensorDescriptor_t xDesc, const void *x,
    const cudnnFilterDescriptor_t wDesc, const void *w, const cudnnConvolutionDescriptor_t convDesc,
    cudnnConvolutionFwdAlgo_t algo, void *workSpace, size_t workSpaceSizeInBytes, const void *alpha2,
    const cudnnTensorDescriptor_t zDesc, const void *z, const cudnnTensorDescriptor_t biasDesc,
    const void *bias, const cudnnActivationDescriptor_t activationDesc, const cudnnTensorDescriptor_t yDesc,
    void *y);

/**
 * cudnnGetConvolutionBackwardDataAlgorithmMaxCount
 *   handle: handle
 *   count: count (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionBackwardDataAlgorithmMaxCount(
    cudnnHandle_t handle, int *count);

/**
 * cudnnFindConvolutionBackwardDataAlgorithm
 *   handle: handle
 *   wDesc: wDesc
 *   dyDesc: dyDesc
 *   convDesc: convDesc
 *   dxDesc: dxDesc
 *   requestedAlgoCount: requestedAlgoCount
 *   returnedAlgoCount: returnedAlgoCount (host, written)
 *   perfResults: perfResults (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnFindConvolutionBackwardDataAlgorithm(cudnnHandle_t handle,
    const cudnnFilterDescriptor_t wDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t dxDesc,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionBwdDataAlgoPerf_t *perfResults);

/**
 * cudnnFindConvolutionBackwardDataAlgorithmEx
 *   handle: handle
 *   wDesc: wDesc
 *   w: w (device, read)
 *   dyDesc: dyDesc
 *   dy: dy (device, read)
 *   convDesc: convDesc
 *   dxDesc: dxDesc
 *   dx: dx (device, written)
 *   requestedAlgoCount: requestedAlgoCount
 *   returnedAlgoCount: returnedAlgoCount (host, written)
 *   perfResults: perfResults (host, written)
 *   workSpace: workSpace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: workSpaceSizeInBytes
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnFindConvolutionBackwardDataAlgorithmEx(cudnnHandle_t handle,
    const cudnnFilterDescriptor_t wDesc, const void *w, const cudnnTensorDescriptor_t dyDesc, const void *dy,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t dxDesc, void *dx,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionBwdDataAlgoPerf_t *perfResults,
    void *workSpace, size_t workSpaceSizeInBytes);

/**
 * cudnnGetConvolutionBackwardDataAlgorithm_v7
 *   handle: handle
 *   filterDesc: filterDesc
 *   diffDesc: diffDesc
 *   convDesc: convDesc
 *   gradDesc: gradDesc
 *   requestedAlgoCount: requestedAlgoCount
 *   returnedAlgoCount: returnedAlgoCount (host, written, may be NULL)
 *   perfResults: perfResults (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionBackwardDataAlgorithm_v7(cudnnHandle_t handle,
    const cudnnFilterDescriptor_t filterDesc, const cudnnTensorDescriptor_t diffDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t gradDesc,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionBwdDataAlgoPerf_t *perfResults);

/**
 * cudnnGetConvolutionBackwardDataWorkspaceSize
 *   handle: handle
 *   wDesc: wDesc
 *   dyDesc: dyDesc
 *   convDesc: convDesc
 *   dxDesc: dxDesc
 *   algo: algo
 *   sizeInBytes: sizeInBytes (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionBackwardDataWorkspaceSize(cudnnHandle_t handle,
    const cudnnFilterDescriptor_t wDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t dxDesc,
    cudnnConvolutionBwdDataAlgo_t algo, size_t *sizeInBytes);

/**
 * cudnnConvolutionBackwardData
 *   handle: handle
 *   alpha: alpha (host scalar)
 *   wDesc: wDesc
 *   w: w (device, read)
 *   dyDesc: dyDesc
 *   dy: dy (device, read)
 *   convDesc: convDesc
 *   algo: algo
 *   workSpace: workSpace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: workSpaceSizeInBytes
 *   beta: beta (host scalar)
 *   dxDesc: dxDesc
 *   dx: dx (device, read and written)
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
 * cudnnGetFoldedConvBackwardDataDescriptors
 *   handle: handle
 *   filterDesc: filterDesc
 *   diffDesc: diffDesc
 *   convDesc: convDesc
 *   gradDesc: gradDesc
 *   transformFormat: transformFormat
 *   foldedFilterDesc: foldedFilterDesc
 *   paddedDiffDesc: paddedDiffDesc
 *   foldedConvDesc: foldedConvDesc
 *   foldedGradDesc: foldedGradDesc
 *   filterFoldTransDesc: filterFoldTransDesc
 *   diffPadTransDesc: diffPadTransDesc
 *   gradFoldTransDesc: gradFoldTransDesc
 *   gradUnfoldTransDesc: gradUnfoldTransDesc
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetFoldedConvBackwardDataDescriptors(
    const cudnnHandle_t handle, const cudnnFilterDescriptor_t filterDesc,
    const cudnnTensorDescriptor_t diffDesc, const cudnnConvolutionDescriptor_t convDesc,
    const cudnnTensorDescriptor_t gradDesc, const cudnnTensorFormat_t transformFormat,
    cudnnFilterDescriptor_t foldedFilterDesc, cudnnTensorDescriptor_t paddedDiffDesc,
    cudnnConvolutionDescriptor_t foldedConvDesc, cudnnTensorDescriptor_t foldedGradDesc,
    cudnnTensorTransformDescriptor_t filterFoldTransDesc, cudnnTensorTransformDescriptor_t diffPadTransDesc,
    cudnnTensorTransformDescriptor_t gradFoldTransDesc, cudnnTensorTransformDescriptor_t gradUnfoldTransDesc);

/* cudnnCnnVersionCheck */
cudnnStatus_t CUDNNWINAPI cudnnCnnVersionCheck(void);

/**
 * cudnnGetConvolutionBackwardFilterAlgorithmMaxCount
 *   handle: handle
 *   count: count (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(
    cudnnHandle_t handle, int *count);

/**
 * cudnnFindConvolutionBackwardFilterAlgorithm
 *   handle: handle
 *   xDesc: xDesc
 *   dyDesc: dyDesc
 *   convDesc: convDesc
 *   dwDesc: dwDesc
 *   requestedAlgoCount: requestedAlgoCount
 *   returnedAlgoCount: returnedAlgoCount (host, written)
 *   perfResults: perfResults (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnFindConvolutionBackwardFilterAlgorithm(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnFilterDescriptor_t dwDesc,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionBwdFilterAlgoPerf_t *perfResults);

/**
 * cudnnFindConvolutionBackwardFilterAlgorithmEx
 *   handle: handle
 *   xDesc: xDesc
 *   x: x (device, read)
 *   dyDesc: dyDesc
 *   y: y (device, read)
 *   convDesc: convDesc
 *   dwDesc: dwDesc
 *   dw: dw (device, written)
 *   requestedAlgoCount: requestedAlgoCount
 *   returnedAlgoCount: returnedAlgoCount (host, written)
 *   perfResults: perfResults (host, written)
 *   workSpace: workSpace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: workSpaceSizeInBytes
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnFindConvolutionBackwardFilterAlgorithmEx(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t xDesc, const void *x, const cudnnTensorDescriptor_t dyDesc, const void *y,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnFilterDescriptor_t dwDesc, void *dw,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionBwdFilterAlgoPerf_t *perfResults,
    void *workSpace, size_t workSpaceSizeInBytes);

/**
 * cudnnGetConvolutionBackwardFilterAlgorithm_v7
 *   handle: handle
 *   srcDesc: srcDesc
 *   diffDesc: diffDesc
 *   convDesc: convDesc
 *   gradDesc: gradDesc
 *   requestedAlgoCount: requestedAlgoCount
 *   returnedAlgoCount: returnedAlgoCount (host, written, may be NULL)
 *   perfResults: perfResults (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionBackwardFilterAlgorithm_v7(cudnnHandle_t handle,
    const cudnnTensorDescriptor_t srcDesc, const cudnnTensorDescriptor_t diffDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnFilterDescriptor_t gradDesc,
    const int requestedAlgoCount, int *returnedAlgoCount, cudnnConvolutionBwdFilterAlgoPerf_t *perfResults);

/**
 * cudnnGetConvolutionBackwardFilterWorkspaceSize
 *   handle: handle
 *   xDesc: xDesc
 *   dyDesc: dyDesc
 *   convDesc: convDesc
 *   gradDesc: gradDesc
 *   algo: algo
 *   sizeInBytes: sizeInBytes (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetConvolutionBackwardFilterWorkspaceSize(
    cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnFilterDescriptor_t gradDesc,
    cudnnConvolutionBwdFilterAlgo_t algo, size_t *sizeInBytes);

/**
 * cudnnConvolutionBackwardFilter
 *   handle: handle
 *   alpha: alpha (host scalar)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   dyDesc: dyDesc
 *   dy: dy (device, read)
 *   convDesc: convDesc
 *   algo: algo
 *   workSpace: workSpace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: workSpaceSizeInBytes
 *   beta: beta (host scalar)
 *   dwDesc: dwDesc
 *   dw: dw (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnConvolutionBackwardFilter(cudnnHandle_t handle,
    const void *alpha, const cudnnTensorDescriptor_t xDesc, const void *x,
    const cudnnTensorDescriptor_t dyDesc, const void *dy, const cudnnConvolutionDescriptor_t convDesc,
    cudnnConvolutionBwdFilterAlgo_t algo, void *workSpace, size_t workSpaceSizeInBytes, const void *beta,
    const cudnnFilterDescriptor_t dwDesc, void *dw);

/**
 * cudnnConvolutionBackwardBias
 *   handle: handle
 *   alpha: alpha (host scalar)
 *   dyDesc: dyDesc
 *   dy: dy (device, read)
 *   beta: beta (host scalar)
 *   dbDesc: dbDesc
 *   db: db (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnConvolutionBackwardBias(cudnnHandle_t handle,
                                                                        const void *alpha,
                                                                        const cudnnTensorDescriptor_t dyDesc,
                                                                        const void *dy, const void *beta,
                                                                        const cudnnTensorDescriptor_t dbDesc,
                                                                        void *db);

/**
 * cudnnCreateFusedOpsConstParamPack
 *   constPack: constPack (host, receives the new object)
 *   ops: ops
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateFusedOpsConstParamPack(
    cudnnFusedOpsConstParamPack_t *constPack, cudnnFusedOps_t ops);

/**
 * cudnnDestroyFusedOpsConstParamPack
 *   constPack: constPack (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyFusedOpsConstParamPack(
    cudnnFusedOpsConstParamPack_t constPack);

/**
 * cudnnSetFusedOpsConstParamPackAttribute
 *   constPack: constPack
 *   paramLabel: paramLabel
 *   param: param (host array, read, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetFusedOpsConstParamPackAttribute(
    cudnnFusedOpsConstParamPack_t constPack, cudnnFusedOpsConstParamLabel_t paramLabel, const void *param);

/**
 * cudnnGetFusedOpsConstParamPackAttribute
 *   constPack: constPack
 *   paramLabel: paramLabel
 *   param: param (host, written)
 *   isNULL: isNULL (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetFusedOpsConstParamPackAttribute(
    const cudnnFusedOpsConstParamPack_t constPack, cudnnFusedOpsConstParamLabel_t paramLabel, void *param,
    int *isNULL);

/**
 * cudnnCreateFusedOpsVariantParamPack
 *   varPack: varPack (host, receives the new object)
 *   ops: ops
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateFusedOpsVariantParamPack(
    cudnnFusedOpsVariantParamPack_t *varPack, cudnnFusedOps_t ops);

/**
 * cudnnDestroyFusedOpsVariantParamPack
 *   varPack: varPack (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyFusedOpsVariantParamPack(
    cudnnFusedOpsVariantParamPack_t varPack);

/**
 * cudnnSetFusedOpsVariantParamPackAttribute
 *   varPack: varPack
 *   paramLabel: paramLabel
 *   ptr: ptr
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetFusedOpsVariantParamPackAttribute(
    cudnnFusedOpsVariantParamPack_t varPack, cudnnFusedOpsVariantParamLabel_t paramLabel, void *ptr);

/**
 * cudnnGetFusedOpsVariantParamPackAttribute
 *   varPack: varPack
 *   paramLabel: paramLabel
 *   ptr: ptr (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetFusedOpsVariantParamPackAttribute(
    const cudnnFusedOpsVariantParamPack_t varPack, cudnnFusedOpsVariantParamLabel_t paramLabel, void *ptr);

/**
 * cudnnCreateFusedOpsPlan
 *   plan: plan (host, receives the new object)
 *   ops: ops
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateFusedOpsPlan(cudnnFusedOpsPlan_t *plan,
                                                                   cudnnFusedOps_t ops);

/**
 * cudnnDestroyFusedOpsPlan
 *   plan: plan (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyFusedOpsPlan(cudnnFusedOpsPlan_t plan);

/**
 * cudnnMakeFusedOpsPlan
 *   handle: handle
 *   plan: plan
 *   constPack: constPack
 *   workspaceSizeInBytes: workspaceSizeInBytes (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnMakeFusedOpsPlan(cudnnHandle_t handle,
                                                                 cudnnFusedOpsPlan_t plan,
                                                                 const cudnnFusedOpsConstParamPack_t constPack,
                                                                 size_t *workspaceSizeInBytes);

/**
 * cudnnFusedOpsExecute
 *   handle: handle
 *   plan: plan
 *   varPack: varPack
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
