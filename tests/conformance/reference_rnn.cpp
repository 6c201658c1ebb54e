#include "conformance/reference_rnn.h"

#include <cmath>

namespace girih::conformance {

bool RnnShape::has_matrix(int64_t pseudo, int64_t id) const {
  if (id == 8) return projects();
  return id >= gates() || pseudo >= directions || !skip_input;
}

bool RnnShape::has_bias(int64_t id) const { return id != 8 && (id < gates() ? input_bias : recurrent_bias); }

int64_t RnnShape::columns(int64_t pseudo, int64_t id) const {
  if (id == 8) return hidden;
  return id < gates() ? input_width(pseudo / directions) : output;
}

std::vector<int64_t> rnn_rows(const RnnShape& shape) {
  std::vector<int64_t> rows(static_cast<size_t>(shape.steps * shape.batch()), -1);
  int64_t next = 0;
  for (int64_t t = 0; t < shape.steps; ++t)
    for (int64_t n = 0; n < shape.batch(); ++n)
      if (t < shape.lengths[n]) rows[t * shape.batch() + n] = next++;
  return rows;
}

namespace {

// One cell of one pseudo-layer: everything about it is a view of the flat weights.
class CellFormula {
 public:
  CellFormula(Tape& tape, const RnnShape& shape, const RnnPlaces& places, const RnnInputs& in, int64_t pseudo)
      : tape_(tape), shape_(shape), places_(places), in_(in), pseudo_(pseudo), one_(tape.input(1)) {}

  struct State {
    std::vector<Var> h, c;
  };
  State step(const std::vector<Var>& x, const State& before) const {
    State after;
    for (int64_t j = 0; j < shape_.hidden; ++j) {
      Var c, h = cell(j, x, before, c);
      after.h.push_back(h);
      if (c.given()) after.c.push_back(tape_.stored(c, in_.state_unit));
    }
    if (shape_.projects()) {
      std::vector<Var> projected;
      for (int64_t p = 0; p < shape_.output; ++p) projected.push_back(tape_.dot(products(8, p, after.h)));
      after.h = projected;
    }
    for (Var& h : after.h) h = tape_.stored(h, in_.state_unit);
    return after;
  }

 private:
  using Products = std::vector<std::pair<Var, Var>>;

  // Row j of matrix `id` with a vector. Without an input matrix x itself is the product.
  Products products(int64_t id, int64_t j, const std::vector<Var>& vector) const {
    int64_t at = places_.matrix[pseudo_][id], columns = shape_.columns(pseudo_, id);
    if (at < 0) return {{one_, vector[j]}};
    Products all;
    for (int64_t i = 0; i < columns; ++i) all.emplace_back(in_.weights[at + j * columns + i], vector[i]);
    return all;
  }
  void add_bias(int64_t id, int64_t j, std::vector<Var>& terms) const {
    if (places_.bias[pseudo_][id] >= 0) terms.push_back(in_.weights[places_.bias[pseudo_][id] + j]);
  }
  // W x + b + R h + r of gate g.
  Var gate(int64_t g, int64_t j, const std::vector<Var>& x, const std::vector<Var>& h) const {
    Products all = products(g, j, x);
    for (auto& product : products(g + shape_.gates(), j, h)) all.push_back(product);
    std::vector<Var> biases;
    add_bias(g, j, biases);
    add_bias(g + shape_.gates(), j, biases);
    return tape_.dot(all, biases);
  }
  Var clip(Var c) const { return shape_.clip ? tape_.clip(c, shape_.clip_low, shape_.clip_high) : c; }

