// Backward passes. The data pass goes back through layers and steps and leaves the gradients of the gates in the
// reserve; the weight pass makes one product of them and the inputs for each matrix.
#include "engines/reference/rnn/network.h"

namespace girih::reference::rnn {
namespace {

template <class A>
struct DataSpace {
  A *weights, *gradient, *below, *h_first, *c_first, *dh, *dc, *total, *raw, *keep;
  size_t bytes;

  DataSpace(const Net& net, void* workspace) {
    Carver w(workspace);
    const int64_t widest = std::max(net.W, net.in_max);
    weights = w.take<A>(rnn_weight_count(net.op));
    gradient = w.take<A>(net.rows * widest);
    below = w.take<A>(net.rows * widest);
    h_first = w.take<A>(net.N * net.P);
    c_first = w.take<A>(net.N * net.H);
    dh = w.take<A>(net.N * net.P);
    dc = w.take<A>(net.N * net.H);
    total = w.take<A>(net.N * net.P);
    raw = w.take<A>(net.N * net.H);
    keep = w.take<A>(net.N * net.P);
    bytes = w.bytes();
  }
};

// The gradients of one step's gates: from raw (of h before a projection) and dc to the reserve, dc and keep.
template <class A>
void cell_gradients(const Net& net, const Sequences& s, const DataSpace<A>& space, const Reserve<A>& reserve,
                    int64_t layer, int64_t d, int64_t t) {
  const int64_t pseudo = layer * net.D + d, H = net.H, G = net.G, P = net.P, first = s.begin(t);
  const bool lstm = net.op.cell == RnnCell::lstm, gru = net.op.cell == RnnCell::gru;
  const A *gates = reserve.gates(pseudo), *cells = reserve.cell(pseudo), *outputs = reserve.output(layer) + d * P;
  A *in = reserve.input_gradient(pseudo), *rec = reserve.recurrent_gradient(pseudo);
  parallel_range(s.active(t) * H, 512, [&](int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e) {
      const int64_t k = e / H, j = e % H, row = first + k, n = s.sequence_of(row), source = s.source(row, d);
      CellGradient cell{};
      if (lstm || gru)
        for (int g = 0; g < 4; ++g) cell.gate[g] = static_cast<double>(gates[(row * 4 + g) * H + j]);
      if (!lstm) {
        cell.new_h = static_cast<double>(outputs[row * net.W + j]);
        cell.h = static_cast<double>(source < 0 ? space.h_first[n * P + j] : outputs[source * net.W + j]);
      } else {
        cell.new_c = static_cast<double>(cells[row * H + j]);
        cell.c = static_cast<double>(source < 0 ? space.c_first[n * H + j] : cells[source * H + j]);
        cell.dc = static_cast<double>(space.dc[n * H + j]);
      }
      cell.dh = static_cast<double>(space.raw[k * H + j]);
      cell_backward(net.op, cell);
      for (int64_t g = 0; g < net.op.gates(); ++g) {
        in[row * G + g * H + j] = static_cast<A>(cell.in[g]);
        if (gru) rec[row * G + g * H + j] = static_cast<A>(cell.rec[g]);
      }
      if (lstm) space.dc[n * H + j] = static_cast<A>(cell.dc_before);
      if (!net.op.projects()) space.keep[k * P + j] = static_cast<A>(cell.direct_dh);
    }
  });
}

// One direction of one layer: from space.gradient (of its output) to the gates' gradients, dh and dc.
template <class A>
void run_direction(const Net& net, const Sequences& s, const DataSpace<A>& space, const Reserve<A>& reserve,
                   int64_t layer, int64_t d) {
  const int64_t pseudo = layer * net.D + d, H = net.H, G = net.G, P = net.P;
  const graph::RnnWeights w = rnn_weights(net.op, pseudo);
  if (net.op.projects()) std::fill(space.keep, space.keep + net.N * P, A(0));
  for (int64_t step = s.steps() - 1; step >= 0; --step) {
    const int64_t t = d == 0 ? step : s.steps() - 1 - step, first = s.begin(t), active = s.active(t);
    for (int64_t k = 0; k < active; ++k)
      for (int64_t p = 0; p < P; ++p)
        space.total[k * P + p] =
            space.gradient[(first + k) * net.W + d * P + p] + space.dh[s.sequence_of(first + k) * P + p];
    if (net.op.projects()) {
      std::copy_n(space.total, active * P, reserve.output_gradient(pseudo) + first * P);
      product(active, H, P, space.total, P, 1, space.weights + w.projection, H,
              [&](int64_t k, int64_t j, double sum) { space.raw[k * H + j] = static_cast<A>(sum); });
    } else {
      std::copy_n(space.total, active * P, space.raw);
    }
    cell_gradients(net, s, space, reserve, layer, d, t);
    product(active, P, G, reserve.recurrent_gradient(pseudo) + first * G, G, 1, space.weights + w.recurrent, P,
            [&](int64_t k, int64_t p, double sum) {
              space.dh[s.sequence_of(first + k) * P + p] =
                  static_cast<A>(sum + static_cast<double>(space.keep[k * P + p]));
            });
  }
}

// Adds one direction's part to space.below, the gradient of the layer's input.
template <class A>
void input_gradient(const Net& net, const Sequences& s, const DataSpace<A>& space, const Reserve<A>& reserve,
                    int64_t layer, int64_t d) {
  const int64_t pseudo = layer * net.D + d, G = net.G, H = net.H, width = net.in_width(layer);
  const graph::RnnWeights w = rnn_weights(net.op, pseudo);
  const A* gates = reserve.input_gradient(pseudo);
  const bool drops = net.op.drops() && layer > 0;
  const uint8_t* mask = drops ? reserve.mask(layer, d) : nullptr;
  const double scale = drops ? dropout_scale(net) : 1;
  auto add = [&](int64_t row, int64_t i, double v) {
    A& to = space.below[row * width + i];
    const double part = mask ? (mask[row * width + i] ? v * scale : 0) : v;
    to = static_cast<A>(d == 0 ? part : static_cast<double>(to) + part);
  };
  if (w.input >= 0) {
    product(s.rows(), width, G, gates, G, 1, space.weights + w.input, width, add);
    return;
  }
  parallel_range(s.rows() * H, 512, [&](int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e) {
      double sum = 0;
      for (int64_t g = 0; g < net.op.gates(); ++g) sum += static_cast<double>(gates[e / H * G + g * H + e % H]);
      add(e / H, e % H, sum);
    }
  });
}

}  // namespace

