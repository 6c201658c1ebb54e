// Random calls of the classic interface with descriptors that seldom fit together, and memory of exactly the size that
// they say. One rule: a status comes back, with a text when it is an error. Built with the sanitizers (preset asan) it
// also finds reads and writes outside of the tensors.
#include <cudnn.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

std::mt19937_64 engine;
int64_t pick(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(engine); }
bool chance(int percent) { return pick(1, 100) <= percent; }

std::map<std::string, std::map<int, int64_t>> outcomes;  // by function, by status
int64_t silent = 0;                                      // errors without a text
cudnnStatus_t note(const char* function, cudnnStatus_t s) {
  ++outcomes[function][static_cast<int>(s)];
  if (s) {
    char text[512] = "";
    cudnnGetLastErrorString(text, sizeof text);
    if (!text[0]) {
      std::printf("%s: status %d without a text\n", function, static_cast<int>(s));
      ++silent;
    }
  }
  return s;
}
#define CALL(f, ...) note(#f, f(__VA_ARGS__))

cudnnHandle_t handle;
std::vector<std::unique_ptr<void, decltype(&std::free)>> blocks;

// Memory of that size to the byte (behind it the sanitizer watches), with small numbers of any type in it.
void* memory(size_t bytes) {
  void* p = std::malloc(std::max<size_t>(bytes, 1));
  std::memset(p, 0, bytes);
  for (int i = 0; i < 6 && bytes > 0; ++i)
    static_cast<unsigned char*>(p)[pick(0, static_cast<int64_t>(bytes) - 1)] = static_cast<unsigned char>(pick(0, 64));
  blocks.emplace_back(p, std::free);
  return p;
}

struct Tensor {
  cudnnTensorDescriptor_t d = nullptr;
  void* data = nullptr;
  Tensor() { CALL(cudnnCreateTensorDescriptor, &d); }
  ~Tensor() { CALL(cudnnDestroyTensorDescriptor, d); }
};
struct Filter {
  cudnnFilterDescriptor_t d = nullptr;
  void* data = nullptr;
  Filter() { CALL(cudnnCreateFilterDescriptor, &d); }
  ~Filter() { CALL(cudnnDestroyFilterDescriptor, d); }
};

const cudnnDataType_t kTypes[] = {CUDNN_DATA_FLOAT, CUDNN_DATA_FLOAT,    CUDNN_DATA_FLOAT, CUDNN_DATA_DOUBLE,
                                  CUDNN_DATA_HALF,  CUDNN_DATA_BFLOAT16, CUDNN_DATA_INT8,  CUDNN_DATA_INT32,
                                  CUDNN_DATA_UINT8, CUDNN_DATA_INT8x4,   CUDNN_DATA_INT64, CUDNN_DATA_INT8x32};
cudnnDataType_t common_type;
int sizes[8];

cudnnDataType_t type() { return chance(80) ? common_type : kTypes[pick(0, 11)]; }
int dim(int i) { return chance(80) ? sizes[i] : static_cast<int>(pick(chance(10) ? -1 : 1, 6)); }

