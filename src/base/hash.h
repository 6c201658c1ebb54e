// A 64-bit hash of bytes for plan keys: 8 bytes a step through a 64x64->128 multiply, folded (the mixing step known
// from wyhash). Not for untrusted input.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/int128.h"

namespace girih {

inline uint64_t mix64(uint64_t a, uint64_t b) {
  uint128 p = static_cast<uint128>(a) * b;
  return static_cast<uint64_t>(p) ^ static_cast<uint64_t>(p >> 64);
}

inline uint64_t hash_bytes(const void* data, size_t n, uint64_t seed = 0) {
  const auto* p = static_cast<const unsigned char*>(data);
  constexpr uint64_t k0 = 0x9e3779b97f4a7c15, k1 = 0xd6e8feb86659fd93;  // odd, well-mixed bit patterns
  uint64_t h = seed ^ mix64(n ^ k0, k1);
  for (; n >= 8; p += 8, n -= 8) {
    uint64_t w;
    std::memcpy(&w, p, 8);
    h = mix64(h ^ w ^ k0, k1);
  }
  uint64_t tail = 0;
  std::memcpy(&tail, p, n);
  return mix64(h ^ tail ^ k1, k0);
}

}  // namespace girih
