#include "api/backend/recorder.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/env.h"
#include "base/log.h"
#include "graph/roles.h"

namespace girih::api {
namespace {

using graph::TensorId;

// An attention graph with long sequences keeps its whole matrix of scores in the oracle.
constexpr size_t kMostWorkspace = size_t{2} << 30;

// The last resort that takes the graph: reference engines have the smallest numbers.
const Engine* oracle_of(const graph::Graph& g, const Device& d) {
  for (const Engine* e : all_engines())
    if (engine_takes(*e, g, d)) return e;
  return nullptr;
}

struct Worst {
  double difference = 0, expected = 0, got = 0;
  int64_t at = -1, count = 0;
};

template <class T>
void compare(const TensorDesc& d, const void* got, const void* expected, Worst& worst) {
  int64_t index[kMaxRank] = {};
  const int64_t n = d.count();
  for (int64_t i = 0; i < n; ++i) {
    int64_t offset = 0;
    for (int k = 0; k < d.rank; ++k) offset += index[k] * d.strides[k];
    const auto g = static_cast<double>(load<double>(static_cast<const T*>(got)[offset]));
    const auto e = static_cast<double>(load<double>(static_cast<const T*>(expected)[offset]));
    const double difference = g == e || (std::isnan(g) && std::isnan(e)) ? 0 : std::fabs(g - e);
    if (difference != 0) ++worst.count;
    if (!(difference <= worst.difference)) worst = {difference, e, g, i, worst.count};
    for (int k = d.rank - 1; k >= 0 && ++index[k] == d.dims[k]; --k) index[k] = 0;
  }
}

}  // namespace

bool recorder_wanted() {
  static const bool wanted = !env("GIRIH_COMPARE").empty() && env("GIRIH_COMPARE") != "0";
  return wanted;
}

Check run_and_compare(const Plan& plan, const graph::Graph& g, const Target& target, std::span<void* const> data,
                      const std::function<Check()>& run) {
  const Engine* oracle = oracle_of(g, target);
  if (!oracle || oracle == plan.engine) return run();

  GIRIH_TRY_ASSIGN(auto expected, get_plan(g, target, oracle->id));
  if (workspace_of(*expected) > kMostWorkspace) {
    log_write({Severity::warning, 0, nullptr, target.native.stream,
               fmt::format("not compared: {} needs {} bytes of workspace, more than {}", oracle->name,
                           workspace_of(*expected), kMostWorkspace)});
    return run();
  }

  // Copies, since the graph may write over its inputs. Tensors that share memory share their copy.
  std::vector<std::pair<unsigned char*, int64_t>> ranges;
  for (size_t i = 0; i < data.size(); ++i) {
    if (!data[i]) continue;
    GIRIH_TRY_ASSIGN(const int64_t bytes, size_in_bytes(g.tensors[i].desc));
    ranges.emplace_back(static_cast<unsigned char*>(data[i]), bytes);
  }
  std::sort(ranges.begin(), ranges.end());
  struct Block {
    unsigned char* begin;
    int64_t bytes;
    std::vector<unsigned char> copy;
  };
  std::vector<Block> blocks;
  for (const auto& [p, bytes] : ranges) {
    if (!blocks.empty() && p < blocks.back().begin + blocks.back().bytes)
      blocks.back().bytes = std::max(blocks.back().bytes, p + bytes - blocks.back().begin);
    else
      blocks.push_back({p, bytes, {}});
  }
  for (Block& b : blocks) b.copy.assign(b.begin, b.begin + b.bytes);
  const auto moved = [&](void* p) -> void* {
    for (Block& b : blocks)
      if (p >= b.begin && p < b.begin + b.bytes) return b.copy.data() + (static_cast<unsigned char*>(p) - b.begin);
    return p;
  };
  std::vector<void*> copies;
  for (void* p : data) copies.push_back(p ? moved(p) : nullptr);

  std::vector<unsigned char> workspace(expected->workspace + 64);
  GIRIH_TRY(run_plan(expected, target, g, copies, workspace.data()));
  GIRIH_TRY(run());

  std::string text = fmt::format("compared {} with {}", plan.engine->name, oracle->name);
  for (const auto& node : g.nodes)
    for (TensorId id : graph::outputs_of(node.op)) {
      const auto at = static_cast<size_t>(id);
      if (!data[at]) continue;
      Worst worst;
      if (!dispatch(g.desc(id).dtype,
                    [&](auto t) { compare<typename decltype(t)::type>(g.desc(id), data[at], copies[at], worst); }))
        text += fmt::format("\n{}: {} is not compared", g.name(id), dtype_name(g.desc(id).dtype));
      else
        text += fmt::format("\n{}: {} of {} elements differ; worst difference {:g} at element {}: {:g}, not {:g}",
                            g.name(id), worst.count, g.desc(id).count(), worst.difference, worst.at, worst.got,
                            worst.expected);
    }
  log_write({Severity::warning, 0, nullptr, target.native.stream, text});
  return {};
}

}  // namespace girih::api
