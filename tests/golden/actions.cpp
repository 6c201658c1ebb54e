// The calls behind the function names of the records.
#include <cmath>

#include "golden/golden.h"

namespace girih::golden {
namespace {

using conformance::DeviceBuffer;
using conformance::DType;
using conformance::Scalar;
using conformance::Tensor;

cudnnNanPropagation_t nan_option(Player& p) {
  return p.integer("nan", 1) ? CUDNN_PROPAGATE_NAN : CUDNN_NOT_PROPAGATE_NAN;
}

// --- pooling ---

cudnnStatus_t set_pooling(Player& p, cudnnPoolingDescriptor_t descriptor) {
  std::vector<int> window = p.ints("window", "2x2"), pad = p.ints("pad", ""), stride = p.ints("stride", "");
  if (pad.empty()) pad.assign(window.size(), 0);
  if (stride.empty()) stride = window;
  return cudnnSetPoolingNdDescriptor(descriptor, static_cast<cudnnPoolingMode_t>(p.integer("mode", 0)), nan_option(p),
                                     static_cast<int>(window.size()), window.data(), pad.data(), stride.data());
}

struct Pooling : Held<cudnnPoolingDescriptor_t> {
  explicit Pooling(Player& p) : Held(cudnnCreatePoolingDescriptor, cudnnDestroyPoolingDescriptor) {
    set_pooling(p, descriptor);
  }
};

cudnnStatus_t pooling_descriptor(Player& p) {
  Held<cudnnPoolingDescriptor_t> held(cudnnCreatePoolingDescriptor, cudnnDestroyPoolingDescriptor);
  return set_pooling(p, held.descriptor);
}

cudnnStatus_t pooling_dims(Player& p) {
  Pooling pool(p);
  std::vector<int> dims(p.tensor("x").shape.dims.size());
  cudnnStatus_t status =
      cudnnGetPoolingNdForwardOutputDim(pool.descriptor, p.descriptor("x"), static_cast<int>(dims.size()), dims.data());
  for (const Row& row : p.record().rows)
    if (row.kind == 'p' && row.name == "out_dims" && status == CUDNN_STATUS_SUCCESS)
      p.tally().check(conformance::text_of({dims.begin(), dims.end()}) == row.data, "out_dims",
                      "output dims are " + conformance::text_of({dims.begin(), dims.end()}) + ", recorded " + row.data);
  return status;
}

cudnnStatus_t pooling_forward(Player& p) {
  Pooling pool(p);
  Blend k(p, "x");
  return cudnnPoolingForward(p.handle(), pool.descriptor, k.a.get(), p.descriptor("x"), p.data("x"), k.b.get(),
                             p.descriptor("y"), p.data("y"));
}

cudnnStatus_t pooling_backward(Player& p) {
  Pooling pool(p);
  Blend k(p, "x");
  return cudnnPoolingBackward(p.handle(), pool.descriptor, k.a.get(), p.descriptor("y"), p.data("y"),
                              p.descriptor("dy"), p.data("dy"), p.descriptor("x"), p.data("x"), k.b.get(),
                              p.descriptor("dx"), p.data("dx"));
}

// --- activation and softmax ---

struct Activation : Held<cudnnActivationDescriptor_t> {
  explicit Activation(Player& p) : Held(cudnnCreateActivationDescriptor, cudnnDestroyActivationDescriptor) {
    std::string mode = p.text("mode", p.record().name.find("swish") != std::string::npos  ? "swish"
                                      : p.record().name.find("tanh") != std::string::npos ? "tanh"
                                                                                          : "relu");
    const char* names[] = {"sigmoid", "relu", "tanh", "clipped", "elu", "identity", "swish"};
    int value = 0;
    while (value < 6 && mode != names[value]) ++value;
    cudnnSetActivationDescriptor(descriptor, static_cast<cudnnActivationMode_t>(value), nan_option(p),
                                 p.real("coef", 0));
    if (p.text("swish_beta", "") != "") cudnnSetActivationDescriptorSwishBeta(descriptor, p.real("swish_beta", 1));
  }
};

cudnnStatus_t activation_forward(Player& p) {
  Activation activation(p);
  bool in_place = p.writes("y_alias_x");
  std::string y = in_place ? "y_alias_x" : "y";
  if (in_place) p.alias(y, "x");
  // the in-place record was made with alpha 2 and beta 1
  Blend k(p, "x", in_place ? 2 : 1, in_place ? 1 : 0);
  return cudnnActivationForward(p.handle(), activation.descriptor, k.a.get(), p.descriptor("x"),
                                p.data(in_place ? y : "x"), k.b.get(), p.descriptor(y), p.data(y));
}

cudnnStatus_t activation_backward(Player& p) {
  Activation activation(p);
  std::vector<std::string> outputs = p.upcoming();
  std::string dx = outputs.empty() ? "dx" : outputs[0];
  std::string x = "x", y = "y";
  if (dx == "dx_xnan") x = "x_nan";
  if (dx == "dx_ynan") y = "y_nan";
  if (dx == "dx_contra") x = "x_c", y = "y_c";
  if (p.has("dx0")) p.alias(dx, "dx0");
  Blend k(p, "x");
  return cudnnActivationBackward(p.handle(), activation.descriptor, k.a.get(), p.descriptor(y), p.data(y),
                                 p.descriptor("dy"), p.data("dy"), p.descriptor(x), p.data(x), k.b.get(),
                                 p.descriptor(dx), p.data(dx));
}

cudnnStatus_t default_swish_beta(Player& p) {
  Held<cudnnActivationDescriptor_t> held(cudnnCreateActivationDescriptor, cudnnDestroyActivationDescriptor);
  cudnnSetActivationDescriptor(held.descriptor, CUDNN_ACTIVATION_SWISH, CUDNN_PROPAGATE_NAN, 0);
  double beta = -1;
  cudnnStatus_t status = cudnnGetActivationDescriptorSwishBeta(held.descriptor, &beta);
  p.tally().check(beta == 1, "default_swish_beta", "the default swish beta is " + std::to_string(beta));
  return status;
}

cudnnSoftmaxAlgorithm_t softmax_algorithm(Player& p) {
  return static_cast<cudnnSoftmaxAlgorithm_t>(p.integer("algo", CUDNN_SOFTMAX_ACCURATE));
}

cudnnSoftmaxMode_t softmax_mode(Player& p) {
  return static_cast<cudnnSoftmaxMode_t>(p.integer("mode", CUDNN_SOFTMAX_MODE_CHANNEL));
}

cudnnStatus_t softmax_forward(Player& p) {
  bool in_place = p.writes("y_alias_x");
  std::string y = in_place ? "y_alias_x" : "y";
  if (in_place) p.alias(y, "x");
  Blend k(p, "x");
  return cudnnSoftmaxForward(p.handle(), softmax_algorithm(p), softmax_mode(p), k.a.get(), p.descriptor("x"),
                             p.data(in_place ? y : "x"), k.b.get(), p.descriptor(y), p.data(y));
}

cudnnStatus_t softmax_backward(Player& p) {
  Blend k(p, "x");
  return cudnnSoftmaxBackward(p.handle(), softmax_algorithm(p), softmax_mode(p), k.a.get(), p.descriptor("y"),
                              p.data("y"), p.descriptor("dy"), p.data("dy"), k.b.get(), p.descriptor("dx"),
                              p.data("dx"));
}

// --- tensor operations ---

// The records of aliasing and of NULL operands hold no parameters: alias_ac was made with ADD and beta 1.
struct OpTensor : Held<cudnnOpTensorDescriptor_t> {
  explicit OpTensor(Player& p) : Held(cudnnCreateOpTensorDescriptor, cudnnDestroyOpTensorDescriptor) { set(p); }
  cudnnStatus_t set(Player& p) {
    std::string op = p.text("op", p.record().name == "optensor.alias_ac"    ? "add"
                                  : p.record().name == "optensor.bnull.not" ? "not"
                                                                            : "sqrt");
    const char* names[] = {"add", "mul", "min", "max", "sqrt", "not"};
    int value = 0;
    while (value < 5 && op != names[value]) ++value;
    return cudnnSetOpTensorDescriptor(descriptor, static_cast<cudnnOpTensorOp_t>(value),
                                      conformance::cudnn_type(conformance::dtype_from(p.text("comp", "f32"))),
                                      nan_option(p));
  }
};

cudnnStatus_t optensor_descriptor(Player& p) {
  OpTensor held(p);
  return held.set(p);
}

cudnnStatus_t optensor(Player& p) {
  OpTensor op(p);
  bool aliased = p.record().name == "optensor.alias_ac";
  if (aliased) p.alias("C", "A");
  DType scalar = conformance::dtype_from(p.text("comp", "f32"));
  Scalar a1(scalar, p.real("alpha1", 1)), a2(scalar, p.real("alpha2", 1)), b(scalar, p.real("beta", aliased ? 1 : 0));
  std::string second = p.has("B") ? "B" : "A";
  return cudnnOpTensor(p.handle(), op.descriptor, a1.get(), p.descriptor("A"), p.data(aliased ? "C" : "A"), a2.get(),
                       p.descriptor(second), p.data("B"), b.get(), p.descriptor("C"), p.data("C"));
}

cudnnStatus_t set_reduction(Player& p, cudnnReduceTensorDescriptor_t descriptor) {
  const char* names[] = {"add", "mul", "min", "max", "amax", "avg", "norm1", "norm2", "mul_no_zeros"};
  std::string op = p.text("op", "add");
  int value = 0;
  while (value < 8 && op != names[value]) ++value;
  return cudnnSetReduceTensorDescriptor(descriptor, static_cast<cudnnReduceTensorOp_t>(value),
                                        conformance::cudnn_type(conformance::dtype_from(p.text("comp", "f32"))),
                                        nan_option(p), static_cast<cudnnReduceTensorIndices_t>(p.integer("indices", 0)),
                                        static_cast<cudnnIndicesType_t>(p.integer("indices_type", 0)));
}

struct Reduction : Held<cudnnReduceTensorDescriptor_t> {
  explicit Reduction(Player& p) : Held(cudnnCreateReduceTensorDescriptor, cudnnDestroyReduceTensorDescriptor) {
    set = set_reduction(p, descriptor);
  }
  cudnnStatus_t set;
};

cudnnStatus_t reduction_descriptor(Player& p) { return Reduction(p).set; }

cudnnStatus_t reduce(Player& p) {
  Reduction reduction(p);
  Tensor& c = p.tensor("C");
  size_t workspace_bytes = 0, index_bytes = 0;
  cudnnGetReductionWorkspaceSize(p.handle(), reduction.descriptor, p.descriptor("A"), c.descriptor(), &workspace_bytes);
  cudnnGetReductionIndicesSize(p.handle(), reduction.descriptor, p.descriptor("A"), c.descriptor(), &index_bytes);
  for (const Row& row : p.record().rows)  // the record shows this size before the call
    if (row.kind == 's' && row.name == "indices_bytes")
      p.tally().check(std::to_string(index_bytes) == row.data, row.name,
                      "the indices take " + std::to_string(index_bytes) + " bytes, recorded " + row.data);
  DeviceBuffer workspace(workspace_bytes);
  DType scalar = c.shape.type == DType::kF64 || p.tensor("A").shape.type == DType::kF64 ? DType::kF64 : DType::kF32;
  if (conformance::dtype_from(p.text("comp", "f32")) == DType::kF64) scalar = DType::kF64;
  Scalar a(scalar, p.real("alpha", 1)), b(scalar, p.real("beta", 0));
  return cudnnReduceTensor(p.handle(), reduction.descriptor, p.data("indices"), index_bytes, workspace.data(),
                           workspace_bytes, a.get(), p.descriptor("A"), p.data("A"), b.get(), c.descriptor(), c.data());
}

cudnnStatus_t add_tensor(Player& p) {
  Blend k(p, "C", 1, 1);
  return cudnnAddTensor(p.handle(), k.a.get(), p.descriptor("A"), p.data("A"), k.b.get(), p.descriptor("C"),
                        p.data("C"));
}

cudnnStatus_t tensor_descriptor(Player& p) {
  Held<cudnnTensorDescriptor_t> held(cudnnCreateTensorDescriptor, cudnnDestroyTensorDescriptor);
  const conformance::Shape& shape = p.tensor("y").shape;
  std::vector<int> dims = conformance::ints(shape.dims), strides = conformance::ints(shape.strides);
  return cudnnSetTensorNdDescriptor(held.descriptor, conformance::cudnn_type(shape.type), static_cast<int>(dims.size()),
                                    dims.data(), strides.data());
}

cudnnStatus_t scale_tensor(Player& p) {
  Blend k(p, "y");
  return cudnnScaleTensor(p.handle(), p.descriptor("y"), p.data("y"), k.a.get());
}

cudnnStatus_t set_tensor(Player& p) {
  if (p.tensor("y").shape.dims.size() == 1) throw Player::Missing("vector descriptors");
  std::string pointer = p.text("value_pointer", "");
  DType type = p.tensor("y").shape.type;
  if (pointer != "float 3.5" && !pointer.empty() && type != DType::kF32 && type != DType::kF64)
    throw Player::Missing("value bytes");
  if (pointer == "float 3.5" && type == DType::kF64) throw Player::Missing("value bytes");
  Scalar value(type, pointer.empty() ? 2.5 : 3.5);
  return cudnnSetTensor(p.handle(), p.descriptor("y"), p.data("y"), value.get());
}

cudnnStatus_t transform_tensor(Player& p) {
  bool in_place = p.writes("y_alias_x");
  std::string y = in_place ? "y_alias_x" : "y";
  if (p.text("got_dims", "") != "") throw Player::Missing("vector descriptors");
  if (p.record().name == "transform.f32_f64.nchw_nhwc") throw Player::Missing("NVIDIA's result is not repeatable");
  if (in_place) p.alias(y, "x");
  if (p.tensor(y).shape.dims.size() == 1) throw Player::Missing("vector descriptors");
  Scalar a(p.tensor("x").shape.type, p.real("alpha", 1)), b(p.tensor("x").shape.type, p.real("beta", 0));
  return cudnnTransformTensor(p.handle(), a.get(), p.descriptor("x"), p.data(in_place ? y : "x"), b.get(),
                              p.descriptor(y), p.data(y));
}

// --- batch normalization ---

cudnnBatchNormMode_t bn_mode(Player& p) {
  // records without the parameter have it in their name, as bn.m0.f32.nhwc.derived
  bool first = p.record().name.rfind("bn.m0.", 0) == 0;
  return static_cast<cudnnBatchNormMode_t>(
      p.integer("mode", first ? CUDNN_BATCHNORM_PER_ACTIVATION : CUDNN_BATCHNORM_SPATIAL));
}

cudnnStatus_t derive_bn(Player& p) {
  Held<cudnnTensorDescriptor_t> derived(cudnnCreateTensorDescriptor, cudnnDestroyTensorDescriptor);
  cudnnStatus_t status = cudnnDeriveBNTensorDescriptor(derived.descriptor, p.descriptor("x"), bn_mode(p));
  if (status != CUDNN_STATUS_SUCCESS) return status;
  int rank = 0, dims[8], strides[8];
  cudnnDataType_t type;
  cudnnGetTensorNdDescriptor(derived.descriptor, 8, &type, &rank, dims, strides);
  std::string got = conformance::text_of({dims, dims + rank}),
              got_strides = conformance::text_of({strides, strides + rank});
  for (const Row& row : p.record().rows) {
    if (row.name == "derived_dims")
      p.tally().check(got == row.data, row.name, "derived dims " + got + ", recorded " + row.data);
    if (row.name == "derived_strides")
      p.tally().check(got_strides == row.data, row.name, "derived strides " + got_strides + ", recorded " + row.data);
  }
  return status;
}

// A parameter tensor under its long or its short name.
std::string either(Player& p, const std::string& name, const std::string& other) { return p.has(name) ? name : other; }

cudnnStatus_t bn_inference(Player& p) {
  // the record blends training and backward only
  DType type = p.tensor("x").shape.type;
  struct {
    Scalar a, b;
  } k{{type, p.real("alpha", 1)}, {type, 0}};
  return cudnnBatchNormalizationForwardInference(
      p.handle(), bn_mode(p), k.a.get(), k.b.get(), p.descriptor("x"), p.data("x"), p.descriptor("y_infer"),
      p.data("y_infer"), p.descriptor("scale"), p.data("scale"), p.data("bias"), p.data("running_mean"),
      p.data("running_var"), p.real("epsilon", 1e-3));
}

// Running averages are updated in place: the outputs start as the inputs.
void start_running(Player& p) {
  if (p.has("new_running_mean") && p.has("running_mean")) p.alias("new_running_mean", "running_mean");
  if (p.has("new_running_var") && p.has("running_var")) p.alias("new_running_var", "running_var");
}

cudnnStatus_t bn_training(Player& p) {
  if (p.record().name == "bn.train.mean_null_only") throw Player::Missing("one running average alone");
  start_running(p);
  Blend k(p, "x");
  bool running = p.text("running", "given") == "given", saved = p.text("saved", "given") == "given";
  return cudnnBatchNormalizationForwardTraining(
      p.handle(), bn_mode(p), k.a.get(), k.b.get(), p.descriptor("x"), p.data("x"), p.descriptor("y"), p.data("y"),
      p.descriptor(either(p, "scale", "s")), p.data("scale"), p.data("bias"), p.real("factor", 1),
      running ? p.data("new_running_mean") : nullptr, running ? p.data("new_running_var") : nullptr,
      p.real("epsilon", 1e-3), saved ? p.data("save_mean") : nullptr, saved ? p.data("save_invvar") : nullptr);
}

cudnnStatus_t bn_backward(Player& p) {
  Blend k(p, "x");
  bool saved = p.text("saved", "given") == "given";
  return cudnnBatchNormalizationBackward(
      p.handle(), bn_mode(p), k.a.get(), k.b.get(), k.a.get(), k.b.get(), p.descriptor("x"), p.data("x"),
      p.descriptor("dy"), p.data("dy"), p.descriptor("dx"), p.data("dx"), p.descriptor("scale"), p.data("scale"),
      p.data("dscale"), p.data("dbias"), p.real("epsilon", 1e-3), saved ? p.data("save_mean") : nullptr,
      saved ? p.data("save_invvar") : nullptr);
}

// --- batch normalization with reserve space and fused activation ---

struct FusedNorm {
  explicit FusedNorm(Player& p)
      : activation(p), mode(bn_mode(p)), ops(static_cast<cudnnBatchNormOps_t>(p.integer("ops", 0))) {
    cudnnSetActivationDescriptor(activation.descriptor, static_cast<cudnnActivationMode_t>(p.integer("activation", 1)),
                                 CUDNN_NOT_PROPAGATE_NAN, 0);
  }
  // NULL where the fused operation does not take part.
  cudnnActivationDescriptor_t act() const { return ops == CUDNN_BATCHNORM_OPS_BN ? nullptr : activation.descriptor; }
  bool adds() const { return ops == CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION; }
  cudnnTensorDescriptor_t z(Player& p) const { return adds() ? p.descriptor("x") : nullptr; }
  Activation activation;
  cudnnBatchNormMode_t mode;
  cudnnBatchNormOps_t ops;
};

cudnnStatus_t fused_forward_size(Player& p) {
  FusedNorm f(p);
  cudnnTensorDescriptor_t x = p.descriptor("x");
  return cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(
      p.handle(), f.mode, f.ops, x, f.z(p), x, p.descriptor("scale"), f.act(), &p.scratch_size("forward"));
}

cudnnStatus_t fused_backward_size(Player& p) {
  FusedNorm f(p);
  cudnnTensorDescriptor_t x = p.descriptor("x");
  return cudnnGetBatchNormalizationBackwardExWorkspaceSize(p.handle(), f.mode, f.ops, x, x, x, f.z(p), x,
                                                           p.descriptor("scale"), f.act(), &p.scratch_size("backward"));
}

cudnnStatus_t fused_reserve_size(Player& p) {
  FusedNorm f(p);
  return cudnnGetBatchNormalizationTrainingExReserveSpaceSize(p.handle(), f.mode, f.ops, f.act(), p.descriptor("x"),
                                                              &p.scratch_size("reserve"));
}

cudnnStatus_t fused_training(Player& p) {
  FusedNorm f(p);
  if (!p.has("y")) throw Player::Missing("no output is recorded");
  start_running(p);
  Blend k(p, "x");
  DeviceBuffer workspace(p.scratch_size("forward"));
  p.reserve = DeviceBuffer(p.scratch_size("reserve"));
  return cudnnBatchNormalizationForwardTrainingEx(
      p.handle(), f.mode, f.ops, k.a.get(), k.b.get(), p.descriptor("x"), p.data("x"), f.z(p),
      f.adds() ? p.data("z") : nullptr, p.descriptor("y"), p.data("y"), p.descriptor("scale"), p.data("scale"),
      p.data("bias"), p.real("factor", 1), p.data("new_running_mean"), p.data("new_running_var"),
      p.real("epsilon", 1e-3), p.data("save_mean"), p.data("save_invvar"), f.act(), workspace.data(), workspace.size(),
      p.reserve.data(), p.reserve.size());
}

cudnnStatus_t fused_backward(Player& p) {
  FusedNorm f(p);
  Blend k(p, "x");
  DeviceBuffer workspace(p.scratch_size("backward"));
  cudnnTensorDescriptor_t x = p.descriptor("x");
  return cudnnBatchNormalizationBackwardEx(
      p.handle(), f.mode, f.ops, k.a.get(), k.b.get(), k.a.get(), k.b.get(), x, p.data("x"), x, p.data("y"), x,
      p.data("dy"), f.z(p), f.adds() ? p.data("dz") : nullptr, x, p.data("dx"), p.descriptor("scale"), p.data("scale"),
      p.data("bias"), p.data("dscale"), p.data("dbias"), p.real("epsilon", 1e-3), p.data("save_mean"),
      p.data("save_invvar"), f.act(), workspace.data(), workspace.size(), p.reserve.data(), p.reserve.size());
}

}  // namespace

Action action_of(const std::string& function) {
  static const std::map<std::string, Action> actions = {
      {"cudnnSetPoolingNdDescriptor", pooling_descriptor},
      {"cudnnGetPoolingNdForwardOutputDim", pooling_dims},
      {"cudnnPoolingForward", pooling_forward},
      {"cudnnPoolingBackward", pooling_backward},
      {"cudnnActivationForward", activation_forward},
      {"cudnnActivationBackward", activation_backward},
      {"cudnnGetActivationDescriptorSwishBeta", default_swish_beta},
      {"cudnnSoftmaxForward", softmax_forward},
      {"cudnnSoftmaxBackward", softmax_backward},
      {"cudnnSetOpTensorDescriptor", optensor_descriptor},
      {"cudnnOpTensor", optensor},
      {"cudnnSetReduceTensorDescriptor", reduction_descriptor},
      {"cudnnReduceTensor", reduce},
      {"cudnnAddTensor", add_tensor},
      {"cudnnScaleTensor", scale_tensor},
      {"cudnnSetTensorNdDescriptor", tensor_descriptor},
      {"cudnnSetTensor", set_tensor},
      {"cudnnTransformTensor", transform_tensor},
      {"cudnnDeriveBNTensorDescriptor", derive_bn},
      {"cudnnBatchNormalizationForwardInference", bn_inference},
      {"cudnnBatchNormalizationForwardTraining", bn_training},
      {"cudnnBatchNormalizationBackward", bn_backward},
      {"cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize", fused_forward_size},
      {"cudnnGetBatchNormalizationBackwardExWorkspaceSize", fused_backward_size},
      {"cudnnGetBatchNormalizationTrainingExReserveSpaceSize", fused_reserve_size},
      {"cudnnBatchNormalizationForwardTrainingEx", fused_training},
      {"cudnnBatchNormalizationBackwardEx", fused_backward},
      {"cudnnSetConvolutionNdDescriptor", set_convolution},
      {"cudnnGetConvolutionNdForwardOutputDim", convolution_output_dims},
      {"cudnnConvolutionForward", convolution_forward},
      {"cudnnConvolutionBackwardBias", convolution_bias_gradient},
      {"cudnnConvolutionBiasActivationForward", convolution_bias_activation},
  };
  for (const auto& table :
       {&actions, &lrn_actions(), &normalization_actions(), &spatial_actions(), &transform_actions()})
    if (auto found = table->find(function); found != table->end()) return found->second;
  return nullptr;
}

}  // namespace girih::golden
