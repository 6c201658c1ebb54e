#include <cmath>

#include "conformance/reference.h"
#include "conformance/run.h"

namespace girih::conformance {
namespace {

// The magnitudes of the batch norm references are absolute errors already.
Expected bounded(double alpha, double beta, const Sums& sums, const Tensor& output) {
  Expected expected{sums.value, sums.value};
  double unit = accumulation_unit(output.shape.type);
  for (size_t i = 0; i < sums.value.size(); ++i) {
    double old = beta == 0 ? 0 : beta * output.values[i];
    expected.value[i] = alpha * sums.value[i] + old;
    expected.bound[i] = std::fabs(alpha) * sums.magnitude[i] + 4 * unit * std::fabs(old) +
                        unit_roundoff(output.shape.type) * std::fabs(expected.value[i]) + underflow(output.shape.type);
  }
  return expected;
}

Expected with_error(const std::vector<double>& value, const std::vector<double>& error, DType type) {
  Expected expected{value, error};
  for (size_t i = 0; i < value.size(); ++i) expected.bound[i] += 2 * unit_roundoff(type) * std::fabs(value[i]);
  return expected;
}

BatchStats given_stats(const std::vector<double>& mean, const std::vector<double>& inv_std) {
  BatchStats stats;
  stats.mean = mean;
  stats.inv_std = inv_std;
  stats.variance.resize(mean.size());
  stats.mean_error.resize(mean.size());
  stats.variance_error.resize(mean.size());
  stats.inv_std_error.resize(mean.size());
  return stats;
}

}  // namespace

void run_bnorm(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  std::string pass = reader.word("pass", {"train", "infer", "bwd"});
  Common common = read_common(reader);
  Shape shape = read_strides(reader, "xs", common.shape(read_dims(reader)));
  Shape out = read_strides(reader, "ys", shape);
  std::string mode_name = reader.choice("mode", {"per_activation", "spatial", "persistent"}, "spatial");
  cudnnBatchNormMode_t mode = mode_name == "per_activation" ? CUDNN_BATCHNORM_PER_ACTIVATION
                              : mode_name == "spatial"      ? CUDNN_BATCHNORM_SPATIAL
                                                            : CUDNN_BATCHNORM_SPATIAL_PERSISTENT;
  double alpha = reader.real("alpha", 1), beta = reader.real("beta", 0);
  double param_alpha = reader.real("palpha", 1), param_beta = reader.real("pbeta", 0);
  double factor = reader.real("factor", 0.25), offset = reader.real("offset", 0);
  bool saved = reader.integer("saved", 1) == 1, running = reader.integer("running", 1) == 1;
  bool in_place = reader.flag("inplace");
  BatchNorm bn;
  bn.per_activation = mode == CUDNN_BATCHNORM_PER_ACTIVATION;
  bn.dims = shape.dims;
  bn.epsilon = reader.real("epsilon", 1e-3);
  bn.unit = accumulation_unit(common.type);
  reader.finish();

  Random random = random_for(session, problem);
  DType param_type = common.type == DType::kF64 ? DType::kF64 : DType::kF32;
  Shape param{param_type, bn.param_dims(), strides_of("nchw", bn.param_dims())};
  Tensor x("x", shape, common.shift);
  std::vector<double> data = draw(session, random, x.offsets.size());
  for (double& value : data) value += offset;
  x.set(data);

  // The library derives the parameter descriptor; it must be the packed one this suite uses.
  cudnnTensorDescriptor_t xd = x.descriptor(), derived = nullptr;
  report.require(session, cudnnCreateTensorDescriptor(&derived), "cudnnCreateTensorDescriptor");
  cudnnStatus_t status = cudnnDeriveBNTensorDescriptor(derived, xd, mode);
  if (status == CUDNN_STATUS_SUCCESS) {
    int rank = 0, dims[8], strides[8];
    cudnnDataType_t type;
    cudnnGetTensorNdDescriptor(derived, 8, &type, &rank, dims, strides);
    std::vector<int> got(dims, dims + rank);
    report.check(type == cudnn_type(param_type) && got == ints(bn.param_dims()),
                 "cudnnDeriveBNTensorDescriptor gave " + text_of({got.begin(), got.end()}));
  }
  cudnnDestroyTensorDescriptor(derived);
  report.require(session, status, "cudnnDeriveBNTensorDescriptor");

  size_t features = bn.features();
  auto positive = [&] {
    std::vector<double> values(features);
    for (double& value : values) value = random.uniform(0.5, 2);
    return values;
  };
  Tensor scale("scale", param), bias("bias", param);
  scale.set(positive());
  bias.set(draw(session, random, features));
  cudnnTensorDescriptor_t pd = scale.descriptor();
  Scalar a(common.type, alpha), b(common.type, beta), pa(common.type, param_alpha), pb(common.type, param_beta);

  if (pass == "infer") {
    Tensor mean("mean", param), variance("variance", param), y("y", out, common.shift);
    mean.set(draw(session, random, features));
    variance.set(positive());
    std::vector<double> inv_std;
    for (double value : variance.values) inv_std.push_back(1 / std::sqrt(value + bn.epsilon));
    BatchStats stats = given_stats(mean.values, inv_std);
    for (size_t f = 0; f < features; ++f) stats.inv_std_error[f] = 4 * bn.unit * inv_std[f];
    Sums sums = bn_normalize(bn, stats, x.values, scale.values, bias.values);
    prepare_output(session, random, y, beta);
    if (in_place) y.set(x.values);
    cudnnTensorDescriptor_t yd = y.descriptor();
    Call call{"cudnnBatchNormalizationForwardInference", {&scale, &bias, &mean, &variance}, {&y}, {}};
    if (!in_place) call.inputs.push_back(&x);
    call.run = [&] {
      return cudnnBatchNormalizationForwardInference(session.handle, mode, a.get(), b.get(), xd,
                                                     in_place ? y.data() : x.data(), yd, y.data(), pd, scale.data(),
                                                     bias.data(), mean.data(), variance.data(), bn.epsilon);
    };
    if (execute(session, report, call)) compare(report, y, bounded(alpha, beta, sums, y), "");
    return;
  }

  BatchStats stats = batch_stats(bn, x.values);
  if (pass == "train") {
    Tensor y("y", out, common.shift);
    Tensor running_mean("running mean", param), running_variance("running variance", param);
    Tensor save_mean("saved mean", param), save_inv("saved inverse deviation", param);
    Sums sums = bn_normalize(bn, stats, x.values, scale.values, bias.values);
    prepare_output(session, random, y, beta);
    if (in_place) y.set(x.values);
    running_mean.set(draw(session, random, features));
    running_variance.set(positive());
    cudnnTensorDescriptor_t yd = y.descriptor();
    Call call{"cudnnBatchNormalizationForwardTraining", {&scale, &bias}, {&y}, {}};
    if (!in_place) call.inputs.push_back(&x);
    if (running) call.outputs.insert(call.outputs.end(), {&running_mean, &running_variance});
    if (saved) call.outputs.insert(call.outputs.end(), {&save_mean, &save_inv});
    call.run = [&] {
      return cudnnBatchNormalizationForwardTraining(
          session.handle, mode, a.get(), b.get(), xd, in_place ? y.data() : x.data(), yd, y.data(), pd, scale.data(),
          bias.data(), factor, running ? running_mean.data() : nullptr, running ? running_variance.data() : nullptr,
          bn.epsilon, saved ? save_mean.data() : nullptr, saved ? save_inv.data() : nullptr);
    };
    if (!execute(session, report, call)) return;
    compare(report, y, bounded(alpha, beta, sums, y), "");
    double m = static_cast<double>(bn.samples()), unbiased = m / (m - 1);
    if (running) {
      std::vector<double> mean, mean_error, variance, variance_error;
      for (size_t f = 0; f < features; ++f) {
        double old_mean = (1 - factor) * running_mean.values[f];
        double old_variance = (1 - factor) * running_variance.values[f];
        mean.push_back(old_mean + factor * stats.mean[f]);
        mean_error.push_back(factor * stats.mean_error[f] + 4 * bn.unit * (std::fabs(old_mean) + std::fabs(mean[f])));
        variance.push_back(old_variance + factor * unbiased * stats.variance[f]);
        variance_error.push_back(factor * unbiased * stats.variance_error[f] +
                                 4 * bn.unit * (old_variance + variance[f]));
      }
      compare(report, running_mean, with_error(mean, mean_error, param_type), "");
      compare(report, running_variance, with_error(variance, variance_error, param_type), "");
    }
    if (saved) {
      compare(report, save_mean, with_error(stats.mean, stats.mean_error, param_type), "");
      compare(report, save_inv, with_error(stats.inv_std, stats.inv_std_error, param_type), "");
    }
    return;
  }

  Tensor dy("dy", out, common.shift), dx("dx", shape, common.shift);
  Tensor dscale("dscale", param), dbias("dbias", param), mean("saved mean", param), inv_std("saved deviation", param);
  dy.set(draw(session, random, dy.offsets.size()));
  mean.set(stats.mean);
  inv_std.set(stats.inv_std);
  if (saved) stats = given_stats(mean.values, inv_std.values);
  BatchGradients gradients = bn_backward(bn, stats, x.values, dy.values, scale.values);
  prepare_output(session, random, dx, beta);
  if (in_place) dx.set(dy.values);
  prepare_output(session, random, dscale, param_beta);
  prepare_output(session, random, dbias, param_beta);
  cudnnTensorDescriptor_t dyd = dy.descriptor(), dxd = dx.descriptor();
  Call call{"cudnnBatchNormalizationBackward", {&x, &scale}, {&dx, &dscale, &dbias}, {}};
  if (!in_place) call.inputs.push_back(&dy);
  if (saved) call.inputs.insert(call.inputs.end(), {&mean, &inv_std});
  call.run = [&] {
    return cudnnBatchNormalizationBackward(session.handle, mode, a.get(), b.get(), pa.get(), pb.get(), xd, x.data(),
                                           dyd, in_place ? dx.data() : dy.data(), dxd, dx.data(), pd, scale.data(),
                                           dscale.data(), dbias.data(), bn.epsilon, saved ? mean.data() : nullptr,
                                           saved ? inv_std.data() : nullptr);
  };
  if (!execute(session, report, call)) return;
  compare(report, dx, bounded(alpha, beta, gradients.dx, dx), "");
  compare(report, dscale, bounded(param_alpha, param_beta, gradients.dscale, dscale), "");
  compare(report, dbias, bounded(param_alpha, param_beta, gradients.dbias, dbias), "");
}

}  // namespace girih::conformance
