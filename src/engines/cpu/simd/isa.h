// The instruction sets that the vector code is compiled for, and the one this process uses.
#pragma once

namespace girih::simd {

enum class Isa { baseline, avx2, avx512 };

// The best one of this CPU. GIRIH_CPU_ISA=baseline|avx2 asks for less, so that every path can be tested on one machine.
Isa isa();

}  // namespace girih::simd
