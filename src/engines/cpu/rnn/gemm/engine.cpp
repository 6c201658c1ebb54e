// Recurrent networks on the CPU's matrix product: every cell, layout and option, with f32 sums.
#include "engines/cpu/rnn/gemm/passes.h"

namespace girih::engines {

extern const Engine cpu_rnn_gemm;

namespace {

using graph::RnnPass;
using rnn::Net;

// Runs the pass, or with a == nullptr tells its workspace.
size_t run_pass(const graph::Graph& g, const RunArgs* a, void* workspace) {
  const Net net(g);
  switch (net.op.pass) {
    case RnnPass::backward_data:
      return rnn::backward_data(a, net, workspace);
    case RnnPass::backward_weights:
      return rnn::backward_weights(a, net, workspace);
    default:
      return rnn::forward(a, net, workspace);
  }
}

// What the greediest pass needs: programs ask once, for training, and use it for all passes (graph/ops/rnn.h).
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
  const auto* o = g.only<graph::Rnn>();
  if (!o) return no("takes recurrent networks");
  if (g.desc(o->y).dtype == DType::f64) return no("{}: its type is f64; sums are made in f32 here", g.name(o->y));
  return yes();
}

// Always ahead of the reference engine, which it beats at every size measured (bench/cpu/networks): all passes of a
// network must run on one engine, since they share one size of workspace.
Estimate estimate(const graph::Graph& g, const Device&) {
  const Net net(g);
  return {0.1e-3 * static_cast<double>(net.rows) * static_cast<double>(rnn_weight_count(net.op)), workspace_bytes(g)};
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  return Plan{&cpu_rnn_gemm, workspace_bytes(g), [](const RunArgs& a) -> Check {
                run_pass(a.graph, &a, a.workspace);
                return {};
              }};
}

}  // namespace

const Engine cpu_rnn_gemm{221, "cpu.rnn.gemm", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
