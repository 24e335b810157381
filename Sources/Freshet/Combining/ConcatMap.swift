extension ObservableType {
    /// Turns each element into a stream and delivers these one after the other, in the order of the elements.
    ///
    /// `selector` is called when the element comes; its stream is subscribed to when its turn has come. *Keeps* the streams that wait, without a bound.
    /// *Ends* when the source and all inner streams have completed; fails with the first error, of `selector` too.
    @preconcurrency
    public func concatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> where Element: Sendable, Source.Element: Sendable {
        Flatten(asObservable(), .upTo(1), selector)
    }
}

extension ObservableType where Element: ObservableConvertibleType {
    /// Delivers the inner streams one after the other, in their order. Ends and fails as ``concatMap(_:)`` does; *keeps* the streams that wait, without a bound.
    @preconcurrency
    public func concat() -> Observable<Element.Element> where Element: Sendable, Element.Element: Sendable {
        Flatten(asObservable(), .upTo(1)) { $0 }
    }
}
