"""The C++ side of the interface in src/api and src/base: entry points, enum tables, status values, unbuilt functions."""

import re
from pathlib import Path

from .model import LIBRARIES, Enum, Function, Param, Spec
from .text import call, cpp_notice

ROOT = Path(__file__).resolve().parent.parent.parent
WIDTH = 120


def camel(upper: str) -> str:
    """BAD_PARAM_NULL_POINTER -> BadParamNullPointer."""
    return "".join(word.capitalize() for word in upper.split("_"))


def status_header(spec: Spec) -> str:
    status = next(e for e in spec.enums if e.name == "cudnnStatus_t")
    out = cpp_notice() + "// The values of cudnnStatus_t under short names, so that code below src/api needs no cudnn.h.\n"
    out += "#pragma once\n\nnamespace girih {\n\nenum class Status : int {\n"
    for value in status.values:
        if not value.alias_of:
            out += f"  k{camel(value.name.removeprefix('CUDNN_STATUS_'))} = {value.value},\n"
    return out + "};\n\n}  // namespace girih\n"


def implementation_return(function: Function) -> str:
    return "Result<void>" if function.returns_status else function.returns.replace(" *", "*")


def cpp_type(text: str) -> str:
    """Google style: the star belongs to the type."""
    return re.sub(r" (\*+)(?=(\w*))", lambda m: m.group(1) + (" " if m.group(2) else ""), text)


def implementation_declaration(function: Function, tail: str, named: bool = True) -> str:
    parameters = [cpp_type(p.declaration()) if named else unnamed(p) for p in function.params]
    return call(f"{implementation_return(function)} {function.name}", parameters, tail, WIDTH)


def unnamed(param: Param) -> str:
    return cpp_type(param.type.replace(" []", "*").replace("[]", "*"))


def entry_point_header(spec: Spec) -> str:
    out = cpp_notice() + "// What the exported functions call once their arguments have passed the common checks: one definition each, in\n"
    out += "// src/api/<family>.cpp, or in unbuilt.gen.cpp as long as it is not written.\n"
    out += "#pragma once\n#include <cudnn.h>\n\n#include \"base/result.h\"\n\nnamespace girih::api {\n\n"
    for library in LIBRARIES:
        out += f"// cudnn_{library}.h\n"
        out += "".join(implementation_declaration(f, ";") for f in spec.functions if f.library == library) + "\n"
    return out + "}  // namespace girih::api\n"


def visit(param: Param, enums: dict[str, Enum]) -> str:
    """The line of a parameter in an entry point: one call of the visitor that checks or traces."""
    if param.role == "enum":
        table = enums[param.type.removeprefix("const ")].table_name
        return f'a.enumerator("{param.name}", {param.name}, {table}, Policy::{param.policy});'
    method = param.role + ("_optional" if param.optional else "")
    return f'a.{method}("{param.name}", {param.name});'


def entry_point(function: Function, enums: dict[str, Enum]) -> str:
    parameters = [cpp_type(p.declaration()) for p in function.params]
    out = call(f"GIRIH_EXPORT {cpp_type(function.returns)} girih_{function.name}", parameters, " noexcept {", WIDTH)
    enter = "enter" if function.returns_status else "enter_plain"
    visits = [visit(p, enums) for p in function.params]
    if visits:
        out += f'  return {enter}(\n      "{function.name}",\n      [&](auto& a) {{\n'
        out += "".join(f"        {v}\n" for v in visits) + "      },\n"
    else:
        out += f'  return {enter}(\n      "{function.name}", [](auto&) {{}},\n'
    body = call(f"      [&] {{ return girih::api::{function.name}", [p.name for p in function.params], "; });", WIDTH)
    return out + body + "}\n"


def entry_points(spec: Spec, library: str) -> str:
    enums = {e.name: e for e in spec.enums}
    functions = [f for f in spec.functions if f.library == library]
    out = cpp_notice() + f"// The exported functions of cudnn_{library}.h: check the arguments, write the trace, call the implementation.\n"
    out += '#include "api/entry.h"\n#include "api/entry_points.gen.h"\n#include "api/enum_tables.gen.h"\n\n'
    out += "namespace girih::api {\n\n"
    out += "\n".join(entry_point(f, enums) for f in functions)
    if library == "graph":
        out += "\n// Called by the exported symbols that no header declares (spec/libraries.def).\n"
        out += "GIRIH_EXPORT cudnnStatus_t girih_undeclared(const char* function) noexcept {\n"
        out += "  return enter(\n      function, [](auto&) {},\n      [&]() -> Result<void> {\n"
        out += '        return not_supported("{} is exported by cuDNN but declared in none of its headers; Girih has no '
        out += 'such function", function);\n      });\n}\n'
    return out + "\n}  // namespace girih::api\n"


def is_count(value, enum) -> bool:
    """The enumerator that only says how many there are: it moves between releases and is no valid argument. It stands
    behind all others; a _COUNT among them is a value like them."""
    return value.name.endswith(("_COUNT", "_COUNTS")) and value.value == max(v.value for v in enum.values)


def enum_table_header(spec: Spec) -> str:
    out = cpp_notice() + "// Value and name of every enumerator: for the checks of arguments, the trace and error texts. Aliases and the\n"
    out += "// enumerators that only count the others are left out.\n"
    out += "#pragma once\n#include <span>\n\nnamespace girih::api {\n\n"
    out += "struct EnumName {\n  int value;\n  const char* name;\n};\n\n"
    out += "struct EnumTable {\n  const char* type;\n  std::span<const EnumName> values;\n};\n\n"
    out += "".join(f"extern const EnumTable {e.table_name};\n" for e in spec.enums)
    return out + "\n}  // namespace girih::api\n"