// Sets the descriptor in one of the ways there are, and gives it memory.
void fill(Tensor& t) {
  const auto format = static_cast<cudnnTensorFormat_t>(chance(95) ? pick(0, 1) : pick(0, 3));
  const int rank = static_cast<int>(chance(70) ? 4 : pick(3, 6));
  int dims[8], strides[8], step = 1;
  for (int i = 0; i < 8; ++i) dims[i] = dim(i);
  for (int i = rank; i-- > 0;) {
    strides[i] = step;
    step *= std::max(1, dims[i]) + static_cast<int>(chance(8) ? pick(1, 3) : 0);
    if (chance(2)) strides[i] = static_cast<int>(pick(-3, 3));
  }
  if (rank == 4 && chance(50))
    CALL(cudnnSetTensor4dDescriptor, t.d, format, type(), dims[0], dims[1], dims[2], dims[3]);
  else if (chance(50))
    CALL(cudnnSetTensorNdDescriptor, t.d, type(), rank, dims, strides);
  else
    CALL(cudnnSetTensorNdDescriptorEx, t.d, format, type(), rank, dims);
  size_t bytes = 0;
  CALL(cudnnGetTensorSizeInBytes, t.d, &bytes);
  int64_t low = 0;  // negative strides reach before the pointer
  int n = 0, d[8] = {}, s[8] = {};
  cudnnDataType_t ty;
  if (!CALL(cudnnGetTensorNdDescriptor, t.d, 8, &ty, &n, d, s))
    for (int i = 0; i < n; ++i) low += s[i] < 0 ? int64_t{s[i]} * (d[i] - 1) : 0;
  if (bytes > (8u << 20)) bytes = 0;
  const size_t before = low < 0 ? static_cast<size_t>(-low) * 8 : 0;
  t.data = static_cast<char*>(memory(bytes + before)) + before;
}
void fill(Filter& f) {
  int dims[8];
  const int rank = static_cast<int>(chance(75) ? 4 : pick(3, 6));
  for (int i = 0; i < 8; ++i) dims[i] = i < 2 ? dim(1) : static_cast<int>(pick(1, 3));
  const auto format = static_cast<cudnnTensorFormat_t>(chance(95) ? pick(0, 1) : 2);
  if (rank == 4 && chance(50))
    CALL(cudnnSetFilter4dDescriptor, f.d, type(), format, dims[0], dims[1], dims[2], dims[3]);
  else
    CALL(cudnnSetFilterNdDescriptor, f.d, type(), format, rank, dims);
  size_t bytes = 0;
  CALL(cudnnGetFilterSizeInBytes, f.d, &bytes);
  f.data = memory(bytes > (8u << 20) ? 0 : bytes);
}

// Scalars that serve as float and as double: 8 bytes, both near 1 or 0.
const double kOne = 1, kZero = 0;
struct Scalar {
  double storage[2] = {0, 0};
  const void* p = storage;
  explicit Scalar(bool one) {
    if (common_type == CUDNN_DATA_DOUBLE)
      storage[0] = one ? kOne : kZero;
    else {
      const float f = one ? 1.f : 0.f;
      std::memcpy(storage, &f, sizeof f);
    }
  }
};

void pooling() {
  cudnnPoolingDescriptor_t d;
  CALL(cudnnCreatePoolingDescriptor, &d);
  int window[8], pad[8], stride[8];
  for (int i = 0; i < 8; ++i) {
    window[i] = static_cast<int>(pick(chance(5) ? -1 : 1, 4)), pad[i] = static_cast<int>(pick(chance(5) ? -1 : 0, 2));
    stride[i] = static_cast<int>(pick(chance(5) ? 0 : 1, 3));
  }
  const int n = static_cast<int>(chance(80) ? 2 : pick(0, 7));
  CALL(cudnnSetPoolingNdDescriptor, d, static_cast<cudnnPoolingMode_t>(pick(0, 4)),
       static_cast<cudnnNanPropagation_t>(pick(0, 1)), n, window, pad, stride);
  Tensor x, y, dy, dx;
  for (Tensor* t : {&x, &y, &dy, &dx}) fill(*t);
  int dims[8] = {};
  if (chance(70) && !CALL(cudnnGetPoolingNdForwardOutputDim, d, x.d, 4, dims))
    for (Tensor* t : {&y, &dy})
      if (!CALL(cudnnSetTensorNdDescriptorEx, t->d, CUDNN_TENSOR_NCHW, common_type, 4, dims)) {
        size_t bytes = 0;
        CALL(cudnnGetTensorSizeInBytes, t->d, &bytes);
        t->data = memory(bytes);
      }
  const Scalar one(true), beta(chance(30));
  CALL(cudnnPoolingForward, handle, d, one.p, x.d, x.data, beta.p, y.d, y.data);
  CALL(cudnnPoolingBackward, handle, d, one.p, y.d, y.data, dy.d, dy.data, x.d, x.data, beta.p, dx.d, dx.data);
  CALL(cudnnDestroyPoolingDescriptor, d);
}

