// A small generator of our own (SplitMix64), so that every machine draws the same numbers.
#pragma once

#include <cstdint>

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  // 0 to n - 1, for small n.
  int below(int n) { return static_cast<int>((next() >> 32) * static_cast<uint64_t>(n) >> 32); }

  // -1 to 1.
  float symmetric() { return static_cast<float>(static_cast<int64_t>(next()) >> 40) * 0x1p-23f; }

 private:
  uint64_t state_;
};
