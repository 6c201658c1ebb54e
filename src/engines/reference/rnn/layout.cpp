// Between the caller's tensors and rows.
#include "base/xorwow.h"
#include "engines/reference/rnn/network.h"

namespace girih::reference::rnn {
namespace {

// Where vector (t, n) of x or y begins, in elements; `row` counts when it is packed.
int64_t vector_offset(const Net& net, const TensorDesc& d, int64_t t, int64_t n, int64_t row) {
  return net.op.packed ? row * d.strides[0] : t * d.strides[0] + n * d.strides[1];
}

// Calls f(t, n, row) for each valid step.
template <class F>
void each_row(const Sequences& s, F&& f) {
  parallel_range(s.steps(), 1, [&](int64_t begin, int64_t end) {
    for (int64_t t = begin; t < end; ++t)
      for (int64_t row = s.begin(t); row < s.begin(t + 1); ++row) f(t, s.sequence_of(row), row);
  });
}

}  // namespace

Sequences::Sequences(const Net& net, const int32_t* lengths) : length(lengths) {
  const auto count = static_cast<size_t>(net.N);
  int64_t steps = 0;
  for (size_t n = 0; n < count; ++n) steps = std::max<int64_t>(steps, lengths[n]);
  std::vector<int64_t> last(count, -1);
  first.push_back(0);
  for (int64_t t = 0; t < steps; ++t) {
    for (size_t n = 0; n < count; ++n) {
      if (lengths[n] <= t) continue;
      const auto row = static_cast<int64_t>(sequence.size());
      sequence.push_back(static_cast<int32_t>(n));
      earlier.push_back(last[n]);
      later.push_back(-1);
      if (last[n] >= 0) later[static_cast<size_t>(last[n])] = row;
      last[n] = row;
    }
    first.push_back(static_cast<int64_t>(sequence.size()));
  }
}

template <class A>
void read_weights(const RunArgs& a, const Net& net, bool transposed, A* to) {
  const void* from = a.ptr(net.op.weights);
  const LoadFn load = loader(net.data);
  auto matrix = [&](int64_t offset, int64_t height, int64_t width) {
    if (offset < 0) return;
    parallel_range(height, std::max<int64_t>(1, 4096 / width), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        for (int64_t j = 0; j < width; ++j)
          to[offset + (transposed ? j * height + i : i * width + j)] =
              static_cast<A>(load(from, offset + i * width + j));
    });
  };
  for (int64_t pseudo = 0; pseudo < net.L * net.D; ++pseudo) {
    const graph::RnnWeights w = rnn_weights(net.op, pseudo);
    matrix(w.input, net.G, net.in_width(pseudo / net.D));
    matrix(w.recurrent, net.G, net.P);
    matrix(w.projection, net.P, net.H);
    matrix(w.input_bias, 1, net.G);
    matrix(w.recurrent_bias, 1, net.G);
  }
}

template <class A>
void read_rows(const RunArgs& a, const Net& net, const Sequences& s, graph::TensorId from, A* to) {
  const TensorDesc& d = a.graph.desc(from);
  const void* data = a.ptr(from);
  const LoadFn load = loader(net.data);
  const int64_t width = d.dims[d.rank - 1], step = d.strides[d.rank - 1];
  each_row(s, [&](int64_t t, int64_t n, int64_t row) {
    const int64_t at = vector_offset(net, d, t, n, row);
    for (int64_t j = 0; j < width; ++j) to[row * width + j] = static_cast<A>(load(data, at + j * step));
  });
}

template <class A>
void write_rows(const RunArgs& a, const Net& net, const Sequences& s, const A* from, graph::TensorId to, double fill) {
  const TensorDesc& d = a.graph.desc(to);
  void* data = a.ptr(to);
  const BlendFn put = blender(net.data);
  const int64_t width = d.dims[d.rank - 1], step = d.strides[d.rank - 1];
  each_row(s, [&](int64_t t, int64_t n, int64_t row) {
    const int64_t at = vector_offset(net, d, t, n, row);
    for (int64_t j = 0; j < width; ++j) put(data, at + j * step, 1, static_cast<double>(from[row * width + j]), 0);
  });
  if (net.op.packed) return;
  for (int64_t n = 0; n < net.N; ++n)
    for (int64_t t = s.length[n]; t < net.T; ++t)
      for (int64_t j = 0; j < width; ++j) put(data, vector_offset(net, d, t, n, 0) + j * step, 1, fill, 0);
}

