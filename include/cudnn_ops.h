/**
 * cuDNN 9 interface, part ops: tensors and the operations on them: pooling, activation, softmax,
 * normalization, dropout ....
 */
/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */
/* clang-format off */

#if !defined(CUDNN_OPS_H_)
#define CUDNN_OPS_H_

#include <stdint.h>

#include "cudnn_version.h"
#include "cudnn_graph.h"

#define CUDNN_OPS_MAJOR 9
#define CUDNN_OPS_MINOR 19
#define CUDNN_OPS_PATCH 0
/* Limits of cudnnSetLRNDescriptor. */
#define CUDNN_LRN_MIN_N 1
#define CUDNN_LRN_MAX_N 16
#define CUDNN_LRN_MIN_K 1e-5
#define CUDNN_LRN_MIN_BETA 0.01
/* Smallest epsilon of batch normalization. */
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

/* Element type, dims and strides of a tensor. */
typedef struct cudnnTensorStruct *cudnnTensorDescriptor_t;
/* Pooling: mode, window, padding, stride. */
CUDNN_DEPRECATED typedef struct cudnnPoolingStruct *cudnnPoolingDescriptor_t;
/* Element type, layout and dims of a filter. */
CUDNN_DEPRECATED typedef struct cudnnFilterStruct *cudnnFilterDescriptor_t;
/* Local response or divisive normalization. */
typedef struct cudnnLRNStruct *cudnnLRNDescriptor_t;
/* Activation function. */
CUDNN_DEPRECATED typedef struct cudnnActivationStruct *cudnnActivationDescriptor_t;
/* Spatial transformer. */
typedef struct cudnnSpatialTransformerStruct *cudnnSpatialTransformerDescriptor_t;
/* Elementwise operation of two tensors. */
CUDNN_DEPRECATED typedef struct cudnnOpTensorStruct *cudnnOpTensorDescriptor_t;
/* Reduction. */
CUDNN_DEPRECATED typedef struct cudnnReduceTensorStruct *cudnnReduceTensorDescriptor_t;
/* CTC loss. */
typedef struct cudnnCTCLossStruct *cudnnCTCLossDescriptor_t;
/* Padding, folding and layout change of a tensor. */
CUDNN_DEPRECATED typedef struct cudnnTensorTransformStruct *cudnnTensorTransformDescriptor_t;
/* Dropout: rate and random generator states. */
typedef struct cudnnDropoutStruct *cudnnDropoutDescriptor_t;

/* Whether an algorithm gives the same bits each time. */
typedef enum {
    CUDNN_NON_DETERMINISTIC = 0,
    CUDNN_DETERMINISTIC = 1
} cudnnDeterminism_t;

/* Direction of a tensor transform. */
typedef enum {
    CUDNN_TRANSFORM_FOLD = 0,
    CUDNN_TRANSFORM_UNFOLD = 1
} cudnnFoldingDirection_t;

/* Operation of cudnnOpTensor. */
typedef enum {
    CUDNN_OP_TENSOR_ADD = 0,
    CUDNN_OP_TENSOR_MUL = 1,
    CUDNN_OP_TENSOR_MIN = 2,
    CUDNN_OP_TENSOR_MAX = 3,
    CUDNN_OP_TENSOR_SQRT = 4, /* square root of A */
    CUDNN_OP_TENSOR_NOT = 5 /* 1 - A */
} cudnnOpTensorOp_t;

/* Whether a reduction returns positions. */
CUDNN_DEPRECATED typedef enum {
    CUDNN_REDUCE_TENSOR_NO_INDICES = 0,
    CUDNN_REDUCE_TENSOR_FLATTENED_INDICES = 1
} cudnnReduceTensorIndices_t;

/* Integer type of the positions. */
CUDNN_DEPRECATED typedef enum {
    CUDNN_32BIT_INDICES = 0,
    CUDNN_64BIT_INDICES = 1,
    CUDNN_16BIT_INDICES = 2,
    CUDNN_8BIT_INDICES = 3
} cudnnIndicesType_t;

/* How softmax is computed. */
typedef enum {
    CUDNN_SOFTMAX_FAST = 0, /* without subtracting the maximum: large inputs overflow */
    CUDNN_SOFTMAX_ACCURATE = 1, /* subtracts the maximum first */
    CUDNN_SOFTMAX_LOG = 2 /* logarithm of softmax */
} cudnnSoftmaxAlgorithm_t;

/* What softmax sums over. */
typedef enum {
    CUDNN_SOFTMAX_MODE_INSTANCE = 0, /* over C, H and W of each image */
    CUDNN_SOFTMAX_MODE_CHANNEL = 1 /* over C at each position */
} cudnnSoftmaxMode_t;

/* How a window becomes one value. */
CUDNN_DEPRECATED typedef enum {
    CUDNN_POOLING_MAX = 0, /* maximum */
    CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING = 1, /* sum / window size */
    CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING = 2, /* sum / number of real elements */
    CUDNN_POOLING_MAX_DETERMINISTIC = 3 /* maximum, with a gradient of the same bits each time */
} cudnnPoolingMode_t;

/* Window of local response normalization. */
typedef enum {
    CUDNN_LRN_CROSS_CHANNEL_DIM1 = 0
} cudnnLRNMode_t;

/* Source of the means of divisive normalization. */
typedef enum {
    CUDNN_DIVNORM_PRECOMPUTED_MEANS = 0
} cudnnDivNormMode_t;

/* What shares one mean and variance. */
CUDNN_DEPRECATED typedef enum {
    CUDNN_BATCHNORM_PER_ACTIVATION = 0, /* each element of C, H, W by itself */
    CUDNN_BATCHNORM_SPATIAL = 1, /* each channel */
    CUDNN_BATCHNORM_SPATIAL_PERSISTENT = 2 /* each channel, with kernels that may be faster */
} cudnnBatchNormMode_t;

/* What follows batch normalization in the same pass. */
CUDNN_DEPRECATED typedef enum {
    CUDNN_BATCHNORM_OPS_BN = 0, /* nothing */
    CUDNN_BATCHNORM_OPS_BN_ACTIVATION = 1, /* activation */
    CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION = 2 /* addition of z, then activation */
} cudnnBatchNormOps_t;

/* What shares one mean and variance. */
CUDNN_DEPRECATED typedef enum {
    CUDNN_NORM_PER_ACTIVATION = 0, /* each element of C, H, W by itself */
    CUDNN_NORM_PER_CHANNEL = 1 /* each channel */
} cudnnNormMode_t;

/* Algorithm of a normalization. */
CUDNN_DEPRECATED typedef enum {
    CUDNN_NORM_ALGO_STANDARD = 0,
    CUDNN_NORM_ALGO_PERSIST = 1
} cudnnNormAlgo_t;

/* What follows a normalization in the same pass. */
CUDNN_DEPRECATED typedef enum {
    CUDNN_NORM_OPS_NORM = 0, /* nothing */
    CUDNN_NORM_OPS_NORM_ACTIVATION = 1, /* activation */
    CUDNN_NORM_OPS_NORM_ADD_ACTIVATION = 2 /* addition of z, then activation */
} cudnnNormOps_t;

/* Interpolation of the spatial transformer. */
typedef enum {
    CUDNN_SAMPLER_BILINEAR = 0
} cudnnSamplerType_t;

/* Algorithms of cudnnConvolutionForward. */
typedef enum {
    CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM = 0, /* matrix product without a stored matrix */
    CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM = 1, /* the same with precomputed offsets */
    CUDNN_CONVOLUTION_FWD_ALGO_GEMM = 2, /* matrix product with the matrix in workspace */
    CUDNN_CONVOLUTION_FWD_ALGO_DIRECT = 3, /* straight from the definition */
    CUDNN_CONVOLUTION_FWD_ALGO_FFT = 4, /* Fourier transform of the whole image */
    CUDNN_CONVOLUTION_FWD_ALGO_FFT_TILING = 5, /* Fourier transform of tiles */
    CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD = 6, /* Winograd transform in one kernel */
    CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED = 7, /* Winograd transform in several steps */
    CUDNN_CONVOLUTION_FWD_ALGO_COUNT = 8
} cudnnConvolutionFwdAlgo_t;

/* Algorithms of cudnnConvolutionBackwardFilter. */
typedef enum {
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0 = 0, /* sums in an order that may change */
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1 = 1, /* matrix product */
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT = 2,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3 = 3, /* like 0, with precomputed offsets */
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD = 4,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD_NONFUSED = 5,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT_TILING = 6,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT = 7
} cudnnConvolutionBwdFilterAlgo_t;

/* Algorithms of cudnnConvolutionBackwardData. */
typedef enum {
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_0 = 0, /* sums in an order that may change */
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_1 = 1, /* matrix product */
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT = 2,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT_TILING = 3,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD = 4,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD_NONFUSED = 5,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT = 6
} cudnnConvolutionBwdDataAlgo_t;

