#!/usr/bin/env python3
"""Generates the `combineLatest` and `zip` overloads for two to eight streams in Sources/Freshet.

    Scripts/generate-arities.py [FOLDER]

Writes Combining/{CombineLatest,Zip}+Arity.swift, and {Infallible/Infallible,Driver/SharedSequence,Traits/PrimitiveSequence}+Arity.swift.
`make format` formats them.

The functions of infallibles, singles and maybes with a result selector have a parameter pack instead (Combining/SourcePack.swift).
Three reasons prevent packs elsewhere: the compiler doesn't specialize them in generic classes, so each combination would take about 25 ns
longer, half as long again; it often cannot infer the type of a closure whose parameter is a tuple of packed elements; and a requirement
cannot say that all packed sources of a driver share its strategy."""

import sys
from pathlib import Path

ROOT = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent / "Sources/Freshet"
FOLDER = ROOT / "Combining"
for name in ("Combining", "Infallible", "Driver", "Traits"):
    (ROOT / name).mkdir(exist_ok=True)

FAMILIES = {
    "combineLatest": dict(
        file="CombineLatest", cell="LatestValue", variable="latest", init="", sources="count: {count}", read="{}.current",
        selected="Combines the newest elements of all sources; see ``combineLatest(_:resultSelector:)``.",
        plain="Delivers the newest elements of all sources as a tuple; see ``combineLatest(_:resultSelector:)``."),
    "zip": dict(
        file="Zip", cell="ZipBuffer", variable="buffer", init="lifetime", sources="[{cells}]", read="{}.take()",
        selected="Combines the elements of all sources by position; see ``zip(_:resultSelector:)``.",
        plain="Delivers the elements of all sources by position, as tuples; see ``zip(_:resultSelector:)``."),
}


def overloads(name, family, arity):
    numbers = range(1, arity + 1)
    generics = ", ".join(f"O{i}: ObservableType" for i in numbers)
    parameters = ", ".join(f"_ source{i}: O{i}" for i in numbers)
    elements = ", ".join(f"O{i}.Element" for i in numbers)
    tuple_names = ", ".join(f"s{i}" for i in numbers)
    observables = ", ".join(f"source{i}.asObservable()" for i in numbers)
    cell = family["variable"]
    cells = ", ".join(f"{cell}{i}" for i in numbers)
    made = ", ".join(f"{family['cell']}<O{i}.Element>({family['init']})" for i in numbers)
    sources = family["sources"].format(count=arity, cells=cells)
    read = ", ".join(family["read"].format(f"{cell}{i}") for i in numbers)
    connects = "\n".join(f"            stage.connect(s{i}, {cell}{i})" for i in numbers)
    arguments = ", ".join(f"source{i}" for i in numbers)
    placeholders = ", ".join(f"${i}" for i in range(arity))
    sendable = ", ".join(f"O{i}.Element: Sendable" for i in numbers)
    return f"""
extension ObservableType {{
    /// {family['selected']}
    @preconcurrency
    public static func {name}<{generics}>(
        {parameters},
        resultSelector: @escaping @Sendable ({elements}) throws -> Element
    ) -> Observable<Element> where {sendable} {{
        let ({tuple_names}) = ({observables})
        return ClosureStream(creationSite: CreationSite()) {{ sink, lifetime in
            let ({cells}) = ({made})
            let stage = {family['file']}Stage(sink, lifetime, {sources}) {{
                try resultSelector({read})
            }}
{connects}
        }}
    }}
}}

extension ObservableType where Element == Any {{
    /// {family['plain']}
    @preconcurrency
    public static func {name}<{generics}>(
        {parameters}
    ) -> Observable<({elements})> where {sendable} {{
        Observable<({elements})>.{name}({arguments}) {{ ({placeholders}) }}
    }}
}}
"""


for name, family in FAMILIES.items():
    text = "// Written by Scripts/generate-arities.py. Edit the script, not this file.\n"
    text += "".join(overloads(name, family, arity) for arity in range(2, 9))
    (FOLDER / f"{family['file']}+Arity.swift").write_text(text)


