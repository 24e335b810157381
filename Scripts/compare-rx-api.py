#!/usr/bin/env python3
"""Lists the public declarations of RxSwift that Freshet does not have.

    Scripts/compare-rx-api.py DECLARATIONS [--modules .build/debug/Modules] [--notes]

DECLARATIONS lists signatures by module and file, as the compiler prints them. The script looks for each in the symbol graphs of Freshet's modules, by owner (the type, its
superclass and its protocols), name, argument labels, result type and the same-type constraints of its extension, and expects the same number of overloads. A missing declaration must be
in the first column of a table in docs/compatibility.md, with the reason. A function with a parameter pack stands for the overloads of all numbers of parameters. With --notes, shows declarations whose types have more requirements in Freshet. Exits with 1 if a missing
declaration is not in the document, or if the document lists one that exists. If there is no DECLARATIONS file, says so and exits with 0."""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ["Freshet", "FreshetTest", "FreshetFoundation", "FreshetXCTest"]
TRAITS = {"Single": "PrimitiveSequence", "Maybe": "PrimitiveSequence", "Completable": "PrimitiveSequence"}
MODIFIERS = r"(?:(?:override|final|static|class|open|public|convenience|required|mutating|nonmutating|indirect)\s+(?=[a-z`@]))"


def split_top(text, separator=","):
    """Splits at separators outside of brackets."""
    parts, depth, start = [], 0, 0
    for index, character in enumerate(text):
        if character in "(<[{":
            depth += 1
        elif character in ")]}" or (character == ">" and text[index - 1] != "-"):
            depth -= 1
        elif character == separator and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def closing(text, start):
    """The index of the closing bracket for the one at `start`."""
    pairs, depth = {"(": ")", "<": ">", "[": "]"}, 0
    opening, end = text[start], pairs[text[start]]
    for index in range(start, len(text)):
        if text[index] == opening:
            depth += 1
        elif text[index] == end and not (end == ">" and text[index - 1] == "-"):
            depth -= 1
            if depth == 0:
                return index
    return len(text) - 1


def plain(kind):
    """A type without attributes and the like that don't matter to callers."""
    kind = re.sub(r"@\w+(\([^)]*\))?\s*|\b(any|some|inout|final|borrowing|sending|isolated)\s+|\b(Swift|Foundation|Dispatch|Self)\.", "", kind)
    return re.sub(r"\s+", "", kind).split("=")[0] if "==" not in kind else re.sub(r"\s+", "", kind)


def head(kind):
    """The name that a type begins with: `Observable` for `Observable<Int>`, `[]` for an array, `()` for a tuple or a closure."""
    kind = plain(kind)
    if kind[:1] in "[(":
        return "[]" if kind[0] == "[" else "()"
    name = re.match(r"[\w.]*", kind).group().split(".")[-1]
    return TRAITS.get(name, name)


def bare(text):
    """A declaration without its attributes and modifiers."""
    while True:
        text = text.strip()
        if match := re.match(r"@[\w.]+", text):
            end = match.end()
            text = text[closing(text, end) + 1:] if text[end:end + 1] == "(" else text[end:]
        elif match := re.match(MODIFIERS, text):
            text = text[match.end():]
        else:
            return text


class Declaration:
    """One declaration, from a listing or from a symbol graph."""

    def __init__(self, text, owner, same_types=(), where=""):
        self.owner, self.where, self.text = owner, where, text
        body = bare(text)
        match = re.match(r"(func|var|let|init|case|typealias|associatedtype|subscript|struct|class|enum|protocol)\b\s*(`?[\w]+`?|[=!<>+\-*/]+)?", body)
        if not match:
            raise ValueError(text)
        self.kind = {"let": "var"}.get(match.group(1), match.group(1))
        self.name = (match.group(2) or self.kind).strip("`")
        if self.kind in ("struct", "class", "enum", "protocol"):
            self.kind = "type"
        rest = body[match.end():].strip()
        if self.kind in ("init", "subscript"):
            self.name, rest = self.kind, body[len(self.kind):].strip()
        self.parameters, self.result = [], ""
        constraints = []
        if self.kind in ("func", "init", "subscript", "case"):
            if rest.startswith("<"):
                end = closing(rest, 0)
                rest = rest[end + 1:].strip()
            if rest.startswith("("):
                end = closing(rest, 0)
                inside = rest[1:end]
                after = rest[end + 1:]
                labels = []
                for parameter in split_top(inside):
                    parameter = bare(parameter)
                    name, _, kind = parameter.partition(":")
                    if self.kind == "case" and not _:
                        name, kind = "_", parameter
                    labels.append("_" if self.kind == "subscript" and " " not in name else name.split()[0] if name.split() else "_")
                    self.parameters.append(plain(kind))
                self.name += "(" + "".join(label + ":" for label in labels) + ")"
                arrow = re.search(r"->\s*(.*?)(\s+where\s+.*|\s*\{.*)?$", after)
                self.result = head(arrow.group(1)) if arrow else "Void"
        elif self.kind == "var":
            self.result = head(rest.lstrip(": ").split("{")[0])
        self.same_types = frozenset(same_types)

    @property
    def is_pack(self):
        """Whether the first parameter is a parameter pack: it stands for any number of parameters without a label."""
        return self.parameters[:1] != [] and self.parameters[0].startswith("repeat")

    def is_named(self, name):
        return re.fullmatch(re.escape(self.name).replace("_:", "(_:)+", 1), name) if self.is_pack else self.name == name

    @property
    def key(self):
        return f"{self.owner}.{self.name}" if self.owner else self.name

    def serves(self, wanted):
        """Whether this declaration satisfies the wanted one."""
        if not self.is_named(wanted.name) or not self.same_types <= wanted.same_types:
            return False
        if {self.kind, wanted.kind} <= {"typealias", "associatedtype", "type"}:
            return True
        if self.kind != wanted.kind:
            return False
        if self.kind == "func" and self.result != wanted.result:
            return {self.result, wanted.result} in SAME_RESULTS
        return True

    def closeness(self, wanted):
        same = sum(a == b for a, b in zip(self.parameters, wanted.parameters))
        return (same, len(self.same_types & wanted.same_types))


