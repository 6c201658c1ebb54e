// Recurrent networks: the passes, and properties that hold between networks.
#include <algorithm>
#include <cmath>

#include "conformance/rnn_calls.h"
#include "conformance/run.h"

namespace girih::conformance {
namespace {

constexpr unsigned kAllPasses = kRnnInference | kRnnTraining | kRnnData | kRnnWeights;

using Values = std::vector<double>;
using Parts = std::vector<std::vector<Values>>;  // [pseudo layer][id]

Values sum_of(const Values& a, const Values& b) {
  Values sum = a;
  sum.resize(std::max(a.size(), b.size()));
  for (size_t i = 0; i < b.size(); ++i) sum[i] += b[i];
  return sum;
}
void add_to(Values& sum, const Values& part) { sum = sum_of(part, sum); }

// Runs networks of one problem and compares their results with each other. On NVIDIA's library each network is
// compared with the reference only: its algorithms may round differently from shape to shape.
class Comparison {
 public:
  Comparison(const Session& session, Report& report) : session_(session), report_(report) {}

  RnnResults run(const RnnKeys& keys, const RnnData& data, const std::string& context) {
    RnnResults results;
    if (!run_rnn_passes(session_, report_, keys, data, kAllPasses, context, results)) throw Stop{};
    return results;
  }
  // Equal bits; or, where sums are split differently, within `errors`.
  void same(const RnnKeys& keys, const Values& got, const Values& want, const std::string& what,
            const Values& errors = {}) {
    if (!session_.girih()) return;
    if (got.size() != want.size()) return report_.fail(what + ": sizes differ");
    compare_values(report_, keys.type, got, {want, errors.empty() ? Values(want.size()) : errors}, what);
  }
  void same_weights(const RnnKeys& keys, const RnnResults& got, const RnnResults& want, size_t first,
                    const std::string& what, bool split = false) {
    for (size_t pseudo = 0; pseudo < got.dmatrix.size(); ++pseudo)
      for (size_t id = 0; id < got.dmatrix[pseudo].size(); ++id) {
        std::string name = what + " pseudo layer " + std::to_string(pseudo) + " id " + std::to_string(id);
        const size_t from = first + pseudo;
        auto errors = [&](const Parts& a, const Parts& b) {
          return split ? sum_of(a[pseudo][id], b[from][id]) : Values();
        };
        same(keys, got.dmatrix[pseudo][id], want.dmatrix[from][id], name + " matrix gradient",
             errors(got.dmatrix_error, want.dmatrix_error));
        same(keys, got.dbias[pseudo][id], want.dbias[from][id], name + " bias gradient",
             errors(got.dbias_error, want.dbias_error));
      }
  }
  void all_same(const RnnKeys& keys, const RnnResults& got, const RnnResults& want, const std::string& what) {
    same(keys, got.y, want.y, what + " y");
    same(keys, got.hy, want.hy, what + " hy");
    same(keys, got.cy, want.cy, what + " cy");
    same(keys, got.dx, want.dx, what + " dx");
    same(keys, got.dhx, want.dhx, what + " dhx");
    same(keys, got.dcx, want.dcx, what + " dcx");
    same_weights(keys, got, want, 0, what);
  }

