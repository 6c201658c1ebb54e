// What only the stand-in runtime does: it refuses kernels in plain words, and survives arguments that would crash or
// silently corrupt a real device.
#include <cstring>
#include <string>

#include "cuda_test.h"

extern "C" {
void** __cudaRegisterFatBinary(void*);
void __cudaRegisterFatBinaryEnd(void**);
void __cudaRegisterFunction(void**, const char*, char*, const char*, int, void*, void*, void*, void*, int*);
unsigned int __cudaPushCallConfiguration(dim3, dim3, size_t, CUstream_st*);
cudaError_t __cudaPopCallConfiguration(dim3*, dim3*, size_t*, void*);
cudaError_t cudaCreateTextureObject(void*, void*, void*, void*);
}

namespace {

using HostOnlyTest = CudaTest;

void kernel_stub() {}

TEST_F(HostOnlyTest, SaysThatItIsTheHost) {
  cudaDeviceProp p;
  ASSERT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
  EXPECT_NE(std::string(p.name).find("host"), std::string::npos);
  EXPECT_EQ(p.major, 9);
  EXPECT_EQ(p.minor, 0);
  int count = 0;
  ASSERT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  EXPECT_EQ(count, 1);
}

TEST_F(HostOnlyTest, KernelsAreRefused) {
  const void* kernel = reinterpret_cast<const void*>(&kernel_stub);
  EXPECT_EQ(cudaLaunchKernel(kernel, dim3(1), dim3(1), nullptr, 0, nullptr), cudaErrorNoKernelImageForDevice);
  EXPECT_EQ(cudaGetLastError(), cudaErrorNoKernelImageForDevice);
  const std::string text = cudaGetErrorString(cudaErrorNoKernelImageForDevice);
  EXPECT_NE(text.find("kernels cannot run"), std::string::npos);
  EXPECT_NE(text.find("stand-in"), std::string::npos);
  EXPECT_EQ(cudaLaunchKernel(static_cast<const void*>(nullptr), dim3(1), dim3(1), nullptr, 0, nullptr),
            cudaErrorInvalidDeviceFunction);
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaKernelNodeParams params{};
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params), cudaErrorNoKernelImageForDevice);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST_F(HostOnlyTest, LaunchSpoilsACapture) {
  cudaStream_t stream;
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaSuccess);
  const void* kernel = reinterpret_cast<const void*>(&kernel_stub);
  EXPECT_EQ(cudaLaunchKernel(kernel, dim3(1), dim3(1), nullptr, 0, stream), cudaErrorNoKernelImageForDevice);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(graph, nullptr);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

// What nvcc's start-up code does must work, so that a program with kernels gets as far as its first launch.
TEST_F(HostOnlyTest, RegistrationOfDeviceCode) {
  char image[64] = {};
  void** handle = __cudaRegisterFatBinary(image);
  ASSERT_NE(handle, nullptr);
  char name[] = "kernel";
  __cudaRegisterFunction(handle, reinterpret_cast<const char*>(&kernel_stub), name, name, -1, nullptr, nullptr, nullptr,
                         nullptr, nullptr);
  __cudaRegisterFatBinaryEnd(handle);
  EXPECT_EQ(__cudaPushCallConfiguration(dim3(2, 3, 4), dim3(5), 6, cudaStreamPerThread), 0u);
  dim3 grid, block;
  size_t shared = 0;
  cudaStream_t stream = nullptr;
  ASSERT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared, &stream), cudaSuccess);
  EXPECT_EQ(grid.z, 4u);
  EXPECT_EQ(block.x, 5u);
  EXPECT_EQ(shared, 6u);
  EXPECT_EQ(stream, cudaStreamPerThread);
  EXPECT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared, &stream), cudaErrorMissingConfiguration);
}

TEST_F(HostOnlyTest, UnsupportedCallsSaySo) {
  EXPECT_EQ(cudaCreateTextureObject(nullptr, nullptr, nullptr, nullptr), cudaErrorNotSupported);
  EXPECT_EQ(cudaGetLastError(), cudaErrorNotSupported);
}

