// The random generators of dropout: XORWOW (Marsaglia, "Xorshift RNGs", J. Stat. Softw. 8(14), 2003), five 32-bit words
// of linear state and a counter, with the seeding and the spacing of cuRAND's generator of that name, so that masks are
// those of NVIDIA's library: sequence i starts 2^67 * i steps into the stream.
#pragma once
#include <cstdint>

namespace girih {

// One generator as it lies in a states buffer; the words after the linear state are unused by dropout.
struct Xorwow {
  uint32_t counter;
  uint32_t x[5];
  uint32_t unused[6];
};
constexpr int64_t kXorwowBytes = sizeof(Xorwow);
static_assert(kXorwowBytes == 48);

constexpr uint32_t kXorwowIncrement = 362437;  // Marsaglia's

inline uint32_t draw(Xorwow& s) {
  const uint32_t t = s.x[0] ^ (s.x[0] >> 2);
  s.x[0] = s.x[1];
  s.x[1] = s.x[2];
  s.x[2] = s.x[3];
  s.x[3] = s.x[4];
  s.x[4] = (s.x[4] ^ (s.x[4] << 4)) ^ (t ^ (t << 1));
  s.counter += kXorwowIncrement;
  return s.x[4] + s.counter;
}

// A draw as a number in (0, 1].
inline float to_uniform(uint32_t draw) { return static_cast<float>(draw) * 0x1p-32f + 0x1p-33f; }

// The start of sequence 0: cuRAND's way of spreading a 64-bit seed over Marsaglia's initial values.
Xorwow first_xorwow(uint64_t seed);

// Generator i of `count` gets sequence i.
void seed_xorwow(Xorwow* states, int64_t count, uint64_t seed);

}  // namespace girih
