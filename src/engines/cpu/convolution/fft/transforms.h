#pragma once
#include "engines/cpu/convolution/transform/domain.h"

namespace girih::convolution {

// Real transforms of tile x tile values, tile = 16 or 32: tile * (tile / 2 + 1) complex numbers.
const Domain& fft_domain(int tile);

}  // namespace girih::convolution
