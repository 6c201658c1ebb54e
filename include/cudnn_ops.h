/**
 * cuDNN 9 interface, part ops: tensors and the operations on them: pooling, activation, softmax,
 * normalization, dropout ....
 */
/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */

#if !defined(CUDNN_OPS_H_)
#define CUDNN_OPS_H_

#include <stdint.h>

#include "cudnn_version.h"
#include "cudnn_graph.h"

#define CUDNN_OPS_MAJOR 9
#define CUDNN_OPS_MINOR 19
#define CUDNN_OPS_PATCH 0
#define CUDNN_LRN_MIN_N 1
#define CUDNN_LRN_MAX_N 16
#define CUDNN_LRN_MIN_K 1e-5
#define CUDNN_LRN_MIN_BETA 0.01
#define CUDNN_BN_MIN_EPSILON 0.0

#if CUDNN_OPS_MAJOR != CUDNN_MAJOR || CUDNN_OPS_MINOR != CUDNN_MINOR || CUDNN_OPS_PATCH != CUDNN_PATCHLEVEL
#error "cudnn_ops.h and cudnn_version.h come from different releases"
#endif

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

#if defined(__cplusplus)
extern "C" {
#endif

/* cudnnTensorDescriptor_t */
typedef struct cudnnTensorStruct *cudnnTensorDescriptor_t;
/* cudnnPoolingDescriptor_t */
CUDNN_DEPRECATED typedef struct cudnnPoolingStruct *cudnnPoolingDescriptor_t;
/* cudnnFilterDescriptor_t */
CUDNN_DEPRECATED typedef struct cudnnFilterStruct *cudnnFilterDescriptor_t;
/* cudnnLRNDescriptor_t */
typedef struct cudnnLRNStruct *cudnnLRNDescriptor_t;
/* cudnnActivationDescriptor_t */
CUDNN_DEPRECATED typedef struct cudnnActivationStruct *cudnnActivationDescriptor_t;
/* cudnnSpatialTransformerDescriptor_t */
typedef struct cudnnSpatialTransformerStruct *cudnnSpatialTransformerDescriptor_t;
/* cudnnOpTensorDescriptor_t */
CUDNN_DEPRECATED typedef struct cudnnOpTensorStruct *cudnnOpTensorDescriptor_t;
/* cudnnReduceTensorDescriptor_t */
CUDNN_DEPRECATED typedef struct cudnnReduceTensorStruct *cudnnReduceTensorDescriptor_t;
/* cudnnCTCLossDescriptor_t */
typedef struct cudnnCTCLossStruct *cudnnCTCLossDescriptor_t;
/* cudnnTensorTransformDescriptor_t */
CUDNN_DEPRECATED typedef struct cudnnTensorTransformStruct *cudnnTensorTransformDescriptor_t;
/* cudnnDropoutDescriptor_t */
typedef struct cudnnDropoutStruct *cudnnDropoutDescriptor_t;

/* cudnnDeterminism_t */
typedef enum {
    CUDNN_NON_DETERMINISTIC = 0,
    CUDNN_DETERMINISTIC = 1
} cudnnDeterminism_t;

/* cudnnFoldingDirection_t */
typedef enum {
    CUDNN_TRANSFORM_FOLD = 0,
    CUDNN_TRANSFORM_UNFOLD = 1
} cudnnFoldingDirection_t;

/* cudnnOpTensorOp_t */
typedef enum {
    CUDNN_OP_TENSOR_ADD = 0,
    CUDNN_OP_TENSOR_MUL = 1,
    CUDNN_OP_TENSOR_MIN = 2,
    CUDNN_OP_TENSOR_MAX = 3,
    CUDNN_OP_TENSOR_SQRT = 4,
    CUDNN_OP_TENSOR_NOT = 5
} cudnnOpTensorOp_t;

/* cudnnReduceTensorIndices_t */
CUDNN_DEPRECATED typedef enum {
    CUDNN_REDUCE_TENSOR_NO_INDICES = 0,
    CUDNN_REDUCE_TENSOR_FLATTENED_INDICES = 1
} cudnnReduceTensorIndices_t;

/* cudnnIndicesType_t */
CUDNN_DEPRECATED typedef enum {
    CUDNN_32BIT_INDICES = 0,
    CUDNN_64BIT_INDICES = 1,
    CUDNN_16BIT_INDICES = 2,
    CUDNN_8BIT_INDICES = 3
} cudnnIndicesType_t;

/* cudnnSoftmaxAlgorithm_t */
typedef enum {
    CUDNN_SOFTMAX_FAST = 0,
    CUDNN_SOFTMAX_ACCURATE = 1,
    CUDNN_SOFTMAX_LOG = 2
} cudnnSoftmaxAlgorithm_t;

/* cudnnSoftmaxMode_t */
typedef enum {
    CUDNN_SOFTMAX_MODE_INSTANCE = 0,
    CUDNN_SOFTMAX_MODE_CHANNEL = 1
} cudnnSoftmaxMode_t;

/* cudnnPoolingMode_t */
CUDNN_DEPRECATED typedef enum {
    CUDNN_POOLING_MAX = 0,
    CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING = 1,
    CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING = 2,
    CUDNN_POOLING_MAX_DETERMINISTIC = 3
} cudnnPoolingMode_t;

/* cudnnLRNMode_t */
typedef enum {
    CUDNN_LRN_CROSS_CHANNEL_DIM1 = 0
} cudnnLRNMode_t;

/* cudnnDivNormMode_t */
typedef enum {
    CUDNN_DIVNORM_PRECOMPUTED_MEANS = 0
} cudnnDivNormMode_t;

/* cudnnBatchNormMode_t */
CUDNN_DEPRECATED typedef enum {
    CUDNN_BATCHNORM_PER_ACTIVATION = 0,
    CUDNN_BATCHNORM_SPATIAL = 1,
    CUDNN_BATCHNORM_SPATIAL_PERSISTENT = 2
} cudnnBatchNormMode_t;

/* cudnnBatchNormOps_t */
CUDNN_DEPRECATED typedef enum {
    CUDNN_BATCHNORM_OPS_BN = 0,
    CUDNN_BATCHNORM_OPS_BN_ACTIVATION = 1,
    CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION = 2
} cudnnBatchNormOps_t;

/* cudnnNormMode_t */
CUDNN_DEPRECATED typedef enum {
    CUDNN_NORM_PER_ACTIVATION = 0,
    CUDNN_NORM_PER_CHANNEL = 1
} cudnnNormMode_t;

/* cudnnNormAlgo_t */
CUDNN_DEPRECATED typedef enum {
    CUDNN_NORM_ALGO_STANDARD = 0,
    CUDNN_NORM_ALGO_PERSIST = 1
} cudnnNormAlgo_t;

/* cudnnNormOps_t */
CUDNN_DEPRECATED typedef enum {
    CUDNN_NORM_OPS_NORM = 0,
    CUDNN_NORM_OPS_NORM_ACTIVATION = 1,
    CUDNN_NORM_OPS_NORM_ADD_ACTIVATION = 2
} cudnnNormOps_t;

/* cudnnSamplerType_t */
typedef enum {
    CUDNN_SAMPLER_BILINEAR = 0
} cudnnSamplerType_t;

/* cudnnConvolutionFwdAlgo_t */
typedef enum {
    CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM = 0,
    CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM = 1,
    CUDNN_CONVOLUTION_FWD_ALGO_GEMM = 2,
    CUDNN_CONVOLUTION_FWD_ALGO_DIRECT = 3,
    CUDNN_CONVOLUTION_FWD_ALGO_FFT = 4,
    CUDNN_CONVOLUTION_FWD_ALGO_FFT_TILING = 5,
    CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD = 6,
    CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED = 7,
    CUDNN_CONVOLUTION_FWD_ALGO_COUNT = 8
} cudnnConvolutionFwdAlgo_t;

/* cudnnConvolutionBwdFilterAlgo_t */
typedef enum {
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0 = 0,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1 = 1,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT = 2,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3 = 3,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD = 4,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD_NONFUSED = 5,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT_TILING = 6,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT = 7
} cudnnConvolutionBwdFilterAlgo_t;

/* cudnnConvolutionBwdDataAlgo_t */
typedef enum {
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_0 = 0,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_1 = 1,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT = 2,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT_TILING = 3,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD = 4,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD_NONFUSED = 5,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT = 6
} cudnnConvolutionBwdDataAlgo_t;

/* cudnnCTCLossAlgo_t */
typedef enum {
    CUDNN_CTC_LOSS_ALGO_DETERMINISTIC = 0,
    CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC = 1
} cudnnCTCLossAlgo_t;

/**
 * cudnnCreateTensorDescriptor
 *   tensorDesc: tensorDesc (host, receives the new object)
 */
cudnnStatus_t CUDNNWINAPI cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t *tensorDesc);

