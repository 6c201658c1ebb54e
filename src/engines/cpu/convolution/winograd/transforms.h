#pragma once
#include "engines/cpu/convolution/transform/domain.h"

namespace girih::convolution {

// F(4x4, 3x3), and F(3x3, 4x4) for the filter gradient, on the points 0, 1, -1, 2, -2 and infinity.
const Domain& winograd_domain();

}  // namespace girih::convolution
