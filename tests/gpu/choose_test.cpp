// The chooser and the geometry of the implicit-GEMM engine, on the CPU alone.
#include "engines/cuda/igemm/choose.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "engines/cuda/halo/prepare.h"
#include "engines/cuda/igemm/prepare.h"

namespace girih::igemm {
namespace {

ConvProblem square(Pass pass, int n, int c, int size, int k, int filter, int stride, int pad, int dilation = 1) {
  ConvProblem p;
  p.pass = pass, p.n = n, p.c = c, p.k = k;
  p.in = {1, size, size}, p.filter = {1, filter, filter}, p.stride = {1, stride, stride};
  p.pad_low = p.pad_high = {0, pad, pad}, p.dilation = {1, dilation, dilation};
  p.pack();
  return p;
}

TEST(FastDiv, ExactBelow2To31) {
  std::mt19937 random(1);
  for (u32 d = 1; d < 3000; ++d) {
    const tile::FastDiv div = tile::fast_div(d);
    for (const u32 n :
         {0u, 1u, d - 1, d, d + 1, 2 * d - 1, 0x7fffffffu, 0x7fffffffu / d * d, 0x7fffffffu / d * d - 1}) {
      EXPECT_EQ(div.quotient(n), n / d) << n << " / " << d;
    }
    for (int i = 0; i < 50; ++i) {
      const u32 n = random() >> 1;
      ASSERT_EQ(div.quotient(n), n / d) << n << " / " << d;
    }
  }
  for (int i = 0; i < 20000; ++i) {
    const u32 d = (random() >> 1) + 1, n = random() >> 1;
    ASSERT_EQ(tile::fast_div(d).quotient(n), n / d) << n << " / " << d;
  }
}

TEST(Choose, OrdersByPredictionAndIsDeterministic) {
  const ConvProblem p = square(Pass::kFprop, 256, 256, 14, 256, 3, 1, 1);
  const std::vector<Choice> a = rank(p), b = rank(p);
  ASSERT_GE(a.size(), tiles(Pass::kFprop).size());
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].tile, b[i].tile);
    EXPECT_EQ(a[i].splits, b[i].splits);
    EXPECT_LE(a[i == 0 ? 0 : i - 1].microseconds, a[i].microseconds);
  }
}

TEST(Choose, SplitsSmallGrids) {
  // 49 pixels by 512 filters are a handful of tiles for 132 multiprocessors.
  EXPECT_GT(rank(square(Pass::kFprop, 1, 512, 7, 512, 3, 1, 1))[0].splits, 4u);
  // wgrad of a wide layer has 36 tiles and 200704 pixels of K.
  EXPECT_GT(rank(square(Pass::kWgrad, 256, 128, 28, 128, 3, 1, 1))[0].splits, 4u);
  // A large grid is not split.
  EXPECT_EQ(rank(square(Pass::kFprop, 64, 256, 56, 256, 3, 1, 1))[0].splits, 1u);
}

TEST(Choose, PredictsNoLessThanTheFloor) {
  for (const Pass pass : {Pass::kFprop, Pass::kDgrad, Pass::kWgrad}) {
    for (const int c : {64, 128, 256, 512}) {
      const ConvProblem p = square(pass, 128, c, 28, c, 3, 1, 1);
      for (const Choice& choice : rank(p)) EXPECT_GT(choice.microseconds, p.flops() / 950e6) << choice.tile->name;
    }
  }
}

TEST(Prepare, DgradPhasesCoverEveryPixelOnce) {
  for (const int stride : {1, 2, 3}) {
    for (const int dilation : {1, 2, 3}) {
      for (const int filter : {1, 2, 3, 5}) {
        const ConvProblem p = square(Pass::kDgrad, 2, 64, 17, 64, filter, stride, filter / 2, dilation);
        if (p.out()[1] < 1) continue;
        Prepared prepared;
        ASSERT_EQ(prepare(p, {}, tiles(Pass::kDgrad)[0], 1, prepared), "");
        std::set<i64> seen;
        u64 taps = 0;
        for (const Phase& f : prepared.phases) {
          for (u32 row = 0; row < f.rows; ++row) {
            u32 w = row, h = f.w.split(w), d = f.h.split(h), n = f.d.split(d);
            const Common& c = prepared.common;
            EXPECT_TRUE(seen.insert(f.out_base + n * c.out_n + d * c.out_d + h * c.out_h + w * c.out_w).second);
          }
          if (f.first_block == 0) taps += u64{f.taps_h} * f.taps_w;
        }
        EXPECT_EQ(seen.size(), 2u * 17 * 17);
        // Where stride and dilation share no factor, every tap belongs to exactly one phase; otherwise it may serve
        // several or none.
        if (std::gcd(stride, dilation) == 1) {
          EXPECT_EQ(taps, u64(filter) * filter);
        }
      }
    }
  }
}

