#include <algorithm>

#include "plan/plan.h"

namespace girih {

std::vector<Candidate> rank_engines(const graph::Graph& g, const Device& d) {
  std::vector<Candidate> list;
  for (const Engine* e : all_engines())
    if (e->device == d.kind && e->supports(g, d)) list.push_back({e, e->estimate(g, d)});
  std::stable_sort(list.begin(), list.end(), [](const Candidate& a, const Candidate& b) {
    return a.estimate.microseconds < b.estimate.microseconds;
  });
  return list;
}

Check run(const Device& d, const Call& call, int engine_id, void* workspace, size_t workspace_size) {
  GIRIH_TRY_ASSIGN(auto plan, get_plan(call.graph, d, engine_id));
  if (plan->workspace > workspace_size || (plan->workspace && !workspace))
    return bad_param("workspace: {} needs {} bytes, but {} were given{}", plan->engine->name, plan->workspace,
                     workspace_size, workspace ? "" : " (the pointer is NULL)");
  return plan->run(RunArgs{call.graph, call.data, workspace});
}

}  // namespace girih
