// Recurrent networks: every cell, layout and option, all four passes.
#include "engines/reference/rnn/network.h"

namespace girih::engines {

extern const Engine reference_rnn;

namespace {

namespace rnn = reference::rnn;
using graph::RnnPass;

// Runs the pass, or with a == nullptr tells its workspace.
template <class A>
size_t pass(const RunArgs* a, const rnn::Net& net, void* workspace) {
  switch (net.op.pass) {
    case RnnPass::backward_data:
      return rnn::backward_data<A>(a, net, workspace);
    case RnnPass::backward_weights:
      return rnn::backward_weights<A>(a, net, workspace);
    default:
      return rnn::forward<A>(a, net, workspace);
  }
}

size_t run_pass(const graph::Graph& g, const RunArgs* a, void* workspace) {
  const rnn::Net net(g);
  return net.data == DType::f64 ? pass<double>(a, net, workspace) : pass<float>(a, net, workspace);
}

// The passes of training need the same workspace (graph/ops/rnn.h), what the greediest pass does: programs ask for it
// once, and use it for inference too.
size_t workspace_bytes(const graph::Graph& g) {
  if (g.only<graph::Rnn>()->pass == RnnPass::inference) return run_pass(g, nullptr, nullptr);
  size_t bytes = 0;
  graph::Graph other = g;
  for (RnnPass p : {RnnPass::inference, RnnPass::training, RnnPass::backward_data, RnnPass::backward_weights}) {
    std::get<graph::Rnn>(other.nodes[0].op).pass = p;
    bytes = std::max(bytes, run_pass(other, nullptr, nullptr));
  }
  return bytes;
}

Verdict supports(const graph::Graph& g, const Device&) {
  return g.only<graph::Rnn>() ? yes() : no("takes recurrent networks");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const rnn::Net net(g);
  return {1e-3 * static_cast<double>(net.rows) * static_cast<double>(rnn_weight_count(net.op)), workspace_bytes(g)};
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  return Plan{&reference_rnn, workspace_bytes(g), [](const RunArgs& a) -> Check {
                run_pass(a.graph, &a, a.workspace);
                return {};
              }};
}

}  // namespace

const Engine reference_rnn{111, "reference.rnn", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
