// From a graph to a running plan: key -> cached plan, else choose an engine and build one.
#pragma once
#include <memory>
#include <vector>

#include "plan/engine.h"

namespace girih {

// A graph with its data: what one call of the classic API makes.
struct Call {
  graph::Graph graph;
  std::vector<void*> data;

  Call() {
    graph.tensors.reserve(8);
    data.reserve(8);
  }
  graph::TensorId tensor(const char* name, const TensorDesc& desc, const void* pointer) {
    data.push_back(const_cast<void*>(pointer));
    return graph.add_tensor(name, desc);
  }
  // The same, but kNone for an absent tensor.
  graph::TensorId optional(const char* name, const TensorDesc* desc, const void* pointer) {
    return pointer && desc ? tensor(name, *desc, pointer) : graph::kNone;
  }
  graph::Scalars& add(graph::Op op) {
    graph.nodes.push_back({std::move(op), {}});
    return graph.nodes.back().scalars;
  }
};

// Everything that selects a plan: the structure of the graph, the device, the engine asked for (0: any). No pointers,
// no scalars.
struct Key {
  uint64_t hash = 0;
  std::vector<uint64_t> words;
  bool operator==(const Key& o) const = default;
};
Key make_key(const graph::Graph& g, const Device& d, int engine_id);

// Whether the engine runs this graph on this device, or the first reason why not.
Verdict engine_takes(const Engine& e, const graph::Graph& g, const Device& d);

// One engine's answer to a graph.
struct Candidate {
  const Engine* engine;
  Estimate estimate;
};
// The engines that take the graph, best first; never empty for a legal graph.
std::vector<Candidate> rank_engines(const graph::Graph& g, const Device& d);

// A plan from the cache, or a new one. engine_id 0: the best one. The error of a refusal holds the engine's reason.
Result<std::shared_ptr<const Plan>> get_plan(const graph::Graph& g, const Device& d, int engine_id = 0);

// Checks the graph, gets a plan and runs it. The plan must not need more than workspace_size bytes.
Check run(const Target& t, const Call& call, int engine_id = 0, void* workspace = nullptr, size_t workspace_size = 0);

// Runs a plan on a handle's stream, with its scratch. data[id] belongs to tensor id. A CPU plan is recorded instead
// when the stream is being captured: the values of tensors passed by value are read now, everything else then.
Check run_plan(const std::shared_ptr<const Plan>& plan, const Target& t, const graph::Graph& g,
               std::span<void* const> data, void* workspace);

// The same for callers who give all the memory: workspace_of(plan) bytes at `workspace`.
size_t workspace_of(const Plan& plan);
Check run_plan_within(const std::shared_ptr<const Plan>& plan, const Target& t, const graph::Graph& g,
                      std::span<void* const> data, void* workspace);
// A CPU plan with its data, to be run later and often.
std::function<void()> make_work(std::shared_ptr<const Plan> plan, const graph::Graph& g, std::span<void* const> data,
                                void* workspace, void* scratch);

// Plans kept at most; the oldest go first. For tests.
size_t plan_cache_size();
void clear_plan_cache();

}  // namespace girih
