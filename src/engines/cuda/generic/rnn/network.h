// Host side shared by the passes of a recurrent network on the GPU.
#pragma once
#include <algorithm>

#include "engines/cuda/generic/host.h"
#include "engines/cuda/generic/rnn/params.h"

namespace girih::generic::rnn {

using graph::Rnn;

// The sizes of a network, by the letters of the literature.
struct Net {
  const Rnn& op;
  DType data;
  size_t element;         // bytes of an element of acc
  int64_t L, D, N, T;     // layers, directions, sequences, longest length that is kept room for
  int64_t I, H, P, G, W;  // widths of x, of the cell, of h; rows of the stacked gates; width of a layer's output
  int64_t in_max, rows;   // widest layer input; memory is kept for so many rows

  explicit Net(const graph::Graph& g)
      : op(*g.only<Rnn>()),
        data(g.desc(op.y).dtype),
        element(data == DType::f64 ? 8 : 4),
        L(op.layers),
        D(op.directions()),
        N(g.desc(op.lengths).dims[0]),
        T(op.packed ? 0 : g.desc(op.y).dims[0]),
        I(op.input),
        H(op.hidden),
        P(op.output),
        G(op.gates() * op.hidden),
        W(D * P),
        in_max(std::max(I, L > 1 ? W : 0)),
        rows(graph::rnn_rows(g, op)) {}
  int64_t in_width(int64_t layer) const { return op.width_of_layer_input(layer); }
};

// Hands out pieces of a buffer; with base nullptr it only counts.
class Carver {
 public:
  explicit Carver(void* base) : base_(reinterpret_cast<uintptr_t>(base)) { at_ = (kAlign - base_ % kAlign) % kAlign; }
  char* take(int64_t bytes) {
    char* here = base_ ? reinterpret_cast<char*>(base_ + at_) : nullptr;
    at_ += (static_cast<uintptr_t>(bytes) + kAlign - 1) / kAlign * kAlign;
    return here;
  }
  // Enough for a base of any alignment.
  size_t bytes() const { return at_ + kAlign; }

 private:
  static constexpr uintptr_t kAlign = 256;
  uintptr_t base_, at_;
};

// Everything that the passes keep in the workspace; they use parts of it.
struct Space {
  int32_t *lengths, *sequence, *time;
  int64_t* row_of;
  char *rows_a, *rows_b, *dropped, *gates, *h, *c, *recurrent, *raw, *h_first, *c_first, *dh, *dc, *keep, *before;
  size_t bytes;

  Space(const Net& net, void* workspace) {
    Carver w(workspace);
    const auto e = static_cast<int64_t>(net.element);
    // Packed data may have one sequence as long as all rows together.
    const int64_t steps = net.op.packed ? net.rows : net.T;
    lengths = reinterpret_cast<int32_t*>(w.take(4 * net.N));
    sequence = reinterpret_cast<int32_t*>(w.take(4 * net.rows));
    time = reinterpret_cast<int32_t*>(w.take(4 * net.rows));
    row_of = reinterpret_cast<int64_t*>(w.take(8 * steps * net.N));
    const int64_t widest = std::max(net.W, net.in_max);
    rows_a = w.take(e * net.rows * widest);
    rows_b = w.take(e * net.rows * widest);
    dropped = w.take(net.op.drops() ? e * net.rows * net.W : 0);
    gates = w.take(e * net.rows * net.G);
    h = w.take(e * net.N * net.P);
    c = w.take(e * net.N * net.H);
    recurrent = w.take(e * net.N * net.G);
    raw = w.take(e * std::max(net.N, net.op.projects() ? net.rows : 0) * net.H);
    h_first = w.take(e * net.N * net.P);
    c_first = w.take(e * net.N * net.H);
    dh = w.take(e * net.N * net.P);
    dc = w.take(e * net.N * net.H);
    keep = w.take(e * net.N * net.P);
    before = w.take(e * net.rows * net.P);
    bytes = w.bytes();
  }
};

// Where the reserve's pieces lie.
struct Reserve {
  const Net& net;
  graph::RnnReserve at;
  char* base;

  Reserve(const Net& n, void* reserve)
      : net(n), at(graph::rnn_reserve(n.op, n.rows, n.data)), base(static_cast<char*>(reserve)) {}
  char* piece(int64_t offset) const { return base + offset * static_cast<int64_t>(net.element); }
  char* output(int64_t layer) const { return piece(at.output + layer * net.rows * net.W); }
  char* gates(int64_t pseudo) const { return piece(at.gates + pseudo * net.rows * 4 * net.H); }
  char* cell(int64_t pseudo) const { return piece(at.cell + pseudo * net.rows * net.H); }
  char* input_gradient(int64_t pseudo) const { return piece(at.input_gradient + pseudo * net.rows * net.G); }
  char* recurrent_gradient(int64_t pseudo) const { return piece(at.recurrent_gradient + pseudo * net.rows * net.G); }
  char* output_gradient(int64_t pseudo) const { return piece(at.output_gradient + pseudo * net.rows * net.P); }
  uint8_t* mask(int64_t layer, int64_t direction) const {
    return reinterpret_cast<uint8_t*>(base) + at.mask + ((layer - 1) * net.D + direction) * net.rows * net.W;
  }
};

// A call under way: enqueues kernels one after the other; the first failure stays and ends the rest.
struct Run {
  const RunArgs& args;
  const Device& device;
  const Net& net;
  const Rnn& called;  // with the numbers of this call
  Space space;
  Reserve reserve;
  RnnParams base{};
  std::vector<int64_t> first;  // row where each step begins; one more at the end
  Check status{};

  Run(const RunArgs& a, const Device& d, const Net& n);
  int64_t steps() const { return static_cast<int64_t>(first.size()) - 1; }
  int64_t valid_rows() const { return first.back(); }

  void launch(const char* kernel, int64_t threads, const RnnParams& p);
  void product(const RnnProduct& q);
  void read_rows(graph::TensorId from, char* to);
  void write_rows(const char* from, graph::TensorId to);
  void read_state(graph::TensorId from, int64_t pseudo, int64_t width, char* to);
  void write_state(const char* from, graph::TensorId to, int64_t pseudo, int64_t width);
  // The rows of step t.
  RnnParams at_step(int64_t t, int64_t direction) const;
  double dropout_scale() const;
  // Starts out(m x n) = a(m x depth, rows of a_row elements of acc) * the weights at `offset`, a matrix of `height`
  // rows as stored; transposed: its rows are the columns of the result.
  RnnProduct times_weights(int64_t m, int64_t n, int64_t depth, const char* a, int64_t a_row, int64_t offset,
                           bool transposed) const;
};

Check forward(const RunArgs& a, const Device& d, const Net& net);
Check backward_data(const RunArgs& a, const Device& d, const Net& net);
Check backward_weights(const RunArgs& a, const Device& d, const Net& net);

}  // namespace girih::generic::rnn
