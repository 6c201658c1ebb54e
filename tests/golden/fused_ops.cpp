// Records of fusedops.tsv: which labels an operation takes, and its runs.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>

#include "golden/golden.h"

namespace girih::golden {
namespace {

using conformance::DeviceBuffer;
using conformance::Shape;

enum class Kind { kTensor, kFilter, kConvolution, kActivation, kMode, kPlaceholder };

// What a label of a constant pack holds; for placeholders also the pointer's label in the variant pack.
struct Label {
  Kind kind;
  const char* tensor;  // of the record
  int pointer = -1;
};
const Label kLabels[] = {
    {Kind::kTensor, "x"},
    {Kind::kPlaceholder, "x", CUDNN_PTR_XDATA},
    {Kind::kMode, ""},
    {Kind::kTensor, "eq_scale"},
    {Kind::kPlaceholder, "eq_scale", CUDNN_PTR_BN_EQSCALE},
    {Kind::kPlaceholder, "eq_bias", CUDNN_PTR_BN_EQBIAS},
    {Kind::kActivation, ""},
    {Kind::kConvolution, ""},
    {Kind::kFilter, "w"},
    {Kind::kPlaceholder, "w", CUDNN_PTR_WDATA},
    {Kind::kFilter, "dw"},
    {Kind::kPlaceholder, "dw", CUDNN_PTR_DWDATA},
    {Kind::kTensor, "y"},
    {Kind::kPlaceholder, "y", CUDNN_PTR_YDATA},
    {Kind::kTensor, "dy"},
    {Kind::kPlaceholder, "dy", CUDNN_PTR_DYDATA},
    {Kind::kTensor, "y_sum"},
    {Kind::kPlaceholder, "y_sum", CUDNN_PTR_YSUM},
    {Kind::kPlaceholder, "y_sqsum", CUDNN_PTR_YSQSUM},
    {Kind::kTensor, "scale"},
    {Kind::kPlaceholder, "scale", CUDNN_PTR_BN_SCALE},
    {Kind::kPlaceholder, "bias", CUDNN_PTR_BN_BIAS},
    {Kind::kPlaceholder, "saved_mean", CUDNN_PTR_BN_SAVED_MEAN},
    {Kind::kPlaceholder, "saved_invstd", CUDNN_PTR_BN_SAVED_INVSTD},
    {Kind::kPlaceholder, "new_running_mean", CUDNN_PTR_BN_RUNNING_MEAN},
    {Kind::kPlaceholder, "new_running_var", CUDNN_PTR_BN_RUNNING_VAR},
    {Kind::kTensor, "z"},
    {Kind::kPlaceholder, "z", CUDNN_PTR_ZDATA},
    {Kind::kTensor, "z_eq_scale"},
    {Kind::kPlaceholder, "z_eq_scale", CUDNN_PTR_BN_Z_EQSCALE},
    {Kind::kPlaceholder, "z_eq_bias", CUDNN_PTR_BN_Z_EQBIAS},
    {Kind::kTensor, "bitmask"},
    {Kind::kPlaceholder, "bitmask", CUDNN_PTR_ACTIVATION_BITMASK},
    {Kind::kTensor, "dx"},
    {Kind::kPlaceholder, "dx", CUDNN_PTR_DXDATA},
    {Kind::kTensor, "dz"},
    {Kind::kPlaceholder, "dz", CUDNN_PTR_DZDATA},
    {Kind::kPlaceholder, "dscale", CUDNN_PTR_BN_DSCALE},
    {Kind::kPlaceholder, "dbias", CUDNN_PTR_BN_DBIAS},
};

int number_behind(const std::string& text, const char* word) {
  size_t at = text.find(word);
  return at == std::string::npos ? -1 : std::atoi(text.c_str() + at + std::strlen(word));
}

class FusedPlayer {
 public:
  FusedPlayer(Tally& tally, const Case& record) : tally_(tally), case_(record), player_(tally, record) {
    ops_ = static_cast<cudnnFusedOps_t>(number_behind(case_.name, ".op"));
    cudnnCreateConvolutionDescriptor(&convolution_);
    cudnnCreateActivationDescriptor(&activation_);
    cudnnSetActivationDescriptor(activation_, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0);
    created_[0] = cudnnCreateFusedOpsConstParamPack(&constants_, ops_);
    created_[1] = cudnnCreateFusedOpsVariantParamPack(&variants_, ops_);
    created_[2] = cudnnCreateFusedOpsPlan(&plan_, ops_);
  }
  ~FusedPlayer() {
    cudnnDestroyFusedOpsPlan(plan_);
    cudnnDestroyFusedOpsVariantParamPack(variants_);
    cudnnDestroyFusedOpsConstParamPack(constants_);
    cudnnDestroyActivationDescriptor(activation_);
    cudnnDestroyConvolutionDescriptor(convolution_);
  }
  FusedPlayer(const FusedPlayer&) = delete;

