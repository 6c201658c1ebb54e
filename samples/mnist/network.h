// A convolutional network in the manner of LeNet-5, all of it made of cuDNN calls:
//
//   image 1x28x28 - convolution 5x5 - 16x24x24 - max pooling 2x2 - batch norm - ReLU - 16x12x12
//                 - convolution 5x5 - 32x8x8   - max pooling 2x2 - batch norm - ReLU - 32x4x4
//                 - convolution 4x4 (dense)  - bias, ReLU - 128
//                 - convolution 1x1 (dense)  - bias       - 10 - softmax
//
// Pooling before batch norm and ReLU gives the same features as after them for a positive scale, and leaves them a
// quarter of the work.
#pragma once

#include <cudnn.h>

#include <vector>

#include "data.h"
#include "random.h"

// A float tensor in device memory, channels last.
struct Tensor {
  int n = 0, c = 0, h = 0, w = 0;
  float* data = nullptr;
  cudnnTensorDescriptor_t desc = nullptr;

  size_t count() const { return static_cast<size_t>(n) * c * h * w; }
};

// A convolution with the algorithms chosen for it. The filter is a view into the network's parameters.
struct Convolution {
  cudnnConvolutionDescriptor_t desc = nullptr;
  cudnnFilterDescriptor_t filter_desc = nullptr;
  size_t filter = 0;  // offset of the filter
  cudnnConvolutionFwdAlgo_t forward;
  cudnnConvolutionBwdDataAlgo_t backward_data;
  cudnnConvolutionBwdFilterAlgo_t backward_filter;
};

struct BatchNorm {
  cudnnTensorDescriptor_t desc = nullptr;
  size_t scale = 0, bias = 0;  // offsets in the parameters
  float* running_mean = nullptr;
  float* running_variance = nullptr;
  float* saved_mean = nullptr;
  float* saved_inverse = nullptr;
};

class Network {
 public:
  Network(int batch, Random* random);
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  // One step of stochastic gradient descent with momentum. `images` and `one_hot` are pinned host memory of a whole
  // batch; they may be refilled once wait_for_input() has returned.
  void train(const float* images, const float* one_hot, float learning_rate);

  // The logarithm of the probability of each class, for a whole batch.
  void classify(const float* images, std::vector<float>* log_probabilities);

  void wait_for_input();

  // The loss summed over all images since the last call.
  float take_loss();

 private:
  struct Block {  // convolution, pooling, batch norm, ReLU
    Convolution convolution;
    BatchNorm norm;
    Tensor conv, pool, out;
    Tensor d_conv, d_pool, d_out;
  };

  Tensor make_tensor(int c, int h, int w);
  float* allocate(size_t floats);
  Convolution make_convolution(const Tensor& x, const Tensor& y, int size, size_t* parameters);
  BatchNorm make_norm(const Tensor& x, size_t* parameters);
  void choose_algorithms(Convolution* convolution, const Tensor& x, const Tensor& y);
  void initialize(Random* random);

  void convolve(const Convolution& convolution, const Tensor& x, const Tensor& y);
  void convolve_backward_filter(const Convolution& convolution, const Tensor& x, const Tensor& dy);
  void convolve_backward_data(const Convolution& convolution, const Tensor& dy, const Tensor& dx);
  void bias_backward(const Tensor& dy, cudnnTensorDescriptor_t bias_desc, size_t bias);
  void relu_backward(const Tensor& y, const Tensor& dy);
  void block_forward(const Block& block, const Tensor& x, bool training);
  void block_backward(const Block& block, const Tensor& x, const Tensor* dx);
  void forward(bool training);
  void backward();

  int batch_;
  cudaStream_t stream_ = nullptr;
  cudaEvent_t input_read_ = nullptr;
  cudnnHandle_t handle_ = nullptr;
  cudnnPoolingDescriptor_t pooling_ = nullptr;
  cudnnActivationDescriptor_t relu_ = nullptr;
  cudnnOpTensorDescriptor_t multiply_ = nullptr;
  cudnnReduceTensorDescriptor_t sum_ = nullptr;
  cudnnTensorDescriptor_t scalar_desc_ = nullptr, dense1_bias_desc_ = nullptr, dense2_bias_desc_ = nullptr;
  cudnnTensorDescriptor_t parameters_desc_ = nullptr;

  Tensor image_, one_hot_;
  Block block1_, block2_;
  Convolution dense1_, dense2_;
  size_t dense1_bias_ = 0, dense2_bias_ = 0;
  Tensor hidden_, d_hidden_, logits_, d_logits_, log_p_, product_;
  float* loss_ = nullptr;

  // All weights side by side, and their velocities in the same order: one call updates them all.
  size_t parameter_count_ = 0;
  float* parameters_ = nullptr;
  float* velocity_ = nullptr;

  void* workspace_ = nullptr;
  size_t workspace_size_ = 0;
  std::vector<void*> allocations_;
};
