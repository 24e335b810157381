#!/usr/bin/env python3
"""Draws the marble diagrams of the documentation and writes the tests that verify them.

    Scripts/draw-marbles.py [--check]

Reads docs/marbles.txt. For each diagram, writes Sources/Freshet/Freshet.docc/Resources/NAME.svg and NAME~dark.svg, and puts its caption below it on the pages. Writes the code of all diagrams to
Tests/FreshetTests/Documentation/Pictures.swift, which runs it in virtual time. With --check, writes nothing and exits with 1 if a file is out of date. Fails if a diagram is on no page, or if a page shows a
diagram that doesn't exist."""

import re
import sys
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs/marbles.txt"
RESOURCES = ROOT / "Sources/Freshet/Freshet.docc/Resources"
TEST = ROOT / "Tests/FreshetTests/Documentation/Pictures.swift"

# Colors: lines and text, the operator's box, and the border and fill of marbles by source.
THEMES = {
    "": dict(ink="#3a3a3c", box="#f2f2f7", edge="#c7c7cc", x="#d70015",
             a=("#2563eb", "#dbeafe"), b=("#c2410c", "#ffedd5"), c=("#15803d", "#dcfce7"), new=("#6d28d9", "#ede9fe")),
    "~dark": dict(ink="#d1d1d6", box="#1c1c1e", edge="#48484a", x="#ff6961",
                  a=("#7cb0ff", "#12294f"), b=("#ffab70", "#47230d"), c=("#7ee2a0", "#0f3a20"), new=("#c4a7ff", "#2c1c54")),
}
RADIUS, LEFT, RIGHT = 13, 46, 34


class Row:
    """A line of marbles: the events at each tick."""

    def __init__(self, name, text, start=0):
        self.name, self.text, self.start = name, text.replace(" ", ""), start
        self.ticks = {}
        tick, group = 0, None
        for mark in re.findall(r"\{[^}]*\}|.", self.text):
            if mark == "(":
                group = []
            elif mark == ")":
                self.ticks[tick], group = group, None
                tick += 1
            elif group is not None:
                group.append(mark.strip("{}") if len(mark) > 1 else mark)
            else:
                if mark != "-":
                    self.ticks[tick] = [mark.strip("{}") if len(mark) > 1 else mark]
                tick += 1

    @property
    def elements(self):
        return [mark for tick in sorted(self.ticks) for mark in self.ticks[tick] if mark not in "|x"]

    @property
    def end(self):
        return next((tick for tick in self.ticks for mark in self.ticks[tick] if mark in ("|", "x")), None)

    @property
    def depth(self):
        return max([sum(mark not in ("|", "x") for mark in marks) for marks in self.ticks.values()] + [1])


