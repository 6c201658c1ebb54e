// Fused engines against the interpreter, which runs the operations one by one: random graphs. Chains of pointwise
// operations give the same bits; sums agree within their error.
#include "tensor_buffer.h"

namespace girih {
namespace {

using graph::kNone;
using graph::Pointwise;
using graph::PointwiseMode;
using graph::TensorId;
using test::Buffer;
using test::Dims;
using test::kCpu;
using test::make;
using test::Order;

constexpr int kInterpreter = 100, kChain = 231, kEpilogue = 240, kMatmul = 223;

// A graph with the memory of its real tensors. Outputs have two: one for each engine that is compared.
struct Random {
  std::mt19937 random;
  Call call;
  std::vector<std::unique_ptr<Buffer>> memory, other;
  std::vector<TensorId> values;  // what an operation may read, of the full dims
  std::vector<TensorId> outputs;
  Dims dims;
  bool plain = false;  // products are virtual f32 tensors

  explicit Random(unsigned seed) : random(seed) { memory.reserve(64), other.reserve(64); }
  int pick(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }
  DType type() { return std::array{DType::f32, DType::f32, DType::f16, DType::bf16}[static_cast<size_t>(pick(4))]; }
  Order order() { return std::array{Order::nchw, Order::nhwc, Order::gaps}[static_cast<size_t>(pick(3))]; }

  TensorId input(const Dims& d, DType t, Order o) {
    memory.push_back(std::make_unique<Buffer>(t, d, o));
    Buffer& b = *memory.back();
    std::uniform_real_distribution<double> real(-3, 3);
    b.fill([&] { return real(random); });
    return call.tensor("input", b.desc, b.data());
  }
  // An input that may be broadcast.
  TensorId operand() {
    Dims d = dims;
    const int kind = pick(5);
    for (size_t i = 0; i < d.size(); ++i)
      if (kind == 0 || (kind == 1 && i != 1) || (kind == 2 && i == d.size() - 1) || (kind == 3 && pick(2))) d[i] = 1;
    return input(d, type(), order());
  }
  TensorId virtual_tensor(DType t, const Dims& d) {
    const TensorId id = call.tensor("virtual", make(t, d, Order::nchw), nullptr);
    call.graph.tensors[static_cast<size_t>(id)].is_virtual = true;
    return id;
  }
  TensorId output(DType t, const Dims& d, Order o) {
    memory.push_back(std::make_unique<Buffer>(t, d, o));
    const TensorId id = call.tensor("output", memory.back()->desc, memory.back()->data());
    outputs.push_back(id);
    return id;
  }
  TensorId read() {
    return values.empty() || pick(3) == 0 ? operand()
                                          : values[static_cast<size_t>(pick(static_cast<int>(values.size())))];
  }

  void pointwise(bool last) {
    using enum PointwiseMode;
    static constexpr PointwiseMode modes[] = {add,
                                              mul,
                                              sub,
                                              min,
                                              max,
                                              add_square,
                                              abs,
                                              neg,
                                              identity,
                                              relu_fwd,
                                              tanh_fwd,
                                              sigmoid_fwd,
                                              elu_fwd,
                                              gelu_fwd,
                                              gelu_tanh_fwd,
                                              swish_fwd,
                                              softplus_fwd,
                                              graph_relu_bwd,
                                              graph_gelu_bwd,
                                              graph_tanh_bwd,
                                              floor,
                                              exp,
                                              binary_select,
                                              cmp_gt};
    Pointwise o;
    o.mode = modes[pick(static_cast<int>(std::size(modes)))];
    o.parameter = 1, o.propagate_nan = pick(2);
    if (pick(3) == 0) o.lower_clip = -0.5, o.upper_clip = 2, o.lower_slope = 0.25;
    const int inputs = graph::pointwise_inputs(o.mode);
    o.a = values.empty() ? operand() : values.back();  // no operation is in vain
    if (inputs > 1) o.b = read();
    if (inputs > 2) {
      // A mask that a comparison makes, in bits.
      Pointwise c;
      c.mode = std::array{cmp_ge, cmp_lt, cmp_neq}[static_cast<size_t>(pick(3))];
      c.a = read(), c.b = read();
      c.y = o.t = virtual_tensor(DType::boolean, dims);
      call.add(c);
    }
    const bool real = last || pick(5) == 0;
    o.y = real ? output(type(), dims, order()) : virtual_tensor(type(), dims);
    auto& s = call.add(o);
    if (graph::scales_inputs(o.mode) && pick(3) == 0) s.alpha = 0.5, s.alpha2 = -2;
    values.push_back(o.y);
  }

