// The four cells in f32, one row of a step at a time: formulas and the layout of gates as in the reference engine
// (engines/reference/rnn/cells.cpp).
#pragma once
#include <cstdint>

#include "graph/ops/rnn.h"

namespace girih::rnn {

struct CellOptions {
  graph::RnnCell cell;
  bool clip, clip_keeps_nan;
  float clip_low, clip_high;
};

// One sequence at one step; vectors of n elements, gates stacked. Pointers that a cell has no use for may be nullptr.
struct CellRow {
  const float *in, *rec;            // W x and R h of each gate
  const float *in_bias, *rec_bias;  // nullptr: none
  const float* h;                   // state before (GRU)
  const float* c;                   // state before (LSTM); new_c may be the same
  float* new_h;
  float* new_c;
  float* gates;  // what the reserve keeps of them; nullptr: inference
};

struct GradientRow {
  const float* gates;      // of the forward pass
  const float *h, *new_h;  // states before and after
  const float *c, *new_c;  //
  const float* dh;         // gradient of the state after
  float* dc;               // in: of the state after; out: of the state before
  float *in, *rec;         // out: of W x + b and R h + b, each gate; rec: GRU only
  float* keep;             // out: what reaches h other than through R
};

struct CellKernels {
  void (*forward)(const CellOptions&, int64_t n, const CellRow&);
  void (*backward)(const CellOptions&, int64_t n, const GradientRow&);
  // to[i] = o * tanh(clipped c): h before a projection, again.
  void (*raw_output)(const CellOptions&, int64_t n, const float* o, const float* c, float* to);
};
const CellKernels& cell_kernels();  // of this CPU

}  // namespace girih::rnn
