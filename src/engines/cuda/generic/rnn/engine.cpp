// Recurrent networks: every cell, layout and option, all four passes.
#include "base/xorwow.h"
#include "engines/cuda/generic/rnn/network.h"

namespace girih::engines {
extern const Engine cuda_generic_rnn;
namespace {

namespace rnn = generic::rnn;
using graph::RnnPass;

Verdict supports(const graph::Graph& g, const Device&) {
  return g.only<graph::Rnn>() ? yes() : no("takes recurrent networks");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const rnn::Net net(g);
  return {10 * static_cast<double>(net.rows), rnn::Space(net, nullptr).bytes};
}

Check run(const RunArgs& a, const Device& d) {
  const rnn::Net net(a.graph);
  switch (net.op.pass) {
    case RnnPass::backward_data:
      return rnn::backward_data(a, d, net);
    case RnnPass::backward_weights:
      return rnn::backward_weights(a, d, net);
    default:
      return rnn::forward(a, d, net);
  }
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  return Plan{&cuda_generic_rnn, rnn::Space(rnn::Net(g), nullptr).bytes, [d](const RunArgs& a) { return run(a, d); }};
}

}  // namespace

const Engine cuda_generic_rnn{1111, "cuda.generic.rnn", DeviceKind::cuda, Notes{}, supports, estimate, build};

}  // namespace girih::engines
