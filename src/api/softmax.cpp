// Softmax: one node each.
#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "plan/plan.h"

namespace girih::api {
namespace {

graph::Softmax node(cudnnSoftmaxAlgorithm_t algo, cudnnSoftmaxMode_t mode) {
  graph::Softmax o;
  o.algorithm = static_cast<graph::SoftmaxAlgorithm>(algo);
  o.channel = mode == CUDNN_SOFTMAX_MODE_CHANNEL;
  return o;
}

}  // namespace

Check cudnnSoftmaxForward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo, cudnnSoftmaxMode_t mode,
                          const void* alpha, const cudnnTensorDescriptor_t xDesc, const void* x, const void* beta,
                          const cudnnTensorDescriptor_t yDesc, void* y) {
  Call call;
  graph::Softmax o = node(algo, mode);
  o.x = call.tensor("x", xDesc->desc, x);
  o.y = call.tensor("y", yDesc->desc, y);
  graph::Scalars& k = call.add(o);
  k.alpha = read_scalar(alpha, yDesc->desc.dtype);
  k.beta = read_scalar(beta, yDesc->desc.dtype);
  return run(handle->device, call);
}

Check cudnnSoftmaxBackward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo, cudnnSoftmaxMode_t mode,
                           const void* alpha, const cudnnTensorDescriptor_t yDesc, const void* y,
                           const cudnnTensorDescriptor_t dyDesc, const void* dy, const void* beta,
                           const cudnnTensorDescriptor_t dxDesc, void* dx) {
  Call call;
  graph::Softmax o = node(algo, mode);
  o.backward = true;
  o.y = call.tensor("y", yDesc->desc, y);
  o.dy = call.tensor("dy", dyDesc->desc, dy);
  o.dx = call.tensor("dx", dxDesc->desc, dx);
  graph::Scalars& k = call.add(o);
  k.alpha = read_scalar(alpha, dxDesc->desc.dtype);
  k.beta = read_scalar(beta, dxDesc->desc.dtype);
  return run(handle->device, call);
}

}  // namespace girih::api