  void play() {
    make_tensors();
    for (const Row& row : case_.rows) {
      if (row.kind == 'r') answer(row);
      if (row.kind == 's' && row.data == "0")  // other sizes are each library's own business
        tally_.check(workspace_size_ == 0, "workspace",
                     "a workspace of " + std::to_string(workspace_size_) + " bytes is asked for, recorded 0");
      if (row.kind == 'o' && ran_) {
        const bool integers = ops_ == CUDNN_FUSED_SCALE_BIAS_ACTIVATION_CONV_BNSTATS ||
                              ops_ == CUDNN_FUSED_SCALE_BIAS_ACTIVATION_WGRAD ||
                              ops_ == CUDNN_FUSED_SCALE_BIAS_ADD_ACTIVATION_GEN_BITMASK;
        std::string wrong = player_.mismatch(row, player_.tensor(row.name), integers);
        tally_.check(wrong.empty(), row.name, row.name + ": " + wrong);
      }
    }
  }

 private:
  bool labels_case() const { return case_.name.rfind("fused.create.", 0) == 0; }
  bool lists_sets() const {
    return std::any_of(case_.rows.begin(), case_.rows.end(),
                       [](const Row& row) { return row.name.rfind("set_const_", 0) == 0; });
  }
  void made(const std::string& name, Shape shape) {
    if (!player_.has(name)) player_.make(name, std::move(shape));
  }

  // The tensors of the record, and those that it does not show since NVIDIA's library refused the plan.
  void make_tensors() {
    using conformance::DType;
    for (const Row& row : case_.rows) {
      if (row.kind == 'i') player_.input(row);
      if (row.kind == 'o') made(row.name, {conformance::dtype_from(row.type), row.dims, row.strides});
      if (row.kind == 'p' && row.name == "bitmask_dims") bitmask_dims_ = numbers(row.data);
      if (row.kind == 'p' && row.name == "epsilon") epsilon_ = std::strtod(row.data.c_str(), nullptr);
      if (row.kind == 'p' && row.name == "factor") factor_ = std::strtod(row.data.c_str(), nullptr);
      if (row.kind == 'p' && row.name == "count") count_ = std::strtoll(row.data.c_str(), nullptr, 10);
    }
    for (const char* name : {"running_mean", "running_var"})
      if (player_.has(name)) {
        made(std::string("new_") + name, player_.tensor(name).shape);
        player_.alias(std::string("new_") + name, name);
      }
    const char* filter = player_.has("w") ? "w" : "dw";
    const int64_t window = player_.has(filter) ? player_.tensor(filter).shape.dims[2] : 3;
    const int pad = static_cast<int>(window / 2);
    cudnnSetConvolution2dDescriptor(convolution_, pad, pad, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT);
    cudnnSetConvolutionMathType(convolution_, CUDNN_TENSOR_OP_MATH);
    if (labels_case()) {
      const Shape any{DType::kF16, {1, 32, 1, 1}, {32, 1, 1, 1}};
      for (const Label& label : kLabels)
        if (*label.tensor) made(label.tensor, any);
      return;
    }
    if (!player_.has("x")) return;
    Shape y = player_.tensor("x").shape;
    if (player_.has("w")) y.dims[1] = player_.tensor("w").shape.dims[0];
    y.strides = conformance::strides_of("nhwc", y.dims);
    made("y", y);
    const Shape sums{DType::kF32, {1, y.dims[1], 1, 1}, {y.dims[1], 1, 1, 1}};
    made("y_sum", sums);
    made("y_sqsum", sums);
    if (!bitmask_dims_.empty()) {
      const bool channels_last = (case_.name.back() - '0') % 2 == 1;  // the variants of fused.op5.k64
      made("bitmask",
           {DType::kI32, bitmask_dims_, conformance::strides_of(channels_last ? "nhwc" : "nchw", bitmask_dims_)});
    }
  }

