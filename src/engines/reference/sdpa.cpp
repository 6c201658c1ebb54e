// Attention by its definition, row by row: the scores of one query with all keys, never a whole matrix of them.
#include <cmath>
#include <vector>

#include "engines/reference/views.h"

namespace girih::engines {

extern const Engine reference_sdpa;

namespace {

using namespace girih::reference;
using graph::SdpaBackward;
using graph::SdpaForward;
using graph::TensorId;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Keys or values: [B, H, S, D], or in pages [blocks, H, tokens of a block, D].
struct Tokens {
  View data, table;
  int64_t length = 0;  // tokens that the tensor has room for

  Tokens(const RunArgs& a, TensorId id, TensorId pages) : data(view(a, id)), table(view(a, pages)) {
    length = table ? table.desc.dims[2] * data.desc.dims[2] : data.desc.dims[2];
  }
  // Whether token t of batch b exists: a page of the table may be no page of the container.
  bool exists(int64_t b, int64_t t) const {
    if (!table) {
      const int64_t index[] = {b, 0, t, 0};
      return t < length && data.inside(index);
    }
    return page(b, t) >= 0;
  }
  int64_t page(int64_t b, int64_t t) const {
    const int64_t entry[] = {b, 0, t / data.desc.dims[2], 0};
    if (entry[2] >= table.desc.dims[2] || !table.inside(entry)) return -1;
    const auto p = static_cast<int64_t>(table.get(entry));
    return p < data.desc.dims[0] ? p : -1;
  }
  // The row of a token that exists, for a query head of `heads`.
  double get(int64_t b, int64_t head, int64_t heads, int64_t t, int64_t d) const {
    const int64_t own = head / (heads / data.desc.dims[1]);
    if (!table) {
      const int64_t index[] = {b, own, t, d};
      return data.get(index);
    }
    const int64_t index[] = {page(b, t), own, t % data.desc.dims[2], d};
    return data.get(index);
  }
};

struct Problem {
  View q;
  Tokens k, v;
  View scale, lengths_q, lengths_kv, mask;
  int64_t batches, heads, rows, size, value_size;

  template <class T>
  Problem(const RunArgs& a, const T& o, TensorId table_k, TensorId table_v, TensorId block_mask)
      : q(view(a, o.q)),
        k(a, o.k, table_k),
        v(a, o.v, table_v),
        scale(view(a, o.scale)),
        lengths_q(view(a, o.seq_len_q)),
        lengths_kv(view(a, o.seq_len_kv)),
        mask(view(a, block_mask)),
        batches(q.desc.dims[0]),
        heads(q.desc.dims[1]),
        rows(q.desc.dims[2]),
        size(q.desc.dims[3]),
        value_size(v.data.desc.dims[3]) {}

  double factor() const { return scale ? scale.number(0) : 1; }
  bool row_exists(int64_t b, int64_t i) const {
    const int64_t index[] = {b, 0, i, 0};
    return i < rows && q.inside(index) && (!lengths_q || i < static_cast<int64_t>(lengths_q.number(b)));
  }
  int64_t keys(int64_t b) const {
    const int64_t room = std::min(k.length, v.length);
    return lengths_kv ? std::min(room, static_cast<int64_t>(lengths_kv.number(b))) : room;
  }
  // A block mask has a bit for each block of 128 x 128 scores.
  bool sees(int64_t b, int64_t h, int64_t i, int64_t j) const {
    if (!k.exists(b, j) || !v.exists(b, j)) return false;
    if (!mask) return true;
    const int64_t at[] = {b, h, i / 128, j / 128 / 8};
    return static_cast<int>(mask.broadcast(at)) >> (j / 128 % 8) & 1;
  }
  double score(int64_t b, int64_t h, int64_t i, int64_t j) const {
    double sum = 0;
    for (int64_t d = 0; d < size; ++d) {
      const int64_t index[] = {b, h, i, d};
      sum += q.get(index) * k.get(b, h, heads, j, d);
    }
    return factor() * sum;
  }
};

void forward(const RunArgs& a, const SdpaForward& o) {
  const Problem p(a, o, o.page_table_k, o.page_table_v, o.block_mask);
  const View out = view(a, o.o), stats = view(a, o.stats);
  parallel_for(p.batches * p.heads * p.rows, [&](int64_t n) {
    const int64_t b = n / (p.heads * p.rows), h = n / p.rows % p.heads, i = n % p.rows;
    const int64_t keys = p.row_exists(b, i) ? p.keys(b) : 0;
    std::vector<double> weight(static_cast<size_t>(std::max<int64_t>(keys, 0)));
    double max = -kInfinity, sum = 0;
    for (int64_t j = 0; j < keys; ++j) {
      double& w = weight[static_cast<size_t>(j)];
      w = p.sees(b, h, i, j) ? p.score(b, h, i, j) : -kInfinity;
      if (!(w <= max)) max = w;  // a NaN stays
      if (max != max) break;
    }
    if (max == -kInfinity) weight.clear();  // nothing to look at: o = 0
    for (double& w : weight) sum += w = max != max ? max : std::exp(w - max);
    for (int64_t d = 0; d < p.value_size; ++d) {
      double r = 0;
      for (size_t j = 0; j < weight.size(); ++j)
        if (weight[j] != 0) r += weight[j] / sum * p.v.get(b, h, p.heads, static_cast<int64_t>(j), d);
      const int64_t at[] = {b, h, i, d};
      if (out.inside(at)) out.set(at, r);
    }
    const int64_t at[] = {b, h, i, 0};
    if (stats && stats.inside(at)) stats.set(at, max + std::log(sum));
  });
}

// p = exp(score - stats), dp = do v^T, ds = p (dp - sum of do o): then dq = scale ds k, dk = scale ds^T q, dv = p^T do.
struct Gradient {
  const Problem& p;
  View o, d_o, stats;

