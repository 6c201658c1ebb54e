// darknet: descriptors are set once per layer, algorithms are picked from Get_v7, and a network that must not spend
// memory wants an algorithm without workspace in each direction. The weights' gradient adds up over a batch's pieces.
// cudnnQueryRuntimeError follows every call.
#include <algorithm>

#include "sequences/sequence_test.h"

namespace girih::sequences {
namespace {

using conformance::ConvShape;

class Darknet : public Sequence {
 protected:
  // What darknet calls after each function of the library.
  void check(cudnnStatus_t status) {
    ASSERT_OK(status);
    cudnnStatus_t later = CUDNN_STATUS_INTERNAL_ERROR;
    EXPECT_OK(cudnnQueryRuntimeError(handle, &later, CUDNN_ERRQUERY_RAWCODE, nullptr));
    EXPECT_EQ(CUDNN_STATUS_SUCCESS, later);
  }

  // Sets the layer's descriptors: they are set again, not made anew, when the network is resized.
  void set(const ConvShape& s, cudnnMathType_t math) {
    shape = s;
    const int n = static_cast<int>(s.n), c = static_cast<int>(s.c), k = static_cast<int>(s.k),
              g = static_cast<int>(s.groups), h = static_cast<int>(s.in[0]), w = static_cast<int>(s.in[1]),
              r = static_cast<int>(s.window[0]), pad = static_cast<int>(s.pad[0]),
              stride = static_cast<int>(s.stride[0]);
    const std::vector<int64_t> out = s.out();
    const int oh = static_cast<int>(out[0]), ow = static_cast<int>(out[1]);
    for (cudnnTensorDescriptor_t d : {cudnnTensorDescriptor_t(x), cudnnTensorDescriptor_t(dx)})
      check(cudnnSetTensor4dDescriptor(d, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, c, h, w));
    for (cudnnTensorDescriptor_t d : {cudnnTensorDescriptor_t(y), cudnnTensorDescriptor_t(dy)})
      check(cudnnSetTensor4dDescriptor(d, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, k, oh, ow));
    check(cudnnSetTensor4dDescriptor(parameters, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, k, 1, 1));
    for (cudnnFilterDescriptor_t d : {cudnnFilterDescriptor_t(weights), cudnnFilterDescriptor_t(dweights)})
      check(cudnnSetFilter4dDescriptor(d, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, k, c / g, r, r));
    check(cudnnSetConvolution2dDescriptor(conv, pad, pad, stride, stride, 1, 1, CUDNN_CROSS_CORRELATION,
                                          CUDNN_DATA_FLOAT));
    check(cudnnSetConvolutionGroupCount(conv, g));
    // Tensor-core math is set for f32 as well; plain f32 is a right answer.
    check(cudnnSetConvolutionMathType(conv, math));
  }

  // The fastest entry that fits; with `smallest` one that needs no memory at all, which must exist.
  template <class Perf>
  int pick(const std::vector<Perf>& list, bool smallest, int skipped) {
    int best = -1;
    float time = INFINITY;
    for (const Perf& p : list) {
      if (p.status != CUDNN_STATUS_SUCCESS || p.algo == skipped) continue;
      if (smallest ? p.memory != 0 : p.memory > (size_t{1} << 30)) continue;
      if (p.time < time || best < 0) best = p.algo, time = p.time;
    }
    EXPECT_GE(best, 0) << (smallest ? "no algorithm without workspace" : "no algorithm");
    return best;
  }

