// Connectionist temporal classification (Graves, Fernandez, Gomez & Schmidhuber 2006): for each sample n the loss
// -ln p(label n | input n), p summed over all alignments, and its gradient. Symbol 0 is the blank.
//   probs, gradients  {T, N, A}, any strides
//   costs             {N}, f32 or f64
//   labels            i32, all labels one after the other; their number is the sum of label_lengths, whatever its desc
//   label_lengths, input_lengths  {N} i32
// Rows of gradients beyond the input length of their sample are not written. A label that does not fit into its time
// steps (or none of them) has the cost 0, and gradients by `skip_impossible`.
#pragma once
#include "base/result.h"
#include "graph/ops/tensor_id.h"
#include "tensor/tensor_desc.h"

namespace girih::graph {

struct Ctc {
  bool softmax = true;           // probs are logits, and gradients are with respect to them; else probabilities
  bool skip_impossible = false;  // gradients of impossible samples keep what they hold; else all T rows are zeroed
  bool host_labels = false;      // labels and both lengths are in host memory; else on the device
  int64_t longest_label = 0;     // upper bound that the caller promises, for memory that is sized ahead
  TensorId probs = kNone, labels = kNone, label_lengths = kNone, input_lengths = kNone;
  TensorId costs = kNone, gradients = kNone;  // gradients are optional
};

template <class V>
void visit(V& v, const Ctc& o) {
  v("softmax", o.softmax), v("skip_impossible", o.skip_impossible), v("host_labels", o.host_labels);
  v("longest_label", o.longest_label), v("probs", o.probs), v("labels", o.labels);
  v("label_lengths", o.label_lengths), v("input_lengths", o.input_lengths);
  v("costs", o.costs), v("gradients", o.gradients);
}
constexpr const char* op_name(const Ctc&) { return "ctc"; }

Check validate(const Graph& g, const Ctc& o);

}  // namespace girih::graph
