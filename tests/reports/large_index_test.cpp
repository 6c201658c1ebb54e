// Reports about tensors with more than 2^31 elements. The tensors here are small, but their images lie 2^31 - 1
// elements apart, so that every offset beyond the first image overflows 32 bits. Memory between the images is never
// touched.
#include <algorithm>
#include <functional>

#include "reports/report_test.h"

namespace girih::reports {
namespace {

constexpr int kFar = 2147483647;  // the largest stride that the interface takes
constexpr int kImages = 3;        // offsets 0, 2^31 - 1, 2^32 - 2

// f16 images, packed or far apart.
struct Images {
  Images(std::vector<int> of, bool far) : dims(std::move(of)) {
    inner = static_cast<size_t>(dims[1]) * static_cast<size_t>(dims[2]) * static_cast<size_t>(dims[3]);
    stride = far ? kFar : static_cast<int>(inner);
    ready = cudaMalloc(&memory, (static_cast<size_t>(stride) * (kImages - 1) + inner) * 2) == cudaSuccess;
    const int strides[4] = {stride, dims[2] * dims[3], dims[3], 1};
    EXPECT_OK(cudnnSetTensorNdDescriptor(descriptor, CUDNN_DATA_HALF, 4, dims.data(), strides));
  }
  ~Images() { cudaFree(memory); }
  Images(const Images&) = delete;

  void* image(int n) const { return static_cast<uint16_t*>(memory) + static_cast<size_t>(stride) * n; }
  void put(const std::vector<uint16_t>& all) {
    for (int n = 0; n < kImages; ++n)
      cudaMemcpy(image(n), all.data() + inner * static_cast<size_t>(n), inner * 2, cudaMemcpyHostToDevice);
  }
  std::vector<uint16_t> get() const {
    std::vector<uint16_t> all(inner * kImages);
    for (int n = 0; n < kImages; ++n)
      cudaMemcpy(all.data() + inner * static_cast<size_t>(n), image(n), inner * 2, cudaMemcpyDeviceToHost);
    return all;
  }