/**
 * cudnnSetTensor4dDescriptor
 *   tensorDesc: tensorDesc
 *   format: format
 *   dataType: dataType
 *   n: n
 *   c: c
 *   h: h
 *   w: w
 */
cudnnStatus_t CUDNNWINAPI cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensorDesc,
                                                     cudnnTensorFormat_t format, cudnnDataType_t dataType,
                                                     int n, int c, int h, int w);

/**
 * cudnnSetTensor4dDescriptorEx
 *   tensorDesc: tensorDesc
 *   dataType: dataType
 *   n: n
 *   c: c
 *   h: h
 *   w: w
 *   nStride: nStride
 *   cStride: cStride
 *   hStride: hStride
 *   wStride: wStride
 */
cudnnStatus_t CUDNNWINAPI cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t tensorDesc,
                                                       cudnnDataType_t dataType, int n, int c, int h, int w,
                                                       int nStride, int cStride, int hStride, int wStride);

/**
 * cudnnGetTensor4dDescriptor
 *   tensorDesc: tensorDesc
 *   dataType: dataType (host, written)
 *   n: n (host, written)
 *   c: c (host, written)
 *   h: h (host, written)
 *   w: w (host, written)
 *   nStride: nStride (host, written)
 *   cStride: cStride (host, written)
 *   hStride: hStride (host, written)
 *   wStride: wStride (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetTensor4dDescriptor(const cudnnTensorDescriptor_t tensorDesc,
                                                     cudnnDataType_t *dataType, int *n, int *c, int *h,
                                                     int *w, int *nStride, int *cStride, int *hStride,
                                                     int *wStride);

/**
 * cudnnSetTensorNdDescriptor
 *   tensorDesc: tensorDesc
 *   dataType: dataType
 *   nbDims: nbDims
 *   dimA: dimA (host array, read)
 *   strideA: strideA (host array, read)
 */
cudnnStatus_t CUDNNWINAPI cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t tensorDesc,
                                                     cudnnDataType_t dataType, int nbDims, const int dimA[],
                                                     const int strideA[]);

/**
 * cudnnSetTensorNdDescriptorEx
 *   tensorDesc: tensorDesc
 *   format: format
 *   dataType: dataType
 *   nbDims: nbDims
 *   dimA: dimA (host array, read)
 */
cudnnStatus_t CUDNNWINAPI cudnnSetTensorNdDescriptorEx(cudnnTensorDescriptor_t tensorDesc,
                                                       cudnnTensorFormat_t format, cudnnDataType_t dataType,
                                                       int nbDims, const int dimA[]);

/**
 * cudnnGetTensorNdDescriptor
 *   tensorDesc: tensorDesc
 *   nbDimsRequested: nbDimsRequested
 *   dataType: dataType (host, written)
 *   nbDims: nbDims (host, written)
 *   dimA: dimA (host, written)
 *   strideA: strideA (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetTensorNdDescriptor(const cudnnTensorDescriptor_t tensorDesc,
                                                     int nbDimsRequested, cudnnDataType_t *dataType,
                                                     int *nbDims, int dimA[], int strideA[]);

/**
 * cudnnGetTensorSizeInBytes
 *   tensorDesc: tensorDesc
 *   size: size (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetTensorSizeInBytes(const cudnnTensorDescriptor_t tensorDesc, size_t *size);

/**
 * cudnnDestroyTensorDescriptor
 *   tensorDesc: tensorDesc (may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t tensorDesc);

/**
 * cudnnInitTransformDest
 *   transformDesc: transformDesc
 *   srcDesc: srcDesc
 *   destDesc: destDesc
 *   destSizeInBytes: destSizeInBytes (host, written, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnInitTransformDest(
                                                                  const cudnnTensorTransformDescriptor_t transformDesc,
                                                                  const cudnnTensorDescriptor_t srcDesc,
                                                                  cudnnTensorDescriptor_t destDesc,
                                                                  size_t *destSizeInBytes);

/**
 * cudnnCreateTensorTransformDescriptor
 *   transformDesc: transformDesc (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateTensorTransformDescriptor(
    cudnnTensorTransformDescriptor_t *transformDesc);

/**
 * cudnnSetTensorTransformDescriptor
 *   transformDesc: transformDesc
 *   nbDims: nbDims
 *   destFormat: destFormat
 *   padBeforeA: padBeforeA (host array, read, may be NULL)
 *   padAfterA: padAfterA (host array, read, may be NULL)
 *   foldA: foldA (host array, read, may be NULL)
 *   direction: direction
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetTensorTransformDescriptor(
    cudnnTensorTransformDescriptor_t transformDesc, const uint32_t nbDims,
    const cudnnTensorFormat_t destFormat, const int32_t padBeforeA[], const int32_t padAfterA[],
    const uint32_t foldA[], const cudnnFoldingDirection_t direction);

/**
 * cudnnGetTensorTransformDescriptor
 *   transformDesc: transformDesc
 *   nbDimsRequested: nbDimsRequested
 *   destFormat: destFormat (host, written)
 *   padBeforeA: padBeforeA (host, written)
 *   padAfterA: padAfterA (host, written)
 *   foldA: foldA (host, written)
 *   direction: direction (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetTensorTransformDescriptor(
    cudnnTensorTransformDescriptor_t transformDesc, uint32_t nbDimsRequested, cudnnTensorFormat_t *destFormat,
    int32_t padBeforeA[], int32_t padAfterA[], uint32_t foldA[], cudnnFoldingDirection_t *direction);

/**
 * cudnnDestroyTensorTransformDescriptor
 *   transformDesc: transformDesc (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyTensorTransformDescriptor(
    cudnnTensorTransformDescriptor_t transformDesc);

/**
 * cudnnTransformTensor
 *   handle: handle
 *   alpha: alpha (host scalar)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   beta: beta (host scalar)
 *   yDesc: yDesc
 *   y: y (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnTransformTensor(cudnnHandle_t handle, const void *alpha,
                                                                const cudnnTensorDescriptor_t xDesc,
                                                                const void *x, const void *beta,
                                                                const cudnnTensorDescriptor_t yDesc, void *y);

/**
 * cudnnTransformTensorEx
 *   handle: handle
 *   transDesc: transDesc
 *   alpha: alpha (host scalar)
 *   srcDesc: srcDesc
 *   srcData: srcData (device, read)
 *   beta: beta (host scalar)
 *   destDesc: destDesc
 *   destData: destData (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnTransformTensorEx(cudnnHandle_t handle,
                                                                  const cudnnTensorTransformDescriptor_t transDesc,
                                                                  const void *alpha,
                                                                  const cudnnTensorDescriptor_t srcDesc,
                                                                  const void *srcData, const void *beta,
                                                                  const cudnnTensorDescriptor_t destDesc,
                                                                  void *destData);

/**
 * cudnnAddTensor
 *   handle: handle
 *   alpha: alpha (host scalar)
 *   aDesc: aDesc
 *   A: A (device, read)
 *   beta: beta (host scalar)
 *   cDesc: cDesc
 *   C: C (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnAddTensor(cudnnHandle_t handle, const void *alpha,
                                                          const cudnnTensorDescriptor_t aDesc, const void *A,
                                                          const void *beta,
                                                          const cudnnTensorDescriptor_t cDesc, void *C);

/**
 * cudnnCreateOpTensorDescriptor
 *   opTensorDesc: opTensorDesc (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateOpTensorDescriptor(
    cudnnOpTensorDescriptor_t *opTensorDesc);

/**
 * cudnnSetOpTensorDescriptor
 *   opTensorDesc: opTensorDesc
 *   opTensorOp: opTensorOp
 *   opTensorCompType: opTensorCompType
 *   opTensorNanOpt: opTensorNanOpt
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetOpTensorDescriptor(cudnnOpTensorDescriptor_t opTensorDesc,
                                                                      cudnnOpTensorOp_t opTensorOp,
                                                                      cudnnDataType_t opTensorCompType,
                                                                      cudnnNanPropagation_t opTensorNanOpt);

/**
 * cudnnGetOpTensorDescriptor
 *   opTensorDesc: opTensorDesc
 *   opTensorOp: opTensorOp (host, written)
 *   opTensorCompType: opTensorCompType (host, written)
 *   opTensorNanOpt: opTensorNanOpt (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetOpTensorDescriptor(
                                                                      const cudnnOpTensorDescriptor_t opTensorDesc,
                                                                      cudnnOpTensorOp_t *opTensorOp,
                                                                      cudnnDataType_t *opTensorCompType,
                                                                      cudnnNanPropagation_t *opTensorNanOpt);

/**
 * cudnnDestroyOpTensorDescriptor
 *   opTensorDesc: opTensorDesc (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyOpTensorDescriptor(
    cudnnOpTensorDescriptor_t opTensorDesc);

/**
 * cudnnOpTensor
 *   handle: handle
 *   opTensorDesc: opTensorDesc
 *   alpha1: alpha1 (host scalar)
 *   aDesc: aDesc
 *   A: A (device, read)
 *   alpha2: alpha2 (host scalar)
 *   bDesc: bDesc
 *   B: B (device, read)
 *   beta: beta (host scalar)
 *   cDesc: cDesc
 *   C: C (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnOpTensor(cudnnHandle_t handle,
                                                         const cudnnOpTensorDescriptor_t opTensorDesc,
                                                         const void *alpha1,
                                                         const cudnnTensorDescriptor_t aDesc, const void *A,
                                                         const void *alpha2,
                                                         const cudnnTensorDescriptor_t bDesc, const void *B,
                                                         const void *beta,
                                                         const cudnnTensorDescriptor_t cDesc, void *C);

/**
 * cudnnCreateReduceTensorDescriptor
 *   reduceTensorDesc: reduceTensorDesc (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateReduceTensorDescriptor(
    cudnnReduceTensorDescriptor_t *reduceTensorDesc);

/**
 * cudnnSetReduceTensorDescriptor
 *   reduceTensorDesc: reduceTensorDesc
 *   reduceTensorOp: reduceTensorOp
 *   reduceTensorCompType: reduceTensorCompType
 *   reduceTensorNanOpt: reduceTensorNanOpt
 *   reduceTensorIndices: reduceTensorIndices
 *   reduceTensorIndicesType: reduceTensorIndicesType
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetReduceTensorDescriptor(
    cudnnReduceTensorDescriptor_t reduceTensorDesc, cudnnReduceTensorOp_t reduceTensorOp,
    cudnnDataType_t reduceTensorCompType, cudnnNanPropagation_t reduceTensorNanOpt,
    cudnnReduceTensorIndices_t reduceTensorIndices, cudnnIndicesType_t reduceTensorIndicesType);

/**
 * cudnnGetReduceTensorDescriptor
 *   reduceTensorDesc: reduceTensorDesc
 *   reduceTensorOp: reduceTensorOp (host, written)
 *   reduceTensorCompType: reduceTensorCompType (host, written)
 *   reduceTensorNanOpt: reduceTensorNanOpt (host, written)
 *   reduceTensorIndices: reduceTensorIndices (host, written)
 *   reduceTensorIndicesType: reduceTensorIndicesType (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetReduceTensorDescriptor(
    const cudnnReduceTensorDescriptor_t reduceTensorDesc, cudnnReduceTensorOp_t *reduceTensorOp,
    cudnnDataType_t *reduceTensorCompType, cudnnNanPropagation_t *reduceTensorNanOpt,
    cudnnReduceTensorIndices_t *reduceTensorIndices, cudnnIndicesType_t *reduceTensorIndicesType);

/**
 * cudnnDestroyReduceTensorDescriptor
 *   reduceTensorDesc: reduceTensorDesc (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyReduceTensorDescriptor(
    cudnnReduceTensorDescriptor_t reduceTensorDesc);

/**
 * cudnnGetReductionIndicesSize
 *   handle: handle (may be NULL)
 *   reduceTensorDesc: reduceTensorDesc
 *   aDesc: aDesc (may be NULL)
 *   cDesc: cDesc
 *   sizeInBytes: sizeInBytes (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetReductionIndicesSize(cudnnHandle_t handle,
                                                                        const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                                                        const cudnnTensorDescriptor_t aDesc,
                                                                        const cudnnTensorDescriptor_t cDesc,
                                                                        size_t *sizeInBytes);

/**
 * cudnnGetReductionWorkspaceSize
 *   handle: handle (may be NULL)
 *   reduceTensorDesc: reduceTensorDesc
 *   aDesc: aDesc
 *   cDesc: cDesc
 *   sizeInBytes: sizeInBytes (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetReductionWorkspaceSize(cudnnHandle_t handle,
    const cudnnReduceTensorDescriptor_t reduceTensorDesc, const cudnnTensorDescriptor_t aDesc,
    const cudnnTensorDescriptor_t cDesc, size_t *sizeInBytes);

/**
 * cudnnReduceTensor
 *   handle: handle
 *   reduceTensorDesc: reduceTensorDesc
 *   indices: indices (device, written, may be NULL)
 *   indicesSizeInBytes: indicesSizeInBytes
 *   workspace: workspace (device, scratch, may be NULL)
 *   workspaceSizeInBytes: workspaceSizeInBytes
 *   alpha: alpha (host scalar)
 *   aDesc: aDesc
 *   A: A (device, read)
 *   beta: beta (host scalar)
 *   cDesc: cDesc
 *   C: C (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnReduceTensor(cudnnHandle_t handle,
                                                             const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                                             void *indices, size_t indicesSizeInBytes,
                                                             void *workspace, size_t workspaceSizeInBytes,
                                                             const void *alpha,
                                                             const cudnnTensorDescriptor_t aDesc,
                                                             const void *A, const void *beta,
                                                             const cudnnTensorDescriptor_t cDesc, void *C);

/**
 * cudnnSetTensor
 *   handle: handle
 *   yDesc: yDesc
 *   y: y (device, written)
 *   valuePtr: valuePtr (host scalar)
 */
