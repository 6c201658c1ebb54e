// Shared by the passes of the reference recurrent network. Everything between the caller's tensors is held in A, f64
// for f64 data and f32 for all others; every sum is made in double.
#pragma once
#include <type_traits>
#include <vector>

#include "engines/reference/access.h"
#include "plan/engine.h"

namespace girih::reference::rnn {

using graph::Rnn;
using graph::RnnCell;

// The sizes of a network, by the letters of the literature.
struct Net {
  const Rnn& op;
  DType data;
  int64_t L, D, N, T;  // layers, directions, sequences, longest length
  int64_t I, H, P, G;  // widths of x, of the cell, of h; rows of the stacked gates
  int64_t W;           // width of a layer's output: D * P
  int64_t in_max;      // widest layer input
  int64_t rows;        // memory is kept for so many

  explicit Net(const graph::Graph& g)
      : op(*g.only<Rnn>()),
        data(g.desc(op.y).dtype),
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

// The valid steps as rows: time-major, the sequences of one step in the order of the batch.
struct Sequences {
  const int32_t* length;
  std::vector<int64_t> first;           // first[t]: where step t begins; one more at the end
  std::vector<int32_t> sequence;        // of each row
  std::vector<int64_t> earlier, later;  // the row of the same sequence one step before and after; -1: none

  Sequences(const Net& net, const int32_t* lengths);
  int64_t steps() const { return static_cast<int64_t>(first.size()) - 1; }
  int64_t begin(int64_t t) const { return first[static_cast<size_t>(t)]; }
  int64_t active(int64_t t) const { return first[static_cast<size_t>(t) + 1] - first[static_cast<size_t>(t)]; }
  int64_t rows() const { return first.back(); }
  int64_t sequence_of(int64_t row) const { return sequence[static_cast<size_t>(row)]; }
  // The row whose state a row starts from, by direction.
  int64_t source(int64_t row, int64_t direction) const {
    return (direction == 0 ? earlier : later)[static_cast<size_t>(row)];
  }
};

// Hands out pieces of a buffer; with base nullptr it only counts.
class Carver {
 public:
  explicit Carver(void* base) : base_(reinterpret_cast<uintptr_t>(base)) { at_ = (kAlign - base_ % kAlign) % kAlign; }
  template <class T>
  T* take(int64_t count) {
    T* here = base_ ? reinterpret_cast<T*>(base_ + at_) : nullptr;
    at_ += (static_cast<uintptr_t>(count) * sizeof(T) + kAlign - 1) / kAlign * kAlign;
    return here;
  }
  // Enough for a base of any alignment.
  size_t bytes() const { return at_ + kAlign; }

 private:
  static constexpr uintptr_t kAlign = 64;
  uintptr_t base_, at_;
};

// Where the reserve's pieces lie for this network.
template <class A>
struct Reserve {
  const Net& net;
  graph::RnnReserve at;
  char* base;

