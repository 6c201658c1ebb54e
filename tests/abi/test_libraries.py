#!/usr/bin/env python3
"""Compares the built libraries with the recorded ELF facts, as readelf shows them.

usage: test_libraries.py LIBRARY_DIR

Checked for each of the eight: exported names and kinds, the version node of each, SONAME, RUNPATH, NEEDED, the SYMBOLIC
flag, the development symlink.
"""

import re
import subprocess
import sys
from pathlib import Path

from facts import Report, table, undeclared

LIBRARIES = ["cudnn", "cudnn_graph", "cudnn_ops", "cudnn_cnn", "cudnn_adv", "cudnn_heuristic", "cudnn_engines_precompiled",
             "cudnn_engines_runtime_compiled"]
# Mutable variables inside the recorded library (nm types B and D) are its private state, not an interface.
PRIVATE = {"B", "D"}


def readelf(option: str, path: Path) -> str:
    return subprocess.run(["readelf", "-W", option, str(path)], capture_output=True, text=True, check=True,
                          env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}).stdout


def exports(path: Path) -> dict[str, tuple[str, str]]:
    """Defined dynamic symbol -> (type, version); the symbol of the version node itself is left out."""
    out = {}
    for line in readelf("--dyn-syms", path).splitlines():
        match = re.match(r"\s*\d+: \w+\s+(\d+) (\w+)\s+(?:GLOBAL|WEAK)\s+\w+\s+(\w+) (\S+)", line)
        if match and match[3] not in ("UND", "ABS"):
            name, _, version = match[4].partition("@@")
            out[name] = (match[2], version)
    return out


def expected_exports(soname: str) -> dict[str, tuple[str, str]]:
    out = {}
    for f in table("functions.tsv"):
        if f["defining_lib"] == soname or (soname == "libcudnn.so.9" and f["exported_by_shim"] == "yes"):
            out[f["function"]] = ("FUNC", soname)
    for name, kind in undeclared().get(soname, {}).items():
        if kind not in PRIVATE:
            out[name] = ("OBJECT" if kind == "R" else "FUNC", soname)
    return out


def check_library(report: Report, folder: Path, name: str) -> None:
    soname = f"lib{name}.so.9"
    path = folder / soname
    if not path.exists():
        report.fail(f"{path} does not exist")
        return
    found, expected = exports(path), expected_exports(soname)
    report.equal(f"{soname}: missing exports", sorted(set(expected) - set(found)), [])
    report.equal(f"{soname}: unexpected exports", sorted(set(found) - set(expected)), [])
    for symbol in sorted(set(found) & set(expected)):
        report.equal(f"{soname}: type and version of {symbol}", found[symbol], expected[symbol])
    dynamic = readelf("-d", path)
    report.equal(f"{soname}: SONAME", re.findall(r"Library soname: \[(.*)\]", dynamic), [soname])
    report.equal(f"{soname}: RUNPATH", re.findall(r"Library runpath: \[(.*)\]", dynamic), ["$ORIGIN"])
    report.equal(f"{soname}: RPATH", re.findall(r"Library rpath: \[(.*)\]", dynamic), [])
    report.equal(f"{soname}: SYMBOLIC", "SYMBOLIC" in dynamic, True)
    needed = re.findall(r"Shared library: \[(.*)\]", dynamic)
    report.equal(f"{soname}: needs libgirih.so", "libgirih.so" in needed, True)
    report.equal(f"{soname}: needs no CUDA library", [n for n in needed if "cuda" in n or "cublas" in n], [])
    nodes = re.findall(r"Name: (\S+)", readelf("-V", path).split("Version needs")[0])
    report.equal(f"{soname}: version nodes", sorted(set(nodes)), [soname])
    report.equal(f"{soname}: lib{name}.so points to it", (folder / f"lib{name}.so").resolve(), path.resolve())


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    report = Report()
    for name in LIBRARIES:
        check_library(report, Path(sys.argv[1]), name)
    return report.finish(500)


if __name__ == "__main__":
    sys.exit(main())
