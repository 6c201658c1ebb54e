// Reports about recurrent networks, CTC loss, dropout, and batch norm of a single sample.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <thread>

#include "reports/report_test.h"

namespace girih::reports {
namespace {

using conformance::DeviceBuffer;

std::vector<uint8_t> bytes_of(const std::vector<float>& v) {
  std::vector<uint8_t> b(v.size() * 4);
  std::copy_n(reinterpret_cast<const uint8_t*>(v.data()), b.size(), b.begin());
  return b;
}
std::vector<float> floats_of(const DeviceBuffer& buffer) {
  const std::vector<uint8_t> b = buffer.download();
  std::vector<float> v(b.size() / 4);
  std::copy_n(b.begin(), b.size(), reinterpret_cast<uint8_t*>(v.data()));
  return v;
}
std::vector<float> uniform(size_t count, uint64_t seed, double scale = 1) {
  conformance::Random random(seed);
  std::vector<float> v(count);
  for (float& x : v) x = static_cast<float>(random.uniform(-scale, scale));
  return v;
}

struct Network {
  int input = 8, hidden = 8, layers = 1;
  bool bidirectional = false;
  float dropout = 0;
  std::vector<int> lengths = {};
  cudnnRNNMode_t cell = CUDNN_LSTM;
  uint64_t dropout_seed = 7;
};

struct Bits {
  std::vector<uint8_t> y, dx, dw;
  bool operator==(const Bits&) const = default;
};

// Forward, and backward when asked, of f32 sequences in batch-major order.
Bits run(cudnnHandle_t handle, const Network& p, bool backward, uint64_t data_seed = 5) {
  Bits bits;
  const int batch = static_cast<int>(p.lengths.size()), width = p.hidden * (p.bidirectional ? 2 : 1);
  const int time = *std::max_element(p.lengths.begin(), p.lengths.end());
  Owned<cudnnRNNDescriptor_t> rnn(cudnnCreateRNNDescriptor, cudnnDestroyRNNDescriptor);
  Owned<cudnnDropoutDescriptor_t> dropout(cudnnCreateDropoutDescriptor, cudnnDestroyDropoutDescriptor);
  size_t state_bytes = 0;
  if (p.dropout > 0) {
    EXPECT_OK(cudnnDropoutGetStatesSize(handle, &state_bytes));
  }
  DeviceBuffer states(state_bytes);
  EXPECT_OK(cudnnSetDropoutDescriptor(dropout, handle, p.dropout, state_bytes ? states.data() : nullptr, state_bytes,
                                      p.dropout_seed));
  EXPECT_OK(cudnnSetRNNDescriptor_v8(rnn, CUDNN_RNN_ALGO_STANDARD, p.cell, CUDNN_RNN_DOUBLE_BIAS,
                                     p.bidirectional ? CUDNN_BIDIRECTIONAL : CUDNN_UNIDIRECTIONAL, CUDNN_LINEAR_INPUT,
                                     CUDNN_DATA_FLOAT, CUDNN_DATA_FLOAT, CUDNN_FMA_MATH, p.input, p.hidden, p.hidden,
                                     p.layers, dropout, CUDNN_RNN_PADDED_IO_ENABLED));
  Owned<cudnnRNNDataDescriptor_t> xd(cudnnCreateRNNDataDescriptor, cudnnDestroyRNNDataDescriptor);
  Owned<cudnnRNNDataDescriptor_t> yd(cudnnCreateRNNDataDescriptor, cudnnDestroyRNNDataDescriptor);
  float fill = 0;
  const auto layout = CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED;
  EXPECT_OK(cudnnSetRNNDataDescriptor(xd, CUDNN_DATA_FLOAT, layout, time, batch, p.input, p.lengths.data(), &fill));
  EXPECT_OK(cudnnSetRNNDataDescriptor(yd, CUDNN_DATA_FLOAT, layout, time, batch, width, p.lengths.data(), &fill));
  const int state_dims[] = {p.layers * (p.bidirectional ? 2 : 1), batch, p.hidden};
  const int state_strides[] = {batch * p.hidden, p.hidden, 1};
  TensorD state;
  EXPECT_OK(cudnnSetTensorNdDescriptor(state, CUDNN_DATA_FLOAT, 3, state_dims, state_strides));
  size_t weights = 0, work = 0, reserve = 0;
  EXPECT_OK(cudnnGetRNNWeightSpaceSize(handle, rnn, &weights));
  const auto mode = backward || p.dropout > 0 ? CUDNN_FWD_MODE_TRAINING : CUDNN_FWD_MODE_INFERENCE;
  EXPECT_OK(cudnnGetRNNTempSpaceSizes(handle, rnn, mode, xd, &work, &reserve));
  const size_t cells = static_cast<size_t>(batch) * static_cast<size_t>(time);
  DeviceBuffer x(cells * static_cast<size_t>(p.input) * 4), y(cells * static_cast<size_t>(width) * 4), w(weights);
  DeviceBuffer workspace(work), kept(reserve), lengths(p.lengths.size() * 4);
  x.upload(bytes_of(uniform(x.size() / 4, data_seed)));
  w.upload(bytes_of(uniform(w.size() / 4, data_seed + 1, 1 / std::sqrt(static_cast<double>(p.hidden)))));
  cudaMemcpy(lengths.data(), p.lengths.data(), lengths.size(), cudaMemcpyHostToDevice);
  workspace.fill(0xFF);
  kept.fill(0xFF);
  y.fill(0xFF);
  const auto* device_lengths = static_cast<const int32_t*>(lengths.data());
  EXPECT_OK(cudnnRNNForward(handle, rnn, mode, device_lengths, xd, x.data(), yd, y.data(), state, nullptr, nullptr,
                            state, nullptr, nullptr, weights, w.data(), work, workspace.data(), reserve,
                            reserve ? kept.data() : nullptr));
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  bits.y = y.download();
  for (const DeviceBuffer* b : {&y, &workspace, &kept, &x, &w}) EXPECT_EQ(b->damage(), "");
  if (!backward) return bits;
  DeviceBuffer dy(y.size()), dx(x.size()), dw(weights);
  dy.upload(bytes_of(uniform(dy.size() / 4, data_seed + 2)));
  dw.fill(0);
  dx.fill(0xFF);
  EXPECT_OK(cudnnRNNBackwardData_v8(handle, rnn, device_lengths, yd, y.data(), dy.data(), xd, dx.data(), state, nullptr,
                                    nullptr, nullptr, state, nullptr, nullptr, nullptr, weights, w.data(), work,
                                    workspace.data(), reserve, kept.data()));
  EXPECT_OK(cudnnRNNBackwardWeights_v8(handle, rnn, CUDNN_WGRAD_MODE_ADD, device_lengths, xd, x.data(), state, nullptr,
                                       yd, y.data(), weights, dw.data(), work, workspace.data(), reserve, kept.data()));
  bits.dx = dx.download();
  bits.dw = dw.download();
  for (const DeviceBuffer* b : {&dx, &dw, &workspace, &kept}) EXPECT_EQ(b->damage(), "");
  return bits;
}

void expect_repeats(cudnnHandle_t handle, const Network& p, int times, bool backward) {
  const Bits first = run(handle, p, backward);
  for (int i = 1; i < times; ++i) ASSERT_TRUE(run(handle, p, backward) == first) << "repeat " << i;
}

TEST_F(Report, I025_VariableLengthsRepeat) {
  for (cudnnRNNMode_t cell : {CUDNN_LSTM, CUDNN_GRU}) {
    Network p{.layers = 3, .lengths = {9, 3, 1, 7, 9, 2}, .cell = cell};
    expect_repeats(handle, p, 100, false);
  }
}

// A sequence has the same result alone and in a batch of 6,464; neither batch size fails.
TEST_F(Report, I050_BatchOf6464) {
  Network all{.input = 32, .hidden = 32};
  all.lengths.assign(6464, 5);
  const Bits many = run(handle, all, false);
  Network few = all;
  few.lengths.assign(3, 5);
  const Bits three = run(handle, few, false);  // the first sequences of the same data
  ASSERT_GT(many.y.size(), three.y.size());
  EXPECT_TRUE(std::equal(three.y.begin(), three.y.end(), many.y.begin()));
}

TEST_F(Report, I051_WideNetworkWithLengths) {
  Network p{.input = 256, .hidden = 256, .lengths = {74, 74}};
  expect_repeats(handle, p, 2, false);
  p.lengths = {75, 1};
  expect_repeats(handle, p, 2, false);
}

// Plans for every batch size must not dominate the start.
TEST_F(Report, I131_BuildForEveryBatchSizeIsCheap) {
  Owned<cudnnRNNDescriptor_t> rnn(cudnnCreateRNNDescriptor, cudnnDestroyRNNDescriptor);
  Owned<cudnnDropoutDescriptor_t> dropout(cudnnCreateDropoutDescriptor, cudnnDestroyDropoutDescriptor);
  ASSERT_OK(cudnnSetDropoutDescriptor(dropout, handle, 0, nullptr, 0, 0));
  ASSERT_OK(cudnnSetRNNDescriptor_v8(rnn, CUDNN_RNN_ALGO_PERSIST_DYNAMIC, CUDNN_LSTM, CUDNN_RNN_DOUBLE_BIAS,
                                     CUDNN_UNIDIRECTIONAL, CUDNN_LINEAR_INPUT, CUDNN_DATA_FLOAT, CUDNN_DATA_FLOAT,
                                     CUDNN_FMA_MATH, 64, 64, 64, 2, dropout, CUDNN_RNN_PADDED_IO_ENABLED));
  const auto start = std::chrono::steady_clock::now();
  for (int batch = 1; batch <= 256; ++batch) ASSERT_OK(cudnnBuildRNNDynamic(handle, rnn, batch));
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_LT(taken.count(), 1.0) << "seconds for 256 batch sizes";
}

TEST_F(Report, I150_DropoutBetweenLayersRepeats) {
  Network p{.input = 64, .hidden = 64, .layers = 3, .bidirectional = true, .dropout = 0.1f, .lengths = {6, 6, 4}};
  expect_repeats(handle, p, 5, true);
}

TEST_F(Report, I151_GradientsRepeat) {
  for (cudnnRNNMode_t cell : {CUDNN_LSTM, CUDNN_GRU, CUDNN_RNN_TANH}) {
    Network p{.input = 19, .hidden = 23, .layers = 2, .bidirectional = true, .lengths = {9, 3, 1, 7}, .cell = cell};
    expect_repeats(handle, p, 20, true);
  }
}

TEST_F(Report, I152_DropoutSeedIsHonoured) {
  Network p{.input = 16, .hidden = 16, .layers = 3, .bidirectional = true, .dropout = 0.5f, .lengths = {6, 6}};
  const Bits first = run(handle, p, false);
  EXPECT_TRUE(run(handle, p, false) == first);
  p.dropout_seed = 8;
  EXPECT_FALSE(run(handle, p, false) == first);
}

// Many threads, each with its handle, on the same network.
TEST_F(Report, I202_NetworksInThreads) {
  const Network p{.input = 9, .hidden = 9, .layers = 2, .lengths = {5, 2, 4}};
  const Bits expected = run(handle, p, true);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      cudnnHandle_t own = nullptr;
      EXPECT_OK(cudnnCreate(&own));
      for (int repeat = 0; repeat < 5; ++repeat) EXPECT_TRUE(run(own, p, true) == expected);
      cudnnDestroy(own);
    });
  for (std::thread& t : threads) t.join();
}

