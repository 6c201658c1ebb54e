// Moves of elements between any strides; only their size matters.
#include "engines/cuda/generic/element.h"
#include "engines/cuda/generic/layout/params.h"

using namespace girih::generic;

extern "C" __global__ void __launch_bounds__(256) girih_layout(const __grid_constant__ LayoutParams p) {
  for (int64_t e = first_element(); e < p.count; e += element_step()) {
    int64_t to[kMaxRank], from[kMaxRank];
    unravel(e, p.y.rank, p.y.dims, to);
    if (p.logical) unravel(e, p.x.rank, p.x.dims, from);
    const int64_t i = offset(p.y, to), j = offset(p.x, p.logical ? from : to);
    switch (p.bytes) {
      case 1:
        static_cast<uint8_t*>(p.y.data)[i] = static_cast<const uint8_t*>(p.x.data)[j];
        break;
      case 2:
        static_cast<uint16_t*>(p.y.data)[i] = static_cast<const uint16_t*>(p.x.data)[j];
        break;
      case 4:
        static_cast<uint32_t*>(p.y.data)[i] = static_cast<const uint32_t*>(p.x.data)[j];
        break;
      default:
        static_cast<uint64_t*>(p.y.data)[i] = static_cast<const uint64_t*>(p.x.data)[j];
    }
  }
}
