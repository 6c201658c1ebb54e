// Batch normalization with an activation (the Ex calls), and cudnnNormalization*, which are the same by other names.
#include <cuda_runtime_api.h>

#include <cmath>
#include <cstring>

#include "conformance/reference.h"
#include "conformance/run.h"

namespace girih::conformance {
namespace {

enum class Ops { kNorm, kActivation, kAddActivation };

struct NormKeys {
  bool ex = false;  // the Ex calls; else cudnnNormalization*
  std::string pass;
  Common common;
  Shape x;
  BatchNorm bn;
  bool persistent = false;
  Ops ops = Ops::kNorm;
  int groups = 1;
  double alpha = 1, beta = 0, param_alpha = 1, param_beta = 0, factor = 0.25;
  bool saved = true, running = true, in_place = false;
  int repeats = 2;

  DType param_type() const { return common.type == DType::kF64 ? DType::kF64 : DType::kF32; }
  cudnnBatchNormMode_t bn_mode() const {
    if (bn.per_activation) return CUDNN_BATCHNORM_PER_ACTIVATION;
    return persistent ? CUDNN_BATCHNORM_SPATIAL_PERSISTENT : CUDNN_BATCHNORM_SPATIAL;
  }
  cudnnNormMode_t norm_mode() const { return bn.per_activation ? CUDNN_NORM_PER_ACTIVATION : CUDNN_NORM_PER_CHANNEL; }
  cudnnNormAlgo_t norm_algo() const { return persistent ? CUDNN_NORM_ALGO_PERSIST : CUDNN_NORM_ALGO_STANDARD; }
  // What behaviour.md 9 says runs; everything else is refused as not supported.
  bool supported() const {
    if (groups != 1 || (bn.per_activation && persistent)) return false;
    if (ops == Ops::kNorm) return true;
    if (pass == "infer" || !persistent || common.layout != "nhwc" || common.gap != 0) return false;
    return common.type != DType::kF64 && (ops == Ops::kActivation || bn.dims[1] % 4 == 0);
  }
};

NormKeys read_norm(problem::Reader& reader, bool ex) {
  NormKeys keys;
  keys.ex = ex;
  keys.pass = ex ? reader.word("pass", {"train", "bwd"}) : reader.word("pass", {"train", "infer", "bwd"});
  keys.common = read_common(reader);
  keys.x = keys.common.shape(read_dims(reader));
  if (ex) {
    std::string mode = reader.choice("mode", {"per_activation", "spatial", "persistent"}, "spatial");
    keys.bn.per_activation = mode == "per_activation";
    keys.persistent = mode == "persistent";
  } else {
    keys.bn.per_activation = reader.choice("mode", {"per_activation", "per_channel"}, "per_channel") != "per_channel";
    keys.persistent = reader.choice("algo", {"standard", "persist"}, "standard") == "persist";
    keys.groups = static_cast<int>(reader.integer("groups", 1, 1));
  }
  std::string ops = reader.choice("ops", {"norm", "act", "add_act"}, "norm");
  keys.ops = ops == "norm" ? Ops::kNorm : ops == "act" ? Ops::kActivation : Ops::kAddActivation;
  keys.bn.dims = keys.x.dims;
  keys.bn.epsilon = reader.real("epsilon", 1e-3);
  keys.bn.unit = accumulation_unit(keys.common.type);
  keys.alpha = reader.real("alpha", 1);
  keys.beta = reader.real("beta", 0);
  keys.param_alpha = reader.real("palpha", 1);
  keys.param_beta = reader.real("pbeta", 0);
  keys.factor = reader.real("factor", 0.25);
  keys.saved = reader.integer("saved", 1) == 1;
  keys.running = reader.integer("running", 1) == 1;
  keys.in_place = reader.flag("inplace");
  keys.repeats = static_cast<int>(reader.integer("repeats", 2, 1));
  return keys;
}

// Value and absolute error to what the output must be.
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

Sums with_errors(const std::vector<double>& value, const std::vector<double>& error) {
  Sums sums(value.size());
  sums.value = value;
  sums.magnitude = error;
  return sums;
}

// The place of an element in the mask (behaviour.md 9): pixels of NHWC in pairs, channels in blocks of 64.
bool blocked(const std::vector<uint8_t>& reserve, const BatchNorm& bn, size_t element) {
  size_t inner = 1, channels = bn.dims[1];
  for (size_t d = 2; d < bn.dims.size(); ++d) inner *= bn.dims[d];
  size_t c = element / inner % channels, row = element / (inner * channels) * inner + element % inner;
  size_t rows = bn.dims[0] * inner, padded = (rows + 31) / 32 * 32;
  size_t word = c / 64 * (padded * 2) + row / 2 * 4 + (c & 3), bit = (row & 1) * 16 + (c % 64 >> 2);
  uint32_t bits;
  std::memcpy(&bits, &reserve[4 * word], 4);
  return bits >> bit & 1;
}

size_t mask_bytes(const BatchNorm& bn) {
  size_t rows = bn.dims[0];
  for (size_t d = 2; d < bn.dims.size(); ++d) rows *= bn.dims[d];
  return 1024 + 8 * ((rows + 31) / 32 * 32) * ((bn.dims[1] + 63) / 64);
}

class Normalization {
 public:
  Normalization(const Session& session, Report& report, const NormKeys& keys, Random& random)
      : session_(session),
        report_(report),
        keys_(keys),
        random_(random),
        param_{keys.param_type(), keys.bn.param_dims(), strides_of("nchw", keys.bn.param_dims())},
        x_("x", keys.x, keys.common.shift),
        y_("y", keys.x, keys.common.shift),
        z_("z", keys.x, keys.common.shift),
        scale_("scale", param_),
        bias_("bias", param_),
        running_mean_("running mean", param_),
        running_variance_("running variance", param_),
        save_mean_("saved mean", param_),
        save_inv_("saved inverse deviation", param_) {}
  ~Normalization() {
    if (activation_) cudnnDestroyActivationDescriptor(activation_);
  }
  Normalization(const Normalization&) = delete;

