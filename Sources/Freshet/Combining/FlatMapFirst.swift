extension ObservableType {
    /// Turns an element into a stream and ignores the elements that come until that one has completed.
    ///
    /// *Ends* when the source and the inner stream have completed; fails with the first error, of `selector` too.
    @preconcurrency
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> where Element: Sendable, Source.Element: Sendable {
        Flatten(asObservable(), .first, selector)
    }
}