void activation() {
  cudnnActivationDescriptor_t d;
  CALL(cudnnCreateActivationDescriptor, &d);
  CALL(cudnnSetActivationDescriptor, d, static_cast<cudnnActivationMode_t>(pick(0, 7)),
       static_cast<cudnnNanPropagation_t>(pick(0, 1)), static_cast<double>(pick(-1, 3)));
  Tensor x, y, dy, dx;
  for (Tensor* t : {&x, &y, &dy, &dx}) fill(*t);
  const Scalar one(true), beta(chance(30));
  CALL(cudnnActivationForward, handle, d, one.p, x.d, x.data, beta.p, y.d, y.data);
  CALL(cudnnActivationBackward, handle, d, one.p, y.d, y.data, dy.d, dy.data, x.d, x.data, beta.p, dx.d, dx.data);
  CALL(cudnnDestroyActivationDescriptor, d);
}

void softmax() {
  Tensor x, y, dy;
  for (Tensor* t : {&x, &y, &dy}) fill(*t);
  const Scalar one(true), beta(chance(30));
  const auto algo = static_cast<cudnnSoftmaxAlgorithm_t>(pick(0, 3));
  const auto mode = static_cast<cudnnSoftmaxMode_t>(pick(0, 2));
  CALL(cudnnSoftmaxForward, handle, algo, mode, one.p, x.d, x.data, beta.p, y.d, y.data);
  CALL(cudnnSoftmaxBackward, handle, algo, mode, one.p, y.d, y.data, dy.d, dy.data, beta.p, x.d, x.data);
}

void tensors() {
  Tensor a, b, c;
  for (Tensor* t : {&a, &b, &c}) fill(*t);
  const Scalar one(true), beta(chance(30));
  CALL(cudnnAddTensor, handle, one.p, a.d, a.data, beta.p, c.d, c.data);
  CALL(cudnnTransformTensor, handle, one.p, a.d, a.data, beta.p, c.d, c.data);
  CALL(cudnnScaleTensor, handle, c.d, c.data, one.p);
  CALL(cudnnSetTensor, handle, b.d, b.data, one.p);
  cudnnOpTensorDescriptor_t op;
  CALL(cudnnCreateOpTensorDescriptor, &op);
  CALL(cudnnSetOpTensorDescriptor, op, static_cast<cudnnOpTensorOp_t>(pick(0, 6)), type(),
       static_cast<cudnnNanPropagation_t>(pick(0, 1)));
  CALL(cudnnOpTensor, handle, op, one.p, a.d, a.data, one.p, b.d, b.data, beta.p, c.d, c.data);
  CALL(cudnnDestroyOpTensorDescriptor, op);
  cudnnReduceTensorDescriptor_t r;
  CALL(cudnnCreateReduceTensorDescriptor, &r);
  CALL(cudnnSetReduceTensorDescriptor, r, static_cast<cudnnReduceTensorOp_t>(pick(0, 9)), type(),
       static_cast<cudnnNanPropagation_t>(pick(0, 1)), static_cast<cudnnReduceTensorIndices_t>(pick(0, 1)),
       CUDNN_32BIT_INDICES);
  size_t workspace = 0, indices = 0;
  CALL(cudnnGetReductionWorkspaceSize, handle, r, a.d, c.d, &workspace);
  CALL(cudnnGetReductionIndicesSize, handle, r, a.d, c.d, &indices);
  if (workspace < (8u << 20) && indices < (8u << 20))
    CALL(cudnnReduceTensor, handle, r, memory(indices), indices, memory(workspace), workspace, one.p, a.d, a.data,
         beta.p, c.d, c.data);
  CALL(cudnnDestroyReduceTensorDescriptor, r);
}