  std::vector<int> dims;
  size_t inner;
  int stride;
  void* memory = nullptr;
  bool ready = false;
  TensorD descriptor;
};

// f16 bit patterns of small integers.
std::vector<uint16_t> halves(size_t count, uint64_t seed) {
  conformance::Random random(seed);
  std::vector<uint16_t> all(count);
  for (uint16_t& h : all) {
    const double v = static_cast<double>(random.integer(-3, 3));
    conformance::encode(conformance::DType::kF16, v, &h);
  }
  return all;
}

// One operation from x to y; `run` gets both as they lie.
struct Operation {
  std::string name;
  std::vector<int> x_dims, y_dims;
  std::function<cudnnStatus_t(Images& x, Images& y)> run;
};

// The results with x, with y, and with both far apart must be those of packed tensors, bit for bit.
void compare_far_and_packed(const Operation& op) {
  std::vector<uint16_t> expected;
  for (int far = 0; far < 3; ++far) {
    Images x(op.x_dims, far & 1), y(op.y_dims, far & 2);
    if (!x.ready || !y.ready) GTEST_SKIP() << "this machine has no 9 GB of addresses for one tensor";
    x.put(halves(x.inner * kImages, 1));
    y.put(halves(y.inner * kImages, 2));
    ASSERT_OK(op.run(x, y)) << op.name << " " << far;
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    if (far == 0)
      expected = y.get();
    else
      EXPECT_EQ(y.get(), expected) << op.name << (far & 1 ? ", x far" : ", y far");
  }
  EXPECT_NE(std::count(expected.begin(), expected.end(), expected[0]), static_cast<long>(expected.size())) << op.name;
}

const float kOne = 1, kZero = 0;
const std::vector<int> kImage = {kImages, 4, 5, 6};

class LargeIndex : public Report {
 protected:
  void convolution(int groups, int pass, int rs) {
    FilterD w;
    ConvolutionD conv;
    ASSERT_OK(cudnnSetFilter4dDescriptor(w, CUDNN_DATA_HALF, CUDNN_TENSOR_NCHW, 4, 4 / groups, rs, rs));
    ASSERT_OK(
        cudnnSetConvolution2dDescriptor(conv, rs / 2, rs / 2, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
    ASSERT_OK(cudnnSetConvolutionGroupCount(conv, groups));
    const size_t count = static_cast<size_t>(16 / groups * rs * rs);
    conformance::DeviceBuffer weights(count * 2);
    const std::vector<uint16_t> values = halves(count, 3);
    std::vector<uint8_t> image(count * 2);
    std::copy_n(reinterpret_cast<const uint8_t*>(values.data()), image.size(), image.begin());
    weights.upload(image);
    Operation op{
        "convolution, pass " + std::to_string(pass) + ", groups " + std::to_string(groups), kImage, kImage, {}};
    if (pass == 0)
      op.run = [&](Images& x, Images& y) {
        return cudnnConvolutionForward(handle, &kOne, x.descriptor, x.memory, w, weights.data(), conv,
                                       CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, nullptr, 0, &kZero, y.descriptor,
                                       y.memory);
      };
    else if (pass == 1)
      op.run = [&](Images& dy, Images& dx) {
        return cudnnConvolutionBackwardData(handle, &kOne, w, weights.data(), dy.descriptor, dy.memory, conv,
                                            CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, nullptr, 0, &kZero, dx.descriptor,
                                            dx.memory);
      };
    else  // the gradient goes into the first bytes of an image, so that it can be compared
      op.run = [&](Images& x, Images& dy) {
        const std::vector<uint16_t> gradient = halves(dy.inner * kImages, 4);
        dy.put(gradient);
        const cudnnStatus_t status =
            cudnnConvolutionBackwardFilter(handle, &kOne, x.descriptor, x.memory, dy.descriptor, dy.memory, conv,
                                           CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1, nullptr, 0, &kZero, w, weights.data());
        cudaMemcpy(dy.memory, weights.data(), std::min(count, dy.inner) * 2, cudaMemcpyDeviceToDevice);
        return status;
      };
    compare_far_and_packed(op);
  }
};

TEST_F(LargeIndex, I103_Convolution) {
  for (int pass = 0; pass < 3; ++pass)
    for (int rs : {1, 3}) convolution(1, pass, rs);
}
TEST_F(LargeIndex, I102_DepthwiseConvolution) {
  for (int pass = 0; pass < 3; ++pass)
    for (int groups : {2, 4}) convolution(groups, pass, 3);
}

TEST_F(LargeIndex, I101_BatchNorm) {
  for (cudnnBatchNormMode_t mode : {CUDNN_BATCHNORM_SPATIAL, CUDNN_BATCHNORM_PER_ACTIVATION}) {
    TensorD parameters;
    TensorD packed;
    ASSERT_OK(cudnnSetTensor4dDescriptor(packed, CUDNN_TENSOR_NCHW, CUDNN_DATA_HALF, kImages, 4, 5, 6));
    ASSERT_OK(cudnnDeriveBNTensorDescriptor(parameters, packed, mode));
    std::vector<float> ones(120, 1.0f);
    float* scale = nullptr;
    ASSERT_EQ(cudaMalloc(reinterpret_cast<void**>(&scale), 480), cudaSuccess);
    cudaMemcpy(scale, ones.data(), 480, cudaMemcpyHostToDevice);
    conformance::DeviceBuffer dscale(480), dbias(480);
    compare_far_and_packed({"inference", kImage, kImage, [&](Images& x, Images& y) {
                              return cudnnBatchNormalizationForwardInference(
                                  handle, mode, &kOne, &kZero, x.descriptor, x.memory, y.descriptor, y.memory,
                                  parameters, scale, scale, scale, scale, 1e-3);
                            }});
    compare_far_and_packed({"training", kImage, kImage, [&](Images& x, Images& y) {
                              return cudnnBatchNormalizationForwardTraining(
                                  handle, mode, &kOne, &kZero, x.descriptor, x.memory, y.descriptor, y.memory,
                                  parameters, scale, scale, 1, nullptr, nullptr, 1e-3, nullptr, nullptr);
                            }});
    compare_far_and_packed({"backward", kImage, kImage, [&](Images& x, Images& dx) {
                              return cudnnBatchNormalizationBackward(
                                  handle, mode, &kOne, &kZero, &kOne, &kZero, x.descriptor, x.memory, x.descriptor,
                                  x.memory, dx.descriptor, dx.memory, parameters, scale, dscale.data(), dbias.data(),
                                  1e-3, nullptr, nullptr);
                            }});
    cudaFree(scale);
  }
}

TEST_F(LargeIndex, I103_OtherOperations) {
  ActivationD relu;
  ASSERT_OK(cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0));
  compare_far_and_packed({"activation", kImage, kImage, [&](Images& x, Images& y) {
                            return cudnnActivationForward(handle, relu, &kOne, x.descriptor, x.memory, &kZero,
                                                          y.descriptor, y.memory);
                          }});
  compare_far_and_packed({"softmax", kImage, kImage, [&](Images& x, Images& y) {
                            return cudnnSoftmaxForward(handle, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_CHANNEL,
                                                       &kOne, x.descriptor, x.memory, &kZero, y.descriptor, y.memory);
                          }});
  compare_far_and_packed({"transform", kImage, kImage, [&](Images& x, Images& y) {
                            return cudnnTransformTensor(handle, &kOne, x.descriptor, x.memory, &kZero, y.descriptor,
                                                        y.memory);
                          }});
  compare_far_and_packed({"add", kImage, kImage, [&](Images& x, Images& y) {
                            return cudnnAddTensor(handle, &kOne, x.descriptor, x.memory, &kOne, y.descriptor, y.memory);
                          }});
  for (cudnnPoolingMode_t mode : {CUDNN_POOLING_MAX, CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING}) {
    PoolingD pool;
    ASSERT_OK(cudnnSetPooling2dDescriptor(pool, mode, CUDNN_PROPAGATE_NAN, 2, 3, 0, 0, 1, 3));
    const std::vector<int> out = {kImages, 4, 4, 2};
    compare_far_and_packed({"pooling", kImage, out, [&](Images& x, Images& y) {
                              return cudnnPoolingForward(handle, pool, &kOne, x.descriptor, x.memory, &kZero,
                                                         y.descriptor, y.memory);
                            }});
  }
}

// Descriptors around 2^31 elements: sizes are right, nothing wraps.
TEST_F(Report, I103_DescriptorsAroundTheLimit) {
  struct Size {
    std::vector<int> dims;
    size_t elements;
  };
  for (const Size& s :
       {Size{{1, 1, 1, 2147483647}, 2147483647u}, Size{{2, 32768, 32768, 1}, 2147483648u},
        Size{{3, 1, 65537, 10923}, 3u * 65537u * size_t{10923}}, Size{{4, 4, 32768, 8192}, 4294967296u}}) {
    TensorD t;
    const cudnnStatus_t status = cudnnSetTensorNdDescriptorEx(t, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 4, s.dims.data());
    if (status == CUDNN_STATUS_NOT_SUPPORTED) {  // a limit is no fault when it is named
      EXPECT_NE(last_error(), "");
      continue;
    }
    ASSERT_OK(status);
    size_t bytes = 0;
    EXPECT_OK(cudnnGetTensorSizeInBytes(t, &bytes));
    EXPECT_EQ(bytes, 4 * s.elements);
  }
}

}  // namespace
}  // namespace girih::reports
