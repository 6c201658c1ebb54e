// Block scaling. Which dimension a block size belongs to follows from the dims of the scale tensor: clients name the
// sizes in different orders, and transpose the tensors.
#include <cmath>
#include <cstring>

#include "engines/reference/views.h"

namespace girih::engines {

extern const Engine reference_block_scale;

namespace {

using namespace girih::reference;
using graph::BlockScaleDequantize;
using graph::BlockScaleQuantize;
using graph::Reordering;
using graph::TensorId;

int64_t blocks(int64_t n, int64_t size) { return (n + size - 1) / size; }

struct Blocks {
  int64_t size[kMaxRank];  // 1: every coordinate has its own scale
  int inner = -1;          // the dimension of the longer block: the quick one of a tile of scales
};

// Every dimension needs ceil(x / size) scales; the tile order rounds that up, so that more is legal there. The last
// dimensions are tried first.
Verdict find_blocks(const graph::Graph& g, TensorId data, TensorId scale, const int64_t* block, Blocks& found) {
  const TensorDesc &x = g.desc(data), &s = g.desc(scale);
  const bool padded = g.tensor(scale).reordering == Reordering::f8_128x4;
  auto fits = [&](const int64_t* size) {
    for (int i = 0; i < x.rank; ++i) {
      const int64_t need = blocks(x.dims[i], size[i]);
      if (padded ? s.dims[i] < need : s.dims[i] != need) return false;
    }
    return true;
  };
  for (int first = x.rank - 1; first >= 0; --first)
    for (int second = x.rank - 1; second >= 0; --second) {
      if (second == first && x.rank > 1) continue;
      Blocks b;
      std::fill(b.size, b.size + kMaxRank, 1);
      b.size[second] = block[1];
      b.size[first] = block[0];
      if (x.rank == 1) b.size[0] = std::max(block[0], block[1]);
      b.inner = block[0] >= block[1] ? first : second;
      if (fits(b.size)) {
        found = b;
        return yes();
      }
    }
  return no("{} ({}) is no tensor of one scale for each block of {} and {} elements of {} ({})", g.name(scale),
            to_text(s), block[0], block[1], g.name(data), to_text(x));
}

// The scale of an element. Tile order: tiles of 128 x 4 scales, 512 elements each, those along the blocked dimension
// side by side; within a tile, (outer % 32) * 16 + outer / 32 * 4 + inner (CUDA's layout of 1-D block scales).
struct Scales {
  View view;
  Blocks blocks;
  bool tiles = false;
  int outer = 0;

