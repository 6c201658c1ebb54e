// Multi-head attention: the forward pass against loops over the definition, gradients against differences of those
// loops, both engines in every type, the place of the weights, and the rules of the operation.
#include "base/xorwow.h"
#include "tensor_buffer.h"

namespace girih::test {
namespace {

using graph::AttentionPass;
using graph::MultiHeadAttention;
using graph::TensorId;
using Vector = std::vector<double>;

constexpr int kReference = 113, kGemm = 222;
constexpr double kPadding = -7;
constexpr int64_t kGenerators = 40;  // few: masks wrap around

struct Problem {
  int64_t heads = 2, q = 4, k = 5, v = 6, qp = 3, kp = 3, vp = 2, op = 4;
  bool bias = true, one_to_one = false, residual = true;
  int64_t batch = 2, beams = 1, tq = 3, tk = 4;
  std::vector<int32_t> q_lengths = {3, 2}, kv_lengths = {2, 4}, lo = {0, 0, 1}, hi = {4, 2, 9};
  float attention_dropout = 0, post_dropout = 0;
  DType type = DType::f64;
  Order order = Order::nchw;
  double scale = 0.6;

  int64_t kv_beams() const { return one_to_one ? beams : 1; }
};

// Everything one call needs, its outputs poisoned.
struct Attention {
  Problem p;
  MultiHeadAttention op;
  Buffer q, k, v, out, residual, dout, dq, dk, dv, w, dw, reserve, states, post_states;
  double beta = 1;

  static MultiHeadAttention make_op(const Problem& p) {
    MultiHeadAttention o;
    o.heads = p.heads;
    o.q_size = p.q, o.k_size = p.k, o.v_size = p.v;
    o.q_proj = p.qp, o.k_proj = p.kp, o.v_proj = p.vp, o.o_proj = p.op;
    o.biases = p.bias, o.one_to_one = p.one_to_one;
    o.attention_dropout = p.attention_dropout, o.post_dropout = p.post_dropout;
    o.scale = p.scale;
    o.padding = kPadding;
    return o;
  }
  graph::AttentionSizes sizes() const { return {p.batch, p.beams, p.kv_beams(), p.tq, p.tk}; }
  Buffer rows(int64_t beams, int64_t time, int64_t width) const {
    return Buffer(p.type, {p.batch, beams, time, width}, p.order);
  }
  Buffer flat() const { return Buffer(p.type, {std::max<int64_t>(1, attention_weight_count(op))}); }

  Attention(const Problem& problem, unsigned seed)
      : p(problem),
        op(make_op(problem)),
        q(rows(p.beams, p.tq, p.q)),
        k(rows(p.kv_beams(), p.tk, p.k)),
        v(rows(p.kv_beams(), p.tk, p.v)),
        out(rows(p.beams, p.tq, op.out_size())),
        residual(rows(p.beams, p.tq, op.out_size())),
        dout(rows(p.beams, p.tq, op.out_size())),
        dq(rows(p.beams, p.tq, p.q)),
        dk(rows(p.kv_beams(), p.tk, p.k)),
        dv(rows(p.kv_beams(), p.tk, p.v)),
        w(flat()),
        dw(flat()),
        reserve(DType::u8, {attention_reserve(op, sizes(), p.type).bytes}),
        states(DType::u8, {kGenerators * kXorwowBytes}),
        post_states(DType::u8, {kGenerators * kXorwowBytes}) {
    Normal normal(seed, 0, 0.7);
    for (Buffer* b : {&q, &k, &v, &residual, &dout, &w, &dw}) b->fill(normal);
    seed_xorwow(static_cast<Xorwow*>(states.data()), kGenerators, seed);
    seed_xorwow(static_cast<Xorwow*>(post_states.data()), kGenerators, seed + 1);
  }

