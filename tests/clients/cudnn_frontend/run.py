#!/usr/bin/env python3
"""Builds the samples and tests of NVIDIA's cudnn-frontend against Girih and the stand-in CUDA runtime, runs each of
their cases in a process of its own, and writes a table of what passed, failed and was skipped, with the reasons.

Nothing of the frontend is kept here: --source is a checkout of it (https://github.com/NVIDIA/cudnn-frontend).

Examples:
  tests/clients/cudnn_frontend/run.py --source ~/cudnn-frontend --girih build/release
  tests/clients/cudnn_frontend/run.py --source ~/cudnn-frontend --girih out --only matmul --table docs/clients/cudnn-frontend.md
"""
import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]

# Sets of sources that become one program each. A program is one translation unit with every file in a namespace of its
# own: the frontend's headers are compiled once.
SETS = {"sdpa": "samples/cpp/sdpa", "convolution": "samples/cpp/convolution", "matmul": "samples/cpp/matmul",
        "norm": "samples/cpp/norm", "misc": "samples/cpp/misc", "membound": "samples/cpp/membound",
        "moe": "samples/cpp/moe_grouped_matmul", "test": "test/cpp", "legacy": "samples/legacy_samples"}

STANDARD_HEADERS = """algorithm array atomic bitset cassert chrono cmath complex condition_variable cstdint cstdio cstdlib
cstring ctime deque exception fstream functional future iomanip iostream iterator limits list map memory mutex numeric
optional queue random set sstream stdexcept string thread tuple type_traits unordered_map unordered_set utility variant
vector""".split()

# Cases that this library cannot pass, and why: they are run all the same, and the table gives the reason.
KNOWN = [
    (re.compile(r"prefill_oss_engine"), "compiles a kernel of the client's own for a GPU"),
]
# Cases whose arithmetic takes too long on a CPU without a fast engine are cut after --timeout seconds.


def sources(root: Path, name: str) -> list[Path]:
    return sorted((root / SETS[name]).glob("*.cpp"))


def unit_text(root: Path, name: str) -> str:
    out = "".join(f"#include <{h}>\n" for h in STANDARD_HEADERS)
    out += "#include <cuda_runtime.h>\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cudnn.h>\n#include <cudnn_frontend.h>\n"
    out += "#include <catch2/catch_test_macros.hpp>\n"
    if name not in ("test", "legacy"):
        out += f'#include "{root}/samples/cpp/utils/helpers.h"\n'
    for i, path in enumerate(sources(root, name)):
        out += f"namespace unit_{i} {{\n#include \"{path}\"\n}}\n"
    return out


def libraries(girih: Path) -> tuple[Path, Path, Path]:
    """Headers, libraries and the stand-in runtime of a build folder or of an installed tree."""
    lib = girih / "lib"
    if (girih / "include" / "cudnn.h").exists():
        return girih / "include", lib, lib / "hostcuda"
    return ROOT / "include", lib, lib / "hostcuda"


def joined_symbols(obj: Path) -> list[str]:
    """Some samples call functions of others: linker options that join a function declared in one namespace with its
    definition in another."""
    undefined, defined = [], {}
    for line in subprocess.run(["nm", str(obj)], capture_output=True, text=True, check=True).stdout.splitlines():
        kind, symbol = line.split()[-2:]
        plain = re.sub(r"\d+unit_\d+", "unit", symbol)
        if "unit_" in symbol and kind == "U":
            undefined.append((symbol, plain))
        elif "unit_" in symbol and kind == "T":
            defined[plain] = symbol
    return [f"-Wl,--defsym,{symbol}={defined[plain]}" for symbol, plain in undefined if plain in defined]


def compile_set(args, name: str, work: Path) -> tuple[str, Path | None, str]:
    include, lib, runtime = libraries(args.girih)
    host_headers = args.girih / "include" / "hostcuda"
    if not host_headers.exists():
        host_headers = ROOT / "hostcuda" / "include"
    program = work / name
    flags = ["-std=c++17", "-O0", "-w", f"-I{args.source}/include", f"-I{HERE}/catch", f"-I{include}", f"-I{host_headers}",
             f"-I{args.source}/samples/legacy_samples"]
    objects = []
    files = [HERE / "main.cpp"]
    if name == "legacy":  # these share globals: as separate files
        files += sources(args.source, name)
        flags += ["-include", "cudnn_frontend.h"]
    else:
        unit = work / f"{name}.cpp"
        unit.write_text(unit_text(args.source, name), encoding="utf-8")
        files.append(unit)
    compiler = (["ccache"] if args.ccache else []) + ["g++"]
    for file in files:
        obj = work / f"{name}_{file.stem}.o"
        done = subprocess.run([*compiler, *flags, "-c", str(file), "-o", str(obj)], capture_output=True, text=True)
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if "error" in line]
            return name, None, f"{file.name}: {errors[0] if errors else done.stderr[:300]}"
        objects.append(str(obj))
    joined = [] if name == "legacy" else joined_symbols(Path(objects[-1]))
    done = subprocess.run(["g++", *objects, *joined, "-o", str(program), f"-L{lib}", f"-L{runtime}", "-lcudnn", "-lcudart", "-lnvrtc",
                           f"-Wl,-rpath,{lib}", f"-Wl,-rpath,{runtime}", f"-Wl,-rpath-link,{lib}", "-lpthread", "-ldl"],
                          capture_output=True, text=True)
    if done.returncode:
        return name, None, done.stderr[-600:]
    return name, program, ""


