#!/usr/bin/env python3
"""Lists the words of each front end, from the sources: `Tests/Strings/page.txt`, `command.txt` and `feeds.txt`.

The lists are reviewed like code: without an argument they are written anew; with `--check` they must be as the sources are. A list ends with the
sentences that stand in two places, since one of them may be forgotten when the other is changed. A name of a type, such as `FeedLoad`, among the words
is an error: a renaming has reached a text.

A literal counts if it has two words, or is one capitalized word; text and titles in markup always count. What is put into it at run time is shown as “…”.
"""

import html
import pathlib
import re
import sys

PROGRAM = pathlib.Path(__file__).resolve().parent.parent
SOURCES = PROGRAM / "Sources"
LISTS = PROGRAM / "Tests" / "Strings"
UPSTREAMS = sorted(path.parent.parent.name for path in SOURCES.glob("*/Feeds/Upstream+*.swift"))
FRONT_ENDS = {
    "page": ["FreshetServer", "ReaderApps", "Syndication"],
    "command": ["FreshetCommand"],
    "feeds": ["Feeds", "FeedStore", "Search", "FreshetHTTP", "ImportExport", "Catalog", *UPSTREAMS, "WebText"],
}
# Statements for the database and names of columns.
SQL = re.compile(r"(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|WITH|PRAGMA|ORDER BY|AND |OR |WHERE|FROM|VALUES|LEFT JOIN|JOIN|REINDEX|VACUUM|ON CONFLICT|LIMIT|BEGIN|GROUP BY|EXISTS)\b|.*( = \?|\bIS (NOT )?NULL\b| DESC\b|\bINTEGER\b)")
# Parts of markup that readers see or hear.
SPOKEN = re.compile(r'\b(?:title|aria-label|placeholder|alt|content)="([^"]*)"')
HOLE = "…"
WORD = r"[A-Za-z’'\u00c0-\u024f]"
# A type whose name has several words.
TYPE = re.compile(r"\b(?:struct|class|enum|actor|protocol|typealias) ([A-Z][a-z]+(?:[A-Z][A-Za-z]*)+)\b")


class Literal:
    def __init__(self, line):
        self.line = line
        self.text = ""


def swift_literals(source):
    """The literals of a Swift file, those within interpolations too."""
    found, index, end = [], 0, len(source)

    def skip_comment(at):
        if source.startswith("//", at):
            stop = source.find("\n", at)
            return end if stop < 0 else stop
        if source.startswith("/*", at):
            stop = source.find("*/", at)
            return end if stop < 0 else stop + 2
        return at

    def literal(at):
        hashes = 0
        while source[at] == "#":
            hashes, at = hashes + 1, at + 1
        quote = '"""' if source.startswith('"""', at) else '"'
        close, escape = quote + "#" * hashes, "\\" + "#" * hashes
        made = Literal(source.count("\n", 0, at) + 1)
        found.append(made)
        at += len(quote)
        while at < end and not source.startswith(close, at):
            if source.startswith(escape + "(", at):
                made.text += HOLE
                at = code(at + len(escape) + 1)
            elif source.startswith(escape, at):
                at += len(escape)
                if source[at] == "u":
                    stop = source.index("}", at)
                    made.text += chr(int(source[at + 2:stop], 16))
                    at = stop + 1
                else:
                    made.text += {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "\n": " "}.get(source[at], source[at])
                    at += 1
            else:
                made.text += source[at]
                at += 1
        return at + len(close)

    def code(at, depth=1):
        """Up to the parenthesis that ends an interpolation."""
        while at < end:
            past = skip_comment(at)
            if past != at:
                at = past
            elif source[at] == '"' or re.match(r'#+"', source[at:at + 8]):
                at = literal(at)
            elif source[at] == "#" and source[at:at + 2] == "#/":
                at = source.index("/#", at + 2) + 2
            elif source[at] == "/" and re.search(r"[(,=:\[]\s*$", source[max(0, at - 20):at]) and re.match(r"/[^\s/*][^\n]*?[^\\\n]/", source[at:]):
                at += re.match(r"/[^\s/*][^\n]*?[^\\\n]/", source[at:]).end()
            else:
                depth += {"(": 1, ")": -1}.get(source[at], 0)
                at += 1
                if depth == 0:
                    return at
        return at

    code(0, depth=1 << 30)
    return found


