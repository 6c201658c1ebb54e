// Mixture of experts: each token is multiplied by the weights of its expert; sums in double.
#include "engines/reference/views.h"

namespace girih::engines {

extern const Engine reference_moe;

namespace {

using namespace girih::reference;
using graph::MoeGroupedMatmul;
using graph::MoeGroupedMatmulBackward;
using graph::MoeMode;

// Rows of the grouped product: expert e has [first[e], first[e + 1]).
struct Groups {
  std::vector<int64_t> first;
  Groups(const View& offsets, int64_t experts, int64_t rows) {
    for (int64_t e = 0; e < experts; ++e)
      first.push_back(std::min(std::max<int64_t>(static_cast<int64_t>(offsets.number(e)), 0), rows));
    first.push_back(rows);
  }
  // -1: before the first token of any expert.
  int64_t expert(int64_t row) const {
    return std::upper_bound(first.begin(), first.end() - 1, row) - first.begin() - 1;
  }
};

void forward(const RunArgs& a, const MoeGroupedMatmul& o) {
  const View token = view(a, o.token), weight = view(a, o.weight), out = view(a, o.output),
             index = view(a, o.token_index), ks = view(a, o.token_ks);
  const int64_t columns = out.desc.dims[2], depth = token.desc.dims[2];
  // gather: a row for each index; else a row for each token.
  const int64_t rows = o.mode == MoeMode::gather ? out.desc.dims[1] : token.desc.dims[1];
  const View offsets = view(a, o.first_token_offset);
  const Groups groups(offsets, offsets.desc.count(), rows);
  const int64_t experts = weight.desc.dims[0];
  parallel_for(rows, [&](int64_t row) {
    const int64_t group = groups.expert(row);
    if (group < 0) return;
    const int64_t e = group % experts;
    int64_t from = row, to = row;
    if (o.mode == MoeMode::gather) from = static_cast<int64_t>(index.number(row)) / o.top_k;
    if (o.mode == MoeMode::scatter) {
      to = static_cast<int64_t>(index.number(row));
      if (ks) to = to * o.top_k + static_cast<int64_t>(ks.number(row));
    }
    if (to < 0 || to >= out.desc.dims[1]) return;
    const bool real = from >= 0 && from < token.desc.dims[1];
    for (int64_t j = 0; j < columns; ++j) {
      double sum = 0;
      for (int64_t k = 0; real && k < depth; ++k) {
        const int64_t t[] = {0, from, k}, w[] = {e, k, j};
        sum += token.get(t) * weight.get(w);
      }
      const int64_t y[] = {0, to, j};
      out.set(y, sum);
    }
  });
}

void backward(const RunArgs& a, const MoeGroupedMatmulBackward& o) {
  const View token = view(a, o.token), dout = view(a, o.doutput), dweight = view(a, o.dweight);
  const View offsets = view(a, o.first_token_offset);
  const Groups groups(offsets, offsets.desc.count(), token.desc.dims[1]);
  const auto count = static_cast<int64_t>(groups.first.size()) - 1;
  each_element(dweight.desc, 4, [&](const int64_t* w) {
    double sum = 0;
    for (int64_t group = w[0]; group < count; group += dweight.desc.dims[0])
      for (int64_t row = groups.first[static_cast<size_t>(group)]; row < groups.first[static_cast<size_t>(group) + 1];
           ++row) {
        const int64_t t[] = {0, row, w[1]}, d[] = {0, row, w[2]};
        sum += token.get(t) * dout.get(d);
      }
    dweight.set(w, sum);
  });
}

Check run(const RunArgs& a) {
  if (const auto* o = a.graph.only<MoeGroupedMatmul>()) forward(a, *o);
  if (const auto* o = a.graph.only<MoeGroupedMatmulBackward>()) backward(a, *o);
  return {};
}

Verdict supports(const graph::Graph& g, const Device&) {
  graph::TensorId offsets = graph::kNone, index = graph::kNone, ks = graph::kNone;
  if (const auto* o = g.only<MoeGroupedMatmul>())
    offsets = o->first_token_offset, index = o->token_index, ks = o->token_ks;
  else if (const auto* b = g.only<MoeGroupedMatmulBackward>())
    offsets = b->first_token_offset;
  else
    return no("takes a single grouped matrix product");
  for (graph::TensorId id : {offsets, index, ks})
    if (id != graph::kNone && !is_integer(g.desc(id).dtype))
      return no("{} is {}; offsets and indices are integers", g.name(id), dtype_name(g.desc(id).dtype));
  if (const auto* o = g.only<MoeGroupedMatmul>(); o && o->mode != MoeMode::none) {
    const int64_t rows = g.desc(o->mode == MoeMode::gather ? o->output : o->token).dims[1];
    for (graph::TensorId id : {index, ks})
      if (id != graph::kNone && g.desc(id).count() < rows)
        return no("{} has {} elements for {} rows", g.name(id), g.desc(id).count(), rows);
  }
  return have_values(g);
}

Estimate estimate(const graph::Graph& g, const Device&) {
  double macs = 0;
  if (const auto* o = g.only<MoeGroupedMatmul>())
    macs = static_cast<double>(g.desc(o->output).count() * g.desc(o->token).dims[2]);
  if (const auto* o = g.only<MoeGroupedMatmulBackward>())
    macs = static_cast<double>(g.desc(o->token).count() * g.desc(o->doutput).dims[2]);
  return {0.02 * macs, 0};
}

Result<Plan> build(const graph::Graph&, const Device&) { return Plan{&reference_moe, 0, run}; }

}  // namespace

const Engine reference_moe{122, "reference.moe", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
