#include "cuda_test.h"

namespace {

void count(void* counter) { ++*static_cast<int*>(counter); }

class CaptureTest : public CudaTest {
 protected:
  void SetUp() override {
    CudaTest::SetUp();
    ASSERT_EQ(cudaStreamCreate(&stream_), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&other_, cudaStreamNonBlocking), cudaSuccess);
    ASSERT_EQ(cudaMalloc(&memory_, 256), cudaSuccess);
  }
  void TearDown() override {
    EXPECT_EQ(cudaStreamDestroy(stream_), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(other_), cudaSuccess);
    EXPECT_EQ(cudaFree(memory_), cudaSuccess);
    CudaTest::TearDown();
  }

  void begin(cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed) {
    ASSERT_EQ(cudaStreamBeginCapture(stream_, mode), cudaSuccess);
  }

  cudaError_t end() {
    cudaGraph_t graph = nullptr;
    const cudaError_t status = cudaStreamEndCapture(stream_, &graph);
    if (graph) {
      EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    }
    return status;
  }

  cudaStreamCaptureStatus status(cudaStream_t stream) {
    cudaStreamCaptureStatus out = cudaStreamCaptureStatusNone;
    EXPECT_EQ(cudaStreamIsCapturing(stream, &out), cudaSuccess);
    return out;
  }

  cudaStream_t stream_ = nullptr;
  cudaStream_t other_ = nullptr;
  void* memory_ = nullptr;
};

TEST_F(CaptureTest, RecordsInsteadOfRunning) {
  int calls = 0;
  unsigned char out[256] = {};
  ASSERT_EQ(cudaMemset(memory_, 0, 256), cudaSuccess);
  begin();
  EXPECT_EQ(status(stream_), cudaStreamCaptureStatusActive);
  ASSERT_EQ(cudaMemsetAsync(memory_, 0x77, 256, stream_), cudaSuccess);
  ASSERT_EQ(cudaLaunchHostFunc(stream_, count, &calls), cudaSuccess);
  ASSERT_EQ(cudaMemcpyAsync(out, memory_, 256, cudaMemcpyDeviceToHost, stream_), cudaSuccess);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(stream_, &graph), cudaSuccess);
  EXPECT_EQ(status(stream_), cudaStreamCaptureStatusNone);
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(out[0], 0);
  size_t n = 0;
  ASSERT_EQ(cudaGraphGetNodes(graph, nullptr, &n), cudaSuccess);
  EXPECT_EQ(n, 3u);
  ASSERT_EQ(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &n), cudaSuccess);
  EXPECT_EQ(n, 2u);
  cudaGraphExec_t exec = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  for (int i = 1; i <= 3; ++i) {
    ASSERT_EQ(cudaGraphLaunch(exec, stream_), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
    EXPECT_EQ(calls, i);
  }
  EXPECT_EQ(out[255], 0x77);
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST_F(CaptureTest, EmptyCaptureGivesAnEmptyGraph) {
  begin();
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(stream_, &graph), cudaSuccess);
  size_t n = 9;
  ASSERT_EQ(cudaGraphGetNodes(graph, nullptr, &n), cudaSuccess);
  EXPECT_EQ(n, 0u);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST_F(CaptureTest, BeginAndEndMustMatch) {
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeRelaxed), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaStreamBeginCapture(stream_, static_cast<cudaStreamCaptureMode>(9)), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamEndCapture(stream_, &graph), cudaErrorIllegalState);
  begin();
  EXPECT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeRelaxed), cudaErrorIllegalState);
  end();
}

