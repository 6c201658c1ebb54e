// What the tests of public reports share. Like the conformance suite they see only <cudnn.h> and the CUDA runtime. A
// test is named by its reports, as TEST_F(Report, I103_...): scripts/reports.py lists them in docs/reports.md.
#pragma once

#include <cuda_runtime_api.h>
#include <cudnn.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "conformance/tensor.h"

namespace girih::reports {

inline std::string last_error() {
  char text[1024] = "";
  cudnnGetLastErrorString(text, sizeof text);
  return text;
}

#define EXPECT_OK(call) EXPECT_EQ(call, CUDNN_STATUS_SUCCESS) << girih::reports::last_error()
#define ASSERT_OK(call) ASSERT_EQ(call, CUDNN_STATUS_SUCCESS) << girih::reports::last_error()

class Report : public testing::Test {
 protected:
  void SetUp() override { ASSERT_OK(cudnnCreate(&handle)); }
  void TearDown() override { cudnnDestroy(handle); }
  cudnnHandle_t handle = nullptr;
};

// A descriptor that lives as long as its scope.
template <class D>
class Owned {
 public:
  Owned(cudnnStatus_t (*create)(D*), cudnnStatus_t (*destroy)(D)) : destroy_(destroy) { create(&descriptor_); }
  ~Owned() { destroy_(descriptor_); }
  Owned(const Owned&) = delete;
  operator D() const { return descriptor_; }

 private:
  D descriptor_ = nullptr;
  cudnnStatus_t (*destroy_)(D);
};
struct TensorD : Owned<cudnnTensorDescriptor_t> {
  TensorD() : Owned(cudnnCreateTensorDescriptor, cudnnDestroyTensorDescriptor) {}
};
struct FilterD : Owned<cudnnFilterDescriptor_t> {
  FilterD() : Owned(cudnnCreateFilterDescriptor, cudnnDestroyFilterDescriptor) {}
};
struct ConvolutionD : Owned<cudnnConvolutionDescriptor_t> {
  ConvolutionD() : Owned(cudnnCreateConvolutionDescriptor, cudnnDestroyConvolutionDescriptor) {}
};
struct PoolingD : Owned<cudnnPoolingDescriptor_t> {
  PoolingD() : Owned(cudnnCreatePoolingDescriptor, cudnnDestroyPoolingDescriptor) {}
};
struct ActivationD : Owned<cudnnActivationDescriptor_t> {
  ActivationD() : Owned(cudnnCreateActivationDescriptor, cudnnDestroyActivationDescriptor) {}
};

// A plain 2-D convolution of f32 images in NCHW, with the data of all three tensors.
class Conv2d {
 public:
  Conv2d(int n, int c, int h, int width, int k, int r, int pad, int stride = 1, int groups = 1)
      : x("x", shape({n, c, h, width})),
        w("w", shape({k, c / groups, r, r})),
        y("y", shape({n, k, (h + 2 * pad - r) / stride + 1, (width + 2 * pad - r) / stride + 1})) {
    cudnnSetConvolution2dDescriptor(convolution, pad, pad, stride, stride, 1, 1, CUDNN_CROSS_CORRELATION,
                                    CUDNN_DATA_FLOAT);
    cudnnSetConvolutionGroupCount(convolution, groups);
    cudnnSetConvolutionMathType(convolution, CUDNN_FMA_MATH);
    conformance::Random random(static_cast<uint64_t>(n * 31 + c));
    for (conformance::Tensor* t : {&x, &w, &y}) {
      std::vector<double> values(t->offsets.size());
      for (double& v : values) v = static_cast<double>(random.integer(-3, 3));
      t->set(values);
      t->buffer.upload(t->image);
    }
  }
  cudnnFilterDescriptor_t filter() { return w.filter(CUDNN_TENSOR_NCHW); }
  cudnnStatus_t forward(cudnnHandle_t handle, int algorithm, void* workspace = nullptr, size_t bytes = 0) {
    return cudnnConvolutionForward(handle, &one, x.descriptor(), x.data(), filter(), w.data(), convolution,
                                   static_cast<cudnnConvolutionFwdAlgo_t>(algorithm), workspace, bytes, &zero,
                                   y.descriptor(), y.data());
  }
  std::vector<double> result(const conformance::Tensor& t) const { return t.decoded(t.buffer.download()); }

  ConvolutionD convolution;
  conformance::Tensor x, w, y;
  float one = 1, zero = 0;

 private:
  static conformance::Shape shape(const std::vector<int64_t>& dims) {
    return {conformance::DType::kF32, dims, conformance::strides_of("nchw", dims)};
  }
};

}  // namespace girih::reports
