// Local response normalization across channels, and divisive normalization: one node each.
#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "plan/plan.h"

namespace girih::api {
namespace {

graph::Lrn node(const cudnnLRNStruct& d, bool divisive, bool backward) {
  graph::Lrn o;
  o.divisive = divisive;
  o.backward = backward;
  o.window = static_cast<int>(d.n);
  o.alpha = d.alpha, o.beta = d.beta, o.k = d.k;
  return o;
}

Check run_node(cudnnHandle_t handle, Call& call, const graph::Lrn& o, const void* alpha, const void* beta, DType type) {
  graph::Scalars& k = call.add(o);
  k.alpha = read_scalar(alpha, type);
  k.beta = read_scalar(beta, type);
  return run(handle->device, call);
}

}  // namespace

Check cudnnCreateLRNDescriptor(cudnnLRNDescriptor_t* normDesc) { return create(normDesc); }
Check cudnnDestroyLRNDescriptor(cudnnLRNDescriptor_t lrnDesc) { return destroy(lrnDesc); }

Check cudnnSetLRNDescriptor(cudnnLRNDescriptor_t normDesc, unsigned lrnN, double lrnAlpha, double lrnBeta,
                            double lrnK) {
  if (lrnN < CUDNN_LRN_MIN_N || lrnN > CUDNN_LRN_MAX_N)
    return bad_param("lrnN: {}; a window has {} to {} elements", lrnN, CUDNN_LRN_MIN_N, CUDNN_LRN_MAX_N);
  if (lrnBeta < CUDNN_LRN_MIN_BETA) return bad_param("lrnBeta: {}; at least {}", lrnBeta, CUDNN_LRN_MIN_BETA);
  if (lrnK < CUDNN_LRN_MIN_K) return bad_param("lrnK: {}; at least {}", lrnK, CUDNN_LRN_MIN_K);
  normDesc->n = lrnN;
  normDesc->alpha = lrnAlpha, normDesc->beta = lrnBeta, normDesc->k = lrnK;
  return {};
}

Check cudnnGetLRNDescriptor(cudnnLRNDescriptor_t normDesc, unsigned* lrnN, double* lrnAlpha, double* lrnBeta,
                            double* lrnK) {
  if (lrnN) *lrnN = normDesc->n;
  if (lrnAlpha) *lrnAlpha = normDesc->alpha;
  if (lrnBeta) *lrnBeta = normDesc->beta;
  if (lrnK) *lrnK = normDesc->k;
  return {};
}

Check cudnnLRNCrossChannelForward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc, cudnnLRNMode_t,
                                  const void* alpha, const cudnnTensorDescriptor_t xDesc, const void* x,
                                  const void* beta, const cudnnTensorDescriptor_t yDesc, void* y) {
  Call call;
  graph::Lrn o = node(*normDesc, false, false);
  o.x = call.tensor("x", xDesc->desc, x);
  o.y = call.tensor("y", yDesc->desc, y);
  return run_node(handle, call, o, alpha, beta, yDesc->desc.dtype);
}

// The gradient does not need y: yDesc and y may be NULL.
Check cudnnLRNCrossChannelBackward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc, cudnnLRNMode_t,
                                   const void* alpha, const cudnnTensorDescriptor_t, const void*,
                                   const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                   const cudnnTensorDescriptor_t xDesc, const void* x, const void* beta,
                                   const cudnnTensorDescriptor_t dxDesc, void* dx) {
  Call call;
  graph::Lrn o = node(*normDesc, false, true);
  o.x = call.tensor("x", xDesc->desc, x);
  o.dy = call.tensor("dy", dyDesc->desc, dy);
  o.dx = call.tensor("dx", dxDesc->desc, dx);
  return run_node(handle, call, o, alpha, beta, dxDesc->desc.dtype);
}

// xDesc describes the means as well. No engine of ours needs temp and temp2.
Check cudnnDivisiveNormalizationForward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc, cudnnDivNormMode_t,
                                        const void* alpha, const cudnnTensorDescriptor_t xDesc, const void* x,
                                        const void* means, void*, void*, const void* beta,
                                        const cudnnTensorDescriptor_t yDesc, void* y) {
  Call call;
  graph::Lrn o = node(*normDesc, true, false);
  o.x = call.tensor("x", xDesc->desc, x);
  o.means = call.optional("means", &xDesc->desc, means);
  o.y = call.tensor("y", yDesc->desc, y);
  return run_node(handle, call, o, alpha, beta, yDesc->desc.dtype);
}

// xDesc describes dy and the means as well, dXdMeansDesc both gradients.
Check cudnnDivisiveNormalizationBackward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc, cudnnDivNormMode_t,
                                         const void* alpha, const cudnnTensorDescriptor_t xDesc, const void* x,
                                         const void* means, const void* dy, void*, void*, const void* beta,
                                         const cudnnTensorDescriptor_t dXdMeansDesc, void* dx, void* dMeans) {
  Call call;
  graph::Lrn o = node(*normDesc, true, true);
  o.x = call.tensor("x", xDesc->desc, x);
  o.means = call.optional("means", &xDesc->desc, means);
  o.dy = call.tensor("dy", xDesc->desc, dy);
  o.dx = call.tensor("dx", dXdMeansDesc->desc, dx);
  o.dmeans = call.optional("dMeans", &dXdMeansDesc->desc, dMeans);
  return run_node(handle, call, o, alpha, beta, dXdMeansDesc->desc.dtype);
}

}  // namespace girih::api
