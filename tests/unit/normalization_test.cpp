// cudnnNormalization*: the C functions against the definition in double, gradients by central differences of
// sum(dy * y); and what they refuse.
#include "api/descriptors.h"
#include "api/entry_points.gen.h"
#include "tensor_buffer.h"

namespace girih::test {
namespace {

constexpr double kEpsilon = 1e-3, kFactor = 0.25;

struct Tensors {
  cudnnTensorStruct x, scale, mean;
  Tensors(const Dims& dims, DType type, cudnnNormMode_t mode) {
    x.desc = make(type, dims, Order::nchw);
    x.type = static_cast<cudnnDataType_t>(type);
    derived = api::cudnnDeriveNormTensorDescriptor(&scale, &mean, &x, mode, 1) ? true : false;
  }
  bool derived;
};

// The parameter that element i (row-major) has.
size_t parameter(const Dims& d, size_t i, bool channel) {
  size_t spatial = 1;
  for (size_t k = 2; k < d.size(); ++k) spatial *= static_cast<size_t>(d[k]);
  const size_t c = static_cast<size_t>(d[1]);
  return channel ? i / spatial % c : i % (c * spatial);
}

struct Forward {
  std::vector<double> y, mean, variance, samples;
};
Forward forward(const Dims& d, bool channel, const std::vector<double>& x, const std::vector<double>& scale,
                const std::vector<double>& bias) {
  Forward f;
  f.mean.assign(scale.size(), 0.0), f.variance = f.samples = f.mean;
  for (size_t i = 0; i < x.size(); ++i) f.samples[parameter(d, i, channel)] += 1;
  for (size_t i = 0; i < x.size(); ++i) f.mean[parameter(d, i, channel)] += x[i] / f.samples[parameter(d, i, channel)];
  for (size_t i = 0; i < x.size(); ++i) {
    const size_t p = parameter(d, i, channel);
    f.variance[p] += (x[i] - f.mean[p]) * (x[i] - f.mean[p]) / f.samples[p];
  }
  for (size_t i = 0; i < x.size(); ++i) {
    const size_t p = parameter(d, i, channel);
    f.y.push_back((x[i] - f.mean[p]) / std::sqrt(f.variance[p] + kEpsilon) * scale[p] + bias[p]);
  }
  return f;
}

void expect(const std::vector<double>& got, const std::vector<double>& want, double bound, const std::string& what) {
  ASSERT_EQ(got.size(), want.size()) << what;
  for (size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], want[i], bound) << what << " element " << i;
}

void check(const Dims& d, cudnnNormMode_t mode, cudnnNormAlgo_t algo) {
  const bool channel = mode == CUDNN_NORM_PER_CHANNEL;
  const std::string what =
      fmt::format("dims {} mode {} algo {}", text(d), static_cast<int>(mode), static_cast<int>(algo));
  cudnnContext context;
  context.device = kCpu;
  Tensors t(d, DType::f64, mode);
  ASSERT_TRUE(t.derived) << what;
  ASSERT_TRUE(t.scale.desc == t.mean.desc);
  const size_t n = static_cast<size_t>(t.x.desc.count()), m = static_cast<size_t>(t.scale.desc.count());
  Normal next(1, 0.5);
  auto random = [&](size_t size) {
    std::vector<double> v(size);
    for (double& e : v) e = next();
    return v;
  };
  const std::vector<double> x = random(n), scale = random(m), bias = random(m), dy = random(n), old = random(m);
  std::vector<double> y(n), running_mean = old, running_var = old, saved_mean(m), saved_invstd(m), dx(n), dscale(m),
                            dbias(m), y_infer(n);
  const double one = 1, zero = 0;
  const auto ops = CUDNN_NORM_OPS_NORM;
  ASSERT_TRUE(api::cudnnNormalizationForwardTraining(
      &context, mode, ops, algo, &one, &zero, &t.x, x.data(), &t.scale, scale.data(), bias.data(), kFactor, &t.mean,
      running_mean.data(), running_var.data(), kEpsilon, saved_mean.data(), saved_invstd.data(), nullptr, nullptr,
      nullptr, &t.x, y.data(), nullptr, 0, nullptr, 0, 1))
      << what;
  const Forward want = forward(d, channel, x, scale, bias);
  expect(y, want.y, 1e-12, what + " y");
  expect(saved_mean, want.mean, 1e-13, what + " mean");
  for (size_t p = 0; p < m; ++p) {
    ASSERT_NEAR(saved_invstd[p], 1 / std::sqrt(want.variance[p] + kEpsilon), 1e-11) << what;
    ASSERT_NEAR(running_mean[p], (1 - kFactor) * old[p] + kFactor * want.mean[p], 1e-13) << what;
    const double unbiased = want.variance[p] * want.samples[p] / (want.samples[p] - 1);
    ASSERT_NEAR(running_var[p], (1 - kFactor) * old[p] + kFactor * unbiased, 1e-13) << what;
  }
  ASSERT_TRUE(api::cudnnNormalizationForwardInference(
      &context, mode, ops, algo, &one, &zero, &t.x, x.data(), &t.scale, scale.data(), bias.data(), &t.mean,
      want.mean.data(), want.variance.data(), nullptr, nullptr, nullptr, &t.x, y_infer.data(), kEpsilon, 1))
      << what;
  expect(y_infer, want.y, 1e-12, what + " inference");
  ASSERT_TRUE(api::cudnnNormalizationBackward(
      &context, mode, ops, algo, &one, &zero, &one, &zero, &t.x, x.data(), nullptr, nullptr, &t.x, dy.data(), nullptr,
      nullptr, &t.x, dx.data(), &t.scale, scale.data(), nullptr, dscale.data(), dbias.data(), kEpsilon, &t.mean,
      saved_mean.data(), saved_invstd.data(), nullptr, nullptr, 0, nullptr, 0, 1))
      << what;
  auto slope = [&](std::vector<double> v, size_t i, int which) {
    constexpr double h = 1e-5;
    double total[2];
    for (int side : {0, 1}) {
      std::vector<double> moved = v;
      moved[i] += side ? h : -h;
      const Forward f =
          forward(d, channel, which == 0 ? moved : x, which == 1 ? moved : scale, which == 2 ? moved : bias);
      total[side] = 0;
      for (size_t k = 0; k < n; ++k) total[side] += dy[k] * f.y[k];
    }
    return (total[1] - total[0]) / (2 * h);
  };
  for (size_t i = 0; i < n; ++i) ASSERT_NEAR(dx[i], slope(x, i, 0), 1e-6) << what << " dx " << i;
  for (size_t i = 0; i < m; ++i) {
    ASSERT_NEAR(dscale[i], slope(scale, i, 1), 1e-6) << what << " dscale " << i;
    ASSERT_NEAR(dbias[i], slope(bias, i, 2), 1e-6) << what << " dbias " << i;
  }
}

TEST(Normalization, TrainingInferenceAndBackward) {
  for (const Dims& d : {Dims{4, 3, 2, 3}, Dims{3, 2, 5}, Dims{3, 2, 2, 1, 3}}) {
    check(d, CUDNN_NORM_PER_CHANNEL, CUDNN_NORM_ALGO_STANDARD);
    check(d, CUDNN_NORM_PER_CHANNEL, CUDNN_NORM_ALGO_PERSIST);
    check(d, CUDNN_NORM_PER_ACTIVATION, CUDNN_NORM_ALGO_STANDARD);
  }
}

TEST(Normalization, RefusesWhatNobodySupports) {
  cudnnContext context;
  context.device = kCpu;
  Tensors t({2, 4, 3, 3}, DType::f32, CUDNN_NORM_PER_CHANNEL);
  cudnnTensorStruct other;
  auto status = [](const Check& r) { return r ? 0 : static_cast<int>(r.error().status); };
  for (int groups : {-1, 0, 2})
    EXPECT_EQ(status(api::cudnnDeriveNormTensorDescriptor(&t.scale, &t.mean, &t.x, CUDNN_NORM_PER_CHANNEL, groups)),
              3000);
  float one = 1, zero = 0, data[72] = {};
  auto inference = [&](cudnnNormMode_t mode, cudnnNormOps_t ops, cudnnNormAlgo_t algo, cudnnTensorDescriptor_t mean) {
    return status(api::cudnnNormalizationForwardInference(&context, mode, ops, algo, &one, &zero, &t.x, data, &t.scale,
                                                          data, data, mean, data, data, nullptr, nullptr, nullptr, &t.x,
                                                          data, 1e-3, 1));
  };
  const auto standard = CUDNN_NORM_ALGO_STANDARD;
  EXPECT_EQ(inference(CUDNN_NORM_PER_CHANNEL, CUDNN_NORM_OPS_NORM, standard, &t.mean), 0);
  EXPECT_EQ(inference(CUDNN_NORM_PER_CHANNEL, CUDNN_NORM_OPS_NORM_ACTIVATION, standard, &t.mean), 3000);
  EXPECT_EQ(inference(CUDNN_NORM_PER_ACTIVATION, CUDNN_NORM_OPS_NORM, CUDNN_NORM_ALGO_PERSIST, &t.mean), 3000);
  EXPECT_EQ(inference(CUDNN_NORM_PER_CHANNEL, CUDNN_NORM_OPS_NORM, standard, &other), 2000);      // never set
  EXPECT_EQ(inference(CUDNN_NORM_PER_CHANNEL, CUDNN_NORM_OPS_NORM, standard, &t.x), 2000);        // not of that shape
  EXPECT_EQ(inference(CUDNN_NORM_PER_ACTIVATION, CUDNN_NORM_OPS_NORM, standard, &t.mean), 2000);  // of another mode
}

}  // namespace
}  // namespace girih::test
