// The passes: what reference/rnn computes, as kernels in the order of its loops.
#include "base/xorwow.h"
#include "engines/cuda/generic/rnn/network.h"

namespace girih::generic::rnn {

using engines::blocks_for;
using engines::enqueue;
using graph::RnnCell;

Run::Run(const RunArgs& a, const Device& d, const Net& n)
    : args(a),
      device(d),
      net(n),
      called(std::get<Rnn>((a.nodes ? a.nodes : a.graph.nodes.data())->op)),
      space(n, a.workspace),
      reserve(n, a.ptr(n.op.reserve)) {
  const auto* lengths = a.ptr<const int32_t>(n.op.lengths);  // in host memory
  const int64_t longest = n.N ? *std::max_element(lengths, lengths + n.N) : 0;
  first.assign(1, 0);
  for (int64_t t = 0; t < longest; ++t)
    first.push_back(first.back() + std::count_if(lengths, lengths + n.N, [&](int32_t l) { return l > t; }));
  base.data = static_cast<int32_t>(n.data);
  base.acc = n.data == DType::f64 ? kF64 : kF32;
  base.cell = static_cast<int32_t>(n.op.cell);
  base.gates = static_cast<int32_t>(n.op.gates());
  base.packed = n.op.packed;
  base.clip = n.op.clip;
  base.clip_keeps_nan = n.op.clip_keeps_nan;
  base.projects = n.op.projects();
  base.clip_low = called.clip_low, base.clip_high = called.clip_high, base.padding = called.padding;
  base.N = n.N, base.H = n.H, base.G = n.G, base.P = n.P, base.W = n.W;
  base.T = n.op.packed ? longest : n.T;
  base.rows = valid_rows();
  base.lengths = space.lengths;
  base.row_of = space.row_of;
  base.sequence = space.sequence;
  base.time = space.time;
  base.weights = a.ptr(n.op.weights);
  base.dweights = a.ptr(n.op.dweights);
  base.states = a.ptr<uint32_t>(n.op.states);
  base.generators = n.op.states == graph::kNone ? 0 : a.graph.desc(n.op.states).count() / kXorwowBytes;
  base.probability = n.op.dropout;
  base.scale = dropout_scale();
  base.bias = -1;
  for (int64_t i = 0; i < n.N && status; i += kRnnLengths) {
    RnnLengths p{};
    p.to = space.lengths;
    p.first = static_cast<int32_t>(i);
    p.count = static_cast<int32_t>(std::min<int64_t>(kRnnLengths, n.N - i));
    std::copy_n(lengths + i, p.count, p.values);
    status = enqueue(a, "girih_rnn_lengths", {1, 256}, p);
  }
  launch("girih_rnn_tables", base.T * base.N, base);
}

void Run::launch(const char* kernel, int64_t threads, const RnnParams& p) {
  if (threads > 0 && status) status = enqueue(args, kernel, {blocks_for(threads, 256, device), 256}, p);
}

void Run::product(const RnnProduct& q) {
  if (q.m == 0 || q.n == 0 || !status) return;
  const int64_t tiles = (q.m + 31) / 32 * ((q.n + 31) / 32);
  status = enqueue(args, "girih_rnn_product", {blocks_for(tiles, 1, device), 256}, q);
}

void Run::read_rows(graph::TensorId from, char* to) {
  RnnParams p = base;
  p.tensor = view(args, from);
  p.buffer = to;
  p.width = p.tensor.dims[p.tensor.rank - 1];
  launch("girih_rnn_read_rows", p.rows * p.width, p);
}

void Run::write_rows(const char* from, graph::TensorId to) {
  RnnParams p = base;
  p.tensor = view(args, to);
  p.buffer = const_cast<char*>(from);
  p.width = p.tensor.dims[p.tensor.rank - 1];
  launch("girih_rnn_write_rows", p.T * p.N * p.width, p);
}

void Run::read_state(graph::TensorId from, int64_t pseudo, int64_t width, char* to) {
  RnnParams p = base;
  p.tensor = view(args, from);
  p.buffer = to;
  p.width = width;
  p.pseudo = pseudo;
  launch("girih_rnn_read_state", p.N * width, p);
}

void Run::write_state(const char* from, graph::TensorId to, int64_t pseudo, int64_t width) {
  if (to == graph::kNone) return;
  RnnParams p = base;
  p.tensor = view(args, to);
  p.buffer = const_cast<char*>(from);
  p.width = width;
  p.pseudo = pseudo;
  launch("girih_rnn_write_state", p.N * width, p);
}

RnnParams Run::at_step(int64_t t, int64_t direction) const {
  RnnParams p = base;
  p.first = first[static_cast<size_t>(t)];
  p.active = first[static_cast<size_t>(t) + 1] - p.first;
  p.direction = direction;
  return p;
}

// In f32 for all but f64, as dropout has it.
double Run::dropout_scale() const {
  return net.data == DType::f64 ? 1 / (1 - static_cast<double>(net.op.dropout))
                                : static_cast<double>(1.0f / (1.0f - net.op.dropout));
}

RnnProduct Run::times_weights(int64_t m, int64_t n, int64_t depth, const char* a, int64_t a_row, int64_t offset,
                              bool transposed) const {
  RnnProduct q{};
  q.m = m, q.n = n, q.depth = depth;
  q.a = a;
  q.a_type = base.acc;
  q.a_row = a_row, q.a_column = 1;
  q.b = static_cast<const char*>(base.weights) + offset * static_cast<int64_t>(dtype_size(net.data));
  q.b_type = base.data;
  q.b_row = transposed ? 1 : n;
  q.b_column = transposed ? depth : 1;
  q.rnn = base;
  return q;
}

namespace {

// One direction of one layer: from `in` to its part of `out`. The states are in space.h and space.c.
void forward_direction(Run& r, int64_t layer, int64_t d, const char* in, char* out) {
  const Net& net = r.net;
  const int64_t pseudo = layer * net.D + d;
  const bool training = net.op.pass == graph::RnnPass::training;
  const graph::RnnWeights w = rnn_weights(net.op, pseudo);
  if (w.input >= 0) {
    RnnProduct q = r.times_weights(r.valid_rows(), net.G, net.in_width(layer), in, net.in_width(layer), w.input, true);
    q.emit = kEmitBias;
    q.out_row = net.G;
    q.rnn.out = r.space.gates;
    q.rnn.bias = w.input_bias;
    r.product(q);
  } else {
    RnnParams p = r.base;
    p.in = const_cast<char*>(in);
    p.out = r.space.gates;
    p.bias = w.input_bias;
    r.launch("girih_rnn_skip_input", p.rows * p.G, p);
  }
  for (int64_t step = 0; step < r.steps(); ++step) {
    RnnParams p = r.at_step(d == 0 ? step : r.steps() - 1 - step, d);
    RnnProduct q = r.times_weights(p.active, net.G, net.P, r.space.h, net.P, w.recurrent, true);
    q.gather = r.space.sequence + p.first;
    q.emit = kEmitBias;
    q.out_row = net.G;
    q.rnn.out = r.space.recurrent;
    q.rnn.bias = w.recurrent_bias;
    r.product(q);
    p.in = r.space.gates, p.recurrent = r.space.recurrent;
    p.h = r.space.h, p.c = r.space.c, p.raw = r.space.raw, p.out = out;
    p.reserve_gates = training ? r.reserve.gates(pseudo) : nullptr;
    p.reserve_cell = training ? r.reserve.cell(pseudo) : nullptr;
    r.launch("girih_rnn_cell_forward", p.active * p.H, p);
    if (!net.op.projects()) continue;
    RnnProduct projection = r.times_weights(p.active, net.P, net.H, r.space.raw, net.H, w.projection, true);
    projection.emit = kEmitProjection;
    projection.rnn = p;
    r.product(projection);
  }
}

// What a layer reads: `below` as it is, or dropped.
const char* dropped(Run& r, int64_t layer, int64_t d, const char* below, bool draw) {
  if (!r.net.op.drops() || layer == 0) return below;
  RnnParams p = r.base;
  p.mask = r.reserve.mask(layer, d);
  p.count = p.rows * p.W;
  p.in = const_cast<char*>(below);
  p.out = r.space.dropped;
  if (draw) r.launch("girih_rnn_draw_mask", std::min(p.count, p.generators), p);
  r.launch("girih_rnn_drop", p.count, p);
  return r.space.dropped;
}

void backward_direction(Run& r, int64_t layer, int64_t d, const char* gradient) {
  const Net& net = r.net;
  const int64_t pseudo = layer * net.D + d;
  const graph::RnnWeights w = rnn_weights(net.op, pseudo);
  for (int64_t step = r.steps() - 1; step >= 0; --step) {
    RnnParams p = r.at_step(d == 0 ? step : r.steps() - 1 - step, d);
    p.gradient = const_cast<char*>(gradient);
    p.dh = r.space.dh, p.dc = r.space.dc, p.raw = r.space.raw;
    p.h_first = r.space.h_first, p.c_first = r.space.c_first;
    p.reserve_gates = r.reserve.gates(pseudo), p.reserve_cell = r.reserve.cell(pseudo);
    p.out = r.reserve.output(layer);
    p.in_gradient = r.reserve.input_gradient(pseudo);
    p.rec_gradient = r.reserve.recurrent_gradient(pseudo);
    p.output_gradient = net.op.projects() ? r.reserve.output_gradient(pseudo) : nullptr;
    p.keep = net.op.projects() ? nullptr : r.space.keep;
    if (net.op.projects()) {
      r.launch("girih_rnn_total", p.active * p.P, p);
      const char* total = r.reserve.output_gradient(pseudo) + p.first * net.P * static_cast<int64_t>(net.element);
      RnnProduct q = r.times_weights(p.active, net.H, net.P, total, net.P, w.projection, false);
      q.emit = kEmitBias;
      q.out_row = net.H;
      q.rnn.out = r.space.raw;
      r.product(q);
    }
    r.launch("girih_rnn_cell_backward", p.active * p.H, p);
    const char* rec = r.reserve.recurrent_gradient(pseudo) + p.first * net.G * static_cast<int64_t>(net.element);
    RnnProduct q = r.times_weights(p.active, net.P, net.G, rec, net.G, w.recurrent, false);
    q.emit = kEmitState;
    q.rnn = p;
    q.rnn.out = r.space.dh;
    r.product(q);
  }
}

// Adds one direction's part to `below`, the gradient of the layer's input.
void input_gradient(Run& r, int64_t layer, int64_t d, char* below) {
  const Net& net = r.net;
  const int64_t pseudo = layer * net.D + d, width = net.in_width(layer);
  const graph::RnnWeights w = rnn_weights(net.op, pseudo);
  if (w.input >= 0) {
    RnnProduct q =
        r.times_weights(r.valid_rows(), width, net.G, r.reserve.input_gradient(pseudo), net.G, w.input, false);
    q.emit = kEmitGradient;
    q.rnn.out = below;
    q.rnn.width = width;
    q.rnn.add = d > 0;
    q.rnn.mask = net.op.drops() && layer > 0 ? r.reserve.mask(layer, d) : nullptr;
    r.product(q);
    return;
  }
  RnnParams p = r.base;
  p.in_gradient = r.reserve.input_gradient(pseudo);
  p.below = below;
  p.add = d > 0;
  r.launch("girih_rnn_skip_gradient", p.rows * p.H, p);
}

// dweights[offset] += a^T * b over all rows; a and b are rows of acc.
void weight_gradient(Run& r, int64_t m, const char* a, int64_t n, const char* b, int64_t offset) {
  RnnProduct q{};
  q.m = m, q.n = n, q.depth = r.valid_rows();
  q.a = a, q.b = b;
  q.a_type = q.b_type = r.base.acc;
  q.a_row = 1, q.a_column = m;
  q.b_row = n, q.b_column = 1;
  q.emit = kEmitWeights;
  q.rnn = r.base;
  q.rnn.bias = offset;
  r.product(q);
}

}  // namespace

Check forward(const RunArgs& a, const Device& d, const Net& net) {
  Run r(a, d, net);
  const Rnn& op = net.op;
  const bool training = op.pass == graph::RnnPass::training;
  r.read_rows(op.x, r.space.rows_a);
  const char* below = r.space.rows_a;
  char* out = nullptr;
  for (int64_t layer = 0; layer < net.L; ++layer) {
    // Without a reserve, two buffers take turns.
    out = training ? r.reserve.output(layer) : layer % 2 == 0 ? r.space.rows_b : r.space.rows_a;
    for (int64_t dir = 0; dir < net.D; ++dir) {
      const char* in = training ? dropped(r, layer, dir, below, true) : below;
      const int64_t pseudo = layer * net.D + dir;
      r.read_state(op.hx, pseudo, net.P, r.space.h);
      r.read_state(op.cx, pseudo, net.H, r.space.c);
      forward_direction(r, layer, dir, in, out);
      r.write_state(r.space.h, op.hy, pseudo, net.P);
      if (op.cell == RnnCell::lstm) r.write_state(r.space.c, op.cy, pseudo, net.H);
    }
    below = out;
  }
  r.write_rows(out, op.y);
  return std::move(r.status);
}

Check backward_data(const RunArgs& a, const Device& d, const Net& net) {
  Run r(a, d, net);
  const Rnn& op = net.op;
  char *gradient = r.space.rows_a, *below = r.space.rows_b;
  r.read_rows(op.dy, gradient);
  for (int64_t layer = net.L - 1; layer >= 0; --layer) {
    for (int64_t dir = 0; dir < net.D; ++dir) {
      const int64_t pseudo = layer * net.D + dir;
      r.read_state(op.hx, pseudo, net.P, r.space.h_first);
      r.read_state(op.cx, pseudo, net.H, r.space.c_first);
      r.read_state(op.dhy, pseudo, net.P, r.space.dh);
      r.read_state(op.dcy, pseudo, net.H, r.space.dc);
      backward_direction(r, layer, dir, gradient);
      r.write_state(r.space.dh, op.dhx, pseudo, net.P);
      if (op.cell == RnnCell::lstm) r.write_state(r.space.dc, op.dcx, pseudo, net.H);
      input_gradient(r, layer, dir, below);
    }
    std::swap(gradient, below);
  }
  r.write_rows(gradient, op.dx);
  return std::move(r.status);
}

Check backward_weights(const RunArgs& a, const Device& d, const Net& net) {
  Run r(a, d, net);
  const Rnn& op = net.op;
  r.read_rows(op.x, r.space.rows_a);
  for (int64_t layer = 0; layer < net.L; ++layer)
    for (int64_t dir = 0; dir < net.D; ++dir) {
      const int64_t pseudo = layer * net.D + dir;
      const graph::RnnWeights at = rnn_weights(op, pseudo);
      const char *in_gates = r.reserve.input_gradient(pseudo), *rec_gates = r.reserve.recurrent_gradient(pseudo);
      const char* in = layer == 0 ? r.space.rows_a : dropped(r, layer, dir, r.reserve.output(layer - 1), false);
      if (at.input >= 0) weight_gradient(r, net.G, in_gates, net.in_width(layer), in, at.input);
      r.read_state(op.hx, pseudo, net.P, r.space.h_first);
      RnnParams p = r.base;
      p.direction = dir;
      p.h_first = r.space.h_first;
      p.out = r.reserve.output(layer);
      p.buffer = r.space.before;
      r.launch("girih_rnn_before", p.rows * p.P, p);
      weight_gradient(r, net.G, rec_gates, net.P, r.space.before, at.recurrent);
      for (const auto& [offset, gates] : {std::pair{at.input_bias, in_gates}, std::pair{at.recurrent_bias, rec_gates}})
        if (offset >= 0) {
          p.bias = offset;
          p.in_gradient = const_cast<char*>(gates);
          r.launch("girih_rnn_bias_gradient", (p.G + 31) / 32 * 256, p);
        }
      if (!op.projects()) continue;
      p.raw = r.space.raw;
      p.reserve_gates = r.reserve.gates(pseudo), p.reserve_cell = r.reserve.cell(pseudo);
      r.launch("girih_rnn_raw", p.rows * p.H, p);
      weight_gradient(r, net.P, r.reserve.output_gradient(pseudo), net.H, r.space.raw, at.projection);
    }
  return std::move(r.status);
}

}  // namespace girih::generic::rnn