# Pairs of result types that are the same under two names, or of which Freshet's is more specific.
SAME_RESULTS = [{"Cancelable", "Disposable"}, {"VirtualTimeUnit", "Int"}, {"VirtualTimeIntervalUnit", "Int"}, {"VirtualTime", "TestTime"}]

# Members that the compiler synthesizes for a conformance.
SYNTHESISED = {"==(lhs:rhs:)": "Equatable", "hash(into:)": "Hashable", "hashValue": "Hashable"}


def same_types(where):
    """The same-type constraints of a where clause that distinguish extensions."""
    pairs = set()
    for part in split_top(where):
        match = re.match(r"(?:Self\.)?(Element|Trait|Value)\s*==\s*([\w.]+)(.*)", part)
        if match:
            pairs.add((match.group(1), match.group(2).split(".")[-1]))
    return pairs


def read_listing(path):
    """The declarations and conformances of a listing."""
    declarations, conformances = [], []
    file, stack = "", []
    for line in path.read_text().splitlines():
        if line.startswith("-- "):
            file, stack = line[3:].strip(), []
            continue
        if not line.startswith("  ") or not line.strip():
            continue
        depth, text = (len(line) - len(line.lstrip())) // 4, line.strip()
        stack = stack[:depth]
        owner = ".".join(name for name, _ in stack)
        constraints = set().union(*(pairs for _, pairs in stack)) if stack else set()
        body = bare(text)
        if extension := re.match(r"extension ([\w.]+)\s*(?::\s*([\w., ]+?))?(?:\s+where\s+(.*))?$", body):
            name = extension.group(1).split(".")[-1]
            stack.append((name, same_types(extension.group(3) or "")))
            for protocol in split_top(extension.group(2) or ""):
                conformances.append((name, protocol, file))
            continue
        declaration = Declaration(text, owner, constraints, file)
        declarations.append(declaration)
        if declaration.kind == "type":
            stack.append((declaration.name, set()))
            inheritance = re.match(r"\w+ \w+(?:<[^>]*>)?\s*:\s*([^{]*?)(?:\s+where.*)?$", body)
            for protocol in split_top(inheritance.group(1)) if inheritance else []:
                conformances.append((".".join(name for name, _ in stack), re.sub("<.*", "", protocol), file))
    return declarations, conformances


def last_identifier(mangled):
    """The last name in a mangled one: `JSONDecoder` for `s:20FoundationEssentials11JSONDecoderC`."""
    name, rest = "", mangled
    while match := re.match(r"\D*(\d+)", rest):
        start, length = match.end(), int(match.group(1))
        name, rest = rest[start:start + length], rest[start + length:]
    return name


