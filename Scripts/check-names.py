#!/usr/bin/env python3
"""Fails if two types of a package outside other types have the same name, in whatever modules: a name means one thing.

A model of an upstream may share its name with what imitates it in the sample upstreams."""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARY, PROGRAM = ROOT / "Sources", ROOT / "Program/Sources"
TYPE = re.compile(r"^(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|private|fileprivate|internal|indirect|final|nonisolated) )*"
                  r"(?:struct|class|enum|actor|protocol|typealias) (\w+)", re.M)


def faults(sources):
    """The number of names that two files of a package declare; prints them."""
    upstreams = {path.parent.parent.name for path in sources.glob("*/Feeds/Upstream+*.swift")}
    places = collections.defaultdict(list)
    for path in sorted(sources.rglob("*.swift")):
        for name in set(TYPE.findall(path.read_text())):
            places[name].append(path.relative_to(sources))
    count = 0
    for name, files in sorted(places.items()):
        modules = {file.parts[0] for file in files}
        if len(files) > 1 and not (len(files) == 2 and "SampleUpstreams" in modules and modules & upstreams):
            print(f"{name}: " + ", ".join(map(str, files)))
            count += 1
    return count


found = faults(LIBRARY) + faults(PROGRAM)
if found:
    sys.exit(f"{found} names mean two things; give each thing its own")
