extension ObservableType {
    /// Maps an element to a stream and drops further elements until that stream completes.
    ///
    /// An inner stream that a consumer with a bounded buffer pauses is still running, so elements of the source are
    /// dropped until the consumer has taken the rest of the inner stream. Otherwise, the consumer pauses the source.
    /// - Ends: when the source and the inner stream have completed; fails with the first error, including one thrown by
    ///   `selector`.
    /// - Runs on: the inner streams' threads, one event at a time.
    /// - Keeps: the running inner subscription.
    @preconcurrency
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> where Element: Sendable, Source.Element: Sendable {
        Flatten(asObservable(), .first, selector)
    }
}
