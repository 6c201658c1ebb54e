// The CTC loss of one sample in extended precision, in two ways that share no code: the sum over all alignments, one by
// one, and a recursion over the label's prefixes.
#pragma once

#include <cstdint>
#include <vector>

namespace girih::conformance {

struct CtcSample {
  int64_t steps = 1, symbols = 2;  // symbol 0 is the blank
  std::vector<int64_t> label;
  bool softmax = true;    // x are logits, else probabilities
  std::vector<double> x;  // [step][symbol]

  // Equal neighbours need a blank between them. A label that needs more steps has no alignment.
  bool possible() const;
  std::vector<long double> probabilities() const;
};

struct CtcLoss {
  double loss = 0;               // infinite if the label has the probability 0
  std::vector<double> gradient;  // of the loss with respect to x
  // Sizes that rounding errors grow with: of the logarithms that are added, and of each gradient.
  double loss_magnitude = 0;
  std::vector<double> gradient_magnitude;
};

CtcLoss ctc_by_recursion(const CtcSample& sample);
CtcLoss ctc_by_enumeration(const CtcSample& sample);  // symbols^steps alignments

}  // namespace girih::conformance
