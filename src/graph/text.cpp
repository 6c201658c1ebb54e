#include "graph/graph.h"

namespace girih::graph {
namespace {

struct TextWriter {
  std::string& s;
  template <class T>
  void operator()(const char* name, const T& v) {
    if constexpr (std::is_enum_v<T>)
      s += fmt::format(" {}={}", name, static_cast<int>(v));
    else if constexpr (std::is_same_v<T, TensorId>)
      s += v == kNone ? std::string() : fmt::format(" {}=t{}", name, v);
    else
      s += fmt::format(" {}={}", name, v);
  }
  void operator()(const char* name, const std::vector<TensorId>& v) {
    if (v.empty()) return;
    s += fmt::format(" {}=", name);
    for (size_t i = 0; i < v.size(); ++i) s += fmt::format("{}t{}", i ? "," : "", v[i]);
  }
  void operator()(const char* name, const int64_t* v, int n) {
    s += fmt::format(" {}=", name);
    for (int i = 0; i < n; ++i) s += fmt::format("{}{}", i ? "," : "", v[i]);
  }
};

}  // namespace

std::string to_text(const Graph& g) {
  std::string s;
  TextWriter writer{s};
  for (const auto& n : g.nodes) {
    if (!s.empty()) s += "; ";
    std::visit(
        [&](const auto& op) {
          s += op_name(op);
          visit(writer, op);
        },
        n.op);
    const Scalars &k = n.scalars, standard;
    if (k.alpha != standard.alpha) s += fmt::format(" alpha={}", k.alpha);
    if (k.beta != standard.beta) s += fmt::format(" beta={}", k.beta);
    if (k.alpha2 != standard.alpha2) s += fmt::format(" alpha2={}", k.alpha2);
    if (k.beta2 != standard.beta2) s += fmt::format(" beta2={}", k.beta2);
    if (k.epsilon != standard.epsilon) s += fmt::format(" epsilon={}", k.epsilon);
    if (k.factor != standard.factor) s += fmt::format(" factor={}", k.factor);
  }
  for (size_t i = 0; i < g.tensors.size(); ++i)
    s += fmt::format("; t{}={} {}{}", i, g.tensors[i].name, to_text(g.tensors[i].desc),
                     g.tensors[i].is_virtual ? " virtual" : "");
  return s;
}

}  // namespace girih::graph