class Picture:
    """One block of the table."""

    def __init__(self, block):
        lines = block.splitlines()
        self.name, self.alt = lines[0].split(None, 1)
        self.sources, self.results, self.code, self.shown, self.until = [], [], [], None, 30
        for line in lines[1:]:
            if line[0] in "abc":
                self.sources.append(Row(line[0], line[1:]))
            elif line[0] == ".":
                self.code.append(line[2:])
            elif line[0] == ":":
                self.shown = line[1:].strip()
                assert self.shown in "\n".join(self.code), f"{self.name} shows what is not in its code"
            elif line[0] == "!":
                self.until = int(line[1:])
            else:
                head, text = re.match(r"=(\d*)\s+(.*)", line).groups()
                self.results.append(Row("", text, int(head or 0)))

    # Drawing

    def hue(self, mark, row):
        """A marble has the color of its source, as far as its text identifies it."""
        if row in self.sources:
            return row.name
        marks = {source.name: set(source.elements) for source in self.sources}
        origins = [name for name in marks if mark in marks[name]] or [name for name in marks if any(each in mark for each in marks[name])]
        if origins:
            return origins[0] if len(origins) == 1 else "new"
        return "a" if len(self.sources) == 1 and len(row.elements) == len(self.sources[0].elements) else "new"

    def draw(self, theme):
        colours = THEMES[theme]
        rows = self.sources + self.results
        last = max([tick for row in rows for tick in row.ticks] + [row.start for row in rows] + [8])
        last = max(last, min(self.until, 16) if any(row.end is None for row in rows) and self.until < 30 else 0) + 1
        lines = [self.shown] if self.shown else self.code
        step = min(34, max(24, 620 / last))
        width = max(LEFT + last * step + RIGHT, 40 + 8.5 * max(map(len, lines)))
        parts, y = [], 8
        for row in self.sources:
            y = self.line(parts, row, y, step, last, colours)
        height = 20 * len(lines) + 18
        parts.append(f'<rect x="1" y="{y}" width="{width - 2:g}" height="{height}" rx="8" fill="{colours["box"]}" stroke="{colours["edge"]}"/>')
        indent = min(len(line) - len(line.lstrip()) for line in lines)
        left = (width - 8.43 * max(len(line) - indent for line in lines)) / 2
        for number, line in enumerate(lines):
            line = line[indent:].replace("return ", "")
            parts.append(f'<text class="k" x="{left:.1f}" y="{y + 26 + 20 * number}" xml:space="preserve">{escape(line)}</text>')
        y += height + 6
        for row in self.results:
            y = self.line(parts, row, y, step, last, colours)
        return "".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{y + 4:g}" viewBox="0 0 {width:g} {y + 4:g}" role="img">',
            f"<title>{escape(self.alt)}</title>",
            "<style>text{font:13px ui-monospace,SFMono-Regular,Menlo,'DejaVu Sans Mono',monospace;text-anchor:middle;fill:", colours["ink"],
            "}.k{font-size:14px;text-anchor:start}line,path{stroke:", colours["ink"], ";stroke-width:1.5;fill:none}.d{stroke-width:4;stroke-linecap:round}.x{stroke:", colours["x"], ";stroke-width:2.5}</style>",
            *parts, "</svg>\n"])

    def line(self, parts, row, y, step, last, colours):
        """Adds a row below `y` and returns where the next one begins."""
        height = max(44, 29 * row.depth + 14)
        middle = y + height / 2
        at = lambda tick: LEFT + tick * step
        end = row.end
        stop = at(end) if end is not None else at(last) + 6
        if row.name:
            parts.append(f'<text x="16" y="{middle + 5:g}">{row.name}</text>')
        if row.start:
            parts.append(f'<text x="{at(row.start) - 34:g}" y="{middle + 4:g}" opacity=".7">{row.start} s</text>')
            parts.append(f'<line x1="{at(row.start):g}" y1="{middle - 5:g}" x2="{at(row.start):g}" y2="{middle + 5:g}"/>')
        if stop > at(row.start):
            parts.append(f'<line x1="{at(row.start):g}" y1="{middle:g}" x2="{stop:g}" y2="{middle:g}"/>')
            parts.append(f'<path class="d" d="M{at(row.start):g} {middle:g}H{stop:g}" stroke-dasharray="0 {step:g}"/>')
        if end is None:
            parts.append(f'<path d="M{stop - 6:g} {middle - 5:g}l7 5l-7 5"/>')
        for tick, marks in sorted(row.ticks.items()):
            elements = [mark for mark in marks if mark not in ("|", "x")]
            sizes = [max(2 * RADIUS, 8.4 * len(mark) + 10) for mark in elements]
            for number, (mark, size) in enumerate(zip(elements, sizes)):
                centre = middle + (number - (len(elements) - 1) / 2) * 29
                edge, inside = colours[self.hue(mark, row)]
                parts.append(f'<rect x="{at(tick) - size / 2:g}" y="{centre - RADIUS:g}" width="{size:g}" height="{2 * RADIUS}" rx="{RADIUS}" fill="{inside}" stroke="{edge}" stroke-width="1.5"/>')
                parts.append(f'<text x="{at(tick):g}" y="{centre + 4.5:g}">{escape(mark)}</text>')
            place = at(tick) + (max(sizes) / 2 + 5 if sizes else 0)
            if "|" in marks:
                parts.append(f'<line x1="{place:g}" y1="{middle - 14:g}" x2="{place:g}" y2="{middle + 14:g}" style="stroke-width:2.5"/>')
            if "x" in marks:
                place += 5 if sizes else 0
                parts.append(f'<path class="x" d="M{place - 8:g} {middle - 8:g}l16 16m0-16l-16 16"/>')
        return y + height

    # Testing

    @property
    def swift(self):
        code = list(self.code)
        returned = next((number for number, line in enumerate(code) if line.startswith("return ")), 0)
        code[returned] = "let stream = " + code[returned].removeprefix("return ")
        lines = [f'    Picture("{self.name}", until: {self.until}) {{ scheduler in']
        for source in self.sources:
            kind = ", digits" if all(mark.isdigit() for mark in source.elements) and source.elements else ""
            lines.append(f'        let {source.name} = scheduler.cold("{source.text}"{kind}).asObservable()')
        lines += ["        " + line for line in code]
        lines.append("        return drawn(stream)")
        expected = ", ".join(f"({row.start}, #\"{row.text.rstrip('-')}\"#)" for row in self.results)
        return "\n".join(lines) + f"\n    }} shows: {{\n        [{expected}]\n    }}"


