"""The tables of spec/*.def as plain Python objects, and the reader of their text format (described in spec/README.md)."""

import re
from dataclasses import dataclass, field
from pathlib import Path

LIBRARIES = ["graph", "ops", "cnn", "adv"]

ROLES = {
    "handle", "handle_out", "descriptor", "descriptor_out", "host_in", "host_out", "device_in", "device_out",
    "device_inout", "workspace", "scale", "value", "enum", "string", "stream",
}
ENUM_POLICIES = {"bad_param", "not_supported", "unchecked"}  # Policy of src/api/arguments.h


class SpecError(Exception):
    """A line of a .def file that cannot be read; the text says which and why."""


@dataclass
class Param:
    name: str
    type: str  # as in C, with a trailing "[]" for an array parameter
    role: str
    optional: bool
    policy: str  # for enums: a key of ENUM_POLICIES
    doc: str

    def declaration(self) -> str:
        if self.type.endswith("[]"):
            return f"{self.type[:-2].rstrip()} {self.name}[]"
        return self.type + self.name if self.type.endswith("*") else f"{self.type} {self.name}"


@dataclass
class Function:
    name: str
    returns: str
    library: str
    group: str
    deprecated: bool
    doc: list[str] = field(default_factory=list)
    params: list[Param] = field(default_factory=list)

    @property
    def header(self) -> str:
        return f"cudnn_{self.library}.h"

    @property
    def returns_status(self) -> bool:
        return self.returns == "cudnnStatus_t"

    def parameter_list(self) -> str:
        return ", ".join(p.declaration() for p in self.params)

    def argument_list(self) -> str:
        return ", ".join(p.name for p in self.params)


@dataclass
class Enumerator:
    name: str
    value: int
    deprecated: bool
    alias_of: str
    doc: str


@dataclass
class Enum:
    name: str
    library: str
    deprecated: bool
    doc: list[str] = field(default_factory=list)
    values: list[Enumerator] = field(default_factory=list)

    @property
    def table_name(self) -> str:
        return "k" + self.name.removeprefix("cudnn").removesuffix("_t") + "Table"


@dataclass
class Attribute:
    name: str
    value: int
    type: str  # cudnnBackendAttributeType_t without CUDNN_TYPE_; "-" when unknown
    access: str  # set, get, get+set or "-"
    counts: str  # element counts seen in clients; "-" when unknown
    since: str
    in_header: bool
    deprecated: bool
    descriptor: str


@dataclass
class Field:
    name: str
    type: str
    array: str
    doc: str


@dataclass
class Struct:
    name: str
    tag: str
    library: str
    deprecated: bool
    doc: list[str] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)


@dataclass
class Opaque:
    name: str
    underlying: str
    library: str
    deprecated: bool
    doc: str


@dataclass
class Callback:
    name: str
    library: str
    returns: str
    parameters: str
    doc: list[str] = field(default_factory=list)


@dataclass
class Macro:
    name: str
    arguments: str
    value: str
    header: str  # "version" or a library
    doc: str


@dataclass
class Export:
    name: str
    kind: str  # function or data
    library: str
    doc: str


@dataclass
class SharedLibrary:
    name: str  # cudnn, cudnn_graph, ...
    functions: list[str] = field(default_factory=list)  # libraries whose declared functions it exports
    exports: list[Export] = field(default_factory=list)
    doc: list[str] = field(default_factory=list)


@dataclass
class Spec:
    functions: list[Function]
    enums: list[Enum]
    attributes: list[Attribute]
    structs: list[Struct]
    opaques: list[Opaque]
    callbacks: list[Callback]
    macros: list[Macro]
    shared_libraries: list[SharedLibrary]

    def macro_value(self, name: str) -> int:
        for macro in self.macros:
            if macro.name == name:
                return int(macro.value)
        raise SpecError(f"structs.def: no macro {name}")


class Lines:
    """The lines of one .def file without comments and blanks, each with its position for error texts."""

    def __init__(self, path: Path):
        self.path = path
        self.number = 0

    def __iter__(self):
        for self.number, line in enumerate(self.path.read_text(encoding="utf-8").splitlines(), 1):
            if line.strip() and not line.lstrip().startswith("#"):
                yield line

    def error(self, text: str) -> SpecError:
        return SpecError(f"{self.path.name}:{self.number}: {text}")


def columns(lines: Lines, line: str, count: int) -> list[str]:
    """Splits at two or more blanks into exactly `count` columns; the last one may be missing."""
    parts = re.split(r"\s{2,}", line.strip(), maxsplit=count - 1)
    if len(parts) == count - 1:
        parts.append("")
    if len(parts) != count:
        raise lines.error(f"expected {count} columns separated by two blanks, found {len(parts)}: {line.strip()}")
    return parts


def block_head(lines: Lines, line: str) -> tuple[list[str], list[str]]:
    """`kind name rest... [tag tag]` -> words before the bracket, words inside it."""
    match = re.fullmatch(r"(.*?)\s+\[([^\[\]]*)\]", line.strip())
    if not match:
        raise lines.error(f"a block starts with `kind name [tags]`: {line.strip()}")
    return match.group(1).split(), match.group(2).split()


def read_functions(path: Path) -> list[Function]:
    functions: list[Function] = []
    lines = Lines(path)
    for line in lines:
        if line.startswith("function "):
            words, tags = block_head(lines, line)
            if len(words) < 4 or words[2] != "->" or len(tags) < 2 or tags[0] not in LIBRARIES:
                raise lines.error("expected `function NAME -> TYPE [LIBRARY GROUP deprecated?]`")
            functions.append(Function(words[1], " ".join(words[3:]), tags[0], tags[1], "deprecated" in tags[2:]))
        elif line.strip().startswith(": "):
            functions[-1].doc.append(line.strip()[2:])
        else:
            functions[-1].params.append(read_param(lines, line))
    return functions


