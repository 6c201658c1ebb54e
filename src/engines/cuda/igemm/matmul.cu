#include "instantiate.h"

using girih::igemm::Pass;
using girih::igemm::Schedule;
using girih::tile::Major;
using girih::tile::Type;

// The suffix says which dimension of A and B is contiguous: k, or m and n.
#define ORDERS(name, type, kType, schedule, blocks, columns, slices, lines)                                         \
  GIRIH_IGEMM_KERNEL(girih_igemm_matmul_##type##_kk_##name, Pass::kMatmul, Type::kType, Schedule::schedule, blocks, \
                     columns, slices, lines, Major::kK, Major::kK)                                                  \
  GIRIH_IGEMM_KERNEL(girih_igemm_matmul_##type##_kn_##name, Pass::kMatmul, Type::kType, Schedule::schedule, blocks, \
                     columns, slices, lines, Major::kK, Major::kMn)                                                 \
  GIRIH_IGEMM_KERNEL(girih_igemm_matmul_##type##_mk_##name, Pass::kMatmul, Type::kType, Schedule::schedule, blocks, \
                     columns, slices, lines, Major::kMn, Major::kK)                                                 \
  GIRIH_IGEMM_KERNEL(girih_igemm_matmul_##type##_mn_##name, Pass::kMatmul, Type::kType, Schedule::schedule, blocks, \
                     columns, slices, lines, Major::kMn, Major::kMn)
#define BF16(name, schedule, blocks, columns, slices, lines) \
  ORDERS(name, bf16, kBf16, schedule, blocks, columns, slices, lines)
#define F16(name, schedule, blocks, columns, slices, lines) \
  ORDERS(name, f16, kF16, schedule, blocks, columns, slices, lines)

#ifndef GIRIH_WITHOUT_BF16
GIRIH_IGEMM_MATMUL_TILES(BF16)
#endif
#ifndef GIRIH_WITHOUT_F16
GIRIH_IGEMM_MATMUL_TILES(F16)
#endif

#ifndef GIRIH_WITHOUT_BF16
GIRIH_IGEMM_FINISH(girih_igemm_finish_matmul_bf16, kMatmul, kBf16)
#endif
#ifndef GIRIH_WITHOUT_F16
GIRIH_IGEMM_FINISH(girih_igemm_finish_matmul_f16, kMatmul, kF16)
#endif
