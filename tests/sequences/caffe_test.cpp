// BVLC caffe: groups are calls of their own with pointers into the blobs, each on one of three handles with its own
// stream; the algorithms are those that need no workspace. In float and double.
#include "sequences/sequence_test.h"

namespace girih::sequences {
namespace {

using conformance::ConvShape;

struct Scale {  // alpha and beta have the type of the data
  double d;
  float f;
  explicit Scale(double v) : d(v), f(static_cast<float>(v)) {}
  const void* of(DType type) const { return type == DType::kF64 ? static_cast<const void*>(&d) : &f; }
};

class Caffe : public testing::TestWithParam<DType> {
 protected:
  void SetUp() override {
    for (int i = 0; i < kHandles; ++i) {
      ASSERT_EQ(cudaSuccess, cudaStreamCreate(&streams[i]));
      ASSERT_OK(cudnnCreate(&handles[i]));
      ASSERT_OK(cudnnSetStream(handles[i], streams[i]));
    }
  }
  void TearDown() override {
    for (int i = 0; i < kHandles; ++i) {
      EXPECT_OK(cudnnDestroy(handles[i]));
      EXPECT_EQ(cudaSuccess, cudaStreamDestroy(streams[i]));
    }
  }
  void synchronize() {
    for (cudaStream_t stream : streams) ASSERT_EQ(cudaSuccess, cudaStreamSynchronize(stream));
  }

