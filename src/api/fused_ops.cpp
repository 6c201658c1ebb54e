// Plans of fused operations: a constant pack becomes a graph of ordinary operations, which the best engine for it runs.
#include "api/fused_ops.h"
#include "api/entry_points.gen.h"

namespace girih::api {

Check cudnnMakeFusedOpsPlan(cudnnHandle_t handle, cudnnFusedOpsPlan_t plan,
                            const cudnnFusedOpsConstParamPack_t constPack, size_t* workspaceSizeInBytes) {
  if (plan->ops != constPack->ops)
    return bad_param("constPack: is one of {}, the plan one of {}; they must be of one operation",
                     fused_name(constPack->ops), fused_name(plan->ops));
  plan->plan = nullptr;
  GIRIH_TRY_ASSIGN(FusedGraph made, make_fused_graph(*constPack));
  GIRIH_TRY_ASSIGN(plan->plan, get_plan(made.graph, handle->device));
  plan->graph = std::move(made.graph);
  plan->slots = std::move(made.slots);
  *workspaceSizeInBytes = plan->plan->workspace;
  return {};
}

namespace {

// The pointer of a slot, checked against what the constant pack promised of it.
Result<void*> slot_data(const cudnnFusedOpsPlanStruct::Slot& slot, cudnnFusedOpsVariantParamStruct& pack) {
  switch (slot.label) {
    case -1:
      return static_cast<void*>(nullptr);
    case CUDNN_SCALAR_INT64_T_BN_ACCUMULATION_COUNT:
      return static_cast<void*>(&pack.count);
    case CUDNN_SCALAR_DOUBLE_BN_EXP_AVG_FACTOR:
      return static_cast<void*>(&pack.factor);
    case CUDNN_SCALAR_DOUBLE_BN_EPSILON:
      return static_cast<void*>(&pack.epsilon);
    default:
      break;
  }
  void* p = pack.pointers[static_cast<size_t>(slot.label)];
  if (!p)
    return bad_param("varPack: {} is NULL; the plan was made with a pointer there", variant_label_name(slot.label));
  if (reinterpret_cast<uintptr_t>(p) % slot.alignment != 0)
    return fail(Status::kBadParamMisalignedPointer, "varPack: {} is {}; the plan was made for a multiple of {}",
                variant_label_name(slot.label), p, slot.alignment);
  return p;
}

}  // namespace

Check cudnnFusedOpsExecute(cudnnHandle_t handle, const cudnnFusedOpsPlan_t plan,
                           cudnnFusedOpsVariantParamPack_t varPack) {
  if (plan->ops != varPack->ops)
    return bad_param("varPack: is one of {}, the plan one of {}; they must be of one operation",
                     fused_name(varPack->ops), fused_name(plan->ops));
  if (!plan->plan) return bad_param("plan: was not made yet; call cudnnMakeFusedOpsPlan first");
  if (plan->plan->engine->device != handle->device.kind)
    return bad_param("handle: is one of another kind of device than the plan was made for");
  const size_t need = plan->plan->workspace;
  void* workspace = varPack->pointers[CUDNN_PTR_WORKSPACE];
  if (need > varPack->workspace_size || (need && !workspace))
    return bad_param(
        "varPack: the plan needs a workspace of {} bytes; CUDNN_SCALAR_SIZE_T_WORKSPACE_SIZE_IN_BYTES is {}{}", need,
        varPack->workspace_size, workspace ? "" : " and CUDNN_PTR_WORKSPACE is NULL");
  std::vector<void*> data;
  data.reserve(plan->slots.size());
  for (const auto& slot : plan->slots) {
    GIRIH_TRY_ASSIGN(void* p, slot_data(slot, *varPack));
    data.push_back(p);
  }
  graph::Graph graph = plan->graph;  // a plan may run in several threads, each with its own numbers
  for (auto& node : graph.nodes) node.scalars.epsilon = varPack->epsilon;
  return run_plan(plan->plan, handle->device, graph, data, workspace);
}

}  // namespace girih::api
