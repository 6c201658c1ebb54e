#!/usr/bin/env python3
"""Writes every *.gen.* file and the installed headers from the tables spec/*.def.

    spec/generate.py            write what changed
    spec/generate.py --check    write nothing; exit 1 when a generated file is missing, stale or left over
"""

import argparse
import sys
from pathlib import Path

from girih_spec import abi, api, docs, headers, model
from girih_spec.text import NOTICE

ROOT = Path(__file__).resolve().parent.parent
PARTS = [headers, api, abi, docs]


def leftovers(names: set[str]) -> list[Path]:
    """Files that an earlier run wrote and that no table asks for any more."""
    found = [p for folder in ("include", "docs", "src/api", "src/base", "src/abi") for p in (ROOT / folder).rglob("*.*")]
    return [p for p in sorted(found) if p.is_file() and str(p.relative_to(ROOT)) not in names
            and NOTICE in p.read_text(encoding="utf-8", errors="ignore")[:400]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only compare; exit 1 when a generated file is stale")
    options = parser.parse_args()
    try:
        spec = model.load(ROOT / "spec")
    except model.SpecError as error:
        print(f"generate.py: {error}", file=sys.stderr)
        return 2
    files: dict[str, str] = {}
    for part in PARTS:
        files |= part.files(spec)
    stale = 0
    for name, text in sorted(files.items()):
        path = ROOT / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        print(f"{'stale' if options.check else 'wrote'}: {name}")
        if not options.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for path in leftovers(set(files)):
        stale += 1
        print(f"{'left over' if options.check else 'removed'}: {path.relative_to(ROOT)}")
        if not options.check:
            path.unlink()
    if options.check and stale:
        print("run spec/generate.py and commit the result", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