/* Algorithms of the CTC loss. */
typedef enum {
    CUDNN_CTC_LOSS_ALGO_DETERMINISTIC = 0,
    CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC = 1
} cudnnCTCLossAlgo_t;

/**
 * Makes a tensor descriptor: element type, dims and strides of an array, with no data.
 *   tensorDesc: tensor descriptor (host, receives the new object)
 */
cudnnStatus_t CUDNNWINAPI cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t *tensorDesc);

/**
 * Describes a packed 4-D tensor {N, C, H, W}. BAD_PARAM when a dim is below 1 or the type and the format do
 * not go together; the old content stays.
 *   tensorDesc: tensor descriptor
 *   format: memory layout
 *   dataType: element type
 *   n: images
 *   c: channels
 *   h: height
 *   w: width
 */
cudnnStatus_t CUDNNWINAPI cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensorDesc,
                                                     cudnnTensorFormat_t format, cudnnDataType_t dataType,
                                                     int n, int c, int h, int w);

/**
 * Describes a 4-D tensor with its own strides, counted in elements. Strides may leave gaps, overlap or be
 * negative, but not be 0.
 *   tensorDesc: tensor descriptor
 *   dataType: element type
 *   n: images
 *   c: channels
 *   h: height
 *   w: width
 *   nStride: stride of n in elements
 *   cStride: stride of c in elements
 *   hStride: stride of h in elements
 *   wStride: stride of w in elements
 */
cudnnStatus_t CUDNNWINAPI cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t tensorDesc,
                                                       cudnnDataType_t dataType, int n, int c, int h, int w,
                                                       int nStride, int cStride, int hStride, int wStride);

/**
 * Reads a 4-D tensor descriptor back. Dims are in the order N, C, H, W whatever the layout; strides count
 * elements.
 *   tensorDesc: tensor descriptor
 *   dataType: element type (host, written)
 *   n: images (host, written)
 *   c: channels (host, written)
 *   h: height (host, written)
 *   w: width (host, written)
 *   nStride: stride of n in elements (host, written)
 *   cStride: stride of c in elements (host, written)
 *   hStride: stride of h in elements (host, written)
 *   wStride: stride of w in elements (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetTensor4dDescriptor(const cudnnTensorDescriptor_t tensorDesc,
                                                     cudnnDataType_t *dataType, int *n, int *c, int *h,
                                                     int *w, int *nStride, int *cStride, int *hStride,
                                                     int *wStride);

/**
 * Describes a tensor of 1 to 8 dims with strides in elements. BAD_PARAM for a dim below 1 or a stride of 0,
 * NOT_SUPPORTED for more than CUDNN_DIM_MAX dims or 2^31 - 1 elements.
 *   tensorDesc: tensor descriptor
 *   dataType: element type
 *   nbDims: number of dims
 *   dimA: dims, outermost first (host array, read)
 *   strideA: strides in elements (host array, read)
 */
cudnnStatus_t CUDNNWINAPI cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t tensorDesc,
                                                     cudnnDataType_t dataType, int nbDims, const int dimA[],
                                                     const int strideA[]);

/**
 * Describes a packed tensor of 1 to 8 dims in a standard layout.
 *   tensorDesc: tensor descriptor
 *   format: memory layout
 *   dataType: element type
 *   nbDims: number of dims
 *   dimA: dims, outermost first (host array, read)
 */
cudnnStatus_t CUDNNWINAPI cudnnSetTensorNdDescriptorEx(cudnnTensorDescriptor_t tensorDesc,
                                                       cudnnTensorFormat_t format, cudnnDataType_t dataType,
                                                       int nbDims, const int dimA[]);

