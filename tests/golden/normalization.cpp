// Records of normalization.tsv.
#include "golden/golden.h"

namespace girih::golden {
namespace {

using conformance::DeviceBuffer;

struct Norm {
  explicit Norm(Player& p)
      : mode(static_cast<cudnnNormMode_t>(p.integer("mode", 1))),
        ops(static_cast<cudnnNormOps_t>(p.integer("ops", 0))),
        algo(static_cast<cudnnNormAlgo_t>(p.integer("algo", 0))) {
    cudnnSetActivationDescriptor(activation.descriptor, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0);
  }
  bool adds() const { return ops == CUDNN_NORM_OPS_NORM_ADD_ACTIVATION; }
  cudnnActivationDescriptor_t act() const { return ops == CUDNN_NORM_OPS_NORM ? nullptr : activation.descriptor; }
  cudnnTensorDescriptor_t z(Player& p) const { return adds() ? p.descriptor("x") : nullptr; }
  Held<cudnnActivationDescriptor_t> activation{cudnnCreateActivationDescriptor, cudnnDestroyActivationDescriptor};
  cudnnNormMode_t mode;
  cudnnNormOps_t ops;
  cudnnNormAlgo_t algo;
};

// The records derive twice: with one group, and with two.
cudnnStatus_t derive(Player& p) {
  Norm n(p);
  Held<cudnnTensorDescriptor_t> scale(cudnnCreateTensorDescriptor, cudnnDestroyTensorDescriptor),
      mean(cudnnCreateTensorDescriptor, cudnnDestroyTensorDescriptor);
  if (p.derived_once)
    return cudnnDeriveNormTensorDescriptor(scale.descriptor, mean.descriptor, p.descriptor("x"), n.mode, 2);
  p.derived_once = true;
  cudnnStatus_t status =
      cudnnDeriveNormTensorDescriptor(scale.descriptor, mean.descriptor, p.descriptor("x"), n.mode, 1);
  if (status != CUDNN_STATUS_SUCCESS) return status;
  for (cudnnTensorDescriptor_t derived : {scale.descriptor, mean.descriptor}) {
    int rank = 0, dims[8], strides[8];
    cudnnDataType_t type;
    cudnnGetTensorNdDescriptor(derived, 8, &type, &rank, dims, strides);
    const conformance::Shape& want = p.tensor("scale").shape;
    p.tally().check(
        std::vector<int64_t>(dims, dims + rank) == want.dims && type == conformance::cudnn_type(want.type), "derived",
        "derived " + conformance::text_of({dims, dims + rank}) + ", recorded " + conformance::text_of(want.dims));
  }
  return status;
}

cudnnStatus_t inference(Player& p) {
  Norm n(p);
  if (!p.has("y")) p.make("y", p.tensor("x").shape);
  Blend k(p, "x");
  cudnnTensorDescriptor_t x = p.descriptor("x"), s = p.descriptor("scale");
  return cudnnNormalizationForwardInference(p.handle(), n.mode, n.ops, n.algo, k.a.get(), k.b.get(), x, p.data("x"), s,
                                            p.data("scale"), p.data("bias"), s, p.data("running_mean"),
                                            p.data("running_var"), n.z(p), n.adds() ? p.data("z") : nullptr, n.act(), x,
                                            p.data("y"), p.real("epsilon", 1e-3), 1);
}

cudnnStatus_t forward_size(Player& p) {
  Norm n(p);
  cudnnTensorDescriptor_t x = p.descriptor("x"), s = p.descriptor("scale");
  return cudnnGetNormalizationForwardTrainingWorkspaceSize(p.handle(), n.mode, n.ops, n.algo, x, n.z(p), x, s, n.act(),
                                                           s, &p.scratch_size("forward"), 1);
}

cudnnStatus_t backward_size(Player& p) {
  Norm n(p);
  cudnnTensorDescriptor_t x = p.descriptor("x"), s = p.descriptor("scale");
  return cudnnGetNormalizationBackwardWorkspaceSize(p.handle(), n.mode, n.ops, n.algo, x, x, x, n.z(p), x, s, n.act(),
                                                    s, &p.scratch_size("backward"), 1);
}

cudnnStatus_t reserve_size(Player& p) {
  Norm n(p);
  return cudnnGetNormalizationTrainingReserveSpaceSize(p.handle(), n.mode, n.ops, n.algo, n.act(), p.descriptor("x"),
                                                       &p.scratch_size("reserve"), 1);
}

cudnnStatus_t training(Player& p) {
  Norm n(p);
  cudnnTensorDescriptor_t x = p.descriptor("x"), s = p.descriptor("scale");
  for (const char* name : {"new_running_mean", "new_running_var", "save_mean", "save_invvar"})
    if (!p.has(name)) p.make(name, p.tensor("scale").shape);
  if (!p.has("y")) p.make("y", p.tensor("x").shape);
  p.alias("new_running_mean", "running_mean");
  p.alias("new_running_var", "running_var");
  Blend k(p, "x");
  DeviceBuffer workspace(p.scratch_size("forward"));
  p.reserve = DeviceBuffer(p.scratch_size("reserve"));
  p.reserve.fill(0xFF);
  return cudnnNormalizationForwardTraining(
      p.handle(), n.mode, n.ops, n.algo, k.a.get(), k.b.get(), x, p.data("x"), s, p.data("scale"), p.data("bias"),
      p.real("factor", 1), s, p.data("new_running_mean"), p.data("new_running_var"), p.real("epsilon", 1e-3),
      p.data("save_mean"), p.data("save_invvar"), n.act(), n.z(p), n.adds() ? p.data("z") : nullptr, x, p.data("y"),
      workspace.data(), workspace.size(), p.reserve.data(), p.reserve.size(), 1);
}

cudnnStatus_t backward(Player& p) {
  Norm n(p);
  Blend k(p, "x");
  cudnnTensorDescriptor_t x = p.descriptor("x"), s = p.descriptor("scale");
  DeviceBuffer workspace(p.scratch_size("backward"));
  return cudnnNormalizationBackward(
      p.handle(), n.mode, n.ops, n.algo, k.a.get(), k.b.get(), k.a.get(), k.b.get(), x, p.data("x"), x, p.data("y"), x,
      p.data("dy"), n.z(p), n.adds() ? p.data("dz") : nullptr, x, p.data("dx"), s, p.data("scale"), p.data("bias"),
      p.data("dscale"), p.data("dbias"), p.real("epsilon", 1e-3), s, p.data("save_mean"), p.data("save_invvar"),
      n.act(), workspace.data(), workspace.size(), p.reserve.data(), p.reserve.size(), 1);
}

}  // namespace

const Actions& normalization_actions() {
  static const Actions actions = {
      {"cudnnDeriveNormTensorDescriptor", derive},
      {"cudnnNormalizationForwardInference", inference},
      {"cudnnGetNormalizationForwardTrainingWorkspaceSize", forward_size},
      {"cudnnGetNormalizationBackwardWorkspaceSize", backward_size},
      {"cudnnGetNormalizationTrainingReserveSpaceSize", reserve_size},
      {"cudnnNormalizationForwardTraining", training},
      {"cudnnNormalizationBackward", backward},
  };
  return actions;
}

}  // namespace girih::golden
