#!/usr/bin/env python3
"""Fails if docs/security.md names a test that doesn't exist.

The last column of its tables names suites (`Suite` or `Module/Suite`), tests (`Suite.test`; `test` alone belongs to the suite before it), files of browser tests, the functions in them, and targets of `make`."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/security.md"
TESTS = ROOT / "Program/Tests"
TYPE = re.compile(r'^ *.*\b(?:struct|class|enum|actor|extension) (\w+)\b[^"]*\{$')
FUNCTION = re.compile(r"\bfunc (\w+)")


def swift_tests():
    """The tests as `Suite.test`, with the types around a nested suite. The formatter has indented them."""
    found = set()
    for path in TESTS.rglob("*.swift"):
        types, is_test = [], False
        for line in path.read_text().splitlines():
            indent = len(line) - len(line.lstrip())
            if line.lstrip().startswith("//"):
                continue
            if declared := TYPE.match(line):
                types = [(other, name) for other, name in types if other < indent] + [(indent, declared[1])]
            is_test = is_test or "@Test" in line
            if is_test and (function := FUNCTION.search(line)):
                names = [name for other, name in types if other < indent] + [function[1]]
                found.add(".".join(names))
                is_test = False
    return found


tests = swift_tests()
suites = {test.rpartition(".")[0] for test in tests}
targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)
problems, count = [], 0
suite, file = "", None
for number, row in enumerate(PAGE.read_text().splitlines(), 1):
    if not row.startswith("|"):
        continue
    for name in re.findall(r"`([^`]+)`", row.strip("| ").rpartition("|")[2]):
        count += 1
        if name.endswith(".py"):
            file = ROOT / name
            exists = file.exists()
        elif name.startswith("test_"):
            exists = file is not None and file.exists() and f"def {name}(" in file.read_text()
        elif name.startswith("make "):
            exists = name.split()[1] in targets
        else:
            module, _, test = name.rpartition("/")
            if test[0].islower():
                test = f"{suite}.{test}"
            else:
                suite = test if test in suites else test.rpartition(".")[0]
            exists = (TESTS / module).is_dir() and (test in tests or test in suites)
        if not exists:
            problems.append(f"{PAGE.relative_to(ROOT)}:{number}: there is no test {name}. Name its suite and function.")
if not count:
    problems.append(f"{PAGE.relative_to(ROOT)}: names no tests. Have its tables changed?")
print("\n".join(problems), end="\n" if problems else "")
sys.exit(1 if problems else 0)