cudnnStatus_t CUDNNWINAPI cudnnSetTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t yDesc, void *y,
                                         const void *valuePtr);

/**
 * cudnnScaleTensor
 *   handle: handle
 *   yDesc: yDesc
 *   y: y (device, read and written)
 *   alpha: alpha (host scalar)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnScaleTensor(cudnnHandle_t handle,
                                                            const cudnnTensorDescriptor_t yDesc, void *y,
                                                            const void *alpha);

/**
 * cudnnCreateFilterDescriptor
 *   filterDesc: filterDesc (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t *filterDesc);

/**
 * cudnnSetFilter4dDescriptor
 *   filterDesc: filterDesc
 *   dataType: dataType
 *   format: format
 *   k: k
 *   c: c
 *   h: h
 *   w: w
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filterDesc,
                                                                      cudnnDataType_t dataType,
                                                                      cudnnTensorFormat_t format, int k,
                                                                      int c, int h, int w);

/**
 * cudnnGetFilter4dDescriptor
 *   filterDesc: filterDesc
 *   dataType: dataType (host, written)
 *   format: format (host, written)
 *   k: k (host, written)
 *   c: c (host, written)
 *   h: h (host, written)
 *   w: w (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetFilter4dDescriptor(
                                                                      const cudnnFilterDescriptor_t filterDesc,
                                                                      cudnnDataType_t *dataType,
                                                                      cudnnTensorFormat_t *format, int *k,
                                                                      int *c, int *h, int *w);

/**
 * cudnnSetFilterNdDescriptor
 *   filterDesc: filterDesc
 *   dataType: dataType
 *   format: format
 *   nbDims: nbDims
 *   filterDimA: filterDimA (host array, read)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t filterDesc,
                                                                      cudnnDataType_t dataType,
                                                                      cudnnTensorFormat_t format, int nbDims,
                                                                      const int filterDimA[]);

/**
 * cudnnGetFilterNdDescriptor
 *   filterDesc: filterDesc
 *   nbDimsRequested: nbDimsRequested
 *   dataType: dataType (host, written)
 *   format: format (host, written)
 *   nbDims: nbDims (host, written)
 *   filterDimA: filterDimA (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetFilterNdDescriptor(
                                                                      const cudnnFilterDescriptor_t filterDesc,
                                                                      int nbDimsRequested,
                                                                      cudnnDataType_t *dataType,
                                                                      cudnnTensorFormat_t *format,
                                                                      int *nbDims, int filterDimA[]);

/**
 * cudnnGetFilterSizeInBytes
 *   filterDesc: filterDesc
 *   size: size (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetFilterSizeInBytes(const cudnnFilterDescriptor_t filterDesc,
                                                                     size_t *size);

/**
 * cudnnTransformFilter
 *   handle: handle
 *   transDesc: transDesc
 *   alpha: alpha (host scalar)
 *   srcDesc: srcDesc
 *   srcData: srcData (device, read)
 *   beta: beta (host scalar)
 *   destDesc: destDesc
 *   destData: destData (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnTransformFilter(cudnnHandle_t handle,
                                                                const cudnnTensorTransformDescriptor_t transDesc,
                                                                const void *alpha,
                                                                const cudnnFilterDescriptor_t srcDesc,
                                                                const void *srcData, const void *beta,
                                                                const cudnnFilterDescriptor_t destDesc,
                                                                void *destData);

/**
 * cudnnDestroyFilterDescriptor
 *   filterDesc: filterDesc (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t filterDesc);

/**
 * cudnnSoftmaxForward
 *   handle: handle
 *   algo: algo
 *   mode: mode
 *   alpha: alpha (host scalar)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   beta: beta (host scalar)
 *   yDesc: yDesc
 *   y: y (device, read and written)
 */
