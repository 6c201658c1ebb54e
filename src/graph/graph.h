// The graph: tensors and operations on them. A classic call makes one of one to three nodes on the stack; the graph
// API makes larger ones. A graph knows no pointers: data is bound when a plan runs.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "graph/ops/ops.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

// How the elements of a tensor lie beyond strides.
enum class Reordering : uint8_t { none = 0, int8x32 = 1, f16x16 = 2, f8_128x4 = 3 };  // cudnnBackendTensorReordering_t

struct Tensor {
  TensorDesc desc;
  const char* name = "";    // what the caller calls it: error texts name it
  bool is_virtual = false;  // lives only between two nodes
  bool by_value = false;    // its pointer is one of the host
  Reordering reordering = Reordering::none;
  TensorId ragged = kNone;  // offsets in elements of each batch, one more than there are batches: replaces strides[0]
};

// Numbers of one node that are given at run time; which are used is said at each operation.
struct Scalars {
  double alpha = 1, beta = 0;    // y = alpha * result + beta * y
  double alpha2 = 1, beta2 = 0;  // second input (pointwise), second output (parameter gradients of norms)
  double epsilon = 0, factor = 1;
};

struct Node {
  Op op;
  Scalars scalars;
};

struct Graph {
  std::vector<Tensor> tensors;
  std::vector<Node> nodes;

  const TensorDesc& desc(TensorId id) const { return tensors[static_cast<size_t>(id)].desc; }
  const char* name(TensorId id) const { return tensors[static_cast<size_t>(id)].name; }
  const Tensor& tensor(TensorId id) const { return tensors[static_cast<size_t>(id)]; }

  TensorId add_tensor(const char* name, const TensorDesc& desc) {
    tensors.push_back({desc, name});
    return static_cast<TensorId>(tensors.size() - 1);
  }
  template <class T>
  const T* only() const {  // the single node, when it is a T
    return nodes.size() == 1 ? std::get_if<T>(&nodes[0].op) : nullptr;
  }
};

// Checks every node: ranks, dims and types that fit together. The first broken rule is the error.
Check validate(const Graph& g);

// "conv pass=0 x=0 ...; t0 x f32 {..}": one line for the log and for error reports.
std::string to_text(const Graph& g);

}  // namespace girih::graph