  void run();

 private:
  void require(cudnnStatus_t status, const char* function) { report_.require(session_, status, function); }
  void sizes();
  bool infer();
  bool train(double alpha, double beta, bool in_place);
  bool backward();
  void refused();
  cudnnStatus_t call_infer(double alpha, double beta);
  cudnnStatus_t call_train(double alpha, double beta, bool in_place);
  cudnnStatus_t call_backward(Tensor& dy, Tensor& dx, Tensor& dz, Tensor& dscale, Tensor& dbias);
  bool active() const { return keys_.ops != Ops::kNorm; }
  bool adds() const { return keys_.ops == Ops::kAddActivation; }
  std::vector<double> positive() {
    std::vector<double> values(keys_.bn.features());
    for (double& value : values) value = random_.uniform(0.5, 2);
    return values;
  }

  const Session& session_;
  Report& report_;
  const NormKeys& keys_;
  Random& random_;
  Shape param_;
  Tensor x_, y_, z_, scale_, bias_, running_mean_, running_variance_, save_mean_, save_inv_;
  cudnnActivationDescriptor_t activation_ = nullptr;
  DeviceBuffer workspace_, reserve_;
};

// The sizes of workspace and reserve; both are legal to ask for in every supported case.
void Normalization::sizes() {
  size_t forward = 0, backward = 0, reserve = 0;
  cudnnHandle_t h = session_.handle;
  cudnnTensorDescriptor_t xd = x_.descriptor(), zd = adds() ? z_.descriptor() : nullptr, pd = scale_.descriptor();
  cudnnBatchNormMode_t mode = keys_.bn_mode();
  auto bn_ops = static_cast<cudnnBatchNormOps_t>(keys_.ops);
  auto norm_ops = static_cast<cudnnNormOps_t>(keys_.ops);
  if (keys_.ex) {
    require(cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(h, mode, bn_ops, xd, zd, xd, pd, activation_,
                                                                     &forward),
            "cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize");
    require(cudnnGetBatchNormalizationBackwardExWorkspaceSize(h, mode, bn_ops, xd, active() ? xd : nullptr, xd, zd, xd,
                                                              pd, activation_, &backward),
            "cudnnGetBatchNormalizationBackwardExWorkspaceSize");
    require(cudnnGetBatchNormalizationTrainingExReserveSpaceSize(h, mode, bn_ops, activation_, xd, &reserve),
            "cudnnGetBatchNormalizationTrainingExReserveSpaceSize");
  } else {
    require(cudnnGetNormalizationForwardTrainingWorkspaceSize(h, keys_.norm_mode(), norm_ops, keys_.norm_algo(), xd, zd,
                                                              xd, pd, activation_, pd, &forward, keys_.groups),
            "cudnnGetNormalizationForwardTrainingWorkspaceSize");
    require(cudnnGetNormalizationBackwardWorkspaceSize(h, keys_.norm_mode(), norm_ops, keys_.norm_algo(), xd,
                                                       active() ? xd : nullptr, xd, zd, xd, pd, activation_, pd,
                                                       &backward, keys_.groups),
            "cudnnGetNormalizationBackwardWorkspaceSize");
    require(cudnnGetNormalizationTrainingReserveSpaceSize(h, keys_.norm_mode(), norm_ops, keys_.norm_algo(),
                                                          activation_, xd, &reserve, keys_.groups),
            "cudnnGetNormalizationTrainingReserveSpaceSize");
  }
  size_t want = adds() ? mask_bytes(keys_.bn) : 0;
  report_.check(reserve == want, "the reserve has " + std::to_string(reserve) + " bytes, not " + std::to_string(want));
  workspace_ = DeviceBuffer(std::max(forward, backward));
  reserve_ = DeviceBuffer(reserve);
}

cudnnStatus_t Normalization::call_infer(double alpha, double beta) {
  Scalar a(keys_.common.type, alpha), b(keys_.common.type, beta);
  cudnnTensorDescriptor_t xd = x_.descriptor(), yd = y_.descriptor(), pd = scale_.descriptor();
  return cudnnNormalizationForwardInference(
      session_.handle, keys_.norm_mode(), static_cast<cudnnNormOps_t>(keys_.ops), keys_.norm_algo(), a.get(), b.get(),
      xd, keys_.in_place ? y_.data() : x_.data(), pd, scale_.data(), bias_.data(), running_mean_.descriptor(),
      running_mean_.data(), running_variance_.data(), adds() ? z_.descriptor() : nullptr, adds() ? z_.data() : nullptr,
      activation_, yd, y_.data(), keys_.bn.epsilon, keys_.groups);
}

cudnnStatus_t Normalization::call_train(double alpha, double beta, bool in_place) {
  Scalar a(keys_.common.type, alpha), b(keys_.common.type, beta);
  cudnnTensorDescriptor_t xd = x_.descriptor(), yd = y_.descriptor(), pd = scale_.descriptor(),
                          zd = adds() ? z_.descriptor() : nullptr;
  void *mean = keys_.running ? running_mean_.data() : nullptr,
       *variance = keys_.running ? running_variance_.data() : nullptr;
  void *saved_mean = keys_.saved ? save_mean_.data() : nullptr, *saved_inv = keys_.saved ? save_inv_.data() : nullptr;
  const void* x = in_place ? y_.data() : x_.data();
  const void* z = adds() ? z_.data() : nullptr;
  if (keys_.ex)
    return cudnnBatchNormalizationForwardTrainingEx(
        session_.handle, keys_.bn_mode(), static_cast<cudnnBatchNormOps_t>(keys_.ops), a.get(), b.get(), xd, x, zd, z,
        yd, y_.data(), pd, scale_.data(), bias_.data(), keys_.factor, mean, variance, keys_.bn.epsilon, saved_mean,
        saved_inv, activation_, workspace_.data(), workspace_.size(), reserve_.data(), reserve_.size());
  return cudnnNormalizationForwardTraining(session_.handle, keys_.norm_mode(), static_cast<cudnnNormOps_t>(keys_.ops),
                                           keys_.norm_algo(), a.get(), b.get(), xd, x, pd, scale_.data(), bias_.data(),
                                           keys_.factor, running_mean_.descriptor(), mean, variance, keys_.bn.epsilon,
                                           saved_mean, saved_inv, activation_, zd, z, yd, y_.data(), workspace_.data(),
                                           workspace_.size(), reserve_.data(), reserve_.size(), keys_.groups);
}

cudnnStatus_t Normalization::call_backward(Tensor& dy, Tensor& dx, Tensor& dz, Tensor& dscale, Tensor& dbias) {
  DType type = keys_.common.type;
  Scalar a(type, keys_.alpha), b(type, keys_.beta), pa(type, keys_.param_alpha), pb(type, keys_.param_beta);
  cudnnTensorDescriptor_t xd = x_.descriptor(), yd = active() ? y_.descriptor() : nullptr, dyd = dy.descriptor(),
                          dxd = dx.descriptor(), dzd = adds() ? dz.descriptor() : nullptr, pd = scale_.descriptor();
  const void *mean = keys_.saved ? save_mean_.data() : nullptr, *inv = keys_.saved ? save_inv_.data() : nullptr;
  const void *y = active() ? y_.data() : nullptr, *given = keys_.in_place ? dx.data() : dy.data();
  void* added = adds() ? dz.data() : nullptr;
  if (keys_.ex)
    return cudnnBatchNormalizationBackwardEx(
        session_.handle, keys_.bn_mode(), static_cast<cudnnBatchNormOps_t>(keys_.ops), a.get(), b.get(), pa.get(),
        pb.get(), xd, x_.data(), yd, y, dyd, given, dzd, added, dxd, dx.data(), pd, scale_.data(), bias_.data(),
        dscale.data(), dbias.data(), keys_.bn.epsilon, mean, inv, activation_, workspace_.data(), workspace_.size(),
        reserve_.data(), reserve_.size());
  return cudnnNormalizationBackward(
      session_.handle, keys_.norm_mode(), static_cast<cudnnNormOps_t>(keys_.ops), keys_.norm_algo(), a.get(), b.get(),
      pa.get(), pb.get(), xd, x_.data(), yd, y, dyd, given, dzd, added, dxd, dx.data(), pd, scale_.data(), bias_.data(),
      dscale.data(), dbias.data(), keys_.bn.epsilon, save_mean_.descriptor(), mean, inv, activation_, workspace_.data(),
      workspace_.size(), reserve_.data(), reserve_.size(), keys_.groups);
}

bool Normalization::infer() {
  BatchStats stats;
  stats.mean = running_mean_.values;
  for (double value : running_variance_.values) stats.inv_std.push_back(1 / std::sqrt(value + keys_.bn.epsilon));
  stats.mean_error.resize(stats.mean.size());
  for (double inv : stats.inv_std) stats.inv_std_error.push_back(4 * keys_.bn.unit * inv);
  Sums sums = bn_normalize(keys_.bn, stats, x_.values, scale_.values, bias_.values);
  prepare_output(session_, random_, y_, keys_.beta);
  if (keys_.in_place) y_.set(x_.values);
  Call call{"cudnnNormalizationForwardInference", {&scale_, &bias_, &running_mean_, &running_variance_}, {&y_}, {}};
  if (!keys_.in_place) call.inputs.push_back(&x_);
  call.runs = keys_.repeats;
  call.run = [&] { return call_infer(keys_.alpha, keys_.beta); };
  if (!execute(session_, report_, call)) return false;
  compare(report_, y_, bounded(keys_.alpha, keys_.beta, sums, y_), "");
  return true;
}

bool Normalization::train(double alpha, double beta, bool in_place) {
  const BatchNorm& bn = keys_.bn;
  BatchStats stats = batch_stats(bn, x_.values);
  Sums before = bn_normalize(bn, stats, x_.values, scale_.values, bias_.values), after = before;
  for (size_t i = 0; i < before.value.size(); ++i) {
    if (adds()) {
      before.value[i] += z_.values[i];
      before.magnitude[i] += 2 * bn.unit * (std::fabs(before.value[i]) + std::fabs(z_.values[i]));
    }
    after.value[i] = active() ? std::max(before.value[i], 0.0) : before.value[i];
    after.magnitude[i] = before.magnitude[i];
  }
  prepare_output(session_, random_, y_, beta);
  if (in_place) y_.set(x_.values);
  Call call{keys_.ex ? "cudnnBatchNormalizationForwardTrainingEx" : "cudnnNormalizationForwardTraining",
            {&scale_, &bias_},
            {&y_},
            {&workspace_, &reserve_}};
  if (!in_place) call.inputs.push_back(&x_);
  if (adds()) call.inputs.push_back(&z_);
  if (keys_.running) call.outputs.insert(call.outputs.end(), {&running_mean_, &running_variance_});
  if (keys_.saved) call.outputs.insert(call.outputs.end(), {&save_mean_, &save_inv_});
  call.runs = keys_.repeats;
  call.run = [&] { return call_train(alpha, beta, in_place); };
  if (!execute(session_, report_, call)) return false;
  compare(report_, y_, bounded(alpha, beta, after, y_), "");
  if (keys_.running) {
    double m = static_cast<double>(bn.samples()), unbiased = m / (m - 1);
    Sums mean(stats.mean.size()), variance(stats.mean.size());
    for (size_t f = 0; f < stats.mean.size(); ++f) {
      double old_mean = (1 - keys_.factor) * running_mean_.values[f],
             old_variance = (1 - keys_.factor) * running_variance_.values[f];
      mean.value[f] = old_mean + keys_.factor * stats.mean[f];
      mean.magnitude[f] =
          keys_.factor * stats.mean_error[f] + 4 * bn.unit * (std::fabs(old_mean) + std::fabs(mean.value[f]));
      variance.value[f] = old_variance + keys_.factor * unbiased * stats.variance[f];
      variance.magnitude[f] =
          keys_.factor * unbiased * stats.variance_error[f] + 4 * bn.unit * (old_variance + variance.value[f]);
    }
    compare(report_, running_mean_, bounded(1, 0, mean, running_mean_), "");
    compare(report_, running_variance_, bounded(1, 0, variance, running_variance_), "");
  }
  if (keys_.saved) {
    compare(report_, save_mean_, bounded(1, 0, with_errors(stats.mean, stats.mean_error), save_mean_), "");
    compare(report_, save_inv_, bounded(1, 0, with_errors(stats.inv_std, stats.inv_std_error), save_inv_), "");
  }
  if (!adds()) return true;
  // The mask that the backward pass reads. An element within its error of 0 may fall on either side.
  std::vector<uint8_t> reserve = reserve_.download();
  std::vector<double> got, want;
  for (size_t i = 0; i < before.value.size() && reserve.size() >= mask_bytes(bn); ++i) {
    if (std::fabs(before.value[i]) <= before.magnitude[i]) continue;
    got.push_back(blocked(reserve, bn, i));
    want.push_back(before.value[i] <= 0);
  }
  compare_values(report_, DType::kI32, got, {want, {}}, "reserve bits");
  return true;
}

bool Normalization::backward() {
  if (!train(1, 0, false)) return false;
  const BatchNorm& bn = keys_.bn;
  BatchStats stats = batch_stats(bn, x_.values);
  if (keys_.saved) {  // as the forward pass wrote them
    stats.mean = save_mean_.decoded(save_mean_.result);
    stats.inv_std = save_inv_.decoded(save_inv_.result);
    std::fill(stats.mean_error.begin(), stats.mean_error.end(), 0);
    std::fill(stats.inv_std_error.begin(), stats.inv_std_error.end(), 0);
    save_mean_.image = save_mean_.result;
    save_inv_.image = save_inv_.result;
  }
  Tensor dy("dy", keys_.x, keys_.common.shift), dx("dx", keys_.x, keys_.common.shift),
      dz("dz", keys_.x, keys_.common.shift), dscale("dscale", param_), dbias("dbias", param_);
  dy.set(draw(session_, random_, dy.offsets.size()));
  std::vector<double> passed = dy.values, y = y_.decoded(y_.result);
  const std::vector<uint8_t> reserve = reserve_.download();
  for (size_t i = 0; i < passed.size() && active(); ++i)
    if (adds() ? blocked(reserve, bn, i) : y[i] <= 0) passed[i] = 0;
  BatchGradients gradients = bn_backward(bn, stats, x_.values, passed, scale_.values);
  prepare_output(session_, random_, dx, keys_.beta);
  if (keys_.in_place) dx.set(dy.values);
  prepare_output(session_, random_, dscale, keys_.param_beta);
  prepare_output(session_, random_, dbias, keys_.param_beta);
  dz.poison();
  y_.image = y_.result;
  Call call{keys_.ex ? "cudnnBatchNormalizationBackwardEx" : "cudnnNormalizationBackward",
            {&x_, &scale_, &bias_},
            {&dx, &dscale, &dbias},
            {&workspace_}};
  if (!keys_.in_place) call.inputs.push_back(&dy);
  if (active()) call.inputs.push_back(&y_);
  if (keys_.saved) call.inputs.insert(call.inputs.end(), {&save_mean_, &save_inv_});
  if (adds()) call.outputs.push_back(&dz);
  call.runs = keys_.repeats;
  call.run = [&] { return call_backward(dy, dx, dz, dscale, dbias); };
  if (!execute(session_, report_, call)) return false;
  report_.check(reserve_.download() == reserve && reserve_.damage().empty(), "the reserve was written");
  compare(report_, dx, bounded(keys_.alpha, keys_.beta, gradients.dx, dx), "");
  compare(report_, dscale, bounded(keys_.param_alpha, keys_.param_beta, gradients.dscale, dscale), "");
  compare(report_, dbias, bounded(keys_.param_alpha, keys_.param_beta, gradients.dbias, dbias), "");
  if (adds()) compare(report_, dz, {passed, {}}, "");
  return true;
}

// What is not supported says so, and writes nothing.
void Normalization::refused() {
  Tensor dy("dy", keys_.x), dx("dx", keys_.x), dz("dz", keys_.x), dscale("dscale", param_), dbias("dbias", param_);
  dy.set(draw(session_, random_, dy.offsets.size()));
  std::vector<Tensor*> all{&x_,         &y_,        &z_, &scale_, &bias_, &running_mean_, &running_variance_,
                           &save_mean_, &save_inv_, &dy, &dx,     &dz,    &dscale,        &dbias};
  for (Tensor* output : {&y_, &dx, &dz, &dscale, &dbias, &save_mean_, &save_inv_}) output->poison();
  for (Tensor* tensor : all) tensor->buffer.upload(tensor->image);
  workspace_ = DeviceBuffer(4096);
  reserve_ = DeviceBuffer(mask_bytes(keys_.bn));
  cudnnStatus_t status = keys_.pass == "infer"   ? call_infer(1, 0)
                         : keys_.pass == "train" ? call_train(1, 0, false)
                                                 : call_backward(dy, dx, dz, dscale, dbias);
  check_cuda(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  std::string text = last_error();
  compare_values(report_, DType::kI32, {static_cast<double>(status)}, {{CUDNN_STATUS_NOT_SUPPORTED}, {}}, "status");
  if (!session_.girih()) return;
  report_.check(!text.empty(), "no text tells why");
  for (Tensor* tensor : all)
    report_.check(tensor->buffer.download() == tensor->image, tensor->name + " was written though the call failed");
}

void Normalization::run() {
  // Reals in both data modes: means and deviations are not exact.
  x_.set(draw(session_, random_, x_.offsets.size()));
  z_.set(draw(session_, random_, x_.offsets.size()));
  scale_.set(positive());
  bias_.set(draw(session_, random_, scale_.offsets.size()));
  running_mean_.set(draw(session_, random_, scale_.offsets.size()));
  running_variance_.set(positive());
  save_mean_.poison();
  save_inv_.poison();
  if (active()) {
    require(cudnnCreateActivationDescriptor(&activation_), "cudnnCreateActivationDescriptor");
    require(cudnnSetActivationDescriptor(activation_, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0),
            "cudnnSetActivationDescriptor");
  }
  if (!keys_.supported()) return refused();
  if (keys_.pass == "infer") {
    infer();
    return;
  }
  sizes();
  if (keys_.pass == "train")
    train(keys_.alpha, keys_.beta, keys_.in_place);
  else
    backward();
}

void run_either(const problem::Problem& problem, const Session& session, Report& report, bool ex) {
  problem::Reader reader(problem);
  NormKeys keys = read_norm(reader, ex);
  reader.finish();
  if (keys.pass == "bwd" && keys.ops == Ops::kAddActivation && keys.bn.dims[1] % 4 != 0)
    throw problem::Error("ops=add_act needs c=4, 8, ...: the forward call, which makes the mask, takes no other");
  Random random = random_for(session, problem);
  Normalization(session, report, keys, random).run();
}

}  // namespace

void run_bnormex(const problem::Problem& problem, const Session& session, Report& report) {
  run_either(problem, session, report, true);
}

void run_norm(const problem::Problem& problem, const Session& session, Report& report) {
  run_either(problem, session, report, false);
}

}  // namespace girih::conformance
