// The Winograd and FFT convolution engines of the CPU against the definition in double.
#include "base/parallel.h"
#include "conv_case.h"

namespace conv_test {
namespace {

constexpr int kWinograd = 220, kFft = 230;

std::vector<Case> shapes(int engine) {
  std::vector<Case> s;
  auto add = [&](Case c) { s.push_back(c); };
  add({.n = 1, .c = 1, .k = 1, .in = {3, 3}, .filter = {3, 3}});
  add({.n = 2, .c = 3, .k = 5, .in = {6, 6}, .filter = {3, 3}});
  add({.n = 2, .c = 5, .k = 7, .in = {13, 17}, .filter = {3, 3}, .pad = {1, 1}});
  add({.n = 1, .c = 4, .k = 3, .in = {7, 5}, .filter = {3, 3}, .pad = {4, 5}});
  add({.n = 1, .c = 4, .k = 3, .in = {9, 8}, .filter = {3, 3}, .pad = {0, 2}, .pad_after = {1, 0}});
  add({.n = 2, .c = 33, .k = 20, .in = {14, 14}, .filter = {3, 3}, .pad = {1, 1}});
  add({.n = 5, .c = 17, .k = 40, .in = {7, 7}, .filter = {3, 3}, .pad = {1, 1}});
  add({.n = 1, .c = 6, .k = 9, .groups = 3, .in = {10, 11}, .filter = {3, 3}, .pad = {1, 1}});
  add({.n = 1, .c = 2, .k = 2, .in = {61, 70}, .filter = {3, 3}, .pad = {1, 1}});
  add({.n = 1, .c = 300, .k = 3, .in = {6, 6}, .filter = {3, 3}, .pad = {1, 1}});
  if (engine == kFft) {
    add({.n = 1, .c = 3, .k = 4, .in = {5, 6}, .filter = {1, 1}});
    add({.n = 2, .c = 3, .k = 4, .in = {28, 28}, .filter = {5, 5}});
    add({.n = 1, .c = 2, .k = 3, .in = {20, 33}, .filter = {2, 7}, .pad = {0, 3}});
    add({.n = 1, .c = 2, .k = 3, .in = {31, 30}, .filter = {9, 4}, .pad = {4, 1}});
    add({.n = 1, .c = 2, .k = 3, .in = {40, 41}, .filter = {11, 11}, .pad = {5, 5}});
    add({.n = 1, .c = 1, .k = 2, .in = {30, 30}, .filter = {24, 17}, .pad = {3, 1}});
  }
  return s;
}

// Both engines mix all elements of a tile, so an element's error is bound by the tile's sums and not by its own. The
// yardstick is the largest sum of |a||b| in the output, times u = 2^-24. The bounds treat roundings as independent, for
// normal data, at five standard deviations. D is the number of products that the domain adds up at a point (channels;
// tiles for wgrad).
//
// Winograd: rounding at point p comes out magnified by A(i,p) * |G(p)| * |B(p)|, where |G(p)| and |B(p)| are the
// 2-norms of the rows. The root of the sum of squares over p is 9.7 for the last row of A (rows of F(3,4): 9.8),
// squared for two dimensions: 94. About 8 steps of the transforms round with variance u^2 / 3 each, and the chain of D
// additions like D / 2 more, as its sums grow. Against 9 products of mean size 2 / pi each: 5 * 94 * sqrt((8 + D / 2) /
// 3) * sqrt(D) / (9 * 0.64 * D) = 82 * sqrt((8 + D / 2) / 3 / D).
//
// FFT: the transforms are orthogonal up to scale, so the relative error in the 2-norm is carried to the results, whose
// root mean square is sqrt(P), P = products of one result. Three transforms of 8 to 10 steps, half of them with
// rounding, make 12 to 15 steps, and the chain of 2 D additions D more: 5 * sqrt((12 + D) / 3) * sqrt(P) / (0.64 * P).
double bound_of(const Case& c, int engine) {
  const TensorDesc y = Problem::output_desc(c);
  const bool wgrad = c.pass == ConvPass::wgrad;
  const double channels = static_cast<double>((c.pass == ConvPass::dgrad ? c.k : c.c) / c.groups);
  const int64_t tile = engine == kWinograd ? 6 : c.filter[0] <= 9 && c.filter[1] <= 9 ? 16 : 32;
  double tiles = static_cast<double>(c.n);
  for (size_t i = 0; i < 2; ++i)
    tiles *= std::ceil(static_cast<double>(y.dims[i + 2]) / static_cast<double>(tile - c.filter[i] + 1));
  const double d = wgrad ? tiles : channels;
  if (engine == kWinograd) return 82 * std::sqrt((8 + d / 2) / 3 / d);
  const double products =
      wgrad ? static_cast<double>(y.count() / c.k) : channels * static_cast<double>(c.filter[0] * c.filter[1]);
  return 5 * std::sqrt((12 + d) / 3) / 0.64 / std::sqrt(products);
}

struct Error {
  double units = 0;  // largest error over u * max(sum |a||b|)
  double share = 0;  // of the bound
};

void check_transform(const Case& c, int engine, Error& worst, unsigned seed = 1) {
  SCOPED_TRACE(c.text());
  const double most_units = bound_of(c, engine);
  Problem p(c, seed);
  Buffer before = p.output();
  std::vector<double> sum, magnitude;
  p.reference(sum, magnitude);
  auto status = p.run(engine);
  ASSERT_TRUE(status) << status.error().text;
  const Buffer& out = p.output();
  double largest = 0;
  for (double m : magnitude) largest = std::max(largest, m);
  std::vector<bool> element(out.bytes.size());
  Dims i(static_cast<size_t>(out.desc.rank));
  int failures = 0;
  do {
    const int64_t o = offset_of(out.desc, i);
    for (size_t b = 0; b < out.size; ++b) element[Buffer::kGuard + static_cast<size_t>(o) * out.size + b] = true;
    const double old = c.beta != 0 ? before.get(o) : 0, want = c.alpha * sum[static_cast<size_t>(o)] + c.beta * old;
    const double rounding = (out.unit() + 0x1p-23) * (std::fabs(want) + std::fabs(c.beta * old)) + 0x1p-25;
    const double error = std::max(0.0, std::fabs(out.get(o) - want) - rounding);
    const double units = error / (0x1p-24 * std::fabs(c.alpha) * largest);
    if (!(units <= most_units) && ++failures < 4)
      ADD_FAILURE() << "element " << o << ": " << out.get(o) << ", not " << want << ", error " << units;
    worst.units = std::max(worst.units, units);
    worst.share = std::max(worst.share, units / most_units);
  } while (next_index(out.desc, i));
  EXPECT_LT(failures, 4) << failures << " wrong elements in all";
  for (size_t b = 0; b < out.bytes.size(); ++b) {
    if (element[b]) continue;
    ASSERT_EQ(out.bytes[b], before.bytes[b]) << "byte " << b << " between or around the elements changed";
  }
}

class ConvTransform : public testing::TestWithParam<int> {};

TEST_P(ConvTransform, ErrorIsInsideTheStatedBound) {
  Error worst;
  for (auto c : shapes(GetParam()))
    for (auto pass : kPasses)
      for (auto order : {Order::nchw, Order::nhwc, Order::gaps}) {
        c.pass = pass;
        c.order = order;
        c.exact = false;
        check_transform(c, GetParam(), worst);
      }
  RecordProperty("worst_units", std::to_string(worst.units));
  RecordProperty("share_of_bound", std::to_string(worst.share));
  EXPECT_GT(worst.share, 0.05) << "a bound this loose proves nothing";
}

TEST_P(ConvTransform, ErrorOnAResNetLayer) {
  Error worst;
  for (auto pass : kPasses) {
    Case c{.pass = pass, .n = 2, .c = 64, .k = 64, .in = {28, 28}, .filter = {3, 3}, .pad = {1, 1}};
    c.exact = false;
    check_transform(c, GetParam(), worst);
  }
  RecordProperty("worst_units", std::to_string(worst.units));
}

TEST_P(ConvTransform, AlphaBetaFlipAndTypes) {
  Error worst;
  for (auto pass : kPasses)
    for (double beta : {0.0, -0.5})
      for (auto type : {DType::f32, DType::f16, DType::bf16})
        for (bool flip : {false, true}) {
          Case c{.pass = pass, .n = 2, .c = 5, .k = 7, .in = {13, 17}, .filter = {3, 3}, .pad = {1, 1}, .flip = flip};
          c.x = c.w = c.y = type;
          c.alpha = 1.5;
          c.beta = beta;
          c.exact = false;
          check_transform(c, GetParam(), worst);
        }
}

TEST_P(ConvTransform, SameBitsForAnyNumberOfThreads) {
  for (auto pass : kPasses) {
    Case c{.pass = pass, .n = 3, .c = 24, .k = 40, .in = {24, 24}, .filter = {3, 3}, .pad = {1, 1}};
    c.exact = false;
    std::vector<unsigned char> first;
    for (int threads : {1, 2, 3, 3, 1}) {
      girih::set_thread_count(threads);
      Problem p(c);
      ASSERT_TRUE(p.run(GetParam()));
      if (first.empty()) first = p.output().bytes;
      EXPECT_EQ(first, p.output().bytes) << threads << " threads: " << c.text();
    }
    girih::set_thread_count(0);
  }
}

TEST_P(ConvTransform, RefusesWithAReason) {
  Problem p({.n = 1, .c = 1, .k = 1, .in = {8, 8}, .filter = {3, 3}, .stride = {2, 1}});
  auto status = p.run(GetParam());
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().text.find("stride 2"), std::string::npos) << status.error().text;
}

INSTANTIATE_TEST_SUITE_P(Engines, ConvTransform, testing::Values(kWinograd, kFft),
                         [](const auto& info) { return std::string(info.param == kWinograd ? "winograd" : "fft"); });

}  // namespace
}  // namespace conv_test
