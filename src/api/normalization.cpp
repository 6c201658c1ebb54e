// cudnnNormalization*: batch normalization by other names. Each call is one of src/api/norm.cpp; what they add is the
// choice of an algorithm, a descriptor of its own for the statistics, and groups, of which there is one.
#include "api/entry.h"
#include "api/entry_points.gen.h"

namespace girih::api {
namespace {

cudnnBatchNormOps_t batch_norm_ops(cudnnNormOps_t ops) { return static_cast<cudnnBatchNormOps_t>(ops); }

// The batch normalization mode that stands for a mode and an algorithm.
Result<cudnnBatchNormMode_t> batch_norm_mode(cudnnNormMode_t mode, cudnnNormAlgo_t algo, int groups) {
  if (groups != 1) return not_supported("groupCnt: {}; 1 group is supported", groups);
  if (mode == CUDNN_NORM_PER_CHANNEL)
    return algo == CUDNN_NORM_ALGO_PERSIST ? CUDNN_BATCHNORM_SPATIAL_PERSISTENT : CUDNN_BATCHNORM_SPATIAL;
  if (algo == CUDNN_NORM_ALGO_PERSIST)
    return not_supported("algo: CUDNN_NORM_ALGO_PERSIST goes with CUDNN_NORM_PER_CHANNEL only");
  return CUDNN_BATCHNORM_PER_ACTIVATION;
}

// Statistics have the shape of the parameters.
Check check_statistics(const char* name, const TensorDesc& parameters, const TensorDesc& statistics) {
  GIRIH_TRY(check_set(name, parameters));
  GIRIH_TRY(check_set("normMeanVarDesc", statistics));
  if (!(parameters == statistics))
    return bad_param("normMeanVarDesc is {}, {} is {}; they must be equal (cudnnDeriveNormTensorDescriptor)",
                     to_text(statistics), name, to_text(parameters));
  return {};
}

}  // namespace

Check cudnnDeriveNormTensorDescriptor(cudnnTensorDescriptor_t derivedNormScaleBiasDesc,
                                      cudnnTensorDescriptor_t derivedNormMeanVarDesc,
                                      const cudnnTensorDescriptor_t xDesc, cudnnNormMode_t mode, int groupCnt) {
  GIRIH_TRY_ASSIGN(const cudnnBatchNormMode_t m, batch_norm_mode(mode, CUDNN_NORM_ALGO_STANDARD, groupCnt));
  GIRIH_TRY(api::cudnnDeriveBNTensorDescriptor(derivedNormScaleBiasDesc, xDesc, m));
  return api::cudnnDeriveBNTensorDescriptor(derivedNormMeanVarDesc, xDesc, m);
}

Check cudnnNormalizationForwardInference(cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t normOps,
                                         cudnnNormAlgo_t algo, const void* alpha, const void* beta,
                                         const cudnnTensorDescriptor_t xDesc, const void* x,
                                         const cudnnTensorDescriptor_t normScaleBiasDesc, const void* normScale,
                                         const void* normBias, const cudnnTensorDescriptor_t normMeanVarDesc,
                                         const void* estimatedMean, const void* estimatedVariance,
                                         const cudnnTensorDescriptor_t, const void*, cudnnActivationDescriptor_t,
                                         const cudnnTensorDescriptor_t yDesc, void* y, double epsilon, int groupCnt) {
  GIRIH_TRY_ASSIGN(const cudnnBatchNormMode_t m, batch_norm_mode(mode, algo, groupCnt));
  if (normOps != CUDNN_NORM_OPS_NORM)
    return not_supported("normOps: {}; inference takes CUDNN_NORM_OPS_NORM", static_cast<int>(normOps));
  GIRIH_TRY(check_statistics("normScaleBiasDesc", normScaleBiasDesc->desc, normMeanVarDesc->desc));
  return api::cudnnBatchNormalizationForwardInference(handle, m, alpha, beta, xDesc, x, yDesc, y, normScaleBiasDesc,
                                                      normScale, normBias, estimatedMean, estimatedVariance, epsilon);
}

Check cudnnNormalizationForwardTraining(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t normOps, cudnnNormAlgo_t algo, const void* alpha,
    const void* beta, const cudnnTensorDescriptor_t xDesc, const void* xData,
    const cudnnTensorDescriptor_t normScaleBiasDesc, const void* normScale, const void* normBias,
    double exponentialAverageFactor, const cudnnTensorDescriptor_t normMeanVarDesc, void* resultRunningMean,
    void* resultRunningVariance, double epsilon, void* resultSaveMean, void* resultSaveInvVariance,
    cudnnActivationDescriptor_t activationDesc, const cudnnTensorDescriptor_t zDesc, const void* zData,
    const cudnnTensorDescriptor_t yDesc, void* yData, void* workspace, size_t workSpaceSizeInBytes, void* reserveSpace,
    size_t reserveSpaceSizeInBytes, int groupCnt) {
  GIRIH_TRY_ASSIGN(const cudnnBatchNormMode_t m, batch_norm_mode(mode, algo, groupCnt));
  GIRIH_TRY(check_statistics("normScaleBiasDesc", normScaleBiasDesc->desc, normMeanVarDesc->desc));
  return api::cudnnBatchNormalizationForwardTrainingEx(
      handle, m, batch_norm_ops(normOps), alpha, beta, xDesc, xData, zDesc, zData, yDesc, yData, normScaleBiasDesc,
      normScale, normBias, exponentialAverageFactor, resultRunningMean, resultRunningVariance, epsilon, resultSaveMean,
      resultSaveInvVariance, activationDesc, workspace, workSpaceSizeInBytes, reserveSpace, reserveSpaceSizeInBytes);
}

Check cudnnNormalizationBackward(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t normOps, cudnnNormAlgo_t algo, const void* alphaDataDiff,
    const void* betaDataDiff, const void* alphaParamDiff, const void* betaParamDiff,
    const cudnnTensorDescriptor_t xDesc, const void* xData, const cudnnTensorDescriptor_t yDesc, const void* yData,
    const cudnnTensorDescriptor_t dyDesc, const void* dyData, const cudnnTensorDescriptor_t dzDesc, void* dzData,
    const cudnnTensorDescriptor_t dxDesc, void* dxData, const cudnnTensorDescriptor_t dNormScaleBiasDesc,
    const void* normScaleData, const void* normBiasData, void* dNormScaleData, void* dNormBiasData, double epsilon,
    const cudnnTensorDescriptor_t normMeanVarDesc, const void* savedMean, const void* savedInvVariance,
    cudnnActivationDescriptor_t activationDesc, void* workSpace, size_t workSpaceSizeInBytes, void* reserveSpace,
    size_t reserveSpaceSizeInBytes, int groupCnt) {
  GIRIH_TRY_ASSIGN(const cudnnBatchNormMode_t m, batch_norm_mode(mode, algo, groupCnt));
  GIRIH_TRY(check_statistics("dNormScaleBiasDesc", dNormScaleBiasDesc->desc, normMeanVarDesc->desc));
  return api::cudnnBatchNormalizationBackwardEx(
      handle, m, batch_norm_ops(normOps), alphaDataDiff, betaDataDiff, alphaParamDiff, betaParamDiff, xDesc, xData,
      yDesc, yData, dyDesc, dyData, dzDesc, dzData, dxDesc, dxData, dNormScaleBiasDesc, normScaleData, normBiasData,
      dNormScaleData, dNormBiasData, epsilon, savedMean, savedInvVariance, activationDesc, workSpace,
      workSpaceSizeInBytes, reserveSpace, reserveSpaceSizeInBytes);
}

Check cudnnGetNormalizationForwardTrainingWorkspaceSize(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
    const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t zDesc, const cudnnTensorDescriptor_t yDesc,
    const cudnnTensorDescriptor_t normScaleBiasDesc, const cudnnActivationDescriptor_t activationDesc,
    const cudnnTensorDescriptor_t, size_t* sizeInBytes, int groupCnt) {
  *sizeInBytes = 0;
  GIRIH_TRY_ASSIGN(const cudnnBatchNormMode_t m, batch_norm_mode(mode, algo, groupCnt));
  return api::cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(
      handle, m, batch_norm_ops(normOps), xDesc, zDesc, yDesc, normScaleBiasDesc, activationDesc, sizeInBytes);
}

Check cudnnGetNormalizationBackwardWorkspaceSize(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t normOps, cudnnNormAlgo_t algo,
    const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t yDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnTensorDescriptor_t dzDesc, const cudnnTensorDescriptor_t dxDesc,
    const cudnnTensorDescriptor_t dNormScaleBiasDesc, const cudnnActivationDescriptor_t activationDesc,
    const cudnnTensorDescriptor_t, size_t* sizeInBytes, int groupCnt) {
  *sizeInBytes = 0;
  GIRIH_TRY_ASSIGN(const cudnnBatchNormMode_t m, batch_norm_mode(mode, algo, groupCnt));
  return api::cudnnGetBatchNormalizationBackwardExWorkspaceSize(handle, m, batch_norm_ops(normOps), xDesc, yDesc,
                                                                dyDesc, dzDesc, dxDesc, dNormScaleBiasDesc,
                                                                activationDesc, sizeInBytes);
}

Check cudnnGetNormalizationTrainingReserveSpaceSize(cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t normOps,
                                                    cudnnNormAlgo_t algo,
                                                    const cudnnActivationDescriptor_t activationDesc,
                                                    const cudnnTensorDescriptor_t xDesc, size_t* sizeInBytes,
                                                    int groupCnt) {
  *sizeInBytes = 0;
  GIRIH_TRY_ASSIGN(const cudnnBatchNormMode_t m, batch_norm_mode(mode, algo, groupCnt));
  return api::cudnnGetBatchNormalizationTrainingExReserveSpaceSize(handle, m, batch_norm_ops(normOps), activationDesc,
                                                                   xDesc, sizeInBytes);
}

}  // namespace girih::api
