#!/usr/bin/env python3
"""Compares hostcuda's headers with those of an installed CUDA toolkit of the same major.

Lists every enumerator, macro constant, struct field and function of our headers, lets the compiler print its value,
offset or type once with our headers and once with the toolkit's, and compares the two printouts.
Exit code: 0 equal, 1 different, 77 the toolkit is of another major.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

HEADERS = ["cuda_runtime.h", "library_types.h", "cuda_fp16.h", "cuda_bf16.h", "vector_types.h", "cuda.h"]
API_HEADERS = ["cuda_runtime_api.h", "cuda_profiler_api.h"]
SKIP_STRUCTS = {"CUuuid_st"}  # opened through cudaUUID_t


def strip_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)


def collect(folder):
    text = "".join(strip_comments(p.resolve().read_text()) for p in sorted(folder.glob("*.h")))
    enumerators = []
    for body in re.findall(r"^(?:typedef )?enum \w+ \{([^}]*)\}", text, flags=re.M):
        enumerators += [item.split("=")[0].strip() for item in body.split(",") if item.strip()]
    macros = [name for name, value in re.findall(r"#define (\w+)[ \t]+([^\n]+)", text)
              if name.startswith("cuda") and not value.startswith("((cudaStream_t")]
    fields = []
    for name, body in re.findall(r"struct (?:__attribute__\(\(.*?\)\) )?(\w+) \{\n(.*?)\n\}", text, flags=re.S):
        if name in SKIP_STRUCTS or "(" in body:
            continue
        for declaration in body.split(";"):
            declaration = re.sub(r"\[[^\]]*\]", "", declaration.strip())
            if declaration and not declaration.startswith("#"):
                first, *rest = declaration.split(",")
                for field in [first.split()[-1].lstrip("*")] + [r.strip() for r in rest]:
                    fields.append((name, field))
    api = "".join(strip_comments((folder / name).read_text()) for name in API_HEADERS)
    functions = re.findall(r"^(?:cudaError_t|const char\*) (cuda\w+)\(", api, flags=re.M)
    return enumerators, macros, fields, functions


def program(facts):
    enumerators, macros, fields, functions = facts
    lines = [f"#include <{header}>" for header in HEADERS]
    lines += ["#include <cstddef>", "#include <cstdio>"]
    lines.append("int main() {")
    lines += [f'  std::printf("enumerator {e} %lld\\n", (long long)({e}));' for e in enumerators]
    lines += [f'  std::printf("macro {m} %lld\\n", (long long)({m}));' for m in macros]
    for name in sorted({struct for struct, _ in fields}):
        lines.append(f'  std::printf("sizeof {name} %zu %zu\\n", sizeof({name}), alignof({name}));')
    for name, field in fields:
        lines.append(f'  std::printf("field {name}.{field} %zu %zu\\n", offsetof({name}, {field}), '
                     f'sizeof((({name}*)0)->{field}));')
    lines.append("}")
    return "\n".join(lines)


def signatures(functions):
    lines = [f"#include <{header}>" for header in API_HEADERS] + ["#include <cstdio>", "#include <typeinfo>", "int main() {"]
    for f in functions:
        lines.append(f'  std::printf("function {f} %s\\n", typeid(decltype({f})).name());')
    lines.append("}")
    return "\n".join(lines)


def output(compiler, source, include, folder):
    path = pathlib.Path(folder)
    (path / "facts.cpp").write_text(source)
    subprocess.run([compiler, "-std=c++17", "-w", "-isystem", str(include.resolve()), "facts.cpp", "-o", "facts"], cwd=folder,
                   check=True)
    return subprocess.run(["./facts"], cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--ours", required=True, type=pathlib.Path)
    parser.add_argument("--theirs", required=True, type=pathlib.Path)
    args = parser.parse_args()
    version = re.search(r"#define\s+CUDART_VERSION\s+(\d+)", (args.theirs / "cuda_runtime_api.h").read_text())
    if not version or not 13000 <= int(version.group(1)) < 13010:
        print("the toolkit is not CUDA 13.0")
        return 77
    facts = collect(args.ours)
    minimum = {"enumerators": 400, "macros": 30, "fields": 250, "functions": 150}
    for (what, least), found in zip(minimum.items(), facts):
        print(len(found), what)
        if len(found) < least:
            print(f"too few {what} found: the headers are not read as they are written")
            return 1
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for source in (program(facts), signatures(facts[3])):
            ours = output(args.compiler, source, args.ours, folder)
            theirs = output(args.compiler, source, args.theirs, folder)
            for a, b in zip(ours, theirs):
                if a != b:
                    print(f"ours: {a}\ntheirs: {b}")
                    bad += 1
            bad += len(ours) != len(theirs)
    print("equal" if not bad else f"{bad} differences")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
