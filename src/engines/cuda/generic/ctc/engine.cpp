// CTC loss and its gradient, labels on the device or in host memory.
#include "engines/cuda/generic/ctc/params.h"
#include "engines/cuda/generic/host.h"

namespace girih::engines {
extern const Engine cuda_generic_ctc;
namespace {

using namespace girih::generic;
using graph::Ctc;

Verdict supports(const graph::Graph& g, const Device&) { return g.only<Ctc>() ? yes() : no("takes one CTC loss"); }

// Doubles for one sample.
int64_t width_of(const Ctc& o, const TensorDesc& probs) { return 2 * std::min(o.longest_label, probs.dims[0]) + 1; }
int64_t room_of(const Ctc& o, const TensorDesc& probs) {
  const int64_t width = width_of(o, probs);
  return probs.dims[0] * (width + 1) + 5 * width;
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {10 * static_cast<double>(g.desc(g.only<Ctc>()->probs).dims[0]), 0};
}

// Copies integers of the host through the parameters of kernels: no copy that a capture would refuse or wait for.
Check upload(const RunArgs& a, const int32_t* from, int64_t count, int32_t* to) {
  for (int64_t i = 0; i < count; i += kCtcInts) {
    CtcInts p{};
    p.to = to;
    p.first = i;
    p.count = static_cast<int32_t>(std::min<int64_t>(kCtcInts, count - i));
    std::copy_n(from + i, p.count, p.values);
    GIRIH_TRY(enqueue(a, "girih_ctc_ints", {1, kCtcBlock}, p));
  }
  return {};
}

// Lengths in host memory are checked as on the CPU. Returns the number of labels.
Result<int64_t> check_lengths(const Ctc& o, const RunArgs& a, const TensorDesc& probs) {
  const auto* label_lengths = a.ptr<const int32_t>(o.label_lengths);
  const auto* input_lengths = a.ptr<const int32_t>(o.input_lengths);
  int64_t sum = 0;
  for (int64_t n = 0; n < probs.dims[1]; ++n) {
    if (label_lengths[n] < 0)
      return bad_param("{}[{}]: {}; a length cannot be negative", a.graph.name(o.label_lengths), n, label_lengths[n]);
    if (input_lengths[n] < 0 || input_lengths[n] > probs.dims[0])
      return bad_param("{}[{}]: {}; it must be 0 to {}, the time steps of {}", a.graph.name(o.input_lengths), n,
                       input_lengths[n], probs.dims[0], a.graph.name(o.probs));
    sum += label_lengths[n];
  }
  return sum;
}

Check run(const RunArgs& a, const Device& d) {
  const auto& o = *a.graph.only<Ctc>();
  const TensorDesc& probs = a.graph.desc(o.probs);
  CtcParams p{};
  p.probs = view(a, o.probs), p.gradients = view(a, o.gradients), p.costs = view(a, o.costs);
  p.T = probs.dims[0], p.N = probs.dims[1], p.A = probs.dims[2];
  p.width = width_of(o, probs);
  p.softmax = o.softmax;
  p.skip_impossible = o.skip_impossible;
  p.room = static_cast<double*>(a.scratch);
  p.room_stride = room_of(o, probs);
  p.labels = a.ptr<const int32_t>(o.labels);
  p.label_lengths = a.ptr<const int32_t>(o.label_lengths);
  p.input_lengths = a.ptr<const int32_t>(o.input_lengths);
  if (o.host_labels) {
    GIRIH_TRY_ASSIGN(const int64_t labels, check_lengths(o, a, probs));
    auto* ints = reinterpret_cast<int32_t*>(p.room + p.N * p.room_stride);
    // Longer labels than promised cannot fit into their steps, but lie before others.
    if (labels > p.N * o.longest_label)
      return bad_param("{}: {} labels, but {} samples of at most {}", a.graph.name(o.labels), labels, p.N,
                       o.longest_label);
    GIRIH_TRY(upload(a, p.label_lengths, p.N, ints));
    GIRIH_TRY(upload(a, p.input_lengths, p.N, ints + p.N));
    GIRIH_TRY(upload(a, p.labels, labels, ints + 2 * p.N));
    p.label_lengths = ints, p.input_lengths = ints + p.N, p.labels = ints + 2 * p.N;
  }
  if (p.N == 0) return {};
  return enqueue(a, "girih_ctc", {blocks_for(p.N, 1, d), kCtcBlock}, p);
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  const auto& o = *g.only<Ctc>();
  const TensorDesc& probs = g.desc(o.probs);
  Plan plan{&cuda_generic_ctc, 0, [d](const RunArgs& a) { return run(a, d); }};
  int64_t bytes = probs.dims[1] * room_of(o, probs) * 8;
  if (o.host_labels) bytes += 4 * (2 * probs.dims[1] + probs.dims[1] * o.longest_label);
  plan.scratch = static_cast<size_t>(bytes);
  return plan;
}

}  // namespace

const Engine cuda_generic_ctc{1112, "cuda.generic.ctc", DeviceKind::cuda, Notes{}, supports, estimate, build};

}  // namespace girih::engines