  // The call as a graph, and what it writes.
  Call call(AttentionPass pass, std::vector<Buffer*>& outputs) {
    Call c;
    MultiHeadAttention o = op;
    o.pass = pass;
    auto in = [&](TensorId& id, const char* name, Buffer& b) { id = c.tensor(name, b.desc, b.data()); };
    auto give = [&](TensorId& id, const char* name, Buffer& b) {
      in(id, name, b);
      outputs.push_back(&b);
    };
    auto numbers = [&](TensorId& id, const char* name, std::vector<int32_t>& v) {
      id = c.tensor(name, make(DType::i32, {static_cast<int64_t>(v.size())}, Order::nchw), v.data());
    };
    in(o.q, "queries", q), in(o.k, "keys", k), in(o.v, "values", v);
    if (attention_weight_count(op)) in(o.weights, "weights", w);
    numbers(o.q_lengths, "q lengths", p.q_lengths), numbers(o.kv_lengths, "kv lengths", p.kv_lengths);
    if (pass == AttentionPass::inference || pass == AttentionPass::training) {
      give(o.out, "out", out);
      if (p.residual) in(o.residual, "residuals", residual);
      numbers(o.lo, "lo", p.lo), numbers(o.hi, "hi", p.hi);
    } else {
      in(o.dout, "dout", dout);
    }
    if (pass == AttentionPass::backward_data) give(o.dq, "dq", dq), give(o.dk, "dk", dk), give(o.dv, "dv", dv);
    if (pass == AttentionPass::backward_weights && attention_weight_count(op)) give(o.dweights, "dweights", dw);
    if (pass != AttentionPass::inference) give(o.reserve, "reserve", reserve);
    if (pass == AttentionPass::training && p.attention_dropout != 0) give(o.attention_states, "states", states);
    if (pass == AttentionPass::training && p.post_dropout != 0) give(o.post_states, "post states", post_states);
    c.add(o).beta = beta;
    return c;
  }

