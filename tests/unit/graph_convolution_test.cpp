// The reference convolution on the types that the graph API can hand it, mixed as they come: small integers, whose sums
// are exact, against plain loops; rounding and saturation of every result type.
#include "tensor_buffer.h"

namespace girih {
namespace {

using graph::Convolution;
using graph::ConvPass;
using test::Buffer;
using test::kCpu;
using test::Order;

constexpr int kReference = 101;

// Two images, 4 -> 6 channels in two groups, 5 x 4 -> 3 x 4 (stride 2 and 1, padding 1 and 1), filters of 3 x 3.
struct Case {
  Buffer x, w, y;
  Convolution o;
  Case(DType tx, DType tw, DType ty, Order order)
      : x(tx, {2, 4, 5, 4}, order), w(tw, {6, 2, 3, 3}, order), y(ty, {2, 6, 3, 4}, order) {
    o.stride[0] = 2;
    for (int i = 0; i < 2; ++i) o.pad_before[i] = o.pad_after[i] = 1;
  }
  // Calls f(x element, w element, y element) for every product of the definition.
  template <class F>
  void each_product(F&& f) const {
    for (int64_t n = 0; n < 2; ++n)
      for (int64_t k = 0; k < 6; ++k)
        for (int64_t p = 0; p < 3; ++p)
          for (int64_t q = 0; q < 4; ++q)
            for (int64_t c = 0; c < 2; ++c)
              for (int64_t r = 0; r < 3; ++r)
                for (int64_t s = 0; s < 3; ++s) {
                  const int64_t h = 2 * p - 1 + r, v = q - 1 + s;
                  if (h < 0 || h >= 5 || v < 0 || v >= 4) continue;
                  f(((n * 4 + k / 3 * 2 + c) * 5 + h) * 4 + v, ((k * 2 + c) * 3 + r) * 3 + s,
                    ((n * 6 + k) * 3 + p) * 4 + q);
                }
  }
};

TEST(GraphConvolution, MixedTypes) {
  const DType inputs[] = {DType::e4m3, DType::e5m2, DType::i8, DType::u8, DType::f16, DType::bf16, DType::i32};
  const DType outputs[] = {DType::f32, DType::i32, DType::f16, DType::i8, DType::e5m2, DType::bf16, DType::f64};
  unsigned seed = 1;
  for (ConvPass pass : {ConvPass::fprop, ConvPass::dgrad, ConvPass::wgrad})
    for (DType a : inputs)
      for (DType b : inputs)
        for (DType out : outputs)
          for (double alpha : {1.0, 2.0}) {
            const bool xo = pass == ConvPass::dgrad, wo = pass == ConvPass::wgrad, yo = pass == ConvPass::fprop;
            Case c(xo ? out : a, wo ? out : b, yo ? out : xo ? a : b, seed % 2 ? Order::nchw : Order::nhwc);
            test::Integers small(seed++, 0, 3);
            for (Buffer* t : {&c.x, &c.w, &c.y}) t->fill(std::ref(small));
            Buffer& result = xo ? c.x : wo ? c.w : c.y;
            const auto vx = c.x.values(), vw = c.w.values(), vy = c.y.values();
            std::vector<double> want(static_cast<size_t>(result.desc.count()));
            c.each_product([&](int64_t x, int64_t w, int64_t y) {
              const auto i = static_cast<size_t>(x), j = static_cast<size_t>(w), k = static_cast<size_t>(y);
              if (xo) want[i] += alpha * vy[k] * vw[j];
              if (wo) want[j] += alpha * vy[k] * vx[i];
              if (yo) want[k] += alpha * vx[i] * vw[j];
            });
            result.fill([] { return NAN; });
            Call call;
            c.o.pass = pass;
            c.o.compute = is_integer(a) && is_integer(b) ? DType::i32 : DType::f32;
            c.o.x = call.tensor("x", c.x.desc, c.x.data()), c.o.w = call.tensor("w", c.w.desc, c.w.data());
            c.o.y = call.tensor("y", c.y.desc, c.y.data());
            call.add(c.o).alpha = alpha;
            const Check done = run(kCpu, call, kReference);
            ASSERT_TRUE(done) << done.error().text;
            test::expect_equal(result, want,
                               std::string(dtype_name(a)) + " * " + dtype_name(b) + " -> " + dtype_name(out));
          }
}

// NCHW_VECT_C: the numbers of the plain layout, four channels in each vector.
TEST(GraphConvolution, VectorsOfChannels) {
  const int64_t dims[3][4] = {{2, 8, 5, 4}, {12, 8, 3, 3}, {2, 12, 3, 4}};
  for (ConvPass pass : {ConvPass::fprop, ConvPass::dgrad, ConvPass::wgrad}) {
    std::vector<int8_t> plain[3], vectors[3];
    Call calls[2];
    for (int layout = 0; layout < 2; ++layout) {
      Convolution o;
      o.pass = pass, o.compute = DType::i32, o.stride[0] = 2;
      for (int i = 0; i < 2; ++i) o.pad_before[i] = o.pad_after[i] = 1;
      graph::TensorId* ids[3] = {&o.x, &o.w, &o.y};
      test::Integers small(5, -1, 1);
      for (int k = 0; k < 3; ++k) {
        TensorDesc d;
        d.dtype = DType::i8, d.rank = 4, d.vector = layout ? 4 : 1;
        std::copy_n(dims[k], 4, d.dims);
        set_packed_strides(d, Layout::nchw);
        auto& memory = layout ? vectors[k] : plain[k];
        memory.resize(static_cast<size_t>(d.count()));
        const int64_t channels = d.dims[1], pixels = d.dims[2] * d.dims[3];
        for (int64_t n = 0; n < d.count(); ++n) {
          const int64_t image = n / pixels / channels, c = n / pixels % channels, pixel = n % pixels;
          const int64_t at = layout ? ((image * channels / 4 + c / 4) * pixels + pixel) * 4 + c % 4 : n;
          memory[static_cast<size_t>(at)] = static_cast<int8_t>(small());
        }
        *ids[k] = calls[layout].tensor("tensor", d, memory.data());
      }
      calls[layout].add(o);
      const Check done = run(kCpu, calls[layout], kReference);
      ASSERT_TRUE(done) << done.error().text;
    }
    int64_t different = 0;  // from zero: the test has something to compare
    for (int k = 0; k < 3; ++k) {
      const int64_t channels = dims[k][1], pixels = dims[k][2] * dims[k][3];
      for (int64_t n = 0; n < static_cast<int64_t>(plain[k].size()); ++n) {
        const int64_t image = n / pixels / channels, c = n / pixels % channels, pixel = n % pixels;
        const int64_t at = ((image * channels / 4 + c / 4) * pixels + pixel) * 4 + c % 4;
        ASSERT_EQ(plain[k][static_cast<size_t>(n)], vectors[k][static_cast<size_t>(at)]) << "tensor " << k << " " << n;
        different += plain[k][static_cast<size_t>(n)] != 0;
      }
    }
    EXPECT_GT(different, 500);
  }
}

// A sum of real numbers is rounded half to even and saturates in an i32 result.
TEST(GraphConvolution, RealSumsInIntegers) {
  Case c(DType::f32, DType::f32, DType::i32, Order::nchw);
  c.x.fill([] { return 1.0; });
  c.w.fill([] { return 0.0; });
  c.w.set(0 * 18 + 4, 2.5).set(1 * 18 + 4, 3.5).set(2 * 18 + 4, 1e12);  // the middle tap of channel 0
  Call call;
  c.o.x = call.tensor("x", c.x.desc, c.x.data()), c.o.w = call.tensor("w", c.w.desc, c.w.data());
  c.o.y = call.tensor("y", c.y.desc, c.y.data());
  call.add(c.o);
  ASSERT_TRUE(run(kCpu, call, kReference));
  EXPECT_EQ(c.y.get(0), 2);
  EXPECT_EQ(c.y.get(12), 4);
  EXPECT_EQ(c.y.get(24), 2147483647);
}

}  // namespace
}  // namespace girih
