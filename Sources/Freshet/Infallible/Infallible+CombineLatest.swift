extension Infallible {
    /// Combines the newest elements of all sources; see ``ObservableType/combineLatest(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func combineLatest<each Source: InfallibleType>(
        _ source: repeat each Source,
        resultSelector: @escaping @Sendable (repeat (each Source).Element) throws -> Element
    ) -> Infallible<Element> where repeat (each Source).Element: Sendable {
        Infallible(SourcePack.combineLatest(repeat (each source).asObservable(), selector: resultSelector))
    }
}

extension InfallibleType {
    /// Combines the elements of all sources by position; see ``ObservableType/zip(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func zip<each Input: Sendable>(
        _ source: repeat Infallible<each Input>,
        resultSelector: @escaping @Sendable (repeat each Input) throws -> Element
    ) -> Infallible<Element> {
        Infallible(SourcePack.zip(repeat (each source).source, selector: resultSelector))
    }
}
