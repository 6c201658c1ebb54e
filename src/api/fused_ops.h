// The labels of the fused operations as data: what each label of a constant pack holds, and which operations have it.
#pragma once
#include "api/entry.h"
#include "plan/plan.h"

namespace girih::api {

enum class FusedKind : uint8_t { tensor, filter, convolution, activation, mode, placeholder };

struct FusedLabel {
  FusedKind kind;
  uint8_t ops;  // one bit for each cudnnFusedOps_t
  // Of a placeholder: the label of its pointer in the variant pack, and the descriptor of what it points to.
  int pointer = -1;
  int descriptor = -1;
};
// By number: cudnnFusedOpsConstParamLabel_t.
const FusedLabel& fused_label(int label);

const char* fused_name(cudnnFusedOps_t ops);
const char* const_label_name(int label);
const char* variant_label_name(int label);

// The operation of an activation (activation.cpp).
Result<graph::PointwiseMode> activation_forward(cudnnActivationMode_t mode);

// The graph of a fused operation, and where the data of its tensors comes from. Slots of count, factor and epsilon have
// the labels of those numbers.
struct FusedGraph {
  graph::Graph graph;
  std::vector<cudnnFusedOpsPlanStruct::Slot> slots;
};
Result<FusedGraph> make_fused_graph(const cudnnFusedOpsConstParamStruct& pack);

}  // namespace girih::api