template <class A>
void read_state(const RunArgs& a, const Net& net, graph::TensorId from, int64_t pseudo, int64_t width, A* to) {
  if (from == graph::kNone) {
    std::fill(to, to + net.N * width, A(0));
    return;
  }
  const int64_t* strides = a.graph.desc(from).strides;
  const LoadFn load = loader(net.data);
  for (int64_t n = 0; n < net.N; ++n)
    for (int64_t j = 0; j < width; ++j)
      to[n * width + j] = static_cast<A>(load(a.ptr(from), pseudo * strides[0] + n * strides[1] + j * strides[2]));
}

template <class A>
void write_state(const RunArgs& a, const Net& net, const Sequences& s, const A* from, graph::TensorId to,
                 int64_t pseudo, int64_t width) {
  if (to == graph::kNone) return;
  const int64_t* strides = a.graph.desc(to).strides;
  const BlendFn put = blender(net.data);
  for (int64_t n = 0; n < net.N; ++n)
    for (int64_t j = 0; j < width; ++j) {
      const double v = s.length[n] > 0 ? static_cast<double>(from[n * width + j]) : 0;
      put(a.ptr(to), pseudo * strides[0] + n * strides[1] + j * strides[2], 1, v, 0);
    }
}

// Element e takes the next draw of generator e mod G (behaviour.md 12 and 13): chunks of generators run in parallel,
// each with all the elements that are its own.
void draw_mask(const RunArgs& a, const Net& net, int64_t rows, uint8_t* mask) {
  const int64_t count = rows * net.W, generators = a.graph.desc(net.op.states).count() / kXorwowBytes;
  auto* states = a.ptr<Xorwow>(net.op.states);
  parallel_range(std::min(count, generators), 1024, [&](int64_t begin, int64_t end) {
    for (int64_t round = 0; round < count; round += generators)
      for (int64_t e = round + begin; e < std::min(round + end, count); ++e)
        mask[e] = to_uniform(draw(states[e - round])) > net.op.dropout;
  });
}

// In f32 for all but f64, as dropout has it.
double dropout_scale(const Net& net) {
  return net.data == DType::f64 ? 1 / (1 - static_cast<double>(net.op.dropout))
                                : static_cast<double>(1.0f / (1.0f - net.op.dropout));
}

template <class A>
const A* dropped(const Net& net, int64_t rows, const A* below, const uint8_t* mask, A* room) {
  if (!net.op.drops()) return below;
  const double scale = dropout_scale(net);
  parallel_range(rows * net.W, 4096, [&](int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e)
      room[e] = mask[e] ? static_cast<A>(static_cast<double>(below[e]) * scale) : A(0);
  });
  return room;
}

#define GIRIH_RNN_FOR(A)                                                                                         \
  template void read_weights<A>(const RunArgs&, const Net&, bool, A*);                                           \
  template void read_rows<A>(const RunArgs&, const Net&, const Sequences&, graph::TensorId, A*);                 \
  template void write_rows<A>(const RunArgs&, const Net&, const Sequences&, const A*, graph::TensorId, double);  \
  template void read_state<A>(const RunArgs&, const Net&, graph::TensorId, int64_t, int64_t, A*);                \
  template void write_state<A>(const RunArgs&, const Net&, const Sequences&, const A*, graph::TensorId, int64_t, \
                               int64_t);                                                                         \
  template const A* dropped<A>(const Net&, int64_t, const A*, const uint8_t*, A*);
GIRIH_RNN_FOR(float)
GIRIH_RNN_FOR(double)
#undef GIRIH_RNN_FOR

}  // namespace girih::reference::rnn