template <class A>
size_t backward_data(const RunArgs* a, const Net& net, void* workspace) {
  DataSpace<A> space(net, workspace);
  if (!a) return space.bytes;
  const Rnn& op = net.op;
  const Sequences s(net, a->ptr<int32_t>(op.lengths));
  const Reserve<A> reserve(net, a->ptr(op.reserve));
  read_weights(*a, net, false, space.weights);
  read_rows(*a, net, s, op.dy, space.gradient);
  for (int64_t layer = net.L - 1; layer >= 0; --layer) {
    for (int64_t d = 0; d < net.D; ++d) {
      const int64_t pseudo = layer * net.D + d;
      read_state(*a, net, op.hx, pseudo, net.P, space.h_first);
      read_state(*a, net, op.cx, pseudo, net.H, space.c_first);
      read_state(*a, net, op.dhy, pseudo, net.P, space.dh);
      read_state(*a, net, op.dcy, pseudo, net.H, space.dc);
      run_direction(net, s, space, reserve, layer, d);
      write_state(*a, net, s, space.dh, op.dhx, pseudo, net.P);
      if (op.cell == RnnCell::lstm) write_state(*a, net, s, space.dc, op.dcx, pseudo, net.H);
      input_gradient(net, s, space, reserve, layer, d);
    }
    std::swap(space.gradient, space.below);
  }
  write_rows(*a, net, s, space.gradient, op.dx, op.padding);
  return space.bytes;
}