def tuple_overload(name, what, arity, generic, parameter, element, result, where, argument):
    """A function that delivers tuples. The other arguments are templates for source i."""
    each = lambda template: ", ".join(template.format(i=i) for i in range(1, arity + 1))
    elements, conditions = each(element), each(where)
    return f"""
    /// {what}; see ``ObservableType/{name}(_:resultSelector:)``.
    @preconcurrency
    public static func {name}<{each(generic)}>(
        {each("_ source{i}: " + parameter)}
    ) -> {result.format(elements=f"({elements})")} {"where " + conditions if conditions.strip(", ") else ""} {{
        {result.format(elements=f"({elements})")}.{name}({each("source{i}" + argument)}) {{ ({", ".join(f"${i}" for i in range(arity))}) }}
    }}
"""


def selector_overload(name, what, arity, on_main):
    """A function of drivers and signals that combines by a result selector, which the main actor runs or any thread."""
    each = lambda template: ", ".join(template.format(i=i) for i in range(1, arity + 1))
    selector = f"@Sendable ({each('O{i}.Element')}) throws -> Element"
    conversion = f"let resultSelector = MainIsolation.unchecked(resultSelector, as: ({selector}).self)\n        return " if on_main else ""
    return f"""
    /// Combines {what}; see ``ObservableType/{name}(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    {"" if on_main else "@_disfavoredOverload "}@preconcurrency
    public static func {name}<{each("O{i}: SharedSequenceConvertibleType")}>(
        {each("_ source{i}: O{i}")},
        resultSelector: @escaping {"@MainActor " if on_main else ""}{selector}
    ) -> SharedSequence<SharingStrategy, Element> where {each("O{i}.SharingStrategy == SharingStrategy")} {{
        {conversion}SharedSequence({"onMain: " if on_main else ""}.{name}({each("source{i}.asObservable()")}, resultSelector: resultSelector))
    }}
"""


NEWEST, BY_POSITION = "Delivers the newest elements of all sources as a tuple", "Delivers the elements of all sources by position as a tuple"
for file, extension, functions, templates in (
    ("Infallible/Infallible", "InfallibleType where Element == Any", [("combineLatest", NEWEST)],
     ("O{i}: InfallibleType", "O{i}", "O{i}.Element", "Infallible<{elements}>", "O{i}.Element: Sendable", "")),
    ("Driver/SharedSequence", "SharedSequenceConvertibleType where Element == Any", [("combineLatest", NEWEST), ("zip", BY_POSITION)],
     ("O{i}: SharedSequenceConvertibleType", "O{i}", "O{i}.Element", "SharedSequence<SharingStrategy, {elements}>",
      "O{i}.SharingStrategy == SharingStrategy", "")),
    ("Traits/PrimitiveSequence", "PrimitiveSequenceType where Element == Any, Trait == SingleTrait", [("zip", "Succeeds with the elements of all sources as a tuple")],
     ("E{i}: Sendable", "PrimitiveSequence<Trait, E{i}>", "E{i}", "PrimitiveSequence<Trait, {elements}>", "", "")),
    ("Traits/PrimitiveSequence", "PrimitiveSequenceType where Element == Any, Trait == MaybeTrait",
     [("zip", "Succeeds with a tuple, or completes if a source has no element")],
     ("E{i}: Sendable", "PrimitiveSequence<Trait, E{i}>", "E{i}", "PrimitiveSequence<Trait, {elements}>", "", "")),
):
    path = ROOT / f"{file}+Arity.swift"
    text = path.read_text() if "MaybeTrait" in extension else "// Written by Scripts/generate-arities.py. Edit the script, not this file.\n"
    body = "".join(tuple_overload(name, what, arity, *templates) for name, what in functions for arity in range(2, 9))
    path.write_text(text + f"\nextension {extension} {{{body}}}\n")

path = ROOT / "Driver/SharedSequence+Arity.swift"
functions = [("combineLatest", "the newest elements of all sources"), ("zip", "the elements of all sources by position")]
for extension, on_main in (("SharedSequenceConvertibleType", False), ("SharedSequenceConvertibleType where SharingStrategy: MainSharingStrategyProtocol", True)):
    body = "".join(selector_overload(name, what, arity, on_main) for name, what in functions for arity in range(2, 9))
    path.write_text(path.read_text() + f"\nextension {extension} {{{body}}}\n")
