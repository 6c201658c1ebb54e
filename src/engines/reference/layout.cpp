// Operations that move elements: bit by bit where the types are equal, converted where a reshape changes the type.
#include <atomic>
#include <cstring>
#include <thread>

#include "engines/reference/views.h"

namespace girih::engines {

extern const Engine reference_layout;

namespace {

using namespace girih::reference;
using graph::BandMatrix;
using graph::Concat;
using graph::PagedCacheLoad;
using graph::Reshape;
using graph::ReshapeMode;
using graph::Signal;
using graph::Slice;
using graph::Transpose;

using MoveFn = void (*)(void* to, int64_t i, const void* from, int64_t j);

template <int bytes>
void move_bytes(void* to, int64_t i, const void* from, int64_t j) {
  std::memcpy(static_cast<unsigned char*>(to) + i * bytes, static_cast<const unsigned char*>(from) + j * bytes, bytes);
}
template <int bits>
void move_bits(void* to, int64_t i, const void* from, int64_t j) {
  Field<bits>::set(to, i, Field<bits>::get(from, j));
}

MoveFn mover(DType t) {
  switch (dtype_bits(t)) {
    case 1:
      return move_bits<1>;
    case 4:
      return move_bits<4>;
    case 8:
      return move_bytes<1>;
    case 16:
      return move_bytes<2>;
    case 32:
      return move_bytes<4>;
    case 64:
      return move_bytes<8>;
    case 128:
      return move_bytes<16>;
    case 256:
      return move_bytes<32>;
    default:
      return nullptr;
  }
}

// Element j of x becomes element i of y.
struct Move {
  View x, y;
  MoveFn same = nullptr;
  Move(const RunArgs& a, graph::TensorId from, graph::TensorId to) : x(view(a, from)), y(view(a, to)) {
    if (x.desc.dtype == y.desc.dtype) same = mover(x.desc.dtype);
  }
  void operator()(int64_t i, int64_t j) const {
    if (same)
      same(y.data, i, x.data, j);
    else
      y.blend(y.data, i, 1, x.load(x.data, j), 0);
  }
  void zero(int64_t i) const {
    static constexpr unsigned char zeros[32] = {};
    if (same)
      same(y.data, i, zeros, 0);
    else
      y.blend(y.data, i, 1, 0, 0);
  }
};

constexpr int64_t kGrain = 4096;

void run(const Reshape& o, const RunArgs& a) {
  const Move move(a, o.x, o.y);
  const TensorDesc &xd = move.x.desc, &yd = move.y.desc;
  const bool ragged = move.x.ragged || move.y.ragged;
  each_element(yd, kGrain, [&](const int64_t* index) {
    if (o.mode == ReshapeMode::view) {
      const int64_t to = move.y.at(index);
      if (!ragged) return move(to, to);
      const int64_t inner = move.y.offset_in_batch(index), from = move.x.batch_offset(index[0]) + inner;
      if (move.x.ragged && from >= move.x.batch_offset(index[0] + 1)) {
        if (move.y.inside(index)) move.zero(to);
        return;
      }
      return move(to, from);
    }
    int64_t n = 0, from[kMaxRank];
    for (int i = 0; i < yd.rank; ++i) n = n * yd.dims[i] + index[i];
    for (int i = xd.rank - 1; i >= 0; --i) {
      from[i] = n % xd.dims[i];
      n /= xd.dims[i];
    }
    move(move.y.at(index), move.x.at(from));
  });
}

void run(const Transpose& o, const RunArgs& a) {
  const Move move(a, o.x, o.y);
  each_element(move.y.desc, kGrain, [&](const int64_t* index) {
    int64_t from[kMaxRank];
    for (int i = 0; i < o.rank; ++i) from[o.permutation[i]] = index[i];
    move(move.y.at(index), move.x.at(from));
  });
}

void run(const Slice& o, const RunArgs& a) {
  const Move move(a, o.x, o.y);
  each_element(move.y.desc, kGrain, [&](const int64_t* index) {
    int64_t from[kMaxRank];
    for (int i = 0; i < o.rank; ++i) from[i] = o.start[i] + index[i] * o.stride[i];
    move(move.y.at(index), move.x.at(from));
  });
}

void run(const Concat& o, const RunArgs& a) {
  int64_t begin = 0;
  for (size_t i = 0; i < o.inputs.size(); ++i) {
    const Move move(a, o.inputs[i], o.y);
    int64_t first[kMaxRank] = {};
    first[o.axis] = begin;
    begin += move.x.desc.dims[o.axis];
    // The memory of the in-place input is a part of y; a virtual one has memory of its own.
    const auto* x = static_cast<const unsigned char*>(move.x.data);
    const auto* place = static_cast<const unsigned char*>(move.y.data) +
                        static_cast<size_t>(move.y.at(first)) * static_cast<size_t>(dtype_bits(move.y.desc.dtype)) / 8;
    if (static_cast<int>(i) == o.in_place && x == place) continue;
    each_element(move.x.desc, kGrain, [&](const int64_t* index) {
      int64_t to[kMaxRank];
      for (int d = 0; d < move.x.desc.rank; ++d) to[d] = index[d] + first[d];
      move(move.y.at(to), move.x.at(index));
    });
  }
}

void run(const PagedCacheLoad& o, const RunArgs& a) {
  const Move move(a, o.container, o.y);
  const View table = view(a, o.page_table), lengths = view(a, o.sequence);
  const TensorDesc &c = move.x.desc, &y = move.y.desc;
  const int token = paged_token_dim(c, y);
  const int64_t block = c.dims[2], pages = table.desc.dims[2];
  each_element(y, kGrain, [&](const int64_t* index) {
    const int64_t t = index[token], to = move.y.at(index);
    int64_t page = t / block, place = -1;
    if ((!lengths || t < static_cast<int64_t>(lengths.number(index[0]))) && page < pages) {
      const int64_t entry[] = {index[0], 0, page, 0};
      place = table.inside(entry) ? static_cast<int64_t>(table.get(entry)) : -1;
    }
    if (place < 0 || place >= c.dims[0]) return move.zero(to);  // past the end, or a page that does not exist
    const int64_t from[] = {place, index[1], t % block, index[5 - token]};
    move(to, move.x.at(from));
  });
}

void run(const BandMatrix& o, const RunArgs& a) {
  const Move move(a, o.x, o.y);
  each_element(move.y.desc, kGrain, [&](const int64_t* index) {
    int64_t from[kMaxRank];
    std::copy(index, index + move.y.desc.rank, from);
    const int64_t row = index[o.axis];
    int64_t& column = from[o.axis + 1];
    column = o.expand ? column - row + o.lower : column + row - o.lower;
    const int64_t to = move.y.at(index);
    if (column >= 0 && column < move.x.desc.dims[o.axis + 1])
      move(to, move.x.at(from));
    else
      move.y.blend(move.y.data, to, 1, static_cast<double>(o.pad), 0);
  });
}

template <class T>
void signal(const Signal& o, T* flag) {
  std::atomic_ref<T> shared(*flag);
  if (!o.wait) return shared.store(static_cast<T>(o.value), std::memory_order_release);
  while (shared.load(std::memory_order_acquire) != static_cast<T>(o.value)) std::this_thread::yield();
}

void run(const Signal& o, const RunArgs& a) {
  auto flag = [&] {
    if (a.graph.desc(o.flag).dtype == DType::i32)
      signal(o, a.ptr<int32_t>(o.flag));
    else
      signal(o, a.ptr<int64_t>(o.flag));
  };
  if (o.wait) flag();
  if (o.x != graph::kNone) {
    const Move move(a, o.x, o.y);
    if (move.x.data != move.y.data || !(move.x.desc == move.y.desc))
      each_element(move.y.desc, kGrain, [&](const int64_t* index) { move(move.y.at(index), move.x.at(index)); });
  }
  if (!o.wait) flag();
}

int64_t span(const TensorDesc& t) {
  int64_t n = 0;
  for (int i = 0; i < t.rank; ++i) {
    if (t.dims[i] == 0) return 0;
    n += (t.dims[i] - 1) * t.strides[i];
  }
  return n + 1;
}

struct Supports {
  const graph::Graph& g;