/**
 * Reads a tensor descriptor back. Writes the first nbDimsRequested dims and strides; *nbDims receives the
 * true rank.
 *   tensorDesc: tensor descriptor
 *   nbDimsRequested: room in the arrays
 *   dataType: element type (host, written)
 *   nbDims: number of dims (host, written)
 *   dimA: dims, outermost first (host, written)
 *   strideA: strides in elements (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetTensorNdDescriptor(const cudnnTensorDescriptor_t tensorDesc,
                                                     int nbDimsRequested, cudnnDataType_t *dataType,
                                                     int *nbDims, int dimA[], int strideA[]);

/**
 * Bytes between the first and the last element, both included: (1 + sum((dim - 1) * stride)) * element size.
 *   tensorDesc: tensor descriptor
 *   size: bytes (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetTensorSizeInBytes(const cudnnTensorDescriptor_t tensorDesc, size_t *size);

/**
 * Frees a tensor descriptor. NULL is accepted.
 *   tensorDesc: tensor descriptor (may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t tensorDesc);

/**
 * Works out the destination of a tensor transform: dims after padding and folding, in the format of the
 * transform, and its size.
 *   transformDesc: tensor transform
 *   srcDesc: describes the source
 *   destDesc: describes the destination
 *   destSizeInBytes: bytes of the destination (host, written, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnInitTransformDest(
                                                                  const cudnnTensorTransformDescriptor_t transformDesc,
                                                                  const cudnnTensorDescriptor_t srcDesc,
                                                                  cudnnTensorDescriptor_t destDesc,
                                                                  size_t *destSizeInBytes);

/**
 * Makes a descriptor of a tensor transform: padding, folding and target format.
 *   transformDesc: tensor transform (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateTensorTransformDescriptor(
    cudnnTensorTransformDescriptor_t *transformDesc);

/**
 * Describes a transform. Every dim d becomes padBeforeA[d] + dim + padAfterA[d] (negative values crop);
 * folding by f splits a spatial dim into f parts that become channels, and unfolding takes that back. NULL
 * arrays mean no padding or no folding.
 *   transformDesc: tensor transform
 *   nbDims: number of dims
 *   destFormat: memory layout of the destination
 *   padBeforeA: elements added before each dim (host array, read, may be NULL)
 *   padAfterA: elements added after each dim (host array, read, may be NULL)
 *   foldA: factor for each spatial dim (host array, read, may be NULL)
 *   direction: fold or unfold
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetTensorTransformDescriptor(
    cudnnTensorTransformDescriptor_t transformDesc, const uint32_t nbDims,
    const cudnnTensorFormat_t destFormat, const int32_t padBeforeA[], const int32_t padAfterA[],
    const uint32_t foldA[], const cudnnFoldingDirection_t direction);

/**
 * Reads a transform descriptor back; outputs that are not wanted may be NULL, except direction.
 *   transformDesc: tensor transform
 *   nbDimsRequested: room in the arrays
 *   destFormat: memory layout of the destination (host, written, may be NULL)
 *   padBeforeA: elements added before each dim (host, written, may be NULL)
 *   padAfterA: elements added after each dim (host, written, may be NULL)
 *   foldA: factor for each spatial dim (host, written, may be NULL)
 *   direction: fold or unfold (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetTensorTransformDescriptor(
    cudnnTensorTransformDescriptor_t transformDesc, uint32_t nbDimsRequested, cudnnTensorFormat_t *destFormat,
    int32_t padBeforeA[], int32_t padAfterA[], uint32_t foldA[], cudnnFoldingDirection_t *direction);

/**
 * Frees a tensor transform descriptor. NULL is accepted.
 *   transformDesc: tensor transform (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyTensorTransformDescriptor(
    cudnnTensorTransformDescriptor_t transformDesc);

/**
 * y = alpha * x + beta * y with the same dims: copies between layouts and element types. Integers are rounded
 * to even and saturated.
 *   handle: library handle
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   xDesc: describes x
 *   x: input (device, read)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   yDesc: describes y
 *   y: output (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnTransformTensor(cudnnHandle_t handle, const void *alpha,
                                                                const cudnnTensorDescriptor_t xDesc,
                                                                const void *x, const void *beta,
                                                                const cudnnTensorDescriptor_t yDesc, void *y);

/**
 * dest = alpha * transform(src) + beta * dest: pads, crops, folds or unfolds. New elements are 0.
 *   handle: library handle
 *   transDesc: tensor transform
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   srcDesc: describes the source
 *   srcData: source (device, read)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   destDesc: describes the destination
 *   destData: destination (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnTransformTensorEx(cudnnHandle_t handle,
                                                                  const cudnnTensorTransformDescriptor_t transDesc,
                                                                  const void *alpha,
                                                                  const cudnnTensorDescriptor_t srcDesc,
                                                                  const void *srcData, const void *beta,
                                                                  const cudnnTensorDescriptor_t destDesc,
                                                                  void *destData);

/**
 * C = alpha * A + beta * C. Every dim of A is that of C or 1 (broadcast); equal types, more than 3 dims.
 *   handle: library handle
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   aDesc: describes A
 *   A: first input (device, read)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   cDesc: describes C
 *   C: output (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnAddTensor(cudnnHandle_t handle, const void *alpha,
                                                          const cudnnTensorDescriptor_t aDesc, const void *A,
                                                          const void *beta,
                                                          const cudnnTensorDescriptor_t cDesc, void *C);

/**
 * Makes a descriptor of an elementwise operation of two tensors.
 *   opTensorDesc: operation (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateOpTensorDescriptor(
    cudnnOpTensorDescriptor_t *opTensorDesc);

/**
 * Describes the operation of cudnnOpTensor.
 *   opTensorDesc: operation
 *   opTensorOp: operation
 *   opTensorCompType: computation type
 *   opTensorNanOpt: whether NaN wins in MIN and MAX
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetOpTensorDescriptor(cudnnOpTensorDescriptor_t opTensorDesc,
                                                                      cudnnOpTensorOp_t opTensorOp,
                                                                      cudnnDataType_t opTensorCompType,
                                                                      cudnnNanPropagation_t opTensorNanOpt);

/**
 * Reads an OpTensor descriptor back.
 *   opTensorDesc: operation
 *   opTensorOp: operation (host, written)
 *   opTensorCompType: computation type (host, written)
 *   opTensorNanOpt: whether NaN wins in MIN and MAX (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetOpTensorDescriptor(
                                                                      const cudnnOpTensorDescriptor_t opTensorDesc,
                                                                      cudnnOpTensorOp_t *opTensorOp,
                                                                      cudnnDataType_t *opTensorCompType,
                                                                      cudnnNanPropagation_t *opTensorNanOpt);

/**
 * Frees an OpTensor descriptor. NULL is accepted.
 *   opTensorDesc: operation (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyOpTensorDescriptor(
    cudnnOpTensorDescriptor_t opTensorDesc);

/**
 * C = op(alpha1 * A, alpha2 * B) + beta * C, element by element. A has the dims of C; every dim of B is that
 * of C or 1. SQRT and NOT read A only, yet B must be given.
 *   handle: library handle
 *   opTensorDesc: operation
 *   alpha1: factor of the first term (host scalar)
 *   aDesc: describes A
 *   A: first input (device, read)
 *   alpha2: factor of the second term (host scalar)
 *   bDesc: describes B
 *   B: second input (device, read)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   cDesc: describes C
 *   C: output (device, read and written)
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
 * Makes a descriptor of a reduction.
 *   reduceTensorDesc: reduction (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateReduceTensorDescriptor(
    cudnnReduceTensorDescriptor_t *reduceTensorDesc);

/**
 * Describes the reduction of cudnnReduceTensor. Indices exist for MIN, MAX and AMAX only.
 *   reduceTensorDesc: reduction
 *   reduceTensorOp: operation
 *   reduceTensorCompType: computation type
 *   reduceTensorNanOpt: whether NaN wins in MIN, MAX and AMAX
 *   reduceTensorIndices: whether positions of extremes are wanted
 *   reduceTensorIndicesType: type of the positions; they are written as 32-bit whatever it says
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetReduceTensorDescriptor(
    cudnnReduceTensorDescriptor_t reduceTensorDesc, cudnnReduceTensorOp_t reduceTensorOp,
    cudnnDataType_t reduceTensorCompType, cudnnNanPropagation_t reduceTensorNanOpt,
    cudnnReduceTensorIndices_t reduceTensorIndices, cudnnIndicesType_t reduceTensorIndicesType);

/**
 * Reads a reduction descriptor back.
 *   reduceTensorDesc: reduction
 *   reduceTensorOp: operation (host, written)
 *   reduceTensorCompType: computation type (host, written)
 *   reduceTensorNanOpt: whether NaN wins in MIN, MAX and AMAX (host, written)
 *   reduceTensorIndices: whether positions of extremes are wanted (host, written)
 *   reduceTensorIndicesType: type of the positions; they are written as 32-bit whatever it says (host,
 *   written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetReduceTensorDescriptor(
    const cudnnReduceTensorDescriptor_t reduceTensorDesc, cudnnReduceTensorOp_t *reduceTensorOp,
    cudnnDataType_t *reduceTensorCompType, cudnnNanPropagation_t *reduceTensorNanOpt,
    cudnnReduceTensorIndices_t *reduceTensorIndices, cudnnIndicesType_t *reduceTensorIndicesType);

/**
 * Frees a reduction descriptor. NULL is accepted.
 *   reduceTensorDesc: reduction (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyReduceTensorDescriptor(
    cudnnReduceTensorDescriptor_t reduceTensorDesc);

/**
 * Bytes that the index output of cudnnReduceTensor takes: 4 for each element of C, 0 when no indices are
 * asked for.
 *   handle: library handle (may be NULL)
 *   reduceTensorDesc: reduction
 *   aDesc: describes A (may be NULL)
 *   cDesc: describes C
 *   sizeInBytes: bytes needed (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetReductionIndicesSize(cudnnHandle_t handle,
                                                                        const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                                                        const cudnnTensorDescriptor_t aDesc,
                                                                        const cudnnTensorDescriptor_t cDesc,
                                                                        size_t *sizeInBytes);

/**
 * Bytes of workspace that cudnnReduceTensor needs.
 *   handle: library handle (may be NULL)
 *   reduceTensorDesc: reduction
 *   aDesc: describes A
 *   cDesc: describes C
 *   sizeInBytes: bytes needed (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetReductionWorkspaceSize(cudnnHandle_t handle,
    const cudnnReduceTensorDescriptor_t reduceTensorDesc, const cudnnTensorDescriptor_t aDesc,
    const cudnnTensorDescriptor_t cDesc, size_t *sizeInBytes);

/**
 * C = alpha * reduce(A) + beta * C. Every dim of C is that of A (kept) or 1 (reduced); at least one is
 * reduced. Indices are positions in row-major order of the reduced dims, 32-bit, of the first extreme
 * element.
 *   handle: library handle
 *   reduceTensorDesc: reduction
 *   indices: positions of the extremes (device, written, may be NULL)
 *   indicesSizeInBytes: bytes of indices
 *   workspace: workspace (device, scratch, may be NULL)
 *   workspaceSizeInBytes: bytes of workspace
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   aDesc: describes A
 *   A: first input (device, read)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   cDesc: describes C
 *   C: output (device, read and written)
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
 * Sets every element of y to one value. The value is a float, or a double for a double tensor.
 *   handle: library handle
 *   yDesc: describes y
 *   y: tensor to fill (device, written)
 *   valuePtr: the value: float, or double for double tensors (host scalar)
 */
cudnnStatus_t CUDNNWINAPI cudnnSetTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t yDesc, void *y,
                                         const void *valuePtr);

/**
 * y = alpha * y. alpha = 0 writes zeros, also over NaN.
 *   handle: library handle
 *   yDesc: describes y
 *   y: tensor to scale (device, read and written)
 *   alpha: factor: float, or double for double tensors (host scalar)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnScaleTensor(cudnnHandle_t handle,
                                                            const cudnnTensorDescriptor_t yDesc, void *y,
                                                            const void *alpha);

/**
 * Makes a filter descriptor.
 *   filterDesc: filter descriptor (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t *filterDesc);

/**
 * Describes a packed 4-D filter: k outputs, c inputs (of one group), h x w taps. In NHWC format the memory
 * order is k, h, w, c.
 *   filterDesc: filter descriptor
 *   dataType: element type
 *   format: memory layout
 *   k: number of filters
 *   c: channels of one group
 *   h: rows of taps
 *   w: columns of taps
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filterDesc,
                                                                      cudnnDataType_t dataType,
                                                                      cudnnTensorFormat_t format, int k,
                                                                      int c, int h, int w);

/**
 * Reads a 4-D filter descriptor back.
 *   filterDesc: filter descriptor
 *   dataType: element type (host, written)
 *   format: memory layout (host, written)
 *   k: number of filters (host, written)
 *   c: channels of one group (host, written)
 *   h: rows of taps (host, written)
 *   w: columns of taps (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetFilter4dDescriptor(
                                                                      const cudnnFilterDescriptor_t filterDesc,
                                                                      cudnnDataType_t *dataType,
                                                                      cudnnTensorFormat_t *format, int *k,
                                                                      int *c, int *h, int *w);

/**
 * Describes a packed filter of 3 to 8 dims {K, C, taps...}. BAD_PARAM for fewer than 3 dims, NOT_SUPPORTED
 * for more than 8.
 *   filterDesc: filter descriptor
 *   dataType: element type
 *   format: memory layout
 *   nbDims: number of dims
 *   filterDimA: dims {K, C, taps...} (host array, read)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t filterDesc,
                                                                      cudnnDataType_t dataType,
                                                                      cudnnTensorFormat_t format, int nbDims,
                                                                      const int filterDimA[]);

/**
 * Reads a filter descriptor back. Writes the first nbDimsRequested dims; *nbDims receives the true rank.
 *   filterDesc: filter descriptor
 *   nbDimsRequested: room in the arrays
 *   dataType: element type (host, written)
 *   format: memory layout (host, written)
 *   nbDims: number of dims (host, written)
 *   filterDimA: dims {K, C, taps...} (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetFilterNdDescriptor(
                                                                      const cudnnFilterDescriptor_t filterDesc,
                                                                      int nbDimsRequested,
                                                                      cudnnDataType_t *dataType,
                                                                      cudnnTensorFormat_t *format,
                                                                      int *nbDims, int filterDimA[]);

/**
 * Bytes of the filter.
 *   filterDesc: filter descriptor
 *   size: bytes (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetFilterSizeInBytes(const cudnnFilterDescriptor_t filterDesc,
                                                                     size_t *size);

/**
 * dest = alpha * transform(src) + beta * dest for filters: cudnnTransformTensorEx with K and C in place of N
 * and C.
 *   handle: library handle
 *   transDesc: tensor transform
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   srcDesc: describes the source
 *   srcData: source (device, read)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   destDesc: describes the destination
 *   destData: destination (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnTransformFilter(cudnnHandle_t handle,
                                                                const cudnnTensorTransformDescriptor_t transDesc,
                                                                const void *alpha,
                                                                const cudnnFilterDescriptor_t srcDesc,
                                                                const void *srcData, const void *beta,
                                                                const cudnnFilterDescriptor_t destDesc,
                                                                void *destData);

/**
 * Frees a filter descriptor. NULL is accepted.
 *   filterDesc: filter descriptor (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t filterDesc);

/**
 * y = alpha * softmax(x) + beta * y, over all of C, H, W of an image or over C at each position. LOG gives
 * the logarithm. x and y may be the same memory.
 *   handle: library handle
 *   algo: algorithm
 *   mode: over C, H and W, or over C
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   xDesc: describes x
 *   x: input (device, read)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   yDesc: describes y
 *   y: output (device, read and written)
 */