  // Small integers: sums of their products are exact, whatever their order.
  TensorId integers(const Dims& d, Order o) {
    const TensorId id = input(d, type(), o);
    memory.back()->fill([&] { return static_cast<double>(pick(7) - 3); });
    return id;
  }
  TensorId product_output() {
    if (plain) return virtual_tensor(DType::f32, dims);
    return pick(3) ? virtual_tensor(type(), dims) : output(type(), dims, order());
  }
  void matmul(int64_t depth) {
    const size_t r = dims.size();
    graph::Matmul o;
    Dims a = dims, b = dims;
    a[r - 1] = b[r - 2] = depth;
    if (r > 2 && pick(2)) a[0] = 1;
    if (r > 2 && pick(2)) b[r - 3] = 1;
    o.a = integers(a, order()), o.b = integers(b, order());
    o.c = product_output();
    call.add(o).alpha = pick(2) ? 1 : 0.5;
    values.push_back(o.c);
  }
  void convolution(int64_t channels, int64_t groups, bool data_gradient) {
    graph::Convolution o;
    o.spatial = static_cast<int>(dims.size()) - 2;
    o.method = graph::ConvMethod::direct;
    o.pass = data_gradient ? graph::ConvPass::dgrad : graph::ConvPass::fprop;
    Dims other = dims, w = dims;  // the tensor that is read, and the filter
    other[1] = channels;
    const int64_t c = data_gradient ? dims[1] : channels, k = data_gradient ? channels : dims[1];
    w[0] = k, w[1] = c / groups;
    for (int i = 0; i < o.spatial; ++i) {
      const auto d = static_cast<size_t>(i + 2);
      w[d] = 1 + pick(3);
      o.pad_before[i] = pick(2), o.pad_after[i] = pick(2);
      if (!data_gradient) o.stride[i] = 1 + pick(2);
      const int64_t pads = o.pad_before[i] + o.pad_after[i];
      if (data_gradient) {
        other[d] = dims[d] + pads - w[d] + 1;
      } else {
        other[d] = (dims[d] - 1) * o.stride[i] + w[d] - pads;
      }
      if (other[d] < 1) {
        w[d] = 1, o.pad_before[i] = o.pad_after[i] = 0, o.stride[i] = 1;
        other[d] = dims[d];
      }
    }
    const TensorId read = integers(other, order());
    o.w = integers(w, order());
    const TensorId made = product_output();
    o.x = data_gradient ? made : read, o.y = data_gradient ? read : made;
    call.add(o).alpha = pick(2) ? 1 : -0.5;
    values.push_back(made);
  }