  void choose(bool smallest) {
    int most = 0, got = 0;
    check(cudnnGetConvolutionForwardAlgorithmMaxCount(handle, &most));
    std::vector<cudnnConvolutionFwdAlgoPerf_t> f(static_cast<size_t>(most));
    check(cudnnGetConvolutionForwardAlgorithm_v7(handle, x, weights, conv, y, most, &got, f.data()));
    ASSERT_LE(got, most);
    f.resize(static_cast<size_t>(got));
    forward = static_cast<cudnnConvolutionFwdAlgo_t>(pick(f, smallest, CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED));

    check(cudnnGetConvolutionBackwardDataAlgorithmMaxCount(handle, &most));
    std::vector<cudnnConvolutionBwdDataAlgoPerf_t> d(static_cast<size_t>(most));
    check(cudnnGetConvolutionBackwardDataAlgorithm_v7(handle, weights, dy, conv, dx, most, &got, d.data()));
    ASSERT_LE(got, most);
    d.resize(static_cast<size_t>(got));
    backward = static_cast<cudnnConvolutionBwdDataAlgo_t>(pick(d, smallest, -1));

    check(cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(handle, &most));
    std::vector<cudnnConvolutionBwdFilterAlgoPerf_t> w(static_cast<size_t>(most));
    check(cudnnGetConvolutionBackwardFilterAlgorithm_v7(handle, x, dy, conv, dweights, most, &got, w.data()));
    ASSERT_LE(got, most);
    w.resize(static_cast<size_t>(got));
    filter = static_cast<cudnnConvolutionBwdFilterAlgo_t>(pick(w, smallest, -1));

    // One workspace serves the whole network: the largest of all sizes.
    size_t bytes = 0;
    workspace = 0;
    check(cudnnGetConvolutionForwardWorkspaceSize(handle, x, weights, conv, y, forward, &bytes));
    workspace = std::max(workspace, bytes);
    check(cudnnGetConvolutionBackwardFilterWorkspaceSize(handle, x, dy, conv, dweights, filter, &bytes));
    workspace = std::max(workspace, bytes);
    check(cudnnGetConvolutionBackwardDataWorkspaceSize(handle, weights, dy, conv, dx, backward, &bytes));
    workspace = std::max(workspace, bytes);
    if (smallest) {
      EXPECT_EQ(0u, workspace);
    }
  }

  void train() {
    conformance::Random random(11);
    auto count = [](const std::vector<int64_t>& dims) {
      size_t all = 1;
      for (int64_t d : dims) all *= static_cast<size_t>(d);
      return all;
    };
    Array xs(DType::kF32, count(shape.x_dims()), random), ws(DType::kF32, count(shape.w_dims()), random),
        dys(DType::kF32, count(shape.y_dims()), random), ys(DType::kF32, dys.size()), dxs(DType::kF32, xs.size()),
        dws(DType::kF32, std::vector<double>(ws.size(), 0));
    conformance::DeviceBuffer scratch(workspace);
    void* space = workspace ? scratch.data() : nullptr;
    check(cudnnConvolutionForward(handle, &one, x, xs.data(), weights, ws.data(), conv, forward, space, workspace,
                                  &zero, y, ys.data()));
    for (int piece = 0; piece < 2; ++piece)
      check(cudnnConvolutionBackwardFilter(handle, &one, x, xs.data(), dy, dys.data(), conv, filter, space, workspace,
                                           &one, dweights, dws.data()));
    check(cudnnConvolutionBackwardData(handle, &one, weights, ws.data(), dy, dys.data(), conv, backward, space,
                                       workspace, &zero, dx, dxs.data()));
    expect_near(ys, conv_fprop(shape, xs.values, ws.values), "y");
    expect_near(dxs, conv_dgrad(shape, ws.values, dys.values), "dx");
    const Sums once = conv_wgrad(shape, xs.values, dys.values);
    expect_near(dws, plus(once, once.value), "dw, twice");
    EXPECT_EQ("", scratch.damage());
  }