cudnnStatus_t CUDNNWINAPI cudnnSoftmaxForward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo,
                                              cudnnSoftmaxMode_t mode, const void *alpha,
                                              const cudnnTensorDescriptor_t xDesc, const void *x,
                                              const void *beta, const cudnnTensorDescriptor_t yDesc, void *y);

/**
 * Makes a pooling descriptor.
 *   poolingDesc: pooling descriptor (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreatePoolingDescriptor(
                                                                        cudnnPoolingDescriptor_t *poolingDesc);

/**
 * Describes 2-D pooling. Windows and strides must be above 0; padding may be anything.
 *   poolingDesc: pooling descriptor
 *   mode: maximum or average
 *   maxpoolingNanOpt: whether NaN wins in maximum pooling
 *   windowHeight: rows of the window
 *   windowWidth: columns of the window
 *   verticalPadding: zeros above and below
 *   horizontalPadding: zeros on the left and right
 *   verticalStride: step in height
 *   horizontalStride: step in width
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
 * Reads a 2-D pooling descriptor back.
 *   poolingDesc: pooling descriptor
 *   mode: maximum or average (host, written)
 *   maxpoolingNanOpt: whether NaN wins in maximum pooling (host, written)
 *   windowHeight: rows of the window (host, written)
 *   windowWidth: columns of the window (host, written)
 *   verticalPadding: zeros above and below (host, written)
 *   horizontalPadding: zeros on the left and right (host, written)
 *   verticalStride: step in height (host, written)
 *   horizontalStride: step in width (host, written)
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
 * Describes pooling over nbDims spatial dims.
 *   poolingDesc: pooling descriptor
 *   mode: maximum or average
 *   maxpoolingNanOpt: whether NaN wins in maximum pooling
 *   nbDims: number of dims
 *   windowDimA: size of the window in each spatial dim (host array, read)
 *   paddingA: zeros on both sides of each spatial dim (host array, read)
 *   strideA: step in each spatial dim (host array, read)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t poolingDesc,
                                                                       const cudnnPoolingMode_t mode,
                                                                       const cudnnNanPropagation_t maxpoolingNanOpt,
                                                                       int nbDims, const int windowDimA[],
                                                                       const int paddingA[],
                                                                       const int strideA[]);

/**
 * Reads a pooling descriptor back. Writes the first nbDimsRequested entries of each array; *nbDims receives
 * the true number.
 *   poolingDesc: pooling descriptor
 *   nbDimsRequested: room in the arrays
 *   mode: maximum or average (host, written)
 *   maxpoolingNanOpt: whether NaN wins in maximum pooling (host, written)
 *   nbDims: number of dims (host, written)
 *   windowDimA: size of the window in each spatial dim (host, written)
 *   paddingA: zeros on both sides of each spatial dim (host, written)
 *   strideA: step in each spatial dim (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetPoolingNdDescriptor(
                                                                       const cudnnPoolingDescriptor_t poolingDesc,
                                                                       int nbDimsRequested,
                                                                       cudnnPoolingMode_t *mode,
                                                                       cudnnNanPropagation_t *maxpoolingNanOpt,
                                                                       int *nbDims, int windowDimA[],
                                                                       int paddingA[], int strideA[]);

/**
 * Dims of the pooling output: N and C of the input, then 1 + (in + 2 * padding - window) / stride, rounded
 * down. BAD_PARAM when a window is larger than the padded input.
 *   poolingDesc: pooling descriptor
 *   inputTensorDesc: describes the input
 *   nbDims: number of dims
 *   outputTensorDimA: dims of the output (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetPoolingNdForwardOutputDim(
    const cudnnPoolingDescriptor_t poolingDesc, const cudnnTensorDescriptor_t inputTensorDesc, int nbDims,
    int outputTensorDimA[]);

/**
 * Dims of the 2-D pooling output: 1 + (in + 2 * padding - window) / stride, rounded down.
 *   poolingDesc: pooling descriptor
 *   inputTensorDesc: describes the input
 *   n: images (host, written)
 *   c: channels (host, written)
 *   h: height (host, written)
 *   w: width (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetPooling2dForwardOutputDim(
    const cudnnPoolingDescriptor_t poolingDesc, const cudnnTensorDescriptor_t inputTensorDesc, int *n, int *c,
    int *h, int *w);

/**
 * Frees a pooling descriptor. NULL is accepted.
 *   poolingDesc: pooling descriptor (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyPoolingDescriptor(
    cudnnPoolingDescriptor_t poolingDesc);

/**
 * y = alpha * pool(x) + beta * y. Maximum, or average with or without the padding in the divisor. INT8
 * averages round to even.
 *   handle: library handle
 *   poolingDesc: pooling descriptor
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   xDesc: describes x
 *   x: input (device, read)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   yDesc: describes y
 *   y: output (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnPoolingForward(cudnnHandle_t handle,
                                                               const cudnnPoolingDescriptor_t poolingDesc,
                                                               const void *alpha,
                                                               const cudnnTensorDescriptor_t xDesc,
                                                               const void *x, const void *beta,
                                                               const cudnnTensorDescriptor_t yDesc, void *y);

/**
 * Makes an activation descriptor.
 *   activationDesc: activation (host, receives the new object)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnCreateActivationDescriptor(
    cudnnActivationDescriptor_t *activationDesc);

/**
 * Describes an activation. coef is the upper bound of CLIPPED_RELU and the factor of ELU; the others ignore
 * it.
 *   activationDesc: activation
 *   mode: which function
 *   reluNanOpt: whether NaN goes through RELU and CLIPPED_RELU
 *   coef: upper bound of CLIPPED_RELU, factor of ELU
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetActivationDescriptor(
                                                                        cudnnActivationDescriptor_t activationDesc,
                                                                        cudnnActivationMode_t mode,
                                                                        cudnnNanPropagation_t reluNanOpt,
                                                                        double coef);

/**
 * Reads an activation descriptor back.
 *   activationDesc: activation
 *   mode: which function (host, written)
 *   reluNanOpt: whether NaN goes through RELU and CLIPPED_RELU (host, written)
 *   coef: upper bound of CLIPPED_RELU, factor of ELU (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetActivationDescriptor(
                                                                        const cudnnActivationDescriptor_t activationDesc,
                                                                        cudnnActivationMode_t *mode,
                                                                        cudnnNanPropagation_t *reluNanOpt,
                                                                        double *coef);

/**
 * Sets beta of SWISH, x * sigmoid(beta * x); 1 at first.
 *   activationDesc: activation
 *   swish_beta: beta
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnSetActivationDescriptorSwishBeta(
    cudnnActivationDescriptor_t activationDesc, double swish_beta);

/**
 * Reads beta of SWISH.
 *   activationDesc: activation
 *   swish_beta: beta (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetActivationDescriptorSwishBeta(
    cudnnActivationDescriptor_t activationDesc, double *swish_beta);

/**
 * Frees an activation descriptor. NULL is accepted.
 *   activationDesc: activation (may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDestroyActivationDescriptor(
    cudnnActivationDescriptor_t activationDesc);

/**
 * y = alpha * act(x) + beta * y, element by element. x and y have the same dims and type and may be the same
 * memory. IDENTITY is refused (BAD_PARAM).
 *   handle: library handle
 *   activationDesc: activation
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   xDesc: describes x
 *   x: input (device, read)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   yDesc: describes y
 *   y: output (device, read and written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnActivationForward(cudnnHandle_t handle,
                                                                  cudnnActivationDescriptor_t activationDesc,
                                                                  const void *alpha,
                                                                  const cudnnTensorDescriptor_t xDesc,
                                                                  const void *x, const void *beta,
                                                                  const cudnnTensorDescriptor_t yDesc,
                                                                  void *y);

/**
 * Makes a descriptor of local response normalization with n = 5, alpha = 1e-4, beta = 0.75, k = 2.
 *   normDesc: LRN descriptor (host, receives the new object)
 */
