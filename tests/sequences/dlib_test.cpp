// dlib: algorithms by Find, once with room for the filter gradient's count in the list of the data gradient; entry 0
// must work. Gradients add up; activations write over their own gradients.
#include "sequences/sequence_test.h"

namespace girih::sequences {
namespace {

using conformance::ConvShape;

class Dlib : public Sequence {};

TEST_F(Dlib, ConvolutionLayer) {
  const ConvShape s{2, 6, 10, 1, {12, 11}, {5, 3}, {2, 1}, {2, 1}, {1, 1}};
  TensorD x_d, y_d, bias_d;
  FilterD w_d;
  ConvolutionD conv;
  ASSERT_OK(cudnnSetTensor4dDescriptor(x_d, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 2, 6, 12, 11));
  ASSERT_OK(cudnnSetFilter4dDescriptor(w_d, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 10, 6, 5, 3));
  ASSERT_OK(cudnnSetConvolution2dDescriptor(conv, 2, 1, 2, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
  ASSERT_OK(cudnnSetConvolutionMathType(conv, CUDNN_FMA_MATH));
  int n = 0, k = 0, h = 0, w = 0;
  ASSERT_OK(cudnnGetConvolution2dForwardOutputDim(conv, x_d, w_d, &n, &k, &h, &w));
  ASSERT_EQ(s.y_dims(), (std::vector<int64_t>{n, k, h, w}));
  ASSERT_OK(cudnnSetTensor4dDescriptor(y_d, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, k, h, w));
  ASSERT_OK(cudnnSetTensor4dDescriptor(bias_d, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, k, 1, 1));

  int forward_count = 0, filter_count = 0, got = 0;
  ASSERT_OK(cudnnGetConvolutionForwardAlgorithmMaxCount(handle, &forward_count));
  std::vector<cudnnConvolutionFwdAlgoPerf_t> f(static_cast<size_t>(forward_count));
  ASSERT_OK(cudnnFindConvolutionForwardAlgorithm(handle, x_d, w_d, conv, y_d, forward_count, &got, f.data()));
  ASSERT_GE(got, 1);
  ASSERT_EQ(CUDNN_STATUS_SUCCESS, f[0].status);
  ASSERT_OK(cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(handle, &filter_count));
  // The list of the data gradient is sized by the filter gradient's count, and one entry behind it is nobody's.
  std::vector<cudnnConvolutionBwdDataAlgoPerf_t> d(static_cast<size_t>(filter_count) + 1);
  d.back().memory = 12345;
  ASSERT_OK(cudnnFindConvolutionBackwardDataAlgorithm(handle, w_d, y_d, conv, x_d, filter_count, &got, d.data()));
  ASSERT_GE(got, 1);
  ASSERT_LE(got, filter_count);
  ASSERT_EQ(12345u, d.back().memory);
  ASSERT_EQ(CUDNN_STATUS_SUCCESS, d[0].status);
  std::vector<cudnnConvolutionBwdFilterAlgoPerf_t> wg(static_cast<size_t>(filter_count));
  ASSERT_OK(cudnnFindConvolutionBackwardFilterAlgorithm(handle, x_d, y_d, conv, w_d, filter_count, &got, wg.data()));
  ASSERT_GE(got, 1);
  ASSERT_EQ(CUDNN_STATUS_SUCCESS, wg[0].status);

  size_t f_bytes = 0, d_bytes = 0, w_bytes = 0;
  ASSERT_OK(cudnnGetConvolutionForwardWorkspaceSize(handle, x_d, w_d, conv, y_d, f[0].algo, &f_bytes));
  ASSERT_OK(cudnnGetConvolutionBackwardDataWorkspaceSize(handle, w_d, y_d, conv, x_d, d[0].algo, &d_bytes));
  ASSERT_OK(cudnnGetConvolutionBackwardFilterWorkspaceSize(handle, x_d, y_d, conv, w_d, wg[0].algo, &w_bytes));
  EXPECT_EQ(f_bytes, f[0].memory);
  conformance::DeviceBuffer f_space(f_bytes), d_space(d_bytes), w_space(w_bytes);

  conformance::Random random(31);
  auto count = [](int a, int b, int c, int e) { return static_cast<size_t>(a * b * c * e); };
  Array x(DType::kF32, count(2, 6, 12, 11), random), ws(DType::kF32, count(10, 6, 5, 3), random),
      bias(DType::kF32, 10, random), y(DType::kF32, count(n, k, h, w)), dy(DType::kF32, count(n, k, h, w), random),
      dx(DType::kF32, x.size(), random), dw(DType::kF32, ws.size()), dbias(DType::kF32, 10);
  const std::vector<double> earlier = dx.values;  // another layer's gradient is there already
  ASSERT_OK(cudnnConvolutionForward(handle, &one, x_d, x.data(), w_d, ws.data(), conv, f[0].algo, f_space.data(),
                                    f_bytes, &zero, y_d, y.data()));
  ASSERT_OK(cudnnAddTensor(handle, &one, bias_d, bias.data(), &one, y_d, y.data()));
  ASSERT_OK(cudnnConvolutionBackwardData(handle, &one, w_d, ws.data(), y_d, dy.data(), conv, d[0].algo, d_space.data(),
                                         d_bytes, &one, x_d, dx.data()));
  ASSERT_OK(cudnnConvolutionBackwardFilter(handle, &one, x_d, x.data(), y_d, dy.data(), conv, wg[0].algo,
                                           w_space.data(), w_bytes, &zero, w_d, dw.data()));
  ASSERT_OK(cudnnConvolutionBackwardBias(handle, &one, y_d, dy.data(), &zero, bias_d, dbias.data()));

  // Whatever Find chose: FFT errors spread over the image, so that the largest sum counts, and 48 roundings more.
  auto loose = [](Sums sums) {
    double largest = 0;
    for (double m : sums.magnitude) largest = std::max(largest, m);
    for (double& m : sums.magnitude) m = 10 * largest;
    sums.terms = std::max(sums.terms, 48.0);
    return sums;
  };
  Sums want = loose(conv_fprop(s, x.values, ws.values));
  add_bias(want, bias.values, h * w, false);
  expect_near(y, want, "y + bias");
  expect_near(dx, plus(loose(conv_dgrad(s, ws.values, dy.values)), earlier), "dx, added");
  expect_near(dw, loose(conv_wgrad(s, x.values, dy.values)), "dw");
  expect_near(dbias, conformance::conv_bias_gradient(s.y_dims(), dy.values), "dbias");
}

// relu, sigmoid and tanh forward in place; backward in place of the gradient.
TEST_F(Dlib, ActivationsInPlace) {
  TensorD d;
  ASSERT_OK(cudnnSetTensor4dDescriptor(d, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 3, 4, 5, 6));
  const struct {
    cudnnActivationMode_t mode;
    conformance::Activation reference;
  } kinds[] = {{CUDNN_ACTIVATION_RELU, conformance::Activation::kRelu},
               {CUDNN_ACTIVATION_SIGMOID, conformance::Activation::kSigmoid},
               {CUDNN_ACTIVATION_TANH, conformance::Activation::kTanh}};
  for (const auto& kind : kinds) {
    conformance::Random random(32);
    ActivationD act;
    ASSERT_OK(cudnnSetActivationDescriptor(act, kind.mode, CUDNN_PROPAGATE_NAN, 0));
    Array x(DType::kF32, 360, random, -3, 3), g(DType::kF32, 360, random);
    const std::vector<double> before = x.values, gradient = g.values;
    ASSERT_OK(cudnnActivationForward(handle, act, &one, d, x.data(), &zero, d, x.data()));
    conformance::ActivationShape shape;
    shape.mode = kind.reference;
    Sums y(360), dx(360);
    y.terms = dx.terms = 16;
    for (size_t i = 0; i < 360; ++i) {
      y.value[i] = activate(shape, before[i]);
      y.magnitude[i] = activation_magnitude(shape, before[i]);
    }
    expect_near(x, y, "y");
    // x is gone: y stands for it, as dlib does it.
    ASSERT_OK(cudnnActivationBackward(handle, act, &one, d, x.data(), d, g.data(), d, x.data(), &zero, d, g.data()));
    for (size_t i = 0; i < 360; ++i) {
      dx.value[i] = activate_gradient(shape, before[i], y.value[i], gradient[i]);
      dx.magnitude[i] = std::fabs(gradient[i]);
    }
    expect_near(g, dx, "dx");
  }
}

TEST_F(Dlib, PoolingAndSoftmax) {
  TensorD in, out;
  PoolingD pool;
  ASSERT_OK(cudnnSetTensor4dDescriptor(in, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 2, 3, 9, 8));
  for (bool maximum : {true, false}) {
    ASSERT_OK(cudnnSetPooling2dDescriptor(pool,
                                          maximum ? CUDNN_POOLING_MAX : CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING,
                                          CUDNN_PROPAGATE_NAN, 3, 3, 1, 1, 2, 2));
    int n = 0, c = 0, h = 0, w = 0;
    ASSERT_OK(cudnnGetPooling2dForwardOutputDim(pool, in, &n, &c, &h, &w));
    ASSERT_OK(cudnnSetTensor4dDescriptor(out, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, c, h, w));
    conformance::PoolShape shape;
    shape.mode = maximum ? conformance::Pool::kMax : conformance::Pool::kAverageExclude;
    shape.dims = {2, 3, 9, 8}, shape.window = {3, 3}, shape.pad = {1, 1}, shape.stride = {2, 2};
    shape.lowest = -INFINITY;
    ASSERT_EQ(shape.out_dims(), (std::vector<int64_t>{n, c, h, w}));
    conformance::Random random(33);
    const auto count = static_cast<size_t>(n * c * h * w);
    Array x(DType::kF32, 432, random), y(DType::kF32, count), dy(DType::kF32, count, random),
        dx(DType::kF32, 432, random);
    const std::vector<double> earlier = dx.values;
    ASSERT_OK(cudnnPoolingForward(handle, pool, &one, in, x.data(), &zero, out, y.data()));
    expect_near(y, pool_forward(shape, x.values), "y");
    ASSERT_OK(
        cudnnPoolingBackward(handle, pool, &one, out, y.data(), out, dy.data(), in, x.data(), &one, in, dx.data()));
    expect_near(dx, plus(pool_backward(shape, x.values, dy.values), earlier), "dx, added");
  }
  conformance::Random random(34);
  Array x(DType::kF32, 432, random, -4, 4), dy(DType::kF32, 432, random), y(DType::kF32, 432);
  ASSERT_OK(cudnnSoftmaxForward(handle, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_CHANNEL, &one, in, x.data(), &zero,
                                in, y.data()));
  const std::vector<int64_t> dims{2, 3, 9, 8};
  Sums want = conformance::softmax_forward(conformance::Softmax::kAccurate, true, dims, x.values);
  want.terms = 16;
  expect_near(y, want, "softmax");
  const std::vector<double> gradient = dy.values;
  ASSERT_OK(cudnnSoftmaxBackward(handle, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_CHANNEL, &one, in, y.data(), in,
                                 dy.data(), &zero, in, dy.data()));
  Sums back = conformance::softmax_backward(conformance::Softmax::kAccurate, true, dims, want.value, gradient);
  back.terms = 32;  // y of the device is one rounding away from the reference's
  expect_near(dy, back, "softmax gradient");
}

}  // namespace
}  // namespace girih::sequences
