#!/usr/bin/env python3
"""Makes an object file with a part of the data of Foundation's ICU, which the linker takes instead of all of it: make-icu-data.py OUT.o

The data is that of Swift's static libraries: 34 MB, of which 3 MB stay. They are what converts internationalized host names, and what
formatters, time zones, the order of strings and breaks between words need in English. Freshet is in English and uses only the first;
packages that it needs might use others. Other languages, charsets and transliterations go.
"""

import re
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

KEPT = re.compile(
    r"""[^/]+\.nrm|uemoji\.icu|ulayout\.icu|cnvalias\.icu|coll/ucadata\.icu|brkitr/(char|sent|title|word|word_POSIX)\.brk
    |((brkitr|coll|curr|zone)/)?(root|en|en_001|en_US|en_US_POSIX|pool|res_index)\.res
    |(?![a-z]{2,3}(_\w+)?\.res)[A-Za-z0-9]+\.res""", re.X)


def archive():
    swift = shutil.which("swift") or sys.exit("make-icu-data.py: Swift is missing.")
    return Path(swift).resolve().parents[1] / "lib/swift_static/linux/lib_FoundationICU.a"


def run(*command):
    return subprocess.run(command, check=True, capture_output=True).stdout


def packaged_data(path):
    """The name of the data's symbol, and the data."""
    found = re.search(r":([^:]+):\w+ [RD] (icudt\d+_dat)$", run("nm", "--print-file-name", str(path)).decode(), re.M)
    if not found:
        sys.exit(f"make-icu-data.py: {path} has no data of ICU.")
    with tempfile.TemporaryDirectory() as folder:
        member, section = Path(folder, "member.o"), Path(folder, "section")
        member.write_bytes(run("ar", "p", str(path), found[1]))
        run("objcopy", "--output-target", "binary", "--only-section", ".rodata", str(member), str(section))
        return found[2], section.read_bytes()


def reduced(data):
    """A package of the kept items: a header, the number of items, offsets of names and of items, names, items."""
    start, = struct.unpack_from("<H", data)
    count, = struct.unpack_from("<I", data, start)
    offsets = list(struct.iter_unpack("<II", data[start + 4:start + 4 + 8 * count]))
    ends = [offset for _, offset in offsets[1:]] + [len(data) - start]
    names, items = b"", b""
    kept = []
    for (name_offset, offset), end in zip(offsets, ends):
        name = data[start + name_offset:data.index(b"\0", start + name_offset)]
        if KEPT.fullmatch(name.decode().split("/", 1)[1]):
            kept.append((len(names), len(items)))
            names += name + b"\0"
            item = data[start + offset:start + end]
            items += item + bytes(-len(item) % 16)
    first = 4 + 8 * len(kept)
    names += bytes(-(first + len(names)) % 16)
    table = b"".join(struct.pack("<II", first + name, first + len(names) + item) for name, item in kept)
    return data[:start] + struct.pack("<I", len(kept)) + table + names + items


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: make-icu-data.py OUT.o")
    symbol, data = packaged_data(archive())
    part = reduced(data)
    out = Path(sys.argv[1])
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "data").write_bytes(part)
        Path(folder, "data.S").write_text(f"""
            .section .rodata
            .globl {symbol}
            .hidden {symbol}
            .type {symbol}, @object
            .balign 16
            {symbol}:
            .incbin "data"
            .size {symbol}, . - {symbol}
            .section .note.GNU-stack, "", @progbits
            """)
        subprocess.run(["clang", "-c", "data.S", "-o", str(out.resolve())], check=True, cwd=folder)
    print(f"ICU: {len(part) / 1e6:.1f} of {len(data) / 1e6:.1f} MB")


main()
