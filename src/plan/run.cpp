#include <algorithm>

#include "plan/plan.h"

namespace girih {
namespace {

// A call that names a family of convolution algorithms gets an engine of that family.
Verdict method_allows(const Engine& e, const graph::Graph& g) {
  using graph::ConvMethod;
  const auto* conv = g.only<graph::Convolution>();
  if (!conv || conv->method == ConvMethod::any) return yes();
  const bool direct = !e.notes.winograd && !e.notes.fft;
  switch (conv->method) {
    case ConvMethod::direct:
      return direct ? yes() : no("a direct or GEMM algorithm was asked for");
    case ConvMethod::winograd:
      return e.notes.winograd ? yes() : no("a Winograd algorithm was asked for");
    default:
      return e.notes.fft ? yes() : no("an FFT algorithm was asked for");
  }
}

}  // namespace

Verdict engine_takes(const Engine& e, const graph::Graph& g, const Device& d) {
  if (e.device != d.kind) return no("runs on another kind of device");
  if (Verdict v = e.supports(g, d); !v) return v;
  return method_allows(e, g);
}

std::vector<Candidate> rank_engines(const graph::Graph& g, const Device& d) {
  std::vector<Candidate> list;
  for (const Engine* e : all_engines())
    if (engine_takes(*e, g, d)) list.push_back({e, e->estimate(g, d)});
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