  const void* constant(int label) {
    const Label& l = kLabels[label];
    switch (l.kind) {
      case Kind::kTensor:
        return player_.has(l.tensor) ? player_.descriptor(l.tensor) : nullptr;
      case Kind::kFilter:
        return player_.has(l.tensor) ? player_.tensor(l.tensor).filter(CUDNN_TENSOR_NHWC) : nullptr;
      case Kind::kConvolution:
        return convolution_;
      case Kind::kActivation:
        return activation_;
      case Kind::kMode:
        mode_ = case_.name == "fused.op6.v0" ? CUDNN_BATCHNORM_SPATIAL_PERSISTENT : CUDNN_BATCHNORM_SPATIAL;
        return &mode_;
      case Kind::kPlaceholder:
        return &placeholder_;
    }
    return nullptr;
  }

  cudnnStatus_t set_constant(int label) {
    return cudnnSetFusedOpsConstParamPackAttribute(constants_, static_cast<cudnnFusedOpsConstParamLabel_t>(label),
                                                   constant(label));
  }

  cudnnStatus_t set_variant(int label) {
    void* value = nullptr;
    if (label == CUDNN_PTR_WORKSPACE) value = workspace_.data();
    if (label == CUDNN_SCALAR_SIZE_T_WORKSPACE_SIZE_IN_BYTES) value = &workspace_size_;
    if (label == CUDNN_SCALAR_INT64_T_BN_ACCUMULATION_COUNT) value = &count_;
    if (label == CUDNN_SCALAR_DOUBLE_BN_EXP_AVG_FACTOR) value = &factor_;
    if (label == CUDNN_SCALAR_DOUBLE_BN_EPSILON) value = &epsilon_;
    for (const Label& l : kLabels)
      if (l.pointer == label) value = player_.data(l.tensor);
    if (!value) value = spare_;
    return cudnnSetFusedOpsVariantParamPackAttribute(variants_, static_cast<cudnnFusedOpsVariantParamLabel_t>(label),
                                                     value);
  }

  // Records of runs that list no calls: everything the record has a tensor for is set.
  void set_everything() {
    for (int label = 0; label < static_cast<int>(std::size(kLabels)); ++label)
      if (*kLabels[label].tensor == '\0' || player_.has(kLabels[label].tensor)) set_constant(label);
  }
  void bind_everything() {
    for (int label = 0; label <= CUDNN_PTR_BN_DBIAS; ++label) set_variant(label);
    for (int label = CUDNN_SCALAR_SIZE_T_WORKSPACE_SIZE_IN_BYTES; label <= CUDNN_SCALAR_DOUBLE_BN_EPSILON; ++label)
      set_variant(label);
  }

  void status(cudnnStatus_t got, const Row& row) { tally_.status(got, row.data, row.name); }

  void answer(const Row& row) {
    const std::string& name = row.name;
    if (name == "cudnnCreateFusedOpsConstParamPack") return status(created_[0], row);
    if (name == "cudnnCreateFusedOpsVariantParamPack") return status(created_[1], row);
    if (name == "cudnnCreateFusedOpsPlan") return status(created_[2], row);
    if (name.rfind("const_label", 0) == 0) return describe_constant(number_behind(name, "const_label"), row);
    if (name.rfind("variant_label", 0) == 0) return status(set_variant(number_behind(name, "variant_label")), row);
    if (name.rfind("set_const_", 0) == 0) return status(set_constant(number_behind(name, "set_const_")), row);
    if (name.rfind("set_variant_", 0) == 0) return status(set_variant(number_behind(name, "set_variant_")), row);
    if (name == "cudnnMakeFusedOpsPlan") return make_plan(row);
    if (name == "cudnnFusedOpsExecute") return execute(row);
    tally_.skip(name);
  }

