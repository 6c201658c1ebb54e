// Half and bfloat16 of the host headers against a search for the nearest representable value.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace {

// The value of a small float with `bits` fraction bits and the given exponent bias, by its definition.
double value_of(unsigned pattern, int fraction_bits, int bias) {
  const unsigned exponent = (pattern & 0x7fff) >> fraction_bits;
  const unsigned fraction = pattern & ((1u << fraction_bits) - 1);
  const unsigned top = 0x7fffu >> fraction_bits;
  const double sign = pattern & 0x8000 ? -1 : 1;
  if (exponent == top) return fraction ? std::nan("") : sign * std::numeric_limits<double>::infinity();
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
  return sign * std::ldexp(fraction + (1u << fraction_bits), static_cast<int>(exponent) - bias - fraction_bits);
}

// Positive values around each midpoint of two neighbours must round to the nearer one, ties to the even pattern.
template <class Round>
void check_rounding(int fraction_bits, int bias, unsigned infinity, Round&& round) {
  for (unsigned p = 0; p + 1 < infinity; ++p) {
    const double low = value_of(p, fraction_bits, bias);
    const double high = value_of(p + 1, fraction_bits, bias);
    const double middle = (low + high) / 2;
    const double step = (high - low) / 1024;
    ASSERT_EQ(round(low), p);
    ASSERT_EQ(round(-low), p | 0x8000u);
    ASSERT_EQ(round(middle - step), p);
    ASSERT_EQ(round(middle), p + (p & 1));
    ASSERT_EQ(round(middle + step), p + 1);
  }
}

TEST(Numbers, HalfFromFloat) {
  check_rounding(10, 15, 0x7c00, [](double v) { return __half_as_ushort(__float2half(static_cast<float>(v))); });
  EXPECT_EQ(__half_as_ushort(__float2half(65519.996f)), 0x7bff);
  EXPECT_EQ(__half_as_ushort(__float2half(65520.0f)), 0x7c00);
  EXPECT_EQ(__half_as_ushort(__float2half(-INFINITY)), 0xfc00);
  EXPECT_EQ(__half_as_ushort(__float2half(NAN)), 0x7fff);
}

// Twice rounded would go wrong just beside a midpoint, closer than a float can be.
TEST(Numbers, FromDoubleRoundsOnce) {
  check_rounding(10, 15, 0x7c00, [](double v) { return __half_as_ushort(__double2half(v)); });
  const double tie = 1 + std::ldexp(1.0, -11);
  EXPECT_EQ(__half_as_ushort(__double2half(tie)), 0x3c00);
  EXPECT_EQ(__half_as_ushort(__double2half(tie + 1e-15)), 0x3c01);
  EXPECT_EQ(__half_as_ushort(__double2half(3 - tie - 1e-15 + std::ldexp(1.0, -10) - 1)),
            __half_as_ushort(__double2half(1 + std::ldexp(1.0, -11) - 1e-15)));
  const double bf_tie = 1 + std::ldexp(1.0, -8);
  EXPECT_EQ(__bfloat16_as_ushort(__double2bfloat16(bf_tie)), 0x3f80);
  EXPECT_EQ(__bfloat16_as_ushort(__double2bfloat16(bf_tie + 1e-15)), 0x3f81);
}

TEST(Numbers, HalfToFloat) {
  for (unsigned p = 0; p < 0x10000; ++p) {
    const float f = __half2float(__ushort_as_half(static_cast<unsigned short>(p)));
    const double expected = value_of(p, 10, 15);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(f)) << p;
    } else {
      ASSERT_EQ(static_cast<double>(f), expected) << p;
      ASSERT_EQ(std::signbit(f), (p & 0x8000) != 0) << p;
    }
  }
}

TEST(Numbers, Bfloat16) {
  for (unsigned p = 0; p < 0x10000; ++p) {
    const float f = __bfloat162float(__ushort_as_bfloat16(static_cast<unsigned short>(p)));
    const double expected = value_of(p, 7, 127);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(f)) << p;
    } else {
      ASSERT_EQ(static_cast<double>(f), expected) << p;
    }
  }
  // From the normal numbers on: below them a float cannot hold the points beside a midpoint.
  for (unsigned p = 0x0100; p + 1 < 0x7f80; ++p) {
    const double low = value_of(p, 7, 127);
    const double high = value_of(p + 1, 7, 127);
    const double middle = (low + high) / 2;
    const auto round = [](double v) { return __bfloat16_as_ushort(__float2bfloat16(static_cast<float>(v))); };
    ASSERT_EQ(round(low), p);
    ASSERT_EQ(round(middle), p + (p & 1));
    ASSERT_EQ(round(middle - (high - low) / 1024), p);
    ASSERT_EQ(round(middle + (high - low) / 1024), p + 1);
  }
  EXPECT_EQ(__bfloat16_as_ushort(__float2bfloat16(3.4e38f)), 0x7f80);
  EXPECT_EQ(__bfloat16_as_ushort(__float2bfloat16(NAN)), 0x7fff);
}

}  // namespace
