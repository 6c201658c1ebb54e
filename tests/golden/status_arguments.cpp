// status_arguments.tsv: a valid call with one argument made wrong. Each function is one line of the table below, its
// valid arguments; the record says which argument to spoil and what the answer is.
#include <cuda_runtime_api.h>

#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <type_traits>

#include "golden/golden.h"

namespace girih::golden {
namespace {

using conformance::DeviceBuffer;

// Makes an argument wrong; false if the value does not apply to its type.
template <typename T>
bool spoil(T& argument, const std::string& value) {
  if constexpr (std::is_pointer_v<T>) {
    if (value != "NULL") return false;
    argument = nullptr;
  } else if constexpr (std::is_floating_point_v<T>) {
    argument =
        value == "nan" ? std::numeric_limits<T>::quiet_NaN() : static_cast<T>(std::strtod(value.c_str(), nullptr));
  } else if (value.rfind("one byte less", 0) == 0) {
    argument = static_cast<T>(static_cast<long long>(argument) - 1);
  } else {
    argument = static_cast<T>(std::strtoll(value.c_str(), nullptr, 10));  // 99, 0, -1
  }
  return true;
}

struct Entry {
  std::function<cudnnStatus_t(int argument, const std::string& value, bool* applies)> call;
};

template <typename... A>
Entry entry(cudnnStatus_t (*function)(A...), std::type_identity_t<A>... valid) {
  std::tuple<std::remove_const_t<A>...> arguments(valid...);
  return {[function, arguments](int index, const std::string& value, bool* applies) {
    auto changed = arguments;
    *applies = index < 0;
    auto visit = [&]<size_t... I>(std::index_sequence<I...>) {
      ((static_cast<int>(I) == index ? void(*applies = spoil(std::get<I>(changed), value)) : void()), ...);
    };
    visit(std::index_sequence_for<A...>{});
    return *applies ? std::apply(function, changed) : CUDNN_STATUS_SUCCESS;
  }};
}

// Everything the valid calls need. Descriptors are made anew for each record, since setters change them.
class World {
 public:
  // Filling the states of dropout takes most of the time of all: only for its own functions.
  World(cudnnHandle_t handle, bool with_dropout) : handle_(handle), with_dropout_(with_dropout) { build(); }
  ~World() {
    cudnnDestroyTensorDescriptor(x_);
    cudnnDestroyTensorDescriptor(y_);
    cudnnDestroyTensorDescriptor(pooled_);
    cudnnDestroyTensorDescriptor(param_);
    cudnnDestroyTensorDescriptor(bias_);
    cudnnDestroyTensorDescriptor(half_);
    cudnnDestroyTensorDescriptor(half_param_);
    cudnnDestroyTensorDescriptor(spare_);
    cudnnDestroyFilterDescriptor(w_);
    cudnnDestroyConvolutionDescriptor(conv_);
    cudnnDestroyPoolingDescriptor(pool_);
    cudnnDestroyActivationDescriptor(act_);
    cudnnDestroyOpTensorDescriptor(op_);
    cudnnDestroyReduceTensorDescriptor(reduce_);
    cudnnDestroyDropoutDescriptor(dropout_);
    cudnnDestroyLRNDescriptor(lrn_);
    cudnnDestroySpatialTransformerDescriptor(st_);
    cudnnDestroyTensorTransformDescriptor(transform_);
    cudnnDestroyRNNDescriptor(rnn_);
    cudnnDestroyAttnDescriptor(attention_);
    cudnnDestroySeqDataDescriptor(queries_);
    cudnnDestroyRNNDataDescriptor(sequences_);
    cudnnDestroyRNNDataDescriptor(results_);
    cudnnDestroyTensorDescriptor(state_);
    cudnnDestroyCTCLossDescriptor(ctc_);
  }
  World(const World&) = delete;

  const std::map<std::string, Entry>& entries() const { return entries_; }
  // Bytes of the output buffers; poisoned at the start.
  bool outputs_untouched() const {
    for (const DeviceBuffer& buffer : outputs_)
      for (uint8_t byte : buffer.download())
        if (byte != 0xFF) return false;
    return true;
  }

 private:
  void build();
  void build_rnn();
  void build_attention();
  void build_ctc();
  void* in() {
    inputs_.emplace_back(4096);
    inputs_.back().fill(0);
    return inputs_.back().data();
  }
  void* out() {
    outputs_.emplace_back(4096);
    outputs_.back().fill(0xFF);
    return outputs_.back().data();
  }
  void* scratch(size_t bytes) {
    scratch_.emplace_back(bytes);
    scratch_.back().fill(0);
    return scratch_.back().data();
  }

