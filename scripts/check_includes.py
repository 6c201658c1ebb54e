#!/usr/bin/env python3
"""Checks the dependence rule of ARCHITECTURE.md: which folder of src/ may include which.

    scripts/check_includes.py            exits 1 and names each line that breaks the rule
"""
import pathlib
import re
import sys

# A folder may include itself and what stands here.
ALLOWED = {
    "base": [],
    "tensor": ["base"],
    "graph": ["base", "tensor"],
    "plan": ["base", "tensor", "graph"],
    "cuda": ["base"],
    "engines/reference": ["base", "tensor", "graph", "plan"],
    "engines/cpu": ["base", "tensor", "graph", "plan", "engines/reference"],
    "engines/cuda": ["base", "tensor", "graph", "plan", "cuda"],
    "api": ["base", "tensor", "graph", "plan"],
    "abi": [],
}


def folder(path):
    """The key of ALLOWED that a path below src/ belongs to, or None."""
    return next((k for k in ALLOWED if path == k or path.startswith(k + "/")), None)


def main():
    src = pathlib.Path(__file__).resolve().parent.parent / "src"
    files = [p for p in src.rglob("*") if p.suffix in (".h", ".cpp", ".c", ".cu", ".cuh", ".in")]
    bad = 0
    for path in sorted(files):
        own = folder(path.relative_to(src).as_posix())
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            if not match:
                continue
            target = folder(match[1])
            if target is not None and target != own and target not in ALLOWED.get(own, []):
                print(f"{path.relative_to(src.parent)}:{number}: {own} must not include {match[1]}")
                bad += 1
    print(f"{len(files)} files, {bad} includes against the rule")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