cudnnStatus_t CUDNNWINAPI cudnnSoftmaxForward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo,
                                              cudnnSoftmaxMode_t mode, const void *alpha,
                                              const cudnnTensorDescriptor_t xDesc, const void *x,
                                              const void *beta, const cudnnTensorDescriptor_t yDesc, void *y);

/**
 * cudnnCreatePoolingDescriptor
 *   poolingDesc: poolingDesc (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreatePoolingDescriptor(
                                                                        cudnnPoolingDescriptor_t *poolingDesc);

/**
 * cudnnSetPooling2dDescriptor
 *   poolingDesc: poolingDesc
 *   mode: mode
 *   maxpoolingNanOpt: maxpoolingNanOpt
 *   windowHeight: windowHeight
 *   windowWidth: windowWidth
 *   verticalPadding: verticalPadding
 *   horizontalPadding: horizontalPadding
 *   verticalStride: verticalStride
 *   horizontalStride: horizontalStride
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t poolingDesc,
                                                                       cudnnPoolingMode_t mode,
                                                                       cudnnNanPropagation_t maxpoolingNanOpt,
                                                                       int windowHeight, int windowWidth,
                                                                       int verticalPadding,
                                                                       int horizontalPadding,
                                                                       int verticalStride,
                                                                       int horizontalStride);

/**
 * cudnnGetPooling2dDescriptor
 *   poolingDesc: poolingDesc
 *   mode: mode (host, written)
 *   maxpoolingNanOpt: maxpoolingNanOpt (host, written)
 *   windowHeight: windowHeight (host, written)
 *   windowWidth: windowWidth (host, written)
 *   verticalPadding: verticalPadding (host, written)
 *   horizontalPadding: horizontalPadding (host, written)
 *   verticalStride: verticalStride (host, written)
 *   horizontalStride: horizontalStride (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetPooling2dDescriptor(
                                                                       const cudnnPoolingDescriptor_t poolingDesc,
                                                                       cudnnPoolingMode_t *mode,
                                                                       cudnnNanPropagation_t *maxpoolingNanOpt,
                                                                       int *windowHeight, int *windowWidth,
                                                                       int *verticalPadding,
                                                                       int *horizontalPadding,
                                                                       int *verticalStride,
                                                                       int *horizontalStride);

/**
 * cudnnSetPoolingNdDescriptor
 *   poolingDesc: poolingDesc
 *   mode: mode
 *   maxpoolingNanOpt: maxpoolingNanOpt
 *   nbDims: nbDims
 *   windowDimA: windowDimA (host array, read)
 *   paddingA: paddingA (host array, read)
 *   strideA: strideA (host array, read)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t poolingDesc,
                                                                       const cudnnPoolingMode_t mode,
                                                                       const cudnnNanPropagation_t maxpoolingNanOpt,
                                                                       int nbDims, const int windowDimA[],
                                                                       const int paddingA[],
                                                                       const int strideA[]);

/**
 * cudnnGetPoolingNdDescriptor
 *   poolingDesc: poolingDesc
 *   nbDimsRequested: nbDimsRequested
 *   mode: mode (host, written)
 *   maxpoolingNanOpt: maxpoolingNanOpt (host, written)
 *   nbDims: nbDims (host, written)
 *   windowDimA: windowDimA (host, written)
 *   paddingA: paddingA (host, written)
 *   strideA: strideA (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetPoolingNdDescriptor(
                                                                       const cudnnPoolingDescriptor_t poolingDesc,
                                                                       int nbDimsRequested,
                                                                       cudnnPoolingMode_t *mode,
                                                                       cudnnNanPropagation_t *maxpoolingNanOpt,
                                                                       int *nbDims, int windowDimA[],
                                                                       int paddingA[], int strideA[]);

/**
 * cudnnGetPoolingNdForwardOutputDim
 *   poolingDesc: poolingDesc
 *   inputTensorDesc: inputTensorDesc
 *   nbDims: nbDims
 *   outputTensorDimA: outputTensorDimA (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetPoolingNdForwardOutputDim(
    const cudnnPoolingDescriptor_t poolingDesc, const cudnnTensorDescriptor_t inputTensorDesc, int nbDims,
    int outputTensorDimA[]);

/**
 * cudnnGetPooling2dForwardOutputDim
 *   poolingDesc: poolingDesc
 *   inputTensorDesc: inputTensorDesc
 *   n: n (host, written)
 *   c: c (host, written)
 *   h: h (host, written)
 *   w: w (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetPooling2dForwardOutputDim(
    const cudnnPoolingDescriptor_t poolingDesc, const cudnnTensorDescriptor_t inputTensorDesc, int *n, int *c,
    int *h, int *w);

/**
 * cudnnDestroyPoolingDescriptor
 *   poolingDesc: poolingDesc (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyPoolingDescriptor(
    cudnnPoolingDescriptor_t poolingDesc);

/**
 * cudnnPoolingForward
 *   handle: handle
 *   poolingDesc: poolingDesc
 *   alpha: alpha (host scalar)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   beta: beta (host scalar)
 *   yDesc: yDesc
 *   y: y (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnPoolingForward(cudnnHandle_t handle,
                                                               const cudnnPoolingDescriptor_t poolingDesc,
                                                               const void *alpha,
                                                               const cudnnTensorDescriptor_t xDesc,
                                                               const void *x, const void *beta,
                                                               const cudnnTensorDescriptor_t yDesc, void *y);

/**
 * cudnnCreateActivationDescriptor
 *   activationDesc: activationDesc (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateActivationDescriptor(
    cudnnActivationDescriptor_t *activationDesc);

/**
 * cudnnSetActivationDescriptor
 *   activationDesc: activationDesc
 *   mode: mode
 *   reluNanOpt: reluNanOpt
 *   coef: coef
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetActivationDescriptor(
                                                                        cudnnActivationDescriptor_t activationDesc,
                                                                        cudnnActivationMode_t mode,
                                                                        cudnnNanPropagation_t reluNanOpt,
                                                                        double coef);

/**
 * cudnnGetActivationDescriptor
 *   activationDesc: activationDesc
 *   mode: mode (host, written)
 *   reluNanOpt: reluNanOpt (host, written)
 *   coef: coef (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetActivationDescriptor(
                                                                        const cudnnActivationDescriptor_t activationDesc,
                                                                        cudnnActivationMode_t *mode,
                                                                        cudnnNanPropagation_t *reluNanOpt,
                                                                        double *coef);

/**
 * cudnnSetActivationDescriptorSwishBeta
 *   activationDesc: activationDesc
 *   swish_beta: swish_beta
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetActivationDescriptorSwishBeta(
    cudnnActivationDescriptor_t activationDesc, double swish_beta);

/**
 * cudnnGetActivationDescriptorSwishBeta
 *   activationDesc: activationDesc
 *   swish_beta: swish_beta (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetActivationDescriptorSwishBeta(
    cudnnActivationDescriptor_t activationDesc, double *swish_beta);

/**
 * cudnnDestroyActivationDescriptor
 *   activationDesc: activationDesc (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyActivationDescriptor(
    cudnnActivationDescriptor_t activationDesc);

/**
 * cudnnActivationForward
 *   handle: handle
 *   activationDesc: activationDesc
 *   alpha: alpha (host scalar)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   beta: beta (host scalar)
 *   yDesc: yDesc
 *   y: y (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnActivationForward(cudnnHandle_t handle,
                                                                  cudnnActivationDescriptor_t activationDesc,
                                                                  const void *alpha,
                                                                  const cudnnTensorDescriptor_t xDesc,
                                                                  const void *x, const void *beta,
                                                                  const cudnnTensorDescriptor_t yDesc,
                                                                  void *y);

/**
 * cudnnCreateLRNDescriptor
 *   normDesc: normDesc (host, receives the new object)
 */
cudnnStatus_t CUDNNWINAPI cudnnCreateLRNDescriptor(cudnnLRNDescriptor_t *normDesc);

/**
 * cudnnSetLRNDescriptor
 *   normDesc: normDesc
 *   lrnN: lrnN
 *   lrnAlpha: lrnAlpha
 *   lrnBeta: lrnBeta
 *   lrnK: lrnK
 */
cudnnStatus_t CUDNNWINAPI cudnnSetLRNDescriptor(cudnnLRNDescriptor_t normDesc, unsigned lrnN, double lrnAlpha,
                                                double lrnBeta, double lrnK);

