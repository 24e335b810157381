#!/usr/bin/env python3
"""Checks what swift-format does not: traps, discarded errors and unsafe declarations without a stated reason; repeated imports; imports of the page's script.

The modules of the script are joined, so a name that is imported from the wrong module, or isn't used, is found only here. `try?`, `fatalError`, `as!` and `preconditionFailure` need a comment on their line; `@unchecked Sendable` and `nonisolated(unsafe)` need one on the line
above. A class needs none if it inherits from one that says why it is `Sendable`, and adds nothing to the reason. Files may have up to 400 lines. Lines of the library are at most 120 wide:
the formatter doesn't wrap comments and strings."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ON_LINE = re.compile(r"\btry\?|\bfatalError\(|\bas! |\bpreconditionFailure\(|\btry! ")
ABOVE = re.compile(r"@unchecked Sendable|nonisolated\(unsafe\)")
# What Platform and FreshetPlatform import, under conditions, for all files.
SYSTEM = re.compile(r"((package|public|internal) )*import (FoundationEssentials|Glibc|Musl|Bionic|Android|Darwin)")
# The name and the superclass of a class that is declared `@unchecked Sendable`.
SENDABLE_CLASS = re.compile(r"\bclass (\w+)(?:<[^{]*?>)?\s*:\s*([\w.]+)[^{]*@unchecked Sendable")
problems = []
sendable_classes = {
    (path.parts[len(ROOT.parts)], found[1]) for folder in ("Sources", "Program/Sources") for path in (ROOT / folder).rglob("*.swift")
    for found in re.finditer(r"^[^/\n]*\bclass (\w+)[^{]*@unchecked Sendable", path.read_text(), flags=re.MULTILINE)
}


def inherits_reason(declaration, package):
    """Whether a class inherits from a class of its package that is declared `@unchecked Sendable`, which has a reason or inherits one."""
    found = SENDABLE_CLASS.search(declaration)
    return bool(found) and (package, found[2].split(".")[-1]) in sendable_classes


for path in sorted(path for folder in ("Sources", "Program/Sources") for path in (ROOT / folder).rglob("*.swift")):
    lines = path.read_text().splitlines()
    name = path.relative_to(ROOT)
    if len(lines) > 400 and not lines[0].startswith("// Written by"):
        problems.append(f"{name}: {len(lines)} lines. Split the file: one concept each.")
    if name.parts[0] == "Sources":
        # A name that cannot be broken may be longer.
        wide = [number for number, line in enumerate(lines, 1) if len(line) > 120 and " " in line.strip().removeprefix("/// ")]
        problems += [f"{name}:{number}: break this line, which is wider than 120." for number in wide]
    imported = [line.split()[-1] for line in lines if re.match(r"((package|public|@testable|@preconcurrency) )*import ", line)]
    for module in {module for module in imported if imported.count(module) > 1}:
        problems.append(f"{name}: imports {module} twice.")
    if not name.parts[-2].endswith("Platform"):
        for number, line in enumerate(lines, 1):
            if SYSTEM.fullmatch(line):
                problems.append(f"{name}:{number}: import Platform, or FreshetPlatform in the library: {line}")
    for number, line in enumerate(lines, 1):
        code = line.split("//", 1)[0]
        if ON_LINE.search(code) and "//" not in line and not lines[number - 2].strip().startswith("//"):
            problems.append(f"{name}:{number}: add a comment on this line that says why this cannot fail or may be discarded: {line.strip()}")
        if ABOVE.search(code):
            above = next((other for other in reversed(lines[: number - 1]) if not other.strip().startswith("@")), "")
            declaration_start = number - 1
            while declaration_start > 0 and not lines[declaration_start - 1].strip().startswith("//") and lines[declaration_start - 1].strip():
                declaration_start -= 1
            if inherits_reason(" ".join(lines[declaration_start:number]), name.parts[0]):
                continue
            if not (above.strip().startswith("//") or (declaration_start > 0 and lines[declaration_start - 1].strip().startswith("//"))):
                problems.append(f"{name}:{number}: add a comment on the line above that says why this is safe: {line.strip()}")

modules = {path.name: path.read_text() for path in sorted((ROOT / "Program/Sources/FreshetServer/Assets").glob("*.js"))}
for name, text in modules.items():
    code = re.sub(r"^import .*$", "", text, flags=re.MULTILINE)
    for imported, module in re.findall(r"^import \{([^}]*)\} from '\./([^']+)';$", text, flags=re.MULTILINE):
        for word in imported.replace(" ", "").split(","):
            if not re.search(rf"^export (?:async )?(?:function|const|let|class) {word}\b", modules[module], flags=re.MULTILINE):
                problems.append(f"{name}: {module} doesn't export {word}.")
            if not re.search(rf"\b{word}\b", code):
                problems.append(f"{name}: imports {word} but doesn't use it.")

print("\n".join(problems))
sys.exit(1 if problems else 0)
