// Roots of unity and the bit-reversed order for a transform of N numbers.
#pragma once
#include <cmath>
#include <numbers>

namespace girih::convolution {

template <int N>
struct Twiddles {
  float cosine[N / 2], sine[N / 2];  // of 2 pi k / N
  int swap[N / 2][2], swaps = 0;     // pairs that change places in the bit-reversed order

  Twiddles() {
    for (int k = 0; k < N / 2; ++k) {
      const double angle = 2 * std::numbers::pi * k / N;
      cosine[k] = 4 * k == N ? 0.0f : static_cast<float>(std::cos(angle));
      sine[k] = static_cast<float>(std::sin(angle));
    }
    for (int i = 0; i < N; ++i) {
      int reversed = 0;
      for (int bit = 1; bit < N; bit *= 2) reversed = 2 * reversed + ((i & bit) != 0);
      if (i < reversed) swap[swaps][0] = i, swap[swaps++][1] = reversed;
    }
  }
};

template <int N>
const Twiddles<N>& twiddles() {
  static const Twiddles<N> t;
  return t;
}

}  // namespace girih::convolution
