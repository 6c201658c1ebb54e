// wgmma: one warpgroup multiplies a 64 x K tile by a K x N tile that lies in shared memory, asynchronously.
//
// Order of use: fence (the accumulator was touched by other instructions), mma..., commit, wait<n>; between commit and
// the wait the accumulator must not be touched (ptxas then serializes with C7514).
#pragma once
#include "smem_desc.h"

namespace girih::tile {

enum class OperandA : u8 { kShared, kRegisters };

template <Type kType, int kN, OperandA kSource>
struct Wgmma {
  static_assert(kN < 0, "no wgmma wrapper for this N: extend the list in generate_wgmma.py");
};

GIRIH_DEV void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
GIRIH_DEV void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int kPending>
GIRIH_DEV void wgmma_wait() {
  static_assert(kPending >= 0 && kPending < 8, "wgmma.wait_group takes 0 to 7 pending groups");
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kPending) : "memory");
}

}  // namespace girih::tile

#include "wgmma.gen.h"
