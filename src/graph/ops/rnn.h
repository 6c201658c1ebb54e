// A recurrent network over a batch of sequences, whole: layers x directions of RELU, TANH, LSTM or GRU cells.
//
// Inputs and outputs are {T, N, width} with any strides, or packed {rows, width}: the valid steps of all sequences in
// time-major order. Everything inside works on such rows. States are {layers * directions, N, width}. `lengths` are
// the N lengths, i32 in host memory. hx, cx, dhy, dcy are zeros where absent; hy, cy, dhx, dcx are optional.
//
// The weights of pseudo-layer l * directions + d: all input matrices, all recurrent ones, the projection; behind the
// matrices of the whole network the biases of each pseudo-layer, input set then recurrent set (behaviour.md 13).
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

// The numbers of cudnnRNNMode_t and cudnnRNNBiasMode_t.
enum class RnnCell : uint8_t { relu = 0, tanh = 1, lstm = 2, gru = 3 };
enum class RnnBias : uint8_t { none = 0, input = 1, both = 2, recurrent = 3 };
enum class RnnPass : uint8_t { inference, training, backward_data, backward_weights };

struct Rnn {
  RnnPass pass = RnnPass::inference;
  RnnCell cell = RnnCell::tanh;
  RnnBias bias = RnnBias::both;
  bool bidirectional = false;
  bool skip_input = false;  // layer 0 has no input matrix: x is added to every gate
  bool packed = false;
  bool clip = false;           // LSTM: the cell state is clipped when it is read and when h is made from it
  bool clip_keeps_nan = true;  // else NaN becomes the lower bound
  int64_t input = 0, hidden = 0;
  int64_t output = 0;  // width of h; below `hidden`: a projection
  int64_t layers = 1;
  float dropout = 0;  // between layers, in training

  TensorId x = kNone, y = kNone, hx = kNone, hy = kNone, cx = kNone, cy = kNone;
  TensorId dx = kNone, dy = kNone, dhx = kNone, dhy = kNone, dcx = kNone, dcy = kNone;
  TensorId weights = kNone, dweights = kNone;  // flat; dweights is added to
  TensorId reserve = kNone;                    // u8, rnn_reserve().bytes long; all passes but inference
  TensorId states = kNone;                     // dropout generators; training
  TensorId lengths = kNone;

  // Given at run time, like scalars: no part of the plan.
  double padding = 0;                  // what padding of y and dx is filled with
  double clip_low = 0, clip_high = 0;  // bounds of the cell state

  int64_t directions() const { return bidirectional ? 2 : 1; }
  bool projects() const { return output < hidden; }
  bool drops() const { return dropout != 0 && layers > 1; }
  int64_t gates() const { return cell == RnnCell::lstm ? 4 : cell == RnnCell::gru ? 3 : 1; }
  int64_t width_of_layer_input(int64_t layer) const { return layer == 0 ? input : directions() * output; }
};

template <class V>
void visit(V& v, const Rnn& o) {
  v("pass", o.pass), v("cell", o.cell), v("bias", o.bias), v("bidirectional", o.bidirectional);
  v("skip", o.skip_input), v("packed", o.packed), v("clip", o.clip), v("clip_keeps_nan", o.clip_keeps_nan);
  v("input", o.input), v("hidden", o.hidden), v("output", o.output), v("layers", o.layers), v("p", o.dropout);
  v("x", o.x), v("y", o.y), v("hx", o.hx), v("hy", o.hy), v("cx", o.cx), v("cy", o.cy);
  v("dx", o.dx), v("dy", o.dy), v("dhx", o.dhx), v("dhy", o.dhy), v("dcx", o.dcx), v("dcy", o.dcy);
  v("w", o.weights), v("dw", o.dweights), v("reserve", o.reserve), v("states", o.states), v("lengths", o.lengths);
}
constexpr const char* op_name(const Rnn&) { return "rnn"; }

// A plan's workspace is the same for all passes but inference, which may need less, and does not depend on which
// optional tensors are there.

// Where the parts of one pseudo-layer lie in the weights, in elements; -1: there is no such part. The matrices of
// input and recurrent are `gates` stacked ones of `hidden` rows, the biases `gates` vectors of `hidden`.
struct RnnWeights {
  int64_t input = -1, recurrent = -1, projection = -1, input_bias = -1, recurrent_bias = -1;
};
RnnWeights rnn_weights(const Rnn& o, int64_t pseudo_layer);
int64_t rnn_weight_count(const Rnn& o);
// The sizes of the weights, and of everything kept for `rows` rows, fit into 63 bits.
Check rnn_check_sizes(const Rnn& o, int64_t rows);

// What training keeps for the backward passes, for `rows` rows. Elements are f64 for f64 data and f32 for all others;
// offsets count elements. backward_data adds the gradients, which backward_weights reads, and changes nothing else:
// each pass can be run again.
struct RnnReserve {
  int64_t output;          // of each layer: rows x directions * width of h
  int64_t gates;           // of each pseudo-layer: rows x 4 * hidden; LSTM i f g o; GRU r z n and R_n h + b; else none
  int64_t cell;            // of each pseudo-layer: rows x hidden, not clipped; LSTM
  int64_t input_gradient;  // of each pseudo-layer: rows x gates * hidden, before the activations
  int64_t recurrent_gradient;  // the same as seen from R h: another one for GRU alone, whose n gate has two
  int64_t output_gradient;     // of each pseudo-layer: rows x width of h; with a projection
  int64_t mask;                // BYTE offset; of each layer but the first, of each direction: rows x input width bytes
  int64_t bytes;
};
RnnReserve rnn_reserve(const Rnn& o, int64_t rows, DType data);

// Rows for which memory is kept: all valid ones when packed, else T * N, whatever the lengths.
int64_t rnn_rows(const Graph& g, const Rnn& o);

Check validate(const Graph& g, const Rnn& o);

}  // namespace girih::graph
