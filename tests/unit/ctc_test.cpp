// CTC loss: the sum over every alignment, one by one, and central differences of it for the gradients; what becomes of
// samples that have no alignment; lengths that cannot be.
#include "tensor_buffer.h"

namespace girih::test {
namespace {

using graph::Ctc;

constexpr int kReference = 112, kScaled = 224;

struct Case {
  int64_t steps, symbols;
  std::vector<std::vector<int>> labels;
  std::vector<int> inputs;  // steps of each sample
  bool softmax = true, skip = false, gradients = true;
  DType type = DType::f64, compute = DType::f64;
  Order order = Order::nchw;

  int64_t samples() const { return static_cast<int64_t>(labels.size()); }
  std::string name() const {
    return fmt::format("T {} A {} N {} softmax {} skip {} {} order {}", steps, symbols, samples(), softmax, skip,
                       dtype_name(type), static_cast<int>(order));
  }
};

// -ln of the sum of the probabilities of all alignments whose text is the label.
double loss(const Case& c, size_t n, const std::vector<double>& x) {
  const int64_t steps = c.inputs[n], samples = c.samples();
  auto at = [&](int64_t t, int64_t a) {
    return x[static_cast<size_t>((t * samples + static_cast<int64_t>(n)) * c.symbols + a)];
  };
  auto prob = [&](int64_t t, int64_t a) {
    if (!c.softmax) return at(t, a);
    double sum = 0;
    for (int64_t b = 0; b < c.symbols; ++b) sum += std::exp(at(t, b) - at(t, a));
    return 1 / sum;
  };
  int64_t alignments = 1;
  for (int64_t t = 0; t < steps; ++t) alignments *= c.symbols;
  double p = 0;
  for (int64_t code = 0; code < alignments; ++code) {
    std::vector<int> text;
    double product = 1;
    int64_t rest = code, last = 0;
    for (int64_t t = 0; t < steps; ++t) {
      const int64_t a = rest % c.symbols;
      rest /= c.symbols;
      product *= prob(t, a);
      if (a != 0 && a != last) text.push_back(static_cast<int>(a));
      last = a;
    }
    if (text == c.labels[n]) p += product;
  }
  return -std::log(p);
}

struct Problem {
  Call call;
  Buffer probs, gradients, costs;
  std::vector<int> labels, label_lengths, inputs;
  explicit Problem(const Case& c)
      : probs(c.type, {c.steps, c.samples(), c.symbols}, c.order),
        gradients(c.type, {c.steps, c.samples(), c.symbols}, c.order),
        costs(c.compute, {c.samples()}),
        inputs(c.inputs) {
    for (const auto& label : c.labels) {
      labels.insert(labels.end(), label.begin(), label.end());
      label_lengths.push_back(static_cast<int>(label.size()));
    }
    const TensorDesc ints = make_packed(DType::i32, {c.samples()});
    Ctc o;
    o.softmax = c.softmax, o.skip_impossible = c.skip;
    o.probs = call.tensor("probs", probs.desc, probs.data());
    o.labels = call.tensor("labels", ints, labels.data());
    o.label_lengths = call.tensor("labelLengths", ints, label_lengths.data());
    o.input_lengths = call.tensor("inputLengths", ints, inputs.data());
    o.costs = call.tensor("costs", costs.desc, costs.data());
    if (c.gradients) o.gradients = call.tensor("gradients", gradients.desc, gradients.data());
    call.add(o);
  }
};

// `possible` says which samples have an alignment.
void check(const Case& c, const std::vector<bool>& possible) {
  SCOPED_TRACE(c.name());
  Problem s(c), scaled(c);
  Normal draw(7);
  // Most of these sum to less than 1; where they do not, the scaled engine takes logarithms.
  s.probs.fill([&] { return c.softmax ? draw() : 0.05 + 0.2 * std::fabs(draw()); });
  const std::vector<double> x = s.probs.values();
  scaled.probs.put(x);
  if (c.skip)
    for (Problem* p : {&s, &scaled}) p->gradients.fill([] { return 5; });
  run_on_threads(s.call, kReference, {&s.costs, &s.gradients}, c.name());
  run_on_threads(scaled.call, kScaled, {&scaled.costs, &scaled.gradients}, c.name());
  std::vector<double> costs(static_cast<size_t>(c.samples())), gradients(x.size()), bounds(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    const size_t n = i / static_cast<size_t>(c.symbols) % static_cast<size_t>(c.samples());
    const auto t = static_cast<int64_t>(i) / c.symbols / c.samples();
    if (!possible[n]) {
      gradients[i] = c.skip ? 5 : 0;
    } else if (t < c.inputs[n]) {
      std::vector<double> moved = x;
      auto loss_at = [&](double step) {
        moved[i] = x[i] + step;
        return loss(c, n, moved);
      };
      // Five points: the error is of the order (h/p)^4 = 1e-11, and 1e-16 / h.
      constexpr double h = 2e-4;
      gradients[i] = (8 * (loss_at(h) - loss_at(-h)) - (loss_at(2 * h) - loss_at(-2 * h))) / (12 * h);
      bounds[i] = 1e-9;
    }
  }
  for (size_t n = 0; n < costs.size(); ++n) costs[n] = possible[n] ? loss(c, n, x) : 0;
  for (Problem* p : {&s, &scaled}) {
    expect_near(p->costs, costs, std::vector<double>(costs.size(), 1e-12), "costs");
    if (c.gradients)
      expect_near(p->gradients, gradients, bounds, "gradients");
    else
      for (double g : p->gradients.values()) EXPECT_TRUE(std::isnan(g));
  }
}

TEST(Ctc, LossAndGradientOfEveryAlignment) {
  for (bool softmax : {true, false})
    for (Order order : {Order::nchw, Order::nhwc, Order::gaps}) {
      check({5, 3, {{1, 2}, {1, 1}, {2}, {}}, {5, 5, 3, 4}, softmax, false, true, DType::f64, DType::f64, order},
            {true, true, true, true});
      check({4, 4, {{3, 1, 2}}, {4}, softmax, false, true, DType::f64, DType::f64, order}, {true});
    }
  check({5, 3, {{1, 2}}, {5}, true, false, false}, {true});
}

TEST(Ctc, Types) {
  for (DType type : {DType::f32, DType::f16, DType::bf16, DType::f64})
    for (DType compute : {DType::f32, DType::f64})
      check({4, 3, {{1, 2}, {2}}, {4, 3}, true, false, true, type, compute}, {true, true});
}

TEST(Ctc, ImpossibleSamples) {
  for (bool skip : {false, true})
    check({4, 3, {{1, 1, 1}, {1, 2}, {2, 2}, {1}, {1, 2, 1, 2, 1}}, {4, 4, 2, 0, 4}, true, skip},
          {false, true, false, false, false});
}

// A thousand steps of probabilities near 1e-4: the product of doubles would be 0.
TEST(Ctc, NothingUnderflows) {
  const int64_t steps = 1000;
  Case c{steps, 3, {std::vector<int>(400, 1)}, {static_cast<int>(steps)}};
  for (size_t i = 1; i < 400; i += 2) c.labels[0][i] = 2;
  for (int engine : {kReference, kScaled}) {
    Problem s(c);
    s.probs.fill([] { return 0; });  // every alignment has the probability 3^-1000
    ASSERT_TRUE(run(kCpu, s.call, engine));
    // Alignments of K distinct neighbours in T steps: the binomial of T + K over 2K.
    const double count = std::lgamma(steps + 400 + 1.0) - std::lgamma(801.0) - std::lgamma(steps - 400 + 1.0);
    EXPECT_NEAR(s.costs.get(0), 1000 * std::log(3.0) - count, 1e-9);
    double sum = 0;  // occupancies of a step sum to 1, so its gradients to 0
    for (int64_t a = 0; a < 3; ++a) sum += s.gradients.get(500 * 3 + a);
    EXPECT_NEAR(sum, 0, 1e-11);
  }
}

// Both engines on long inputs, ordinary and so extreme that scales cannot hold them.
TEST(Ctc, ScalesEqualLogarithms) {
  for (bool softmax : {true, false})
    for (double spread : {1.0, 5.0, 400.0}) {
      Case c{300, 6, {{}, {}, {1}}, {300, 280, 300}, softmax};
      for (int i = 0; i < 90; ++i) c.labels[0].push_back(1 + i * i % 5), c.labels[1].push_back(1 + i % 3);
      Problem s(c), scaled(c);
      Normal draw(9, 0, spread);
      s.probs.fill([&] { return softmax ? draw() : std::exp(-std::fmin(700, std::fabs(draw()))) / 6; });
      scaled.probs.put(s.probs.values());
      ASSERT_TRUE(run(kCpu, s.call, kReference));
      ASSERT_TRUE(run(kCpu, scaled.call, kScaled));
      for (int64_t n = 0; n < 3; ++n)
        EXPECT_NEAR(s.costs.get(n), scaled.costs.get(n), 1e-11 * s.costs.get(n)) << spread;
      for (int64_t i = 0; i < s.probs.desc.count(); ++i) {
        const double g = s.gradients.get(i);
        ASSERT_NEAR(g, scaled.gradients.get(i), 1e-9 * (1 + std::fabs(g))) << spread << " " << i;
      }
    }
}

TEST(Ctc, LabelsThatNobodyKnowsAndSymbolsThatNeverCome) {
  for (int engine : {kReference, kScaled}) {
    for (int wrong : {3, -1}) {
      Problem s({3, 3, {{1, wrong}, {1}}, {3, 3}});
      s.probs.fill(Normal(1));
      ASSERT_TRUE(run(kCpu, s.call, engine));
      EXPECT_TRUE(std::isnan(s.costs.get(0)) && std::isfinite(s.costs.get(1)));
      for (int64_t i = 0; i < 18; ++i) EXPECT_EQ(std::isnan(s.gradients.get(i)), i / 3 % 2 == 0) << i;
    }
    Problem s({2, 3, {{1}}, {2}});
    s.probs.fill(Normal(2));
    s.probs.set(1, -INFINITY).set(4, -INFINITY);  // symbol 1 cannot come: no alignment has any probability
    ASSERT_TRUE(run(kCpu, s.call, engine));
    EXPECT_EQ(s.costs.get(0), INFINITY);
    for (int64_t i = 0; i < 6; ++i) EXPECT_TRUE(std::isfinite(s.gradients.get(i)));
  }
}

TEST(Ctc, WrongLengths) {
  const struct {
    std::vector<int> inputs;
    const char* text;
  } cases[] = {{{3, 4}, "inputLengths[1]: 4"}, {{-1, 3}, "inputLengths[0]: -1"}};
  for (const auto& wrong : cases) {
    Problem s({3, 3, {{1}, {2}}, wrong.inputs});
    s.probs.fill(Normal(3));
    const Check done = run(kCpu, s.call, kScaled);
    ASSERT_FALSE(done);
    EXPECT_NE(done.error().text.find(wrong.text), std::string::npos) << done.error().text;
    EXPECT_TRUE(std::isnan(s.costs.get(0)));
  }
  Case c{3, 3, {{1}, {2}}, {3, 3}};
  Problem s(c);
  s.probs.fill(Normal(3));
  s.label_lengths[1] = -2;
  const Check done = run(kCpu, s.call, kReference);
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().text.find("labelLengths[1]: -2"), std::string::npos) << done.error().text;
}

TEST(Ctc, DescriptionsThatDoNotFit) {
  Problem s({3, 3, {{1}}, {3}});
  auto refuse = [&](size_t tensor, const TensorDesc& desc, const char* text) {
    Call call = s.call;
    call.graph.tensors[tensor].desc = desc;
    const Check done = run(kCpu, call);
    ASSERT_FALSE(done) << text;
    EXPECT_NE(done.error().text.find(text), std::string::npos) << done.error().text;
  };
  refuse(0, make_packed(DType::f64, {3, 3}), "probs has 2 dimensions");
  refuse(0, make_packed(DType::i32, {3, 1, 3}), "probs: its type is i32");
  refuse(4, make_packed(DType::f16, {1}), "costs: the computation type is f16");
  refuse(5, make_packed(DType::f64, {3, 2, 3}), "gradients: dimension 1 is 2");
  refuse(5, make_packed(DType::f32, {3, 1, 3}), "gradients is f32");
}

}  // namespace
}  // namespace girih::test
