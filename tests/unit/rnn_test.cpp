// Recurrent networks: forward against a reference written sequence by sequence, gradients against differences of that
// reference, layouts, types, options, and the rules of the operation.
#include "rnn_reference.h"

namespace girih::test {
namespace {

using namespace rnn;
using graph::RnnPass;
using graph::TensorId;

constexpr int kReference = 111, kGemm = 221;

// Each test of narrow types runs on both engines; f64 is for the reference engine alone.
int engine = kReference;
class Rnns : public testing::TestWithParam<int> {
 protected:
  void SetUp() override { engine = GetParam(); }
  void TearDown() override { engine = kReference; }
  // For tests that may take any type.
  static DType widest() { return engine == kReference ? DType::f64 : DType::f32; }
  // Sums and functions in f32 have some roundings more.
  static double roundings(double n) { return (engine == kReference ? n : 4 * n) * 0x1p-24; }
};
INSTANTIATE_TEST_SUITE_P(Engines, Rnns, testing::Values(kReference, kGemm));
constexpr int64_t kGenerators = 40;  // few: masks wrap around

TensorDesc data_desc(const Problem& p, int64_t width) {
  int64_t slots = 0;
  for (int32_t length : p.lengths) slots += length;
  if (p.layout == Layout::packed) return make(p.type, {slots, width}, Order::nchw);
  TensorDesc t = make(p.type, {p.steps(), p.batch(), width}, p.layout == Layout::gaps ? Order::gaps : Order::nchw);
  if (p.layout == Layout::batch_major) {
    t.strides[0] = width;
    t.strides[1] = p.steps() * width;
  }
  return t;
}

// Everything one network needs, its outputs poisoned.
struct Network {
  Problem p;
  Rnn op;
  size_t weight_count = 0;
  Buffer x, y, hx, hy, cx, cy, dx, dy, dhx, dhy, dcx, dcy, w, dw, reserve, states;

  Buffer state(int64_t width) const { return Buffer(p.type, {p.layers * p.directions(), p.batch(), width}); }
  Buffer flat() {
    walk(p, &weight_count);
    return Buffer(p.type, {static_cast<int64_t>(weight_count)});
  }
  static Rnn make_op(const Problem& p) {
    Rnn o;
    o.cell = p.cell;
    o.bias = p.bias;
    o.bidirectional = p.bidirectional;
    o.skip_input = p.skip;
    o.packed = p.layout == Layout::packed;
    o.clip = p.clip;
    o.clip_low = kLow;
    o.clip_high = kHigh;
    o.input = p.input;
    o.hidden = p.hidden;
    o.output = p.output;
    o.layers = p.layers;
    o.dropout = p.dropout;
    o.padding = kPadding;
    return o;
  }
  int64_t reserve_bytes() const {
    const TensorDesc t = data_desc(p, 1);
    return graph::rnn_reserve(op, p.layout == Layout::packed ? t.dims[0] : t.dims[0] * t.dims[1], p.type).bytes;
  }

  Network(const Problem& problem, unsigned seed, double scale = 0.6)
      : p(problem),
        op(make_op(problem)),
        x(data_desc(p, p.input)),
        y(data_desc(p, p.y_width())),
        hx(state(p.output)),
        hy(state(p.output)),
        cx(state(p.hidden)),
        cy(state(p.hidden)),
        dx(data_desc(p, p.input)),
        dy(data_desc(p, p.y_width())),
        dhx(state(p.output)),
        dhy(state(p.output)),
        dcx(state(p.hidden)),
        dcy(state(p.hidden)),
        w(flat()),
        dw(flat()),
        reserve(DType::u8, {reserve_bytes()}),
        states(DType::u8, {kGenerators * kXorwowBytes}) {
    Normal normal(seed, 0, scale);
    for (Buffer* b : {&x, &hx, &cx, &dy, &dhy, &dcy, &w, &dw}) b->fill(normal);
    seed_xorwow(static_cast<Xorwow*>(states.data()), kGenerators, seed);
  }
  std::vector<Xorwow> generators() {
    std::vector<Xorwow> g(kGenerators);
    std::memcpy(g.data(), states.data(), sizeof(Xorwow) * g.size());
    return g;
  }
  Data values() const { return {w.values(), x.values(), hx.values(), cx.values()}; }

