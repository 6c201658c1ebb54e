// The forward pass of a recurrent network in f64, written apart from the library: one sequence after the other, one
// number at a time.
#pragma once
#include <algorithm>

#include "base/xorwow.h"
#include "tensor_buffer.h"

namespace girih::test::rnn {

using graph::Rnn;
using graph::RnnBias;
using graph::RnnCell;
using Vector = std::vector<double>;

enum class Layout { sequence_major, batch_major, packed, gaps };

struct Problem {
  RnnCell cell = RnnCell::lstm;
  bool bidirectional = false;
  int64_t layers = 1;
  RnnBias bias = RnnBias::both;
  Layout layout = Layout::sequence_major;
  std::vector<int32_t> lengths = {4, 4, 4};
  int64_t input = 3, hidden = 4, output = 4;
  bool skip = false;
  bool clip = false;
  float dropout = 0;
  bool states = true;  // hx, cx, dhy, dcy are given
  DType type = DType::f64;

  int64_t directions() const { return bidirectional ? 2 : 1; }
  int64_t gates() const { return cell == RnnCell::lstm ? 4 : cell == RnnCell::gru ? 3 : 1; }
  int64_t batch() const { return static_cast<int64_t>(lengths.size()); }
  int64_t steps() const { return *std::max_element(lengths.begin(), lengths.end()) + (layout != Layout::packed); }
  int64_t y_width() const { return directions() * output; }
  bool lstm() const { return cell == RnnCell::lstm; }
  std::string name() const {
    std::string s =
        fmt::format("cell {} dirs {} layers {} bias {} layout {} skip {} clip {} drop {} proj {} {} lengths",
                    static_cast<int>(cell), directions(), layers, static_cast<int>(bias), static_cast<int>(layout),
                    skip, clip, dropout, output < hidden, dtype_name(type));
    for (int32_t n : lengths) s += fmt::format(" {}", n);
    return s;
  }
};

// Where each part lies in the weights, walked through in the documented order.
struct Offsets {
  size_t w = 0, r = 0, p = 0, bw = 0, br = 0;
};
inline std::vector<Offsets> walk(const Problem& p, size_t* total) {
  const auto gates = static_cast<size_t>(p.gates() * p.hidden), h = static_cast<size_t>(p.output);
  std::vector<Offsets> parts;
  size_t at = 0;
  for (int64_t l = 0; l < p.layers; ++l)
    for (int64_t d = 0; d < p.directions(); ++d) {
      Offsets o;
      o.w = at;
      if (l > 0 || !p.skip) at += gates * static_cast<size_t>(l == 0 ? p.input : p.y_width());
      o.r = at;
      at += gates * h;
      o.p = at;
      if (p.output < p.hidden) at += h * static_cast<size_t>(p.hidden);
      parts.push_back(o);
    }
  for (Offsets& o : parts) {
    if (p.bias == RnnBias::input || p.bias == RnnBias::both) o.bw = at, at += gates;
    if (p.bias == RnnBias::recurrent || p.bias == RnnBias::both) o.br = at, at += gates;
  }
  *total = at;
  return parts;
}

struct Data {
  Vector weights, x, hx, cx;
};
struct Outputs {
  Vector y, hy, cy;
};

// Number of element (t, n, j) of x or y in row-major order of its tensor; -1 if it is padding of a packed one.
inline int64_t place(const Problem& p, int64_t t, int64_t n, int64_t j, int64_t width) {
  if (p.layout != Layout::packed) return (t * p.batch() + n) * width + j;
  int64_t row = 0;
  for (int64_t s = 0; s < t; ++s)
    for (int32_t length : p.lengths) row += length > s;
  for (int64_t m = 0; m < n; ++m) row += p.lengths[static_cast<size_t>(m)] > t;
  return row * width + j;
}

// Factors (0 or 1/(1-p)) of the inputs of layers 1.. in the order layer, direction, valid slot, element.
inline Vector draw_masks(const Problem& p, std::vector<Xorwow> generators) {
  Vector masks;
  int64_t slots = 0;
  for (int32_t length : p.lengths) slots += length;
  for (int64_t l = 1; l < p.layers; ++l)
    for (int64_t d = 0; d < p.directions(); ++d)
      for (int64_t e = 0; e < slots * p.y_width(); ++e) {
        const float u = to_uniform(draw(generators[static_cast<size_t>(e) % generators.size()]));
        const double keep = p.type == DType::f64 ? 1 / (1 - static_cast<double>(p.dropout))
                                                 : static_cast<double>(1.0f / (1.0f - p.dropout));
        masks.push_back(u > p.dropout ? keep : 0);
      }
  return masks;
}

constexpr double kLow = -0.3, kHigh = 0.4, kPadding = 7;

inline double bounded(const Problem& p, double c) { return p.clip ? std::fmin(std::fmax(c, kLow), kHigh) : c; }

inline Outputs reference(const Problem& p, const Data& v, const Vector& masks) {
  const auto H = static_cast<size_t>(p.hidden), P = static_cast<size_t>(p.output), N = p.lengths.size(),
             D = static_cast<size_t>(p.directions()), L = static_cast<size_t>(p.layers),
             types = static_cast<size_t>(p.gates());
  size_t total = 0;
  const auto parts = walk(p, &total);
  Problem compact = p;  // numbering of valid slots, for the masks
  compact.layout = Layout::packed;
  size_t slots = 0;
  for (int32_t length : p.lengths) slots += static_cast<size_t>(length);

  Outputs out;
  out.hy.assign(L * D * N * P, 0);
  out.cy.assign(L * D * N * H, 0);
  const size_t elements =
      (p.layout == Layout::packed ? slots : static_cast<size_t>(p.steps()) * N) * static_cast<size_t>(p.y_width());
  out.y.assign(elements, kPadding);
  auto sigmoid = [](double a) { return 1 / (1 + std::exp(-a)); };

  for (size_t n = 0; n < N; ++n) {
    const auto length = static_cast<size_t>(p.lengths[n]);
    std::vector<Vector> in(length);
    for (size_t t = 0; t < length; ++t)
      for (int64_t j = 0; j < p.input; ++j)
        in[t].push_back(
            v.x[static_cast<size_t>(place(p, static_cast<int64_t>(t), static_cast<int64_t>(n), j, p.input))]);
    for (size_t l = 0; l < L; ++l) {
      std::vector<Vector> next(length, Vector(D * P));
      for (size_t d = 0; d < D; ++d) {
        const size_t pseudo = l * D + d, state = pseudo * N + n;
        const Offsets& at = parts[pseudo];
        Vector h(P), c(H);
        if (p.states) {
          for (size_t j = 0; j < P; ++j) h[j] = v.hx[state * P + j];
          for (size_t j = 0; j < H; ++j) c[j] = v.cx[state * H + j];
        }
        for (size_t s = 0; s < length; ++s) {
          const size_t t = d == 0 ? s : length - 1 - s;
          Vector x = in[t];
          if (p.dropout != 0 && l > 0)
            for (size_t j = 0; j < x.size(); ++j)
              x[j] *= masks[((l - 1) * D + d) * slots * x.size() +
                            static_cast<size_t>(place(compact, static_cast<int64_t>(t), static_cast<int64_t>(n),
                                                      static_cast<int64_t>(j), p.y_width()))];
          auto from_input = [&](size_t g, size_t j) {
            const size_t row = g * H + j;
            double sum = p.bias == RnnBias::input || p.bias == RnnBias::both ? v.weights[at.bw + row] : 0;
            if (l == 0 && p.skip) return sum + x[j];
            for (size_t k = 0; k < x.size(); ++k) sum += v.weights[at.w + row * x.size() + k] * x[k];
            return sum;
          };
          auto from_state = [&](size_t g, size_t j) {
            const size_t row = g * H + j;
            double sum = p.bias == RnnBias::recurrent || p.bias == RnnBias::both ? v.weights[at.br + row] : 0;
            for (size_t k = 0; k < P; ++k) sum += v.weights[at.r + row * P + k] * h[k];
            return sum;
          };
          Vector fresh(H);
          for (size_t j = 0; j < H; ++j) {
            double a[4] = {}, b[4] = {};
            for (size_t g = 0; g < types; ++g) a[g] = from_input(g, j), b[g] = from_state(g, j);
            switch (p.cell) {
              case RnnCell::relu:
                fresh[j] = std::fmax(a[0] + b[0], 0);
                break;
              case RnnCell::tanh:
                fresh[j] = std::tanh(a[0] + b[0]);
                break;
              case RnnCell::lstm:
                c[j] = sigmoid(a[1] + b[1]) * bounded(p, c[j]) + sigmoid(a[0] + b[0]) * std::tanh(a[2] + b[2]);
                fresh[j] = sigmoid(a[3] + b[3]) * std::tanh(bounded(p, c[j]));
                break;
              case RnnCell::gru: {
                const double z = sigmoid(a[1] + b[1]);
                fresh[j] = (1 - z) * std::tanh(a[2] + sigmoid(a[0] + b[0]) * b[2]) + z * h[j];
                break;
              }
            }
          }
          if (P == H) {
            h = fresh;
          } else {
            for (size_t i = 0; i < P; ++i) {
              h[i] = 0;
              for (size_t j = 0; j < H; ++j) h[i] += v.weights[at.p + i * H + j] * fresh[j];
            }
          }
          for (size_t j = 0; j < P; ++j) next[t][d * P + j] = h[j];
        }
        if (length > 0) {
          for (size_t j = 0; j < P; ++j) out.hy[state * P + j] = h[j];
          for (size_t j = 0; j < H; ++j) out.cy[state * H + j] = c[j];
        }
      }
      in = next;
    }
    for (size_t t = 0; t < length; ++t)
      for (size_t j = 0; j < D * P; ++j)
        out.y[static_cast<size_t>(place(p, static_cast<int64_t>(t), static_cast<int64_t>(n), static_cast<int64_t>(j),
                                        p.y_width()))] = in[t][j];
  }
  return out;
}

}  // namespace girih::test::rnn
