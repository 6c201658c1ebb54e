#!/usr/bin/env python3
"""Writes docs/coverage.md from what the conformance suite really ran.

    scripts/test.sh                                       writes build/release/conformance/*.json
    scripts/coverage.py build/release/conformance/*.json  writes the page
    scripts/coverage.py --check FILES                     exits 1 when the page says otherwise
    scripts/coverage.py FILES --gpu FILES                 results of a GPU fill its column

--check leaves the measured errors out: they depend on the machine's vector instructions.
"""
import collections
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TYPES = ["f32", "f64", "f16", "bf16", "i8", "u8"]
MUTATIONS = ("<!-- mutations: written by tests/mutation.sh -->", "<!-- end of mutations -->")


# Descriptors and questions: called by many lines, under test in few.
HELPERS = re.compile(r"cudnn(Create|Destroy|Init|Restore|Set(?!Tensor$)|Get(?!Folded)|\w*Get(States|Reserve|Workspace))")


def layout_of(problem):
    strided = re.search(r" (gap|ygap|xs|ys)=", problem["line"])
    return "strided" if strided else problem["layout"]


def outcome(problem):
    results = [problem[mode]["result"] for mode in ("exact", "random") if mode in problem]
    return "failed" if "failed" in results else "passed" if "passed" in results else "none"


class Cell:
    def __init__(self):
        self.lines = self.failed = 0
        self.used = 0.0

    def add(self, problem):
        result = outcome(problem)
        self.lines += result == "passed"
        self.failed += result == "failed"
        self.used = max([self.used] + [problem[m]["used"] for m in ("exact", "random") if m in problem])

    def text(self):
        if not self.lines and not self.failed:
            return ""
        error = f" ({100 * self.used:.0f} %)" if self.used > 0 else " (=)"
        return f"{self.lines}{error}" + (f" !{self.failed}" if self.failed else "")


def built():
    text = (ROOT / "docs/functions.gen.md").read_text()
    count = re.search(r"(\d+) of (\d+) functions are built", text)
    names = [m[0] for m in re.findall(r"^\| `(cudnn\w+)`( \(deprecated\))? \|", text, re.M)]
    return count[1], count[2], names


def page(problems, gpu):
    cells = collections.defaultdict(Cell)
    on_gpu = collections.Counter()
    called = set()
    for p in problems:
        called.update(p.get("functions", []))
        for function in p.get("functions", []):
            cells[function, layout_of(p), p["type"] or "f32"].add(p)
    for p in gpu:
        if outcome(p) == "passed":
            for function in p.get("functions", []):
                on_gpu[function, layout_of(p)] += 1
    failed = sum(outcome(p) == "failed" for p in problems)
    ran = sum(outcome(p) == "passed" for p in problems)
    done, all_functions, names = built()
    order = {name: i for i, name in enumerate(names)}
    rows = sorted({(f, l) for f, l, _ in cells if not HELPERS.match(f)}, key=lambda r: (order.get(r[0], len(order)), r[1]))
    out = [
        "<!-- Written by scripts/coverage.py from the results of the conformance suite. -->",
        "# What the conformance suite covers",
        "",
        f"{done} of {all_functions} functions are built. {len(problems):,} problem lines, {ran:,} pass, "
        f"{failed} fail; each runs with exact integers and with random numbers.",
        "",
        "A cell counts the lines of that function, layout and type that passed on the CPU. In brackets: the largest",
        "error, in percent of its bound (`docs/problem_language.md`; half a unit of the output's last place counts",
        "100), or `=` where every result had the expected bits. `!N` are failing lines. *strided*: gaps, permuted or",
        "negative strides. Errors were measured with AVX2.",
        "",
        "| function | layout | " + " | ".join(TYPES) + " | GPU |",
        "|---" * (len(TYPES) + 3) + "|",
    ]
    for function, layout in rows:
        texts = [cells[function, layout, t].text() if (function, layout, t) in cells else "" for t in TYPES]
        out.append(f"| {function} | {layout} | " + " | ".join(texts) + f" | {on_gpu[function, layout] or '-'} |")
    rest = [n for n in names if n not in called]
    out += [
        "",
        "## Functions that no line names",
        "",
        "Descriptors, handles, queries and the graph interface: golden, unit, ABI and sequence tests call them.",
        "",
        ", ".join(rest) + ".",
    ]
    return "\n".join(out) + "\n"


def without_errors(text):
    return re.sub(r" \((\d+ %|=)\)", "", text.split(MUTATIONS[0])[0])


def load(paths):
    return [p for path in sorted(paths) for p in json.load(open(path)).get("problems", [])]


def main():
    arguments = [a for a in sys.argv[1:] if a != "--check"]
    if not arguments or "--help" in arguments:
        print(__doc__)
        return 2
    cut = arguments.index("--gpu") if "--gpu" in arguments else len(arguments)
    new = page(load(arguments[:cut]), load(arguments[cut + 1:]))
    path = ROOT / "docs/coverage.md"
    old = path.read_text() if path.exists() else ""
    if "--check" in sys.argv:
        if without_errors(new).strip() != without_errors(old).strip():
            print("docs/coverage.md does not say what the conformance suite found; run scripts/coverage.py on its results")
            return 1
        return 0
    if MUTATIONS[0] in old:  # the other half of the page stays
        new += "\n" + MUTATIONS[0] + old.split(MUTATIONS[0])[1]
    path.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
