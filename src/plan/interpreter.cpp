#include "plan/interpreter.h"

#include <algorithm>

#include "graph/roles.h"

namespace girih {
namespace {

using graph::TensorId;

constexpr size_t align(size_t n) { return (n + 255) / 256 * 256; }

// One node as a graph of its own.
struct Step {
  graph::Graph graph;
  std::vector<TensorId> ids;  // of its tensors in the whole graph
  std::shared_ptr<const Plan> plan;
};

Step single(const graph::Graph& g, const graph::Node& node) {
  Step s;
  s.ids = graph::tensors_of(node.op);
  for (size_t i = 0; i < s.ids.size(); ++i)  // the offsets of ragged tensors come along
    if (const TensorId ragged = g.tensor(s.ids[i]).ragged; ragged != graph::kNone) s.ids.push_back(ragged);
  std::sort(s.ids.begin(), s.ids.end());
  s.ids.erase(std::unique(s.ids.begin(), s.ids.end()), s.ids.end());
  std::vector<TensorId> map(g.tensors.size(), graph::kNone);
  for (size_t i = 0; i < s.ids.size(); ++i) map[static_cast<size_t>(s.ids[i])] = static_cast<TensorId>(i);
  for (TensorId id : s.ids) {
    graph::Tensor t = g.tensor(id);
    t.is_virtual = false;
    if (t.ragged != graph::kNone) t.ragged = map[static_cast<size_t>(t.ragged)];
    s.graph.tensors.push_back(t);
  }
  s.graph.nodes = {node};
  graph::renumber(s.graph.nodes[0].op, map);
  return s;
}

Result<std::vector<Step>> make_steps(const graph::Graph& g, const Device& d) {
  std::vector<Step> steps;
  for (const auto& node : g.nodes) {
    Step s = single(g, node);
    GIRIH_TRY_ASSIGN(s.plan, get_plan(s.graph, d));
    for (auto& t : s.graph.tensors) t.name = "a tensor of the graph";  // the plan may outlive the caller's names
    steps.push_back(std::move(s));
  }
  return steps;
}

// Where each virtual tensor begins in scratch; bytes of all. First fit over those whose lives overlap.
struct Placement {
  std::vector<size_t> start;
  size_t bytes = 0;
};
Result<Placement> place(const graph::Graph& g, const std::vector<Step>& steps) {
  struct Life {
    size_t first, last, bytes, start;
  };
  const size_t n = g.tensors.size(), never = steps.size();
  std::vector<Life> lives(n, {never, 0, 0, 0});
  for (size_t i = 0; i < steps.size(); ++i)
    for (TensorId id : steps[i].ids) {
      Life& life = lives[static_cast<size_t>(id)];
      life.first = std::min(life.first, i), life.last = std::max(life.last, i);
    }
  Placement p;
  p.start.resize(n);
  std::vector<const Life*> placed;
  for (size_t id = 0; id < n; ++id) {
    Life& life = lives[id];
    if (!g.tensors[id].is_virtual || life.first == never) continue;
    GIRIH_TRY_ASSIGN(const int64_t bytes, size_in_bytes(g.tensors[id].desc));
    life.bytes = align(static_cast<size_t>(bytes));
    std::vector<const Life*> rivals;
    for (const Life* other : placed)
      if (other->first <= life.last && life.first <= other->last) rivals.push_back(other);
    std::sort(rivals.begin(), rivals.end(), [](const Life* a, const Life* b) { return a->start < b->start; });
    for (const Life* other : rivals) {
      if (life.start + life.bytes <= other->start) break;
      life.start = std::max(life.start, other->start + other->bytes);
    }
    p.start[id] = life.start;
    p.bytes = std::max(p.bytes, life.start + life.bytes);
    placed.push_back(&life);
  }
  return p;
}

}  // namespace

bool has_unread_results(const graph::Graph& g) {
  std::vector<char> written(g.tensors.size()), read(g.tensors.size());
  for (const auto& node : g.nodes) {
    for (TensorId id : graph::outputs_of(node.op)) written[static_cast<size_t>(id)] = 1;
    for (TensorId id : graph::inputs_of(node.op)) read[static_cast<size_t>(id)] = 1;
  }
  for (size_t i = 0; i < g.tensors.size(); ++i)
    if (g.tensors[i].is_virtual && written[i] && !read[i]) return true;
  return false;
}

Verdict interpreter_supports(const graph::Graph& g, const Device& d) {
  if (g.nodes.size() < 2 && !has_unread_results(g)) return no("takes graphs of two operations and more");
  if (auto steps = make_steps(g, d); !steps) return no("{}", steps.error().text);
  return yes();
}

// Slower than any engine that takes the whole graph: each step passes over memory.
Estimate interpreter_estimate(const graph::Graph& g, const Device&) {
  double elements = 0;
  for (const auto& t : g.tensors) elements += static_cast<double>(t.desc.count());
  return {1e3 + elements * 1e-2, 0};
}

Result<Plan> interpreter_build(const graph::Graph& g, const Device& d, const Engine* engine) {
  GIRIH_TRY_ASSIGN(auto steps, make_steps(g, d));
  GIRIH_TRY_ASSIGN(auto placement, place(g, steps));
  size_t own = 0;  // what one step needs for itself, behind the virtual tensors
  for (const auto& s : steps) own = std::max(own, align(s.plan->workspace) + align(s.plan->scratch));
  std::vector<char> is_virtual(g.tensors.size());
  for (size_t i = 0; i < is_virtual.size(); ++i) is_virtual[i] = g.tensors[i].is_virtual;

  Plan plan;
  plan.engine = engine;
  plan.scratch = placement.bytes + own;
  plan.run = [steps = std::move(steps), start = std::move(placement.start), is_virtual = std::move(is_virtual),
              end = placement.bytes](const RunArgs& args) -> Check {
    auto* base = static_cast<unsigned char*>(args.scratch);
    const graph::Node* nodes = args.nodes ? args.nodes : args.graph.nodes.data();
    std::vector<void*> data;
    for (size_t i = 0; i < steps.size(); ++i) {
      const Step& s = steps[i];
      data.clear();
      for (TensorId id : s.ids) {
        const auto at = static_cast<size_t>(id);
        data.push_back(is_virtual[at] ? base + start[at] : args.data[at]);
      }
      RunArgs step{s.graph, data};
      step.workspace = base + end;
      step.scratch = base + end + align(s.plan->workspace);
      step.native = args.native;
      step.nodes = nodes + i;  // this call's scalars
      GIRIH_TRY(s.plan->run(step));
    }
    return {};
  };
  return plan;
}

}  // namespace girih
