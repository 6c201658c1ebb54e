// Batch normalization: one node each. The Ex calls add an activation, and a second input before it.
#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "plan/plan.h"

namespace girih::api {
namespace {

using graph::BatchNorm;
using graph::NormActivation;
using graph::NormPhase;

// Bytes behind the mask in the reserve: programs get the size that they know from NVIDIA's library (behaviour.md 9).
constexpr int64_t kReserveTail = 1024;

Check check_epsilon(double epsilon) {
  // A NaN is let through, as NVIDIA's library does; it shows in the result.
  if (epsilon < 0) return bad_param("epsilon: {}; it must not be negative", epsilon);
  return {};
}

Check check_pair(const char* a_name, const void* a, const char* b_name, const void* b) {
  if (!a != !b)
    return bad_param("{} is NULL but {} is not; give both or none", a ? b_name : a_name, a ? a_name : b_name);
  return {};
}

Check check_given(const char* name, const void* p, const char* when) {
  if (!p) return bad_param("{}: is NULL; {} needs it", name, when);
  return {};
}

bool is_spatial(cudnnBatchNormMode_t mode) { return mode != CUDNN_BATCHNORM_PER_ACTIVATION; }
constexpr const char* kParameters = "bnScaleBiasMeanVarDesc";

// What the activation of the Ex calls goes with: behaviour.md 9.
Check check_activation(cudnnBatchNormMode_t mode, const cudnnActivationDescriptor_t activation, const char* x_name,
                       const TensorDesc& x) {
  GIRIH_TRY(check_given("activationDesc", activation, "this bnOps"));
  if (mode != CUDNN_BATCHNORM_SPATIAL_PERSISTENT)
    return not_supported("mode: an activation goes with CUDNN_BATCHNORM_SPATIAL_PERSISTENT only");
  if (activation->mode != CUDNN_ACTIVATION_RELU)
    return not_supported("activationDesc: mode {}; only CUDNN_ACTIVATION_RELU goes with batch normalization",
                         static_cast<int>(activation->mode));
  GIRIH_TRY(check_set(x_name, x));
  if (x.vector != 1 || !is_packed(x, Layout::nhwc))
    return not_supported("{} is {}; with an activation it must be packed NHWC", x_name, to_text(x));
  return {};
}

Check check_added(const TensorDesc& x) {
  if (x.dims[1] % 4 != 0)
    return not_supported("xDesc: C is {}; an addition before the activation takes multiples of 4", x.dims[1]);
  return {};
}

struct Training {
  cudnnTensorDescriptor_t parameters;
  const void *scale, *bias;
  double factor;
  void *running_mean, *running_var;
  double epsilon;
  void *saved_mean, *saved_invstd;
};

// Adds the tensors that both training calls have.
Check add_training(Call& call, BatchNorm& o, const Training& t) {
  GIRIH_TRY(check_epsilon(t.epsilon));
  GIRIH_TRY(check_pair("resultSaveMean", t.saved_mean, "resultSaveInvVariance", t.saved_invstd));
  const TensorDesc* p = &t.parameters->desc;
  o.scale = call.tensor(kParameters, *p, t.scale);
  o.bias = call.tensor(kParameters, *p, t.bias);
  o.running_mean = call.optional(kParameters, p, t.running_mean);
  o.running_var = call.optional(kParameters, p, t.running_var);
  o.saved_mean = call.optional(kParameters, p, t.saved_mean);
  o.saved_invstd = call.optional(kParameters, p, t.saved_invstd);
  return {};
}

struct Gradient {
  cudnnTensorDescriptor_t parameters;
  const void* scale;
  void *dscale, *dbias;
  double epsilon;
  const void *saved_mean, *saved_invstd;
};

Check add_gradient(Call& call, BatchNorm& o, const Gradient& t) {
  GIRIH_TRY(check_epsilon(t.epsilon));
  GIRIH_TRY(check_pair("savedMean", t.saved_mean, "savedInvVariance", t.saved_invstd));
  const TensorDesc* p = &t.parameters->desc;
  constexpr const char* name = "dBnScaleBiasDesc";
  o.scale = call.tensor(name, *p, t.scale);
  o.dscale = call.tensor(name, *p, t.dscale);
  o.dbias = call.tensor(name, *p, t.dbias);
  o.saved_mean = call.optional(name, p, t.saved_mean);
  o.saved_invstd = call.optional(name, p, t.saved_invstd);
  return {};
}

// The mask in the caller's reserve space.
Check add_reserve(Call& call, BatchNorm& o, const TensorDesc& x, void* reserve, size_t size) {
  if (!reserve || size == 0)
    return not_supported(
        "reserveSpace: {} of {} bytes; an addition before the activation needs {} "
        "(cudnnGetBatchNormalizationTrainingExReserveSpaceSize)",
        reserve ? "a buffer" : "NULL", size, graph::relu_mask_bytes(x) + kReserveTail);
  o.reserve = call.tensor("reserveSpace", make_packed(DType::u8, {static_cast<int64_t>(size)}), reserve);
  return {};
}

}  // namespace

Check cudnnDeriveBNTensorDescriptor(cudnnTensorDescriptor_t derivedBnDesc, const cudnnTensorDescriptor_t xDesc,
                                    cudnnBatchNormMode_t mode) {
  const TensorDesc& x = xDesc->desc;
  GIRIH_TRY(check_set("xDesc", x));
  if (x.rank < 3) return bad_param("xDesc: {} dimensions; N, C and at least 1 more are needed", x.rank);
  derivedBnDesc->desc = graph::batch_norm_parameters(x, is_spatial(mode));
  derivedBnDesc->type = derivedBnDesc->desc.dtype == DType::f64 ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT;
  return {};
}

Check cudnnBatchNormalizationForwardInference(cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void* alpha,
                                              const void* beta, const cudnnTensorDescriptor_t xDesc, const void* x,
                                              const cudnnTensorDescriptor_t yDesc, void* y,
                                              const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc, const void* bnScale,
                                              const void* bnBias, const void* estimatedMean,
                                              const void* estimatedVariance, double epsilon) {
  GIRIH_TRY(check_epsilon(epsilon));
  Call call;
  BatchNorm o;
  o.phase = NormPhase::inference;
  o.spatial = is_spatial(mode);
  const TensorDesc& p = bnScaleBiasMeanVarDesc->desc;
  o.x = call.tensor("x", xDesc->desc, x);
  o.y = call.tensor("y", yDesc->desc, y);
  o.scale = call.tensor(kParameters, p, bnScale);
  o.bias = call.tensor(kParameters, p, bnBias);
  o.running_mean = call.tensor(kParameters, p, estimatedMean);
  o.running_var = call.tensor(kParameters, p, estimatedVariance);
  graph::Scalars& k = call.add(o);
  k.alpha = read_scalar(alpha, yDesc->desc.dtype);
  k.beta = read_scalar(beta, yDesc->desc.dtype);
  k.epsilon = epsilon;
  return run(handle->device, call);
}

Check cudnnBatchNormalizationForwardTraining(cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void* alpha,
                                             const void* beta, const cudnnTensorDescriptor_t xDesc, const void* x,
                                             const cudnnTensorDescriptor_t yDesc, void* y,
                                             const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc, const void* bnScale,
                                             const void* bnBias, double exponentialAverageFactor,
                                             void* resultRunningMean, void* resultRunningVariance, double epsilon,
                                             void* resultSaveMean, void* resultSaveInvVariance) {
  return api::cudnnBatchNormalizationForwardTrainingEx(
      handle, mode, CUDNN_BATCHNORM_OPS_BN, alpha, beta, xDesc, x, nullptr, nullptr, yDesc, y, bnScaleBiasMeanVarDesc,
      bnScale, bnBias, exponentialAverageFactor, resultRunningMean, resultRunningVariance, epsilon, resultSaveMean,
      resultSaveInvVariance, nullptr, nullptr, 0, nullptr, 0);
}

Check cudnnBatchNormalizationForwardTrainingEx(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps, const void* alpha, const void* beta,
    const cudnnTensorDescriptor_t xDesc, const void* xData, const cudnnTensorDescriptor_t zDesc, const void* zData,
    const cudnnTensorDescriptor_t yDesc, void* yData, const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc,
    const void* bnScale, const void* bnBias, double exponentialAverageFactor, void* resultRunningMean,
    void* resultRunningVariance, double epsilon, void* resultSaveMean, void* resultSaveInvVariance,
    cudnnActivationDescriptor_t activationDesc, void*, size_t, void* reserveSpace, size_t reserveSpaceSizeInBytes) {
  Call call;
  BatchNorm o;
  o.spatial = is_spatial(mode);
  o.x = call.tensor("x", xDesc->desc, xData);
  o.y = call.tensor("y", yDesc->desc, yData);
  GIRIH_TRY(add_training(call, o,
                         {bnScaleBiasMeanVarDesc, bnScale, bnBias, exponentialAverageFactor, resultRunningMean,
                          resultRunningVariance, epsilon, resultSaveMean, resultSaveInvVariance}));
  if (bnOps != CUDNN_BATCHNORM_OPS_BN) {
    GIRIH_TRY(check_activation(mode, activationDesc, "x", xDesc->desc));
    o.activation = NormActivation::relu;
  }
  if (bnOps == CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION) {
    GIRIH_TRY(check_given("zDesc", zDesc, "CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION"));
    GIRIH_TRY(check_given("zData", zData, "CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION"));
    GIRIH_TRY(check_added(xDesc->desc));
    o.z = call.tensor("z", zDesc->desc, zData);
    GIRIH_TRY(add_reserve(call, o, xDesc->desc, reserveSpace, reserveSpaceSizeInBytes));
  }
  graph::Scalars& k = call.add(o);
  k.alpha = read_scalar(alpha, yDesc->desc.dtype);
  k.beta = read_scalar(beta, yDesc->desc.dtype);
  k.epsilon = epsilon;
  k.factor = exponentialAverageFactor;
  return run(handle->device, call);
}

Check cudnnBatchNormalizationBackward(cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void* alphaDataDiff,
                                      const void* betaDataDiff, const void* alphaParamDiff, const void* betaParamDiff,
                                      const cudnnTensorDescriptor_t xDesc, const void* x,
                                      const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                      const cudnnTensorDescriptor_t dxDesc, void* dx,
                                      const cudnnTensorDescriptor_t dBnScaleBiasDesc, const void* bnScale,
                                      void* dBnScaleResult, void* dBnBiasResult, double epsilon, const void* savedMean,
                                      const void* savedInvVariance) {
  return api::cudnnBatchNormalizationBackwardEx(
      handle, mode, CUDNN_BATCHNORM_OPS_BN, alphaDataDiff, betaDataDiff, alphaParamDiff, betaParamDiff, xDesc, x,
      nullptr, nullptr, dyDesc, dy, nullptr, nullptr, dxDesc, dx, dBnScaleBiasDesc, bnScale, nullptr, dBnScaleResult,
      dBnBiasResult, epsilon, savedMean, savedInvVariance, nullptr, nullptr, 0, nullptr, 0);
}

Check cudnnBatchNormalizationBackwardEx(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps, const void* alphaDataDiff,
    const void* betaDataDiff, const void* alphaParamDiff, const void* betaParamDiff,
    const cudnnTensorDescriptor_t xDesc, const void* xData, const cudnnTensorDescriptor_t yDesc, const void* yData,
    const cudnnTensorDescriptor_t dyDesc, const void* dyData, const cudnnTensorDescriptor_t dzDesc, void* dzData,
    const cudnnTensorDescriptor_t dxDesc, void* dxData, const cudnnTensorDescriptor_t dBnScaleBiasDesc,
    const void* bnScaleData, const void* bnBiasData, void* dBnScaleData, void* dBnBiasData, double epsilon,
    const void* savedMean, const void* savedInvVariance, cudnnActivationDescriptor_t activationDesc, void*, size_t,
    void* reserveSpace, size_t reserveSpaceSizeInBytes) {
  Call call;
  BatchNorm o;
  o.phase = NormPhase::backward;
  o.spatial = is_spatial(mode);
  o.x = call.tensor("x", xDesc->desc, xData);
  o.dy = call.tensor("dy", dyDesc->desc, dyData);
  o.dx = call.tensor("dx", dxDesc->desc, dxData);
  GIRIH_TRY(add_gradient(
      call, o, {dBnScaleBiasDesc, bnScaleData, dBnScaleData, dBnBiasData, epsilon, savedMean, savedInvVariance}));
  if (bnOps != CUDNN_BATCHNORM_OPS_BN) {
    GIRIH_TRY(check_activation(mode, activationDesc, "x", xDesc->desc));
    o.activation = NormActivation::relu;
  }
  if (bnOps == CUDNN_BATCHNORM_OPS_BN_ACTIVATION) {
    // Where y was blocked it is 0; without y the forward result is computed again.
    if (yData && yDesc)
      o.y = call.tensor("y", yDesc->desc, yData);
    else if (bnBiasData)
      o.bias = call.tensor("dBnScaleBiasDesc", dBnScaleBiasDesc->desc, bnBiasData);
    else
      return bad_param("yData and bnBiasData are NULL; CUDNN_BATCHNORM_OPS_BN_ACTIVATION needs one of them");
  }
  if (bnOps == CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION) {
    GIRIH_TRY(check_given("dzDesc", dzDesc, "CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION"));
    GIRIH_TRY(check_given("dzData", dzData, "CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION"));
    o.dz = call.tensor("dz", dzDesc->desc, dzData);
    GIRIH_TRY(add_reserve(call, o, xDesc->desc, reserveSpace, reserveSpaceSizeInBytes));
  }
  graph::Scalars& k = call.add(o);
  k.alpha = read_scalar(alphaDataDiff, dxDesc->desc.dtype);
  k.beta = read_scalar(betaDataDiff, dxDesc->desc.dtype);
  k.alpha2 = read_scalar(alphaParamDiff, dxDesc->desc.dtype);
  k.beta2 = read_scalar(betaParamDiff, dxDesc->desc.dtype);
  k.epsilon = epsilon;
  return run(handle->device, call);
}

// No engine of ours needs a workspace here; what NVIDIA's library refuses at run time in the other modes, the queries
// let pass, as its own do.
Check cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(
    cudnnHandle_t, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps, const cudnnTensorDescriptor_t xDesc,
    const cudnnTensorDescriptor_t zDesc, const cudnnTensorDescriptor_t, const cudnnTensorDescriptor_t,
    const cudnnActivationDescriptor_t activationDesc, size_t* sizeInBytes) {
  *sizeInBytes = 0;
  if (bnOps == CUDNN_BATCHNORM_OPS_BN) return {};
  GIRIH_TRY(check_given("activationDesc", activationDesc, "this bnOps"));
  if (bnOps == CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION)
    GIRIH_TRY(check_given("zDesc", zDesc, "CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION"));
  if (mode != CUDNN_BATCHNORM_SPATIAL_PERSISTENT) return {};
  GIRIH_TRY(check_activation(mode, activationDesc, "xDesc", xDesc->desc));
  if (bnOps == CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION) return check_added(xDesc->desc);
  return {};
}

Check cudnnGetBatchNormalizationBackwardExWorkspaceSize(cudnnHandle_t, cudnnBatchNormMode_t mode,
                                                        cudnnBatchNormOps_t bnOps, const cudnnTensorDescriptor_t xDesc,
                                                        const cudnnTensorDescriptor_t, const cudnnTensorDescriptor_t,
                                                        const cudnnTensorDescriptor_t dzDesc,
                                                        const cudnnTensorDescriptor_t, const cudnnTensorDescriptor_t,
                                                        const cudnnActivationDescriptor_t activationDesc,
                                                        size_t* sizeInBytes) {
  *sizeInBytes = 0;
  if (bnOps == CUDNN_BATCHNORM_OPS_BN) return {};
  GIRIH_TRY(check_given("activationDesc", activationDesc, "this bnOps"));
  if (bnOps == CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION)
    GIRIH_TRY(check_given("dzDesc", dzDesc, "CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION"));
  if (mode != CUDNN_BATCHNORM_SPATIAL_PERSISTENT) return {};
  return check_activation(mode, activationDesc, "xDesc", xDesc->desc);
}

Check cudnnGetBatchNormalizationTrainingExReserveSpaceSize(cudnnHandle_t, cudnnBatchNormMode_t mode,
                                                           cudnnBatchNormOps_t bnOps,
                                                           const cudnnActivationDescriptor_t activationDesc,
                                                           const cudnnTensorDescriptor_t xDesc, size_t* sizeInBytes) {
  const TensorDesc& x = xDesc->desc;
  *sizeInBytes = 0;
  GIRIH_TRY(check_set("xDesc", x));
  if (bnOps == CUDNN_BATCHNORM_OPS_BN) return {};
  GIRIH_TRY(check_given("activationDesc", activationDesc, "this bnOps"));
  if (bnOps != CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION || mode != CUDNN_BATCHNORM_SPATIAL_PERSISTENT) return {};
  GIRIH_TRY(check_activation(mode, activationDesc, "xDesc", x));
  *sizeInBytes = static_cast<size_t>(graph::relu_mask_bytes(x) + kReserveTail);
  return {};
}

}  // namespace girih::api
