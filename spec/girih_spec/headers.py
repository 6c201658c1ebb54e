"""The installed headers: include/cudnn*.h."""

from .model import Function, Spec
from .text import block_comment, c_notice, call

TITLES = {
    "graph": "handle, errors, log, data types and the graph (backend) interface",
    "ops": "tensors and the operations on them: pooling, activation, softmax, normalization, dropout ...",
    "cnn": "convolution and its fused forms",
    "adv": "recurrent networks, attention and CTC loss",
}
BEFORE = {"ops": ["graph"], "cnn": ["ops"], "adv": ["ops"]}  # what each header includes

CALLING_CONVENTION = """#ifndef CUDNNWINAPI
#ifdef _WIN32
#define CUDNNWINAPI __stdcall
#else
#define CUDNNWINAPI
#endif
#endif

/* Define CUDNN_WARN_DEPRECATED before the first cuDNN header to be warned of every deprecated name in use. */
#if !defined(CUDNN_WARN_DEPRECATED)
#define CUDNN_DEPRECATED
#define CUDNN_DEPRECATED_ENUM
#elif defined(__GNUC__) || defined(__clang__)
#define CUDNN_DEPRECATED __attribute__((deprecated))
#define CUDNN_DEPRECATED_ENUM __attribute__((deprecated))
#elif defined(_MSC_VER)
#define CUDNN_DEPRECATED __declspec(deprecated)
#if defined(_MSVC_LANG) && _MSVC_LANG >= 201402L
#define CUDNN_DEPRECATED_ENUM [[deprecated]] /* __declspec cannot stand on an enumerator */
#else
#define CUDNN_DEPRECATED_ENUM
#endif
#elif defined(__cplusplus) && __cplusplus >= 201402L
#define CUDNN_DEPRECATED [[deprecated]]
#define CUDNN_DEPRECATED_ENUM [[deprecated]]
#else
#define CUDNN_DEPRECATED
#define CUDNN_DEPRECATED_ENUM
#endif

"""

# The headers name deprecated types in their own declarations, which is no use by the program.
QUIET_BEGIN = """#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

#if defined(__cplusplus)
extern "C" {
#endif

"""
QUIET_END = """#if defined(__cplusplus)
}
#endif

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic pop
#endif

"""

DIRECTIONS = {
    "host_in": "host array, read", "host_out": "host, written", "device_in": "device, read",
    "device_out": "device, written", "device_inout": "device, read and written", "workspace": "device, scratch",
    "descriptor_out": "host, receives the new object", "handle_out": "host, receives the new handle",
    "scale": "host scalar",
}


def guard_begin(guard: str) -> str:
    return f"#if !defined({guard})\n#define {guard}\n\n"


def macro_lines(spec: Spec, header: str) -> str:
    out = ""
    for macro in spec.macros:
        if macro.header == header:
            out += block_comment([macro.doc]) if macro.doc else ""
            out += f"#define {macro.name}{macro.arguments} {macro.value}\n"
    return out + "\n"


def opaque_lines(spec: Spec, library: str) -> str:
    out = ""
    for opaque in spec.opaques:
        if opaque.library == library:
            mark = "CUDNN_DEPRECATED " if opaque.deprecated else ""
            space = "" if opaque.underlying.endswith("*") else " "
            out += block_comment([opaque.doc]) + f"{mark}typedef {opaque.underlying}{space}{opaque.name};\n"
    return out + ("\n" if out else "")


def enum_lines(spec: Spec, library: str) -> str:
    out = ""
    for enum in spec.enums:
        if enum.library != library:
            continue
        mark = "CUDNN_DEPRECATED " if enum.deprecated else ""
        out += block_comment(enum.doc) + f"{mark}typedef enum {{\n"
        for value in enum.values:
            comment = f" /* {value.doc} */" if value.doc else ""
            number = value.alias_of or str(value.value)
            flag = " CUDNN_DEPRECATED_ENUM" if value.deprecated else ""
            line = f"    {value.name}{flag} = {number},{comment}\n"
            if len(line) > 118:
                line = f"    /* {value.doc} */\n    {value.name}{flag} = {number},\n"
            out += line
        out = out[:-1].rstrip() + "\n"
        out += f"}} {enum.name};\n\n"
    return without_last_commas(out)


def without_last_commas(text: str) -> str:
    """The comma after the last enumerator is not C89 and newer compilers warn about it when pedantic."""
    lines = text.split("\n")
    for i, line in enumerate(lines):
        if line.startswith("} "):
            lines[i - 1] = lines[i - 1].replace(", /*", " /*", 1) if ", /*" in lines[i - 1] else lines[i - 1].rstrip(",")
    return "\n".join(lines)