def run_case(args, program: Path, number: str, file: str, title: str) -> dict:
    log = program.parent / f"{program.name}_{number}.log"
    log.unlink(missing_ok=True)
    env = dict(os.environ, GIRIH_DEVICE="cpu", GIRIH_COMPARE="1" if args.compare else "0", CUDNN_LOGLEVEL_DBG="2",
               CUDNN_LOGDEST_DBG=str(log))
    start = time.monotonic()
    result = {"set": program.name, "file": Path(file).name, "case": title, "compared": 0, "worst": None}
    try:
        done = subprocess.run([str(program), number], capture_output=True, text=True, timeout=args.timeout, env=env,
                              errors="replace", cwd=program.parent)
        last = re.findall(r"^RESULT (\w+) ?(.*)$", done.stdout, re.MULTILINE)
        if last and done.returncode in (0, 1, 2):
            result["result"], result["reason"] = last[-1]
        else:
            result["result"], result["reason"] = "failed", f"ended with code {done.returncode}"
    except subprocess.TimeoutExpired:
        result["result"], result["reason"] = "cut", f"not done after {args.timeout} s"
    result["seconds"] = round(time.monotonic() - start, 2)
    text = log.read_text(errors="replace") if log.exists() else ""
    worst = [float(v) for v in re.findall(r"worst difference ([0-9.e+-]+|inf|nan)", text)]
    result["compared"], result["worst"] = len(worst), max(worst, default=None)
    if result["result"] == "failed":
        errors = re.findall(r"^.*error.*$", text, re.MULTILINE | re.IGNORECASE)
        if errors:
            result["last_error"] = errors[-1][:300]
    for pattern, reason in KNOWN:
        if result["result"] == "failed" and pattern.search(result["file"]):
            result["reason"] = reason
    return result


def table(results: list[dict], version: str) -> str:
    out = "<!-- Written by tests/clients/cudnn_frontend/run.py. -->\n# cudnn-frontend on Girih's CPU\n\n"
    out += f"Its own C++ samples, legacy samples and tests, unmodified, version {version}. Every case runs in a process of its own. "
    out += "`compared` counts outputs that `GIRIH_COMPARE=1` checked against the reference engines on the spot, with the worst absolute difference "
    out += "(in the units of the case's data).\n\n"
    names = ["passed", "failed", "cut", "skipped"]
    out += "| set | " + " | ".join(names) + " |\n|---|" + "---|" * len(names) + "\n"
    sets = list(dict.fromkeys(r["set"] for r in results))
    for s in sets + ["all"]:
        rows = [r for r in results if s in ("all", r["set"])]
        out += f"| {s} | " + " | ".join(str(sum(r["result"] == n for r in rows)) for n in names) + " |\n"
    out += "\n| case | result | compared | worst | reason |\n|---|---|---|---|---|\n"
    for r in results:
        reason = "" if r["result"] == "passed" else r["reason"].replace("|", "\\|")[:160]
        worst = "" if r["worst"] is None else f"{r['worst']:.2g}"
        out += f"| {r['set']}: {r['case']} | {r['result']} | {r['compared'] or ''} | {worst} | {reason} |\n"
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, required=True, help="a checkout of cudnn-frontend")
    parser.add_argument("--girih", type=Path, default=ROOT / "out", help="an installed tree or a build folder (default: out)")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "cudnn_frontend", help="where programs are built")
    parser.add_argument("--only", action="append", choices=list(SETS), help="only this set; may be given several times")
    parser.add_argument("--match", default="", help="only cases whose name or file contains this text")
    parser.add_argument("--timeout", type=float, default=120, help="seconds a case may take (default 120)")
    parser.add_argument("--jobs", type=int, default=2, help="cases at a time (default 2)")
    parser.add_argument("--no-compare", dest="compare", action="store_false", help="do not check results on the spot")
    parser.add_argument("--table", type=Path, help="write the table of results (Markdown) there")
    parser.add_argument("--json", type=Path, help="write the results there")
    args = parser.parse_args()
    args.source, args.girih, args.work = args.source.resolve(), args.girih.resolve(), args.work.resolve()
    args.ccache = subprocess.run(["sh", "-c", "command -v ccache"], capture_output=True).returncode == 0
    if not (args.source / "include" / "cudnn_frontend.h").exists():
        parser.error(f"{args.source} holds no include/cudnn_frontend.h")
    args.work.mkdir(parents=True, exist_ok=True)
    text = (args.source / "include" / "cudnn_frontend_version.h").read_text()
    version = ".".join(re.search(rf"CUDNN_FRONTEND_{part}_VERSION (\d+)", text).group(1) for part in ("MAJOR", "MINOR", "PATCH"))

    results: list[dict] = []
    broken = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        names = args.only or list(SETS)
        for name, program, error in pool.map(lambda n: compile_set(args, n, args.work), names):
            if not program:
                print(f"{name}: does not build: {error}", file=sys.stderr)
                broken += 1
                continue
            listing = subprocess.run([str(program), "--list"], capture_output=True, text=True, check=True).stdout
            cases = [line.split("\t") for line in listing.splitlines()]
            cases = [c for c in cases if args.match.lower() in (c[1] + c[2]).lower()]
            for r in pool.map(lambda c: run_case(args, program, *c), cases):
                results.append(r)
                print(f"{r['result']:8} {r['seconds']:7.1f} s  {r['set']}: {r['case']}  {'' if r['result'] == 'passed' else r['reason'][:140]}", flush=True)
    if args.json:
        args.json.write_text(json.dumps(results, indent=1), encoding="utf-8")
    if args.table:
        args.table.parent.mkdir(parents=True, exist_ok=True)
        args.table.write_text(table(results, version), encoding="utf-8")
    count = {n: sum(r["result"] == n for r in results) for n in ("passed", "failed", "cut", "skipped")}
    print(", ".join(f"{v} {k}" for k, v in count.items()))
    return 1 if broken or count["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
