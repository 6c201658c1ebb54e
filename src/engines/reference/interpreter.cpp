// The interpreter: runs a graph of several operations one by one, each with the best engine for it alone. Virtual
// tensors lie in memory of its own while it runs. It takes any legal graph: the numeric oracle of fused engines, and
// the last resort where no engine takes the whole.
#include <memory>

#include "plan/plan.h"

namespace girih::engines {
extern const Engine reference_interpreter;
namespace {

struct Step {
  graph::Graph graph;  // one node; tensor ids as in the whole graph
  std::shared_ptr<const Plan> plan;
};

Result<std::vector<Step>> make_steps(const graph::Graph& g, const Device& d) {
  std::vector<Step> steps;
  for (const auto& node : g.nodes) {
    Step s;
    s.graph.tensors = g.tensors;
    for (auto& t : s.graph.tensors) t.is_virtual = false;
    s.graph.nodes = {node};
    GIRIH_TRY_ASSIGN(s.plan, get_plan(s.graph, d));
    steps.push_back(std::move(s));
  }
  return steps;
}

Verdict supports(const graph::Graph& g, const Device& d) {
  if (g.nodes.size() < 2) return no("takes graphs of two operations and more");
  if (auto steps = make_steps(g, d); !steps) return no("{}", steps.error().text);
  return yes();
}

// Slower than any engine that takes the whole graph: each step passes over memory.
Estimate estimate(const graph::Graph& g, const Device&) {
  double elements = 0;
  for (const auto& t : g.tensors) elements += static_cast<double>(t.desc.count());
  return {1e3 + elements * 1e-2, 0};
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  GIRIH_TRY_ASSIGN(auto steps, make_steps(g, d));
  // Where each virtual tensor begins, and the largest workspace of a step behind them; 64-byte aligned.
  std::vector<size_t> start(g.tensors.size());
  size_t total = 0, step_workspace = 0;
  const auto align = [](size_t n) { return (n + 63) / 64 * 64; };
  for (size_t i = 0; i < g.tensors.size(); ++i)
    if (g.tensors[i].is_virtual) {
      GIRIH_TRY_ASSIGN(const int64_t bytes, size_in_bytes(g.tensors[i].desc));
      start[i] = total;
      total += align(static_cast<size_t>(bytes));
    }
  for (const auto& s : steps) step_workspace = std::max(step_workspace, s.plan->workspace);
  auto run = [steps = std::move(steps), start = std::move(start), total, step_workspace](const RunArgs& args) -> Check {
    const size_t bytes = total + step_workspace + 64;
    std::unique_ptr<unsigned char[]> memory(new unsigned char[bytes]);
    auto* base = memory.get() + (64 - reinterpret_cast<uintptr_t>(memory.get()) % 64);
    std::vector<void*> data(args.data.begin(), args.data.end());
    for (size_t i = 0; i < start.size(); ++i)
      if (args.graph.tensors[i].is_virtual) data[i] = base + start[i];
    for (size_t i = 0; i < steps.size(); ++i) {
      graph::Graph single{steps[i].graph.tensors, {args.graph.nodes[i]}};  // this call's scalars
      GIRIH_TRY(steps[i].plan->run(RunArgs{single, data, base + total}));
    }
    return {};
  };
  return Plan{&reference_interpreter, 0, std::move(run)};
}

}  // namespace

const Engine reference_interpreter{100, "reference.interpreter", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
