#!/usr/bin/env python3
"""Calls functions that need no handle with one wrong argument each and compares the status with the recorded one.

usage: test_arguments.py LIBRARY_DIR

Every row of facts/status_arguments_no_gpu.tsv is a call whose arguments are right but for one: NULL, or an enumerator that
does not exist. Where the recorded library crashed, BAD_PARAM is right. Also: every function, called with nothing but zeros,
returns. Each call runs in a process of its own, so that a crash is a failure with a name.
"""

import ctypes
import os
import struct
import sys
from pathlib import Path

from facts import ROOT, Report, table, undeclared

sys.path.insert(0, str(ROOT / "spec"))
from girih_spec import api, model  # noqa: E402

BAD_PARAM, NOT_SUPPORTED = 2000, 3000
FUNCTIONS = {f.name: f for f in model.load(ROOT / "spec").functions}


class Caller:
    def __init__(self, library: ctypes.CDLL):
        self.library = library

    def create(self, descriptor_type: str) -> ctypes.c_void_p:
        """A new descriptor; tensors and recurrent networks are set too, since reading unset ones is another case."""
        made = ctypes.c_void_p()
        function = "cudnnCreate" + descriptor_type.removeprefix("cudnn").removesuffix("_t")
        more = [0] if "FusedOps" in descriptor_type else []
        getattr(self.library, function)(ctypes.byref(made), *more)
        if descriptor_type == "cudnnTensorDescriptor_t":
            self.library.cudnnSetTensor4dDescriptor(made, 0, 0, 2, 3, 4, 5)
        if descriptor_type == "cudnnRNNDescriptor_t":
            self.library.cudnnSetRNNDescriptor_v8(made, 0, 2, 2, 0, 0, 0, 0, 0, 8, 8, 8, 1,
                                                  self.create("cudnnDropoutDescriptor_t"), 0)
        if descriptor_type == "cudnnRNNDataDescriptor_t":
            self.library.cudnnSetRNNDataDescriptor(made, 0, 0, 4, 2, 8, (ctypes.c_int * 2)(3, 2),
                                                   ctypes.byref(ctypes.c_float(5)))
        return made

    def argument(self, function: model.Function, param: model.Param) -> object:
        base = param.type.replace("const ", "")
        if param.role == "descriptor":
            return self.create(base)
        if param.role == "enum":
            return 0
        if param.role in ("host_in", "host_out", "descriptor_out"):
            memory = ctypes.create_string_buffer(256)
            if param.role == "host_in":
                struct.pack_into("8i", memory, 0, *[1] * 8)
            if param.name == "param":  # of a fused operation pack: label 0 is a tensor descriptor
                return self.create("cudnnTensorDescriptor_t")
            return memory
        if param.role == "value" and "*" in base:
            return ctypes.create_string_buffer(256)
        if base == "double":
            return ctypes.c_double(1)
        if base == "size_t":
            return ctypes.c_size_t(0)
        if param.name in ("nbDims", "nbDimsRequested"):
            return 4 if "Filter" in function.name or "Tensor" in function.name else 2
        return 0 if param.name == "arrayLengthRequested" and "RNNData" in function.name else 1

    def status(self, name: str, wrong: str, value: object) -> str:
        """The status of a call that is right but for the argument `wrong`; a text when the process died."""
        def call() -> int:
            function = FUNCTIONS[name]
            if name.startswith("cudnnDestroy"):
                return getattr(self.library, name)(None)
            arguments = [value if p.name == wrong else self.argument(function, p) for p in function.params]
            return getattr(self.library, name)(*arguments)
        return in_child(call)


def in_child(call) -> str:
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(writer, str(call()).encode())
        os._exit(0)
    os.close(writer)
    text = os.read(reader, 64).decode()
    os.close(reader)
    _, status = os.waitpid(pid, 0)
    return text if status == 0 else f"process ended with wait status {status}"


def needs(function: model.Function) -> set[str]:
    """The functions that a call of this one goes through: itself and what makes its descriptors."""
    made = {p.type.replace("const ", "") for p in function.params if p.role == "descriptor"}
    return {function.name} | {"cudnnCreate" + m.removeprefix("cudnn").removesuffix("_t") for m in made}


def check_recorded(report: Report, caller: Caller) -> int:
    """Returns how many functions were left out because they are not built yet."""
    built = api.built_functions()
    left_out = set()
    for row in table("status_arguments_no_gpu.tsv"):
        name = row["function"]
        if not needs(FUNCTIONS[name]) <= built:
            left_out.add(name)
            continue
        if row["value"] == "valid call":
            found = caller.status(name, "", None)
        else:
            found = caller.status(name, row["argument"], None if row["value"] == "NULL" else 99)
        expected = str(BAD_PARAM) if row["status"] == "crash" else row["status"]
        report.equal(f"{name}: {row['argument']} = {row['value']}", found, expected)
    return len(left_out)


def check_zeros(report: Report, caller: Caller) -> None:
    for name, function in FUNCTIONS.items():
        if function.returns_status:
            zeros = [ctypes.c_double(0) if p.type == "double" else ctypes.c_float(0) if p.type == "float"
                     else ctypes.c_void_p(0) for p in function.params]
            found = in_child(lambda: getattr(caller.library, name)(*zeros))
            report.equal(f"{name} with zeros returns a status ({found})", found.isdigit(), True)


def check_undeclared(report: Report, caller: Caller) -> None:
    """The exports that no header declares say that they do nothing."""
    for name, kind in undeclared()["libcudnn.so.9"].items():
        if kind == "T":
            report.equal(name, getattr(caller.library, name)(), NOT_SUPPORTED)
            text = ctypes.create_string_buffer(256)
            caller.library.cudnnGetLastErrorString(text, ctypes.c_size_t(256))
            report.equal(f"error text of {name} names it", name.encode() in text.value, True)


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    caller = Caller(ctypes.CDLL(str(Path(sys.argv[1]) / "libcudnn.so.9")))
    report = Report()
    left_out = check_recorded(report, caller)
    check_zeros(report, caller)
    check_undeclared(report, caller)
    print(f"left out, since they are not built yet: {left_out} functions")
    return report.finish(320)


if __name__ == "__main__":
    sys.exit(main())
