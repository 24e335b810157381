extension SharedSequenceConvertibleType {
    /// Combines the newest elements of all sources; see ``ObservableType/combineLatest(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func combineLatest<each Input: Sendable>(
        _ source: repeat SharedSequence<SharingStrategy, each Input>,
        resultSelector: @escaping @Sendable (repeat each Input) throws -> Element
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(SourcePack(repeat (each source).source).combineLatest(resultSelector))
    }

    /// Combines the elements of all sources by position; see ``ObservableType/zip(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func zip<each Input: Sendable>(
        _ source: repeat SharedSequence<SharingStrategy, each Input>,
        resultSelector: @escaping @Sendable (repeat each Input) throws -> Element
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(SourcePack(repeat (each source).source).zip(resultSelector))
    }
}
