// What the kernels of recurrent networks are told. Letters as in reference/rnn: N sequences, H width of a cell, P width
// of h, G = gates * H, W = directions * P. Rows are the valid steps of all sequences, time-major. Everything between
// the caller's tensors is f32, f64 for f64 data ("acc"), and every sum is made in double.
#pragma once
#include "engines/cuda/generic/view.h"

namespace girih::generic {

constexpr int kRnnLengths = 960;  // that travel in one launch: parameters end at 4 KB

struct RnnLengths {
  int32_t* to;
  int32_t first, count;
  int32_t values[kRnnLengths];
};

enum RnnCellKind : int32_t { kRelu = 0, kTanh = 1, kLstm = 2, kGru = 3 };  // the numbers of RnnCell

struct RnnParams {
  int32_t data, acc;  // types of the caller's tensors, and of all between them
  int32_t cell, gates;
  int32_t packed, clip, clip_keeps_nan, projects;
  double clip_low, clip_high, padding;
  int64_t N, T, H, G, P, W, rows;
  // Tables: row of step t of sequence n or -1; sequence and step of a row.
  const int32_t* lengths;
  int64_t* row_of;
  int32_t *sequence, *time;
  // The step and direction at hand: its rows are [first, first + active).
  int64_t first, active, direction, width;
  // A tensor of the caller and rows or states in acc.
  View tensor;
  void* buffer;
  int64_t pseudo;
  // Cells.
  void *in, *recurrent, *h, *c, *raw, *out, *keep;
  void *reserve_gates, *reserve_cell;
  // Backward.
  void *gradient, *dh, *dc, *h_first, *c_first, *in_gradient, *rec_gradient, *output_gradient, *below;
  // Dropout between layers.
  uint8_t* mask;
  uint32_t* states;
  int64_t generators;
  float probability;
  int32_t add;  // to what is there
  double scale;
  // Biases: element `bias` of the weights; -1: none.
  const void* weights;
  void* dweights;
  int64_t bias;
  int64_t count;
};

// What a product does with its sums.
enum RnnEmit : int32_t {
  kEmitBias,        // out[i * out_row + j] = sum + bias[j]
  kEmitGradient,    // the gradient of a layer's input: through the mask, added for the second direction
  kEmitState,       // out[sequence of row i][j] = sum + keep[i][j]
  kEmitWeights,     // dweights[bias + i * n + j] += sum
  kEmitProjection,  // y and h of row i
};

// out(i, j) from the sum over k of a[i * a_row + k * a_column] * b[k * b_row + j * b_column].
struct RnnProduct {
  int64_t m, n, depth;
  const void *a, *b;
  int32_t a_type, b_type;
  int64_t a_row, a_column, b_row, b_column;
  const int32_t* gather;  // row i of a is row gather[i]
  int32_t emit;
  int64_t out_row;
  RnnParams rnn;
};

}  // namespace girih::generic
