// TMA, the bulk tensor copy engine. Loads complete on an mbarrier, stores in bulk groups of the issuing thread.
//
// Rules that the hardware enforces with "illegal instruction" instead of an answer (all met on an H200): the innermost
// start is a multiple of 16 bytes; an im2col base lies inside the map's box [lower, dim - 1 + upper]; a store starts at
// no negative coordinate. Coordinates are in elements, innermost first: channel, w, h, (d), n.
#pragma once
#include "ptx.h"

namespace girih::tile {

GIRIH_DEV void tma_prefetch_map(const TensorMap* map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}

GIRIH_DEV void tma_load_2d(u32 dst, const TensorMap* map, u32 bar, int x, int y) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(
          dst),
      "l"(map), "r"(bar), "r"(x), "r"(y)
      : "memory");
}
GIRIH_DEV void tma_load_3d(u32 dst, const TensorMap* map, u32 bar, int x, int y, int z) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], [%2];" ::
          "r"(dst),
      "l"(map), "r"(bar), "r"(x), "r"(y), "r"(z)
      : "memory");
}
GIRIH_DEV void tma_load_4d(u32 dst, const TensorMap* map, u32 bar, int x, int y, int z, int w) {
  asm volatile(
      "cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6}], "
      "[%2];" ::"r"(dst),
      "l"(map), "r"(bar), "r"(x), "r"(y), "r"(z), "r"(w)
      : "memory");
}
// The box lands at the same shared address, and its bytes count on the barrier at the same address, in every CTA of the
// mask.
GIRIH_DEV void tma_load_2d_multicast(u32 dst, const TensorMap* map, u32 bar, int x, int y, u16 cta_mask) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], "
      "[%1, {%3, %4}], [%2], %5;" ::"r"(dst),
      "l"(map), "r"(bar), "r"(x), "r"(y), "h"(cta_mask)
      : "memory");
}

// im2col: (w, h, d, n) is the pixel under the filter's first tap, the offsets say which tap.
GIRIH_DEV void tma_load_im2col_4d(u32 dst, const TensorMap* map, u32 bar, int c, int w, int h, int n, u16 off_w,
                                  u16 off_h) {
  asm volatile(
      "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, "
      "%6}], "
      "[%2], {%7, %8};" ::"r"(dst),
      "l"(map), "r"(bar), "r"(c), "r"(w), "r"(h), "r"(n), "h"(off_w), "h"(off_h)
      : "memory");
}
GIRIH_DEV void tma_load_im2col_5d(u32 dst, const TensorMap* map, u32 bar, int c, int w, int h, int d, int n, u16 off_w,
                                  u16 off_h, u16 off_d) {
  asm volatile(
      "cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], "
      "[%1, {%3, %4, %5, %6, %7}], [%2], {%8, %9, %10};" ::"r"(dst),
      "l"(map), "r"(bar), "r"(c), "r"(w), "r"(h), "r"(d), "r"(n), "h"(off_w), "h"(off_h), "h"(off_d)
      : "memory");
}

// One-dimensional copy without a map; addresses and size are multiples of 16 bytes.
GIRIH_DEV void bulk_load(u32 dst, const void* src, u32 bytes, u32 bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(dst),
               "l"(src), "r"(bytes), "r"(bar)
               : "memory");
}

GIRIH_DEV void tma_store_2d(const TensorMap* map, u32 src, int x, int y) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];" ::"l"(map), "r"(src),
               "r"(x), "r"(y)
               : "memory");
}
GIRIH_DEV void tma_store_4d(const TensorMap* map, u32 src, int x, int y, int z, int w) {
  asm volatile("cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [%0, {%2, %3, %4, %5}], [%1];" ::"l"(map),
               "r"(src), "r"(x), "r"(y), "r"(z), "r"(w)
               : "memory");
}

GIRIH_DEV void tma_store_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
// Until at most kPending groups still read shared memory (then it may be overwritten) / are not yet written.
template <int kPending>
GIRIH_DEV void tma_store_wait_read() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(kPending) : "memory");
}
template <int kPending>
GIRIH_DEV void tma_store_wait() {
  asm volatile("cp.async.bulk.wait_group %0;" ::"n"(kPending) : "memory");
}

}  // namespace girih::tile
