// The attention engine of the CPU: the operations against the definition, the clients' graphs against the interpreter.
#include "attention_graph.h"
#include "sdpa_case.h"

namespace girih::test {
namespace {

constexpr int kFlash = 232, kInterpreter = 100;
// f32 sums of a few hundred products of numbers of size 1, and exponentials: 64 units of f32.
constexpr double kBound = 64 * 0x1p-24;

TEST(AttentionFlash, OperationsAgainstTheDefinition) {
  for (DType type : {DType::f32, DType::f16, DType::bf16})
    for (bool bshd : {false, true}) {
      Attention c;
      c.type = type, c.packed_qkv = bshd, c.hk = 2, c.hv = 1;
      check_attention(c, kFlash, kBound);
      c.d = 5, c.dv = 3, c.sq = 1, c.skv = 9, c.scale = false;
      check_attention(c, kFlash, kBound);
      c.stats = false;
      check_attention(c, kFlash, kBound);
    }
  for (unsigned seed = 1; seed < 6; ++seed) {
    Attention c;
    c.b = 3, c.hk = c.hv = 2, c.seed = seed, c.sq = 9, c.skv = 13;
    c.lengths = true;
    check_attention(c, kFlash, kBound);
    c.ragged = true;
    check_attention(c, kFlash, kBound);
    c.ragged = false, c.page = 4;
    check_attention(c, kFlash, kBound);
  }
}

TEST(AttentionFlash, ComesFirst) {
  AttentionOptions c;
  c.d = c.dv = 256, c.causal = c.lengths = true;
  AttentionGraph g(c);
  g.forward();
  EXPECT_EQ(rank_engines(g.call.graph, kCpu).front().engine->id, kFlash);
  AttentionData one{Attention{}};
  EXPECT_EQ(rank_engines(one.forward().graph, kCpu).front().engine->id, kFlash);
  Attention pages;
  pages.skv = 300, pages.page = 1;
  AttentionData paged{pages};
  EXPECT_EQ(rank_engines(paged.forward().graph, kCpu).front().engine->id, kFlash);
}

TEST(AttentionFlash, ManyBlocksOfRows) {
  Attention c;
  c.b = 1, c.h = 2, c.hk = c.hv = 1, c.sq = 150, c.skv = 300, c.d = 40, c.dv = 24;
  check_attention(c, kFlash, 4 * kBound);
  c.lengths = true, c.b = 2, c.type = DType::bf16;
  check_attention(c, kFlash, 4 * kBound);
}

TEST(AttentionFlash, WhatItDoesNotTake) {
  Attention c;
  c.type = DType::f64;
  AttentionData doubles(c);
  EXPECT_FALSE(engine_takes_call(kFlash, doubles.forward()));
  c.type = DType::f32, c.block_mask = true;
  AttentionData masked(c);
  EXPECT_FALSE(engine_takes_call(kFlash, masked.forward()));
}

// One key-value head collects from its query heads: a reduction over neighbours.
TEST(AttentionFlash, ReductionOfGroups) {
  Buffer x(DType::f32, {2, 6, 3, 5}, Order::gaps), y(DType::f32, {2, 2, 1, 5}, Order::nhwc);
  x.fill(Integers(1, -9, 9));
  Call call;
  graph::Reduction o;
  o.x = call.tensor("x", x.desc, x.data()), o.y = call.tensor("y", y.desc, y.data());
  call.add(o);
  run_on_threads(call, 107, {&y}, "groups");
  std::vector<double> want(20);
  for (int64_t n = 0; n < 180; ++n) {
    const Dims i = coordinates({2, 6, 3, 5}, n);
    want[static_cast<size_t>((i[0] * 2 + i[1] / 3) * 5 + i[3])] += x.get(n);
  }
  expect_equal(y, want, "groups");
}

// Where the interpreter has NaN, a row has no key at all: o is 0 there, the statistics -inf.
void compare(AttentionGraph& g, const std::string& what, double bound) {
  ASSERT_TRUE(engine_takes_call(kFlash, g.call)) << what << find_engine(kFlash)->supports(g.call.graph, kCpu).refusal;
  const Check done = run(kCpu, g.call, kInterpreter);
  ASSERT_TRUE(done) << what << done.error().text;
  std::vector<std::vector<double>> want;
  for (Buffer* b : g.outputs) {
    want.push_back(b->values());
    std::fill(b->bytes.begin(), b->bytes.end(), 0xff);
  }
  run_on_threads(g.call, kFlash, g.outputs, what);
  for (size_t i = 0; i < want.size(); ++i) {
    const Buffer& got = *g.outputs[i];
    for (size_t n = 0; n < want[i].size(); ++n) {
      const double a = got.get(static_cast<int64_t>(n)), w = want[i][n];
      if (std::isnan(w)) {
        EXPECT_TRUE(a == 0 || a == kMinusInf) << what << " " << g.output_names[i] << " " << n << ": " << a;
        continue;
      }
      if (a == w) continue;
      const double allowed = bound * (1 + std::fabs(w)) + 2 * got.unit() * std::fabs(w) + got.underflow();
      if (!(std::fabs(a - w) <= allowed)) {
        ADD_FAILURE() << what << " " << g.output_names[i] << ": element " << n << " is " << a << ", not " << w;
        break;
      }
    }
    got.expect_untouched_gaps(what);
  }
}

// Numbers of the options, drawn at random: forward, then backward from what forward made.
void check(AttentionOptions c) {
  // Scores in the tensors' type where the client asks for it: P is rounded by the interpreter, not by the engine.
  const double bound = c.type == DType::f32 ? 4 * kBound : c.type == DType::f16 ? 0x1p-9 : 0x1p-6;
  {
    AttentionGraph g(c);
    g.forward();
    compare(g, c.name(), bound);
  }
  if (c.one_node || c.sink) return;
  c.max_and_sum = false, c.generate_stats = true;
  AttentionGraph g(c);
  g.forward();
  ASSERT_TRUE(run(kCpu, g.call, kFlash)) << c.name();
  std::vector<double> o, stats;
  for (size_t i = 0; i < g.outputs.size(); ++i) (g.output_names[i] == "o" ? o : stats) = g.outputs[i]->values();
  // Rows without keys: NaN in the interpreter, which would spread to all keys. A large number makes their weights 0.
  for (double& s : stats)
    if (std::isinf(s)) s = 1e30;
  AttentionGraph back(c);
  back.backward(o, stats);
  compare(back, c.name() + " backward", 4 * bound);
}

TEST(AttentionFlash, EveryOptionAlone) {
  const AttentionOptions plain;
  check(plain);
  for (int i = 0; i < 16; ++i) {
    AttentionOptions c;
    c.scale = i != 0;
    c.bias = i == 1 || i == 2, c.bias_per_batch = i == 2;
    c.alibi = i == 3, c.softcap = i == 4, c.lengths = i == 5;
    c.causal = i >= 6 && i <= 8, c.right = i == 7 ? 2 : 0, c.bottom_right = i == 8 || i == 10;
    c.window = i == 9 || i == 10;
    c.sink = i == 11, c.max_and_sum = i == 12, c.generate_stats = i != 13;
    c.dropout = i == 14 ? 1 : i == 15 ? 2 : 0;
    check(c);
  }
}

TEST(AttentionFlash, RandomOptions) {
  std::mt19937 random(3);
  for (unsigned seed = 1; seed <= 60; ++seed) {
    auto coin = [&] { return random() % 2 == 0; };
    AttentionOptions c;
    c.seed = seed;
    c.b = 1 + random() % 3, c.hk = 1 + random() % 2, c.h = c.hk * (1 + random() % 3);
    c.sq = 1 + random() % 40, c.skv = 1 + random() % 40, c.d = 1 + random() % 20, c.dv = 1 + random() % 20;
    c.type = random() % 3 == 0 ? DType::bf16 : coin() ? DType::f16 : DType::f32;
    c.scale = coin(), c.bias = coin(), c.bias_per_batch = coin(), c.alibi = coin(), c.softcap = coin();
    c.lengths = coin(), c.causal = coin(), c.right = coin() ? 0 : static_cast<int>(random() % 4);
    c.bottom_right = coin(), c.window = coin(), c.sink = random() % 3 == 0, c.max_and_sum = coin();
    c.generate_stats = coin(), c.dropout = static_cast<int>(random() % 3), c.one_node = random() % 4 == 0;
    check(c);
  }
}

// Several pieces of 128 keys, of which masks leave some blocks of rows few.
TEST(AttentionFlash, ManyRowsAndKeys) {
  for (unsigned seed = 1; seed <= 14; ++seed) {
    std::mt19937 random(seed);
    auto coin = [&] { return random() % 2 == 0; };
    AttentionOptions c;
    c.seed = seed;
    c.b = 1 + random() % 2, c.h = 2, c.hk = 1 + random() % 2;
    c.sq = 100 + random() % 200, c.skv = 200 + random() % 300, c.d = 16, c.dv = 24;
    c.causal = seed % 4 != 0, c.window = seed % 4 == 0 || seed % 4 == 3, c.right = coin() ? 0 : 70;
    c.bottom_right = coin(), c.lengths = coin(), c.one_node = seed % 5 == 0, c.dropout = seed % 3 == 0;
    c.sink = seed % 7 == 0, c.max_and_sum = coin();
    check(c);
  }
}

}  // namespace
}  // namespace girih::test
