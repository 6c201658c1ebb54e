#include <algorithm>

#include "plan/plan.h"

namespace girih {
namespace {

// A call that names a family of convolution algorithms gets an engine of that family. On the GPU all engines are direct
// or GEMM ones so far, and stand in for the others.
Verdict method_allows(const Engine& e, const graph::Graph& g) {
  using graph::ConvMethod;
  if (e.device == DeviceKind::cuda) return yes();
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

Check run_plan(const Plan& plan, const Target& t, const graph::Graph& g, std::span<void* const> data, void* workspace) {
  void* scratch = nullptr;
  std::unique_ptr<unsigned char[]> memory;  // of a call on the CPU, where a handle may serve several threads
  if (plan.scratch && t.kind == DeviceKind::cpu) {
    memory.reset(new unsigned char[plan.scratch + 64]);
    scratch = memory.get() + (64 - reinterpret_cast<uintptr_t>(memory.get()) % 64);
  } else if (plan.scratch) {
    if (!t.scratch)
      return fail(Status::kInternalError, "{} needs a handle's memory, and there is none", plan.engine->name);
    GIRIH_TRY_ASSIGN(scratch, t.scratch->get(plan.scratch, t.native));
  }
  return plan.run(RunArgs{g, data, workspace, scratch, t.native});
}

Check run(const Target& t, const Call& call, int engine_id, void* workspace, size_t workspace_size) {
  GIRIH_TRY_ASSIGN(auto plan, get_plan(call.graph, t, engine_id));
  if (plan->workspace > workspace_size || (plan->workspace && !workspace))
    return bad_param("workspace: {} needs {} bytes, but {} were given{}", plan->engine->name, plan->workspace,
                     workspace_size, workspace ? "" : " (the pointer is NULL)");
  return run_plan(*plan, t, call.graph, call.data, workspace);
}

}  // namespace girih
