// The references' gradients against finite differences, and what their error bounds promise.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "conformance/reference.h"
#include "conformance/reference_attention.h"
#include "conformance/reference_rnn.h"
#include "conformance/reference_tape.h"

namespace girih::conformance {
namespace {

using Values = std::vector<double>;
// Writes a formula of the inputs down and returns its outputs.
using Formula = std::function<std::vector<Var>(Tape&, const std::vector<Var>&)>;

Values uniform(Random& random, size_t count, double low = -1, double high = 1) {
  Values values(count);
  for (double& value : values) value = random.uniform(low, high);
  return values;
}

// d(sum of seed * output)/d(input) by central differences, against the tape's.
void check_gradients(const Formula& formula, const Values& at, uint64_t seed) {
  Random random(seed);
  Tape tape(DType::kF64, 0x1p-53);
  std::vector<Var> in = tape.inputs(at), out = formula(tape, in);
  Values seeds = uniform(random, out.size());
  tape.backward(seeds_of(out, seeds));
  double largest = 0;
  for (size_t i = 0; i < at.size(); ++i) {
    const double step = 1e-6;
    double change = 0;
    for (int side : {1, -1}) {
      Values moved = at;
      moved[i] += side * step;
      Tape other(DType::kF64, 0x1p-53);
      std::vector<Var> result = formula(other, other.inputs(moved));
      for (size_t k = 0; k < result.size(); ++k) change += side * seeds[k] * other.value(result[k]);
    }
    double want = change / (2 * step);
    EXPECT_NEAR(tape.gradient(in[i]), want, 1e-7 * (1 + std::fabs(want))) << "input " << i;
    EXPECT_LT(tape.gradient_error(in[i]), 1e-10) << "input " << i;
    largest = std::max(largest, std::fabs(want));
  }
  EXPECT_GT(largest, 1e-3) << "gradients of nothing";
}

TEST(Tape, GradientsOfEveryOperation) {
  auto formula = [](Tape& t, const std::vector<Var>& x) {
    std::vector<Var> out;
    out.push_back(t.dot({{x[0], x[1]}, {x[2], x[2]}}, {x[3]}));
    out.push_back(t.sigmoid(t.scale(x[0], 3)));
    out.push_back(t.tanh(t.combine({{x[1], 2}, {x[2], -1}})));
    out.push_back(t.relu(x[2]));
    out.push_back(t.relu(x[3]));
    out.push_back(t.multiply(t.clip(x[0], -0.25, 0.25), t.clip(x[1], -2, 2)));
    out.push_back(t.power(t.add(t.multiply(x[0], x[0]), t.input(1)), -0.75));
    out.push_back(t.stored(t.multiply(x[0], x[1]), 0x1p-11));
    return out;
  };
  auto without_stored = [&](Tape& t, const std::vector<Var>& x) {
    auto out = formula(t, x);
    out.pop_back();  // its bound is that of f16, by intent
    return out;
  };
  check_gradients(without_stored, {0.7, -0.4, 0.9, -0.6}, 1);
}

// Evaluated in f32, a chain of operations stays inside of its bound, and the bound is not far off.
TEST(Tape, BoundsHoldForSinglePrecision) {
  Random random(5);
  double worst = 0;
  for (int round = 0; round < 200; ++round) {
    Tape tape(DType::kF32, 0x1p-24);
    float value = static_cast<float>(random.uniform(-1, 1));
    Var var = tape.input(value);
    for (int step = 0; step < 12; ++step) {
      float factor = static_cast<float>(random.uniform(-2, 2)), term = static_cast<float>(random.uniform(-1, 1));
      value = factor * value + term;
      var = tape.dot({{tape.input(factor), var}}, {tape.input(term)});
      if (step % 3 == 0) {
        value = std::tanh(value);
        var = tape.tanh(var);
      } else if (step % 3 == 1) {
        value = 1 / (1 + std::exp(-value));
        var = tape.sigmoid(var);
      }
      double used = std::fabs(static_cast<double>(value) - tape.value(var)) / tape.error(var);
      EXPECT_LE(used, 1) << round << " " << step;
      worst = std::max(worst, used);
    }
  }
  EXPECT_GT(worst, 0.05);
}

TEST(Tape, ExactArithmeticHasNoBound) {
  Tape tape(DType::kF32, 0);
  Var a = tape.input(3), b = tape.input(-2);
  Var y = tape.relu(tape.dot({{a, a}, {a, b}}, {b}));
  EXPECT_EQ(tape.value(y), 1);
  EXPECT_EQ(tape.error(y), 0);
  EXPECT_EQ(tape.value(tape.sigmoid(tape.input(-8192))), 0);
  EXPECT_LT(tape.error(tape.sigmoid(tape.input(-8192))), 1e-36);
  EXPECT_EQ(tape.error(tape.sigmoid(tape.input(8192))), 0);
  EXPECT_EQ(tape.error(tape.sigmoid(tape.input(0))), 0);
  EXPECT_GT(tape.error(tape.sigmoid(tape.input(1))), 0);
  tape.backward({{y, 2}});
  EXPECT_EQ(tape.gradient(a), 2 * (3 + 3 - 2));
  EXPECT_EQ(tape.gradient_error(a), 0);
}

// Weights of a network one after the other; where they lie does not matter here.
struct PlacedNetwork {
  RnnShape shape;
  RnnPlaces places;
  size_t weights = 0;

