#include "engines/cuda/igemm/tiles.h"

#include "engines/cuda/igemm/tiles.def"

namespace girih::igemm {
namespace {

#define GIRIH_TILE_RECORD(name, schedule, blocks, columns, slices, lines) \
  {#name, Schedule::schedule, blocks, columns, slices, lines},
constexpr Tile kConvTiles[] = {GIRIH_IGEMM_CONV_TILES(GIRIH_TILE_RECORD)};
constexpr Tile kWgradTiles[] = {GIRIH_IGEMM_WGRAD_TILES(GIRIH_TILE_RECORD)};
constexpr Tile kMatmulTiles[] = {GIRIH_IGEMM_MATMUL_TILES(GIRIH_TILE_RECORD)};
#undef GIRIH_TILE_RECORD

const char* pass_name(Pass pass) {
  switch (pass) {
    case Pass::kFprop:
      return "fprop";
    case Pass::kDgrad:
      return "dgrad";
    case Pass::kWgrad:
      return "wgrad";
    case Pass::kMatmul:
      break;
  }
  return "matmul";
}

const char* type_name(Type type) { return type == Type::kF16 ? "f16" : "bf16"; }

}  // namespace

std::span<const Tile> tiles(Pass pass) {
  switch (pass) {
    case Pass::kFprop:
    case Pass::kDgrad:
      return kConvTiles;
    case Pass::kWgrad:
      return kWgradTiles;
    case Pass::kMatmul:
      break;
  }
  return kMatmulTiles;
}

std::string kernel_name(const Tile& tile, Pass pass, Type type, Major a, Major b) {
  std::string name = std::string("girih_igemm_") + pass_name(pass) + "_" + type_name(type) + "_";
  if (pass == Pass::kMatmul) name += std::string(a == Major::kK ? "k" : "m") + (b == Major::kK ? "k_" : "n_");
  return name + tile.name;
}

std::string finish_kernel_name(Pass pass, Type type) {
  return std::string("girih_igemm_finish_") + pass_name(pass) + "_" + type_name(type);
}

}  // namespace girih::igemm
