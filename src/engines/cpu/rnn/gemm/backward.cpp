// Backward passes, as in the reference engine: the data pass goes back through layers and steps and leaves the
// gradients of the gates in the reserve; the weight pass makes one product of them and the inputs for each matrix.
#include "engines/cpu/rnn/gemm/passes.h"

namespace girih::rnn {
namespace {

struct DataSpace {
  float *gradient, *below, *recurrent_weights, *projection_weights, *h_first, *c_first, *dh, *dc, *total, *raw, *keep;
  size_t bytes;

  DataSpace(const Net& net, void* workspace) {
    Carver w(workspace);
    const int64_t widest = std::max(net.W, net.in_max);
    const auto packed = [](int64_t k, int64_t n) { return static_cast<int64_t>(gemm::packed_floats(k, n)); };
    gradient = w.take<float>(net.rows * widest);
    below = w.take<float>(net.rows * widest);
    recurrent_weights = w.take<float>(packed(net.G, net.P));
    projection_weights = w.take<float>(net.op.projects() ? packed(net.P, net.H) : 0);
    h_first = w.take<float>(net.N * net.P);
    c_first = w.take<float>(net.N * net.H);
    dh = w.take<float>(net.N * net.P);
    dc = w.take<float>(net.N * net.H);
    total = w.take<float>(net.N * net.P);
    raw = w.take<float>(net.N * net.H);
    keep = w.take<float>(net.N * net.P);
    bytes = w.bytes();
  }
};

// One direction of one layer: from space.gradient (of its output) to the gates' gradients, dh and dc.
void run_direction(const Net& net, const Sequences& s, const DataSpace& space, const Reserve& reserve,
                   const void* weights, int64_t layer, int64_t d) {
  const int64_t pseudo = layer * net.D + d, H = net.H, G = net.G, P = net.P;
  const graph::RnnWeights w = rnn_weights(net.op, pseudo);
  const bool lstm = net.op.cell == graph::RnnCell::lstm, projects = net.op.projects();
  const CellOptions options = cell_options(net);
  const float *gates = reserve.gates(pseudo), *cells = reserve.cell(pseudo), *outputs = reserve.output(layer) + d * P;
  float *in = reserve.input_gradient(pseudo), *rec = reserve.recurrent_gradient(pseudo);
  gemm::pack(G, P, weight_matrix(net, weights, w.recurrent, P, 1), space.recurrent_weights);
  if (projects) {
    gemm::pack(P, H, weight_matrix(net, weights, w.projection, H, 1), space.projection_weights);
    std::fill_n(space.keep, net.N * P, 0.0f);
  }
  for (int64_t step = s.steps() - 1; step >= 0; --step) {
    const int64_t t = d == 0 ? step : s.steps() - 1 - step, first = s.begin(t), active = s.active(t);
    for (int64_t k = 0; k < active; ++k) {
      const float *from = space.gradient + (first + k) * net.W + d * P, *dh = space.dh + s.sequence_of(first + k) * P;
      for (int64_t p = 0; p < P; ++p) space.total[k * P + p] = from[p] + dh[p];
    }
    const float* raw = space.total;
    if (projects) {
      std::copy_n(space.total, active * P, reserve.output_gradient(pseudo) + first * P);
      gemm::multiply_packed(active, H, P, {space.total, P, 1}, space.projection_weights, Rows(space.raw, H));
      raw = space.raw;
    }
    parallel_range(active, std::max<int64_t>(1, 1024 / H), [&](int64_t begin, int64_t end) {
      for (int64_t k = begin; k < end; ++k) {
        const int64_t row = first + k, n = s.sequence_of(row), source = s.source(row, d);
        GradientRow r{};
        r.gates = gates + row * 4 * H;
        r.dh = raw + k * H;
        r.in = in + row * G;
        r.rec = rec + row * G;
        if (lstm) {
          r.new_c = cells + row * H;
          r.c = source < 0 ? space.c_first + n * H : cells + source * H;
          r.dc = space.dc + n * H;
        } else {
          r.new_h = outputs + row * net.W;
          r.h = source < 0 ? space.h_first + n * P : outputs + source * net.W;
        }
        if (!projects) r.keep = space.keep + k * P;
        cell_kernels().backward(options, H, r);
      }
    });
    const auto emit = [&](int64_t k, int64_t p, float sum) {
      space.dh[s.sequence_of(first + k) * P + p] = sum + space.keep[k * P + p];
    };
    gemm::multiply_packed(active, P, G, {rec + first * G, G, 1}, space.recurrent_weights, Emitter(emit));
  }
}

// Adds one direction's part to space.below, the gradient of the layer's input.
void input_gradient(const Net& net, const Sequences& s, const DataSpace& space, const Reserve& reserve,
                    const void* weights, int64_t layer, int64_t d) {
  const int64_t pseudo = layer * net.D + d, G = net.G, H = net.H, width = net.in_width(layer);
  const graph::RnnWeights w = rnn_weights(net.op, pseudo);
  const float* gates = reserve.input_gradient(pseudo);
  const bool drops = net.op.drops() && layer > 0;
  const uint8_t* mask = drops ? reserve.mask(layer, d) : nullptr;
  const auto scale = static_cast<float>(drops ? dropout_scale(net) : 1);
  const auto add = [&](int64_t row, int64_t i, float v) {
    float& to = space.below[row * width + i];
    const float part = mask ? (mask[row * width + i] ? v * scale : 0) : v;
    to = d == 0 ? part : to + part;
  };
  if (w.input >= 0) {
    gemm::Product p;
    p.m = s.rows(), p.n = width, p.k = G;
    p.a = {gates, G, 1};
    p.b = weight_matrix(net, weights, w.input, width, 1);
    p.c = {space.below, width, 1};
    p.beta = d == 0 ? 0 : 1;
    if (mask)
      gemm::multiply(p, Emitter(add));
    else
      gemm::multiply(p);
    return;
  }
  parallel_range(s.rows(), 16, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row)
      for (int64_t j = 0; j < H; ++j) {
        float sum = 0;
        for (int64_t g = 0; g < net.op.gates(); ++g) sum += gates[row * G + g * H + j];
        add(row, j, sum);
      }
  });
}

}  // namespace

