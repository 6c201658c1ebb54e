// CTC loss by the forward-backward recursion (Graves, Fernandez, Gomez & Schmidhuber 2006, 4.1), in logarithms and
// double: nothing underflows, whatever the length. One sample is one piece of work.
#include "engines/reference/ctc.h"

#include <cmath>
#include <limits>
#include <vector>

namespace girih::reference::ctc {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();  // ln 0

// ln(e^a + e^b + e^c). A NaN stays one, also beside kNever.
double add(double a, double b, double c = kNever) {
  const double m = std::fmax(a, std::fmax(b, c));
  if (m == kNever) return a + b + c;
  return m + std::log(std::exp(a - m) + std::exp(b - m) + std::exp(c - m));
}

struct Logarithms : Sample {
  // ln of the sum over the symbols of step t: softmax subtracts it.
  double normalizer(int64_t t) const {
    double m = kNever, sum = 0;
    for (int64_t a = 0; a < problem.symbols; ++a) m = std::fmax(m, problem.prob(t, n, a));
    for (int64_t a = 0; a < problem.symbols; ++a) sum += std::exp(problem.prob(t, n, a) - m);
    return m + std::log(sum);
  }
  double ln_prob(int64_t t, int64_t a, const std::vector<double>& normalizers) const {
    const double p = problem.prob(t, n, a);
    return problem.op.softmax ? p - normalizers[static_cast<size_t>(t)] : std::log(p);
  }

  double run() const;
  void backward(const std::vector<double>& normalizers, const std::vector<double>& arrival, double ln_p) const;
};

// Returns the loss; writes the gradients.
double Logarithms::run() const {
  std::vector<double> normalizers;
  if (problem.op.softmax)
    for (int64_t t = 0; t < steps; ++t) normalizers.push_back(normalizer(t));
  // arrival[t][s]: ln of the probability of coming to state s in step t, without the symbol of step t itself.
  const int64_t width = states();
  std::vector<double> arrival(static_cast<size_t>(steps * width), kNever), before(static_cast<size_t>(width)), now;
  for (int64_t t = 0; t < steps; ++t) {
    double* row = arrival.data() + t * width;
    now.assign(static_cast<size_t>(width), kNever);
    for (int64_t s = 0; s < end_reached(t); ++s) {
      const auto i = static_cast<size_t>(s);
      row[s] = t == 0 ? 0 : add(before[i], s ? before[i - 1] : kNever, skips(s) ? before[i - 2] : kNever);
      now[i] = row[s] + ln_prob(t, symbol(s), normalizers);
    }
    before.swap(now);
  }
  const double ln_p = add(before.back(), length ? before[before.size() - 2] : kNever);
  if (problem.gradients.data) backward(normalizers, arrival, ln_p);
  return 0 - ln_p;  // not -0 for a certain label
}

// The derivative of -ln p with respect to the probability of symbol a in step t is minus the sum over its states of
// e^(arrival + departure - ln p); with softmax in front it becomes the probability minus the occupancy of the symbol.
void Logarithms::backward(const std::vector<double>& normalizers, const std::vector<double>& arrival,
                          double ln_p) const {
  const int64_t width = states();
  // departure[s]: ln of the probability of all that comes after step t, from state s.
  std::vector<double> departure(static_cast<size_t>(width)), later;
  std::vector<double> share(static_cast<size_t>(problem.symbols));
  for (int64_t t = steps - 1; t >= 0; --t) {
    const double* row = arrival.data() + t * width;
    std::fill(share.begin(), share.end(), 0.0);
    std::fill(departure.begin(), departure.end(), kNever);
    for (int64_t s = first_useful(t); s < width; ++s) {
      const auto i = static_cast<size_t>(s);
      const double skipped = s + 2 < width && skips(s + 2) ? later[i + 2] : kNever;
      departure[i] = t == steps - 1 ? 0 : add(later[i], s + 1 < width ? later[i + 1] : kNever, skipped);
      if (row[s] == kNever || departure[i] == kNever || ln_p == kNever) continue;
      const double emission = problem.op.softmax ? ln_prob(t, symbol(s), normalizers) : 0;
      share[static_cast<size_t>(symbol(s))] += std::exp(row[s] + departure[i] + emission - ln_p);
    }
    for (int64_t a = 0; a < problem.symbols; ++a)
      problem.put(t, n, a,
                  (problem.op.softmax ? std::exp(ln_prob(t, a, normalizers)) : 0) - share[static_cast<size_t>(a)]);
    later.resize(departure.size());
    for (int64_t s = 0; s < width; ++s)
      later[static_cast<size_t>(s)] = departure[static_cast<size_t>(s)] + ln_prob(t, symbol(s), normalizers);
  }
}

}  // namespace

