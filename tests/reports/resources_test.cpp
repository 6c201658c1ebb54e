// Reports about memory, start, threads and machines with no GPU.
#include <link.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <fstream>
#include <thread>

#include "reports/report_test.h"

namespace girih::reports {
namespace {

// Resident pages of this process, in bytes.
size_t resident() {
  size_t total = 0, pages = 0;
  std::ifstream("/proc/self/statm") >> total >> pages;
  return pages * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

TEST_F(Report, I144_FirstConvolutionIsSmall) {
  const size_t before = resident();
  Conv2d c(1, 8, 8, 8, 8, 1, 0);
  ASSERT_OK(c.forward(handle, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM));
  EXPECT_LT(resident(), before + (64u << 20));
}

// Many shapes, many descriptors: memory does not grow with their number.
TEST_F(Report, I146_NothingIsKept) {
  auto round = [&](int size) {
    Conv2d c(1, 2, 3 + size % 60, 3 + size / 60, 2, 3, 1);
    EXPECT_OK(c.forward(handle, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM));
  };
  for (int i = 0; i < 500; ++i) round(i);
  const size_t before = resident();
  for (int i = 500; i < 3000; ++i) round(i);
  EXPECT_LT(resident(), before + (32u << 20));
  for (int i = 0; i < 2000; ++i) {
    cudnnHandle_t other = nullptr;
    ASSERT_OK(cudnnCreate(&other));
    ASSERT_OK(cudnnDestroy(other));
  }
  EXPECT_LT(resident(), before + (32u << 20));
}

// Runs `body` in a child whose address space may grow by `room` bytes only; gives its exit status.
template <class F>
int with_little_memory(size_t room, F&& body) {
  const pid_t child = fork();
  if (child == 0) {
    size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t limit = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + room;
    const rlimit little{limit, limit};
    setrlimit(RLIMIT_AS, &little);
    _exit(body());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

// y = relu(x * scale) with its bit mask, of 8 MB in f64: results between the steps take memory of the library's own.
class Masked {
 public:
  explicit Masked(cudnnHandle_t handle)
      : handle_(handle), x_("x", shape({16, 4, 128, 128})), scale_("scale", shape({1, 4, 1, 1})) {
    const auto ops = CUDNN_FUSED_SCALE_BIAS_ADD_ACTIVATION_GEN_BITMASK;
    mask_ = conformance::DeviceBuffer(16 * 128 * 128 * 2 * 4);
    y_ = conformance::DeviceBuffer(x_.buffer.size());
    x_.buffer.fill(0);
    scale_.buffer.fill(0);
    cudnnSetTensor4dDescriptor(words_, CUDNN_TENSOR_NCHW, CUDNN_DATA_INT32, 16 * 128 * 128, 2, 1, 1);
    cudnnSetActivationDescriptor(relu_, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0);
    cudnnCreateFusedOpsConstParamPack(&constants_, ops);
    cudnnCreateFusedOpsVariantParamPack(&variants_, ops);
    cudnnCreateFusedOpsPlan(&plan_, ops);
    describe(CUDNN_PARAM_XDESC, x_.descriptor());
    describe(CUDNN_PARAM_YDESC, x_.descriptor());
    describe(CUDNN_PARAM_BN_EQSCALEBIAS_DESC, scale_.descriptor());
    describe(CUDNN_PARAM_ACTIVATION_DESC, relu_);
    describe(CUDNN_PARAM_ACTIVATION_BITMASK_DESC, words_);
    bind(CUDNN_PARAM_XDATA_PLACEHOLDER, CUDNN_PTR_XDATA, x_.data());
    bind(CUDNN_PARAM_YDATA_PLACEHOLDER, CUDNN_PTR_YDATA, y_.data());
    bind(CUDNN_PARAM_BN_EQSCALE_PLACEHOLDER, CUDNN_PTR_BN_EQSCALE, scale_.data());
    bind(CUDNN_PARAM_ACTIVATION_BITMASK_PLACEHOLDER, CUDNN_PTR_ACTIVATION_BITMASK, mask_.data());
    size_t bytes = 0;
    EXPECT_OK(cudnnMakeFusedOpsPlan(handle, plan_, constants_, &bytes));
    EXPECT_EQ(bytes, 0u);
  }
  ~Masked() {
    cudnnDestroyFusedOpsPlan(plan_);
    cudnnDestroyFusedOpsVariantParamPack(variants_);
    cudnnDestroyFusedOpsConstParamPack(constants_);
  }
  cudnnStatus_t run() { return cudnnFusedOpsExecute(handle_, plan_, variants_); }

 private:
  static conformance::Shape shape(const std::vector<int64_t>& dims) {
    return {conformance::DType::kF64, dims, conformance::strides_of("nchw", dims)};
  }
  void describe(cudnnFusedOpsConstParamLabel_t label, const void* descriptor) {
    EXPECT_OK(cudnnSetFusedOpsConstParamPackAttribute(constants_, label, descriptor));
  }
  void bind(cudnnFusedOpsConstParamLabel_t placeholder, cudnnFusedOpsVariantParamLabel_t label, void* data) {
    const cudnnFusedOpsPointerPlaceHolder_t promise = CUDNN_PTR_16B_ALIGNED;
    describe(placeholder, &promise);
    EXPECT_OK(cudnnSetFusedOpsVariantParamPackAttribute(variants_, label, data));
  }

  cudnnHandle_t handle_;
  conformance::Tensor x_, scale_;
  conformance::DeviceBuffer y_, mask_;
  TensorD words_;
  ActivationD relu_;
  cudnnFusedOpsConstParamPack_t constants_ = nullptr;
  cudnnFusedOpsVariantParamPack_t variants_ = nullptr;
  cudnnFusedOpsPlan_t plan_ = nullptr;
};

// A machine whose memory is full: the status says so, and the handle works again afterwards.
TEST_F(Report, I182_OutOfMemorySaysSo) {
  Masked op(handle);
  const int code = with_little_memory(4 << 20, [&] {
    const cudnnStatus_t status = op.run();
    if (status == CUDNN_STATUS_SUCCESS) return 2;
    if (status != CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED) return 3;
    return last_error().find("memory") != std::string::npos ? 0 : 1;
  });
  EXPECT_EQ(code, 0) << "1: no text, 2: it succeeded, 3: another status, 1000 and more: a signal";
  EXPECT_OK(op.run());
}

// cudnnCreate under the same pressure: it works or says that memory is short, never "not initialized".
TEST_F(Report, I183_CreateWithFullMemory) {
  for (size_t room : {size_t{0}, size_t{1} << 14, size_t{1} << 20, size_t{16} << 20}) {
    const int code = with_little_memory(room, [] {
      for (int i = 0; i < 100; ++i) {
        cudnnHandle_t other = nullptr;
        const cudnnStatus_t status = cudnnCreate(&other);
        if (status != CUDNN_STATUS_SUCCESS && status != CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED) return 1;
      }
      return 0;
    });
    EXPECT_EQ(code, 0) << room;
  }
}

// Descriptors and packs under the same pressure.
TEST_F(Report, I185_DescriptorsWithFullMemory) {
  const int code = with_little_memory(0, [] {
    for (int i = 0; i < 20000; ++i) {
      cudnnTensorDescriptor_t t = nullptr;
      const cudnnStatus_t status = cudnnCreateTensorDescriptor(&t);
      if (status == CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED) return 0;
      if (status != CUDNN_STATUS_SUCCESS) return 1;
    }
    return 0;
  });
  EXPECT_EQ(code, 0);
}

template <class F>
void on_threads(int count, F&& body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) threads.emplace_back([&, i] { body(i); });
  for (std::thread& t : threads) t.join();
}

// Shared descriptors and weights, a handle and an output for each thread.
TEST_F(Report, I201_SharedDescriptorsInThreads) {
  Conv2d c(2, 8, 9, 9, 8, 3, 1);
  ASSERT_OK(c.forward(handle, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM));
  const std::vector<uint8_t> expected = c.y.buffer.download();
  c.filter(), c.x.descriptor();
  on_threads(8, [&](int) {
    cudnnHandle_t own = nullptr;
    EXPECT_OK(cudnnCreate(&own));
    conformance::DeviceBuffer y(expected.size());
    for (int repeat = 0; repeat < 20; ++repeat) {
      EXPECT_OK(cudnnConvolutionForward(own, &c.one, c.x.descriptor(), c.x.data(), c.filter(), c.w.data(),
                                        c.convolution, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, nullptr, 0, &c.zero,
                                        c.y.descriptor(), y.data()));
      EXPECT_EQ(y.download(), expected);
    }
    cudnnDestroy(own);
  });
}

// One handle in many threads, with the setters of its stream in between.
TEST_F(Report, I203_OneHandleInManyThreads) {
  Conv2d c(2, 8, 9, 9, 8, 3, 1);
  ASSERT_OK(c.forward(handle, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM));
  const std::vector<uint8_t> expected = c.y.buffer.download();
  on_threads(8, [&](int) {
    conformance::DeviceBuffer y(expected.size());
    for (int repeat = 0; repeat < 20; ++repeat) {
      EXPECT_OK(cudnnConvolutionForward(handle, &c.one, c.x.descriptor(), c.x.data(), c.filter(), c.w.data(),
                                        c.convolution, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, nullptr, 0, &c.zero,
                                        c.y.descriptor(), y.data()));
      EXPECT_EQ(y.download(), expected);
      cudaStream_t stream = nullptr;
      EXPECT_OK(cudnnGetStream(handle, &stream));
    }
  });
}

// A captured convolution runs when its graph is launched, as often as it is, while other threads compute.
TEST_F(Report, I206_CaptureBesideOtherThreads) {
  Conv2d c(2, 8, 9, 9, 8, 3, 1);
  ASSERT_OK(c.forward(handle, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM));
  const std::vector<uint8_t> expected = c.y.buffer.download();
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_OK(cudnnSetStream(handle, stream));
  std::atomic<bool> done = false;
  std::thread other([&] {
    cudnnHandle_t own = nullptr;
    EXPECT_OK(cudnnCreate(&own));
    conformance::DeviceBuffer y(expected.size());
    while (!done)
      EXPECT_OK(cudnnConvolutionForward(own, &c.one, c.x.descriptor(), c.x.data(), c.filter(), c.w.data(),
                                        c.convolution, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, nullptr, 0, &c.zero,
                                        c.y.descriptor(), y.data()));
    cudnnDestroy(own);
  });
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  c.y.buffer.fill(0xFF);
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
  EXPECT_OK(c.forward(handle, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM));
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_NE(c.y.buffer.download(), expected) << "it ran while it was captured";
  ASSERT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  for (int repeat = 0; repeat < 50; ++repeat) {
    c.y.buffer.fill(0xFF);
    ASSERT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    ASSERT_EQ(c.y.buffer.download(), expected);
  }
  done = true;
  other.join();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

bool mapped(const char* part) {
  auto find = [](dl_phdr_info* info, size_t, void* wanted) {
    return std::strstr(info->dlpi_name, static_cast<const char*>(wanted)) ? 1 : 0;
  };
  return dl_iterate_phdr(find, const_cast<char*>(part)) != 0;
}

// GPU programs on a PC with no GPU: the handle computes on the CPU.
TEST_F(Report, I216_ComputesWithoutGpu) {
  Conv2d c(1, 2, 4, 4, 3, 3, 1);
  ASSERT_OK(c.forward(handle, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM));
  double sum = 0;
  for (double v : c.result(c.y)) sum += std::fabs(v);
  EXPECT_GT(sum, 0);
}

// The library and its version can be asked for with no driver in the process.
TEST_F(Report, I218_LoadsWithoutDriver) {
  EXPECT_GE(cudnnGetVersion(), 90000u);
  EXPECT_TRUE(!mapped("libgirih") || !mapped("libcuda.so"));
}

}  // namespace
}  // namespace girih::reports