cudnnStatus_t CUDNNWINAPI cudnnCreateLRNDescriptor(cudnnLRNDescriptor_t *normDesc);

/**
 * Sets the four numbers of local response normalization. BAD_PARAM outside n 1..16, beta >= 0.01, k >= 1e-5.
 *   normDesc: LRN descriptor
 *   lrnN: width of the window
 *   lrnAlpha: alpha
 *   lrnBeta: beta
 *   lrnK: k
 */
cudnnStatus_t CUDNNWINAPI cudnnSetLRNDescriptor(cudnnLRNDescriptor_t normDesc, unsigned lrnN, double lrnAlpha,
                                                double lrnBeta, double lrnK);

/**
 * Reads an LRN descriptor back; outputs that are not wanted may be NULL.
 *   normDesc: LRN descriptor
 *   lrnN: width of the window (host, written, may be NULL)
 *   lrnAlpha: alpha (host, written, may be NULL)
 *   lrnBeta: beta (host, written, may be NULL)
 *   lrnK: k (host, written, may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetLRNDescriptor(cudnnLRNDescriptor_t normDesc, unsigned *lrnN,
                                                double *lrnAlpha, double *lrnBeta, double *lrnK);

/**
 * Frees an LRN descriptor. NULL is accepted.
 *   lrnDesc: LRN descriptor (may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnDestroyLRNDescriptor(cudnnLRNDescriptor_t lrnDesc);

/**
 * y = alpha * x * s^(-lrnBeta) + beta * y, where s = lrnK + lrnAlpha / n * sum of x^2 over the n channels
 * around.
 *   handle: library handle
 *   normDesc: LRN descriptor
 *   lrnMode: CUDNN_LRN_CROSS_CHANNEL_DIM1
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   xDesc: describes x
 *   x: input (device, read)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   yDesc: describes y
 *   y: output (device, read and written)
 */
cudnnStatus_t CUDNNWINAPI cudnnLRNCrossChannelForward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                                      cudnnLRNMode_t lrnMode, const void *alpha,
                                                      const cudnnTensorDescriptor_t xDesc, const void *x,
                                                      const void *beta, const cudnnTensorDescriptor_t yDesc,
                                                      void *y);

/**
 * y = alpha * x * s^(-lrnBeta) + beta * y, where s = lrnK + lrnAlpha / n^d * sum of (x - mean)^2 over a
 * spatial window of n in each of d dims. means NULL stands for zeros.
 *   handle: library handle
 *   normDesc: LRN descriptor
 *   mode: CUDNN_DIVNORM_PRECOMPUTED_MEANS
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   xDesc: describes x
 *   x: input (device, read)
 *   means: mean subtracted at each element; NULL is zeros (device, read, may be NULL)
 *   temp: scratch of the size of x (device, scratch)
 *   temp2: scratch of the size of x (device, scratch)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   yDesc: describes y
 *   y: output (device, read and written)
 */
cudnnStatus_t CUDNNWINAPI cudnnDivisiveNormalizationForward(cudnnHandle_t handle,
                                                            cudnnLRNDescriptor_t normDesc,
                                                            cudnnDivNormMode_t mode, const void *alpha,
                                                            const cudnnTensorDescriptor_t xDesc,
                                                            const void *x, const void *means, void *temp,
                                                            void *temp2, const void *beta,
                                                            const cudnnTensorDescriptor_t yDesc, void *y);

/**
 * Dims of scale, bias, mean and variance of batch normalization of x: 1xCxHxW for PER_ACTIVATION, 1xCx1x1 for
 * SPATIAL. The type is float for half and bfloat16 data.
 *   derivedBnDesc: set to the parameter tensor
 *   xDesc: describes x
 *   mode: what shares one mean and variance
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDeriveBNTensorDescriptor(
    cudnnTensorDescriptor_t derivedBnDesc, const cudnnTensorDescriptor_t xDesc, cudnnBatchNormMode_t mode);

/**
 * y = alpha * (bnScale * (x - estimatedMean) / sqrt(estimatedVariance + epsilon) + bnBias) + beta * y.
 *   handle: library handle
 *   mode: what shares one mean and variance
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   xDesc: describes x
 *   x: input (device, read)
 *   yDesc: describes y
 *   y: output (device, read and written)
 *   bnScaleBiasMeanVarDesc: describes scale, bias, mean and variance
 *   bnScale: scale (device, read)
 *   bnBias: bias (device, read)
 *   estimatedMean: mean (device, read)
 *   estimatedVariance: variance (device, read)
 *   epsilon: added to the variance, at least CUDNN_BN_MIN_EPSILON
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnBatchNormalizationForwardInference(cudnnHandle_t handle,
    cudnnBatchNormMode_t mode, const void *alpha, const void *beta, const cudnnTensorDescriptor_t xDesc,
    const void *x, const cudnnTensorDescriptor_t yDesc, void *y,
    const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc, const void *bnScale, const void *bnBias,
    const void *estimatedMean, const void *estimatedVariance, double epsilon);

/**
 * Dims of the parameters of cudnnNormalization* for x: 1xCxHxW per activation, 1xCx1x1 per channel.
 *   derivedNormScaleBiasDesc: set to the scale and bias tensor
 *   derivedNormMeanVarDesc: set to the mean and variance tensor
 *   xDesc: describes x
 *   mode: what shares one mean and variance
 *   groupCnt: number of groups: 1
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnDeriveNormTensorDescriptor(
    cudnnTensorDescriptor_t derivedNormScaleBiasDesc, cudnnTensorDescriptor_t derivedNormMeanVarDesc,
    const cudnnTensorDescriptor_t xDesc, cudnnNormMode_t mode, int groupCnt);

/**
 * cudnnBatchNormalizationForwardInference with an algorithm choice and with scale/bias and mean/variance
 * described apart. normOps other than NORM is NOT_SUPPORTED.
 *   handle: library handle
 *   mode: what shares one mean and variance
 *   normOps: what follows the normalization
 *   algo: algorithm
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   xDesc: describes x
 *   x: input (device, read)
 *   normScaleBiasDesc: describes scale and bias
 *   normScale: scale (device, read)
 *   normBias: bias (device, read)
 *   normMeanVarDesc: describes mean and variance
 *   estimatedMean: mean (device, read)
 *   estimatedVariance: variance (device, read)
 *   zDesc: describes z (may be NULL)
 *   z: tensor added before the activation (device, read, may be NULL)
 *   activationDesc: activation (may be NULL)
 *   yDesc: describes y
 *   y: output (device, read and written)
 *   epsilon: added to the variance, at least CUDNN_BN_MIN_EPSILON
 *   groupCnt: number of groups: 1
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnNormalizationForwardInference(cudnnHandle_t handle,
    cudnnNormMode_t mode, cudnnNormOps_t normOps, cudnnNormAlgo_t algo, const void *alpha, const void *beta,
    const cudnnTensorDescriptor_t xDesc, const void *x, const cudnnTensorDescriptor_t normScaleBiasDesc,
    const void *normScale, const void *normBias, const cudnnTensorDescriptor_t normMeanVarDesc,
    const void *estimatedMean, const void *estimatedVariance, const cudnnTensorDescriptor_t zDesc,
    const void *z, cudnnActivationDescriptor_t activationDesc, const cudnnTensorDescriptor_t yDesc, void *y,
    double epsilon, int groupCnt);

/**
 * Makes a spatial transformer descriptor.
 *   stDesc: spatial transformer (host, receives the new object)
 */
cudnnStatus_t CUDNNWINAPI cudnnCreateSpatialTransformerDescriptor(
                                                                  cudnnSpatialTransformerDescriptor_t *stDesc);

/**
 * Describes a spatial transformer: dims {N, C, H, W} of its output.
 *   stDesc: spatial transformer
 *   samplerType: interpolation
 *   dataType: element type
 *   nbDims: number of dims
 *   dimA: dims {N, C, H, W} of the output (host array, read)
 */
cudnnStatus_t CUDNNWINAPI cudnnSetSpatialTransformerNdDescriptor(cudnnSpatialTransformerDescriptor_t stDesc,
                                                                 cudnnSamplerType_t samplerType,
                                                                 cudnnDataType_t dataType, const int nbDims,
                                                                 const int dimA[]);

