"""Small helpers to write generated text."""

import textwrap

NOTICE = "Written by spec/generate.py from the tables in spec/. Edit those, then run it again."


def c_notice() -> str:
    return f"/* {NOTICE} */\n/* clang-format off */\n"


def cpp_notice() -> str:
    return f"// {NOTICE}\n// clang-format off\n"


def block_comment(paragraphs: list[str], indent: str = "", width: int = 110) -> str:
    """A C comment of one or more wrapped paragraphs; one line when it fits."""
    if len(paragraphs) == 1 and len(paragraphs[0]) + len(indent) + 6 <= width:
        return f"{indent}/* {paragraphs[0]} */\n"
    lines = []
    for paragraph in paragraphs:
        hang = paragraph[:len(paragraph) - len(paragraph.lstrip())]
        lines += textwrap.wrap(paragraph, width - len(indent) - 3, initial_indent="", subsequent_indent=hang or "",
                               break_long_words=False, break_on_hyphens=False) or [""]
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{body}{indent} */\n"


def call(head: str, arguments: list[str], tail: str, width: int = 110) -> str:
    """`head(arguments)tail` on one line, or wrapped with a hanging indent."""
    line = f"{head}({', '.join(arguments)}){tail}"
    if len(line) <= width:
        return line + "\n"
    pad = " " * (len(head) + 1) if len(head) < 72 else " " * 4
    lines, current = [], f"{head}("
    for i, argument in enumerate(arguments):
        piece = argument + (", " if i + 1 < len(arguments) else f"){tail}")
        if len((current + piece).rstrip()) > width and current.strip():
            lines.append(current.rstrip())
            current = pad
        current += piece
    return "\n".join(lines + [current]) + "\n"