  Verdict pair(graph::TensorId x, graph::TensorId y) const {
    const TensorDesc &xd = g.desc(x), &yd = g.desc(y);
    for (graph::TensorId id : {x, y})
      if (g.desc(id).vector != 1) return no("{}: vectors of {} elements", g.name(id), g.desc(id).vector);
    if (xd.dtype == yd.dtype && mover(xd.dtype)) return yes();
    if (loader(xd.dtype) && loader(yd.dtype)) return yes();
    return no("{} is {}, {} is {}; there is no conversion", g.name(x), dtype_name(xd.dtype), g.name(y),
              dtype_name(yd.dtype));
  }
  Verdict operator()(const Reshape& o) const {
    const graph::Tensor &x = g.tensor(o.x), &y = g.tensor(o.y);
    const bool ragged = x.ragged != graph::kNone || y.ragged != graph::kNone;
    if (o.mode == ReshapeMode::view && !ragged && span(y.desc) > span(x.desc))
      return no("{} spans {} elements of memory; its view {} spans {}", x.name, span(x.desc), y.name, span(y.desc));
    if (o.mode == ReshapeMode::view && ragged && x.desc.dims[0] != y.desc.dims[0])
      return no("{} has {} ragged batches, {} has {}", x.name, x.desc.dims[0], y.name, y.desc.dims[0]);
    return pair(o.x, o.y);
  }
  Verdict operator()(const Transpose& o) const { return pair(o.x, o.y); }
  Verdict operator()(const Slice& o) const { return pair(o.x, o.y); }
  Verdict operator()(const Concat& o) const {
    for (graph::TensorId id : o.inputs)
      if (Verdict v = pair(id, o.y); !v) return v;
    return yes();
  }
  Verdict operator()(const PagedCacheLoad& o) const {
    for (graph::TensorId id : {o.page_table, o.sequence})
      if (id != graph::kNone && !is_integer(g.desc(id).dtype))
        return no("{} is {}; page tables and lengths are integers", g.name(id), dtype_name(g.desc(id).dtype));
    return pair(o.container, o.y);
  }
  Verdict operator()(const BandMatrix& o) const {
    const graph::TensorId band = o.expand ? o.x : o.y;
    if (o.token_offset != graph::kNone || o.speculative_mask != graph::kNone)
      return no("token offsets and speculative masks of band matrices have no public description");
    if (g.desc(band).dims[o.axis + 1] != o.lower + o.upper + 1)
      return no("{}: dimension {} is {}; a band of {} below and {} above the diagonal has {}", g.name(band), o.axis + 1,
                g.desc(band).dims[o.axis + 1], o.lower, o.upper, o.lower + o.upper + 1);
    if (!blender(g.desc(o.y).dtype)) return no("{}: no padding of type {}", g.name(o.y), dtype_name(g.desc(o.y).dtype));
    return pair(o.x, o.y);
  }
  Verdict operator()(const Signal& o) const {
    const DType t = g.desc(o.flag).dtype;
    if (t != DType::i32 && t != DType::i64) return no("{} is {}; flags are i32 or i64", g.name(o.flag), dtype_name(t));
    return o.x == graph::kNone ? yes() : pair(o.x, o.y);
  }
  template <class T>
  Verdict operator()(const T&) const {
    return no("takes a single operation that moves elements");
  }
};

Verdict supports(const graph::Graph& g, const Device&) {
  if (g.nodes.size() != 1) return no("takes a single operation that moves elements");
  return std::visit(Supports{g}, g.nodes[0].op);
}

Estimate estimate(const graph::Graph& g, const Device&) {
  double elements = 0;
  for (const auto& t : g.tensors) elements += static_cast<double>(t.desc.count());
  return {5e-3 * elements, 0};
}

Result<Plan> build(const graph::Graph&, const Device&) {
  return Plan{&reference_layout, 0, [](const RunArgs& a) -> Check {
                std::visit(
                    [&](const auto& o) {
                      if constexpr (requires { run(o, a); }) run(o, a);
                    },
                    a.graph.nodes[0].op);
                return {};
              }};
}

}  // namespace

const Engine reference_layout{116, "reference.layout", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
