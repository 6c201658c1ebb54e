// Loops over the tiles of several tensors: dims in the order of one tensor's memory, neighbours merged where every
// tensor allows it. The last two loops make a tile of rows and columns.
#pragma once
#include <algorithm>
#include <vector>

#include "engines/cpu/fused/chain/chain.h"

namespace girih::fused {

struct Loop {
  int64_t count = 1;
  std::vector<int64_t> stride;  // of each operand
};

// How far each operand goes along dim `i`: 0 where it is broadcast; a coordinate goes by 1 along its own axis.
inline std::vector<int64_t> strides_along(const std::vector<Operand>& operands, int i) {
  std::vector<int64_t> s;
  for (const Operand& o : operands)
    s.push_back(o.axis >= 0 ? int64_t(o.axis == i) : o.desc.dims[i] == 1 ? 0 : o.desc.strides[i]);
  return s;
}

// Appends a loop inside of the others, or widens the last one.
inline void append_loop(std::vector<Loop>& loops, int64_t count, const std::vector<int64_t>& stride) {
  if (count == 1) return;
  bool merge = !loops.empty();
  for (size_t k = 0; k < stride.size() && merge; ++k) merge = loops.back().stride[k] == stride[k] * count;
  if (!merge) loops.push_back({1, {}});
  loops.back().count *= count;
  loops.back().stride = stride;
}

// Dims of `order` from the largest stride to the smallest.
inline std::vector<int> memory_order(const TensorDesc& order) {
  std::vector<int> dims;
  for (int i = 0; i < order.rank; ++i) dims.push_back(i);
  std::stable_sort(dims.begin(), dims.end(),
                   [&](int a, int b) { return std::abs(order.strides[a]) > std::abs(order.strides[b]); });
  return dims;
}

// The tiles of a nest, numbered; a tile has at most kTile elements.
struct Tiles {
  std::vector<Loop> outer;
  Loop row, col;
  int64_t rows = 1, cols = 1;            // of a whole tile
  int64_t row_tiles = 1, col_tiles = 1;  // of the last two loops
  int64_t count = 1;                     // of all tiles

  Tiles() = default;
  Tiles(std::vector<Loop> loops, size_t operands, int64_t most_cols = kTile) {
    const Loop none{1, std::vector<int64_t>(operands)};
    const auto pop = [&] {
      if (loops.empty()) return none;
      Loop l = std::move(loops.back());
      loops.pop_back();
      return l;
    };
    col = pop(), row = pop();
    outer = std::move(loops);
    cols = std::clamp<int64_t>(col.count, 1, most_cols);
    rows = std::clamp<int64_t>(row.count, 1, kTile / cols);
    col_tiles = (col.count + cols - 1) / cols, row_tiles = (row.count + rows - 1) / rows;
    count = row_tiles * col_tiles;
    for (const Loop& l : outer) count *= l.count;
  }

  // Calls f(rows, cols, first column) with the places of tile number `tile`; they start at `places`.
  template <class F>
  void at(int64_t tile, std::vector<Place>& places, F&& f) const {
    const int64_t c0 = tile % col_tiles * cols;
    tile /= col_tiles;
    const int64_t r0 = tile % row_tiles * rows;
    tile /= row_tiles;
    for (size_t k = 0; k < places.size(); ++k) {
      places[k].row = row.stride[k], places[k].col = col.stride[k];
      places[k].base += r0 * row.stride[k] + c0 * col.stride[k];
    }
    for (size_t i = outer.size(); i-- > 0;) {
      const int64_t n = tile % outer[i].count;
      tile /= outer[i].count;
      for (size_t k = 0; k < places.size(); ++k) places[k].base += n * outer[i].stride[k];
    }
    f(std::min(rows, row.count - r0), std::min(cols, col.count - c0), c0);
  }
};

}  // namespace girih::fused