  explicit PlacedNetwork(const RnnShape& s) : shape(s) {
    for (int64_t pseudo = 0; pseudo < s.pseudo_layers(); ++pseudo) {
      places.matrix.emplace_back();
      places.bias.emplace_back();
      for (int64_t id = 0; id < s.ids(); ++id) {
        auto take = [&](bool there, int64_t count) {
          int64_t at = there ? static_cast<int64_t>(weights) : -1;
          if (there) weights += count;
          return at;
        };
        places.matrix.back().push_back(take(s.has_matrix(pseudo, id), s.rows(id) * s.columns(pseudo, id)));
        places.bias.back().push_back(take(s.has_bias(id), s.rows(id)));
      }
    }
  }
};

TEST(RnnReference, Gradients) {
  for (Cell cell : {Cell::kRelu, Cell::kTanh, Cell::kLstm, Cell::kGru})
    for (bool projected : {false, true}) {
      if (projected && cell != Cell::kLstm) continue;
      RnnShape shape;
      shape.cell = cell;
      shape.directions = 2;
      shape.layers = 2;
      shape.input = 2;
      shape.hidden = 3;
      shape.output = projected ? 2 : 3;
      shape.lengths = {3, 0, 2};
      shape.steps = 3;
      shape.clip = projected;
      shape.clip_low = -0.3, shape.clip_high = 0.4;
      PlacedNetwork network(shape);
      const size_t N = shape.lengths.size(), states = shape.pseudo_layers() * N;
      const size_t x = shape.steps * N * shape.input, hx = states * shape.output,
                   cx = cell == Cell::kLstm ? states * shape.hidden : 0;
      auto formula = [&](Tape& tape, const std::vector<Var>& in) {
        RnnInputs inputs;
        auto from = in.begin();
        auto take = [&](size_t count) {
          std::vector<Var> part(from, from + count);
          from += count;
          return part;
        };
        inputs.weights = take(network.weights), inputs.x = take(x), inputs.hx = take(hx), inputs.cx = take(cx);
        RnnOutputs out = rnn_forward(tape, shape, network.places, inputs);
        std::vector<Var> all = out.y;
        all.insert(all.end(), out.hy.begin(), out.hy.end());
        all.insert(all.end(), out.cy.begin(), out.cy.end());
        std::erase_if(all, [](Var var) { return !var.given(); });
        return all;
      };
      Random random(7);
      SCOPED_TRACE("cell " + std::to_string(static_cast<int>(cell)));
      check_gradients(formula, uniform(random, network.weights + x + hx + cx), 11);
    }
}

// One LSTM step by hand: the formulas of behaviour.md 13 in plain arithmetic.
TEST(RnnReference, LstmStepByHand) {
  RnnShape shape;
  shape.cell = Cell::kLstm;
  shape.lengths = {1};
  PlacedNetwork network(shape);
  ASSERT_EQ(network.weights, 16u);
  Tape tape(DType::kF64, 0x1p-53);
  Values weights(16);
  for (size_t i = 0; i < 16; ++i) weights[i] = 0.1 * static_cast<double>(i) - 0.7;
  RnnInputs in;
  in.weights = tape.inputs(weights), in.x = tape.inputs({0.5}), in.hx = tape.inputs({-0.25});
  in.cx = tape.inputs({0.75});
  RnnOutputs out = rnn_forward(tape, shape, network.places, in);
  auto gate = [&](size_t g) {  // W x + b + R h + r; ids interleave matrix and bias in PlacedNetwork
    return weights[2 * g] * 0.5 + weights[2 * g + 1] + weights[8 + 2 * g] * -0.25 + weights[9 + 2 * g];
  };
  auto sigmoid = [](double v) { return 1 / (1 + std::exp(-v)); };
  double c = sigmoid(gate(1)) * 0.75 + sigmoid(gate(0)) * std::tanh(gate(2)), h = sigmoid(gate(3)) * std::tanh(c);
  EXPECT_NEAR(tape.value(out.cy[0]), c, 1e-14);
  EXPECT_NEAR(tape.value(out.hy[0]), h, 1e-14);
  EXPECT_NEAR(tape.value(out.y[0]), h, 1e-14);
}

TEST(LrnReference, Gradients) {
  for (bool divisive : {false, true})
    for (int64_t window : {1, 2, 3, 5}) {
      LrnShape shape;
      shape.divisive = divisive;
      shape.dims = {2, 4, 3, 2};
      shape.window = window;
      shape.alpha = 0.7, shape.beta = 0.6, shape.k = 1.5;
      Random random(3);
      const size_t count = 48;
      auto formula = [&](Tape& tape, const std::vector<Var>& in) {
        std::vector<Var> x(in.begin(), in.begin() + count), means(in.begin() + count, in.end());
        return lrn_forward(tape, shape, x, means);
      };
      check_gradients(formula, uniform(random, divisive ? 2 * count : count), 4);
    }
}

TEST(SpatialReference, GridOfTheIdentityAndGradients) {
  Tape tape(DType::kF64, 0x1p-53);
  std::vector<Var> grid = spatial_grid(tape, 1, {2, 3}, tape.inputs({1, 0, 0, 0, 1, 0}), true);
  Values want{-1, -1, 0, -1, 1, -1, -1, 1, 0, 1, 1, 1}, got;
  for (Var var : grid) got.push_back(tape.value(var));
  EXPECT_EQ(got, want);
  Random random(9);
  for (const std::vector<int64_t>& out : {std::vector<int64_t>{3}, {2, 4}, {2, 3, 2}}) {
    const size_t d = out.size();
    check_gradients([&](Tape& t, const std::vector<Var>& theta) { return spatial_grid(t, 2, out, theta, true); },
                    uniform(random, 2 * d * (d + 1)), 5);
  }
}

TEST(SpatialReference, SamplesTheIdentityAndGradients) {
  const std::vector<int64_t> in{3, 4}, out{3, 4};
  Random random(2);
  Tape tape(DType::kF64, 0x1p-53);
  Values image = uniform(random, 12);
  std::vector<Var> grid = spatial_grid(tape, 1, out, tape.inputs({1, 0, 0, 0, 1, 0}), true);
  std::vector<Var> y = spatial_sample(tape, 1, 1, in, out, tape.inputs(image), grid);
  for (size_t i = 0; i < 12; ++i) EXPECT_NEAR(tape.value(y[i]), image[i], 1e-14);
  for (const std::vector<int64_t>& sizes : {std::vector<int64_t>{5}, {4, 3}, {3, 2, 4}}) {
    std::vector<int64_t> points(sizes.size(), 2);
    size_t d = sizes.size(), pixels = 1, samples = 1;
    for (size_t i = 0; i < d; ++i) pixels *= sizes[i], samples *= 2;
    const size_t n = 2, c = 2;
    auto formula = [&](Tape& t, const std::vector<Var>& all) {
      std::vector<Var> x(all.begin(), all.begin() + n * c * pixels), g(all.begin() + n * c * pixels, all.end());
      return spatial_sample(t, n, c, sizes, points, x, g);
    };
    check_gradients(formula, uniform(random, n * c * pixels + n * samples * d, -0.95, 0.95), 6);
  }
}

TEST(BatchNormReference, Gradients) {
  for (bool per_activation : {false, true}) {
    BatchNorm bn;
    bn.per_activation = per_activation;
    bn.dims = {4, 2, 3};
    bn.epsilon = 0.01;
    Random random(8);
    const auto features = static_cast<size_t>(bn.features());
    Values x = uniform(random, 24), dy = uniform(random, 24), scale = uniform(random, features, 0.5, 2),
           bias = uniform(random, features);
    auto loss = [&](const Values& at, const Values& s, const Values& b) {
      Values y = bn_normalize(bn, batch_stats(bn, at), at, s, b).value;
      double sum = 0;
      for (size_t i = 0; i < y.size(); ++i) sum += dy[i] * y[i];
      return sum;
    };
    BatchGradients gradients = bn_backward(bn, batch_stats(bn, x), x, dy, scale);
    auto check = [&](Values& moved, const Values& got) {
      for (size_t i = 0; i < moved.size(); ++i) {
        const double step = 1e-6, old = moved[i];
        moved[i] = old + step;
        double up = loss(x, scale, bias);
        moved[i] = old - step;
        double down = loss(x, scale, bias);
        moved[i] = old;
        EXPECT_NEAR(got[i], (up - down) / (2 * step), 1e-7 * (1 + std::fabs(got[i])));
      }
    };
    check(x, gradients.dx.value);
    check(scale, gradients.dscale.value);
    check(bias, gradients.dbias.value);
  }
}

TEST(Tape, ExpAndReciprocal) {
  check_gradients(
      [](Tape& t, const std::vector<Var>& x) {
        return std::vector<Var>{t.exp(t.scale(x[0], 2)), t.reciprocal(t.exp(x[1]))};
      },
      {0.7, -0.4}, 9);
  Tape exact(DType::kF32, 0);
  EXPECT_EQ(exact.error(exact.exp(exact.input(0))), 0);
  EXPECT_GT(exact.error(exact.exp(exact.input(1))), 0);
  EXPECT_EQ(exact.error(exact.reciprocal(exact.input(8))), 0);
  EXPECT_GT(exact.error(exact.reciprocal(exact.input(3))), 0);
}

// Attention with weights one kind after the other, matrices {head, output, input}.
struct PlacedAttention {
  AttentionShape shape;
  AttentionPlaces places;
  size_t weights = 0;

