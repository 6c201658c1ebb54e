#include "conformance/dtype.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace girih::conformance {
namespace {

TEST(DType, SixteenBitPatternsSurviveARoundTrip) {
  for (DType type : {DType::kF16, DType::kBF16})
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
      uint16_t in = static_cast<uint16_t>(bits), out = 0;
      double value = decode(type, &in);
      if (std::isnan(value)) continue;
      encode(type, value, &out);
      ASSERT_EQ(in, out) << name_of(type);
    }
}

TEST(DType, RoundsToNearestEven) {
  EXPECT_EQ(rounded(DType::kF16, 2049), 2048);
  EXPECT_EQ(rounded(DType::kF16, 2051), 2052);
  EXPECT_EQ(rounded(DType::kF16, 65519), 65504);
  EXPECT_EQ(rounded(DType::kF16, 65520), std::numeric_limits<double>::infinity());
  EXPECT_EQ(rounded(DType::kF16, 0x1p-25), 0);
  EXPECT_EQ(rounded(DType::kF16, 0x1.8p-25), 0x1p-24);
  EXPECT_EQ(rounded(DType::kBF16, 257), 256);
  EXPECT_EQ(rounded(DType::kBF16, 259), 260);
  EXPECT_EQ(rounded(DType::kI8, 2.5), 2);
  EXPECT_EQ(rounded(DType::kI8, 3.5), 4);
  EXPECT_EQ(rounded(DType::kI8, -1000), -128);
  EXPECT_EQ(rounded(DType::kI8, std::nan("")), 0);
}

// f32 values rounded to 16 bits by the text-book bit trick give the same.
TEST(DType, BFloat16AgreesWithTheBitTrick) {
  for (uint32_t bits = 0; bits < 0x7F800000u; bits += 0x1235) {
    float value;
    std::memcpy(&value, &bits, 4);
    uint16_t want = static_cast<uint16_t>((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16), got = 0;
    encode(DType::kBF16, value, &got);
    ASSERT_EQ(want, got) << value;
  }
}

}  // namespace
}  // namespace girih::conformance
