#!/usr/bin/env python3
"""Lists the public declarations of the library whose documentation comment is missing or incomplete.

    Scripts/list-undocumented.py [--modules .build/debug/Modules] [--keep FOLDER] [MODULE…]
    Scripts/list-undocumented.py --access package --modules Program/.build/debug/Modules FreshetHTTP

With --access package, the declarations that other modules of the same package can use count too.

The script reads the symbol graphs that the compiler extracts from the built modules; --keep leaves them in FOLDER, one folder per module. It checks these rules:

1. Each declaration has its own comment. Exempt are declarations that the compiler synthesizes (`init(rawValue:)` of an enum, `init(from:)`) and extensions as such.
2. The comment of a function that returns a stream says how the stream ends: one of the words ends, completes, succeeds, fails, never, forever.
3. If a closure parameter may throw, the comment says what happens to its error: throws, fails or error.
4. If a parameter is a scheduler, a clock or an actor, the comment names it or has a `- Runs on:` line.
5. The comment of a function that takes a closure, an observer or a relay and returns a `Disposable` says where an error goes, which thread is used, or what ends the
   subscription: error, failure, fails, main, thread, actor, disposed, released, retained, cancels, ends.
6. A comment says more than the name: at least three of its words, apart from articles and the like, are not in the name.
7. If the table in docs/operators.md says that an operator keeps something without a bound, so does the comment: without a bound, all elements.
8. Operators, subjects, relays, schedulers and bridges carry three lines, in this order:

        - Ends: with the source.
        - Runs on: the source's thread.
        - Keeps: nothing.

   An operator is a function or property that returns a stream, an asynchronous sequence or a publisher; a pure conversion such as `asObservable()` and a sharing strategy are none. A bridge is also
   a function in Async or Observation that returns a `Disposable`, an awaited value or a `PrimitiveSequence`. Instead of the lines, a comment may hand over with
   "see ``name(label:)``": to a declaration that carries them, or that hands over itself. The older italics (*Ends*, *Runs on*, *Keeps*) count as a fault.

Rules 2 to 5 and 7 look at the whole comment, so a fact may be in one of the three lines. A comment that links to another declaration is exempt from them.
Exits with 1 if the list is not empty."""

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
LINES = ["Ends", "Runs on", "Keeps"]
LINE = re.compile(r"\s*- (Ends|Runs on|Keeps):(.*)")
ITALICS = re.compile(r"\*(?:Ends|Runs on|Keeps)\*")
HANDS_OVER = re.compile(r"\b[Ss]ee ``([^`]+)``")
RETURNS_STREAM = re.compile(
    r"(Observable|ConnectableObservable|PrimitiveSequence|Single|Maybe|Completable|Infallible|SharedSequence|Driver|Signal"
    r"|AsyncValues|AsyncStream|AsyncThrowingStream|AnyPublisher|ObservablePublisher|(some|any) (AsyncSequence|Publisher))\b")
CONVERSIONS = {"asObservable()", "asInfallible()", "asSharedSequence()", "primitiveSequence", "makeAsyncIterator()"}
FOREIGN = {"AsyncSequence", "Publisher"}
STRATEGY = re.compile(r"\w*SharingStrategy(Protocol)?")
FEATURE = re.compile(r"\w+(Subject|Relay|Scheduler)")
BRIDGES = re.compile(r"/Freshet/(Async|Observation)/")
SUBSCRIBES = re.compile(r"\b(errors?|fail(s|ures?)?|main|threads?|actor|dispos(es|ed|al)|released?|retain(s|ed)|cancels?|ends?|function)\b", re.I)
UNBOUNDED = re.compile(r"without a bound|all (of )?(elements|them)|\ball\b.*keeps|keeps all", re.I)
EMPTY = {"a", "an", "the", "of", "to", "in", "it", "is", "and", "or", "with", "this", "that", "for", "by", "on", "as", "at"}
BRIEF = {"property", "enum.case", "typealias", "associatedtype", "type.property", "subscript", "class", "struct", "enum", "protocol", "init", "op", "func.op"}


