#!/usr/bin/env python3
"""Compares the installed headers with the recorded interface, as the compilers read them.

usage: test_declarations.py C_COMPILER CXX_COMPILER CUDA_INCLUDE_DIR...

Checked: every signature, enumerator (value, type), struct (size, offsets, types), handle type and macro; the header each
function is declared in; the exact set of names that CUDNN_WARN_DEPRECATED warns of.
"""

import re
import sys
import tempfile
from pathlib import Path

from facts import ROOT, Report, compile_only, table


def c_checks() -> list[str]:
    """Static assertions in C: signatures, struct layout, handle types."""
    out = ["#include <cudnn.h>", "#include <stddef.h>", "#define SAME(a, b) __builtin_types_compatible_p(a, b)"]
    for f in table("functions.tsv"):
        out.append(f'_Static_assert(SAME(__typeof__(&{f["function"]}), {f["return"]} (*)({f["params"]})), "{f["function"]}");')
    for s in table("structs.tsv"):
        name, field = s["struct"], s["field"]
        out.append(f'_Static_assert(sizeof({name}) == {s["size"]} && _Alignof({name}) == {s["align"]}, "{name}");')
        out.append(f'_Static_assert(SAME({name}, struct {s["tag"]}), "{name} tag");')
        out.append(f'_Static_assert(offsetof({name}, {field}) == {s["offset"]}, "{name}.{field} offset");')
        out.append(f'_Static_assert(sizeof((({name} *)0)->{field}) == {s["field_size"]}, "{name}.{field} size");')
        array = f'[{s["array"]}]' if s.get("array") else ""
        out.append(f'_Static_assert(SAME(__typeof__((({name} *)0)->{field}), {s["type"]}{array}), "{name}.{field} type");')
    for t in table("typedefs.tsv"):
        pointer = "" if t["underlying"].endswith("*") or "(*)" in t["underlying"] else " *"
        out.append(f'_Static_assert(SAME({t["typedef"]}{pointer}, {t["underlying"]}{pointer}), "{t["typedef"]}");')
    return out


def cpp_checks() -> list[str]:
    """Static assertions in C++: enumerators with the type they belong to, macros with theirs."""
    out = ["#include <cudnn.h>", "#include <cudnn_backend.h>", "#include <type_traits>"]
    for e in table("enums.tsv"):
        name, enum = e["enumerator"], e["enum"]
        out.append(f'static_assert({name} == {e["value"]}, "{name}");')
        out.append(f'static_assert(std::is_same<decltype({name}), {enum}>::value && sizeof({enum}) == 4, "{name} in {enum}");')
        if e["alias_of"]:
            out.append(f'static_assert({name} == {e["alias_of"]}, "{name} alias");')
    for m in table("macros.tsv"):
        if m["value"] and not m["args"]:
            out.append(f'static_assert({m["macro"]} == {m["value"]}, "{m["macro"]}");')
            out.append(f'static_assert(std::is_same<decltype({m["macro"]}), {m["c_type"]}>::value, "{m["macro"]} type");')
    out.append('static_assert(CUDNN_STATUS_FULL_ERROR_CODE(CUDNN_STATUS_BAD_PARAM, 2) == CUDNN_STATUS_BAD_PARAM_NULL_POINTER, "");')
    out.append('static_assert(CUDNN_STATUS_CATEGORY(3007) == 3000 && CUDNN_STATUS_SPECIFIC_ERROR(3007) == 7, "");')
    return out


def run_checks(report: Report, folder: Path, name: str, lines: list[str], compiler: str, flags: list[str],
               includes: list[str]) -> None:
    source = folder / name
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    status, text = compile_only(compiler, source, flags, includes)
    report.compared += sum("assert(" in line for line in lines)
    if status:
        for line in [t for t in text.splitlines() if "error" in t][:20]:
            report.fail(f"{compiler} {name}: {line}")


