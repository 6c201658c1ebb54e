// Fused operations: each line makes the packs and a plan, runs it, and compares with the operations done one by one.
#include <algorithm>
#include <cmath>
#include <memory>

#include "conformance/conv_calls.h"
#include "conformance/reference_fused.h"
#include "conformance/run.h"

namespace girih::conformance {
namespace {

// The packs and the plan of one operation. What is never bound stays CUDNN_PTR_NULL.
class Plan {
 public:
  Plan(const Session& session, Report& report, cudnnFusedOps_t ops) : session_(session), report_(report) {
    report.require(session, cudnnCreateFusedOpsConstParamPack(&constants_, ops), "cudnnCreateFusedOpsConstParamPack");
    report.require(session, cudnnCreateFusedOpsVariantParamPack(&variants_, ops),
                   "cudnnCreateFusedOpsVariantParamPack");
    report.require(session, cudnnCreateFusedOpsPlan(&plan_, ops), "cudnnCreateFusedOpsPlan");
  }
  ~Plan() {
    cudnnDestroyFusedOpsPlan(plan_);
    cudnnDestroyFusedOpsVariantParamPack(variants_);
    cudnnDestroyFusedOpsConstParamPack(constants_);
    if (activation_) cudnnDestroyActivationDescriptor(activation_);
  }
  Plan(const Plan&) = delete;

  // A descriptor, or the address of a mode or placeholder.
  void constant(cudnnFusedOpsConstParamLabel_t label, const void* value) {
    report_.require(session_, cudnnSetFusedOpsConstParamPackAttribute(constants_, label, value),
                    "cudnnSetFusedOpsConstParamPackAttribute(" + std::to_string(label) + ")");
  }
  void describe(cudnnFusedOpsConstParamLabel_t label, Tensor& tensor) { constant(label, tensor.descriptor()); }
  void mode(cudnnBatchNormMode_t mode) { constant(CUDNN_PARAM_BN_MODE, &mode); }
  void activation(const ActivationShape& shape) {
    cudnnCreateActivationDescriptor(&activation_);
    const cudnnActivationMode_t mode = shape.mode == Activation::kSigmoid    ? CUDNN_ACTIVATION_SIGMOID
                                       : shape.mode == Activation::kTanh     ? CUDNN_ACTIVATION_TANH
                                       : shape.mode == Activation::kIdentity ? CUDNN_ACTIVATION_IDENTITY
                                                                             : CUDNN_ACTIVATION_RELU;
    cudnnSetActivationDescriptor(activation_, mode, CUDNN_PROPAGATE_NAN, 0);
    constant(CUDNN_PARAM_ACTIVATION_DESC, activation_);
  }
  void input(cudnnFusedOpsConstParamLabel_t placeholder, cudnnFusedOpsVariantParamLabel_t pointer, Tensor& tensor) {
    bind(placeholder, pointer, tensor);
    inputs_.push_back(&tensor);
  }
  void output(cudnnFusedOpsConstParamLabel_t placeholder, cudnnFusedOpsVariantParamLabel_t pointer, Tensor& tensor) {
    bind(placeholder, pointer, tensor);
    outputs_.push_back(&tensor);
  }
  void scalar(cudnnFusedOpsVariantParamLabel_t label, void* value) {
    report_.require(session_, cudnnSetFusedOpsVariantParamPackAttribute(variants_, label, value),
                    "cudnnSetFusedOpsVariantParamPackAttribute(" + std::to_string(label) + ")");
  }
  bool run() {
    size_t bytes = 0;
    report_.require(session_, cudnnMakeFusedOpsPlan(session_.handle, plan_, constants_, &bytes),
                    "cudnnMakeFusedOpsPlan");
    DeviceBuffer workspace(bytes);
    scalar(CUDNN_PTR_WORKSPACE, bytes ? workspace.data() : nullptr);
    scalar(CUDNN_SCALAR_SIZE_T_WORKSPACE_SIZE_IN_BYTES, &bytes);
    Call call{"cudnnFusedOpsExecute", inputs_, outputs_, {&workspace}};
    call.run = [&] { return cudnnFusedOpsExecute(session_.handle, plan_, variants_); };
    return execute(session_, report_, call);
  }