  Var cell(int64_t j, const std::vector<Var>& x, const State& before, Var& c) const {
    switch (shape_.cell) {
      case Cell::kRelu:
        return tape_.relu(gate(0, j, x, before.h));
      case Cell::kTanh:
        return tape_.tanh(gate(0, j, x, before.h));
      case Cell::kLstm: {
        Var i = tape_.sigmoid(gate(0, j, x, before.h)), f = tape_.sigmoid(gate(1, j, x, before.h));
        Var g = tape_.tanh(gate(2, j, x, before.h)), o = tape_.sigmoid(gate(3, j, x, before.h));
        c = tape_.dot({{f, clip(before.c[j])}, {i, g}});
        return tape_.multiply(o, tape_.tanh(clip(c)));
      }
      case Cell::kGru: {
        Var r = tape_.sigmoid(gate(0, j, x, before.h)), z = tape_.sigmoid(gate(1, j, x, before.h));
        std::vector<Var> recurrent_bias, input_bias;
        add_bias(2, j, input_bias);
        add_bias(5, j, recurrent_bias);
        Products all = products(2, j, x);
        all.emplace_back(r, tape_.dot(products(5, j, before.h), recurrent_bias));
        Var n = tape_.tanh(tape_.dot(all, input_bias));
        return tape_.dot({{tape_.subtract(one_, z), n}, {z, before.h[j]}});
      }
    }
    return {};
  }

  Tape& tape_;
  const RnnShape& shape_;
  const RnnPlaces& places_;
  const RnnInputs& in_;
  int64_t pseudo_;
  Var one_;
};

}  // namespace

RnnOutputs rnn_forward(Tape& tape, const RnnShape& shape, const RnnPlaces& places, const RnnInputs& in) {
  const int64_t N = shape.batch(), T = shape.steps;
  std::vector<int64_t> rows = rnn_rows(shape);
  Var zero = tape.input(0);
  RnnOutputs out;
  out.hy.resize(static_cast<size_t>(shape.pseudo_layers() * N * shape.output));
  if (shape.cell == Cell::kLstm) out.cy.resize(static_cast<size_t>(shape.pseudo_layers() * N * shape.hidden));
  std::vector<Var> below = in.x;
  for (int64_t layer = 0; layer < shape.layers; ++layer) {
    const int64_t from = shape.input_width(layer), to = shape.width();
    std::vector<Var> above(static_cast<size_t>(T * N * to));
    for (int64_t d = 0; d < shape.directions; ++d) {
      const int64_t pseudo = layer * shape.directions + d;
      CellFormula formula(tape, shape, places, in, pseudo);
      for (int64_t n = 0; n < N; ++n) {
        CellFormula::State state;
        for (int64_t p = 0; p < shape.output; ++p)
          state.h.push_back(in.hx.empty() ? zero : in.hx[(pseudo * N + n) * shape.output + p]);
        if (shape.cell == Cell::kLstm)
          for (int64_t j = 0; j < shape.hidden; ++j)
            state.c.push_back(in.cx.empty() ? zero : in.cx[(pseudo * N + n) * shape.hidden + j]);
        for (int64_t step = 0; step < shape.lengths[n]; ++step) {
          const int64_t t = d == 0 ? step : shape.lengths[n] - 1 - step;
          std::vector<Var> x(below.begin() + (t * N + n) * from, below.begin() + (t * N + n + 1) * from);
          if (layer > 0 && !in.kept.empty())
            for (int64_t i = 0; i < from; ++i)
              x[i] = in.kept[layer - 1][d][rows[t * N + n] * from + i] ? tape.scale(x[i], in.dropout_scale) : zero;
          state = formula.step(x, state);
          for (int64_t p = 0; p < shape.output; ++p) above[(t * N + n) * to + d * shape.output + p] = state.h[p];
        }
        if (shape.lengths[n] == 0) continue;
        std::copy(state.h.begin(), state.h.end(), out.hy.begin() + (pseudo * N + n) * shape.output);
        if (shape.cell == Cell::kLstm)
          std::copy(state.c.begin(), state.c.end(), out.cy.begin() + (pseudo * N + n) * shape.hidden);
      }
    }
    below = above;
  }
  out.y = below;
  return out;
}

}  // namespace girih::conformance
