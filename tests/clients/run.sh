#!/usr/bin/env bash
# Runs clients of cuDNN from the Python package index on Girih's CPU: graphs made with cudnn-frontend's Python package,
# random ones, and a program made with the C++ headers that the package brings.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/packages.sh

usage() {
  cat <<'EOT'
Usage: tests/clients/run.sh [--girih DIR] [--fuzz N] [--seed N]

  --girih DIR   a build folder or an installed tree (default: build/release)
  --fuzz N      random graphs (default: 2000)
  --seed N      seed of the first one (default: 1)

The packages are installed in a virtual environment, build/clients/venv.

Example:
  tests/clients/run.sh --girih out --fuzz 10000 --seed 5000
EOT
}
girih=build/release fuzz=2000 seed=1
while [ $# -gt 0 ]; do
  case "$1" in
    --girih) girih="${2:?--girih needs a folder}"; shift 2 ;;
    --fuzz) fuzz="${2:?--fuzz needs a number}"; shift 2 ;;
    --seed) seed="${2:?--seed needs a number}"; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) echo "tests/clients/run.sh: unknown argument '$1'" >&2; usage >&2; exit 2 ;;
  esac
done

girih_packages clients
venv=build/clients/venv
if ! "$venv/bin/python" -c 'import numpy, importlib.metadata as m; assert m.version("nvidia-cudnn-frontend") == "1.23.0"' 2>/dev/null; then
  mkdir -p build/clients
  python3 -m venv --clear "$venv"
  "$venv/bin/pip" install -q --disable-pip-version-check --no-deps nvidia-cudnn-frontend==1.23.0 numpy==1.26.4
fi
packages="$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')"

export GIRIH_DEVICE=cpu LD_LIBRARY_PATH="$PWD/$girih/lib:$PWD/$girih/lib/hostcuda/13${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
case "$girih" in /*) LD_LIBRARY_PATH="$girih/lib:$girih/lib/hostcuda/13" ;; esac
graphs=tests/clients/cudnn_frontend/graphs/run.py
"$venv/bin/python" "$graphs" --json build/clients/graphs.json
"$venv/bin/python" "$graphs" --fuzz "$fuzz" --seed "$seed" --json build/clients/fuzz.json

program=build/clients/header_test
compiler=(g++)
command -v ccache >/dev/null && compiler=(ccache g++)
"${compiler[@]}" -std=c++17 -O0 -w -I"$packages/include" -Iinclude -Ihostcuda/include -c tests/clients/cudnn_frontend/header_test.cpp -o "$program.o"
libraries=("-L$girih/lib" "-L$girih/lib/hostcuda" -lcudnn -lcudart -lnvrtc "-Wl,-rpath-link,$girih/lib")
g++ "$program.o" -o "$program" "${libraries[@]}" -lpthread -ldl
LD_LIBRARY_PATH="$LD_LIBRARY_PATH:$girih/lib/hostcuda" "$program"
