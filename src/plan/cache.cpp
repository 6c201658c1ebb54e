// The plans of this process, by key. Reading takes a shared lock; the oldest plan leaves when the cache is full.
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "plan/plan.h"

namespace girih {
namespace {

// 4,096 plans of about 1 KB: a program with thousands of distinct shapes stays at a few MB.
constexpr size_t kCapacity = 4096;

struct KeyHash {
  size_t operator()(const Key& k) const { return k.hash; }
};

struct Cache {
  std::shared_mutex mutex;
  std::unordered_map<Key, std::shared_ptr<const Plan>, KeyHash> plans;
  std::deque<Key> order;
};
Cache& cache() {
  static auto* c = new Cache;  // never destroyed: calls may come during exit
  return *c;
}

Result<Plan> build(const graph::Graph& g, const Device& d, int engine_id) {
  if (engine_id != 0) {
    const Engine* e = find_engine(engine_id);
    if (!e) return not_supported("there is no engine {}", engine_id);
    if (Verdict v = engine_takes(*e, g, d); !v) return not_supported("{}: {}", e->name, v.refusal);
    return e->build(g, d);
  }
  auto ranked = rank_engines(g, d);
  if (ranked.empty()) {
    std::string reasons;
    for (const Engine* e : all_engines()) {
      const Verdict v = engine_takes(*e, g, d);
      if (e->device == d.kind && !v.other_operation())
        reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", e->name, v.refusal);
    }
    return not_supported("no engine takes this: {}", reasons);
  }
  return ranked[0].engine->build(g, d);
}

}  // namespace

Result<std::shared_ptr<const Plan>> get_plan(const graph::Graph& g, const Device& d, int engine_id) {
  Key key = make_key(g, d, engine_id);
  Cache& c = cache();
  {
    std::shared_lock lock(c.mutex);
    if (auto it = c.plans.find(key); it != c.plans.end()) return it->second;
  }
  GIRIH_TRY(graph::validate(g));
  GIRIH_TRY_ASSIGN(Plan plan, build(g, d, engine_id));
  auto shared = std::make_shared<const Plan>(std::move(plan));
  std::unique_lock lock(c.mutex);
  auto [it, is_new] = c.plans.try_emplace(key, shared);
  if (is_new) {
    c.order.push_back(std::move(key));
    if (c.order.size() > kCapacity) {
      c.plans.erase(c.order.front());
      c.order.pop_front();
    }
  }
  return it->second;  // another thread's plan, if it was first
}

size_t plan_cache_size() {
  std::shared_lock lock(cache().mutex);
  return cache().plans.size();
}

void clear_plan_cache() {
  std::unique_lock lock(cache().mutex);
  cache().plans.clear();
  cache().order.clear();
}

}  // namespace girih
