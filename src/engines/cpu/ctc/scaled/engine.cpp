// CTC loss in probabilities, each step scaled by its largest state (Rabiner 1989, V.A): three multiply-adds for a state
// where logarithms need exponentials. What falls below the smallest double in a step is lost; a bound of that loss is
// kept, and a sample for which it could matter is done in logarithms.
#include <cmath>
#include <vector>

#include "engines/reference/ctc.h"
#include "plan/engine.h"

namespace girih::engines {

extern const Engine cpu_ctc_scaled;

namespace {

using graph::Ctc;
using reference::ctc::Problem;
using reference::ctc::Sample;

// A state lost in step t, on its way there or from there, is below 2^-1022 = e^-708 of the largest one. It is below
// e^-108 of p, the probability of the label, if the largest arrival times the largest departure is at most e^600 p.
constexpr double kLargestScale = 600;

// Two zeros before the first state stand for those that do not exist.
constexpr int64_t kBefore = 2;

class Scaled {
 public:
  explicit Scaled(const Sample& sample) : s_(sample), width_(sample.states()), row_(width_ + kBefore) {}
  // The loss, with the gradients written; NaN if the scales cannot be trusted.
  double run();

 private:
  bool read_probabilities();
  bool forward();
  bool backward();
  double* prob(int64_t t) { return probs_.data() + t * s_.problem.symbols; }
  double* arrival(int64_t t) { return arrivals_.data() + t * width_; }

  const Sample& s_;
  int64_t width_, row_;
  std::vector<double> probs_;     // [step][symbol]
  std::vector<double> arrivals_;  // [step][state]: as in the reference, in the scale of the step before
  std::vector<double> scales_;    // ln of what the states of each step have been divided by
  std::vector<double> skips_;     // 1 where a state may follow the one two before it
  double ln_p_ = 0;
};

double Scaled::run() { return read_probabilities() && forward() && backward() ? 0 - ln_p_ : std::nan(""); }

// False if they are no probabilities.
bool Scaled::read_probabilities() {
  const Problem& p = s_.problem;
  probs_.resize(static_cast<size_t>(s_.steps * p.symbols));
  for (int64_t t = 0; t < s_.steps; ++t) {
    double* row = prob(t);
    double largest = -INFINITY, sum = 0;
    for (int64_t a = 0; a < p.symbols; ++a) {
      row[a] = p.prob(t, s_.n, a);
      largest = std::fmax(largest, row[a]);
    }
    if (!p.op.softmax) {
      for (int64_t a = 0; a < p.symbols; ++a)
        if (!(row[a] >= 0 && row[a] <= 1)) return false;
      continue;
    }
    for (int64_t a = 0; a < p.symbols; ++a) sum += row[a] = std::exp(row[a] - largest);
    if (!std::isfinite(sum)) return false;
    for (int64_t a = 0; a < p.symbols; ++a) row[a] /= sum;
  }
  return true;
}

bool Scaled::forward() {
  skips_.resize(static_cast<size_t>(width_));
  for (int64_t s = 0; s < width_; ++s) skips_[static_cast<size_t>(s)] = s_.skips(s);
  arrivals_.assign(static_cast<size_t>(s_.steps * width_), 0);
  std::vector<double> memory(static_cast<size_t>(2 * row_));
  double *before = memory.data() + kBefore, *now = before + row_;
  double scale = 0;
  for (int64_t t = 0; t < s_.steps; ++t) {
    double *in = arrival(t), largest = 0;
    const double* p = prob(t);
    const int64_t end = s_.end_reached(t);
    for (int64_t s = 0; s < end; ++s)
      in[s] = t == 0 ? 1 : before[s] + before[s - 1] + skips_[static_cast<size_t>(s)] * before[s - 2];
    for (int64_t s = 0; s < end; ++s) {
      now[s] = in[s] * p[s_.symbol(s)];
      largest = std::fmax(largest, now[s]);
    }
    if (!(largest > 0)) return false;
    for (int64_t s = 0; s < end; ++s) now[s] /= largest;
    scales_.push_back(scale += std::log(largest));
    std::swap(before, now);
  }
  ln_p_ = std::log(before[width_ - 1] + before[width_ - 2]) + scale;
  return ln_p_ > -INFINITY;
}

bool Scaled::backward() {
  const Problem& problem = s_.problem;
  std::vector<double> share(static_cast<size_t>(problem.symbols));
  // departure[s]: of all that comes after step t, from state s, scaled; later: the same with the symbol of step t + 1.
  std::vector<double> departure(static_cast<size_t>(width_)), later(static_cast<size_t>(row_));
  double scale = 0;
  for (int64_t t = s_.steps - 1; t >= 0; --t) {
    const double *in = arrival(t), *p = prob(t);
    const int64_t first = s_.first_useful(t);
    double largest = 0;
    for (int64_t s = first; s < width_; ++s) {
      const auto i = static_cast<size_t>(s);
      const double skipped = s + 2 < width_ ? skips_[i + 2] * later[i + 2] : 0;
      departure[i] = t == s_.steps - 1 ? s >= width_ - 2 : later[i] + later[i + 1] + skipped;
      largest = std::fmax(largest, departure[i]);
    }
    if (!(largest > 0)) return false;
    scale += std::log(largest);
    for (int64_t s = first; s < width_; ++s) departure[static_cast<size_t>(s)] /= largest;
    const double ln_factor = (t ? scales_[static_cast<size_t>(t - 1)] : 0) + scale - ln_p_;
    if (!(ln_factor <= kLargestScale)) return false;
    if (problem.gradients.data) {
      std::fill(share.begin(), share.end(), 0.0);
      for (int64_t s = first; s < width_; ++s)
        share[static_cast<size_t>(s_.symbol(s))] += in[s] * departure[static_cast<size_t>(s)];
      const double factor = std::exp(ln_factor);
      for (int64_t a = 0; a < problem.symbols; ++a) {
        const double derivative = share[static_cast<size_t>(a)] * factor;
        problem.put(t, s_.n, a, problem.op.softmax ? p[a] - p[a] * derivative : 0 - derivative);
      }
    }
    for (int64_t s = first; s < width_; ++s)
      later[static_cast<size_t>(s)] = departure[static_cast<size_t>(s)] * p[s_.symbol(s)];
  }
  return true;
}

double loss(const Sample& s) {
  const double scaled = Scaled(s).run();
  return std::isnan(scaled) ? reference::ctc::loss_by_logarithms(s) : scaled;
}

Verdict supports(const graph::Graph& g, const Device&) { return g.only<Ctc>() ? yes() : no("takes one CTC loss"); }

// A few multiply-adds for a state of a step, an exponential for a symbol; measured to be 2 to 9 times as fast as the
// reference.
Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Ctc>();
  const TensorDesc& p = g.desc(o.probs);
  const int64_t states = 2 * std::min(o.longest_label, p.dims[0]) + 1;
  return {static_cast<double>(p.dims[0]) * static_cast<double>(p.dims[1]) *
              (6e-3 * static_cast<double>(states) + 25e-3 * static_cast<double>(p.dims[2])),
          0};
}

Result<Plan> build(const graph::Graph&, const Device&) {
  return Plan{&cpu_ctc_scaled, 0, [](const RunArgs& a) { return reference::ctc::run(a, loss); }};
}

}  // namespace

const Engine cpu_ctc_scaled{224, "cpu.ctc.scaled", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