size_t backward_data(const RunArgs* a, const Net& net, void* workspace) {
  DataSpace space(net, workspace);
  if (!a) return space.bytes;
  const auto& op = net.op;
  const Sequences s(net, a->ptr<int32_t>(op.lengths));
  const Reserve reserve(net, a->ptr(op.reserve));
  const void* weights = a->ptr(op.weights);
  read_rows(*a, net, s, op.dy, space.gradient);
  for (int64_t layer = net.L - 1; layer >= 0; --layer) {
    for (int64_t d = 0; d < net.D; ++d) {
      const int64_t pseudo = layer * net.D + d;
      read_state(*a, net, op.hx, pseudo, net.P, space.h_first);
      read_state(*a, net, op.cx, pseudo, net.H, space.c_first);
      read_state(*a, net, op.dhy, pseudo, net.P, space.dh);
      read_state(*a, net, op.dcy, pseudo, net.H, space.dc);
      run_direction(net, s, space, reserve, weights, layer, d);
      write_state(*a, net, s, space.dh, op.dhx, pseudo, net.P);
      if (op.cell == graph::RnnCell::lstm) write_state(*a, net, s, space.dc, op.dcx, pseudo, net.H);
      input_gradient(net, s, space, reserve, weights, layer, d);
    }
    std::swap(space.gradient, space.below);
  }
  write_rows(*a, net, s, space.gradient, op.dx, op.padding);
  return space.bytes;
}

size_t backward_weights(const RunArgs* a, const Net& net, void* workspace) {
  Carver w(workspace);
  float* x = w.take<float>(net.rows * net.I);
  float* dropped_input = w.take<float>(net.op.drops() ? net.rows * net.W : 0);
  float* before = w.take<float>(net.rows * net.P);
  float* raw = w.take<float>(net.op.projects() ? net.rows * net.H : 0);
  float* first = w.take<float>(net.N * net.P);
  if (!a) return w.bytes();

  const auto& op = net.op;
  const int64_t H = net.H, G = net.G, P = net.P;
  const Sequences s(net, a->ptr<int32_t>(op.lengths));
  const int64_t rows = s.rows();
  const Reserve reserve(net, a->ptr(op.reserve));
  void* gradient = a->ptr(op.dweights);
  const auto blend = reference::blender(net.data);
  read_rows(*a, net, s, op.x, x);

  // Adds left' * right to the matrix at `offset`: rows x m and rows x n make m x n.
  auto add_matrix = [&](int64_t offset, int64_t m, int64_t n, const float* left, const float* right) {
    gemm::Product p;
    p.m = m, p.n = n, p.k = rows;
    p.a = {left, 1, m};
    p.b = {right, n, 1};
    const gemm::Matrix to = weight_matrix(net, gradient, offset, n, 1);
    p.c = {const_cast<void*>(to.data), n, 1, net.data};
    p.beta = 1;
    gemm::multiply(p);
  };
  auto add_bias = [&](int64_t offset, const float* gates) {
    if (offset < 0) return;
    constexpr int64_t kColumns = 64;
    parallel_range(G, kColumns, [&](int64_t begin, int64_t end) {
      double sum[kColumns] = {};
      for (int64_t row = 0; row < rows; ++row)
        for (int64_t g = begin; g < end; ++g) sum[g - begin] += static_cast<double>(gates[row * G + g]);
      for (int64_t g = begin; g < end; ++g) blend(gradient, offset + g, 1, sum[g - begin], 1);
    });
  };
  for (int64_t layer = 0; layer < net.L; ++layer)
    for (int64_t d = 0; d < net.D; ++d) {
      const int64_t pseudo = layer * net.D + d;
      const graph::RnnWeights at = rnn_weights(op, pseudo);
      const float *in_gates = reserve.input_gradient(pseudo), *rec_gates = reserve.recurrent_gradient(pseudo);
      const float* in = x;
      if (layer > 0)
        in = dropped(net, rows, static_cast<const float*>(reserve.output(layer - 1)), reserve.mask(layer, d),
                     dropped_input);
      if (at.input >= 0) add_matrix(at.input, G, net.in_width(layer), in_gates, in);

      read_state(*a, net, op.hx, pseudo, P, first);
      const float* outputs = reserve.output(layer) + d * P;
      for (int64_t row = 0; row < rows; ++row) {
        const int64_t source = s.source(row, d);
        std::copy_n(source < 0 ? first + s.sequence_of(row) * P : outputs + source * net.W, P, before + row * P);
      }
      add_matrix(at.recurrent, G, P, rec_gates, before);
      add_bias(at.input_bias, in_gates);
      add_bias(at.recurrent_bias, rec_gates);

      if (!op.projects()) continue;
      const CellOptions options = cell_options(net);
      parallel_range(rows, std::max<int64_t>(1, 1024 / H), [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row)
          cell_kernels().raw_output(options, H, reserve.gates(pseudo) + (row * 4 + 3) * H,
                                    reserve.cell(pseudo) + row * H, raw + row * H);
      });
      add_matrix(at.projection, P, H, reserve.output_gradient(pseudo), raw);
    }
  return w.bytes();
}

}  // namespace girih::rnn