  cudnnHandle_t handle_;
  bool with_dropout_;
  std::map<std::string, Entry> entries_;
  std::vector<DeviceBuffer> inputs_, outputs_, scratch_;
  cudnnTensorDescriptor_t x_ = nullptr, y_ = nullptr, pooled_ = nullptr, param_ = nullptr, bias_ = nullptr;
  cudnnTensorDescriptor_t half_ = nullptr, half_param_ = nullptr, spare_ = nullptr;
  cudnnFilterDescriptor_t w_ = nullptr;
  cudnnConvolutionDescriptor_t conv_ = nullptr;
  cudnnPoolingDescriptor_t pool_ = nullptr;
  cudnnActivationDescriptor_t act_ = nullptr;
  cudnnOpTensorDescriptor_t op_ = nullptr;
  cudnnReduceTensorDescriptor_t reduce_ = nullptr;
  cudnnDropoutDescriptor_t dropout_ = nullptr;
  cudnnLRNDescriptor_t lrn_ = nullptr;
  cudnnSpatialTransformerDescriptor_t st_ = nullptr;
  cudnnTensorTransformDescriptor_t transform_ = nullptr;
  uint32_t folds_[2] = {1, 1};
  cudnnRNNDescriptor_t rnn_ = nullptr;
  cudnnAttnDescriptor_t attention_ = nullptr;
  cudnnSeqDataDescriptor_t queries_ = nullptr;  // keys, values and outputs, too
  cudnnRNNDataDescriptor_t sequences_ = nullptr, results_ = nullptr;
  cudnnTensorDescriptor_t state_ = nullptr;
  cudnnCTCLossDescriptor_t ctc_ = nullptr;
  float one_ = 1, zero_ = 0, number_ = 0;
  double real_ = 0;
  int dims_[5] = {1, 3, 4, 5, 1}, strides_[5] = {60, 20, 5, 1, 1}, pads_[3] = {1, 1, 1}, ones_[3] = {1, 1, 1},
      ints_[8] = {};
  size_t bytes_ = 0;
  cudaStream_t stream_ = nullptr;
  void* pointer_ = nullptr;
  unsigned long long seed_ = 0;
  cudnnStatus_t status_ = CUDNN_STATUS_SUCCESS;
  cudnnActivationMode_t mode_ = CUDNN_ACTIVATION_RELU;
  cudnnNanPropagation_t nan_ = CUDNN_PROPAGATE_NAN;
  cudnnConvolutionFwdAlgoPerf_t fwd_[10] = {};
  cudnnConvolutionBwdDataAlgoPerf_t dgrad_[10] = {};
  cudnnConvolutionBwdFilterAlgoPerf_t wgrad_[10] = {};
};

void World::build() {
  for (auto* descriptor : {&x_, &y_, &pooled_, &param_, &bias_, &half_, &half_param_, &spare_})
    cudnnCreateTensorDescriptor(descriptor);
  cudnnCreateFilterDescriptor(&w_);
  cudnnCreateConvolutionDescriptor(&conv_);
  cudnnCreatePoolingDescriptor(&pool_);
  cudnnCreateActivationDescriptor(&act_);
  cudnnCreateOpTensorDescriptor(&op_);
  cudnnCreateReduceTensorDescriptor(&reduce_);
  cudnnCreateDropoutDescriptor(&dropout_);
  cudnnCreateLRNDescriptor(&lrn_);
  cudnnCreateSpatialTransformerDescriptor(&st_);
  cudnnCreateTensorTransformDescriptor(&transform_);
  const int sampled[] = {2, 4, 6, 6};
  cudnnSetSpatialTransformerNdDescriptor(st_, CUDNN_SAMPLER_BILINEAR, CUDNN_DATA_FLOAT, 4, sampled);
  cudnnSetTensorTransformDescriptor(transform_, 4, CUDNN_TENSOR_NCHW, nullptr, nullptr, nullptr, CUDNN_TRANSFORM_FOLD);
  cudnnSetTensor4dDescriptor(x_, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 2, 4, 6, 6);
  cudnnSetTensor4dDescriptor(y_, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 2, 4, 6, 6);
  cudnnSetTensor4dDescriptor(pooled_, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 2, 4, 3, 3);
  cudnnSetTensor4dDescriptor(param_, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 4, 1, 1);
  cudnnSetTensor4dDescriptor(bias_, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 4, 1, 1);
  cudnnSetTensor4dDescriptor(half_, CUDNN_TENSOR_NHWC, CUDNN_DATA_HALF, 2, 8, 4, 4);
  cudnnSetTensor4dDescriptor(half_param_, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 8, 1, 1);
  cudnnSetFilter4dDescriptor(w_, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 4, 4, 3, 3);
  cudnnSetConvolution2dDescriptor(conv_, 1, 1, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT);
  cudnnSetPooling2dDescriptor(pool_, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 2, 2, 0, 0, 2, 2);
  cudnnSetActivationDescriptor(act_, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0);
  cudnnSetOpTensorDescriptor(op_, CUDNN_OP_TENSOR_ADD, CUDNN_DATA_FLOAT, CUDNN_PROPAGATE_NAN);
  cudnnSetReduceTensorDescriptor(reduce_, CUDNN_REDUCE_TENSOR_MAX, CUDNN_DATA_FLOAT, CUDNN_PROPAGATE_NAN,
                                 CUDNN_REDUCE_TENSOR_FLATTENED_INDICES, CUDNN_32BIT_INDICES);
  size_t states = 0, reserve = 0, reduce_bytes = 0, index_bytes = 0;
  if (with_dropout_) cudnnDropoutGetStatesSize(handle_, &states);
  cudnnDropoutGetReserveSpaceSize(x_, &reserve);
  void* state_memory = scratch(states);
  if (with_dropout_) cudnnSetDropoutDescriptor(dropout_, handle_, 0.5f, state_memory, states, 1);
  cudnnGetReductionWorkspaceSize(handle_, reduce_, x_, bias_, &reduce_bytes);
  cudnnGetReductionIndicesSize(handle_, reduce_, x_, bias_, &index_bytes);
  size_t fwd_bytes = 0, bwd_bytes = 0, ex_reserve = 0;
  const auto persistent = CUDNN_BATCHNORM_SPATIAL_PERSISTENT;
  const auto fused = CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION;
  cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(handle_, persistent, fused, half_, half_, half_, half_param_,
                                                           act_, &fwd_bytes);
  cudnnGetBatchNormalizationBackwardExWorkspaceSize(handle_, persistent, fused, half_, half_, half_, half_, half_,
                                                    half_param_, act_, &bwd_bytes);
  cudnnGetBatchNormalizationTrainingExReserveSpaceSize(handle_, persistent, fused, act_, half_, &ex_reserve);

  auto h = handle_;
  const void *a = &one_, *b = &zero_;
  const auto algo = CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM;
  const auto dgrad = CUDNN_CONVOLUTION_BWD_DATA_ALGO_0;
  const auto wgrad = CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0;
  const auto spatial = CUDNN_BATCHNORM_SPATIAL;
  const auto xcorr = CUDNN_CROSS_CORRELATION;
  const auto f32 = CUDNN_DATA_FLOAT;
  const auto nchw = CUDNN_TENSOR_NCHW;
  void* space = scratch(4096);
#define GIRIH_ENTRY(function, ...) entries_[#function] = entry(&function, __VA_ARGS__)  // the name and the address
  GIRIH_ENTRY(cudnnActivationForward, h, act_, a, x_, in(), b, y_, out());
  GIRIH_ENTRY(cudnnActivationBackward, h, act_, a, y_, in(), y_, in(), x_, in(), b, x_, out());
  GIRIH_ENTRY(cudnnAddTensor, h, a, bias_, in(), b, y_, out());
  GIRIH_ENTRY(cudnnBatchNormalizationForwardInference, h, spatial, a, b, x_, in(), y_, out(), param_, in(), in(), in(),
              in(), 1e-3);
  GIRIH_ENTRY(cudnnBatchNormalizationForwardTraining, h, spatial, a, b, x_, in(), y_, out(), param_, in(), in(), 0.5,
              scratch(64), scratch(64), 1e-3, scratch(64), scratch(64));
  GIRIH_ENTRY(cudnnBatchNormalizationBackward, h, spatial, a, b, a, b, x_, in(), y_, in(), x_, out(), param_, in(),
              out(), out(), 1e-3, in(), in());
  GIRIH_ENTRY(cudnnBatchNormalizationForwardTrainingEx, h, persistent, fused, a, b, half_, in(), half_, in(), half_,
              out(), half_param_, in(), in(), 0.5, scratch(64), scratch(64), 1e-3, scratch(64), scratch(64), act_,
              scratch(fwd_bytes), fwd_bytes, scratch(ex_reserve), ex_reserve);
  GIRIH_ENTRY(cudnnBatchNormalizationBackwardEx, h, persistent, fused, a, b, a, b, half_, in(), half_, in(), half_,
              in(), half_, out(), half_, out(), half_param_, in(), in(), out(), out(), 1e-3, in(), in(), act_,
              scratch(bwd_bytes), bwd_bytes, scratch(ex_reserve), ex_reserve);
  GIRIH_ENTRY(cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize, h, persistent, fused, half_, half_, half_,
              half_param_, act_, &bytes_);
  GIRIH_ENTRY(cudnnGetBatchNormalizationBackwardExWorkspaceSize, h, persistent, fused, half_, half_, half_, half_,
              half_, half_param_, act_, &bytes_);
  GIRIH_ENTRY(cudnnGetBatchNormalizationTrainingExReserveSpaceSize, h, persistent, fused, act_, half_, &bytes_);
  GIRIH_ENTRY(cudnnDeriveBNTensorDescriptor, spare_, x_, spatial);
  GIRIH_ENTRY(cudnnConvolutionForward, h, a, x_, in(), w_, in(), conv_, algo, space, size_t{0}, b, y_, out());
  GIRIH_ENTRY(cudnnConvolutionBackwardData, h, a, w_, in(), y_, in(), conv_, dgrad, space, size_t{0}, b, x_, out());
  GIRIH_ENTRY(cudnnConvolutionBackwardFilter, h, a, x_, in(), y_, in(), conv_, wgrad, space, size_t{0}, b, w_, out());
  GIRIH_ENTRY(cudnnConvolutionBackwardBias, h, a, y_, in(), b, bias_, out());
  GIRIH_ENTRY(cudnnConvolutionBiasActivationForward, h, a, x_, in(), w_, in(), conv_, algo, space, size_t{0}, b, y_,
              in(), bias_, in(), act_, y_, out());
  GIRIH_ENTRY(cudnnGetConvolutionForwardWorkspaceSize, h, x_, w_, conv_, y_, algo, &bytes_);
  GIRIH_ENTRY(cudnnGetConvolutionBackwardDataWorkspaceSize, h, w_, y_, conv_, x_, dgrad, &bytes_);
  GIRIH_ENTRY(cudnnGetConvolutionBackwardFilterWorkspaceSize, h, x_, y_, conv_, w_, wgrad, &bytes_);
  GIRIH_ENTRY(cudnnGetConvolutionForwardAlgorithmMaxCount, h, ints_);
  GIRIH_ENTRY(cudnnGetConvolutionBackwardDataAlgorithmMaxCount, h, ints_);
  GIRIH_ENTRY(cudnnGetConvolutionBackwardFilterAlgorithmMaxCount, h, ints_);
  GIRIH_ENTRY(cudnnGetConvolutionForwardAlgorithm_v7, h, x_, w_, conv_, y_, 8, ints_, fwd_);
  GIRIH_ENTRY(cudnnGetConvolutionBackwardDataAlgorithm_v7, h, w_, y_, conv_, x_, 8, ints_, dgrad_);
  GIRIH_ENTRY(cudnnGetConvolutionBackwardFilterAlgorithm_v7, h, x_, y_, conv_, w_, 8, ints_, wgrad_);
  GIRIH_ENTRY(cudnnFindConvolutionForwardAlgorithm, h, x_, w_, conv_, y_, 8, ints_, fwd_);
  GIRIH_ENTRY(cudnnFindConvolutionForwardAlgorithmEx, h, x_, in(), w_, in(), conv_, y_, out(), 8, ints_, fwd_, space,
              size_t{4096});
  GIRIH_ENTRY(cudnnGetConvolution2dForwardOutputDim, conv_, x_, w_, ints_, ints_ + 1, ints_ + 2, ints_ + 3);
  GIRIH_ENTRY(cudnnGetConvolutionNdForwardOutputDim, conv_, x_, w_, 4, ints_);
  GIRIH_ENTRY(cudnnSetConvolution2dDescriptor, conv_, 1, 1, 1, 1, 1, 1, xcorr, f32);
  GIRIH_ENTRY(cudnnSetConvolutionNdDescriptor, conv_, 2, pads_, ones_, ones_, xcorr, f32);
  GIRIH_ENTRY(cudnnSetConvolutionGroupCount, conv_, 1);
  GIRIH_ENTRY(cudnnSetConvolutionMathType, conv_, CUDNN_DEFAULT_MATH);
  GIRIH_ENTRY(cudnnSetConvolutionReorderType, conv_, CUDNN_DEFAULT_REORDER);
  GIRIH_ENTRY(cudnnDropoutForward, h, dropout_, x_, in(), y_, out(), scratch(reserve), reserve);
  GIRIH_ENTRY(cudnnDropoutBackward, h, dropout_, y_, in(), x_, out(), scratch(reserve), reserve);
  GIRIH_ENTRY(cudnnDropoutGetReserveSpaceSize, x_, &bytes_);
  GIRIH_ENTRY(cudnnDropoutGetStatesSize, h, &bytes_);
  GIRIH_ENTRY(cudnnSetDropoutDescriptor, dropout_, h, 0.5f, state_memory, states, 1ull);
  GIRIH_ENTRY(cudnnRestoreDropoutDescriptor, dropout_, h, 0.5f, state_memory, states, 1ull);
  GIRIH_ENTRY(cudnnGetDropoutDescriptor, dropout_, h, &number_, &pointer_, &seed_);
  GIRIH_ENTRY(cudnnGetActivationDescriptor, act_, &mode_, &nan_, &real_);
  GIRIH_ENTRY(cudnnGetActivationDescriptorSwishBeta, act_, &real_);
  GIRIH_ENTRY(cudnnSetActivationDescriptor, act_, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0.0);
  GIRIH_ENTRY(cudnnSetActivationDescriptorSwishBeta, act_, 1.0);
  GIRIH_ENTRY(cudnnGetFilterSizeInBytes, w_, &bytes_);
  GIRIH_ENTRY(cudnnSetFilter4dDescriptor, w_, f32, nchw, 4, 4, 3, 3);
  GIRIH_ENTRY(cudnnSetFilterNdDescriptor, w_, f32, nchw, 4, dims_);
  GIRIH_ENTRY(cudnnPoolingForward, h, pool_, a, x_, in(), b, pooled_, out());
  GIRIH_ENTRY(cudnnPoolingBackward, h, pool_, a, pooled_, in(), pooled_, in(), x_, in(), b, x_, out());
  GIRIH_ENTRY(cudnnGetPooling2dForwardOutputDim, pool_, x_, ints_, ints_ + 1, ints_ + 2, ints_ + 3);
  GIRIH_ENTRY(cudnnGetPoolingNdForwardOutputDim, pool_, x_, 4, ints_);
  GIRIH_ENTRY(cudnnSetPooling2dDescriptor, pool_, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 2, 2, 1, 1, 2, 2);
  GIRIH_ENTRY(cudnnGetProperty, MAJOR_VERSION, ints_);
  GIRIH_ENTRY(cudnnGetStream, h, &stream_);
  GIRIH_ENTRY(cudnnSetStream, h, nullptr);
  GIRIH_ENTRY(cudnnQueryRuntimeError, h, &status_, CUDNN_ERRQUERY_NONBLOCKING, nullptr);
  GIRIH_ENTRY(cudnnOpTensor, h, op_, a, x_, in(), a, bias_, in(), b, y_, out());
  GIRIH_ENTRY(cudnnSetOpTensorDescriptor, op_, CUDNN_OP_TENSOR_ADD, f32, CUDNN_PROPAGATE_NAN);
  GIRIH_ENTRY(cudnnReduceTensor, h, reduce_, scratch(index_bytes), index_bytes, scratch(reduce_bytes), reduce_bytes, a,
              x_, in(), b, bias_, out());
  GIRIH_ENTRY(cudnnGetReductionIndicesSize, h, reduce_, x_, bias_, &bytes_);
  GIRIH_ENTRY(cudnnGetReductionWorkspaceSize, h, reduce_, x_, bias_, &bytes_);
  GIRIH_ENTRY(cudnnSetReduceTensorDescriptor, reduce_, CUDNN_REDUCE_TENSOR_ADD, f32, CUDNN_PROPAGATE_NAN,
              CUDNN_REDUCE_TENSOR_NO_INDICES, CUDNN_32BIT_INDICES);
  GIRIH_ENTRY(cudnnScaleTensor, h, y_, out(), a);
  GIRIH_ENTRY(cudnnSetTensor, h, y_, out(), a);
  GIRIH_ENTRY(cudnnTransformTensor, h, a, x_, in(), b, y_, out());
  GIRIH_ENTRY(cudnnSetTensor4dDescriptor, spare_, nchw, f32, 1, 3, 4, 5);
  GIRIH_ENTRY(cudnnSetTensor4dDescriptorEx, spare_, f32, 2, 3, 4, 5, 60, 20, 5, 1);
  GIRIH_ENTRY(cudnnSetTensorNdDescriptor, spare_, f32, 4, dims_, strides_);
  GIRIH_ENTRY(cudnnSetTensorNdDescriptorEx, spare_, nchw, f32, 4, dims_);
  GIRIH_ENTRY(cudnnSoftmaxForward, h, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_CHANNEL, a, x_, in(), b, y_, out());
  GIRIH_ENTRY(cudnnSoftmaxBackward, h, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_CHANNEL, a, y_, in(), y_, in(), b, x_,
              out());
  const auto across = CUDNN_LRN_CROSS_CHANNEL_DIM1;
  const auto precomputed = CUDNN_DIVNORM_PRECOMPUTED_MEANS;
  GIRIH_ENTRY(cudnnSetLRNDescriptor, lrn_, 5, 1e-4, 0.75, 2.0);
  GIRIH_ENTRY(cudnnLRNCrossChannelForward, h, lrn_, across, a, x_, in(), b, y_, out());
  GIRIH_ENTRY(cudnnLRNCrossChannelBackward, h, lrn_, across, a, y_, in(), y_, in(), x_, in(), b, x_, out());
  GIRIH_ENTRY(cudnnDivisiveNormalizationForward, h, lrn_, precomputed, a, x_, in(), in(), space, space, b, y_, out());
  GIRIH_ENTRY(cudnnDivisiveNormalizationBackward, h, lrn_, precomputed, a, x_, in(), in(), in(), space, space, b, x_,
              out(), out());
  GIRIH_ENTRY(cudnnIm2Col, h, pooled_, in(), w_, conv_, out());
  GIRIH_ENTRY(cudnnSetTensorTransformDescriptor, transform_, 4, nchw, ints_, ints_, folds_, CUDNN_TRANSFORM_FOLD);
  GIRIH_ENTRY(cudnnInitTransformDest, transform_, x_, spare_, &bytes_);
  GIRIH_ENTRY(cudnnTransformTensorEx, h, transform_, a, x_, in(), b, y_, out());
  GIRIH_ENTRY(cudnnSetSpatialTransformerNdDescriptor, st_, CUDNN_SAMPLER_BILINEAR, f32, 4, dims_);
  GIRIH_ENTRY(cudnnSpatialTfGridGeneratorForward, h, st_, in(), out());
  GIRIH_ENTRY(cudnnSpatialTfGridGeneratorBackward, h, st_, in(), out());
  GIRIH_ENTRY(cudnnSpatialTfSamplerForward, h, st_, a, x_, in(), in(), b, y_, out());
  GIRIH_ENTRY(cudnnSpatialTfSamplerBackward, h, st_, a, x_, in(), b, x_, out(), a, y_, in(), in(), b, out());
  const auto channels = CUDNN_NORM_PER_CHANNEL;
  GIRIH_ENTRY(cudnnNormalizationForwardInference, h, channels, CUDNN_NORM_OPS_NORM, CUDNN_NORM_ALGO_STANDARD, a, b, x_,
              in(), param_, in(), in(), param_, in(), in(), nullptr, nullptr, nullptr, y_, out(), 1e-3, 1);
  GIRIH_ENTRY(cudnnNormalizationForwardTraining, h, channels, CUDNN_NORM_OPS_NORM_ADD_ACTIVATION,
              CUDNN_NORM_ALGO_PERSIST, a, b, half_, in(), half_param_, in(), in(), 0.5, half_param_, scratch(64),
              scratch(64), 1e-3, scratch(64), scratch(64), act_, half_, in(), half_, out(), scratch(fwd_bytes),
              fwd_bytes, scratch(ex_reserve), ex_reserve, 1);
  build_rnn();
  build_attention();
  build_ctc();
}

// Two heads over two sequences of three steps, every vector of four elements, in training.
void World::build_attention() {
  cudnnCreateAttnDescriptor(&attention_);
  cudnnCreateSeqDataDescriptor(&queries_);
  const auto f32 = CUDNN_DATA_FLOAT;
  const auto h = handle_;
  static const int dims[] = {3, 2, 1, 4}, lengths[] = {3, 3}, low[] = {0, 0, 0}, high[] = {3, 3, 3};
  static const cudnnSeqDataAxis_t axes[] = {CUDNN_SEQDATA_BATCH_DIM, CUDNN_SEQDATA_BEAM_DIM, CUDNN_SEQDATA_TIME_DIM,
                                            CUDNN_SEQDATA_VECT_DIM};
  cudnnSetSeqDataDescriptor(queries_, f32, 4, dims, axes, 2, lengths, nullptr);
  cudnnSetAttnDescriptor(attention_, 0, 2, 1.0, f32, f32, CUDNN_DEFAULT_MATH, nullptr, nullptr, 4, 4, 4, 4, 4, 4, 4, 3,
                         3, 2, 1);
  size_t weights = 0, work = 0, kept = 0;
  cudnnGetMultiHeadAttnBuffers(h, attention_, &weights, &work, &kept);
  void* on_device = in();
  conformance::check_cuda(cudaMemcpy(on_device, lengths, sizeof lengths, cudaMemcpyHostToDevice), "lengths");
  const auto* device_lengths = static_cast<const int*>(on_device);
  GIRIH_ENTRY(cudnnSetSeqDataDescriptor, queries_, f32, 4, dims, axes, size_t{2}, lengths, nullptr);
  GIRIH_ENTRY(cudnnSetAttnDescriptor, attention_, 0u, 2, 1.0, f32, f32, CUDNN_DEFAULT_MATH, nullptr, nullptr, 4, 4, 4,
              4, 4, 4, 4, 3, 3, 2, 1);
  GIRIH_ENTRY(cudnnGetMultiHeadAttnBuffers, h, attention_, &bytes_, &bytes_, &bytes_);
  GIRIH_ENTRY(cudnnGetMultiHeadAttnWeights, h, attention_, CUDNN_MH_ATTN_Q_WEIGHTS, weights, in(), spare_, &pointer_);
  GIRIH_ENTRY(cudnnMultiHeadAttnForward, h, attention_, -1, low, high, device_lengths, device_lengths, queries_, in(),
              nullptr, queries_, in(), queries_, in(), queries_, out(), weights, in(), work, scratch(work), kept,
              scratch(kept));
}

// An LSTM of one layer over two sequences of three steps, in training.
void World::build_rnn() {
  cudnnCreateRNNDescriptor(&rnn_);
  cudnnCreateRNNDataDescriptor(&sequences_);
  cudnnCreateRNNDataDescriptor(&results_);
  cudnnCreateTensorDescriptor(&state_);
  const int lengths[] = {3, 3}, dims[] = {1, 2, 6}, strides[] = {12, 6, 1};
  const auto f32 = CUDNN_DATA_FLOAT;
  const auto layout = CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED;
  const auto standard = CUDNN_RNN_ALGO_STANDARD;
  cudnnSetRNNDescriptor_v8(rnn_, standard, CUDNN_LSTM, CUDNN_RNN_DOUBLE_BIAS, CUDNN_UNIDIRECTIONAL, CUDNN_LINEAR_INPUT,
                           f32, f32, CUDNN_FMA_MATH, 5, 6, 6, 1, dropout_, CUDNN_RNN_PADDED_IO_ENABLED);
  cudnnSetRNNDataDescriptor(sequences_, f32, layout, 3, 2, 5, lengths, &number_);
  cudnnSetRNNDataDescriptor(results_, f32, layout, 3, 2, 6, lengths, &number_);
  cudnnSetTensorNdDescriptor(state_, f32, 3, dims, strides);
  size_t weights = 0, work = 0, kept = 0;
  cudnnGetRNNWeightSpaceSize(handle_, rnn_, &weights);
  const auto training = CUDNN_FWD_MODE_TRAINING;
  cudnnGetRNNTempSpaceSizes(handle_, rnn_, training, sequences_, &work, &kept);

  auto h = handle_;
  const int32_t* device_lengths = nullptr;
  const double low = -1, high = 1;
  for (int i = 0; i < 8; ++i) ints_[i] = 3;
  GIRIH_ENTRY(cudnnBuildRNNDynamic, h, rnn_, 2);
  GIRIH_ENTRY(cudnnGetRNNTempSpaceSizes, h, rnn_, training, sequences_, &bytes_, &bytes_);
  GIRIH_ENTRY(cudnnGetRNNWeightSpaceSize, h, rnn_, &bytes_);
  GIRIH_ENTRY(cudnnGetRNNWeightParams, h, rnn_, 0, weights, in(), 0, spare_, &pointer_, bias_, &pointer_);
  GIRIH_ENTRY(cudnnRNNForward, h, rnn_, training, device_lengths, sequences_, in(), results_, out(), state_, in(),
              out(), state_, in(), out(), weights, in(), work, scratch(work), kept, scratch(kept));
  GIRIH_ENTRY(cudnnRNNBackwardData_v8, h, rnn_, device_lengths, results_, in(), in(), sequences_, out(), state_, in(),
              in(), out(), state_, in(), in(), out(), weights, in(), work, scratch(work), kept, scratch(kept));
  GIRIH_ENTRY(cudnnRNNBackwardWeights_v8, h, rnn_, CUDNN_WGRAD_MODE_ADD, device_lengths, sequences_, in(), state_, in(),
              results_, in(), weights, out(), work, scratch(work), kept, scratch(kept));
  GIRIH_ENTRY(cudnnRNNSetClip_v8, rnn_, CUDNN_RNN_CLIP_MINMAX, CUDNN_PROPAGATE_NAN, low, high);
  GIRIH_ENTRY(cudnnRNNSetClip_v9, rnn_, CUDNN_RNN_CLIP_MINMAX, low, high);
  GIRIH_ENTRY(cudnnSetRNNDataDescriptor, sequences_, f32, layout, 3, 2, 5, ints_, &number_);
  GIRIH_ENTRY(cudnnSetRNNDescriptor_v8, rnn_, standard, CUDNN_LSTM, CUDNN_RNN_DOUBLE_BIAS, CUDNN_UNIDIRECTIONAL,
              CUDNN_LINEAR_INPUT, f32, f32, CUDNN_FMA_MATH, 5, 6, 6, 1, dropout_, CUDNN_RNN_PADDED_IO_ENABLED);
}

// Two samples of one step, state_ being {1, 2, 6}: each has the label 1.
void World::build_ctc() {
  cudnnCreateCTCLossDescriptor(&ctc_);
  const auto f32 = CUDNN_DATA_FLOAT;
  const auto softmax = CUDNN_LOSS_NORMALIZATION_SOFTMAX;
  const auto zero = CUDNN_CTC_ZERO_OOB_GRADIENTS;
  const auto algo = CUDNN_CTC_LOSS_ALGO_DETERMINISTIC;
  const auto nan = CUDNN_NOT_PROPAGATE_NAN;
  cudnnSetCTCLossDescriptor_v9(ctc_, f32, softmax, zero, 20);
  auto* on_device = static_cast<int*>(scratch(sizeof ones_));
  cudaMemcpy(on_device, ones_, sizeof ones_, cudaMemcpyHostToDevice);
  auto h = handle_;
  size_t host = 0, device = 0;
  cudnnGetCTCLossWorkspaceSize(h, state_, state_, ones_, ones_, ones_, algo, ctc_, &host);
  cudnnGetCTCLossWorkspaceSize_v8(h, algo, ctc_, state_, state_, &device);
  GIRIH_ENTRY(cudnnSetCTCLossDescriptor, ctc_, f32);
  GIRIH_ENTRY(cudnnSetCTCLossDescriptorEx, ctc_, f32, softmax, nan);
  GIRIH_ENTRY(cudnnSetCTCLossDescriptor_v8, ctc_, f32, softmax, nan, 20);
  GIRIH_ENTRY(cudnnSetCTCLossDescriptor_v9, ctc_, f32, softmax, zero, 20);
  GIRIH_ENTRY(cudnnGetCTCLossWorkspaceSize, h, state_, state_, ones_, ones_, ones_, algo, ctc_, &bytes_);
  GIRIH_ENTRY(cudnnGetCTCLossWorkspaceSize_v8, h, algo, ctc_, state_, state_, &bytes_);
  GIRIH_ENTRY(cudnnCTCLoss, h, state_, in(), ones_, ones_, ones_, out(), state_, out(), algo, ctc_, scratch(host),
              host);
  GIRIH_ENTRY(cudnnCTCLoss_v8, h, algo, ctc_, state_, in(), on_device, on_device, on_device, out(), state_, out(),
              device, scratch(device));
#undef GIRIH_ENTRY
}

bool crashed(const std::string& recorded) { return recorded == "crash" || recorded.find("fault") != std::string::npos; }

}  // namespace

void play_status_arguments(Tally& tally, const std::vector<std::vector<std::string>>& table) {
  bool girih = tally.session().girih();
  for (const std::vector<std::string>& f : table) {
    const std::string &function = f[0], &argument = f[2], &value = f[3];
    std::string recorded = f[4];
    tally.begin("status_arguments", function + " " + argument + "=" + value);
    if (crashed(recorded)) {
      if (!girih) continue;  // not on the library that crashes
      recorded = "2000";     // a clean refusal is what we ask for instead
    }
    World world(tally.session().handle, function.find("Dropout") != std::string::npos);
    auto found = world.entries().find(function);
    if (found == world.entries().end()) {
      tally.skip("status: " + function);
      continue;
    }
    bool valid = argument == "-", applies = false;
    conformance::last_error();
    cudnnStatus_t status = found->second.call(valid ? -1 : std::atoi(f[1].c_str()), value, &applies);
    cudaError_t cuda = cudaDeviceSynchronize();
    if (!applies) {
      tally.check(false, "record", "the argument " + argument + " cannot be " + value);
      continue;
    }
    std::string text = status == CUDNN_STATUS_SUCCESS ? "" : conformance::last_error();
    if (girih && status >= CUDNN_STATUS_NOT_SUPPORTED && text.find("not built") != std::string::npos) {
      tally.unbuilt(function);
      continue;
    }
    tally.check(cuda == cudaSuccess, "cuda", std::string("the device failed: ") + cudaGetErrorString(cuda));
    tally.check(static_cast<int>(status) == std::atoi(recorded.c_str()), "status",
                "returned " + std::to_string(status) + (text.empty() ? "" : " (" + text + ")") + ", recorded " + f[4]);
    if (status == CUDNN_STATUS_SUCCESS) continue;
    tally.check(world.outputs_untouched(), "outputs", "an output was written though the call failed");
    if (!girih) continue;
    tally.check(!text.empty(), "text", "no text says why");
    if (value == "NULL")
      tally.check(text.find(argument) != std::string::npos, "text names the argument",
                  "the text does not name " + argument + ": " + text);
  }
}

}  // namespace girih::golden
