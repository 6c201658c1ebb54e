#include <algorithm>

#include "cuda_test.h"

namespace {

void count(void* counter) { ++*static_cast<int*>(counter); }

class GraphTest : public CudaTest {
 protected:
  void SetUp() override {
    CudaTest::SetUp();
    ASSERT_EQ(cudaStreamCreate(&stream_), cudaSuccess);
    ASSERT_EQ(cudaGraphCreate(&graph_, 0), cudaSuccess);
  }
  void TearDown() override {
    EXPECT_EQ(cudaGraphDestroy(graph_), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(stream_), cudaSuccess);
    CudaTest::TearDown();
  }

  void launch(cudaGraphExec_t exec) {
    EXPECT_EQ(cudaGraphLaunch(exec, stream_), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  }

  static cudaMemsetParams words(void* dst, unsigned int value, size_t n) { return {dst, 0, value, 4, n, 1}; }

  cudaStream_t stream_ = nullptr;
  cudaGraph_t graph_ = nullptr;
};

TEST_F(GraphTest, MemsetThenCopyThenHost) {
  const DeviceBuffer a(64);
  uint32_t out[16] = {};
  int calls = 0;
  cudaGraphNode_t set, copy, host;
  const cudaMemsetParams fill = words(a.get(), 0xdeadbeef, 16);
  ASSERT_EQ(cudaGraphAddMemsetNode(&set, graph_, nullptr, 0, &fill), cudaSuccess);
  ASSERT_EQ(cudaGraphAddMemcpyNode1D(&copy, graph_, &set, 1, out, a.get(), 64, cudaMemcpyDeviceToHost), cudaSuccess);
  const cudaHostNodeParams call = {count, &calls};
  ASSERT_EQ(cudaGraphAddHostNode(&host, graph_, &copy, 1, &call), cudaSuccess);
  cudaGraphExec_t exec = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&exec, graph_, 0), cudaSuccess);
  EXPECT_EQ(out[0], 0u);  // nothing has run yet
  launch(exec);
  EXPECT_EQ(out[15], 0xdeadbeefu);
  launch(exec);
  EXPECT_EQ(calls, 2);

  // A change of the executable graph leaves the graph alone.
  const cudaMemsetParams other = words(a.get(), 7, 16);
  ASSERT_EQ(cudaGraphExecMemsetNodeSetParams(exec, set, &other), cudaSuccess);
  launch(exec);
  EXPECT_EQ(out[3], 7u);
  cudaMemsetParams kept{};
  ASSERT_EQ(cudaGraphMemsetNodeGetParams(set, &kept), cudaSuccess);
  EXPECT_EQ(kept.value, 0xdeadbeefu);
  EXPECT_EQ(kept.elementSize, 4u);
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
}

TEST_F(GraphTest, NodesAndEdges) {
  cudaGraphNode_t a, b, c;
  ASSERT_EQ(cudaGraphAddEmptyNode(&a, graph_, nullptr, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphAddEmptyNode(&b, graph_, nullptr, 0), cudaSuccess);
  const cudaGraphNode_t both[] = {a, b};
  ASSERT_EQ(cudaGraphAddEmptyNode(&c, graph_, both, 2), cudaSuccess);
  size_t n = 0;
  ASSERT_EQ(cudaGraphGetNodes(graph_, nullptr, &n), cudaSuccess);
  EXPECT_EQ(n, 3u);
  std::vector<cudaGraphNode_t> list(5, c);
  n = 5;
  ASSERT_EQ(cudaGraphGetNodes(graph_, list.data(), &n), cudaSuccess);
  EXPECT_EQ(n, 3u);
  EXPECT_EQ(list[3], nullptr);
  n = 5;
  ASSERT_EQ(cudaGraphGetRootNodes(graph_, list.data(), &n), cudaSuccess);
  EXPECT_EQ(n, 2u);
  EXPECT_EQ(std::count(list.begin(), list.begin() + 2, c), 0);
  n = 0;
  ASSERT_EQ(cudaGraphNodeGetDependencies(c, nullptr, nullptr, &n), cudaSuccess);
  EXPECT_EQ(n, 2u);
  n = 5;
  ASSERT_EQ(cudaGraphNodeGetDependentNodes(a, list.data(), nullptr, &n), cudaSuccess);
  EXPECT_EQ(n, 1u);
  EXPECT_EQ(list[0], c);
  ASSERT_EQ(cudaGraphGetEdges(graph_, nullptr, nullptr, nullptr, &n), cudaSuccess);
  EXPECT_EQ(n, 2u);
  ASSERT_EQ(cudaGraphRemoveDependencies(graph_, &a, &c, nullptr, 1), cudaSuccess);
  ASSERT_EQ(cudaGraphAddDependencies(graph_, &a, &b, nullptr, 1), cudaSuccess);
  ASSERT_EQ(cudaGraphGetEdges(graph_, nullptr, nullptr, nullptr, &n), cudaSuccess);
  EXPECT_EQ(n, 2u);
  EXPECT_EQ(cudaGraphAddDependencies(graph_, &a, &b, nullptr, 1), cudaErrorInvalidValue);
  cudaGraphNodeType type = cudaGraphNodeTypeCount;
  ASSERT_EQ(cudaGraphNodeGetType(a, &type), cudaSuccess);
  EXPECT_EQ(type, cudaGraphNodeTypeEmpty);
  ASSERT_EQ(cudaGraphDestroyNode(b), cudaSuccess);
  ASSERT_EQ(cudaGraphGetEdges(graph_, nullptr, nullptr, nullptr, &n), cudaSuccess);
  EXPECT_EQ(n, 0u);
}

TEST_F(GraphTest, CycleIsRefused) {
  cudaGraphNode_t a, b;
  ASSERT_EQ(cudaGraphAddEmptyNode(&a, graph_, nullptr, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphAddEmptyNode(&b, graph_, &a, 1), cudaSuccess);
  ASSERT_EQ(cudaGraphAddDependencies(graph_, &b, &a, nullptr, 1), cudaSuccess);
  cudaGraphExec_t exec = nullptr;
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph_, 0), cudaErrorInvalidValue);
}

