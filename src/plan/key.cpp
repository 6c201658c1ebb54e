#include <bit>
#include <cstring>

#include "base/hash.h"
#include "plan/plan.h"

namespace girih {
namespace {

// Appends the fields of an operation as 64-bit words.
struct KeyWriter {
  std::vector<uint64_t>& words;
  template <class T>
  void operator()(const char*, const T& v) {
    if constexpr (std::is_floating_point_v<T>)
      words.push_back(std::bit_cast<uint64_t>(static_cast<double>(v)));
    else
      words.push_back(static_cast<uint64_t>(v));
  }
  void operator()(const char*, const std::vector<graph::TensorId>& v) {
    words.push_back(v.size());
    for (graph::TensorId id : v) words.push_back(static_cast<uint64_t>(id));
  }
  void operator()(const char*, const int64_t* v, int n) {
    for (int i = 0; i < n; ++i) words.push_back(static_cast<uint64_t>(v[i]));
  }
};

}  // namespace

Key make_key(const graph::Graph& g, const Device& d, int engine_id) {
  Key key;
  auto& w = key.words;
  w.reserve(96);
  w.push_back(static_cast<uint64_t>(d.kind) | static_cast<uint64_t>(d.ordinal) << 8 |
              static_cast<uint64_t>(static_cast<uint32_t>(engine_id)) << 32);
  w.push_back(static_cast<uint64_t>(d.multiprocessors) | static_cast<uint64_t>(g.tensors.size()) << 32);
  for (const auto& t : g.tensors) {
    w.push_back(static_cast<uint64_t>(t.desc.dtype) | static_cast<uint64_t>(t.desc.rank) << 8 |
                static_cast<uint64_t>(t.desc.vector) << 16 | static_cast<uint64_t>(t.is_virtual) << 24 |
                static_cast<uint64_t>(t.by_value) << 25 | static_cast<uint64_t>(t.reordering) << 26 |
                static_cast<uint64_t>(static_cast<uint16_t>(t.ragged)) << 32);
    for (int i = 0; i < t.desc.rank; ++i) {
      w.push_back(static_cast<uint64_t>(t.desc.dims[i]));
      w.push_back(static_cast<uint64_t>(t.desc.strides[i]));
    }
  }
  KeyWriter writer{w};
  for (const auto& n : g.nodes) {
    w.push_back(n.op.index());
    std::visit([&](const auto& op) { visit(writer, op); }, n.op);
  }
  key.hash = hash_bytes(w.data(), w.size() * sizeof(uint64_t));
  return key;
}

}  // namespace girih
