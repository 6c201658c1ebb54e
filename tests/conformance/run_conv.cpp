#include <algorithm>
#include <cmath>

#include "conformance/conv_calls.h"
#include "conformance/run.h"

namespace girih::conformance {
namespace {

// Puts NaN or infinities into one input: into the image (dgrad: the response), or with `winf` into the other one.
// Where there are several images, the first alone gets them.
void plant(Random& random, const ConvKeys& keys, Pass pass, Conv& conv) {
  if (keys.data == "plain") return;
  const bool other = keys.data == "winf";
  Tensor& tensor = pass == Pass::kFprop   ? (other ? conv.w : conv.x)
                   : pass == Pass::kDgrad ? (other ? conv.w : conv.y)
                                          : (other ? conv.y : conv.x);
  std::vector<double> values = tensor.values;
  const size_t part = &tensor == &conv.w ? values.size() : values.size() / keys.shape.n;
  for (size_t count = 0; count < 1 + part / 32; ++count) {
    const int64_t at = random.integer(0, static_cast<int64_t>(part) - 1);
    values[at] = keys.data == "nan" ? std::nan("") : random.integer(0, 1) ? INFINITY : -INFINITY;
  }
  tensor.set(values);
}

// NaN and infinity must reach every sum that holds one, whatever the method. Beyond that, direct convolution touches no
// other sum, except that an infinite weight may meet the zeros of the padding and give NaN (NVIDIA's algorithms 0 and 1
// do so, behaviour.md 5; dgrad pads the response); Winograd and FFT spread them over the tiles of an image.
void compare_special(Report& report, const ConvKeys& keys, Pass pass, Method method, const Expected& expected,
                     const Tensor& output, const std::string& context) {
  std::vector<double> got = output.decoded(output.result);
  const bool padded = pass == Pass::kDgrad || *std::max_element(keys.shape.pad.begin(), keys.shape.pad.end()) > 0;
  const bool meets_padding = keys.data == "winf" && padded;
  const size_t image = pass == Pass::kWgrad || keys.data == "winf" ? got.size() : got.size() / keys.shape.n;
  for (size_t i = 0; i < got.size(); ++i) {
    const double want = expected.value[i];
    const bool free = method == Method::kDirect ? meets_padding && std::isnan(got[i])
                      : std::isfinite(want)     ? i < image
                                                : !std::isfinite(got[i]);
    if (free) got[i] = rounded(output.shape.type, want);
  }
  compare_values(report, output.shape.type, got, expected, context + output.name);
}

// A workspace that is too small by one byte: a status, and nothing is written.
void check_small_workspace(const Session& session, Report& report, Pass pass, Conv& conv, const Algorithm& algorithm,
                           void* workspace) {
  Tensor& output = conv.output(pass);
  output.buffer.upload(output.image);
  const Algorithm small{algorithm.id, algorithm.workspace - 1};
  const cudnnStatus_t status = conv.call(session.handle, pass, small, workspace, 1, 0);
  last_error();
  const std::string what = "algorithm " + std::to_string(algorithm.id) + " with a workspace too small by one byte ";
  report.check(status == CUDNN_STATUS_BAD_PARAM, what + "gave " + cudnnGetErrorString(status));
  report.check(output.buffer.download() == output.image, what + "wrote " + output.name);
}

ActivationShape read_activation(problem::Reader& reader) {
  std::string name = reader.choice("act", {"relu", "identity"}, "relu");
  ActivationShape shape;
  shape.mode = name == "relu" ? Activation::kRelu : Activation::kIdentity;
  return shape;
}

}  // namespace

// Forward, data gradient or filter gradient: every algorithm that the workspace query, Get_v7 and Find offer.
void run_conv(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  std::string word = reader.word("pass", {"fprop", "dgrad", "wgrad", "adjoint", "batch", "layout", "split"});
  if (word != "fprop" && word != "dgrad" && word != "wgrad") return run_conv_properties(problem, session, report);
  Pass pass = word == "fprop" ? Pass::kFprop : word == "dgrad" ? Pass::kDgrad : Pass::kWgrad;
  ConvKeys keys = read_conv(reader);
  reader.finish();

  Random random = random_for(session, problem);
  Conv conv(keys, session, report);
  fill_tensors(session, random, keys, conv);
  plant(random, keys, pass, conv);
  Tensor& output = conv.output(pass);
  if (keys.beta == 0) output.poison();
  Sums sums = conv_reference(keys.shape, pass, conv.x.values, conv.w.values, conv.y.values);
  if (keys.data != "plain")
    for (double& magnitude : sums.magnitude)
      if (!std::isfinite(magnitude)) magnitude = 0;
  if (keys.reordered) conv.reorder(session, report, nullptr);

  std::vector<Algorithm> todo = conv.algorithms(pass, keys.algorithm, session, report);
  if (keys.algorithm == "all") {
    for (const Algorithm& extra : conv.announced(pass, false, session, report)) {
      bool known = false;
      for (const Algorithm& have : todo) known |= have.id == extra.id && have.workspace == extra.workspace;
      if (!known) todo.push_back(extra);
    }
    if (keys.find) conv.announced(pass, true, session, report);
  }
  for (const Algorithm& algorithm : todo) {
    std::string context = "algorithm " + std::to_string(algorithm.id) + " ";
    DeviceBuffer workspace(algorithm.workspace);
    Call call;
    call.function = function_of(pass);
    call.inputs = conv.inputs(pass);
    call.outputs = {&output};
    call.scratch = {&workspace};
    call.repeatable = repeatable(session, pass, algorithm.id);
    call.runs = keys.repeats;
    call.run = [&] {
      return conv.call(session.handle, pass, algorithm, algorithm.workspace ? workspace.data() : nullptr, keys.alpha,
                       keys.beta);
    };
    if (!execute(session, report, call, context)) continue;
    Expected expected = conv_expected(session, keys, pass, algorithm.id, sums, output);
    if (keys.data == "plain")
      compare(report, output, expected, context);
    else
      compare_special(report, keys, pass, method_of(pass, algorithm.id), expected, output, context);
    if (session.girih() && algorithm.workspace > 0)
      check_small_workspace(session, report, pass, conv, algorithm, workspace.data());
  }
}

// Bias gradient: db[k] = sum of dy over everything but k.
void run_convbias(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  Common common = read_common(reader);
  Shape dy_shape = read_strides(reader, "ys", common.shape(read_dims(reader)));
  double alpha = reader.real("alpha", 1), beta = reader.real("beta", 0);
  reader.finish();

  Random random = random_for(session, problem);
  Tensor dy("dy", dy_shape, common.shift);
  std::vector<int64_t> db_dims(dy_shape.dims.size(), 1);
  db_dims[1] = dy_shape.dims[1];
  Tensor db("db", {common.type, db_dims, strides_of("nchw", db_dims)}, common.shift);
  dy.set(draw(session, random, dy.offsets.size()));
  prepare_output(session, random, db, beta);
  Scalar a(common.type, alpha), b(common.type, beta);
  Call call{"cudnnConvolutionBackwardBias", {&dy}, {&db}, {}};
  cudnnTensorDescriptor_t dyd = dy.descriptor(), dbd = db.descriptor();
  call.run = [&] {
    return cudnnConvolutionBackwardBias(session.handle, a.get(), dyd, dy.data(), b.get(), dbd, db.data());
  };
  if (!execute(session, report, call)) return;
  Sums sums = conv_bias_gradient(dy_shape.dims, dy.values);
  Blend blend{alpha, beta, sums.terms, accumulation_unit(common.type), session.exact()};
  compare(report, db, blended(blend, sums.value, sums.magnitude, db), "");
}

// y = act(alpha*conv(x, w) + alpha2*z + bias)
void run_convbiasact(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  ConvKeys keys = read_conv(reader);
  double alpha2 = reader.real("alpha2", 0);
  if (keys.common.type != DType::kF64) alpha2 = static_cast<float>(alpha2);
  bool z_is_y = reader.flag("zy");
  ActivationShape activation = read_activation(reader);
  reader.finish();

  Random random = random_for(session, problem);
  Conv conv(keys, session, report);
  fill_tensors(session, random, keys, conv);
  Tensor z("z", keys.y, keys.common.shift);
  z.set(draw(session, random, z.offsets.size(), 9));
  std::vector<int64_t> bias_dims(keys.y.dims.size(), 1);
  bias_dims[1] = keys.shape.k;
  const DType bias_type = keys.integers() ? DType::kF32 : keys.common.type;
  Tensor bias("bias", {bias_type, bias_dims, strides_of("nchw", bias_dims)}, keys.common.shift);
  bias.set(draw(session, random, bias.offsets.size(), 9));
  if (keys.reordered) conv.reorder(session, report, &bias);
  if (z_is_y)
    conv.y.set(z.values);
  else
    conv.y.poison();

  Sums sums = conv_fprop(keys.shape, conv.x.values, conv.w.values);
  int64_t inner = static_cast<int64_t>(sums.value.size()) / keys.shape.n / keys.shape.k;
  Expected expected;
  double unit = accumulation_unit(keys.common.type);
  if (keys.integers()) {  // the sums are exact; alpha, z and bias come in f32
    sums.terms = 4;
    for (size_t i = 0; i < sums.value.size(); ++i) sums.magnitude[i] = std::fabs(sums.value[i]);
  }
  double c = error_constant(sums.terms) * unit;
  for (size_t i = 0; i < sums.value.size(); ++i) {
    double b = bias.values[static_cast<int64_t>(i) / inner % keys.shape.k];
    double before = keys.alpha * sums.value[i] + alpha2 * z.values[i] + b;
    double magnitude = std::fabs(keys.alpha) * sums.magnitude[i] + std::fabs(alpha2 * z.values[i]) + std::fabs(b);
    expected.value.push_back(activate(activation, before));
    expected.bound.push_back(c * magnitude + unit_roundoff(keys.y.type) * std::fabs(before) + underflow(keys.y.type));
  }
  Expected exact = expected;
  if (session.exact() && is_short(keys.alpha) && is_short(alpha2)) exact.bound.clear();
  round_to_integers(exact, keys.y.type);

  cudnnActivationDescriptor_t act = nullptr;
  report.require(session, cudnnCreateActivationDescriptor(&act), "cudnnCreateActivationDescriptor");
  cudnnStatus_t set = cudnnSetActivationDescriptor(
      act, activation.mode == Activation::kRelu ? CUDNN_ACTIVATION_RELU : CUDNN_ACTIVATION_IDENTITY,
      CUDNN_PROPAGATE_NAN, 0.0);
  Scalar a1(keys.common.type, keys.alpha), a2(keys.common.type, alpha2);
  for (const Algorithm& algorithm : conv.algorithms(Pass::kFprop, keys.algorithm, session, report)) {
    std::string context = "algorithm " + std::to_string(algorithm.id) + " ";
    DeviceBuffer workspace(algorithm.workspace);
    Call call{"cudnnConvolutionBiasActivationForward", {&conv.x, &conv.w, &bias}, {&conv.y}, {&workspace}};
    if (!z_is_y) call.inputs.push_back(&z);
    cudnnTensorDescriptor_t xd = conv.x.descriptor(), yd = conv.y.descriptor(), zd = z.descriptor();
    cudnnTensorDescriptor_t bd = bias.descriptor();
    call.run = [&] {
      return cudnnConvolutionBiasActivationForward(
          session.handle, a1.get(), xd, conv.x.data(), conv.filter(), conv.w.data(), conv.descriptor(),
          static_cast<cudnnConvolutionFwdAlgo_t>(algorithm.id), algorithm.workspace ? workspace.data() : nullptr,
          algorithm.workspace, a2.get(), zd, z_is_y ? conv.y.data() : z.data(), bd, bias.data(), act, yd,
          conv.y.data());
    };
    Method method = method_of(Pass::kFprop, algorithm.id);
    if (!execute(session, report, call, context)) continue;
    if (method == Method::kDirect || keys.integers()) {
      compare(report, conv.y, exact, context);
    } else {  // add what the method's own bound allows for the convolution
      ConvKeys plain = keys;
      plain.beta = 0;
      Expected wide = expected;
      Expected transformed = conv_expected(session, plain, Pass::kFprop, algorithm.id, sums, conv.y);
      for (size_t i = 0; i < wide.bound.size(); ++i) wide.bound[i] += transformed.bound[i];
      compare(report, conv.y, wide, context);
    }
  }
  cudnnDestroyActivationDescriptor(act);
  report.require(session, set, "cudnnSetActivationDescriptor");
}

}  // namespace girih::conformance