template <class A>
size_t backward_weights(const RunArgs* a, const Net& net, void* workspace) {
  Carver w(workspace);
  A* x = w.take<A>(net.rows * net.I);
  A* dropped_input = w.take<A>(net.op.drops() ? net.rows * net.W : 0);
  A* before = w.take<A>(net.rows * net.P);
  A* raw = w.take<A>(net.op.projects() ? net.rows * net.H : 0);
  A* first = w.take<A>(net.N * net.P);
  if (!a) return w.bytes();

  const Rnn& op = net.op;
  const int64_t H = net.H, G = net.G, P = net.P;
  const Sequences s(net, a->ptr<int32_t>(op.lengths));
  const Reserve<A> reserve(net, a->ptr(op.reserve));
  void* gradient = a->ptr(op.dweights);
  const BlendFn blend = blender(net.data);
  auto add = [&](int64_t at, double v) { blend(gradient, at, 1, v, 1); };
  read_rows(*a, net, s, op.x, x);

  for (int64_t layer = 0; layer < net.L; ++layer)
    for (int64_t d = 0; d < net.D; ++d) {
      const int64_t pseudo = layer * net.D + d, width = net.in_width(layer);
      const graph::RnnWeights at = rnn_weights(op, pseudo);
      const A *in_gates = reserve.input_gradient(pseudo), *rec_gates = reserve.recurrent_gradient(pseudo);
      const A* in = x;
      if (layer > 0)
        in = dropped(net, s.rows(), static_cast<const A*>(reserve.output(layer - 1)), reserve.mask(layer, d),
                     dropped_input);
      if (at.input >= 0)
        product(G, width, s.rows(), in_gates, 1, G, in, width,
                [&](int64_t g, int64_t i, double sum) { add(at.input + g * width + i, sum); });

      read_state(*a, net, op.hx, pseudo, P, first);
      const A* outputs = reserve.output(layer) + d * P;
      for (int64_t row = 0; row < s.rows(); ++row) {
        const int64_t source = s.source(row, d);
        std::copy_n(source < 0 ? first + s.sequence_of(row) * P : outputs + source * net.W, P, before + row * P);
      }
      product(G, P, s.rows(), rec_gates, 1, G, static_cast<const A*>(before), P,
              [&](int64_t g, int64_t p, double sum) { add(at.recurrent + g * P + p, sum); });

      auto add_bias = [&](int64_t to, const A* gates) {
        if (to < 0) return;
        parallel_range(G, 16, [&](int64_t begin, int64_t end) {
          for (int64_t g = begin; g < end; ++g) {
            double sum = 0;
            for (int64_t row = 0; row < s.rows(); ++row) sum += static_cast<double>(gates[row * G + g]);
            add(to + g, sum);
          }
        });
      };
      add_bias(at.input_bias, in_gates);
      add_bias(at.recurrent_bias, rec_gates);

      if (!op.projects()) continue;
      parallel_range(s.rows() * H, 512, [&](int64_t begin, int64_t end) {
        for (int64_t e = begin; e < end; ++e)
          raw[e] = static_cast<A>(
              lstm_raw_output(op, static_cast<double>(reserve.gates(pseudo)[(e / H * 4 + 3) * H + e % H]),
                              static_cast<double>(reserve.cell(pseudo)[e])));
      });
      product(P, H, s.rows(), static_cast<const A*>(reserve.output_gradient(pseudo)), 1, P, static_cast<const A*>(raw),
              H, [&](int64_t p, int64_t j, double sum) { add(at.projection + p * H + j, sum); });
    }
  return w.bytes();
}

template size_t backward_data<float>(const RunArgs*, const Net&, void*);
template size_t backward_data<double>(const RunArgs*, const Net&, void*);
template size_t backward_weights<float>(const RunArgs*, const Net&, void*);
template size_t backward_weights<double>(const RunArgs*, const Net&, void*);

}  // namespace girih::reference::rnn
