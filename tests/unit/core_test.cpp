// The core: results, object pools, threads, tensor descriptions, keys and the plan cache.
#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <set>
#include <thread>

#include "base/hash.h"
#include "base/parallel.h"
#include "base/pool.h"
#include "base/result.h"
#include "plan/plan.h"

namespace girih {
namespace {

Result<int> half(int n) {
  if (n % 2) return bad_param("n: {} is odd", n);
  return n / 2;
}
Result<int> quarter(int n) {
  GIRIH_TRY_ASSIGN(const int h, half(n));
  return half(h);
}

TEST(Result, PassesValuesAndErrors) {
  EXPECT_EQ(*quarter(12), 3);
  auto r = quarter(6);
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().status, Status::kBadParam);
  EXPECT_EQ(r.error().text, "n: 3 is odd");
  EXPECT_EQ(sizeof(Check), sizeof(void*));
}

struct Tagged {
  uint32_t tag = 7;
};

TEST(Pool, FreedSlotsStayReadableAndAreNotReusedAtOnce) {
  Pool<Tagged> pool;
  Tagged* first = pool.create();
  first->tag = 0;
  pool.destroy(first);
  std::set<Tagged*> live;
  for (int i = 0; i < 60; ++i) live.insert(pool.create());
  EXPECT_EQ(live.count(first), 0u);
  EXPECT_EQ(first->tag, 0u);
  for (int i = 0; i < 10000; ++i) pool.destroy(pool.create());  // does not grow without end
  for (Tagged* t : live) pool.destroy(t);
}

TEST(Parallel, EveryChunkOnceWithAnyNumberOfThreads) {
  for (int threads : {1, 2, 3, 7}) {
    set_thread_count(threads);
    for (int round = 0; round < 200; ++round) {
      std::vector<std::atomic<int>> hits(97);
      parallel_for(97, [&](int64_t i) { ++hits[static_cast<size_t>(i)]; });
      for (auto& h : hits) ASSERT_EQ(h, 1);
    }
  }
  set_thread_count(0);
}

TEST(Parallel, NestedAndConcurrentCallersFinish) {
  set_thread_count(3);
  std::atomic<int64_t> sum{0};
  std::vector<std::thread> callers;
  for (int c = 0; c < 4; ++c)
    callers.emplace_back([&] {
      for (int round = 0; round < 100; ++round)
        parallel_for(8, [&](int64_t i) { parallel_for(4, [&](int64_t j) { sum += i * 4 + j; }); });
    });
  for (auto& t : callers) t.join();
  EXPECT_EQ(sum, 4 * 100 * (31 * 32 / 2));
  set_thread_count(0);
}

// Thrown on whichever thread: the caller gets it, nothing ends, and the pool works on.
TEST(Parallel, ExceptionsReachTheCaller) {
  for (int threads : {1, 2, 3}) {
    set_thread_count(threads);
    for (int round = 0; round < 50; ++round) {
      EXPECT_THROW(parallel_for(64,
                                [&](int64_t i) {
                                  if (i >= round) throw std::bad_alloc();
                                }),
                   std::bad_alloc);
      std::atomic<int64_t> sum{0};
      parallel_for(64, [&](int64_t i) { sum += i; });
      ASSERT_EQ(sum, 63 * 64 / 2);
    }
  }
  set_thread_count(0);
}

TEST(TensorDesc, LayoutsAndDensity) {
  const TensorDesc nchw = make_packed(DType::f32, {2, 3, 4, 5}),
                   nhwc = make_packed(DType::f32, {2, 3, 4, 5}, Layout::nhwc);
  EXPECT_TRUE(is_packed(nchw, Layout::nchw));
  EXPECT_FALSE(is_packed(nchw, Layout::nhwc));
  EXPECT_TRUE(is_packed(nhwc, Layout::nhwc));
  EXPECT_EQ(nhwc.strides[1], 1);
  EXPECT_EQ(nhwc.strides[3], 3);
  EXPECT_TRUE(is_dense(nchw));
  EXPECT_TRUE(is_dense(nhwc));
  TensorDesc gap = nchw;
  gap.strides[0] = 61;
  EXPECT_FALSE(is_dense(gap));
  gap.dims[0] = 1;  // the stride of a dim of 1 does not matter
  EXPECT_TRUE(is_dense(gap));
  TensorDesc overlap = nchw;
  overlap.strides[0] = 1;
  EXPECT_FALSE(is_dense(overlap));
}

// Recorded from the original library (status_cases, nd_n0).
TEST(TensorDesc, SizeInBytes) {
  TensorDesc t = make_packed(DType::f32, {2, 3, 4, 5});
  EXPECT_EQ(*size_in_bytes(t), 480);
  t.strides[3] = 3, t.strides[2] = 5;
  EXPECT_EQ(*size_in_bytes(t), 512);
  t.strides[3] = -1;
  EXPECT_EQ(*size_in_bytes(t), 480);
  for (int i = 0; i < 4; ++i) t.strides[i] = 1;
  EXPECT_EQ(*size_in_bytes(t), 44);
  t.dims[0] = INT64_MAX / 2;
  t.strides[0] = INT64_MAX / 2;
  EXPECT_FALSE(size_in_bytes(t));
}

Call relu_call(int64_t n) {
  Call call;
  graph::Pointwise op{.mode = graph::PointwiseMode::relu_fwd};
  op.a = call.tensor("x", make_packed(DType::f32, {1, 1, 1, n}), nullptr);
  op.y = call.tensor("y", make_packed(DType::f32, {1, 1, 1, n}), nullptr);
  call.add(op);
  return call;
}

TEST(Plan, KeysDependOnStructureOnly) {
  Call a = relu_call(8), b = relu_call(8), c = relu_call(9);
  b.graph.nodes[0].scalars.alpha = 3;  // a number of one call
  b.data[0] = &b;
  EXPECT_TRUE(make_key(a.graph, Device{}, 0) == make_key(b.graph, Device{}, 0));
  EXPECT_FALSE(make_key(a.graph, Device{}, 0) == make_key(c.graph, Device{}, 0));
  EXPECT_FALSE(make_key(a.graph, Device{}, 0) == make_key(a.graph, Device{}, 102));
}

TEST(Plan, CacheReturnsTheSamePlanAndStaysBounded) {
  clear_plan_cache();
  auto first = get_plan(relu_call(8).graph, Device{}), second = get_plan(relu_call(8).graph, Device{});
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->get(), second->get());
  EXPECT_EQ(plan_cache_size(), 1u);
  for (int64_t n = 1; n < 6000; ++n) ASSERT_TRUE(get_plan(relu_call(n).graph, Device{}));
  EXPECT_EQ(plan_cache_size(), 4096u);
  clear_plan_cache();
}

