// PyTorch: batch normalization through the Ex calls alone, and CTC loss with labels on the device.
#include "conformance/reference_ctc.h"
#include "sequences/sequence_test.h"

namespace girih::sequences {
namespace {

class PyTorch : public Sequence {
 protected:
  struct Norm {
    DType type;
    bool channels_last, per_activation;
    int n, c, plane;
  };

  // Training and its gradient: no z, no activation; statistics of the forward pass go into the backward pass, as does
  // the reserve space, whose size may be 0.
  void train(const Norm& t) {
    SCOPED_TRACE(std::string(name_of(t.type)) + (t.channels_last ? " nhwc" : " nchw") +
                 (t.per_activation ? " per activation" : ""));
    const auto mode = t.per_activation  ? CUDNN_BATCHNORM_PER_ACTIVATION
                      : t.channels_last ? CUDNN_BATCHNORM_SPATIAL_PERSISTENT
                                        : CUDNN_BATCHNORM_SPATIAL;
    const auto ops = CUDNN_BATCHNORM_OPS_BN;
    const DType param = t.type == DType::kF64 ? DType::kF64 : DType::kF32;
    TensorD x_d, param_d;
    ASSERT_OK(cudnnSetTensor4dDescriptor(x_d, t.channels_last ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW,
                                         conformance::cudnn_type(t.type), t.n, t.c, t.plane, 1));
    ASSERT_OK(cudnnSetTensor4dDescriptor(param_d, CUDNN_TENSOR_NCHW, conformance::cudnn_type(param), 1, t.c, 1, 1));
    size_t forward_bytes = 0, backward_bytes = 0, reserve_bytes = 0;
    ASSERT_OK(cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(handle, mode, ops, x_d, nullptr, x_d, param_d,
                                                                       nullptr, &forward_bytes));
    ASSERT_OK(cudnnGetBatchNormalizationBackwardExWorkspaceSize(handle, mode, ops, x_d, nullptr, x_d, nullptr, x_d,
                                                                param_d, nullptr, &backward_bytes));
    ASSERT_OK(cudnnGetBatchNormalizationTrainingExReserveSpaceSize(handle, mode, ops, nullptr, x_d, &reserve_bytes));
    conformance::DeviceBuffer forward_space(forward_bytes), backward_space(backward_bytes), reserve(reserve_bytes);

    conformance::Random random(51);
    const size_t n = static_cast<size_t>(t.n), c = static_cast<size_t>(t.c), plane = static_cast<size_t>(t.plane);
    constexpr double kEpsilon = 1e-5, kMomentum = 0.1;
    Array x(t.type, n * c * plane, random), dy(t.type, n * c * plane, random), y(t.type, x.size()),
        dx(t.type, x.size()), scale(param, c, random, 0.5, 1.5), bias(param, c, random), dscale(param, c),
        dbias(param, c), mean(param, c), deviation(param, c), running_mean(param, std::vector<double>(c, 0)),
        running_variance(param, std::vector<double>(c, 1));
    const double one64 = 1, zero64 = 0;
    const bool f64 = t.type == DType::kF64;
    const void *a = f64 ? static_cast<const void*>(&one64) : &one, *b = f64 ? static_cast<const void*>(&zero64) : &zero;
    ASSERT_OK(cudnnBatchNormalizationForwardTrainingEx(
        handle, mode, ops, a, b, x_d, x.data(), nullptr, nullptr, x_d, y.data(), param_d, scale.data(), bias.data(),
        kMomentum, running_mean.data(), running_variance.data(), kEpsilon, mean.data(), deviation.data(), nullptr,
        forward_space.data(), forward_bytes, reserve.data(), reserve_bytes));
    ASSERT_OK(cudnnBatchNormalizationBackwardEx(
        handle, mode, ops, a, b, a, b, x_d, x.data(), nullptr, nullptr, x_d, dy.data(), nullptr, nullptr, x_d,
        dx.data(), param_d, scale.data(), nullptr, dscale.data(), dbias.data(), kEpsilon, mean.data(), deviation.data(),
        nullptr, backward_space.data(), backward_bytes, reserve.data(), reserve_bytes));

    conformance::BatchNorm bn{t.per_activation, {t.n, t.c, t.plane, 1}, kEpsilon};
    bn.unit = conformance::accumulation_unit(t.type);
    const std::vector<double> xs = t.channels_last ? to_nchw(x.values, n, c, plane) : x.values,
                              dys = t.channels_last ? to_nchw(dy.values, n, c, plane) : dy.values;
    const conformance::BatchStats stats = batch_stats(bn, xs);
    const conformance::BatchGradients g = bn_backward(bn, stats, xs, dys, scale.values);
    // Magnitudes of these references are errors already.
    auto near = [](const Array& array, std::vector<double> got, const Sums& want, const char* what) {
      EXPECT_EQ("", array.buffer.damage()) << what;
      for (size_t i = 0; i < got.size(); ++i)
        ASSERT_NEAR(got[i], want.value[i],
                    want.magnitude[i] + 2 * conformance::unit_roundoff(array.type) * std::fabs(want.value[i]) +
                        conformance::underflow(array.type))
            << what << " " << i;
    };
    auto rows = [&](const Array& array) { return t.channels_last ? to_nchw(array.get(), n, c, plane) : array.get(); };
    near(y, rows(y), bn_normalize(bn, stats, xs, scale.values, bias.values), "y");
    near(dx, rows(dx), g.dx, "dx");
    near(dscale, dscale.get(), g.dscale, "dscale");
    near(dbias, dbias.get(), g.dbias, "dbias");
    EXPECT_EQ("", reserve.damage());
    EXPECT_EQ("", forward_space.damage());
    EXPECT_EQ("", backward_space.damage());

    // Evaluation with the running statistics.
    const Array moved_mean(param, running_mean.get()), moved_variance(param, running_variance.get());
    ASSERT_OK(cudnnBatchNormalizationForwardInference(
        handle, t.per_activation ? CUDNN_BATCHNORM_PER_ACTIVATION : CUDNN_BATCHNORM_SPATIAL, a, b, x_d, x.data(), x_d,
        y.data(), param_d, scale.data(), bias.data(), running_mean.data(), running_variance.data(), kEpsilon));
    const std::vector<double> got = rows(y);
    for (size_t i = 0; i < got.size(); ++i) {
      const size_t k = i / plane % c;
      const double want =
          (xs[i] - moved_mean.values[k]) / std::sqrt(moved_variance.values[k] + kEpsilon) * scale.values[k] +
          bias.values[k];
      ASSERT_NEAR(got[i], want,
                  32 * bn.unit * (1 + std::fabs(want)) + conformance::unit_roundoff(t.type) * std::fabs(want));
    }
  }
};

TEST_F(PyTorch, BatchNormThroughEx) {
  for (DType type : {DType::kF32, DType::kF16, DType::kBF16, DType::kF64}) {
    train({type, false, false, 4, 5, 12});
    train({type, false, true, 16, 7, 1});  // BatchNorm1d of {N, C}
    if (type != DType::kF64) train({type, true, false, 4, 8, 9});
  }
}

// log_softmax is undone by the library's own softmax: logits go in, gradients with respect to them come out. All
// inputs have T steps, labels lie on the device one after the other.
TEST_F(PyTorch, CtcLoss) {
  constexpr int kSteps = 14, kSamples = 5, kSymbols = 6;
  const std::vector<int> lengths{4, 0, 7, 1, 2};
  const std::vector<int> labels{1, 2, 2, 3, 5, 5, 5, 4, 3, 2, 1, 2, 5, 1};
  std::vector<int> steps(kSamples, kSteps);
  TensorD d;
  const int dims[] = {kSteps, kSamples, kSymbols}, strides[] = {kSamples * kSymbols, kSymbols, 1};
  ASSERT_OK(cudnnSetTensorNdDescriptor(d, CUDNN_DATA_FLOAT, 3, dims, strides));
  CtcD ctc;
  ASSERT_OK(cudnnSetCTCLossDescriptor_v9(ctc, CUDNN_DATA_FLOAT, CUDNN_LOSS_NORMALIZATION_SOFTMAX,
                                         CUDNN_CTC_ZERO_OOB_GRADIENTS, 255));
  const auto algo = CUDNN_CTC_LOSS_ALGO_DETERMINISTIC;
  size_t bytes = 0;
  ASSERT_OK(cudnnGetCTCLossWorkspaceSize_v8(handle, algo, ctc, d, d, &bytes));
  conformance::DeviceBuffer scratch(bytes);

  conformance::Random random(52);
  Array logits(DType::kF32, kSteps * kSamples * kSymbols, random, -3, 3), gradient(DType::kF32, logits.size()),
      costs(DType::kF32, kSamples);
  auto integers = [](const std::vector<int>& v) { return Array(DType::kI32, std::vector<double>(v.begin(), v.end())); };
  const Array device_labels = integers(labels), device_lengths = integers(lengths), device_steps = integers(steps);
  auto pointer = [](const Array& a) { return static_cast<const int*>(a.data()); };
  ASSERT_OK(cudnnCTCLoss_v8(handle, algo, ctc, d, logits.data(), pointer(device_labels), pointer(device_lengths),
                            pointer(device_steps), costs.data(), d, gradient.data(), bytes, scratch.data()));

  size_t first = 0;
  const std::vector<double> losses = costs.get(), got = gradient.get();
  for (int n = 0; n < kSamples; ++n) {
    conformance::CtcSample s{kSteps, kSymbols, {}, true, {}};
    const size_t last = first + static_cast<size_t>(lengths[static_cast<size_t>(n)]);
    for (; first < last; ++first) s.label.push_back(labels[first]);
    auto at = [&](int t, int a) { return static_cast<size_t>((t * kSamples + n) * kSymbols + a); };
    for (int t = 0; t < kSteps; ++t)
      for (int a = 0; a < kSymbols; ++a) s.x.push_back(logits.values[at(t, a)]);
    const conformance::CtcLoss want = ctc_by_recursion(s);
    const double c = conformance::error_constant(kSteps) * 0x1p-24;
    EXPECT_NEAR(want.loss, losses[static_cast<size_t>(n)], c * want.loss_magnitude + 0x1p-24 * want.loss);
    for (int t = 0; t < kSteps; ++t) {
      double sum = 0;
      for (int a = 0; a < kSymbols; ++a) {
        const auto i = static_cast<size_t>(t * kSymbols + a);
        ASSERT_NEAR(want.gradient[i], got[at(t, a)], c * want.gradient_magnitude[i] + 0x1p-24) << n << " " << t;
        sum += got[at(t, a)];
      }
      EXPECT_NEAR(0, sum, 1e-4);  // of a softmax
    }
  }
  EXPECT_EQ("", gradient.buffer.damage());
  EXPECT_EQ("", scratch.damage());

  // The other way of calling: labels on the host, the descriptor of version 7.
  CtcD older;
  ASSERT_OK(
      cudnnSetCTCLossDescriptorEx(older, CUDNN_DATA_FLOAT, CUDNN_LOSS_NORMALIZATION_SOFTMAX, CUDNN_NOT_PROPAGATE_NAN));
  size_t host_bytes = 0;
  ASSERT_OK(cudnnGetCTCLossWorkspaceSize(handle, d, d, labels.data(), lengths.data(), steps.data(), algo, older,
                                         &host_bytes));
  conformance::DeviceBuffer host_scratch(host_bytes);
  Array again(DType::kF32, gradient.size()), costs_again(DType::kF32, kSamples);
  ASSERT_OK(cudnnCTCLoss(handle, d, logits.data(), labels.data(), lengths.data(), steps.data(), costs_again.data(), d,
                         again.data(), algo, older, host_scratch.data(), host_bytes));
  const std::vector<double> other = again.get();
  for (size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], other[i], 1e-5) << i;
  for (size_t i = 0; i < losses.size(); ++i) ASSERT_NEAR(losses[i], costs_again.get()[i], 1e-5 * losses[i]) << i;
}

}  // namespace
}  // namespace girih::sequences
