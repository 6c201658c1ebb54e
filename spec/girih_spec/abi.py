"""src/abi/v9: the forwarders and export maps of libcudnn.so.9 and its seven sub-libraries."""

from .model import Function, SharedLibrary, Spec
from .text import NOTICE, c_notice, call

WIDTH = 120


def soname(library: SharedLibrary) -> str:
    return f"lib{library.name}.so.9"


def forwarder(function: Function) -> str:
    parameters = [p.declaration() for p in function.params] or ["void"]
    space = "" if function.returns.endswith("*") else " "
    declaration = call(f"{function.returns}{space}girih_{function.name}", parameters, ";", WIDTH)
    definition = call(f"{function.returns}{space}{function.name}", parameters, " {", WIDTH)
    back = "" if function.returns == "void" else "return "
    body = call(f"  {back}girih_{function.name}", [p.name for p in function.params], ";", WIDTH)
    return declaration + definition + body + "}\n"


def forwarders(spec: Spec, part: str) -> str:
    out = c_notice() + f"/* The functions of cudnn_{part}.h, each a tail call into libgirih. */\n#include <cudnn.h>\n\n"
    return out + "\n".join(forwarder(f) for f in spec.functions if f.library == part)


def extra(spec: Spec, library: SharedLibrary) -> str:
    """The symbols of a library that no header declares. Their prototypes are unknown: they report that they do nothing."""
    version = (spec.macro_value("CUDNN_MAJOR") << 16 | spec.macro_value("CUDNN_MINOR") << 8
               | spec.macro_value("CUDNN_PATCHLEVEL"))
    out = c_notice() + f"/* What {soname(library)} exports without declaration in a header. */\n"
    functions = [e.name for e in library.exports if e.kind == "function"]
    if functions:
        out += "int girih_undeclared(const char *function);\n"
    for export in library.exports:
        if export.kind == "data":
            out += f"\nextern const int {export.name};\nconst int {export.name} = {version}; /* {export.doc} */\n"
        else:
            out += f'\nint {export.name}(void);\nint {export.name}(void) {{ return girih_undeclared("{export.name}"); }}\n'
    return out


def export_map(spec: Spec, library: SharedLibrary) -> str:
    names = [f.name for part in library.functions for f in spec.functions if f.library == part]
    names += [e.name for e in library.exports]
    return (f"/* {NOTICE} */\n" + f"{soname(library)} {{\n  global:\n" + "".join(f"    {n};\n" for n in names)
            + "  local:\n    *;\n};\n")


def cmake(spec: Spec) -> str:
    out = f"# {NOTICE}\n"
    out += "# name of each library, then the sources of its forwarders\n"
    for library in spec.shared_libraries:
        sources = [f"{part}.gen.c" for part in library.functions]
        sources += [f"extra_{library.name}.gen.c"] if library.exports else []
        out += f"girih_abi_library(9 {library.name} {' '.join(sources)})\n"
    return out


def files(spec: Spec) -> dict[str, str]:
    out = {f"src/abi/v9/{part}.gen.c": forwarders(spec, part) for part in ("graph", "ops", "cnn", "adv")}
    for library in spec.shared_libraries:
        out[f"src/abi/v9/{library.name}.gen.map"] = export_map(spec, library)
        if library.exports:
            out[f"src/abi/v9/extra_{library.name}.gen.c"] = extra(spec, library)
    out["src/abi/v9/libraries.gen.cmake"] = cmake(spec)
    return out
