#!/usr/bin/env python3
"""Every installed header compiles by itself, in old and new C and C++, with warnings as errors.

usage: test_headers_alone.py C_COMPILER CXX_COMPILER CUDA_INCLUDE_DIR...
"""

import sys
import tempfile
from pathlib import Path

from facts import HEADERS, Report, compile_only

STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def main() -> int:
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    c_compiler, cxx_compiler, includes = sys.argv[1], sys.argv[2], sys.argv[3:]
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        for header in HEADERS:
            for compiler, suffix, standards in ((c_compiler, "c", ("c99", "c11")), (cxx_compiler, "cpp", ("c++11", "c++20"))):
                source = Path(folder) / f"alone.{suffix}"
                # Twice: the include guard. The declaration: a C file may not be empty.
                source.write_text(f"#include <{header}>\n#include <{header}>\nextern int not_empty;\n", encoding="utf-8")
                for standard in standards:
                    for extra in ([], ["-DCUDNN_WARN_DEPRECATED"]):
                        status, text = compile_only(compiler, source, [f"-std={standard}", *STRICT, *extra], includes)
                        report.equal(f"{compiler} {standard} {' '.join(extra)} {header}: {text}", status, 0)
    return report.finish(len(HEADERS) * 8)


if __name__ == "__main__":
    sys.exit(main())
