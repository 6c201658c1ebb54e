#include "base/xorwow.h"

#include <algorithm>
#include <array>

#include "base/parallel.h"

namespace girih {
namespace {

// The step is linear over GF(2) in the 160 bits of x[], so 2^k steps are one 160 x 160 bit matrix, found by squaring k
// times. A matrix is kept as its columns: column j is what bit j alone becomes.
constexpr int kBits = 160;
using Vector = std::array<uint32_t, 5>;
using Matrix = std::array<Vector, kBits>;

void add(Vector& a, const Vector& b) {
  for (int i = 0; i < 5; ++i) a[static_cast<size_t>(i)] ^= b[static_cast<size_t>(i)];
}

Vector times(const Matrix& m, const Vector& v) {
  Vector r = {};
  for (size_t word = 0; word < 5; ++word)
    for (uint32_t rest = v[word]; rest; rest &= rest - 1)
      add(r, m[word * 32 + static_cast<size_t>(__builtin_ctz(rest))]);
  return r;
}

void square(Matrix& m) {
  const Matrix old = m;
  for (size_t j = 0; j < kBits; ++j) m[j] = times(old, old[j]);
}

Matrix one_step() {
  Matrix m;
  for (size_t j = 0; j < kBits; ++j) {
    Xorwow s = {};
    s.x[j / 32] = 1u << (j % 32);
    draw(s);
    m[j] = {s.x[0], s.x[1], s.x[2], s.x[3], s.x[4]};
  }
  return m;
}

// The matrices of 2^67 * 1024^level steps. The counter needs none: 2^67 increments are 0 modulo 2^32.
constexpr int64_t kBlock = 1024;
struct Jumps {
  Matrix next, block;
  Jumps() : next(one_step()) {
    for (int i = 0; i < 67; ++i) square(next);
    block = next;
    for (int64_t n = 1; n < kBlock; n *= 2) square(block);
  }
};

const Jumps& jumps() {
  static const auto* j = new Jumps;  // 6.4 KB, about 2 ms, at first use
  return *j;
}

Vector linear(const Xorwow& s) { return {s.x[0], s.x[1], s.x[2], s.x[3], s.x[4]}; }

}  // namespace

Xorwow first_xorwow(uint64_t seed) {
  const uint32_t t0 = 1099087573u * (static_cast<uint32_t>(seed) ^ 0xaad26b49u);
  const uint32_t t1 = 2591861531u * (static_cast<uint32_t>(seed >> 32) ^ 0xf7dcefddu);
  Xorwow s = {};
  s.counter = 6615241u + t1 + t0;
  s.x[0] = 123456789u + t0;
  s.x[1] = 362436069u ^ t0;
  s.x[2] = 521288629u + t1;
  s.x[3] = 88675123u ^ t1;
  s.x[4] = 5783321u + t0;
  return s;
}

void seed_xorwow(Xorwow* states, int64_t count, uint64_t seed) {
  const Jumps& j = jumps();
  const Xorwow first = first_xorwow(seed);
  const int64_t blocks = (count + kBlock - 1) / kBlock;
  auto put = [&](int64_t i, const Vector& v) {
    Xorwow s = first;
    for (size_t w = 0; w < 5; ++w) s.x[w] = v[w];
    states[i] = s;
  };
  Vector v = linear(first);
  for (int64_t b = 0; b < blocks; ++b) {
    put(b * kBlock, v);
    v = times(j.block, v);
  }
  parallel_for(blocks, [&](int64_t b) {
    Vector u = linear(states[b * kBlock]);
    for (int64_t i = b * kBlock + 1; i < std::min(count, (b + 1) * kBlock); ++i) put(i, u = times(j.next, u));
  });
}

}  // namespace girih