def files():
    """The expected content of each file, by path."""
    blocks = re.split(r"^## ", TABLE.read_text(), flags=re.M)[1:]
    pictures = [Picture(block.strip()) for block in blocks]
    assert len({picture.name for picture in pictures}) == len(pictures), "two diagrams with the same name"
    made = {RESOURCES / f"{picture.name}{theme}.svg": picture.draw(theme) for picture in pictures for theme in THEMES}
    functions = "\n".join(f"    static let p{number} =\n{picture.swift}\n" for number, picture in enumerate(pictures))
    names = ", ".join(f"p{number}" for number in range(len(pictures)))
    texts = {picture.name: picture.alt for picture in pictures}
    shown = set()
    for page in sorted(RESOURCES.parent.glob("*.md")):
        shown |= set(re.findall(r"!\[[^\]]*\]\(([\w-]+)\)", page.read_text()))
        made[page] = re.sub(
            r"!\[[^\]]*\]\(([\w-]+)\)(\n\n\*[^*\n]+\*(?=\n))?", lambda match: f"![Marble diagram of {match[1]}]({match[1]})\n\n*{texts.get(match[1], '')}*", page.read_text())
    if shown != set(texts):
        sys.exit(f"On a page but not in {TABLE.name}: {sorted(shown - set(texts))}; on no page: {sorted(set(texts) - shown)}")
    made[TEST] = (
        "// Written by Scripts/draw-marbles.py from docs/marbles.txt; change that instead.\n// swift-format-ignore-file\nimport Dispatch\nimport Freshet\nimport FreshetTest\n\n"
        f"extension Picture {{\n    static let all = [{names}]\n\n{functions}}}\n")
    return made


def main():
    made = files()
    stale = [path for path in RESOURCES.glob("*.svg") if path not in made]
    changed = [path for path, text in made.items() if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv:
        for path in changed + stale:
            print(f"{path.relative_to(ROOT)} is out of date. Run Scripts/draw-marbles.py.")
        return 1 if changed or stale else 0
    RESOURCES.mkdir(parents=True, exist_ok=True)
    for path in stale:
        path.unlink()
    for path in changed:
        path.write_text(made[path])
    print(f"{sum(path.suffix == '.svg' for path in made) // 2} pictures; {len(changed)} files written.")
    return 0


sys.exit(main())
