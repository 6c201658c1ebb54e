// Operation graphs: the operations of one graph, their tensors joined by uid, in an order in which they can run.
#include "api/backend/graph.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "api/backend/engine.h"
#include "api/entry.h"
#include "graph/roles.h"
#include "plan/device.h"

namespace girih::api {
namespace {

using graph::kNone;
using graph::TensorId;

bool same_tensor(const graph::Tensor& a, const graph::Tensor& b) {
  return a.desc == b.desc && a.is_virtual == b.is_virtual && a.by_value == b.by_value && a.reordering == b.reordering;
}

// Tensors of the graph by what makes them one: their uid, or their descriptor where none was given.
struct Joined {
  GraphInfo& info;
  std::map<int64_t, TensorId> by_uid;
  std::map<const Body*, TensorId> by_body;

  Result<TensorId> add(const OperationInfo::Operand& o) {
    graph::Graph& g = info.graph;
    const auto* t = o.body ? o.body->as<TensorInfo>() : nullptr;
    if (t) {
      auto found = by_body.find(o.body.get());
      if (found != by_body.end()) return found->second;
      if (t->has_uid) {
        auto known = by_uid.find(t->uid);
        if (known != by_uid.end()) {
          if (!same_tensor(g.tensor(known->second), t->tensor))
            return bad_param("uid {}: two tensors, {} and {}, have it", t->uid, to_text(g.tensor(known->second).desc),
                             to_text(t->tensor.desc));
          by_body[o.body.get()] = known->second;
          return known->second;
        }
      }
    }
    if (g.tensors.size() >= size_t{INT16_MAX}) return not_supported("the graph has more than {} tensors", INT16_MAX);
    const auto id = static_cast<TensorId>(g.tensors.size());
    g.tensors.push_back(o.tensor);
    g.tensors.back().ragged = kNone;  // set when its offsets are joined
    info.uids.push_back(t && t->has_uid ? t->uid : 0);
    info.needs_data.push_back(t && t->has_uid && !o.tensor.is_virtual && t->constant.empty());
    info.alignment.push_back(t ? t->alignment : 1);
    info.constants.push_back(t ? t->constant : std::vector<unsigned char>());
    info.names.push_back(t && t->has_uid ? fmt::format("tensor {}", t->uid) : fmt::format("inner tensor {}", id));
    if (t) {
      by_body[o.body.get()] = id;
      if (t->has_uid) by_uid[t->uid] = id;
    }
    return id;
  }
};

// The nodes so that each comes after those whose results it reads; of several that could run, the first given first.
Check sort_nodes(graph::Graph& g) {
  const size_t n = g.nodes.size();
  std::vector<int> producer(g.tensors.size(), -1);
  for (size_t i = 0; i < n; ++i)
    for (TensorId id : graph::outputs_of(g.nodes[i].op)) {
      int& p = producer[static_cast<size_t>(id)];
      if (p >= 0 && p != static_cast<int>(i))
        return bad_param("{}: two operations write it, number {} and {}", g.name(id), p, i);
      p = static_cast<int>(i);
    }
  std::vector<std::vector<int>> needs(n);
  for (size_t i = 0; i < n; ++i)
    for (TensorId id : graph::inputs_of(g.nodes[i].op)) {
      const int p = producer[static_cast<size_t>(id)];
      if (p >= 0 && p != static_cast<int>(i)) needs[i].push_back(p);
      if (p == static_cast<int>(i) && g.tensor(id).is_virtual)
        return bad_param("{} is virtual, and the operation that writes it reads it too", g.name(id));
      if (p < 0 && g.tensor(id).is_virtual) return bad_param("{} is virtual, and no operation writes it", g.name(id));
    }
  std::vector<char> done(n);
  std::vector<graph::Node> order;
  while (order.size() < n) {
    const size_t before = order.size();
    for (size_t i = 0; i < n; ++i) {
      bool ready = !done[i];
      for (int p : needs[i]) ready = ready && done[static_cast<size_t>(p)];
      if (!ready) continue;
      done[i] = 1;
      order.push_back(g.nodes[i]);
    }
    if (order.size() == before) {
      for (size_t i = 0; i < n; ++i)
        if (!done[i]) return bad_param("the operations form a cycle through number {}", i);
    }
  }
  g.nodes = std::move(order);
  return {};
}

// Clients give virtual tensors strides with which elements overlap, since no engine of theirs ever stores them
// (cudnn-frontend: the product of the output and its gradient in attention backward). Ours may: such tensors are
// packed.
void separate_elements(TensorDesc& d) {
  std::vector<int> order(static_cast<size_t>(d.rank));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return d.strides[a] < d.strides[b]; });
  int64_t reach = 0;  // of the dimensions with smaller strides
  for (const int i : order) {
    if (d.dims[i] <= 1) continue;
    if (d.strides[i] <= reach) return set_packed_strides(d, Layout::nchw);
    reach += (d.dims[i] - 1) * d.strides[i];
  }
}

