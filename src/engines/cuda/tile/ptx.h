// Thread-level PTX that belongs to no unit of the chip in particular.
#pragma once
#include "types.h"

namespace girih::tile {

GIRIH_DEV u32 shared_address(const void* p) { return static_cast<u32>(__cvta_generic_to_shared(p)); }

// The warpgroup of this thread, as a value the compiler knows to be the same in the whole warp.
GIRIH_DEV int warpgroup_index() { return __shfl_sync(0xffffffffu, static_cast<int>(threadIdx.x) / 128, 0); }

// True in one lane of a converged warp.
GIRIH_DEV bool elect_one() {
  u32 chosen;
  asm volatile("{\n.reg .pred p;\nelect.sync _|p, 0xffffffff;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(chosen));
  return chosen != 0;
}

// setmaxnreg moves registers between the warpgroups of a CTA. It acts only in kernels with a register cap at entry
// (__launch_bounds__(threads, 1)) and only when no trap is reachable; ptxas says C7508 or spills otherwise.
template <int kCount>
GIRIH_DEV void registers_increase() {
  static_assert(kCount % 8 == 0 && kCount >= 24 && kCount <= 256, "setmaxnreg takes a multiple of 8 from 24 to 256");
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kCount));
}
template <int kCount>
GIRIH_DEV void registers_decrease() {
  static_assert(kCount % 8 == 0 && kCount >= 24 && kCount <= 256, "setmaxnreg takes a multiple of 8 from 24 to 256");
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kCount));
}

// Named barrier. The id is an immediate: with one in a register ptxas reserves all 16.
template <int kId, int kThreads>
GIRIH_DEV void named_barrier() {
  static_assert(kId > 0 && kId < 16, "barrier 0 belongs to __syncthreads; ids go up to 15");
  asm volatile("bar.sync %0, %1;" ::"n"(kId), "n"(kThreads) : "memory");
}

// Makes ordinary shared-memory writes of this thread visible to wgmma and TMA. Each writer executes it before the
// barrier that the reader waits on.
GIRIH_DEV void fence_async_shared() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// Programmatic dependent launch: wait until the grid before this one has finished and its writes are visible; allow
// the grid after this one to start.
GIRIH_DEV void grid_dependency_wait() { asm volatile("griddepcontrol.wait;" ::: "memory"); }
GIRIH_DEV void grid_dependents_launch() { asm volatile("griddepcontrol.launch_dependents;" ::: "memory"); }

}  // namespace girih::tile