TEST_F(GraphTest, ChildGraphIsACopy) {
  int calls = 0;
  const cudaHostNodeParams call = {count, &calls};
  cudaGraph_t parent;
  ASSERT_EQ(cudaGraphCreate(&parent, 0), cudaSuccess);
  cudaGraphNode_t host, child;
  ASSERT_EQ(cudaGraphAddHostNode(&host, graph_, nullptr, 0, &call), cudaSuccess);
  ASSERT_EQ(cudaGraphAddChildGraphNode(&child, parent, nullptr, 0, graph_), cudaSuccess);
  cudaGraphNode_t later;
  ASSERT_EQ(cudaGraphAddHostNode(&later, graph_, nullptr, 0, &call), cudaSuccess);  // does not reach the copy
  cudaGraph_t inside = nullptr;
  ASSERT_EQ(cudaGraphChildGraphNodeGetGraph(child, &inside), cudaSuccess);
  EXPECT_NE(inside, graph_);
  size_t n = 0;
  ASSERT_EQ(cudaGraphGetNodes(inside, nullptr, &n), cudaSuccess);
  EXPECT_EQ(n, 1u);
  cudaGraphExec_t exec = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&exec, parent, 0), cudaSuccess);
  launch(exec);
  EXPECT_EQ(calls, 1);

  // The way a client updates: another graph of the same shape takes the child's place.
  int others = 0;
  const cudaHostNodeParams other_call = {count, &others};
  cudaGraph_t replacement;
  ASSERT_EQ(cudaGraphCreate(&replacement, 0), cudaSuccess);
  cudaGraphNode_t node;
  ASSERT_EQ(cudaGraphAddHostNode(&node, replacement, nullptr, 0, &other_call), cudaSuccess);
  ASSERT_EQ(cudaGraphExecChildGraphNodeSetParams(exec, child, replacement), cudaSuccess);
  launch(exec);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(others, 1);
  EXPECT_EQ(cudaGraphExecChildGraphNodeSetParams(exec, child, graph_), cudaErrorGraphExecUpdateFailure);  // two nodes
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(replacement), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(parent), cudaSuccess);
}

TEST_F(GraphTest, WholeUpdate) {
  const DeviceBuffer a(64);
  const DeviceBuffer b(64, 0);
  cudaGraphNode_t node;
  const cudaMemsetParams fill = words(a.get(), 1, 16);
  ASSERT_EQ(cudaGraphAddMemsetNode(&node, graph_, nullptr, 0, &fill), cudaSuccess);
  cudaGraphExec_t exec = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&exec, graph_, 0), cudaSuccess);
  cudaGraph_t next;
  ASSERT_EQ(cudaGraphCreate(&next, 0), cudaSuccess);
  const cudaMemsetParams other = words(b.get(), 0x01010101, 16);
  ASSERT_EQ(cudaGraphAddMemsetNode(&node, next, nullptr, 0, &other), cudaSuccess);
  cudaGraphExecUpdateResultInfo info{};
  ASSERT_EQ(cudaGraphExecUpdate(exec, next, &info), cudaSuccess);
  EXPECT_EQ(info.result, cudaGraphExecUpdateSuccess);
  launch(exec);
  EXPECT_EQ(b.bytes()[63], 1);
  EXPECT_EQ(a.bytes()[0], 0xff);

  cudaGraphNode_t extra;
  ASSERT_EQ(cudaGraphAddEmptyNode(&extra, next, &node, 1), cudaSuccess);
  EXPECT_EQ(cudaGraphExecUpdate(exec, next, &info), cudaErrorGraphExecUpdateFailure);
  EXPECT_EQ(info.result, cudaGraphExecUpdateErrorTopologyChanged);
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(next), cudaSuccess);
}

TEST_F(GraphTest, CloneFindsItsNodes) {
  cudaGraphNode_t a;
  ASSERT_EQ(cudaGraphAddEmptyNode(&a, graph_, nullptr, 0), cudaSuccess);
  cudaGraph_t clone = nullptr;
  ASSERT_EQ(cudaGraphClone(&clone, graph_), cudaSuccess);
  cudaGraphNode_t in_clone = nullptr;
  ASSERT_EQ(cudaGraphNodeFindInClone(&in_clone, a, clone), cudaSuccess);
  EXPECT_NE(in_clone, a);
  EXPECT_NE(in_clone, nullptr);
  EXPECT_EQ(cudaGraphDestroy(clone), cudaSuccess);
}

TEST_F(GraphTest, BadArguments) {
  cudaGraphNode_t node = nullptr;
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaGraphCreate(nullptr, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphCreate(&graph, 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphAddEmptyNode(nullptr, graph_, nullptr, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphAddEmptyNode(&node, nullptr, nullptr, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphAddEmptyNode(&node, graph_, nullptr, 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphAddHostNode(&node, graph_, nullptr, 0, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphDestroy(nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphLaunch(nullptr, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphExecDestroy(nullptr), cudaErrorInvalidValue);
  size_t n = 0;
  EXPECT_EQ(cudaGraphGetNodes(nullptr, nullptr, &n), cudaErrorInvalidValue);
}

}  // namespace
