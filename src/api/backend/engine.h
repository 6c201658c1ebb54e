// Engines, their configurations, plans and data as the graph interface has them.
#pragma once
#include "api/backend/graph.h"

namespace girih::api {

// The number of an engine in the interface. Ours are its id; numbers below 100 are those of other libraries, which
// programs hold as constants: each stands for the engine that would be taken first.
constexpr int64_t kForeignEngines = 100;
int64_t engine_count();  // one more than the largest number

struct EngineInfo {
  std::shared_ptr<const GraphInfo> graph;
  const Engine* engine = nullptr;
  int64_t index = 0;
};

struct PlanInfo {
  std::shared_ptr<const GraphInfo> graph;
  std::shared_ptr<const Plan> plan;
  BodyPtr config;
  size_t workspace = 0;  // bytes: the plan's workspace, then its scratch
  std::string json;
};

struct VariantPackInfo {
  std::vector<std::pair<int64_t, void*>> data;  // uid and pointer, in order of uid
  void* workspace = nullptr;
  struct Override {
    int64_t uid;
    std::vector<int64_t> dims, strides;
  };
  std::vector<Override> overrides;
};

// A finalized body of that kind around what it would have made.
BodyPtr make_body(int kind, std::shared_ptr<const void> made);
// Engine and graph of a configuration.
const EngineInfo& engine_of(const Body& config);

Result<std::shared_ptr<PlanInfo>> make_plan(const BodyPtr& config);

// The plan as text, and back: the graph, the engine, the device it was made for.
std::string plan_to_json(const PlanInfo& plan, const EngineInfo& engine);
Result<std::shared_ptr<EngineInfo>> engine_from_json(const std::string& text, const Device& device);
std::string graph_to_json(const GraphInfo& graph);
std::string device_to_json(const Device& device);
Result<Device> device_from_json(const std::string& text);

}  // namespace girih::api