/**
 * cudnnGetLRNDescriptor
 *   normDesc: normDesc
 *   lrnN: lrnN (host, written, may be NULL)
 *   lrnAlpha: lrnAlpha (host, written, may be NULL)
 *   lrnBeta: lrnBeta (host, written, may be NULL)
 *   lrnK: lrnK (host, written, may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetLRNDescriptor(cudnnLRNDescriptor_t normDesc, unsigned *lrnN,
                                                double *lrnAlpha, double *lrnBeta, double *lrnK);

/**
 * cudnnDestroyLRNDescriptor
 *   lrnDesc: lrnDesc (may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnDestroyLRNDescriptor(cudnnLRNDescriptor_t lrnDesc);

/**
 * cudnnLRNCrossChannelForward
 *   handle: handle
 *   normDesc: normDesc
 *   lrnMode: lrnMode
 *   alpha: alpha (host scalar)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   beta: beta (host scalar)
 *   yDesc: yDesc
 *   y: y (device, read and written)
 */
cudnnStatus_t CUDNNWINAPI cudnnLRNCrossChannelForward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                                      cudnnLRNMode_t lrnMode, const void *alpha,
                                                      const cudnnTensorDescriptor_t xDesc, const void *x,
                                                      const void *beta, const cudnnTensorDescriptor_t yDesc,
                                                      void *y);

/**
 * cudnnDivisiveNormalizationForward
 *   handle: handle
 *   normDesc: normDesc
 *   mode: mode
 *   alpha: alpha (host scalar)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   means: means (device, read, may be NULL)
 *   temp: temp (device, scratch)
 *   temp2: temp2 (device, scratch)
 *   beta: beta (host scalar)
 *   yDesc: yDesc
 *   y: y (device, read and written)
 */
cudnnStatus_t CUDNNWINAPI cudnnDivisiveNormalizationForward(cudnnHandle_t handle,
                                                            cudnnLRNDescriptor_t normDesc,
                                                            cudnnDivNormMode_t mode, const void *alpha,
                                                            const cudnnTensorDescriptor_t xDesc,
                                                            const void *x, const void *means, void *temp,
                                                            void *temp2, const void *beta,
                                                            const cudnnTensorDescriptor_t yDesc, void *y);

/**
 * cudnnDeriveBNTensorDescriptor
 *   derivedBnDesc: derivedBnDesc
 *   xDesc: xDesc
 *   mode: mode
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDeriveBNTensorDescriptor(
    cudnnTensorDescriptor_t derivedBnDesc, const cudnnTensorDescriptor_t xDesc, cudnnBatchNormMode_t mode);

/**
 * cudnnBatchNormalizationForwardInference
 *   handle: handle
 *   mode: mode
 *   alpha: alpha (host scalar)
 *   beta: beta (host scalar)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   yDesc: yDesc
 *   y: y (device, read and written)
 *   bnScaleBiasMeanVarDesc: bnScaleBiasMeanVarDesc
 *   bnScale: bnScale (device, read)
 *   bnBias: bnBias (device, read)
 *   estimatedMean: estimatedMean (device, read)
 *   estimatedVariance: estimatedVariance (device, read)
 *   epsilon: epsilon
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnBatchNormalizationForwardInference(cudnnHandle_t handle,
    cudnnBatchNormMode_t mode, const void *alpha, const void *beta, const cudnnTensorDescriptor_t xDesc,
    const void *x, const cudnnTensorDescriptor_t yDesc, void *y,
    const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc, const void *bnScale, const void *bnBias,
    const void *estimatedMean, const void *estimatedVariance, double epsilon);

/**
 * cudnnDeriveNormTensorDescriptor
 *   derivedNormScaleBiasDesc: derivedNormScaleBiasDesc
 *   derivedNormMeanVarDesc: derivedNormMeanVarDesc
 *   xDesc: xDesc
 *   mode: mode
 *   groupCnt: groupCnt
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDeriveNormTensorDescriptor(
    cudnnTensorDescriptor_t derivedNormScaleBiasDesc, cudnnTensorDescriptor_t derivedNormMeanVarDesc,
    const cudnnTensorDescriptor_t xDesc, cudnnNormMode_t mode, int groupCnt);

/**
 * cudnnNormalizationForwardInference
 *   handle: handle
 *   mode: mode
 *   normOps: normOps
 *   algo: algo
 *   alpha: alpha (host scalar)
 *   beta: beta (host scalar)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   normScaleBiasDesc: normScaleBiasDesc
 *   normScale: normScale (device, read)
 *   normBias: normBias (device, read)
 *   normMeanVarDesc: normMeanVarDesc
 *   estimatedMean: estimatedMean (device, read)
 *   estimatedVariance: estimatedVariance (device, read)
 *   zDesc: zDesc (may be NULL)
 *   z: z (device, read, may be NULL)
 *   activationDesc: activationDesc (may be NULL)
 *   yDesc: yDesc
 *   y: y (device, read and written)
 *   epsilon: epsilon
 *   groupCnt: groupCnt
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnNormalizationForwardInference(cudnnHandle_t handle,
    cudnnNormMode_t mode, cudnnNormOps_t normOps, cudnnNormAlgo_t algo, const void *alpha, const void *beta,
    const cudnnTensorDescriptor_t xDesc, const void *x, const cudnnTensorDescriptor_t normScaleBiasDesc,
    const void *normScale, const void *normBias, const cudnnTensorDescriptor_t normMeanVarDesc,
    const void *estimatedMean, const void *estimatedVariance, const cudnnTensorDescriptor_t zDesc,
    const void *z, cudnnActivationDescriptor_t activationDesc, const cudnnTensorDescriptor_t yDesc, void *y,
    double epsilon, int groupCnt);

/**
 * cudnnCreateSpatialTransformerDescriptor
 *   stDesc: stDesc (host, receives the new object)
 */
cudnnStatus_t CUDNNWINAPI cudnnCreateSpatialTransformerDescriptor(
                                                                  cudnnSpatialTransformerDescriptor_t *stDesc);

/**
 * cudnnSetSpatialTransformerNdDescriptor
 *   stDesc: stDesc
 *   samplerType: samplerType
 *   dataType: dataType
 *   nbDims: nbDims
 *   dimA: dimA (host array, read)
 */
cudnnStatus_t CUDNNWINAPI cudnnSetSpatialTransformerNdDescriptor(cudnnSpatialTransformerDescriptor_t stDesc,
                                                                 cudnnSamplerType_t samplerType,
                                                                 cudnnDataType_t dataType, const int nbDims,
                                                                 const int dimA[]);

/**
 * cudnnDestroySpatialTransformerDescriptor
 *   stDesc: stDesc (may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnDestroySpatialTransformerDescriptor(
                                                                   cudnnSpatialTransformerDescriptor_t stDesc);

/**
 * cudnnSpatialTfGridGeneratorForward
 *   handle: handle
 *   stDesc: stDesc
 *   theta: theta (device, read)
 *   grid: grid (device, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnSpatialTfGridGeneratorForward(cudnnHandle_t handle,
                                                             const cudnnSpatialTransformerDescriptor_t stDesc,
                                                             const void *theta, void *grid);

/**
 * cudnnSpatialTfSamplerForward
 *   handle: handle
 *   stDesc: stDesc
 *   alpha: alpha (host scalar)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   grid: grid (device, read)
 *   beta: beta (host scalar)
 *   yDesc: yDesc
 *   y: y (device, read and written)
 */
cudnnStatus_t CUDNNWINAPI cudnnSpatialTfSamplerForward(cudnnHandle_t handle,
                                                       cudnnSpatialTransformerDescriptor_t stDesc,
                                                       const void *alpha, const cudnnTensorDescriptor_t xDesc,
                                                       const void *x, const void *grid, const void *beta,
                                                       cudnnTensorDescriptor_t yDesc, void *y);

/**
 * cudnnCreateDropoutDescriptor
 *   dropoutDesc: dropoutDesc (host, receives the new object)
 */
cudnnStatus_t CUDNNWINAPI cudnnCreateDropoutDescriptor(cudnnDropoutDescriptor_t *dropoutDesc);

/**
 * cudnnDestroyDropoutDescriptor
 *   dropoutDesc: dropoutDesc (may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnDestroyDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc);

/**
 * cudnnDropoutGetStatesSize
 *   handle: handle
 *   sizeInBytes: sizeInBytes (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnDropoutGetStatesSize(cudnnHandle_t handle, size_t *sizeInBytes);

/**
 * cudnnDropoutGetReserveSpaceSize
 *   xdesc: xdesc
 *   sizeInBytes: sizeInBytes (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnDropoutGetReserveSpaceSize(cudnnTensorDescriptor_t xdesc, size_t *sizeInBytes);

/**
 * cudnnSetDropoutDescriptor
 *   dropoutDesc: dropoutDesc
 *   handle: handle
 *   dropout: dropout
 *   states: states (device, written, may be NULL)
 *   stateSizeInBytes: stateSizeInBytes
 *   seed: seed
 */
cudnnStatus_t CUDNNWINAPI cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc,
                                                    cudnnHandle_t handle, float dropout, void *states,
                                                    size_t stateSizeInBytes, unsigned long long seed);

