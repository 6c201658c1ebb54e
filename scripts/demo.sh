#!/usr/bin/env bash
# Installs what is missing, builds Girih, and trains and tests a small network on handwritten digits, on this CPU.
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1:-}" in
  -h | --help)
    echo "Usage: scripts/demo.sh [arguments of samples/mnist]"
    echo "Example: scripts/demo.sh --epochs 3"
    exit 0 ;;
esac
scripts/build.sh
exec env GIRIH_DEVICE=cpu out/bin/mnist "$@"
