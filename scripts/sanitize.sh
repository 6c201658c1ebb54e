#!/usr/bin/env bash
# Builds the libraries with sanitizers and runs a reduced set of tests on them: random calls and the graph interface
# under the address and undefined-behaviour sanitizers, concurrent handles under the thread sanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh

case "${1:-}" in
  -h | --help)
    echo "Usage: scripts/sanitize.sh [ROUNDS]      ROUNDS of each fuzzer (default 3000)"
    exit 0 ;;
esac
rounds="${1:-3000}"
girih_packages build test
export GIRIH_DEVICE=cpu

cmake --preset asan -DGIRIH_BENCH=OFF >/dev/null
cmake --build build/asan --target girih_graph_fuzz girih_classic_fuzz girih_graph_tests cudnn_ops_v9 cudnn_cnn_v9 cudnn_adv_v9 \
  cudnn_graph_v9
export ASAN_OPTIONS=detect_leaks=1:halt_on_error=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
build/asan/tests/fuzz/girih_graph_fuzz 1 "$rounds"
build/asan/tests/fuzz/girih_classic_fuzz 1 "$rounds"
build/asan/tests/graph/girih_graph_tests --gtest_brief=1

cmake --preset tsan -DGIRIH_BENCH=OFF >/dev/null
cmake --build build/tsan --target girih_graph_tests cudnn_ops_v9 cudnn_cnn_v9 cudnn_adv_v9 cudnn_graph_v9
TSAN_OPTIONS=halt_on_error=1 build/tsan/tests/graph/girih_graph_tests --gtest_brief=1
