// Pooling: one node each.
#include <algorithm>

#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "plan/plan.h"

namespace girih::api {
namespace {

using graph::kMaxSpatial;
using graph::Pooling;

Check set(cudnnPoolingDescriptor_t d, cudnnPoolingMode_t mode, cudnnNanPropagation_t nan, int spatial,
          const int* window, const int* pad, const int* stride) {
  if (spatial < 1) return bad_param("nbDims: {} spatial dimensions; at least 1", spatial);
  if (spatial > kMaxSpatial) return not_supported("nbDims: {} spatial dimensions; {} at most", spatial, kMaxSpatial);
  for (int i = 0; i < spatial; ++i) {
    if (window[i] <= 0) return bad_param("window {} is {}; it must be at least 1", i, window[i]);
    if (stride[i] <= 0) return bad_param("stride {} is {}; it must be at least 1", i, stride[i]);
  }
  d->mode = mode;
  d->nan = nan;
  d->spatial = spatial;
  std::copy(window, window + spatial, d->window);
  std::copy(pad, pad + spatial, d->pad);
  std::copy(stride, stride + spatial, d->stride);
  return {};
}

Check check_ready(const cudnnPoolingDescriptor_t d) {
  if (d->spatial == 0) return bad_param("poolingDesc: the descriptor was never set");
  return {};
}

Pooling node(const cudnnPoolingDescriptor_t d) {
  Pooling o;
  o.mode = static_cast<graph::PoolingMode>(d->mode);
  o.propagate_nan = d->nan == CUDNN_PROPAGATE_NAN;
  o.spatial = d->spatial;
  std::copy(d->window, d->window + d->spatial, o.window);
  std::copy(d->pad, d->pad + d->spatial, o.pad);
  std::copy(d->stride, d->stride + d->spatial, o.stride);
  return o;
}

Check output_dims(const cudnnPoolingDescriptor_t d, const TensorDesc& x, int* out) {
  GIRIH_TRY(check_ready(d));
  GIRIH_TRY(check_set("inputTensorDesc", x));
  if (x.rank != d->spatial + 2)
    return bad_param("inputTensorDesc has {} dimensions, but the pooling descriptor has {} spatial ones; {} are needed",
                     x.rank, d->spatial, d->spatial + 2);
  for (int i = 0; i < x.rank; ++i) {
    int64_t n = x.dims[i];
    if (i >= 2) n = graph::pooling_output_dim(n, d->window[i - 2], d->pad[i - 2], d->stride[i - 2]);
    if (n < 1)
      return bad_param("window {} is {}, larger than the padded input, {} + 2*({})", i - 2, d->window[i - 2], x.dims[i],
                       d->pad[i - 2]);
    if (n > INT32_MAX) return not_supported("output dimension {} is {}; it does not fit in an int", i, n);
    out[i] = static_cast<int>(n);
  }
  return {};
}

}  // namespace

Check cudnnCreatePoolingDescriptor(cudnnPoolingDescriptor_t* poolingDesc) { return create(poolingDesc); }
Check cudnnDestroyPoolingDescriptor(cudnnPoolingDescriptor_t poolingDesc) { return destroy(poolingDesc); }

Check cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t poolingDesc, cudnnPoolingMode_t mode,
                                  cudnnNanPropagation_t maxpoolingNanOpt, int windowHeight, int windowWidth,
                                  int verticalPadding, int horizontalPadding, int verticalStride,
                                  int horizontalStride) {
  const int window[] = {windowHeight, windowWidth}, pad[] = {verticalPadding, horizontalPadding},
            stride[] = {verticalStride, horizontalStride};
  return set(poolingDesc, mode, maxpoolingNanOpt, 2, window, pad, stride);
}

Check cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t poolingDesc, const cudnnPoolingMode_t mode,
                                  const cudnnNanPropagation_t maxpoolingNanOpt, int nbDims, const int windowDimA[],
                                  const int paddingA[], const int strideA[]) {
  return set(poolingDesc, mode, maxpoolingNanOpt, nbDims, windowDimA, paddingA, strideA);
}

Check cudnnGetPooling2dDescriptor(const cudnnPoolingDescriptor_t poolingDesc, cudnnPoolingMode_t* mode,
                                  cudnnNanPropagation_t* maxpoolingNanOpt, int* windowHeight, int* windowWidth,
                                  int* verticalPadding, int* horizontalPadding, int* verticalStride,
                                  int* horizontalStride) {
  // Of any rank: the first two spatial dimensions, zeros when never set (recorded behaviour).
  *mode = poolingDesc->mode;
  *maxpoolingNanOpt = poolingDesc->nan;
  *windowHeight = poolingDesc->window[0];
  *windowWidth = poolingDesc->window[1];
  *verticalPadding = poolingDesc->pad[0];
  *horizontalPadding = poolingDesc->pad[1];
  *verticalStride = poolingDesc->stride[0];
  *horizontalStride = poolingDesc->stride[1];
  return {};
}

