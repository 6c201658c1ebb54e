// Written by spec/generate.py from the tables in spec/. Edit those, then run it again.
// clang-format off
// Value and name of every enumerator: for the checks of arguments, the trace and error texts. Aliases and the
// enumerators that only count the others are left out.
#pragma once
#include <span>

namespace girih::api {

struct EnumName {
  int value;
  const char* name;
};

struct EnumTable {
  const char* type;
  std::span<const EnumName> values;
};

extern const EnumTable kStatusTable;
extern const EnumTable kErrQueryModeTable;
extern const EnumTable kDataTypeTable;
extern const EnumTable kMathTypeTable;
extern const EnumTable kNanPropagationTable;
extern const EnumTable kCTCGradModeTable;
extern const EnumTable kTensorFormatTable;
extern const EnumTable kReduceTensorOpTable;
extern const EnumTable kActivationModeTable;
extern const EnumTable kSeverityTable;
extern const EnumTable kConvolutionModeTable;
extern const EnumTable kReorderTypeTable;
extern const EnumTable kPointwiseModeTable;
extern const EnumTable kResampleModeTable;
extern const EnumTable kSignalModeTable;
extern const EnumTable kGenStatsModeTable;
extern const EnumTable kBnFinalizeStatsModeTable;
extern const EnumTable kRngDistributionTable;
extern const EnumTable kMoeGroupedMatmulModeTable;
extern const EnumTable kBackendAttributeNameTable;
extern const EnumTable kBackendAttributeTypeTable;
extern const EnumTable kBackendDescriptorTypeTable;
extern const EnumTable kBackendNumericalNoteTable;
extern const EnumTable kBackendBehaviorNoteTable;
extern const EnumTable kBackendKnobTypeTable;
extern const EnumTable kBackendLayoutTypeTable;
extern const EnumTable kBackendHeurModeTable;
extern const EnumTable kBackendTensorReorderingTable;
extern const EnumTable kPaddingModeTable;
extern const EnumTable kBackendNormModeTable;
extern const EnumTable kBackendNormFwdPhaseTable;
extern const EnumTable kDeterminismTable;
extern const EnumTable kFoldingDirectionTable;
extern const EnumTable kOpTensorOpTable;
extern const EnumTable kReduceTensorIndicesTable;
extern const EnumTable kIndicesTypeTable;
extern const EnumTable kSoftmaxAlgorithmTable;
extern const EnumTable kSoftmaxModeTable;
extern const EnumTable kPoolingModeTable;
extern const EnumTable kLRNModeTable;
extern const EnumTable kDivNormModeTable;
extern const EnumTable kBatchNormModeTable;
extern const EnumTable kBatchNormOpsTable;
extern const EnumTable kNormModeTable;
extern const EnumTable kNormAlgoTable;
extern const EnumTable kNormOpsTable;
extern const EnumTable kSamplerTypeTable;
extern const EnumTable kConvolutionFwdAlgoTable;
extern const EnumTable kConvolutionBwdFilterAlgoTable;
extern const EnumTable kConvolutionBwdDataAlgoTable;
extern const EnumTable kCTCLossAlgoTable;
extern const EnumTable kFusedOpsTable;
extern const EnumTable kFusedOpsConstParamLabelTable;
extern const EnumTable kFusedOpsPointerPlaceHolderTable;
extern const EnumTable kFusedOpsVariantParamLabelTable;
extern const EnumTable kRNNAlgoTable;
extern const EnumTable kForwardModeTable;
extern const EnumTable kRNNModeTable;
extern const EnumTable kRNNBiasModeTable;
extern const EnumTable kDirectionModeTable;
extern const EnumTable kRNNInputModeTable;
extern const EnumTable kRNNClipModeTable;
extern const EnumTable kRNNDataLayoutTable;
extern const EnumTable kSeqDataAxisTable;
extern const EnumTable kMultiHeadAttnWeightKindTable;
extern const EnumTable kWgradModeTable;
extern const EnumTable kLossNormalizationModeTable;

}  // namespace girih::api
