// Reports about the lists of convolution algorithms: memory, determinism, and answers that do not run.
#include "reports/report_test.h"

namespace girih::reports {
namespace {

using Perf = cudnnConvolutionFwdAlgoPerf_t;

std::vector<Perf> listed(cudnnHandle_t handle, Conv2d& c) {
  std::vector<Perf> list(CUDNN_CONVOLUTION_FWD_ALGO_COUNT);
  int count = 0;
  EXPECT_OK(cudnnGetConvolutionForwardAlgorithm_v7(handle, c.x.descriptor(), c.filter(), c.convolution,
                                                   c.y.descriptor(), static_cast<int>(list.size()), &count,
                                                   list.data()));
  list.resize(static_cast<size_t>(count));
  return list;
}

size_t bytes_of(const Conv2d& c) { return c.x.image.size() + c.w.image.size() + c.y.image.size(); }

// A long, thin image: the window size must not decide between megabytes and gigabytes.
TEST_F(Report, I139_WorkspaceOfTheFirstChoiceIsModest) {
  for (int s : {3, 5, 7, 9}) {
    Conv2d c(8, 16, 1, 128, 16, 1, 0);
    TensorD y;
    FilterD w;
    ConvolutionD conv;
    ASSERT_OK(cudnnSetConvolution2dDescriptor(conv, 0, s / 2, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
    ASSERT_OK(cudnnSetFilter4dDescriptor(w, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 16, 16, 1, s));
    Perf list[CUDNN_CONVOLUTION_FWD_ALGO_COUNT];
    int count = 0;
    ASSERT_OK(cudnnGetConvolutionForwardAlgorithm_v7(handle, c.x.descriptor(), w, conv, c.y.descriptor(),
                                                     CUDNN_CONVOLUTION_FWD_ALGO_COUNT, &count, list));
    ASSERT_GT(count, 0);
    EXPECT_EQ(list[0].status, CUDNN_STATUS_SUCCESS);
    EXPECT_LE(list[0].memory, 8 * bytes_of(c) + (16u << 20)) << "window 1x" << s;
  }
}

// The first choice takes no more than a few times the tensors' own bytes, for many sizes.
TEST_F(Report, I140_WorkspaceStaysNearTheTensors) {
  for (int size : {7, 14, 28, 56})
    for (int r : {1, 3, 5, 7}) {
      Conv2d c(2, 16, size, size, 16, r, r / 2);
      const std::vector<Perf> list = listed(handle, c);
      ASSERT_FALSE(list.empty());
      EXPECT_LE(list[0].memory, 8 * bytes_of(c) + (16u << 20)) << size << " " << r;
    }
}

// Find with a workspace of 0 bytes: algorithms that need more are not run, and at least one runs.
TEST_F(Report, I141_FindKeepsToItsWorkspace) {
  Conv2d c(2, 8, 14, 14, 8, 3, 1);
  for (size_t cap : {size_t{0}, size_t{4096}, size_t{1} << 24}) {
    conformance::DeviceBuffer workspace(cap);
    std::vector<Perf> list(CUDNN_CONVOLUTION_FWD_ALGO_COUNT);
    int count = 0;
    ASSERT_OK(cudnnFindConvolutionForwardAlgorithmEx(
        handle, c.x.descriptor(), c.x.data(), c.filter(), c.w.data(), c.convolution, c.y.descriptor(), c.y.data(),
        static_cast<int>(list.size()), &count, list.data(), cap ? workspace.data() : nullptr, cap));
    ASSERT_GT(count, 0);
    EXPECT_EQ(list[0].status, CUDNN_STATUS_SUCCESS);
    for (int i = 0; i < count; ++i)
      if (list[i].status == CUDNN_STATUS_SUCCESS) {
        EXPECT_LE(list[i].memory, cap) << "algorithm " << list[i].algo;
      }
    EXPECT_EQ(workspace.damage(), "");
  }
}

// 192 and 224 differ by a third in size: so may their workspaces.
TEST_F(Report, I142_NeighbouringSizesNeedSimilarWorkspaces) {
  size_t before = 0;
  for (int size : {180, 192, 200, 224, 230}) {
    Conv2d c(1, 3, size, size, 4, 3, 1);
    const std::vector<Perf> list = listed(handle, c);
    ASSERT_FALSE(list.empty());
    if (before == 0) before = list[0].memory;
    EXPECT_LE(list[0].memory, 4 * before + (16u << 20)) << size;
    before = list[0].memory;
  }
}

// Whoever prefers memory finds an algorithm in the list that needs none.
TEST_F(Report, I143_SomeAlgorithmNeedsNoWorkspace) {
  for (int r : {1, 3, 7})
    for (int groups : {1, 4}) {
      Conv2d c(2, 8, 16, 16, 8, r, r / 2, 1, groups);
      bool found = false;
      for (const Perf& p : listed(handle, c)) {
        if (p.status != CUDNN_STATUS_SUCCESS || p.memory != 0) continue;
        found = true;
        EXPECT_OK(c.forward(handle, p.algo));
      }
      EXPECT_TRUE(found) << r << " " << groups;
    }
}

// All algorithms say that they are deterministic, and the gradients have equal bits in twenty runs.
TEST_F(Report, I149_EveryAlgorithmIsDeterministic) {
  Conv2d c(4, 9, 13, 13, 10, 3, 1);
  for (const Perf& p : listed(handle, c)) EXPECT_EQ(p.determinism, CUDNN_DETERMINISTIC) << p.algo;
  cudnnConvolutionBwdFilterAlgoPerf_t list[CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT];
  int count = 0;
  ASSERT_OK(cudnnGetConvolutionBackwardFilterAlgorithm_v7(handle, c.x.descriptor(), c.y.descriptor(), c.convolution,
                                                          c.filter(), CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT, &count,
                                                          list));
  for (int i = 0; i < count; ++i) {
    if (list[i].status != CUDNN_STATUS_SUCCESS) continue;
    EXPECT_EQ(list[i].determinism, CUDNN_DETERMINISTIC) << list[i].algo;
    conformance::DeviceBuffer workspace(list[i].memory);
    std::vector<uint8_t> first;
    for (int repeat = 0; repeat < 20; ++repeat) {
      ASSERT_OK(cudnnConvolutionBackwardFilter(handle, &c.one, c.x.descriptor(), c.x.data(), c.y.descriptor(),
                                               c.y.data(), c.convolution, list[i].algo, workspace.data(),
                                               list[i].memory, &c.zero, c.filter(), c.w.data()));
      const std::vector<uint8_t> bits = c.w.buffer.download();
      if (repeat == 0) first = bits;
      ASSERT_EQ(bits, first) << "algorithm " << list[i].algo;
    }
  }
}

}  // namespace
}  // namespace girih::reports
