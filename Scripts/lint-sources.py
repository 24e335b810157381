#!/usr/bin/env python3
"""Looks for what swift-format does not see: calls that can stop the program, errors that vanish and unsafety, each without a reason.

`try?`, `fatalError`, `as!` and `preconditionFailure` need a comment on their line; `@unchecked Sendable` and `nonisolated(unsafe)` a comment on the line
above. Files beyond 400 lines hold more than one concept."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ON_LINE = re.compile(r"\btry\?|\bfatalError\(|\bas! |\bpreconditionFailure\(|\btry! ")
ABOVE = re.compile(r"@unchecked Sendable|nonisolated\(unsafe\)")
problems = []

for path in sorted(path for folder in ("Sources", "Program/Sources") for path in (ROOT / folder).rglob("*.swift")):
    lines = path.read_text().splitlines()
    name = path.relative_to(ROOT)
    if len(lines) > 400 and not lines[0].startswith("// Written by"):
        problems.append(f"{name}: {len(lines)} lines: one concept each?")
    for number, line in enumerate(lines, 1):
        code = line.split("//", 1)[0]
        if ON_LINE.search(code) and "//" not in line and not lines[number - 2].strip().startswith("//"):
            problems.append(f"{name}:{number}: say on this line why this cannot fail, or may be dropped: {line.strip()}")
        if ABOVE.search(code):
            above = next((other for other in reversed(lines[: number - 1]) if not other.strip().startswith("@")), "")
            declaration_start = number - 1
            while declaration_start > 0 and not lines[declaration_start - 1].strip().startswith("//") and lines[declaration_start - 1].strip():
                declaration_start -= 1
            if not (above.strip().startswith("//") or (declaration_start > 0 and lines[declaration_start - 1].strip().startswith("//"))):
                problems.append(f"{name}:{number}: say on the line above why this is safe: {line.strip()}")

print("\n".join(problems))
sys.exit(1 if problems else 0)
