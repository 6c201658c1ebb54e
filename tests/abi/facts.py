"""Readers of the recorded tables in facts/ and helpers that the tests of this folder share."""

import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
HEADERS = ["cudnn.h", "cudnn_version.h", "cudnn_graph.h", "cudnn_ops.h", "cudnn_cnn.h", "cudnn_adv.h", "cudnn_backend.h"]


def table(name: str) -> list[dict[str, str]]:
    lines = (HERE / "facts" / name).read_text(encoding="utf-8").splitlines()
    head = lines[0].split("\t")
    return [dict(zip(head, line.split("\t"))) for line in lines[1:]]


def undeclared() -> dict[str, dict[str, str]]:
    """Library file -> symbol -> nm type, of exports that no header declares."""
    out: dict[str, dict[str, str]] = {}
    for line in (HERE / "facts" / "undeclared.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, kind, libraries = line.split("\t")
            for library in libraries.split(", "):
                out.setdefault(library, {})[name] = kind
    return out


class Report:
    """Counts what was compared and prints what was wrong; `finish` is the exit status."""

    def __init__(self) -> None:
        self.compared = 0
        self.wrong = 0

    def equal(self, what: str, found: object, expected: object) -> None:
        self.compared += 1
        if found != expected:
            self.fail(f"{what}: found {found!r}, expected {expected!r}")

    def fail(self, text: str) -> None:
        self.wrong += 1
        print(f"FAIL {text}")

    def finish(self, least: int) -> int:
        """A test that compared less than it must is a failure too."""
        if self.compared < least:
            self.fail(f"only {self.compared} comparisons made, expected at least {least}")
        print(f"{self.compared} comparisons, {self.wrong} wrong")
        return 1 if self.wrong else 0


def compile_only(compiler: str, source: Path, flags: list[str], includes: list[str]) -> tuple[int, str]:
    command = [compiler, *flags, f"-I{ROOT / 'include'}", *[f for i in includes for f in ("-isystem", i)],
               "-fsyntax-only", str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr
