extension ObservableType {
    /// Turns each element into a stream and delivers what all of them deliver, as it comes.
    /// ```
    /// source                  --1-----2-----|
    /// flatMap { a$0--b$0| }   --a1-b1-a2-b2-|
    /// ```
    /// *Ends* when the source and all inner streams have completed; fails with the first error, of `selector` too.
    /// *Runs on* the threads of the inner streams, one event at a time. *Keeps* the inner streams that run.
    @preconcurrency
    public func flatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> where Element: Sendable, Source.Element: Sendable {
        Flatten(asObservable(), .all, selector)
    }

    /// Turns each element into a stream and delivers what these deliver, as it comes; no more than `maxConcurrent` of them run at a time, the others wait in their order.
    ///
    /// `selector` is called when the element comes; its stream is subscribed to when its turn has come. *Ends* as ``flatMap(_:)`` does.
    /// *Keeps* the streams that wait, without a bound.
    /// - Precondition: `maxConcurrent` is positive.
    @preconcurrency
    public func flatMap<Source: ObservableConvertibleType>(
        maxConcurrent: Int, _ selector: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> where Element: Sendable, Source.Element: Sendable {
        precondition(maxConcurrent > 0, "With \(maxConcurrent) streams at a time nothing would ever run.")
        return Flatten(asObservable(), .upTo(maxConcurrent), selector)
    }
}