// -log of the probability of a label, by the forward recursion over all alignments, in double.
double ctc_loss(const std::vector<std::vector<double>>& p, const std::vector<int>& label) {
  const size_t states = 2 * label.size() + 1;
  auto symbol = [&](size_t s) { return s % 2 ? label[s / 2] : 0; };
  std::vector<double> alpha(states), next(states);
  alpha[0] = p[0][0];
  if (states > 1) alpha[1] = p[0][static_cast<size_t>(label[0])];
  for (size_t t = 1; t < p.size(); ++t) {
    for (size_t s = 0; s < states; ++s) {
      double sum = alpha[s];
      if (s > 0) sum += alpha[s - 1];
      if (s > 1 && symbol(s) != 0 && symbol(s) != symbol(s - 2)) sum += alpha[s - 2];
      next[s] = sum * p[t][static_cast<size_t>(symbol(s))];
    }
    alpha = next;
  }
  return -std::log(alpha[states - 1] + (states > 1 ? alpha[states - 2] : 0));
}

struct Ctc {
  int time, alphabet;
  std::vector<int> label_lengths, input_lengths, labels;
};

// Runs cudnnCTCLoss_v8 on f32 logits and checks the costs against the recursion; returns the gradients.
std::vector<float> check_ctc(cudnnHandle_t handle, const Ctc& c, std::vector<float>& costs) {
  const int batch = static_cast<int>(c.label_lengths.size());
  const int dims[] = {c.time, batch, c.alphabet}, strides[] = {batch * c.alphabet, c.alphabet, 1};
  TensorD d;
  EXPECT_OK(cudnnSetTensorNdDescriptor(d, CUDNN_DATA_FLOAT, 3, dims, strides));
  Owned<cudnnCTCLossDescriptor_t> ctc(cudnnCreateCTCLossDescriptor, cudnnDestroyCTCLossDescriptor);
  EXPECT_OK(cudnnSetCTCLossDescriptor_v9(ctc, CUDNN_DATA_FLOAT, CUDNN_LOSS_NORMALIZATION_SOFTMAX,
                                         CUDNN_CTC_ZERO_OOB_GRADIENTS, 255));
  const std::vector<float> logits =
      uniform(static_cast<size_t>(c.time) * static_cast<size_t>(batch) * static_cast<size_t>(c.alphabet), 3, 2);
  DeviceBuffer x(logits.size() * 4), gradients(logits.size() * 4), cost(static_cast<size_t>(batch) * 4);
  x.upload(bytes_of(logits));
  gradients.fill(0xFF);
  cost.fill(0xFF);
  auto on_device = [](const std::vector<int>& v) {
    DeviceBuffer b(std::max<size_t>(4, v.size() * 4));
    cudaMemcpy(b.data(), v.data(), v.size() * 4, cudaMemcpyHostToDevice);
    return b;
  };
  DeviceBuffer labels = on_device(c.labels), ll = on_device(c.label_lengths), il = on_device(c.input_lengths);
  size_t bytes = 0;
  EXPECT_OK(cudnnGetCTCLossWorkspaceSize_v8(handle, CUDNN_CTC_LOSS_ALGO_DETERMINISTIC, ctc, d, d, &bytes));
  DeviceBuffer workspace(bytes);
  EXPECT_OK(cudnnCTCLoss_v8(handle, CUDNN_CTC_LOSS_ALGO_DETERMINISTIC, ctc, d, x.data(),
                            static_cast<const int*>(labels.data()), static_cast<const int*>(ll.data()),
                            static_cast<const int*>(il.data()), cost.data(), d, gradients.data(), bytes,
                            workspace.data()));
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (const DeviceBuffer* b : {&gradients, &cost, &workspace}) EXPECT_EQ(b->damage(), "");
  costs = floats_of(cost);
  size_t first = 0;
  for (int n = 0; n < batch; ++n) {
    std::vector<std::vector<double>> p;
    for (int t = 0; t < c.input_lengths[static_cast<size_t>(n)]; ++t) {
      const float* row = &logits[static_cast<size_t>((t * batch + n) * c.alphabet)];
      double sum = 0;
      std::vector<double> e;
      for (int a = 0; a < c.alphabet; ++a) sum += (e.push_back(std::exp(static_cast<double>(row[a]))), e.back());
      for (double& v : e) v /= sum;
      p.push_back(e);
    }
    const auto length = static_cast<size_t>(c.label_lengths[static_cast<size_t>(n)]);
    const std::vector<int> label(c.labels.begin() + static_cast<long>(first),
                                 c.labels.begin() + static_cast<long>(first + length));
    first += length;
    const double loss = ctc_loss(p, label);
    EXPECT_NEAR(costs[static_cast<size_t>(n)], loss, 1e-4 * (1 + loss)) << "sample " << n;
  }
  return floats_of(gradients);
}

