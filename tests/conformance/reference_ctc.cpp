#include "conformance/reference_ctc.h"

#include <algorithm>
#include <cmath>

namespace girih::conformance {
namespace {

// Loss and gradient from p, the probability of the label, and dp, its derivatives with respect to the probabilities.
CtcLoss finish(const CtcSample& sample, long double p, const std::vector<long double>& dp) {
  const std::vector<long double> prob = sample.probabilities();
  CtcLoss result;
  result.loss = static_cast<double>(-std::log(p));
  for (int64_t t = 0; t < sample.steps; ++t) {
    long double largest = 0;
    for (int64_t a = 0; a < sample.symbols; ++a) {
      const long double size = std::fabs(std::log(prob[static_cast<size_t>(t * sample.symbols + a)]));
      if (std::isfinite(size)) largest = std::max(largest, size);
    }
    result.loss_magnitude += static_cast<double>(1 + largest);
  }
  // A softmax of logits; an exponential of the difference of three sums of logarithms.
  constexpr double kSoftmax = 16, kSums = 3;
  for (size_t i = 0; i < prob.size(); ++i) {
    const long double share = p == 0 ? 0 : dp[i] / p;  // no alignment has any probability: no gradient
    const long double occupancy = sample.softmax ? prob[i] * share : share;
    result.gradient.push_back(static_cast<double>((sample.softmax ? prob[i] : 0) - occupancy));
    result.gradient_magnitude.push_back(static_cast<double>((sample.softmax ? prob[i] * kSoftmax : 0) +
                                                            occupancy * (1 + kSums * result.loss_magnitude)));
  }
  return result;
}

}  // namespace

bool CtcSample::possible() const {
  int64_t needed = static_cast<int64_t>(label.size());
  for (size_t i = 1; i < label.size(); ++i) needed += label[i] == label[i - 1];
  return steps > 0 && needed <= steps;
}

std::vector<long double> CtcSample::probabilities() const {
  std::vector<long double> p(x.begin(), x.end());
  if (!softmax) return p;
  for (int64_t t = 0; t < steps; ++t) {
    const auto row = p.begin() + t * symbols, end = row + symbols;
    const long double largest = *std::max_element(row, end);
    long double sum = 0;
    for (auto v = row; v != end; ++v) sum += * v = std::exp(*v - largest);
    for (auto v = row; v != end; ++v) *v /= sum;
  }
  return p;
}

CtcLoss ctc_by_enumeration(const CtcSample& sample) {
  const std::vector<long double> prob = sample.probabilities();
  const auto steps = static_cast<size_t>(sample.steps), symbols = static_cast<size_t>(sample.symbols);
  std::vector<int64_t> alignment(steps, 0), text;
  std::vector<long double> dp(prob.size(), 0);
  long double p = 0;
  for (;;) {
    text.clear();  // what the alignment says: repeats merged, then blanks removed
    for (size_t t = 0; t < steps; ++t)
      if (alignment[t] != 0 && (t == 0 || alignment[t] != alignment[t - 1])) text.push_back(alignment[t]);
    if (text == sample.label) {
      long double product = 1;
      for (size_t t = 0; t < steps; ++t) product *= prob[t * symbols + static_cast<size_t>(alignment[t])];
      p += product;
      for (size_t t = 0; t < steps; ++t) {
        long double others = 1;
        for (size_t u = 0; u < steps; ++u)
          if (u != t) others *= prob[u * symbols + static_cast<size_t>(alignment[u])];
        dp[t * symbols + static_cast<size_t>(alignment[t])] += others;
      }
    }
    size_t t = 0;
    while (t < steps && ++alignment[t] == sample.symbols) alignment[t++] = 0;
    if (t == steps) return finish(sample, p, dp);
  }
}

// Prefixes of k symbols whose last step was a blank (or nothing), or their last symbol.
struct Prefixes {
  std::vector<long double> blank, symbol;
  explicit Prefixes(size_t length) : blank(length + 1, 0), symbol(length + 1, 0) {}
};

CtcLoss ctc_by_recursion(const CtcSample& sample) {
  const std::vector<long double> prob = sample.probabilities();
  const std::vector<int64_t>& label = sample.label;
  const size_t length = label.size();
  auto p = [&](int64_t t, int64_t a) { return prob[static_cast<size_t>(t * sample.symbols + a)]; };
  // Whether symbol k (from 0) may directly follow symbol k-1.
  auto follows = [&](size_t k) { return k > 0 && label[k] != label[k - 1]; };
  // Ways into a prefix in one step, the step's own probability left out.
  auto into_blank = [](const Prefixes& from, size_t k) { return from.blank[k] + from.symbol[k]; };
  auto into_symbol = [&](const Prefixes& from, size_t k) {
    return from.symbol[k] + from.blank[k - 1] + (follows(k - 1) ? from.symbol[k - 1] : 0);
  };

  std::vector<Prefixes> forward{Prefixes(length)};  // forward[t]: after t steps
  forward[0].blank[0] = 1;
  for (int64_t t = 0; t < sample.steps; ++t) {
    Prefixes next(length);
    for (size_t k = 0; k <= length; ++k) {
      next.blank[k] = into_blank(forward.back(), k) * p(t, 0);
      if (k > 0) next.symbol[k] = into_symbol(forward.back(), k) * p(t, label[k - 1]);
    }
    forward.push_back(std::move(next));
  }

  std::vector<long double> dp(prob.size(), 0);
  Prefixes rest(length);  // what remains after step t, from each prefix
  rest.blank[length] = rest.symbol[length] = 1;
  for (int64_t t = sample.steps - 1; t >= 0; --t) {
    const Prefixes& before = forward[static_cast<size_t>(t)];
    long double* row = dp.data() + t * sample.symbols;
    for (size_t k = 0; k <= length; ++k) {
      row[0] += into_blank(before, k) * rest.blank[k];
      if (k > 0) row[label[k - 1]] += into_symbol(before, k) * rest.symbol[k];
    }
    Prefixes earlier(length);
    for (size_t k = 0; k <= length; ++k) {
      const long double with_blank = p(t, 0) * rest.blank[k];
      const long double with_next = k < length ? p(t, label[k]) * rest.symbol[k + 1] : 0;
      earlier.blank[k] = with_blank + with_next;
      if (k > 0)
        earlier.symbol[k] =
            with_blank + p(t, label[k - 1]) * rest.symbol[k] + (k < length && follows(k) ? with_next : 0);
    }
    rest = std::move(earlier);
  }
  return finish(sample, forward.back().blank[length] + forward.back().symbol[length], dp);
}

}  // namespace girih::conformance
