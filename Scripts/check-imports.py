#!/usr/bin/env python3
"""Prints the modules of both packages in the order of their dependencies, and fails on an import that docs/architecture.md doesn't list.

The tables there have a row for each module, with the modules that it may import, except those of the system. The upstreams without a row of their own
share one, which begins with “each upstream”; in a list of imports, these words stand for all upstreams."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/architecture.md"
IMPORT = re.compile(r"^\s*(?:@\w+(?:\(\w+\))? |public |package |internal |private )*import (\w+)", re.M)
SYSTEM = {
    "Android", "Bionic", "Combine", "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc", "Musl", "ObjectiveC", "Observation",
    "Runtime", "Synchronization", "WinSDK", "XCTest",
}
EACH = "each upstream"
ROW = re.compile(rf"^\| (`\w+`|{EACH}[^|]*) \|.*\| ([^|]*) \|$", re.M)


def modules():
    """The sources of each module."""
    folders = [*(ROOT / "Sources").iterdir(), *(ROOT / "Program/Sources").iterdir()]
    return {folder.name: folder for folder in sorted(folders) if any(folder.rglob("*.swift"))}


def imports(found):
    """The modules that each module imports, in tests of conditions too."""
    return {name: {word for path in folder.rglob("*.swift") for word in IMPORT.findall(path.read_text())} - SYSTEM - {name}
            for name, folder in found.items()}


def upstreams(found):
    """The modules that describe an upstream."""
    return {name for name, folder in found.items() if any(folder.glob("Feeds/Upstream+*.swift"))}


def rows(upstreams):
    """The modules of each row, and the modules that they may import."""
    section = PAGE.read_text().partition("\n## Modules\n")[2].partition("\n## ")[0]
    listed = ROW.findall(section)
    others = upstreams - {head.strip("`") for head, _ in listed}
    for head, allowed in listed:
        yield others if head.startswith(EACH) else {head.strip("`")}, set(re.findall(r"`(\w+)`", allowed)) | (upstreams if EACH in allowed else set())


def main():
    found = modules()
    real, listed = imports(found), list(rows(upstreams(found)))
    named = set().union(*(names for names, _ in listed))
    faults = [f"{name} has no row" for name in found.keys() - named]
    faults += [f"{name} is no module" for name in named - found.keys()]
    for names, allowed in listed:
        names &= found.keys()
        faults += [f"{name} imports {other}, which its row doesn't list" for name in names for other in sorted(real[name] - allowed)]
        unused = allowed.difference(*(real[name] for name in names))
        faults += [f"{', '.join(sorted(names))} doesn't import {other}, which its row lists" for other in sorted(unused) if names]
    shown = set()
    while len(shown) < len(found):
        layer = sorted(name for name in found.keys() - shown if real[name] & found.keys() <= shown)
        if not layer:
            faults.append("a cycle of imports: " + ", ".join(sorted(found.keys() - shown)))
            break
        for name in layer:
            print(f"{name}: {', '.join(sorted(real[name])) or 'no other module'}")
        shown.update(layer)
    if faults:
        sys.exit("\n".join(f"docs/architecture.md: {fault}" for fault in sorted(faults)))


main()