  // Runs both engines from equal memory.
  void compare(int engine, double relative, const std::string& what) {
    compare_with(kInterpreter, engine, relative, what);
  }
  void compare_with(int oracle, int engine, double relative, const std::string& what) {
    std::vector<std::vector<unsigned char>> start;
    for (const auto& b : memory) start.push_back(b->bytes);
    const Check slow = run(kCpu, call, oracle);
    ASSERT_TRUE(slow) << what << ": " << slow.error().text;
    for (const auto& b : memory) other.push_back(std::make_unique<Buffer>(*b));
    std::vector<unsigned char> first;
    for (int threads = 1; threads <= 3; ++threads) {
      for (size_t i = 0; i < memory.size(); ++i) std::copy(start[i].begin(), start[i].end(), memory[i]->bytes.begin());
      set_thread_count(threads);
      const Check fast = run(kCpu, call, engine);
      set_thread_count(0);
      ASSERT_TRUE(fast) << what << ": " << fast.error().text;
      std::vector<unsigned char> bytes;
      for (const auto& b : memory) bytes.insert(bytes.end(), b->bytes.begin(), b->bytes.end());
      if (threads == 1) first = bytes;
      ASSERT_EQ(bytes, first) << what << ": other bits on " << threads << " threads";
    }
    for (size_t i = 0; i < memory.size(); ++i) {
      Buffer &got = *memory[i], &want = *other[i];
      for (int64_t n = 0; n < got.desc.count(); ++n) {
        const double g = got.get(n), w = want.get(n);
        const double allowed = relative == 0 ? 0 : relative * (1 + std::fabs(w)) + 2 * got.unit() * std::fabs(w);
        ASSERT_TRUE(test::same(g, w) || std::fabs(g - w) <= allowed)
            << what << " tensor " << to_text(got.desc) << " element " << n << ": " << g << ", not " << w << "\n"
            << graph::to_text(call.graph);
      }
      got.expect_untouched_gaps(what);
    }
  }
};

// At least 50 elements: for fewer, the interpreter prefers the reference engine to vector code.
const Dims kDims[] = {{2, 3, 5, 7},     {1, 64, 9, 3}, {4, 1, 1, 130}, {3, 700},
                      {2, 40, 3, 2, 2}, {1, 1, 77, 1}, {2, 5, 1100}};

TEST(Fused, PointwiseChainsGiveTheSameBits) {
  for (unsigned seed = 1; seed <= 150; ++seed) {
    Random r(seed);
    r.dims = kDims[seed % std::size(kDims)];
    const int nodes = 2 + r.pick(7);
    for (int n = 0; n < nodes; ++n) r.pointwise(n == nodes - 1);
    r.compare(kChain, 0, "seed " + std::to_string(seed));
    if (HasFatalFailure()) return;
  }
}

TEST(Fused, ChainsWithAReductionAtTheEnd) {
  using graph::ReduceOp;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    Random r(seed + 1000);
    r.dims = kDims[seed % std::size(kDims)];
    const int nodes = 1 + r.pick(3);
    for (int n = 0; n < nodes; ++n) {
      r.pointwise(false);
    }
    graph::Reduction o;
    o.op = std::array{ReduceOp::add,  ReduceOp::avg,   ReduceOp::max,   ReduceOp::min,
                      ReduceOp::amax, ReduceOp::norm1, ReduceOp::norm2, ReduceOp::add}[static_cast<size_t>(r.pick(8))];
    o.propagate_nan = r.pick(2);
    Dims d = r.dims;
    for (auto& v : d)
      if (r.pick(2)) v = 1;
    o.x = r.values.back();
    o.y = r.output(r.pick(3) ? DType::f32 : DType::f16, d, r.order());
    r.call.add(o);
    r.compare(kChain, 2e-6 * static_cast<double>(r.call.graph.desc(o.x).count() > 300 ? 30 : 3),
              "seed " + std::to_string(seed));
    if (HasFatalFailure()) return;
  }
}

TEST(Fused, EpiloguesOfMatrixProducts) {
  const Dims shapes[] = {{5, 17}, {33, 65}, {2, 17, 40}, {2, 3, 5, 16}, {1, 130, 31}, {3, 1, 29}};
  for (unsigned seed = 1; seed <= 120; ++seed) {
    Random r(seed + 3000);
    r.dims = shapes[seed % std::size(shapes)];
    r.matmul(1 + r.pick(70));
    const int nodes = 1 + r.pick(4);
    for (int n = 0; n < nodes; ++n) r.pointwise(n == nodes - 1);
    r.compare(kEpilogue, 0, "seed " + std::to_string(seed));
    if (HasFatalFailure()) return;
  }
}

TEST(Fused, EpiloguesOfConvolutions) {
  const Dims shapes[] = {{2, 6, 5, 7}, {1, 32, 9, 10}, {3, 4, 17}, {2, 8, 3, 4, 5}, {1, 64, 1, 1}};
  for (unsigned seed = 1; seed <= 120; ++seed) {
    Random r(seed + 5000);
    r.dims = shapes[seed % std::size(shapes)];
    const int64_t groups = r.pick(2) ? 1 : 2;
    r.convolution(groups * (1 + r.pick(9)), groups, r.pick(3) == 0);
    const int nodes = 1 + r.pick(4);
    for (int n = 0; n < nodes; ++n) r.pointwise(n == nodes - 1);
    r.compare(kEpilogue, 0, "seed " + std::to_string(seed));
    if (HasFatalFailure()) return;
  }
}

// Real numbers, and a chain that does not magnify their error: bias, scale, residual, ReLU.
TEST(Fused, RealNumbersWithinTheSummationError) {
  for (bool conv : {false, true}) {
    Random r(7);
    r.plain = true;
    r.dims = conv ? Dims{2, 40, 11, 13} : Dims{3, 50, 70};
    if (conv)
      r.convolution(60, 1, false);
    else
      r.matmul(300);
    for (const auto& b : r.memory) b->fill([pick = test::Normal(3, 0, 0.1)]() mutable { return pick(); });
    const auto last = [&] { return r.values.back(); };
    const auto next = [&](PointwiseMode mode, TensorId b, bool real) {
      Pointwise o;
      o.mode = mode, o.a = last(), o.b = b;
      o.y = real ? r.output(DType::f32, r.dims, Order::nhwc) : r.virtual_tensor(DType::f32, r.dims);
      r.call.add(o);
      r.values.push_back(o.y);
    };
    next(PointwiseMode::mul, r.operand(), false);
    next(PointwiseMode::add, r.operand(), false);
    next(PointwiseMode::add, r.input(r.dims, DType::f32, Order::nhwc), false);
    next(PointwiseMode::relu_fwd, kNone, true);
    r.compare(kEpilogue, 2e-5, conv ? "convolution" : "product");
  }
}

// The engine of single products, against the reference.
TEST(Fused, MatrixProducts) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    Random r(seed + 7000);
    const Dims shapes[] = {{5, 7}, {33, 65}, {2, 17, 40}, {2, 3, 5, 16}, {1, 130, 31}, {3, 1, 9}};
    r.dims = shapes[seed % std::size(shapes)];
    graph::Matmul o;
    Dims a = r.dims, b = r.dims;
    const size_t rank = a.size();
    a[rank - 1] = b[rank - 2] = r.pick(90);
    if (rank > 2 && r.pick(2)) b[rank - 3] = 1;
    o.a = r.integers(a, r.order()), o.b = r.integers(b, r.order());
    o.c = r.output(r.type(), r.dims, r.order());
    r.memory.back()->fill([] { return 3.0; });
    auto& s = r.call.add(o);
    s.alpha = r.pick(2) ? 1 : 0.5, s.beta = r.pick(2) ? 0 : -2;
    r.compare_with(114, kMatmul, 0, "seed " + std::to_string(seed));
    if (HasFatalFailure()) return;
  }
}

