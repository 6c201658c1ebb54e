// Handles that are not handles: destroyed, foreign, NULL; and sizes beyond 32 bits. NVIDIA's library crashes or reads
// freed memory here, so only Girih is asked.
#include <cuda_runtime_api.h>

#include <climits>

#include "golden/golden.h"

namespace girih::golden {
namespace {

using conformance::DType;
using conformance::Tensor;

void refused(Tally& tally, cudnnStatus_t status, const char* item) {
  std::string text = status == CUDNN_STATUS_SUCCESS ? "" : conformance::last_error();
  tally.check(status == CUDNN_STATUS_BAD_PARAM, item, std::string(item) + " returned " + std::to_string(status));
  tally.check(!text.empty(), item, std::string(item) + ": no text says why");
}

void destroyed_descriptors(Tally& tally) {
  cudnnHandle_t h = tally.session().handle;
  Tensor x("x", {DType::kF32, {1, 2, 3, 3}, {18, 9, 3, 1}}), y("y", x.shape);
  x.set(std::vector<double>(18, 1));
  x.buffer.upload(x.image);
  y.poison();
  y.buffer.upload(y.image);
  float one = 1, zero = 0;
  const auto accurate = CUDNN_SOFTMAX_ACCURATE;
  const auto channel = CUDNN_SOFTMAX_MODE_CHANNEL;

  cudnnTensorDescriptor_t dead = nullptr;
  cudnnCreateTensorDescriptor(&dead);
  cudnnSetTensor4dDescriptor(dead, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 2, 3, 3);
  cudnnDestroyTensorDescriptor(dead);
  refused(tally, cudnnSoftmaxForward(h, accurate, channel, &one, dead, x.data(), &zero, y.descriptor(), y.data()),
          "destroyed xDesc");
  refused(tally, cudnnSoftmaxForward(h, accurate, channel, &one, x.descriptor(), x.data(), &zero, dead, y.data()),
          "destroyed yDesc");
  refused(tally, cudnnSetTensor4dDescriptor(dead, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, 1, 1),
          "set a destroyed descriptor");
  refused(tally, cudnnDestroyTensorDescriptor(dead), "destroy twice");

  cudnnActivationDescriptor_t act = nullptr;
  cudnnCreateActivationDescriptor(&act);
  cudnnSetActivationDescriptor(act, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0);
  cudnnDestroyActivationDescriptor(act);
  refused(tally, cudnnActivationForward(h, act, &one, x.descriptor(), x.data(), &zero, y.descriptor(), y.data()),
          "destroyed activation descriptor");

  cudnnPoolingDescriptor_t pool = nullptr;
  cudnnCreatePoolingDescriptor(&pool);
  cudnnSetPooling2dDescriptor(pool, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 1, 1, 0, 0, 1, 1);
  cudnnDestroyPoolingDescriptor(pool);
  refused(tally, cudnnPoolingForward(h, pool, &one, x.descriptor(), x.data(), &zero, y.descriptor(), y.data()),
          "destroyed pooling descriptor");

  cudnnHandle_t gone = nullptr;
  cudnnCreate(&gone);
  cudnnDestroy(gone);
  refused(tally,
          cudnnSoftmaxForward(gone, accurate, channel, &one, x.descriptor(), x.data(), &zero, y.descriptor(), y.data()),
          "destroyed handle");
  // a descriptor where a handle is expected
  refused(tally,
          cudnnSoftmaxForward(reinterpret_cast<cudnnHandle_t>(x.descriptor()), accurate, channel, &one, x.descriptor(),
                              x.data(), &zero, y.descriptor(), y.data()),
          "a descriptor in place of the handle");
  int on_the_stack = 0;
  refused(tally,
          cudnnSoftmaxForward(reinterpret_cast<cudnnHandle_t>(&on_the_stack), accurate, channel, &one, x.descriptor(),
                              x.data(), &zero, y.descriptor(), y.data()),
          "any address in place of the handle");
  cudaDeviceSynchronize();
  tally.check(y.buffer.download() == y.image, "outputs", "y was written though every call failed");
}

// Sizes whose products pass 31, 63 or 64 bits.
void sizes(Tally& tally) {
  cudnnTensorDescriptor_t d = nullptr;
  cudnnCreateTensorDescriptor(&d);
  const auto nchw = CUDNN_TENSOR_NCHW;
  const auto f32 = CUDNN_DATA_FLOAT;
  int huge[4] = {INT_MAX, INT_MAX, INT_MAX, INT_MAX}, packed[4] = {1, 1, 1, 1};
  auto clean = [&](cudnnStatus_t status, const char* item) {
    conformance::last_error();
    tally.check(status == CUDNN_STATUS_NOT_SUPPORTED || status == CUDNN_STATUS_BAD_PARAM, item,
                std::string(item) + " returned " + std::to_string(status));
  };
  clean(cudnnSetTensor4dDescriptor(d, nchw, f32, INT_MAX, INT_MAX, INT_MAX, INT_MAX), "four dimensions of 2^31-1");
  clean(cudnnSetTensorNdDescriptorEx(d, nchw, f32, 4, huge), "four dimensions of 2^31-1, Nd");
  clean(cudnnSetTensor4dDescriptor(d, nchw, f32, -1, 1, 1, 1), "a negative dimension");
  clean(cudnnSetTensor4dDescriptor(d, nchw, f32, INT_MIN, 1, 1, 1), "the most negative dimension");
  // overlapping elements with huge dimensions: refused or measured, never a wrong size
  cudnnStatus_t status = cudnnSetTensorNdDescriptor(d, f32, 4, huge, packed);
  size_t bytes = 0;
  if (status == CUDNN_STATUS_SUCCESS && cudnnGetTensorSizeInBytes(d, &bytes) == CUDNN_STATUS_SUCCESS)
    tally.check(bytes == (4 * (static_cast<size_t>(INT_MAX) - 1) + 1) * 4, "bytes", "size of an overlapping tensor");
  conformance::last_error();
  cudnnDestroyTensorDescriptor(d);

  cudnnFilterDescriptor_t w = nullptr;
  cudnnCreateFilterDescriptor(&w);
  status = cudnnSetFilterNdDescriptor(w, f32, nchw, 4, huge);
  if (status == CUDNN_STATUS_SUCCESS)
    tally.check(cudnnGetFilterSizeInBytes(w, &bytes) != CUDNN_STATUS_SUCCESS, "filter bytes",
                "the size of a filter of (2^31-1)^4 elements is " + std::to_string(bytes));
  conformance::last_error();
  cudnnDestroyFilterDescriptor(w);

  // A convolution whose padded size passes 31 bits answers with a status.
  cudnnConvolutionDescriptor_t conv = nullptr;
  cudnnCreateConvolutionDescriptor(&conv);
  cudnnSetConvolution2dDescriptor(conv, INT_MAX, INT_MAX, 1, 1, INT_MAX, INT_MAX, CUDNN_CROSS_CORRELATION, f32);
  cudnnTensorDescriptor_t x = nullptr;
  cudnnFilterDescriptor_t k = nullptr;
  cudnnCreateTensorDescriptor(&x);
  cudnnCreateFilterDescriptor(&k);
  cudnnSetTensor4dDescriptor(x, nchw, f32, 1, 1, 5, 5);
  cudnnSetFilter4dDescriptor(k, f32, nchw, 1, 1, 3, 3);
  int out[4] = {};
  status = cudnnGetConvolution2dForwardOutputDim(conv, x, k, out, out + 1, out + 2, out + 3);
  tally.check(status != CUDNN_STATUS_SUCCESS || (out[2] > 0 && out[3] > 0), "output dims",
              "an overflowing size gave " + std::to_string(out[2]) + " with success");
  conformance::last_error();
  cudnnDestroyTensorDescriptor(x);
  cudnnDestroyFilterDescriptor(k);
  cudnnDestroyConvolutionDescriptor(conv);
}

}  // namespace

void play_handles(Tally& tally) {
  tally.begin("handles", "destroyed");
  destroyed_descriptors(tally);
  tally.begin("handles", "sizes");
  sizes(tally);
}

}  // namespace girih::golden
