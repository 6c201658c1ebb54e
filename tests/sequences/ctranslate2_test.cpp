// CTranslate2: one-dimensional convolutions of speech models as images of height 1, in every float type; with a bias by
// PRECOMP_GEMM and the identity, without by IMPLICIT_GEMM.
#include "sequences/sequence_test.h"

namespace girih::sequences {
namespace {

using conformance::ConvShape;

class CTranslate2 : public Sequence {
 protected:
  struct Layer {
    int n, c, k, width, window, pad, stride, dilation, groups;
  };

  void run(const Layer& l, DType type, bool with_bias) {
    SCOPED_TRACE(std::string(name_of(type)) + " c " + std::to_string(l.c) + " window " + std::to_string(l.window) +
                 (with_bias ? " bias" : ""));
    const ConvShape shape{l.n,           l.c,        l.k,           l.groups,       {1, l.width},
                          {1, l.window}, {0, l.pad}, {1, l.stride}, {1, l.dilation}};
    const int out_width = static_cast<int>(shape.out()[1]);
    const cudnnDataType_t cudnn = conformance::cudnn_type(type);
    TensorD in, out, bias_d;
    FilterD w_d;
    ConvolutionD conv;
    ASSERT_OK(cudnnSetTensor4dDescriptor(in, CUDNN_TENSOR_NCHW, cudnn, l.n, l.c, 1, l.width));
    ASSERT_OK(cudnnSetTensor4dDescriptor(out, CUDNN_TENSOR_NCHW, cudnn, l.n, l.k, 1, out_width));
    ASSERT_OK(cudnnSetTensor4dDescriptor(bias_d, CUDNN_TENSOR_NCHW, cudnn, 1, l.k, 1, 1));
    ASSERT_OK(cudnnSetFilter4dDescriptor(w_d, cudnn, CUDNN_TENSOR_NCHW, l.k, l.c / l.groups, 1, l.window));
    ASSERT_OK(cudnnSetConvolution2dDescriptor(conv, 0, l.pad, 1, l.stride, 1, l.dilation, CUDNN_CROSS_CORRELATION,
                                              CUDNN_DATA_FLOAT));
    ASSERT_OK(cudnnSetConvolutionMathType(conv, CUDNN_DEFAULT_MATH));
    ASSERT_OK(cudnnSetConvolutionGroupCount(conv, l.groups));
    if (type == DType::kF16) {
      ASSERT_OK(cudnnSetConvolutionMathType(conv, CUDNN_TENSOR_OP_MATH));
    }
    const auto algo =
        with_bias ? CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM : CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM;
    size_t bytes = 0;
    ASSERT_OK(cudnnGetConvolutionForwardWorkspaceSize(handle, in, w_d, conv, out, algo, &bytes));
    conformance::DeviceBuffer scratch(bytes);
    void* space = bytes ? scratch.data() : nullptr;

    conformance::Random random(static_cast<uint64_t>(l.window));
    Array x(type, static_cast<size_t>(l.n * l.c * l.width), random),
        w(type, static_cast<size_t>(l.k * l.c / l.groups * l.window), random),
        bias(type, static_cast<size_t>(l.k), random), y(type, static_cast<size_t>(l.n * l.k * out_width));
    Sums want = conv_fprop(shape, x.values, w.values);
    if (with_bias) {
      ActivationD identity;
      ASSERT_OK(cudnnSetActivationDescriptor(identity, CUDNN_ACTIVATION_IDENTITY, CUDNN_NOT_PROPAGATE_NAN, 0));
      ASSERT_OK(cudnnConvolutionBiasActivationForward(handle, &one, in, x.data(), w_d, w.data(), conv, algo, space,
                                                      bytes, &zero, out, y.data(), bias_d, bias.data(), identity, out,
                                                      y.data()));
      add_bias(want, bias.values, out_width, false);
    } else {
      ASSERT_OK(cudnnConvolutionForward(handle, &one, in, x.data(), w_d, w.data(), conv, algo, space, bytes, &zero, out,
                                        y.data()));
    }
    expect_near(y, want, "y");
    EXPECT_EQ("", scratch.damage());
  }
};

TEST_F(CTranslate2, SpeechLayers) {
  const Layer layers[] = {
      {2, 80, 24, 50, 3, 1, 1, 1, 1},                                   // the two that open Whisper
      {2, 24, 24, 50, 3, 1, 2, 1, 1}, {1, 1, 16, 400, 10, 0, 5, 1, 1},  // the feature extractor of wav2vec 2.0
      {1, 16, 16, 60, 2, 0, 2, 1, 1}, {2, 16, 16, 31, 16, 8, 1, 1, 4},  // its positional embedding, in groups
      {1, 8, 8, 40, 3, 4, 1, 4, 1},                                     // dilated
      {3, 8, 8, 7, 7, 3, 1, 1, 8},                                      // depthwise
  };
  for (const Layer& layer : layers)
    for (DType type : {DType::kF32, DType::kF16, DType::kBF16})
      for (bool bias : {false, true}) run(layer, type, bias);
}

}  // namespace
}  // namespace girih::sequences
