extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Succeeds with the result of `resultSelector` when every source has succeeded; see
    /// ``ObservableType/zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<each Input: Sendable>(
        _ source: repeat PrimitiveSequence<Trait, each Input>,
        resultSelector: @escaping @Sendable (repeat each Input) throws -> Element
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(SourcePack.zip(repeat (each source).source, isTrait: true, selector: resultSelector))
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Succeeds with the combined elements of all sources, or completes with the first source that has no element; see
    /// ``ObservableType/zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<each Input: Sendable>(
        _ source: repeat PrimitiveSequence<Trait, each Input>,
        resultSelector: @escaping @Sendable (repeat each Input) throws -> Element
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(SourcePack.zip(repeat (each source).source, isTrait: true, selector: resultSelector))
    }
}
