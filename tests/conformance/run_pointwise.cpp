// Activation and softmax.
#include <algorithm>
#include <cmath>

#include "conformance/reference.h"
#include "conformance/run.h"

namespace girih::conformance {
namespace {

struct ActivationDescriptor {
  ActivationDescriptor(const Session& session, Report& report, cudnnActivationMode_t mode,
                       const ActivationShape& shape) {
    report.require(session, cudnnCreateActivationDescriptor(&descriptor), "cudnnCreateActivationDescriptor");
    report.require(
        session,
        cudnnSetActivationDescriptor(descriptor, mode,
                                     shape.propagate_nan ? CUDNN_PROPAGATE_NAN : CUDNN_NOT_PROPAGATE_NAN, shape.coef),
        "cudnnSetActivationDescriptor");
    if (mode == CUDNN_ACTIVATION_SWISH)
      report.require(session, cudnnSetActivationDescriptorSwishBeta(descriptor, shape.swish_beta),
                     "cudnnSetActivationDescriptorSwishBeta");
  }
  ~ActivationDescriptor() { cudnnDestroyActivationDescriptor(descriptor); }
  ActivationDescriptor(const ActivationDescriptor&) = delete;
  cudnnActivationDescriptor_t descriptor = nullptr;
};

bool piecewise_linear(Activation mode) { return mode == Activation::kRelu || mode == Activation::kClipped; }

}  // namespace

void run_activation(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  bool backward = reader.word("pass", {"fwd", "bwd"}) == "bwd";
  Common common = read_common(reader);
  Shape shape = read_strides(reader, "xs", common.shape(read_dims(reader)));
  Shape out = read_strides(reader, "ys", shape);
  std::string name = reader.choice("mode", {"sigmoid", "relu", "tanh", "clipped", "elu", "swish"}, "relu");
  ActivationShape act;
  act.mode = name == "sigmoid"   ? Activation::kSigmoid
             : name == "relu"    ? Activation::kRelu
             : name == "tanh"    ? Activation::kTanh
             : name == "clipped" ? Activation::kClipped
             : name == "elu"     ? Activation::kElu
                                 : Activation::kSwish;
  cudnnActivationMode_t mode = name == "sigmoid"   ? CUDNN_ACTIVATION_SIGMOID
                               : name == "relu"    ? CUDNN_ACTIVATION_RELU
                               : name == "tanh"    ? CUDNN_ACTIVATION_TANH
                               : name == "clipped" ? CUDNN_ACTIVATION_CLIPPED_RELU
                               : name == "elu"     ? CUDNN_ACTIVATION_ELU
                                                   : CUDNN_ACTIVATION_SWISH;
  act.coef = reader.real("coef", act.mode == Activation::kClipped ? 2 : 1);
  act.swish_beta = reader.real("swish_beta", 1);
  act.propagate_nan = reader.integer("nan", 1) == 1;
  double alpha = reader.real("alpha", 1), beta = reader.real("beta", 0);
  bool in_place = reader.flag("inplace");
  bool with_nan = reader.choice("data", {"plain", "nan"}, "plain") == "nan";
  reader.finish();
  if (in_place && beta != 0) throw problem::Error("inplace=1 needs beta=0");

  Random random = random_for(session, problem);
  ActivationDescriptor descriptor(session, report, mode, act);
  Tensor x("x", shape, common.shift), y("y", out, common.shift);
  std::vector<double> data = draw(session, random, x.offsets.size(), 4);
  for (double& value : data) {
    if (!session.exact()) value *= 4;
    if (with_nan && random.integer(0, 3) == 0) value = std::nan("");
  }
  x.set(data);
  Scalar a(common.type, alpha), b(common.type, beta);
  double unit = accumulation_unit(common.type);
  // Hardware exponentials err by a few units; 16 covers exp, a sum, a division and the scaling.
  constexpr double kOperations = 16;
  Blend blend{alpha, beta, kOperations, unit, session.exact() && piecewise_linear(act.mode)};
  size_t count = x.values.size();
  std::vector<double> value(count), magnitude(count);
  cudnnTensorDescriptor_t xd = x.descriptor(), yd = y.descriptor();
  if (!backward) {
    for (size_t i = 0; i < count; ++i) {
      value[i] = activate(act, x.values[i]);
      magnitude[i] = activation_magnitude(act, x.values[i]);
    }
    prepare_output(session, random, y, beta);
    if (in_place) y.set(x.values);
    Call call{"cudnnActivationForward", {}, {&y}, {}};
    if (!in_place) call.inputs = {&x};
    call.run = [&] {
      return cudnnActivationForward(session.handle, descriptor.descriptor, a.get(), xd, in_place ? y.data() : x.data(),
                                    b.get(), yd, y.data());
    };
    if (execute(session, report, call)) compare(report, y, blended(blend, value, magnitude, y), "");
    return;
  }
  std::vector<double> forward(count);
  for (size_t i = 0; i < count; ++i) forward[i] = activate(act, x.values[i]);
  y.set(forward);
  Tensor dy("dy", out, common.shift), dx("dx", shape, common.shift);
  dy.set(draw(session, random, count));
  for (size_t i = 0; i < count; ++i) {
    value[i] = activate_gradient(act, x.values[i], y.values[i], dy.values[i]);
    magnitude[i] =
        std::fabs(dy.values[i]) *
        (act.mode == Activation::kSwish ? (1 + std::fabs(x.values[i])) * (1 + std::fabs(x.values[i])) : 1.0) *
        (act.mode == Activation::kElu ? 1 + std::fabs(act.coef) : 1.0);
  }
  prepare_output(session, random, dx, beta);
  if (in_place) dx.set(dy.values);
  Call call{"cudnnActivationBackward", {&x, &y}, {&dx}, {}};
  if (!in_place) call.inputs.push_back(&dy);
  cudnnTensorDescriptor_t dyd = dy.descriptor(), dxd = dx.descriptor();
  call.run = [&] {
    return cudnnActivationBackward(session.handle, descriptor.descriptor, a.get(), yd, y.data(), dyd,
                                   in_place ? dx.data() : dy.data(), xd, x.data(), b.get(), dxd, dx.data());
  };
  if (execute(session, report, call)) compare(report, dx, blended(blend, value, magnitude, dx), "");
}

void run_softmax(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  bool backward = reader.word("pass", {"fwd", "bwd"}) == "bwd";
  Common common = read_common(reader);
  Shape shape = read_strides(reader, "xs", common.shape(read_dims(reader)));
  Shape out = read_strides(reader, "ys", shape);
  std::string algorithm_name = reader.choice("algo", {"fast", "accurate", "log"}, "accurate");
  bool per_channel = reader.choice("mode", {"instance", "channel"}, "channel") == "channel";
  double alpha = reader.real("alpha", 1), beta = reader.real("beta", 0);
  double offset = reader.real("offset", 0);  // added to every x: ACCURATE and LOG must not overflow
  bool in_place = reader.flag("inplace");
  reader.finish();
  if (in_place && beta != 0) throw problem::Error("inplace=1 needs beta=0");
  Softmax algorithm = algorithm_name == "fast"       ? Softmax::kFast
                      : algorithm_name == "accurate" ? Softmax::kAccurate
                                                     : Softmax::kLog;
  cudnnSoftmaxAlgorithm_t algo = algorithm_name == "fast"       ? CUDNN_SOFTMAX_FAST
                                 : algorithm_name == "accurate" ? CUDNN_SOFTMAX_ACCURATE
                                                                : CUDNN_SOFTMAX_LOG;
  cudnnSoftmaxMode_t mode = per_channel ? CUDNN_SOFTMAX_MODE_CHANNEL : CUDNN_SOFTMAX_MODE_INSTANCE;

  Random random = random_for(session, problem);
  Tensor x("x", shape, common.shift), y("y", out, common.shift);
  std::vector<double> data = draw(session, random, x.offsets.size(), 4);
  for (double& value : data) value = (session.exact() ? value : 4 * value) + offset;
  x.set(data);
  Scalar a(common.type, alpha), b(common.type, beta);
  Sums forward = softmax_forward(algorithm, per_channel, shape.dims, x.values);
  // exp and log err by a few units beside the sum over the row
  Blend blend{alpha, beta, forward.terms + 8, accumulation_unit(common.type), false};
  // NVIDIA's channel mode rounds exponentials to f16 or bf16 before it divides.
  if (!session.girih()) blend.unit = std::max(blend.unit, unit_roundoff(common.type) / 8);
  cudnnTensorDescriptor_t xd = x.descriptor(), yd = y.descriptor();
  if (!backward) {
    prepare_output(session, random, y, beta);
    if (in_place) y.set(x.values);
    Call call{"cudnnSoftmaxForward", {}, {&y}, {}};
    if (!in_place) call.inputs = {&x};
    call.run = [&] {
      return cudnnSoftmaxForward(session.handle, algo, mode, a.get(), xd, in_place ? y.data() : x.data(), b.get(), yd,
                                 y.data());
    };
    if (execute(session, report, call)) compare(report, y, blended(blend, forward.value, forward.magnitude, y), "");
    return;
  }
  y.set(forward.value);
  Tensor dy("dy", out, common.shift), dx("dx", shape, common.shift);
  dy.set(draw(session, random, dy.offsets.size()));
  Sums gradient = softmax_backward(algorithm, per_channel, shape.dims, y.values, dy.values);
  prepare_output(session, random, dx, beta);
  if (in_place) dx.set(dy.values);
  Call call{"cudnnSoftmaxBackward", {&y}, {&dx}, {}};
  if (!in_place) call.inputs.push_back(&dy);
  cudnnTensorDescriptor_t dyd = dy.descriptor(), dxd = dx.descriptor();
  call.run = [&] {
    return cudnnSoftmaxBackward(session.handle, algo, mode, a.get(), yd, y.data(), dyd,
                                in_place ? dx.data() : dy.data(), b.get(), dxd, dx.data());
  };
  if (execute(session, report, call)) compare(report, dx, blended(blend, gradient.value, gradient.magnitude, dx), "");
}

}  // namespace girih::conformance
