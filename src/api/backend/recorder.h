// A check on the spot: GIRIH_COMPARE=1 makes cudnnBackendExecute run every graph twice, with the chosen engine and with
// the oracle, and log the worst difference. For hunting a wrong result in a program that one cannot change.
#pragma once
#include <functional>

#include "plan/plan.h"

namespace girih::api {

bool recorder_wanted();

// Runs `run`, and the oracle on copies of the same data; the difference of every output goes to the log.
// The oracle is the interpreter for graphs of several operations, else the reference engine of the operation.
Check run_and_compare(const Plan& plan, const graph::Graph& g, const Target& target, std::span<void* const> data,
                      const std::function<Check()>& run);

}  // namespace girih::api
