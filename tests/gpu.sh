#!/bin/bash
# Everything that needs a GPU, in one run: builds with the CUDA kernels, runs the conformance suite and the recorded
# answers on our library, the same conformance binary on NVIDIA's library, and the sanitizer on a part; prints one table.
#
#   tests/gpu.sh [build folder]        default build/gpu; what is built there already is used
#
# PEER      NVIDIA's libcudnn.so.9; default: that of Python's nvidia-cudnn-cu13 package, if there is one
# RESULTS   where logs and results.json go; default <build folder>/results
# STEPS     of: build ours golden peer sanitize torch bench; default all
# LIMIT     seconds for each test program on one file; default 60
set -u
cd "$(dirname "$0")/.."
build=${1:-build/gpu}
results=${RESULTS:-$build/results}
steps=${STEPS:-build ours golden peer sanitize torch bench}
limit=${LIMIT:-60}
mkdir -p "$results"
wanted() { [[ " $steps " == *" $1 "* ]]; }
note() { echo "== $(date +%T) $*"; }

if wanted build; then
  # What the packages lack may have come another way: the configuration says what is missing.
  (. scripts/packages.sh && girih_packages build test) > "$results/packages.log" 2>&1 || tail -1 "$results/packages.log"
  note "building in $build"
  cmake -B "$build" -G Ninja -DGIRIH_CUDA=ON -DGIRIH_BENCH=OFF > "$results/configure.log" 2>&1 ||
    { tail -20 "$results/configure.log"; exit 1; }
  cmake --build "$build" -j "$(nproc)" --target girih cudnn_v9 girih_conformance girih_golden -- -k 0 > "$results/build.log" 2>&1 ||
    { grep -E -A6 "error|FAILED" "$results/build.log" | head -60; exit 1; }
fi

# The real CUDA runtime, in front of the stand-in that the test programs are linked with.
runtime=$(ls -d /usr/local/cuda/lib64 2> /dev/null | head -1)
site=$(python3 -c 'import nvidia, os; print(list(nvidia.__path__)[0])' 2> /dev/null)
if [ -n "$site" ]; then
  found=$(find -L "$site" -name 'libcudart.so.13*' 2> /dev/null | head -1)
  [ -n "$found" ] && runtime=$(dirname "$found")
fi
peer=${PEER:-$(find -L "$site" -name libcudnn.so.9 2> /dev/null | head -1)}
note "runtime in ${runtime:-nowhere}; peer ${peer:-none}"
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | tee "$results/device.txt"
git rev-parse --short HEAD > "$results/commit.txt" 2> /dev/null || cat COMMIT > "$results/commit.txt" 2> /dev/null

suite=$build/tests/conformance/girih_conformance
ours=$build/lib:$runtime
if wanted ours; then
  for file in tests/cases/*.txt; do
    name=$(basename "$file" .txt)
    threads=8
    [ "$name" = far ] && threads=1  # tensors of many gigabytes
    LD_LIBRARY_PATH=$ours timeout "$limit" "$suite" "$file" --library girih --threads $threads --json "$results/ours_$name.json" \
      > "$results/ours_$name.log" 2>&1
    echo "$name: $(tail -1 "$results/ours_$name.log") (status $?)"
  done
  LD_LIBRARY_PATH=$ours timeout "$limit" "$suite" --library girih --threads 8 --seed 1 --count 300 --json "$results/ours_fuzz.json" \
    > "$results/ours_fuzz.log" 2>&1
  note "ours done"
fi
if wanted golden; then
  golden=$build/tests/golden/girih_golden
  for file in tests/golden/data/*.tsv; do
    name=$(basename "$file" .tsv)
    LD_LIBRARY_PATH=$ours timeout "$limit" "$golden" tests/golden/data "$name" --differences docs/differences.md \
      > "$results/golden_$name.log" 2>&1
    echo "golden $name: status $?: $(tail -1 "$results/golden_$name.log")"
  done
  note "golden done"
fi
if wanted peer && [ -n "$peer" ]; then
  for file in tests/cases/*.txt; do
    name=$(basename "$file" .txt)
    LD_LIBRARY_PATH=$(dirname "$peer"):$runtime timeout "$limit" "$suite" "$file" --library nvidia --threads 1 \
      --json "$results/peer_$name.json" > "$results/peer_$name.log" 2>&1
  done
  note "peer done"
fi
if wanted sanitize && command -v compute-sanitizer > /dev/null; then
  for name in softmax pooling reduce batchnorm tensor dropout activation lrn conv rnn attention spatial_transformer transform fused; do
    LD_LIBRARY_PATH=$ours timeout "$limit" compute-sanitizer --error-exitcode 9 "$suite" tests/cases/$name.txt --filter n=2 \
      --library girih --threads 1 --data exact > "$results/sanitizer_$name.log" 2>&1
    echo "sanitizer $name: status $?: $(grep "ERROR SUMMARY" "$results/sanitizer_$name.log")"
  done
fi
if wanted torch && python3 -c "import torch" 2> /dev/null; then
  # The old convolution functions, and the graph API that PyTorch uses by default.
  for api in 1 0; do
    LD_PRELOAD=$build/lib/libcudnn.so.9 TORCH_CUDNN_V8_API_DISABLED=$api timeout 120 python3 tests/gpu/torch_test.py \
      > "$results/torch_$api.log" 2>&1
    note "torch, TORCH_CUDNN_V8_API_DISABLED=$api: status $?, $(grep -c ^ok "$results/torch_$api.log") ok, $(grep -c ^FAILED "$results/torch_$api.log") failed; $(tail -1 "$results/torch_$api.log")"
  done
fi
if wanted bench && [ -n "$peer" ]; then
  g++ -std=c++20 -O2 -Wno-deprecated-declarations -Iinclude -I/usr/local/cuda/include -o "$build/pair" bench/gpu/pair.cpp \
    -L"$runtime" -l:"$(basename "$(ls "$runtime"/libcudart.so.13* | head -1)")" -ldl &&
    LD_LIBRARY_PATH=$runtime:$(dirname "$peer") timeout 150 "$build/pair" "$build/lib/libgirih.so" "$peer" "$results/pair.json" \
      2>&1 | tee "$results/pair.log"
fi
python3 tests/gpu/table.py "$results" | tee "$results/table.txt"