def extract(modules, names, folder, access):
    """Extracts the symbol graphs of each built module into a folder with its name; returns the names of these modules."""
    built = [name for name in names if (modules / f"{name}.swiftmodule").exists()]
    for name in built:
        (folder / name).mkdir(parents=True)
        made = subprocess.run(
            ["swift", "symbolgraph-extract", "-module-name", name, *arguments(modules), "-target", target()["target"]["triple"], "-output-dir", folder / name,
             "-minimum-access-level", access, "-emit-extension-block-symbols", "-skip-synthesized-members", "-skip-inherited-docs"],
            capture_output=True, text=True)
        if made.returncode:
            sys.exit(made.stderr)
    return built


def words(text):
    return {word.lower() for part in re.findall(r"[A-Za-z]+", text) for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", part)}


def unbounded_operators():
    """The name and labels of each operator that keeps something without a bound, according to docs/operators.md."""
    found = set()
    for line in (ROOT / "docs/operators.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if line.startswith("| `") and re.search("without a bound|all elements", cells[5]):
            found |= {(name, labels or "") for name, labels in re.findall(r"`(\w+)(\([\w:]+\))?`", cells[1])}
    return found


def faults(symbol, unbounded):
    """The faults that rules 1 to 7 find in a declaration's comment."""
    text = " ".join(comment(symbol)).strip()
    if not text:
        return ["has no comment"]
    kind = symbol["kind"]["identifier"].removeprefix("swift.")
    declaration = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    found = []
    if kind not in BRIEF and "``" not in text and len(words(text) - EMPTY - words(symbol["names"]["title"])) < 3:
        found.append("only repeats the name")
    if "func" not in declaration or "``" in text:
        return found
    parameters, _, result = declaration.rpartition("->") if re.search(r"->(?!.*[)\]]\s*$)", declaration) or "->" in declaration.split(")")[-1] else (declaration, "", "")
    result = result.split(" where ")[0]
    if STREAMS.match(result.strip()) and not ENDS.search(text):
        found.append("doesn't say how the stream ends")
    if re.search(r"\) (async )?throws", re.sub(r"( async)?( throws| rethrows)?\s*$", "", parameters)) and not ERRORS.search(text):
        found.append("doesn't say what happens to a closure's error")
    for label in re.findall(r"\b(scheduler|clock|actor)\b(?= ?:|: )", parameters):
        if label not in text.lower() and "- Runs on:" not in text:
            found.append(f"doesn't say what runs on the {label}")
            break
    title = symbol["names"]["title"]
    is_one = symbol["pathComponents"][0].startswith("PrimitiveSequence")
    if not is_one and any(title.startswith(name + "(") and all(label in title for label in re.findall(r"\w+:", labels)) for name, labels in unbounded) and not UNBOUNDED.search(text):
        found.append("doesn't say that it keeps something without a bound")
    if "Disposable" in result and re.search(r"@escaping|Observer|Relay", parameters) and not SUBSCRIBES.search(text):
        found.append("doesn't say where an error goes, which thread is used, or what ends the subscription")
    return found


def comment(symbol):
    """The lines of a declaration's comment."""
    return [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]


def returned(symbol):
    """The type that a function returns, or that a property has."""
    if "functionSignature" in symbol:
        return "".join(fragment["spelling"] for fragment in symbol["functionSignature"].get("returns", []))
    heading = "".join(fragment["spelling"] for fragment in symbol["names"].get("subHeading", []))
    return heading.partition(": ")[2]


def needs_lines(symbol):
    """Whether rule 8 asks for the three lines."""
    kind = symbol["kind"]["identifier"].removeprefix("swift.")
    name, owner = symbol["names"]["title"], symbol["pathComponents"][0]
    if kind in ("class", "struct"):
        return bool(FEATURE.fullmatch(name))
    if kind not in ("method", "type.method", "property", "type.property", "init") or len(symbol["pathComponents"]) != 2:
        return False
    if RETURNS_STREAM.match(returned(symbol)) and not STRATEGY.fullmatch(owner):
        return owner in FOREIGN or name not in CONVERSIONS and not (owner == "SharedSequenceConvertibleType" and name in ("asDriver()", "asSignal()"))
    declaration = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    if not BRIDGES.search(symbol["location"]["uri"]):
        return False
    return returned(symbol) == "Disposable" or " async" in declaration and (kind == "init" or owner.startswith(("Primitive", "Observable", "Infallible", "Shared")))


def missing_lines(symbol):
    """The lines of rule 8 that a comment lacks, and those that are empty or out of order."""
    found = [match for match in map(LINE.fullmatch, comment(symbol)) if match]
    names = [match[1] for match in found]
    if not found:
        return ["lacks the lines - Ends:, - Runs on:, - Keeps:"]
    faults = [f"lacks the line - {name}:" for name in LINES if name not in names]
    faults += [f"has an empty line - {match[1]}:" for match in found if not match[2].strip()]
    if not faults and names != LINES:
        faults.append("does not have the lines - Ends:, - Runs on:, - Keeps: once each in this order")
    return faults


def targets(link, symbol, index):
    """The declarations that a DocC link may mean, those of the same type first; ignores a suffix that distinguishes overloads."""
    path = re.sub(r"(?<=[)\w])-(?:>|\(|\w+(\.\w+)*$).*$", "", link)
    *owners, name = path.split("/")
    candidates = index.get(name, [])
    owner = owners[-1] if owners and "." not in owners[-1] else symbol["pathComponents"][0]
    near = [other for other in candidates if len(other["pathComponents"]) > 1 and other["pathComponents"][-2] == owner]
    return near or ([] if owners else candidates)


def line_faults(symbol, index, seen=()):
    """What rule 8 finds in a declaration's comment; `index` has all declarations by their titles."""
    text = " ".join(comment(symbol))
    if any(LINE.fullmatch(line) for line in comment(symbol)):
        return missing_lines(symbol)
    links = HANDS_OVER.findall(text)
    if not links:
        return missing_lines(symbol) + ["has no “see ``…``” to hand over with"]
    for link in links:
        others = [other for other in targets(link, symbol, index) if other is not symbol and id(other) not in seen]
        if any(not line_faults(other, index, (*seen, id(symbol))) for other in others):
            return []
    return [f"hands over to ``{links[0]}``, which " + ("lacks the three lines" if targets(links[0], symbol, index) else "is not a declaration")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="MODULE", default=[])
    parser.add_argument("--modules", type=Path, default=ROOT / ".build/debug/Modules")
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    parser.add_argument("--access", choices=["public", "package"], default="public")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        shutil.rmtree(folder, ignore_errors=True)
        names = extract(options.modules, options.names or MODULES, folder, options.access)
        graphs = [json.loads(path.read_text()) for path in sorted(folder.glob("*/*.symbols.json"))]
    symbols = [symbol for graph in graphs for symbol in graph["symbols"]]
    index = {}
    for symbol in symbols:
        index.setdefault(symbol["names"]["title"], []).append(symbol)
    count, problems, unbounded = 0, [], unbounded_operators()
    for symbol in symbols:
        if "location" not in symbol or symbol["kind"]["identifier"] == "swift.extension":
            continue
        count += 1
        place = symbol["location"]["uri"].removeprefix("file://").removeprefix(f"{ROOT}/")
        line = symbol["location"]["position"]["line"] + 1
        found = faults(symbol, unbounded)
        if set(names) <= set(MODULES) and comment(symbol):
            if needs_lines(symbol):
                found.append(", and ".join(line_faults(symbol, index)))
            if ITALICS.search(" ".join(comment(symbol))):
                found.append("has facts in italics (*Ends*, *Runs on*, *Keeps*) instead of in lines")
        problems += [(place, line, ".".join(symbol["pathComponents"]), fault) for fault in found if fault]
    for place, line, name, fault in sorted(set(problems)):
        print(f"{place}:{line}: {name} {fault}")
    print(f"{count} {options.access} declarations in {', '.join(names)}: {len(set(problems))} faults in their comments.")
    return 1 if problems or not count else 0


sys.exit(main())