void lrn() {
  cudnnLRNDescriptor_t d;
  CALL(cudnnCreateLRNDescriptor, &d);
  CALL(cudnnSetLRNDescriptor, d, static_cast<unsigned>(pick(0, 18)), 1e-2, 0.75, static_cast<double>(pick(0, 2)));
  Tensor x, y, dy, dx;
  for (Tensor* t : {&x, &y, &dy, &dx}) fill(*t);
  const Scalar one(true), beta(chance(30));
  CALL(cudnnLRNCrossChannelForward, handle, d, CUDNN_LRN_CROSS_CHANNEL_DIM1, one.p, x.d, x.data, beta.p, y.d, y.data);
  CALL(cudnnLRNCrossChannelBackward, handle, d, CUDNN_LRN_CROSS_CHANNEL_DIM1, one.p, y.d, y.data, dy.d, dy.data, x.d,
       x.data, beta.p, dx.d, dx.data);
  CALL(cudnnDestroyLRNDescriptor, d);
}

void norm() {
  Tensor x, y, p;
  for (Tensor* t : {&x, &y}) fill(*t);
  const auto mode = static_cast<cudnnBatchNormMode_t>(pick(0, 3));
  if (chance(85))
    CALL(cudnnDeriveBNTensorDescriptor, p.d, x.d, mode);
  else
    fill(p);
  size_t bytes = 0;
  CALL(cudnnGetTensorSizeInBytes, p.d, &bytes);
  if (bytes > (8u << 20)) return;
  void* v[6];
  for (auto& each : v) each = memory(bytes);
  const Scalar one(true), beta(chance(30));
  CALL(cudnnBatchNormalizationForwardTraining, handle, mode, one.p, beta.p, x.d, x.data, y.d, y.data, p.d, v[0], v[1],
       0.5, v[2], v[3], chance(10) ? 0.0 : 1e-3, v[4], v[5]);
  CALL(cudnnBatchNormalizationForwardInference, handle, mode, one.p, beta.p, x.d, x.data, y.d, y.data, p.d, v[0], v[1],
       v[2], v[3], 1e-3);
  CALL(cudnnBatchNormalizationBackward, handle, mode, one.p, beta.p, one.p, beta.p, x.d, x.data, y.d, y.data, x.d,
       x.data, p.d, v[0], v[1], v[2], 1e-3, v[4], v[5]);
}

void convolution() {
  cudnnConvolutionDescriptor_t d;
  CALL(cudnnCreateConvolutionDescriptor, &d);
  int pad[8], stride[8], dilation[8];
  for (int i = 0; i < 8; ++i) {
    pad[i] = static_cast<int>(pick(chance(4) ? -1 : 0, 2)), stride[i] = static_cast<int>(pick(chance(4) ? 0 : 1, 2));
    dilation[i] = static_cast<int>(pick(chance(4) ? 0 : 1, 2));
  }
  const int n = static_cast<int>(chance(80) ? 2 : pick(0, 5));
  CALL(cudnnSetConvolutionNdDescriptor, d, n, pad, stride, dilation, static_cast<cudnnConvolutionMode_t>(pick(0, 1)),
       type());
  if (chance(20)) CALL(cudnnSetConvolutionGroupCount, d, static_cast<int>(pick(-1, 4)));
  Tensor x, y;
  Filter w;
  fill(x), fill(w), fill(y);
  int dims[8] = {};
  if (chance(85) && !CALL(cudnnGetConvolutionNdForwardOutputDim, d, x.d, w.d, n + 2, dims) &&
      !CALL(cudnnSetTensorNdDescriptorEx, y.d, CUDNN_TENSOR_NCHW, common_type, n + 2, dims)) {
    size_t bytes = 0;
    CALL(cudnnGetTensorSizeInBytes, y.d, &bytes);
    y.data = memory(bytes > (8u << 20) ? 0 : bytes);
  }
  const Scalar one(true), beta(chance(30));
  size_t bytes = 0;
  const auto space = [&](cudnnStatus_t s) {
    if (s || bytes > (64u << 20)) return static_cast<void*>(nullptr);
    return memory(bytes);
  };
  const auto fwd = static_cast<cudnnConvolutionFwdAlgo_t>(pick(0, 8));
  void* p = space(CALL(cudnnGetConvolutionForwardWorkspaceSize, handle, x.d, w.d, d, y.d, fwd, &bytes));
  CALL(cudnnConvolutionForward, handle, one.p, x.d, x.data, w.d, w.data, d, fwd, p, p ? bytes : 0, beta.p, y.d, y.data);
  const auto data = static_cast<cudnnConvolutionBwdDataAlgo_t>(pick(0, 6));
  p = space(CALL(cudnnGetConvolutionBackwardDataWorkspaceSize, handle, w.d, y.d, d, x.d, data, &bytes));
  CALL(cudnnConvolutionBackwardData, handle, one.p, w.d, w.data, y.d, y.data, d, data, p, p ? bytes : 0, beta.p, x.d,
       x.data);
  const auto filter = static_cast<cudnnConvolutionBwdFilterAlgo_t>(pick(0, 7));
  p = space(CALL(cudnnGetConvolutionBackwardFilterWorkspaceSize, handle, x.d, y.d, d, w.d, filter, &bytes));
  CALL(cudnnConvolutionBackwardFilter, handle, one.p, x.d, x.data, y.d, y.data, d, filter, p, p ? bytes : 0, beta.p,
       w.d, w.data);
  Tensor b;
  fill(b);
  CALL(cudnnConvolutionBackwardBias, handle, one.p, y.d, y.data, beta.p, b.d, b.data);
  CALL(cudnnDestroyConvolutionDescriptor, d);
}

