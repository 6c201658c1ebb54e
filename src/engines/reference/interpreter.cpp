#include "plan/interpreter.h"

namespace girih::engines {
extern const Engine reference_interpreter;
namespace {

Result<Plan> build(const graph::Graph& g, const Device& d) { return interpreter_build(g, d, &reference_interpreter); }

}  // namespace

const Engine reference_interpreter{
    100, "reference.interpreter", DeviceKind::cpu, Notes{}, interpreter_supports, interpreter_estimate, build};

}  // namespace girih::engines
