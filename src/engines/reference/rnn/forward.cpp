// Forward pass: for each layer and direction one product for the inputs of all steps, then step by step.
#include "engines/reference/rnn/network.h"

namespace girih::reference::rnn {
namespace {

template <class A>
struct Space {
  A *weights, *in, *out, *dropped, *gates, *h, *c, *before, *recurrent, *raw;
  size_t bytes;

  Space(const Net& net, void* workspace) {
    Carver w(workspace);
    const bool training = net.op.pass == graph::RnnPass::training;
    weights = w.take<A>(rnn_weight_count(net.op));
    in = w.take<A>(net.rows * net.in_max);
    out = w.take<A>(training ? 0 : net.rows * net.W);
    dropped = w.take<A>(training && net.op.drops() ? net.rows * net.W : 0);
    gates = w.take<A>(net.rows * net.G);
    h = w.take<A>(net.N * net.P);
    c = w.take<A>(net.N * net.H);
    before = w.take<A>(net.N * net.P);
    recurrent = w.take<A>(net.N * net.G);
    raw = w.take<A>(net.N * net.H);
    bytes = w.bytes();
  }
};

template <class A>
double bias_at(const A* weights, int64_t offset, int64_t g) {
  return offset < 0 ? 0 : static_cast<double>(weights[offset + g]);
}

// One direction of one layer: from `in` to its part of `out`. The states are in space.h and space.c.
template <class A>
void run_direction(const Net& net, const Sequences& s, const Space<A>& space, const Reserve<A>* reserve, int64_t layer,
                   int64_t d, const A* in, A* out) {
  const int64_t pseudo = layer * net.D + d, H = net.H, G = net.G, P = net.P, types = net.op.gates();
  const graph::RnnWeights w = rnn_weights(net.op, pseudo);
  if (w.input >= 0)
    product(s.rows(), G, net.in_width(layer), in, net.in_width(layer), 1, space.weights + w.input, G,
            [&](int64_t row, int64_t g, double sum) {
              space.gates[row * G + g] = static_cast<A>(sum + bias_at(space.weights, w.input_bias, g));
            });
  else
    parallel_range(s.rows(), 16, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row)
        for (int64_t g = 0; g < G; ++g)
          space.gates[row * G + g] =
              static_cast<A>(static_cast<double>(in[row * H + g % H]) + bias_at(space.weights, w.input_bias, g));
    });

  for (int64_t step = 0; step < s.steps(); ++step) {
    const int64_t t = d == 0 ? step : s.steps() - 1 - step, first = s.begin(t), active = s.active(t);
    for (int64_t k = 0; k < active; ++k) std::copy_n(space.h + s.sequence_of(first + k) * P, P, space.before + k * P);
    product(active, G, P, space.before, P, 1, space.weights + w.recurrent, G, [&](int64_t k, int64_t g, double sum) {
      space.recurrent[k * G + g] = static_cast<A>(sum + bias_at(space.weights, w.recurrent_bias, g));
    });
    parallel_range(active * H, 512, [&](int64_t begin, int64_t end) {
      for (int64_t e = begin; e < end; ++e) {
        const int64_t k = e / H, j = e % H, row = first + k, n = s.sequence_of(row);
        CellStep cell{};
        for (int64_t g = 0; g < types; ++g) {
          cell.in[g] = static_cast<double>(space.gates[row * G + g * H + j]);
          cell.rec[g] = static_cast<double>(space.recurrent[k * G + g * H + j]);
        }
        if (net.op.cell == RnnCell::gru) cell.h = static_cast<double>(space.before[k * P + j]);
        if (net.op.cell == RnnCell::lstm) cell.c = static_cast<double>(space.c[n * H + j]);
        cell_forward(net.op, cell);
        space.raw[k * H + j] = static_cast<A>(cell.new_h);
        if (net.op.cell == RnnCell::lstm) space.c[n * H + j] = static_cast<A>(cell.new_c);
        if (!reserve) continue;
        if (types > 1)
          for (int g = 0; g < 4; ++g) reserve->gates(pseudo)[(row * 4 + g) * H + j] = static_cast<A>(cell.gate[g]);
        if (net.op.cell == RnnCell::lstm) reserve->cell(pseudo)[row * H + j] = static_cast<A>(cell.new_c);
      }
    });
    auto emit = [&](int64_t k, int64_t p, A v) {
      out[(first + k) * net.W + d * P + p] = v;
      space.h[s.sequence_of(first + k) * P + p] = v;
    };
    if (net.op.projects())
      product(active, P, H, space.raw, H, 1, space.weights + w.projection, P,
              [&](int64_t k, int64_t p, double sum) { emit(k, p, static_cast<A>(sum)); });
    else
      for (int64_t k = 0; k < active; ++k)
        for (int64_t p = 0; p < P; ++p) emit(k, p, space.raw[k * H + p]);
  }
}

}  // namespace

template <class A>
size_t forward(const RunArgs* a, const Net& net, void* workspace) {
  const Space<A> space(net, workspace);
  if (!a) return space.bytes;
  const Rnn& op = net.op;
  const bool training = op.pass == graph::RnnPass::training;
  const Sequences s(net, a->ptr<int32_t>(op.lengths));
  const Reserve<A> reserve(net, a->ptr(op.reserve));
  read_weights(*a, net, true, space.weights);
  read_rows(*a, net, s, op.x, space.in);

  const A* below = space.in;
  A* out = nullptr;
  for (int64_t layer = 0; layer < net.L; ++layer) {
    // Without a reserve, two buffers take turns.
    out = training ? reserve.output(layer) : layer % 2 == 0 ? space.out : space.in;
    for (int64_t d = 0; d < net.D; ++d) {
      const A* in = below;
      if (training && op.drops() && layer > 0) {
        draw_mask(*a, net, s.rows(), reserve.mask(layer, d));
        in = dropped(net, s.rows(), below, reserve.mask(layer, d), space.dropped);
      }
      const int64_t pseudo = layer * net.D + d;
      read_state(*a, net, op.hx, pseudo, net.P, space.h);
      read_state(*a, net, op.cx, pseudo, net.H, space.c);
      run_direction(net, s, space, training ? &reserve : nullptr, layer, d, in, out);
      write_state(*a, net, s, space.h, op.hy, pseudo, net.P);
      if (op.cell == RnnCell::lstm) write_state(*a, net, s, space.c, op.cy, pseudo, net.H);
    }
    below = out;
  }
  write_rows(*a, net, s, out, op.y, op.padding);
  return space.bytes;
}

template size_t forward<float>(const RunArgs*, const Net&, void*);
template size_t forward<double>(const RunArgs*, const Net&, void*);

}  // namespace girih::reference::rnn