void dropout() {
  cudnnDropoutDescriptor_t d;
  CALL(cudnnCreateDropoutDescriptor, &d);
  size_t states = 0, reserve = 0;
  CALL(cudnnDropoutGetStatesSize, handle, &states);
  if (chance(10)) states = static_cast<size_t>(pick(0, 100));
  CALL(cudnnSetDropoutDescriptor, d, handle, static_cast<float>(pick(-1, 5)) / 4, memory(states), states, 7);
  Tensor x, y;
  fill(x), fill(y);
  CALL(cudnnDropoutGetReserveSpaceSize, x.d, &reserve);
  if (reserve < (8u << 20)) {
    void* r = memory(reserve);
    CALL(cudnnDropoutForward, handle, d, x.d, x.data, y.d, y.data, r, reserve);
    CALL(cudnnDropoutBackward, handle, d, y.d, y.data, x.d, x.data, r, reserve);
  }
  CALL(cudnnDestroyDropoutDescriptor, d);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 3 || (argc > 1 && argv[1][0] == '-')) {
    std::printf("usage: %s [SEED [ROUNDS]]\nRandom calls of the classic interface; every round has its own seed.\n",
                argv[0]);
    return 2;
  }
  const uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
  const uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 2000;
  if (cudnnCreate(&handle)) return 1;
  void (*const families[])() = {pooling, activation, softmax, tensors, lrn, norm, convolution, dropout};
  for (uint64_t i = 0; i < count; ++i) {
    engine.seed(seed + i);
    if (std::getenv("GIRIH_FUZZ_VERBOSE")) std::fprintf(stderr, "seed %" PRIu64 "\n", seed + i);
    common_type = kTypes[pick(0, 11)];
    for (int& s : sizes) s = static_cast<int>(pick(1, 6));
    families[pick(0, 7)]();
    blocks.clear();
  }
  cudnnDestroy(handle);
  int64_t never = 0;
  for (const auto& [function, statuses] : outcomes) {
    std::printf("%-48s", function.c_str());
    for (const auto& [status, n] : statuses) std::printf("  %d: %" PRId64, status, n);
    std::printf("\n");
    never += statuses.count(0) == 0;
  }
  if (never) std::printf("%" PRId64 " functions never succeeded\n", never);
  return silent || (never && count >= 2000) ? 1 : 0;
}
