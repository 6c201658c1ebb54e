#!/bin/bash
# Builds the GPU tests and benches without CMake: [JOBS=n] tests/gpu/build.sh [output folder]. Needs nvcc 13 and g++, no GPU.
# Fails on ptxas messages that mean serialized wgmma or ignored setmaxnreg, and on spills.
set -eu
cd "$(dirname "$0")/../.."
out=${1:-build/gpu}
mkdir -p "$out"
cuda=${CUDA_HOME:-/usr/local/cuda}
nvcc=$cuda/bin/nvcc
flags=(-std=c++20 -O3 -gencode=arch=compute_90a,code=sm_90a -Xptxas -v -Isrc)

headers=(src/engines/cuda/*/*.h src/engines/cuda/*/*.def)
fatbin() { # name source [flags]: the image $out/<name>.fatbin, embedded as girih_image_<name>
  local name=$1 source=$2 image=$out/$1.fatbin log=$out/$1.log newest
  shift 2
  newest=$(ls -t "$source" "${headers[@]}" | head -1)
  if [ ! "$image" -nt "$newest" ]; then
    "$nvcc" "${flags[@]}" ${SPIN_LIMIT:+-DGIRIH_TILE_SPIN_LIMIT=$SPIN_LIMIT} "$@" --fatbin -o "$image" "$source" > "$log" 2>&1 ||
      { grep error "$log" | head; rm -f "$image"; return 1; }
  fi
  if grep -E "C75(08|10|12|14|17)" "$log" || grep -E "[1-9][0-9]* bytes spill" "$log"; then
    echo "$source: serialized wgmma, ignored setmaxnreg or spills (see $log)"
    rm -f "$image"
    return 1
  fi
  printf '.section .rodata\n.balign 64\n.globl girih_image_%s\ngirih_image_%s:\n.incbin "%s"\n.section .note.GNU-stack,"",@progbits\n' \
    "$name" "$name" "$image" > "$out/$name.S"
}

# All images; JOBS at a time.
jobs=()
wait_all() { for job in "${jobs[@]}"; do wait "$job" || exit 1; done; jobs=(); }
start() {
  "$@" &
  jobs+=($!)
  if [ "${#jobs[@]}" -ge "${JOBS:-1}" ]; then wait_all; fi
}
conv=()
for pass in fprop dgrad wgrad matmul; do
  start fatbin ${pass}_bf16 src/engines/cuda/igemm/$pass.cu -DGIRIH_WITHOUT_F16
  start fatbin ${pass}_f16 src/engines/cuda/igemm/$pass.cu -DGIRIH_WITHOUT_BF16
  conv+=(${pass}_bf16 ${pass}_f16)
done
conv+=(halo stem)
start fatbin halo src/engines/cuda/halo/halo.cu
start fatbin stem src/engines/cuda/stem/stem.cu
start fatbin tile_kernels tests/gpu/tile_kernels.cu

cxx=(g++ -std=c++20 -O2 -Wall -Wextra -Wpedantic -Isrc -Itests/gpu -isystem "$cuda/include")
object_of() { echo "$out/$(tr / _ <<< "$1").o"; }
compile() { "${cxx[@]}" -c -o "$(object_of "$1")" "$1"; }
host=(src/cuda/*.cpp src/engines/cuda/*/*.cpp)
for source in "${host[@]}" tests/gpu/igemm_test.cpp tests/gpu/tile_test.cpp bench/gpu/*.cpp; do start compile "$source"; done
wait_all

# The C++ runtime goes into the programs: they may be run on another system than they were built on.
link() { # program image... -- source...
  local program=$1 inputs=()
  shift
  while [ "$1" != -- ]; do inputs+=("$out/$1.S"); shift; done
  shift
  for source in "$@" "${host[@]}"; do inputs+=("$(object_of "$source")"); done
  g++ -o "$out/$program" "${inputs[@]}" -static-libstdc++ -static-libgcc -ldl -lpthread
}
start link igemm_test "${conv[@]}" -- tests/gpu/igemm_test.cpp
start link tile_test tile_kernels -- tests/gpu/tile_test.cpp
start link conv_bench "${conv[@]}" -- bench/gpu/conv_bench.cpp bench/gpu/cudnn_peer.cpp
start link matmul_bench "${conv[@]}" -- bench/gpu/matmul_bench.cpp bench/gpu/cudnn_peer.cpp
wait_all
