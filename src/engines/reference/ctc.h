// What engines of the CTC loss share: the samples of a call, and everything about them that is no arithmetic.
#pragma once
#include <algorithm>

#include "engines/reference/access.h"
#include "plan/engine.h"

namespace girih::reference::ctc {

// One tensor of the call: {T, N, A}.
struct Rows {
  const TensorDesc* desc;
  void* data;
  int64_t at(int64_t t, int64_t n, int64_t a) const {
    const int64_t index[3] = {t, n, a};
    return offset(*desc, index);
  }
};

struct Problem {
  const graph::Ctc& op;
  Rows probs, gradients;
  LoadFn load;
  BlendFn store;
  int64_t symbols;

  double prob(int64_t t, int64_t n, int64_t a) const { return load(probs.data, probs.at(t, n, a)); }
  void put(int64_t t, int64_t n, int64_t a, double v) const { store(gradients.data, gradients.at(t, n, a), 1, v, 0); }
  // Sets the gradients of steps [first, last) of a sample.
  void fill(int64_t n, int64_t first, int64_t last, double v) const {
    if (!gradients.data) return;
    for (int64_t t = first; t < last; ++t)
      for (int64_t a = 0; a < symbols; ++a) put(t, n, a, v);
  }
};

struct Sample {
  const Problem& problem;
  int64_t n;
  const int32_t* label;
  int64_t length;  // of the label
  int64_t steps;   // of the input

  // The states are blank, label[0], blank, label[1], ..., blank.
  int64_t states() const { return 2 * length + 1; }
  int64_t symbol(int64_t s) const { return s % 2 ? label[s / 2] : 0; }
  // A state can follow the one two before it unless that would lose a blank between equal symbols.
  bool skips(int64_t s) const { return s >= 2 && symbol(s) != 0 && symbol(s) != symbol(s - 2); }
  // States from which the start, and the end, can be reached in step t.
  int64_t end_reached(int64_t t) const { return std::min(states(), 2 * t + 2); }
  int64_t first_useful(int64_t t) const { return std::max<int64_t>(0, states() - 2 * (steps - t)); }

  bool in_alphabet() const {
    return std::all_of(label, label + length, [&](int32_t s) { return s >= 0 && s < problem.symbols; });
  }
  bool fits() const {
    int64_t needed = length;
    for (int64_t i = 1; i < length; ++i) needed += label[i] == label[i - 1];
    return steps > 0 && needed <= steps;
  }
};

// Checks the lengths, calls `loss` for each sample whose label fits into its steps and its alphabet, and writes losses
// and all gradients that it does not: those of other samples, and of steps behind the input. `loss` returns the loss
// and writes the gradients of the sample's own steps.
Check run(const RunArgs& a, double (*loss)(const Sample&));

// In logarithms and double: nothing underflows.
double loss_by_logarithms(const Sample& s);

}  // namespace girih::reference::ctc
