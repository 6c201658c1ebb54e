#include "engines/cpu/simd/isa.h"

#include "base/env.h"

namespace girih::simd {
namespace {

// What Highway's AVX2 and AVX3 targets emit. F16C has no name in clang 14's list; every CPU with AVX2 has it.
Isa best() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  return avx512 ? Isa::avx512 : avx2 ? Isa::avx2 : Isa::baseline;
#else
  return Isa::baseline;
#endif
}

}  // namespace

Isa isa() {
  static const Isa value = [] {
    const auto wanted = env("GIRIH_CPU_ISA");
    const Isa cap = wanted == "baseline" ? Isa::baseline : wanted == "avx2" ? Isa::avx2 : Isa::avx512;
    const Isa have = best();
    return have < cap ? have : cap;
  }();
  return value;
}

}  // namespace girih::simd