def enum_tables(spec: Spec) -> str:
    out = cpp_notice() + '#include "api/enum_tables.gen.h"\n\nnamespace girih::api {\n\n'
    for enum in spec.enums:
        values = [v for v in enum.values if not v.alias_of and not is_count(v, enum)]
        names = enum.table_name.removesuffix("Table") + "Names"
        out += f"static constexpr EnumName {names}[] = {{\n"
        out += "".join(f'    {{{v.value}, "{v.name}"}},\n' for v in values) + "};\n"
        out += f'constinit const EnumTable {enum.table_name} = {{"{enum.name}", {names}}};\n\n'
    return out + "}  // namespace girih::api\n"


DEFINITION = re.compile(r"^(?:Result<void>|Check|size_t|const char\s*\*|void)\s*(?:girih::)?(?:api::)?(cudnn\w+)\(", re.MULTILINE)


def built_functions() -> set[str]:
    """The functions that a hand-written source of src/api defines."""
    found = set()
    for path in sorted((ROOT / "src" / "api").rglob("*.cpp")):
        if not path.name.endswith(".gen.cpp"):
            text = path.read_text(encoding="utf-8")
            for match in DEFINITION.finditer(text):
                # A declaration ends in ';' before any '{'.
                rest = text[match.end():]
                brace, semicolon = rest.find("{"), rest.find(";")
                if brace >= 0 and (semicolon < 0 or brace < semicolon):
                    found.add(match.group(1))
    return found


def unbuilt_sources(spec: Spec, built: set[str]) -> str:
    out = cpp_notice() + "// The functions that no source of src/api defines yet. Writing one there and running spec/generate.py removes it here.\n"
    out += '#include "api/entry.h"\n#include "api/entry_points.gen.h"\n\nnamespace girih::api {\n\n'
    for function in spec.functions:
        if function.name in built:
            continue
        if function.returns_status:
            out += implementation_declaration(function, " {", named=False)
            out += f'  return unbuilt("{function.name}");\n}}\n'
        else:
            value = {"size_t": "return 0;", "const char *": 'return "";', "void": ""}[function.returns]
            out += implementation_declaration(function, " {", named=False) + f"  {value}\n}}\n"
    return out + "\n}  // namespace girih::api\n"


# Kinds of descriptors of releases 9.20 to 9.22, which no header here has.
NEWER_KINDS = {"OPERATION_DIAGONAL_BAND_MASK": 44, "OPERATION_SOFTMAX": 45, "OPERATION_TRANSPOSE": 46,
               "OPERATION_SLICE": 47, "OPERATION_MOE_GROUPED_MATMUL_BWD": 48}


def attribute_tables(spec: Spec) -> dict[str, str]:
    """The attributes of the graph interface, in order of their values, and each under a short name."""
    known = {v.name.removeprefix("CUDNN_TYPE_") for e in spec.enums if e.name == "cudnnBackendAttributeType_t" for v in e.values}
    kinds = {v.name.removeprefix("CUDNN_BACKEND_").removesuffix("_DESCRIPTOR"): v.value
             for e in spec.enums if e.name == "cudnnBackendDescriptorType_t" for v in e.values} | NEWER_KINDS
    rows = ""
    for a in sorted(spec.attributes, key=lambda a: a.value):
        types = [t for t in a.type.split("/") if t in known]
        if a.descriptor not in kinds or not types:
            continue  # of a descriptor kind that no header here numbers
        type_texts = [f"CUDNN_TYPE_{t}" for t in types]
        second = type_texts[1] if len(types) > 1 else type_texts[0]
        rows += f'    {{{a.value}, {kinds[a.descriptor]}, {type_texts[0]}, {second}, "{a.name}"}},\n'
    header = cpp_notice() + "// The attributes of backend descriptors: which kind has them and the type of their elements.\n"
    header += "#pragma once\n#include <cudnn.h>\n\n#include <span>\n\nnamespace girih::api {\n\n"
    header += "struct AttributeRow {\n  int name;\n  int kind;  // cudnnBackendDescriptorType_t\n"
    header += "  cudnnBackendAttributeType_t type, other_type;  // some take elements of two types\n  const char* text;\n};\n\n"
    header += "// Of releases after the one that <cudnn.h> describes.\n"
    header += "".join(f"constexpr int CUDNN_BACKEND_{k}_DESCRIPTOR = {v};\n" for k, v in NEWER_KINDS.items())
    header += "".join(f"constexpr int {a.name} = {a.value};\n" for a in spec.attributes if not a.in_header) + "\n"
    header += "extern const std::span<const AttributeRow> kAttributes;  // in order of name\n\n}  // namespace girih::api\n"
    source = cpp_notice() + '#include "api/backend/attributes.gen.h"\n\nnamespace girih::api {\n\n'
    source += "static constexpr AttributeRow kRows[] = {\n" + rows + "};\n"
    source += "constinit const std::span<const AttributeRow> kAttributes = kRows;\n\n}  // namespace girih::api\n"
    return {"src/api/backend/attributes.gen.h": header, "src/api/backend/attributes.gen.cpp": source}


def files(spec: Spec) -> dict[str, str]:
    out = {f"src/api/entry_points_{library}.gen.cpp": entry_points(spec, library) for library in LIBRARIES}
    out["src/base/status.gen.h"] = status_header(spec)
    out["src/api/entry_points.gen.h"] = entry_point_header(spec)
    out["src/api/enum_tables.gen.h"] = enum_table_header(spec)
    out["src/api/enum_tables.gen.cpp"] = enum_tables(spec)
    out |= attribute_tables(spec)
    out["src/api/unbuilt.gen.cpp"] = unbuilt_sources(spec, built_functions())
    return out
