#!/usr/bin/env bash
# Builds Girih and installs it to out/ (lib, include, bin).
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh

usage() {
  cat <<'EOT'
Usage: scripts/build.sh [--prefix DIR] [--preset NAME] [--tests] [--jobs N]

  --prefix DIR    install there instead of out/
  --preset NAME   a preset of CMakePresets.json: release (default), debug, asan, tsan, clang
  --tests         build the tests and benchmarks too (in build/NAME; they are not installed)
  --jobs N        compile N files at a time (default: one per CPU)

Examples:
  scripts/build.sh
  scripts/build.sh --prefix /opt/girih
  scripts/build.sh --preset asan --tests && ctest --test-dir build/asan
EOT
}

prefix="$PWD/out" preset=release tests=OFF jobs=()
while [ $# -gt 0 ]; do
  case "$1" in
    --prefix) prefix="$(realpath -m "${2:?--prefix needs a folder}")"; shift 2 ;;
    --preset) preset="${2:?--preset needs a name}"; shift 2 ;;
    --jobs) jobs=(-j "${2:?--jobs needs a number}"); shift 2 ;;
    --tests) tests=ON; shift ;;
    -h | --help) usage; exit 0 ;;
    *) echo "scripts/build.sh: unknown argument '$1'" >&2; usage >&2; exit 2 ;;
  esac
done

sets=(build)
[ "$tests" = ON ] && sets+=(test)
[ "$preset" = clang ] && sets+=(clang)
girih_packages "${sets[@]}"

cmake --preset "$preset" -DCMAKE_INSTALL_PREFIX="$prefix" -DGIRIH_TESTS="$tests" -DGIRIH_BENCH="$tests" >/dev/null
cmake --build "build/$preset" "${jobs[@]}"
cmake --install "build/$preset" >/dev/null
echo "Girih is in $prefix"