TEST(Plan, RefusalsSayWhy) {
  Call call = relu_call(8);
  auto r = get_plan(call.graph, Device{}, 203);  // a pooling engine
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().status, Status::kNotSupported);
  EXPECT_NE(r.error().text.find("pooling"), std::string::npos) << r.error().text;
  auto unknown = get_plan(call.graph, Device{}, 99999);
  ASSERT_FALSE(unknown);
}

TEST(Plan, EveryEngineHasAnIdOfItsOwn) {
  std::set<int> ids;
  std::set<std::string> names;
  for (const Engine* e : all_engines()) {
    EXPECT_TRUE(ids.insert(e->id).second) << e->id;
    EXPECT_TRUE(names.insert(e->name).second) << e->name;
  }
  EXPECT_GE(ids.size(), 8u);
}

TEST(Graph, TextNamesOperationAndTensors) {
  const std::string s = graph::to_text(relu_call(8).graph);
  EXPECT_EQ(s,
            "pointwise mode=100 a=t0 y=t1 nan=true parameter=0 compute=0 lower_clip=0 upper_clip=inf lower_slope=0 "
            "axis=-1; t0=x f32 {1,1,1,8} strides {8,8,8,1}; t1=y f32 {1,1,1,8} strides {8,8,8,1}");
}

}  // namespace
}  // namespace girih
