// mbarriers: 64-bit counters in shared memory on which threads and TMA arrive and on whose phase parity threads wait.
#pragma once
#include "ptx.h"

namespace girih::tile {

GIRIH_DEV void mbarrier_init(u32 bar, u32 arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(arrivals) : "memory");
}

// After the last init, before the barrier that publishes it to the CTA (or cluster) and to TMA.
GIRIH_DEV void mbarrier_init_fence() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }

GIRIH_DEV void mbarrier_arrive(u32 bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(bar) : "memory");
}

// Arrives and adds the bytes that TMA will deliver in this phase: the sum of all boxes, zero-filled parts included.
GIRIH_DEV void mbarrier_expect(u32 bar, u32 bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes) : "memory");
}

GIRIH_DEV bool mbarrier_try_wait(u32 bar, u32 parity) {
  u32 done;
  asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
               : "=r"(done)
               : "r"(bar), "r"(parity)
               : "memory");
  return done != 0;
}

// Waits until the phase of this parity is complete. A parity tells only neighbouring phases apart: a waiter two phases
// behind passes at once. Test builds define GIRIH_TILE_SPIN_LIMIT, so that a lost arrival faults instead of hanging;
// the fault is a store to address 0, because a reachable trap makes ptxas ignore setmaxnreg.
GIRIH_DEV void mbarrier_wait(u32 bar, u32 parity) {
#ifdef GIRIH_TILE_SPIN_LIMIT
  for (u32 spins = 0; !mbarrier_try_wait(bar, parity);) {
    if (++spins > GIRIH_TILE_SPIN_LIMIT) asm volatile("st.global.u32 [%0], %1;" ::"l"(0ull), "r"(bar) : "memory");
  }
#else
  while (!mbarrier_try_wait(bar, parity)) {
  }
#endif
}

}  // namespace girih::tile