def check_negative(report: Report, folder: Path, compiler: str, includes: list[str]) -> None:
    """The method itself must notice a wrong signature."""
    source = folder / "negative.c"
    source.write_text("#include <cudnn.h>\n_Static_assert(__builtin_types_compatible_p(__typeof__(&cudnnCreate), "
                      "cudnnStatus_t (*)(cudnnHandle_t)), \"negative control\");\n", encoding="utf-8")
    status, _ = compile_only(compiler, source, ["-std=c11"], includes)
    report.equal("negative control refused", status != 0, True)


def deprecated_names() -> set[str]:
    names = {f["function"] for f in table("functions.tsv") if f["deprecated"] == "yes"}
    names |= {e["enumerator"] for e in table("enums.tsv") if e["deprecated"] == "yes"}
    names |= {e["enum"] for e in table("enums.tsv") if e["enum_deprecated"] == "yes"}
    names |= {t["typedef"] for t in table("typedefs.tsv") if t["deprecated"] == "yes"}
    return names | {s["struct"] for s in table("structs.tsv") if s["deprecated"] == "yes"}


def check_deprecation(report: Report, folder: Path, compiler: str, includes: list[str]) -> None:
    """Uses every name on a line of its own; the lines with a warning must be those of the deprecated names."""
    uses = [(f["function"], f'void u{{}}(void) {{ (void){f["function"]}; }}') for f in table("functions.tsv")]
    uses += [(e["enumerator"], f'void u{{}}(void) {{ (void){e["enumerator"]}; }}') for e in table("enums.tsv")]
    types = {e["enum"] for e in table("enums.tsv")} | {s["struct"] for s in table("structs.tsv")}
    uses += [(t, f"void u{{}}({t} *p);") for t in sorted(types | {t["typedef"] for t in table("typedefs.tsv")})]
    lines = ["#define CUDNN_WARN_DEPRECATED", "#include <cudnn.h>"]
    lines += [text.replace("{}", str(i), 1) for i, (_, text) in enumerate(uses)]
    source = folder / "deprecated.c"
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    status, text = compile_only(compiler, source, ["-std=c11", "-Wdeprecated-declarations"], includes)
    report.equal("deprecated.c compiles", status, 0)
    warned = {uses[int(n) - 3][0] for n in re.findall(r"deprecated\.c:(\d+):\d+: warning:", text)}
    expected = deprecated_names()
    for name, _ in uses:
        report.equal(f"{name} warns as deprecated", name in warned, name in expected)
    source.write_text("\n".join(lines[1:]) + "\n", encoding="utf-8")
    status, text = compile_only(compiler, source, ["-std=c11", "-Wdeprecated-declarations", "-Werror"], includes)
    report.equal("silent without CUDNN_WARN_DEPRECATED", status, 0)


def check_text(report: Report) -> None:
    """Where each function is declared, and the lines that build systems read as text."""
    for f in table("functions.tsv"):
        places = [p.name for p in sorted((ROOT / "include").glob("*.h"))
                  if re.search(rf"\b{f['function']}\(", re.sub(r"/\*.*?\*/", "", p.read_text(encoding="utf-8"), flags=re.S))]
        report.equal(f"{f['function']} declared in", places, [f["header"]])
    for m in table("macros.tsv"):
        if m["macro"] in ("CUDNNWINAPI", "CUDNN_DEPRECATED", "CUDNN_DEPRECATED_ENUM") or not m["expansion"]:
            continue
        line = f"#define {m['macro']}{m['args']} {m['expansion']}"
        lines = (ROOT / "include" / m["header"]).read_text(encoding="utf-8").splitlines()
        report.equal(f"line `{line}` of {m['header']}", lines.count(line), 1)


def main() -> int:
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    c_compiler, cxx_compiler, includes = sys.argv[1], sys.argv[2], sys.argv[3:]
    report = Report()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run_checks(report, folder, "checks.c", c_checks(), c_compiler, ["-std=c11"], includes)
        run_checks(report, folder, "checks.cpp", cpp_checks(), cxx_compiler, ["-std=c++11"], includes)
        check_negative(report, folder, c_compiler, includes)
        check_deprecation(report, folder, c_compiler, includes)
    check_text(report)
    return report.finish(3500)


if __name__ == "__main__":
    sys.exit(main())