 private:
  const Session& session_;
  Report& report_;
};

// The same batch in every layout.
void layouts(Comparison& c, RnnKeys keys, const RnnData& data) {
  const auto& lengths = keys.shape.lengths;
  bool sorted = std::is_sorted(lengths.rbegin(), lengths.rend()) && lengths.back() > 0;
  keys.padded_io = true;
  keys.layout = "seq_major";
  RnnResults first = c.run(keys, data, "seq_major ");
  keys.layout = "batch_major";
  c.all_same(keys, c.run(keys, data, "batch_major "), first, "batch_major against seq_major:");
  keys.layout = "packed";
  if (sorted) c.all_same(keys, c.run(keys, data, "packed "), first, "packed against seq_major:");
}

// [outer][batch][width] without all sequences but n; outer is steps or pseudo-layers.
Values one_sequence(const Values& all, int64_t batch, int64_t width, int64_t n) {
  Values one;
  for (size_t at = static_cast<size_t>(n * width); at < all.size(); at += static_cast<size_t>(batch * width))
    one.insert(one.end(), all.begin() + at, all.begin() + at + width);
  return one;
}

// Each sequence alone.
void batches(Comparison& c, const RnnKeys& keys, const RnnData& data) {
  const RnnShape& shape = keys.shape;
  const int64_t N = shape.batch();
  RnnResults whole = c.run(keys, data, "batch ");
  RnnResults sum;
  sum.dmatrix = sum.dbias = sum.dmatrix_error = sum.dbias_error =
      Parts(static_cast<size_t>(shape.pseudo_layers()), std::vector<Values>(shape.ids()));
  for (int64_t n = 0; n < N; ++n) {
    if (shape.lengths[n] == 0 && keys.layout == "packed") continue;
    RnnKeys alone = keys;
    alone.shape.lengths = {shape.lengths[n]};
    auto cut = [&](const Values& all, int64_t width) { return one_sequence(all, N, width, n); };
    RnnData part = data;
    part.x = cut(data.x, shape.input);
    part.dy = cut(data.dy, shape.width());
    part.hx = cut(data.hx, shape.output);
    part.dhy = cut(data.dhy, shape.output);
    part.cx = cut(data.cx, shape.hidden);
    part.dcy = cut(data.dcy, shape.hidden);
    std::string name = "sequence " + std::to_string(n) + " alone:";
    RnnResults got = c.run(alone, part, name + " ");
    c.same(keys, got.y, cut(whole.y, shape.width()), name + " y");
    c.same(keys, got.hy, cut(whole.hy, shape.output), name + " hy");
    c.same(keys, got.cy, cut(whole.cy, shape.hidden), name + " cy");
    c.same(keys, got.dx, cut(whole.dx, shape.input), name + " dx");
    c.same(keys, got.dhx, cut(whole.dhx, shape.output), name + " dhx");
    c.same(keys, got.dcx, cut(whole.dcx, shape.hidden), name + " dcx");
    for (size_t pseudo = 0; pseudo < got.dmatrix.size(); ++pseudo)
      for (size_t id = 0; id < got.dmatrix[pseudo].size(); ++id) {
        add_to(sum.dmatrix[pseudo][id], got.dmatrix[pseudo][id]);
        add_to(sum.dbias[pseudo][id], got.dbias[pseudo][id]);
        add_to(sum.dmatrix_error[pseudo][id], got.dmatrix_error[pseudo][id]);
        add_to(sum.dbias_error[pseudo][id], got.dbias_error[pseudo][id]);
      }
  }
  c.same_weights(keys, whole, sum, 0, "the batch against the sum of its sequences:", true);
}

// x[t] becomes x[length - 1 - t] of each sequence.
Values reversed(const RnnShape& shape, const Values& all, int64_t width) {
  Values turned(all.size());
  for (int64_t n = 0; n < shape.batch(); ++n)
    for (int64_t t = 0; t < shape.lengths[n]; ++t)
      for (int64_t i = 0; i < width; ++i)
        turned[(t * shape.batch() + n) * width + i] = all[((shape.lengths[n] - 1 - t) * shape.batch() + n) * width + i];
  return turned;
}

// Columns [first, first + width) of [rows][all].
Values columns(const Values& from, int64_t all, int64_t first, int64_t width) {
  Values some;
  for (size_t at = static_cast<size_t>(first); at < from.size(); at += static_cast<size_t>(all))
    some.insert(some.end(), from.begin() + at, from.begin() + at + width);
  return some;
}

// A bidirectional layer is a network forward in time and another one over the turned sequences.
void split(Comparison& c, const RnnKeys& keys, const RnnData& data) {
  const RnnShape& shape = keys.shape;
  if (shape.directions != 2 || shape.layers != 1) throw problem::Error("split needs dirs=2 layers=1");
  RnnResults both = c.run(keys, data, "bidirectional ");
  Values dx, errors = both.dx_error;
  for (int d = 0; d < 2; ++d) {
    RnnKeys one = keys;
    one.shape.directions = 1;
    auto half = [&](const Values& states) {
      return Values(states.begin() + d * states.size() / 2, states.begin() + (d + 1) * states.size() / 2);
    };
    auto turn = [&](const Values& values, int64_t width) { return d == 0 ? values : reversed(shape, values, width); };
    RnnData part;
    part.exact = data.exact;
    part.x = turn(data.x, shape.input);
    part.dy = turn(columns(data.dy, 2 * shape.output, d * shape.output, shape.output), shape.output);
    part.hx = half(data.hx), part.cx = half(data.cx), part.dhy = half(data.dhy), part.dcy = half(data.dcy);
    part.matrix = {data.matrix[d]};
    part.bias = {data.bias[d]};
    std::string name = d == 0 ? "forward alone:" : "reverse alone:";
    RnnResults got = c.run(one, part, name + " ");
    c.same(keys, turn(got.y, shape.output), columns(both.y, 2 * shape.output, d * shape.output, shape.output),
           name + " y");
    c.same(keys, got.hy, half(both.hy), name + " hy");
    c.same(keys, got.cy, half(both.cy), name + " cy");
    c.same(keys, got.dhx, half(both.dhx), name + " dhx");
    c.same(keys, got.dcx, half(both.dcx), name + " dcx");
    c.same_weights(keys, got, both, static_cast<size_t>(d), name, true);
    add_to(dx, turn(got.dx, shape.input));
    add_to(errors, turn(got.dx_error, shape.input));
  }
  c.same(keys, both.dx, dx, "dx against the sum of both directions'", errors);
}

// Layers are networks of one layer, each fed by the one below.
void stack(Comparison& c, const RnnKeys& keys, const RnnData& data) {
  if (keys.type != DType::kF32 && keys.type != DType::kF64)
    throw problem::Error("stack needs f32 or f64: between layers narrow types are not rounded");
  const RnnShape& shape = keys.shape;
  RnnResults whole = c.run(keys, data, "stack ");
  const auto L = static_cast<size_t>(shape.layers), D = static_cast<size_t>(shape.directions);
  std::vector<RnnData> parts(L);
  std::vector<RnnResults> results(L);
  auto slice = [&](const Values& states, size_t layer) {
    return Values(states.begin() + layer * states.size() / L, states.begin() + (layer + 1) * states.size() / L);
  };
  auto run = [&](size_t layer) {
    RnnKeys one = keys;
    one.shape.layers = 1;
    one.shape.input = shape.input_width(static_cast<int64_t>(layer));
    one.shape.skip_input = shape.skip_input && layer == 0;
    results[layer] = c.run(one, parts[layer], "layer " + std::to_string(layer) + " alone: ");
  };
  for (size_t layer = 0; layer < L; ++layer) {
    RnnData& part = parts[layer];
    part.x = layer == 0 ? data.x : results[layer - 1].y;
    part.hx = slice(data.hx, layer), part.cx = slice(data.cx, layer);
    part.dhy = slice(data.dhy, layer), part.dcy = slice(data.dcy, layer);
    part.matrix.assign(data.matrix.begin() + layer * D, data.matrix.begin() + (layer + 1) * D);
    part.bias.assign(data.bias.begin() + layer * D, data.bias.begin() + (layer + 1) * D);
    part.dy = data.dy;  // of the top layer only; the others run again below, with what reaches them
    run(layer);
  }
  for (size_t layer = L - 1; layer-- > 0;) {
    parts[layer].dy = results[layer + 1].dx;
    run(layer);
  }
  c.same(keys, results[L - 1].y, whole.y, "y against chained layers");
  c.same(keys, results[0].dx, whole.dx, "dx against chained layers");
  for (size_t layer = 0; layer < L; ++layer) {
    std::string name = "layer " + std::to_string(layer) + " against the stack:";
    const RnnResults& got = results[layer];
    c.same(keys, got.hy, slice(whole.hy, layer), name + " hy");
    c.same(keys, got.cy, slice(whole.cy, layer), name + " cy");
    c.same(keys, got.dhx, slice(whole.dhx, layer), name + " dhx");
    c.same(keys, got.dcx, slice(whole.dcx, layer), name + " dcx");
    c.same_weights(keys, got, whole, layer * D, name);
  }
}

}  // namespace

void run_rnn(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  std::string pass = reader.word("pass", {"fwd", "bwd", "layout", "batch", "split", "stack"});
  RnnKeys keys = read_rnn(reader);
  reader.finish();
  Random random = random_for(session, problem);
  RnnData data = draw_rnn(session, random, keys, pass != "fwd");
  if (pass == "fwd" || pass == "bwd") {
    unsigned passes = pass == "fwd" ? kRnnInference | kRnnTraining : kRnnTraining | kRnnData | kRnnWeights;
    RnnResults results;
    run_rnn_passes(session, report, keys, data, passes, "", results, &random);
    return;
  }
  if (keys.p > 0) throw problem::Error("the property " + pass + " has no meaning with dropout");
  Comparison comparison(session, report);
  if (pass == "layout") layouts(comparison, keys, data);
  if (pass == "batch") batches(comparison, keys, data);
  if (pass == "split") split(comparison, keys, data);
  if (pass == "stack") stack(comparison, keys, data);
}

}  // namespace girih::conformance
