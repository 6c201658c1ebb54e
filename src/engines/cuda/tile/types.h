// Names every header of the tile library uses. The library is freestanding: no header includes anything outside this
// folder, so that NVRTC compiles it without an include path; the host reads types.h, fastdiv.h and the parameter
// structs.
#pragma once

#if defined(__CUDACC__)
#define GIRIH_DEV __device__ __forceinline__
#define GIRIH_HD __host__ __device__ __forceinline__
#else
#define GIRIH_HD inline
#endif

namespace girih::tile {

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;
using i64 = long long;

enum class Type : u8 { kBf16, kF16, kTf32, kE4m3, kS8 };

// Which dimension of an operand tile is contiguous in memory: the reduced one (K) or the one that survives (M or N).
enum class Major : u8 { kK, kMn };

GIRIH_HD constexpr int size_of(Type type) {
  return type == Type::kTf32 ? 4 : (type == Type::kE4m3 || type == Type::kS8) ? 1 : 2;
}

// The 128 opaque bytes of a tensor map (CUtensorMap). Passed by value as a __grid_constant__ kernel parameter, it needs
// no proxy fence before its first use.
struct alignas(64) TensorMap {
  u64 words[16];
};

}  // namespace girih::tile