/**
 * Frees a spatial transformer descriptor. NULL is accepted.
 *   stDesc: spatial transformer (may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnDestroySpatialTransformerDescriptor(
                                                                   cudnnSpatialTransformerDescriptor_t stDesc);

/**
 * grid[n][h][w] = theta[n] * (x_w, y_h, 1), where coordinates go from -1 to 1 over the output.
 *   handle: library handle
 *   stDesc: spatial transformer
 *   theta: affine matrices {N, 2, 3} (device, read)
 *   grid: sampling coordinates {N, H, W, 2} (device, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnSpatialTfGridGeneratorForward(cudnnHandle_t handle,
                                                             const cudnnSpatialTransformerDescriptor_t stDesc,
                                                             const void *theta, void *grid);

/**
 * y = alpha * sample(x, grid) + beta * y, bilinear; a coordinate of -1 or 1 is the centre of an edge pixel,
 * outside is 0.
 *   handle: library handle
 *   stDesc: spatial transformer
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   xDesc: describes x
 *   x: input (device, read)
 *   grid: sampling coordinates {N, H, W, 2} (device, read)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   yDesc: describes y
 *   y: output (device, read and written)
 */
cudnnStatus_t CUDNNWINAPI cudnnSpatialTfSamplerForward(cudnnHandle_t handle,
                                                       cudnnSpatialTransformerDescriptor_t stDesc,
                                                       const void *alpha, const cudnnTensorDescriptor_t xDesc,
                                                       const void *x, const void *grid, const void *beta,
                                                       cudnnTensorDescriptor_t yDesc, void *y);

/**
 * Makes a dropout descriptor. It has no generator states before cudnnSetDropoutDescriptor.
 *   dropoutDesc: dropout descriptor (host, receives the new object)
 */
cudnnStatus_t CUDNNWINAPI cudnnCreateDropoutDescriptor(cudnnDropoutDescriptor_t *dropoutDesc);

/**
 * Frees a dropout descriptor; the state memory belongs to the program. NULL is accepted.
 *   dropoutDesc: dropout descriptor (may be NULL)
 */
cudnnStatus_t CUDNNWINAPI cudnnDestroyDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc);

/**
 * Bytes of the random generator states on this device.
 *   handle: library handle
 *   sizeInBytes: bytes needed (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnDropoutGetStatesSize(cudnnHandle_t handle, size_t *sizeInBytes);

/**
 * Bytes that keep the mask of one dropout call for its backward pass: one bit for each element of x, rounded
 * up.
 *   xdesc: describes x
 *   sizeInBytes: bytes needed (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnDropoutGetReserveSpaceSize(cudnnTensorDescriptor_t xdesc, size_t *sizeInBytes);

/**
 * Sets the rate and fills the generator states from the seed. With states NULL the old states stay and only
 * the rate changes.
 *   dropoutDesc: dropout descriptor
 *   handle: library handle
 *   dropout: probability that an element becomes 0
 *   states: memory of cudnnDropoutGetStatesSize bytes for the generator states (device, written, may be NULL)
 *   stateSizeInBytes: bytes of states
 *   seed: seed of the generators
 */
cudnnStatus_t CUDNNWINAPI cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc,
                                                    cudnnHandle_t handle, float dropout, void *states,
                                                    size_t stateSizeInBytes, unsigned long long seed);

/**
 * Takes over states that an earlier descriptor left, so that the sequence goes on, whatever the seed
 * argument.
 *   dropoutDesc: dropout descriptor
 *   handle: library handle
 *   dropout: probability that an element becomes 0
 *   states: generator states (device, read and written, may be NULL)
 *   stateSizeInBytes: bytes of states
 *   seed: ignored: the states go on
 */
cudnnStatus_t CUDNNWINAPI cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc,
                                                        cudnnHandle_t handle, float dropout, void *states,
                                                        size_t stateSizeInBytes, unsigned long long seed);

/**
 * Reads a dropout descriptor back.
 *   dropoutDesc: dropout descriptor
 *   handle: library handle
 *   dropout: probability that an element becomes 0 (host, written)
 *   states: generator states (host, written)
 *   seed: seed of the generators (host, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnGetDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc,
                                                    cudnnHandle_t handle, float *dropout, void **states,
                                                    unsigned long long *seed);

/**
 * y = x / (1 - p) where a random number exceeds p, else 0. The mask is kept in the reserve space.
 *   handle: library handle
 *   dropoutDesc: dropout descriptor
 *   xdesc: describes x
 *   x: input (device, read)
 *   ydesc: describes y
 *   y: output (device, written)
 *   reserveSpace: kept between forward and backward calls (device, scratch)
 *   reserveSpaceSizeInBytes: bytes of reserve space given
 */
cudnnStatus_t CUDNNWINAPI cudnnDropoutForward(cudnnHandle_t handle,
                                              const cudnnDropoutDescriptor_t dropoutDesc,
                                              const cudnnTensorDescriptor_t xdesc, const void *x,
                                              const cudnnTensorDescriptor_t ydesc, void *y,
                                              void *reserveSpace, size_t reserveSpaceSizeInBytes);

/* SUCCESS when libcudnn_ops belongs to the same release as the other libraries. */
cudnnStatus_t CUDNNWINAPI cudnnOpsVersionCheck(void);

/**
 * dx = alpha * gradient + beta * dx, from y of the forward call and dy: gradient = y * (dy - sum(y * dy));
 * for LOG: dy - exp(y) * sum(dy).
 *   handle: library handle
 *   algo: algorithm
 *   mode: over C, H and W, or over C
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   yDesc: describes y
 *   y: output of the forward call (device, read)
 *   dyDesc: describes dy
 *   dy: gradient of the output (device, read)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   dxDesc: describes dx
 *   dx: gradient of the input (device, read and written)
 */
cudnnStatus_t CUDNNWINAPI cudnnSoftmaxBackward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo,
                                               cudnnSoftmaxMode_t mode, const void *alpha,
                                               const cudnnTensorDescriptor_t yDesc, const void *y,
                                               const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                               const void *beta, const cudnnTensorDescriptor_t dxDesc,
                                               void *dx);

/**
 * dx = alpha * gradient + beta * dx. The gradient of a maximum goes to the first largest element of its
 * window, that of an average is spread evenly; overlapping windows add up.
 *   handle: library handle
 *   poolingDesc: pooling descriptor
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   yDesc: describes y
 *   y: output of the forward call (device, read)
 *   dyDesc: describes dy
 *   dy: gradient of the output (device, read)
 *   xDesc: describes x
 *   x: input of the forward call (device, read)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   dxDesc: describes dx
 *   dx: gradient of the input (device, read and written)
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
 * dx = alpha * dy * act'(x) + beta * dx. RELU and CLIPPED_RELU read x only; SIGMOID, TANH and ELU read y; y
 * and yDesc may be NULL where y is not read.
 *   handle: library handle
 *   activationDesc: activation
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   yDesc: describes y (may be NULL)
 *   y: output of the forward call (device, read, may be NULL)
 *   dyDesc: describes dy
 *   dy: gradient of the output (device, read)
 *   xDesc: describes x
 *   x: input of the forward call (device, read)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   dxDesc: describes dx
 *   dx: gradient of the input (device, read and written)
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
 * dx = alpha * gradient + beta * dx of cudnnLRNCrossChannelForward. y is not read.
 *   handle: library handle
 *   normDesc: LRN descriptor
 *   lrnMode: CUDNN_LRN_CROSS_CHANNEL_DIM1
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   yDesc: describes y (may be NULL)
 *   y: output of the forward call (device, read, may be NULL)
 *   dyDesc: describes dy
 *   dy: gradient of the output (device, read)
 *   xDesc: describes x
 *   x: input of the forward call (device, read)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   dxDesc: describes dx
 *   dx: gradient of the input (device, read and written)
 */
cudnnStatus_t CUDNNWINAPI cudnnLRNCrossChannelBackward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                                       cudnnLRNMode_t lrnMode, const void *alpha,
                                                       const cudnnTensorDescriptor_t yDesc, const void *y,
                                                       const cudnnTensorDescriptor_t dyDesc, const void *dy,
                                                       const cudnnTensorDescriptor_t xDesc, const void *x,
                                                       const void *beta, const cudnnTensorDescriptor_t dxDesc,
                                                       void *dx);

