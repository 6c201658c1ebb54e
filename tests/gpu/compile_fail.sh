#!/bin/bash
# Misuse of the tile library must not compile, and must say why: each line below is a use and the text nvcc has to print.
set -u
cd "$(dirname "$0")/../.."
nvcc=${CUDA_HOME:-/usr/local/cuda}/bin/nvcc
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0 count=0

refuse() { # statement, expected text ("" = must compile)
  count=$((count + 1))
  cat > "$folder/use.cu" << CODE
#include "engines/cuda/igemm/kernel.h"
using namespace girih::igemm;
using namespace girih::tile;
__global__ void __launch_bounds__(384, 1) use(u32 x, float (&f32)[64], const u32 (&a)[4]) { $1; }
CODE
  local text
  text=$("$nvcc" -std=c++20 -Isrc -gencode=arch=compute_90a,code=compute_90a -ptx -o "$folder/use.ptx" "$folder/use.cu" 2>&1)
  local rc=$?
  if [ -z "$2" ]; then
    [ $rc -eq 0 ] && return
  elif [ $rc -ne 0 ] && grep -qF "$2" <<< "$text"; then
    return
  fi
  failures=$((failures + 1))
  printf 'FAIL %s\n  wanted: %s\n  got: %s\n' "$1" "${2:-no error}" "$(head -3 <<< "$text")"
}

refuse 'registers_increase<232>(); wgmma_wait<1>(); named_barrier<1, 128>()' ''
refuse 'registers_increase<236>()' 'setmaxnreg takes a multiple of 8'
refuse 'registers_decrease<16>()' 'setmaxnreg takes a multiple of 8'
refuse 'named_barrier<0, 128>()' 'barrier 0 belongs to __syncthreads'
refuse 'named_barrier<16, 128>()' 'ids go up to 15'
refuse 'wgmma_wait<8>()' 'takes 0 to 7 pending groups'
refuse '(Wgmma<Type::kBf16, 72, OperandA::kShared>{})' 'no wgmma wrapper for this N'
refuse '(Wgmma<Type::kTf32, 128, OperandA::kShared>::mma<Major::kK, Major::kMn>(f32, 0, 0, 1))' 'MN-major operands only for 16-bit types'
refuse '(Wgmma<Type::kBf16, 128, OperandA::kRegisters>::mma<Major::kMn, Major::kK>(f32, a, 0, 1))' 'no other order than K-major'
refuse 'Ring<1> ring(x)' 'at least two stages'
refuse 'pack2<Type::kTf32>(1.0f, 2.0f)' 'only for 16-bit types'
refuse 'static_assert(Checked<Config{Pass::kFprop, Type::kBf16, Schedule::kCooperative, 2, 128}>::kOk)' ''
refuse 'static_assert(Checked<Config{Pass::kFprop, Type::kBf16, Schedule::kCooperative, 1, 48}>::kOk)' '64 to 256 columns in steps of 32'
refuse 'static_assert(Checked<Config{Pass::kFprop, Type::kBf16, Schedule::kCooperative, 2, 256}>::kOk)' 'more than 192 accumulators'
refuse 'static_assert(Checked<Config{Pass::kWgrad, Type::kBf16, Schedule::kCooperative, 1, 160}>::kOk)' 'blocks of 64 channels at one tap'
refuse 'static_assert(Checked<Config{Pass::kDgrad, Type::kTf32, Schedule::kCooperative, 1, 128}>::kOk)' 'MN-major operands need a 16-bit type'

echo "compile_fail: $count uses, $failures failures"
exit $((failures > 0))
