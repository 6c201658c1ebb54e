// Runs a graph of several operations one by one, each with the best engine for it alone. Virtual tensors lie in the
// plan's scratch memory, where those that are never alive together share a place. It takes any legal graph: the numeric
// oracle of fused engines, and the last resort where no engine takes the whole. Each device has an engine of it.
#pragma once
#include "plan/plan.h"

namespace girih {

// A virtual tensor that is written and never read needs memory all the same, which only the interpreter has.
bool has_unread_results(const graph::Graph& g);

Verdict interpreter_supports(const graph::Graph& g, const Device& d);
Estimate interpreter_estimate(const graph::Graph& g, const Device& d);
Result<Plan> interpreter_build(const graph::Graph& g, const Device& d, const Engine* engine);

}  // namespace girih