 private:
  void bind(cudnnFusedOpsConstParamLabel_t placeholder, cudnnFusedOpsVariantParamLabel_t pointer, Tensor& tensor) {
    const cudnnFusedOpsPointerPlaceHolder_t promise =
        reinterpret_cast<uintptr_t>(tensor.data()) % 16 == 0 ? CUDNN_PTR_16B_ALIGNED : CUDNN_PTR_ELEM_ALIGNED;
    constant(placeholder, &promise);
    report_.require(session_, cudnnSetFusedOpsVariantParamPackAttribute(variants_, pointer, tensor.data()),
                    "cudnnSetFusedOpsVariantParamPackAttribute(" + std::to_string(pointer) + ")");
  }

  const Session& session_;
  Report& report_;
  cudnnFusedOpsConstParamPack_t constants_ = nullptr;
  cudnnFusedOpsVariantParamPack_t variants_ = nullptr;
  cudnnFusedOpsPlan_t plan_ = nullptr;
  cudnnActivationDescriptor_t activation_ = nullptr;
  std::vector<Tensor*> inputs_, outputs_;
};

ActivationShape read_activation(problem::Reader& reader) {
  const std::string name = reader.choice("act", {"relu", "identity", "sigmoid", "tanh"}, "relu");
  ActivationShape shape;
  shape.mode = name == "relu"       ? Activation::kRelu
               : name == "identity" ? Activation::kIdentity
               : name == "sigmoid"  ? Activation::kSigmoid
                                    : Activation::kTanh;
  return shape;
}

bool piecewise_linear(const ActivationShape& shape) {
  return shape.mode == Activation::kRelu || shape.mode == Activation::kIdentity;
}

struct Mode {
  cudnnBatchNormMode_t mode;
  bool per_activation;
};
Mode read_mode(problem::Reader& reader) {
  const std::string name = reader.choice("mode", {"per_activation", "spatial", "persistent"}, "spatial");
  return {name == "spatial"      ? CUDNN_BATCHNORM_SPATIAL
          : name == "persistent" ? CUDNN_BATCHNORM_SPATIAL_PERSISTENT
                                 : CUDNN_BATCHNORM_PER_ACTIVATION,
          name == "per_activation"};
}

// Scales and biases: one element for each channel, or for each position of a sample.
Shape parameter_shape(DType type, const std::vector<int64_t>& of, bool per_activation) {
  std::vector<int64_t> dims = of;
  for (size_t i = 0; i < dims.size(); ++i)
    if (i == 0 || (i > 1 && !per_activation)) dims[i] = 1;
  return {type, dims, strides_of("nchw", dims)};
}

DType read_parameter_type(problem::Reader& reader, DType of) {
  return dtype_from(reader.choice("param", {"f32", "f64", "f16", "bf16"}, name_of(of)));
}

// A bound on the result, or none where every step is exact on small integers. Integer types round to the nearest.
Expected expected(const Estimated& e, DType type, bool exact) {
  Expected x{e.value, {}};
  if (exact) return x;
  x.bound = stored(e, unit_roundoff(type), underflow(type)).error;
  if (is_float(type)) return x;
  for (size_t i = 0; i < x.value.size(); ++i) {
    x.value[i] = std::clamp(x.value[i], rounded(type, -1e300), rounded(type, 1e300));
    x.bound[i] += 0.5;
  }
  return x;
}

std::vector<double> positive(Random& random, size_t count) {
  std::vector<double> values(count);
  for (double& value : values) value = random.uniform(0.5, 2);
  return values;
}

ConvKeys read_plain_conv(problem::Reader& reader) {
  ConvKeys keys = read_conv(reader);
  if (keys.alpha != 1 || keys.beta != 0) throw problem::Error("fused convolutions have no alpha and beta");
  return keys;
}

// scale and bias before a convolution or an addition
struct Affine {
  std::unique_ptr<Tensor> scale, bias;
  std::vector<double> scales() const { return scale ? scale->values : std::vector<double>(); }
  std::vector<double> biases() const { return bias ? bias->values : std::vector<double>(); }
};
Affine make_affine(const Session& session, Random& random, const Shape& shape, bool scale, bool bias,
                   const std::string& name) {
  Affine a;
  if (scale) a.scale = std::make_unique<Tensor>(name + " scale", shape);
  if (bias) a.bias = std::make_unique<Tensor>(name + " bias", shape);
  for (Tensor* t : {a.scale.get(), a.bias.get()})
    if (t) t->set(draw(session, random, t->offsets.size(), 2));
  return a;
}

// convstats: y = conv(act(x * scale + bias), w), and the sums of y and of its squares.
// wgrad: dw of the same convolution from dy.
void run_fused_conv(bool wgrad, problem::Reader& reader, const problem::Problem& problem, const Session& session,
                    Report& report) {
  ConvKeys keys = read_plain_conv(reader);
  const DType type = keys.common.type;
  const ActivationShape act = read_activation(reader);
  const Mode mode = read_mode(reader);
  const DType parameter_type = read_parameter_type(reader, type);
  const bool with_scale = reader.integer("scale", 1) != 0, with_bias = reader.integer("bias", 1) != 0;
  const bool stats = reader.flag("stats"), with_y = reader.integer("y", 1) != 0;
  reader.finish();

  Random random = random_for(session, problem);
  Conv conv(keys, session, report);
  conv.x.set(draw(session, random, conv.x.offsets.size(), 2));
  conv.w.set(draw(session, random, conv.w.offsets.size(), 1));
  conv.y.set(draw(session, random, conv.y.offsets.size(), 1));
  const Shape parameters = parameter_shape(parameter_type, keys.x.dims, mode.per_activation);
  Affine affine = make_affine(session, random, parameters, with_scale, with_bias, "x");
  const double unit = accumulation_unit(type);

  Plan plan(session, report,
            wgrad ? CUDNN_FUSED_SCALE_BIAS_ACTIVATION_WGRAD : CUDNN_FUSED_SCALE_BIAS_ACTIVATION_CONV_BNSTATS);
  plan.mode(mode.mode);
  plan.describe(CUDNN_PARAM_XDESC, conv.x);
  plan.input(CUDNN_PARAM_XDATA_PLACEHOLDER, CUDNN_PTR_XDATA, conv.x);
  if (Tensor* any = with_scale ? affine.scale.get() : affine.bias.get())
    plan.describe(CUDNN_PARAM_BN_EQSCALEBIAS_DESC, *any);
  if (with_scale) plan.input(CUDNN_PARAM_BN_EQSCALE_PLACEHOLDER, CUDNN_PTR_BN_EQSCALE, *affine.scale);
  if (with_bias) plan.input(CUDNN_PARAM_BN_EQBIAS_PLACEHOLDER, CUDNN_PTR_BN_EQBIAS, *affine.bias);
  plan.activation(act);
  plan.constant(CUDNN_PARAM_CONV_DESC, conv.descriptor());

  // What the convolution reads has the type of x.
  const Estimated before = scale_bias(conv.x.values, parameter_index(keys.x.dims, mode.per_activation), affine.scales(),
                                      affine.biases(), unit);
  const Estimated a = stored(activated(act, before, unit), unit_roundoff(type), underflow(type));
  const bool exact = session.exact() && piecewise_linear(act);
  auto bounded = [&](const Sums& sums, const Sums& spread) {
    Estimated e{sums.value, {}};
    const double c = error_constant(sums.terms) * unit;
    for (size_t i = 0; i < sums.value.size(); ++i)
      e.error.push_back(exact ? 0 : spread.magnitude[i] + c * (sums.magnitude[i] + spread.magnitude[i]));
    return e;
  };

  if (wgrad) {
    plan.constant(CUDNN_PARAM_DWDESC, conv.filter());
    plan.describe(CUDNN_PARAM_DYDESC, conv.y);
    plan.input(CUDNN_PARAM_DYDATA_PLACEHOLDER, CUDNN_PTR_DYDATA, conv.y);
    conv.w.poison();
    plan.output(CUDNN_PARAM_DWDATA_PLACEHOLDER, CUDNN_PTR_DWDATA, conv.w);
    if (!plan.run()) return;
    const Sums sums = conv_wgrad(keys.shape, a.value, conv.y.values);
    const Sums spread = conv_wgrad(keys.shape, a.error, conv.y.values);
    compare(report, conv.w, expected(bounded(sums, spread), type, exact), "");
    return;
  }

  plan.constant(CUDNN_PARAM_WDESC, conv.filter());
  plan.input(CUDNN_PARAM_WDATA_PLACEHOLDER, CUDNN_PTR_WDATA, conv.w);
  plan.describe(CUDNN_PARAM_YDESC, conv.y);
  conv.y.poison();
  if (with_y) plan.output(CUDNN_PARAM_YDATA_PLACEHOLDER, CUDNN_PTR_YDATA, conv.y);
  const Shape sum_shape = parameter_shape(type == DType::kF64 ? DType::kF64 : DType::kF32, keys.y.dims, false);
  Tensor sum("sum", sum_shape), square("sum of squares", sum_shape);
  sum.poison();
  square.poison();
  if (stats) {
    plan.describe(CUDNN_PARAM_YSTATS_DESC, sum);
    plan.output(CUDNN_PARAM_YSUM_PLACEHOLDER, CUDNN_PTR_YSUM, sum);
    plan.output(CUDNN_PARAM_YSQSUM_PLACEHOLDER, CUDNN_PTR_YSQSUM, square);
  }
  if (!plan.run()) return;
  const Sums sums = conv_fprop(keys.shape, a.value, conv.w.values);
  const Sums spread = conv_fprop(keys.shape, a.error, conv.w.values);
  const Estimated y = bounded(sums, spread);
  if (with_y) compare(report, conv.y, expected(y, type, exact), "");
  if (!stats) return;
  // Of y as it is stored, or before it is rounded: both are allowed.
  const ChannelSums all = channel_sums(keys.y.dims, stored(y, unit_roundoff(type), underflow(type)), unit);
  compare(report, sum, expected(all.sum, sum_shape.type, false), "");
  compare(report, square, expected(all.square, sum_shape.type, false), "");
}

// finalize, finalize_inference: from sums, or running statistics, to the factors of the next layer.
void run_finalize(bool training, problem::Reader& reader, const problem::Problem& problem, const Session& session,
                  Report& report) {
  const DType type = dtype_from(reader.word("type", {"f32", "f64"}));
  const DType out_type = read_parameter_type(reader, DType::kF16);
  const int64_t channels = reader.integer("c", std::nullopt, 1);
  FinalizeInput in;
  int64_t count = reader.integer("count", 50, 2);
  in.count = static_cast<double>(count);
  in.epsilon = reader.real("epsilon", 1e-3);
  in.factor = reader.real("factor", 0.25);
  in.unit = accumulation_unit(type);
  const Mode mode = read_mode(reader);
  const bool saved = reader.integer("saved", 1) != 0, running = reader.integer("running", 1) != 0;
  const bool equivalent = reader.integer("eq", 1) != 0;
  reader.finish();

  Random random = random_for(session, problem);
  std::vector<int64_t> dims{1, channels, 1, 1};
  if (mode.per_activation) dims = {1, channels, 2, 3};
  const Shape shape{type, dims, strides_of("nchw", dims)}, out{out_type, dims, strides_of("nchw", dims)};
  const size_t features = static_cast<size_t>(shape.count());
  Tensor sum("sum", shape), square("sum of squares", shape), scale("scale", shape), bias("bias", shape);
  Tensor mean("running mean", shape), variance("running variance", shape);
  Tensor saved_mean("saved mean", shape), saved_inv("saved deviation", shape);
  Tensor eq_scale("eq_scale", out), eq_bias("eq_bias", out);
  std::vector<double> sums(features), squares(features);
  for (size_t i = 0; i < features; ++i) {
    const double m = random.uniform(-1, 1);
    sums[i] = m * in.count;
    squares[i] = (random.uniform(0.5, 2) + m * m) * in.count;
  }
  sum.set(sums);
  square.set(squares);
  scale.set(positive(random, features));
  bias.set(draw(session, random, features));
  mean.set(draw(session, random, features));
  variance.set(positive(random, features));
  for (Tensor* t : {&saved_mean, &saved_inv, &eq_scale, &eq_bias}) t->poison();
  in.sum = sum.values, in.square = square.values, in.scale = scale.values, in.bias = bias.values;
  if (running) in.running_mean = mean.values, in.running_var = variance.values;

  Plan plan(session, report,
            training ? CUDNN_FUSED_BN_FINALIZE_STATISTICS_TRAINING : CUDNN_FUSED_BN_FINALIZE_STATISTICS_INFERENCE);
  plan.mode(mode.mode);
  plan.describe(CUDNN_PARAM_BN_SCALEBIAS_MEANVAR_DESC, scale);
  plan.input(CUDNN_PARAM_BN_SCALE_PLACEHOLDER, CUDNN_PTR_BN_SCALE, scale);
  plan.input(CUDNN_PARAM_BN_BIAS_PLACEHOLDER, CUDNN_PTR_BN_BIAS, bias);
  plan.scalar(CUDNN_SCALAR_DOUBLE_BN_EPSILON, &in.epsilon);
  if (equivalent) {
    plan.describe(CUDNN_PARAM_BN_EQSCALEBIAS_DESC, eq_scale);
    plan.output(CUDNN_PARAM_BN_EQSCALE_PLACEHOLDER, CUDNN_PTR_BN_EQSCALE, eq_scale);
    plan.output(CUDNN_PARAM_BN_EQBIAS_PLACEHOLDER, CUDNN_PTR_BN_EQBIAS, eq_bias);
  }
  if (training) {
    plan.describe(CUDNN_PARAM_YSTATS_DESC, sum);
    plan.input(CUDNN_PARAM_YSUM_PLACEHOLDER, CUDNN_PTR_YSUM, sum);
    plan.input(CUDNN_PARAM_YSQSUM_PLACEHOLDER, CUDNN_PTR_YSQSUM, square);
    plan.scalar(CUDNN_SCALAR_INT64_T_BN_ACCUMULATION_COUNT, &count);
    plan.scalar(CUDNN_SCALAR_DOUBLE_BN_EXP_AVG_FACTOR, &in.factor);
    if (saved) {
      plan.output(CUDNN_PARAM_BN_SAVED_MEAN_PLACEHOLDER, CUDNN_PTR_BN_SAVED_MEAN, saved_mean);
      plan.output(CUDNN_PARAM_BN_SAVED_INVSTD_PLACEHOLDER, CUDNN_PTR_BN_SAVED_INVSTD, saved_inv);
    }
    if (running) {
      plan.output(CUDNN_PARAM_BN_RUNNING_MEAN_PLACEHOLDER, CUDNN_PTR_BN_RUNNING_MEAN, mean);
      plan.output(CUDNN_PARAM_BN_RUNNING_VAR_PLACEHOLDER, CUDNN_PTR_BN_RUNNING_VAR, variance);
    }
  } else {
    plan.input(CUDNN_PARAM_BN_RUNNING_MEAN_PLACEHOLDER, CUDNN_PTR_BN_RUNNING_MEAN, mean);
    plan.input(CUDNN_PARAM_BN_RUNNING_VAR_PLACEHOLDER, CUDNN_PTR_BN_RUNNING_VAR, variance);
  }
  if (!plan.run()) return;
  const Finalized f = training ? finalize_training(in) : finalize_inference(in);
  if (equivalent) {
    compare(report, eq_scale, expected(f.eq_scale, out_type, false), "");
    compare(report, eq_bias, expected(f.eq_bias, out_type, false), "");
  }
  if (training && saved) {
    compare(report, saved_mean, expected(f.mean, type, false), "");
    compare(report, saved_inv, expected(f.inv_std, type, false), "");
  }
  if (training && running) {
    compare(report, mean, expected(f.running_mean, type, false), "");
    compare(report, variance, expected(f.running_var, type, false), "");
  }
}

// The second summand of convadd and bitmask: z * scale + bias.
struct Second {
  std::unique_ptr<Tensor> z;
  Affine affine;
  Estimated value;
};
Second make_second(const Session& session, Random& random, problem::Reader& reader, const Shape& like,
                   DType parameter_type, bool per_activation, double unit) {
  Second s;
  const bool with_z = reader.integer("z", 1) != 0, scale = reader.flag("zscale"), bias = reader.flag("zbias");
  if (scale && !with_z) throw problem::Error("zscale=1 needs z=1");
  const size_t count = static_cast<size_t>(like.count());
  std::vector<double> values(count);
  if (with_z) {
    s.z = std::make_unique<Tensor>("z", like);
    s.z->set(draw(session, random, count, 4));
    values = s.z->values;
  }
  s.affine = make_affine(session, random, parameter_shape(parameter_type, like.dims, per_activation), scale, bias, "z");
  s.value = scale_bias(values, parameter_index(like.dims, per_activation), s.affine.scales(), s.affine.biases(), unit);
  return s;
}
void bind_second(Plan& plan, Second& s) {
  if (s.z) {
    plan.describe(CUDNN_PARAM_ZDESC, *s.z);
    plan.input(CUDNN_PARAM_ZDATA_PLACEHOLDER, CUDNN_PTR_ZDATA, *s.z);
  }
  if (Tensor* any = s.affine.scale ? s.affine.scale.get() : s.affine.bias.get())
    plan.describe(CUDNN_PARAM_BN_Z_EQSCALEBIAS_DESC, *any);
  if (s.affine.scale) plan.input(CUDNN_PARAM_BN_Z_EQSCALE_PLACEHOLDER, CUDNN_PTR_BN_Z_EQSCALE, *s.affine.scale);
  if (s.affine.bias) plan.input(CUDNN_PARAM_BN_Z_EQBIAS_PLACEHOLDER, CUDNN_PTR_BN_Z_EQBIAS, *s.affine.bias);
}

// convadd: y = act(conv(x, w) * scale + z * zscale + zbias).
void run_convadd(problem::Reader& reader, const problem::Problem& problem, const Session& session, Report& report) {
  ConvKeys keys = read_plain_conv(reader);
  const DType type = keys.common.type;
  const ActivationShape act = read_activation(reader);
  const DType parameter_type = read_parameter_type(reader, type == DType::kF64 ? DType::kF64 : DType::kF32);
  const bool with_scale = reader.integer("scale", 1) != 0;
  const double unit = accumulation_unit(type);
  Random random = random_for(session, problem);
  Second second = make_second(session, random, reader, keys.y, parameter_type, false, unit);
  reader.finish();

  Conv conv(keys, session, report);
  conv.x.set(draw(session, random, conv.x.offsets.size(), 2));
  conv.w.set(draw(session, random, conv.w.offsets.size(), 1));
  conv.y.poison();
  const Shape parameters = parameter_shape(parameter_type, keys.y.dims, false);
  Affine affine = make_affine(session, random, parameters, with_scale, false, "convolution");

  Plan plan(session, report, CUDNN_FUSED_CONV_SCALE_BIAS_ADD_ACTIVATION);
  plan.describe(CUDNN_PARAM_XDESC, conv.x);
  plan.input(CUDNN_PARAM_XDATA_PLACEHOLDER, CUDNN_PTR_XDATA, conv.x);
  plan.constant(CUDNN_PARAM_CONV_DESC, conv.descriptor());
  plan.constant(CUDNN_PARAM_WDESC, conv.filter());
  plan.input(CUDNN_PARAM_WDATA_PLACEHOLDER, CUDNN_PTR_WDATA, conv.w);
  if (with_scale) {
    plan.describe(CUDNN_PARAM_BN_EQSCALEBIAS_DESC, *affine.scale);
    plan.input(CUDNN_PARAM_BN_EQSCALE_PLACEHOLDER, CUDNN_PTR_BN_EQSCALE, *affine.scale);
  }
  bind_second(plan, second);
  plan.activation(act);
  plan.describe(CUDNN_PARAM_YDESC, conv.y);
  plan.output(CUDNN_PARAM_YDATA_PLACEHOLDER, CUDNN_PTR_YDATA, conv.y);
  if (!plan.run()) return;

  const Sums sums = conv_fprop(keys.shape, conv.x.values, conv.w.values);
  const std::vector<int64_t> index = parameter_index(keys.y.dims, false);
  Estimated first = scale_bias(sums.value, index, affine.scales(), {}, unit);
  const double c = error_constant(sums.terms) * unit;
  for (size_t i = 0; i < first.error.size(); ++i)
    first.error[i] += c * sums.magnitude[i] * (with_scale ? std::fabs(affine.scale->values[index[i]]) : 1);
  const Estimated y = activated(act, sum_of(first, second.value, unit), unit);
  compare(report, conv.y, expected(y, type, session.exact() && piecewise_linear(act)), "");
}

// The mask's words as unsigned numbers.
std::vector<uint32_t> words_of(const Tensor& mask, const std::vector<uint8_t>& bytes) {
  std::vector<uint32_t> words;
  for (double word : mask.decoded(bytes)) words.push_back(static_cast<uint32_t>(static_cast<int32_t>(word)));
  return words;
}

// bitmask: y = act(x * scale + bias + z * zscale + zbias), and one bit for each element below zero before act.
void run_bitmask(problem::Reader& reader, const problem::Problem& problem, const Session& session, Report& report) {
  const Common common = read_common(reader);
  const Shape shape = common.shape(read_dims(reader));
  const DType type = common.type;
  const Mode mode = read_mode(reader);
  const DType parameter_type = read_parameter_type(reader, type);
  const bool with_scale = reader.integer("scale", 1) != 0, with_bias = reader.integer("bias", 1) != 0;
  const bool with_mask = reader.integer("mask", 1) != 0;
  const double unit = accumulation_unit(type);
  Random random = random_for(session, problem);
  Second second = make_second(session, random, reader, shape, parameter_type, mode.per_activation, unit);
  reader.finish();

  Tensor x("x", shape, common.shift), y("y", shape, common.shift);
  x.set(draw(session, random, x.offsets.size(), 4));
  y.poison();
  const Shape parameters = parameter_shape(parameter_type, shape.dims, mode.per_activation);
  Affine affine = make_affine(session, random, parameters, with_scale, with_bias, "x");
  const MaskShape mask_shape(shape.dims);
  const std::vector<int64_t> word_dims = mask_shape.word_dims();
  Tensor mask("mask", {DType::kI32, word_dims, strides_of("nchw", word_dims)});
  mask.poison();

  Plan plan(session, report, CUDNN_FUSED_SCALE_BIAS_ADD_ACTIVATION_GEN_BITMASK);
  plan.mode(mode.mode);
  plan.describe(CUDNN_PARAM_XDESC, x);
  plan.input(CUDNN_PARAM_XDATA_PLACEHOLDER, CUDNN_PTR_XDATA, x);
  if (Tensor* any = with_scale ? affine.scale.get() : affine.bias.get())
    plan.describe(CUDNN_PARAM_BN_EQSCALEBIAS_DESC, *any);
  if (with_scale) plan.input(CUDNN_PARAM_BN_EQSCALE_PLACEHOLDER, CUDNN_PTR_BN_EQSCALE, *affine.scale);
  if (with_bias) plan.input(CUDNN_PARAM_BN_EQBIAS_PLACEHOLDER, CUDNN_PTR_BN_EQBIAS, *affine.bias);
  bind_second(plan, second);
  plan.activation({});
  plan.describe(CUDNN_PARAM_YDESC, y);
  plan.output(CUDNN_PARAM_YDATA_PLACEHOLDER, CUDNN_PTR_YDATA, y);
  if (with_mask) {
    plan.describe(CUDNN_PARAM_ACTIVATION_BITMASK_DESC, mask);
    plan.output(CUDNN_PARAM_ACTIVATION_BITMASK_PLACEHOLDER, CUDNN_PTR_ACTIVATION_BITMASK, mask);
  }
  if (!plan.run()) return;

  const Estimated first =
      scale_bias(x.values, parameter_index(shape.dims, mode.per_activation), affine.scales(), affine.biases(), unit);
  const Estimated before = sum_of(first, second.value, unit);
  compare(report, y, expected(activated({}, before, unit), type, session.exact()), "");
  if (!with_mask) return;
  const std::vector<uint32_t> words = words_of(mask, mask.result);
  int64_t wrong = 0;
  for (size_t i = 0; i < before.value.size(); ++i) {
    if (!session.exact() && std::fabs(before.value[i]) <= before.error[i]) continue;  // either sign is right
    const auto [word, bit] = mask_shape.place(shape.dims, static_cast<int64_t>(i));
    const bool blocked = words[word] >> bit & 1;
    wrong += blocked != (sabotaged("reference") ? before.value[i] >= 0 : before.value[i] < 0);
  }
  report.check(wrong == 0,
               "mask: " + std::to_string(wrong) + " of " + std::to_string(before.value.size()) + " bits are wrong");
}

// backward: dz = dy where the mask lets it through; dx, dscale, dbias are batch norm's gradients of dz.
void run_backward(problem::Reader& reader, const problem::Problem& problem, const Session& session, Report& report) {
  const Common common = read_common(reader);
  const Shape shape = common.shape(read_dims(reader));
  const Mode mode = read_mode(reader);
  const bool with_mask = reader.integer("mask", 1) != 0, with_dz = reader.integer("dz", 1) != 0;
  const bool with_dx = reader.integer("dx", 1) != 0, saved = reader.integer("saved", 1) != 0;
  BatchNorm bn;
  bn.per_activation = mode.per_activation;
  bn.dims = shape.dims;
  bn.epsilon = reader.real("epsilon", 1e-3);
  bn.unit = accumulation_unit(common.type);
  reader.finish();

  Random random = random_for(session, problem);
  const DType parameter_type = common.type == DType::kF64 ? DType::kF64 : DType::kF32;
  const Shape parameters = parameter_shape(parameter_type, shape.dims, mode.per_activation);
  const size_t features = static_cast<size_t>(parameters.count()), count = static_cast<size_t>(shape.count());
  Tensor x("x", shape, common.shift), dy("dy", shape, common.shift), dx("dx", shape, common.shift);
  Tensor dz("dz", shape, common.shift), scale("scale", parameters), bias("bias", parameters);
  Tensor mean("saved mean", parameters), inv("saved deviation", parameters);
  Tensor dscale("dscale", parameters), dbias("dbias", parameters);
  x.set(draw(session, random, count));
  dy.set(draw(session, random, count));
  scale.set(positive(random, features));
  bias.set(draw(session, random, features, 1));
  BatchStats stats = batch_stats(bn, x.values);
  mean.set(stats.mean);
  inv.set(stats.inv_std);
  if (saved) {  // what is given has no error
    stats.mean = mean.values, stats.inv_std = inv.values;
    stats.mean_error.assign(features, 0);
    stats.inv_std_error.assign(features, 0);
  }
  for (Tensor* t : {&dx, &dz, &dscale, &dbias}) t->poison();
  const MaskShape mask_shape(shape.dims);
  const std::vector<int64_t> word_dims = mask_shape.word_dims();
  Tensor mask("mask", {DType::kI32, word_dims, strides_of("nchw", word_dims)});
  std::vector<double> words(mask.offsets.size());
  for (double& word : words) word = static_cast<double>(random.integer(INT32_MIN, INT32_MAX));
  mask.set(words);

  Plan plan(session, report, CUDNN_FUSED_DACTIVATION_FORK_DBATCHNORM);
  plan.mode(mode.mode);
  plan.describe(CUDNN_PARAM_XDESC, x);
  plan.input(CUDNN_PARAM_XDATA_PLACEHOLDER, CUDNN_PTR_XDATA, x);
  plan.activation({});
  plan.describe(CUDNN_PARAM_DYDESC, dy);
  plan.input(CUDNN_PARAM_DYDATA_PLACEHOLDER, CUDNN_PTR_DYDATA, dy);
  plan.describe(CUDNN_PARAM_BN_SCALEBIAS_MEANVAR_DESC, scale);
  plan.input(CUDNN_PARAM_BN_SCALE_PLACEHOLDER, CUDNN_PTR_BN_SCALE, scale);
  plan.input(CUDNN_PARAM_BN_BIAS_PLACEHOLDER, CUDNN_PTR_BN_BIAS, bias);
  if (saved) {
    plan.input(CUDNN_PARAM_BN_SAVED_MEAN_PLACEHOLDER, CUDNN_PTR_BN_SAVED_MEAN, mean);
    plan.input(CUDNN_PARAM_BN_SAVED_INVSTD_PLACEHOLDER, CUDNN_PTR_BN_SAVED_INVSTD, inv);
  }
  if (with_mask) {
    plan.describe(CUDNN_PARAM_ACTIVATION_BITMASK_DESC, mask);
    plan.input(CUDNN_PARAM_ACTIVATION_BITMASK_PLACEHOLDER, CUDNN_PTR_ACTIVATION_BITMASK, mask);
  }
  plan.describe(CUDNN_PARAM_DXDESC, dx);
  if (with_dx) plan.output(CUDNN_PARAM_DXDATA_PLACEHOLDER, CUDNN_PTR_DXDATA, dx);
  plan.describe(CUDNN_PARAM_DZDESC, dz);
  if (with_dz) plan.output(CUDNN_PARAM_DZDATA_PLACEHOLDER, CUDNN_PTR_DZDATA, dz);
  plan.output(CUDNN_PARAM_BN_DSCALE_PLACEHOLDER, CUDNN_PTR_BN_DSCALE, dscale);
  plan.output(CUDNN_PARAM_BN_DBIAS_PLACEHOLDER, CUDNN_PTR_BN_DBIAS, dbias);
  plan.scalar(CUDNN_SCALAR_DOUBLE_BN_EPSILON, &bn.epsilon);
  if (!plan.run()) return;

  const std::vector<uint32_t> bits = words_of(mask, mask.image);
  std::vector<double> gradient = dy.values;
  for (size_t i = 0; i < count; ++i) {
    const int64_t f = bn.feature(static_cast<int64_t>(i));
    const auto [word, bit] = mask_shape.place(shape.dims, static_cast<int64_t>(i));
    const double before = (x.values[i] - stats.mean[f]) * stats.inv_std[f] * scale.values[f] + bias.values[f];
    if (with_mask ? bits[word] >> bit & 1 : before <= 0) gradient[i] = 0;
  }
  if (with_dz) compare(report, dz, {gradient, {}}, "");
  const BatchGradients g = bn_backward(bn, stats, x.values, gradient, scale.values);
  if (with_dx) compare(report, dx, expected({g.dx.value, g.dx.magnitude}, common.type, false), "");
  compare(report, dscale, expected({g.dscale.value, g.dscale.magnitude}, parameter_type, false), "");
  compare(report, dbias, expected({g.dbias.value, g.dbias.magnitude}, parameter_type, false), "");
}

}  // namespace

void run_fused(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  const std::string what = reader.word(
      "operation", {"convstats", "wgrad", "finalize", "finalize_inference", "convadd", "bitmask", "backward"});
  if (what == "convstats" || what == "wgrad") return run_fused_conv(what == "wgrad", reader, problem, session, report);
  if (what == "convadd") return run_convadd(reader, problem, session, report);
  if (what == "bitmask") return run_bitmask(reader, problem, session, report);
  if (what == "backward") return run_backward(reader, problem, session, report);
  run_finalize(what == "finalize", reader, problem, session, report);
}

}  // namespace girih::conformance
