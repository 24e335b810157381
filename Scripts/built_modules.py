"""Compiler arguments for reading the modules that `swift build` has built."""

import json
import subprocess
from functools import cache
from pathlib import Path


@cache
def target():
    """The compiler's description of its target and its folders."""
    return json.loads(subprocess.run(["swift", "-print-target-info"], check=True, capture_output=True, text=True).stdout)


@cache
def arguments(modules):
    """Search paths for the modules and the C modules they depend on; `modules` is `.build/debug/Modules` or a similar folder."""
    build = Path(modules).resolve().parent
    headers = {path.parent for path in build.parent.parent.glob("checkouts/*/Sources/**/include/module.modulemap")}
    generated = sorted(build.glob("*.build/module.modulemap"))
    system_libraries = sorted(build.parent.parent.parent.glob("Sources/*/module.modulemap"))
    maps = [f"-fmodule-map-file={path}" for path in generated + system_libraries]
    return ["-I", str(modules), *(word for path in sorted(headers) for word in ("-I", str(path))), *(word for each in maps for word in ("-Xcc", each))]
