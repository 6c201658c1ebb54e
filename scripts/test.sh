#!/usr/bin/env bash
# Installs what is missing, builds Girih with its tests, and runs all of them.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh

case "${1:-}" in
  -h | --help)
    echo "Usage: scripts/test.sh [arguments of ctest]"
    echo "Example: scripts/test.sh -R conformance"
    exit 0 ;;
esac
scripts/build.sh --tests
# Tests run on the CPU, whatever the machine has; one at a time, since each uses all CPUs.
export GIRIH_DEVICE=cpu
ctest --test-dir build/release --output-on-failure --no-tests=error "$@"
