#!/usr/bin/env python3
"""Graphs made with the Python package nvidia-cudnn-frontend, run by Girih on the CPU and compared with numpy in float64.
Each runs with every plan of the heuristics, and again from its serialized text.

Start it so that the package finds Girih and one major of the stand-in runtime, for example with
  girih run --device cpu --cuda 13 python3 tests/clients/cudnn_frontend/graphs/run.py

Examples:
  run.py                          all patterns
  run.py --match "layer norm"     those whose name has this text
  run.py --fuzz 2000 --seed 7     that many random convolutions, products and pointwise graphs
"""
import argparse
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import cases
import fuzz
from lab import Failure, Lab


def family(name: str) -> str:
    for word in ("attention", "norm", "reduction", "matmul", "fprop", "dgrad", "wgrad", "conv"):
        if word in name:
            return word
    return "other"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--match", default="", help="only cases whose name contains this text")
    parser.add_argument("--fuzz", type=int, default=0, metavar="N", help="run N random graphs instead of the patterns")
    parser.add_argument("--seed", type=int, default=1, help="first seed of the random graphs")
    parser.add_argument("--list", action="store_true", help="print the names and stop")
    parser.add_argument("--json", type=Path, help="write the results there")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for every graph")
    args = parser.parse_args()
    if args.fuzz:
        todo = [(f"fuzz seed={s}", fuzz.build, {"seed": s}) for s in range(args.seed, args.seed + args.fuzz)]
    else:
        todo = [c for c in cases.cases() if args.match in c[0]]
    if args.list:
        print("\n".join(c[0] for c in todo))
        return 0
    results, start = [], time.monotonic()
    for i, (name, fn, options) in enumerate(todo):
        record = {"name": name, "family": family(name), "result": "passed", "worst": None}
        try:
            if args.fuzz:
                lab, record["what"] = fuzz.build(options["seed"])
            else:
                lab = Lab(seed=1000 + i, **options)
                fn(lab)
            record["worst"] = lab.run(serialize=not args.fuzz)
        except Failure as e:
            record |= {"result": "failed", "reason": str(e)}
        except Exception as e:  # the client's own errors come as many kinds
            record |= {"result": "failed", "reason": f"{type(e).__name__}: {str(e)[:400]}"}
        results.append(record)
        if record["result"] == "failed" or args.verbose:
            print(f"{record['result']:7} {name}  {record.get('what', '')} {record.get('reason', '')}", flush=True)
        elif sys.stderr.isatty():
            print(f"\r{i + 1}/{len(todo)} {name[:60]:60}", end="", file=sys.stderr, flush=True)
    if args.json:
        args.json.write_text(json.dumps(results, indent=1), encoding="utf-8")
    passed = [r for r in results if r["result"] == "passed"]
    width = max(len(r["family"]) for r in results) if results else 6
    print(f"{'family':{width}}  graphs  passed  worst error / allowed")
    for f in sorted({r["family"] for r in results}):
        rows = [r for r in results if r["family"] == f]
        good = [r for r in rows if r["result"] == "passed"]
        print(f"{f:{width}}  {len(rows):6}  {len(good):6}  {max((r['worst'] for r in good), default=0):.3f}")
    print(f"{len(passed)} passed, {len(results) - len(passed)} failed, {time.monotonic() - start:.0f} s")
    return 0 if results and len(passed) == len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
