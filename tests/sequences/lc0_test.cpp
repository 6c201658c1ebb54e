// lc0: a residual tower with fixed algorithms, in f32 NCHW and in half NHWC with half as the type of computation. The
// skip connection is z of convolution + bias + activation, in the memory of y.
#include "sequences/sequence_test.h"

namespace girih::sequences {
namespace {

using conformance::ConvShape;

class Lc0 : public Sequence {
 protected:
  struct Net {
    DType type;
    cudnnTensorFormat_t layout;
    int n, c, k, window;
  };

  // One residual block: relu(conv(x) + bias), then relu(conv(that) + bias + x), both in one call each.
  void block(const Net& net, bool residual) {
    SCOPED_TRACE(std::string(name_of(net.type)) + (net.layout == CUDNN_TENSOR_NHWC ? " nhwc" : " nchw") + " c " +
                 std::to_string(net.c) + " window " + std::to_string(net.window));
    const cudnnDataType_t type = conformance::cudnn_type(net.type);
    TensorD in, out, bias_d;
    FilterD w_d;
    ConvolutionD conv;
    ActivationD relu, identity;
    ASSERT_OK(cudnnSetTensor4dDescriptor(in, net.layout, type, net.n, net.c, 8, 8));
    ASSERT_OK(cudnnSetTensor4dDescriptor(out, net.layout, type, net.n, net.k, 8, 8));
    ASSERT_OK(cudnnSetTensor4dDescriptor(bias_d, net.layout, type, 1, net.k, 1, 1));
    ASSERT_OK(cudnnSetFilter4dDescriptor(w_d, type, net.layout, net.k, net.c, net.window, net.window));
    const int pad = net.window / 2;
    ASSERT_OK(cudnnSetConvolution2dDescriptor(conv, pad, pad, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, type));
    if (net.type == DType::kF16) {
      ASSERT_OK(cudnnSetConvolutionMathType(conv, CUDNN_TENSOR_OP_MATH));
    }
    ASSERT_OK(cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0));
    ASSERT_OK(cudnnSetActivationDescriptor(identity, CUDNN_ACTIVATION_IDENTITY, CUDNN_NOT_PROPAGATE_NAN, 0));

    // Winograd where it pays, without a question; IDENTITY exists with PRECOMP_GEMM alone.
    const bool winograd = net.layout == CUDNN_TENSOR_NCHW && net.window > 1 && net.c > 32;
    const auto algo =
        winograd ? CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED : CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM;
    size_t bytes = 0;
    ASSERT_OK(cudnnGetConvolutionForwardWorkspaceSize(handle, in, w_d, conv, out, algo, &bytes));
    conformance::DeviceBuffer scratch(bytes);

    conformance::Random random(static_cast<uint64_t>(net.c * 100 + net.window));
    const size_t plane = 64, n = static_cast<size_t>(net.n), c = static_cast<size_t>(net.c),
                 k = static_cast<size_t>(net.k), area = static_cast<size_t>(net.window * net.window);
    // Weights of a trained net: sums stay near 1.
    const double size = 1 / std::sqrt(static_cast<double>(c * area));
    Array x(net.type, n * c * plane, random), w(net.type, k * c * area, random, -size, size), bias(net.type, k, random),
        y(net.type, n * k * plane);
    std::vector<double> old;
    if (residual) {
      y = Array(net.type, n * k * plane, random);
      old = y.values;
    }
    const float skip = residual ? 1 : 0;
    const cudnnActivationDescriptor_t act = residual || winograd ? relu : identity;
    ASSERT_OK(cudnnConvolutionBiasActivationForward(handle, &one, in, x.data(), w_d, w.data(), conv, algo,
                                                    bytes ? scratch.data() : nullptr, bytes, &skip, out, y.data(),
                                                    bias_d, bias.data(), act, out, y.data()));

    const bool last = net.layout == CUDNN_TENSOR_NHWC;
    const ConvShape shape{net.n, net.c, net.k, 1, {8, 8}, {net.window, net.window}, {pad, pad}, {1, 1}, {1, 1}};
    Sums want = conv_fprop(shape, last ? to_nchw(x.values, n, c, plane) : x.values,
                           last ? to_nchw(w.values, k, c, area) : w.values);
    if (residual) want = plus(std::move(want), last ? to_nchw(old, n, k, plane) : old);
    add_bias(want, bias.values, 64, act == relu);
    if (winograd) {  // errors spread over a tile, and its transforms amplify them (conformance suite)
      double most = 0;
      for (double m : want.magnitude) most = std::max(most, m);
      for (double& m : want.magnitude) m = 10 * most;
    }
    // Half as the type of computation allows sums in half; every rounding of them counts.
    const double unit = net.type == DType::kF16 ? conformance::unit_roundoff(DType::kF16) : 0;
    expect_near(y, last ? to_nhwc(want, n, k, plane) : want, residual ? "y, on z" : "y", unit);
    EXPECT_EQ("", scratch.damage());
  }
};

TEST_F(Lc0, Tower) {
  for (bool residual : {false, true})
    for (const Net& net : {Net{DType::kF32, CUDNN_TENSOR_NCHW, 2, 40, 40, 3},
                           {DType::kF32, CUDNN_TENSOR_NCHW, 2, 16, 16, 3},
                           {DType::kF32, CUDNN_TENSOR_NCHW, 3, 32, 32, 1},
                           {DType::kF16, CUDNN_TENSOR_NHWC, 2, 40, 40, 3},
                           {DType::kF16, CUDNN_TENSOR_NHWC, 2, 32, 32, 1},
                           {DType::kF16, CUDNN_TENSOR_NCHW, 1, 48, 48, 3}})
      block(net, residual);
}

// The input layer widens 112 planes; the heads narrow the tower: no skip connection there.
TEST_F(Lc0, InputAndHeads) {
  block({DType::kF32, CUDNN_TENSOR_NCHW, 2, 112, 24, 3}, false);
  block({DType::kF16, CUDNN_TENSOR_NHWC, 2, 112, 24, 3}, false);
  block({DType::kF32, CUDNN_TENSOR_NCHW, 2, 24, 3, 1}, false);
  block({DType::kF16, CUDNN_TENSOR_NHWC, 2, 24, 80, 3}, false);
}

}  // namespace
}  // namespace girih::sequences