def struct_lines(spec: Spec, library: str) -> str:
    out = ""
    for struct in spec.structs:
        if struct.library == library:
            mark = "CUDNN_DEPRECATED " if struct.deprecated else ""
            out += block_comment(struct.doc) + f"{mark}typedef struct {struct.tag} {{\n"
            for field in struct.fields:
                comment = f" /* {field.doc} */" if field.doc else ""
                out += f"    {field.type} {field.name}{field.array};{comment}\n"
            out += f"}} {struct.name};\n\n"
    for callback in spec.callbacks:
        if callback.library == library:
            out += block_comment(callback.doc)
            out += f"typedef {callback.returns} (*{callback.name})({callback.parameters});\n\n"
    return out


def parameter_doc(function: Function) -> list[str]:
    out = []
    for param in function.params:
        notes = [DIRECTIONS[param.role]] if param.role in DIRECTIONS else []
        notes += ["may be NULL"] if param.optional else []
        out.append(f"  {param.name}: {param.doc}" + (f" ({', '.join(notes)})" if notes else ""))
    return out


def function_lines(function: Function) -> str:
    mark = "CUDNN_DEPRECATED " if function.deprecated else ""
    space = "" if function.returns.endswith("*") else " "
    doc = list(function.doc) + parameter_doc(function)
    arguments = [p.declaration() for p in function.params] or ["void"]
    return block_comment(doc) + call(f"{mark}{function.returns}{space}CUDNNWINAPI {function.name}", arguments, ";")


def library_header(spec: Spec, library: str) -> str:
    upper = library.upper()
    out = block_comment([f"cuDNN 9 interface, part {library}: {TITLES[library]}."]) + c_notice() + "\n"
    out += guard_begin(f"CUDNN_{upper}_H_")
    if library == "graph":
        out += "#include <cuda_runtime_api.h>\n#include <library_types.h>\n"
    out += '#include <stdint.h>\n\n#include "cudnn_version.h"\n'
    out += "".join(f'#include "cudnn_{name}.h"\n' for name in BEFORE.get(library, [])) + "\n"
    out += macro_lines(spec, library)
    out += (f"#if CUDNN_{upper}_MAJOR != CUDNN_MAJOR || CUDNN_{upper}_MINOR != CUDNN_MINOR || "
            f"CUDNN_{upper}_PATCH != CUDNN_PATCHLEVEL\n"
            f"#error \"cudnn_{library}.h and cudnn_version.h come from different releases\"\n#endif\n\n")
    if library == "graph":
        out += CALLING_CONVENTION
    out += QUIET_BEGIN + opaque_lines(spec, library) + enum_lines(spec, library) + struct_lines(spec, library)
    out += "\n".join(function_lines(f) for f in spec.functions if f.library == library) + "\n"
    return out + QUIET_END + f"#endif /* CUDNN_{upper}_H_ */\n"


def version_header(spec: Spec) -> str:
    out = block_comment(["Version of the cuDNN interface described by these headers."]) + c_notice() + "\n"
    return out + guard_begin("CUDNN_VERSION_H_") + macro_lines(spec, "version") + "#endif /* CUDNN_VERSION_H_ */\n"


def umbrella(name: str, guard: str, title: str, includes: list[str]) -> str:
    out = block_comment([title]) + c_notice() + "\n" + guard_begin(guard)
    return out + "".join(f"#include {i}\n" for i in includes) + f"\n#endif /* {guard} */\n"


def files(spec: Spec) -> dict[str, str]:
    out = {f"include/cudnn_{library}.h": library_header(spec, library) for library in TITLES}
    out["include/cudnn_version.h"] = version_header(spec)
    parts = ["<cuda_runtime_api.h>"] + [f'"cudnn_{n}.h"' for n in ("version", "graph", "ops", "adv", "cnn")]
    out["include/cudnn.h"] = umbrella("cudnn", "CUDNN_H_", "The whole cuDNN 9 interface.",
                                      parts[:1] + ["<stdint.h>", ""][:1] + parts[1:])
    out["include/cudnn_backend.h"] = umbrella(
        "cudnn_backend", "_CUDNN_BACKEND_H_",
        "The graph (backend) interface under its older header name; everything is in cudnn_graph.h.",
        ['"cudnn_graph.h"'])
    return out
