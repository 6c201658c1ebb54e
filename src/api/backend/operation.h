// What a finalized operation descriptor describes: one node, or two where the interface says in one operation what the
// graph says in two. Tensor ids count the tensors of this operation.
#pragma once
#include "api/backend/tensor.h"

namespace girih::api {

struct OperationInfo {
  struct Operand {
    graph::Tensor tensor;
    BodyPtr body;  // its descriptor; null for a virtual tensor between the nodes of this operation
  };
  std::vector<Operand> tensors;
  std::vector<graph::Node> nodes;
};

}  // namespace girih::api