/**
 * Gradients of cudnnDivisiveNormalizationForward with respect to x and, when dMeans is given, to the means.
 *   handle: library handle
 *   normDesc: LRN descriptor
 *   mode: CUDNN_DIVNORM_PRECOMPUTED_MEANS
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   xDesc: describes x
 *   x: input of the forward call (device, read)
 *   means: mean subtracted at each element; NULL is zeros (device, read, may be NULL)
 *   dy: gradient of the output (device, read)
 *   temp: scratch of the size of x (device, scratch)
 *   temp2: scratch of the size of x (device, scratch)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   dXdMeansDesc: describes dx and dMeans
 *   dx: gradient of the input (device, read and written)
 *   dMeans: gradient of the means (device, read and written, may be NULL)
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
 * Bytes of workspace of cudnnBatchNormalizationForwardTrainingEx.
 *   handle: library handle
 *   mode: what shares one mean and variance
 *   bnOps: what follows the normalization
 *   xDesc: describes x
 *   zDesc: describes z (may be NULL)
 *   yDesc: describes y
 *   bnScaleBiasMeanVarDesc: describes scale, bias, mean and variance
 *   activationDesc: activation (may be NULL)
 *   sizeInBytes: bytes needed (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps,
    const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t zDesc,
    const cudnnTensorDescriptor_t yDesc, const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc,
    const cudnnActivationDescriptor_t activationDesc, size_t *sizeInBytes);

/**
 * Bytes of workspace of cudnnBatchNormalizationBackwardEx.
 *   handle: library handle
 *   mode: what shares one mean and variance
 *   bnOps: what follows the normalization
 *   xDesc: describes x
 *   yDesc: describes y (may be NULL)
 *   dyDesc: describes dy
 *   dzDesc: describes dz (may be NULL)
 *   dxDesc: describes dx
 *   dBnScaleBiasDesc: describes scale, bias and their gradients
 *   activationDesc: activation (may be NULL)
 *   sizeInBytes: bytes needed (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetBatchNormalizationBackwardExWorkspaceSize(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps,
    const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t yDesc,
    const cudnnTensorDescriptor_t dyDesc, const cudnnTensorDescriptor_t dzDesc,
    const cudnnTensorDescriptor_t dxDesc, const cudnnTensorDescriptor_t dBnScaleBiasDesc,
    const cudnnActivationDescriptor_t activationDesc, size_t *sizeInBytes);

/**
 * Bytes that one training step keeps between cudnnBatchNormalizationForwardTrainingEx and the backward call.
 *   handle: library handle
 *   mode: what shares one mean and variance
 *   bnOps: what follows the normalization
 *   activationDesc: activation (may be NULL)
 *   xDesc: describes x
 *   sizeInBytes: bytes needed (host, written)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetBatchNormalizationTrainingExReserveSpaceSize(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps,
    const cudnnActivationDescriptor_t activationDesc, const cudnnTensorDescriptor_t xDesc,
    size_t *sizeInBytes);

/**
 * Normalizes with the mean and biased variance of this batch: y = alpha * (bnScale * (x - mean) / sqrt(var +
 * epsilon) + bnBias) + beta * y. Updates running = (1 - factor) * running + factor * new, with the unbiased
 * variance, and saves mean and 1 / sqrt(var + epsilon) for the backward call. The running and the saved pair
 * may each be NULL, the saved pair only as a whole.
 *   handle: library handle
 *   mode: what shares one mean and variance
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   xDesc: describes x
 *   x: input (device, read)
 *   yDesc: describes y
 *   y: output (device, read and written)
 *   bnScaleBiasMeanVarDesc: describes scale, bias, mean and variance
 *   bnScale: scale (device, read)
 *   bnBias: bias (device, read)
 *   exponentialAverageFactor: weight of the new statistics in the running ones
 *   resultRunningMean: running mean, updated (device, read and written, may be NULL)
 *   resultRunningVariance: running variance, updated (device, read and written, may be NULL)
 *   epsilon: added to the variance, at least CUDNN_BN_MIN_EPSILON
 *   resultSaveMean: mean of this batch (device, written, may be NULL)
 *   resultSaveInvVariance: 1 / sqrt(variance + epsilon) of this batch (device, written, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnBatchNormalizationForwardTraining(cudnnHandle_t handle,
    cudnnBatchNormMode_t mode, const void *alpha, const void *beta, const cudnnTensorDescriptor_t xDesc,
    const void *x, const cudnnTensorDescriptor_t yDesc, void *y,
    const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc, const void *bnScale, const void *bnBias,
    double exponentialAverageFactor, void *resultRunningMean, void *resultRunningVariance, double epsilon,
    void *resultSaveMean, void *resultSaveInvVariance);

/**
 * cudnnBatchNormalizationForwardTraining, followed in one pass by an addition of z and an activation when
 * bnOps says so: y = act(norm(x) + z). Activation forms need SPATIAL_PERSISTENT, NHWC and RELU (else
 * NOT_SUPPORTED).
 *   handle: library handle
 *   mode: what shares one mean and variance
 *   bnOps: what follows the normalization
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   xDesc: describes x
 *   xData: input (device, read)
 *   zDesc: describes z (may be NULL)
 *   zData: tensor added before the activation (device, read, may be NULL)
 *   yDesc: describes y
 *   yData: output (device, read and written)
 *   bnScaleBiasMeanVarDesc: describes scale, bias, mean and variance
 *   bnScale: scale (device, read)
 *   bnBias: bias (device, read)
 *   exponentialAverageFactor: weight of the new statistics in the running ones
 *   resultRunningMean: running mean, updated (device, read and written, may be NULL)
 *   resultRunningVariance: running variance, updated (device, read and written, may be NULL)
 *   epsilon: added to the variance, at least CUDNN_BN_MIN_EPSILON
 *   resultSaveMean: mean of this batch (device, written, may be NULL)
 *   resultSaveInvVariance: 1 / sqrt(variance + epsilon) of this batch (device, written, may be NULL)
 *   activationDesc: activation (may be NULL)
 *   workspace: workspace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: bytes of workspace given
 *   reserveSpace: kept between forward and backward calls (device, scratch, may be NULL)
 *   reserveSpaceSizeInBytes: bytes of reserve space given
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
 * Gradients of batch normalization: dx = alphaDataDiff * gradient + betaDataDiff * dx, and those of scale and
 * bias with the ParamDiff pair. With the saved pair NULL the statistics are computed again.
 *   handle: library handle
 *   mode: what shares one mean and variance
 *   alphaDataDiff: factor of the gradient in dx (and dz) (host scalar)
 *   betaDataDiff: factor of the old dx (and dz) (host scalar)
 *   alphaParamDiff: factor of the gradient in dScale and dBias (host scalar)
 *   betaParamDiff: factor of the old dScale and dBias (host scalar)
 *   xDesc: describes x
 *   x: input of the forward call (device, read)
 *   dyDesc: describes dy
 *   dy: gradient of the output (device, read)
 *   dxDesc: describes dx
 *   dx: gradient of the input (device, read and written)
 *   dBnScaleBiasDesc: describes scale, bias and their gradients
 *   bnScale: scale (device, read)
 *   dBnScaleResult: gradient of the scale (device, read and written)
 *   dBnBiasResult: gradient of the bias (device, read and written)
 *   epsilon: added to the variance, at least CUDNN_BN_MIN_EPSILON
 *   savedMean: mean saved by the forward call (device, read, may be NULL)
 *   savedInvVariance: 1 / sqrt(variance + epsilon) saved by the forward call (device, read, may be NULL)
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnBatchNormalizationBackward(cudnnHandle_t handle,
    cudnnBatchNormMode_t mode, const void *alphaDataDiff, const void *betaDataDiff,
    const void *alphaParamDiff, const void *betaParamDiff, const cudnnTensorDescriptor_t xDesc, const void *x,
    const cudnnTensorDescriptor_t dyDesc, const void *dy, const cudnnTensorDescriptor_t dxDesc, void *dx,
    const cudnnTensorDescriptor_t dBnScaleBiasDesc, const void *bnScale, void *dBnScaleResult,
    void *dBnBiasResult, double epsilon, const void *savedMean, const void *savedInvVariance);

/**
 * Gradients of cudnnBatchNormalizationForwardTrainingEx: dx, dz, dScale and dBias.
 *   handle: library handle
 *   mode: what shares one mean and variance
 *   bnOps: what follows the normalization
 *   alphaDataDiff: factor of the gradient in dx (and dz) (host scalar)
 *   betaDataDiff: factor of the old dx (and dz) (host scalar)
 *   alphaParamDiff: factor of the gradient in dScale and dBias (host scalar)
 *   betaParamDiff: factor of the old dScale and dBias (host scalar)
 *   xDesc: describes x
 *   xData: input of the forward call (device, read)
 *   yDesc: describes y (may be NULL)
 *   yData: output of the forward call (device, read, may be NULL)
 *   dyDesc: describes dy
 *   dyData: gradient of the output (device, read)
 *   dzDesc: describes dz (may be NULL)
 *   dzData: gradient of z (device, read and written, may be NULL)
 *   dxDesc: describes dx
 *   dxData: gradient of the input (device, read and written)
 *   dBnScaleBiasDesc: describes scale, bias and their gradients
 *   bnScaleData: scale (device, read)
 *   bnBiasData: bias (device, read, may be NULL)
 *   dBnScaleData: gradient of the scale (device, read and written)
 *   dBnBiasData: gradient of the bias (device, read and written)
 *   epsilon: added to the variance, at least CUDNN_BN_MIN_EPSILON
 *   savedMean: mean saved by the forward call (device, read, may be NULL)
 *   savedInvVariance: 1 / sqrt(variance + epsilon) saved by the forward call (device, read, may be NULL)
 *   activationDesc: activation (may be NULL)
 *   workSpace: workspace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: bytes of workspace given
 *   reserveSpace: kept between forward and backward calls (device, scratch, may be NULL)
 *   reserveSpaceSizeInBytes: bytes of reserve space given
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
 * Bytes of workspace of cudnnNormalizationForwardTraining.
 *   handle: library handle
 *   mode: what shares one mean and variance
 *   normOps: what follows the normalization
 *   algo: algorithm
 *   xDesc: describes x
 *   zDesc: describes z (may be NULL)
 *   yDesc: describes y
 *   normScaleBiasDesc: describes scale and bias
 *   activationDesc: activation (may be NULL)
 *   normMeanVarDesc: describes mean and variance
 *   sizeInBytes: bytes needed (host, written)
 *   groupCnt: number of groups: 1
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetNormalizationForwardTrainingWorkspaceSize(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
    const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t zDesc,
    const cudnnTensorDescriptor_t yDesc, const cudnnTensorDescriptor_t normScaleBiasDesc,
    const cudnnActivationDescriptor_t activationDesc, const cudnnTensorDescriptor_t normMeanVarDesc,
    size_t *sizeInBytes, int groupCnt);

/**
 * Bytes of workspace of cudnnNormalizationBackward.
 *   handle: library handle
 *   mode: what shares one mean and variance
 *   normOps: what follows the normalization
 *   algo: algorithm
 *   xDesc: describes x
 *   yDesc: describes y (may be NULL)
 *   dyDesc: describes dy
 *   dzDesc: describes dz (may be NULL)
 *   dxDesc: describes dx
 *   dNormScaleBiasDesc: describes scale, bias and their gradients
 *   activationDesc: activation (may be NULL)
 *   normMeanVarDesc: describes mean and variance
 *   sizeInBytes: bytes needed (host, written)
 *   groupCnt: number of groups: 1
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetNormalizationBackwardWorkspaceSize(cudnnHandle_t handle,
    cudnnNormMode_t mode, cudnnNormOps_t normOps, cudnnNormAlgo_t algo, const cudnnTensorDescriptor_t xDesc,
    const cudnnTensorDescriptor_t yDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnTensorDescriptor_t dzDesc, const cudnnTensorDescriptor_t dxDesc,
    const cudnnTensorDescriptor_t dNormScaleBiasDesc, const cudnnActivationDescriptor_t activationDesc,
    const cudnnTensorDescriptor_t normMeanVarDesc, size_t *sizeInBytes, int groupCnt);

/**
 * Bytes that one training step keeps between cudnnNormalizationForwardTraining and the backward call.
 *   handle: library handle
 *   mode: what shares one mean and variance
 *   normOps: what follows the normalization
 *   algo: algorithm
 *   activationDesc: activation (may be NULL)
 *   xDesc: describes x
 *   sizeInBytes: bytes needed (host, written)
 *   groupCnt: number of groups: 1
 */