  static constexpr int kHandles = 6;  // three for each of two groups
  cudnnHandle_t handles[kHandles] = {};
  cudaStream_t streams[kHandles] = {};
  const Scale one{1}, zero{0};
  const DType type = GetParam();
  const cudnnDataType_t cudnn = conformance::cudnn_type(GetParam());
};

TEST_P(Caffe, GroupsByPointers) {
  const ConvShape s{2, 6, 8, 2, {9, 8}, {3, 3}, {1, 1}, {1, 1}, {1, 1}};
  const int groups = 2, c = 3, k = 4, plane = 9 * 8;
  TensorD x_d, y_d, bias_d;
  FilterD w_d;
  ConvolutionD conv;
  // One group's part of the blobs, by strides.
  ASSERT_OK(cudnnSetTensor4dDescriptorEx(x_d, cudnn, 2, c, 9, 8, 6 * plane, plane, 8, 1));
  ASSERT_OK(cudnnSetTensor4dDescriptorEx(y_d, cudnn, 2, k, 9, 8, 8 * plane, plane, 8, 1));
  ASSERT_OK(cudnnSetTensor4dDescriptor(bias_d, CUDNN_TENSOR_NCHW, cudnn, 1, k, 1, 1));
  ASSERT_OK(cudnnSetFilter4dDescriptor(w_d, cudnn, CUDNN_TENSOR_NCHW, k, c, 3, 3));
  ASSERT_OK(cudnnSetConvolution2dDescriptor(conv, 1, 1, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, cudnn));
  const auto f = CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM;
  const auto d = CUDNN_CONVOLUTION_BWD_DATA_ALGO_0;
  const auto w = CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0;
  size_t bytes = 1;
  ASSERT_OK(cudnnGetConvolutionForwardWorkspaceSize(handles[0], x_d, w_d, conv, y_d, f, &bytes));
  EXPECT_EQ(0u, bytes);
  ASSERT_OK(cudnnGetConvolutionBackwardDataWorkspaceSize(handles[0], w_d, y_d, conv, x_d, d, &bytes));
  EXPECT_EQ(0u, bytes);
  ASSERT_OK(cudnnGetConvolutionBackwardFilterWorkspaceSize(handles[0], x_d, y_d, conv, w_d, w, &bytes));
  EXPECT_EQ(0u, bytes);

  conformance::Random random(41);
  const size_t weights = 8 * 3 * 9;
  Array x(type, 2 * 6 * 72, random), ws(type, weights, random), bias(type, 8, random), y(type, 2 * 8 * 72),
      dy(type, 2 * 8 * 72, random), dx(type, x.size()), dw(type, weights, random), dbias(type, 8, random);
  const std::vector<double> dw_before = dw.values, dbias_before = dbias.values;
  for (int g = 0; g < groups; ++g) {
    auto part = [&](const Array& a, int elements) { return a.at(static_cast<size_t>(g * elements)); };
    const int wn = k * c * 9;
    ASSERT_OK(cudnnConvolutionForward(handles[g], one.of(type), x_d, part(x, c * plane), w_d, part(ws, wn), conv, f,
                                      nullptr, 0, zero.of(type), y_d, part(y, k * plane)));
    ASSERT_OK(cudnnAddTensor(handles[g], one.of(type), bias_d, part(bias, k), one.of(type), y_d, part(y, k * plane)));
  }
  synchronize();
  for (int g = 0; g < groups; ++g) {
    auto part = [&](const Array& a, int elements) { return a.at(static_cast<size_t>(g * elements)); };
    const int wn = k * c * 9;
    ASSERT_OK(cudnnConvolutionBackwardBias(handles[g], one.of(type), y_d, part(dy, k * plane), one.of(type), bias_d,
                                           part(dbias, k)));
    ASSERT_OK(cudnnConvolutionBackwardFilter(handles[groups + g], one.of(type), x_d, part(x, c * plane), y_d,
                                             part(dy, k * plane), conv, w, nullptr, 0, one.of(type), w_d,
                                             part(dw, wn)));
    ASSERT_OK(cudnnConvolutionBackwardData(handles[2 * groups + g], one.of(type), w_d, part(ws, wn), y_d,
                                           part(dy, k * plane), conv, d, nullptr, 0, zero.of(type), x_d,
                                           part(dx, c * plane)));
  }
  synchronize();
  Sums want = conv_fprop(s, x.values, ws.values);
  add_bias(want, bias.values, plane, false);
  expect_near(y, want, "y");
  expect_near(dx, conv_dgrad(s, ws.values, dy.values), "dx");
  expect_near(dw, plus(conv_wgrad(s, x.values, dy.values), dw_before), "dw, added");
  expect_near(dbias, plus(conformance::conv_bias_gradient(s.y_dims(), dy.values), dbias_before), "dbias, added");
}

// Neurons, pooling, LRN and softmax with descriptors that are made once.
TEST_P(Caffe, OtherLayers) {
  TensorD d, pooled;
  PoolingD pool;
  LrnD lrn;
  ActivationD tanh;
  ASSERT_OK(cudnnSetTensor4dDescriptorEx(d, cudnn, 2, 5, 6, 6, 180, 36, 6, 1));
  ASSERT_OK(cudnnSetPooling2dDescriptor(pool, CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING, CUDNN_PROPAGATE_NAN, 2, 2, 0,
                                        0, 2, 2));
  ASSERT_OK(cudnnSetTensor4dDescriptorEx(pooled, cudnn, 2, 5, 3, 3, 45, 9, 3, 1));
  ASSERT_OK(cudnnSetLRNDescriptor(lrn, 3, 0.5, 0.75, 1));
  ASSERT_OK(cudnnSetActivationDescriptor(tanh, CUDNN_ACTIVATION_TANH, CUDNN_PROPAGATE_NAN, 0));
  conformance::Random random(42);
  Array x(type, 360, random, -2, 2), y(type, 360), small(type, 90);
  const cudnnHandle_t h = handles[0];

  conformance::PoolShape shape;
  shape.mode = conformance::Pool::kAverageInclude;
  shape.dims = {2, 5, 6, 6}, shape.window = {2, 2}, shape.pad = {0, 0}, shape.stride = {2, 2};
  ASSERT_OK(cudnnPoolingForward(h, pool, one.of(type), d, x.data(), zero.of(type), pooled, small.data()));
  synchronize();
  expect_near(small, pool_forward(shape, x.values), "pool");

  ASSERT_OK(cudnnActivationForward(h, tanh, one.of(type), d, x.data(), zero.of(type), d, y.data()));
  synchronize();
  Sums want(360);
  want.terms = 16;
  for (size_t i = 0; i < 360; ++i) {
    want.value[i] = std::tanh(x.values[i]);
    want.magnitude[i] = 1;
  }
  expect_near(y, want, "tanh");

  ASSERT_OK(cudnnSoftmaxForward(h, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_CHANNEL, one.of(type), d, x.data(),
                                zero.of(type), d, y.data()));
  synchronize();
  want = conformance::softmax_forward(conformance::Softmax::kAccurate, true, {2, 5, 6, 6}, x.values);
  want.terms = 16;
  expect_near(y, want, "softmax");

  ASSERT_OK(cudnnLRNCrossChannelForward(h, lrn, CUDNN_LRN_CROSS_CHANNEL_DIM1, one.of(type), d, x.data(), zero.of(type),
                                        d, y.data()));
  synchronize();
  for (int i = 0; i < 360; ++i) {
    const int c = i / 36 % 5;
    double sum = 0;
    for (int k = std::max(0, c - 1); k <= std::min(4, c + 1); ++k)
      sum += std::pow(x.values[static_cast<size_t>(i + (k - c) * 36)], 2);
    const auto at = static_cast<size_t>(i);
    want.value[at] = x.values[at] * std::pow(1 + 0.5 / 3 * sum, -0.75);
    want.magnitude[at] = std::fabs(want.value[at]);
  }
  expect_near(y, want, "lrn");
}

INSTANTIATE_TEST_SUITE_P(Types, Caffe, testing::Values(DType::kF32, DType::kF64),
                         [](const auto& info) { return std::string(conformance::name_of(info.param)); });

}  // namespace
}  // namespace girih::sequences
