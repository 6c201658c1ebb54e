#include "graph/ops/rnn.h"

#include "base/xorwow.h"
#include "graph/graph.h"
#include "graph/ops/rules.h"

namespace girih::graph {
namespace {

int64_t matrix_elements(const Rnn& o, int64_t layer) {
  const int64_t rows = o.gates() * o.hidden;
  const int64_t in = layer == 0 && o.skip_input ? 0 : rows * o.width_of_layer_input(layer);
  return in + rows * o.output + (o.projects() ? o.output * o.hidden : 0);
}

bool has_input_bias(const Rnn& o) { return o.bias == RnnBias::input || o.bias == RnnBias::both; }
bool has_recurrent_bias(const Rnn& o) { return o.bias == RnnBias::recurrent || o.bias == RnnBias::both; }

int64_t bias_elements(const Rnn& o) { return (has_input_bias(o) + has_recurrent_bias(o)) * o.gates() * o.hidden; }

// The layers above the first are alike.
int64_t all_matrices(const Rnn& o) {
  return o.directions() * (matrix_elements(o, 0) + (o.layers - 1) * (o.layers > 1 ? matrix_elements(o, 1) : 0));
}

// x, y, dx or dy: {T, N, width}, or {rows, width} when packed; all those of a call agree in T and N.
Check check_data(const Graph& g, TensorId id, TensorId like, int64_t width, bool packed) {
  GIRIH_TRY(check_plain(g, id));
  GIRIH_TRY(check_float(g, id));
  GIRIH_TRY(check_same_type(g, like, id));
  const TensorDesc &t = g.desc(id), &first = g.desc(like);
  const int rank = packed ? 2 : 3;
  if (t.rank != rank) return bad_param("{}: has {} dimensions, not {}", g.name(id), t.rank, rank);
  if (t.dims[rank - 1] != width)
    return bad_param("{}: its vectors have {} elements; the network has {}", g.name(id), t.dims[rank - 1], width);
  for (int i = 0; i < rank - 1; ++i)
    if (t.dims[i] != first.dims[i])
      return bad_param("{}: dimension {} is {}; it must be that of {}, {}", g.name(id), i, t.dims[i], g.name(like),
                       first.dims[i]);
  return {};
}

// hx, cx and their like: {layers * directions, N, width}; more dimensions are 1.
Check check_state(const Graph& g, const Rnn& o, TensorId id, TensorId like, int64_t batch, int64_t width) {
  if (id == kNone) return {};
  GIRIH_TRY(check_plain(g, id));
  GIRIH_TRY(check_same_type(g, like, id));
  const TensorDesc& t = g.desc(id);
  const int64_t want[kMaxRank] = {o.layers * o.directions(), batch, width, 1, 1, 1, 1, 1};
  if (t.rank < 3) return bad_param("{}: has {} dimensions, not 3", g.name(id), t.rank);
  for (int i = 0; i < t.rank; ++i)
    if (t.dims[i] != want[i])
      return bad_param("{}: dimension {} is {}; it must be {} (layers * directions, batch, width of the state)",
                       g.name(id), i, t.dims[i], want[i]);
  return {};
}

}  // namespace

RnnWeights rnn_weights(const Rnn& o, int64_t pseudo_layer) {
  const int64_t layer = pseudo_layer / o.directions(), rows = o.gates() * o.hidden;
  int64_t at = 0;
  if (layer > 0) at = o.directions() * (matrix_elements(o, 0) + (layer - 1) * matrix_elements(o, 1));
  at += pseudo_layer % o.directions() * matrix_elements(o, layer);
  RnnWeights w;
  if (layer > 0 || !o.skip_input) {
    w.input = at;
    at += rows * o.width_of_layer_input(layer);
  }
  w.recurrent = at;
  if (o.projects()) w.projection = at + rows * o.output;
  int64_t bias = all_matrices(o) + pseudo_layer * bias_elements(o);
  if (has_input_bias(o)) {
    w.input_bias = bias;
    bias += rows;
  }
  if (has_recurrent_bias(o)) w.recurrent_bias = bias;
  return w;
}

int64_t rnn_weight_count(const Rnn& o) { return all_matrices(o) + o.layers * o.directions() * bias_elements(o); }

Check rnn_check_sizes(const Rnn& o, int64_t rows) {
  const auto in = static_cast<double>(o.input), hidden = static_cast<double>(o.hidden);
  const double cells = static_cast<double>(o.layers) * static_cast<double>(o.directions());
  // Generous: 2 directions, 4 gates, every part that some cell has.
  const double weights = cells * 4 * hidden * (in + 4 * hidden + 2);
  const double row = cells * 24 * hidden + 2 * in;
  if (weights < 0x1p58 && row * static_cast<double>(rows) < 0x1p58) return {};
  return not_supported("inputSize {}, hiddenSize {}, numLayers {}, {} vectors: more than 2^58 numbers", o.input,
                       o.hidden, o.layers, rows);
}

RnnReserve rnn_reserve(const Rnn& o, int64_t rows, DType data) {
  const int64_t pseudo_layers = o.layers * o.directions(), gates = o.gates() * o.hidden;
  const bool lstm = o.cell == RnnCell::lstm, gru = o.cell == RnnCell::gru;
  RnnReserve r{};
  int64_t at = 0;
  auto take = [&](int64_t elements) {
    const int64_t here = at;
    at += elements * rows;
    return here;
  };
  r.output = take(pseudo_layers * o.output);
  r.gates = take(lstm || gru ? pseudo_layers * 4 * o.hidden : 0);
  r.cell = take(lstm ? pseudo_layers * o.hidden : 0);
  r.input_gradient = take(pseudo_layers * gates);
  r.recurrent_gradient = gru ? take(pseudo_layers * gates) : r.input_gradient;
  r.output_gradient = take(o.projects() ? pseudo_layers * o.output : 0);
  r.mask = at * (data == DType::f64 ? 8 : 4);
  const int64_t masks = o.drops() ? (o.layers - 1) * o.directions() * o.directions() * o.output * rows : 0;
  r.bytes = (r.mask + masks + 7) / 8 * 8;
  return r;
}

int64_t rnn_rows(const Graph& g, const Rnn& o) {
  const TensorDesc& t = g.desc(o.y);
  return o.packed ? t.dims[0] : t.dims[0] * t.dims[1];
}

Check validate(const Graph& g, const Rnn& o) {
  if (o.skip_input && o.input != o.hidden)
    return bad_param("inputSize: {} with CUDNN_SKIP_INPUT; it must be hiddenSize, {}", o.input, o.hidden);
  const int64_t width = o.directions() * o.output;
  for (TensorId id : {o.y, o.dy})
    if (id != kNone) GIRIH_TRY(check_data(g, id, o.y, width, o.packed));
  for (TensorId id : {o.x, o.dx})
    if (id != kNone) GIRIH_TRY(check_data(g, id, o.y, o.input, o.packed));

  GIRIH_TRY(rnn_check_sizes(o, rnn_rows(g, o)));
  const int64_t batch = g.desc(o.lengths).dims[0];
  if (!o.packed && g.desc(o.y).dims[1] != batch)
    return bad_param("{}: {} lengths for {} sequences", g.name(o.lengths), batch, g.desc(o.y).dims[1]);
  for (TensorId id : {o.hx, o.hy, o.dhx, o.dhy}) GIRIH_TRY(check_state(g, o, id, o.y, batch, o.output));
  for (TensorId id : {o.cx, o.cy, o.dcx, o.dcy}) GIRIH_TRY(check_state(g, o, id, o.y, batch, o.hidden));

  for (TensorId id : {o.weights, o.dweights}) {
    if (id == kNone) continue;
    GIRIH_TRY(check_same_type(g, o.y, id));
    if (g.desc(id).count() < rnn_weight_count(o))
      return bad_param("{}: {} elements; the network has {} (cudnnGetRNNWeightSpaceSize)", g.name(id),
                       g.desc(id).count(), rnn_weight_count(o));
  }
  if (o.pass != RnnPass::inference) {
    const RnnReserve reserve = rnn_reserve(o, rnn_rows(g, o), g.desc(o.y).dtype);
    if (g.desc(o.reserve).count() < reserve.bytes)
      return bad_param("{}: {} bytes; this network and batch take {} (cudnnGetRNNTempSpaceSizes)", g.name(o.reserve),
                       g.desc(o.reserve).count(), reserve.bytes);
  }
  if (o.pass == RnnPass::training && o.drops() && (o.states == kNone || g.desc(o.states).count() < kXorwowBytes))
    return bad_param("dropoutDesc: its rate is {} and it has no random states (cudnnSetDropoutDescriptor)", o.dropout);
  return {};
}

}  // namespace girih::graph
