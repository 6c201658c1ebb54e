// Attention without its matrix of scores: the operations of attention, and the graphs of products and elementwise
// operations that clients build for it (program.h). f32 arithmetic on f32, f16 and bf16.
#include <algorithm>
#include <memory>

#include "engines/cpu/attention/flash/program.h"
#include "plan/interpreter.h"

namespace girih::engines {

extern const Engine cpu_attention_flash;

namespace {

using flash::Program;

Verdict supports(const graph::Graph& g, const Device&) {
  if (g.nodes.size() < 3 && !g.only<graph::SdpaForward>() && !g.only<graph::SdpaBackward>())
    return no("takes attention: one operation of it, or a graph of products");
  Program p;
  return flash::compile(g, p);
}

// About 20 G multiply-adds a second (measured on one core: 1024 queries and keys, heads of 64) and 1 ns for each
// elementwise step on a score. Never behind the interpreter, whose rows without keys are NaN.
Estimate estimate(const graph::Graph& g, const Device& d) {
  Program p;
  if (!flash::compile(g, p)) return {1e9, 0};
  double us = 5;
  const double rows = static_cast<double>(p.batches * p.heads * p.rows);
  for (const auto& s : p.steps) {
    if (s.kind == flash::Kind::pointwise) {
      us += 1e-3 * rows * static_cast<double>(p.values[static_cast<size_t>(s.out)].width);
    } else if (s.b.source == flash::Operand::memory) {
      const TensorDesc& m = s.b.place.desc;
      us += 5e-5 * rows * static_cast<double>(m.dims[3]) *
            static_cast<double>(s.sum < 0 ? m.dims[2] : p.sums[static_cast<size_t>(s.sum)].rows);
    }
  }
  if (g.nodes.size() > 1) us = std::min(us, 0.9 * interpreter_estimate(g, d).microseconds);
  return {us, 0};
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  auto program = std::make_shared<Program>();
  if (const Verdict v = flash::compile(g, *program); !v) return not_supported("{}", v.refusal);
  for (auto& t : program->graph.tensors) t.name = "";  // the plan may outlive the caller's names
  return Plan{&cpu_attention_flash, 0, [program](const RunArgs& a) { return flash::run(*program, a); }};
}

}  // namespace

const Engine cpu_attention_flash{232, "cpu.attention.flash", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
