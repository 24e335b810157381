#!/usr/bin/env python3
"""Prints the modules of both packages in the order of their arrows, and fails on an import that docs/architecture.md doesn't list.

The tables there have a row for each module, with the modules that it may import, except those of the system."""

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
ROW = re.compile(r"^\| `(\w+)` \|.*\| ([^|]*) \|$", re.M)


def modules():
    """The sources of each module."""
    folders = [*(ROOT / "Sources").iterdir(), *(ROOT / "Program/Sources").iterdir()]
    return {folder.name: folder for folder in sorted(folders) if any(folder.rglob("*.swift"))}


def imports(found):
    """The modules that each module imports, in tests of conditions too."""
    return {name: {word for path in folder.rglob("*.swift") for word in IMPORT.findall(path.read_text())} - SYSTEM - {name}
            for name, folder in found.items()}


def allowed():
    """The modules that each module may import."""
    section = PAGE.read_text().partition("\n## Modules\n")[2].partition("\n## ")[0]
    return {name: set(re.findall(r"`(\w+)`", arrows)) for name, arrows in ROW.findall(section)}


def main():
    found = modules()
    real, listed = imports(found), allowed()
    faults = [f"{name} has no row" for name in found.keys() - listed.keys()]
    faults += [f"{name} is no module" for name in listed.keys() - found.keys()]
    for name in found.keys() & listed.keys():
        faults += [f"{name} imports {other}, which its row doesn't list" for other in sorted(real[name] - listed[name])]
        faults += [f"{name} doesn't import {other}, which its row lists" for other in sorted(listed[name] - real[name])]
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
