// The kernels that exist, as the host sees them: the lines of tiles.def.
#pragma once
#include <span>
#include <string>

#include "engines/cuda/igemm/params.h"

namespace girih::igemm {

struct Tile {
  const char* name;
  Schedule schedule;
  int blocks, columns, slices;
  bool wide_store;
};

// The tiles compiled for a pass.
std::span<const Tile> tiles(Pass pass);

// The Config of the kernel that has this tile.
inline Config config(const Tile& tile, Pass pass, Type type, Major a = Major::kK, Major b = Major::kK) {
  return {pass, type, tile.schedule, tile.blocks, tile.columns, tile.slices, tile.wide_store, a, b};
}

std::string kernel_name(const Tile& tile, Pass pass, Type type, Major a = Major::kK, Major b = Major::kK);
std::string finish_kernel_name(Pass pass, Type type);

}  // namespace girih::igemm
