#include "instantiate.h"

using girih::igemm::Pass;
using girih::igemm::Schedule;
using girih::tile::Type;

#define BF16(name, schedule, blocks, columns, slices, lines)                                                        \
  GIRIH_IGEMM_KERNEL(girih_igemm_dgrad_bf16_##name, Pass::kDgrad, Type::kBf16, Schedule::schedule, blocks, columns, \
                     slices, lines)
#define F16(name, schedule, blocks, columns, slices, lines)                                                       \
  GIRIH_IGEMM_KERNEL(girih_igemm_dgrad_f16_##name, Pass::kDgrad, Type::kF16, Schedule::schedule, blocks, columns, \
                     slices, lines)

#ifndef GIRIH_WITHOUT_BF16
GIRIH_IGEMM_CONV_TILES(BF16)
#endif
#ifndef GIRIH_WITHOUT_F16
GIRIH_IGEMM_CONV_TILES(F16)
#endif

#ifndef GIRIH_WITHOUT_BF16
GIRIH_IGEMM_FINISH(girih_igemm_finish_dgrad_bf16, kDgrad, kBf16)
#endif
#ifndef GIRIH_WITHOUT_F16
GIRIH_IGEMM_FINISH(girih_igemm_finish_dgrad_f16, kDgrad, kF16)
#endif