// The causal mask of attention: coordinates compared, a constant selected.
TEST(Fused, CoordinatesAndSelection) {
  Random r(5);
  r.dims = {2, 3, 40, 70};
  const TensorId x = r.input(r.dims, DType::f32, Order::nchw), low = r.input({1, 1, 1, 1}, DType::f32, Order::nchw);
  Pointwise row, col, ge, select;
  row.mode = col.mode = PointwiseMode::gen_index;
  row.axis = 2, col.axis = 3;
  row.a = col.a = x;
  row.y = r.virtual_tensor(DType::i32, r.dims), col.y = r.virtual_tensor(DType::i32, r.dims);
  ge.mode = PointwiseMode::cmp_ge, ge.a = row.y, ge.b = col.y, ge.y = r.virtual_tensor(DType::boolean, r.dims);
  select.mode = PointwiseMode::binary_select, select.a = x, select.b = low, select.t = ge.y;
  select.y = r.output(DType::f16, r.dims, Order::nhwc);
  for (const Pointwise& o : {row, col, ge, select}) r.call.add(o);
  r.compare(kChain, 0, "causal mask");
  const Buffer& y = *r.memory.back();
  EXPECT_EQ(y.get(3 * 70 + 4), y.get(1));  // both are masked
}

TEST(Fused, RefusalsNameTheReason) {
  Random r(9);
  r.dims = {2, 3};
  r.pointwise(false), r.pointwise(true);
  auto& first = std::get<Pointwise>(r.call.graph.nodes.front().op);
  first.compute = DType::f64;
  Check done = run(kCpu, r.call, kChain);
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().text.find("computes in f64"), std::string::npos) << done.error().text;
  first.compute = DType::f32;
  first.mode = PointwiseMode::cos;
  done = run(kCpu, r.call, kChain);
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().text.find("no vector code"), std::string::npos) << done.error().text;
}

// Old values are blended in where an output says so.
TEST(Fused, ScalarsOfOutputs) {
  Random r(11);
  r.dims = {3, 50};
  r.pointwise(false), r.pointwise(true);
  Buffer& y = *r.memory.back();
  y.fill([] { return 2.0; });
  r.call.graph.nodes.back().scalars.beta = 0.5;
  r.compare(kChain, 0, "beta");
}

}  // namespace
}  // namespace girih
