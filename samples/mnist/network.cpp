#include "network.h"

#include <algorithm>
#include <cmath>

#include "check.h"

namespace {

constexpr float kOne = 1.0f;
constexpr float kZero = 0.0f;
constexpr cudnnTensorFormat_t kLayout = CUDNN_TENSOR_NHWC;  // channels last: filters read whole rows of memory
constexpr float kMomentum = 0.9f;
constexpr float kWeightDecay = 5e-4f;
constexpr double kEpsilon = 1e-5;     // of batch norm
constexpr double kNormAverage = 0.1;  // share of a new batch in the running statistics
constexpr size_t kWorkspaceLimit = size_t{256} << 20;

cudnnTensorDescriptor_t describe(int n, int c, int h, int w) {
  cudnnTensorDescriptor_t desc;
  CUDNN(cudnnCreateTensorDescriptor(&desc));
  CUDNN(cudnnSetTensor4dDescriptor(desc, kLayout, CUDNN_DATA_FLOAT, n, c, h, w));
  return desc;
}

// The first algorithm of a list, which is sorted by speed, that is deterministic and needs little memory.
template <class Perf>
const Perf& pick(const std::vector<Perf>& list, int count) {
  for (int i = 0; i < count; ++i) {
    const Perf& p = list[static_cast<size_t>(i)];
    const bool usable = p.status == CUDNN_STATUS_SUCCESS && p.memory <= kWorkspaceLimit;
    if (usable && p.determinism == CUDNN_DETERMINISTIC) return p;
  }
  std::fprintf(stderr, "mnist: cuDNN offers no deterministic algorithm for a convolution\n");
  std::exit(1);
}

}  // namespace

float* Network::allocate(size_t floats) {
  void* data = nullptr;
  CUDA(cudaMalloc(&data, floats * sizeof(float)));
  CUDA(cudaMemsetAsync(data, 0, floats * sizeof(float), stream_));
  allocations_.push_back(data);
  return static_cast<float*>(data);
}

Tensor Network::make_tensor(int c, int h, int w) {
  Tensor t{batch_, c, h, w, nullptr, describe(batch_, c, h, w)};
  t.data = allocate(t.count());
  return t;
}

void Network::choose_algorithms(Convolution* c, const Tensor& x, const Tensor& y) {
  int max = 0;
  int count = 0;
  CUDNN(cudnnGetConvolutionForwardAlgorithmMaxCount(handle_, &max));
  std::vector<cudnnConvolutionFwdAlgoPerf_t> forward(static_cast<size_t>(max));
  CUDNN(cudnnGetConvolutionForwardAlgorithm_v7(handle_, x.desc, c->filter_desc, c->desc, y.desc, max, &count,
                                               forward.data()));
  const auto& f = pick(forward, count);
  c->forward = f.algo;

  CUDNN(cudnnGetConvolutionBackwardDataAlgorithmMaxCount(handle_, &max));
  std::vector<cudnnConvolutionBwdDataAlgoPerf_t> data(static_cast<size_t>(max));
  CUDNN(cudnnGetConvolutionBackwardDataAlgorithm_v7(handle_, c->filter_desc, y.desc, c->desc, x.desc, max, &count,
                                                    data.data()));
  const auto& d = pick(data, count);
  c->backward_data = d.algo;

  CUDNN(cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(handle_, &max));
  std::vector<cudnnConvolutionBwdFilterAlgoPerf_t> filter(static_cast<size_t>(max));
  CUDNN(cudnnGetConvolutionBackwardFilterAlgorithm_v7(handle_, x.desc, y.desc, c->desc, c->filter_desc, max, &count,
                                                      filter.data()));
  const auto& w = pick(filter, count);
  c->backward_filter = w.algo;
  for (const size_t bytes : {f.memory, d.memory, w.memory}) workspace_size_ = std::max(workspace_size_, bytes);
}

