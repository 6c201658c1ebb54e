// status_cases.tsv: descriptors that do not fit together, limits of the setters, small facts about handles.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>

#include "conformance/tensor.h"
#include "golden/golden.h"

namespace girih::golden {
namespace {

using conformance::DType;
using conformance::Shape;
using conformance::Tensor;

std::string digits_after(const std::string& text, const std::string& word) {
  size_t at = text.find(word);
  if (at == std::string::npos) return "";
  at += word.size();
  size_t end = at;
  while (end < text.size() && (std::isdigit(static_cast<unsigned char>(text[end])) || text[end] == '-')) ++end;
  return text.substr(at, end - at);
}

void tensor_descriptor(Tally& tally, const std::vector<std::string>& f) {
  int type = std::atoi(digits_after(f[2], "dtype").c_str()), format = std::atoi(digits_after(f[2], "format").c_str());
  cudnnTensorDescriptor_t d = nullptr;
  cudnnCreateTensorDescriptor(&d);
  cudnnStatus_t status = cudnnSetTensor4dDescriptor(d, static_cast<cudnnTensorFormat_t>(format),
                                                    static_cast<cudnnDataType_t>(type), 2, 32, 5, 8);
  if (tally.status(status, f[4], "cudnnSetTensor4dDescriptor")) {
    size_t bytes = 0;
    cudnnGetTensorSizeInBytes(d, &bytes);
    std::string recorded = digits_after(f[5], "bytes ");
    tally.check(std::to_string(bytes) == recorded, "bytes",
                "the tensor takes " + std::to_string(bytes) + " bytes, recorded " + recorded);
  }
  cudnnDestroyTensorDescriptor(d);
}

void strides_and_dims(Tally& tally, const std::vector<std::string>& f) {
  cudnnTensorDescriptor_t d = nullptr;
  cudnnCreateTensorDescriptor(&d);
  bool zero_dims = f[1] == "zero dims";
  std::vector<int> given;
  for (const std::string& part : split(f[2], zero_dims ? 'x' : ' ')) given.push_back(std::atoi(part.c_str()));
  std::vector<int> dims = zero_dims ? given : std::vector<int>{2, 3, 4, 5};
  std::vector<int> strides = zero_dims ? std::vector<int>{60, 20, 5, 1} : given;
  tally.status(cudnnSetTensorNdDescriptor(d, CUDNN_DATA_FLOAT, 4, dims.data(), strides.data()),
               digits_after(f[5], "Nd "), "cudnnSetTensorNdDescriptor");
  if (!zero_dims && digits_after(f[5], "Nd ") == "0") {
    size_t bytes = 0;
    cudnnGetTensorSizeInBytes(d, &bytes);
    tally.check(std::to_string(bytes) == digits_after(f[5], "bytes "), "bytes",
                "the tensor takes " + std::to_string(bytes) + " bytes, recorded " + digits_after(f[5], "bytes "));
  }
  if (zero_dims) {
    tally.status(cudnnSetTensorNdDescriptorEx(d, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 4, dims.data()),
                 digits_after(f[5], "NdEx "), "cudnnSetTensorNdDescriptorEx");
    tally.status(cudnnSetTensor4dDescriptor(d, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, dims[0], dims[1], dims[2], dims[3]),
                 digits_after(f[5], " 4d "), "cudnnSetTensor4dDescriptor");
  }
  tally.status(cudnnSetTensor4dDescriptorEx(d, CUDNN_DATA_FLOAT, dims[0], dims[1], dims[2], dims[3], strides[0],
                                            strides[1], strides[2], strides[3]),
               digits_after(f[5], "4dEx "), "cudnnSetTensor4dDescriptorEx");
  cudnnDestroyTensorDescriptor(d);
}

void filter_descriptor(Tally& tally, const std::vector<std::string>& f) {
  int rank = std::atoi(digits_after(f[2], "nbDims").c_str());
  cudnnFilterDescriptor_t d = nullptr;
  cudnnCreateFilterDescriptor(&d);
  int dims[10] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
  tally.status(cudnnSetFilterNdDescriptor(d, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, rank, dims), f[4],
               "cudnnSetFilterNdDescriptor");
  cudnnDestroyFilterDescriptor(d);
}

void convolution_descriptor(Tally& tally, const std::vector<std::string>& f) {
  cudnnConvolutionDescriptor_t d = nullptr;
  cudnnCreateConvolutionDescriptor(&d);
  int ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  if (f[1] == "cudnnSetConvolutionNdDescriptor") {
    int rank = std::atoi(digits_after(f[2], "arrayLength").c_str());
    tally.status(cudnnSetConvolutionNdDescriptor(d, rank, ones, ones, ones, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT),
                 f[4], f[1]);
  } else if (f[1] == "cudnnSetConvolutionMathType") {
    cudnnSetConvolution2dDescriptor(d, 0, 0, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT);
    tally.status(cudnnSetConvolutionMathType(d, static_cast<cudnnMathType_t>(std::atoi(f[2].c_str()))), f[4], f[1]);
  } else {
    int length = -1, pad[8], stride[8], dilation[8];
    cudnnConvolutionMode_t mode;
    cudnnDataType_t type;
    tally.status(cudnnGetConvolutionNdDescriptor(d, 2, &length, pad, stride, dilation, &mode, &type), f[4], f[1]);
    tally.check(length == 0, "length", "an unset descriptor has length " + std::to_string(length));
  }
  cudnnDestroyConvolutionDescriptor(d);
}

void query_error(Tally& tally, const std::vector<std::string>& f) {
  auto mode = static_cast<cudnnErrQueryMode_t>(std::atoi(digits_after(f[2], "mode").c_str()));
  cudnnStatus_t status = static_cast<cudnnStatus_t>(77);
  tally.status(cudnnQueryRuntimeError(tally.session().handle, &status, mode, nullptr), f[4], f[1]);
  std::string recorded = digits_after(f[5], "rstatus ");
  tally.check(std::to_string(status) == recorded, "rstatus",
              "rstatus is " + std::to_string(status) + ", recorded " + recorded);
}

// x 2x4x6x6, w 4x4x3x3, y 2x4x6x6 with one thing changed, as the condition says.
void convolution_mismatch(Tally& tally, const std::vector<std::string>& f) {
  const std::string& condition = f[2];
  std::vector<int> x{2, 4, 6, 6}, w{4, 4, 3, 3}, y{2, 4, 6, 6};
  cudnnDataType_t xt = CUDNN_DATA_FLOAT, wt = xt, yt = xt, compute = xt;
  int rank = 2, groups = 1;
  if (condition == "x channels") x[1] = 5;
  if (condition == "y channels") y[1] = 5;
  if (condition == "y batch") y[0] = 3;
  if (condition == "y spatial smaller") y[2] = 5;
  if (condition == "y spatial larger") y[2] = 7;
  if (condition == "x dtype f16") xt = CUDNN_DATA_HALF;
  if (condition == "w dtype f16") wt = CUDNN_DATA_HALF;
  if (condition == "y dtype f16") yt = CUDNN_DATA_HALF;
  if (condition == "all f16 compute f32") xt = wt = yt = CUDNN_DATA_HALF;
  if (condition == "f32 compute half") compute = CUDNN_DATA_HALF;
  if (condition == "f32 compute double") compute = CUDNN_DATA_DOUBLE;
  if (condition == "x 5d") x.push_back(1);
  if (condition == "x 3d") x.pop_back();
  if (condition == "x 6d") x.insert(x.end(), {1, 1});
  if (condition == "w 5d") w.push_back(1);
  if (condition == "conv 3d") rank = 3;
  if (condition == "groups 2 not matching w") groups = 2;
  if (condition == "groups 3") groups = 3;
  if (condition == "x int8") xt = CUDNN_DATA_INT8;
  cudnnTensorDescriptor_t xd = nullptr, yd = nullptr;
  cudnnFilterDescriptor_t wd = nullptr;
  cudnnConvolutionDescriptor_t conv = nullptr;
  cudnnCreateTensorDescriptor(&xd);
  cudnnCreateTensorDescriptor(&yd);
  cudnnCreateFilterDescriptor(&wd);
  cudnnCreateConvolutionDescriptor(&conv);
  auto set = [](cudnnTensorDescriptor_t d, cudnnDataType_t type, const std::vector<int>& dims) {
    cudnnSetTensorNdDescriptorEx(d, CUDNN_TENSOR_NCHW, type, static_cast<int>(dims.size()), dims.data());
  };
  int ones[3] = {1, 1, 1};
  if (condition != "x unset") set(xd, xt, x);
  if (condition != "y unset") set(yd, yt, y);
  if (condition != "w unset")
    cudnnSetFilterNdDescriptor(wd, wt, CUDNN_TENSOR_NCHW, static_cast<int>(w.size()), w.data());
  if (condition != "c unset") {
    cudnnSetConvolutionNdDescriptor(conv, rank, ones, ones, ones, CUDNN_CROSS_CORRELATION, compute);
    cudnnSetConvolutionGroupCount(conv, groups);
    cudnnSetConvolutionMathType(conv, CUDNN_FMA_MATH);
  }
  conformance::DeviceBuffer memory(8192), result(8192);
  memory.fill(0);
  result.fill(0xFF);
  float one = 1, zero = 0;
  cudnnStatus_t status =
      cudnnConvolutionForward(tally.session().handle, &one, xd, memory.data(), wd, memory.data(), conv,
                              CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, nullptr, 0, &zero, yd, result.data());
  conformance::check_cuda(cudaDeviceSynchronize(), "cudnnConvolutionForward");
  tally.status(status, f[4], "run");
  if (status != CUDNN_STATUS_SUCCESS) {
    bool clean = true;
    for (uint8_t byte : result.download()) clean &= byte == 0xFF;
    tally.check(clean, "outputs", "y was written though the call failed");
  }
  size_t bytes = 0;
  status = cudnnGetConvolutionForwardWorkspaceSize(tally.session().handle, xd, wd, conv, yd,
                                                   CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, &bytes);
  tally.status(status, digits_after(f[3], "ws="), "workspace query");
  int count = -1;
  cudnnConvolutionFwdAlgoPerf_t perf[10];
  status = cudnnGetConvolutionForwardAlgorithm_v7(tally.session().handle, xd, wd, conv, yd, 8, &count, perf);
  tally.status(status, digits_after(f[3], "get_v7="), "Get_v7");
  cudnnDestroyTensorDescriptor(xd);
  cudnnDestroyTensorDescriptor(yd);
  cudnnDestroyFilterDescriptor(wd);
  cudnnDestroyConvolutionDescriptor(conv);
}

// The second tensor of an elementwise call differs from the first, 2x3x4x5 in f32.
void elementwise_mismatch(Tally& tally, const std::vector<std::string>& f) {
  std::vector<int64_t> dims{2, 3, 4, 5};
  DType type = DType::kF32;
  if (f[2] == "y/dx smaller n") dims[0] = 1;
  if (f[2] == "y/dx other c") dims[1] = 4;
  if (f[2] == "y/dx other h") dims[2] = 3;
  if (f[2] == "y/dx f16") type = DType::kF16;
  if (f[2] == "y/dx f64") type = DType::kF64;
  bool pooling = f[1] == "cudnnPoolingForward";
  if (f[2].find("5d") != std::string::npos) dims.push_back(1);
  if (f[2].find("3d") != std::string::npos) dims = {2, 3, 20};
  static const char* known[] = {"y/dx same", "y/dx smaller n", "y/dx other c", "y/dx other h", "y/dx f16", "y/dx f64"};
  if (std::find(std::begin(known), std::end(known), f[2]) == std::end(known)) return tally.skip("mismatch: " + f[2]);
  Shape first{DType::kF32, {2, 3, 4, 5}, {60, 20, 5, 1}};
  Shape second{type, dims, conformance::strides_of("nchw", dims)};
  Tensor x("x", first), g("g", first), y("y", second);
  for (Tensor* tensor : {&x, &g}) {
    tensor->set(std::vector<double>(tensor->offsets.size(), 1));
    tensor->buffer.upload(tensor->image);
  }
  y.poison();
  y.buffer.upload(y.image);
  double one[2] = {1, 1}, zero[2] = {0, 0};
  float onef = 1, zerof = 0;
  bool wide = type == DType::kF64 && f[1] == "cudnnTransformTensor";
  const void *a = wide ? static_cast<void*>(one) : &onef, *b = wide ? static_cast<void*>(zero) : &zerof;
  cudnnHandle_t h = tally.session().handle;
  cudnnActivationDescriptor_t act = nullptr;
  cudnnCreateActivationDescriptor(&act);
  cudnnSetActivationDescriptor(act, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0);
  cudnnPoolingDescriptor_t pool = nullptr;
  cudnnCreatePoolingDescriptor(&pool);
  cudnnSetPooling2dDescriptor(pool, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 1, 1, 0, 0, 1, 1);
  cudnnLRNDescriptor_t lrn = nullptr;
  cudnnCreateLRNDescriptor(&lrn);
  cudnnTensorDescriptor_t xd = x.descriptor(), yd = y.descriptor();
  const auto accurate = CUDNN_SOFTMAX_ACCURATE;
  const auto channel = CUDNN_SOFTMAX_MODE_CHANNEL;
  bool played = true;
  cudnnStatus_t status = CUDNN_STATUS_SUCCESS;
  if (f[1] == "cudnnActivationForward")
    status = cudnnActivationForward(h, act, a, xd, x.data(), b, yd, y.data());
  else if (f[1] == "cudnnSoftmaxForward")
    status = cudnnSoftmaxForward(h, accurate, channel, a, xd, x.data(), b, yd, y.data());
  else if (pooling)
    status = cudnnPoolingForward(h, pool, a, xd, x.data(), b, yd, y.data());
  else if (f[1] == "cudnnTransformTensor")
    status = cudnnTransformTensor(h, a, xd, x.data(), b, yd, y.data());
  else if (f[1] == "cudnnLRNCrossChannelForward")
    status = cudnnLRNCrossChannelForward(h, lrn, CUDNN_LRN_CROSS_CHANNEL_DIM1, a, xd, x.data(), b, yd, y.data());
  else if (f[1] == "cudnnAddTensor")
    status = cudnnAddTensor(h, a, xd, x.data(), b, yd, y.data());
  else if (f[1] == "cudnnActivationBackward(dx)")
    status = cudnnActivationBackward(h, act, a, xd, x.data(), xd, g.data(), xd, x.data(), b, yd, y.data());
  else if (f[1] == "cudnnSoftmaxBackward(dx)")
    status = cudnnSoftmaxBackward(h, accurate, channel, a, xd, x.data(), xd, g.data(), b, yd, y.data());
  else
    played = false;
  conformance::check_cuda(cudaDeviceSynchronize(), f[1].c_str());
  cudnnDestroyActivationDescriptor(act);
  cudnnDestroyPoolingDescriptor(pool);
  cudnnDestroyLRNDescriptor(lrn);
  if (!played) return tally.skip("mismatch: " + f[1]);
  tally.status(status, f[4], f[1]);
  if (status != CUDNN_STATUS_SUCCESS)
    tally.check(y.buffer.download() == y.image, "outputs", "the output was written though the call failed");
}

void destroy_null(Tally& tally) {
  tally.check(cudnnDestroyTensorDescriptor(nullptr) == 0, "tensor", "destroying NULL fails");
  tally.check(cudnnDestroyFilterDescriptor(nullptr) == 0, "filter", "destroying NULL fails");
  tally.check(cudnnDestroyConvolutionDescriptor(nullptr) == 0, "convolution", "destroying NULL fails");
  tally.check(cudnnDestroyPoolingDescriptor(nullptr) == 0, "pooling", "destroying NULL fails");
  tally.check(cudnnDestroyActivationDescriptor(nullptr) == 0, "activation", "destroying NULL fails");
  tally.check(cudnnDestroyOpTensorDescriptor(nullptr) == 0, "optensor", "destroying NULL fails");
  tally.check(cudnnDestroyReduceTensorDescriptor(nullptr) == 0, "reduce", "destroying NULL fails");
  tally.check(cudnnDestroyDropoutDescriptor(nullptr) == 0, "dropout", "destroying NULL fails");
  tally.check(cudnnDestroyLRNDescriptor(nullptr) == 0, "lrn", "destroying NULL fails");
  tally.check(cudnnDestroySpatialTransformerDescriptor(nullptr) == 0, "spatialtf", "destroying NULL fails");
  tally.check(cudnnDestroyTensorTransformDescriptor(nullptr) == 0, "transform", "destroying NULL fails");
  tally.check(cudnnDestroyFusedOpsConstParamPack(nullptr) == 0, "fusedconst", "destroying NULL fails");
  tally.check(cudnnDestroyFusedOpsVariantParamPack(nullptr) == 0, "fusedvar", "destroying NULL fails");
  tally.check(cudnnDestroyFusedOpsPlan(nullptr) == 0, "fusedplan", "destroying NULL fails");
}

// What the probes of the original library without a GPU showed about errors and descriptors.
void facts(Tally& tally) {
  tally.begin("status_cases", "facts");
  auto text = [](cudnnStatus_t status) { return std::string(cudnnGetErrorString(status)); };
  tally.check(text(CUDNN_STATUS_SUCCESS) == "CUDNN_STATUS_SUCCESS", "error string", "error string of 0");
  tally.check(text(CUDNN_STATUS_BAD_PARAM) == "CUDNN_STATUS_BAD_PARAM", "error string", "error string of 2000");
  tally.check(text(static_cast<cudnnStatus_t>(123)) == "CUDNN_UNKNOWN_STATUS", "error string", "error string of 123");
  int value = -7;
  tally.check(cudnnGetProperty(MAJOR_VERSION, &value) == CUDNN_STATUS_SUCCESS && value == 9, "property",
              "major version");
  value = -7;
  tally.check(cudnnGetProperty(static_cast<libraryPropertyType>(3), &value) == CUDNN_STATUS_BAD_PARAM && value == -7,
              "property", "an unknown property writes or is accepted");
  tally.check(cudnnGetVersion() == 91900, "version", "cudnnGetVersion");
  tally.check(cudnnCreate(nullptr) == CUDNN_STATUS_BAD_PARAM, "create", "cudnnCreate(NULL)");
  tally.check(cudnnDestroy(nullptr) == CUDNN_STATUS_SUCCESS, "destroy", "cudnnDestroy(NULL)");

  cudnnTensorDescriptor_t d = nullptr;
  tally.check(cudnnCreateTensorDescriptor(nullptr) == CUDNN_STATUS_BAD_PARAM, "create", "a NULL result is accepted");
  cudnnCreateTensorDescriptor(&d);
  int dims[9] = {2, 3, 4, 5, 1, 1, 1, 1, 1}, strides[9] = {60, 20, 5, 1, 1, 1, 1, 1, 1};
  auto set = [&](int rank) { return cudnnSetTensorNdDescriptor(d, CUDNN_DATA_FLOAT, rank, dims, strides); };
  tally.status(set(9), "3000", "rank 9");
  tally.status(set(0), "2000", "rank 0");
  tally.status(set(2), "0", "rank 2");
  tally.status(set(3), "0", "rank 3");
  tally.status(set(4), "0", "rank 4");
  int rank = 0, got[8] = {-1, -1, -1, -1, -1, -1, -1, -1}, got_strides[8] = {};
  cudnnDataType_t type;
  tally.status(cudnnGetTensorNdDescriptor(d, 2, &type, &rank, got, got_strides), "0", "get two of four");
  tally.check(rank == 4 && got[0] == 2 && got[1] == 3 && got[2] == -1, "get two of four",
              "writes more or less than asked");
  cudnnDestroyTensorDescriptor(d);

  // The text is of this thread's newest error; reading clears it; it is cut to the room given.
  cudnnSetTensor4dDescriptor(nullptr, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, 1, 1);
  char shortened[4] = "xyz";
  cudnnGetLastErrorString(shortened, 4);
  tally.check(std::strlen(shortened) == 3, "last error", "a text is not cut to the room given");
  tally.check(conformance::last_error().empty(), "last error", "reading does not clear the text");
  cudnnGetLastErrorString(nullptr, 0);
}

}  // namespace

void play_status_cases(Tally& tally, const std::vector<std::vector<std::string>>& table) {
  for (const std::vector<std::string>& f : table) {
    const std::string& group = f[0];
    tally.begin("status_cases", group + " " + f[1] + " " + f[2]);
    if (group == "tensordesc")
      tensor_descriptor(tally, f);
    else if (group == "nd_n0")
      strides_and_dims(tally, f);
    else if (group == "filterdesc")
      filter_descriptor(tally, f);
    else if (group == "descs")
      convolution_descriptor(tally, f);
    else if (group == "handle")
      query_error(tally, f);
    else if (group == "mismatch")
      convolution_mismatch(tally, f);
    else if (group == "mismatch.elementwise")
      elementwise_mismatch(tally, f);
    else if (group == "rnn.desc" || group == "rnn.run")
      play_rnn_status(tally, f);
    else if (group == "ctc")
      play_ctc_status(tally, f);
    else if (group == "destroynull")
      destroy_null(tally);
    else
      tally.skip("cases: " + group);
  }
  facts(tally);
}

}  // namespace girih::golden