  // One pass on 1, 2 and 3 threads from the same start: equal bits, nothing written beside the outputs, no workspace
  // read before it is written.
  void run(RnnPass pass) {
    const bool forward = pass == RnnPass::inference || pass == RnnPass::training;
    Call call;
    Rnn o = op;
    o.pass = pass;
    std::vector<Buffer*> outputs;
    auto in = [&](TensorId& id, const char* name, Buffer& b) { id = call.tensor(name, b.desc, b.data()); };
    auto out = [&](TensorId& id, const char* name, Buffer& b) {
      in(id, name, b);
      outputs.push_back(&b);
    };
    const TensorDesc lengths = make(DType::i32, {p.batch()}, Order::nchw);
    o.lengths = call.tensor("lengths", lengths, p.lengths.data());
    if (p.states) in(o.hx, "hx", hx);
    if (p.states && p.lstm()) in(o.cx, "cx", cx);
    if (forward) {
      in(o.x, "x", x), in(o.weights, "weights", w);
      out(o.y, "y", y), out(o.hy, "hy", hy);
      if (p.lstm()) out(o.cy, "cy", cy);
    } else if (pass == RnnPass::backward_data) {
      in(o.y, "y", y), in(o.dy, "dy", dy), in(o.weights, "weights", w);
      out(o.dx, "dx", dx), out(o.dhx, "dhx", dhx);
      if (p.lstm()) out(o.dcx, "dcx", dcx);
      if (p.states) in(o.dhy, "dhy", dhy);
      if (p.states && p.lstm()) in(o.dcy, "dcy", dcy);
    } else {
      in(o.x, "x", x), in(o.y, "y", y);
      out(o.dweights, "dweights", dw);
    }
    if (pass != RnnPass::inference) out(o.reserve, "reserve", reserve);
    if (pass == RnnPass::training) out(o.states, "states", states);
    call.add(o);

    std::vector<std::vector<unsigned char>> start, first;
    for (Buffer* b : outputs) start.push_back(b->bytes);
    const int id = p.type == DType::f64 ? kReference : engine;
    auto plan = get_plan(call.graph, kCpu, id);
    ASSERT_TRUE(plan) << p.name() << ": " << plan.error().text;
    constexpr size_t kGuard = 256;
    for (int threads = 1; threads <= 3; ++threads) {
      for (size_t i = 0; i < outputs.size(); ++i)
        std::copy(start[i].begin(), start[i].end(), outputs[i]->bytes.begin());
      std::vector<unsigned char> workspace((*plan)->workspace + kGuard, 0xff);
      set_thread_count(threads);
      const Check done = girih::run(kCpu, call, id, workspace.data() + 1, (*plan)->workspace);
      set_thread_count(0);
      ASSERT_TRUE(done) << p.name() << ": " << done.error().text;
      for (size_t i = (*plan)->workspace + 1; i < workspace.size(); ++i)
        ASSERT_EQ(workspace[i], 0xff) << p.name() << ": wrote beyond the workspace";
      for (size_t i = 0; i < outputs.size(); ++i) {
        if (threads == 1) {
          first.push_back(outputs[i]->bytes);
          outputs[i]->expect_untouched_gaps(p.name());
        } else {
          ASSERT_EQ(first[i], outputs[i]->bytes) << p.name() << ": other bits on " << threads << " threads";
        }
      }
    }
  }
  void train() {
    run(RnnPass::training);
    run(RnnPass::backward_data);
    run(RnnPass::backward_weights);
  }
};

// Within `relative` of the largest value, plus rounding to the type.
void expect_close(const Buffer& got, const Vector& want, double relative, const std::string& what) {
  double largest = 0;
  for (double v : want) largest = std::max(largest, std::fabs(v));
  expect_near(got, want, Vector(want.size(), relative * largest), what);
}

// Forward in both modes against the reference.
void check_forward(const Problem& p, double relative) {
  Network net(p, 3);
  const Vector masks = p.dropout != 0 ? draw_masks(p, net.generators()) : Vector();
  const Data v = net.values();
  auto compare = [&](const Outputs& want, const std::string& what) {
    expect_close(net.y, want.y, relative, what + ": y");
    expect_close(net.hy, want.hy, relative, what + ": hy");
    if (p.lstm()) expect_close(net.cy, want.cy, relative, what + ": cy");
  };
  net.run(RnnPass::training);
  compare(reference(p, v, masks), p.name() + " training");
  Problem plain = p;
  plain.dropout = 0;
  net.run(RnnPass::inference);
  compare(reference(plain, v, {}), p.name() + " inference");
}

// The gradients of sum(dy*y + dhy*hy + dcy*cy) against central differences of the reference, in f64: the differences
// are good to about 1e-10.
void check_gradients(const Problem& p) {
  Network net(p, 5);
  const Vector masks = p.dropout != 0 ? draw_masks(p, net.generators()) : Vector();
  const Vector before = net.dw.values(), dy = net.dy.values(), dhy = net.dhy.values(), dcy = net.dcy.values();
  Data v = net.values();
  net.train();
  auto loss = [&] {
    const Outputs o = reference(p, v, masks);
    double sum = 0;
    for (size_t i = 0; i < dy.size(); ++i) sum += dy[i] * o.y[i];  // padding is constant
    if (p.states) {
      for (size_t i = 0; i < dhy.size(); ++i) sum += dhy[i] * o.hy[i];
      if (p.lstm())
        for (size_t i = 0; i < dcy.size(); ++i) sum += dcy[i] * o.cy[i];
    }
    return sum;
  };
  auto check = [&](const Buffer& got, Vector& values, const Vector& old, const char* what) {
    constexpr double kStep = 1e-5;
    for (size_t i = 0; i < values.size(); ++i) {
      const double at = values[i];
      values[i] = at + kStep;
      const double above = loss();
      values[i] = at - kStep;
      const double below = loss();
      values[i] = at;
      const double want = (above - below) / (2 * kStep) + (old.empty() ? 0 : old[i]);
      ASSERT_NEAR(got.get(static_cast<int64_t>(i)), want, 2e-8 * (1 + std::fabs(want)))
          << p.name() << ": " << what << "[" << i << "]";
    }
  };
  // dx of padding is filled, not a derivative.
  Vector padded(v.x.size(), 0);
  if (p.layout != Layout::packed)
    for (int64_t n = 0; n < p.batch(); ++n)
      for (int64_t t = p.lengths[static_cast<size_t>(n)]; t < p.steps(); ++t)
        for (int64_t j = 0; j < p.input; ++j) padded[static_cast<size_t>(place(p, t, n, j, p.input))] = kPadding;
  check(net.dx, v.x, padded, "dx");
  if (p.states) {
    check(net.dhx, v.hx, {}, "dhx");
    if (p.lstm()) check(net.dcx, v.cx, {}, "dcx");
  }
  check(net.dw, v.weights, before, "dweights");
}

constexpr RnnCell kCells[] = {RnnCell::relu, RnnCell::tanh, RnnCell::lstm, RnnCell::gru};

// The networks of the tests: each option alone and with two directions and layers, lengths in any order.
std::vector<Problem> problems() {
  std::vector<Problem> list;
  for (RnnCell cell : kCells) {
    Problem p;
    p.cell = cell;
    list.push_back(p);
    for (RnnBias bias : {RnnBias::none, RnnBias::input, RnnBias::recurrent}) {
      Problem q = p;
      q.bias = bias;
      list.push_back(q);
    }
    p.lengths = {2, 4, 0};
    for (bool both : {false, true}) {
      p.bidirectional = both;
      p.layers = both ? 2 : 1;
      for (Layout layout : {Layout::sequence_major, Layout::batch_major, Layout::gaps}) {
        Problem q = p;
        q.layout = layout;
        list.push_back(q);
      }
      Problem packed = p;
      packed.layout = Layout::packed;
      packed.lengths = {4, 2, 1};
      list.push_back(packed);
      Problem skip = p;
      skip.skip = true;
      skip.input = skip.hidden;
      list.push_back(skip);
    }
    Problem zero = p;
    zero.states = false;
    list.push_back(zero);
    p.dropout = 0.5f;
    list.push_back(p);
    p.layers = 3;
    p.bidirectional = false;
    p.layout = Layout::packed;
    p.lengths = {5, 3, 3};
    p.dropout = 0.25f;
    list.push_back(p);
  }
  Problem p;
  for (bool both : {false, true}) {
    p.bidirectional = both;
    p.layers = both ? 2 : 1;
    p.lengths = {2, 4, 1};
    p.clip = true;
    list.push_back(p);
    p.output = 2;
    list.push_back(p);
    p.clip = false;
    list.push_back(p);
    p.dropout = both ? 0.3f : 0;
    p.bias = RnnBias::none;
    list.push_back(p);
    p = Problem();
  }
  return list;
}

TEST(Rnn, ForwardEqualsTheReference) {
  for (const Problem& p : problems()) check_forward(p, 1e-14);
}

TEST(Rnn, GradientsEqualDifferences) {
  for (const Problem& p : problems()) check_gradients(p);
}

TEST_P(Rnns, ForwardInOtherTypes) {
  for (DType type : {DType::f32, DType::f16, DType::bf16})
    for (Problem p : problems()) {
      p.type = type;
      check_forward(p, roundings(16));
    }
}

// The same numbers in f64 and in the other types: gradients differ by rounding only. The state is kept in f32.
TEST_P(Rnns, GradientsInOtherTypes) {
  for (DType type : {DType::f32, DType::f16, DType::bf16})
    for (Problem p : problems()) {
      if (p.cell == RnnCell::relu || p.clip) continue;  // a rounding may fall on the other side of the kink
      p.type = type;
      Network net(p, 9);
      p.type = DType::f64;
      Network wide(p, 9);
      for (auto [to, from] : {std::pair{&wide.x, &net.x},
                              {&wide.hx, &net.hx},
                              {&wide.cx, &net.cx},
                              {&wide.w, &net.w},
                              {&wide.dw, &net.dw},
                              {&wide.dy, &net.dy},
                              {&wide.dhy, &net.dhy},
                              {&wide.dcy, &net.dcy}})
        to->put(from->values());
      net.train();
      wide.train();
      const std::string what = net.p.name();
      expect_close(net.dx, wide.dx.values(), roundings(32), what + ": dx");
      expect_close(net.dhx, wide.dhx.values(), roundings(32), what + ": dhx");
      if (p.lstm()) expect_close(net.dcx, wide.dcx.values(), roundings(32), what + ": dcx");
      expect_close(net.dw, wide.dw.values(), roundings(32), what + ": dweights");
    }
}

// Small integers through RELU: every sum is exact in every type.
TEST_P(Rnns, IntegersAreExact) {
  for (DType type : {DType::f64, DType::f32, DType::f16}) {
    Problem p;
    p.cell = RnnCell::relu;
    p.type = type;
    p.lengths = {3, 1, 2};
    Network net(p, 1);
    Integers small(17, -1, 1);
    for (Buffer* b : {&net.x, &net.hx, &net.w, &net.dy, &net.dhy, &net.dw}) b->fill(small);
    const Outputs want = reference(p, net.values(), {});
    net.train();
    expect_equal(net.y, want.y, p.name() + ": y");
    expect_equal(net.hy, want.hy, p.name() + ": hy");
    Problem exact = p;
    exact.type = DType::f64;
    Network wide(exact, 1);
    Integers again(17, -1, 1);
    for (Buffer* b : {&wide.x, &wide.hx, &wide.w, &wide.dy, &wide.dhy, &wide.dw}) b->fill(again);
    wide.train();
    expect_equal(net.dx, wide.dx.values(), p.name() + ": dx");
    expect_equal(net.dhx, wide.dhx.values(), p.name() + ": dhx");
    expect_equal(net.dw, wide.dw.values(), p.name() + ": dweights");
  }
}

// Both backward passes can be run again: they change nothing that they read.
TEST_P(Rnns, BackwardTwiceIsTheSame) {
  Problem p;
  p.cell = RnnCell::gru;
  p.layers = 2;
  p.dropout = 0.5f;
  p.type = DType::f32;
  Network net(p, 4);
  net.train();
  const auto dx = net.dx.bytes, dhx = net.dhx.bytes;
  const Vector dw = net.dw.values();
  net.run(RnnPass::backward_data);
  EXPECT_EQ(net.dx.bytes, dx);
  EXPECT_EQ(net.dhx.bytes, dhx);
  net.dw.fill([] { return 0; });
  net.run(RnnPass::backward_weights);
  const Vector once = net.dw.values();
  net.dw.fill([] { return 0; });
  net.run(RnnPass::backward_weights);
  EXPECT_EQ(net.dw.values(), once);
}

// One large network, on which every tile and chunk has neighbours.
TEST_P(Rnns, WiderThanATile) {
  for (RnnCell cell : kCells) {
    Problem p;
    p.cell = cell;
    p.type = widest();
    p.bidirectional = true;
    p.layers = 2;
    p.lengths = {5, 7, 1, 6, 7, 2};
    p.input = 19;
    p.hidden = p.output = 37;
    if (cell == RnnCell::lstm) p.output = 21;
    Network net(p, 8, 0.2);
    net.run(RnnPass::training);
    expect_close(net.y, reference(p, net.values(), {}).y, engine == kReference ? 1e-13 : roundings(16), p.name());
  }
}

// Public reports of other libraries: layers, lengths and dropout that gave other bits from run to run (I025, I150,
// I151 of the list).
TEST_P(Rnns, RepeatsAreEqual) {
  Problem p;
  p.type = DType::f32;
  p.layers = 3;
  p.bidirectional = true;
  p.lengths = {3, 9, 1, 5, 9, 2, 7};
  p.input = 11;
  p.hidden = p.output = 13;
  p.dropout = 0.1f;
  Network first(p, 12);
  first.train();
  for (int repeat = 0; repeat < 20; ++repeat) {
    Network again(p, 12);
    again.train();
    ASSERT_EQ(again.y.bytes, first.y.bytes);
    ASSERT_EQ(again.dx.bytes, first.dx.bytes);
    ASSERT_EQ(again.dw.bytes, first.dw.bytes);
  }
}

// A sequence has the same bits alone and in a batch of 6,464 (report I050).
TEST_P(Rnns, BatchDoesNotMatter) {
  Problem p;
  p.type = DType::f32;
  p.lengths.assign(6464, 5);
  p.input = p.hidden = p.output = 16;
  Network all(p, 13);
  all.run(RnnPass::inference);
  p.lengths.assign(1, 5);
  for (int64_t n : {0, 4095, 4096, 6463}) {
    Network one(p, 13);
    one.w.put(all.w.values());
    for (int64_t t = 0; t < 5; ++t)
      for (int64_t j = 0; j < p.input; ++j) one.x.set(t * p.input + j, all.x.get((t * 6464 + n) * p.input + j));
    for (int64_t j = 0; j < p.hidden; ++j) {
      one.hx.set(j, all.hx.get(n * p.hidden + j));
      one.cx.set(j, all.cx.get(n * p.hidden + j));
    }
    one.run(RnnPass::inference);
    for (int64_t t = 0; t < 5; ++t)
      for (int64_t j = 0; j < p.hidden; ++j)
        ASSERT_EQ(one.y.get(t * p.hidden + j), all.y.get((t * 6464 + n) * p.hidden + j)) << n << " " << t << " " << j;
  }
}

TEST_P(Rnns, NaNStaysWithinItsSequence) {
  for (RnnCell cell : kCells) {
    Problem p;
    p.cell = cell;
    p.type = widest();
    Network net(p, 6);
    net.x.set(place(p, 1, 1, 0, p.input), std::nan(""));
    net.run(RnnPass::inference);
    for (int64_t t = 0; t < 4; ++t)
      for (int64_t n = 0; n < 3; ++n)
        EXPECT_EQ(std::isnan(net.y.get(place(p, t, n, 0, p.y_width()))), n == 1 && t >= 1)
            << static_cast<int>(cell) << " t " << t << " n " << n;
  }
}

// A NaN cell state: it goes on, or the lower bound takes its place.
TEST_P(Rnns, ClippingOfNaN) {
  for (bool keeps : {true, false}) {
    Problem p;
    p.clip = true;
    p.type = widest();
    Network net(p, 6);
    net.op.clip_keeps_nan = keeps;
    net.cx.set(0, std::nan(""));
    net.run(RnnPass::inference);
    EXPECT_EQ(std::isnan(net.y.get(0)), keeps);
    if (keeps) continue;
    Network bound(p, 6);
    bound.cx.set(0, kLow);
    bound.run(RnnPass::inference);
    EXPECT_EQ(net.y.bytes, bound.y.bytes);
  }
}

TEST(Rnn, RulesAreChecked) {
  auto refusal = [](auto change) {
    Problem p;
    Network net(p, 1);
    Call call;
    Rnn o = net.op;
    const TensorDesc lengths = make(DType::i32, {p.batch()}, Order::nchw);
    o.lengths = call.tensor("lengths", lengths, p.lengths.data());
    o.x = call.tensor("x", net.x.desc, net.x.data());
    o.y = call.tensor("y", net.y.desc, net.y.data());
    o.hx = call.tensor("hx", net.hx.desc, net.hx.data());
    o.weights = call.tensor("weights", net.w.desc, net.w.data());
    change(call.graph, o);
    call.add(o);
    const Check c = graph::validate(call.graph);
    return c ? std::string() : c.error().text;
  };
  auto tensor = [](graph::Graph& g, TensorId id) -> TensorDesc& { return g.tensors[static_cast<size_t>(id)].desc; };
  EXPECT_EQ(refusal([](auto&, auto&) {}), "");
  EXPECT_NE(refusal([&](auto& g, auto& o) { tensor(g, o.x).dims[2] = 5; }).find("x:"), std::string::npos);
  EXPECT_NE(refusal([&](auto& g, auto& o) { tensor(g, o.x).dims[0] = 2; }).find("x:"), std::string::npos);
  EXPECT_NE(refusal([&](auto& g, auto& o) { tensor(g, o.x).dtype = DType::f32; }).find("x"), std::string::npos);
  EXPECT_NE(refusal([&](auto& g, auto& o) { tensor(g, o.hx).dims[1] = 4; }).find("hx:"), std::string::npos);
  EXPECT_NE(refusal([&](auto& g, auto& o) { tensor(g, o.hx).rank = 2; }).find("hx:"), std::string::npos);
  EXPECT_NE(refusal([&](auto& g, auto& o) { tensor(g, o.weights).dims[0] -= 1; }).find("weights:"), std::string::npos);
  EXPECT_NE(refusal([&](auto&, auto& o) { o.skip_input = true; }).find("inputSize"), std::string::npos);
  EXPECT_NE(refusal([&](auto&, auto& o) { o.hidden = o.output = int64_t{1} << 31; }), "");
  EXPECT_EQ(refusal([&](auto& g, auto& o) {
              tensor(g, o.hx).rank = 5, tensor(g, o.hx).dims[3] = 1, tensor(g, o.hx).dims[4] = 1;
            }),
            "");
}

}  // namespace
}  // namespace girih::test