class Interface:
    """The public interface of Freshet's modules."""

    def __init__(self, modules):
        self.members = defaultdict(list)
        self.parents = defaultdict(set)
        names = {}
        with tempfile.TemporaryDirectory() as folder:
            for module in MODULES:
                if not (modules / f"{module}.swiftmodule").exists():
                    continue
                target = json.loads(subprocess.run(["swift", "-print-target-info"], check=True, capture_output=True, text=True).stdout)
                subprocess.run(
                    ["swift", "symbolgraph-extract", "-module-name", module, "-I", modules, "-target", target["target"]["triple"],
                     "-output-dir", folder, "-minimum-access-level", "public", "-omit-extension-block-symbols"],
                    check=True, capture_output=True)
            graphs = [json.loads(path.read_text()) for path in sorted(Path(folder).glob("*.json"))]
        for graph in graphs:
            for symbol in graph["symbols"]:
                names[symbol["identifier"]["precise"]] = ".".join(symbol["pathComponents"])
        for graph in graphs:
            for symbol in graph["symbols"]:
                self.add(symbol)
            for relationship in graph["relationships"]:
                if relationship["kind"] in ("conformsTo", "inheritsFrom"):
                    target = names.get(relationship["target"]) or relationship.get("targetFallback", "").split(".")[-1]
                    self.parents[names.get(relationship["source"], "")].add(target)
        # Types of other modules that Freshet extends.
        for graph in graphs:
            for relationship in graph["relationships"]:
                if relationship["kind"] == "conformsTo" and relationship["source"] not in names and "sourceOrigin" not in relationship:
                    protocol = names.get(relationship["target"], relationship.get("targetFallback", ""))
                    self.parents[last_identifier(relationship["source"])].add(protocol)

    def add(self, symbol):
        owner = ".".join(symbol["pathComponents"][:-1])
        text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
        generics = symbol.get("swiftExtension", {}).get("constraints", [])
        pairs = {(c["lhs"].split(".")[-1], c["rhs"].split(".")[-1]) for c in generics if c["kind"] == "sameType" and "<" not in c["rhs"]}
        pairs = {(lhs, rhs) for lhs, rhs in pairs if lhs in ("Element", "Trait", "Value")}
        try:
            declaration = Declaration(text, owner, pairs)
        except ValueError:
            return
        declaration.asks = [
            c for c in symbol.get("swiftGenerics", {}).get("constraints", [])
            if c["kind"] == "conformance" and c["rhs"] in ("Sendable", "SendableMetatype")]
        self.members[owner].append(declaration)

    def lookup(self, owner):
        """The members of a type, its superclasses and its protocols."""
        seen, queue, found = set(), [owner], []
        while queue:
            name = queue.pop()
            if name in seen:
                continue
            seen.add(name)
            found += self.members.get(name, [])
            queue += self.parents.get(name, [])
        return found

    def conforms(self, name, protocol):
        seen, queue = set(), [name]
        while queue:
            current = queue.pop()
            if current in seen:
                continue
            seen.add(current)
            if current.split(".")[-1] == protocol.split(".")[-1]:
                return True
            queue += self.parents.get(current, [])
        return False


def excused(path):
    """The declarations in the tables of docs/compatibility.md whose first column is headed "declaration"."""
    names, is_read = set(), False
    for line in path.read_text().splitlines() if path.exists() else []:
        if not line.startswith("|"):
            is_read = False
            continue
        first = line.split("|")[1].strip()
        is_read = is_read or first == "declaration"
        if is_read:
            names |= set(re.findall(r"`([^`]+)`", first))
    return names


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("declarations", type=Path)
    parser.add_argument("--modules", type=Path, default=ROOT / ".build/debug/Modules")
    parser.add_argument("--notes", action="store_true")
    options = parser.parse_args()
    if not options.declarations.exists():
        print(f"SKIPPED: {options.declarations} doesn't exist; Freshet's interface was not compared.")
        return 0
    wanted, conformances = read_listing(options.declarations)
    interface = Interface(options.modules)
    excuses = excused(ROOT / "docs/compatibility.md")
    missing, notes, taken = [], [], set()
    for declaration in sorted(wanted, key=lambda d: -len(d.same_types)):
        candidates = [c for c in interface.lookup(declaration.owner) if c.serves(declaration) and (id(c) not in taken or c.owner != declaration.owner)]
        # A member that the listing repeats in a subclass is a single member in Freshet.
        shared = [c for c in candidates if c.owner != declaration.owner]
        best = max(candidates, key=lambda c: (c.closeness(declaration), c.owner == declaration.owner), default=None)
        if best is None and declaration.name in SYNTHESISED:
            owner = declaration.owner or (head(declaration.parameters[0]) if declaration.parameters else "")
            if interface.conforms(owner, SYNTHESISED[declaration.name]):
                continue
        if best is None:
            missing.append((declaration.key, declaration.where))
            continue
        if best not in shared and not best.is_pack:
            taken.add(id(best))
        for ask in getattr(best, "asks", []):
            notes.append(f"{declaration.key}: {ask['lhs']}: {ask['rhs']}")
    for name, protocol, where in conformances:
        if not interface.conforms(name, protocol):
            missing.append((f"{name}: {protocol}", where))
    unaccounted = sorted({(key, where) for key, where in missing if key not in excuses}, key=lambda item: (item[1], item[0]))
    stale = sorted(excuses - {key for key, _ in missing})
    for key, where in unaccounted:
        print(f"missing: {key}  ({where})")
    for key in stale:
        print(f"docs/compatibility.md lists a declaration that exists or is not in the listing: {key}")
    if options.notes:
        print("\n".join(sorted(set(notes))))
    print(f"{len(wanted)} declarations and {len(conformances)} conformances: {len(missing)} missing, "
          f"{len(unaccounted)} of them without a reason in docs/compatibility.md; {len(set(notes))} with more requirements on their types.")
    return 1 if unaccounted or stale else 0


sys.exit(main())