  // "set=0 set_null=0 get_before=0 isnull=-1 value=77"
  void describe_constant(int label, const Row& row) {
    const auto number = static_cast<cudnnFusedOpsConstParamLabel_t>(label);
    const bool known = label < static_cast<int>(std::size(kLabels));
    int value = 77, is_null = 0;
    void* into = &value;
    if (known && kLabels[label].kind != Kind::kMode && kLabels[label].kind != Kind::kPlaceholder)
      into = const_cast<void*>(constant(label));
    cudnnStatus_t before = cudnnGetFusedOpsConstParamPackAttribute(constants_, number, into, &is_null);
    cudnnStatus_t set = cudnnSetFusedOpsConstParamPackAttribute(constants_, number, known ? constant(label) : spare_);
    cudnnStatus_t set_null = cudnnSetFusedOpsConstParamPackAttribute(constants_, number, nullptr);
    std::string got = "set=" + std::to_string(set) + " set_null=" + std::to_string(set_null) +
                      " get_before=" + std::to_string(before) + " isnull=" + std::to_string(is_null) +
                      " value=" + std::to_string(value);
    tally_.check(got == row.data, row.name, row.name + ": got " + got + ", recorded " + row.data);
  }

  void make_plan(const Row& row) {
    if (case_.name.rfind("fused.op5.z", 0) == 0)
      return tally_.skip("cudnnMakeFusedOpsPlan of op5.z*: the record has no bit mask descriptor");
    if (!labels_case() && !lists_sets()) set_everything();
    workspace_size_ = 77;
    cudnnStatus_t made = cudnnMakeFusedOpsPlan(tally_.session().handle, plan_, constants_, &workspace_size_);
    planned_ = made == CUDNN_STATUS_SUCCESS;
    if (planned_) workspace_ = DeviceBuffer(workspace_size_);
    status(made, row);
  }

  void execute(const Row& row) {
    if (!planned_) return tally_.check(false, row.name, "no plan was made, recorded " + row.data);
    if (!lists_sets()) bind_everything();
    cudnnStatus_t got = cudnnFusedOpsExecute(tally_.session().handle, plan_, variants_);
    conformance::check_cuda(cudaDeviceSynchronize(), "cudnnFusedOpsExecute");
    status(got, row);
    // Where both refuse, the outputs are as they were.
    ran_ = row.data == std::to_string(got);
  }

  Tally& tally_;
  const Case& case_;
  Player player_;
  cudnnFusedOps_t ops_;
  cudnnStatus_t created_[3];
  cudnnFusedOpsConstParamPack_t constants_ = nullptr;
  cudnnFusedOpsVariantParamPack_t variants_ = nullptr;
  cudnnFusedOpsPlan_t plan_ = nullptr;
  cudnnConvolutionDescriptor_t convolution_ = nullptr;
  cudnnActivationDescriptor_t activation_ = nullptr;
  cudnnBatchNormMode_t mode_ = CUDNN_BATCHNORM_SPATIAL;
  cudnnFusedOpsPointerPlaceHolder_t placeholder_ = CUDNN_PTR_16B_ALIGNED;
  std::vector<int64_t> bitmask_dims_;
  double epsilon_ = 0, factor_ = 0, spare_[2] = {};
  int64_t count_ = 0;
  size_t workspace_size_ = 0;
  DeviceBuffer workspace_;
  bool planned_ = false, ran_ = false;
};

}  // namespace

void play_fused(Tally& tally, const Case& record) {
  tally.begin(record.table, record.name);
  FusedPlayer(tally, record).play();
}

}  // namespace girih::golden