def script_literals(source):
    """The literals of a JavaScript file."""
    found, stack, at, end = [], [], 0, len(source)
    before = ""
    while at < end:
        sign = source[at]
        if source.startswith("//", at):
            at = source.find("\n", at) if "\n" in source[at:] else end
            continue
        if source.startswith("/*", at):
            at = source.index("*/", at) + 2
            continue
        if sign == "/" and before in "(,=:[!&|?{};\n" + "":
            expression = re.match(r"/(?:\\.|\[(?:\\.|[^\]])*\]|[^/\n\\])+/[a-z]*", source[at:])
            if expression:
                at += expression.end()
                before = "/"
                continue
        if sign == "}" and stack and stack[-1][1] == 0:
            sign, at = "`", at  # back in the template
            made = stack.pop()[0]
        elif sign in "'\"`":
            made = Literal(source.count("\n", 0, at) + 1)
            found.append(made)
        else:
            if stack:
                stack[-1][1] += {"{": 1, "}": -1}.get(sign, 0)
            if not sign.isspace():
                before = sign
            at += 1
            continue
        quote, at = sign, at + 1
        while at < end and source[at] != quote:
            if quote == "`" and source.startswith("${", at):
                made.text += HOLE
                stack.append([made, 0])
                at += 2
                break
            if source[at] == "\\":
                at += 1
                made.text += {"n": "\n", "t": "\t"}.get(source[at], source[at])
            else:
                made.text += source[at]
            at += 1
        else:
            at += 1
            before = quote
            continue
        before = "{"
    return found


def words(text):
    """What a literal says to readers: nothing, or a few pieces."""
    if SQL.match(text.strip()):
        return
    if re.search(r"</?[a-z][a-z0-9]*[\s>…]|<!doctype|\b[a-z-]+=\"", text):
        pieces = SPOKEN.findall(text) + re.split(r"<[^<>]*>|<[^<>]*$|^[^<>]*>", text)
        for piece in pieces:
            piece = " ".join(html.unescape(piece).split())
            if re.search(WORD + "{2}", piece.replace(HOLE, "")) and not re.search(r"[={}]|;\S|^[a-z]+-[a-z-]+$|\bwidth\b|https?:", piece):
                yield piece.strip()
        return
    text = " ".join(text.split())
    bare = text.replace(HOLE, " ").strip()
    if re.match(r"[.#\[]|[a-z-]+[:=]|(https?|data):", bare) and not re.search(r"[a-z] [a-z]+ [a-z]", bare):
        return
    is_phrase = re.search(WORD + r"{2,}[,.:;’”)]* [(“]?" + WORD, bare) or (HOLE in text and re.search(rf"{WORD}{{3,}}", bare) and " " in text.strip())
    is_name = re.fullmatch(r"[A-Z][a-z’]{2,}[.…]?", bare)
    if (is_phrase or is_name) and not re.search(r"[{}<>]|=>|::|\w\(\)|--?[a-z]+=|[a-z]/[a-z]+/|max-age|^[a-z-]+/[a-z]|[a-z]-src|document\.|'(self|none)'|Path=/|^form\.|, (summary|\.prose)|^: heartbeat|\b[a-z]+_[a-z_]+\b|\(SELECT|WHERE \(|rank, |light dark|^(Escape|Enter|Host)$", bare):
        yield text


def listed(front_end):
    lines, places = [], {}
    for module in FRONT_ENDS[front_end]:
        for path in sorted((SOURCES / module).rglob("*")):
            if path.suffix not in (".swift", ".js"):
                continue
            literals = (swift_literals if path.suffix == ".swift" else script_literals)(path.read_text())
            said = list(dict.fromkeys(piece for literal in literals for piece in words(literal.text)))
            if not said:
                continue
            name = path.relative_to(SOURCES)
            lines += ["", f"# {name}", *said]
            for piece in said:
                places.setdefault(piece, []).append(str(name))
    twice = {piece: found for piece, found in places.items() if len(found) > 1 and len(piece.split()) > 4 and piece[-1:] in ".…"}
    lines += ["", "# In more than one place", *(f"{piece} ({', '.join(found)})" for piece, found in twice.items())] if twice else []
    return "\n".join([f"# The words of the {front_end}. Written by Scripts/list-strings.py.", *lines]) + "\n"


def types():
    """The names of types in the sources. GitHub is a client, and a service that readers know."""
    return {name for path in SOURCES.rglob("*.swift") for name in TYPE.findall(path.read_text())} - {"GitHub"}


def main():
    wrong = False
    names = types()
    for front_end in FRONT_ENDS:
        text = listed(front_end)
        for line in text.split("\n# In more than one place")[0].splitlines():
            if not line.startswith("#") and (found := names.intersection(re.findall(r"\w+", line))):
                print(f"{', '.join(sorted(found))} is the name of a type: {line}")
                wrong = True
        path = LISTS / f"{front_end}.txt"
        if "--check" not in sys.argv:
            LISTS.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            print(f"{path.relative_to(PROGRAM)} isn't what the sources say. Run Program/Scripts/list-strings.py, and read the difference.")
            wrong = True
    sys.exit(wrong)


if __name__ == "__main__":
    main()