/**
 * cudnnRestoreDropoutDescriptor
 *   dropoutDesc: dropoutDesc
 *   handle: handle
 *   dropout: dropout
 *   states: states (device, read and written, may be NULL)
 *   stateSizeInBytes: stateSizeInBytes
 *   seed: seed
 */
cudnnStatus_t CUDNNWINAPI cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc,
                                                        cudnnHandle_t handle, float dropout, void *states,
                                                        size_t stateSizeInBytes, unsigned long long seed);

/**
 * cudnnGetDropoutDescriptor
 *   dropoutDesc: dropoutDesc
 *   handle: handle
 *   dropout: dropout (host, written)
 *   states: states (host, written)
 *   seed: seed (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc,
                                                    cudnnHandle_t handle, float *dropout, void **states,
                                                    unsigned long long *seed);

/**
 * cudnnDropoutForward
 *   handle: handle
 *   dropoutDesc: dropoutDesc
 *   xdesc: xdesc
 *   x: x (device, read)
 *   ydesc: ydesc
 *   y: y (device, written)
 *   reserveSpace: reserveSpace (device, scratch)
 *   reserveSpaceSizeInBytes: reserveSpaceSizeInBytes
 */
cudnnStatus_t CUDNNWINAPI cudnnDropoutForward(cudnnHandle_t handle,
                                              const cudnnDropoutDescriptor_t dropoutDesc,
                                              const cudnnTensorDescriptor_t xdesc, const void *x,
                                              const cudnnTensorDescriptor_t ydesc, void *y,
                                              void *reserveSpace, size_t reserveSpaceSizeInBytes);

/* cudnnOpsVersionCheck */
cudnnStatus_t CUDNNWINAPI cudnnOpsVersionCheck(void);

/**
 * cudnnSoftmaxBackward
 *   handle: handle
 *   algo: algo
 *   mode: mode
 *   alpha: alpha (host scalar)
 *   yDesc: yDesc
 *   y: y (device, read)
 *   dyDesc: dyDesc
 *   dy: dy (device, read)
 *   beta: beta (host scalar)
 *   dxDesc: dxDesc
 *   dx: dx (device, read and written)
 */
cudnnStatus_t CUDNNWINAPI cudnnSoftmaxBackward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo,
                                               cudnnSoftmaxMode_t mode, const void *alpha,
                                               const cudnnTensorDescriptor_t yDesc, const void *y,
                                               const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                               const void *beta, const cudnnTensorDescriptor_t dxDesc,
                                               void *dx);

/**
 * cudnnPoolingBackward
 *   handle: handle
 *   poolingDesc: poolingDesc
 *   alpha: alpha (host scalar)
 *   yDesc: yDesc
 *   y: y (device, read)
 *   dyDesc: dyDesc
 *   dy: dy (device, read)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   beta: beta (host scalar)
 *   dxDesc: dxDesc
 *   dx: dx (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnPoolingBackward(cudnnHandle_t handle,
                                                                const cudnnPoolingDescriptor_t poolingDesc,
                                                                const void *alpha,
                                                                const cudnnTensorDescriptor_t yDesc,
                                                                const void *y,
                                                                const cudnnTensorDescriptor_t dyDesc,
                                                                const void *dy,
                                                                const cudnnTensorDescriptor_t xDesc,
                                                                const void *x, const void *beta,
                                                                const cudnnTensorDescriptor_t dxDesc,
                                                                void *dx);

/**
 * cudnnActivationBackward
 *   handle: handle
 *   activationDesc: activationDesc
 *   alpha: alpha (host scalar)
 *   yDesc: yDesc (may be NULL)
 *   y: y (device, read, may be NULL)
 *   dyDesc: dyDesc
 *   dy: dy (device, read)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   beta: beta (host scalar)
 *   dxDesc: dxDesc
 *   dx: dx (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnActivationBackward(cudnnHandle_t handle,
                                                                   cudnnActivationDescriptor_t activationDesc,
                                                                   const void *alpha,
                                                                   const cudnnTensorDescriptor_t yDesc,
                                                                   const void *y,
                                                                   const cudnnTensorDescriptor_t dyDesc,
                                                                   const void *dy,
                                                                   const cudnnTensorDescriptor_t xDesc,
                                                                   const void *x, const void *beta,
                                                                   const cudnnTensorDescriptor_t dxDesc,
                                                                   void *dx);

/**
 * cudnnLRNCrossChannelBackward
 *   handle: handle
 *   normDesc: normDesc
 *   lrnMode: lrnMode
 *   alpha: alpha (host scalar)
 *   yDesc: yDesc (may be NULL)
 *   y: y (device, read, may be NULL)
 *   dyDesc: dyDesc
 *   dy: dy (device, read)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   beta: beta (host scalar)
 *   dxDesc: dxDesc
 *   dx: dx (device, read and written)
 */
cudnnStatus_t CUDNNWINAPI cudnnLRNCrossChannelBackward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                                       cudnnLRNMode_t lrnMode, const void *alpha,
                                                       const cudnnTensorDescriptor_t yDesc, const void *y,
                                                       const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                                       const cudnnTensorDescriptor_t xDesc, const void *x,
                                                       const void *beta, const cudnnTensorDescriptor_t dxDesc,
                                                       void *dx);

