// Forward pass: for each layer and direction one product for the inputs of all steps, then one for each step with the
// recurrent matrix, which is packed once.
#include "engines/cpu/rnn/gemm/passes.h"

namespace girih::rnn {
namespace {

struct Space {
  float *in, *out, *dropped, *gates, *recurrent_weights, *projection_weights, *bias, *h, *c, *before, *recurrent, *raw;
  size_t bytes;

  Space(const Net& net, void* workspace) {
    Carver w(workspace);
    const bool training = net.op.pass == graph::RnnPass::training;
    const auto packed = [](int64_t k, int64_t n) { return static_cast<int64_t>(gemm::packed_floats(k, n)); };
    in = w.take<float>(net.rows * net.in_max);
    out = w.take<float>(training ? 0 : net.rows * net.W);
    dropped = w.take<float>(training && net.op.drops() ? net.rows * net.W : 0);
    gates = w.take<float>(net.rows * net.G);
    recurrent_weights = w.take<float>(packed(net.P, net.G));
    projection_weights = w.take<float>(net.op.projects() ? packed(net.H, net.P) : 0);
    bias = w.take<float>(2 * net.G);
    h = w.take<float>(net.N * net.P);
    c = w.take<float>(net.N * net.H);
    before = w.take<float>(net.N * net.P);
    recurrent = w.take<float>(net.N * net.G);
    raw = w.take<float>(net.N * net.H);
    bytes = w.bytes();
  }
};

// A bias as floats, nullptr where there is none.
const float* read_bias(const Net& net, const void* weights, int64_t offset, float* to) {
  if (offset < 0) return nullptr;
  const auto load = reference::loader(net.data);
  for (int64_t g = 0; g < net.G; ++g) to[g] = static_cast<float>(load(weights, offset + g));
  return to;
}

// One direction of one layer: from `in` to its part of `out`. The states are in space.h and space.c.
void run_direction(const Net& net, const Sequences& s, const Space& space, const Reserve* reserve, const void* weights,
                   int64_t layer, int64_t d, const float* in, float* out) {
  const int64_t pseudo = layer * net.D + d, H = net.H, G = net.G, P = net.P, width = net.in_width(layer);
  const graph::RnnWeights w = rnn_weights(net.op, pseudo);
  const bool lstm = net.op.cell == graph::RnnCell::lstm, projects = net.op.projects();
  const CellOptions options = cell_options(net);
  const float* in_bias = read_bias(net, weights, w.input_bias, space.bias);
  const float* rec_bias = read_bias(net, weights, w.recurrent_bias, space.bias + G);
  if (w.input >= 0) {
    gemm::Product p;
    p.m = s.rows(), p.n = G, p.k = width;
    p.a = {in, width, 1};
    p.b = weight_matrix(net, weights, w.input, 1, width);
    p.c = {space.gates, G, 1};
    gemm::multiply(p);
  } else {
    parallel_range(s.rows() * net.op.gates(), 16, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) std::copy_n(in + i / net.op.gates() * H, H, space.gates + i * H);
    });
  }
  gemm::pack(P, G, weight_matrix(net, weights, w.recurrent, 1, P), space.recurrent_weights);
  if (projects) gemm::pack(H, P, weight_matrix(net, weights, w.projection, 1, H), space.projection_weights);

  for (int64_t step = 0; step < s.steps(); ++step) {
    const int64_t t = d == 0 ? step : s.steps() - 1 - step, first = s.begin(t), active = s.active(t);
    for (int64_t k = 0; k < active; ++k) std::copy_n(space.h + s.sequence_of(first + k) * P, P, space.before + k * P);
    gemm::multiply_packed(active, G, P, {space.before, P, 1}, space.recurrent_weights, Rows(space.recurrent, G));
    parallel_range(active, std::max<int64_t>(1, 1024 / H), [&](int64_t begin, int64_t end) {
      for (int64_t k = begin; k < end; ++k) {
        const int64_t row = first + k, n = s.sequence_of(row);
        CellRow r{};
        r.in = space.gates + row * G, r.rec = space.recurrent + k * G;
        r.in_bias = in_bias, r.rec_bias = rec_bias;
        r.h = space.before + k * P;
        r.c = r.new_c = space.c + n * H;
        r.new_h = space.raw + k * H;
        if (reserve && net.op.gates() > 1) r.gates = reserve->gates(pseudo) + row * 4 * H;
        cell_kernels().forward(options, H, r);
        if (reserve && lstm) std::copy_n(r.new_c, H, reserve->cell(pseudo) + row * H);
        if (projects) continue;
        std::copy_n(r.new_h, H, out + row * net.W + d * P);
        std::copy_n(r.new_h, H, space.h + n * P);
      }
    });
    if (projects) {
      const auto emit = [&](int64_t k, int64_t p, float v) {
        out[(first + k) * net.W + d * P + p] = v;
        space.h[s.sequence_of(first + k) * P + p] = v;
      };
      gemm::multiply_packed(active, P, H, {space.raw, H, 1}, space.projection_weights, Emitter(emit));
    }
  }
}

}  // namespace

size_t forward(const RunArgs* a, const Net& net, void* workspace) {
  const Space space(net, workspace);
  if (!a) return space.bytes;
  const auto& op = net.op;
  const bool training = op.pass == graph::RnnPass::training;
  const Sequences s(net, a->ptr<int32_t>(op.lengths));
  const Reserve reserve(net, a->ptr(op.reserve));
  read_rows(*a, net, s, op.x, space.in);

  const float* below = space.in;
  float* out = nullptr;
  for (int64_t layer = 0; layer < net.L; ++layer) {
    // Without a reserve, two buffers take turns.
    out = training ? reserve.output(layer) : layer % 2 == 0 ? space.out : space.in;
    for (int64_t d = 0; d < net.D; ++d) {
      const float* in = below;
      if (training && op.drops() && layer > 0) {
        draw_mask(*a, net, s.rows(), reserve.mask(layer, d));
        in = dropped(net, s.rows(), below, reserve.mask(layer, d), space.dropped);
      }
      const int64_t pseudo = layer * net.D + d;
      read_state(*a, net, op.hx, pseudo, net.P, space.h);
      read_state(*a, net, op.cx, pseudo, net.H, space.c);
      run_direction(net, s, space, training ? &reserve : nullptr, a->ptr(op.weights), layer, d, in, out);
      write_state(*a, net, s, space.h, op.hy, pseudo, net.P);
      if (op.cell == graph::RnnCell::lstm) write_state(*a, net, s, space.c, op.cy, pseudo, net.H);
    }
    below = out;
  }
  write_rows(*a, net, s, out, op.y, op.padding);
  return space.bytes;
}

}  // namespace girih::rnn
