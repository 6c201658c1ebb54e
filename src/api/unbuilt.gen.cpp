// Written by spec/generate.py from the tables in spec/. Edit those, then run it again.
// clang-format off
// The functions that no source of src/api defines yet. Writing one there and running spec/generate.py removes it here.
#include "api/entry.h"
#include "api/entry_points.gen.h"

namespace girih::api {

Result<void> cudnnBackendCreateDescriptor(cudnnBackendDescriptorType_t, cudnnBackendDescriptor_t*) {
  return unbuilt("cudnnBackendCreateDescriptor");
}
Result<void> cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t) {
  return unbuilt("cudnnBackendDestroyDescriptor");
}
Result<void> cudnnBackendInitialize(cudnnBackendDescriptor_t) {
  return unbuilt("cudnnBackendInitialize");
}
Result<void> cudnnBackendFinalize(cudnnBackendDescriptor_t) {
  return unbuilt("cudnnBackendFinalize");
}
Result<void> cudnnBackendSetAttribute(cudnnBackendDescriptor_t, cudnnBackendAttributeName_t,
                                      cudnnBackendAttributeType_t, int64_t, const void*) {
  return unbuilt("cudnnBackendSetAttribute");
}
Result<void> cudnnBackendGetAttribute(cudnnBackendDescriptor_t const, cudnnBackendAttributeName_t,
                                      cudnnBackendAttributeType_t, int64_t, int64_t*, void*) {
  return unbuilt("cudnnBackendGetAttribute");
}
Result<void> cudnnBackendExecute(cudnnHandle_t, cudnnBackendDescriptor_t, cudnnBackendDescriptor_t) {
  return unbuilt("cudnnBackendExecute");
}
Result<void> cudnnBackendPopulateCudaGraph(cudnnHandle_t, cudnnBackendDescriptor_t, cudnnBackendDescriptor_t,
                                           cudaGraph_t) {
  return unbuilt("cudnnBackendPopulateCudaGraph");
}
Result<void> cudnnBackendUpdateCudaGraph(cudnnHandle_t, cudnnBackendDescriptor_t, cudnnBackendDescriptor_t,
                                         cudaGraph_t) {
  return unbuilt("cudnnBackendUpdateCudaGraph");
}
Result<void> cudnnInitTransformDest(const cudnnTensorTransformDescriptor_t, const cudnnTensorDescriptor_t,
                                    cudnnTensorDescriptor_t, size_t*) {
  return unbuilt("cudnnInitTransformDest");
}
Result<void> cudnnCreateTensorTransformDescriptor(cudnnTensorTransformDescriptor_t*) {
  return unbuilt("cudnnCreateTensorTransformDescriptor");
}
Result<void> cudnnSetTensorTransformDescriptor(cudnnTensorTransformDescriptor_t, const uint32_t,
                                               const cudnnTensorFormat_t, const int32_t*, const int32_t*,
                                               const uint32_t*, const cudnnFoldingDirection_t) {
  return unbuilt("cudnnSetTensorTransformDescriptor");
}
Result<void> cudnnGetTensorTransformDescriptor(cudnnTensorTransformDescriptor_t, uint32_t, cudnnTensorFormat_t*,
                                               int32_t*, int32_t*, uint32_t*, cudnnFoldingDirection_t*) {
  return unbuilt("cudnnGetTensorTransformDescriptor");
}
Result<void> cudnnDestroyTensorTransformDescriptor(cudnnTensorTransformDescriptor_t) {
  return unbuilt("cudnnDestroyTensorTransformDescriptor");
}
Result<void> cudnnTransformTensorEx(cudnnHandle_t, const cudnnTensorTransformDescriptor_t, const void*,
                                    const cudnnTensorDescriptor_t, const void*, const void*,
                                    const cudnnTensorDescriptor_t, void*) {
  return unbuilt("cudnnTransformTensorEx");
}
Result<void> cudnnTransformFilter(cudnnHandle_t, const cudnnTensorTransformDescriptor_t, const void*,
                                  const cudnnFilterDescriptor_t, const void*, const void*,
                                  const cudnnFilterDescriptor_t, void*) {
  return unbuilt("cudnnTransformFilter");
}
Result<void> cudnnCreateLRNDescriptor(cudnnLRNDescriptor_t*) {
  return unbuilt("cudnnCreateLRNDescriptor");
}
Result<void> cudnnSetLRNDescriptor(cudnnLRNDescriptor_t, unsigned, double, double, double) {
  return unbuilt("cudnnSetLRNDescriptor");
}
Result<void> cudnnGetLRNDescriptor(cudnnLRNDescriptor_t, unsigned*, double*, double*, double*) {
  return unbuilt("cudnnGetLRNDescriptor");
}
Result<void> cudnnDestroyLRNDescriptor(cudnnLRNDescriptor_t) {
  return unbuilt("cudnnDestroyLRNDescriptor");
}
Result<void> cudnnLRNCrossChannelForward(cudnnHandle_t, cudnnLRNDescriptor_t, cudnnLRNMode_t, const void*,
                                         const cudnnTensorDescriptor_t, const void*, const void*,
                                         const cudnnTensorDescriptor_t, void*) {
  return unbuilt("cudnnLRNCrossChannelForward");
}
Result<void> cudnnDivisiveNormalizationForward(cudnnHandle_t, cudnnLRNDescriptor_t, cudnnDivNormMode_t, const void*,
                                               const cudnnTensorDescriptor_t, const void*, const void*, void*, void*,
                                               const void*, const cudnnTensorDescriptor_t, void*) {
  return unbuilt("cudnnDivisiveNormalizationForward");
}
Result<void> cudnnDeriveNormTensorDescriptor(cudnnTensorDescriptor_t, cudnnTensorDescriptor_t,
                                             const cudnnTensorDescriptor_t, cudnnNormMode_t, int) {
  return unbuilt("cudnnDeriveNormTensorDescriptor");
}
Result<void> cudnnNormalizationForwardInference(cudnnHandle_t, cudnnNormMode_t, cudnnNormOps_t, cudnnNormAlgo_t,
                                                const void*, const void*, const cudnnTensorDescriptor_t, const void*,
                                                const cudnnTensorDescriptor_t, const void*, const void*,
                                                const cudnnTensorDescriptor_t, const void*, const void*,
                                                const cudnnTensorDescriptor_t, const void*, cudnnActivationDescriptor_t,
                                                const cudnnTensorDescriptor_t, void*, double, int) {
  return unbuilt("cudnnNormalizationForwardInference");
}
Result<void> cudnnCreateSpatialTransformerDescriptor(cudnnSpatialTransformerDescriptor_t*) {
  return unbuilt("cudnnCreateSpatialTransformerDescriptor");
}
Result<void> cudnnSetSpatialTransformerNdDescriptor(cudnnSpatialTransformerDescriptor_t, cudnnSamplerType_t,
                                                    cudnnDataType_t, const int, const int*) {
  return unbuilt("cudnnSetSpatialTransformerNdDescriptor");
}
Result<void> cudnnDestroySpatialTransformerDescriptor(cudnnSpatialTransformerDescriptor_t) {
  return unbuilt("cudnnDestroySpatialTransformerDescriptor");
}
Result<void> cudnnSpatialTfGridGeneratorForward(cudnnHandle_t, const cudnnSpatialTransformerDescriptor_t, const void*,
                                                void*) {
  return unbuilt("cudnnSpatialTfGridGeneratorForward");
}
Result<void> cudnnSpatialTfSamplerForward(cudnnHandle_t, cudnnSpatialTransformerDescriptor_t, const void*,
                                          const cudnnTensorDescriptor_t, const void*, const void*, const void*,
                                          cudnnTensorDescriptor_t, void*) {
  return unbuilt("cudnnSpatialTfSamplerForward");
}
Result<void> cudnnLRNCrossChannelBackward(cudnnHandle_t, cudnnLRNDescriptor_t, cudnnLRNMode_t, const void*,
                                          const cudnnTensorDescriptor_t, const void*, const cudnnTensorDescriptor_t,
                                          const void*, const cudnnTensorDescriptor_t, const void*, const void*,
                                          const cudnnTensorDescriptor_t, void*) {
  return unbuilt("cudnnLRNCrossChannelBackward");
}
Result<void> cudnnDivisiveNormalizationBackward(cudnnHandle_t, cudnnLRNDescriptor_t, cudnnDivNormMode_t, const void*,
                                                const cudnnTensorDescriptor_t, const void*, const void*, const void*,
                                                void*, void*, const void*, const cudnnTensorDescriptor_t, void*,
                                                void*) {
  return unbuilt("cudnnDivisiveNormalizationBackward");
}
Result<void> cudnnGetNormalizationForwardTrainingWorkspaceSize(cudnnHandle_t, cudnnNormMode_t, cudnnNormOps_t,
                                                               cudnnNormAlgo_t, const cudnnTensorDescriptor_t,
                                                               const cudnnTensorDescriptor_t,
                                                               const cudnnTensorDescriptor_t,
                                                               const cudnnTensorDescriptor_t,
                                                               const cudnnActivationDescriptor_t,
                                                               const cudnnTensorDescriptor_t, size_t*, int) {
  return unbuilt("cudnnGetNormalizationForwardTrainingWorkspaceSize");
}
Result<void> cudnnGetNormalizationBackwardWorkspaceSize(cudnnHandle_t, cudnnNormMode_t, cudnnNormOps_t, cudnnNormAlgo_t,
                                                        const cudnnTensorDescriptor_t, const cudnnTensorDescriptor_t,
                                                        const cudnnTensorDescriptor_t, const cudnnTensorDescriptor_t,
                                                        const cudnnTensorDescriptor_t, const cudnnTensorDescriptor_t,
                                                        const cudnnActivationDescriptor_t,
                                                        const cudnnTensorDescriptor_t, size_t*, int) {
  return unbuilt("cudnnGetNormalizationBackwardWorkspaceSize");
}
Result<void> cudnnGetNormalizationTrainingReserveSpaceSize(cudnnHandle_t, cudnnNormMode_t, cudnnNormOps_t,
                                                           cudnnNormAlgo_t, const cudnnActivationDescriptor_t,
                                                           const cudnnTensorDescriptor_t, size_t*, int) {
  return unbuilt("cudnnGetNormalizationTrainingReserveSpaceSize");
}
Result<void> cudnnNormalizationForwardTraining(cudnnHandle_t, cudnnNormMode_t, cudnnNormOps_t, cudnnNormAlgo_t,
                                               const void*, const void*, const cudnnTensorDescriptor_t, const void*,
                                               const cudnnTensorDescriptor_t, const void*, const void*, double,
                                               const cudnnTensorDescriptor_t, void*, void*, double, void*, void*,
                                               cudnnActivationDescriptor_t, const cudnnTensorDescriptor_t, const void*,
                                               const cudnnTensorDescriptor_t, void*, void*, size_t, void*, size_t,
                                               int) {
  return unbuilt("cudnnNormalizationForwardTraining");
}
Result<void> cudnnNormalizationBackward(cudnnHandle_t, cudnnNormMode_t, cudnnNormOps_t, cudnnNormAlgo_t, const void*,
                                        const void*, const void*, const void*, const cudnnTensorDescriptor_t,
                                        const void*, const cudnnTensorDescriptor_t, const void*,
                                        const cudnnTensorDescriptor_t, const void*, const cudnnTensorDescriptor_t,
                                        void*, const cudnnTensorDescriptor_t, void*, const cudnnTensorDescriptor_t,
                                        const void*, const void*, void*, void*, double, const cudnnTensorDescriptor_t,
                                        const void*, const void*, cudnnActivationDescriptor_t, void*, size_t, void*,
                                        size_t, int) {
  return unbuilt("cudnnNormalizationBackward");
}
Result<void> cudnnSpatialTfGridGeneratorBackward(cudnnHandle_t, const cudnnSpatialTransformerDescriptor_t, const void*,
                                                 void*) {
  return unbuilt("cudnnSpatialTfGridGeneratorBackward");
}
Result<void> cudnnSpatialTfSamplerBackward(cudnnHandle_t, cudnnSpatialTransformerDescriptor_t, const void*,
                                           const cudnnTensorDescriptor_t, const void*, const void*,
                                           const cudnnTensorDescriptor_t, void*, const void*,
                                           const cudnnTensorDescriptor_t, const void*, const void*, const void*,
                                           void*) {
  return unbuilt("cudnnSpatialTfSamplerBackward");
}
Result<void> cudnnIm2Col(cudnnHandle_t, const cudnnTensorDescriptor_t, const void*, const cudnnFilterDescriptor_t,
                         const cudnnConvolutionDescriptor_t, void*) {
  return unbuilt("cudnnIm2Col");
}
Result<void> cudnnReorderFilterAndBias(cudnnHandle_t, const cudnnFilterDescriptor_t, cudnnReorderType_t, const void*,
                                       void*, int, const void*, void*) {
  return unbuilt("cudnnReorderFilterAndBias");
}
Result<void> cudnnGetFoldedConvBackwardDataDescriptors(const cudnnHandle_t, const cudnnFilterDescriptor_t,
                                                       const cudnnTensorDescriptor_t,
                                                       const cudnnConvolutionDescriptor_t,
                                                       const cudnnTensorDescriptor_t, const cudnnTensorFormat_t,
                                                       cudnnFilterDescriptor_t, cudnnTensorDescriptor_t,
                                                       cudnnConvolutionDescriptor_t, cudnnTensorDescriptor_t,
                                                       cudnnTensorTransformDescriptor_t,
                                                       cudnnTensorTransformDescriptor_t,
                                                       cudnnTensorTransformDescriptor_t,
                                                       cudnnTensorTransformDescriptor_t) {
  return unbuilt("cudnnGetFoldedConvBackwardDataDescriptors");
}
Result<void> cudnnCreateFusedOpsConstParamPack(cudnnFusedOpsConstParamPack_t*, cudnnFusedOps_t) {
  return unbuilt("cudnnCreateFusedOpsConstParamPack");
}
Result<void> cudnnDestroyFusedOpsConstParamPack(cudnnFusedOpsConstParamPack_t) {
  return unbuilt("cudnnDestroyFusedOpsConstParamPack");
}
Result<void> cudnnSetFusedOpsConstParamPackAttribute(cudnnFusedOpsConstParamPack_t, cudnnFusedOpsConstParamLabel_t,
                                                     const void*) {
  return unbuilt("cudnnSetFusedOpsConstParamPackAttribute");
}
Result<void> cudnnGetFusedOpsConstParamPackAttribute(const cudnnFusedOpsConstParamPack_t,
                                                     cudnnFusedOpsConstParamLabel_t, void*, int*) {
  return unbuilt("cudnnGetFusedOpsConstParamPackAttribute");
}
Result<void> cudnnCreateFusedOpsVariantParamPack(cudnnFusedOpsVariantParamPack_t*, cudnnFusedOps_t) {
  return unbuilt("cudnnCreateFusedOpsVariantParamPack");
}
Result<void> cudnnDestroyFusedOpsVariantParamPack(cudnnFusedOpsVariantParamPack_t) {
  return unbuilt("cudnnDestroyFusedOpsVariantParamPack");
}
Result<void> cudnnSetFusedOpsVariantParamPackAttribute(cudnnFusedOpsVariantParamPack_t,
                                                       cudnnFusedOpsVariantParamLabel_t, void*) {
  return unbuilt("cudnnSetFusedOpsVariantParamPackAttribute");
}
Result<void> cudnnGetFusedOpsVariantParamPackAttribute(const cudnnFusedOpsVariantParamPack_t,
                                                       cudnnFusedOpsVariantParamLabel_t, void*) {
  return unbuilt("cudnnGetFusedOpsVariantParamPackAttribute");
}
Result<void> cudnnCreateFusedOpsPlan(cudnnFusedOpsPlan_t*, cudnnFusedOps_t) {
  return unbuilt("cudnnCreateFusedOpsPlan");
}
Result<void> cudnnDestroyFusedOpsPlan(cudnnFusedOpsPlan_t) {
  return unbuilt("cudnnDestroyFusedOpsPlan");
}
Result<void> cudnnMakeFusedOpsPlan(cudnnHandle_t, cudnnFusedOpsPlan_t, const cudnnFusedOpsConstParamPack_t, size_t*) {
  return unbuilt("cudnnMakeFusedOpsPlan");
}
Result<void> cudnnFusedOpsExecute(cudnnHandle_t, const cudnnFusedOpsPlan_t, cudnnFusedOpsVariantParamPack_t) {
  return unbuilt("cudnnFusedOpsExecute");
}
Result<void> cudnnCreateSeqDataDescriptor(cudnnSeqDataDescriptor_t*) {
  return unbuilt("cudnnCreateSeqDataDescriptor");
}
Result<void> cudnnDestroySeqDataDescriptor(cudnnSeqDataDescriptor_t) {
  return unbuilt("cudnnDestroySeqDataDescriptor");
}
Result<void> cudnnSetSeqDataDescriptor(cudnnSeqDataDescriptor_t, cudnnDataType_t, int, const int*,
                                       const cudnnSeqDataAxis_t*, size_t, const int*, void*) {
  return unbuilt("cudnnSetSeqDataDescriptor");
}
Result<void> cudnnGetSeqDataDescriptor(const cudnnSeqDataDescriptor_t, cudnnDataType_t*, int*, int, int*,
                                       cudnnSeqDataAxis_t*, size_t*, size_t, int*, void*) {
  return unbuilt("cudnnGetSeqDataDescriptor");
}
Result<void> cudnnCreateAttnDescriptor(cudnnAttnDescriptor_t*) {
  return unbuilt("cudnnCreateAttnDescriptor");
}
Result<void> cudnnDestroyAttnDescriptor(cudnnAttnDescriptor_t) {
  return unbuilt("cudnnDestroyAttnDescriptor");
}
Result<void> cudnnSetAttnDescriptor(cudnnAttnDescriptor_t, unsigned, int, double, cudnnDataType_t, cudnnDataType_t,
                                    cudnnMathType_t, cudnnDropoutDescriptor_t, cudnnDropoutDescriptor_t, int, int, int,
                                    int, int, int, int, int, int, int, int) {
  return unbuilt("cudnnSetAttnDescriptor");
}
Result<void> cudnnGetAttnDescriptor(cudnnAttnDescriptor_t, unsigned*, int*, double*, cudnnDataType_t*, cudnnDataType_t*,
                                    cudnnMathType_t*, cudnnDropoutDescriptor_t*, cudnnDropoutDescriptor_t*, int*, int*,
                                    int*, int*, int*, int*, int*, int*, int*, int*, int*) {
  return unbuilt("cudnnGetAttnDescriptor");
}
Result<void> cudnnGetMultiHeadAttnBuffers(cudnnHandle_t, const cudnnAttnDescriptor_t, size_t*, size_t*, size_t*) {
  return unbuilt("cudnnGetMultiHeadAttnBuffers");
}
Result<void> cudnnGetMultiHeadAttnWeights(cudnnHandle_t, const cudnnAttnDescriptor_t, cudnnMultiHeadAttnWeightKind_t,
                                          size_t, const void*, cudnnTensorDescriptor_t, void**) {
  return unbuilt("cudnnGetMultiHeadAttnWeights");
}
Result<void> cudnnMultiHeadAttnForward(cudnnHandle_t, const cudnnAttnDescriptor_t, int, const int*, const int*,
                                       const int*, const int*, const cudnnSeqDataDescriptor_t, const void*, const void*,
                                       const cudnnSeqDataDescriptor_t, const void*, const cudnnSeqDataDescriptor_t,
                                       const void*, const cudnnSeqDataDescriptor_t, void*, size_t, const void*, size_t,
                                       void*, size_t, void*) {
  return unbuilt("cudnnMultiHeadAttnForward");
}
Result<void> cudnnMultiHeadAttnBackwardData(cudnnHandle_t, const cudnnAttnDescriptor_t, const int*, const int*,
                                            const int*, const int*, const cudnnSeqDataDescriptor_t, const void*,
                                            const cudnnSeqDataDescriptor_t, void*, const void*,
                                            const cudnnSeqDataDescriptor_t, void*, const void*,
                                            const cudnnSeqDataDescriptor_t, void*, const void*, size_t, const void*,
                                            size_t, void*, size_t, void*) {
  return unbuilt("cudnnMultiHeadAttnBackwardData");
}
Result<void> cudnnMultiHeadAttnBackwardWeights(cudnnHandle_t, const cudnnAttnDescriptor_t, cudnnWgradMode_t,
                                               const cudnnSeqDataDescriptor_t, const void*,
                                               const cudnnSeqDataDescriptor_t, const void*,
                                               const cudnnSeqDataDescriptor_t, const void*,
                                               const cudnnSeqDataDescriptor_t, const void*, size_t, const void*, void*,
                                               size_t, void*, size_t, void*) {
  return unbuilt("cudnnMultiHeadAttnBackwardWeights");
}
Result<void> cudnnCreateCTCLossDescriptor(cudnnCTCLossDescriptor_t*) {
  return unbuilt("cudnnCreateCTCLossDescriptor");
}
Result<void> cudnnSetCTCLossDescriptor(cudnnCTCLossDescriptor_t, cudnnDataType_t) {
  return unbuilt("cudnnSetCTCLossDescriptor");
}
Result<void> cudnnSetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t, cudnnDataType_t, cudnnLossNormalizationMode_t,
                                         cudnnNanPropagation_t) {
  return unbuilt("cudnnSetCTCLossDescriptorEx");
}
Result<void> cudnnSetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t, cudnnDataType_t, cudnnLossNormalizationMode_t,
                                          cudnnNanPropagation_t, int) {
  return unbuilt("cudnnSetCTCLossDescriptor_v8");
}
Result<void> cudnnSetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t, cudnnDataType_t, cudnnLossNormalizationMode_t,
                                          cudnnCTCGradMode_t, int) {
  return unbuilt("cudnnSetCTCLossDescriptor_v9");
}
Result<void> cudnnGetCTCLossDescriptor(cudnnCTCLossDescriptor_t, cudnnDataType_t*) {
  return unbuilt("cudnnGetCTCLossDescriptor");
}
Result<void> cudnnGetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t, cudnnDataType_t*, cudnnLossNormalizationMode_t*,
                                         cudnnNanPropagation_t*) {
  return unbuilt("cudnnGetCTCLossDescriptorEx");
}
Result<void> cudnnGetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t, cudnnDataType_t*, cudnnLossNormalizationMode_t*,
                                          cudnnNanPropagation_t*, int*) {
  return unbuilt("cudnnGetCTCLossDescriptor_v8");
}
Result<void> cudnnGetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t, cudnnDataType_t*, cudnnLossNormalizationMode_t*,
                                          cudnnCTCGradMode_t*, int*) {
  return unbuilt("cudnnGetCTCLossDescriptor_v9");
}
Result<void> cudnnDestroyCTCLossDescriptor(cudnnCTCLossDescriptor_t) {
  return unbuilt("cudnnDestroyCTCLossDescriptor");
}
Result<void> cudnnCTCLoss(cudnnHandle_t, const cudnnTensorDescriptor_t, const void*, const int*, const int*, const int*,
                          void*, const cudnnTensorDescriptor_t, void*, cudnnCTCLossAlgo_t, cudnnCTCLossDescriptor_t,
                          void*, size_t) {
  return unbuilt("cudnnCTCLoss");
}
Result<void> cudnnCTCLoss_v8(cudnnHandle_t, cudnnCTCLossAlgo_t, cudnnCTCLossDescriptor_t, const cudnnTensorDescriptor_t,
                             const void*, const int*, const int*, const int*, void*, const cudnnTensorDescriptor_t,
                             void*, size_t, void*) {
  return unbuilt("cudnnCTCLoss_v8");
}
Result<void> cudnnGetCTCLossWorkspaceSize(cudnnHandle_t, const cudnnTensorDescriptor_t, const cudnnTensorDescriptor_t,
                                          const int*, const int*, const int*, cudnnCTCLossAlgo_t,
                                          cudnnCTCLossDescriptor_t, size_t*) {
  return unbuilt("cudnnGetCTCLossWorkspaceSize");
}
Result<void> cudnnGetCTCLossWorkspaceSize_v8(cudnnHandle_t, cudnnCTCLossAlgo_t, cudnnCTCLossDescriptor_t,
                                             const cudnnTensorDescriptor_t, const cudnnTensorDescriptor_t, size_t*) {
  return unbuilt("cudnnGetCTCLossWorkspaceSize_v8");
}

}  // namespace girih::api
