#include "instantiate.h"

using girih::igemm::Pass;
using girih::igemm::Schedule;
using girih::tile::Type;

#define BF16(name, schedule, blocks, columns, slices, lines)                                                        \
  GIRIH_IGEMM_KERNEL(girih_igemm_fprop_bf16_##name, Pass::kFprop, Type::kBf16, Schedule::schedule, blocks, columns, \
                     slices, lines)
#define F16(name, schedule, blocks, columns, slices, lines)                                                       \
  GIRIH_IGEMM_KERNEL(girih_igemm_fprop_f16_##name, Pass::kFprop, Type::kF16, Schedule::schedule, blocks, columns, \
                     slices, lines)

#ifndef GIRIH_WITHOUT_BF16
GIRIH_IGEMM_CONV_TILES(BF16)
#endif
#ifndef GIRIH_WITHOUT_F16
GIRIH_IGEMM_CONV_TILES(F16)
#endif

#ifndef GIRIH_WITHOUT_BF16
GIRIH_IGEMM_FINISH(girih_igemm_finish_fprop_bf16, kFprop, kBf16)
#endif
#ifndef GIRIH_WITHOUT_F16
GIRIH_IGEMM_FINISH(girih_igemm_finish_fprop_f16, kFprop, kF16)
#endif
