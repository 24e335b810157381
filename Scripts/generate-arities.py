#!/usr/bin/env python3
"""Generates the `combineLatest` and `zip` overloads for two to eight streams in Sources/Freshet.

    Scripts/generate-arities.py [FOLDER]

Writes Combining/{CombineLatest,Zip}+Arity.swift, Traits/{Single,Maybe}+Zip.swift, Infallible/Infallible+{CombineLatest,Zip}.swift
and Driver/SharedSequence+{CombineLatest,Zip}.swift. `make format` formats them.

A function with a parameter pack could replace the overloads, but the compiler doesn't specialize packs in generic classes: each element
would cost metadata lookups at run time."""

import sys
from pathlib import Path

ROOT = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent / "Sources/Freshet"
FOLDER = ROOT / "Combining"
for name in ("Combining", "Traits", "Infallible", "Driver"):
    (ROOT / name).mkdir(exist_ok=True)

FAMILIES = {
    "combineLatest": dict(
        file="CombineLatest", cell="Latest", read="{}.current",
        selected="Combines the newest elements of all sources; see ``combineLatest(_:resultSelector:)``.",
        plain="Delivers the newest elements of all sources as a tuple; see ``combineLatest(_:resultSelector:)``."),
    "zip": dict(
        file="Zip", cell="ZipBuffer", read="{}.take()",
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
    cell = family["cell"].lower()
    cells = ", ".join(f"{cell}{i}" for i in numbers)
    made = ", ".join(f"{family['cell']}<O{i}.Element>()" for i in numbers)
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
        return {family['file']} {{ sink, lifetime in
            let ({cells}) = ({made})
            let stage = {family['file']}Stage(sink, lifetime, count: {arity}) {{
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


def trait_overloads(trait, arity):
    numbers = range(1, arity + 1)
    generics = ", ".join(f"E{i}: Sendable" for i in numbers)
    elements = ", ".join(f"E{i}" for i in numbers)
    parameters = ",\n        ".join(f"_ source{i}: PrimitiveSequence<Trait, E{i}>" for i in numbers)
    sources = ", ".join(f"source{i}.source" for i in numbers)
    arguments = ", ".join(f"source{i}" for i in numbers)
    placeholders = ", ".join(f"${i}" for i in range(arity))
    what = {"Single": "Succeeds with %s when every source has succeeded; see ``ObservableType/zip(_:resultSelector:)``.",
            "Maybe": "Succeeds with %s, or completes if a source has no element; see ``ObservableType/zip(_:resultSelector:)``."}[trait]
    combined = "the result of `resultSelector`" if trait == "Single" else "the combined elements of all sources"
    tuple_of = "a tuple of all elements" if trait == "Single" else "a tuple of the elements of all sources"
    return f"""
extension PrimitiveSequenceType where Trait == {trait}Trait {{
    /// {what % combined}
    @preconcurrency
    public static func zip<{generics}>(
        {parameters},
        resultSelector: @escaping @Sendable ({elements}) throws -> Element
    ) -> PrimitiveSequence<Trait, Element> {{
        PrimitiveSequence(
            Observable<Element>.zip({sources}, resultSelector: resultSelector))
    }}
}}

extension PrimitiveSequenceType where Element == Any, Trait == {trait}Trait {{
    /// {what % tuple_of}
    @preconcurrency
    public static func zip<{generics}>(
        {parameters}
    ) -> PrimitiveSequence<Trait, ({elements})> {{
        PrimitiveSequence<Trait, ({elements})>.zip({arguments}) {{ ({placeholders}) }}
    }}
}}
"""


for trait in ("Single", "Maybe"):
    text = "// Written by Scripts/generate-arities.py. Edit the script, not this file.\n"
    text += "".join(trait_overloads(trait, arity) for arity in range(2, 9))
    (FOLDER.parent / "Traits" / f"{trait}+Zip.swift").write_text(text)


def infallible_combine(arity):
    numbers = range(1, arity + 1)
    parameters = lambda letter: ", ".join(f"_ source{i}: {letter}{i}" for i in numbers)
    generics = lambda letter: ", ".join(f"{letter}{i}: InfallibleType" for i in numbers)
    elements = lambda letter: ", ".join(f"{letter}{i}.Element" for i in numbers)
    observables = ", ".join(f"source{i}.asObservable()" for i in numbers)
    sendable = lambda letter: ", ".join(f"{letter}{i}.Element: Sendable" for i in numbers)
    return f"""
extension Infallible {{
    /// Combines the newest elements of all sources; see ``ObservableType/combineLatest(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func combineLatest<{generics("I")}>(
        {parameters("I")},
        resultSelector: @escaping @Sendable ({elements("I")}) throws -> Element
    ) -> Infallible<Element> where {sendable("I")} {{
        Infallible(
            .combineLatest({observables}, resultSelector: resultSelector))
    }}
}}

extension InfallibleType where Element == Any {{
    /// Delivers the newest elements of all sources as a tuple; see ``ObservableType/combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<{generics("O")}>(
        {parameters("O")}
    ) -> Infallible<({elements("O")})> where {sendable("O")} {{
        Infallible<({elements("O")})>(
            Observable<Any>.combineLatest({observables}))
    }}
}}
"""


def infallible_zip(arity):
    numbers = range(1, arity + 1)
    generics = ", ".join(f"E{i}: Sendable" for i in numbers)
    elements = ", ".join(f"E{i}" for i in numbers)
    parameters = ", ".join(f"_ source{i}: Infallible<E{i}>" for i in numbers)
    sources = ", ".join(f"source{i}.source" for i in numbers)
    return f"""
extension InfallibleType {{
    /// Combines the elements of all sources by position; see ``ObservableType/zip(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func zip<{generics}>(
        {parameters},
        resultSelector: @escaping @Sendable ({elements}) throws -> Element
    ) -> Infallible<Element> {{
        Infallible(.zip({sources}, resultSelector: resultSelector))
    }}
}}
"""


for name, write in (("CombineLatest", infallible_combine), ("Zip", infallible_zip)):
    text = "// Written by Scripts/generate-arities.py. Edit the script, not this file.\n"
    text += "".join(write(arity) for arity in range(2, 9))
    (FOLDER.parent / "Infallible" / f"Infallible+{name}.swift").write_text(text)


def driver_overloads(name, what, arity):
    numbers = range(1, arity + 1)
    generics = ", ".join(f"O{i}: SharedSequenceConvertibleType" for i in numbers)
    parameters = ", ".join(f"_ source{i}: O{i}" for i in numbers)
    elements = ", ".join(f"O{i}.Element" for i in numbers)
    observables = ", ".join(f"source{i}.asObservable()" for i in numbers)
    same = ", ".join(f"O{i}.SharingStrategy == SharingStrategy" for i in numbers)
    return f"""
extension SharedSequenceConvertibleType {{
    /// Combines {what}; see ``ObservableType/{name}(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func {name}<{generics}>(
        {parameters},
        resultSelector: @escaping @Sendable ({elements}) throws -> Element
    ) -> SharedSequence<SharingStrategy, Element> where {same} {{
        SharedSequence(.{name}({observables}, resultSelector: resultSelector))
    }}
}}

extension SharedSequenceConvertibleType where Element == Any {{
    /// Delivers {what} as a tuple; see ``ObservableType/{name}(_:resultSelector:)``.
    public static func {name}<{generics}>(
        {parameters}
    ) -> SharedSequence<SharingStrategy, ({elements})> where {same} {{
        SharedSequence<SharingStrategy, ({elements})>(
            Observable<Any>.{name}({observables}))
    }}
}}
"""


for name, file, what in (("combineLatest", "CombineLatest", "the newest elements of all sources"), ("zip", "Zip", "the elements of all sources by position")):
    text = "// Written by Scripts/generate-arities.py. Edit the script, not this file.\n"
    text += "".join(driver_overloads(name, what, arity) for arity in range(2, 9))
    (FOLDER.parent / "Driver" / f"SharedSequence+{file}.swift").write_text(text)