  Scales(const RunArgs& a, TensorId data, TensorId scale, const int64_t* block) : view(reference::view(a, scale)) {
    (void)find_blocks(a.graph, data, scale, block, blocks);
    tiles = a.graph.tensor(scale).reordering == Reordering::f8_128x4;
    const int rank = view.desc.rank;
    outer = blocks.inner == rank - 1 ? rank - 2 : rank - 1;
  }
  int64_t at(const int64_t* index) const {
    int64_t own[kMaxRank];
    for (int i = 0; i < view.desc.rank; ++i) own[i] = index[i] / blocks.size[i];
    if (!tiles) return view.at(own);
    const auto& d = view.desc;
    const int64_t across = (d.dims[outer] + 127) / 128, along = (d.dims[blocks.inner] + 3) / 4;
    int64_t matrix = 0;
    for (int i = 0; i < d.rank; ++i)
      if (i != outer && i != blocks.inner) matrix = matrix * d.dims[i] + own[i];
    const int64_t row = own[outer], column = own[blocks.inner];
    const int64_t tile = (matrix * across + row / 128) * along + column / 4;
    return tile * 512 + row % 32 * 16 + row % 128 / 32 * 4 + column % 4;
  }
};

double largest(DType t) {
  switch (t) {
    case DType::e2m1:
      return 6;
    case DType::e4m3:
      return 448;
    case DType::e5m2:
      return 57344;
    case DType::f16:
      return 65504;
    case DType::i4:
      return 7;
    case DType::i8:
      return 127;
    default:
      return 0;
  }
}

// The least number of the type that is not below v (or its largest one): v >= 0.
double rounded_up(DType type, double v) {
  if (const double top = largest(type); top != 0 && v > top) return top;
  unsigned char bytes[8] = {};
  blender(type)(bytes, 0, 1, v, 0);
  double got = loader(type)(bytes, 0);
  if (!std::isfinite(v) || got >= v) return got;
  dispatch(type, [&](auto t) {  // the next bit pattern is the next number
    using T = typename decltype(t)::type;
    if constexpr (requires(T x) { x.bits; }) {
      T next;
      std::memcpy(&next, bytes, sizeof next);
      ++next.bits;
      if (const double up = load<double>(next); up > got) got = up;
    } else if constexpr (std::is_floating_point_v<T>) {
      got = std::nextafter(static_cast<T>(got), std::numeric_limits<T>::infinity());
    } else {
      got += 1;
    }
  });
  return got;
}

void quantize(const RunArgs& a, const BlockScaleQuantize& o) {
  const View x = view(a, o.x), y = view(a, o.y);
  const Scales scales(a, o.x, o.scale, o.block);
  const DType type = scales.view.desc.dtype;
  TensorDesc grid = x.desc;  // of blocks
  for (int i = 0; i < grid.rank; ++i) grid.dims[i] = blocks(grid.dims[i], scales.blocks.size[i]);
  each_element(grid, 16, [&](const int64_t* block) {
    int64_t first[kMaxRank], extent[kMaxRank], index[kMaxRank];
    for (int i = 0; i < grid.rank; ++i) {
      first[i] = block[i] * scales.blocks.size[i];
      extent[i] = std::min(scales.blocks.size[i], x.desc.dims[i] - first[i]);
    }
    auto each = [&](auto&& f) {
      each_index(grid.rank, extent, [&](const int64_t* at) {
        for (int i = 0; i < grid.rank; ++i) index[i] = first[i] + at[i];
        f(static_cast<const int64_t*>(index));
      });
    };
    double top = 0;
    each([&](const int64_t* i) {
      const double v = std::fabs(x.get(i));
      if (v > top) top = v;  // a NaN does not raise the scale
    });
    const double scale = rounded_up(type, top / largest(y.desc.dtype));
    scales.view.blend(scales.view.data, scales.at(first), 1, scale, 0);
    each([&](const int64_t* i) { y.set(i, scale == 0 ? 0 : x.get(i) / scale); });
  });
}

void dequantize(const RunArgs& a, const BlockScaleDequantize& o) {
  const View x = view(a, o.x), y = view(a, o.y);
  const Scales scales(a, o.x, o.scale, o.block);
  each_element(y.desc, 1024, [&](const int64_t* index) {
    const double v = x.get(index), scale = scales.view.load(scales.view.data, scales.at(index));
    y.set(index, o.negative_scale ? v / scale : v * scale);
  });
}

Check run(const RunArgs& a) {
  if (const auto* o = a.graph.only<BlockScaleQuantize>()) quantize(a, *o);
  if (const auto* o = a.graph.only<BlockScaleDequantize>()) dequantize(a, *o);
  return {};
}

Verdict supports(const graph::Graph& g, const Device&) {
  Blocks unused;
  if (const auto* o = g.only<BlockScaleQuantize>()) {
    if (largest(g.desc(o->y).dtype) == 0)
      return no("{} is {}; blocks are quantized to e2m1, e4m3, e5m2, f16, i4 and i8", g.name(o->y),
                dtype_name(g.desc(o->y).dtype));
    if (Verdict v = have_values(g); !v) return v;
    return find_blocks(g, o->x, o->scale, o->block, unused);
  }
  if (const auto* o = g.only<BlockScaleDequantize>()) {
    if (Verdict v = have_values(g); !v) return v;
    return find_blocks(g, o->x, o->scale, o->block, unused);
  }
  return no("takes a single quantization or dequantization by blocks");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {1e-2 * static_cast<double>(g.tensors[0].desc.count() + g.tensors[1].desc.count()), 0};
}

Result<Plan> build(const graph::Graph&, const Device&) { return Plan{&reference_block_scale, 0, run}; }

}  // namespace

const Engine reference_block_scale{121, "reference.block_scale", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
