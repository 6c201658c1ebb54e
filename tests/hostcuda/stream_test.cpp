#include <thread>

#include "cuda_test.h"

namespace {

using StreamTest = CudaTest;
using EventTest = CudaTest;

void count(void* counter) { ++*static_cast<int*>(counter); }

TEST_F(StreamTest, CreateAskDestroy) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -1), cudaSuccess);
  unsigned int flags = 99;
  int priority = 99;
  EXPECT_EQ(cudaStreamGetFlags(stream, &flags), cudaSuccess);
  EXPECT_EQ(flags, static_cast<unsigned int>(cudaStreamNonBlocking));
  EXPECT_EQ(cudaStreamGetPriority(stream, &priority), cudaSuccess);
  EXPECT_EQ(priority, -1);
  EXPECT_EQ(cudaStreamQuery(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST_F(StreamTest, PrioritiesAreClamped) {
  int least = 9;
  int greatest = 9;
  ASSERT_EQ(cudaDeviceGetStreamPriorityRange(&least, &greatest), cudaSuccess);
  EXPECT_EQ(least, 0);
  EXPECT_LT(greatest, 0);
  cudaStream_t stream = nullptr;
  int priority = 99;
  ASSERT_EQ(cudaStreamCreateWithPriority(&stream, 0, -100), cudaSuccess);
  EXPECT_EQ(cudaStreamGetPriority(stream, &priority), cudaSuccess);
  EXPECT_EQ(priority, greatest);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST_F(StreamTest, BadArguments) {
  EXPECT_EQ(cudaStreamCreate(nullptr), cudaErrorInvalidValue);
  cudaStream_t stream = nullptr;
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, 8), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamDestroy(nullptr), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaLaunchHostFunc(nullptr, nullptr, nullptr), cudaErrorInvalidValue);
}

TEST_F(StreamTest, DefaultStreams) {
  unsigned int flags = 99;
  EXPECT_EQ(cudaStreamGetFlags(nullptr, &flags), cudaSuccess);
  EXPECT_EQ(flags, 0u);
  for (const cudaStream_t stream : {cudaStream_t{}, cudaStreamLegacy, cudaStreamPerThread}) {
    int calls = 0;
    EXPECT_EQ(cudaLaunchHostFunc(stream, count, &calls), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    EXPECT_EQ(calls, 1);
  }
}

TEST_F(StreamTest, WorkIsDoneInOrder) {
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  const auto in = counting(300);
  const DeviceBuffer a(300);
  const DeviceBuffer b(300);
  std::vector<unsigned char> out(300);
  ASSERT_EQ(cudaMemcpyAsync(a.get(), in.data(), 300, cudaMemcpyHostToDevice, stream), cudaSuccess);
  ASSERT_EQ(cudaMemcpyAsync(b.get(), a.get(), 300, cudaMemcpyDeviceToDevice, stream), cudaSuccess);
  ASSERT_EQ(cudaMemsetAsync(a.get(), 0, 300, stream), cudaSuccess);
  ASSERT_EQ(cudaMemcpyAsync(out.data(), b.get(), 300, cudaMemcpyDeviceToHost, stream), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(out, in);
  EXPECT_EQ(a.bytes(), std::vector<unsigned char>(300, 0));
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST_F(StreamTest, CallbackGetsItsStream) {
  struct Seen {
    cudaStream_t stream = nullptr;
    cudaError_t status = cudaErrorUnknown;
  } seen;
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  const cudaStreamCallback_t callback = [](cudaStream_t s, cudaError_t status, void* user) {
    *static_cast<Seen*>(user) = {s, status};
  };
  ASSERT_EQ(cudaStreamAddCallback(stream, callback, &seen, 0), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(seen.stream, stream);
  EXPECT_EQ(seen.status, cudaSuccess);
  EXPECT_EQ(cudaStreamAddCallback(stream, callback, &seen, 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST_F(StreamTest, HostFunctionMayNotCallBack) {
  static cudaError_t inside;
  inside = cudaSuccess;
  ASSERT_EQ(cudaLaunchHostFunc(
                nullptr, [](void*) { inside = cudaStreamSynchronize(nullptr); }, nullptr),
            cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(inside, cudaErrorNotPermitted);
}

TEST_F(StreamTest, ErrorsBelongToTheirThread) {
  EXPECT_EQ(cudaSetDevice(-1), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  cudaError_t other = cudaErrorUnknown;
  std::thread([&] { other = cudaPeekAtLastError(); }).join();
  EXPECT_EQ(other, cudaSuccess);
  int device = 0;
  EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);  // a success keeps the failure
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(StreamTest, ManyThreads) {
  constexpr int kThreads = 4, kRounds = 200;
  std::vector<std::thread> threads;
  std::vector<int> bad(kThreads, 0);
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kRounds; ++i) {
        cudaStream_t stream;
        void* p = nullptr;
        unsigned char out[64] = {};
        bad[t] += cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess;
        bad[t] += cudaMalloc(&p, 64) != cudaSuccess;
        bad[t] += cudaMemsetAsync(p, t + 1, 64, stream) != cudaSuccess;
        bad[t] += cudaMemcpyAsync(out, p, 64, cudaMemcpyDeviceToHost, stream) != cudaSuccess;
        bad[t] += cudaStreamSynchronize(stream) != cudaSuccess;
        bad[t] += out[63] != t + 1;
        bad[t] += cudaFree(p) != cudaSuccess;
        bad[t] += cudaStreamDestroy(stream) != cudaSuccess;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(bad, std::vector<int>(kThreads, 0));
}

TEST_F(EventTest, TimePasses) {
  cudaEvent_t start, stop;
  ASSERT_EQ(cudaEventCreate(&start), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&stop), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(start), cudaSuccess);
  const DeviceBuffer a(1 << 20);
  ASSERT_EQ(cudaEventRecord(stop, nullptr), cudaSuccess);
  ASSERT_EQ(cudaEventSynchronize(stop), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(stop), cudaSuccess);
  float ms = -1;
  ASSERT_EQ(cudaEventElapsedTime(&ms, start, stop), cudaSuccess);
  EXPECT_GT(ms, 0.0f);
  float back = 1;
  ASSERT_EQ(cudaEventElapsedTime(&back, stop, start), cudaSuccess);
  EXPECT_EQ(back, -ms);
  ASSERT_EQ(cudaEventElapsedTime(&ms, start, start), cudaSuccess);
  EXPECT_EQ(ms, 0.0f);
  EXPECT_EQ(cudaEventDestroy(start), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(stop), cudaSuccess);
}

TEST_F(EventTest, UnrecordedEvents) {
  cudaEvent_t a, b;
  ASSERT_EQ(cudaEventCreate(&a), cudaSuccess);
  ASSERT_EQ(cudaEventCreateWithFlags(&b, cudaEventDisableTiming), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(a), cudaSuccess);
  EXPECT_EQ(cudaEventSynchronize(a), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(nullptr, a, 0), cudaSuccess);
  float ms = 0;
  EXPECT_EQ(cudaEventElapsedTime(&ms, a, a), cudaErrorInvalidResourceHandle);
  ASSERT_EQ(cudaEventRecord(a), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(b), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&ms, a, b), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventElapsedTime(nullptr, a, a), cudaErrorInvalidValue);
  EXPECT_EQ(cudaEventDestroy(a), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(b), cudaSuccess);
}

TEST_F(EventTest, BadArguments) {
  EXPECT_EQ(cudaEventCreate(static_cast<cudaEvent_t*>(nullptr)), cudaErrorInvalidValue);
  cudaEvent_t event = nullptr;
  EXPECT_EQ(cudaEventCreateWithFlags(&event, 0x40), cudaErrorInvalidValue);
  EXPECT_EQ(cudaEventCreateWithFlags(&event, cudaEventInterprocess), cudaErrorInvalidValue);
  EXPECT_EQ(cudaEventRecord(nullptr), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventSynchronize(nullptr), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventDestroy(nullptr), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamWaitEvent(nullptr, nullptr, 0), cudaErrorInvalidResourceHandle);
}

}  // namespace
