// The parameter packs of fused operations: constant packs hold descriptors and placeholders, variant packs pointers and
// numbers. Which labels an operation has: behaviour.md 16.
#include "api/entry_points.gen.h"
#include "api/fused_ops.h"

namespace girih::api {
namespace {

constexpr uint8_t kConvStats = 1 << CUDNN_FUSED_SCALE_BIAS_ACTIVATION_CONV_BNSTATS;
constexpr uint8_t kWgrad = 1 << CUDNN_FUSED_SCALE_BIAS_ACTIVATION_WGRAD;
constexpr uint8_t kTraining = 1 << CUDNN_FUSED_BN_FINALIZE_STATISTICS_TRAINING;
constexpr uint8_t kInference = 1 << CUDNN_FUSED_BN_FINALIZE_STATISTICS_INFERENCE;
constexpr uint8_t kConvAdd = 1 << CUDNN_FUSED_CONV_SCALE_BIAS_ADD_ACTIVATION;
constexpr uint8_t kBitmask = 1 << CUDNN_FUSED_SCALE_BIAS_ADD_ACTIVATION_GEN_BITMASK;
constexpr uint8_t kBackward = 1 << CUDNN_FUSED_DACTIVATION_FORK_DBATCHNORM;
constexpr uint8_t kFinalize = kTraining | kInference;

using enum FusedKind;

constexpr FusedLabel kLabels[] = {
    {tensor, kConvStats | kWgrad | kConvAdd | kBitmask | kBackward},
    {placeholder, kConvStats | kWgrad | kConvAdd | kBitmask | kBackward, CUDNN_PTR_XDATA, CUDNN_PARAM_XDESC},
    {mode, kConvStats | kWgrad | kFinalize | kBitmask | kBackward},
    {tensor, kConvStats | kWgrad | kFinalize | kConvAdd | kBitmask},
    {placeholder, kConvStats | kWgrad | kFinalize | kConvAdd | kBitmask, CUDNN_PTR_BN_EQSCALE,
     CUDNN_PARAM_BN_EQSCALEBIAS_DESC},
    {placeholder, kConvStats | kWgrad | kFinalize | kBitmask, CUDNN_PTR_BN_EQBIAS, CUDNN_PARAM_BN_EQSCALEBIAS_DESC},
    {activation, kConvStats | kWgrad | kConvAdd | kBitmask | kBackward},
    {convolution, kConvStats | kWgrad | kConvAdd},
    {filter, kConvStats | kConvAdd},
    {placeholder, kConvStats | kConvAdd, CUDNN_PTR_WDATA, CUDNN_PARAM_WDESC},
    {filter, kWgrad},
    {placeholder, kWgrad, CUDNN_PTR_DWDATA, CUDNN_PARAM_DWDESC},
    {tensor, kConvStats | kConvAdd | kBitmask},
    {placeholder, kConvStats | kConvAdd | kBitmask, CUDNN_PTR_YDATA, CUDNN_PARAM_YDESC},
    {tensor, kWgrad | kBackward},
    {placeholder, kWgrad | kBackward, CUDNN_PTR_DYDATA, CUDNN_PARAM_DYDESC},
    {tensor, kConvStats | kTraining},
    {placeholder, kConvStats | kTraining, CUDNN_PTR_YSUM, CUDNN_PARAM_YSTATS_DESC},
    {placeholder, kConvStats | kTraining, CUDNN_PTR_YSQSUM, CUDNN_PARAM_YSTATS_DESC},
    {tensor, kFinalize | kBackward},
    {placeholder, kFinalize | kBackward, CUDNN_PTR_BN_SCALE, CUDNN_PARAM_BN_SCALEBIAS_MEANVAR_DESC},
    {placeholder, kFinalize | kBackward, CUDNN_PTR_BN_BIAS, CUDNN_PARAM_BN_SCALEBIAS_MEANVAR_DESC},
    {placeholder, kTraining | kBackward, CUDNN_PTR_BN_SAVED_MEAN, CUDNN_PARAM_BN_SCALEBIAS_MEANVAR_DESC},
    {placeholder, kTraining | kBackward, CUDNN_PTR_BN_SAVED_INVSTD, CUDNN_PARAM_BN_SCALEBIAS_MEANVAR_DESC},
    {placeholder, kFinalize, CUDNN_PTR_BN_RUNNING_MEAN, CUDNN_PARAM_BN_SCALEBIAS_MEANVAR_DESC},
    {placeholder, kFinalize, CUDNN_PTR_BN_RUNNING_VAR, CUDNN_PARAM_BN_SCALEBIAS_MEANVAR_DESC},
    {tensor, kConvAdd | kBitmask},
    {placeholder, kConvAdd | kBitmask, CUDNN_PTR_ZDATA, CUDNN_PARAM_ZDESC},
    {tensor, kConvAdd | kBitmask},
    {placeholder, kConvAdd | kBitmask, CUDNN_PTR_BN_Z_EQSCALE, CUDNN_PARAM_BN_Z_EQSCALEBIAS_DESC},
    {placeholder, kConvAdd | kBitmask, CUDNN_PTR_BN_Z_EQBIAS, CUDNN_PARAM_BN_Z_EQSCALEBIAS_DESC},
    {tensor, kBitmask | kBackward},
    {placeholder, kBitmask | kBackward, CUDNN_PTR_ACTIVATION_BITMASK, CUDNN_PARAM_ACTIVATION_BITMASK_DESC},
    {tensor, kBackward},
    {placeholder, kBackward, CUDNN_PTR_DXDATA, CUDNN_PARAM_DXDESC},
    {tensor, kBackward},
    {placeholder, kBackward, CUDNN_PTR_DZDATA, CUDNN_PARAM_DZDESC},
    {placeholder, kBackward, CUDNN_PTR_BN_DSCALE, CUDNN_PARAM_BN_SCALEBIAS_MEANVAR_DESC},
    {placeholder, kBackward, CUDNN_PTR_BN_DBIAS, CUDNN_PARAM_BN_SCALEBIAS_MEANVAR_DESC},
};
constexpr int kLabelCount = CUDNN_PARAM_BN_DBIAS_PLACEHOLDER + 1;
static_assert(std::size(kLabels) == kLabelCount);

bool has(const FusedLabel& label, cudnnFusedOps_t ops) { return label.ops >> ops & 1; }

Error no_label(const char* label, cudnnFusedOps_t ops) {
  return bad_param("paramLabel: {} is no parameter of {}", label, fused_name(ops));
}

using Value = cudnnFusedOpsConstParamStruct::Value;

// A copy of the descriptor behind param.
template <class T>
Check copy_descriptor(Value& value, const char* name, const void* param) {
  const auto* object = static_cast<const T*>(param);
  if (!alive(object))
    return bad_param("param: is no live descriptor of the kind of {}; give the descriptor itself, not its address",
                     name);
  value = *object;
  return {};
}

template <class T>
Check copy_enumerator(Value& value, const char* name, const void* param, const EnumTable& table) {
  const auto v = *static_cast<const T*>(param);
  if (!enumerator_name(table, v))
    return bad_param("param: {} is {}, which is no value of {}", name, int{v}, table.type);
  value = v;
  return {};
}

// Into the caller's descriptor or variable.
template <class T>
Check read_descriptor(const Value& value, const char* name, void* param) {
  auto* object = static_cast<T*>(param);
  if (!alive(object))
    return bad_param("param: is no live descriptor of the kind of {}; the value is copied into one", name);
  *object = std::get<T>(value);
  return {};
}

bool takes_pointer(cudnnFusedOps_t ops, int label) {
  if (label == CUDNN_PTR_WORKSPACE) return true;
  for (const FusedLabel& l : kLabels)
    if (l.pointer == label && has(l, ops)) return true;
  return false;
}

// Where a pack keeps a number; nullptr for numbers that the operation does not have.
void* scalar_of(cudnnFusedOpsVariantParamStruct& pack, int label) {
  const int ops = 1 << pack.ops;
  switch (label) {
    case CUDNN_SCALAR_SIZE_T_WORKSPACE_SIZE_IN_BYTES:
      return &pack.workspace_size;
    case CUDNN_SCALAR_INT64_T_BN_ACCUMULATION_COUNT:
      return ops & kTraining ? &pack.count : nullptr;
    case CUDNN_SCALAR_DOUBLE_BN_EXP_AVG_FACTOR:
      return ops & kTraining ? &pack.factor : nullptr;
    case CUDNN_SCALAR_DOUBLE_BN_EPSILON:
      return ops & (kFinalize | kBackward) ? &pack.epsilon : nullptr;
    default:
      return nullptr;
  }
}
static_assert(sizeof(size_t) == 8);  // every number of a variant pack has 8 bytes

template <class T>
Check create_for(T** out, cudnnFusedOps_t ops) {
  GIRIH_TRY(create(out));
  (*out)->ops = ops;
  return {};
}

}  // namespace

const FusedLabel& fused_label(int label) { return kLabels[label]; }
const char* fused_name(cudnnFusedOps_t ops) { return enumerator_name(kFusedOpsTable, ops); }
const char* const_label_name(int label) { return enumerator_name(kFusedOpsConstParamLabelTable, label); }
const char* variant_label_name(int label) { return enumerator_name(kFusedOpsVariantParamLabelTable, label); }

Check cudnnCreateFusedOpsConstParamPack(cudnnFusedOpsConstParamPack_t* constPack, cudnnFusedOps_t ops) {
  return create_for(constPack, ops);
}
Check cudnnDestroyFusedOpsConstParamPack(cudnnFusedOpsConstParamPack_t constPack) { return destroy(constPack); }

Check cudnnSetFusedOpsConstParamPackAttribute(cudnnFusedOpsConstParamPack_t constPack,
                                              cudnnFusedOpsConstParamLabel_t paramLabel, const void* param) {
  const FusedLabel& label = fused_label(paramLabel);
  const char* name = const_label_name(paramLabel);
  if (!has(label, constPack->ops)) return no_label(name, constPack->ops);
  Value& value = constPack->values[static_cast<size_t>(paramLabel)];
  if (!param) {
    value = {};
    return {};
  }
  switch (label.kind) {
    case tensor:
      return copy_descriptor<cudnnTensorStruct>(value, name, param);
    case filter:
      return copy_descriptor<cudnnFilterStruct>(value, name, param);
    case convolution:
      return copy_descriptor<cudnnConvolutionStruct>(value, name, param);
    case activation:
      return copy_descriptor<cudnnActivationStruct>(value, name, param);
    case mode:
      return copy_enumerator<cudnnBatchNormMode_t>(value, name, param, kBatchNormModeTable);
    case placeholder:
      return copy_enumerator<cudnnFusedOpsPointerPlaceHolder_t>(value, name, param, kFusedOpsPointerPlaceHolderTable);
  }
  return {};
}

// A descriptor or mode that is not set makes isNULL -1 and leaves param alone, also where the operation has no such
// label; placeholders that are not set are CUDNN_PTR_NULL (recorded: fused.create.*).
Check cudnnGetFusedOpsConstParamPackAttribute(const cudnnFusedOpsConstParamPack_t constPack,
                                              cudnnFusedOpsConstParamLabel_t paramLabel, void* param, int* isNULL) {
  const FusedLabel& label = fused_label(paramLabel);
  const char* name = const_label_name(paramLabel);
  const Value& value = constPack->values[static_cast<size_t>(paramLabel)];
  *isNULL = 0;
  if (label.kind == placeholder) {
    if (!has(label, constPack->ops)) return no_label(name, constPack->ops);
    const auto* set = std::get_if<cudnnFusedOpsPointerPlaceHolder_t>(&value);
    *static_cast<cudnnFusedOpsPointerPlaceHolder_t*>(param) = set ? *set : CUDNN_PTR_NULL;
    return {};
  }
  if (std::holds_alternative<std::monostate>(value)) {
    *isNULL = -1;
    return {};
  }
  switch (label.kind) {
    case tensor:
      return read_descriptor<cudnnTensorStruct>(value, name, param);
    case filter:
      return read_descriptor<cudnnFilterStruct>(value, name, param);
    case convolution:
      return read_descriptor<cudnnConvolutionStruct>(value, name, param);
    case activation:
      return read_descriptor<cudnnActivationStruct>(value, name, param);
    default:
      *static_cast<cudnnBatchNormMode_t*>(param) = std::get<cudnnBatchNormMode_t>(value);
      return {};
  }
}

Check cudnnCreateFusedOpsVariantParamPack(cudnnFusedOpsVariantParamPack_t* varPack, cudnnFusedOps_t ops) {
  return create_for(varPack, ops);
}
Check cudnnDestroyFusedOpsVariantParamPack(cudnnFusedOpsVariantParamPack_t varPack) { return destroy(varPack); }

Check cudnnSetFusedOpsVariantParamPackAttribute(cudnnFusedOpsVariantParamPack_t varPack,
                                                cudnnFusedOpsVariantParamLabel_t paramLabel, void* ptr) {
  if (takes_pointer(varPack->ops, paramLabel)) {
    varPack->pointers[static_cast<size_t>(paramLabel)] = ptr;
    return {};
  }
  void* scalar = scalar_of(*varPack, paramLabel);
  if (!scalar) return no_label(variant_label_name(paramLabel), varPack->ops);
  if (!ptr) return bad_param("ptr: is NULL; it must point to the number for {}", variant_label_name(paramLabel));
  std::memcpy(scalar, ptr, 8);
  return {};
}

Check cudnnGetFusedOpsVariantParamPackAttribute(const cudnnFusedOpsVariantParamPack_t varPack,
                                                cudnnFusedOpsVariantParamLabel_t paramLabel, void* ptr) {
  if (takes_pointer(varPack->ops, paramLabel)) {
    std::memcpy(ptr, &varPack->pointers[static_cast<size_t>(paramLabel)], sizeof(void*));
    return {};
  }
  const void* scalar = scalar_of(*varPack, paramLabel);
  if (!scalar) return no_label(variant_label_name(paramLabel), varPack->ops);
  std::memcpy(ptr, scalar, 8);
  return {};
}

Check cudnnCreateFusedOpsPlan(cudnnFusedOpsPlan_t* plan, cudnnFusedOps_t ops) { return create_for(plan, ops); }
Check cudnnDestroyFusedOpsPlan(cudnnFusedOpsPlan_t plan) { return destroy(plan); }

}  // namespace girih::api