double loss_by_logarithms(const Sample& s) { return Logarithms{s}.run(); }

Check run(const RunArgs& a, double (*loss)(const Sample&)) {
  const auto& o = *a.graph.only<graph::Ctc>();
  const TensorDesc &p = a.graph.desc(o.probs), &costs = a.graph.desc(o.costs);
  const int64_t steps = p.dims[0], samples = p.dims[1];
  const auto* labels = a.ptr<const int32_t>(o.labels);
  const auto* label_lengths = a.ptr<const int32_t>(o.label_lengths);
  const auto* input_lengths = a.ptr<const int32_t>(o.input_lengths);
  std::vector<int64_t> first(static_cast<size_t>(samples));  // label of each sample
  int64_t sum = 0;
  for (int64_t n = 0; n < samples; ++n) {
    first[static_cast<size_t>(n)] = sum;
    if (label_lengths[n] < 0)
      return bad_param("{}[{}]: {}; a length cannot be negative", a.graph.name(o.label_lengths), n, label_lengths[n]);
    if (input_lengths[n] < 0 || input_lengths[n] > steps)
      return bad_param("{}[{}]: {}; it must be 0 to {}, the time steps of {}", a.graph.name(o.input_lengths), n,
                       input_lengths[n], steps, a.graph.name(o.probs));
    sum += label_lengths[n];
  }
  const bool with_gradients = o.gradients != graph::kNone;
  const Problem problem{o,
                        {&p, a.ptr(o.probs)},
                        {with_gradients ? &a.graph.desc(o.gradients) : nullptr, a.ptr(o.gradients)},
                        loader(p.dtype),
                        blender(p.dtype),
                        p.dims[2]};
  const BlendFn put_cost = blender(costs.dtype);
  parallel_for(samples, [&](int64_t n) {
    const Sample s{problem, n, labels + first[static_cast<size_t>(n)], label_lengths[n], input_lengths[n]};
    double cost = 0;
    if (s.fits()) {
      if (s.in_alphabet()) {
        cost = loss(s);
      } else {
        cost = std::numeric_limits<double>::quiet_NaN();
        problem.fill(n, 0, s.steps, cost);
      }
      problem.fill(n, s.steps, steps, 0);
    } else if (!o.skip_impossible) {
      problem.fill(n, 0, steps, 0);
    }
    put_cost(a.ptr(o.costs), n * costs.strides[0], 1, cost, 0);
  });
  return {};
}

}  // namespace girih::reference::ctc

namespace girih::engines {

extern const Engine reference_ctc;

namespace {

using graph::Ctc;

Verdict supports(const graph::Graph& g, const Device&) { return g.only<Ctc>() ? yes() : no("takes one CTC loss"); }

// Three exponentials and a logarithm for a state of a step, in both directions.
Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Ctc>();
  const TensorDesc& p = g.desc(o.probs);
  const int64_t states = 2 * std::min(o.longest_label, p.dims[0]) + 1;
  return {
      0.1 * static_cast<double>(p.dims[0]) * static_cast<double>(p.dims[1]) * static_cast<double>(states + p.dims[2]),
      0};
}

Result<Plan> build(const graph::Graph&, const Device&) {
  return Plan{&reference_ctc, 0,
              [](const RunArgs& a) { return reference::ctc::run(a, reference::ctc::loss_by_logarithms); }};
}

}  // namespace

const Engine reference_ctc{112, "reference.ctc", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