TEST_F(CaptureTest, ForkAndJoin) {
  cudaEvent_t fork, join;
  ASSERT_EQ(cudaEventCreate(&fork), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&join), cudaSuccess);
  int calls = 0;
  begin();
  ASSERT_EQ(cudaLaunchHostFunc(stream_, count, &calls), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(fork, stream_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(other_, fork, 0), cudaSuccess);
  EXPECT_EQ(status(other_), cudaStreamCaptureStatusActive);
  ASSERT_EQ(cudaLaunchHostFunc(other_, count, &calls), cudaSuccess);
  ASSERT_EQ(cudaMemsetAsync(memory_, 1, 256, stream_), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(join, other_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(stream_, join, 0), cudaSuccess);
  ASSERT_EQ(cudaLaunchHostFunc(stream_, count, &calls), cudaSuccess);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(stream_, &graph), cudaSuccess);
  EXPECT_EQ(status(other_), cudaStreamCaptureStatusNone);
  size_t n = 0;
  ASSERT_EQ(cudaGraphGetNodes(graph, nullptr, &n), cudaSuccess);
  EXPECT_EQ(n, 4u);
  ASSERT_EQ(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &n), cudaSuccess);
  EXPECT_EQ(n, 4u);  // a diamond
  cudaGraphExec_t exec = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphLaunch(exec, stream_), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(fork), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(join), cudaSuccess);
}

