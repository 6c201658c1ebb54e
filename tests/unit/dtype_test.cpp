// Conversions of small floats against the definition of their formats, for every bit pattern.
#include "tensor/dtype.h"

#include <gtest/gtest.h>

#include <random>

namespace girih {
namespace {

// The value of a pattern by the formula of IEEE 754: exact in double.
double value_of(unsigned bits, int exp_bits, int man_bits) {
  const int bias = (1 << (exp_bits - 1)) - 1;
  const unsigned man = bits & ((1u << man_bits) - 1), exp = (bits >> man_bits) & ((1u << exp_bits) - 1);
  const double sign = (bits >> (exp_bits + man_bits)) & 1 ? -1 : 1;
  if (exp == 0) return sign * std::ldexp(man, 1 - bias - man_bits);
  return sign * std::ldexp((1u << man_bits) + man, static_cast<int>(exp) - bias - man_bits);
}

TEST(Dtype, F16DecodesEveryPattern) {
  for (unsigned b = 0; b < 65536; ++b) {
    const double v = static_cast<double>(f16::decode(static_cast<uint16_t>(b)));
    const unsigned exp = b >> 10 & 31, man = b & 1023;
    if (exp == 31 && man)
      EXPECT_TRUE(std::isnan(v)) << b;
    else if (exp == 31)
      EXPECT_EQ(v, b >> 15 ? -INFINITY : INFINITY) << b;
    else
      EXPECT_EQ(v, value_of(b, 5, 10)) << b;
  }
}

template <class T>
void round_trip(unsigned patterns) {
  for (unsigned b = 0; b < patterns; ++b) {
    T t;
    t.bits = static_cast<decltype(t.bits)>(b);
    const double v = static_cast<double>(t);
    if (v == v)
      EXPECT_EQ(T(v).bits, t.bits) << b;
    else
      EXPECT_TRUE(std::isnan(static_cast<double>(T(v)))) << b;
  }
}
TEST(Dtype, EveryPatternSurvivesTheRoundTrip) {
  round_trip<f16>(65536);
  round_trip<bf16>(65536);
  round_trip<e4m3>(256);
  round_trip<e5m2>(256);
}

// Rounding: no other pattern is nearer, and halves go to the even one.
template <class T>
void nearest(unsigned finite_patterns, uint64_t seed) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < 20000; ++i) {
    T low, high;
    low.bits = static_cast<decltype(low.bits)>(random() % (finite_patterns - 1));
    high.bits = static_cast<decltype(low.bits)>(low.bits + 1);
    const double a = static_cast<double>(low), b = static_cast<double>(high), middle = (a + b) / 2;
    const double below = std::nextafter(middle, 0.0), above = std::nextafter(middle, 1e300);
    EXPECT_EQ(T(below).bits, low.bits);
    EXPECT_EQ(T(above).bits, high.bits);
    EXPECT_EQ(T(middle).bits, low.bits & 1 ? high.bits : low.bits);
    EXPECT_EQ(static_cast<double>(T(-middle)), -static_cast<double>(T(middle)));
  }
}
TEST(Dtype, RoundsToNearestEven) {
  nearest<f16>(0x7c00, 1);
  nearest<bf16>(0x7f80, 2);
  nearest<e4m3>(0x7f, 3);
  nearest<e5m2>(0x7c, 4);
}

TEST(Dtype, Overflow) {
  EXPECT_EQ(f16(65519.99).bits, 0x7bff);
  EXPECT_EQ(f16(65520.0).bits, 0x7c00);  // halfway to 2^16: even is infinity
  EXPECT_EQ(f16(-1e300).bits, 0xfc00);
  EXPECT_EQ(bf16(1e300).bits, 0x7f80);
  EXPECT_EQ(e4m3(464.0).bits, 0x7e);  // rounds to 448
  EXPECT_EQ(e4m3(465.0).bits, 0x7f);  // beyond: NaN
  EXPECT_EQ(e4m3(INFINITY).bits, 0x7f);
  EXPECT_EQ(f16(1e-30).bits, 0);
  EXPECT_EQ(f16(-1e-30).bits, 0x8000);
}

TEST(Dtype, IntegersSaturateAndRoundHalfToEven) {
  EXPECT_EQ(store<int8_t>(127.6), 127);
  EXPECT_EQ(store<int8_t>(-1000), -128);
  EXPECT_EQ(store<int8_t>(2.5), 2);
  EXPECT_EQ(store<int8_t>(3.5), 4);
  EXPECT_EQ(store<int8_t>(-2.5), -2);
  EXPECT_EQ(store<uint8_t>(-3), 0);
  EXPECT_EQ(store<int32_t>(1e10), INT32_MAX);
  EXPECT_EQ(store<int64_t>(1e19), INT64_MAX);
  EXPECT_EQ(store<int64_t>(-1e19), INT64_MIN);
  EXPECT_EQ(store<int8_t>(NAN), 0);
}

}  // namespace
}  // namespace girih
