// Plans, data and their execution, at once or as a node of a CUDA graph.
#include <algorithm>

#include "api/backend/engine.h"
#include "api/backend/recorder.h"
#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "plan/device.h"
#include "plan/host_runtime.h"

namespace girih::api {
namespace {

const VariantPackInfo::Override* find_override(const VariantPackInfo& pack, int64_t uid) {
  for (const auto& o : pack.overrides)
    if (o.uid == uid) return &o;
  return nullptr;
}

// The graph with the shapes that this call gives.
Result<graph::Graph> overridden(const GraphInfo& info, const VariantPackInfo& pack) {
  graph::Graph g = info.graph;
  for (size_t i = 0; i < g.tensors.size(); ++i) {
    const auto* o = find_override(pack, info.uids[i]);
    if (!o) continue;
    TensorDesc& d = g.tensors[i].desc;
    if (o->dims.size() != static_cast<size_t>(d.rank) || o->strides.size() != static_cast<size_t>(d.rank))
      return bad_param("uid {}: {} dims and {} strides given for a tensor of {} dimensions", o->uid, o->dims.size(),
                       o->strides.size(), d.rank);
    std::copy(o->dims.begin(), o->dims.end(), d.dims);
    std::copy(o->strides.begin(), o->strides.end(), d.strides);
    if (d.vector != 1) d.dims[1] *= d.vector;
  }
  GIRIH_TRY(graph::validate(g));
  return g;
}

// A GPU kernel was chosen for the alignment that the tensor promises. The CPU's only need whole elements: clients make
// slices by moving pointers, and keep the promise of the whole tensor (graph_api.md 2.2).
Check check_aligned(const GraphInfo& info, size_t i, const void* p) {
  int64_t needed = info.alignment[i];
  if (info.device.kind == DeviceKind::cpu)
    needed = std::min(needed, std::max<int64_t>(1, dtype_bits(info.graph.tensors[i].desc.dtype) / 8));
  if (reinterpret_cast<uintptr_t>(p) % static_cast<uintptr_t>(needed) == 0) return {};
  return fail(Status::kBadParamMisalignedPointer, "uid {}: the pointer {} is not aligned to {} bytes", info.uids[i], p,
              needed);
}

// The pointer of every tensor of the graph.
Result<std::vector<void*>> bind(const GraphInfo& info, const VariantPackInfo& pack) {
  std::vector<void*> data(info.graph.tensors.size());
  for (size_t i = 0; i < data.size(); ++i) {
    if (!info.constants[i].empty()) data[i] = const_cast<unsigned char*>(info.constants[i].data());
    if (!info.needs_data[i]) continue;
    const auto at = std::lower_bound(pack.data.begin(), pack.data.end(), info.uids[i],
                                     [](const auto& entry, int64_t uid) { return entry.first < uid; });
    if (at == pack.data.end() || at->first != info.uids[i])
      return bad_param("variantPack: there is no pointer for uid {}", info.uids[i]);
    if (!at->second && info.graph.tensors[i].desc.count() > 0)
      return fail(Status::kBadParamNullPointer, "variantPack: the pointer of uid {} is NULL", info.uids[i]);
    if (!info.graph.tensors[i].by_value) GIRIH_TRY(check_aligned(info, i, at->second));
    data[i] = at->second;
  }
  return data;
}

// A plan and its data, checked against each other.
struct Execution {
  std::shared_ptr<const Plan> plan;
  graph::Graph own;                     // where shapes are overridden
  const graph::Graph* graph = nullptr;  // own, or the plan's
  std::vector<void*> data;
  void* workspace = nullptr;
  bool enough = true;  // workspace holds what the plan needs
};

Result<const Body*> finalized(const char* name, cudnnBackendDescriptor_t d, int kind) {
  auto* o = static_cast<girihBackendObject*>(d);
  if (!o) return fail(Status::kBadParam, "{}: is NULL", name);
  if (!alive(o)) return bad_param("{}: this descriptor was destroyed before, or never created", name);
  if (o->body->kind != kind)
    return fail(Status::kBadParamDescriptorType, "{}: a {} is no {}", name, kind_name(o->body->kind), kind_name(kind));
  if (!o->body->finalized) return fail(Status::kBadParamNotFinalized, "{}: is not finalized", name);
  return o->body.get();
}

Check prepare(cudnnHandle_t handle, cudnnBackendDescriptor_t executionPlan, cudnnBackendDescriptor_t variantPack,
              Execution& e) {
  GIRIH_TRY_ASSIGN(const Body* plan_body,
                   finalized("executionPlan", executionPlan, CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR));
  GIRIH_TRY_ASSIGN(const Body* pack_body, finalized("variantPack", variantPack, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR));
  const auto& plan = *plan_body->as<PlanInfo>();
  const auto& pack = *pack_body->as<VariantPackInfo>();
  if (plan.graph->device.kind != handle->device.kind)
    return fail(Status::kNotSupportedArchMismatch, "executionPlan: it was made for another kind of device");
  e.plan = plan.plan, e.graph = &plan.graph->graph, e.workspace = pack.workspace;
  if (!pack.overrides.empty()) {
    if (!plan.graph->override_shape && !plan.graph->dynamic_shape)
      return bad_param(
          "variantPack: it overrides shapes, and the graph was made without CUDNN_ATTR_OPERATIONGRAPH_IS_"
          "OVERRIDE_SHAPE_ENABLED");
    GIRIH_TRY_ASSIGN(e.own, overridden(*plan.graph, pack));
    e.graph = &e.own;
    GIRIH_TRY_ASSIGN(e.plan, get_plan(e.own, plan.graph->device, plan.plan->engine->id));
  }
  GIRIH_TRY_ASSIGN(e.data, bind(*plan.graph, pack));
  const size_t needed = workspace_of(*e.plan);
  e.enough = needed <= plan.workspace && (pack.workspace || needed == 0);
  if (needed > 0 && needed <= plan.workspace && !pack.workspace)
    return fail(Status::kBadParamNullPointer, "variantPack: the plan needs {} bytes of workspace, and there is none",
                needed);
  return {};
}

Check run(cudnnHandle_t handle, const Execution& e) {
  // Larger shapes than the plan was made for may need more than the caller knew to give.
  if (!e.enough) {
    if (e.plan->workspace)
      return bad_param("variantPack: the overridden shapes need more workspace than the plan said");
    return run_plan(e.plan, handle->device, *e.graph, e.data, nullptr);
  }
  return run_plan_within(e.plan, handle->device, *e.graph, e.data, e.workspace);
}

// The work of a CPU plan as a host node.
Result<std::function<void()>> host_work(cudnnHandle_t handle, const Execution& e) {
  if (handle->device.kind != DeviceKind::cpu)
    return fail(Status::kNotSupportedCudaGraphNativeApi,
                "the engine {} cannot fill a CUDA graph; capture a stream instead", e.plan->engine->name);
  void* scratch = e.enough && e.plan->scratch
                      ? static_cast<unsigned char*>(e.workspace) + (workspace_of(*e.plan) - e.plan->scratch)
                      : nullptr;
  return make_work(e.plan, *e.graph, e.data, e.workspace, scratch);
}

}  // namespace

Result<std::shared_ptr<PlanInfo>> make_plan(const BodyPtr& config) {
  auto info = std::make_shared<PlanInfo>();
  const EngineInfo& e = engine_of(*config);
  info->graph = e.graph;
  info->config = config;
  GIRIH_TRY_ASSIGN(info->plan, get_plan(e.graph->graph, e.graph->device, e.engine->id));
  info->workspace = workspace_of(*info->plan);
  return info;
}

Check finalize_plan(Body& b) {
  BodyPtr config = b.body(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG);
  const std::string json = b.text(CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION);
  if (!config && json.empty())
    return fail(Status::kBadParamNotFinalized, "neither an engine configuration nor a JSON text is set");
  if (config && config->kind != CUDNN_BACKEND_ENGINECFG_DESCRIPTOR)
    return fail(Status::kBadParamDescriptorType, "CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG: a {} is no configuration",
                kind_name(config->kind));
  if (!config) {
    Device device;
    if (auto* handle = static_cast<cudnnHandle_t>(b.pointer(CUDNN_ATTR_EXECUTION_PLAN_HANDLE))) {
      if (!alive(handle)) return bad_param("CUDNN_ATTR_EXECUTION_PLAN_HANDLE: this handle was destroyed");
      device = handle->device;
    } else if (const BodyPtr properties = b.body(CUDNN_ATTR_EXECUTION_PLAN_DEVICEPROP)) {
      device = *properties->as<Device>();
    } else {
      GIRIH_TRY_ASSIGN(const Target target, open_device());
      device = target;
    }
    GIRIH_TRY_ASSIGN(const auto engine, engine_from_json(json, device));
    if (engine->index < kForeignEngines) {
      const auto ranked = rank_engines(engine->graph->graph, device);
      if (ranked.empty()) return not_supported("no engine of this device takes the graph");
      engine->engine = ranked[0].engine;
    } else if (!(engine->engine = find_engine(static_cast<int>(engine->index)))) {
      return not_supported("the plan is of engine {}, which is not here", engine->index);
    }
    auto made = std::make_shared<Body>(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    made->attributes.emplace_back(
        CUDNN_ATTR_ENGINECFG_ENGINE,
        Attribute{CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, {}, {make_body(CUDNN_BACKEND_ENGINE_DESCRIPTOR, engine)}});
    made->finalized = true;
    config = std::move(made);
  }
  GIRIH_TRY_ASSIGN(b.made, make_plan(config));
  return {};
}

Check finalize_variant_pack(Body& b) {
  auto info = std::make_shared<VariantPackInfo>();
  const auto uids = b.integers(CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS);
  const Attribute* pointers = b.find(CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS);
  const size_t count = pointers ? static_cast<size_t>(pointers->count) : 0;
  if (uids.size() != count) return bad_param("{} uids and {} data pointers", uids.size(), count);
  for (size_t i = 0; i < count; ++i) {
    void* p;
    std::copy_n(pointers->bytes.data() + i * sizeof p, sizeof p, reinterpret_cast<unsigned char*>(&p));
    info->data.emplace_back(uids[i], p);
  }
  std::stable_sort(info->data.begin(), info->data.end(),
                   [](const auto& a, const auto& c) { return a.first < c.first; });
  info->workspace = b.pointer(CUDNN_ATTR_VARIANT_PACK_WORKSPACE);

  // Shapes and strides come as the addresses of the client's own vectors of vectors (graph_api.md 2.1, step 18).
  const auto overridden_uids = b.integers(CUDNN_ATTR_VARIANT_PACK_OVERRIDE_UNIQUE_IDS);
  if (!overridden_uids.empty()) {
    using Lists = std::vector<std::vector<int64_t>>;
    const auto* shapes = static_cast<const Lists*>(b.pointer(CUDNN_ATTR_VARIANT_PACK_OVERRIDE_SHAPES));
    const auto* strides = static_cast<const Lists*>(b.pointer(CUDNN_ATTR_VARIANT_PACK_OVERRIDE_STRIDES));
    if (!shapes || !strides || shapes->size() != overridden_uids.size() || strides->size() != overridden_uids.size())
      return bad_param("{} overridden uids need as many shapes and strides", overridden_uids.size());
    for (size_t i = 0; i < overridden_uids.size(); ++i)
      info->overrides.push_back({overridden_uids[i], (*shapes)[i], (*strides)[i]});
  }
  b.made = std::move(info);
  return {};
}

Check finalize_device_properties(Body& b) {
  auto device = std::make_shared<Device>();
  const std::string json = b.text(CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION);
  if (!json.empty()) {
    GIRIH_TRY_ASSIGN(*device, device_from_json(json));
  } else if (auto* handle = static_cast<cudnnHandle_t>(b.pointer(CUDNN_ATTR_DEVICEPROP_HANDLE))) {
    if (!alive(handle)) return bad_param("CUDNN_ATTR_DEVICEPROP_HANDLE: this handle was destroyed, or never created");
    *device = handle->device;
  } else {
    GIRIH_TRY_ASSIGN(const Target target, open_device());
    *device = target;
  }
  b.made = std::move(device);
  return {};
}

// CPU and ahead-of-time engines compile nothing: the cache is the graph's shape, and text.
Check finalize_kernel_cache(Body& b) {
  const std::string given = b.text(CUDNN_ATTR_KERNEL_CACHE_JSON_REPRESENTATION);
  std::string text = given;
  if (text.empty()) {
    const BodyPtr g = b.body(CUDNN_ATTR_KERNEL_CACHE_OPERATION_GRAPH);
    text = fmt::format(R"({{"cudnnVersion":{},"schemaVersion":4,"operationGraph":{},"kernel_cache":[]}})",
                       CUDNN_VERSION, g ? graph_to_json(*g->as<GraphInfo>()) : std::string("{}"));
  } else if (text.front() != '{') {
    return bad_param("CUDNN_ATTR_KERNEL_CACHE_JSON_REPRESENTATION: the text is no kernel cache");
  }
  b.made = std::make_shared<const std::string>(std::move(text));
  return {};
}

Check cudnnBackendExecute(cudnnHandle_t handle, cudnnBackendDescriptor_t executionPlan,
                          cudnnBackendDescriptor_t variantPack) {
  Execution e;
  GIRIH_TRY(prepare(handle, executionPlan, variantPack, e));
  if (recorder_wanted() && handle->device.kind == DeviceKind::cpu && !is_capturing(handle->device.native.stream))
    return run_and_compare(*e.plan, *e.graph, handle->device, e.data, [&] { return run(handle, e); });
  return run(handle, e);
}

Check cudnnBackendPopulateCudaGraph(cudnnHandle_t handle, cudnnBackendDescriptor_t executionPlan,
                                    cudnnBackendDescriptor_t variantPack, cudaGraph_t graph) {
  if (!graph) return fail(Status::kBadParamNullPointer, "graph: is NULL");
  Execution e;
  GIRIH_TRY(prepare(handle, executionPlan, variantPack, e));
  GIRIH_TRY_ASSIGN(auto work, host_work(handle, e));
  return add_host_node(graph, std::move(work));
}

Check cudnnBackendUpdateCudaGraph(cudnnHandle_t handle, cudnnBackendDescriptor_t executionPlan,
                                  cudnnBackendDescriptor_t variantPack, cudaGraph_t graph) {
  if (!graph) return fail(Status::kBadParamNullPointer, "graph: is NULL");
  Execution e;
  GIRIH_TRY(prepare(handle, executionPlan, variantPack, e));
  GIRIH_TRY_ASSIGN(auto work, host_work(handle, e));
  return replace_host_node(graph, std::move(work));
}

}  // namespace girih::api
