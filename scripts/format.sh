#!/usr/bin/env bash
# Formats every C, C++ and CUDA file that git knows, or with --check says which are not formatted.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh

case "${1:-}" in
  "" ) arguments=(-i) ;;
  --check) arguments=(--dry-run --Werror) ;;
  *) echo "Usage: scripts/format.sh [--check]"; exit 2 ;;
esac
girih_packages format
git ls-files '*.h' '*.c' '*.cpp' '*.cu' '*.cuh' | grep -v -e '\.gen\.' -e '^include/' |
  xargs -r clang-format-14 "${arguments[@]}"
