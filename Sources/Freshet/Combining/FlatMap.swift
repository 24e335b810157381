extension ObservableType {
    /// Maps each element to a stream and merges these streams.
    /// ```
    /// source                  --1-----2-----|
    /// flatMap { a$0--b$0| }   --a1-b1-a2-b2-|
    /// ```
    /// - Ends: when the source and every inner stream have completed; fails with the first error, including one thrown
    ///   by `selector`.
    /// - Runs on: the inner streams' threads, one event at a time.
    /// - Keeps: the running inner subscriptions, without a bound.
    @preconcurrency
    public func flatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> where Element: Sendable, Source.Element: Sendable {
        Flatten(asObservable(), .all, selector)
    }

    /// Maps each element to a stream and merges at most `maxConcurrent` streams at a time.
    ///
    /// Calls `selector` when the element arrives. Further inner streams wait in order until a running one completes.
    /// - Ends: when the source and every inner stream have completed; fails with the first error, including one thrown
    ///   by `selector`.
    /// - Runs on: the inner streams' threads, one event at a time.
    /// - Keeps: inner streams that wait, without a bound.
    /// - Precondition: `maxConcurrent` is positive.
    @_disfavoredOverload
    @preconcurrency
    public func flatMap<Source: ObservableConvertibleType>(
        maxConcurrent: Int, _ selector: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> where Element: Sendable, Source.Element: Sendable {
        precondition(maxConcurrent > 0, "`maxConcurrent` must be positive.")
        return Flatten(asObservable(), .upTo(maxConcurrent), selector)
    }
}
