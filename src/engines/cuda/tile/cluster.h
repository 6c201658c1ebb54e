// Thread-block clusters: rank, barrier, arrival on a barrier of another CTA.
#pragma once
#include "ptx.h"

namespace girih::tile {

GIRIH_DEV u32 cluster_rank() {
  u32 rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

GIRIH_DEV void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

// Arrives on the barrier at the same shared address in CTA `rank`. The default form of the instruction, on purpose:
// with .release.cluster it becomes a full memory barrier (314 clocks instead of 6 on an H200).
GIRIH_DEV void mbarrier_arrive_remote(u32 bar, u32 rank) {
  asm volatile(
      "{\n.reg .b32 remote;\nmapa.shared::cluster.u32 remote, %0, %1;\n"
      "mbarrier.arrive.shared::cluster.b64 _, [remote];\n}" ::"r"(bar),
      "r"(rank)
      : "memory");
}

}  // namespace girih::tile
