// Ring of shared-memory stages between one producer (TMA) and consumers (wgmma). `full` completes when the bytes of a
// stage have arrived, `empty` when every consumer has released it.
#pragma once
#include "mbarrier.h"

namespace girih::tile {

template <int kStages>
struct Ring {
  static_assert(kStages >= 2, "a pipeline needs at least two stages to overlap copy and compute");
  u32 full, empty;  // shared addresses of kStages barriers each

  static constexpr int kBytes = 2 * kStages * 8;

  GIRIH_DEV explicit Ring(u32 address) : full(address), empty(address + kStages * 8) {}

  GIRIH_DEV void init(u32 consumers) const {
    for (int i = 0; i < kStages; ++i) {
      mbarrier_init(full + i * 8, 1);
      mbarrier_init(empty + i * 8, consumers);
    }
  }
};

// Where in the ring one side stands. Consumers start with parity 0; the producer with 1, so that its first wait on
// `empty` passes at once.
template <int kStages>
struct RingPosition {
  u32 stage = 0, parity;

  GIRIH_DEV explicit RingPosition(u32 first_parity) : parity(first_parity) {}

  GIRIH_DEV void advance() {
    if (++stage == kStages) {
      stage = 0;
      parity ^= 1;
    }
  }
  GIRIH_DEV void advance(u32 steps) {
    stage += steps;
    parity ^= (stage / kStages) & 1;
    stage %= kStages;
  }
};

}  // namespace girih::tile
