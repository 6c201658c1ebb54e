// Heuristics, engines, configurations and knobs.
#include "api/backend/engine.h"

#include <algorithm>
#include <cstring>

#include "api/entry.h"

namespace girih::api {
namespace {

Result<std::shared_ptr<const GraphInfo>> graph_of(const Body& b, int attribute) {
  const BodyPtr g = b.body(attribute);
  if (!g) return bad_param("{} is not set", attribute_text(attribute));
  if (g->kind != CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR)
    return fail(Status::kBadParamDescriptorType, "{}: a {} is no operation graph", attribute_text(attribute),
                kind_name(g->kind));
  return std::shared_ptr<const GraphInfo>(g, g->as<GraphInfo>());
}

// The device that the caller names, for graphs that are planned without a handle.
Result<std::shared_ptr<const GraphInfo>> on_device(std::shared_ptr<const GraphInfo> g, const BodyPtr& properties) {
  if (!properties) return g;
  auto moved = std::make_shared<GraphInfo>(*g);
  moved->device = *properties->as<Device>();
  for (size_t i = 0; i < moved->names.size(); ++i) moved->graph.tensors[i].name = moved->names[i].c_str();
  return std::shared_ptr<const GraphInfo>(std::move(moved));
}

// Every engine that refused, with its reason.
std::string refusals(const GraphInfo& g) {
  std::string reasons;
  for (const Engine* e : all_engines()) {
    if (e->device != g.device.kind) continue;
    const Verdict v = engine_takes(*e, g.graph, g.device);
    if (!v && !v.other_operation()) reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", e->name, v.refusal);
  }
  return reasons;
}

struct HeuristicsInfo {
  std::shared_ptr<const GraphInfo> graph;
  std::vector<BodyPtr> configs;
};

std::vector<cudnnBackendNumericalNote_t> numerical_notes(const Notes& n) {
  std::vector<cudnnBackendNumericalNote_t> notes;
  if (n.tensor_core) notes.push_back(CUDNN_NUMERICAL_NOTE_TENSOR_CORE);
  if (n.fft) notes.push_back(CUDNN_NUMERICAL_NOTE_FFT);
  if (!n.deterministic) notes.push_back(CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC);
  if (n.winograd) notes.push_back(CUDNN_NUMERICAL_NOTE_WINOGRAD);
  if (!n.fft && !n.winograd) notes.push_back(CUDNN_NUMERICAL_NOTE_STRICT_NAN_PROP);
  return notes;
}

std::vector<cudnnBackendBehaviorNote_t> behavior_notes(const Engine& e) {
  std::vector<cudnnBackendBehaviorNote_t> notes;
  if (e.notes.runtime_compiled) notes.push_back(CUDNN_BEHAVIOR_NOTE_RUNTIME_COMPILATION);
  if (e.device == DeviceKind::cpu) notes.push_back(CUDNN_BEHAVIOR_NOTE_SUPPORTS_CUDA_GRAPH_NATIVE_API);
  return notes;
}

template <class T>
void give(const std::vector<T>& values, int64_t room, int64_t& count, void* out) {
  count = static_cast<int64_t>(values.size());
  if (const auto n = std::min(count, room); n > 0) std::memcpy(out, values.data(), static_cast<size_t>(n) * sizeof(T));
}
void give_text(const std::string& text, int64_t room, int64_t& count, void* out) {
  count = static_cast<int64_t>(text.size());
  if (const auto n = std::min(count, room); n > 0) std::memcpy(out, text.data(), static_cast<size_t>(n));
}
Check give_bodies(const std::vector<BodyPtr>& bodies, int64_t room, int64_t& count, void* out) {
  count = static_cast<int64_t>(bodies.size());
  auto* list = static_cast<cudnnBackendDescriptor_t*>(out);
  for (int64_t i = 0; i < std::min(count, room); ++i) {
    auto* o = static_cast<girihBackendObject*>(list[i]);
    const BodyPtr& body = bodies[static_cast<size_t>(i)];
    if (!alive(o)) return bad_param("arrayOfElements: element {} is no descriptor; create them first", i);
    if (o->body->kind != body->kind)
      return fail(Status::kBadParamDescriptorType, "arrayOfElements: element {} is a {}; a {} is needed", i,
                  kind_name(o->body->kind), kind_name(body->kind));
    o->body = std::const_pointer_cast<Body>(body);
  }
  return {};
}

}  // namespace

int64_t engine_count() { return all_engines().back()->id + 1; }

BodyPtr make_body(int kind, std::shared_ptr<const void> made) {
  auto b = std::make_shared<Body>(kind);
  b->finalized = true;
  b->made = std::move(made);
  return b;
}

const EngineInfo& engine_of(const Body& config) { return *config.body(CUDNN_ATTR_ENGINECFG_ENGINE)->as<EngineInfo>(); }

namespace {
BodyPtr make_config(const std::shared_ptr<const GraphInfo>& g, const Engine* e) {
  auto info = std::make_shared<EngineInfo>();
  info->graph = g, info->engine = e, info->index = e->id;
  auto config = std::make_shared<Body>(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
  Attribute engine{CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, {}, {make_body(CUDNN_BACKEND_ENGINE_DESCRIPTOR, info)}};
  config->attributes.emplace_back(CUDNN_ATTR_ENGINECFG_ENGINE, std::move(engine));
  config->finalized = true;
  return config;
}
}  // namespace

Check finalize_heuristics(Body& b) {
  auto info = std::make_shared<HeuristicsInfo>();
  GIRIH_TRY_ASSIGN(info->graph, graph_of(b, CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH));
  GIRIH_TRY_ASSIGN(info->graph, on_device(info->graph, b.body(CUDNN_ATTR_ENGINEHEUR_DEVICEPROP)));
  const int64_t mode = b.integer(CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_HEUR_MODE_A);
  if (mode < 0 || mode > CUDNN_HEUR_MODE_A) return bad_param("CUDNN_ATTR_ENGINEHEUR_MODE: {} is no mode", mode);
  auto ranked = rank_engines(info->graph->graph, info->graph->device);
  if (ranked.empty()) {
    const std::string reasons = refusals(*info->graph);
    return fail(Status::kNotSupportedGraphPattern, "no engine takes this graph: {}",
                reasons.empty() ? "no engine knows its operations" : reasons);
  }
  // The fallback is what takes every legal graph: the slowest of the list.
  if (mode == CUDNN_HEUR_MODE_FALLBACK) ranked.erase(ranked.begin(), ranked.end() - 1);
  for (const Candidate& c : ranked) info->configs.push_back(make_config(info->graph, c.engine));
  b.made = std::move(info);
  return {};
}

Check finalize_engine(Body& b) {
  auto info = std::make_shared<EngineInfo>();
  GIRIH_TRY_ASSIGN(info->graph, graph_of(b, CUDNN_ATTR_ENGINE_OPERATION_GRAPH));
  GIRIH_TRY_ASSIGN(info->graph, on_device(info->graph, b.body(CUDNN_ATTR_ENGINE_DEVICEPROP)));
  if (!b.find(CUDNN_ATTR_ENGINE_GLOBAL_INDEX)) return bad_param("CUDNN_ATTR_ENGINE_GLOBAL_INDEX is not set");
  info->index = b.integer(CUDNN_ATTR_ENGINE_GLOBAL_INDEX, -1);
  if (info->index < 0 || info->index >= engine_count())
    return not_supported("CUDNN_ATTR_ENGINE_GLOBAL_INDEX: {}; engines are numbered 0 to {}", info->index,
                         engine_count() - 1);
  const GraphInfo& g = *info->graph;
  if (info->index < kForeignEngines) {
    const auto ranked = rank_engines(g.graph, g.device);
    if (ranked.empty()) return not_supported("no engine takes this graph: {}", refusals(g));
    info->engine = ranked[0].engine;
  } else {
    info->engine = find_engine(static_cast<int>(info->index));
    if (!info->engine) return not_supported("there is no engine {}", info->index);
    if (info->engine->device != g.device.kind)
      return fail(Status::kNotSupportedArchMismatch, "{} runs on another kind of device", info->engine->name);
    if (const Verdict v = engine_takes(*info->engine, g.graph, g.device); !v)
      return not_supported("{}: {}", info->engine->name, v.refusal);
  }
  b.made = std::move(info);
  return {};
}

Check finalize_knob_choice(Body& b) {
  const int64_t type = b.integer(CUDNN_ATTR_KNOB_CHOICE_KNOB_TYPE, -1);
  if (!enumerator_name(kBackendKnobTypeTable, static_cast<int>(type)))
    return bad_param("CUDNN_ATTR_KNOB_CHOICE_KNOB_TYPE: {} is no knob", type);
  if (!b.find(CUDNN_ATTR_KNOB_CHOICE_KNOB_VALUE)) return bad_param("CUDNN_ATTR_KNOB_CHOICE_KNOB_VALUE is not set");
  return {};
}

Check finalize_config(Body& b) {
  const BodyPtr engine = b.body(CUDNN_ATTR_ENGINECFG_ENGINE);
  if (!engine) return bad_param("CUDNN_ATTR_ENGINECFG_ENGINE is not set");
  if (engine->kind != CUDNN_BACKEND_ENGINE_DESCRIPTOR)
    return fail(Status::kBadParamDescriptorType, "CUDNN_ATTR_ENGINECFG_ENGINE: a {} is no engine",
                kind_name(engine->kind));
  // Our engines have no knobs. One that a program sets for another library's engine of that number changes nothing.
  const auto* info = engine->as<EngineInfo>();
  if (const Attribute* knobs = b.find(CUDNN_ATTR_ENGINECFG_KNOB_CHOICES);
      knobs && !knobs->bodies.empty() && info->index >= kForeignEngines)
    return not_supported("{} has no knobs, and {} are chosen", info->engine->name, knobs->bodies.size());
  return {};
}

Result<bool> get_computed(const Body& b, int name, int64_t room, int64_t& count, void* out) {
  switch (name) {
    case CUDNN_ATTR_OPERATIONGRAPH_ENGINE_GLOBAL_COUNT:
      give(std::vector<int64_t>{engine_count()}, room, count, out);
      return true;
    case CUDNN_ATTR_ENGINEHEUR_RESULTS:
      GIRIH_TRY(give_bodies(b.as<HeuristicsInfo>()->configs, room, count, out));
      return true;
    case CUDNN_ATTR_ENGINE_GLOBAL_INDEX:
      give(std::vector<int64_t>{b.as<EngineInfo>()->index}, room, count, out);
      return true;
    case CUDNN_ATTR_ENGINE_NUMERICAL_NOTE:
      give(numerical_notes(b.as<EngineInfo>()->engine->notes), room, count, out);
      return true;
    case CUDNN_ATTR_ENGINE_BEHAVIOR_NOTE:
      give(behavior_notes(*b.as<EngineInfo>()->engine), room, count, out);
      return true;
    case CUDNN_ATTR_ENGINE_KNOB_INFO:
    case CUDNN_ATTR_ENGINE_LAYOUT_INFO:
    case CUDNN_ATTR_EXECUTION_PLAN_COMPUTED_INTERMEDIATE_UIDS:
    case CUDNN_ATTR_EXECUTION_PLAN_RUN_ONLY_INTERMEDIATE_UIDS:
    case CUDNN_ATTR_ENGINECFG_INTERMEDIATE_INFO:
      count = 0;
      return true;
    case CUDNN_ATTR_ENGINECFG_WORKSPACE_SIZE: {
      const EngineInfo& e = engine_of(b);
      GIRIH_TRY_ASSIGN(auto plan, get_plan(e.graph->graph, e.graph->device, e.engine->id));
      give(std::vector<int64_t>{static_cast<int64_t>(workspace_of(*plan))}, room, count, out);
      return true;
    }
    case CUDNN_ATTR_ENGINECFG_SHARED_MEMORY_USED:
      if (engine_of(b).engine->device == DeviceKind::cuda)
        return not_supported("the shared memory of a GPU engine is not known before its kernels are loaded");
      give(std::vector<int32_t>{0}, room, count, out);
      return true;
    case CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE:
      give(std::vector<int64_t>{static_cast<int64_t>(b.as<PlanInfo>()->workspace)}, room, count, out);
      return true;
    case CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG:
      GIRIH_TRY(give_bodies({b.as<PlanInfo>()->config}, room, count, out));
      return true;
    case CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION: {
      const auto* plan = b.as<PlanInfo>();
      give_text(plan_to_json(*plan, engine_of(*plan->config)), room, count, out);
      return true;
    }
    case CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION:
      give_text(device_to_json(*b.as<Device>()), room, count, out);
      return true;
    case CUDNN_ATTR_KERNEL_CACHE_JSON_REPRESENTATION:
      give_text(*b.as<std::string>(), room, count, out);
      return true;
    case CUDNN_ATTR_KERNEL_CACHE_IS_ENGINECFG_KERNEL_CACHED:
      give(std::vector<char>{1}, room, count, out);  // there is nothing to compile
      return true;
    default:
      return false;
  }
}

}  // namespace girih::api