// A client may leave out the dims of a virtual reduction's result, which then are those of its input: nothing is
// reduced. What is meant shows where the result is used (cudnn-frontend, the maximum of scores beside a sink token).
void shape_reductions(graph::Graph& g) {
  for (const auto& node : g.nodes) {
    const auto* r = std::get_if<graph::Reduction>(&node.op);
    if (!r || !g.tensor(r->y).is_virtual || !same_dims(g.desc(r->x), g.desc(r->y))) continue;
    TensorDesc& y = g.tensors[static_cast<size_t>(r->y)].desc;
    for (const auto& user : g.nodes) {
      const auto* p = std::get_if<graph::Pointwise>(&user.op);
      if (!p || (p->a != r->y && p->b != r->y) || g.desc(p->y).rank != y.rank) continue;
      const TensorDesc& out = g.desc(p->y);
      bool smaller = false;
      for (int i = 0; i < y.rank; ++i) smaller = smaller || (out.dims[i] == 1 && y.dims[i] > 1);
      if (!smaller) continue;
      std::copy_n(out.dims, y.rank, y.dims);
      set_packed_strides(y, Layout::nchw);
      break;
    }
  }
}

}  // namespace

Check complete_graph(GraphInfo& info) {
  shape_reductions(info.graph);
  for (auto& t : info.graph.tensors)
    if (t.is_virtual && t.desc.count() > 0) separate_elements(t.desc);
  for (size_t i = 0; i < info.names.size(); ++i) info.graph.tensors[i].name = info.names[i].c_str();
  GIRIH_TRY(sort_nodes(info.graph));
  return graph::validate(info.graph);
}

Check finalize_graph(Body& b) {
  auto info = std::make_shared<GraphInfo>();
  const Attribute* ops = b.find(CUDNN_ATTR_OPERATIONGRAPH_OPS);
  if (!ops || ops->bodies.empty()) return bad_param("CUDNN_ATTR_OPERATIONGRAPH_OPS: there is no operation");
  if (auto* handle = static_cast<cudnnHandle_t>(b.pointer(CUDNN_ATTR_OPERATIONGRAPH_HANDLE))) {
    if (!alive(handle))
      return bad_param("CUDNN_ATTR_OPERATIONGRAPH_HANDLE: this handle was destroyed, or never created");
    info->device = handle->device;
  } else {
    GIRIH_TRY_ASSIGN(const Target device, open_device());
    info->device = device;
  }
  info->dynamic_shape = b.integer(CUDNN_ATTR_OPERATIONGRAPH_IS_DYNAMIC_SHAPE_ENABLED, 0) != 0;
  info->override_shape = b.integer(CUDNN_ATTR_OPERATIONGRAPH_IS_OVERRIDE_SHAPE_ENABLED, 0) != 0;

  Joined joined{*info, {}, {}};
  for (size_t i = 0; i < ops->bodies.size(); ++i) {
    const BodyPtr& op = ops->bodies[i];
    for (size_t k = 0; k < i; ++k)
      if (ops->bodies[k] == op)
        return bad_param("CUDNN_ATTR_OPERATIONGRAPH_OPS: operations {} and {} are the same", k, i);
    if (!op->made || std::string_view(kind_name(op->kind)).substr(0, 9) == "OPERATIONG")
      return fail(Status::kBadParamDescriptorType, "CUDNN_ATTR_OPERATIONGRAPH_OPS: a {} is no operation",
                  kind_name(op->kind));
    const auto& o = *op->as<OperationInfo>();
    std::vector<TensorId> map;
    for (const auto& operand : o.tensors) {
      GIRIH_TRY_ASSIGN(const TensorId id, joined.add(operand));
      map.push_back(id);
    }
    for (size_t k = 0; k < o.tensors.size(); ++k)
      if (o.tensors[k].tensor.ragged != kNone)
        info->graph.tensors[static_cast<size_t>(map[k])].ragged = map[static_cast<size_t>(o.tensors[k].tensor.ragged)];
    for (graph::Node node : o.nodes) {
      graph::renumber(node.op, map);
      info->graph.nodes.push_back(std::move(node));
    }
  }
  GIRIH_TRY(complete_graph(*info));
  b.made = std::move(info);
  return {};
}

}  // namespace girih::api