def read_param(lines: Lines, line: str) -> Param:
    name, type_, role, doc = columns(lines, line, 4)
    optional = role.endswith("?")
    role, _, policy = role.removesuffix("?").partition(":")
    if role not in ROLES:
        raise lines.error(f"unknown role `{role}` of parameter {name}; known: {', '.join(sorted(ROLES))}")
    if role == "enum":
        policy = policy or "bad_param"
        if policy not in ENUM_POLICIES:
            raise lines.error(f"unknown policy `{policy}` of enum parameter {name}")
    elif policy:
        raise lines.error(f"only enum parameters take a policy, {name} is a {role}")
    return Param(name, type_, role, optional, policy, doc)


def read_enums(path: Path) -> list[Enum]:
    enums: list[Enum] = []
    lines = Lines(path)
    for line in lines:
        if line.startswith("enum "):
            words, tags = block_head(lines, line)
            enums.append(Enum(words[1], tags[0], "deprecated" in tags[1:]))
        elif line.strip().startswith(": "):
            enums[-1].doc.append(line.strip()[2:])
        else:
            name, value, flags, doc = columns(lines, line, 4)
            alias = next((f.removeprefix("alias_of:") for f in flags.split() if f.startswith("alias_of:")), "")
            enums[-1].values.append(Enumerator(name, int(value), "deprecated" in flags.split(), alias, doc))
    return enums


def read_attributes(path: Path) -> list[Attribute]:
    attributes: list[Attribute] = []
    lines = Lines(path)
    descriptor = ""
    for line in lines:
        if line.startswith("descriptor "):
            descriptor = line.split()[1]
            continue
        name, value, type_, access, counts, since, flags = columns(lines, line, 7)
        attributes.append(Attribute(name, int(value), type_, access, counts, since, "newer" not in flags.split(),
                                    "deprecated" in flags.split(), descriptor))
    return attributes


def read_structs(path: Path) -> tuple[list[Struct], list[Opaque], list[Callback], list[Macro]]:
    structs: list[Struct] = []
    opaques: list[Opaque] = []
    callbacks: list[Callback] = []
    macros: list[Macro] = []
    docs = None
    lines = Lines(path)
    for line in lines:
        kind = line.split()[0]
        if kind == "struct" and not line.startswith(" "):
            words, tags = block_head(lines, line)
            structs.append(Struct(words[1], words[2], tags[0], "deprecated" in tags[1:]))
            docs = structs[-1].doc
        elif kind == "opaque" and not line.startswith(" "):
            _, name, underlying, flags, doc = columns(lines, line.replace("opaque ", "opaque  ", 1), 5)
            opaques.append(Opaque(name, underlying, flags.split()[0], "deprecated" in flags.split(), doc))
        elif kind == "callback" and not line.startswith(" "):
            _, name, returns, parameters, library = columns(lines, line.replace("callback ", "callback  ", 1), 5)
            callbacks.append(Callback(name, library, returns, parameters))
            docs = callbacks[-1].doc
        elif kind == "macro" and not line.startswith(" "):
            _, name, value, header, doc = columns(lines, line.replace("macro ", "macro  ", 1), 5)
            name, _, arguments = name.partition("(")
            macros.append(Macro(name, "(" + arguments if arguments else "", value, header, doc))
        elif kind == ":":
            docs.append(line.strip()[2:])
        else:
            name, type_, doc = columns(lines, line, 3)
            name, _, array = name.partition("[")
            structs[-1].fields.append(Field(name, type_, "[" + array if array else "", doc))
    return structs, opaques, callbacks, macros


def read_libraries(path: Path) -> list[SharedLibrary]:
    libraries: list[SharedLibrary] = []
    lines = Lines(path)
    for line in lines:
        words = line.split()
        if words[0] == "library":
            libraries.append(SharedLibrary(words[1]))
        elif words[0] == "functions":
            libraries[-1].functions = words[1:]
        elif words[0] in ("function", "data"):
            kind, name, doc = columns(lines, line, 3)
            libraries[-1].exports.append(Export(name, kind, libraries[-1].name, doc))
        elif words[0] == ":":
            libraries[-1].doc.append(line.strip()[2:])
        else:
            raise lines.error(f"unknown line: {line.strip()}")
    return libraries


def check(spec: Spec) -> None:
    """Cross-checks between the tables: every enum parameter has its table, every name is unique."""
    enum_names = {e.name for e in spec.enums}
    for names, what in (([f.name for f in spec.functions], "function"), ([e.name for e in spec.enums], "enum"),
                        ([v.name for e in spec.enums for v in e.values], "enumerator")):
        twice = {n for n in names if names.count(n) > 1}
        if twice:
            raise SpecError(f"{what} defined twice: {', '.join(sorted(twice))}")
    for function in spec.functions:
        if not function.doc:
            raise SpecError(f"functions.def: {function.name} has no description")
        for param in function.params:
            if param.role == "enum" and param.type.removeprefix("const ") not in enum_names:
                raise SpecError(f"functions.def: {function.name}: {param.name} is no enum of enums.def: {param.type}")


def load(folder: Path) -> Spec:
    structs, opaques, callbacks, macros = read_structs(folder / "structs.def")
    spec = Spec(read_functions(folder / "functions.def"), read_enums(folder / "enums.def"),
                read_attributes(folder / "attributes.def"), structs, opaques, callbacks, macros,
                read_libraries(folder / "libraries.def"))
    check(spec)
    return spec