  // On 1, 2 and 3 threads from the same start: equal bits, nothing written beside the outputs and the workspace.
  void run(AttentionPass pass, int engine) {
    std::vector<Buffer*> outputs;
    Call c = call(pass, outputs);
    std::vector<std::vector<unsigned char>> start, first;
    for (Buffer* b : outputs) start.push_back(b->bytes);
    auto plan = get_plan(c.graph, kCpu, engine);
    ASSERT_TRUE(plan) << plan.error().text;
    const size_t size = (*plan)->workspace;
    ASSERT_TRUE(pass == AttentionPass::inference || size == 0);
    for (int threads = 1; threads <= 3; ++threads) {
      for (size_t i = 0; i < outputs.size(); ++i)
        std::copy(start[i].begin(), start[i].end(), outputs[i]->bytes.begin());
      std::vector<unsigned char> workspace(size + 256, 0xff);
      set_thread_count(threads);
      const Check done = girih::run(kCpu, c, engine, workspace.data(), size);
      set_thread_count(0);
      ASSERT_TRUE(done) << done.error().text;
      for (size_t i = size; i < workspace.size(); ++i) ASSERT_EQ(workspace[i], 0xff) << "wrote beyond the workspace";
      for (size_t i = 0; i < outputs.size(); ++i) {
        if (threads == 1) {
          first.push_back(outputs[i]->bytes);
          outputs[i]->expect_untouched_gaps("attention");
        } else {
          ASSERT_EQ(first[i], outputs[i]->bytes) << "other bits on " << threads << " threads";
        }
      }
    }
  }
  void train(int engine) {
    run(AttentionPass::training, engine);
    run(AttentionPass::backward_data, engine);
    run(AttentionPass::backward_weights, engine);
  }
};

// Numbers of a call: weights, then the rows in row-major order.
struct Values {
  Vector w, q, k, v, residual;
};
Values values_of(const Attention& a) {
  return {a.w.values(), a.q.values(), a.k.values(), a.v.values(), a.residual.values()};
}

Vector draw_mask(Buffer states, int64_t count, float p) {
  auto* s = static_cast<Xorwow*>(states.data());
  Vector kept;
  for (int64_t e = 0; e < count; ++e)
    kept.push_back(to_uniform(draw(s[e % kGenerators])) > p ? 1 / (1 - static_cast<double>(p)) : 0);
  return kept;
}

// The definition, one output element at a time. Masks hold 0 or the scale; empty: none.
Vector define(const Attention& a, const Values& x, const Vector& mask, const Vector& post) {
  const Problem& p = a.p;
  const auto at = [&](int kind, int64_t h, int64_t o, int64_t i) {
    const graph::AttentionWeight w = attention_weight(a.op, kind);
    return x.w[static_cast<size_t>(w.offset + h * w.strides[0] + o * w.strides[1] + i * w.strides[2])];
  };
  const int64_t widths[] = {p.q, p.k, p.v};
  auto head = [&](int kind, const Vector& rows, int64_t row, int64_t h, int64_t o) {
    const int64_t width = widths[kind];
    if (attention_weight(a.op, kind).offset < 0) return rows[static_cast<size_t>(row * width + o)];
    double sum = attention_weight(a.op, kind + 4).offset < 0 ? 0 : at(kind + 4, h, o, 0);
    for (int64_t i = 0; i < width; ++i) sum += at(kind, h, o, i) * rows[static_cast<size_t>(row * width + i)];
    return sum;
  };
  const int64_t width = a.op.out_size(), hv = a.op.head_v();
  Vector out;
  for (int64_t n = 0; n < p.batch * p.beams; ++n)
    for (int64_t t = 0; t < p.tq; ++t) {
      const int64_t kv = p.one_to_one ? n : n / p.beams, row = n * p.tq + t;
      Vector context;
      for (int64_t h = 0; h < p.heads; ++h) {
        Vector weight;
        double sum = 0;
        const int64_t lo = std::max(0, p.lo[static_cast<size_t>(t)]);
        const int64_t hi = std::min(p.kv_lengths[static_cast<size_t>(kv)], p.hi[static_cast<size_t>(t)]);
        for (int64_t s = lo; s < hi; ++s) {
          double score = 0;
          for (int64_t d = 0; d < a.op.head_q(); ++d)
            score += head(0, x.q, row, h, d) * head(1, x.k, kv * p.tk + s, h, d);
          weight.push_back(std::exp(p.scale * score));
          sum += weight.back();
        }
        for (int64_t j = 0; j < hv; ++j) {
          double c = 0;
          for (int64_t s = lo; s < hi; ++s) {
            const auto m = static_cast<size_t>(((n * p.heads + h) * p.tq + t) * p.tk + s);
            c += weight[static_cast<size_t>(s - lo)] / sum * (mask.empty() ? 1 : mask[m]) *
                 head(2, x.v, kv * p.tk + s, h, j);
          }
          context.push_back(c);
        }
      }
      for (int64_t j = 0; j < width; ++j) {
        double v = context[static_cast<size_t>(j)];
        if (p.op) {
          v = p.bias ? at(7, 0, j, 0) : 0;
          for (int64_t i = 0; i < p.heads * hv; ++i) v += at(3, i / hv, j, i % hv) * context[static_cast<size_t>(i)];
        }
        const auto e = static_cast<size_t>(row * width + j);
        if (!post.empty()) v *= post[e];
        if (p.residual) v += x.residual[e];
        out.push_back(t < p.q_lengths[static_cast<size_t>(n)] ? v : kPadding);
      }
    }
  return out;
}

Vector mask_of(const Attention& a) {
  const Problem& p = a.p;
  return p.attention_dropout == 0 ? Vector()
                                  : draw_mask(a.states, p.batch * p.beams * p.heads * p.tq * p.tk, p.attention_dropout);
}
Vector post_mask_of(const Attention& a) {
  return a.p.post_dropout == 0 ? Vector() : draw_mask(a.post_states, a.out.desc.count(), a.p.post_dropout);
}

void expect_close(const Buffer& got, const Vector& want, double relative, const std::string& what) {
  double largest = 0;
  for (double v : want) largest = std::max(largest, std::fabs(v));
  expect_near(got, want, Vector(want.size(), relative * largest), what);
}

std::vector<Problem> problems() {
  std::vector<Problem> list;
  Problem p;
  list.push_back(p);
  for (Order order : {Order::nhwc, Order::gaps}) {
    Problem q = p;
    q.order = order;
    list.push_back(q);
  }
  p.bias = p.residual = false;
  list.push_back(p);
  for (int missing = 0; missing < 8; ++missing) {
    Problem q;
    if (missing & 1) q.qp = 0, q.q = 3;
    if (missing & 2) q.vp = 0;
    if (missing & 4) q.op = 0;
    list.push_back(q);
    q.kp = 0, q.k = 3;
    list.push_back(q);
  }
  for (bool one : {false, true}) {
    Problem q;
    q.beams = 2;
    q.one_to_one = one;
    q.q_lengths = {3, 1, 2, 3};
    if (one) q.kv_lengths = {1, 4, 3, 2};
    list.push_back(q);
  }
  Problem empty;  // no key for one of the queries
  empty.lo = {0, 3, -5}, empty.hi = {4, 3, 1};
  list.push_back(empty);
  for (int drop = 1; drop < 4; ++drop) {
    Problem q;
    if (drop & 1) q.attention_dropout = 0.4f;
    if (drop & 2) q.post_dropout = 0.5f;
    list.push_back(q);
  }
  Problem large;  // beyond the tiles of a product
  large.heads = 3, large.q = 37, large.k = 21, large.v = 19, large.qp = large.kp = 18, large.vp = 17, large.op = 35;
  large.batch = 1, large.tq = 23, large.tk = 41;
  large.q_lengths = {22}, large.kv_lengths = {39};
  large.lo.assign(23, 0), large.hi.assign(23, 41);
  list.push_back(large);
  return list;
}

TEST(Attention, ForwardEqualsTheDefinition) {
  for (const Problem& p : problems()) {
    Attention a(p, 1);
    const Vector mask = mask_of(a), post = post_mask_of(a);
    a.run(AttentionPass::training, kReference);
    expect_close(a.out, define(a, values_of(a), mask, post), 1e-14, "training");
    a.run(AttentionPass::inference, kReference);
    expect_close(a.out, define(a, values_of(a), {}, {}), 1e-14, "inference");
  }
}

TEST(Attention, GradientsEqualDifferences) {
  for (const Problem& p : problems()) {
    if (p.q > 9) continue;  // too many differences
    Attention a(p, 2);
    const Vector mask = mask_of(a), post = post_mask_of(a), old = a.dw.values(), dout = a.dout.values();
    Values x = values_of(a);
    a.train(kReference);
    auto loss = [&] {
      const Vector out = define(a, x, mask, post);
      double sum = 0;
      for (size_t i = 0; i < out.size(); ++i) sum += dout[i] * out[i];  // padding is constant
      return sum;
    };
    auto check = [&](const Buffer& got, Vector& values, const Vector& before, const char* what) {
      constexpr double kStep = 1e-5;
      for (size_t i = 0; i < values.size(); ++i) {
        const double at = values[i];
        values[i] = at + kStep;
        const double above = loss();
        values[i] = at - kStep;
        const double below = loss();
        values[i] = at;
        const double want = (above - below) / (2 * kStep) + (before.empty() ? 0 : before[i]);
        ASSERT_NEAR(got.get(static_cast<int64_t>(i)), want, 2e-8 * (1 + std::fabs(want))) << what << "[" << i << "]";
      }
    };
    check(a.dq, x.q, {}, "dq");
    check(a.dk, x.k, {}, "dk");
    check(a.dv, x.v, {}, "dv");
    if (attention_weight_count(a.op)) check(a.dw, x.w, old, "dweights");
  }
}

// The same numbers in f64 and in the other types differ by rounding only.
TEST(Attention, OtherTypesOnBothEngines) {
  for (int engine : {kReference, kGemm})
    for (DType type : {DType::f32, DType::f16, DType::bf16})
      for (Problem p : problems()) {
        p.type = type;
        Attention a(p, 3);
        p.type = DType::f64;
        Attention wide(p, 3);
        for (auto [to, from] : {std::pair{&wide.q, &a.q},
                                {&wide.k, &a.k},
                                {&wide.v, &a.v},
                                {&wide.residual, &a.residual},
                                {&wide.dout, &a.dout},
                                {&wide.w, &a.w},
                                {&wide.dw, &a.dw}})
          to->put(from->values());
        a.train(engine);
        wide.train(kReference);
        const double close = (engine == kReference ? 32 : 128) * 0x1p-24;
        expect_close(a.out, wide.out.values(), close, "out");
        expect_close(a.dq, wide.dq.values(), close, "dq");
        expect_close(a.dk, wide.dk.values(), close, "dk");
        expect_close(a.dv, wide.dv.values(), close, "dv");
        if (attention_weight_count(a.op)) expect_close(a.dw, wide.dw.values(), close, "dweights");
        a.run(AttentionPass::inference, engine);
        wide.run(AttentionPass::inference, kReference);
        expect_close(a.out, wide.out.values(), close, "inference");
      }
}

// With one key in every window and integers, all sums are exact.
TEST(Attention, IntegersAreExact) {
  for (int engine : {kReference, kGemm})
    for (DType type : {DType::f32, DType::f16}) {
      Problem p;
      p.hi = {1, 1, 2};
      p.type = type;
      Attention a(p, 4);
      p.type = DType::f64;
      Attention wide(p, 4);
      for (Attention* x : {&a, &wide}) {
        Integers small(5, -2, 2);
        for (Buffer* b : {&x->q, &x->k, &x->v, &x->residual, &x->dout, &x->w, &x->dw}) b->fill(small);
        x->train(x == &a ? engine : kReference);
      }
      expect_equal(a.out, wide.out.values(), "out");
      expect_equal(a.dq, wide.dq.values(), "dq");
      expect_equal(a.dv, wide.dv.values(), "dv");
      expect_equal(a.dw, wide.dw.values(), "dweights");
    }
}

TEST(Attention, OneStepIsThatOfAllSteps) {
  for (int engine : {kReference, kGemm})
    for (int64_t step = 0; step < 3; ++step) {
      Problem p;
      p.type = DType::f32;
      Attention all(p, 5), one(p, 5);
      all.run(AttentionPass::inference, engine);
      one.op.time_step = step;
      const Vector before = one.out.values();
      one.run(AttentionPass::inference, engine);
      for (int64_t i = 0; i < one.out.desc.count(); ++i) {
        const double want = i / one.op.out_size() % p.tq == step ? all.out.get(i) : before[static_cast<size_t>(i)];
        ASSERT_TRUE(same(one.out.get(i), want)) << i;
      }
    }
}

// NaN in the padding, and whatever lay in the outputs, does not matter.
TEST(Attention, PaddingIsNotRead) {
  for (int engine : {kReference, kGemm}) {
    Problem p;
    p.type = DType::f32;
    Attention a(p, 6), b(p, 6);
    for (auto [buffer, lengths] :
         {std::pair{&b.q, &p.q_lengths}, {&b.k, &p.kv_lengths}, {&b.v, &p.kv_lengths}, {&b.dout, &p.q_lengths}}) {
      const int64_t time = buffer->desc.dims[2], width = buffer->desc.dims[3];
      for (int64_t i = 0; i < buffer->desc.count(); ++i)
        if (i / width % time >= (*lengths)[static_cast<size_t>(i / width / time)]) buffer->set(i, std::nan(""));
    }
    a.beta = b.beta = 0;
    b.dw.fill([] { return std::nan(""); });
    a.train(engine);
    b.train(engine);
    EXPECT_EQ(a.out.bytes, b.out.bytes);
    EXPECT_EQ(a.dq.bytes, b.dq.bytes);
    EXPECT_EQ(a.dk.bytes, b.dk.bytes);
    EXPECT_EQ(a.dv.bytes, b.dv.bytes);
    EXPECT_EQ(a.dw.bytes, b.dw.bytes);
  }
}

TEST(Attention, WrongLengthsAreRefused) {
  for (int32_t length : {-1, 5}) {
    Problem p;
    p.kv_lengths[1] = length;
    Attention a(p, 7);
    std::vector<Buffer*> outputs;
    Call c = a.call(AttentionPass::training, outputs);
    const Check done = girih::run(kCpu, c, kReference);
    ASSERT_FALSE(done);
    EXPECT_NE(done.error().text.find("kv lengths: length " + std::to_string(length)), std::string::npos);
  }
}

TEST(Attention, RulesAreChecked) {
  auto refusal = [](auto change) {
    Attention a(Problem(), 1);
    std::vector<Buffer*> outputs;
    Call c = a.call(AttentionPass::training, outputs);
    change(c.graph, std::get<MultiHeadAttention>(c.graph.nodes[0].op));
    const Check check = graph::validate(c.graph);
    return check ? std::string() : check.error().text;
  };
  auto names = [&](auto change, const char* text) { return refusal(change).find(text) != std::string::npos; };
  auto tensor = [](graph::Graph& g, TensorId id) -> TensorDesc& { return g.tensors[static_cast<size_t>(id)].desc; };
  EXPECT_EQ(refusal([](auto&, auto&) {}), "");
  EXPECT_TRUE(names([&](auto& g, auto& o) { tensor(g, o.k).dims[0] = 3; }, "keys: its batch dimension is 3"));
  EXPECT_TRUE(names([&](auto& g, auto& o) { tensor(g, o.v).dims[2] = 3; }, "values: its time dimension is 3"));
  EXPECT_TRUE(names([&](auto& g, auto& o) { tensor(g, o.out).dims[3] = 3; }, "out: its vector dimension is 3"));
  EXPECT_TRUE(names([&](auto& g, auto& o) { tensor(g, o.residual).dims[1] = 2; }, "residuals: its beams"));
  EXPECT_TRUE(names([&](auto& g, auto& o) { tensor(g, o.k).dims[1] = 2; }, "ALL_TO_ONE needs one"));
  EXPECT_TRUE(names([&](auto& g, auto& o) { tensor(g, o.v).dtype = DType::f32; }, "values"));
  EXPECT_TRUE(names([&](auto& g, auto& o) { tensor(g, o.weights).dims[0] -= 1; }, "weights:"));
  EXPECT_TRUE(names([&](auto& g, auto& o) { tensor(g, o.reserve).dims[0] -= 8; }, "reserve:"));
  EXPECT_TRUE(names([&](auto& g, auto& o) { tensor(g, o.lo).dims[0] = 2; }, "lo: 2 elements"));
  EXPECT_TRUE(names([&](auto&, auto& o) { o.k_proj = 4; }, "kProjSize"));
  EXPECT_TRUE(names(
      [&](auto& g, auto& o) {
        o.attention_dropout = 0.5f;
        tensor(g, o.reserve).dims[0] += 1000;  // room for the mask
      },
      "attnDropoutDesc"));
}

// Sizes that the largest call was made for are enough for smaller ones.
TEST(Attention, BuffersGrowWithTheSizes) {
  const MultiHeadAttention o = Attention::make_op(Problem());
  const graph::AttentionSizes big{3, 2, 1, 5, 6};
  for (int i = 0; i < 4; ++i) {
    graph::AttentionSizes s = big;
    int64_t* const fields[] = {&s.batch, &s.q_beams, &s.q_time, &s.kv_time};
    *fields[i] -= 1;
    EXPECT_LE(attention_reserve(o, s, DType::f32).bytes, attention_reserve(o, big, DType::f32).bytes);
    EXPECT_LE(attention_workspace(o, s, DType::f32).bytes, attention_workspace(o, big, DType::f32).bytes);
  }
}

}  // namespace
}  // namespace girih::test
