#!/usr/bin/env python3
"""Fails where a front end or the engine names an upstream: they are written once, over descriptions and entries.

The names are read from the upstreams' own descriptions (`Upstream(id: …, name: …)`), so a new upstream is checked without a change here.
"""

import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources"
# Written once, for every kind of feed.
MODULES = ["Feeds", "FeedStore", "Search", "FreshetServer", "FreshetCommand"]
EXCEPTIONS = {
    # Shows particular feeds of the sample upstreams, and has their options.
    "FreshetCommand/Commands/Demo",
}


def upstreams():
    """Each upstream's module, id and name."""
    found = []
    for path in sorted(SOURCES.glob("*/Feeds/Upstream+*.swift")):
        match = re.search(r'\bid:\s*"([^"]+)",\s*name:\s*"([^"]+)"', path.read_text())
        if not match:
            sys.exit(f"{path}: no Upstream(id: …, name: …) found")
        found.append((path.relative_to(SOURCES).parts[0], match[1], match[2]))
    if not found:
        sys.exit("no upstream found: have the descriptions moved?")
    return found


def patterns():
    for module, identifier, name in upstreams():
        yield re.compile(rf"\bimport {module}\b")
        yield re.compile(rf'["\'/:\s]{re.escape(identifier)}["\'/]|:{re.escape(identifier)}\b')
        # A name of one common word, such as "Web", says nothing.
        if name.lower() != identifier:
            yield re.compile(rf"\b{re.escape(name)}\b")
        elif name != name.capitalize():
            yield re.compile(rf"\b{re.escape(name)}\b")


def code(line, suffix):
    """The line without a comment that stands alone."""
    stripped = line.strip()
    return "" if suffix == ".swift" and stripped.startswith("//") else line


def main():
    checks = list(patterns())
    faults = 0
    for module in MODULES:
        for path in sorted((SOURCES / module).rglob("*")):
            if path.suffix not in {".swift", ".js", ".css", ".json"}:
                continue
            place = path.relative_to(SOURCES)
            if EXCEPTIONS & {str(place), str(place.parent)}:
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                for check in checks:
                    match = check.search(code(line, path.suffix))
                    if match:
                        print(f"{path.relative_to(SOURCES.parent)}:{number}: names an upstream ({match[0]})")
                        faults += 1
    if faults:
        sys.exit(f"{faults} places name an upstream; describe it in its own module instead")


main()
