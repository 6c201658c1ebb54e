// Philox 4x32-10, a counter-based generator: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3",
// SC 2011. Block n of a seed gives four words, in any order and on any thread.
#pragma once
#include <array>
#include <cstdint>

namespace girih {

using PhiloxWords = std::array<uint32_t, 4>;

inline PhiloxWords philox(PhiloxWords counter, std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = uint64_t(0xD2511F53) * counter[0], b = uint64_t(0xCD9E8D57) * counter[2];
    counter = {static_cast<uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<uint32_t>(b),
               static_cast<uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<uint32_t>(a)};
    key[0] += 0x9E3779B9, key[1] += 0xBB67AE85;
  }
  return counter;
}

// The low half of the counter is the block, the high half 0.
inline PhiloxWords philox_block(uint64_t seed, uint64_t block) {
  return philox({static_cast<uint32_t>(block), static_cast<uint32_t>(block >> 32), 0, 0},
                {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)});
}

}  // namespace girih
