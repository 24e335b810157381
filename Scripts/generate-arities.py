#!/usr/bin/env python3
"""Writes Sources/Freshet/Combining/{CombineLatest,Zip}+Arity.swift: the overloads for two to eight streams.

Swift's parameter packs would make one function of them, but a pack inside a generic class is not specialised, so that each
element would cost a walk over metadata at run time."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "Sources/Freshet/Combining"

FAMILIES = {
    "combineLatest": dict(
        file="CombineLatest", cell="Latest", read="{}.current",
        selected="Delivers what `resultSelector` makes of the newest elements of all streams; see ``combineLatest(_:resultSelector:)``.",
        plain="Delivers the newest elements of all streams; see ``combineLatest(_:)``."),
    "zip": dict(
        file="Zip", cell="Waiting", read="{}.take()",
        selected="Delivers what `resultSelector` makes of the elements of all streams, paired off; see ``zip(_:resultSelector:)``.",
        plain="Delivers the elements of all streams, paired off; see ``zip(_:)``."),
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
    connects = "\n".join(f"            junction.connect(s{i}, {cell}{i})" for i in numbers)
    arguments = ", ".join(f"source{i}" for i in numbers)
    placeholders = ", ".join(f"${i}" for i in range(arity))
    return f"""
extension ObservableType {{
    /// {family['selected']}
    @preconcurrency
    public static func {name}<{generics}>(
        {parameters},
        resultSelector: @escaping @Sendable ({elements}) throws -> Element
    ) -> Observable<Element> {{
        let ({tuple_names}) = ({observables})
        return {family['file']} {{ sink, lifetimes in
            let ({cells}) = ({made})
            let junction = {family['file']}Junction(sink, lifetimes, count: {arity}) {{
                try resultSelector({read})
            }}
{connects}
        }}
    }}
}}

extension ObservableType where Element == Any {{
    /// {family['plain']}
    public static func {name}<{generics}>(
        {parameters}
    ) -> Observable<({elements})> {{
        Observable<({elements})>.{name}({arguments}) {{ ({placeholders}) }}
    }}
}}
"""


for name, family in FAMILIES.items():
    text = "// Written by Scripts/generate-arities.py; change that instead.\n"
    text += "".join(overloads(name, family, arity) for arity in range(2, 9))
    (FOLDER / f"{family['file']}+Arity.swift").write_text(text)
