// Written by spec/generate.py from the tables in spec/. Edit those, then run it again.
// clang-format off
// The exported functions of cudnn_adv.h: check the arguments, write the trace, call the implementation.
#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "api/enum_tables.gen.h"

namespace girih::api {

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateRNNDescriptor(cudnnRNNDescriptor_t* rnnDesc) noexcept {
  return enter(
      "cudnnCreateRNNDescriptor",
      [&](auto& a) {
        a.descriptor_out("rnnDesc", rnnDesc);
      },
      [&] { return girih::api::cudnnCreateRNNDescriptor(rnnDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroyRNNDescriptor(cudnnRNNDescriptor_t rnnDesc) noexcept {
  return enter(
      "cudnnDestroyRNNDescriptor",
      [&](auto& a) {
        a.descriptor_optional("rnnDesc", rnnDesc);
      },
      [&] { return girih::api::cudnnDestroyRNNDescriptor(rnnDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetRNNDescriptor_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNAlgo_t algo,
                                                          cudnnRNNMode_t cellMode, cudnnRNNBiasMode_t biasMode,
                                                          cudnnDirectionMode_t dirMode, cudnnRNNInputMode_t inputMode,
                                                          cudnnDataType_t dataType, cudnnDataType_t mathPrec,
                                                          cudnnMathType_t mathType, int32_t inputSize,
                                                          int32_t hiddenSize, int32_t projSize, int32_t numLayers,
                                                          cudnnDropoutDescriptor_t dropoutDesc,
                                                          uint32_t auxFlags) noexcept {
  return enter(
      "cudnnSetRNNDescriptor_v8",
      [&](auto& a) {
        a.descriptor("rnnDesc", rnnDesc);
        a.enumerator("algo", algo, kRNNAlgoTable, Policy::bad_param);
        a.enumerator("cellMode", cellMode, kRNNModeTable, Policy::bad_param);
        a.enumerator("biasMode", biasMode, kRNNBiasModeTable, Policy::bad_param);
        a.enumerator("dirMode", dirMode, kDirectionModeTable, Policy::bad_param);
        a.enumerator("inputMode", inputMode, kRNNInputModeTable, Policy::bad_param);
        a.enumerator("dataType", dataType, kDataTypeTable, Policy::not_supported);
        a.enumerator("mathPrec", mathPrec, kDataTypeTable, Policy::not_supported);
        a.enumerator("mathType", mathType, kMathTypeTable, Policy::bad_param);
        a.value("inputSize", inputSize);
        a.value("hiddenSize", hiddenSize);
        a.value("projSize", projSize);
        a.value("numLayers", numLayers);
        a.descriptor_optional("dropoutDesc", dropoutDesc);
        a.value("auxFlags", auxFlags);
      },
      [&] { return girih::api::cudnnSetRNNDescriptor_v8(rnnDesc, algo, cellMode, biasMode, dirMode, inputMode, dataType,
                                                        mathPrec, mathType, inputSize, hiddenSize, projSize, numLayers,
                                                        dropoutDesc, auxFlags); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetRNNDescriptor_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNAlgo_t* algo,
                                                          cudnnRNNMode_t* cellMode, cudnnRNNBiasMode_t* biasMode,
                                                          cudnnDirectionMode_t* dirMode, cudnnRNNInputMode_t* inputMode,
                                                          cudnnDataType_t* dataType, cudnnDataType_t* mathPrec,
                                                          cudnnMathType_t* mathType, int32_t* inputSize,
                                                          int32_t* hiddenSize, int32_t* projSize, int32_t* numLayers,
                                                          cudnnDropoutDescriptor_t* dropoutDesc,
                                                          uint32_t* auxFlags) noexcept {
  return enter(
      "cudnnGetRNNDescriptor_v8",
      [&](auto& a) {
        a.descriptor("rnnDesc", rnnDesc);
        a.host_out_optional("algo", algo);
        a.host_out_optional("cellMode", cellMode);
        a.host_out_optional("biasMode", biasMode);
        a.host_out_optional("dirMode", dirMode);
        a.host_out_optional("inputMode", inputMode);
        a.host_out_optional("dataType", dataType);
        a.host_out_optional("mathPrec", mathPrec);
        a.host_out_optional("mathType", mathType);
        a.host_out_optional("inputSize", inputSize);
        a.host_out_optional("hiddenSize", hiddenSize);
        a.host_out_optional("projSize", projSize);
        a.host_out_optional("numLayers", numLayers);
        a.host_out_optional("dropoutDesc", dropoutDesc);
        a.host_out_optional("auxFlags", auxFlags);
      },
      [&] { return girih::api::cudnnGetRNNDescriptor_v8(rnnDesc, algo, cellMode, biasMode, dirMode, inputMode, dataType,
                                                        mathPrec, mathType, inputSize, hiddenSize, projSize, numLayers,
                                                        dropoutDesc, auxFlags); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnRNNSetClip_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t clipMode,
                                                    cudnnNanPropagation_t clipNanOpt, double lclip,
                                                    double rclip) noexcept {
  return enter(
      "cudnnRNNSetClip_v8",
      [&](auto& a) {
        a.descriptor("rnnDesc", rnnDesc);
        a.enumerator("clipMode", clipMode, kRNNClipModeTable, Policy::unchecked);
        a.enumerator("clipNanOpt", clipNanOpt, kNanPropagationTable, Policy::unchecked);
        a.value("lclip", lclip);
        a.value("rclip", rclip);
      },
      [&] { return girih::api::cudnnRNNSetClip_v8(rnnDesc, clipMode, clipNanOpt, lclip, rclip); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnRNNSetClip_v9(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t clipMode,
                                                    double lclip, double rclip) noexcept {
  return enter(
      "cudnnRNNSetClip_v9",
      [&](auto& a) {
        a.descriptor("rnnDesc", rnnDesc);
        a.enumerator("clipMode", clipMode, kRNNClipModeTable, Policy::unchecked);
        a.value("lclip", lclip);
        a.value("rclip", rclip);
      },
      [&] { return girih::api::cudnnRNNSetClip_v9(rnnDesc, clipMode, lclip, rclip); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnRNNGetClip_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t* clipMode,
                                                    cudnnNanPropagation_t* clipNanOpt, double* lclip,
                                                    double* rclip) noexcept {
  return enter(
      "cudnnRNNGetClip_v8",
      [&](auto& a) {
        a.descriptor("rnnDesc", rnnDesc);
        a.host_out_optional("clipMode", clipMode);
        a.host_out_optional("clipNanOpt", clipNanOpt);
        a.host_out_optional("lclip", lclip);
        a.host_out_optional("rclip", rclip);
      },
      [&] { return girih::api::cudnnRNNGetClip_v8(rnnDesc, clipMode, clipNanOpt, lclip, rclip); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnRNNGetClip_v9(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t* clipMode,
                                                    double* lclip, double* rclip) noexcept {
  return enter(
      "cudnnRNNGetClip_v9",
      [&](auto& a) {
        a.descriptor("rnnDesc", rnnDesc);
        a.host_out_optional("clipMode", clipMode);
        a.host_out_optional("lclip", lclip);
        a.host_out_optional("rclip", rclip);
      },
      [&] { return girih::api::cudnnRNNGetClip_v9(rnnDesc, clipMode, lclip, rclip); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnBuildRNNDynamic(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                                      int miniBatch) noexcept {
  return enter(
      "cudnnBuildRNNDynamic",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("rnnDesc", rnnDesc);
        a.value("miniBatch", miniBatch);
      },
      [&] { return girih::api::cudnnBuildRNNDynamic(handle, rnnDesc, miniBatch); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetRNNTempSpaceSizes(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                                           cudnnForwardMode_t fwdMode, cudnnRNNDataDescriptor_t xDesc,
                                                           size_t* workSpaceSize, size_t* reserveSpaceSize) noexcept {
  return enter(
      "cudnnGetRNNTempSpaceSizes",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("rnnDesc", rnnDesc);
        a.enumerator("fwdMode", fwdMode, kForwardModeTable, Policy::bad_param);
        a.descriptor("xDesc", xDesc);
        a.host_out_optional("workSpaceSize", workSpaceSize);
        a.host_out_optional("reserveSpaceSize", reserveSpaceSize);
      },
      [&] { return girih::api::cudnnGetRNNTempSpaceSizes(handle, rnnDesc, fwdMode, xDesc, workSpaceSize,
                                                         reserveSpaceSize); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetRNNWeightSpaceSize(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                                            size_t* weightSpaceSize) noexcept {
  return enter(
      "cudnnGetRNNWeightSpaceSize",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("rnnDesc", rnnDesc);
        a.host_out("weightSpaceSize", weightSpaceSize);
      },
      [&] { return girih::api::cudnnGetRNNWeightSpaceSize(handle, rnnDesc, weightSpaceSize); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetRNNWeightParams(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                                         int32_t pseudoLayer, size_t weightSpaceSize,
                                                         const void* weightSpace, int32_t linLayerID,
                                                         cudnnTensorDescriptor_t mDesc, void** mAddr,
                                                         cudnnTensorDescriptor_t bDesc, void** bAddr) noexcept {
  return enter(
      "cudnnGetRNNWeightParams",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("rnnDesc", rnnDesc);
        a.value("pseudoLayer", pseudoLayer);
        a.value("weightSpaceSize", weightSpaceSize);
        a.device_in_optional("weightSpace", weightSpace);
        a.value("linLayerID", linLayerID);
        a.descriptor_optional("mDesc", mDesc);
        a.host_out_optional("mAddr", mAddr);
        a.descriptor_optional("bDesc", bDesc);
        a.host_out_optional("bAddr", bAddr);
      },
      [&] { return girih::api::cudnnGetRNNWeightParams(handle, rnnDesc, pseudoLayer, weightSpaceSize, weightSpace,
                                                       linLayerID, mDesc, mAddr, bDesc, bAddr); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateRNNDataDescriptor(cudnnRNNDataDescriptor_t* rnnDataDesc) noexcept {
  return enter(
      "cudnnCreateRNNDataDescriptor",
      [&](auto& a) {
        a.descriptor_out("rnnDataDesc", rnnDataDesc);
      },
      [&] { return girih::api::cudnnCreateRNNDataDescriptor(rnnDataDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroyRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc) noexcept {
  return enter(
      "cudnnDestroyRNNDataDescriptor",
      [&](auto& a) {
        a.descriptor_optional("rnnDataDesc", rnnDataDesc);
      },
      [&] { return girih::api::cudnnDestroyRNNDataDescriptor(rnnDataDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc,
                                                           cudnnDataType_t dataType, cudnnRNNDataLayout_t layout,
                                                           int maxSeqLength, int batchSize, int vectorSize,
                                                           const int seqLengthArray[], void* paddingFill) noexcept {
  return enter(
      "cudnnSetRNNDataDescriptor",
      [&](auto& a) {
        a.descriptor("rnnDataDesc", rnnDataDesc);
        a.enumerator("dataType", dataType, kDataTypeTable, Policy::bad_param);
        a.enumerator("layout", layout, kRNNDataLayoutTable, Policy::bad_param);
        a.value("maxSeqLength", maxSeqLength);
        a.value("batchSize", batchSize);
        a.value("vectorSize", vectorSize);
        a.host_in("seqLengthArray", seqLengthArray);
        a.host_in_optional("paddingFill", paddingFill);
      },
      [&] { return girih::api::cudnnSetRNNDataDescriptor(rnnDataDesc, dataType, layout, maxSeqLength, batchSize,
                                                         vectorSize, seqLengthArray, paddingFill); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc,
                                                           cudnnDataType_t* dataType, cudnnRNNDataLayout_t* layout,
                                                           int* maxSeqLength, int* batchSize, int* vectorSize,
                                                           int arrayLengthRequested, int seqLengthArray[],
                                                           void* paddingFill) noexcept {
  return enter(
      "cudnnGetRNNDataDescriptor",
      [&](auto& a) {
        a.descriptor("rnnDataDesc", rnnDataDesc);
        a.host_out("dataType", dataType);
        a.host_out("layout", layout);
        a.host_out("maxSeqLength", maxSeqLength);
        a.host_out("batchSize", batchSize);
        a.host_out("vectorSize", vectorSize);
        a.value("arrayLengthRequested", arrayLengthRequested);
        a.host_out_optional("seqLengthArray", seqLengthArray);
        a.host_out("paddingFill", paddingFill);
      },
      [&] { return girih::api::cudnnGetRNNDataDescriptor(rnnDataDesc, dataType, layout, maxSeqLength, batchSize,
                                                         vectorSize, arrayLengthRequested, seqLengthArray,
                                                         paddingFill); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnRNNForward(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                                 cudnnForwardMode_t fwdMode, const int32_t devSeqLengths[],
                                                 cudnnRNNDataDescriptor_t xDesc, const void* x,
                                                 cudnnRNNDataDescriptor_t yDesc, void* y, cudnnTensorDescriptor_t hDesc,
                                                 const void* hx, void* hy, cudnnTensorDescriptor_t cDesc,
                                                 const void* cx, void* cy, size_t weightSpaceSize,
                                                 const void* weightSpace, size_t workSpaceSize, void* workSpace,
                                                 size_t reserveSpaceSize, void* reserveSpace) noexcept {
  return enter(
      "cudnnRNNForward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("rnnDesc", rnnDesc);
        a.enumerator("fwdMode", fwdMode, kForwardModeTable, Policy::unchecked);
        a.device_in_optional("devSeqLengths", devSeqLengths);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.descriptor("yDesc", yDesc);
        a.device_out("y", y);
        a.descriptor_optional("hDesc", hDesc);
        a.device_in_optional("hx", hx);
        a.device_out_optional("hy", hy);
        a.descriptor_optional("cDesc", cDesc);
        a.device_in_optional("cx", cx);
        a.device_out_optional("cy", cy);
        a.value("weightSpaceSize", weightSpaceSize);
        a.device_in("weightSpace", weightSpace);
        a.value("workSpaceSize", workSpaceSize);
        a.workspace_optional("workSpace", workSpace);
        a.value("reserveSpaceSize", reserveSpaceSize);
        a.workspace_optional("reserveSpace", reserveSpace);
      },
      [&] { return girih::api::cudnnRNNForward(handle, rnnDesc, fwdMode, devSeqLengths, xDesc, x, yDesc, y, hDesc, hx,
                                               hy, cDesc, cx, cy, weightSpaceSize, weightSpace, workSpaceSize,
                                               workSpace, reserveSpaceSize, reserveSpace); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateSeqDataDescriptor(cudnnSeqDataDescriptor_t* seqDataDesc) noexcept {
  return enter(
      "cudnnCreateSeqDataDescriptor",
      [&](auto& a) {
        a.descriptor_out("seqDataDesc", seqDataDesc);
      },
      [&] { return girih::api::cudnnCreateSeqDataDescriptor(seqDataDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroySeqDataDescriptor(cudnnSeqDataDescriptor_t seqDataDesc) noexcept {
  return enter(
      "cudnnDestroySeqDataDescriptor",
      [&](auto& a) {
        a.descriptor_optional("seqDataDesc", seqDataDesc);
      },
      [&] { return girih::api::cudnnDestroySeqDataDescriptor(seqDataDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetSeqDataDescriptor(cudnnSeqDataDescriptor_t seqDataDesc,
                                                           cudnnDataType_t dataType, int nbDims, const int dimA[],
                                                           const cudnnSeqDataAxis_t axes[], size_t seqLengthArraySize,
                                                           const int seqLengthArray[], void* paddingFill) noexcept {
  return enter(
      "cudnnSetSeqDataDescriptor",
      [&](auto& a) {
        a.descriptor("seqDataDesc", seqDataDesc);
        a.enumerator("dataType", dataType, kDataTypeTable, Policy::bad_param);
        a.value("nbDims", nbDims);
        a.host_in("dimA", dimA);
        a.host_in("axes", axes);
        a.value("seqLengthArraySize", seqLengthArraySize);
        a.host_in("seqLengthArray", seqLengthArray);
        a.host_in_optional("paddingFill", paddingFill);
      },
      [&] { return girih::api::cudnnSetSeqDataDescriptor(seqDataDesc, dataType, nbDims, dimA, axes, seqLengthArraySize,
                                                         seqLengthArray, paddingFill); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetSeqDataDescriptor(const cudnnSeqDataDescriptor_t seqDataDesc,
                                                           cudnnDataType_t* dataType, int* nbDims, int nbDimsRequested,
                                                           int dimA[], cudnnSeqDataAxis_t axes[],
                                                           size_t* seqLengthArraySize, size_t seqLengthSizeRequested,
                                                           int seqLengthArray[], void* paddingFill) noexcept {
  return enter(
      "cudnnGetSeqDataDescriptor",
      [&](auto& a) {
        a.descriptor("seqDataDesc", seqDataDesc);
        a.host_out_optional("dataType", dataType);
        a.host_out_optional("nbDims", nbDims);
        a.value("nbDimsRequested", nbDimsRequested);
        a.host_out_optional("dimA", dimA);
        a.host_out_optional("axes", axes);
        a.host_out_optional("seqLengthArraySize", seqLengthArraySize);
        a.value("seqLengthSizeRequested", seqLengthSizeRequested);
        a.host_out_optional("seqLengthArray", seqLengthArray);
        a.host_out_optional("paddingFill", paddingFill);
      },
      [&] { return girih::api::cudnnGetSeqDataDescriptor(seqDataDesc, dataType, nbDims, nbDimsRequested, dimA, axes,
                                                         seqLengthArraySize, seqLengthSizeRequested, seqLengthArray,
                                                         paddingFill); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateAttnDescriptor(cudnnAttnDescriptor_t* attnDesc) noexcept {
  return enter(
      "cudnnCreateAttnDescriptor",
      [&](auto& a) {
        a.descriptor_out("attnDesc", attnDesc);
      },
      [&] { return girih::api::cudnnCreateAttnDescriptor(attnDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroyAttnDescriptor(cudnnAttnDescriptor_t attnDesc) noexcept {
  return enter(
      "cudnnDestroyAttnDescriptor",
      [&](auto& a) {
        a.descriptor_optional("attnDesc", attnDesc);
      },
      [&] { return girih::api::cudnnDestroyAttnDescriptor(attnDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetAttnDescriptor(cudnnAttnDescriptor_t attnDesc, unsigned attnMode, int nHeads,
                                                        double smScaler, cudnnDataType_t dataType,
                                                        cudnnDataType_t computePrec, cudnnMathType_t mathType,
                                                        cudnnDropoutDescriptor_t attnDropoutDesc,
                                                        cudnnDropoutDescriptor_t postDropoutDesc, int qSize, int kSize,
                                                        int vSize, int qProjSize, int kProjSize, int vProjSize,
                                                        int oProjSize, int qoMaxSeqLength, int kvMaxSeqLength,
                                                        int maxBatchSize, int maxBeamSize) noexcept {
  return enter(
      "cudnnSetAttnDescriptor",
      [&](auto& a) {
        a.descriptor("attnDesc", attnDesc);
        a.value("attnMode", attnMode);
        a.value("nHeads", nHeads);
        a.value("smScaler", smScaler);
        a.enumerator("dataType", dataType, kDataTypeTable, Policy::bad_param);
        a.enumerator("computePrec", computePrec, kDataTypeTable, Policy::bad_param);
        a.enumerator("mathType", mathType, kMathTypeTable, Policy::bad_param);
        a.descriptor_optional("attnDropoutDesc", attnDropoutDesc);
        a.descriptor_optional("postDropoutDesc", postDropoutDesc);
        a.value("qSize", qSize);
        a.value("kSize", kSize);
        a.value("vSize", vSize);
        a.value("qProjSize", qProjSize);
        a.value("kProjSize", kProjSize);
        a.value("vProjSize", vProjSize);
        a.value("oProjSize", oProjSize);
        a.value("qoMaxSeqLength", qoMaxSeqLength);
        a.value("kvMaxSeqLength", kvMaxSeqLength);
        a.value("maxBatchSize", maxBatchSize);
        a.value("maxBeamSize", maxBeamSize);
      },
      [&] { return girih::api::cudnnSetAttnDescriptor(attnDesc, attnMode, nHeads, smScaler, dataType, computePrec,
                                                      mathType, attnDropoutDesc, postDropoutDesc, qSize, kSize, vSize,
                                                      qProjSize, kProjSize, vProjSize, oProjSize, qoMaxSeqLength,
                                                      kvMaxSeqLength, maxBatchSize, maxBeamSize); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetAttnDescriptor(cudnnAttnDescriptor_t attnDesc, unsigned* attnMode, int* nHeads,
                                                        double* smScaler, cudnnDataType_t* dataType,
                                                        cudnnDataType_t* computePrec, cudnnMathType_t* mathType,
                                                        cudnnDropoutDescriptor_t* attnDropoutDesc,
                                                        cudnnDropoutDescriptor_t* postDropoutDesc, int* qSize,
                                                        int* kSize, int* vSize, int* qProjSize, int* kProjSize,
                                                        int* vProjSize, int* oProjSize, int* qoMaxSeqLength,
                                                        int* kvMaxSeqLength, int* maxBatchSize,
                                                        int* maxBeamSize) noexcept {
  return enter(
      "cudnnGetAttnDescriptor",
      [&](auto& a) {
        a.descriptor("attnDesc", attnDesc);
        a.host_out_optional("attnMode", attnMode);
        a.host_out_optional("nHeads", nHeads);
        a.host_out_optional("smScaler", smScaler);
        a.host_out_optional("dataType", dataType);
        a.host_out_optional("computePrec", computePrec);
        a.host_out_optional("mathType", mathType);
        a.host_out_optional("attnDropoutDesc", attnDropoutDesc);
        a.host_out_optional("postDropoutDesc", postDropoutDesc);
        a.host_out_optional("qSize", qSize);
        a.host_out_optional("kSize", kSize);
        a.host_out_optional("vSize", vSize);
        a.host_out_optional("qProjSize", qProjSize);
        a.host_out_optional("kProjSize", kProjSize);
        a.host_out_optional("vProjSize", vProjSize);
        a.host_out_optional("oProjSize", oProjSize);
        a.host_out_optional("qoMaxSeqLength", qoMaxSeqLength);
        a.host_out_optional("kvMaxSeqLength", kvMaxSeqLength);
        a.host_out_optional("maxBatchSize", maxBatchSize);
        a.host_out_optional("maxBeamSize", maxBeamSize);
      },
      [&] { return girih::api::cudnnGetAttnDescriptor(attnDesc, attnMode, nHeads, smScaler, dataType, computePrec,
                                                      mathType, attnDropoutDesc, postDropoutDesc, qSize, kSize, vSize,
                                                      qProjSize, kProjSize, vProjSize, oProjSize, qoMaxSeqLength,
                                                      kvMaxSeqLength, maxBatchSize, maxBeamSize); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetMultiHeadAttnBuffers(cudnnHandle_t handle,
                                                              const cudnnAttnDescriptor_t attnDesc,
                                                              size_t* weightSizeInBytes, size_t* workSpaceSizeInBytes,
                                                              size_t* reserveSpaceSizeInBytes) noexcept {
  return enter(
      "cudnnGetMultiHeadAttnBuffers",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("attnDesc", attnDesc);
        a.host_out("weightSizeInBytes", weightSizeInBytes);
        a.host_out("workSpaceSizeInBytes", workSpaceSizeInBytes);
        a.host_out_optional("reserveSpaceSizeInBytes", reserveSpaceSizeInBytes);
      },
      [&] { return girih::api::cudnnGetMultiHeadAttnBuffers(handle, attnDesc, weightSizeInBytes, workSpaceSizeInBytes,
                                                            reserveSpaceSizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetMultiHeadAttnWeights(cudnnHandle_t handle,
                                                              const cudnnAttnDescriptor_t attnDesc,
                                                              cudnnMultiHeadAttnWeightKind_t wKind,
                                                              size_t weightSizeInBytes, const void* weights,
                                                              cudnnTensorDescriptor_t wDesc, void** wAddr) noexcept {
  return enter(
      "cudnnGetMultiHeadAttnWeights",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("attnDesc", attnDesc);
        a.enumerator("wKind", wKind, kMultiHeadAttnWeightKindTable, Policy::bad_param);
        a.value("weightSizeInBytes", weightSizeInBytes);
        a.device_in_optional("weights", weights);
        a.descriptor("wDesc", wDesc);
        a.host_out("wAddr", wAddr);
      },
      [&] { return girih::api::cudnnGetMultiHeadAttnWeights(handle, attnDesc, wKind, weightSizeInBytes, weights, wDesc,
                                                            wAddr); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnMultiHeadAttnForward(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc,
                                                           int currIdx, const int loWinIdx[], const int hiWinIdx[],
                                                           const int devSeqLengthsQO[], const int devSeqLengthsKV[],
                                                           const cudnnSeqDataDescriptor_t qDesc, const void* queries,
                                                           const void* residuals, const cudnnSeqDataDescriptor_t kDesc,
                                                           const void* keys, const cudnnSeqDataDescriptor_t vDesc,
                                                           const void* values, const cudnnSeqDataDescriptor_t oDesc,
                                                           void* out, size_t weightSizeInBytes, const void* weights,
                                                           size_t workSpaceSizeInBytes, void* workSpace,
                                                           size_t reserveSpaceSizeInBytes,
                                                           void* reserveSpace) noexcept {
  return enter(
      "cudnnMultiHeadAttnForward",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("attnDesc", attnDesc);
        a.value("currIdx", currIdx);
        a.host_in("loWinIdx", loWinIdx);
        a.host_in("hiWinIdx", hiWinIdx);
        a.device_in("devSeqLengthsQO", devSeqLengthsQO);
        a.device_in("devSeqLengthsKV", devSeqLengthsKV);
        a.descriptor("qDesc", qDesc);
        a.device_in("queries", queries);
        a.device_in_optional("residuals", residuals);
        a.descriptor("kDesc", kDesc);
        a.device_in("keys", keys);
        a.descriptor("vDesc", vDesc);
        a.device_in("values", values);
        a.descriptor("oDesc", oDesc);
        a.device_out("out", out);
        a.value("weightSizeInBytes", weightSizeInBytes);
        a.device_in_optional("weights", weights);
        a.value("workSpaceSizeInBytes", workSpaceSizeInBytes);
        a.workspace_optional("workSpace", workSpace);
        a.value("reserveSpaceSizeInBytes", reserveSpaceSizeInBytes);
        a.workspace_optional("reserveSpace", reserveSpace);
      },
      [&] { return girih::api::cudnnMultiHeadAttnForward(handle, attnDesc, currIdx, loWinIdx, hiWinIdx, devSeqLengthsQO,
                                                         devSeqLengthsKV, qDesc, queries, residuals, kDesc, keys, vDesc,
                                                         values, oDesc, out, weightSizeInBytes, weights,
                                                         workSpaceSizeInBytes, workSpace, reserveSpaceSizeInBytes,
                                                         reserveSpace); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnAdvVersionCheck() noexcept {
  return enter(
      "cudnnAdvVersionCheck", [](auto&) {},
      [&] { return girih::api::cudnnAdvVersionCheck(); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnRNNBackwardData_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                                         const int32_t devSeqLengths[], cudnnRNNDataDescriptor_t yDesc,
                                                         const void* y, const void* dy, cudnnRNNDataDescriptor_t xDesc,
                                                         void* dx, cudnnTensorDescriptor_t hDesc, const void* hx,
                                                         const void* dhy, void* dhx, cudnnTensorDescriptor_t cDesc,
                                                         const void* cx, const void* dcy, void* dcx,
                                                         size_t weightSpaceSize, const void* weightSpace,
                                                         size_t workSpaceSize, void* workSpace, size_t reserveSpaceSize,
                                                         void* reserveSpace) noexcept {
  return enter(
      "cudnnRNNBackwardData_v8",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("rnnDesc", rnnDesc);
        a.device_in_optional("devSeqLengths", devSeqLengths);
        a.descriptor("yDesc", yDesc);
        a.device_in("y", y);
        a.device_in("dy", dy);
        a.descriptor("xDesc", xDesc);
        a.device_out("dx", dx);
        a.descriptor_optional("hDesc", hDesc);
        a.device_in_optional("hx", hx);
        a.device_in_optional("dhy", dhy);
        a.device_out_optional("dhx", dhx);
        a.descriptor_optional("cDesc", cDesc);
        a.device_in_optional("cx", cx);
        a.device_in_optional("dcy", dcy);
        a.device_out_optional("dcx", dcx);
        a.value("weightSpaceSize", weightSpaceSize);
        a.device_in("weightSpace", weightSpace);
        a.value("workSpaceSize", workSpaceSize);
        a.workspace_optional("workSpace", workSpace);
        a.value("reserveSpaceSize", reserveSpaceSize);
        a.workspace_optional("reserveSpace", reserveSpace);
      },
      [&] { return girih::api::cudnnRNNBackwardData_v8(handle, rnnDesc, devSeqLengths, yDesc, y, dy, xDesc, dx, hDesc,
                                                       hx, dhy, dhx, cDesc, cx, dcy, dcx, weightSpaceSize, weightSpace,
                                                       workSpaceSize, workSpace, reserveSpaceSize, reserveSpace); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnRNNBackwardWeights_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                                            cudnnWgradMode_t addGrad, const int32_t devSeqLengths[],
                                                            cudnnRNNDataDescriptor_t xDesc, const void* x,
                                                            cudnnTensorDescriptor_t hDesc, const void* hx,
                                                            cudnnRNNDataDescriptor_t yDesc, const void* y,
                                                            size_t weightSpaceSize, void* dweightSpace,
                                                            size_t workSpaceSize, void* workSpace,
                                                            size_t reserveSpaceSize, void* reserveSpace) noexcept {
  return enter(
      "cudnnRNNBackwardWeights_v8",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("rnnDesc", rnnDesc);
        a.enumerator("addGrad", addGrad, kWgradModeTable, Policy::bad_param);
        a.device_in_optional("devSeqLengths", devSeqLengths);
        a.descriptor("xDesc", xDesc);
        a.device_in("x", x);
        a.descriptor_optional("hDesc", hDesc);
        a.device_in_optional("hx", hx);
        a.descriptor("yDesc", yDesc);
        a.device_in("y", y);
        a.value("weightSpaceSize", weightSpaceSize);
        a.device_inout("dweightSpace", dweightSpace);
        a.value("workSpaceSize", workSpaceSize);
        a.workspace_optional("workSpace", workSpace);
        a.value("reserveSpaceSize", reserveSpaceSize);
        a.workspace_optional("reserveSpace", reserveSpace);
      },
      [&] { return girih::api::cudnnRNNBackwardWeights_v8(handle, rnnDesc, addGrad, devSeqLengths, xDesc, x, hDesc, hx,
                                                          yDesc, y, weightSpaceSize, dweightSpace, workSpaceSize,
                                                          workSpace, reserveSpaceSize, reserveSpace); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnMultiHeadAttnBackwardData(cudnnHandle_t handle,
                                                                const cudnnAttnDescriptor_t attnDesc,
                                                                const int loWinIdx[], const int hiWinIdx[],
                                                                const int devSeqLengthsDQDO[],
                                                                const int devSeqLengthsDKDV[],
                                                                const cudnnSeqDataDescriptor_t doDesc, const void* dout,
                                                                const cudnnSeqDataDescriptor_t dqDesc, void* dqueries,
                                                                const void* queries,
                                                                const cudnnSeqDataDescriptor_t dkDesc, void* dkeys,
                                                                const void* keys, const cudnnSeqDataDescriptor_t dvDesc,
                                                                void* dvalues, const void* values,
                                                                size_t weightSizeInBytes, const void* weights,
                                                                size_t workSpaceSizeInBytes, void* workSpace,
                                                                size_t reserveSpaceSizeInBytes,
                                                                void* reserveSpace) noexcept {
  return enter(
      "cudnnMultiHeadAttnBackwardData",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("attnDesc", attnDesc);
        a.host_in("loWinIdx", loWinIdx);
        a.host_in("hiWinIdx", hiWinIdx);
        a.device_in("devSeqLengthsDQDO", devSeqLengthsDQDO);
        a.device_in("devSeqLengthsDKDV", devSeqLengthsDKDV);
        a.descriptor("doDesc", doDesc);
        a.device_in("dout", dout);
        a.descriptor("dqDesc", dqDesc);
        a.device_out("dqueries", dqueries);
        a.device_in("queries", queries);
        a.descriptor("dkDesc", dkDesc);
        a.device_out("dkeys", dkeys);
        a.device_in("keys", keys);
        a.descriptor("dvDesc", dvDesc);
        a.device_out("dvalues", dvalues);
        a.device_in("values", values);
        a.value("weightSizeInBytes", weightSizeInBytes);
        a.device_in_optional("weights", weights);
        a.value("workSpaceSizeInBytes", workSpaceSizeInBytes);
        a.workspace_optional("workSpace", workSpace);
        a.value("reserveSpaceSizeInBytes", reserveSpaceSizeInBytes);
        a.workspace_optional("reserveSpace", reserveSpace);
      },
      [&] { return girih::api::cudnnMultiHeadAttnBackwardData(handle, attnDesc, loWinIdx, hiWinIdx, devSeqLengthsDQDO,
                                                              devSeqLengthsDKDV, doDesc, dout, dqDesc, dqueries,
                                                              queries, dkDesc, dkeys, keys, dvDesc, dvalues, values,
                                                              weightSizeInBytes, weights, workSpaceSizeInBytes,
                                                              workSpace, reserveSpaceSizeInBytes, reserveSpace); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnMultiHeadAttnBackwardWeights(cudnnHandle_t handle,
                                                                   const cudnnAttnDescriptor_t attnDesc,
                                                                   cudnnWgradMode_t addGrad,
                                                                   const cudnnSeqDataDescriptor_t qDesc,
                                                                   const void* queries,
                                                                   const cudnnSeqDataDescriptor_t kDesc,
                                                                   const void* keys,
                                                                   const cudnnSeqDataDescriptor_t vDesc,
                                                                   const void* values,
                                                                   const cudnnSeqDataDescriptor_t doDesc,
                                                                   const void* dout, size_t weightSizeInBytes,
                                                                   const void* weights, void* dweights,
                                                                   size_t workSpaceSizeInBytes, void* workSpace,
                                                                   size_t reserveSpaceSizeInBytes,
                                                                   void* reserveSpace) noexcept {
  return enter(
      "cudnnMultiHeadAttnBackwardWeights",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("attnDesc", attnDesc);
        a.enumerator("addGrad", addGrad, kWgradModeTable, Policy::bad_param);
        a.descriptor("qDesc", qDesc);
        a.device_in("queries", queries);
        a.descriptor("kDesc", kDesc);
        a.device_in("keys", keys);
        a.descriptor("vDesc", vDesc);
        a.device_in("values", values);
        a.descriptor("doDesc", doDesc);
        a.device_in("dout", dout);
        a.value("weightSizeInBytes", weightSizeInBytes);
        a.device_in_optional("weights", weights);
        a.device_inout_optional("dweights", dweights);
        a.value("workSpaceSizeInBytes", workSpaceSizeInBytes);
        a.workspace_optional("workSpace", workSpace);
        a.value("reserveSpaceSizeInBytes", reserveSpaceSizeInBytes);
        a.workspace_optional("reserveSpace", reserveSpace);
      },
      [&] { return girih::api::cudnnMultiHeadAttnBackwardWeights(handle, attnDesc, addGrad, qDesc, queries, kDesc, keys,
                                                                 vDesc, values, doDesc, dout, weightSizeInBytes,
                                                                 weights, dweights, workSpaceSizeInBytes, workSpace,
                                                                 reserveSpaceSizeInBytes, reserveSpace); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCreateCTCLossDescriptor(cudnnCTCLossDescriptor_t* ctcLossDesc) noexcept {
  return enter(
      "cudnnCreateCTCLossDescriptor",
      [&](auto& a) {
        a.descriptor_out("ctcLossDesc", ctcLossDesc);
      },
      [&] { return girih::api::cudnnCreateCTCLossDescriptor(ctcLossDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                           cudnnDataType_t compType) noexcept {
  return enter(
      "cudnnSetCTCLossDescriptor",
      [&](auto& a) {
        a.descriptor("ctcLossDesc", ctcLossDesc);
        a.enumerator("compType", compType, kDataTypeTable, Policy::not_supported);
      },
      [&] { return girih::api::cudnnSetCTCLossDescriptor(ctcLossDesc, compType); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                             cudnnDataType_t compType,
                                                             cudnnLossNormalizationMode_t normMode,
                                                             cudnnNanPropagation_t gradMode) noexcept {
  return enter(
      "cudnnSetCTCLossDescriptorEx",
      [&](auto& a) {
        a.descriptor("ctcLossDesc", ctcLossDesc);
        a.enumerator("compType", compType, kDataTypeTable, Policy::not_supported);
        a.enumerator("normMode", normMode, kLossNormalizationModeTable, Policy::unchecked);
        a.enumerator("gradMode", gradMode, kNanPropagationTable, Policy::unchecked);
      },
      [&] { return girih::api::cudnnSetCTCLossDescriptorEx(ctcLossDesc, compType, normMode, gradMode); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                              cudnnDataType_t compType,
                                                              cudnnLossNormalizationMode_t normMode,
                                                              cudnnNanPropagation_t gradMode,
                                                              int maxLabelLength) noexcept {
  return enter(
      "cudnnSetCTCLossDescriptor_v8",
      [&](auto& a) {
        a.descriptor("ctcLossDesc", ctcLossDesc);
        a.enumerator("compType", compType, kDataTypeTable, Policy::not_supported);
        a.enumerator("normMode", normMode, kLossNormalizationModeTable, Policy::unchecked);
        a.enumerator("gradMode", gradMode, kNanPropagationTable, Policy::unchecked);
        a.value("maxLabelLength", maxLabelLength);
      },
      [&] { return girih::api::cudnnSetCTCLossDescriptor_v8(ctcLossDesc, compType, normMode, gradMode,
                                                            maxLabelLength); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnSetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                              cudnnDataType_t compType,
                                                              cudnnLossNormalizationMode_t normMode,
                                                              cudnnCTCGradMode_t ctcGradMode,
                                                              int maxLabelLength) noexcept {
  return enter(
      "cudnnSetCTCLossDescriptor_v9",
      [&](auto& a) {
        a.descriptor("ctcLossDesc", ctcLossDesc);
        a.enumerator("compType", compType, kDataTypeTable, Policy::not_supported);
        a.enumerator("normMode", normMode, kLossNormalizationModeTable, Policy::unchecked);
        a.enumerator("ctcGradMode", ctcGradMode, kCTCGradModeTable, Policy::unchecked);
        a.value("maxLabelLength", maxLabelLength);
      },
      [&] { return girih::api::cudnnSetCTCLossDescriptor_v9(ctcLossDesc, compType, normMode, ctcGradMode,
                                                            maxLabelLength); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                           cudnnDataType_t* compType) noexcept {
  return enter(
      "cudnnGetCTCLossDescriptor",
      [&](auto& a) {
        a.descriptor("ctcLossDesc", ctcLossDesc);
        a.host_out_optional("compType", compType);
      },
      [&] { return girih::api::cudnnGetCTCLossDescriptor(ctcLossDesc, compType); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                             cudnnDataType_t* compType,
                                                             cudnnLossNormalizationMode_t* normMode,
                                                             cudnnNanPropagation_t* gradMode) noexcept {
  return enter(
      "cudnnGetCTCLossDescriptorEx",
      [&](auto& a) {
        a.descriptor("ctcLossDesc", ctcLossDesc);
        a.host_out_optional("compType", compType);
        a.host_out_optional("normMode", normMode);
        a.host_out_optional("gradMode", gradMode);
      },
      [&] { return girih::api::cudnnGetCTCLossDescriptorEx(ctcLossDesc, compType, normMode, gradMode); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                              cudnnDataType_t* compType,
                                                              cudnnLossNormalizationMode_t* normMode,
                                                              cudnnNanPropagation_t* gradMode,
                                                              int* maxLabelLength) noexcept {
  return enter(
      "cudnnGetCTCLossDescriptor_v8",
      [&](auto& a) {
        a.descriptor("ctcLossDesc", ctcLossDesc);
        a.host_out_optional("compType", compType);
        a.host_out_optional("normMode", normMode);
        a.host_out_optional("gradMode", gradMode);
        a.host_out_optional("maxLabelLength", maxLabelLength);
      },
      [&] { return girih::api::cudnnGetCTCLossDescriptor_v8(ctcLossDesc, compType, normMode, gradMode,
                                                            maxLabelLength); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctcLossDesc,
                                                              cudnnDataType_t* compType,
                                                              cudnnLossNormalizationMode_t* normMode,
                                                              cudnnCTCGradMode_t* ctcGradMode,
                                                              int* maxLabelLength) noexcept {
  return enter(
      "cudnnGetCTCLossDescriptor_v9",
      [&](auto& a) {
        a.descriptor("ctcLossDesc", ctcLossDesc);
        a.host_out_optional("compType", compType);
        a.host_out_optional("normMode", normMode);
        a.host_out_optional("ctcGradMode", ctcGradMode);
        a.host_out_optional("maxLabelLength", maxLabelLength);
      },
      [&] { return girih::api::cudnnGetCTCLossDescriptor_v9(ctcLossDesc, compType, normMode, ctcGradMode,
                                                            maxLabelLength); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnDestroyCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc) noexcept {
  return enter(
      "cudnnDestroyCTCLossDescriptor",
      [&](auto& a) {
        a.descriptor_optional("ctcLossDesc", ctcLossDesc);
      },
      [&] { return girih::api::cudnnDestroyCTCLossDescriptor(ctcLossDesc); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCTCLoss(cudnnHandle_t handle, const cudnnTensorDescriptor_t probsDesc,
                                              const void* probs, const int hostLabels[], const int hostLabelLengths[],
                                              const int hostInputLengths[], void* costs,
                                              const cudnnTensorDescriptor_t gradientsDesc, void* gradients,
                                              cudnnCTCLossAlgo_t algo, cudnnCTCLossDescriptor_t ctcLossDesc,
                                              void* workspace, size_t workSpaceSizeInBytes) noexcept {
  return enter(
      "cudnnCTCLoss",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("probsDesc", probsDesc);
        a.device_in("probs", probs);
        a.host_in("hostLabels", hostLabels);
        a.host_in("hostLabelLengths", hostLabelLengths);
        a.host_in("hostInputLengths", hostInputLengths);
        a.device_out("costs", costs);
        a.descriptor("gradientsDesc", gradientsDesc);
        a.device_out_optional("gradients", gradients);
        a.enumerator("algo", algo, kCTCLossAlgoTable, Policy::not_supported);
        a.descriptor("ctcLossDesc", ctcLossDesc);
        a.workspace_optional("workspace", workspace);
        a.value("workSpaceSizeInBytes", workSpaceSizeInBytes);
      },
      [&] { return girih::api::cudnnCTCLoss(handle, probsDesc, probs, hostLabels, hostLabelLengths, hostInputLengths,
                                            costs, gradientsDesc, gradients, algo, ctcLossDesc, workspace,
                                            workSpaceSizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnCTCLoss_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algo,
                                                 cudnnCTCLossDescriptor_t ctcLossDesc,
                                                 const cudnnTensorDescriptor_t probsDesc, const void* probs,
                                                 const int labels[], const int labelLengths[], const int inputLengths[],
                                                 void* costs, const cudnnTensorDescriptor_t gradientsDesc,
                                                 void* gradients, size_t workSpaceSizeInBytes,
                                                 void* workspace) noexcept {
  return enter(
      "cudnnCTCLoss_v8",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("algo", algo, kCTCLossAlgoTable, Policy::not_supported);
        a.descriptor("ctcLossDesc", ctcLossDesc);
        a.descriptor("probsDesc", probsDesc);
        a.device_in("probs", probs);
        a.device_in("labels", labels);
        a.device_in("labelLengths", labelLengths);
        a.device_in("inputLengths", inputLengths);
        a.device_out("costs", costs);
        a.descriptor("gradientsDesc", gradientsDesc);
        a.device_out_optional("gradients", gradients);
        a.value("workSpaceSizeInBytes", workSpaceSizeInBytes);
        a.workspace_optional("workspace", workspace);
      },
      [&] { return girih::api::cudnnCTCLoss_v8(handle, algo, ctcLossDesc, probsDesc, probs, labels, labelLengths,
                                               inputLengths, costs, gradientsDesc, gradients, workSpaceSizeInBytes,
                                               workspace); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetCTCLossWorkspaceSize(cudnnHandle_t handle,
                                                              const cudnnTensorDescriptor_t probsDesc,
                                                              const cudnnTensorDescriptor_t gradientsDesc,
                                                              const int* labels, const int* labelLengths,
                                                              const int* inputLengths, cudnnCTCLossAlgo_t algo,
                                                              cudnnCTCLossDescriptor_t ctcLossDesc,
                                                              size_t* sizeInBytes) noexcept {
  return enter(
      "cudnnGetCTCLossWorkspaceSize",
      [&](auto& a) {
        a.handle("handle", handle);
        a.descriptor("probsDesc", probsDesc);
        a.descriptor_optional("gradientsDesc", gradientsDesc);
        a.host_in_optional("labels", labels);
        a.host_in("labelLengths", labelLengths);
        a.host_in("inputLengths", inputLengths);
        a.enumerator("algo", algo, kCTCLossAlgoTable, Policy::unchecked);
        a.descriptor("ctcLossDesc", ctcLossDesc);
        a.host_out("sizeInBytes", sizeInBytes);
      },
      [&] { return girih::api::cudnnGetCTCLossWorkspaceSize(handle, probsDesc, gradientsDesc, labels, labelLengths,
                                                            inputLengths, algo, ctcLossDesc, sizeInBytes); });
}

GIRIH_EXPORT cudnnStatus_t girih_cudnnGetCTCLossWorkspaceSize_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algo,
                                                                 cudnnCTCLossDescriptor_t ctcLossDesc,
                                                                 const cudnnTensorDescriptor_t probsDesc,
                                                                 const cudnnTensorDescriptor_t gradientsDesc,
                                                                 size_t* sizeInBytes) noexcept {
  return enter(
      "cudnnGetCTCLossWorkspaceSize_v8",
      [&](auto& a) {
        a.handle("handle", handle);
        a.enumerator("algo", algo, kCTCLossAlgoTable, Policy::unchecked);
        a.descriptor("ctcLossDesc", ctcLossDesc);
        a.descriptor("probsDesc", probsDesc);
        a.descriptor_optional("gradientsDesc", gradientsDesc);
        a.host_out("sizeInBytes", sizeInBytes);
      },
      [&] { return girih::api::cudnnGetCTCLossWorkspaceSize_v8(handle, algo, ctcLossDesc, probsDesc, gradientsDesc,
                                                               sizeInBytes); });
}

}  // namespace girih::api