TEST_F(CaptureTest, ForkWithoutJoinIsAnError) {
  cudaEvent_t fork;
  ASSERT_EQ(cudaEventCreate(&fork), cudaSuccess);
  begin();
  ASSERT_EQ(cudaEventRecord(fork, stream_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(other_, fork, 0), cudaSuccess);
  ASSERT_EQ(cudaMemsetAsync(memory_, 1, 256, other_), cudaSuccess);
  EXPECT_EQ(end(), cudaErrorStreamCaptureUnjoined);
  EXPECT_EQ(status(other_), cudaStreamCaptureStatusNone);
  EXPECT_EQ(cudaEventDestroy(fork), cudaSuccess);
}

TEST_F(CaptureTest, EndInAnotherStreamIsAnError) {
  cudaEvent_t fork;
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaEventCreate(&fork), cudaSuccess);
  begin();
  ASSERT_EQ(cudaEventRecord(fork, stream_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(other_, fork, 0), cudaSuccess);
  EXPECT_EQ(cudaStreamEndCapture(other_, &graph), cudaErrorStreamCaptureUnmatched);
  EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(cudaEventDestroy(fork), cudaSuccess);
}

TEST_F(CaptureTest, WaitForOutsideWorkIsAnError) {
  cudaEvent_t event;
  ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(event, other_), cudaSuccess);
  begin();
  EXPECT_EQ(cudaStreamWaitEvent(stream_, event, 0), cudaErrorStreamCaptureIsolation);
  EXPECT_EQ(status(stream_), cudaStreamCaptureStatusInvalidated);
  EXPECT_EQ(cudaMemsetAsync(memory_, 1, 256, stream_), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
}

TEST_F(CaptureTest, SynchronizingACapturedStreamIsAnError) {
  begin();
  EXPECT_EQ(cudaStreamSynchronize(stream_), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
  begin();
  EXPECT_EQ(cudaStreamQuery(stream_), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
}

TEST_F(CaptureTest, AllocationDependsOnTheMode) {
  void* p = nullptr;
  begin(cudaStreamCaptureModeRelaxed);
  EXPECT_EQ(cudaMalloc(&p, 1024), cudaSuccess);
  EXPECT_EQ(end(), cudaSuccess);
  begin(cudaStreamCaptureModeGlobal);
  void* q = nullptr;
  EXPECT_EQ(cudaMalloc(&q, 1024), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
  begin(cudaStreamCaptureModeGlobal);
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  ASSERT_EQ(cudaThreadExchangeStreamCaptureMode(&mode), cudaSuccess);
  EXPECT_EQ(mode, cudaStreamCaptureModeGlobal);
  EXPECT_EQ(cudaMalloc(&q, 1024), cudaSuccess);
  ASSERT_EQ(cudaThreadExchangeStreamCaptureMode(&mode), cudaSuccess);
  EXPECT_EQ(end(), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(cudaFree(q), cudaSuccess);
}

TEST_F(CaptureTest, FreeDuringCapture) {
  void* p = nullptr;
  ASSERT_EQ(cudaMalloc(&p, 1024), cudaSuccess);
  begin(cudaStreamCaptureModeGlobal);
  EXPECT_EQ(cudaFree(p), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
}

TEST_F(CaptureTest, LegacyStreamDuringCapture) {
  char host[16];
  begin();
  EXPECT_EQ(cudaMemcpyAsync(host, memory_, 16, cudaMemcpyDeviceToHost, nullptr), cudaErrorStreamCaptureImplicit);
  EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
  begin();
  EXPECT_EQ(cudaMemcpy(host, memory_, 16, cudaMemcpyDeviceToHost), cudaErrorStreamCaptureImplicit);
  EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
  begin(cudaStreamCaptureModeGlobal);
  EXPECT_EQ(cudaMemcpy(host, memory_, 16, cudaMemcpyDeviceToHost), cudaErrorStreamCaptureImplicit);
  EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
}

TEST_F(CaptureTest, LegacyStreamBesideANonBlockingCapture) {
  char host[16];
  ASSERT_EQ(cudaStreamBeginCapture(other_, cudaStreamCaptureModeRelaxed), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(host, memory_, 16, cudaMemcpyDeviceToHost), cudaSuccess);
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaStreamEndCapture(other_, &graph), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST_F(CaptureTest, CapturedEventsCannotBeAsked) {
  cudaEvent_t event;
  ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
  begin();
  ASSERT_EQ(cudaEventRecord(event, stream_), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(event), cudaErrorCapturedEvent);
  EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
}

TEST_F(CaptureTest, DeviceSynchronizeDuringCapture) {
  begin(cudaStreamCaptureModeGlobal);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
  begin(cudaStreamCaptureModeRelaxed);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
}

TEST_F(CaptureTest, GraphLaunchIsNotCaptured) {
  int calls = 0;
  cudaGraph_t inner;
  cudaGraphNode_t node;
  ASSERT_EQ(cudaGraphCreate(&inner, 0), cudaSuccess);
  const cudaHostNodeParams call = {count, &calls};
  ASSERT_EQ(cudaGraphAddHostNode(&node, inner, nullptr, 0, &call), cudaSuccess);
  cudaGraphExec_t exec;
  ASSERT_EQ(cudaGraphInstantiate(&exec, inner, 0), cudaSuccess);
  begin();
  EXPECT_EQ(cudaGraphLaunch(exec, stream_), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(inner), cudaSuccess);
}

TEST_F(CaptureTest, CaptureInfoAndDependencies) {
  begin();
  ASSERT_EQ(cudaMemsetAsync(memory_, 1, 256, stream_), cudaSuccess);
  cudaStreamCaptureStatus capturing = cudaStreamCaptureStatusNone;
  unsigned long long id = 0;
  cudaGraph_t graph = nullptr;
  const cudaGraphNode_t* dependencies = nullptr;
  size_t n = 0;
  ASSERT_EQ(cudaStreamGetCaptureInfo(stream_, &capturing, &id, &graph, &dependencies, nullptr, &n), cudaSuccess);
  EXPECT_EQ(capturing, cudaStreamCaptureStatusActive);
  EXPECT_NE(id, 0u);
  ASSERT_EQ(n, 1u);
  cudaGraphNode_t extra;
  ASSERT_EQ(cudaGraphAddEmptyNode(&extra, graph, dependencies, n), cudaSuccess);
  ASSERT_EQ(cudaStreamUpdateCaptureDependencies(stream_, &extra, nullptr, 1, cudaStreamSetCaptureDependencies),
            cudaSuccess);
  ASSERT_EQ(cudaMemsetAsync(memory_, 2, 256, stream_), cudaSuccess);
  ASSERT_EQ(cudaStreamEndCapture(stream_, &graph), cudaSuccess);
  ASSERT_EQ(cudaGraphNodeGetDependentNodes(extra, nullptr, nullptr, &n), cudaSuccess);
  EXPECT_EQ(n, 1u);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST_F(CaptureTest, CallbackIsNotCaptured) {
  begin();
  const cudaStreamCallback_t callback = [](cudaStream_t, cudaError_t, void*) {};
  EXPECT_EQ(cudaStreamAddCallback(stream_, callback, nullptr, 0), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
}

}  // namespace
