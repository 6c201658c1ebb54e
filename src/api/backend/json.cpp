// Plans, graphs and devices as JSON text. A plan carries the whole graph and the engine's number, so that it can be
// built again in another process; a checksum refuses text that was changed.
#include <cmath>
#include <nlohmann/json.hpp>

#include "api/backend/engine.h"
#include "api/entry.h"
#include "base/hash.h"
#include "base/version.h"
#include "graph/roles.h"

namespace girih::api {
namespace {

using graph::TensorId;
using nlohmann::json;

constexpr int kSchema = 4;  // of the original library's texts, whose outer keys ours have

// JSON has no infinities.
json real(double v) {
  if (std::isfinite(v)) return v;
  return std::isnan(v) ? "nan" : v > 0 ? "inf" : "-inf";
}
double real(const json& j) {
  if (j.is_string()) return std::strtod(j.get<std::string>().c_str(), nullptr);
  return j.get<double>();
}

struct Writer {
  json& j;
  template <class T>
  void operator()(const char* name, const T& v) {
    if constexpr (std::is_enum_v<T>)
      j[name] = static_cast<int>(v);
    else if constexpr (std::is_floating_point_v<T>)
      j[name] = real(static_cast<double>(v));
    else
      j[name] = v;
  }
  void operator()(const char* name, const int64_t* v, int n) { j[name] = std::vector<int64_t>(v, v + n); }
};

// Fills the fields of an operation that is not const: visit() hands out const references to them.
struct Reader {
  const json& j;
  template <class T>
  void operator()(const char* name, const T& v) {
    T& field = const_cast<T&>(v);
    if constexpr (std::is_enum_v<T>)
      field = static_cast<T>(j.at(name).get<int>());
    else if constexpr (std::is_floating_point_v<T>)
      field = static_cast<T>(real(j.at(name)));
    else
      field = j.at(name).get<T>();
    if constexpr (std::is_same_v<T, int>)  // how long the arrays after it are
      if (const std::string_view n(name); (n == "spatial" && (field < 1 || field > graph::kMaxSpatial)) ||
                                          (n == "rank" && (field < 0 || field > kMaxRank)))
        throw std::runtime_error(std::string(name) + " out of range");
  }
  void operator()(const char* name, const int64_t* v, int n) {
    const auto list = j.at(name).get<std::vector<int64_t>>();
    if (static_cast<int>(list.size()) != n) throw std::runtime_error(std::string(name) + " has a wrong length");
    std::copy(list.begin(), list.end(), const_cast<int64_t*>(v));
  }
};

template <size_t I = 0>
graph::Op read_op(const std::string& name, const json& j) {
  if constexpr (I < std::variant_size_v<graph::Op>) {
    std::variant_alternative_t<I, graph::Op> op;
    if (name != op_name(op)) return read_op<I + 1>(name, j);
    Reader reader{j};
    visit(reader, op);
    return op;
  } else {
    throw std::runtime_error("there is no operation '" + name + "'");
  }
}

json graph_json(const GraphInfo& info) {
  json tensors = json::array(), nodes = json::array();
  for (size_t i = 0; i < info.graph.tensors.size(); ++i) {
    const graph::Tensor& t = info.graph.tensors[i];
    const auto rank = static_cast<size_t>(t.desc.rank);
    json j{{"uid", info.uids[i]},
           {"needsData", info.needs_data[i] != 0},
           {"alignment", info.alignment[i]},
           {"dataType", static_cast<int>(t.desc.dtype)},
           {"vector", t.desc.vector},
           {"dims", std::vector<int64_t>(t.desc.dims, t.desc.dims + rank)},
           {"strides", std::vector<int64_t>(t.desc.strides, t.desc.strides + rank)},
           {"isVirtual", t.is_virtual},
           {"isByValue", t.by_value},
           {"reordering", static_cast<int>(t.reordering)},
           {"ragged", t.ragged}};
    if (!info.constants[i].empty()) j["constant"] = info.constants[i];
    tensors.push_back(std::move(j));
  }
  for (const auto& n : info.graph.nodes) {
    json j;
    std::visit(
        [&](const auto& op) {
          j["operation"] = op_name(op);
          Writer writer{j["fields"]};
          visit(writer, op);
        },
        n.op);
    j["scalars"] = {real(n.scalars.alpha), real(n.scalars.beta),    real(n.scalars.alpha2),
                    real(n.scalars.beta2), real(n.scalars.epsilon), real(n.scalars.factor)};
    nodes.push_back(std::move(j));
  }
  return {{"finalizeMode", nodes.size() == 1 ? nodes[0]["operation"] : json("GRAPH")},
          {"isDynamicShapeEnabled", info.dynamic_shape},
          {"isOverrideShapeEnabled", info.override_shape},
          {"tensors", std::move(tensors)},
          {"nodes", std::move(nodes)}};
}

std::shared_ptr<GraphInfo> read_graph(const json& j) {
  auto info = std::make_shared<GraphInfo>();
  info->dynamic_shape = j.at("isDynamicShapeEnabled").get<bool>();
  info->override_shape = j.at("isOverrideShapeEnabled").get<bool>();
  for (const json& t : j.at("tensors")) {
    graph::Tensor tensor;
    const auto dims = t.at("dims").get<std::vector<int64_t>>(), strides = t.at("strides").get<std::vector<int64_t>>();
    const int type = t.at("dataType").get<int>();
    if (dims.size() > kMaxRank || dims.size() != strides.size() || type < 0 || type >= kDTypeCount)
      throw std::runtime_error("a tensor is damaged");
    tensor.desc.dtype = static_cast<DType>(type);
    tensor.desc.rank = static_cast<int8_t>(dims.size());
    tensor.desc.vector = t.at("vector").get<int8_t>();
    std::copy(dims.begin(), dims.end(), tensor.desc.dims);
    std::copy(strides.begin(), strides.end(), tensor.desc.strides);
    tensor.is_virtual = t.at("isVirtual").get<bool>();
    tensor.by_value = t.at("isByValue").get<bool>();
    tensor.reordering = static_cast<graph::Reordering>(t.at("reordering").get<int>());
    tensor.ragged = t.at("ragged").get<TensorId>();
    info->graph.tensors.push_back(tensor);
    info->uids.push_back(t.at("uid").get<int64_t>());
    info->needs_data.push_back(t.at("needsData").get<bool>());
    info->alignment.push_back(t.at("alignment").get<int64_t>());
    info->constants.push_back(t.contains("constant") ? t["constant"].get<std::vector<unsigned char>>()
                                                     : std::vector<unsigned char>());
    info->names.push_back(fmt::format("tensor {}", info->uids.back()));
  }
  const auto known = [&](TensorId id) { return id >= 0 && static_cast<size_t>(id) < info->graph.tensors.size(); };
  for (const auto& t : info->graph.tensors)
    if (t.ragged != graph::kNone && !known(t.ragged)) throw std::runtime_error("a tensor that is not there is named");
  for (const json& n : j.at("nodes")) {
    graph::Node node{read_op(n.at("operation").get<std::string>(), n.at("fields")), {}};
    for (TensorId id : graph::tensors_of(node.op))
      if (!known(id)) throw std::runtime_error("a tensor that is not there is named");
    const json& s = n.at("scalars");
    node.scalars = {real(s.at(0)), real(s.at(1)), real(s.at(2)), real(s.at(3)), real(s.at(4)), real(s.at(5))};
    info->graph.nodes.push_back(std::move(node));
  }
  return info;
}

uint64_t checksum(const json& j) {
  const std::string text = j.dump();
  return hash_bytes(text.data(), text.size());
}

}  // namespace

std::string plan_to_json(const PlanInfo& plan, const EngineInfo& engine) {
  json j{{"cudnnVersion", reported_version()},
         {"schemaVersion", kSchema},
         {"operationGraph", graph_json(*plan.graph)},
         {"GPUProfile", json::parse(device_to_json(plan.graph->device))},
         {"engine", {{"engineId", engine.index}, {"knobChoices", json::array()}}}};
  j["checksum"] = checksum(j);
  return j.dump();
}

std::string graph_to_json(const GraphInfo& graph) { return graph_json(graph).dump(); }

Result<std::shared_ptr<EngineInfo>> engine_from_json(const std::string& text, const Device& device) {
  try {
    json j = json::parse(text);
    const auto sum = j.at("checksum").get<uint64_t>();
    j.erase("checksum");
    if (checksum(j) != sum) return bad_param("the text of the plan was changed");
    if (j.at("cudnnVersion").get<long>() != reported_version())
      return fail(Status::kSerializationVersionMismatch, "the plan was made by version {}, this is {}",
                  j.at("cudnnVersion").get<long>(), reported_version());
    auto info = std::make_shared<EngineInfo>();
    auto g = read_graph(j.at("operationGraph"));
    g->device = device;
    GIRIH_TRY(complete_graph(*g));
    info->graph = std::move(g);
    info->index = j.at("engine").at("engineId").get<int64_t>();
    return info;
  } catch (const std::exception& e) {
    return bad_param("the text is no plan of this library: {}", e.what());
  }
}

std::string device_to_json(const Device& device) {
  return json{{"kind", device.kind == DeviceKind::cpu ? "cpu" : "cuda"},
              {"cudaDeviceId", device.ordinal},
              {"multiProcessorCount", device.multiprocessors},
              {"deviceVer", device.capability * 10},
              {"l2CacheSize", device.l2_bytes},
              {"maxSharedMemoryPerBlockOptin", device.shared_bytes}}
      .dump();
}

Result<Device> device_from_json(const std::string& text) {
  try {
    const json j = json::parse(text);
    Device d;
    d.kind = j.at("kind").get<std::string>() == "cuda" ? DeviceKind::cuda : DeviceKind::cpu;
    d.ordinal = j.at("cudaDeviceId").get<int>();
    d.multiprocessors = j.at("multiProcessorCount").get<int>();
    d.capability = j.at("deviceVer").get<int>() / 10;
    d.l2_bytes = j.at("l2CacheSize").get<int64_t>();
    d.shared_bytes = j.at("maxSharedMemoryPerBlockOptin").get<int>();
    return d;
  } catch (const std::exception& e) {
    return bad_param("the text describes no device: {}", e.what());
  }
}

}  // namespace girih::api