Check cudnnGetPoolingNdDescriptor(const cudnnPoolingDescriptor_t poolingDesc, int nbDimsRequested,
                                  cudnnPoolingMode_t* mode, cudnnNanPropagation_t* maxpoolingNanOpt, int* nbDims,
                                  int windowDimA[], int paddingA[], int strideA[]) {
  if (nbDimsRequested < 0) return bad_param("nbDimsRequested: {} is negative", nbDimsRequested);
  const int n = std::min(nbDimsRequested, poolingDesc->spatial);
  *mode = poolingDesc->mode;
  *maxpoolingNanOpt = poolingDesc->nan;
  *nbDims = poolingDesc->spatial;
  std::copy(poolingDesc->window, poolingDesc->window + n, windowDimA);
  std::copy(poolingDesc->pad, poolingDesc->pad + n, paddingA);
  std::copy(poolingDesc->stride, poolingDesc->stride + n, strideA);
  return {};
}

Check cudnnGetPoolingNdForwardOutputDim(const cudnnPoolingDescriptor_t poolingDesc,
                                        const cudnnTensorDescriptor_t inputTensorDesc, int nbDims,
                                        int outputTensorDimA[]) {
  const TensorDesc& x = inputTensorDesc->desc;
  int out[kMaxRank];
  GIRIH_TRY(output_dims(poolingDesc, x, out));
  if (nbDims != x.rank) return bad_param("nbDims: {}; inputTensorDesc has {} dimensions", nbDims, x.rank);
  std::copy(out, out + nbDims, outputTensorDimA);
  return {};
}

Check cudnnGetPooling2dForwardOutputDim(const cudnnPoolingDescriptor_t poolingDesc,
                                        const cudnnTensorDescriptor_t inputTensorDesc, int* n, int* c, int* h, int* w) {
  int out[kMaxRank];
  GIRIH_TRY(output_dims(poolingDesc, inputTensorDesc->desc, out));
  if (poolingDesc->spatial != 2)
    return bad_param("poolingDesc: it has {} spatial dimensions, not 2; use cudnnGetPoolingNdForwardOutputDim",
                     poolingDesc->spatial);
  *n = out[0];
  *c = out[1];
  *h = out[2];
  *w = out[3];
  return {};
}

Check cudnnPoolingForward(cudnnHandle_t handle, const cudnnPoolingDescriptor_t poolingDesc, const void* alpha,
                          const cudnnTensorDescriptor_t xDesc, const void* x, const void* beta,
                          const cudnnTensorDescriptor_t yDesc, void* y) {
  GIRIH_TRY(check_ready(poolingDesc));
  Call call;
  Pooling o = node(poolingDesc);
  o.x = call.tensor("x", xDesc->desc, x);
  o.y = call.tensor("y", yDesc->desc, y);
  graph::Scalars& k = call.add(o);
  k.alpha = read_scalar(alpha, yDesc->desc.dtype);
  k.beta = read_scalar(beta, yDesc->desc.dtype);
  return run(handle->device, call);
}

Check cudnnPoolingBackward(cudnnHandle_t handle, const cudnnPoolingDescriptor_t poolingDesc, const void* alpha,
                           const cudnnTensorDescriptor_t yDesc, const void* y, const cudnnTensorDescriptor_t dyDesc,
                           const void* dy, const cudnnTensorDescriptor_t xDesc, const void* x, const void* beta,
                           const cudnnTensorDescriptor_t dxDesc, void* dx) {
  GIRIH_TRY(check_ready(poolingDesc));
  Call call;
  Pooling o = node(poolingDesc);
  o.backward = true;
  o.y = call.tensor("y", yDesc->desc, y);
  o.dy = call.tensor("dy", dyDesc->desc, dy);
  o.x = call.tensor("x", xDesc->desc, x);
  o.dx = call.tensor("dx", dxDesc->desc, dx);
  graph::Scalars& k = call.add(o);
  k.alpha = read_scalar(alpha, dxDesc->desc.dtype);
  k.beta = read_scalar(beta, dxDesc->desc.dtype);
  return run(handle->device, call);
}

}  // namespace girih::api