Convolution Network::make_convolution(const Tensor& x, const Tensor& y, int size, size_t* parameters) {
  Convolution c;
  CUDNN(cudnnCreateConvolutionDescriptor(&c.desc));
  CUDNN(cudnnSetConvolution2dDescriptor(c.desc, 0, 0, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
  CUDNN(cudnnSetConvolutionMathType(c.desc, CUDNN_FMA_MATH));
  CUDNN(cudnnCreateFilterDescriptor(&c.filter_desc));
  CUDNN(cudnnSetFilter4dDescriptor(c.filter_desc, CUDNN_DATA_FLOAT, kLayout, y.c, x.c, size, size));
  c.filter = *parameters;
  *parameters += static_cast<size_t>(y.c) * x.c * size * size;
  choose_algorithms(&c, x, y);
  return c;
}

BatchNorm Network::make_norm(const Tensor& x, size_t* parameters) {
  BatchNorm norm;
  CUDNN(cudnnCreateTensorDescriptor(&norm.desc));
  CUDNN(cudnnDeriveBNTensorDescriptor(norm.desc, x.desc, CUDNN_BATCHNORM_SPATIAL));
  const size_t channels = static_cast<size_t>(x.c);
  norm.scale = *parameters;
  norm.bias = *parameters + channels;
  *parameters += 2 * channels;
  norm.running_mean = allocate(channels);
  norm.running_variance = allocate(channels);
  norm.saved_mean = allocate(channels);
  norm.saved_inverse = allocate(channels);
  return norm;
}

Network::Network(int batch, Random* random) : batch_(batch) {
  CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
  CUDA(cudaEventCreateWithFlags(&input_read_, cudaEventDisableTiming));
  CUDNN(cudnnCreate(&handle_));
  CUDNN(cudnnSetStream(handle_, stream_));

  CUDNN(cudnnCreatePoolingDescriptor(&pooling_));
  CUDNN(cudnnSetPooling2dDescriptor(pooling_, CUDNN_POOLING_MAX_DETERMINISTIC, CUDNN_NOT_PROPAGATE_NAN, 2, 2, 0, 0, 2,
                                    2));
  CUDNN(cudnnCreateActivationDescriptor(&relu_));
  CUDNN(cudnnSetActivationDescriptor(relu_, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0.0));
  CUDNN(cudnnCreateOpTensorDescriptor(&multiply_));
  CUDNN(cudnnSetOpTensorDescriptor(multiply_, CUDNN_OP_TENSOR_MUL, CUDNN_DATA_FLOAT, CUDNN_NOT_PROPAGATE_NAN));
  CUDNN(cudnnCreateReduceTensorDescriptor(&sum_));
  CUDNN(cudnnSetReduceTensorDescriptor(sum_, CUDNN_REDUCE_TENSOR_ADD, CUDNN_DATA_FLOAT, CUDNN_NOT_PROPAGATE_NAN,
                                       CUDNN_REDUCE_TENSOR_NO_INDICES, CUDNN_32BIT_INDICES));

  image_ = make_tensor(1, kImageSize, kImageSize);
  one_hot_ = make_tensor(kClasses, 1, 1);
  size_t parameters = 0;
  const auto make_block = [&](Block* b, const Tensor& x, int channels) {
    const int size = x.h - 4;
    b->conv = make_tensor(channels, size, size);
    b->pool = make_tensor(channels, size / 2, size / 2);
    b->out = make_tensor(channels, size / 2, size / 2);
    b->d_conv = make_tensor(channels, size, size);
    b->d_pool = make_tensor(channels, size / 2, size / 2);
    b->d_out = make_tensor(channels, size / 2, size / 2);
    b->convolution = make_convolution(x, b->conv, 5, &parameters);
    b->norm = make_norm(b->pool, &parameters);
  };
  make_block(&block1_, image_, 16);
  make_block(&block2_, block1_.out, 32);
  hidden_ = make_tensor(128, 1, 1);
  d_hidden_ = make_tensor(128, 1, 1);
  logits_ = make_tensor(kClasses, 1, 1);
  d_logits_ = make_tensor(kClasses, 1, 1);
  log_p_ = make_tensor(kClasses, 1, 1);
  product_ = make_tensor(kClasses, 1, 1);
  dense1_ = make_convolution(block2_.out, hidden_, block2_.out.h, &parameters);
  dense1_bias_ = parameters;
  parameters += static_cast<size_t>(hidden_.c);
  dense2_ = make_convolution(hidden_, logits_, 1, &parameters);
  dense2_bias_ = parameters;
  parameters += kClasses;
  dense1_bias_desc_ = describe(1, hidden_.c, 1, 1);
  dense2_bias_desc_ = describe(1, kClasses, 1, 1);
  scalar_desc_ = describe(1, 1, 1, 1);
  loss_ = allocate(1);

  size_t reduction = 0;
  CUDNN(cudnnGetReductionWorkspaceSize(handle_, sum_, product_.desc, scalar_desc_, &reduction));
  workspace_size_ = std::max(workspace_size_, reduction);
  if (workspace_size_ > 0) {
    CUDA(cudaMalloc(&workspace_, workspace_size_));
    allocations_.push_back(workspace_);
  }
  parameter_count_ = parameters;
  parameters_desc_ = describe(1, static_cast<int>(parameters), 1, 1);
  parameters_ = allocate(parameters);
  velocity_ = allocate(parameters);
  initialize(random);
}

Network::~Network() {
  cudaStreamSynchronize(stream_);
  for (const auto desc : {scalar_desc_, dense1_bias_desc_, dense2_bias_desc_, parameters_desc_, image_.desc,
                          one_hot_.desc, hidden_.desc, d_hidden_.desc, logits_.desc, d_logits_.desc, log_p_.desc,
                          product_.desc, block1_.norm.desc, block2_.norm.desc}) {
    cudnnDestroyTensorDescriptor(desc);
  }
  for (const Block* b : {&block1_, &block2_}) {
    for (const Tensor* t : {&b->conv, &b->pool, &b->out, &b->d_conv, &b->d_pool, &b->d_out}) {
      cudnnDestroyTensorDescriptor(t->desc);
    }
  }
  for (const Convolution* c : {&block1_.convolution, &block2_.convolution, &dense1_, &dense2_}) {
    cudnnDestroyConvolutionDescriptor(c->desc);
    cudnnDestroyFilterDescriptor(c->filter_desc);
  }
  cudnnDestroyPoolingDescriptor(pooling_);
  cudnnDestroyActivationDescriptor(relu_);
  cudnnDestroyOpTensorDescriptor(multiply_);
  cudnnDestroyReduceTensorDescriptor(sum_);
  cudnnDestroy(handle_);
  for (void* data : allocations_) cudaFree(data);
  cudaEventDestroy(input_read_);
  cudaStreamDestroy(stream_);
}

// Filters get uniform numbers of variance 2 / inputs (He et al. 2015, "Delving deep into rectifiers"); scales are one,
// biases zero.
void Network::initialize(Random* random) {
  std::vector<float> values(parameter_count_, 0.0f);
  const auto fill = [&](const Convolution& c, int outputs, int inputs) {
    const float bound = std::sqrt(6.0f / static_cast<float>(inputs));
    for (int i = 0; i < outputs * inputs; ++i) values[c.filter + static_cast<size_t>(i)] = bound * random->symmetric();
  };
  fill(block1_.convolution, block1_.conv.c, 25);
  fill(block2_.convolution, block2_.conv.c, 25 * block1_.conv.c);
  fill(dense1_, hidden_.c, static_cast<int>(block2_.out.count()) / batch_);
  fill(dense2_, kClasses, hidden_.c);
  for (const Block* b : {&block1_, &block2_}) {
    for (int i = 0; i < b->pool.c; ++i) values[b->norm.scale + static_cast<size_t>(i)] = 1.0f;
  }
  CUDA(cudaMemcpyAsync(parameters_, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice, stream_));
  CUDA(cudaStreamSynchronize(stream_));
}

void Network::convolve(const Convolution& c, const Tensor& x, const Tensor& y) {
  CUDNN(cudnnConvolutionForward(handle_, &kOne, x.desc, x.data, c.filter_desc, parameters_ + c.filter, c.desc,
                                c.forward, workspace_, workspace_size_, &kZero, y.desc, y.data));
}

// The gradients below go straight into the velocities: velocity = momentum * velocity + gradient is what the scaling
// factors of the calls compute.
void Network::convolve_backward_filter(const Convolution& c, const Tensor& x, const Tensor& dy) {
  CUDNN(cudnnConvolutionBackwardFilter(handle_, &kOne, x.desc, x.data, dy.desc, dy.data, c.desc, c.backward_filter,
                                       workspace_, workspace_size_, &kMomentum, c.filter_desc, velocity_ + c.filter));
}

void Network::bias_backward(const Tensor& dy, cudnnTensorDescriptor_t bias_desc, size_t bias) {
  CUDNN(cudnnConvolutionBackwardBias(handle_, &kOne, dy.desc, dy.data, &kMomentum, bias_desc, velocity_ + bias));
}

void Network::convolve_backward_data(const Convolution& c, const Tensor& dy, const Tensor& dx) {
  CUDNN(cudnnConvolutionBackwardData(handle_, &kOne, c.filter_desc, parameters_ + c.filter, dy.desc, dy.data, c.desc,
                                     c.backward_data, workspace_, workspace_size_, &kZero, dx.desc, dx.data));
}

// In place. The sign of the output tells where the input was positive, so the output stands in for it.
void Network::relu_backward(const Tensor& y, const Tensor& dy) {
  CUDNN(cudnnActivationBackward(handle_, relu_, &kOne, y.desc, y.data, dy.desc, dy.data, y.desc, y.data, &kZero,
                                dy.desc, dy.data));
}

void Network::block_forward(const Block& b, const Tensor& x, bool training) {
  convolve(b.convolution, x, b.conv);
  CUDNN(cudnnPoolingForward(handle_, pooling_, &kOne, b.conv.desc, b.conv.data, &kZero, b.pool.desc, b.pool.data));
  const BatchNorm& m = b.norm;
  if (training) {
    CUDNN(cudnnBatchNormalizationForwardTraining(handle_, CUDNN_BATCHNORM_SPATIAL, &kOne, &kZero, b.pool.desc,
                                                 b.pool.data, b.out.desc, b.out.data, m.desc, parameters_ + m.scale,
                                                 parameters_ + m.bias, kNormAverage, m.running_mean, m.running_variance,
                                                 kEpsilon, m.saved_mean, m.saved_inverse));
  } else {
    CUDNN(cudnnBatchNormalizationForwardInference(handle_, CUDNN_BATCHNORM_SPATIAL, &kOne, &kZero, b.pool.desc,
                                                  b.pool.data, b.out.desc, b.out.data, m.desc, parameters_ + m.scale,
                                                  parameters_ + m.bias, m.running_mean, m.running_variance, kEpsilon));
  }
  CUDNN(cudnnActivationForward(handle_, relu_, &kOne, b.out.desc, b.out.data, &kZero, b.out.desc, b.out.data));
}

void Network::block_backward(const Block& b, const Tensor& x, const Tensor* dx) {
  relu_backward(b.out, b.d_out);
  const BatchNorm& m = b.norm;
  CUDNN(cudnnBatchNormalizationBackward(handle_, CUDNN_BATCHNORM_SPATIAL, &kOne, &kZero, &kOne, &kMomentum, b.pool.desc,
                                        b.pool.data, b.d_out.desc, b.d_out.data, b.d_pool.desc, b.d_pool.data, m.desc,
                                        parameters_ + m.scale, velocity_ + m.scale, velocity_ + m.bias, kEpsilon,
                                        m.saved_mean, m.saved_inverse));
  CUDNN(cudnnPoolingBackward(handle_, pooling_, &kOne, b.pool.desc, b.pool.data, b.d_pool.desc, b.d_pool.data,
                             b.conv.desc, b.conv.data, &kZero, b.d_conv.desc, b.d_conv.data));
  convolve_backward_filter(b.convolution, x, b.d_conv);
  if (dx) convolve_backward_data(b.convolution, b.d_conv, *dx);
}

void Network::forward(bool training) {
  block_forward(block1_, image_, training);
  block_forward(block2_, block1_.out, training);
  CUDNN(cudnnConvolutionBiasActivationForward(handle_, &kOne, block2_.out.desc, block2_.out.data, dense1_.filter_desc,
                                              parameters_ + dense1_.filter, dense1_.desc, dense1_.forward, workspace_,
                                              workspace_size_, &kZero, hidden_.desc, hidden_.data, dense1_bias_desc_,
                                              parameters_ + dense1_bias_, relu_, hidden_.desc, hidden_.data));
  convolve(dense2_, hidden_, logits_);
  CUDNN(
      cudnnAddTensor(handle_, &kOne, dense2_bias_desc_, parameters_ + dense2_bias_, &kOne, logits_.desc, logits_.data));
  CUDNN(cudnnSoftmaxForward(handle_, CUDNN_SOFTMAX_LOG, CUDNN_SOFTMAX_MODE_INSTANCE, &kOne, logits_.desc, logits_.data,
                            &kZero, log_p_.desc, log_p_.data));
}

void Network::backward() {
  // loss -= sum of one_hot * log p
  CUDNN(cudnnOpTensor(handle_, multiply_, &kOne, one_hot_.desc, one_hot_.data, &kOne, log_p_.desc, log_p_.data, &kZero,
                      product_.desc, product_.data));
  const float minus_one = -1.0f;
  CUDNN(cudnnReduceTensor(handle_, sum_, nullptr, 0, workspace_, workspace_size_, &minus_one, product_.desc,
                          product_.data, &kOne, scalar_desc_, loss_));

  // The gradient of the mean cross-entropy: (p - one_hot) / batch.
  CUDNN(cudnnSoftmaxForward(handle_, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_INSTANCE, &kOne, logits_.desc,
                            logits_.data, &kZero, d_logits_.desc, d_logits_.data));
  const float share = 1.0f / static_cast<float>(batch_);
  const float minus_share = -share;
  CUDNN(cudnnAddTensor(handle_, &minus_share, one_hot_.desc, one_hot_.data, &share, d_logits_.desc, d_logits_.data));

  bias_backward(d_logits_, dense2_bias_desc_, dense2_bias_);
  convolve_backward_filter(dense2_, hidden_, d_logits_);
  convolve_backward_data(dense2_, d_logits_, d_hidden_);
  relu_backward(hidden_, d_hidden_);
  bias_backward(d_hidden_, dense1_bias_desc_, dense1_bias_);
  convolve_backward_filter(dense1_, block2_.out, d_hidden_);
  convolve_backward_data(dense1_, d_hidden_, block2_.d_out);
  block_backward(block2_, block1_.out, &block1_.d_out);
  block_backward(block1_, image_, nullptr);
}

void Network::train(const float* images, const float* one_hot, float learning_rate) {
  CUDA(cudaMemcpyAsync(image_.data, images, image_.count() * sizeof(float), cudaMemcpyHostToDevice, stream_));
  CUDA(cudaMemcpyAsync(one_hot_.data, one_hot, one_hot_.count() * sizeof(float), cudaMemcpyHostToDevice, stream_));
  CUDA(cudaEventRecord(input_read_, stream_));
  forward(true);
  backward();
  // parameters = (1 - rate * decay) * parameters - rate * velocity
  const float minus_rate = -learning_rate;
  const float keep = 1.0f - learning_rate * kWeightDecay;
  CUDNN(cudnnAddTensor(handle_, &minus_rate, parameters_desc_, velocity_, &keep, parameters_desc_, parameters_));
}

void Network::classify(const float* images, std::vector<float>* log_probabilities) {
  log_probabilities->resize(log_p_.count());
  CUDA(cudaMemcpyAsync(image_.data, images, image_.count() * sizeof(float), cudaMemcpyHostToDevice, stream_));
  CUDA(cudaEventRecord(input_read_, stream_));
  forward(false);
  CUDA(cudaMemcpyAsync(log_probabilities->data(), log_p_.data, log_p_.count() * sizeof(float), cudaMemcpyDeviceToHost,
                       stream_));
  CUDA(cudaStreamSynchronize(stream_));
}

void Network::wait_for_input() { CUDA(cudaEventSynchronize(input_read_)); }

float Network::take_loss() {
  float loss = 0.0f;
  CUDA(cudaMemcpyAsync(&loss, loss_, sizeof loss, cudaMemcpyDeviceToHost, stream_));
  CUDA(cudaMemsetAsync(loss_, 0, sizeof loss, stream_));
  CUDA(cudaStreamSynchronize(stream_));
  return loss;
}