TEST_F(HostOnlyTest, NoDriverEntryPoints) {
  void* function = &function;
  EXPECT_EQ(cudaGetDriverEntryPoint("cuInit", &function, cudaEnableDefault, nullptr), cudaErrorSymbolNotFound);
  EXPECT_EQ(function, nullptr);
  EXPECT_EQ(cudaGetDriverEntryPoint(nullptr, &function, cudaEnableDefault, nullptr), cudaErrorInvalidValue);
}

TEST_F(HostOnlyTest, MadeUpHandles) {
  std::vector<char> storage(4096, 0x5a);
  const auto stream = fake_stream(storage);
  const auto event = reinterpret_cast<cudaEvent_t>(storage.data());
  const auto graph = reinterpret_cast<cudaGraph_t>(storage.data());
  const auto node = reinterpret_cast<cudaGraphNode_t>(storage.data());
  const auto exec = reinterpret_cast<cudaGraphExec_t>(storage.data());
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaMemsetAsync(nullptr, 0, 0, stream), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventRecord(event), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventDestroy(event), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaErrorInvalidValue);
  cudaGraphNodeType type;
  EXPECT_EQ(cudaGraphNodeGetType(node, &type), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphLaunch(exec, nullptr), cudaErrorInvalidValue);
}

TEST_F(HostOnlyTest, DestroyedHandles) {
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamQuery(stream), cudaErrorInvalidResourceHandle);
  cudaGraph_t graph;
  cudaGraphNode_t node;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphAddEmptyNode(&node, graph, nullptr, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  cudaGraphNodeType type;
  EXPECT_EQ(cudaGraphNodeGetType(node, &type), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaErrorInvalidValue);
}

TEST_F(HostOnlyTest, CopiesPastTheEndAreRefused) {
  const DeviceBuffer a(256);
  char host[512] = {};
  EXPECT_EQ(cudaMemcpy(a.get(), host, 257, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, a.get<char>() + 200, 57, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(a.get<char>() + 1, 0, 256), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset2D(a.get(), 128, 0, 128, 3), cudaErrorInvalidValue);
  EXPECT_EQ(a.bytes(), std::vector<unsigned char>(256, 0xff));
}

TEST_F(HostOnlyTest, GraphThatOutlivesItsMemory) {
  void* p = nullptr;
  ASSERT_EQ(cudaMalloc(&p, 256), cudaSuccess);
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphExec_t exec;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  const cudaMemsetParams fill = {p, 0, 0, 1, 256, 1};
  ASSERT_EQ(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill), cudaSuccess);
  ASSERT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  ASSERT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(exec, nullptr), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST_F(HostOnlyTest, MemoryIsCounted) {
  size_t before = 0, during = 0, after = 0, total = 0;
  constexpr size_t kBytes = size_t{64} << 20;
  void* p = nullptr;
  ASSERT_EQ(cudaMemGetInfo(&before, &total), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&p, kBytes), cudaSuccess);
  ASSERT_EQ(cudaMemset(p, 1, kBytes), cudaSuccess);  // touched, so that the system counts it too
  EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % 512, 0u);
  ASSERT_EQ(cudaMemGetInfo(&during, &total), cudaSuccess);
  ASSERT_EQ(cudaFree(p), cudaSuccess);
  ASSERT_EQ(cudaMemGetInfo(&after, &total), cudaSuccess);
  EXPECT_LE(before, total);
  EXPECT_LE(during, total - kBytes);
  EXPECT_LE(after, total);
}

TEST_F(HostOnlyTest, ResetFreesEverything) {
  void* p = nullptr;
  cudaStream_t stream;
  ASSERT_EQ(cudaMalloc(&p, 1000), cudaSuccess);
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamQuery(stream), cudaErrorInvalidResourceHandle);
  cudaPointerAttributes attributes{};
  ASSERT_EQ(cudaPointerGetAttributes(&attributes, p), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeUnregistered);
}

}  // namespace
