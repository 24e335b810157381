extension ObservableType {
    /// Maps each element to a stream and delivers these streams one after another, in order.
    ///
    /// Calls `selector` when the element arrives. Subscribes to the inner stream when the previous one completes.
    /// - Ends: when the source and every inner stream have completed; fails with the first error, including one thrown
    ///   by `selector`.
    /// - Runs on: the inner streams' threads, one event at a time.
    /// - Keeps: inner streams that wait, without a bound.
    @preconcurrency
    public func concatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> where Element: Sendable, Source.Element: Sendable {
        Flatten(asObservable(), .upTo(1), selector)
    }
}

extension ObservableType where Element: ObservableConvertibleType {
    /// Delivers the inner streams one after another, in order; see ``concatMap(_:)``.
    @preconcurrency
    public func concat() -> Observable<Element.Element> where Element: Sendable, Element.Element: Sendable {
        Flatten(asObservable(), .upTo(1)) { $0 }
    }
}
