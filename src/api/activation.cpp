// Activations: one pointwise node each.
#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "api/fused_ops.h"
#include "plan/plan.h"

namespace girih::api {
namespace {

using graph::Pointwise;
using graph::PointwiseMode;

struct Modes {
  PointwiseMode forward, backward;
};
Result<Modes> modes(cudnnActivationMode_t m) {
  using enum PointwiseMode;
  switch (m) {
    case CUDNN_ACTIVATION_SIGMOID:
      return Modes{sigmoid_fwd, sigmoid_bwd};
    case CUDNN_ACTIVATION_RELU:
      return Modes{relu_fwd, relu_bwd};
    case CUDNN_ACTIVATION_TANH:
      return Modes{tanh_fwd, tanh_bwd};
    case CUDNN_ACTIVATION_CLIPPED_RELU:
      return Modes{clipped_relu_fwd, clipped_relu_bwd};
    case CUDNN_ACTIVATION_ELU:
      return Modes{elu_fwd, elu_bwd};
    case CUDNN_ACTIVATION_SWISH:
      return Modes{swish_fwd, swish_bwd};
    case CUDNN_ACTIVATION_IDENTITY:
      break;
  }
  return bad_param("activationDesc: mode {} is for cudnnConvolutionBiasActivationForward only", static_cast<int>(m));
}

Pointwise node(const cudnnActivationDescriptor_t d, PointwiseMode mode, DType type) {
  Pointwise op{.mode = mode};
  // CLIPPED_RELU and ELU read the nan option as RELU does: only the first two obey it (behaviour.md 7).
  op.propagate_nan = d->nan == CUDNN_PROPAGATE_NAN;
  op.parameter = d->mode == CUDNN_ACTIVATION_SWISH ? d->swish_beta : d->coef;
  op.compute = type == DType::f64 ? DType::f64 : DType::f32;
  return op;
}

Check check_type(const char* name, const TensorDesc& t) {
  switch (t.dtype) {
    case DType::f32:
    case DType::f64:
    case DType::f16:
    case DType::bf16:
    case DType::i8:
      return {};
    default:
      return not_supported("{}: type {}; activations take f32, f64, f16, bf16 and i8", name, dtype_name(t.dtype));
  }
}

}  // namespace

Result<PointwiseMode> activation_forward(cudnnActivationMode_t mode) {
  GIRIH_TRY_ASSIGN(const Modes m, modes(mode));
  return m.forward;
}

Check cudnnCreateActivationDescriptor(cudnnActivationDescriptor_t* activationDesc) { return create(activationDesc); }
Check cudnnDestroyActivationDescriptor(cudnnActivationDescriptor_t activationDesc) { return destroy(activationDesc); }

Check cudnnSetActivationDescriptor(cudnnActivationDescriptor_t activationDesc, cudnnActivationMode_t mode,
                                   cudnnNanPropagation_t reluNanOpt, double coef) {
  activationDesc->mode = mode;
  activationDesc->nan = reluNanOpt;
  activationDesc->coef = coef;
  return {};
}

Check cudnnGetActivationDescriptor(const cudnnActivationDescriptor_t activationDesc, cudnnActivationMode_t* mode,
                                   cudnnNanPropagation_t* reluNanOpt, double* coef) {
  *mode = activationDesc->mode;
  *reluNanOpt = activationDesc->nan;
  *coef = activationDesc->coef;
  return {};
}

Check cudnnSetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activationDesc, double swish_beta) {
  activationDesc->swish_beta = swish_beta;
  return {};
}

Check cudnnGetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activationDesc, double* swish_beta) {
  *swish_beta = activationDesc->swish_beta;
  return {};
}

Check cudnnActivationForward(cudnnHandle_t handle, cudnnActivationDescriptor_t activationDesc, const void* alpha,
                             const cudnnTensorDescriptor_t xDesc, const void* x, const void* beta,
                             const cudnnTensorDescriptor_t yDesc, void* y) {
  const TensorDesc &dx = xDesc->desc, &dy = yDesc->desc;
  GIRIH_TRY(check_set("xDesc", dx));
  GIRIH_TRY(check_set("yDesc", dy));
  GIRIH_TRY_ASSIGN(const Modes m, modes(activationDesc->mode));
  if (!same_dims(dx, dy) || dx.dtype != dy.dtype || dx.vector != dy.vector)
    return bad_param("xDesc is {}, yDesc is {}; dims and types must be equal", to_text(dx), to_text(dy));
  GIRIH_TRY(check_type("xDesc", dx));
  Call call;
  Pointwise op = node(activationDesc, m.forward, dx.dtype);
  op.a = call.tensor("x", dx, x);
  op.y = call.tensor("y", dy, y);
  auto& s = call.add(op);
  s.alpha = read_scalar(alpha, dy.dtype);
  s.beta = read_scalar(beta, dy.dtype);
  return run(handle->device, call);
}

Check cudnnActivationBackward(cudnnHandle_t handle, cudnnActivationDescriptor_t activationDesc, const void* alpha,
                              const cudnnTensorDescriptor_t yDesc, const void* y, const cudnnTensorDescriptor_t dyDesc,
                              const void* dy, const cudnnTensorDescriptor_t xDesc, const void* x, const void* beta,
                              const cudnnTensorDescriptor_t dxDesc, void* dx) {
  GIRIH_TRY_ASSIGN(const Modes m, modes(activationDesc->mode));
  const bool reads_y = m.backward == PointwiseMode::sigmoid_bwd || m.backward == PointwiseMode::tanh_bwd ||
                       m.backward == PointwiseMode::elu_bwd;
  if (reads_y && (!y || !yDesc))
    return bad_param("{}: is NULL; this activation's gradient is computed from y", y ? "yDesc" : "y");
  const TensorDesc& d = dxDesc->desc;
  struct Operand {
    const char* name;
    const TensorDesc* desc;
  };
  for (const Operand& t : {Operand{"yDesc", yDesc ? &yDesc->desc : &d}, Operand{"dyDesc", &dyDesc->desc},
                           Operand{"xDesc", &xDesc->desc}}) {
    GIRIH_TRY(check_set(t.name, *t.desc));
    GIRIH_TRY(check_set("dxDesc", d));
    if (t.desc->rank != d.rank)
      return bad_param("{} has {} dimensions, dxDesc has {}; they must be equal", t.name, t.desc->rank, d.rank);
    if (!same_dims(*t.desc, d) || t.desc->dtype != d.dtype)
      return not_supported("{} is {}, dxDesc is {}; dims and types must be equal", t.name, to_text(*t.desc),
                           to_text(d));
  }
  GIRIH_TRY(check_type("dxDesc", d));
  Call call;
  Pointwise op = node(activationDesc, m.backward, d.dtype);
  op.a = call.tensor("x", xDesc->desc, x);
  op.b = call.tensor("dy", dyDesc->desc, dy);
  if (reads_y) op.t = call.tensor("y", yDesc->desc, y);
  op.y = call.tensor("dx", d, dx);
  auto& s = call.add(op);
  s.alpha = read_scalar(alpha, d.dtype);
  s.beta = read_scalar(beta, d.dtype);
  return run(handle->device, call);
}

}  // namespace girih::api