// The gradient beyond a sequence's length is written: zeros.
TEST_F(Report, I026_GradientBeyondTheLengthIsZero) {
  Ctc c{.time = 32, .alphabet = 9, .label_lengths = {}, .input_lengths = {}, .labels = {}};
  for (int n = 0; n < 8; ++n) {
    c.label_lengths.push_back(1 + n);
    c.input_lengths.push_back(32 - 2 * n);
    for (int i = 0; i <= n; ++i) c.labels.push_back(1 + (i + n) % 8);
  }
  std::vector<float> costs;
  const std::vector<float> g = check_ctc(handle, c, costs);
  for (int t = 0; t < c.time; ++t)
    for (int n = 0; n < 8; ++n) {
      double size = 0;
      for (int a = 0; a < c.alphabet; ++a) size += std::fabs(g[static_cast<size_t>((t * 8 + n) * c.alphabet + a)]);
      ASSERT_TRUE(std::isfinite(size)) << t << " " << n;
      if (t >= c.input_lengths[static_cast<size_t>(n)]) {
        EXPECT_EQ(size, 0) << t << " " << n;
      } else if (t == 0) {
        EXPECT_GT(size, 0) << n;
      }
    }
}

// An empty label: the loss is that of blanks alone, gradients are finite, and repeats are equal.
TEST_F(Report, I027_EmptyLabel) {
  Ctc c{.time = 30, .alphabet = 7, .label_lengths = {0, 13}, .input_lengths = {30, 30}, .labels = {}};
  for (int i = 0; i < 13; ++i) c.labels.push_back(1 + i % 6);
  std::vector<float> costs, again;
  const std::vector<float> g = check_ctc(handle, c, costs);
  for (float v : g) ASSERT_TRUE(std::isfinite(v));
  for (int repeat = 0; repeat < 10; ++repeat) {
    EXPECT_EQ(check_ctc(handle, c, again), g);
    EXPECT_EQ(again, costs);
  }
}

