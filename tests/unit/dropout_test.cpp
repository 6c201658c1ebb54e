// Dropout: the generators against a plain XORWOW that steps one by one, masks against recorded ones.
#include <set>

#include "base/xorwow.h"
#include "tensor_buffer.h"

namespace girih::test {
namespace {

using graph::Dropout;
using graph::DropoutPass;

constexpr int kReference = 106, kFast = 206;
constexpr int64_t kGenerators = 132 * 1024;

std::vector<Xorwow> seeded(uint64_t seed, int64_t count = kGenerators) {
  std::vector<Xorwow> s(static_cast<size_t>(count));
  seed_xorwow(s.data(), count, seed);
  return s;
}

// Masks of NVIDIA's library: seed 42, p 0.5, first and second call (tests/golden/data/dropout.tsv, n33).
TEST(Xorwow, DrawsTheRecordedMasks) {
  auto s = seeded(42);
  for (const char* mask : {"000100101101100011101110000000110", "110000001110111001111010111011000"}) {
    std::string got;
    for (size_t i = 0; i < 33; ++i) got += to_uniform(draw(s[i])) > 0.5f ? '1' : '0';
    EXPECT_EQ(got, mask);
  }
}

TEST(Xorwow, SeedingIsTheSameForAnyCountAndThreads) {
  const auto all = seeded(7);
  for (int64_t count : {1, 2, 1023, 1024, 1025, 3000}) {
    set_thread_count(static_cast<int>(count % 3) + 1);
    const auto some = seeded(7, count);
    EXPECT_EQ(std::memcmp(some.data(), all.data(), static_cast<size_t>(count) * sizeof(Xorwow)), 0) << count;
  }
  set_thread_count(0);
}

TEST(Xorwow, NoTwoGeneratorsShareAState) {
  const auto s = seeded(0);
  std::set<std::string> states;
  for (const auto& g : s) states.insert(std::string(reinterpret_cast<const char*>(g.x), sizeof g.x));
  EXPECT_EQ(states.size(), s.size());
}

struct Run {
  Dims dims;
  Order order = Order::nchw;
  float p = 0.5f;
  DType type = DType::f32;
};

// Positions of x's elements (row-major numbers) in the order of memory.
std::vector<int64_t> memory_order(const TensorDesc& t) {
  std::vector<int64_t> n(static_cast<size_t>(t.count()));
  for (size_t i = 0; i < n.size(); ++i) n[i] = static_cast<int64_t>(i);
  std::sort(n.begin(), n.end(), [&](int64_t a, int64_t b) { return offset_of(t, a) < offset_of(t, b); });
  return n;
}

void check(const Run& r, int engine) {
  const std::string what = fmt::format("engine {} dims {} p {} {}", engine, text(r.dims), r.p, dtype_name(r.type));
  Buffer x(r.type, r.dims, r.order), y(r.type, r.dims, r.order), dy(r.type, r.dims, r.order),
      dx(r.type, r.dims, r.order);
  Integers some(1, 1, 9);
  x.fill(some);
  dy.fill(some);
  Buffer states(DType::u8, {kGenerators * kXorwowBytes});
  Buffer reserve(DType::u8, {graph::dropout_reserve_bytes(x.desc)});
  auto expected = seeded(11);
  std::memcpy(states.data(), expected.data(), expected.size() * sizeof(Xorwow));
  for (int round = 0; round < 2; ++round) {
    Call call;
    Dropout o;
    o.probability = r.p;
    o.x = call.tensor("x", x.desc, x.data());
    o.y = call.tensor("y", y.desc, y.data());
    o.reserve = call.tensor("reserve", reserve.desc, reserve.data());
    o.states = call.tensor("states", states.desc, states.data());
    call.add(o);
    ASSERT_TRUE(engine_takes_call(engine, call)) << what;
    run_on_threads(call, engine, {&y, &reserve, &states}, what);
    Call back;
    o.pass = DropoutPass::backward;
    o.states = graph::kNone;
    o.x = back.tensor("dy", dy.desc, dy.data());
    o.y = back.tensor("dx", dx.desc, dx.data());
    o.reserve = back.tensor("reserve", reserve.desc, reserve.data());
    back.add(o);
    run_on_threads(back, engine, {&dx}, what);

    const float scale = 1.0f / (1.0f - r.p);
    std::vector<double> want_y(x.values().size()), want_dx(want_y.size()), bits(8 * reserve.values().size());
    const auto order = memory_order(x.desc);
    for (size_t e = 0; e < order.size(); ++e) {
      const bool kept = to_uniform(draw(expected[e % expected.size()])) > r.p;
      const auto n = static_cast<size_t>(order[e]);
      auto scaled = [&](const Buffer& b) {
        Buffer one(r.type, {1});
        return one.set(0, b.get(order[e]) * static_cast<double>(scale)).get(0);
      };
      want_y[n] = kept ? scaled(x) : 0;
      want_dx[n] = kept ? scaled(dy) : 0;
      bits[e] = kept;
    }
    std::vector<double> want_bytes(bits.size() / 8);
    for (size_t e = 0; e < bits.size(); ++e) want_bytes[e / 8] += bits[e] * (1 << (e % 8));
    expect_equal(y, want_y, what);
    expect_equal(dx, want_dx, what);
    expect_equal(reserve, want_bytes, what + " reserve");
    EXPECT_EQ(std::memcmp(states.data(), expected.data(), expected.size() * sizeof(Xorwow)), 0) << what;
  }
}

TEST(Dropout, MasksAndValues) {
  for (int engine : {kReference, kFast}) {
    for (int64_t n : {1, 5, 31, 33, 1000, 5003}) check({{1, n, 1, 1}}, engine);
    for (float p : {0.0f, 0.1f, 0.9f, 1.0f, 1.5f, -0.1f}) check({{3, 5, 7, 2}, Order::nchw, p}, engine);
    check({{3, 5, 7, 2}, Order::nhwc}, engine);
    check({{2, 3, 150, 200}, Order::nchw, 0.25f}, engine);  // more elements than generators
  }
  check({{3, 5, 7, 2}, Order::gaps}, kReference);
  for (DType type : {DType::f64, DType::f16, DType::bf16}) check({{2, 3, 4, 5}, Order::nhwc, 0.5f, type}, kReference);
}

TEST(Dropout, DroppedNanIsZero) {
  for (int engine : {kReference, kFast}) {
    Buffer x(DType::f32, {64}), y(DType::f32, {64}), reserve(DType::u8, {8}), states(DType::u8, {1024 * kXorwowBytes});
    x.fill([] { return std::nan(""); });
    seed_xorwow(static_cast<Xorwow*>(states.data()), 1024, 3);
    Call call;
    Dropout o;
    o.probability = 1;
    o.x = call.tensor("x", x.desc, x.data());
    o.y = call.tensor("y", y.desc, y.data());
    o.reserve = call.tensor("reserve", reserve.desc, reserve.data());
    o.states = call.tensor("states", states.desc, states.data());
    call.add(o);
    ASSERT_TRUE(run(kCpu, call, engine));
    expect_equal(y, std::vector<double>(64, 0.0), "dropped NaN");
  }
}

TEST(Dropout, SeedPassFillsTheStates) {
  Buffer states(DType::u8, {2048 * kXorwowBytes});
  Call call;
  Dropout o;
  o.pass = DropoutPass::seed;
  o.states = call.tensor("states", states.desc, states.data());
  for (uint64_t seed : {0ull, 0x123456789abcdefull}) {
    o.seed = seed;
    call.graph.nodes.clear();
    call.add(o);
    run_on_threads(call, kReference, {&states}, "seed");
    const auto want = seeded(seed, 2048);
    EXPECT_EQ(std::memcmp(states.data(), want.data(), 2048 * sizeof(Xorwow)), 0);
  }
}

TEST(Dropout, RefusesWhatDoesNotFit) {
  EXPECT_EQ(graph::dropout_reserve_bytes(make(DType::f32, {1, 5, 1, 1}, Order::nchw)), 4);
  EXPECT_EQ(graph::dropout_reserve_bytes(make(DType::f32, {1, 5000, 1, 1}, Order::nchw)), 628);
  auto status = [](const TensorDesc& x, const TensorDesc& y, int64_t reserve) {
    Call call;
    Dropout o;
    o.x = call.tensor("x", x, &call);
    o.y = call.tensor("y", y, &call);
    o.reserve = call.tensor("reserveSpace", make(DType::u8, {reserve}, Order::nchw), &call);
    o.states = call.tensor("states", make(DType::u8, {1024 * kXorwowBytes}, Order::nchw), &call);
    call.add(o);
    const Check r = graph::validate(call.graph);
    return r ? 0 : static_cast<int>(r.error().status);
  };
  const TensorDesc x = make(DType::f32, {1, 33, 1, 1}, Order::nchw);
  EXPECT_EQ(status(x, x, 8), 0);
  EXPECT_EQ(status(x, x, 7), 2000);
  EXPECT_EQ(status(x, make(DType::f32, {1, 34, 1, 1}, Order::nchw), 8), 2000);
  EXPECT_EQ(status(x, make(DType::f16, {1, 33, 1, 1}, Order::nchw), 8), 2000);
  EXPECT_EQ(status(make(DType::i8, {1, 33, 1, 1}, Order::nchw), make(DType::i8, {1, 33, 1, 1}, Order::nchw), 8), 2000);
}

}  // namespace
}  // namespace girih::test
