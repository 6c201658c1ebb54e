#!/usr/bin/env python3
"""Writes docs/reports.md: for every public report of a cuDNN fault the tests that cover it, or why there is none.

    scripts/reports.py            write the page
    scripts/reports.py --check    write nothing; exit 1 when the page is stale or a report has neither

Reports are the lines of tests/reports/reports.tsv. A problem line is marked by "# report ID" behind it, a GoogleTest
case by its name, as TEST_F(Report, I103_...). tests/reports/reasons.tsv says why a report has no test here.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/reports.md"
HEAD = """<!-- Written by scripts/reports.py. -->
# Public reports of cuDNN faults

Reports that users of cuDNN made in public, and the tests that keep Girih from the same faults ({tested} of {all}). Where a report
shows a kind of fault (a limit of 65,535, padding wider than the window, an overflow of 32-bit offsets) the tests cover
the kind: other sizes around the limit, other passes, other families; those lines stand unmarked below the marked one.
`reports.*` are the cases of tests/reports, lines of the problem language are in tests/cases.

| report | about | test, or why there is none |
|---|---|---|
"""


def rows(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    names = lines[0].split("\t")
    return [dict(zip(names, line.split("\t"))) for line in lines[1:]]


def find_tests():
    """Report id -> names of its tests, in order."""
    tests = {}
    for path in sorted((ROOT / "tests/cases").glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            match = re.search(r"^[^#]+#\s*report ((?:I\d+[, ]*)+)\s*$", line)
            if match:
                for report in re.findall(r"I\d+", match[1]):
                    tests.setdefault(report, []).append(f"{path.name}: `{' '.join(line.split('#')[0].split())}`")
    for path in sorted((ROOT / "tests/reports").glob("*_test.cpp")):
        for suite, report, name in re.findall(r"^TEST(?:_F)?\((\w+), (I\d+)_(\w+)\)", path.read_text(), re.M):
            tests.setdefault(report, []).append(f"`reports.{suite}.{report}_{name}`")
    return tests


def main():
    check = "--check" in sys.argv[1:]
    reports = rows(ROOT / "tests/reports/reports.tsv")
    reasons = {row["id"]: row["reason"] for row in rows(ROOT / "tests/reports/reasons.tsv")}
    tests = find_tests()
    known = [report["id"] for report in reports]
    faults = [f"{i} stands twice in reports.tsv" for i in known if known.count(i) > 1]
    faults += [f"{i} is tested, but no report" for i in tests if i not in known]
    faults += [f"{i} has a reason, but is no report" for i in reasons if i not in known]
    faults += [f"{i} has neither a test nor a reason" for i in known if i not in tests and i not in reasons]
    faults += [f"{i} has a test and a reason why there is none" for i in known if i in tests and i in reasons]
    text = HEAD.format(tested=sum(i in tests for i in known), all=len(known))
    for report in reports:
        answer = "<br>".join(tests.get(report["id"], [])).replace("|", "\\|") or reasons.get(report["id"], "")
        about = report["op"].replace("|", "\\|")
        text += f"| [{report['id']}]({report['thread']}) | {about} | {answer} |\n"
    if check:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
            faults.append("docs/reports.md is stale: run scripts/reports.py")
    elif not faults:
        PAGE.write_text(text, encoding="utf-8")
    for fault in faults:
        print(fault)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