  Reserve(const Net& n, void* reserve)
      : net(n), at(graph::rnn_reserve(n.op, n.rows, n.data)), base(static_cast<char*>(reserve)) {}
  A* piece(int64_t offset) const { return reinterpret_cast<A*>(base) + offset; }
  A* output(int64_t layer) const { return piece(at.output + layer * net.rows * net.W); }
  A* gates(int64_t pseudo) const { return piece(at.gates + pseudo * net.rows * 4 * net.H); }
  A* cell(int64_t pseudo) const { return piece(at.cell + pseudo * net.rows * net.H); }
  A* input_gradient(int64_t pseudo) const { return piece(at.input_gradient + pseudo * net.rows * net.G); }
  A* recurrent_gradient(int64_t pseudo) const { return piece(at.recurrent_gradient + pseudo * net.rows * net.G); }
  A* output_gradient(int64_t pseudo) const { return piece(at.output_gradient + pseudo * net.rows * net.P); }
  // Which elements of the input of layer >= 1 a direction keeps.
  uint8_t* mask(int64_t layer, int64_t direction) const {
    return reinterpret_cast<uint8_t*>(base) + at.mask + ((layer - 1) * net.D + direction) * net.rows * net.W;
  }
};

// emit(i, j, sum over k of a[i*a_row + k*a_col] * b[k*b_row + j]) for all i < m, j < n. Sums run in order of k.
template <class A, class Emit>
void product(int64_t m, int64_t n, int64_t depth, const A* a, int64_t a_row, int64_t a_col, const A* b, int64_t b_row,
             Emit&& emit) {
  constexpr int64_t kM = 4, kN = 8;  // the sums of a tile stay in registers
  const int64_t across = (n + kN - 1) / kN, tiles = (m + kM - 1) / kM * across;
  parallel_range(tiles, std::max<int64_t>(1, 2000 / (depth + 1)), [&](int64_t begin, int64_t end) {
    for (int64_t tile = begin; tile < end; ++tile) {
      const int64_t i0 = tile / across * kM, j0 = tile % across * kN;
      const int64_t ni = std::min(kM, m - i0), nj = std::min(kN, n - j0);
      double sum[kM][kN] = {};
      const A *pa = a + i0 * a_row, *pb = b + j0;
      if (ni == kM && nj == kN) {
        for (int64_t k = 0; k < depth; ++k)
          for (int64_t i = 0; i < kM; ++i)
            for (int64_t j = 0; j < kN; ++j)
              sum[i][j] += static_cast<double>(pa[i * a_row + k * a_col]) * static_cast<double>(pb[k * b_row + j]);
      } else {
        for (int64_t k = 0; k < depth; ++k)
          for (int64_t i = 0; i < ni; ++i)
            for (int64_t j = 0; j < nj; ++j)
              sum[i][j] += static_cast<double>(pa[i * a_row + k * a_col]) * static_cast<double>(pb[k * b_row + j]);
      }
      for (int64_t i = 0; i < ni; ++i)
        for (int64_t j = 0; j < nj; ++j) emit(i0 + i, j0 + j, sum[i][j]);
    }
  });
}

// One cell, one element (cells.cpp). Gates are as the reserve keeps them.
struct CellStep {
  double in[4], rec[4];  // W x + b and R h + b of each gate
  double h, c;           // state before
  double gate[4] = {};
  double new_h = 0, new_c = 0;
};
void cell_forward(const Rnn& op, CellStep& s);

struct CellGradient {
  double gate[4];                  // of the forward pass
  double h, c, new_h, new_c;       // states before and after
  double dh, dc;                   // gradients of the states after
  double in[4] = {}, rec[4] = {};  // of W x + b, of R h + b
  double direct_dh = 0;            // what reaches the state before other than through R
  double dc_before = 0;
};
void cell_backward(const Rnn& op, CellGradient& s);

double clipped(const Rnn& op, double c);  // the cell state as it is read
double lstm_raw_output(const Rnn& op, double output_gate, double c);

// The caller's tensors (layout.cpp).
// The weights as A. `transposed`: each matrix with rows and columns exchanged, the stacked gates as one matrix.
template <class A>
void read_weights(const RunArgs& a, const Net& net, bool transposed, A* to);
template <class A>
void read_rows(const RunArgs& a, const Net& net, const Sequences& s, graph::TensorId from, A* to);
// The padding of unpacked tensors gets `fill`.
template <class A>
void write_rows(const RunArgs& a, const Net& net, const Sequences& s, const A* from, graph::TensorId to, double fill);
// States of one pseudo-layer, {N, width}; zeros where the tensor is absent.
template <class A>
void read_state(const RunArgs& a, const Net& net, graph::TensorId from, int64_t pseudo, int64_t width, A* to);
// Sequences of length 0 get zeros.
template <class A>
void write_state(const RunArgs& a, const Net& net, const Sequences& s, const A* from, graph::TensorId to,
                 int64_t pseudo, int64_t width);
// Draws the masks of a layer's input, one direction.
void draw_mask(const RunArgs& a, const Net& net, int64_t rows, uint8_t* mask);
double dropout_scale(const Net& net);
// What a layer reads: `below` as it is, or dropped into `room`.
template <class A>
const A* dropped(const Net& net, int64_t rows, const A* below, const uint8_t* mask, A* room);

// The passes. With workspace nullptr they only tell how many bytes they need.
template <class A>
size_t forward(const RunArgs* a, const Net& net, void* workspace);
template <class A>
size_t backward_data(const RunArgs* a, const Net& net, void* workspace);
template <class A>
size_t backward_weights(const RunArgs* a, const Net& net, void* workspace);

}  // namespace girih::reference::rnn