CUDNN_DEPRECATED cudnnStatus_t CUDNNWINAPI cudnnGetNormalizationTrainingReserveSpaceSize(cudnnHandle_t handle,
    cudnnNormMode_t mode, cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
    const cudnnActivationDescriptor_t activationDesc, const cudnnTensorDescriptor_t xDesc,
    size_t *sizeInBytes, int groupCnt);

/**
 * cudnnBatchNormalizationForwardTrainingEx with an algorithm choice and with scale/bias and mean/variance
 * described apart.
 *   handle: library handle
 *   mode: what shares one mean and variance
 *   normOps: what follows the normalization
 *   algo: algorithm
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   xDesc: describes x
 *   xData: input (device, read)
 *   normScaleBiasDesc: describes scale and bias
 *   normScale: scale (device, read)
 *   normBias: bias (device, read)
 *   exponentialAverageFactor: weight of the new statistics in the running ones
 *   normMeanVarDesc: describes mean and variance
 *   resultRunningMean: running mean, updated (device, read and written, may be NULL)
 *   resultRunningVariance: running variance, updated (device, read and written, may be NULL)
 *   epsilon: added to the variance, at least CUDNN_BN_MIN_EPSILON
 *   resultSaveMean: mean of this batch (device, written, may be NULL)
 *   resultSaveInvVariance: 1 / sqrt(variance + epsilon) of this batch (device, written, may be NULL)
 *   activationDesc: activation (may be NULL)
 *   zDesc: describes z (may be NULL)
 *   zData: tensor added before the activation (device, read, may be NULL)
 *   yDesc: describes y
 *   yData: output (device, read and written)
 *   workspace: workspace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: bytes of workspace given
 *   reserveSpace: kept between forward and backward calls (device, scratch, may be NULL)
 *   reserveSpaceSizeInBytes: bytes of reserve space given
 *   groupCnt: number of groups: 1
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
 * cudnnBatchNormalizationBackwardEx with an algorithm choice and with scale/bias and mean/variance described
 * apart.
 *   handle: library handle
 *   mode: what shares one mean and variance
 *   normOps: what follows the normalization
 *   algo: algorithm
 *   alphaDataDiff: factor of the gradient in dx (and dz) (host scalar)
 *   betaDataDiff: factor of the old dx (and dz) (host scalar)
 *   alphaParamDiff: factor of the gradient in dScale and dBias (host scalar)
 *   betaParamDiff: factor of the old dScale and dBias (host scalar)
 *   xDesc: describes x
 *   xData: input of the forward call (device, read)
 *   yDesc: describes y (may be NULL)
 *   yData: output of the forward call (device, read, may be NULL)
 *   dyDesc: describes dy
 *   dyData: gradient of the output (device, read)
 *   dzDesc: describes dz (may be NULL)
 *   dzData: gradient of z (device, read and written, may be NULL)
 *   dxDesc: describes dx
 *   dxData: gradient of the input (device, read and written)
 *   dNormScaleBiasDesc: describes scale, bias and their gradients
 *   normScaleData: scale (device, read)
 *   normBiasData: bias (device, read, may be NULL)
 *   dNormScaleData: gradient of the scale (device, read and written)
 *   dNormBiasData: gradient of the bias (device, read and written)
 *   epsilon: added to the variance, at least CUDNN_BN_MIN_EPSILON
 *   normMeanVarDesc: describes mean and variance
 *   savedMean: mean saved by the forward call (device, read, may be NULL)
 *   savedInvVariance: 1 / sqrt(variance + epsilon) saved by the forward call (device, read, may be NULL)
 *   activationDesc: activation (may be NULL)
 *   workSpace: workspace (device, scratch, may be NULL)
 *   workSpaceSizeInBytes: bytes of workspace given
 *   reserveSpace: kept between forward and backward calls (device, scratch, may be NULL)
 *   reserveSpaceSizeInBytes: bytes of reserve space given
 *   groupCnt: number of groups: 1
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
 * dtheta = gradient of the grid with respect to the affine matrices.
 *   handle: library handle
 *   stDesc: spatial transformer
 *   dgrid: gradient of the grid (device, read)
 *   dtheta: gradient of theta (device, written)
 */
cudnnStatus_t CUDNNWINAPI cudnnSpatialTfGridGeneratorBackward(cudnnHandle_t handle,
                                                              const cudnnSpatialTransformerDescriptor_t stDesc,
                                                              const void *dgrid, void *dtheta);

/**
 * dx = alpha * gradient of the image + beta * dx, and dgrid = alphaDgrid * gradient of the grid + betaDgrid *
 * dgrid.
 *   handle: library handle
 *   stDesc: spatial transformer
 *   alpha: factor of the result: float, or double for double tensors (host scalar)
 *   xDesc: describes x
 *   x: input of the forward call (device, read)
 *   beta: factor of the old output (not read when 0): float, or double for double tensors (host scalar)
 *   dxDesc: describes dx
 *   dx: gradient of the input (device, read and written)
 *   alphaDgrid: factor of the gradient of the grid (host scalar)
 *   dyDesc: describes dy
 *   dy: gradient of the output (device, read)
 *   grid: sampling coordinates {N, H, W, 2} (device, read)
 *   betaDgrid: factor of the old dgrid (host scalar)
 *   dgrid: gradient of the grid (device, read and written)
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
 * dx = dy / (1 - p) where the forward call kept x, else 0; reads the mask from the reserve space.
 *   handle: library handle
 *   dropoutDesc: dropout descriptor
 *   dydesc: describes dy
 *   dy: gradient of the output (device, read)
 *   dxdesc: describes dx
 *   dx: gradient of the input (device, written)
 *   reserveSpace: kept between forward and backward calls (device, scratch)
 *   reserveSpaceSizeInBytes: bytes of reserve space given
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