/**
 * cudnnDivisiveNormalizationBackward
 *   handle: handle
 *   normDesc: normDesc
 *   mode: mode
 *   alpha: alpha (host scalar)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   means: means (device, read, may be NULL)
 *   dy: dy (device, read)
 *   temp: temp (device, scratch)
 *   temp2: temp2 (device, scratch)
 *   beta: beta (host scalar)
 *   dXdMeansDesc: dXdMeansDesc
 *   dx: dx (device, read and written)
 *   dMeans: dMeans (device, read and written, may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnDivisiveNormalizationBackward(cudnnHandle_t handle,
                                                             cudnnLRNDescriptor_t normDesc,
                                                             cudnnDivNormMode_t mode, const void *alpha,
                                                             const cudnnTensorDescriptor_t xDesc,
                                                             const void *x, const void *means, const void *dy,
                                                             void *temp, void *temp2, const void *beta,
                                                             const cudnnTensorDescriptor_t dXdMeansDesc,
                                                             void *dx, void *dMeans);

/**
 * cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize
 *   handle: handle
 *   mode: mode
 *   bnOps: bnOps
 *   xDesc: xDesc
 *   zDesc: zDesc (may be NULL)
 *   yDesc: yDesc
 *   bnScaleBiasMeanVarDesc: bnScaleBiasMeanVarDesc
 *   activationDesc: activationDesc (may be NULL)
 *   sizeInBytes: sizeInBytes (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps,
    const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t zDesc,
    const cudnnTensorDescriptor_t yDesc, const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc,
    const cudnnActivationDescriptor_t activationDesc, size_t *sizeInBytes);

/**
 * cudnnGetBatchNormalizationBackwardExWorkspaceSize
 *   handle: handle
 *   mode: mode
 *   bnOps: bnOps
 *   xDesc: xDesc
 *   yDesc: yDesc (may be NULL)
 *   dyDesc: dyDesc
 *   dzDesc: dzDesc (may be NULL)
 *   dxDesc: dxDesc
 *   dBnScaleBiasDesc: dBnScaleBiasDesc
 *   activationDesc: activationDesc (may be NULL)
 *   sizeInBytes: sizeInBytes (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetBatchNormalizationBackwardExWorkspaceSize(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps,
    const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t yDesc,
    const cudnnTensorDescriptor_t dyDesc, const cudnnTensorDescriptor_t dzDesc,
    const cudnnTensorDescriptor_t dxDesc, const cudnnTensorDescriptor_t dBnScaleBiasDesc,
    const cudnnActivationDescriptor_t activationDesc, size_t *sizeInBytes);

/**
 * cudnnGetBatchNormalizationTrainingExReserveSpaceSize
 *   handle: handle
 *   mode: mode
 *   bnOps: bnOps
 *   activationDesc: activationDesc (may be NULL)
 *   xDesc: xDesc
 *   sizeInBytes: sizeInBytes (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetBatchNormalizationTrainingExReserveSpaceSize(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps,
    const cudnnActivationDescriptor_t activationDesc, const cudnnTensorDescriptor_t xDesc,
    size_t *sizeInBytes);

/**
 * cudnnBatchNormalizationForwardTraining
 *   handle: handle
 *   mode: mode
 *   alpha: alpha (host scalar)
 *   beta: beta (host scalar)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   yDesc: yDesc
 *   y: y (device, read and written)
 *   bnScaleBiasMeanVarDesc: bnScaleBiasMeanVarDesc
 *   bnScale: bnScale (device, read)
 *   bnBias: bnBias (device, read)
 *   exponentialAverageFactor: exponentialAverageFactor
 *   resultRunningMean: resultRunningMean (device, read and written, may be NULL)
 *   resultRunningVariance: resultRunningVariance (device, read and written, may be NULL)
 *   epsilon: epsilon
 *   resultSaveMean: resultSaveMean (device, written, may be NULL)
 *   resultSaveInvVariance: resultSaveInvVariance (device, written, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnBatchNormalizationForwardTraining(cudnnHandle_t handle,
    cudnnBatchNormMode_t mode, const void *alpha, const void *beta, const cudnnTensorDescriptor_t xDesc,
    const void *x, const cudnnTensorDescriptor_t yDesc, void *y,
    const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc, const void *bnScale, const void *bnBias,
    double exponentialAverageFactor, void *resultRunningMean, void *resultRunningVariance, double epsilon,
    void *resultSaveMean, void *resultSaveInvVariance);

/**
 * cudnnBatchNormalizationForwardTrainingEx
 *   handle: handle
 *   mode: mode
 *   bnOps: bnOps
 *   alpha: alpha (host scalar)
 *   beta: beta (host scalar)
 *   xDesc: xDesc
 *   xData: xData (device, read)
 *   zDesc: zDesc (may be NULL)
 *   zData: zData (device, read, may be NULL)
 *   yDesc: yDesc
 *   yData: yData (device, read and written)
 *   bnScaleBiasMeanVarDesc: bnScaleBiasMeanVarDesc
 *   bnScale: bnScale (device, read)
 *   bnBias: bnBias (device, read)
 *   exponentialAverageFactor: exponentialAverageFactor
 *   resultRunningMean: resultRunningMean (device, read and written, may be NULL)
 *   resultRunningVariance: resultRunningVariance (device, read and written, may be NULL)
 *   epsilon: epsilon
 *   resultSaveMean: resultSaveMean (device, written, may be NULL)
 *   resultSaveInvVariance: resultSaveInvVariance (device, written, may be NULL)
 *   activationDesc: activationDesc (may be NULL)
 *   workspace: workspace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: workSpaceSizeInBytes
 *   reserveSpace: reserveSpace (device, scratch, may be NULL)
 *   reserveSpaceSizeInBytes: reserveSpaceSizeInBytes
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnBatchNormalizationForwardTrainingEx(cudnnHandle_t handle,
    cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps, const void *alpha, const void *beta,
    const cudnnTensorDescriptor_t xDesc, const void *xData, const cudnnTensorDescriptor_t zDesc,
    const void *zData, const cudnnTensorDescriptor_t yDesc, void *yData,
    const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc, const void *bnScale, const void *bnBias,
    double exponentialAverageFactor, void *resultRunningMean, void *resultRunningVariance, double epsilon,
    void *resultSaveMean, void *resultSaveInvVariance, cudnnActivationDescriptor_t activationDesc,
    void *workspace, size_t workSpaceSizeInBytes, void *reserveSpace, size_t reserveSpaceSizeInBytes);

/**
 * cudnnBatchNormalizationBackward
 *   handle: handle
 *   mode: mode
 *   alphaDataDiff: alphaDataDiff (host scalar)
 *   betaDataDiff: betaDataDiff (host scalar)
 *   alphaParamDiff: alphaParamDiff (host scalar)
 *   betaParamDiff: betaParamDiff (host scalar)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   dyDesc: dyDesc
 *   dy: dy (device, read)
 *   dxDesc: dxDesc
 *   dx: dx (device, read and written)
 *   dBnScaleBiasDesc: dBnScaleBiasDesc
 *   bnScale: bnScale (device, read)
 *   dBnScaleResult: dBnScaleResult (device, read and written)
 *   dBnBiasResult: dBnBiasResult (device, read and written)
 *   epsilon: epsilon
 *   savedMean: savedMean (device, read, may be NULL)
 *   savedInvVariance: savedInvVariance (device, read, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnBatchNormalizationBackward(cudnnHandle_t handle,
    cudnnBatchNormMode_t mode, const void *alphaDataDiff, const void *betaDataDiff,
    const void *alphaParamDiff, const void *betaParamDiff, const cudnnTensorDescriptor_t xDesc, const void *x,
    const cudnnTensorDescriptor_t dyDesc, const void *dy, const cudnnTensorDescriptor_t dxDesc, void *dx,
    const cudnnTensorDescriptor_t dBnScaleBiasDesc, const void *bnScale, void *dBnScaleResult,
    void *dBnBiasResult, double epsilon, const void *savedMean, const void *savedInvVariance);

/**
 * cudnnBatchNormalizationBackwardEx
 *   handle: handle
 *   mode: mode
 *   bnOps: bnOps
 *   alphaDataDiff: alphaDataDiff (host scalar)
 *   betaDataDiff: betaDataDiff (host scalar)
 *   alphaParamDiff: alphaParamDiff (host scalar)
 *   betaParamDiff: betaParamDiff (host scalar)
 *   xDesc: xDesc
 *   xData: xData (device, read)
 *   yDesc: yDesc (may be NULL)
 *   yData: yData (device, read, may be NULL)
 *   dyDesc: dyDesc
 *   dyData: dyData (device, read)
 *   dzDesc: dzDesc (may be NULL)
 *   dzData: dzData (device, read and written, may be NULL)
 *   dxDesc: dxDesc
 *   dxData: dxData (device, read and written)
 *   dBnScaleBiasDesc: dBnScaleBiasDesc
 *   bnScaleData: bnScaleData (device, read)
 *   bnBiasData: bnBiasData (device, read, may be NULL)
 *   dBnScaleData: dBnScaleData (device, read and written)
 *   dBnBiasData: dBnBiasData (device, read and written)
 *   epsilon: epsilon
 *   savedMean: savedMean (device, read, may be NULL)
 *   savedInvVariance: savedInvVariance (device, read, may be NULL)
 *   activationDesc: activationDesc (may be NULL)
 *   workSpace: workSpace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: workSpaceSizeInBytes
 *   reserveSpace: reserveSpace (device, scratch, may be NULL)
 *   reserveSpaceSizeInBytes: reserveSpaceSizeInBytes
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnBatchNormalizationBackwardEx(cudnnHandle_t handle,
    cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps, const void *alphaDataDiff, const void *betaDataDiff,
    const void *alphaParamDiff, const void *betaParamDiff, const cudnnTensorDescriptor_t xDesc,
    const void *xData, const cudnnTensorDescriptor_t yDesc, const void *yData,
    const cudnnTensorDescriptor_t dyDesc, const void *dyData, const cudnnTensorDescriptor_t dzDesc,
    void *dzData, const cudnnTensorDescriptor_t dxDesc, void *dxData,
    const cudnnTensorDescriptor_t dBnScaleBiasDesc, const void *bnScaleData, const void *bnBiasData,
    void *dBnScaleData, void *dBnBiasData, double epsilon, const void *savedMean,
    const void *savedInvVariance, cudnnActivationDescriptor_t activationDesc, void *workSpace,
    size_t workSpaceSizeInBytes, void *reserveSpace, size_t reserveSpaceSizeInBytes);

/**
 * cudnnGetNormalizationForwardTrainingWorkspaceSize
 *   handle: handle
 *   mode: mode
 *   normOps: normOps
 *   algo: algo
 *   xDesc: xDesc
 *   zDesc: zDesc (may be NULL)
 *   yDesc: yDesc
 *   normScaleBiasDesc: normScaleBiasDesc
 *   activationDesc: activationDesc (may be NULL)
 *   normMeanVarDesc: normMeanVarDesc
 *   sizeInBytes: sizeInBytes (host, written)
 *   groupCnt: groupCnt
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetNormalizationForwardTrainingWorkspaceSize(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
    const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t zDesc,
    const cudnnTensorDescriptor_t yDesc, const cudnnTensorDescriptor_t normScaleBiasDesc,
    const cudnnActivationDescriptor_t activationDesc, const cudnnTensorDescriptor_t normMeanVarDesc,
    size_t *sizeInBytes, int groupCnt);

/**
 * cudnnGetNormalizationBackwardWorkspaceSize
 *   handle: handle
 *   mode: mode
 *   normOps: normOps
 *   algo: algo
 *   xDesc: xDesc
 *   yDesc: yDesc (may be NULL)
 *   dyDesc: dyDesc
 *   dzDesc: dzDesc (may be NULL)
 *   dxDesc: dxDesc
 *   dNormScaleBiasDesc: dNormScaleBiasDesc
 *   activationDesc: activationDesc (may be NULL)
 *   normMeanVarDesc: normMeanVarDesc
 *   sizeInBytes: sizeInBytes (host, written)
 *   groupCnt: groupCnt
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetNormalizationBackwardWorkspaceSize(cudnnHandle_t handle,
    cudnnNormMode_t mode, cudnnNormOps_t normOps, cudnnNormAlgo_t algo, const cudnnTensorDescriptor_t xDesc,
    const cudnnTensorDescriptor_t yDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnTensorDescriptor_t dzDesc, const cudnnTensorDescriptor_t dxDesc,
    const cudnnTensorDescriptor_t dNormScaleBiasDesc, const cudnnActivationDescriptor_t activationDesc,
    const cudnnTensorDescriptor_t normMeanVarDesc, size_t *sizeInBytes, int groupCnt);

/**
 * cudnnGetNormalizationTrainingReserveSpaceSize
 *   handle: handle
 *   mode: mode
 *   normOps: normOps
 *   algo: algo
 *   activationDesc: activationDesc (may be NULL)
 *   xDesc: xDesc
 *   sizeInBytes: sizeInBytes (host, written)
 *   groupCnt: groupCnt
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetNormalizationTrainingReserveSpaceSize(cudnnHandle_t handle,
    cudnnNormMode_t mode, cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
    const cudnnActivationDescriptor_t activationDesc, const cudnnTensorDescriptor_t xDesc,
    size_t *sizeInBytes, int groupCnt);

/**
 * cudnnNormalizationForwardTraining
 *   handle: handle
 *   mode: mode
 *   normOps: normOps
 *   algo: algo
 *   alpha: alpha (host scalar)
 *   beta: beta (host scalar)
 *   xDesc: xDesc
 *   xData: xData (device, read)
 *   normScaleBiasDesc: normScaleBiasDesc
 *   normScale: normScale (device, read)
 *   normBias: normBias (device, read)
 *   exponentialAverageFactor: exponentialAverageFactor
 *   normMeanVarDesc: normMeanVarDesc
 *   resultRunningMean: resultRunningMean (device, read and written, may be NULL)
 *   resultRunningVariance: resultRunningVariance (device, read and written, may be NULL)
 *   epsilon: epsilon
 *   resultSaveMean: resultSaveMean (device, written, may be NULL)
 *   resultSaveInvVariance: resultSaveInvVariance (device, written, may be NULL)
 *   activationDesc: activationDesc (may be NULL)
 *   zDesc: zDesc (may be NULL)
 *   zData: zData (device, read, may be NULL)
 *   yDesc: yDesc
 *   yData: yData (device, read and written)
 *   workspace: workspace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: workSpaceSizeInBytes
 *   reserveSpace: reserveSpace (device, scratch, may be NULL)
 *   reserveSpaceSizeInBytes: reserveSpaceSizeInBytes
 *   groupCnt: groupCnt
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnNormalizationForwardTraining(cudnnHandle_t handle,
    cudnnNormMode_t mode, cudnnNormOps_t normOps, cudnnNormAlgo_t algo, const void *alpha, const void *beta,
    const cudnnTensorDescriptor_t xDesc, const void *xData, const cudnnTensorDescriptor_t normScaleBiasDesc,
    const void *normScale, const void *normBias, double exponentialAverageFactor,
    const cudnnTensorDescriptor_t normMeanVarDesc, void *resultRunningMean, void *resultRunningVariance,
    double epsilon, void *resultSaveMean, void *resultSaveInvVariance,
    cudnnActivationDescriptor_t activationDesc, const cudnnTensorDescriptor_t zDesc, const void *zData,
    const cudnnTensorDescriptor_t yDesc, void *yData, void *workspace, size_t workSpaceSizeInBytes,
    void *reserveSpace, size_t reserveSpaceSizeInBytes, int groupCnt);

/**
 * cudnnNormalizationBackward
 *   handle: handle
 *   mode: mode
 *   normOps: normOps
 *   algo: algo
 *   alphaDataDiff: alphaDataDiff (host scalar)
 *   betaDataDiff: betaDataDiff (host scalar)
 *   alphaParamDiff: alphaParamDiff (host scalar)
 *   betaParamDiff: betaParamDiff (host scalar)
 *   xDesc: xDesc
 *   xData: xData (device, read)
 *   yDesc: yDesc (may be NULL)
 *   yData: yData (device, read, may be NULL)
 *   dyDesc: dyDesc
 *   dyData: dyData (device, read)
 *   dzDesc: dzDesc (may be NULL)
 *   dzData: dzData (device, read and written, may be NULL)
 *   dxDesc: dxDesc
 *   dxData: dxData (device, read and written)
 *   dNormScaleBiasDesc: dNormScaleBiasDesc
 *   normScaleData: normScaleData (device, read)
 *   normBiasData: normBiasData (device, read, may be NULL)
 *   dNormScaleData: dNormScaleData (device, read and written)
 *   dNormBiasData: dNormBiasData (device, read and written)
 *   epsilon: epsilon
 *   normMeanVarDesc: normMeanVarDesc
 *   savedMean: savedMean (device, read, may be NULL)
 *   savedInvVariance: savedInvVariance (device, read, may be NULL)
 *   activationDesc: activationDesc (may be NULL)
 *   workSpace: workSpace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: workSpaceSizeInBytes
 *   reserveSpace: reserveSpace (device, scratch, may be NULL)
 *   reserveSpaceSizeInBytes: reserveSpaceSizeInBytes
 *   groupCnt: groupCnt
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnNormalizationBackward(cudnnHandle_t handle,
                                                                      cudnnNormMode_t mode,
                                                                      cudnnNormOps_t normOps,
                                                                      cudnnNormAlgo_t algo,
                                                                      const void *alphaDataDiff,
                                                                      const void *betaDataDiff,
                                                                      const void *alphaParamDiff,
                                                                      const void *betaParamDiff,
                                                                      const cudnnTensorDescriptor_t xDesc,
                                                                      const void *xData,
                                                                      const cudnnTensorDescriptor_t yDesc,
                                                                      const void *yData,
                                                                      const cudnnTensorDescriptor_t dyDesc,
                                                                      const void *dyData,
                                                                      const cudnnTensorDescriptor_t dzDesc,
                                                                      void *dzData,
                                                                      const cudnnTensorDescriptor_t dxDesc,
                                                                      void *dxData,
                                                                      const cudnnTensorDescriptor_t dNormScaleBiasDesc,
                                                                      const void *normScaleData,
                                                                      const void *normBiasData,
                                                                      void *dNormScaleData,
                                                                      void *dNormBiasData, double epsilon,
                                                                      const cudnnTensorDescriptor_t normMeanVarDesc,
                                                                      const void *savedMean,
                                                                      const void *savedInvVariance,
                                                                      cudnnActivationDescriptor_t activationDesc,
                                                                      void *workSpace,
                                                                      size_t workSpaceSizeInBytes,
                                                                      void *reserveSpace,
                                                                      size_t reserveSpaceSizeInBytes,
                                                                      int groupCnt);

/**
 * cudnnSpatialTfGridGeneratorBackward
 *   handle: handle
 *   stDesc: stDesc
 *   dgrid: dgrid (device, read)
 *   dtheta: dtheta (device, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnSpatialTfGridGeneratorBackward(cudnnHandle_t handle,
                                                              const cudnnSpatialTransformerDescriptor_t stDesc,
                                                              const void *dgrid, void *dtheta);

/**
 * cudnnSpatialTfSamplerBackward
 *   handle: handle
 *   stDesc: stDesc
 *   alpha: alpha (host scalar)
 *   xDesc: xDesc
 *   x: x (device, read)
 *   beta: beta (host scalar)
 *   dxDesc: dxDesc
 *   dx: dx (device, read and written)
 *   alphaDgrid: alphaDgrid (host scalar)
 *   dyDesc: dyDesc
 *   dy: dy (device, read)
 *   grid: grid (device, read)
 *   betaDgrid: betaDgrid (host scalar)
 *   dgrid: dgrid (device, read and written)
 */