  ConvShape shape;
  TensorD x, y, dx, dy, parameters;
  FilterD weights, dweights;
  ConvolutionD conv;
  cudnnConvolutionFwdAlgo_t forward = CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM;
  cudnnConvolutionBwdDataAlgo_t backward = CUDNN_CONVOLUTION_BWD_DATA_ALGO_0;
  cudnnConvolutionBwdFilterAlgo_t filter = CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0;
  size_t workspace = 0;
};

ConvShape layer(int64_t n, int64_t c, int64_t k, int64_t size, int64_t window, int64_t stride, int64_t groups = 1) {
  return {n, c, k, groups, {size, size}, {window, window}, {window / 2, window / 2}, {stride, stride}, {1, 1}};
}

TEST_F(Darknet, LayersOfADetector) {
  for (const ConvShape& s : {layer(2, 3, 8, 19, 3, 1), layer(1, 8, 16, 13, 3, 2), layer(2, 16, 8, 7, 1, 1),
                             layer(2, 8, 8, 9, 3, 1, 8), layer(1, 4, 6, 14, 7, 2)})
    for (bool smallest : {false, true}) {
      set(s, smallest ? CUDNN_DEFAULT_MATH : CUDNN_TENSOR_OP_MATH);
      choose(smallest);
      train();
    }
}

// The classic trio of batch normalization, with the saved statistics going from forward to backward.
TEST_F(Darknet, BatchNormalization) {
  set(layer(4, 3, 5, 6, 3, 1), CUDNN_DEFAULT_MATH);
  conformance::Random random(12);
  const size_t count = 4 * 5 * 6 * 6, k = 5;
  constexpr double kEpsilon = 1e-5, kMomentum = 0.01;
  Array xs(DType::kF32, count, random), dys(DType::kF32, count, random), scale(DType::kF32, k, random, 0.5, 1.5),
      bias(DType::kF32, k, random), ys(DType::kF32, count), dxs(DType::kF32, count), dscale(DType::kF32, k),
      dbias(DType::kF32, k), mean(DType::kF32, k), deviation(DType::kF32, k),
      running_mean(DType::kF32, std::vector<double>(k, 0)), running_variance(DType::kF32, std::vector<double>(k, 1));
  check(cudnnBatchNormalizationForwardTraining(handle, CUDNN_BATCHNORM_SPATIAL, &one, &zero, y, xs.data(), y, ys.data(),
                                               parameters, scale.data(), bias.data(), kMomentum, running_mean.data(),
                                               running_variance.data(), kEpsilon, mean.data(), deviation.data()));
  check(cudnnBatchNormalizationBackward(handle, CUDNN_BATCHNORM_SPATIAL, &one, &zero, &one, &zero, y, xs.data(), dy,
                                        dys.data(), y, dxs.data(), parameters, scale.data(), dscale.data(),
                                        dbias.data(), kEpsilon, mean.data(), deviation.data()));
  const conformance::BatchNorm bn{false, {4, 5, 6, 6}, kEpsilon};
  const conformance::BatchStats stats = batch_stats(bn, xs.values);
  // Magnitudes of these references are errors already.
  auto near = [](const Array& got, const Sums& want, const char* what) {
    const std::vector<double> values = got.get();
    for (size_t i = 0; i < values.size(); ++i)
      ASSERT_NEAR(values[i], want.value[i], want.magnitude[i] + 0x1p-23 * std::fabs(want.value[i])) << what << i;
  };
  near(ys, bn_normalize(bn, stats, xs.values, scale.values, bias.values), "y");
  const conformance::BatchGradients g = bn_backward(bn, stats, xs.values, dys.values, scale.values);
  near(dxs, g.dx, "dx");
  near(dscale, g.dscale, "dscale");
  near(dbias, g.dbias, "dbias");
  const double samples = 4 * 6 * 6;
  for (size_t i = 0; i < k; ++i) {
    EXPECT_NEAR(running_mean.get()[i], kMomentum * stats.mean[i], 1e-7);
    EXPECT_NEAR(running_variance.get()[i], 1 - kMomentum + kMomentum * stats.variance[i] * samples / (samples - 1),
                1e-6);
  }
}

}  // namespace
}  // namespace girih::sequences