  explicit PlacedAttention(const AttentionShape& s) : shape(s) {
    for (int kind = 0; kind < 8; ++kind) {
      const std::vector<int64_t> dims = s.dims(kind);
      if (dims.empty()) continue;
      places.of[kind] = {static_cast<int64_t>(weights), {dims[1] * dims[2], dims[2], 1}};
      weights += static_cast<size_t>(dims[0] * dims[1] * dims[2]);
    }
  }
};

AttentionShape small_attention() {
  AttentionShape s;
  s.heads = 2, s.q = 3, s.k = 2, s.v = 2;
  s.batch = 2, s.beams = 2, s.q_time = 2, s.kv_time = 3;
  s.q_lengths = {2, 1, 2, 2}, s.kv_lengths = {3, 2};
  s.low = {0, 1}, s.high = {2, 3};
  s.scale = 0.75;
  return s;
}

TEST(AttentionReference, Gradients) {
  for (int options = 0; options < 4; ++options) {
    AttentionShape s = small_attention();
    s.q_proj = s.k_proj = 2;
    if (options & 1) s.v_proj = 3, s.out = 2, s.bias = true;
    if (options & 2) s.one_to_one = true, s.kv_lengths = {3, 2, 1, 3};
    const PlacedAttention placed(s);
    const auto q = static_cast<size_t>(4 * s.q_time * s.q),
               k = static_cast<size_t>(s.batch * s.kv_beams() * s.kv_time * s.k), v = k;
    Random random(10);
    check_gradients(
        [&](Tape& t, const std::vector<Var>& x) {
          AttentionInputs in;
          auto from = x.begin();
          auto take = [&](std::vector<Var>& to, size_t count) {
            to.assign(from, from + static_cast<std::ptrdiff_t>(count));
            from += static_cast<std::ptrdiff_t>(count);
          };
          take(in.weights, placed.weights), take(in.q, q), take(in.k, k), take(in.v, v);
          std::vector<Var> out;
          for (Var o : attention_forward(t, s, placed.places, in))
            if (o.given()) out.push_back(o);
          return out;
        },
        uniform(random, placed.weights + q + k + v), 11);
  }
}

// With scale 0 every key seen has the same weight: the mean of the values.
TEST(AttentionReference, MeanOfTheValues) {
  AttentionShape s = small_attention();
  s.k = s.q;
  s.scale = 0;
  const PlacedAttention placed(s);
  Tape tape(DType::kF64, 0);
  AttentionInputs in;
  in.q = in.k = tape.inputs(Values(24, 1));
  in.v = tape.inputs({1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60});
  const std::vector<Var> out = attention_forward(tape, s, placed.places, in);
  auto row = [&](size_t n, size_t t) {
    Values values;
    for (size_t i = 0; i < 4; ++i) values.push_back(tape.value(out[(n * 2 + t) * 4 + i]));
    return values;
  };
  EXPECT_EQ(row(0, 0), (Values{2, 3, 2, 3}));  // keys 0 and 1, both heads
  EXPECT_EQ(row(0, 1), (Values{4, 5, 4, 5}));  // keys 1 and 2
  EXPECT_EQ(row(1, 0), (Values{2, 3, 2, 3}));  // the other beam sees the same keys
  EXPECT_FALSE(out[12].given());               // behind its length
  EXPECT_EQ(row(2, 0), (Values{20, 30, 20, 30}));
  EXPECT_EQ(row(3, 1), (Values{30, 40, 30, 40}));  // only key 1 lies within the length
}

}  // namespace
}  // namespace girih::conformance
