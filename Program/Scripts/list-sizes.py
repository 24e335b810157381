#!/usr/bin/env python3
"""Lists what the program's file consists of, by the origin of its code and data: list-sizes.py [PROGRAM]

Sizes are those of symbols, so the program needs them: Program/.build/release/freshet by default. A function that the compiler has
specialized counts for Freshet if its name contains a module of Freshet, else for the first package that it names.
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[1]
SWIFT = "Swift's standard library, Foundation, Dispatch, regular expressions"
OTHER = "other C and C++"
PACKAGES = {"GRDB.swift": "GRDB"}
OTHER_PACKAGES = "SwiftNIO, AsyncHTTPClient, Hummingbird and the packages that they need"


def modules_of(folder):
    return {path.name for path in folder.iterdir() if path.is_dir()}


# The origin of each module of a package.
origins = {}
for checkout in sorted((PROGRAM / ".build/checkouts").iterdir()):
    origin = PACKAGES.get(checkout.name, OTHER_PACKAGES)
    origins |= dict.fromkeys([checkout.name, checkout.name.removesuffix(".swift"), *modules_of(checkout / "Sources")], origin)
freshet = modules_of(PROGRAM / "Sources") | modules_of(PROGRAM.parent / "Sources")


def origin_of(name):
    if name.startswith("icudt"):
        return "ICU's data"
    if re.search(r"icu_7\d|_7\d$", name):
        return "ICU's code"
    if "BoringSSL" in name or "ecp_nistz" in name:
        return "BoringSSL"
    if not name.startswith("$s"):
        return OTHER
    modules = [name[match.end(1):][:int(match[1])] for match in re.finditer(r"(?<!\d)(?=([1-9]\d?)\D)", name)]
    if freshet.intersection(modules):
        return "Freshet"
    return next((origins[module] for module in modules if module in origins), SWIFT)


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


# Sections that are counted as a whole.
TABLES = {
    "tables for unwinding": (".eh_frame", ".gcc_except_table"),
    "relocations": (".rel",),
    "descriptions of types, for reflection and conformances": ("swift5_",),
}

program = sys.argv[1] if len(sys.argv) > 1 else PROGRAM / ".build/release/freshet"
sizes, total, tables = Counter(), 0, []
for line in run("size", "-A", program):
    section, size, address = [*line.split(), "", "", ""][:3]
    if not section.startswith((".", "swift5_")) or section in (".bss", ".tbss", ".comment", "swift5_backtrace"):
        continue
    total += int(size)
    for origin, beginnings in TABLES.items():
        if section.startswith(beginnings):
            sizes[origin] += int(size)
            tables.append(range(int(address), int(address) + int(size)))

addresses = set()
for line in run("nm", "--print-size", program):
    fields = line.split()
    # Symbols of the same address are names of the same bytes; those of .bss take none.
    if len(fields) == 4 and fields[2] not in "bB" and fields[0] not in addresses:
        addresses.add(fields[0])
        if not any(int(fields[0], 16) in table for table in tables):
            sizes[origin_of(fields[3])] += int(fields[1], 16)
sizes["constants without a name, and padding"] = total - sum(sizes.values())

for origin, size in sizes.most_common():
    print(f"{size / 1e6:6.1f} MB  {origin}")
print(f"{total / 1e6:6.1f} MB")
