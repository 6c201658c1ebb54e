// Block scaling against its definition, for the formats in use and for blocks in any dimension.
#include <set>

#include "packed_buffer.h"

namespace girih::test {
namespace {

using graph::Reordering;

constexpr int kReference = 121;

// Values of the small types from the tables of the OCP specifications, by enumeration.
std::vector<double> numbers(DType type) {
  std::vector<double> v;
  if (type == DType::e2m1) {
    v = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
  } else if (type == DType::e8m0) {
    for (int i = 0; i < 255; ++i) v.push_back(std::ldexp(1.0, i - 127));
  } else {
    const int mantissa = type == DType::e4m3 ? 3 : 2, bias = type == DType::e4m3 ? 7 : 15;
    const int codes = type == DType::e4m3 ? 0x7f : 0x7c;
    for (int c = 0; c < codes; ++c) {
      const int e = c >> mantissa, m = c & ((1 << mantissa) - 1);
      v.push_back(std::ldexp(e == 0 ? m : m + (1 << mantissa), std::max(e, 1) - bias - mantissa));
    }
  }
  return v;
}

double round_up(DType type, double v) {
  if (type == DType::f32) {
    auto f = static_cast<float>(v);
    return f < v ? std::nextafter(f, 1e38f) : f;
  }
  const auto all = numbers(type);
  for (double n : all)
    if (n >= v) return n;
  return all.back();
}

// Nearest, ties to the even code.
uint64_t nearest(DType type, double v) {
  const auto all = numbers(type);
  const double a = std::fabs(v);
  size_t best = 0;
  for (size_t i = 1; i < all.size(); ++i) {
    const double d = std::fabs(all[i] - a), old = std::fabs(all[best] - a);
    if (d < old || (d == old && i % 2 == 0)) best = i;
  }
  return best | (std::signbit(v) ? (type == DType::e2m1 ? 8u : 128u) : 0u);
}

double decode(DType type, uint64_t code) {
  if (type == DType::i4) return code < 8 ? static_cast<double>(code) : static_cast<double>(code) - 16;
  const uint64_t sign = type == DType::e2m1 ? 8 : type == DType::e8m0 ? 256 : 128;
  const double v = numbers(type)[code & (sign - 1)];
  return code & sign ? -v : v;
}

// The place of a scale in the 128x4 tile order, from the picture in CUDA's documentation of block scales: the tile's
// 512 bytes are 32 lines of 16; line r % 32 holds the four scales of the rows r, r + 32, r + 64, r + 96 one after the
// other.
int64_t tile_place(int64_t row, int64_t column, int64_t tiles_along) {
  const int64_t tile = row / 128 * tiles_along + column / 4, line = row % 128 % 32, group = row % 128 / 32;
  return tile * 512 + line * 16 + group * 4 + column % 4;
}

void check_quantize(DType data, DType scale_type, int64_t block, bool tiles) {
  const std::string what = fmt::format("{} {} {} tiles {}", dtype_name(data), dtype_name(scale_type), block, tiles);
  constexpr int64_t rows = 150;
  const int64_t columns = block * 6, along = 6;
  const double top = data == DType::e2m1 ? 6 : data == DType::e4m3 ? 448 : 57344;
  Buffer x(DType::f32, {1, rows, columns});
  Normal next(1);
  for (int64_t n = 0; n < x.desc.count(); ++n) x.set(n, std::ldexp(next(), static_cast<int>(n / block % 11) - 5));
  for (int64_t n = 0; n < block; ++n) x.set(n, 0);                           // a block of zeros
  for (int64_t n = 0; n < block; ++n) x.set(block + n, n % 2 ? -top : top);  // scale 1 exactly
  Codes y(data, {1, rows, columns});
  Codes scale(scale_type, tiles ? Dims{1, 256, 8} : Dims{1, rows, along});
  Call call;
  graph::BlockScaleQuantize o;
  o.block[0] = block, o.block[1] = 1;
  o.x = call.tensor("x", x.desc, x.data()), o.y = call.tensor("y", y.desc, y.data());
  o.scale = call.tensor("scale", scale.desc, scale.data());
  if (tiles) call.graph.tensors.back().reordering = Reordering::f8_128x4;
  call.add(o);
  ASSERT_TRUE(engine_takes_call(kReference, call)) << what;
  run_once(call, kReference, what);
  std::set<int64_t> places;
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t b = 0; b < along; ++b) {
      double amax = 0;
      for (int64_t i = 0; i < block; ++i) amax = std::max(amax, std::fabs(x.get(r * columns + b * block + i)));
      const double want = round_up(scale_type, amax / top);
      const int64_t place = tiles ? tile_place(r, b, 2) : r * along + b;
      EXPECT_TRUE(places.insert(place).second);
      if (scale_type == DType::f32) {
        EXPECT_EQ(std::bit_cast<float>(static_cast<uint32_t>(scale.at(place))), static_cast<float>(want)) << what;
      } else {
        ASSERT_EQ(decode(scale_type, scale.at(place)), want) << what << " row " << r << " block " << b;
      }
      for (int64_t i = 0; i < block; ++i) {
        const double v = want == 0 ? 0 : x.get(r * columns + b * block + i) / want;
        ASSERT_EQ(y.get({0, r, b * block + i}), nearest(data, v)) << what << " " << v;
      }
    }
  y.expect_untouched_gaps(what);
}

TEST(BlockScale, Quantize) {
  for (bool tiles : {false, true}) {
    check_quantize(DType::e4m3, DType::e8m0, 32, tiles);  // MXFP8
    check_quantize(DType::e5m2, DType::e8m0, 32, tiles);
    check_quantize(DType::e2m1, DType::e4m3, 16, tiles);  // NVFP4
    check_quantize(DType::e2m1, DType::e8m0, 32, tiles);  // MXFP4
  }
  check_quantize(DType::e4m3, DType::f32, 7, false);
}

struct Case {
  DType data, scale, y;
  Dims x, s;
  int64_t block[2];
  Dims per_dim;  // the block along each dim
  bool tiles = false, negative = false;
};

void check_dequantize(const Case& c) {
  const std::string what =
      fmt::format("{} {} {} {} blocks {} {} tiles {} negative {}", dtype_name(c.data), dtype_name(c.scale), text(c.x),
                  text(c.s), c.block[0], c.block[1], c.tiles, c.negative);
  // The order of the memory differs from that of the dims.
  Codes x(c.data, c.x, Order::gaps);
  std::mt19937 random(2);
  for (int64_t n = 0; n < x.desc.count(); ++n)
    x.put(offset_of(x.desc, n), random() % (c.data == DType::e4m3 ? 0x7f : c.data == DType::e5m2 ? 0x7c : 16));
  Buffer plain(c.scale, c.s);
  Codes packed(c.scale, c.s);
  const bool small = dtype_bits(c.scale) == 8;
  std::vector<double> scales(static_cast<size_t>(plain.desc.count()));
  for (int64_t n = 0; n < plain.desc.count(); ++n) {
    const uint64_t code = c.scale == DType::e8m0 ? 120 + random() % 12 : 40 + random() % 40;
    scales[static_cast<size_t>(n)] = small ? decode(c.scale, code) : 0.25 + random() % 7;
    if (!small) plain.set(n, scales[static_cast<size_t>(n)]);
    if (small && !c.tiles) packed.put(n, code);
    if (small && c.tiles) {
      // The blocked dimension is the one that is not the other: see per_dim.
      const Dims i = coordinates(c.s, n);
      const bool last = c.per_dim[2] > 1;
      const int64_t row = last ? i[1] : i[2], column = last ? i[2] : i[1];
      const int64_t matrix = c.s[1] * c.s[2];
      packed.put(i[0] * matrix + tile_place(row, column, (last ? c.s[2] : c.s[1]) / 4), code);
    }
  }
  Buffer y(c.y, c.x, Order::nhwc);
  Call call;
  graph::BlockScaleDequantize o;
  o.block[0] = c.block[0], o.block[1] = c.block[1], o.negative_scale = c.negative;
  o.x = call.tensor("x", x.desc, x.data()), o.y = call.tensor("y", y.desc, y.data());
  o.scale = call.tensor("scale", plain.desc, small ? packed.data() : plain.data());
  if (c.tiles) call.graph.tensors.back().reordering = Reordering::f8_128x4;
  call.add(o);
  ASSERT_TRUE(engine_takes_call(kReference, call)) << what;
  run_on_threads(call, kReference, {&y}, what);
  std::vector<double> want;
  for (int64_t n = 0; n < y.desc.count(); ++n) {
    const Dims i = coordinates(c.x, n);
    int64_t at = 0;
    for (size_t d = 0; d < i.size(); ++d) at = at * c.s[d] + i[d] / c.per_dim[d];
    const double v = decode(c.data, x.get(i)), s = scales[static_cast<size_t>(at)];
    want.push_back(c.negative ? v / s : v * s);
  }
  expect_equal(y, want, what);
}

TEST(BlockScale, Dequantize) {
  for (bool negative : {false, true}) {
    // Last dimension, in whichever order the sizes come.
    check_dequantize(
        {DType::e4m3, DType::e8m0, DType::f32, {2, 5, 96}, {2, 5, 3}, {32, 1}, {1, 1, 32}, false, negative});
    check_dequantize(
        {DType::e4m3, DType::e8m0, DType::f32, {2, 5, 96}, {2, 5, 3}, {1, 32}, {1, 1, 32}, false, negative});
    // The dimension before it: weights of experts in i4, scales in f16.
    check_dequantize({DType::i4, DType::f16, DType::f16, {3, 64, 5}, {3, 2, 5}, {32, 1}, {1, 32, 1}, false, negative});
    // Blocks of two dimensions, not all whole.
    check_dequantize(
        {DType::i4, DType::f32, DType::bf16, {2, 33, 50}, {2, 3, 7}, {16, 8}, {1, 16, 8}, false, negative});
    check_dequantize(
        {DType::e2m1, DType::e4m3, DType::f32, {2, 40, 48}, {2, 5, 3}, {8, 16}, {1, 8, 16}, false, negative});
  }
  check_dequantize({DType::e2m1, DType::e4m3, DType::f32, {2, 200, 80}, {2, 256, 8}, {16, 1}, {1, 1, 16}, true});
  check_dequantize({DType::e2m1, DType::e4m3, DType::f32, {2, 80, 200}, {2, 8, 256}, {16, 1}, {1, 16, 1}, true});
  check_dequantize({DType::e5m2, DType::e8m0, DType::f16, {1, 64, 130}, {1, 4, 256}, {1, 32}, {1, 32, 1}, true});
}

TEST(BlockScale, ScaleOfTheWrongSizeIsRefused) {
  Buffer x(DType::e4m3, {1, 4, 64}), s(DType::f32, {1, 4, 3}), y(DType::f32, {1, 4, 64});
  Call call;
  graph::BlockScaleDequantize o;
  o.block[0] = 32, o.block[1] = 1;
  o.x = call.tensor("x", x.desc, x.data()), o.y = call.tensor("y", y.desc, y.data());
  o.scale = call.tensor("scale", s.desc, s.data());
  call.add(o);
  EXPECT_FALSE(engine_takes_call(kReference, call));
}

}  // namespace
}  // namespace girih::test
