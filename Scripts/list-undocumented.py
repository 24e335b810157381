#!/usr/bin/env python3
"""Lists the public declarations of the library whose documentation comment is missing, or does not say what a reader cannot see.

    Scripts/list-undocumented.py [--modules .build/debug/Modules] [--keep FOLDER] [MODULE…]
    Scripts/list-undocumented.py --modules Program/.build/debug/Modules FreshetHTTP

Read are the symbol graphs that the compiler makes of the built modules; --keep leaves them in a folder for each module. The measure is simple, so that it can be met on purpose:

1. Each declaration has a comment of its own. Only what the compiler adds by itself (`init(rawValue:)` of an enum, `init(from:)`) is excused: it has no line in the sources; and an extension as such.
2. The comment of a function that returns a stream says how that ends: one of the words ends, completes, succeeds, fails, never, forever.
3. One that takes a closure which may throw says what becomes of its error: throws, fails or error.
4. One that takes a scheduler, a clock or an actor names it, or says *Runs on*.
5. The comment of a function that returns a `Disposable` and takes something to call or to send to says where an error goes, which thread is used, or what ends it: error,
   failure, fails, main, thread, actor, disposed, released, retained, cancels.
6. No comment is its name in other words: at least three words in it, apart from articles and the like, do not stand in the name.

7. Where the table in docs/operators.md says that an operator keeps something without a bound, so does the comment: without a bound, all elements.

A comment that refers to another declaration (``like(_:)``) hands 2 to 5 and 7 to that one. Exits with 1 if the list is not empty."""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from built_modules import arguments, target

ROOT = Path(__file__).resolve().parent.parent
MODULES = ["Freshet", "FreshetTest", "FreshetFoundation", "FreshetXCTest", "FreshetCombine"]
STREAMS = re.compile(
    r"\b(Observable|ConnectableObservable|TestableObservable|GroupedObservable|PrimitiveSequence|Single|Maybe|Completable|Infallible|SharedSequence|Driver|Signal|AnyPublisher)\b")
ENDS = re.compile(r"\b(ends?|ended|complet(es?|ed|ion)|succeeds?|fails?|failure|never|forever|terminal)\b", re.I)
ERRORS = re.compile(r"\b(throws?|thrown|fails?|failure|errors?)\b", re.I)
SUBSCRIBES = re.compile(r"\b(errors?|fail(s|ures?)?|main|threads?|actor|dispos(es|ed|al)|released?|retain(s|ed)|cancels?|ends?|function)\b", re.I)
UNBOUNDED = re.compile(r"without a bound|all (of )?(elements|them)|\ball\b.*keeps|keeps all", re.I)
EMPTY = {"a", "an", "the", "of", "to", "in", "it", "is", "and", "or", "with", "this", "that", "for", "by", "on", "as", "at"}
BRIEF = {"property", "enum.case", "typealias", "associatedtype", "type.property", "subscript", "class", "struct", "enum", "protocol", "init", "op", "func.op"}


def extract(modules, names, folder):
    """Has the compiler write the symbol graphs of each module into a folder of its name; the names of those that are built."""
    built = [name for name in names if (modules / f"{name}.swiftmodule").exists()]
    for name in built:
        (folder / name).mkdir(parents=True)
        made = subprocess.run(
            ["swift", "symbolgraph-extract", "-module-name", name, *arguments(modules), "-target", target()["target"]["triple"], "-output-dir", folder / name,
             "-minimum-access-level", "public", "-emit-extension-block-symbols", "-skip-synthesized-members", "-skip-inherited-docs"],
            capture_output=True, text=True)
        if made.returncode:
            sys.exit(made.stderr)
    return built


def words(text):
    return {word.lower() for part in re.findall(r"[A-Za-z]+", text) for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", part)}


def hoarders():
    """The operators that keep something without a bound, as docs/operators.md says: name and labels."""
    found = set()
    for line in (ROOT / "docs/operators.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if line.startswith("| `") and re.search("without a bound|all elements", cells[5]):
            found |= {(name, labels or "") for name, labels in re.findall(r"`(\w+)(\([\w:]+\))?`", cells[1])}
    return found


def faults(symbol, hoarders):
    """What the comment of a declaration fails to say."""
    lines = [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]
    text = " ".join(lines).strip()
    if not text:
        return ["has no comment"]
    kind = symbol["kind"]["identifier"].removeprefix("swift.")
    declaration = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    found = []
    if kind not in BRIEF and "``" not in text and len(words(text) - EMPTY - words(symbol["names"]["title"])) < 3:
        found.append("says no more than its name")
    if "func" not in declaration or "``" in text:
        return found
    parameters, _, result = declaration.rpartition("->") if re.search(r"->(?!.*[)\]]\s*$)", declaration) or "->" in declaration.split(")")[-1] else (declaration, "", "")
    result = result.split(" where ")[0]
    if STREAMS.match(result.strip()) and not ENDS.search(text):
        found.append("does not say how the stream ends")
    if re.search(r"\) (async )?throws", parameters) and not ERRORS.search(text):
        found.append("does not say what becomes of a closure's error")
    for label in re.findall(r"\b(scheduler|clock|actor)\b(?= ?:|: )", parameters):
        if label not in text.lower() and "*Runs on*" not in text:
            found.append(f"does not say what it does on the {label}")
            break
    title = symbol["names"]["title"]
    is_one = symbol["pathComponents"][0].startswith("PrimitiveSequence")
    if not is_one and any(title.startswith(name + "(") and all(label in title for label in re.findall(r"\w+:", labels)) for name, labels in hoarders) and not UNBOUNDED.search(text):
        found.append("does not say that it keeps something without a bound")
    if "Disposable" in result and re.search(r"@escaping|Observer|Relay", parameters) and not SUBSCRIBES.search(text):
        found.append("does not say where an error goes, on which thread it calls, or what ends it")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="MODULE", default=[])
    parser.add_argument("--modules", type=Path, default=ROOT / ".build/debug/Modules")
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        shutil.rmtree(folder, ignore_errors=True)
        names = extract(options.modules, options.names or MODULES, folder)
        graphs = [json.loads(path.read_text()) for path in sorted(folder.glob("*/*.symbols.json"))]
    count, problems, unbounded = 0, [], hoarders()
    for symbol in (symbol for graph in graphs for symbol in graph["symbols"]):
        if "location" not in symbol or symbol["kind"]["identifier"] == "swift.extension":
            continue
        count += 1
        place = symbol["location"]["uri"].removeprefix("file://").removeprefix(f"{ROOT}/")
        line = symbol["location"]["position"]["line"] + 1
        problems += [(place, line, ".".join(symbol["pathComponents"]), fault) for fault in faults(symbol, unbounded)]
    for place, line, name, fault in sorted(set(problems)):
        print(f"{place}:{line}: {name} {fault}")
    print(f"{count} public declarations of {', '.join(names)}: {len(set(problems))} faults in their comments.")
    return 1 if problems or not count else 0


sys.exit(main())
