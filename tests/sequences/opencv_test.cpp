// OpenCV's dnn module: it asks a descriptor for more dimensions than there can be, with one array for sizes and
// strides, to learn the rank; takes the first algorithm of Get_v7 that works and is not WINOGRAD_NONFUSED; and believes
// the memory that the list says, without a second question. Deconvolution is the gradient of a convolution.
#include "sequences/sequence_test.h"

namespace girih::sequences {
namespace {

using conformance::ConvShape;

class OpenCv : public Sequence {};

TEST_F(OpenCv, RankOfADescriptor) {
  for (int rank = 3; rank <= CUDNN_DIM_MAX; ++rank) {
    TensorD d;
    std::vector<int> dims, strides(static_cast<size_t>(rank), 1);
    for (int i = 0; i < rank; ++i) dims.push_back(i + 1);
    for (int i = rank - 1; i > 0; --i)
      strides[static_cast<size_t>(i - 1)] = strides[static_cast<size_t>(i)] * dims[static_cast<size_t>(i)];
    ASSERT_OK(cudnnSetTensorNdDescriptor(d, CUDNN_DATA_FLOAT, rank, dims.data(), strides.data()));
    cudnnDataType_t type = CUDNN_DATA_DOUBLE;
    int got = 0;
    std::vector<int> both(CUDNN_DIM_MAX + 1, -1);
    EXPECT_OK(cudnnGetTensorNdDescriptor(d, CUDNN_DIM_MAX + 1, &type, &got, both.data(), both.data()));
    EXPECT_EQ(rank, got);
    EXPECT_EQ(CUDNN_DATA_FLOAT, type);
    std::vector<int> got_dims(static_cast<size_t>(got)), got_strides(static_cast<size_t>(got));
    ASSERT_OK(cudnnGetTensorNdDescriptor(d, got, &type, &got, got_dims.data(), got_strides.data()));
    EXPECT_EQ(dims, got_dims);
    EXPECT_EQ(strides, got_strides);
  }
}

struct Convolution {
  explicit Convolution(const ConvShape& s) : shape(s) {
    auto packed = [](const std::vector<int64_t>& dims) {
      std::vector<int> strides(dims.size(), 1);
      for (size_t i = dims.size() - 1; i > 0; --i) strides[i - 1] = strides[i] * static_cast<int>(dims[i]);
      return strides;
    };
    const std::vector<int> x_dims = conformance::ints(s.x_dims()), y_dims = conformance::ints(s.y_dims()),
                           w_dims = conformance::ints(s.w_dims());
    const int rank = static_cast<int>(x_dims.size());
    EXPECT_OK(cudnnSetTensorNdDescriptor(x, CUDNN_DATA_FLOAT, rank, x_dims.data(), packed(s.x_dims()).data()));
    EXPECT_OK(cudnnSetTensorNdDescriptor(y, CUDNN_DATA_FLOAT, rank, y_dims.data(), packed(s.y_dims()).data()));
    EXPECT_OK(cudnnSetFilterNdDescriptor(w, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, rank, w_dims.data()));
    EXPECT_OK(cudnnSetConvolutionNdDescriptor(conv, rank - 2, conformance::ints(s.pad).data(),
                                              conformance::ints(s.stride).data(), conformance::ints(s.dilation).data(),
                                              CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
    EXPECT_OK(cudnnSetConvolutionGroupCount(conv, static_cast<int>(s.groups)));
    EXPECT_OK(cudnnSetConvolutionMathType(conv, CUDNN_FMA_MATH));
    std::vector<int> out(static_cast<size_t>(rank));
    EXPECT_OK(cudnnGetConvolutionNdForwardOutputDim(conv, x, w, rank, out.data()));
    EXPECT_EQ(y_dims, out);
  }
  ConvShape shape;
  TensorD x, y;
  FilterD w;
  ConvolutionD conv;
};

size_t count(const std::vector<int64_t>& dims) {
  size_t all = 1;
  for (int64_t d : dims) all *= static_cast<size_t>(d);
  return all;
}

const ConvShape kShapes[] = {
    {1, 3, 8, 1, {15, 17}, {3, 3}, {1, 1}, {2, 2}, {1, 1}},
    {2, 8, 8, 8, {9, 9}, {3, 3}, {2, 2}, {1, 1}, {2, 2}},
    {1, 4, 6, 2, {7, 6, 5}, {3, 3, 3}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}},
    {2, 16, 4, 1, {6, 6}, {1, 1}, {0, 0}, {1, 1}, {1, 1}},
};

TEST_F(OpenCv, ConvolutionByTheFirstAlgorithm) {
  for (const ConvShape& s : kShapes) {
    Convolution c(s);
    int most = 0, got = 0;
    ASSERT_OK(cudnnGetConvolutionForwardAlgorithmMaxCount(handle, &most));
    std::vector<cudnnConvolutionFwdAlgoPerf_t> list(static_cast<size_t>(most));
    ASSERT_OK(cudnnGetConvolutionForwardAlgorithm_v7(handle, c.x, c.w, c.conv, c.y, most, &got, list.data()));
    const cudnnConvolutionFwdAlgoPerf_t* chosen = nullptr;
    for (int i = 0; i < got && !chosen; ++i)
      if (list[static_cast<size_t>(i)].status == CUDNN_STATUS_SUCCESS &&
          list[static_cast<size_t>(i)].algo != CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED)
        chosen = &list[static_cast<size_t>(i)];
    ASSERT_NE(nullptr, chosen);
    conformance::Random random(21);
    Array x(DType::kF32, count(s.x_dims()), random), w(DType::kF32, count(s.w_dims()), random),
        y(DType::kF32, count(s.y_dims())), bias(DType::kF32, static_cast<size_t>(s.k), random);
    conformance::DeviceBuffer scratch(chosen->memory);  // no second question
    ASSERT_OK(cudnnConvolutionForward(handle, &one, c.x, x.data(), c.w, w.data(), c.conv, chosen->algo, scratch.data(),
                                      chosen->memory, &zero, c.y, y.data()));
    Sums want = conv_fprop(s, x.values, w.values);
    expect_near(y, want, "y");

    // Fused with bias and relu where the algorithm is PRECOMP_GEMM; z is not needed: alpha2 = 0.
    ActivationD relu;
    TensorD bias_d;
    ASSERT_OK(cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0));
    std::vector<int> dims(s.in.size() + 2, 1), strides(dims.size(), 1);
    dims[1] = strides[0] = static_cast<int>(s.k);
    ASSERT_OK(cudnnSetTensorNdDescriptor(bias_d, CUDNN_DATA_FLOAT, static_cast<int>(dims.size()), dims.data(),
                                         strides.data()));
    Array fused(DType::kF32, y.size());
    const auto precomp = CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM;
    size_t bytes = 0;
    ASSERT_OK(cudnnGetConvolutionForwardWorkspaceSize(handle, c.x, c.w, c.conv, c.y, precomp, &bytes));
    conformance::DeviceBuffer space(bytes);
    ASSERT_OK(cudnnConvolutionBiasActivationForward(handle, &one, c.x, x.data(), c.w, w.data(), c.conv, precomp,
                                                    space.data(), bytes, &zero, c.y, fused.data(), bias_d, bias.data(),
                                                    relu, c.y, fused.data()));
    int64_t plane = 1;
    for (int64_t d : s.out()) plane *= d;
    add_bias(want, bias.values, plane, true);
    expect_near(fused, want, "relu(y + bias)");
  }
}

TEST_F(OpenCv, DeconvolutionByTheFirstAlgorithm) {
  for (const ConvShape& s : kShapes) {
    Convolution c(s);
    int most = 0, got = 0;
    ASSERT_OK(cudnnGetConvolutionBackwardDataAlgorithmMaxCount(handle, &most));
    std::vector<cudnnConvolutionBwdDataAlgoPerf_t> list(static_cast<size_t>(most));
    ASSERT_OK(cudnnGetConvolutionBackwardDataAlgorithm_v7(handle, c.w, c.y, c.conv, c.x, most, &got, list.data()));
    ASSERT_GE(got, 1);
    ASSERT_EQ(CUDNN_STATUS_SUCCESS, list[0].status);
    conformance::Random random(22);
    Array y(DType::kF32, count(s.y_dims()), random), w(DType::kF32, count(s.w_dims()), random),
        x(DType::kF32, count(s.x_dims()));
    conformance::DeviceBuffer scratch(list[0].memory);
    ASSERT_OK(cudnnConvolutionBackwardData(handle, &one, c.w, w.data(), c.y, y.data(), c.conv, list[0].algo,
                                           scratch.data(), list[0].memory, &zero, c.x, x.data()));
    Sums want = conv_dgrad(s, w.values, y.values);
    // Winograd and FFT errors spread over tiles: the bound takes the largest sum (conformance suite).
    double largest = 0;
    for (double m : want.magnitude) largest = std::max(largest, m);
    for (double& m : want.magnitude) m = 10 * largest;
    want.terms = std::max(want.terms, 36.0);
    expect_near(x, want, "x");
  }
}

// Layers that are one call each: softmax over channels, LRN, transposition to NHWC.
TEST_F(OpenCv, SmallLayers) {
  conformance::Random random(23);
  const std::vector<int64_t> dims{2, 6, 5, 4};
  TensorD d, last;
  ASSERT_OK(cudnnSetTensor4dDescriptor(d, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 2, 6, 5, 4));
  ASSERT_OK(cudnnSetTensor4dDescriptor(last, CUDNN_TENSOR_NHWC, CUDNN_DATA_FLOAT, 2, 6, 5, 4));
  Array x(DType::kF32, 240, random), y(DType::kF32, 240);
  for (bool log : {false, true}) {
    const auto algo = log ? CUDNN_SOFTMAX_LOG : CUDNN_SOFTMAX_ACCURATE;
    ASSERT_OK(cudnnSoftmaxForward(handle, algo, CUDNN_SOFTMAX_MODE_CHANNEL, &one, d, x.data(), &zero, d, y.data()));
    Sums want = conformance::softmax_forward(log ? conformance::Softmax::kLog : conformance::Softmax::kAccurate, true,
                                             dims, x.values);
    want.terms = 16;
    expect_near(y, want, "softmax");
  }
  LrnD lrn;
  ASSERT_OK(cudnnSetLRNDescriptor(lrn, 5, 1e-2, 0.75, 1));
  ASSERT_OK(
      cudnnLRNCrossChannelForward(handle, lrn, CUDNN_LRN_CROSS_CHANNEL_DIM1, &one, d, x.data(), &zero, d, y.data()));
  Sums want(240);
  want.terms = 16;
  for (int i = 0; i < 240; ++i) {
    const int c = i / 20 % 6;
    double sum = 0;
    for (int k = std::max(0, c - 2); k <= std::min(5, c + 2); ++k)
      sum += std::pow(x.values[static_cast<size_t>(i + (k - c) * 20)], 2);
    const auto at = static_cast<size_t>(i);
    want.value[at] = x.values[at] * std::pow(1 + 1e-2 / 5 * sum, -0.75);
    want.magnitude[at] = std::fabs(want.value[at]);
  }
  expect_near(y, want, "lrn");
  ASSERT_OK(cudnnTransformTensor(handle, &one, d, x.data(), &zero, last, y.data()));
  EXPECT_EQ(to_nhwc(x.values, 2, 6, 20), y.get());
}

}  // namespace
}  // namespace girih::sequences
