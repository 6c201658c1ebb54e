// What the convolution functions share: from descriptors and an algorithm's number to a graph node.
#pragma once
#include "api/entry.h"
#include "plan/plan.h"

namespace girih::api {

// The node of a pass on these tensors (ids 0, 1, 2 of the call: x, w, y). Checks descriptors and the mix of types.
struct ConvTensors {
  const char *x_name, *w_name, *y_name;
  const TensorDesc &x, &w, &y;
};
Result<graph::Convolution> make_convolution(graph::ConvPass pass, const cudnnConvolutionStruct& conv,
                                            const ConvTensors& t);

// Adds the node to an empty call, with its tensors: ids 0, 1 and 2 are x, w and y. Under CUDNN_NO_REORDER an INT8x32
// filter lies in the order of cudnnReorderFilterAndBias: a node before the convolution turns it back. The convolution
// is the last node.
struct ConvPointers {
  const void *x, *w, *y;
};
void add_convolution(Call& call, graph::Convolution op, const cudnnConvolutionStruct& conv, const ConvTensors& t,
                     const ConvPointers& p);
// True where filter (and bias) are in that order.
bool is_reordered(const cudnnConvolutionStruct& conv, const TensorDesc& w);

// alpha or beta of a convolution: i32 outputs take int32 scalars (behaviour.md 5).
double read_conv_scalar(const void* p, DType output);

// The algorithms of one pass: the family of engines behind each number. Numbers are those of the pass's enum.
struct ConvAlgorithm {
  int number;
  graph::ConvMethod method;
};
std::span<const ConvAlgorithm> conv_algorithms(graph::ConvPass pass);
// The method behind a number, for this node and these tensors. Fails for a number that is no algorithm of the pass.
Result<graph::ConvMethod> conv_method(int algorithm, const graph::Convolution& op, const ConvTensors& t);

}  // namespace girih::api
