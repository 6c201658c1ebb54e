// The random numbers of the graph API: the generator against its published answers, the distributions by their moments.
#include "base/philox.h"
#include "packed_buffer.h"

namespace girih::test {
namespace {

using graph::Rng;
using graph::RngDistribution;

constexpr int kReference = 118;

// The known answers of the authors' library (Random123, kat_vectors, philox4x32 with 10 rounds).
TEST(Philox, KnownAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (PhiloxWords{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr uint32_t f = 0xffffffff;
  EXPECT_EQ(philox({f, f, f, f}, {f, f}), (PhiloxWords{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxWords{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, BlockIsTheLowHalfOfTheCounter) {
  EXPECT_EQ(philox_block(0x0123456789abcdef, 0xfedcba9876543210),
            philox({0x76543210, 0xfedcba98, 0, 0}, {0x89abcdef, 0x01234567}));
}

std::vector<double> generate(Rng o, Buffer& y, int64_t seed, int64_t offset, bool tensors, const std::string& what) {
  Call call;
  o.y = call.tensor("y", y.desc, y.data());
  const auto narrow_seed = static_cast<int32_t>(seed);
  if (tensors) {
    o.seed = call.tensor("seed", make(DType::i32, {1, 1, 1, 1}, Order::nchw), &narrow_seed);
    o.offset = call.tensor("offset", make(DType::i64, {1}, Order::nchw), &offset);
  } else {
    o.fixed_seed = seed;
  }
  call.add(o);
  run_on_threads(call, kReference, {&y}, what);
  return y.values();
}

double word(int64_t seed, int64_t offset, int64_t i) {
  return philox_block(static_cast<uint64_t>(seed),
                      static_cast<uint64_t>(offset / 4 + i / 4))[static_cast<size_t>(i % 4)] *
         0x1p-32;
}

TEST(Rng, ElementsInRowMajorOrder) {
  Rng o;
  o.distribution = RngDistribution::uniform;
  o.low = -2, o.high = 3;
  for (Order order : {Order::nchw, Order::nhwc, Order::gaps})
    for (int64_t offset : {0, 12}) {
      Buffer y(DType::f64, {3, 5, 7, 101}, order);
      const auto got = generate(o, y, -5, offset, true, "uniform");
      std::vector<double> want;
      for (int64_t i = 0; i < y.desc.count(); ++i) want.push_back(-2 + 5 * word(-5, offset, i));
      expect_equal(y, want, "uniform");
    }
}

TEST(Rng, Bernoulli) {
  for (DType type : {DType::f32, DType::f16, DType::bf16, DType::i32, DType::i8})
    for (double p : {0.0, 0.1, 0.9, 1.0}) {
      Rng o;
      o.probability = p;
      Buffer y(type, {4, 25000});
      const auto got = generate(o, y, 1234567890123, 0, false, "bernoulli");
      double ones = 0;
      for (size_t i = 0; i < got.size(); ++i) {
        ASSERT_EQ(got[i], word(1234567890123, 0, static_cast<int64_t>(i)) < p) << i;
        ones += got[i];
      }
      EXPECT_NEAR(ones / 1e5, p, 6 * std::sqrt(p * (1 - p) / 1e5));
    }
}

TEST(Rng, BernoulliBits) {
  Rng o;
  o.probability = 0.3;
  Codes y(DType::boolean, {3, 1001});
  Call call;
  o.y = call.tensor("y", y.desc, y.data());
  o.fixed_seed = 7;
  call.add(o);
  run_once(call, kReference, "bits");
  expect_codes(
      y, [](const Dims& i) { return word(7, 0, i[0] * 1001 + i[1]) < 0.3; }, "bits");
}

TEST(Rng, Normal) {
  Rng o;
  o.distribution = RngDistribution::normal;
  o.mean = 5, o.deviation = 2;
  Buffer y(DType::f32, {200001});
  const auto got = generate(o, y, 99, 0, false, "normal");
  double moments[5] = {};
  for (double v : got)
    for (int k = 1; k <= 4; ++k) moments[k] += std::pow((v - 5) / 2, k) / static_cast<double>(got.size());
  // Standard errors of the moments of 200,000 normal numbers: sqrt(1, 2, 15, 96) / 447.
  EXPECT_NEAR(moments[1], 0, 5 * 1 / 447.0);
  EXPECT_NEAR(moments[2], 1, 5 * 1.42 / 447.0);
  EXPECT_NEAR(moments[3], 0, 5 * 3.9 / 447.0);
  EXPECT_NEAR(moments[4], 3, 5 * 9.8 / 447.0);
  // Neighbours of a pair have nothing in common.
  double product = 0;
  for (size_t i = 0; i + 1 < got.size(); i += 2) product += (got[i] - 5) * (got[i + 1] - 5) / 4;
  EXPECT_NEAR(product / 1e5, 0, 5 / std::sqrt(1e5));
}

}  // namespace
}  // namespace girih::test
