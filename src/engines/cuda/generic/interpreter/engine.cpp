// The interpreter on the GPU: the operations of a graph one after another on the stream, each with the best engine for
// it alone.
#include "plan/interpreter.h"

namespace girih::engines {
extern const Engine cuda_generic_interpreter;
namespace {

Result<Plan> build(const graph::Graph& g, const Device& d) {
  return interpreter_build(g, d, &cuda_generic_interpreter);
}

}  // namespace

const Engine cuda_generic_interpreter{
    1100, "cuda.generic.interpreter", DeviceKind::cuda, Notes{}, interpreter_supports, interpreter_estimate, build};

}  // namespace girih::engines
