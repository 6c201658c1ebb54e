// Which instruction sets Highway compiles a file for: AVX-512, AVX2 and the compiler's baseline. Include before
// hwy/foreach_target.h. The choice among them is isa(), so that libhwy is not needed at run time.
//
//   #undef HWY_TARGET_INCLUDE
//   #define HWY_TARGET_INCLUDE "engines/cpu/.../this_file.cpp"
//   #include "engines/cpu/simd/targets.h"
//   #include "hwy/foreach_target.h"
//   #include "hwy/highway.h"
//   HWY_BEFORE_NAMESPACE();
//   namespace girih::... { namespace HWY_NAMESPACE { const Table* my_table() {...} } }
//   HWY_AFTER_NAMESPACE();
//   #if HWY_ONCE
//   namespace girih::... { const Table& the_table() { return *GIRIH_PICK_TARGET(my_table)(); } }
//   #endif
//
// Code between BEFORE and AFTER is compiled for its target by function attributes, never by compiler flags: inline
// functions of other headers stay baseline code. Lambdas there do not get the attribute from clang: use functions.
#ifndef GIRIH_SIMD_TARGETS_H_
#define GIRIH_SIMD_TARGETS_H_
#include <hwy/detect_targets.h>

#include "engines/cpu/simd/isa.h"

// Newer versions of Highway know more targets than Debian 12's 1.0.3.
#ifdef HWY_AVX3_ZEN4
#define GIRIH_HWY_ZEN4 HWY_AVX3_ZEN4
#else
#define GIRIH_HWY_ZEN4 0
#endif
#ifdef HWY_AVX3_SPR
#define GIRIH_HWY_SPR HWY_AVX3_SPR
#else
#define GIRIH_HWY_SPR 0
#endif
#ifdef HWY_AVX10_2
#define GIRIH_HWY_AVX10 HWY_AVX10_2
#else
#define GIRIH_HWY_AVX10 0
#endif

#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | GIRIH_HWY_ZEN4 | GIRIH_HWY_SPR | GIRIH_HWY_AVX10)

#if (HWY_TARGETS & HWY_AVX3) && HWY_STATIC_TARGET != HWY_AVX3
#define GIRIH_AVX512_TARGET(f) N_AVX3::f
#else
#define GIRIH_AVX512_TARGET(f) HWY_STATIC_DISPATCH(f)
#endif
#if (HWY_TARGETS & HWY_AVX2) && HWY_STATIC_TARGET != HWY_AVX2
#define GIRIH_AVX2_TARGET(f) N_AVX2::f
#else
#define GIRIH_AVX2_TARGET(f) HWY_STATIC_DISPATCH(f)
#endif
// The function f of the target that this process uses.
#define GIRIH_PICK_TARGET(f)                                                   \
  (::girih::simd::isa() == ::girih::simd::Isa::avx512 ? GIRIH_AVX512_TARGET(f) \
   : ::girih::simd::isa() == ::girih::simd::Isa::avx2 ? GIRIH_AVX2_TARGET(f)   \
                                                      : HWY_STATIC_DISPATCH(f))

// Loops over register tiles must be unrolled, else g++ keeps the accumulators in memory (3 times slower).
#if defined(__clang__)
#define GIRIH_UNROLL _Pragma("clang loop unroll(full)")
#else
#define GIRIH_UNROLL _Pragma("GCC unroll 16")
#endif

#endif  // GIRIH_SIMD_TARGETS_H_
