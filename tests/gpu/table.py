#!/usr/bin/env python3
"""One table of a run of tests/gpu.sh: table.py RESULTS; writes RESULTS/results.json beside it."""
import datetime
import json
import pathlib
import re
import sys


def counts(path):
    """Problems passed, failed, not built and refused in a result file of girih_conformance."""
    row = {"passed": 0, "failed": 0, "unbuilt": 0, "refused": 0}
    problems = json.loads(path.read_text())["problems"]
    for p in problems:
        results = {p[mode]["result"] for mode in ("exact", "random") if mode in p}
        for name in ("failed", "unbuilt", "passed", "refused"):
            if name in results:
                row[name] += 1
                break
    return row


def main():
    folder = pathlib.Path(sys.argv[1])
    result = {
        "date": datetime.date.today().isoformat(),
        "device": (folder / "device.txt").read_text().strip(),
        "commit": (folder / "commit.txt").read_text().strip() if (folder / "commit.txt").exists() else "",
        "conformance": {},
        "golden": {},
    }
    for path in sorted(folder.glob("ours_*.json")) + sorted(folder.glob("peer_*.json")):
        who, name = path.stem.split("_", 1)
        result["conformance"].setdefault(name, {})[who] = counts(path)
    for path in sorted(folder.glob("golden_*.log")):
        lines = path.read_text(errors="replace").strip().splitlines()
        result["golden"][path.stem[7:]] = lines[-1] if lines else "nothing"
    print(f"{result['device']}, commit {result['commit']}, {result['date']}")
    print(f"{'family':22} {'ours: passed':>12} {'failed':>7} {'unbuilt':>8}   {'NVIDIA: passed':>14} {'failed':>7} {'refused':>8}")
    total = {}
    for name, row in sorted(result["conformance"].items()):
        a, b = row.get("ours"), row.get("peer")
        cells = [a["passed"], a["failed"], a["unbuilt"]] if a else ["-"] * 3
        cells += [b["passed"], b["failed"], b["refused"]] if b else ["-"] * 3
        print(f"{name:22} {cells[0]:>12} {cells[1]:>7} {cells[2]:>8}   {cells[3]:>14} {cells[4]:>7} {cells[5]:>8}")
        for who in row:
            for k, v in row[who].items():
                total[who, k] = total.get((who, k), 0) + v
    t = lambda who, k: total.get((who, k), 0)
    print(f"{'all':22} {t('ours', 'passed'):>12} {t('ours', 'failed'):>7} {t('ours', 'unbuilt'):>8}   "
          f"{t('peer', 'passed'):>14} {t('peer', 'failed'):>7} {t('peer', 'refused'):>8}")
    for name, line in result["golden"].items():
        print(f"recorded answers, {name:22} {line}")
    (folder / "results.json").write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
