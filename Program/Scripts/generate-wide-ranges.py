#!/usr/bin/env python3
"""Writes Program/Sources/WebText/Text/WideRanges.swift: what Unicode's EastAsianWidth calls Wide or Fullwidth.

usage: Program/Scripts/generate-wide-ranges.py [EastAsianWidth.txt]

Without a file (https://www.unicode.org/Public/UCD/latest/ucd/EastAsianWidth.txt) Python's own table is used (3.13: Unicode 15.1)
with what Unicode 16 and 17 added. Emoji are left to the standard library's properties, marks have no width anyway.
"""
import re
import sys
import unicodedata
from pathlib import Path

ADDED_SINCE_15_1 = [
    (0x2630, 0x2637), (0x268A, 0x268F), (0x31E4, 0x31E5), (0x4DC0, 0x4DFF), (0x16FF2, 0x16FF6), (0x187F8, 0x187FF),
    (0x18CFF, 0x18CFF), (0x18D09, 0x18D1E), (0x18D80, 0x18DF2), (0x1D300, 0x1D356), (0x1D360, 0x1D376),
]


def wide_in_file(path):
    for line in Path(path).read_text().splitlines():
        match = re.match(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*[WF]\b", line)
        if match:
            yield from range(int(match[1], 16), int(match[2] or match[1], 16) + 1)


def wide_in_python():
    yield from (c for c in range(0x110000) if unicodedata.east_asian_width(chr(c)) in "WF")
    for first, last in ADDED_SINCE_15_1:
        yield from range(first, last + 1)


def is_emoji_block(code):
    return 0x1F1E6 <= code <= 0x1F1FF or 0x1F300 <= code <= 0x1FAFF


codes = sorted(set(wide_in_file(sys.argv[1]) if len(sys.argv) > 1 else wide_in_python()))
ranges = []
for code in codes:
    if is_emoji_block(code) or unicodedata.category(chr(code)) in ("Mn", "Me"):
        continue
    if ranges and ranges[-1][1] == code - 1:
        ranges[-1][1] = code
    else:
        ranges.append([code, code])

lines, line = [], "   "
for first, last in ranges:
    item = f" (0x{first:04X}, 0x{last:04X}),"
    if len(line) + len(item) > 118:
        lines.append(line)
        line = "   "
    line += item
lines.append(line)

target = Path(__file__).parent.parent / "Sources/WebText/Text/WideRanges.swift"
target.write_text(
    "/// Scalars that Unicode's EastAsianWidth calls Wide or Fullwidth, without emoji; ascending, both ends included.\n"
    "///\n"
    "/// Written by `Program/Scripts/generate-wide-ranges.py`; do not edit.\n"
    "let wideRanges: [(first: UInt32, last: UInt32)] = [\n" + "\n".join(lines) + "\n]\n")
