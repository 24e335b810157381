#!/usr/bin/env python3
"""Type-checks every Swift block in the documentation against the built modules, in the Swift 6 mode.

    Scripts/check-examples.py [--modules .build/debug/Modules] [FILE…]

Each block is compiled as the body of its own `async throws` function, unless it declares a test suite, an extension or a program; then it is compiled as a file. Declarations that a page's blocks need
are in an invisible comment on the page, `<!-- given … -->`, with a bar before each line. A block that imports a module that isn't built is reported as skipped. Unused declarations are no fault, nor are
deprecated names in a line with the comment `// now` and the current name; every other warning is."""

import argparse
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from built_modules import arguments, target

ROOT = Path(__file__).resolve().parent.parent
PAGES = ["Sources/*/*.docc/**/*.md"]
STANDS_ALONE = re.compile(r"^(extension |@Suite|@main|struct .*: View|@Test|import XCTest)", re.M)
HARMLESS = re.compile(r"was never (used|mutated|read)|never used; consider|will never be executed")
FEATURES = ["ExistentialAny", "MemberImportVisibility"]


def blocks(page):
    """The Swift blocks of a page, each with its first line number."""
    lines, start = page.read_text().splitlines(), None
    for number, line in enumerate(lines):
        if start is None and line.strip() == "```swift":
            start = number + 1
        elif start is not None and line.strip() == "```":
            yield start + 1, "\n".join(lines[start:number])
            start = None


def given(page):
    """The declarations that the blocks of a page need."""
    text = "\n".join(re.findall(r"<!-- given\n(.*?)-->", page.read_text(), flags=re.S))
    return re.sub(r"^\| ?", "", text, flags=re.M)


def program(page, line, code):
    """The source file for a block, and the modules that it imports."""
    imports = {"import Freshet"} | set(re.findall(r"^import \w+$", code + "\n" + given(page), flags=re.M))
    body = re.sub(r"^import \w+$", "", code, flags=re.M)
    place = f'#sourceLocation(file: "{page.relative_to(ROOT)}", line: {line})'
    preamble = re.sub(r"^import \w+$", "", given(page), flags=re.M)
    if not STANDS_ALONE.search(body):
        actor = "@MainActor " if "@MainActor" in body or "MainScheduler" in body or ".drive(" in body or ".emit(" in body or "onMain:" in body or ".assign(to:" in body else ""
        body = f"{actor}func example() async throws {{\n{place}\n{body}\n}}"
    else:
        body = f"{place}\n{body}"
    return "\n".join([*sorted(imports), preamble, body]), {each.split()[1] for each in imports}


def check(page, line, code, modules):
    """The faults of a block, and a message if it was skipped."""
    text, imports = program(page, line, code)
    missing = [name for name in sorted(imports) if name.startswith("Freshet") and not (modules / f"{name}.swiftmodule").exists()]
    if missing:
        return [], f"SKIPPED: {page.relative_to(ROOT)}:{line} needs {', '.join(missing)}, which is not built."
    plugins = Path(target()["paths"]["runtimeResourcePath"]) / "host/plugins/testing"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "Example.swift"
        path.write_text(text)
        run = subprocess.run(
            ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", *arguments(modules), "-plugin-path", plugins,
             *(word for name in FEATURES for word in ("-enable-upcoming-feature", name)), "-diagnostic-style", "llvm", path],
            capture_output=True, text=True, cwd=ROOT)
    lines = page.read_text().splitlines()
    faults = []
    for each in run.stderr.splitlines():
        found = re.match(r"(\S+?):(\d+):\d+: (error|warning): ", each)
        if not found or HARMLESS.search(each):
            continue
        shown = lines[int(found[2]) - 1] if found[1].endswith(".md") else ""
        if not ("is deprecated" in each and "// now" in shown):
            faults.append(each)
    return faults or ([run.stderr] if run.returncode else []), None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pages", nargs="*", type=Path)
    parser.add_argument("--modules", type=Path, default=ROOT / ".build/debug/Modules")
    options = parser.parse_args()
    pages = [page.resolve() for page in options.pages] or sorted(page for pattern in PAGES for page in ROOT.glob(pattern))
    work = [(page, line, code) for page in pages for line, code in blocks(page)]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda item: check(*item, options.modules.resolve()), work))
    for _, skipped in results:
        if skipped:
            print(skipped)
    faults = sorted({fault for found, _ in results for fault in found})
    print("\n".join([*faults, f"{len(work)} blocks of Swift on {len(pages)} pages: {len(faults)} faults."]))
    return 1 if faults or not work else 0


sys.exit(main())
