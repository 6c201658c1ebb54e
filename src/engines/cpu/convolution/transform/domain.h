// A domain in which convolution of a tile is a product point by point: Winograd's (real) or Fourier's (complex).
#pragma once
#include <cstdint>

namespace girih::convolution {

struct Domain {
  int tile;    // a tile of data is tile x tile
  int points;  // products of a tile
  int parts;   // numbers of a point: 1 real, 2 real and imaginary

  // All transforms work on n independent problems side by side: value number q of problem i is at [q * stride + i], for
  // in and out alike, and n is a multiple of the vector length. Going in, h x w values (the rest of the tile is zero)
  // become points * parts; coming out, the first h x w values are made.
  using Transform = void (*)(int h, int w, const float* in, int64_t in_stride, float* out, int64_t out_stride,
                             int64_t n);
  Transform data, filter, gradient;  // x of all passes (y of dgrad); w; y of wgrad
  Transform result, filter_result;   // of fprop and dgrad; of wgrad
};
constexpr int64_t kDomainLanes = 16;  // a multiple of every vector length

// Multiplication of the parts, for left (filter or gradient) and right (data): real a*b; complex conj(a)*b, since
// convolution here is a correlation.

}  // namespace girih::convolution
