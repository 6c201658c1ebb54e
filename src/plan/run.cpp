#include <algorithm>
#include <array>
#include <cstring>
#include <deque>

#include "base/log.h"
#include "plan/host_runtime.h"
#include "plan/interpreter.h"
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

constexpr size_t align(size_t n) { return (n + 255) / 256 * 256; }

void* aligned_memory(size_t bytes, std::unique_ptr<unsigned char[]>& owner) {
  if (!bytes) return nullptr;
  owner.reset(new unsigned char[bytes + 64]);
  return owner.get() + (64 - reinterpret_cast<uintptr_t>(owner.get()) % 64);
}

}  // namespace

Verdict engine_takes(const Engine& e, const graph::Graph& g, const Device& d) {
  if (e.device != d.kind) return no("runs on another kind of device");
  if (Verdict v = e.supports(g, d); !v) return v;
  if (e.supports != interpreter_supports && has_unread_results(g)) return no("takes graphs whose every result is used");
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

std::function<void()> make_work(std::shared_ptr<const Plan> plan, const graph::Graph& g, std::span<void* const> data,
                                void* workspace, void* scratch) {
  struct Kept {
    std::shared_ptr<const Plan> plan;
    graph::Graph graph;
    std::vector<void*> data;
    std::deque<std::array<unsigned char, 16>> values;  // no element type is larger
    void *workspace, *scratch;
  };
  auto kept = std::make_shared<Kept>(Kept{std::move(plan), g, {data.begin(), data.end()}, {}, workspace, scratch});
  for (auto& t : kept->graph.tensors) t.name = "a tensor of a recorded call";
  for (size_t i = 0; i < kept->data.size(); ++i)
    if (g.tensors[i].by_value && kept->data[i]) {
      auto& value = kept->values.emplace_back();
      std::memcpy(value.data(), kept->data[i], std::max<size_t>(1, dtype_size(g.tensors[i].desc.dtype)));
      kept->data[i] = value.data();
    }
  return [kept = std::move(kept)] {
    std::unique_ptr<unsigned char[]> memory;
    void* own = kept->scratch ? kept->scratch : aligned_memory(kept->plan->scratch, memory);
    Check c = kept->plan->run(RunArgs{kept->graph, kept->data, kept->workspace, own});
    if (!c && log_enabled(Severity::error))
      log_write({Severity::error, static_cast<int>(c.error().status), nullptr, nullptr,
                 fmt::format("recorded work of {}: {}", kept->plan->engine->name, c.error().text)});
  };
}

size_t workspace_of(const Plan& plan) { return plan.scratch ? align(plan.workspace) + plan.scratch : plan.workspace; }

Check run_plan_within(const std::shared_ptr<const Plan>& plan, const Target& t, const graph::Graph& g,
                      std::span<void* const> data, void* workspace) {
  void* scratch = plan->scratch ? static_cast<unsigned char*>(workspace) + align(plan->workspace) : nullptr;
  if (t.kind == DeviceKind::cpu && is_capturing(t.native.stream))
    return record(t.native.stream, make_work(plan, g, data, workspace, scratch));
  return plan->run(RunArgs{g, data, workspace, scratch, t.native});
}

Check run_plan(const std::shared_ptr<const Plan>& plan, const Target& t, const graph::Graph& g,
               std::span<void* const> data, void* workspace) {
  if (t.kind == DeviceKind::cpu) {
    if (is_capturing(t.native.stream)) return record(t.native.stream, make_work(plan, g, data, workspace, nullptr));
    std::unique_ptr<unsigned char[]> memory;  // of this call: a handle may serve several threads
    void* scratch = aligned_memory(plan->scratch, memory);
    return plan->run(RunArgs{g, data, workspace, scratch, t.native});
  }
  void* scratch = nullptr;
  if (plan->scratch) {
    if (!t.scratch)
      return fail(Status::kInternalError, "{} needs a handle's memory, and there is none", plan->engine->name);
    GIRIH_TRY_ASSIGN(scratch, t.scratch->get(plan->scratch, t.native));
  }
  return plan->run(RunArgs{g, data, workspace, scratch, t.native});
}

Check run(const Target& t, const Call& call, int engine_id, void* workspace, size_t workspace_size) {
  GIRIH_TRY_ASSIGN(auto plan, get_plan(call.graph, t, engine_id));
  if (plan->workspace > workspace_size || (plan->workspace && !workspace))
    return bad_param("workspace: {} needs {} bytes, but {} were given{}", plan->engine->name, plan->workspace,
                     workspace_size, workspace ? "" : " (the pointer is NULL)");
  return run_plan(plan, t, call.graph, call.data, workspace);
}

}  // namespace girih