  double dot(const View& x, int64_t b, int64_t h, int64_t i, int64_t j) const {
    double sum = 0;
    for (int64_t d = 0; d < p.value_size; ++d) {
      const int64_t index[] = {b, h, i, d};
      sum += d_o.get(index) * (&x == &o ? o.get(index) : p.v.get(b, h, p.heads, j, d));
    }
    return sum;
  }
  double weight(int64_t b, int64_t h, int64_t i, int64_t j) const {
    const int64_t at[] = {b, h, i, 0};
    const double s = stats.get(at);
    return s == -kInfinity || !p.sees(b, h, i, j) ? 0 : std::exp(p.score(b, h, i, j) - s);
  }
};

void backward(const RunArgs& a, const SdpaBackward& op) {
  const Problem p(a, op, graph::kNone, graph::kNone, graph::kNone);
  const Gradient g{p, view(a, op.o), view(a, op.d_o), view(a, op.stats)};
  const View dq = view(a, op.dq), dk = view(a, op.dk), dv = view(a, op.dv);
  const int64_t all = p.k.length;
  // delta = sum of do o, of each row; one number a row is all that is kept between the passes.
  std::vector<double> delta(static_cast<size_t>(p.batches * p.heads * p.rows));
  parallel_for(p.batches * p.heads * p.rows, [&](int64_t n) {
    const int64_t b = n / (p.heads * p.rows), h = n / p.rows % p.heads, i = n % p.rows;
    std::vector<double> sum(static_cast<size_t>(p.size));
    if (p.row_exists(b, i)) {
      double& own = delta[static_cast<size_t>(n)];
      own = g.dot(g.o, b, h, i, 0);
      for (int64_t j = 0; j < p.keys(b); ++j) {
        const double w = g.weight(b, h, i, j);
        if (w == 0) continue;
        const double ds = w * (g.dot(p.v.data, b, h, i, j) - own) * p.factor();
        for (int64_t d = 0; d < p.size; ++d) sum[static_cast<size_t>(d)] += ds * p.k.get(b, h, p.heads, j, d);
      }
    }
    for (int64_t d = 0; d < p.size; ++d) {
      const int64_t at[] = {b, h, i, d};
      if (dq.inside(at)) dq.set(at, sum[static_cast<size_t>(d)]);
    }
  });
  // A key-value head collects from the query heads it serves.
  auto keys_and_values = [&](const View& out, bool values) {
    const int64_t own_heads = out.desc.dims[1], group = p.heads / own_heads, width = out.desc.dims[3];
    parallel_for(p.batches * own_heads * all, [&](int64_t n) {
      const int64_t b = n / (own_heads * all), hk = n / all % own_heads, j = n % all;
      std::vector<double> sum(static_cast<size_t>(width));
      for (int64_t h = hk * group; j < p.keys(b) && h < (hk + 1) * group; ++h)
        for (int64_t i = 0; i < p.rows && p.row_exists(b, i); ++i) {
          double w = g.weight(b, h, i, j);
          if (w == 0) continue;
          if (!values)
            w *=
                (g.dot(p.v.data, b, h, i, j) - delta[static_cast<size_t>((b * p.heads + h) * p.rows + i)]) * p.factor();
          for (int64_t d = 0; d < width; ++d) {
            const int64_t at[] = {b, h, i, d};
            sum[static_cast<size_t>(d)] += w * (values ? g.d_o : p.q).get(at);
          }
        }
      for (int64_t d = 0; d < width; ++d) {
        const int64_t at[] = {b, hk, j, d};
        if (out.inside(at)) out.set(at, sum[static_cast<size_t>(d)]);
      }
    });
  };
  keys_and_values(dk, false);
  keys_and_values(dv, true);
}

Check run(const RunArgs& a) {
  if (const auto* o = a.graph.only<SdpaForward>()) forward(a, *o);
  if (const auto* o = a.graph.only<SdpaBackward>()) backward(a, *o);
  return {};
}

Verdict supports(const graph::Graph& g, const Device&) {
  if (const auto* o = g.only<SdpaForward>()) {
    if ((o->page_table_k == graph::kNone) != (o->page_table_v == graph::kNone))
      return no("keys and values are both in pages, or neither");
    return have_values(g);
  }
  return g.only<SdpaBackward>() ? have_values(g) : no("takes a single attention");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto* f = g.only<SdpaForward>();
  const auto* b = g.only<SdpaBackward>();
  const TensorDesc &q = g.desc(f ? f->q : b->q), &k = g.desc(f ? f->k : b->k);
  const int64_t pages = f && f->page_table_k != graph::kNone ? g.desc(f->page_table_k).dims[2] : 1;
  return {0.02 * (f ? 2 : 8) * static_cast<double>(q.count()) * static_cast<double>(k.dims[2] * pages), 0};
}

Result<Plan> build(const graph::Graph&, const Device&) { return Plan{&reference_sdpa, 0, run}; }

}  // namespace

const Engine reference_sdpa{119, "reference.sdpa", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
