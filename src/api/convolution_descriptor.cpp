// The convolution descriptor and the output size helpers.
#include <algorithm>

#include "api/entry.h"
#include "api/entry_points.gen.h"

namespace girih::api {
namespace {

Check set(cudnnConvolutionStruct& d, int n, const int* pad, const int* stride, const int* dilation,
          cudnnConvolutionMode_t mode, cudnnDataType_t compute) {
  if (n < 0) return bad_param("arrayLength: {} is negative", n);
  if (n > graph::kMaxSpatial)
    return not_supported("arrayLength: {} spatial dimensions; {} at most", n, graph::kMaxSpatial);
  for (int i = 0; i < n; ++i) {
    if (pad[i] < 0) return bad_param("pad: {} in spatial dimension {}; it must not be negative", pad[i], i);
    if (stride[i] <= 0) return bad_param("stride: {} in spatial dimension {}; it must be at least 1", stride[i], i);
    if (dilation[i] <= 0)
      return bad_param("dilation: {} in spatial dimension {}; it must be at least 1", dilation[i], i);
  }
  d.spatial = n;
  std::copy(pad, pad + n, d.pad);
  std::copy(stride, stride + n, d.stride);
  std::copy(dilation, dilation + n, d.dilation);
  d.mode = mode;
  d.compute = compute;
  return {};
}

// Dims of the response: N, K, then each spatial size.
Check output_dims(const cudnnConvolutionStruct& d, const TensorDesc& x, const TensorDesc& w, int n, int* out) {
  GIRIH_TRY(check_set("inputTensorDesc", x));
  GIRIH_TRY(check_set("filterDesc", w));
  if (x.rank != w.rank || x.rank != d.spatial + 2)
    return bad_param(
        "inputTensorDesc has {} dimensions, filterDesc {}, convDesc {} spatial ones; they do not fit together", x.rank,
        w.rank, d.spatial);
  if (x.dims[1] != w.dims[1] * d.groups)
    return bad_param("inputTensorDesc has {} channels; filterDesc reads {} in each of {} groups", x.dims[1], w.dims[1],
                     d.groups);
  int dims[kMaxRank] = {static_cast<int>(x.dims[0]), static_cast<int>(w.dims[0])};
  for (int i = 0; i < d.spatial; ++i) {
    const int64_t size = graph::conv_output_dim(x.dims[i + 2], 2 * d.pad[i], w.dims[i + 2], d.stride[i], d.dilation[i]);
    if (size < 1)
      return bad_param(
          "filterDesc: size {} with dilation {} is larger than the padded input {} + 2*{} in spatial dimension {}",
          w.dims[i + 2], d.dilation[i], x.dims[i + 2], d.pad[i], i);
    dims[i + 2] = static_cast<int>(size);
  }
  std::copy(dims, dims + std::min<int>(n, x.rank), out);
  return {};
}

}  // namespace

Check cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t* convDesc) { return create(convDesc); }
Check cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t convDesc) { return destroy(convDesc); }

Check cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t convDesc, cudnnMathType_t mathType) {
  convDesc->math = mathType;
  return {};
}
Check cudnnGetConvolutionMathType(cudnnConvolutionDescriptor_t convDesc, cudnnMathType_t* mathType) {
  *mathType = convDesc->math;
  return {};
}
Check cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t convDesc, int groupCount) {
  if (groupCount < 1) return bad_param("groupCount: {}; at least 1", groupCount);
  convDesc->groups = groupCount;
  return {};
}
Check cudnnGetConvolutionGroupCount(cudnnConvolutionDescriptor_t convDesc, int* groupCount) {
  *groupCount = convDesc->groups;
  return {};
}
Check cudnnSetConvolutionReorderType(cudnnConvolutionDescriptor_t convDesc, cudnnReorderType_t reorderType) {
  convDesc->reorder = reorderType;
  return {};
}
Check cudnnGetConvolutionReorderType(cudnnConvolutionDescriptor_t convDesc, cudnnReorderType_t* reorderType) {
  *reorderType = convDesc->reorder;
  return {};
}

Check cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t convDesc, int pad_h, int pad_w, int u, int v,
                                      int dilation_h, int dilation_w, cudnnConvolutionMode_t mode,
                                      cudnnDataType_t computeType) {
  const int pad[] = {pad_h, pad_w}, stride[] = {u, v}, dilation[] = {dilation_h, dilation_w};
  return set(*convDesc, 2, pad, stride, dilation, mode, computeType);
}

Check cudnnGetConvolution2dDescriptor(const cudnnConvolutionDescriptor_t convDesc, int* pad_h, int* pad_w, int* u,
                                      int* v, int* dilation_h, int* dilation_w, cudnnConvolutionMode_t* mode,
                                      cudnnDataType_t* computeType) {
  // Of any rank: the first two spatial dimensions, zeros when never set (recorded behaviour).
  *pad_h = convDesc->pad[0], *pad_w = convDesc->pad[1];
  *u = convDesc->stride[0], *v = convDesc->stride[1];
  *dilation_h = convDesc->dilation[0], *dilation_w = convDesc->dilation[1];
  *mode = convDesc->mode;
  *computeType = convDesc->compute;
  return {};
}

Check cudnnSetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t convDesc, int arrayLength, const int padA[],
                                      const int filterStrideA[], const int dilationA[], cudnnConvolutionMode_t mode,
                                      cudnnDataType_t computeType) {
  return set(*convDesc, arrayLength, padA, filterStrideA, dilationA, mode, computeType);
}

Check cudnnGetConvolutionNdDescriptor(const cudnnConvolutionDescriptor_t convDesc, int arrayLengthRequested,
                                      int* arrayLength, int padA[], int strideA[], int dilationA[],
                                      cudnnConvolutionMode_t* mode, cudnnDataType_t* computeType) {
  if (arrayLengthRequested < 0) return bad_param("arrayLengthRequested: {} is negative", arrayLengthRequested);
  *arrayLength = convDesc->spatial;
  const int n = std::min(arrayLengthRequested, convDesc->spatial);
  std::copy(convDesc->pad, convDesc->pad + n, padA);
  std::copy(convDesc->stride, convDesc->stride + n, strideA);
  std::copy(convDesc->dilation, convDesc->dilation + n, dilationA);
  *mode = convDesc->mode;
  *computeType = convDesc->compute;
  return {};
}

Check cudnnGetConvolution2dForwardOutputDim(const cudnnConvolutionDescriptor_t convDesc,
                                            const cudnnTensorDescriptor_t inputTensorDesc,
                                            const cudnnFilterDescriptor_t filterDesc, int* n, int* c, int* h, int* w) {
  if (convDesc->spatial != 2)
    return bad_param("convDesc: has {} spatial dimensions, not 2; use cudnnGetConvolutionNdForwardOutputDim",
                     convDesc->spatial);
  int dims[4];
  GIRIH_TRY(output_dims(*convDesc, inputTensorDesc->desc, filterDesc->desc, 4, dims));
  *n = dims[0], *c = dims[1], *h = dims[2], *w = dims[3];
  return {};
}

Check cudnnGetConvolutionNdForwardOutputDim(const cudnnConvolutionDescriptor_t convDesc,
                                            const cudnnTensorDescriptor_t inputTensorDesc,
                                            const cudnnFilterDescriptor_t filterDesc, int nbDims,
                                            int tensorOuputDimA[]) {
  if (nbDims < 0) return bad_param("nbDims: {} is negative", nbDims);
  return output_dims(*convDesc, inputTensorDesc->desc, filterDesc->desc, nbDims, tensorOuputDimA);
}

}  // namespace girih::api
