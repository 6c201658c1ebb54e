// Recurrent networks written down on a tape (tape.h), one sequence at a time.
#pragma once

#include "conformance/tape.h"

namespace girih::conformance {

enum class Cell { kRelu, kTanh, kLstm, kGru };

struct RnnShape {
  Cell cell = Cell::kTanh;
  bool input_bias = true, recurrent_bias = true;
  bool skip_input = false, clip = false;
  double clip_low = 0, clip_high = 0;
  int64_t directions = 1, layers = 1;
  int64_t input = 1, hidden = 1, output = 1;  // output < hidden: a projection
  std::vector<int64_t> lengths;               // of each sequence
  int64_t steps = 1;                          // the longest possible sequence

  int64_t batch() const { return static_cast<int64_t>(lengths.size()); }
  int64_t gates() const { return cell == Cell::kLstm ? 4 : cell == Cell::kGru ? 3 : 1; }
  int64_t pseudo_layers() const { return layers * directions; }
  int64_t input_width(int64_t layer) const { return layer == 0 ? input : directions * output; }
  int64_t width() const { return directions * output; }
  bool projects() const { return output < hidden; }
  // Which of the ids of cudnnGetRNNWeightParams have a matrix, a bias; their sizes.
  bool has_matrix(int64_t pseudo, int64_t id) const;
  bool has_bias(int64_t id) const;
  int64_t ids() const { return cell == Cell::kLstm && projects() ? 9 : 2 * gates(); }
  int64_t rows(int64_t id) const { return id == 8 ? output : hidden; }
  int64_t columns(int64_t pseudo, int64_t id) const;
};

// Where each matrix and bias begins in the flat weights; -1: there is none. [pseudo layer][id]
struct RnnPlaces {
  std::vector<std::vector<int64_t>> matrix, bias;
};

struct RnnInputs {
  std::vector<Var> weights;                          // flat
  std::vector<Var> x;                                // [t][n][input]
  std::vector<Var> hx, cx;                           // [pseudo layer][n][width]; empty: zeros
  std::vector<std::vector<std::vector<bool>>> kept;  // [layer - 1][direction][row * width + i]; empty: no dropout
  double dropout_scale = 1;
  double state_unit = 0;  // states are kept in memory with this unit roundoff
};

struct RnnOutputs {
  std::vector<Var> y;       // [t][n][width]; not given: padding
  std::vector<Var> hy, cy;  // [pseudo layer][n][width]; not given: 0
};

RnnOutputs rnn_forward(Tape& tape, const RnnShape& shape, const RnnPlaces& places, const RnnInputs& in);

// Number of the slot (t, n) among the steps that are there, time-major; -1: padding.
std::vector<int64_t> rnn_rows(const RnnShape& shape);

}  // namespace girih::conformance
