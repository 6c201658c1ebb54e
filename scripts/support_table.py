#!/usr/bin/env python3
"""Writes the support table of README.md from what the conformance suite really ran.

    scripts/test.sh                                            writes build/release/conformance/*.json
    scripts/support_table.py build/release/conformance/*.json  rewrites the table
    scripts/support_table.py --check FILES                     exits 1 when the README's table says otherwise

A cell counts the problems of that operation and type that passed, in all layouts; `!N` are failures.
"""
import collections
import json
import pathlib
import sys

TYPES = ["f32", "f64", "f16", "bf16", "i8"]
BEGIN, END = "<!-- support table: written by scripts/support_table.py -->", "<!-- end of support table -->"


def table(problems):
    passed, failed, layouts = collections.Counter(), collections.Counter(), collections.defaultdict(set)
    families = []
    for p in problems:
        family, key = p["family"], (p["family"], p["type"])
        if family not in families:
            families.append(family)
        results = [p[mode]["result"] for mode in ("exact", "random") if mode in p]
        if "failed" in results:
            failed[key] += 1
        elif "passed" in results:
            passed[key] += 1
            layouts[family].add(p["layout"])
    rows = ["| operation | " + " | ".join(TYPES) + " | layouts |", "|---" * (len(TYPES) + 2) + "|"]
    for family in families:
        cells = []
        for t in TYPES:
            n, bad = passed[family, t], failed[family, t]
            cells.append((str(n) if n else "" if bad else "-") + (f" !{bad}" if bad else ""))
        rows.append(f"| {family} | " + " | ".join(cells) + f" | {', '.join(sorted(layouts[family]))} |")
    return "\n".join(rows)


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    if not arguments or "--help" in sys.argv:
        print(__doc__)
        return 2
    readme = pathlib.Path(__file__).resolve().parent.parent / "README.md"
    text = readme.read_text()
    head, rest = text.split(BEGIN)
    _, tail = rest.split(END)
    problems = [p for a in sorted(arguments) for p in json.load(open(a))["problems"]]
    new = f"{head}{BEGIN}\n{table(problems)}\n{END}{tail}"
    if "--check" in sys.argv:
        if new != text:
            print("the support table of README.md does not say what the conformance suite found; "
                  "run scripts/support_table.py on its results")
        return new != text
    readme.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