TEST(Prepare, RefusalsNameTheReason) {
  Prepared prepared;
  const Tile& tile = tiles(Pass::kFprop)[0];
  EXPECT_NE(prepare(square(Pass::kFprop, 1, 3, 32, 64, 3, 1, 1), {}, tile, 1, prepared)
                .find("input channels of a group is 3"),
            std::string::npos);
  EXPECT_NE(prepare(square(Pass::kDgrad, 1, 64, 32, 75, 3, 1, 1), {}, tile, 1, prepared).find("is 75"),
            std::string::npos);
  EXPECT_NE(prepare(square(Pass::kFprop, 1, 64, 90, 64, 3, 9, 1), {}, tile, 1, prepared).find("stride above 8"),
            std::string::npos);
  EXPECT_NE(prepare(square(Pass::kFprop, 1, 64, 900, 64, 3, 1, 1, 200), {}, tile, 1, prepared).find("im2col"),
            std::string::npos);
  EXPECT_EQ(prepare(square(Pass::kFprop, 1, 64, 4, 64, 7, 1, 0), {}, tile, 1, prepared), "the output is empty");
}

TEST(Prepare, WorkspaceOnlyWhenSplitOrUnaligned) {
  Prepared prepared;
  const ConvProblem p = square(Pass::kFprop, 4, 64, 14, 72, 3, 1, 1);
  const std::span<const Tile> all = tiles(Pass::kFprop);
  const Tile& tile =
      *std::find_if(all.begin(), all.end(), [](const Tile& t) { return t.name == std::string("c128x128"); });
  ASSERT_EQ(prepare(p, {}, tile, 1, prepared), "");
  EXPECT_EQ(prepared.workspace, 0u);
  ASSERT_EQ(prepare(p, {}, tile, 3, prepared), "");
  EXPECT_EQ(prepared.common.splits, 3u);
  EXPECT_EQ(prepared.workspace, 3ull * 4 * 14 * 14 * 128 * 4);
  ASSERT_EQ(prepare(square(Pass::kFprop, 4, 64, 14, 75, 3, 1, 1), {}, tile, 1, prepared), "");
  EXPECT_EQ(prepared.workspace, 1ull * 4 * 14 * 14 * 128 * 4);
  // More splits than K steps would leave some without work.
  ASSERT_EQ(prepare(p, {}, tile, 100, prepared), "");
  EXPECT_EQ(prepared.common.splits, 9u);
}

TEST(Tiles, FitTheChip) {
  for (const Pass pass : {Pass::kFprop, Pass::kDgrad, Pass::kWgrad, Pass::kMatmul}) {
    std::set<std::string> names;
    for (const Tile& tile : tiles(pass)) {
      const Config c = config(tile, pass, Type::kBf16);
      EXPECT_LE(c.shared_bytes(), kSharedLimit) << tile.name;
      EXPECT_GE(c.stages(), 3) << tile.name;
      EXPECT_EQ(c.stage_bytes() % 1024, 0) << tile.name;
      EXPECT_TRUE(names.insert(tile.name).second) << tile.name;
    }
  }
}

TEST(Halo, TakesFewChannelsOnly) {
  halo::Prepared p;
  EXPECT_EQ(halo::prepare(square(Pass::kFprop, 8, 64, 56, 64, 3, 1, 1), {}, 132, p), "");
  EXPECT_EQ(p.config.rows, 28);
  EXPECT_EQ(halo::prepare(square(Pass::kFprop, 8, 64, 224, 64, 3, 1, 1), {}, 132, p), "");
  EXPECT_EQ(p.config.rows, 32);
  EXPECT_NE(halo::prepare(square(Pass::kFprop, 8, 128, 56, 64, 3, 1, 1), {}, 132, p), "");
  EXPECT_NE(halo::prepare(square(Pass::kFprop, 8, 64, 56, 64, 3, 2, 1), {}, 132, p), "");
}

}  // namespace
}  // namespace girih::igemm