// One sample: statistics stay finite; more samples: the running variance is the unbiased one.
TEST_F(Report, I028_RunningVarianceOfOneSample) {
  for (int n : {1, 2, 6}) {
    TensorD x, parameters;
    ASSERT_OK(cudnnSetTensor4dDescriptor(x, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, 3, 1, 1));
    ASSERT_OK(cudnnDeriveBNTensorDescriptor(parameters, x, CUDNN_BATCHNORM_SPATIAL));
    const std::vector<float> data = uniform(static_cast<size_t>(3 * n), 9);
    DeviceBuffer in(data.size() * 4), out(data.size() * 4), scale(12), bias(12), mean(12), variance(12);
    in.upload(bytes_of(data));
    scale.upload(bytes_of({1, 2, 3}));
    bias.upload(bytes_of({4, 5, 6}));
    mean.upload(bytes_of({0, 0, 0}));
    variance.upload(bytes_of({1, 1, 1}));
    const float one = 1, zero = 0;
    ASSERT_OK(cudnnBatchNormalizationForwardTraining(handle, CUDNN_BATCHNORM_SPATIAL, &one, &zero, x, in.data(), x,
                                                     out.data(), parameters, scale.data(), bias.data(), 1.0,
                                                     mean.data(), variance.data(), 1e-5, nullptr, nullptr));
    const std::vector<float> got = floats_of(variance), y = floats_of(out);
    for (int c = 0; c < 3; ++c) {
      double mu = 0, sum = 0;
      for (int i = 0; i < n; ++i) mu += static_cast<double>(data[static_cast<size_t>(3 * i + c)]) / n;
      for (int i = 0; i < n; ++i) sum += std::pow(static_cast<double>(data[static_cast<size_t>(3 * i + c)]) - mu, 2);
      const double unbiased = n == 1 ? 0 : sum / (n - 1);
      EXPECT_NEAR(got[static_cast<size_t>(c)], unbiased, 1e-5 * (1 + unbiased)) << n;
      if (n == 1) {
        EXPECT_EQ(y[static_cast<size_t>(c)], 4.0f + static_cast<float>(c));  // the bias
      }
    }
  }
}

}  // namespace
}  // namespace girih::reports
