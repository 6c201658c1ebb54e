// The GEMM and depthwise convolution engines of the CPU against the definition.
#include "base/parallel.h"
#include "conv_case.h"

namespace conv_test {
namespace {

constexpr int kGemm = 210, kDepthwise = 211;

// Chains of 256 fused multiply-adds, then chains over the parts: probabilistic bound lambda * sqrt(n) * u with
// lambda = 4 (Higham and Mary 2019).
double terms_of(const Case& c) {
  double depth = static_cast<double>(c.c / c.groups);
  for (auto f : c.filter) depth *= static_cast<double>(f);
  if (c.pass == ConvPass::dgrad) depth *= static_cast<double>(c.k) / static_cast<double>(c.c);
  if (c.pass == ConvPass::wgrad) {
    const TensorDesc y = Problem::output_desc(c);
    depth = static_cast<double>(y.count()) / static_cast<double>(c.k);
  }
  return 4 * std::sqrt(std::min(depth, 256.0) + depth / 256) + 2;
}

std::vector<Case> shapes() {
  std::vector<Case> s;
  auto add = [&](Case c) { s.push_back(c); };
  add({.n = 1, .c = 1, .k = 1, .in = {1}, .filter = {1}});
  add({.n = 2, .c = 3, .k = 5, .in = {17}, .filter = {3}, .pad = {1}});
  add({.n = 3, .c = 1, .k = 16, .in = {28, 28}, .filter = {5, 5}});
  add({.n = 2, .c = 16, .k = 32, .in = {12, 12}, .filter = {5, 5}});
  add({.n = 2, .c = 7, .k = 13, .in = {14, 14}, .filter = {3, 3}, .pad = {1, 1}});
  add({.n = 1, .c = 33, .k = 65, .in = {7, 7}, .filter = {3, 3}, .pad = {1, 1}});
  add({.n = 3, .c = 40, .k = 21, .in = {7, 9}, .filter = {1, 1}});
  add({.n = 2, .c = 8, .k = 6, .in = {15, 13}, .filter = {1, 1}, .stride = {2, 2}});
  add({.n = 2, .c = 5, .k = 9, .in = {19, 23}, .filter = {3, 5}, .pad = {2, 1}, .stride = {2, 3}});
  add({.n = 1, .c = 3, .k = 8, .in = {31, 29}, .filter = {7, 7}, .pad = {3, 3}, .stride = {2, 2}});
  add({.n = 2, .c = 4, .k = 3, .in = {16, 16}, .filter = {3, 3}, .pad = {2, 2}, .dilation = {2, 2}});
  add({.n = 2, .c = 4, .k = 6, .in = {13, 17}, .filter = {3, 2}, .pad = {3, 0}, .stride = {3, 2}, .dilation = {2, 3}});
  add({.n = 1, .c = 2, .k = 3, .in = {5, 4}, .filter = {2, 2}, .pad = {4, 5}});     // more padding than filter
  add({.n = 1, .c = 2, .k = 3, .in = {9, 9}, .filter = {2, 2}, .stride = {4, 3}});  // stride beyond the filter
  add({.n = 1, .c = 3, .k = 2, .in = {6, 7}, .filter = {3, 3}, .pad = {0, 2}, .pad_after = {3, 1}});
  add({.n = 2, .c = 3, .k = 4, .in = {4, 4}, .filter = {4, 4}});  // a dense layer
  add({.n = 2, .c = 4, .k = 5, .in = {6, 5, 7}, .filter = {3, 3, 3}, .pad = {1, 1, 1}});
  add({.n = 1, .c = 2, .k = 3, .in = {5, 6, 7}, .filter = {2, 3, 1}, .pad = {1, 0, 2}, .stride = {2, 1, 2}});
  add({.n = 1, .c = 2, .k = 2, .in = {3, 4, 3, 5}, .filter = {2, 1, 2, 3}, .pad = {0, 1, 1, 0}});
  add({.n = 2, .c = 8, .k = 12, .groups = 4, .in = {9, 10}, .filter = {3, 3}, .pad = {1, 1}});
  add({.n = 2, .c = 6, .k = 6, .groups = 6, .in = {9, 10}, .filter = {3, 3}, .pad = {1, 1}, .stride = {2, 2}});
  add({.n = 1, .c = 4, .k = 8, .groups = 4, .in = {9, 11}, .filter = {5, 3}, .pad = {2, 1}});
  add({.n = 1, .c = 300, .k = 3, .in = {6, 6}, .filter = {2, 2}});  // several chunks of depth
  add({.n = 1, .c = 2, .k = 300, .in = {5, 5}, .filter = {2, 2}});  // several blocks of rows
  add({.n = 9, .c = 3, .k = 4, .in = {24, 24}, .filter = {3, 3}});  // split depth in wgrad
  return s;
}

TEST(ConvGemm, ExactIntegersInEveryOrder) {
  for (auto c : shapes())
    for (auto pass : kPasses)
      for (auto order : {Order::nchw, Order::nhwc, Order::gaps, Order::reversed}) {
        c.pass = pass;
        c.order = order;
        check(c, kGemm);
        if (HasFatalFailure()) return;
      }
}

TEST(ConvGemm, AlphaBetaAndFlip) {
  for (auto c : shapes())
    for (auto pass : kPasses)
      for (double beta : {0.0, 1.0, -2.0}) {
        c.pass = pass;
        c.flip = true;
        c.alpha = 2;
        c.beta = beta;
        check(c, kGemm);
        c.order = Order::nhwc;
        check(c, kGemm);
        c.order = Order::nchw;
      }
}

TEST(ConvGemm, SixteenBitTypes) {
  for (auto c : shapes())
    for (auto pass : kPasses)
      for (auto type : {DType::f16, DType::bf16})
        for (auto order : {Order::nchw, Order::nhwc, Order::gaps}) {
          c.pass = pass;
          c.order = order;
          c.x = c.w = c.y = type;
          c.beta = order == Order::gaps ? 1 : 0;
          check(c, kGemm);
        }
}

TEST(ConvGemm, MixedTypes) {
  for (auto pass : kPasses) {
    Case c{.pass = pass, .n = 2, .c = 7, .k = 13, .in = {14, 14}, .filter = {3, 3}, .pad = {1, 1}};
    c.x = DType::f16;
    c.w = DType::bf16;
    c.y = DType::f32;
    check(c, kGemm);
  }
}

TEST(ConvGemm, RandomDataStaysInsideTheBound) {
  Used used;
  for (auto c : shapes())
    for (auto pass : kPasses)
      for (auto order : {Order::nchw, Order::nhwc}) {
        c.pass = pass;
        c.order = order;
        c.exact = false;
        c.beta = 0.5;
        check(c, kGemm, terms_of(c), &used);
      }
  RecordProperty("share_of_bound", std::to_string(used.share));
  EXPECT_GT(used.share, 0.01) << "a bound this loose proves nothing";
}

TEST(ConvGemm, SameBitsForAnyNumberOfThreads) {
  for (auto pass : kPasses)
    for (auto order : {Order::nchw, Order::nhwc}) {
      Case c{.pass = pass, .n = 9, .c = 24, .k = 40, .in = {24, 24}, .filter = {3, 3}, .pad = {1, 1}};
      c.exact = false;
      c.order = order;
      std::vector<unsigned char> first;
      for (int threads : {1, 2, 3, 3, 1}) {
        girih::set_thread_count(threads);
        Problem p(c);
        ASSERT_TRUE(p.run(kGemm));
        if (first.empty()) first = p.output().bytes;
        EXPECT_EQ(first, p.output().bytes) << threads << " threads: " << c.text();
      }
      girih::set_thread_count(0);
    }
}

TEST(ConvGemm, RefusesWithAReason) {
  Problem p(
      {.n = 1, .c = 1, .k = 1, .in = {4, 4}, .filter = {3, 3}, .x = DType::f64, .w = DType::f64, .y = DType::f64});
  auto status = p.run(kGemm);
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().text.find("f64"), std::string::npos) << status.error().text;
}

TEST(ConvDepthwise, ExactIntegers) {
  int taken = 0;
  for (auto c : shapes()) {
    if (c.c / c.groups * (c.k / c.groups) > 8) continue;
    for (auto pass : kPasses)
      for (auto order : {Order::nchw, Order::nhwc, Order::gaps, Order::reversed})
        for (auto type : {DType::f32, DType::bf16, DType::f16}) {
          ++taken;
          c.pass = pass;
          c.order = order;
          c.x = c.w = c.y = type;
          c.beta = order == Order::gaps ? -2 : 0;
          c.flip = order == Order::nhwc;
          check(c, kDepthwise);
        }
  }
  EXPECT_GT(taken, 100);
}

TEST(ConvDepthwise, RandomDataStaysInsideTheBound) {
  Used used;
  for (auto c : shapes()) {
    if (c.c / c.groups * (c.k / c.groups) > 8) continue;
    for (auto pass : kPasses) {
      c.pass = pass;
      c.exact = false;
      check(c, kDepthwise, terms_of(c), &used);
    }
  }
  EXPECT_GT(used.share, 0.01) << "a bound this loose proves nothing";
}

TEST(ConvDepthwise, SameBitsForAnyNumberOfThreads) {
  for (auto pass : kPasses) {
    Case c{.pass = pass, .n = 3, .c = 24, .k = 48, .groups = 24, .in = {24, 24}, .filter = {3, 3}, .pad = {1, 1}};
    c.exact = false;
    std::vector<unsigned char> first;
    for (int threads : {1, 2, 3, 3, 1}) {
      girih::set_thread_count(threads);
      Problem p(c);
      ASSERT_TRUE(p.run(kDepthwise));
      if (first.empty()) first = p.output().bytes;
      EXPECT_EQ(first, p.output().bytes) << threads << " threads: " << c.text();
    }
    girih::set_thread_count(0);
  }
}

TEST(ConvGemm, EmptyBatchWritesNothing) {
  for (auto pass : kPasses) check({.pass = pass, .n = 0, .c = 3, .k = 4, .in = {5, 5}, .filter = {3, 3}}, kGemm);
}

}  // namespace
}  // namespace conv_test
