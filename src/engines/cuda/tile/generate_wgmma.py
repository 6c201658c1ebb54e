#!/usr/bin/env python3
"""Writes wgmma.gen.h: one specialization per input type, N and place of operand A. Run it after changing a list below."""
import pathlib

# type: (PTX suffix, K of one instruction, operands may be MN-major, accumulator, asm constraint)
TYPES = {
    "kBf16": ("f32.bf16.bf16", 16, True, "float", "f"),
    "kF16": ("f32.f16.f16", 16, True, "float", "f"),
    "kTf32": ("f32.tf32.tf32", 8, False, "float", "f"),
    "kE4m3": ("f32.e4m3.e4m3", 32, False, "float", "f"),
    "kS8": ("s32.s8.s8", 32, False, "int", "r"),
}
NS = [64, 96, 112, 128, 160, 192, 224, 256]


def wrap(items, indent, width=116):
    lines, line = [], indent
    for i, item in enumerate(items):
        piece = item + ("," if i + 1 < len(items) else "")
        if len(line) + len(piece) + 1 > width:
            lines.append(line.rstrip())
            line = indent
        line += piece + " "
    return "\n".join(lines + [line.rstrip()])


def specialization(name, n, from_registers):
    suffix, k, transposable, acc, constraint = TYPES[name]
    count = n // 2
    names = wrap([f"%{i}" for i in range(count)], "").replace("\n", ' "\n        "')
    outputs = wrap([f'"+{constraint}"(d[{i}])' for i in range(count)], "        ")
    if from_registers:
        a = "{" + ", ".join(f"%{count + i}" for i in range(4)) + "}"
        inputs, argument, next_operand = ", ".join(f'"r"(a[{i}])' for i in range(4)), "const u32 (&a)[4]", count + 4
    else:
        a, inputs, argument, next_operand = f"%{count}", '"l"(a)', "u64 a", count + 1
    b, predicate = next_operand, next_operand + 1
    tail = "p" if acc == "int" else "p, 1, 1"
    inputs += ', "l"(b), "r"(accumulate)'
    if transposable and not from_registers:
        tail += f", %{predicate + 1}, %{predicate + 2}"
        inputs += ', "n"(static_cast<int>(kMajorA)), "n"(static_cast<int>(kMajorB))'
    elif transposable:
        tail += f", %{predicate + 1}"
        inputs += ', "n"(static_cast<int>(kMajorB))'
    source = "kRegisters" if from_registers else "kShared"
    check = "" if transposable else (
        '    static_assert(kMajorA == Major::kK && kMajorB == Major::kK,\n'
        '                  "wgmma reads MN-major operands only for 16-bit types");\n')
    if from_registers and transposable:
        check = '    static_assert(kMajorA == Major::kK, "operand A in registers has no other order than K-major");\n'
    return f"""template <>
struct Wgmma<Type::{name}, {n}, OperandA::{source}> {{
  static constexpr int kK = {k};
  using Acc = {acc};
  template <Major kMajorA, Major kMajorB>
  static GIRIH_DEV void mma(Acc (&d)[{count}], {argument}, u64 b, int accumulate) {{
{check}    asm volatile(
        "{{\\n.reg .pred p;\\nsetp.ne.b32 p, %{predicate}, 0;\\n"
        "wgmma.mma_async.sync.aligned.m64n{n}k{k}.{suffix} {{"
        "{names}"
        "}}, {a}, %{b}, {tail};\\n}}"
        :
{outputs}
        : {inputs});
  }}
}};
"""


def main():
    text = ["// Written by generate_wgmma.py; do not edit.", "// clang-format off", "#pragma once", "",
            "namespace girih::tile {", ""]
    text += [specialization(t, n, r) for t in TYPES for n in NS for r in (False, True)]
    text += ["}  // namespace girih::tile", ""]
    pathlib.Path(__file__).with_name("wgmma.gen.h").write_text("\n".join(text))


main()
