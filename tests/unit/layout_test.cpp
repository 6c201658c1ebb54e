// Operations that move elements, bit by bit, for every width of element and odd strides.
#include <atomic>
#include <thread>

#include "packed_buffer.h"

namespace girih::test {
namespace {

constexpr int kReference = 116;
constexpr DType kTypes[] = {DType::boolean, DType::i4,  DType::e2m1, DType::i8, DType::e4m3,
                            DType::f16,     DType::f32, DType::i64,  DType::c64};

TensorDesc strided(DType type, const Dims& dims, const Dims& strides) {
  TensorDesc t = make(type, dims, Order::nchw);
  std::copy(strides.begin(), strides.end(), t.strides);
  return t;
}

Call call_of(graph::Op op, Codes& x, Codes& y) {
  Call call;
  const auto xi = call.tensor("x", x.desc, x.data()), yi = call.tensor("y", y.desc, y.data());
  std::visit(
      [&](auto& o) {
        if constexpr (requires { o.x = xi, o.y = yi; }) o.x = xi, o.y = yi;
      },
      op);
  call.add(std::move(op));
  return call;
}

TEST(Layout, ViewKeepsMemory) {
  for (DType type : kTypes) {
    Codes x(type, {2, 3, 4, 5});
    x.fill(1);
    Codes y(strided(type, {2, 3, 5, 4}, {60, 20, 1, 5}));  // the transpose that clients make of their scores
    run_once(call_of(graph::Reshape{}, x, y), kReference, dtype_name(type));
    expect_codes(
        y,
        [&](const Dims& i) {
          return x.get({i[0], i[1], i[3], i[2]});
        },
        dtype_name(type));
    Codes flat(type, {6, 20});
    run_once(call_of(graph::Reshape{}, x, flat), kReference, dtype_name(type));
    expect_codes(
        flat, [&](const Dims& i) { return x.at(i[0] * 20 + i[1]); }, dtype_name(type));
  }
}

TEST(Layout, ViewBeyondTheMemoryIsRefused) {
  Codes x(DType::f32, {4, 4}), y(strided(DType::f32, {4, 4}, {8, 1}));
  EXPECT_FALSE(engine_takes_call(kReference, call_of(graph::Reshape{}, x, y)));
}

TEST(Layout, ViewConvertsTypes) {
  Buffer x(DType::f32, {4, 6}), y(strided(DType::bf16, {6, 4}, {1, 6}));
  x.fill(Normal(3));
  Call call;
  graph::Reshape o;
  o.x = call.tensor("x", x.desc, x.data()), o.y = call.tensor("y", y.desc, y.data());
  call.add(o);
  run_once(call, kReference, "view");
  std::vector<double> want;
  for (int i = 0; i < 24; ++i) want.push_back(x.get(i % 4 * 6 + i / 4));
  expect_equal(y, want, "view");
}

TEST(Layout, ViewOfRaggedBatches) {
  // Two batches of 3 and 1 tokens of 2 numbers, in tensors with room for 4 tokens each.
  const int32_t offsets[] = {0, 6, 8};
  Codes x(DType::f32, {8}), y(strided(DType::f32, {2, 4, 2}, {8, 2, 1}));
  x.fill(4);
  for (bool both : {true, false}) {
    Call call;
    graph::Reshape o;
    o.x = call.tensor("x", strided(DType::f32, {2, 2, 4}, {8, 1, 2}), x.data());
    o.y = call.tensor("y", y.desc, y.data());
    const auto r = call.tensor("offsets", make(DType::i32, {3, 1, 1}, Order::nchw), offsets);
    call.graph.tensors[static_cast<size_t>(o.x)].ragged = r;
    if (both) call.graph.tensors[static_cast<size_t>(o.y)].ragged = r;
    call.add(o);
    std::fill(y.bytes.begin(), y.bytes.end(), 0xff);
    run_once(call, kReference, "ragged");
    for (int64_t b = 0; b < 2; ++b)
      for (int64_t i = 0; i < 8; ++i) {
        const bool real = i < offsets[b + 1] - offsets[b];
        const int64_t place = both ? offsets[b] + i : b * 8 + i;
        if (real) {
          EXPECT_EQ(y.at(place), x.at(offsets[b] + i)) << both << b << i;
        } else if (!both) {
          EXPECT_EQ(y.at(place), 0u) << b << i;
        } else if (b == 1) {
          EXPECT_EQ(y.at(place), 0xffffffffu) << i;  // behind the last batch nothing is written
        }
      }
  }
}

TEST(Layout, LogicalReshape) {
  for (DType type : kTypes) {
    graph::Reshape o;
    o.mode = graph::ReshapeMode::logical;
    Codes x(type, {2, 3, 4, 5}, Order::nhwc), y(type, {6, 4, 5}, Order::gaps);
    x.fill(2);
    run_once(call_of(o, x, y), kReference, dtype_name(type));
    expect_codes(
        y,
        [&](const Dims& i) {
          return x.get(coordinates({2, 3, 4, 5}, i[0] * 20 + i[1] * 5 + i[2]));
        },
        dtype_name(type));
  }
}

TEST(Layout, Transpose) {
  for (DType type : kTypes)
    for (Order order : {Order::nchw, Order::nhwc, Order::gaps}) {
      graph::Transpose o;
      o.rank = 4;
      const int64_t p[] = {2, 0, 3, 1};
      std::copy(p, p + 4, o.permutation);
      Codes x(type, {2, 3, 4, 5}, order), y(type, {4, 2, 5, 3}, Order::gaps);
      x.fill(3);
      run_once(call_of(o, x, y), kReference, dtype_name(type));
      expect_codes(
          y,
          [&](const Dims& i) {
            return x.get({i[1], i[3], i[0], i[2]});
          },
          dtype_name(type));
    }
}

TEST(Layout, Slice) {
  for (DType type : kTypes) {
    graph::Slice o;
    o.rank = 3;
    const int64_t start[] = {1, 0, 3}, limit[] = {4, 2, 11}, stride[] = {2, 1, 3};
    std::copy(start, start + 3, o.start), std::copy(limit, limit + 3, o.limit), std::copy(stride, stride + 3, o.stride);
    Codes x(type, {5, 2, 11}, Order::gaps), y(type, {2, 2, 3});
    x.fill(4);
    run_once(call_of(o, x, y), kReference, dtype_name(type));
    expect_codes(
        y,
        [&](const Dims& i) {
          return x.get({1 + 2 * i[0], i[1], 3 + 3 * i[2]});
        },
        dtype_name(type));
  }
}

TEST(Layout, Concat) {
  for (DType type : kTypes)
    for (int in_place : {-1, 1}) {
      Codes a(type, {2, 3, 4}), b(type, {2, 1, 4}, Order::gaps), c(type, {2, 2, 4}, Order::nhwc),
          y(type, {2, 6, 4}, Order::gaps);
      a.fill(5), b.fill(6), c.fill(7);
      Call call;
      graph::Concat o;
      o.axis = 1, o.in_place = in_place;
      for (Codes* x : {&a, &b, &c}) o.inputs.push_back(call.tensor("x", x->desc, x->data()));
      o.y = call.tensor("y", y.desc, y.data());
      // The part of b may already be a view of y.
      const bool whole_bytes = y.bits >= 8;
      if (in_place == 1 && whole_bytes) {
        for (int64_t n = 0; n < b.desc.count(); ++n) {
          const Dims i = coordinates({2, 1, 4}, n);
          y.put(y.offset({i[0], 3, i[2]}), b.get(i));
        }
        auto& view = call.graph.tensors[1].desc;
        std::copy(y.desc.strides, y.desc.strides + 3, view.strides);
        call.data[1] = static_cast<unsigned char*>(y.data()) + y.offset({0, 3, 0}) * y.bits / 8;
      }
      call.add(o);
      run_once(call, kReference, dtype_name(type));
      expect_codes(
          y,
          [&](const Dims& i) {
            return i[1] < 3 ? a.get(i) : i[1] < 4 ? b.get({i[0], 0, i[2]}) : c.get({i[0], i[1] - 4, i[2]});
          },
          dtype_name(type));
    }
}

TEST(Layout, PagedCacheLoad) {
  constexpr int64_t B = 2, H = 3, S = 10, D = 6, block = 4, pages = 3, blocks = 7;
  const int32_t table[B * pages] = {5, 0, 3, 6, 2, 99}, lengths[B] = {10, 7};
  for (DType type : {DType::f16, DType::e4m3, DType::i4})
    for (bool transposed : {false, true}) {
      Codes c(type, {blocks, H, block, D}, Order::nhwc);
      Codes y(transposed ? strided(type, {B, H, D, S}, {H * D * S, D * S, 1, D})
                         : make(type, {B, H, S, D}, Order::nchw));
      c.fill(8);
      Call call;
      graph::PagedCacheLoad o;
      o.container = call.tensor("container", c.desc, c.data());
      o.y = call.tensor("y", y.desc, y.data());
      o.page_table = call.tensor("table", make(DType::i32, {B, 1, pages, 1}, Order::nchw), table);
      o.sequence = call.tensor("lengths", make(DType::i32, {B, 1, 1, 1}, Order::nchw), lengths);
      call.add(o);
      run_once(call, kReference, dtype_name(type));
      expect_codes(
          y,
          [&](const Dims& i) -> uint64_t {
            const int64_t t = transposed ? i[3] : i[2], d = transposed ? i[2] : i[3];
            if (t >= lengths[i[0]]) return 0;
            return c.get({table[i[0] * pages + t / block], i[1], t % block, d});
          },
          dtype_name(type));
    }
}

TEST(Layout, BandMatrix) {
  constexpr int64_t rows = 5, columns = 6, lower = 1, upper = 2;
  for (bool expand : {true, false}) {
    Buffer matrix(DType::f32, {2, rows, columns}), band(DType::f32, {2, rows, lower + upper + 1}, Order::gaps);
    Buffer& x = expand ? band : matrix;
    Buffer& y = expand ? matrix : band;
    x.fill(Integers(1, -50, 50));
    Call call;
    graph::BandMatrix o;
    o.expand = expand, o.lower = lower, o.upper = upper, o.pad = -7, o.axis = 1;
    o.x = call.tensor("x", x.desc, x.data()), o.y = call.tensor("y", y.desc, y.data());
    call.add(o);
    run_once(call, kReference, "band");
    std::vector<double> want;
    for (int64_t n = 0; n < y.desc.count(); ++n) {
      const Dims i = coordinates(dims_of(y.desc), n);
      const int64_t diagonal = i[2] - i[1];
      if (expand)
        want.push_back(diagonal >= -lower && diagonal <= upper ? x.get((i[0] * rows + i[1]) * 4 + diagonal + lower)
                                                               : -7);
      else {
        const int64_t column = i[1] - lower + i[2];
        want.push_back(column >= 0 && column < columns ? x.get((i[0] * rows + i[1]) * columns + column) : -7);
      }
    }
    expect_equal(y, want, expand ? "expand" : "contract");
  }
}

TEST(Layout, Signal) {
  Buffer x(DType::f32, {8}), y(DType::f32, {8}), z(DType::f32, {8});
  x.fill(Normal(1));
  int32_t flag = 0;
  auto call_signal = [&](bool wait, Buffer& from, Buffer& to) {
    Call call;
    graph::Signal o;
    o.wait = wait, o.value = 42;
    o.flag = call.tensor("flag", make(DType::i32, {1}, Order::nchw), &flag);
    o.x = call.tensor("x", from.desc, from.data()), o.y = call.tensor("y", to.desc, to.data());
    call.add(o);
    return run(kCpu, call, kReference);
  };
  std::thread waiter([&] { EXPECT_TRUE(call_signal(true, y, z)); });  // reads y, which the signal below writes first
  EXPECT_TRUE(call_signal(false, x, y));
  waiter.join();
  EXPECT_EQ(flag, 42);
  expect_equal(z, x.values(), "signal");
}

}  // namespace
}  // namespace girih::test