cudnnStatus_t CUDNNWINAPI cudnnSpatialTfSamplerBackward(cudnnHandle_t handle,
                                                        cudnnSpatialTransformerDescriptor_t stDesc,
                                                        const void *alpha,
                                                        const cudnnTensorDescriptor_t xDesc, const void *x,
                                                        const void *beta,
                                                        const cudnnTensorDescriptor_t dxDesc, void *dx,
                                                        const void *alphaDgrid,
                                                        const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                                        const void *grid, const void *betaDgrid, void *dgrid);

/**
 * cudnnDropoutBackward
 *   handle: handle
 *   dropoutDesc: dropoutDesc
 *   dydesc: dydesc
 *   dy: dy (device, read)
 *   dxdesc: dxdesc
 *   dx: dx (device, written)
 *   reserveSpace: reserveSpace (device, scratch)
 *   reserveSpaceSizeInBytes: reserveSpaceSizeInBytes
 */
cudnnStatus_t CUDNNWINAPI cudnnDropoutBackward(cudnnHandle_t handle,
                                               const cudnnDropoutDescriptor_t dropoutDesc,
                                               const cudnnTensorDescriptor_t dydesc, const void *dy,
                                               const cudnnTensorDescriptor_t dxdesc, void *dx,
                                               void *reserveSpace, size_t reserveSpaceSizeInBytes);

#if defined(__cplusplus)
}
#endif

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif /* CUDNN_OPS_H_ */
